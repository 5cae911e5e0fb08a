"""The edition that docs/darkages-balance.md proposes."""

from __future__ import annotations

from pathlib import Path

from pfalz.core.data import read_edition
from pfalz.terminal.edition import found_problems

PROPOSAL = Path(__file__).parents[3] / "docs" / "editions" / "darkages-balance.toml"


def test_the_proposed_values_fit_the_game() -> None:
    edition = read_edition(PROPOSAL)
    assert edition.game == "darkages" and edition.set
    assert found_problems(edition, "en") == []
