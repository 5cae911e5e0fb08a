"""What must hold in every position (W-60)."""

from __future__ import annotations

from collections.abc import Sequence

from pfalz.core.state import HIDDEN
from pfalz.games.wallenstein.lookup import BUILDING_IDS
from pfalz.games.wallenstein.planning import planning_cards
from pfalz.games.wallenstein.state import EMPTY, NO_EVENT, Wallenstein, is_county


def contested(s: Wallenstein) -> set[int]:
    """Counties in the middle of a battle, a revolt or a draft turn: owner and armies may disagree there."""
    return {args[1] for flow in ("battle", "revolt", "drafted") for _, _, args, _ in s.frames(flow)}


def violations(s: Wallenstein) -> Sequence[str]:
    """What is not conserved or cannot be. That the map is connected (W-60.6) is a fact of its data."""
    return [*_cubes(s), *_counties(s), *_cards(s)]


def _cubes(s: Wallenstein) -> list[str]:
    """Armies and peasants (W-60.1, W-60.2), and nothing below zero (W-60.5)."""
    found: list[str] = []
    n = s.t.players
    for colour in range(n + 1):
        places = s.supply[colour] + s.tray[colour] + s.tower[colour]
        wanted = s.t.peasants if colour == n else s.t.armies
        if colour < n:
            places += sum(s.groups[colour])
            places += sum(a for a, o in zip(s.armies, s.owner, strict=True) if o == colour)
        if places != wanted:
            found.append(f"colour {colour}: {places} of {wanted} cubes are somewhere")
    columns = (s.supply, s.tray, s.tower, s.thalers, s.grain, s.armies, s.markers, s.points)
    if any(value < 0 for column in columns for value in column):
        found.append("a count is negative")
    if sum(s.markers) > s.t.markers:
        found.append(f"{sum(s.markers)} revolt markers lie on the board")
    return found


def _counties(s: Wallenstein) -> list[str]:
    """Buildings (W-60.3) and owners (W-60.4)."""
    found: list[str] = []
    for building, id in enumerate(BUILDING_IDS):
        if s.stock(building) < 0:
            found.append(f"there are more buildings {id} than in the box")
    open_ = contested(s)
    for county, id in enumerate(s.t.county_ids):
        owner, armies, held = s.owner[county], s.armies[county], s.buildings[county]
        if held.bit_count() > s.t.sites[county]:
            found.append(f"{id} has more buildings than sites")
        if county not in open_ and (owner >= 0) != (armies > 0):
            found.append(f"{id} has the owner {owner} and {armies} armies")
        if owner < 0 and (held or s.markers[county]):
            found.append(f"{id} is neutral, but has buildings or revolt markers")
        if not s.t.in_play[county] and (owner >= 0 or armies):
            found.append(f"{id} is out of play, but owned")
    return found


def _cards(s: Wallenstein) -> list[str]:
    """Every card lies in one place, with its owner (W-60.9)."""
    found: list[str] = []
    boxes = s.boxes()
    for seat in range(s.t.players):
        row = [card for card in s.mat[seat * boxes : (seat + 1) * boxes] if card not in (EMPTY, HIDDEN)]
        if len(set(row)) != len(row):
            found.append(f"seat {seat} has a card in two boxes")
        known = planning_cards(s, seat)
        for card in row:
            if card not in known or (is_county(card) and s.gained >> card & 1):
                found.append(f"seat {seat} has planned card {card} without holding it")
    cards = len(s.event_deck) + len(s.event_row) + (1 if s.event != NO_EVENT else 0)
    if cards > len(s.t.event_ids):
        found.append(f"{cards} event cards are in play")
    return found
