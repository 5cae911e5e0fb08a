"""Borders and negotiations (DM5-2, DM5-3): who has come to share a border, offers, and what is concluded.

Whether borders have begun is looked at when an action, a reaction or another effect is done (DM5-2.4): what
counts is whether a border was there the last time and is there now, so one that an action takes away and
brings back has not begun anew.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, Final

from pfalz.core.ask import Choice, Note, Question, Reason, Slot, because, note
from pfalz.core.state import Args, Move
from pfalz.games.darkages.effects import carry_out
from pfalz.games.darkages.modules.alliances.events import (
    ALLIANCE_CONCLUDED,
    ALLIANCE_OFFERED,
    NEGOTIATION_FAILED,
    NEGOTIATION_OPENED,
    NEGOTIATION_REFUSED,
    OFFERS_DECLINED,
)
from pfalz.games.darkages.modules.alliances.state import EXCHANGE, ID, KEEP, Pacts, pacts, received, source_of
from pfalz.games.darkages.possible import bits
from pfalz.games.darkages.powers import put_in_force
from pfalz.games.darkages.state import FREE, NONE, DarkAges

YES: Final = 1


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
    part: Pacts = s.slices[ID]  # asked after every step
    if part.moved:
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

    def domain(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int]:
        """All others, and nobody."""
        return () if prefix else [other for other in range(s.t.players + 1) if other != seat]

    def refusal(self, s: DarkAges, seat: int, args: Args, value: int) -> Reason:
        if received(s, seat, value) != NONE:
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
    of: ClassVar[str] = "agreement"
    called: ClassVar[str] = "agree"

    def about(self, args: Args) -> Mapping[str, tuple[str, int]]:
        return {"opener": ("seat", args[0]), "partner": ("seat", args[1])}

    def values(self, s: DarkAges, seat: int, args: Args) -> Sequence[int]:
        return (KEEP, EXCHANGE)

    def worth(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int], value: int) -> Sequence[Note]:
        """Which card is given for which."""
        opener, partner = args[0], args[1]
        given = ("alliance", pacts(s).offered[seat])
        got = ("alliance", pacts(s).offered[partner if seat == opener else opener])
        return [note("exchanged", given=given, got=got)] if value == EXCHANGE else [note("kept", given=given)]

    def resolve(self, s: DarkAges, args: Args, seats: Args, answers: list[Move]) -> None:
        part = pacts(s)
        opener, partner = seats
        if all(answer[0] == EXCHANGE for answer in answers):
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
