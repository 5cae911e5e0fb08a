"""Forms whose slots are known in advance: boxes to be filled with cards in any order, and counters.

A game says in its `board.py` which questions are such forms, `FORMS = {"plan": "mat", "dowry": "counters"}`,
and gets the ones below. It may instead draw one itself with

    form(rules, view, seat, texts, ask, draft) -> str | None      (HTML or SVG; None: use the ordinary way)

where `draft` has one value per slot, OPEN (-99) in those still empty. The script understands in that markup:
`data-slot="3"` a place for a value (tap or drop), `data-put="17"` a value that can be dragged or tapped,
`data-step="1"` inside a `data-slot` a plus or minus button, `data-why="17"` there an impossible value that
says why when it is tapped, `data-unique` on the outermost element: a value that is put elsewhere leaves its
old place, except a negative one, which means that nothing lies there.
Everything changes the private draft; the answer is sent once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pfalz import catalogue
from pfalz.core.ask import Ask, Reason
from pfalz.core.errors import IllegalMove
from pfalz.core.state import State
from pfalz.core.texts import Texts
from pfalz.web.choice import OPEN


@dataclass
class Box:
    """A slot of the form."""

    index: int
    label: str
    kind: str
    value: int | None
    text: str
    less: int | None = None
    more: int | None = None
    """The next smaller and larger legal value, for counters."""


@dataclass
class Form:
    """A form as it stands in the draft."""

    style: str
    """mat, counters, or own (neither of them, drawn by the game)"""
    boxes: list[Box]
    """Empty, as the palette, if the game draws the form."""
    palette: list[tuple[int, str, int | None]]
    """(value, name, index of the box it lies in)"""
    draft: list[int]
    complete: bool
    problem: str
    filled: list[int]
    """The draft with its gaps filled somehow; empty if that is not possible."""
    markup: str = ""


def form_of(game: str, rules: Any, view: State, texts: Texts, ask: Ask, draft: Sequence[int]) -> Form | None:
    """The form of an open question, or None if it is asked slot by slot."""
    board = catalogue.board(game)
    style = getattr(board, "FORMS", {}).get(ask.name, "")
    own = getattr(board, "form", None)
    if not style and own is None:
        return None
    model = completion(ask, view)
    values = filled(ask, view, draft, model) if style == "counters" else padded(draft, len(model))
    markup = own(rules, view, ask.seat, texts, ask, tuple(values)) if own is not None else None
    if not style and markup is None:
        return None
    counters, drawn = style == "counters", markup is not None
    boxes = [] if drawn else _boxes(ask, view, texts, values, model, counters=counters)
    palette = [] if drawn or counters else _palette(ask, view, texts, values, model)
    problem = problem_of(ask, view, texts, values)
    complete = OPEN not in values and not problem
    rest = gaps_filled(ask, view, values) if OPEN in values else []
    return Form(style or "own", boxes, palette, values, complete, problem, rest, markup or "")


def completion(ask: Ask, view: State, prefix: Sequence[int] = ()) -> list[int]:
    """Some legal answer: it tells how many slots there are."""
    return list(ask.filled(view, lambda _, options: options[0], prefix))


def padded(draft: Sequence[int], length: int) -> list[int]:
    """A draft with one value per slot."""
    return [*draft, *[OPEN] * length][:length]


def filled(ask: Ask, view: State, draft: Sequence[int], model: Sequence[int]) -> list[int]:
    """A draft in which every slot holds the legal value nearest to the wanted one, or to zero."""

    def nearest(prefix: Sequence[int], options: Sequence[int]) -> int:
        at = len(prefix)
        wanted = draft[at] if at < len(draft) and draft[at] != OPEN else 0
        return min(options, key=lambda value: abs(value - wanted))

    return list(ask.filled(view, nearest))


def gaps_filled(ask: Ask, view: State, values: Sequence[int]) -> list[int]:
    """A complete answer that keeps what is filled in; empty if there is none to be found simply."""

    def kept(prefix: Sequence[int], options: Sequence[int]) -> int:
        here = values[len(prefix)] if len(prefix) < len(values) else OPEN
        if here in options:
            return here
        return next((value for value in options if value < 0 or value not in values), options[0])

    out = ask.filled(view, kept)
    lost = any(here not in (OPEN, value) for here, value in zip(values, out, strict=False))
    return [] if lost else list(out)


def problem_of(ask: Ask, view: State, texts: Texts, values: Sequence[int]) -> str:
    """Why the form cannot be sent as it is, with the clause; empty if it can or is merely incomplete."""
    upto = values.index(OPEN) if OPEN in values else len(values)
    if upto == len(values):
        try:
            ask.check(view, tuple(values))
        except IllegalMove as error:
            return texts.reason(Reason(error.key, error.clause or ask.rule, error.values))
        return ""
    for step in ask.steps(view, values[:upto]):
        if not step.legal:
            reason = ask.why_not(view, step.prefix, step.value)
            return texts.reason(reason) if reason else ""
    return ""


def _boxes(
    ask: Ask, view: State, texts: Texts, values: list[int], model: list[int], *, counters: bool
) -> list[Box]:
    boxes = []
    for i, value in enumerate(values):
        prefix = values[:i] if counters else model[:i]
        slot = ask.slot(view, prefix)
        text = "" if value == OPEN else texts.name(slot.kind, value)
        box = Box(i, texts.slot(ask, slot.name), slot.kind, None if value == OPEN else value, text)
        if counters:
            options = ask.options(view, prefix) or ()
            box.less = max((other for other in options if other < value), default=None)
            box.more = min((other for other in options if other > value), default=None)
        boxes.append(box)
    return boxes


def _palette(
    ask: Ask, view: State, texts: Texts, values: list[int], model: list[int]
) -> list[tuple[int, str, int | None]]:
    found: dict[int, str] = {}
    for step in ask.steps(view, model):
        kind = ask.slot(view, step.prefix).kind
        for value in step.options or ():
            found.setdefault(value, texts.name(kind, value))
    places = {value: i for i, value in enumerate(values) if value >= 0}
    return [(value, name, places.get(value)) for value, name in found.items()]
