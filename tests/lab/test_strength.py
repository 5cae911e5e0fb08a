"""`tools/strength.py`: which matches there are, games by place, curves of courses; everything goes on."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

import strength
from pfalz.bots.course import Course
from pfalz.lab.sim import GameResult


@pytest.fixture(autouse=True)
def in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def shown(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *argv: str) -> list[str]:
    """What the tool prints."""
    monkeypatch.setattr(sys, "argv", ["strength.py", *argv, "--jobs", "1"])
    capsys.readouterr()
    strength.main()
    return capsys.readouterr().out.splitlines()


@pytest.mark.parametrize("kind", ["knight", "page", "prince"])
def test_matches_of_all_games_with_their_aims(kind: str) -> None:
    found = {contest.name: contest for contest in strength.contests(*strength.AIMS[kind])}
    assert {"darkages-2", "darkages-4", "wallenstein-4", "wallenstein-4-modules", "mil-4-modules"} <= set(
        found
    )
    assert found["wallenstein-4-modules"].in_play == ("court", "landsknechte", "leaders")
    assert found["darkages-2"].aim == strength.AIMS[kind][0] and found["staufer-4"].in_play == ()


def test_a_match_is_a_line_of_a_table(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = shown(monkeypatch, capsys, "page", "--only", "staufer-2", "--seeds", "1")
    cells = [cell.strip() for cell in lines[2].split("|")[1:-1]]
    assert len(lines) == 3 and cells[:4] == ["staufer", "2", "none", "2"] and cells[5:7] == ["50 %", "20 %"]
    assert len(cells) == lines[0].count("|") - 1
    kept = Path("strength/page-staufer-2-1.jsonl").read_bytes()
    assert shown(monkeypatch, capsys, "page", "--only", "staufer-2", "--seeds", "1") == lines
    assert Path("strength/page-staufer-2-1.jsonl").read_bytes() == kept
    with pytest.raises(SystemExit, match="chess-2: there are staufer-2"):
        shown(monkeypatch, capsys, "page", "--only", "chess-2")


def test_places_of_games_it_plays_itself(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = ("places", "staufer-2", "--bot", "page", "--games", "2")
    lines = shown(monkeypatch, capsys, *asked)
    assert lines[2].startswith("| staufer | 2 | none | page | 2 | ")
    assert shown(monkeypatch, capsys, *asked) == lines
    kept = Path("strength/places-staufer-2-page-2.jsonl").read_text("utf-8").splitlines()
    assert len(kept) == 3 and all(json.loads(line)["first"] in (0, 1) for line in kept[1:])
    with pytest.raises(SystemExit, match="nobody: neither a folder nor"):
        shown(monkeypatch, capsys, "places", "nobody")


def test_places_count_from_whoever_is_asked_first(monkeypatch: pytest.MonkeyPatch) -> None:
    results = [
        GameResult(0, "a", ("page",) * 3, (1, 2, 3), (3, 2, 1), first=1),
        GameResult(1, "b", ("page",) * 3, (3, 3, 1), (1, 1, 3), first=0),
    ]
    monkeypatch.setattr(strength, "results_of", lambda *args: results)
    wins = strength.wins_by_place(strength.Contest("staufer", 3), "page", 2, Path(), None)
    assert wins == [0.5, 1.5, 0.0]
    assert strength.told_places("darkages", [1.0, 2.0, 1.0]).startswith("50.0 [")


def test_courses_are_read(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Also where the folder is called like the weights of two players."""
    folder = Path("staufer-2")
    folder.mkdir()
    progress = {"wins": [3.0, 1.0], "losses": [[240, 0.7], [600, 0.6]]}
    state = {"course": Course("staufer", 2).told(), "progress": progress}
    (folder / "state.json").write_text(json.dumps(state), "utf-8")
    match = {"share": 0.7, "low": 0.6, "high": 0.8, "par": 0.5}
    trial = {"learned": 600, "champion": 0, "weights": "", "match": match}
    (folder / "strength.json").write_text(json.dumps([trial]), "utf-8")
    lines = shown(monkeypatch, capsys, "places", "staufer-2")
    assert lines[2].startswith("| staufer | 2 | by chance | learning | 4 | 75.0 [")
    (picture,) = shown(monkeypatch, capsys, "curve", "staufer-2")
    assert picture.count("<circle") == 1 and ">600<" in picture
    with pytest.raises(SystemExit, match="no course that was begun"):
        shown(monkeypatch, capsys, "curve", "nowhere")


def test_manners_are_counted_and_kept(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = shown(monkeypatch, capsys, "manners", "--games", "1")
    assert len(lines) == 6 and lines[2].startswith("| 2 | squire | ")
    kept = {path.name: path.read_bytes() for path in Path("strength").iterdir()}
    assert len(kept) == 4
    assert shown(monkeypatch, capsys, "manners", "--games", "1") == lines
    assert kept == {path.name: path.read_bytes() for path in Path("strength").iterdir()}


def test_when_the_time_is_up_the_table_is_of_whole_seeds(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = ("page", "--only", "staufer-2", "--seeds", "3")
    shown(monkeypatch, capsys, *asked)
    path = Path("strength/page-staufer-2-3.jsonl")
    head, *games = path.read_text("utf-8").splitlines()
    kept = [line for line in games if json.loads(line)["index"] in (0, 1, 4)]
    path.write_text("\n".join([head, *kept, ""]), "utf-8")
    lines = shown(monkeypatch, capsys, *asked, "--minutes", "0")
    assert len(lines) == 3 and lines[2].startswith("| staufer | 2 | none | 2 of 6 | ")
    assert path.read_text("utf-8").splitlines() == [head, *kept], "nothing is played"
    other = shown(monkeypatch, capsys, "page", "--only", "mil-2", "--minutes", "0")
    assert len(other) == 2 and not Path("strength/page-mil-2-100.jsonl").exists()


def test_games_that_were_begun_in_time_are_kept(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = shown(monkeypatch, capsys, "page", "--only", "staufer-2", "--seeds", "200", "--minutes", "0.01")
    kept = Path("strength/page-staufer-2-200.jsonl").read_text("utf-8").splitlines()[1:]
    assert 1 <= len(kept) < 400, "one was begun, and not all"
    assert len(lines) == 2 + (len(kept) > 1)
