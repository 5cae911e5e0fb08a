"""Who is best so far while a network learns: matches of what is kept of it on the way.

A *checkpoint* is the network after so many games. Each one sits alone among copies of the champion, every
seed from every seat; one that is clearly better, its whole interval above par, is the next champion. The
first champion is the squire: an untrained network judges as the game does. What is learned never depends on
these matches; results are kept game by game, so that an interrupted match goes on.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final, NamedTuple

from pfalz.bots.base import BotError
from pfalz.bots.course import Course
from pfalz.bots.crew import Crew
from pfalz.bots.network import Network
from pfalz.bots.training import keep
from pfalz.lab.arena import Tournament, challenge, held_by
from pfalz.lab.curve import Strength
from pfalz.lab.intervals import Estimate
from pfalz.lab.ledger import Ledger, digest, weights_of
from pfalz.lab.report import meetings_of, share_until_now

SQUIRE: Final = "squire"
"""Greedy on the game's own judgement: whom everybody who learns is measured against."""
STRENGTH: Final = "strength.json"
MATCHES: Final = "matches"
TELLINGS: Final = 100
"""How often is said how a match stands."""


class Standing(NamedTuple):
    """How a match stands: games played, of how many, and the challenger's share of wins."""

    played: int
    of: int
    share: Estimate


@dataclass(frozen=True)
class Trial:
    """The match of a checkpoint with the champion."""

    learned: int
    """Games the challenger has learned from."""
    champion: int
    """Games the champion had learned from; 0 is the squire."""
    weights: str
    """What tells the challenger's weights from others."""
    match: dict[str, Any]
    """Opponent and its weights, seed, modules, games, share of wins, its 95 % interval, par."""

    @property
    def won(self) -> bool:
        """Whether the challenger is clearly better, and so the next champion."""
        return bool(self.match["low"] > self.match["par"])


class Champions:
    """The checkpoints of a course and their matches, in the folder of the course."""

    def __init__(self, course: Course, folder: Path, seeds: int) -> None:
        self.course = course
        self.folder = folder.resolve()
        self.seeds = seeds
        self.trials = trials_of(self.folder / STRENGTH)

    @property
    def champion(self) -> int:
        """The games the champion has learned from; 0 is the squire."""
        return max([trial.learned for trial in self.trials if trial.won], default=0)

    def file(self, games: int) -> Path:
        """The weights of a checkpoint."""
        return self.folder / f"weights-{games}.npz"

    def bot(self, games: int) -> str:
        """The bot that plays as a checkpoint; with 0 games, the squire."""
        return f"knight@{self.file(games)}" if games else SQUIRE

    def keep(self, network: Network, command: str) -> None:
        """Keep the network as it is now; matches of another one with as many games are forgotten."""
        games = network.card.games
        done = "" if games >= self.course.games else f" (after {games} games)"
        keep(network, self.file(games), command + done)
        weights = digest(Network.load(self.file(games)))
        if any(trial.learned == games and trial.weights != weights for trial in self.trials):
            self.trials = [trial for trial in self.trials if trial.learned < games]

    def measure(self, crew: Crew, games: int) -> Iterator[Standing]:
        """Hold the match of a checkpoint, if it has not been held, and keep the result."""
        if not self.seeds or any(trial.learned == games for trial in self.trials):
            return
        course, champion = self.course, self.champion
        plan = challenge(
            course.game,
            course.players,
            self.bot(games),
            self.bot(champion),
            self.seeds,
            f"trial:{course.seed}:{games}",
        )
        ledger = Ledger(plan, self.folder / MATCHES / f"{games}-{champion or SQUIRE}-{self.seeds}.jsonl")
        yield from standings(crew, plan, ledger)
        against = f"after {champion} games" if champion else SQUIRE
        weights = digest(Network.load(self.file(games)))
        self.trials.append(Trial(games, champion, weights, told(plan, ledger, against)))
        new = self.folder / "strength.new"
        new.write_text(json.dumps([asdict(trial) for trial in self.trials], indent=1), "utf-8")
        new.replace(self.folder / STRENGTH)

    def best(self, network: Network) -> Path:
        """The weights to go on with: the last ones, unless they won less than par against the champion."""
        games, champion = network.card.games, self.champion
        last = [trial for trial in self.trials if trial.learned == games]
        if champion and champion < games and last and last[0].match["share"] < last[0].match["par"]:
            return self.file(champion)
        return self.file(games)


def trials_of(path: Path) -> list[Trial]:
    """The matches that are kept in a file, none if there is no such file."""
    return [Trial(**one) for one in json.loads(path.read_text("utf-8"))] if path.is_file() else []


def strengths(trials: Sequence[Trial]) -> list[Strength]:
    """The matches of a course as points of its curve."""
    return [
        Strength(
            trial.learned,
            trial.match["share"],
            trial.match["low"],
            trial.match["high"],
            trial.champion,
            trial.won,
        )
        for trial in trials
    ]


def standings(crew: Crew, plan: Tournament, ledger: Ledger) -> Iterator[Standing]:
    """Hold a match, and say now and then how it stands."""
    for _ in held_by(crew, ledger):
        played = len(ledger.results)
        if played % max(1, plan.games // TELLINGS) == 0 or played == plan.games:
            share = share_until_now(plan, list(ledger.results.values()))
            yield Standing(played, plan.games, share)


def told(plan: Tournament, ledger: Ledger, against: str) -> dict[str, Any]:
    """A match as it stands on a card; one with a game that broke counts for nothing and is refused."""
    results = sorted(ledger.results.values(), key=lambda result: result.index)
    for failure in [result for result in results if result.failure]:
        raise BotError("match_broken", seed=failure.seed, why=failure.failure)
    (meeting,) = meetings_of(plan, results)
    return {
        "against": against,
        "weights": digest(weights_of(plan.bots[1], plan.game, plan.players)),
        "seed": plan.seed,
        "seeds": plan.seeds,
        "modules": list(plan.modules),
        "games": meeting.games,
        "share": round(meeting.share.mean, 4),
        "low": round(meeting.share.low, 4),
        "high": round(meeting.share.high, 4),
        "par": meeting.par,
    }
