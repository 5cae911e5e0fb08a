"""What `pfalz --lang de` says when something is wrong."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Run


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "die Datei ist leer; ein Protokoll beginnt mit einer Kopfzeile"),
        ("hallo\n", "Zeile 1: kein gültiges JSON; die Datei ist dort beschädigt oder abgeschnitten"),
        ('{"a": 1}\n', "Zeile 1: das ist kein Pfalz-Protokoll"),
        ('{"pfalz": 99}\n', "das Protokollformat 99 ist unbekannt; dieses Pfalz liest die Formate 1 bis 2"),
        ('{"pfalz": 1, "game": 5}\n', "Zeile 1: Expected `str`, got `int` - at `$.game`"),
        (
            '{"pfalz": 1, "game": "chess", "version": 1, "players": 2}\n',
            "dieses Protokoll gehört zum unbekannten Spiel 'chess'; es gibt: staufer, wallenstein, mil",
        ),
        (
            '{"pfalz": 1, "game": "staufer", "version": 1, "players": 12}\n',
            "die Kopfzeile dieses Protokolls ist nicht zu gebrauchen: "
            "staufer ist für 2 bis 5 Spieler, nicht für 12",
        ),
    ],
)
def test_records_that_cannot_be_used(pfalz: Run, text: str, message: str) -> None:
    Path("broken.jsonl").write_text(text)
    done = pfalz("--lang", "de", "replay", "broken.jsonl")
    assert done.code == 2
    assert message in done.err


def test_an_entry_that_does_not_replay(pfalz: Run) -> None:
    pfalz("play", "staufer", "--players", "3", "--seat", "1", "--seed", "y", typed="auto 8\nsave g.jsonl\n")
    lines = [json.loads(line) for line in Path("g.jsonl").read_text().splitlines()]
    lines[5]["move"] = [99]
    Path("g.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    done = pfalz("replay", "g.jsonl", "--verify", "--lang", "de")
    assert done.code == 1
    assert "g.jsonl: Eintrag 4 (Platz " in done.err
    assert ") lässt sich nicht nachspielen: 99 steht bei " in done.err
    assert " nicht zur Wahl: " in done.err


@pytest.mark.parametrize(
    ("argv", "message"),
    [
        (("games", "stauffer"), "es gibt kein Spiel 'stauffer'; meintest du 'staufer'?"),
        (("gams",), "es gibt keinen Befehl 'gams'; meintest du 'games'?"),
        (("sim", "staufer", "--bots", "kight"), "es gibt keinen Bot 'kight'; meintest du 'knight'?"),
        (("sim", "staufer", "--players", "9"), "staufer ist für 2 bis 5 Spieler, nicht für 9"),
        (("sim", "staufer", "--option", "privilege_set"), "richtig ist --option privilege_set=WERT"),
        (("sim", "staufer", "--option", "privilege_set=x"), "die Option 'privilege_set' ist eins von "),
        (("rules", "staufer", "zz"), "staufer hat keine Regel 'zz'; Abschnitte: "),
        (("replay", "none.jsonl"), "none.jsonl: nicht lesbar ("),
    ],
)
def test_commands_that_cannot_be_used(pfalz: Run, argv: tuple[str, ...], message: str) -> None:
    done = pfalz("--lang", "de", *argv)
    assert done.code == 2
    assert message in done.err


def test_an_edition(pfalz: Run) -> None:
    Path("e.toml").write_text(
        'game = "staufer"\n[set]\n"chest.x" = 1\n"regions.region.aachen.seats_3_5.1.number" = "vier"\n'
    )
    done = pfalz("--lang", "de", "edition", "check", "e.toml")
    assert done.code == 1
    assert "e.toml: chest.x: in den Daten gibt es keinen Eintrag 'chest'; meintest du 'chests'?" in done.err
    assert "daraus kann nicht 'vier' (Text) werden" in done.err
