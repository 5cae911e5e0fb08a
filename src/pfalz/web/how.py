"""How a game plays: the illustrated page and its pictures."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

from pfalz import learning
from pfalz.core.draw import in_theme
from pfalz.core.texts import Texts
from pfalz.web.crop import cropped
from pfalz.web.marks import board_of
from pfalz.web.markup import page
from pfalz.web.prefs import Prefs
from pfalz.web.setup import game_card


class Told(NamedTuple):
    """A part of the page: a heading, paragraphs, a picture and what is seen on it."""

    id: str
    title: str
    text: list[str]
    alt: str


class Sign(NamedTuple):
    """Something on the board and what it means."""

    id: str
    text: str


def how_page(game: str, prefs: Prefs, person: Any, texts: Texts | None = None) -> str:
    """What a game is about, what a turn is, how points are made, what everything on the board means.

    With the texts of a table the numbers are those of its edition."""
    texts = texts or _texts(game, prefs.language)
    plan = learning.how(game)
    parts = [
        Told(
            part.id,
            texts.text(f"how.{part.id}_title"),
            texts.text(f"how.{part.id}").split("\n\n"),
            texts.text(f"how.{part.id}_alt"),
        )
        for part in plan.parts
    ]
    icons = [Sign(f"icon_{icon.id}", texts.text(f"how.icon_{icon.id}")) for icon in plan.icons]
    card = game_card(game, prefs.language)
    return page("how.html", prefs, person=person, card=card, plan=plan, parts=parts, icons=icons)


@lru_cache(maxsize=500)
def picture(game: str, id: str, language: str, theme: str) -> str | None:
    """A picture of the page: a real position, drawn by the board of the game and cut out."""
    wanted = learning.how(game).picture(id)
    if wanted is None:
        return None
    texts = _texts(game, language)
    view = learning.view(game, wanted.at, wanted.seat)
    svg: str = board_of(game).svg(texts.rules, view, wanted.seat, texts)
    return in_theme(cropped(svg, wanted.show, wanted.margin), theme)


@lru_cache(maxsize=32)
def _texts(game: str, language: str) -> Texts:
    rules = learning.rules(game)
    return Texts(rules, language, learning.NAMES[: rules.players])
