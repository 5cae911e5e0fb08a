"""A table put into a position by hand, with the conventions of the worked examples of Wallenstein.

A `Table` has an empty board. Tests put armies, buildings, cards and cubes where an example wants them;
`begin(step)` fills the supplies with the rest and lets the rules go on from a named step of the round (or
from winter). `answer`, `nature` and `throw` answer what is asked; after every answer nothing may be lost.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from pfalz.catalogue import ruleset
from pfalz.core.ask import Reason
from pfalz.core.data import Edition
from pfalz.core.events import EventKind
from pfalz.core.state import NATURE
from pfalz.games.wallenstein.lookup import ACTION_IDS, ACTIONS, BLANK, BUILDING_IDS, MONEY, TILE_IDS
from pfalz.games.wallenstein.state import EMPTY, SEASONS, WINTER, Wallenstein
from tests.games.kit.tables import HandTable

BLACK, BLUE, PURPLE, RED, YELLOW = range(5)
GREEN = -1
"""The peasants."""
HALT = "combat_b"
"""The action with which tests stop in the middle of a round: its question waits."""


class Table(HandTable[Wallenstein]):
    """A game in a position of the test's choice."""

    def __init__(
        self, players: int = 3, modules: Sequence[str] = (), edition: Edition | None = None, **options: object
    ) -> None:
        chosen = {"start": "lineup", **options}
        super().__init__(ruleset("wallenstein", players, modules, chosen, edition))
        self.rng = Random(0)
        self.chance()
        s, n = self.s, players
        s.owner, s.armies = [-1] * 45, [0] * 45
        s.tray, s.tower = [0] * (n + 1), [0] * (n + 1)
        s.tiles, s.place = [EMPTY] * 5, list(range(n))
        s.action_row = list(range(ACTIONS))
        self.wanted: dict[int, int] = {}

    # -- putting things into place ----------------------------------------------------------------

    def county(self, id: str) -> int:
        """The number of a county."""
        return self.t.county_ids.index(id)

    def land(self, seat: int, **armies: int) -> Table:
        """Counties of a seat with armies in them."""
        for id, n in armies.items():
            self.s.owner[self.county(id)] = seat
            self.s.armies[self.county(id)] = n
        return self

    def many(self, seat: int, count: int, armies: int = 2) -> list[str]:
        """So many counties of nobody go to a seat."""
        free = [self.t.county_ids[c] for c in self.t.counties if self.s.owner[c] < 0][:count]
        assert len(free) == count
        self.land(seat, **dict.fromkeys(free, armies))
        return free

    def build(self, id: str, *buildings: str) -> Table:
        """Buildings in a county."""
        for building in buildings:
            self.s.buildings[self.county(id)] |= 1 << BUILDING_IDS.index(building)
        return self

    def mark(self, id: str, n: int = 1) -> Table:
        """Revolt markers in a county."""
        self.s.markers[self.county(id)] = n
        return self

    def cubes(
        self,
        tray: Mapping[int, int] | None = None,
        tower: Mapping[int, int] | None = None,
        supply: Mapping[int, int] | None = None,
    ) -> Table:
        """Cubes by colour; a supply that is given leaves the rest inside the tower."""
        for colour, n in (tray or {}).items():
            self.s.tray[colour] = n
        for colour, n in (tower or {}).items():
            self.s.tower[colour] = n
        self.wanted.update(supply or {})
        return self

    def purse(self, **thalers: int) -> Table:
        """Thalers by colour: `purse(blue=3)`."""
        for colour, n in thalers.items():
            self.s.thalers[self.t.colour_ids.index(colour)] = n
        return self

    def event(self, id: str) -> Table:
        """The event in force."""
        self.s.event = self.t.event_ids.index(id)
        self._take_event(self.s.event)
        return self

    def winter_event(self, id: str) -> Table:
        """The one event that is left for winter."""
        card = self.t.event_ids.index(id)
        self._take_event(card)
        self.s.event_row = [card]
        return self

    def _take_event(self, card: int) -> None:
        s = self.s
        s.event_row = [c for c in s.event_row if c != card]
        s.event_deck = [c for c in s.event_deck if c != card]

    def tile(self, seat: int, id: str) -> Table:
        """The bonus tile of a seat."""
        self.s.tiles[self.s.place[seat]] = TILE_IDS.index(id)
        return self

    def order(self, *seats: int) -> Table:
        """The player order."""
        for place, seat in enumerate(seats):
            self.s.place[seat] = place
        return self

    def row(self, *actions: str) -> Table:
        """The action row begins like this; all cards are turned up."""
        first = [ACTION_IDS.index(action) for action in actions]
        self.s.action_row = first + [action for action in range(ACTIONS) if action not in first]
        return self

    def card(self, name: str | int) -> int:
        """A planning card: a county, "money_3", "dice_1" or nothing."""
        if isinstance(name, int):
            return name
        kind, _, number = name.partition("_")
        if kind == "money":
            return MONEY + int(number)
        if kind == "dice":
            return BLANK + int(number)
        return EMPTY if name == "nothing" else self.county(name)

    def plan(self, seat: int, auction: str = "nothing", extra: Sequence[str] = (), **boxes: str) -> Table:
        """Cards on the mat of a seat."""
        at = seat * self.s.boxes()
        self.s.mat[at] = self.card(auction)
        for action, name in boxes.items():
            self.s.mat[at + 1 + ACTION_IDS.index(action)] = self.card(name)
        for i, name in enumerate(extra):
            self.s.mat[at + 1 + ACTIONS + i] = self.card(name)
        return self

    def begin(self, step: str = "actions") -> Table:
        """Fill the supplies and let the rules go on from a step of the round, or from "winter"."""
        s, n = self.s, self.t.players
        for colour in range(n + 1):
            total = self.t.peasants if colour == n else self.t.armies
            used = s.tray[colour] + s.tower[colour]
            used += sum(a for a, o in zip(s.armies, s.owner, strict=True) if o == colour and colour < n)
            rest = total - used
            wanted = self.wanted.get(colour, self.wanted.get(GREEN, rest) if colour == n else rest)
            s.supply[colour] = wanted
            s.tower[colour] += rest - wanted
            assert s.tower[colour] >= 0 and wanted >= 0, f"too many cubes of colour {colour}"
        if len(s.action_row) < 5:
            s.action_row = list(range(ACTIONS))
        if step == "winter":
            s.season += WINTER - s.season % SEASONS
            return self.resume("season", "year")
        place = self.rules.by_name["round"].position
        if (place(step, ()) or 0) < (place("fix_order", ()) or 0):
            s.place = [EMPTY] * n
        return self.resume("round", step)

    # -- playing ----------------------------------------------------------------------------------

    def asked(self) -> tuple[str, int]:
        """Name and seat of the open question."""
        return self.asks()[0].name, self.asks()[0].seat

    def options(self, *prefix: int) -> list[int]:
        """What the open question offers."""
        return list(self.asks()[0].options(self.s, prefix) or ())

    def counties(self) -> set[str]:
        """The counties the open question offers."""
        return {self.t.county_ids[c] for c in self.options() if c >= 0}

    def answer(self, seat: int, *move: int | str) -> Table:
        """Answer the open question of a seat; counties may be given by name."""
        return self.play(seat, [self.card(value) for value in move])

    def nature(self, *move: int | str) -> Table:
        """Answer a question of chance."""
        return self.answer(NATURE, *move)

    def chance(self) -> Table:
        """Let chance answer as it likes, until a seat is asked or the game is over."""
        return self.let_nature()

    def throw(self, **out: int) -> Table:
        """Let cubes by colour fall out of the tower; thrown cubes first, then resting ones."""
        assert self.asked()[0] == "throw", self.asked()
        s = self.s
        names = [*self.t.colour_ids, "green"]
        left = [out.pop(name, 0) for name in names]
        assert not out, out
        move: list[int] = []
        for column in (s.tray, s.tower):
            for colour, n in enumerate(column):
                if n:
                    move.append(min(n, left[colour]))
                    left[colour] -= move[-1]
        assert not any(left), "more cubes than there are"
        return self.nature(*move)

    def refused(self, seat: int, *move: int | str) -> Reason:
        """The reason why an answer is not taken."""
        error = self.refusal(seat, [self.card(value) for value in move])
        return Reason(error.key, error.clause, error.values)

    # -- reading ----------------------------------------------------------------------------------

    def at(self, id: str) -> tuple[int, int, int]:
        """Owner, armies and revolt markers of a county."""
        c = self.county(id)
        return self.s.owner[c], self.s.armies[c], self.s.markers[c]

    def buildings(self, id: str) -> set[str]:
        """The buildings of a county."""
        held = self.s.buildings[self.county(id)]
        return {name for i, name in enumerate(BUILDING_IDS) if held >> i & 1}

    def tray(self) -> dict[str, int]:
        """The cubes in the tray."""
        names = [*self.t.colour_ids, "green"]
        return {names[colour]: n for colour, n in enumerate(self.s.tray) if n}

    def points(self, seat: int) -> int:
        """Victory points."""
        return self.s.score(seat)

    def score(self, seat: int, n: int) -> Table:
        """Points a seat has already."""
        self.s.points[seat * self.rules.source_count] = n
        return self

    def happened(self, kind: EventKind) -> list[tuple[int, ...]]:
        """The events of a kind since the beginning, with their arguments."""
        return self.events(kind)

    def slice(self, id: str) -> Any:
        """The state of a module."""
        return self.s.slices[id]


def battle(players: int = 5, **options: object) -> Table:
    """Blue, in Anhalt with 5 armies, is about to march; Kursachsen is Yellow's with 3."""
    table = Table(players, **options)
    table.land(BLUE, anhalt=5).land(YELLOW, kursachsen=3).row("combat_a")
    return table.plan(BLUE, combat_a="anhalt")
