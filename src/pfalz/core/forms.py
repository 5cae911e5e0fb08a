"""Widgets of forms whose slots are filled in any order: boxes with a palette of cards.

A question that is such a form is named in the game's `board.py` (`FORMS`, docs of `web/forms.py`). Most games
leave it at that; one whose boxes and cards want pictures, hints and an order of their own makes the markup
here, in its `form`.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Final, NamedTuple

EMPTY_BOX: Final = "–"


class MatBox(NamedTuple):
    """A place for a card."""

    slot: int
    """The slot of the question it stands for."""
    label: str
    value: int | None = None
    """The card in it, None if it is empty."""
    text: str = ""
    """What that card is called."""
    hint: str = ""
    picture: str = ""
    """Markup before the label."""


class MatCard(NamedTuple):
    """A card that can be put into a box."""

    value: int
    label: str
    used: bool = False
    """Whether it lies in a box already."""
    hint: str = ""
    picture: str = ""
    """Markup after the label."""


def mat(boxes: Sequence[str], cards: Sequence[str], heading: str) -> str:
    """Boxes to be filled with the cards of a palette, in any order; both are made by the functions below."""
    return (
        f'<div class="mat" data-unique="1"><ol class="boxes">{"".join(boxes)}</ol>'
        f'<div class="palette" role="group" aria-label="{escape(heading)}">{"".join(cards)}</div></div>'
    )


def mat_box(box: MatBox) -> str:
    """A box of a mat."""
    held = "" if box.value is None else f' data-holds="{box.value}"'
    full = "" if box.value is None else " full"
    inside = EMPTY_BOX if box.value is None else box.text
    return (
        f'<li><button type="button" class="box{full}" id="form-box-{box.slot}" data-slot="{box.slot}"{held}'
        f"{_titled(box.hint)}><small>{box.picture}{escape(box.label)}</small>"
        f"<span>{escape(inside)}</span></button></li>"
    )


def mat_card(card: MatCard) -> str:
    """A card of a palette."""
    style = "card used" if card.used else "card"
    return (
        f'<button type="button" class="{style}" id="form-card-{card.value}" data-put="{card.value}"'
        f' data-value="{card.value}"{_titled(card.hint)}>{escape(card.label)}{card.picture}</button>'
    )


def inline(body: str, width: int) -> str:
    """Signs of the board in a line of text; their stencils are borrowed from the board on the same page."""
    return (
        f'<svg class="pfalz sign" width="{width * 0.8:g}" height="20.8" aria-hidden="true"'
        f' viewBox="{-width / 2:g} -13 {width} 26">{body}</svg>'
    )


def _titled(hint: str) -> str:
    return f' title="{escape(hint)}"' if hint else ""
