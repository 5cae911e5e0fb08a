"""Bots: who there is, what they are told, and that the knight is worth playing against."""

from __future__ import annotations

import re
from itertools import count
from math import inf
from pathlib import Path
from random import Random
from typing import Any

import pytest

from pfalz import bots, catalogue
from pfalz.bots import Bot, BotError, Knight, RandomBot, Situation, seen_by
from pfalz.bots.judge import Judge, Terms, judge_of
from pfalz.core.ask import Ask
from pfalz.core.chance import nature_answer
from pfalz.core.events import EventKind
from pfalz.core.flow import ask, together
from pfalz.core.game import Memory
from pfalz.core.presets import widest_set
from pfalz.core.rollout import Tally, play_random
from pfalz.core.ruleset import Ruleset
from pfalz.core.state import HIDDEN, NATURE, Args, Move, State
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
    with pytest.raises(BotError, match="known: page, knight, prince, squire, random"):
        bots.make("xyz")


class Spy(Knight):
    """A knight that looks at what it is given."""

    def __init__(self, seen: list[Situation]) -> None:
        super().__init__()
        self.seen = seen

    def choose(self, situation: Situation) -> Move:
        rules, view = situation.rules, situation.view
        key = rules.key(view)
        answer = super().choose(situation)
        assert rules.key(view) == key, "a bot must not change the view"
        self.seen.append(situation)
        return answer


