"""The state of Wallenstein.

Seats own counties (`owner`, `armies`; W-1.4); a county card lies where the mat says, else in a hand. The
mat has one row of boxes per seat: the auction box, the ten actions, and what a module adds. Cubes are in a
supply, in counties, in the tray or inside the tower; the colour after the last seat is the peasants'.
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
from pfalz.games.wallenstein.events import CARD_HANDED_OVER, COUNTY_GAINED, COUNTY_LOST, COUNTY_NEUTRAL
from pfalz.games.wallenstein.lookup import MONEY, Lookup

EMPTY: Final = -1
"""No card in a box, no tile on a space."""
NOBODY_OWNS: Final = -1
"""Owner of a neutral county."""
NO_EVENT: Final = -1
YEARS: Final = 2
SEASONS: Final = 4
FALL: Final = 2
WINTER: Final = 3
SHOWN_EVENTS: Final = 4
"""Event cards turned face up at the start of a year (W-3.18)."""
PAIR: Final = 2
"""County cards of the draft that lie open, and go under the deck, together (W-3.7)."""
STAY: Final = -1
"""The destination of armies that do not move."""
HAND: Final = -1
"""The place of a card that lies in no box."""
BLIND: Final = -1
"""A draft card: the unseen top card of the deck."""
AUCTION: Final = 0
"""The auction box of a mat."""

# sources of points of the game itself (Game.sources); modules have their own
FROM_COUNTIES: Final = 0
FROM_BUILDINGS: Final = 1
FROM_PALACES: Final = 2
FROM_CHURCHES: Final = 3
FROM_TRADING_POSTS: Final = 4
SOURCE_IDS: Final = ("counties", "buildings", "palaces", "churches", "trading_posts")


class Wallenstein(Scored):
    """Columns of a game of Wallenstein."""

    t: Lookup
    season: int
    starter: int
    owner: list[int]
    armies: list[int]
    buildings: list[int]
    markers: list[int]
    gained: int
    supply: list[int]
    tray: list[int]
    tower: list[int]
    thalers: list[int]
    grain: list[int]
    groups: list[tuple[int, ...]]
    open_counties: list[int]
    under_deck: list[int]
    last_pair: list[tuple[int, ...]]
    event_deck: list[int]
    event_row: list[int]
    event: int
    action_row: list[int]
    tiles: list[int]
    place: list[int]
    mat: list[int]
    shown: list[int]
    __slots__ = tuple(__annotations__)

    # -- reading ----------------------------------------------------------------------------------

    def boxes(self) -> int:
        """Boxes of one mat (W-5.3)."""
        return len(self.mat) // self.t.players

    def effect(self) -> int:
        """The effect of the event in force, or NO_EVENT (W-6.3)."""
        return self.t.effect[self.event] if self.event >= 0 else NO_EVENT

    def event_amount(self, which: int = 0) -> int:
        """An amount of the event in force."""
        return self.t.event_amounts[self.event][which]

    def holds(self, seat: int, tile: int) -> bool:
        """Whether a seat has a bonus tile this round; it cannot be passed on (W-7.5, W-7.8)."""
        place = self.place[seat]
        return place >= 0 and self.tiles[place] == tile

    def own(self, seat: int) -> list[int]:
        """The counties of a seat."""
        owner = self.owner
        return [county for county in self.t.counties if owner[county] == seat]

    def has(self, county: int, building: int) -> bool:
        """Whether a building stands in a county."""
        return self.buildings[county] >> building & 1 == 1

    def stock(self, building: int) -> int:
        """Buildings of a type left in the supply (W-1.7)."""
        return self.t.buildings[building] - sum(held >> building & 1 for held in self.buildings)

    def box_of(self, seat: int, card: int) -> int:
        """The box a card of a seat lies in, or HAND."""
        boxes = self.boxes()
        row = self.mat[seat * boxes : (seat + 1) * boxes]
        return row.index(card) if card in row else HAND

    # -- changing ---------------------------------------------------------------------------------

    def reveal(self, seat: int, box: int) -> int:
        """Turn up the card of a box; it stays face up (W-2.6)."""
        self.shown[seat] |= 1 << box
        return self.mat[seat * self.boxes() + box]

    def is_shown(self, seat: int, box: int) -> bool:
        """Whether the card of a box has been turned up (W-2.6)."""
        return self.shown[seat] >> box & 1 == 1

    def hand_in(self, seat: int, county: int) -> None:
        """The card of a lost county leaves its box, or the hand, before all eyes (W-2.7, W-10.24, W-R.11)."""
        box = self.box_of(seat, county)
        if box != HAND:
            self.mat[seat * self.boxes() + box] = EMPTY
        self.emit(CARD_HANDED_OVER, seat, county, box)

    def gain_county(self, seat: int, county: int, armies: int) -> None:
        """A county changes hands; its card goes to the hand and rests (W-8.10, W-8.11, W-10.24)."""
        before = self.owner[county]
        if before >= 0:
            self.hand_in(before, county)
        self.owner[county] = seat
        self.armies[county] = armies
        self.gained |= 1 << county
        if before >= 0:
            self.emit(COUNTY_LOST, before, county)
        self.emit(COUNTY_GAINED, seat, county, armies)

    def make_neutral(self, county: int) -> None:
        """Card to the common stock, buildings and revolt markers off (W-9.4, W-10.20, W-10.25, W-11.8)."""
        before = self.owner[county]
        self.hand_in(before, county)
        self.owner[county] = NOBODY_OWNS
        self.armies[county] = 0
        self.buildings[county] = 0
        self.markers[county] = 0
        self.emit(COUNTY_LOST, before, county)
        self.emit(COUNTY_NEUTRAL, county)


def visible_boxes(s: Wallenstein, seat: int) -> Sequence[bool]:
    """Own boxes, boxes turned up, and boxes without a card (W-2.3, W-2.6, W-2.8).

    All cards have one back: of a face-down card not even the kind is known (W-1.12, W-R.10)."""
    boxes = s.boxes()
    found: list[bool] = []
    for owner, shown in enumerate(s.shown):
        if owner == seat:
            found += [True] * boxes
        else:
            mat = s.mat[owner * boxes : (owner + 1) * boxes]
            found += [card == EMPTY or shown >> box & 1 == 1 for box, card in enumerate(mat)]
    return found


def is_county(card: int) -> bool:
    """Whether a planning card is a county card."""
    return 0 <= card < MONEY


def cubes(t: Lookup) -> int:
    """No place has more cubes of a colour (W-1.5, W-1.6)."""
    return max(t.armies, t.peasants)


SCHEMA: Final = declare(  # W-2.1: all is public but the mats
    Wallenstein,
    t=shared(),
    season=number(PUBLIC, upto(YEARS * SEASONS)),  # two years of four seasons (W-4.1)
    starter=number(PUBLIC, thing("seat")),  # who begins the draft, or has line-up A
    owner=numbers(PUBLIC, thing("seat", NOBODY_OWNS), per="county"),
    armies=numbers(PUBLIC, upto(lambda t: t.armies), per="county"),
    buildings=numbers(PUBLIC, set_of("building"), per="county"),
    # a county is collected from once a round (W-1.8)
    markers=numbers(PUBLIC, upto(lambda t: max(t.markers, WINTER)), per="county"),
    gained=number(PUBLIC, set_of("county")),  # whose card rests in a hand this round (W-8.11)
    supply=numbers(PUBLIC, upto(cubes), per="colour"),
    tray=numbers(PUBLIC, upto(cubes), per="colour"),
    tower=numbers(PUBLIC, upto(cubes), per="colour"),  # W-2.2, W-R.39
    thalers=numbers(PUBLIC, amount(), per="seat"),  # W-1.9
    grain=numbers(PUBLIC, amount(), per="seat"),  # W-1.13: the tracks have no end (W-R.15)
    points=points_column(),
    # army groups waiting on the mat during the draft
    groups=stacks(PUBLIC, upto(lambda t: t.armies), per="seat", most=lambda t: len(t.groups)),
    open_counties=numbers(PUBLIC, thing("county"), most=PAIR),  # the face-up county cards of the draft
    # pairs put under the deck: known cards, unknown order (W-3.12)
    under_deck=numbers(PUBLIC, thing("county"), most="county"),
    # the pair each seat last chose from (W-3.12)
    last_pair=stacks(PUBLIC, thing("county"), per="seat", most=PAIR),
    # the set; its order is drawn when needed (W-2.4)
    event_deck=numbers(PUBLIC, thing("event_card"), most="event_card"),
    event_row=numbers(PUBLIC, thing("event_card"), most=SHOWN_EVENTS),
    event=number(PUBLIC, thing("event_card", NO_EVENT)),
    # the action cards turned up so far; the others are drawn when needed (W-2.4)
    action_row=numbers(PUBLIC, thing("action"), most="action"),
    tiles=numbers(PUBLIC, thing("tile", EMPTY), per="place"),
    place=numbers(PUBLIC, thing("place", EMPTY), per="seat"),  # player-order box of each seat
    mat=numbers(seen(visible_boxes), thing("card", EMPTY), per=("seat", "box")),
    shown=numbers(PUBLIC, set_of("box"), per="seat"),  # boxes turned up
)
