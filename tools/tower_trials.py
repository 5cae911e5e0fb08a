"""What the cube tower of Wallenstein does: whole games watched, throws of one size, battles fought.

The throws are those of the game itself: `Throw`, `join_battle`, `settle_battle` and the revolt rules, at
tables with each model. All is seeded. The report is written by `wallenstein_tower.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import comb
from random import Random
from typing import Any

from pfalz.catalogue import ruleset
from pfalz.core.rollout import Tally, play_random
from pfalz.core.ruleset import Ruleset
from pfalz.core.state import Move, State
from pfalz.games.wallenstein.combat import join_battle, rise, settle_battle, settle_revolt
from pfalz.games.wallenstein.state import Wallenstein
from pfalz.games.wallenstein.tower import Throw

SEED = 1618
MODELS = ("constant", "impact")
PLAYERS = (3, 4, 5)
GAMES = 40
SIZES = (2, 4, 6, 8, 10, 12, 16)
SYNTHETIC = 1500
FILLS = 1000
BATTLES = 1600
ATTACKER, DEFENDER = 0, 1
HERE = 0
"""The county all synthetic battles are about."""

Place = tuple[list[int], list[int]]
"""Tray and tower."""
Odds = tuple[float, float, float]
"""Attack won, county neutral, defence held; in a revolt: owner lost, (nothing), owner held."""


@dataclass
class Watched:
    """What was seen of the tower in the games of one table."""

    throws: int = 0
    cast: int = 0
    cast_out: int = 0
    rested: int = 0
    rested_out: int = 0
    late: list[int] = field(default_factory=list)
    """Cubes cast by each throw of the second year."""
    inside: list[int] = field(default_factory=list)
    """Cubes inside after each throw of the second year."""
    snapshots: list[Place] = field(default_factory=list)
    """Tray and tower between two battles of the second year."""


@dataclass
class Findings:
    """Everything the report tells."""

    played: dict[tuple[str, int], Watched]
    fills: dict[int, float]
    """By number of players: mean number of cubes that fall out at the tower fill."""
    steady: dict[str, list[tuple[int, float, float, float]]]
    """By model: cubes cast by every throw, mean inside, mean out, share of the resting cubes out."""
    battles: dict[tuple[str, str], Odds]
    """By model and name of the battle, with trays and towers as in play."""
    known: dict[str, Odds]
    """By name of a battle of the dossier, with tray and tower empty before."""
    empty: dict[str, Odds]
    """By name of the battle, with tray and tower empty before: both models agree there."""


# -- games and throws ----------------------------------------------------------------------------


def watch_games(model: str, players: int, games: int, seed: int) -> Watched:
    """Games of random play; every throw is counted, the long run is the second year."""
    rules = ruleset("wallenstein", players, options={"tower_model": model})
    seen = Watched()

    def look(s: State, seat: int, name: str, answer: Move) -> None:
        assert isinstance(s, Wallenstein)
        if name != "throw":
            if name == "march" and s.season >= 4:
                seen.snapshots.append((list(s.tray), list(s.tower)))
            return
        first = sum(1 for n in s.tray if n)
        seen.throws += 1
        seen.cast += sum(s.tray)
        seen.cast_out += sum(answer[:first])
        seen.rested += sum(s.tower)
        seen.rested_out += sum(answer[first:])
        if s.season >= 4:
            seen.late.append(sum(s.tray))
            seen.inside.append(sum(s.tray) + sum(s.tower) - sum(answer))

    for game in range(games):
        play_random(rules, rules.start(), Random(f"{seed}:{model}:{players}:{game}"), Tally(), watch=look)
    return seen


def fill(players: int, fills: int, seed: int) -> float:
    """Games begun with the default line-up: the mean number of cubes that fall out at the tower fill."""
    rules = ruleset("wallenstein", players, options={"start": "lineup"})
    fell = []

    def look(s: State, seat: int, name: str, answer: Move) -> None:
        if name == "tower_fill":
            fell.append(sum(answer))

    for game in range(fills):
        play_random(rules, rules.start(), Random(f"{seed}:fill:{players}:{game}"), Tally(), 2, look)
    assert len(fell) == fills
    return sum(fell) / fills


def steady_state(model: str, size: int, throws: int, seed: int) -> tuple[int, float, float, float]:
    """Throws of always the same size: mean inside afterwards, mean out, share of the resting cubes out."""
    rules = ruleset("wallenstein", 3, options={"tower_model": model})
    s = table(rules)
    rng = Random(f"{seed}:{model}:{size}")
    throw = Throw()
    inside = out = rested = loose = 0
    warm_up = throws // 5
    for i in range(warm_up + throws):
        s.tray = [size - size // 2, size // 2, 0, 0]
        move = throw.sample(s, (), rng)
        resting = sum(s.tower)
        throw.answer(s, ATTACKER, (), move)
        if i >= warm_up:
            inside += sum(s.tower)
            out += sum(s.tray)
            rested += resting
            loose += sum(move[2:])
    return size, inside / throws, out / throws, loose / rested


def table(rules: Ruleset[Any]) -> Wallenstein:
    """A table before its setup: nothing in tray and tower."""
    s = rules.start()
    assert isinstance(s, Wallenstein)
    s.tower = [0] * (rules.players + 1)
    s.tray = [0] * (rules.players + 1)
    return s


# -- battles --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Battle:
    """Attackers against defenders (0: a neutral county), or with no attackers a revolt against them."""

    attackers: int
    defenders: int
    markers: int = 0

    def __str__(self) -> str:
        if not self.attackers:
            return f"revolt: {self.defenders} armies, {self.markers} marker{'s' if self.markers != 1 else ''}"
        if not self.defenders:
            return f"{self.attackers} against a neutral county"
        return f"{self.attackers} against {self.defenders}" + (", marker there" if self.markers else "")


DUELS = (
    *(Battle(2, 1), Battle(3, 2), Battle(5, 2), Battle(5, 3), Battle(5, 3, 1), Battle(5, 5), Battle(5, 5, 1)),
    *(Battle(8, 3), Battle(8, 5), Battle(3, 5)),
    *(Battle(1, 0), Battle(2, 0), Battle(3, 0), Battle(5, 0)),
    *(Battle(0, 2, 1), Battle(0, 4, 1), Battle(0, 4, 2), Battle(0, 6, 2)),
)


KNOWN = (Battle(3, 0), Battle(0, 4, 2))
"""Battles whose odds the dossier counts out (X-55, X-56)."""
NOTHING: Place = ([0] * 4, [0] * 4)


def fight(s: Wallenstein, battle: Battle, rng: Random) -> int:
    """Fight one battle by the rules: 0 attack won (revolt lost), 1 neutral, 2 held."""
    throw = Throw()
    s.owner[HERE] = DEFENDER if battle.defenders else -1
    s.armies[HERE] = battle.defenders
    s.markers[HERE] = battle.markers
    if not battle.attackers:
        rise(s, DEFENDER, HERE, 0)
        throw.answer(s, DEFENDER, (), throw.sample(s, (), rng))
        settle_revolt(s, DEFENDER, HERE, 0)
        return 2 if s.owner[HERE] == DEFENDER else 0
    s.tray[ATTACKER] += battle.attackers
    join_battle(s, ATTACKER, HERE)
    throw.answer(s, ATTACKER, (), throw.sample(s, (), rng))
    settle_battle(s, ATTACKER, HERE)
    if s.owner[HERE] == ATTACKER:
        return 0
    return 2 if s.owner[HERE] == DEFENDER or not battle.defenders else 1


def odds(model: str, battle: Battle, places: Sequence[Place], n: int, seed: int) -> Odds:
    """How a battle ends, tray and tower being as they are in any of the places."""
    rules = ruleset("wallenstein", 3, options={"tower_model": model})
    start = table(rules)
    rng = Random(f"{seed}:{model}:{battle}")
    ends = [0, 0, 0]
    colours = [0, 1, 2]
    for _ in range(n):
        s = rules.copy(start)
        tray, tower = rng.choice(places)
        rng.shuffle(colours)
        for colour in range(3):
            s.tray[colour], s.tower[colour] = tray[colours[colour]], tower[colours[colour]]
        s.tray[3], s.tower[3] = tray[3], tower[3]
        s.supply = [30, 30, 30, s.t.peasants - tray[3] - tower[3]]
        ends[fight(s, battle, rng)] += 1
    return ends[0] / n, ends[1] / n, ends[2] / n


def exact(battle: Battle) -> Odds:
    """The same from an empty tray and tower, by counting: each cube comes out with 2/3 (W-14.4)."""
    a = _binomial(battle.attackers)
    d = _binomial(battle.defenders)
    neutral = 0 if battle.defenders else 1
    p = _binomial(neutral if battle.attackers else battle.markers)
    ends = [Fraction(0)] * 3
    for i, x in enumerate(a):
        for j, y in enumerate(d):
            for k, z in enumerate(p):
                if not battle.attackers:
                    end = 2 if j > k else 0
                elif not battle.defenders:
                    end = 0 if i > k else 2
                else:
                    end = 0 if i > j else 2 if i < j else 1
                ends[end] += x * y * z
    return float(ends[0]), float(ends[1]), float(ends[2])


def _binomial(n: int) -> list[Fraction]:
    return [Fraction(comb(n, k) * 2**k, 3**n) for k in range(n + 1)]


def investigate(games: int = GAMES, throws: int = SYNTHETIC, battles: int = BATTLES) -> Findings:
    """All simulations of the report."""
    played = {(m, n): watch_games(m, n, games, SEED) for m in MODELS for n in PLAYERS}
    return Findings(
        played,
        {n: fill(n, FILLS, SEED) for n in PLAYERS},
        {m: [steady_state(m, size, throws, SEED) for size in SIZES] for m in MODELS},
        {(m, str(b)): odds(m, b, played[m, 3].snapshots, battles, SEED) for m in MODELS for b in DUELS},
        {str(b): odds("constant", b, [NOTHING], battles, SEED) for b in KNOWN},
        {str(b): exact(b) for b in DUELS},
    )
