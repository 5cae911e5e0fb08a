"""Building a ruleset: every misfit fails at once, and the message names the wrong and the right thing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from pfalz.core.ask import Question
from pfalz.core.errors import RulesetError
from pfalz.core.events import event
from pfalz.core.flow import ask, branch, do, each, loop, seq, when
from pfalz.core.game import Edit, Module, Option, after, before, replace
from pfalz.core.ruleset import Ruleset
from pfalz.core.state import PUBLIC, Columns, amount, declare, number
from tests.core.toys import FlowGame, LogState, Pick, note

RANG = event("bell_rang", times="number")
ECHOED = event("echo_heard", times="number")


def yes(s: LogState, *args: int) -> bool:
    return True


def never(s: LogState, *args: int) -> bool:
    return False


def zero(s: LogState, *args: int) -> int:
    return 0


def items(s: LogState, *args: int) -> Sequence[int]:
    return (5, 6)


def ring(s: LogState) -> None:
    s.emit(RANG, s.rules.value(s, "times", 2))


def tree() -> list[Any]:
    return [
        seq(
            "main",
            do(ring),
            each("items", items, do(note(1)), "number"),
            when(yes, do(note(2))),
            branch("case", zero, {0: do(note(3)), 1: do(note(4))}),
            loop("looping", never, do(note(5))),
            do(note(6)),
        ),
        do(note(7)),
    ]


class Add(Module[Any]):
    """A module made of whatever the test gives it."""

    def __init__(self, id: str, **parts: Any) -> None:
        self.id = id
        self.parts = parts
        self.players = parts.get("players", (1, 8))
        self.requires = parts.get("requires", ())
        self.excludes = parts.get("excludes", ())
        self.schema = parts.get("schema")

    def flows(self, rules: Ruleset[Any]) -> Sequence[Any]:
        return self.parts["flows"]() if "flows" in self.parts else ()

    def edits(self, rules: Ruleset[Any]) -> Sequence[Edit]:
        return self.parts["edits"]() if "edits" in self.parts else ()

    def modifiers(self) -> Mapping[str, Any]:
        return self.parts.get("modifiers", {})

    def reactions(self) -> Mapping[str, Any]:
        return self.parts.get("reactions", {})

    def events(self) -> Sequence[Any]:
        return self.parts.get("events", ())

    def start(self, s: Any) -> Any:
        return self.parts["slice"]() if "slice" in self.parts else None


OPTIONS = (
    Option("variant", "short", choices=("short", "long")),
    Option("fast", False),
    Option("rounds", 3, numbers=(1, 9)),
    Option("order", [1, 2], numbers=(1, 4)),
)


def build(
    *modules: Add, on: Sequence[str] | None = None, players: int = 2, make: Any = tree, **options: Any
) -> Any:
    game = FlowGame(make, modules=modules, events=(RANG,), values=("times", "price"), options=OPTIONS)
    return Ruleset(game, players, {}, [m.id for m in modules] if on is None else on, options)


def log(*modules: Add, **more: Any) -> list[int]:
    s = build(*modules, **more).start()
    assert s.over
    return s.log


BASE = [1, 5, 1, 6, 2, 3, 6]


# -- what may be chosen ---------------------------------------------------------------------------


def test_the_player_count_must_fit() -> None:
    with pytest.raises(RulesetError, match="flow is for 2 to 4 players, not 5"):
        build(players=5)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"varaint": "long"}, "flow has no option 'varaint'; did you mean 'variant'"),
        ({"xyz": 1}, "flow has no option 'xyz'; known: fast, order, rounds, variant"),
        ({"variant": "medium"}, "option 'variant' is one of short, long; not 'medium'"),
        ({"fast": 1}, "option 'fast' is true or false, not 1"),
        ({"rounds": 0}, "option 'rounds' is a whole number from 1 to 9, not 0"),
        ({"rounds": True}, "option 'rounds' is a whole number from 1 to 9, not True"),
        ({"order": [1, 9]}, r"option 'order' is a list of whole numbers from 1 to 4, not \[1, 9\]"),
        ({"order": 1}, "option 'order' is a list of whole numbers"),
    ],
)
def test_wrong_options_are_named(options: Any, message: str) -> None:
    with pytest.raises(RulesetError, match=message):
        build(**options)


def test_options_left_out_get_their_default() -> None:
    assert build(rounds=4).options == {"variant": "short", "fast": False, "rounds": 4, "order": [1, 2]}


@pytest.mark.parametrize(
    ("on", "players", "message"),
    [
        (["wintr"], 2, "flow has no module 'wintr'; did you mean 'winter'"),
        (["winter"], 3, "module 'winter' is for 2 to 2 players, not 3"),
        (["spring"], 2, "module 'spring' needs module 'winter'"),
        (["winter", "summer"], 2, "modules 'summer' and 'winter' exclude each other"),
    ],
)
def test_wrong_modules_are_named(on: list[str], players: int, message: str) -> None:
    modules = (
        Add("winter", players=(2, 2)),
        Add("spring", requires=("winter",)),
        Add("summer", excludes=("winter",)),
    )
    with pytest.raises(RulesetError, match=message):
        build(*modules, on=on, players=players)


# -- seams ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("parts", "message"),
    [
        ({"modifiers": {"tmes": max}}, "module 'm' changes the value 'tmes', .*; did you mean 'times'"),
        ({"reactions": {"bell_wrang": max}}, "module 'm' reacts to 'bell_wrang', .*did you mean 'bell_rang'"),
        ({"events": (RANG,)}, "module 'm' declares the event 'bell_rang' a second time"),
        ({"edits": lambda: [after("itms", do(note(9)))]}, "edits the flow at 'itms', but no step .* 'items'"),
        ({"edits": lambda: [replace("zzz", do(note(9)))]}, "no step of that name exist; known: .*main"),
    ],
)
def test_a_seam_that_does_not_exist_is_named_with_the_nearest(parts: Any, message: str) -> None:
    with pytest.raises(RulesetError, match=message):
        build(Add("m", **parts))


@pytest.mark.parametrize(
    ("edit", "expected"),
    [
        (lambda: before("ring", do(note(9))), [9, *BASE]),
        (lambda: after("ring", do(note(9))), [9, *BASE]),
        (lambda: before("items", do(note(9))), [9, *BASE]),
        (lambda: after("items", do(note(9))), [1, 5, 1, 6, 9, 2, 3, 6]),
        (lambda: replace("items", do(note(9))), [9, 2, 3, 6]),
        (lambda: before("note_1", do(note(9))), [9, 5, 1, 5, 9, 6, 1, 6, 2, 3, 6]),
        (lambda: after("note_2", do(note(9))), [1, 5, 1, 6, 2, 9, 3, 6]),
        (lambda: replace("note_2", do(note(9))), [1, 5, 1, 6, 9, 3, 6]),
        (lambda: after("note_3", do(note(9))), [1, 5, 1, 6, 2, 3, 9, 6]),
        (lambda: replace("note_3", do(note(9))), [1, 5, 1, 6, 2, 9, 6]),
        (lambda: replace("case", do(note(9))), [1, 5, 1, 6, 2, 9, 6]),
        (lambda: after("note_6", do(note(9))), [*BASE, 9]),
        (lambda: before("main", do(note(9))), [9, *BASE]),
        (lambda: after("main", do(note(9))), [*BASE, 9]),
        (lambda: replace("main", seq("main", do(note(9)))), [9]),
    ],
)
def test_edits_change_the_flow_at_their_anchor(edit: Any, expected: list[int]) -> None:
    module = Add("m", edits=lambda: [edit()])
    assert log(module, on=[]) == BASE
    assert log(module) == expected
    assert log(module, on=[]) == BASE


def test_a_called_flow_can_be_edited_and_keeps_its_name() -> None:
    def call_seven(s: LogState) -> None:
        s.call("note_7")

    def edits() -> list[Edit]:
        return [after("ring", do(call_seven)), before("note_7", do(note(8))), after("note_7", do(note(9)))]

    assert log(Add("m", edits=edits)) == [8, 7, 9, *BASE]
    with pytest.raises(RulesetError, match=r"replaces the flow 'note_7' by 'note_9'; .* must keep its name"):
        build(Add("m", edits=lambda: [replace("note_7", do(note(9)))]))


def test_an_anchor_that_stands_twice_is_refused() -> None:
    with pytest.raises(RulesetError, match="edits the flow at 'note_1', but 2 steps of that name exist"):
        build(
            Add("m", edits=lambda: [after("note_1", do(note(9)))]),
            make=lambda: [seq("main", do(note(1)), do(note(1)))],
        )


def test_two_modules_can_edit_at_the_same_anchor() -> None:
    first = Add("first", edits=lambda: [before("note_1", do(note(8)))])
    second = Add("second", edits=lambda: [before("note_1", do(note(9)))])
    assert log(first, second)[:6] == [8, 5, 9, 5, 1, 5]


def test_two_modules_can_edit_before_and_after_a_whole_flow() -> None:
    def call_seven(s: LogState) -> None:
        s.call("note_7")

    caller = Add("caller", edits=lambda: [after("ring", do(call_seven))])
    first = Add("first", edits=lambda: [before("note_7", do(note(8))), after("note_7", do(note(18)))])
    second = Add("second", edits=lambda: [before("note_7", do(note(9))), after("note_7", do(note(19)))])
    assert log(caller, first, second) == [8, 9, 7, 19, 18, *BASE]


def test_values_pass_through_all_modifiers_in_the_order_of_the_game() -> None:
    first = Add("first", modifiers={"times": lambda s, value: value + 1})
    second = Add("second", modifiers={"times": lambda s, value: value * 10})

    def written(s: LogState, times: int) -> None:
        s.log.append(times)

    ear = Add("ear", reactions={"bell_rang": written})
    assert log(ear)[0] == 2
    assert log(first, second, ear)[0] == 30
    assert log(first, second, ear, on=["ear", "second", "first"])[0] == 30


def test_several_modules_react_to_one_event_in_the_order_of_the_game() -> None:
    first = Add("first", reactions={"bell_rang": lambda s, times: s.log.append(times + 10)})
    second = Add("second", reactions={"bell_rang": lambda s, times: s.log.append(times + 20)})
    assert log(first, second, on=["second", "first"]) == [12, 22, *BASE]


def test_a_module_may_react_to_events_of_a_later_module() -> None:
    def echo(s: LogState, times: int) -> None:
        s.emit(ECHOED, times + 1)

    def written(s: LogState, times: int) -> None:
        s.log.append(times)

    listener = Add("listener", reactions={"echoing.echo_heard": written})
    echoing = Add("echoing", events=(ECHOED,), reactions={"bell_rang": echo})
    assert log(listener, echoing) == [3, *BASE]


def test_an_event_of_another_module_is_named_with_it() -> None:
    """Without that module, in play or at all, there is nothing to react to; a wrong name is refused."""
    listener = Add("listener", reactions={"echoing.echo_heard": lambda s, times: s.log.append(times)})
    echoing = Add("echoing", events=(ECHOED,))
    assert log(listener) == log(listener, echoing, on=["listener"]) == BASE
    deaf = Add("deaf", reactions={"echoing.echo_herd": max})
    with pytest.raises(RulesetError, match=r"reacts to 'echoing.echo_herd', .*did you mean 'echo_heard'"):
        build(deaf, echoing, on=["deaf"])
    with pytest.raises(RulesetError, match="module 'deaf' reacts to 'echo_heard', which nothing emits"):
        build(Add("deaf", reactions={"echo_heard": max}), echoing)


class Snow(Columns):
    depth: int


SNOW = declare(Snow, depth=number(PUBLIC, amount()))


def test_schema_and_slice_go_together() -> None:
    with pytest.raises(RulesetError, match=r"module 'm': a schema and a slice from start\(\) go together"):
        build(Add("m", schema=SNOW)).start()
    with pytest.raises(RulesetError, match="module 'm': a schema and a slice"):
        build(Add("m", slice=Snow)).start()
    with pytest.raises(RulesetError, match=r"Snow\.depth is declared, but start\(\) does not set it"):
        build(Add("m", schema=SNOW, slice=Snow)).start()


# -- the tree -------------------------------------------------------------------------------------


def test_two_steps_of_one_name_are_refused() -> None:
    with pytest.raises(RulesetError, match="two steps of flow are called 'pick'"):
        build(make=lambda: [seq("main", ask(Pick("pick", [1])), ask(Pick("pick", [2])))])
    assert log(make=lambda: [seq("main", ask(Pick("pick", [1])), ask(Pick("pick", [2]), "again"))]) == [1, 2]


def test_two_kinds_of_question_of_one_name_are_refused() -> None:
    class Other(Question[Any]):
        name, rule = "pick", "T-1"

    with pytest.raises(RulesetError, match="two questions of flow are called 'pick'"):
        build(make=lambda: [seq("main", ask(Pick("pick", [1])), ask(Other(), "again"))])


def test_a_question_may_be_asked_under_another_clause() -> None:
    class Again(Pick):
        rule = "T-2"

    rules = build(make=lambda: [seq("main", ask(Pick("pick", [1])), ask(Again("pick", [2, 3]), "again"))])
    assert rules.asks(rules.start())[0].rule == "T-2"


def test_a_tree_shared_between_rulesets_is_refused() -> None:
    shared = tree()
    build(make=lambda: shared)
    with pytest.raises(RulesetError, match=r"step 'main' of flow .* belongs to another ruleset"):
        build(make=lambda: shared)
