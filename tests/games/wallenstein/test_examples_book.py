"""Section A of the worked examples: those of the rulebook (R-1 to R-20)."""

from __future__ import annotations

import pytest

from pfalz.catalogue import ruleset
from pfalz.core.ask import Chance
from pfalz.core.state import NATURE
from pfalz.games.wallenstein.events import (
    BUILT,
    CARD_HANDED_OVER,
    COUNTIES_UNSUPPLIED,
    GRAIN_LOST,
    ORDER_FIXED,
    REVOLT_BEGUN,
)
from pfalz.games.wallenstein.modules.court.lookup import DECK, SHOWN
from tests.games.wallenstein.table import BLACK, BLUE, GREEN, PURPLE, RED, YELLOW, Table, battle


@pytest.mark.clause("W-3.1", "W-3.2")
def test_r1_counties_out_of_play() -> None:
    table = Table(3).land(BLUE, koeln=4).land(PURPLE, mark=2).row("combat_a")
    table.plan(BLUE, combat_a="koeln").begin()
    assert table.counties() == {"osnabrueck", "mark"}
    assert table.refused(BLUE, "luettich", 1) == ("out_of_play", "W-3.1", {})
    assert len(table.t.counties) == 37
    assert len(Table(4).t.counties) == len(Table(5).t.counties) == 45
    for id in ("koeln", "mark", "trier", "lothringen"):
        assert table.county("luettich") not in table.t.neighbours[table.county(id)]
    assert table.t.neighbours[table.county("luettich")] == []


@pytest.mark.clause("W-3.16")
@pytest.mark.parametrize(("players", "cubes"), [(3, 31), (4, 38), (5, 45)])
def test_r2_size_of_the_tower_fill(players: int, cubes: int) -> None:
    rules = ruleset("wallenstein", players, (), {"start": "lineup"})
    s = rules.start()
    rules.apply(s, NATURE, (0,))
    assert rules.asks(s)[0].name == "tower_fill"
    assert sum(s.tray) == cubes


@pytest.mark.clause("W-3.18", "W-6.1", "W-6.2", "W-2.5")
def test_r3_events_on_display() -> None:
    table = Table(3)
    assert len(table.s.event_row) == 4 and len(table.s.event_deck) == 8
    for left in (4, 3, 2):
        assert len(table.s.event_row) == left
        ask = table.begin("draw_event").asks()[0]
        assert table.options() == table.s.event_row
        assert isinstance(ask.question, Chance)
        assert ask.question.weights(table.s, (), (), table.s.event_row) is None  # equally likely
        table.nature(table.s.event_row[0])
        assert table.s.event not in table.s.event_row
    assert len(table.s.event_row) == 1


@pytest.mark.clause("W-4.3", "W-8.3")
def test_r4_action_row() -> None:
    table = Table(3).begin("lay_out_actions")
    table.nature(0, 1, 2, 3, 4)
    assert table.s.action_row == [0, 1, 2, 3, 4]
    assert table.asked() == ("lay_out_tiles", NATURE)


@pytest.mark.clause("W-6.6", "W-6.13", "W-9.6", "W-6.3")
def test_r5_event_before_tile() -> None:
    table = Table(4).land(BLUE, burgund=2).event("taxes_max").tile(BLUE, "plus_one_thaler").purse(blue=0)
    table.s.grain = [3, 3, 3, 3]
    table.row("collect_taxes").plan(BLUE, collect_taxes="burgund").begin()
    assert table.s.thalers[BLUE] == 6
    assert table.s.grain == [3, 3, 3, 3]  # the grain loss on the card is for winter only


@pytest.mark.clause("W-9.2", "W-9.1")
def test_r6_building_sites() -> None:
    table = Table(4).land(BLUE, bremen=2).purse(blue=2).row("build_church")
    table.plan(BLUE, build_church="bremen").begin()
    assert table.buildings("bremen") == {"church"} and table.s.thalers[BLUE] == 0
    for action, allowed in (("build_church", False), ("build_palace", True), ("build_trading_post", True)):
        again = Table(4).land(BLUE, bremen=2).build("bremen", "church").purse(blue=9).row(action)
        again.plan(BLUE, **{action: "bremen"}).begin()
        assert (len(again.happened(BUILT)) == 1) is allowed


