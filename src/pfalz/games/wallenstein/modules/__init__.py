"""The modules of Wallenstein, in the order of the rulebook; each folder brings all a module is made of."""

from __future__ import annotations

from typing import Any, Final

from pfalz.core.game import Module
from pfalz.games.wallenstein.modules.court.rules import EmperorsCourt
from pfalz.games.wallenstein.modules.landsknechte.rules import Landsknechte
from pfalz.games.wallenstein.modules.leaders.rules import Leaders

MODULES: Final[tuple[Module[Any], ...]] = (EmperorsCourt(), Landsknechte(), Leaders())
