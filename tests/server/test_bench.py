"""The benchmark plays real tables: every answer reaches four viewers, and the report adds up."""

from __future__ import annotations

import pytest

from pfalz.server.bench import arrivals, princes
from pfalz.server.bench.boards import before_snapshot, cold_load, drawn, settings, too_slow, whole_game
from pfalz.server.bench.load import DATA, MARKUP, PLAYERS, Result, run
from pfalz.server.play.live import SNAPSHOT_EVERY


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


@pytest.mark.parametrize("together", [False, True])
def test_answers_arrive_at_their_time_at_two_servers(
    postgres: str, monkeypatch: pytest.MonkeyPatch, together: bool
) -> None:
    monkeypatch.setattr(arrivals, "EVERY", 0.25)
    found = arrivals.arrive(postgres, 2, 3, 1.0, together=together)
    assert len(found.acknowledged) == len(found.seen) == 12  # three tables, four answers each, none left out
    assert all(
        0 < ack <= seen for ack, seen in zip(sorted(found.acknowledged), sorted(found.seen), strict=True)
    )
    assert found.cpu > 0 and min(found.memory) > 10 and found.tally.updates >= 12 * PLAYERS
    assert found.row()[0] == "12"


def test_others_answer_while_princes_think(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arrivals, "EVERY", 0.25)
    monkeypatch.setattr(princes, "EVERY", 0.25)
    found, heard = princes.beside(2, 1.0, thinking=0.1)
    assert len(found.acknowledged) == len(found.seen) == 8 and heard > 0


def test_a_whole_game_is_loaded_and_drawn() -> None:
    table = whole_game("mil", 5)
    assert table.status == "over" and cold_load(table) > 0
    playing, kept = before_snapshot("mil", 5, ())
    assert playing.status == "playing" and playing.position < table.position
    assert 0 < kept["position"] == playing.position + 1 - SNAPSHOT_EVERY
    assert cold_load(playing, kept) > 0
    assert settings("mil")[1] == (4, ("time_is_gold", "pope_calls", "kings_claim")) and settings(
        "staufer"
    ) == [(5, ())]
    found = drawn("mil", PLAYERS)
    assert found.updates >= PLAYERS and 0 < found.sent < found.whole


def test_a_table_that_loads_too_slowly_is_named() -> None:
    thirteen = settings("darkages")[1][1]
    assert len(thirteen) == 13  # the largest tables are measured
    assert too_slow("darkages", 4, thirteen, 0.05) == []
    (said,) = too_slow("darkages", 4, thirteen, 0.0512)
    assert said == "darkages, 13 modules, 4 players: 51.2 ms to load, not 50"
