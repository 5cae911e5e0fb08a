"""What modules bring, and how they go together, on the toy village."""

from __future__ import annotations

import copy
import json
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pfalz.core.ask import Widened
from pfalz.core.data import Edition, corrected
from pfalz.core.errors import RecordError, RulesetError
from pfalz.core.flow import ask, do, each, flow, loop, seq
from pfalz.core.game import Module, replace, widen, wrap
from pfalz.core.kinds import Kinds
from pfalz.core.presets import module_sets, spread_sets
from pfalz.core.rollout import Tally, play_random
from pfalz.core.ruleset import Ruleset
from tests.core.toys import FlowGame, Pick, flow_rules, note, open_toy, walk
from tests.core.village import DANCE, FEAST, FILES, Feasts, Village, VillageGame, village


def offered(rules: Ruleset[Village]) -> list[int]:
    s = rules.start()
    return list(rules.asks(s)[0].options(s) or ())


def test_two_modules_widen_the_same_question() -> None:
    assert offered(village(2)) == [0, 1]
    assert offered(village(2, "feasts")) == [0, 1, FEAST]
    assert offered(village(2, "dances")) == [0, 1, DANCE]
    rules = village(2, "dances", "feasts")
    assert offered(rules) == [0, 1, FEAST, DANCE]  # in the order of the game's modules
    s = rules.start()
    rules.play(s, 0, [1])
    rules.play(s, 1, [DANCE])
    assert s.slices["dances"].dancing == [0, 1]  # type: ignore[attr-defined]
    rules.play(s, 0, [FEAST])
    assert s.food[0] == 0 and s.breakdown(0) == {"food": 1, "feasts": 1}


def test_what_nobody_widened_is_refused_with_the_base_reason() -> None:
    rules = village(2, "feasts", "dances")
    s = rules.start()
    rules.play(s, 0, [0])
    rules.play(s, 1, [0])
    reason = rules.ask_of(s, 0).why_not(s, (), 0)
    assert reason is not None and reason.key == "been_there"
    assert rules.ask_of(s, 0).why_not(s, (), FEAST) is None


def test_reactions_and_the_flows_they_call_run_in_the_order_of_the_modules() -> None:
    for food, after in ((12, 10), (3, 6)):  # tidy (at most 9) comes before rest (one more)
        rules = village(2, "dances", "feasts")
        s = rules.start()
        s.food[0] = food
        rules.play(s, 0, [0])
        assert s.food[0] == after


def test_a_module_brings_data_and_an_edition_corrects_them() -> None:
    rules = village(2, "mines")
    assert rules.lookup.place_ids == ["forest", "river", "pit"]
    assert rules.kinds["place"].size == 3 and offered(rules) == [0, 1, 2]
    edition = Edition("village", "", {"mines.shaft.pit.gain": 7})
    assert Ruleset(VillageGame(), 2, corrected(FILES, edition), ["mines"]).lookup.gain == [2, 1, 7]
    assert Ruleset(VillageGame(), 2, corrected(FILES, edition)).lookup.gain == [2, 1]
    moved = {"village.pit": "mines.shaft.pit"}
    assert corrected(FILES, Edition("village", "", {"village.pit.gain": 7}), moved)["mines"]["shaft"][0] == {
        "id": "pit",
        "gain": 7,
    }


def test_a_module_that_is_off_changes_nothing() -> None:
    before = copy.deepcopy(FILES)
    rules = village(2)
    assert set(rules.data) == {"village"} and rules.sources == ["food"]
    assert "music" not in rules.options and rules.kinds["place"].values == [0, 1]
    village(2, "mines", "feasts", "dances")
    assert before == FILES and rules.kinds["place"].values == [0, 1]


def test_options_of_a_module_count_only_with_it() -> None:
    assert village(2, "dances").options == {"music": "fiddle"}
    assert village(2, "dances", music="drum").options == {"music": "drum"}
    with pytest.raises(RulesetError, match="option 'music' counts only with module 'dances'"):
        village(2, music="drum")
    with pytest.raises(RulesetError, match="no option 'musik'"):
        village(2, "dances", musik="drum")


def test_an_obligatory_module_comes_by_itself_and_allows_its_player_count() -> None:
    assert VillageGame().counts() == [1, 2, 3]
    assert [module.id for module in village(1).modules] == ["wolves"]
    assert [module.id for module in village(1, "dances").modules] == ["dances", "wolves"]
    with pytest.raises(RulesetError, match="1 to 3 players, not 4"):
        village(4)
    with pytest.raises(RulesetError, match="'wolves' is for 1 to 1 players"):
        village(2, "wolves")


