"""How fast bots think: tables played on to the end of a round, answers of each opponent, games of self-play.

Run with `make bench` or `python -m pfalz.lab.thinking staufer mil`. Processor time counts, so that others on
the machine disturb little; games of self-play on several cores are counted by the clock.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from random import Random
from statistics import median
from typing import Any

from rich.console import Console
from rich.table import Table as Grid

from pfalz import catalogue
from pfalz.bots import OFFERED, Situation, make
from pfalz.bots.judge import Judge, judge_of
from pfalz.bots.learned import best_judge, network_of
from pfalz.bots.prince import Table
from pfalz.bots.selfplay import Manner, taught
from pfalz.core.rollout import Tally, play_random
from pfalz.core.ruleset import Ruleset
from pfalz.core.state import State

POSITIONS = 12
"""Positions of random games that are thought about."""


def positions(rules: Ruleset[Any]) -> list[State]:
    """Positions that wait for a seat, spread over random games."""
    found: list[State] = []
    for number in range(POSITIONS):
        tally = Tally()
        play_random(rules, rules.start(), Random(number), tally)
        s: State = rules.start()
        length = tally.answers + tally.chances
        play_random(rules, s, Random(number), Tally(), length * (number + 1) // (POSITIONS + 2))
        while s.stack and rules.asks(s)[0].seat < 0:
            play_random(rules, s, Random(number), Tally(), 1)
        if s.stack:
            found.append(s)
    return found


def asked(rules: Ruleset[Any], s: State, number: int) -> Situation:
    """The situation of the first seat that is asked."""
    ask = next(ask for ask in rules.asks(s) if not ask.answered)
    return Situation(rules, rules.view(s, ask.seat), ask, (), Random(number))


def playouts(rules: Ruleset[Any], judge: Judge, seconds: float) -> float:
    """Tables played on to the end of the round in a second, greedily on somebody's judgement."""
    places = positions(rules)
    done = 0
    began = time.process_time()
    while (taken := time.process_time() - began) < seconds:
        situation = asked(rules, places[done % len(places)], done)
        world = situation.resampled(policy=judge.guess)
        Table(rules, judge, situation).to_end_of_round(world, Random(done))
        done += 1
    return done / taken


def answers(rules: Ruleset[Any], bot: str) -> float:
    """Milliseconds for an answer, the median over positions."""
    found = []
    for number, s in enumerate(positions(rules)):
        began = time.process_time()
        make(bot).choose(asked(rules, s, number))
        found.append(1000 * (time.process_time() - began))
    return median(found)


def _games(game: str, players: int, first: int, n: int) -> int:
    network = network_of(game, players)
    for number in range(first, first + n):
        taught(game, players, [()], network, f"bench:{number}", Manner())
    return n


def learning(game: str, players: int, jobs: int, games: int) -> float:
    """Games of self-play in a second, in so many processes."""
    with ProcessPoolExecutor(jobs, get_context("spawn")) as pool:
        list(
            pool.map(_games, [game] * jobs, [players] * jobs, [0] * jobs, [1] * jobs)
        )  # everything is loaded
        began = time.perf_counter()
        each = [games // jobs] * jobs
        list(pool.map(_games, [game] * jobs, [players] * jobs, [100 * i for i in range(jobs)], each))
        return sum(each) / (time.perf_counter() - began)


def main(argv: Sequence[str] | None = None) -> int:
    """Measure and print a table: playouts by the game's own judgement, and by the learned one of a prince."""
    parser = argparse.ArgumentParser(description="Measure how fast bots think.")
    parser.add_argument("games", nargs="*", help="games (default: all)")
    parser.add_argument("--players", type=int, help="players (default: as few as there are opponents for)")
    parser.add_argument("--seconds", type=float, default=2.0, help="time for playouts")
    parser.add_argument("--games", dest="count", type=int, default=8, help="games of self-play")
    arguments = parser.parse_args(argv)
    console = Console()
    names = ["game", "players", "playouts/s", "learned playouts/s", *[f"{bot} ms" for bot in OFFERED]]
    grid = Grid(*names, "self-play games/s, 1 core", "2 cores")
    for id in arguments.games or catalogue.IDS:
        players = arguments.players or max(2, catalogue.game(id).counts()[0])
        rules, learned = catalogue.ruleset(id, players), network_of(id, players) is not None
        grid.add_row(
            id,
            str(players),
            f"{playouts(rules, judge_of(rules), arguments.seconds):.0f}",
            f"{playouts(rules, best_judge(rules), arguments.seconds):.0f}" if learned else "–",
            *[f"{answers(rules, bot):.1f}" for bot in OFFERED],
            *[f"{learning(id, players, jobs, arguments.count):.2f}" for jobs in (1, 2)],
        )
    console.print(grid)
    return 0


if __name__ == "__main__":
    sys.exit(main())