def test_knight_gets_what_its_seat_may_know(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[Situation] = []
    monkeypatch.setitem(bots.BOTS, "spy", lambda: Spy(seen))
    plan = Plan("staufer", 3, ("spy", "random", "random"), 1, "spy", rotate=True)
    (result,) = simulate(plan)
    assert not result.failure
    assert len(seen) > 15
    for situation in seen:
        seat = situation.seat
        jobs: list[int] = situation.view.jobs  # type: ignore[attr-defined]
        for other in range(3):
            hidden = [job == HIDDEN for job in jobs[3 * other : 3 * other + 3]]
            assert hidden == [other != seat] * 3
        dealt = [args for kind, args in situation.events if kind.name.endswith("_job_dealt")]
        assert len(dealt) == 9 and all((job == HIDDEN) == (to != seat) for to, job in dealt)
    times = [len(situation.events) for situation in seen]
    assert times == sorted(times) and times[-1] > times[0]


def situation(rules: Ruleset[Any], s: State, rng: Random, asked: Ask | None = None, **time: Any) -> Situation:
    """The situation of the seat that is asked."""
    asked = asked or next_ask(rules, s)
    view, events = rules.view(s, asked.seat), seen_by(asked.seat, s.trace or ())
    return Situation(rules, view, asked, events, rng, **time)


def play_fair(players: list[Bot], seed: int, watch: list[FairState]) -> FairState:
    """A game of sealed bids and secret cards, every bot with its own view."""
    rules = fair(len(players))
    rng = Random(seed)
    s = rules.start()
    s.trace = []
    while s.stack:
        ask = next_ask(rules, s)
        if ask.seat == NATURE:
            rules.apply(s, NATURE, nature_answer(ask, s, rng))
            continue
        asked = situation(rules, s, rng, ask)
        if ask.name == "bid":
            watch.append(asked.view)  # type: ignore[arg-type]
        rules.play(s, ask.seat, players[ask.seat].choose(asked))
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
        assert all(answer in (None, (HIDDEN,)) for answer in view.answers)
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
        assert Knight().choose(situation(rules, s, Random(n))) == (2,)


def test_same_generator_same_answer() -> None:
    rules = catalogue.ruleset("staufer", 2)
    s = settled(rules, 3)
    answers = {Knight().choose(situation(rules, s, Random(5))) for _ in range(3)}
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
        rules.apply(s, NATURE, nature_answer(next_ask(rules, s), s, rng))
    return s


# -- what is known ----------------------------------------------------------------------------------------


def world(*cards: int) -> FairState:
    """A fair of three at its first bids, with these cards in the hands; seat 0 has bid already."""
    rules = fair(3)
    s = rules.start()
    s.trace = []
    tiles = (1, 2, 3) if cards[1] < cards[2] else (3, 2, 1)
    for outcome in (tiles, *((card,) for card in cards)):
        rules.apply(s, NATURE, outcome)
    rules.play(s, 0, (cards[0] % 2,))
    return s


def known(s: FairState, seat: int) -> tuple[Any, ...]:
    """Everything in the situation of a seat."""
    rules: Ruleset[Any] = s.rules
    asked = situation(rules, s, Random(1), rules.ask_of(s, seat))
    return (
        rules.key(asked.view),
        [(kind.name, args) for kind, args in asked.events],
        asked.ask.name,
        asked.seat,
    )


def test_what_a_seat_may_not_know_does_not_change_its_situation() -> None:
    one, other = world(4, 5, 6), world(7, 5, 2)
    assert one.rules.key(one) != one.rules.key(other) and one.answers != other.answers
    assert known(one, 1) == known(other, 1)
    assert known(one, 0) != known(other, 0) and known(one, 2) != known(other, 2)


def test_events_are_what_the_seat_has_seen() -> None:
    s = world(4, 5, 6)
    assert [args for _, args in situation(s.rules, s, Random(1)).events] == [(0, HIDDEN), (1, 5), (2, HIDDEN)]


class Counting(Memory):
    """How often something happened, and the cards that were seen."""

    def __init__(self) -> None:
        self.seen: list[tuple[int, ...]] = []

    def see(self, kind: EventKind, args: Args) -> None:
        self.seen.append(args)


def test_imagined_tables_use_memory_and_a_policy(monkeypatch: pytest.MonkeyPatch) -> None:
    s = world(4, 5, 6)
    made, used = [], []
    game = type(s.rules.game)
    guess = game.resample

    def memory(self: Any, rules: Any, seat: int) -> Memory:
        made.append(Counting())
        return made[-1]

    def resample(self: Any, s: Any, seat: int, rng: Random, memory: Memory | None) -> None:
        used.append(memory)
        guess(self, s, seat, rng, memory)

    monkeypatch.setattr(game, "memory", memory)
    monkeypatch.setattr(game, "resample", resample)
    asked = situation(s.rules, s, Random(1))
    assert made == [], "who does not ask for it needs no memory"
    state = asked.resampled(policy=lambda s, ask, rng: (3,))
    assert state.answers[0] == (3,) and state.hand[1] == 5 and HIDDEN not in state.hand  # type: ignore[attr-defined]
    asked.resampled(Random(2))
    assert len(made) == 1 and used == [made[0]] * 2 and asked.memory is made[0]
    assert made[0].seen == [(0, HIDDEN), (1, 5), (2, HIDDEN)]


def test_the_knight_guesses_answers_with_the_candidates_of_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    s = world(4, 5, 6)
    guessed: list[int] = []

    def candidates(s: Any, ask: Ask, rng: Random) -> list[Move]:
        if ask.seat != 1:
            guessed.append(ask.seat)
        return [(2,), (3,)]

    monkeypatch.setattr("pfalz.bots.learned.judge_of", lambda rules: Judge([GOLD], None, candidates))
    Knight().choose(situation(s.rules, s, Random(1)))
    assert guessed == [0], "seat 0 has answered, seat 2 has not"


# -- in time ----------------------------------------------------------------------------------------------


GOLD = Terms(("gold",), lambda s: [[n] for n in s.gold])


def rising(*slots: list[int]) -> tuple[Ruleset[Any], State]:
    """A question for which a larger answer is always better."""
    rules = flow_rules(lambda: [ask(Pick("form", *slots))])
    return rules, rules.start()


@pytest.mark.parametrize(("deadline", "answer"), [(None, 9), (1, 0), (4, 3), (100, 9)])
def test_the_knight_takes_the_best_so_far_when_time_is_up(
    monkeypatch: pytest.MonkeyPatch, deadline: float | None, answer: int
) -> None:
    rules, s = rising(list(range(10)))
    monkeypatch.setattr(type(rules.game), "standing", lambda self, s: [sum(s.log), 0])
    ticks = count(1)
    asked = situation(rules, s, Random(1), deadline=deadline, clock=lambda: next(ticks))
    assert Knight().choose(asked) == (answer,)


def test_tables_on_which_not_all_candidates_were_tried_do_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    rules, s = rising([0, 1, 2])
    monkeypatch.setattr(type(rules.game), "standing", lambda self, s: [sum(s.log), 0])
    ticks = count(1)
    asked = situation(rules, s, Random(1), deadline=4, clock=lambda: next(ticks))
    assert Knight(samples=3).choose(asked) == (2,), "the second table ends after two candidates"


def test_the_bot_of_the_guide_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    """The class in docs/architecture.md, just as it stands there."""
    guide = (Path(__file__).parents[2] / "docs" / "architecture.md").read_text("utf-8")
    code = next(block for block in re.findall(r"```python\n(.*?)```", guide, re.S) if "class Miser" in block)
    names: dict[str, Any] = {"Bot": Bot, "judge_of": judge_of, "inf": inf}
    exec(code, names)
    monkeypatch.setitem(bots.BOTS, "miser", names["Miser"])
    (result,) = simulate(Plan("staufer", 2, ("miser", "random"), 1, "guide"))
    assert not result.failure and result.scores[0] > result.scores[1]


@pytest.mark.parametrize("id", catalogue.IDS)
def test_every_game_judges_all_seats_by_named_terms_with_all_its_modules(id: str) -> None:
    game = catalogue.game(id)
    rules = catalogue.ruleset(id, game.players[1], widest_set(game, game.players[1]))
    judge = judge_of(rules)
    assert set(judge_of(catalogue.ruleset(id, game.players[1])).names) <= set(judge.names)
    s = rules.start()
    for n in range(6):
        play_random(rules, s, Random(n), Tally(), 60)
        if s.over:
            break
        terms = judge.terms(s)
        assert len(terms) == rules.players and all(set(found) == set(judge.names) for found in terms)
        assert any(value for found in terms for value in found.values())
