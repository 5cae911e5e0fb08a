"""No card without a test: every level of every achievement, every relic, epithet, face and marker is covered.

Tests of achievements say what they cover by (card, level, trigger); those of the others run over the data.
"""

from __future__ import annotations

import pytest

from pfalz.catalogue import ruleset
from tests.games.darkages import (
    test_cards_battle,
    test_cards_choices,
    test_cards_costs,
    test_cards_extra,
    test_cards_faces,
    test_cards_gains,
    test_cards_limits,
    test_cards_relics,
    test_cards_scores,
    test_cards_special,
)
from tests.games.darkages.cards import ACHIEVEMENTS, CARDS, CASES, FACES, MARKERS

MODULES = (
    test_cards_battle,
    test_cards_choices,
    test_cards_costs,
    test_cards_extra,
    test_cards_gains,
    test_cards_limits,
    test_cards_scores,
    test_cards_special,
)


def test_every_level_of_every_achievement_has_a_test() -> None:
    wanted = {(case.card, case.level, case.when) for case in CASES}
    covered = set().union(*[module.COVERED for module in MODULES])
    assert wanted - covered == set()
    assert covered - wanted == set()  # no test of what there is not
    assert {(card, level) for card, level, _ in covered} == {
        (card, level) for card in ACHIEVEMENTS for level in (1, 2, 3)
    }


@pytest.mark.clause("D-1.4")
def test_there_are_as_many_as_the_rules_say() -> None:
    """96 cards, of which two achievements come with the rulers of a module."""
    assert len(ACHIEVEMENTS) == 48 - 2
    assert len(test_cards_faces.TECHNOLOGIES) == 24
    assert len(test_cards_relics.RELICS) == len(test_cards_scores.EPITHETS) == 12
    assert len(MARKERS) == 25
    assert len([row for row in FACES.values() if row["level"] > 1]) == 24
    played = {face for row in test_cards_faces.TECHNOLOGIES.values() for face in row["faces"]}
    assert played == {face for face, row in FACES.items() if row["level"] > 1}


def test_all_of_them_are_in_the_game_of_four() -> None:
    rules = ruleset("darkages", 4)
    ids = [row["id"] for kind in ("achievement", "war_technology", "relic", "epithet") for row in CARDS[kind]]
    assert rules.lookup.card_ids == ids
    assert set(rules.lookup.marker_ids) == set(MARKERS)
