"""Alliances (DM5): borders, negotiations, cards, and what breaking costs (MA4, MB20, MB50)."""

from __future__ import annotations

import json
from typing import Any

import pytest

from pfalz.catalogue import game, ruleset
from pfalz.core.data import Edition
from pfalz.core.errors import DataError, PfalzError
from pfalz.core.state import NATURE
from pfalz.core.texts import Texts
from pfalz.games.darkages.cardtext import effects_text
from pfalz.games.darkages.dealing import from_starter
from pfalz.games.darkages.dice import rolled_now
from pfalz.games.darkages.modules.age_of_wars.state import wars
from pfalz.games.darkages.modules.alliances.bot import JUDGE, worth
from pfalz.games.darkages.modules.alliances.rules import first_partners
from pfalz.games.darkages.modules.alliances.talks import borders, check_borders
from pfalz.games.darkages.modules.distant_campaigns.state import campaigns
from pfalz.games.darkages.settling import settle_cost
from pfalz.games.darkages.state import FREE, NONE
from pfalz.games.darkages.words import ARCHER, ATTACKER, CAVALRY, INFANTRY, RESOURCE_IDS, RESOURCES, UNITS
from tests.games.darkages.modules.courts import MODULE, NO, YES, Courts
from tests.games.darkages.table import GREEN, REACTIONS, VIOLET, WHITE, YELLOW

DEALT = ("marriage trade", "arms_aid scholars", "coinage passage")


def bavarian(*hands: str, players: int = 3) -> Courts:
    """Yellow takes Bavaria, beside Bohemia of Violet and Swabia of White; she had no border before."""
    courts = Courts(players).dealt(*(hands or DEALT)).hold(VIOLET, "bohemia", 1).known()
    courts.hold(YELLOW, "verona", 2)
    return march(courts, "verona", "bavaria")


def march(courts: Courts, start: str, end: str, *army: int, seat: int = YELLOW) -> Courts:
    courts.act(seat, "march")
    courts.do(seat, courts.area(start), courts.area(end), *(army or (1, 0, 0)), ask="march")
    return courts


def passes(courts: Courts, seat: int = YELLOW) -> Courts:
    """A seat passes without goods."""
    return courts.goods(seat).goes(seat)


def closed(courts: Courts, seat: int = YELLOW) -> Courts:
    """Nobody is asked about alliances any more."""
    if courts.asked() == "negotiate":
        courts.do(seat, courts.rules.players, ask="negotiate")
    return courts


# -- setup (DM5-1) -------------------------------------------------------------------------------------


@pytest.mark.clause("DM5-1.1", "DM5-1.2", "DM0-2.12")
@pytest.mark.parametrize("players", [3, 4])
def test_everybody_is_dealt_two_of_eight_cards(players: int) -> None:
    courts = Courts(players)
    assert len(courts.pacts.t.ids) == 8
    cards = [card for hand in courts.pacts.hand for card in hand]
    assert [len(hand) for hand in courts.pacts.hand] == [2] * players and len(set(cards)) == 2 * players


@pytest.mark.clause("DM0-1.2")
def test_two_cannot_play_it() -> None:
    module = next(module for module in game("darkages").modules if module.id == "alliances")
    assert module.players[0] == 3
    with pytest.raises(PfalzError):
        ruleset("darkages", 2, MODULE)


@pytest.mark.clause("DM5-1.3")
def test_a_card_in_hand_does_nothing() -> None:
    courts = Courts().dealt(*DEALT)
    before = courts.score(YELLOW)
    assert all(courts.t.lasting[id] not in courts.s.powers[YELLOW] for id in courts.t.lasting)
    courts.goes(YELLOW)
    assert courts.score(YELLOW) == before


def test_an_edition_with_too_few_cards_is_refused() -> None:
    rows = [{"id": "alliance_marriage", "concluded": [], "passing": []}]
    with pytest.raises(DataError):
        ruleset("darkages", 4, MODULE, {}, Edition("darkages", "", {"alliances.alliance": rows}))


