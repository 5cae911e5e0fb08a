"""`pfalz rules`: the clauses of a game, where each is implemented, and which tests prove it."""

from __future__ import annotations

import difflib
from argparse import Namespace
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from rich.table import Table
from rich.text import Text

from pfalz import catalogue
from pfalz.core.clauses import section_of
from pfalz.core.game import Game
from pfalz.core.texts import rulebook
from pfalz.lab import clauses
from pfalz.lab.clauses import Citation
from pfalz.terminal.context import OK, Terminal, UsageError


def run(args: Namespace, terminal: Terminal) -> int:
    """Show the sections, the clauses of one section, or one clause with code and tests."""
    game = catalogue.game(args.game)
    if args.clause is None:
        _overview(terminal, game)
        return OK
    id = clause_or_section(terminal, game, args.clause)
    if id in clauses.clause_ids(game.id):
        _proof(terminal, game, id)
    return OK


def clause_or_section(terminal: Terminal, game: Game[Any], typed: str) -> str:
    """Print a clause, or all clauses of a section; returns the id that was meant."""
    sections, texts = rulebook(game.package, terminal.words.language)
    id = meant(typed, sections, texts, game.id)
    if id in texts:
        terminal.say(Text.assemble((id, "bold cyan"), f"  {texts[id]}"))
        return id
    terminal.heading(f"{id}  {sections[id]}")
    grid = Table.grid(padding=(0, 2))
    for clause, text in texts.items():
        if section_of(clause, list(sections)) == id:
            grid.add_row(Text(clause, style="bold cyan"), Text(text))
    terminal.out.print(grid)
    return id


def meant(typed: str, sections: Mapping[str, str], texts: Mapping[str, str], game: str) -> str:
    """The id somebody typed: case does not matter, and the letter of the game may be left out (M12-2.1)."""
    known = [*texts, *sections]
    letter = known[0].partition("-")[0]
    for wanted in (typed.upper(), f"{letter}-{typed.upper()}", f"{letter}{typed.upper()}"):
        if wanted in known:
            return wanted
    close = difflib.get_close_matches(typed.upper(), known, n=3, cutoff=0.7)
    if close:
        raise UsageError("no_clause_near", game=game, typed=typed, near=tuple(close))
    raise UsageError("no_clause", game=game, typed=typed, sections=tuple(sections))


def _overview(terminal: Terminal, game: Game[Any]) -> None:
    words = terminal.words
    sections, texts = rulebook(game.package, words.language)
    code = clauses.code_citations(game.id)
    root = clauses.tests_root()
    tests = clauses.test_citations(root) if root else {}
    table = Table(title=Text(words("rules.title", game=game.id)), title_justify="left")
    table.add_column(words("rules.section"), style="bold cyan")
    table.add_column(words("rules.heading"))
    table.add_column(words("rules.clauses"), justify="right")
    table.add_column(words("rules.in_code"), justify="right")
    if root:
        table.add_column(words("rules.tested"), justify="right")
    for section, heading in sections.items():
        own = [id for id in texts if section_of(id, list(sections)) == section]
        row = [section, heading, str(len(own)), str(sum(id in code for id in own))]
        table.add_row(*row, *([str(sum(id in tests for id in own))] if root else []))
    terminal.out.print(table)
    terminal.say(words("rules.how", game=game.id, section=next(iter(sections))), "dim")


def _proof(terminal: Terminal, game: Game[Any], id: str) -> None:
    words = terminal.words
    sections = clauses.section_ids(game.id)
    section = section_of(id, sections)
    code = clauses.code_citations(game.id)
    terminal.say()
    if id in code:
        _places(terminal, words("rules.implemented"), code[id])
    elif section in code:
        _places(terminal, words("rules.by_section", section=section), code[section])
    else:
        terminal.say(words("rules.no_code"), "yellow")
    terminal.say()
    root = clauses.tests_root()
    if root is None:
        terminal.say(words("rules.no_tests_here"), "dim")
        return
    tests = clauses.test_citations(root).get(id, [])
    if tests:
        _places(terminal, words("rules.proven"), tests)
    else:
        terminal.say(words("rules.no_test"), "yellow")


def _places(terminal: Terminal, title: str, places: Sequence[Citation]) -> None:
    terminal.say(title, "bold")
    shown = [(f"{_short(place.file)}:{place.line}", place.name) for place in places]
    width = max(len(where) for where, _ in shown)
    for where, name in shown:
        terminal.block(f"  {where:<{width}}  {name}".rstrip())


def _short(path: Path) -> str:
    """A path as seen from the checkout, or from where Pfalz is installed."""
    root = clauses.checkout() or Path(clauses.__file__).resolve().parents[2]
    return str(path.relative_to(root)) if path.is_relative_to(root) else str(path)
