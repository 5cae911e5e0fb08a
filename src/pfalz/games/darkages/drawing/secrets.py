"""What only some players know: the lower sides of barbarian markers they have looked at (D-20.4, D-24.2)."""

from __future__ import annotations

from pfalz.core.ruleset import Ruleset
from pfalz.core.texts import Texts
from pfalz.games.darkages.cardtext import look_text
from pfalz.games.darkages.drawing.hints import UNKNOWN, back_of
from pfalz.games.darkages.state import NONE, DarkAges


def secrets(rules: Ruleset[DarkAges], view: DarkAges, seat: int, texts: Texts) -> list[tuple[str, str]]:
    """The areas whose marker the seat has seen from below, and what it saw there."""
    if not 0 <= seat < rules.players:
        return []
    everybody = (1 << rules.players) - 1
    found: list[tuple[str, str]] = []
    for area in view.t.every_area:
        if view.look[area] != NONE and view.known[area] != everybody:
            back = back_of(view, area)
            if back != UNKNOWN:
                found.append((texts.name("area", area), look_text(rules, texts, back)))
    return found
