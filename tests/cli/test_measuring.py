"""`pfalz train` and `pfalz arena`: what they show, what they leave behind, and that they go on."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from pfalz.bots.course import Course
from pfalz.bots.crew import Crew
from pfalz.bots.network import Network
from pfalz.bots.training import command_of, read_state
from pfalz.lab import champions
from pfalz.lab.ledger import Ledger, digest
from pfalz.lab.sim import GameResult
from tests.cli.conftest import Run

TRAIN = ("train", "staufer", "--players", "2", "--first", "4", "--games", "6", "--units", "8", "--jobs", "1")
TINY = (*TRAIN, "--checkpoint", "2", "--trial", "1", "--gate", "2")
FOLDER = Path("training/staufer-2")
WEIGHTS = FOLDER / "staufer-2.npz"


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the weights of the package would be; generations are small."""
    monkeypatch.setattr("pfalz.bots.learned.WEIGHTS", tmp_path / "package")
    monkeypatch.setattr("pfalz.terminal.train.Course", partial(Course, generation=2))
    return tmp_path / "package" / "staufer-2.npz"


def test_training_shows_loss_and_strength_and_leaves_weights_with_a_card(pfalz: Run, package: Path) -> None:
    done = pfalz(*TINY)
    assert done.code == 0
    lines = done.err.splitlines()
    assert lines[0].startswith("4 games: loss 0.") and "games/s" in lines[0]
    assert any("of the wins" in line and "against the game's own judgement" in line for line in lines)
    said = [line for line in lines if line.startswith("6 games: loss")]
    assert len(said) == 2 and all("] against squire" in line for line in said)
    out = " ".join(done.out.split())
    assert "of the wins in 4 games against the game's own judgement" in out
    assert "Not clearly better than the game's own judgement" in out
    assert "training/staufer-2/staufer-2.npz: 6 games" in out and not package.exists()

    network = Network.load(WEIGHTS)
    card = network.card
    assert (card.game, card.players, card.seed, card.games) == ("staufer", 2, "1", 6) and card.margin > 1
    (match,) = card.strength
    assert match["against"] == "squire" and match["seed"].startswith("gate:") and match["modules"] == []
    assert match["games"] == 4 and match["seeds"] == 2 and match["low"] <= match["share"] <= match["high"]
    told = "pfalz train staufer --players 2 --seed 1 --games 6 --first 4 --passes 3 --units 8"
    assert command_of(WEIGHTS) == f"{told} --trust 0.9 --seldom 0.02"
    trials = json.loads((FOLDER / "strength.json").read_text("utf-8"))
    assert [(trial["learned"], trial["champion"]) for trial in trials] == [(4, 0), (6, 0)]
    assert (FOLDER / "weights-4.npz").exists() and (FOLDER / "weights-6.npz").exists()
    picture = (FOLDER / "curve.svg").read_text("utf-8")
    assert picture.count("<circle") == 2 and "wins against the champion" in picture

    state = read_state(FOLDER)
    again = pfalz(*TINY, "--lang", "de", "--install")
    assert again.code == 0 and read_state(FOLDER) == state, "nothing is learned twice"
    out = " ".join(again.out.split())
    assert "Nicht deutlich besser als das eigene Urteil" in out and "wurde nichts ins Paket gelegt" in out
    assert "] gegen Knappe" in again.err and not package.exists()
    forced = pfalz(*TINY, "--force")
    assert "all the same, because of --force" in " ".join(forced.out.split())
    assert package.read_bytes() == WEIGHTS.read_bytes()


def test_matches_do_not_influence_what_is_learned(pfalz: Run, package: Path) -> None:
    measured = pfalz(*TINY, "--gate", "0", "--folder", "with")
    alone = pfalz(*TRAIN, "--trial", "0", "--gate", "0", "--folder", "without")
    assert "nobody knows whether these weights are good" in alone.out and measured.code == 0
    files = [Network.load(Path(name) / "staufer-2.npz") for name in ("with", "without")]
    assert digest(files[0]) == digest(files[1])
    assert not Path("without/strength.json").exists() and Path("with/strength.json").exists()


