"""What the judgement thinks of campaign cards."""

from __future__ import annotations

from pfalz.games.darkages.marches import march_promise, stakes_of
from pfalz.games.darkages.modules.distant_campaigns.bot import JUDGE, best_campaign, prospects
from pfalz.games.darkages.outlook import Outlook
from tests.games.darkages.modules.campaigning import War
from tests.games.darkages.table import WHITE, YELLOW


def test_a_card_is_worth_something_until_it_is_played() -> None:
    war = War().cards(YELLOW, "tuscany", "frisia")
    two = JUDGE.values(war.s, YELLOW, Outlook(war.s))[0]
    war.cards(YELLOW, "tuscany")
    assert 0 < JUDGE.values(war.s, YELLOW, Outlook(war.s))[0] < two


def test_a_campaign_is_played_for_a_conquest_no_march_promises() -> None:
    """Nothing beside Verona is worth a march; far away a weak marker is."""
    war = War().hold(YELLOW, "verona", 2, manors=2).cards(YELLOW, "apulia")
    by_strength = sorted(war.t.marker_ids, key=lambda id: sum(war.t.marker_units[war.t.marker_ids.index(id)]))
    for area in war.t.neighbours[war.area("verona")]:
        war.marker(war.t.area_ids[area], by_strength.pop())
    war.marker("apulia", by_strength.pop(0))
    promise, move = best_campaign(war.s, YELLOW, stakes_of(war.s, YELLOW))
    assert promise > 1 and move[:2] == (war.campaign("apulia"), war.area("verona"))
    assert march_promise(war.s, YELLOW)[0] >= promise
    war.act(YELLOW, "march")
    assert JUDGE.candidates(war.s, war.ask_of()) == [move]
    war.marker("apulia", by_strength.pop())
    assert JUDGE.candidates(war.s, war.ask_of()) == [(war.nothing,)]


def test_who_looks_from_outside_sees_no_campaign() -> None:
    war = War().hold(YELLOW, "verona", 4, manors=2).cards(YELLOW, "apulia")
    view = war.rules.view(war.s, WHITE)
    assert best_campaign(view, YELLOW, stakes_of(view, YELLOW)) == (0.0, ())


def test_the_card_that_leads_to_the_strongest_enemy_is_given_up() -> None:
    war = War()
    war.cards(YELLOW, "tuscany", "frisia", "silesia")
    war.slice.given_up[YELLOW] = ()
    war.s.turn = YELLOW
    by_strength = sorted(war.t.marker_ids, key=lambda id: sum(war.t.marker_units[war.t.marker_ids.index(id)]))
    for area in ("tuscany", "silesia"):
        war.marker(area, by_strength.pop(0))
    war.marker("frisia", by_strength.pop())
    ask = war.rules.questions["keep_campaigns"]
    given = JUDGE.candidates(war.s, type(war.ask_of())(ask, YELLOW, (), False))
    assert given == [(war.campaign("frisia"),)]


def test_an_army_is_worth_more_to_who_can_send_it_far() -> None:
    """The same army, with a card for a weak marker, and for a strong one."""
    war = War().hold(YELLOW, "verona", 3, manors=2).cards(YELLOW, "apulia")
    by_strength = sorted(war.t.marker_ids, key=lambda id: sum(war.t.marker_units[war.t.marker_ids.index(id)]))
    war.marker("apulia", by_strength[0])
    weak, worth = prospects(war.s, YELLOW), JUDGE.values(war.s, YELLOW, Outlook(war.s))
    war.marker("apulia", by_strength[-1])
    assert weak > prospects(war.s, YELLOW) and worth > JUDGE.values(war.s, YELLOW, Outlook(war.s))
    war.cards(YELLOW)
    assert prospects(war.s, YELLOW) == 0.0 and JUDGE.values(war.s, YELLOW, Outlook(war.s)) == [0.0]
