"""The benchmark plays real tables: every answer reaches four viewers, and the report adds up."""

from __future__ import annotations

import pytest

from pfalz.server.bench.boards import cold_load, drawn, whole_game
from pfalz.server.bench.load import DATA, MARKUP, PLAYERS, Result, run


@pytest.mark.parametrize("query", [DATA, MARKUP])
def test_every_answer_reaches_four_viewers(query: str) -> None:
    tables, seconds = 3, 0.3
    result: Result = run(tables, query, seconds)
    tally = result.tally
    assert len(tally.times) >= tables and tally.seconds >= seconds
    assert tally.updates >= len(tally.times) * PLAYERS
    assert tally.bytes > tally.updates * 100
    row = result.row()
    assert row[0] == "3" and float(row[3]) <= float(row[4])


def test_a_whole_game_is_loaded_and_drawn() -> None:
    table = whole_game("mil", 5)
    assert table.status == "over" and cold_load(table) > 0
    found = drawn("mil", PLAYERS)
    assert found.updates >= PLAYERS and 0 < found.sent < found.whole
