"""The state: declaration of columns, copies, keys, JSON there and back, and what hostile JSON meets."""

from __future__ import annotations

import copy
import hashlib
import json
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pfalz.core.errors import RecordError, RulesError, RulesetError
from pfalz.core.flow import ask, each, flow, seq, together
from pfalz.core.kinds import Kinds
from pfalz.core.rollout import Tally, play_random
from pfalz.core.ruleset import Ruleset
from pfalz.core.state import (
    NOBODY,
    OWNER,
    PUBLIC,
    Column,
    State,
    balance,
    column_names,
    declare,
    number,
    numbers,
    seen,
    shared,
    stacks,
    upto,
)
from tests.core.fair import fair
from tests.core.toys import FlowGame, Pick, flow_rules


class Shelf(State):
    total: int
    books: list[int]
    piles: list[tuple[int, ...]]
    names: tuple[str, ...]


SHELF = declare(
    Shelf,
    total=number(PUBLIC, balance()),
    books=numbers(PUBLIC, upto(9), most=4),
    piles=stacks(PUBLIC, upto(9), per="pile", most=3),
    names=shared(),
)


class ShelfGame(FlowGame):
    id = "shelf"
    schema = SHELF

    def kinds(self, kinds: Kinds, rules: Ruleset[Any]) -> None:
        kinds.numbered("pile", 2)

    def start(self, rules: Ruleset[Any]) -> Any:
        s = Shelf()
        s.total, s.books, s.piles, s.names = 7, [1, 2], [(3,), ()], ("a", "b")
        return s


def both_piles(s: Shelf, *args: int) -> list[int]:
    return [0, 1]


def shelf_rules(**parts: Any) -> Ruleset[Any]:
    rules = [
        seq("main", ask(Pick("pick", [1, 2]))),
        seq("later", together(Pick("both", [1, 2]), lambda s: [0, 1])),
        flow(each("sorting", both_piles, ask(Pick("sort", [1, 2])), kind="pile"), "seat*"),
        flow(ask(Pick("lend", [1, 2])), "seat", "pile*"),
    ]
    return Ruleset(ShelfGame(lambda: rules, **parts), 2, {})


# -- declaration ----------------------------------------------------------------------------------


def test_an_undeclared_column_fails_and_is_named() -> None:
    with pytest.raises(RulesetError, match=r"Shelf\.piles does not declare who may see it"):
        declare(Shelf, **{name: column for name, column in SHELF.columns.items() if name != "piles"})


def test_a_column_added_by_a_subclass_has_to_be_declared_too() -> None:
    class Bigger(Shelf):
        extra: int

    assert column_names(Bigger)[-1] == "extra"
    with pytest.raises(RulesetError, match=r"Bigger\.extra does not declare"):
        declare(Bigger, **SHELF.columns)


def test_a_declaration_without_column_fails_and_is_named() -> None:
    with pytest.raises(RulesetError, match="Shelf has no column 'boks'"):
        declare(Shelf, **SHELF.columns, boks=numbers(PUBLIC, upto(9), most=4))


@pytest.mark.parametrize(
    ("name", "column"),
    [
        ("total", number(OWNER, balance())),
        ("books", numbers(OWNER, upto(9), most=4)),
        ("books", numbers(OWNER, upto(9), per=2)),
        ("books", numbers(OWNER, upto(9), per=("pile", "seat"))),
        ("piles", stacks(OWNER, upto(9), per="pile", most=3)),
    ],
)
def test_a_column_without_the_seat_as_first_axis_has_no_owner(name: str, column: Column) -> None:
    with pytest.raises(
        RulesetError, match=rf"Shelf\.{name} belongs to nobody: the first axis .* is the seat"
    ):
        declare(Shelf, **{**SHELF.columns, name: column})


def test_start_must_fill_every_declared_column() -> None:
    class Forgetful(ShelfGame):
        def start(self, rules: Ruleset[Any]) -> Any:
            s = super().start(rules)
            del s.books
            return s

    with pytest.raises(RulesetError, match=r"Shelf\.books is declared, but start\(\) does not set it"):
        Ruleset(Forgetful(lambda: [seq("main")]), 2, {}).start()


