"""The evaluation and the candidates of Die Staufer: pure, legal, and good enough to beat chance."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from pfalz.catalogue import ruleset
from pfalz.core.ask import Ask
from pfalz.core.state import NATURE
from pfalz.games.staufer.bot import MOST, candidates, evaluate
from tests.games.playing import knights_against_chance, may_be_answered, victory


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_candidates_are_legal_and_evaluating_changes_nothing(players: int) -> None:
    rules = ruleset("staufer", players, options={"privilege_set": "random"})
    rng = Random(1)

    def check(s: Any, ask: Ask) -> None:
        key = rules.key(s)
        for seat in range(players):
            assert abs(evaluate(s, seat)) < 1000
        assert rules.key(s) == key
        if ask.seat == NATURE:
            return
        moves = candidates(s, ask, rng)
        assert (ask.name == "deploy") == bool(moves)
        may_be_answered(s, ask, moves, MOST)

    for seed in range(4):
        knights_against_chance(rules, seed, (), check)


def test_every_seat_that_can_be_taken_is_a_candidate() -> None:
    rules = ruleset("staufer", 4)

    def check(s: Any, ask: Ask) -> None:
        if ask.name == "deploy":
            moves = candidates(s, ask, Random(1))
            assert {move[0] for move in moves} == set(ask.options(s, ()) or ())

    for seed in range(3):
        knights_against_chance(rules, seed, (), check)


@pytest.mark.parametrize("players", [2, 4])
def test_greedy_play_beats_chance(players: int) -> None:
    rules = ruleset("staufer", players)
    for seed in range(4):
        mine, best = victory(rules, seed, seed % players)
        assert mine > 1.3 * best
