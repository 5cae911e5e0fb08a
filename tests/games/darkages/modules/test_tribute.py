"""Tribute (DM11): patrons and tributaries (MB30, MB42)."""

from __future__ import annotations

import pytest

from pfalz.catalogue import ruleset
from pfalz.core.data import Edition
from pfalz.core.state import SPECTATOR
from pfalz.core.texts import Texts
from pfalz.games.darkages.board import plain, svg
from pfalz.games.darkages.modules.tribute.bot import JUDGE
from pfalz.games.darkages.modules.tribute.events import (
    MARKER_RETURNED,
    RANSOM_PAID,
    TRIBUTARY_MADE,
    TRIBUTE_GIVEN,
)
from pfalz.games.darkages.modules.tribute.state import markers_left
from pfalz.games.darkages.outlook import Outlook
from pfalz.games.darkages.scoring import FINAL_SOURCES, final_points
from pfalz.games.darkages.state import LAST_TURNS, NONE
from pfalz.games.darkages.words import ATTACKER, DEFENDER, GOODS, IRON, STONE, WOOD
from tests.games.darkages.battlefield import Battlefield
from tests.games.darkages.table import GREEN, VIOLET, WHITE, YELLOW, Table

NO, YES = range(2)
HOMES = ("verona", "swabia", "croatia", "capua")
BESIDE = ("lombardy", "bavaria", "carniola", "benevento")
"""An area beside each home."""


def field(markers: int = 3) -> Battlefield:
    """Everybody at home, without anybody to defend it."""
    edition = Edition("darkages", "", {"tribute.tribute.markers": markers})
    found = Battlefield(rules=ruleset("darkages", 4, ("tribute",), edition=edition))
    for seat in range(4):
        found.bare(seat)
    return found


def patrons(table: Battlefield | Table) -> list[int]:
    found: list[int] = table.s.slices["tribute"].patron  # type: ignore[attr-defined]
    return found


def win(here: Battlefield, winner: int, loser: int) -> None:
    """A seat wins in the home area of another one."""
    here.s.trace = []
    here.hold(loser, HOMES[loser])
    here.attack(winner, BESIDE[loser], HOMES[loser], infantry=2)
    while here.asked() != "turn":
        ask = here.ask_of()
        here.play(ask.seat, ask.random_answer(here.s, here.rng))
    assert here.s.victor == ATTACKER
    here.hold(winner, BESIDE[loser])
    here.s.owner[here.area(BESIDE[loser])] = NONE


def tribute(gold: int = 0, **production: int) -> Table:
    """Violet is tributary of White, has so much gold and these production buildings at home."""
    table = Table(modules=("tribute",)).goods(VIOLET, gold=gold).goods(WHITE)
    table.buildings("croatia", city=True, production=production)
    table.part("tribute").patron[VIOLET] = WHITE
    return table.hand(VIOLET)


@pytest.mark.clause("DM11-1.1", "DM0-1.16")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_three_markers_for_everybody(players: int) -> None:
    table = Table(players, modules=("tribute",))
    assert [markers_left(table.s, seat) for seat in range(players)] == [3] * players
    assert patrons(table) == [NONE] * players
    assert table.rules.view(table.s, SPECTATOR).slices["tribute"].patron == patrons(table)


@pytest.mark.clause("DM11-2.1", "DM11-2.2", "DM11-2.3", "DM11-2.4", "DM11-2.5", "DM11-2.7")
def test_mb30_tribute() -> None:
    here = field()
    win(here, WHITE, VIOLET)
    assert patrons(here) == [NONE, NONE, WHITE, NONE] and markers_left(here.s, WHITE) == 2
    assert here.events(TRIBUTARY_MADE) == [(WHITE, VIOLET)]
    win(here, WHITE, VIOLET)  # his own marker lies there: nothing changes
    assert here.events(TRIBUTARY_MADE, MARKER_RETURNED) == [] and markers_left(here.s, WHITE) == 2
    win(here, VIOLET, WHITE)
    assert patrons(here) == [NONE, VIOLET, NONE, NONE]
    assert here.events(MARKER_RETURNED) == [(WHITE, VIOLET)] and markers_left(here.s, WHITE) == 3
    table = tribute(wood=1, stone=1)
    table.goes(VIOLET)
    assert table.open() == ("tribute", VIOLET) and table.options() == [WOOD, STONE]


@pytest.mark.clause("DM11-2.1", "DM11-2.2", "DMR-32", "DM11-2.7")
def test_markers_run_out_and_give_way() -> None:
    here = field()
    for loser in (YELLOW, VIOLET, GREEN):
        win(here, WHITE, loser)
    assert patrons(here) == [WHITE, NONE, WHITE, WHITE] and markers_left(here.s, WHITE) == 0
    win(here, GREEN, YELLOW)  # a marker of another player goes back; Green is patron and tributary at once
    assert patrons(here) == [GREEN, NONE, WHITE, WHITE] and markers_left(here.s, WHITE) == 1
    assert here.events(MARKER_RETURNED) == [(WHITE, YELLOW)]
    here = field(markers=1)
    patrons(here)[:] = [GREEN, NONE, WHITE, NONE]
    win(here, WHITE, YELLOW)
    assert patrons(here)[YELLOW] == GREEN  # no marker is left, the patron stays
    assert here.events(TRIBUTARY_MADE, MARKER_RETURNED) == []


