"""Sections B and C of the worked examples: planning, bids, order, deploying and moving (X-1 to X-12)."""

from __future__ import annotations

import pytest

from pfalz.catalogue import ruleset
from pfalz.core.state import NATURE
from pfalz.games.wallenstein.events import ACTION_TURNED_UP, BID_REVEALED, BUILT, DEPLOYED, UNPAYABLE
from pfalz.games.wallenstein.lookup import ACTIONS
from pfalz.games.wallenstein.state import BLIND, EMPTY, STAY, Wallenstein
from tests.games.wallenstein.table import BLACK, BLUE, PURPLE, RED, YELLOW, Table


@pytest.mark.clause("W-7.3", "W-7.4", "W-7.1", "W-15.3")
def test_x1_bid_order() -> None:
    table = Table(5).land(BLUE, anhalt=1).land(YELLOW, boehmen=1).purse(red=9)
    table.plan(RED, "money_2").plan(BLUE, "anhalt").plan(BLACK, "money_0").plan(YELLOW, "boehmen")
    table.begin("reveal_bids")
    assert [args[2] for args in table.happened(BID_REVEALED)] == [0, 0, 0, 2, 0]
    assert table.asked() == ("choosing_order", NATURE)
    assert table.options() == [RED] and table.options(RED) == [BLUE, YELLOW]
    assert table.options(RED, YELLOW) == [BLUE] and table.options(RED, YELLOW, BLUE) == [BLACK]
    assert table.refused(NATURE, RED, BLACK).key == "not_offered"
    table.nature(RED, YELLOW, BLUE, BLACK, PURPLE)
    for place, seat in enumerate((RED, YELLOW, BLUE, BLACK)):
        assert table.asked() == ("choose_place", seat)
        assert table.refused(seat, 7).key == "not_offered"
        if place:
            assert table.refused(seat, 0) == ("place_taken", "W-7.5", {})
        table.answer(seat, place)
    assert table.s.thalers[RED] == 7


@pytest.mark.clause("W-5.11", "W-R.8", "W-1.10")
def test_x2_bid_limit() -> None:
    table = Table(3).land(BLUE, anhalt=3).purse(blue=2).begin("plan")
    ask = table.asks()[BLUE]
    offered = ask.options(table.s, ())
    bids = ["money_0", "money_1", "money_2", "anhalt", "nothing"]
    assert sorted(offered or ()) == sorted(table.card(bid) for bid in bids)
    reason = ask.why_not(table.s, (), table.card("money_3"))
    assert reason == ("bid_too_high", "W-5.11", {"have": ("number", 2)})
    # as "no action" the card can still be used
    assert table.card("money_4") in (ask.options(table.s, (table.card("money_0"),)) or ())


@pytest.mark.clause("W-5.8", "W-8.8", "W-R.9", "W-7.3")
def test_x3_too_few_cards() -> None:
    table = Table(3)
    own = table.many(BLUE, 4)
    table.begin("plan")
    ask = table.asks()[BLUE]
    rest = [*(table.county(id) for id in own), *range(45, 50)]
    move = [EMPTY, EMPTY, *rest]
    ask.check(table.s, move)
    assert EMPTY not in (ask.options(table.s, move[:2]) or ())
    reason = ask.why_not(table.s, move[:2], EMPTY)
    assert reason == ("boxes_left_empty", "W-5.8", {"n": ("number", 2)})  # two, and not "enough cards"
    for seat in (BLACK, PURPLE):
        table.answer(seat, 45, EMPTY, EMPTY, EMPTY, EMPTY, EMPTY, EMPTY, 46, 47, 48, 49)
    table.answer(BLUE, *move)
    table.nature(table.s.event_row[0])
    assert table.options() == [BLACK, PURPLE]  # who bid 0; no bid comes last
    assert table.options(BLACK, PURPLE) == [BLUE]


