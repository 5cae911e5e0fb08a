"""Alchemists (DM4): resources are put on a card in the action Research and become gold, three for one.

Gold that lies on the card as full sets can be paid with as if it were there; it is made when it is paid
(DM4-2.7, DMX-7.1). So it has to be exchanged by hand only where gold counts otherwise than for a payment
(DMR-46). What lies on the card is no longer among the goods of its owner, so nothing else can be done with it
(DM4-2.4).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, Final

from pfalz.core.ask import Choice, Note, Question, Reason, Slot, because, note
from pfalz.core.events import EventKind
from pfalz.core.flow import Step, ask, do, flow, when
from pfalz.core.game import Data, Edit, Modifier, Module, Options, Reaction, before, widen
from pfalz.core.kinds import Kinds
from pfalz.core.ruleset import Ruleset
from pfalz.core.state import HIDDEN, Args, Columns, Move, Schema
from pfalz.games.darkages.further import FurtherStep, add_step
from pfalz.games.darkages.goods import bundle, gain_goods, lose_goods
from pfalz.games.darkages.modules.alchemists.events import DEPOSITED, EVENTS, EXCHANGED
from pfalz.games.darkages.modules.alchemists.state import ID, SLICE, AlchemistLookup, Cards, cards, full_sets
from pfalz.games.darkages.notes import goods, number
from pfalz.games.darkages.payment import Purse
from pfalz.games.darkages.possible import can_research, playable_faces, raisable
from pfalz.games.darkages.state import FROM_GOLD, DarkAges
from pfalz.games.darkages.words import GOLD, GOODS, RESEARCH, RESOURCE_IDS, RESOURCES

RESOURCE_SLOTS: Final = tuple([Slot(id, "number") for id in RESOURCE_IDS])


# -- putting resources on the card (DM4-2.1) ----------------------------------------------------------


def open_alchemist(s: DarkAges, side: int, action: int) -> None:
    """Each execution of an action is a new opportunity (DM0-3.4)."""
    cards(s).done = 0


def brings_gold(s: DarkAges, side: int, action: int) -> bool:
    """Whether resources put there before the research could become gold for it; others can wait (DM-P2)."""
    if action != RESEARCH:
        return False
    part = cards(s)
    return s.resources(side) >= part.t.set_size - part.stock[side] % part.t.set_size


def may_deposit(s: DarkAges, side: int, action: int) -> bool:
    """Whether there is something to put on the card after the research, and nothing was put there before."""
    return action == RESEARCH and not cards(s).done and s.resources(side) > 0


class Deposit(Question[DarkAges]):
    """How many resources of each type are put on the card, gold never (DM4-2.1, DM4-2.3): side, action."""

    name: ClassVar[str] = "deposit"
    rule: ClassVar[str] = "DM4-2.1"

    def seat(self, s: DarkAges, args: Args) -> int:
        return args[0]

    def least(self, s: DarkAges, seat: int) -> int:
        """So many have to be put there."""
        return 0

    def slot(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Slot:
        return RESOURCE_SLOTS[len(prefix)]

    def options(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int] | None:
        at = len(prefix)
        if at == RESOURCES:
            return None
        part, here = cards(s), GOODS * seat
        others = sum(prefix) + sum(s.goods[here + at + 1 : here + RESOURCES])
        enough = others + part.stock[seat] >= part.t.set_size  # no more are ever needed
        low = 0 if enough else max(0, self.least(s, seat) - others)
        return range(low, s.goods[here + at] + 1)

    def domain(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int]:
        at = len(prefix)
        return () if at == RESOURCES else range(s.goods[GOODS * seat + at] + 1)

    def reason(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int], value: int) -> Reason:
        return because("research_needs_gold", "DM4-2.2", n=("number", self.least(s, seat)))

    def so_far(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[Note]:
        """How many lie on the card then, and how many gold that makes (DM4-2.5)."""
        part = cards(s)
        there = part.stock[seat] + sum([n for n in prefix if n != HIDDEN])
        return [note("deposited", n=number(there), gold=number(there // part.t.set_size))]

    def answer(self, s: DarkAges, seat: int, args: Args, answer: Move) -> None:
        part, n = cards(s), sum(answer)
        if not n:
            return
        for resource, given in enumerate(answer):
            lose_goods(s, seat, resource, given)
        part.stock[seat] += n
        part.done = 1
        s.emit(DEPOSITED, seat, *bundle(answer))


class DepositFirst(Deposit):
    """The same before the research, for which the gold may be needed (DM4-2.2, DMR-21, DM-P1)."""

    def least(self, s: DarkAges, seat: int) -> int:
        part = cards(s)
        return 0 if can_research(s, seat, Purse(s, seat)) else part.t.set_size - part.stock[seat]


def can_act(s: DarkAges, actions: int, side: int) -> int:
    """Research can be chosen if an option of it will be carried out, with gold of the card or not (DM-P1)."""
    if actions >> RESEARCH & 1 or not brings_gold(s, side, RESEARCH):
        return actions
    if raisable(s, side) or any(playable_faces(s, side, card) for card in s.hand[side]):
        return actions | 1 << RESEARCH
    return actions


# -- gold (DM4-2.5) -----------------------------------------------------------------------------------


def exchange(s: DarkAges, side: int, n: int) -> None:
    """So many full sets of the card become gold (DM4-2.5)."""
    if n:
        part = cards(s)
        part.stock[side] -= n * part.t.set_size
        s.emit(EXCHANGED, side, n * part.t.set_size, n)
        gain_goods(s, side, GOLD, n)


def gold_at_hand(s: DarkAges, gold: int, side: int) -> int:
    """Full sets are gold to pay with, in anybody's turn (DM4-2.7, DMX-7.1), for who has a seat (DM4-3.1)."""
    if side >= s.t.players:
        return gold
    part: Cards = s.slices[ID]
    return gold + part.stock[side] // part.t.set_size


