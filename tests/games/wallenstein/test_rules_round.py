"""Clauses that no worked example covers: planning, actions, combat, winter, invariants."""

from __future__ import annotations

from random import Random

import pytest

from pfalz.core.ask import Chance
from pfalz.core.errors import IllegalAnswer
from pfalz.core.state import NATURE
from pfalz.games.wallenstein.events import (
    ARMIES_STAYED,
    BUILT_ALREADY,
    CARD_REVEALED,
    LONE_ARMY,
    NO_COUNTY_PLANNED,
    NO_PIECE,
    NO_SITE,
    NO_WAY_OUT,
    REVOLTS_DRAWN,
    TAXES_COLLECTED,
    TOO_FEW_ARMIES,
    UNPAYABLE,
)
from pfalz.games.wallenstein.lookup import BUILDING_IDS, COLLECT_TAXES, DEPLOY_5
from pfalz.games.wallenstein.state import EMPTY
from pfalz.games.wallenstein.tower import Throw
from tests.games.wallenstein.table import BLACK, BLUE, GREEN, PURPLE, RED, YELLOW, Table, battle


def planning(*, blue: int = 3) -> Table:
    """Three players about to plan; Blue owns some counties."""
    table = Table(3)
    table.many(BLUE, blue)
    return table.begin("plan")


@pytest.mark.clause("W-5.1", "W-5.12", "W-15.2")
def test_all_plan_at_once_and_may_rearrange() -> None:
    table = planning()
    assert [(ask.name, ask.seat) for ask in table.asks()] == [("plan", 0), ("plan", 1), ("plan", 2)]
    rng = Random(3)
    first = table.asks()[BLUE].random_answer(table.s, rng)
    table.answer(BLUE, *first)
    second = table.asks()[BLUE].random_answer(table.s, rng)
    table.answer(BLUE, *second)
    assert table.s.answers[BLUE] == second and table.s.mat == [EMPTY] * 33
    table.rules.retract(table.s, BLUE)
    for seat in (BLACK, PURPLE):
        table.answer(seat, *table.asks()[seat].random_answer(table.s, rng))
    assert table.asks()[0].name == "plan"
    table.answer(BLUE, *first)
    assert tuple(table.s.mat[11:22]) == first and table.asked() == ("draw_event", NATURE)
    with pytest.raises(Exception, match="plan"):
        table.rules.play(table.s, BLUE, second, "plan")


@pytest.mark.clause("W-5.4", "W-5.9", "W-8.7")
def test_an_impossible_action_may_be_planned_and_is_skipped() -> None:
    table = Table(3).land(BLUE, trier=1).build("trier", "palace").purse(blue=0).begin("plan")
    ask = table.asks()[BLUE]
    for box in range(11):
        prefix = [EMPTY, EMPTY, EMPTY, EMPTY, EMPTY, 45, 46, 47, 48, 49][:box]
        if box < 10:
            assert table.county("trier") in (ask.options(table.s, prefix) or ())
    table = Table(3).land(BLUE, trier=1).build("trier", "palace").row("build_palace").purse(blue=9)
    table.plan(BLUE, build_palace="trier").begin()
    assert table.happened(BUILT_ALREADY) == [(BLUE, 0, table.county("trier"))]
    assert table.s.thalers[BLUE] == 9


@pytest.mark.clause("W-8.1", "W-8.2", "W-8.5", "W-R.38", "W-2.6")
def test_cards_are_turned_up_in_action_and_player_order() -> None:
    table = (
        Table(3).land(BLUE, trier=5).order(PURPLE, BLUE, BLACK).row("build_church", "combat_a", "deploy_5")
    )
    table.plan(BLUE, build_church="money_3", combat_a="trier", deploy_5="money_2")
    table.plan(BLACK, build_church="money_0", combat_a="money_1", deploy_5="money_2").begin()
    assert table.asked() == ("march", BLUE)
    turned = [args[:2] for args in table.happened(CARD_REVEALED)]
    assert turned == [(PURPLE, 1), (BLUE, 1), (BLACK, 1), (PURPLE, 8), (BLUE, 8)]
    view = table.rules.view(table.s, PURPLE)
    church, combat, deploy = 2, 9, 6
    assert view.mat[11 + church] == table.card("money_3")  # also a money card is shown, and stays so
    assert view.mat[11 + combat] == table.county("trier")
    assert view.mat[11 + deploy] == view.mat[combat] == -99


