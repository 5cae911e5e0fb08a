"""The words of the card language that cards of modules use (DM0-8): what they take away or give back.

A table of these tests has a deed for each of them, as a module would bring it."""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from typing import Any, Self

import pytest

from pfalz.catalogue import game, ruleset
from pfalz.core.errors import DataError
from pfalz.core.ruleset import Ruleset
from pfalz.core.texts import Texts
from pfalz.games.darkages import effects, losses
from pfalz.games.darkages.cardtext import effects_text
from pfalz.games.darkages.language import FilesError
from pfalz.games.darkages.state import FREE, FROM_CARDS, NONE
from pfalz.games.darkages.words import ARCHER, CAVALRY, GOLD, INFANTRY, IRON, LEATHER, STONE, WOOD
from tests.games.darkages.table import GREEN, VIOLET, WHITE, YELLOW, Table

Row = dict[str, Any]


def rules_with(*rows: Row, players: int = 4, **more: object) -> Ruleset[Any]:
    """Rules with a deed `test` of these effects."""
    data = deepcopy(dict(ruleset("darkages", players).all_data))
    data["cards"] = {**data["cards"], "deed": [{"id": "test", "effects": list(rows)}], **more}
    return Ruleset(game("darkages"), players, data)


class Fated(Table):
    """A table at which a deed can be carried out."""

    def __init__(self, *rows: Row, players: int = 4, **more: object) -> None:
        super().__init__(players, rules=rules_with(*rows, players=players, **more))

    @property
    def deed(self) -> tuple[Any, ...]:
        found: tuple[Any, ...] = self.t.deeds["test"]
        return found

    def strikes(self, seat: int, area: int = NONE) -> Self:
        """The deed is carried out for a seat."""
        self.turn(YELLOW)
        self.s.trace = []
        effects.carry_out(self.s, seat, area, self.deed, FROM_CARDS)
        self.rules.run(self.s)
        self.check()
        return self

    def full(self, seat: int) -> bool:
        """Whether nothing would be missing."""
        return losses.complete(self.s, seat, self.deed, NONE)

    def owned(self, seat: int) -> list[int]:
        return self.s.goods[5 * seat : 5 * seat + 5]


def lose(what: str, n: int | str) -> Row:
    return {"op": "lose", "what": what, "n": n}


# -- goods, points, culture -----------------------------------------------------------------------------


@pytest.mark.clause("DM0-8.1", "DM0-1.11")
def test_goods_of_a_type_are_lost_as_far_as_possible() -> None:
    table = Fated(lose("iron", 2), lose("gold", 1)).goods(WHITE, iron=1, gold=3)
    assert not table.full(WHITE)
    table.strikes(WHITE)
    assert table.owned(WHITE) == [0, 0, 0, 0, 2]
    assert table.asked() == "turn"
    table = Fated(lose("iron", 2)).goods(WHITE, iron=2)
    assert table.full(WHITE)


@pytest.mark.clause("DM0-8.1", "DM0-1.11")
def test_the_owner_chooses_resources_he_loses() -> None:
    table = Fated(lose("resource", 3)).goods(WHITE, wood=2, stone=1, iron=1, gold=4).strikes(WHITE)
    assert table.open() == ("lose", WHITE)
    assert table.forms() == [(WOOD, WOOD, STONE), (WOOD, WOOD, IRON), (WOOD, STONE, IRON)]
    assert table.why(LEATHER) == ("none_of_it", "DM0-8.1")
    assert table.why(STONE) == ("in_order", "D-26.5")
    table.do(WHITE, WOOD, STONE, IRON, ask="lose")
    assert table.owned(WHITE) == [1, 0, 0, 0, 4]
    assert table.events("goods_lost") == [(WHITE, 5, 5 + STONE, 5 + IRON)]


@pytest.mark.clause("DM0-1.11")
def test_who_has_too_little_is_not_asked() -> None:
    table = Fated(lose("resource", 3)).goods(WHITE, wood=2, gold=4).strikes(WHITE)
    assert table.owned(WHITE) == [0, 0, 0, 0, 4]
    assert table.asked() == "turn"
    table = Fated(lose("resource", 3)).goods(WHITE, gold=4).strikes(WHITE)
    assert table.owned(WHITE) == [0, 0, 0, 0, 4]
    assert not table.full(WHITE)


