"""The turn (D-4)."""

from __future__ import annotations

import pytest

from pfalz.games.darkages.turn import EFFECT_STEP, END_STEP, EPITHET_STEP, PASS_STEP, SETTLE_STEP
from pfalz.games.darkages.words import ACTION_IDS, GOLD, GOODS, LEATHER, RELIC, WOOD
from tests.games.darkages.table import (
    DISCARD,
    FOR_CULTURE,
    GREEN,
    REACTIONS,
    TAKE,
    VIOLET,
    WHITE,
    WORDS,
    YELLOW,
    Table,
)

ANNA, BEN, CLEO = range(3)
EVERY_ACTION = [WORDS[action] for action in ACTION_IDS]


def stuck(players: int = 4) -> Table:
    """Yellow can carry out no action: no goods, no cards, no units, and the offer is empty."""
    table = Table(players).goods(YELLOW).hand(YELLOW)
    table.s.discard += table.s.offered
    table.s.offered = []
    return table


# -- whose turn, and what is chosen ---------------------------------------------------------------


@pytest.mark.clause("D-4.1")
def test_turns_go_clockwise() -> None:
    table = Table(4)
    for seat in (YELLOW, WHITE, VIOLET, GREEN, YELLOW):
        assert table.open() == ("turn", seat)
        table.stack("develop_culture").act(seat, "develop_culture")


@pytest.mark.clause("D-4.2", "D-25.2", "D-26.1")
def test_one_noble_action_or_a_pass() -> None:
    table = Table().goods(YELLOW, wood=1, leather=1, gold=1).hold(YELLOW, "verona", infantry=1)
    table.s.acted[YELLOW] = 1
    table.turn(YELLOW)
    assert len(table.asks()) == 1  # one question, to one player
    assert table.options() == [*EVERY_ACTION, PASS_STEP]
    assert table.why(END_STEP) == ("only_after_action", "D-11.1")
    table.do(YELLOW, WORDS["develop_culture"])
    assert table.who() == WHITE  # one action, and the turn is over


@pytest.mark.clause("D-4.2")
def test_no_second_action_after_the_first() -> None:
    table = Table().hand(YELLOW, "the_great")
    table.act(YELLOW, "develop_culture")
    assert table.open() == ("after", YELLOW)
    assert table.options() == [EPITHET_STEP, END_STEP]
    for step in (*EVERY_ACTION, PASS_STEP):
        assert table.why(step) == ("action_done", "D-4.2")


@pytest.mark.clause("D-4.3", "D-4.4")
def test_the_disc_goes_on_top_of_any_stack() -> None:
    table = Table().stack("develop_culture", WHITE, GREEN)
    table.act(YELLOW, "develop_culture")
    table.do(WHITE, *table.forms()[0])
    own = Table(2).stack("develop_culture", YELLOW)
    own.act(YELLOW, "develop_culture")
    assert own.stack_of("develop_culture") == (YELLOW, YELLOW)
    assert own.s.discs[YELLOW] == 6 - 1 - 2
    assert table.stack_of("develop_culture") == (GREEN, YELLOW)


@pytest.mark.clause("D-4.5", "D-R.5", "D-26.3")
def test_an_action_without_a_possible_option_cannot_be_chosen() -> None:
    table = Table().goods(YELLOW, leather=1).hand(YELLOW)
    table.turn(YELLOW)
    assert table.options() == [WORDS["build"], WORDS["develop_culture"], WORDS["recruit"]]
    for action in ("research", "march"):
        assert table.why(WORDS[action]) == ("no_option", "D-4.5")
    assert table.stack_of("march") == ()


@pytest.mark.clause("D-4.5")
def test_gold_and_discounts_make_an_action_possible() -> None:
    table = Table().goods(YELLOW, gold=1).hand(YELLOW).turn(YELLOW)
    assert WORDS["build"] in table.options() and WORDS["recruit"] in table.options()
    table = Table().goods(YELLOW).hand(YELLOW).hold(YELLOW, "lombardy", manors=1).hand(WHITE)
    table.s.acted[YELLOW] = 1
    table.turn(YELLOW)
    assert WORDS["build"] not in table.options()
    table.achievement(YELLOW, "heavy_plough").turn(YELLOW)  # a second manor costs one resource less
    assert WORDS["build"] in table.options()


