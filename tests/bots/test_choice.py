"""What a game leaves to a learned judgement: more answers, and tables where luck decides."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from pfalz import catalogue
from pfalz.bots.judge import Choice, Judge, Terms, judge_of
from pfalz.bots.knight import MOST_TABLES, WIDTHS
from pfalz.bots.learned import Learned, best_judge
from pfalz.bots.thought import Thought
from pfalz.core.ask import Ask
from pfalz.core.flow import ask, seq
from pfalz.core.state import Move, State
from tests.bots.test_bots import situation
from tests.core.toys import Pick, flow_rules
from tests.games.playing import random_game
from tests.games.wallenstein.table import BLACK, BLUE, Table


class Careful(Judge):
    """A judge that weighs by itself, as one that has learned does."""

    def offers(self, s: State, ask: Ask, rng: Random, limit: int) -> list[Move]:
        assert self.choice.offers is not None
        return self.choice.offers(s, ask, rng)

    def tables(self, ask: Ask) -> int:
        return self.choice.tables.get(ask.name, 1)


def thought(judge: Judge, s: State, seed: int, most_tables: int = MOST_TABLES) -> Thought:
    asked = situation(s.rules, s, Random(seed))
    return Thought(asked, judge, 1, WIDTHS, most_tables)


def lottery(monkeypatch: pytest.MonkeyPatch, cards: list[int]) -> tuple[State, Judge]:
    """To be safe brings 2 points, to gamble 6, if a card is a 0; the cards of the imagined tables."""
    rules = flow_rules(lambda: [seq("all", ask(Pick("choice", [0, 1])), ask(Pick("rest", [0, 1], seat=1)))])
    left = iter(cards)

    def imagined(self: Any, s: Any, *known: Any) -> None:
        s.log.append(next(left))

    monkeypatch.setattr(type(rules.game), "resample", imagined)
    judge = Terms(("gold",), lambda s: [[2.0 if s.log[1] == 0 else 6.0 * (s.log[0] == 0)], [0.0]])
    return rules.start(), Careful([judge], choice=Choice(lambda s, ask, rng: [(0,), (1,)], {"choice": 4}))


def test_where_luck_decides_answers_meet_as_many_tables_as_the_game_says(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    s, judge = lottery(monkeypatch, [0, 1, 1, 1])
    assert thought(judge, s, 1).answer() == (0,), "on the first of four tables alone the gamble is better"
    s, judge = lottery(monkeypatch, [0])
    assert thought(judge, s, 1, 1).answer() == (1,)


def test_only_the_best_of_many_meet_all_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = flow_rules(lambda: [ask(Pick("n", list(range(60)))), ask(Pick("rest", [0, 1], seat=1))])
    tables: list[State] = []
    monkeypatch.setattr(type(rules.game), "resample", lambda self, s, *known: tables.append(s))
    seen: dict[int, int] = {}

    def gold(s: Any) -> list[list[float]]:
        seen[s.log[0]] = seen.get(s.log[0], 0) + 1
        return [[s.log[0]], [0.0]]

    offers: list[Move] = [(n,) for n in range(60)]
    judge = Careful([Terms(("gold",), gold)], choice=Choice(lambda s, ask, rng: offers, {"n": 5}))
    assert thought(judge, rules.start(), 1).answer() == (59,)
    assert len(tables) == 5
    assert [seen[n] for n in range(60)] == [1] * 52 + [5] * 8


def test_the_game_s_own_judgement_chooses_between_its_candidates_on_one_table() -> None:
    """Squires attack as they always did: all that is left to somebody who has learned."""
    table = Table(3)
    near = table.t.neighbours[table.county("anhalt")][0]
    table.land(BLACK, anhalt=7).land(BLUE, **{table.t.county_ids[near]: 2})
    table.row("combat_a").plan(BLACK, combat_a="anhalt").begin()
    s, own = table.s, judge_of(table.rules)
    (asked,) = table.rules.asks(s)
    assert own.offers(s, asked, Random(1), 64) == own.candidates(s, asked, Random(1), 64)
    assert own.tables(asked) == 1
    assert own.choice.offers is not None
    assert len(own.choice.offers(s, asked, Random(1))) > len(own.candidates(s, asked, Random(1), 64))


def test_a_learned_judgement_has_the_choice() -> None:
    rules = catalogue.ruleset("wallenstein", 4)
    judge, own = best_judge(rules), judge_of(rules)
    assert isinstance(judge, Learned) and own.choice.offers is not None
    wider = 0
    for s, asks in random_game(rules, 3):
        for asked in asks:
            offered = judge.offers(s, asked, Random(1), 64)
            luck = asked.name == "march"
            assert judge.tables(asked) == (own.choice.tables["march"] if luck else 1)
            if luck:
                wider += len(offered) > len(own.candidates(s, asked, Random(1), 64))
            elif asked.seat >= 0 and asked.name != "plan":
                assert offered == own.candidates(s, asked, Random(1), 64)
    assert wider
