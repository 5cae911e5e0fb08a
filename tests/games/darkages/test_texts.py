"""Both languages say everything: every question, slot, event, reason and option has words that fit."""

from __future__ import annotations

from typing import ClassVar

import pytest

from pfalz.catalogue import ruleset
from pfalz.core.data import Edition
from pfalz.core.score import POINTS_SCORED
from pfalz.core.texts import Texts
from pfalz.games.darkages.events import (
    ATTACK_DECLARED,
    BATTLE_OVER,
    DICE_ROLLED,
    EPITHET_PLAYED,
    MARKER_TURNED,
    RED_REACHED,
    TITLE_TAKEN,
    UNITS_FELL,
    UNITS_MARCHED,
)
from pfalz.games.darkages.state import FREE
from pfalz.games.darkages.words import ARCHER, CAVALRY, MELEE, UNITS
from tests.games.darkages.modules.every import every
from tests.games.spoken import Spoken, tell

RULES = ruleset("darkages", 3)
T = RULES.lookup
BARBARIANS = 3


class TestWords(Spoken):
    rules = ruleset("darkages", 3, every(3))
    helps: ClassVar[set[str]] = {"title_help"}
    reasons = {"too_far", "sell_limit", "no_achievement", "four_achievements", "must_react"}
    alike = {"effect", "effect_or_none", "gift", "spoils"}


def texts(language: str) -> Texts:
    return Texts(RULES, language, ["Ida", "Jan", "Kim"])


def test_a_battle_reads_like_a_story() -> None:
    bohemia, moravia = T.area_ids.index("bohemia"), T.area_ids.index("moravia")
    story = [
        (UNITS_MARCHED, (0, bohemia, moravia, UNITS * 2 + ARCHER, UNITS * 1 + CAVALRY)),
        (ATTACK_DECLARED, (0, BARBARIANS, moravia)),
        (MARKER_TURNED, (BARBARIANS, moravia, T.unit_look[T.marker_ids.index("barbarian_14")])),
        (DICE_ROLLED, (BARBARIANS, MELEE, 1, 4, 6 * ARCHER + 5)),
        (UNITS_FELL, (0, UNITS * 1 + ARCHER)),
        (BATTLE_OVER, (0, BARBARIANS, moravia, 2, 0, 1)),
        (BATTLE_OVER, (0, BARBARIANS, moravia, 1, 1, 0)),
    ]
    assert [texts("en").event(event) for event in story] == [
        "Ida marches from Bohemia to Moravia: 2 archers, 1 cavalry.",
        "Battle for Moravia: Ida attacks the barbarians.",
        "Now the barbarians in Moravia show themselves: 1 infantry, 1 archer.",
        "Dice of the barbarians in the melee phase: infantry 5, archer 6. Damage: 1.",
        "Losses of Ida: 1 archer.",
        "Battle result 2 to 0: Ida wins the battle for Moravia against the barbarians.",
        "Battle result 1 to 1: Ida loses the battle for Moravia against the barbarians.",
    ]
    assert [texts("de").event(event) for event in story] == [
        "Ida marschiert aus Böhmen nach Mähren: 2 Schützen, 1 Reiter.",
        "Kampf um Mähren: Ida greift die Barbaren an.",
        "Nun zeigen sich die Barbaren in Mähren: 1 Fußkämpfer, 1 Schütze.",
        "Nahkampf, die Barbaren: Fußkämpfer 5, Schütze 6. Schaden: 1.",
        "Verluste, Ida: 1 Schütze.",
        "Kampfergebnis 2 zu 0: Ida gewinnt den Kampf um Mähren gegen die Barbaren.",
        "Kampfergebnis 1 zu 1: Ida verliert den Kampf um Mähren gegen die Barbaren.",
    ]


def test_nobody_counts_what_is_not_there() -> None:
    pious = T.card_ids.index("the_pious")
    assert texts("en").event((EPITHET_PLAYED, (1, pious, 0))).endswith("“The Pious” for nothing.")
    assert texts("en").event((EPITHET_PLAYED, (1, pious, 6))).endswith("“The Pious” for 6 VP.")
    assert texts("en").event((RED_REACHED, (2, 12, 0))) == "Kim reaches the red space 12."
    assert texts("en").event((RED_REACHED, (2, 12, 1))).endswith("12: 1 gold.")
    assert texts("de").event((POINTS_SCORED, (0, 0, 13))) == "Ida: keine SP (Gold)."
    king = T.title_ids.index("title_king_of_italy")
    assert texts("en").event((TITLE_TAKEN, (0, king, FREE))).endswith("(held before by: nobody).")


@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_games_can_be_told(players: int) -> None:
    tell(ruleset("darkages", players), players, every=4)
    options = {"open_hands": True, "barbarian_damage": "left_neighbour"}
    tell(ruleset("darkages", players, options=options), 10 + players, every=40)


def test_texts_tell_the_numbers_of_an_edition() -> None:
    changed = {"boards.player_board.achievement_slots": 5}
    rules = ruleset("darkages", 3, edition=Edition("darkages", "", changed))
    assert "5 achievements already" in Texts(rules, "en").text("reason.four_achievements")
    assert "schon 5 Errungenschaften" in Texts(rules, "de").text("reason.four_achievements")
