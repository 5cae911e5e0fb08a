"""Pieces and their limits (D-1), and what is said about areas (D-2)."""

from __future__ import annotations

import pytest

from pfalz.catalogue import game, ruleset
from pfalz.core.data import load_files
from pfalz.core.errors import RulesetError
from pfalz.games.darkages.control import disband
from pfalz.games.darkages.counters import count
from pfalz.games.darkages.goods import gain_culture, gain_goods
from pfalz.games.darkages.possible import supply_limit
from pfalz.games.darkages.state import FREE, NONE
from pfalz.games.darkages.words import (
    ACHIEVEMENT,
    ACTION_IDS,
    CITIES,
    EPITHET,
    GOLD,
    GOODS,
    IRON,
    LEATHER,
    PRODUCTION,
    RELIC,
    RESOURCE_IDS,
    STONE,
    UNITS,
    WAR_TECHNOLOGY,
    WOOD,
)
from tests.games.darkages.table import (
    BUILDS,
    FOR_CULTURE,
    FOR_GOLD,
    GREEN,
    REACTIONS,
    VIOLET,
    WHITE,
    WORDS,
    YELLOW,
    Table,
)

INFANTRY, ARCHER, CAVALRY = range(3)


# -- components (D-1) -----------------------------------------------------------------------------


@pytest.mark.clause("D-1.1")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_two_to_four_players_in_four_colours(players: int) -> None:
    rules = ruleset("darkages", players)
    assert rules.lookup.colour_ids == ["yellow", "white", "violet", "green"][:players]


@pytest.mark.clause("D-1.1")
@pytest.mark.parametrize("players", [0, 9])
def test_no_other_number_of_players(players: int) -> None:
    with pytest.raises(RulesetError):
        ruleset("darkages", players)


@pytest.mark.clause("D-1.2")
def test_pieces_of_a_player() -> None:
    table = Table(2)
    assert table.t.figures == [7, 6, 5]
    assert table.t.manors == 12
    assert table.t.discs == 6  # with more players some stay in the box
    assert [table.s.supply[UNITS * seat : UNITS * (seat + 1)] for seat in (YELLOW, WHITE)] == [[7, 6, 5]] * 2


@pytest.mark.clause("D-1.3", "D-1.4")
def test_common_pieces_and_cards() -> None:
    table = Table(4)
    t = table.t
    assert (t.cities, t.tower_pieces, t.churches) == (15, 30, 10)
    assert RESOURCE_IDS == ("wood", "leather", "stone", "iron")
    assert 4 * t.production_pieces == 88
    assert len(t.marker_ids) == 25
    assert len(t.ruler_ids) == 5
    assert len(t.title_ids) == 6
    assert len(ACTION_IDS) == len(t.band_ids) == 5
    assert len(t.barbarian_faces) == 3
    start = {card for cards in t.start_cards for card in cards}
    assert len(start) == 10  # those of the two rulers of a module are its own
    kinds = {kind: t.card_kind.count(kind) for kind in (ACHIEVEMENT, WAR_TECHNOLOGY, RELIC, EPITHET)}
    assert kinds == {ACHIEVEMENT: 46, WAR_TECHNOLOGY: 24, RELIC: 12, EPITHET: 12}


@pytest.mark.clause("D-1.5")
def test_what_is_limited_cannot_be_placed_without_a_piece() -> None:
    table = Table().goods(YELLOW, wood=9, leather=9, stone=9, iron=9).hold(YELLOW, "lombardy", infantry=1)
    table.buildings("verona", production={"stone": 1})
    table.act(YELLOW, "build")
    assert table.options() == list(BUILDS.values())
    s = table.s
    s.cities_left = s.churches_left = s.floors_left = s.row[YELLOW] = 0
    assert table.options() == [BUILDS["production"], BUILDS["store"]]
    verona = table.area("verona")
    assert table.options(PRODUCTION, verona) == [WOOD, LEATHER, STONE, IRON]
    s.production_left = [5, 0, 5, 5]
    assert table.options(PRODUCTION, verona) == [WOOD, STONE, IRON]
    s.production_left = [0] * 4
    assert table.options() == [BUILDS["store"]]


