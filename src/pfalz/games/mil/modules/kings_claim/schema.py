"""The shape of the module's data file."""

from __future__ import annotations

from pfalz.games.mil.schema import Cell, Count, Row


class Prestige(Row):
    land_for_king: Count


class ClaimFile(Cell):
    prestige: Prestige
