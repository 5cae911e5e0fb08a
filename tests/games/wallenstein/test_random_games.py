"""Random games over all settings: nothing is lost, nothing gets stuck, the result adds up (W-60)."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from pfalz.catalogue import game, ruleset
from pfalz.core.flow import Together
from tests.games.playing import random_game

KINDS = {
    "county": range(45),
    "region": range(5),
    "action": range(10),
    "building": range(3),
    "tile": range(5),
    "event_card": range(12),
    "season": range(4),
    "source": range(8),
    "banner": range(4),
    "bonus": range(4),
    "favor_or_none": range(-1, 21),
    "card": range(-1, 53),
    "destination": range(-1, 45),
    "draft_card": range(-1, 45),
    "box": range(-1, 14),
    "place": range(5),
    "colour": range(6),
}
PRESETS = game("wallenstein").presets()


def steps(rules: Any, seed: int) -> Iterator[Any]:
    """Play a random game, stopping at every question and at the end."""
    return (s for s, _ in random_game(rules, seed))


@pytest.mark.clause("W-60.1", "W-60.2", "W-60.3", "W-60.4", "W-60.5", "W-60.7", "W-60.8", "W-60.9", "W-50.1")
@pytest.mark.parametrize("number", range(len(PRESETS)), ids=[label for label, *_ in PRESETS])
def test_every_setting(number: int) -> None:
    _, players, modules, options = PRESETS[number]
    rules = ruleset("wallenstein", players, modules, options)
    for seed in range(2):
        markers = 0
        for s in steps(rules, 100 * number + seed):
            assert rules.violations(s) == []
            markers = max(markers, sum(s.markers))
        assert markers <= 30  # W-1.8
        outcome = rules.outcome(s)
        assert min(outcome.places) == 1
        assert [sum(parts.values()) for parts in outcome.breakdown] == list(outcome.scores)


@pytest.mark.clause("W-1.8")
def test_at_most_two_markers_for_a_player_and_round() -> None:
    rules = ruleset("wallenstein", 5, (), {"start": "lineup"})
    before, season = 0, 0
    for s in steps(rules, 4):
        if s.season != season:
            before, season = sum(s.markers), s.season
        assert sum(s.markers) <= before + 10


@pytest.mark.clause("W-5.8", "W-5.13")
def test_prefixes_of_plans_can_be_completed() -> None:
    rng = Random(2)
    for modules in ((), ("court",)):
        rules = ruleset("wallenstein", 3, modules, {"start": "lineup"})
        for s in steps(rules, 3):
            if s.over or not isinstance(rules.waiting(s), Together):
                continue
            for ask in rules.asks(s):
                prefix: list[int] = []
                while (options := ask.options(s, prefix)) is not None:
                    for value in rng.sample(list(options), min(3, len(options))):
                        ask.check(s, ask.random_answer(s, rng, [*prefix, value]))
                    prefix.append(rng.choice(list(options)))


def test_how_many_there_are_of_everything() -> None:
    rules = ruleset("wallenstein", 5, ("court", "landsknechte", "leaders"))
    for kind, values in KINDS.items():
        assert sorted(rules.kinds[kind].values) == list(values), kind
