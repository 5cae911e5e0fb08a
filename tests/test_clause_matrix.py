"""Every clause of every game is cited by a test and by the code; no test cites an unknown clause."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection
from pathlib import Path

import pytest

from pfalz import catalogue
from pfalz.core.clauses import section_of
from pfalz.core.texts import LANGUAGES, rulebook
from pfalz.lab import clauses

TESTS = Path(__file__).parent
DOSSIERS = TESTS.parent.parent / "shared" / "games"
SPECIFIED = {"staufer": 230, "wallenstein": 343, "mil": 367, "darkages": 919}
"""Clauses of each dossier, our own rulings (S-P1 and so on) not counted."""
NOT_YET: dict[str, dict[str, int]] = {}
"""What comes with later modules: a clause (DM7-3.1), a section (DM0-4) or a family (DM5), with its number of
clauses. Whoever brings a clause takes it out here; a section of which some are there is listed by clauses."""


@pytest.mark.parametrize("id", catalogue.IDS)
def test_every_clause_has_a_test(id: str) -> None:
    proved = clauses.test_citations(TESTS)
    assert [clause for clause in clauses.clause_ids(id) if clause not in proved] == []


@pytest.mark.parametrize("id", catalogue.IDS)
def test_every_clause_is_cited_where_it_is_implemented(id: str) -> None:
    cited = clauses.code_citations(id)
    assert [clause for clause in clauses.clause_ids(id) if clause not in cited] == []


def test_no_test_cites_an_unknown_clause() -> None:
    known = {clause for id in catalogue.IDS for clause in clauses.clause_ids(id)}
    letters = {clause[0] for clause in known}
    cited = clauses.test_citations(TESTS)
    foreign = {clause for clause in cited if clause[0] in letters}
    assert sorted(foreign - known) == []


@pytest.mark.parametrize("id", catalogue.IDS)
def test_both_languages_have_the_same_clauses(id: str) -> None:
    package = catalogue.game(id).package
    english, german = (rulebook(package, language) for language in LANGUAGES)
    assert [list(part) for part in english] == [list(part) for part in german]


@pytest.mark.parametrize("id", catalogue.IDS)
def test_clauses_are_those_of_the_specification(id: str) -> None:
    """As many as the dossier numbers; where it lies beside the checkout (as in CI), the same ones."""
    own = [clause for clause in clauses.clause_ids(id) if not re.match(r"[A-Z]+\d*-P\.?\d+$", clause)]
    to_come = NOT_YET.get(id, {})
    assert [clause for clause in own if _within(clause, to_come)] == []
    assert len(own) == SPECIFIED[id] - sum(to_come.values())
    dossier = DOSSIERS / id
    if dossier.is_dir():
        stated = clauses.specified(dossier, own[0].partition("-")[0])
        awaited = Counter(_within(clause, to_come) for clause in stated)
        assert {part: n for part, n in awaited.items() if part} == to_come
        assert sorted(clause for clause in stated if not _within(clause, to_come)) == sorted(own)


def _within(clause: str, parts: Collection[str]) -> str:
    """The clause itself, its section or its family (what stands before the dash), if among the parts."""
    family, section = clause.partition("-")[0], clause.partition(".")[0]
    return next((part for part in (clause, section, family) if part in parts), "")


@pytest.mark.parametrize("id", catalogue.IDS)
def test_every_clause_belongs_to_a_section(id: str) -> None:
    sections = clauses.section_ids(id)
    assert [clause for clause in clauses.clause_ids(id) if not section_of(clause, sections)] == []
