"""Both languages say everything: every question, slot, event, reason and option has words that fit."""

from __future__ import annotations

import pytest

from pfalz.catalogue import ruleset
from pfalz.core.data import Edition
from pfalz.core.texts import Texts
from pfalz.games.wallenstein.modules.landsknechte.drawing import banner_hint
from tests.games.spoken import Spoken, tell

MODULES = ("court", "landsknechte", "leaders")


class TestWords(Spoken):
    rules = ruleset("wallenstein", 3, MODULES)
    helps = {"action_help", "event_card_help", "tile_help", "building_help", "favor_help", "banner_help"}
    reasons = {"bid_too_high", "church_peace"}
    alike = {"banner_bonus"}
    beginnings = "{0123456789„“"


@pytest.mark.parametrize("players", [3, 5])
def test_forms_of_names_and_tooltips(language: str, players: int) -> None:
    rules = ruleset("wallenstein", players, MODULES)
    texts = Texts(rules, language)
    for form in ("in", "to", "short"):
        forms = {texts.name("county", county, form) for county in range(45)}
        assert len(forms) == 45, form
    assert all(len(texts.name("county", county, "short")) <= 4 for county in range(45))
    hints = [texts.hint("event_card", event) for event in range(12)]
    hints += [texts.hint("favor", favor) for favor in range(21)]
    hints += [banner_hint(rules.parts["landsknechte"], texts, banner) for banner in range(4)]
    assert len(set(hints)) == 37 and not any("{" in hint for hint in hints)


def test_german_names_follow_their_prepositions() -> None:
    texts = Texts(ruleset("wallenstein", 4), "de")
    ids = texts.rules.lookup.county_ids

    def name(id: str, form: str) -> str:
        return texts.name("county", ids.index(id), form)

    assert name("boehmen", "in") == "in Böhmen" and name("boehmen", "to") == "nach Böhmen"
    assert name("boehmen", "acc") == "Böhmen"
    assert name("lausitz", "in") == "in der Lausitz" and name("lausitz", "to") == "in die Lausitz"
    assert name("lausitz", "acc") == "die Lausitz" and name("lausitz", "dat") == "der Lausitz"
    assert name("breisgau", "in") == "im Breisgau" and name("breisgau", "acc") == "den Breisgau"


@pytest.mark.parametrize("start", ["draft", "lineup"])
@pytest.mark.parametrize("players", [3, 4, 5])
def test_random_games_can_be_told(players: int, start: str) -> None:
    rules = ruleset("wallenstein", players, MODULES, {"start": start})
    assert not any(kind.secret for kind in rules.events.values())
    tell(rules, players * 10, every=9)


TOLD = [
    ("cards.action.build_palace.cost", "W-9.1"),
    ("cards.action.deploy_5.armies", "W-9.10"),
    ("cards.action.deploy_1_move.cost", "W-9.15"),
    ("cards.bonus_tile.six_armies.amount", "W-9.12"),
    ("cards.bonus_tile.attack_plus_one.amount", "W-10.7"),
    ("cards.event.taxes_max.amounts.0", "W-6.6"),
    ("cards.event.few_recruits.amounts.1", "W-6.12"),
    ("cards.event.palace_guard_6.amounts.0", "W-6.5"),
    ("cards.event.church_peace_4.winter_loss", "W-6.11"),
    ("setup.scoring.building", "W-13.1"),
    ("setup.scoring.majority.1", "W-13.2"),
    ("court.favor.thalers_small.amount", "W-20.30"),
    ("court.favor.imperial_troops.amount", "W-20.37"),
    ("landsknechte.banner.banner_two.grain", "W-30.5"),
    ("landsknechte.landsknechte.regions_required", "W-30.3"),
]
"""Data, and a clause that tells them; a tooltip does so as well."""


@pytest.mark.parametrize(("path", "clause"), TOLD)
def test_texts_tell_the_numbers_of_the_edition(language: str, path: str, clause: str) -> None:
    rules = ruleset("wallenstein", 3, MODULES, edition=Edition("wallenstein", "", {path: 77}))
    texts = Texts(rules, language)
    assert "77" in texts.clause(clause)
    hints = [texts.hint("action", action) for action in range(10)]
    hints += [texts.hint("event_card", event) for event in range(12)]
    hints += [texts.hint("tile", tile) for tile in range(5)]
    hints += [texts.hint("building", building) for building in range(3)]
    hints += [texts.hint("favor", favor) for favor in range(21)]
    hints += [banner_hint(rules.parts["landsknechte"], texts, banner) for banner in range(4)]
    assert any("77" in hint for hint in hints)


@pytest.mark.parametrize(
    ("path", "clause"),
    [
        ("setup.player_count.1.start_thalers", "W-3.4"),
        ("setup.provisions.2.extra_peasants", "W-12.5"),
        ("setup.scoring.tie_deduction", "W-13.3"),
        ("setup.combat.neutral_peasants", "W-10.12"),
        ("court.court.costs.2", "W-20.7"),
        ("leaders.leaders.building_discount", "W-40.4"),
        ("leaders.leaders.vp_per_captured_monument", "W-40.19"),
    ],
)
def test_clauses_tell_the_numbers_of_the_edition(language: str, path: str, clause: str) -> None:
    rules = ruleset("wallenstein", 3, MODULES, edition=Edition("wallenstein", "", {path: 66}))
    assert "66" in Texts(rules, language).clause(clause)


def test_a_favor_is_called_what_the_edition_makes_it() -> None:
    corrected = {"court.favor.free_church.building": "palace", "court.favor.vp_small.amount": 4}
    rules = ruleset("wallenstein", 3, MODULES, edition=Edition("wallenstein", "", corrected))
    texts = Texts(rules, "en")
    assert texts.hint("favor", 5) == "6 · 4 victory points: You score 4 points (W-20.35)."
    free = "17 · Free palace: Put up a palace for nothing in a county of yours (W-20.36)."
    assert texts.hint("favor", 16) == free
    both = Edition("wallenstein", "", {"court.favor.safe_conduct_a.wards": ["combat_b", "combat_a"]})
    rules = ruleset("wallenstein", 3, MODULES, edition=both)
    assert texts.name("favor", 17) == "18 · Safe from Combat A and B"
    assert Texts(rules, "en").name("favor", 9) == "10 · Safe from Combat A and B"
