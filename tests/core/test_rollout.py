"""Random playouts: they end, count what they did, stay legal, and stop at a limit."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from pfalz.core.errors import RulesError
from pfalz.core.flow import ask, seq, together
from pfalz.core.rollout import Tally, play_random
from tests.core.fair import fair
from tests.core.toys import LogState, Pick, flow_rules


def both(s: LogState) -> Sequence[int]:
    return (0, 1)


def test_a_playout_reaches_the_end_and_counts() -> None:
    rules = flow_rules(
        lambda: [
            seq(
                "main",
                ask(Pick("free", [1, 2], [3], [4, 5])),
                ask(Pick("led", [1], [2, 3])),
                together(Pick("plan", [1], [2, 3]), both),
                ask(Pick("seen", [1], [2], forced=False)),
                ask(Pick("unseen", [1])),
            )
        ]
    )
    s, tally = rules.start(), Tally()
    assert play_random(rules, s, Random(1), tally)
    assert s.over
    assert (tally.answers, tally.choices, tally.chances) == (5, 2 + 1 + 2, 0)
    assert len(s.log) == 3 + 2 + 6 + 2 + 1


def test_chance_is_counted_apart() -> None:
    rules, tally = fair(3), Tally()
    s = rules.start()
    assert play_random(rules, s, Random(1), tally)
    assert (tally.chances, tally.answers) == (1 + 2 * 3, 2 * (3 + 2))


def test_every_answer_of_a_playout_is_legal() -> None:
    rules = fair(3)
    answers: list[tuple[int, tuple[int, ...]]] = []

    def checked(s: Any, seat: int, name: str, answer: tuple[int, ...]) -> None:
        rules.ask_of(s, seat, name).check(s, answer)
        answers.append((seat, answer))

    for seed in range(20):
        play_random(rules, rules.start(), Random(seed), Tally(), watch=checked)
    assert len(answers) == 20 * 17
    assert len({answer for _, answer in answers}) > 15


def test_a_limit_stops_and_the_game_can_go_on() -> None:
    rules, tally = fair(), Tally()
    s = rules.start()
    assert not play_random(rules, s, Random(1), tally, limit=4)
    assert tally.chances + tally.answers == 4
    assert s.answers.count(None) == 1
    assert play_random(rules, s, Random(1), tally)
    assert tally.answers == 8


def test_the_same_generator_gives_the_same_game() -> None:
    def final(seed: int) -> str:
        rules = fair(4)
        s = rules.start()
        play_random(rules, s, Random(seed), Tally())
        return rules.hash(s)

    assert final(3) == final(3)
    assert len({final(seed) for seed in range(10)}) > 5


@pytest.mark.parametrize(
    "step",
    [
        lambda: ask(Pick("pick", [1, 2], [])),
        lambda: together(Pick("plan", []), both),
        lambda: together(Pick("plan", [1], []), both),
    ],
)
def test_a_dead_end_is_reported_not_a_crash(step: Any) -> None:
    rules = flow_rules(lambda: [seq("main", step())])
    with pytest.raises(RulesError, match="dead end"):
        play_random(rules, rules.start(), Random(0), Tally())
