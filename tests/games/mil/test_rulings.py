"""What we decided beyond the dossier (docs/rulings.md)."""

from __future__ import annotations

import pytest

from pfalz.core.errors import RulesetError
from pfalz.games.mil.court import ACCEPT, FIEF, RAISE, SEEK_VASSAL
from pfalz.games.mil.growth import SON_FOR_PRIVILEGE
from pfalz.games.mil.market import AUCTION, BID, ENOUGH, PASS
from pfalz.games.mil.turn import GROWTH
from pfalz.games.mil.war import ATTACK, FREE_LAND, NOTHING
from tests.games.mil.table import (
    BLUE,
    COURT,
    CURIA,
    DAUGHTER_FACE,
    GRAIN,
    MARKET,
    MINE,
    NOBODY,
    PASTURE,
    RED,
    WAR,
    YELLOW,
    Table,
    knight,
)

A, B, C = (knight(RED, column) for column in "ABC")
YA, YB, YC = (knight(YELLOW, column) for column in "ABC")
TILE = 2 * GRAIN + 1
HOURGLASS = 2


def sphere(which: int, question: str, modules: tuple[str, ...] = (), second: bool = False) -> Table:
    """Red's A, who has nine soldiers, is about to act in a sphere; nobody has cubes or women.

    He is alone there, or Red's B comes after him."""
    table = Table(3, modules, (PASTURE, GRAIN)).put(which, 1, A)
    if second:
        table.put(which, 2, B)
    table.finish_actions().skip_to(question)
    table.s.women = [0, 0, 0]
    for seat in (RED, YELLOW, BLUE):
        table.cubes(seat)
    return table.make(A, soldiers=9, lands=[GRAIN]).points(0, 0, 0)


# -- M-P1 -----------------------------------------------------------------------------------------


@pytest.mark.clause("M-P1")
@pytest.mark.parametrize("reply", [ACCEPT, RAISE, FIEF])
def test_an_offer_lies_on_the_table(reply: int) -> None:
    table = sphere(COURT, "court").make(YC, lands=[MINE]).cubes(RED, g=2).cubes(YELLOW, i=2, g=3)
    table.do(RED, SEEK_VASSAL, YC).do(YELLOW, 1, 2)
    assert table.asked() == "counter" and table.hand(YELLOW) == (0, 0, 0, 0, 2)
    if reply == ACCEPT:
        table.do(RED, ACCEPT)
        assert table.asked() == "keep" and table.hand(YELLOW) == (0, 0, 0, 0, 2)
    elif reply == RAISE:
        table.cubes(RED, i=3, g=2).do(RED, RAISE, 2, 3)
        assert table.asked() == "keep" and table.hand(YELLOW) == (0, 0, 0, 2, 3)
    else:
        table.do(RED, FIEF, TILE)
        assert table.hand(YELLOW) == (0, 0, 0, 2, 3)


@pytest.mark.clause("M-P1")
def test_only_the_highest_bid_lies_on_the_table() -> None:
    table = sphere(MARKET, "market").cubes(RED, 2, 2, 2).cubes(YELLOW, 3, 3, 3).cubes(BLUE, 3, 3, 3)
    table.do(RED, AUCTION, 1, 1, 1, 0)
    assert table.hand(RED) == (1, 1, 1, 0, 0)
    table.do(YELLOW, BID, 2, 1, 1, 0)
    assert table.hand(RED) == (2, 2, 2, 0, 0) and table.hand(YELLOW) == (1, 2, 2, 0, 0)
    table.do(BLUE, BID, 2, 2, 1, 0)
    assert table.hand(YELLOW) == (3, 3, 3, 0, 0) and table.hand(BLUE) == (1, 1, 2, 0, 0)
    table.do(RED, PASS)
    assert len(table.told("castle_built")) == 1 and table.hand(BLUE) == (1, 1, 2, 0, 0)  # now they are paid


@pytest.mark.clause("M-P1")
def test_revealed_donations_lie_on_the_table() -> None:
    table = Table(3).finish_actions()
    for seat in (RED, YELLOW, BLUE):
        table.cubes(seat, g=5)
    table.do(RED, 4).do(YELLOW, 3)
    assert [table.hand(seat)[4] for seat in (RED, YELLOW, BLUE)] == [5, 5, 5]  # not yet revealed
    table.do(BLUE, 2)
    assert (table.asked(), table.who()) == ("pay_donation", YELLOW)
    assert [table.hand(seat)[4] for seat in (RED, YELLOW, BLUE)] == [1, 2, 3]
    table.do(YELLOW, 0)
    assert [table.hand(seat)[4] for seat in (RED, YELLOW, BLUE)] == [1, 5, 3]
    table.do(BLUE, 1)
    assert [table.hand(seat)[4] for seat in (RED, YELLOW, BLUE)] == [1, 5, 3]


# -- M-P2 to M-P6 ---------------------------------------------------------------------------------


@pytest.mark.clause("M-P2")
def test_the_next_tile_is_turned_up_before_the_land_is_allotted() -> None:
    table = sphere(WAR, "war")
    table.do(RED, FREE_LAND, 0)
    assert table.asked() == "turn_up"
    table.nature(MINE)
    assert table.asked() == "allot" and table.s.tops[0] == MINE
    table.do(RED, A)
    assert table.told("land_received") == [(A, PASTURE)]