@pytest.mark.clause("W-5.3", "W-5.10", "W-9.8")
def test_r7_one_action_per_county() -> None:
    table = Table(4).land(BLUE, burgund=3).begin("plan")
    prefix = (table.card("money_0"), *[-1] * 4)
    first = [*prefix, table.county("burgund")]
    ask = table.asks()[BLUE]
    assert table.county("burgund") not in (ask.options(table.s, first) or ())
    reason = ask.why_not(table.s, first, table.county("burgund"))
    assert reason is not None and reason.key == "card_already_placed"
    table = Table(4).land(BLUE, burgund=3).purse(blue=0).row("collect_taxes")
    table.plan(BLUE, collect_taxes="burgund").begin()
    assert table.s.thalers[BLUE] == 7 and table.at("burgund") == (BLUE, 3, 1)


@pytest.mark.clause("W-7.5", "W-7.7")
def test_r8_box_one_is_first() -> None:
    table = Table(3)
    table.plan(BLACK, "money_1").plan(BLUE, "money_4").plan(PURPLE, "money_2").begin("choosing_order")
    table.answer(BLUE, 4).answer(PURPLE, 0).answer(BLACK, 2)
    assert table.happened(ORDER_FIXED) == [(PURPLE, BLACK, BLUE)]


@pytest.mark.clause("W-7.6", "W-7.7", "W-4.4")
def test_r9_order_with_three_players() -> None:
    table = Table(3)
    table.plan(BLACK, "money_1").plan(BLUE, "money_2").plan(PURPLE, "money_4").begin("choosing_order")
    assert table.options() == [0, 1, 2, 3, 4]
    table.answer(PURPLE, 0).answer(BLUE, 2).answer(BLACK, 3)
    assert table.happened(ORDER_FIXED) == [(PURPLE, BLUE, BLACK)]


@pytest.mark.clause("W-12.2", "W-12.3")
def test_r10_winter_loss() -> None:
    table = Table(3).winter_event("grain_min")
    table.s.grain = [8, 2, 5]
    table.begin("winter")
    assert table.happened(GRAIN_LOST) == [(0, 3, 5), (1, 2, 0), (2, 3, 2)]


@pytest.mark.clause("W-12.4", "W-12.5", "W-11.3")
def test_r11_provisions() -> None:
    table = Table(3).winter_event("taxes_max")
    ids = table.many(BLUE, 9)
    table.mark(ids[0])
    table.s.grain[BLUE] = 7
    table.begin("winter").nature(ids[0])
    assert table.happened(COUNTIES_UNSUPPLIED) == [(BLUE, 2, 1)]
    assert table.happened(REVOLT_BEGUN) == [(BLUE, table.county(ids[0]), 3)]
    assert table.s.tray[BLUE] == 2 and table.s.tray[3] == 3


@pytest.mark.clause("W-9.7", "W-9.8", "W-11.1", "W-11.2")
def test_r12_revolt_while_collecting() -> None:
    table = Table(3).land(BLUE, lueneburg=4).mark("lueneburg", 2).purse(blue=0).cubes(tray={BLACK: 1})
    table.row("collect_taxes").plan(BLUE, collect_taxes="lueneburg").begin()
    assert table.s.thalers[BLUE] == 3
    assert table.s.tray == [1, 4, 0, 2]
    table.throw(blue=3, green=1)
    assert table.at("lueneburg") == (BLUE, 2, 3)


@pytest.mark.clause("W-12.10", "W-11.3")
def test_r13_winter_revolt() -> None:
    table = Table(3).winter_event("taxes_max").land(BLUE, anhalt=3, vogtland=2).mark("anhalt")
    table.begin("winter").nature("anhalt")
    assert table.happened(REVOLT_BEGUN) == [(BLUE, table.county("anhalt"), 3)]


@pytest.mark.clause("W-10.14", "W-10.15", "W-10.16", "W-10.1", "W-10.2", "W-10.6", "W-10.8")
def test_r14_battle_with_allied_peasants() -> None:
    table = battle().cubes(tower={GREEN: 3}).begin()
    supply, tower = table.s.supply[:], table.s.tower[:]
    table.answer(BLUE, "kursachsen", 4)
    assert sum(table.s.tray) == 7
    table.throw(blue=3, yellow=1, green=1)
    assert table.at("kursachsen") == (BLUE, 1, 0) and table.at("anhalt") == (BLUE, 1, 0)
    gained = [a - b for a, b in zip(table.s.supply, supply, strict=True)]
    assert gained == [0, 2, 0, 0, 1, 1]
    assert [a - b for a, b in zip(table.s.tower, tower, strict=True)] == [0, 1, 0, 0, 2, -1]
    assert table.tray() == {}
    assert (YELLOW, table.county("kursachsen"), -1) in table.happened(CARD_HANDED_OVER)


