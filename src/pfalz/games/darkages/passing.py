"""Passing (section 14) and taking titles (D-11.8 to D-11.15); the flow `pass` is called with the side."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from pfalz.core.ask import Choice, Note, Question, Reason, Slot, because, note
from pfalz.core.state import HIDDEN, Args, Move
from pfalz.games.darkages import effects
from pfalz.games.darkages.events import (
    DISCS_RETURNED,
    GOODS_RETURNED,
    GOODS_SOLD,
    LAST_PASS,
    PASSED,
    PRODUCED,
    TITLE_TAKEN,
)
from pfalz.games.darkages.goods import bundle, gain_culture, gain_goods, gain_points, lose_goods
from pfalz.games.darkages.lookup import NO_REGION
from pfalz.games.darkages.notes import culture, number, points
from pfalz.games.darkages.offer import drop_from_offer
from pfalz.games.darkages.possible import bonus_cities
from pfalz.games.darkages.reactions import selling_price
from pfalz.games.darkages.settling import epithets, play_epithet
from pfalz.games.darkages.state import (
    FREE,
    FROM_TITLES,
    LAST_TURNS,
    PASS_ROUND,
    DarkAges,
)
from pfalz.games.darkages.words import (
    GOLD,
    GOODS,
    PASS,
    PRODUCE,
    RESOURCE_IDS,
    RESOURCES,
    SELL_LIMIT,
    STORE_LIMIT,
    TITLE,
    TITLE_DISCS,
)

RESOURCE_SLOTS: Final = tuple([Slot(id, "number") for id in RESOURCE_IDS])
YIELD: Final = (0, 1, 3, 5)
"""What one, two or three production buildings of a type give (D-14.9, D-R.22)."""


def begin_pass(s: DarkAges) -> None:
    """The active player passes (D-14.1)."""
    s.call("pass", s.turn)


def pass_begin(s: DarkAges, side: int) -> None:
    """Passing begins: nothing has been sold, and it counts whether all discs are at rest (D-18.9)."""
    s.sold = 0
    s.rested = int(s.phase == PASS_ROUND and s.discs[side] == s.t.discs)
    s.emit(PASSED, side)


def pass_1(s: DarkAges, side: int) -> None:
    """The leftmost card of the offer is discarded (D-14.2); not in the pass round (D-18.8)."""
    if s.phase != PASS_ROUND and s.offered:
        drop_from_offer(s, 0)


# -- step 2: titles ------------------------------------------------------------------------------------


def entitled(s: DarkAges, side: int) -> list[int]:
    """Titles a side is entitled to and does not hold (D-11.8 to D-11.10)."""
    discs = s.discs[side] + s.profile(side).params[TITLE_DISCS]
    realm = s.realm(side)
    found: list[int] = []
    modifier = s.rules.modifiers.get("title_areas")
    for title, region in enumerate(s.t.title_region):
        if s.title[title] == side or region == NO_REGION:
            continue
        areas = s.t.region_areas[region]
        own = (realm & areas).bit_count()
        if modifier is not None:
            own = modifier(s, own, side, title)
        all_ = areas.bit_count()
        if 2 * own >= all_ and discs >= all_ - own:  # D-R.10
            found.append(title)
    return found


def may_take_title(s: DarkAges, side: int) -> bool:
    """Whether the passing player is entitled to a title."""
    return bool(entitled(s, side))


class TakeTitle(Choice[DarkAges]):
    """Which title the passing player takes; he must take one (D-11.10, D-14.3, D-R.9)."""

    name: ClassVar[str] = "title"
    rule: ClassVar[str] = "D-11.10"
    of: ClassVar[str] = "title"
    called: ClassVar[str] = "title"

    def seat(self, s: DarkAges, args: Args) -> int:
        return args[0]

    def values(self, s: DarkAges, seat: int, args: Args) -> Sequence[int]:
        return entitled(s, seat)

    def refusal(self, s: DarkAges, seat: int, args: Args, value: int) -> Reason:
        if s.title[value] == seat:
            return because("title_held", "D-11.10")
        if s.t.title_region[value] == NO_REGION:
            return because("title_no_region", "D-11.8")
        return because("not_entitled", "D-11.8")

    def worth(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int], value: int) -> Sequence[Note]:
        """Points for who has it first (D-11.11)."""
        return points(s.t.title_vp[value]) if s.title[value] == FREE else ()

    def chosen(self, s: DarkAges, seat: int, args: Args, value: int) -> None:
        take_title(s, seat, value)


def take_title(s: DarkAges, side: int, title: int) -> None:
    """A title changes hands as it lies (D-11.11, D-11.12, D-R.38)."""
    before = s.title[title]
    s.title[title] = side
    s.emit(TITLE_TAKEN, side, title, before)
    if before == FREE:
        gain_points(s, side, s.t.title_vp[title], FROM_TITLES)
    effects.trigger(s, side, TITLE)  # D-21.12


def pass_3(s: DarkAges, side: int) -> None:
    """All noble discs come back; the order of the others stays (D-14.4, D-13.13)."""
    n = s.exhausted[side] + sum([stack.count(side) for stack in s.stacks])
    s.stacks = [tuple([disc for disc in stack if disc != side]) for stack in s.stacks]
    s.discs[side] += n
    s.exhausted[side] = 0
    if n:
        s.emit(DISCS_RETURNED, side, n)


def goes_on(s: DarkAges, side: int) -> bool:
    """Whether the pass has more than three steps (D-18.12, D-R.28)."""
    return s.phase != LAST_TURNS


def is_last_pass(s: DarkAges, side: int) -> bool:
    """Whether it is the last pass of a player."""
    return s.phase == LAST_TURNS


def leave_game(s: DarkAges, side: int) -> None:
    """Who passes in the last turns takes no more turns (D-18.12)."""
    s.out[side] = 1
    s.emit(LAST_PASS, side)


# -- steps 4 and 5: selling and storing ----------------------------------------------------------------


def sell_limit(s: DarkAges, side: int) -> int:
    """How many resources may be sold (D-14.5)."""
    return s.t.sell_limit[s.storage[side]] + s.profile(side).params[SELL_LIMIT]


def store_limit(s: DarkAges, side: int) -> int:
    """How many resources may be kept (D-14.6)."""
    return s.t.store_limit[s.storage[side]] + s.profile(side).params[STORE_LIMIT]


def has_resources(s: DarkAges, side: int) -> bool:
    """Whether there is something to sell."""
    return s.resources(side) > 0


class Sell(Question[DarkAges]):
    """How many resources of each type are sold (D-14.5, D-25.8)."""

    name: ClassVar[str] = "sell"
    rule: ClassVar[str] = "D-14.5"

    def seat(self, s: DarkAges, args: Args) -> int:
        return args[0]

    def slot(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Slot:
        return RESOURCE_SLOTS[len(prefix)]

    def options(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int] | None:
        at = len(prefix)
        if at == RESOURCES:
            return None
        return range(min(s.goods[GOODS * seat + at], sell_limit(s, seat) - sum(prefix)) + 1)

    def domain(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int]:
        at = len(prefix)
        return () if at == RESOURCES else range(s.goods[GOODS * seat + at] + 1)

    def reason(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int], value: int) -> Reason:
        return because("sell_limit", "D-14.5", n=("number", sell_limit(s, seat)))

    def worth(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int], value: int) -> Sequence[Note]:
        """Culture points for so many of a type (D-14.5)."""
        return culture(value * selling_price(s, seat, len(prefix)))

    def so_far(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[Note]:
        """How many of those that may be are sold, and what they bring (D-14.5)."""
        sold = [0 if n == HIDDEN else n for n in prefix]
        brings = sum([n * selling_price(s, seat, resource) for resource, n in enumerate(sold)])
        return [note("sold", n=number(sum(sold)), of=number(sell_limit(s, seat))), *culture(brings)]

    def answer(self, s: DarkAges, seat: int, args: Args, answer: Move) -> None:
        s.sold = sum(answer)
        if not s.sold:
            return
        s.emit(GOODS_SOLD, seat, *bundle(answer))
        points = 0
        for resource, n in enumerate(answer):
            lose_goods(s, seat, resource, n)
            points += n * selling_price(s, seat, resource)
        gain_culture(s, seat, points)


def stores_too_much(s: DarkAges, side: int) -> bool:
    """Whether resources have to be returned (D-14.6)."""
    return s.resources(side) > store_limit(s, side)


class Store(Question[DarkAges]):
    """How many resources of each type are returned: the excess (D-14.6, D-25.8)."""

    name: ClassVar[str] = "store"
    rule: ClassVar[str] = "D-14.6"

    def seat(self, s: DarkAges, args: Args) -> int:
        return args[0]

    def slot(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Slot:
        return RESOURCE_SLOTS[len(prefix)]

    def options(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int] | None:
        at = len(prefix)
        if at == RESOURCES:
            return None
        here = GOODS * seat
        left = s.resources(seat) - store_limit(s, seat) - sum(prefix)
        later = sum(s.goods[here + at + 1 : here + RESOURCES])
        return range(max(0, left - later), min(s.goods[here + at], left) + 1)

    def domain(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int]:
        at = len(prefix)
        return () if at == RESOURCES else range(s.goods[GOODS * seat + at] + 1)

    def reason(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int], value: int) -> Reason:
        excess = s.resources(seat) - store_limit(s, seat)
        return because("return_excess", "D-14.6", n=("number", excess))

    def so_far(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[Note]:
        """How many of those that are too many go back (D-14.6)."""
        excess = s.resources(seat) - store_limit(s, seat)
        back = sum([n for n in prefix if n != HIDDEN])
        return [note("returned", n=number(back), of=number(excess))]

    def answer(self, s: DarkAges, seat: int, args: Args, answer: Move) -> None:
        for resource, n in enumerate(answer):
            lose_goods(s, seat, resource, n)
        s.emit(GOODS_RETURNED, seat, *bundle(answer))


# -- steps 6 to 9 --------------------------------------------------------------------------------------


def pass_6(s: DarkAges, side: int) -> None:
    """A gold, two for who rests in the pass round, and effects of passing (D-14.7, D-18.9)."""
    gain_goods(s, side, GOLD, 1 + s.rested)
    effects.trigger(s, side, PASS)


def pass_7(s: DarkAges, side: int) -> None:
    """All epithets are played; their order makes no difference (D-12.4, D-14.8, D-25.8)."""
    for card in epithets(s, side):
        play_epithet(s, side, card)


def pass_8(s: DarkAges, side: int) -> None:
    """Production in all own areas (D-14.9 to D-14.11), and what cards add to it (D-21.13)."""
    made = [0] * RESOURCES
    for area in s.areas_of(side):
        at = RESOURCES * area
        for resource in range(RESOURCES):
            n = s.production[at + resource]
            if n:
                made[resource] += YIELD[n]
    for resource, n in enumerate(made):
        s.goods[GOODS * side + resource] += n
    if any(made):
        s.emit(PRODUCED, side, *bundle(made))
    effects.trigger(s, side, PRODUCE)


def pass_9(s: DarkAges, side: int) -> None:
    """Titles are upright again, abilities between two passes are there again (D-14.12, D-11.7, D-23.8)."""
    for title, holder in enumerate(s.title):
        if holder == side:
            s.sideways[title] = 0
    s.used[side] &= ~s.t.cycle_abilities
    s.acted[side] = 0  # D-4.7


class CityBonus(Question[DarkAges]):
    """A city that gives a resource more (D-22.15): side, effect, cities that have given one (bits)."""

    name: ClassVar[str] = "city_bonus"
    rule: ClassVar[str] = "D-22.15"

    def seat(self, s: DarkAges, args: Args) -> int:
        return args[0]

    def slot(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Slot:
        return Slot("resource", "resource") if prefix else Slot("city", "area")

    def options(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int] | None:
        if not prefix:
            return bonus_cities(s, seat, s.t.effects[args[1]], args[2]) or None
        if len(prefix) == 2:
            return None
        at = RESOURCES * prefix[0]
        return [resource for resource in range(RESOURCES) if s.production[at + resource]]

    def domain(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int]:
        if not prefix:
            return s.areas_of(seat)
        return range(RESOURCES) if len(prefix) == 1 else ()

    def reason(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int], value: int) -> Reason:
        return because("not_produced", "D-22.15") if prefix else because("no_bonus_city", "D-22.15")

    def answer(self, s: DarkAges, seat: int, args: Args, answer: Move) -> None:
        if not answer:
            return
        gain_goods(s, seat, answer[1], 1)
        taken = args[2] | 1 << answer[0]
        if taken.bit_count() < s.t.effects[args[1]].cities:
            s.call("city_bonus", seat, args[1], taken)
