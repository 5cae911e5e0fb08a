"""Section G of the worked examples, with the rest of Emperor's Court (X-38 to X-46, X-62, X-63, W-20)."""

from __future__ import annotations

import pytest

from pfalz.core.state import NATURE
from pfalz.games.wallenstein.events import BUILT, CARD_HANDED_OVER, DEPLOYED, MARKER_AVERTED
from pfalz.games.wallenstein.modules.court.events import (
    CONVERSION_FAILED,
    COURTIERS_SENT,
    EVENT_DISMISSED,
    FAVOR_KEPT,
    FAVOR_WASTED,
)
from pfalz.games.wallenstein.modules.court.lookup import DECK, GONE, SHOWN
from pfalz.games.wallenstein.state import EMPTY
from tests.games.wallenstein.table import BLACK, BLUE, PURPLE, RED, Table


def court(*shown: int, players: int = 4, modules: tuple[str, ...] = ("court",)) -> Table:
    """A table before the court step, with these favors (numbers) on the spaces costing 4, 3, 2."""
    table = Table(players, modules)
    part = table.slice("court")
    part.entrance = [0] * players
    part.favor = [DECK] * 21
    for space, number in enumerate(shown):
        part.favor[number - 1] = SHOWN - space
    return table


def taken(number: int, seat: int = BLUE, table: Table | None = None) -> Table:
    """A seat with enough courtiers takes a favor, the only one on display."""
    table = table or court(number)
    table.slice("court").entrance[seat] = 5
    table.begin("court_step").answer(seat, number - 1)
    return table


@pytest.mark.clause("W-20.19", "W-20.20", "W-20.21")
def test_x38_impossible_conversion() -> None:
    table = court(10, 8, 2).land(BLUE, trier=3, mark=2).cubes(tray={BLUE: 1})
    table.plan(BLUE, extra=("trier", "dice_0", "money_0")).begin("court_step")
    assert table.happened(CONVERSION_FAILED) == [(BLUE, 3), (BLUE, 2)]
    assert table.at("trier")[1] == 3 and table.s.tray[BLUE] == 1
    table = court(10, 8, 2).land(BLUE, mark=2)
    table.slice("court").entrance[BLUE] = 7
    table.plan(BLUE, extra=("money_0", "nothing", "mark")).begin("court_step")
    assert table.happened(CONVERSION_FAILED) == [(BLUE, 1)] and table.at("mark")[1] == 2


@pytest.mark.clause("W-20.17", "W-20.19", "W-20.5")
def test_x39_courtiers_run_short_in_sequence() -> None:
    table = court(10, 8, 2).land(BLUE, trier=4, mark=4, koeln=4)
    table.slice("court").entrance[BLUE] = 3
    table.plan(BLUE, extra=("trier", "mark", "koeln")).begin("court_step")
    assert table.happened(COURTIERS_SENT) == [(BLUE, 3), (BLUE, 1)]
    assert table.happened(CONVERSION_FAILED) == [(BLUE, 2)]
    assert table.slice("court").audience[BLUE] == 7


@pytest.mark.clause("W-20.12", "W-20.13")
def test_x40_dice_tower_card_elsewhere() -> None:
    table = court(10, 8, 2).purse(blue=9).plan(BLUE, "dice_0", build_church="dice_1")
    table.plan(BLACK, "money_0").plan(PURPLE, "money_1").begin("reveal_bids")
    assert table.options() == [PURPLE] and table.options(PURPLE) == [BLACK, BLUE]
    assert table.s.thalers[BLUE] == 9
    table = court(10, 8, 2).purse(blue=9).row("build_church").plan(BLUE, build_church="dice_1").begin()
    assert table.happened(BUILT) == []


@pytest.mark.clause("W-20.29", "W-20.44", "W-R.23")
def test_x41_event_dismissed() -> None:
    table = court(1).event("few_recruits").land(BLUE, mark=2, trier=2).purse(blue=9)
    table.row("deploy_5", "deploy_3").plan(BLUE, deploy_5="mark", deploy_3="trier")
    row = table.s.event_row[:]
    taken(1, table=table)
    assert table.asked() == ("dismiss_event", BLUE) and table.options() == [0, 1]
    table.answer(BLUE, 1)
    assert len(table.happened(EVENT_DISMISSED)) == 1
    assert [args[2] for args in table.happened(DEPLOYED)] == [5, 3] and table.s.event_row == row
    table = court(1).event("few_recruits").land(BLUE, mark=2).purse(blue=9).row("deploy_5")
    taken(1, table=table.plan(BLUE, deploy_5="mark")).answer(BLUE, 0)
    assert table.happened(DEPLOYED)[0][2] == 3


