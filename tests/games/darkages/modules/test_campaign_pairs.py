"""Campaigns and commanders with other modules of war: order, and what goes together (DMX-3, DMX-4)."""

from __future__ import annotations

from typing import Any

import pytest

from pfalz.games.darkages.modules.age_of_wars.state import hand
from pfalz.games.darkages.modules.commanders.state import Commanders
from pfalz.games.darkages.settling import settle_cost
from tests.games.darkages.modules.campaigning import War
from tests.games.darkages.table import WHITE, YELLOW

YES = 1
GERO = 0


def lead(war: War, seat: int, area: str) -> Commanders:
    """Margrave Gero stands in an area."""
    part = war.s.slices["commanders"]
    assert isinstance(part, Commanders)
    part.display.remove(GERO)
    part.card[seat], part.area[seat] = GERO, war.area(area)
    return part


@pytest.mark.clause("DMX-4.1", "DM0-4.3", "DM0-4.5", "DM10-2.1")
def test_a_campaign_against_a_player_allows_battle_card_and_commander() -> None:
    """First the battle card, then the commander, then the muster."""
    war = War(more=("commanders", "age_of_wars")).hold(YELLOW, "verona", 3).hold(WHITE, "frisia", 1)
    lead(war, YELLOW, "verona")
    war.cards(YELLOW, "frisia").goes_far(YELLOW, "frisia", "verona", 3, 0, 0, YES)
    assert war.open() == ("battle_card", YELLOW) and hand(war.s, YELLOW)
    war.do(YELLOW, war.options()[-1])
    assert war.open() == ("command", YELLOW)
    war.do(YELLOW, YES)
    assert war.asked() == "dice" and war.s.all_fighters(0) == 5


@pytest.mark.clause("DMX-4.1", "DM10-1.2")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_no_campaign_makes_a_tributary(players: int) -> None:
    """None names a home area, those of the rulers of other modules included."""
    war = War(players, more=("landmarks", "tribute"))
    assert not set(war.t.homes) & set(war.slice.t.goals)


@pytest.mark.clause("DMX-3.1", "DMX-3.3", "DM0-3.4")
@pytest.mark.parametrize("first", [True, False])
def test_campaign_and_crusade_in_one_march(first: bool) -> None:
    """Units go to the crusade before or after the campaign, which is the movement of the March."""
    war = War(more=("crusades",)).hold(YELLOW, "verona", 3).cards(YELLOW, "apulia")
    crusade: Any = war.s.slices["crusades"]
    crusade.running, crusade.called = 0, 1
    war.act(YELLOW, "march")
    assert war.open() == ("crusade", YELLOW)
    verona, nowhere = war.area("verona"), int(war.t.areas)
    if first:
        war.do(YELLOW, verona, 1, 0, 0, ask="crusade").do(YELLOW, nowhere, ask="crusade")
    else:
        war.do(YELLOW, nowhere, ask="crusade")
    war.do(YELLOW, war.campaign("apulia"), verona, 1, 0, 0, ask="campaign")
    if not first:
        war.do(YELLOW, verona, 1, 0, 0, ask="crusade").do(YELLOW, nowhere, ask="crusade")
    assert war.s.units_in(war.area("apulia")) == [1, 0, 0] and war.s.units_in(verona) == [1, 0, 0]
    assert sum(war.s.slices["crusades"].units) == 1 and war.asked() not in ("march", "crusade", "campaign")


@pytest.mark.clause("DM14-3.3", "DM6-3.3", "DM6-3.4")
def test_a_commander_stays_at_home_when_his_army_takes_the_cross() -> None:
    """He cannot go to the crusade; left alone without a manor he looks for another place."""
    war = War(more=("commanders", "crusades")).hold(YELLOW, "verona").hold(YELLOW, "tuscany", 2).cards(YELLOW)
    part = lead(war, YELLOW, "tuscany")
    crusade: Any = war.s.slices["crusades"]
    crusade.running, crusade.called = 0, 1
    war.act(YELLOW, "march").do(YELLOW, war.area("tuscany"), 2, 0, 0, ask="crusade")
    part = war.s.slices["commanders"]
    assert isinstance(part, Commanders)
    assert war.s.owner[war.area("tuscany")] != YELLOW and part.area[YELLOW] == war.area("verona")


@pytest.mark.clause("DM3-4.8", "DM10-2.4")
def test_the_left_value_is_fixed_whatever_landmarks_do() -> None:
    war = War(more=("landmarks",)).hold(WHITE, "tuscany", 2).cards(WHITE, "tuscany")
    tuscany = war.area("tuscany")
    war.slice.hand[WHITE], war.slice.open[WHITE] = (), (war.campaign("tuscany"),)
    assert settle_cost(war.s, WHITE, tuscany) == 1
    quedlinburg = war.t.lasting["landmark_quedlinburg"]
    war.s.powers[WHITE] = (*war.s.powers[WHITE], quedlinburg)
    assert settle_cost(war.s, WHITE, tuscany) == 1
