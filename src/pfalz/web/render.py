"""From a `Seen` to markup: the table that is pushed after every change, and the pages around it.

Templates decide nothing about the game: they get words, offers and drawings. Jinja escapes whatever a person
has written; only the drawings of the games and our own links count as markup.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from operator import attrgetter
from typing import Any

import msgspec
from markupsafe import Markup

from pfalz import catalogue, learning
from pfalz.bots import OFFERED
from pfalz.bots.inquiry import Analysis
from pfalz.core.clauses import section_of
from pfalz.core.draw import LIGHT, ORDINARIES, SHIELD, in_theme
from pfalz.core.sheet import Drawing
from pfalz.core.state import NATURE, Move
from pfalz.core.strips import Strip
from pfalz.core.texts import Texts, rulebook
from pfalz.web.after import headline, result
from pfalz.web.alike import Alike, alike, texts_of, texts_with, waiting
from pfalz.web.analysed import TurnSaid, expected_plot
from pfalz.web.asked import Asked, asked, given
from pfalz.web.changes import Changes, changes, newest_changes
from pfalz.web.chunks import Chunks, Difference
from pfalz.web.foresee import Foreseen, foreseen
from pfalz.web.lesson import lesson_attribute
from pfalz.web.marks import board_chunks, board_of
from pfalz.web.markup import page, section
from pfalz.web.prefs import Prefs
from pfalz.web.scenes import scene_of
from pfalz.web.sections import (
    Beside,
    bar,
    chat,
    invitation,
    more,
    pinned_list,
    settings,
    sitting,
    wait,
)
from pfalz.web.seen import LogLine, MomentSeen, SeatSeen, Seen
from pfalz.web.setup import THINKING, USUAL, GameCard, decimal, game_card, setup_of, shown_games
from pfalz.web.story import linked, log_lines, newest_lines, newest_steps, with_clauses
from pfalz.web.strengths import strengths_of
from pfalz.web.words import words

LOG_LINES, SOME_LINES, MOST_LINES = 60, 20, 300
"""So many sentences travel with every update, all since the viewer's last answer and some before; the whole
log is fetched when asked for."""
_position = attrgetter("position")
_OLDER = Markup('<li class="older"><button type="button" class="quiet" data-do="wholelog">{}</button></li>')


# -- the table ----------------------------------------------------------------------------------------


def fragment(seen: Seen, prefs: Prefs) -> Chunks:
    """Everything of a table that changes: what is pushed and morphed."""
    return _fragment(seen, prefs)


def table_page(seen: Seen, prefs: Prefs, person: Any, looked: int = -1) -> str:
    """The page of a table for somebody who has followed it so far before."""
    texts = texts_of(seen, prefs.language)
    markup = Markup(str(_fragment(seen, prefs)))
    return page("table.html", prefs, person=person, seen=seen, texts=texts, fragment=markup, looked=looked)


def whole_log(seen: Seen, prefs: Prefs) -> str:
    """All lines of the log."""
    here = seen.position if seen.position < seen.last_position else -1
    lines = log_lines(seen.id, seen.log, texts_of(seen, prefs.language), here)
    return "".join(['<ol id="log" class="log">', *lines, "</ol>"])


class StepShown(msgspec.Struct):
    """A step as the page shows it."""

    board: Difference
    """The drawing, as a difference to that of the step before."""
    scores: Mapping[int, int]
    marks: Changes
    scene: str


def steps_shown(steps: Sequence[MomentSeen], prefs: Prefs) -> list[StepShown]:
    """Moments of a table one after the other, each drawn as what has changed since the one before."""
    found: list[StepShown] = []
    last: Chunks | None = None
    for step in steps:
        texts = texts_with(step.rules, prefs.language, step.names)
        narrow = _is_narrow(step.game, prefs)
        drawing: Drawing = board_of(step.game).draw(step.rules, step.view, step.seat, texts, narrow)
        board = Chunks(board_chunks(drawing))
        marks = changes(step.game, step.rules, step.lines)
        found.append(StepShown(board.since(last), step.scores, marks, scene_of(step, texts)))
        last = board
    return found


def foreseen_shown(seen: Seen, draft: Move, prefs: Prefs, known: bool) -> Foreseen | None:
    """The table after an answer that has not been given; the drawing of now is left out for who has it."""
    return foreseen(seen, draft, texts_of(seen, prefs.language), _is_narrow(seen.game, prefs), known)


def _fragment(seen: Seen, prefs: Prefs) -> Chunks:
    language, mine = prefs.language, _own_seat(seen)
    all = alike(seen, language)
    texts = all.texts
    drawing = _drawing(seen, texts, _is_narrow(seen.game, prefs)) if seen.status != "open" else None
    question = _question(seen, prefs, all, mine)
    made: dict[str, Sequence[str | Strip]] = {
        "": (),
        "head": [_head(seen, prefs, all, drawing, question)],
        "players": _players(seen, all, mine),
        "turn": [_turn(seen, all, mine, question)],
        "board": board_chunks(drawing) if drawing is not None else (),
        "log": _log(seen, texts),
        "chat": [chat(seen.id, seen.chat, language)],
        "pinned": [pinned_list(tuple(pinned(seen, texts)), texts)],
        "settings": [settings(more(seen, mine, texts), prefs)],
    }
    parts: list[str | Strip] = []
    for part in all.frame:
        found = made.get(part)
        if found is None:
            parts.append(part)
        else:
            parts += found
    return Chunks(parts)


def _head(seen: Seen, prefs: Prefs, all: Alike, drawing: Drawing | None, question: Asked | None) -> str:
    """The outermost element says where the table stands, and what may be chosen."""
    return (
        f'<main id="table" class="table {_shape(seen.game, drawing, prefs)} status-{all.status}" '
        f'data-narrow="{prefs.narrow + prefs.tablet}" {all.head} data-seat="{seen.seat}" '
        f'data-status="{all.status}" data-turn="{question is not None:d}" data-replay="{all.replay:d}" '
        f"""data-since="{seen.since}" data-marks='{"{}" if all.replay else _marks(seen)}'"""
        f"{question.attributes if question else ''}{lesson_attribute(seen, all.texts)}>"
    )


def _players(seen: Seen, all: Alike, mine: SeatSeen | None) -> Sequence[str]:
    """The lines of the players; the viewer's own looks otherwise."""
    if mine is None:
        return all.lines
    lines, at = all.lines.copy(), seen.seats.index(mine)
    lines[at] = sitting(mine, True, all.replay, all.texts.language)
    return lines


