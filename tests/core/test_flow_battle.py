"""The hardest flows of Dark Ages in small: reactions, battles, cards, modules, a solo opponent."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pfalz.core.errors import IllegalAnswer, RulesetError
from pfalz.core.rollout import Tally, play_random
from pfalz.core.ruleset import Ruleset
from pfalz.core.session import open_session
from pfalz.core.state import HIDDEN, NATURE, SPECTATOR
from tests.core.skirmish import FOOT, HORSE, MARCH, RECRUIT, RECRUITED, REST, WON, SkirmishGame
from tests.core.skirmish_modules import BANNER, DRAFTED, NO_CARD, STABLES, skirmish
from tests.core.toys import all_moves, open_toy, walk


def asked(rules: Ruleset[Any], s: Any) -> list[tuple[str, int]]:
    return [(a.name, a.seat) for a in rules.asks(s)]


def drafted(*cards: int) -> tuple[Ruleset[Any], Any]:
    rules = skirmish("cards")
    s = rules.start()
    for seat, card in enumerate(cards):
        rules.play(s, seat, (card,))
    return rules, s


def final_hash(rules: Ruleset[Any], seed: int) -> str:
    s = rules.start()
    assert play_random(rules, s, Random(seed), Tally())
    return rules.hash(s)


# -- the base game --------------------------------------------------------------------------------


def test_another_seat_reacts_after_an_action() -> None:
    rules = skirmish()
    s = rules.start()
    for seat in (0, 1):
        rules.play(s, seat, (REST,))
    assert asked(rules, s) == [("act", 0)]
    rules.play(s, 0, (RECRUIT, HORSE))
    assert asked(rules, s) == [("react", 0)]
    rules.play(s, 0, (1,))
    assert (s.units, s.gold, s.discs) == ([3, 2, 2, 1], [1, 3], [1, 0])
    rules.play(s, 1, (REST,))
    assert asked(rules, s) == [("react", 1)]
    rules.play(s, 1, (0,))
    rules.play(s, 0, (REST,))
    assert asked(rules, s) == [("react", 0)]
    rules.play(s, 0, (0,))
    rules.play(s, 1, (REST,))
    assert asked(rules, s) == [("react", 1)]


def test_the_owner_of_the_lowest_disc_reacts_in_the_turn_of_the_other() -> None:
    rules = skirmish()
    s = rules.start()
    s.discs = [1, 0]
    rules.play(s, 0, (REST,))
    assert asked(rules, s) == [("react", 1)]
    rules.play(s, 1, (1,))
    assert s.units == [2, 1, 3, 1]
    assert asked(rules, s) == [("act", 1)]


def test_the_length_of_a_form_depends_on_its_first_slot() -> None:
    rules = skirmish()
    s = rules.start()
    assert sorted(all_moves(rules.asks(s)[0], s)) == [(RECRUIT, FOOT), (RECRUIT, HORSE), (MARCH,), (REST,)]


def test_a_battle_throws_for_both_sides_at_once_and_both_allocate_in_secret() -> None:
    rules = skirmish()
    s = rules.start()
    rules.play(s, 0, (MARCH,))
    assert asked(rules, s) == [("dice", NATURE)]
    rules.play(s, NATURE, (6, 4, 1, 5, 3, 3))
    assert s.hits == [2, 1]
    assert asked(rules, s) == [("allocate", 0), ("allocate", 1)]
    first, second = rules.asks(s)
    assert all_moves(first, s) == [(0, 0), (0, 1), (1, 0), (1, 1)]
    assert all_moves(second, s) == [(0,), (1,)]
    rules.play(s, 1, (HORSE,))
    assert rules.view(s, 0).answers == [None, (HIDDEN,)]
    rules.play(s, 0, (HORSE, HORSE))
    assert s.units == [2, 1, 2, 0], "one hit does not kill a horse, two do"
    assert asked(rules, s) == [("act", 1)]


def test_hits_beyond_all_armour_are_lost() -> None:
    rules = skirmish()
    s = rules.start()
    s.units = [4, 0, 1, 0]
    rules.play(s, 0, (MARCH,))
    rules.play(s, NATURE, (6, 6, 6, 6, 1))
    first, second = rules.asks(s)
    assert (all_moves(first, s), all_moves(second, s)) == ([(FOOT,)], [()])
    rules.play(s, 1, ())
    rules.play(s, 0, (FOOT,))
    assert s.units == [4, 0, 0, 0]


# -- modules --------------------------------------------------------------------------------------


def test_a_module_adds_a_question_and_a_secret_slice() -> None:
    rules = skirmish("cards")
    s = rules.start()
    assert asked(rules, s) == [("draft", 0), ("draft", 1)]
    rules.play(s, 0, (STABLES,))
    rules.play(s, 1, (BANNER,))
    assert asked(rules, s) == [("act", 0)]
    cards = {p: rules.view(s, p).slices["cards"].card for p in (0, 1, SPECTATOR)}
    assert cards == {0: [1, HIDDEN], 1: [HIDDEN, 2], SPECTATOR: [HIDDEN, HIDDEN]}
    assert rules.to_json(s)["slices"] == {"cards": {"card": [1, 2], "trophies": [0, 0]}}


def test_secret_events_of_a_module_reach_their_seat() -> None:
    session = open_toy(skirmish("cards"))
    session.answer(1, (BANNER,))
    session.answer(0, (STABLES,))
    assert session.events[-1] == [(DRAFTED, (0, STABLES)), (DRAFTED, (1, BANNER))]
    assert [DRAFTED.seen_by(args, 1) for _, args in session.events[-1]] == [(0, HIDDEN), (1, BANNER)]
    assert [e.move for e in session.record(1).entries] == [[BANNER], [HIDDEN]]


def test_a_card_gives_a_discount() -> None:
    rules, s = drafted(STABLES, BANNER)
    s.gold = [1, 1]
    assert (RECRUIT, FOOT) in all_moves(rules.asks(s)[0], s)
    rules.play(s, 0, (RECRUIT, FOOT))
    assert s.gold == [0, 1]
    with pytest.raises(IllegalAnswer):
        rules.play(s, 1, (RECRUIT, FOOT))


@pytest.mark.parametrize(
    ("dice", "moves", "then", "trophies"),
    [
        ((6, 1, 1, 1, 1, 1), ((FOOT,), ()), ("act", 1), [1, 0]),
        ((1, 1, 1, 6, 1, 1), ((), (FOOT,)), ("ransom", 1), [0, 1]),
    ],
)
def test_a_card_with_a_trigger_asks_its_owner_only_when_he_wins(
    dice: Any, moves: Any, then: tuple[str, int], trophies: list[int]
) -> None:
    rules, s = drafted(STABLES, BANNER)
    rules.play(s, 0, (MARCH,))
    rules.play(s, NATURE, dice)
    for seat in (0, 1):
        rules.play(s, seat, moves[seat])
    assert asked(rules, s) == [then]
    assert s.slices["cards"].trophies == trophies


def test_the_interrupted_turn_goes_on_after_the_trigger() -> None:
    rules, s = drafted(STABLES, BANNER)
    s.discs = [1, 1]
    rules.play(s, 0, (MARCH,))
    rules.play(s, NATURE, (1, 1, 1, 1, 1, 1))
    rules.play(s, 0, ())
    rules.play(s, 1, ())
    assert asked(rules, s) == [("ransom", 1)], "a tie is the defender's victory"
    rules.play(s, 1, (1,))
    assert s.units == [1, 1, 3, 1]
    assert asked(rules, s) == [("react", 1)]


def test_a_module_scores_through_a_value() -> None:
    rules, s = drafted(STABLES, BANNER)
    s.slices["cards"].trophies = [2, 0]
    while not s.over:
        chosen = rules.asks(s)[0]
        rules.play(s, chosen.seat, (REST,) if chosen.name == "act" else (0,))
    assert s.points == [3 + 4, 3]
    assert rules.outcome(s).places == (1, 2)


def test_a_module_replaces_a_step() -> None:
    gold = []
    for modules in ((), ("winter",), ("cards", "winter")):
        rules = skirmish(*modules)
        s = rules.start()
        while s.round == 0:
            chosen = next(a for a in rules.asks(s) if not a.answered)
            rules.play(s, chosen.seat, (REST,) if chosen.name == "act" else (STABLES,))
        gold.append(s.gold)
    assert gold == [[3, 3], [2, 2], [2, 2]]


def test_a_module_that_is_off_changes_nothing() -> None:
    plain: Ruleset[Any] = Ruleset(SkirmishGame(), 2, {})
    before = [final_hash(plain, seed) for seed in range(10)]
    others = [skirmish("cards"), skirmish("winter"), skirmish("cards", "winter"), skirmish("solo", players=1)]
    off = skirmish()
    assert [final_hash(off, seed) for seed in range(10)] == before
    assert [final_hash(plain, seed) for seed in range(10)] == before
    assert [node.name for node in off.nodes] == [node.name for node in plain.nodes]
    assert (off.modifiers, off.reactions, off.start().slices) == ({}, {}, {})
    assert all([final_hash(on, seed) for seed in range(10)] != before for on in others)


def test_copies_of_states_with_slices_are_isolated() -> None:
    rules, s = drafted(STABLES, BANNER)
    twin = rules.copy(s)
    twin.slices["cards"].trophies[0] = 9
    twin.slices["cards"].card[0] = NO_CARD
    assert s.slices["cards"].trophies == [0, 0]
    assert rules.key(twin) != rules.key(s)
    assert rules.key(rules.from_json(rules.to_json(twin))) == rules.key(twin)


# -- solo -----------------------------------------------------------------------------------------


def test_the_solo_opponent_is_run_by_dice() -> None:
    rules = skirmish("solo", players=1)
    s = rules.start()
    rules.play(s, 0, (REST,))
    assert asked(rules, s) == [("lordlings", NATURE)]
    rules.play(s, NATURE, (2,))
    rules.play(s, NATURE, (6,))
    assert (s.slices["solo"].strength, s.units) == (1, [3, 1])
    assert (asked(rules, s), s.round) == ([("act", 0)], 1)


def test_a_solo_session_plays_the_opponent_by_itself() -> None:
    session = open_session(skirmish("solo", players=1), [], "dice")
    while session.asks():
        chosen = session.asks()[0]
        session.answer(0, chosen.random_answer(session.state, Random(1)))
        session.settle()
    assert [e.ask for e in session.entries].count("lordlings") == 6
    s = session.state
    assert s.points == [sum(s.units) - s.slices["solo"].strength]


def test_modules_name_the_player_counts_they_are_for() -> None:
    with pytest.raises(RulesetError, match="module 'solo' is for 1 to 1 players, not 2"):
        skirmish("solo")
    with pytest.raises(RulesetError, match="modules 'winter' and 'solo' exclude each other"):
        skirmish("winter", "solo", players=1)


# -- all of it ------------------------------------------------------------------------------------


@given(st.data())
@settings(max_examples=40, deadline=None)
def test_any_skirmish_is_sound(data: st.DataObject) -> None:
    modules = data.draw(st.sampled_from([(), ("cards",), ("winter",), ("cards", "winter"), ("solo",)]))
    session = open_toy(skirmish(*modules, players=1 if "solo" in modules else 2))
    walk(session, data)
    assert session.state.over
    happened = [kind for events in session.events for kind, _ in events]
    assert set(happened) <= {WON, RECRUITED, DRAFTED}
    assert min(session.state.units + session.state.gold) >= 0
