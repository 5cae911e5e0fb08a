"""Build (D-5) and the payment slots (D-26.4)."""

from __future__ import annotations

import pytest

from pfalz.games.darkages.words import (
    CHURCH,
    CITY,
    GOLD,
    GOODS,
    IRON,
    LEATHER,
    MANOR,
    PRODUCTION,
    STONE,
    STORE,
    TOWER,
    WOOD,
)
from tests.games.darkages.table import BUILDS, WHITE, WORDS, YELLOW, Table


def rich(players: int = 4) -> Table:
    """Yellow can pay for everything in one way."""
    return Table(players).goods(YELLOW, wood=9, leather=9, stone=9, iron=9).hand(YELLOW)


@pytest.mark.clause("D-5.1", "D-25.3")
def test_exactly_one_of_six_options() -> None:
    table = rich().hold(YELLOW, "lombardy", infantry=1)
    table.act(YELLOW, "build")
    assert table.options() == [CITY, PRODUCTION, CHURCH, TOWER, MANOR, STORE] == list(BUILDS.values())
    table.do(YELLOW, TOWER, table.area("verona"), 0)
    assert table.open() == ("after", YELLOW)  # one piece, and that is it
    assert [table.s.floors[table.area("verona")], sum(table.s.city)] == [1, 4]


@pytest.mark.clause("D-5.2", "D-R.36")
def test_costs() -> None:
    t = Table().t

    def cost(wood: int = 0, leather: int = 0, stone: int = 0, iron: int = 0) -> tuple[int, ...]:
        return (wood, leather, stone, iron, 0)

    assert t.city_cost == cost(wood=1, stone=1)
    assert t.own_production_cost == cost(wood=1, leather=1)
    assert t.near_production_cost == cost(wood=2, leather=1)
    assert t.church_cost == cost(stone=2, iron=1)
    assert t.floor_costs == [cost(wood=1), cost(wood=1, stone=1), cost(wood=1, stone=2)]
    assert t.manor_cost == cost(leather=1)
    assert t.storage_costs[1:] == [
        (cost(wood=1), cost(leather=1)),
        (cost(wood=1), cost(leather=1)),
        (cost(wood=1, stone=1),),
        (cost(stone=1, iron=1),),
        (cost(stone=2, iron=1),),
    ]


# -- city -----------------------------------------------------------------------------------------


@pytest.mark.clause("D-5.3", "D-5.4", "D-5.5", "D-5.6")
def test_a_city_in_an_own_area_without_one() -> None:
    table = rich().hold(YELLOW, "lombardy", infantry=1).hold(YELLOW, "tuscany", manors=1)
    table.hold(WHITE, "bavaria", infantry=1).act(YELLOW, "build")
    assert table.areas(table.options(CITY)) == {"lombardy", "tuscany"}
    assert table.why(CITY, table.area("verona")) == ("has_city", "D-5.4")
    assert table.why(CITY, table.area("bavaria")) == ("not_your_area", "D-2.7")
    assert table.why(CITY, table.area("romagna")) == ("not_your_area", "D-2.7")
    left = table.s.cities_left
    table.do(YELLOW, CITY, table.area("lombardy"), 0, 0)
    assert table.s.city[table.area("lombardy")] == 1 and table.s.cities_left == left - 1
    assert table.s.culture[YELLOW] == 2
    assert table.owned(YELLOW) == {"wood": 8, "leather": 9, "stone": 8, "iron": 9}
    assert table.s.sites_taken(table.area("lombardy")) == 1  # the building that stood there
    assert table.made_in("lombardy") == {"leather": 1}


@pytest.mark.clause("D-5.7", "D-1.5")
def test_no_city_without_one_in_the_supply() -> None:
    table = rich().hold(YELLOW, "lombardy", infantry=1)
    table.act(YELLOW, "build")
    table.s.cities_left = 0
    assert CITY not in table.options()
    assert table.why(CITY)[0] == "cannot_build"


# -- production buildings -------------------------------------------------------------------------


