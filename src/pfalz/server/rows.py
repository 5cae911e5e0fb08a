"""A table as rows of the database."""

from __future__ import annotations

from typing import Any

import msgspec

from pfalz.server.table import Seat, Table


def lines_since(table: Table, mark: int) -> list[tuple[str, bool]]:
    """The answers from position `mark` on, as lines, with their barriers."""
    session = table.session
    return [
        (msgspec.json.encode(entry).decode(), barrier)
        for entry, barrier in zip(session.entries[mark:], session.barriers[mark:], strict=True)
    ]


def table_row(table: Table) -> dict[str, Any]:
    """The row of a new table."""
    return {
        "id": table.id,
        "title": table.title,
        "game": table.header.game,
        "header": msgspec.json.encode(table.header).decode(),
        "status": table.status,
        "owner": table.owner,
        "private": table.private,
        "link": table.link,
        "undo_policy": table.undo_policy,
        "clock": msgspec.json.encode(table.clock).decode(),
        "times": msgspec.json.encode(table.times).decode(),
        "deciding": msgspec.json.encode(table.deciding()).decode(),
        "votes": "[]",
        "rematch": "",
        "position": table.position,
        "created": table.created,
        "updated": table.created,
    }


def seat_row(id: str, i: int, seat: Seat) -> dict[str, Any]:
    """The row of a seat."""
    names = {"person": seat.person, "name": seat.name, "bot": seat.bot, "resigned": seat.resigned}
    return {"table_id": id, "seat": i, **names}


def seat_rows(table: Table) -> list[dict[str, Any]]:
    """The rows of all seats."""
    return [seat_row(table.id, i, seat) for i, seat in enumerate(table.seats)]


def log_rows(table: Table) -> list[dict[str, Any]]:
    """The rows of the log of a table that has none in the database yet."""
    return [
        {"table_id": table.id, "line": i, "data": data, "barrier": barrier}
        for i, (data, barrier) in enumerate(lines_since(table, 0))
    ]
