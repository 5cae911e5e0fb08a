"""The log in words: an item for each step, which knows whose deed it is and whom it concerns."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from functools import lru_cache
from typing import Final, Generic, TypeVar

from markupsafe import Markup, escape

from pfalz.core.clauses import CLAUSE
from pfalz.core.events import HEADING, EventKind
from pfalz.core.score import POINTS_SCORED
from pfalz.core.sheet import Memory
from pfalz.core.state import NATURE
from pfalz.core.strips import Strip
from pfalz.core.texts import Texts, rulebook
from pfalz.web.seen import LogLine
from pfalz.web.steps import SCORING, end_of, grouped, told
from pfalz.web.words import words

L = TypeVar("L")

_BUTTON: Final = Markup(
    '<span class="unbroken">{0}<button type="button" class="clause" data-clause="{1}">{1}</button>{2}</span>'
)
_CLAUSE: Final = re.compile(rf"(\(?)\b({CLAUSE}[a-z]?)(\)?)")


class Kept(Generic[L]):
    """The lines that were shown last, how many there were in all, and what they look like.

    Whoever looks here compares the lines: it saves time, and knows nothing by itself."""

    def __init__(self) -> None:
        self.held: tuple[list[L], int, Strip | None] = [], 0, None


def log_lines(table: str, log: Sequence[LogLine], texts: Texts, here: int = -1, begin: int = 0) -> list[str]:
    """The log from line `begin` on: a list item for each step, oldest first, each a chunk of its own."""
    found = [_step(table, lines, texts, here) for lines in grouped(log, begin)]
    return [item for item in found if item]


class End:
    """The end of a log as it was shown last: its lines, and where its steps begin, with their items.

    Whoever looks here compares the lines, as with `Kept`."""

    def __init__(self) -> None:
        self.begin = 0
        self.lines: Sequence[LogLine] = ()
        self.starts: list[int] = []
        self.items: list[str] = []
        self.strip = Strip(())


_ends: Final = Memory[Strip](400)


@lru_cache(maxsize=2_000)
def _end_of_log(table: str, seat: int, texts: Texts) -> End:
    return End()


def newest_lines(table: str, seat: int, log: Sequence[LogLine], texts: Texts, begin: int) -> Strip:
    """The log from the step on that begins with line `begin`, as it is pushed; the same strip if unchanged.

    Whoever knows the same gets the same. Of the steps shown before only the last one can have changed."""
    lines = log[begin:]
    key = (table, texts, *lines)
    strip = _ends.made.get(key)
    if strip is None:
        strip = _newest(table, seat, log, lines, texts, begin)
        _ends.keep(key, strip)
    return strip


def _newest(
    table: str, seat: int, log: Sequence[LogLine], lines: Sequence[LogLine], texts: Texts, begin: int
) -> Strip:
    end = _end_of_log(table, seat, texts)
    gone = begin - end.begin
    before = end.lines[gone:] if gone >= 0 else ()
    if not before or before != lines[: len(before)]:
        starts, items, at = list[int](), list[str](), begin
    elif gone == 0 and len(before) == len(lines):
        return end.strip
    else:
        first, at = bisect_left(end.starts, begin), end.starts[-1]
        starts, items = end.starts[first:-1], end.items[first:-1]
    for step in grouped(log, at):
        starts.append(at)
        items.append(_step(table, step, texts, -1))
        at += len(step)
    end.begin, end.lines, end.starts, end.items = begin, lines, starts, items
    end.strip = Strip(tuple([item for item in items if item]))
    return end.strip


def newest_steps(log: Sequence[LogLine], most: int) -> int:
    """Where the end of a log begins that has so many lines, and those that belong to its first step."""
    begin = max(0, len(log) - most)
    while begin and log[begin - 1].step is log[begin].step:
        begin -= 1
    return begin


def _step(table: str, lines: list[LogLine], texts: Texts, here: int) -> str:
    """The item of a step in the log: the same for all who know the same of it."""
    step, shown = lines[0].step, lines[0].position <= here <= lines[-1].position
    return _item(table, tuple(lines), step.by, step.scene, texts, shown)


@lru_cache(maxsize=5_000)
def _item(table: str, lines: tuple[LogLine, ...], by: int, scene: str, texts: Texts, here: bool) -> str:
    main, more = told(lines, scene)
    if main is None:
        return ""
    first, (at, upto) = lines[0], end_of(lines)
    about = {line.by for line in (main, *more) if line.by >= 0}
    for line in lines:
        kind, args = line.event
        about |= {args[i] for i, (_, what) in enumerate(kind.params) if what == "seat" and args[i] >= 0}
    chance = ["chance"] if not about or any(line.seat == NATURE for line in lines) else []
    style = ["heading" if main.event[0].tells == HEADING else "deed"] + ["here"] * here
    style += [f"seat-{by}"] * (by >= 0) + [f"scene-{scene}"] * bool(scene)
    concerns = " ".join([*map(str, sorted(about)), *chance])
    title, said = escape(_go_there(texts.language, at)), escape(texts.event(main.event))
    if scene == SCORING and main.event[0] is POINTS_SCORED:
        said, more = escape(words(texts.language)("follow.scoring")), [main, *more]
    told_too = "".join(_details(more, by, texts))
    return (
        f'<li id="log-{first.position}-{first.nth}" class="{" ".join(style)}" data-about="{concerns}" '
        f'data-at="{at}" data-upto="{upto}" data-by="{by}" data-scene="{scene}">'
        f'<a href="/t/{escape(table)}?at={at}" data-go="{at}" title="{title}">{said}</a>'
        + (f"<ul>{told_too}</ul>" if told_too else "")
        + "</li>"
    )


def _details(lines: Sequence[LogLine], by: int, texts: Texts) -> list[str]:
    """What else happened in a step: deeds of others in their colour, many points of a seat in one line."""
    points = scored(lines)
    found: list[str] = []
    for nth, line in enumerate(lines):
        seat, said = line.by, ""
        if nth and line.event == lines[nth - 1].event:
            continue  # it was told with how often it happened
        if line.event[0] is not POINTS_SCORED or len(points.get(seat, ())) == 1:
            said = texts.event(line.event)
            times = _times(lines, nth)
            said = f"{said} (×{times})" if times > 1 else said
        elif points.get(seat):
            said = sum_of(points.pop(seat), seat, texts)
        other = f' class="seat-{seat}"' if seat >= 0 and seat != by else ""
        shown = linked(said, texts) if _names_a_clause(line.event[0]) else escape(said)
        found += [f"<li{other}>{shown}</li>"] if said else []
    return found


def _times(lines: Sequence[LogLine], first: int) -> int:
    """How often the same is told from a line on, once after the other."""
    last = first
    while last < len(lines) and lines[last].event == lines[first].event:
        last += 1
    return last - first


def _names_a_clause(kind: EventKind) -> bool:
    """Whether its sentence has a clause in it: its own, or that of the purpose it names."""
    return bool(kind.rule) or any(what == "purpose" for _, what in kind.params)


def scored(lines: Sequence[LogLine]) -> dict[int, dict[int, int]]:
    """By seat and source, the points that are scored in some lines, in their order."""
    found: dict[int, dict[int, int]] = {}
    for line in lines:
        if line.event[0] is POINTS_SCORED:
            seat, n, source = line.event[1]
            by_source = found.setdefault(seat, {})
            by_source[source] = by_source.get(source, 0) + n
    return found


def sum_of(points: dict[int, int], seat: int, texts: Texts) -> str:
    """Who got what and why, in a line."""
    parts = ", ".join(f"{texts.name('source', source)} {n}" for source, n in points.items())
    return words(texts.language)(
        "follow.points", name=texts.name("seat", seat), n=sum(points.values()), parts=parts
    )


@lru_cache(maxsize=2_000)
def _go_there(language: str, position: int) -> str:
    return words(language)("table.go_there", n=position)


def linked(text: str, texts: Texts) -> Markup:
    """A text in which every clause id can be clicked to read the clause."""
    return with_clauses(text, texts.rules.game.package, texts.language)


@lru_cache(maxsize=10_000)
def with_clauses(text: str, package: str, language: str) -> Markup:
    """The same for the rules themselves, which need no table; sections can be read too."""
    sections, clauses = rulebook(package, language)
    out, at = Markup(""), 0
    for found in _CLAUSE.finditer(text):
        if found[2] in clauses or found[2] in sections:
            out += escape(text[at : found.start()])
            out += _BUTTON.format(*found.groups())
            at = found.end()
    return out + escape(text[at:])