@pytest.mark.clause("DM5-2.3", "DMR-23")
def test_neighbours_may_negotiate_before_the_first_turn() -> None:
    """Pandulf in Capua begins, Marozia in Rome is his neighbour: he is the first of the two in turn order."""
    rulers = ("burchard", "marozia", "pandulf", "tomislav")
    courts = Courts(4, more=("landmarks",), rulers=rulers, starter=VIOLET)
    touching = borders(courts.s)
    assert touching == [0, 1 << VIOLET, 1 << WHITE, 0]
    assert courts.open() == ("negotiate", VIOLET) and courts.options() == [WHITE, 4]
    courts.do(VIOLET, 4)
    assert courts.open() == ("turn", VIOLET)
    assert courts.pacts.border == touching and courts.pacts.speaker == NONE


@pytest.mark.clause("DM5-2.3")
def test_pairs_are_handled_in_turn_order() -> None:
    """The starting player with each other one, then the second player; a pair comes once."""
    courts = Courts(4, starter=VIOLET).dealt(*DEALT, "builders hostages")
    courts.pacts.border = [0b1110, 0b1101, 0b1011, 0b0111]
    pairs = [(one, other) for one in from_starter(courts.s) for other in first_partners(courts.s, one)]
    assert pairs == [(2, 3), (2, 0), (2, 1), (3, 0), (3, 1), (0, 1)]


# -- borders (DM5-2) -----------------------------------------------------------------------------------


@pytest.mark.clause("DM5-2.1", "DM5-2.2", "DM5-2.5", "DM5-2.6", "DMX-3.1")
def test_who_gains_an_area_may_negotiate_with_new_neighbours() -> None:
    courts = bavarian()
    assert courts.open() == ("negotiate", YELLOW) and courts.options() == [WHITE, VIOLET, 3]
    assert list(courts.ask_of().domain(courts.s)) == [WHITE, VIOLET, 3]  # nobody negotiates with himself
    courts.do(YELLOW, VIOLET)
    assert courts.open() == ("listen", VIOLET)
    assert courts.events("negotiation_opened") == [(YELLOW, VIOLET)]
    courts.do(VIOLET, NO)
    assert courts.events("negotiation_refused") == [(YELLOW, VIOLET)]
    assert courts.open() == ("negotiate", YELLOW) and courts.options() == [WHITE, 3]
    assert courts.why(VIOLET) == ("no_new_border", "DM5-2.2")
    courts.do(YELLOW, 3)
    assert courts.asked() in ("after", "turn")


@pytest.mark.clause("DM5-2.2", "DM5-4.4")
def test_both_need_a_card_and_no_alliance() -> None:
    courts = bavarian("marriage trade", "", "coinage passage")
    assert courts.options() == [VIOLET, 3]
    assert courts.why(WHITE) == ("no_alliance_card", "DM5-2.2")
    assert bavarian("", "arms_aid scholars", "coinage").asked() != "negotiate"
    courts = Courts().dealt("marriage", "arms_aid", "coinage passage").hold(VIOLET, "bohemia", 1).known()
    courts.allied(YELLOW, "hostages", WHITE, "builders").hold(YELLOW, "verona", 2)
    march(courts, "verona", "bavaria")
    assert courts.options() == [VIOLET, 3]
    assert courts.why(WHITE) == ("allied_already", "DM5-2.2")


@pytest.mark.clause("DM5-2.5")
def test_at_most_two_of_three_new_neighbours() -> None:
    courts = Courts(4).dealt(*DEALT, "builders hostages").hold(VIOLET, "bohemia", 1)
    courts.hold(GREEN, "franconia", 1).known().hold(YELLOW, "verona", 2)
    march(courts, "verona", "bavaria")
    assert courts.options() == [WHITE, VIOLET, GREEN, 4]
    courts.do(YELLOW, GREEN).do(GREEN, NO).do(YELLOW, WHITE).do(WHITE, NO)
    assert courts.asked() not in ("negotiate", "listen")


