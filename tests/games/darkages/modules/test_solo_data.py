"""Data of the solo game that do not fit together are refused at their place, in both languages."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

from pfalz.catalogue import game, ruleset
from pfalz.core.errors import DataError
from pfalz.core.ruleset import Ruleset
from pfalz.core.texts import error_text
from pfalz.games.darkages.modules.lordlings_and_raiders.state import ID

File = dict[str, Any]


def put(*way: Any) -> Callable[[File], None]:
    """A value, the last of a way, at the place to which the way leads."""

    def change(file: File) -> None:
        *before, key, value = way
        node: Any = file
        for step in before:
            node = node[step]
        node[key] = value

    return change


WRONG: dict[str, tuple[Callable[[File], None], str, str]] = {
    "an area nobody has": (put("area", 0, "id", "frankonia"), "area: ", "'frankonia'"),
    "an area that is out": (put("area", 0, "id", "frisia"), "area: ", "'frisia'"),
    "a mark for no area": (put("marks", "blocked", 0, "saxonia"), "marks.blocked: ", "'saxonia'"),
    "out twice": (put("marks", "blocked", 0, "saxony"), "marks.blocked: ", "'saxony' is there twice"),
    "in play without a number": (put("marks", "blocked", ["saxony"]), "area: ", "'frisia' is missing"),
    "a number twice": (put("area", 1, "number", 1), "area.number: ", "1 is there twice"),
    "a title nobody has": (put("marks", "titles", ["title_duke"]), "marks.titles: ", "'title_duke'"),
    "a ruler without a home": (put("marks", "rulers", []), "marks.rulers: ", "'ruler_henry_the_fowler'"),
    "more rulers than there are": (put("solo", "rulers", 7), "solo.rulers: ", "there are 5"),
    "a ruler less with a module": (put("solo", "rulers_with_commanders", 2), "rulers_with_commanders: ", "2"),
    "more cities than there are": (put("solo", "cities", 3), "solo.rulers: ", "there are 3"),
    "more discs than there are": (put("solo", "exhausted_discs", 7), "solo.exhausted_discs: ", "there are 6"),
    "a result left open": (put("upgrade", 0, "to", 7), "upgrade: ", "result 8 of"),
    "a result twice": (put("build", 1, "from", 8), "build: ", "there 2 times"),
    "a deed twice": (put("research", 1, "deed", "culture"), "research: ", "'culture' is there twice"),
    "a number of no use": (put("research", 1, "n", 2), "research.upgrade.n: ", "no effect"),
    "points of no use": (put("research", 0, "per_achievement", 2), "culture.per_achievement: ", "no effect"),
    "a reaction twice": (
        put("reactions", "order", 0, "trade"),
        "reactions.order: ",
        "'trade' is there twice",
    ),
    "areas that fall": (put("pass_vp", 1, "areas", 1), "pass_vp.areas: ", "1 after 1"),
    "points that fall": (put("pass_vp", 1, "vp", 1), "pass_vp.vp: ", "1 after 1"),
    "manors that fall": (put("manor_row", "vp", 4, 1), "manor_row.vp: ", "1 after 2"),
    "a kind twice": (put("horde_deck", 1, "cards", "surprise"), "horde_deck: ", "'surprise' is there twice"),
    "too many cards": (put("horde_deck", 0, "hard", 2, 2), "horde_deck.reinforcement.hard: ", "there are 7"),
    "a card twice": (put("horde", 0, "id", "raid_1"), "horde: ", "'raid_1' is there twice"),
    "attacks have no number": (put("horde", 7, "discard", 0, "n", 2), "horde.raid_1.attack.n: ", "no effect"),
    "a side of no use": (
        put("horde", 0, "display", 0, "side", "lordlings"),
        "horde.reinforcement_1.enlarge.side: ",
        "no effect",
    ),
    "a surprise in the offer": (
        put("horde", 12, "discard", [{"op": "attack"}]),
        "horde.surprise_1.discard: ",
        "no effect",
    ),
    "a unit twice": (put("unit", 2, "level", 2), "unit: ", "'lordlings_infantry_2' is there twice"),
}


@pytest.mark.parametrize("wrong", WRONG)
def test_what_does_not_fit_is_refused_at_its_place(wrong: str) -> None:
    change, place, said = WRONG[wrong]
    data = copy.deepcopy(dict(ruleset("darkages", 2).all_data))
    change(data[ID])
    with pytest.raises(DataError) as refused:
        Ruleset(game("darkages"), 1, data, ("landmarks",))
    assert str(refused.value).startswith(f"{ID}.toml: ")
    assert place in str(refused.value)
    assert said in str(refused.value)
    german = error_text(refused.value, "de")
    assert german.startswith(f"{ID}.toml: ")
    assert place in german
    assert german != str(refused.value)
