"""The state of Dark Ages: the map, the boards of all sides, the cards, and the battle that is being fought.

Sides are the seats and, after them, the barbarians, who have units and dice but no figures on the map: their
markers lie there. Of an area the state keeps who controls it, since figures of two sides never stay together
(D-2.10). An army on the march stands in the columns of the battle and not on the map. What can be counted in
limited numbers is kept as what is left of it (D-1.5). All but hands and lower sides of markers is public
(D-20.1).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pfalz.core.score import Scored, points_column
from pfalz.core.state import (
    PUBLIC,
    amount,
    declare,
    number,
    numbers,
    seen,
    set_of,
    shared,
    stacks,
    thing,
    upto,
)
from pfalz.games.darkages.language import Face, Profile
from pfalz.games.darkages.lookup import FLOORS, LEVELS, MANOR_SPACES, SITES, Lookup
from pfalz.games.darkages.words import GOLD, GOODS, RESOURCES, UNITS

FREE: Final = -1
"""Nobody controls the area, nobody holds the title, no marker lies there, no card, no action."""
NONE: Final = -1

# the game as a whole (section 18)
PLAYING: Final = 0
PASS_ROUND: Final = 1
LAST_TURNS: Final = 2

# what has been chosen for this turn (D-4.2)
UNDECIDED: Final = 0
ACTING: Final = 1
PASSING: Final = 2
DONE: Final = 3

# how an army stands in the battle: damage taken by regular and by temporary units (D-26.8)
REGULAR: Final = 0
TEMPORARY: Final = 1
MOST_DICE: Final = 60
"""No roll of one side has more dice: all figures, temporary units and extra dice included."""

# sources of points, for the breakdown of a score
FROM_CHURCHES: Final = 0
FROM_TITLES: Final = 1
FROM_EPITHETS: Final = 2
FROM_RELICS: Final = 3
FROM_BARBARIANS: Final = 4
FROM_HOME_VICTORIES: Final = 5
FROM_CARDS: Final = 6
FROM_ACHIEVEMENTS: Final = 7
FROM_CITIES: Final = 8
FROM_TOWERS: Final = 9
FROM_CULTURE: Final = 10
FROM_STORAGE: Final = 11
FROM_MANORS: Final = 12
FROM_GOLD: Final = 13
SOURCE_IDS: Final = (
    "churches",
    "titles",
    "epithets",
    "relics",
    "barbarians",
    "home_victories",
    "cards",
    "achievements",
    "cities",
    "towers",
    "culture",
    "storage",
    "manors",
    "gold",
)
# what can bring the end (D-18.2 to D-18.6)
BY_CITIES: Final = 0
BY_CHURCHES: Final = 1
BY_CULTURE: Final = 2
BY_LEVELS: Final = 3
BY_DECK: Final = 4
END_IDS: Final = ("cities", "churches", "culture", "level_3", "deck")


class DarkAges(Scored):
    """Columns of a game of Dark Ages."""

    t: Lookup
    # the course of the game
    starter: int
    turn: int
    phase: int
    ended_by: int
    out: list[int]
    choice: int
    action: int
    free_taken: int
    title_used: int
    fought: int
    built_option: int
    built_area: int
    extra: int
    acted: list[int]
    # boards
    bands: list[int]
    stacks: list[tuple[int, ...]]
    discs: list[int]
    exhausted: list[int]
    ruler: list[int]
    home: list[int]
    goods: list[int]
    culture: list[int]
    red_taken: int
    storage: list[int]
    row: list[int]
    trophies: list[tuple[int, ...]]
    title: list[int]
    sideways: list[int]
    sold: int
    rested: int
    # cards
    offered: list[int]
    deck: list[int]
    discard: list[int]
    hand: list[tuple[int, ...]]
    laid: list[tuple[int, ...]]
    level: list[int]
    technologies: list[tuple[int, ...]]
    face: list[int]
    powers: list[tuple[int, ...]]
    used: list[int]
    # the map
    owner: list[int]
    units: list[int]
    manors: list[int]
    city: list[int]
    floors: list[int]
    churches: list[int]
    production: list[int]
    look: list[int]
    marker: list[int]
    known: list[int]
    # supplies
    supply: list[int]
    cities_left: int
    churches_left: int
    floors_left: int
    production_left: list[int]
    # the battle, and the last one until the next begins
    battle: int
    attacker: int
    defender: int
    origin: int
    army: list[int]
    wounds: list[int]
    dice: list[tuple[int, ...]]
    struck: list[int]
    fallen: list[int]
    lost: list[int]
    strength: list[int]
    victor: int
    stand: list[int]
    __slots__ = tuple(__annotations__)

    # -- reading ----------------------------------------------------------------------------------

    def profile(self, side: int) -> Profile:
        """What the cards in force of a side do together."""
        try:
            return self.t.profiles[self.powers[side]]
        except KeyError:
            return self.t.profile(self.powers[side])

    def barbarians(self) -> int:
        """The side of the barbarians; those of modules come after it."""
        return self.t.players

    def has_seat(self, side: int) -> bool:
        """Whether somebody sits for a side."""
        return side < self.t.players

    def gold(self, side: int) -> int:
        """Gold of a side."""
        return self.goods[GOODS * side + GOLD]

    def resources(self, side: int) -> int:
        """Resources of a side, all types together."""
        at = GOODS * side
        return sum(self.goods[at : at + RESOURCES])

    def areas_of(self, side: int) -> list[int]:
        """The areas a side controls (D-2.7)."""
        owner, area = self.owner, -1
        found: list[int] = []
        left = owner.count(side)
        while left:  # most areas are not one's own: `index` passes over them quickly
            area = owner.index(side, area + 1)
            found.append(area)
            left -= 1
        return found

    def realm(self, side: int) -> int:
        """The areas a side controls, as bits."""
        found = 0
        for area in self.areas_of(side):
            found |= 1 << area
        return found

    def units_in(self, area: int) -> list[int]:
        """The units in an area, by type."""
        return self.units[UNITS * area : UNITS * area + UNITS]

    def units_of(self, side: int) -> int:
        """All units of a side on the map (D-9.2, D-23.3)."""
        found = 0
        for area in self.areas_of(side):
            found += sum(self.units_in(area))
        return found

    def manors_of(self, side: int) -> int:
        """All manors of a side on the map (D-23.3)."""
        return sum([self.manors[area] for area in self.areas_of(side)])

    def manors_off(self, side: int) -> int:
        """How many manors have left the row of a side, to the map or out of the game (D-9.1, D-P2)."""
        return self.t.manors - self.row[side]

    def produces(self, area: int) -> int:
        """Production buildings in an area."""
        at = RESOURCES * area
        return sum(self.production[at : at + RESOURCES])

    def sites_taken(self, area: int) -> int:
        """Building sites of a city that are taken (D-5.11)."""
        return self.produces(area) + self.churches[area]

    def face_of(self, side: int, unit: int) -> Face:
        """The values of a unit type of a side (D-7.10)."""
        return self.t.faces[self.face[UNITS * side + unit]]

    def clockwise(self, first: int) -> list[int]:
        """All seats from one on (D-4.1)."""
        n = self.t.players
        first %= n
        return [*range(first, n), *range(first)]

    def in_turn(self, first: int) -> list[int]:
        """All sides that take turns, from one on (D-4.1)."""
        sides = self.t.in_turn
        at = sides.index(first)
        return [*sides[at:], *sides[:at]]

    def army_of(self, role: int) -> list[int]:
        """The army of one side in the battle, by target (D-26.8)."""
        n = self.t.targets
        return self.army[n * role : n * (role + 1)]

    def fighters(self, role: int, unit: int) -> int:
        """Units of a type that take part for one side and are alive."""
        each = 2 * self.t.damages
        at = self.t.targets * role + each * unit
        return sum(self.army[at : at + each])

    def all_fighters(self, role: int) -> int:
        """Units that take part for one side and are alive."""
        n = self.t.targets
        return sum(self.army[n * role : n * (role + 1)])

    def fighting(self, role: int) -> int:
        """The side that attacks or defends."""
        return self.defender if role else self.attacker


def _hand_seen(s: DarkAges, seat: int) -> Sequence[bool]:
    """Hands are their owner's (D-20.2), unless the table plays with open hands (D-R.23)."""
    if s.t.open_hands:
        return [True] * s.t.players
    return [seat == other for other in range(s.t.players)]