@pytest.mark.clause("D-5.8", "D-5.11")
def test_production_needs_a_city_with_a_free_site() -> None:
    table = rich().hold(YELLOW, "lombardy", infantry=1).hold(WHITE, "bavaria", infantry=1, city=True)
    table.hold(YELLOW, "tuscany", infantry=1, city=True, production={"iron": 1, "stone": 2})
    table.hold(YELLOW, "romagna", infantry=1, city=True, churches=1, production={"wood": 1})
    table.act(YELLOW, "build")
    assert table.areas(table.options(PRODUCTION)) == {"verona", "romagna"}
    assert table.why(PRODUCTION, table.area("lombardy")) == ("needs_city", "D-5.8")
    assert table.why(PRODUCTION, table.area("bavaria")) == ("not_your_area", "D-2.7")
    assert table.why(PRODUCTION, table.area("tuscany")) == ("no_site", "D-5.11")
    table.do(YELLOW, PRODUCTION, table.area("verona"), STONE, 0, 0)
    assert table.made_in("verona") == {"stone": 2}  # several of a type are allowed
    assert table.owned(YELLOW) == {"wood": 8, "leather": 8, "stone": 9, "iron": 9}
    table.act(YELLOW, "build", PRODUCTION, table.area("verona"), STONE, 0, 0)
    assert table.made_in("verona") == {"stone": 3}
    table.act(YELLOW, "build")
    assert table.areas(table.options(PRODUCTION)) == {"romagna"}


@pytest.mark.clause("D-5.9", "D-2.2", "D-5.10")
def test_b17_production_buildings_with_two_players() -> None:
    """B17: Carinthia and Carniola are blocked, so that Verona has no iron or wood from there."""
    table = rich(2).hold(WHITE, "lombardy", infantry=1).marker("romagna")
    table.act(YELLOW, "build")
    verona = table.area("verona")
    assert table.options(PRODUCTION, verona) == [WOOD, LEATHER, STONE, IRON]
    before = table.owned(YELLOW)
    for resource, wood in ((STONE, 1), (LEATHER, 2), (WOOD, 2), (IRON, 2)):
        table.goods(YELLOW, **before).buildings("verona", production={"stone": 1})
        table.stack("build").act(YELLOW, "build", PRODUCTION, verona, resource, 0, 0)
        assert table.owned(YELLOW)["wood"] == 9 - wood
        assert table.owned(YELLOW)["leather"] == 8
    table.goods(WHITE, wood=3, leather=3).stack("build").act(WHITE, "build")
    swabia = table.area("swabia")
    assert table.options(PRODUCTION, swabia) == [WOOD, LEATHER, IRON]
    assert table.why(PRODUCTION, swabia, STONE) == ("no_type", "D-5.9")
    table.do(WHITE, PRODUCTION, swabia, LEATHER, *[0] * 2)
    assert table.owned(WHITE) == {"wood": 2, "leather": 2}  # the cheaper price


@pytest.mark.clause("D-5.9", "D-1.5", "D-1.11")
def test_why_a_type_cannot_be_built() -> None:
    table = Table().goods(WHITE, wood=1, leather=1)
    table.act(WHITE, "build")
    swabia = table.area("swabia")
    assert table.options(PRODUCTION, swabia) == [LEATHER]
    assert table.why(PRODUCTION, swabia, STONE) == ("no_type", "D-5.9")
    assert table.why(PRODUCTION, swabia, IRON) == ("too_dear", "D-1.11")
    table.goods(WHITE, wood=9, leather=9).s.production_left[IRON] = 0
    assert table.why(PRODUCTION, swabia, IRON) == ("none_left", "D-1.5")


# -- churches -------------------------------------------------------------------------------------


@pytest.mark.clause("D-5.12", "D-5.13", "D-2.5")
def test_a3_church_in_carinthia() -> None:
    """A3: five points, one for the region, one for the Kingdom of Italy, none for East Francia."""
    table = (
        Table()
        .buildings("swabia", churches=1, production={"leather": 1})
        .goods(YELLOW, stone=2, iron=1, gold=2)
    )
    table.hold(YELLOW, "carinthia", infantry=1, city=True).hand(YELLOW)
    row = table.s.churches_left
    table.act(YELLOW, "build", CHURCH, table.area("carinthia"), 0, 0)
    assert table.score(YELLOW) == 7
    assert table.owned(YELLOW) == {"gold": 2}
    assert table.s.churches_left == row - 1
    assert table.s.churches[table.area("carinthia")] == 1


