"""A table put into a position by hand, with the conventions of the worked examples of Die Staufer.

A `Table` stands before the turns of a round. Tests put figures, chests and tracks where an example wants
them, `begin()` fills province and draw pile with the rest and lets the rules go on from there, and `answer`
plays the open question. After every answer figures and chests must still be complete.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any

from pfalz.catalogue import ruleset
from pfalz.core.ask import Ask, Reason
from pfalz.core.data import Edition
from pfalz.core.errors import IllegalAnswer
from pfalz.core.ruleset import Ruleset
from pfalz.core.state import NATURE
from pfalz.games.staufer.lookup import CHEST_KINDS, KINGS_REGION
from pfalz.games.staufer.state import EMPTY, SOURCES, Staufer
from tests.games.kit.tables import HandTable

RUDI, GUENTER, BETTINA, GABI = RED, GREEN, BLUE, YELLOW = range(4)
AACHEN, AUGSBURG, STRASBOURG, NIJMEGEN, PALERMO, MILANO = range(6)
RING = (NIJMEGEN, STRASBOURG, PALERMO, AACHEN, AUGSBURG, MILANO)
ENVOY_AND_NOBLE, ONE_NOBLE, TWO_ENVOYS, ONE_ENVOY, NO_FIGURE = range(5)
POINTS_2, POINTS_3, POINTS_4, POINTS_5, ENVOYS_1, ENVOYS_2, ENVOYS_3, NOBLE_1 = range(8)
TILE_7_4_3, TILE_8_5_2, TILE_8_6_4, TILE_9_5_3, TILE_9_7_5, TILE_10_6_3 = range(6)
PAIR_ADJACENT, PAIR_GAP, PAIR_OPPOSITE, TRIPLE_ADJACENT, TRIPLE_MIXED, TRIPLE_ALTERNATING = range(6)
SEATS_3, SEATS_4, SEATS_5, ALL_SEATS, PAIRS, SERIES = range(6)


class Table(HandTable[Staufer]):
    """A game in a position of the test's choice."""

    def __init__(
        self,
        players: int = 4,
        *,
        privileges: Sequence[int] = (),
        options: dict[str, object] | None = None,
        edition: Edition | None = None,
        rules: Ruleset[Any] | None = None,
    ) -> None:
        chosen = dict(options or {})
        if privileges:
            chosen |= {"privilege_set": "custom", "custom_privileges": list(privileges)}
        super().__init__(rules or ruleset("staufer", players, options=chosen, edition=edition))
        self.whole_tracks = True
        self.let_nature()
        s, n = self.s, players
        s.starter, s.ring, s.king = 0, list(RING), 0
        s.point_tile = list(range(6))
        s.tile_a = [PALERMO, STRASBOURG, AACHEN, AUGSBURG, MILANO]
        s.tile_b = [KINGS_REGION] * 5
        s.tile_c = [1] * 4
        clockwise = list(range(n))
        s.turn_track = clockwise + clockwise[::-1] * 2
        s.under_seat = [()] * s.t.seats
        s.under_supply = [()] * s.t.spaces
        self._pile: tuple[Counter[int], int] | None = None

    # -- putting things into place ----------------------------------------------------------------

    def row(self, a: int, b: int, c: int = 1) -> Table:
        """The round tiles of this round."""
        at = self.s.round - 1
        self.s.tile_a[at], self.s.tile_b[at] = a, b
        if at < 4:
            self.s.tile_c[at] = c
        return self

    def king(self, region: int) -> Table:
        """Put the king into a region."""
        self.s.king = self.s.ring.index(region)
        return self

    def tile(self, region: int, tile: int) -> Table:
        """Lay a point tile on a region; the region that had it takes the other one."""
        tiles = self.s.point_tile
        other = tiles.index(tile)
        tiles[other], tiles[region] = tiles[region], tile
        return self

    def court(self, seat: int, envoys: int, nobles: int = 0) -> Table:
        """What is at a court; the province gets the rest."""
        self.s.court[2 * seat : 2 * seat + 2] = [envoys, nobles]
        return self

    def pay(self, seat: int, region: int, envoys: int = 0, nobles: int = 0) -> Table:
        """Lay figures into a payment area."""
        at = (region * self.s.t.players + seat) * 2
        self.s.paid[at] += envoys
        self.s.paid[at + 1] += nobles
        return self

    def put(self, seat: int, figure: str, region: int, *places: int) -> Table:
        """Put envoys ("E") or nobles ("N") on seats of a region, right of a figure that stands there."""
        for place in places:
            office = self.office(region, place)
            row = self.s.left if self.s.left[office] == EMPTY else self.s.right
            row[office] = 2 * seat + "EN".index(figure)
        return self

    def under(self, region: int, place: int, *kinds: int) -> Table:
        """Lay chests under a seat, oldest first."""
        self.s.under_seat[self.office(region, place)] = kinds
        return self

    def at_supply(self, space: int, *kinds: int) -> Table:
        """Lay chests under a space of the supply table, oldest first."""
        self.s.under_supply[space] = kinds
        return self

    def own(self, seat: int, *kinds: int) -> Table:
        """Lay chests before a player."""
        for kind in kinds:
            self.s.chests[seat * CHEST_KINDS + kind] += 1
        return self

    def piles(self, draw: Sequence[int], discard: Sequence[int], rest: int) -> Table:
        """Exactly these chests in the piles; all that are nowhere else go to the player `rest`."""
        self._pile = (Counter(draw), rest)
        for kind in discard:
            self.s.discard_pile[kind] += 1
        return self

    def privilege(self, seat: int, *kinds: int) -> Table:
        """Give privileges to a player, from the display if they are there."""
        for kind in kinds:
            self.s.privileges[seat] |= 1 << kind
            self.s.piles[kind - 1] = max(0, self.s.piles[kind - 1] - 1)
        return self

    def jobs(self, seat: int, region: int, pattern: int, red: int) -> Table:
        """The three job cards of a player."""
        self.s.jobs[3 * seat : 3 * seat + 3] = [region, pattern, red]
        return self

    def points(self, seat: int, n: int) -> Table:
        """What a player has scored so far."""
        self.s.points[seat * len(SOURCES)] = n
        return self

    def tracks(
        self, turn: Sequence[int], supply: Sequence[int] = (), deployment: Sequence[int] = ()
    ) -> Table:
        """The action figures: turn order and supply from the top, deployment from the bottom."""
        s = self.s
        s.turn_track, s.supply_track, s.deployment_track = list(turn), list(supply), list(deployment)
        return self

    def turn(
        self, *seats: int, supply: Sequence[int] = (), deployment: Sequence[int] = (), last: bool = False
    ) -> Table:
        """Let these players be next; others wait behind them, or (`last`) stand on the supply track."""
        n = self.s.t.players
        used = [*seats, *supply, *deployment]
        rest = [seat for _ in range(3) for seat in range(n)]
        for seat in used:
            rest.remove(seat)
        if last:
            return self.tracks(seats, [*supply, *rest], deployment)
        return self.tracks([*seats, *rest], supply, deployment)

    def round_over(self, supply: Sequence[int] = (), deployment: Sequence[int] = ()) -> Table:
        """All turns of the round have been taken; unnamed figures stand at the end of the supply track."""
        return self.turn(supply=supply, deployment=deployment, last=True)

    def last_round(self) -> Table:
        """Round 5."""
        self.s.round = 5
        return self

    def begin(self) -> Table:
        """Fill province and draw pile with what is nowhere else, and let the rules go on."""
        s, n = self.s, self.s.t.players
        for figure in range(2 * n):
            used = s.court[figure] + sum(s.paid[figure :: 2 * n])
            used += s.left.count(figure) + s.right.count(figure)
            s.province[figure] = s.t.total[figure & 1] - used
        for kind in range(CHEST_KINDS):
            used = sum(s.chests[kind::CHEST_KINDS]) + s.discard_pile[kind]
            used += sum(stack.count(kind) for stack in (*s.under_seat, *s.under_supply))
            left = s.t.chest_copies[kind] - used
            if self._pile is not None:
                pile, rest = self._pile
                s.chests[rest * CHEST_KINDS + kind] += left - pile[kind]
                left = pile[kind]
            assert left >= 0, f"the example needs more chests {s.t.chest_ids[kind]} than there are"
            s.draw_pile[kind] = left
        figures = len(s.turn_track) + len(s.supply_track) + len(s.deployment_track)
        self.whole_tracks = figures == 3 * n
        return self.resume("turns")

    # -- playing ----------------------------------------------------------------------------------

    @property
    def asked(self) -> tuple[int, str] | None:
        """Who is asked what."""
        asks = self.rules.asks(self.s)
        return (asks[0].seat, asks[0].name) if asks else None

    @property
    def ask(self) -> Ask:
        """The open question."""
        return self.ask_of()

    def options(self, *prefix: int) -> list[int] | None:
        """What may follow the prefix in the open question; None if nothing is missing."""
        found = self.ask.options(self.s, prefix)
        return None if found is None else list(found)

    def why_not(self, value: int, *prefix: int) -> Reason | None:
        """Why a value may not follow the prefix."""
        return self.ask.why_not(self.s, prefix, value)

    def copy(self) -> Table:
        """A table of its own in the same position."""
        other: Table = object.__new__(Table)
        other.__dict__.update(self.__dict__)
        other.s = self.rules.copy(self.s)
        other.s.trace = []
        return other

    def answer(self, seat: int, name: str, *move: int) -> Table:
        """Answer the open question, which must be this one."""
        assert self.asked == (seat, name)
        return self.play(seat, move, name)

    def refused(self, seat: int, name: str, *move: int) -> IllegalAnswer:
        """The error with which a move is refused; nothing changes."""
        assert self.asked == (seat, name)
        return self.refusal(seat, move, name)

    def act(self, seat: int, action: int) -> Table:
        """Choose an action."""
        return self.answer(seat, "action", action)

    def supply(self, seat: int, *move: int) -> Table:
        """Choose a supply space, and perhaps another one for the chests."""
        return self.answer(seat, "supply", *move)

    def deploy(
        self,
        seat: int,
        office: int,
        figures: str,
        free: bool | None = None,
        cheap: bool | None = None,
    ) -> Table:
        """Deploy on a seat: the figure for the seat, then the payments, as "E" and "N"."""
        flags = [int(flag) for flag in (free, cheap) if flag is not None]
        return self.answer(seat, "deploy", office, *flags, *["EN".index(figure) for figure in figures])

    def nature(self, name: str, *move: int) -> Table:
        """Say what chance brings."""
        return self.answer(NATURE, name, *move)

    def let_nature(self) -> Table:
        """Let chance answer whatever it is asked."""
        rng = Random(7)
        while self.asked is not None and self.asked[0] == NATURE:
            self.rules.apply(self.s, NATURE, self.ask.random_answer(self.s, rng))
        return self

    def play_on(self, stop: str = "") -> Table:
        """Answer everything with the first option until the question `stop` is open or the game is over."""
        rng = Random(7)
        while self.asked is not None and self.asked[1] != stop:
            ask = self.ask
            first: list[int] = []
            while ask.seat != NATURE and (offered := ask.options(self.s, first)) is not None:
                first.append(offered[0])
            move = ask.random_answer(self.s, rng) if ask.seat == NATURE else tuple(first)
            self.rules.apply(self.s, ask.seat, move)
        self.check()
        return self

    def check(self) -> None:
        """Nothing has got lost."""
        found = self.rules.violations(self.s)
        if not self.whole_tracks:
            found = [sentence for sentence in found if "action figures" not in sentence]
        assert found == []

    # -- looking ----------------------------------------------------------------------------------

    def office(self, region: int, place: int) -> int:
        """The office seat with this place in a region, counted from the left."""
        return self.s.t.region_seats[region][place]

    def at_court(self, seat: int) -> tuple[int, int]:
        """Envoys and nobles at a court."""
        return self.s.court[2 * seat], self.s.court[2 * seat + 1]

    def in_province(self, seat: int) -> tuple[int, int]:
        """Envoys and nobles in the province."""
        return self.s.province[2 * seat], self.s.province[2 * seat + 1]

    def paid(self, seat: int) -> dict[int, tuple[int, int]]:
        """Envoys and nobles in payment areas, by region; empty ones left out."""
        s = self.s
        found = {region: (s.paid_at(region, seat, 0), s.paid_at(region, seat, 1)) for region in RING}
        return {region: figures for region, figures in found.items() if any(figures)}

    def on_seat(self, region: int, place: int) -> str:
        """Figures on a seat from left to right: "0E 2N" is an envoy of seat 0 and a noble of seat 2."""
        office = self.office(region, place)
        figures = [f for f in (self.s.left[office], self.s.right[office]) if f != EMPTY]
        return " ".join(f"{figure >> 1}{'EN'[figure & 1]}" for figure in figures)

    def chests_under(self, region: int) -> list[int]:
        """How many chests lie under each seat of a region."""
        return [len(self.s.under_seat[office]) for office in self.s.t.region_seats[region]]

    def chests_at_supply(self) -> list[int]:
        """How many chests lie under each supply space."""
        return [len(stack) for stack in self.s.under_supply]

    def chests_of(self, seat: int) -> Counter[int]:
        """The chests before a player."""
        own = self.s.chests[seat * CHEST_KINDS : (seat + 1) * CHEST_KINDS]
        return +Counter(dict(enumerate(own)))

    def discarded(self) -> Counter[int]:
        """The discard pile."""
        return +Counter(dict(enumerate(self.s.discard_pile)))

    def score(self, seat: int) -> int:
        """All points of a player."""
        return self.s.score(seat)

    def result(self, seat: int) -> dict[str, int]:
        """Points of a player by source, after the final scoring; sources without points are left out."""
        found = self.rules.outcome(self.s)
        assert sum(found.breakdown[seat].values()) == found.scores[seat]
        return {source: points for source, points in found.breakdown[seat].items() if points}

    def happened(self, *names: str) -> list[tuple[int, ...]]:
        """The arguments of all events of these names since `begin`, in order."""
        return self.events(*names)