@pytest.mark.clause("DM0-3.8", "DM5-2.5")
def test_of_two_who_have_made_borders_the_active_player_comes_first() -> None:
    courts = Courts(4).dealt(*DEALT, "builders hostages").known()
    courts.hold(YELLOW, "bavaria", 1).hold(GREEN, "lombardy", 1).turn(GREEN)
    courts.pacts.fresh, courts.pacts.moved = [1 << WHITE, 0, 0, 1 << WHITE], 1
    check_borders(courts.s)
    courts.rules.run(courts.s)
    assert courts.open() == ("negotiate", GREEN) and courts.options() == [WHITE, 4]
    courts.do(GREEN, 4)
    assert courts.open() == ("negotiate", YELLOW) and courts.options() == [WHITE, 4]


@pytest.mark.clause("DM5-2.2", "DMR-23")
def test_an_old_border_is_no_opportunity_but_one_that_comes_again_is() -> None:
    courts = closed(bavarian())
    courts.hold(YELLOW, "verona", 2).hold(YELLOW, "bavaria", 1)
    assert march(courts, "verona", "bavaria").asked() != "negotiate"
    courts.stack("march").discs(YELLOW, 3)
    march(courts, "bavaria", "verona", 2, 0, 0)
    assert courts.asked() != "negotiate" and courts.pacts.border[YELLOW] == 0
    courts.stack("march").discs(YELLOW, 3)
    march(courts, "verona", "bavaria", 1, 0, 0)
    assert courts.options() == [WHITE, VIOLET, 3]


@pytest.mark.clause("DM5-2.4")
def test_a_border_that_an_action_takes_and_brings_again_has_not_begun_anew() -> None:
    courts = Courts().dealt(*DEALT).hold(YELLOW, "verona", 0).hold(YELLOW, "bavaria", 1).known()
    assert courts.pacts.border[YELLOW] == 1 << WHITE
    march(courts, "bavaria", "lombardy")
    assert courts.owner("bavaria") == FREE and courts.asked() != "negotiate"


@pytest.mark.clause("DM5-2.4")
def test_borders_are_looked_at_before_a_title_is_used() -> None:
    courts = Courts().dealt(*DEALT).hold(VIOLET, "bohemia", 1).known().hold(YELLOW, "verona", 2)
    courts.holds(YELLOW, "duke_of_saxony")
    march(courts, "verona", "bavaria")
    assert courts.asked() == "negotiate"
    assert closed(courts).asked() == "after"


@pytest.mark.clause("DM5-2.4")
def test_a_reaction_may_make_a_border() -> None:
    """White's disc leaves the stack, she regroups beside Yellow: they negotiate before Yellow goes on."""
    bands = ("build", "recruit", "march", "research", "develop_culture")
    courts = Courts(bands=bands).dealt(*DEALT).hold(WHITE, "swabia", 2).known().hand(YELLOW)
    courts.stack("march", WHITE, VIOLET)
    march(courts.hold(YELLOW, "verona", 2), "verona", "carinthia")
    assert courts.open() == ("react", WHITE) and not courts.pacts.border[YELLOW]
    courts.do(WHITE, REACTIONS["regroup"], courts.area("swabia"), courts.area("bavaria"), 1, 0, 0)
    assert courts.open() == ("negotiate", WHITE) and courts.options() == [YELLOW, 3]


# -- the negotiation (DM5-3) ---------------------------------------------------------------------------


@pytest.mark.clause("DM5-2.2", "DM5-2.3", "DM5-2.4", "DM5-2.5", "DM5-3.4", "DM5-3.1", "DM5-3.2", "DMR-22")
def test_example_mb20() -> None:
    courts = bavarian().do(YELLOW, VIOLET).do(VIOLET, YES)
    assert [(ask.name, ask.seat) for ask in courts.asks()] == [("offer", YELLOW), ("offer", VIOLET)]
    courts.offers(YELLOW, "marriage", VIOLET, "coinage")
    assert [ask.name for ask in courts.asks()] == ["agree", "agree"]
    courts.say(YELLOW, YES, VIOLET, NO)
    assert courts.events("offers_declined") == [(YELLOW, VIOLET)] and courts.pacts.round == 2
    courts.offers(YELLOW, "trade", VIOLET, "coinage").say(YELLOW, YES, VIOLET, YES)
    assert courts.ally(YELLOW, VIOLET) == "coinage" and courts.ally(VIOLET, YELLOW) == "trade"
    assert courts.open() == ("goods", VIOLET)  # a resource of his choice; Yellow gets nothing now
    wood = courts.owned(VIOLET)["wood"]
    courts.do(VIOLET, 0)
    assert courts.owned(VIOLET)["wood"] == wood + 1
    assert courts.open() == ("negotiate", YELLOW) and courts.options() == [WHITE, 3]
    assert courts.pacts.hand[YELLOW] == (courts.alliance("marriage"),)
    closed(courts)
    passes(courts)
    assert courts.owned(YELLOW)["gold"] == 2  # one of the pass, one of the Coinage Union


