"""Achievements that let one build, recruit, raise or produce more."""

from __future__ import annotations

import pytest

from pfalz.games.darkages.words import INFANTRY, IRON, STONE
from tests.games.darkages.cards import (
    ACHIEVEMENTS,
    complete,
    difference,
    first_step,
    of,
    passes,
    ready,
    recruits,
)
from tests.games.darkages.table import BUILDS, GREEN, LAY_OUT, RAISE, REACTIONS, WHITE, WORDS, YELLOW, Table
from tests.games.darkages.test_cards_choices import effect

COVERED = {
    ("romanesque_building", 1, "act.build"),
    ("castle_building", 2, "act.build"),
    ("liberal_arts", 2, "act.research"),
    ("levy", 1, "recruited"),
    ("watermill", 1, "produce"),
    ("watermill", 2, "produce"),
}


# -- building and recruiting more -------------------------------------------------------------------


@pytest.mark.clause("D-22.8", "D-23.8", "D-21.2", "D-11.6")
def test_romanesque_building_i_builds_something_else_in_the_same_area() -> None:
    table = (
        ready().achievement(YELLOW, "romanesque_building", 1).hold(YELLOW, "lombardy", manors=1, city=True)
    )
    table.hand(YELLOW)
    first_step(table, WORDS["build"]).do(YELLOW, *complete(table, BUILDS["tower"], table.area("lombardy")))
    assert table.asked() == "effect"
    table.do(YELLOW, effect("romanesque_building", 1, table))
    assert table.asked() == "extra_build"
    options = {form[0] for form in table.forms(most=9999)}
    assert options == {
        BUILDS[id] for id in ("production", "church", "manor")
    }  # no tower again, no storehouse
    assert {form[1] for form in table.forms(most=9999)} == {table.area("lombardy")}
    before = dict(table.owned(YELLOW))
    table.do(YELLOW, *complete(table, BUILDS["manor"], table.area("lombardy")))
    assert table.owned(YELLOW)["leather"] == before["leather"] - 1  # at its normal cost
    assert table.asked() == "turn"  # no act.build for the second piece (D-22.8), and only once
    first_step(table, WORDS["build"]).do(YELLOW, *complete(table, BUILDS["tower"], table.area("lombardy")))
    assert table.asked() == "turn"  # used up until the next pass
    passes(table)
    first_step(table, WORDS["build"]).do(YELLOW, *complete(table, BUILDS["tower"], table.area("lombardy")))
    assert table.asked() == "effect"
    table.do(YELLOW, len(table.t.effects))
    table.discs(YELLOW, 2)
    first_step(table, WORDS["build"])
    table.do(YELLOW, *complete(table, BUILDS["church"], table.area("verona")))
    assert table.asked() == "effect"  # declining does not use it up


@pytest.mark.clause("D-22.8")
def test_nothing_is_built_beside_a_storehouse() -> None:
    table = (
        ready().achievement(YELLOW, "romanesque_building", 1).hold(YELLOW, "lombardy", manors=1, city=True)
    )
    first_step(table, WORDS["build"]).do(YELLOW, *complete(table, BUILDS["store"]))
    assert table.asked() == "turn"


@pytest.mark.clause("D-22.8", "D-5.19", "D-5.20", "D-23.8", "D-11.3")
def test_castle_building_ii_adds_a_floor_to_the_same_tower() -> None:
    table = ready().achievement(YELLOW, "castle_building", 2).hand(YELLOW)
    table.hold(YELLOW, "lombardy", manors=1, city=True).holds(YELLOW, "king_of_italy")
    first_step(table, WORDS["build"]).do(YELLOW, *complete(table, BUILDS["tower"], table.area("verona")))
    number = effect("castle_building", 2, table)
    table.do(YELLOW, number, ask="effect")
    assert {form[:2] for form in table.forms()} == {(BUILDS["tower"], table.area("verona"))}
    goods = dict(table.owned(YELLOW))
    table.do(YELLOW, *complete(table), ask="extra_build")
    paid = sum(goods.values()) - sum(table.owned(YELLOW).values())
    assert paid == 1  # 1 wood and 1 stone, one resource less by level I
    assert table.s.floors[table.area("verona")] == 2 and table.asked() == "after"
    table.do(YELLOW, table.title_step("king_of_italy"))  # a new action: once more
    table.do(YELLOW, *complete(table, BUILDS["tower"], table.area("verona")), ask="build")
    assert table.s.floors[table.area("verona")] == 3 and table.asked() != "effect"  # the tower is complete
    other = ready().achievement(YELLOW, "castle_building", 2).hold(YELLOW, "lombardy", manors=1, city=True)
    first_step(other, WORDS["build"]).do(YELLOW, *complete(other, BUILDS["church"], other.area("verona")))
    assert other.asked() == "turn"  # needs_option: only after a tower floor
    declined = ready().achievement(YELLOW, "castle_building", 2)
    first_step(declined, WORDS["build"])
    declined.do(YELLOW, *complete(declined, BUILDS["tower"], declined.area("verona")))
    declined.do(YELLOW, len(declined.t.effects), ask="effect")
    assert declined.s.floors[declined.area("verona")] == 1 and declined.asked() == "turn"


