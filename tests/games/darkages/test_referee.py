"""What an independent second reading of the rules has found: each case was played differently before."""

from __future__ import annotations

import pytest

from pfalz.games.darkages.words import ARCHER, BUILD, RECRUIT, STORE, WOOD
from tests.games.darkages.battlefield import YELLOW, Battlefield


def acting(table: Battlefield, action: int) -> Battlefield:
    """Yellow carries out an action; the table has been arranged before."""
    table.s.call("execute", YELLOW, action)
    table.rules.run(table.s)
    return table


@pytest.mark.clause("D-26.4", "D-22.6")
def test_a_limited_discount_is_not_offered_for_what_costs_nothing_any_more() -> None:
    table = Battlefield().ability(YELLOW, "royal_demesne", 1).ability(YELLOW, "romanesque_building", 2)
    acting(table.goods(YELLOW, wood=1), BUILD)
    assert table.ask_of().options(table.s, (STORE, WOOD)) is None
    assert table.s.used[YELLOW] == 0


@pytest.mark.clause("D-26.4", "D-22.6")
def test_a_limited_discount_is_still_offered_where_markers_are_left() -> None:
    table = Battlefield().ability(YELLOW, "romanesque_building", 2)
    acting(table.goods(YELLOW, wood=1), BUILD)
    assert table.options(STORE, WOOD) == [0, 1]


@pytest.mark.clause("D-26.4", "D-22.6")
def test_a_discount_in_leather_is_not_offered_for_what_costs_no_leather() -> None:
    table = Battlefield().ability(YELLOW, "tanneries", 2).technology(YELLOW, "recruited_archers")
    acting(table.goods(YELLOW, wood=2, leather=1), RECRUIT)
    assert table.options(ARCHER, table.area("verona")) == [0]  # the gold for wood, no discount before it
    assert table.ask_of().slot(table.s, (ARCHER, table.area("verona"))).name == "gold_wood"