@pytest.mark.clause("DM5-3.1", "DM5-3.2")
def test_it_ends_after_two_rounds_or_when_somebody_breaks_off() -> None:
    courts = bavarian().do(YELLOW, VIOLET).do(VIOLET, YES)
    assert courts.options() == [courts.alliance("marriage"), courts.alliance("trade"), courts.off]
    for _ in range(2):
        courts.offers(YELLOW, "marriage", VIOLET, "coinage").say(YELLOW, NO, VIOLET, YES)
    assert courts.events("negotiation_failed") == [(YELLOW, VIOLET)] and courts.ally(YELLOW, VIOLET) == ""
    assert len(courts.pacts.hand[YELLOW]) == 2 and courts.options() == [WHITE, 3]
    courts = bavarian().do(YELLOW, VIOLET).do(VIOLET, YES)
    courts.do(YELLOW, courts.alliance("marriage"), ask="offer").do(VIOLET, courts.off, ask="offer")
    assert courts.events("negotiation_failed") == [(YELLOW, VIOLET)]
    assert courts.events("alliance_offered") == [] and courts.pacts.shown == [0] * 9  # his card stays unseen
    assert courts.pacts.partner == NONE and courts.asked() == "negotiate"


@pytest.mark.clause("DM5-3.2")
@pytest.mark.parametrize(("language", "between"), [("en", "for"), ("de", "gegen")])
def test_both_are_told_which_cards_lie_on_the_table(language: str, between: str) -> None:
    courts = bavarian().do(YELLOW, VIOLET).do(VIOLET, YES).offers(YELLOW, "marriage", VIOLET, "coinage")
    texts = Texts(courts.rules, language)
    marriage, coinage = [texts.name("alliance", courts.alliance(id)) for id in ("marriage", "coinage")]
    for seat, given, got in ((YELLOW, marriage, coinage), (VIOLET, coinage, marriage)):
        view = courts.rules.view(courts.s, seat)
        ask = next(ask for ask in courts.rules.asks(view) if ask.seat == seat)
        assert texts.notes(ask.worth(view, (), YES)) == f"{given} {between} {got}"
        assert texts.notes(ask.worth(view, (), NO)) == given


@pytest.mark.clause("DM5-3.3", "DM5-3.5")
def test_nothing_but_two_cards_changes_hands() -> None:
    courts = bavarian("coinage trade", "arms_aid scholars", "builders passage")
    before = [courts.owned(seat) for seat in range(3)]
    courts.do(YELLOW, VIOLET).do(VIOLET, YES).offers(YELLOW, "coinage", VIOLET, "builders")
    courts.say(YELLOW, YES, VIOLET, YES)
    assert courts.owned(VIOLET) == before[VIOLET]
    assert courts.owned(YELLOW) == {**before[YELLOW], "wood": 1 + before[YELLOW]["wood"], "stone": 1 + before[YELLOW]["stone"]}  # fmt: skip # noqa: E501
    for viewer in (WHITE, -2):
        assert courts.rules.view(courts.s, viewer).slices["alliances"].allied == courts.pacts.allied


@pytest.mark.clause("DM5-3.4")
@pytest.mark.parametrize(
    ("card", "gain"),
    [
        ("marriage", {"points": 3}),
        ("scholars", {"culture": 2}),
        ("coinage", {}),
        ("builders", {"wood": 1, "stone": 1}),
        ("hostages", {"gold": 1}),
    ],
)
def test_what_a_card_brings_on_conclusion(card: str, gain: dict[str, int]) -> None:
    courts = Courts().dealt("trade", "arms_aid", card).hold(VIOLET, "bohemia", 1).known()
    courts.hold(YELLOW, "verona", 2)
    march(courts, "verona", "bavaria").do(YELLOW, VIOLET).do(VIOLET, YES)
    before = had(courts)
    courts.offers(YELLOW, "trade", VIOLET, card).say(YELLOW, YES, VIOLET, YES)
    after = had(courts)
    assert {key: n - before[key] for key, n in after.items() if n != before[key]} == gain


