"""What choices cost and yield, as people are told: goods, points, and prices with what makes them cheaper."""

from __future__ import annotations

from collections.abc import Sequence

from pfalz.core.ask import Note, Slot, note
from pfalz.games.darkages.goods import bundle
from pfalz.games.darkages.payment import DISCOUNT_SLOT, GOLD_SLOTS, SUBSTITUTE_SLOT, Bill, pay_form
from pfalz.games.darkages.state import NONE, DarkAges
from pfalz.games.darkages.words import ANY_MARKER, GOLD, GOODS


def number(n: int) -> tuple[str, int]:
    """A plain number in a note."""
    return "number", n


def goods(kind: int, n: int) -> tuple[str, int]:
    """Goods of one kind in a note."""
    return "bundle", GOODS * n + kind


def costs(paid: Sequence[int]) -> list[Note]:
    """Goods that are paid, a note for each kind."""
    return [note("pay", bundle=("bundle", held)) for held in bundle(paid)]


def yields(taken: Sequence[int]) -> list[Note]:
    """Goods that are taken, a note for each kind."""
    return [note("get", bundle=("bundle", held)) for held in bundle(taken)]


def gold(n: int) -> list[Note]:
    """Gold that is paid."""
    return [note("pay", bundle=goods(GOLD, n))] if n else []


def points(n: int) -> list[Note]:
    """Victory points; of none nothing is said."""
    return [note("points", n=number(n))] if n else []


def culture(n: int) -> list[Note]:
    """Culture points; of none nothing is said."""
    return [note("culture", n=number(n))] if n else []


def price(s: DarkAges, side: int, item: int, cost: Sequence[int], area: int = NONE) -> list[Note]:
    """What a thing costs a side, permanent discounts taken off, and whether others could be used (D-22.6)."""
    bill = Bill(s, side, item, cost, area)
    found = costs([*bill.need, bill.gold_price])
    if bill.drops and sum(bill.need):
        found.append(note("fewer", n=number(bill.drops)))
    if bill.limited:
        found.append(note("cheaper"))
    return found or [note("for_nothing")]


def disc_laid(s: DarkAges, action: int) -> list[Note]:
    """Who reacts when one more disc lies under an action card (D-13.1 to D-13.3)."""
    stack = s.stacks[action]
    if not stack or len(stack) + 1 < s.rules.value(s, "stack_size", s.t.stack_size):
        return []
    return [note("reacts", side=("side", stack[0]))]


Walked = tuple[Bill, Slot | None]
"""A bill walked along the values given so far, and the slot that comes next."""


def walked(s: DarkAges, side: int, item: int, cost: Sequence[int], area: int, given: Sequence[int]) -> Walked:
    """A price as far as it is paid."""
    asked = pay_form(s, side, item, cost, area, given)
    bill = Bill(s, side, item, cost, area)
    bill.asked(given)
    return bill, asked[0] if asked else None


def paying(walk: Walked, given: Sequence[int], value: int) -> list[Note]:
    """What a value in a slot of a payment means."""
    bill, slot = walk
    if slot is DISCOUNT_SLOT and value:
        effect = bill.limited[len(given)]
        if effect.kind == ANY_MARKER:
            return [note("fewer", n=number(effect.n))]
        return [note("less", bundle=goods(effect.kind, effect.n))]
    if slot is SUBSTITUTE_SLOT and value and len(bill.substitutes) == 1:
        effect = bill.substitutes[0]
        by, off = goods(effect.pay_with, value), goods(effect.instead_of, value)
        return [note("instead", paid=by, off=off)]
    if slot in GOLD_SLOTS:
        paid = [0] * GOODS
        resource = GOLD_SLOTS.index(slot)
        paid[resource], paid[GOLD] = bill.need[resource] - value, value
        return costs(paid)
    return []


def to_pay(walk: Walked) -> list[Note]:
    """The price as it stands, or what is paid when nothing more is asked."""
    bill, slot = walk
    held = bundle([*bill.need, bill.gold_price] if slot else bill.paid)
    key = "to_pay" if slot else "paid"
    return [note("bundle" if at else key, bundle=("bundle", one)) for at, one in enumerate(held)]
