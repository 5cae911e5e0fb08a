"""What the solo game keeps, all of it public (DM1-11.1), and the constants of the module.

Culture, units, noble discs, titles and the number of manors of the lordlings lie in the columns of the base
game, since they are a side of it (DM1-1.4). What is drawn from a deck or a pool is drawn when it comes: the
cards of the lordlings that have not come, and the markers of the pool, are those that lie nowhere else.
"""

from __future__ import annotations

from typing import Final

from pfalz.core.data import typed
from pfalz.core.game import Data, Options
from pfalz.core.kinds import Kinds
from pfalz.core.state import (
    PUBLIC,
    Columns,
    amount,
    balance,
    declare,
    number,
    numbers,
    set_of,
    shared,
    thing,
    upto,
)
from pfalz.games.darkages.language import number_of
from pfalz.games.darkages.lookup import LEVELS, Lookup
from pfalz.games.darkages.modules.lordlings_and_raiders import schema
from pfalz.games.darkages.state import NONE, DarkAges
from pfalz.games.darkages.words import ACTION_IDS, BUILD_IDS, REACTION_IDS, UNIT_IDS, UNITS

ID: Final = "lordlings_and_raiders"
SIDES: Final = ("lordlings", "magyars")
YOU: Final = 0
LORDLINGS: Final = 2
MAGYARS: Final = 3
"""The sides of the solo game; the barbarians, side 1, are there as always."""

# cards of the lordlings beyond the five actions
SETTLE: Final = len(ACTION_IDS)
PERSIST: Final = SETTLE + 1
HURRY: Final = PERSIST + 1
DEED_IDS: Final = (*ACTION_IDS, "settle", "persist", "hurry")

# what the twenty-sided die is rolled for, and what an area is chosen for
RESEARCHED: Final = 0
UPGRADED: Final = 1
RECRUITED: Final = 2
PROMOTED: Final = 3
MARCHED: Final = 4
BUILT: Final = 5
CITY_SITE: Final = 6
TOWER_SITE: Final = 7
MANOR_SITE: Final = 8
CHURCH_SITE: Final = 9
RELIC_SITE: Final = 10
SETTLED: Final = 11
REFUGE: Final = 12
FEUD: Final = 13
TARGET: Final = 14
AIM: Final = 15
NEIGHBOUR: Final = 16
ENLARGED: Final = 17
PURPOSE_IDS: Final = (
    "research",
    "upgrade",
    "recruit",
    "promote",
    "march",
    "build",
    "city",
    "tower",
    "manor",
    "church",
    "relic",
    "settle",
    "refuge",
    "feud",
    "target",
    "attack",
    "neighbour",
    "enlarge",
)

# results of Research (DM1-5.5)
CULTURE_DEED: Final = 0
UPGRADE_DEED: Final = 1
POINTS_DEED: Final = 2
RESEARCH_IDS: Final = ("culture", "upgrade", "points")

# words of the horde cards (DM0-8.13)
ENLARGE: Final = 0
UPGRADE: Final = 1
ADD_MARKER: Final = 2
NEW_TARGET: Final = 3
ATTACK: Final = 4
HORDE_OPS: Final = ("enlarge", "upgrade", "add_marker", "new_target", "attack")
HORDE_KINDS: Final = ("reinforcement", "raid", "surprise")

# how the lordlings pass (DM1-6.6 to DM1-6.8)
NO_PASS: Final = 0
ORDINARY: Final = 1
HURRIED: Final = 2

DIE: Final = 20
ROW: Final = 12
MOST_ATTACKS: Final = 20
MOST_MAGYARS: Final = 60
"""No army of Magyars has more units of one type."""
POINT_SOURCES: Final = ("realm", "lordling_research", "hordes")
"""Points while passing, by Research, and what the horde takes."""


