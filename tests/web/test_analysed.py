"""The page on which a game is looked back at, without a browser: every game, in both languages."""

from __future__ import annotations

import re
from html import unescape
from random import Random
from types import SimpleNamespace

import pytest

from pfalz import catalogue
from pfalz.bots.analysis import Point, Turn
from pfalz.bots.expected import expected
from pfalz.bots.inquiry import Analysis
from pfalz.core.session import Session
from pfalz.core.texts import LANGUAGES
from pfalz.web import render
from pfalz.web.alike import texts_of
from pfalz.web.analysed import turns_said
from pfalz.web.prefs import Prefs
from tests.web.fake import seen_by, session_of

NONE = {
    True: {"en": "None of the 40 answers", "de": "Keine der 40 Antworten"},
    False: {"en": "Among the answers that were looked at", "de": "Unter den betrachteten Antworten"},
}
SAID = {
    "en": ("Expected result", "Turning points", "was worth about 4 points less than", "Opponents"),
    "de": ("Erwartetes Ergebnis", "Wendepunkte", "etwa 4 Punkte weniger wert als", "Gegner"),
}
FEWEST = {"staufer": 2, "wallenstein": 3, "mil": 2, "darkages": 2}
TURNS = 4
PERSON = SimpleNamespace(id="p0", name="Anna", notices=[])


def blamed(session: Session, seat: int) -> list[Turn]:
    """Answers of a seat all over the game, as if another one would have been four points better."""
    rng, turns = Random(3), []
    for entry in session.entries:
        if entry.seat == seat and entry.move is not None:
            s = session.position(session.opened_at(entry.n))
            ask = session.rules.ask_of(s, seat)
            found = {ask.random_answer(s, rng) for _ in range(12)} - {given := tuple(entry.move)}
            turns += [Turn(entry.n, given, min(found), 4.0)] if found else []
    return turns[:: max(1, len(turns) // TURNS)][:TURNS]


@pytest.mark.parametrize("game", catalogue.IDS)
def test_the_analysis_of_every_game_is_told_in_both_languages(game: str) -> None:
    session = session_of(game, FEWEST[game])
    last, rules = len(session.entries), session.rules
    positions = [last * i // 6 for i in range(7)]
    shares = expected(rules, [session.position(n) for n in positions], 0)
    points = [Point(n, result) for n, result in zip(positions, shares, strict=True)]
    analysis, seen = Analysis(points, blamed(session, 0), 40, True, False), seen_by(session, 0)
    for language in LANGUAGES:
        said = turns_said(analysis, 0, session.position, [0, last // 2], texts_of(seen, language))
        args = (Prefs(language), PERSON, 0, ("done", 9, 9))
        html = unescape(render.analysis_page(seen, *args, analysis, [0, last // 2], said))
        assert all(words in html for words in SAID[language])
        assert len(said) == html.count('data-do="tryline"') == TURNS
        assert html.count('class="curve') == FEWEST[game]
        assert all(turn.sentence in html and turn.given != turn.best for turn in said)
        assert not re.search(r"\b(line|analysis)\.[a-z_]+\b", re.sub(r"<script.*?</script>", "", html))


@pytest.mark.parametrize("complete", [True, False])
def test_no_more_answers_are_called_good_than_were_looked_at(complete: bool) -> None:
    seen = seen_by(session_of("staufer", 2), 0)
    analysis = Analysis([Point(0, (0.5, 0.5)), Point(9, (0.4, 0.6))], [], 40, complete, False)
    for language in LANGUAGES:
        html = render.analysis_page(seen, Prefs(language), PERSON, 0, ("done", 9, 9), analysis, [], [])
        assert NONE[complete][language] in html and NONE[not complete][language] not in html
