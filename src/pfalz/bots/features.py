"""What a network sees of a position: floats of the encoding, modules in play, and terms of the judgement.

A network is made for a game and a player count, whatever the modules: its inputs are floats of the encoding
with *all* modules of that count, chosen by their numbers there. `Sight` finds each of them again in the
encoding of a table's own ruleset by what it tells (`tellings`); what this table does not have is zero.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from math import prod
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from pfalz import catalogue
from pfalz.bots.judge import Judge, judge_of
from pfalz.bots.scribe import Scribe
from pfalz.core.encoding import Encoding
from pfalz.core.presets import widest_set
from pfalz.core.ruleset import Ruleset
from pfalz.core.segments import Segment
from pfalz.core.state import State

Floats = NDArray[np.float32]
Telling = tuple[object, ...]
"""What a float of an encoding tells: its segment, the place along each axis, and which float of the entry."""
SETTINGS: Final = 64
"""So many tables' ways of seeing are kept."""


def tellings(segments: Sequence[Segment]) -> list[Telling]:
    """What each float of an encoding tells, in a way that does not change where kinds have grown."""
    return [telling for segment in segments for telling in _tellings(segment)]


def _tellings(segment: Segment) -> list[Telling]:
    parts = [part.rpartition(" ") for part in segment.entry.split(" + ")]
    counted = [(name, int(n)) for name, _, n in parts if n.isdigit()]
    seen: Counter[str] = Counter()
    inside: list[tuple[str, int]] = []
    for name, n in counted:  # the second part of a name goes on counting
        inside += [(name, seen[name] + i) for i in range(n)]
        seen[name] += n
    if len(counted) < len(parts) or len(inside) * prod(segment.sizes) != segment.length:
        return [(segment.name, segment.length, i) for i in range(segment.length)]
    return [
        (segment.name, *(int(n) for n in place), name, i)
        for place in np.ndindex(*segment.sizes)
        for name, i in inside
    ]


class Full:
    """The widest ruleset of a game and player count: what networks number their inputs by."""

    def __init__(self, game: str, players: int) -> None:
        rules = catalogue.ruleset(game, players, widest_set(catalogue.game(game), players))
        encoding = Encoding(rules)
        self.length = encoding.length
        self.fingerprint = encoding.fingerprint
        self.modules = tuple([module.id for module in rules.modules])
        self.terms = judge_of(rules).names
        self.places = {telling: i for i, telling in enumerate(tellings(encoding.describe()))}


@lru_cache(SETTINGS)
def full(game: str, players: int) -> Full:
    """The widest ruleset of a game and player count."""
    return Full(game, players)


class Sight:
    """How the positions of one ruleset become inputs of networks."""

    def __init__(self, rules: Ruleset[Any]) -> None:
        self.rules = rules
        self.judge: Judge = judge_of(rules)
        self.encoding = Encoding(rules)
        self.full = full(rules.game.id, rules.players)
        places = self.full.places
        self.numbers = np.array(
            [places.get(telling, -1) for telling in tellings(self.encoding.describe())], np.int64
        )
        """For each float of this table's encoding its number in the widest one, -1 if it is not there."""
        self.scribe = Scribe(rules, self.encoding, self.numbers)
        names = {name: i for i, name in enumerate(self.full.terms)}
        self._terms = np.array([names[name] for name in self.judge.names], np.int64)
        self._per_seat = len(self.full.terms)
        self.width = len(self.full.modules) + rules.players * (self._per_seat + 1)
        """How many inputs there are besides the floats of the encoding: modules, terms, who is ahead."""
        there = {module.id for module in rules.modules}
        self._empty = np.zeros(self.width, np.float32)
        self._empty[: len(self.full.modules)] = [id in there for id in self.full.modules]

    def known(self, states: Sequence[State], seat: int) -> Floats:
        """Of each state modules in play, terms of all seats, by how much each is ahead, seat first."""
        players, seats = self.rules.players, range(self.rules.players)
        terms: list[list[list[float]]] = []
        ahead: list[list[float]] = []
        for s in states:
            values = self.judge.values(s)
            values = values[seat:] + values[:seat]
            worth = [sum(each) for each in values]
            terms.append(values)
            ahead.append([worth[i] - max([*worth[:i], *worth[i + 1 :]], default=0.0) for i in seats])
        found = np.repeat(self._empty[None], len(states), axis=0)
        if states:
            n = players * self._per_seat
            found[:, -players:] = ahead
            of_seats = np.zeros((len(states), players, self._per_seat), np.float32)
            of_seats[:, :, self._terms] = terms
            found[:, -n - players : -players] = of_seats.reshape(len(states), n)
        return found


@lru_cache(SETTINGS)
def sight_of(rules: Ruleset[Any]) -> Sight:
    """How the positions of a ruleset are seen; kept, for making it takes a while."""
    return Sight(rules)
