"""What the parts of the drawing need to know, and how pieces are put on the sheet."""

from __future__ import annotations

from pfalz.core.ask import Ask
from pfalz.core.ruleset import Ruleset
from pfalz.core.sheet import Sheet as Paper
from pfalz.core.texts import Texts
from pfalz.games.mil.drawing import identity
from pfalz.games.mil.drawing.hints import knight_hint, land_hint, token_hint
from pfalz.games.mil.drawing.pieces import knight, land
from pfalz.games.mil.knights import has_seat
from pfalz.games.mil.state import Mil
from pfalz.games.mil.tables import Tables

KNIGHT_KINDS = {"kings_soldiers": "knight_or_none", "archbishop": "knight_or_none", "allot": "receiver"}
"""Questions that call a knight by another kind than `knight`."""

ACTING = ("court", "market", "war", "curia", "veil")
"""Questions about what a knight in a sphere does."""

Target = tuple[str, int] | None
"""What an element stands for: the kind of a slot and its value."""


class Now:
    """What is going on: the questions that are open, and which lands lie where."""

    def __init__(self, rules: Ruleset[Mil], view: Mil) -> None:
        self.lands = identity.lands(view)
        self.asks = rules.asks(view)
        self.ask: Ask | None = self.asks[0] if self.asks else None
        self.question = self.ask.name if self.ask else ""
        self.asked = {ask.seat for ask in self.asks if not ask.answered}
        self.acting = self.ask.args[-1] if self.ask and self.question in ACTING else -1
        self.knight_kind = KNIGHT_KINDS.get(self.question, "knight")
        places = rules.outcome(view).places if view.over else ()
        self.winners = tuple([seat for seat, place in enumerate(places) if place == 1])


class Sheet(Paper[Mil]):
    """A view being drawn for a seat, in a language."""

    def __init__(self, rules: Ruleset[Mil], view: Mil, seat: int, texts: Texts) -> None:
        super().__init__(rules, view, seat, texts)
        self.t: Tables = rules.tables
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

    def knight_hint(self, k: int) -> str:
        """Everything that can be said about a knight."""
        facts = ("knight hint", self.knight_facts(k))
        return self.told(facts, lambda: knight_hint(self.view, self.texts, k))

    def letter(self, k: int) -> str:
        """The letter of a knight's column."""
        return self.texts.name("column", k & 3)

    def knight_facts(self, k: int) -> tuple[object, ...]:
        """What the token and the tooltip of a knight depend on."""
        s = self.view
        return (k, s.knight[k], s.lord[k], not has_seat(s, k), self.now.knight_kind, self.names)

    def put_knight(self, k: int, x: float, y: float, scale: float) -> None:
        """Put a knight token on the sheet, at home or in a sphere."""
        self.pieces.append(
            knight(
                k >> 2,
                self.letter(k),
                x,
                y,
                scale,
                self.knight_hint(k),
                id=f"knight-{k >> 2}-{self.t.column_ids[k & 3]}",
                data_kind=self.now.knight_kind,
                data_value=k,
            )
        )

    def put_land(self, place: int, nth: int, tile: int, x: float, y: float, scale: float) -> None:
        """Put a land on the sheet, the `nth` of its kind at a knight or on a stack."""
        number, target = self.land_facts(place, nth, tile)
        self.part(
            ("land", number, tile, target, x, y, scale),
            lambda: self._lay_land(number, tile, target, x, y, scale),
        )

    def land_facts(self, place: int, nth: int, tile: int) -> tuple[int, Target]:
        """The number of a land, and what it stands for."""
        stack = place - identity.STACKS
        target: Target = ("stack", stack) if stack >= 0 else self._land_target(place, tile)
        return self.now.lands[tile >> 1][place][nth], target

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
