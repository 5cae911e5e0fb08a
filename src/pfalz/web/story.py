"""The log in words: sentences with the seats they concern, so that they can be filtered and clicked."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from markupsafe import Markup, escape

from pfalz.core.state import NATURE
from pfalz.core.texts import Texts
from pfalz.web.seen import LogLine

_BUTTON: Final = Markup('<button type="button" class="clause" data-clause="{0}">{0}</button>')
_CLAUSE: Final = re.compile(r"\b[A-Z]{1,2}-(?:[A-Z]\.?)?\d+(?:\.\d+)*[a-z]?")


@dataclass
class Sentence:
    """A line of the log as the page shows it."""

    id: str
    position: int
    seat: int
    about: str
    """Seats it concerns, for the filters: "0 2", or "chance"."""
    text: str
    first: bool
    """The first sentence of its position: a small gap precedes it."""


def sentences(log: Sequence[LogLine], texts: Texts) -> list[Sentence]:
    """The log as sentences, oldest first."""
    found: list[Sentence] = []
    last, n = -1, 0
    for line in log:
        first = line.position != last
        n = 0 if first else n + 1
        last = line.position
        kind, args = line.event
        about = {line.seat} if line.seat >= 0 else set()
        for i, (_, what) in enumerate(kind.params):
            if what == "seat" and args[i] >= 0:
                about.add(args[i])
        chance = line.seat == NATURE or not about
        words = " ".join([*map(str, sorted(about)), *(["chance"] if chance else [])])
        text = texts.event(line.event)
        found.append(Sentence(f"log-{line.position}-{n}", line.position, line.seat, words, text, first))
    return found


def linked(text: str, texts: Texts) -> Markup:
    """A text in which every clause id can be clicked to read the clause."""
    clauses = texts.clauses()
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