# -- passing or not -------------------------------------------------------------------------------


@pytest.mark.clause("D-4.6", "D-26.2")
def test_without_a_disc_the_pass_follows_without_a_question() -> None:
    table = Table().discs(YELLOW, 0).goods(YELLOW).hand(YELLOW, "the_great")
    table.turn(YELLOW).let_nature()
    assert table.who() == WHITE
    assert table.events("no_disc_left") == table.events("passed") == [(YELLOW,)]


@pytest.mark.clause("D-4.6", "D-4.7", "D-R.6", "D-18.11")
def test_b2_may_i_pass() -> None:
    """B2: the disc exhausted at setup does not count; after an action passing is allowed."""
    table = Table(4)
    assert table.s.discs[YELLOW] == 3 and table.s.exhausted[YELLOW] == 1
    assert PASS_STEP not in table.options()
    assert table.why(PASS_STEP) == ("no_action_yet", "D-4.7")
    table.act(YELLOW, "develop_culture").turn(YELLOW)
    assert table.s.discs[YELLOW] == 2
    assert PASS_STEP in table.options()
    table.do(YELLOW, PASS_STEP)
    while table.who() == YELLOW:
        table.do(YELLOW, *table.forms()[0])
    table.turn(YELLOW)
    assert table.why(PASS_STEP) == ("no_action_yet", "D-4.7")  # none since the last pass


@pytest.mark.clause("D-4.8", "D-26.2")
def test_who_can_do_nothing_passes_nevertheless() -> None:
    table = stuck()
    assert table.s.discs[YELLOW] == 3 and not table.s.acted[YELLOW]
    table.turn(YELLOW).let_nature()
    assert table.events("no_action_left") == table.events("passed") == [(YELLOW,)]
    assert table.who() == WHITE


@pytest.mark.clause("D-4.8", "D-4.11", "D-26.2", "D-P1")
def test_with_a_free_step_he_is_asked_and_may_pass_before_and_after_it() -> None:
    table = stuck().hand(YELLOW, "the_great", "the_pious")
    table.turn(YELLOW)
    assert table.options() == [EPITHET_STEP, PASS_STEP]
    table.do(YELLOW, EPITHET_STEP, table.card("the_great"))
    assert table.open() == ("turn", YELLOW)
    assert table.options() == [EPITHET_STEP, PASS_STEP]
    table.do(YELLOW, EPITHET_STEP, table.card("the_pious")).let_nature()
    assert table.who() == WHITE and (YELLOW,) in table.events("passed")


@pytest.mark.clause("D-4.8", "D-21.5", "D-P1")
def test_a_free_step_can_open_an_action_again() -> None:
    table = stuck().achievement(YELLOW, "merchants_guild").goods(YELLOW, stone=1)
    table.s.storage[YELLOW] = 2  # level 3 costs wood and stone, and nothing else can be had for a stone
    table.turn(YELLOW)
    assert table.options() == [EFFECT_STEP, PASS_STEP]
    effect = table.options(EFFECT_STEP)[0]
    table.do(YELLOW, EFFECT_STEP, effect, 2)  # pays the stone
    table.do(YELLOW, LEATHER)
    assert table.open() == ("turn", YELLOW)
    assert table.options() == [WORDS["build"], WORDS["recruit"]]
    assert table.why(PASS_STEP) == ("free_step_taken", "D-4.11")


@pytest.mark.clause("D-4.10", "D-4.11", "D-4.12", "D-R.7")
def test_who_has_taken_a_free_step_may_not_pass() -> None:
    table = Table().hand(YELLOW, "the_great")
    table.s.acted[YELLOW] = 1
    table.turn(YELLOW)
    assert PASS_STEP in table.options()
    table.do(YELLOW, EPITHET_STEP, table.card("the_great"))
    assert PASS_STEP not in table.options()
    assert table.why(PASS_STEP) == ("free_step_taken", "D-4.11")


