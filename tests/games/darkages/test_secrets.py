"""Information (D-20): hands, the hidden sides of markers, the deck, and what a memory makes of it."""

from __future__ import annotations

from random import Random

import pytest

from pfalz.catalogue import game, ruleset
from pfalz.core.errors import IllegalAnswer
from pfalz.core.events import Event
from pfalz.core.record import SeatInfo
from pfalz.core.rollout import Tally, play_random
from pfalz.core.session import open_session
from pfalz.core.state import HIDDEN, NATURE, PUBLIC, SPECTATOR
from pfalz.games.darkages.events import EVENTS
from pfalz.games.darkages.hidden import Hands
from pfalz.games.darkages.state import NONE, SCHEMA
from tests.games.darkages.cards import complete, finish, ready
from tests.games.darkages.table import LAY_OUT, VIOLET, WHITE, WORDS, YELLOW, Table
from tests.games.playing import at_random, random_game

EVERYBODY = (0, 1, 2, 3, SPECTATOR)


@pytest.mark.clause("D-20.1", "D-20.2", "D-20.3")
def test_only_hands_and_markers_are_hidden() -> None:
    hidden = [name for name, column in SCHEMA.stored.items() if column.sight is not PUBLIC]
    assert hidden == ["hand", "marker"]


@pytest.mark.clause("D-20.2", "D-R.23")
@pytest.mark.parametrize("shown", [False, True])
def test_a_hand_is_its_owners(shown: bool) -> None:
    rules = ruleset("darkages", 4, (), {"open_hands": shown})
    for s, _ in random_game(rules, 3):
        for viewer in EVERYBODY:
            view = rules.view(s, viewer)
            for seat, hand in enumerate(s.hand):
                mine = viewer == seat or shown or s.over
                assert view.hand[seat] == (hand if mine else (HIDDEN,) * len(hand))  # the number is public
            assert view.deck == s.deck and view.discard == s.discard and view.offered == s.offered


@pytest.mark.clause("D-20.3", "D-20.4")
def test_the_lower_side_of_a_marker_is_hidden() -> None:
    rules = ruleset("darkages", 4)
    for s, _ in random_game(rules, 5):
        for viewer in EVERYBODY:
            view = rules.view(s, viewer)
            assert view.look == s.look and view.trophies == s.trophies
            for area, marker in enumerate(s.marker):
                if marker == NONE:
                    assert view.marker[area] == NONE
                elif viewer >= 0:
                    known = bool(s.known[area] >> viewer & 1)
                    assert view.marker[area] == (marker if known or s.over else HIDDEN)


@pytest.mark.clause("D-20.3", "D-3.12", "D-3.13")
def test_nobody_is_told_which_markers_were_drawn() -> None:
    session = open_session(ruleset("darkages", 4), [SeatInfo("x")] * 4, "markers")
    rng = Random(3)
    while session.entries[-1].ask != "markers" if session.entries else True:
        ask = session.asks()[0]
        if ask.seat == NATURE:
            session.nature()
        else:
            session.answer(ask.seat, ask.random_answer(session.state, rng))
    drawn = session.entries[-1].move
    assert drawn is not None and len(drawn) == 2 * 20
    for viewer in EVERYBODY:
        told = session.record(viewer).entries[-1].move
        assert told is not None
        assert told[1::2] == drawn[1::2]  # the sides that lie up
        assert set(told[::2]) == {HIDDEN}


def lost(reward_up: bool) -> Table:
    """Yellow has lost a battle against a marker."""
    table = ready().hold(YELLOW, "verona", infantry=1).marker("lombardy", "barbarian_22", reward_up=reward_up)
    table.turn(YELLOW).do(YELLOW, WORDS["march"], ask="turn")
    table.do(YELLOW, table.area("verona"), table.area("lombardy"), 1, 0, 0, ask="march")
    return finish(table, strong=1)


@pytest.mark.clause("D-20.4", "D-16.8")
def test_a_marker_that_comes_back() -> None:
    for reward_up in (False, True):
        table = lost(reward_up)
        at = table.area("lombardy")
        assert table.s.look[at] == table.t.unit_look[table.s.marker[at]]
        for viewer in EVERYBODY:
            seen = table.rules.view(table.s, viewer).marker[at]
            # its reward was seen by all if it lay up before the battle, otherwise by nobody
            assert seen == (table.s.marker[at] if reward_up else HIDDEN)


@pytest.mark.clause("D-20.3", "D-24.2")
def test_guessed_markers_fit_what_is_seen_and_lie_nowhere_else() -> None:
    rules = ruleset("darkages", 4)
    different = 0
    for n, (s, _) in enumerate(random_game(rules, 9)):
        if n % 15 or s.over:
            continue
        for viewer in EVERYBODY:
            guess = rules.resample(rules.view(s, viewer), viewer, Random(n))
            laid = [marker for marker in guess.marker if marker != NONE]
            taken = [marker for trophies in guess.trophies for marker in trophies]
            assert len({*laid, *taken}) == len(laid) + len(taken)
            for area, marker in enumerate(guess.marker):
                if marker != NONE:
                    assert guess.look[area] in (
                        rules.lookup.unit_look[marker],
                        rules.lookup.reward_look[marker],
                    )
                    different += marker != s.marker[area]
    assert different > 100


