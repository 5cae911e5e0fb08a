"""The evaluation and the candidates of MIL: pure, legal, and good enough to beat chance."""

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
from pfalz.games.mil.bot import MOST, candidates, evaluate
from pfalz.games.mil.rules import MODULE_IDS

LARGE = {"act", "dowry", "commit", "offer", "counter", "keep", "bid", "final_bid", "market", "trade", "war"}


def play(rules: Ruleset[Any], seed: int, knights: tuple[int, ...], check: Any = None) -> Any:
    """A game of knights against chance; `check` looks at every open question."""
    rng = Random(seed)
    knight = Knight(1)
    s = rules.start()
    while asks := [ask for ask in rules.asks(s) if not ask.answered]:
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
    rules = ruleset("mil", players, MODULE_IDS if players > 3 else ())
    rng = Random(1)
    met: set[str] = set()

    def check(s: Any, ask: Ask) -> None:
        key = rules.key(s)
        for seat in range(players):
            assert abs(evaluate(s, seat)) < 1000
        if ask.seat == NATURE:
            return
        moves = candidates(s, ask, rng)
        assert rules.key(s) == key
        assert (ask.name in LARGE) == bool(moves)
        if moves:
            met.add(ask.name)
        assert len(moves) <= MOST and len(set(moves)) == len(moves)
        for move in moves:
            ask.check(s, move)

    for seed in range(5):
        over = play(rules, seed, (), check)
        assert abs(evaluate(over, 0)) < 1000
    assert {"act", "dowry", "market", "war", "commit"} <= met


def test_a_finished_game_is_judged_by_its_points() -> None:
    rules = ruleset("mil", 3)
    for seed in range(4):
        s = play(rules, seed, ())
        scores = rules.outcome(s).scores
        values = [evaluate(s, seat) for seat in range(3)]
        assert max(range(3), key=lambda seat: values[seat]) == max(range(3), key=lambda seat: scores[seat])


def test_every_action_that_can_be_taken_is_a_candidate() -> None:
    rules = ruleset("mil", 4)

    def check(s: Any, ask: Ask) -> None:
        if ask.name == "act":
            moves = candidates(s, ask, Random(1))
            if len(moves) < MOST:
                assert {move[0] for move in moves} == set(ask.options(s, ()) or ())

    for seed in range(2):
        play(rules, seed, (), check)


@pytest.mark.parametrize("players", [2, 3, 5])
def test_greedy_play_beats_chance(players: int) -> None:
    rules = ruleset("mil", players)
    for seed in range(3):
        seat = seed % players
        result = rules.outcome(play(rules, seed, (seat,)))
        others = [score for other, score in enumerate(result.scores) if other != seat]
        assert result.places[seat] == 1
        assert result.scores[seat] > max(others) + 5
