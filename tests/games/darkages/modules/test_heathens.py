"""Heathens (DM7): other markers, the same rules (MB23)."""

from __future__ import annotations

import tomllib
from importlib import resources
from typing import Any

import pytest

from pfalz.catalogue import ruleset
from pfalz.core.errors import RulesetError
from pfalz.core.texts import Texts
from pfalz.games.darkages.board import plain, svg
from pfalz.games.darkages.cardtext import look_text
from pfalz.games.darkages.marching import standing_there
from pfalz.games.darkages.state import NONE
from pfalz.games.darkages.words import ATTACKER, DEFENDER, GOODS_IDS, UNITS
from tests.games.darkages.battlefield import (
    ARCHER_T,
    BARBARIANS,
    CAVALRY_T,
    INFANTRY_T,
    TEMPORARY,
    Battlefield,
)
from tests.games.darkages.table import GREEN, YELLOW, Table

PACKAGE = "pfalz.games.darkages"


def heathens(players: int = 4, **more: Any) -> Table:
    return Table(players, modules=("heathens",), **more)


def markers() -> list[dict[str, Any]]:
    """The rows of the data file."""
    file = resources.files(f"{PACKAGE}.modules.heathens") / "data" / "heathens.toml"
    found: list[dict[str, Any]] = tomllib.loads(file.read_text("utf-8"))["marker"]
    return found


@pytest.mark.clause("DM7-1.1", "DM7-2.1", "DM0-1.1")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_all_markers_are_heathens(players: int) -> None:
    table = heathens(players, wild=True)
    assert table.t.marker_ids == [f"heathen_{i:02}" for i in range(1, 26)]
    laid = [marker for marker in table.s.marker if marker != NONE]
    assert len(laid) == table.t.areas - players == len(set(laid))
    assert [module.id for module in table.rules.modules] == ["heathens"]  # as the record and everybody says


@pytest.mark.clause("DM0-1.2")
def test_a_module_knows_how_many_may_play() -> None:
    with pytest.raises(RulesetError):
        ruleset("darkages", 9, ("heathens",))


def field(trophies: int = 0) -> Battlefield:
    """A battlefield on which Yellow has six crossbowmen."""
    found = Battlefield(rules=ruleset("darkages", 4, ("heathens",))).trophies(YELLOW, trophies)
    return found.technology(YELLOW, "crossbows").hold(YELLOW, "verona", archers=6)


def beat(here: Battlefield) -> None:
    """Yellow hits with every shot, the enemy with none; what has to be chosen is chosen by and by."""
    archers = sum(n for target, n in here.army(DEFENDER).items() if ARCHER_T <= target < CAVALRY_T)
    here.roll(*[6] * 6, *[1] * archers)
    while here.asked() == "hits":
        ask = here.ask_of()
        here.do("hits", ask.seat, *ask.random_answer(here.s, here.rng))


@pytest.mark.clause("DM7-2.2", "D-16.2", "D-16.6")
def test_mb23_heathens_with_a_trophy() -> None:
    here = field(trophies=1).marker("lombardy", "heathen_11")
    here.attack(YELLOW, "verona", "lombardy", archers=6)
    assert here.army(DEFENDER) == {INFANTRY_T + TEMPORARY: 4}
    assert [here.s.face_of(BARBARIANS, unit).level for unit in range(UNITS)] == [1, 1, 1]
    beat(here)
    assert here.s.victor == ATTACKER and here.owner("lombardy") == YELLOW
    assert here.scores()[YELLOW] == 4 + 2 and here.owned(YELLOW) == {"gold": 1}
    assert here.s.trophies[YELLOW][-1] == here.t.marker_ids.index("heathen_11")
    assert len(here.s.trophies[YELLOW]) == 2


def gained(row: dict[str, Any], what: str) -> int:
    """How much of one thing a marker brings."""
    return sum(part["n"] for part in row["reward"] if part.get("what") == what)


