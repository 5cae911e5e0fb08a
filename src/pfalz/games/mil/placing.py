"""Placing a knight (M-4.30 to M-4.39) and passing (M-4.40 to M-4.43, M-17.3)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pfalz.core.ask import Reason, because
from pfalz.games.mil.events import KNIGHT_PLACED, SLOT_BLACKENED, TOKEN_LAID, TOLL_PAID
from pfalz.games.mil.growth import WITH_GOLD, WITH_PRIVILEGE
from pfalz.games.mil.lookup import GOLD, RESOURCES
from pfalz.games.mil.state import BLACK, EMPTY, FAMILY_TOKEN, KNIGHTS, WHITE, Mil

BLACK_TOKEN: Final = 0
OWN_TOKEN: Final = 1


def tolls(s: Mil, seat: int) -> list[int]:
    """What a seat can pay for a slot with a white token (M-4.34)."""
    found = []
    if s.cubes[RESOURCES * seat + GOLD] >= s.t.toll_gold:
        found.append(WITH_GOLD)
    if s.privileges[seat] >= s.t.toll_privileges:
        found.append(WITH_PRIVILEGE)
    return found


def destinations(s: Mil, seat: int) -> list[int]:
    """Where a knight may be placed: free slots, payable ones, the unlimited spheres (M-4.31 to M-4.36)."""
    pays = bool(tolls(s, seat))
    found = [
        slot for slot, what in enumerate(s.slots) if what == EMPTY or (pays and what == WHITE)
    ]  # M-R14: black tokens cannot be bought off
    found.append(s.t.monastery)
    found.append(s.t.crusades)
    return found


def why_no_destination(s: Mil, seat: int, place: int) -> Reason:
    """Why a knight cannot be put there."""
    what = s.slots[place]
    if what == WHITE:
        return because("toll_unpaid", "M-4.34")
    return because(taken_by(s, what), "M-4.32")


def taken_by(s: Mil, what: int) -> str:
    """The reason that goes with what stands or lies on a slot."""
    if 0 <= what < KNIGHTS:
        return "slot_taken"
    name, _ = s.rules.kinds["on_slot"].name(what)
    return f"slot_{name.rpartition('.')[2]}"


def place_knight(s: Mil, seat: int, k: int, place: int, payment: Sequence[int]) -> None:
    """A knight goes to a sphere; a white token there is paid for and leaves the board (M-4.35, M-R15)."""
    if payment:
        s.emit(TOLL_PAID, seat, payment[0])
        if payment[0] == WITH_GOLD:
            s.pay_one(seat, GOLD, s.t.toll_gold)
        else:
            s.privileges[seat] -= s.t.toll_privileges
    if place == s.t.monastery:
        s.monastery.append(k)  # M-4.31, M-R13
    elif place == s.t.crusades:
        s.crusades.append(k)
    else:
        s.slots[place] = k
    s.emit(KNIGHT_PLACED, k, place)


def blockable(s: Mil) -> list[int]:
    """Slots a pass can block: white or empty ones (M-4.40, M-18.8)."""
    return [slot for slot, what in enumerate(s.slots) if what in (WHITE, EMPTY)]


def markers(s: Mil, seat: int) -> Sequence[int]:
    """With two players a pass may also use a family token from the stock (M-17.3)."""
    return (BLACK_TOKEN, OWN_TOKEN) if s.stock(seat) > 0 else (BLACK_TOKEN,)


def block(s: Mil, seat: int, slot: int, marker: int) -> None:
    """A slot is closed until winter by a black token, or by a family token (M-4.41, M-17.4)."""
    if marker == OWN_TOKEN:
        s.slots[slot] = FAMILY_TOKEN + seat
        s.emit(TOKEN_LAID, seat, slot)
    else:
        s.slots[slot] = BLACK
        s.emit(SLOT_BLACKENED, seat, slot)