@pytest.mark.clause("DM5-3.6", "DM0-5.4")
@pytest.mark.parametrize(
    ("card", "gain"),
    [
        ("marriage", {"points": 1}),
        ("arms_aid", {}),
        ("scholars", {"culture": 1}),
        ("coinage", {"gold": 1}),
        ("builders", {"stone": 1}),
        ("hostages", {"points": 1}),
    ],
)
def test_what_a_card_brings_in_a_pass(card: str, gain: dict[str, int]) -> None:
    found = []
    for allied in (False, True):
        courts = Courts().dealt("", "", "").known()
        if allied:
            courts.allied(YELLOW, card, VIOLET, "trade")
        before = had(courts)
        passes(courts)
        found.append({key: n - before[key] for key, n in had(courts).items()})
    assert {key: n - found[0][key] for key, n in found[1].items() if n != found[0][key]} == gain


def had(courts: Courts, seat: int = YELLOW) -> dict[str, int]:
    """All a seat has that cards may bring."""
    owned = {key: courts.owned(seat).get(key, 0) for key in ("wood", "leather", "stone", "iron", "gold")}
    return {**owned, "points": courts.score(seat), "culture": courts.s.culture[seat]}


@pytest.mark.clause("DM5-3.6")
def test_the_trade_treaty_leaves_the_choice_in_every_pass() -> None:
    plain = had(passes(Courts().dealt("", "", "").known()))
    for resource, id in enumerate(RESOURCE_IDS):
        courts = Courts().dealt("", "", "").known().allied(YELLOW, "trade", VIOLET, "arms_aid")
        assert passes(courts).open() == ("goods", YELLOW) and courts.options() == list(range(RESOURCES))
        courts.do(YELLOW, resource)
        assert had(courts) == {**plain, id: plain[id] + 1}  # one resource of his choice, and nothing else


@pytest.mark.clause("DM5-3.6")
def test_the_last_pass_brings_nothing() -> None:
    courts = Courts().dealt("", "", "").known().allied(YELLOW, "marriage", VIOLET, "arms_aid")
    courts.s.phase = 2
    before = courts.score(YELLOW)
    courts.goes(YELLOW)
    assert courts.s.out[YELLOW] and courts.score(YELLOW) == before


@pytest.mark.clause("DM5-3.4")
def test_arms_aid_places_units_in_one_city() -> None:
    courts = bavarian("trade", "scholars", "arms_aid").do(YELLOW, VIOLET).do(VIOLET, YES)
    courts.hold(YELLOW, "carinthia", 1, city=True)
    courts.offers(YELLOW, "trade", VIOLET, "arms_aid").say(YELLOW, YES, VIOLET, YES)
    assert courts.open() == ("place_units", YELLOW)  # who opened the negotiation comes first
    courts.do(YELLOW, courts.area("carinthia"))
    assert courts.units("carinthia") == (2, 1, 0)
    assert courts.open() == ("goods", VIOLET)


