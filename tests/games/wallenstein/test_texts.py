"""Both languages say everything: every question, slot, event, reason and option has words that fit."""

from __future__ import annotations

import pytest

from pfalz.catalogue import ruleset
from pfalz.core.texts import Texts
from tests.games.spoken import Spoken, distinct, tell

MODULES = ("court", "landsknechte", "leaders")
KINDS = {
    "county": range(45),
    "region": range(5),
    "action": range(10),
    "building": range(3),
    "tile": range(-1, 5),
    "event_card": range(-1, 12),
    "season": range(4),
    "source": range(8),
    "banner": range(4),
    "bonus": range(4),
    "favor": range(-1, 21),
    "card": range(-1, 53),
    "destination": range(-1, 45),
    "draft_card": range(-1, 45),
    "box": range(-1, 14),
    "place": range(5),
}


class TestWords(Spoken):
    rules = ruleset("wallenstein", 3, MODULES)
    helps = {"action_help", "event_help", "tile_help", "building_help", "favor_help", "banner_help"}
    reasons = {"bid_too_high", "church_peace"}
    beginnings = "{0123456789„“"


@pytest.mark.parametrize("players", [3, 5])
def test_everything_has_a_name(language: str, players: int) -> None:
    rules = ruleset("wallenstein", players, MODULES)
    texts = Texts(rules, language)
    t = rules.tables
    for kind, values in {**KINDS, "yesno": range(2)}.items():
        distinct(texts, kind, values)
    assert len({texts.name("colour", colour) for colour in range(players + 1)}) == players + 1
    for form in ("in", "to", "short"):
        forms = {texts.name("county", county, form) for county in range(45)}
        assert len(forms) == 45, form
    assert all(len(texts.name("county", county, "short")) <= 4 for county in range(45))
    for ids, part in (
        (t.event_ids, "event_help"),
        (t.favor_ids, "favor_help"),
        (t.banner_ids, "banner_help"),
    ):
        for id in ids:
            assert texts.has(f"{part}.{id}"), id


def test_german_names_follow_their_prepositions() -> None:
    texts = Texts(ruleset("wallenstein", 4), "de")
    ids = texts.rules.tables.county_ids

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
