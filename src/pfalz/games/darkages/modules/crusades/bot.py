"""What the judgement thinks of crusades: what a share of the running one promises, and whom to send."""

from __future__ import annotations

from math import exp
from typing import ClassVar, Final

from pfalz.core.ask import Ask
from pfalz.core.state import Move
from pfalz.games.darkages.judging import Judge
from pfalz.games.darkages.modules.crusades.rules import best_value, bonus
from pfalz.games.darkages.modules.crusades.state import crusaders, crusades
from pfalz.games.darkages.outlook import Outlook
from pfalz.games.darkages.possible import garrisons
from pfalz.games.darkages.state import NONE, DarkAges
from pfalz.games.darkages.words import UNITS

UNIT: Final = 0.8
"""A unit that comes back."""
SPREAD: Final = 1.3
"""How uncertain the number of successes is."""
MORE: Final = 0.6
"""Successes that others may still add, for each player."""
DIE: Final = 3.5
ENOUGH: Final = 3
"""Units looked at in one go; the question is put again."""


def successes(s: DarkAges, seat: int) -> float:
    """The successes a player can expect (DM14-4.6)."""
    found = float(crusades(s).hits[seat]) if s.within("resolve_crusade") else 0.0
    for unit, n in enumerate(crusaders(s, seat)):
        if n:
            needs = max(2, best_value(s, seat, unit)) - bonus(s, unit)
            found += n * min(5, 7 - needs) / 6
    return found


def promise(s: DarkAges, seat: int, expected: list[float]) -> float:
    """What the running crusade is worth to a player, won or lost (DM14-4.7 to DM14-4.9)."""
    part = crusades(s)
    card, mine = part.running, sum(crusaders(s, seat))
    defence = max(0.0, part.t.defence[card] + DIE * part.t.dice[card])
    later = 0.0 if s.within("resolve_crusade") else MORE * (s.t.players - 1)
    won = 1.0 / (1.0 + exp(-(sum(expected) + later - defence - 0.5) / SPREAD))
    absent = float(part.t.absent[card])
    if not mine:
        return absent * (1.0 - 2.0 * won)
    vp = part.t.vp[card]
    place = sum([other > expected[seat] for other in expected])
    prize = float(vp[place]) if place < len(vp) else 0.0
    return won * (prize + UNIT * (mine - 1)) + (1.0 - won) * UNIT


class CrusadeJudge(Judge):
    """Units at the crusade by what they may win there."""

    terms: ClassVar[tuple[str, ...]] = ("crusades",)

    def values(self, s: DarkAges, seat: int, o: Outlook) -> list[float]:
        if crusades(s).running == NONE:
            return [0.0]
        return [promise(s, seat, [successes(s, other) for other in range(s.t.players)])]

    def candidates(self, s: DarkAges, ask: Ask) -> list[Move]:
        if ask.name == "crusade":
            return _sent(s, ask)
        if ask.name in ("crusade_loss", "crusade_saved"):
            return [_chosen(s, ask)]
        if ask.name == "crusade_return":
            return _homes(s, ask)
        return []


def _sent(s: DarkAges, ask: Ask) -> list[Move]:
    """Units that can be spared: an area keeps one, unless a manor or the home holds it."""
    found: list[Move] = []
    seat = ask.seat
    for area in garrisons(s, seat):
        units = s.units_in(area)
        held = s.manors[area] or s.home[seat] == area
        spare = min(ENOUGH, sum(units) - (0 if held else 1))
        for n in range(1, spare + 1):
            found.append((area, *_cheapest(s, seat, units, n)))
    if s.t.areas in (ask.options(s) or ()):
        found.append((s.t.areas,))
    return found or ask.answers(s, 24)


def _cheapest(s: DarkAges, seat: int, units: list[int], n: int) -> list[int]:
    """So many units of those that roll best for what they are otherwise worth."""
    ranked = sorted(
        [unit for unit, there in enumerate(units) for _ in range(there)],
        key=lambda unit: (best_value(s, seat, unit), s.face_of(seat, unit).level, unit),
    )
    return [ranked[:n].count(unit) for unit in range(UNITS)]


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
