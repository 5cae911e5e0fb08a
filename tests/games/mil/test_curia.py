"""The Curia (M-14)."""

from __future__ import annotations

import pytest

from pfalz.games.mil.curia import ABBESS, PRIVILEGE
from tests.games.mil.table import BLUE, COURT, CURIA, GREEN, RED, YELLOW, Table, knight

YA, YB = knight(YELLOW, "A"), knight(YELLOW, "B")


def donations(*offers: int, starter: int = RED) -> Table:
    """All players have ten gold and offer these."""
    table = Table(len(offers))
    table.finish_actions()
    assert table.asked() == "donate"  # all donate, though nobody stands in the Curia
    table.s.starter = starter
    table.points(*[0] * len(offers))
    for seat in range(len(offers)):
        table.cubes(seat, g=10)
    for seat, n in enumerate(offers):
        table.do(seat, n)
    return table


@pytest.mark.clause(
    "M-14.1", "M-14.2", "M-14.3", "M-14.4", "M-14.5", "M-14.6", "M-14.7", "M-22.19", "M-22.20", "M-R32"
)
def test_e41_donations() -> None:
    table = donations(5, 4, 2, 0)
    assert table.told("donation_offered") == [(RED, 5), (YELLOW, 4), (BLUE, 2), (GREEN, 0)]
    assert table.scores() == [6, 0, 0, 0] and table.hand(RED)[4] == 5
    assert (table.asked(), table.who()) == ("pay_donation", YELLOW)
    table.do(YELLOW, 1)
    assert (table.asked(), table.who()) == ("pay_donation", BLUE)
    table.do(BLUE, 1)
    assert table.scores() == [6, 5, 1, 0]
    assert [table.hand(seat)[4] for seat in range(4)] == [5, 6, 8, 10]
    assert table.asked() == "winter_die"


@pytest.mark.clause("M-14.5", "M-22.20")
def test_a_lower_donation_may_be_taken_back() -> None:
    table = donations(5, 4, 2, 0).do(YELLOW, 0).do(BLUE, 0)
    assert table.scores() == [6, 0, 0, 0]
    assert [table.hand(seat)[4] for seat in range(4)] == [5, 10, 10, 10]


@pytest.mark.clause("M-14.5", "M-3.13")
def test_lower_donors_decide_in_turn_order() -> None:
    table = donations(1, 5, 2, 3, starter=BLUE)
    order = []
    while table.asked() == "pay_donation":
        order.append(table.who())
        table.do(table.who(), 0)
    assert order == [BLUE, GREEN, RED]


@pytest.mark.clause("M-14.4", "M-14.6", "M-14.7", "M-14.8", "M-14.9", "M-14.3", "M-R32")
@pytest.mark.parametrize(
    ("offers", "scores"),
    [
        ((5, 3, 3, 0), [6, 2, 2, 0]),
        ((3, 3, 3, 0), [6, 6, 6, 0]),
        ((1, 0, 0, 0), [6, 0, 0, 0]),
        ((9, 1, 0, 0), [6, 0, 0, 0]),
        ((0, 0, 0, 0), [0, 0, 0, 0]),
        ((4, 4, 2, 1), [6, 6, 4, 1]),
    ],
)
def test_e41_variants(offers: tuple[int, ...], scores: list[int]) -> None:
    table = donations(*offers)
    while table.asked() == "pay_donation":
        table.do(table.who(), 1)
    assert table.scores() == scores
    assert [table.hand(seat)[4] for seat in range(4)] == [10 - offer for offer in offers]


@pytest.mark.clause("M-14.10", "M-14.11", "M-14.12", "M-1.3", "M-22.21", "M-20.2", "M-20.9")
def test_e17_privilege_and_abbess() -> None:
    table = Table(3).put(CURIA, 1, YA).put(CURIA, 3, YB)
    s = table.s
    s.women[YELLOW], s.privileges[YELLOW] = 2, 1
    table.finish_actions().skip_to("curia").cubes(YELLOW)
    assert table.options() == [0, PRIVILEGE, ABBESS]
    stock = s.stock(YELLOW)
    table.do(YELLOW, PRIVILEGE)
    assert s.stock(YELLOW) == stock - 1
    table.do(YELLOW, ABBESS)  # the red cube is a woman in the lineage zone, influence behind the screen
    assert (s.privileges[YELLOW], s.women[YELLOW], table.hand(YELLOW)) == (2, 1, (0, 0, 0, 1, 0))


@pytest.mark.clause("M-14.11", "M-14.12", "M-21.4", "M-R42")
def test_e53_no_token_no_privilege() -> None:
    table = Table(3).put(CURIA, 1, YA)
    s = table.s
    table.finish_actions().skip_to("curia")
    s.privileges[YELLOW] = 9
    s.lord[0] = s.lord[1] = YELLOW
    s.women[YELLOW] = 0
    assert s.stock(YELLOW) == 0
    assert table.options() == [0]
    assert table.why(PRIVILEGE) == ("no_family_token", "M-21.4")
    assert table.why(ABBESS) == ("no_woman", "M-14.12")


@pytest.mark.clause("M-14.1")
def test_donations_come_before_the_knights() -> None:
    table = Table(3).put(CURIA, 1, YA).put(COURT, 1, YB).finish_actions().skip_to("donate")
    for seat in range(3):
        table.do(seat, 0)
    assert table.asked() == "curia"