@pytest.mark.clause("DM5-3.4", "DM0-1.11", "DM0-8.2")
@pytest.mark.parametrize("empty", [(), (INFANTRY,), (ARCHER,), (CAVALRY,), (INFANTRY, ARCHER)])
@pytest.mark.parametrize("cities", [1, 2])
def test_arms_aid_places_what_the_supply_has(empty: tuple[int, ...], cities: int) -> None:
    """Infantry that is out does not keep the archer away, nor the other way round; units go to one city."""
    courts = bavarian("trade", "scholars", "arms_aid").do(YELLOW, VIOLET).do(VIOLET, YES)
    if cities == 2:
        courts.hold(YELLOW, "carinthia", 1, city=True)
    used = [courts.s.supply[UNITS * YELLOW + unit] if unit in empty else 0 for unit in range(UNITS)]
    if empty:
        courts.hold(YELLOW, "lombardy", *used)
    stood, had_left = courts.units("verona"), courts.s.supply[UNITS * YELLOW : UNITS * (YELLOW + 1)]
    courts.offers(YELLOW, "trade", VIOLET, "arms_aid").say(YELLOW, YES, VIOLET, YES)
    placed = [0 if unit in empty else n for unit, n in enumerate((1, 1, 0))]
    if any(placed) and cities == 2:  # one city or no unit: nothing to choose
        assert courts.open() == ("place_units", YELLOW)
        assert courts.areas(courts.options()) == {"verona", "carinthia"}
        courts.do(YELLOW, courts.area("verona"))
    assert courts.open() == ("goods", VIOLET)
    assert courts.units("verona") == tuple(n + more for n, more in zip(stood, placed, strict=True))
    left = courts.s.supply[UNITS * YELLOW : UNITS * (YELLOW + 1)]
    assert left == [n - gone for n, gone in zip(had_left, placed, strict=True)]


@pytest.mark.clause("DM5-3.4", "DM0-8.2")
@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "Place 1 infantry and 1 archer from your supply in one of your areas with a city."),
        (
            "de",
            "Stelle 1 Fußkämpfer und 1 Schützen aus deinem Vorrat in eines deiner Gebiete mit einer Stadt.",
        ),
    ],
)
def test_the_card_of_arms_aid_names_both_units(language: str, words: str) -> None:
    rules = ruleset("darkages", 3, MODULE)
    assert effects_text(Texts(rules, language), rules.lookup.deeds["alliance_arms_aid"]) == words


@pytest.mark.clause("DM5-3.4", "DM0-8.2")
def test_arms_aid_without_a_city_places_nothing() -> None:
    courts = bavarian("trade", "scholars", "arms_aid").do(YELLOW, VIOLET).do(VIOLET, YES)
    for area in list(courts.s.areas_of(YELLOW)):
        courts.buildings(courts.t.area_ids[area], city=False)
    supply = list(courts.s.supply)
    courts.offers(YELLOW, "trade", VIOLET, "arms_aid").say(YELLOW, YES, VIOLET, YES)
    assert courts.open() == ("goods", VIOLET) and courts.s.supply == supply


@pytest.mark.clause("DM5-2.7", "DM0-3.8", "DM5-3.4")
def test_the_right_of_passage_may_make_a_border_that_is_looked_at_later() -> None:
    """Violet regroups beside Swabia during the negotiation: afterwards it is her turn to open one."""
    courts = Courts().dealt("passage marriage", "arms_aid", "coinage scholars").hold(VIOLET, "bohemia", 2)
    courts.known().hold(YELLOW, "verona", 2).hold(VIOLET, "austrian_march", 1)
    march(courts, "verona", "carinthia")
    courts.do(YELLOW, VIOLET).do(VIOLET, YES).offers(YELLOW, "passage", VIOLET, "coinage")
    courts.say(YELLOW, YES, VIOLET, YES)
    assert courts.open() == ("effect", VIOLET)
    courts.do(VIOLET, courts.options()[0])
    assert courts.open() == ("regroup_units", VIOLET)
    courts.do(VIOLET, courts.area("bohemia"), courts.area("bavaria"), 1, 0, 0)
    assert courts.open() == ("negotiate", VIOLET) and courts.options() == [WHITE, 3]


@pytest.mark.clause("DM5-2.7", "DM5-3.6", "DM5-2.4")
@pytest.mark.parametrize("moves", [False, True])
def test_the_right_of_passage_may_make_a_border_in_a_pass(moves: bool) -> None:
    courts = Courts().dealt("trade", "scholars", "").hold(YELLOW, "verona", 2).known()
    courts.allied(YELLOW, "passage", VIOLET, "arms_aid").goods(YELLOW).goes(YELLOW)
    assert courts.open() == ("effect", YELLOW)
    if not moves:  # it may be left alone
        assert courts.do(YELLOW, courts.options()[-1]).asked() != "negotiate"
        return
    courts.do(YELLOW, courts.options()[0])
    courts.do(YELLOW, courts.area("verona"), courts.area("bavaria"), 1, 0, 0, ask="regroup_units")
    assert courts.open() == ("negotiate", YELLOW) and courts.options() == [WHITE, 3]
    assert courts.s.within("pass")  # its later steps wait


