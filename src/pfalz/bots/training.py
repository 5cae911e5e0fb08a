"""Learning by self-play: games in worker processes, gradient descent in between, a network at the end.

It goes in generations: so many games with the network as it is, then a few steps on what they taught. Games
have seeds of their own and lessons are taken in their order, so that the same course learns the same network
on any number of cores. After each generation all is written down; an interrupted run goes on there.
"""

from __future__ import annotations

import json
import os
import signal
import time
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass, field
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Any, Final

import numpy as np

from pfalz import catalogue
from pfalz.bots.base import BotError
from pfalz.bots.features import Floats, full
from pfalz.bots.network import Card, Network
from pfalz.bots.selfplay import Lesson, Manner, margins_of, taught
from pfalz.core.presets import random_set, widest_set

BATCH: Final = 256
SELDOM: Final = 0.004
"""A float that is not zero in fewer of the first positions is not looked at."""
OTHERS: Final = 0.3
"""How much the expectations of other seats count beside the viewer's own."""
MEGABYTE: Final = 1_000_000
THREADS: Final = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")


@dataclass(frozen=True)
class Course:
    """What is learned, and how."""

    game: str
    players: int
    seed: str = "1"
    games: int = 6000
    first: int = 240
    """Games of the game's own judgement to begin with."""
    generation: int = 60
    units: int = 64
    rate: float = 6e-4
    last_rate: float = 1e-4
    passes: float = 3.0
    """How often a position is looked at."""
    memory: int = 6
    """Generations that are looked at again."""
    manner: Manner = field(default_factory=Manner)

    def sets(self) -> list[tuple[str, ...]]:
        """Sets of modules that are played: none and all of them often, others by chance."""
        game = catalogue.game(self.game)
        wide = widest_set(game, self.players)
        if not wide:
            return [()]
        rng = Random(f"sets:{self.seed}")
        some = [random_set(game, self.players, rng) for _ in range(24)]
        return [()] * 16 + [wide] * 8 + some


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


class Shelf:
    """Lessons of a generation as rows of inputs, sparse where they are."""

    def __init__(self, network: Network, lessons: Sequence[Lesson], worth: Sequence[Floats]) -> None:
        places = np.full(int(network.inputs.max()) + 2, -1, np.int64)
        places[network.inputs] = np.arange(len(network.inputs))
        self._size = len(network.inputs)
        self._rows: list[tuple[Any, Floats]] = []
        for lesson in lessons:
            for numbers, floats in zip(lesson.numbers, lesson.floats, strict=True):
                at = places[np.minimum(numbers, len(places) - 1)]
                there = at >= 0
                self._rows.append((at[there], floats[there]))
        self._known = np.concatenate([lesson.known for lesson in lessons]) * network.scale
        self.worth = np.concatenate(list(worth))

    def __len__(self) -> int:
        return len(self._rows)

    def inputs(self, chosen: Any) -> Floats:
        """The inputs of some of the positions."""
        x = np.zeros((len(chosen), self._size + self._known.shape[1]), np.float32)
        for row, i in enumerate(chosen):
            at, floats = self._rows[i]
            x[row, at] = floats
        x[:, self._size :] = self._known[chosen]
        return x


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


def chosen_inputs(lessons: Sequence[Lesson], length: int, most: int) -> Any:
    """Floats that are often enough not zero and not always the same, the commonest first if they are many."""
    counts = np.zeros(length, np.int64)
    first: dict[int, float] = {}
    varied = np.zeros(length, bool)
    total = 0
    for lesson in lessons:
        for numbers, floats in zip(lesson.numbers, lesson.floats, strict=True):
            counts[numbers] += 1
            total += 1
            for number, value in zip(numbers.tolist(), floats.tolist(), strict=True):
                if not varied[number] and first.setdefault(number, value) != value:
                    varied[number] = True
    varied |= counts < total
    useful = np.flatnonzero((counts >= SELDOM * total) & (counts > 0) & varied)
    if len(useful) > most:
        share = counts[useful] / total
        useful = useful[np.argsort(-(share * (1 - share)), kind="stable")[:most]]
    return np.sort(useful)


@dataclass
class Progress:
    """How far a course has come."""

    games: int = 0
    generation: int = 0
    loss: float = 0.0
    seconds: float = 0.0
    answers: int = 0
    losses: list[tuple[int, float]] = field(default_factory=list)
    """The loss of every generation, by the games until then."""
    wins: list[float] = field(default_factory=list)
    """Games won in learning, by the place after whoever was asked first."""


Watch = Callable[[Progress, Network], None]


