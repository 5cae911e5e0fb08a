"""The cube tower (W-14): every cube that is cast may stick, every cube that rested inside may come out.

A throw takes everything that lies in the tray. Its outcome is one number per colour, first for the cubes
cast, then for those that rested inside (W-14.7, W-P5); colours without cubes have no slot. Cubes of a
colour are alike (W-14.1). They leave the tower by throws only (W-10.3, W-R.31); the model stands for the real
device (W-R.30) and keeps about as many cubes inside as are cast on average (W-14.8).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import comb
from random import Random
from typing import ClassVar, Final

from pfalz.core.ask import Chance, Slot
from pfalz.core.state import Args, Move
from pfalz.games.wallenstein.events import CUBES_CAST, CUBES_IN, CUBES_OUT, FELL_AT_FILL
from pfalz.games.wallenstein.state import Wallenstein

SCALE: Final = 1 << 60


class Throw(Chance[Wallenstein]):
    """All cubes in the tray fall through the tower (W-10.1, W-14.2)."""

    name: ClassVar[str] = "throw"
    rule: ClassVar[str] = "W-14.2"

    def thrown(self, s: Wallenstein) -> tuple[int, int]:
        """The chance of a cube that is cast, as a fraction."""
        return s.t.thrown_odds

    def resting(self, s: Wallenstein) -> float:
        """The chance of a cube that rested inside: fixed (W-14.4), or growing with the throw (W-14.5)."""
        if s.t.impact:
            a, b = s.t.impact_odds
            return 1 - ((b - a) / b) ** sum(s.tray)
        a, b = s.t.resting_odds
        return a / b

    def slot(self, s: Wallenstein, seat: int, args: Args, prefix: Sequence[int]) -> Slot:
        cast = sum(1 for n in s.tray if n)
        return Slot("cast_cubes" if len(prefix) < cast else "resting_cubes", "number")

    def options(self, s: Wallenstein, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int] | None:
        at = len(prefix)
        for column in (s.tray, s.tower):
            for n in column:
                if n:
                    if at == 0:
                        return range(n + 1)
                    at -= 1
        return None

    def weights(
        self, s: Wallenstein, args: Args, prefix: Sequence[int], options: Sequence[int]
    ) -> Sequence[int] | None:
        n = len(options) - 1
        if len(prefix) < sum(1 for cubes in s.tray if cubes):
            return _binomial(n, self.thrown(s))
        if not s.t.impact:
            return _binomial(n, s.t.resting_odds)
        q = self.resting(s)
        return [max(1, round(SCALE * comb(n, k) * q**k * (1 - q) ** (n - k))) for k in range(n + 1)]

    def sample(self, s: Wallenstein, args: Args, rng: Random) -> Move:
        random = rng.random
        out: list[int] = []
        a, b = self.thrown(s)
        p = a / b
        for n in s.tray:
            if n:
                k = 0
                for _ in range(n):
                    if random() < p:
                        k += 1
                out.append(k)
        q = self.resting(s)
        for n in s.tower:
            if n:
                k = 0
                for _ in range(n):
                    if random() < q:
                        k += 1
                out.append(k)
        return tuple(out)

    def answer(self, s: Wallenstein, seat: int, args: Args, answer: Move) -> None:
        s.emit(CUBES_CAST, sum(s.tray))
        tray, tower = s.tray, s.tower
        for colour, n in enumerate(tray):
            if n:
                s.emit(CUBES_IN, colour, n)
        at = 0
        out = [0] * len(tray)
        for colour, n in enumerate(tray):
            if n:
                out[colour] = answer[at]
                at += 1
        for colour, n in enumerate(tower):
            if n:
                out[colour] += answer[at]
                at += 1
        # W-10.2, W-14.3: what stuck in this throw rests only from the next one on
        for colour, n in enumerate(out):
            tower[colour] += tray[colour] - n
        s.tray = out
        self.fallen(s)

    def fallen(self, s: Wallenstein) -> None:
        """Say what lies in the tray now."""
        for colour, n in enumerate(s.tray):
            if n:
                s.emit(CUBES_OUT, colour, n)


class TowerFill(Throw):
    """The first throw (W-3.16, W-14.6); what falls out goes back to the supplies (W-3.17)."""

    name: ClassVar[str] = "tower_fill"
    rule: ClassVar[str] = "W-14.6"

    def thrown(self, s: Wallenstein) -> tuple[int, int]:
        return s.t.fill_odds

    def fallen(self, s: Wallenstein) -> None:
        for colour, n in enumerate(s.tray):
            s.supply[colour] += n
            s.tray[colour] = 0
            if n:
                s.emit(FELL_AT_FILL, colour, n)


def fill_tray(s: Wallenstein) -> None:
    """Seven armies of each player and ten peasants are taken for the first throw (W-3.16, W-3.20)."""
    for colour in range(len(s.tray)):
        n = s.t.fill_peasants if colour == s.t.players else s.t.fill_armies
        s.supply[colour] -= n
        s.tray[colour] += n


def _binomial(n: int, odds: tuple[int, int]) -> list[int]:
    a, b = odds
    return [comb(n, k) * a**k * (b - a) ** (n - k) for k in range(n + 1)]