@pytest.mark.clause("D-1.5")
def test_a_free_effect_without_a_piece_does_not_happen() -> None:
    table = Table().hold(YELLOW, "lombardy", infantry=6).goods(YELLOW, stone=2, iron=1)
    relic = next(
        id
        for id in table.cards(RELIC)
        if any(e.op == 12 and e.unit == INFANTRY for e in table.t.card_effects[table.card(id)])
    )
    table.hand(YELLOW, relic).act(YELLOW, "build", BUILDS["church"], table.area("verona"), 0, 0)
    assert table.asked() == "relic"
    table.do(YELLOW, table.card(relic))
    placed = sum(e.n for e in table.t.card_effects[table.card(relic)] if e.op == 12)
    assert placed > 1
    assert table.units("verona") == (1, 0, 0)  # only one was left


@pytest.mark.clause("D-1.6", "D-R.20")
def test_goods_and_dice_do_not_run_out() -> None:
    table = Table()
    for goods in range(GOODS):
        gain_goods(table.s, YELLOW, goods, 100)
    assert table.owned(YELLOW) == dict.fromkeys(("wood", "leather", "stone", "iron", "gold"), 101)
    table.check()


@pytest.mark.clause("D-1.7")
def test_a_unit_that_leaves_the_map_can_be_recruited_again() -> None:
    table = Table().hold(YELLOW, "verona", cavalry=5).goods(YELLOW, leather=1, iron=1, wood=1)
    table.act(YELLOW, "recruit")
    assert table.options() == [INFANTRY, ARCHER]
    assert table.why(CAVALRY) == ("no_figure", "D-8.2")
    disband(table.s, table.area("verona"), (0, 0, 1))
    assert table.s.supply[UNITS * YELLOW + CAVALRY] == 1
    assert table.options() == [INFANTRY, ARCHER, CAVALRY]


@pytest.mark.clause("D-1.8")
def test_gold_culture_and_points_are_no_resources() -> None:
    table = Table().goods(YELLOW, gold=7).points(YELLOW, 5)
    table.s.culture[YELLOW] = 10
    assert table.s.resources(YELLOW) == 0
    table.goods(YELLOW, wood=1, leather=1, stone=1, iron=1)
    assert table.s.resources(YELLOW) == 4


@pytest.mark.clause("D-1.9")
def test_gold_replaces_any_number_of_resource_markers() -> None:
    table = Table().goods(YELLOW, wood=1, stone=1, gold=2).hold(YELLOW, "lombardy", infantry=1)
    table.act(YELLOW, "build")
    lombardy = table.area("lombardy")
    city = BUILDS["city"]
    assert table.forms(city, lombardy) == [
        (city, lombardy, wood, stone) for wood in (0, 1) for stone in (0, 1)
    ]
    table.do(YELLOW, city, lombardy, 1, 1)
    assert table.owned(YELLOW) == {"wood": 1, "stone": 1}


@pytest.mark.clause("D-1.10")
def test_resources_never_pay_a_price_in_gold() -> None:
    table = Table().goods(YELLOW, wood=9, iron=9).hand(YELLOW, "war_short_bows_or_long_spears")
    table.turn(YELLOW)
    assert WORDS["research"] not in table.options()
    assert table.why(WORDS["research"]) == ("no_option", "D-4.5")


@pytest.mark.clause("D-1.10", "D-13.11")
def test_gold_stands_in_for_nothing_that_is_sold_traded_or_stored() -> None:
    table = Table(bands=("march", "develop_culture", "research", "recruit", "build"))
    table.goods(YELLOW, gold=9, wood=1).stack("build", WHITE, YELLOW).goods(WHITE, gold=5, wood=1)
    table.act(YELLOW, "build", BUILDS["store"], WOOD, 0)
    trade = REACTIONS["trade"]
    assert table.open() == ("react", WHITE)
    assert table.options(trade) == [FOR_CULTURE]  # there is no iron, and gold is none
    assert table.options(trade, FOR_CULTURE) == [WOOD]
    table.s.goods[GOODS * WHITE + IRON] = 1
    assert table.options(trade) == [FOR_GOLD, FOR_CULTURE]


@pytest.mark.clause("D-1.11")
def test_nothing_begins_that_cannot_be_paid_in_full() -> None:
    table = Table().goods(YELLOW, stone=1, iron=1, wood=1)
    table.act(YELLOW, "build")
    assert BUILDS["church"] not in table.options()  # one stone is missing
    assert table.why(BUILDS["church"])[0] == "cannot_build"
    table.s.goods[GOODS * YELLOW + GOLD] = 1
    assert BUILDS["church"] in table.options()


