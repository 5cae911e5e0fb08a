"""The evaluation and the candidates of Die Staufer: pure, legal, and good enough to beat chance."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from pfalz.bots.knight import Knight
from pfalz.catalogue import ruleset
from pfalz.core.ask import Ask
from pfalz.core.chance import nature_move
from pfalz.core.ruleset import Ruleset
from pfalz.core.state import NATURE, Move
from pfalz.games.staufer.bot import MOST, candidates, evaluate


def play(rules: Ruleset[Any], seed: int, knights: tuple[int, ...], check: Any = None) -> Any:
    """A game of knights against chance; `check` looks at every open question."""
    rng = Random(seed)
    knight = Knight(1)
    s = rules.start()
    while asks := rules.asks(s):
        ask: Ask = asks[0]
        if check is not None:
            check(s, ask)
        move: Move
        if ask.seat == NATURE:
            move = nature_move(ask, s, rng)
        elif ask.seat in knights:
            move = knight.choose(rules, rules.view(s, ask.seat), ask, rng)
        else:
            move = ask.random_move(s, rng)
        rules.apply(s, ask.seat, move)
    return s


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
        assert len(moves) <= MOST and len(set(moves)) == len(moves)
        for move in moves:
            ask.check(s, move)

    for seed in range(4):
        play(rules, seed, (), check)


def test_every_seat_that_can_be_taken_is_a_candidate() -> None:
    rules = ruleset("staufer", 4)

    def check(s: Any, ask: Ask) -> None:
        if ask.name == "deploy":
            moves = candidates(s, ask, Random(1))
            assert {move[0] for move in moves} == set(ask.options(s, ()) or ())

    for seed in range(3):
        play(rules, seed, (), check)


@pytest.mark.parametrize("players", [2, 4])
def test_greedy_play_beats_chance(players: int) -> None:
    rules = ruleset("staufer", players)
    for seed in range(4):
        seat = seed % players
        result = rules.outcome(play(rules, seed, (seat,)))
        others = [score for other, score in enumerate(result.scores) if other != seat]
        assert result.places[seat] == 1
        assert result.scores[seat] > 1.3 * max(others)
