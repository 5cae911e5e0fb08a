"""What has no numeric encoding is refused: positions and answers beyond what was declared."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from pfalz.core.encoding import Encoding
from pfalz.core.errors import PfalzError, RulesError, RulesetError
from pfalz.core.flow import ask, each, flow, seq
from pfalz.core.kinds import Kinds
from pfalz.core.ruleset import Ruleset
from pfalz.core.state import (
    HIDDEN,
    NATURE,
    PUBLIC,
    declare,
    numbers,
    thing,
    upto,
)
from pfalz.core.texts import LANGUAGES, error_text
from tests.core.raid import raid
from tests.core.test_encoding import cut
from tests.core.toys import FlowGame, LogState, Pick


def refusal(error: PfalzError) -> str:
    """The message; there is one in every language."""
    assert len({error_text(error, language) for language in LANGUAGES}) == len(LANGUAGES)
    return error_text(error, "en")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda s: s.owner.__setitem__(0, 9), "owner: 9 is not what the column holds"),
        (lambda s: s.gold.__setitem__(0, 31), "gold: 31 is not what the column holds"),
        (lambda s: s.gold.__setitem__(0, -1), "gold: -1 is not what the column holds"),
        (lambda s: s.friends.__setitem__(0, 8), "friends: 8 is not what the column holds"),
        (lambda s: s.friends.__setitem__(0, HIDDEN), "friends: -99 is not what the column holds"),
        (lambda s: s.owner.append(0), "owner: 6 entries are not as many as"),
        (lambda s: s.owner.pop(), "owner: 4 entries are not as many as"),
        (lambda s: s.ridden.extend([0] * 7), "ridden: 7 entries are not as many as"),
        (lambda s: s.heaps.__setitem__(0, (0,) * 5), "heaps: 5 entries are not as many as"),
        (lambda s: s.heaps.pop(), "heaps: 4 entries are not as many as"),
        (
            lambda s: s.call("strike", 0),
            "'strike' is declared to take (seat, field) and stands there with [0]",
        ),
        (lambda s: s.call("strike", 0, 5), "(seat, field) and stands there with [0, 5]"),
        (lambda s: s.call("gifts"), "(seat, rider*) and stands there with []"),
        (lambda s: s.call("gifts", *range(6), *range(4)), "(seat, rider*) and stands there with [0, 1, 2"),
        (lambda s: [s.call("strike", 0, 0) for _ in range(2)], "more than 1 time at once"),
        (lambda s: [s.call("gifts", 0) for _ in range(3)], "more than 2 times at once"),
    ],
)
def test_a_position_that_does_not_fit_is_refused(change: Callable[[Any], Any], message: str) -> None:
    rules = raid(3)
    s = rules.start()
    change(s)
    with pytest.raises(RulesError) as found:
        Encoding(rules).encode(s, 0)
    assert message in refusal(found.value)


def test_an_answer_that_does_not_fit_is_refused() -> None:
    rules = raid(3)
    actions = Encoding(rules).actions
    s = rules.start()
    rules.play(s, NATURE, (0, 1, 2, 3, 4))
    plan = rules.ask_of(s, 0)
    for call, message in (
        (lambda: actions.action("field", 5, 0), "5 is no field, so there is no action for it"),
        (lambda: actions.action("number", 31, 0), "31 is not a number from 0 to 30"),
        (lambda: actions.value("field", 0, 0), "action 0 is no field"),
        (lambda: actions.value("number", 0, 0), "action 0 is no number"),
        (lambda: actions.action("feild", 0, 0), "no kind of thing called 'feild'; did you mean 'field'?"),
        (lambda: actions.encode_prefix(s, plan, (0,) * 5), "has 5 slots, longest_answer of the game is 4"),
    ):
        with pytest.raises(PfalzError) as found:
            call()
        assert message in refusal(found.value)


def items_game(most: int, items: Sequence[int]) -> Ruleset[Any]:
    """A flow that goes through goods."""

    class Goods(FlowGame):
        schema = declare(LogState, log=numbers(PUBLIC, upto(9), most=4))

        def kinds(self, kinds: Kinds, rules: Ruleset[Any]) -> None:
            kinds.things("good", ("corn", "iron"))

    def make() -> list[Any]:
        picks = each("goods", lambda s: items, ask(Pick("pick", (0, 1))), kind="good", most=most)
        return [seq("all", picks)]

    return Ruleset(Goods(make), 2, {})


def test_items_come_with_the_one_whose_turn_it_is_first() -> None:
    rules = items_game(10, (1, 0, 0, 1, 1, 1, 0, 0, 1))
    encoding = Encoding(rules)
    s = rules.start()
    before = cut(encoding, encoding.encode(s, 0), "stack.goods")
    rules.play(s, 0, (1,))
    after = cut(encoding, encoding.encode(s, 0), "stack.goods")
    goods = [before[4 + 3 * i : 7 + 3 * i].index(1) for i in range(10)]
    assert goods == [1, 0, 0, 1, 1, 1, 0, 0, 1, 2]
    assert [after[4 + 3 * i : 7 + 3 * i].index(1) for i in range(10)] == [*goods[1:9], 1, 2]
    assert (before[3], after[3]) == (pytest.approx(0.1), pytest.approx(0.2))


@pytest.mark.parametrize(
    ("items", "message"),
    [
        ((0,) * 9, "the step 'goods' goes through 9 items and is declared to have at most 8"),
        ((0, 2), "the step 'goods' goes through 2, which is not of the kind"),
    ],
)
def test_items_that_do_not_fit_are_refused(items: Sequence[int], message: str) -> None:
    rules = items_game(0, items)
    with pytest.raises(RulesError) as found:
        Encoding(rules).encode(rules.start(), 0)
    assert message in refusal(found.value)


def test_a_kind_of_outgrown_parts_is_refused() -> None:
    class Outgrown(FlowGame):
        schema = declare(LogState, log=numbers(PUBLIC, thing("pair"), most=4))

        def kinds(self, kinds: Kinds, rules: Ruleset[Any]) -> None:
            kinds.things("good", ("corn", "iron"))
            kinds.made_of("pair", "seat", "good", namer=lambda value: ("pair", {}))
            kinds.grow("good", 1, lambda value: ("salt", {}))

    rules = Ruleset(Outgrown(lambda: [flow(seq("all", ask(Pick("pick", (0, 1)))))]), 2, {})
    with pytest.raises(RulesetError) as found:
        Encoding(rules)
    assert "'pair' is made of others, one of which has grown" in refusal(found.value)


def test_a_kind_without_an_end_is_named_too() -> None:
    assert raid(2).kinds["coins"].name(1_000_000) == ("coins", {"n": ("number", 1_000_000)})
