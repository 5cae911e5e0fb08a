"""Paying (D-1.9 to D-1.11, D-22.6, D-22.7, D-26.4): one set of slots for everything that costs resources.

A `Bill` is a price with everything the payer can do about it. It is walked along the values given so far and
says which slot comes next; when nothing more is asked, `paid` is what leaves the player's goods.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pfalz.core.ask import Slot
from pfalz.games.darkages.goods import gold_at_hand, pay_goods
from pfalz.games.darkages.language import Effect
from pfalz.games.darkages.powers import meant_here
from pfalz.games.darkages.state import NONE, DarkAges
from pfalz.games.darkages.words import (
    ANY_MARKER,
    AWAY,
    GOLD,
    GOODS,
    IRON,
    LEATHER,
    RESOURCE_IDS,
    RESOURCES,
    STONE,
    WHATEVER,
    WOOD,
)

DISCOUNT_SLOT: Final = Slot("discount", "yesno")
DROP_SLOT: Final = Slot("drop", "resource")
SUBSTITUTE_SLOT: Final = Slot("substitute", "number")
GOLD_SLOTS: Final = tuple([Slot(f"gold_{id}", "number") for id in RESOURCE_IDS])

Asked = tuple[Slot, Sequence[int]]


def in_force(s: DarkAges, side: int, effect: Effect, item: int, area: int) -> bool:
    """Whether a discount or substitute is for this item, here and now (D-21.6, D-22.6, D-23.8)."""
    if not effect.items >> item & 1:
        return False
    if effect.ability >= 0 and s.used[side] >> effect.ability & 1:
        return False
    if effect.place != WHATEVER and not meant_here(s, effect, area):
        return False
    if effect.region == WHATEVER:
        return True
    away = area != NONE and s.t.region[area] != s.t.region[s.home[side]]
    return away == (effect.region == AWAY)


class Bill:
    """The price of a thing for a side."""

    def __init__(
        self, s: DarkAges, side: int, item: int, cost: Sequence[int], area: int = NONE, gold: int = NONE
    ) -> None:
        at = GOODS * side
        self.have = s.goods[at : at + RESOURCES]
        self.need = list(cost[:RESOURCES])
        self.gold_price = cost[GOLD]
        self.gold = gold_at_hand(s, side) if gold == NONE else gold
        self.drops = 0
        self.limited: list[Effect] = []
        self.substitutes: list[Effect] = []
        self.spent: list[int] = []
        """Limited discounts that are used, by ability."""
        self.gold_given = 0
        profile = s.profile(side)
        if profile.dear >> item & 1:
            return
        for effect in profile.discounts:
            if in_force(s, side, effect, item, area):
                if effect.ability >= 0:
                    self.limited.append(effect)
                else:
                    self._take_off(effect)
        self.limited = [effect for effect in self.limited if self._fits(effect)]
        self.substitutes = [e for e in profile.substitutes if in_force(s, side, e, item, area)]

    def _fits(self, effect: Effect) -> bool:
        """Whether a limited discount takes something off that no other has taken yet (D-26.4)."""
        if effect.kind == GOLD:
            return self.gold_price > 0
        return sum(self.need) > self.drops and (effect.kind == ANY_MARKER or self.need[effect.kind] > 0)

    def _take_off(self, effect: Effect) -> None:
        """Discounts add up and never go below nothing (D-22.6)."""
        if effect.kind == ANY_MARKER:
            self.drops += effect.n
        elif effect.kind == GOLD:
            self.gold_price = max(0, self.gold_price - effect.n)
        else:
            self.need[effect.kind] = max(0, self.need[effect.kind] - effect.n)

    # -- can it be paid at all ----------------------------------------------------------------------

    def payable(self) -> bool:
        """Whether there is a way to pay, all discounts being used."""
        for effect in self.limited:
            self._take_off(effect)
        return self._possible(self.need, min(self.drops, sum(self.need)), 0)

    def _lack(self, need: Sequence[int]) -> int:
        """The least gold these markers need, beside the price in gold."""
        have, need = self.have, list(need)
        for effect in self.substitutes:
            off, by = effect.instead_of, effect.pay_with
            n = min(effect.n, need[off] - have[off], have[by] - need[by])
            if n > 0:
                need[off] -= n
                need[by] += n
        lack = 0
        for resource in range(RESOURCES):
            if need[resource] > have[resource]:
                lack += need[resource] - have[resource]
        return lack

    def _possible(self, need: list[int], drops: int, lowest: int) -> bool:
        """Whether the rest can be paid after `drops` more markers of types from `lowest` on have gone."""
        if drops <= 0:
            return self._lack(need) + self.gold_price <= self.gold
        for resource in range(lowest, RESOURCES):
            if need[resource]:
                need[resource] -= 1
                found = self._possible(need, drops - 1, resource)
                need[resource] += 1
                if found:
                    return True
        return False

    # -- slot by slot -------------------------------------------------------------------------------

    def asked(self, given: Sequence[int]) -> Asked | None:
        """The slot after the values `given`, with its options; None if nothing more is asked (D-26.4)."""
        at = 0
        for i, effect in enumerate(self.limited):
            if at == len(given):
                return DISCOUNT_SLOT, self._with_or_without(i)
            if given[at]:
                self._take_off(effect)
                self.spent.append(effect.ability)
            at += 1
        need = self.need
        drops = min(self.drops, sum(need))
        if drops == sum(need):
            drops, self.need = 0, [0] * RESOURCES
            need = self.need
        lowest = 0
        while drops:
            if at == len(given):
                return DROP_SLOT, self._droppable(drops, lowest)
            lowest = given[at]
            need[lowest] -= 1
            drops -= 1
            at += 1
        for effect in self.substitutes:
            most = min(effect.n, need[effect.instead_of])
            if not most:
                continue
            if at == len(given):
                return SUBSTITUTE_SLOT, self._substitutable(effect, most)
            need[effect.instead_of] -= given[at]
            need[effect.pay_with] += given[at]
            at += 1
        return self._gold(given, at)

    def _gold(self, given: Sequence[int], at: int) -> Asked | None:
        asked = gold_form(self.need, self.have, self.gold - self.gold_price, given, at)
        if asked is None:
            for resource in range(RESOURCES):
                if self.need[resource]:
                    self.need[resource] -= given[at]
                    self.gold_given += given[at]
                    at += 1
        return asked

    def _with_or_without(self, at: int) -> list[int]:
        """Whether a limited discount may be left out: only if the price can be paid without it."""
        need, drops, gold_price, limited = self.need[:], self.drops, self.gold_price, self.limited
        self.limited = limited[at + 1 :]
        payable = self.payable()
        self.need, self.drops, self.gold_price, self.limited = need, drops, gold_price, limited
        return [0, 1] if payable else [1]

    def _droppable(self, drops: int, lowest: int) -> list[int]:
        need, found = self.need, []
        for resource in range(lowest, RESOURCES):
            if need[resource]:
                need[resource] -= 1
                if self._possible(need, drops - 1, resource):
                    found.append(resource)
                need[resource] += 1
        return found

    def _substitutable(self, effect: Effect, most: int) -> list[int]:
        found = []
        off, by = effect.instead_of, effect.pay_with
        for n in range(most + 1):
            need = self.need[:]
            need[off] -= n
            need[by] += n
            lack = sum([max(0, need[r] - self.have[r]) for r in range(RESOURCES)])
            if lack + self.gold_price <= self.gold:
                found.append(n)
        return found

    @property
    def paid(self) -> list[int]:
        """What leaves the player's goods, once nothing more is asked."""
        return [*self.need, self.gold_given + self.gold_price]


