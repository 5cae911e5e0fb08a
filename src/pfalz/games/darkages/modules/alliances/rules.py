"""Alliances (DM5): players who begin to share a border may exchange cards, and pay for attacking an ally.

An alliance forbids nothing (DM5-3.7); there is nothing to promise beside the cards (DM5-3.3), and in hand
they are worth nothing (DM5-1.3). How borders begin and how people negotiate: `talks.py`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, ClassVar

from mypy_extensions import mypyc_attr

from pfalz.core.data import typed
from pfalz.core.events import EventKind
from pfalz.core.flow import Step, ask, chance, do, each, flow, loop, seq, together, when
from pfalz.core.game import Data, Edit, Memory, Module, Options, Reaction, after, before
from pfalz.core.kinds import Kinds
from pfalz.core.ruleset import Ruleset
from pfalz.core.state import HIDDEN, Columns, Move, Schema
from pfalz.games.darkages.boxes import boxes, original, twice
from pfalz.games.darkages.dealing import Deal, from_starter, undealt
from pfalz.games.darkages.events import NOBLES_EXHAUSTED
from pfalz.games.darkages.goods import lose_points
from pfalz.games.darkages.modules.alliances.events import ALLIANCE_BROKEN, ALLIANCES_DEALT, EVENTS
from pfalz.games.darkages.modules.alliances.schema import AlliancesFile
from pfalz.games.darkages.modules.alliances.state import (
    ID,
    SLICE,
    AllianceLookup,
    Pacts,
    declare_kinds,
    pacts,
    received,
    source_of,
)
from pfalz.games.darkages.modules.alliances.talks import (
    Agree,
    Listen,
    Negotiate,
    Offer,
    begin_talks,
    borders,
    both_offer,
    check_borders,
    end_talks,
    gained,
    goes_on,
    has_news,
    look,
    lost,
    may_open,
    negotiators,
    next_talks,
    rise,
)
from pfalz.games.darkages.possible import bits
from pfalz.games.darkages.powers import end_powers
from pfalz.games.darkages.state import NONE, DarkAges

# -- setup (DM5-1) -------------------------------------------------------------------------------------


class DealAlliances(Deal):
    """The cards of a player (DM5-1.2)."""

    name: ClassVar[str] = "alliance_deal"
    rule: ClassVar[str] = "DM5-1.2"
    of: ClassVar[str] = "alliance"

    def dealt(self, s: DarkAges) -> int:
        return pacts(s).t.dealt

    def left(self, s: DarkAges) -> Sequence[int]:
        return undealt(len(pacts(s).t.ids), pacts(s).hand)

    def take(self, s: DarkAges, owner: int, cards: Move) -> None:
        pacts(s).hand[owner] = tuple(sorted(cards))
        s.emit(ALLIANCES_DEALT, owner, *sorted(cards))


def first_borders(s: DarkAges) -> None:
    """Borders at the end of the setup: nobody has gained an area to make them (DM5-2.3, DMR-23)."""
    part = pacts(s)
    part.border = borders(s)
    part.fresh = [0] * s.t.players
    part.moved = 0


def first_partners(s: DarkAges, opener: int) -> Sequence[int]:
    """The neighbours of a player who come after him in turn order (DM5-2.3)."""
    order = list(from_starter(s))
    return [other for other in order[order.index(opener) + 1 :] if pacts(s).border[opener] >> other & 1]


def introduce(s: DarkAges, opener: int, partner: int) -> None:
    """A pair of neighbours may negotiate before the first turn."""
    begin_talks(s, opener, 1 << partner)


# -- breaking an alliance (DM5-4) ----------------------------------------------------------------------


def break_alliance(s: DarkAges, attacker: int, defender: int, area: int) -> None:
    """Who attacks an ally pays for it before the battle, whatever comes of that (DM0-4.2, DMX-4.2, DMR-24).

    The partner pays nothing (DM5-4.5). A campaign is an attack like any other (DM5-4.1, DMX-4.1)."""
    if not s.has_seat(attacker) or not s.has_seat(defender) or received(s, attacker, defender) == NONE:
        return
    part, n = pacts(s), s.t.players
    s.emit(ALLIANCE_BROKEN, attacker, defender, part.t.penalty)
    lose_points(s, attacker, part.t.penalty, source_of(s))  # DM5-4.2
    discs = s.discs[attacker]
    if discs:
        s.discs[attacker] = 0
        s.exhausted[attacker] += discs
        s.emit(NOBLES_EXHAUSTED, attacker, discs)
    for holder, partner in ((attacker, defender), (defender, attacker)):  # DM5-4.3
        card = received(s, holder, partner)
        part.allied[n * holder + partner] = NONE
        part.gone = [*part.gone, card]
        if part.t.lasting[card]:
            end_powers(s, holder, [s.t.lasting[part.t.ids[card]]])


@mypyc_attr(allow_interpreted_subclasses=True)
class Alliances(Module[DarkAges]):
    """Negotiations at new borders."""

    id: ClassVar[str] = ID
    players: ClassVar[tuple[int, int]] = (3, 8)
    complexity: ClassVar[str] = "moderate"
    meets: ClassVar[tuple[str, ...]] = ("age_of_wars", "distant_campaigns", "tribute")
    package: ClassVar[str] = "pfalz.games.darkages.modules.alliances"
    files: ClassVar[tuple[str, ...]] = (ID,)
    schema: ClassVar[Schema | None] = SLICE
    sources: ClassVar[tuple[str, ...]] = (ID,)

    def data(self, data: dict[str, Any], players: int) -> dict[str, Any]:
        """What a card brings when it is received is a deed, what it brings in passes a power (DM5-3.4)."""
        typed(data[ID], AlliancesFile, f"{ID}.toml")
        rows = twice(data[ID]["alliance"], boxes(data, players))
        data[ID] = {**data[ID], "alliance": rows}
        cards = data["cards"] = dict(data["cards"])
        powers = [
            {
                "id": row["id"],
                "place": f"{ID}.alliance.{original(row['id'])}.passing",
                "called": f"alliance.{original(row['id'])}",
                "effects": row["passing"],
            }
            for row in rows
            if row["passing"]
        ]
        deeds = [
            {
                "id": row["id"],
                "place": f"{ID}.alliance.{original(row['id'])}.concluded",
                "effects": row["concluded"],
            }
            for row in rows
            if row["concluded"]
        ]
        cards["power"] = [*cards.get("power", []), *powers]
        cards["deed"] = [*cards.get("deed", []), *deeds]
        return data

    def lookup(self, data: Data, players: int, options: Options) -> AllianceLookup:
        return AllianceLookup(data, players)

    def kinds(self, kinds: Kinds, rules: Ruleset[DarkAges]) -> None:
        declare_kinds(kinds, rules.parts[ID])

    def flows(self, rules: Ruleset[DarkAges]) -> Sequence[Step[DarkAges]]:
        agree = when(both_offer, together(Agree(), negotiators))
        offers = seq("round_of_offers", together(Offer(), negotiators), agree)
        rounds = loop("offers", goes_on, offers)
        return [
            flow(loop("borders", has_news, seq("new_borders", do(next_talks), do(look)))),
            flow(seq("talks", loop("talking", may_open, ask(Negotiate())), do(end_talks))),
            flow(seq("negotiation", ask(Listen()), rounds, do(rise)), "seat", "seat"),
        ]

    def edits(self, rules: Ruleset[DarkAges]) -> Sequence[Edit]:
        pairs = each("first_openers", from_starter, each("first_neighbours", first_partners, do(introduce)))
        dealing = each("alliances_dealt", from_starter, chance(DealAlliances()))
        return [
            after("setup_done", seq("alliances_begin", dealing, do(first_borders), pairs, do(check_borders))),
            after("execute_done", do(check_borders)),  # DM0-4.11, DMX-3.1
            after("reacted", do(check_borders)),
            after("pass_6", do(check_borders)),
            after("turn", do(check_borders)),
            after("after", do(check_borders)),
            before("next_turn", do(check_borders)),
        ]

    def reactions(self) -> Mapping[str, Reaction]:
        return {"control_gained": gained, "control_lost": lost, "attack_declared": break_alliance}

    def events(self) -> Sequence[EventKind]:
        return EVENTS

    def start(self, s: DarkAges) -> Columns | None:
        part = Pacts()
        s.rules.slice_shapes[ID].fill(part)
        part.t = s.rules.parts[ID]
        return part

    def resample(self, s: DarkAges, seat: int, rng: Random, memory: Memory | None) -> None:
        """Other hands hold what the seat has been shown of them, and cards it has never seen."""
        part, n = pacts(s), s.t.players
        known = {*part.gone, *part.allied, *part.offered, *[card for hand in part.hand for card in hand]}
        told = [0] * n
        for other in range(n):
            if seat >= 0 and other != seat:
                told[other] = part.shown[n * other + seat]
                known.update(bits(told[other]))
        unknown = [card for card in range(len(part.t.ids)) if card not in known]
        rng.shuffle(unknown)
        for other, hand in enumerate(part.hand):
            if HIDDEN in hand:
                cards = bits(told[other])
                while len(cards) < len(hand):
                    cards.append(unknown.pop())
                part.hand[other] = tuple(sorted(cards))
            if part.offered[other] == HIDDEN:
                part.offered[other] = rng.choice(part.hand[other])
        part.shown = [0 if cards == HIDDEN else cards for cards in part.shown]

    def violations(self, s: DarkAges) -> Sequence[str]:
        """Every card is in one place, alliances are mutual, offers come from the hand."""
        part, n, found = pacts(s), s.t.players, []
        places = [*[card for hand in part.hand for card in hand], *part.gone, *part.allied]
        there = [card for card in places if card not in (NONE, HIDDEN)]
        if len(set(there)) != len(there):
            found.append(f"alliance cards are there twice: {sorted(there)}")
        for seat in range(n):
            for other in range(n):
                if (received(s, seat, other) == NONE) != (received(s, other, seat) == NONE):
                    found.append(f"only one of {seat} and {other} is allied with the other")
            offered = part.offered[seat]
            if offered not in (NONE, HIDDEN) and offered not in part.hand[seat]:
                found.append(f"seat {seat} offers an alliance card it does not have")
            held = {card for card in part.allied[n * seat : n * seat + n] if card != NONE}
            for card, id in enumerate(part.t.ids):
                if part.t.lasting[card] and (s.t.lasting[id] in s.powers[seat]) != (card in held):
                    found.append(f"alliance {id} is in force for seat {seat}, or should be")
        return found
