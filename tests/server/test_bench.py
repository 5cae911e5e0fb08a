"""The benchmark plays real tables: every answer reaches four viewers, and the report adds up."""

from __future__ import annotations

import pytest
from rich.console import Console

from pfalz.server.bench import arrivals, load, princes, sharing
from pfalz.server.bench.boards import before_snapshot, cold_load, drawn, settings, too_slow, whole_game
from pfalz.server.bench.load import DATA, MARKUP, PLAYERS, Result, run
from pfalz.server.play.live import SNAPSHOT_EVERY
from pfalz.server.settings import from_environment


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


def test_a_server_that_is_measured_lets_all_be_prepared_that_is_needed() -> None:
    """A run that is refused a table in the middle measures nothing."""
    most = max(
        *(load.prepared_for(max(load.ACTIVE), query, 60.0) for query in (DATA, MARKUP)),
        arrivals.prepared_for(200, 600.0),
    )
    assert most > 300
    found = from_environment(load.surroundings("sqlite:///bench.sqlite3"))
    assert most <= found.max_address_tables and most <= found.max_address_open and most <= found.max_tables
    assert found.max_streams >= most * PLAYERS and found.rate_scale == 0
    assert found.live_tables == from_environment({}).live_tables  # else nothing that is over is forgotten


def test_the_report_says_what_holds_and_what_does_not() -> None:
    found = arrivals.Arrived(
        acknowledged=[0.01] * 99 + [0.06], seen=[0.1] * 100, memory=[100, 100, 104, 103, 104.0]
    )
    said = found.verdicts()
    assert [line.split(":")[0] for line in said] == ["FAIL", "pass", "pass"]
    assert "0.060" in said[0] and "0.05" in said[0]
    assert arrivals.verdict("ratio", 0.81, "≥", 0.8).startswith("pass")
    found.memory[-1] = 106
    assert found.verdicts()[2].startswith("FAIL")


def test_two_servers_are_compared_with_one_round_by_round() -> None:
    one, by_table, in_turn = sharing.WAYS
    costs = {one: [0.004, 0.006, 0.004], by_table: [0.004, 0.006, 0.008], in_turn: [0.006, 0.008, 0.004]}
    first, second = sharing.compared(costs)
    assert first.startswith("pass") and "by table 1.000" in first and first.endswith("(0.50 to 1.00)")
    assert second.startswith("FAIL") and "in turn 0.750" in second and second.endswith("(0.67 to 1.00)")


def test_one_server_and_two_play_in_turns(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    found = arrivals.Arrived(acknowledged=[0.01], seen=[0.02], memory=[100.0], cpu=0.004)
    played: list[tuple[int, bool]] = []

    def arrive(database: str, servers: int, *_: object, together: bool) -> arrivals.Arrived:
        assert database.startswith("postgresql")
        played.append((servers, together))
        return found

    monkeypatch.setattr(sharing, "arrive", arrive)
    sharing.sharing(1.0, 2, 2, Console())
    assert played == [(1, False), (2, True), (2, False), (2, False), (2, True), (1, False)]
    said = capsys.readouterr().out
    assert said.count("pass: answers per CPU-second, two servers to one") == 2