@pytest.mark.clause("D-5.13", "D-5.14")
def test_churches_of_others_and_in_free_areas_count() -> None:
    table = rich().hold(WHITE, "tuscany", infantry=1, city=True, churches=1)
    table.buildings("bavaria", city=True, churches=1).buildings("romagna", city=True, churches=1)
    table.act(YELLOW, "build", CHURCH, table.area("verona"), 0, 0)
    # Tuscany is of the region, Bavaria stands for East Francia; only Carantania has no church
    assert table.score(YELLOW) == 5 + 1
    alone = rich()
    alone.act(YELLOW, "build", CHURCH, alone.area("verona"), 0, 0)
    assert alone.score(YELLOW) == 5 + 1 + 3  # East Francia, Carantania, Romagna


@pytest.mark.clause("D-5.16", "D-5.11", "D-R.26", "D-5.17")
def test_a_city_may_hold_more_churches_as_long_as_there_are_sites_and_churches() -> None:
    table = rich()
    verona = table.area("verona")
    table.act(YELLOW, "build", CHURCH, verona, 0, 0)
    first = table.score(YELLOW)
    table.act(YELLOW, "build", CHURCH, verona, 0, 0)
    assert table.s.churches[verona] == 2
    assert table.score(YELLOW) - first == 5 + 3  # not the first of its region any more
    table.turn(YELLOW).act(YELLOW, "build")
    assert CHURCH not in table.options()  # three sites are taken
    table.buildings("verona", churches=1)
    assert CHURCH in table.options()
    table.s.churches_left = 0
    assert CHURCH not in table.options()


@pytest.mark.clause("D-5.15", "D-12.6", "D-R.3", "D-25.6")
def test_a_relic_may_be_played_after_the_points_of_a_church() -> None:
    table = rich().hand(YELLOW, "true_cross", "imperial_cross", "the_great")
    table.act(YELLOW, "build", CHURCH, table.area("verona"), 0, 0)
    assert table.open() == ("relic", YELLOW)
    assert table.score(YELLOW) == 9
    assert sorted(table.options()) == sorted(
        [table.card("true_cross"), table.card("imperial_cross"), table.no_card]
    )
    assert table.why(table.card("the_great")) == ("no_relic", "D-12.6")
    table.do(YELLOW, table.card("true_cross"))
    assert table.score(YELLOW) == 9 + 2
    assert table.hand_of(YELLOW) == {"imperial_cross", "the_great"}
    assert table.s.discard[-1] == table.card("true_cross")
    assert table.asked() == "after"  # one relic per church
    declined = rich().hand(YELLOW, "true_cross")
    declined.act(YELLOW, "build", CHURCH, declined.area("verona"), 0, 0).do(YELLOW, declined.no_card)
    assert declined.score(YELLOW) == 9 and declined.hand_of(YELLOW) == {"true_cross"}


# -- towers ---------------------------------------------------------------------------------------


@pytest.mark.clause("D-5.18", "D-5.19", "D-5.20")
def test_floor_by_floor() -> None:
    table = rich().buildings("verona", production={"stone": 3})  # a tower takes no site
    verona = table.area("verona")
    for floor, stone in ((1, 0), (2, 1), (3, 2)):
        before = table.owned(YELLOW)
        table.stack("build").act(YELLOW, "build", TOWER, verona, *[0] * (1 + (stone > 0)))
        assert table.s.floors[verona] == floor
        assert before["wood"] - table.owned(YELLOW)["wood"] == 1
        assert before["stone"] - table.owned(YELLOW).get("stone", 0) == stone
    table.hold(YELLOW, "lombardy", infantry=1).stack("build").act(YELLOW, "build")
    assert TOWER not in table.options()
    table.buildings("lombardy", city=True)
    assert table.areas(table.options(TOWER)) == {"lombardy"}
    assert table.why(TOWER, verona) == ("no_floor", "D-5.20")
    table.s.floors_left = 0
    assert TOWER not in table.options()


