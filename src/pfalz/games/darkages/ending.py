"""The end of the game (section 18): what brings it, the pass round, the last turns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pfalz.games.darkages.counters import level_three
from pfalz.games.darkages.events import END_BEGUN
from pfalz.games.darkages.lookup import LEVELS
from pfalz.games.darkages.offer import cards_left
from pfalz.games.darkages.state import (
    BY_CHURCHES,
    BY_CITIES,
    BY_CULTURE,
    BY_DECK,
    BY_LEVELS,
    LAST_TURNS,
    PASS_ROUND,
    PLAYING,
    DarkAges,
)
from pfalz.games.darkages.turn import too_many_cards

LEVELS_FOR_END: Final = 4
"""So many cards of level III bring the end (D-18.5); three of them can be war technologies."""


def end_reasons(s: DarkAges) -> int:
    """What brings the end now, as bits (D-18.2 to D-18.6); what has been met once stays met (DM0-1.9)."""
    t, found = s.t, s.ended_by
    if not s.cities_left:
        found |= 1 << BY_CITIES
    limit = t.church_trigger
    modifier = s.rules.modifiers.get("church_limit")
    if modifier is not None:
        limit = modifier(s, limit)
    if t.churches - s.churches_left >= limit:
        found |= 1 << BY_CHURCHES
    if t.last_space in s.culture:
        found |= 1 << BY_CULTURE
    if LEVELS in s.level and max([level_three(s, side) for side in range(t.players)]) >= LEVELS_FOR_END:
        found |= 1 << BY_LEVELS
    if not cards_left(s):
        found |= 1 << BY_DECK
    modifier = s.rules.modifiers.get("end_now")
    return found if modifier is None else modifier(s, found)


def end_check(s: DarkAges) -> None:
    """After every turn until the end has begun (D-18.1, D-18.14); the next player is known (D-18.7)."""
    if s.phase != PLAYING:
        return
    reasons = end_reasons(s)
    if not reasons:
        return
    s.ended_by = reasons
    s.emit(END_BEGUN, *[i for i in range(reasons.bit_length()) if reasons >> i & 1])
    s.phase = PASS_ROUND
    s.extra = 0  # a pending extra turn is used up (D-18.10, D-R.14)
    s.call("pass_round", s.turn)


def round_order(s: DarkAges, first: int) -> Sequence[int]:
    """Everybody passes once, from the next player on (D-18.8, D-18.9)."""
    return s.in_turn(first)


def pass_in_round(s: DarkAges, first: int, side: int) -> None:
    """One player passes in the pass round."""
    s.turn = side
    s.call("pass", side)


def has_too_many(s: DarkAges, first: int, side: int) -> bool:
    """Whether the hand limit is exceeded after a pass of the pass round (D-18.9)."""
    return too_many_cards(s)


def begin_last_turns(s: DarkAges, first: int) -> None:
    """Play goes on with the player who passed first (D-18.10)."""
    s.phase = LAST_TURNS
    s.turn = first


def somebody_plays(s: DarkAges) -> bool:
    """Whether somebody still takes turns (D-18.13).

    Who does not can be attacked all the same (D-17.13, D-R.27)."""
    return not all(s.out[side] for side in s.t.in_turn)
