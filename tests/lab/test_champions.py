"""Champions and the gate: who counts as better, who goes into the package, and that results are kept."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pfalz.bots.course import Course
from pfalz.bots.crew import Crew
from pfalz.bots.learned import WEIGHTS
from pfalz.bots.network import Network
from pfalz.bots.training import command_of
from pfalz.lab import champions as lab
from pfalz.lab.champions import MATCHES, Champions
from pfalz.lab.gate import Gate
from pfalz.lab.ledger import Ledger, digest
from pfalz.lab.sim import GameResult

COURSE = Course("mil", 2, games=900, checkpoint=300)
CREW: Any = None
"""Nobody plays here."""


def after(games: int, players: int = 2) -> Network:
    """A network as it may be after so many games."""
    network = Network.load(WEIGHTS / f"mil-{players}.npz")
    network.card.games, network.card.strength = games, []
    network.bias += np.float32(games / 1000)
    return network


class Played:
    """Games as somebody has thought them up: how many of twenty seeds are won, and against whom."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.wins = 10
        self.among: dict[str, int] = {}
        """The same against bots whose names contain a word."""
        self.with_modules = -1
        self.most = 1_000_000
        self.games = 0
        monkeypatch.setattr(lab, "held_by", self.held_by)

    def held_by(self, crew: Crew, ledger: Ledger) -> Iterator[GameResult]:
        plan: Any = ledger.plan
        other = plan.bots[1]
        wins = next((n for word, n in self.among.items() if word in other), self.wins)
        if plan.modules and self.with_modules >= 0:
            wins = self.with_modules
        for index in ledger.missing:
            if self.games >= self.most:
                raise KeyboardInterrupt
            self.games += 1
            _, number, seat = plan.place(index)
            places = [2] * plan.players
            places[seat if number % 20 < wins else seat - 1] = 1
            bots = plan.seating(index)
            result = GameResult(
                index, plan.game_seed(index), bots, tuple([-n for n in places]), tuple(places)
            )
            ledger.add(result)
            yield result


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> Played:
    return Played(monkeypatch)


def met(champions: Champions, games: int) -> dict[str, Any]:
    champions.keep(after(games), COURSE.command())
    assert [standing.of for standing in champions.measure(CREW, games)][:1] == [80]
    return champions.trials[-1].match


def test_who_wins_clearly_is_the_next_champion(tmp_path: Path, played: Played) -> None:
    champions = Champions(COURSE, tmp_path, 40)
    assert champions.champion == 0 and champions.bot(0) == "squire"
    played.wins = 12
    first = met(champions, 300)
    assert first["against"] == "squire" and first["share"] == 0.6 and first["low"] < 0.5 < first["high"]
    assert (first["seed"], first["seeds"], first["games"]) == ("trial:1:300", 40, 80)
    assert first["modules"] == [] and first["weights"] == "–" and first["par"] == 0.5
    assert champions.champion == 0, "six of ten may be chance"
    played.wins = 16
    second = met(champions, 600)
    assert second["low"] > 0.5 and champions.champion == 600
    played.wins = 14
    third = met(champions, 900)
    assert third["against"] == "after 600 games" and third["weights"] == digest(
        Network.load(champions.file(600))
    )
    assert champions.champion == 900
    again = Champions(COURSE, tmp_path, 40)
    assert again.trials == champions.trials and again.champion == 900


def test_the_last_network_counts_unless_it_does_worse_than_the_champion(
    tmp_path: Path, played: Played
) -> None:
    played.wins = 18
    for wins, best in ((10, 900), (9, 600)):
        champions = Champions(COURSE, tmp_path / str(wins), 40)
        champions.folder.mkdir()
        met(champions, 600)
        played.among = {"weights-600": wins}
        met(champions, 900)
        assert champions.best(after(900)) == champions.file(best)
    assert command_of(champions.file(600)) == COURSE.command() + " (after 600 games)"
    assert command_of(champions.file(900)) == COURSE.command()


