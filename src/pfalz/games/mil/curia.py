"""Monastery (M-10.5), Curia (M-14) and Crusades (M-10.8)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from pfalz.core.ask import Choice, Note, Reason, because, note
from pfalz.core.state import Args, Move
from pfalz.games.mil.events import (
    ABBESS_SENT,
    ACTION_WAIVED,
    DONATION_OFFERED,
    DONATION_PAID,
    DONATION_WITHDRAWN,
    PRIVILEGE_FORGONE,
    PRIVILEGE_GAINED,
    WOMEN_VEILED,
)
from pfalz.games.mil.lookup import CURIA, GOLD, INFLUENCE, RESOURCES
from pfalz.games.mil.notes import number, one, prestige
from pfalz.games.mil.politics import knights_at
from pfalz.games.mil.state import FROM_DONATIONS, Mil

NOTHING: Final = 0
PRIVILEGE: Final = 1
ABBESS: Final = 2
CURIA_IDS: Final = ("nothing", "privilege", "abbess")

# -- Monastery and Crusades -----------------------------------------------------------------------


def monks(s: Mil) -> list[int]:
    """Knights in the Monastery in the order of arrival (M-10.2, M-R13)."""
    return s.monastery


class TakeVeil(Choice[Mil]):
    """How many women take the veil besides the one who must (M-10.5, M-10.6, M-22.7)."""

    name: ClassVar[str] = "veil"
    rule: ClassVar[str] = "M-10.6"
    of: ClassVar[str] = "number"
    called: ClassVar[str] = "more_women"

    def seat(self, s: Mil, args: Args) -> int:
        return args[-1] >> 2

    def values(self, s: Mil, seat: int, args: Args) -> Sequence[int]:
        more = min(s.women[seat] - 1, s.privileges[seat] // s.t.veil_privileges)
        return range(max(0, more) + 1)

    def domain(self, s: Mil, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int]:
        return range(max(1, s.women[seat]))

    def refusal(self, s: Mil, seat: int, args: Args, value: int) -> Reason:
        return because("no_privilege", "M-10.6")

    def worth(self, s: Mil, seat: int, args: Args, prefix: Sequence[int], value: int) -> Sequence[Note]:
        """How many women go, and what that costs (M-10.5, M-10.6)."""
        found = [note("veiled", n=number(min(s.women[seat], 1 + value)))]
        paid = s.t.veil_privileges * value
        return [*found, note("privileges_paid", n=number(paid))] if paid else found

    def chosen(self, s: Mil, seat: int, args: Args, value: int) -> None:
        women = min(s.women[seat], 1 + value)
        paid = s.t.veil_privileges * value
        s.women[seat] -= women  # M-10.7: no prestige, no influence
        s.privileges[seat] -= paid
        s.emit(WOMEN_VEILED, args[-1], women, paid)


def crusaders(s: Mil) -> list[int]:
    """Knights in the Crusades in the order of arrival."""
    return s.crusades


def crusade(s: Mil, k: int) -> None:
    """A crusader brings his player influence (M-10.8)."""
    s.gain_one(k >> 2, INFLUENCE, s.t.crusade_influence)


# -- donations ------------------------------------------------------------------------------------


class Donate(Choice[Mil]):
    """Gold offered in secret by every player (M-14.1, M-14.2, M-22.19)."""

    name: ClassVar[str] = "donate"
    rule: ClassVar[str] = "M-14.2"
    of: ClassVar[str] = "number"
    called: ClassVar[str] = "gold"

    def values(self, s: Mil, seat: int, args: Args) -> Sequence[int]:
        return range(s.cubes[RESOURCES * seat + GOLD] + 1)

    def so_far(self, s: Mil, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[Note]:
        """What the highest offer brings (M-14.4)."""
        return [note("if_highest", n=number(s.t.donation_points))]

    def resolve(self, s: Mil, args: Args, seats: Args, answers: list[Move]) -> None:
        offers = [move[0] for move in answers]
        for seat in seats:
            s.emit(DONATION_OFFERED, seat, offers[seat])
            s.cubes[RESOURCES * seat + GOLD] -= offers[seat]  # M-P1
        highest = max(offers)
        if not highest:
            return  # M-14.3
        for seat in seats:
            if offers[seat] == highest:
                s.emit(DONATION_PAID, seat, highest)
                s.add_points(seat, s.t.donation_points, FROM_DONATIONS)  # M-14.4, M-14.9
        s.call("donated", *offers)


def lower_donors(s: Mil, *offers: int) -> list[int]:
    """Those who offered less than the highest, in turn order (M-14.3, M-14.5)."""
    return [seat for seat in s.clockwise() if 0 < offers[seat] < max(offers)]


def donation_points(s: Mil, offers: Args, seat: int) -> int:
    """What a lower donation is worth (M-14.6 to M-14.8, M-R32)."""
    points = s.t.donation_points - (max(offers) - offers[seat])
    if offers[seat] == min([offer for offer in offers if offer]):
        points -= s.t.lowest_donation
    return max(0, points)


class PayDonation(Choice[Mil]):
    """Pay a donation below the highest, or take it back (M-14.5, M-22.20)."""

    name: ClassVar[str] = "pay_donation"
    rule: ClassVar[str] = "M-14.5"
    of: ClassVar[str] = "yesno"
    called: ClassVar[str] = "pay_donation"

    def values(self, s: Mil, seat: int, args: Args) -> Sequence[int]:
        return (0, 1)

    def worth(self, s: Mil, seat: int, args: Args, prefix: Sequence[int], value: int) -> Sequence[Note]:
        """Gold for prestige, or the gold back (M-14.5 to M-14.8)."""
        gold = one(args[seat], GOLD)
        if not value:
            return [note("back", cubes=gold)]
        return [note("pay", cubes=gold), *prestige(donation_points(s, args[:-1], seat))]

    def chosen(self, s: Mil, seat: int, args: Args, value: int) -> None:
        gold = args[seat]
        if value:
            s.emit(DONATION_PAID, seat, gold)
            s.add_points(seat, donation_points(s, args[:-1], seat), FROM_DONATIONS)
        else:
            s.cubes[RESOURCES * seat + GOLD] += gold
            s.emit(DONATION_WITHDRAWN, seat, gold)


# -- knights in the Curia -------------------------------------------------------------------------


def clerics(s: Mil) -> list[int]:
    """Knights in the Curia from left to right (M-10.2)."""
    return knights_at(s, CURIA)


def gain_privilege(s: Mil, seat: int) -> None:
    """A family token from the stock into the lineage zone; lost if the stock is empty (M-14.11, M-21.4)."""
    if s.stock(seat) > 0:
        s.privileges[seat] += 1
        s.emit(PRIVILEGE_GAINED, seat)
    else:
        s.emit(PRIVILEGE_FORGONE, seat)


class AtCuria(Choice[Mil]):
    """What a knight in the Curia does (M-14.10, M-22.21)."""

    name: ClassVar[str] = "curia"
    rule: ClassVar[str] = "M-14.10"
    of: ClassVar[str] = "curia"
    called: ClassVar[str] = "curia"

    def seat(self, s: Mil, args: Args) -> int:
        return args[-1] >> 2

    def values(self, s: Mil, seat: int, args: Args) -> Sequence[int]:
        found = [NOTHING]
        if s.stock(seat) > 0:
            found.append(PRIVILEGE)
        if s.women[seat]:
            found.append(ABBESS)
        return found

    def refusal(self, s: Mil, seat: int, args: Args, value: int) -> Reason:
        if value == PRIVILEGE:
            return because("no_family_token", "M-21.4")
        return because("no_woman" if value == ABBESS else "not_offered", "M-14.12")

    def worth(self, s: Mil, seat: int, args: Args, prefix: Sequence[int], value: int) -> Sequence[Note]:
        """A woman for influence (M-14.12), or a token from the stock (M-14.11)."""
        if value == ABBESS:
            return [note("woman_goes"), note("get", cubes=one(s.t.abbess_influence, INFLUENCE))]
        return [note("privileges", n=number(s.privileges[seat] + 1))] if value == PRIVILEGE else ()

    def chosen(self, s: Mil, seat: int, args: Args, value: int) -> None:
        if value == NOTHING:
            s.emit(ACTION_WAIVED, args[-1], CURIA)
        elif value == PRIVILEGE:
            gain_privilege(s, seat)
        else:
            s.women[seat] -= 1
            s.emit(ABBESS_SENT, seat)
            s.gain_one(seat, INFLUENCE, s.t.abbess_influence)
