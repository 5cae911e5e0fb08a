"""A map of Dark Ages on which nothing but battles happens: pieces are put by hand, then somebody attacks."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, ClassVar, Self

from pfalz.core.ask import Choice
from pfalz.core.data import Edition, corrected, load_files
from pfalz.core.events import EventKind
from pfalz.core.flow import Step, ask, do, each, flow, loop
from pfalz.core.game import Data, Game, Module, Option, Options
from pfalz.core.kinds import Kinds
from pfalz.core.ruleset import Ruleset
from pfalz.core.state import NATURE, Args, Schema
from pfalz.games.darkages import control, effects
from pfalz.games.darkages.battle import VALUES, battle_flows
from pfalz.games.darkages.events import EVENTS
from pfalz.games.darkages.kinds import declare_kinds
from pfalz.games.darkages.lookup import Lookup
from pfalz.games.darkages.state import FREE, NONE, SCHEMA, SOURCE_IDS, DarkAges
from pfalz.games.darkages.words import (
    ARCHER,
    CAVALRY,
    GOLD,
    GOODS,
    GOODS_IDS,
    INFANTRY,
    UNITS,
)
from tests.games.kit.tables import HandTable

YELLOW, WHITE, VIOLET, GREEN, BARBARIANS = range(5)
HOMES = ("verona", "swabia", "croatia", "capua")
FILES = ("map", "boards", "cards", "rulers", "setup", "units", "barbarians")
INFANTRY_T, ARCHER_T, CAVALRY_T = (6 * unit for unit in range(UNITS))
"""Fresh regular units as they are named in a battle; the damaged ones follow, temporary ones after three."""
TEMPORARY = 3
DAMAGED = 1
NO_DIE = 18
__all__ = ["ARCHER", "CAVALRY", "GOLD", "INFANTRY"]


class Wait(Choice[DarkAges]):
    """What is asked between battles."""

    name: ClassVar[str] = "wait"
    rule: ClassVar[str] = "D-4.2"
    of: ClassVar[str] = "yesno"

    def seat(self, s: DarkAges, args: Args) -> int:
        return YELLOW

    def values(self, s: DarkAges, seat: int, args: Args) -> Sequence[int]:
        return (0, 1)


def for_ever(s: DarkAges) -> bool:
    return True


class Battles(Game[DarkAges]):
    """Dark Ages without turns."""

    id: ClassVar[str] = "darkages"
    players: ClassVar[tuple[int, int]] = (2, 4)
    schema: ClassVar[Schema] = SCHEMA
    package: ClassVar[str] = "pfalz.games.darkages"
    files: ClassVar[tuple[str, ...]] = FILES
    events: ClassVar[tuple[EventKind, ...]] = EVENTS
    sources: ClassVar[tuple[str, ...]] = SOURCE_IDS
    sides: ClassVar[tuple[str, ...]] = ("barbarians",)
    values: ClassVar[tuple[str, ...]] = (*VALUES, "gold_at_hand")
    options: ClassVar[tuple[Option, ...]] = (
        Option("open_hands", False, rule="D-R.23"),
        Option("barbarian_damage", "by_rule", choices=("by_rule", "left_neighbour"), rule="D-R.4"),
    )

    def __init__(self, modules: tuple[Module[Any], ...] = ()) -> None:
        self.modules = modules  # type: ignore[misc]

    def lookup(self, data: Data, players: int, options: Options) -> Lookup:
        return Lookup(data, players, options)

    def kinds(self, kinds: Kinds, rules: Ruleset[DarkAges]) -> None:
        declare_kinds(kinds, rules.lookup)

    def flows(self, rules: Ruleset[DarkAges]) -> Sequence[Step[DarkAges]]:
        one_by_one = each("one", effects.carried_effects, do(effects.carry_one), kind="effect")
        one_by_one.name = "carried"
        return [
            loop("game", for_ever, ask(Wait())),
            *battle_flows(),
            flow(ask(effects.Choose(), "choose"), "side", "area", "role", "effect*"),
            flow(one_by_one, "side", "area", "source", "number", "effect*"),
            flow(ask(effects.TakeGoods()), "side", "number", "effect"),
        ]

    def start(self, rules: Ruleset[DarkAges]) -> DarkAges:
        s = DarkAges()
        s.t = t = rules.lookup
        rules.shapes.fill(s)
        for side in range(t.players):
            s.home[side] = t.area_ids.index(HOMES[side])
            s.owner[s.home[side]], s.manors[s.home[side]], s.city[s.home[side]] = side, 1, 1
            s.face[UNITS * side : UNITS * side + UNITS] = t.first_faces
            s.supply[UNITS * side : UNITS * side + UNITS] = t.figures
            s.row[side] = t.manors - 1
        s.face[UNITS * t.players : UNITS * t.players + UNITS] = t.barbarian_faces
        return s

    def violations(self, s: DarkAges) -> Sequence[str]:
        """Every figure of a player is somewhere, once."""
        found: list[str] = []
        for side in range(s.t.players):
            for unit in range(UNITS):
                n = s.supply[UNITS * side + unit]
                n += sum(s.units[UNITS * area + unit] for area in s.areas_of(side))
                for role, fighter in enumerate((s.attacker, s.defender)):
                    if fighter == side and s.stand[role] == NONE:
                        at = s.t.targets * role + 2 * unit * s.t.damages
                        n += sum(s.army[at : at + s.t.damages])
                if n != s.t.figures[unit]:
                    found.append(f"side {side} has {n} of unit {unit}")
            if s.row[side] + s.manors_of(side) != s.t.manors:
                found.append(f"side {side} has lost a manor")
        for area in s.t.every_area:
            if s.owner[area] == FREE and (any(s.units_in(area)) or s.manors[area]):
                found.append(f"nobody controls {s.t.area_ids[area]}")
        return found


@cache
def _rules(players: int, allocation: str) -> Ruleset[Any]:
    game = Battles()
    return Ruleset(game, players, load_files(game.package, FILES), (), {"barbarian_damage": allocation})


class Battlefield(HandTable[DarkAges]):
    """Four players (or fewer) at home, and whatever a test puts beside."""

    def __init__(
        self,
        players: int = 4,
        allocation: str = "by_rule",
        edition: dict[str, object] | None = None,
        module: Module[Any] | None = None,
    ) -> None:
        if edition is None and module is None:
            super().__init__(_rules(players, allocation))
            return
        game = Battles((module,) if module else ())
        data = corrected(load_files(game.package, FILES), Edition("darkages", "", edition or {}), {})
        super().__init__(Ruleset(game, players, data, (module.id,) if module else (), {}))

    # -- arranging ----------------------------------------------------------------------------------

    def area(self, id: str) -> int:
        """The number of an area."""
        return int(self.t.area_ids.index(id))

    def hold(
        self,
        side: int,
        area: str,
        infantry: int = 0,
        archers: int = 0,
        cavalry: int = 0,
        manors: int | None = None,
        floors: int = 0,
        city: bool = False,
    ) -> Self:
        """A side stands in an area with exactly these pieces."""
        s, at = self.s, self.area(area)
        s.owner[at] = side
        for unit, n in enumerate((infantry, archers, cavalry)):
            s.supply[UNITS * side + unit] -= n - s.units[UNITS * at + unit]
            s.units[UNITS * at + unit] = n
        if manors is not None:
            s.row[side] -= manors - s.manors[at]
            s.manors[at] = manors
        s.floors[at] = floors
        s.city[at] = int(city or floors > 0 or s.city[at])
        return self

    def marker(self, area: str, id: str, reward_up: bool = False) -> Self:
        """A barbarian marker lies in an area."""
        s, at, marker = self.s, self.area(area), self.t.marker_ids.index(id)
        s.marker[at] = marker
        s.look[at] = self.t.reward_look[marker] if reward_up else self.t.unit_look[marker]
        return self

    def technology(self, side: int, *faces: str) -> Self:
        """War technologies of a side."""
        for id in faces:
            index = next(i for i, face in enumerate(self.t.faces) if face.id == id)
            face = self.t.faces[index]
            self.s.face[UNITS * side + face.type] = index
            if face.power >= 0:
                self.s.powers[side] = (*self.s.powers[side], face.power)
        return self

    def achievement(self, side: int, card: str, level: int) -> Self:
        """An achievement with all levels up to one."""
        number = self.t.card_ids.index(card)
        self.s.laid[side] = (*self.s.laid[side], number)
        self.s.level[number] = level
        self.s.powers[side] = (*self.s.powers[side], *self.t.card_powers[number][:level])
        return self

    def goods(self, side: int, **goods: int) -> Self:
        """A side owns exactly these goods."""
        self.s.goods[GOODS * side : GOODS * side + GOODS] = [goods.get(id, 0) for id in GOODS_IDS]
        return self

    def trophies(self, side: int, n: int) -> Self:
        """A side has so many trophies."""
        self.s.trophies[side] = tuple(range(n))
        return self

    def bare(self, side: int) -> Self:
        """A side's home has no manor and no city, so that it has no temporary units there."""
        home = self.s.home[side]
        self.s.city[home] = 0
        return self.hold(side, self.t.area_ids[home], manors=0)

    # -- fighting -----------------------------------------------------------------------------------

    def attack(
        self, side: int, origin: str, area: str, infantry: int = 0, archers: int = 0, cavalry: int = 0
    ) -> Self:
        """Units of a side march from one area into another one that is occupied."""
        s, army = self.s, (infantry, archers, cavalry)
        if any(n > s.units[UNITS * self.area(origin) + unit] for unit, n in enumerate(army)):
            self.hold(side, origin, *army)
        s.trace = []
        control.take_units(s, self.area(origin), army)
        s.call("battle", side, self.area(area), self.area(origin), *army)
        self.rules.run(s)
        self.check()
        return self

    def roll(self, *pips: int) -> Self:
        """The dice show this; on each side infantry, archers, cavalry."""
        return self.play(NATURE, [n - 1 for n in pips])

    def do(self, ask: str, seat: int, *answer: int) -> Self:
        """A seat answers a question of this name."""
        return self.play(seat, answer, ask)

    def asked(self) -> str:
        """The name of the open question."""
        return self.asks()[0].name

    def options(self, *prefix: int) -> list[int]:
        """What is on offer after a prefix."""
        return list(self.ask_of().options(self.s, prefix) or ())

    def why(self, *prefix_and_value: int) -> tuple[str, str]:
        """Reason and clause why the last value may not follow the others."""
        *prefix, value = prefix_and_value
        reason = self.ask_of().why_not(self.s, tuple(prefix), value)
        assert reason is not None, f"{value} is on offer after {prefix}"
        return reason.key, reason.clause

    # -- looking ------------------------------------------------------------------------------------

    def over(self) -> bool:
        """Whether the battle is over."""
        return self.asked() == "wait"

    def units(self, area: str) -> tuple[int, ...]:
        """Units on the map."""
        return tuple(self.s.units_in(self.area(area)))

    def owner(self, area: str) -> int:
        return self.s.owner[self.area(area)]

    def army(self, role: int) -> dict[int, int]:
        """The army of one side by target."""
        return {target: n for target, n in enumerate(self.s.army_of(role)) if n}

    def owned(self, side: int) -> dict[str, int]:
        """The goods of a side."""
        goods = self.s.goods[GOODS * side : GOODS * side + GOODS]
        return {id: n for id, n in zip(GOODS_IDS, goods, strict=True) if n}
