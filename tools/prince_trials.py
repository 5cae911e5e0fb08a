"""What a prince's constants are worth, without playing games: decisions of knights, and what came of them.

    python tools/prince_trials.py GAME PLAYERS FILE [--decisions N] [--tables N]
    python tools/prince_trials.py FILE [--positions N]

The first form plays games of knights. At decisions drawn by lot the ten best answers at first sight are
played on to the end of the round on many imagined tables, as a prince does it; first judgements and values
are added to FILE. The second form lets princes with other constants decide on these tables, in many orders.
What they choose is judged by tables they have not met, against what a prince chooses from whose tables nobody
drops out early; 1 is a game that is clearly won. `±` is one standard error, over decisions.
"""

from __future__ import annotations

import argparse
import json
from math import inf, sqrt
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any, Final, NamedTuple

from pfalz import catalogue
from pfalz.bots import Prince, Situation, prince
from pfalz.bots.base import seen_by
from pfalz.bots.knight import WIDTHS
from pfalz.bots.learned import best_judge
from pfalz.bots.prince import Finalist, Table
from pfalz.bots.thought import Thought
from pfalz.lab.match import Match, next_ask

PLAYED_ON: Final = 10
"""Answers that are played on."""
HELD_OUT: Final = 8
"""Tables that judge what was chosen, and are not met before."""
ORDERS: Final = 40
"""Orders of the tables."""
OFTEN: Final = 0.2
"""The share of decisions that are drawn."""
TRIED: Final[list[dict[str, float]]] = [
    {},
    *[{"SURE": sure, "ENOUGH": enough} for sure, enough in ((4, 4), (3, 5), (2, 6), (3, 6), (2.5, 8))],
    *[{"FINALISTS": n} for n in (3, 4, 6, 10)],
    *[{"TRUST": n} for n in (0, 1, 3, 4, 6, 9)],
]
"""Constants of a prince in place of its own."""


class Trial(NamedTuple):
    """A decision."""

    looked_at: int
    """Answers that were judged at first."""
    first: list[float]
    """The first judgement of those that were played on, the best first."""
    values: list[list[float]]
    """For each table what each of them has led to."""
    cost: float
    """Positions that were looked at for one answer on one table."""


def collect(game: str, players: int, decisions: int, tables: int, path: Path) -> None:
    """Add decisions to a file."""
    rules = catalogue.ruleset(game, players)
    drawn, number, done = Random(f"trials:{path.name}"), 0, 0
    while done < decisions:
        match = Match(rules, ["knight"] * players, f"trials:{number}")
        s, n = match.start(), 0
        happened = s.trace
        while s.stack and done < decisions:
            ask = next_ask(rules, s)
            if ask.seat >= 0 and drawn.random() < OFTEN:
                seen, rng = tuple(seen_by(ask.seat, happened)), Random(f"trials:{number}:{n}")
                trial = tried(Situation(rules, rules.view(s, ask.seat), ask, seen, rng), tables)
                if trial is not None:
                    with path.open("a", encoding="utf-8") as file:
                        file.write(json.dumps(trial) + "\n")
                    done += 1
            rules.apply(s, ask.seat, match.answer(s, ask, n))
            n += 1
        number += 1


def tried(situation: Situation, tables: int) -> Trial | None:
    """Play the best answers on; None if there is but one."""
    rules, seat = situation.rules, situation.seat
    judge = best_judge(rules)
    thought = Thought(situation, judge, 1, WIDTHS)
    answers = thought.answers()
    if len(answers) == 1:
        return None
    worth = thought.totals(answers)
    order = sorted(range(len(worth)), key=lambda i: -worth[i])[:PLAYED_ON]
    table, values = Table(rules, judge, situation), []
    for _ in range(tables):
        world, luck, ends = thought.imagined(), situation.rng.getrandbits(32), []
        for i in order:
            twin = rules.copy(world)
            rules.apply(twin, seat, answers[i])
            table.looked_at += 1
            ends.append(table.to_end_of_round(twin, Random(luck)))
        values.append([round(value, 5) for value in judge.judged(ends, seat)])
    cost = table.looked_at / tables / len(order)
    return Trial(len(answers), [round(worth[i], 5) for i in order], values, cost)


