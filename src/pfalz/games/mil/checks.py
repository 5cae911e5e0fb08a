"""What must hold in every position of MIL: pieces are conserved, nobody has what he cannot have."""

from __future__ import annotations

from pfalz.core.state import HIDDEN
from pfalz.games.mil.state import (
    ABSENT,
    ALONE,
    EMPTY,
    NOBODY,
    WITH_HEIR,
    Mil,
)


def violations(s: Mil) -> list[str]:
    """One sentence for everything that is wrong."""
    return [*_families(s), *_knights(s), *_lands(s), *_slots(s)]


def _families(s: Mil) -> list[str]:
    found = []
    for seat in range(s.t.players):
        if s.stock(seat) < 0 or s.privileges[seat] < 0:  # M-21.3
            found.append(f"family {seat}: {s.stock(seat)} tokens in stock, {s.privileges[seat]} privileges")
        if not 0 <= s.women[seat] <= s.t.most_women:
            found.append(f"family {seat}: {s.women[seat]} single women")
        if not s.family(seat):  # M-21.6
            found.append(f"family {seat} has died out")
    if any(n < 0 and n != HIDDEN for n in s.cubes):  # M-19.5
        found.append(f"somebody owes cubes: {s.cubes}")
    if not 1 <= s.round <= s.t.rounds + 1:
        found.append(f"round {s.round}")
    return found


def _knights(s: Mil) -> list[str]:
    found = []
    for k, tile in enumerate(s.knight):
        lands = s.land[2 * k : 2 * k + 2]
        if tile not in (ABSENT, ALONE, WITH_HEIR):
            found.append(f"knight {k}: side {tile}")
        if not 0 <= s.age[k] < s.t.death_age:  # M-6.2
            found.append(f"knight {k} has {s.age[k]} time tokens")
        if s.castle[k] not in (0, 1) or s.soldiers[k] < 0:  # M-7.1
            found.append(f"knight {k}: {s.castle[k]} castles, {s.soldiers[k]} soldiers")
        if lands[0] < 0 <= lands[1]:
            found.append(f"knight {k}: his second land lies without a first")
        if s.lord[k] != NOBODY and (s.lord[k] == k >> 2 or not 0 <= s.lord[k] < s.t.players):  # M-20.3
            found.append(f"knight {k} is a vassal of {s.lord[k]}")
        stands = s.slots.count(k) + s.monastery.count(k) + s.crusades.count(k)
        if stands > 1:
            found.append(f"knight {k} stands in {stands} places")
        has = s.soldiers[k] + s.castle[k] + s.lands_of(k) + s.age[k] + stands
        if tile == ABSENT and (has or s.lord[k] != NOBODY or k in (s.kings_soldiers, s.archbishop)):
            found.append(f"knight {k} is not there, but something is his")
    return found


def _lands(s: Mil) -> list[str]:
    found = []
    for kind, total in enumerate(s.t.tiles):
        held = sum(tile >> 1 == kind for tile in s.land if tile >= 0)
        places = held + s.pool[kind] + s.tops.count(kind) + s.gone[kind] + _in_hand(s, kind)
        if places != total:
            found.append(f"land {kind}: {places} of {total} are somewhere")
    # while the top of a stack is being turned up, its tile is still counted in the pool
    if sum(s.pool) + sum(top != EMPTY for top in s.tops) != sum(s.heights):
        found.append(f"stacks of {s.heights}, but {sum(s.pool)} tiles below {s.tops}")
    return found


def _in_hand(s: Mil, kind: int) -> int:
    """A conquered land that waits to be allotted: it is what the question is about."""
    return sum(land == kind for _, _, land, _ in s.given("allot"))


def _slots(s: Mil) -> list[str]:
    found = []
    if len(s.slots) != s.t.slots:  # M-2.15
        found.append(f"{len(s.slots)} slots")
    for slot, what in enumerate(s.slots):
        absent = 0 <= what < len(s.knight) and s.knight[what] == ABSENT
        if absent or not s.rules.kinds["on_slot"].holds(what):
            found.append(f"slot {slot} holds {what}")
    return found
