"""The evaluation and the candidates of MIL: pure, legal, and good enough to beat chance."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from pfalz.catalogue import ruleset
from pfalz.core.ask import Ask
from pfalz.games.mil.bot import MOST, TERMS, candidates, evaluate, judge
from tests.games.kit.judging import Judged
from tests.games.kit.settings import setting
from tests.games.mil.table import BLUE, MARKET, MODULE_IDS, RED, YELLOW, Table, knight
from tests.games.playing import knights_against_chance, random_game


class TestJudgement(Judged):
    game = "mil"
    settings = (setting(2), setting(3), setting(4, *MODULE_IDS), setting(5, *MODULE_IDS))
    answered = {"act", "dowry", "market", "war", "commit"}
    always = {"offer", "counter", "keep", "bid", "final_bid", "trade"}
    most = MOST

    def ahead(self, mine: int, best: int) -> bool:
        return mine > best + 5


def test_every_action_that_can_be_taken_is_a_candidate() -> None:
    rules = ruleset("mil", 4)

    def check(s: Any, ask: Ask) -> None:
        if ask.name == "act":
            moves = candidates(s, ask, Random(1))
            if len(moves) < MOST:
                assert {move[0] for move in moves} == set(ask.options(s, ()) or ())

    for seed in range(2):
        knights_against_chance(rules, seed, (), check)


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
