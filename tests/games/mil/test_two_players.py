"""Two players (M-17)."""

from __future__ import annotations

import pytest

from pfalz.catalogue import ruleset
from pfalz.core.data import Edition
from pfalz.games.mil.placing import BLACK_TOKEN, OWN_TOKEN
from pfalz.games.mil.politics import favourite
from pfalz.games.mil.state import Mil
from pfalz.games.mil.turn import PASS, PLACE
from tests.games.mil.table import (
    BLACK,
    COURT,
    EMPTY,
    FAMILY_TOKEN,
    MARKET,
    NOBODY,
    RED,
    WHITE,
    YELLOW,
    Table,
    knight,
)

A, B = knight(RED, "A"), knight(RED, "B")
YA = knight(YELLOW, "A")


@pytest.mark.clause("M-17.1", "M-17.3", "M-17.4", "M-4.32", "M-3.9", "M-21.3")
def test_a_pass_may_lay_a_family_token() -> None:
    table = Table(2).put(COURT, 2, EMPTY)
    s = table.s
    assert table.options(PASS, 0) == table.options(PASS, 1) == [BLACK_TOKEN, OWN_TOKEN]
    table.do(RED, PASS, 0, OWN_TOKEN)  # the white token below it goes to the supply
    assert s.slots[0] == FAMILY_TOKEN + RED and s.stock(RED) == 9
    assert table.why(PLACE, YA, 0) == ("slot_token", "M-4.32")
    assert table.why(PASS, 0) == ("slot_token", "M-4.40")
    table.do(YELLOW, PASS, 1, BLACK_TOKEN)
    assert s.slots[1] == BLACK
    s.slots = [FAMILY_TOKEN + RED] * 5 + [BLACK] * 6 + [WHITE]
    table.do(RED, PASS, 11, OWN_TOKEN)
    assert "tribute_taken" in table.names()  # the slots count as filled


@pytest.mark.clause("M-17.3")
def test_no_token_in_stock_and_no_tokens_with_three_players() -> None:
    table = Table(2)
    table.s.privileges[RED] = 11
    assert table.options(PASS, 0) == [BLACK_TOKEN]
    assert table.why(PASS, 0, OWN_TOKEN) == ("no_family_token", "M-17.3")
    assert Table(3).complete(PASS, 0)


@pytest.mark.clause("M-17.4", "M-17.5", "M-17.6", "M-9.3", "M-R37")
def test_e48_family_tokens_on_slots() -> None:
    table = Table(2).put(COURT, 1, FAMILY_TOKEN + YELLOW).put(COURT, 2, A).put(COURT, 3, YA)
    s = table.s
    assert favourite(s, COURT) == YELLOW
    table.put(COURT, 3, B)
    assert favourite(s, COURT) == RED  # a token without a knight does not count
    table.put(COURT, 3, YA)
    assert s.stock(YELLOW) == 9
    table.finish_actions().skip_to("act")
    assert (s.stock(YELLOW), s.privileges[YELLOW]) == (9, 2)  # the token is back, the winter took another
    assert s.slots == [WHITE] * 12


@pytest.mark.clause("M-17.5", "M-R37")
def test_a_token_counts_for_the_position_too() -> None:
    wide = Edition("mil", "a wide board", {"setup.player_count.0.slots": 4})  # room for two against two
    s: Mil = ruleset("mil", 2, edition=wide).start()
    s.slots[4:8] = [FAMILY_TOKEN + YELLOW, A, YA, B]
    assert favourite(s, MARKET) == YELLOW
    s.slots[4:8] = [A, FAMILY_TOKEN + YELLOW, YA, B]
    assert favourite(s, MARKET) == RED
    alone = Table(2).put(MARKET, 1, FAMILY_TOKEN + YELLOW)
    assert favourite(alone.s, MARKET) == NOBODY