@pytest.mark.clause("DM0-8.19")
def test_all_of_something() -> None:
    table = Fated(lose("wood", "all")).goods(WHITE, wood=7, iron=1)
    assert table.full(WHITE)
    assert table.strikes(WHITE).owned(WHITE) == [0, 0, 0, 1, 0]
    assert not table.full(WHITE), "of all there must be one"


@pytest.mark.clause("DM0-1.5")
def test_points_never_fall_below_none() -> None:
    table = Fated(lose("vp", 4))
    table.s.add_points(WHITE, 6, FROM_CARDS)
    assert table.full(WHITE)
    assert table.strikes(WHITE).score(WHITE) == 2
    assert not table.full(WHITE)
    assert table.strikes(WHITE).score(WHITE) == 0
    assert table.events("points_scored") == [(WHITE, -2, FROM_CARDS)]
    assert table.strikes(WHITE).events("points_scored") == []


@pytest.mark.clause("DM0-1.8")
def test_a_culture_counter_goes_back() -> None:
    table = Fated(lose("culture", 3)).goods(WHITE)
    red = table.t.red_spaces[0]
    table.s.culture[WHITE] = red - 1
    effects.gain(table.s, WHITE, 6, 2, FROM_CARDS)
    assert table.s.culture[WHITE] == red + 1 and table.s.gold(WHITE) == table.t.red_gold
    table.strikes(WHITE)
    assert table.s.culture[WHITE] == red - 2
    assert table.s.gold(WHITE) == table.t.red_gold, "gold is kept"
    assert table.events("culture_lost") == [(WHITE, 3, red - 2)]
    effects.gain(table.s, WHITE, 6, 2, FROM_CARDS)
    assert table.s.gold(WHITE) == table.t.red_gold, "and not given again"
    table.s.culture[WHITE] = 2
    assert not table.full(WHITE)
    assert table.strikes(WHITE).s.culture[WHITE] == 0


@pytest.mark.clause("DM0-1.8")
def test_access_follows_the_counter() -> None:
    table = Fated(lose("culture", 3))
    table.s.culture[YELLOW] = table.t.red_spaces[0]
    table.act(YELLOW, "develop_culture")
    assert table.options() == [0, 1]
    table = Fated(lose("culture", 3))
    table.s.culture[YELLOW] = table.t.red_spaces[0]
    table.strikes(YELLOW).act(YELLOW, "develop_culture")
    assert table.asked() != "develop"  # one card, no question


@pytest.mark.clause("DM0-1.7")
def test_culture_points_stop_at_the_last_space() -> None:
    table = Fated({"op": "gain", "what": "culture", "n": 5})
    table.s.culture[WHITE] = table.t.last_space - 2
    table.strikes(WHITE)
    assert table.s.culture[WHITE] == table.t.last_space


@pytest.mark.clause("DM0-1.9")
def test_an_end_that_was_reached_stays_reached() -> None:
    table = Fated(lose("culture", 3))
    table.s.culture[WHITE] = table.t.last_space
    table.strikes(WHITE)
    assert table.s.culture[WHITE] == table.t.last_space - 3
    assert table.s.ended_by == 1 << 2
    table.act(YELLOW, "develop_culture")
    if table.asked() == "after":
        table.end(YELLOW)
    assert table.events("end_begun") == [(2,)]


@pytest.mark.clause("DM0-8.19")
def test_a_loss_that_counts() -> None:
    row = {"op": "lose_per", "what": "vp", "n": 2, "per": "cities", "max": 3}
    table = Fated(row)
    for i, area in enumerate(("bavaria", "franconia", "saxony", "bohemia")):
        table.s.add_points(WHITE, 20 - table.score(WHITE), FROM_CARDS)
        table.hold(WHITE, area, 1, city=True).strikes(WHITE)
        assert table.score(WHITE) == 20 - 2 * min(3, i + 2)


