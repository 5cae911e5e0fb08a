"""The extended game (M-18.1, M-18.2): three modules for three to five players, alone or together."""

from __future__ import annotations

from typing import Any, Final

from pfalz.core.game import Module
from pfalz.games.mil.lookup import LIMITED_IDS
from pfalz.games.mil.modules.kings_claim.rules import KingsClaim
from pfalz.games.mil.modules.pope_calls.rules import PopeCalls
from pfalz.games.mil.modules.time_is_gold.rules import TimeIsGold

MODULES: Final[tuple[Module[Any], ...]] = (TimeIsGold(), PopeCalls(), KingsClaim())
MOVED_DATA: Final[dict[str, str]] = {"numbers.prestige.kings_claim": "kings_claim.prestige.land_for_king"}
"""Where the modules' data were before each had a file of its own: paths in older editions."""
for _at, _id in enumerate(LIMITED_IDS, 1):
    for _name in (_id, str(_at)):
        MOVED_DATA[f"game.sphere.{_name}.printed_black"] = f"time_is_gold.printed.{_id}"
