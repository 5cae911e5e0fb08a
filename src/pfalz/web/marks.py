"""Making a game's drawing part of the page: in chunks, with our tooltips, and with what may be clicked."""

from __future__ import annotations

from functools import cache, lru_cache
from html import escape
from typing import Any, Final

import msgspec

from pfalz import catalogue
from pfalz.core.draw import for_page
from pfalz.core.sheet import Drawing
from pfalz.core.strips import Strip
from pfalz.core.texts import Texts
from pfalz.web.choice import Choice, Offer, named

_UNSAFE: Final = (("<", "\\u003c"), (">", "\\u003e"), ("&", "\\u0026"), ("'", "\\u0027"))
"""What must not stand in an attribute, and how JSON writes it."""


def board_chunks(drawing: Drawing) -> list[str | Strip]:
    """A drawing for the page: no style of its own, quiet tooltips, and in chunks."""
    shape = f"0 0 {drawing.width:g} {drawing.height:g}"
    head = (
        f'<svg preserveAspectRatio="xMidYMin meet" class="pfalz" viewBox="{shape}" role="group" '
        f'aria-label="{escape(drawing.title)}"><rect width="{drawing.width:g}" height="{drawing.height:g}" '
        'fill="var(--parchment)"/>'
    )
    found: list[str | Strip] = [head, _quiet(drawing.defs), '<g id="ground">']
    found += [_quiet(part) if isinstance(part, str) else part for part in drawing.ground]
    found.append('</g><g id="pieces">')
    found += [_quiet(part) if isinstance(part, str) else part for part in drawing.pieces]
    found.append("</g></svg>")
    return found


@lru_cache(maxsize=1000)
def _quiet(chunk: str) -> str:
    return for_page(chunk)


def targets(choice: Choice, texts: Texts) -> str:
    """Which elements of the board stand for a choice, with their labels, as JSON; the script marks them.

    A drawing says of its elements what they stand for (`data-kind`, `data-value`); this says which values
    of which kind may be chosen now, and of which it can be asked why not."""
    names = {offer.value: _noted(offer) for offer in choice.offers}
    barred = {value: named(texts, choice.kind, value) for value in sorted(choice.domain - choice.options)}
    chosen = [f"{chip.kind} {chip.number}" for chip in choice.chips if not chip.forced]
    return _attribute({"kind": choice.target, "legal": names, "barred": barred, "chosen": chosen})


def form_targets(kind: str, draft: list[int], names: dict[int, str]) -> str:
    """The same for a form that is filled on the board too: its cards, and which of them lie in a box."""
    chosen = [f"{kind} {value}" for value in draft if value in names]
    return _attribute({"kind": kind, "legal": names, "barred": {}, "chosen": chosen})


def _attribute(found: object) -> str:
    text = msgspec.json.encode(found).decode()
    for sign, code in _UNSAFE:
        text = text.replace(sign, code)
    return text


def _noted(offer: Offer) -> str:
    """A choice with what it costs and yields."""
    return f"{offer.label} – {offer.note}" if offer.note else offer.label


@cache
def board_of(game: str) -> Any:
    """The module that draws a game."""
    return catalogue.board(game)


def board_css(game: str) -> str:
    """The style of a game's drawing, without the palette the page brings itself."""
    style: str = board_of(game).STYLE
    return style