@pytest.mark.clause("D-1.12")
def test_points_have_no_upper_bound() -> None:
    table = Table().points(YELLOW, 400).goods(YELLOW, stone=2, iron=1)
    table.act(YELLOW, "build", BUILDS["church"], table.area("verona"), 0, 0)
    assert table.score(YELLOW) > 400


# -- the map (D-2) --------------------------------------------------------------------------------


@pytest.mark.clause("D-2.1", "D-2.3")
@pytest.mark.parametrize(("players", "open_areas", "regions"), [(2, 16, 6), (3, 20, 8), (4, 24, 9)])
def test_open_areas_and_regions(players: int, open_areas: int, regions: int) -> None:
    t = Table(players).t
    assert t.areas == open_areas
    assert len(t.region_ids) == regions
    whites = [id for id in ("romagna", "rome", "pannonia") if id in t.area_ids]
    for id in whites:
        assert t.region_areas[t.region[t.area_ids.index(id)]].bit_count() == 1


@pytest.mark.clause("D-2.4", "D-2.2", "D-R.30")
def test_a1_adjacency() -> None:
    """A1: a border and a sea route are the same; blocked areas are adjacent to nothing."""

    def beside(table: Table, area: str) -> set[str]:
        return table.areas(table.t.neighbours[table.area(area)])

    four, three = Table(4), Table(3)
    assert "bohemia" in beside(four, "merseburg_march")
    assert "benevento" in beside(four, "croatia")
    assert beside(three, "croatia") == {"carniola", "pannonia", "romagna"}
    assert not {"spoleto", "benevento", "capua", "apulia"} & set(three.t.area_ids)


@pytest.mark.clause("D-2.4", "D-R.30")
def test_adjacency_goes_both_ways() -> None:
    t = Table(4).t
    for area, beside in enumerate(t.neighbours):
        assert area not in beside
        assert all(area in t.neighbours[other] for other in beside)


@pytest.mark.clause("D-2.2", "D-3.14", "D-R.37", "D-R.32")
@pytest.mark.parametrize("players", [2, 3])
def test_a_blocked_area_does_not_exist(players: int) -> None:
    """No building, no marker, no neighbour, no part of a region: there is no such area at the table."""
    table = Table(players, wild=True)
    every = {
        row["id"]: row["min_players"] for row in load_files(game("darkages").package, ("map",))["map"]["area"]
    }
    assert len(every) == 24  # D-R.32
    blocked = {id for id, least in every.items() if least > players}
    assert set(table.t.area_ids) == set(every) - blocked
    assert sum(table.s.production) == table.t.areas
    assert sum(look != NONE for look in table.s.look) == table.t.areas - players
    assert all(max(beside) < table.t.areas for beside in table.t.neighbours)
    assert sum(mask.bit_count() for mask in table.t.region_areas) == table.t.areas


@pytest.mark.clause("D-2.5")
def test_regions_adjacent_to_an_area() -> None:
    table = Table(4)

    def near(area: str) -> set[str]:
        return {table.t.region_ids[region] for region in table.t.near_regions[table.area(area)]}

    assert near("carinthia") == {"east_francia", "kingdom_of_italy"}
    assert near("rome") == {"kingdom_of_italy", "romagna_region", "lower_lombardy"}
    assert near("benevento") == {"carantania"}  # by sea; its own region does not count


@pytest.mark.clause("D-2.6")
def test_own_resource_and_two_manor_spaces() -> None:
    table = Table().hold(YELLOW, "verona", manors=2).goods(YELLOW, leather=3, wood=3)
    assert set(table.t.resource) == {WOOD, LEATHER, STONE, IRON}
    table.act(YELLOW, "build")
    assert BUILDS["manor"] not in table.options()  # no third manor
    assert table.s.rules.violations(table.s) == []


@pytest.mark.clause("D-2.7", "D-2.9", "D-2.8", "D-2.14")
def test_control_comes_from_units_and_manors_only() -> None:
    table = Table().buildings("lombardy", city=True, floors=1, churches=1).buildings("tuscany", city=True)
    table.marker("tuscany").hold(YELLOW, "bavaria", infantry=1)
    s = table.s
    assert table.owner("lombardy") == FREE
    assert count(s, YELLOW, CITIES) == 1  # the capital; the cities of free areas are nobody's
    table.hold(WHITE, "lombardy", manors=1)
    assert count(s, WHITE, CITIES) == 2
    table.act(YELLOW, "march", table.area("bavaria"), table.area("carinthia"), 1, 0, 0)
    assert table.owner("carinthia") == YELLOW  # a unit is enough


