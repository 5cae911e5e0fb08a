"""What the parts of the drawing need to know, and how pieces are put on the sheet."""

from __future__ import annotations

from typing import NamedTuple

from pfalz.core.ask import Ask
from pfalz.core.ruleset import Ruleset
from pfalz.core.sheet import Sheet as Paper
from pfalz.core.texts import Texts
from pfalz.games.mil.drawing import identity
from pfalz.games.mil.drawing.hints import knight_hint, land_hint, token_hint
from pfalz.games.mil.drawing.pieces import knight, land
from pfalz.games.mil.knights import has_seat
from pfalz.games.mil.lookup import Lookup
from pfalz.games.mil.state import Mil

ACTING = ("court", "market", "war", "curia", "veil")
"""Questions about what a knight in a sphere does."""

Target = tuple[str, int] | None
"""What an element stands for: the kind of a slot and its value."""


class KnightFacts(NamedTuple):
    """What the token and the tooltip of a knight depend on."""

    k: int
    tile: int
    lord: int
    landless: bool
    names: tuple[str, ...]


class LandFacts(NamedTuple):
    """What a land depends on: its tile, its number among those of its kind, and what it stands for."""

    tile: int
    number: int
    target: Target


class Now:
    """What is going on: the questions that are open, and which lands lie where."""

    def __init__(self, rules: Ruleset[Mil], view: Mil) -> None:
        self.lands = identity.lands(view)
        self.asks = rules.asks(view)
        self.ask: Ask | None = self.asks[0] if self.asks else None
        self.question = self.ask.name if self.ask else ""
        self.asked = {ask.seat for ask in self.asks if not ask.answered}
        self.acting = self.ask.args[-1] if self.ask and self.question in ACTING else -1
        places = rules.outcome(view).places if view.over else ()
        self.winners = tuple([seat for seat, place in enumerate(places) if place == 1])


class Sheet(Paper[Mil]):
    """A view being drawn for a seat, in a language."""

    def __init__(self, rules: Ruleset[Mil], view: Mil, seat: int, texts: Texts) -> None:
        super().__init__(rules, view, seat, texts)
        self.t: Lookup = rules.lookup
        self.names = texts.seats
        self._now: Now | None = None

    @property
    def now(self) -> Now:
        """What is going on; found out when somebody asks."""
        if self._now is None:
            self._now = Now(self.rules, self.view)
        return self._now

    def hint(self, token: str) -> str:
        """What a token means."""
        return self.told(("hint", token), lambda: token_hint(self.t, self.texts, token))

    def knight_hint(self, facts: KnightFacts) -> str:
        """Everything that can be said about a knight."""
        k, tile, lord, landless, _ = facts
        return self.told(
            ("knight hint", facts), lambda: knight_hint(self.t, self.texts, k, tile, lord, landless)
        )

    def letter(self, k: int) -> str:
        """The letter of a knight's column."""
        return self.texts.name("column", k & 3)

    def knight_facts(self, k: int) -> KnightFacts:
        """What the token and the tooltip of a knight depend on."""
        s = self.view
        return KnightFacts(k, s.knight[k], s.lord[k], not has_seat(s, k), self.names)

    def put_knight(self, facts: KnightFacts, x: float, y: float, scale: float) -> None:
        """Put a knight token on the sheet, at home or in a sphere."""
        k = facts.k
        self.pieces.append(
            knight(
                k >> 2,
                self.letter(k),
                x,
                y,
                scale,
                self.knight_hint(facts),
                id=f"knight-{k >> 2}-{self.t.column_ids[k & 3]}",
                data_kind="knight",
                data_value=k,
            )
        )

    def put_land(self, facts: LandFacts, x: float, y: float, scale: float) -> None:
        """Put a land on the sheet."""
        tile, number, target = facts
        self.part(("land", facts, x, y, scale), lambda: self._lay_land(number, tile, target, x, y, scale))

    def land_facts(self, place: int, nth: int, tile: int) -> LandFacts:
        """What the `nth` land of its kind at a knight or on a stack depends on."""
        stack = place - identity.STACKS
        target: Target = ("stack", stack) if stack >= 0 else self._land_target(place, tile)
        return LandFacts(tile, self.now.lands[tile >> 1][place][nth], target)

    def _lay_land(self, number: int, tile: int, target: Target, x: float, y: float, scale: float) -> None:
        self.pieces.append(
            land(
                tile,
                x,
                y,
                scale,
                self.told(("land hint", tile), lambda: land_hint(self.t, self.texts, tile)),
                id=f"land-{self.t.land_ids[tile >> 1]}-{number}",
                data_kind=target[0] if target else None,
                data_value=target[1] if target else None,
            )
        )

    def _land_target(self, k: int, tile: int) -> Target:
        """What a knight's land stands for in the open question: a kind of land, or a tile."""
        ask = self.now.ask
        if ask is None:
            return None
        if self.now.question == "act" and k >> 2 == ask.seat:
            return ("land", tile >> 1)
        if self.now.question == "counter" and k == ask.args[0]:
            return ("land_tile", tile)
        if self.now.question == "war" and k >> 2 != ask.seat:
            return ("land_tile", tile)
        return None
