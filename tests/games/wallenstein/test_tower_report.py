"""The simulation report of the cube tower: what is committed is what the script writes."""

from __future__ import annotations

import pytest

import tower_trials as tower
import wallenstein_tower as script


def test_the_committed_report_is_the_one_the_script_writes() -> None:
    words, picture = script.build()
    hint = "run python tools/wallenstein_tower.py"
    assert script.REPORT.read_text(encoding="utf-8") == words, hint
    assert script.PLOT.read_text(encoding="utf-8") == picture, hint


def test_small_runs_are_repeatable() -> None:
    assert tower.watch_games("impact", 3, 2, 5) == tower.watch_games("impact", 3, 2, 5)
    assert tower.steady_state("impact", 6, 50, 1) == tower.steady_state("impact", 6, 50, 1)
    battle = tower.Battle(5, 3)
    first = tower.odds("impact", battle, [tower.NOTHING], 50, 1)
    assert first == tower.odds("impact", battle, [tower.NOTHING], 50, 1)
    assert sum(first) == pytest.approx(1)


@pytest.mark.clause("W-14.4", "W-14.5", "W-14.8", "W-R.30")
def test_contents_in_the_long_run() -> None:
    _, inside, out, loose = tower.steady_state("constant", 9, 3000, 2)
    assert inside == pytest.approx(9, rel=0.05)
    assert out == pytest.approx(9, rel=0.03)
    assert loose == pytest.approx(1 / 3, rel=0.05)
    _, inside, out, loose = tower.steady_state("impact", 8, 3000, 2)
    assert inside == pytest.approx(8 / 3 / 0.3366, rel=0.05)
    assert loose == pytest.approx(0.3366, rel=0.05)


@pytest.mark.clause("W-14.2", "W-14.6")
def test_exact_odds_agree_with_battles_fought() -> None:
    assert tower.exact(tower.Battle(3, 0))[0] == pytest.approx(66 / 81)
    assert tower.exact(tower.Battle(0, 4, 2))[2] == pytest.approx(560 / 729)
    for battle in (tower.Battle(5, 3), tower.Battle(2, 0), tower.Battle(0, 3, 1)):
        fought = tower.odds("constant", battle, [tower.NOTHING], 2000, 3)
        assert fought == pytest.approx(tower.exact(battle), abs=0.04)
    assert tower.fill(4, 500, 4) == pytest.approx(19, abs=0.5)
