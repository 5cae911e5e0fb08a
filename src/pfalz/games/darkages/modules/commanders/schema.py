"""The shape of commanders.toml."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from pfalz.games.darkages.schema import Amount, Box, Cell, Effects, Entry, Row


class Hiring(Row):
    cost: Amount
    more_than_players: Amount
    alone: Amount


class Commander(Entry, kw_only=True):
    id: str
    box: Box = 1
    effects: Annotated[Effects, Meta(min_length=1)]


class CommandersFile(Cell):
    meta: Row
    commanders: Hiring
    commander: Annotated[list[Commander], Meta(min_length=1)]
