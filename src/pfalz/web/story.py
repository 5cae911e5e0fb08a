"""The log in words: list items that know the seats they concern, so that they can be filtered and clicked."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple

from markupsafe import Markup, escape

from pfalz.core.events import Event
from pfalz.core.ruleset import Ruleset
from pfalz.core.state import NATURE
from pfalz.core.texts import Texts, rulebook
from pfalz.web.seen import LogLine
from pfalz.web.words import words

_BUTTON: Final = Markup('<button type="button" class="clause" data-clause="{0}">{0}</button>')
_LINE: Final = Markup(
    '<li id="{id}" class="{style}" data-about="{about}"><a href="/t/{table}?at={position}" '
    'data-go="{position}" title="{title}">{text}</a></li>'
)
_CLAUSE: Final = re.compile(r"\b[A-Z]{1,2}-(?:[A-Z]\.?)?\d+(?:\.\d+)*[a-z]?")


class Place(NamedTuple):
    """Where a sentence stands in the log."""

    table: str
    position: int
    seat: int
    nth: int
    """It is the nth of its position; a small gap precedes the first."""
    here: bool
    """Whether this is the position being looked at in a replay."""


def log_lines(table: str, log: Sequence[LogLine], texts: Texts, here: int = -1) -> list[str]:
    """The log as list items, oldest first, each a chunk of its own."""
    found: list[str] = []
    last, n = -1, 0
    for line in log:
        n = 0 if line.position != last else n + 1
        last = line.position
        place = Place(table, line.position, line.seat, n, line.position == here)
        found.append(_line(place, line.event, texts.rules, texts.language, texts.seats))
    return found


@lru_cache(maxsize=50_000)
def _line(place: Place, event: Event, rules: Ruleset[Any], language: str, names: tuple[str, ...]) -> str:
    kind, args = event
    about = {place.seat} if place.seat >= 0 else set()
    about |= {args[i] for i, (_, what) in enumerate(kind.params) if what == "seat" and args[i] >= 0}
    chance = ["chance"] if place.seat == NATURE or not about else []
    style = ["first"] * (place.nth == 0) + [f"seat-{place.seat}"] * (place.seat >= 0) + ["here"] * place.here
    line = _LINE.format(
        id=f"log-{place.position}-{place.nth}",
        style=" ".join(style),
        about=" ".join([*map(str, sorted(about)), *chance]),
        table=place.table,
        position=place.position,
        title=words(language)("table.go_there", n=place.position),
        text=Texts(rules, language, names).event(event),
    )
    return str(line)


def linked(text: str, texts: Texts) -> Markup:
    """A text in which every clause id can be clicked to read the clause."""
    return _linked(text, texts.rules.game.package, texts.language)


@lru_cache(maxsize=10_000)
def _linked(text: str, package: str, language: str) -> Markup:
    _, clauses = rulebook(package, language)
    out, at = Markup(""), 0
    for found in _CLAUSE.finditer(text):
        if found[0] in clauses:
            out += escape(text[at : found.start()])
            out += _BUTTON.format(found[0])
            at = found.end()
    return out + escape(text[at:])


def in_section(clause: str, section: str) -> bool:
    """Whether a clause belongs to a section: S-7.3 to S-7, S-R12 and W-R.4 to S-R and W-R."""
    rest = clause[len(section) :] if clause.startswith(section) else ""
    return rest.startswith(".") or (section[-1:].isalpha() and rest[:1].isdigit())
