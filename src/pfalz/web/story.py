"""The log in words: list items that know the seats they concern, so that they can be filtered and clicked."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final, Generic, NamedTuple, TypeVar

from markupsafe import Markup, escape

from pfalz.core.clauses import CLAUSE
from pfalz.core.events import Event
from pfalz.core.sheet import Strip
from pfalz.core.state import NATURE
from pfalz.core.texts import Texts, rulebook
from pfalz.web.seen import LogLine
from pfalz.web.words import words

L = TypeVar("L")

_BUTTON: Final = Markup(
    '<span class="unbroken">{0}<button type="button" class="clause" data-clause="{1}">{1}</button>{2}</span>'
)
_CLAUSE: Final = re.compile(rf"(\(?)\b({CLAUSE}[a-z]?)(\)?)")


class Place(NamedTuple):
    """Where a sentence stands in the log."""

    table: str
    position: int
    seat: int
    nth: int
    """It is the nth of its position; a small gap precedes the first."""
    here: bool
    """Whether this is the position being looked at in a replay."""


def log_lines(table: str, log: Sequence[LogLine], texts: Texts, here: int = -1, begin: int = 0) -> list[str]:
    """The log from line `begin` on as list items, oldest first, each a chunk of its own."""
    found: list[str] = []
    n = 0
    while n < begin < len(log) and log[begin - n - 1].position == log[begin].position:
        n += 1
    for i in range(begin, len(log)):
        line = log[i]
        if i > begin:
            n = n + 1 if line.position == log[i - 1].position else 0
        place = Place(table, line.position, line.seat, n, line.position == here)
        found.append(_line(place, line.event, texts))
    return found


class Kept(Generic[L]):
    """The lines that were shown last, how many there were in all, and what they look like.

    Whoever looks here compares the lines: it saves time, and knows nothing by itself."""

    def __init__(self) -> None:
        self.held: tuple[list[L], int, Strip | None] = [], 0, None


@lru_cache(maxsize=2_000)
def _log_of(table: str, seat: int, texts: Texts) -> Kept[LogLine]:
    return Kept()


def newest_lines(table: str, seat: int, log: Sequence[LogLine], texts: Texts, most: int) -> Strip:
    """The end of the log as list items; only lines that were not shown before are written."""
    kept = _log_of(table, seat, texts)
    before, total, strip = kept.held
    lines = list(log[-most:])
    begin = len(log) - len(lines)
    gone = begin - (total - len(before))
    same = len(before) - gone
    if strip is None or not 0 <= gone < len(before) or before[gone:] != lines[:same]:
        strip = Strip(log_lines(table, log, texts, begin=begin))
    elif gone or len(lines) > same:
        strip = Strip([*strip.chunks[gone:], *log_lines(table, log, texts, begin=begin + same)])
    kept.held = lines, len(log), strip
    return strip


@lru_cache(maxsize=50_000)
def _line(place: Place, event: Event, texts: Texts) -> str:
    kind, args = event
    about = {place.seat} if place.seat >= 0 else set()
    about |= {args[i] for i, (_, what) in enumerate(kind.params) if what == "seat" and args[i] >= 0}
    chance = ["chance"] if place.seat == NATURE or not about else []
    style = ["first"] * (place.nth == 0) + [f"seat-{place.seat}"] * (place.seat >= 0) + ["here"] * place.here
    at, concerns = place.position, " ".join([*map(str, sorted(about)), *chance])
    title = escape(_go_there(texts.language, at))
    text = escape(texts.event(event))
    return (
        f'<li id="log-{at}-{place.nth}" class="{" ".join(style)}" data-about="{concerns}">'
        f'<a href="/t/{escape(place.table)}?at={at}" data-go="{at}" title="{title}">{text}</a></li>'
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
