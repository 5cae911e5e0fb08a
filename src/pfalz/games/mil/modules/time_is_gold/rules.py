"""The reverse of the board (M-18.3 to M-18.8).

Taking the white token of a slot bares the printed one, which blocks the slot like a black time token.
Buying the slot, passing on it and the renewal in winter need nothing more: they look at what lies on the
slot."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, Final

from pfalz.core.data import typed
from pfalz.core.game import Data, Modifier, Module, Options
from pfalz.core.kinds import Kinds
from pfalz.core.ruleset import Ruleset
from pfalz.games.mil.lookup import LIMITED_IDS, Lookup
from pfalz.games.mil.modules.time_is_gold import schema
from pfalz.games.mil.state import Mil

ID: Final = "time_is_gold"
PRINTED: Final = -4
"""What lies on a slot: nothing but the printed black token."""


class Prints:
    """Where black tokens are printed: by sphere the numbers of slots, from 1 on (M-18.3, M-R38)."""

    def __init__(self, row: schema.Printed) -> None:
        self.numbers = [row.court, row.market, row.war, row.curia]

    def at(self, t: Lookup, slot: int) -> bool:
        """Whether a slot in use carries a print."""
        sphere, nth = divmod(slot, t.per_sphere)
        return nth + 1 in self.numbers[sphere]


def has_print(rules: Ruleset[Mil], slot: int) -> bool:
    """Whether a slot carries a print."""
    prints: Prints = rules.parts[ID]
    return prints.at(rules.lookup, slot)


def bare_printed(s: Mil, left: int, slot: int) -> int:
    """What shows when the white token of a slot is taken (M-18.5)."""
    return PRINTED if has_print(s.rules, slot) else left


MOVED: Final = {
    f"game.sphere.{name}.printed_black": f"time_is_gold.printed.{id}"
    for at, id in enumerate(LIMITED_IDS, 1)
    for name in (id, str(at))  # an entry of a list is named by its id or its number
}


class TimeIsGold(Module[Mil]):
    """The reverse of the board."""

    id: ClassVar[str] = ID
    players: ClassVar[tuple[int, int]] = (3, 5)  # M-18.1
    package: ClassVar[str] = "pfalz.games.mil.modules.time_is_gold"
    files: ClassVar[tuple[str, ...]] = (ID,)
    moved_data: ClassVar[Mapping[str, str]] = MOVED

    def lookup(self, data: Data, players: int, options: Options) -> Prints:
        return Prints(typed(data[ID], schema.PrintedFile, f"{ID}.toml").printed)

    def kinds(self, kinds: Kinds, rules: Ruleset[Mil]) -> None:
        kinds.also("on_slot", PRINTED, ("on_slot.printed_black", {}))

    def modifiers(self) -> Mapping[str, Modifier]:
        return {"bared_slot": bare_printed}

    def violations(self, s: Mil) -> Sequence[str]:
        bared = [slot for slot, what in enumerate(s.slots) if what == PRINTED]
        return [
            f"slot {slot} shows a print it does not have" for slot in bared if not has_print(s.rules, slot)
        ]
