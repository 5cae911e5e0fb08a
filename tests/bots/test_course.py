"""A course of learning: the same on any number of cores, whole or interrupted, killed in between or not."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from shutil import copytree
from typing import Any

import numpy as np
import pytest

from pfalz.bots import BotError
from pfalz.bots.course import Course, Progress
from pfalz.bots.crew import Crew
from pfalz.bots.network import Network
from pfalz.bots.training import School, command_of, number, read_state

COURSE = Course("staufer", 2, games=12, first=6, generation=2, units=8, memory=2)


class Killed(Exception):
    """What ends a run somewhere."""


def learned(crew: Crew, folder: Path, course: Course = COURSE, until: int = 0) -> list[int]:
    """Take a course, up to the generation that ends with `until` games; the games told of."""
    told: list[int] = []

    def watch(done: Progress, network: Network) -> None:
        told.append(done.games)
        if done.games == until:
            raise Killed

    with suppress(Killed):
        School(course, folder).learn(crew, watch)
    return told


def weights(folder: Path) -> list[Any]:
    """Everything a course goes on with, at the precision it is kept in."""
    with np.load(folder / read_state(folder)["state"]) as stored:
        return [stored[name] for name in sorted(stored)]


def same(one: Path, other: Path) -> bool:
    pairs = zip(weights(one), weights(other), strict=True)
    return all(mine.tobytes() == theirs.tobytes() for mine, theirs in pairs)


@pytest.fixture(scope="module")
def crew() -> Iterator[Crew]:
    with Crew(1) as one:
        yield one


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory, crew: Crew) -> Path:
    """The folder of a course that nobody has interrupted."""
    folder = tmp_path_factory.mktemp("course") / "whole"
    assert learned(crew, folder) == [6, 8, 10, 12]
    return folder


@pytest.fixture(scope="module")
def half(tmp_path_factory: pytest.TempPathFactory, crew: Crew) -> Path:
    """The folder of one that somebody has interrupted."""
    folder = tmp_path_factory.mktemp("course") / "half"
    assert learned(crew, folder, until=8) == [6, 8]
    return folder


def test_a_course_is_the_same_on_two_cores(whole: Path, tmp_path: Path) -> None:
    with Crew(2) as two:
        learned(two, tmp_path)
    assert same(whole, tmp_path)


def test_an_interrupted_course_learns_the_same_to_the_last_bit(
    crew: Crew, whole: Path, half: Path, tmp_path: Path
) -> None:
    folder = Path(copytree(half, tmp_path / "copy"))
    assert not same(whole, folder)
    assert learned(crew, folder) == [8, 10, 12], "it says where it goes on"
    assert same(whole, folder)
    assert read_state(folder)["progress"]["losses"] == read_state(whole)["progress"]["losses"]


WRITTEN = ("lessons-2", "state-2", "state.new", "state.json", "weights.npz", "lessons-0", "state-1")


@pytest.mark.parametrize("name", WRITTEN)
def test_a_course_that_is_killed_while_it_writes_is_at_one_generation(
    crew: Crew, whole: Path, half: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """At each file of a generation that is put in place, and while an old one is removed."""
    folder = Path(copytree(half, tmp_path / "copy"))
    with monkeypatch.context() as patched:
        for method in ("open", "write_text", "replace", "unlink"):
            patched.setattr(Path, method, killing(getattr(Path, method), name))
        assert learned(crew, folder) in ([8], []), "it was killed on its way to ten games"
    assert read_state(folder)["progress"]["games"] in (8, 10)
    assert learned(crew, folder)[-1] == 12
    assert same(whole, folder)
    assert {path.name for path in folder.iterdir()} == {path.name for path in whole.iterdir()}


def killing(method: Any, name: str) -> Any:
    """A way to write that ends the run, half done, as soon as it meets a file of that name."""

    def written(path: Path, *args: Any, **named: Any) -> Any:
        meant = [path.name, *[arg.name for arg in args if isinstance(arg, Path)]]
        if not any(one.startswith(name) for one in meant):
            return method(path, *args, **named)
        if method.__name__ == "open" and "w" not in str(args):
            return method(path, *args, **named)
        if method.__name__ in ("open", "write_text"):
            path.write_bytes(b"half")
        raise Killed

    return written


def test_a_course_goes_on_to_more_games_and_says_so(crew: Crew, tmp_path: Path) -> None:
    short = replace(COURSE, games=8)
    learned(crew, tmp_path, short)
    assert command_of(tmp_path / "weights.npz") == short.command()
    assert short.command() == (
        "pfalz train staufer --players 2 --seed 1 --games 8 --first 6 --passes 3 --units 8"
        " --trust 0.9 --seldom 0.02"
    )
    assert learned(crew, tmp_path, replace(COURSE, games=9)) == [8, 10]
    state = read_state(tmp_path)
    assert state["progress"]["games"] == state["card"]["games"] == 10
    assert [games for games, _ in state["progress"]["losses"]] == [6, 8, 10]
    assert len(state["progress"]["wins"]) == 2 and sum(state["progress"]["wins"]) == 4  # of the network
    made_by = command_of(tmp_path / "weights.npz")
    assert "--games 9 " in made_by and made_by.endswith("(before: --games 8)")
    with pytest.raises(BotError, match="another course was begun here"):
        learned(crew, tmp_path, replace(COURSE, units=9))
    (tmp_path / "state.json").write_text(json.dumps({"course": {}}), "utf-8")
    with pytest.raises(BotError, match="begun with an earlier version"):
        learned(crew, tmp_path)


def test_a_word_makes_a_number_of_all_its_letters() -> None:
    long = "x" * 40
    assert len({number(f"{what}:{long}") for what in ("weights", "study")}) == 2
    assert number("study:1:1") == number("study:1:1") < 2**128


def test_the_network_is_kept_every_so_many_games_and_at_the_end() -> None:
    course, done = Course("staufer", 2, games=2000, checkpoint=500), Progress()
    due = []
    for games in range(240, 2041, 60):
        done.games = games
        done.losses.append((games, 0.5))
        if done.is_due(course):
            due.append(games)
    assert due == [540, 1020, 1500, 2040]
