"""Making a game's drawing part of the page: in chunks, with our tooltips, and with what may be clicked."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from html import escape
from typing import Any, Final

from pfalz import catalogue
from pfalz.core.draw import STYLE
from pfalz.core.record import SeatInfo
from pfalz.core.session import open_session
from pfalz.core.sheet import Drawing
from pfalz.core.state import SPECTATOR
from pfalz.core.texts import Texts
from pfalz.web.choice import Choice

_STYLE: Final = re.compile(r"<style>(.*?)</style>", re.DOTALL)


def board_chunks(drawing: Drawing) -> list[str]:
    """A drawing for the page: no style of its own, quiet tooltips, and in chunks.

    Style attributes are left to the script, so that the content security policy can forbid them."""
    shape = f"0 0 {drawing.width:g} {drawing.height:g}"
    head = (
        f'<svg preserveAspectRatio="xMidYMin meet" class="pfalz" viewBox="{shape}" role="group" '
        f'aria-label="{escape(drawing.title)}"><rect width="{drawing.width:g}" height="{drawing.height:g}" '
        'fill="var(--parchment)"/>'
    )
    body = [drawing.defs, '<g id="ground">', *drawing.ground, '</g><g id="pieces">', *drawing.pieces]
    return [head, *map(_quiet, body), "</g></svg>"]


@lru_cache(maxsize=60_000)
def _quiet(chunk: str) -> str:
    chunk = chunk.replace("<title>", "<desc>").replace("</title>", "</desc>")
    return chunk.replace(' style="', ' data-style="')


def targets(choice: Choice, texts: Texts, why: str) -> dict[str, Any]:
    """Which elements of the board stand for a choice, with their labels; the script marks them.

    A drawing says of its elements what they stand for (`data-kind`, `data-value`); this says which values
    of which kind may be chosen now, and of which it can be asked why not."""
    names = {offer.value: offer.label for offer in choice.offers}
    barred = {value: f"{texts.name(choice.kind, value)}: {why}" for value in choice.domain - choice.options}
    chosen = [f"{chip.kind} {chip.number}" for chip in choice.chips if not chip.forced]
    return {"kind": choice.kind, "legal": names, "barred": barred, "chosen": chosen}


@cache
def board_css(game: str) -> str:
    """The style of a game's drawing, without the palette the page brings itself."""
    rules = catalogue.ruleset(game, catalogue.game(game).players[0])
    session = open_session(rules, [SeatInfo(str(seat)) for seat in range(rules.players)], "style")
    view = rules.view(session.state, SPECTATOR)
    svg = catalogue.board(game).svg(rules, view, SPECTATOR, Texts(rules, "en"))
    found = {css.replace(STYLE, "") for css in _STYLE.findall(svg)}
    return "\n".join(sorted(found)).replace("&gt;", ">").replace("&amp;", "&")
