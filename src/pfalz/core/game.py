"""What a game and a module have to bring. `Ruleset` builds a playable set of rules from them.

A module attaches at four seams and nowhere else: edits of the flow tree, modifiers of named values,
reactions to events, and a slice of state of its own (contract 7).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NamedTuple, TypeVar

from mypy_extensions import mypyc_attr

from pfalz.core.errors import Called, RulesetError
from pfalz.core.events import EventKind
from pfalz.core.flow import Step
from pfalz.core.state import Columns, Schema, State

if TYPE_CHECKING:
    from pfalz.core.ruleset import Ruleset

S = TypeVar("S", bound=State)

OptionValue = bool | str | int | list[int]
Options = dict[str, OptionValue]
Data = Mapping[str, Any]
"""The data files of a game, by name, after an edition has been applied."""
Modifier = Callable[..., int]
Reaction = Callable[..., None]


class Option:
    """A table option: a flag, a choice of names, or a list of numbers."""

    def __init__(
        self,
        id: str,
        default: OptionValue,
        choices: tuple[str, ...] = (),
        numbers: tuple[int, int] | None = None,
        rule: str = "",
        of: str = "",
        each: str = "",
        only: tuple[str, str] | None = None,
    ) -> None:
        self.id = id
        self.default = default
        self.choices = choices
        self.numbers = numbers
        self.rule = rule
        self.of = of
        """Kind of the things the numbers stand for, the lowest for thing 0."""
        self.each = each
        """Kind of the things that get a number each, thing 0 the first; without it a number is in the list or
        not."""
        self.only = only
        """The option and its value without which this one does not count."""

    def checked(self, value: object, package: str = "") -> OptionValue:
        """The value if it is allowed; otherwise an error that names what is.

        Whoever gets a name wrong has typed it and reads ids, whoever gets a number wrong the game's words."""
        if isinstance(self.default, bool):
            if isinstance(value, bool):
                return value
            raise RulesetError("option_bool", option=self.id, value=value)
        if isinstance(self.default, str):
            if isinstance(value, str) and value in self.choices:
                return value
            raise RulesetError("option_choice", option=self.id, choices=self.choices, value=value)
        assert self.numbers is not None
        low, high = self.numbers
        said = Called(package, f"option.{self.id}", self.id)
        if isinstance(self.default, int):
            if type(value) is int and low <= value <= high:
                return value
            raise RulesetError("option_number", option=said, low=low, high=high, value=value)
        if isinstance(value, list) and all(type(v) is int and low <= v <= high for v in value):
            return list(value)
        raise RulesetError("option_numbers", option=said, low=low, high=high, value=value)


class Edit(NamedTuple):
    """A change of the flow tree: put `step` before, after or in place of the step named `anchor`."""

    where: str
    anchor: str
    step: Step[Any]


def before(anchor: str, step: Step[Any]) -> Edit:
    """Insert `step` before the step named `anchor`."""
    return Edit("before", anchor, step)


def after(anchor: str, step: Step[Any]) -> Edit:
    """Insert `step` after the step named `anchor`."""
    return Edit("after", anchor, step)


def replace(anchor: str, step: Step[Any]) -> Edit:
    """Put `step` in the place of the step named `anchor`."""
    return Edit("replace", anchor, step)


@mypyc_attr(allow_interpreted_subclasses=True)
class Module(Generic[S]):
    """An expansion or variant. All methods are optional; a module that is off is never called."""

    id: ClassVar[str] = ""
    players: ClassVar[tuple[int, int]] = (1, 8)
    requires: ClassVar[tuple[str, ...]] = ()
    excludes: ClassVar[tuple[str, ...]] = ()
    schema: ClassVar[Schema | None] = None

    def flows(self, rules: Ruleset[S]) -> Sequence[Step[S]]:
        """Named flows of its own, to be reached with `State.call`."""
        return ()

    def edits(self, rules: Ruleset[S]) -> Sequence[Edit]:
        """Changes of the flow tree."""
        return ()

    def modifiers(self) -> Mapping[str, Modifier]:
        """Functions `(state, value, *args) -> value` by the name of the value they change."""
        return {}

    def reactions(self) -> Mapping[str, Reaction]:
        """Functions `(state, *event_args)` by the name of the event they follow."""
        return {}

    def events(self) -> Sequence[EventKind]:
        """Events of its own."""
        return ()

    def start(self, s: S) -> Columns | None:
        """Its slice of a new state."""
        return None

    def resample(self, s: S, seat: int, rng: Random) -> None:
        """Fill the hidden entries of its slice."""

    def violations(self, s: S) -> Sequence[str]:
        """What is not conserved in its slice."""
        return ()


class Outcome(NamedTuple):
    """The result of a finished game: scores and places (1 = first, shared places allowed) by seat."""

    scores: tuple[int, ...]
    places: tuple[int, ...]
    breakdown: tuple[dict[str, int], ...]
    """For every seat, points by source; they add up to the score."""
    ties: tuple[dict[str, int], ...] = ()
    """For every seat, what ranks equal scores: values by tie-breaker, in the order in which they count."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Game(Generic[S]):
    """A game: its identity, its data, its flow, and what only it can know about its state."""

    id: ClassVar[str] = ""
    version: ClassVar[int] = 1
    """Raised whenever the same log may lead to another state."""
    players: ClassVar[tuple[int, int]] = (2, 2)
    schema: ClassVar[Schema]
    package: ClassVar[str] = ""
    files: ClassVar[tuple[str, ...]] = ()
    options: ClassVar[tuple[Option, ...]] = ()
    events: ClassVar[tuple[EventKind, ...]] = ()
    values: ClassVar[tuple[str, ...]] = ()
    modules: ClassVar[tuple[Module[Any], ...]] = ()
    tiebreak: ClassVar[tuple[str, ...]] = ()
    """The clauses that rank equal scores."""

    def tables(self, data: Data, players: int, options: Options) -> Any:
        """Typed lookup tables for one ruleset, made from the data files."""
        raise NotImplementedError

    def flows(self, rules: Ruleset[S]) -> Sequence[Step[S]]:
        """The flow tree (first) and the named flows reached with `State.call`."""
        raise NotImplementedError

    def start(self, rules: Ruleset[S]) -> S:
        """A new state before the first question."""
        raise NotImplementedError

    def resample(self, s: S, seat: int, rng: Random) -> None:
        """Fill every HIDDEN entry of a view of `seat` with something that seat cannot exclude."""
        raise NotImplementedError

    def outcome(self, s: S) -> Outcome:
        """Scores and places of a finished game."""
        raise NotImplementedError

    def violations(self, s: S) -> Sequence[str]:
        """What should be conserved and is not: one sentence each, empty if all is well."""
        return ()

    def standing(self, s: S) -> Sequence[int]:
        """Points by seat as they stand now, for everybody to see: made of public columns alone."""
        raise NotImplementedError

    def names(self, rules: Ruleset[S], kind: str, value: int) -> tuple[str, dict[str, tuple[str, int]]]:
        """Text key of a thing, with values for its placeholders: ("region.aachen", {})."""
        raise NotImplementedError

    def presets(self) -> Sequence[tuple[str, int, tuple[str, ...], Options]]:
        """Settings every check runs on: (label, players, modules, options)."""
        low, high = self.players
        return [(f"{n} players", n, (), {}) for n in range(low, high + 1)]
