"""Learning by self-play: games in worker processes, gradient descent in between, a network at the end.

It goes in generations: so many games with the network as it is, then a few steps on what they taught. Games
have seeds of their own and lessons are taken in their order, so that the same course learns the same network
on any number of cores. After each generation all is written down, remembered lessons too: an interrupted
course goes on there and learns the same network, bit for bit. What is written is in files of its generation;
`state.json` names them and is replaced last, so that a folder is always at one generation and never between.
"""

from __future__ import annotations

import json
import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import asdict
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final
from zipfile import ZipFile, ZipInfo

import numpy as np

from pfalz.bots.base import BotError
from pfalz.bots.course import Course, Progress
from pfalz.bots.crew import Crew, cancel
from pfalz.bots.features import Floats, full
from pfalz.bots.network import STORED, Card, Network
from pfalz.bots.selfplay import Lesson, margins_of, taught
from pfalz.bots.shelf import Shelf, chosen_inputs

BATCH: Final = 256
OTHERS: Final = 0.3
"""How much the expectations of other seats count beside the viewer's own."""
MEGABYTE: Final = 1_000_000
FORMAT: Final = 2
"""Of `state.json`; courses of format 1 had forgotten what they were taught when they went on."""
STATE: Final = "state.json"


class Adam:
    """Steps of gradient descent that remember the last ones."""

    def __init__(self, weights: Sequence[Floats]) -> None:
        self.mean = [np.zeros_like(w) for w in weights]
        self.square = [np.zeros_like(w) for w in weights]
        self.steps = 0

    def step(self, weights: Sequence[Floats], slopes: Sequence[Floats], rate: float) -> None:
        """Change the weights against the slopes."""
        self.steps += 1
        rate *= (1 - 0.999**self.steps) ** 0.5 / (1 - 0.9**self.steps)
        for w, slope, mean, square in zip(weights, slopes, self.mean, self.square, strict=True):
            mean *= 0.9
            mean += 0.1 * slope
            square *= 0.999
            square += 0.001 * slope * slope
            w -= rate * mean / (np.sqrt(square) + 1e-7)


def descend(network: Network, adam: Adam, x: Floats, wanted: Floats, rate: float) -> float:
    """One step on a batch; the mean loss before it."""
    raw = x @ network.hidden + network.hidden_bias
    inner = np.maximum(raw, 0.0)
    out = 1.0 / (1.0 + np.exp(-np.clip(inner @ network.out + x @ network.skip + network.bias, -30, 30)))
    importance = np.full(out.shape[1], OTHERS, np.float32)
    importance[0] = 1.0
    error = ((out - wanted) * importance / len(x)).astype(np.float32)
    back = (error @ network.out.T) * (raw > 0.0)
    slopes = [x.T @ back, back.sum(0), inner.T @ error, x.T @ error, error.sum(0)]
    adam.step(network.weights(), slopes, rate)
    near = np.clip(out[:, 0], 1e-6, 1 - 1e-6)
    aim = wanted[:, 0]
    return float(-(aim * np.log(near) + (1 - aim) * np.log(1 - near)).mean())


Watch = Callable[[Progress, Network], None]


