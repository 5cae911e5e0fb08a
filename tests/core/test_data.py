"""Data files and editions: only existing values can be corrected, and every mistake is named with a hint."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pfalz.core.data import Edition, corrected, load_files, read_edition, typed
from pfalz.core.errors import DataError

DATA: dict[str, Any] = {
    "regions": {
        "region": [
            {"id": "aachen", "seats": [{"number": 3, "noble": False}, {"number": 5, "noble": True}]},
            {"id": "milano", "seats": [{"number": 4, "noble": False}]},
        ],
        "ring": [4, 5, 6],
    },
    "game": {"title": "Staufer", "gold": 7, "odds": 0.5, "tables": {"points": [1, 2]}},
}


def test_without_edition_the_data_are_left_as_they_are() -> None:
    assert corrected(DATA, None) is DATA
    assert corrected(DATA, Edition("staufer")) is DATA


@pytest.mark.parametrize(
    ("path", "value", "where"),
    [
        ("game.gold", 9, lambda d: d["game"]["gold"]),
        ("game.title", "x", lambda d: d["game"]["title"]),
        ("game.odds", 0.25, lambda d: d["game"]["odds"]),
        ("game.tables.points", [3], lambda d: d["game"]["tables"]["points"]),
        ("game.tables.points.1", 8, lambda d: d["game"]["tables"]["points"][1]),
        ("regions.ring.0", 1, lambda d: d["regions"]["ring"][0]),
        ("regions.region.milano.id", "mailand", lambda d: d["regions"]["region"][1]["id"]),
        ("regions.region.1.id", "mailand", lambda d: d["regions"]["region"][1]["id"]),
        (
            "regions.region.aachen.seats.5.noble",
            False,
            lambda d: d["regions"]["region"][0]["seats"][1]["noble"],
        ),
        (
            "regions.region.aachen.seats.0.number",
            7,
            lambda d: d["regions"]["region"][0]["seats"][0]["number"],
        ),
    ],
)
def test_a_path_reaches_its_value_and_nothing_else(path: str, value: Any, where: Any) -> None:
    original = copy.deepcopy(DATA)
    out = corrected(DATA, Edition("staufer", set={path: value}))
    assert where(out) == value
    assert original == DATA
    back = corrected(out, Edition("staufer", set={path.replace("milano", "mailand"): where(DATA)}))
    assert back == original


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        ("gme.gold", 1, r"edition: gme\.gold: the data has no entry 'gme'; did you mean 'game'\?"),
        ("game.gould", 1, r"game has no entry 'gould'; did you mean 'gold'\?"),
        ("game.x", 1, "game has no entry 'x'; known: title, gold, odds, tables"),
        ("regions.region.achen.id", "", r"regions\.region has no entry 'achen'; did you mean 'aachen'\?"),
        ("regions.region.9.id", "", "regions.region has no entry '9'; known: aachen, milano"),
        ("regions.ring.3", 1, "regions.ring has no entry '3'; known: 0, 1, 2"),
        ("regions.ring.-1", 1, "regions.ring has no entry '-1'"),
        ("regions.ring.²", 1, "regions.ring has no entry '²'"),
        ("game.gold.more", 1, r"game\.gold\.more goes below game\.gold, which is a plain value \(7\)"),
        ("", 1, "the data has no entry ''"),
        ("game.gold", "9", r"game\.gold is a whole number \(7\); it cannot become '9' \(text\)"),
        ("game.gold", True, r"it cannot become True \(true/false\)"),
        ("game.gold", 1.5, r"it cannot become 1\.5 \(number\)"),
        ("game.title", 5, r"game\.title is a text \('Staufer'\); it cannot become 5 \(whole number\)"),
        ("game.tables", [], r"is a table .*; it cannot become \[\] \(list\)"),
    ],
)
def test_a_wrong_path_or_type_is_refused_with_a_hint(path: str, value: Any, message: str) -> None:
    with pytest.raises(DataError, match=message):
        corrected(DATA, Edition("staufer", set={path: value}))


@given(
    st.lists(st.sampled_from(["game", "gold", "regions", "region", "0", "aachen", "seats", "ring", "", "²"]))
)
def test_any_path_is_either_set_or_refused(parts: list[str]) -> None:
    try:
        out = corrected(DATA, Edition("staufer", set={".".join(parts): 99}))
    except DataError:
        return
    assert out != DATA


class Region(msgspec.Struct, forbid_unknown_fields=True):
    id: str
    gold: int


def test_typed_data_name_the_place_of_a_mistake() -> None:
    assert typed([{"id": "a", "gold": 1}], list[Region], "regions") == [Region("a", 1)]
    with pytest.raises(DataError, match=r"regions: Expected `int`, got `str` - at `\$\[0\]\.gold`"):
        typed([{"id": "a", "gold": "1"}], list[Region], "regions")
    with pytest.raises(DataError, match=r"regions: .*unknown field `silver`"):
        typed([{"id": "a", "gold": 1, "silver": 2}], list[Region], "regions")
    with pytest.raises(DataError, match=r"regions: .*missing required field `gold`"):
        typed([{"id": "a"}], list[Region], "regions")


# -- edition files --------------------------------------------------------------------------------


def test_an_edition_file_is_read(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('game = "staufer"\nname = "Mine"\n[set]\n"game.gold" = 9\n', "utf-8")
    edition = read_edition(file)
    assert (edition.game, edition.name) == ("staufer", "Mine")
    assert corrected(DATA, edition)["game"]["gold"] == 9


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"game = ", "mine.toml: not valid TOML"),
        (b'game = "\xff"', "mine.toml: not valid TOML"),
        (b'name = "x"', "mine.toml: .*missing required field `game`"),
        (b'game = "staufer"\nsets = 1', "mine.toml: .*unknown field `sets`"),
        (b'game = "staufer"\nset = 1', r"mine.toml: .*at `\$\.set`"),
    ],
)
def test_a_wrong_edition_file_is_named(tmp_path: Path, content: bytes, message: str) -> None:
    file = tmp_path / "mine.toml"
    file.write_bytes(content)
    with pytest.raises(DataError, match=message):
        read_edition(file)


def test_a_missing_edition_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"none\.toml: cannot be read \(No such file"):
        read_edition(tmp_path / "none.toml")


def test_data_files_are_read_from_the_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "toy_package" / "data"
    folder.mkdir(parents=True)
    (folder.parent / "__init__.py").write_text("")
    (folder / "map.toml").write_text('name = "Köln"', "utf-8")
    (folder / "cards.toml").write_text("[[card]]\nid = 1", "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    assert load_files("toy_package", ("cards", "map")) == {
        "cards": {"card": [{"id": 1}]},
        "map": {"name": "Köln"},
    }