def _marks(seen: Seen) -> str:
    """What has changed since the viewer's last answer; numbers and names of kinds, nothing to escape."""
    if seen.since < 0:
        return "{}"
    begin = len(seen.log) - _news(seen.log, seen.since)
    found = newest_changes(seen.id, seen.seat, seen.game, seen.rules, seen.log, begin)
    return msgspec.json.encode(found).decode()


def _turn(seen: Seen, all: Alike, mine: SeatSeen | None, question: Asked | None) -> str:
    """The action bar: the lobby, a replay, the viewer's question, or whom everybody waits for."""
    texts = all.texts
    language = texts.language
    if seen.status == "open":
        asks, invite = question is not None, invitation(seen)
        return bar("lobby.html", language, mine=asks, seen=seen, own=mine, invite=invite)
    if all.replay:
        won = headline(seen, texts, words(language))
        return bar("replay.html", language, seen=seen, own=mine, headline=won)
    if question is not None:
        return question.bar
    own = given(seen, seen.ask, texts) if seen.ask is not None and seen.own_answer is not None else ()
    return wait(waiting(seen, all), all.asked, own, _beside(seen, mine), language)


def _beside(seen: Seen, mine: SeatSeen | None, *, asked: bool = False) -> Beside:
    gone = mine is not None and bool(mine.bot) and not mine.resigned
    reset, hint = asked and bool(seen.draft), asked and seen.hints
    return Beside(gone, reset, seen.may_undo, seen.next_table, hint)


def _question(seen: Seen, prefs: Prefs, all: Alike, mine: SeatSeen | None) -> Asked | None:
    """The open question of the viewer, unless it is answered."""
    if seen.ask is None or seen.own_answer is not None or all.replay:
        return None
    return asked(seen, seen.ask, all.texts, _beside(seen, mine, asked=True), confirm=prefs.confirm)


