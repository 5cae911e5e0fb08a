"""The Magyar horde: its cards, its target, its markers and its attacks (DM1-7), and the pool of markers.

An attack that becomes due while a battle is being fought waits until that battle is over (DM1-P1).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from pfalz.core.ask import EVERYBODY, NO_ONE, Chance, Slot
from pfalz.core.state import Args, Move
from pfalz.games.darkages.goods import lose_points
from pfalz.games.darkages.modules.lordlings_and_raiders.events import (
    HORDE_ATTACKED,
    HORDE_CARD_CAME,
    HORDE_CARD_LEFT,
    HORDE_GREW,
    HORDE_MARKER,
    HORDE_MISSING,
    HORDE_RANSOM,
    HORDE_SET_OUT,
    HORDE_WAITS,
    TARGET_BACK,
    TARGET_SET,
)
from pfalz.games.darkages.modules.lordlings_and_raiders.lords import source
from pfalz.games.darkages.modules.lordlings_and_raiders.places import candidates
from pfalz.games.darkages.modules.lordlings_and_raiders.state import (
    ADD_MARKER,
    AIM,
    ENLARGE,
    ENLARGED,
    HORDE_KINDS,
    MAGYARS,
    NEW_TARGET,
    TARGET,
    UPGRADE,
    UPGRADED,
    YOU,
    magyars_left,
    pool,
    solo,
)
from pfalz.games.darkages.setup import REWARD_UP
from pfalz.games.darkages.state import NONE, PLAYING, DarkAges
from pfalz.games.darkages.words import UNITS

SURPRISE: Final = HORDE_KINDS.index("surprise")


# -- cards (DM1-7.1 to DM1-7.6) ------------------------------------------------------------------------


def stays(s: DarkAges, n: int, card: int) -> int:
    """A Surprise does not stay in the offer (DM1-7.4)."""
    return 0 if solo(s).t.horde_kind[card] == SURPRISE else n


def drawn(s: DarkAges, card: int) -> None:
    """A horde card comes into the offer: the target is set, then its effect is carried out (DM1-7.1).

    In the first offer it is the same (DM1-2.14, DMR-10)."""
    part = solo(s)
    if part.t.horde_kind[card] != NONE:
        s.emit(HORDE_CARD_CAME, MAGYARS, card)
        for effect in reversed(part.t.display[card]):
            s.call("horde_effect", *effect)
        s.call("set_target")


def revealed(s: DarkAges, card: int) -> None:
    """A Surprise does the same and leaves the game; the offer is refilled (DM1-7.4)."""
    if solo(s).t.horde_kind[card] != NONE:
        solo(s).gone.append(card)
        drawn(s, card)


def dropped(s: DarkAges, card: int, place: int) -> None:
    """A horde card leaves the offer unused (DM1-7.5, DM1-7.12)."""
    if solo(s).t.horde_kind[card] != NONE:
        s.call("horde_discard", card)


def horde_discard(s: DarkAges, card: int) -> None:
    """What a horde card does when it is discarded from the offer, or taken by the lordlings."""
    s.emit(HORDE_CARD_LEFT, MAGYARS, card)
    for effect in reversed(solo(s).t.discard[card]):
        s.call("horde_effect", *effect)


def landmark_gone(s: DarkAges, side: int, card: int, area: int) -> None:
    """The card of a razed landmark is out of the game (DM3-6.4)."""
    solo(s).gone.append(card)


def horde_effect(s: DarkAges, op: int, n: int, side: int) -> None:
    """A word of a horde card (DM0-8.13)."""
    if op == ENLARGE:
        for _ in range(n):
            s.call("d20", ENLARGED, 0)
    elif op == UPGRADE:
        for _ in range(n):
            s.call("d20", UPGRADED, side)
    elif op == ADD_MARKER:
        add_markers(s, n)
    elif op == NEW_TARGET:
        new_target(s)
    elif s.phase == PLAYING:  # not when the end has begun (DM1-9.5)
        attack(s)


# -- the target ----------------------------------------------------------------------------------------


def set_target(s: DarkAges) -> None:
    """The marker leaves your ruler card as soon as there is an area for it (DM1-7.2)."""
    if solo(s).target == NONE and candidates(s, TARGET):
        s.call("choose_area", TARGET, 0)


def new_target(s: DarkAges) -> None:
    """Another area at random, or your ruler card (DM1-7.3, DM0-8.13)."""
    part = solo(s)
    if candidates(s, TARGET):
        s.call("choose_area", TARGET, 0)
    elif part.target != NONE:
        part.target = NONE
        s.emit(TARGET_BACK, YOU)


def area_lost(s: DarkAges, side: int, area: int) -> None:
    """You have lost the marked area (DM1-7.3)."""
    if side == YOU and solo(s).target == area:
        new_target(s)


def aim_at(s: DarkAges, area: int) -> None:
    """The target marker lies in an area."""
    solo(s).target = area
    s.emit(TARGET_SET, area)


# -- the card of the horde (DM1-7.7, DM1-7.8) ----------------------------------------------------------


def enlarge(s: DarkAges, unit: int) -> None:
    """A Magyar of a type comes on the card, or of the next type of which there is one (DM1-7.7)."""
    part = solo(s)
    for kind in (*range(unit, UNITS), *range(unit)):
        if magyars_left(s, kind):
            part.figures[kind] += 1
            s.emit(HORDE_GREW, MAGYARS, kind)
            return


def add_markers(s: DarkAges, n: int) -> None:
    """Markers of the pool come on the card, unit side up (DM1-7.8)."""
    for _ in range(n):
        s.call("horde_marker")


def renew_pool(s: DarkAges, *args: int) -> None:
    """If the pool is empty, the used markers are the pool again (DM1-3.13)."""
    if not pool(s):
        solo(s).used = []


def has_marker(s: DarkAges, *args: int) -> bool:
    """Whether there is a marker to draw."""
    return bool(pool(s))


class PoolMarker(Chance[DarkAges]):
    """A marker of the pool for the horde."""

    name: ClassVar[str] = "pool_marker"
    rule: ClassVar[str] = "DM1-7.8"

    def slot(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Slot:
        return Slot("marker", "marker")

    def options(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int] | None:
        return None if prefix else pool(s)

    def answer(self, s: DarkAges, seat: int, args: Args, answer: Move) -> None:
        solo(s).horde.append(answer[0])
        s.emit(HORDE_MARKER, MAGYARS, s.t.unit_look[answer[0]])


class AreaMarker(Chance[DarkAges]):
    """A marker of the pool for an area the horde has taken, with a random side up (DM1-8.6): area."""

    name: ClassVar[str] = "area_marker"
    rule: ClassVar[str] = "DM1-8.6"

    def slot(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Slot:
        return Slot("upside", "upside") if prefix else Slot("marker", "marker")

    def options(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int] | None:
        if not prefix:
            return pool(s)
        return (0, 1) if len(prefix) == 1 else None

    def audience(self, seat: int, args: Args, index: int) -> int:
        return EVERYBODY if index else NO_ONE

    def answer(self, s: DarkAges, seat: int, args: Args, answer: Move) -> None:
        area, (marker, upside) = args[0], answer
        s.marker[area] = marker
        s.look[area] = s.t.reward_look[marker] if upside == REWARD_UP else s.t.unit_look[marker]
        s.known[area] = 0


def no_marker(s: DarkAges, area: int) -> None:
    """Without a marker the Magyars do not stay either (DM1-P2)."""
    if s.look[area] == NONE:
        solo(s).magyars[UNITS * area : UNITS * (area + 1)] = [0] * UNITS


# -- attacks (DM1-7.11) --------------------------------------------------------------------------------


def attack(s: DarkAges) -> None:
    """The horde attacks, at once or after the battle that is being fought (DM1-P1)."""
    solo(s).waiting += 1
    if s.within("battle"):
        s.emit(HORDE_WAITS, MAGYARS)
    elif not s.within("horde_attacks"):
        s.call("horde_attacks")


def attacks_due(s: DarkAges) -> bool:
    """Whether the horde has yet to attack."""
    return solo(s).waiting > 0


def overdue(s: DarkAges, *args: int) -> None:
    """After an action with a battle: attacks that have waited for its end (DM1-P1)."""
    if attacks_due(s) and not s.within("horde_attacks"):
        s.call("horde_attacks")


def next_attack(s: DarkAges) -> None:
    """A ransom if the target marker lies on your ruler card, else the die says where (DM1-7.11, DM0-1.5)."""
    part = solo(s)
    part.waiting -= 1
    if part.target == NONE:
        n = min(s.score(YOU), part.t.solo.target_on_ruler_vp)
        s.emit(HORDE_RANSOM, YOU, n)
        lose_points(s, YOU, n, source(s, "hordes"))
    else:
        s.emit(HORDE_SET_OUT, MAGYARS, part.target)
        s.call("d20", AIM, 0)


def storm(s: DarkAges, area: int) -> None:
    """The battle, if there is a horde at all (DM1-8.4, DMR-12)."""
    part = solo(s)
    if any(part.figures) or part.horde:
        s.emit(HORDE_ATTACKED, MAGYARS, area, sum(part.figures), len(part.horde))
        s.call("battle", MAGYARS, area, NONE, *part.figures)
    else:
        s.emit(HORDE_MISSING, MAGYARS, area)


def after_storm(s: DarkAges, area: int) -> None:
    """Won or lost, new markers come on the card (DM1-8.7)."""
    add_markers(s, solo(s).t.solo.markers_after_attack)


def attack_before_round(s: DarkAges, first: int) -> None:
    """With the option H6 the horde attacks as soon as the end begins (DM1-10.8)."""
    if solo(s).t.hard_attack:
        attack(s)


def last_attack(s: DarkAges) -> None:
    """Without it, after both have passed for the last time (DM1-9.6, DM0-6.2)."""
    if not solo(s).t.hard_attack:
        attack(s)


def markers_elsewhere(s: DarkAges, markers: int) -> int:
    """Markers of the horde, used ones and those out of the game."""
    part = solo(s)
    for marker in (*part.horde, *part.used, *part.removed):
        markers |= 1 << marker
    return markers
