"""What only one seat knows: the cubes behind its screen, and its answer to a question asked of several."""

from __future__ import annotations

from pfalz.core.ruleset import Ruleset
from pfalz.core.sheet import told
from pfalz.core.texts import Texts
from pfalz.games.mil.drawing.hints import cubes_text
from pfalz.games.mil.lookup import RESOURCE_IDS, RESOURCES
from pfalz.games.mil.state import Mil


def secrets(rules: Ruleset[Mil], view: Mil, seat: int, texts: Texts) -> list[tuple[str, str]]:
    """Own cubes with what they are good for, then the own sealed offer, for the pinned list (M-19.1)."""
    hand = tuple(view.hand(seat))
    found = told(rules, texts, ("hand", hand), lambda: _hand(hand, texts))
    return found + _sealed(rules, view, seat, texts)


def _hand(hand: tuple[int, ...], texts: Texts) -> list[tuple[str, str]]:
    return [
        (texts.name("cubes", RESOURCES * n + resource), texts.text(f"resource_help.{id}"))
        for resource, (id, n) in enumerate(zip(RESOURCE_IDS, hand, strict=True))
        if n
    ]


def _sealed(rules: Ruleset[Mil], view: Mil, seat: int, texts: Texts) -> list[tuple[str, str]]:
    """A dowry, donation or commitment that lies face down until all are in (M-19.4)."""
    if all(move is None for move in view.answers):
        return []
    for ask in rules.asks(view):
        move = view.answers[seat] if ask.answered and ask.seat == seat else None
        if move is not None:
            cubes = [0] * RESOURCES
            for i, n in enumerate(move):
                cubes[RESOURCE_IDS.index(ask.slot(view, move[:i]).name)] = n
            return [(cubes_text(texts, cubes), texts.text(f"secret_help.{ask.name}"))]
    return []