def test_start_may_not_bring_columns_nobody_declared() -> None:
    class Smuggler(ShelfGame):
        def start(self, rules: Ruleset[Any]) -> Any:
            s = super().start(rules)
            s.cache = [1]
            return s

    with pytest.raises(RulesetError, match=r"Shelf\.cache is set by start\(\), but is not a column"):
        Ruleset(Smuggler(lambda: [seq("main")]), 2, {}).start()


def test_a_state_without_columns_is_possible() -> None:
    class Empty(State):
        pass

    assert declare(Empty).key(Empty()) == ()


@pytest.mark.parametrize("length", [1, 3, 5])
def test_an_owner_column_must_divide_evenly(length: int) -> None:
    schema = declare(Shelf, **{**SHELF.columns, "books": numbers(OWNER, upto(9), per="seat")})
    rules = shelf_rules(schema=schema)
    s = rules.start()
    s.books = [0] * length
    with pytest.raises(RulesError, match=f"{length} entries cannot be cut into equal blocks for 2 seats"):
        rules.view(s, 0)


def test_a_mask_must_speak_about_every_entry() -> None:
    books = numbers(seen(lambda s, seat: [True]), upto(9), most=4)
    schema = declare(Shelf, **{**SHELF.columns, "books": books})
    rules = shelf_rules(schema=schema)
    with pytest.raises(RulesError, match=r"Shelf\.books has 2 entries, but its mask says of 1"):
        rules.view(rules.start(), 0)


# -- copy and key ---------------------------------------------------------------------------------


def test_a_copy_shares_nothing_that_can_change() -> None:
    rules = shelf_rules()
    s = rules.start()
    before = copy.deepcopy(rules.to_json(s))
    twin = rules.copy(s)
    assert rules.key(twin) == rules.key(s)
    twin.total += 1
    twin.books.append(9)
    twin.piles[1] = (5, 5)
    twin.stack.pop()
    twin.answers.append((1,))
    assert rules.to_json(s) == before
    assert twin.names is s.names


def test_old_states_never_change_while_a_copy_plays_on() -> None:
    rules = fair(3)
    s = rules.start()
    kept: list[tuple[Any, str]] = []
    rng = Random(5)
    while not s.over:
        kept.append((rules.copy(s), rules.hash(s)))
        play_random(rules, s, rng, Tally(), limit=1)
    assert len(kept) > 10
    assert [rules.hash(old) for old, _ in kept] == [hash for _, hash in kept]


def test_equal_positions_have_equal_keys_and_others_not() -> None:
    rules = shelf_rules()
    s = rules.start()
    assert {rules.key(s), rules.key(rules.start())} == {rules.key(s)}
    changed = rules.copy(s)
    changed.piles[0] = (4,)
    assert rules.key(changed) != rules.key(s)
    assert rules.hash(changed) != rules.hash(s)
    finished = rules.copy(s)
    finished.stack.clear()
    assert rules.key(finished) != rules.key(s)


# -- JSON -----------------------------------------------------------------------------------------


def test_json_round_trip_gives_the_same_position() -> None:
    rules = shelf_rules()
    s = rules.start()
    s.books, s.piles = [4, 5, 6], [(), (1, 2, 3)]
    again = rules.from_json(json.loads(json.dumps(rules.to_json(s))))
    assert rules.key(again) == rules.key(s)
    assert again.names == ("a", "b")
    assert "names" not in rules.to_json(s)["columns"]


def test_the_hash_is_the_same_in_every_process() -> None:
    text = (
        '{"format":2,"stack":[["main",".",[],[]],["pick",0,[],[0]]],"answers":[],'
        '"columns":{"total":7,"books":[1,2],"piles":[[3],[]]},"slices":{}}'
    )
    expected = hashlib.blake2b(text.encode(), digest_size=8).hexdigest()
    assert shelf_rules().hash(shelf_rules().start()) == expected == "a4e83f6496a353c1"


GOOD: dict[str, Any] = shelf_rules().to_json(shelf_rules().start())
FRAME = GOOD["stack"][-1]
SORT = ["sort", 0, [1, 0], [0]]


def columns(**changed: object) -> dict[str, object]:
    return {**GOOD["columns"], **changed}


