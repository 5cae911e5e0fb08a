"""Passing (D-14), step by step."""

from __future__ import annotations

import pytest

from pfalz.games.darkages.goods import gain_culture
from pfalz.games.darkages.possible import accessible
from tests.games.darkages.table import GREEN, VIOLET, WHITE, WORDS, YELLOW, Table

SIX = ("forest_law", "tanneries", "quarries", "market_right", "watermill", "toll_stations")
BOLESLAV = ("boleslav", "burchard", "tomislav", "pandulf")


def bare(**goods: int) -> Table:
    """Yellow is about to pass with these goods, nothing in hand, and nothing that produces."""
    return Table().goods(YELLOW, **goods).hand(YELLOW).buildings("verona", production={})


@pytest.mark.clause("D-14.1")
def test_passing_uses_no_disc_and_keeps_the_order_of_the_steps() -> None:
    table = Table().goods(YELLOW, iron=1).hand(YELLOW, "the_great").holds(WHITE, "king_of_italy")
    table.hold(YELLOW, "lombardy", infantry=1).hold(YELLOW, "tuscany", infantry=1).stack("build", YELLOW)
    table.goes(YELLOW)
    first = list(table.s.trace or ())
    table.do(YELLOW, 0, 0, 0, 1)
    names = [kind.name for kind, _ in [*first, *(table.s.trace or ())]]
    order = [
        "card_dropped",
        "card_drawn",
        "title_taken",
        "discs_returned",
        "goods_sold",
        "goods_gained",
        "epithet_played",
        "produced",
    ]
    assert [name for name in names if name in order] == order
    assert table.s.discs[YELLOW] == 4


@pytest.mark.clause("D-14.2", "D-6.3")
def test_step_1_the_leftmost_card_is_discarded() -> None:
    table = bare().offer(*SIX).goes(YELLOW)
    assert table.s.discard[-1] == table.card("forest_law")
    assert table.s.offered[:5] == [table.card(id) for id in SIX[1:]]
    assert len(table.s.offered) == 6
    empty = bare()
    empty.s.discard += empty.s.offered
    empty.s.offered = []
    empty.deck(0)
    pile = list(empty.s.discard)
    empty.goes(YELLOW).let_nature()
    assert empty.s.discard == pile  # there was none


@pytest.mark.clause("D-14.4")
def test_step_3_all_discs_come_back() -> None:
    table = bare().stack("build", WHITE, YELLOW).stack("march", YELLOW, GREEN).discs(YELLOW, 1).goes(YELLOW)
    assert (table.s.discs[YELLOW], table.s.exhausted[YELLOW]) == (4, 0)
    assert table.stack_of("build") == (WHITE,) and table.stack_of("march") == (GREEN,)


@pytest.mark.clause("D-14.5", "D-25.8")
@pytest.mark.parametrize(("level", "limit"), [(0, 2), (1, 3), (2, 4), (3, 5), (4, 6), (5, 8)])
def test_step_4_selling_up_to_the_limit(level: int, limit: int) -> None:
    table = bare(wood=9, iron=9)
    table.s.storage[YELLOW] = level
    table.goes(YELLOW)
    assert table.open() == ("sell", YELLOW)
    assert table.options() == list(range(limit + 1))
    assert table.why(limit + 1) == ("sell_limit", "D-14.5")
    assert all(sum(form) <= limit for form in table.forms())
    table.do(YELLOW, 1, 0, 0, limit - 1)
    assert table.s.culture[YELLOW] == 1 + 3 * (limit - 1)


@pytest.mark.clause("D-14.5")
def test_what_resources_sell_for() -> None:
    table = bare(wood=1, leather=1, stone=1, iron=1)
    table.s.storage[YELLOW] = 2
    table.goes(YELLOW).do(YELLOW, 1, 1, 1, 1)
    assert table.s.culture[YELLOW] == 1 + 1 + 2 + 3
    nothing = bare(iron=1).goes(YELLOW).do(YELLOW, 0, 0, 0, 0)
    assert nothing.s.culture[YELLOW] == 0
    assert nothing.owned(YELLOW) == {"iron": 1, "gold": 1}


