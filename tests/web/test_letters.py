"""Letters on the boards, measured in the browser: names can be read, and nothing that matters is tiny."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page

from pfalz import catalogue
from pfalz.core.ruleset import Ruleset
from pfalz.core.texts import Texts
from pfalz.web.prefs import Prefs
from tests.web.conftest import Visitor
from tests.web.fake import NAMES, seen_by
from tests.web.still import MIDGAME, midgame, midgame_of, still

SIZES = ((1440, 900), (1920, 1080), (390, 844))
NAME, ANY = 11.0, 9.0
"""Pixels a letter of a name, and of anything else, has at least."""
LETTERS = """() => [...document.querySelectorAll('#board text')]
  .filter((text) => text.textContent.trim() && text.getBoundingClientRect().width)
  .map((text) => {
    const { a, b } = text.getScreenCTM();
    return [text.textContent.trim(), parseFloat(getComputedStyle(text).fontSize) * Math.hypot(a, b)];
  })"""


def names_of(rules: Ruleset[Any], texts: Texts) -> str:
    """Everything that has a name in a game, and the people at the table, a line each."""
    kinds = [rules.kinds[id] for id in rules.kinds.ids()]
    simple = [kind for kind in kinds if kind.size >= 0 and not kind.factors]
    return "\n".join([*[texts.name(kind.id, value) for kind in simple for value in kind.values], *NAMES])


def is_name(words: str, names: str) -> bool:
    """Whether words are a name or a line of one; a small word may be one of any text."""
    return words in names and (words[0].isupper() or words in names.split("\n"))


def too_small(page: Page, names: str) -> list[tuple[str, float]]:
    """The texts on the board that are not high enough; names that are broken into lines count too."""
    found = []
    for words, size in page.evaluate(LETTERS):
        named = len(words) > 2 and not re.search(r"[\d+]|^[IVX]+$", words) and is_name(words, names)
        if round(size, 1) < (NAME if named else ANY):
            found.append((words, round(size, 1)))
    return sorted(found)


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("game", list(MIDGAME))
def test_names_and_numbers_can_be_read_on_every_screen(visitor: Visitor, game: str, language: str) -> None:
    session = midgame(game)
    seen = seen_by(session, 0)
    names = names_of(session.rules, Texts(session.rules, language, NAMES[: len(seen.seats)]))
    for width, height in SIZES if language == "en" else SIZES[:1]:
        page = visitor(width, height)
        still(page, seen, Prefs(language=language, narrow=width < 760))
        assert len(page.evaluate(LETTERS)) > 40
        assert too_small(page, names) == [], (width, height)


WITH_MODULES = {"wallenstein": (5, 90), "mil": (5, 60), "darkages": (4, 150)}
"""Seats, and answers before the position."""


@pytest.mark.parametrize("game", list(WITH_MODULES))
def test_with_all_modules_and_many_players_too(visitor: Visitor, game: str) -> None:
    players, answers = WITH_MODULES[game]
    found = catalogue.game(game).modules
    modules = [module.id for module in found if module.players[0] <= players <= module.players[1]]
    session = midgame_of(catalogue.ruleset(game, players, modules), answers)
    seen = seen_by(session, 0)
    for language in ("en", "de"):
        names = names_of(session.rules, Texts(session.rules, language, NAMES[:players]))
        for width, height in SIZES:
            page = visitor(width, height)
            still(page, seen, Prefs(language=language, narrow=width < 760))
            assert len(page.evaluate(LETTERS)) > 100
            assert too_small(page, names) == [], (language, width, height)