@pytest.mark.clause("W-8.12", "W-9.26")
def test_targets_are_chosen_when_the_action_is_performed() -> None:
    table = (
        battle().land(BLUE, hessen_kassel=1).row("deploy_3", "combat_a").plan(BLUE, deploy_3="hessen_kassel")
    )
    table.begin()
    assert table.asked() == ("march", BLUE)
    assert table.asks()[0].slot(table.s, ()).kind == "destination"
    table.answer(BLUE, "kursachsen", 2)
    assert table.asked() == ("throw", NATURE)  # nobody decides anything before the throw


@pytest.mark.clause("W-9.20", "W-9.22", "W-1.3")
def test_a_foreign_county_is_attacked_at_once() -> None:
    table = battle().begin()
    assert table.refused(BLUE, "boehmen", 2) == ("not_adjacent", "W-1.3", {})
    table.answer(BLUE, "kursachsen", 2)
    assert table.asked() == ("throw", NATURE) and table.at("kursachsen")[1] == 0


@pytest.mark.clause("W-9.3", "W-9.4")
def test_buildings_stay_with_a_conquered_county() -> None:
    table = battle().build("kursachsen", "palace", "church").begin()
    table.answer(BLUE, "kursachsen", 4).throw(blue=4)
    assert table.at("kursachsen")[0] == BLUE and table.buildings("kursachsen") == {"palace", "church"}


@pytest.mark.clause("W-6.15", "W-R.5", "W-11.2")
@pytest.mark.parametrize("event", ["palace_guard_2", "church_peace_3"])
def test_revolts_are_no_attacks(event: str) -> None:
    table = Table(3).land(BLUE, trier=2).mark("trier").build("trier", "palace", "church").event(event)
    table.tile(BLUE, "defence_plus_one").row("collect_taxes").plan(BLUE, collect_taxes="trier").begin()
    assert table.s.tray == [0, 2, 0, 1]


@pytest.mark.clause("W-7.2", "W-10.24")
def test_bid_county_that_is_conquered_leaves_the_auction_box() -> None:
    table = (
        battle().plan(YELLOW, "kursachsen", combat_b="lausitz").land(YELLOW, lausitz=2).order(4, 1, 0, 2, 3)
    )
    table.row("combat_a", "combat_b").begin()
    table.answer(BLUE, "kursachsen", 4).throw(blue=4)
    assert table.s.mat[YELLOW * 11] == EMPTY and table.s.place[YELLOW] == 0


@pytest.mark.clause("W-10.3", "W-R.31", "W-14.1", "W-2.2", "W-R.39")
def test_cubes_leave_the_tower_by_throws_only() -> None:
    rules = Table(4).rules
    s = rules.start()
    rng = Random(8)
    while not s.over:
        ask = next(ask for ask in rules.asks(s) if not ask.answered)
        before = s.tower[:]
        if isinstance(ask.question, Chance):
            move = ask.question.sample(s, ask.args, rng)
        else:
            move = ask.random_answer(s, rng)
        rules.apply(s, ask.seat, move)
        if ask.name not in ("throw", "tower_fill"):
            assert s.tower == before
        assert rules.view(s, BLACK).tower == s.tower  # W-2.2
        board = [sum(a for a, o in zip(s.armies, s.owner, strict=True) if o == seat) for seat in range(4)]
        assert s.tower[:4] == [62 - s.supply[i] - s.tray[i] - board[i] for i in range(4)]
        assert s.tower[4] == 20 - s.supply[4] - s.tray[4]


@pytest.mark.clause("W-14.8", "W-14.4", "W-14.2")
def test_the_tower_keeps_about_one_throw_inside() -> None:
    table = Table(3).cubes(tray={BLUE: 9})
    question, rng = Throw(), Random(4)
    inside = 0
    for i in range(3000):
        s = table.s
        s.tray = [0, 9, 0, 0]
        question.answer(s, NATURE, (), question.sample(s, (), rng))
        inside += s.tower[BLUE] if i >= 100 else 0
    assert abs(inside / 2900 - 9) < 0.4


@pytest.mark.clause("W-14.2", "W-14.4", "W-14.5", "W-14.7", "W-R.30")
@pytest.mark.parametrize("model", ["constant", "impact"])
def test_samples_follow_the_weights(model: str) -> None:
    table = Table(3, tower_model=model).cubes(tray={BLUE: 4, GREEN: 2}, tower={BLACK: 3, GREEN: 5})
    s, question, rng = table.s, Throw(), Random(6)
    moves = [question.sample(s, (), rng) for _ in range(6000)]
    for at in range(4):
        prefix = [0] * at
        options = question.options(s, NATURE, (), prefix)
        assert options is not None
        weights = question.weights(s, (), prefix, options) or ()
        for k, weight in zip(options, weights, strict=True):
            share = sum(move[at] == k for move in moves) / len(moves)
            assert abs(share - weight / sum(weights)) < 0.03
    assert question.options(s, NATURE, (), [0] * 4) is None
    assert [question.slot(s, NATURE, (), [0] * n).name for n in range(4)] == [
        *("cast_cubes", "cast_cubes", "resting_cubes", "resting_cubes")
    ]


