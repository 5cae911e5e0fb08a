"""Hints: what a knight would do, and why; in the words of the game, and from a seat's view alone."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from random import Random
from typing import Any

import pytest

from pfalz import catalogue
from pfalz.bots import Knight, Situation, seen_by
from pfalz.bots.advice import MOST, RIVALS, SLIGHT, WORLDS, Advice, advise
from pfalz.bots.foresight import foreseen
from pfalz.bots.judge import judge_of
from pfalz.core.flow import ask, seq, together
from pfalz.core.session import Session, open_session
from pfalz.core.texts import LANGUAGES, Texts
from tests.bots.test_bots import situation
from tests.core.toys import Pick, flow_rules

GAMES = pytest.mark.parametrize("game", catalogue.IDS)


def situations(session: Session) -> Iterator[tuple[Situation, Situation]]:
    """Every seventh question of a random game, twice: as it is, and in another world the seat cannot tell."""
    rules, rng = session.rules, Random(7)
    for n in range(70):
        ask = rng.choice([ask for ask in session.asks() if not ask.answered])
        if n % 7 == 0:
            seat = ask.seat
            view = rules.view(session.state, seat)
            other = rules.view(rules.resample(view, seat, Random(n)), seat)
            seen = seen_by(seat, chain.from_iterable(session.events))
            here, there = (
                Situation(rules, eyes, rules.ask_of(eyes, seat), seen, Random(n)) for eyes in (view, other)
            )
            yield here, there
        session.answer(ask.seat, ask.random_answer(session.state, rng))
        session.settle()


def again(situation: Situation) -> Situation:
    """The same, with a fresh generator."""
    return Situation(situation.rules, situation.view, situation.ask, situation.events, Random(5))


@GAMES
def test_the_first_advice_is_that_of_a_knight_with_as_many_tables_and_all_of_it_is_legal(game: str) -> None:
    rules = catalogue.ruleset(game, 3)
    gained = several = foreseen = 0
    for here, there in situations(open_session(rules, [], "advice")):
        found = advise(again(here))
        assert 1 <= len(found) <= MOST and len({advice.move for advice in found}) == len(found)
        assert found[0].move == Knight(samples=WORLDS).choose(again(here))
        assert found == advise(again(there)), "advice depends on what the seat may not know"
        known = {*judge_of(rules).names, RIVALS}
        for move, gains, result, line in found:
            alone = len(found) == 1  # what is not compared with anything is not played on
            if not alone:
                assert len(result) == len(line.scored) == rules.players
                assert all(0 < share < 1 for share in result)
            foreseen += bool(line.happenings)
            here.ask.check(here.view, move)
            assert all(term in known and abs(gain) >= SLIGHT for term, gain in gains)
            assert [abs(gain) for _, gain in gains] == sorted((abs(g) for _, g in gains), reverse=True)
            gained += len(gains)
        several += len(found) > 1
    assert gained > 5 and several > 3 and foreseen > 3


def a_gamble(monkeypatch: pytest.MonkeyPatch, deadline: float) -> Situation:
    """To be safe brings 2 points, to gamble 6, if a card is a 0: on the first of six imagined tables.

    To imagine a table takes a second."""
    choice, rest = ask(Pick("choice", [0, 1])), together(Pick("rest", [0]), lambda s: [1])
    rules = flow_rules(lambda: [seq("all", choice, rest)])
    cards, now = iter(range(WORLDS)), [0.0]

    def imagined(self: Any, s: Any, *known: Any) -> None:
        now[0] += 1.0
        s.log.append(next(cards))

    def standing(self: Any, s: Any) -> list[int]:
        card, gambled = (*s.log, -1, -1)[:2]
        return [{0: 2, 1: 6 * (card == 0)}.get(gambled, 0), 0]

    monkeypatch.setattr(type(rules.game), "resample", imagined)
    monkeypatch.setattr(type(rules.game), "standing", standing)
    return situation(rules, rules.start(), Random(1), deadline=deadline, clock=lambda: now[0])


def test_what_an_answer_brings_is_the_mean_over_several_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    safe, gamble = advise(a_gamble(monkeypatch, 100.0))
    assert (safe.move, gamble.move) == ((0,), (1,)), "on the first table alone the gamble looked better"
    assert (safe.gains, gamble.gains) == ((("points", 2.0),), (("points", 1.0),))
    assert 0.5 < gamble.expected[0] < safe.expected[0]


@pytest.mark.parametrize(("deadline", "gambled"), [(1.5, 6.0), (5.0, 2.0), (7.0, 1.5)])
def test_when_it_gets_late_fewer_tables_have_to_do(
    monkeypatch: pytest.MonkeyPatch, deadline: float, gambled: float
) -> None:
    """One table, three, four: after half of the time no other one is begun."""
    found = {advice.move: advice.gains for advice in advise(a_gamble(monkeypatch, deadline))}
    assert found == {(0,): (("points", 2.0),), (1,): (("points", gambled),)}


def test_simultaneous_answers_are_foreseen_as_a_prince_gives_them(monkeypatch: pytest.MonkeyPatch) -> None:
    bid = Pick("bid", [1, 2, 3])
    rules = flow_rules(lambda: [together(bid, lambda s: [0, 1, 2])], 3)

    def standing(self: Any, s: Any) -> list[int]:
        return list(s.log[1::2]) or [0, 0, 0]

    monkeypatch.setattr(type(rules.game), "standing", standing)
    s = rules.start()
    for luck in range(5):
        line = foreseen(rules, judge_of(rules), s, 1, (1,), Random(luck), lambda: False)
        assert line.scored == (3, 1, 3), "everybody else bids as much as there is to gain"


def test_answers_that_begin_differently_come_first() -> None:
    session = open_session(catalogue.ruleset("staufer", 3), [], "heads")
    for here, _ in situations(session):
        if here.ask.name == "deploy":
            found: list[Advice] = advise(again(here))
            start = len(here.ask.forced(here.view)[0])
            firsts = {
                answer[: start + 1]
                for answer in judge_of(here.rules).candidates(here.view, here.ask, Random(5), 64)
            }
            assert len({advice.move[: start + 1] for advice in found}) == min(MOST, len(firsts))
            return
    pytest.fail("nobody was asked to deploy")


@GAMES
def test_every_term_has_a_name_in_both_languages(game: str) -> None:
    for module in (None, *catalogue.game(game).modules):
        players = 3 if module is None or module.players[0] <= 3 <= module.players[1] else module.players[0]
        wanted = [*module.requires, module.id] if module is not None else []
        rules = catalogue.ruleset(game, players, wanted)
        for language in LANGUAGES:
            texts = Texts(rules, language)
            assert all(texts.text(f"term.{term}") for term in judge_of(rules).names)
