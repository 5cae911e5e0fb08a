"""What bots know about Wallenstein: how good a position is, and which answers are worth a look.

**Planning.** A bot that tries plans sees no more of them than bids and event before the next question. So
`evaluate` carries the unrevealed boxes of the seat's mat out in the mind (see mind.py) and judges the board
as it will be (see prospects.py); what has been revealed is on the board already, so nothing counts twice. The
candidates are the best mats of a search with the same judgement (see plans.py), made before the event is
known, so that a bot which imagines one event does not plan for that event alone.

**Battles.** One imagined throw says little about an attack, and the luckiest of many imagined throws says
less: whoever compares them attacks too often and anywhere. So attacks are weighed here by their odds, and
only the one that is best on average goes to the bot, or none. A judgement that has learned gets all attacks
that are not hopeless (`offers`), and compares them on many tables.
"""

from __future__ import annotations

from random import Random
from typing import Final

from pfalz.core.ask import Ask
from pfalz.core.state import Move
from pfalz.games.wallenstein.odds import attack_odds
from pfalz.games.wallenstein.plans import plans
from pfalz.games.wallenstein.prospects import evaluate, judge, term_names
from pfalz.games.wallenstein.state import BLIND, NOBODY_OWNS, STAY, Wallenstein

__all__ = ["PACE", "TABLES", "candidates", "evaluate", "judge", "offers", "term_names"]

PACE: Final = 800
"""Positions that are looked at in a second where a bot plays on to the end of a round."""

CAUTION: Final = 0.05
"""What an attack must promise beyond staying."""
CHANCE: Final = 0.3
"""Attacks that less likely win or end in a tie are hopeless."""


def candidates(s: Wallenstein, ask: Ask, rng: Random) -> list[Move]:
    """Plans, marches, moves and draft cards worth a look; nothing for other questions."""
    if ask.name == "plan":
        return plans(s, ask, rng)
    if ask.name == "march":
        return marches(s, ask)
    if ask.name == "regroup":
        return moves(s, ask)
    if ask.name == "take_county":
        return [(card,) for card in ask.options(s, ()) or () if card != BLIND]
    if ask.name == "choose_revolt":
        # the order matters little; the strongest county first, while the tray is fullest
        counties = list(ask.options(s, ()) or ())
        return [(max(counties, key=s.armies.__getitem__),)]
    return []


def moves(s: Wallenstein, ask: Ask) -> list[Move]:
    """Staying, and every own neighbour with few, half or all armies; nothing here depends on luck."""
    found: list[Move] = []
    for target in ask.options(s, ()) or ():
        if target == STAY:
            found.append((STAY,))
        elif s.owner[target] == ask.seat:
            found += [(target, n) for n in numbers(s.armies[ask.args[1]])]
    return found


def numbers(armies: int) -> list[int]:
    """Sensible numbers of armies to move out of so many."""
    return sorted({max(1, armies // 2), max(1, armies - 2), armies - 1})


def marches(s: Wallenstein, ask: Ask) -> list[Move]:
    """The attack that is best on average if it is better than staying, else the moves among own counties."""
    seat, origin = ask.seat, ask.args[1]
    quiet = moves(s, ask)
    best = value_of_moves(s, seat, origin, quiet)
    found: list[Move] = []
    for target in ask.options(s, ()) or ():
        if target == STAY or s.owner[target] == seat:
            continue
        for n in numbers(s.armies[origin]):
            value = attack_value(s, seat, origin, target, n) - CAUTION
            if value > best:
                best = value
                found = [(target, n)]
    return found or quiet


def value_of_moves(s: Wallenstein, seat: int, origin: int, quiet: list[Move]) -> float:
    """The best one can have without an attack; where one has to attack (W-9.24), anything is better."""
    best = -1e9
    for move in quiet:
        twin = s.rules.copy(s)
        if move[0] != STAY:
            twin.armies[origin] -= move[1]
            twin.armies[move[0]] += move[1]
        best = max(best, evaluate(twin, seat))
    return best


def attack_value(s: Wallenstein, seat: int, origin: int, target: int, n: int) -> float:
    """The mean value of the positions an attack may lead to."""
    win, tie, lead = attack_odds(s, seat, target, n, s.armies[target])
    defender = s.owner[target]
    twin: Wallenstein = s.rules.copy(s)
    twin.armies[origin] -= n
    if defender >= 0:
        twin.armies[target] = max(1, s.armies[target] - n // 2)
    value = (1.0 - win - tie) * evaluate(twin, seat)
    if tie > 0.0:
        held = twin.buildings[target]
        twin.owner[target], twin.buildings[target] = NOBODY_OWNS, 0
        value += tie * evaluate(twin, seat)
        twin.buildings[target] = held
    twin.owner[target] = seat
    twin.armies[target] = max(1, round(lead + 0.7))
    return value + win * evaluate(twin, seat)


# -- what is left to a judgement that has learned ------------------------------------------------------


def offers(s: Wallenstein, ask: Ask, rng: Random) -> list[Move]:
    """All attacks with a chance beside the moves; for other questions the candidates will do."""
    if ask.name == "march":
        return list(dict.fromkeys([*marches(s, ask), *moves(s, ask), *attacks(s, ask)]))
    return []


def attacks(s: Wallenstein, ask: Ask) -> list[Move]:
    """Attacks that are not hopeless, on every neighbour and with different numbers."""
    seat, origin = ask.seat, ask.args[1]
    found: list[Move] = []
    for target in ask.options(s, ()) or ():
        if target == STAY or s.owner[target] == seat:
            continue
        for n in numbers(s.armies[origin]):
            win, tie, _ = attack_odds(s, seat, target, n, s.armies[target])
            if win + tie >= CHANCE:
                found.append((target, n))
    return found


TABLES: Final = {"march": 12}
"""By question: what the tower does to an attack is seen on several tables only."""
