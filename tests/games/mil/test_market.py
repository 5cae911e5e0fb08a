"""The Market (M-12)."""

from __future__ import annotations

import pytest

from pfalz.games.mil.lookup import CLOTH, FOOD, GOLD, INFLUENCE, METAL
from pfalz.games.mil.market import AUCTION, BID, ENOUGH, PASS, TRADE, rank
from pfalz.games.mil.scoring import possessions
from pfalz.games.mil.winter import freezes
from tests.games.mil.table import BLUE, MARKET, RED, YELLOW, Table, knight

A, B = knight(RED, "A"), knight(RED, "B")
YA, YB, YC = (knight(YELLOW, column) for column in "ABC")


def market(players: int = 3) -> Table:
    """Red's knight B is alone at the Market."""
    table = Table(players).put(MARKET, 1, B).finish_actions().skip_to("market")
    return table.points(*[0] * players)


def exchange(table: Table, give: int, get: int) -> int:
    t = table.s.t
    return 1 + list(zip(t.give, t.get, strict=True)).index((give, get))


@pytest.mark.clause("M-12.1", "M-12.2", "M-12.3", "M-12.5", "M-22.12", "M-R26")
def test_e12_trade_of_four_cubes() -> None:
    table = market().cubes(RED, f=3, c=1, m=2)
    listed = [
        exchange(table, FOOD, CLOTH),
        exchange(table, FOOD, METAL),
        exchange(table, METAL, GOLD),
        exchange(table, METAL, GOLD),
    ]
    # both metals are spoken for; the one just received cannot be used
    assert exchange(table, METAL, GOLD) not in table.options(TRADE, *listed[1:])
    assert table.why(TRADE, *listed[1:], exchange(table, METAL, GOLD)) == ("no_cube_to_give", "M-12.5")
    assert table.complete(TRADE, *listed)  # never more than four
    table.do(RED, TRADE, *listed)
    assert table.hand(RED) == (1, 2, 1, 0, 2)


@pytest.mark.clause("M-12.3", "M-12.4", "M-R26")
def test_allowed_exchanges() -> None:
    table = market()
    t = table.s.t
    assert sorted(zip(t.give, t.get, strict=True)) == sorted(
        [
            (FOOD, CLOTH),
            (FOOD, METAL),
            (CLOTH, GOLD),
            (CLOTH, METAL),
            (CLOTH, FOOD),
            (METAL, GOLD),
            (METAL, CLOTH),
            (METAL, FOOD),
            (GOLD, METAL),
            (GOLD, CLOTH),
            (GOLD, FOOD),
        ]
    )
    assert INFLUENCE not in t.give and INFLUENCE not in t.get
    table.cubes(RED, i=9)
    assert table.why(TRADE) == ("nothing_to_trade", "M-12.4")


@pytest.mark.clause("M-12.2")
def test_fewer_than_four() -> None:
    table = market().cubes(RED, f=5)
    one = exchange(table, FOOD, METAL)
    assert ENOUGH not in table.options(TRADE)
    table.do(RED, TRADE, one, ENOUGH)
    assert table.hand(RED) == (4, 0, 1, 0, 0)


@pytest.mark.clause(
    "M-12.6", "M-12.7", "M-12.8", "M-12.9", "M-12.10", "M-12.11", "M-12.12", "M-12.13", "M-12.14", "M-12.15"
)
@pytest.mark.clause("M-19.6", "M-22.13", "M-22.14", "M-R27")
def test_e13_castle_auction() -> None:
    table = market().cubes(RED, 4, 2, 2, 0, 1).cubes(YELLOW, 5, 5, 5, 5, 5).cubes(BLUE, 5, 5, 5, 5, 5)
    table.make(knight(RED, "C"), soldiers=1)
    table.do(RED, AUCTION, 1, 1, 1, 0)
    assert (table.asked(), table.who()) == ("bid", YELLOW)
    assert table.told("bid_made") == [(RED, 5, 6, 7)]
    assert table.why(BID, 0) == ("lowest_bid", "M-12.7")
    table.do(YELLOW, BID, 2, 1, 1, 0)
    assert table.who() == BLUE
    table.do(BLUE, BID, 1, 1, 1, 1)  # as many cubes, but with gold; it need not contain Yellow's bid
    assert (table.asked(), table.who()) == ("final_bid", RED)
    table.do(RED, BID, 2, 1, 1, 1)
    assert (table.asked(), table.who()) == ("castle", RED)  # nobody may answer
    assert table.options() == [B, knight(RED, "C")]
    assert table.why(A) == ("has_castle", "M-7.1")
    assert table.why(YA) == ("not_your_subject", "M-12.14")
    table.do(RED, B)
    assert table.hand(RED) == (2, 1, 1, 0, 0)
    assert table.hand(YELLOW) == table.hand(BLUE) == (5, 5, 5, 5, 5)
    assert table.scores() == [4, 0, 0] and table.s.castle[B] == 1
    assert table.asked() == "donate"  # he won, so he does not trade


