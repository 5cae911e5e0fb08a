"""How clauses of rules are numbered: S-7.3, W-R.3, S-R18, and those of modules: DM12-2.1, DM0-2.4, DMR-22.

A game has a letter; its modules add M and a number, or M and a letter for what they share. Here is what an id
looks like in a text and to which section it belongs, nothing about what a clause says.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Final

CLAUSE: Final = r"(?:[A-Z]M[A-Z]|[A-Z]{1,2}\d*)-(?:[A-Z]\.?)?\d+(?:\.\d+)*"
"""The id of a clause, or of a section with a number, as a pattern (`pfalz.js` has the same one)."""


def section_of(id: str, sections: Collection[str]) -> str:
    """The section a clause belongs to: S-7 of S-7.3, S-R of S-R18, DM12-2 or else DM12 of DM12-2.1."""
    head = id.partition(".")[0]
    for section in (head, head.rstrip("0123456789"), head.partition("-")[0]):
        if section in sections:
            return section
    return ""


def in_order(id: str) -> list[tuple[str, int]]:
    """A key that sorts ids as people count: DM2-1 before DM12-1."""
    return [(letters, int(digits or -1)) for letters, digits in re.findall(r"(\D*)(\d*)", id)]
