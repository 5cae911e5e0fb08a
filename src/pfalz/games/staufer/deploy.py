"""Move and deploy (S-7): where a figure may go, what it costs, and how it is paid.

The whole action is one form, checked as a whole (S-18.6): the target seat, the chests used, the figure put
on the seat, and an envoy or a noble for every payment.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar

from pfalz.core.ask import Choice, Note, Question, Reason, Slot, because, note
from pfalz.core.state import Args, Move
from pfalz.games.staufer.chests import take_chests
from pfalz.games.staufer.codes import (
    DOUBLE_SEAT,
    ENVOY,
    NOBLE,
    REGIONS,
    ROYAL_FAVOUR,
    SHARED_SEAT,
    figure_of,
    journey_discount,
    seat_discount,
)
from pfalz.games.staufer.events import CHEST_USED, FIGURE_PLACED, FIGURES_PAID
from pfalz.games.staufer.lookup import CHEAP_SEAT, CHEST_KINDS, FREE_MOVEMENT
from pfalz.games.staufer.state import EMPTY, FROM_PRIVILEGES, Staufer


def movement_costs(s: Staufer, seat: int) -> list[int]:
    """Figures this player pays for moving, by distance, chests not counted (S-7.6, S-7.7, S-10.17)."""
    return s.t.journeys[journey_discount(s.privileges[seat])]


def payment_slots(s: Staufer, d: int, moving: int, cost: int) -> list[int]:
    """Ring slots that get a figure: the last `moving` of the way, then those after the target (S-7.10).

    The sixth of the latter is the target itself (S-7.13)."""
    target = s.king + d
    way = [(target - i) % REGIONS for i in range(moving - 1, -1, -1)]
    return way + [(target + i) % REGIONS for i in range(1, cost)]


def seat_costs(s: Staufer, seat: int) -> list[int]:
    """What every office seat costs this player, chests not counted (S-7.9, S-10.7, S-10.22)."""
    return s.t.seat_costs[seat_discount(s.privileges[seat])]


def has_room(s: Staufer, seat: int, office: int) -> bool:
    """A free seat, or with privilege 2 one that holds a single figure (S-7.1, S-10.3, S-10.4)."""
    if s.left[office] == EMPTY:
        return True
    return s.right[office] == EMPTY and s.owns(seat, SHARED_SEAT)


def targets(s: Staufer, seat: int, extra_envoys: int) -> Iterator[int]:
    """Office seats this player can occupy and pay in full (S-7.3), with so many envoys more."""
    envoys, nobles = s.court_of(seat)
    figures = envoys + nobles + extra_envoys
    at = seat * CHEST_KINDS
    free = s.chests[at + FREE_MOVEMENT] > 0
    cheap = s.chests[at + CHEAP_SEAT] > 0
    if figures == 0 or (figures < 2 and not cheap):
        return
    t = s.t
    moving, costs = movement_costs(s, seat), seat_costs(s, seat)
    left, right, noble_only = s.left, s.right, t.noble_only
    shares = s.owns(seat, SHARED_SEAT)
    ring = s.ring
    king = s.king
    for d in range(REGIONS):
        budget = figures if free else figures - moving[d]  # S-9.10, S-R28: any region
        if budget < 1:
            continue
        for office in t.region_seats[ring[(king + d) % REGIONS]]:
            if left[office] != EMPTY and not (shares and right[office] == EMPTY):
                continue
            if noble_only[office] and nobles == 0:
                continue
            if budget >= costs[office] or cheap:
                yield office


def may_deploy(s: Staufer, seat: int, extra_envoys: int) -> bool:
    """Whether there is any office seat this player can occupy, with so many envoys more (S-5.3)."""
    return next(targets(s, seat, extra_envoys), EMPTY) != EMPTY


class Bill:
    """What moving and deploying cost with a chosen target and chosen chests (S-7.2, S-9.10 to S-9.12)."""

    def __init__(self, s: Staufer, seat: int, office: int, free: bool, cheap: bool) -> None:
        d = s.distance(s.t.seat_region[office])
        self.moving = 0 if free else movement_costs(s, seat)[d]
        self.cost = 1 if cheap else seat_costs(s, seat)[office]
        self.distance = d

    @property
    def figures(self) -> int:
        """All figures needed, the one on the seat included."""
        return self.moving + self.cost


class Deploy(Question[Staufer]):
    """Target, chests, figure and payments of one move and deploy action."""

    name: ClassVar[str] = "deploy"
    rule: ClassVar[str] = "S-18.6"

    def slot(self, s: Staufer, seat: int, args: Args, prefix: Sequence[int]) -> Slot:
        if not prefix:
            return Slot("target", "office")
        asks_free, asks_cheap, _ = _chest_slots(s, seat, prefix[0])
        at = len(prefix) - 1
        if asks_free:
            if at == 0:
                return Slot("free_movement", "yesno")
            at -= 1
        if asks_cheap:
            if at == 0:
                return Slot("cheap_seat", "yesno")
            at -= 1
        if at == 0:
            return Slot("figure", "figure")
        return Slot("payment", "figure")

    def options(self, s: Staufer, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int] | None:
        if not prefix:
            return list(targets(s, seat, 0))
        office = prefix[0]
        asks_free, asks_cheap, moving = _chest_slots(s, seat, office)
        envoys, nobles = s.court_of(seat)
        cost = seat_costs(s, seat)[office]
        at = 1
        if asks_free:
            if len(prefix) == at:
                lowest = moving + (1 if asks_cheap else cost)
                return (0, 1) if envoys + nobles >= lowest else (1,)
            if prefix[at]:
                moving = 0
            at += 1
        if asks_cheap:
            if len(prefix) == at:
                return (0, 1) if envoys + nobles >= moving + cost else (1,)
            if prefix[at]:
                cost = 1
            at += 1
        if len(prefix) == at:
            if s.t.noble_only[office]:
                return (NOBLE,)  # S-7.11
            return (ENVOY, NOBLE) if envoys and nobles else (ENVOY,) if envoys else (NOBLE,)  # S-7.12
        if len(prefix) == at + moving + cost:
            return None  # S-7.4, S-R20: not one figure more
        spent = sum(prefix[at:])
        nobles -= spent
        envoys -= len(prefix) - at - spent
        return (ENVOY, NOBLE) if envoys and nobles else (ENVOY,) if envoys else (NOBLE,)  # S-7.14

    def domain(self, s: Staufer, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int]:
        return (0, 1) if prefix else range(s.t.seats)

    def reason(self, s: Staufer, seat: int, args: Args, prefix: Sequence[int], value: int) -> Reason:
        if not prefix:
            return why_no_target(s, seat, value)
        slot = self.slot(s, seat, args, prefix).name
        if slot == "figure" and s.t.noble_only[prefix[0]]:
            return because("nobles_only", "S-7.11")
        if slot in ("free_movement", "cheap_seat"):
            return because("chest_needed", "S-7.3")
        clause = "S-7.12" if slot == "figure" else "S-7.14"
        return because("no_noble_left" if value == NOBLE else "no_envoy_left", clause)

    def worth(self, s: Staufer, seat: int, args: Args, prefix: Sequence[int], value: int) -> Sequence[Note]:
        """Price without chests (S-7.2), the areas where it is paid (S-7.10), and what a chest saves."""
        if prefix:
            return self._saved(s, seat, args, prefix) if value else ()
        bill = Bill(s, seat, value, False, False)
        slots = payment_slots(s, bill.distance, bill.moving, bill.cost)
        areas = [("source_of_gain", s.ring[slot]) for slot in slots]
        numbers = {"n": ("number", bill.figures), "way": ("number", bill.moving)}
        return [Note("seat_cost_way" if bill.moving else "seat_cost", numbers, areas)]

    def _saved(self, s: Staufer, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[Note]:
        """How many figures a chest saves (S-9.10 to S-9.12)."""
        slot = self.slot(s, seat, args, prefix).name
        bill = Bill(s, seat, prefix[0], False, False)
        if slot == "free_movement":
            return [note("saved", n=("number", bill.moving))]
        return [note("saved", n=("number", bill.cost - 1))] if slot == "cheap_seat" else ()

    def heading(
        self, s: Staufer, seat: int, args: Args, prefix: Sequence[int], value: int
    ) -> tuple[str, int] | None:
        return None if prefix else ("region", s.t.seat_region[value])

    def so_far(self, s: Staufer, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[Note]:
        """How much of the bill is paid (S-7.4)."""
        if not prefix:
            return ()
        asks_free, asks_cheap, _ = _chest_slots(s, seat, prefix[0])
        at = 1 + asks_free + asks_cheap
        if len(prefix) < at:
            return ()
        bill = Bill(s, seat, prefix[0], asks_free and prefix[1] == 1, asks_cheap and prefix[at - 1] == 1)
        return [note("paid", n=("number", len(prefix) - at), of=("number", bill.figures))]

    def answer(self, s: Staufer, seat: int, args: Args, answer: Move) -> None:
        office = answer[0]
        asks_free, asks_cheap, _ = _chest_slots(s, seat, office)
        at = 1
        free = cheap = False
        if asks_free:
            free = answer[at] == 1
            at += 1
        if asks_cheap:
            cheap = answer[at] == 1
            at += 1
        bill = Bill(s, seat, office, free, cheap)
        for kind, used in ((FREE_MOVEMENT, free), (CHEAP_SEAT, cheap)):
            if used:
                s.discard(seat, kind)
                s.emit(CHEST_USED, seat, kind)
        figure = answer[at]
        for slot, kind in zip(
            payment_slots(s, bill.distance, bill.moving, bill.cost), answer[at + 1 :], strict=True
        ):
            s.paid[s.payment(s.ring[slot], seat, kind)] += 1  # S-7.15: any number in one area
        nobles = sum(answer[at:])
        s.court[figure_of(seat, NOBLE)] -= nobles
        s.court[figure_of(seat, ENVOY)] -= len(answer) - at - nobles
        s.emit(FIGURES_PAID, seat, len(answer) - at - 1 - (nobles - figure), nobles - figure)
        put_on_seat(s, seat, figure, office)
        s.call("deployed", seat, office, figure)


def _chest_slots(s: Staufer, seat: int, office: int) -> tuple[bool, bool, int]:
    """Whether the two chests are asked for, once each (S-5.7, S-9.7): owned, with an effect (S-9.22).

    Third: what moving costs without them."""
    moving = movement_costs(s, seat)[s.distance(s.t.seat_region[office])]
    at = seat * CHEST_KINDS
    return s.chests[at + FREE_MOVEMENT] > 0 and moving > 0, s.chests[at + CHEAP_SEAT] > 0, moving


def why_no_target(s: Staufer, seat: int, office: int) -> Reason:
    """Why an office seat cannot be occupied by this player."""
    if not has_room(s, seat, office):
        if s.right[office] != EMPTY:
            return because("seat_full", "S-10.4")
        return because("seat_taken", "S-7.1")
    if s.t.noble_only[office] and s.at_court(seat, NOBLE) == 0:
        return because("noble_needed", "S-7.11")
    free, cheap, _ = _chest_slots(s, seat, office)
    need = Bill(s, seat, office, free, cheap).figures
    have = sum(s.court_of(seat))
    return because("too_dear", "S-7.3", need=("number", need), have=("number", have))


def put_on_seat(s: Staufer, seat: int, figure: int, office: int) -> None:
    """Put a figure upright on a seat, right of one that stands there (S-7.10, S-10.3)."""
    row = s.left if s.left[office] == EMPTY else s.right
    row[office] = figure_of(seat, figure)
    s.emit(FIGURE_PLACED, seat, figure, office)


class SecondEnvoy(Choice[Staufer]):
    """Privilege 3: one more envoy on the same seat, free of charge (S-10.5)."""

    name: ClassVar[str] = "second_envoy"
    rule: ClassVar[str] = "S-10.5"
    of: ClassVar[str] = "yesno"
    called: ClassVar[str] = "second_envoy"

    def seat(self, s: Staufer, args: Args) -> int:
        return args[0]

    def about(self, args: Args) -> Mapping[str, tuple[str, int]]:
        return {"office": ("office", args[1])}

    def values(self, s: Staufer, seat: int, args: Args) -> Sequence[int]:
        return (1, 0)

    def chosen(self, s: Staufer, seat: int, args: Args, value: int) -> None:
        if value:
            s.court[figure_of(seat, ENVOY)] -= 1
            put_on_seat(s, seat, ENVOY, args[1])
            favour(s, seat, args[1])


def may_double(s: Staufer, seat: int, office: int, figure: int) -> bool:
    """Privilege 3 applies: an envoy was placed, the seat has room, an envoy remains at the court."""
    if figure != ENVOY or not s.owns(seat, DOUBLE_SEAT):
        return False
    return s.right[office] == EMPTY and s.at_court(seat, ENVOY) > 0


def score_royal_favour(s: Staufer, seat: int, office: int, figure: int) -> None:
    """Privilege 6 for the figure that was placed first."""
    favour(s, seat, office)


def favour(s: Staufer, seat: int, office: int) -> None:
    """Privilege 6: points for a figure put on a seat of the king's region (S-10.8)."""
    if s.owns(seat, ROYAL_FAVOUR) and s.t.seat_region[office] == s.kings_region():
        s.add_points(seat, s.t.royal_favour, FROM_PRIVILEGES)


def take_seat_chests(s: Staufer, seat: int, office: int, figure: int) -> None:
    """All chests under the seat (S-7.17), once for the action (S-7.18), which is paid by now (S-9.14)."""
    stack = s.under_seat[office]
    if stack:
        s.under_seat[office] = ()
        take_chests(s, seat, stack)
