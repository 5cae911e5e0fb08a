"""Marches and regroupings worth a look, for bots: few peaceful ones, and only attacks with good odds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pfalz.core.ask import Ask
from pfalz.core.state import Move
from pfalz.games.darkages.counters import floors_in_reach
from pfalz.games.darkages.goods import gold_at_hand
from pfalz.games.darkages.judging import judges
from pfalz.games.darkages.marching import excess, goals, ways
from pfalz.games.darkages.odds import Units, chances
from pfalz.games.darkages.outlook import Outlook
from pfalz.games.darkages.possible import bits, garrisons, peaceful, reach
from pfalz.games.darkages.prospects import fields_of
from pfalz.games.darkages.settling import settle_cost
from pfalz.games.darkages.state import FREE, DarkAges
from pfalz.games.darkages.warfare import LOST_UNIT, Stakes
from pfalz.games.darkages.words import UNITS

QUIET: Final = 10
"""Peaceful marches looked at."""
LEAST: Final = 0.6
"""With worse odds nobody attacks."""
NOBODY_BACK: Final = 0.1
"""How likely nobody comes back from an attack on a home area."""


def stakes_of(s: DarkAges, seat: int) -> Stakes:
    """What a seat may win."""
    o = Outlook(s)
    return Stakes(s, seat, s.realm(seat), fields_of(s, o), o)


def troops(s: DarkAges, area: int) -> list[Units]:
    """Armies that may leave an area: all units, all but one, and few."""
    i, a, c = s.units_in(area)
    found = [(i, a, c)]
    if i + a + c > 1:
        if i:
            found.append((i - 1, a, c))
            found.append((i, 0, 0))
            found.append((1, 0, 0))
        if a:
            found.append((i, a - 1, c))
            found.append((0, 1, 0))
        if c:
            found.append((i, a, c - 1))
            found.append((0, 0, c))
        if a or c:
            found.append((0, a, c))
    return [army for army in dict.fromkeys(found) if any(army)]


def marches(s: DarkAges, ask: Ask) -> list[Move]:
    """The attack that promises most on average, or else peaceful marches."""
    stakes = stakes_of(s, ask.seat)
    promise, assault = best_attack(s, stakes)
    quiet = quiet_marches(s, stakes)
    if assault and (not quiet or promise > quiet[0][0]):
        return [assault]
    found = [move for _, move in quiet[:QUIET]] or [_least_defeat(s, ask, stakes)]
    if s.t.areas in (ask.options(s, ()) or ()):
        found.append((s.t.areas,))  # the march may be left out (DM0-3.5)
    return [move for move in found if move]


def best_attack(s: DarkAges, stakes: Stakes) -> tuple[float, Move]:
    """The attack that promises most, and what; an empty one if all of them are likely to fail."""
    seat, best = stakes.seat, 0.0
    found: Move = ()
    mine = peaceful(s, seat)
    for start in garrisons(s, seat):
        for end in goals(s, seat, start):
            if mine >> end & 1:
                continue
            for army in troops(s, start):
                promise = attack(s, start, end, army, stakes)
                if promise > best:
                    best, found = promise, _march(s, seat, start, end, army)
    return best, found


def quiet_marches(s: DarkAges, stakes: Stakes) -> list[tuple[float, Move]]:
    """Marches without a battle, the best first."""
    seat = stakes.seat
    mine = peaceful(s, seat)
    found: list[tuple[float, Move]] = []
    for start in garrisons(s, seat):
        for end in goals(s, seat, start):
            if mine >> end & 1:
                for army in peaceful_armies(s, seat, start, end):
                    worth = _peace(s, seat, start, end, army, stakes)
                    found.append((worth, _march(s, seat, start, end, army)))
    found.sort(reverse=True)
    return found


def march_promise(s: DarkAges, seat: int) -> tuple[float, float]:
    """What the best attack promises, and roughly what the best peaceful march is good for.

    Modules may be in a hurry for that attack; not if a peaceful march would be made instead of it."""
    stakes, modules = stakes_of(s, seat), judges(s.rules)
    quiet = quiet_marches(s, stakes)
    promise, assault = best_attack(s, stakes)
    if assault and (not quiet or promise > quiet[0][0]):
        promise += sum([judge.haste(s, seat, assault) for judge in modules])
    more = [judge.promise(s, seat) for judge in modules]
    return max([promise, *more]), quiet[0][0] if quiet else 0.0


def attack(s: DarkAges, start: int, end: int, army: Units, stakes: Stakes) -> float:
    """What an attack promises on average; nothing if it is likely to fail."""
    seat = stakes.seat
    strong = helped(s, seat, start, end, army)
    won, alive = chances(s, seat, strong, end, floors_in_reach(s, seat, end))
    if won < LEAST:
        return 0.0
    fallen = (sum(strong) - alive) * sum(army) / sum(strong)  # of those modules add, nobody is missed
    promise = won * stakes.prize(s, end) - LOST_UNIT * fallen
    if not s.manors[start] and s.home[seat] != start and sum(army) == sum(s.units_in(start)):
        given_up = stakes.fields[start] + 2.0
        if is_home(s, end):  # whoever lives comes back (D-17.10, D-17.11)
            given_up *= NOBODY_BACK
        promise -= given_up
    return promise - 0.05 * sum(army)


def is_home(s: DarkAges, area: int) -> bool:
    """Whether an area is the home of whoever controls it: it is plundered, and never conquered (D-2.12)."""
    owner = s.owner[area]
    return owner != FREE and s.home[owner] == area


def helped(s: DarkAges, seat: int, start: int, end: int, army: Units) -> Units:
    """An army as strong as modules make it for an attack."""
    for judge in judges(s.rules):
        i, a, c = judge.helps(s, seat, start, end)
        army = (army[0] + i, army[1] + a, army[2] + c)
    return army


def _least_defeat(s: DarkAges, ask: Ask, stakes: Stakes) -> Move:
    """A march has to be made, and there is only the choice of defeats."""
    best = -1e9
    found: Move = ()
    for start in ask.options(s, ()) or ():
        for end in ask.options(s, (start,)) or ():
            for army in troops(s, start):
                won, alive = chances(s, ask.seat, army, end, 0)
                promise = won * stakes.prize(s, end) - LOST_UNIT * (sum(army) - alive)
                if promise > best:
                    best, found = promise, _march(s, ask.seat, start, end, army)
    return found


def peaceful_armies(s: DarkAges, seat: int, start: int, end: int) -> list[Units]:
    """All units, or as many as are needed to settle."""
    i, a, c = s.units_in(start)
    found = [(i, a, c)]
    if i + a + c > 1:
        if s.owner[end] != seat:
            cost = settle_cost(s, seat, end)
            level = s.face_of(seat, 0).level
            n = min(i, -(-cost // level))
            if n:
                found.append((n, 0, 0))
            if i > 1 and n != 1:
                found.append((1, 0, 0))
        if not s.manors[start] and s.home[seat] != start:
            found.append((i - 1, a, c) if i else ((i, a - 1, c) if a else (i, a, c - 1)))
    return list(dict.fromkeys(found))


def _peace(s: DarkAges, seat: int, start: int, end: int, army: Units, stakes: Stakes) -> float:
    """Roughly what a peaceful march is good for; the judgement has the last word."""
    found = 0.0
    if s.owner[end] != seat:
        found += stakes.prize(s, end)
    elif not s.manors[end]:
        found += 1.0
    else:
        beyond = [other for other in bits(reach(s, seat, end)) if s.owner[other] != seat]
        found += max([0.2 * stakes.prize(s, other) for other in beyond], default=-1.0)
    if not s.manors[start] and s.home[seat] != start and sum(army) == sum(s.units_in(start)):
        found -= stakes.fields[start] + 2.0
    return found


def _march(s: DarkAges, seat: int, start: int, end: int, army: Units) -> Move:
    found = ways(s, seat, start, end)
    gone = escorted(s, seat, start, army)
    return (start, end, *gone) if len(found) == 1 else (start, end, found[0], *gone)


def escorted(s: DarkAges, seat: int, start: int, army: Sequence[int]) -> tuple[int, ...]:
    """An army with whoever can go along with it."""
    return (*army, 1) if s.rules.value(s, "along", 0, seat, start) else tuple(army)


def regroupings(s: DarkAges, seat: int) -> list[Move]:
    """Peaceful marches without a March (D-9.10)."""
    stakes = stakes_of(s, seat)
    mine = peaceful(s, seat)
    found: list[tuple[float, Move]] = []
    for start in garrisons(s, seat):
        for end in bits(reach(s, seat, start) & mine):
            for army in peaceful_armies(s, seat, start, end):
                move = (start, end, *escorted(s, seat, start, army))
                found.append((_peace(s, seat, start, end, army, stakes), move))
    found.sort(reverse=True)
    return [move for _, move in found[:QUIET]]


def supplies(s: DarkAges, ask: Ask) -> list[Move]:
    """Gold, or the cheapest units of areas that are not lost with them (D-9.2)."""
    seat, n = ask.seat, excess(s, ask.seat)
    gold = UNITS * s.t.areas
    ranked: list[tuple[float, int]] = []
    for area in garrisons(s, seat):
        last = not s.manors[area] and s.home[seat] != area
        for unit, there in enumerate(s.units_in(area)):
            level = s.face_of(seat, unit).level
            for i in range(there):
                ranked.append((level + 0.1 * unit + (3.0 if last and i == 0 else 0.0), UNITS * area + unit))
    ranked.sort()
    found: dict[Move, None] = {}
    for coins in range(min(n, gold_at_hand(s, seat)) + 1):
        if n - coins <= len(ranked):
            units = sorted([at for _, at in ranked[: n - coins]])
            found[(*units, *[gold] * coins)] = None
    return list(found)
