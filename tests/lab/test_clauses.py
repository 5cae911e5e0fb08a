"""The clause index finds what is cited, where, and by which test."""

from __future__ import annotations

from pathlib import Path

import pytest

from pfalz.core.errors import RulesetError
from pfalz.lab import clauses

TEST_FILE = '''
import pytest
from pytest import mark
pytestmark = pytest.mark.clause("X-0")

@pytest.mark.clause("X-1", "X-2")
def test_a():
    pass

class TestB:
    @mark.clause("X-3")
    def test_c(self):
        pass

@pytest.mark.parametrize("n", [pytest.param(1, marks=pytest.mark.clause("X-4"))])
def test_d(n):
    """Mentions X-5, which proves nothing."""
'''


def test_clauses_come_in_the_order_of_the_rules() -> None:
    ids = clauses.clause_ids("staufer")
    assert ids[:3] == ["S-1.1", "S-1.2", "S-1.3"]
    assert "S-R18" in ids
    assert clauses.section_ids("staufer")[-2:] == ["S-R", "S-P"]


def test_a_clause_knows_its_section() -> None:
    sections = ["S-1", "S-10", "S-R", "W-R"]
    assert [clauses.section_of(id, sections) for id in ("S-1.12", "S-10.1", "S-R18", "W-R.3")] == sections


def test_code_citations_name_file_line_and_function() -> None:
    cited = clauses.code_citations("staufer")
    place = next(place for place in cited["S-R18"] if place.file.name == "turn.py")
    line = place.file.read_text().splitlines()[place.line - 1]
    assert "S-R18" in line
    assert place.name == "ChooseAction.options"
    assert any(place.file.name == "chests.toml" for place in cited["S-9.15"])


def test_a_range_cites_everything_between() -> None:
    known = ["S-8.1", "S-8.2", "S-8.3", "S-8.4"]
    assert list(clauses._cited("gaining (S-8.2 to S-8.4, S-8.1)", known, [])) == [*known[1:], "S-8.1"]
    assert list(clauses._cited("# S-8, and S-9.9 of no game", known, ["S-8"])) == ["S-8"]


def test_tests_cite_with_the_mark(tmp_path: Path) -> None:
    (tmp_path / "test_x.py").write_text(TEST_FILE)
    found = {id: places[0].name for id, places in clauses.test_citations(tmp_path).items()}
    assert found == {"X-0": "", "X-1": "test_a", "X-2": "test_a", "X-3": "TestB.test_c", "X-4": "test_d"}
    assert clauses.test_citations(tmp_path)["X-1"][0].line == 6


def test_the_checkout_has_tests() -> None:
    assert clauses.tests_root() == Path(__file__).resolve().parents[1]


def test_unknown_game_is_refused() -> None:
    with pytest.raises(RulesetError, match="did you mean 'staufer'"):
        clauses.clause_ids("stauffer")