@pytest.mark.parametrize(
    ("part", "value", "message"),
    [
        ("columns", [], "columns: expected an object with columns, found list"),
        ("columns", columns(total="7"), r"columns\.total: expected a whole number, found '7'"),
        ("columns", columns(total=True), r"columns\.total: expected a whole number, found True"),
        ("columns", columns(books=3), r"columns\.books: expected a list, found 3"),
        ("columns", columns(books=[1.5]), r"columns\.books: expected whole numbers, found 1.5"),
        ("columns", columns(piles=[[1], 2]), r"columns\.piles: expected lists .* found 2"),
        ("columns", columns(piles=[[None]]), r"columns\.piles: expected lists .* found \[None\]"),
        ("columns", columns(books=[1] * 5), r"columns\.books: expected at most 4 entries, found 5"),
        (
            "columns",
            columns(piles=[[], [1] * 4]),
            r"columns\.piles\[1\]: expected at most 3 entries, found 4",
        ),
        ("columns", columns(piles=[[1]]), r"columns\.piles: expected 2 entries, found 1"),
        (
            "columns",
            columns(piles=[[1, 10], []]),
            r"columns\.piles\[0\]: expected a number from 0 to 9, found 10",
        ),
        ("columns", columns(gold=1), "columns: unknown column 'gold'"),
        ("columns", {"total": 7, "piles": []}, "columns: column 'books' is missing"),
        ("slices", None, "slices: expected"),
        ("slices", {"winter": {}}, "slices: expected"),
        ("stack", {}, "stack: expected a list of frames"),
        ("stack", [7], r"stack\[0\]: expected \[step, position, arguments, items\], found 7"),
        ("stack", [["pick", 0, []]], r"stack\[0\]: expected \[step"),
        ("stack", [[["pick"], 0, [], [0]]], r"stack\[0\]: shelf has no step \['pick'\]"),
        ("stack", [["peek", 0, [], [0]]], r"stack\[0\]: shelf has no step 'peek'"),
        ("stack", [["pick", "0", [], [0]]], r"stack\[0\]: step 'pick' has no position '0'"),
        ("stack", [["main", 2, [], []], FRAME], r"stack\[0\]: step 'main' has no position 2"),
        ("stack", [["main", -2, [], []], FRAME], r"stack\[0\]: step 'main' has no position -2"),
        ("stack", [["main", "sleep", [], []], FRAME], r"stack\[0\]: step 'main' has no position 'sleep'"),
        ("stack", [["pick", 0, None, [0]]], r"stack\[0\]: arguments: expected a list of whole numbers"),
        ("stack", [["pick", 0, [], ["0"]]], r"stack\[0\]: items: expected a list of whole numbers"),
        ("stack", [["pick", 0, [], []]], r"stack\[0\]: step 'pick' cannot ask the seats \[\]"),
        ("stack", [["pick", 0, [], [5]]], r"stack\[0\]: step 'pick' cannot ask the seats \[5\]"),
        ("stack", [["pick", 0, [], [0, 1]]], r"stack\[0\]: step 'pick' cannot ask the seats \[0, 1\]"),
        ("stack", [["pick", 0, [0], [0]]], r"stack\[0\]: step 'pick' takes \[\], found \[0\]"),
        ("stack", [["lend", 0, [], [0]]], r"stack\[0\]: step 'lend' takes \[seat, pile\*\], found \[\]"),
        (
            "stack",
            [["lend", 0, [2, 0], [0]]],
            r"stack\[0\]: step 'lend' takes \[seat, pile\*\], found \[2, 0\]",
        ),
        (
            "stack",
            [["lend", 0, [1, 0, 2], [0]]],
            r"stack\[0\]: step 'lend' takes \[seat, pile\*\], found \[1, 0, 2\]",
        ),
        (
            "stack",
            [["main", ".", [], []], ["sorting", 1, [2], [0, 1]], SORT],
            r"stack\[1\]: step 'sorting' takes \[seat\*\], found \[2\]",
        ),
        (
            "stack",
            [["main", ".", [], []], ["sorting", 1, [1], [0, 2]], SORT],
            r"stack\[1\]: step 'sorting' takes \[pile\*\], found \[0, 2\]",
        ),
        (
            "stack",
            [["main", ".", [], []], ["sorting", 1, [1], [0, 1]], ["sort", 0, [1, -1], [0]]],
            r"stack\[2\]: step 'sort' takes \[seat\*, pile\], found \[1, -1\]",
        ),
        ("stack", [["sort", 0, [2, 0], [0]]], r"stack\[0\]: step 'sort' takes \[seat\*, pile\], found"),
        ("stack", [["sort", 0, [], [0]]], r"stack\[0\]: step 'sort' takes \[seat\*, pile\], found \[\]"),
        ("stack", [["main", ".", [], []]], "stack: the last frame, and no other, has to wait"),
        ("stack", [FRAME, FRAME], "stack: the last frame, and no other, has to wait"),
        ("stack", [["both", 0, [], [0, 1]]], "answers: expected one entry per seat, found \\[\\]"),
        ("answers", None, "answers: expected an empty list, found None"),
        ("answers", [None, None], "answers: expected an empty list"),
    ],
)
def test_a_wrong_shape_is_refused_and_its_place_named(part: str, value: object, message: str) -> None:
    with pytest.raises(RecordError, match=message):
        shelf_rules().from_json({**GOOD, part: value})


