"""Small things of the pages that were wrong once."""

from __future__ import annotations

import itertools
import re
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import expect

import pfalz
from pfalz import catalogue
from pfalz.core.state import SPECTATOR
from pfalz.core.texts import rulebook
from pfalz.web import alike, render
from pfalz.web.lists import ago, clock_word, module_names, result_word, stage_word
from pfalz.web.prefs import Prefs
from pfalz.web.seen import ClockSeen
from pfalz.web.setup import presets
from pfalz.web.words import words
from tests.web.conftest import Visitor
from tests.web.fake import history, seen_by, session_of
from tests.web.play import open_table, ready
from tests.web.still import MIDGAME, midgame, still


def test_a_stranger_who_looks_through_somebodys_eyes_is_not_called_you() -> None:
    session = session_of("staufer", 2)
    mine = seen_by(session, 0)
    stranger = replace(mine, me=SPECTATOR)
    for seen, own in ((mine, True), (stranger, False)):
        assert ("<small>you</small>" in str(render.fragment(seen, Prefs()))) == own
        assert ('data-post="rematch"' in str(render.fragment(seen, Prefs()))) == own
        assert ('data-post="rematch"' in render.after_page(seen, Prefs(), None)) == own


def test_nobody_knows_anything_before_the_game_has_begun() -> None:
    seen = seen_by(session_of("mil", 2, answers=3), 0)
    assert render.pinned(seen, alike.texts_of(seen, "en"))
    seen.status = "open"
    assert render.pinned(seen, alike.texts_of(seen, "en")) == []


@pytest.mark.clause("W-3.14")
def test_a_first_game_of_wallenstein_starts_with_the_line_up() -> None:
    first, *others = presets("wallenstein", words("en"))
    assert first.options["start"] == "lineup"
    assert all(other.options["start"] == "draft" for other in others)


