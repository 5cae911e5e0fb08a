"""Others and us, in turns on the same cores: `make compare`.

Brings boardgame.io (tables) and catanatron (engine) from their registries into a scratch folder, runs each
and us alternately in at least five rounds, servers on one core and clients on another, and prints the ratios
with their range. A ratio above 1 means that we do more. boardgame.io keeps matches in memory; a move counts
once its server has told all four; ours when it is durable, acknowledged, and all four have it. Clients of
both speak to the server and keep no game of their own: at one table their time would count as the server's.
We are measured with and without the short way that answers take.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import time
from functools import partial
from pathlib import Path
from random import Random

from pfalz import catalogue
from pfalz.core.rollout import Tally, play_random
from pfalz.lab.rows import ROWS
from pfalz.server.bench import load

HERE = Path(__file__).resolve().parent
TABLES_PEER, ENGINE_PEER = "boardgame.io@0.50.2", "catanatron==3.2.1"
TABLES = (1, 50, 200)
SERVER_CORE, CLIENT_CORE = 0, 1
PATIENCE = 300
ALONE = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
"""Their surroundings, without anything of ours."""


def bring(scratch: Path) -> None:
    """Fetch what is not there yet."""
    scratch.mkdir(parents=True, exist_ok=True)
    for name in ("game.js", "server.js", "client.js", "engine.py"):
        (scratch / name).write_text((HERE / "peers" / name).read_text())
    if not (scratch / "node_modules" / "boardgame.io").exists():
        (scratch / "package.json").write_text("{}")
        quiet = ["--no-audit", "--no-fund", "--loglevel=error"]
        subprocess.run(["npm", "install", *quiet, TABLES_PEER], cwd=scratch, check=True)
    if not (scratch / "venv").exists():
        subprocess.run([sys.executable, "-m", "venv", scratch / "venv"], check=True)
        pip = [str(scratch / "venv/bin/python"), "-m", "pip", "install", "-q", "--disable-pip-version-check"]
        subprocess.run([*pip, ENGINE_PEER], check=True)


def pinned(core: int, *command: str) -> list[str]:
    """A command on one core, where there are two."""
    return ["taskset", "-c", str(core), *command] if (os.cpu_count() or 1) > 1 else list(command)


def their_tables(scratch: Path, tables: int, seconds: float) -> float:
    """Moves a second that boardgame.io's server brings to everybody."""
    server = subprocess.Popen(
        pinned(SERVER_CORE, "node", "server.js"), cwd=scratch, stdout=subprocess.PIPE, text=True, env=ALONE
    )
    try:
        assert server.stdout is not None
        said = server.stdout.readline()
        while not said.strip().isdigit():
            assert said, "boardgame.io's server does not start"
            said = server.stdout.readline()
        command = pinned(CLIENT_CORE, "node", "client.js", said.strip(), str(tables), str(seconds))
        return rate_of(command, scratch)
    finally:
        server.kill()
        server.wait()


def our_tables(tables: int, seconds: float, **settings: object) -> float:
    """Answers a second that our server makes durable and brings to everybody."""
    result = load.run(tables, load.DATA, seconds, cores=(SERVER_CORE, CLIENT_CORE), **settings)
    return len(result.tally.times) / result.tally.seconds


def their_engine(scratch: Path, seconds: float) -> float:
    """Choices a second of catanatron's random players."""
    command = pinned(SERVER_CORE, str(scratch / "venv/bin/python"), "engine.py", str(seconds))
    return rate_of(command, scratch)


def rate_of(command: list[str], folder: Path) -> float:
    """What one of theirs says it has made."""
    out = subprocess.PIPE  # what it says about errors is for whoever looks
    done = subprocess.run(command, cwd=folder, stdout=out, text=True, check=True, timeout=PATIENCE, env=ALONE)
    return float(json.loads(done.stdout.splitlines()[-1])["rate"])


def our_engine(seconds: float) -> dict[str, float]:
    """Choices a second of random play, by setting, in a process of its own."""
    command = pinned(SERVER_CORE, sys.executable, __file__, "--engine", str(seconds))
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True, timeout=PATIENCE)
    found: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return found


def played(seconds: float) -> dict[str, float]:
    """The same, here: every setting of `make bench` for a while."""
    found = {}
    for row in ROWS:
        rules, tally, seed = catalogue.ruleset(row.game, row.players, tuple(row.modules)), Tally(), 0
        play_random(rules, rules.start(), Random(0), Tally())  # what is made on first use
        begun = time.process_time()
        while time.process_time() - begun < seconds / len(ROWS):
            play_random(rules, rules.start(), Random(seed), tally)
            seed += 1
        found[f"{row.name}, {row.players} players"] = tally.choices / (time.process_time() - begun)
    return found


def report(label: str, ours: list[float], theirs: list[float]) -> None:
    """One line: what both made, and the ratios of the rounds."""
    ratios = [a / b for a, b in zip(ours, theirs, strict=True)]
    each = f"{statistics.median(ours):9,.0f} {statistics.median(theirs):9,.0f}"
    spread = f"{statistics.median(ratios):6.2f}  ({min(ratios):.2f} to {max(ratios):.2f})"
    print(f"{label:48} {each} {spread}", flush=True)


def main() -> int:
    """Bring the peers, measure in turns, print ratios."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=4.0, help="per measurement")
    parser.add_argument("--scratch", type=Path, default=HERE.parent / "build/peers")
    parser.add_argument("--only", choices=["tables", "engine"])
    parser.add_argument("--engine", type=float, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.engine:
        print(json.dumps(played(arguments.engine)))
        return 0
    bring(arguments.scratch)
    rounds, seconds = arguments.rounds, arguments.seconds
    print(f"load average {os.getloadavg()[0]:.1f}, {rounds} rounds of {seconds:g} s in turns")
    print(f"{'':48} {'ours':>9} {'theirs':>9}  ratio  (range)")
    if arguments.only != "engine":
        for tables in TABLES:
            measured = (
                partial(our_tables, tables, seconds),
                partial(their_tables, arguments.scratch, tables, seconds),
                partial(our_tables, tables, seconds, short_way=False),
            )
            found: list[list[float]] = [[], [], []]
            for n in range(rounds):
                for i in (0, 1, 2) if n % 2 == 0 else (2, 1, 0):
                    found[i].append(measured[i]())
            ours, theirs, plainly = found
            report(f"answers/s, {tables} tables, {TABLES_PEER}", ours, theirs)
            report(f"the same without our short way for answers, {tables} tables", plainly, theirs)
    if arguments.only != "tables":
        engines: list[dict[str, float]] = []
        catan: list[float] = []
        for n in range(rounds):
            for mine in (True, False) if n % 2 == 0 else (False, True):
                if mine:
                    engines.append(our_engine(seconds))
                else:
                    catan.append(their_engine(arguments.scratch, seconds))
        for setting in engines[0]:
            report(f"choices/s, {setting}", [found[setting] for found in engines], catan)
    return 0


if __name__ == "__main__":
    sys.exit(main())
