"""`tools/prince_trials.py`: decisions are collected, and other constants are tried on them."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

import prince_trials
from pfalz.bots import prince
from prince_trials import Trial, decide


def test_decisions_are_collected_and_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = str(tmp_path / "trials.jsonl")
    monkeypatch.setattr(prince_trials, "ORDERS", 2)
    for argv in (["staufer", "2", file, "--decisions", "2", "--tables", "10"], [file, "--positions", "900"]):
        monkeypatch.setattr(sys, "argv", ["prince_trials.py", *argv])
        prince_trials.main()
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "2 decisions, 900 positions." and lines[5].startswith("| its own | ")
    assert len(lines) == 5 + len(prince_trials.TRIED) + 3


def test_what_is_clear_costs_little_and_constants_are_put_back() -> None:
    """One answer is better by a hundredth, whatever the luck."""
    values = [[0.5 + luck, 0.51 + luck] for luck in (0.1, -0.3, 0.2, 0.0, 0.4, -0.1, 0.3, 0.1) * 3]
    trial = Trial(2, [0.6, 0.6], values, 10.0)
    gains, looked_at = decide([trial], 1000, {})
    assert gains == [pytest.approx(0.01)] and looked_at == pytest.approx(2 + 2 * 10 * prince.ENOUGH)
    sure = prince.SURE
    gains, patient = decide([trial], 1000, {"SURE": float("inf")})
    assert gains == [pytest.approx(0.01)] and patient >= 1000 and sure == prince.SURE