def test_a_match_that_was_interrupted_goes_on_and_is_held_once(tmp_path: Path, played: Played) -> None:
    played.most = 33
    champions = Champions(COURSE, tmp_path, 40)
    with pytest.raises(KeyboardInterrupt):
        met(champions, 300)
    assert champions.trials == [] and not (tmp_path / "strength.json").exists()
    played.most = 1_000_000
    met(Champions(COURSE, tmp_path, 40), 300)
    assert played.games == 80, "33 of them were not played again"
    again = Champions(COURSE, tmp_path, 40)
    again.keep(after(300), "")
    assert list(again.measure(CREW, 300)) == [] and played.games == 80
    assert list(Champions(COURSE, tmp_path, 0).measure(CREW, 600)) == []


def test_what_other_weights_have_won_is_forgotten(tmp_path: Path, played: Played) -> None:
    champions = Champions(COURSE, tmp_path, 40)
    played.wins = 18
    met(champions, 300)
    met(champions, 600)
    other = after(300)
    other.bias += np.float32(1)
    champions.keep(other, "")
    assert champions.trials == [] and champions.champion == 0


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the weights of the package would be."""
    folder = tmp_path / "package"
    folder.mkdir()
    monkeypatch.setattr("pfalz.bots.learned.WEIGHTS", folder)
    return folder


def judged(tmp_path: Path, network: Network) -> tuple[str, Gate]:
    path = tmp_path / "mil-4.npz"
    network.save(path)
    gate = Gate(path, tmp_path / MATCHES, 300)
    assert all(standing.of > 0 for _, standing in gate.pass_through(CREW))
    return gate.verdict(), gate


def test_weights_meet_the_squire_on_fresh_seeds(tmp_path: Path, package: Path, played: Played) -> None:
    played.wins = 16
    verdict, gate = judged(tmp_path, after(900, 4))
    assert verdict == "first"
    without, with_all = gate.matches
    assert without["against"] == with_all["against"] == "squire"
    assert (without["seeds"], without["games"], without["modules"]) == (300, 1200, [])
    assert with_all["seeds"] == 100 and len(with_all["modules"]) > 1
    mark = digest(Network.load(tmp_path / "mil-4.npz"))
    assert without["seed"] == f"gate:{mark}:0", "no two networks are measured on the same"
    played.wins = 5  # par
    assert judged(tmp_path, after(300, 4))[0] == "squire"


def test_better_or_equal_weights_in_the_package_are_not_replaced(
    tmp_path: Path, package: Path, played: Played
) -> None:
    after(600, 4).save(package / "mil-4.npz")
    played.wins = 18
    for wins, verdict in ((14, "better"), (5, "package"), (2, "modules")):
        played.among = {"package": wins}
        found, gate = judged(tmp_path, after(300 + wins, 4))
        assert found == verdict
        assert [match["against"] for match in gate.matches] == ["squire", "squire", "package", "package"]
        assert gate.matches[2]["weights"] == digest(Network.load(package / "mil-4.npz"))
    played.among, played.with_modules = {}, 1
    assert judged(tmp_path, after(900, 4))[0] == "modules", "good without modules only"


def test_weights_that_do_not_fit_or_are_the_same_are_not_met(
    tmp_path: Path, package: Path, played: Played
) -> None:
    played.wins = 18
    old = after(600, 4)
    old.card = replace(old.card, fingerprint="another")
    old.save(package / "mil-4.npz")
    assert judged(tmp_path, after(900, 4))[0] == "first"
    (package / "mil-4.npz").write_bytes(b"no weights")
    assert judged(tmp_path, after(800, 4))[0] == "first"
    after(700, 4).save(package / "mil-4.npz")
    assert judged(tmp_path, after(700, 4))[0] == "same"


def test_nobody_knows_what_was_not_measured(tmp_path: Path, package: Path) -> None:
    path = tmp_path / "mil-4.npz"
    after(300, 4).save(path)
    assert Gate(path, tmp_path / MATCHES, 0).verdict() == "unmeasured"
