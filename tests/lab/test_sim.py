"""Simulation: same seed, same games, however they are spread; what breaks is reported and can be kept."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from pfalz import catalogue
from pfalz.bots import BotError
from pfalz.core.errors import RecordError, RulesetError
from pfalz.core.rollout import Tally, play_random
from pfalz.core.ruleset import Ruleset
from pfalz.core.session import verify_chance
from pfalz.games.staufer.rules import DieStaufer
from pfalz.games.staufer.state import Staufer
from pfalz.lab.intervals import wilson
from pfalz.lab.match import CRASHED, real_choices, write_down
from pfalz.lab.sim import GameResult, Plan, simulate
from pfalz.lab.summary import summarize
from tests.core.toys import Pick, flow_rules


def by_index(plan: Plan, jobs: int) -> list[GameResult]:
    return sorted(simulate(plan, jobs), key=lambda result: result.index)


@pytest.mark.parametrize("bots", [("random",), ("knight", "random", "random")])
def test_results_do_not_depend_on_jobs(bots: tuple[str, ...]) -> None:
    plan = Plan("staufer", 3, bots, 4, "jobs", rotate=True)
    assert by_index(plan, 1) == by_index(plan, 2)


def test_another_seed_gives_other_games() -> None:
    one, other = (by_index(Plan("staufer", 2, games=3, seed=seed), 1) for seed in "ab")
    assert [result.scores for result in one] != [result.scores for result in other]


def test_bots_are_dealt_in_order_and_rotate() -> None:
    plan = Plan("staufer", 3, ("knight", "random"), rotate=True)
    assert plan.seating(0) == ("knight", "random", "knight")
    assert plan.seating(1) == ("random", "knight", "knight")
    still = Plan("staufer", 3, ("knight", "random"))
    assert still.seating(1) == still.seating(0)


def test_a_plan_that_cannot_be_played_is_refused() -> None:
    with pytest.raises(BotError, match="no bot 'nobody'"):
        next(simulate(Plan("staufer", 2, ("nobody",))))
    with pytest.raises(BotError, match="3 bots are named, but there is room for 2"):
        next(simulate(Plan("staufer", 2, ("random",) * 3)))
    with pytest.raises(RulesetError, match="2 to 5 players, not 7"):
        next(simulate(Plan("staufer", 7)))


def test_a_random_game_can_be_written_down_as_the_fast_path_played_it() -> None:
    rules = catalogue.ruleset("staufer", 3)
    s = rules.start()
    tally = Tally()
    play_random(rules, s, Random("w"), tally)
    record, failure = write_down(rules, ("random",) * 3, "w")
    assert failure == ""
    record.verify(record.entries[-1], rules.hash(s))
    assert len(record.entries) == tally.answers + tally.chances
    record.replay(rules)


def test_a_game_of_bots_is_written_down_with_its_seed() -> None:
    plan = Plan("staufer", 2, ("knight", "random"), 1, "down")
    (result,) = simulate(plan)
    record, failure = write_down(plan.rules(), result.bots, result.seed)
    assert failure == ""
    verify_chance(plan.rules(), record)
    assert plan.rules().outcome(record.replay(plan.rules())).scores == result.scores


class Leaking(DieStaufer):
    """Loses figures as soon as somebody has points."""

    def violations(self, s: Staufer) -> Sequence[str]:
        return ["figures are gone"] if any(s.points) else []


class Crashing(DieStaufer):
    """Cannot count at the end."""

    def outcome(self, s: Staufer) -> Any:
        raise ZeroDivisionError("no points")


def broken(monkeypatch: pytest.MonkeyPatch, game: DieStaufer, plan: Plan) -> list[GameResult]:
    rules: Ruleset[Any] = Ruleset(game, plan.players, catalogue._files("staufer"))
    monkeypatch.setattr(catalogue, "ruleset", lambda *args, **named: rules)
    return list(simulate(plan))


def test_a_game_that_loses_pieces_is_reported_with_its_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    plan = Plan("staufer", 2, games=2, seed="leak")
    results = broken(monkeypatch, Leaking(), plan)
    assert [(result.seed, result.failure) for result in results] == [
        ("leak:0", "not conserved: figures are gone"),
        ("leak:1", "not conserved: figures are gone"),
    ]
    record, where = write_down(plan.rules(), results[0].bots, results[0].seed)
    assert where.startswith(f"after answer {len(record.entries) - 1} (")
    assert where.endswith("figures are gone")
    summary = summarize(plan, results)
    assert summary.games == 0
    assert len(summary.failures) == 2


def test_a_game_that_raises_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    (result,) = broken(monkeypatch, Crashing(), Plan("staufer", 2, games=1))
    assert result.failure == "ZeroDivisionError: no points"


def test_the_answer_that_breaks_a_game_is_the_last_of_its_record() -> None:
    from pfalz.core.flow import ask, seq

    class Bomb(Pick):
        def answer(self, s: Any, seat: int, args: Any, move: Any) -> None:
            raise IndexError("boom")

    rules = flow_rules(lambda: [seq("all", ask(Pick("first", [1, 2])), ask(Bomb("bomb", [3, 4])))])
    record, where = write_down(rules, ("random", "random"), "b")
    assert where == "answer 1 (bomb of seat 0): IndexError: boom"
    assert [entry.ask for entry in record.entries] == ["first", "bomb"]
    assert record.entries[-1].hash == CRASHED
    with pytest.raises(IndexError):
        record.replay(rules)
    record.entries[-1].ask = "other"
    with pytest.raises(RecordError, match="does not replay"):
        record.replay(rules)


def test_choices_are_slots_with_two_options() -> None:
    from pfalz.core.flow import ask

    rules = flow_rules(lambda: [ask(Pick("form", [1, 2], [7], [1, 2, 3]))])
    s = rules.start()
    asked = rules.asks(s)[0]
    assert real_choices(asked, s, (2, 7, 3)) == 2
    for wrong in ((2, 6, 3), (2, 7), (2, 7, 3, 1)):
        with pytest.raises(BotError, match="which is not"):
            real_choices(asked, s, wrong)


def result(index: int, bots: Sequence[str], scores: Sequence[int], places: Sequence[int]) -> GameResult:
    return GameResult(index, str(index), tuple(bots), tuple(scores), tuple(places), 10 + index, 20, 3)


def test_summary_splits_shared_wins_and_counts_by_bot_and_seat() -> None:
    plan = Plan("staufer", 3, ("a", "b"), 2)
    summary = summarize(
        plan, [result(1, "aba", (30, 30, 10), (1, 1, 3)), result(0, "aba", (10, 20, 5), (2, 1, 3))]
    )
    a, b = summary.bots
    assert (a.games, a.wins, a.mean_score) == (4, 0.5, 13.75)
    assert (b.games, b.wins, b.win_rate) == (2, 1.5, 0.75)
    assert [line.wins for line in summary.seats] == [0.5, 1.5, 0]
    assert (summary.answers, summary.shortest, summary.longest) == (10.5, 10, 11)
    assert (summary.choices, summary.chances) == (20, 3)


def test_wilson_interval() -> None:
    low, high = wilson(50, 100)
    assert (round(low, 4), round(high, 4)) == (0.4038, 0.5962)
    assert wilson(0, 10)[0] == 0
    assert wilson(10, 10)[1] == pytest.approx(1)
    assert wilson(0, 0) == (0.0, 1.0)
