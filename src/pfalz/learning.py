"""How a game is taught: what its `learn/` folder holds.

`how.toml` says which pictures the page "how it plays" shows and how long and heavy the game is; `lesson.toml`
are the steps of the first game with a teacher; `game.jsonl` is a record, a whole game: the pictures are
positions of it, and its first part is the script of the lesson. All words are texts of the game
(`text/learn.{en,de}.toml`), all numbers come from its data.

In a lesson the others answer as they do in the script, as long as the learner does. Where a lesson stands is
read from the log of its table alone: so it can be left and taken up again, taken back, and gone away from.
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from functools import cache
from importlib import resources
from typing import Any, Final, NamedTuple

import msgspec

from pfalz import catalogue
from pfalz.core.errors import RecordError
from pfalz.core.record import Entry, Record, loads
from pfalz.core.ruleset import Ruleset
from pfalz.core.session import Session, resume
from pfalz.core.state import NATURE, Move, View

NAMES: Final = ("Anna", "Bertold", "Clara", "Dietrich")
"""Who plays the games of the pictures."""


class Picture(msgspec.Struct, forbid_unknown_fields=True):
    """A part of the board at a position of the record, around what fits `show` (patterns of ids)."""

    at: int
    show: list[str] = []
    seat: int = 0
    margin: float = 12.0


class Part(msgspec.Struct, forbid_unknown_fields=True):
    """A part of the page: `how.<id>_title`, `how.<id>`, and a picture with `how.<id>_alt`."""

    id: str
    picture: Picture


class Icon(msgspec.Struct, forbid_unknown_fields=True):
    """Something on the board, and what it means: `how.icon_<id>`."""

    id: str
    picture: Picture


class How(msgspec.Struct, forbid_unknown_fields=True):
    """The page "how it plays"."""

    minutes: tuple[int, int]
    weight: int
    """How much there is to learn, from 1 to 5."""
    cover: Picture
    parts: list[Part]
    icons: list[Icon]

    def picture(self, id: str) -> Picture | None:
        """A picture by its name: `cover`, that of a part, or `icon_…`."""
        if id == "cover":
            return self.cover
        found = {part.id: part.picture for part in self.parts}
        found |= {f"icon_{icon.id}": icon.picture for icon in self.icons}
        return found.get(id)


class Saying(msgspec.Struct, forbid_unknown_fields=True):
    """What the teacher says before a decision of the learner: `lesson.<id>`."""

    id: str
    decision: int
    ask: str
    point: list[str] = []
    """Patterns of ids of what is meant on the board."""
    yours: list[int] = []
    """Of a form: the slots that the learner fills; the teacher fills in the others."""


class Steps(msgspec.Struct, forbid_unknown_fields=True):
    """A lesson as its file has it. `wish`: what the learner answers in the script in place of a knight."""

    steps: list[Saying]
    players: int
    seed: str
    options: dict[str, Any] = {}
    wish: dict[str, list[int]] = {}


class Standing(NamedTuple):
    """Where a lesson stands."""

    decision: int
    """How many decisions the learner has made."""
    left: int
    """The position at which the learner went another way than the script; -1: nowhere."""
    over: bool
    """Whether the script is at its end."""


LEARNER: Final = 0
"""The seat of who learns."""


class Lesson:
    """The first game with a teacher: the script and what is said."""

    def __init__(self, game: str) -> None:
        self.game = game
        self.steps: list[Saying] = _toml(game, "lesson", Steps).steps
        self.guided = 1 + max(step.decision for step in self.steps)
        whole = record(game)
        self.header = whole.header
        self.entries: list[Entry] = _script(whole.entries, self.guided)
        session = resume(rules(game), Record(self.header, list(self.entries)))
        self._script = {
            (session.opened_at(n), entry.seat): tuple(entry.move or ())
            for n, entry in enumerate(self.entries)
        }
        self.end = len(self.entries)

    def standing(self, entries: Sequence[Entry], opened: Sequence[int]) -> Standing:
        """Where a table stands whose answers are `entries`, given to questions opened at `opened`."""
        decision = 0
        for n, entry in enumerate(entries):
            answer = self._script.get((opened[n], entry.seat))
            if answer is None:
                return Standing(decision, -1, True)
            if entry.move is None or tuple(entry.move) != answer:
                return Standing(decision, n, False)
            decision += entry.seat == LEARNER
        return Standing(decision, -1, decision >= self.guided)

    def answer(self, opened: int, seat: int) -> Move | None:
        """What a seat answers in the script to the question opened at a position."""
        return self._script.get((opened, seat))

    def said(self, decision: int) -> list[Saying]:
        """What the teacher says before a decision; the last of it is the task."""
        return [step for step in self.steps if step.decision == decision]


def _script(entries: list[Entry], decisions: int) -> list[Entry]:
    """The answers up to the learner's last guided decision."""
    own = [n for n, entry in enumerate(entries) if entry.seat == LEARNER]
    if len(own) < decisions:
        raise RecordError("script_short", wanted=decisions, found=len(own))
    last = own[decisions - 1]
    rest = entries[last + 1 :]
    # others may still have to answer the same question
    return entries[: last + 1] + rest[: next((i for i, e in enumerate(rest) if e.seat == NATURE), 0)]


def _toml(game: str, name: str, kind: type[Any]) -> Any:
    text = (resources.files(catalogue.game(game).package) / "learn" / f"{name}.toml").read_text("utf-8")
    return msgspec.convert(tomllib.loads(text), kind)


@cache
def how(game: str) -> How:
    """The page of a game."""
    found: How = _toml(game, "how", How)
    return found


@cache
def steps(game: str) -> Steps:
    """The lesson of a game as its file has it."""
    found: Steps = _toml(game, "lesson", Steps)
    return found


@cache
def lesson(game: str) -> Lesson:
    """The lesson of a game."""
    return Lesson(game)


@cache
def record(game: str) -> Record:
    """The game the pictures and the lesson are taken from."""
    file = resources.files(catalogue.game(game).package) / "learn" / "game.jsonl"
    return loads(file.read_text("utf-8"))


@cache
def rules(game: str) -> Ruleset[Any]:
    """The rules of that game."""
    return catalogue.rules_for(record(game))


@cache
def _session(game: str) -> Session:
    return resume(rules(game), record(game))


def view(game: str, at: int, seat: int) -> View:
    """What a seat sees at a position of that game."""
    return rules(game).view(_session(game).position(at), seat)
