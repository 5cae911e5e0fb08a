"""Heathens (DM7): their markers lie on the map instead of those of the barbarians; the rules stay the same.

Wherever the rules, cards included, speak of barbarians, they mean heathens now (DM7-2.2, DMX-1.5). So the
module brings nothing but markers and names.
"""

from __future__ import annotations

from typing import Any, ClassVar

from pfalz.core.game import Module
from pfalz.core.kinds import Kinds
from pfalz.core.ruleset import Ruleset
from pfalz.games.darkages.boxes import boxes, twice
from pfalz.games.darkages.state import DarkAges
from pfalz.games.darkages.words import UNIT_IDS


class Heathens(Module[DarkAges]):
    """Stronger markers with better rewards."""

    id: ClassVar[str] = "heathens"
    players: ClassVar[tuple[int, int]] = (1, 8)
    meets: ClassVar[tuple[str, ...]] = ("age_of_wars",)
    complexity: ClassVar[str] = "minimal"
    package: ClassVar[str] = "pfalz.games.darkages.modules.heathens"
    files: ClassVar[tuple[str, ...]] = ("heathens",)

    def data(self, data: dict[str, Any], players: int) -> dict[str, Any]:
        """All markers are heathens, never some of them; a second box has as many (DM7-1.1, DM7-2.1).

        Alone those of the barbarians are there too: they are the pool of the horde (DM7-3.1, DMX-9.4)."""
        spare = data["barbarians"]["marker"] if players == 1 else []
        markers = twice(data["heathens"]["marker"], boxes(data, players))
        data["barbarians"] = {**data["heathens"], "marker": markers, "file": "heathens", "spare": spare}
        return data

    def kinds(self, kinds: Kinds, rules: Ruleset[DarkAges]) -> None:
        kinds.rename("side", rules.players, ("side.heathens", {}))
        for unit, face in zip(UNIT_IDS, rules.lookup.barbarian_faces, strict=True):
            kinds.rename("face", face, (f"face.heathen_{unit}", {}))
