"""What must hold in every position: nothing has got lost, and nobody stands where nobody may stand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pfalz.games.staufer.codes import ENVOY, KINDS, kind_of
from pfalz.games.staufer.state import EMPTY, Staufer


def violations(s: Staufer) -> Sequence[str]:
    """What is wrong with a position."""
    return [*lost_figures(s), *lost_chests(s), *wrong_seats(s), *lost_action_figures(s)]


def lost_figures(s: Staufer) -> Iterator[str]:
    """Every colour keeps its envoys and nobles (S-1.3)."""
    n = s.t.players
    for figure in range(KINDS * n):
        places = s.court[figure] + s.province[figure] + sum(s.paid[figure :: KINDS * n])
        places += s.left.count(figure) + s.right.count(figure)
        total = s.t.total[kind_of(figure)]
        if places != total or s.court[figure] < 0 or s.province[figure] < 0:
            yield f"figure {figure}: {places} of {total} are somewhere"


def lost_chests(s: Staufer) -> Iterator[str]:
    """All chests of the list are somewhere (S-1.11)."""
    for kind, copies in enumerate(s.t.chest_copies):
        places = s.draw_pile[kind] + s.discard_pile[kind] + s.display.count(kind)
        places += sum(s.chests[kind :: len(s.t.chest_ids)])
        places += sum(stack.count(kind) for stack in (*s.under_seat, *s.under_supply))
        if places != copies:
            yield f"chest {s.t.chest_ids[kind]}: {places} of {copies} are somewhere"


def wrong_seats(s: Staufer) -> Iterator[str]:
    """A single figure stands on the left (S-13.5), and envoys do not sit on seats for nobles (S-7.11)."""
    for office in range(s.t.seats):
        pair = (s.left[office], s.right[office])
        if pair[0] == EMPTY and pair[1] != EMPTY:
            yield f"seat {office}: the left place is empty, the right one is not"
        if s.t.noble_only[office] and any(figure != EMPTY and kind_of(figure) == ENVOY for figure in pair):
            yield f"seat {office}: an envoy stands on a noble-only seat"


def lost_action_figures(s: Staufer) -> Iterator[str]:
    """Three of every player stand on the tracks as soon as all is laid out (S-1.1, S-3.11)."""
    if s.tile_c:
        figures = len(s.turn_track) + len(s.supply_track) + len(s.deployment_track)
        if figures != s.t.players * s.t.turns:
            yield f"{figures} action figures stand on the tracks"
