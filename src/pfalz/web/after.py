"""The page after the game: scores by source, the plot, and how equal points were ranked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from markupsafe import Markup

from pfalz.core.events import HEADING
from pfalz.core.game import Outcome, ranking
from pfalz.core.lettering import capital
from pfalz.core.texts import Texts
from pfalz.web.plot import score_plot
from pfalz.web.seen import Seen
from pfalz.web.setup import difficulty
from pfalz.web.words import Words


@dataclass
class Row:
    """A side in the final ranking, with or without a seat."""

    seat: int
    name: str
    place: int
    score: int
    sources: list[int]


@dataclass
class Tie:
    """Sides with equal points, and what has ranked them."""

    rows: list[Row]
    breakers: list[tuple[str, list[int | None]]]
    """Each tie-breaker that was used, with its value for those who were still equal until then."""

    @property
    def shared(self) -> bool:
        """Whether somebody is equal in everything."""
        return len({row.place for row in self.rows}) < len(self.rows)


@dataclass
class Result:
    """The end of a game."""

    rows: list[Row]
    sources: list[str]
    ties: list[Tie]
    tiebreak: list[tuple[str, str]]
    """(clause, text) that say how equal points are ranked"""
    plot: Markup
    difficulty: str
    """The line that says how hard a game played alone was."""


def result(seen: Seen, texts: Texts, t: Words) -> Result:
    """What the page shows."""
    assert seen.outcome is not None
    outcome = seen.outcome
    ids = list(dict.fromkeys(id for found in ranking(outcome) for id in found.breakdown))
    rows = [
        Row(
            found.side,
            capital(_side(found.side, seen, texts)),
            found.place,
            found.score,
            [found.breakdown.get(id, 0) for id in ids],
        )
        for found in ranking(outcome)
    ]
    names = [_named("source", id, texts) for id in ids]
    rounds = [line.position for line in seen.log if line.event[0].tells == HEADING]
    across = t("after.plot_axis" if len(rounds) > 1 else "after.plot_course")
    ranked = [*range(len(seen.seats)), *[side for side, _ in seen.opponents]]
    sides = [(side, _side(side, seen, texts)) for side in ranked]
    plot = score_plot(seen.score_history or [], rounds, t("after.plot"), across, sides)
    return Result(
        rows, names, ties(outcome, rows, texts), tiebreak(seen, texts), Markup(plot), how_hard(texts, t)
    )


def headline(seen: Seen, texts: Texts, t: Words) -> str:
    """Who has won, once the game is over."""
    if seen.outcome is None:
        return ""
    return verdict(seen.outcome, lambda side: _side(side, seen, texts), t)


def verdict(outcome: Outcome, name: Callable[[int], str], t: Words) -> str:
    """Who has won; whoever has lost against a side that nobody sits for reads that."""
    first = [found for found in ranking(outcome) if found.place == 1]
    names, points = [name(found.side) for found in first], first[0].score
    lost = all(found.side >= len(outcome.scores) for found in first)
    return t("table.lost" if lost else "table.won", n=len(names), names=t.listed(names), points=points)


def how_hard(texts: Texts, t: Words) -> str:
    """The line that says how hard a game played alone was; "" for any other."""
    name = difficulty(texts)
    return t("after.difficulty", name=name) if name else ""


def _side(side: int, seen: Seen, texts: Texts) -> str:
    """The name of a side: of whoever sits there, or of the side itself."""
    return seen.seats[side].name if side < len(seen.seats) else texts.name("side", side)


def _named(kind: str, id: str, texts: Texts) -> str:
    key = f"name.{kind}.{id}"
    return texts.text(key) if texts.has(key) else id


def ties(outcome: Outcome, rows: list[Row], texts: Texts) -> list[Tie]:
    """Those who have equal points, best first, with every tie-breaker until nobody was equal any more.

    A side without a seat has none."""
    found = []
    for score in dict.fromkeys(row.score for row in rows):
        equal = [row for row in rows if row.score == score]
        ranks: dict[int, tuple[int, ...]] = {row.seat: () for row in equal}
        breakers: list[tuple[str, list[int | None]]] = []
        known = all(row.seat < len(outcome.ties) for row in equal)
        for id in outcome.ties[equal[0].seat] if known else ():
            open_ranks = [rank for rank, n in Counter(ranks.values()).items() if n > 1]
            undecided = [seat for seat, rank in ranks.items() if rank in open_ranks]
            if not undecided:
                break
            values = {seat: outcome.ties[seat][id] for seat in undecided}
            breakers.append((_named("tiebreak", id, texts), [values.get(row.seat) for row in equal]))
            ranks |= {seat: (*ranks[seat], value) for seat, value in values.items()}
        if len(equal) > 1:
            found.append(Tie(equal, breakers))
    return found


def tiebreak(seen: Seen, texts: Texts) -> list[tuple[str, str]]:
    """The clauses by which the game, or a module instead, ranks equal points."""
    clauses, rules = texts.clauses(), seen.rules
    own = [id for module in rules.modules for id in module.tiebreak]
    return [(id, clauses[id]) for id in own or rules.game.tiebreak]
