"""The extended game (M-18.1, M-18.2): three modules for three to five players, alone or together."""

from __future__ import annotations

from typing import Any, Final

from pfalz.core.game import Module
from pfalz.games.mil.modules.kings_claim.rules import KingsClaim
from pfalz.games.mil.modules.pope_calls.rules import PopeCalls
from pfalz.games.mil.modules.time_is_gold.rules import TimeIsGold

MODULES: Final[tuple[Module[Any], ...]] = (TimeIsGold(), PopeCalls(), KingsClaim())
