"""The end of a game in which sides that nobody sits for are ranked too."""

from __future__ import annotations

from dataclasses import replace

import msgspec
import pytest

from pfalz.core.game import Outcome, Standing
from pfalz.core.texts import Texts
from pfalz.web.after import headline, result
from pfalz.web.seen import Seen
from pfalz.web.sent import outcome_sent
from pfalz.web.words import words
from tests.web.fake import seen_by, session_of

THEIRS = {"counties": 9}


def against_peasants(score: int, place: int) -> Seen:
    """Wallenstein's peasants, ranked as if they were opponents."""
    seen = seen_by(session_of("wallenstein", 3), 0)
    seats = len(seen.seats)
    scores = (score, *[0] * (seats - 1))
    places = (place, *[3] * (seats - 1))
    parts = ({"counties": score}, *[{"counties": 0}] * (seats - 1))
    peasants = Standing(seats, 9, 3 - place, THEIRS)
    return replace(seen, outcome=Outcome(scores, places, parts, opponents=(peasants,)))


@pytest.mark.parametrize(
    ("language", "lost", "won"),
    [
        ("en", "The game is lost. First place: the peasants with 9 points.", "wins with 12 points."),
        ("de", "Das Spiel ist verloren. Erster Platz: die Bauern mit 9 Punkten.", "gewinnt mit 12 Punkten."),
    ],
)
def test_whoever_loses_against_the_game_reads_it(language: str, lost: str, won: str) -> None:
    t = words(language)
    seen = against_peasants(4, 2)
    texts = Texts(seen.rules, language)
    assert headline(seen, texts, t).lower() == lost.lower()
    assert headline(against_peasants(12, 1), texts, t).endswith(won)


def test_the_result_shows_the_opponent_with_its_points() -> None:
    seen = against_peasants(4, 2)
    found = result(seen, Texts(seen.rules, "en"), words("en"))
    assert [(row.seat, row.place, row.score) for row in found.rows[:2]] == [
        (len(seen.seats), 1, 9),
        (0, 2, 4),
    ]
    assert found.rows[0].sources == [9]
    assert all(row.seat < len(seen.seats) for tie in found.ties for row in tie.rows)


@pytest.mark.clause("DM1-9.8")
def test_equal_points_against_the_lordlings_are_a_lost_game_and_the_page_says_why() -> None:
    seen = seen_by(session_of("darkages", 1), 0)
    assert seen.outcome is not None
    (lordlings,) = seen.outcome.opponents
    tied = seen.outcome._replace(scores=(lordlings.score,), places=(2,))
    seen = replace(seen, outcome=tied._replace(opponents=(lordlings._replace(place=1),)))
    found = result(seen, Texts(seen.rules, "en"), words("en"))
    (tie,) = found.ties
    assert [row.seat for row in tie.rows] == [lordlings.side, 0]
    assert not tie.shared and not tie.breakers
    assert [id for id, _ in found.tiebreak] == ["DM1-9.8"]
    assert found.difficulty


def test_the_api_tells_opponents_by_id() -> None:
    seen = against_peasants(4, 2)
    assert seen.outcome is not None
    told = outcome_sent(seen.outcome, seen.rules.sides)
    peasants = {"side": len(seen.seats), "id": "peasants", "score": 9, "place": 1, "breakdown": THEIRS}
    assert msgspec.to_builtins(told.opponents) == [peasants]