@pytest.mark.clause("D-22.9", "D-23.8", "D-8.3", "D-21.2")
def test_levy_i_recruits_an_infantry_more() -> None:
    table = ready().achievement(YELLOW, "levy", 1).hold(YELLOW, "tuscany", manors=1, city=True)
    first_step(table, WORDS["recruit"]).do(YELLOW, *complete(table, 2, table.area("verona")))
    number = effect("levy", 1, table)
    assert table.options() == [number, len(table.t.effects)]
    table.do(YELLOW, number, ask="effect")
    assert table.asked() == "extra_recruit"
    assert table.areas(table.options()) == {"verona", "tuscany"}  # any own area with a city
    table.do(YELLOW, *complete(table, table.area("tuscany")))
    assert table.units("verona") == (0, 0, 1) and table.units("tuscany") == (1, 0, 0)
    assert table.owned(YELLOW) == {"wood": 9, "leather": 7, "stone": 9, "iron": 8, "gold": 9}
    assert table.asked() == "turn"  # it does not trigger itself
    declined = recruits(ready().achievement(YELLOW, "levy", 1))
    assert declined.units("verona") == (0, 0, 1)
    empty = ready().achievement(YELLOW, "levy", 1).hold(YELLOW, "tuscany", infantry=7)
    recruits(empty, {"effect": lambda t: pytest.fail("there is no infantry left")})
    other = ready().achievement(GREEN, "levy", 1)
    recruits(other, {"effect": lambda t: pytest.fail("somebody else's card")})


@pytest.mark.clause("D-8.3", "D-22.9")
def test_b29_recruited_archers() -> None:
    table = ready().technology(WHITE, "war_recruited_archers", "recruited_archers")
    table.goods(WHITE, wood=1, leather=1)
    table.s.bands = [0, 2, 4, 1, 3]  # Develop Culture on band 4: Recruit, or Take Wood or Stone
    table.stack("develop_culture", WHITE, GREEN)
    table.turn(YELLOW).do(YELLOW, WORDS["develop_culture"], ask="turn")
    table.do(WHITE, *complete(table, REACTIONS["recruit"], INFANTRY), ask="react")
    assert table.open() == ("effect", WHITE)
    table.do(WHITE, table.options()[0])
    assert table.units("swabia") == (1, 1, 0) and table.owned(WHITE) == {}
    assert table.asked() == "turn"


@pytest.mark.clause("D-8.3", "D-22.9", "D-23.8", "D-R.39")
@pytest.mark.parametrize("leather", [3, 2])
def test_b33_recruiting_by_reaction_with_the_levy(leather: int) -> None:
    table = ready().achievement(WHITE, "levy", 1).technology(WHITE, "war_peasant_levy", "peasant_levy")
    table.goods(WHITE, wood=1, leather=leather).hold(WHITE, "bavaria", manors=1, city=True)
    table.s.bands = [0, 2, 4, 1, 3]
    table.stack("develop_culture", WHITE, GREEN)
    table.turn(YELLOW).do(YELLOW, WORDS["develop_culture"], ask="turn")
    table.do(WHITE, REACTIONS["recruit"], 1, table.area("swabia"), 0, 0, ask="react")
    assert len(table.options()) == 3  # two abilities, or none
    table.do(WHITE, table.options()[1], ask="effect").do(WHITE, table.area("bavaria"), 0, ask="extra_recruit")
    if leather == 3:
        table.do(WHITE, table.options()[0], ask="effect").do(WHITE, table.area("swabia"), 0)
    assert table.units("swabia") == (leather - 2, 1, 0) and table.units("bavaria") == (1, 0, 0)
    assert table.owned(WHITE) == {} and table.asked() == "turn"


# -- research ---------------------------------------------------------------------------------------


@pytest.mark.clause("D-21.7", "D-21.17", "D-22.10", "D-23.8")
def test_b32_an_effect_that_counts_at_once() -> None:
    table = ready().hand(YELLOW, "liberal_arts").holds(YELLOW, "king_of_italy")
    table.act(YELLOW, "research")
    assert table.s.culture[YELLOW] == 1
    table.do(YELLOW, table.title_step("king_of_italy"), ask="after")
    if table.asked() == "research":
        table.do(YELLOW, RAISE, table.card("liberal_arts"))
    assert table.s.culture[YELLOW] == 2
    assert table.asked() == "effect"
    table.do(YELLOW, effect("liberal_arts", 2, table))
    assert table.s.level[table.card("liberal_arts")] == 3
    assert table.owned(YELLOW)["gold"] == 9 - 1 - 2 and table.asked() == "turn"


@pytest.mark.clause("D-22.6", "D-22.10")
def test_b36_a_fixed_cost() -> None:
    table = ready().achievement(YELLOW, "monastic_school", 1).achievement(YELLOW, "liberal_arts", 2)
    table.goods(YELLOW, gold=2).hand(YELLOW, "market_right")
    first_step(table, WORDS["research"]).do(YELLOW, LAY_OUT, table.card("market_right"), ask="research")
    table.do(YELLOW, effect("liberal_arts", 2, table), ask="effect")
    table.do(YELLOW, table.card("monastic_school"), ask="raise")
    assert table.owned(YELLOW) == {} and table.s.level[table.card("monastic_school")] == 2
    table.goods(YELLOW)
    first_step(table, WORDS["research"])  # the discount of Monastic School I is still there
    table.do(YELLOW, *complete(table, RAISE, table.card("market_right")), ask="research")
    assert table.s.level[table.card("market_right")] == 2


