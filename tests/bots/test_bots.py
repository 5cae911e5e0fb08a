"""Bots: who there is, what they are told, and that the knight is worth playing against."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from pfalz import bots, catalogue
from pfalz.bots import Bot, BotError, Knight, RandomBot
from pfalz.bots.judge import few_moves, judge_of, lead, sampled_moves
from pfalz.core.ask import Ask
from pfalz.core.chance import nature_move
from pfalz.core.flow import ask, together
from pfalz.core.ruleset import Ruleset
from pfalz.core.state import HIDDEN, NATURE, Move, State
from pfalz.lab.match import next_ask
from pfalz.lab.sim import Plan, simulate
from pfalz.lab.summary import summarize
from tests.core.fair import FairState, fair
from tests.core.toys import Pick, flow_rules


def test_bots_are_made_by_name() -> None:
    assert isinstance(bots.make("random"), RandomBot)
    assert isinstance(bots.make("knight"), Knight)


def test_unknown_bot_is_answered_with_known_ones() -> None:
    with pytest.raises(BotError, match="there is no bot 'kngiht'; did you mean 'knight'"):
        bots.make("kngiht")
    with pytest.raises(BotError, match="known: random, knight"):
        bots.make("xyz")


class Spy(Knight):
    """A knight that looks at what it is given."""

    def __init__(self, seen: list[tuple[int, State]]) -> None:
        super().__init__()
        self.seen = seen

    def choose(self, rules: Ruleset[Any], view: State, ask: Ask, rng: Random) -> Move:
        key = rules.key(view)
        move = super().choose(rules, view, ask, rng)
        assert rules.key(view) == key, "a bot must not change the view"
        self.seen.append((ask.seat, view))
        return move


def test_knight_gets_views_only(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[tuple[int, State]] = []
    monkeypatch.setitem(bots.BOTS, "spy", lambda: Spy(seen))
    plan = Plan("staufer", 3, ("spy", "random", "random"), 1, "spy", rotate=True)
    (result,) = simulate(plan)
    assert not result.failure
    assert len(seen) > 15
    for seat, view in seen:
        jobs: list[int] = view.jobs  # type: ignore[attr-defined]
        for other in range(3):
            hidden = [job == HIDDEN for job in jobs[3 * other : 3 * other + 3]]
            assert hidden == [other != seat] * 3


def play_fair(players: list[Bot], seed: int, watch: list[FairState]) -> FairState:
    """A game of sealed bids and secret cards, every bot with its own view."""
    rules = fair(len(players))
    rng = Random(seed)
    s = rules.start()
    while s.stack:
        ask = next_ask(rules, s)
        if ask.seat == NATURE:
            rules.apply(s, NATURE, nature_move(ask, s, rng))
            continue
        view = rules.view(s, ask.seat)
        if ask.name == "bid":
            watch.append(view)
        rules.play(s, ask.seat, players[ask.seat].choose(rules, view, ask, rng))
    return s


def test_knight_answers_simultaneous_questions_without_seeing_the_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rules = fair(3)
    monkeypatch.setattr(type(rules.game), "standing", lambda self, s: s.gold)
    watch: list[FairState] = []
    for seed in range(5):
        play_fair([Knight(), Knight(), Knight()], seed, watch)
    assert any((HIDDEN,) in view.answers for view in watch)
    for view in watch:
        assert all(move in (None, (HIDDEN,)) for move in view.answers)
        assert sum(card == HIDDEN for card in view.hand) == 2


def test_knight_takes_the_best_of_its_own_following_questions(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first answer alone changes nothing; only the second one shows what it was good for."""

    def make() -> list[Any]:
        from pfalz.core.flow import seq

        return [
            seq(
                "all",
                ask(Pick("first", [1, 2, 3])),
                ask(Gated("second")),
                together(Pick("rest", [0]), lambda s: [1]),
            )
        ]

    class Gated(Pick):
        def options(self, s: Any, seat: int, args: Any, prefix: Any) -> Any:
            return None if prefix else [0, 10 if s.log == [2] else 1]

    rules = flow_rules(make)
    monkeypatch.setattr(type(rules.game), "standing", lambda self, s: [sum(s.log[1:2]), 0])
    s = rules.start()
    for n in range(5):
        assert Knight().choose(rules, rules.view(s, 0), next_ask(rules, s), Random(n)) == (2,)


def test_same_generator_same_answer() -> None:
    rules = catalogue.ruleset("staufer", 2)
    s = settled(rules, 3)
    view = rules.view(s, next_ask(rules, s).seat)
    answers = {Knight().choose(rules, view, next_ask(rules, s), Random(5)) for _ in range(3)}
    assert len(answers) == 1


def test_knight_beats_random() -> None:
    plan = Plan("staufer", 2, ("knight", "random"), 40, "tournament", rotate=True)
    knight, random = summarize(plan, simulate(plan)).bots
    assert knight.wins >= 38
    assert knight.mean_score > random.mean_score + 60


def settled(rules: Ruleset[Any], seed: int) -> State:
    """A new game after its set-up."""
    rng = Random(seed)
    s: State = rules.start()
    while next_ask(rules, s).seat == NATURE:
        rules.apply(s, NATURE, nature_move(next_ask(rules, s), s, rng))
    return s


def forms(*slots: list[int]) -> tuple[Ask, State]:
    rules = flow_rules(lambda: [ask(Pick("form", *slots))])
    s = rules.start()
    return rules.asks(s)[0], s


def test_few_answers_are_all_listed() -> None:
    asked, s = forms([1, 2], [5], [3, 4])
    assert few_moves(s, asked, 4) == [(1, 5, 3), (1, 5, 4), (2, 5, 3), (2, 5, 4)]
    assert few_moves(s, asked, 3) == []


def test_many_answers_are_sampled_evenly_over_the_first_choice() -> None:
    asked, s = forms([0], list(range(10)), list(range(20)))
    found = sampled_moves(s, asked, Random(1), 40)
    assert len(found) == len(set(found)) <= 40
    firsts = [move[1] for move in found]
    assert min(firsts.count(first) for first in range(10)) >= 3


def test_a_game_without_evaluation_is_judged_by_its_points(monkeypatch: pytest.MonkeyPatch) -> None:
    assert judge_of("pfalz.core").evaluate is lead
    rules = fair(3)
    s = rules.start()
    s.gold = [3, 9, 4]
    monkeypatch.setattr(type(rules.game), "standing", lambda self, s: s.gold)
    assert [lead(s, seat) for seat in range(3)] == [-6, 5, -5]


def test_candidates_of_a_game_are_used() -> None:
    asked, s = forms([1, 2, 3])
    judge = judge_of("pfalz.core")
    own = type(judge)(lead, lambda s, ask, rng: [(2,)])
    assert own.candidates(s, asked, Random(1), 64) == [(2,)]
    none = type(judge)(lead, lambda s, ask, rng: [])
    assert none.candidates(s, asked, Random(1), 64) == [(1,), (2,), (3,)]
