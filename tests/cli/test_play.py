"""Playing in the terminal: whole games, why, undo, save and load, leaving in every way."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from pfalz.core.record import loads
from tests.cli.conftest import Run

GAME = ("play", "staufer", "--seed", "x", "--seat", "0")


def saved(path: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in Path(path).read_text().splitlines()]


def test_a_whole_game_by_numbers(pfalz: Run) -> None:
    done = pfalz(*GAME, "--players", "3", typed="1\n" * 300)
    assert done.code == 0
    assert "Mechthild (knight)" in done.out
    assert "Round 5 begins" in done.out
    assert "Result" in done.out
    assert Path("1").exists(), "the last 1 is the name of the file"
    record = loads(Path("1").read_text())
    assert [seat.bot for seat in record.header.seats] == ["", "knight", "knight"]
    assert record.header.seed == "x"
    assert pfalz("replay", "1", "--verify").code == 0
    assert not list(Path("state/pfalz").iterdir()), "a finished game leaves no autosave"


def test_the_person_gets_numbered_choices_and_reasons(pfalz: Run) -> None:
    out = pfalz(*GAME, typed="why 3\nwhy 1\nwhy\nwhy 99\n3\n99\nfoo\n\n").out
    lines = [line.rstrip() for line in out.splitlines()]
    assert "    1  Supply" in lines
    assert "    2  Move and deploy" in lines
    assert "3  Supply, action figure to space 1 – You have no chest" in out
    assert "(S-9.8)" in out
    why = "Supply, action figure to space 1: You have no chest “action figure to space 1”. (S-9.8)"
    assert f"> why 3\n{why}\nS-9.8  " in out
    assert "Supply is possible." in out
    assert "There is no choice 99; the choices are 1 to 4." in out
    assert "“foo” is neither a number nor a command" in out
    assert "Type the number of a choice" in out


def test_forms_are_filled_slot_by_slot_with_back(pfalz: Run) -> None:
    out = pfalz(*GAME, typed="2\n4\nback\n5\nback\nback\nundo\n").out
    assert "office seat:" in out
    assert re.search(r"   office seat: \w+, seat \d \(number \d\)\n", out)
    assert "This is the first choice of this question" in out
    assert out.count("Choose your action") == 2
    assert "Taken back." in out


def test_undo_stops_at_the_barrier(pfalz: Run) -> None:
    out = pfalz(*GAME, typed="1\n3\nundo\n").out
    assert "This can no longer be taken back." in out


def test_confirm_asks_before_sending(pfalz: Run) -> None:
    out = pfalz(*GAME, "--confirm", typed="1\n7\nback\n2\n\n").out
    assert out.count("Enter sends this answer; `back` changes it.") == 3
    assert "Guest moves and deploys." in out


def test_looking_things_up(pfalz: Run) -> None:
    out = pfalz(*GAME, typed="rules\nrules S-16\nrules s-99\nhelp\nlog 2\nboard\nhint\nagain\nsave\n").out
    assert "S-5.3  You perform one action" in out
    assert "S-16.1  Whoever has most points wins." in out
    assert "take back your last answer" in out
    assert "The knight would choose: action: " in out
    assert "Type `save FILE`" in out
    assert out.count("Round 1 begins") == 2
    assert out.count("Choose your action") == 3


def test_saved_games_go_on_as_they_would_have(pfalz: Run) -> None:
    pfalz(*GAME, typed="auto 3\nsave half.jsonl\nauto all\nwhole.jsonl\n")
    half = saved("half.jsonl")
    assert 5 < len(half) < 60
    again = pfalz("play", "--load", "half.jsonl", typed="auto all\nagain.jsonl\n")
    assert again.code == 0
    assert saved("again.jsonl") == saved("whole.jsonl")
    assert saved("whole.jsonl")[: len(half)] == half


def test_undo_and_the_same_answer_lead_to_the_same_game(pfalz: Run) -> None:
    pfalz(*GAME, typed="1\n3\nauto 4\nsave a.jsonl\nquit\n-\n")
    pfalz(*GAME, typed="2\nundo\n1\n3\nauto 4\nsave b.jsonl\nquit\n-\n")
    assert saved("a.jsonl") == saved("b.jsonl")


def test_end_of_input_keeps_the_game(pfalz: Run) -> None:
    done = pfalz(*GAME, typed="1\n3\n")
    assert done.code == 0
    (kept,) = Path("state/pfalz").iterdir()
    assert f"pfalz play --load {kept.absolute()}" in done.out
    again = pfalz("play", "--load", str(kept), typed="quit\n\n")
    assert "Choose your action" in again.out
    assert kept.exists()


def test_ctrl_c_keeps_the_game(pfalz: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(self: object, prompt: str) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("pfalz.terminal.context.Terminal.ask", interrupted)
    done = pfalz(*GAME)
    assert done.code == 130
    (kept,) = Path("state/pfalz").iterdir()
    assert str(kept.absolute()) in done.out


def test_quit_offers_to_save(pfalz: Run) -> None:
    assert "Saved to mine.jsonl" in pfalz(*GAME, typed="1\nquit\nmine.jsonl\n").out
    assert loads(Path("mine.jsonl").read_text()).header.game == "staufer"
    assert pfalz(*GAME, typed="1\nq\n-\n").code == 0
    assert not list(Path("state/pfalz").iterdir())


def test_a_foreign_file_is_not_overwritten(pfalz: Run) -> None:
    Path("notes.txt").write_text("dear diary")
    done = pfalz(*GAME, typed="save notes.txt\nsave /proc/none/x\n")
    assert "notes.txt: exists and is no Pfalz record; choose another name" in done.err
    assert "/proc/none/x: cannot be written" in done.err
    assert Path("notes.txt").read_text() == "dear diary"


def test_hot_seat(pfalz: Run) -> None:
    done = pfalz("play", "staufer", "--humans", "0,1", "--seed", "x", typed="\n1\n3\n\nundo\nlog 50\n")
    assert "Guest 1 (you)" in done.out
    assert "Now it is Guest 2's turn." in done.out
    named = done.out[done.out.index("Now it is Guest 2's turn") :]
    assert "Guest 2 is dealt the region job “" in named
    assert "Guest 1 is dealt a region job face down." in named


def test_secrets_of_bots_stay_secret(pfalz: Run) -> None:
    out = pfalz(*GAME, typed="log 50\nboard\nauto 10\nlog 500\n").out
    assert "Konrad is dealt a region job face down." in out
    assert "Konrad is dealt the" not in out


def test_german(pfalz: Run) -> None:
    out = pfalz(*GAME, "--lang", "de", typed="warum 3\n2\n4\nzurück\nhilfe\nrat\nregeln\nende\n-\n").out
    assert "Wähle" in out or "Aktion" in out
    assert "Nachschub" in out or "Versorg" in out
    assert "die Wahl davor ändern" in out
    assert "Der Ritter würde wählen" in out
    for english in ("Choose", "You have", "decides", "What happened", "knight"):
        assert english not in out


def test_seat_is_drawn_by_the_seed(pfalz: Run) -> None:
    seats = {
        pfalz("play", "staufer", "--players", "4", "--seed", str(n)).out.index("Guest") for n in range(6)
    }
    assert len(seats) > 1
