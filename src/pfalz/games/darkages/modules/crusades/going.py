"""How units come to a crusade and leave it (DM14-3, DM0-8.17): questions of the players."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from pfalz.core.ask import Chance, Note, Question, Reason, Slot, because, note
from pfalz.core.state import Args, Move
from pfalz.games.darkages import control
from pfalz.games.darkages.control import troops
from pfalz.games.darkages.execution import may_decline
from pfalz.games.darkages.language import Effect
from pfalz.games.darkages.marching import troop_form
from pfalz.games.darkages.modules.crusades.events import (
    AMBUSHED,
    CRUSADERS_HOME,
    CRUSADERS_JOINED,
    CRUSADERS_LOST,
    CRUSADERS_SENT,
    HITS_ADDED,
)
from pfalz.games.darkages.modules.crusades.state import BIT, OPS, crusaders, crusades
from pfalz.games.darkages.picking import picks
from pfalz.games.darkages.possible import garrisons
from pfalz.games.darkages.state import NONE, DarkAges
from pfalz.games.darkages.words import ANY_UNIT, FROM_MAP, MARCH, UNITS

AREA_SLOT: Final = Slot("area", "area")
ANY_AREA_SLOT: Final = Slot("area", "area_or_none")
UNIT_SLOT: Final = Slot("unit", "unit")
FIGURE_SLOT: Final = Slot("figure", "army_unit")
ANY_FIGURE_SLOT: Final = Slot("figure", "army_unit_or_none")
PIPS: Final = 6


# -- pieces -----------------------------------------------------------------------------------------------


def send(s: DarkAges, side: int, area: int, counts: Sequence[int]) -> None:
    """Units go from the map to the crusade; the supply limit forgets them (DM14-3.2, DMX-3.2).

    Who has none left in an area gives it up (DM0-1.13)."""
    part = crusades(s)
    s.emit(CRUSADERS_SENT, side, area, *troops(counts))
    for unit, n in enumerate(counts):
        part.units[UNITS * side + unit] += n
    control.take_units(s, area, counts)


def lose(s: DarkAges, side: int, counts: Sequence[int]) -> None:
    """Units at the crusade go back to the supply."""
    part = crusades(s)
    for unit, n in enumerate(counts):
        part.units[UNITS * side + unit] -= n
        s.supply[UNITS * side + unit] += n
    if any(counts):
        s.emit(CRUSADERS_LOST, side, *troops(counts))


# -- in a March (DM14-3.1) --------------------------------------------------------------------------------


def can_send(s: DarkAges, side: int) -> bool:
    """Whether a crusade is running, and units are on the map for it (DM14-3.3)."""
    return s.has_seat(side) and crusades(s).running != NONE and bool(garrisons(s, side))


def may_send(s: DarkAges, side: int, action: int) -> bool:
    """Whether units can be sent in this execution, before or after the movement (DM0-3.4, DMX-3.1)."""
    return action == MARCH and not crusades(s).sent and can_send(s, side)


def beside_march(s: DarkAges, bits: int, side: int, action: int) -> int:
    """March may be chosen for the crusade alone (DM0-3.5, DMR-35)."""
    return bits | BIT if may_send(s, side, action) else bits


def instead_of_march(s: DarkAges, bits: int, side: int, action: int) -> int:
    """Who has sent units need not march (DM14-3.1)."""
    return bits | BIT if action == MARCH and crusades(s).sent else bits


def ask_before(s: DarkAges, side: int, action: int) -> None:
    """Units may go before the movement, unless it comes first."""
    s.call("send_crusaders", side, 0)


def ask_after(s: DarkAges, side: int, action: int) -> None:
    """Units may go after the movement and its battle."""
    s.call("send_crusaders", side, 1)


def back_from_sending(s: DarkAges, side: int, action: int) -> None:
    """The execution is over: in the next one units can be sent again (DM0-3.4, DMX-3.3)."""
    crusades(s).sent = 0


class SendCrusaders(Question[DarkAges]):
    """Which units go to the crusade, area by area, or no more (DM14-3.1): side, whether the march is over."""

    name: ClassVar[str] = "crusade"
    rule: ClassVar[str] = "DM14-3.1"

    def seat(self, s: DarkAges, args: Args) -> int:
        return args[0]

    def slot(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Slot:
        if not prefix:
            return ANY_AREA_SLOT
        form = troop_form(s, prefix[0], prefix[1:])
        return form[0] if form else ANY_AREA_SLOT

    def options(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int] | None:
        nowhere = s.t.areas
        if not prefix:
            found = garrisons(s, seat)
            enough = crusades(s).sent or args[1] or may_decline(s, seat, MARCH, BIT)
            return [*found, nowhere] if enough else found
        if prefix[0] == nowhere:
            return None
        form = troop_form(s, prefix[0], prefix[1:])
        return form[1] if form else None

    def domain(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int]:
        return range(s.t.areas + 1) if not prefix else self.options(s, seat, args, prefix) or ()

    def reason(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int], value: int) -> Reason:
        if value == s.t.areas:
            return because("must_send", "DM0-3.5")
        return because("no_own_units", "DM14-3.1")

    def worth(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int], value: int) -> Sequence[Note]:
        """How many units could go."""
        if prefix or value == s.t.areas:
            return ()
        return [note("units_there", n=("number", sum(s.units_in(value))))]

    def so_far(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[Note]:
        """What they would be sent against, and how many are there (DM14-4.5)."""
        part = crusades(s)
        card, there = ("crusade", part.running), ("number", sum(part.units))
        held, dice = part.t.defence[part.running], part.t.dice[part.running]
        if dice:
            return [note("crusade_rolled", card=card, n=("number", held), dice=("number", dice), there=there)]
        return [note("crusade_held", card=card, n=("number", max(0, held)), there=there)]

    def answer(self, s: DarkAges, seat: int, args: Args, answer: Move) -> None:
        if answer[0] == s.t.areas:
            return
        crusades(s).sent = 1
        if garrisons(s, seat) != [answer[0]] or sum(answer[1:]) < sum(s.units_in(answer[0])):
            s.call("send_crusaders", *args)
        send(s, seat, answer[0], answer[1:])


# -- by a special effect (DM0-8.17) -----------------------------------------------------------------------


def there_is(s: DarkAges, n: int, side: int, number: int) -> int:
    """How much there is of what a crusade word speaks of."""
    effect = s.t.effects[number]
    op = s.t.known.ops[effect.op]
    if op not in OPS:
        return n
    if op == "add_crusader":
        return sum([n for _, n in stock_of(s, side, effect)])
    return 1 if op == "add_hit" else sum(crusaders(s, side))


def stock_of(s: DarkAges, side: int, effect: Effect) -> list[tuple[int, int]]:
    """The units that `add_crusader` may take: figures of the map, or types of the supply."""
    if effect.source == FROM_MAP:
        places = [UNITS * area + unit for area in garrisons(s, side) for unit in range(UNITS)]
        return [(at, s.units[at]) for at in places if s.units[at] and effect.unit in (at % UNITS, ANY_UNIT)]
    types = [unit for unit in range(UNITS) if effect.unit in (unit, ANY_UNIT)]
    supply = s.supply[UNITS * side : UNITS * (side + 1)]
    return [(unit, supply[unit]) for unit in types if supply[unit]]


class AddCrusader(Question[DarkAges]):
    """Which units join the crusade by a special effect, ascending (DM0-8.17, D-26.5): side, effect."""

    name: ClassVar[str] = "add_crusader"
    rule: ClassVar[str] = "DM0-8.17"

    def seat(self, s: DarkAges, args: Args) -> int:
        return args[0]

    def slot(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Slot:
        if s.t.effects[args[1]].source != FROM_MAP:
            return UNIT_SLOT
        return ANY_FIGURE_SLOT if prefix and s.t.effects[args[1]].up_to else FIGURE_SLOT

    def options(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int] | None:
        effect = s.t.effects[args[1]]
        stock = stock_of(s, seat, effect)
        most, nothing = min(effect.n, sum([n for _, n in stock])), UNITS * s.t.areas
        if len(prefix) >= most or nothing in prefix:
            return None
        if effect.up_to and prefix:
            return [*picks(stock, len(prefix) + 1, prefix), nothing]
        return picks(stock, 1 if effect.up_to else most, prefix)

    def domain(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int]:
        options = self.options(s, seat, args, prefix)
        if options is None:
            return ()
        stock = [value for value, _ in stock_of(s, seat, s.t.effects[args[1]])]
        return sorted({*stock, *options})

    def reason(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int], value: int) -> Reason:
        return because("in_order", "D-26.5")

    def answer(self, s: DarkAges, seat: int, args: Args, answer: Move) -> None:
        if s.t.effects[args[1]].source == FROM_MAP:
            for figure in answer:
                if figure < UNITS * s.t.areas:
                    counts = [0] * UNITS
                    counts[figure % UNITS] = 1
                    send(s, seat, figure // UNITS, counts)
            return
        part = crusades(s)
        joined = [answer.count(unit) for unit in range(UNITS)]
        for unit, n in enumerate(joined):
            s.supply[UNITS * seat + unit] -= n
            part.units[UNITS * seat + unit] += n
        s.emit(CRUSADERS_JOINED, seat, *troops(joined))


def return_crusader(s: DarkAges, side: int, number: int) -> None:
    """Own units go back from the crusade to the supply."""
    s.call("crusade_loss", side, s.t.effects[number].n)


def add_hit(s: DarkAges, side: int, number: int) -> None:
    """Own markers come to the card."""
    n = s.t.effects[number].n
    crusades(s).hits[side] += n
    s.emit(HITS_ADDED, side, n)


def withdraw_all(s: DarkAges, side: int, number: int) -> None:
    """All own units leave the crusade for areas one controls."""
    s.call("crusade_return", side)


class Ambush(Chance[DarkAges]):
    """Dice for the units of a player, of which some cost a unit (DM0-8.17): side, effect."""

    name: ClassVar[str] = "ambush"
    rule: ClassVar[str] = "DM0-8.17"

    def slot(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Slot:
        return Slot("die", "pips")

    def options(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int] | None:
        n = s.t.effects[args[1]].n * sum(crusaders(s, args[0]))
        return range(PIPS) if len(prefix) < n else None

    def answer(self, s: DarkAges, seat: int, args: Args, answer: Move) -> None:
        s.emit(AMBUSHED, args[0], *answer)
        lost = answer.count(s.t.effects[args[1]].shows - 1)
        if lost:
            s.call("crusade_loss", args[0], lost)


# -- the way back -----------------------------------------------------------------------------------------


class CrusadeLoss(Question[DarkAges]):
    """Which units of a player go back to his supply, ascending (DM14-4.8, D-26.5): side, number."""

    name: ClassVar[str] = "crusade_loss"
    rule: ClassVar[str] = "DM14-4.8"

    def seat(self, s: DarkAges, args: Args) -> int:
        return args[0]

    def slot(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Slot:
        return UNIT_SLOT

    def options(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int] | None:
        there = crusaders(s, seat)
        n = min(args[1], sum(there))
        return picks([(u, k) for u, k in enumerate(there) if k], n, prefix) if len(prefix) < n else None

    def domain(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int]:
        return range(UNITS) if self.options(s, seat, args, prefix) is not None else ()

    def reason(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int], value: int) -> Reason:
        if crusaders(s, seat)[value] > prefix.count(value):
            return because("in_order", "D-26.5")
        return because("no_crusader", "DM14-4.8")

    def answer(self, s: DarkAges, seat: int, args: Args, answer: Move) -> None:
        lose(s, seat, [answer.count(unit) for unit in range(UNITS)])


class CrusadeSaved(CrusadeLoss):
    """The one unit of a player that is saved from a lost crusade (DM14-4.9): side, 1."""

    name: ClassVar[str] = "crusade_saved"
    rule: ClassVar[str] = "DM14-4.9"

    def answer(self, s: DarkAges, seat: int, args: Args, answer: Move) -> None:
        there = crusaders(s, seat)
        lose(s, seat, [n - answer.count(unit) for unit, n in enumerate(there)])


class CrusadeReturn(Question[DarkAges]):
    """An own area for each unit that comes back; of equal units in ascending order (DM14-4.8): side."""

    name: ClassVar[str] = "crusade_return"
    rule: ClassVar[str] = "DM14-4.8"

    def seat(self, s: DarkAges, args: Args) -> int:
        return args[0]

    def _types(self, s: DarkAges, seat: int) -> list[int]:
        return [unit for unit, n in enumerate(crusaders(s, seat)) for _ in range(n)]

    def slot(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Slot:
        types = self._types(s, seat)
        return RETURN_SLOTS[types[len(prefix)]] if len(prefix) < len(types) else AREA_SLOT

    def options(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int] | None:
        types, at = self._types(s, seat), len(prefix)
        if at == len(types):
            return None
        lowest = prefix[-1] if at and types[at] == types[at - 1] else 0
        return [area for area in s.areas_of(seat) if area >= lowest]

    def domain(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int]:
        return s.t.every_area if self.options(s, seat, args, prefix) is not None else ()

    def reason(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int], value: int) -> Reason:
        if s.owner[value] != seat:
            return because("not_your_area", "DM14-4.8")
        return because("in_order", "D-26.5")

    def answer(self, s: DarkAges, seat: int, args: Args, answer: Move) -> None:
        part, types = crusades(s), self._types(s, seat)
        for area in sorted(set(answer)):
            counts = [0] * UNITS
            for unit, place in zip(types, answer, strict=True):
                counts[unit] += place == area
            for unit, n in enumerate(counts):
                part.units[UNITS * seat + unit] -= n
            control.put_units(s, seat, area, counts)
            s.emit(CRUSADERS_HOME, seat, area, *troops(counts))


RETURN_SLOTS: Final = (
    Slot("infantry_to", "area"),
    Slot("archer_to", "area"),
    Slot("cavalry_to", "area"),
)
