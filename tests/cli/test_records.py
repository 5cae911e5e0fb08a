"""`replay`, `show` and `analyse`: what is verified, what is shown to whom, what a damaged file is told."""

from __future__ import annotations

import json
import re
from functools import partial
from itertools import count
from pathlib import Path

import pytest

from pfalz import catalogue
from pfalz.bots import analysis
from pfalz.bots.inquiry import analyse
from pfalz.core.record import Record
from pfalz.lab.match import write_down
from tests.cli.conftest import Run


@pytest.fixture
def game(pfalz: Run) -> str:
    """An unfinished game of two against two knights, seat 1 being the person's."""
    pfalz("play", "staufer", "--players", "3", "--seat", "1", "--seed", "y", typed="auto 8\nsave g.jsonl\n")
    return "g.jsonl"


def edited(path: str, line: int, **values: object) -> str:
    """A copy of a record with one line changed."""
    lines = [json.loads(text) for text in Path(path).read_text().splitlines()]
    lines[line].update(values)
    Path("edited.jsonl").write_text("".join(json.dumps(text) + "\n" for text in lines))
    return "edited.jsonl"


def test_replay_verifies_and_prints(pfalz: Run, game: str) -> None:
    done = pfalz("replay", game)
    assert done.code == 0
    assert "Round 1 begins" in done.out
    assert "every position as recorded" in done.out
    assert "Chance was fair" in done.out
    assert "The game is not over." in done.out
    assert "is dealt the region job" not in done.out


@pytest.mark.parametrize(
    ("lang", "asked", "hidden"),
    [
        ("en", ("Who begins?", "Chance: In which order do the regions lie"), "something hidden"),
        ("de", ("Wer beginnt?", "Zufall: In welcher Reihenfolge liegen die"), "etwas Verdecktes"),
    ],
)
def test_replay_says_questions_and_answers_in_words(
    pfalz: Run, game: str, lang: str, asked: tuple[str, ...], hidden: str
) -> None:
    entries = [json.loads(line) for line in Path(game).read_text().splitlines()[1:]]
    for more in ((), ("--seat", "1"), ("--all",)):
        out = pfalz("replay", game, "--lang", lang, *more).out
        assert all(words in out for words in asked)
        assert not any(f": {entry['ask']}\n" in out for entry in entries)
        assert out.count("\n      → ") == len(entries)
        # who got which job: nothing is known to a spectator, one of three to a seat
        assert (f"→ {hidden}\n" in out) == (more == ())
        assert bool(re.search(f"→ .+: .+; {hidden}\n", out)) == (more == ("--seat", "1"))


def test_replay_of_a_secret_plan_shows_it_to_its_owner_only(pfalz: Run) -> None:
    typed = "auto 25\nsave w.jsonl\n"
    pfalz("play", "wallenstein", "--players", "3", "--seat", "1", "--seed", "y", typed=typed)
    asked, plan = (
        "Guest: Plan the round: put a card into every box of your mat.\n      → ",
        "auction: money card",
    )
    assert f"{asked}{plan}" in pfalz("replay", "w.jsonl", "--seat", "1").out
    assert f"{asked}{plan}" in pfalz("replay", "w.jsonl", "--all").out
    for less in ((), ("--seat", "0")):
        assert f"{asked}something hidden\n" in pfalz("replay", "w.jsonl", *less).out


def test_replay_as_a_seat_or_with_all_cards_open(pfalz: Run, game: str) -> None:
    own = pfalz("replay", game, "--seat", "1").out
    assert own.count("is dealt the region job") == 1
    assert pfalz("replay", game, "--all").out.count("is dealt the region job") == 3


def test_verify_only(pfalz: Run, game: str) -> None:
    done = pfalz("replay", game, "--verify")
    assert (done.code, done.out.count("\n")) == (0, 3)
    assert pfalz("replay", game, "--verify", "--lang", "de").out.startswith("Geprüft: ")


def test_an_edited_record_fails(pfalz: Run, game: str) -> None:
    done = pfalz("replay", edited(game, 5, hash="0" * 16), "--verify")
    assert done.code == 1
    assert "edited.jsonl: entry 4 (" in done.err
    assert "leads to another position than recorded" in done.err
    assert pfalz("replay", edited(game, 0, seed="other"), "--verify").code == 1
    assert pfalz("replay", edited(game, 1, seat=1), "--verify").code == 1


def test_a_record_without_seed_is_verified_without_chance(pfalz: Run, game: str) -> None:
    done = pfalz("replay", edited(game, 0, seed=""), "--verify")
    assert done.code == 0
    assert "chance was not checked" in done.out


@pytest.mark.parametrize("command", ["replay", "show"])
@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "the file is empty"),
        ("hello\n", "line 1: not valid JSON"),
        ('{"a": 1}\n', "not a Pfalz record"),
        ('{"pfalz": 99}\n', "record format 99 is unknown"),
        ('{"pfalz": 1, "game": "chess", "version": 1, "players": 2}\n', "unknown game 'chess'"),
        ('{"pfalz": 1, "game": "staufer", "version": 77, "players": 2}\n', "version 77 of staufer"),
        ('{"pfalz": 1, "game": "staufer", "version": 1, "players": 12}\n', "2 to 5 players, not 12"),
    ],
)
def test_files_that_cannot_be_used(pfalz: Run, command: str, text: str, message: str) -> None:
    Path("bad.jsonl").write_text(text)
    done = pfalz(command, "bad.jsonl")
    assert done.code == 2
    assert message in done.err
    assert done.err.count("\n") == 1


