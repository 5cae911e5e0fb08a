"""The shape of tribute.toml."""

from __future__ import annotations

from pfalz.games.darkages.schema import Amount, Cell, Count, Row


class Tribute(Row):
    markers: Count
    ransom: Amount
    resources: Amount


class TributeFile(Cell):
    tribute: Tribute