@pytest.mark.clause("DM11-2.3", "DMR-32")
def test_the_patron_is_shaken_off_even_without_a_marker() -> None:
    here = field(markers=2)
    patrons(here)[:] = [WHITE, GREEN, WHITE, NONE]
    win(here, WHITE, GREEN)
    assert patrons(here) == [WHITE, NONE, WHITE, NONE]
    assert here.events(MARKER_RETURNED) == [(GREEN, WHITE)] and here.events(TRIBUTARY_MADE) == []


@pytest.mark.clause("DM11-2.1")
def test_only_a_victory_of_the_attacker_in_a_home_area_counts() -> None:
    here = field().hold(VIOLET, "carniola", infantry=1)
    here.attack(WHITE, "carinthia", "carniola", infantry=3)
    while here.asked() != "turn":
        ask = here.ask_of()
        here.play(ask.seat, ask.random_answer(here.s, here.rng))
    assert patrons(here) == [NONE] * 4  # no home area
    here = field().hold(VIOLET, "croatia", infantry=5, cavalry=5)
    here.attack(WHITE, "carniola", "croatia", infantry=1)
    while here.asked() != "turn":
        ask = here.ask_of()
        here.play(ask.seat, ask.random_answer(here.s, here.rng))
    assert here.s.victor == DEFENDER and patrons(here) == [NONE] * 4


@pytest.mark.clause("DM11-2.4", "DM11-2.5", "DM0-5.5")
@pytest.mark.parametrize("free", [NO, YES])
def test_mb42_ransom_while_passing(free: int) -> None:
    table = tribute(1, wood=1, stone=2)
    table.goes(VIOLET)
    assert table.open() == ("ransom", VIOLET)
    table.do(VIOLET, free)
    if free:
        assert patrons(table) == [NONE] * 4 and table.owned(WHITE) == {"gold": 2}
        assert table.events(RANSOM_PAID) == [(VIOLET, WHITE, 2)] and table.asked() != "tribute"
        assert table.owned(VIOLET) == {"wood": 1, "stone": 3}
        return
    assert table.open() == ("tribute", VIOLET) and table.options() == [WOOD, STONE]
    assert table.why(IRON) == ("not_just_produced", "DM11-2.5")
    table.do(VIOLET, STONE)
    assert table.owned(VIOLET) == {"gold": 2, "wood": 1, "stone": 2} and table.owned(WHITE) == {"stone": 1}
    assert table.events(TRIBUTE_GIVEN) == [(VIOLET, WHITE, GOODS + STONE)]


@pytest.mark.clause("DM11-2.4", "DMR-42")
def test_ransom_as_a_free_step() -> None:
    table = tribute(2).hold(VIOLET, "croatia", infantry=1).turn(VIOLET)
    step = table.t.further_steps["ransom"]
    assert step in table.options()
    table.do(VIOLET, step)
    assert patrons(table)[VIOLET] == NONE and table.owned(WHITE) == {"gold": 2} and table.owned(VIOLET) == {}
    assert markers_left(table.s, WHITE) == 3 and table.s.free_taken
    assert table.why(step) == ("no_patron", "DM11-2.4")
    poor = tribute(1).hold(VIOLET, "croatia", infantry=1).turn(VIOLET)
    assert poor.why(step) == ("ransom_gold", "DM11-2.4")
    assert step not in tribute(5).turn(WHITE).options()
    after = tribute(2).hold(VIOLET, "croatia", infantry=1).act(VIOLET, "march")
    while after.asked() != "after":
        after.do(VIOLET, *after.forms()[0])
    assert step in after.options()
    assert tribute(2).discs(VIOLET, 0).turn(VIOLET).asked() == "ransom"  # only while passing (D-4.12)


@pytest.mark.clause("DM11-2.5", "DMX-7.2")
def test_only_what_was_produced_is_given() -> None:
    table = tribute().goods(VIOLET, iron=2)
    table.goes(VIOLET).do(VIOLET, 0, 0, 0, 0, ask="sell")
    assert table.events(TRIBUTE_GIVEN) == [] and table.owned(WHITE) == {}  # nothing produced, nothing given
    table = tribute(leather=1).goods(VIOLET, iron=2)
    table.goes(VIOLET).do(VIOLET, 0, 0, 0, 0, ask="sell")
    assert table.owned(WHITE) == {"leather": 1}  # the only type: no question
    table.part("tribute").made = 0b1000  # an earlier pass
    table.buildings("croatia", production={}).goods(WHITE).goes(VIOLET)
    while table.who() == VIOLET:
        table.do(VIOLET, *table.forms()[0])
    assert table.owned(WHITE) == {}


