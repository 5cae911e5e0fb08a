"""The shape of distant_campaigns.toml."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from pfalz.games.darkages.schema import Amount, Box, Cell, Entry, Players, Row


class Dealing(Row):
    dealt: Amount
    kept: Amount


class Campaign(Entry, kw_only=True):
    area: str
    box: Box = 1
    min_players: Players = 2


class CampaignsFile(Cell):
    meta: Row
    campaigns: Dealing
    campaign: Annotated[list[Campaign], Meta(min_length=1)]
