"""Answers to forms of many numbers, for bots: what is sold, returned, discarded, hit and rolled again."""

from __future__ import annotations

from typing import Final

from pfalz.core.ask import Ask
from pfalz.core.state import HIDDEN, Move
from pfalz.games.darkages.damage import rooms
from pfalz.games.darkages.dice import NO_DIE, PIPS
from pfalz.games.darkages.outlook import DIMINISHING
from pfalz.games.darkages.passing import sell_limit, store_limit
from pfalz.games.darkages.reactions import selling_price
from pfalz.games.darkages.settling import epithet_points
from pfalz.games.darkages.state import DarkAges
from pfalz.games.darkages.words import (
    ACHIEVEMENT,
    EPITHET,
    GOODS,
    RELIC,
    RESOURCES,
    ROLES,
    UNITS,
    WAR_TECHNOLOGY,
)
from pfalz.games.darkages.worth import PRICES, relics

OTHER_CARD: Final = 2.5
"""What a card of a kind that a module brings is good for in a hand."""
SPENT: Final = 0.35
"""What a resource is worth in culture, of its selling price, when it comes to choosing what to sell."""


def marginal(resource: int, n: int) -> float:
    """What the last of `n` resources of a type is worth."""
    return PRICES[resource] * (DIMINISHING[n - 1] if n <= len(DIMINISHING) else DIMINISHING[-1])


def sales(s: DarkAges, seat: int) -> list[Move]:
    """Nothing, and for every number sold: what brings most, what is missed least, what is both."""
    have = s.goods[GOODS * seat : GOODS * seat + RESOURCES]
    price = [selling_price(s, seat, resource) for resource in range(RESOURCES)]
    most = min(sell_limit(s, seat), sum(have))
    found: dict[Move, None] = {(0,) * RESOURCES: None}
    for weight in (10.0, SPENT, 0.0):
        left = list(have)
        sold = [0] * RESOURCES
        for _ in range(most):
            there = [resource for resource in range(RESOURCES) if left[resource]]
            best = max(there, key=lambda r: weight * price[r] - marginal(r, left[r]))
            left[best] -= 1
            sold[best] += 1
            found[tuple(sold)] = None
    return list(found)


def stores(s: DarkAges, seat: int) -> list[Move]:
    """What is missed least goes back; or rather what brings least when sold."""
    have = s.goods[GOODS * seat : GOODS * seat + RESOURCES]
    found: dict[Move, None] = {}
    for weight in (0.0, 1.0):
        left = list(have)
        for _ in range(sum(have) - store_limit(s, seat)):
            there = [resource for resource in range(RESOURCES) if left[resource]]
            least = min(there, key=lambda r: marginal(r, left[r]) + weight * s.t.sell_culture[r])
            left[least] -= 1
        found[tuple([n - kept for n, kept in zip(have, left, strict=True)])] = None
    return list(found)


def discards(s: DarkAges, ask: Ask) -> list[Move]:
    """The cards that are worth least (D-4.13)."""
    n = 0
    while ask.options(s, sorted(s.hand[ask.seat])[:n]) is not None:
        n += 1
    ranked = sorted(s.hand[ask.seat], key=lambda card: card_rank(s, ask.seat, card))
    found: dict[Move, None] = {}
    for skip in range(min(4, len(ranked) - n + 1)):
        found[tuple(sorted([*ranked[: n - 1], ranked[n - 1 + skip]]))] = None
    return list(found)


def card_rank(s: DarkAges, seat: int, card: int) -> float:
    """Roughly what a card in hand is good for."""
    if card == HIDDEN:
        return 0.0
    kind = s.t.card_kind[card]
    if kind == EPITHET:
        return 0.5 + epithet_points(s, seat, card)
    if kind == RELIC:
        return relics(s.t)[card]
    if kind == ACHIEVEMENT:
        return 3.0 if len(s.laid[seat]) < s.t.achievement_slots else 0.0
    if kind != WAR_TECHNOLOGY:
        return OTHER_CARD
    levels = [s.t.faces[face] for face in s.t.card_faces[card]]
    fits = any(face.level == s.face_of(seat, face.type).level + 1 for face in levels)
    return 1.0 if fits else 0.2


# -- battles ---------------------------------------------------------------------------------------------


def damage_answer(s: DarkAges, ask: Ask) -> Move:
    """Damage that kills as many units as it can, those first that would still roll, and the higher levels."""
    phase, role = ask.args[-2], ask.args[-1]
    enemy = 1 - role
    side, damages = s.fighting(enemy), s.t.damages
    left, room = s.army_of(enemy), rooms(s, enemy)

    def rank(target: int) -> tuple[int, int, int, int]:
        face = s.face_of(side, target // (2 * damages))
        later = len([value for value in face.values[phase + 1 :] if value])
        return room[target], -later, -face.level, target

    points = s.struck[ROLES * phase + role]
    found: list[int] = []
    for target in sorted([target for target, n in enumerate(left) if n], key=rank):
        for _ in range(left[target]):
            for step in range(room[target]):
                if len(found) < points:
                    found.append(target + step)
    return tuple(sorted(found))


def reroll_answers(s: DarkAges, ask: Ask) -> list[Move]:
    """The dice that miss, the likeliest to hit first; or none."""
    phase, role, effect = ask.args[-3], ask.args[-2], ask.args[-1]
    side, most = s.fighting(role), s.t.effects[effect].n
    values = [max(2, s.face_of(side, unit).values[phase]) for unit in range(UNITS)]
    missed = [die for die in s.dice[ROLES * phase + role] if die % PIPS + 1 < values[die // PIPS]]
    missed.sort(key=lambda die: (values[die // PIPS], die))
    again = tuple(sorted(missed[:most]))
    if not again:
        return [(NO_DIE,)]
    return [again if ask.options(s, again) is None else (*again, NO_DIE)]
