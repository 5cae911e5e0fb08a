"""What a game and a module have to bring. `Ruleset` builds a playable set of rules from them.

A module brings everything it is made of (contract 7). Its rules attach at four seams: edits of the flow
tree, modifiers of named values, reactions to events, and a slice of state of its own. Its folder holds its
data and texts, and what it adds to the drawing and to the judgement of positions; here it says which data
files, options, kinds of things, sources of points and sides it has, and what it does to the data of the
game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NamedTuple, TypeVar

from mypy_extensions import mypyc_attr

from pfalz.core.ask import Question, Widened
from pfalz.core.errors import Called, RulesetError
from pfalz.core.events import EventKind
from pfalz.core.flow import Step
from pfalz.core.kinds import Kinds
from pfalz.core.state import Args, Columns, Schema, State
from pfalz.core.state import Reaction as Reaction

if TYPE_CHECKING:
    from pfalz.core.ruleset import Ruleset

S = TypeVar("S", bound=State)

OptionValue = bool | str | int | list[int]
Options = dict[str, OptionValue]
Data = Mapping[str, Any]
"""The data files of a game, by name, after an edition has been applied."""
Modifier = Callable[..., int]
Setting = tuple[str, int, tuple[str, ...], Options]
"""What checks run on: (label, players, modules, options)."""


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
        beside: str = "",
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
        self.beside = beside
        """A module that has to be in play too, beside the one that brings the option."""

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


Making = Callable[[Step[Any]], Step[Any]]
Widening = Callable[[Question[Any]], "Widened[Any]"]


class Edit:
    """A change of the flow tree at the step, or of the question, named `anchor`."""

    def __init__(self, where: str, anchor: str, make: Making | None, widen: Widening | None) -> None:
        self.where = where
        self.anchor = anchor
        self.make = make
        self.widen = widen


def before(anchor: str, step: Step[Any]) -> Edit:
    """Insert `step` before the step named `anchor`."""
    return Edit("before", anchor, lambda old: step, None)


def after(anchor: str, step: Step[Any]) -> Edit:
    """Insert `step` after the step named `anchor`."""
    return Edit("after", anchor, lambda old: step, None)


def replace(anchor: str, step: Step[Any]) -> Edit:
    """Put `step` in the place of the step named `anchor`. No other module may replace it too."""
    return Edit("replace", anchor, lambda old: step, None)


def wrap(anchor: str, make: Making) -> Edit:
    """Put `make(old)` in the place of the step named `anchor`; several modules may wrap the same step.

    What is made has a name of its own and contains the old step, which keeps its name."""
    return Edit("wrap", anchor, make, None)


def widen(question: str, widen: Widening) -> Edit:
    """Let `widen(old)` be asked wherever the question of this name is asked; several modules may do so."""
    return Edit("widen", question, None, widen)


@mypyc_attr(allow_interpreted_subclasses=True)
class Module(Generic[S]):
    """An expansion or variant. All methods are optional; a module that is off is never called."""

    id: ClassVar[str] = ""
    players: ClassVar[tuple[int, int]] = (1, 8)
    obligatory: ClassVar[tuple[int, ...]] = ()
    """Player counts that bring this module by themselves; the game may be for them only because of it."""
    requires: ClassVar[tuple[str, ...]] = ()
    excludes: ClassVar[tuple[str, ...]] = ()
    meets: ClassVar[tuple[str, ...]] = ()
    """Modules whose meeting with this one has clauses of its own: checks play each such pair."""
    complexity: ClassVar[str] = ""
    """How much there is to learn, as its rulebook says: minimal, moderate, considerable, or nothing said."""
    package: ClassVar[str] = ""
    """The folder of the module: `data/`, `text/`, and perhaps `drawing.py` and `bot.py`."""
    files: ClassVar[tuple[str, ...]] = ()
    """Its data files; their names are those of no other file of the game."""
    options: ClassVar[tuple[Option, ...]] = ()
    """Options that count, and are shown, only with this module."""
    difficulties: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    """Of a module for who plays alone: names for some of its options that are switched on together."""
    schema: ClassVar[Schema | None] = None
    sources: ClassVar[tuple[str, ...]] = ()
    """Sources of points it adds to those of the game."""
    tiebreak: ClassVar[tuple[str, ...]] = ()
    """Clauses by which it ranks equal points, if not as the game does."""
    sides: ClassVar[tuple[str, ...]] = ()
    """Sides without a seat it adds to those of the game."""
    moved_data: ClassVar[Mapping[str, str]] = {}
    """Where its data have come from: beginnings of paths in older editions, and what they are now."""
    new_steps: ClassVar[tuple[str, ...]] = ()
    """Its steps that came when positions were no longer stored by index (`core/upcast.py`)."""

    def data(self, data: dict[str, Any], players: int) -> dict[str, Any]:
        """The data files after its changes: things added to those of the game, or put in their place.

        `data` is a copy of the files in play, corrected by the edition; it may be changed and returned."""
        return data

    def lookup(self, data: Data, players: int, options: Options) -> Any:
        """Its own lookup tables, kept in `Ruleset.parts`."""
        return None

    def kinds(self, kinds: Kinds, rules: Ruleset[S]) -> None:
        """Declare kinds of its own, and further values of others."""

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
        """Functions `(state, *event_args)` by the name of the event they follow.

        Of another module it is named with it, `"bells.bell_rang"`; without that module there is none."""
        return {}

    def events(self) -> Sequence[EventKind]:
        """Events of its own."""
        return ()

    def start(self, s: S) -> Columns | None:
        """Its slice of a new state."""
        return None

    def resample(self, s: S, seat: int, rng: Random, memory: Memory | None) -> None:
        """Fill the hidden entries of its slice (`Game.resample`)."""

    def violations(self, s: S) -> Sequence[str]:
        """What is not conserved in its slice."""
        return ()

    def opponents(self, s: S) -> Sequence[tuple[int, int]]:
        """Its sides that are ranked with the seats, with their points now: made of public columns alone."""
        return ()

    def outcome(self, s: S, found: Outcome) -> Outcome:
        """The result, after what it changes: opponents without a seat, a game that can be lost."""
        return found


class Standing(NamedTuple):
    """What a side has reached at the end: its number among the sides, score, place and points by source."""

    side: int
    score: int
    place: int
    breakdown: dict[str, int]


class Outcome(NamedTuple):
    """The result of a finished game: scores and places (1 = first, shared places allowed) by seat.

    Whoever plays alone and loses has place 2."""

    scores: tuple[int, ...]
    places: tuple[int, ...]
    breakdown: tuple[dict[str, int], ...]
    """For every seat, points by source; they add up to the score."""
    ties: tuple[dict[str, int], ...] = ()
    """For every seat, what ranks equal scores: values by tie-breaker, in the order in which they count."""
    opponents: tuple[Standing, ...] = ()
    """Sides without a seat that are ranked with the seats."""


def ranking(outcome: Outcome) -> list[Standing]:
    """All who are ranked, best first: seats, and sides that nobody sits for."""
    seats = zip(outcome.scores, outcome.places, outcome.breakdown, strict=True)
    found = [Standing(seat, score, place, parts) for seat, (score, place, parts) in enumerate(seats)]
    return sorted([*found, *outcome.opponents], key=lambda standing: standing.place)


@mypyc_attr(allow_interpreted_subclasses=True)
class Memory:
    """What a seat has made of everything it has seen happen: games fill it, `Game.resample` uses it."""

    def see(self, kind: EventKind, args: Args) -> None:
        """Take in an event, as the seat may know it."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Game(Generic[S]):
    """A game: its identity, its data, its flow, and what only it can know about its state."""

    id: ClassVar[str] = ""
    version: ClassVar[int] = 1
    """Raised whenever the same log may lead to another state."""
    players: ClassVar[tuple[int, int]] = (2, 2)
    """Player counts of the game itself; a module may allow others (`Module.obligatory`)."""
    schema: ClassVar[Schema]
    package: ClassVar[str] = ""
    files: ClassVar[tuple[str, ...]] = ()
    options: ClassVar[tuple[Option, ...]] = ()
    events: ClassVar[tuple[EventKind, ...]] = ()
    values: ClassVar[tuple[str, ...]] = ()
    modules: ClassVar[tuple[Module[Any], ...]] = ()
    first_game: ClassVar[Mapping[str, bool | int | str]] = {}
    """Options of a first game, where they are not the usual ones."""
    sources: ClassVar[tuple[str, ...]] = ()
    """Sources of points, for the breakdown of a score."""
    sides: ClassVar[tuple[str, ...]] = ()
    """Sides without a seat: they act on the board, and nobody sits for them."""
    new_steps: ClassVar[tuple[str, ...]] = ()
    """Steps that came when positions were no longer stored by index (`core/upcast.py`)."""
    moved_data: ClassVar[Mapping[str, str]] = {}
    """Where data have gone: beginnings of paths in older editions, and what they are now."""
    tiebreak: ClassVar[tuple[str, ...]] = ()
    """The clauses that rank equal scores."""
    smallest_number: ClassVar[int] = 0
    largest_number: ClassVar[int] = 99
    """Plain numbers that are answered lie between these two (`core/actions.py`)."""
    longest_answer: ClassVar[int] = 16
    """No answer of a seat has more slots."""

    def all_moved_data(self) -> dict[str, str]:
        """Where data have gone, those of modules included."""
        found = dict(self.moved_data)
        for module in self.modules:
            found.update(module.moved_data)
        return found

    def counts(self) -> list[int]:
        """The player counts there are rules for, those of obligatory modules included."""
        low, high = self.players
        found = set(range(low, high + 1))
        for module in self.modules:
            found.update(module.obligatory)
        return sorted(found)

    def lookup(self, data: Data, players: int, options: Options) -> Any:
        """Typed lookup tables for one ruleset, made from the data files."""
        raise NotImplementedError

    def flows(self, rules: Ruleset[S]) -> Sequence[Step[S]]:
        """The flow tree (first) and the named flows reached with `State.call`."""
        raise NotImplementedError

    def start(self, rules: Ruleset[S]) -> S:
        """A new state before the first question."""
        raise NotImplementedError

    def kinds(self, kinds: Kinds, rules: Ruleset[S]) -> None:
        """Declare the kinds of things there are."""

    def stage(self, s: S) -> int:
        """The round, season or the like a position belongs to, counted from 0."""
        return 0

    def memory(self, rules: Ruleset[S], seat: int) -> Memory | None:
        """A memory for a seat of a new game, if what was seen happen tells more than a view."""
        return None

    def resample(self, s: S, seat: int, rng: Random, memory: Memory | None) -> None:
        """Fill every HIDDEN entry of a view of `seat` with something that seat cannot exclude.

        `memory` is what the seat remembers; without it, what the view alone allows."""
        raise NotImplementedError

    def outcome(self, s: S) -> Outcome:
        """Scores and places of a finished game."""
        raise NotImplementedError

    def upcast(self, rules: Ruleset[S], position: dict[str, Any]) -> dict[str, Any]:
        """A position stored in an older format, its columns as they are now."""
        return position

    def violations(self, s: S) -> Sequence[str]:
        """What should be conserved and is not: one sentence each, empty if all is well."""
        return ()

    def standing(self, s: S) -> Sequence[int]:
        """Points by seat as they stand now, for everybody to see: made of public columns alone."""
        raise NotImplementedError

    def worth_now(self, s: S) -> Sequence[int]:
        """Points by seat if everything that is scored later were scored now: made of public columns alone.

        What the rules score at the end has been scored by then (`closing`, `Ruleset.worth_now`)."""
        return self.standing(s)

    def closing(self, s: S) -> str:
        """The step of the flow with which the scoring of the end begins, if `s` could be scored now.

        From there to the end the flow is rules alone. "" if nothing is scored only then, or not yet."""
        return ""

    def presets(self) -> Sequence[Setting]:
        """Settings every check runs on; `core/presets.py` makes them for many modules."""
        return [(f"{n} players", n, (), {}) for n in self.counts()]