@pytest.fixture
def always_won(monkeypatch: pytest.MonkeyPatch) -> None:
    """Matches in which the challenger wins every game, without anybody playing."""

    def held_by(crew: Crew, ledger: Ledger) -> Iterator[GameResult]:
        plan: Any = ledger.plan
        for index in ledger.missing:
            places = (1, 2) if plan.place(index)[2] == 0 else (2, 1)
            scores = tuple([-place for place in places])
            ledger.add(GameResult(index, plan.game_seed(index), plan.seating(index), scores, places))
            yield ledger.results[index]

    monkeypatch.setattr(champions, "held_by", held_by)


@pytest.mark.usefixtures("always_won")
def test_clearly_better_weights_are_put_into_the_package_if_that_is_wanted(pfalz: Run, package: Path) -> None:
    told = pfalz(*TINY, "--trial", "20", "--gate", "20")
    assert "the new champion is the network after 4 games" in told.err
    assert "the new champion is the network after 6 games" in told.err
    assert "against the champion, itself after 4 games" in " ".join(told.err.split())
    assert "] against champion 4" in told.err
    assert "no weights for this table yet" in told.out and "With --install" in told.out
    assert not package.exists()
    done = pfalz(*TINY, "--trial", "20", "--gate", "20", "--install")
    assert "Put into the package" in done.out and package.read_bytes() == WEIGHTS.read_bytes()
    same = pfalz(*TINY, "--trial", "20", "--gate", "20", "--install")
    assert "the very weights that stand in the package" in same.out


def test_an_interrupted_course_says_how_to_go_on(
    pfalz: Run, package: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopped(*args: Any) -> Any:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(champions, "held_by", stopped)
        done = pfalz(*TINY)
    assert done.code == 130 and "the same command goes on in training/staufer-2" in done.err
    assert read_state(FOLDER)["progress"]["games"] == 4
    other = pfalz(*TINY[:-1], "2", "--first", "3")
    assert other.code == 2 and "another course was begun here" in other.err


@pytest.mark.parametrize("passes", ["0", "x", "-1", "inf", "nan"])
def test_how_often_a_position_is_looked_at_is_a_number(pfalz: Run, passes: str) -> None:
    done = pfalz("train", "staufer", "--passes", passes)
    assert done.code == 2 and "is not a number above 0" in done.err


@pytest.mark.parametrize("option", ["--trust", "--seldom"])
@pytest.mark.parametrize("value", ["-0.1", "1.1", "x", "nan"])
def test_shares_of_a_course_are_shares(pfalz: Run, option: str, value: str) -> None:
    done = pfalz("train", "staufer", f"{option}={value}")
    assert done.code == 2 and "is not a number from 0 to 1" in done.err


ARENA = ("arena", "staufer", "--bots", "page,random", "--seeds", "2", "--seed", "c")


def test_a_tournament_is_shown_and_written_down(pfalz: Run) -> None:
    done = pfalz(*ARENA, "--jobs", "1", "--keep", "kept.jsonl", "--html", "page.html", "--csv", "table.csv")
    assert done.code == 0
    out = " ".join(done.out.split())
    assert "staufer, 2 players, seed c" in out and "engine: " in out and "seeds: c:0 and on, 2" in out
    for shown in ("page", "random", "4"):
        assert shown in out
    page = Path("page.html").read_text("utf-8")
    assert "points ahead [95 %]" in page and "per answer (median)" in page and "engine" in page
    assert "challenger_rating" in Path("table.csv").read_text("utf-8").splitlines()[0]
    assert len(Path("kept.jsonl").read_text("utf-8").splitlines()) == 5
    kept = Path("kept.jsonl").read_bytes()
    again = pfalz(*ARENA, "--keep", "kept.jsonl", "--lang", "de")
    assert Path("kept.jsonl").read_bytes() == kept and "Punkte" in again.out and "Engine: " in again.out
    other = pfalz(*ARENA, "--keep", "kept.jsonl", "--seed", "d")
    assert other.code == 2 and "seed there c, here d" in other.err


def test_all_cores_play_a_tournament_unless_somebody_says_how_many(
    pfalz: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []

    def held(plan: Any, ledger: Ledger, jobs: int) -> Iterator[GameResult]:
        asked.append(jobs)
        yield from ()

    monkeypatch.setattr("pfalz.terminal.arena.hold", held)
    monkeypatch.setattr("os.cpu_count", lambda: 7)
    pfalz(*ARENA)
    told = json.loads(pfalz(*ARENA, "--jobs", "3", "--json").out)
    assert asked == [7, 3] and told["plan"]["weights"] == ["–", "–"] and told["meetings"] == []
