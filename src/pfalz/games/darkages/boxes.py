"""What of the material is in play: cards and areas up to a mark, and pieces of one box or of two.

A row of `setup.toml` says so for its number of players. Without a word the mark is the number of players
itself (D-2.1, D-3.4), and the material is that of one game. Modules bring rows for other numbers; with two
boxes some material of modules is there twice, some comes with the second box only.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from pfalz.core.game import Data

SECOND: Final = "_w"
"""How the id of a second copy ends."""


def _row(data: Data, players: int) -> dict[str, Any]:
    rows = [row for row in data["setup"]["player_count"] if row["players"] == players]
    return rows[0] if rows else {}


def highest_mark(data: Data, players: int) -> int:
    """Areas, titles, rulers and cards with a higher mark than this are not in play."""
    found = _row(data, players).get("highest_mark", players)
    return found if isinstance(found, int) else players


def boxes(data: Data, players: int) -> int:
    """How many games lie on the table."""
    found = _row(data, players).get("boxes", 1)
    return found if isinstance(found, int) else 1


def marked(rows: Sequence[dict[str, Any]], mark: int) -> list[dict[str, Any]]:
    """The rows that are in play up to a mark."""
    return [row for row in rows if row["min_players"] <= mark]


def twice(rows: Sequence[dict[str, Any]], n: int) -> list[dict[str, Any]]:
    """Cards or markers that each box holds once: with two boxes all of them have a second copy, which is one
    of its own (DM0-1.4, DM2-5.2)."""
    found = list(rows)
    if n > 1:
        found += [{**row, "id": f"{row['id']}{SECOND}"} for row in rows]
    return found


def boxed(rows: Sequence[dict[str, Any]], n: int) -> list[dict[str, Any]]:
    """Cards that lie in one box only: those of the boxes on the table (DM2-5.2), without the word that tells
    which."""
    there = [row for row in rows if row.get("box", 1) <= n]
    return [{key: value for key, value in row.items() if key != "box"} for row in there]


def original(id: str) -> str:
    """The id under which a second copy has its name and its words."""
    return id.removesuffix(SECOND)
