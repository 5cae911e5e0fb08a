"""What the judgement thinks of crusades: what a share of the running one promises, and whom to send."""

from __future__ import annotations

from functools import lru_cache
from math import prod
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
"""How likely each other player still adds a success."""
PIPS: Final = 6
SOMETHING: Final = 0.4
WORTH_IT: Final = 2.2
"""A March for so much gain is looked at, as if it promised this more."""
RIVALS: Final = 0.5
"""How much it counts that those who are absent lose points."""


def chance(s: DarkAges, seat: int, unit: int) -> float:
    """How likely the die of a unit is a success (DM14-4.6)."""
    needs = max(2, best_value(s, seat, unit)) - bonus(s, unit)
    return min(5, 7 - needs) / 6


def force(s: DarkAges, seat: int) -> list[float]:
    """The units of a player at the crusade, each by how likely it is a success."""
    return [chance(s, seat, unit) for unit, n in enumerate(crusaders(s, seat)) for _ in range(n)]


@lru_cache(maxsize=20_000)
def odds(forces: tuple[float, ...], needed: int, dice: int) -> float:
    """How likely there are more successes than are needed, which so many dice add to (DM14-4.5, DM14-4.7)."""
    if dice:
        return sum([odds(forces, needed + pips, dice - 1) for pips in range(1, PIPS + 1)]) / PIPS
    found = [1.0]
    for hit in forces:
        found = [
            (found[n] * (1.0 - hit) if n < len(found) else 0.0) + (found[n - 1] * hit if n else 0.0)
            for n in range(len(found) + 1)
        ]
    return sum(found[max(0, needed + 1) :])


def share(s: DarkAges, seat: int, forces: list[list[float]]) -> float:
    """What the running crusade is worth to a player, if these units are there (DM14-4.7 to DM14-4.9)."""
    part, players = crusades(s), s.t.players
    card = part.running
    resolved = s.within("resolve_crusade")
    sure = part.hits if resolved else [0] * players
    mine = forces[seat]
    others = [hit for other, each in enumerate(forces) if other != seat for hit in each]
    others += [] if resolved else [MORE] * (players - 1)
    absent = float(part.t.absent[card])
    if not any(forces):
        return 0.0
    needed, defence_dice = part.t.defence[card] - sum(sure), part.t.dice[card]
    won = odds(tuple(sorted(others + mine)), needed, defence_dice)
    if not mine:
        return absent * (1.0 - 2.0 * won)
    failed = 0.0 if sure[seat] else prod([1.0 - hit for hit in mine])
    for_nothing = failed * odds(tuple(sorted(others)), needed, defence_dice)
    expected = [n + sum(each) for n, each in zip(sure, forces, strict=True)]
    vp = part.t.vp[card]
    place = sum([other > expected[seat] for other in expected])
    prize = float(vp[place]) if place < len(vp) else 0.0
    away = sum([not forces[other] for other in range(players) if other != seat])
    spite = RIVALS * absent * away / (players - 1)
    saved = UNIT if s.phase != LAST_TURNS else 0.0
    found = (won - for_nothing) * prize  # who has no success gets nothing
    return found + won * (spite + saved * (len(mine) - 1)) + (1.0 - won) * (saved - spite)


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
    forces = [force(s, other) for other in range(s.t.players)]
    now, best = share(s, seat, forces), 0.0
    cost = LAST_COST if s.phase == LAST_TURNS else COST
    going = spares(s, seat)
    sent: list[tuple[int, int]] = []
    for k, (_, unit) in enumerate(going, 1):
        forces[seat].append(chance(s, seat, unit))
        gain = share(s, seat, forces) - now - cost * k
        if gain > best:
            best, sent = gain, going[:k]
    return best, sent


class CrusadeJudge(Judge):
    """Units at the crusade by what they may win there."""

    terms: ClassVar[tuple[str, ...]] = ("crusades",)

    def values(self, s: DarkAges, seat: int, o: Outlook) -> list[float]:
        if crusades(s).running == NONE:
            return [0.0]
        return [share(s, seat, [force(s, other) for other in range(s.t.players)])]

    def promise(self, s: DarkAges, seat: int) -> float:
        gain = best_sending(s, seat)[0] if crusades(s).running != NONE else 0.0
        return WORTH_IT + gain if gain > SOMETHING else 0.0

    def candidates(self, s: DarkAges, ask: Ask) -> list[Move]:
        if ask.name == "crusade":
            return _sendings(s, ask)
        if ask.name in ("crusade_loss", "crusade_saved"):
            return [_chosen(s, ask)]
        if ask.name == "crusade_return":
            return _homes(s, ask)
        return []


def _sendings(s: DarkAges, ask: Ask) -> list[Move]:
    """As many units as are best sent or fewer, the best or the worst first, area by area; or no more."""
    _, going = best_sending(s, ask.seat)
    options = ask.options(s) or ()
    nobody = [(s.t.areas,)] if s.t.areas in options else []
    if not going and nobody:
        return [*nobody]
    best = spares(s, ask.seat) or [(options[0], _first(s, options[0]))]
    found: dict[Move, None] = {}
    for order in (best, best[::-1]):
        area = order[0][0]
        for k in range(1, max(1, len(going)) + 1):
            units = [unit for place, unit in order[:k] if place == area]
            found[(area, *[units.count(unit) for unit in range(UNITS)])] = None
    return [*found, *nobody]


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
