"""What Time is Gold adds to the drawing: the black tokens printed on slots."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from pfalz.core.draw import DARK_INK, tag
from pfalz.core.ruleset import Ruleset
from pfalz.core.texts import Texts
from pfalz.games.mil.modules.time_is_gold.rules import PRINTED, has_print
from pfalz.games.mil.state import WHITE, Mil

SIGN: Final = "#"
"""A printed token in the text board."""


def slot_hint(rules: Ruleset[Mil], slot: int, what: int, hint: str) -> str:
    """Which tooltip a slot has."""
    if what == PRINTED:
        return "printed"
    return "printed_below" if what == WHITE and has_print(rules, slot) else hint


def below_slot(rules: Ruleset[Mil], slot: int, what: int, x: float) -> str:
    """The black token printed on a slot (M-18.3), faint below a knight or a token."""
    if not has_print(rules, slot):
        return ""
    return tag(
        "circle",
        cx=x,
        cy=42,
        r=18.5,
        fill=DARK_INK,
        stroke="var(--ink)",
        stroke_width=1.4,
        opacity=0.45 if what >= 0 else 1,
    )


def plain_slot(rules: Ruleset[Mil], slot: int, what: int, sign: str) -> str:
    """A slot in the text board."""
    if what == PRINTED:
        return SIGN
    return f"{sign}{SIGN}" if what == WHITE and has_print(rules, slot) else sign


def legend(texts: Texts) -> str:
    """What the sign in the text board means."""
    return f"{SIGN} {texts.text('board.legend_printed')}"


ADDS: Final[dict[str, Callable[..., Any]]] = {
    "slot_hint": slot_hint,
    "below_slot": below_slot,
    "plain_slot": plain_slot,
    "legend": legend,
}
