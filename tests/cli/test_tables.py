"""`pfalz tables`: what the host is told, in both languages, with exit codes; hostile files change nothing."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pfalz import catalogue
from pfalz.server.play import opening, rulesets
from pfalz.server.settings import Settings
from tests.cli.conftest import Run
from tests.server.tools import play_some

URL = "sqlite:///pfalz.sqlite3"


@pytest.fixture
def table(pfalz: Run) -> str:
    """A table in the database of the working folder, with a few answers."""
    return play_some(Settings(database=URL, rate_scale=0, secret="s" * 32), 20)


@pytest.fixture
def changed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Other data of Die Staufer than the tables were played with."""
    real = catalogue._files
    data = copy.deepcopy(real("staufer"))
    data["game"]["figures"]["start_envoys"] = 3
    monkeypatch.setattr(catalogue, "_files", lambda id: data if id == "staufer" else real(id))
    rulesets._rules.cache_clear()
    opening._fitting.cache_clear()
    yield
    monkeypatch.undo()
    rulesets._rules.cache_clear()
    opening._fitting.cache_clear()


def test_list_and_show(pfalz: Run, table: str) -> None:
    done = pfalz("tables", "list")
    assert done.code == 0 and table in done.out and "playing" in done.out and "Ida, Ida" in done.out
    german = pfalz("tables", "list", "--lang", "de", "--status", "playing").out
    assert "läuft" in german and "Zuletzt" in german and table in german
    assert table not in pfalz("tables", "list", "--status", "over").out
    done = pfalz("tables", "show", table, "--at", "3")
    assert done.code == 0 and f"{table} · staufer · playing · Position 3 of " in done.out
    assert "Stellung" in pfalz("tables", "show", table, "--lang", "de").out
    assert pfalz("tables", "show", table, "--at", "999").code == 2
    done = pfalz("tables", "show", "nothere", "--lang", "de")
    assert (done.code, done.err) == (2, "pfalz: diesen Tisch gibt es nicht\n")


def test_export_import_and_undo(pfalz: Run, table: str) -> None:
    done = pfalz("tables", "export", table, "--out", "game.jsonl")
    assert done.code == 0 and "Written to game.jsonl" in done.out
    assert pfalz("replay", "game.jsonl", "--verify").code == 0
    assert json.loads(Path("game.jsonl").read_text().splitlines()[0])["seed"]
    done = pfalz("tables", "import", "game.jsonl")
    assert done.code == 0 and "has been laid, with" in done.out
    new = done.out.split()[1]
    undone = pfalz("tables", "undo", new, "--lang", "de")
    assert undone.code == 0 and f"Tisch {new} ist wieder bei Stellung" in undone.out
    assert pfalz("tables", "undo", new, "--to", "15").code == 0
    refused = pfalz("tables", "undo", new, "--to", "999", "--lang", "de")
    assert refused.code == 2 and "kann zu den Stellungen 0 bis" in refused.err
    assert pfalz("tables", "undo", "nothere").code == 2


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("tables",), "say what to do with the tables: list, show, export, import, undo, patch"),
        (("tables", "export"), "name a table to export, or --all"),
        (("tables", "export", "x", "--all"), "name a table to export, or --all"),
        (("tables", "export", "--all", "--earlier", "0"), "name a table to export, or --all"),
        (("tables", "export", "nothere"), "there is no such table"),
        (("tables", "import", "none.jsonl"), "none.jsonl: cannot be read"),
        (("tables", "import", "."), ".: cannot be read"),
        (("tables", "list", "--database", "sqlite:///no/such.sqlite3"), "this database cannot be used"),
        (("tables", "list", "--database", "mongo://x"), "this database cannot be used"),
    ],
)
def test_commands_that_cannot_be_used(pfalz: Run, arguments: tuple[str, ...], message: str) -> None:
    done = pfalz(*arguments)
    assert done.code == 2 and message in done.err
    german = pfalz("--lang", "de", *arguments)
    assert german.code == 2 and message not in german.err