def _drawing(seen: Seen, texts: Texts, narrow: bool = False) -> Drawing:
    drawing: Drawing = board_of(seen.game).draw(seen.rules, seen.view, seen.seat, texts, narrow)
    return drawing


def _is_narrow(game: str, prefs: Prefs) -> bool:
    """Whether a board is drawn tall on this screen."""
    return prefs.narrow and not (prefs.tablet and getattr(board_of(game), "WIDE_ON_TABLETS", False))


def _shape(game: str, drawing: Drawing | None, prefs: Prefs) -> str:
    """How a board lies on the screen: the bar goes below one that is wider than high, or long."""
    if drawing is not None and getattr(board_of(game), "LONG", False) and not _is_narrow(game, prefs):
        return "wide long"
    if drawing is not None and getattr(board_of(game), "DOCKED", False) and not _is_narrow(game, prefs):
        return "wide"
    if drawing is None or drawing.width <= drawing.height:
        return "tall"
    return "wide" if drawing.width > 1.1 * drawing.height else "square"


def _log(seen: Seen, texts: Texts) -> list[str | Strip]:
    news = _news(seen.log, max(seen.since, 0))
    hidden = newest_steps(seen.log, min(max(LOG_LINES, news + SOME_LINES), MOST_LINES))
    older = _older(hidden, texts.language) if hidden else ""
    here = seen.position if seen.position < seen.last_position else -1
    if here < 0:
        lines = newest_lines(seen.id, seen.seat, seen.log, texts, hidden)
    else:
        lines = Strip(tuple(log_lines(seen.id, seen.log, texts, here, hidden)))
    return ['<ol id="log" class="log">', older, lines, "</ol>"]


def _news(log: Sequence[LogLine], since: int) -> int:
    """How many lines of a log came after a position."""
    return len(log) - bisect_right(log, since, key=_position)


@lru_cache(maxsize=2_000)
def _older(hidden: int, language: str) -> str:
    return str(_OLDER.format(words(language)("table.older", n=hidden)))


def share_svg(seen: Seen, prefs: Prefs) -> str:
    """The drawing as a picture that stands alone, light or dark as the page is."""
    return in_theme(_drawing(seen, texts_of(seen, prefs.language)).svg(), prefs.theme)


def pinned(seen: Seen, texts: Texts) -> list[tuple[str, str]]:
    """What only the viewer knows, with its rule: from the game's `secrets`, or from the log."""
    if seen.seat < 0 or seen.status in ("open", "over"):
        return []
    own = getattr(board_of(seen.game), "secrets", None)
    if own is not None:
        return list(own(seen.rules, seen.view, seen.seat, texts))
    found = []
    for line in seen.log:
        if _told_me(line, seen.seat):
            kind, args = line.event
            for i in kind.secret:
                found.append((texts.name(kind.params[i][1].rstrip("*"), args[i]), texts.event(line.event)))
    return found


def _told_me(line: LogLine, seat: int) -> bool:
    kind, args = line.event
    return bool(kind.secret) and kind.to >= 0 and args[kind.to] == seat and line.seat in (NATURE, -3)


def _own_seat(seen: Seen) -> SeatSeen | None:
    for seat in seen.seats:
        if seat.seat == seen.me:
            return seat
    return None


# -- the pages around it --------------------------------------------------------------------------------


def after_page(seen: Seen, prefs: Prefs, person: Any) -> str:
    """Scores by source, the plot, how ties were broken."""
    texts = texts_of(seen, prefs.language)
    return page(
        "after.html",
        prefs,
        person=person,
        seen=seen,
        texts=texts,
        headline=headline(seen, texts, words(prefs.language)),
        result=result(seen, texts, words(prefs.language)),
        linked=lambda text: linked(text, texts),
    )


