"""Weddings (M-5): secret dowries, the best offer, and the half of it the host keeps."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from pfalz.core.ask import Note, Question, Reason, Slot, because, note
from pfalz.core.state import HIDDEN, Args, Move
from pfalz.games.mil.events import (
    CUBES_KEPT,
    DOWRY_OFFERED,
    DOWRY_WON,
    HOST_OUTBID_ALL,
    WEDDING_BEGUN,
    WEDDING_TIED,
    WOMAN_MARRIED,
)
from pfalz.games.mil.lookup import RESOURCE_IDS, RESOURCES
from pfalz.games.mil.notes import number
from pfalz.games.mil.state import FROM_WEDDINGS, Mil, bundle, hold


def announce_wedding(s: Mil, k: int) -> None:
    """An heir of a knight with land or castle marries at once (M-5.1)."""
    s.emit(WEDDING_BEGUN, k)


def everybody(s: Mil, *args: int) -> Sequence[int]:
    """All seats."""
    return range(s.t.players)


def worth(offer: Move) -> tuple[int, ...]:
    """What offers are compared by: number of cubes, then gold, influence, metal, cloth, food (M-5.5)."""
    return (sum(offer), *offer[::-1])


class Dowry(Question[Mil]):
    """A secret dowry of every player, the host included, covered by cubes in hand (M-5.3, M-19.5, M-22.4)."""

    name: ClassVar[str] = "dowry"
    rule: ClassVar[str] = "M-5.3"

    def slot(self, s: Mil, seat: int, args: Args, prefix: Sequence[int]) -> Slot:
        return Slot(RESOURCE_IDS[len(prefix)], "number")

    def options(self, s: Mil, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int] | None:
        at = len(prefix)
        return range(s.cubes[RESOURCES * seat + at] + 1) if at < RESOURCES else None

    def so_far(self, s: Mil, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[Note]:
        """How many cubes are offered, and what the best dowry brings with a bride (M-5.5, M-5.9)."""
        n = number(in_hand(prefix))
        if seat == args[0] >> 2 or not s.women[seat]:
            return [note("dowry", n=n)]
        return [note("dowry_bride", n=n, points=number(s.t.bride_points))]

    def resolve(self, s: Mil, args: Args, seats: Args, answers: list[Move]) -> None:
        host = args[0] >> 2
        for seat, offer in zip(seats, answers, strict=True):
            s.emit(DOWRY_OFFERED, seat, *bundle(offer))  # M-5.4, M-19.4
        best = max([worth(offer) for offer in answers])
        winners = [seat for seat, offer in zip(seats, answers, strict=True) if worth(offer) == best]
        if len(winners) > 1:
            s.emit(WEDDING_TIED, host)  # M-5.6
            return
        winner = winners[0]  # all others keep what they offered (M-5.12)
        offer = answers[winner]
        if winner == host:
            s.emit(HOST_OUTBID_ALL, host)
            s.pay(host, offer)  # M-5.11
            marry(s, host)
            return
        s.emit(DOWRY_WON, winner, host)
        hold(s, winner, offer, -1)  # M-5.7
        if marry(s, winner):
            s.add_points(winner, s.t.bride_points, FROM_WEDDINGS)  # M-5.9, M-5.10
        s.call("keep", host, *offer)  # M-5.8


def marry(s: Mil, seat: int) -> bool:
    """A single woman leaves the lineage zone, if there is one (M-5.9, M-5.11)."""
    if not s.women[seat]:
        return False
    s.women[seat] -= 1
    s.emit(WOMAN_MARRIED, seat)
    return True


def in_hand(cubes: Sequence[int]) -> int:
    """How many cubes are chosen; slots of a form may be empty."""
    return sum([n for n in cubes if n != HIDDEN])


def half(n: int) -> int:
    """How many of so many cubes are kept: half of them, rounded up (M-21.7)."""
    return (n + 1) // 2


class Keep(Question[Mil]):
    """The receiver of an offer keeps half of its cubes, rounded up, and chooses which.

    So with a dowry (M-5.8, M-22.5) and with an offer at Court (M-22.11); M-21.7, M-R16."""

    name: ClassVar[str] = "keep"
    rule: ClassVar[str] = "M-21.7"

    def seat(self, s: Mil, args: Args) -> int:
        return args[0]

    def slot(self, s: Mil, seat: int, args: Args, prefix: Sequence[int]) -> Slot:
        return Slot(RESOURCE_IDS[len(prefix)], "number")

    def options(self, s: Mil, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int] | None:
        at = len(prefix)
        if at == RESOURCES:
            return None
        wanted = half(sum(args) - args[0]) - sum(prefix)
        return range(max(0, wanted - sum(args[at + 2 :])), min(wanted, args[at + 1]) + 1)

    def domain(self, s: Mil, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int]:
        return range(args[len(prefix) + 1] + 1)

    def reason(self, s: Mil, seat: int, args: Args, prefix: Sequence[int], value: int) -> Reason:
        return because("exactly_half", "M-21.7", n=("number", half(sum(args) - args[0])))

    def so_far(self, s: Mil, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[Note]:
        """How many of the cubes that may be kept are chosen (M-21.7)."""
        return [note("kept", n=number(in_hand(prefix)), of=number(half(sum(args) - args[0])))]

    def answer(self, s: Mil, seat: int, args: Args, answer: Move) -> None:
        hold(s, seat, answer, 1)
        s.emit(CUBES_KEPT, seat, *bundle(answer))
