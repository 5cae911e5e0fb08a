"""Choices that cards give somebody (DM0-8.16): to do something for a price, to pay or else, to choose a loss.

What is accepted is carried out like any other effects; what it leaves open is asked by their own questions.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final

from pfalz.core.ask import Question, Reason, Slot, because
from pfalz.core.flow import Step, ask, flow
from pfalz.core.state import Args, Move
from pfalz.games.darkages.effects import can_begin, carry_out
from pfalz.games.darkages.language import Effect
from pfalz.games.darkages.lookup import Lookup
from pfalz.games.darkages.losses import complete
from pfalz.games.darkages.state import NONE, DarkAges
from pfalz.games.darkages.words import BARGAINS, CHOOSE_LOSS, LOSE

ACCEPT_SLOT: Final = Slot("accept", "yesno")
LOSS_SLOT: Final = Slot("loss", "gift")


def can_accept(s: DarkAges, side: int, effect: Effect) -> bool:
    """Whether a side can fulfil a price completely and carry out what it is for."""
    if not complete(s, side, effect.price, NONE):
        return False
    return all(not part.leaves_choice() or can_begin(s, side, part, NONE, NONE) for part in effect.effects)


def ways_out(s: DarkAges, side: int, effect: Effect) -> list[int]:
    """The losses a side can choose, each named by its first part: figures must be there, points need not."""
    found: list[int] = []
    for way in effect.ways:
        if complete(s, side, [part for part in way if part.op != LOSE], NONE):
            found.append(way[0].index)
    return found


class Bargain(Question[DarkAges]):
    """Whether somebody accepts what a card gives him, or what he loses: side, source of points, effect."""

    name: ClassVar[str] = "bargain"
    rule: ClassVar[str] = "DM0-8.16"

    def seat(self, s: DarkAges, args: Args) -> int:
        return args[0]

    def about(self, args: Args) -> Mapping[str, tuple[str, int]]:
        return {"deal": ("gift", args[2])}

    def slot(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Slot:
        return LOSS_SLOT if s.t.effects[args[2]].op == CHOOSE_LOSS else ACCEPT_SLOT

    def options(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int] | None:
        if prefix:
            return None
        effect = s.t.effects[args[2]]
        if effect.op == CHOOSE_LOSS:
            return ways_out(s, seat, effect)
        return (0, 1) if can_accept(s, seat, effect) else (0,)

    def domain(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int]:
        if prefix:
            return ()
        effect = s.t.effects[args[2]]
        return [way[0].index for way in effect.ways] if effect.op == CHOOSE_LOSS else (0, 1)

    def reason(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int], value: int) -> Reason:
        return because("cannot_fulfil", "DM0-8.16")

    def answer(self, s: DarkAges, seat: int, args: Args, answer: Move) -> None:
        effect, source = s.t.effects[args[2]], args[1]
        if effect.op == CHOOSE_LOSS:
            chosen = next(way for way in effect.ways if way[0].index == answer[0])
        elif answer[0]:
            chosen = (*effect.price, *effect.effects)
        else:
            chosen = effect.otherwise
        if chosen:
            carry_out(s, seat, NONE, chosen, source)


def bargain_flows(t: Lookup) -> list[Step[Any]]:
    """The flow of such choices, if there are any at the table."""
    if not any(effect.op in BARGAINS for effect in t.effects):
        return []
    return [flow(ask(Bargain()), "side", "source", "effect", at_once=2)]
