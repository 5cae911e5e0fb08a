"""The judgement a network has learned, in the place of the game's own.

What answers are worth a look is still said by the game. A finished game is judged by its result, everything
else by the network, all positions of one question at once. Weights lie in `weights/`, one file for a game and
a player count; where there are none the game's own judgement stands.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from importlib import resources
from pathlib import Path
from random import Random
from typing import Any, Final

import numpy as np

from pfalz.bots.base import BotError
from pfalz.bots.features import Floats, Sight, full, sight_of
from pfalz.bots.judge import Judge, judge_of
from pfalz.bots.network import Network
from pfalz.bots.scribe import Adder, Scribe
from pfalz.core.ask import Ask
from pfalz.core.encoding import Encoding
from pfalz.core.game import Outcome
from pfalz.core.ruleset import Ruleset
from pfalz.core.state import Move, State

CLEAR: Final = 0.5
"""How much of a result is who has won; the rest is by how much."""
DEARER: Final = 0.35
"""How many positions a network judges in the time in which the game judges one, engine included."""
KEPT: Final = 32
WEIGHTS: Final = Path(str(resources.files("pfalz.bots"))) / "weights"
"""Where the networks are that come with the package."""


def utilities(outcome: Outcome, margin: float) -> list[float]:
    """What a result is worth to every seat, between 0 and 1: the share of the win, and how clear it is."""
    firsts = [*outcome.places, *[standing.place for standing in outcome.opponents]].count(1)
    found: list[float] = []
    for seat, (score, place) in enumerate(zip(outcome.scores, outcome.places, strict=True)):
        others = [n for other, n in enumerate(outcome.scores) if other != seat]
        others += [standing.score for standing in outcome.opponents]
        ahead = (score - max(others, default=0)) / margin
        clear = float(1.0 / (1.0 + np.exp(-np.clip(ahead, -30, 30))))
        found.append(CLEAR * (place == 1) / max(firsts, 1) + (1 - CLEAR) * clear)
    return found


class Eyes:
    """How one network sees the positions of one ruleset."""

    def __init__(self, rules: Ruleset[Any], network: Network) -> None:
        self.sight: Sight = sight_of(rules)
        self.network = network
        places = np.full(self.sight.full.length + 1, -1, np.int64)
        places[network.inputs] = np.arange(len(network.inputs))
        encoding, numbers = self.sight.encoding, places[self.sight.numbers]
        self._scribe = Scribe(rules, encoding, numbers)
        self._floats = len(network.inputs)
        first = network.first()
        self._adder = Adder(rules, encoding, numbers, first[: self._floats])
        self._known = first[self._floats :]

    def rows(self, states: Sequence[State], seat: int) -> Floats:
        """The inputs of several states, seen by a seat."""
        x = np.zeros((len(states), self._floats + self.sight.width), np.float32)
        self._scribe.write(x[:, : self._floats], states, seat)
        x[:, self._floats :] = self.sight.known(states, seat) * self.network.scale
        return x

    def judged(self, states: Sequence[State], seat: int) -> Floats:
        """What the network says of several states, seen by a seat; their inputs are never written down."""
        known = self.sight.known(states, seat) * self.network.scale
        sums: Floats = np.matmul(known, self._known, dtype=np.float32)
        return self.network.after_first(sums + self._adder.sums(states, seat))


class Learned(Judge):
    """A judge whose judgement is a network's."""

    def __init__(self, own: Judge, rules: Ruleset[Any], network: Network) -> None:
        self.names = own.names
        self.pace = round(DEARER * own.pace)
        self._own = own
        self.rules = rules
        self.network = network
        self.eyes = Eyes(rules, network)

    def values(self, s: State) -> list[list[float]]:
        return self._own.values(s)

    def evaluate(self, s: State, seat: int) -> float:
        return self.judged([s], seat)[0]

    def judged(self, states: Sequence[State], seat: int) -> list[float]:
        return [float(utility[0]) for utility in self.expected(states, seat)]

    def expected(self, states: Sequence[State], seat: int) -> Floats:
        """What every seat may expect, in each of several states, as `seat` sees it: the seat first."""
        players = self.rules.players
        found = np.zeros((len(states), players), np.float32)
        going = [i for i, s in enumerate(states) if s.stack]
        if going:
            found[going] = self.eyes.judged([states[i] for i in going], seat)
        for i, s in enumerate(states):
            if not s.stack:
                result = utilities(self.rules.outcome(s), self.network.card.margin)
                found[i] = [result[(seat + k) % players] for k in range(players)]
        return found

    def candidates(self, s: State, ask: Ask, rng: Random, limit: int) -> list[Move]:
        return self._own.candidates(s, ask, rng, limit)

    def offers(self, s: State, ask: Ask, rng: Random, limit: int) -> list[Move]:
        offers = self._own.choice.offers
        return (offers(s, ask, rng) if offers else []) or self.candidates(s, ask, rng, limit)

    def tables(self, ask: Ask) -> int:
        return self._own.choice.tables.get(ask.name, 1)

    def guesses(self, s: State, ask: Ask, rng: Random) -> list[Move]:
        return self._own.guesses(s, ask, rng)


def weights_name(game: str, players: int) -> str:
    """The name of the file with the weights of a game and a player count."""
    return f"{game}-{players}.npz"


@lru_cache(KEPT)
def network_of(game: str, players: int) -> Network | None:
    """The network that comes with the package, if there is one for the game as it is now.

    Whoever changes what is encoded has none until somebody trains anew, and a test that says so."""
    path = WEIGHTS / weights_name(game, players)
    if not path.is_file():
        return None
    try:
        return fitting(Network.load(path), game, players)
    except BotError:
        return None


def fitting(network: Network, game: str, players: int) -> Network:
    """The network, if it was made for this game as it is now."""
    card = network.card
    if (card.game, card.players) != (game, players):
        raise BotError("weights_of_other", game=card.game, players=card.players)
    if card.encoding != Encoding.VERSION or card.fingerprint != full(game, players).fingerprint:
        raise BotError("weights_outdated", game=game, players=players)
    return network


@lru_cache(KEPT)
def judge_with(rules: Ruleset[Any], network: Network) -> Judge:
    """The judgement of a network on a ruleset; one made for something else is refused."""
    return Learned(judge_of(rules), rules, fitting(network, rules.game.id, rules.players))


def best_judge(rules: Ruleset[Any]) -> Judge:
    """The learned judgement of a ruleset, or the game's own where nothing was learned."""
    network = network_of(rules.game.id, rules.players)
    return judge_of(rules) if network is None else judge_with(rules, network)
