"""What the judgement thinks of landmarks, and of the rulers who come with them."""

from __future__ import annotations

from pfalz.catalogue import ruleset
from pfalz.games.darkages.modules.landmarks.bot import A_TURN, JUDGE, promise
from pfalz.games.darkages.outlook import Outlook
from tests.games.darkages.modules.landmarks import RICH, Landmarks
from tests.games.darkages.table import YELLOW


def promised(table: Landmarks, id: str) -> float:
    """What building a landmark promises Yellow."""
    return promise(table.s, YELLOW, table.number(id), Outlook(table.s))


def in_hand(table: Landmarks) -> float:
    """What the landmarks of Yellow are worth, those in hand included."""
    return JUDGE.values(table.s, YELLOW, Outlook(table.s))[0]


def test_speyer_is_worth_more_beside_churches() -> None:
    table = Landmarks().buildings("verona", city=True)
    o, speyer = Outlook(table.s), table.number("speyer")
    before = promise(table.s, YELLOW, speyer, o)
    table.buildings("verona", city=True, churches=2)
    assert promise(table.s, YELLOW, speyer, o) == before + 4


def test_aachen_brings_points_only_without_a_title_to_ready() -> None:
    table = Landmarks()
    o, aachen = Outlook(table.s), table.number("aachen")
    without = promise(table.s, YELLOW, aachen, o)
    table.holds(YELLOW, table.t.title_ids[0].removeprefix("title_"), sideways=True)
    assert promise(table.s, YELLOW, aachen, o) < without


def test_a_card_in_hand_is_worth_less_than_the_landmark_without_its_turn() -> None:
    table = Landmarks().hand(YELLOW, "landmark_goslar").goods(YELLOW, **RICH)
    assert 0 < in_hand(table) < promised(table, "goslar") - A_TURN


def test_a_landmark_that_cannot_be_paid_for_counts_less_and_a_second_one_is_no_second_plan() -> None:
    table = Landmarks().hand(YELLOW, "landmark_goslar").goods(YELLOW, **RICH)
    rich = in_hand(table)
    table.hand(YELLOW, "landmark_goslar", "landmark_speyer")
    both = in_hand(table)
    table.hand(YELLOW, "landmark_speyer")
    assert max(rich, in_hand(table)) < both < rich + in_hand(table)
    table.hand(YELLOW, "landmark_goslar").goods(YELLOW)
    assert 0 < in_hand(table) < rich


def test_nobody_looks_at_a_ruler_without_a_title_in_his_region() -> None:
    """Rome is a region of its own, without a title."""
    rules = ruleset("darkages", 2, ("landmarks",))
    s = rules.start()
    while rules.asks(s)[0].seat < 0:
        ask = rules.asks(s)[0]
        rules.apply(s, ask.seat, ask.filled(s, lambda _, options: options[0]))
    ask = rules.asks(s)[0]
    looked_at = [rules.lookup.ruler_ids[move[0]] for move in JUDGE.candidates(s, ask)]
    assert "ruler_henry_the_fowler" in looked_at and "ruler_marozia" not in looked_at
    assert len(looked_at) == len(ask.options(s) or ()) - 1