@pytest.mark.clause("DM0-8.19")
def test_counters_of_modules_are_asked_for_by_value() -> None:
    row = {"op": "lose_per", "what": "vp", "n": 2, "per": "omens"}
    with pytest.raises(FilesError):
        rules_with(row)
    table = Fated(row, more_counters=["omens"])
    table.s.add_points(WHITE, 9, FROM_CARDS)
    counters = table.t.known.counters
    asked = []

    def omens(s: object, n: int, side: int, counter: int, area: int) -> int:
        asked.append((side, counters[counter], area))
        return 3

    table.rules.modifiers["counter"] = omens
    assert table.strikes(WHITE).score(WHITE) == 3
    assert set(asked) == {(WHITE, "omens", NONE)}


# -- giving ---------------------------------------------------------------------------------------------

GIFT = {"op": "give", "what": "resource", "n": 2, "to": "other_player_with_fewest_vp"}


@pytest.mark.clause("DM0-8.1", "DM0-8.18")
@pytest.mark.parametrize(
    ("points", "receiver"), [((9, 0, 5, 3), GREEN), ((3, 0, 5, 3), GREEN), ((3, 7, 2, 2), VIOLET)]
)
def test_goods_go_to_the_player_with_the_fewest_points(points: Sequence[int], receiver: int) -> None:
    table = Fated(GIFT)
    for seat, n in enumerate(points):
        table.goods(seat)
        table.s.add_points(seat, n, FROM_CARDS)
    table.goods(WHITE, wood=2, iron=1).strikes(WHITE)
    assert table.forms() == [(WOOD, WOOD), (WOOD, IRON)]
    table.do(WHITE, WOOD, IRON)
    assert table.owned(WHITE) == [1, 0, 0, 0, 0]
    assert table.owned(receiver) == [1, 0, 0, 1, 0]
    assert table.events("goods_given") == [(WHITE, receiver, 5, 5 + IRON)]


# -- figures and pieces of the map ------------------------------------------------------------------------


def remove(n: int | str = 1, unit: str = "any", where: str = "map") -> Row:
    return {"op": "remove_unit", "unit": unit, "n": n, "where": where}


@pytest.mark.clause("DM0-1.12", "DM0-8.2", "DM0-1.13")
def test_units_go_back_to_the_supply() -> None:
    table = Fated(remove(2)).hold(WHITE, "bavaria", 1).hold(WHITE, "bohemia", 0, 1, manors=1)
    assert table.full(WHITE)
    before = table.s.supply[:]
    table.strikes(WHITE)
    assert table.asked() == "turn", "both there are, so nothing is asked"
    assert table.s.owner[table.area("bavaria")] == FREE
    assert table.s.owner[table.area("bohemia")] == WHITE, "a manor holds it"
    assert sum(table.s.supply) == sum(before) + 2
    assert not table.full(WHITE)


@pytest.mark.clause("DM0-1.13")
def test_a_home_is_never_lost() -> None:
    table = Fated(remove()).hold(WHITE, "swabia", 1, manors=0)
    table.strikes(WHITE)
    assert table.s.owner[table.area("swabia")] == WHITE


@pytest.mark.clause("DM0-1.12")
def test_the_owner_chooses_the_units() -> None:
    table = Fated(remove(2)).hold(WHITE, "bavaria", 2).hold(WHITE, "bohemia", 0, 1).strikes(WHITE)
    bavaria, bohemia = table.unit_in("bavaria", INFANTRY), table.unit_in("bohemia", ARCHER)
    assert set(table.forms()) == {(bavaria, bavaria), (bavaria, bohemia)}
    assert table.why(bohemia) == ("in_order", "D-26.5")
    table.do(WHITE, bavaria, bohemia)
    assert table.events("unit_disbanded") == [
        (WHITE, INFANTRY, table.area("bavaria")),
        (WHITE, ARCHER, table.area("bohemia")),
    ]


