"""The language of the cards (D-21, D-22): what triggers an effect, in which order, what is never asked."""

from __future__ import annotations

import pytest

from pfalz.games.darkages.words import GOODS, UNITS
from tests.games.darkages.cards import FACES, complete, finish, first_step, passes, ready
from tests.games.darkages.table import (
    BUILDS,
    GREEN,
    LAY_OUT,
    RAISE,
    REACTIONS,
    TAKE,
    WHITE,
    WORDS,
    YELLOW,
    Table,
)


def slots(table: Table, *prefix: int) -> set[str]:
    """The names of all slots that follow a prefix, whatever is answered."""
    found = set()
    for form in table.forms(*prefix):
        found |= {table.slots(*form[:i]) for i in range(len(prefix), len(form))}
    return found


# -- costs ------------------------------------------------------------------------------------------


@pytest.mark.clause("D-21.6", "D-22.6", "D-26.4")
def test_a_limited_discount_that_takes_nothing_off_is_not_asked_for() -> None:
    """Tanneries II takes leather off: Crossbows cost none, so that nothing is used up."""
    table = ready().achievement(YELLOW, "tanneries", 2)
    table.s.face[UNITS * YELLOW + 1] = table.face_number("crossbows")
    assert "leather" not in FACES["crossbows"]["cost"]
    first_step(table, WORDS["recruit"])
    verona = table.area("verona")
    assert "discount" not in slots(table, 1, verona)
    assert "discount" in slots(table, 0, verona) and "discount" in slots(table, 2, verona)


@pytest.mark.clause("D-21.6", "D-22.6", "D-26.4")
def test_nothing_can_be_taken_off_what_is_free_already() -> None:
    """A second manor costs nothing with Heavy Plough I; Romanesque Building II has nothing to take off."""
    table = ready().achievement(YELLOW, "heavy_plough", 1).achievement(YELLOW, "romanesque_building", 2)
    first_step(table, WORDS["build"])
    verona = table.area("verona")
    assert table.complete(BUILDS["manor"], verona)
    assert "discount" in slots(table, BUILDS["tower"], verona)
    table.do(YELLOW, BUILDS["manor"], verona)
    assert table.owned(YELLOW) == {"wood": 9, "leather": 9, "stone": 9, "iron": 9, "gold": 9}
    assert table.s.used[YELLOW] == 0


@pytest.mark.clause("D-22.6", "D-10.3")
def test_discounts_of_settling_add_up_down_to_their_floor() -> None:
    table = ready().achievement(YELLOW, "land_clearance", 1).achievement(YELLOW, "frontier_marches", 1)
    for area, cost in (("franconia", 4 - 2), ("bavaria", 1), ("lombardy", 1)):  # 4, 2 and 1 on the card
        table.hold(YELLOW, area, infantry=2)
        table.turn(YELLOW)
        assert table.forms(0, table.area(area)) == [(0, table.area(area), cost, 0, 0)]


@pytest.mark.clause("D-1.10", "D-13.11", "D-14.5")
def test_gold_is_neither_sold_nor_stored_nor_traded() -> None:
    table = ready().goods(YELLOW, gold=9)
    table.s.bands = [0, 2, 3, 4, 1]  # Take Wood or Stone, Iron for Gold / Sell Goods
    table.stack("develop_culture", YELLOW, GREEN)
    table.turn(WHITE).do(WHITE, WORDS["develop_culture"], ask="turn")
    assert table.options() == [REACTIONS["take_wood_stone"]]
    finish(table)
    table.goods(YELLOW, gold=9)
    before = table.s.culture[YELLOW]
    passes(table, {"sell": lambda t: pytest.fail("no resources"), "store": lambda t: pytest.fail("gold")})
    assert table.s.culture[YELLOW] == before and table.owned(YELLOW)["gold"] == 10


