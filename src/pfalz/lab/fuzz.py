"""Long random play over all settings of a game; a failure is printed with its seed and saved as a record.

Run with `make fuzz` or `python -m pfalz.lab.fuzz staufer --games 10000`. Every position is checked for
conservation; a share of the games goes through the whole conformance kit. A game with many modules is played
with random sets of them and random options, too. `--players 1,5-8`, `--modules pope,crusades` (these and no
others; `none` for none), `--with wyrd` (in every game, others by chance) and `--among pope,wyrd,tribute`
(in every game a random set of these) restrict what is played.
"""

from __future__ import annotations

import argparse
import json
import sys
import traceback
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from rich.console import Console
from rich.progress import Progress

from pfalz import catalogue
from pfalz.core.errors import PfalzError, RulesetError
from pfalz.core.game import Game, Options, Setting
from pfalz.core.presets import FEW, random_options, random_set
from pfalz.core.record import Entry, Record, new_header, seal_of, sealed
from pfalz.core.rollout import Tally, play_random
from pfalz.core.ruleset import Ruleset
from pfalz.core.setting import checked_modules
from pfalz.core.state import Move, State
from pfalz.core.texts import Texts
from pfalz.lab.conformance import Examiner

KIT_SHARE = 0.01
"""Share of the games that go through the whole kit."""
RULESETS = 256
"""So many rulesets are kept."""


class Breach(Exception):
    """A game broke a promise; carries the record up to that point."""

    def __init__(self, what: str, record: str) -> None:
        super().__init__(what, record)
        self.what = what
        self.record = record


@lru_cache(RULESETS)
def rules_of(id: str, players: int, modules: tuple[str, ...], options: str) -> Ruleset[Any]:
    """The ruleset of a setting, kept for the next game."""
    return catalogue.ruleset(id, players, modules, json.loads(options))


class Limits(NamedTuple):
    """What a run is restricted to: player counts, one set of modules, modules that are always in play, those
    from which others are drawn."""

    players: tuple[int, ...] = ()
    modules: tuple[str, ...] | None = None
    along: tuple[str, ...] = ()
    among: tuple[str, ...] | None = None

    def counts(self, game: Game[Any]) -> list[int]:
        """The player counts that are left; if none is, the reason is raised."""
        found = [n for n in game.counts() if not self.players or n in self.players]
        if not found:
            low, *_, high = game.counts()
            raise RulesetError("game_players", game=game.id, low=low, high=high, players=self.players[0])
        wanted = (*(self.modules or ()), *self.along)
        left = [n for n in found if _goes(game, n, wanted)]
        if not left:
            checked_modules(game, found[0], wanted)
        for id in self.among or ():
            if not any(_goes(game, n, (id,)) for n in left):
                checked_modules(game, left[0], (id,))
        return left

    def presets(self, game: Game[Any]) -> list[Setting]:
        """The presets that are left: none where each game draws its modules."""
        counts = self.counts(game)
        if self.among is not None:
            return []
        return [setting for setting in game.presets() if setting[1] in counts and self.meet(game, setting)]

    def meet(self, game: Game[Any], setting: Setting) -> bool:
        """Whether the modules of a setting are as wanted, those that its player count brings included."""
        _, players, modules, _ = setting
        brought = {module.id for module in game.modules if players in module.obligatory}
        there = brought.union(modules)
        return there.issuperset(self.along) and (self.modules is None or there == brought.union(self.modules))


EVERYTHING = Limits()


def _goes(game: Game[Any], players: int, modules: tuple[str, ...]) -> bool:
    try:
        checked_modules(game, players, modules)
    except RulesetError:
        return False
    return True