@pytest.mark.clause("W-20.33", "W-9.22", "W-20.38", "W-R.5")
def test_x42_immunity() -> None:
    table = court(10).land(RED, trier=3, koeln=5).land(BLUE, mark=4, luettich=4).mark("trier")
    table.row("combat_a", "combat_b", "collect_taxes")
    table.plan(BLUE, combat_a="mark", combat_b="luettich").plan(RED, combat_a="koeln", collect_taxes="trier")
    taken(10, RED, table)
    assert table.asked() == ("march", BLUE)
    assert {"trier", "koeln"} & table.counties() == set()
    assert table.refused(BLUE, "trier", 1) == ("protected", "W-9.22", {})
    table.answer(BLUE, -1)
    assert table.asked() == ("march", RED) and "mark" in table.counties()  # the protected may attack
    table.answer(RED, -1)
    assert {"trier", "koeln"} <= table.counties()
    table.answer(BLUE, -1)
    assert table.asked() == ("throw", NATURE)  # the revolt in Trier
    table.throw(red=3)
    assert table.slice("court").favor[9] == GONE  # W-20.33: the round is over


@pytest.mark.clause("W-20.32", "W-20.39", "W-R.24", "W-20.25")
def test_x43_keeping_number_four() -> None:
    table = court(4).land(BLUE, trier=3).row("collect_grain").plan(BLUE, collect_grain="trier")
    taken(4, table=table)
    assert table.happened(FAVOR_KEPT) == [(BLUE, 3)]
    assert table.s.grain[BLUE] == 2 and table.at("trier")[2] == 0
    assert table.happened(MARKER_AVERTED) == [(BLUE, table.county("trier"))]
    assert table.slice("court").favor[3] == GONE
    # with a marker of one's own the card cannot be kept
    table = court(4).land(BLUE, trier=3, mark=2, koeln=1).mark("trier").mark("mark", 2)
    taken(4, table=table)
    assert table.asked() == ("calm_county", BLUE) and table.counties() == {"trier", "mark"}
    assert table.refused(BLUE, "koeln") == ("no_marker_there", "W-20.32", {})
    assert table.refused(BLUE, "boehmen") == ("not_own", "W-20.32", {})
    table.answer(BLUE, "mark")
    assert table.at("mark")[2] == 1


@pytest.mark.clause("W-20.39", "W-20.9", "W-50.5")
def test_kept_card_and_courtiers_survive_winter() -> None:
    table = court().winter_event("grain_max")
    part = table.slice("court")
    part.favor[3], part.entrance = BLUE, [1, 2, 3, 4]
    deck = part.favor.count(-1)
    table.begin("winter").nature(*table.options()[:4])
    part = table.slice("court")
    assert part.favor[3] == BLUE and part.entrance == [1, 2, 3, 4] and part.favor.count(-1) == deck


@pytest.mark.clause("W-20.37", "W-8.11", "W-R.25", "W-3.15")
def test_x44_imperial_troops() -> None:
    table = court(12).land(BLUE, mark=1).land(RED, trier=2).cubes(supply={BLUE: 2})
    taken(12, table=table)
    assert "tirol" in table.counties() and "trier" not in table.counties()
    assert table.refused(BLUE, "trier") == ("foreign_county", "W-20.37", {})
    table.row("combat_b").answer(BLUE, "tirol")
    assert table.at("tirol") == (BLUE, 2, 0) and table.s.supply[BLUE] == 0
    small = court(12, players=3).land(BLUE, mark=1)
    taken(12, table=small)
    assert small.refused(BLUE, "tirol") == ("out_of_play", "W-3.1", {})
    small.answer(BLUE, "mark")
    assert small.at("mark")[1] == 4
    empty = court(12).land(BLUE, mark=1).cubes(supply={BLUE: 0})
    assert taken(12, table=empty).happened(FAVOR_WASTED) == [(BLUE, 11)]


@pytest.mark.clause("W-8.11", "W-20.37")
def test_county_gained_in_the_court_step_waits_for_the_next_planning() -> None:
    table = court(12).land(BLUE, mark=3).row("combat_b").plan(BLUE, combat_b="mark")
    taken(12, table=table).answer(BLUE, "tirol")
    assert table.s.gained >> table.county("tirol") & 1
    assert table.s.box_of(BLUE, table.county("tirol")) == -1  # in the hand
    table.answer(BLUE, -1)
    assert table.s.gained == 0


@pytest.mark.clause("W-20.36", "W-R.22")
def test_x45_free_building_impossible() -> None:
    table = (
        court(21).land(BLUE, mark=1, trier=1).build("mark", "palace").build("trier", "church", "trading_post")
    )
    assert table.t.sites[table.county("trier")] == 2
    taken(21, table=table)
    assert table.happened(FAVOR_WASTED) == [(BLUE, 20)]
    assert table.slice("court").entrance[BLUE] == 1


