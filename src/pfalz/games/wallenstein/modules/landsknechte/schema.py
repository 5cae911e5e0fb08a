"""The shape of landsknechte.toml."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from pfalz.games.wallenstein.schema import Amount, Cell, Count, Row


class Landsknechte(Row):
    regions_required: Amount


class Banner(Row):
    id: str
    thalers: Count
    armies_to_tray: Count
    grain: Count
    victory_points: Count


class LandsknechteFile(Cell):
    landsknechte: Landsknechte
    banner: Annotated[list[Banner], Meta(min_length=4, max_length=4)]