@pytest.mark.clause("D-1.10", "D-1.11")
def test_resources_do_not_pay_a_cost_in_gold() -> None:
    table = ready().goods(YELLOW, wood=9, leather=9, stone=9, iron=9).achievement(YELLOW, "annals", 1)
    table.hand(YELLOW, "war_peasant_levy", "mission")
    first_step(table, WORDS["research"])
    assert table.asked() == "turn" or table.options() == [LAY_OUT]


# -- triggers ---------------------------------------------------------------------------------------


@pytest.mark.clause("D-21.9", "D-13.7", "D-22.11")
def test_a_card_taken_in_any_way_counts() -> None:
    """Court Chapel II: by a Culture Exchange, a relic and a reward; not out of the discard pile."""
    table = ready().achievement(YELLOW, "court_chapel", 2)
    table.s.bands = [1, 0, 2, 3, 4]
    table.stack("develop_culture", YELLOW, GREEN)
    table.turn(WHITE).do(WHITE, WORDS["develop_culture"], ask="turn")
    assert table.s.culture[YELLOW] == 0  # somebody else has taken one
    table.do(YELLOW, REACTIONS["culture_exchange"], TAKE, 5, ask="react")
    assert table.s.culture[YELLOW] == 1
    relic = ready().achievement(YELLOW, "court_chapel", 2).hand(YELLOW, "head_of_the_baptist")
    first_step(relic, WORDS["build"])
    relic.do(YELLOW, *complete(relic, BUILDS["church"], relic.area("verona")))
    relic.do(YELLOW, relic.card("head_of_the_baptist")).do(YELLOW, relic.s.offered[3], ask="take_card")
    assert relic.s.culture[YELLOW] == 1
    pile = ready().achievement(YELLOW, "court_chapel", 2).hand(YELLOW, "veneration_of_relics")
    pile.offer("annals", "scouts", "mission", "watermill", "town_law", "levy")
    pile._take(pile.card("holy_lance"))
    pile.s.discard += [pile.card("holy_lance")]
    pile.act(YELLOW, "research", LAY_OUT, pile.card("veneration_of_relics"))
    pile.do(YELLOW, pile.options()[0], ask="effect")
    assert pile.hand_of(YELLOW) == {"holy_lance"} and pile.s.culture[YELLOW] == 0


@pytest.mark.clause("D-21.17", "D-21.9")
def test_the_level_just_uncovered_takes_part() -> None:
    table = ready().achievement(YELLOW, "monastic_school", 1).hand(YELLOW)
    first_step(table, WORDS["research"])
    table.do(YELLOW, *complete(table, RAISE, table.card("monastic_school")))
    assert table.s.culture[YELLOW] == 1  # its own raise
    table.goods(YELLOW, gold=5).turn(YELLOW).do(YELLOW, WORDS["research"], ask="turn")
    if table.asked() == "research":
        table.do(YELLOW, *complete(table, RAISE, table.card("monastic_school")))
    assert table.s.culture[YELLOW] == 2 and table.score(YELLOW) == 1  # and level III its own action


@pytest.mark.clause("D-21.7", "D-22.8")
def test_laying_out_is_no_raise_and_reactions_are_no_actions() -> None:
    table = ready().achievement(YELLOW, "monastic_school", 2).hand(YELLOW, "annals")
    first_step(table, WORDS["research"]).do(YELLOW, LAY_OUT, table.card("annals"))
    assert table.s.culture[YELLOW] == 0
    table = ready().achievement(YELLOW, "scriptorium", 1)
    table.s.bands = [1, 0, 2, 3, 4]
    table.stack("develop_culture", YELLOW, GREEN)
    table.turn(WHITE).do(WHITE, WORDS["develop_culture"], ask="turn")
    table.do(YELLOW, REACTIONS["culture_exchange"], TAKE, 0, ask="react")
    assert table.s.culture[YELLOW] == 0  # a card was taken, but not by the action


