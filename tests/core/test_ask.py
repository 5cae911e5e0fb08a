"""Questions: what is on offer, why something is not, forms slot by slot, forced answers and dead ends."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pfalz.core.ask import Ask, Chance, Reason, Slot, because
from pfalz.core.errors import IllegalAnswer, RulesError, StaleAnswer
from pfalz.core.flow import ask, chance, do, seq
from pfalz.core.state import Args
from tests.core.fair import fair
from tests.core.toys import LogState, Pick, all_moves, flow_rules, note, open_toy


def only_ask(question: Pick) -> tuple[Any, Any, Ask]:
    rules = flow_rules(lambda: [seq("main", ask(question))])
    s = rules.start()
    return rules, s, rules.asks(s)[0]


class Climb(Pick):
    """Three rising values out of 1 to 5: every legal prefix can be completed."""

    def options(self, s: LogState, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int] | None:
        if len(prefix) == 3:
            return None
        return range(prefix[-1] + 1 if prefix else 1, 4 + len(prefix))

    def domain(self, s: LogState, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int]:
        return range(1, 6)

    def why_not(self, s: LogState, seat: int, args: Args, prefix: Sequence[int], value: int) -> Reason | None:
        if prefix and value <= prefix[-1]:
            return because("must_rise", "T-1.2", last=("number", prefix[-1]))
        return super().why_not(s, seat, args, prefix, value)


def test_all_prefixes_lead_to_exactly_the_legal_forms() -> None:
    _, s, open_ask = only_ask(Climb("climb"))
    expected = [(a, b, c) for a in range(1, 6) for b in range(a + 1, 6) for c in range(b + 1, 6)]
    assert sorted(all_moves(open_ask, s)) == expected


@given(st.lists(st.integers(-1, 7), max_size=5))
@settings(deadline=None)
def test_everything_not_offered_is_refused_and_changes_nothing(answer: list[int]) -> None:
    rules, s, open_ask = only_ask(Climb("climb"))
    before = rules.hash(s)
    if tuple(answer) in all_moves(open_ask, s):
        rules.play(s, 0, answer)
        assert s.log == answer
    else:
        with pytest.raises(IllegalAnswer):
            rules.play(s, 0, answer)
        assert rules.hash(s) == before


@pytest.mark.parametrize(
    ("move", "key", "clause", "message"),
    [
        ((), "too_short", "T-1", "the answer to 'climb' is not complete: 'choice' is missing"),
        ((1, 2), "too_short", "T-1", "not complete"),
        ((1, 2, 3, 4), "too_long", "T-1", "the answer to 'climb' has 4 values; 3 are enough"),
        ((9,), "not_offered", "T-1", r"9 is not on offer for 'choice' of 'climb': not_offered \(T-1\)"),
        ((2, 1, 3), "must_rise", "T-1.2", r"1 is not on offer .*must_rise \(T-1.2\)"),
        ((True, 2, 3), "malformed", "T-1", "a list of whole numbers"),
        (("1", 2, 3), "malformed", "T-1", "a list of whole numbers"),
        ((1.0, 2, 3), "malformed", "T-1", "a list of whole numbers"),
    ],
)
def test_a_refusal_carries_key_clause_and_message(move: Any, key: str, clause: str, message: str) -> None:
    rules, s, _ = only_ask(Climb("climb"))
    with pytest.raises(IllegalAnswer, match=message) as caught:
        rules.play(s, 0, move)
    assert (caught.value.key, caught.value.clause) == (key, clause)


def test_a_refusal_carries_the_values_its_text_needs() -> None:
    rules, s, _ = only_ask(Climb("climb"))
    with pytest.raises(IllegalAnswer) as caught:
        rules.play(s, 0, (2, 2))
    assert caught.value.values == {"last": ("number", 2)}


def test_reasons_can_be_asked_for_without_trying() -> None:
    session = open_toy(fair())
    s, open_ask = session.state, session.asks()[0]
    assert open_ask.why_not(s, (), 3) is None
    assert list(open_ask.domain(s)) == [0, 1, 2, 3, 4]
    s.gold[0] = 2
    assert open_ask.why_not(s, (), 3) == because("too_dear", "F-3.1", have=("number", 2))
    assert (open_ask.name, open_ask.rule, open_ask.slot(s).kind) == ("bid", "F-3", "bid")


def test_a_value_nobody_can_point_at_has_no_reason_of_its_own() -> None:
    _, s, open_ask = only_ask(Climb("climb"))
    assert open_ask.why_not(s, (3,), 2) == because("must_rise", "T-1.2", last=("number", 3))
    assert open_ask.why_not(s, (3,), -5) == because("not_offered", "T-1")


def test_a_seat_that_is_not_asked_is_told_who_is() -> None:
    rules, s, _ = only_ask(Pick("pick", [1, 2]))
    with pytest.raises(StaleAnswer, match=r"seat 1 is not asked anything now; open: seat 0 \(pick\)"):
        rules.play(s, 1, (1,))
    with pytest.raises(StaleAnswer, match=r"seat 0 is not asked 'pay' now; open: seat 0 \(pick\)"):
        rules.play(s, 0, (1,), "pay")
    rules.play(s, 0, (1,), "pick")
    with pytest.raises(StaleAnswer, match="the game is over"):
        rules.play(s, 0, (1,))


# -- going through a form -------------------------------------------------------------------------


class Pots(Pick):
    """One after the other into pots of one name, then a lid."""

    def slot(self, s: LogState, seat: int, args: Args, prefix: Sequence[int]) -> Slot:
        return Slot("lid" if len(prefix) == len(self.slots) - 1 else "pot", "number")


def test_slots_stop_at_every_slot_and_at_the_end() -> None:
    _, s, open_ask = only_ask(Pick("pick", [4], [1, 2], [3]))
    last = lambda prefix, options: options[-1]  # noqa: E731
    assert list(open_ask.slots(s, last)) == [((), [4]), ((4,), [1, 2]), ((4, 2), [3]), ((4, 2, 3), None)]
    assert list(open_ask.slots(s, last, (4, 1))) == [((4, 1), [3]), ((4, 1, 3), None)]


def test_a_dead_end_is_shown_before_it_is_an_error() -> None:
    _, s, open_ask = only_ask(Pick("pick", [1, 2], []))
    walk = open_ask.slots(s, lambda prefix, options: options[0])
    assert [next(walk), next(walk)] == [((), [1, 2]), ((1,), [])]
    with pytest.raises(RulesError, match=r"offers seat 0 nothing after \[1\]"):
        next(walk)


def test_forced_slots_are_filled_in_after_any_prefix() -> None:
    _, s, open_ask = only_ask(Pick("pick", [1, 2], [5], [6], [3, 4], [7]))
    assert open_ask.forced(s) == ((), [1, 2])
    assert open_ask.forced(s, (2,)) == ((2, 5, 6), [3, 4])
    assert open_ask.forced(s, [2, 5, 6, 4]) == ((2, 5, 6, 4, 7), None)


def test_a_value_is_repeated_as_long_as_like_slots_offer_it() -> None:
    _, s, open_ask = only_ask(Pots("pots", [1, 2], [1, 2], [1, 3], [1, 3]))
    assert open_ask.repeated(s, (1,)) == (1, 1, 1)
    assert open_ask.repeated(s, (2,)) == (2, 2)
    assert open_ask.repeated(s, (2, 1, 3)) == (2, 1, 3)


def test_an_answer_is_followed_slot_by_slot() -> None:
    _, s, open_ask = only_ask(Pots("pots", [1, 2], [5], [3, 4]))
    assert list(open_ask.walk(s, (2, 5, 9))) == [
        ((), ("pot", "number"), 2),
        ((2,), ("pot", "number"), 5),
        ((2, 5), ("lid", "number"), 9),
    ]
    steps = list(open_ask.steps(s, (2, 5, 4)))
    assert steps == [((), [1, 2], 2), ((2,), [5], 5), ((2, 5), [3, 4], 4)]
    assert [(step.legal, step.forced) for step in steps] == [(True, False), (True, True), (True, False)]


def test_steps_end_with_the_first_value_that_is_not_legal() -> None:
    _, s, open_ask = only_ask(Pots("pots", [1, 2], [5], [3, 4]))
    assert [step.legal for step in open_ask.steps(s, (2, 6, 4))] == [True, False]
    beyond = list(open_ask.steps(s, (2, 5, 4, 1, 1)))[-1]
    assert beyond == ((2, 5, 4), None, 1) and not beyond.legal and not beyond.forced
    assert open_ask.legal_prefix(s, (2, 6, 4)) == (2,)
    assert open_ask.legal_prefix(s, (2, 5, 4, 1)) == (2, 5, 4)


def test_all_answers_if_they_are_few() -> None:
    _, s, open_ask = only_ask(Climb("climb"))
    assert open_ask.answers(s, 10) == sorted(all_moves(open_ask, s))
    assert open_ask.answers(s, 9) == []


# -- forced answers -------------------------------------------------------------------------------


def test_a_forced_answer_is_given_without_asking() -> None:
    rules = flow_rules(lambda: [seq("main", ask(Pick("pick", [4], [5])), do(note(1)))])
    s = rules.start()
    assert s.over
    assert s.log == [4, 5, 1]


def test_a_form_without_slots_is_forced() -> None:
    rules = flow_rules(lambda: [seq("main", ask(Pick("pick")), do(note(1)))])
    assert rules.start().log == [1]


def test_a_forced_answer_is_asked_where_skipping_would_betray_a_secret() -> None:
    rules, s, open_ask = only_ask(Pick("pick", [4], [5], forced=False))
    assert all_moves(open_ask, s) == [(4, 5)]
    assert rules.first_offer(s, open_ask) == ((4, 5), None)
    with pytest.raises(IllegalAnswer):
        rules.play(s, 0, (4,))
    rules.play(s, 0, (4, 5))
    assert s.log == [4, 5]


def test_leading_forced_slots_are_filled_in_for_search() -> None:
    rules, s, open_ask = only_ask(Pick("pick", [4], [5], [1, 2], [3]))
    assert rules.first_offer(s, open_ask) == ((4, 5), [1, 2])
    again = rules.from_json(rules.to_json(s))
    assert rules.first_offer(again, rules.asks(again)[0]) == ((4, 5), [1, 2])
    rules.play(s, 0, (4, 5, 2, 3))
    assert s.log == [4, 5, 2, 3]


# -- dead ends ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("slots", "prefix"), [(([],), r"\[\]"), (([4], []), r"\[4\]")])
def test_a_dead_end_at_the_front_is_found_when_the_question_opens(slots: Any, prefix: str) -> None:
    with pytest.raises(RulesError, match=f"dead end: 'pick' offers seat 0 nothing after {prefix}"):
        only_ask(Pick("pick", *slots))


def test_a_dead_end_further_on_is_found_by_filling_in() -> None:
    _, s, open_ask = only_ask(Pick("pick", [1, 2], []))
    with pytest.raises(RulesError, match=r"dead end: 'pick' offers seat 0 nothing after \[[12]\]"):
        open_ask.random_answer(s, Random(0))


class Broken(Chance[LogState]):
    name = "broken"

    def options(self, s: LogState, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int] | None:
        return [] if prefix else [1, 2]


def test_a_dead_end_of_chance_is_found_by_sampling() -> None:
    question = Broken()
    s = flow_rules(lambda: [seq("main", chance(question))]).start()
    with pytest.raises(RulesError, match="dead end: 'broken' offers seat -1 nothing"):
        question.sample(s, (), Random(0))


def test_a_random_answer_completes_the_prefix_it_is_given() -> None:
    _, s, open_ask = only_ask(Climb("climb"))
    answers = {open_ask.random_answer(s, Random(i), (2,)) for i in range(40)}
    assert answers == {(2, 3, 4), (2, 3, 5), (2, 4, 5)}
