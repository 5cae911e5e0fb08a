"""Benchmarks: how fast the engine plays, copies, looks and draws. Run with `make bench`.

Machines differ and are noisy, so every figure also stands as a ratio to a fixed pure-Python loop measured in
the same run; compare ratios, not seconds. A choice counts if it has at least two legal options, and the slots
of a form count one by one. Settings of a game play in turns, a game each, and what counts is processor time:
so the shares of the base game hold on a busy machine too. What is measured and demanded stands in `rows.py`.
"""

from __future__ import annotations

import argparse
import gc
import json
import sys
import time
from collections.abc import Callable, Sequence
from random import Random
from typing import Any, NamedTuple

from rich.console import Console
from rich.table import Table

from pfalz import catalogue
from pfalz.compiled import in_use
from pfalz.core.record import SeatInfo, loads
from pfalz.core.rollout import Tally, play_random
from pfalz.core.ruleset import Ruleset
from pfalz.core.session import open_session, resume
from pfalz.core.sheet import forget_parts
from pfalz.core.state import State
from pfalz.core.texts import Texts
from pfalz.core.yardstick import calibration
from pfalz.lab.rows import ROWS, Row, base_of, failed


def per_call(work: Callable[[], object], seconds: float) -> float:
    """Seconds of the processor per call: the best of several batches."""
    calls = 1
    while True:
        start = time.process_time()
        for _ in range(calls):
            work()
        taken = time.process_time() - start
        if taken > seconds / 10:
            break
        calls *= 2
    best = taken / calls
    for _ in range(5):
        start = time.process_time()
        for _ in range(calls):
            work()
        best = min(best, (time.process_time() - start) / calls)
    return best


def mid_game(rules: Ruleset[Any]) -> State:
    """A position about half-way through a random game that waits for a seat."""
    tally = Tally()
    s = rules.start()
    play_random(rules, s, Random(7), tally)
    half = (tally.answers + tally.chances) // 2
    s = rules.start()
    play_random(rules, s, Random(7), Tally(), half)
    while rules.asks(s)[0].seat < 0:
        play_random(rules, s, Random(7), Tally(), 1)
    found: State = s
    return found


def drawn_anew(rules: Ruleset[Any], view: State, texts: Texts) -> str:
    """A whole picture, with nothing remembered of the last one."""
    forget_parts()
    picture: str = catalogue.board(rules.game.id).svg(rules, view, 0, texts)
    return picture


class Played(NamedTuple):
    """What random play of a setting has come to."""

    choices: int
    games: int
    seconds: float

    @property
    def speed(self) -> float:
        """Choices per second."""
        return self.choices / self.seconds


def played_in_turns(rulesets: Sequence[Ruleset[Any]], seconds: float) -> list[Played]:
    """Random games of each ruleset, one after the other by turns, until each has had its time.

    What was built before is kept from the garbage collector: to go through it would fall to one row."""
    tallies = [Tally() for _ in rulesets]
    used = [0.0] * len(rulesets)
    games = [0] * len(rulesets)
    gc.collect()
    gc.freeze()
    while min(used) < seconds:
        for i, rules in enumerate(rulesets):
            start = time.process_time()
            play_random(rules, rules.start(), Random(games[i]), tallies[i])
            used[i] += time.process_time() - start
            games[i] += 1
    gc.unfreeze()
    return [Played(*found) for found in zip([tally.choices for tally in tallies], games, used, strict=True)]


def measure(rules: Ruleset[Any], seconds: float) -> dict[str, float]:
    """What else is measured of a setting."""
    s = mid_game(rules)
    view = rules.view(s, 0)
    texts = Texts(rules, "en")
    session = open_session(rules, [SeatInfo("bench")] * rules.players, "bench")
    rng = Random(3)
    while not session.state.over:
        ask = next(ask for ask in session.asks() if not ask.answered)
        if ask.seat < 0:
            session.nature()
        else:
            session.answer(ask.seat, ask.random_answer(session.state, rng))
    text = session.record().dumps()
    return {
        "copy_us": per_call(lambda: rules.copy(s), seconds) * 1e6,
        "view_us": per_call(lambda: rules.view(s, 0), seconds) * 1e6,
        "resample_us": per_call(lambda: rules.resample(view, 0, rng), seconds) * 1e6,
        "hash_us": per_call(lambda: rules.hash(s), seconds) * 1e6,
        "svg_ms": per_call(lambda: drawn_anew(rules, view, texts), seconds) * 1e3,
        "load_ms": per_call(lambda: resume(rules, loads(text)), seconds) * 1e3,
    }


def measured(games: Sequence[str], seconds: float) -> list[tuple[Row, dict[str, Any]]]:
    """All rows of the games with their figures."""
    found: list[tuple[Row, dict[str, Any]]] = []
    for id in games:
        rows = [row for row in ROWS if row.game == id]
        rulesets = [catalogue.ruleset(id, row.players, row.modules) for row in rows]
        speeds = dict(zip(rows, played_in_turns(rulesets, seconds), strict=True))
        for row, rules in zip(rows, rulesets, strict=True):
            played, others = speeds[row], measure(rules, seconds)
            of_base = played.speed / speeds[base_of(row)].speed
            figures = {
                "game": id,
                "players": row.players,
                "modules": list(row.modules),
                "choices_per_s": played.speed,
                "of_base": of_base,
                "games_per_s": played.games / played.seconds,
                "choices_per_game": played.choices / played.games,
                **others,
                "failed": failed(row, played.speed, of_base, others["copy_us"]),
            }
            found.append((row, figures))
    return found


def main(argv: Sequence[str] | None = None) -> int:
    """Measure and print a table, or JSON with --json."""
    parser = argparse.ArgumentParser(description="Measure the engine on every game.")
    parser.add_argument("games", nargs="*", help="games (default: all)")
    parser.add_argument("--seconds", type=float, default=1.0, help="time for each figure")
    parser.add_argument("--json", action="store_true", help="print JSON")
    arguments = parser.parse_args(argv)
    unit = calibration()
    compiled = in_use()
    rows = measured(arguments.games or catalogue.IDS, arguments.seconds)
    if arguments.json:
        found = [figures for _, figures in rows]
        print(json.dumps({"calibration_per_s": unit, "compiled": compiled, "rows": found}, indent=1))
        return 0
    console = Console()
    kind = "compiled with mypyc" if compiled else "plain CPython"
    console.print(f"calibration loop: {unit:,.0f} rounds/s ({kind}); ratios are choices per 1,000 rounds")
    table = Table("game", "players", "choices/s", "ratio", "of base", "choices/game", "copy µs", "in rounds")
    for extra in ("view µs", "resample µs", "hash µs", "svg ms", "load ms"):
        table.add_column(extra, justify="right")
    for row, figures in rows:
        table.add_row(
            row.name,
            str(row.players),
            f"{figures['choices_per_s']:,.0f}",
            f"{1000 * figures['choices_per_s'] / unit:.1f}",
            f"{figures['of_base']:.2f}",
            f"{figures['choices_per_game']:.0f}",
            f"{figures['copy_us']:.1f}",
            f"{figures['copy_us'] * unit / 1e6:.0f}",
            f"{figures['view_us']:.0f}",
            f"{figures['resample_us']:.0f}",
            f"{figures['hash_us']:.0f}",
            f"{figures['svg_ms']:.1f}",
            f"{figures['load_ms']:.0f}",
        )
    console.print(table)
    for row, figures in rows:
        for what in figures["failed"]:
            console.print(f"does not hold: {row.name}, {row.players} players: {what}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
