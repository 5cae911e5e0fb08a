"""The hands of the Age of Wars stay hidden: alone, and with all modules at the table (DM9-1.2, DM0-7)."""

from __future__ import annotations

from random import Random

import pytest

from pfalz.catalogue import ruleset
from pfalz.core.rollout import Tally, play_random
from tests.games.darkages.modules.every import every
from tests.games.darkages.modules.worlds import compare_worlds

MODULE = ("age_of_wars",)


@pytest.mark.clause("DM9-1.2", "DM0-7.2", "DM0-7.5")
@pytest.mark.parametrize(("players", "modules"), [(2, MODULE), (3, MODULE), (4, MODULE), (4, every(4))])
def test_nothing_a_viewer_sees_depends_on_foreign_hands(players: int, modules: tuple[str, ...]) -> None:
    """Two worlds that differ in cards a seat cannot see stay alike for it, whatever is answered in both."""
    rules = ruleset("darkages", players, modules)
    assert compare_worlds(rules, "age_of_wars", "battle_deal") > 100


@pytest.mark.clause("DM9-1.2")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_worlds_that_are_compared_differ_in_foreign_hands(players: int) -> None:
    rules = ruleset("darkages", players, MODULE)
    s = rules.start()
    play_random(rules, s, Random(1), Tally(), 60)
    rng = Random(2)
    worlds = [rules.resample(rules.view(s, 0), 0, rng).slices["age_of_wars"].common for _ in range(20)]
    assert {world[0] for world in worlds} == {s.slices["age_of_wars"].common[0]}
    assert len({tuple(world) for world in worlds}) > 3