@pytest.mark.clause("DM5-3.7")
def test_an_alliance_outlasts_the_border_and_forbids_nothing() -> None:
    courts = Courts().dealt("", "", "").hold(VIOLET, "bohemia", 1).hold(YELLOW, "bavaria", 1).known()
    courts.allied(YELLOW, "coinage", VIOLET, "trade")
    courts.act(YELLOW, "march")
    assert courts.area("bohemia") in courts.options(courts.area("bavaria"))
    courts.do(YELLOW, courts.area("bavaria"), courts.area("verona"), 1, 0, 0)
    assert courts.pacts.border[YELLOW] == 0 and courts.ally(YELLOW, VIOLET) == "coinage"


# -- breaking an alliance (DM5-4) ----------------------------------------------------------------------


@pytest.mark.clause("DM5-3.4", "DM5-4.1", "DM5-4.2", "DM5-4.3", "DM5-4.5", "DM0-4.2", "DMR-24", "DM0-1.5")
@pytest.mark.parametrize(("points", "left"), [(23, 18), (3, 0)])
def test_example_ma4(points: int, left: int) -> None:
    courts = Courts().dealt("", "", "").hold(WHITE, "bavaria", 2).hold(VIOLET, "bohemia", 1).known()
    courts.allied(WHITE, "trade", VIOLET, "scholars").points(WHITE, points).points(VIOLET, 9)
    courts.discs(WHITE, 3)
    others, used = courts.s.discs[VIOLET], courts.s.exhausted[WHITE]
    march(courts, "bavaria", "bohemia", 2, 0, 0, seat=WHITE)
    assert courts.asked() == "dice"  # the battle comes afterwards
    assert courts.score(WHITE) == left and courts.s.discs[WHITE] == 0
    assert courts.s.exhausted[WHITE] == used + 2  # the disc of the March lies on its stack
    assert courts.score(VIOLET) == 9 and courts.s.discs[VIOLET] == others
    assert courts.ally(WHITE, VIOLET) == courts.ally(VIOLET, WHITE) == ""
    assert sorted(courts.pacts.gone) == sorted([courts.alliance("trade"), courts.alliance("scholars")])
    assert courts.events("alliance_broken") == [(WHITE, VIOLET, 5)]
    assert all(power not in courts.s.powers[seat] for seat in (WHITE, VIOLET) for power in courts.t.lasting.values())  # fmt: skip # noqa: E501


@pytest.mark.clause("DM5-4.1")
def test_an_attack_on_somebody_else_breaks_nothing() -> None:
    courts = Courts().dealt("", "", "").hold(WHITE, "bavaria", 2).hold(YELLOW, "carinthia", 1).known()
    courts.allied(WHITE, "trade", VIOLET, "scholars").points(WHITE, 10)
    march(courts, "bavaria", "carinthia", 2, 0, 0, seat=WHITE)
    assert courts.score(WHITE) == 10 and courts.ally(WHITE, VIOLET) == "trade"


def campaign(army: int = 3) -> Courts:
    """White has an alliance with Violet, who holds Tuscany, and a campaign card for it (MB50)."""
    courts = Courts(4, more=("age_of_wars", "distant_campaigns", "tribute"))
    courts.dealt("", "", "", "").hold(WHITE, "swabia", army).hold(VIOLET, "tuscany", 1).known()
    courts.allied(WHITE, "trade", VIOLET, "scholars").points(WHITE, 12).discs(WHITE, 2)
    part = campaigns(courts.s)
    card = part.t.ids.index("tuscany")
    for column in (part.hand, part.given_up):
        for seat, cards in enumerate(column):
            column[seat] = tuple([other for other in cards if other != card])
    part.hand[WHITE] = (card,)
    courts.act(WHITE, "march")
    return courts.do(WHITE, card, courts.area("swabia"), army, 0, 0, ask="campaign")


