"""What bots know about Die Staufer: how good a position is, and which deployments are worth a look."""

from __future__ import annotations

from random import Random
from typing import Final

from pfalz.core.ask import Ask
from pfalz.core.state import Move
from pfalz.games.staufer.codes import ENVOY, NOBLE, REGIONS
from pfalz.games.staufer.deploy import Bill, payment_slots
from pfalz.games.staufer.prospects import TERMS, evaluate, judge
from pfalz.games.staufer.state import Staufer

__all__ = ["PACE", "TERMS", "candidates", "evaluate", "judge"]

PACE: Final = 10_000
"""Positions that are looked at in a second where a bot plays on to the end of a round."""

MOST = 60
"""Deployments looked at."""


def candidates(s: Staufer, ask: Ask, rng: Random) -> list[Move]:
    """For a deployment: every target with every sensible use of chests; nothing for other questions."""
    if ask.name != "deploy":
        return []
    ways = [_ways(s, ask, target) for target in ask.options(s, ()) or ()]
    found: list[Move] = []
    depth = 0
    while len(found) < MOST and any(len(each) > depth for each in ways):
        level = [each[depth] for each in ways if len(each) > depth]
        room = MOST - len(found)
        found += level if len(level) <= room else rng.sample(level, room)
        depth += 1
    return found


def _ways(s: Staufer, ask: Ask, target: int) -> list[Move]:
    """The ways to take a seat, plain ones first: without and with each chest, with an envoy or a noble."""
    open_prefixes: list[Move] = [(target,)]
    found: list[Move] = []
    while open_prefixes:
        prefix = open_prefixes.pop()
        options = ask.options(s, prefix)
        if options is None:
            found.append(prefix)
            continue
        name = ask.slot(s, prefix).name
        if name != "payment":
            open_prefixes += [(*prefix, value) for value in options]
            continue
        found.append(prefix + _payments(s, ask, prefix))
    found.sort(key=lambda move: _waste(s, ask, move))
    return found


def _payments(s: Staufer, ask: Ask, prefix: Move) -> Move:
    """Envoys first; nobles that must pay lie where the king comes soonest."""
    free, cheap = _used(s, ask, prefix)
    bill = Bill(s, ask.seat, prefix[0], free, cheap)
    slots = payment_slots(s, bill.distance, bill.moving, bill.cost)
    nobles = len(slots) - (s.at_court(ask.seat, ENVOY) - (prefix[-1] == ENVOY))
    kinds = [ENVOY] * len(slots)
    soonest = sorted(range(len(slots)), key=lambda i: (slots[i] - s.king - 1) % REGIONS)
    for i in soonest[: max(0, nobles)]:
        kinds[i] = NOBLE
    return tuple(kinds)


def _used(s: Staufer, ask: Ask, prefix: Move) -> tuple[bool, bool]:
    """Which of the two chests a form uses."""
    free = cheap = False
    for i in range(1, min(3, len(prefix))):
        name = ask.slot(s, prefix[:i]).name
        if name == "free_movement":
            free = prefix[i] == 1
        elif name == "cheap_seat":
            cheap = prefix[i] == 1
    return free, cheap


def _waste(s: Staufer, ask: Ask, answer: Move) -> int:
    """Chests that save fewer than two figures come last."""
    free, cheap = _used(s, ask, answer)
    if not free and not cheap:
        return 0
    saved = (
        Bill(s, ask.seat, answer[0], False, False).figures - Bill(s, ask.seat, answer[0], free, cheap).figures
    )
    return 2 * (free + cheap) - saved
