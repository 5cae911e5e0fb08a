"""The half of a page that everybody sees alike, made once for all who look at a table as it stands.

It is made from what everybody sees (`SeenByAll`) and from the game, never from what concerns one viewer, so
whoever comes second can be shown what was made for the first.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple

from markupsafe import escape

from pfalz.core.ruleset import Ruleset
from pfalz.core.texts import Texts
from pfalz.web.sections import frame, lobby, opponents, players
from pfalz.web.seen import SeatSeen, Seen
from pfalz.web.words import words

NOBODYS: Final = -9
"""A seat that no viewer has."""


class Alike(NamedTuple):
    """What all see alike."""

    texts: Texts
    frame: tuple[str, ...]
    replay: bool
    """Whether nothing is asked at this position any more."""
    lines: list[str]
    """The players, as those see them who do not sit there, and opponents without a seat."""
    asked: str
    """What somebody is asked."""
    deciding: tuple[int, ...]
    """The seats that have to decide and have not answered."""
    waiting: str
    """Their names, for those who are not among them."""
    head: str
    """How the outermost element goes on after its shape."""
    status: str


def texts_of(seen: Seen, language: str) -> Texts:
    """The words of the table's game, with the names at this table."""
    return texts_with(seen.rules, language, tuple([seat.name for seat in seen.seats]))


@lru_cache(maxsize=2_000)
def texts_with(rules: Ruleset[Any], language: str, names: tuple[str, ...]) -> Texts:
    """The words of a game with names."""
    return Texts(rules, language, names)


def alike(seen: Seen, language: str) -> Alike:
    """What all see alike of a table, in a language."""
    found: Alike | None = seen.alike.get(language)
    if found is None:
        found = seen.alike[language] = _alike(seen, language)
    return found


def _alike(seen: Seen, language: str) -> Alike:
    texts = texts_of(seen, language)
    names = tuple([(seat.seat, seat.name) for seat in seen.seats])
    over = seen.status in ("over", "cancelled") or seen.position < seen.last_position
    deciding = [seat for seat in seen.seats if seat.to_decide and not seat.answered]
    sides: Sequence[SeatSeen] = [*seen.seats, *opponents(seen, texts)]
    return Alike(
        texts,
        frame(names, lobby(seen, texts), language),
        over,
        players(sides, NOBODYS, over, language),
        texts.text(f"ask.{seen.asks[0].ask}") if seen.asks else "",
        tuple([seat.seat for seat in deciding]),
        words(language).listed([seat.name for seat in deciding]),
        f'data-id="{escape(seen.id)}" data-game="{escape(seen.game)}" data-position="{seen.position}" '
        f'data-last="{seen.last_position}" data-opened="{seen.opened}"',
        str(escape(seen.status)),
    )


def waiting(seen: Seen, all: Alike) -> str:
    """Whom a viewer waits for."""
    if seen.seat not in all.deciding:
        return all.waiting
    others = [seat.name for seat in seen.seats if seat.seat in all.deciding and seat.seat != seen.seat]
    return words(all.texts.language).listed(others)
