"""Winter (M-15): hard or mild, privileges, and everything back to its place."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from pfalz.core.ask import Chance, Slot
from pfalz.core.state import Args, Move
from pfalz.games.mil.curia import gain_privilege
from pfalz.games.mil.events import KNIGHTS_RETURNED, WINTER_CAME
from pfalz.games.mil.knights import die, has_seat
from pfalz.games.mil.state import NOBODY, WHITE, Mil


class WinterDie(Chance[Mil]):
    """One roll for all players; a snowflake kills knights without land and castle (M-15.1, M-15.2)."""

    name: ClassVar[str] = "winter_die"
    rule: ClassVar[str] = "M-15.1"

    def slot(self, s: Mil, seat: int, args: Args, prefix: Sequence[int]) -> Slot:
        return Slot("face", "face")

    def options(self, s: Mil, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int] | None:
        return None if prefix else range(6)

    def answer(self, s: Mil, seat: int, args: Args, answer: Move) -> None:
        hard = s.t.face_snow[answer[0]]
        s.emit(WINTER_CAME, 1 if hard else 0, answer[0])
        if hard:  # M-6.3
            for k in [k for k in s.knights() if freezes(s, k)]:
                die(s, k)


def freezes(s: Mil, k: int) -> bool:
    """Whether a hard winter kills this knight (M-15.2, M-10.9)."""
    return not has_seat(s, k) and k not in s.crusades


def reward_protectors(s: Mil) -> None:
    """A privilege for every family whose knights all have a soldier or a castle (M-15.3, M-R33)."""
    for seat in range(s.t.players):
        for k in s.family(seat):
            if not s.soldiers_of(k) and not s.castle[k]:
                break
        else:
            gain_privilege(s, seat)


def clear_board(s: Mil) -> None:
    """Knights go home, slots get white tokens, the king's and the pope's tokens leave (M-15.4 to M-15.7).

    Ages stay (M-6.1)."""
    s.slots = [WHITE] * s.t.slots  # M-17.6, M-18.4
    s.monastery, s.crusades = [], []
    s.kings_soldiers = s.archbishop = NOBODY
    s.emit(KNIGHTS_RETURNED)
    s.round += 1
