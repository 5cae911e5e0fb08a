"""The hardest flows of MIL in small: sealed bids, an auction, a wedding inside an action, a lord's help."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pfalz.core.errors import IllegalAnswer, StaleAnswer
from pfalz.core.ruleset import Ruleset
from pfalz.core.state import HIDDEN, NATURE, SPECTATOR, Move
from tests.core.feud import AUCTION, ELECTION, GROW, MAN, NOBODY_YET, WAR, feud
from tests.core.toys import open_toy, walk


def asked(rules: Ruleset[Any], s: Any) -> list[tuple[str, int]]:
    return [(a.name, a.seat) for a in rules.asks(s)]


def seal(rules: Ruleset[Any], s: Any, **bids: Move) -> None:
    """Answers of the seats, last seat first."""
    for seat, bid in sorted(bids.items(), reverse=True):
        rules.play(s, int(seat[1:]), bid)


def test_a_child_born_in_an_action_opens_a_wedding_for_all_then_the_action_goes_on() -> None:
    rules, s = feud()
    rules.play(s, 0, (GROW,))
    rules.play(s, NATURE, (MAN,))
    assert asked(rules, s) == [("dowry", 0), ("dowry", 1), ("dowry", 2)]
    assert (s.heirs, s.time) == ([1, 0, 0], [0, 0, 0])
    seal(rules, s, p0=(1, 0), p1=(1, 2), p2=(3, 0))
    assert asked(rules, s) == [("keep", 0)], "1 food and 2 gold beat 3 food"
    assert (s.prestige, s.time) == ([0, 2, 0], [0, 0, 0])
    rules.play(s, 0, (2,))
    assert (s.cubes[:4], s.time) == ([5, 2, 2, 0], [1, 0, 0])
    assert asked(rules, s) == [("action", 1)]


@pytest.mark.parametrize(
    ("bids", "prestige"),
    [
        (((0, 0), (0, 0), (0, 0)), [0, 0, 0]),
        (((1, 1), (1, 1), (0, 0)), [0, 0, 0]),
        (((1, 1), (2, 0), (0, 0)), [2, 0, 0]),
        (((0, 0), (3, 0), (0, 2)), [0, 2, 0]),
    ],
)
def test_the_wedding_goes_to_the_single_best_offer(bids: tuple[Move, ...], prestige: list[int]) -> None:
    rules, s = feud()
    rules.play(s, 0, (GROW,))
    rules.play(s, NATURE, (MAN,))
    seal(rules, s, p0=bids[0], p1=bids[1], p2=bids[2])
    assert s.prestige == prestige


def test_a_lord_is_asked_for_help_and_takes_part_in_the_sealed_commitment() -> None:
    rules, s = feud()
    rules.play(s, 0, (WAR,))
    assert asked(rules, s) == [("ask_for_help", 0)], "seat 1 is the only target: forced"
    rules.play(s, 0, (1,))
    assert asked(rules, s) == [("grant_help", 2)]
    rules.play(s, 2, (1,))
    assert asked(rules, s) == [("commitment", 0), ("commitment", 1), ("commitment", 2)]
    seal(rules, s, p0=(1, 0), p1=(2, 0), p2=(0, 2))
    assert (s.prestige, s.helping) == ([4, 0, 0], NOBODY_YET)
    assert s.cubes == [2, 2, 1, 2, 3, 0]


def test_without_help_the_lord_stays_out_and_a_tie_goes_to_the_defender() -> None:
    rules, s = feud()
    rules.play(s, 0, (WAR,))
    rules.play(s, 0, (0,))
    assert asked(rules, s) == [("commitment", 0), ("commitment", 1)]
    with pytest.raises(StaleAnswer):
        rules.play(s, 2, (0, 0))
    seal(rules, s, p0=(2, 0), p1=(0, 2))
    assert s.prestige == [0, 4, 0]


def test_an_election_compares_gold_only_and_breaks_ties_by_seat_order() -> None:
    rules, s = feud()
    for food in (3, 0):
        rules.play(s, rules.asks(s)[0].seat, (ELECTION,))
        seal(rules, s, p0=(food, 1), p1=(0, 1), p2=(3, 0))
    assert s.prestige == [1, 1, 0]
    assert s.cubes == [0, 1, 3, 1, 3, 2]


def test_an_auction_with_raises_and_a_last_word() -> None:
    rules, s = feud()
    rules.play(s, 0, (AUCTION,))
    rules.play(s, 0, (2, 0))
    with pytest.raises(IllegalAnswer) as low:
        rules.play(s, 1, (2, 0))
    assert (low.value.key, low.value.clause) == ("too_low", "M-12.11")
    with pytest.raises(IllegalAnswer) as dear:
        rules.play(s, 1, (4, 0))
    assert (dear.value.key, dear.value.values) == ("not_payable", {"have": ("number", 3)})
    rules.play(s, 1, (1, 1))
    rules.play(s, 2, (0, 0))
    assert asked(rules, s) == [("castle_bid", 0)]
    rules.play(s, 0, (3, 0))
    assert (s.prestige, s.cubes[:2], s.best[0]) == ([4, 0, 0], [0, 2], NOBODY_YET)


def test_a_seat_that_can_only_pass_is_asked_all_the_same() -> None:
    rules, s = feud()
    s.cubes[2:4] = [0, 0]
    rules.play(s, 0, (AUCTION,))
    rules.play(s, 0, (3, 2))
    assert asked(rules, s) == [("castle_bid", 1)]
    rules.play(s, 1, (0, 0))
    rules.play(s, 2, (0, 0))
    assert s.prestige == [4, 0, 0]


def test_purses_and_sealed_bids_are_seen_by_their_owner_only() -> None:
    session = open_toy(feud()[0])
    session.answer(0, (ELECTION,))
    session.answer(1, (3, 2))
    views = {p: session.rules.view(session.state, p) for p in (0, 1, SPECTATOR)}
    assert views[0].cubes == [3, 2, HIDDEN, HIDDEN, HIDDEN, HIDDEN]
    assert [v.answers[1] for v in views.values()] == [(HIDDEN,), (3, 2), (HIDDEN,)]


@given(st.data())
@settings(max_examples=40, deadline=None)
def test_any_feud_keeps_its_secrets_and_ends(data: st.DataObject) -> None:
    session = open_toy(feud(data.draw(st.integers(2, 4)))[0])
    walk(session, data)
    assert session.state.over
    assert min(session.state.cubes) >= 0
