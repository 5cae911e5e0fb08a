"""A table of the Great Realm: five to eight players with rulers of both halves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tests.games.darkages.table import Table

WEST = ("athelstan", "rollo", "hugh_capet", "william_the_pious", "rudolf", "alfonso", "abd_ar_rahman")
CENTRE = ("berengar", "burchard", "tomislav", "boleslav", "pandulf")
SEATED = tuple(name for pair in zip(CENTRE, WEST, strict=False) for name in pair)
"""By turns a central and a western ruler, those of all player counts first."""


class Realm(Table):
    """The rulers sit by turns: Berengar, Æthelstan, Burchard, Rollo, and so on."""

    def __init__(
        self, players: int = 8, modules: Sequence[str] = (), rulers: Sequence[str] = SEATED, **more: Any
    ) -> None:
        super().__init__(players, rulers[:players], modules=modules, **more)