def final_vp(s: DarkAges, points: int, side: int, source: int) -> int:
    """Full sets are gold at the end, the rest is worth nothing (DM4-2.6)."""
    return points + s.t.gold_vp * full_sets(s, side) if source == FROM_GOLD else points


def exchange_all(s: DarkAges) -> None:
    """Just before gold is counted all full sets are exchanged (DM4-2.6, DM4-2.7)."""
    for seat in range(s.t.players):
        exchange(s, seat, full_sets(s, seat))


def has_set(s: DarkAges, side: int) -> bool:
    """Whether something can be exchanged."""
    part: Cards = s.slices[ID]
    return part.stock[side] >= part.t.set_size


class Exchange(Choice[DarkAges]):
    """How many full sets are exchanged, perhaps none (DM4-2.7): side."""

    name: ClassVar[str] = "exchange"
    rule: ClassVar[str] = "DM4-2.5"
    of: ClassVar[str] = "number"
    called: ClassVar[str] = "sets"

    def seat(self, s: DarkAges, args: Args) -> int:
        return args[0]

    def values(self, s: DarkAges, seat: int, args: Args) -> Sequence[int]:
        return range(full_sets(s, seat) + 1)

    def worth(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int], value: int) -> Sequence[Note]:
        """Gold for full sets (DM4-2.5)."""
        return [note("get", bundle=goods(GOLD, value))] if value else ()

    def chosen(self, s: DarkAges, seat: int, args: Args, value: int) -> None:
        exchange(s, seat, value)


class ExchangeSome(Exchange):
    """The same as a free step, which has to do something (D-26.9)."""

    def values(self, s: DarkAges, seat: int, args: Args) -> Sequence[int]:
        return range(1, full_sets(s, seat) + 1)


def offer_exchange(s: DarkAges, side: int) -> None:
    """Before something depends on the gold of a player he may exchange (DM4-2.7, DMX-7.1)."""
    if s.has_seat(side) and has_set(s, side):
        s.call("exchange", side)


class AfterAction(FurtherStep):
    """Exchanging as a free step (DM4-2.7)."""

    name: ClassVar[str] = "after"
    rule: ClassVar[str] = "D-4.9"
    step: ClassVar[str] = "exchange"

    def possible(self, s: DarkAges, seat: int) -> bool:
        return has_set(s, seat)

    def refusal(self, s: DarkAges, seat: int) -> Reason:
        size = cards(s).t.set_size
        return because("no_full_set", "DM4-2.5", n=("number", size))

    def begin(self, s: DarkAges, seat: int) -> None:
        s.free_taken = 1
        s.call("exchange_some", seat)


class BeforeAction(AfterAction):
    """The same before an action, for which a disc must be there (D-4.12)."""

    name: ClassVar[str] = "turn"
    rule: ClassVar[str] = "D-4.2"

    def possible(self, s: DarkAges, seat: int) -> bool:
        return s.discs[seat] > 0 and has_set(s, seat)


class Alchemists(Module[DarkAges]):
    """An alchemist for every player."""

    id: ClassVar[str] = ID
    players: ClassVar[tuple[int, int]] = (1, 8)
    meets: ClassVar[tuple[str, ...]] = ("wyrd", "tribute", "poland")
    complexity: ClassVar[str] = "minimal"
    package: ClassVar[str] = "pfalz.games.darkages.modules.alchemists"
    files: ClassVar[tuple[str, ...]] = ("alchemists",)
    schema: ClassVar[Schema | None] = SLICE

    def lookup(self, data: Data, players: int, options: Options) -> AlchemistLookup:
        return AlchemistLookup(data)

    def kinds(self, kinds: Kinds, rules: Ruleset[DarkAges]) -> None:
        add_step(kinds, rules.lookup, "exchange")

    def flows(self, rules: Ruleset[DarkAges]) -> Sequence[Step[DarkAges]]:
        return [
            flow(ask(Exchange()), "side"),
            flow(ask(ExchangeSome(), "exchange_some"), "side"),
        ]

    def edits(self, rules: Ruleset[DarkAges]) -> Sequence[Edit]:
        return [
            before("content", do(open_alchemist)),
            before("content", when(brings_gold, ask(DepositFirst(), "deposit_first"))),
            before("execute_triggers", when(may_deposit, ask(Deposit()))),
            before("pass_6", when(has_set, ask(Exchange(), "exchange_in_pass"))),
            before("scoring", do(exchange_all)),
            widen("turn", BeforeAction),
            widen("after", AfterAction),
        ]

    def modifiers(self) -> Mapping[str, Modifier]:
        return {"can_act": can_act, "gold_at_hand": gold_at_hand, "final_vp": final_vp}

    def reactions(self) -> Mapping[str, Reaction]:
        return {"gold_lacking": exchange, "gold_at_stake": offer_exchange}

    def events(self) -> Sequence[EventKind]:
        return EVENTS

    def start(self, s: DarkAges) -> Columns | None:
        part = Cards()
        s.rules.slice_shapes[self.id].fill(part)
        part.t = s.rules.parts[self.id]
        return part