@pytest.mark.clause("W-20.36", "W-50.4", "W-R.19", "W-R.22")
@pytest.mark.parametrize(("number", "name"), [(7, "trading_post"), (17, "church"), (21, "palace")])
def test_free_building(number: int, name: str) -> None:
    table = court(number, modules=("court", "leaders")).land(BLUE, mark=1, trier=1).build("mark", name)
    table.land(BLUE, koeln=2).mark("trier", 2).event("trading_post_calm_5").purse(blue=0)
    taken(number, table=table)
    assert table.refused(BLUE, "mark") == ("no_site_there", "W-9.2", {})
    assert table.refused(BLUE, "boehmen") == ("not_own", "W-20.36", {})
    table.answer(BLUE, "trier")
    assert table.happened(BUILT) == [
        (BLUE, table.county("trier"), ["palace", "church", "trading_post"].index(name), 0)
    ]
    assert table.at("trier")[2] == (1 if name == "trading_post" else 2)


@pytest.mark.clause("W-20.22", "W-20.24")
def test_x46_tie_for_favors() -> None:
    table = court(10, 8, 2)
    table.slice("court").entrance = [5, 5, 0, 1]
    table.order(BLACK, BLUE, PURPLE, RED).begin("court_step")
    assert table.asked() == ("take_favor", BLACK)
    table.answer(BLACK, 9)
    assert table.slice("court").audience[BLACK] == 1
    assert table.asked() == ("take_favor", BLUE) and table.options() == [1, 7, -1]
    assert table.refused(BLUE, 9) == ("favor_not_shown", "W-20.24", {})
    table.answer(BLUE, -1)
    assert table.slice("court").entrance == [1, 5, 0, 1]
    table = court(10, 8, 2)
    table.slice("court").entrance[BLUE] = 3
    table.begin("court_step")
    assert table.refused(BLUE, 9) == ("too_few_courtiers", "W-20.24", {"need": ("number", 4)})


@pytest.mark.clause("W-20.27", "W-20.26")
def test_audience_ends_when_all_favors_are_taken() -> None:
    table = court(10, 8, 2)
    table.slice("court").entrance = [4, 4, 4, 3]
    table.begin("court_step")
    table.answer(BLACK, 9)
    assert table.options() == [1, 7, -1]  # the prices stay with their spaces
    table.answer(BLUE, 7).answer(PURPLE, 1)
    assert table.asked()[0] != "take_favor"
    assert table.slice("court").entrance == [0, 1, 2, 3]


@pytest.mark.clause("W-20.30", "W-20.34", "W-20.35", "W-20.31", "W-R.22", "W-1.9")
@pytest.mark.parametrize(
    ("number", "thalers", "grain", "points", "tray"),
    [
        *((n, amount, 0, 0, 0) for n, amount in ((2, 3), (9, 5), (16, 7))),
        *((n, 0, amount, 0, 0) for n, amount in ((5, 2), (15, 4), (20, 6))),
        *((n, 0, 0, amount, 0) for n, amount in ((6, 1), (13, 2), (19, 3))),
        *((n, 0, 0, 0, amount) for n, amount in ((3, 3), (8, 5), (14, 7))),
    ],
)
def test_gifts(number: int, thalers: int, grain: int, points: int, tray: int) -> None:
    table = taken(number, table=court(number).purse(blue=0))
    s = table.s
    assert (s.thalers[BLUE], s.grain[BLUE], table.points(BLUE), s.tray[BLUE]) == (
        thalers,
        grain,
        points,
        tray,
    )


@pytest.mark.clause("W-20.31", "W-20.43", "W-R.23")
def test_tray_armies_come_after_the_conversions() -> None:
    table = court(14).land(BLUE, mark=2).cubes(supply={BLUE: 4}).plan(BLUE, extra=("dice_0",))
    taken(14, table=table)
    assert table.s.tray[BLUE] == 4 and table.happened(CONVERSION_FAILED) == [(BLUE, 3)]


@pytest.mark.clause("W-50.7", "W-R.44", "W-R.45")
def test_x62_gifts_are_not_actions() -> None:
    table = court(20).event("grain_max").tile(BLUE, "plus_one_grain")
    assert taken(20, table=table).s.grain[BLUE] == 6
    table = Table(4, ["landsknechte"]).event("grain_max").tile(BLUE, "plus_one_grain")
    table.land(BLUE, mark=1, anhalt=1, boehmen=1, baden=1)
    table.slice("landsknechte").banner[BLUE] = 2
    table.begin("banner_checks").answer(BLUE, 2)
    assert table.s.grain[BLUE] == 2
    table = court(12).event("few_recruits").land(BLUE, mark=1)
    taken(12, table=table).answer(BLUE, "mark")
    assert table.at("mark")[1] == 4


