"""The board as plain text, made for a terminal of 100 columns."""

from __future__ import annotations

from pfalz.core.ruleset import Ruleset
from pfalz.core.texts import Texts
from pfalz.games.darkages.state import DarkAges


def plain(rules: Ruleset[DarkAges], view: DarkAges, seat: int, texts: Texts) -> str:
    """The whole table as `seat` sees it."""
    return ""