@pytest.mark.clause("DM11-2.6", "DMX-7.3")
def test_the_patron_need_not_store_what_he_gets() -> None:
    table = tribute(stone=3).goods(WHITE, stone=9)
    table.goes(VIOLET)
    assert table.owned(WHITE) == {"stone": 10} and table.open() == ("turn", GREEN)


@pytest.mark.clause("DM0-5.7", "DM11-2.5")
def test_the_last_pass_brings_no_tribute() -> None:
    table = tribute(5, stone=3)
    table.s.phase = LAST_TURNS
    table.goes(VIOLET)
    assert table.s.out[VIOLET] and table.owned(WHITE) == {} and patrons(table)[VIOLET] == WHITE


@pytest.mark.clause("DM11-2.8")
def test_markers_are_worth_nothing() -> None:
    table, other = tribute(), tribute()
    other.part("tribute").patron[VIOLET] = NONE
    for seat in range(4):
        points = [final_points(table.s, seat, source) for source in FINAL_SOURCES]
        assert points == [final_points(other.s, seat, source) for source in FINAL_SOURCES]


def test_what_is_given_together_can_be_completed() -> None:
    """An edition asks for two resources: one after the other, in order, as many as there are."""
    edition = Edition("darkages", "", {"tribute.tribute.resources": 2, "tribute.tribute.ransom": 9})
    table = tribute(3, wood=1, iron=1)
    table.rules = ruleset("darkages", 4, ("tribute",), edition=edition)
    table.s = table.rules.from_json(table.rules.to_json(table.s))
    table.goes(VIOLET)
    assert table.owned(WHITE) == {"wood": 1, "iron": 1}


# -- the alchemist (DM4-2.4) ------------------------------------------------------------------------


@pytest.mark.clause("DM4-2.4", "DM4-2.7", "DMX-7.1", "DM11-2.4")
def test_the_ransom_may_come_from_the_alchemist_but_no_tribute() -> None:
    table = Table(modules=("alchemists", "tribute")).goods(VIOLET, gold=1).goods(WHITE).hand(VIOLET)
    table.part("alchemists").stock[VIOLET] = 7
    table.part("tribute").patron[VIOLET] = WHITE
    table.turn(VIOLET).do(VIOLET, table.t.further_steps["ransom"])
    assert table.owned(WHITE) == {"gold": 2} and table.owned(VIOLET) == {}
    assert table.part("alchemists").stock[VIOLET] == 4
    table = Table(modules=("alchemists", "tribute")).goods(VIOLET).goods(WHITE).hand(VIOLET)
    table.buildings("croatia", production={})
    table.part("alchemists").stock[VIOLET] = 2
    table.part("tribute").patron[VIOLET] = WHITE
    table.goes(VIOLET)
    assert table.part("alchemists").stock[VIOLET] == 2 and table.owned(WHITE) == {}


# -- drawing, words, judgement --------------------------------------------------------------------


def test_markers_and_patrons_are_drawn() -> None:
    table = tribute(2).turn(VIOLET)
    step = table.t.further_steps["ransom"]
    for language, words in (("en", "tribute to Player 2"), ("de", "Tribut an Spieler 2")):
        texts = Texts(table.rules, language)
        drawing = svg(table.rules, table.s, VIOLET, texts)
        assert drawing.count('id="tribute-croatia"') == 1 and 'id="tribute-verona"' not in drawing
        assert words in drawing and "(DM11-2.5)" in drawing
        assert all(f'id="homage-{seat}"' in drawing for seat in range(4))
        assert f'data-kind="step" data-value="{step}"' in drawing
        other = svg(table.rules, table.rules.view(table.s, WHITE), WHITE, texts)
        assert f'data-kind="step" data-value="{step}"' not in other
        assert {"en": "tribute to ", "de": "Tribut an "}[language] in plain(table.rules, table.s, 0, texts)


def test_the_judgement_counts_tribute_to_come() -> None:
    table = tribute(wood=1)
    o = Outlook(table.s)
    worth = [JUDGE.values(table.s, seat, o)[0] for seat in range(4)]
    assert worth[VIOLET] < 0 < worth[WHITE] < -worth[VIOLET] and worth[YELLOW] == worth[GREEN] == 0
    idle = tribute()
    assert JUDGE.values(idle.s, VIOLET, Outlook(idle.s)) == [0.0]


def test_the_judgement_wants_tributaries_and_freedom() -> None:
    """A victory at the home of a patron frees, one at that of a tributary brings nothing more."""
    table = tribute(wood=1)
    table.buildings("verona", city=True, production={"wood": 1})
    homes = {seat: table.s.home[seat] for seat in range(4)}
    assert JUDGE.prize(table.s, GREEN, homes[VIOLET]) > 0
    assert JUDGE.prize(table.s, WHITE, homes[VIOLET]) == 0
    assert JUDGE.prize(table.s, VIOLET, homes[WHITE]) > 0
    assert JUDGE.prize(table.s, GREEN, table.area("bavaria")) == 0
    table.part("tribute").patron = [GREEN, GREEN, GREEN, NONE]
    assert JUDGE.prize(table.s, GREEN, homes[YELLOW]) == 0