@pytest.mark.clause("D-5.18", "D-1.11")
def test_no_tower_without_a_city_and_without_the_price() -> None:
    table = Table().goods(YELLOW, wood=2, leather=1).hold(YELLOW, "lombardy", infantry=1)
    table.hold(YELLOW, "tuscany", infantry=1, city=True, floors=1).act(YELLOW, "build")
    assert table.areas(table.options(TOWER)) == {"verona"}
    assert table.why(TOWER, table.area("lombardy")) == ("needs_city", "D-5.8")
    assert table.why(TOWER, table.area("tuscany")) == ("too_dear", "D-1.11")  # its second floor needs stone


# -- manors and storehouses -----------------------------------------------------------------------


@pytest.mark.clause("D-5.21", "D-5.22")
def test_a_second_manor_where_exactly_one_stands() -> None:
    table = rich().hold(YELLOW, "lombardy", infantry=1).hold(YELLOW, "tuscany", manors=2)
    table.hold(YELLOW, "bavaria", manors=1).hold(WHITE, "franconia", manors=1).act(YELLOW, "build")
    assert table.areas(table.options(MANOR)) == {"verona", "bavaria"}
    for area in ("lombardy", "tuscany"):
        assert table.why(MANOR, table.area(area)) == ("needs_one_manor", "D-5.21")
    off = table.s.manors_off(YELLOW)
    table.do(YELLOW, MANOR, table.area("bavaria"), 0)
    assert table.s.manors[table.area("bavaria")] == 2
    assert table.s.manors_off(YELLOW) == off + 1
    assert table.owned(YELLOW)["leather"] == 8
    table.s.row[YELLOW] = 0
    table.turn(YELLOW).act(YELLOW, "build")
    assert MANOR not in table.options()


@pytest.mark.clause("D-5.23", "D-1.9")
def test_a4_second_storehouse() -> None:
    """A4: for a leather, a wood or a gold; two variants of the price."""
    table = Table().goods(YELLOW, leather=1)
    table.s.storage[YELLOW] = 1
    table.act(YELLOW, "build")
    assert table.forms(STORE) == [(STORE, LEATHER, 0)]
    table.do(YELLOW, STORE, LEATHER, 0)
    assert table.s.storage[YELLOW] == 2 and table.owned(YELLOW) == {}
    assert (table.t.sell_limit[2], table.t.store_limit[2]) == (4, 4)
    assert table.score(YELLOW) == 0
    for goods, forms in (
        ({"wood": 1}, [(STORE, WOOD, 0)]),
        ({"gold": 1}, [(STORE, WOOD, 1), (STORE, LEATHER, 1)]),
    ):
        other = Table().goods(YELLOW, **goods)
        other.s.storage[YELLOW] = 1
        other.act(YELLOW, "build")
        assert other.forms(STORE) == forms
        assert other.slots(STORE) == "variant"


@pytest.mark.clause("D-5.23", "D-5.24")
def test_storehouses_up_to_level_five() -> None:
    table = rich()
    prices = [
        {"wood": 1},
        {"wood": 1},
        {"wood": 1, "stone": 1},
        {"stone": 1, "iron": 1},
        {"stone": 2, "iron": 1},
    ]
    for level, price in enumerate(prices, 1):
        before = table.owned(YELLOW)
        table.stack("build").turn(YELLOW).act(YELLOW, "build")
        table.do(YELLOW, *table.forms(STORE)[0])
        assert table.s.storage[YELLOW] == level
        after = table.owned(YELLOW)
        assert {id: before[id] - after[id] for id in before if before[id] != after[id]} == price
    table.stack("build").act(YELLOW, "build")
    assert STORE not in table.options()


# -- paying ---------------------------------------------------------------------------------------


@pytest.mark.clause("D-1.9", "D-22.6")
def test_b18_discount_and_gold() -> None:
    """B18: Church Reform takes off the iron, a gold stands for the second stone."""
    table = Table().goods(YELLOW, stone=1, gold=1).achievement(YELLOW, "church_reform").hand(YELLOW)
    table.act(YELLOW, "build")
    verona = table.area("verona")
    assert table.forms(CHURCH, verona) == [(CHURCH, verona, STONE, 0, 1), (CHURCH, verona, IRON, 1)]
    table.do(YELLOW, CHURCH, verona, IRON, 1)
    assert table.owned(YELLOW) == {}
    assert table.s.churches[verona] == 1


