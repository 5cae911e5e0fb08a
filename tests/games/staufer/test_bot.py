"""The evaluation and the candidates of Die Staufer: pure, legal, and good enough to beat chance."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from pfalz.catalogue import ruleset
from pfalz.core.ask import Ask
from pfalz.games.staufer.bot import MOST, TERMS, candidates, evaluate, judge
from pfalz.games.staufer.prospects import RIVALS
from tests.games.kit.judging import Judged
from tests.games.kit.settings import setting
from tests.games.playing import knights_against_chance, random_game


class TestJudgement(Judged):
    game = "staufer"
    settings = tuple(setting(players, privilege_set="random") for players in (2, 3, 4, 5))
    answered = {"deploy"}
    most = MOST
    games = 4

    def ahead(self, mine: int, best: int) -> bool:
        return mine > 1.3 * best


@pytest.mark.parametrize("players", [2, 4])
def test_the_judgement_is_made_of_terms_for_all_seats(players: int) -> None:
    rules = ruleset("staufer", players)
    kept = set()
    for s, _ in random_game(rules, players):
        terms = judge(s)
        assert [len(row) for row in terms] == [len(TERMS)] * players
        shared = [row[TERMS.index("points")] + row[TERMS.index("regions")] for row in terms]
        for seat in range(players):
            if s.over:
                assert terms[seat][0] == s.score(seat)
                assert (evaluate(s, seat) > 0) == (rules.outcome(s).places[seat] == 1)
                continue
            rivals = sum(shared) - shared[seat]
            assert evaluate(s, seat) == pytest.approx(sum(terms[seat]) - RIVALS * rivals / (players - 1))
            kept |= {term for term, value in zip(TERMS, terms[seat], strict=True) if value}
            view = rules.view(s, seat)  # what others have in hand is not known, and counts nothing
            assert judge(view)[seat] == terms[seat]
            assert s.round == rules.game.stage(s) + 1
    assert kept == set(TERMS)


def test_every_seat_that_can_be_taken_is_a_candidate() -> None:
    rules = ruleset("staufer", 4)

    def check(s: Any, ask: Ask) -> None:
        if ask.name == "deploy":
            moves = candidates(s, ask, Random(1))
            assert {move[0] for move in moves} == set(ask.options(s, ()) or ())

    for seed in range(3):
        knights_against_chance(rules, seed, (), check)
