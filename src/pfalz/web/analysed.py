"""The analysis of a finished game for people: a plot of what everybody could expect, turning points in words.

The page of a table and `pfalz analyse` share it.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final, NamedTuple

from pfalz.bots.analysis import Turn
from pfalz.bots.inquiry import Analysis
from pfalz.core.ask import Ask
from pfalz.core.state import Move, State
from pfalz.core.texts import Texts
from pfalz.web.plot import Mark, plot
from pfalz.web.words import words

COUNTED: Final = ("number", "yesno")
"""Kinds of which 0 is nothing."""
StateAt = Callable[[int], State]
"""The state at a position of the game."""


@dataclass
class TurnSaid:
    """A turning point in words."""

    position: int
    round: int
    """In which round it was; 0 before the first one, or where there are none."""
    asked: str
    given: str
    best: str
    points: int
    sentence: str


def turns_said(
    analysis: Analysis, seat: int, state_at: StateAt, rounds: Sequence[int], texts: Texts
) -> list[TurnSaid]:
    """The turning points of a seat, in the order of the game; `rounds` are the first positions of each."""
    return [_said(turn, seat, state_at(turn.position), rounds, texts) for turn in analysis.turns]


def _said(turn: Turn, seat: int, state: State, rounds: Sequence[int], texts: Texts) -> TurnSaid:
    view = texts.rules.view(state, seat)
    ask = texts.rules.ask_of(view, seat)
    given, best = compared(ask, view, turn.given, turn.best, texts)
    points = max(1, round(turn.cost))
    sentence = words(texts.language)("analysis.turn", given=given, best=best, n=points)
    begins = list(dict.fromkeys(rounds)) if len(rounds) > 1 else []
    number = bisect_right(begins, turn.position)
    return TurnSaid(turn.position, number, texts.prompt(ask), given, best, points, sentence)


def compared(ask: Ask, view: State, given: Move, best: Move, texts: Texts) -> tuple[str, str]:
    """Two answers to a question in words: what was chosen, zeros left out where they still differ then."""
    slots = _slots(ask, view, given, texts), _slots(ask, view, best, texts)
    short = _short(slots[0]), _short(slots[1])
    return short if short[0] != short[1] else (_long(slots[0]), _long(slots[1]))


class Chosen(NamedTuple):
    """One slot of an answer in words."""

    slot: str
    kind: str
    value: int
    name: str


def _slots(ask: Ask, view: State, answer: Move, texts: Texts) -> list[Chosen]:
    """What was really chosen; everything, if that was nothing."""
    found = []
    for step in ask.steps(view, answer):
        slot = ask.slot(view, step.prefix)
        name = texts.name(slot.kind, step.value)
        found.append((Chosen(texts.slot(ask, slot.name), slot.kind, step.value, name), step.forced))
    return [chosen for chosen, forced in found if not forced] or [chosen for chosen, _ in found]


def _short(slots: list[Chosen]) -> str:
    """Without what is not done: none of something, or no."""
    told = [_brief(chosen) for chosen in slots if chosen.value or chosen.kind not in COUNTED]
    runs = [(value, len(list(alike))) for value, alike in groupby(told)]
    return ", ".join([f"{value} ×{n}" if n > 1 else value for value, n in runs]) or _long(slots)


def _brief(chosen: Chosen) -> str:
    if chosen.kind == "yesno":
        return chosen.slot
    return f"{chosen.slot}: {chosen.name}" if chosen.name.isdecimal() else chosen.name


def _long(slots: list[Chosen]) -> str:
    return ", ".join([f"{chosen.slot}: {chosen.name}" for chosen in slots])


def expected_plot(
    analysis: Analysis,
    rounds: Sequence[int],
    texts: Texts,
    link: Callable[[int], str] | None = None,
    seat: int = 0,
) -> str:
    """What every seat could expect over time, in percent; turning points of a seat are marked on its line."""
    t = words(texts.language)
    points = [(point.position, [100.0 * share for share in point.expected]) for point in analysis.points]
    known = {point.position: 100.0 * point.expected[seat] for point in analysis.points}
    marks = []
    for number, turn in enumerate(analysis.turns, 1):
        before = max((n for n in known if n <= turn.position), default=min(known, default=0))
        marks.append(
            Mark(turn.position, known.get(before, 50.0), seat, number, link(turn.position) if link else "")
        )
    across = t("after.plot_axis" if len(rounds) > 1 else "after.plot_course")
    return plot(
        points, rounds, t("analysis.plot"), across, list(enumerate(texts.seats)), high=100, marks=marks
    )
