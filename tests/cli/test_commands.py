"""`games`, `sim`, `rules`, `edition` and the command line itself: output, errors, exit codes, languages."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pfalz import __version__, catalogue
from pfalz.core.ruleset import Ruleset
from pfalz.core.texts import LANGUAGES
from pfalz.lab import clauses
from pfalz.terminal import rules as terminal_rules
from pfalz.terminal.words import spoken_language
from pfalz.web.strengths import strengths_of
from pfalz.web.words import words
from tests.cli.conftest import Run
from tests.lab.test_sim import Leaking


def test_help_teaches(pfalz: Run) -> None:
    for arguments in ((), ("--help",), ("-h",)):
        done = pfalz(*arguments)
        assert done.code == 0
        assert "exit codes:" in done.out
        assert "pfalz play staufer" in done.out
    for command in ("games", "sim", "play", "replay", "show", "rules", "encode", "edition"):
        done = pfalz(command, "--help")
        assert done.code == 0
        assert f"usage: pfalz {command}" in done.out
    assert "Aufruf: pfalz sim" in pfalz("sim", "--help", "--lang", "de").out
    assert pfalz("--version").out == f"pfalz {__version__}\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("gams",), "there is no command 'gams'; did you mean 'games'?"),
        (("games", "stauffer"), "there is no game 'stauffer'; did you mean 'staufer'?"),
        (("sim",), "the following arguments are required: GAME; see `pfalz sim --help`"),
        (("sim", "staufer", "--players", "9"), "staufer is for 2 to 5 players, not 9"),
        (("sim", "staufer", "--bots", "kight"), "there is no bot 'kight'; did you mean 'knight'?"),
        (("sim", "staufer", "--games", "0"), "'0' is not a whole number from 1"),
        (("sim", "staufer", "--module", "x"), "staufer has no module 'x'"),
        (("sim", "staufer", "--option", "x=1"), "staufer has no option 'x'"),
        (("sim", "staufer", "--option", "x"), "--option 'x' has no value; write --option x=VALUE"),
        (("sim", "staufer", "--option", "privilege_set=y"), "'privilege_set' is one of first_game"),
        (("sim", "staufer", "--option", "two_player_second_place=9"), "is true or false, not '9'"),
        (("sim", "staufer", "--option", "custom_privileges=1,x"), "whole numbers from 1 to 16, not '1,x'"),
        (("sim", "staufer", "--edition", "none.toml"), "none.toml: cannot be read"),
        (("sim", "staufer", "--nonsense"), "unrecognized arguments: --nonsense"),
        (("play",), "name a game to play; there are: staufer"),
        (("play", "staufer", "--seat", "2"), "there is no seat 2; the seats of 2 players are 0 to 1"),
        (("play", "staufer", "--bots", "knight,knight"), "2 bots are named, but there is room for 1"),
        (("rules", "staufer", "S-99"), "staufer has no clause 'S-99'; near it: "),
        (("rules", "staufer", "qqqq"), "sections: S-1, S-2"),
        (("edition",), "`pfalz edition check FILE`"),
        (("edition", "check", "none.toml"), "none.toml: there is no such file"),
        (("games", "--lang", "fr"), "there is no --lang 'fr'; there are: en, de"),
    ],
)
def test_errors_name_the_wrong_thing_and_the_right_one(
    pfalz: Run, arguments: tuple[str, ...], message: str
) -> None:
    done = pfalz(*arguments)
    assert done.code == 2
    assert message in done.err
    assert done.err.startswith("pfalz: ")
    assert done.err.count("\n") == 1
    assert done.out == ""


def test_a_bug_is_called_a_bug(pfalz: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalogue, "game", lambda id: 1 // 0)
    done = pfalz("games", "staufer")
    assert done.code == 3
    assert "ZeroDivisionError" in done.err
    assert "a bug in Pfalz" in done.err
    assert "Traceback" not in done.err
    monkeypatch.setenv("PFALZ_TRACEBACK", "1")
    assert "Traceback" in pfalz("games", "staufer").err


def test_games(pfalz: Run) -> None:
    assert "staufer" in pfalz("games").out
    out = pfalz("games", "staufer").out
    assert "The Staufer Dynasty" in out
    assert "Players: 2–5" in out
    assert "privilege_set  Privileges  default: first_game  S-17.1" in out
    assert "First game (blue seals) – The simplest effects" in out
    assert "Die Staufer" in pfalz("games", "staufer", "--lang", "de").out


def test_games_say_what_the_numbers_of_an_option_stand_for(pfalz: Run) -> None:
    out = " ".join(pfalz("games", "mil").out.split())
    assert "one each, in this order: A, B 0 = grain land, 1 = fishing pier, 2 = sheep pasture" in out
    assert "one each, in this order: grain land, fishing pier, sheep pasture, mine, quarry" in out


def test_sim(pfalz: Run) -> None:
    done = pfalz("sim", "staufer", "--games", "20", "--players", "3")
    assert done.code == 0
    assert "staufer, 3 players, 20 games, seed 0" in done.out
    for word in ("Win rate", "95 % interval", "Decisions per game", "decisions/s", "random"):
        assert word in done.out
    german = pfalz("sim", "staufer", "--games", "5", "--lang", "de").out
    assert "Entscheidungen je Partie" in german


def test_sim_json_is_the_same_for_any_number_of_jobs(pfalz: Run) -> None:
    def numbers(jobs: str) -> Any:
        options = ("--games", "4", "--bots", "knight,random", "--rotate", "--jobs", jobs, "--json")
        data = json.loads(pfalz("sim", "staufer", *options).out)
        for name in ("seconds", "wall_seconds", "choices_per_second", "games_per_second", "jobs"):
            assert data.pop(name) > 0
        for line in (*data["bots"], *data["seats"]):
            assert line.pop("milliseconds") >= 0
        return data

    one = numbers("1")
    assert one == numbers("2")
    assert [line["label"] for line in one["bots"]] == ["knight", "random"]
    assert one["plan"]["game"] == "staufer"


def test_sim_options_reach_the_rules(pfalz: Run) -> None:
    done = pfalz("sim", "staufer", "--games", "2", "--option", "custom_privileges=3,4,5,6,7,8")
    assert "custom_privileges=[3, 4, 5, 6, 7, 8]" in done.out


def test_failed_games_are_named_and_kept(pfalz: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    rules: Ruleset[Any] = Ruleset(Leaking(), 2, catalogue._files("staufer"))
    monkeypatch.setattr(catalogue, "ruleset", lambda *args, **named: rules)
    done = pfalz("sim", "staufer", "--games", "2", "--seed", "f")
    assert done.code == 1
    assert "pfalz: game 1 failed (seed f:1): not conserved: figures are gone" in done.err
    assert "--keep-failures DIR" in done.err
    done = pfalz("sim", "staufer", "--games", "2", "--seed", "f", "--keep-failures", "kept")
    assert "written to kept/staufer-f-0.jsonl – after answer" in done.err
    assert pfalz("replay", "kept/staufer-f-0.jsonl", "--verify").code == 0


def test_interrupted_simulation_shows_what_it_has(pfalz: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    from pfalz.lab import sim as lab

    def stopped(plan: lab.Plan, jobs: int) -> Iterator[lab.GameResult]:
        yield lab.play_game(plan.rules(), plan, 0)
        raise KeyboardInterrupt

    monkeypatch.setattr("pfalz.terminal.sim.simulate", stopped)
    done = pfalz("sim", "staufer", "--games", "50")
    assert done.code == 130
    assert "1 game, seed 0" in done.out
    assert "stopped after 1 of 50 games" in done.err


def test_rules(pfalz: Run) -> None:
    out = pfalz("rules", "staufer").out
    assert "Move and deploy action" in out
    out = pfalz("rules", "staufer", "S-16").out
    assert "S-16.1  Whoever has most points wins." in out
    out = pfalz("rules", "staufer", "s-7.3").out
    assert out.startswith("S-7.3  You may only pick a seat")
    assert "pfalz/games/staufer/deploy.py:" in out
    assert "tests/games/staufer/" in out
    assert pfalz("rules", "staufer", "7.3").out == out
    german = pfalz("rules", "staufer", "7.3", "--lang", "de").out
    assert "Umgesetzt in" in german
    assert "Bewiesen von" in german


def test_rules_of_modules(pfalz: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    sections = {"D-15": "End", "DM12": "Pope", "DM12-2": "Seat", "DMR": "Rulings"}
    texts = {"D-15.11": "Over.", "DM12-1.1": "A title.", "DM12-2.1": "In Rome.", "DMR-22": "Decided."}
    for module in (clauses, terminal_rules):
        monkeypatch.setattr(module, "rulebook", lambda package, language: (sections, texts))
    for id, text in texts.items():
        assert pfalz("rules", "staufer", id.lower()).out.startswith(f"{id}  {text}")
    assert pfalz("rules", "staufer", "M12-2.1").out.startswith("DM12-2.1  In Rome.")
    pope = pfalz("rules", "staufer", "DM12").out
    assert "A title." in pope and "In Rome." not in pope
    assert "In Rome." in pfalz("rules", "staufer", "DM12-2").out


def test_rules_without_tests(pfalz: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clauses, "tests_root", lambda: None)
    assert "The tests are not installed" in pfalz("rules", "staufer", "S-7.3").out
    assert "tested" not in pfalz("rules", "staufer").out


def edition(*lines: str, game: str = "staufer") -> str:
    Path("edition.toml").write_text("\n".join([f'game = "{game}"', 'name = "mine"', "[set]", *lines]))
    return "edition.toml"


def test_edition_that_fits(pfalz: Run) -> None:
    file = edition('"chests.chest.orange_points_2.value" = 3')
    done = pfalz("edition", "check", file, "--games", "1")
    assert done.code == 0
    assert "1 value fits staufer." in done.out
    assert "fine" in done.out
    assert "1 Wert passt zu staufer." in pfalz("edition", "check", file, "--games", "1", "--lang", "de").out
    played = pfalz("play", "staufer", "--edition", file, "--seed", "e", typed="save e.jsonl\n")
    assert played.code == 0
    header = json.loads(Path("e.jsonl").read_text().splitlines()[0])
    assert header["edition"] == {"chests.chest.orange_points_2.value": 3}
    assert pfalz("replay", "e.jsonl", "--verify").code == 0


def test_everything_wrong_with_an_edition_is_named(pfalz: Run) -> None:
    file = edition(
        '"regions.region.aachn.bonus" = 4',
        '"chests.chest.orange_points_2.copies" = "two"',
        '"chests.chest.orange_points_3.value" = 4',
        '"chest.x" = 1',
    )
    done = pfalz("edition", "check", file)
    assert done.code == 1
    assert "did you mean 'aachen'?" in done.err
    assert "is a whole number (2); it cannot become 'two' (text)" in done.err
    assert "the data has no entry 'chest'; did you mean 'chests'?" in done.err
    assert "orange_points_3" not in done.err
    assert "3 of 4 values cannot be used." in done.out


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("game = ", "not valid TOML"),
        ('name = "x"', "missing required field `game`"),
        ('game = "staufer"\ncolour = 1', "unknown field `colour`"),
        ('game = "chess"', "there is no game 'chess'"),
    ],
)
def test_editions_that_cannot_be_read(pfalz: Run, text: str, message: str) -> None:
    Path("e.toml").write_text(text)
    done = pfalz("edition", "check", "e.toml")
    assert done.code == 1
    assert message in done.err
    assert done.err.count("\n") == 1


def test_an_edition_of_another_game_is_refused(pfalz: Run) -> None:
    done = pfalz("sim", "staufer", "--edition", edition(game="wallenstein"))
    assert done.code == 2
    assert "this edition is for 'wallenstein', not for 'staufer'" in done.err


def test_language_of_the_environment() -> None:
    assert spoken_language([], {}) == "en"
    assert spoken_language([], {"LANG": "de_DE.UTF-8"}) == "de"
    assert spoken_language([], {"LC_ALL": "en_GB", "LANG": "de_DE"}) == "en"
    assert spoken_language([], {"LANG": "fr_FR"}) == "en"
    assert spoken_language(["games", "--lang", "de"], {"LANG": "en_US"}) == "de"
    assert spoken_language(["--lang=en"], {"LANG": "de_DE"}) == "en"


@pytest.mark.parametrize("language", LANGUAGES)
def test_games_says_what_to_expect_of_opponents(language: str, pfalz: Run) -> None:
    for game in catalogue.IDS:
        out = " ".join(pfalz("games", game, "--lang", language).out.split())
        for found in strengths_of(game, words(language)):
            assert found.text in out
        assert out.index(" page ") < out.index(" knight ", out.index("--bots"))
