"""Emperor's Court (W-20): armies become courtiers, courtiers buy favors. The favors themselves: favors.py.

Winter is unchanged (W-20.9) and passes over courtiers, deck and a kept card (W-50.5). A player without
counties still has dice tower cards, courtiers and favors (W-50.6).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import ClassVar

from pfalz.core.ask import Chance, Choice, Reason, Slot, because
from pfalz.core.events import EventKind
from pfalz.core.flow import Step, ask, chance, do, each, flow, seq, when
from pfalz.core.game import Data, Edit, Modifier, Module, Options, Reaction, after, before
from pfalz.core.kinds import Kinds
from pfalz.core.ruleset import Ruleset
from pfalz.core.state import Args, Columns, Move, Schema
from pfalz.games.wallenstein.bids import turn_order
from pfalz.games.wallenstein.lookup import ACTIONS, BLANK
from pfalz.games.wallenstein.modules.court.events import (
    CONVERSION_FAILED,
    COURTIERS_ARRIVED,
    COURTIERS_RETURNED,
    COURTIERS_SENT,
    EVENTS,
    EXTRA_REVEALED,
    FAVOR_DECLINED,
    FAVOR_TAKEN,
    FAVORS_DISPLAYED,
)
from pfalz.games.wallenstein.modules.court.favors import (
    BuildFree,
    CalmCounty,
    DismissEvent,
    ImperialTroops,
    use_favor,
)
from pfalz.games.wallenstein.modules.court.lookup import (
    DECK,
    DECLINE,
    GONE,
    SHOWN,
    CourtLookup,
    declare_kinds,
)
from pfalz.games.wallenstein.modules.court.state import SLICE, Audience, hall_of
from pfalz.games.wallenstein.state import Wallenstein, is_county


class DisplayFavors(Chance[Wallenstein]):
    """Three favors face up from a shuffled deck: the highest number is the dearest (W-20.2, W-20.3, W-20.7).

    Six rounds show eighteen; three never appear (W-20.40)."""

    name: ClassVar[str] = "display_favors"
    rule: ClassVar[str] = "W-20.7"

    def slot(self, s: Wallenstein, seat: int, args: Args, prefix: Sequence[int]) -> Slot:
        return Slot("favor", "favor")

    def options(self, s: Wallenstein, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int] | None:
        if len(prefix) == len(hall_of(s).t.costs):
            return None
        return [f for f, place in enumerate(hall_of(s).favor) if place == DECK and f not in prefix]

    def sample(self, s: Wallenstein, args: Args, rng: Random) -> Move:
        deck = [f for f, place in enumerate(hall_of(s).favor) if place == DECK]
        return tuple(rng.sample(deck, len(hall_of(s).t.costs)))

    def answer(self, s: Wallenstein, seat: int, args: Args, answer: Move) -> None:
        part = hall_of(s)
        shown = sorted(answer, reverse=True)
        for space, favor in enumerate(shown):
            part.favor[favor] = SHOWN - space
        s.emit(FAVORS_DISPLAYED, *shown)


def bring_courtiers(s: Wallenstein, colour: int, n: int) -> None:
    """At the tower fill one courtier for each own army that fell out (W-20.4)."""
    if colour < s.t.players:
        hall_of(s).entrance[colour] += n
        s.emit(COURTIERS_ARRIVED, colour, n)


def send_courtiers(s: Wallenstein, seat: int) -> None:
    """Resolve the extra boxes 3, 2, 1; a possible conversion is mandatory (W-20.17 to W-20.21).

    The cards stay in their boxes, face up (W-20.14). Armies that a banner put into the tray count (W-50.3),
    those of a favor come later (W-20.43)."""
    part = hall_of(s)
    for i, n in enumerate(part.t.convert):
        box = ACTIONS + 1 + i
        card = s.reveal(seat, box)
        s.emit(EXTRA_REVEALED, seat, box, card)
        free = part.t.courtiers - part.entrance[seat] - part.audience[seat]
        if not converts(card, n, free, s.armies, s.tray[seat]):
            if is_county(card) or card >= BLANK:
                s.emit(CONVERSION_FAILED, seat, n)
            continue
        if is_county(card):
            s.armies[card] -= n  # W-20.18
        else:
            s.tray[seat] -= n  # W-20.20
        s.supply[seat] += n
        part.entrance[seat] += n
        s.emit(COURTIERS_SENT, seat, n)


def converts(card: int, n: int, free: int, armies: Sequence[int], tray: int) -> bool:
    """Whether a card in the box for n armies sends courtiers (W-20.15, W-20.18 to W-20.20)."""
    if is_county(card):
        return free >= n and armies[card] > n
    return card >= BLANK and free >= n and tray >= n


def petitioners(s: Wallenstein) -> Sequence[int]:
    """Who has courtiers in the entrance hall, most first, then in player order (W-20.22)."""
    entrance = hall_of(s).entrance
    return sorted((seat for seat in turn_order(s) if entrance[seat]), key=lambda seat: -entrance[seat])


def is_favor_left(s: Wallenstein, seat: int) -> bool:
    """Part 2 ends when all three favors are taken; nobody goes up after that (W-20.27, W-P4)."""
    return any(place <= SHOWN for place in hall_of(s).favor)


def go_up(s: Wallenstein, seat: int) -> None:
    """All courtiers of the player go up into the audience hall (W-20.23)."""
    part = hall_of(s)
    part.audience[seat] += part.entrance[seat]
    part.entrance[seat] = 0


class TakeFavor(Choice[Wallenstein]):
    """A displayed favor for which there are enough courtiers, or none (W-20.24); no refill (W-20.26)."""

    name: ClassVar[str] = "take_favor"
    rule: ClassVar[str] = "W-20.24"
    of: ClassVar[str] = "favor_or_none"
    called: ClassVar[str] = "favor"

    def values(self, s: Wallenstein, seat: int, args: Args) -> Sequence[int]:
        part = hall_of(s)
        there, costs = part.audience[seat], part.t.costs
        found = [f for f, place in enumerate(part.favor) if place <= SHOWN and costs[SHOWN - place] <= there]
        found.append(DECLINE)
        return found

    def refusal(self, s: Wallenstein, seat: int, args: Args, value: int) -> Reason:
        part = hall_of(s)
        place = part.favor[value]
        if place > SHOWN:
            return because("favor_not_shown", "W-20.24")
        return because("too_few_courtiers", "W-20.24", need=("number", part.t.costs[SHOWN - place]))

    def chosen(self, s: Wallenstein, seat: int, args: Args, value: int) -> None:
        if value == DECLINE:
            s.emit(FAVOR_DECLINED, seat)
            return
        part = hall_of(s)
        cost = part.t.costs[SHOWN - part.favor[value]]
        part.audience[seat] -= cost
        part.favor[value] = GONE
        s.emit(FAVOR_TAKEN, seat, value, cost)
        use_favor(s, seat, value)


def close_court(s: Wallenstein) -> None:
    """Courtiers go back to the entrance hall, favors nobody took leave the game (W-20.28)."""
    part = hall_of(s)
    for seat in range(s.t.players):
        part.entrance[seat] += part.audience[seat]
        part.audience[seat] = 0
    for favor, place in enumerate(part.favor):
        if place <= SHOWN:
            part.favor[favor] = GONE
    s.emit(COURTIERS_RETURNED)


def return_safe_conducts(s: Wallenstein) -> None:
    """Immunity ends with the round (W-20.33)."""
    part = hall_of(s)
    for favor in part.t.immunities:
        if part.favor[favor] >= 0:
            part.favor[favor] = GONE


# -- modifiers and reactions ----------------------------------------------------------------------


def dice_tower_cards(s: Wallenstein, cards: int) -> int:
    """Dice tower cards (W-20.10): no action (W-20.12), as a bid money 0 (W-20.13), never lost (W-20.41)."""
    t: CourtLookup = s.rules.parts["court"]
    return cards + t.dice_cards


def refuse_attack(s: Wallenstein, open_: int, defender: int, county: int, action: int) -> int:
    """Immunity covers every county the player owns now, from attacks (W-20.33, W-20.38, W-20.42, W-R.46)."""
    part = hall_of(s)
    for favor in part.t.immunities:
        if part.favor[favor] == defender and action in part.t.wards[favor]:
            return 0
    return open_


def avert_marker(s: Wallenstein, markers: int, seat: int, county: int) -> int:
    """A kept number 4 stops the next revolt marker (W-20.32, W-20.39)."""
    part = hall_of(s)
    return 0 if any(part.favor[favor] == seat for favor in part.t.calms) else markers


def spend_calm(s: Wallenstein, seat: int, county: int) -> None:
    """The kept card has done its work and leaves the game (W-20.32)."""
    part = hall_of(s)
    for f in part.t.calms:
        if part.favor[f] == seat:
            part.favor[f] = GONE
            return


class EmperorsCourt(Module[Wallenstein]):
    """Courtiers and favors, three more boxes on the mat and dice tower cards for them."""

    id: ClassVar[str] = "court"
    players: ClassVar[tuple[int, int]] = (3, 5)
    meets: ClassVar[tuple[str, ...]] = ("landsknechte", "leaders")  # W-50.3, W-50.4, W-50.8
    package: ClassVar[str] = "pfalz.games.wallenstein.modules.court"
    files: ClassVar[tuple[str, ...]] = ("court",)
    schema: ClassVar[Schema | None] = SLICE
    sources: ClassVar[tuple[str, ...]] = ("favors",)
    moved_data: ClassVar[Mapping[str, str]] = {
        "expansions.court": "court.court",
        "expansions.favor": "court.favor",
    }

    def lookup(self, data: Data, players: int, options: Options) -> CourtLookup:
        return CourtLookup(data)

    def kinds(self, kinds: Kinds, rules: Ruleset[Wallenstein]) -> None:
        declare_kinds(kinds, rules.parts[self.id])

    def flows(self, rules: Ruleset[Wallenstein]) -> Sequence[Step[Wallenstein]]:
        used = [ask(CalmCounty()), ask(BuildFree()), ask(ImperialTroops())]
        return [flow(ask(DismissEvent()), "seat"), *[flow(step, "seat", "favor") for step in used]]

    def edits(self, rules: Ruleset[Wallenstein]) -> Sequence[Edit]:
        court = seq(
            "court_step",  # W-20.8
            each("sending", turn_order, do(send_courtiers)),
            each("audiences", petitioners, when(is_favor_left, seq("audience", do(go_up), ask(TakeFavor())))),
            do(close_court),
        )
        return [
            after("lay_out_tiles", chance(DisplayFavors())),
            after("fix_order", court),
            before("end_round", do(return_safe_conducts)),
        ]

    def modifiers(self) -> Mapping[str, Modifier]:
        return {
            "blank_cards": dice_tower_cards,
            "may_attack": refuse_attack,
            "markers_placed": avert_marker,
        }

    def reactions(self) -> Mapping[str, Reaction]:
        return {"fell_at_fill": bring_courtiers, "marker_averted": spend_calm}

    def events(self) -> Sequence[EventKind]:
        return EVENTS

    def start(self, s: Wallenstein) -> Columns | None:
        part = Audience()
        s.rules.slice_shapes[self.id].fill(part)
        part.t = s.rules.parts[self.id]
        return part

    def violations(self, s: Wallenstein) -> Sequence[str]:
        """Courtiers and favors (W-60.7)."""
        part = hall_of(s)
        found: list[str] = []
        for seat in range(s.t.players):
            there = (part.entrance[seat], part.audience[seat])
            if min(there) < 0 or sum(there) > part.t.courtiers:
                found.append(f"seat {seat} has {there} courtiers at court")
        if any(part.audience) and not s.within("court_step"):
            found.append("courtiers stand in the audience hall outside the court step")
        cheapest = SHOWN - len(part.t.costs) + 1
        if any(not cheapest <= place < s.t.players for place in part.favor):
            found.append("a favor is in an impossible place")
        return found
