"""Prices of modules (DM0-1.6, DM0-8.1, DM0-8.20): paid in full or not at all, gold standing in for resources.

A price may name types of resources, gold, and resources of the payer's choice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from pfalz.core.ask import Note, Question, Slot, note
from pfalz.core.state import Args, Move
from pfalz.games.darkages.goods import gold_at_hand, pay_goods
from pfalz.games.darkages.language import Effect
from pfalz.games.darkages.notes import costs, number
from pfalz.games.darkages.payment import GOLD_SLOTS, gold_form
from pfalz.games.darkages.picking import Stock, picks
from pfalz.games.darkages.state import DarkAges
from pfalz.games.darkages.words import GOLD, GOODS, RESOURCES

PAY_SLOT: Final = Slot("pay", "goods")


def can_pay(s: DarkAges, side: int, effect: Effect) -> bool:
    """Whether a price can be paid in full: gold for every resource, but nothing for gold (DM0-1.6)."""
    at, pay = GOODS * side, effect.pay
    have = there = lack = 0
    for resource in range(RESOURCES):
        there = s.goods[at + resource]
        have += there
        if pay[resource] > there:
            lack += pay[resource] - there
    gold = gold_at_hand(s, side)
    return lack + pay[GOLD] <= gold and sum(pay) + effect.pay_any <= have + gold


class Pay(Question[DarkAges]):
    """How a price is paid: side, effect. First what is gold of each type, then what is free (DM0-1.6)."""

    name: ClassVar[str] = "pay"
    rule: ClassVar[str] = "DM0-8.1"

    def seat(self, s: DarkAges, args: Args) -> int:
        return args[0]

    def _fixed(self, effect: Effect) -> int:
        """Slots for resources of a type."""
        return sum([n > 0 for n in effect.pay[:RESOURCES]])

    def slot(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Slot:
        effect = s.t.effects[args[1]]
        if len(prefix) < self._fixed(effect):
            asked = self._gold(s, seat, effect, prefix)
            assert asked is not None
            return asked[0]
        return PAY_SLOT

    def _gold(
        self, s: DarkAges, seat: int, effect: Effect, given: Sequence[int]
    ) -> tuple[Slot, Sequence[int]] | None:
        have = s.goods[GOODS * seat : GOODS * seat + RESOURCES]
        gold = gold_at_hand(s, seat) - effect.pay[GOLD]
        return gold_form(effect.pay, have, gold, given, 0)

    def options(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int] | None:
        effect = s.t.effects[args[1]]
        fixed = self._fixed(effect)
        if len(prefix) < fixed:
            asked = self._gold(s, seat, effect, prefix)
            return asked[1] if asked else None
        if len(prefix) == fixed + effect.pay_any:
            return None
        paid = self.paid(effect, prefix[:fixed])
        left = [s.goods[GOODS * seat + r] - paid[r] for r in range(RESOURCES)]
        stock: Stock = [(r, n) for r, n in enumerate(left) if n > 0]
        gold = gold_at_hand(s, seat) - paid[GOLD]
        return picks([*stock, (GOLD, gold)], effect.pay_any, prefix[fixed:])

    def paid(self, effect: Effect, given: Sequence[int]) -> list[int]:
        """What is paid, free resources left out."""
        paid, at = list(effect.pay), 0
        for resource in range(RESOURCES):
            if paid[resource]:
                paid[resource] -= given[at]
                paid[GOLD] += given[at]
                at += 1
        return paid

    def worth(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int], value: int) -> Sequence[Note]:
        """What so much gold for a type leaves to be paid of it (DM0-1.6)."""
        slot = self.slot(s, seat, args, prefix)
        if slot not in GOLD_SLOTS:
            return ()
        resource, paid = GOLD_SLOTS.index(slot), [0] * GOODS
        paid[resource], paid[GOLD] = s.t.effects[args[1]].pay[resource] - value, value
        return costs(paid)

    def so_far(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[Note]:
        """How many markers of the price are paid."""
        effect = s.t.effects[args[1]]
        price = [n for n in effect.pay[:RESOURCES] if n]
        free = max(0, len(prefix) - len(price))
        paid = sum(price[: len(prefix)]) + free
        return [note("paid_of", n=number(paid), of=number(sum(price) + effect.pay_any))]

    def answer(self, s: DarkAges, seat: int, args: Args, answer: Move) -> None:
        effect = s.t.effects[args[1]]
        fixed = self._fixed(effect)
        paid = self.paid(effect, answer[:fixed])
        for goods in answer[fixed:]:
            paid[goods] += 1
        pay_goods(s, seat, paid)
