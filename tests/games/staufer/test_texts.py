"""Both languages say everything: every question, slot, event, reason and option has words that fit."""

from __future__ import annotations

import pytest

from pfalz.catalogue import ruleset
from pfalz.core.state import SPECTATOR
from pfalz.core.texts import Texts
from pfalz.games.staufer.drawing.hints import job_help
from pfalz.games.staufer.rules import PRIVILEGE_SETS
from tests.games.spoken import Spoken, distinct, tell

KINDS = {
    "region": 6,
    "chest": 15,
    "figure": 2,
    "action": 4,
    "region_job": 6,
    "pattern_job": 6,
    "seat_job": 6,
    "tile_b": 3,
    "tile_c": 3,
    "point_tile": 6,
    "source": 9,
    "privilege_kind": 16,
    "trade": 17,
    "source_of_gain": 8,
    "yesno": 2,
}


class TestWords(Spoken):
    rules = ruleset("staufer", 3)
    helps = {"privilege_help", "chest_help", "job_help", "bonus_help", "tile_help"}
    reasons = {"too_dear", "no_envoy_left"}


@pytest.mark.parametrize("players", [2, 5])
def test_everything_has_a_name(language: str, players: int) -> None:
    rules = ruleset("staufer", players)
    texts = Texts(rules, language)
    t = rules.tables
    sizes = {**KINDS, "office": t.seats, "standing": 2 * t.seats, "space": t.spaces}
    for kind, size in sizes.items():
        distinct(texts, kind, range(size))
    assert texts.name("standing", -2) == texts.text("name.enough")
    for ids, part in (
        (t.chest_ids, "chest_help"),
        (t.privilege_ids, "privilege_help"),
        (t.bonus_ids, "bonus_help"),
        ([id for row in t.job_ids for id in row], "job_help"),
    ):
        for id in ids:
            assert texts.has(f"{part}.{id}"), id


def test_secrets_have_sentences_for_those_who_may_not_know(language: str) -> None:
    rules = ruleset("staufer", 2)
    texts = Texts(rules, language)
    secret = [kind for kind in rules.events.values() if kind.secret]
    assert secret
    for kind in secret:
        sentence = texts.event((kind, (0, 3)), 1)
        assert texts.text("name.hidden") not in sentence
        assert sentence != texts.event((kind, (0, 3)), 0)
        assert texts.event((kind, (0, 4)), SPECTATOR) == sentence


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("privilege_set", PRIVILEGE_SETS)
def test_random_games_can_be_told(players: int, privilege_set: str) -> None:
    rules = ruleset("staufer", players, options={"privilege_set": privilege_set})
    tell(rules, players * 100 + PRIVILEGE_SETS.index(privilege_set), every=7)


@pytest.mark.clause("S-15.4")
def test_a_pattern_wants_a_figure_in_each_of_its_regions() -> None:
    """Not in one of them or the other."""
    rules = ruleset("staufer", 3)
    for card in range(6):
        english, german = (
            job_help(rules.tables, Texts(rules, language), 1, card) for language in ("en", "de")
        )
        assert "one figure in each of" in english and "either" not in english
        assert "je eine Figur von dir" in german
