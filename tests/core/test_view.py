"""Contract 4 by type: whoever demands a view is never given a true state; mypy refuses it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
SNIPPET = """
from random import Random
from typing import Any

from pfalz.bots import Situation
from pfalz.core.ask import Ask
from pfalz.core.encoding import Encoding
from pfalz.core.ruleset import Ruleset
from pfalz.core.state import State


def look(rules: Ruleset[Any], s: State, ask: Ask, encoding: Encoding) -> None:
    view = rules.view(s, ask.seat)
    asked = Situation(rules, view, ask, [], Random())
    encoding.encode(view, ask.seat)
    again: State = rules.resample(asked.view, ask.seat, Random())
    back = Situation(rules, rules.view_from_json(rules.to_json(view)), ask, [], Random())
"""
REFUSED = """
    Situation(rules, s, ask, [], Random())
    Situation(rules, asked.resampled(), ask, [], Random())
    encoding.encode(s, ask.seat)
    rules.resample(s, ask.seat, Random())
    back.view = again
"""


def test_mypy_refuses_a_true_state_where_a_view_is_demanded(tmp_path: Path) -> None:
    code = SNIPPET + REFUSED.lstrip("\n")
    (tmp_path / "peek.py").write_text(code, encoding="utf-8")
    config = ("--config-file", str(ROOT / "pyproject.toml"), "--cache-dir", str(ROOT / ".mypy_cache"))
    done = subprocess.run(
        [sys.executable, "-m", "mypy", *config, "--no-error-summary", str(tmp_path / "peek.py")],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    lines = done.stdout.splitlines()
    refused = range(SNIPPET.count("\n") + 1, code.count("\n") + 1)
    assert [int(line.split(":")[1]) for line in lines] == [*refused], done.stdout + done.stderr
    assert all("ncompatible type" in line and '"State"' in line and '"View"' in line for line in lines)