def analysis_page(
    seen: Seen,
    prefs: Prefs,
    person: Any,
    eyes: int,
    progress: tuple[str, int, int],
    found: Analysis | None,
    rounds: Sequence[int],
    turns: Sequence[TurnSaid],
) -> str:
    """What everybody could expect over time, in the eyes of one seat, and where it could have done better."""
    texts, drawn = texts_of(seen, prefs.language), ""
    if found is not None:
        drawn = expected_plot(found, rounds, texts, lambda n: f"/t/{seen.id}?at={n}&seat={eyes}", eyes)
    state, done, total = progress
    values = {"eyes": eyes, "state": state, "done": done, "total": total, "found": found, "turns": turns}
    return page("analysis.html", prefs, person=person, seen=seen, texts=texts, plot=Markup(drawn), **values)


def chance_page(seen: Seen, prefs: Prefs, person: Any, verdict: str) -> str:
    """Where chance came from, and whether every outcome follows from that."""
    texts = texts_of(seen, prefs.language)
    return page("chance.html", prefs, person=person, seen=seen, texts=texts, verdict=verdict)


def home_page(prefs: Prefs, person: Any, mine: Sequence[Any], open_tables: Sequence[Any]) -> str:
    """What this is, the games, open tables, the person's own tables."""
    cards = [game_card(id, prefs.language) for id in shown_games()]
    plans = {card.id: learning.how(card.id) for card in cards}
    tables = {"mine": mine, "open_tables": open_tables}
    return page("home.html", prefs, person=person, cards=cards, plans=plans, **tables)


def setup_page(game: str, prefs: Prefs, person: Any, most: float = THINKING[-1]) -> str:
    """Every option and module of a game, explained; princes think for `most` seconds at the most."""
    card = game_card(game, prefs.language)
    return page("setup.html", prefs, person=person, card=card, form=_form(game, prefs.language, most))


@lru_cache(maxsize=100)
def _form(game: str, language: str, most: float) -> Markup:
    t, fitting = words(language), [seconds for seconds in THINKING if seconds <= most]
    times = [(seconds, decimal(seconds, t), seconds in fitting) for seconds in THINKING]
    time = {"times": times, "usual": max([seconds for seconds in fitting if seconds <= USUAL], default=USUAL)}
    time["limit"] = "" if len(fitting) == len(times) else t("setup.thinking_most", n=decimal(most, t))
    bots = {"bots": list(OFFERED), "strengths": strengths_of(game, t)}
    return Markup(section("setup_form.html", language, setup=setup_of(game, t), **bots, **time))


def rules_page(game: str, prefs: Prefs, person: Any) -> str:
    """All clauses of a game in our words."""
    card: GameCard = game_card(game, prefs.language)
    clauses = _clauses(game, prefs.language)
    return page("rules.html", prefs, person=person, card=card, clauses=clauses)


@cache
def _clauses(game: str, language: str) -> Markup:
    package = catalogue.game(game).package
    sections, clauses = rulebook(package, language)
    chapters = []
    for id, heading in sections.items():
        own = [clause for clause in clauses if section_of(clause, sections) == id]
        told = [(clause, with_clauses(clauses[clause], package, language)) for clause in own]
        chapters.append((id, heading, told))
    return Markup(section("clauses.html", language, chapters=chapters))


def person_page(template: str, prefs: Prefs, person: Any, **values: Any) -> str:
    """Login and account."""
    return page(template, prefs, person=person, **values)


def message_page(prefs: Prefs, person: Any, title: str, text: str) -> str:
    """A page that says why there is nothing to see."""
    return page("message.html", prefs, person=person, title=title, text=text)


# -- our sign ----------------------------------------------------------------------------------------------


def favicon() -> str:
    """A shield."""
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-13 -14 26 31">'
        f'<path d="{SHIELD}" fill="{LIGHT["or"]}" stroke="{LIGHT["ink"]}" stroke-width="1.5"/>'
        f'<path d="{ORDINARIES[1]}" fill="{LIGHT["ink"]}"/></svg>'
    )


__all__ = [
    "after_page",
    "analysis_page",
    "favicon",
    "fragment",
    "home_page",
    "message_page",
    "person_page",
    "rules_page",
    "setup_page",
    "share_svg",
    "steps_shown",
    "table_page",
    "whole_log",
]
