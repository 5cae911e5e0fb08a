"""Markup from a Seen: words in both languages, nothing unescaped or leaked, what is legal can be clicked."""

from __future__ import annotations

import importlib
import json
import re
from collections.abc import Iterator
from dataclasses import replace
from html import unescape
from importlib import resources
from random import Random
from typing import Any

import pytest

from pfalz import catalogue
from pfalz.core.draw import DARK, LIGHT
from pfalz.core.record import SeatInfo
from pfalz.core.session import open_session
from pfalz.core.sheet import Drawing
from pfalz.core.texts import LANGUAGES, Texts
from pfalz.web import render
from pfalz.web.alike import texts_of
from pfalz.web.chunks import patched
from pfalz.web.marks import board_chunks, board_css
from pfalz.web.prefs import Prefs, read_prefs
from pfalz.web.seen import Seen
from pfalz.web.setup import game_card, setup_of, shown_games
from pfalz.web.story import linked
from pfalz.web.words import Words, words
from tests.web.fake import SPECTATOR, seen_by, session_of

GAMES = tuple(shown_games())


def keys(table: dict[str, Any], path: str = "") -> Iterator[tuple[str, str]]:
    for key, value in table.items():
        if isinstance(value, dict):
            yield from keys(value, f"{path}{key}.")
        else:
            yield path + key, value


def templates() -> Iterator[str]:
    for file in (resources.files("pfalz.web") / "templates").iterdir():
        yield file.read_text("utf-8")


@pytest.mark.parametrize(
    ("language", "said"),
    [
        (
            "en",
            (
                "1 seat free",
                "2 seats free",
                "Ida wins with 1 point.",
                "A and B share the victory with 3 points.",
            ),
        ),
        (
            "de",
            (
                "1 Platz frei",
                "2 Plätze frei",
                "Ida gewinnt mit 1 Punkt.",
                "A und B teilen sich den Sieg mit 3 Punkten.",
            ),
        ),
    ],
)
def test_singular_and_plural(language: str, said: tuple[str, ...]) -> None:
    t = words(language)
    assert (t("home.free", n=1), t("home.free", n=2)) == said[:2]
    assert t("table.won", n=1, names="Ida", points=1) == said[2]
    assert t("table.won", n=2, names=t.listed(["A", "B"]), points=3) == said[3]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_of_the_templates_exists_and_none_is_idle(language: str) -> None:
    t = words(language)
    used = {key for text in templates() for key in re.findall(r"\bt\('([\w.]+)'[,)]", text)}
    assert [key for key in sorted(used) if not t.has(key)] == []


def test_scripts_are_small_and_need_nothing() -> None:
    for name in ("pfalz", "setup", "view", "board", "table"):
        script = (resources.files("pfalz.web") / "static" / f"{name}.js").read_text("utf-8")
        assert len(script.splitlines()) <= 320
        assert "import " not in script and "eval(" not in script and "innerHTML" not in script
    for text in templates():
        assert "onclick" not in text and "style=" not in text
        assert re.findall(r"<script(?! src=\"{{ static\()", text) == []


def luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    r, g, b = (c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def contrast(a: str, b: str) -> float:
    bright, dark = sorted((luminance(a), luminance(b)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_contrast_passes_wcag_aa(theme: str) -> None:
    css = (resources.files("pfalz.web") / "static" / "pfalz.css").read_text("utf-8")
    block = css.split("data-theme=dark]" if theme == "dark" else ":root {", 1)[1].split("}", 1)[0]
    own = dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6})", block))
    colours = {**(DARK if theme == "dark" else LIGHT), **own}
    for text, ground in (
        ("ink", "vellum"), ("ink", "parchment"), ("faded", "vellum"), ("faded", "parchment"),
        ("link", "vellum"), ("link", "parchment"), ("bad", "vellum"), ("on-go", "go"), ("parchment", "ink"),
    ):  # fmt: skip
        assert contrast(colours[text], colours[ground]) >= 4.5, f"{text} on {ground} in {theme}"
    assert contrast(colours["glow"], colours["vellum"]) >= 3  # WCAG 1.4.11: marks of controls


def markup(seen: Seen, prefs: Prefs) -> str:
    return str(render.fragment(seen, prefs))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_question_of_a_game_can_be_shown(game: str, language: str) -> None:
    """A whole random game: at each question the page offers exactly the legal values."""
    session = session_of(game, 3 if game != "staufer" else 2, "shown", answers=1)
    rng, met = Random(5), dict[str, int]()
    while (asks := [a for a in session.asks() if not a.answered]) and sum(met.values()) < 400:
        ask = asks[0]
        met[ask.name] = met.get(ask.name, 0) + 1
        if met[ask.name] <= 3:
            seen = seen_by(session, ask.seat)
            html = markup(seen, Prefs(language))
            own = seen.ask
            assert own is not None
            if 'id="form"' not in html:
                offered = {int(v) for v in re.findall(r'id="choose-(-?\d+)"', html)}
                prefix: list[int] = []
                while (options := own.options(seen.view, prefix)) is not None and len(options) == 1:
                    prefix.append(options[0])
                assert offered == set(options or ())
            other = (ask.seat + 1) % session.rules.players
            assert render.fragment(seen_by(session, other), Prefs(language))
        session.answer(ask.seat, ask.random_answer(session.state, rng))
        session.settle()
    assert len(met) > 2


def test_what_glows_is_what_is_legal() -> None:
    session = session_of("staufer", 3, upto="deploy")
    ask = session.asks()[0]
    html = markup(seen_by(session, ask.seat), Prefs())
    found = json.loads(unescape(html.split("data-targets='")[1].split("'")[0]))
    assert {int(value) for value in found["legal"]} == set(ask.options(session.state) or ())
    assert {int(value) for value in found["barred"]} == set(ask.domain(session.state)) - set(
        ask.options(session.state) or ()
    )
    watching = markup(seen_by(session, SPECTATOR), Prefs())
    assert "data-targets=" not in watching and "data-answer" not in watching


def test_a_form_is_drafted_with_chips_and_sent_once() -> None:
    session = session_of("staufer", 3, upto="deploy")
    seat = session.asks()[0].seat
    answer = session.asks()[0].random_answer(session.state, Random(1))
    first = markup(seen_by(session, seat, draft=answer[:1]), Prefs())
    assert 'class="chips"' in first
    ready = markup(seen_by(session, seat, draft=answer), Prefs())
    assert f"data-answer='{list(answer)}'".replace("'[", "'[") in ready and 'id="confirm"' in ready
    stale = markup(seen_by(session, seat, draft=(-5, 3)), Prefs())
    assert 'class="chip"' not in stale


def test_of_two_people_with_one_name_only_the_one_who_decides_is_waited_for() -> None:
    session = session_of("staufer", 3, upto="deploy")
    asked = session.asks()[0].seat
    seen = seen_by(session, (asked + 1) % 3)
    for seat in seen.seats:
        seat.name = "Otto" if seat.seat != seen.seat else "Ida"
    prompt = markup(seen, Prefs()).split('id="prompt"')[1].split("</p>")[0]
    assert prompt.count("Otto") == 1


def test_secrets_stay_with_their_seat() -> None:
    session = session_of("staufer", 3, answers=9)
    texts = Texts(session.rules, "en")
    kinds = ("region_job", "pattern_job", "seat_job")
    for owner in range(3):
        jobs = session.state.jobs[3 * owner : 3 * owner + 3]  # type: ignore[attr-defined]
        names = [texts.name(kind, job) for kind, job in zip(kinds, jobs, strict=True)]
        for viewer in (0, 1, 2, SPECTATOR):
            html = markup(seen_by(session, viewer), Prefs())
            pinned = html.split('class="pinned"')[1].split("</ul>")[0] if 'class="pinned"' in html else ""
            for name in names:
                assert (f"<b>{name}</b>" in pinned) == (viewer == owner)
                assert viewer == owner or f"“{name}”" not in html


def test_what_people_write_is_escaped() -> None:
    session = session_of("staufer", 3, answers=5)
    session.header.seats[1].name = "<script>alert(1)</script>"
    seen = seen_by(session, 0)
    seen.title = "<i>table</i>"
    html = render.table_page(seen, Prefs(), None)
    assert "<script>alert" not in html and "<b>Good luck" not in html and "<i>table" not in html
    assert "&lt;b&gt;Good luck" in html


def test_replay_shows_another_position_without_choices() -> None:
    session = session_of("staufer", 3, answers=12)
    html = markup(seen_by(session, 0, position=4), Prefs("de"))
    assert 'id="replay-slider"' in html and "data-answer" not in html and "Stellung 4 von" in html


def test_only_the_owner_of_a_friendly_table_may_go_on_from_a_position() -> None:
    session = session_of("staufer", 3, answers=12)
    for position, allowed, offered in ((4, True, True), (4, False, False), (None, True, False)):
        seen = seen_by(session, 0, position=position)
        seen.undo_by_owner = allowed
        assert ("data-body='{\"to\": 4}'" in markup(seen, Prefs())) == offered


def test_a_game_without_words_or_drawing_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    assert shown_games() == catalogue.IDS
    monkeypatch.setattr(catalogue, "board", lambda id: importlib.import_module(f"pfalz.games.{id}.nowhere"))
    with pytest.raises(ModuleNotFoundError):
        shown_games.__wrapped__()
    monkeypatch.undo()
    monkeypatch.setattr(Texts, "text", lambda self, key: {}[key])
    with pytest.raises(KeyError):
        game_card.__wrapped__("staufer", "de")


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_pages_around_the_table(game: str, language: str) -> None:
    setup = setup_of(game, words(language))
    html = render.setup_page(game, Prefs(language), None)
    for option in setup.options:
        assert f"option-{option.id}" in html and option.help
    for module in setup.modules:
        assert module.label != module.id and module.help, f"{game}: words for module {module.id}"
    assert setup.card.summary and setup.card.title
    assert 'class="quick"' in render.home_page(Prefs(language), None, [], [])
    clauses = Texts(seen_by(session_of(game, 3, answers=1), 0).rules, language).clauses()
    rules = render.rules_page(game, Prefs(language), None)
    assert [id for id in clauses if f'<dt id="{id}">' not in rules] == []


@pytest.mark.parametrize(
    ("language", "sentence"), [("de", "Wohin ziehen deine Armeen aus "), ("en", "go from ")]
)
def test_who_is_asked_reads_what_it_is_about(language: str, sentence: str) -> None:
    session = session_of("wallenstein", 3, upto="march")
    (ask,) = session.asks()
    county = texts_of(seen_by(session, ask.seat), language).name("county", ask.args[1], "dat")
    mine, other = (
        str(render.fragment(seen_by(session, seat), Prefs(language))).split('id="prompt"')[1].split("</p>")[0]
        for seat in (ask.seat, SPECTATOR)
    )
    assert f"{sentence}{county}" in mine
    assert county not in other and "{" not in other


@pytest.mark.parametrize(
    ("game", "modules", "options", "told"),
    [
        ("staufer", [], {}, ["The base game with the usual settings."]),
        (
            "staufer",
            [],
            {"custom_privileges": [6, 5, 4, 3, 2, 1]},
            ["The base game with the usual settings."],
        ),
        (
            "staufer",
            [],
            {
                "privilege_set": "custom",
                "custom_privileges": [2, 3, 4, 5, 6, 16],
                "two_player_second_place": True,
            },
            [
                "<b>Privileges</b><span>Own selection",
                "6 Royal favour and 16 Orange bonus",
                "players</b><span>yes",
            ],
        ),
        ("wallenstein", ["court"], {}, ["Emperor&#39;s Court</b><span>Send courtiers"]),
        (
            "mil",
            [],
            {
                "start_lands": "agreed",
                "agreed_start": [0, 3],
                "land_mix": "agreed",
                "agreed_mix": [1, 1, 1, 1, 2],
            },
            [
                "<span>Column A: grain land, Column B: mine<",
                "<span>grain land: 1, fishing pier: 1, sheep pasture: 1, mine: 1, quarry: 2<",
            ],
        ),
    ],
)
def test_a_table_tells_by_which_rules_it_is_played(
    game: str, modules: list[str], options: dict[str, object], told: list[str]
) -> None:
    rules = catalogue.ruleset(game, 3, modules, options)
    session = open_session(rules, [SeatInfo(name) for name in ("A", "B", "C")], "web")
    for status in ("open", "playing"):
        seen = replace(seen_by(session, 0), status=status)
        lobby, settings = str(render.fragment(seen, Prefs("en"))).split('id="settings"')
        for words_of_it in told:
            assert words_of_it in settings
            assert (words_of_it in lobby) == (status == "open")  # who thinks of joining needs no menu


def test_drawings_in_a_page_have_no_styles_and_quiet_tooltips() -> None:
    title = "<T>"
    drawing = Drawing(9, 8, title, "a{}", ['<g style="fill:red"><title>tip</title></g>'], ["<g/>"])
    out = "".join(board_chunks(drawing))
    assert "<style>" not in out and " style=" not in out and "<desc>tip</desc>" in out
    assert 'viewBox="0 0 9 8"' in out and title not in out


@pytest.mark.parametrize("game", catalogue.IDS)
def test_the_style_of_a_game_is_that_of_its_drawings_without_the_palette(game: str) -> None:
    seen = seen_by(session_of(game, 3, answers=9), 0)
    for narrow in (False, True):
        drawing = catalogue.board(game).draw(seen.rules, seen.view, 0, texts_of(seen, "en"), narrow)
        assert drawing.style == board_css(game)
    assert "--parchment:" not in board_css(game) and "svg.pfalz" in board_css(game)


def test_a_difference_leads_to_the_new_markup() -> None:
    rng, last = Random(3), None
    had: list[str] = []
    session = session_of("wallenstein", 3, answers=1)
    for _ in range(40):
        ask = next(a for a in session.asks() if not a.answered)
        session.answer(ask.seat, ask.random_answer(session.state, rng))
        session.settle()
        new = render.fragment(seen_by(session, 1), Prefs())
        difference = new.since(last)
        had = patched(had, difference)
        assert "".join(had) == str(new)
        if last is not None:
            assert sum(len(part) for part in difference if isinstance(part, str)) < len(str(new)) / 2
        last = new


def test_prefs_come_from_cookies_queries_and_the_browser() -> None:
    assert read_prefs({}, "fr, de-AT;q=0.9").language == "de"
    assert read_prefs({"pfalz_lang": "de", "pfalz_theme": "dark", "pfalz_confirm": "1"}) == Prefs(
        "de", "dark", True
    )
    assert read_prefs({"lang": "xx", "theme": "<b>", "motion": "0"}) == Prefs(motion=False)
    assert (
        read_prefs({"pfalz_narrow": "1"}).narrow
        and not read_prefs({"pfalz_narrow": "1", "narrow": "0"}).narrow
    )
    assert read_prefs({"narrow": "2"}) == Prefs(narrow=True, tablet=True)
    assert Words("de").listed(["A", "B", "C"]) == "A, B und C"


def test_a_clause_is_not_torn_from_its_brackets() -> None:
    texts = Texts(session_of("staufer", 2, answers=1).rules, "en")
    markup = linked("<b> costs 3 (S-7.3).", texts)
    assert markup.startswith('&lt;b&gt; costs 3 <span class="unbroken">(<button')
    assert markup.endswith("S-7.3</button>)</span>.")
    assert linked("no clause (S-99.9)", texts) == "no clause (S-99.9)"


@pytest.mark.parametrize(("language", "quotes"), [("en", "“{}”"), ("de", "„{}“")])
def test_what_others_are_asked_stands_in_quotes(language: str, quotes: str) -> None:
    session = session_of("staufer", 3, upto="deploy")
    (ask,) = session.asks()
    said = quotes.format(texts_of(seen_by(session, ask.seat), language).text("ask.deploy"))
    mine, other = (
        unescape(markup(seen_by(session, seat), Prefs(language)).split('id="prompt"')[1].split("</p>")[0])
        for seat in (ask.seat, (ask.seat + 1) % 3)
    )
    assert f'<span class="faded">{said}</span>' in other and said not in mine


def test_a_long_board_is_scrolled_on_a_desk_and_tall_in_the_hand() -> None:
    session = session_of("darkages", 3, answers=5)
    for prefs, shape in ((Prefs(), "wide long"), (Prefs(narrow=True), "tall")):
        markup = str(render.fragment(seen_by(session, 0), prefs))
        assert f'<main id="table" class="table {shape} ' in markup