@pytest.mark.clause("W-5.7", "W-5.2")
def test_x4_enough_cards() -> None:
    table = Table(3)
    own = table.many(BLUE, 7)
    table.begin("plan")
    ask = table.asks()[BLUE]
    move: list[int] = []
    for _ in range(11):
        options = ask.options(table.s, move)
        assert options is not None and EMPTY not in options
        reason = ask.why_not(table.s, move, EMPTY)
        assert reason == ("box_must_be_filled", "W-5.7", {})
        move.append(options[0])
    assert ask.options(table.s, move) is None
    assert len({*(table.county(id) for id in own), *range(45, 50)} - set(move)) == 1


@pytest.mark.clause("W-8.3", "W-8.4", "W-R.37", "W-2.4")
def test_x5_action_reveal() -> None:
    table = Table(3)
    table.s.action_row = [0, 1, 2, 3, 4]
    table.begin()
    for card in (5, 6, 7, 8):
        assert table.asked() == ("turn_up_action", NATURE)
        assert table.options() == list(range(card, 10))
        table.nature(card)
    assert [args[0] for args in table.happened(ACTION_TURNED_UP)] == [5, 6, 7, 8, 9]  # the tenth follows


def draft(players: int = 3) -> Table:
    """A draft before its first turn: Black begins, Trier and Anhalt lie open."""
    table = Table(players)
    table.rules = ruleset("wallenstein", players, (), {"start": "draft"})
    s: Wallenstein = table.rules.start()
    table.s, table.t = s, s.t
    s.trace = []
    table.nature(BLACK).nature("trier", "anhalt")
    return table


@pytest.mark.clause("W-3.7", "W-3.8", "W-3.9", "W-3.10", "W-3.11", "W-3.12", "W-R.26", "W-15.1")
def test_x6_draft_exchange() -> None:
    table = draft()
    for seat, blind in ((BLACK, "mark"), (BLUE, "passau"), (PURPLE, "baden")):
        assert table.asked() == ("take_county", seat)
        assert table.options() == [table.county("trier"), table.county("anhalt"), BLIND]
        table.answer(seat, BLIND)
        assert table.asked() == ("blind_card", NATURE)
        table.nature(blind)
        assert table.asked() == ("place_group", seat)
        table.answer(seat, 2)
        assert table.at(blind)[:2] == (seat, 2)
    assert table.asked() == ("exchange_pair", BLACK)
    table.answer(BLACK, 1).nature("koeln", "salzburg")
    assert table.s.under_deck == sorted((table.county("trier"), table.county("anhalt")))
    table.answer(BLACK, BLIND).nature("lausitz").answer(BLACK, 2)
    assert table.asked() == ("take_county", BLUE)  # Blue chose from another pair
    # had Blue taken Anhalt, Black could not exchange
    table = draft()
    table.answer(BLACK, BLIND).nature("mark").answer(BLACK, 2)
    table.answer(BLUE, "anhalt").nature("koeln").answer(BLUE, 5)
    table.answer(PURPLE, BLIND).nature("baden").answer(PURPLE, 2)
    assert table.asked() == ("take_county", BLACK)
    assert table.refused(BLACK, "anhalt") == ("not_open", "W-3.9", {})


@pytest.mark.clause("W-3.12")
def test_x60_second_exchange_in_the_draft() -> None:
    table = draft()
    blind = iter(("mark", "passau", "baden", "lausitz", "vogtland", "boehmen", "kaernten"))
    for seat in (BLACK, BLUE, PURPLE):
        table.answer(seat, BLIND).nature(next(blind)).answer(seat, 2)
    table.answer(BLACK, 1).nature("koeln", "salzburg")
    table.answer(BLACK, BLIND).nature(next(blind)).answer(BLACK, 2)
    for seat in (BLUE, PURPLE):
        table.answer(seat, BLIND).nature(next(blind)).answer(seat, 2)
    assert table.asked() == ("exchange_pair", BLACK)
    table.answer(BLACK, 1).nature("oberpfalz", "regensburg")
    assert table.asked() == ("take_county", BLACK)  # once per turn
    assert len(table.s.under_deck) == 4


