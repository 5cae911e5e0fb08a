"""Church, Pope and crusade in one action of three players (MB31 whole, DMX-2.1)."""

from __future__ import annotations

import pytest

from pfalz.games.darkages.events import POINTS_SCORED, TITLE_TAKEN
from pfalz.games.darkages.state import FREE
from pfalz.games.darkages.words import WOOD
from tests.games.darkages.modules.crusading import Crusading
from tests.games.darkages.modules.test_crusades import church
from tests.games.darkages.table import BUILDS, WHITE, YELLOW

YES = 1
TITLES = ("pope", "king_of_italy")


def example() -> Crusading:
    """The first crusade is running with White in it; Yellow, who has a relic and the upright King of Italy,
    builds the fourth church."""
    table = Crusading(3, ("pope", "crusades")).runs("nicaea").sent(WHITE, infantry=2)
    return church(table.holds(YELLOW, "king_of_italy").hand(YELLOW, "imperial_cross"), YELLOW, 3)


def crusaded(table: Crusading) -> Crusading:
    """The Pope is taken, the first crusade resolved as it may be, Damascus turned up."""
    table.do(YELLOW, table.no_card, ask="relic").do(YELLOW, YES, WOOD, WOOD, WOOD, ask="pope")
    while table.asked() != "crusade_dice":
        table.do(table.who(), *table.ask_of().filled(table.s, lambda _, options: options[0]))
    table.throw(*[6] * sum(table.crusade.units)).settle()
    assert table.asked() == "crusade_card"
    return table.nature(table.number("damascus"))


@pytest.mark.clause("DMX-2.1", "DM12-2.3", "DM14-2.1", "DMR-47")
def test_mb31_the_order_within_the_action() -> None:
    table = example()
    assert table.events(POINTS_SCORED) and table.score(YELLOW) > 0  # points of the church first
    gold = table.s.gold(YELLOW)
    assert table.asked() == "relic" and table.crusade.waiting == 1
    assert table.card("imperial_cross") in table.options()
    table.do(YELLOW, table.no_card)
    assert table.open() == ("pope", YELLOW) and table.crusade.waiting == 1  # the crusade waits for the Pope
    table.do(YELLOW, YES, WOOD, WOOD, WOOD)
    assert table.events(TITLE_TAKEN) == [(YELLOW, table.title("pope"), FREE)]
    assert table.crusade.running == table.number("nicaea")
    table = crusaded(example())
    assert table.s.gold(YELLOW) == gold  # the gold under the church goes back
    assert table.crusade.running == table.number("damascus") and table.crusade.called == 2


@pytest.mark.clause("DMX-2.1", "DMX-6.2", "DM12-2.3", "DM14-2.1")
@pytest.mark.parametrize(("used", "other"), [TITLES, TITLES[::-1]])
def test_mb31_one_of_the_two_titles_repeats_build_and_not_both(used: str, other: str) -> None:
    table = crusaded(example())
    assert table.open() == ("after", YELLOW)
    both = {table.title_step(title) for title in TITLES}
    assert both <= set(table.options())
    table.do(YELLOW, table.title_step(used))
    assert table.asked() == "build" and table.s.sideways[table.title(used)]
    table.do(YELLOW, *table.forms(BUILDS["manor"])[0])
    while table.open() != ("after", YELLOW) and table.who() == YELLOW:
        table.do(YELLOW, *table.ask_of().filled(table.s, lambda _, options: options[-1]))
    assert not both & (set(table.options()) if table.open() == ("after", YELLOW) else set())
    assert not table.s.sideways[table.title(other)] and table.s.title[table.title(other)] == YELLOW
