"""Long random play over all settings of a game; a failure is printed with its seed and saved as a record.

Run with `make fuzz` or `python -m pfalz.lab.fuzz staufer --games 10000`. Every position is checked for
conservation; a share of the games goes through the whole conformance kit. A game with many modules is played
with random sets of them, too.
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
from typing import Any

from rich.console import Console
from rich.progress import Progress

from pfalz import catalogue
from pfalz.core.errors import PfalzError
from pfalz.core.game import Options
from pfalz.core.presets import FEW, random_set
from pfalz.core.record import Entry, Record, new_header, seal_of, sealed
from pfalz.core.rollout import Tally, play_random
from pfalz.core.ruleset import Ruleset
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


def setting_of(id: str, number: int, rng: Random) -> tuple[int, tuple[str, ...], Options]:
    """Each preset in turn; where not every set of modules is one, every other game has modules by chance."""
    game = catalogue.game(id)
    presets = game.presets()
    if number >= len(presets) and number % 2 and len(game.modules) > FEW:
        players = rng.choice(list(game.counts()))
        return players, random_set(game, players, rng), {}
    _, players, modules, options = presets[number // 2 % len(presets) if number >= len(presets) else number]
    return players, modules, options


def fuzz_game(id: str, number: int, seed: int) -> int:
    """Play game `number`; returns its real choices, raises Breach if something is wrong."""
    rng = Random(f"{seed}/{number}")
    players, modules, options = setting_of(id, number, rng)
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
    parser.add_argument("--jobs", type=int, default=2, help="processes")
    parser.add_argument("--seed", type=int, default=1, help="first seed")
    parser.add_argument("--out", type=Path, default=Path("build/fuzz"), help="folder for records of failures")
    arguments = parser.parse_args(argv)
    console = Console()
    failures = 0
    try:
        for id in arguments.games or catalogue.IDS:
            failures += _fuzz(id, arguments.count, arguments.jobs, arguments.seed, arguments.out, console)
    except PfalzError as error:
        console.print(f"[red]{error}")
        return 2
    return 1 if failures else 0


def _fuzz(id: str, count: int, jobs: int, seed: int, out: Path, console: Console) -> int:
    settings = len(catalogue.game(id).presets())
    failures = choices = 0
    with Progress(console=console) as progress, ProcessPoolExecutor(jobs) as pool:
        task = progress.add_task(f"{id}: {settings} settings", total=count)
        work = [pool.submit(fuzz_game, id, number, seed) for number in range(count)]
        for number, future in enumerate(work):
            try:
                choices += future.result()
            except Breach as breach:
                failures += 1
                console.print(f"[red]{id}: {breach.what}")
                if breach.record:
                    out.mkdir(parents=True, exist_ok=True)
                    path = out / f"{id}-{seed}-{number}.jsonl"
                    path.write_text(breach.record)
                    console.print(f"record: {path}")
            progress.advance(task)
    console.print(f"{id}: {count} games over {settings} settings, {choices} choices, {failures} failures")
    return failures


if __name__ == "__main__":
    sys.exit(main())