@pytest.mark.clause("D-21.19", "D-21.20", "D-22.10")
def test_b37_effects_that_come_too_late() -> None:
    table = ready().achievement(YELLOW, "monastic_school", 2).achievement(YELLOW, "liberal_arts", 2)
    table.achievement(YELLOW, "market_right", 1).goods(YELLOW, gold=3).hand(YELLOW)
    school = next(
        e for e in table.t.effects if e.power == table.t.card_powers[table.card("monastic_school")][0]
    )
    table.s.used[YELLOW] |= 1 << school.ability
    first_step(table, WORDS["research"]).do(YELLOW, RAISE, table.card("market_right"), ask="research")
    assert table.s.culture[YELLOW] == 2
    table.do(YELLOW, effect("liberal_arts", 2, table), ask="effect")
    table.do(YELLOW, table.card("monastic_school"), ask="raise")
    assert table.owned(YELLOW) == {} and table.s.culture[YELLOW] == 3 and table.score(YELLOW) == 0
    table.goods(YELLOW, gold=1)
    first_step(table, WORDS["research"])
    table.do(YELLOW, *complete(table, RAISE, table.card("market_right")))
    assert table.score(YELLOW) == 1  # the next Research


@pytest.mark.clause("D-22.10", "D-23.8", "D-21.2", "D-11.4")
def test_liberal_arts_ii_once_in_a_turn() -> None:
    table = ready().achievement(YELLOW, "liberal_arts", 2).achievement(YELLOW, "market_right", 1)
    table.achievement(YELLOW, "annals", 1).holds(YELLOW, "king_of_italy").hand(YELLOW)
    first_step(table, WORDS["research"]).do(YELLOW, RAISE, table.card("annals"), ask="research")
    table.do(YELLOW, effect("liberal_arts", 2, table), ask="effect")
    assert table.owned(YELLOW)["gold"] == 8  # paid when the achievement is chosen
    table.do(YELLOW, table.card("market_right"), ask="raise")
    assert table.owned(YELLOW)["gold"] == 6 and table.s.level[table.card("market_right")] == 2
    table.do(YELLOW, table.title_step("king_of_italy"), ask="after")
    table.do(YELLOW, RAISE, table.card("annals"), ask="research")
    assert table.asked() == "turn"  # used up in this turn
    table.achievement(YELLOW, "scouts", 1)
    first_step(table, WORDS["research"]).do(YELLOW, RAISE, table.card("scouts"), ask="research")
    table.do(YELLOW, len(table.t.effects), ask="effect")  # there again, and declined
    assert table.owned(YELLOW)["gold"] == 4
    poor = ready().achievement(YELLOW, "liberal_arts", 2).achievement(YELLOW, "market_right", 1)
    poor.goods(YELLOW, gold=2).hand(YELLOW)
    first_step(poor, WORDS["research"]).do(YELLOW, RAISE, poor.card("market_right"), ask="research")
    assert poor.asked() == "turn"


# -- production -------------------------------------------------------------------------------------


@pytest.mark.clause("D-22.15", "D-21.13", "D-7.6")
@pytest.mark.parametrize("level", [1, 2])
def test_watermill(level: int) -> None:
    row = ACHIEVEMENTS["watermill"]["level"][level - 1]["effects"][0]
    assert row["min_buildings"] == 2
    for fitting in range(4):
        pair = []
        for force in (True, False):
            table = ready() if not force else ready().achievement(YELLOW, "watermill", level)
            if not force:
                table.achievement(YELLOW, "watermill", level)
                table.s.powers[YELLOW] = ()
            for i, area in enumerate(("lombardy", "tuscany", "bavaria")):
                kinds = {"stone": 1, "iron": 1} if i < fitting else {"leather": 1}
                table.hold(YELLOW, area, infantry=1).buildings(area, city=True, production=kinds, churches=0)
            table.buildings("verona", churches=2, production={"stone": 1})  # churches are no production
            chosen: list[tuple[int, ...]] = []

            def pick(t: Table, chosen: list[tuple[int, ...]] = chosen) -> tuple[int, ...]:
                city = t.options()[-1]
                assert city not in [form[0] for form in chosen]  # different cities
                assert t.options(city) == [STONE, IRON]  # types it produces
                chosen.append((city, IRON))
                return chosen[-1]

            pair.append(passes(table, {"city_bonus": pick}))
        assert difference(*pair) == of(YELLOW, iron=min(fitting, row["cities"]))
    other = ready().achievement(GREEN, "watermill", level)
    other.hold(YELLOW, "lombardy", infantry=1).buildings("lombardy", city=True, production={"stone": 2})
    passes(other, {"city_bonus": lambda t: pytest.fail("somebody else's card")})