@pytest.mark.parametrize(
    "stack",
    [
        [["main", ".", [], []], ["sorting", 1, [1], [0, 1]], SORT],
        [["main", ".", [], []], ["sorting", 1, [1, 0, 1], [0, 1]], ["sort", 0, [1, 0, 1, 0], [0]]],
        [["sort", 0, [1], [0]]],
        [["main", ".", [], []], ["lend", 0, [1, 0, 1, 1], [0]]],
        [["lend", 0, [1], [0]]],
    ],
)
def test_frames_with_what_their_steps_take_are_read(stack: list[Any]) -> None:
    rules = shelf_rules()
    assert rules.to_json(rules.from_json({**GOOD, "stack": stack}))["stack"] == stack


@pytest.mark.parametrize(
    ("answers", "message"),
    [
        ([None, 1], r"answers\[1\]: expected a list of whole numbers, found 1"),
        ([["1"], None], r"answers\[0\]: expected a list of whole numbers"),
        ([[1], [1]], r"answers: seats \[0, 1\] have answered, but \[0, 1\] are asked"),
        ([None], "answers: expected one entry per seat"),
    ],
)
def test_wrong_open_answers_are_refused(answers: object, message: str) -> None:
    with pytest.raises(RecordError, match=message):
        shelf_rules().from_json({**GOOD, "stack": [["both", 0, [], [0, 1]]], "answers": answers})


@pytest.mark.parametrize("data", [None, [], "x", 3, {}, {**GOOD, "more": 1}])
def test_a_position_has_four_parts(data: object) -> None:
    with pytest.raises(RecordError, match="a position has the parts stack, answers, columns and slices"):
        shelf_rules().from_json(data)


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-3, 9)
    | st.floats()
    | st.sampled_from(["", "main", "pick", "both", "sorting", "lend"]),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from([*GOOD, *GOOD["columns"]]), inner)
    ),
    max_leaves=12,
)


@given(st.sampled_from(sorted(GOOD)), JSON)
@settings(deadline=None)
def test_hostile_json_gives_a_record_error_or_a_position_that_round_trips(part: str, value: object) -> None:
    rules = shelf_rules()
    try:
        s = rules.from_json({**GOOD, part: value})
    except RecordError:
        return
    assert rules.to_json(s) == {**GOOD, part: value}
    assert [a.seat for a in rules.asks(s)] == ([] if s.over else [*s.stack[-1][3]])


def test_a_finished_position_round_trips() -> None:
    rules = flow_rules(lambda: [seq("main", ask(Pick("pick", [1, 2])))])
    s = rules.start()
    rules.play(s, 0, (2,))
    again = rules.from_json(rules.to_json(s))
    assert again.over
    assert again.log == [2]


def test_nobody_and_shared_columns_are_stored_as_declared() -> None:
    schema = declare(Shelf, **{**SHELF.columns, "piles": stacks(NOBODY, upto(9), per="pile", most=3)})
    assert list(schema.stored) == ["total", "books", "piles"]
    rules = shelf_rules(schema=schema)
    assert rules.to_json(rules.start())["columns"]["piles"] == [[3], []]


def test_a_column_without_a_size_is_refused() -> None:
    for column in (numbers(PUBLIC, balance()), stacks(PUBLIC, balance(), most=3)):
        with pytest.raises(RulesetError, match=r"Shelf\.books does not say how long it is"):
            declare(Shelf, **{**SHELF.columns, "books": column})
