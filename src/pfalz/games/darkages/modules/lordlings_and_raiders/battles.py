"""Battles with the horde (DM1-8): its attacks, the counter-attack with a Raid, and Reinforcement cards.

They are battles of the base game. In the place of the declaration and of the way back stand those of the
horde; its markers join at the muster (DM1-8.1, DM1-8.2). Towers, manors and cities defend as always
(DM1-8.3). Damage to your units is put on by rule, damage to the others by you (DM1-3.7, DM1-3.8), and tower
bonuses of the lordlings go where they do the most (DM1-3.9), all as in the base game.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from pfalz.core.ask import Question, Reason, Slot, because
from pfalz.core.state import Args, Move
from pfalz.games.darkages import control
from pfalz.games.darkages.armies import add_temporary, role_of, target
from pfalz.games.darkages.battle import open_battle
from pfalz.games.darkages.checks import CHURCHES_GONE, CITIES_GONE, FLOORS_GONE, PRODUCTION_GONE
from pfalz.games.darkages.consequences import in_flight, leave
from pfalz.games.darkages.control import troops
from pfalz.games.darkages.dice import damage
from pfalz.games.darkages.events import AREA_RAZED, CARD_DISCARDED
from pfalz.games.darkages.further import FurtherStep, act_instead
from pfalz.games.darkages.goods import gain_goods
from pfalz.games.darkages.marching import excess, troop_form
from pfalz.games.darkages.modules.lordlings_and_raiders.events import (
    COUNTER_ATTACKED,
    HORDE_BEATEN,
    HORDE_STAYED,
    REINFORCED,
)
from pfalz.games.darkages.modules.lordlings_and_raiders.horde import add_markers
from pfalz.games.darkages.modules.lordlings_and_raiders.state import (
    FEUD,
    HORDE_KINDS,
    LORDLINGS,
    MAGYARS,
    REFUGE,
    UPGRADED,
    YOU,
    solo,
)
from pfalz.games.darkages.possible import garrisons
from pfalz.games.darkages.state import FREE, NONE, PLAYING, REGULAR, DarkAges
from pfalz.games.darkages.words import ATTACKER, DEFENDER, GOLD, RESOURCES, ROLES, UNITS

RAID: Final = HORDE_KINDS.index("raid")
REINFORCEMENT: Final = HORDE_KINDS.index("reinforcement")
FROM_SLOT: Final = Slot("from", "area")
PIPS_SLOT: Final = Slot("reinforcements", "number")


def in_hand(s: DarkAges, side: int, kind: int) -> list[int]:
    """The horde cards of a kind in a hand."""
    kinds = solo(s).t.horde_kind
    return sorted([card for card in s.hand[side] if kinds[card] == kind]) if s.has_seat(side) else []


def play(s: DarkAges, side: int, card: int) -> None:
    """A horde card in hand is played, or discarded without an effect (DM1-7.5, DM1-7.9)."""
    control.drop_card(s, side, card)
    s.emit(CARD_DISCARDED, side, card)


# -- the beginning and the muster ----------------------------------------------------------------------


def with_horde(s: DarkAges, side: int, area: int, origin: int, *units: int) -> int:
    """Whether a battle is one with the horde: it attacks, or an army fights from where it stands."""
    return int(side == MAGYARS or area == origin)


def declare_horde(s: DarkAges, side: int, area: int, origin: int, *units: int) -> None:
    """A battle with the horde begins."""
    figures = solo(s).figures
    open_battle(s, side, YOU if side == MAGYARS else MAGYARS, area, origin)
    for unit in range(UNITS):
        s.army[target(s, unit, REGULAR)] = units[unit]
        if side != MAGYARS:
            s.army[s.t.targets * DEFENDER + target(s, unit, REGULAR)] = figures[unit]


def muster_horde(s: DarkAges, *args: int) -> None:
    """Markers on the card are the units they show (DM1-8.1); Magyars in an area fight for it (DM1-8.11).

    Those have the values of barbarians, since they fight on their side."""
    part = solo(s)
    if MAGYARS in (s.attacker, s.defender):
        role = role_of(s, MAGYARS)
        for marker in part.horde:
            for unit, n in enumerate(s.t.marker_units[marker]):
                add_temporary(s, role, unit, n)
        part.used += part.horde
        part.horde = []
    elif s.defender == s.barbarians():
        for unit in range(UNITS):
            at = s.t.targets * DEFENDER + target(s, unit, REGULAR)
            s.army[at] += part.magyars[UNITS * s.battle + unit]


def fell(s: DarkAges, side: int, *units: int) -> None:
    """Magyar figures that die go back to their supply, from the card or from an area (DM1-8.11)."""
    part, at = solo(s), UNITS * side
    if side not in (MAGYARS, s.barbarians()):
        return
    for unit in range(UNITS):
        if side == MAGYARS:
            part.figures[unit] -= s.supply[at + unit]
        else:
            part.magyars[UNITS * s.battle + unit] -= s.supply[at + unit]
        s.supply[at + unit] = 0


def more_barbarians(s: DarkAges, units: int, attacker: int) -> int:
    """With the option H7 the units for trophies add up; what forbids them still does (DM1-10.9)."""
    if units and solo(s).t.hard_trophies:
        table = s.t.reinforcement
        for unit in table[1 : min(len(s.trophies[attacker]), len(table) - 1) + 1]:
            units |= 1 << unit
    return units


# -- Reinforcement (DM1-7.9) ---------------------------------------------------------------------------


def your_role(s: DarkAges) -> int:
    """Whether you attack or defend; NONE if you do neither."""
    return role_of(s, YOU) if YOU in (s.attacker, s.defender) else NONE


def useful(s: DarkAges, phase: int) -> list[int]:
    """How many Reinforcement cards can be played so that each of them makes a hit more, or helps to."""
    role = your_role(s)
    cards = len(in_hand(s, YOU, REINFORCEMENT)) if role != NONE else 0
    if not cards or not s.dice[ROLES * phase + role]:
        return []
    found, best = [], damage(s, role, phase)
    for n in range(1, cards + 1):
        now = damage(s, role, phase, n)
        if now > best:
            found.append(n)
            best = now
    return found


def can_reinforce(s: DarkAges, *args: int) -> bool:
    """Whether a card would make a hit; it is not asked otherwise (DM0-4.7)."""
    solo(s).pips = 0
    return bool(useful(s, args[-1]))


class Reinforce(Question[DarkAges]):
    """How many Reinforcement cards are played, each for one pip (DM1-7.9): ..., phase."""

    name: ClassVar[str] = "reinforce"
    rule: ClassVar[str] = "DM1-7.9"

    def seat(self, s: DarkAges, args: Args) -> int:
        return YOU

    def slot(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Slot:
        return PIPS_SLOT

    def options(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int] | None:
        return None if prefix else [0, *useful(s, args[-1])]

    def domain(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int]:
        return () if prefix else range(len(in_hand(s, seat, REINFORCEMENT)) + 1)

    def reason(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int], value: int) -> Reason:
        return because("no_more_hits", "DM1-7.9")

    def answer(self, s: DarkAges, seat: int, args: Args, answer: Move) -> None:
        n = solo(s).pips = answer[0]
        if n:
            for card in in_hand(s, seat, REINFORCEMENT)[:n]:
                play(s, seat, card)
            s.emit(REINFORCED, seat, n)


def spare_pips(s: DarkAges, n: int, role: int, phase: int) -> int:
    """Pips of Reinforcement cards played in this phase."""
    return n + solo(s).pips if role == your_role(s) else n


# -- the counter-attack (DM1-7.10, DM1-8.8) ------------------------------------------------------------


class CounterStep(FurtherStep):
    """A Raid is played instead of a noble action (DM1-7.10); not when the end has begun (DM1-9.5)."""

    name: ClassVar[str] = "turn"
    rule: ClassVar[str] = "D-4.2"
    step: ClassVar[str] = "counter_attack"

    def possible(self, s: DarkAges, seat: int) -> bool:
        return s.phase == PLAYING and bool(in_hand(s, seat, RAID)) and bool(garrisons(s, seat))

    def refusal(self, s: DarkAges, seat: int) -> Reason:
        if s.phase != PLAYING:
            return because("no_raids_now", "DM1-9.5")
        return because("no_army", "DM1-8.8") if in_hand(s, seat, RAID) else because("no_raid", "DM1-7.10")

    def begin(self, s: DarkAges, seat: int) -> None:
        act_instead(s)
        play(s, seat, in_hand(s, seat, RAID)[0])
        s.call("counter", seat)


def above_limit(s: DarkAges, side: int) -> bool:
    """Whether units have to be returned or paid for first (DM1-8.8)."""
    return excess(s, side) > 0


def has_army(s: DarkAges, side: int) -> bool:
    """Whether a unit is left after that."""
    return bool(garrisons(s, side))


class CounterAttack(Question[DarkAges]):
    """Which units of one area fight the horde (DM1-8.8): side."""

    name: ClassVar[str] = "counter_attack"
    rule: ClassVar[str] = "DM1-8.8"

    def seat(self, s: DarkAges, args: Args) -> int:
        return args[0]

    def slot(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Slot:
        form = troop_form(s, prefix[0], prefix[1:]) if prefix else None
        return form[0] if form else FROM_SLOT

    def options(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int] | None:
        if not prefix:
            return garrisons(s, seat)
        form = troop_form(s, prefix[0], prefix[1:])
        return form[1] if form else None

    def domain(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int]:
        return self.options(s, seat, args, prefix) or () if prefix else s.t.every_area

    def reason(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int], value: int) -> Reason:
        if s.owner[value] != seat:
            return because("not_your_area", "DM1-8.8")
        return because("no_units_here", "DM1-8.8")

    def answer(self, s: DarkAges, seat: int, args: Args, answer: Move) -> None:
        area, units = answer[0], answer[1:]
        for unit, n in enumerate(units):  # they keep the area: it is from there that they fight
            s.units[UNITS * area + unit] -= n
        s.emit(COUNTER_ATTACKED, seat, area, *troops(units))
        s.call("battle", seat, area, area, *units)


# -- what follows (DM1-8.5 to DM1-8.10) ----------------------------------------------------------------


def lost_by_magyars(
    s: DarkAges, attacker: int, defender: int, area: int, attack: int, defence: int, won: int
) -> None:
    """With the option H8 Magyars who lose a battle learn from it (DM1-10.10)."""
    beaten = defender if won else attacker
    if beaten == MAGYARS and solo(s).t.hard_magyars:
        s.call("d20", UPGRADED, MAGYARS)


def end_horde_battle(s: DarkAges, *args: int) -> None:
    """In the place of the way back: what becomes of the horde, and of the area."""
    if s.attacker == MAGYARS:
        if s.victor == ATTACKER:
            raze(s)
        else:
            disperse(s)
            gain_goods(s, YOU, GOLD, solo(s).t.solo.gold_for_defence)  # DM1-8.5
            control.settle_control(s, s.battle)
        return
    leave(s, ATTACKER, s.origin)  # DM1-8.10: they have not gone away
    if s.victor == ATTACKER:
        eliminated = sum(s.fallen[UNITS * DEFENDER : UNITS * (DEFENDER + 1)])
        gain_goods(s, YOU, GOLD, eliminated * solo(s).t.solo.gold_per_magyar)  # DM1-8.9
        for unit in range(UNITS):
            control.place_units(s, YOU, unit, s.fighters(DEFENDER, unit), s.origin)
        disperse(s)
        add_markers(s, solo(s).t.solo.markers_after_counter_attack)
    control.settle_control(s, s.origin)


def disperse(s: DarkAges) -> None:
    """All units of the card go back to the supply, survivors too (DM1-8.5, DM1-8.9, DMR-13)."""
    solo(s).figures = [0] * UNITS
    s.emit(HORDE_BEATEN, MAGYARS)


def raze(s: DarkAges) -> None:
    """Buildings leave the game, all but one for the area's own resource; the Magyars move in (DM1-8.6).

    Manors have gone back to the row as in every lost area (DMR-11). The area is free and occupied."""
    part, area = solo(s), s.battle
    part.razed[CITIES_GONE] += s.city[area]
    part.razed[CHURCHES_GONE] += s.churches[area]
    part.razed[FLOORS_GONE] += s.floors[area]
    s.city[area] = s.churches[area] = s.floors[area] = 0
    for resource in range(RESOURCES):
        at = RESOURCES * area + resource
        stays = min(s.production[at], int(s.t.resource[area] == resource))
        part.razed[PRODUCTION_GONE + resource] += s.production[at] - stays
        s.production[at] = stays
    s.emit(AREA_RAZED, MAGYARS, area)
    control.take_area(s, FREE, area)
    survivors = [s.fighters(ATTACKER, unit) for unit in range(UNITS)]
    for unit, n in enumerate(survivors):
        part.magyars[UNITS * area + unit] += n
    part.figures = [0] * UNITS
    s.emit(HORDE_STAYED, MAGYARS, area, *troops(survivors))
    s.call("area_taken", area)


def clear_area(s: DarkAges, *args: int) -> None:
    """After your victory surviving Magyars leave the area; otherwise they stay (DM1-8.11, DM1-8.12)."""
    if s.defender == s.barbarians() and s.victor == ATTACKER:
        solo(s).magyars[UNITS * s.battle : UNITS * (s.battle + 1)] = [0] * UNITS


def flee(s: DarkAges, *args: int) -> None:
    """Beaten lordlings retreat together, where the fewest of theirs are (DM1-3.10)."""
    if s.defender == LORDLINGS and in_flight(s):
        s.call("choose_area", REFUGE, 0)


def feuds(s: DarkAges, side: int, n: int, area: int) -> None:
    """Each manor they have lost brings a feud, one after the other (DM1-3.11)."""
    if side == LORDLINGS:
        for _ in range(n):
            s.call("choose_area", FEUD, 0)


def pieces_gone(s: DarkAges, n: int, piece: int) -> int:
    """Pieces the horde has removed from the game (DM0-1.14)."""
    return n + solo(s).razed[piece]
