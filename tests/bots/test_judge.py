"""The judge: terms of the game and of its modules, what stands in for them, answers worth a look."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from pfalz.bots import BotError
from pfalz.bots.judge import POINTS, Judge, Terms, judge_of, sampled_answers
from pfalz.core.ask import Ask
from pfalz.core.flow import ask
from pfalz.core.game import Module
from pfalz.core.ruleset import Ruleset
from pfalz.core.state import State
from tests.core.fair import fair
from tests.core.toys import Pick, flow_rules


class Toll(Module[Any]):
    id, package = "toll", "tests.bots.market.toll"


class Mill(Module[Any]):
    id, package = "mill", "tests.bots.market.mill"


class Plague(Module[Any]):
    id = "plague"


def market(*modules: str, package: str = "tests.bots.market") -> tuple[Ruleset[Any], State]:
    """A position of the market: 4 gold and 6 grain against 5 gold and 2 grain."""
    there = (Toll(), Mill(), Plague())
    base = flow_rules(lambda: [ask(Pick("pick", [1, 2]))], package=package, modules=there)
    rules = Ruleset(base.game, 2, {}, modules) if modules else base
    s = rules.start()
    s.log = [4, 6, 5, 2]
    return rules, s


def test_terms_of_all_seats_by_name() -> None:
    rules, s = market()
    assert judge_of(rules).terms(s) == [{"gold": 4, "grain": 3}, {"gold": 5, "grain": 1}]


def test_modules_in_play_add_their_terms() -> None:
    rules, s = market("toll", "mill", "plague")
    judge = judge_of(rules)
    assert judge.names == ("gold", "grain", "toll")
    assert judge.terms(s) == [{"gold": 4, "grain": 3, "toll": -5}, {"gold": 5, "grain": 1, "toll": -3.5}]
    assert judge.evaluate(s, 0) == 2 - 2.5
    assert judge.evaluate(s, 1) == 2.5 - 2


def test_a_state_is_as_good_as_the_sum_of_the_terms_minus_the_best_other() -> None:
    rules, s = market("mill")
    assert [judge_of(rules).evaluate(s, seat) for seat in range(2)] == [1, -1]


def test_a_game_that_evaluates_itself_is_believed() -> None:
    _, s = market()
    own = Judge([Terms(("gold",), lambda s: [[1.0], [2.0]])], lambda s, seat: 40.0 + seat)
    assert own.evaluate(s, 1) == 41 and own.terms(s) == [{"gold": 1}, {"gold": 2}]


def test_a_game_without_terms_is_judged_by_its_points(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = fair(3)
    s = rules.start()
    s.gold = [3, 9, 4]
    monkeypatch.setattr(type(rules.game), "standing", lambda self, s: s.gold)
    judge = judge_of(rules)
    assert judge.terms(s) == [{"points": 3}, {"points": 9}, {"points": 4}]
    assert [judge.evaluate(s, seat) for seat in range(3)] == [-6, 5, -5]


def test_modules_add_to_the_points_of_a_game_without_terms(monkeypatch: pytest.MonkeyPatch) -> None:
    rules, s = market("toll", package="tests.bots.market.mill")
    monkeypatch.setattr(type(rules.game), "standing", lambda self, s: [20, 10])
    assert judge_of(rules).terms(s) == [{"points": 20, "toll": -5}, {"points": 10, "toll": -3.5}]


def test_who_plays_alone_is_worth_what_they_have() -> None:
    _, s = market()
    assert Judge([Terms(("gold",), lambda s: [[7.0]])]).evaluate(s, 0) == 7


def test_terms_of_one_name_are_refused() -> None:
    with pytest.raises(BotError, match="two terms of the judgement are called 'points'"):
        Judge([POINTS, POINTS])


def test_terms_and_names_have_to_fit() -> None:
    _, s = market()
    with pytest.raises(ValueError, match="zip"):
        Judge([Terms(("gold",), lambda s: [[1.0, 2.0], [1.0, 2.0]])]).terms(s)


# -- answers worth a look -----------------------------------------------------------------------------------


def forms(*slots: list[int]) -> tuple[Ask, State]:
    rules = flow_rules(lambda: [ask(Pick("form", *slots))])
    s = rules.start()
    return rules.asks(s)[0], s


def test_few_answers_are_all_candidates() -> None:
    asked, s = forms([1, 2], [5], [3, 4])
    assert Judge([POINTS]).candidates(s, asked, Random(1), 4) == [(1, 5, 3), (1, 5, 4), (2, 5, 3), (2, 5, 4)]


def test_many_answers_are_sampled_evenly_over_the_first_choice() -> None:
    asked, s = forms([0], list(range(10)), list(range(20)))
    found = sampled_answers(s, asked, Random(1), 40)
    assert len(found) == len(set(found)) <= 40
    firsts = [answer[1] for answer in found]
    assert min(firsts.count(first) for first in range(10)) >= 3
    assert Judge([POINTS]).candidates(s, asked, Random(1), 40) == found


def test_candidates_of_a_game_are_used() -> None:
    asked, s = forms([1, 2, 3])
    own = Judge([POINTS], None, lambda s, ask, rng: [(2,)])
    assert own.candidates(s, asked, Random(1), 64) == [(2,)]
    none = Judge([POINTS], None, lambda s, ask, rng: [])
    assert none.candidates(s, asked, Random(1), 64) == [(1,), (2,), (3,)]


def test_others_are_guessed_to_give_an_answer_worth_a_look() -> None:
    asked, s = forms([1, 2, 3])
    own = Judge([POINTS], None, lambda s, ask, rng: [(1,), (3,)])
    assert {own.guess(s, asked, Random(n)) for n in range(20)} == {(1,), (3,)}
    assert {Judge([POINTS]).guess(s, asked, Random(n)) for n in range(20)} == {(1,), (2,), (3,)}