class SoloLookup:
    """The tables of the solo game, and the options that were agreed on (DM1-10)."""

    def __init__(self, data: Data, options: Options) -> None:
        file = typed(data[ID], schema.SoloFile, f"{ID}.toml")
        self.file = file
        self.area_of: dict[int, int] = {}
        self.number_of: list[int] = []
        """The number of each area on the die, and the area of each number (DM1-3.1)."""
        self.deeds = [DEED_IDS.index(row.action) for row in file.lordling]
        """What each card of the lordlings is for."""
        self.card_ids = [row.id for row in file.lordling]
        self.upgrades = _table([(row.first, row.last, UNIT_IDS.index(row.unit)) for row in file.upgrade])
        self.research = _table([(row.first, row.last, RESEARCH_IDS.index(row.deed)) for row in file.research])
        self.research_rows = {RESEARCH_IDS.index(row.deed): row for row in file.research}
        self.builds = _table([(row.first, row.last, BUILD_IDS.index(row.option)) for row in file.build])
        """By result of the die: type of unit, deed of Research, kind of building."""
        self.promotes = file.recruit.upgrade_from
        self.neighbours = file.horde_attack.neighbour_from
        self.reactions = [REACTION_IDS.index(id) for id in file.reactions.order]
        self.row_vp = file.manor_row.vp
        self.figures = [file.magyars.infantry, file.magyars.archer, file.magyars.cavalry]
        self.solo = file.solo
        self.values = file.values
        self.easy_cities = options["easy_cities"] is True  # E1
        self.hard_titles = options["hard_titles"] is True  # H2
        self.hard_red = options["hard_red"] is True  # H4
        self.hard_attack = options["hard_attack"] is True  # H6
        self.hard_trophies = options["hard_trophies"] is True  # H7
        self.hard_magyars = options["hard_magyars"] is True  # H8
        self.long_game = options["long_game"] is True  # DMR-1
        hard = options["hard_cards"] is True  # H5
        self.card_vp = file.values.card_vp_hard if hard else file.values.card_vp
        self.pope_vp = file.values.pope_vp_hard if hard else NONE
        easy = options["easy_achievements"] is True  # E2
        self.achievement_vp = file.final.achievement_vp_easy if easy else file.final.achievement_vp
        hard = options["hard_culture"] is True  # H3
        self.pass_culture = file.values.pass_culture_hard if hard else file.values.pass_culture
        self.rulers = file.solo.rulers_with_commanders if "commanders" in data else file.solo.rulers
        self.faces: list[list[int]] = []
        """By side (lordlings, Magyars) and type the faces of the three levels."""
        self.horde_kind: list[int] = []
        """By culture card its kind of horde card, or NONE."""
        self.display: dict[int, list[tuple[int, int, int]]] = {}
        self.discard: dict[int, list[tuple[int, int, int]]] = {}
        """What horde cards do: word, number, side (DM1-7.1, DM1-7.5)."""
        self.spare = False
        """Whether the pool has markers of its own (DM7-3.1)."""

    def know(self, t: Lookup) -> None:
        """Learn the numbers of areas, cards and faces."""
        numbers = {row.id: row.number for row in self.file.area}
        self.number_of = [numbers[id] for id in t.area_ids]
        self.area_of = {number: area for area, number in enumerate(self.number_of)}
        ids = [face.id for face in t.faces]
        self.faces = [
            [ids.index(face_id(side, unit, level + 1)) for unit in UNIT_IDS for level in range(LEVELS)]
            for side in SIDES
        ]
        self.horde_kind = [NONE] * t.cards
        for row in self.file.horde:
            card = number_of(row.id, t.card_ids, f"{ID}.horde")
            self.horde_kind[card] = HORDE_KINDS.index(row.kind)
            self.display[card] = _effects(row.display)
            self.discard[card] = _effects(row.discard)
        self.spare = len(t.marker_ids) > len(t.first_markers)

    def face(self, side: int, unit: int, level: int) -> int:
        """The face of a type of units of the lordlings or the Magyars at a level."""
        return self.faces[side - LORDLINGS][LEVELS * unit + level - 1]


def _effects(rows: list[schema.HordeEffect]) -> list[tuple[int, int, int]]:
    return [(HORDE_OPS.index(row.op), row.n, LORDLINGS + SIDES.index(row.side)) for row in rows]


def _table(rows: list[tuple[int, int, int]]) -> list[int]:
    """The value of every result of the die; entry 0 is the result 1."""
    found = [NONE] * DIE
    for first, last, value in rows:
        for roll in range(first, last + 1):
            found[roll - 1] = value
    return found


def face_id(side: str, unit: str, level: int) -> str:
    """The id of a face of the lordlings or the Magyars."""
    return f"{side}_{unit}_{level}"


class Solo(Columns):
    """Lordlings and horde."""

    t: SoloLookup
    points: list[int]
    rulers: int
    drawn: int
    pile: list[int]
    card: int
    shown: list[int]
    passes: int
    planning: int
    achievements: list[int]
    covered: int
    horde: list[int]
    figures: list[int]
    used: list[int]
    removed: list[int]
    target: int
    magyars: list[int]
    gone: list[int]
    razed: list[int]
    waiting: int
    pips: int
    die: int
    __slots__ = tuple(__annotations__)