@pytest.mark.clause("W-20.42", "W-R.46")
def test_x63_immunity_and_a_county_gained_in_the_round() -> None:
    table = (
        court().land(RED, salzburg=5, oberoesterreich=1).land(BLUE, oberpfalz=4).row("combat_a", "combat_b")
    )
    table.slice("court").favor[10] = RED
    table.land(RED, boehmen=4).plan(RED, combat_a="boehmen").plan(BLUE, combat_b="oberpfalz").begin()
    table.answer(RED, "passau", 3).throw(red=3)
    assert table.at("passau")[0] == RED
    assert "passau" not in table.counties() and table.asked() == ("march", BLUE)


@pytest.mark.clause("W-20.10", "W-20.11", "W-20.16", "W-20.6", "W-20.41")
def test_planning_with_fourteen_boxes() -> None:
    table = court(10, 8, 2)
    own = [table.county(id) for id in table.many(BLUE, 7)]
    table.begin("plan")
    ask = table.asks()[BLUE]
    cards = {*own, *range(45, 53)}
    move: list[int] = []
    for _ in range(14):
        options = list(ask.options(table.s, move) or ())
        assert set(options) <= cards - set(move) and EMPTY not in options
        move.append(options[-1])
    assert ask.options(table.s, move) is None and len(cards - set(move)) == 1
    assert ask.why_not(table.s, [52], 52) == ("card_already_placed", "W-5.3", {})
    few = court(10, 8, 2).land(BLUE, mark=1).begin("plan").asks()[BLUE]
    assert [few.slot(table.s, [0] * n).name for n in (0, 1, 10, 11, 12, 13)] == [
        *("auction", "build_palace", "combat_b", "extra_1", "extra_2", "extra_3")
    ]


@pytest.mark.clause("W-20.14", "W-10.24")
def test_card_on_the_extra_board_is_handed_over() -> None:
    table = court().land(BLUE, mark=5).land(RED, trier=5).row("combat_a")
    table.plan(BLUE, extra=("mark",)).plan(RED, combat_a="trier").begin("court_step")
    assert table.at("mark")[1] == 2
    box = 11
    assert table.s.mat[BLUE * 14 + box] == table.county("mark") and table.s.shown[BLUE] >> box & 1
    table.answer(RED, "mark", 4).throw(red=4)
    assert table.at("mark")[0] == RED
    assert table.happened(CARD_HANDED_OVER) == [(BLUE, table.county("mark"), box)]


@pytest.mark.clause("W-20.3", "W-20.40", "W-20.28", "W-60.7")
def test_eighteen_favors_in_six_rounds() -> None:
    table = court()
    for _ in range(6):
        table.s.season = 0
        table.begin("display_favors")
        deck = table.options()
        table.nature(*deck[:3])
        table.begin("court_step")
        while table.asked()[0] == "take_favor":
            table.answer(table.asked()[1], -1)
    favor = table.slice("court").favor
    assert favor.count(-1) == 3 and favor.count(GONE) == 18
    table.slice("court").audience[BLUE] = 1
    assert any("audience hall" in found for found in table.rules.violations(table.s))


@pytest.mark.clause("W-20.8", "W-50.2")
def test_court_step_comes_before_the_actions() -> None:
    table = Table(4, ["court", "landsknechte", "leaders"])
    node = table.rules.by_name["round"]
    assert [child.name for child in node.children()] == [
        *("begin_round", "lay_out_actions", "lay_out_tiles", "display_favors", "plan", "draw_event"),
        *(
            "reveal_bids",
            "choosing_order",
            "fix_order",
            "first_leaders_if_is_first_round",
            "banner_checks",
            "court_step",
        ),
        *("actions", "return_safe_conducts", "leader_moves", "end_round"),
    ]


@pytest.mark.clause("W-50.6", "W-13.8")
def test_player_without_counties_at_court() -> None:
    table = (
        court(2, 4, 7, modules=("court", "landsknechte", "leaders")).cubes(tray={BLUE: 3}).land(RED, mark=1)
    )
    table.plan(BLUE, extra=("dice_0",)).begin("banner_checks")  # the check fails, the conversion works
    assert table.slice("landsknechte").banner[BLUE] == 0 and table.slice("leaders").leader[BLUE] == -1
    assert table.asked() == ("take_favor", BLUE) and table.slice("court").audience[BLUE] == 3
    table.answer(BLUE, 3)
    assert table.happened(FAVOR_KEPT) == [(BLUE, 3)] and table.slice("court").favor[3] == BLUE
    for number in (7, 17, 21):
        assert taken(number).happened(FAVOR_WASTED) == [(BLUE, number - 1)]
