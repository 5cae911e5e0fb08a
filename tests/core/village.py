"""A toy game in which modules meet: a village gathers food, and everything a module can bring is brought.

Two modules widen the same question, one brings data of its own into the game's, one is obligatory for whoever
plays alone and brings a side that nobody sits for. A lone player can lose.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, ClassVar, Final

from pfalz.core.ask import Chance, Choice, Reason, Widened, because
from pfalz.core.events import EventKind, event
from pfalz.core.flow import Step, ask, chance, do, each, flow, loop, seq
from pfalz.core.game import Edit, Game, Memory, Module, Option, Outcome, Standing, after, widen, wrap
from pfalz.core.kinds import Kinds
from pfalz.core.ruleset import Ruleset
from pfalz.core.score import POINTS_SCORED, Scored, points_column, ranked
from pfalz.core.state import (
    PUBLIC,
    Args,
    Columns,
    Move,
    amount,
    declare,
    number,
    numbers,
    set_of,
    shared,
    upto,
)

FEAST: Final = -1
DANCE: Final = -2
GATHERED = event("gathered", side="side", place="place", n="number")
FEASTED = event("feasted", seat="seat")
FILES: dict[str, Any] = {
    "village": {"rounds": 3, "place": [{"id": "forest", "gain": 2}, {"id": "river", "gain": 1}]},
    "mines": {"shaft": [{"id": "pit", "gain": 4}]},
    "wolves": {"appetite": 1},
}


class Lookup:
    def __init__(self, data: Mapping[str, Any], players: int) -> None:
        self.players = players
        self.rounds = data["village"]["rounds"]
        self.place_ids = [place["id"] for place in data["village"]["place"]]
        self.gain = [place["gain"] for place in data["village"]["place"]]


class Village(Scored):
    t: Lookup
    round: int
    food: list[int]
    visited: list[int]


SCHEMA = declare(
    Village,
    round=number(PUBLIC, upto(lambda t: t.rounds)),
    food=numbers(PUBLIC, amount(), per="side"),
    visited=numbers(PUBLIC, set_of("place"), per="seat"),
    points=points_column(),
    t=shared(),
)


class Gather(Choice[Village]):
    """A place one has not been to."""

    name: ClassVar[str] = "gather"
    rule: ClassVar[str] = "V-1"
    of: ClassVar[str] = "place"
    skip_if_forced: ClassVar[bool] = False

    def values(self, s: Village, seat: int, args: Args) -> Sequence[int]:
        places = range(len(s.t.gain))
        return [place for place in places if not s.visited[seat] >> place & 1] or list(places)

    def refusal(self, s: Village, seat: int, args: Args, value: int) -> Reason:
        return because("been_there", "V-1", place=("place", value))

    def chosen(self, s: Village, seat: int, args: Args, value: int) -> None:
        s.visited[seat] |= 1 << value
        s.food[seat] += s.t.gain[value]
        s.add_points(seat, s.t.gain[value], 0)
        s.emit(GATHERED, seat, value, s.t.gain[value])


class Adds(Widened[Village]):
    """Something else than gathering."""

    name: ClassVar[str] = "gather"
    rule: ClassVar[str] = "V-1"
    skip_if_forced: ClassVar[bool] = False
    value: ClassVar[int] = 0

    def options(self, s: Village, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int] | None:
        found = self.old.options(s, seat, args, prefix)
        return found if found is None else [*found, self.value]

    def answer(self, s: Village, seat: int, args: Args, answer: Move) -> None:
        if answer[0] == self.value:
            self.instead(s, seat)
        else:
            self.old.answer(s, seat, args, answer)

    def instead(self, s: Village, seat: int) -> None:
        raise NotImplementedError


class OrFeast(Adds):
    value: ClassVar[int] = FEAST

    def instead(self, s: Village, seat: int) -> None:
        feast = s.rules.sources.index("feasts")
        s.add_points(seat, s.food[seat] // 2, feast)
        s.food[seat] = 0
        s.emit(FEASTED, seat)


class OrDance(Adds):
    value: ClassVar[int] = DANCE

    def instead(self, s: Village, seat: int) -> None:
        s.slices["dances"].dancing[seat] += 1  # type: ignore[attr-defined]


class Feasts(Module[Village]):
    id: ClassVar[str] = "feasts"
    sources: ClassVar[tuple[str, ...]] = ("feasts",)

    def kinds(self, kinds: Kinds, rules: Ruleset[Village]) -> None:
        kinds.also("place", FEAST, ("feast", {}))

    def edits(self, rules: Ruleset[Village]) -> Sequence[Edit]:
        return [widen("gather", OrFeast)]

    def events(self) -> Sequence[EventKind]:
        return [FEASTED]

    def flows(self, rules: Ruleset[Village]) -> Sequence[Step[Village]]:
        return [flow(seq("tidy", do(tidy)), "seat")]

    def reactions(self) -> Mapping[str, Any]:
        return {"gathered": lambda s, side, place, n: s.call("tidy", side)}


def tidy(s: Village, seat: int) -> None:
    s.food[seat] = min(s.food[seat], 9)


class Dancing(Columns):
    dancing: list[int]


class Dances(Module[Village]):
    id: ClassVar[str] = "dances"
    meets: ClassVar[tuple[str, ...]] = ("feasts",)
    schema = declare(Dancing, dancing=numbers(PUBLIC, amount(), per="seat"))
    options: ClassVar[tuple[Option, ...]] = (
        Option("music", "fiddle", choices=("fiddle", "drum"), rule="V-2"),
    )

    def kinds(self, kinds: Kinds, rules: Ruleset[Village]) -> None:
        kinds.also("place", DANCE, ("dance", {}))

    def edits(self, rules: Ruleset[Village]) -> Sequence[Edit]:
        return [widen("gather", OrDance)]

    def flows(self, rules: Ruleset[Village]) -> Sequence[Step[Village]]:
        return [flow(seq("rest", do(rest)), "seat")]

    def reactions(self) -> Mapping[str, Any]:
        """It reacts to an event of a module that may be off, and to one that others react to as well."""
        return {
            "feasts.feasted": lambda s, seat: None,
            "gathered": lambda s, side, place, n: s.call("rest", side),
        }

    def start(self, s: Village) -> Dancing:
        part = Dancing()
        s.rules.slice_shapes[self.id].fill(part)
        return part


def rest(s: Village, seat: int) -> None:
    s.food[seat] += 1


class Mines(Module[Village]):
    """Its shafts become places of the game."""

    id: ClassVar[str] = "mines"
    files: ClassVar[tuple[str, ...]] = ("mines",)

    def data(self, data: dict[str, Any], players: int) -> dict[str, Any]:
        data["village"]["place"] += data["mines"]["shaft"]
        return data


class WolvesMove(Chance[Village]):
    name: ClassVar[str] = "wolves_move"
    rule: ClassVar[str] = "V-3"

    def options(self, s: Village, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int] | None:
        return None if prefix else range(len(s.t.gain))

    def answer(self, s: Village, seat: int, args: Args, answer: Move) -> None:
        wolves = s.t.players
        n = s.t.gain[answer[0]] * s.rules.parts["wolves"]
        s.food[wolves] += n
        s.emit(GATHERED, wolves, answer[0], n)


class Wolves(Module[Village]):
    """Whoever plays alone plays against the wolves."""

    id: ClassVar[str] = "wolves"
    players: ClassVar[tuple[int, int]] = (1, 1)
    obligatory: ClassVar[tuple[int, ...]] = (1,)
    files: ClassVar[tuple[str, ...]] = ("wolves",)
    sides: ClassVar[tuple[str, ...]] = ("wolves",)

    def lookup(self, data: Any, players: int, options: Any) -> Any:
        return data["wolves"]["appetite"]

    def edits(self, rules: Ruleset[Village]) -> Sequence[Edit]:
        return [
            wrap("turns", lambda old: seq("day", old, chance(WolvesMove()))),
            after("next_round", do(howl)),
        ]


def howl(s: Village) -> None:
    """Nothing comes of it."""


def next_round(s: Village) -> None:
    s.round += 1


def goes_on(s: Village) -> bool:
    return s.round < s.t.rounds


class VillageGame(Game[Village]):
    id: ClassVar[str] = "village"
    players: ClassVar[tuple[int, int]] = (2, 3)
    schema = SCHEMA
    events: ClassVar[tuple[EventKind, ...]] = (GATHERED, POINTS_SCORED)
    sources: ClassVar[tuple[str, ...]] = ("food",)
    modules: ClassVar[tuple[Module[Any], ...]] = (Feasts(), Dances(), Mines(), Wolves())

    def lookup(self, data: Any, players: int, options: Any) -> Lookup:
        return Lookup(data, players)

    def kinds(self, kinds: Kinds, rules: Ruleset[Village]) -> None:
        kinds.things("place", rules.lookup.place_ids)

    def flows(self, rules: Ruleset[Village]) -> Sequence[Step[Village]]:
        turns = each("turns", lambda s: range(s.t.players), ask(Gather()))
        return [loop("rounds", goes_on, seq("round", turns, do(next_round)))]

    def start(self, rules: Ruleset[Village]) -> Village:
        s = Village()
        s.t = rules.lookup
        rules.shapes.fill(s)
        return s

    def resample(self, s: Village, seat: int, rng: Random, memory: Memory | None) -> None:
        pass

    def standing(self, s: Village) -> Sequence[int]:
        return s.scores()

    def outcome(self, s: Village) -> Outcome:
        found = ranked(s)
        if s.t.players > 1:
            return found
        theirs = s.food[1]
        won = found.scores[0] > theirs
        wolves = Standing(1, theirs, 2 if won else 1, {"food": theirs})
        return found._replace(places=(1 if won else 2,), opponents=(wolves,))


def village(players: int, *modules: str, **options: Any) -> Ruleset[Village]:
    return Ruleset(VillageGame(), players, FILES, modules, options)
