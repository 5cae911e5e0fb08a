"""Both languages say everything: every question, slot, event, reason and option has words that fit."""

from __future__ import annotations

import re

import pytest

from pfalz.catalogue import ruleset
from pfalz.core.texts import Texts
from pfalz.games.mil.events import DONATION_OFFERED, POINTS_SCORED, WOMEN_VEILED
from pfalz.games.mil.rules import MODULE_IDS
from tests.games.spoken import CLAUSE, Spoken, distinct, tell

KINDS = {
    "knight": 12,
    "knight_or_none": 21,
    "receiver": 22,
    "column": 4,
    "family": 5,
    "land": 5,
    "land_tile": 10,
    "place": 14,
    "sphere": 4,
    "stack": 2,
    "cubes": 30,
    "resource": 5,
    "exchange": 12,
    "face": 6,
    "action": 5,
    "growth": 4,
    "result": 3,
    "payment": 2,
    "marker": 2,
    "court": 3,
    "counter": 3,
    "market": 3,
    "bid": 2,
    "war": 3,
    "curia": 3,
    "winter": 2,
    "source": 13,
}


class TestWords(Spoken):
    rules = ruleset("mil", 3, MODULE_IDS)
    helps = {
        "sphere_help",
        "favour_help",
        "action_help",
        "land_help",
        "stack_help",
        "resource_help",
        "secret_help",
        "token_help",
    }
    reasons = {"toll_unpaid", "too_strong", "has_two_lands", "free_land_not_for_king"}
    computed_reasons = {"slot_printed_black", "slot_black", "slot_token", "slot_taken"}

    def test_help_of_modules_ends_with_a_clause_that_exists(self, language: str) -> None:
        clauses = self.table(language)["clause"]
        helps = {k: words for k, words in self.table(language)["module"].items() if k.endswith("_help")}
        assert len(helps) == len(MODULE_IDS)
        for key, sentence in helps.items():
            found = re.search(rf"{CLAUSE}\.$", sentence)
            assert found and found[1] in clauses, key


def test_nobody_counts_what_is_not_there() -> None:
    texts = Texts(ruleset("mil", 3, MODULE_IDS), "en", ["Ida", "Jan", "Kim"])
    assert texts.event((DONATION_OFFERED, (0, 0))) == "Ida offers the Curia nothing."
    assert texts.event((DONATION_OFFERED, (0, 2))) == "Ida offers the Curia 2 gold."
    assert (
        texts.event((WOMEN_VEILED, (0, 0, 0))) == "Ida's knight A in the Monastery: no woman takes the veil."
    )
    assert (
        texts.event((WOMEN_VEILED, (4, 1, 0))) == "Jan's knight A in the Monastery: 1 woman takes the veil."
    )
    assert texts.event((WOMEN_VEILED, (0, 2, 2))).endswith("2 women take the veil (2 privileges paid).")
    assert texts.event((POINTS_SCORED, (2, 0, 11))) == "Kim: no PP (gold)."


def test_everything_has_a_name(language: str) -> None:
    texts, few = Texts(ruleset("mil", 5), language), Texts(ruleset("mil", 3), language)
    for kind, size in KINDS.items():
        of = few if kind == "place" else texts
        if kind in ("face", "sphere"):
            assert all(of.name(kind, value) for value in range(size))
        else:
            distinct(of, kind, range(size))


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_random_games_can_be_told(players: int) -> None:
    for seed in range(3):
        rules = ruleset("mil", players, MODULE_IDS if players > 2 and seed else ())
        tell(rules, players * 10 + seed, every=5)
