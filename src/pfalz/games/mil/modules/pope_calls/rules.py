"""Crusaders are outside the counting of land (M-18.9 to M-18.13, M-R39)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from pfalz.core.game import Modifier, Module
from pfalz.games.mil.state import Mil


def spare_gain(s: Mil, points: int, k: int, source: int) -> int:
    """Nothing for a crusader's new land, nor for land of a crusader (M-18.9, M-18.10, M-18.16)."""
    return 0 if k in s.crusades or source in s.crusades else points


def spare_loss(s: Mil, points: int, k: int) -> int:
    """A crusader and his lord lose nothing with his land (M-18.9)."""
    return 0 if k in s.crusades else points


class PopeCalls(Module[Mil]):
    """Crusaders are outside the counting of land."""

    id: ClassVar[str] = "pope_calls"
    players: ClassVar[tuple[int, int]] = (3, 5)  # M-18.1
    package: ClassVar[str] = "pfalz.games.mil.modules.pope_calls"
    meets: ClassVar[tuple[str, ...]] = ("kings_claim",)  # M-18.16

    def modifiers(self) -> Mapping[str, Modifier]:
        return {"land_gained": spare_gain, "land_lost": spare_loss}
