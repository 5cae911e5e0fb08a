"""A table of Dark Ages at its first turn with an empty map but for the homes: pieces are put by hand, then
somebody attacks."""

from __future__ import annotations

from typing import Any, ClassVar, Self

from pfalz.catalogue import ruleset
from pfalz.core.data import Edition, load_files
from pfalz.core.game import Module
from pfalz.core.ruleset import Ruleset
from pfalz.core.state import NATURE
from pfalz.games.darkages import control
from pfalz.games.darkages.rules import DarkAgesGame
from pfalz.games.darkages.state import NONE, DarkAges
from pfalz.games.darkages.words import GOODS, GOODS_IDS, UNITS
from tests.games.kit.tables import HandTable

YELLOW, WHITE, VIOLET, GREEN, BARBARIANS = range(5)
RULERS = ("ruler_berengar", "ruler_burchard", "ruler_tomislav", "ruler_pandulf")
OTHERS = ("ruler_athelstan", "ruler_rollo", "ruler_hugh_capet", "ruler_rudolf")
"""Rulers of further seats, who need a second map."""
INFANTRY_T, ARCHER_T, CAVALRY_T = (6 * unit for unit in range(UNITS))
"""Fresh regular units as they are named in a battle; the damaged ones follow, temporary ones after three."""
TEMPORARY = 3
DAMAGED = 1


def with_module(module: Module[Any]) -> Ruleset[Any]:
    """The rules for four players with a module of a test."""

    class Longer(DarkAgesGame):
        modules: ClassVar[tuple[Module[Any], ...]] = (module,)

    game = Longer()
    return Ruleset(game, 4, load_files(game.package, game.files), (module.id,))


class Battlefield(HandTable[DarkAges]):
    """Four players (or seven) at home, and whatever a test puts beside."""

    def __init__(
        self,
        allocation: str = "by_rule",
        edition: dict[str, object] | None = None,
        rules: Ruleset[Any] | None = None,
    ) -> None:
        changed = Edition("darkages", "", edition) if edition else None
        super().__init__(rules or ruleset("darkages", 4, (), {"barbarian_damage": allocation}, changed))
        self.play(NATURE, range(5)).play(NATURE, (YELLOW,))
        rulers = [*RULERS, *OTHERS] if self.rules.players > len(RULERS) else RULERS
        for seat in reversed(range(self.rules.players)):
            self.play(seat, (self.t.ruler_ids.index(rulers[seat]),))
        self.let_nature()
        s = self.s
        s.marker, s.look, s.known = ([value] * self.t.areas for value in (NONE, NONE, 0))
        s.goods = [0] * len(s.goods)

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
        floors: int | None = None,
        city: int = 0,
    ) -> Self:
        """A side stands in an area with exactly these units, and with these buildings if they are named."""
        s, at = self.s, self.area(area)
        s.owner[at] = side
        for unit, n in enumerate((infantry, archers, cavalry)):
            s.supply[UNITS * side + unit] -= n - s.units[UNITS * at + unit]
            s.units[UNITS * at + unit] = n
        if manors is not None:
            s.row[side] -= manors - s.manors[at]
            s.manors[at] = manors
        return self.build(area, int(city or s.city[at]), s.floors[at] if floors is None else floors)

    def build(self, area: str, city: int = 1, floors: int = 0, churches: int = 0) -> Self:
        """An area has exactly these buildings."""
        s, at = self.s, self.area(area)
        city = int(city or floors > 0)
        s.cities_left -= city - s.city[at]
        s.floors_left -= floors - s.floors[at]
        s.churches_left -= churches - s.churches[at]
        s.city[at], s.floors[at], s.churches[at] = city, floors, churches
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
            face, s = self.t.faces[index], self.s
            old = self.t.faces[s.face[UNITS * side + face.type]].power
            s.face[UNITS * side + face.type] = index
            powers = [power for power in s.powers[side] if power != old]
            s.powers[side] = (*powers, face.power) if face.power >= 0 else tuple(powers)
        return self

    def achievement(self, side: int, card: str, level: int) -> Self:
        """An achievement with all levels up to one."""
        s, number = self.s, self.t.card_ids.index(card)
        for place in (s.deck, s.offered):
            if number in place:
                place.remove(number)
        s.hand = [tuple([other for other in hand if other != number]) for hand in s.hand]
        s.laid[side] = (*s.laid[side], number)
        s.level[number] = level
        s.powers[side] = (*s.powers[side], *self.t.card_powers[number][:level])
        return self

    def ability(self, side: int, card: str, *levels: int) -> Self:
        """Single levels of an achievement are in force, wherever the card is."""
        powers = self.t.card_powers[self.t.card_ids.index(card)]
        self.s.powers[side] = (*self.s.powers[side], *[powers[level - 1] for level in levels])
        return self

    def goods(self, side: int, **goods: int) -> Self:
        """A side owns exactly these goods."""
        self.s.goods[GOODS * side : GOODS * side + GOODS] = [goods.get(id, 0) for id in GOODS_IDS]
        return self

    def trophies(self, side: int, n: int) -> Self:
        """A side has so many trophies."""
        unused = [marker for marker in range(len(self.t.marker_ids)) if marker not in self.s.marker]
        self.s.trophies[side] = tuple(unused[:n])
        return self

    def bare(self, side: int) -> Self:
        """A side's home has no manor and no city, so that it has no temporary units there."""
        home = self.t.area_ids[self.s.home[side]]
        return self.hold(side, home, manors=0).build(home, city=0)

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
        return self.asked() == "turn"

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
