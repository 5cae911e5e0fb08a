"""Two trees of this project measured in turns, as ratios: `python tools/compare.py ../before . [GAME ...]`.

Both play the same random games and make the same copies, one tree after the other, several rounds; what
counts is the processor time a tree has used, so that other processes disturb little. A ratio above 1 means
that the second tree is quicker. The settings are those of `make bench` (`pfalz.lab.rows`). `--compiled`
measures the mypyc builds that `make compiled` has installed in both.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
from pathlib import Path

from pfalz.lab.rows import ROWS

WORK = """
import gc, json, sys, time
from random import Random
from pfalz import catalogue
from pfalz.core.rollout import Tally, play_random
out = {}
rows = json.loads(sys.argv[1])
rulesets = [catalogue.ruleset(game, players, tuple(modules)) for _, game, players, modules in rows]
tallies = [Tally() for _ in rows]
played = [0.0] * len(rows)
gc.collect()
gc.freeze()
for seed in range(int(sys.argv[2])):
    for i, rules in enumerate(rulesets):
        start = time.process_time()
        play_random(rules, rules.start(), Random(seed), tallies[i])
        played[i] += time.process_time() - start
for i, rules in enumerate(rulesets):
    s = rules.start()
    play_random(rules, s, Random(1), Tally(), 60)
    best = 1e9
    for _ in range(5):
        start = time.process_time()
        for _ in range(4000):
            rules.copy(s)
        best = min(best, time.process_time() - start)
    out[rows[i][0]] = [tallies[i].choices / played[i], 4000 / best]
print(json.dumps(out))
"""


def measured(tree: Path, rows: str, count: int, compiled: bool) -> dict[str, list[float]]:
    """Choices per second and copies per second of a tree, by setting."""
    build = "compiled" if compiled else "plain"
    environment = {**os.environ, "PYTHONPATH": str((tree / "src").resolve()), "PFALZ_BUILD": build}
    done = subprocess.run(
        [sys.executable, "-c", WORK, rows, str(count)],
        env=environment,
        cwd=tree,
        capture_output=True,
        text=True,
        check=True,
    )
    found: dict[str, list[float]] = json.loads(done.stdout)
    return found


def main() -> int:
    """Measure in turns and print ratios."""
    parser = argparse.ArgumentParser(description="Measure two trees of Pfalz in turns.")
    parser.add_argument("before", type=Path)
    parser.add_argument("after", type=Path)
    parser.add_argument("games", nargs="*", help="games (default: all)")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--count", type=int, default=8, help="random games of each setting in a round")
    parser.add_argument("--compiled", action="store_true")
    arguments = parser.parse_args()
    rows = json.dumps(
        [
            (f"{row.name} {row.players}", row.game, row.players, row.modules)
            for row in ROWS
            if row.game in arguments.games or not arguments.games
        ]
    )
    rounds: list[list[dict[str, list[float]]]] = [[], []]
    for n in range(arguments.rounds):
        order = (0, 1) if n % 2 == 0 else (1, 0)
        for which in order:
            tree = (arguments.before, arguments.after)[which]
            rounds[which].append(measured(tree, rows, arguments.count, arguments.compiled))
    print(f"{'setting':34} {'choices/s':>10} {'ratio':>6} {'copy µs':>8} {'ratio':>6}")
    for setting in rounds[1][0]:
        figures = []
        for i in (0, 1):
            ratios = [b[setting][i] / a[setting][i] for a, b in zip(*rounds, strict=True)]
            figures += [statistics.median(b[setting][i] for b in rounds[1]), statistics.median(ratios)]
        choices, quicker, copies, lighter = figures
        print(f"{setting:34} {choices:10,.0f} {quicker:6.2f} {1e6 / copies:8.2f} {lighter:6.2f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