def _marker_seen(s: DarkAges, seat: int) -> Sequence[bool]:
    """A marker is known to those who have seen both sides of it (D-20.3, D-20.4, D-24.2)."""
    if seat < 0:
        everybody = (1 << s.t.players) - 1
        return [known == everybody or marker == NONE for known, marker in zip(s.known, s.marker, strict=True)]
    return [bool(known >> seat & 1) or look == NONE for known, look in zip(s.known, s.look, strict=True)]


SCHEMA: Final = declare(
    DarkAges,
    t=shared(),
    starter=number(PUBLIC, thing("side")),
    turn=number(PUBLIC, thing("side")),
    phase=number(PUBLIC, upto(LAST_TURNS)),
    ended_by=number(PUBLIC, set_of("end")),
    out=numbers(PUBLIC, upto(1), per="side"),
    choice=number(PUBLIC, upto(DONE)),
    action=number(PUBLIC, thing("action", NONE)),
    free_taken=number(PUBLIC, upto(1)),
    title_used=number(PUBLIC, upto(1)),
    fought=number(PUBLIC, upto(1)),
    built_option=number(PUBLIC, thing("build", NONE)),
    built_area=number(PUBLIC, thing("area", NONE)),
    extra=number(PUBLIC, upto(1)),
    acted=numbers(PUBLIC, upto(1), per="side"),
    bands=numbers(PUBLIC, thing("action"), per="band"),
    stacks=stacks(PUBLIC, thing("side"), per="action", most=lambda t: t.stack_size),
    discs=numbers(PUBLIC, upto(lambda t: t.discs), per="side"),
    exhausted=numbers(PUBLIC, upto(lambda t: t.discs), per="side"),
    ruler=numbers(PUBLIC, thing("ruler", NONE), per="side"),
    home=numbers(PUBLIC, thing("area", NONE), per="side"),
    goods=numbers(PUBLIC, amount(), per=("side", "goods")),
    culture=numbers(PUBLIC, upto(lambda t: t.last_space), per="side"),
    red_taken=number(PUBLIC, set_of("red")),
    storage=numbers(PUBLIC, upto(lambda t: t.top_storage), per="side"),
    row=numbers(PUBLIC, upto(lambda t: t.manors), per="side"),
    trophies=stacks(PUBLIC, thing("marker"), per="side", most="marker"),
    title=numbers(PUBLIC, thing("side", FREE), per="title"),
    sideways=numbers(PUBLIC, upto(1), per="title"),
    sold=number(PUBLIC, amount()),
    rested=number(PUBLIC, upto(1)),  # D-18.9
    points=points_column(),
    offered=numbers(PUBLIC, thing("card"), most=lambda t: t.offer_places),
    # the cards not drawn yet are known, their order is not: it is drawn when needed (D-20.3)
    deck=numbers(PUBLIC, thing("card"), most="card"),
    discard=numbers(PUBLIC, thing("card"), most="card"),
    hand=stacks(seen(_hand_seen), thing("card"), per="seat", most="card"),
    laid=stacks(PUBLIC, thing("card"), per="side", most=lambda t: t.achievement_slots),
    level=numbers(PUBLIC, upto(LEVELS), per="card"),
    technologies=stacks(PUBLIC, thing("card"), per="side", most=UNITS * (LEVELS - 1)),
    face=numbers(PUBLIC, thing("face"), per=("side", "unit")),
    powers=stacks(PUBLIC, thing("power"), per="side", most=lambda t: t.most_powers),
    used=numbers(PUBLIC, set_of("ability"), per="side"),
    owner=numbers(PUBLIC, thing("side", FREE), per="area"),
    units=numbers(PUBLIC, upto(lambda t: max(t.figures)), per=("area", "unit")),
    manors=numbers(PUBLIC, upto(MANOR_SPACES), per="area"),
    city=numbers(PUBLIC, upto(1), per="area"),
    floors=numbers(PUBLIC, upto(FLOORS), per="area"),
    churches=numbers(PUBLIC, upto(SITES), per="area"),
    production=numbers(PUBLIC, upto(SITES), per=("area", "resource")),
    look=numbers(PUBLIC, thing("look", NONE), per="area"),
    marker=numbers(seen(_marker_seen), thing("marker", NONE), per="area"),
    known=numbers(PUBLIC, set_of("seat"), per="area"),
    supply=numbers(PUBLIC, upto(lambda t: max(t.figures)), per=("side", "unit")),
    cities_left=number(PUBLIC, upto(lambda t: t.cities)),
    churches_left=number(PUBLIC, upto(lambda t: t.churches)),
    floors_left=number(PUBLIC, upto(lambda t: t.tower_pieces)),
    production_left=numbers(PUBLIC, upto(lambda t: t.production_pieces), per="resource"),
    battle=number(PUBLIC, thing("area", NONE)),
    attacker=number(PUBLIC, thing("side", NONE)),
    defender=number(PUBLIC, thing("side", NONE)),
    origin=number(PUBLIC, thing("area", NONE)),
    army=numbers(PUBLIC, upto(MOST_DICE), per=("role", "target")),
    wounds=numbers(PUBLIC, upto(MOST_DICE), per=("role", "target")),
    dice=stacks(PUBLIC, thing("die"), per=("phase", "role"), most=MOST_DICE),
    struck=numbers(PUBLIC, upto(2 * MOST_DICE), per=("phase", "role")),
    # all units that have died in the battle, and the regular ones among them (D-24.5)
    fallen=numbers(PUBLIC, upto(MOST_DICE), per=("role", "unit")),
    lost=numbers(PUBLIC, upto(lambda t: max(t.figures)), per=("role", "unit")),
    strength=numbers(PUBLIC, amount(), per="role"),
    victor=number(PUBLIC, thing("role", NONE)),
    # where the regular units of an army have gone after the battle; until then they are not on the map
    stand=numbers(PUBLIC, thing("area", NONE), per="role"),
)