def test_a_side_without_a_seat_has_its_column_and_its_name() -> None:
    rules = village(1)
    assert rules.sides == ["wolves"] and rules.kinds["side"].size == 2
    assert rules.kinds["side"].name(1) == ("side.wolves", {})
    s = rules.start()
    assert s.food == [0, 0] and s.visited == [0] and len(s.points) == 1


def test_a_solo_game_can_be_won_and_lost() -> None:
    seen: set[tuple[int, int]] = set()
    for seed in range(40):
        rules = village(1)
        s = rules.start()
        play_random(rules, s, Random(seed), Tally())
        outcome = rules.outcome(s)
        (wolves,) = outcome.opponents
        assert sorted((*outcome.places, wolves.place)) == [1, 2]
        assert sum(wolves.breakdown.values()) == wolves.score
        seen.add((outcome.places[0], wolves.place))
    assert seen == {(1, 2), (2, 1)}


@pytest.mark.parametrize("players", [1, 2, 3])
def test_every_set_of_modules_plays(players: int) -> None:
    for modules in module_sets(VillageGame(), players):
        rules = village(players, *modules)
        s = rules.start()
        while not s.over:
            rules.shapes.check(s, "columns", False)
            assert rules.key(rules.from_json(json.loads(json.dumps(rules.to_json(s))))) == rules.key(s)
            play_random(rules, s, Random(7), Tally(), 1)


@settings(max_examples=20, deadline=None)
@given(st.data())
def test_a_session_of_the_village_is_sound(data: st.DataObject) -> None:
    walk(open_toy(village(2, "feasts", "dances", "mines")), data)


# -- positions that do not fit -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("column", "value", "message"),
    [
        ("round", 4, r"columns\.round: expected a number from 0 to 3, found 4"),
        ("food", [1], r"columns\.food: expected 2 entries, found 1"),
        ("food", [1, -1], r"columns\.food\[1\]: expected a number from 0"),
        ("visited", [4, 0], r"columns\.visited\[0\]: 4 is no place"),
        ("points", [0], r"columns\.points: expected 2 entries"),
        ("food", [0, -99], r"columns\.food\[1\]"),
    ],
)
def test_a_position_with_a_wrong_shape_is_refused(column: str, value: object, message: str) -> None:
    rules = village(2)
    position = rules.to_json(rules.start())
    position["columns"][column] = value
    with pytest.raises(RecordError, match=message):
        rules.from_json(position)


# -- edits that get in each other's way ---------------------------------------------------------------


def with_modules(*modules: Module[Any], make: Any = None) -> Ruleset[Any]:
    make = make or (lambda: [seq("main", do(note(1)), ask(Pick("pick", [1, 2])), do(note(3)))])
    return Ruleset(FlowGame(make, modules=modules), 2, {}, [module.id for module in modules])


def module(id: str, *edits: Any) -> Module[Any]:
    made = type(id.title(), (Module,), {"id": id, "edits": lambda self, rules: [edit() for edit in edits]})
    found: Module[Any] = made()
    return found


def test_two_modules_that_replace_the_same_step_are_refused() -> None:
    red = module("red", lambda: replace("note_1", do(note(10))))
    also = module("also", lambda: replace("note_10", do(note(20))))
    with pytest.raises(RulesetError, match="modules 'red' and 'also' both replace the step 'note_10'"):
        with_modules(red, also)
    same = module("same", lambda: replace("note_1", do(note(20))))
    with pytest.raises(
        RulesetError, match="'same' edits the flow at 'note_1', which module 'red' has replaced"
    ):
        with_modules(red, same)


def test_a_replacement_of_the_same_name_is_refused_as_well() -> None:
    def pick(n: int) -> Any:
        return lambda: replace("pick", ask(Pick("pick", [n, n + 1])))

    with pytest.raises(RulesetError, match="modules 'red' and 'blue' both replace the step 'pick'"):
        with_modules(module("red", pick(5)), module("blue", pick(7)))


def test_several_modules_wrap_the_same_step() -> None:
    red = module("red", lambda: wrap("note_1", lambda old: seq("red_day", do(note(10)), old)))
    blue = module("blue", lambda: wrap("note_1", lambda old: seq("blue_day", old, do(note(20)))))
    rules = with_modules(red, blue)
    assert rules.start().log == [10, 1, 20]


