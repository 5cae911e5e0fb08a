"""The order of the tests; the clause matrix at the end (`test_clause_matrix.py` fails on its gaps)."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

os.environ.setdefault(
    "PFALZ_BUILD", "plain"
)  # the sources are tested, unless `make compiled` wants its build

from pfalz import catalogue
from pfalz.lab import clauses


def pytest_collection_modifyitems(items: list[Any]) -> None:
    """Browsers come last: while one is open, the thread has an event loop and can run no other."""
    items.sort(key=lambda item: "web" in item.path.parts)


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """One line per game: clauses proved by tests and cited by code, of all."""
    proved = clauses.test_citations(Path(__file__).parent)
    terminalreporter.section("clause matrix")
    for id in catalogue.IDS:
        ids = clauses.clause_ids(id)
        coded = clauses.code_citations(id)
        tested = sum(clause in proved for clause in ids)
        cited = sum(clause in coded for clause in ids)
        terminalreporter.write_line(
            f"{id}: {tested} / {len(ids)} clauses proved by tests, {cited} / {len(ids)} cited by code"
        )
