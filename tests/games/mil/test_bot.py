"""The evaluation and the candidates of MIL: pure, legal, and good enough to beat chance."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from pfalz.catalogue import ruleset
from pfalz.core.ask import Ask
from pfalz.core.state import NATURE
from pfalz.games.mil.bot import MOST, TERMS, candidates, evaluate, judge
from tests.games.mil.table import BLUE, MARKET, MODULE_IDS, RED, YELLOW, Table, knight
from tests.games.playing import knights_against_chance, may_be_answered, random_game, victory

LARGE = {"act", "dowry", "commit", "offer", "counter", "keep", "bid", "final_bid", "market", "trade", "war"}


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
        may_be_answered(s, ask, moves, MOST)

    for seed in range(5):
        over = knights_against_chance(rules, seed, (), check)
        assert abs(evaluate(over, 0)) < 1000
    assert {"act", "dowry", "market", "war", "commit"} <= met


def test_a_finished_game_is_judged_by_its_points() -> None:
    rules = ruleset("mil", 3)
    for seed in range(4):
        s = knights_against_chance(rules, seed, ())
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
        knights_against_chance(rules, seed, (), check)


@pytest.mark.parametrize("players", [2, 3, 5])
def test_greedy_play_beats_chance(players: int) -> None:
    rules = ruleset("mil", players)
    for seed in range(3):
        mine, best = victory(rules, seed, seed % players)
        assert mine > best + 5


@pytest.mark.parametrize(
    ("path", "value", "better"),
    [
        ("lands.land.grain_land.harvest.food", 9, True),  # Red alone has productive land
        ("numbers.favour.1.prestige", 9, True),
        ("game.die_face.1.snow", True, False),  # Red alone has a knight without land and castle
    ],
)
def test_the_judgement_counts_with_the_numbers_of_an_edition(path: str, value: object, better: bool) -> None:
    def judged(edition: dict[str, object]) -> float:
        table = Table(3, edition=edition)
        table.make(knight(RED, "C"))
        if "favour" in path:
            table.put(MARKET, 1, knight(RED, "A"))
        for seat in (YELLOW, BLUE):
            for column in "AB":
                table.lands(knight(seat, column))
                table.s.castle[knight(seat, column)] = 1
        return evaluate(table.s, RED)

    assert (judged({path: value}) > judged({})) is better
    assert judged({path: value}) != judged({})


@pytest.mark.parametrize("players", [2, 5])
def test_the_judgement_of_all_seats_by_terms(players: int) -> None:
    rules = ruleset("mil", players)
    for s, asks in random_game(rules, players):
        terms = judge(s)
        assert [len(seat) for seat in terms] == [len(TERMS)] * players
        assert [seat[0] for seat in terms] == s.scores()
        worth = [sum(seat) for seat in terms]
        others = worth[1:]
        ahead = worth[0] - 0.7 * max(others) - 0.3 * sum(others) / len(others)
        assert evaluate(s, 0) == pytest.approx(ahead)
        if not asks:
            assert worth == s.scores()
        assert 0 <= rules.game.stage(s) < s.t.rounds
