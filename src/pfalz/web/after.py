"""The page after the game: scores by source, the plot, and how equal points were ranked."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from markupsafe import Markup

from pfalz.core.state import SPECTATOR
from pfalz.core.texts import Texts, rulebook
from pfalz.web.plot import score_plot
from pfalz.web.seen import Seen
from pfalz.web.words import Words

_DECIDES: Final = re.compile(r"\bties?\b|tied|equal|tie-break|most points|shared", re.IGNORECASE)
_END: Final = re.compile(r"winner|end of the game|\bend\b", re.IGNORECASE)


@dataclass
class Row:
    """A seat in the final ranking."""

    seat: int
    name: str
    place: int
    score: int
    sources: list[int]


@dataclass
class Result:
    """The end of a game."""

    rows: list[Row]
    sources: list[str]
    tied: bool
    tiebreak: list[tuple[str, str]]
    """(clause, text) that say how equal points are ranked"""
    plot: Markup


def result(seen: Seen, texts: Texts, t: Words) -> Result:
    """What the page shows."""
    assert seen.outcome is not None
    outcome = seen.outcome
    ids = list(dict.fromkeys(id for part in outcome.breakdown for id in part))
    rows = [
        Row(
            seat,
            seen.seats[seat].name,
            outcome.places[seat],
            outcome.scores[seat],
            [outcome.breakdown[seat].get(id, 0) for id in ids],
        )
        for seat in range(len(outcome.scores))
    ]
    rows.sort(key=lambda row: row.place)
    names = [texts.text(f"name.source.{id}") if texts.has(f"name.source.{id}") else id for id in ids]
    plot = score_plot(seen.score_history, t("after.plot"), t("after.plot_axis"), [s.name for s in seen.seats])
    tied = len(set(outcome.scores)) < len(outcome.scores)
    return Result(rows, names, tied, tiebreak(seen, texts), Markup(plot))


def tiebreak(seen: Seen, texts: Texts) -> list[tuple[str, str]]:
    """The clauses that rank equal points: named by the game (`game.tiebreak` = ids), or found in its end."""
    clauses = texts.clauses()
    if texts.has("game.tiebreak"):
        ids = texts.text("game.tiebreak").split()
    else:
        sections, english = rulebook(seen.rules.game.package, "en")
        ends = [id for id, heading in sections.items() if _END.search(heading)]
        ids = [c for c, text in english.items() if c.rsplit(".", 1)[0] in ends and _DECIDES.search(text)]
    return [(id, clauses[id]) for id in ids if id in clauses]


def is_spectator(seen: Seen) -> bool:
    """Whether the viewer only watched."""
    return seen.seat == SPECTATOR