def setting_of(
    id: str, number: int, rng: Random, limits: Limits = EVERYTHING
) -> tuple[int, tuple[str, ...], Options]:
    """Each preset in turn; where not every set of modules is one, every other game has modules and options by
    chance. If the limits leave no preset, every game has."""
    game = catalogue.game(id)
    presets = limits.presets(game)
    if number >= len(presets) and (not presets or (number % 2 and len(game.modules) > FEW)):
        players = rng.choice(limits.counts(game))
        modules = limits.modules
        if modules is None:
            modules = random_set(game, players, rng, limits.along, limits.among)
        return players, modules, random_options(game, players, modules, rng)
    _, players, modules, options = presets[number // 2 % len(presets) if number >= len(presets) else number]
    return players, modules, options


def fuzz_game(id: str, number: int, seed: int, limits: Limits = EVERYTHING) -> int:
    """Play game `number`; returns its real choices, raises Breach if something is wrong."""
    rng = Random(f"{seed}/{number}")
    players, modules, options = setting_of(id, number, rng, limits)
    rules = rules_of(id, players, modules, json.dumps(options, sort_keys=True))
    if rng.random() < KIT_SHARE:
        clauses = list(Texts(rules, "en").clauses())
        try:
            Examiner(rules, rng.getrandbits(32), 0.1, clauses).run()
        except AssertionError as error:
            raise Breach(str(error), "") from error
        return 0
    tally = Tally()
    entries: list[Entry] = []

    def watch(s: State, seat: int, name: str, answer: Move) -> None:
        entries.append(Entry(len(entries), seat, name, list(answer), "?"))
        found = rules.violations(s)
        if found:
            raise AssertionError("; ".join(found))

    s = rules.start()
    try:
        over = play_random(rules, s, rng, tally, 20_000, watch)
        found = rules.violations(s)
        if found or not over:
            raise AssertionError("; ".join(found) or "the game does not end within 20,000 answers")
        rules.outcome(s)
    except Exception as error:
        what = (
            f"game {number}, seed {seed}: {type(error).__name__}: {error}\n{traceback.format_exc(limit=-3)}"
        )
        raise Breach(what, _record(rules, entries)) from error
    return tally.choices


def _record(rules: Ruleset[Any], entries: list[Entry]) -> str:
    """The answers as an importable record, hashes filled in as far as they replay."""
    header = new_header(rules, [])
    s = rules.start()
    kept: list[Entry] = []
    for entry in entries:
        try:
            rules.apply(s, entry.seat, tuple(entry.move or ()))
        except Exception:
            break
        before = kept[-1].hash if kept else seal_of(header)
        entry.hash = sealed(before, entry.seat, entry.ask, entry.move, rules.hash(s))
        kept.append(entry)
    return Record(header, kept).dumps()


def main(argv: Sequence[str] | None = None) -> int:
    """Command line of the fuzzer: 0 if all games were clean, 1 otherwise."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("games", nargs="*", help="games to play (default: all)")
    parser.add_argument("--games", dest="count", type=int, default=10_000, help="random games per game")
    parser.add_argument("--players", type=_numbers, default=(), help="player counts, such as 1,5-8")
    sets = parser.add_mutually_exclusive_group()
    sets.add_argument("--modules", type=_names, help="these modules and no others, or none")
    sets.add_argument("--among", type=_names, help="random sets of these modules")
    parser.add_argument("--with", dest="along", type=_names, default=(), help="modules in every game")
    parser.add_argument("--jobs", type=int, default=2, help="processes")
    parser.add_argument("--seed", type=int, default=1, help="first seed")
    parser.add_argument("--out", type=Path, default=Path("build/fuzz"), help="folder for records of failures")
    arguments = parser.parse_args(argv)
    limits = Limits(arguments.players, arguments.modules, arguments.along, arguments.among)
    console = Console()
    failures = 0
    try:
        for id in arguments.games or catalogue.IDS:
            run = Run(id, limits, arguments.count, arguments.jobs, arguments.seed, arguments.out)
            failures += _fuzz(run, console)
    except PfalzError as error:
        console.print(f"[red]{error}")
        return 2
    return 1 if failures else 0


def _numbers(text: str) -> tuple[int, ...]:
    """Numbers and ranges of them, as in 1,5-8."""
    found: list[int] = []
    for part in text.split(","):
        low, _, high = part.partition("-")
        found += range(int(low), int(high or low) + 1)
    return tuple(found)


def _names(text: str) -> tuple[str, ...]:
    """Names with commas between them, or none."""
    return () if text == "none" else tuple(text.split(","))


class Run(NamedTuple):
    """What is played of one game, and where records of failures go."""

    id: str
    limits: Limits
    games: int
    jobs: int
    seed: int
    out: Path


def _fuzz(run: Run, console: Console) -> int:
    """Play all games of a run; the number of those that failed."""
    settings = len(run.limits.presets(catalogue.game(run.id)))
    failures = choices = 0
    with Progress(console=console) as progress, ProcessPoolExecutor(run.jobs) as pool:
        task = progress.add_task(f"{run.id}: {settings} settings", total=run.games)
        work = [pool.submit(fuzz_game, run.id, number, run.seed, run.limits) for number in range(run.games)]
        for number, future in enumerate(work):
            try:
                choices += future.result()
            except Breach as breach:
                failures += 1
                console.print(f"[red]{run.id}: {breach.what}")
                if breach.record:
                    run.out.mkdir(parents=True, exist_ok=True)
                    path = run.out / f"{run.id}-{run.seed}-{number}.jsonl"
                    path.write_text(breach.record)
                    console.print(f"record: {path}")
            progress.advance(task)
    console.print(
        f"{run.id}: {run.games} games over {settings} settings, {choices} choices, {failures} failures"
    )
    return failures


if __name__ == "__main__":
    sys.exit(main())
