"""Goods, culture and points: what a side gains, pays and loses."""

from __future__ import annotations

from collections.abc import Sequence

from pfalz.games.darkages.events import (
    CULTURE_GAINED,
    CULTURE_LOST,
    GOLD_AT_STAKE,
    GOLD_LACKING,
    GOODS_GAINED,
    GOODS_PAID,
    RED_REACHED,
)
from pfalz.games.darkages.state import BY_CULTURE, PLAYING, DarkAges
from pfalz.games.darkages.words import GOLD, GOODS


def bundle(goods: Sequence[int]) -> list[int]:
    """Goods as events tell them: one value for each kind, `5 * number + goods`."""
    return [GOODS * n + goods for goods, n in enumerate(goods) if n]


def gain_goods(s: DarkAges, side: int, goods: int, n: int) -> None:
    """Goods of one kind from the supply, which has no end (D-1.6, D-R.20)."""
    if n:
        s.goods[GOODS * side + goods] += n
        s.emit(GOODS_GAINED, side, GOODS * n + goods)


def lose_goods(s: DarkAges, side: int, goods: int, n: int) -> None:
    """Goods of one kind back to the supply."""
    s.goods[GOODS * side + goods] -= n


def pay_goods(s: DarkAges, side: int, goods: Sequence[int]) -> None:
    """Pay a price that has been found payable (D-1.11)."""
    paid = bundle(goods)
    if not paid:
        return
    at = GOODS * side
    lacking = goods[GOLD] - s.goods[at + GOLD]
    if lacking > 0:
        s.emit(GOLD_LACKING, side, lacking)  # gold that does not lie with the player's own
    for kind, n in enumerate(goods):
        s.goods[at + kind] -= n
    s.emit(GOODS_PAID, side, *paid)


def gold_at_hand(s: DarkAges, side: int) -> int:
    """The gold a side can pay with (D-1.9)."""
    gold = s.goods[GOODS * side + GOLD]
    modifier = s.rules.modifiers.get("gold_at_hand")
    return gold if modifier is None else modifier(s, gold, side)


def gold_at_stake(s: DarkAges, side: int) -> None:
    """Something is about to depend on the gold a side really owns: modules may let it get some before."""
    s.emit(GOLD_AT_STAKE, side)


def gain_culture(s: DarkAges, side: int, n: int) -> None:
    """Move a culture counter, space by space (D-6.6); who is first on a red space takes gold (D-6.7).

    So it is whatever brings the points (DM0-1.7). A side without a seat owns no gold: if it is the first,
    nobody gets any (DM1-3.6)."""
    t = s.t
    before = s.culture[side]
    space = min(before + n, t.last_space)
    if space == before:
        return
    s.culture[side] = space
    s.emit(CULTURE_GAINED, side, space - before, space)
    for red in range(t.reds_reached[before], t.reds_reached[space]):
        gold = 0
        if not s.red_taken >> red & 1:
            s.red_taken |= 1 << red
            gold = t.red_gold if s.has_seat(side) else 0
        s.emit(RED_REACHED, side, t.red_spaces[red], gold)  # D-R.29: passing over it is reaching it
        gain_goods(s, side, GOLD, gold)


def gain_points(s: DarkAges, side: int, n: int, source: int) -> None:
    """Victory points (D-1.12)."""
    if n and s.has_seat(side):
        s.add_points(side, n, source)


def lose_culture(s: DarkAges, side: int, n: int) -> None:
    """Move a culture counter back; gold that it has brought is kept and not given again (DM0-1.8).

    An end that it has brought about stays (DM0-1.9)."""
    before = s.culture[side]
    n = min(n, before)
    if n:
        if before == s.t.last_space and s.phase == PLAYING:
            s.ended_by |= 1 << BY_CULTURE
        s.culture[side] = before - n
        s.emit(CULTURE_LOST, side, n, before - n)


def lose_points(s: DarkAges, side: int, n: int, source: int) -> None:
    """Lose victory points, but never more than there are (DM0-1.5)."""
    n = min(n, s.score(side)) if s.has_seat(side) else 0
    if n:
        s.add_points(side, -n, source)


def most_accessible(s: DarkAges, side: int) -> int:
    """How many places of the offer a culture counter opens (D-6.2), before the cards of the side."""
    return s.t.access_at_start + s.t.access_per_red * s.t.reds_reached[s.culture[side]]
