"""What the judgement thinks of crusades: what a share of the running one promises, and whom to send."""

from __future__ import annotations

from math import exp, sqrt
from typing import ClassVar, Final

from pfalz.core.ask import Ask
from pfalz.core.state import Move
from pfalz.games.darkages.judging import Judge
from pfalz.games.darkages.modules.crusades.rules import best_value, bonus
from pfalz.games.darkages.modules.crusades.state import crusaders, crusades
from pfalz.games.darkages.outlook import Outlook
from pfalz.games.darkages.possible import garrisons
from pfalz.games.darkages.state import LAST_TURNS, NONE, DarkAges
from pfalz.games.darkages.words import UNITS

UNIT: Final = 1.2
"""A unit that comes back."""
COST: Final = 1.5
"""A unit that is gone from the map until then, and perhaps for good."""
LAST_COST: Final = 0.2
"""The same in the last turns, when there is little left to do for it."""
MORE: Final = 0.2
"""Successes that others may still add, for each player."""
DIE: Final = 3.5
DIE_SPREAD: Final = 2.9
"""What a die shows on average, and how far it is from it (squared)."""
SOMETHING: Final = 0.4
WORTH_IT: Final = 2.2
"""A March for so much gain is looked at, as if it promised this more."""
RIVALS: Final = 0.5
"""How much it counts that those who are absent lose points."""


def chance(s: DarkAges, seat: int, unit: int) -> float:
    """How likely the die of a unit is a success (DM14-4.6)."""
    needs = max(2, best_value(s, seat, unit)) - bonus(s, unit)
    return min(5, 7 - needs) / 6


def successes(s: DarkAges, seat: int) -> float:
    """The successes a player can expect."""
    found = float(crusades(s).hits[seat]) if s.within("resolve_crusade") else 0.0
    for unit, n in enumerate(crusaders(s, seat)):
        if n:
            found += n * chance(s, seat, unit)
    return found


def share(s: DarkAges, seat: int, expected: list[float], mine: int) -> float:
    """What the running crusade is worth to a player with so many units there (DM14-4.7 to DM14-4.9)."""
    part = crusades(s)
    card = part.running
    defence = max(0.0, part.t.defence[card] + DIE * part.t.dice[card])
    later = 0.0 if s.within("resolve_crusade") else MORE * (s.t.players - 1)
    spread = 0.55 * sqrt(0.3 + 0.5 * sum(expected) + DIE_SPREAD * part.t.dice[card])
    won = 1.0 / (1.0 + exp(-(sum(expected) + later - defence - 0.5) / spread))
    absent = float(part.t.absent[card])
    if not mine:
        return absent * (1.0 - 2.0 * won) if any(expected) else 0.0
    vp = part.t.vp[card]
    place = sum([other > expected[seat] for other in expected])
    prize = float(vp[place]) if place < len(vp) else 0.0
    away = sum([not any(crusaders(s, other)) for other in range(s.t.players) if other != seat])
    prize += RIVALS * absent * away / (s.t.players - 1)
    saved = UNIT if s.phase != LAST_TURNS else 0.0
    lost = RIVALS * absent * away / (s.t.players - 1)
    return won * (prize + saved * (mine - 1)) + (1.0 - won) * (saved - lost)


def spares(s: DarkAges, seat: int) -> list[tuple[int, int]]:
    """Units that can be sent, area and type, the best first: an area keeps one, unless it is held anyway."""
    found: list[tuple[float, int, int]] = []
    for area in garrisons(s, seat):
        units = [unit for unit, n in enumerate(s.units_in(area)) for _ in range(n)]
        held = s.manors[area] or s.home[seat] == area
        units.sort(key=lambda unit: (-chance(s, seat, unit), s.face_of(seat, unit).level))
        for unit in units if held else units[:-1]:
            found.append((-chance(s, seat, unit), area, unit))
    return [(area, unit) for _, area, unit in sorted(found)]


def best_sending(s: DarkAges, seat: int) -> tuple[float, list[tuple[int, int]]]:
    """The units that are best sent now, and what that promises."""
    expected = [successes(s, other) for other in range(s.t.players)]
    there = sum(crusaders(s, seat))
    now, best = share(s, seat, expected, there), 0.0
    cost = LAST_COST if s.phase == LAST_TURNS else COST
    going = spares(s, seat)
    sent: list[tuple[int, int]] = []
    for k, (_, unit) in enumerate(going, 1):
        expected[seat] += chance(s, seat, unit)
        gain = share(s, seat, expected, there + k) - now - cost * k
        if gain > best:
            best, sent = gain, going[:k]
    return best, sent


class CrusadeJudge(Judge):
    """Units at the crusade by what they may win there."""

    terms: ClassVar[tuple[str, ...]] = ("crusades",)

    def values(self, s: DarkAges, seat: int, o: Outlook) -> list[float]:
        if crusades(s).running == NONE:
            return [0.0]
        expected = [successes(s, other) for other in range(s.t.players)]
        return [share(s, seat, expected, sum(crusaders(s, seat)))]

    def promise(self, s: DarkAges, seat: int) -> float:
        gain = best_sending(s, seat)[0] if crusades(s).running != NONE else 0.0
        return WORTH_IT + gain if gain > SOMETHING else 0.0

    def candidates(self, s: DarkAges, ask: Ask) -> list[Move]:
        if ask.name == "crusade":
            sent = _sent(s, ask)
            none = (s.t.areas,)
            return [sent, none] if sent != none and s.t.areas in (ask.options(s) or ()) else [sent]
        if ask.name in ("crusade_loss", "crusade_saved"):
            return [_chosen(s, ask)]
        if ask.name == "crusade_return":
            return _homes(s, ask)
        return []


def _sent(s: DarkAges, ask: Ask) -> Move:
    """The units of the first area among those that are best sent, or no more."""
    _, going = best_sending(s, ask.seat)
    options = ask.options(s) or ()
    if not going and s.t.areas in options:
        return (s.t.areas,)
    going = going or spares(s, ask.seat)[:1] or [(options[0], _first(s, options[0]))]
    area = going[0][0]
    units = [unit for place, unit in going if place == area]
    return (area, *[units.count(unit) for unit in range(UNITS)])


def _first(s: DarkAges, area: int) -> int:
    """A unit of an area."""
    return next(unit for unit, n in enumerate(s.units_in(area)) if n)


def _chosen(s: DarkAges, ask: Ask) -> Move:
    """The least valuable unit is given up, the most valuable one saved."""
    seat, n = ask.seat, ask.args[1]
    there = [unit for unit, k in enumerate(crusaders(s, seat)) for _ in range(k)]
    best = ask.name == "crusade_saved"
    there.sort(key=lambda unit: (s.face_of(seat, unit).level, unit), reverse=best)
    return tuple(sorted(there[:n]))


def _homes(s: DarkAges, ask: Ask) -> list[Move]:
    """All units into one area: few places are worth a look, where most can be done."""
    seat = ask.seat
    n = sum(crusaders(s, seat))
    realm = s.realm(seat)
    areas = sorted(s.areas_of(seat), key=lambda area: (s.t.near[area] & ~realm).bit_count(), reverse=True)
    return [(area,) * n for area in areas[:4]]


JUDGE: Final = CrusadeJudge()
"""Crusades (DM14)."""
