"""Both languages say everything: every question, slot, event, reason and option has words that fit."""

from __future__ import annotations

import re

import pytest

from pfalz.catalogue import ruleset
from pfalz.core.data import Edition
from pfalz.core.texts import Texts
from pfalz.games.mil.drawing.hints import favour_hint
from pfalz.games.mil.events import DONATION_OFFERED, POINTS_SCORED, WOMEN_VEILED
from tests.games.mil.table import MODULE_IDS
from tests.games.spoken import CLAUSE, Spoken, tell


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
    alike = {"face", "on_slot", "sphere", "side"}
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


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_random_games_can_be_told(players: int) -> None:
    for seed in range(3):
        rules = ruleset("mil", players, MODULE_IDS if players > 2 and seed else ())
        tell(rules, players * 10 + seed, every=5)


@pytest.mark.parametrize(
    ("path", "value", "key", "english", "german"),
    [
        ("numbers.prestige.kings_claim", 7, "module.kings_claim_help", "for 7 PP", "für 7 PP"),
        ("numbers.prestige.kings_claim", 7, "M-18.14", "scores 7 PP", "bekommt 7 PP"),
        ("numbers.costs.veil_privileges", 1, "ask.veil", "for 1 privilege each", "je 1 Privileg?"),
        ("numbers.costs.recruit.cloth", 3, "reason.soldier_too_dear", "3 cloth and 1", "3 Stoff und 1"),
        ("numbers.costs.recruit.cloth", 3, "action_help.recruit", "pays 3 cloth", "zahlt 3 Stoff"),
        ("numbers.costs.toll_privileges", 2, "token_help.white", "2 privileges", "2 Privilegien"),
        ("numbers.costs.toll_gold", 2, "name.payment.gold", "2 gold", "2 Gold"),
        ("numbers.costs.illegitimate_son_gold", 4, "name.son_price.gold", "4 gold", "4 Gold"),
        ("numbers.final.gold_per_point", 3, "resource_help.gold", "every 3 earn 1 PP", "je 3 bringen"),
        ("numbers.final.gold_per_point", 3, "M-16.6", "Every 3 gold", "Je 3 Gold"),
        ("lands.land.mine.harvest.metal", 5, "M-1.8", "Mine: harvest 5 metal", "Mine: Ernte 5 Metall"),
        ("setup.player_count.0.slots", 4, "M-17.2", "offers 4 slots", "hat 4 Plätze"),
        ("game.sphere.war.printed_black", [3], "M-18.3", "3 at War", "3 im Krieg"),
        ("game.individual_board.time_tokens_for_death", 5, "M-6.2", "number 5 is", "der 5. Zeitmarke"),
    ],
)
def test_texts_tell_the_numbers_of_an_edition(
    path: str, value: object, key: str, english: str, german: str
) -> None:
    rules = ruleset("mil", 3, MODULE_IDS, edition=Edition("mil", "", {path: value}))
    for language, words in (("en", english), ("de", german)):
        texts = Texts(rules, language)
        assert words in (texts.clause(key) if key.startswith("M-") else texts.text(key))


def test_the_faces_of_the_die_are_called_by_what_they_show() -> None:
    edition = Edition(
        "mil", "", {"game.die_face.1.results": ["hourglass", "man"], "game.die_face.1.snow": True}
    )
    texts = Texts(ruleset("mil", 3, edition=edition), "en")
    assert texts.name("face", 0) == "man or hourglass, with a snowflake"
    assert [texts.name("face", face) for face in (1, 3)] == ["man", "woman or hourglass"]


def test_a_favour_is_told_with_all_it_brings() -> None:
    rules = ruleset("mil", 3, edition=Edition("mil", "", {"numbers.favour.2.resources": {"gold": 2}}))
    told = [favour_hint(rules.lookup, Texts(rules, "en"), sphere) for sphere in (1, 2)]
    assert "1 PP, 1 gold (M-9.7)" in told[0] and "1 PP, 2 gold and the King's Soldiers" in told[1]
