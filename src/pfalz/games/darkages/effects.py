"""The interpreter of the card language (sections 21 to 24): when effects come, and what they do.

`trigger` says that something has happened to a side. Which effects answer is fixed at that moment (D-21.20);
those that leave no choice are carried out at once, the others wait in the flow `choose` (D-21.21, D-R.43).
What an effect causes is dealt with before the next one (D-21.19), because the flows it calls stand above
`choose`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from pfalz.core.ask import Note, Question, Reason, Slot, because, note
from pfalz.core.flow import Step, do, each, flow
from pfalz.core.state import Args, Move
from pfalz.games.darkages import armies, control, losses
from pfalz.games.darkages.counters import church_in_region, count
from pfalz.games.darkages.events import EFFECT_USED, EXTRA_TURN_WON, MANOR_BUILT
from pfalz.games.darkages.goods import gain_culture, gain_goods, gain_points, pay_goods
from pfalz.games.darkages.language import Effect
from pfalz.games.darkages.lookup import Lookup
from pfalz.games.darkages.possible import building_sites, can_carry
from pfalz.games.darkages.state import FROM_CARDS, NONE, DarkAges
from pfalz.games.darkages.words import (
    ACT,
    ARCHER,
    ARCHER_OR_CAVALRY,
    BARGAINS,
    BATTLE_START,
    BUILD,
    BUILT,
    CAVALRY,
    CHURCH,
    CULTURE,
    EVERYBODY,
    EXTRA_BUILD,
    EXTRA_RECRUIT,
    EXTRA_TURN,
    FREE_REGROUP,
    GAIN,
    GAIN_CHOICE,
    GAIN_DIFFERENT,
    GAIN_PER,
    GOODS,
    HOME,
    LOSE,
    MANOR,
    OTHER_OPS,
    PLACE_UNIT,
    PRODUCE_BONUS,
    RAISE_ACHIEVEMENT,
    REACTED,
    RECOVER_FALLEN,
    RECOVER_UNIT,
    RESOURCES,
    SPECIAL,
    TAKE_CARD,
    TEMP_UNIT,
    TRADE,
    VP,
    WHATEVER,
    WHO_IDS,
    WON,
)


def trigger(s: DarkAges, side: int, when: int, area: int = NONE, what: int = NONE) -> None:
    """Something has happened to a side (section 21): `area` and `what` say where and which.

    All its effects with this trigger are carried out (D-21.1)."""
    effects = s.profile(side).by_trigger[when]
    if not effects:
        return
    waiting: list[int] = []
    at_once: list[Effect] = []
    for effect in effects:
        if answers(s, side, effect, area, what):
            if effect.leaves_choice():
                waiting += [effect.index] * effect.times
            else:
                at_once.append(effect)
    if waiting:
        s.call("choose", side, area, what, *waiting)
    if when != BATTLE_START:  # there the muster counts what leaves no choice (D-15.5)
        for effect in at_once:
            carry(s, side, area, effect, FROM_CARDS)


def answers(s: DarkAges, side: int, effect: Effect, area: int, what: int) -> bool:
    """Whether an effect answers an occurrence of its trigger: its filters and its limit (D-21.20, D-23.8)."""
    if effect.ability >= 0 and s.used[side] >> effect.ability & 1:
        return False
    if effect.op == SPECIAL and effect.key not in (FREE_REGROUP, RECOVER_UNIT):
        return False  # it counts where section 24 says so
    when = effect.when
    if when in (WON, BATTLE_START):
        return armies.fits(s, effect, what)  # D-21.11, D-21.14
    if when == REACTED and effect.reactions:
        return bool(effect.reactions >> what & 1)  # D-21.10
    if when == BUILT + CHURCH and effect.first_in_region:
        return not church_in_region(s, s.t.region[area], area)  # D-23.7
    if when == ACT + BUILD and effect.needs_option != WHATEVER:
        return effect.needs_option == what  # D-22.8
    return True


def holds(s: DarkAges, side: int, effect: Effect, area: int) -> bool:
    """Whether the condition of an effect is met now (D-23.6)."""
    return effect.cond_per == WHATEVER or count(s, side, effect.cond_per, area) >= effect.cond_min


def times(s: DarkAges, side: int, effect: Effect, area: int) -> int:
    """How often `gain_per` and `score` count (D-22.3)."""
    n = count(s, side, effect.per, area) // effect.div
    return min(n, effect.most) if effect.most else n


def carry(s: DarkAges, side: int, area: int, effect: Effect, source: int) -> None:
    """Carry out an effect that leaves no choice."""
    if not holds(s, side, effect, area):
        return
    op = effect.op
    if op == GAIN:
        gain(s, side, effect.what, effect.n, source)
    elif op == GAIN_PER:
        gain(s, side, effect.what, effect.n * times(s, side, effect, area), source)
    elif op == PLACE_UNIT:
        place = s.home[side] if effect.where == HOME else area  # DM0-8.2
        control.place_units(s, side, effect.unit, effect.n, place)
    elif op == EXTRA_TURN:
        s.extra = 1  # D-4.16, D-22.24
        s.emit(EXTRA_TURN_WON, side)
    elif op == TEMP_UNIT:
        armies.add_temporary(s, armies.role_of(s, side), effect.unit, effect.n)
    elif op == EXTRA_BUILD and area in building_sites(s, side, MANOR, True):
        control.put_manor(s, side, area)  # placed, not built (DM0-8.14, DM3-3.6)
        s.emit(MANOR_BUILT, side, area)
    elif op >= LOSE:
        if losses.can_begin(s, side, effect):
            losses.carry(s, side, area, effect, source)
        elif effect.otherwise:
            carry_out(s, side, area, effect.otherwise, source)  # DM0-8.3, DM0-8.4


def gain(s: DarkAges, side: int, what: int, n: int, source: int) -> None:
    """Take goods, culture points or victory points (D-22.1)."""
    if what == VP:
        gain_points(s, side, n, source)
    elif what == CULTURE:
        gain_culture(s, side, n)
    else:
        gain_goods(s, side, what, n)


# -- effects one after the other: relics, rewards, what a trade brings --------------------------------


def carry_out(
    s: DarkAges, side: int, area: int, effects: Sequence[Effect], source: int, paid: int = 0
) -> None:
    """Carry out effects in their order; resources got are none of those `paid` (bits, D-22.5)."""
    s.call("carried", side, area, source, paid, *[effect.index for effect in effects])


def carried_effects(
    s: DarkAges, side: int, area: int, source: int, paid: int, *effects: int
) -> Sequence[int]:
    """The effects of the flow `carried`."""
    return effects


def carry_one(s: DarkAges, side: int, area: int, source: int, paid: int, *effects: int) -> None:
    """Carry out one of them: the last argument."""
    effect = s.t.effects[effects[-1]]
    if not effect.leaves_choice():
        carry(s, side, area, effect, source)
    elif effect.op in BARGAINS:
        s.call("bargain", side, source, effect.index)
    elif holds(s, side, effect, area) and can_begin(s, side, effect, area, NONE):
        if effect.op >= LOSE and effect.optional:
            s.call("choose", side, area, NONE, effect.index)
        else:
            perform(s, side, area, NONE, effect, paid)


def can_begin(s: DarkAges, side: int, effect: Effect, area: int, what: int) -> bool:
    """Whether there is something of an effect that leaves a choice to carry out."""
    if effect.op >= LOSE or effect.op == PLACE_UNIT:
        return losses.can_begin(s, side, effect)
    return can_carry(s, side, effect, area, what)


# -- effects that concern several players (DM0-8.15) ---------------------------------------------------


def carry_for(s: DarkAges, effects: Sequence[Effect], source: int) -> None:
    """Carry out effects in their order, each for the players it concerns."""
    s.call("concerning", source, *[effect.index for effect in effects])


def concerning(s: DarkAges, source: int, *effects: int) -> Sequence[int]:
    """The effects of the flow `concerning`."""
    return effects


def concerned(s: DarkAges, source: int, *effects: int) -> Sequence[int]:
    """The players that one of them, the last argument, concerns: in turn order from the active one."""
    who = s.t.effects[effects[-1]].who
    first = s.turn if s.has_seat(s.turn) else 0
    everybody = int(who >= EVERYBODY and who < len(WHO_IDS))
    return [seat for seat in s.clockwise(first) if s.rules.value(s, "concerned", everybody, seat, who)]


def concerning_flows(t: Lookup) -> list[Step[Any]]:
    """The flow of such effects, if there are any at the table: source of points, effects."""
    if not any(effect.who for effect in t.effects):
        return []
    one = each("concerned", concerned, do(carry_for_one))
    return [flow(each("concerning", concerning, one, kind="effect", most=8), "source", "effect*8")]


def carry_for_one(s: DarkAges, source: int, *args: int) -> None:
    """Carry out an effect for one of them: the last two arguments."""
    s.call("carried", args[-1], NONE, source, 0, args[-2])


# -- effects that leave a choice ----------------------------------------------------------------------


def perform(s: DarkAges, side: int, area: int, what: int, effect: Effect, paid: int = 0) -> None:
    """Begin an effect that has been chosen: what it leaves open is asked next."""
    op = effect.op
    if op in (GAIN, GAIN_PER, GAIN_CHOICE, GAIN_DIFFERENT):
        s.call("goods", side, paid, effect.index)
    elif op == EXTRA_BUILD:
        s.call("extra_build", side, area, what, effect.index)
    elif op == EXTRA_RECRUIT:
        for _ in range(effect.n):
            s.call("extra_recruit", side, effect.index)
    elif op == RAISE_ACHIEVEMENT:
        for _ in range(effect.n):
            s.call("raise", side, effect.index)
    elif op == TAKE_CARD:
        for _ in range(effect.n):
            s.call("take_card", side, effect.index)
    elif op == PRODUCE_BONUS:
        s.call("city_bonus", side, effect.index, 0)
    elif op == SPECIAL and effect.key == FREE_REGROUP:
        s.call("regroup_one", side)
    elif op == RECOVER_FALLEN:  # DM9-6.12
        for _ in range(effect.n):
            s.call("recover", side)
    elif op == SPECIAL and effect.key == RECOVER_UNIT:
        s.call("recover", side)
    elif op >= OTHER_OPS:
        s.call(s.t.known.ops[op], side, effect.index)
    elif op >= LOSE or op == PLACE_UNIT:
        losses.perform(s, side, area, effect)


def use(s: DarkAges, side: int, effect: Effect) -> None:
    """Note that an effect is used (D-23.8)."""
    if effect.ability >= 0:
        s.used[side] |= 1 << effect.ability
    if effect.power >= 0:
        s.emit(EFFECT_USED, side, effect.power)


def use_chosen(s: DarkAges, side: int, area: int, what: int, effect: Effect, given: Sequence[int]) -> None:
    """Carry out an effect as its slots say; the slots are those of `effect_options`."""
    use(s, side, effect)
    if effect.op == TRADE:
        trade(s, side, area, effect, given)
    elif effect.op == TEMP_UNIT:
        armies.add_temporary(s, armies.role_of(s, side), given[0], effect.n)
    else:
        perform(s, side, area, what, effect)


def trade(s: DarkAges, side: int, area: int, effect: Effect, given: Sequence[int]) -> None:
    """Pay and get (D-22.5); gold never stands in for resources."""
    paid = list(effect.pay)
    for resource in given[: effect.pay_any]:
        paid[resource] += 1
    pay_goods(s, side, paid)
    kinds = sum([1 << resource for resource in range(RESOURCES) if paid[resource]])
    if hires(effect):
        armies.add_temporary(s, armies.role_of(s, side), given[-1], effect.get[0].n)
    else:
        carry_out(s, side, area, effect.get, FROM_CARDS, kinds)


def hires(effect: Effect) -> bool:
    """Whether an effect, or what a trade gets, is a temporary unit of a type that is chosen (D-22.16)."""
    got = effect.get[0] if effect.op == TRADE else effect
    return got.op == TEMP_UNIT and got.unit == ARCHER_OR_CAVALRY


def effect_slot(effect: Effect, given: int) -> Slot:
    """The next slot of an effect that has been chosen, `given` of them being filled."""
    if effect.op == TRADE and given < effect.pay_any:
        return Slot("pay", "resource")
    return Slot("unit", "unit")


def effect_options(s: DarkAges, side: int, effect: Effect, given: Sequence[int]) -> Sequence[int] | None:
    """What the next slot of a chosen effect may be; None if it has no more (ask `effect` of section 26)."""
    paid = effect.pay_any if effect.op == TRADE else 0
    if len(given) >= paid:
        return (ARCHER, CAVALRY) if len(given) == paid and hires(effect) else None
    at = GOODS * side
    left = [s.goods[at + resource] - effect.pay[resource] for resource in range(RESOURCES)]
    for resource in given:
        left[resource] -= 1
    lowest = given[-1] if given else 0
    after = effect.pay_any - len(given) - 1
    return [r for r in range(lowest, RESOURCES) if left[r] > 0 and sum(left[r:]) > after]


class Choose(Question[DarkAges]):
    """Which of the waiting effects comes next (D-21.21): side, area, what has happened, effects."""

    name: ClassVar[str] = "effect"
    rule: ClassVar[str] = "D-21.21"

    def seat(self, s: DarkAges, args: Args) -> int:
        return args[0]

    def slot(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Slot:
        return (
            effect_slot(s.t.effects[prefix[0]], len(prefix) - 1)
            if prefix
            else Slot("effect", "effect_or_none")
        )

    def options(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int] | None:
        nothing = len(s.t.effects)
        if prefix:
            return (
                None if prefix[0] == nothing else effect_options(s, seat, s.t.effects[prefix[0]], prefix[1:])
            )
        found: list[int] = []
        declinable = True
        for index in args[3:]:
            effect = s.t.effects[index]
            if index not in found and can_use(s, seat, effect, args[1], args[2]):
                found.append(index)
                declinable = declinable and effect.declinable()
        if declinable:
            found.append(nothing)
        return found

    def domain(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int]:
        if prefix:
            return self.options(s, seat, args, prefix) or ()
        return [*sorted(set(args[3:])), len(s.t.effects)]

    def reason(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int], value: int) -> Reason:
        if value == len(s.t.effects):
            return because("must_carry_out", "D-21.2")
        return because("effect_impossible", "D-26.3")

    def answer(self, s: DarkAges, seat: int, args: Args, answer: Move) -> None:
        if answer[0] == len(s.t.effects):
            return
        rest = list(args[3:])
        rest.remove(answer[0])
        if rest:
            s.call("choose", args[0], args[1], args[2], *rest)
        use_chosen(s, seat, args[1], args[2], s.t.effects[answer[0]], answer[1:])


def can_use(s: DarkAges, side: int, effect: Effect, area: int, what: int) -> bool:
    """Whether an effect is not used up and can be carried out (D-26.3)."""
    if effect.ability >= 0 and s.used[side] >> effect.ability & 1:
        return False
    return holds(s, side, effect, area) and can_begin(s, side, effect, area, what)


class TakeGoods(Question[DarkAges]):
    """Goods of free types (D-22.1, D-22.2, DM0-1.10): side, types that may not be taken (bits), effect."""

    name: ClassVar[str] = "goods"
    rule: ClassVar[str] = "D-22.1"

    def seat(self, s: DarkAges, args: Args) -> int:
        return args[0]

    def slot(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Slot:
        if s.t.effects[args[2]].op == GAIN_CHOICE:
            return Slot("entry", "entry")
        return Slot("resource", "resource")

    def options(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int] | None:
        effect = s.t.effects[args[2]]
        if effect.op == GAIN_CHOICE:
            return None if prefix else effect.choices
        n = effect.n * times(s, seat, effect, NONE) if effect.op == GAIN_PER else effect.n
        if len(prefix) == n:
            return None
        lowest = prefix[-1] if prefix else 0
        if effect.op == GAIN_DIFFERENT:
            left = effect.n - len(prefix) - 1
            return range(lowest + 1 if prefix else 0, RESOURCES - left)
        return [r for r in range(lowest, RESOURCES) if not args[1] >> r & 1]

    def reason(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int], value: int) -> Reason:
        return because("paid_with_it", "D-22.5")

    def domain(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int]:
        if s.t.effects[args[2]].op in (GAIN, GAIN_PER):
            return range(prefix[-1] if prefix else 0, RESOURCES)
        return self.options(s, seat, args, prefix) or ()

    def so_far(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[Note]:
        """How many of the goods are chosen (D-22.1)."""
        effect = s.t.effects[args[2]]
        if effect.op == GAIN_CHOICE:
            return ()
        n = effect.n * times(s, seat, effect, NONE) if effect.op == GAIN_PER else effect.n
        return [note("taken", n=("number", len(prefix)), of=("number", n))] if n > 1 else ()

    def answer(self, s: DarkAges, seat: int, args: Args, answer: Move) -> None:
        effect = s.t.effects[args[2]]
        if effect.op == GAIN_CHOICE:
            taken: Sequence[int] = s.t.entries[answer[0]]
        else:
            taken = [answer.count(resource) for resource in range(RESOURCES)]
        for goods, n in enumerate(taken):
            gain_goods(s, seat, goods, n)
