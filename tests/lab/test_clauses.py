"""The clause index finds what is cited, where, and by which test."""

from __future__ import annotations

import re
from importlib import resources
from pathlib import Path

import pytest

from pfalz.core.clauses import CLAUSE, in_order, section_of
from pfalz.core.errors import RulesetError
from pfalz.lab import clauses
from pfalz.terminal.rules import meant
from pfalz.web.story import with_clauses

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
    assert [section_of(id, sections) for id in ("S-1.12", "S-10.1", "S-R18", "W-R.3")] == sections
    modules = ["D-15", "DM12-2", "DM12", "DMR", "DM0-2"]
    ids = ("D-15.11", "DM12-2.1", "DM12-3.1", "DMR-22", "DM0-2.4")
    assert [section_of(id, modules) for id in ids] == modules
    assert section_of("DM1-1.1", modules) == ""


def test_code_citations_name_file_line_and_function() -> None:
    cited = clauses.code_citations("staufer")
    place = next(place for place in cited["S-R18"] if place.file.name == "turn.py")
    line = place.file.read_text().splitlines()[place.line - 1]
    assert "S-R18" in line
    assert place.name == "ChooseAction.values"
    assert any(place.file.name == "chests.toml" for place in cited["S-9.15"])


def test_a_range_cites_everything_between() -> None:
    known = ["S-8.1", "S-8.2", "S-8.3", "S-8.4"]
    assert list(clauses._cited("gaining (S-8.2 to S-8.4, S-8.1)", known, [])) == [*known[1:], "S-8.1"]
    assert list(clauses._cited("# S-8, and S-9.9 of no game", known, ["S-8"])) == ["S-8"]


IDS = ["S-7.3", "S-R18", "W-R.3", "D-15.11", "DM12-2.1", "DM0-2.4", "DMR-22", "DMX-1.5", "D-R.7"]


@pytest.mark.parametrize("id", IDS)
def test_an_id_is_found_in_code_and_linked_in_texts(
    id: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert list(clauses._cited(f"# why ({id}): because", [id], [])) == [id]
    package = "toy_" + re.sub(r"\W", "_", id)
    (tmp_path / package / "text").mkdir(parents=True)
    (tmp_path / package / "text" / "rules.en.toml").write_text(f'[section]\n[clause]\n"{id}" = "Why."\n')
    monkeypatch.syspath_prepend(tmp_path)
    assert f'data-clause="{id}"' in with_clauses(f"Because ({id}).", package, "en")


def test_the_script_knows_the_same_ids() -> None:
    assert CLAUSE in (resources.files("pfalz.web") / "static" / "pfalz.js").read_text("utf-8")


@pytest.mark.parametrize("text", ["UTF-8", "HTTP-404", "A-", "d-1.1", "DMRX-1"])
def test_what_only_looks_like_an_id(text: str) -> None:
    assert not re.search(rf"\b{CLAUSE}", text)


def test_sections_of_modules_are_cited_as_a_whole_and_counted_like_people_do() -> None:
    sections = ["DM12", "DM12-2", "DMR"]
    assert list(clauses._cited("DM12, DM12-2 and DMR", [], sections)) == sections
    known = ["DM2-1.1", "DM2-1.2", "DM12-1.1"]
    assert list(clauses._cited("# DM2-1.1 to DM12-1.1", known, [])) == known
    assert sorted(["DM12-1", "DM2-10", "DM2-2", "D-1"], key=in_order) == ["D-1", "DM2-2", "DM2-10", "DM12-1"]


@pytest.mark.parametrize(
    ("typed", "id"),
    [
        ("dm12-2.1", "DM12-2.1"),
        ("m12-2.1", "DM12-2.1"),
        ("15.11", "D-15.11"),
        ("dmr-22", "DMR-22"),
        ("dm12", "DM12"),
    ],
)
def test_ids_of_modules_can_be_typed(typed: str, id: str) -> None:
    texts = dict.fromkeys(("D-15.11", "DM0-2.4", "DM12-2.1", "DMR-22"), "")
    assert meant(typed, dict.fromkeys(("D-15", "DM0-2", "DM12", "DMR"), ""), texts, "darkages") == id


def test_every_file_of_a_dossier_states_clauses(tmp_path: Path) -> None:
    files = {
        "RULES.md": "- **D-15.11** A **bold** rule.\n- **D-R.7 Title.** A ruling.\nD-16.1 is only named.",
        "MODULES.md": "- **DM12-2.1** One.\n- **DM0-2.4** Two.\n- **DMR-22 Head.** Three.\n**DMX-1.5** Four.",
        "EXAMPLES.md": "**R-1 An example** (D-15.11).\n**X-2 Another one** (DM12-2.9).",
        "notes.txt": "**D-99.9** is in no rules file",
    }
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    stated = {"D-15.11", "D-R.7", "DM12-2.1", "DM0-2.4", "DMR-22", "DMX-1.5"}
    assert clauses.specified(tmp_path, "D") == stated
    assert clauses.specified(tmp_path, "W") == set()


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
