"""Distant Campaigns (DM10): secret cards, marches to far areas, settling there (MB28, MB29)."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from pfalz.catalogue import ruleset
from pfalz.core.data import Edition
from pfalz.core.errors import DataError
from pfalz.core.record import new_header
from pfalz.core.session import Session
from pfalz.core.state import HIDDEN, NATURE, SPECTATOR
from pfalz.core.texts import Texts
from pfalz.games.darkages.board import plain, svg
from pfalz.games.darkages.modules.commanders.state import Commanders
from pfalz.games.darkages.modules.distant_campaigns.state import goal
from pfalz.games.darkages.settling import settle_cost
from pfalz.games.darkages.state import FREE, NONE
from pfalz.games.darkages.words import ATTACKER
from tests.games.darkages.modules.campaigning import MODULE, War
from tests.games.darkages.modules.every import every
from tests.games.darkages.modules.worlds import compare_worlds
from tests.games.darkages.table import GREEN, VIOLET, WHITE, WORDS, YELLOW

YES, NO = 1, 0


# -- setup (DM10-1) ----------------------------------------------------------------------------------


@pytest.mark.clause("DM10-1.1", "DM10-1.2", "DM10-1.3")
@pytest.mark.parametrize(("players", "cards"), [(2, 9), (3, 12), (4, 15)])
def test_cards_of_a_player_count(players: int, cards: int) -> None:
    war = War(players)
    assert len(war.slice.t.ids) == cards
    assert [len(hand) for hand in war.slice.hand] == [2] * players
    assert [len(given) for given in war.slice.given_up] == [1] * players
    dealt = [card for row in (*war.slice.hand, *war.slice.given_up) for card in row]
    assert len(set(dealt)) == 3 * players
    homes = set(war.t.homes)
    assert not homes & set(war.slice.t.goals) and len(set(war.slice.t.goals)) == cards


def begun(seed: str = "campaigns") -> Session[Any]:
    """A game in which the cards have just been dealt."""
    rules = ruleset("darkages", 3, MODULE)
    session = Session(rules, new_header(rules, seed))
    rng = Random(seed)
    while session.asks()[0].name != "keep_campaigns":
        ask = session.asks()[0]
        session.answer(ask.seat, ask.random_answer(session.state, rng), ask.name)
    return session


@pytest.mark.clause("DM10-1.3", "DM0-2.13", "DM0-7.5")
def test_all_give_up_a_card_at_once_and_in_secret() -> None:
    session = begun()
    assert sorted(ask.seat for ask in session.asks()) == [0, 1, 2]
    s = session.state
    part = s.slices["distant_campaigns"]
    hands = list(part.hand)
    for seat in range(3):
        session.answer(seat, (part.hand[seat][0],), "keep_campaigns")
    part = session.state.slices["distant_campaigns"]
    for seat in range(3):
        assert part.hand[seat] == hands[seat][1:] and part.given_up[seat] == hands[seat][:1]
        for viewer in (0, 1, 2, SPECTATOR):
            seen = session.rules.view(session.state, viewer).slices["distant_campaigns"]
            assert (seen.hand[seat] == part.hand[seat]) == (viewer == seat)
            assert (seen.given_up[seat] == part.given_up[seat]) == (viewer == seat)
            assert len(seen.hand[seat]) == 2  # how many is known to all


@pytest.mark.clause("DM10-3.1", "DM0-7.2", "DM0-7.4", "DM0-7.5")
def test_neither_log_nor_events_betray_a_card() -> None:
    """What others read of the deal and of the cards given up is hidden, for good."""
    session = begun()
    part = session.state.slices["distant_campaigns"]
    for seat in range(3):
        session.answer(seat, (part.hand[seat][0],), "keep_campaigns")
    for viewer in (0, 1, 2, SPECTATOR):
        dealing = iter(session.state.clockwise(session.state.starter))
        for entry in session.entries:
            seen = session.redacted(entry, viewer)
            if entry.ask == "keep_campaigns":
                assert (HIDDEN in (seen.move or ())) == (entry.seat != viewer)
            if entry.ask == "campaign_deal":
                assert (HIDDEN in (seen.move or ())) == (next(dealing) != viewer)
        told = [(kind.name, kind.seen_by(args, viewer)) for events in session.events for kind, args in events]
        dealt = [args for name, args in told if name == "campaigns_dealt"]
        assert len(dealt) == 3
        for args in dealt:
            assert (HIDDEN in args) == (args[0] != viewer)
        given = [args for name, args in told if name == "campaign_given_up"]
        assert [HIDDEN in args for args in given] == [args[0] != viewer for args in given]


@pytest.mark.clause("DM10-3.1", "DM0-7.2")
def test_drawings_and_words_show_only_the_own_hand() -> None:
    war = War().cards(YELLOW, "frisia", "tuscany").cards(WHITE, "silesia", "apulia")
    for language in ("en", "de"):
        texts = Texts(war.rules, language)
        for viewer in (YELLOW, WHITE, GREEN, SPECTATOR):
            view = war.rules.view(war.s, viewer)
            drawing = svg(war.rules, view, viewer, texts)
            words = plain(war.rules, view, viewer, texts)
            for seat, ids in ((YELLOW, ("frisia", "tuscany")), (WHITE, ("silesia", "apulia"))):
                for id in ids:
                    assert (f'id="campaign-card-{id}"' in drawing) == (viewer == seat)
                    assert (f'id="campaign-goal-{id}"' in drawing) == (viewer == seat)
                    assert (texts.name("campaign", war.campaign(id)) in words) == (viewer == seat)


@pytest.mark.clause("DM10-3.1", "DM0-7.2")
def test_an_imagined_table_fits_what_a_seat_has_seen() -> None:
    war = War().hold(YELLOW, "verona", 3).cards(YELLOW, "tuscany", "frisia").cards(WHITE, "silesia", "apulia")
    war.goes_far(YELLOW, "tuscany", "verona", 2, 0, 0)
    rng = Random(5)
    seen: set[tuple[int, ...]] = set()
    for _ in range(40):
        view = war.rules.view(war.s, WHITE)
        imagined = war.rules.resample(view, WHITE, rng)
        part = imagined.slices["distant_campaigns"]
        assert part.hand[WHITE] == war.slice.hand[WHITE] and part.given_up[WHITE] == war.slice.given_up[WHITE]
        assert war.rules.violations(imagined) == [] and HIDDEN not in part.hand[YELLOW]
        assert war.campaign("tuscany") not in [card for hand in part.hand for card in hand]
        assert len(part.hand[YELLOW]) == 1
        seen.add(part.hand[YELLOW])
    assert len(seen) > 3


@pytest.mark.clause("DM10-3.1", "DM0-7.2", "DM0-7.5")
@pytest.mark.parametrize(
    ("players", "modules"),
    [(2, MODULE), (3, ("commanders", *MODULE)), (4, MODULE), (3, every(3)), (4, every(4))],
)
def test_nothing_a_viewer_sees_depends_on_foreign_cards(players: int, modules: tuple[str, ...]) -> None:
    """Two worlds that differ in cards a seat cannot see stay alike for it, whatever is answered in both."""
    rules = ruleset("darkages", players, modules)
    assert compare_worlds(rules, "distant_campaigns", "campaign_deal") > 100


@pytest.mark.clause("DM10-3.1")
def test_who_can_play_none_of_his_cards_is_asked_all_the_same() -> None:
    """All units stand in the area of the only card: nobody learns from the question which one it is."""
    war = War().hold(YELLOW, "verona").hold(YELLOW, "tuscany", 2).cards(YELLOW, "tuscany")
    war.act(YELLOW, "march")
    assert war.open() == ("campaign", YELLOW) and war.options() == [war.nothing]
    war.do(YELLOW, war.nothing)
    assert war.asked() == "march"
    war = War().hold(YELLOW, "verona", 2).cards(YELLOW)
    assert war.act(YELLOW, "march").asked() == "march"  # how many cards are left is known to all


# -- the campaign (DM10-2) ---------------------------------------------------------------------------


@pytest.mark.clause("DM10-2.1", "DM0-3.4")
def test_an_army_marches_straight_into_the_named_area() -> None:
    war = War().hold(YELLOW, "verona", 2, 1, 1).hold(YELLOW, "lombardy", 1, manors=2)
    war.cards(YELLOW, "apulia", "frisia").act(YELLOW, "march")
    assert war.open() == ("campaign", YELLOW)
    card = war.campaign("apulia")
    assert war.options() == [*sorted([card, war.campaign("frisia")]), war.nothing]
    assert war.areas(war.options(card)) == {"verona", "lombardy"}  # one area, any of them
    assert war.options(card, war.area("verona")) == [0, 1, 2]
    assert war.why(card, war.area("swabia")) == ("no_own_units", "DM10-2.1")
    war.do(YELLOW, card, war.area("verona"), 2, 1, 0)
    assert war.s.units_in(war.area("apulia")) == [2, 1, 0] and war.s.owner[war.area("apulia")] == YELLOW
    assert war.slice.open[YELLOW] == (card,) and card not in war.slice.hand[YELLOW]
    assert war.asked() != "march" and war.slice.running == NONE  # it was the movement of this March
    assert war.events("campaign_played") == [(YELLOW, card)]


@pytest.mark.clause("DM10-2.1")
def test_the_supply_check_comes_first() -> None:
    war = War().hold(YELLOW, "verona", 5).cards(YELLOW, "apulia")
    assert war.act(YELLOW, "march").asked() == "supply"
    war.do(YELLOW, war.unit_in("verona", 0), war.unit_in("verona", 0))
    assert war.asked() == "campaign"


@pytest.mark.clause("DM10-2.1")
def test_an_army_needs_units_and_another_place() -> None:
    war = War().hold(YELLOW, "verona", 1).hold(YELLOW, "apulia", 1).cards(YELLOW, "apulia")
    war.act(YELLOW, "march")
    card = war.campaign("apulia")
    assert war.areas(war.options(card)) == {"verona"}
    assert war.why(card, war.area("apulia")) == ("is_the_goal", "DM10-2.1")
    assert war.options(card, war.area("verona")) == [1]


@pytest.mark.clause("DM10-2.2", "DMR-30")
def test_an_own_or_a_free_area_counts_as_won() -> None:
    for own in (True, False):
        war = War().hold(YELLOW, "verona", 2).cards(YELLOW, "apulia")
        if own:
            war.hold(YELLOW, "apulia", 1)
        war.goes_far(YELLOW, "apulia", "verona", 2, 0, 0)
        assert war.slice.open[YELLOW] == (war.campaign("apulia"),) and not war.s.fought
        assert war.s.units_in(war.area("apulia")) == [2 + own, 0, 0]


@pytest.mark.clause("DM10-2.2", "DM10-2.4", "DMX-4.1")
def test_an_attack_is_like_that_of_any_march() -> None:
    war = War().hold(YELLOW, "verona", 3).hold(WHITE, "frisia", 1).cards(YELLOW, "frisia")
    war.goes_far(YELLOW, "frisia", "verona", 3, 0, 0)
    frisia = war.area("frisia")
    assert war.events("attack_declared") == [(YELLOW, WHITE, frisia)] and war.asked() == "dice"
    war.roll(6, 1, 1, 1)
    assert war.s.owner[frisia] == YELLOW and war.slice.open[YELLOW] == (war.campaign("frisia"),)
    war = War().hold(YELLOW, "verona", 3).marker("frisia", "barbarian_11").cards(YELLOW, "frisia")
    war.goes_far(YELLOW, "frisia", "verona", 3, 0, 0)
    war.roll(6, 6, 1, 1, 1)
    assert len(war.s.trophies[YELLOW]) == 1 and war.slice.open[YELLOW]


def fails(near: bool) -> War:
    """White sends three infantry from Swabia to Apulia, and loses."""
    war = War().hold(WHITE, "swabia", 3).hold(GREEN, "apulia", 3).cards(WHITE, "apulia")
    if near:
        war.hold(WHITE, "benevento", 1, manors=1)
    war.goes_far(WHITE, "apulia", "swabia", 3, 0, 0)
    war.roll(1, 1, 1, 6, 6, 1)
    return war


@pytest.mark.clause("DM10-2.1", "DM10-2.3", "DMR-31")
def test_mb28_campaign_that_fails() -> None:
    war = fails(near=False)
    assert war.s.victor != ATTACKER and war.s.owner[war.area("apulia")] == GREEN
    assert war.s.units_of(WHITE) == 0  # the survivor has nowhere to go
    card = war.campaign("apulia")
    assert war.slice.open[WHITE] == () and card in war.slice.gone and card not in war.slice.hand[WHITE]
    assert war.events("units_cut_off") == [(WHITE, war.area("apulia"))]
    war = fails(near=True)
    assert war.s.units_in(war.area("benevento")) == [2, 0, 0] and war.s.units_of(WHITE) == 2
    assert war.slice.open[WHITE] == ()


@pytest.mark.clause("DM10-2.3")
def test_the_survivors_choose_among_adjacent_areas() -> None:
    war = War().hold(WHITE, "swabia", 3).hold(GREEN, "franconia", 3).hold(WHITE, "bavaria", manors=1)
    war.hold(WHITE, "frisia", 1, manors=1).hold(WHITE, "apulia", manors=1).cards(WHITE, "franconia")
    war.goes_far(WHITE, "franconia", "swabia", 3, 0, 0)
    war.roll(1, 1, 1, 6, 6, 1)
    assert war.open() == ("withdraw", WHITE)
    assert war.areas(war.options()) == {"swabia", "bavaria", "frisia"}  # Swabia is adjacent, and its own
    assert war.why(war.area("apulia")) == ("too_far", "DM10-2.3")
    assert war.why(war.area("saxony")) == ("not_your_area", "DM10-2.3")
    war.do(WHITE, war.area("frisia"))
    assert war.s.units_in(war.area("frisia")) == [2, 0, 0]


@pytest.mark.clause("DM10-2.3")
def test_an_army_that_died_out_needs_no_place() -> None:
    war = War().hold(WHITE, "swabia", 1).hold(GREEN, "apulia", 3).hold(WHITE, "benevento", 1)
    war.cards(WHITE, "apulia").goes_far(WHITE, "apulia", "swabia", 1, 0, 0)
    war.roll(1, 6, 1, 1)
    assert war.asked() not in ("withdraw", "dice") and war.events("units_withdrew") == []


@pytest.mark.clause("DM10-2.4", "DM10-2.5")
def test_mb29_campaign_and_settling() -> None:
    """Burchard settles in far Tuscany for 1 instead of 3, and no card lowers that."""
    war = War().hold(WHITE, "swabia", 2).marker("tuscany", "barbarian_11").cards(WHITE, "tuscany", "frisia")
    tuscany = war.area("tuscany")
    assert settle_cost(war.s, WHITE, tuscany) == 3
    war.goes_far(WHITE, "tuscany", "swabia", 2, 0, 0)
    war.roll(6, 6, 1, 1)
    assert war.s.owner[tuscany] == WHITE and settle_cost(war.s, WHITE, tuscany) == 1
    assert settle_cost(war.s, WHITE, war.area("romagna")) == 3  # only there
    assert war.open() == ("after", WHITE) and WORDS["settle"] in war.options()
    war.do(WHITE, WORDS["settle"], tuscany, 1, 0, 0)
    assert war.s.manors[tuscany] == 1 and war.s.units_in(tuscany) == [1, 0, 0]
    assert war.slice.open[WHITE] == () and war.campaign("tuscany") in war.slice.gone


@pytest.mark.clause("DM10-2.4")
def test_the_left_value_is_lowered_by_nothing() -> None:
    war = War().hold(WHITE, "tuscany", 2).achievement(WHITE, "land_clearance", 3)
    war.slice.hand[WHITE] = ()
    war.slice.open[WHITE] = (war.campaign("tuscany"),)
    for rows in (war.slice.hand, war.slice.given_up):
        for seat, cards in enumerate(rows):
            rows[seat] = tuple(card for card in cards if card != war.campaign("tuscany"))
    assert settle_cost(war.s, WHITE, war.area("tuscany")) == 1
    assert settle_cost(war.s, YELLOW, war.area("tuscany")) != 0


@pytest.mark.clause("DM10-2.5", "DM0-5.1")
def test_an_open_card_is_gone_with_the_next_pass() -> None:
    war = War().hold(WHITE, "swabia", 2).cards(WHITE, "tuscany")
    war.goes_far(WHITE, "tuscany", "swabia", 2, 0, 0)
    assert war.slice.open[WHITE]
    war.goes(WHITE)
    assert war.slice.open[WHITE] == () and war.slice.gone == [war.campaign("tuscany")]
    names = [kind.name for kind, _ in war.s.trace or []]
    assert names.index("campaign_ended") < names.index("card_dropped")


@pytest.mark.clause("DM10-2.6", "D-11.5")
def test_a_title_repeats_a_campaign_without_a_battle() -> None:
    war = War().hold(WHITE, "swabia", 3).cards(WHITE, "tuscany", "frisia").holds(WHITE, "king_of_italy")
    war.goes_far(WHITE, "tuscany", "swabia", 1, 0, 0)
    step = war.title_step("king_of_italy")
    assert war.open() == ("after", WHITE) and step in war.options()
    war.do(WHITE, step)
    assert war.open() == ("campaign", WHITE) and war.campaign("frisia") in war.options()  # another execution
    war = War().hold(WHITE, "swabia", 3).cards(WHITE, "tuscany").holds(WHITE, "king_of_italy")
    war.marker("tuscany", "barbarian_11").goes_far(WHITE, "tuscany", "swabia", 3, 0, 0)
    war.roll(6, 6, 1, 1, 1)
    assert war.title_step("king_of_italy") not in war.options()


@pytest.mark.clause("DM10-3.1")
def test_unused_cards_are_worth_nothing() -> None:
    war = War()
    source = war.rules.sources
    assert not any("campaign" in name for name in source)


@pytest.mark.clause("DM10-2.1", "DM10-2.3", "DMX-4.1")
def test_a_commander_goes_along_with_at_least_one_unit() -> None:
    """With module 6: he fights far away, and withdraws with the survivors or goes to the nearest area."""
    war = War(more=("commanders",)).hold(WHITE, "swabia", 3).hold(GREEN, "apulia", 3)
    part = war.s.slices["commanders"]
    assert isinstance(part, Commanders)
    part.display.remove(1)
    part.card[WHITE], part.area[WHITE] = 1, war.area("swabia")
    war.hold(WHITE, "benevento", 1, manors=1).cards(WHITE, "apulia").act(WHITE, "march")
    card, swabia = war.campaign("apulia"), war.area("swabia")
    assert war.options(card, swabia) == [1, 2, 3]  # never without a unit
    assert war.options(card, swabia, 2, 0, 0) == [NO, YES]
    war.do(WHITE, card, swabia, 3, 0, 0, YES)
    assert war.open() == ("command", WHITE)
    war.do(WHITE, YES).roll(1, 1, 1, 6, 6, 1)
    assert war.s.slices["commanders"].area[WHITE] == war.area("benevento")


@pytest.mark.parametrize("area", ruleset("darkages", 4, MODULE).parts["distant_campaigns"].ids)
@pytest.mark.clause("DM10-1.1", "DM10-2.1", "DM10-2.4")
def test_every_card(area: str) -> None:
    """Each leads to its area from anywhere, and lets settle there for the left value."""
    war = War().hold(YELLOW, "verona", 2).cards(YELLOW, area)
    war.goes_far(YELLOW, area, "verona", 1, 0, 0)
    at = war.area(area)
    assert goal(war.s, war.campaign(area)) == at and war.s.owner[at] == YELLOW
    assert settle_cost(war.s, YELLOW, at) == 1
    texts = Texts(war.rules, "en"), Texts(war.rules, "de")
    names = [text.name("campaign", war.campaign(area)) for text in texts]
    assert names[0].startswith("Campaign: ") and names[1].startswith("Feldzug: ")


@pytest.mark.clause("DM10-1.3")
def test_an_edition_with_too_few_cards_is_refused() -> None:
    rows = [{"area": "frisia", "min_players": 4}]
    with pytest.raises(DataError):
        ruleset("darkages", 4, MODULE, {}, Edition("darkages", "", {"distant_campaigns.campaign": rows}))


def test_stored_positions_keep_the_cards() -> None:
    war = War().cards(YELLOW, "tuscany", "frisia")
    again = war.rules.from_json(json.loads(json.dumps(war.rules.to_json(war.s))))
    assert war.rules.key(again) == war.rules.key(war.s)
    assert NATURE not in [ask.seat for ask in war.asks()] and VIOLET != FREE
