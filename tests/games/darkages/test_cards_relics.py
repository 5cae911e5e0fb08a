"""Every relic and the reward of every barbarian marker, as their words say."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from pfalz.games.darkages.state import FROM_BARBARIANS
from pfalz.games.darkages.words import RESOURCE_IDS, UNIT_IDS, UNITS
from tests.games.darkages.cards import CARDS, MARKERS, complete, finish, first_step, raw, ready
from tests.games.darkages.table import BUILDS, LAY_OUT, WHITE, WORDS, YELLOW, Table

RELICS = {row["id"]: row for row in CARDS["relic"]}
TROPHIES = raw("boards")["trophy"]
GAINED = ("vp", "culture", "gold", *RESOURCE_IDS)


def wealth(table: Table, seat: int = YELLOW) -> dict[str, int]:
    """Points, culture and goods of a seat."""
    goods = table.owned(seat)
    return {
        "vp": table.score(seat),
        "culture": table.s.culture[seat],
        **{id: goods.get(id, 0) for id in ("gold", *RESOURCE_IDS)},
    }


def church(relic: str, area: str = "lombardy", **arranged: Any) -> Table:
    """Yellow has built a church and is asked for a relic."""
    table = ready(relic).hold(YELLOW, area, infantry=1).buildings(area, city=True)
    for other, churches in arranged.items():
        table.hold(YELLOW, other, manors=1).buildings(other, city=True, churches=churches, production={})
    table.hand(YELLOW, relic)
    first_step(table, WORDS["build"]).do(YELLOW, *complete(table, BUILDS["church"], table.area(area)))
    assert table.open() == ("relic", YELLOW)
    assert table.options() == [table.card(relic), table.no_card]
    return table


def expected(row: dict[str, Any], k: int, resources: tuple[int, ...]) -> dict[str, int]:
    """What the words of a relic or reward give; its counter stands at k."""
    found = dict.fromkeys(GAINED, 0)
    for effect in row.get("effects", row.get("reward", [])):
        if "cond" in effect and k < effect["cond"]["min"]:
            continue
        if effect["op"] == "gain_different":
            for resource in resources:
                found[RESOURCE_IDS[resource]] += 1
        elif effect["op"] == "gain_per":
            found[effect["what"]] += effect["n"] * min(k // effect["div"], effect["max"] or k)
        elif effect["op"] == "gain":
            what = RESOURCE_IDS[resources[0]] if effect["what"] == "resource" else effect["what"]
            found[what] += effect["n"]
    return found


def played(table: Table, relic: str, resources: tuple[int, ...] = ()) -> dict[str, int]:
    """What a relic gives when it is played."""
    before = wealth(table)
    others = [wealth(table, seat) for seat in range(1, 4)]
    table.do(YELLOW, table.card(relic))
    if table.asked() == "goods":
        table.do(YELLOW, *resources)
    assert table.s.discard[-1] == table.card(relic) and not table.s.hand[YELLOW]
    assert others == [wealth(table, seat) for seat in range(1, 4)]
    return {what: n - before[what] for what, n in wealth(table).items()}


@pytest.mark.clause("D-12.6", "D-21.16", "D-22.1", "D-22.2", "D-22.3", "D-23.1")
@pytest.mark.parametrize("relic", [id for id in RELICS if id != "head_of_the_baptist"])
def test_a_relic_does_what_it_says(relic: str) -> None:
    row = RELICS[relic]
    choices: list[tuple[int, ...]] = [()]
    for effect in row["effects"]:
        if effect["op"] == "gain_different":
            choices = [tuple(r for r in range(4) if r != left) for left in range(4)]
        elif effect.get("what") == "resource":
            choices = [(r,) for r in range(4)]
    for resources in choices:
        table = church(relic)
        k = 0 if any("cond" in effect for effect in row["effects"]) else 1  # one church
        if any(effect.get("per") == "areas_this_region" for effect in row["effects"]):
            k = 2  # Verona and Lombardy
        assert played(table, relic, resources) == expected(row, k, resources)
        units = [0, 0, 0]
        for effect in row["effects"]:
            if effect["op"] == "place_unit":
                units[UNIT_IDS.index(effect["unit"])] = effect["n"]
        assert table.units("lombardy") == (1 + units[0], units[1], units[2])
        assert table.open() == ("after", YELLOW)  # nothing more


@pytest.mark.clause("D-22.3", "D-23.2")
@pytest.mark.parametrize("churches", [0, 1, 2, 3])
def test_the_true_cross_counts_all_own_churches_up_to_four(churches: int) -> None:
    table = church("true_cross", tuscany=churches, bavaria=1)
    assert played(table, "true_cross")["vp"] == 2 * min(4, 2 + churches)


@pytest.mark.clause("D-23.1")
@pytest.mark.parametrize(("area", "more"), [("bavaria", 1), ("romagna", 1), ("tuscany", 2)])
def test_saint_vitus_counts_areas_of_the_region_of_the_church(area: str, more: int) -> None:
    table = church("bones_of_st_vitus", area)
    table.hold(YELLOW, "franconia" if area == "bavaria" else "rome", infantry=1)
    assert played(table, "bones_of_st_vitus")["vp"] == 2 * (more + (area == "bavaria"))


@pytest.mark.clause("D-23.1", "D-23.6")
def test_saint_wenceslas_likes_the_home_area() -> None:
    table = ready("bones_of_st_wenceslas").hand(YELLOW, "bones_of_st_wenceslas")
    first_step(table, WORDS["build"]).do(YELLOW, *complete(table, BUILDS["church"], table.area("verona")))
    assert played(table, "bones_of_st_wenceslas")["vp"] == 4 + 2


@pytest.mark.clause("D-22.12", "D-1.5", "D-8.3")
@pytest.mark.parametrize("left", [0, 1, 2])
def test_units_are_placed_as_many_as_there_are_and_not_recruited(left: int) -> None:
    table = ready().achievement(YELLOW, "levy", 1).hand(YELLOW, "arm_of_st_maurice")
    table.hold(YELLOW, "tuscany", infantry=7 - left - 1, manors=1)
    table.hold(YELLOW, "lombardy", infantry=1).buildings("lombardy", city=True)
    first_step(table, WORDS["build"]).do(YELLOW, *complete(table, BUILDS["church"], table.area("lombardy")))
    table.do(YELLOW, table.card("arm_of_st_maurice"), ask="relic")
    assert table.units("lombardy")[0] == 1 + left and table.s.supply[UNITS * YELLOW] == 0
    assert table.open() == ("after", YELLOW)  # The Levy was not asked: nothing was recruited


@pytest.mark.clause("D-22.11", "D-6.3")
@pytest.mark.parametrize("place", range(6))
def test_the_head_of_the_baptist_takes_any_card(place: int) -> None:
    table = church("head_of_the_baptist")
    offered, before = list(table.s.offered), table.score(YELLOW)
    table.do(YELLOW, table.card("head_of_the_baptist")).do(YELLOW, offered[place], ask="take_card")
    assert table.s.hand[YELLOW] == (offered[place],) and table.score(YELLOW) == before + 3
    assert table.s.offered[:5] == [card for card in offered if card != offered[place]]


@pytest.mark.clause("D-12.6", "D-12.7", "D-5.15")
@pytest.mark.parametrize("relic", RELICS)
def test_a_relic_may_be_kept_and_is_played_with_a_church_only(relic: str) -> None:
    table = church(relic)
    before = wealth(table)
    finish(table.do(YELLOW, table.no_card))
    assert wealth(table) == before and table.s.hand[YELLOW] == (table.card(relic),)
    table = ready(relic).hand(YELLOW, relic, "annals")
    table.turn(YELLOW)
    first_step(table, WORDS["build"])
    table.do(YELLOW, *complete(table, BUILDS["store"]))
    assert table.asked() == "turn" and table.card(relic) in table.s.hand[YELLOW]
    table.turn(YELLOW).do(YELLOW, WORDS["research"], ask="turn")
    if table.asked() == "research":
        assert table.card(relic) not in table.options(LAY_OUT)


@pytest.mark.clause("D-5.15", "D-12.6", "D-22.3", "D-5.13")
def test_b19_relic() -> None:
    table = ready().hold(YELLOW, "rome", infantry=1).buildings("rome", city=True)
    table.hold(YELLOW, "bavaria", infantry=1).buildings("bavaria", city=True, churches=1)
    table.hand(YELLOW, "true_cross")
    first_step(table, WORDS["build"]).do(YELLOW, *complete(table, BUILDS["church"], table.area("rome")))
    assert table.score(YELLOW) == 9
    table.do(YELLOW, table.card("true_cross"), ask="relic")
    assert table.score(YELLOW) == 13 and table.card("true_cross") in table.s.discard


@pytest.mark.clause("D-5.13", "D-12.6", "D-21.18", "D-21.19", "D-6.7")
def test_b39_order_with_a_church_and_a_relic() -> None:
    table = ready().achievement(YELLOW, "church_reform", 2).achievement(YELLOW, "book_illumination", 2)
    table.s.culture[YELLOW], table.s.red_taken = 3, 0
    table.hand(YELLOW, "holy_robe").goods(YELLOW, stone=2)
    first_step(table, WORDS["build"])  # with two stone nothing else can be built
    before = table.score(YELLOW)
    table.do(YELLOW, table.card("holy_robe"), ask="relic")
    told = [(kind.name, args) for kind, args in table.s.trace or () if args[:1] == (YELLOW,)]
    culture = [args[2] for name, args in told if name == "culture_gained"]
    assert culture == [5, 7, 9]
    assert table.score(YELLOW) == before + 4 + 2 and table.owned(YELLOW) == {"gold": 1}
    assert [args[1] for name, args in told if name == "red_reached"] == [6]


# -- barbarian markers ------------------------------------------------------------------------------


def _chosen(value: int, table: Table) -> tuple[int, ...]:
    return (value,)


def attacked(marker: str, trophies: int = 0) -> Table:
    """Yellow attacks a marker with a large army of knights."""
    table = ready().hold(YELLOW, "verona", cavalry=5)
    table.manors_off(YELLOW, 6)
    table.s.row[YELLOW] = 12 - 3
    table.hold(YELLOW, "romagna", manors=2)
    table.s.face[UNITS * YELLOW + 2] = table.face_number("knights")
    others = [i for i, id in enumerate(table.t.marker_ids) if id != marker]
    table.s.trophies[YELLOW] = tuple(others[:trophies])
    table.marker("lombardy", marker)
    table.turn(YELLOW).do(YELLOW, WORDS["march"], ask="turn")
    table.do(YELLOW, table.area("verona"), table.area("lombardy"), 0, 0, 5, ask="march")
    return table


@pytest.mark.clause("D-16.1", "D-16.2", "D-16.6", "D-16.7", "D-22.1", "D-22.11", "D-22.24")
@pytest.mark.parametrize("trophies", [0, 2])
@pytest.mark.parametrize("marker", MARKERS)
def test_every_marker(marker: str, trophies: int) -> None:
    row = MARKERS[marker]
    free = any(effect.get("what") == "resource" for effect in row["reward"])
    card = any(effect["op"] == "take_card" for effect in row["reward"])
    for resource in range(4) if free else (0,):
        table = attacked(marker, trophies)
        units = [row[id] for id in UNIT_IDS]
        more = TROPHIES["reinforcement"][trophies]
        if more:
            units[UNIT_IDS.index(more)] += 1
        assert [table.s.fighters(1, unit) for unit in range(UNITS)] == units
        before, offered = wealth(table), list(table.s.offered)
        finish(table, {"goods": partial(_chosen, resource), "take_card": partial(_chosen, offered[5])})
        gained = {what: n - before[what] for what, n in wealth(table).items()}
        wanted = expected(row, 0, (resource,))
        wanted["vp"] += TROPHIES["bonus_vp"][trophies]
        assert gained == wanted
        assert table.s.points[FROM_BARBARIANS] == wanted["vp"]
        assert (offered[5] in table.s.hand[YELLOW]) == card
        again = any(effect["op"] == "extra_turn" for effect in row["reward"])
        assert table.who() == (YELLOW if again else WHITE)  # D-4.16
        assert table.s.trophies[YELLOW][-1] == table.t.marker_ids.index(marker)
        assert table.owner("lombardy") == YELLOW


@pytest.mark.clause("D-16.6", "D-16.2")
@pytest.mark.parametrize("trophies", range(6))
def test_trophies_before_the_battle(trophies: int) -> None:
    table = attacked("barbarian_03", trophies)
    at = min(trophies, 3)
    units = [1, 0, 0]
    if TROPHIES["reinforcement"][at]:
        units[UNIT_IDS.index(TROPHIES["reinforcement"][at])] += 1
    assert [table.s.fighters(1, unit) for unit in range(UNITS)] == units
    finish(table)
    assert table.score(YELLOW) == TROPHIES["bonus_vp"][at]


@pytest.mark.clause("D-16.8")
@pytest.mark.parametrize("marker", MARKERS)
def test_who_loses_gets_no_reward(marker: str) -> None:
    table = ready().hold(YELLOW, "verona", infantry=1).marker("lombardy", marker)
    table.turn(YELLOW).do(YELLOW, WORDS["march"], ask="turn")
    table.do(YELLOW, table.area("verona"), table.area("lombardy"), 1, 0, 0, ask="march")
    before = wealth(table)
    finish(table, strong=1)
    assert wealth(table) == before and table.s.trophies[YELLOW] == () and table.who() == WHITE
    at = table.area("lombardy")
    number = table.t.marker_ids.index(marker)
    assert (table.s.marker[at], table.s.look[at]) == (number, table.t.unit_look[number])
