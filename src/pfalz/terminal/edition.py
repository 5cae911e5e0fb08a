"""`pfalz edition check`: is a box owner's file of corrections right, and can the game be played with it?"""

from __future__ import annotations

from argparse import Namespace
from random import Random
from typing import Any

from rich.table import Table

from pfalz import catalogue
from pfalz.core.data import Edition, read_edition
from pfalz.core.errors import DataError, PfalzError
from pfalz.core.rollout import Tally, play_random
from pfalz.core.ruleset import Ruleset
from pfalz.core.state import State
from pfalz.core.texts import error_text
from pfalz.lab.match import LIMIT, described
from pfalz.terminal.context import FAILED, OK, Terminal, UsageError


def run(args: Namespace, terminal: Terminal) -> int:
    """Name everything that is wrong with an edition, or play with it."""
    if args.verb is None:
        raise UsageError("edition_do_what")
    if not args.file.is_file():
        raise UsageError("no_file", path=args.file)
    words = terminal.words
    try:
        edition = read_edition(args.file)
        problems = found_problems(edition, words.language)
    except PfalzError as error:
        terminal.complain(error)
        return FAILED
    for problem in problems:
        terminal.complain(f"{args.file}: {problem}")
    if problems:
        terminal.say(words("edition.wrong", n=len(problems), of=len(edition.set)))
        return FAILED
    terminal.say(words("edition.fits", n=len(edition.set), game=edition.game), "green")
    return _try_out(terminal, edition, args.games)


def found_problems(edition: Edition, language: str) -> list[str]:
    """Everything that is wrong with the values of an edition, one sentence each."""
    together = _problem(edition, language)
    if not together:
        return []
    alone = []
    for path, value in edition.set.items():
        problem = _problem(Edition(edition.game, edition.name, {path: value}), language)
        if problem:
            alone.append(problem if path in problem else f"{path} = {value!r}: {problem}")
    return alone or [together]


def _problem(edition: Edition, language: str) -> str:
    """What keeps the game from being set up with an edition; empty if nothing does."""
    low, high = catalogue.game(edition.game).players
    for players in range(low, high + 1):
        try:
            catalogue.ruleset(edition.game, players, edition=edition)
        except DataError as error:
            inner = error.__cause__
            return error_text(inner if isinstance(inner, DataError) else error, language)
        except (LookupError, ValueError, ArithmeticError) as error:
            return described(error)
    return ""


def _try_out(terminal: Terminal, edition: Edition, games: int) -> int:
    """Random games on every setting the game's own checks use."""
    words = terminal.words
    table = Table()
    table.add_column(words("games.players"), justify="right")
    table.add_column(words("edition.settings"), justify="right")
    table.add_column(words("sim.games"), justify="right")
    table.add_column(words("edition.result"))
    played: dict[int, list[str]] = {}
    settings: dict[int, int] = {}
    for label, players, modules, options in catalogue.game(edition.game).presets():
        rules = catalogue.ruleset(edition.game, players, modules, options, edition)
        settings[players] = settings.get(players, 0) + 1
        for n in range(games):
            failure = _played(rules, f"edition:{label}:{n}")
            played.setdefault(players, []).append(f"{label}, game {n}: {failure}" if failure else "")
    failures = [failure for results in played.values() for failure in results if failure]
    for players, results in sorted(played.items()):
        broken = sum(1 for failure in results if failure)
        verdict = words("edition.broken", n=broken) if broken else words("edition.fine")
        table.add_row(str(players), str(settings[players]), str(len(results)), verdict)
    terminal.out.print(table)
    for failure in failures[:5]:
        terminal.complain(failure)
    return FAILED if failures else OK


def _played(rules: Ruleset[Any], seed: str) -> str:
    """Play a random game; what went wrong with it."""
    try:
        s: State = rules.start()
        play_random(rules, s, Random(seed), Tally(), LIMIT)
        broken = rules.violations(s)
        if not s.over:
            return f"no end after {LIMIT} answers"
        rules.outcome(s)
    except Exception as error:
        return described(error)
    return broken[0] if broken else ""
