"""What the index of the modules says: for how many they are, and how complex (`modules_index.toml`)."""

from __future__ import annotations

import pytest

from pfalz.catalogue import game

INDEX = {
    "landmarks": (1, 8, "minimal"),
    "alchemists": (1, 8, "minimal"),
    "alliances": (3, 8, "moderate"),
    "commanders": (1, 8, "considerable"),
    "heathens": (1, 8, "minimal"),
    "wyrd": (2, 8, "moderate"),
    "age_of_wars": (2, 8, "moderate"),  # two by agreement
    "distant_campaigns": (2, 8, "minimal"),
    "tribute": (2, 8, "minimal"),
    "pope": (1, 8, "minimal"),
    "benjamin": (1, 8, "minimal"),
    "crusades": (3, 8, "moderate"),
    "poland": (2, 4, "considerable"),
}
"""Fewest and most players, complexity."""
UNRATED = {"lordlings_and_raiders": (1, 1), "great_realm": (5, 8)}
"""They come by themselves; the index does not say how complex they are."""


@pytest.mark.clause("DM0-1.2", "DMR-9")
def test_modules_are_as_complex_and_for_as_many_as_the_index_says() -> None:
    modules = game("darkages").modules
    rated = {module.id: (*module.players, module.complexity) for module in modules if not module.obligatory}
    assert rated == INDEX
    assert {module.id: module.players for module in modules if module.obligatory} == UNRATED