@pytest.mark.clause("D-20.3")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_nothing_a_viewer_sees_depends_on_the_hidden_sides(players: int) -> None:
    """Two worlds a seat cannot tell apart stay alike for it until a hidden side is turned up in a battle.

    Hands are not guessed here: who has watched knows them (D-R.23)."""
    rules = ruleset("darkages", players)
    rng, compared = Random(players), 0
    events: list[Event] = []
    s = rules.start(events)
    memories = [rules.memory(seat) for seat in range(players)]
    seen = 0
    answer = at_random(rng)
    while s.stack and compared < 400:
        asks = [ask for ask in rules.asks(s) if not ask.answered]
        ask = asks[0]
        move = answer(s, ask)
        for seat, memory in enumerate(memories):
            assert memory is not None
            for kind, args in events[seen:]:
                memory.see(kind, kind.seen_by(args, seat))
        seen = len(events)
        if ask.name not in ("march", "markers") and ask.seat != NATURE and not s.within("battle"):
            for viewer in range(players):
                other = rules.resample(rules.view(s, viewer), viewer, rng, memories[viewer])
                true = rules.copy(s)
                rules.play(other, ask.seat, move)
                rules.apply(true, ask.seat, move)
                if true.known != s.known:
                    continue  # a look at hidden sides tells what it tells
                assert rules.key(rules.view(other, viewer)) == rules.key(rules.view(true, viewer)), ask.name
                compared += 1
        s.trace = events
        rules.apply(s, ask.seat, move)
    assert compared >= 400


@pytest.mark.clause("D-20.2", "D-R.23")
@pytest.mark.parametrize("number", range(6))
def test_whoever_has_watched_knows_all_hands(number: int) -> None:
    _, players, modules, options = game("darkages").presets()[number]
    rules = ruleset("darkages", players, modules, options)
    events: list[Event] = []
    s = rules.start(events)
    memory, seen, rng = rules.memory(0), 0, Random(number)
    assert isinstance(memory, Hands)
    guessed = 0
    while s.stack:
        s.trace = events
        play_random(rules, s, rng, Tally(), 1)
        for kind, args in events[seen:]:
            memory.see(kind, kind.seen_by(args, 0))
        seen = len(events)
        assert [sorted(hand) for hand in memory.hands] == [sorted(hand) for hand in s.hand]
        if s.stack and rng.random() < 0.1:
            view = rules.view(s, 0)
            guess = rules.resample(view, 0, rng, memory)
            guessed += 1
            assert [sorted(hand) for hand in guess.hand] == [sorted(hand) for hand in s.hand]
            assert rules.key(rules.view(guess, 0)) == rules.key(view)
    assert guessed > 10


@pytest.mark.clause("D-R.23", "D-26.2")
def test_who_does_not_remember_guesses_hands_that_can_be_asked_about() -> None:
    """White has to research with one of his cards; whatever is dealt to him, he can."""
    table = ready().hand(WHITE, "annals", "the_great").hand(YELLOW, "holy_robe")
    table.hand(VIOLET, "the_pious", "holy_lance", "the_rich", "cloak_of_st_martin").goods(WHITE)
    table.turn(WHITE).do(WHITE, WORDS["research"], ask="turn")
    if table.asked() != "research":  # the only card was laid out at once: nothing is open
        table = ready().hand(WHITE, "annals", "scouts").hand(YELLOW, "holy_robe")
        table.hand(VIOLET, "the_pious", "holy_lance", "the_rich", "cloak_of_st_martin").goods(WHITE)
        table.turn(WHITE).do(WHITE, WORDS["research"], ask="turn")
    assert table.open() == ("research", WHITE)
    hands = set()
    for seed in range(40):
        guess = table.rules.resample(table.rules.view(table.s, YELLOW), YELLOW, Random(seed))
        hands.add(tuple(sorted(guess.hand[WHITE])))
        assert table.rules.ask_of(guess, WHITE).options(guess) == [LAY_OUT]
        play_random(table.rules, guess, Random(seed), Tally(), 5)
    assert len(hands) > 3


@pytest.mark.clause("D-R.23", "D-26.2", "D-12.6")
def test_who_is_asked_for_a_relic_has_one() -> None:
    table = ready().hand(YELLOW, "holy_robe", "annals").hand(WHITE, "scouts", "mission", "the_pious")
    table.turn(YELLOW).do(YELLOW, WORDS["build"], ask="turn")
    table.do(YELLOW, *complete(table, 2, table.area("verona")))
    assert table.open() == ("relic", YELLOW)
    for seed in range(30):
        guess = table.rules.resample(table.rules.view(table.s, VIOLET), VIOLET, Random(seed))
        assert len(table.rules.ask_of(guess, YELLOW).options(guess) or ()) > 1


@pytest.mark.clause("D-20.2")
def test_a_memory_that_does_not_fit_is_not_used() -> None:
    table = ready().hand(WHITE, "annals", "scouts", "mission")
    memory = table.rules.memory(YELLOW)  # has seen nothing
    view = table.rules.view(table.s, YELLOW)
    guesses = {
        tuple(map(tuple, table.rules.resample(view, YELLOW, Random(i), memory).hand)) for i in range(9)
    }
    assert len(guesses) > 1


@pytest.mark.clause("D-20.1", "D-20.2")
def test_events_have_no_secret_parameters() -> None:
    """A card is seen on its way into a hand and out of it; markers are told by the side that lies up."""
    assert all(kind.secret == () for kind in EVENTS)


@pytest.mark.clause("D-26.1")
def test_no_answer_is_secret() -> None:
    rules = ruleset("darkages", 3)
    for n, (s, asks) in enumerate(random_game(rules, 4)):
        assert len(asks) <= 1
        if n % 40 == 0 and asks and asks[0].seat != NATURE:
            with pytest.raises(IllegalAnswer):
                rules.play(s, asks[0].seat, (10**6,))
