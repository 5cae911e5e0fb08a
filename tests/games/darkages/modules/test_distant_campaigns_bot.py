"""What the judgement thinks of campaign cards."""

from __future__ import annotations

from pfalz.games.darkages.marches import march_promise, stakes_of
from pfalz.games.darkages.modules.distant_campaigns.bot import JUDGE, best_campaign
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


def test_the_card_that_saves_least_is_given_up() -> None:
    """Tuscany is in the region of Verona, and settling there is cheap for Berengar anyway."""
    war = War()
    war.cards(YELLOW, "tuscany", "frisia", "silesia")
    war.slice.given_up[YELLOW] = ()
    war.s.turn = YELLOW
    ask = war.rules.questions["keep_campaigns"]
    given = JUDGE.candidates(war.s, type(war.ask_of())(ask, YELLOW, (), False))
    assert len(given) == 1 and len(given[0]) == 1 and given[0][0] in war.slice.hand[YELLOW]
