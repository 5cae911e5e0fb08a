"""Reactions (section 13): the owner of the lowest of three discs does something small."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from pfalz.core.ask import Note, Question, Reason, Slot, because, note
from pfalz.core.state import Args, Move
from pfalz.games.darkages import control, effects
from pfalz.games.darkages.events import (
    CARD_DISCARDED,
    GOODS_SOLD,
    REACTION_CHOSEN,
    REACTION_DUE,
    REACTION_LOST,
)
from pfalz.games.darkages.goods import gain_culture, gain_goods, gold_at_hand, lose_goods, pay_goods
from pfalz.games.darkages.marching import regroup, regroup_form, why_not_regroup
from pfalz.games.darkages.notes import culture, gold, goods
from pfalz.games.darkages.offer import take_from_offer
from pfalz.games.darkages.payment import Purse
from pfalz.games.darkages.possible import can_recruit_something, can_regroup, muster_places, riders
from pfalz.games.darkages.recruiting import (
    recruit_domain,
    recruit_form,
    recruit_or_not,
    recruit_so_far,
    recruit_worth,
    why_not_recruit,
)
from pfalz.games.darkages.state import NONE, DarkAges
from pfalz.games.darkages.words import (
    CULTURE_EXCHANGE,
    DOUBLE_REACTION,
    GOLD,
    GOODS,
    IRON,
    LEATHER,
    REACTED,
    REACTION_IDS,
    RECRUIT_AGAIN,
    REGROUP,
    RESOURCES,
    STONE,
    TAKE_WOOD_LEATHER,
    TAKE_WOOD_STONE,
    WOOD,
)

DISCARD_CARD: Final = 0
TAKE_CARD: Final = 1
FOR_GOLD: Final = 0
FOR_CULTURE: Final = 1
NO_REACTION: Final = len(REACTION_IDS)

REACTION_SLOT: Final = Slot("reaction", "reaction_or_none")
EXCHANGE_SLOT: Final = Slot("exchange", "exchange")
CARD_SLOT: Final = Slot("card", "card")
PLACE_SLOT: Final = Slot("place", "place")
RESOURCE_SLOT: Final = Slot("resource", "resource")
TRADE_SLOT: Final = Slot("trade", "trade")
Form = tuple[Slot, Sequence[int]]


def check_stack(s: DarkAges) -> None:
    """After the action: with three discs in its stack the owner of the lowest reacts (D-13.1 to D-13.3)."""
    if s.action == NONE:
        return
    size = s.rules.value(s, "stack_size", s.t.stack_size)
    stack = s.stacks[s.action]
    if len(stack) < size:
        return
    side = stack[0]
    s.stacks[s.action] = stack[1:]
    s.emit(REACTION_DUE, side, s.action)
    s.call("reaction", side, s.bands.index(s.action))


def beside(s: DarkAges, band: int) -> tuple[int, int]:
    """The two reactions a band touches (D-13.3, D-13.4, D-R.1, D-R.2)."""
    return s.t.reaction_row[band], s.t.reaction_row[band + 1]


def can_react(s: DarkAges, side: int, reaction: int) -> bool:
    """Whether a reaction can be carried out (D-13.5)."""
    if reaction in (TAKE_WOOD_LEATHER, TAKE_WOOD_STONE):
        return True
    if reaction == CULTURE_EXCHANGE:
        return bool(s.hand[side]) or (bool(s.offered) and gold_at_hand(s, side) > 0)
    if reaction == REGROUP:
        return can_regroup(s, side) or bool(riders(s, side))
    if reaction == RECRUIT_AGAIN:
        return can_recruit_something(s, side, Purse(s, side), muster_places(s, side))
    return s.resources(side) > 0


def reactions_of(s: DarkAges, side: int, band: int) -> list[int]:
    """The reactions of a band that can be carried out."""
    return [reaction for reaction in beside(s, band) if can_react(s, side, reaction)]


class React(Question[DarkAges]):
    """Which reaction, and its details (D-13.5, D-25.7, D-R.11): side, band.

    No free step and no title comes with it (D-13.12)."""

    name: ClassVar[str] = "react"
    rule: ClassVar[str] = "D-13.3"

    def seat(self, s: DarkAges, args: Args) -> int:
        return args[0]

    def choices(self, s: DarkAges, seat: int, args: Args) -> list[int]:
        """The reactions on offer."""
        return reactions_of(s, seat, args[1]) or [NO_REACTION]

    def _asked(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Form | None:
        if not prefix:
            return REACTION_SLOT, self.choices(s, seat, args)
        reaction, given = prefix[0], prefix[1:]
        if reaction == RECRUIT_AGAIN:
            return recruit_form(s, seat, given)  # D-13.9
        if reaction == REGROUP:
            return regroup_form(s, seat, given)  # D-13.10
        if reaction == NO_REACTION:
            return None
        if reaction == CULTURE_EXCHANGE:
            return self._exchange(s, seat, given)
        if reaction in (TAKE_WOOD_LEATHER, TAKE_WOOD_STONE):  # D-13.8
            other = LEATHER if reaction == TAKE_WOOD_LEATHER else STONE
            return None if given else (RESOURCE_SLOT, (WOOD, other))
        return self._trade(s, seat, given)

    def _exchange(self, s: DarkAges, seat: int, given: Sequence[int]) -> Form | None:
        """Discard a card for a gold, or pay one for any card of the offer (D-13.7)."""
        if not given:
            found = [DISCARD_CARD] if s.hand[seat] else []
            if s.offered and gold_at_hand(s, seat):
                found.append(TAKE_CARD)
            return EXCHANGE_SLOT, found
        if len(given) > 1:
            return None
        if given[0] == DISCARD_CARD:
            return CARD_SLOT, sorted(s.hand[seat])
        return PLACE_SLOT, range(len(s.offered))

    def _trade(self, s: DarkAges, seat: int, given: Sequence[int]) -> Form | None:
        """Iron for gold, or a resource for culture points (D-13.11)."""
        owned = [resource for resource in range(RESOURCES) if s.goods[GOODS * seat + resource]]
        if not given:
            return TRADE_SLOT, [FOR_GOLD, FOR_CULTURE] if IRON in owned else [FOR_CULTURE]
        if len(given) > 1:
            return None
        return RESOURCE_SLOT, [IRON] if given[0] == FOR_GOLD else owned

    def slot(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Slot:
        asked = self._asked(s, seat, args, prefix)
        return asked[0] if asked else REACTION_SLOT

    def options(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int] | None:
        asked = self._asked(s, seat, args, prefix)
        return asked[1] if asked else None

    def domain(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int]:
        if not prefix:
            return [*beside(s, args[1]), NO_REACTION]
        if prefix[0] == RECRUIT_AGAIN:
            found = recruit_domain(s, seat, prefix[1:])
            if found is not None:
                return found
        if prefix[0] == REGROUP and len(prefix) < 3:
            return s.t.every_area
        return self.options(s, seat, args, prefix) or ()

    def reason(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int], value: int) -> Reason:
        if not prefix:
            return because("must_react" if value == NO_REACTION else "reaction_impossible", "D-13.5")
        if prefix[0] == RECRUIT_AGAIN:
            return why_not_recruit(s, seat, prefix[1:], value)
        return why_not_regroup(s, seat, prefix[1:], value)

    def worth(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int], value: int) -> Sequence[Note]:
        """Prices and yields of the small actions (D-13.7 to D-13.11)."""
        if not prefix:
            return ()
        reaction, given = prefix[0], prefix[1:]
        if reaction == RECRUIT_AGAIN:
            return recruit_worth(s, seat, given, value)
        if reaction == CULTURE_EXCHANGE:
            if not given:
                return gold(1) if value == TAKE_CARD else [note("get", bundle=goods(GOLD, 1))]
            return [note("card", card=("card", s.offered[value]))] if given[0] == TAKE_CARD else ()
        if reaction in (REGROUP, TAKE_WOOD_LEATHER, TAKE_WOOD_STONE) or not given:
            return ()
        got = note("get", bundle=goods(GOLD, 1))
        return [got] if given[0] == FOR_GOLD else culture(selling_price(s, seat, value))

    def so_far(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[Note]:
        return recruit_so_far(s, seat, prefix[1:]) if prefix and prefix[0] == RECRUIT_AGAIN else ()

    def answer(self, s: DarkAges, seat: int, args: Args, answer: Move) -> None:
        if answer[0] == NO_REACTION:
            s.emit(REACTION_LOST, seat)
            return
        reaction = answer[0]
        special = s.profile(seat).specials[DOUBLE_REACTION]
        if special >= 0 and not s.used[seat] >> s.t.effects[special].ability & 1:
            one, other = beside(s, args[1])
            s.call("react_again", seat, args[1], other if reaction == one else one)
        react(s, seat, reaction, answer[1:])


class ReactAgain(React):
    """The other reaction as well, by a card (D-24.1): side, band, reaction."""

    name: ClassVar[str] = "react_again"
    rule: ClassVar[str] = "D-24.1"

    def choices(self, s: DarkAges, seat: int, args: Args) -> list[int]:
        return [args[2], NO_REACTION] if can_react(s, seat, args[2]) else [NO_REACTION]

    def answer(self, s: DarkAges, seat: int, args: Args, answer: Move) -> None:
        if answer[0] != NO_REACTION:
            effects.use(s, seat, s.t.effects[s.profile(seat).specials[DOUBLE_REACTION]])
            react(s, seat, answer[0], answer[1:])


def react(s: DarkAges, side: int, reaction: int, given: Sequence[int]) -> None:
    """Carry out a reaction (D-13.7 to D-13.11); its triggers come after it (D-21.10)."""
    s.emit(REACTION_CHOSEN, side, reaction)
    s.call("reacted", side, reaction)
    if reaction == RECRUIT_AGAIN:
        recruit_or_not(s, side, given)
    elif reaction == REGROUP:
        regroup(s, side, given[0], given[1], given[2:])
    elif reaction == CULTURE_EXCHANGE:
        if given[0] == DISCARD_CARD:
            control.drop_card(s, side, given[1])
            s.emit(CARD_DISCARDED, side, given[1])
            gain_goods(s, side, GOLD, 1)
        else:
            pay_goods(s, side, (0, 0, 0, 0, 1))
            take_from_offer(s, side, given[1], any_card=True)
    elif reaction in (TAKE_WOOD_LEATHER, TAKE_WOOD_STONE):
        gain_goods(s, side, given[0], 1)
    elif given[0] == FOR_GOLD:
        pay_goods(s, side, (0, 0, 0, 1, 0))
        gain_goods(s, side, GOLD, 1)
    else:
        lose_goods(s, side, given[1], 1)
        s.emit(GOODS_SOLD, side, GOODS + given[1])
        gain_culture(s, side, selling_price(s, side, given[1]))


def selling_price(s: DarkAges, side: int, resource: int) -> int:
    """Culture points for a resource that is sold (D-14.5, D-22.14)."""
    price = s.t.sell_culture[resource] + s.profile(side).sell[resource]
    return s.rules.value(s, "sell_value", price, side, resource)


def reacted(s: DarkAges, side: int, reaction: int) -> None:
    """Effects of having carried out a reaction (D-21.10)."""
    effects.trigger(s, side, REACTED, NONE, reaction)


def exhaust(s: DarkAges, side: int, band: int) -> None:
    """The disc goes to the area for exhausted nobles (D-13.6)."""
    s.exhausted[side] += 1
