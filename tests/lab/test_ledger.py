"""Results in a file: cut off anywhere, taken up again, and never taken for those of something else."""

from __future__ import annotations

import json
from pathlib import Path
from shutil import copyfile

import pytest

from pfalz.bots import BotError, Prince
from pfalz.bots.learned import WEIGHTS, network_of
from pfalz.core.data import Edition
from pfalz.core.texts import error_text
from pfalz.lab.arena import Tournament, hold, tournament
from pfalz.lab.ledger import Ledger, digest, identity, weights_of
from pfalz.lab.sim import Plan, play_game


@pytest.fixture(scope="module")
def plan() -> Tournament:
    return tournament("staufer", 2, ("page", "random"), 2, "kept")


@pytest.fixture(scope="module")
def whole(plan: Tournament, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of a tournament that has been held."""
    path = tmp_path_factory.mktemp("games") / "new" / "kept.jsonl"
    list(hold(plan, Ledger(plan, path), 1))
    return path


def test_a_tournament_that_was_interrupted_goes_on(plan: Tournament, whole: Path, tmp_path: Path) -> None:
    path = tmp_path / "kept.jsonl"
    some = hold(plan, Ledger(plan, path), 1)
    first = next(some)
    some.close()
    again = Ledger(plan, path)
    assert again.results == {0: first} and again.missing == [1, 2, 3]
    assert sorted(result.index for result in hold(plan, again, 1)) == [1, 2, 3]
    assert Ledger(plan, path).results == Ledger(plan, whole).results


def test_after_a_line_that_was_cut_off_no_result_is_lost(
    plan: Tournament, whole: Path, tmp_path: Path
) -> None:
    """Cut anywhere in the last line: what is added then is found the next time."""
    text, path = whole.read_text("utf-8"), tmp_path / "kept.jsonl"
    last = text.splitlines()[-1]
    for cut in (1, 2, len(last) // 2, len(last)):
        path.write_text(text[:-cut], "utf-8")
        ledger = Ledger(plan, path)
        whether_whole = cut == 1
        assert len(ledger.results) == 3 + whether_whole
        for index in ledger.missing:
            ledger.add(Ledger(plan, whole).results[index])
        assert Ledger(plan, path).results.keys() == {0, 1, 2, 3}, cut


def test_another_tournament_is_refused_and_what_differs_is_named(
    plan: Tournament, whole: Path, tmp_path: Path
) -> None:
    def why(other: Plan, language: str = "en") -> str:
        with pytest.raises(BotError) as refused:
            Ledger(other, whole)
        return error_text(refused.value, language)

    more = tournament("staufer", 2, ("page", "random"), 3, "kept")
    assert "kept.jsonl: another tournament is kept here: games there 4, here 6; choose another" in why(more)
    seed = tournament("staufer", 2, ("page", "random"), 2, "new")
    assert "Startwert dort kept, hier new" in why(seed, "de")
    edition = Edition("staufer", "", {"regions.region.aachen.seats_3_5.1.number": 4})
    assert "edition there {}" in why(tournament("staufer", 2, ("page", "random"), 2, "kept", edition=edition))
    assert "no results of a tournament" in why(Plan("staufer", 2, ("page",), 4, "kept"))
    for text in ("no JSON\n", "[]\n", json.dumps({"game": "staufer"})):
        (tmp_path / "other.jsonl").write_text(text, "utf-8")
        with pytest.raises(BotError, match="no results of a tournament"):
            Ledger(plan, tmp_path / "other.jsonl")


def test_what_other_weights_have_won_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Retrained in the same file, or in the package; what counts is what a file holds, not where it lies."""
    mine, moved = tmp_path / "mine.npz", tmp_path / "moved" / "mine.npz"
    moved.parent.mkdir()
    two, four = WEIGHTS / "mil-2.npz", WEIGHTS / "mil-4.npz"
    copyfile(two, mine)
    copyfile(two, moved)
    bots = (f"knight@{mine}", "squire")
    Ledger(tournament("mil", 2, bots, 1, "w"), tmp_path / "kept.jsonl")
    Ledger(tournament("mil", 2, (f"knight@{moved}", "squire"), 1, "w"), tmp_path / "kept.jsonl")
    copyfile(four, mine)
    with pytest.raises(BotError, match=r"knight@mine.npz plays there with the weights [0-9a-f]{16}, h"):
        Ledger(tournament("mil", 2, bots, 1, "w"), tmp_path / "kept.jsonl")

    packaged = tournament("mil", 2, ("knight", "prince@0.1", "page"), 1, "w")
    there = digest(network_of("mil", 2))
    assert identity(packaged)["weights"] == [there, there, "–"]
    assert weights_of("squire", "mil", 2) is None
    Ledger(packaged, tmp_path / "packaged.jsonl")
    monkeypatch.setattr(Prince, "version", 1)
    with pytest.raises(BotError, match=r"prince@0.1 plays there in version \d+, here in version 1"):
        Ledger(packaged, tmp_path / "packaged.jsonl")
    monkeypatch.undo()
    monkeypatch.setattr("pfalz.lab.ledger.network_of", lambda game, players: None)
    with pytest.raises(BotError, match=f"knight plays there with the weights {there}, here with –"):
        Ledger(packaged, tmp_path / "packaged.jsonl")


def test_a_game_is_a_short_line_that_says_all_of_it(plan: Tournament, whole: Path) -> None:
    lines = whole.read_text("utf-8").splitlines()[1:]
    assert all(len(line) < 200 and '"bots"' not in line and '"seed"' not in line for line in lines)
    (first,) = [result for result in Ledger(plan, whole).results.values() if result.index == 0]
    assert first == play_game(plan.rules(), plan, 0)