class Recalled(Prince):
    """A prince that does not play on but recalls what came of it; answers are numbers."""

    def __init__(self, trial: Trial, order: list[int], positions: int) -> None:
        super().__init__(1.0)
        self.trial = trial
        self.order = order
        self.thought: Any = SimpleNamespace(judge=SimpleNamespace(pace=positions))
        self.table: Any = SimpleNamespace(looked_at=trial.looked_at)
        self.met = 0

    def decided(self) -> int:
        """The number of the answer."""
        best = self.trial.first[: int(prince.FINALISTS)]
        return self._settled(self.thought, self.table, [Finalist((i,), n) for i, n in enumerate(best)])[0]

    def _meet(self, thought: Any, table: Any, running: list[Any]) -> list[float]:
        values = self.trial.values[self.order[self.met % len(self.order)]]
        self.met += 1
        table.looked_at += self.trial.cost * len(running)
        return [values[number] for (number,) in running]


def decide(trials: list[Trial], positions: int, constants: dict[str, float]) -> tuple[list[float], float]:
    """By how much what a prince chooses is better than a knight's answer, and the positions it looked at."""
    kept = {name: getattr(prince, name) for name in constants}
    for name, value in constants.items():
        setattr(prince, name, value)
    gains, looked_at = [], 0.0
    for number, trial in enumerate(trials):
        gained = 0.0
        for order in range(ORDERS):
            tables = list(range(len(trial.values)))
            Random(f"{number}:{order}").shuffle(tables)
            thinker = Recalled(trial, tables[:-HELD_OUT], positions)
            chosen = thinker.decided()
            fresh = [trial.values[table] for table in tables[-HELD_OUT:]]
            gained += sum(values[chosen] - values[0] for values in fresh) / HELD_OUT / ORDERS
            looked_at += thinker.table.looked_at / ORDERS / len(trials)
        gains.append(gained)
    for name, value in kept.items():
        setattr(prince, name, value)
    return gains, looked_at


def mean_and_error(values: list[float]) -> tuple[float, float]:
    """A mean and its standard error."""
    n = len(values)
    mean = sum(values) / n
    return mean, sqrt(sum((value - mean) ** 2 for value in values) / max(1, n - 1) / n)


def told(trials: list[Trial], positions: int) -> None:
    """Print what comes of other constants."""
    patient, most = decide(trials, positions, {"ENOUGH": inf})
    gain, error = mean_and_error(patient)
    print(f"{len(trials)} decisions, {positions} positions.")
    print(f"Who waits until the time is up is better than a knight by {gain:+.4f} ± {error:.4f}.\n")
    print("| constants | better than without dropping out | positions, share |\n|---|---|---|")
    for constants in TRIED:
        gains, looked_at = decide(trials, positions, constants)
        mean, error = mean_and_error([one - other for one, other in zip(gains, patient, strict=True)])
        said = ", ".join([f"{name} {value:g}" for name, value in constants.items()]) or "its own"
        print(f"| {said} | {mean:+.4f} ± {error:.4f} | {looked_at / most:.2f} |", flush=True)
    for more in (0.25, 0.5, 2):
        gains, looked_at = decide(trials, round(more * positions), {})
        mean, error = mean_and_error([one - other for one, other in zip(gains, patient, strict=True)])
        print(f"| {more:g} times the time | {mean:+.4f} ± {error:.4f} | {looked_at / most:.2f} |", flush=True)


def main() -> None:
    """Collect, or tell."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("what", nargs="+", help="GAME PLAYERS FILE, or FILE")
    parser.add_argument("--decisions", type=int, default=60)
    parser.add_argument("--tables", type=int, default=24)
    parser.add_argument("--positions", type=int, default=3500, help="as many as a prince has time for")
    given = parser.parse_args()
    *table, file = given.what
    if len(table) == 2:
        collect(table[0], int(table[1]), given.decisions, given.tables, Path(file))
    elif not table:
        lines = Path(file).read_text("utf-8").splitlines()
        told([Trial(*json.loads(line)) for line in lines], given.positions)
    else:
        parser.error("GAME PLAYERS FILE, or FILE")


if __name__ == "__main__":
    main()