@pytest.mark.clause("D-21.7", "D-11.3")
def test_a_repetition_by_a_title_triggers_again() -> None:
    table = ready().achievement(YELLOW, "scriptorium", 1).holds(YELLOW, "king_of_italy")
    table.act(YELLOW, "develop_culture")
    table.do(YELLOW, table.title_step("king_of_italy"), ask="after")
    assert table.s.culture[YELLOW] == 2


# -- order ------------------------------------------------------------------------------------------


@pytest.mark.clause("D-21.21", "D-R.43", "D-25.8", "D-14.7")
def test_what_leaves_no_choice_comes_first_and_the_owner_orders_the_rest() -> None:
    """Mining Right I gives the iron that its level III takes; two trades come in the order of the owner."""
    for first in (0, 1):
        table = ready().achievement(YELLOW, "mining_right", 3).achievement(YELLOW, "market_right", 3)
        table.hold(YELLOW, "franconia", infantry=1)  # an iron production building
        table.goods(YELLOW, wood=2)
        table.s.acted[YELLOW] = 1
        table.turn(YELLOW).do(YELLOW, WORDS["pass"], ask="turn").do(YELLOW, 0, 0, 0, 0, ask="sell")
        assert table.owned(YELLOW) == {"wood": 2, "iron": 1, "gold": 1}  # the iron is there already
        waiting = table.options()
        assert table.asked() == "effect" and len(waiting) == 3 and waiting[-1] == len(table.t.effects)
        market = {form[0] for form in table.forms() if len(form) == 3}
        pick = next(e for e in waiting[:2] if (e in market) == bool(first))
        rest = next(e for e in waiting[:2] if e != pick)
        table.do(YELLOW, *complete(table, pick))
        assert table.options() == [rest, len(table.t.effects)]
        table.do(YELLOW, *complete(table, rest), ask="effect")
        assert table.score(YELLOW) == 2 + 1
        owned = table.owned(YELLOW)
        assert owned == {"gold": 3, "stone": 1, "iron": 1}  # and production: Verona and Franconia


@pytest.mark.clause("D-21.21", "D-21.2")
def test_what_may_not_be_declined_is_not_ended_with_none() -> None:
    """Gastalds I has to be taken, beside a trade that may be left out."""
    table = ready().achievement(YELLOW, "gastalds", 1).achievement(YELLOW, "long_distance_trade", 2)
    table.goods(YELLOW, wood=1)
    table.s.acted[YELLOW] = 1
    table.turn(YELLOW).do(YELLOW, WORDS["pass"], ask="turn").do(YELLOW, 0, 0, 0, 0, ask="sell")
    assert table.asked() == "effect" and len(table.options()) == 2
    none = len(table.t.effects)
    assert table.why(none) == ("must_carry_out", "D-21.2")
    must = next(e for e in table.options() if len(table.forms(e)) == 1 and len(table.forms(e)[0]) == 1)
    table.do(YELLOW, must).do(YELLOW, 3, ask="goods")
    assert none in table.options()
    finish(table)
    assert table.s.goods[:GOODS][3] == 1


@pytest.mark.clause("D-21.1", "D-21.21")
def test_cards_in_the_order_in_which_they_were_laid_out() -> None:
    """A later card, raised, stays behind an earlier one; its levels come from I to III."""
    table = ready().hand(YELLOW, "plainchant", "quarries")
    for card in ("quarries", "plainchant"):
        first_step(table, WORDS["research"])
        if table.asked() == "research":
            table.do(YELLOW, LAY_OUT, table.card(card))
        table.stack("research")
    for card in ("plainchant", "quarries", "plainchant"):
        first_step(table, WORDS["research"]).do(YELLOW, RAISE, table.card(card))
        table.stack("research")
    powers = [(table.t.powers[p].card, table.t.powers[p].level) for p in table.s.powers[YELLOW]]
    quarries, plainchant = table.card("quarries"), table.card("plainchant")
    assert powers == [(quarries, 1), (quarries, 2), (plainchant, 1), (plainchant, 2), (plainchant, 3)]