@pytest.mark.clause("D-1.9", "D-26.2", "D-26.3", "D-26.4")
@pytest.mark.parametrize(("gold", "ways"), [(2, [(1, 0), (1, 1), (2, 0)]), (1, [(1, 0)]), (0, [])])
def test_b38_payment_slots(gold: int, ways: list[tuple[int, int]]) -> None:
    """B38: an iron building in Swabia for two wood and a leather; gold for wood first, then for leather."""
    table = Table().goods(WHITE, wood=1, leather=1, gold=gold)
    table.act(WHITE, "build")
    swabia = table.area("swabia")
    assert (IRON in table.options(PRODUCTION, swabia)) == bool(ways)
    if ways:
        form = (PRODUCTION, swabia, IRON)
        assert table.forms(*form) == [(*form, *way) for way in ways]
        assert table.slots(*form) == "gold_wood"
        assert table.slots(*form, ways[0][0]) == "gold_leather"


@pytest.mark.clause("D-26.2", "D-26.3")
def test_an_only_way_is_not_asked() -> None:
    table = Table().goods(YELLOW, iron=1, stone=2).hand(YELLOW)
    table.turn(YELLOW).do(YELLOW, WORDS["build"])
    assert table.s.churches[table.area("verona")] == 1  # nothing else could be built, in no other place
    assert table.owned(YELLOW) == {}


@pytest.mark.clause("D-26.4", "D-22.7")
def test_a_substitute_is_asked_for_before_gold() -> None:
    table = Table().goods(YELLOW, wood=2, stone=1, gold=1).achievement(YELLOW, "quarries")
    table.hold(YELLOW, "lombardy", infantry=1).act(YELLOW, "build")
    lombardy = table.area("lombardy")
    assert table.slots(CITY, lombardy) == "substitute"
    assert table.forms(CITY, lombardy) == [
        (CITY, lombardy, 0, 0, 0),
        (CITY, lombardy, 0, 0, 1),
        (CITY, lombardy, 0, 1, 0),
        (CITY, lombardy, 1, 0),
        (CITY, lombardy, 1, 1),
    ]
    table.do(YELLOW, CITY, lombardy, 1, 0)
    assert table.owned(YELLOW) == {"stone": 1, "gold": 1}


@pytest.mark.clause("D-26.4", "D-22.6")
def test_a_limited_discount_is_asked_for_first_and_must_be_used_where_it_is_needed() -> None:
    table = Table().goods(YELLOW, leather=1, wood=1, iron=1).achievement(YELLOW, "tanneries", 2)
    table.act(YELLOW, "recruit")
    verona = table.area("verona")
    assert table.slots(0, verona) == "discount"
    assert table.forms(0, verona) == [(0, verona, 0, 0), (0, verona, 1)]
    table.s.goods[GOODS * YELLOW + LEATHER] = 0
    assert table.forms(0, verona) == [(0, verona, 1)]
    table.do(YELLOW, 0, verona, 1)
    assert table.units("verona") == (1, 0, 0)
    assert table.owned(YELLOW) == {"wood": 1, "iron": 1}
    table.goods(YELLOW, wood=1, iron=1, gold=0).turn(YELLOW)
    assert WORDS["recruit"] not in table.options()  # once between two passes


@pytest.mark.clause("D-26.3")
@pytest.mark.parametrize(
    "goods", [{"wood": 2, "gold": 1}, {"leather": 1, "stone": 2, "gold": 2}, {"gold": 4}]
)
def test_every_prefix_on_offer_can_be_completed(goods: dict[str, int]) -> None:
    table = Table().goods(YELLOW, **goods).hold(YELLOW, "lombardy", infantry=1, city=True, floors=1)
    table.hold(YELLOW, "tuscany", manors=1).achievement(YELLOW, "forest_law", 2).achievement(
        YELLOW, "quarries"
    )
    table.act(YELLOW, "build")
    forms = table.forms()
    assert len(set(forms)) == len(forms) > 3
    for form in forms:
        copy = Table().goods(YELLOW, **goods).hold(YELLOW, "lombardy", infantry=1, city=True, floors=1)
        copy.hold(YELLOW, "tuscany", manors=1).achievement(YELLOW, "forest_law", 2).achievement(
            YELLOW, "quarries"
        )
        copy.act(YELLOW, "build").play(YELLOW, form)
        assert copy.s.goods[GOODS * YELLOW + GOLD] >= 0