@pytest.mark.clause("M-12.11", "M-R27")
def test_which_bid_is_higher() -> None:
    #        F  C  M  G
    bids = [(2, 1, 1, 0), (1, 2, 1, 0), (1, 1, 2, 0), (1, 1, 1, 1), (3, 1, 1, 0)]
    assert sorted(bids, key=rank) == bids


@pytest.mark.clause("M-12.10", "M-12.11", "M-12.12")
def test_a_bid_must_be_higher_and_payable() -> None:
    table = market().cubes(RED, 2, 1, 2, 0, 0).cubes(YELLOW, 3, 1, 1, 9, 0).cubes(BLUE, 1, 2, 1, 0, 1)
    table.do(RED, AUCTION, 1, 1, 2, 0)
    assert table.options() == [PASS, BID]
    assert table.options(BID) == [3] and table.why(BID, 2) == ("bid_too_low", "M-12.11")
    table.do(YELLOW, PASS)
    assert table.options(BID) == [1] and table.options(BID, 1, 1, 1) == [1]
    assert table.options(BID, 1, 2, 1) == [1]  # as many cubes with less metal: gold has to come in
    table.do(BLUE, BID, 1, 2, 1, 1)
    assert table.options() == [PASS]  # Red cannot pay more, but is asked: that is his secret
    assert table.why(BID) == ("cannot_outbid", "M-12.11")


@pytest.mark.clause("M-12.7", "M-12.10")
def test_who_lacks_a_cube_of_every_bid_is_told_so() -> None:
    table = market().cubes(RED, 1, 1, 1, 0, 0).cubes(YELLOW, 9, 9, 0, 9, 9)
    table.do(RED, AUCTION, 1, 1, 1, 0)
    assert (table.who(), table.options()) == (YELLOW, [PASS])
    assert table.why(BID) == ("lowest_bid", "M-12.7")


@pytest.mark.clause("M-12.8", "M-12.13", "M-12.17", "M-22.12")
def test_e42_auction_lost_by_the_opener() -> None:
    table = market().cubes(RED, 1, 1, 1, 0, 5).cubes(BLUE, 2, 2, 2, 0, 0)
    table.s.castle[YB] = 1  # Yellow has no castle space
    table.do(RED, AUCTION, 1, 1, 1, 0)
    assert table.who() == BLUE
    table.do(BLUE, BID, 1, 1, 2, 0)
    assert (table.asked(), table.who()) == ("final_bid", RED)
    table.do(RED, PASS)  # Blue's only site is taken without asking
    assert table.s.castle[knight(BLUE, "B")] == 1
    assert table.hand(BLUE) == (1, 1, 0, 0, 0) and table.scores() == [0, 0, 4]
    assert table.hand(RED) == (1, 1, 1, 0, 5)
    assert (table.asked(), table.who()) == ("trade", RED)
    assert ENOUGH in table.options()
    one = exchange(table, GOLD, FOOD)
    table.do(RED, one, one, one, one)
    assert table.hand(RED) == (5, 1, 1, 0, 1)
    assert table.asked() == "donate"


@pytest.mark.clause("M-12.12", "M-12.14", "M-12.15", "M-12.17")
def test_the_opener_may_also_do_nothing_after_a_lost_auction() -> None:
    table = market().cubes(RED, 1, 1, 1, 0, 0).cubes(BLUE, 2, 2, 2, 0, 0)
    table.do(RED, AUCTION, 1, 1, 1, 0).do(YELLOW, PASS).do(BLUE, BID, 2, 2, 2, 0).do(RED, PASS)
    table.do(RED, ENOUGH, ask="trade")
    assert table.hand(RED) == (1, 1, 1, 0, 0)


@pytest.mark.clause("M-12.14", "M-12.16", "M-16.10", "M-R28")
def test_e43_castle_in_front_of_a_vassal() -> None:
    table = market(2).cubes(RED, 1, 1, 1, 0, 0).make(YC, lord=RED)
    table.s.castle[knight(YELLOW, "B")] = 1
    table.do(RED, AUCTION, 1, 1, 1, 0)
    table.do(YELLOW, PASS)
    assert table.options() == [B, YC]
    table.do(RED, YC)
    assert table.scores() == [4, 0]
    assert possessions(table.s, YELLOW)["castles"] == 3 and possessions(table.s, RED)["castles"] == 1
    assert not freezes(table.s, YC)


@pytest.mark.clause("M-12.6", "M-12.8")
def test_who_may_open_an_auction() -> None:
    table = market().cubes(RED, 1, 1, 0, 9, 9)
    assert AUCTION not in table.options()
    assert table.why(AUCTION) == ("lowest_bid", "M-12.6")
    table.cubes(RED, 1, 1, 1, 0, 0)
    assert AUCTION in table.options()
    table.s.castle[B] = 1
    assert table.why(AUCTION) == ("no_site", "M-12.8")
    table.make(YC, lord=RED)
    assert AUCTION in table.options()
