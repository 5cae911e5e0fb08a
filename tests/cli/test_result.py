"""How a game has ended, as every command of the terminal says it: opponents, a lost game, the difficulty."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from pfalz import catalogue
from pfalz.core.texts import Texts
from pfalz.terminal.table import options_of
from pfalz.web.setup import difficulty
from tests.cli.conftest import Run

GOLDEN = Path(__file__).parent.parent / "golden"
LOST = "darkages/1p-pope-ends-tied-and-lost-alone"
SAID = {
    "en": ("The game is lost. First place: the league of lordlings with 55 points.", "Alone, normal"),
    "de": ("Das Spiel ist verloren. Erster Platz: der Bund der Junker mit 55 Punkten.", "Allein, normal"),
}
HARD = {"en": "Difficulty", "de": "Schwierigkeit"}


def golden(name: str) -> str:
    """A finished game as a file in this folder."""
    Path("g.jsonl").write_bytes(gzip.decompress((GOLDEN / f"{name}.jsonl.gz").read_bytes()))
    return "g.jsonl"


@pytest.mark.clause("DM1-9.8")
@pytest.mark.parametrize("language", ["en", "de"])
def test_a_game_lost_alone_says_so_with_its_opponents_and_its_difficulty(pfalz: Run, language: str) -> None:
    file = golden(LOST)
    lost, hard = SAID[language]
    for command in (("play", "--load", file, "--seat", "0"), ("show", file), ("replay", file, "--verify")):
        out = pfalz(*command, "--lang", language).out
        assert f"{lost}\n{HARD[language]}: {hard}\n" in out, command
    columns = {"en": "1. The league of lordlings", "de": "1. Der Bund der Junker"}
    assert columns[language] in pfalz("play", "--load", file, "--seat", "0", "--lang", language).out


def test_who_has_won_among_several_is_said_without_a_difficulty(pfalz: Run) -> None:
    file = golden("darkages/2p-knight")
    out = pfalz("show", file).out
    assert "\n\nknight " in out.lower() and " wins with " in out
    assert "Difficulty" not in out
    assert "wins with" not in pfalz("show", file, "--at", "20").out


def test_options_of_modules_are_read_as_what_they_are() -> None:
    game = catalogue.game("darkages")
    options = options_of(game, ["hard_deck=yes", "hard_titles=on", "easy_cities=off"])
    assert options == {"hard_deck": True, "hard_titles": True, "easy_cities": False}
    for language, said in (("en", "More horde cards"), ("de", "Mehr Hordenkarten")):
        texts = Texts(catalogue.ruleset("darkages", 1, (), options), language)
        assert said in difficulty(texts)
