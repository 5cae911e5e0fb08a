"""Alliances (DM5): players who begin to share a border may exchange cards, and pay for attacking an ally.

Whether borders have begun is looked at when an action, a reaction or another effect is done (DM5-2.4): what
counts is whether a border was there the last time and is there now, so one that an action takes away and
brings back has not begun anew. An alliance forbids nothing (DM5-3.7); there is nothing to promise beside the
cards (DM5-3.3), and in hand they are worth nothing (DM5-1.3).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, ClassVar, Final

from mypy_extensions import mypyc_attr

from pfalz.core.ask import Chance, Choice, Question, Reason, Slot, because
from pfalz.core.events import EventKind
from pfalz.core.flow import Step, ask, chance, do, each, flow, loop, seq, together, when
from pfalz.core.game import Data, Edit, Memory, Module, Options, Reaction, after, before
from pfalz.core.kinds import Kinds
from pfalz.core.ruleset import Ruleset
from pfalz.core.state import HIDDEN, Args, Columns, Move, Schema
from pfalz.games.darkages.effects import carry_out
from pfalz.games.darkages.events import NOBLES_EXHAUSTED
from pfalz.games.darkages.goods import lose_points
from pfalz.games.darkages.modules.alliances.events import (
    ALLIANCE_BROKEN,
    ALLIANCE_CONCLUDED,
    ALLIANCE_OFFERED,
    ALLIANCES_DEALT,
    EVENTS,
    NEGOTIATION_FAILED,
    NEGOTIATION_OPENED,
    NEGOTIATION_REFUSED,
    OFFERS_DECLINED,
)
from pfalz.games.darkages.modules.alliances.state import (
    ID,
    SLICE,
    AllianceLookup,
    Pacts,
    declare_kinds,
    pacts,
    received,
)
from pfalz.games.darkages.possible import bits
from pfalz.games.darkages.powers import end_powers, put_in_force
from pfalz.games.darkages.state import FREE, NONE, DarkAges

YES: Final = 1


def source_of(s: DarkAges) -> int:
    """The source of points of this module."""
    return s.rules.sources.index(ID)


# -- setup (DM5-1) -------------------------------------------------------------------------------------


def from_starter(s: DarkAges) -> Sequence[int]:
    """The players in the order in which cards are dealt and pairs are handled (DM0-2.12, DM5-2.3)."""
    return s.clockwise(s.starter)


class DealAlliances(Chance[DarkAges]):
    """The cards of a player, which only he sees; what is left over leaves the game unseen (DM5-1.2)."""

    name: ClassVar[str] = "alliance_deal"
    rule: ClassVar[str] = "DM5-1.2"

    def slot(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Slot:
        return Slot("alliance", "alliance")

    def options(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int] | None:
        part = pacts(s)
        if len(prefix) == part.t.dealt:
            return None
        taken = {card for hand in part.hand for card in hand}
        return [card for card in range(len(part.t.ids)) if card not in taken and card not in prefix]

    def audience(self, seat: int, args: Args, index: int) -> int:
        return args[-1]

    def answer(self, s: DarkAges, seat: int, args: Args, answer: Move) -> None:
        pacts(s).hand[args[-1]] = tuple(sorted(answer))
        s.emit(ALLIANCES_DEALT, args[-1], *sorted(answer))


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


# -- borders (DM5-2) -----------------------------------------------------------------------------------


def borders(s: DarkAges) -> list[int]:
    """With whom each player shares a border, as bits (DM5-2.1)."""
    n, owner = s.t.players, s.owner
    found = [0] * n
    for area in s.t.every_area:
        if 0 <= owner[area] < n:
            for other in s.t.neighbours[area]:
                if 0 <= owner[other] < n and owner[other] != owner[area]:
                    found[owner[area]] |= 1 << owner[other]
    return found


def gained(s: DarkAges, side: int, area: int) -> None:
    """Whoever gains an area may begin to share borders by it; the last to do so has made them (DM5-2.5)."""
    part = pacts(s)
    part.moved = 1
    if not s.has_seat(side):
        return
    for near in s.t.neighbours[area]:
        other = s.owner[near]
        if other != FREE and other != side and s.has_seat(other) and not part.border[side] >> other & 1:
            part.fresh[side] |= 1 << other
            part.fresh[other] &= ~(1 << side)


def lost(s: DarkAges, side: int, area: int) -> None:
    """A border may be gone: it can begin again (DMR-23)."""
    pacts(s).moved = 1


def may_negotiate(s: DarkAges, seat: int, other: int) -> bool:
    """Whether both have a card left and are not allied yet (DM5-2.2, DM5-4.4)."""
    hand = pacts(s).hand
    return bool(hand[seat]) and bool(hand[other]) and received(s, seat, other) == NONE


def look(s: DarkAges, *args: int) -> None:
    """Look for borders that have begun (DM5-2.2); movements of a negotiation may have made some (DM5-2.7)."""
    part = pacts(s)
    if part.moved:
        now = borders(s)
        part.fresh = [fresh & bordering for fresh, bordering in zip(part.fresh, now, strict=True)]
        part.border, part.moved = now, 0


def check_borders(s: DarkAges, *args: int) -> None:
    """Something has been resolved completely: whoever has made borders may negotiate (DM5-2.4)."""
    if pacts(s).moved:
        look(s)
        if has_news(s):
            s.call("borders")


def has_news(s: DarkAges) -> bool:
    """Whether somebody has made borders."""
    return any(pacts(s).fresh)


def next_talks(s: DarkAges) -> None:
    """The next player who has made borders, the active one first (DM0-3.8)."""
    part = pacts(s)
    first = s.turn if s.has_seat(s.turn) else s.starter
    speaker = next(seat for seat in s.clockwise(first) if part.fresh[seat])
    news, part.fresh[speaker] = part.fresh[speaker], 0
    begin_talks(s, speaker, news)


def begin_talks(s: DarkAges, speaker: int, news: int) -> None:
    """A player may negotiate with new neighbours."""
    part = pacts(s)
    part.speaker, part.news, part.talks = speaker, news, part.t.talks
    s.call("talks")


def new_neighbours(s: DarkAges) -> list[int]:
    """With whom the speaker may still open a negotiation (DM5-2.5)."""
    part = pacts(s)
    if not part.talks:
        return []
    return [other for other in bits(part.news) if may_negotiate(s, part.speaker, other)]


def may_open(s: DarkAges) -> bool:
    """Whether there is somebody to negotiate with."""
    return bool(new_neighbours(s))


def end_talks(s: DarkAges) -> None:
    """The speaker is done."""
    part = pacts(s)
    part.speaker, part.news, part.talks = NONE, 0, 0


class Negotiate(Choice[DarkAges]):
    """With which new neighbour a negotiation is opened, if with any (DM5-2.5, DM5-2.6)."""

    name: ClassVar[str] = "negotiate"
    rule: ClassVar[str] = "DM5-2.6"
    of: ClassVar[str] = "partner_or_none"
    called: ClassVar[str] = "partner"

    def seat(self, s: DarkAges, args: Args) -> int:
        return pacts(s).speaker

    def values(self, s: DarkAges, seat: int, args: Args) -> Sequence[int]:
        return [*new_neighbours(s), s.t.players]

    def refusal(self, s: DarkAges, seat: int, args: Args, value: int) -> Reason:
        if value != seat and received(s, seat, value) != NONE:
            return because("allied_already", "DM5-2.2")
        if not pacts(s).hand[value]:
            return because("no_alliance_card", "DM5-2.2")
        return because("no_new_border", "DM5-2.2")

    def chosen(self, s: DarkAges, seat: int, args: Args, value: int) -> None:
        part = pacts(s)
        if value == s.t.players:
            part.news = 0
            return
        part.news &= ~(1 << value)
        part.talks -= 1
        s.emit(NEGOTIATION_OPENED, seat, value)
        s.call("negotiation", seat, value)


# -- the negotiation (DM5-3): opener, partner ----------------------------------------------------------


class Listen(Choice[DarkAges]):
    """Whether the partner listens at all; everybody hears it (DM5-2.6)."""

    name: ClassVar[str] = "listen"
    rule: ClassVar[str] = "DM5-2.6"
    of: ClassVar[str] = "yesno"
    called: ClassVar[str] = "listen"

    def seat(self, s: DarkAges, args: Args) -> int:
        return args[1]

    def about(self, args: Args) -> Mapping[str, tuple[str, int]]:
        return {"who": ("seat", args[0])}

    def values(self, s: DarkAges, seat: int, args: Args) -> Sequence[int]:
        return (0, 1)

    def chosen(self, s: DarkAges, seat: int, args: Args, value: int) -> None:
        part = pacts(s)
        if value == YES:
            part.partner, part.round = seat, 1
        else:
            s.emit(NEGOTIATION_REFUSED, args[0], seat)


def goes_on(s: DarkAges, opener: int, partner: int) -> bool:
    """Whether there is another round of offers (DM5-3.1)."""
    return pacts(s).round > 0


def negotiators(s: DarkAges, opener: int, partner: int) -> Sequence[int]:
    """Both at once."""
    return (opener, partner)


class Offer(Question[DarkAges]):
    """A card of the hand, or the end of the negotiation: in secret, both at once (DM5-3.1, DMR-22).

    Others never read it; that the negotiation has ended they hear."""

    name: ClassVar[str] = "offer"
    rule: ClassVar[str] = "DM5-3.1"

    def about(self, args: Args) -> Mapping[str, tuple[str, int]]:
        return {"opener": ("seat", args[0]), "partner": ("seat", args[1])}

    def slot(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Slot:
        return Slot("alliance", "alliance_or_none")

    def options(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int] | None:
        return None if prefix else [*pacts(s).hand[seat], len(pacts(s).t.ids)]

    def audience(self, seat: int, args: Args, index: int) -> int:
        return seat

    def resolve(self, s: DarkAges, args: Args, seats: Args, answers: list[Move]) -> None:
        part = pacts(s)
        if (len(part.t.ids),) in answers:
            end_negotiation(s, *args[:2])
            return
        for seat, answer in zip(seats, answers, strict=True):
            other = seats[1] if seat == seats[0] else seats[0]
            part.offered[seat] = answer[0]
            part.shown[s.t.players * seat + other] |= 1 << answer[0]
            s.emit(ALLIANCE_OFFERED, seat, other, answer[0])


def both_offer(s: DarkAges, opener: int, partner: int) -> bool:
    """Whether two cards lie on the table (DM5-3.2)."""
    return pacts(s).offered[opener] != NONE


class Agree(Choice[DarkAges]):
    """Whether the cards on the table are exchanged: both say it at once (DM5-3.2)."""

    name: ClassVar[str] = "agree"
    rule: ClassVar[str] = "DM5-3.2"
    of: ClassVar[str] = "yesno"
    called: ClassVar[str] = "agree"

    def about(self, args: Args) -> Mapping[str, tuple[str, int]]:
        return {"opener": ("seat", args[0]), "partner": ("seat", args[1])}

    def values(self, s: DarkAges, seat: int, args: Args) -> Sequence[int]:
        return (0, 1)

    def resolve(self, s: DarkAges, args: Args, seats: Args, answers: list[Move]) -> None:
        part = pacts(s)
        opener, partner = seats
        if all(answer[0] == YES for answer in answers):
            conclude(s, opener, partner)
            return
        s.emit(OFFERS_DECLINED, opener, partner)
        part.offered[opener] = part.offered[partner] = NONE
        if part.round < part.t.rounds:
            part.round += 1
        else:
            end_negotiation(s, opener, partner)


def end_negotiation(s: DarkAges, opener: int, partner: int) -> None:
    """The negotiation ends without a result."""
    pacts(s).round = 0
    s.emit(NEGOTIATION_FAILED, opener, partner)


def conclude(s: DarkAges, opener: int, partner: int) -> None:
    """Each gets the other's card and carries it out, the opener first (DM5-3.4).

    What it brings in passes is a power in force behind those that are there already (DM5-3.6, DM0-5.4)."""
    part, n = pacts(s), s.t.players
    got, given = part.offered[partner], part.offered[opener]
    part.offered[opener] = part.offered[partner] = NONE
    part.round = 0
    for owner, card in ((opener, given), (partner, got)):
        part.hand[owner] = tuple([other for other in part.hand[owner] if other != card])
        for other in range(n):
            part.shown[n * owner + other] &= ~(1 << card)
    part.allied[n * opener + partner] = got
    part.allied[n * partner + opener] = given
    s.emit(ALLIANCE_CONCLUDED, opener, partner, got, given)
    for holder, card in ((partner, given), (opener, got)):
        if part.t.lasting[card]:
            put_in_force(s, holder, s.t.lasting[part.t.ids[card]])
        if part.t.at_once[card]:
            carry_out(s, holder, NONE, s.t.deeds[part.t.ids[card]], source_of(s))


def rise(s: DarkAges, opener: int, partner: int) -> None:
    """The two leave the table."""
    pacts(s).partner = NONE


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
    players: ClassVar[tuple[int, int]] = (3, 4)
    complexity: ClassVar[str] = "moderate"
    meets: ClassVar[tuple[str, ...]] = ("age_of_wars", "distant_campaigns", "tribute")
    package: ClassVar[str] = "pfalz.games.darkages.modules.alliances"
    files: ClassVar[tuple[str, ...]] = (ID,)
    schema: ClassVar[Schema | None] = SLICE
    sources: ClassVar[tuple[str, ...]] = (ID,)

    def data(self, data: dict[str, Any], players: int) -> dict[str, Any]:
        """What a card brings when it is received is a deed, what it brings in passes a power (DM5-3.4)."""
        rows = data[ID]["alliance"]
        cards = data["cards"] = dict(data["cards"])
        powers = [
            {"id": row["id"], "called": f"alliance.{row['id']}", "effects": row["passing"]}
            for row in rows
            if row["passing"]
        ]
        deeds = [{"id": row["id"], "effects": row["concluded"]} for row in rows if row["concluded"]]
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