@pytest.mark.clause("W-8.6", "W-15.7", "W-9.1")
def test_x7_forced_building() -> None:
    table = Table(3).land(BLUE, boehmen=2, vogtland=1).purse(blue=3).row("build_palace", "deploy_5")
    table.plan(BLUE, build_palace="boehmen", deploy_5="vogtland").begin()
    assert table.buildings("boehmen") == {"palace"} and table.s.thalers[BLUE] == 0
    assert table.happened(UNPAYABLE) == [(BLUE, 5, table.county("vogtland"), 3)]
    assert table.at("vogtland")[1] == 1


@pytest.mark.clause("W-8.7", "W-9.11")
def test_x8_skipped_for_lack_of_money() -> None:
    table = Table(3).land(BLUE, boehmen=2).purse(blue=1).row("deploy_3")
    table.plan(BLUE, deploy_3="boehmen").begin()
    assert table.s.thalers[BLUE] == 1 and table.at("boehmen")[1] == 2


@pytest.mark.clause("W-9.13", "W-9.14", "W-R.6", "W-9.10")
@pytest.mark.parametrize(
    ("supply", "tile", "event", "placed"),
    [(4, False, "", 0), (5, True, "", 5), (4, True, "", 0), (4, True, "few_recruits", 4), (9, False, "", 5)],
)
def test_x9_short_supply(supply: int, tile: bool, event: str, placed: int) -> None:
    table = Table(3).land(BLUE, boehmen=2).purse(blue=3).row("deploy_5").cubes(supply={BLUE: supply})
    if tile:
        table.tile(BLUE, "six_armies")
    if event:
        table.event(event)
    table.plan(BLUE, deploy_5="boehmen").begin()
    assert table.at("boehmen")[1] == 2 + placed
    assert table.s.thalers[BLUE] == (0 if placed else 3)
    assert table.s.supply[BLUE] == supply - placed


@pytest.mark.clause("W-9.15", "W-9.16", "W-9.17", "W-15.4", "W-R.44")
def test_x10_deploy_and_move() -> None:
    table = Table(3).land(BLUE, hessen_kassel=2, wolfenbuettel=1).land(PURPLE, paderborn=1).purse(blue=1)
    table.event("few_recruits").row("deploy_1_move").plan(BLUE, deploy_1_move="hessen_kassel").begin()
    assert table.at("hessen_kassel")[1] == 3 and table.s.thalers[BLUE] == 0
    assert table.options() == [table.county("wolfenbuettel"), STAY]
    assert table.options(table.county("wolfenbuettel")) == [1, 2]
    assert table.refused(BLUE, "paderborn", 1) == ("not_own", "W-9.16", {})
    assert table.refused(BLUE, "boehmen", 1) == ("not_adjacent", "W-1.3", {})
    assert table.refused(BLUE, "wolfenbuettel", 3) == ("one_army_stays", "W-9.16", {})
    table.answer(BLUE, "wolfenbuettel", 2)
    assert (table.at("hessen_kassel")[1], table.at("wolfenbuettel")[1]) == (1, 3)
    poor = Table(3).land(BLUE, hessen_kassel=2, wolfenbuettel=1).purse(blue=0)
    poor.row("deploy_1_move").plan(BLUE, deploy_1_move="hessen_kassel").begin()
    assert poor.happened(DEPLOYED) == [] and poor.asked()[1] == NATURE


@pytest.mark.clause("W-9.18")
def test_x11_one_army_cannot_act() -> None:
    table = Table(3).land(BLUE, boehmen=1).row("combat_a").plan(BLUE, combat_a="boehmen").begin()
    assert table.asked()[1] == NATURE


@pytest.mark.clause("W-9.21", "W-9.24", "W-15.5", "W-R.1")
def test_x12_declining() -> None:
    table = Table(3).land(BLUE, boehmen=5).row("combat_a").plan(BLUE, combat_a="boehmen").begin()
    table.answer(BLUE, STAY)
    assert table.at("boehmen")[1] == 5
    strict = Table(3, combat_movement_mandatory=True).land(BLUE, boehmen=5).row("combat_a")
    strict.plan(BLUE, combat_a="boehmen").begin()
    assert strict.refused(BLUE, STAY) == ("must_move", "W-9.24", {})


