"""What cards of modules take away or give back (DM0-8): the words that the base game has no card for.

An effect is carried out as far as possible (DM0-1.11); `complete` says whether nothing is missing. What its
owner chooses is the one question `lose`, whose slots follow the operation; prices are the question `pay`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final

from pfalz.core.ask import Choice, Note, Question, Reason, Slot, because, note
from pfalz.core.flow import Step, ask, flow
from pfalz.core.state import Args, Move
from pfalz.games.darkages import control
from pfalz.games.darkages.counters import count
from pfalz.games.darkages.events import (
    CARD_DISCARDED,
    FLOOR_REMOVED,
    GOODS_GIVEN,
    GOODS_LOST,
    MANOR_RETURNED,
    NOBLES_EXHAUSTED,
    NOBLES_RECOVERED,
    PRODUCTION_REMOVED,
    STORE_LOST,
    TITLES_EXHAUSTED,
    TITLES_READIED,
    UNIT_DISBANDED,
)
from pfalz.games.darkages.goods import (
    bundle,
    lose_culture,
    lose_goods,
    lose_points,
)
from pfalz.games.darkages.language import Effect
from pfalz.games.darkages.lookup import Lookup
from pfalz.games.darkages.marching import RegroupUnits
from pfalz.games.darkages.picking import Stock, picks
from pfalz.games.darkages.possible import can_regroup, garrisons, muster_places
from pfalz.games.darkages.prices import Pay, can_pay
from pfalz.games.darkages.state import NONE, DarkAges
from pfalz.games.darkages.words import (
    ALL,
    ANY_RESOURCE,
    CULTURE,
    DIFFERENT_AREAS,
    DISCARD_HAND,
    EXHAUST_NOBLE,
    EXHAUST_TITLE,
    GIVE,
    GOODS,
    HIGHEST_LEVEL,
    LOSE,
    LOSE_PER,
    NOT_HOME,
    OTHER_OPS,
    PAY,
    PLACE_UNIT,
    READY_TITLE,
    RECOVER_NOBLE,
    REGROUP_UNITS,
    REMOVE_BUILDING,
    REMOVE_TOWER_FLOOR,
    REMOVE_UNIT,
    REQUIRE,
    RESOURCES,
    RETURN_MANOR,
    STORAGE_BACK,
    TWO_MANORS,
    UNITS,
    VP,
    WHATEVER,
)

RESOURCE_SLOT: Final = Slot("resource", "resource")
CARD_SLOT: Final = Slot("card", "card")
UNIT_SLOT: Final = Slot("figure", "army_unit")
AREA_SLOT: Final = Slot("area", "area")
ONE_BY_ONE: Final = (RETURN_MANOR, REMOVE_BUILDING, REMOVE_TOWER_FLOOR)
"""Pieces of the map that are not figures are asked for one after the other."""


# -- how much of an effect there is ---------------------------------------------------------------------


def amount(s: DarkAges, side: int, effect: Effect, area: int) -> int:
    """How much an effect takes away, if there is as much (D-22.3)."""
    if effect.op == PLACE_UNIT:
        return sum([part.n for part in (effect, *effect.get)])
    if effect.op != LOSE_PER:
        return effect.n
    n = count(s, side, effect.per, area) // effect.div
    return effect.n * (min(n, effect.most) if effect.most else n)


def there_is(s: DarkAges, side: int, effect: Effect) -> int:
    """How much there is of what an effect speaks of."""
    op = effect.op
    if op == PAY:
        return effect.n if can_pay(s, side, effect) else 0
    if op == REMOVE_UNIT and effect.where != DIFFERENT_AREAS and any_figure(effect):
        return s.units_of(side)
    if op >= OTHER_OPS:
        return s.rules.value(s, "there_is", 0, side, effect.index)
    if op == REQUIRE:
        return count(s, side, effect.per)
    if op in (LOSE, LOSE_PER, GIVE):
        if effect.what == VP:
            return s.score(side) if s.has_seat(side) else 0
        if effect.what == CULTURE:
            return s.culture[side]
        return s.resources(side) if effect.what == ANY_RESOURCE else s.goods[GOODS * side + effect.what]
    if op == EXHAUST_NOBLE:
        return s.discs[side]
    if op == RECOVER_NOBLE:
        return s.exhausted[side]
    if op in (EXHAUST_TITLE, READY_TITLE):
        return len(turnable(s, side, effect))
    if op == STORAGE_BACK:
        return s.storage[side]
    if op == REGROUP_UNITS:
        return effect.n if can_regroup(s, side) else 0
    if op == PLACE_UNIT:
        return in_supply(s, side, effect) if muster_places(s, side) else 0
    stock = stock_of(s, side, effect)
    if op == REMOVE_UNIT and effect.where == DIFFERENT_AREAS:
        return len({value // UNITS for value, _ in stock})
    return sum([n for _, n in stock])


def in_supply(s: DarkAges, side: int, effect: Effect) -> int:
    """Units to be placed that the supply has, of each type as many as possible: one type that is out does
    not keep the other away (DM0-1.11, DM0-8.2)."""
    return sum([min(part.n, s.supply[UNITS * side + part.unit]) for part in (effect, *effect.get)])


def can_begin(s: DarkAges, side: int, effect: Effect) -> bool:
    """Whether there is something of an effect to carry out."""
    return there_is(s, side, effect) > 0


def complete(s: DarkAges, side: int, effects: Sequence[Effect], area: int) -> bool:
    """Whether effects that take different things can be carried out without anything missing.

    Of `all` there must be one (DM0-8.19)."""
    for effect in effects:
        n = amount(s, side, effect, area)
        if there_is(s, side, effect) < (1 if n == ALL else n):
            return False
    return True


def turnable(s: DarkAges, side: int, effect: Effect) -> list[int]:
    """Titles that are turned: the upright ones, or those that lie sideways (DM0-8.4)."""
    now = int(effect.op == READY_TITLE)
    return [title for title, holder in enumerate(s.title) if holder == side and s.sideways[title] == now]


# -- effects that leave no choice -----------------------------------------------------------------------


def carry(s: DarkAges, side: int, area: int, effect: Effect, source: int) -> None:
    """Carry out an effect as far as possible (DM0-1.11)."""
    op = effect.op
    n = min(amount(s, side, effect, area), there_is(s, side, effect))
    if not n:
        return
    if op in (LOSE, LOSE_PER):
        lose(s, side, effect.what, n, source)
    elif op == GIVE:
        given = [0] * GOODS
        given[effect.what] = n
        give(s, side, given)
    elif op == EXHAUST_NOBLE:  # DM0-8.3
        s.discs[side] -= n
        s.exhausted[side] += n
        s.emit(NOBLES_EXHAUSTED, side, n)
    elif op == RECOVER_NOBLE:
        s.exhausted[side] -= n
        s.discs[side] += n
        s.emit(NOBLES_RECOVERED, side, n)
    elif op in (EXHAUST_TITLE, READY_TITLE):
        titles = turnable(s, side, effect)
        for title in titles:
            s.sideways[title] = int(op == EXHAUST_TITLE)
        s.emit(TITLES_EXHAUSTED if op == EXHAUST_TITLE else TITLES_READIED, side, *titles)
    elif op == STORAGE_BACK:  # DM0-8.6
        s.storage[side] -= n
        s.emit(STORE_LOST, side, s.storage[side])


def lose(s: DarkAges, side: int, what: int, n: int, source: int) -> None:
    """Goods go back to the supply, a counter goes back (DM0-8.1, DM0-1.5, DM0-1.8)."""
    if what == VP:
        lose_points(s, side, n, source)
    elif what == CULTURE:
        lose_culture(s, side, n)
    else:
        lose_goods(s, side, what, n)
        s.emit(GOODS_LOST, side, GOODS * n + what)


def give(s: DarkAges, side: int, goods: Sequence[int]) -> None:
    """Goods go to another player (DM0-8.1)."""
    other = receiver(s, side)
    for kind, n in enumerate(goods):
        lose_goods(s, side, kind, n)
        s.goods[GOODS * other + kind] += n
    s.emit(GOODS_GIVEN, side, other, *bundle(goods))


def receiver(s: DarkAges, side: int) -> int:
    """The other player with the fewest points; of several the next one (DM0-8.18)."""
    others = s.clockwise(side + 1)[: s.t.players - 1] if s.has_seat(side) else s.clockwise(0)
    return min(others, key=s.score)


# -- effects whose owner chooses ------------------------------------------------------------------------


def stock_of(s: DarkAges, side: int, effect: Effect) -> Stock:
    """What the owner of an effect chooses from."""
    op = effect.op
    if op in (LOSE, LOSE_PER, GIVE):
        return [(r, s.goods[GOODS * side + r]) for r in range(RESOURCES) if s.goods[GOODS * side + r]]
    if op == DISCARD_HAND:
        apart = s.rules.value(s, "just_taken", NONE, side) if effect.not_just_taken else NONE
        return [(card, 1) for card in sorted(s.hand[side]) if card != apart]
    if op == REMOVE_UNIT:
        return _figures(s, side, effect)
    if op == RETURN_MANOR:
        if effect.where == TWO_MANORS:
            return [(area, 1) for area in s.areas_of(side) if s.manors[area] == 2]
        home = s.home[side] if effect.where == NOT_HOME else NONE
        return [(area, s.manors[area]) for area in s.areas_of(side) if s.manors[area] and area != home]
    if op == REMOVE_TOWER_FLOOR:
        return [(area, s.floors[area]) for area in s.areas_of(side) if s.floors[area]]
    assert op == REMOVE_BUILDING  # never the last one of an area (DM0-8.18)
    spare = [(area, s.produces(area) - 1) for area in s.areas_of(side) if s.city[area]]
    return [(area, n) for area, n in spare if n > 0]


def any_figure(effect: Effect) -> bool:
    """Whether an effect speaks of all figures on the map, whatever they are and wherever."""
    return effect.inside == WHATEVER and effect.unit != HIGHEST_LEVEL and not 0 <= effect.unit < UNITS


def _figures(s: DarkAges, side: int, effect: Effect) -> Stock:
    """Own figures on the map of the type an effect speaks of (DM0-1.12, DM0-8.18)."""
    found: Stock = []
    for area in garrisons(s, side):
        if effect.inside not in (WHATEVER, area):
            continue
        for unit, n in enumerate(s.units_in(area)):
            if n and (effect.unit == unit or not 0 <= effect.unit < UNITS):
                found.append((UNITS * area + unit, n))
    if effect.unit == HIGHEST_LEVEL and found:
        highest = max([s.face_of(side, value % UNITS).level for value, _ in found])
        found = [(value, n) for value, n in found if s.face_of(side, value % UNITS).level == highest]
    return found


class Lose(Question[DarkAges]):
    """What is lost by an effect: side, number, effect (DM0-8.1, DM0-8.2, DM0-8.5, DM0-8.6).

    Of goods, cards and figures all are named at once, of other pieces one."""

    name: ClassVar[str] = "lose"
    rule: ClassVar[str] = "DM0-8.1"

    def seat(self, s: DarkAges, args: Args) -> int:
        return args[0]

    def about(self, args: Args) -> Mapping[str, tuple[str, int]]:
        return {"toll": ("gift", args[2])}

    def slot(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Slot:
        op = s.t.effects[args[2]].op
        if op == REMOVE_UNIT:
            return UNIT_SLOT
        if op == DISCARD_HAND:
            return CARD_SLOT
        if op in ONE_BY_ONE:
            return RESOURCE_SLOT if prefix else AREA_SLOT
        return RESOURCE_SLOT

    def options(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int] | None:
        effect = s.t.effects[args[2]]
        n = min(args[1], there_is(s, seat, effect))
        if effect.op == REMOVE_BUILDING and len(prefix) == 1:
            at = RESOURCES * prefix[0]
            return [resource for resource in range(RESOURCES) if s.production[at + resource]]
        if len(prefix) >= n:
            return None
        stock = stock_of(s, seat, effect)
        if effect.where != DIFFERENT_AREAS:
            return picks(stock, n, prefix)
        areas = sorted({value // UNITS for value, _ in stock})
        last = areas[len(areas) - n + len(prefix)]
        first = prefix[-1] // UNITS + 1 if prefix else 0
        return [value for value, _ in stock if first <= value // UNITS <= last]

    def domain(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int]:
        effect = s.t.effects[args[2]]
        op = effect.op
        if self.options(s, seat, args, prefix) is None:
            return ()
        if op == REMOVE_UNIT:
            here = [at for area in garrisons(s, seat) for at in range(UNITS * area, UNITS * area + UNITS)]
            return [at for at in here if s.units[at]]
        if op == DISCARD_HAND:
            return sorted(s.hand[seat])
        if op in ONE_BY_ONE and not prefix:
            return s.t.every_area
        return range(RESOURCES)

    def reason(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int], value: int) -> Reason:
        effect = s.t.effects[args[2]]
        if effect.op == REMOVE_UNIT:
            if effect.where == DIFFERENT_AREAS and prefix and value // UNITS == prefix[-1] // UNITS:
                return because("other_area", "DM0-8.18")
            if effect.unit == HIGHEST_LEVEL:
                return because("not_highest", "DM0-8.18")
            if effect.inside not in (WHATEVER, value // UNITS):
                return because("other_area", "DM0-8.18")
            return because("in_order", "D-26.5")
        if effect.op == DISCARD_HAND:
            if effect.not_just_taken and value == s.rules.value(s, "just_taken", NONE, seat):
                return because("just_taken", "DM0-8.18")
            return because("in_order", "D-26.5")
        if effect.op in ONE_BY_ONE and not prefix:
            return because("nothing_to_lose_here", "DM0-8.6")
        if effect.op == REMOVE_BUILDING or not s.goods[GOODS * seat + value]:
            return because("none_of_it", "DM0-8.1")
        return because("in_order", "D-26.5")

    def so_far(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[Note]:
        """How many of them are named."""
        n = min(args[1], there_is(s, seat, s.t.effects[args[2]]))
        if s.t.effects[args[2]].op in ONE_BY_ONE or n < 2:
            return ()
        return [note("lost", n=("number", len(prefix)), of=("number", n))]

    def answer(self, s: DarkAges, seat: int, args: Args, answer: Move) -> None:
        if not answer:
            return
        effect = s.t.effects[args[2]]
        op = effect.op
        if op == REMOVE_UNIT:
            remove_units(s, seat, answer)
        elif op == DISCARD_HAND:  # DM0-8.5
            for card in answer:
                control.drop_card(s, seat, card)
                s.emit(CARD_DISCARDED, seat, card)
        elif op == RETURN_MANOR:
            control.return_manor(s, seat, answer[0])
            s.emit(MANOR_RETURNED, seat, answer[0])
            control.settle_control(s, answer[0])  # DM0-1.13
        elif op == REMOVE_TOWER_FLOOR:
            s.floors[answer[0]] -= 1
            s.floors_left += 1
            s.emit(FLOOR_REMOVED, seat, answer[0], s.floors[answer[0]])
        elif op == REMOVE_BUILDING:
            s.production[RESOURCES * answer[0] + answer[1]] -= 1
            s.production_left[answer[1]] += 1
            s.emit(PRODUCTION_REMOVED, seat, answer[0], answer[1])
        else:
            goods = [answer.count(kind) for kind in range(GOODS)]
            if op == GIVE:
                give(s, seat, goods)
            else:
                for kind, n in enumerate(goods):
                    lose_goods(s, seat, kind, n)
                s.emit(GOODS_LOST, seat, *bundle(goods))


def remove_units(s: DarkAges, side: int, figures: Sequence[int]) -> None:
    """Figures go back to the supply; who has none left in an area gives it up (DM0-1.12, DM0-1.13)."""
    for value in figures:
        area, unit = divmod(value, UNITS)
        counts = [0] * UNITS
        counts[unit] = 1
        s.emit(UNIT_DISBANDED, side, unit, area)
        control.disband(s, area, counts)


class PlaceUnits(Choice[DarkAges]):
    """In which own area with a city units are placed (DM0-8.2): side, effect."""

    name: ClassVar[str] = "place_units"
    rule: ClassVar[str] = "DM0-8.2"
    of: ClassVar[str] = "area"
    called: ClassVar[str] = "area"

    def seat(self, s: DarkAges, args: Args) -> int:
        return args[0]

    def values(self, s: DarkAges, seat: int, args: Args) -> Sequence[int]:
        return muster_places(s, seat)

    def refusal(self, s: DarkAges, seat: int, args: Args, value: int) -> Reason:
        return because("needs_own_city", "DM0-8.2")

    def chosen(self, s: DarkAges, seat: int, args: Args, value: int) -> None:
        effect = s.t.effects[args[1]]
        for part in (effect, *effect.get):
            control.place_units(s, seat, part.unit, part.n, value)


def perform(s: DarkAges, side: int, area: int, effect: Effect) -> None:
    """Ask the owner of an effect what it leaves open."""
    op = effect.op
    if op == PAY:
        s.call("pay", side, effect.index)
    elif op == PLACE_UNIT:
        s.call("place_units", side, effect.index)
    elif op == REGROUP_UNITS:
        for _ in range(effect.n):
            s.call("regroup_units", side)
    elif op in ONE_BY_ONE:
        for _ in range(min(effect.n, there_is(s, side, effect))):
            s.call("lose", side, 1, effect.index)
    else:
        s.call("lose", side, amount(s, side, effect, area), effect.index)


def word_flows(t: Lookup) -> list[Step[Any]]:
    """The flows of those words that some effect at the table uses: side, number, effect."""
    ops = {effect.op for effect in t.effects if effect.leaves_choice()}
    found: list[Step[Any]] = []
    if ops.intersection(_LOST):
        found.append(flow(ask(Lose()), "side", "number", "effect", at_once=9))
    if PAY in ops:
        found.append(flow(ask(Pay()), "side", "effect", at_once=3))
    if PLACE_UNIT in ops:
        found.append(flow(ask(PlaceUnits()), "side", "effect", at_once=3))
    if REGROUP_UNITS in ops:
        found.append(flow(ask(RegroupUnits()), "side", at_once=3))
    return found


_LOST: Final = (LOSE, LOSE_PER, GIVE, REMOVE_UNIT, DISCARD_HAND, *ONE_BY_ONE)