def test_a_flow_that_is_wrapped_keeps_the_name_it_is_called_by() -> None:
    def call(s: Any) -> None:
        s.call("aside", 1)

    def make() -> list[Any]:
        return [seq("main", do(call), ask(Pick("pick", [1, 2]))), flow(seq("aside", do(note(5))), "number")]

    red = module("red", lambda: wrap("aside", lambda old: seq("aside_too", do(note(4)), old)))
    blue = module("blue", lambda: wrap("aside", lambda old: seq("aside_also", old, do(note(6)))))
    assert with_modules(red, blue, make=make).start().log == [4, 1, 5, 1, 6, 1]


def test_a_question_nobody_asks_cannot_be_widened() -> None:
    class Wider(Widened[Any]):
        name, rule = "pick", "T-1"

    with pytest.raises(RulesetError, match="widens the question 'pack', which nobody asks; did you mean"):
        with_modules(module("red", lambda: widen("pack", Wider)))

    class Other(Widened[Any]):
        name, rule = "pick", "T-2"

    with pytest.raises(RulesetError, match="name, clause and skip_if_forced have to stay"):
        with_modules(module("red", lambda: widen("pick", Other)))


def test_steps_inside_a_seq_are_told_apart() -> None:
    with pytest.raises(RulesetError, match="two steps inside 'main' of flow are called 'note_1'"):
        flow_rules(lambda: [seq("main", do(note(1)), do(note(1)))])


# -- positions that outlive the flow ------------------------------------------------------------------


def short() -> list[Any]:
    return [seq("main", do(note(1)), ask(Pick("pick", [1, 2])), do(note(3)), ask(Pick("last", [8, 9])))]


def longer() -> list[Any]:
    """The same with steps before, between and after."""
    inner = [do(note(11)), ask(Pick("pick", [1, 2])), do(note(12)), do(note(3)), ask(Pick("last", [8, 9]))]
    return [seq("main", do(note(1)), *inner, do(note(13)))]


def test_a_saved_position_survives_an_inserted_step() -> None:
    """It goes on with the step it names, whatever was inserted before or behind it."""
    old, new = flow_rules(short), flow_rules(longer)
    s = old.start()
    saved = json.loads(json.dumps(old.to_json(s)))
    assert saved["stack"][0][:2] == ["main", "note_3"]
    there = new.from_json(saved)
    new.play(there, 0, [2])
    new.play(there, 0, [8])
    assert there.log == [1, 2, 3, 8, 13] and there.over
    assert new.hash(new.from_json(saved)) == old.hash(s)  # so a snapshot is confirmed by the old log


def test_a_position_stored_by_index_goes_on_in_the_right_place() -> None:
    saved = flow_rules(short).to_json(flow_rules(short).start())
    del saved["format"]
    saved["stack"][0][1] = 2  # as it was written when positions counted
    new = flow_rules(longer, new_steps=("note_11", "note_12", "note_13"))
    there = new.from_json(saved)
    new.play(there, 0, [2])
    new.play(there, 0, [9])
    assert there.log == [1, 2, 3, 9, 13]
    saved["stack"][0][1] = 5
    with pytest.raises(RecordError, match="step 'main' has no position 5"):
        new.from_json(saved)


def test_where_a_game_stands_can_be_asked() -> None:
    def make() -> list[Any]:
        return [
            loop("rounds", lambda s: True, seq("round", do(note(1)), ask(Pick("pick", [1, 2])), do(note(3))))
        ]

    s = flow_rules(make).start()
    assert s.within("round") and s.within("rounds") and not s.within("winter")
    assert s.next_in("round") == "note_3" and s.next_in("winter") == ""
    assert s.has_begun("round", "pick") and not s.has_begun("round", "note_3")
    assert s.items("round") == ((), ())


def test_modules_that_meet_are_played_together() -> None:
    """With many modules: each alone, each pair that meets, all, and each two together and apart."""
    made = [type(f"M{i}", (Module,), {"id": f"m{i}", "meets": ("m1",) if i == 5 else ()})() for i in range(8)]
    made[2].__class__.excludes = ("m3",)
    game = FlowGame(short, modules=tuple(made))
    sets = [frozenset(found) for found in module_sets(game, 2)]
    assert len(sets) == len(set(sets)) < 40
    assert {frozenset(), frozenset(("m5", "m1")), *(frozenset((f"m{i}",)) for i in range(8))} <= set(sets)
    assert frozenset(f"m{i}" for i in range(8) if i != 3) in sets
    for a in range(8):
        for b in range(a):
            pair = {f"m{a}", f"m{b}"}
            if pair != {"m2", "m3"}:
                assert any(pair <= found for found in sets), pair
            assert any(f"m{a}" in found and f"m{b}" not in found and len(found) > 1 for found in sets)
    assert not any({"m2", "m3"} <= found for found in sets)


