"""A table as rows of the database."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import msgspec

import pfalz
from pfalz.core.ruleset import Ruleset
from pfalz.core.state import digest
from pfalz.core.upcast import FORMAT
from pfalz.server.play.seats import Seat
from pfalz.server.play.table import Table


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
        "origin": table.origin,
        "stand_ins": "[]",
        "hints": table.hints,
        "thinking": table.thinking,
        "lesson": table.lesson,
        "revision": table.revision,
    }


def seat_row(id: str, i: int, seat: Seat) -> dict[str, Any]:
    """The row of a seat."""
    names = {"person": seat.person, "name": seat.name, "bot": seat.bot, "resigned": seat.resigned}
    return {"table_id": id, "seat": i, **names, "seen": seat.seen, "share": seat.share}


def seat_rows(table: Table) -> list[dict[str, Any]]:
    """The rows of all seats."""
    return [seat_row(table.id, i, seat) for i, seat in enumerate(table.seats)]


def snapshot_row(table: Table) -> dict[str, Any]:
    """The row that keeps the present position of a table."""
    session = table.session
    return {
        "table_id": table.id,
        "position": table.position,
        "line": table.lines,
        "state": msgspec.json.encode(table.rules.to_json(session.state)).decode(),
        "opened": session.opened,
        "rules": fingerprint(table.rules),
    }


@lru_cache(maxsize=256)
def fingerprint(rules: Ruleset[Any]) -> str:
    """What has to be the same for a kept position to be used without looking at the answers before it."""
    return digest([pfalz.__version__, FORMAT, rules.game.id, rules.game.version, rules.data])


def log_rows(table: Table) -> list[dict[str, Any]]:
    """The rows of the log of a table that has none in the database yet."""
    return [
        {"table_id": table.id, "line": i, "data": data, "barrier": barrier}
        for i, (data, barrier) in enumerate(lines_since(table, 0))
    ]
