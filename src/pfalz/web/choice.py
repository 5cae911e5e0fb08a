"""An open question as a person meets it: what is chosen so far, what may follow, what may not.

Everything is read from the viewer's own view through `Ask`, the one source of legality. Slots with a single
legal value are filled in by themselves; a form is sent once, as a whole.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

from pfalz.core.ask import Ask, Slot
from pfalz.core.lettering import capital
from pfalz.core.state import HIDDEN, Move, State
from pfalz.core.texts import Texts

OPEN: Final = HIDDEN
"""A slot of a draft that is still empty; no game has this value."""
LONG: Final = 8
"""Longer lists stand under headings, if the question knows any, in an order that is always the same."""
NOBODY: Final = -1
BARRED_BUTTONS: Final = 12
"""Up to so many impossible values are listed as buttons too; on the board all of them can be clicked."""


@dataclass
class Chip:
    """A filled slot; tapping it goes back to `back`."""

    slot: str
    value: str
    kind: str
    number: int
    forced: bool
    back: list[int]


@dataclass
class Offer:
    """A value that may be chosen now, and the draft it leads to."""

    value: int
    label: str
    draft: list[int]
    complete: bool
    direct: bool
    """The choice is the whole answer, so it can be sent at once."""
    times: int = 1
    all: list[int] = field(default_factory=list)
    """The draft after taking this value for all of the like slots that follow."""
    all_complete: bool = False
    note: str = ""
    """What it costs or yields."""
    things: list[str] = field(default_factory=list)
    """What else on the board it concerns, as "kind value"."""
    heading: str = ""
    """Under which it stands in a long list."""
    brief: str = ""
    """What it is called there."""


@dataclass
class Choice:
    """The state of one form."""

    name: str
    prompt: str
    rule: str
    slot: str
    kind: str
    target: str
    """The kind of the things on the board that stand for the values."""
    prefix: list[int]
    complete: bool
    offers: list[Offer]
    barred: list[tuple[int, str]]
    chips: list[Chip]
    options: set[int]
    domain: set[int]
    so_far: str = ""
    """What is chosen so far amounts to."""


@lru_cache(maxsize=20_000)
def named(texts: Texts, kind: str, value: int, seat: int = NOBODY) -> str:
    """The name of a thing that may be chosen, for the seat that chooses: what is its own is called so."""
    each = _each(texts, kind)
    own = each > 0 and 0 <= value < each * texts.rules.players and value // each == seat
    return texts.name(kind, value, "own") if own else texts.name(kind, value)


def _each(texts: Texts, kind: str) -> int:
    """How many things of a kind each seat has; 0 if they do not belong to seats."""
    found = texts.rules.kinds[texts.rules.kinds[kind].base] if kind in texts.rules.kinds else None
    return found.size // texts.rules.players if found and found.factors[:1] == ("seat",) else 0


def on_board(texts: Texts, kind: str) -> str:
    """The kind of the things on the board that stand for values of a kind."""
    return texts.rules.kinds[kind].base


def choose(ask: Ask, view: State, texts: Texts, draft: Sequence[int], *, confirm: bool) -> Choice:
    """What a person sees of an open question after `draft`."""
    prefix, options = ask.forced(view, ask.legal_prefix(view, draft))
    chips = _chips(ask, view, texts, prefix)
    free = sum(not chip.forced for chip in chips)
    common = {"name": ask.name, "prompt": texts.prompt(ask), "rule": ask.rule, "prefix": list(prefix)}
    common["so_far"] = so_far(ask, view, texts, prefix)
    if options is None:
        return Choice(
            **common,  # type: ignore[arg-type]
            slot="", kind="", target="", complete=True, offers=[], barred=[], chips=chips,
            options=set(), domain=set(),
        )  # fmt: skip
    slot = ask.slot(view, prefix)
    direct = free == 0 and not confirm
    offers = [_offer(ask, view, texts, prefix, slot, value, direct=direct) for value in options]
    if len(offers) > LONG:
        offers = _grouped(ask, view, texts, prefix, offers)
    legal = set(options)
    domain = list(ask.domain(view, prefix))
    barred = [(value, named(texts, slot.kind, value, ask.seat)) for value in domain if value not in legal]
    return Choice(
        **common,  # type: ignore[arg-type]
        slot=texts.slot(ask, slot.name),
        kind=slot.kind,
        target=on_board(texts, slot.kind),
        complete=False,
        offers=offers,
        barred=barred if len(barred) <= BARRED_BUTTONS else [],
        chips=chips,
        options=legal,
        domain=set(domain),
    )


def so_far(ask: Ask, view: State, texts: Texts, prefix: Sequence[int]) -> str:
    """What is chosen so far amounts to."""
    found = ask.so_far(view, prefix)
    return texts.notes(found) if found else ""


def answered(ask: Ask, view: State, texts: Texts, answer: Sequence[int]) -> list[Chip]:
    """An answer already given, in words."""
    return _chips(ask, view, texts, ask.legal_prefix(view, answer))


def _offer(
    ask: Ask, view: State, texts: Texts, prefix: Move, slot: Slot, value: int, *, direct: bool
) -> Offer:
    every = (*prefix, value)
    answer, after = ask.forced(view, every)
    offer = Offer(
        value, named(texts, slot.kind, value, ask.seat), list(answer), after is None, direct and after is None
    )
    if found := ask.worth(view, prefix, value):
        offer.note = texts.notes(found)
        offer.things = [f"{on_board(texts, kind)} {thing}" for note in found for kind, thing in note.things]
    follows = answer[len(every) : len(every) + 1] or after or ()
    if value in follows:
        every = ask.repeated(view, every)
        offer.times = len(every) - len(prefix)
        if every != answer[: len(every)]:
            full, rest = ask.forced(view, every)
            offer.all, offer.all_complete = list(full), rest is None
    return offer


def _grouped(ask: Ask, view: State, texts: Texts, prefix: Move, offers: list[Offer]) -> list[Offer]:
    """The offers under their headings; a choice keeps its place from turn to turn."""
    headings = {offer.value: ask.heading(view, prefix, offer.value) for offer in offers}
    if None in headings.values():
        return offers
    for offer in offers:
        kind, thing = headings[offer.value] or ("", 0)
        offer.heading = named(texts, kind, thing)
        offer.brief = capital(offer.label.removeprefix(f"{offer.heading}, "))
    return sorted(offers, key=lambda offer: ((headings[offer.value] or ("", 0))[1], offer.value))


def _chips(ask: Ask, view: State, texts: Texts, prefix: Move) -> list[Chip]:
    chips: list[Chip] = []
    for step in ask.steps(view, prefix):
        slot = ask.slot(view, step.prefix)
        name = named(texts, slot.kind, step.value, ask.seat)
        label, back = texts.slot(ask, slot.name), list(step.prefix)
        target = on_board(texts, slot.kind)
        chips.append(Chip(label, name, target, step.value, step.forced, back))
    return chips
