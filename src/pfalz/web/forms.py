"""Forms whose slots are known in advance: boxes to be filled with cards in any order, and counters.

A game says in its `board.py` which questions are such forms, `FORMS = {"plan": "mat", "dowry": "counters"}`,
a module in its drawing (`ADDS["forms"]`), and gets the ones below: a mat has a box for every slot and a set
of cards; counters have plus and minus for every number, and what can be answered, with the reasons for what
cannot, for every other kind of slot. A game may instead draw one itself, with the widgets of `core/forms.py`
or its own, by

    form(rules, view, seat, texts, ask, draft) -> str | None      (HTML or SVG; None: use the ordinary way)

where `draft` has one value per slot, OPEN (-99) in those still empty. The script understands in that markup:
`data-slot="3"` a place for a value (tap or drop), `data-put="17"` a value that can be dragged or tapped,
`data-step="1"` inside a `data-slot` a plus or minus button, `data-why="17"` there an impossible value that
says why when it is tapped, `data-unique` on the outermost element: a value that is put elsewhere leaves its
old place, except a negative one, which means that nothing lies there.
Everything changes the private draft; the answer is sent once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from markupsafe import Markup

from pfalz import catalogue
from pfalz.core.ask import Ask, Reason
from pfalz.core.errors import IllegalAnswer
from pfalz.core.forms import MatBox, MatCard, mat, mat_box, mat_card
from pfalz.core.sheet import additions
from pfalz.core.state import State
from pfalz.core.texts import Texts
from pfalz.web.choice import OPEN, so_far
from pfalz.web.markup import section
from pfalz.web.words import words


class Barred(NamedTuple):
    """What cannot be answered, and why."""

    value: int
    name: str
    reason: str
    clause: str


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
    most: int | None = None
    sign: Markup = field(default_factory=Markup)
    """What is counted, in a picture."""
    choices: list[tuple[int, str, str]] = field(default_factory=list)
    """Values and names of what can be answered, and what it costs and yields, where it is not a number."""
    barred: list[Barred] = field(default_factory=list)


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
    markup: str
    so_far: str = ""
    """What is filled in so far amounts to."""
    target: str = ""
    """The kind of the things on the board that stand for cards: the form can be filled there too."""
    names: dict[int, str] = field(default_factory=dict)
    """Their names."""


def form_of(game: str, rules: Any, view: State, texts: Texts, ask: Ask, draft: Sequence[int]) -> Form | None:
    """The form of an open question, or None if it is asked slot by slot."""
    board = catalogue.board(game)
    style = _style(board, rules, ask.name)
    own = getattr(board, "form", None)
    if not style and own is None:
        return None
    model = completion(ask, view)
    counted = style == "counters"
    values = filled(ask, view, draft, model) if counted else known(ask, view, texts, draft, model)
    markup = own(rules, view, ask.seat, texts, ask, tuple(values)) if own is not None else None
    if not style and markup is None:
        return None
    boxes: list[Box] = []
    palette: list[tuple[int, str, int | None]] = []
    if markup is None and style == "counters":
        boxes = _counters(ask, view, texts, values, getattr(board, "sign", None))
        markup = section("counters.html", texts.language, boxes=boxes)
    elif markup is None:
        boxes, palette = _boxes(ask, view, texts, values, model), _palette(ask, view, texts, values, model)
        markup = _mat(boxes, palette, words(texts.language)("table.cards"))
    problem = problem_of(ask, view, texts, values)
    complete = OPEN not in values and not problem
    rest = gaps_filled(ask, view, values) if OPEN in values else []
    found = Form(style or "own", boxes, palette, values, complete, problem, rest, markup)
    found.so_far = so_far(ask, view, texts, values)
    if target := getattr(board, "ON_BOARD", {}).get(ask.name):
        found.target = target
        kind, cards = texts.rules.kinds[target], ask.options(view, values[:0]) or ()
        found.names = {card: texts.name(target, card) for card in cards if kind.holds(card)}
    return found


def _style(board: Any, rules: Any, name: str) -> str:
    """How the game, or a module in play, wants a question to be asked."""
    found: dict[str, str] = getattr(board, "FORMS", {})
    for add in additions(rules, "forms"):
        found = found | add()
    return found.get(name, "")


def completion(ask: Ask, view: State, prefix: Sequence[int] = ()) -> list[int]:
    """Some legal answer: it tells how many slots there are."""
    return list(ask.filled(view, lambda _, options: options[0], prefix))


def known(ask: Ask, view: State, texts: Texts, draft: Sequence[int], model: Sequence[int]) -> list[int]:
    """A draft with one value per slot; drafts are kept unread, so what is no thing at all is left out."""
    values = [*draft, *[OPEN] * len(model)][: len(model)]
    kinds = [texts.rules.kinds[ask.slot(view, model[:i]).kind] for i in range(len(model))]
    return [value if kind.holds(value) else OPEN for kind, value in zip(kinds, values, strict=True)]


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
        except IllegalAnswer as error:
            return texts.reason(Reason(error.key, error.clause or ask.rule, error.values))
        return ""
    for step in ask.steps(view, values[:upto]):
        if not step.legal:
            reason = ask.why_not(view, step.prefix, step.value)
            return texts.reason(reason) if reason else ""
    return ""


def _boxes(ask: Ask, view: State, texts: Texts, values: list[int], model: list[int]) -> list[Box]:
    boxes = []
    for i, value in enumerate(values):
        slot = ask.slot(view, model[:i])
        held, text = (None, "") if value == OPEN else (value, texts.name(slot.kind, value))
        boxes.append(Box(i, texts.slot(ask, slot.name), slot.kind, held, text))
    return boxes


def _mat(boxes: list[Box], palette: list[tuple[int, str, int | None]], heading: str) -> str:
    return mat(
        [mat_box(MatBox(box.index, box.label, box.value, box.text)) for box in boxes],
        [mat_card(MatCard(value, name, at is not None)) for value, name, at in palette],
        heading,
    )


def _counters(
    ask: Ask, view: State, texts: Texts, values: list[int], sign: Callable[[str], str] | None
) -> list[Box]:
    boxes = []
    for prefix, slot, value in ask.walk(view, values):
        box = Box(len(prefix), texts.slot(ask, slot.name), slot.kind, value, texts.name(slot.kind, value))
        options = ask.options(view, prefix) or ()
        if slot.kind == "number":
            drawn = sign(slot.name) if sign is not None else ""
            box.sign = Markup(f'<svg viewBox="0 0 20 20" aria-hidden="true">{drawn}</svg>' if drawn else "")
            box.less = max((other for other in options if other < value), default=None)
            box.more = min((other for other in options if other > value), default=None)
            box.most = max(options, default=None)
        else:
            for other in options:
                found = ask.worth(view, prefix, other)
                box.choices.append((other, texts.name(slot.kind, other), texts.notes(found) if found else ""))
            box.barred = _barred(ask, view, texts, prefix, slot.kind)
        boxes.append(box)
    return boxes


def _barred(ask: Ask, view: State, texts: Texts, prefix: Sequence[int], kind: str) -> list[Barred]:
    found = []
    for value in ask.domain(view, prefix):
        reason = ask.why_not(view, prefix, value)
        if reason is not None:
            why = texts.text(f"reason.{reason.key}", reason.values)
            found.append(Barred(value, texts.name(kind, value), why, reason.clause))
    return found


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