def test_missing_and_binary_files(pfalz: Run) -> None:
    Path("b").write_bytes(b"\xff\xfe\x00")
    assert pfalz("replay", "b").code == 2
    done = pfalz("show", "nowhere.jsonl")
    assert (done.code, done.err) == (2, "pfalz: nowhere.jsonl: cannot be read (No such file or directory)\n")


def test_redacted_records_are_refused(pfalz: Run, game: str) -> None:
    done = pfalz("replay", edited(game, 3, hash=""))
    assert done.code == 2
    assert "only a complete record can be replayed" in done.err


def test_stepping(pfalz: Run, game: str) -> None:
    done = pfalz("replay", game, "--step", typed="\n+\n-\n12\nwhat\nq\n")
    assert done.code == 0
    positions = [line.split(" ")[1] for line in done.out.splitlines() if line.startswith("Position")]
    assert positions == ["0", "1", "2", "1", "12"]
    assert done.out.count("Enter or + goes on") == 2


def test_show_text(pfalz: Run, game: str) -> None:
    assert pfalz("show", game).code == 0
    now, before = pfalz("show", game).out, pfalz("show", game, "--at", "20").out
    assert now != before
    own, every = pfalz("show", game, "--seat", "1").out, pfalz("show", game, "--all").out
    assert len({now, own, every}) == 3
    assert pfalz("show", game, "--lang", "de").out != now


def test_show_svg(pfalz: Run, game: str) -> None:
    done = pfalz("show", game, "--format", "svg", "--out", "pictures/board.svg")
    assert (done.code, done.out) == (0, "Written to pictures/board.svg\n")
    assert Path("pictures/board.svg").read_text().lstrip().startswith("<svg")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--at", "9999"), "position 9999 does not exist; the record has positions 0 to"),
        (("--seat", "3"), "there is no seat 3; the seats are 0 to 2"),
        (("--seat", "x"), "'x' is not a whole number from 0"),
        (("--format", "png"), "there is no --format 'png'; there are: text, svg"),
        (("--seat", "0", "--all"), "not allowed with"),
    ],
)
def test_show_with_wrong_arguments(pfalz: Run, game: str, arguments: tuple[str, ...], message: str) -> None:
    done = pfalz("show", game, *arguments)
    assert done.code == 2
    assert message in done.err
    assert "Traceback" not in done.err


def test_analyse_tells_turning_points_and_draws_what_could_be_expected(
    pfalz: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(analysis, "CHECKED", 4)
    rules = catalogue.ruleset("staufer", 2)
    record, wrong = write_down(rules, ["random", "squire"], "analyse")
    assert not wrong
    Path("over.jsonl").write_text(record.dumps())
    done = pfalz("analyse", "over.jsonl", "--seat", "0", "--out", "expected.svg")
    assert done.code == 0 and "Turning points of random 0" in done.out and "best answer found" in done.out
    assert re.search(r"^ +\d+  .+−\d+", done.out, re.M)
    picture = Path("expected.svg").read_text()
    assert picture.startswith("<svg") and picture.count('class="curve"') == 2 and 'class="turn"' in picture
    ticks = count()
    monkeypatch.setattr("pfalz.terminal.analyse.analyse", partial(analyse, clock=lambda: next(ticks) / 10))
    hasty = pfalz("analyse", "over.jsonl", "--lang", "de", "--seconds", "1").out
    assert "Wendepunkte von" in hasty and "nicht gereicht" in hasty


def test_only_a_finished_and_complete_record_is_analysed(pfalz: Run, game: str) -> None:
    rules = catalogue.ruleset("staufer", 2)
    record, _ = write_down(rules, ["random", "random"], "analyse")
    Path("over.jsonl").write_text(record.dumps())
    Path("half.jsonl").write_text(Record(record.header, record.entries[:20]).dumps())
    assert "the game is not over" in pfalz("analyse", "half.jsonl").err
    assert "there is no seat 2; the seats are 0 to 1" in pfalz("analyse", "over.jsonl", "--seat", "2").err
    broken = pfalz("analyse", edited("over.jsonl", 4, hash="f" * 16))
    assert broken.code == 2 and "entry 3 (" in broken.err


def test_loading_a_record_that_cannot_go_on(pfalz: Run, game: str) -> None:
    done = pfalz("play", "--load", edited(game, 0, seed=""))
    assert done.code == 2
    assert "has no seed, so chance cannot go on" in done.err
    done = pfalz("play", "--load", edited(game, 4, hash="f" * 16))
    assert done.code == 2
    assert "edited.jsonl: entry 3 (" in done.err
    assert "not of wallenstein" in pfalz("play", "wallenstein", "--load", game).err


def test_taking_over_a_seat(pfalz: Run, game: str) -> None:
    done = pfalz("play", "--load", game, "--seat", "0", typed="save t.jsonl\n")
    assert "Konrad (you)" in done.out
    seats = json.loads(Path("t.jsonl").read_text().splitlines()[0])["seats"]
    assert [bool(seat.get("bot")) for seat in seats] == [False, True, True]