@pytest.mark.clause("W-13.5")
def test_the_plot_shows_what_a_position_of_wallenstein_would_be_worth() -> None:
    session = session_of("wallenstein", 3)
    game, points = catalogue.game("wallenstein"), history(session)
    assert points[-1][1] == tuple(game.standing(session.state))
    early = session.position(len(session.entries) // 4)
    assert sum(game.standing(early)) == 0 and min(game.worth_now(early)) > 0


def test_lists_of_tables_say_how_old_they_are_and_what_is_played() -> None:
    en, de = words("en"), words("de")
    assert [ago(n, en) for n in (3, 60, 7_300, 90_000)] == [
        "just now",
        "1 minute ago",
        "2 hours ago",
        "1 day ago",
    ]
    assert ago(200_000, de) == "vor 2 Tagen"
    assert clock_word(ClockSeen(), de) == de("setup.clock_none")
    assert clock_word(ClockSeen("move", 86_400), en) == "1 day per move"
    assert "court" in module_names("wallenstein", ("court",), "en").lower()
    assert module_names("wallenstein", (), "en") == ""


def test_lists_of_tables_say_how_far_a_game_is_and_how_it_has_ended() -> None:
    en, de = words("en"), words("de")
    assert stage_word("staufer", 2, "de") == "Runde 3"
    assert stage_word("darkages", 0, "en") == "" and stage_word("darkages", 2, "en") == "the last turns"
    names = ("Anna", "Bruno", "Clara")
    assert result_word((1, 2, 3), (40, 30, 20), names, 0, en) == "you won with 40 points"
    assert result_word((2, 1, 1), (1, 30, 30), names, 0, de) == (
        "Platz 2 von 3 mit 1 Punkt; gewonnen von Bruno, Clara"
    )
    assert result_word((1, 2, 3), (40, 30, 20), names, -1, en) == "Anna won"
    assert result_word((2,), (7,), names[:1], 0, en) == "lost with 7 points"


def test_my_tables_say_the_round_the_last_move_and_the_result(visitor: Visitor) -> None:
    page = visitor()
    id = open_table(page, "staufer")
    ready(page)
    session = session_of("staufer", 2)
    headers = {"X-Pfalz": "1", "Content-Type": "text/plain"}
    sent = page.request.post("/api/tables/import", data=session.record().dumps(), headers=headers)
    assert sent.ok, sent.text()
    page.goto("/")
    running = page.locator(f'.tables li:has(a[href="/t/{id}"])')
    expect(running).to_contain_text("round 1 · ")
    expect(running).to_contain_text("just now")
    over = page.locator(f'.tables li:has(a[href="/t/{sent.json()["id"]}"])')
    expect(over).to_contain_text(" won")
    page.request.get("/lang/de")
    page.reload()
    expect(running).to_contain_text("Runde 1 · ")


def test_addresses_that_do_not_exist_answer_people_with_a_page_and_programs_with_json(
    visitor: Visitor,
) -> None:
    page = visitor(language="de-DE")
    for path in ("/xyz", "/t/", "/rules", "/t/none", "/t/none?at=x", "/api/xyz"):
        found = page.request.get(path, headers={"Accept": "text/html,*/*", "Accept-Language": "de"})
        assert found.status == 404
        told = found.text()
        assert ("<h1>Hier ist nichts" in told) != path.startswith("/api"), (path, told[:300])
    assert page.request.get("/xyz", headers={"Accept": "application/json"}).json()["error"] == "no_such_page"


def test_what_is_ones_own_is_called_so_and_nobody_is_told_of_themselves() -> None:
    session = midgame("mil")
    for language, own in (("en", "your knight A"), ("de", "dein Ritter A")):
        draft = (3,)  # place a knight: of one's own
        said = str(render.fragment(seen_by(session, 0, draft), Prefs(language=language)))
        choices = said[said.index('id="choices"') :].split("</div>")[0]
        assert own in choices and "Anna" not in choices


def test_what_happens_several_times_is_told_once() -> None:
    seen = seen_by(session_of("staufer", 3), 0)
    told = render.whole_log(seen, Prefs())
    assert "(×" in told
    for details in re.findall(r"<ul>(.*?)</ul>", told):
        lines = re.findall(r"<li[^>]*>.*?</li>", details)
        assert all(one != other for one, other in itertools.pairwise(lines)), details


def test_words_that_were_odd_are_gone() -> None:
    assert words("de")("replay.eyes") == "Blickwinkel" and words("de")("replay.eyes_own") == "mein eigener"
    gone = ("Strassburg", "setzt ein: nichts", "Aus dem Spiel scheidet aus", "Stelle für Stelle")
    games = Path(pfalz.__file__).parent
    for file in games.rglob("text/*de.toml"):
        assert not [word for word in (*gone, "Gesehen von") if word in file.read_text()], file
    for file in games.rglob("text/*en.toml"):
        said = re.sub(r"\{[^}]*\}|^[\w.\" ]+ =|^\[.*", "", file.read_text(), flags=re.MULTILINE)
        assert not re.search(r"\bfavor", said, re.IGNORECASE), file
    for language in ("en", "de"):
        clause = rulebook("pfalz.games.staufer", language)[1]["S-6.1"]
        assert len(clause) > 120  # it says what a space gives


def test_escape_leaves_the_chat(visitor: Visitor) -> None:
    page = visitor()
    still(page, seen_by(midgame("staufer"), 0), Prefs())
    page.locator("#chat-text").focus()
    page.keyboard.press("Escape")
    expect(page.locator("#chat-text")).not_to_be_focused()


APART = """() => {
  const [a, b] = ['#board', '.zoom'].map((part) => document.querySelector(part).getBoundingClientRect());
  return a.right <= b.left || a.bottom <= b.top;
}"""
CROSSING = """() => {
  const shown = (name) => name.getBoundingClientRect().width;
  const all = [...document.querySelectorAll('#board text.brief')].filter(shown);
  const boxes = all.map((name) => [name.textContent, name.getBoundingClientRect()]);
  const beside = (a, b) => a.left < b.right - 1 && b.left < a.right - 1;
  const meet = (a, b) => beside(a, b) && a.top < b.bottom - 3 && b.top < a.bottom - 3;
  const met = ([one, a], i) => boxes.slice(i + 1).filter(([, b]) => meet(a, b)).map(([b]) => [one, b]);
  return [boxes.length, boxes.flatMap(met)];
}"""


@pytest.mark.parametrize("game", list(MIDGAME))
def test_on_a_phone_no_button_lies_on_the_board_and_no_name_on_another(visitor: Visitor, game: str) -> None:
    seen = seen_by(midgame(game), 0)
    for width, height in ((390, 844), (844, 390)):
        page = visitor(width, height, has_touch=True)
        still(page, seen, Prefs(language="de", narrow=width < 760))
        assert page.evaluate(APART), (width, height)
        names, crossing = page.evaluate(CROSSING)
        assert crossing == [] and (names > 30 or game != "wallenstein" or width > 760)
