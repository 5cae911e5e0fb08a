"""A table in a browser without a server: the page of a `Seen` with scripts and style, but no connection."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from playwright.sync_api import Page, Route

from pfalz import catalogue
from pfalz.core.record import SeatInfo
from pfalz.core.ruleset import Ruleset
from pfalz.core.session import Session, open_session
from pfalz.web import marks, render
from pfalz.web.look import palette_css
from pfalz.web.prefs import Prefs
from pfalz.web.seen import Seen
from pfalz.web.shelf import shelf
from tests.web.fake import NAMES

MIDGAME = {
    "staufer": (3, 22, "deploy"),
    "wallenstein": (3, 60, "march"),
    "mil": (3, 40, "act"),
    "darkages": (3, 60, "turn"),
}
"""Seats, answers before the position, and the question that is open then to the first seat."""
Answer = Callable[[Route], None]


def midgame(game: str) -> Session:
    """A position in the middle of a game, with something to decide for the first seat."""
    players, answers, question = MIDGAME[game]
    return midgame_of(catalogue.ruleset(game, players), answers, question)


def midgame_of(rules: Ruleset[Any], answers: int, question: str = "") -> Session:
    """A position of a random game after so many answers, when the first seat is asked something, or this."""
    session = open_session(rules, [SeatInfo(name) for name in NAMES[: rules.players]], "web")
    rng = Random(7)
    while True:
        ask = next(ask for ask in session.asks() if not ask.answered)
        answers -= 1
        if answers < 0 and ask.seat == 0 and question in ("", ask.name):
            return session
        session.answer(ask.seat, ask.random_answer(session.state, rng))
        session.settle()


def still(page: Page, seen: Seen, prefs: Prefs, **more: Answer) -> None:
    """Show a table; `more` answers requests whose path ends so."""

    def answer(route: Route) -> None:
        path = route.request.url.split("://")[1].partition("/")[2].partition("?")[0]
        folder, _, name = path.partition("/")
        own = more.get(path.rpartition("/")[2])
        if own is not None:
            own(route)
        elif folder == "static":
            route.fulfill(body=shelf()[name].data, content_type=shelf()[name].kind)
        elif path == "look/palette.css":
            route.fulfill(body=palette_css(), content_type="text/css")
        elif path == "look/shield.svg":
            route.fulfill(body=render.favicon(), content_type="image/svg+xml")
        elif folder == "look":
            route.fulfill(body=marks.board_css(name.partition(".")[0]), content_type="text/css")
        elif path == f"t/{seen.id}":
            route.fulfill(body=render.table_page(seen, prefs, None), content_type="text/html")
        else:
            route.fulfill(status=204, body="")  # an event stream that is not opened again

    page.route("**/*", answer)
    page.goto(f"http://pfalz.test/t/{seen.id}")
    page.wait_for_load_state()
