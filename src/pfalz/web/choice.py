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
from pfalz.core.state import HIDDEN, Move, State
from pfalz.core.texts import Texts

OPEN: Final = HIDDEN
"""A slot of a draft that is still empty; no game has this value."""
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
    move: list[int]
    complete: bool
    direct: bool
    """The choice is the whole answer, so it can be sent at once."""
    times: int = 1
    all: list[int] = field(default_factory=list)
    """The draft after taking this value for all of the like slots that follow."""
    all_complete: bool = False


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


@lru_cache(maxsize=20_000)
def named(texts: Texts, kind: str, value: int) -> str:
    """The name of a thing that may be chosen."""
    return texts.name(kind, value)


def on_board(texts: Texts, kind: str) -> str:
    """The kind of the things on the board that stand for values of a kind."""
    kinds = texts.rules.kinds
    return kinds[kind].base if kind in kinds else kind


def legal_part(ask: Ask, view: State, draft: Sequence[int]) -> Move:
    """The longest beginning of a draft that is (still) legal."""
    prefix: list[int] = []
    for value in draft:
        options = ask.options(view, prefix)
        if options is None or value not in options:
            break
        prefix.append(value)
    return tuple(prefix)


def extended(ask: Ask, view: State, prefix: Sequence[int]) -> tuple[Move, Sequence[int] | None]:
    """`prefix` with the slots that have a single legal value filled in, and the options after it."""
    return _filled_in(ask, view, prefix, ask.options(view, prefix))


def _filled_in(
    ask: Ask, view: State, prefix: Sequence[int], options: Sequence[int] | None
) -> tuple[Move, Sequence[int] | None]:
    out = list(prefix)
    while options is not None and len(options) == 1:
        out.append(options[0])
        options = ask.options(view, out)
    return tuple(out), options


def choose(ask: Ask, view: State, texts: Texts, draft: Sequence[int], *, confirm: bool) -> Choice:
    """What a person sees of an open question after `draft`."""
    prefix, options = extended(ask, view, legal_part(ask, view, draft))
    chips = _chips(ask, view, texts, prefix)
    free = sum(not chip.forced for chip in chips)
    common = {"name": ask.name, "prompt": texts.prompt(ask), "rule": ask.rule, "prefix": list(prefix)}
    if options is None:
        return Choice(
            **common,  # type: ignore[arg-type]
            slot="", kind="", target="", complete=True, offers=[], barred=[], chips=chips,
            options=set(), domain=set(),
        )  # fmt: skip
    slot = ask.slot(view, prefix)
    direct = free == 0 and not confirm
    offers = [_offer(ask, view, texts, prefix, slot, value, direct=direct) for value in options]
    legal = set(options)
    domain = list(ask.domain(view, prefix))
    barred = [(value, named(texts, slot.kind, value)) for value in domain if value not in legal]
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


def answered(ask: Ask, view: State, texts: Texts, move: Sequence[int]) -> list[Chip]:
    """An answer already given, in words."""
    return _chips(ask, view, texts, legal_part(ask, view, move))


def _offer(
    ask: Ask, view: State, texts: Texts, prefix: Move, slot: Slot, value: int, *, direct: bool
) -> Offer:
    every = [*prefix, value]
    options = ask.options(view, every)
    move, after = _filled_in(ask, view, every, options)
    offer = Offer(value, named(texts, slot.kind, value), list(move), after is None, direct and after is None)
    while options is not None and value in options and ask.slot(view, every) == slot:
        every.append(value)
        options = ask.options(view, every)
    offer.times = len(every) - len(prefix)
    if offer.times > 1 and tuple(every) != tuple(move)[: len(every)]:
        full, rest = _filled_in(ask, view, every, options)
        offer.all, offer.all_complete = list(full), rest is None
    return offer


def _chips(ask: Ask, view: State, texts: Texts, prefix: Move) -> list[Chip]:
    chips: list[Chip] = []
    for i, value in enumerate(prefix):
        before = prefix[:i]
        slot = ask.slot(view, before)
        forced = len(ask.options(view, before) or ()) == 1
        name = named(texts, slot.kind, value)
        target = on_board(texts, slot.kind)
        chips.append(Chip(texts.slot(ask, slot.name), name, target, value, forced, list(before)))
    return chips
