"""How strong bots are said to be: by game and player count, and no more than has been measured."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from pfalz import catalogue
from pfalz.bots import OFFERED, strength
from pfalz.bots.network import Card
from pfalz.bots.strength import Match, learned_of
from pfalz.core.texts import LANGUAGES
from pfalz.server.http.catalog import games_json
from pfalz.web.prefs import Prefs
from pfalz.web.render import setup_page
from pfalz.web.strengths import Strength, strengths_of
from pfalz.web.words import words
from tests.web.conftest import Visitor

PLAIN: dict[str, Any] = {"against": "squire", "games": 300, "share": 0.444, "par": 0.25, "modules": []}
SAID = {
    "en": ("has learned from 1,234 games with 4 players", "wins about 44 of 100 games; 25 would be even"),
    "de": ("hat aus 1.234 Partien mit 4 Spielern", "etwa 44 von 100 Partien; 25 wären ausgeglichen"),
}
DUEL = {"en": "Of 100 games against", "de": "Gegen die Faustregeln des Spiels gewinnt er etwa 44 von 100"}
OWN = {"en": "nothing has been learned with so many players", "de": "mit so vielen Spielern ist noch nichts"}
UNMEASURED = {"en": "Nobody has measured", "de": "hat noch niemand gemessen"}


@pytest.fixture(autouse=True)
def forgotten() -> Iterator[None]:
    """What one test has made up is not what the next one finds."""
    strengths_of.cache_clear()
    yield
    strengths_of.cache_clear()


class Trained:
    """Stands for a network: nobody asks for more than its card."""

    def __init__(self, matches: list[dict[str, Any]]) -> None:
        self.card = Card("mil", 4, games=1234, strength=matches)


def learn(monkeypatch: pytest.MonkeyPatch, players: int, *matches: dict[str, Any]) -> None:
    """Everything is learned with so many players, and nothing else is."""
    monkeypatch.setattr(strength, "network_of", lambda game, n: Trained([*matches]) if n == players else None)


def knight(players: int, language: str) -> Strength:
    found = strengths_of("mil", words(language))
    return next(one for one in found if (one.bot, one.players) == ("knight", players))


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_said_of_a_knight_is_what_its_weights_say(
    monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    learn(monkeypatch, 4, PLAIN)
    assert all(said in knight(4, language).text for said in SAID[language])
    assert (knight(4, language).learned, knight(4, language).wins, knight(4, language).par) == (
        1234,
        0.444,
        0.25,
    )
    for players in (2, 3, 5):
        assert OWN[language] in knight(players, language).text and knight(players, language).wins is None
    strengths_of.cache_clear()
    learn(monkeypatch, 4)
    assert UNMEASURED[language] in knight(4, language).text
    strengths_of.cache_clear()
    learn(monkeypatch, 2, PLAIN | {"par": 0.5})
    assert DUEL[language] in knight(2, language).text


def test_the_longest_match_without_expansions_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    with_modules = PLAIN | {"games": 900, "share": 0.9, "modules": ["pope_calls"]}
    other = PLAIN | {"against": "page", "games": 800, "share": 1.0}
    learn(monkeypatch, 4, PLAIN | {"games": 40, "share": 0.1}, with_modules, PLAIN, other)
    found = learned_of("mil", 4)
    assert found is not None and found.match == Match(300, 0.444, 0.25, True)
    assert found.games == 1234 and learned_of("mil", 3) is None


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", catalogue.IDS)
def test_the_set_up_page_and_the_catalogue_say_it_for_each_player_count(game: str, language: str) -> None:
    found = strengths_of(game, words(language))
    counts = [n for n in catalogue.game(game).counts() if n > 1]
    assert [(one.players, one.bot) for one in found] == [(n, bot) for n in counts for bot in OFFERED]
    html = setup_page(game, Prefs(language), None)
    for one in found:
        line = html.split(f'data-players="{one.players}" data-bot="{one.bot}"')[1].split("</li>")[0]
        assert one.text in line and ("data-thinks" in line) == (one.bot == "prince")
        known = learned_of(game, one.players)
        assert (one.learned > 0) == (known is not None and one.bot != "page")
        assert (one.bot == "knight" and OWN[language] in one.text) == (one.bot == "knight" and known is None)
    listed = next(entry for entry in games_json(language)["games"] if entry["id"] == game)
    assert listed["strengths"] == found


@pytest.mark.parametrize(("language", "second"), [("en-US", "3 s an answer"), ("de-DE", "3 s je Antwort")])
def test_the_page_follows_the_seats_that_are_chosen(visitor: Visitor, language: str, second: str) -> None:
    page = visitor(1440, 900, language)
    page.goto("/new/staufer")
    told = {
        (one.players, one.bot): one.text for one in strengths_of("staufer", words(language.partition("-")[0]))
    }
    shown, chosen = page.locator(".strengths li:visible"), page.locator(".strengths .chosen:visible")
    expect(shown).to_have_count(len(OFFERED))
    expect(chosen.locator(".coat")).to_have_count(2)
    expect(chosen).to_contain_text(told[3, "knight"])
    page.locator('.pick input[value="2"]').check(force=True)
    expect(chosen.locator(".coat")).to_have_count(1)
    expect(chosen).to_contain_text(told[2, "knight"])
    page.select_option("[name=seat-1]", "bot:prince")
    page.select_option("[name=thinking]", label=second)
    expect(chosen).to_contain_text(told[2, "prince"])
    expect(chosen).to_contain_text(second)
    page.select_option("[name=seat-1]", "open")
    expect(chosen).to_have_count(0)
    expect(shown).to_have_count(len(OFFERED))