@pytest.mark.clause("W-6.12", "W-6.13", "W-9.12", "W-R.2")
def test_r15_few_recruits_and_the_six_armies_tile() -> None:
    table = Table(3).land(BLUE, anhalt=1).event("few_recruits").tile(BLUE, "six_armies").purse(blue=3)
    table.row("deploy_5").plan(BLUE, deploy_5="anhalt").begin()
    assert table.s.thalers[BLUE] == 0 and table.at("anhalt") == (BLUE, 7, 0)


@pytest.mark.clause("W-7.1", "W-7.2", "W-7.3", "W-5.6")
def test_r16_county_as_bid() -> None:
    table = Table(3).land(BLUE, anhalt=1).purse(black=5, blue=5, purple=5)
    table.plan(BLACK, "money_0").plan(BLUE, "anhalt").plan(PURPLE, "money_1").begin("reveal_bids")
    assert table.s.thalers == [5, 5, 4]
    table.answer(PURPLE, 4).answer(BLUE, 3)
    assert table.asked() == ("choose_place", BLACK)
    view = table.rules.view(table.s, BLACK)
    assert view.mat[view.boxes() * BLUE] == table.county("anhalt")


@pytest.mark.clause("W-20.4", "W-3.17", "W-20.1")
def test_r17_courtiers_at_the_tower_fill() -> None:
    rules = ruleset("wallenstein", 4, ("court",), {"start": "lineup"})
    s = rules.start()
    rules.apply(s, NATURE, (0,))
    frank, dirk, anika, barbara = 0, 1, 2, 3
    rules.play(s, NATURE, (2, 2, 1, 0, 2))
    assert s.slices["court"].entrance == [2, 2, 1, 0]
    assert s.tower == [5, 5, 6, 7, 8] and s.tray == [0] * 5
    assert [s.slices["court"].entrance[i] for i in (frank, dirk, anika, barbara)] == [2, 2, 1, 0]


@pytest.mark.clause("W-20.7", "W-20.2")
def test_r18_sorting_the_favors() -> None:
    table = Table(4, ["court"]).begin("display_favors")
    for favor, place in enumerate(table.slice("court").favor):
        if place <= SHOWN:
            table.slice("court").favor[favor] = DECK
    table.nature(7, 9, 1)
    favor = table.slice("court").favor
    assert {number: table.slice("court").t.costs[SHOWN - favor[number - 1]] for number in (10, 8, 2)} == {
        10: 4,
        8: 3,
        2: 2,
    }


def court(*shown: int, players: int = 4) -> Table:
    """A table before the court step, with these favors (numbers) on the spaces 4, 3, 2."""
    table = Table(players, ["court"])
    part = table.slice("court")
    part.entrance = [0] * players
    part.favor = [-1] * 21
    for space, number in enumerate(shown):
        part.favor[number - 1] = -3 - space
    return table


@pytest.mark.clause("W-20.17", "W-20.18", "W-20.19", "W-20.20", "W-20.15")
def test_r19_conversions() -> None:
    barbara = RED
    table = court(10, 8, 2).land(barbara, vogtland=4).cubes(tray={barbara: 2})
    table.plan(barbara, extra=("vogtland", "dice_0", "money_1")).begin("court_step")
    assert table.at("vogtland")[1] == 1 and table.s.tray[barbara] == 0
    assert table.slice("court").audience[barbara] == 5
    assert table.asked() == ("take_favor", barbara)


@pytest.mark.clause(
    "W-20.22", "W-20.23", "W-20.24", "W-20.25", "W-20.26", "W-20.27", "W-20.28", "W-20.30", "W-20.31"
)
def test_r20_taking_favors() -> None:
    frank, dirk, anika, barbara = range(4)
    table = court(10, 8, 2).purse(blue=0)
    table.slice("court").entrance = [3, 4, 3, 5]
    table.order(frank, anika, dirk, barbara).begin("court_step")
    table.answer(barbara, 7)
    assert table.slice("court").audience[barbara] == 2 and table.s.tray[barbara] == 5
    table.answer(dirk, 1)
    assert table.s.thalers[dirk] == 3
    part = table.slice("court")
    assert part.audience == [0] * 4 and part.entrance == [3, 2, 3, 2]
    assert part.favor[9] == -2