@pytest.mark.clause("DMX-4.1", "DM5-4.1", "DM5-4.2", "DM9-4.2", "DM9-4.4", "DM10-2.4", "DMX-4.2")
def test_example_mb50() -> None:
    courts = campaign()
    assert courts.score(WHITE) == 7 and courts.s.discs[WHITE] == 0 and len(courts.pacts.gone) == 2
    assert courts.asked() == "battle_card"
    markers = wars(courts.s).markers[WHITE]
    courts.do(WHITE, courts.options()[0])
    fight(courts, 6, 1)
    assert courts.s.victor == ATTACKER
    assert wars(courts.s).markers[WHITE] == markers + 1 and courts.score(WHITE) == 10
    tuscany = courts.area("tuscany")
    assert campaigns(courts.s).open[WHITE] and courts.s.owner[tuscany] == WHITE
    assert settle_cost(courts.s, WHITE, tuscany) == 1


@pytest.mark.clause("DMX-4.2")
def test_a_lost_attack_costs_as_much_and_tribute_comes_as_always() -> None:
    courts = campaign(army=1)
    courts.do(WHITE, courts.options()[-1])
    fight(courts, 1, 6)
    assert courts.score(WHITE) == 7 and courts.s.victor != ATTACKER and len(courts.pacts.gone) == 2
    courts = Courts(3, more=("tribute",)).dealt("", "", "").hold(WHITE, "bavaria", 5)
    courts.known().allied(WHITE, "trade", YELLOW, "scholars").points(WHITE, 12)
    courts.act(WHITE, "march")
    while courts.asked() == "supply":
        courts.do(WHITE, *courts.ask_of().filled(courts.s, lambda _, options: options[0]))
    courts.do(WHITE, courts.area("bavaria"), courts.area("verona"), courts.units("bavaria")[0], 0, 0)
    fight(courts, 6, 1)
    assert courts.s.victor == ATTACKER and courts.part("tribute").patron[YELLOW] == WHITE


def fight(courts: Courts, attack: int, defence: int) -> None:
    """Fight it out: dice of a side all show the same."""
    while courts.asked() not in ("turn", "after", "negotiate"):
        ask = courts.ask_of()
        if ask.name == "dice":
            numbers = rolled_now(courts.s, ask.args[-1])
            mine, theirs = sum(numbers[:UNITS]), sum(numbers[UNITS:])
            courts.play(NATURE, [*[attack - 1] * mine, *[defence - 1] * theirs])
        else:
            courts.play(ask.seat, ask.filled(courts.s, lambda _, options: options[0]))


# -- judgement, files ----------------------------------------------------------------------------------


def test_the_judgement_offers_its_poorer_card_and_declines_a_bad_bargain() -> None:
    courts = bavarian("marriage arms_aid", "trade", "coinage passage").do(YELLOW, VIOLET).do(VIOLET, YES)
    cards = {card: sum(worth(courts.s, card, 5.0)) for card in courts.pacts.hand[YELLOW]}
    poorer = min(cards, key=lambda card: cards[card])
    assert JUDGE.candidates(courts.s, courts.ask_of(YELLOW)) == [(poorer,)]
    courts.offers(YELLOW, "marriage", VIOLET, "passage")
    agreed = {seat: JUDGE.candidates(courts.s, courts.ask_of(seat)) for seat in (YELLOW, VIOLET)}
    assert agreed == {YELLOW: [(NO,)], VIOLET: [(YES,)]}


def test_the_judgement_counts_what_an_attack_on_an_ally_costs() -> None:
    courts = Courts().dealt("", "", "").hold(WHITE, "bavaria", 2).hold(VIOLET, "bohemia", 1).known()
    courts.points(WHITE, 20)
    area = courts.area("bohemia")
    assert JUDGE.prize(courts.s, WHITE, area) == 0.0
    courts.allied(WHITE, "trade", VIOLET, "scholars")
    assert JUDGE.prize(courts.s, WHITE, area) < -5.0


def test_stored_positions_keep_a_negotiation() -> None:
    courts = bavarian().do(YELLOW, VIOLET).do(VIOLET, YES).offers(YELLOW, "trade", VIOLET, "coinage")
    again: Any = courts.rules.from_json(json.loads(json.dumps(courts.rules.to_json(courts.s))))
    assert courts.rules.key(again) == courts.rules.key(courts.s)
