"""The shape of alchemists.toml."""

from __future__ import annotations

from pfalz.games.darkages.schema import Amount, Cell, Row


class Alchemists(Row):
    resources_per_gold: Amount


class AlchemistsFile(Cell):
    alchemists: Alchemists