@pytest.mark.clause("D-4.12", "D-4.10", "D-R.7")
def test_no_free_steps_in_a_turn_without_a_noble_action() -> None:
    table = (
        Table().discs(YELLOW, 0).hold(YELLOW, "lombardy", infantry=2).hand(YELLOW, "the_great").goods(YELLOW)
    )
    table.turn(YELLOW).let_nature()
    assert table.who() == WHITE
    assert table.units("lombardy") == (2, 0, 0)  # nobody has settled
    assert table.events("settled_in") == []
    names = table.names()
    assert names.index("discs_returned") < names.index("epithet_played")  # in step 7 and not before


# -- the order of a turn --------------------------------------------------------------------------


@pytest.mark.clause("D-4.9", "D-4.10", "D-10.1")
def test_free_steps_before_and_after_any_number_in_any_order() -> None:
    table = Table().hold(YELLOW, "lombardy", infantry=2).hold(YELLOW, "tuscany", infantry=1)
    table.hand(YELLOW, "the_great", "the_rich").achievement(YELLOW, "merchants_guild").goods(YELLOW, wood=2)
    table.turn(YELLOW)
    lombardy, tuscany = table.area("lombardy"), table.area("tuscany")
    assert table.options()[:3] == [SETTLE_STEP, EPITHET_STEP, EFFECT_STEP]
    table.do(YELLOW, EPITHET_STEP, table.card("the_great"))
    table.do(YELLOW, SETTLE_STEP, lombardy, 1, 0, 0)
    assert table.open() == ("turn", YELLOW)
    table.do(YELLOW, WORDS["develop_culture"])
    assert table.open() == ("after", YELLOW)
    table.do(YELLOW, SETTLE_STEP, tuscany, 1, 0, 0)
    table.do(YELLOW, EFFECT_STEP, table.options(EFFECT_STEP)[0], WOOD)
    table.do(YELLOW, LEATHER)
    assert table.owned(YELLOW) == {"wood": 1, "leather": 1}
    table.do(YELLOW, EPITHET_STEP, table.card("the_rich"))
    assert table.who() == WHITE  # only the end was left


@pytest.mark.clause("D-4.9", "D-13.1", "D-R.12")
def test_reaction_then_hand_limit_then_next_turn() -> None:
    table = Table(bands=("develop_culture", "build", "research", "recruit", "march"))
    table.many_cards(YELLOW, 10).stack("develop_culture", WHITE, GREEN).hold(YELLOW, "lombardy", infantry=2)
    table.act(YELLOW, "develop_culture")
    assert table.open() == ("after", YELLOW)  # free steps come first
    table.end(YELLOW)
    assert table.open() == ("react", WHITE)
    table.do(WHITE, REACTIONS["take_wood_leather"], WOOD)
    assert table.open() == ("discard", YELLOW)  # and he settles no more
    table.do(YELLOW, table.options()[0])
    assert table.open() == ("turn", WHITE)


@pytest.mark.clause("D-4.9", "D-10.1", "D-R.7", "D-R.12", "D-11.1", "D-11.3", "D-9.3")
def test_b4_settling_before_and_after_an_action() -> None:
    """B4: March, settle, title, March again, settle; only then is the stack looked at."""
    table = Table().hold(YELLOW, "verona", infantry=3).holds(YELLOW, "king_of_italy")
    table.stack("march", WHITE, GREEN)
    verona, lombardy, tuscany = (table.area(id) for id in ("verona", "lombardy", "tuscany"))
    table.act(YELLOW, "march", verona, lombardy, 3, 0, 0)
    assert table.options() == [SETTLE_STEP, END_STEP, table.title_step("king_of_italy")]
    table.do(YELLOW, SETTLE_STEP, lombardy, 1, 0, 0)
    table.do(YELLOW, table.title_step("king_of_italy"))
    assert table.open() == ("march", YELLOW)
    table.do(YELLOW, lombardy, tuscany, 2, 0, 0)
    assert table.open() == ("after", YELLOW) and table.stack_of("march") == (WHITE, GREEN, YELLOW)
    table.do(YELLOW, SETTLE_STEP, tuscany, 1, 0, 0)
    assert table.units("tuscany") == (1, 0, 0)
    assert table.s.manors_off(YELLOW) == 3
    assert table.t.supply_limit[3] == 5
    assert table.events("reaction_due") == [(WHITE, ACTION_IDS.index("march"))]


