"""The table of `make bench`: every line is a setting that can be played, and says what is demanded of it."""

from __future__ import annotations

import json

import pytest

from pfalz import catalogue
from pfalz.core.presets import module_sets
from pfalz.lab import bench
from pfalz.lab.rows import GOODS, ROWS, WAR, Row, base_of, failed


def test_every_game_is_measured_with_and_without_modules() -> None:
    for id in catalogue.IDS:
        game = catalogue.game(id)
        rows = [row for row in ROWS if row.game == id]
        base = {row.players for row in rows if not row.modules}
        assert base and base <= set(game.counts())
        assert bool(game.modules) == any(row.modules for row in rows)


def test_rows_are_settings_that_the_games_know() -> None:
    for row in ROWS:
        if row.modules:
            known = [module.id for module in catalogue.game(row.game).modules]
            assert set(row.modules) <= set(known) and row.called
            assert base_of(row) == base_of(row)._replace(game=row.game, players=row.players, modules=())
    whole = max(module_sets(catalogue.game("darkages"), 4), key=len)
    assert {*GOODS, *WAR} <= set(whole)


def test_demands_are_held_against_what_was_measured() -> None:
    row = Row("darkages", 4, choices=30_000, share=0.8, copy=10)
    assert failed(row, 30_000, 0.8, 10) == []
    assert len(failed(row, 29_999, 0.79, 10.1)) == 3
    assert failed(Row("darkages", 4), 1, 0.01, 1000) == []


def test_a_row_has_all_figures(capsys: pytest.CaptureFixture[str]) -> None:
    assert bench.main(["staufer", "--seconds", "0.001", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [row["players"] for row in found["rows"]] == [row.players for row in ROWS if row.game == "staufer"]
    for row in found["rows"]:
        assert row["of_base"] == 1 and row["choices_per_s"] > 0 and row["copy_us"] > 0 and not row["failed"]
