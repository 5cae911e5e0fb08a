"""The action phase (M-3, M-4): one action per turn, given as one form with knight, land, slot and payment."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from pfalz.core.ask import Note, Question, Reason, Slot, because, note
from pfalz.core.events import Event
from pfalz.core.state import Args, Move
from pfalz.games.mil.events import (
    GROWTH_BEGUN,
    LAND_HARVESTED,
    NO_KNIGHT_AT_HOME,
    ROUND_BEGUN,
    SOLDIER_RECRUITED,
)
from pfalz.games.mil.growth import ROLL, acknowledge_son, may_grow, sons_for_sale, why_no_son
from pfalz.games.mil.knights import take_time, white_slots
from pfalz.games.mil.lookup import INFLUENCE, RESOURCES, Cubes
from pfalz.games.mil.notes import ageing, costs, in_sphere, one, yields
from pfalz.games.mil.placing import (
    block,
    blockable,
    destinations,
    markers,
    place_knight,
    taken_by,
    tolls,
    why_no_destination,
)
from pfalz.games.mil.state import ABSENT, COLUMNS, EMPTY, PRODUCTIVE, WHITE, Mil

HARVEST: Final = 0
RECRUIT: Final = 1
GROWTH: Final = 2
PLACE: Final = 3
PASS: Final = 4
ACTION_IDS: Final = ("harvest", "recruit", "family_growth", "place_knight", "pass")


def begin_round(s: Mil) -> None:
    """The holder of the start player token has the first turn (M-3.2)."""
    s.turn = s.starter
    s.emit(ROUND_BEGUN, s.round, s.starter)


def phase_goes_on(s: Mil) -> bool:
    """Not all slots are filled and some knight is at home; asked after each action (M-3.8 to M-3.10)."""
    slots = s.slots
    if WHITE not in slots and EMPTY not in slots:
        return False
    monastery, crusades = s.monastery, s.crusades
    for k, tile in enumerate(s.knight):
        if tile and k not in slots and k not in monastery and k not in crusades:
            return True
    return False


def next_turn(s: Mil) -> None:
    """Clockwise (M-3.2)."""
    s.turn = (s.turn + 1) % s.t.players


def recruit_cost(s: Mil, k: int) -> Cubes:
    """Cloth and metal, and influence from the sixth soldier on (M-4.7, M-4.8)."""
    return s.t.recruit_dear if s.soldiers[k] >= s.t.recruit_extra_from else s.t.recruit_cost


def can_pay(s: Mil, seat: int, cost: Cubes) -> bool:
    """Whether a seat has these cubes."""
    at = RESOURCES * seat
    cubes = s.cubes
    for n in cost:
        if cubes[at] < n:
            return False
        at += 1
    return True


def harvesters(s: Mil, home: list[int]) -> list[int]:
    """Knights with a productive land of their own (M-4.1, M-4.6)."""
    land = s.land
    return [k for k in home if _productive(land[2 * k]) or _productive(land[2 * k + 1])]


def _productive(tile: int) -> bool:
    return tile >= 0 and tile & PRODUCTIVE != 0


def actors(s: Mil, seat: int, action: int, home: list[int]) -> list[int]:
    """Knights of a seat that can perform an action (M-3.4), bans of the whole player left out."""
    if action == HARVEST:
        return harvesters(s, home)
    if action == RECRUIT:
        return [k for k in home if can_pay(s, seat, recruit_cost(s, k))]
    if action == GROWTH:
        return [k for k in home if may_grow(s, k)]
    return home


def has_placed(s: Mil, seat: int, home: list[int]) -> bool:
    """Whether a seat has placed a knight in this round; a pass does not count (M-3.6, M-3.7, M-R7)."""
    at = 4 * seat
    return len(home) + s.knight[at : at + 4].count(ABSENT) < COLUMNS


class Act(Question[Mil]):
    """The action of a turn (M-3.3, M-22.1, M-22.2)."""

    name: ClassVar[str] = "act"
    rule: ClassVar[str] = "M-3.3"

    def seat(self, s: Mil, args: Args) -> int:
        return s.turn

    def slot(self, s: Mil, seat: int, args: Args, prefix: Sequence[int]) -> Slot:
        if not prefix:
            return Slot("action", "action")
        action, at = prefix[0], len(prefix)
        if action == PASS:
            return Slot("blocked_slot", "place") if at == 1 else Slot("marker", "marker")
        if at == 1:
            return Slot("knight", "knight")
        if action == HARVEST and at == 2:
            return Slot("land", "land")
        if action == GROWTH:
            return Slot("growth", "growth")
        if action == PLACE:
            return Slot("place", "place") if at == 2 else Slot("toll", "payment")
        return Slot("time_token", "place")

    def options(self, s: Mil, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int] | None:
        if not prefix:
            return self.actions(s, seat)
        action, at = prefix[0], len(prefix)
        if action == PASS:
            if at == 1:
                return blockable(s)
            return markers(s, seat) if s.t.tokens_on_slots and at == 2 else None
        if at == 1:
            return actors(s, seat, action, s.at_home(seat))
        k = prefix[1]
        if action == PLACE:
            if at == 2:
                return destinations(s, seat)
            if at == 3 and prefix[2] < s.t.slots and s.slots[prefix[2]] == WHITE:
                return tolls(s, seat)
            return None
        if action == GROWTH:
            return [ROLL, *sons_for_sale(s, seat, k)] if at == 2 else None
        if action == HARVEST:
            if at == 2:
                return _harvestable(s, k)
            return white_slots(s) if at == 3 else None
        return white_slots(s) if at == 2 else None

    def actions(self, s: Mil, seat: int) -> list[int]:
        """The actions some knight can perform (M-3.3 to M-3.6); passing always is one (M-3.11)."""
        home = s.at_home(seat)
        if not home:
            return [PASS]
        found: list[int] = []
        if WHITE in s.slots and not has_placed(s, seat, home):  # M-3.5, M-3.6
            if harvesters(s, home):
                found.append(HARVEST)
            for k in home:
                if can_pay(s, seat, recruit_cost(s, k)):
                    found.append(RECRUIT)
                    break
            for k in home:
                if may_grow(s, k):
                    found.append(GROWTH)
                    break
        found.append(PLACE)
        found.append(PASS)
        return found

    def no_choice(self, s: Mil, seat: int, args: Args, prefix: Sequence[int]) -> Event | None:
        """Whose knights are all placed can only pass (M-3.11)."""
        return (NO_KNIGHT_AT_HOME, (seat,)) if prefix[0] == PASS else None

    def domain(self, s: Mil, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int]:
        kind = self.slot(s, seat, args, prefix).kind
        if kind == "action":
            return range(5)
        if kind == "knight":
            return s.family(seat)
        if kind == "land":
            return range(len(s.t.land_ids))
        if kind == "place":
            return range(s.t.slots + 2 if prefix[0] == PLACE else s.t.slots)
        return range(3 if kind == "growth" else 2)

    def reason(self, s: Mil, seat: int, args: Args, prefix: Sequence[int], value: int) -> Reason:
        if not prefix:
            return why_no_action(s, seat, value)
        action, at = prefix[0], len(prefix)
        if action == PASS:
            if at == 2:
                return because("no_family_token", "M-17.3")
            return because(taken_by(s, s.slots[value]), "M-4.40")
        if at == 1:
            return why_no_actor(action)
        if action == PLACE:
            if at == 2:
                return why_no_destination(s, seat, value)
            return because("no_privilege" if value else "no_gold", "M-4.34")
        if action == GROWTH:
            return why_no_son(s, seat, prefix[1], value)
        if action == HARVEST and at == 2:
            return because("land_not_productive", "M-4.1")
        return because("no_white_token_there", "M-4.4")

    def worth(self, s: Mil, seat: int, args: Args, prefix: Sequence[int], value: int) -> Sequence[Note]:
        """Prices of soldiers and slots, what a land yields, and what a time token does to a knight."""
        if not prefix:
            return costs(_cheapest(s, seat)) if value == RECRUIT else ()
        action, at = prefix[0], len(prefix)
        if at == 1 and action in (HARVEST, RECRUIT):
            return [*(costs(recruit_cost(s, value)) if action == RECRUIT else ()), *ageing(s, value)]
        if action == HARVEST and at == 2:
            return yields(s.t.harvest[value])
        if action != PLACE or at != 2:
            return ()
        if value == s.t.crusades:
            return [note("get", cubes=one(s.t.crusade_influence, INFLUENCE))]
        if value == s.t.monastery or s.slots[value] != WHITE:
            return ()
        ways = tolls(s, seat)
        return [note("toll" if len(ways) > 1 else "toll_payment", payment=("payment", ways[0]))]

    def heading(
        self, s: Mil, seat: int, args: Args, prefix: Sequence[int], value: int
    ) -> tuple[str, int] | None:
        return in_sphere(s, value) if self.slot(s, seat, args, prefix).kind == "place" else None

    def answer(self, s: Mil, seat: int, args: Args, answer: Move) -> None:
        action = answer[0]
        if action == PASS:
            block(s, seat, answer[1], answer[2] if len(answer) > 2 else 0)
            return
        k = answer[1]
        if action == PLACE:
            place_knight(s, seat, k, answer[2], answer[3:])
        elif action == HARVEST:
            harvest(s, seat, k, answer[2])
            take_time(s, k, answer[3])
        elif action == RECRUIT:
            s.pay(seat, recruit_cost(s, k))
            s.soldiers[k] += 1  # M-4.9, M-4.12
            s.emit(SOLDIER_RECRUITED, k)
            take_time(s, k, answer[2])  # M-4.10
        else:
            s.emit(GROWTH_BEGUN, k)
            if answer[2] == ROLL:
                s.growing = 1
                s.call("growth", k)
            else:
                acknowledge_son(s, seat, k, answer[2])


def _cheapest(s: Mil, seat: int) -> Cubes:
    """What the cheapest soldier costs that a seat can recruit."""
    return min([recruit_cost(s, k) for k in actors(s, seat, RECRUIT, s.at_home(seat))], key=sum)


def _harvestable(s: Mil, k: int) -> list[int]:
    """Kinds of productive land a knight has."""
    first, second = s.land[2 * k], s.land[2 * k + 1]
    found = [first >> 1] if _productive(first) else []
    if _productive(second) and second != first:
        found.append(second >> 1)
    return found


def harvest(s: Mil, seat: int, k: int, kind: int) -> None:
    """Take the cubes of one land and turn it (M-4.2, M-4.3, M-4.5)."""
    at = 2 * k if s.land[2 * k] == 2 * kind + PRODUCTIVE else 2 * k + 1
    s.land[at] -= PRODUCTIVE
    s.emit(LAND_HARVESTED, k, kind)
    s.gain(seat, s.t.harvest[kind])


def why_no_action(s: Mil, seat: int, action: int) -> Reason:
    """Why an action cannot be taken this turn."""
    home = s.at_home(seat)
    if action == PLACE or not home:
        return because("all_knights_placed", "M-3.11")
    if has_placed(s, seat, home):
        return because("already_placed", "M-3.6")
    if WHITE not in s.slots:
        return because("no_white_token", "M-3.5")
    if action == HARVEST:
        return because("no_productive_land", "M-4.1")
    if action == RECRUIT:
        return because("soldier_too_dear", "M-4.7")
    return because("no_room_for_sons", "M-4.13")


def why_no_actor(action: int) -> Reason:
    """Why a knight cannot perform an action that others of his family can."""
    if action == PLACE:
        return because("knight_placed", "M-4.38")
    if action == HARVEST:
        return because("no_productive_land", "M-4.1")
    if action == RECRUIT:
        return because("sixth_soldier_too_dear", "M-4.8")
    return because("no_room_for_sons", "M-4.13")
