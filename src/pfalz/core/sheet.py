"""The sheet a view is drawn on: a ground that stays, and above it one flat layer of pieces that may move.

A table is drawn anew for every viewer after every answer, and nearly everything looks as it did before. So a
drawing is made of parts, and a part that depends on the same facts as before is not drawn again, for no
viewer and at no table. Whoever draws a part says what it depends on; `forget_parts` draws all of it anew, and
the tests compare both.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Final, Generic, NamedTuple, TypeVar

from pfalz.core.draw import document, group, tag
from pfalz.core.ruleset import Ruleset
from pfalz.core.state import SPECTATOR, State
from pfalz.core.texts import Texts

S = TypeVar("S", bound=State)
R = TypeVar("R")

MOST_PARTS: Final = 60_000


class Part(NamedTuple):
    """What was drawn when a part was drawn, and what the one who drew it was told."""

    ground: list[str]
    pieces: list[str]
    result: object


_parts: Final[dict[Hashable, Part]] = {}


def forget_parts() -> None:
    """Draw everything anew from now on."""
    _parts.clear()


class Drawing:
    """A finished drawing, still in pieces: a page sends only those that have changed."""

    def __init__(
        self,
        width: float,
        height: float,
        title: str,
        style: str,
        ground: list[str],
        pieces: list[str],
        defs: str = "",
    ) -> None:
        self.width = width
        self.height = height
        self.title = title
        self.style = style
        self.ground = ground
        self.pieces = pieces
        self.defs = defs

    def svg(self) -> str:
        """As a picture that stands alone."""
        return document(
            self.width,
            self.height,
            tag("style", self.style),
            self.defs,
            group(*self.ground, id="ground"),
            group(*self.pieces, id="pieces"),
            title=self.title,
        )


class Sheet(Generic[S]):
    """A view being drawn for a seat, in a language. Games add what their parts need to know."""

    def __init__(self, rules: Ruleset[S], view: S, seat: int, texts: Texts) -> None:
        self.rules = rules
        self.view = view
        self.seat = seat if 0 <= seat < rules.players else SPECTATOR
        self.texts = texts
        self.ground: list[str] = []
        self.pieces: list[str] = []

    def word(self, key: str) -> str:
        """A label of the board."""
        return self.texts.text(f"board.{key}")

    def part(self, facts: Hashable, draw: Callable[[], R]) -> R:
        """Draw a part, unless it has been drawn with the same facts.

        `facts` begin with a name of the part and hold everything else it depends on: values of the view,
        the viewer's seat, places on the sheet, names of people. Rules and language are taken into account
        here."""
        key = (self.rules, self.texts.language, facts)
        found = _parts.get(key)
        if found is None:
            ground, pieces = len(self.ground), len(self.pieces)
            result = draw()
            if len(_parts) >= MOST_PARTS:
                for old in list(_parts)[: MOST_PARTS // 4]:
                    del _parts[old]
            _parts[key] = Part(self.ground[ground:], self.pieces[pieces:], result)
            return result
        self.ground += found.ground
        self.pieces += found.pieces
        return found.result  # type: ignore[return-value]

    def drawing(self, width: float, height: float, style: str, defs: str = "") -> Drawing:
        """What has been drawn, complete."""
        title = self.texts.text("game.title")
        return Drawing(width, height, title, style, self.ground, self.pieces, defs)
