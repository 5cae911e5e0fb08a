"""Who sees what (D-20), and the questions as a whole (D-25, D-26)."""

from __future__ import annotations

from random import Random

import pytest

from pfalz.core.chance import nature_answer
from pfalz.core.state import HIDDEN, NATURE
from pfalz.games.darkages.state import NONE
from pfalz.games.darkages.words import BUILD_IDS, REACTION_IDS
from tests.games.darkages.table import GREEN, VIOLET, WHITE, WORDS, YELLOW, Table

SPECTATOR = -1
SECRETS = {"hand", "marker"}


@pytest.mark.clause("D-20.1")
@pytest.mark.parametrize("seat", [YELLOW, VIOLET, SPECTATOR])
def test_everything_but_hands_and_lower_sides_is_public(seat: int) -> None:
    table = Table(wild=True).achievement(WHITE, "forest_law", 2).goods(WHITE, gold=3, iron=1)
    table.technology(WHITE, "war_spearmen_or_knights", "spearmen").holds(WHITE, "king_of_italy").points(
        WHITE, 9
    )
    table.s.trophies[WHITE] = tuple(m for m in range(25) if m not in table.s.marker)[:2]
    seen, whole = table.rules.to_json(table.rules.view(table.s, seat)), table.rules.to_json(table.s)
    differing = {name for name in whole["columns"] if whole["columns"][name] != seen["columns"][name]}
    assert differing == SECRETS
    view = table.rules.view(table.s, seat)
    assert view.trophies == table.s.trophies  # both sides
    assert [len(hand) for hand in view.hand] == [len(hand) for hand in table.s.hand]  # the number is known
    assert len(view.deck) == len(table.s.deck)
    assert view.discard == table.s.discard and view.offered == table.s.offered


@pytest.mark.clause("D-20.2", "D-R.23")
def test_a_hand_is_known_to_its_owner_only() -> None:
    table = Table()
    for seat in range(4):
        view = table.rules.view(table.s, seat)
        for other in range(4):
            assert (HIDDEN in view.hand[other]) == (seat != other)
    spectator = table.rules.view(table.s, SPECTATOR)
    assert all(set(hand) == {HIDDEN} for hand in spectator.hand)


@pytest.mark.clause("D-20.2")
def test_a_card_that_is_taken_is_seen_by_all() -> None:
    table = Table()
    card = table.s.offered[0]
    table.act(YELLOW, "develop_culture")
    assert table.events("card_taken") == [(YELLOW, card, 0, 0)]


@pytest.mark.clause("D-R.23")
def test_open_hands_as_an_option() -> None:
    table = Table(open_hands=True)
    for seat in (WHITE, SPECTATOR):
        assert table.rules.view(table.s, seat).hand == table.s.hand


@pytest.mark.clause("D-20.3", "D-3.13")
def test_lower_sides_and_the_order_of_the_deck_are_hidden_from_everybody() -> None:
    table = Table(wild=True)
    for seat in (YELLOW, GREEN, SPECTATOR):
        view = table.rules.view(table.s, seat)
        assert view.look == table.s.look
        assert {marker for marker, look in zip(view.marker, view.look, strict=True) if look != NONE} == {
            HIDDEN
        }
    table.act(YELLOW, "develop_culture")
    table.s.deck.sort()
    table.s.offered.pop()
    other = Table()
    other.act(YELLOW, "develop_culture")
    other.s.offered.pop()
    other.s.call("refill")
    other.rules.run(other.s)
    ask = other.ask_of()
    drawn = {nature_answer(ask, other.s, Random(seed)) for seed in range(400)}
    assert len(drawn) > 0.9 * len(other.s.deck)  # any card may come next


@pytest.mark.clause("D-20.4", "D-16.8", "D-R.15")
@pytest.mark.parametrize("reward_up", [True, False])
def test_a_marker_that_comes_back_shows_its_units(reward_up: bool) -> None:
    table = Table().hold(YELLOW, "lombardy", infantry=1).marker("tuscany", "barbarian_11", reward_up)
    tuscany = table.area("tuscany")
    table.act(YELLOW, "march", table.area("lombardy"), tuscany, 1, 0, 0).roll(1, 6, 6)
    marker = table.t.marker_ids.index("barbarian_11")
    assert table.s.look[tuscany] == table.t.unit_look[marker]
    for seat in (YELLOW, GREEN):
        seen = table.rules.view(table.s, seat).marker[tuscany]
        assert seen == (marker if reward_up else HIDDEN)


@pytest.mark.clause("D-20.5", "D-25.9")
def test_the_attacker_decides_first() -> None:
    table = Table().hold(YELLOW, "lombardy", infantry=2, archers=2).manors_off(YELLOW, 6)
    table.hold(WHITE, "tuscany", infantry=1, archers=2)
    table.act(YELLOW, "march", table.area("lombardy"), table.area("tuscany"), 2, 2, 0)
    table.roll(6, 1, 6, 1)
    assert table.open() == ("hits", YELLOW)
    table.do(YELLOW, table.options()[0])
    assert table.open() == ("hits", WHITE)


# -- the questions --------------------------------------------------------------------------------


@pytest.mark.clause("D-26.1", "D-26.2", "D-26.3", "D-26.9", "D-25.2", "D-25.3", "D-25.6", "D-25.8")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_questions_of_whole_games(players: int) -> None:
    """One question at a time, never one with a single answer, every slot completable, turns bounded."""
    table = Table(players, wild=True)
    rng = Random(players)
    in_turn, turns = 0, -1
    for _ in range(700):
        asks = table.asks()
        if not asks:
            break
        assert len(asks) == 1
        ask = asks[0]
        if ask.seat != NATURE:
            forced, options = ask.forced(table.s)
            assert options is not None, f"{ask.name} has but one answer: {forced}"
        if ask.name == "turn" and table.s.turn != turns:
            turns, in_turn = table.s.turn, 0
        in_turn += 1
        assert in_turn < 120
        if ask.seat == NATURE:
            table.play(NATURE, nature_answer(ask, table.s, rng))
        else:
            table.play(ask.seat, ask.filled(table.s, lambda prefix, options: rng.choice(list(options))))


NAMES = {
    "ruler",
    "turn",
    "build",
    "develop",
    "research",
    "recruit",
    "supply",
    "march",
    "after",
    "react",
    "react_again",
    "discard",
    "title",
    "sell",
    "store",
    "effect",
    "goods",
    "extra_build",
    "extra_recruit",
    "raise",
    "take_card",
    "relic",
    "regroup_one",
    "city_bonus",
    "recover",
    "reroll",
    "hits",
    "save",
    "retreat",
    "plunder",
    "bands",
    "starter",
    "markers",
    "card",
    "dice",
    "again",
}
"""The questions and draws of the game (section 26)."""


@pytest.mark.clause("D-26.1", "D-25.1", "D-25.4", "D-25.5", "D-25.7", "D-25.9", "D-25.10")
def test_the_questions_have_the_names_of_the_rules() -> None:
    assert set(Table().rules.questions) == NAMES
    assert len(BUILD_IDS) == len(REACTION_IDS) == 6
    assert WORDS["settle"] == 0