@pytest.mark.clause("D-2.9")
def test_a_free_area_with_a_marker_is_occupied() -> None:
    table = Table().hold(YELLOW, "lombardy", infantry=2).marker("tuscany").goods(YELLOW, leather=1)
    table.turn(YELLOW).act(YELLOW, "march", table.area("lombardy"), table.area("tuscany"), 1, 0, 0)
    assert "attack_declared" in table.names()
    quiet = Table().hold(YELLOW, "lombardy", infantry=2)
    quiet.act(YELLOW, "march", quiet.area("lombardy"), quiet.area("tuscany"), 1, 0, 0)
    assert "attack_declared" not in quiet.names()
    assert quiet.owner("tuscany") == YELLOW


@pytest.mark.clause("D-2.10")
def test_figures_of_two_players_never_stay_together() -> None:
    table = Table().hold(YELLOW, "lombardy", infantry=3).hold(WHITE, "tuscany", archers=1)
    table.act(YELLOW, "march", table.area("lombardy"), table.area("tuscany"), 3, 0, 0)
    assert table.events("attack_declared") == [(YELLOW, WHITE, table.area("tuscany"))]
    assert table.s.within("battle")  # at once, and nobody can do anything before it is decided
    assert table.units("lombardy") == (0, 0, 0) and table.units("tuscany") == (0, 0, 0)


@pytest.mark.clause("D-2.8", "D-2.11", "D-R.35")
def test_b24_leaving_an_area() -> None:
    """B24: the area is free at once, the city stays and belongs to the next who comes, without culture."""
    table = Table(bands=("build", "march", "research", "recruit", "develop_culture"))
    table.hold(WHITE, "franconia", infantry=1, city=True).hold(YELLOW, "bavaria", archers=1)
    table.act(WHITE, "march", table.area("franconia"), table.area("saxony"), 1, 0, 0)
    assert table.owner("franconia") == FREE
    assert table.owner("saxony") == WHITE
    assert table.s.city[table.area("franconia")] == 1
    table.stack("develop_culture", YELLOW, WHITE).stack("march", YELLOW, GREEN)
    table.hold(GREEN, "apulia", infantry=1)
    table.act(GREEN, "march", table.area("apulia"), table.area("benevento"), 1, 0, 0)
    table.end(GREEN)
    assert table.open() == ("react", YELLOW)
    culture = table.s.culture[YELLOW]
    regroup = REACTIONS["regroup"]
    table.do(YELLOW, regroup, table.area("bavaria"), table.area("franconia"), 0, 1, 0)
    assert table.owner("franconia") == YELLOW
    assert count(table.s, YELLOW, CITIES) == 2
    assert table.s.culture[YELLOW] == culture
    assert "attack_declared" not in table.names()


@pytest.mark.clause("D-2.12", "D-2.13")
def test_the_home_area_is_never_lost() -> None:
    table = Table().hold(YELLOW, "verona", infantry=1, manors=0).manors_off(YELLOW, 1)
    verona = table.area("verona")
    assert table.s.home[YELLOW] == verona
    assert table.t.region_ids[table.t.region[verona]] == "kingdom_of_italy"
    table.act(YELLOW, "march", verona, table.area("lombardy"), 1, 0, 0)
    assert table.owner("verona") == YELLOW
    assert table.units("verona") == (0, 0, 0)


@pytest.mark.clause("D-2.14")
def test_own_buildings_are_those_in_own_areas() -> None:
    table = (
        Table().buildings("lombardy", city=True, floors=2, churches=1).hold(YELLOW, "lombardy", infantry=1)
    )
    table.goods(YELLOW, wood=1, stone=2)
    table.act(YELLOW, "build")
    assert table.areas(table.options(BUILDS["tower"])) == {"verona", "lombardy"}
    table.hold(WHITE, "lombardy", infantry=1)
    assert table.areas(table.options(BUILDS["tower"])) == {"verona"}
    assert table.why(BUILDS["tower"], table.area("lombardy")) == ("not_your_area", "D-2.7")


@pytest.mark.clause("D-6.6")
def test_culture_never_goes_back() -> None:
    table = Table()
    gain_culture(table.s, VIOLET, 4)
    gain_culture(table.s, VIOLET, 0)
    assert table.s.culture[VIOLET] == 4
    assert supply_limit(table.s, VIOLET) == 3
