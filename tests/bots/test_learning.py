"""Learning: what a network sees, that it begins as the game's judgement, how it is kept and refused."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from pfalz import bots, catalogue
from pfalz.bots import BotError, Knight, Squire
from pfalz.bots.course import Course
from pfalz.bots.features import full, sight_of, tellings
from pfalz.bots.judge import judge_of
from pfalz.bots.learned import (
    WEIGHTS,
    Learned,
    best_judge,
    fitting,
    judge_with,
    network_of,
    utilities,
    weights_name,
)
from pfalz.bots.network import Card, Network
from pfalz.bots.scribe import Adder, Scribe
from pfalz.bots.selfplay import Lesson, Manner, rules_of, taught
from pfalz.bots.shelf import Shelf, chosen_inputs
from pfalz.bots.training import Adam, descend
from pfalz.core.encoding import Encoding
from pfalz.core.game import Outcome, Standing
from pfalz.core.rollout import Tally, play_random
from pfalz.core.state import State
from pfalz.lab.match import next_ask
from tests.bots.test_bots import situation


def waiting(rules: Any, answers: int, seed: int = 5) -> State:
    """A position of a random game in which somebody is asked."""
    s: State = rules.start()
    play_random(rules, s, Random(seed), Tally(), answers)
    while next_ask(rules, s).seat < 0:
        play_random(rules, s, Random(seed), Tally(), 1)
    return s


def untrained(game: str = "staufer", players: int = 2, modules: tuple[str, ...] = ()) -> Network:
    lessons = [taught(game, players, [modules], None, f"first{i}", Manner()) for i in range(3)]
    wide = full(game, players)
    card = Card(game, players, wide.fingerprint, margin=20.0)
    inputs = chosen_inputs(lessons, wide.length, 500, 0.02)
    known = np.concatenate([lesson.known for lesson in lessons])
    judged = np.concatenate([lesson.judged for lesson in lessons])
    return Network.untrained(card, inputs, known, judged, 8, np.random.default_rng(1))


@pytest.fixture(scope="module")
def network() -> Network:
    return untrained()


def test_an_untrained_network_judges_as_the_game_does(network: Network) -> None:
    rules = catalogue.ruleset("staufer", 2)
    squire, knight = Squire(), Knight(network=network)
    for answers in (10, 40, 60):
        s = waiting(rules, answers)
        one, other = (bot.choose(situation(rules, s, Random(answers))) for bot in (squire, knight))
        assert one == other


def test_outputs_are_the_viewers_first(network: Network) -> None:
    rules = catalogue.ruleset("staufer", 2)
    judge = judge_with(rules, network)
    assert isinstance(judge, Learned)
    s = waiting(rules, 40)
    ahead = [judge_of(rules).evaluate(s, seat) for seat in (0, 1)]
    for seat in (0, 1):
        expected = judge.expected([s], seat)[0]
        assert (expected[0] > 0.5) == (ahead[seat] > 0)
        assert judge.judged([s], seat) == [pytest.approx(float(expected[0]))]


def test_a_finished_game_is_judged_by_its_result(network: Network) -> None:
    rules = catalogue.ruleset("staufer", 2)
    s = rules.start()
    play_random(rules, s, Random(3), Tally())
    outcome = rules.outcome(s)
    found = judge_with(rules, network).judged([s], 0)[0]
    assert found == pytest.approx(utilities(outcome, network.card.margin)[0])


def test_results_are_worth_more_to_the_winner_and_alone_against_others() -> None:
    first, second, third = utilities(Outcome((30, 20, 10), (1, 2, 3), ({}, {}, {})), 10.0)
    assert first > 0.75 > 0.5 > second > third
    shared = utilities(Outcome((20, 20), (1, 1), ({}, {})), 10.0)
    assert shared == [0.5, 0.5]
    lost = utilities(Outcome((20,), (2,), ({},), opponents=(Standing(1, 40, 1, {}),)), 10.0)
    assert lost[0] < 0.1


def test_what_a_network_has_learned_of_one_table_it_finds_again_at_another() -> None:
    """Inputs are floats of the widest encoding; a table with fewer modules knows the same ones."""
    wide = full("wallenstein", 3)
    assert wide.modules == ("court", "landsknechte", "leaders")
    for modules in ((), ("leaders",), wide.modules):
        rules = catalogue.ruleset("wallenstein", 3, modules)
        sight = sight_of(rules)
        told = tellings(Encoding(rules).describe())
        assert len(set(told)) == len(told) == sight.encoding.length
        found = [i for i, number in enumerate(sight.numbers) if number >= 0]
        assert len(found) > 0.9 * len(told)
        assert all(wide.places[told[i]] == sight.numbers[i] for i in found)
    assert list(sight.numbers) == list(range(wide.length))


def test_terms_are_the_viewers_first() -> None:
    rules = catalogue.ruleset("mil", 3)
    sight, judge = sight_of(rules), judge_of(rules)
    s = waiting(rules, 60)
    n, terms = len(sight.full.modules), len(sight.full.terms)
    for seat in range(3):
        known = sight.known([s], seat)[0]
        values = judge.values(s)
        for k in range(3):
            mine = dict(zip(judge.names, values[(seat + k) % 3], strict=True))
            at = n + k * terms
            seen = dict(zip(sight.full.terms, known[at : at + terms].tolist(), strict=True))
            assert {name: pytest.approx(value, abs=1e-3) for name, value in mine.items()} == {
                name: seen[name] for name in mine
            }
        worth = [sum(terms) for terms in values]
        assert known[-3] == pytest.approx(worth.pop(seat) - max(worth), abs=1e-3)


def test_weights_are_kept_and_refused_where_they_do_not_fit(network: Network, tmp_path: Path) -> None:
    path = tmp_path / "weights.npz"
    network.save(path)
    again = Network.load(path)
    assert again.card == network.card
    x = np.random.default_rng(2).normal(size=(3, len(network.scale) + len(network.inputs)))
    assert np.allclose(again.judged(x.astype("f")), network.judged(x.astype("f")), atol=0.01)
    with pytest.raises(BotError, match="for staufer with 2 players"):
        judge_with(catalogue.ruleset("staufer", 3), again)
    again.card.fingerprint = "another"
    with pytest.raises(BotError, match="pfalz train staufer --players 2"):
        judge_with(catalogue.ruleset("staufer", 2), again)
    path.write_bytes(b"no weights")
    with pytest.raises(BotError, match=r"weights\.npz: not the weights of a network"):
        bots.make(f"knight@{path}")
    with pytest.raises(BotError, match="not the weights"):
        bots.make(f"knight@{tmp_path / 'nowhere.npz'}")


def test_a_step_makes_the_error_smaller(network: Network) -> None:
    rng = np.random.default_rng(4)
    x = rng.normal(size=(64, len(network.inputs) + len(network.scale))).astype("f")
    wanted = rng.uniform(size=(64, 2)).astype("f")
    fresh = untrained()
    adam = Adam(fresh.weights())
    losses = [descend(fresh, adam, x, wanted, 1e-3) for _ in range(60)]
    assert losses[-1] < losses[0] - 0.05


def test_returns_lie_between_the_result_and_what_was_thought(network: Network) -> None:
    """With λ = 1 all positions of a seat are worth the result; with less, the judgement of the next position
    of the same viewer has a say, with λ = 0 alone."""
    lesson = taught("staufer", 2, [()], network, "g", Manner())
    margin, viewers = network.card.margin, np.array(lesson.viewers)
    thought = np.random.default_rng(3).uniform(size=(len(viewers), 2)).astype("f")
    far, half, near = [lesson.returns(thought, margin, trust) for trust in (1.0, 0.5, 0.0)]
    result = utilities(lesson.outcome, margin)
    for seat in (0, 1):
        own = np.flatnonzero(viewers == seat)
        end = np.array([result[seat], result[1 - seat]], "f")
        assert len(own) > 20 and np.allclose(far[own], end)
        assert np.allclose(near[own[:-1]], thought[own[1:]]) and np.allclose(near[own[-1]], end)
        assert np.allclose(half[own[-2]], (end + thought[own[-1]]) / 2)
        assert np.allclose(half[own[-3]], end / 4 + thought[own[-1]] / 4 + thought[own[-2]] / 2)


def test_what_is_learned_from_is_what_the_network_makes_of_it(network: Network) -> None:
    """Also of games that were played without a network: those a course begins with."""
    lessons = [taught("staufer", 2, [()], None, seed, Manner()) for seed in "ab"]
    shelf = Shelf.of(network, lessons, 0.9)
    thought = network.judged(shelf.inputs(range(len(shelf))))
    cut = len(lessons[0].numbers)
    for lesson, span in zip(lessons, (slice(cut), slice(cut, None)), strict=True):
        worth = lesson.returns(thought[span], network.card.margin, 0.9)
        assert np.allclose(shelf.worth[span], worth, atol=1e-6)


def test_modules_change_from_game_to_game() -> None:
    sets = Course("wallenstein", 3).sets()
    assert () in sets and ("court", "landsknechte", "leaders") in sets and len(set(sets)) > 4
    assert Course("staufer", 3).sets() == [()]
    lesson = taught("wallenstein", 3, [("leaders",)], None, "m", Manner())
    assert isinstance(lesson, Lesson) and lesson.known[0][:3].tolist() == [0.0, 0.0, 1.0]
    assert rules_of("wallenstein", 3, ("leaders",)) is rules_of("wallenstein", 3, ("leaders",))


@pytest.mark.parametrize(
    ("game", "players", "modules"),
    [("staufer", 3, ()), ("mil", 2, ()), ("wallenstein", 3, ("court", "leaders")), ("darkages", 2, ())],
)
def test_what_positions_have_in_common_is_written_once_and_nothing_else_changes(
    game: str, players: int, modules: tuple[str, ...]
) -> None:
    """Positions that the answers to a question lead to, and earlier and later ones between them."""
    rules = catalogue.ruleset(game, players, modules)
    encoding = Encoding(rules)
    scribe = Scribe(rules, encoding, np.arange(encoding.length))
    partly = Scribe(
        rules,
        encoding,
        np.where(np.arange(encoding.length) % 3 == 1, -1, encoding.length - np.arange(encoding.length)),
    )
    weights = np.random.default_rng(1).normal(0.0, 0.3, (encoding.length, 7)).astype(np.float32)
    adder = Adder(rules, encoding, np.arange(encoding.length), weights)
    shown = 0
    for answers in (20, 60):
        s = waiting(rules, answers)
        ask = next_ask(rules, s)
        states = [s, waiting(rules, answers + 9), s]
        for answer in judge_of(rules).candidates(s, ask, Random(1), 6):
            states.append(rules.copy(s))
            rules.apply(states[-1], ask.seat, answer)
        states += states[1:]
        for seat in range(players):
            rows = np.zeros((2, len(states), encoding.length + 1), np.float32)
            scribe.write(rows[0], states, seat)
            partly.write(rows[1], states, seat)
            for state, row, few in zip(states, *rows, strict=True):
                whole = np.frombuffer(encoding.encode(rules.view(state, seat), seat), np.float32)
                assert row[:-1].tobytes() == whole.tobytes()
                kept = np.where(np.arange(encoding.length) % 3 == 1, 0, whole)
                assert few[::-1][:-1].tobytes() == kept.tobytes() and few[0] == 0.0
            summed = adder.sums(states, seat)
            assert np.allclose(summed, rows[0, :, :-1] @ weights, atol=1e-3)
            assert np.array_equal(adder.sums(states[::-1], seat)[::-1], summed), "whatever came before"
            views = [rules.view(state, seat) for state in states]
            stacks = [tuple(view.stack) for view in views if not view.answers]
            shown += len(stacks) - len(set(stacks))
    assert shown > 20


def test_a_network_says_the_same_of_sums_and_of_rows() -> None:
    rules = catalogue.ruleset("mil", 4)
    judge = best_judge(rules)
    assert isinstance(judge, Learned)
    states = [waiting(rules, answers) for answers in (10, 40, 70)]
    for seat in range(4):
        by_rows = judge.network.judged(judge.eyes.rows(states, seat))
        assert np.allclose(judge.eyes.judged(states, seat), by_rows, atol=1e-4)


SHIPPED = sorted(path.stem for path in WEIGHTS.glob("*.npz"))


@pytest.mark.parametrize("name", SHIPPED)
def test_networks_in_the_package_fit_and_say_how_they_were_made(name: str) -> None:
    """If this fails after a change of columns or kinds: `pfalz train`, or remove the file."""
    game, players = name.rpartition("-")[0], int(name.rpartition("-")[2])
    path = WEIGHTS / weights_name(game, players)
    assert path.stat().st_size <= 1_000_000
    network = fitting(Network.load(path), game, players)
    card = network.card
    assert card.games >= 300 and card.hours > 0.0 and card.seed
    alone = [m for m in card.strength if m["against"] == "squire" and not m.get("modules")]
    assert alone and all(match["games"] >= 300 for match in alone)
    assert all(match["low"] > match["par"] for match in alone), (
        "nothing is shipped that is not clearly better"
    )
    assert all(match["high"] >= match["par"] for match in card.strength), (
        "nor worse with modules, or than before"
    )
    rules = catalogue.ruleset(game, players)
    assert isinstance(best_judge(rules), Learned)


def test_knights_at_tables_nobody_has_trained_for_judge_as_the_game_does(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, network: Network
) -> None:
    """No file, one that is no network, and one for another encoding."""
    monkeypatch.setattr("pfalz.bots.learned.WEIGHTS", tmp_path)
    path, rules = tmp_path / weights_name("staufer", 2), catalogue.ruleset("staufer", 2)
    for content in ("", "broken", "outdated"):
        network_of.cache_clear()
        if content == "broken":
            path.write_bytes(b"no weights")
        elif content == "outdated":
            Network(replace(network.card, fingerprint="another"), vars(network)).save(path)
        assert network_of("staufer", 2) is None and best_judge(rules) is judge_of(rules)
    network_of.cache_clear()
    network.save(path)
    assert isinstance(best_judge(rules), Learned)
    network_of.cache_clear()
