"""The flow tree: order of steps, arguments, calls from inside an answer, and when they begin."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from pfalz.core.ask import Chance
from pfalz.core.errors import RulesError, RulesetError
from pfalz.core.events import FORCED, Event, EventKind, event
from pfalz.core.flow import Step, ask, branch, chance, do, each, flow, loop, seq, together, when
from pfalz.core.state import Args, Halted, Move
from tests.core.toys import LogState, Pick, flow_rules, note


def log_of(*roots: Step[Any]) -> list[int]:
    s = flow_rules(lambda: roots).start()
    assert s.over
    return s.log


def constant(value: Any, name: str = "constant") -> Any:
    def rule(s: LogState, *args: int) -> Any:
        return value

    rule.__name__ = name
    return rule


def calling(*flows: str, then: int | None = None) -> Any:
    """A rule that calls flows and then goes on writing."""

    def rule(s: LogState, *args: int) -> None:
        for name in flows:
            s.call(name, *args)
        if then is not None:
            s.log.append(then)

    return rule


def test_seq_runs_in_order_and_nests() -> None:
    assert log_of(seq("a", do(note(1)), seq("b", do(note(2)), do(note(3))), do(note(4)))) == [1, 2, 3, 4]


def test_an_empty_seq_does_nothing() -> None:
    assert log_of(seq("a", seq("b"), do(note(1)))) == [1]


def test_each_passes_its_items_outermost_first() -> None:
    outer, inner = constant([7, 5]), lambda s, first: [first + 1, 0]
    nested = each("outer", outer, each("inner", inner, do(note(1)), "number"), "number")
    assert log_of(seq("a", nested, do(note(2)))) == [1, 7, 8, 1, 7, 0, 1, 5, 6, 1, 5, 0, 2]


def test_each_fixes_its_order_when_it_begins() -> None:
    def order(s: LogState) -> Sequence[int]:
        return range(len(s.log) + 2)

    assert log_of(each("items", order, do(note(9)), "number")) == [9, 0, 9, 1]


def test_each_without_items_is_skipped() -> None:
    assert log_of(seq("a", each("items", constant([]), do(note(1)), "number"), do(note(2)))) == [2]


def test_loop_tests_before_every_round() -> None:
    def few(s: LogState) -> bool:
        return len(s.log) < 3

    assert log_of(loop("rounds", few, do(note(1)))) == [1, 1, 1]
    assert log_of(loop("rounds", constant(False), do(note(1)))) == []


def test_when_and_branch_choose_by_the_state_and_hand_arguments_on() -> None:
    cases = branch("b", lambda s, i: i, {3: do(note(30)), 4: do(note(40))})
    assert log_of(
        seq(
            "a",
            when(constant(True), do(note(1))),
            when(constant(False), do(note(2))),
            each("items", constant([3, 4]), cases, "number"),
        )
    ) == [1, 30, 3, 40, 4]


@pytest.mark.parametrize(
    "root",
    [
        lambda: branch("start", constant(2), {1: seq("one", do(note(1))), 2: seq("two", do(note(2)))}),
        lambda: when(constant(True), seq("two", do(note(2)))),
        lambda: do(note(2)),
    ],
)
def test_any_step_can_be_the_root(root: Any) -> None:
    assert log_of(root()) == [2]


def test_of_several_calls_the_last_is_done_first_then_the_caller_goes_on() -> None:
    main = seq("main", do(calling("x", "y", then=1)), do(note(2)))
    assert log_of(main, seq("x", do(note(10))), seq("y", do(note(20)), do(note(21)))) == [1, 20, 21, 10, 2]


def test_a_called_flow_begins_only_when_it_is_reached() -> None:
    def so_far(s: LogState) -> Sequence[int]:
        return list(s.log)

    main = seq("main", do(calling("list", "first", then=1)), do(note(3)))
    flows = [each("list", so_far, do(note(5)), "number"), seq("first", do(note(2)))]
    assert log_of(main, *flows) == [1, 2, 5, 1, 5, 2, 3]


@pytest.mark.parametrize("root", [lambda: do(note(8)), lambda: when(constant(True), do(note(8)))])
def test_a_flow_without_frames_can_be_called(root: Any) -> None:
    step = root()
    assert log_of(seq("main", do(calling(step.name, then=1))), step) == [1, 8]


def test_calls_nest() -> None:
    main = seq("main", each("seat", constant([0, 1]), do(calling("outer"))), do(note(9)))
    outer = flow(seq("outer", do(note(1)), do(calling("inner")), do(note(3))), "seat")
    assert log_of(main, outer, flow(seq("inner", do(note(2))), "seat")) == [
        1,
        0,
        2,
        0,
        3,
        0,
        1,
        1,
        2,
        1,
        3,
        1,
        9,
    ]


def test_calling_an_unknown_flow_names_it() -> None:
    with pytest.raises(RulesError, match="flow has no flow 'nowhere' to call"):
        log_of(seq("main", do(calling("nowhere"))))


class Caller(Pick):
    """A pick whose answer calls flows and only then writes down what was picked."""

    def answer(self, s: LogState, seat: int, args: Args, answer: Move) -> None:
        s.call("third")
        s.call("second")
        super().answer(s, seat, args, answer)

    def resolve(self, s: LogState, args: Args, seats: Args, answers: list[Move]) -> None:
        self.answer(s, 0, args, (0,))


class NotYet(Pick):
    """Offers only what is not yet in the log."""

    def options(self, s: LogState, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int] | None:
        return None if prefix else [value for value in (1, 2, 3) if value not in s.log]


def test_questions_called_together_are_opened_one_after_the_other() -> None:
    rules = flow_rules(
        lambda: [
            seq("main", ask(Caller("first", [1, 2])), do(note(9))),
            ask(NotYet("second")),
            ask(NotYet("third")),
        ]
    )
    s = rules.start()
    rules.play(s, 0, (2,))
    assert [a.name for a in rules.asks(s)] == ["second"]
    assert s.offer == [1, 3]
    rules.play(s, 0, (1,))
    assert s.over, "the third pick had become forced and must not be asked"
    assert s.log == [2, 1, 3, 9]


def test_two_simultaneous_questions_can_be_called_at_once() -> None:
    def both(s: LogState) -> Sequence[int]:
        return (0, 1)

    rules = flow_rules(
        lambda: [
            seq("main", together(Caller("first", [0, 1]), both), do(note(9))),
            together(Pick("second", [1, 2]), both),
            together(Pick("third", [3, 4]), both),
        ]
    )
    s = rules.start()
    for name, answers in (("first", (0, 0)), ("second", (1, 2)), ("third", (3, 4))):
        for seat in (1, 0):
            assert rules.key(rules.from_json(rules.to_json(s))) == rules.key(s)
            rules.play(s, seat, (answers[seat],), name)
    assert s.log == [0, 0, 1, 1, 2, 0, 3, 1, 4, 9]


def test_a_simultaneous_question_to_nobody_is_resolved_at_once() -> None:
    assert log_of(seq("main", together(Pick("none", [1, 2]), constant([])), do(note(1)))) == [1]


class Coin(Chance[LogState]):
    name = "coin"

    def options(self, s: LogState, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int] | None:
        return None if prefix else [0, 1][: 2 - len(s.log)]

    def answer(self, s: LogState, seat: int, args: Args, answer: Move) -> None:
        s.log += answer


HAD_TO: EventKind = event("had_to", tells=FORCED, rule="T-1", seat="seat", n="number")


class Explained(Pick):
    """Says what there was no choice about."""

    def no_choice(self, s: LogState, seat: int, args: Args, prefix: Sequence[int]) -> Event | None:
        return HAD_TO, (seat, *prefix)


def test_what_was_forced_is_told_to_those_who_listen_and_to_nobody_else() -> None:
    def told(*slots: Sequence[int], forced: bool = True) -> list[Event]:
        rules = flow_rules(lambda: [seq("main", ask(Explained("pick", *slots, forced=forced)))])
        trace: list[Event] = []
        assert rules.start().log == rules.start(trace).log
        return trace

    assert told([3]) == [(HAD_TO, (0, 3))]
    assert told([3], [1, 2]) == [(HAD_TO, (0, 3))]  # a leading slot; the rest is asked
    assert told([1, 2], [3]) == []
    assert told([3], forced=False) == []  # that would betray a secret
    s = flow_rules(lambda: [seq("main", ask(Explained("pick", [3])))]).start()
    with pytest.raises(Halted):
        s.trace, s.halt = [], 0
        s.tell((HAD_TO, (0, 3)))


def test_forced_chance_is_not_asked() -> None:
    rules = flow_rules(lambda: [seq("main", chance(Coin()), chance(Coin(), "again"))])
    s = rules.start()
    assert [a.seat for a in rules.asks(s)] == [-1]
    rules.play(s, -1, (1,))
    assert s.over
    assert s.log == [1, 0]


def test_chance_must_not_be_asked_like_a_seat() -> None:
    with pytest.raises(RulesetError, match=r"'coin' is a question of chance; use chance\(...\)"):
        ask(Coin())


def test_the_outcome_needs_a_finished_game() -> None:
    rules = flow_rules(lambda: [seq("main", ask(Pick("pick", [1, 2])))])
    s = rules.start()
    with pytest.raises(RulesError, match="not over yet"):
        rules.outcome(s)
    rules.play(s, 0, (1,))
    assert rules.outcome(s).places == (1, 1)