def gold_form(
    need: Sequence[int], have: Sequence[int], gold: int, given: Sequence[int], at: int
) -> Asked | None:
    """For each resource to be paid how many markers are gold; values from `at` on are given (D-26.4)."""
    later = 0
    for resource in range(RESOURCES):
        if need[resource] > have[resource]:
            later += need[resource] - have[resource]
    for resource in range(RESOURCES):
        n = need[resource]
        if not n:
            continue
        low = n - have[resource]
        if low > 0:
            later -= low
        else:
            low = 0
        if at == len(given):
            return GOLD_SLOTS[resource], range(low, min(n, gold - later) + 1)
        gold -= given[at]
        at += 1
    return None


def any_goods(s: DarkAges, side: int, n: int, given: Sequence[int]) -> Sequence[int] | None:
    """Markers of any types, gold among them, a slot of the kind `goods` for each; None after the last."""
    if len(given) == n:
        return None
    at = GOODS * side
    left = [*s.goods[at : at + RESOURCES], gold_at_hand(s, side)]
    for kind in given:
        left[kind] -= 1
    after, lowest = n - len(given) - 1, given[-1] if given else 0
    return [kind for kind in range(lowest, GOODS) if left[kind] > 0 and sum(left[kind:]) > after]


def pay_any(s: DarkAges, side: int, given: Sequence[int]) -> None:
    """Pay the markers that the slots of `any_goods` name."""
    pay_goods(s, side, [given.count(kind) for kind in range(GOODS)])