@pytest.mark.clause("D-14.6", "D-25.8")
@pytest.mark.parametrize(("level", "limit"), [(0, 2), (1, 3), (2, 4), (3, 6), (4, 8), (5, 10)])
def test_step_5_the_excess_is_returned(level: int, limit: int) -> None:
    table = bare(wood=limit, stone=2, gold=7)
    table.s.storage[YELLOW] = level
    table.goes(YELLOW).do(YELLOW, 0, 0, 0, 0)
    assert table.open() == ("store", YELLOW)
    assert set(table.forms()) == {(2, 0, 0, 0), (1, 0, 1, 0), (0, 0, 2, 0)}
    table.do(YELLOW, 1, 0, 1, 0)
    assert table.owned(YELLOW) == {"wood": limit - 1, "stone": 1, "gold": 8}  # gold does not count


@pytest.mark.clause("D-14.6")
def test_neither_more_nor_less_than_the_excess() -> None:
    table = bare(wood=3, leather=1).goes(YELLOW).do(YELLOW, 0, 0, 0, 0)
    assert table.options() == [1, 2]
    assert table.why(0) == table.why(3) == ("return_excess", "D-14.6")


@pytest.mark.clause("D-14.7")
def test_step_6_a_gold_and_the_effects_of_passing() -> None:
    table = bare().achievement(YELLOW, "forest_law").achievement(YELLOW, "quarries", 2).goes(YELLOW)
    assert table.owned(YELLOW) == {"gold": 1, "wood": 1, "stone": 1}


@pytest.mark.clause("D-14.8", "D-12.4", "D-25.8")
def test_step_7_all_epithets_are_played_without_a_question() -> None:
    table = bare(gold=2).hand(YELLOW, "the_rich", "the_pious", "forest_law").goes(YELLOW)
    assert table.who() == WHITE
    assert table.hand_of(YELLOW) == {"forest_law"}
    assert table.score(YELLOW) == 3  # the gold of step 6 counts
    assert len(table.events("epithet_played")) == 2


@pytest.mark.clause("D-14.9", "D-R.22")
def test_a10_production() -> None:
    """A10: one, three and five for one, two and three buildings of a type."""
    table = bare().hold(YELLOW, "verona", manors=1, production={"stone": 2, "wood": 1})
    table.hold(YELLOW, "carinthia", infantry=1, city=True, production={"iron": 3})
    table.hold(YELLOW, "bavaria", infantry=1, city=True, production={"wood": 1, "leather": 1}).goes(YELLOW)
    assert table.owned(YELLOW) == {"wood": 2, "leather": 1, "stone": 3, "iron": 5, "gold": 1}


@pytest.mark.clause("D-14.9", "D-14.10")
def test_areas_without_a_city_produce_for_who_controls_them() -> None:
    table = bare().hold(YELLOW, "tuscany", infantry=1).hold(WHITE, "bavaria", infantry=1).goes(YELLOW)
    assert table.owned(YELLOW) == {"iron": 1, "gold": 1}


@pytest.mark.clause("D-14.11")
def test_production_is_not_limited_by_the_storehouse() -> None:
    table = bare().hold(YELLOW, "verona", manors=1, production={"stone": 3}).goes(YELLOW)
    assert table.t.store_limit[table.s.storage[YELLOW]] == 2
    assert table.owned(YELLOW) == {"stone": 5, "gold": 1}


@pytest.mark.clause("D-14.12", "D-23.8")
def test_step_9_abilities_between_two_passes_are_there_again() -> None:
    table = bare().achievement(YELLOW, "tanneries", 2).holds(YELLOW, "king_of_italy", sideways=True)
    table.s.used[YELLOW] = -1 & ((1 << len(table.t.abilities)) - 1)
    table.goes(YELLOW)
    ability = next(e.ability for e in table.s.profile(YELLOW).discounts if e.ability >= 0)
    assert not table.s.used[YELLOW] >> ability & 1
    assert table.s.sideways[table.title("king_of_italy")] == 0


