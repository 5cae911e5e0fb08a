"""Build (section 5), as an action and as an extra build (D-22.8); churches and relics (D-5.15, D-12.6)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from pfalz.core.ask import Choice, Note, Question, Reason, Slot, because, note
from pfalz.core.state import Args, Move
from pfalz.games.darkages import control, effects
from pfalz.games.darkages.counters import church_in_region
from pfalz.games.darkages.events import (
    CHURCH_BUILT,
    CITY_BUILT,
    FLOOR_BUILT,
    MANOR_BUILT,
    PRODUCTION_BUILT,
    RELIC_PLAYED,
    STORE_BUILT,
)
from pfalz.games.darkages.goods import gain_culture, gain_points
from pfalz.games.darkages.lookup import FLOORS, SITES
from pfalz.games.darkages.notes import Walked, culture, number, paying, points, price, to_pay, walked
from pfalz.games.darkages.payment import pay, pay_form
from pfalz.games.darkages.possible import (
    build_options,
    building_sites,
    extra_options,
    extra_sites,
    production_cost,
    productions,
    variants,
)
from pfalz.games.darkages.state import FREE, FROM_CHURCHES, FROM_RELICS, NONE, DarkAges
from pfalz.games.darkages.words import (
    AFTER_RELIC,
    BUILT,
    CHURCH,
    CITY,
    MANOR,
    PRODUCTION,
    RELIC,
    RELICS_PER_CHURCH,
    RESOURCES,
    STORE,
    TOWER,
)

OPTION_SLOT: Final = Slot("option", "build")
AREA_SLOT: Final = Slot("area", "area")
RESOURCE_SLOT: Final = Slot("resource", "resource")
VARIANT_SLOT: Final = Slot("variant", "resource")
SAME_EVERYWHERE: Final = (CITY, CHURCH, MANOR)
"""Pieces that cost the same wherever they are built."""
Form = tuple[Slot, Sequence[int]]


def build_cost(s: DarkAges, side: int, option: int, area: int, which: int) -> tuple[int, ...]:
    """The price of a piece (D-5.2); `which` is the type of a production building, or a resource that
    tells the prices of a storehouse apart."""
    t = s.t
    if option == CITY:
        return t.city_cost
    if option == PRODUCTION:
        return production_cost(s, area, which)
    if option == CHURCH:
        return t.church_cost
    if option == TOWER:
        return t.floor_costs[s.floors[area]]  # D-5.19
    if option == MANOR:
        return t.manor_cost
    costs = t.storage_costs[s.storage[side] + 1]
    return costs[variant_of(s, side, which)] if len(costs) > 1 else costs[0]


def variant_of(s: DarkAges, side: int, resource: int) -> int:
    """Which of the prices of the next storehouse has this resource (D-5.23)."""
    costs = s.t.storage_costs[s.storage[side] + 1]
    return next(i for i, cost in enumerate(costs) if cost[resource])


def variant_resources(s: DarkAges, side: int, free: bool) -> list[int]:
    """The resources that tell the prices of the next storehouse apart; none if there is one price."""
    costs = s.t.storage_costs[s.storage[side] + 1]
    if len(costs) == 1 or free:
        return []
    found = variants(s, side, free)
    return [resource for i in found for resource in range(RESOURCES) if costs[i][resource]]


class Building(Question[DarkAges]):
    """A form for building one piece: option, area, type or price, payment."""

    def allowed(self, s: DarkAges, seat: int, args: Args) -> list[int]:
        """The options that can be carried out."""
        raise NotImplementedError

    def sites(self, s: DarkAges, seat: int, args: Args, option: int) -> list[int]:
        """The areas in which an option can be carried out."""
        raise NotImplementedError

    def is_free(self, s: DarkAges, args: Args) -> bool:
        """Whether nothing is paid."""
        return False

    def seat(self, s: DarkAges, args: Args) -> int:
        return args[0]

    def _asked(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Form | None:
        if not prefix:
            return OPTION_SLOT, self.allowed(s, seat, args)
        option, area, which, at = prefix[0], NONE, NONE, 1
        free = self.is_free(s, args)
        if option == STORE:
            resources = variant_resources(s, seat, free)
            if resources:
                if at == len(prefix):
                    return VARIANT_SLOT, resources
                which = prefix[at]
                at += 1
        else:
            if at == len(prefix):
                return AREA_SLOT, self.sites(s, seat, args, option)
            area = prefix[at]
            at += 1
            if option == PRODUCTION:
                if at == len(prefix):
                    return RESOURCE_SLOT, productions(s, seat, area, free)
                which = prefix[at]
                at += 1
        if free:
            return None
        cost = build_cost(s, seat, option, area, which)
        return pay_form(s, seat, option, cost, area, prefix[at:])

    def slot(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Slot:
        asked = self._asked(s, seat, args, prefix)
        return asked[0] if asked else OPTION_SLOT

    def options(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int] | None:
        asked = self._asked(s, seat, args, prefix)
        return asked[1] if asked else None

    def domain(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int]:
        asked = self._asked(s, seat, args, prefix)
        if asked is None:
            return ()
        slot = asked[0]
        if slot is OPTION_SLOT or slot is AREA_SLOT or slot is RESOURCE_SLOT:
            return s.rules.kinds[slot.kind].values
        return asked[1]

    def reason(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int], value: int) -> Reason:
        if not prefix:
            return because("cannot_build", "D-26.3")
        if len(prefix) == 1:
            return why_not_here(s, seat, prefix[0], value)
        return why_not_this(s, prefix[1], value)

    def worth(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int], value: int) -> Sequence[Note]:
        """Price and yield of a piece, as soon as they are certain (D-5.2, D-5.5, D-5.13)."""
        slot = self.slot(s, seat, args, prefix)
        if slot is OPTION_SLOT:
            if value == STORE and not variant_resources(s, seat, self.is_free(s, args)):
                return [*self._price(s, seat, args, value, NONE, NONE), *self.yields(s, seat, value, NONE)]
            return self._price(s, seat, args, value, NONE, NONE) if value in SAME_EVERYWHERE else ()
        option = prefix[0]
        if slot is AREA_SLOT:
            known = () if option == PRODUCTION else self._price(s, seat, args, option, value, NONE)
            return [*known, *self.yields(s, seat, option, value)]
        if slot is RESOURCE_SLOT:
            return self._price(s, seat, args, option, prefix[1], value)
        if slot is VARIANT_SLOT:
            return [*self._price(s, seat, args, option, NONE, value), *self.yields(s, seat, option, NONE)]
        at = self._paid_from(s, seat, args, prefix)
        return paying(self._bill(s, seat, args, prefix), prefix[at:], value)

    def so_far(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[Note]:
        """The price, as soon as it is certain."""
        if not prefix or self.is_free(s, args) or len(prefix) < self._paid_from(s, seat, args, prefix):
            return ()
        return to_pay(self._bill(s, seat, args, prefix))

    def yields(self, s: DarkAges, seat: int, option: int, area: int) -> list[Note]:
        """What a piece brings at once."""
        if option == CITY:
            return culture(s.t.city_culture)
        if option == CHURCH:
            return points(church_points(s, area))
        if option == STORE:
            next_ = s.storage[seat] + 1
            return [note("store", sell=number(s.t.sell_limit[next_]), keep=number(s.t.store_limit[next_]))]
        return []

    def _price(
        self, s: DarkAges, seat: int, args: Args, option: int, area: int, which: int
    ) -> Sequence[Note]:
        if self.is_free(s, args):
            return [note("for_nothing")]
        return price(s, seat, option, build_cost(s, seat, option, area, which), area)

    def _paid_from(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> int:
        """After how many values the payment begins."""
        if prefix[0] == STORE:
            return 2 if variant_resources(s, seat, self.is_free(s, args)) else 1
        return 3 if prefix[0] == PRODUCTION else 2

    def _bill(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Walked:
        option, at = prefix[0], self._paid_from(s, seat, args, prefix)
        area = NONE if option == STORE else prefix[1]
        which = prefix[at - 1] if option == PRODUCTION or (option == STORE and at == 2) else NONE
        return walked(s, seat, option, build_cost(s, seat, option, area, which), area, prefix[at:])

    def answer(self, s: DarkAges, seat: int, args: Args, answer: Move) -> None:
        option, area, which, at = answer[0], NONE, NONE, 1
        free = self.is_free(s, args)
        if option != STORE:
            area, at = answer[1], 2
        if option == PRODUCTION or (option == STORE and variant_resources(s, seat, free)):
            which, at = answer[at], at + 1
        if not free:
            pay(s, seat, option, build_cost(s, seat, option, area, which), area, answer[at:])
        self.note(s, option, area)
        build(s, seat, option, area, which)

    def note(self, s: DarkAges, option: int, area: int) -> None:
        """Remember what was built, if that matters."""


class Build(Building):
    """The action Build (D-5.1, D-25.3)."""

    name: ClassVar[str] = "build"
    rule: ClassVar[str] = "D-5.1"

    def allowed(self, s: DarkAges, seat: int, args: Args) -> list[int]:
        return build_options(s, seat)

    def sites(self, s: DarkAges, seat: int, args: Args, option: int) -> list[int]:
        return building_sites(s, seat, option, False)

    def note(self, s: DarkAges, option: int, area: int) -> None:
        s.built_option, s.built_area = option, area


class ExtraBuild(Building):
    """A piece more, by a card (D-22.8): side, area and option of the piece just built, effect."""

    name: ClassVar[str] = "extra_build"
    rule: ClassVar[str] = "D-22.8"

    def allowed(self, s: DarkAges, seat: int, args: Args) -> list[int]:
        return extra_options(s, seat, s.t.effects[args[3]], args[1], args[2])

    def sites(self, s: DarkAges, seat: int, args: Args, option: int) -> list[int]:
        return extra_sites(s, seat, s.t.effects[args[3]], option, args[1])

    def is_free(self, s: DarkAges, args: Args) -> bool:
        return s.t.effects[args[3]].free


def why_not_here(s: DarkAges, side: int, option: int, area: int) -> Reason:
    """Why a piece cannot be built in an area."""
    if s.owner[area] != side:
        return because("not_your_area", "D-2.7")
    if option == CITY:
        return because("has_city", "D-5.4")
    if option == MANOR:
        return because("needs_one_manor", "D-5.21")
    if not s.city[area]:
        return because("needs_city", "D-5.8")
    if option == TOWER and s.floors[area] == FLOORS:
        return because("no_floor", "D-5.20")
    if option != TOWER and s.sites_taken(area) == SITES:
        return because("no_site", "D-5.11")
    return because("too_dear", "D-1.11")


def why_not_this(s: DarkAges, area: int, resource: int) -> Reason:
    """Why a production building of a type cannot be built in a city."""
    if resource not in s.t.production_types[area]:
        return because("no_type", "D-5.9")
    return because("too_dear", "D-1.11") if s.production_left[resource] else because("none_left", "D-1.5")


# -- pieces --------------------------------------------------------------------------------------------


def build(s: DarkAges, side: int, option: int, area: int, which: int) -> None:
    """Place a piece that has been paid for, and what section 5 gives for it (D-21.18)."""
    if option == CHURCH:
        s.churches[area] += 1
        s.churches_left -= 1
        s.emit(CHURCH_BUILT, side, area, s.t.churches - s.churches_left)
        s.call("church", side, area)
        return
    if option == CITY:
        s.city[area] = 1  # a production building that stands there takes one of its sites (D-5.6)
        s.cities_left -= 1
        s.emit(CITY_BUILT, side, area)
        gain_culture(s, side, s.t.city_culture)  # D-5.5
    elif option == PRODUCTION:
        s.production[RESOURCES * area + which] += 1
        s.production_left[which] -= 1
        s.emit(PRODUCTION_BUILT, side, area, which)
    elif option == TOWER:
        s.floors[area] += 1
        s.floors_left -= 1
        s.emit(FLOOR_BUILT, side, area, s.floors[area])
    elif option == MANOR:
        control.put_manor(s, side, area)
        s.emit(MANOR_BUILT, side, area)
    else:
        s.storage[side] += 1
        s.emit(STORE_BUILT, side, s.storage[side])
    effects.trigger(s, side, BUILT + option, area, option)  # D-21.8


# -- churches: flow `church` with side and area --------------------------------------------------------


def church_vp(s: DarkAges, side: int, area: int) -> None:
    """Points for a new church."""
    gain_points(s, side, church_points(s, area, area), FROM_CHURCHES)


def church_points(s: DarkAges, area: int, apart: int = FREE) -> int:
    """What a church in an area brings (D-5.13, D-5.14), one in the area `apart` not counted."""
    t = s.t
    points = t.church_vp
    if not church_in_region(s, t.region[area], apart):
        points += t.church_first_vp
    for region in t.near_regions[area]:
        if not church_in_region(s, region):
            points += t.church_near_vp
    return points


def offer_relics(s: DarkAges, side: int, area: int) -> None:
    """One relic may be played, more with cards that say so (D-5.15, D-12.6, D-22.13, D-R.3).

    Only who builds gets here, not who conquers (D-12.8)."""
    s.call("relic", side, area, 1 + s.profile(side).params[RELICS_PER_CHURCH])


def church_triggers(s: DarkAges, side: int, area: int) -> None:
    """Effects of building a church come after the relic (D-21.18)."""
    effects.trigger(s, side, BUILT + CHURCH, area, CHURCH)


class PlayRelic(Choice[DarkAges]):
    """Whether a relic is played, and which (D-12.6, D-12.7): side, area of the church, how many more."""

    name: ClassVar[str] = "relic"
    rule: ClassVar[str] = "D-12.6"
    of: ClassVar[str] = "card_or_none"
    called: ClassVar[str] = "card"

    def seat(self, s: DarkAges, args: Args) -> int:
        return args[0]

    def values(self, s: DarkAges, seat: int, args: Args) -> Sequence[int]:
        return [*[card for card in s.hand[seat] if s.t.card_kind[card] == RELIC], s.t.cards]

    def domain(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int]:
        return () if prefix else [*s.hand[seat], s.t.cards]

    def refusal(self, s: DarkAges, seat: int, args: Args, value: int) -> Reason:
        return because("no_relic", "D-12.6")

    def chosen(self, s: DarkAges, seat: int, args: Args, value: int) -> None:
        if value == s.t.cards:
            return
        side, area, left = args[0], args[1], args[2]
        s.emit(RELIC_PLAYED, side, value, area)
        control.drop_card(s, side, value)
        if left > 1:
            s.call("relic", side, area, left - 1)
        s.call("relic_triggers", side, area)
        effects.carry_out(s, side, area, s.t.card_effects[value], FROM_RELICS)


def relic_triggers(s: DarkAges, side: int, area: int) -> None:
    """Effects of playing a relic come after those of the relic (D-21.9)."""
    effects.trigger(s, side, AFTER_RELIC, area)