@pytest.mark.clause("W-12.1", "W-12.6", "W-12.4")
def test_winter_follows_the_order_of_fall() -> None:
    table = Table(3).winter_event("taxes_max").land(BLACK, trier=1).land(BLUE, mark=1).land(PURPLE, koeln=1)
    table.order(PURPLE, BLACK, BLUE).begin("winter")
    for _ in range(3):
        table.throw()
    assert [args[0] for args in table.happened(REVOLTS_DRAWN)] == [PURPLE, BLACK, BLUE]


@pytest.mark.clause("W-12.7", "W-R.33", "W-1.15")
def test_every_own_county_is_equally_likely_to_revolt() -> None:
    table = Table(3).winter_event("taxes_max")
    table.many(BLUE, 3)
    table.s.grain[BLUE] = 2
    table.begin("winter")
    ask = table.asks()[0]
    assert isinstance(ask.question, Chance) and table.options() == table.s.own(BLUE)
    assert ask.question.weights(table.s, ask.args, (), table.options()) is None
    rng = Random(2)
    drawn = [ask.question.sample(table.s, ask.args, rng)[0] for _ in range(900)]
    assert all(abs(drawn.count(county) - 300) < 60 for county in table.options())


@pytest.mark.clause("W-12.11")
def test_grain_is_compared_not_spent() -> None:
    table = Table(3).winter_event("taxes_max").land(BLUE, trier=1, mark=1)
    table.s.grain = [5, 1, 5]
    table.begin("winter").nature("trier").throw(blue=1)
    assert table.s.grain == [0, 0, 0] and table.asked() == ("events", NATURE)
    table = Table(3).winter_event("taxes_max").land(BLUE, trier=1, mark=1).land(PURPLE, koeln=1, baden=1)
    table.s.grain = [5, 1, 1]
    table.begin("winter").nature("trier").throw(blue=1)
    assert table.s.grain == [5, 1, 1]  # still there while others' revolts go on


@pytest.mark.clause("W-1.4", "W-60.4", "W-60.3", "W-60.9", "W-60.1", "W-60.2", "W-60.5")
def test_violations_are_noticed() -> None:
    def broken(change: str) -> list[str]:
        table = Table(4).land(BLUE, trier=3, mark=2).land(RED, koeln=2).plan(BLUE, combat_a="trier")
        table.row("combat_a").begin()
        s, trier = table.s, table.county("trier")
        if change == "army":
            s.armies[trier] += 1
        elif change == "peasant":
            s.supply[4] += 1
        elif change == "sites":
            s.buildings[trier] = 7
        elif change == "palaces":
            s.buildings = [1] * 45
        elif change == "owner":
            s.owner[trier] = -1
        elif change == "marker":
            s.markers[table.county("boehmen")] = 1
        elif change == "thaler":
            s.thalers[RED] = -1
        elif change == "twice":
            s.mat[11 + 3] = trier
        elif change == "foreign":
            s.mat[11 + 3] = table.county("koeln")
        return table.rules.violations(s)

    assert broken("nothing") == []
    for change in ("army", "peasant", "sites", "palaces", "owner", "marker", "thaler", "twice", "foreign"):
        assert broken(change), change
    small = Table(3).land(BLUE, trier=2).row("combat_a").plan(BLUE, combat_a="trier").begin()
    small.land(BLUE, tirol=0)
    assert any("out of play" in found for found in small.rules.violations(small.s))


@pytest.mark.clause("W-R.35", "W-7.1")
def test_bids_are_paid_before_other_income() -> None:
    table = Table(4, ["court", "landsknechte"]).land(BLUE, mark=1, anhalt=1, boehmen=1, baden=1).purse(blue=1)
    table.begin("plan")
    ask = table.asks()[BLUE]
    assert ask.why_not(table.s, (), table.card("money_2")) is not None
    table = Table(4, ["landsknechte"]).land(BLUE, mark=1, anhalt=1, boehmen=1, baden=1).purse(blue=1)
    table.row("deploy_3").plan(BLUE, "money_1", deploy_3="mark")
    for seat, bid in ((BLACK, "money_4"), (PURPLE, "money_3"), (RED, "money_2")):
        table.plan(seat, bid)
    table.begin("reveal_bids")
    assert table.s.thalers[BLUE] == 0
    for place, seat in enumerate((BLACK, PURPLE, RED, BLUE)):
        table.answer(seat, place)
    table.answer(BLUE, 0)  # two Thalers of the first banner pay for Deploy 3
    assert table.s.thalers[BLUE] == 0 and table.at("mark")[1] == 4