@pytest.mark.clause("D-14.13", "D-4.13")
def test_hand_limit_and_next_turn_follow() -> None:
    table = bare().many_cards(YELLOW, 11).goes(YELLOW)
    assert table.open() == ("discard", YELLOW)
    table.do(YELLOW, table.options()[0])
    assert table.open() == ("turn", WHITE)


@pytest.mark.clause("D-14.13", "D-18.1", "D-18.6", "D-6.4")
def test_b22_the_deck_runs_out_while_passing() -> None:
    """B22: the last card comes into the offer in step 1; the end check finds the deck empty."""
    table = Table(3).goods(WHITE).hand(WHITE).deck(1)
    for seat in (YELLOW, VIOLET):
        table.goods(seat)
    last = table.s.deck[0]
    table.goes(WHITE)
    assert table.s.offered[-1] == last and table.s.deck == []
    assert table.events("end_begun") == [(4,)]
    assert table.events("passed") == [(WHITE,), (VIOLET,), (YELLOW,), (WHITE,)]
    table.do(WHITE, 0, 0, 0, 0, ask="sell")
    assert table.open() == ("turn", VIOLET)
    table.do(VIOLET, WORDS["develop_culture"])
    assert len(table.s.offered) == 5


@pytest.mark.clause("D-14.2", "D-14.3", "D-14.13", "D-6.7", "D-12.4")
def test_b8_a_complete_pass() -> None:
    """B8: Boleslaus takes his title, sells, returns, plays The Crowned and produces."""
    table = Table(rulers=BOLESLAV).hand(YELLOW, "the_crowned").discs(YELLOW, 1)
    table.goods(YELLOW, wood=2, leather=1, stone=2, iron=2)
    table.hold(YELLOW, "bohemia", manors=1, production={"stone": 1, "iron": 2}).hold(
        YELLOW, "moravia", infantry=1
    )
    gain_culture(table.s, WHITE, 12)
    table.s.culture[YELLOW], table.s.storage[YELLOW] = 10, 1
    table.goes(YELLOW)
    assert table.score(YELLOW) == 6 and table.s.discs[YELLOW] == 4
    table.do(YELLOW, 0, 0, 1, 2, ask="sell")
    assert table.s.culture[YELLOW] == 18 and table.s.gold(YELLOW) == 1
    table.do(YELLOW, 0, 1, 0, 0, ask="store")
    assert table.score(YELLOW) == 10
    assert table.owned(YELLOW) == {"gold": 2, "wood": 2, "stone": 2, "iron": 4}
    assert accessible(table.s, YELLOW).bit_count() == 4
    assert table.hand_of(YELLOW) == set()
    assert table.who() == WHITE


@pytest.mark.clause("D-26.1", "D-26.2", "D-4.6", "D-11.10", "D-14.5", "D-14.6")
def test_b41_asked_and_not_asked() -> None:
    """B41: no disc, one title, one epithet: no question; what to sell and to return: asked."""
    table = bare(stone=2, leather=1).discs(YELLOW, 0).hand(YELLOW, "the_rich")
    table.hold(YELLOW, "lombardy", infantry=1).hold(YELLOW, "tuscany", infantry=1)
    table.turn(YELLOW)
    assert table.open() == ("sell", YELLOW)
    assert table.s.title[table.title("king_of_italy")] == YELLOW
    table.do(YELLOW, 0, 0, 0, 0)
    assert table.open() == ("store", YELLOW)
    table.do(YELLOW, 0, 0, 1, 0)
    assert table.who() == WHITE
    assert table.hand_of(YELLOW) == set()


@pytest.mark.clause("D-R.43", "D-14.7", "D-21.21")
def test_what_leaves_no_choice_comes_before_what_does() -> None:
    table = bare().achievement(YELLOW, "three_field_rotation").achievement(YELLOW, "quarries", 2).goes(YELLOW)
    assert table.who() == YELLOW and table.asked() in ("effect", "goods")
    assert table.owned(YELLOW) == {"gold": 1, "stone": 1}  # laid out later, carried out earlier
