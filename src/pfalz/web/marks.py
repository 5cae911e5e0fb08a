"""Making a game's drawing part of the page: what may be clicked is marked, tooltips become ours.

A drawing says of its elements what they stand for (`data-kind`, `data-value`); the open question says which
kind and values may be chosen. Nothing else is needed to make any board playable.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from html import escape
from typing import Final

from pfalz import catalogue
from pfalz.core.draw import STYLE
from pfalz.core.record import SeatInfo
from pfalz.core.session import open_session
from pfalz.core.state import SPECTATOR
from pfalz.core.texts import Texts

_TAG: Final = re.compile(r"<[a-z]+\s[^>]*?\bdata-kind=\"[^>]*>")
_KIND: Final = re.compile(r"\bdata-kind=\"([^\"]+)\"")
_VALUE: Final = re.compile(r"\bdata-value=\"(-?\d+)\"")
_IMAGE: Final = re.compile(r"^(<svg [^>]*)role=\"img\"><title>([^<\"]*)</title>")
_STYLE: Final = re.compile(r"<style>(.*?)</style>", re.DOTALL)


@dataclass
class Targets:
    """Which elements may be clicked now: values of one kind, legal or with a reason why not."""

    kind: str = ""
    legal: set[int] = field(default_factory=set)
    domain: set[int] = field(default_factory=set)
    chosen: set[tuple[str, int]] = field(default_factory=set)


def marked(svg: str, targets: Targets, name: Callable[[str, int], str], why: str) -> str:
    """A drawing for the page: no style of its own, quiet tooltips, clickable elements marked and named.

    Style attributes are left to the script, so that the content security policy can forbid them."""
    svg = _IMAGE.sub(r'\1role="group" aria-label="\2">', svg, count=1)  # what is inside can be reached
    svg = _STYLE.sub("", svg).replace("<title>", "<desc>").replace("</title>", "</desc>")
    svg = svg.replace(' style="', ' data-style="')
    svg = svg.replace("<svg ", '<svg preserveAspectRatio="xMidYMin meet" ', 1)
    if not targets.kind and not targets.chosen:
        return svg

    def mark(found: re.Match[str]) -> str:
        tag = found[0]
        kind, value = _KIND.search(tag), _VALUE.search(tag)
        if kind is None or value is None:
            return tag
        state = state_of(targets, kind[1], int(value[1]))
        if not state:
            return tag
        extra = f' data-state="{state}"'
        if state != "chosen":
            label = escape(name(kind[1], int(value[1])) + ("" if state == "legal" else f": {why}"))
            tab = "0" if state == "legal" else "-1"
            extra += f' role="button" tabindex="{tab}" aria-label="{label}"'
        end = 2 if tag.endswith("/>") else 1
        return tag[:-end] + extra + tag[-end:]

    return _TAG.sub(mark, svg)


def state_of(targets: Targets, kind: str, value: int) -> str:
    """legal, barred, chosen, or nothing."""
    if kind == targets.kind:
        if value in targets.legal:
            return "legal"
        if value in targets.domain:
            return "barred"
    return "chosen" if (kind, value) in targets.chosen else ""


@cache
def board_css(game: str) -> str:
    """The style of a game's drawing, without the palette the page brings itself."""
    rules = catalogue.ruleset(game, catalogue.game(game).players[0])
    session = open_session(rules, [SeatInfo(str(seat)) for seat in range(rules.players)], "style")
    view = rules.view(session.state, SPECTATOR)
    svg = catalogue.board(game).svg(rules, view, SPECTATOR, Texts(rules, "en"))
    found = {css.replace(STYLE, "") for css in _STYLE.findall(svg)}
    return "\n".join(sorted(found)).replace("&gt;", ">").replace("&amp;", "&")
