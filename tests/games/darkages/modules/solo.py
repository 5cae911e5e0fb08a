"""A table of the solo game: you are Berengar in Verona, the lordlings begin in Swabia, Bohemia and Croatia.

No marker lies on the map unless the table is `wild`, one (`barbarian_01`, an infantry) on the card of the
horde, and the lordlings are about to draw their first card. Chance answers as a test says; what comes into
the offer are cards that do nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Self

from pfalz.catalogue import ruleset
from pfalz.core.chance import nature_answer
from pfalz.core.state import NATURE
from pfalz.games.darkages.dice import rolled_now
from pfalz.games.darkages.modules.lordlings_and_raiders.state import ID, LORDLINGS, MAGYARS, YOU, Solo
from pfalz.games.darkages.state import NONE
from pfalz.games.darkages.words import ACTION_IDS, UNITS
from tests.games.darkages.table import Table
from tests.games.kit.tables import HandTable

__all__ = ["LORDLINGS", "MAGYARS", "YOU", "SoloTable"]
THEIRS = ("burchard", "boleslav", "tomislav", "pandulf")


class SoloTable(Table):
    """The solo game in a position of the test's choice."""

    def __init__(
        self,
        modules: Sequence[str] = (),
        theirs: Sequence[str] = THEIRS[:3],
        bands: Sequence[str] = ACTION_IDS,
        wild: bool = False,
        **options: object,
    ) -> None:
        HandTable.__init__(self, ruleset("darkages", 1, modules, options))
        self.s.trace = []
        self.play(NATURE, [ACTION_IDS.index(action) for action in bands])
        self.play(YOU, (self.ruler("berengar"),))
        self.play(NATURE, [self.ruler(id) for id in theirs])
        while self.asked() != "lordling_card":
            ask = self.ask_of()
            if ask.name == "pool_marker":
                self.play(NATURE, (ask.options(self.s, ())[-1],))  # type: ignore[index]
            elif ask.name == "card":
                self.quiet()
            else:
                self.play(NATURE, nature_answer(ask, self.s, self.rng))
        if not wild:
            self.s.marker = [NONE] * self.t.areas
            self.s.look = [NONE] * self.t.areas
            self.horde(markers=("barbarian_01",))

    @property
    def solo(self) -> Solo:
        """The slice of the module."""
        found: Solo = self.part(ID)
        return found

    # -- answering ----------------------------------------------------------------------------------

    def quiet(self) -> Self:
        """A card that does nothing comes into the offer."""
        quiet = [card for card in self.options() if self.solo.t.horde_kind[card] == NONE]
        return self.play(NATURE, (quiet[0],))

    def _draw(self) -> Self:
        while self.asked() == "card":
            self.quiet()
        return self

    def rolls(self, *numbers: int) -> Self:
        """The twenty-sided die shows these numbers, one after the other."""
        for n in numbers:
            self._draw()
            assert self.asked() == "d20", self.asked()
            self.play(NATURE, (n - 1,))
        return self._draw()

    def comes(self, card: str) -> Self:
        """A card of the deck comes."""
        assert self.asked() == "card", self.asked()
        self.rules.apply(self.s, NATURE, (self.card(card),))  # whatever part of the deck has come
        self.check()
        return self

    def strike(self, attacker: int, defender: int) -> Self:
        """The dice of a phase all show the same on each side; damage is put on as it comes."""
        assert self.asked() == "dice", self.asked()
        n = rolled_now(self.s, self.ask_of().args[-1])
        self.play(NATURE, [attacker - 1] * sum(n[:UNITS]) + [defender - 1] * sum(n[UNITS:]))
        while self.asked() == "hits":
            self.play(YOU, self.forms()[0])
        return self

    def marker_drawn(self, id: str) -> Self:
        """A marker of the pool is drawn."""
        assert self.asked() == "pool_marker", self.asked()
        return self.play(NATURE, (self.t.marker_ids.index(id),))

    def markers_drawn(self) -> Self:
        """Any markers of the pool are drawn, as many as are wanted."""
        while self.asked() in ("pool_marker", "area_marker"):
            self.play(NATURE, nature_answer(self.ask_of(), self.s, self.rng))
        return self

    def lords(self, card: str, *rolls: int) -> Self:
        """A turn of the lordlings with a card, and what the die shows in it."""
        self.s.turn = LORDLINGS
        self.resume("turns")
        return self.draws(card).rolls(*rolls)

    def draws(self, card: str) -> Self:
        """The lordlings draw a card, or reveal one."""
        assert self.asked() in ("lordling_card", "lordling_reveal"), self.asked()
        return self.play(NATURE, (self.solo.t.card_ids.index(card),))._draw()

    def turn(self, seat: int) -> Self:
        """A turn of a side begins in the position as it is."""
        self.s.turn = seat
        return self.resume("turns")._draw()

    def fresh(self) -> Self:
        """All nine cards of the lordlings are in their deck."""
        self.solo.drawn, self.solo.pile = 0, []
        return self

    def nothing(self, flow: str, *args: int) -> Self:
        """A flow of the module is called in the middle of nowhere."""
        self.s.turn = LORDLINGS
        self.resume("turns")
        self.s.trace = []
        self.s.call(flow, *args)
        self.s.prefix, self.s.offer = (), None
        self.rules.run(self.s)
        return self

    # -- arranging ----------------------------------------------------------------------------------

    def hold(self, seat: int, area: str, *args: Any, **kwargs: Any) -> Self:
        super().hold(seat, area, *args, **kwargs)
        off = self.t.manors - self.s.row[LORDLINGS]
        self.solo.covered = (1 << self.t.manors) - (1 << off)
        return self

    def horde(
        self, infantry: int = 0, archers: int = 0, cavalry: int = 0, markers: Sequence[str] = ()
    ) -> Self:
        """What is on the card of the horde."""
        self.solo.figures = [infantry, archers, cavalry]
        self.solo.horde = [self.t.marker_ids.index(id) for id in markers]
        return self

    def target(self, area: str) -> Self:
        """The target marker lies in an area."""
        self.solo.target = self.area(area)
        return self

    def levels(self, side: int, infantry: int = 1, archer: int = 1, cavalry: int = 1) -> Self:
        """Units of lordlings or Magyars are at these levels."""
        for unit, level in enumerate((infantry, archer, cavalry)):
            self.s.face[UNITS * side + unit] = self.solo.t.face(side, unit, level)
        return self

    def theirs(self, n: int) -> Self:
        """The lordlings have so many achievement cards; those beyond the start cards come from the deck."""
        while len(self.solo.achievements) < n:
            card = next(c for c in self.s.deck if self.t.card_kind[c] == 0)
            self.s.deck.remove(card)
            self.solo.achievements.append(card)
        return self

    # -- looking ------------------------------------------------------------------------------------

    def level_of(self, side: int) -> tuple[int, ...]:
        """The levels of the units of a side."""
        return tuple(self.s.face_of(side, unit).level for unit in range(UNITS))

    def pile(self) -> list[str]:
        """The discard pile of the lordlings, from the bottom."""
        return [self.solo.t.card_ids[card] for card in self.solo.pile]

    def vp(self) -> int:
        """The points of the lordlings."""
        return sum(self.solo.points)