SLICE: Final = declare(
    Solo,
    t=shared(),
    points=numbers(PUBLIC, balance(), per="source"),
    rulers=number(PUBLIC, set_of("ruler")),
    # cards of the lordlings that have left their deck, the discard pile in its order, the card of this turn,
    # those revealed for Persist, and whether the turn is a pass (DM1-5.1, DM1-5.24)
    drawn=number(PUBLIC, set_of("lordling_card")),
    pile=numbers(PUBLIC, thing("lordling_card"), most="lordling_card"),
    card=number(PUBLIC, thing("lordling_card", NONE)),
    shown=numbers(PUBLIC, thing("lordling_card"), most="lordling_card"),
    passes=number(PUBLIC, upto(HURRIED)),
    planning=number(PUBLIC, set_of("action")),
    achievements=numbers(PUBLIC, thing("card"), most="card"),
    covered=number(PUBLIC, set_of("space")),  # spaces of CS35 with a manor
    # the card of the horde, markers that were used or are out of the game, the target, Magyars in areas
    horde=numbers(PUBLIC, thing("marker"), most="marker"),
    figures=numbers(PUBLIC, upto(MOST_MAGYARS), per="unit"),
    used=numbers(PUBLIC, thing("marker"), most="marker"),
    removed=numbers(PUBLIC, thing("marker"), most="marker"),
    target=number(PUBLIC, thing("area", NONE)),
    magyars=numbers(PUBLIC, upto(MOST_MAGYARS), per=("area", "unit")),
    # cards and pieces that are out of the game
    gone=numbers(PUBLIC, thing("card"), most="card"),
    razed=numbers(PUBLIC, amount(), per="piece"),
    # attacks of the horde that are due, reinforcements played in this phase, the last roll (0: none)
    waiting=number(PUBLIC, upto(MOST_ATTACKS)),
    pips=number(PUBLIC, upto(DIE)),
    die=number(PUBLIC, upto(DIE)),
)


def declare_kinds(kinds: Kinds, t: SoloLookup) -> None:
    """Cards of the lordlings, what the die is rolled for, spaces of their manor row, razed pieces."""
    kinds.things("lordling_card", t.card_ids)
    kinds.things("purpose", PURPOSE_IDS)
    kinds.numbered("space", ROW)
    kinds.numbered("d20", DIE)
    kinds.things("piece", ("city", "church", "floor", "wood", "leather", "stone", "iron"))
    kinds.grow("end", 1, lambda value: ("end.progress", {}))


def solo(s: DarkAges) -> Solo:
    """This module's slice of a state."""
    part: Solo = s.slices[ID]
    return part


def level(s: DarkAges, side: int, unit: int) -> int:
    """The level of a type of units of the lordlings or the Magyars (DM1-2.13, DMR-6)."""
    return s.face_of(side, unit).level


def progress(s: DarkAges) -> int:
    """Achievement cards of the lordlings and upgrades of their units (DM1-9.2, DMR-1)."""
    part = solo(s)
    cards = len(part.achievements)
    if part.t.long_game:
        cards -= len([card for card in part.achievements if card in start_cards(s)])
    return cards + sum([level(s, LORDLINGS, unit) - 1 for unit in range(UNITS)])


def start_cards(s: DarkAges) -> list[int]:
    """The start cards of the rulers of the lordlings."""
    rulers = solo(s).rulers
    return [card for ruler, cards in enumerate(s.t.start_cards) if rulers >> ruler & 1 for card in cards]


def pool(s: DarkAges) -> list[int]:
    """The markers of the pool: those that lie nowhere else (DM1-2.7, DMX-9.4)."""
    part, t = solo(s), s.t
    first = len(t.first_markers) if part.t.spare else 0
    away = {*s.marker, *part.horde, *part.used, *part.removed}
    for taken in s.trophies:
        away.update(taken)
    return [marker for marker in range(first, len(t.marker_ids)) if marker not in away]


def magyars_left(s: DarkAges, unit: int) -> int:
    """Magyar figures of a type in the supply; grey ones stand in when there are none (DM1-7.7, DM1-8.6)."""
    part = solo(s)
    return max(0, part.t.figures[unit] - part.figures[unit] - sum(part.magyars[unit::UNITS]))


def score(s: DarkAges) -> int:
    """The points of the lordlings."""
    return sum(solo(s).points)