def pay_form(
    s: DarkAges, side: int, item: int, cost: Sequence[int], area: int, given: Sequence[int]
) -> Asked | None:
    """The slot of a payment after the values `given`; None if nothing more is asked."""
    if s.profile(side).dear >> item & 1:
        at = GOODS * side
        return gold_form(cost, s.goods[at : at + RESOURCES], gold_at_hand(s, side) - cost[GOLD], given, 0)
    return Bill(s, side, item, cost, area).asked(given)


class Purse:
    """What a side can pay with, looked up once for all the prices it is held against."""

    def __init__(self, s: DarkAges, side: int, free: bool = False) -> None:
        at = GOODS * side
        self.wood, self.leather, self.stone, self.iron, self.gold = s.goods[at : at + GOODS]
        modifier = s.rules.modifiers.get("gold_at_hand")
        if modifier is not None:
            self.gold = modifier(s, self.gold, side)
        self.dear = s.profile(side).dear
        self.side = side
        self.free = free
        """Nothing has to be paid."""

    def pays(self, s: DarkAges, item: int, cost: Sequence[int], area: int = NONE) -> bool:
        """Whether a price can be paid in some way (D-1.11, D-4.5)."""
        lack = cost[GOLD]
        if cost[WOOD] > self.wood:
            lack += cost[WOOD] - self.wood
        if cost[LEATHER] > self.leather:
            lack += cost[LEATHER] - self.leather
        if cost[STONE] > self.stone:
            lack += cost[STONE] - self.stone
        if cost[IRON] > self.iron:
            lack += cost[IRON] - self.iron
        if lack <= self.gold or self.free:
            return True
        return not self.dear >> item & 1 and Bill(s, self.side, item, cost, area, self.gold).payable()


def payable(s: DarkAges, side: int, item: int, cost: Sequence[int], area: int = NONE) -> bool:
    """Whether a side can pay a price in some way."""
    return Purse(s, side).pays(s, item, cost, area)


def pay(s: DarkAges, side: int, item: int, cost: Sequence[int], area: int, given: Sequence[int]) -> None:
    """Pay a price as the values of the payment slots say."""
    if s.profile(side).dear >> item & 1:
        paid, at = list(cost), 0
        for resource in range(RESOURCES):
            if cost[resource]:
                paid[resource] -= given[at]
                paid[GOLD] += given[at]
                at += 1
        pay_goods(s, side, paid)
        return
    bill = Bill(s, side, item, cost, area)
    bill.asked(given)
    for ability in bill.spent:
        s.used[side] |= 1 << ability
    pay_goods(s, side, bill.paid)
