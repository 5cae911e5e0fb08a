"""The state of MIL: knights, lands, slots and the cubes behind the screens.

A knight is coded as `4 * seat + column`, a land in a knight's possession as `2 * kind + side` (side 1 is the
productive one). The stock of family tokens is what the other places leave of twelve (M-21.3). Cubes that a
player has put on the table (an offer at Court, a bid, a donation) are no longer behind his screen; they
come back if he does not have to pay them. What players say to each other binds nobody and is not kept
(M-19.9), and nothing passes between them but where a rule says so (M-7.11).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pfalz.core.score import Scored, points_column
from pfalz.core.state import OWNER, PUBLIC, amount, declare, number, numbers, shared, thing, upto
from pfalz.games.mil.events import CUBES_GAINED, CUBES_PAID
from pfalz.games.mil.lookup import RESOURCES, Lookup

NOBODY: Final = -1
EMPTY: Final = -1

# sides of a knight tile (M-1.10); 0 is a free column
ABSENT: Final = 0
ALONE: Final = 1
WITH_HEIR: Final = 2

COLUMNS: Final = 4
"""Knights of a family at most, one in each column of its board (M-1.11)."""
KNIGHTS: Final = COLUMNS * 5
"""Numbers of knights are below this one, also where fewer than five families play; others begin here."""

# what lies on a slot besides a knight (his number) or a family token (FAMILY_TOKEN + seat); EMPTY if nothing
WHITE: Final = -2
BLACK: Final = -3
FAMILY_TOKEN: Final = KNIGHTS

NO_KNIGHT: Final = KNIGHTS
"""An answer that names a knight or none: none."""
REMOVED: Final = KNIGHTS
"""Receiver of a land, if it is not a knight: nobody, it leaves the game."""

PRODUCTIVE: Final = 1
"""The side of a land that can be harvested, as the last bit of its tile (M-1.7)."""

# sources of points, for the breakdown of a score
FROM_WEDDINGS: Final = 0
FROM_DEATHS: Final = 1
FROM_LANDS: Final = 2
FROM_VASSALS: Final = 3
FROM_CASTLES: Final = 4
FROM_WARS: Final = 5
FROM_FAVOURS: Final = 6
FROM_DONATIONS: Final = 7
FROM_CLOTH_AND_METAL: Final = 8
FROM_INFLUENCE: Final = 9
FROM_PRIVILEGES: Final = 10
FROM_GOLD: Final = 11
FROM_WOMEN: Final = 12
SOURCE_IDS: Final = (
    "weddings",
    "deaths",
    "lands",
    "vassals",
    "castles",
    "wars",
    "favours",
    "donations",
    "cloth_and_metal",
    "influence",
    "privileges",
    "gold",
    "women",
)


class Mil(Scored):
    """Columns of a game of MIL."""

    t: Lookup
    round: int
    starter: int
    turn: int
    growing: int
    cubes: list[int]
    women: list[int]
    privileges: list[int]
    knight: list[int]
    age: list[int]
    soldiers: list[int]
    castle: list[int]
    land: list[int]
    lord: list[int]
    slots: list[int]
    monastery: list[int]
    crusades: list[int]
    kings_soldiers: int
    archbishop: int
    pool: list[int]
    heights: list[int]
    tops: list[int]
    gone: list[int]
    bid: list[int]
    allies: list[int]
    __slots__ = tuple(__annotations__)

    # -- reading ----------------------------------------------------------------------------------

    def hand(self, seat: int) -> list[int]:
        """The cubes behind a screen, by resource."""
        return self.cubes[RESOURCES * seat : RESOURCES * (seat + 1)]

    def knights(self) -> list[int]:
        """All knights there are."""
        return [k for k, tile in enumerate(self.knight) if tile]

    def family(self, seat: int) -> list[int]:
        """The knights of a seat, in the order of their columns."""
        knight = self.knight
        return [k for k in range(4 * seat, 4 * seat + 4) if knight[k]]

    def at_home(self, seat: int) -> list[int]:
        """The knights of a seat that stand in no sphere."""
        knight, slots, monastery, crusades = self.knight, self.slots, self.monastery, self.crusades
        return [
            k
            for k in range(4 * seat, 4 * seat + 4)
            if knight[k] and k not in slots and k not in monastery and k not in crusades
        ]

    def lands_of(self, k: int) -> int:
        """How many lands a knight has: 0, 1 or 2 (M-7.1)."""
        land = self.land
        return (land[2 * k] >= 0) + (land[2 * k + 1] >= 0)

    def soldiers_of(self, k: int) -> int:
        """Soldiers of a knight, the King's Soldiers included (M-9.11)."""
        return self.soldiers[k] + (self.kings_soldiers == k)

    def stock(self, seat: int) -> int:
        """Family tokens that are neither on the track, in the lineage zone, on a vassal nor on a slot."""
        t = self.t
        used = t.tokens_on_track + self.privileges[seat] + self.lord.count(seat)
        if t.tokens_on_slots:
            used += self.slots.count(FAMILY_TOKEN + seat)
        return t.family_tokens - used

    def subjects(self, seat: int) -> list[int]:
        """Own knights and own vassals of a seat (M-7.5, M-12.8)."""
        lord = self.lord
        return [k for k, tile in enumerate(self.knight) if tile and (k >> 2 == seat or lord[k] == seat)]

    def clockwise(self) -> list[int]:
        """All seats from the holder of the start player token (M-3.13)."""
        n = self.t.players
        return [(self.starter + i) % n for i in range(n)]

    # -- changing ---------------------------------------------------------------------------------

    def gain(self, seat: int, cubes: Sequence[int]) -> None:
        """Cubes from the supply, taken openly (M-19.3)."""
        hold(self, seat, cubes, 1)
        self.emit(CUBES_GAINED, seat, *bundle(cubes))

    def pay(self, seat: int, cubes: Sequence[int]) -> None:
        """Cubes to the supply, paid openly (M-19.3)."""
        hold(self, seat, cubes, -1)
        self.emit(CUBES_PAID, seat, *bundle(cubes))

    def gain_one(self, seat: int, resource: int, n: int) -> None:
        """Cubes of one kind from the supply."""
        self.cubes[RESOURCES * seat + resource] += n
        self.emit(CUBES_GAINED, seat, RESOURCES * n + resource)

    def pay_one(self, seat: int, resource: int, n: int) -> None:
        """Cubes of one kind to the supply."""
        self.cubes[RESOURCES * seat + resource] -= n
        self.emit(CUBES_PAID, seat, RESOURCES * n + resource)