# -- hand limit -----------------------------------------------------------------------------------


@pytest.mark.clause("D-4.13", "D-4.15", "D-25.10", "D-26.5")
def test_cards_above_ten_are_discarded_face_up() -> None:
    table = Table().many_cards(YELLOW, 12)
    table.act(YELLOW, "develop_culture")
    assert table.open() == ("discard", YELLOW)
    assert len(table.forms()) == 13 * 12 * 11 // 6  # each choice of three exists once
    cards = sorted(table.s.hand[YELLOW])
    assert table.why(cards[4], cards[0]) == ("in_order", "D-26.5")
    deck = len(table.s.deck)
    table.do(YELLOW, cards[0], cards[5], cards[12])
    assert len(table.s.hand[YELLOW]) == 10
    assert {cards[0], cards[5], cards[12]} <= set(table.s.discard)
    assert len(table.s.deck) == deck  # the pile is never shuffled back
    assert table.who() == WHITE


@pytest.mark.clause("D-4.14", "D-R.33")
def test_all_cards_in_hand_count_and_nothing_else() -> None:
    table = Table().achievement(YELLOW, "forest_law").achievement(YELLOW, "tanneries").many_cards(YELLOW, 6)
    start = ("chamber_of_pavia", "war_magyar_riders_berengar")
    hand = [id for id in table.hand_of(YELLOW) if id not in start]
    relics = table.cards(RELIC)[:1]
    table.hand(YELLOW, *hand, *start, *relics, "the_great").holds(YELLOW, "king_of_italy")
    assert len(table.s.hand[YELLOW]) == 10
    table.act(YELLOW, "develop_culture").end(YELLOW)
    assert table.open() == ("discard", YELLOW)
    assert table.card("chamber_of_pavia") in table.options()  # start cards too
    assert len(table.options()) == 11


@pytest.mark.clause("D-13.7", "D-4.13", "D-R.13")
def test_b6_a_reacting_player_may_hold_more() -> None:
    """B6: White takes the sixth card with eleven in hand and discards at the end of her own turn."""
    table = Table(bands=("develop_culture", "build", "research", "recruit", "march"))
    table.many_cards(WHITE, 10).goods(WHITE, gold=2).stack("develop_culture", WHITE, YELLOW)
    table.s.culture[WHITE] = 6
    table.act(YELLOW, "develop_culture")
    assert table.open() == ("react", WHITE)
    exchange = REACTIONS["culture_exchange"]
    assert table.options(exchange, TAKE) == [0, 1, 2, 3, 4, 5]
    sixth = table.s.offered[5]
    table.do(WHITE, exchange, TAKE, 5)
    assert sixth in table.s.hand[WHITE] and len(table.s.hand[WHITE]) == 11
    assert table.owned(WHITE) == {"gold": 1}
    assert table.open() == ("turn", WHITE)
    table.do(WHITE, WORDS["develop_culture"])
    table.do(WHITE, 0)
    table.do(YELLOW, REACTIONS["take_wood_leather"], WOOD)
    assert table.open() == ("discard", WHITE)
    table.do(WHITE, *table.forms()[0])
    assert len(table.s.hand[WHITE]) == 10


