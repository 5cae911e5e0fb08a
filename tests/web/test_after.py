"""The page after the game: scores by source, and what has ranked those with equal points."""

from __future__ import annotations

import re

import pytest

from pfalz.core.game import Outcome
from pfalz.core.texts import LANGUAGES
from pfalz.web import render
from pfalz.web.prefs import Prefs
from pfalz.web.seen import Seen
from pfalz.web.setup import shown_games
from tests.web.fake import seen_by, session_of


def ended(
    game: str, scores: tuple[int, ...], places: tuple[int, ...], ties: tuple[dict[str, int], ...]
) -> Seen:
    """A game of Anna, Bruno and Clara that ended like this."""
    seen = seen_by(session_of(game, 3), 0)
    seen.outcome = Outcome(scores, places, tuple({"points": score} for score in scores), ties)
    return seen


def told(seen: Seen, language: str = "en") -> list[list[str]]:
    """Every tie on the page: its caption, its names, and line by line what has decided."""
    html = render.after_page(seen, Prefs(language), None)
    tables = [part.split("</table>")[0] for part in html.split('<table class="result ties')[1:]]
    found = []
    for table in tables:
        cells = re.sub(r"<svg.*?</svg>|</?span>", "", table)
        rows = [
            " | ".join(re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row))
            for row in re.findall(r"<tr>(.*?)</tr>", cells)
        ]
        found.append([re.findall(r"<caption>(.*?)</caption>", table)[0], *rows])
    return found


def test_only_what_was_needed_to_rank_equals_is_told() -> None:
    ties = (
        {"castles": 2, "lands": 5, "vassals": 1},
        {"castles": 3, "lands": 4, "vassals": 0},
        {"castles": 2, "lands": 6, "vassals": 9},
    )
    seen = ended("mil", (40, 40, 40), (3, 1, 2), ties)
    assert told(seen) == [
        [
            "Bruno, Clara and Anna: 40 points each",
            "What decides | 1. Bruno | 2. Clara | 3. Anna",
            "Castles of own knights | 3 | 2 | 2",
            "Lands of own knights | – | 6 | 5",  # Bruno was first already, and vassals were not counted
        ]
    ]
    assert "shares the place" not in render.after_page(seen, Prefs(), None)


@pytest.mark.parametrize(
    ("language", "caption", "thalers", "shared"),
    [
        (
            "en",
            "Anna and Clara: 1 point each",
            "Thalers | 5 | 5",
            "Whoever is equal in all of it shares the place.",
        ),
        (
            "de",
            "Anna und Clara: je 1 Punkt",
            "Taler | 5 | 5",
            "Wer in allem gleich ist, teilt sich den Platz.",
        ),
    ],
)
def test_a_shared_place_is_explained(language: str, caption: str, thalers: str, shared: str) -> None:
    seen = ended("wallenstein", (1, 0, 1), (1, 3, 1), ({"thalers": 5}, {"thalers": 9}, {"thalers": 5}))
    ((first, names, line),) = told(seen, language)
    assert (first, names.split(" | ", 1)[1], line) == (caption, "1. Anna | 1. Clara", thalers)
    assert shared in render.after_page(seen, Prefs(language), None)


def test_without_equal_points_there_is_nothing_to_rank() -> None:
    seen = ended("staufer", (40, 41, 42), (3, 2, 1), tuple({"court": 1, "tracks": n} for n in range(3)))
    assert told(seen) == []
    assert "Nobody had equal points" in render.after_page(seen, Prefs(), None)


@pytest.mark.parametrize("game", shown_games())
def test_after_the_game(game: str) -> None:
    session = session_of(game, 3)
    seen = seen_by(session, 1)
    html = render.after_page(seen, Prefs("en"), None)
    assert seen.outcome is not None
    for score in seen.outcome.scores:
        assert f"<b>{score}</b>" in html
    assert html.count('class="curve"') == 3 and 'class="clauses"' in html and session.header.seed in html
    assert render.fragment(seen, Prefs("de"))


@pytest.mark.parametrize("game", shown_games())
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_tie_breaker_of_a_game_has_its_words(game: str, language: str) -> None:
    seen = seen_by(session_of(game, 3), 0)
    assert seen.outcome is not None and len(seen.outcome.ties) == 3
    equal = seen.outcome._replace(scores=(7, 7, 7), places=(1, 1, 1), ties=(seen.outcome.ties[0],) * 3)
    seen.outcome = equal
    ((_, _, *lines),) = told(seen, language)
    assert len(lines) == len(equal.ties[0]) > 0
    for id, line in zip(equal.ties[0], lines, strict=True):
        name, *values = line.split(" | ")
        assert name != id and values == [str(equal.ties[0][id])] * 3


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", shown_games())
def test_the_clauses_that_rank_equals_are_shown(game: str, language: str) -> None:
    session = session_of(game, 3)
    ids = session.rules.game.tiebreak
    html = render.after_page(seen_by(session, 0), Prefs(language=language), None)
    assert ids and re.findall(rf'href="/rules/{game}#([A-Z0-9.-]+)"', html) == list(ids)
