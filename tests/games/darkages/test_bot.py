"""The judgement and the candidates of Dark Ages: pure, legal, and good enough to beat chance."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from pfalz.catalogue import ruleset
from pfalz.core.ask import Ask
from pfalz.core.data import Edition
from pfalz.games.darkages.bot import MOST, TERMS, candidates, evaluate, judge
from pfalz.games.darkages.odds import odds
from pfalz.games.darkages.outlook import Outlook
from pfalz.games.darkages.state import LAST_TURNS, DarkAges
from pfalz.games.darkages.turn import ACTION_STEP
from pfalz.games.darkages.words import GOLD, GOODS, MARCH, UNITS
from tests.games.kit.judging import Judged
from tests.games.kit.settings import setting
from tests.games.playing import knights_against_chance, random_game


class TestJudgement(Judged):
    game = "darkages"
    settings = (
        setting(2),
        setting(3, open_hands=True, barbarian_damage="left_neighbour"),
        setting(4),
    )
    answered = {"turn", "build", "recruit", "march", "sell"}
    always = {
        "after",
        "react",
        "react_again",
        "store",
        "supply",
        "hits",
        "reroll",
        "discard",
        "extra_build",
        "extra_recruit",
    }
    most = MOST
    games = 2

    def ahead(self, mine: int, best: int) -> bool:
        return mine > best + 10


def opening(players: int = 2) -> DarkAges:
    """The first turn of a game."""
    rules = ruleset("darkages", players)
    for s, asks in random_game(rules, 3):
        if asks and asks[0].name == "turn":
            found: DarkAges = rules.copy(s)
            return found
    raise AssertionError


@pytest.mark.parametrize("players", [2, 4])
def test_the_judgement_of_all_seats_by_terms(players: int) -> None:
    rules = ruleset("darkages", players)
    for s, asks in random_game(rules, players):
        terms = judge(s)
        assert [len(seat) for seat in terms] == [len(TERMS)] * players
        assert [seat[0] for seat in terms] == s.scores()
        if not asks:
            assert [sum(seat) for seat in terms] == s.scores()
            assert s.phase == LAST_TURNS


def test_a_battle_between_two_foot_soldiers_is_counted_exactly() -> None:
    """Each hits with 5 or 6; a tie is a defeat (D-15.20)."""
    t = ruleset("darkages", 2).lookup
    mine, wild = tuple(t.first_faces), tuple(t.barbarian_faces)
    won, alive = odds(t, (1, 0, 0), mine, (1, 0, 0), wild, 0, 0, 0, 0)
    assert won == pytest.approx(2 / 9) and alive == pytest.approx(2 / 3)
    # two against one lose only if one of them falls and both miss
    assert odds(t, (2, 0, 0), mine, (1, 0, 0), wild, 0, 0, 0, 0)[0] == pytest.approx(1 - 4 / 27)
    assert odds(t, (2, 0, 0), mine, (1, 0, 0), wild, 0, 0, 2, 0)[0] == 0.0  # two floors more in the result


def test_the_odds_are_those_of_the_battles_that_are_fought() -> None:
    """A march of three units against barbarians, played out many times."""
    s = opening()
    rules, seat = s.rules, s.turn
    home, t = s.home[seat], s.t
    end = next(a for a in t.neighbours[home] if s.look[a] >= 0 and s.owner[a] < 0)
    s.marker[end] = next(m for m, units in enumerate(t.marker_units) if units == (1, 1, 0))
    s.look[end] = t.unit_look[s.marker[end]]
    s.units[UNITS * home], s.supply[UNITS * seat] = 3, t.figures[0] - 3
    rules.apply(s, seat, (ACTION_STEP + MARCH,))
    rng, won, games = Random(1), 0, 400
    for _ in range(games):
        twin: DarkAges = rules.copy(s)
        rules.apply(twin, seat, (home, end, 3, 0, 0))
        while twin.victor < 0:
            ask = rules.asks(twin)[0]
            moves = candidates(twin, ask, rng) if ask.seat >= 0 else []
            rules.apply(twin, ask.seat, moves[0] if moves else ask.random_answer(twin, rng))
        won += twin.victor == 0
    wild = tuple(t.barbarian_faces)
    expected = odds(t, (3, 0, 0), tuple(t.first_faces), (1, 1, 0), wild, 0, 0, 0, 0)[0]
    assert won / games == pytest.approx(expected, abs=0.08)


def muster(s: DarkAges, units: list[int]) -> None:
    """The active player has these units at home and no others."""
    home = s.home[s.turn]
    s.units[UNITS * home : UNITS * home + UNITS] = units
    left = [most - n for most, n in zip(s.t.figures, units, strict=True)]
    s.supply[UNITS * s.turn : UNITS * (s.turn + 1)] = left


def test_a_hopeless_march_is_no_candidate_and_a_splendid_one_the_only() -> None:
    s = opening()
    for area in s.t.every_area:  # three units everywhere
        if s.look[area] >= 0:
            s.marker[area] = len(s.t.marker_ids) - 1
            s.look[area] = s.t.unit_look[s.marker[area]]
    march = (ACTION_STEP + MARCH,)
    muster(s, [1, 0, 0])
    ask = s.rules.asks(s)[0]
    assert march not in candidates(s, ask, Random(1))
    muster(s, [5, 4, 4])
    assert candidates(s, ask, Random(1)) == [march]


def test_goods_are_paid_before_gold() -> None:
    s = opening()
    s.goods[GOODS * s.turn : GOODS * (s.turn + 1)] = [5, 5, 5, 5, 5]
    rules, seat = s.rules, s.turn
    rules.apply(s, seat, (ACTION_STEP,))
    ask = rules.asks(s)[0]
    assert ask.name == "build"
    for move in candidates(s, ask, Random(1)):
        twin: DarkAges = rules.copy(s)
        rules.apply(twin, seat, move)
        assert twin.goods[GOODS * seat + GOLD] >= 5, move


def test_what_is_promised_fades_towards_the_end() -> None:
    rules = ruleset("darkages", 2)
    hopes: list[float] = []

    def check(s: Any, ask: Ask) -> None:
        if ask.name == "turn" and not s.out[0]:
            hopes.append(Outlook(s).acts[0])

    knights_against_chance(rules, 1, (0,), check)
    assert hopes[0] > 20 > hopes[-1] >= 0
    assert hopes[0] == max(hopes)


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("boards.manor_row.vp", [9] * 12),
        ("setup.sell_culture.iron", 9),
        ("boards.city.vp_by_buildings", [0, 9, 9, 9]),
    ],
)
def test_the_judgement_counts_with_the_numbers_of_an_edition(path: str, value: object) -> None:
    def judged(edition: dict[str, object]) -> list[float]:
        rules = ruleset("darkages", 2, edition=Edition("darkages", "", edition))
        return [evaluate(s, 0) for s, _ in random_game(rules, 2)]

    assert judged({path: value}) != judged({})
