"""What must hold in every position of Dark Ages: pieces and cards are conserved, limits are kept."""

from __future__ import annotations

from typing import Final

from pfalz.core.state import HIDDEN
from pfalz.games.darkages.lookup import SITES
from pfalz.games.darkages.possible import bits
from pfalz.games.darkages.setup import cards_elsewhere, removed_cards
from pfalz.games.darkages.state import FREE, NONE, REGULAR, SOURCE_IDS, DarkAges
from pfalz.games.darkages.words import GOODS, RESOURCES, ROLES, UNIT_IDS, UNITS

CITIES_GONE: Final = 0
CHURCHES_GONE: Final = 1
FLOORS_GONE: Final = 2
PRODUCTION_GONE: Final = 3  # + resource
"""Pieces that a module has removed from the game (DM0-1.14), as the value `pieces_gone` counts them."""


def violations(s: DarkAges) -> list[str]:
    """One sentence for everything that is wrong."""
    return [*_pieces(s), *_areas(s), *_players(s), *_cards(s), *_markers(s)]


def _pieces(s: DarkAges) -> list[str]:
    """Limited supplies (D-1.5)."""
    t, found = s.t, []
    gone = [s.rules.value(s, "pieces_gone", 0, piece) for piece in range(PRODUCTION_GONE + RESOURCES)]
    if sum(s.city) + s.cities_left + gone[CITIES_GONE] != t.cities:
        found.append(f"{sum(s.city)} cities on the map, {s.cities_left} in the supply")
    if sum(s.churches) + s.churches_left + gone[CHURCHES_GONE] != t.churches:
        found.append(f"{sum(s.churches)} churches on the map, {s.churches_left} on the row")
    if sum(s.floors) + s.floors_left + gone[FLOORS_GONE] != t.tower_pieces:
        found.append(f"{sum(s.floors)} tower floors on the map, {s.floors_left} in the supply")
    for resource in range(RESOURCES):
        there = sum(s.production[resource::RESOURCES])
        there += gone[PRODUCTION_GONE + resource]
        if there + s.production_left[resource] != t.production_pieces:
            found.append(f"{there} production buildings of type {resource} on the map")
    return found


def _areas(s: DarkAges) -> list[str]:
    found = []
    for area in s.t.every_area:
        units, owner = s.units_in(area), s.owner[area]
        contested = s.within("battle") and s.battle == area
        if owner == FREE and (any(units) or s.manors[area]):
            found.append(f"area {area} is free with {units} units and {s.manors[area]} manors")  # D-2.7
        held = any(units) or s.manors[area] or contested
        if owner != FREE and not held and s.home[owner] != area:
            found.append(f"area {area} is controlled by {owner} without a figure")  # D-2.11
        if not s.city[area] and (s.churches[area] or s.floors[area] or s.produces(area) > 1):
            found.append(f"area {area} has buildings without a city")
        if s.sites_taken(area) > SITES:
            found.append(f"area {area} has {s.sites_taken(area)} buildings")  # D-5.11
        if owner != FREE and s.look[area] != NONE:
            found.append(f"a marker lies in the controlled area {area}")
    for side, home in enumerate(s.home):
        if home != NONE and s.city[home] and s.owner[home] != side:
            found.append(f"side {side} has lost its home")  # D-2.12
    return found


def _players(s: DarkAges) -> list[str]:
    t, found = s.t, []
    for seat in range(t.players):
        discs = s.discs[seat] + s.exhausted[seat] + sum([stack.count(seat) for stack in s.stacks])
        discs += sum(
            [args[0] == seat for args in s.given("reaction")]
        )  # taken from a stack, not exhausted yet
        if discs != t.discs:
            found.append(f"seat {seat} has {discs} noble discs")
        if any(n < 0 for n in s.goods[GOODS * seat : GOODS * (seat + 1)]):
            found.append(f"seat {seat} owes goods")  # D-1.11
        for unit, figures in enumerate(t.figures):
            there = sum([s.units[UNITS * a + unit] for a in s.areas_of(seat)]) + s.supply[UNITS * seat + unit]
            there += s.rules.value(s, "figures_elsewhere", 0, seat, unit)
            if there + _in_battle(s, seat, unit) != figures:
                found.append(f"seat {seat} has {there} figures of {UNIT_IDS[unit]}")
        if s.manors_of(seat) + s.row[seat] > t.manors:
            found.append(f"seat {seat} has {s.manors_of(seat)} manors on the map, {s.row[seat]} on the row")
        at = seat * s.rules.source_count
        if any(n < 0 for n in s.points[at : at + len(SOURCE_IDS)]) or s.score(seat) < 0:
            found.append(f"seat {seat} has lost points")  # D-1.12; modules may take some (DM0-1.5)
        if len(s.laid[seat]) > t.achievement_slots or any(not s.level[card] for card in s.laid[seat]):
            found.append(f"seat {seat} has laid out {s.laid[seat]}")  # D-7.3
    if any(len(stack) > t.stack_size for stack in s.stacks):  # D-13.2
        found.append(f"stacks of discs: {s.stacks}")
    return found


def _in_battle(s: DarkAges, seat: int, unit: int) -> int:
    """Regular units of a seat that stand in a battle and have not gone anywhere yet."""
    t, n = s.t, 0
    for role in range(ROLES):
        if s.fighting(role) == seat and s.stand[role] == NONE:
            at = t.targets * role + (2 * unit + REGULAR) * t.damages
            n += sum(s.army[at : at + t.damages])
    return n


def _cards(s: DarkAges) -> list[str]:
    """Every card lies in one place."""
    if s.within("setup"):
        return []
    places = [*s.deck, *s.offered, *s.discard, *removed_cards(s), *cards_elsewhere(s)]
    for cards in (*s.hand, *s.laid, *s.technologies):
        places += cards
    hidden = places.count(HIDDEN)
    known = sorted([card for card in places if card != HIDDEN])
    if len(set(known)) != len(known) or len(known) + hidden != s.t.cards:
        return [f"cards are missing or twice there: {known}"]
    return []


def _markers(s: DarkAges) -> list[str]:
    """Every marker lies in one place, and what it shows is on it."""
    found = []
    laid = [marker for marker in s.marker if marker not in (NONE, HIDDEN)]
    taken = [marker for trophies in s.trophies for marker in trophies]
    taken += bits(s.rules.value(s, "markers_elsewhere", 0))
    if len(set(laid + taken)) != len(laid) + len(taken):
        found.append("a barbarian marker is there twice")
    for area, marker in enumerate(s.marker):
        if (marker == NONE) != (s.look[area] == NONE):
            found.append(f"area {area} has a marker without a look, or the other way round")
        elif marker not in (NONE, HIDDEN) and s.look[area] not in (
            s.t.unit_look[marker],
            s.t.reward_look[marker],
        ):
            found.append(f"the marker in area {area} shows what it does not have")
    return found
