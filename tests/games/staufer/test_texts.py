"""Both languages say everything: every question, slot, event, reason and option has words that fit."""

from __future__ import annotations

import pytest

from pfalz.catalogue import ruleset
from pfalz.core.data import Edition
from pfalz.core.state import SPECTATOR
from pfalz.core.texts import Texts
from pfalz.games.staufer.drawing.hints import (
    bonus_hint,
    bonus_short,
    chest_hint,
    job_help,
    job_hint,
    privilege_hint,
)
from pfalz.games.staufer.lookup import BROWN, CHEST_KINDS, PURPLE
from pfalz.games.staufer.rules import PRIVILEGE_SETS
from tests.games.spoken import Spoken, filled, tell
from tests.games.staufer.table import (
    AUGSBURG,
    ENVOYS_3,
    MILANO,
    PAIR_GAP,
    POINTS_2,
    SEATS_3,
    STRASBOURG,
    TILE_7_4_3,
    TWO_ENVOYS,
)


class TestWords(Spoken):
    rules = ruleset("staufer", 3)
    helps = {"privilege_help", "chest_help", "job_help", "bonus_help", "tile_help"}
    reasons = {"too_dear", "no_envoy_left"}


@pytest.mark.parametrize("players", [2, 5])
def test_everything_has_a_tooltip(language: str, players: int) -> None:
    rules = ruleset("staufer", players)
    texts = Texts(rules, language)
    t = rules.lookup
    for said in (
        *(chest_hint(t, texts, kind) for kind in range(CHEST_KINDS)),
        *(privilege_hint(t, texts, kind, left) for kind in range(16) for left in (0, 1, 2)),
        *(bonus_hint(t, texts, region) + bonus_short(t, texts, region) for region in range(6)),
        *(job_hint(t, texts, category, card) for category in range(3) for card in range(6)),
    ):
        assert filled(said), said


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
            job_help(rules.lookup, Texts(rules, language), 1, card) for language in ("en", "de")
        )
        assert "one figure in each of" in english and "either" not in english
        assert "je eine Figur von dir" in german


PRINTED_OTHERWISE = {
    "game.figures.start_envoys": 6,
    "game.board_side.side_4_5.supply.two_envoys.envoys": 4,
    "regions.bonus.two_chests.draw": 3,
    "regions.bonus.points_each.each": 1,
    "regions.bonus.envoys_by_rank.by_rank": [2, 2],
    "regions.point_tile.points_7_4_3.points": [11, 4, 3],
    "chests.scoring.brown": [1, 4],
    "chests.scoring.purple": 3,
    "chests.chest.orange_points_2.value": 1,
    "chests.chest.orange_envoys_3.effect": "nobles",
    "privileges.amounts.flat_cost": 4,
    "privileges.amounts.orange_bonus": 1,
    "privileges.amounts.rank_bonus": [7, 6, 5],
    "privileges.victory_points.values": [9, 8, 7, 6, 5],
    "privileges.set.synergies.kinds": [2, 3, 4, 5, 6, 7],
    "jobs.region.first": 1,
    "jobs.pattern_job.pattern_pair_gap.points": 8,
    "jobs.seat_job.seats_3.number": 6,
    "jobs.seat_job.seats_3.scale": [3, 9],
    "rounds.tile_c.king_2.steps": 4,
}


def test_texts_say_the_numbers_of_an_edition() -> None:
    rules = ruleset("staufer", 4, edition=Edition("staufer", "mine", PRINTED_OTHERWISE))
    t, texts = rules.lookup, Texts(rules, "en")
    assert texts.name("space", TWO_ENVOYS) == "4 envoys"
    assert texts.name("chest", POINTS_2) == "orange chest (1 point)"
    assert texts.name("chest", ENVOYS_3) == "orange chest (3 nobles)"
    assert texts.name("point_tile", TILE_7_4_3) == "point tile 11/4/3"
    assert texts.name("tile_c", 1) == "king moves 4 regions"
    assert texts.name("seat_job", SEATS_3) == "Seats with number 6"
    hints = (
        *(chest_hint(t, texts, kind) for kind in (POINTS_2, ENVOYS_3, BROWN, PURPLE)),
        *(privilege_hint(t, texts, number - 1, 4) for number in (1, 4, 14, 16)),
        *(bonus_hint(t, texts, region) for region in (AUGSBURG, STRASBOURG, MILANO)),
        *(bonus_short(t, texts, region) for region in (AUGSBURG, STRASBOURG)),
        *(job_hint(t, texts, category, card) for category, card in ((0, 0), (1, PAIR_GAP), (2, SEATS_3))),
        texts.text("option.privilege_set_choice_help.synergies"),
    )
    said = (
        "Brings 1 point as soon",
        "Brings 3 nobles to your court",
        "Brown chests bring 1/4 points",
        "at the end: 3 points",
        "worth 9/8/7/6 (",
        "costs you 4 figures",
        "7/6/5 extra points",
        "earns you 1 point (",
        "3 chests are turned up",
        "gain 2/2 envoys",
        "scores 1 point (",
        "3 chests",
        "2/2 envoys",
        "1 point for the majority in Aachen and 6 for",
        "8 points each time",
        "3/9 points for one, two, three and so on of your figures on seats with the number 6",
        "strengthen each other: 2 Shared seat, 3 Double seat, 4 Flat three,",
    )
    for hint, words in zip(hints, said, strict=True):
        assert words in hint
    for clause, words in (
        ("S-1.10", "1 and 1; 0 and 1; 4 and 0;"),
        ("S-3.9", "begin with 6 envoys and 1 noble"),
        ("S-9.6", "1, 3, 4 or 5 points"),
        ("S-9.15", "worth 1/4 points"),
        ("S-10.7", "you pay 4 for any seat"),
        ("S-10.19", "brings you 7 points more as first, 6 as second, 5 as third"),
        ("S-12.1", "3 chests are revealed"),
        ("S-13.9", "1, 4 or 3"),
        ("S-14.5", "every purple one 3"),
        ("S-15.2", "worth 1 point to you"),
        ("S-17.1", "2/3/4/5/6/7 for synergies"),
    ):
        assert words in texts.clause(clause), clause