def hostile(good: str) -> list[tuple[str | bytes, str]]:
    """Files that are no use, and what is said of them."""
    lines = [json.loads(line) for line in good.splitlines()]

    def but(line: int, **change: Any) -> str:
        raw = [*lines[:line], {**lines[line], **change}, *lines[line + 1 :]]
        return "".join(json.dumps(item) + "\n" for item in raw)

    position = {"stack": [], "answers": [], "columns": {}, "slices": {}}
    return [
        ("", "the file is empty"),
        (b"\xff\xfe\x00", "not a text file"),
        ("[" * 100_000, "not valid JSON"),
        ("x" * (5 << 20), "too large for a record of one game"),
        (but(0, game="chess"), "unknown game 'chess'"),
        (but(0, version=99), "played under version 99"),
        (but(0, pfalz=3), "record format 3 is unknown"),
        (but(0, players=10**9), "staufer is for 2 to 5 players"),
        (but(0, edition={"game.game.rounds": "x"}), "it cannot become 'x'"),
        (but(0, start={"answers": 1, "version": 1, "position": {}}), "a position has the parts"),
        (but(0, start={"answers": 1, "version": 1, "position": position}), "is missing"),
        (but(9, hash="0" * 16), "leads to another position than recorded"),
        (but(9, move=[99]), "does not replay"),
        (but(9, move=[10**40]), "does not replay"),
        (but(9, n=4), "answer 8 is missing"),
        ("\n".join(good.splitlines()[:5]) + "\n{", "not valid JSON"),
        (good.splitlines()[0] + "\n" + '{"undo": -1, "seat": 0}\n', "cannot go back to -1"),
        ('{"pfalz_backup":1,"schema":3}\n', "cut off after line 1"),
        ('{"pfalz_backup":1,"schema":99}\n', "newer Pfalz (schema 99)"),
        ('{"pfalz_backup":7,"schema":1}\n', "backup format 7 is unknown"),
    ]


def test_hostile_files_are_refused_and_change_nothing(pfalz: Run, table: str) -> None:
    good = pfalz("tables", "export", table, "--out", "good.jsonl")
    assert good.code == 0
    before = pfalz("tables", "list").out
    for content, message in hostile(Path("good.jsonl").read_text()):
        Path("bad.jsonl").write_bytes(content if isinstance(content, bytes) else content.encode())
        database = ("--database", "sqlite:///empty.sqlite3") if "pfalz_backup" in str(content) else ()
        done = pfalz("tables", "import", "bad.jsonl", *database)
        assert done.code == 2 and message in done.err, (message, done.err[:300])
        assert done.err.startswith("pfalz: bad.jsonl: ")
    assert pfalz("tables", "list").out == before


def test_a_backup_and_back(pfalz: Run, table: str) -> None:
    done = pfalz("tables", "export", "--all", "--out", "all.jsonl", "--lang", "de")
    assert done.code == 0 and "1 Tisch und alles andere geschrieben nach all.jsonl" in done.out
    assert Path("all.jsonl").stat().st_mode & 0o077 == 0, "it has secrets"
    other = ("--database", "sqlite:///other.sqlite3")
    done = pfalz("tables", "import", "all.jsonl", *other)
    assert done.code == 0 and "1 table and everything else restored." in done.out
    assert table in pfalz("tables", "list", *other).out
    refused = pfalz("tables", "import", "all.jsonl", "--lang", "de")
    assert refused.code == 2 and "eine Sicherung braucht eine leere Datenbank" in refused.err


def test_patch_says_what_it_does(pfalz: Run, table: str) -> None:
    done = pfalz("tables", "patch")
    assert done.code == 0 and "1 table replayed: 0 led elsewhere, 0 cannot go on." in done.out


def test_patch_after_a_change_of_the_rules(pfalz: Run, table: str, changed: None) -> None:
    dry = pfalz("tables", "patch")
    assert dry.code == 1 and f"{table}  leads elsewhere; goes on from the snapshot at " in dry.out
    assert "entry 0 (seat " in dry.out.replace("\n", " ") and "Nothing has been changed" in dry.out
    german = pfalz("tables", "patch", "--lang", "de")
    assert german.code == 1 and "führt anderswohin" in german.out and "Eintrag 0" in german.out
    assert pfalz("tables", "show", table).code == 2, "not playable before it is patched"
    done = pfalz("tables", "patch", "--write")
    assert done.code == 0 and "1 led elsewhere" in done.out and "Nothing" not in done.out
    assert pfalz("tables", "patch").code == 0
    shown = pfalz("tables", "show", table)
    assert shown.code == 0 and "Position 0 of 0" in shown.out
    assert "The rules have changed" in shown.out and f"export {table} --earlier 0" in shown.out
    assert pfalz("tables", "export", table, "--out", "now.jsonl").code == 0
    assert pfalz("replay", "now.jsonl", "--verify").code == 0
    assert pfalz("tables", "import", "now.jsonl").code == 0
    old = pfalz("tables", "export", table, "--earlier", "0", "--out", "old.jsonl")
    assert old.code == 0 and len(Path("old.jsonl").read_text().splitlines()) > 20
    refused = pfalz("tables", "export", table, "--earlier", "1", "--lang", "de")
    assert refused.code == 2 and f"Tisch {table} hat 1 früheres Protokoll" in refused.err
