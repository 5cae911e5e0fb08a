"""Time is Gold (M-18.3 to M-18.8): some slots carry a printed black token below the white one.

Taking the white token bares the printed one, which blocks the slot like a black time token. Buying the slot,
passing on it and the renewal in winter need nothing more: they look at what lies on the slot."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from pfalz.core.game import Modifier, Module
from pfalz.core.kinds import Kinds
from pfalz.core.ruleset import Ruleset
from pfalz.games.mil.state import PRINTED, Mil


def bare_printed(s: Mil, left: int, slot: int) -> int:
    """What shows when the white token of a slot is taken (M-18.5)."""
    return PRINTED if slot in s.t.printed else left


class TimeIsGold(Module[Mil]):
    """The reverse of the board."""

    id: ClassVar[str] = "time_is_gold"
    players: ClassVar[tuple[int, int]] = (3, 5)  # M-18.1

    def kinds(self, kinds: Kinds, rules: Ruleset[Mil]) -> None:
        kinds.also("on_slot", PRINTED, ("on_slot.printed", {}))

    def modifiers(self) -> Mapping[str, Modifier]:
        return {"bared_slot": bare_printed}