def test_pairs_and_cover_are_spread_over_the_player_counts() -> None:
    made = [type(f"M{i}", (Module,), {"id": f"m{i}", "players": (2 if i < 7 else 3, 8)})() for i in range(8)]
    made[5].__class__.meets = ("m1", "m7")
    game = type("Wide", (FlowGame,), {"players": (2, 4)})(short, modules=tuple(made))
    spread = spread_sets(game)
    played = [(n, frozenset(modules)) for n, modules in spread]
    assert len(played) == len(set(played)) < sum(len(module_sets(game, n)) for n in (2, 3, 4))
    assert [n for n, _ in spread] == sorted(n for n, _ in spread)
    for n in (2, 3, 4):
        here = [f"m{i}" for i in range(8) if n > 2 or i < 7]
        always = {frozenset(), frozenset(here), *(frozenset((id,)) for id in here)}
        assert {(n, chosen) for chosen in always} <= set(played)
        assert {chosen for count, chosen in played if count == n} - always  # and some of the others
    every = {chosen for _, chosen in played}
    assert {frozenset(found) for n in (2, 3, 4) for found in module_sets(game, n)} == every
    assert len([n for n, chosen in played if chosen == frozenset(("m1", "m5"))]) == 1


def test_player_counts_that_a_module_brings_share_the_sets() -> None:
    made = [type(f"M{i}", (Module,), {"id": f"m{i}", "players": (2, 8)})() for i in range(5)]
    wide = type("W", (Module,), {"id": "wide", "players": (5, 7), "obligatory": (5, 6, 7)})()
    late = type("L", (Module,), {"id": "late", "players": (6, 7), "meets": ("m0",)})()
    game = type("Wide", (FlowGame,), {"players": (2, 3)})(short, modules=(wide, *made, late))
    played = [(n, frozenset(modules)) for n, modules in spread_sets(game)]
    assert len(played) == len(set(played))
    brought = [(n, chosen) for n, chosen in played if n > 3]
    assert [n for n, chosen in brought if not chosen] == [5, 6, 7]
    alone = [next(iter(chosen)) for _, chosen in brought if len(chosen) == 1]
    assert sorted(alone) == ["late", "m0", "m1", "m2", "m3", "m4"]
    assert {n for n, chosen in brought if len(chosen) == 1} == {5, 6, 7}
    assert [n for n, chosen in brought if len(chosen) == 6] == [7]
    others = [chosen for _, chosen in brought if 1 < len(chosen) < 6]
    assert frozenset(("m0", "late")) in others and len(others) == len(set(others))
    assert not set(others) & {chosen for n, chosen in played if n <= 3}  # those are played there


def test_sources_of_modules_follow_those_of_the_game() -> None:
    assert village(2, "feasts").sources == ["food", "feasts"]
    assert Feasts.sources == ("feasts",)


def test_a_thing_can_be_called_otherwise() -> None:
    kinds = Kinds("toy", 2, ("wolves",))
    kinds.variant("owner", "side", {-1: ("nobody", {})})
    kinds.rename("side", 2, ("side.bears", {}))
    assert kinds["side"].name(2) == kinds["owner"].name(2) == ("side.bears", {})
    assert kinds["side"].values == [0, 1, 2] and kinds["owner"].values == [0, 1, 2, -1]
    with pytest.raises(RulesetError, match="the kind 'side' of toy has no value 3"):
        kinds.rename("side", 3, ("side.bees", {}))


def test_kinds_nobody_declared_are_refused() -> None:
    with pytest.raises(RulesetError, match="flow has no kind of thing called 'saet'; did you mean 'seat'"):
        flow_rules(lambda: [seq("main", each("turns", lambda s: [0], do(note(1)), kind="saet"))])
    with pytest.raises(RulesetError, match="no kind of thing called 'conty'"):
        flow_rules(lambda: [seq("main", do(note(1))), flow(seq("aside", do(note(2))), "seat", "conty*")])
