"""The modules of Dark Ages, in the order of their numbers."""

from __future__ import annotations

from typing import Any, Final

from pfalz.core.game import Module

MODULES: Final[tuple[Module[Any], ...]] = ()
