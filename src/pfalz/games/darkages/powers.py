"""Powers in force (section 21): how they come, and how they go.

Levels of achievements and unit faces come with research. Cards of modules come and go with `put_in_force` and
`end_powers` as well; those in force for one battle or for one execution of an action are gone by themselves
afterwards (`end_battle`, `end_execution`).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from pfalz.games.darkages.language import Effect
from pfalz.games.darkages.state import NONE, DarkAges
from pfalz.games.darkages.words import FOR_BATTLE, FOR_EXECUTION, THIS_AREA, WHATEVER


def put_in_force(s: DarkAges, side: int, power: int, after: Sequence[int] = ()) -> None:
    """A power comes into force behind the last of the powers `after`, or at the end (D-21.21)."""
    powers = list(s.powers[side])
    at = max([powers.index(other) + 1 for other in after if other in powers], default=len(powers))
    powers.insert(at, power)
    s.powers[side] = tuple(powers)


def end_powers(s: DarkAges, side: int, ended: Collection[int]) -> None:
    """Powers are in force no more (D-7.6, D-7.10)."""
    s.powers[side] = tuple([power for power in s.powers[side] if power not in ended])


def end_battle(s: DarkAges, *args: int) -> None:
    """What was in force for the battle is so no more."""
    _end(s, FOR_BATTLE)


def end_execution(s: DarkAges, *args: int) -> None:
    """What was in force for the execution of an action is so no more (DM0-3.4)."""
    _end(s, FOR_EXECUTION)


def _end(s: DarkAges, lasts: int) -> None:
    ending = s.t.ending[lasts]
    for side, powers in enumerate(s.powers):
        if not ending.isdisjoint(powers):
            end_powers(s, side, ending)


def meant_here(s: DarkAges, effect: Effect, area: int) -> bool:
    """Whether an effect that is tied to the place of its card is meant in an area (DM0-8.14)."""
    if effect.place == WHATEVER:
        return True
    here = s.rules.value(s, "power_area", NONE, effect.power)
    if here == NONE or area == NONE:
        return False
    return here == area if effect.place == THIS_AREA else bool(s.t.near[here] >> area & 1)