@pytest.mark.clause("D-R.33", "D-13.7")
def test_a_start_card_may_be_discarded_in_an_exchange() -> None:
    table = Table(bands=("develop_culture", "build", "research", "recruit", "march"))
    table.stack("develop_culture", WHITE, GREEN).act(YELLOW, "develop_culture")
    start = table.t.start_cards[table.s.ruler[WHITE]]
    exchange = REACTIONS["culture_exchange"]
    assert set(table.options(exchange, DISCARD)) == set(start)
    gold = table.s.gold(WHITE)
    table.do(WHITE, exchange, DISCARD, start[0])
    assert table.s.gold(WHITE) == gold + 1
    assert table.s.discard[-1] == start[0]


# -- extra turns ----------------------------------------------------------------------------------


def conquest(table: Table, seat: int, origin: str, area: str) -> Table:
    """A seat marches with five infantry against two and wins the reward of another turn."""
    table.manors_off(seat, 6).hold(seat, origin, infantry=5).marker(area, "barbarian_13")
    return table.act(seat, "march", table.area(origin), table.area(area), 5, 0, 0).roll(6, 6, 6, 6, 6, 1, 1)


@pytest.mark.clause("D-4.16", "D-4.17", "D-R.14")
def test_an_extra_turn_follows_the_complete_turn() -> None:
    table = conquest(Table(3).stack("march", WHITE, VIOLET), YELLOW, "lombardy", "tuscany")
    assert table.open() == ("after", YELLOW)
    table.end(YELLOW)
    assert table.open() == ("react", WHITE)  # the reaction is not skipped
    table.do(WHITE, *table.forms()[0])
    assert table.open() == ("turn", YELLOW)
    assert (YELLOW,) in table.events("extra_turn_begun")
    assert PASS_STEP in table.options()  # a turn like others: he has acted, so he may pass
    table.do(YELLOW, WORDS["develop_culture"])
    assert table.open() == ("after", YELLOW)
    table.end(YELLOW)
    assert table.open() == ("turn", WHITE)


@pytest.mark.clause("D-4.17", "D-4.6")
def test_in_an_extra_turn_too_one_passes_without_discs() -> None:
    table = Table(3).discs(YELLOW, 1).goods(YELLOW)
    conquest(table, YELLOW, "lombardy", "tuscany").end(YELLOW)
    assert (YELLOW,) in table.events("passed")


@pytest.mark.clause("D-4.16", "D-18.7", "D-18.10", "D-18.4", "D-R.14")
def test_b21_an_extra_turn_is_used_up_by_the_end() -> None:
    """B21: Cleo's reaction brings the end in Anna's turn; Anna is the next player."""
    table = Table(3, bands=("build", "develop_culture", "research", "recruit", "march"))
    table.stack("march", CLEO, BEN).goods(CLEO, iron=1)
    for seat in (ANNA, BEN):
        table.goods(seat)
    table.s.culture[CLEO] = 33
    conquest(table, ANNA, "lombardy", "tuscany").end(ANNA)
    table.do(CLEO, REACTIONS["trade"], FOR_CULTURE, 3).let_nature()
    while table.asked() != "turn":
        table.do(table.who(), *table.forms()[0])
    assert table.s.culture[CLEO] == 35
    assert table.open() == ("turn", ANNA)
    assert table.s.extra == 0
    table.do(ANNA, WORDS["develop_culture"]).end(ANNA)
    assert table.open() == ("turn", BEN)


@pytest.mark.clause("D-4.9", "D-26.9")
def test_free_steps_use_something_up() -> None:
    table = Table().hold(YELLOW, "lombardy", infantry=7).hand(YELLOW, "the_great").goods(YELLOW, wood=9)
    table.achievement(YELLOW, "merchants_guild", 2).turn(YELLOW)
    steps = 0
    while table.options()[0] < WORDS["build"]:
        table.do(YELLOW, *table.forms(table.options()[0])[0])
        while table.asked() != "turn":
            table.do(YELLOW, *table.forms()[0])
        steps += 1
    assert steps == 4  # one manor, one card, two abilities
    assert table.s.goods[GOODS * YELLOW + GOLD] == 1
