"""What four viewers cost a server, two trees in turns: `python tools/browsers.py ../before .`

Both serve the same kind of tables on an SQLite file, with four people at each who have the table open in a
browser; what counts is the processor time the server has used for an answer, until all four have seen it. A
ratio below 1 means that the second tree is cheaper. The client and the answers are those of this tree. A
server that has just started draws everything for the first time; `--warm` lets it be played at before that.
With `--data` the four are clients that want views as data.
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import sys
import tempfile
from pathlib import Path
from urllib.parse import urlsplit

from pfalz.server.bench.client import Play
from pfalz.server.bench.load import DATA, IN_MEMORY, MARKUP, MOST_RATE, SHORTEST, cpu_of, prepare, server

MOST = {MARKUP: 800, DATA: MOST_RATE[DATA]}
"""So many answers a second nobody gives; so many tables are prepared."""


def cost(tree: Path, game: str, query: str, tables: int, warm: float, seconds: float) -> float:
    """Milliseconds of a server of a tree for an answer, when it has been played at for so long."""
    with tempfile.TemporaryDirectory() as path:
        database = f"sqlite:///{path}/bench.sqlite3"
        with server(database, (tree / "src").resolve(), live_tables=IN_MEMORY) as (url, pid):
            first, then = [
                tables + int(MOST[query] * long / SHORTEST) if long else 0 for long in (warm, seconds)
            ]
            ready, port = asyncio.run(prepare(url, database, first + then, game)), urlsplit(url).port or 0
            if warm:
                Play(port, ready[:first], query, tables).run(warm)
            play = Play(port, ready[first:], query, tables)
            before = cpu_of(pid)
            tally = play.run(seconds)
            return (cpu_of(pid) - before) / len(tally.times) * 1000


def main() -> int:
    """Measure in turns and print the ratio."""
    parser = argparse.ArgumentParser(description="What four viewers cost, two trees in turns.")
    parser.add_argument("before", type=Path)
    parser.add_argument("after", type=Path)
    parser.add_argument("--game", default="staufer", help="one that both trees know")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--warm", type=float, default=0.0, help="seconds that are played before")
    parser.add_argument("--seconds", type=float, default=4.0, help="of each measurement")
    parser.add_argument("--data", action="store_true", help="views as data in place of markup")
    arguments = parser.parse_args()
    query = DATA if arguments.data else MARKUP
    ratios = []
    for n in range(arguments.rounds):
        costs = dict[Path, float]()
        for tree in (arguments.before, arguments.after)[:: 1 if n % 2 == 0 else -1]:
            costs[tree] = cost(
                tree, arguments.game, query, arguments.tables, arguments.warm, arguments.seconds
            )
        before, after = costs[arguments.before], costs[arguments.after]
        ratios.append(after / before)
        print(f"round {n + 1}: {before:.2f} ms, {after:.2f} ms, ratio {after / before:.2f}", flush=True)
    print(f"ratio: {statistics.median(ratios):.2f} ({min(ratios):.2f} to {max(ratios):.2f})")
    return 0


if __name__ == "__main__":
    sys.exit(main())
