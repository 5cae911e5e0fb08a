"""Benchmarks: how fast the engine plays, copies, looks and draws. Run with `make bench`.

Machines differ and are noisy, so every figure also stands as a ratio to a fixed pure-Python loop measured in
the same run; compare ratios, not seconds. A choice counts if it has at least two legal options, and the slots
of a form count one by one.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from rich.console import Console
from rich.table import Table

from pfalz import catalogue
from pfalz.core import state as state_module
from pfalz.core.record import SeatInfo, loads
from pfalz.core.rollout import Tally, play_random
from pfalz.core.ruleset import Ruleset
from pfalz.core.session import open_session, resume
from pfalz.core.sheet import forget_parts
from pfalz.core.state import State
from pfalz.core.texts import Texts
from pfalz.core.yardstick import calibration


def per_call(work: Callable[[], object], seconds: float) -> float:
    """Seconds per call: the best of several batches."""
    calls = 1
    while True:
        start = time.perf_counter()
        for _ in range(calls):
            work()
        taken = time.perf_counter() - start
        if taken > seconds / 10:
            break
        calls *= 2
    best = taken / calls
    for _ in range(5):
        start = time.perf_counter()
        for _ in range(calls):
            work()
        best = min(best, (time.perf_counter() - start) / calls)
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


def measure(id: str, players: int, modules: tuple[str, ...], seconds: float) -> dict[str, float]:
    """All figures of one setting."""
    rules = catalogue.ruleset(id, players, modules)
    tally = Tally()
    games = 0
    start = time.perf_counter()
    while (taken := time.perf_counter() - start) < seconds:
        play_random(rules, rules.start(), Random(games), tally)
        games += 1
    s = mid_game(rules)
    view = rules.view(s, 0)
    texts = Texts(rules, "en")
    session = open_session(rules, [SeatInfo("bench")] * players, "bench")
    rng = Random(3)
    while not session.state.over:
        ask = next(ask for ask in session.asks() if not ask.answered)
        if ask.seat < 0:
            session.nature()
        else:
            session.answer(ask.seat, ask.random_answer(session.state, rng))
    text = session.record().dumps()
    return {
        "choices_per_s": tally.choices / taken,
        "games_per_s": games / taken,
        "choices_per_game": tally.choices / games,
        "copy_us": per_call(lambda: rules.copy(s), seconds) * 1e6,
        "view_us": per_call(lambda: rules.view(s, 0), seconds) * 1e6,
        "resample_us": per_call(lambda: rules.resample(view, 0, rng), seconds) * 1e6,
        "hash_us": per_call(lambda: rules.hash(s), seconds) * 1e6,
        "svg_ms": per_call(lambda: drawn_anew(rules, view, texts), seconds) * 1e3,
        "load_ms": per_call(lambda: resume(rules, loads(text)), seconds) * 1e3,
    }


def settings(id: str) -> list[tuple[int, tuple[str, ...]]]:
    """What is measured of a game: every player count, and the full set of modules once."""
    game = catalogue.game(id)
    low, high = game.players
    found: list[tuple[int, tuple[str, ...]]] = [(n, ()) for n in range(low, high + 1)]
    if game.modules:
        found.append((high, tuple(module.id for module in game.modules)))
    return found


def main(argv: Sequence[str] | None = None) -> int:
    """Measure and print a table, or JSON with --json."""
    parser = argparse.ArgumentParser(description="Measure the engine on every game.")
    parser.add_argument("games", nargs="*", help="games (default: all)")
    parser.add_argument("--seconds", type=float, default=1.0, help="time for each figure")
    parser.add_argument("--json", action="store_true", help="print JSON")
    arguments = parser.parse_args(argv)
    unit = calibration()
    compiled = not (state_module.__file__ or "").endswith(".py")
    rows: list[dict[str, Any]] = []
    for id in arguments.games or catalogue.IDS:
        for players, modules in settings(id):
            rows.append(
                {"game": id, "players": players, "modules": list(modules)}
                | measure(id, players, modules, arguments.seconds)
            )
    if arguments.json:
        print(json.dumps({"calibration_per_s": unit, "compiled": compiled, "rows": rows}, indent=1))
        return 0
    console = Console()
    kind = "compiled with mypyc" if compiled else "plain CPython"
    console.print(f"calibration loop: {unit:,.0f} rounds/s ({kind}); ratios are choices per 1,000 rounds")
    table = Table("game", "players", "choices/s", "ratio", "choices/game", "copy µs", "copy in rounds")
    for extra in ("view µs", "resample µs", "hash µs", "svg ms", "load ms"):
        table.add_column(extra, justify="right")
    for row in rows:
        name = row["game"] + (" + all modules" if row["modules"] else "")
        table.add_row(
            name,
            str(row["players"]),
            f"{row['choices_per_s']:,.0f}",
            f"{1000 * row['choices_per_s'] / unit:.1f}",
            f"{row['choices_per_game']:.0f}",
            f"{row['copy_us']:.1f}",
            f"{row['copy_us'] * unit / 1e6:.0f}",
            f"{row['view_us']:.0f}",
            f"{row['resample_us']:.0f}",
            f"{row['hash_us']:.0f}",
            f"{row['svg_ms']:.1f}",
            f"{row['load_ms']:.0f}",
        )
    console.print(table)
    return 0


if __name__ == "__main__":
    sys.exit(main())