@pytest.mark.clause("W-2.9", "W-R.36", "W-15.7")
def test_no_question_gives_anything_away() -> None:
    names = {name for name, q in Table(3).rules.questions.items() if not isinstance(q, Chance)}
    assert names == {
        *("take_county", "exchange_pair", "place_group", "plan", "choose_place"),
        *("regroup", "march", "choose_revolt"),
    }


@pytest.mark.clause("W-7.8", "W-10.9", "W-10.7")
def test_tiles_work_for_their_holder_only() -> None:
    table = battle().tile(RED, "attack_plus_one").begin().answer(BLUE, "kursachsen", 2)
    assert table.s.tray[BLUE] == 2
    table = battle().tile(YELLOW, "attack_plus_one").tile(BLUE, "defence_plus_one").begin()
    table.answer(BLUE, "kursachsen", 2)
    assert (table.s.tray[BLUE], table.s.tray[YELLOW]) == (2, 3)


@pytest.mark.clause("W-5.3", "W-5.8")
def test_a_short_or_long_plan_is_refused() -> None:
    table = planning()
    move = table.asks()[BLUE].random_answer(table.s, Random(1))
    for wrong in (move[:-1], (*move, 45)):
        with pytest.raises(IllegalAnswer):
            table.rules.play(table.s, BLUE, wrong)
    assert table.s.answers[BLUE] is None


@pytest.mark.clause("W-8.8", "W-5.5")
@pytest.mark.parametrize("card", ["money_4", "nothing"])
def test_money_or_nothing_means_no_action(card: str) -> None:
    table = Table(3).land(BLUE, trier=2).row("collect_taxes").plan(BLUE, collect_taxes=card).begin()
    assert table.happened(TAXES_COLLECTED) == []
    assert (BLUE, COLLECT_TAXES) in table.happened(NO_COUNTY_PLANNED)


@pytest.mark.clause("W-8.7", "W-9.2", "W-1.7", "W-9.13")
def test_what_is_skipped_says_why() -> None:
    def skipped(action: str, **purse: int) -> Table:
        table = Table(3).land(BLUE, trier=1).row(action).purse(**purse)
        return table.plan(BLUE, **{action: "trier"})

    church, deploy = BUILDING_IDS.index("church"), DEPLOY_5
    trier = Table(3).county("trier")
    table = skipped("build_church", blue=0).begin()
    assert table.happened(UNPAYABLE) == [(BLUE, church, trier, table.t.cost[church])]
    table = skipped("build_church", blue=9)
    table.build("trier", *[id for id in BUILDING_IDS if id != "church"][: table.t.sites[trier]]).begin()
    assert table.happened(NO_SITE) == [(BLUE, church, trier)]
    table = skipped("build_church", blue=9)
    for id in table.many(PURPLE, table.s.stock(church), armies=1):
        table.build(id, "church")
    assert table.begin().happened(NO_PIECE) == [(BLUE, church, trier)]
    table = skipped("deploy_5", blue=9).cubes(supply={BLUE: 4}).begin()
    assert table.happened(TOO_FEW_ARMIES) == [(BLUE, deploy, trier, 5)]
    assert table.s.thalers[BLUE] == 9


@pytest.mark.clause("W-9.18", "W-9.22")
def test_armies_that_cannot_march_are_said_to_stay_for_a_reason() -> None:
    table = Table(3).land(BLUE, augsburg=1).row("combat_a").plan(BLUE, combat_a="augsburg").begin()
    stays = (BLUE, table.county("augsburg"))
    assert table.happened(LONE_ARMY) == table.happened(ARMIES_STAYED) == [stays]
    table = Table(3).land(BLUE, augsburg=3).event("church_peace_3").row("combat_a")
    for county in table.t.neighbours[stays[1]]:
        table.land(PURPLE, **{table.t.county_ids[county]: 1}).build(table.t.county_ids[county], "church")
    table.plan(BLUE, combat_a="augsburg").begin()
    assert table.happened(NO_WAY_OUT) == table.happened(ARMIES_STAYED) == [stays]
    assert battle().begin().happened(NO_WAY_OUT) == []  # Blue is asked
