"""What the judgement thinks of the court: courtiers and kept favors."""

from __future__ import annotations

from typing import ClassVar, Final

from pfalz.games.wallenstein.lookup import ACTIONS
from pfalz.games.wallenstein.mind import Judge, Mind
from pfalz.games.wallenstein.modules.court.rules import converts
from pfalz.games.wallenstein.modules.court.state import hall_of
from pfalz.games.wallenstein.state import Wallenstein, is_county

COURTIER: Final = 0.4
KEPT_CALM: Final = 0.3
IMMUNE: Final = 0.8


class CourtJudge(Judge):
    """Courtiers, there and to come, and favors that lie in front of a player."""

    terms: ClassVar[tuple[str, ...]] = ("court",)

    def carry_out(self, s: Wallenstein, seat: int, row: list[int], mind: Mind) -> None:
        """Courtiers that the extra boxes will send (W-20.17 to W-20.21)."""
        part = hall_of(s)
        free = part.t.courtiers - part.entrance[seat] - part.audience[seat]
        tray = s.tray[seat]
        for i, n in enumerate(part.t.convert):
            box = ACTIONS + 1 + i
            card = row[box]
            if s.is_shown(seat, box) or not converts(card, n, free, mind.armies, tray):
                continue
            if is_county(card):
                mind.armies[card] -= n
            else:
                tray -= n
            free -= n
            mind.value += COURTIER * n

    def values(self, s: Wallenstein, seat: int, mind: Mind) -> list[float]:
        part = hall_of(s)
        value = COURTIER * (part.entrance[seat] + part.audience[seat]) * min(1.0, 0.4 * mind.rounds)
        for favor in part.t.immunities:
            if part.favor[favor] == seat:
                value += IMMUNE
        for favor in part.t.calms:
            if part.favor[favor] == seat:
                value += KEPT_CALM
        return [value]


JUDGE: Final = CourtJudge()