@pytest.mark.clause("M-P3")
def test_agreed_starting_lands_need_an_agreed_mix() -> None:
    def table(**mix: str) -> Table:
        lands, free = [PASTURE, MINE], [2, 2, 0, 0, 2]
        return Table(3, start_lands="agreed", agreed_start=lands, agreed_mix=free, **mix)  # type: ignore[arg-type]

    with pytest.raises(RulesetError):
        table()
    with pytest.raises(RulesetError):
        table(land_mix="standard")
    land = table(land_mix="agreed").s.land  # nothing else was wrong
    assert land[2 * A] == 2 * PASTURE + 1 and land[2 * B] == 2 * MINE + 1
    assert Table(3, land_mix="agreed", agreed_mix=[0, 3, 0, 4, 0]).s.land[2 * A] == TILE  # alone it may stand


@pytest.mark.clause("M-P5")
def test_a_removed_knight_gives_the_archbishop_back() -> None:
    table = Table(3).make(C).put(CURIA, 1, YA)
    table.finish_actions().do(YELLOW, C, ask="archbishop")
    assert table.s.archbishop == C
    table.skip_to("winter_die").nature(2)
    assert table.told("knight_removed") == [(C,)] and table.s.archbishop == NOBODY
    # winter takes him back in any case; by hand, a death in the action phase shows that he goes at once
    early = Table(3).make(C, age=3)
    early.s.archbishop = C
    early.do(RED, GROWTH, C, 0).nature(DAUGHTER_FACE).do(RED, HOURGLASS, 0)
    assert early.told("knight_removed") == [(C,)]
    assert early.s.archbishop == NOBODY and early.asked() == "act"


@pytest.mark.clause("M-P6")
def test_two_identical_tiles_are_one_choice() -> None:
    table = sphere(WAR, "war").make(YC, lands=[GRAIN, GRAIN])
    assert table.options(ATTACK, YC) == [TILE]
    table.s.land[2 * YC] -= 1  # one of them is harvested: now they differ
    assert table.options(ATTACK, YC) == [TILE - 1, TILE]
    court = sphere(COURT, "court").make(A, soldiers=9, lands=[GRAIN, GRAIN]).make(YC)
    court.do(RED, SEEK_VASSAL, YC).do(YELLOW, 0, 0)
    assert court.options(FIEF) == [TILE]
    court.s.land[2 * A] -= 1
    assert court.options(FIEF) == [TILE - 1, TILE]
    court.s.land[2 * A] += 1
    court.do(RED, FIEF, TILE)
    assert court.s.lands_of(A) == 1 and court.s.lands_of(YC) == 1


# -- M-P7 -----------------------------------------------------------------------------------------


def only(table: Table, question: str, seat: int, *move: int) -> Table:
    """A question with a single possible answer is open."""
    assert (table.asked(), table.who()) == (question, seat)
    for at, value in enumerate(move):
        assert table.options(*move[:at]) == [value]
    assert table.complete(*move)
    return table.do(seat, *move)


@pytest.mark.clause("M-P7")
def test_court_questions_with_one_answer_are_asked() -> None:
    table = sphere(COURT, "court").make(A, soldiers=9).make(YC)
    table.do(RED, SEEK_VASSAL, YC)
    only(table, "offer", YELLOW, 0, 0)
    only(table, "counter", RED, ACCEPT)


@pytest.mark.clause("M-P7")
def test_market_questions_with_one_answer_are_asked() -> None:
    only(sphere(MARKET, "market", second=True).do(RED, NOTHING), "market", RED, NOTHING)
    table = sphere(MARKET, "market").cubes(RED, 1, 1, 1).cubes(BLUE, 2, 1, 1)
    table.do(RED, AUCTION, 1, 1, 1, 0)
    only(table, "bid", YELLOW, PASS)
    table.do(BLUE, BID, 2, 1, 1, 0)
    table.cubes(RED)  # by hand: whoever could open an auction has something to trade
    only(table, "final_bid", RED, PASS)
    assert table.told("castle_built") == [
        (BLUE, knight(BLUE, "B"))
    ]  # a choice that betrays nothing is skipped
    only(table, "trade", RED, ENOUGH)


@pytest.mark.clause("M-P7")
def test_war_and_secret_stakes_with_one_answer_are_asked() -> None:
    table = sphere(WAR, "war", second=True)
    table.s.women = [1, 1, 1]  # an attack has its price
    only(table.do(RED, NOTHING), "war", RED, NOTHING)
    assert table.asked() == "donate" and table.options(seat=YELLOW) == [0]
    fight = sphere(WAR, "war").do(RED, ATTACK, YA, TILE)
    assert [(ask.name, ask.seat) for ask in fight.asks()] == [("commit", RED), ("commit", YELLOW)]
    assert fight.options() == [0] and fight.options(0) == [0]
    wedding = Table(3).cubes(RED).cubes(YELLOW).cubes(BLUE).do(RED, GROWTH, A, SON_FOR_PRIVILEGE)
    assert [(ask.name, ask.seat) for ask in wedding.asks()] == [("dowry", seat) for seat in range(3)]
    assert wedding.options(seat=BLUE) == [0]
