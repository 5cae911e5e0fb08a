"""The index of rule clauses: which there are, where the code implements them, which tests prove them.

Code cites a clause in a comment, a docstring or a data file; there "S-8.2 to S-8.4" cites everything between
the two as well. Tests cite it with `@pytest.mark.clause("S-7.3")`. A section (S-7) can be cited as a whole.
Tests that use this module import it whole: pytest would take `test_citations` for a test.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any, NamedTuple

from pfalz import catalogue
from pfalz.core.clauses import CLAUSE
from pfalz.core.game import Game
from pfalz.core.texts import rulebook

ID = rf"{CLAUSE}|[A-Z]+-[A-Z]|[A-Z]M(?:\d+|[A-Z])"
"""A clause or a section; S-R and DM12 are sections."""
CITATION = re.compile(rf"\b({ID})\b(?:\s+to\s+({ID})\b)?")
SPECIFIED = re.compile(rf"\*\*({CLAUSE})\b[^*]*\*\*")
"""A clause where a dossier states it."""


class Citation(NamedTuple):
    """Where a clause is cited: a file, a line, and the function or class around it."""

    file: Path
    line: int
    name: str


def clause_ids(game: str) -> list[str]:
    """All clauses of a game in the order of the rules."""
    return list(rulebook(_game(game).package, "en")[1])


def section_ids(game: str) -> list[str]:
    """All sections of the rules of a game."""
    return list(rulebook(_game(game).package, "en")[0])


def specified(dossier: Path, letter: str) -> set[str]:
    """The clauses a dossier states in any of its files; `letter` is the game's, examples have another one."""
    own = re.compile(rf"{letter}(?:-|M)")
    texts = (path.read_text("utf-8") for path in sorted(dossier.glob("*.md")))
    return {id for text in texts for id in SPECIFIED.findall(text) if own.match(id)}


def code_citations(game: str) -> dict[str, list[Citation]]:
    """Where the sources and data files of a game cite its clauses and sections."""
    known = clause_ids(game)
    sections = section_ids(game)
    found: dict[str, list[Citation]] = {}
    folder = Path(str(resources.files(_game(game).package)))
    for path in sorted(folder.rglob("*")):
        if path.suffix not in (".py", ".toml") or path.parent.name == "text":
            continue
        source = path.read_text("utf-8")
        scopes = _scopes(source) if path.suffix == ".py" else []
        for number, line in enumerate(source.splitlines(), 1):
            for id in _cited(line, known, sections):
                place = Citation(path, number, _scope_at(scopes, number))
                found.setdefault(id, []).append(place)
    return found


def test_citations(root: Path) -> dict[str, list[Citation]]:
    """Where the tests below `root` cite clauses with the mark `clause`."""
    found: dict[str, list[Citation]] = {}
    for path in sorted(root.rglob("*.py")):
        source = path.read_text("utf-8")
        if "mark.clause" not in source:
            continue
        for id, line, name in _marked(ast.parse(source, str(path)), ""):
            found.setdefault(id, []).append(Citation(path, line, name))
    return found


def checkout() -> Path | None:
    """The folder of the source checkout Pfalz runs from; None if it was installed."""
    for root in Path(__file__).resolve().parents:
        if (root / "pyproject.toml").is_file() and (root / "tests").is_dir():
            return root
    return None


def tests_root() -> Path | None:
    """The tests of the checkout; None if Pfalz was installed without them."""
    root = checkout()
    return root / "tests" if root else None


@cache
def _game(id: str) -> Game[Any]:
    return catalogue.game(id)


def _cited(line: str, known: list[str], sections: list[str]) -> Iterator[str]:
    for first, last in CITATION.findall(line):
        if first in known and last in known:
            yield from known[known.index(first) : known.index(last) + 1]
            continue
        for id in (first, last):
            if id in known or id in sections:
                yield id


def _scopes(source: str) -> list[tuple[int, int, str]]:
    """(first line, last line, name) of functions and classes, outer ones first."""
    found: list[tuple[int, int, str]] = []

    def walk(node: ast.AST, prefix: str) -> None:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.FunctionDef | ast.ClassDef):
                name = prefix + child.name
                found.append((child.lineno, child.end_lineno or child.lineno, name))
                walk(child, f"{name}.")

    walk(ast.parse(source), "")
    return found


def _scope_at(scopes: list[tuple[int, int, str]], line: int) -> str:
    inside = [name for first, last, name in scopes if first <= line <= last]
    return inside[-1] if inside else ""


def _marked(node: ast.AST, name: str) -> Iterator[tuple[str, int, str]]:
    """(clause, line, test) of every mark in and below a node."""
    if isinstance(node, ast.Call) and _is_mark(node.func):
        for argument in node.args:
            if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                yield argument.value, node.lineno, name
    for child in ast.iter_child_nodes(node):
        inner = name
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            inner = f"{name}.{child.name}" if name else child.name
        yield from _marked(child, inner)


def _is_mark(node: ast.expr) -> bool:
    """Whether an expression is `pytest.mark.clause` (or `mark.clause`)."""
    if not isinstance(node, ast.Attribute) or node.attr != "clause":
        return False
    mark = node.value
    return (mark.attr if isinstance(mark, ast.Attribute) else getattr(mark, "id", "")) == "mark"
