"""Setup (W-3): the empty table, who begins, the default line-up and the first events. See draft.py too."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from pfalz.core.ask import Chance, Slot
from pfalz.core.ruleset import Ruleset
from pfalz.core.state import Args, Move
from pfalz.games.wallenstein.events import EVENTS_TURNED_UP, LINEUP_PLACED, START_SEAT_DRAWN
from pfalz.games.wallenstein.lookup import Lookup
from pfalz.games.wallenstein.state import SHOWN_EVENTS, Wallenstein


def empty_table(rules: Ruleset[Wallenstein]) -> Wallenstein:
    """Everything in the box; each player has armies, groups and capital (W-3.3 to W-3.5, W-3.19, W-R.17)."""
    t: Lookup = rules.lookup
    n = t.players
    s = Wallenstein()
    rules.shapes.fill(s)
    s.t = t
    s.supply = [t.armies - sum(t.groups)] * n + [t.peasants]
    s.thalers = [t.start_thalers] * n
    s.groups = [t.groups] * n
    s.event_deck = list(range(len(t.event_ids)))
    return s


class DrawStarter(Chance[Wallenstein]):
    """The seat that begins the draft (W-3.8, W-R.27), or that has line-up A (W-3.14, W-P1)."""

    name: ClassVar[str] = "start_seat"
    rule: ClassVar[str] = "W-3.8"

    def slot(self, s: Wallenstein, seat: int, args: Args, prefix: Sequence[int]) -> Slot:
        return Slot("start_seat", "seat")

    def options(self, s: Wallenstein, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int] | None:
        return None if prefix else range(s.t.players)

    def answer(self, s: Wallenstein, seat: int, args: Args, answer: Move) -> None:
        s.starter = answer[0]
        s.emit(START_SEAT_DRAWN, s.starter)


def start_mode(s: Wallenstein) -> int:
    """1 for the draft, 0 for the default line-up (W-3.6)."""
    return 1 if s.t.drafting else 0


def place_lineups(s: Wallenstein) -> None:
    """Seats A, B, C, ... clockwise receive the listed counties and armies (W-3.14, W-P1)."""
    for i, lineup in enumerate(s.t.lineups):
        seat = (s.starter + i) % s.t.players
        s.groups[seat] = ()
        for county, armies in lineup:
            s.owner[county] = seat
            s.armies[county] = armies
        s.emit(LINEUP_PLACED, seat, *[county for county, _ in lineup])


class TurnUpEvents(Chance[Wallenstein]):
    """Four events are turned face up at the start of each year (W-3.18, W-12.14); four stay (W-12.15)."""

    name: ClassVar[str] = "events"
    rule: ClassVar[str] = "W-3.18"

    def slot(self, s: Wallenstein, seat: int, args: Args, prefix: Sequence[int]) -> Slot:
        return Slot("event", "event_card")

    def options(self, s: Wallenstein, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int] | None:
        if len(prefix) == SHOWN_EVENTS:
            return None
        return [card for card in s.event_deck if card not in prefix]

    def answer(self, s: Wallenstein, seat: int, args: Args, answer: Move) -> None:
        s.event_row = sorted(answer)
        s.event_deck = [card for card in s.event_deck if card not in answer]
        s.emit(EVENTS_TURNED_UP, *s.event_row)