@pytest.mark.clause("DM7-1.1", "DM7-2.2", "DM0-1.7", "DM0-1.10", "D-16.6")
@pytest.mark.parametrize("row", markers(), ids=lambda row: row["id"])
def test_every_marker(row: dict[str, Any]) -> None:
    """Its units fight, and whoever beats them takes what the other side shows."""
    here = field().marker("lombardy", row["id"])
    here.attack(YELLOW, "verona", "lombardy", archers=6)
    fighting = here.army(DEFENDER)
    for target, unit in ((INFANTRY_T, "infantry"), (ARCHER_T, "archer"), (CAVALRY_T, "cavalry")):
        assert fighting.get(target + TEMPORARY, 0) == row[unit]
    culture, cards = here.s.culture[YELLOW], len(here.s.hand[YELLOW])
    beat(here)
    owned = {id: gained(row, id) for id in GOODS_IDS if gained(row, id)}
    if gained(row, "resource"):
        assert here.asked() == "goods" and list(here.options()) == list(here.options(0)) == [0, 1, 2, 3]
        here.do("goods", YELLOW, 0, 3)  # two different ones
        owned |= {"wood": 1, "iron": 1}
    if any(part["op"] == "take_card" for part in row["reward"]):
        assert here.asked() == "take_card" and len(here.options()) == here.t.offer_places  # any of the offer
        here.do("take_card", YELLOW, here.options()[-1]).let_nature()
        assert len(here.s.hand[YELLOW]) == cards + 1
    assert here.scores()[YELLOW] == gained(row, "vp")
    assert here.owned(YELLOW) == owned
    assert here.s.culture[YELLOW] == culture + gained(row, "culture")
    assert here.s.extra == any(part["op"] == "extra_turn" for part in row["reward"])
    assert here.s.trophies[YELLOW] == (here.t.marker_ids.index(row["id"]),)


@pytest.mark.clause("DM7-2.2", "DMX-1.5", "DM0-1.3")
def test_what_helps_against_barbarians_helps_against_heathens() -> None:
    """No reinforcement for trophies, as the card says of barbarians (D-22.23)."""
    here = field(trophies=1).ability(YELLOW, "scouts", 2).marker("lombardy", "heathen_11")
    here.attack(YELLOW, "verona", "lombardy", archers=6)
    assert here.army(DEFENDER) == {INFANTRY_T + TEMPORARY: 3}


def test_names_and_signs() -> None:
    table = heathens(wild=True)
    english, german = Texts(table.rules, "en"), Texts(table.rules, "de")
    assert english.name("side", 4) == "the heathens" and german.name("side", 4) == "die Haiden"
    assert english.name("owner", 4) == "the heathens"
    infantry = table.t.barbarian_faces[0]
    assert (english.name("face", infantry), german.name("face", infantry)) == (
        "Heathen Infantry",
        "Haidnische Fußkämpfer",
    )
    assert english.text("module.heathens") == "Heathens" and german.text("module.heathens") == "Haiden"
    area = next(area for area, marker in enumerate(table.s.marker) if marker != NONE)
    assert look_text(table.rules, english, table.t.unit_look[table.s.marker[area]]).startswith(
        "The heathens:"
    )
    drawing = svg(table.rules, table.rules.view(table.s, GREEN), GREEN, english)
    signs = sum(look != NONE for look in table.s.look)
    assert signs == 20 and drawing.count('id="heathens-') == signs
    assert drawing.count("(DM7-2.2)") == signs
    assert "Heathens hold the land" in plain(table.rules, table.s, GREEN, english)
    base = Table(wild=True)
    drawing = svg(base.rules, base.rules.view(base.s, GREEN), GREEN, Texts(base.rules, "en"))
    assert "heathens-" not in drawing and "DM7" not in drawing


@pytest.mark.clause("DM7-2.2", "DMX-1.5")
@pytest.mark.parametrize(("modules", "who"), [((), "the barbarians"), (("heathens",), "the heathens")])
def test_who_marches_is_told_whom_he_would_meet(modules: tuple[str, ...], who: str) -> None:
    table = Table(modules=modules, wild=True)
    area = next(i for i, look in enumerate(table.s.look) if look != NONE)
    assert Texts(table.rules, "en").notes(standing_there(table.s, YELLOW, area)) == who