class School:
    """A course being taken: a crew that plays, and the network that learns."""

    def __init__(self, course: Course, folder: Path) -> None:
        self.course = course
        self.folder = folder
        self.progress = Progress()
        self.network: Network | None = None
        self._adam: Adam | None = None
        self._shelves: deque[Shelf] = deque(maxlen=course.memory)
        self._shelved: deque[str] = deque(maxlen=course.memory)
        """Their files."""
        folder.mkdir(parents=True, exist_ok=True)

    def learn(self, crew: Crew, watch: Watch) -> Network:
        """Take the course to its end; `watch` is told where it goes on, and after every generation."""
        if not self._taken_up():
            self._aim()
            self._begin(crew)
        self._aim()
        assert self.network is not None
        watch(self.progress, self.network)
        while self.progress.games < self.course.games:
            self._generation(crew)
            watch(self.progress, self.network)
        return self.network

    def made_by(self) -> str:
        """The command that makes this network; a course that was to be another length before says so."""
        earlier = [str(games) for games in self.progress.aims[:-1]]
        return self.course.command() + (f" (before: --games {', '.join(earlier)})" if earlier else "")

    def _aim(self) -> None:
        aims, games = self.progress.aims, self.course.games
        if games > self.progress.games and aims[-1:] != [games]:
            aims.append(games)

    def _lessons(self, crew: Crew, n: int) -> list[Lesson]:
        course, at = self.course, self.progress.games
        weights = str(self._weights) if self.network is not None else ""
        step = max(1, min(5, n // (2 * crew.jobs)))
        spans = [range(i, min(i + step, at + n)) for i in range(at, at + n, step)]
        futures = [crew.submit(_taught, course, weights, self.progress.generation, span) for span in spans]
        try:
            found = [lesson for future in futures for lesson in future.result()]
        finally:
            cancel([*futures])
        self.progress.games += n
        self.progress.answers += sum(lesson.answers for lesson in found)
        if self.network is not None:
            shares = [self.progress.wins or [0.0] * course.players, *[lesson.wins() for lesson in found]]
            self.progress.wins = [sum(of_place) for of_place in zip(*shares, strict=True)]
        return [lesson for lesson in found if lesson.numbers]

    def _begin(self, crew: Crew) -> None:
        """Games of the game's own judgement: which inputs there are, how far ahead one is at the end."""
        course, began = self.course, time.monotonic()
        lessons = self._lessons(crew, course.first)
        margins = [abs(n) for lesson in lessons for n in margins_of(lesson.outcome)]
        margin = max(1.0, float(np.mean(margins)))
        wide = full(course.game, course.players)
        known = np.concatenate([lesson.known for lesson in lessons])
        most = (MEGABYTE // 2 - 4000) // (course.units + course.players) - known.shape[1]
        inputs = chosen_inputs(lessons, wide.length, most, course.seldom)
        card = Card(course.game, course.players, wide.fingerprint, seed=course.seed, margin=margin)
        rng = np.random.default_rng(number(f"weights:{course.seed}"))
        judged = np.concatenate([lesson.judged for lesson in lessons])
        self.network = Network.untrained(card, inputs, known, judged, course.units, rng)
        self._adam = Adam(self.network.weights())
        self._shelve(Shelf.of(self.network, lessons, course.manner.trust))
        self._study(course.passes, course.rate)
        self.progress.seconds += time.monotonic() - began
        self._write()

    def _generation(self, crew: Crew) -> None:
        course, began = self.course, time.monotonic()
        assert self.network is not None
        lessons = self._lessons(crew, course.generation)
        self.progress.generation += 1
        self._shelve(Shelf.of(self.network, lessons, course.manner.trust))
        done = min(1.0, self.progress.games / course.games)
        self._study(course.passes, course.rate + (course.last_rate - course.rate) * done)
        self.progress.seconds += time.monotonic() - began
        self._write()

    def _study(self, passes: float, rate: float) -> None:
        """Steps on batches of positions: as many as the newest generation has, so many times."""
        assert self.network is not None and self._adam is not None
        rng = np.random.default_rng(number(f"study:{self.course.seed}:{self.progress.generation}"))
        sizes = np.array([len(shelf) for shelf in self._shelves])
        steps = max(1, round(passes * sizes[-1] / BATCH))
        losses = []
        for _ in range(steps):
            share = rng.multinomial(BATCH, sizes / sizes.sum())
            picked = [
                (shelf, rng.integers(0, len(shelf), n))
                for shelf, n in zip(self._shelves, share, strict=True)
                if n
            ]
            x = np.concatenate([shelf.inputs(chosen) for shelf, chosen in picked])
            wanted = np.concatenate([shelf.worth[chosen] for shelf, chosen in picked])
            losses.append(descend(self.network, self._adam, x, wanted, rate))
        self.progress.loss = float(np.mean(losses))

    @property
    def _weights(self) -> Path:
        """What the crew plays with: the newest network, written anew when a course goes on."""
        return self.folder / "weights.npz"

    def _shelve(self, shelf: Shelf) -> None:
        name = f"lessons-{self.progress.generation}.npz"
        shelf.save(self.folder / name)
        self._shelves.append(shelf)
        self._shelved.append(name)

    def _write(self) -> None:
        """Everything that is needed to go on; it counts from the moment `state.json` names it."""
        assert self.network is not None and self._adam is not None
        self.progress.losses.append((self.progress.games, round(self.progress.loss, 5)))
        card = self.network.card
        card.games, card.hours = self.progress.games, round(self.progress.seconds / 3600, 3)
        name = f"state-{self.progress.generation}.npz"
        with (self.folder / name).open("wb") as file:
            np.savez(file, **self._arrays())
        state = {
            "format": FORMAT,
            "course": self.course.told(),
            "progress": asdict(self.progress),
            "card": asdict(card),
            "steps": self._adam.steps,
            "state": name,
            "lessons": list(self._shelved),
        }
        new = self.folder / "state.new"
        new.write_text(json.dumps(state), "utf-8")
        new.replace(self.folder / STATE)
        for path in (*self.folder.glob("state-*.npz"), *self.folder.glob("lessons-*.npz")):
            if path.name not in (name, *self._shelved):
                path.unlink()
        keep(self.network, self._weights, self.made_by())

    def _arrays(self) -> dict[str, Any]:
        """All the numbers of the network, as they are, and what its steps remember."""
        assert self.network is not None and self._adam is not None
        arrays = {name: getattr(self.network, name) for name in STORED}
        arrays |= {f"mean{i}": w for i, w in enumerate(self._adam.mean)}
        return arrays | {f"square{i}": w for i, w in enumerate(self._adam.square)}

    def _taken_up(self) -> bool:
        """Go on where an earlier run stopped; another course in the same folder is refused."""
        if not (self.folder / STATE).is_file():
            return False
        state = json.loads((self.folder / STATE).read_text("utf-8"))
        if state.get("format") != FORMAT:
            raise BotError("course_outdated", folder=str(self.folder))
        self.course.must_go_on(state["course"], str(self.folder))
        with np.load(self.folder / state["state"], allow_pickle=False) as stored:
            self.network = Network(Card(**state["card"]), {name: stored[name] for name in STORED})
            self._adam = Adam(self.network.weights())
            self._adam.mean = [stored[f"mean{i}"] for i in range(len(self._adam.mean))]
            self._adam.square = [stored[f"square{i}"] for i in range(len(self._adam.square))]
        self._adam.steps = state["steps"]
        for name in state["lessons"]:
            self._shelves.append(Shelf.load(self.network, self.folder / name))
            self._shelved.append(name)
        self.progress = Progress(**state["progress"])
        keep(self.network, self._weights, self.made_by())
        return True


def read_state(folder: Path) -> dict[str, Any]:
    """How the course in a folder stands, as plain data."""
    path = folder / STATE
    try:
        state: dict[str, Any] = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise BotError("no_course", folder=str(folder)) from error
    return state


def keep(network: Network, path: Path, command: str) -> None:
    """Put weights into a file, whole or not at all, and beside the card the command that made them."""
    new = path.with_suffix(".new")
    network.save(new)
    with ZipFile(new, "a") as file, file.open(ZipInfo("command.npy"), "w") as member:
        np.lib.format.write_array(member, np.frombuffer(command.encode(), np.uint8))
    new.replace(path)


def command_of(path: Path) -> str:
    """The command that made the weights in a file; empty if it was not noted."""
    with np.load(path, allow_pickle=False) as stored:
        return bytes(stored["command"]).decode() if "command" in stored else ""


def number(seed: str) -> int:
    """A number made of a word, the same in every process, and another one for every other word."""
    return int.from_bytes(blake2b(seed.encode(), digest_size=16).digest(), "big")


_held: list[tuple[str, int, Network]] = []
"""The network of a worker process and its generation."""


def _taught(course: Course, weights: str, generation: int, span: range) -> list[Lesson]:
    network: Network | None = None
    if weights:
        if not _held or _held[0][:2] != (weights, generation):
            _held[:] = [(weights, generation, Network.load(Path(weights)))]
        network = _held[0][2]
    sets = course.sets()
    return [
        taught(course.game, course.players, sets, network, f"{course.seed}:{i}", course.manner) for i in span
    ]
