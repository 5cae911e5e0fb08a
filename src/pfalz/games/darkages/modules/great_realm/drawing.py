"""What the Great Realm adds to the drawing: a map of both halves, and the colours of the western regions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

PACKAGE: Final = "pfalz.games.darkages.modules.great_realm"
TINCTURES: Final = {
    "england": "gules",
    "west_francia": "azure",
    "aquitaine": "or",
    "burgundy": "purpure",
    "leon_region": "tenne",
    "al_andalus": "vert",
}
"""Colours of the other half; no two regions of one colour border on each other."""

ADDS: Final[Mapping[str, Callable[..., Any]]] = {
    "map": lambda: PACKAGE,
    "tinctures": lambda: TINCTURES,
}
