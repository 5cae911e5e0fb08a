"""`pfalz encode`: the description of the numbers, in words and as JSON."""

from __future__ import annotations

import json
from typing import Any

import pytest

from pfalz import catalogue
from pfalz.core.encoding import Encoding
from pfalz.core.ruleset import Ruleset
from tests.cli.conftest import Run
from tests.core.raid import RaidGame, raid


@pytest.fixture
def at_the_raid(monkeypatch: pytest.MonkeyPatch) -> None:
    """The catalogue has a toy."""
    toys: dict[str, Any] = {"raid": RaidGame()}

    def ruleset(id: str, players: int, modules: Any, options: Any, edition: Any) -> Ruleset[Any]:
        return Ruleset(toys[id], players, {}, modules, options)

    monkeypatch.setattr(catalogue, "game", toys.__getitem__)
    monkeypatch.setattr(catalogue, "ruleset", ruleset)


@pytest.mark.usefixtures("at_the_raid")
def test_in_words(pfalz: Run) -> None:
    done = pfalz("encode", "raid", "--players", "3", "--module", "banners")
    encoding = Encoding(raid(3, "banners"))
    assert done.code == 0
    assert "raid, 3 players, banners" in done.out
    assert f"encoding version 1, layout {encoding.fingerprint}" in done.out
    assert f"A view: {encoding.length} floats" in done.out
    assert f"Slots that are filled already: {encoding.actions.prefix_length} floats" in done.out
    assert f"Actions: {encoding.actions.count}" in done.out
    assert "seat 3 × good 2" in done.out
    for segment in (*encoding.describe(), *encoding.actions.describe(), *encoding.actions.describe_prefix()):
        assert segment.name in done.out
    german = pfalz("encode", "raid", "--lang", "de")
    assert "raid, 2 Spieler, ohne Module" in german.out
    assert f"Eine Sicht: {Encoding(raid(2)).length} Zahlen" in german.out


@pytest.mark.usefixtures("at_the_raid")
def test_as_json(pfalz: Run) -> None:
    found = json.loads(pfalz("encode", "raid", "--players", "4", "--json").out)
    encoding = Encoding(raid(4))
    assert (found["game"], found["players"], found["modules"], found["options"]) == ("raid", 4, [], {})
    assert (found["version"], found["fingerprint"]) == (Encoding.VERSION, encoding.fingerprint)
    for part, segments, length in (
        ("view", encoding.describe(), encoding.length),
        ("prefix", encoding.actions.describe_prefix(), encoding.actions.prefix_length),
        ("actions", encoding.actions.describe(), encoding.actions.count),
    ):
        assert found[part]["length"] == length == sum(one["length"] for one in found[part]["segments"])
        assert [one["name"] for one in found[part]["segments"]] == [one.name for one in segments]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("encode",), "the following arguments are required: GAME; see `pfalz encode --help`"),
        (("encode", "stauffer"), "there is no game 'stauffer'; did you mean 'staufer'?"),
        (("encode", "staufer", "--players", "9"), "staufer is for 2 to 5 players, not 9"),
        (("encode", "staufer", "--module", "x"), "staufer has no module 'x'"),
    ],
)
def test_errors(pfalz: Run, arguments: tuple[str, ...], message: str) -> None:
    done = pfalz(*arguments)
    assert done.code == 2
    assert message in done.err
    assert done.out == ""