def hold(s: Mil, seat: int, cubes: Sequence[int], sign: int) -> None:
    """Put cubes behind a screen (1) or on the table (-1) without saying so."""
    held = s.cubes
    at = RESOURCES * seat
    for n in cubes:
        if n:
            held[at] += sign * n
        at += 1


def bundle(cubes: Sequence[int]) -> list[int]:
    """Cubes as events tell them: one value for each kind, `5 * number + resource`."""
    return [RESOURCES * n + resource for resource, n in enumerate(cubes) if n]


def _most_tiles(t: Lookup) -> int:
    """No more tiles of one land are in play."""
    return max(t.tiles)


def _most_soldiers(t: Lookup) -> int:
    """Every recruit takes a white time token, of which each slot gets one a round (M-4.10, M-15.5)."""
    return max(t.start_soldiers) + t.slots * t.rounds


SCHEMA: Final = declare(
    Mil,
    t=shared(),
    round=number(PUBLIC, upto(lambda t: t.rounds + 1, 1)),
    starter=number(PUBLIC, thing("seat")),
    turn=number(PUBLIC, thing("seat")),
    growing=number(PUBLIC, upto(1)),
    cubes=numbers(OWNER, amount(), per=("seat", "resource")),  # M-19.1
    # M-19.2, as all that follows; red cubes in lineage zones (M-1.3, M-20.1, M-20.2)
    women=numbers(PUBLIC, upto(lambda t: max(t.most_women, t.start_women)), per="seat"),
    # family tokens in lineage zones (M-20.8 to M-20.10)
    privileges=numbers(PUBLIC, upto(lambda t: t.family_tokens), per="seat"),
    points=points_column(),  # they may be negative (M-6.12, M-R18)
    knight=numbers(PUBLIC, upto(WITH_HEIR), per="knight"),
    age=numbers(PUBLIC, upto(lambda t: t.death_age - 1), per="knight"),
    soldiers=numbers(PUBLIC, upto(_most_soldiers), per="knight"),  # they stay with the tile (M-4.11)
    castle=numbers(PUBLIC, upto(1), per="knight"),
    land=numbers(PUBLIC, thing("land_tile", EMPTY), per=("knight", 2)),
    # of a knight, not of a family, and he keeps his will (M-20.4 to M-20.7)
    lord=numbers(PUBLIC, thing("seat", NOBODY), per="knight"),
    slots=numbers(PUBLIC, thing("on_slot", WHITE), per=lambda t: t.slots),
    monastery=numbers(PUBLIC, thing("knight"), most="knight"),
    crusades=numbers(PUBLIC, thing("knight"), most="knight"),
    kings_soldiers=number(PUBLIC, thing("knight", NOBODY)),
    archbishop=number(PUBLIC, thing("knight", NOBODY)),
    # M-19.7: what lies below the tops is known, the order is drawn when needed
    pool=numbers(PUBLIC, upto(_most_tiles), per="land"),
    heights=numbers(PUBLIC, upto(lambda t: max(t.heights)), per="stack"),
    tops=numbers(PUBLIC, thing("land", EMPTY), per="stack"),
    gone=numbers(PUBLIC, upto(_most_tiles), per="land"),
    bid=numbers(PUBLIC, amount(), most=5),  # who bids, and food, cloth, metal, gold (M-12.7)
    allies=numbers(PUBLIC, thing("seat", NOBODY), per="war_side"),
)
