"""The shape of age_of_wars.toml."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from pfalz.games.darkages.schema import Amount, Cell, Count, Effects, Entry, Row, Table

Places = Annotated[list[Count], Meta(min_length=1)]


class War(Row):
    dealt: Annotated[int, Meta(ge=2, le=2)]
    vp: Count
    markers: Amount


class MoreMarkers(Row):
    """War markers with other numbers of players."""

    players: Annotated[list[Table], Meta(min_length=1)]
    n: Amount


class FinalVp(Row):
    two: Places
    three: Places
    four: Places


class BattleCard(Entry, kw_only=True):
    """A card of a title, of a ruler, or a common one."""

    id: str
    title: str = ""
    ruler: str = ""
    advantages: Annotated[Effects, Meta(min_length=2, max_length=2)]
    compensation: Annotated[Effects, Meta(min_length=1)]


class WarsFile(Cell):
    meta: Row
    war: War
    more_markers: list[MoreMarkers]
    final_vp: FinalVp
    card: Annotated[list[BattleCard], Meta(min_length=1)]