@pytest.mark.clause("W-5.7", "W-5.11", "W-5.13")
def test_x61_affordable_bid() -> None:
    table = Table(3).purse(blue=0)
    own = [table.county(id) for id in table.many(BLUE, 7)]
    table.begin("plan")
    ask = table.asks()[BLUE]
    ask.check(table.s, [45, *own, 48, 46, 47])
    for bid in (48, 49):
        with pytest.raises(Exception, match="bid_too_high"):
            ask.check(table.s, [bid, *own, 45, 46, 47])


@pytest.mark.clause("W-9.24", "W-9.22", "W-9.16", "W-R.1")
def test_x59_strict_reading() -> None:
    table = Table(4, combat_movement_mandatory=True).land(BLUE, neumark=3, mittelmark=1).row("combat_a")
    table.land(RED, lausitz=2, schlesien=2).plan(BLUE, combat_a="neumark").begin()
    assert table.counties() == {"mittelmark", "lausitz", "schlesien", "vorpommern"}
    assert table.refused(BLUE, STAY) == ("must_move", "W-9.24", {})
    table.answer(BLUE, "mittelmark", 1)
    assert table.at("mittelmark")[1] == 2
    # (b) every destination is protected: skipped
    table = Table(5, ["court"], combat_movement_mandatory=True).land(PURPLE, steiermark=4)
    table.land(RED, niederoesterreich=2, kaernten=2).row("combat_a")
    table.slice("court").favor[17] = RED
    table.plan(PURPLE, combat_a="steiermark").begin()
    assert table.asked()[1] == NATURE and table.at("steiermark")[1] == 4
    # (c) a single army: skipped
    table = Table(4, combat_movement_mandatory=True).land(BLUE, neumark=1).row("combat_a")
    assert table.plan(BLUE, combat_a="neumark").begin().asked()[1] == NATURE
    # (d) the move of Deploy 1/move stays optional
    table = Table(4, combat_movement_mandatory=True).land(BLUE, neumark=2, mittelmark=1)
    table.row("deploy_1_move").plan(BLUE, deploy_1_move="neumark").begin()
    table.answer(BLUE, STAY)


@pytest.mark.clause("W-9.25", "W-8.2", "W-9.19", "W-9.23")
def test_x68_marching_on() -> None:
    table = Table(3).land(BLUE, anhalt=4, kursachsen=2, boehmen=1).row("combat_a", "combat_b")
    table.plan(BLUE, combat_a="anhalt", combat_b="kursachsen").begin()
    table.answer(BLUE, "kursachsen", 3)
    assert table.at("kursachsen")[1] == 5 and table.asked() == ("march", BLUE)
    table.answer(BLUE, "boehmen", 4)
    assert table.at("boehmen")[1] == 5


@pytest.mark.clause("W-13.8", "W-5.8", "W-R.13", "W-5.5", "W-5.2")
def test_x37_player_without_counties() -> None:
    table = Table(3).land(BLACK, anhalt=2).purse(blue=4).score(BLUE, 30).begin("plan")
    ask = table.asks()[BLUE]
    reason = ask.why_not(table.s, (), table.county("anhalt"))
    assert reason == ("not_your_card", "W-5.2", {})
    plan = [46, 45, 47, 48, 49, *[EMPTY] * 6]
    table.answer(BLUE, *plan)
    table.answer(BLACK, 45, table.county("anhalt"), *range(46, 50), *[EMPTY] * 5)
    table.answer(PURPLE, 45, *range(46, 50), *[EMPTY] * 6)
    table.nature(table.s.event_row[0]).nature(BLUE, BLACK, PURPLE)
    assert table.s.thalers[BLUE] == 3
    table.answer(BLUE, 0).answer(BLACK, 1).answer(PURPLE, 2)
    while table.asked()[0] == "turn_up_action":
        table.nature(table.options()[0])
    assert [args for args in table.happened(BUILT) if args[0] == BLUE] == []
    assert table.s.season == 1 and len(table.s.mat) == 3 * (ACTIONS + 1)
    table.winter_event("grain_max").begin("winter")
    assert table.points(BLUE) == 30