@pytest.mark.clause("DM0-8.18")
def test_units_of_different_areas() -> None:
    table = Fated(remove(2, where="two_different_areas"))
    table.hold(WHITE, "bavaria", 2)
    assert not table.full(WHITE)
    table.hold(WHITE, "bohemia", 0, 1, 1).hold(WHITE, "franconia", 1)
    assert table.full(WHITE)
    table.strikes(WHITE)
    for one, other in table.forms():
        assert one // 3 < other // 3
    first = table.options()[0]
    same = [value for value in table.ask_of().domain(table.s, (first,)) if value // 3 == first // 3]
    assert table.why(first, same[0]) == ("other_area", "DM0-8.18")


@pytest.mark.clause("DM0-8.18")
def test_a_unit_of_the_highest_level() -> None:
    table = Fated(remove(unit="highest_level")).hold(WHITE, "bavaria", 2, 1).hold(WHITE, "bohemia", 1, 0, 1)
    face = next(i for i, face in enumerate(table.t.faces) if face.type == INFANTRY and face.level == 2)
    table.s.face[3 * WHITE + INFANTRY] = face
    table.strikes(WHITE)
    assert table.options() == [table.unit_in("bavaria", INFANTRY), table.unit_in("bohemia", INFANTRY)]
    assert table.why(table.unit_in("bohemia", CAVALRY)) == ("not_highest", "DM0-8.18")


@pytest.mark.clause("DM0-8.6", "DM0-1.13")
def test_a_manor_goes_back_to_the_row() -> None:
    row = {"op": "return_manor", "n": 1, "where": "own_area_not_home"}
    table = Fated(row)
    assert not table.full(WHITE)
    table.hold(WHITE, "bavaria", 1, manors=1).hold(WHITE, "bohemia", manors=1)
    left = table.s.row[WHITE]
    table.strikes(WHITE)
    assert table.areas(table.options()) == {"bavaria", "bohemia"}
    assert table.why(table.area("swabia")) == ("nothing_to_lose_here", "DM0-8.6")
    table.do(WHITE, table.area("bohemia"))
    assert table.s.owner[table.area("bohemia")] == FREE
    assert table.s.row[WHITE] == left + 1
    assert table.strikes(WHITE).s.owner[table.area("bavaria")] == WHITE, "a unit holds it"
    assert table.s.row[WHITE] == left + 2


@pytest.mark.clause("DM0-8.18")
def test_a_manor_of_two() -> None:
    row = {"op": "return_manor", "n": 1, "where": "own_area_with_two_manors"}
    table = Fated(row).hold(WHITE, "bavaria", manors=1)
    assert not table.full(WHITE)
    table.hold(WHITE, "swabia", manors=2).strikes(WHITE)
    assert table.s.manors[table.area("swabia")] == 1
    assert table.events("manor_returned") == [(WHITE, table.area("swabia"))]


@pytest.mark.clause("DM0-8.6", "DM0-8.18")
def test_a_production_building_goes_back_unless_it_is_the_last() -> None:
    row = {"op": "remove_building", "n": 1, "where": "own_city_with_two_or_more_production_buildings"}
    table = Fated(row)
    assert not table.full(WHITE)
    table.buildings("swabia", production={"wood": 2, "iron": 1})
    assert table.full(WHITE)
    left = table.s.production_left[IRON]
    table.strikes(WHITE)
    assert table.options(table.area("swabia")) == [WOOD, IRON]
    assert table.why(table.area("swabia"), STONE) == ("none_of_it", "DM0-8.1")
    table.do(WHITE, table.area("swabia"), IRON)
    assert table.s.production_left[IRON] == left + 1
    assert table.s.produces(table.area("swabia")) == 2


@pytest.mark.clause("DM0-8.6")
def test_the_top_floor_of_a_tower_goes_back() -> None:
    table = Fated({"op": "remove_tower_floor", "n": 1})
    assert not table.full(WHITE)
    table.buildings("swabia", floors=2).hold(WHITE, "bavaria", 1, city=True, floors=1)
    left = table.s.floors_left
    table.strikes(WHITE).do(WHITE, table.area("swabia"))
    assert table.s.floors[table.area("swabia")] == 1 and table.s.floors_left == left + 1
    assert table.events("floor_removed") == [(WHITE, table.area("swabia"), 1)]


@pytest.mark.clause("DM0-8.6")
def test_a_storage_counter_goes_back() -> None:
    table = Fated({"op": "storage_back", "n": 1})
    assert not table.full(WHITE)
    table.s.storage[WHITE] = 2
    assert table.full(WHITE)
    assert table.strikes(WHITE).s.storage[WHITE] == 1
    table.strikes(WHITE).strikes(WHITE)
    assert table.s.storage[WHITE] == 0 and table.events("store_lost") == []


# -- cards, nobles, titles --------------------------------------------------------------------------------


@pytest.mark.clause("DM0-8.5", "DM0-1.11")
def test_cards_of_the_hand_are_discarded() -> None:
    table = Fated({"op": "discard_hand", "n": 2})
    hand = sorted((*table.s.hand[WHITE], table.s.deck.pop()))
    table.s.hand[WHITE] = tuple(hand)
    assert table.full(WHITE)
    table.strikes(WHITE)
    assert table.options() == hand[:2]
    assert table.why(hand[2]) == ("in_order", "D-26.5")
    table.do(WHITE, hand[0], hand[2])
    assert table.s.hand[WHITE] == (hand[1],)
    assert table.s.discard[-2:] == [hand[0], hand[2]]
    assert table.strikes(WHITE).s.hand[WHITE] == ()


@pytest.mark.clause("DM0-8.3")
def test_nobles_are_exhausted_and_recovered() -> None:
    table = Fated({"op": "exhaust_noble", "n": 2}).discs(WHITE, 3)
    gone = table.s.exhausted[WHITE]
    assert table.full(WHITE)
    table.strikes(WHITE)
    assert (table.s.discs[WHITE], table.s.exhausted[WHITE]) == (1, gone + 2)
    assert not table.full(WHITE)
    table.strikes(WHITE)
    assert (table.s.discs[WHITE], table.s.exhausted[WHITE]) == (0, gone + 3)
    coin = {"op": "gain", "what": "gold", "n": 1}
    table = Fated({"op": "recover_noble", "n": 1, "otherwise": [coin]}).goods(WHITE).discs(WHITE, 1)
    gone = table.s.exhausted[WHITE]
    table.strikes(WHITE)
    assert (table.s.discs[WHITE], table.s.exhausted[WHITE], table.s.gold(WHITE)) == (2, gone - 1, 0)
    table.discs(WHITE, table.t.discs).strikes(WHITE)
    assert table.s.gold(WHITE) == 1


@pytest.mark.clause("DM0-8.4", "DM0-8.19")
def test_titles_are_turned() -> None:
    vp = {"op": "gain", "what": "vp", "n": 3}
    table = Fated({"op": "ready_title", "n": "all", "otherwise": [vp]})
    table.strikes(WHITE)
    assert table.score(WHITE) == 3, "also without a title"
    table.s.title[0] = table.s.title[2] = WHITE
    table.s.sideways[0] = 1
    table.strikes(WHITE)
    assert table.s.sideways[0] == 0 and table.score(WHITE) == 3
    assert table.events("titles_readied") == [(WHITE, 0)]
    assert table.strikes(WHITE).score(WHITE) == 6, "none was turned"
    table = Fated({"op": "exhaust_title", "n": "all"})
    assert not table.full(WHITE)
    table.s.title[0] = table.s.title[2] = WHITE
    table.s.title[1] = YELLOW
    assert table.full(WHITE)
    table.strikes(WHITE)
    assert table.s.sideways[:3] == [1, 0, 1]
    with pytest.raises(FilesError):
        rules_with({"op": "exhaust_title", "n": 1})


# -- units that come, units that move ----------------------------------------------------------------------


@pytest.mark.clause("DM0-8.2")
def test_units_are_placed_at_home_or_in_a_city() -> None:
    table = Fated({"op": "place_unit", "unit": "archer", "n": 1, "where": "home"})
    table.strikes(WHITE)
    assert table.s.units_in(table.area("swabia")) == [0, 1, 0]
    rows = (
        {"op": "place_unit", "unit": "infantry", "n": 1, "where": "one_own_city_area"},
        {"op": "place_unit", "unit": "archer", "n": 2, "where": "same_area"},
    )
    table = Fated(*rows).hold(WHITE, "bavaria", 1, city=True).hold(WHITE, "bohemia", 1).strikes(WHITE)
    assert table.open() == ("place_units", WHITE)
    assert table.areas(table.options()) == {"swabia", "bavaria"}
    assert table.why(table.area("bohemia")) == ("needs_own_city", "DM0-8.2")
    table.do(WHITE, table.area("bavaria"))
    assert table.s.units_in(table.area("bavaria")) == [2, 2, 0]


@pytest.mark.clause("DM0-8.7")
def test_units_regroup_by_a_card() -> None:
    table = Fated({"op": "regroup", "n": 1, "optional": True}).hold(WHITE, "bavaria", 2).strikes(WHITE)
    assert table.open() == ("effect", WHITE)
    effect, nothing = table.options()
    table.do(WHITE, effect)
    assert table.open() == ("regroup_units", WHITE)
    assert table.why(table.area("saxony")) == ("no_own_units", "D-9.10")
    table.do(WHITE, table.area("bavaria"), table.area("franconia"), 1, 0, 0)
    assert table.s.owner[table.area("franconia")] == WHITE
    table.strikes(WHITE).do(WHITE, nothing)
    assert table.asked() == "turn"
    table = Fated({"op": "regroup", "n": 1}).hold(WHITE, "bavaria", 1).strikes(WHITE)
    assert table.open() == ("regroup_units", WHITE)


# -- prices ------------------------------------------------------------------------------------------------


def price(what: str, n: int) -> Row:
    return {"op": "pay", "what": what, "n": n}


@pytest.mark.clause("DM0-8.1", "DM0-8.20", "DM0-1.6")
def test_a_price_is_paid_in_full_or_not_at_all() -> None:
    table = Fated(price("wood", 1), price("stone", 2), price("gold", 1))
    (effect,) = table.deed
    assert effect.pay == (1, 0, 2, 0, 1)
    for goods, can in (
        ({"wood": 1, "stone": 2, "gold": 1}, True),
        ({"wood": 1, "stone": 1, "gold": 2}, True),
        ({"gold": 4}, True),
        ({"gold": 3}, False),
        ({"wood": 1, "stone": 2}, False),
        ({"wood": 9, "stone": 1, "gold": 1}, False),
    ):
        assert table.goods(WHITE, **goods).full(WHITE) == can, goods
    table.goods(WHITE, wood=1, stone=1, gold=1)
    assert table.strikes(WHITE).owned(WHITE) == [1, 0, 1, 0, 1], "nothing is paid"
    table.goods(WHITE, wood=1, stone=2, gold=2).strikes(WHITE)
    assert table.open() == ("pay", WHITE)
    assert table.forms() == [(0, 0), (0, 1), (1, 0)]
    table.do(WHITE, 0, 1)
    assert table.owned(WHITE) == [0, 0, 1, 0, 0]


@pytest.mark.clause("DM0-8.20", "DM0-1.6")
def test_resources_of_a_price_are_of_the_payers_choice() -> None:
    table = Fated(price("resource", 2), price("iron", 1)).goods(WHITE, wood=1, iron=1, gold=2)
    assert table.full(WHITE)
    table.strikes(WHITE)
    assert table.forms() == [
        (0, WOOD, GOLD),
        (0, GOLD, GOLD),
        (1, WOOD, IRON),
        (1, WOOD, GOLD),
        (1, IRON, GOLD),
    ]
    table.do(WHITE, 1, WOOD, IRON)
    assert table.owned(WHITE) == [0, 0, 0, 0, 1]
    assert not table.goods(WHITE, wood=2).full(WHITE)


# -- whom an effect concerns -------------------------------------------------------------------------------


@pytest.mark.clause("DM0-8.15")
@pytest.mark.parametrize("word", ["all", "each"])
def test_an_effect_for_everybody_goes_round_from_the_active_player(word: str) -> None:
    table = Fated({**lose("resource", 1), "who": word})
    for seat in range(4):
        table.goods(seat, wood=1, iron=1)
    table.turn(VIOLET)
    effects.carry_for(table.s, table.deed, FROM_CARDS)
    table.rules.run(table.s)
    for seat in (VIOLET, GREEN, YELLOW, WHITE):
        assert table.open() == ("lose", seat)
        table.do(seat, WOOD)
    assert table.asked() == "turn"


@pytest.mark.clause("DM0-8.15")
def test_modules_bring_words_for_whom_an_effect_concerns() -> None:
    row = {"op": "gain", "what": "gold", "n": 1, "who": "pilgrims"}
    with pytest.raises(DataError):
        rules_with(row)
    table = Fated(row, more_who=["pilgrims"])
    for seat in range(4):
        table.goods(seat)
    pilgrims = table.t.known.who.index("pilgrims")
    table.rules.modifiers["concerned"] = lambda s, yes, seat, who: int(who == pilgrims and seat == GREEN)
    effects.carry_for(table.s, table.deed, FROM_CARDS)
    table.rules.run(table.s)
    assert [table.s.gold(seat) for seat in range(4)] == [0, 0, 0, 1]


@pytest.mark.clause("DM0-1.10")
def test_resources_of_ones_choice_are_chosen_one_by_one() -> None:
    table = Fated({"op": "gain", "what": "resource", "n": 2}).goods(WHITE).strikes(WHITE)
    assert len(table.forms()) == 10
    table.do(WHITE, WOOD, IRON)
    assert table.owned(WHITE) == [1, 0, 0, 1, 0]


# -- in words ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rows", "english", "german"),
    [
        ([lose("resource", 3)], "Return 3 resources of your choice to the supply.", "Gib 3 Ressourcen"),
        ([lose("vp", 3)], "Lose 3 VP.", "Verliere 3 SP."),
        ([lose("culture", 1)], "Move your culture counter back 1 space.", "1 Feld zurück."),
        (
            [lose("wood", 1), lose("gold", 2)],
            "Return 1 wood and 2 gold to the supply.",
            "Gib 1 Holz und 2 Gold in den Vorrat zurück.",
        ),
        ([GIFT], "Give 2 resources of your choice to the other player with the fewest VP.", "dem anderen"),
        ([remove(2)], "Remove 2 of your units from the map.", "Entferne 2 deiner Einheiten vom Spielplan."),
        (
            [remove(2, where="two_different_areas")],
            "Remove 2 of your units from different areas.",
            "Entferne 2 deiner Einheiten aus verschiedenen Gebieten.",
        ),
        ([{"op": "discard_hand", "n": "all"}], "Discard all cards from your hand.", "Wirf alle Karten"),
        (
            [{"op": "recover_noble", "n": 1, "otherwise": [{"op": "gain", "what": "gold", "n": 1}]}],
            "back; if that is not possible: take 1 gold.",
            "zurück; geht das nicht: Nimm 1 Gold.",
        ),
        ([price("wood", 1), price("resource", 2)], "Pay 1 wood and 2 resources.", "Zahle 1 Holz und 2 Ress"),
        (
            [{"op": "gain", "what": "gold", "n": 1, "who": "each"}],
            "Every player: take 1 gold.",
            "Jeder Spieler: Nimm 1 Gold.",
        ),
    ],
)
def test_the_words_speak(rows: list[Row], english: str, german: str) -> None:
    rules = rules_with(*rows)
    deed = rules.lookup.deeds["test"]
    assert english in effects_text(Texts(rules, "en"), deed)
    assert german in effects_text(Texts(rules, "de"), deed)


def test_a_question_says_what_is_lost(language: str) -> None:
    table = Fated(lose("resource", 2)).goods(WHITE, wood=2, iron=2).strikes(WHITE)
    said = Texts(table.rules, language).prompt(table.ask_of())
    assert ("2 resources" if language == "en" else "2 Ressourcen") in said


def test_a_table_without_such_cards_has_none_of_it() -> None:
    rules = ruleset("darkages", 4)
    assert {"lose", "pay", "place_units", "regroup_units", "concerning"}.isdisjoint(rules.by_name)
    assert rules.lookup.deeds == {}
