"""Setup (section 3), step by step (D-3.24); modules change the data it works with (DM0-2.1 to DM0-2.3)."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import ClassVar, Final

from pfalz.core.ask import EVERYBODY, NO_ONE, Chance, Choice, Reason, Slot, because
from pfalz.core.ruleset import Ruleset
from pfalz.core.state import Args, Move
from pfalz.games.darkages.events import BANDS_LAID, MARKERS_LAID, RULER_CHOSEN, START_PLAYER_DRAWN
from pfalz.games.darkages.lookup import Lookup
from pfalz.games.darkages.possible import bits
from pfalz.games.darkages.state import FREE, NONE, DarkAges
from pfalz.games.darkages.words import ACTION_IDS, GOODS, RESOURCES, UNITS

REWARD_UP: Final = 1


def laid_table(rules: Ruleset[DarkAges]) -> DarkAges:
    """Boards, pieces and counters of all players (D-3.1, D-3.3, D-3.9, D-3.11, D-3.16 to D-3.22)."""
    t: Lookup = rules.lookup
    s = DarkAges()
    s.t = t
    rules.shapes.fill(s)
    for seat in range(t.players):
        s.goods[GOODS * seat : GOODS * (seat + 1)] = t.start_goods
        s.supply[UNITS * seat : UNITS * (seat + 1)] = t.figures
        s.face[UNITS * seat : UNITS * (seat + 1)] = t.first_faces
        s.discs[seat] = t.discs
        s.row[seat] = t.manors
    barbarians = t.players
    s.face[UNITS * barbarians : UNITS * (barbarians + 1)] = t.barbarian_faces
    s.cities_left = t.cities
    s.churches_left = t.churches
    s.floors_left = t.tower_pieces
    s.production_left = [t.production_pieces] * RESOURCES
    return s


class DrawBands(Chance[DarkAges]):
    """The action cards are laid on the bands (D-3.2)."""

    name: ClassVar[str] = "bands"
    rule: ClassVar[str] = "D-3.2"

    def slot(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Slot:
        return Slot("action", "action")

    def options(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int] | None:
        if len(prefix) == len(ACTION_IDS):
            return None
        return [action for action in range(len(ACTION_IDS)) if action not in prefix]

    def answer(self, s: DarkAges, seat: int, args: Args, answer: Move) -> None:
        s.bands = list(answer)
        s.emit(BANDS_LAID, *answer)


class DrawStarter(Chance[DarkAges]):
    """The starting player (D-3.6), and whose discs begin exhausted (D-3.21)."""

    name: ClassVar[str] = "starter"
    rule: ClassVar[str] = "D-3.6"

    def slot(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Slot:
        return Slot("starter", "seat")

    def options(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int] | None:
        return None if prefix else range(s.t.players)

    def answer(self, s: DarkAges, seat: int, args: Args, answer: Move) -> None:
        s.starter = s.turn = answer[0]
        s.emit(START_PLAYER_DRAWN, s.starter)
        for n in s.t.exhausted_at_start:
            for first in s.clockwise(s.starter)[:n]:
                s.discs[first] -= 1
                s.exhausted[first] += 1


def last_to_first(s: DarkAges) -> Sequence[int]:
    """Rulers are chosen against the order of the turns (D-3.7)."""
    return s.clockwise(s.starter)[::-1]


class ChooseRuler(Choice[DarkAges]):
    """A ruler with his two start cards (D-3.5, D-3.7, D-25.1); modules may bring more of them (DM0-2.2)."""

    name: ClassVar[str] = "ruler"
    rule: ClassVar[str] = "D-3.7"
    of: ClassVar[str] = "ruler"
    called: ClassVar[str] = "ruler"

    def values(self, s: DarkAges, seat: int, args: Args) -> Sequence[int]:
        return [ruler for ruler in range(len(s.t.ruler_ids)) if ruler not in s.ruler]

    def refusal(self, s: DarkAges, seat: int, args: Args, value: int) -> Reason:
        return because("ruler_taken", "D-3.7")

    def chosen(self, s: DarkAges, seat: int, args: Args, value: int) -> None:
        s.ruler[seat] = value
        s.home[seat] = s.t.homes[value]
        s.hand[seat] = s.t.start_cards[value]
        s.emit(RULER_CHOSEN, seat, value)


def place_homes(s: DarkAges) -> None:
    """A capital and a manor in each home; production in every open area (D-3.10, D-3.15, D-3.17, D-R.37)."""
    for seat in range(s.t.players):
        home = s.home[seat]
        s.city[home] = 1
        s.cities_left -= 1
        s.manors[home] = 1
        s.row[seat] -= 1
        s.owner[home] = seat
    for area, resource in enumerate(s.t.resource):
        s.production[RESOURCES * area + resource] = 1
        s.production_left[resource] -= 1


def wild_areas(s: DarkAges) -> list[int]:
    """Open areas that are nobody's (D-3.12); blocked ones are not at the table, marker and all (D-3.14)."""
    return [area for area in s.t.every_area if s.owner[area] == FREE]


class LayMarkers(Chance[DarkAges]):
    """A barbarian marker with a random side up in every area without a home (D-3.12, D-3.13).

    Slots come in pairs: the marker, which nobody sees, and the side that lies up."""

    name: ClassVar[str] = "markers"
    rule: ClassVar[str] = "D-3.12"

    def slot(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Slot:
        return Slot("upside", "upside") if len(prefix) % 2 else Slot("marker", "marker")

    def options(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int] | None:
        if len(prefix) == 2 * len(wild_areas(s)):
            return None
        if len(prefix) % 2:
            return (0, 1)
        laid = prefix[::2]
        return [marker for marker in s.t.first_markers if marker not in laid]

    def sample(self, s: DarkAges, args: Args, rng: Random) -> Move:
        drawn = rng.sample(s.t.first_markers, len(wild_areas(s)))
        return tuple([value for marker in drawn for value in (marker, int(rng.random() * 2))])

    def audience(self, seat: int, args: Args, index: int) -> int:
        return EVERYBODY if index % 2 else NO_ONE

    def answer(self, s: DarkAges, seat: int, args: Args, answer: Move) -> None:
        t = s.t
        for i, area in enumerate(wild_areas(s)):
            marker, upside = answer[2 * i], answer[2 * i + 1]
            s.marker[area] = marker
            s.look[area] = t.reward_look[marker] if upside == REWARD_UP else t.unit_look[marker]
        s.emit(MARKERS_LAID, s.barbarians(), len(wild_areas(s)))


def make_deck(s: DarkAges) -> None:
    """All cards but the start cards (D-3.18), those that modules shuffle in too (DM0-2.1, DM0-2.4)."""
    s.deck = list(s.t.deck)


def deal_offer(s: DarkAges) -> None:
    """The first cards of the offer (D-3.18); then the starting player begins (D-3.23)."""
    s.call("refill")


def removed_cards(s: DarkAges) -> list[int]:
    """Start cards of rulers nobody has chosen, once all have chosen (D-3.8)."""
    if NONE in s.ruler[: s.t.players]:
        return []
    return [card for ruler, cards in enumerate(s.t.start_cards) if ruler not in s.ruler for card in cards]


def cards_elsewhere(s: DarkAges) -> list[int]:
    """Cards that lie where a module has put them."""
    return bits(s.rules.value(s, "cards_elsewhere", 0))
