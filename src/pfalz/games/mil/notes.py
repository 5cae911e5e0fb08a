"""What choices cost and yield, as people are told: cubes, prestige, the age of a knight."""

from __future__ import annotations

from collections.abc import Sequence

from pfalz.core.ask import Note, note
from pfalz.games.mil.lookup import FOOD, INFLUENCE, RESOURCES
from pfalz.games.mil.state import WITH_HEIR, Mil, bundle


def number(n: int) -> tuple[str, int]:
    """A plain number in a note."""
    return "number", n


def costs(cubes: Sequence[int]) -> list[Note]:
    """Cubes that are paid, a note for each kind."""
    return [note("pay", cubes=("cubes", held)) for held in bundle(cubes)]


def yields(cubes: Sequence[int]) -> list[Note]:
    """Cubes that are taken, a note for each kind."""
    return [note("get", cubes=("cubes", held)) for held in bundle(cubes)]


def one(n: int, resource: int) -> tuple[str, int]:
    """Cubes of one kind in a note."""
    return "cubes", RESOURCES * n + resource


def rations(food: int, influence: int) -> list[int]:
    """Food and influence as cubes by resource."""
    found = [0] * RESOURCES
    found[FOOD], found[INFLUENCE] = food, influence
    return found


def prestige(n: int) -> list[Note]:
    """Points that are gained or lost; of none nothing is said."""
    if n == 0:
        return []
    return [note("points_gained", n=number(n))] if n > 0 else [note("points_lost", n=number(-n))]


def ageing(s: Mil, k: int) -> list[Note]:
    """What a time token does to a knight (M-6.2 to M-6.6)."""
    age = s.age[k] + 1
    if age < s.t.death_age:
        return [note("ages", n=number(age), of=number(s.t.death_age))]
    if s.knight[k] == WITH_HEIR:
        return [note("dies_with_heir")]
    return [note("dies"), *prestige(-s.t.death_points)]


def in_sphere(s: Mil, place: int) -> tuple[str, int]:
    """Under what a place stands in a long list: its sphere."""
    return ("sphere", place // s.t.per_sphere) if place < s.t.slots else ("place", place)