class School:
    """A course being taken: worker processes that play, and the network that learns."""

    def __init__(self, course: Course, folder: Path, jobs: int) -> None:
        self.course = course
        self.folder = folder
        self.jobs = jobs
        self.progress = Progress()
        self.network: Network | None = None
        self._adam: Adam | None = None
        self._shelves: deque[Shelf] = deque(maxlen=course.memory)
        folder.mkdir(parents=True, exist_ok=True)
        for name in THREADS:
            os.environ[name] = "1"

    def learn(self, watch: Watch) -> Network:
        """Take the course to its end; `watch` is told after every generation."""
        pool = ProcessPoolExecutor(self.jobs, get_context("spawn"), _leave_interrupts_to_the_caller)
        try:
            if not self._taken_up():
                self._begin(pool)
                assert self.network is not None
                watch(self.progress, self.network)
            while self.progress.games < self.course.games:
                self._generation(pool)
                assert self.network is not None
                watch(self.progress, self.network)
        finally:
            pool.shutdown(wait=True, cancel_futures=True)
        assert self.network is not None
        return self.network

    def _lessons(self, pool: ProcessPoolExecutor, n: int) -> list[Lesson]:
        course, at = self.course, self.progress.games
        weights = str(self._weights) if self.network is not None else ""
        step = max(1, min(5, n // (2 * self.jobs)))
        spans = [range(i, min(i + step, at + n)) for i in range(at, at + n, step)]
        futures = [pool.submit(_taught, course, weights, self.progress.generation, span) for span in spans]
        found = [lesson for future in futures for lesson in future.result()]
        self.progress.games += n
        self.progress.answers += sum(lesson.answers for lesson in found)
        if self.network is not None:
            shares = [self.progress.wins or [0.0] * course.players, *[lesson.wins() for lesson in found]]
            self.progress.wins = [sum(of_place) for of_place in zip(*shares, strict=True)]
        return [lesson for lesson in found if lesson.numbers]

    def _begin(self, pool: ProcessPoolExecutor) -> None:
        """Games of the game's own judgement: which inputs there are, how far ahead one is at the end."""
        course, began = self.course, time.monotonic()
        lessons = self._lessons(pool, course.first)
        margins = [abs(n) for lesson in lessons for n in margins_of(lesson.outcome)]
        margin = max(1.0, float(np.mean(margins)))
        wide = full(course.game, course.players)
        known = np.concatenate([lesson.known for lesson in lessons])
        most = (MEGABYTE // 2 - 4000) // (course.units + course.players) - known.shape[1]
        inputs = chosen_inputs(lessons, wide.length, most)
        card = Card(course.game, course.players, wide.fingerprint, seed=course.seed, margin=margin)
        rng = np.random.default_rng(_number(f"weights:{course.seed}"))
        judged = np.concatenate([lesson.judged for lesson in lessons])
        self.network = Network.untrained(card, inputs, known, judged, course.units, rng)
        self._adam = Adam(self.network.weights())
        worth = [lesson.by_result(margin) for lesson in lessons]
        self._shelves.append(Shelf(self.network, lessons, worth))
        self._study(course.passes, course.rate)
        self.progress.seconds += time.monotonic() - began
        self._write()

    def _generation(self, pool: ProcessPoolExecutor) -> None:
        course, began = self.course, time.monotonic()
        assert self.network is not None
        lessons = self._lessons(pool, course.generation)
        self._shelves.append(Shelf(self.network, lessons, [lesson.worth for lesson in lessons]))
        done = min(1.0, self.progress.games / course.games)
        self._study(course.passes, course.rate + (course.last_rate - course.rate) * done)
        self.progress.seconds += time.monotonic() - began
        self.progress.generation += 1
        self._write()

    def _study(self, passes: float, rate: float) -> None:
        """Steps on batches of positions: as many as the newest generation has, so many times."""
        assert self.network is not None and self._adam is not None
        rng = np.random.default_rng(_number(f"study:{self.course.seed}:{self.progress.generation}"))
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
        return self.folder / "weights.npz"

    def _write(self) -> None:
        """Everything that is needed to go on, put in place at once."""
        assert self.network is not None and self._adam is not None
        self.progress.losses.append((self.progress.games, round(self.progress.loss, 5)))
        card = self.network.card
        card.games, card.hours = self.progress.games, round(self.progress.seconds / 3600, 3)
        new = self.folder / "new.npz"
        self.network.save(new)
        new.replace(self._weights)
        arrays: dict[str, Any] = {f"w{i}": w for i, w in enumerate(self.network.weights())}
        arrays |= {f"m{i}": w for i, w in enumerate(self._adam.mean)}
        arrays |= {f"s{i}": w for i, w in enumerate(self._adam.square)}
        with new.open("wb") as file:
            np.savez(file, **arrays)
        state = {"progress": asdict(self.progress), "steps": self._adam.steps, "course": _told(self.course)}
        (self.folder / "new.json").write_text(json.dumps(state), "utf-8")
        new.replace(self.folder / "state.npz")
        (self.folder / "new.json").replace(self.folder / "state.json")

    def _taken_up(self) -> bool:
        """Go on where an earlier run stopped; another course in the same folder is refused."""
        path = self.folder / "state.json"
        if not path.is_file():
            return False
        state = json.loads(path.read_text("utf-8"))
        told = _told(self.course)
        if {**state["course"], "games": 0} != {**told, "games": 0}:
            raise BotError("course_of_other", folder=str(self.folder))
        self.network = Network.load(self._weights)
        self._adam = Adam(self.network.weights())
        with np.load(self.folder / "state.npz", allow_pickle=False) as stored:
            for i, w in enumerate(self.network.weights()):
                w[...] = stored[f"w{i}"]
                self._adam.mean[i][...] = stored[f"m{i}"]
                self._adam.square[i][...] = stored[f"s{i}"]
        self._adam.steps = state["steps"]
        self.progress = Progress(**state["progress"])
        return True


def _told(course: Course) -> dict[str, Any]:
    return json.loads(json.dumps(asdict(course)))  # type: ignore[no-any-return]


def _number(seed: str) -> int:
    """A number made of a word, the same in every process."""
    return int.from_bytes(seed.encode()[-16:], "big")


def _leave_interrupts_to_the_caller() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


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
