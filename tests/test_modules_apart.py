"""No file of a base game knows a module: it imports none, and no string, key or value names one.

The list of the modules in `rules.py` is the one place. Clauses (`text/rules.*.toml`) are the words of the
whole rulebook: Wallenstein's checks and rulings speak of its modules.
"""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import pfalz
from pfalz import catalogue

GAMES = Path(pfalz.__file__).parent / "games"
LIST = ("modules", ["MODULES"])


def base_files(game: str, ending: str) -> list[Path]:
    """The files of a game outside the folder of its modules."""
    files = sorted((GAMES / game).rglob(f"*{ending}"))
    return [file for file in files if GAMES / game / "modules" not in file.parents]


def words_in_code(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Strings that are no docstrings, with their lines."""
    told = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in told:
            yield node.lineno, node.value


def imported(tree: ast.Module, game: str) -> Iterator[tuple[str, list[str]]]:
    """What comes from the modules of a game, as far as it is named behind the game."""
    home = f"pfalz.games.{game}."
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            names = [alias.name for alias in node.names]
            if node.level or (node.module or "").startswith(f"{home}modules"):
                yield (node.module or "").removeprefix(home), names
            elif node.module == home[:-1] and "modules" in names:
                yield "", names
        elif isinstance(node, ast.Import):
            found = [alias.name for alias in node.names if alias.name.startswith(f"{home}modules")]
            yield from [(name, []) for name in found]


def named(data: Any, at: str = "") -> Iterator[tuple[str, str]]:
    """Keys and whole values of a data file, with their places."""
    if isinstance(data, dict):
        for key, value in data.items():
            yield at, key
            yield from named(value, f"{at}.{key}")
    elif isinstance(data, list):
        for i, value in enumerate(data):
            yield from named(value, f"{at}.{i}")
    elif isinstance(data, str):
        yield at, data
        yield from [(at, path) for path in re.findall(r"\{data\.(\w+)", data)]


def words_of(text: str) -> set[str]:
    return set(re.split(r"[^a-z_]+", text))


@pytest.mark.parametrize("id", catalogue.IDS)
def test_no_base_file_names_a_module(id: str) -> None:
    modules = {module.id for module in catalogue.game(id).modules}
    lists = []
    for file in base_files(id, ".py"):
        tree = ast.parse(file.read_text("utf-8"))
        lists += [(file.name, *found) for found in imported(tree, id)]
        for line, text in words_in_code(tree):
            assert not modules & words_of(text), f"{file}:{line} names a module: {text!r}"
    assert lists == ([("rules.py", *LIST)] if modules else [])
    for file in base_files(id, ".toml"):
        if file.name.startswith("rules."):
            continue
        for at, text in named(tomllib.loads(file.read_text("utf-8"))):
            assert text not in modules and text.split(".")[0] not in modules, f"{file}{at} names {text!r}"


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("from pfalz.games.mil.modules import MODULES", [LIST]),
        ("from pfalz.games.mil.modules.pope_calls.rules import x", [("modules.pope_calls.rules", ["x"])]),
        ("import pfalz.games.mil.modules.pope_calls", [("pfalz.games.mil.modules.pope_calls", [])]),
        ("from pfalz.games.mil import modules", [("", ["modules"])]),
        ("from .modules import pope_calls", [("modules", ["pope_calls"])]),
        ("from pfalz.games.mil.state import Mil", []),
    ],
)
def test_imports_of_modules_are_found(source: str, found: list[tuple[str, list[str]]]) -> None:
    assert list(imported(ast.parse(source), "mil")) == found
