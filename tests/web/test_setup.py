"""The set-up page: what can be chosen, explained; what is refused, in words; and nothing gets lost."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from pfalz import catalogue
from pfalz.core.game import Option
from pfalz.web import render
from pfalz.web.prefs import Prefs
from pfalz.web.render import setup_page
from pfalz.web.setup import setup_of
from pfalz.web.words import words as words_of
from tests.web.conftest import Visitor
from tests.web.play import speak
from tests.web.test_account import HEADERS

GAME = "staufer"


def test_what_is_wrong_with_a_table_is_said_in_its_form(visitor: Visitor) -> None:
    page = visitor(language="de-DE")
    page.goto(f"/new/{GAME}")
    page.locator("[name=option-privilege_set][value=custom]").check()
    for kind in range(1, 7):
        page.locator(f"[name=option-custom_privileges][value='{kind}']").uncheck()
    page.route("**/api/tables", lambda route: route.abort("aborted"))
    with page.expect_request("**/api/tables") as sent:
        page.locator("#setup button.go").click()
    assert sent.value.post_data_json["options"]["custom_privileges"] == []  # and no error of the script
    expect(page.locator("#setup-problem")).to_contain_text("Der Server ist nicht zu erreichen")
    expect(page.locator("#toast")).to_be_hidden()


def test_privileges_are_chosen_by_name_and_refused_in_words(visitor: Visitor) -> None:
    page = visitor(language="de-DE")
    page.goto(f"/new/{GAME}")
    page.request.post("/api/guest", data={}, headers=HEADERS)
    own, first = page.locator("[data-option=custom_privileges]"), page.locator(".preset").first
    expect(own).to_be_hidden()  # it counts only if the privileges are chosen
    expect(first).to_have_attribute("aria-pressed", "true")
    page.locator("[name=option-privilege_set][value=custom]").check()
    expect(first).to_have_attribute("aria-pressed", "false")
    expect(own.locator("label")).to_have_count(16)
    expect(own.locator("label").nth(3)).to_contain_text("Pauschale Drei")
    expect(own.locator("label").nth(3)).to_contain_text("Jeder Amtssitz kostet dich 3 Figuren")
    own.locator("input[value='16']").check()  # one too many
    wish = page.evaluate("tableOf($('#setup'))")
    refused = page.request.post("/api/tables", data=wish, headers=HEADERS | {"Accept-Language": "de"})
    assert "eigene Auswahl der Privilegien braucht sechs" in refused.json()["message"]
    own.locator("input[value='1']").uncheck()
    wish = page.evaluate("tableOf($('#setup'))")
    assert wish["options"]["custom_privileges"] == [2, 3, 4, 5, 6, 16]
    assert page.request.post("/api/tables", data=wish, headers=HEADERS).ok
    first.click()
    expect(own).to_be_hidden()
    expect(first).to_have_attribute("aria-pressed", "true")
    assert "custom_privileges" not in page.evaluate("tableOf($('#setup')).options")
    page.locator("[name=option-privilege_set][value=custom]").check()
    assert page.evaluate("tableOf($('#setup')).options.custom_privileges") == [1, 2, 3, 4, 5, 6]


@pytest.mark.parametrize("width", [1440, 390])
def test_lands_are_agreed_by_name_and_only_when_they_count(visitor: Visitor, width: int) -> None:
    page = visitor(width, 844, "de-DE").context.new_page()  # a refusal is an error in the console
    page.goto("/new/mil")
    start, mix = page.locator("[data-option=agreed_start]"), page.locator("[data-option=agreed_mix]")
    first, problem = page.locator(".preset").first, page.locator("#setup-problem")
    expect(start).to_be_hidden()
    expect(mix).to_be_hidden()
    page.locator("[name=option-start_lands][value=agreed]").check()
    expect(start).to_be_visible()
    expect(mix).to_be_hidden()
    start.get_by_label("Spalte B").select_option("Steinbruch")
    page.locator("#setup button.go").click()
    expect(problem).to_have_text(
        "Wer die Startländer vereinbart, muss auch das freie Land vereinbaren (M-2.21)"
    )
    page.locator("[name=option-land_mix][value=agreed]").check()
    expect(mix.locator("label")).to_contain_text(["Getreideland", "steg", "Schaf", "Mine", "Steinbruch"])
    expect(mix.locator("label").nth(3)).to_contain_text(
        "4 Plättchen gibt es im ganzen Spiel (M-1.5). Ernte 2 Metall"
    )
    mix.get_by_label("Steinbruch").fill("3")
    mix.get_by_label("Schafweide").fill("5")
    page.locator("#setup button.go").click()
    expect(problem).to_contain_text("Steinbruch: Verlangt sind 6 Plättchen")
    wish = page.evaluate("tableOf($('#setup'))")
    assert wish["options"]["agreed_start"] == [0, 4]  # nothing is lost by a refusal
    assert wish["options"]["agreed_mix"] == [1, 1, 5, 1, 3]
    speak(page, "en")
    assert page.evaluate("tableOf($('#setup'))") == wish
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    expect(start.get_by_label("Column B")).to_have_value("4")
    mix.get_by_label("mine").fill("99")  # more than the browser lets pass
    page.locator("[name=option-land_mix][value=standard]").check()
    page.locator("[name=option-start_lands][value=two_grain]").check()
    expect(first).to_have_attribute("aria-pressed", "true")  # what is hidden does not count
    page.locator("#setup button.go").click()
    page.wait_for_url("**/t/*")


def test_another_language_keeps_what_was_chosen_for_a_table(visitor: Visitor) -> None:
    page = visitor()
    page.goto("/new/wallenstein")
    page.locator("[name=module]").nth(1).check()
    page.locator("[name=private]").check()
    page.locator("[name=option-start][value=lineup]").check()
    page.locator('.pick input[value="4"]').check(force=True)
    page.select_option("[name=seat-3]", "open")
    page.locator("[name=title]").fill("Am Kamin")
    wish = page.evaluate("tableOf($('#setup'))")
    speak(page, "de")
    expect(page.locator("h1")).to_have_text("Wallenstein einrichten")
    assert page.evaluate("tableOf($('#setup'))") == wish
    page.reload()
    assert page.evaluate("tableOf($('#setup'))") != wish  # but only once


def test_expansions_fit_the_number_of_players(visitor: Visitor) -> None:
    page = visitor()
    page.goto("/new/mil")
    expansion = page.locator("[name=module]").first
    page.locator('.pick input[value="3"]').check(force=True)
    expansion.check()
    page.locator('.pick input[value="2"]').check(force=True)
    expect(expansion).to_be_disabled()
    expect(expansion).not_to_be_checked()
    expect(page.locator(".option", has=page.locator("[name=module]")).first).to_contain_text(
        "Only with 3 to 5 players."
    )
    page.locator('.pick input[value="3"]').check(force=True)
    expect(expansion).to_be_enabled()


def test_the_lobby_and_the_menu_tell_the_clock_and_what_may_be_taken_back(visitor: Visitor) -> None:
    page = visitor(language="de-DE")
    page.goto("/new/mil")
    page.select_option("[name=seat-1]", "open")
    page.select_option("[name=clock]", label="Eine Woche je Zug")
    page.select_option("[name=undo]", "free")
    page.locator("#setup button.go").click()
    page.wait_for_url("**/t/*")
    told = ["7 Tage je Zug. Ist die Zeit um, übernimmt ein Bot.", "Freundlich: Wer den Tisch eröffnet hat"]
    for words in told:
        expect(page.locator(".empty-table .in-play")).to_contain_text(words)
    page.locator("#choices [data-post=start]").click()
    expect(page.locator("#table")).to_have_attribute("data-status", "playing")
    page.locator("#settings summary").click()
    for words in told:
        expect(page.locator("#settings .in-play")).to_contain_text(words)


MODULE = """() => {
  document.querySelector("[name=module][value=leaders]").dataset.always = "3";
  const radio = (value) => `<input type="radio" name="option-pace" value="${value}" checked>`;
  document.querySelector("[data-option]").insertAdjacentHTML("afterend",
    `<fieldset data-option="pace" data-type="choice" data-module="leaders">${radio("a") + radio("slow")}`);
  showSeats();
}"""
"""Makes a module of Wallenstein obligatory with three players and gives it an option."""


@pytest.mark.parametrize(
    ("language", "choice"), [("en-US", "0.3 s an answer"), ("de-DE", "0,3 s je Antwort")]
)
def test_the_time_of_princes_is_chosen_for_the_table(visitor: Visitor, language: str, choice: str) -> None:
    page = visitor(language=language)
    page.goto("/new/staufer")
    time = page.locator("[name=thinking]")
    assert time.input_value() == "1.0"
    time.select_option(label=choice)
    page.locator('.pick input[value="2"]').check(force=True)
    page.select_option("[name=seat-1]", "bot:prince")
    page.locator("#setup button.go").click()
    page.wait_for_url("**/t/*")
    assert choice in (page.locator("ul.in-play").first.text_content() or "")


def test_an_obligatory_module_is_ticked_by_itself_and_its_options_come_with_it(visitor: Visitor) -> None:
    page = visitor()
    page.goto("/new/wallenstein")
    page.locator("[name=players][value='4']").check()
    page.evaluate(MODULE)
    tick, option = page.locator("[name=module][value=leaders]"), page.locator("[data-option=pace]")
    expect(tick).to_be_enabled()
    expect(tick).not_to_be_checked()
    expect(option).to_have_count(1)
    expect(option).to_be_hidden()
    tick.check()
    expect(option).to_be_visible()
    assert page.evaluate("tableOf($('#setup')).options.pace") == "slow"
    tick.uncheck()
    assert "pace" not in page.evaluate("tableOf($('#setup')).options")
    page.locator("[name=players][value='3']").check()
    expect(tick).to_be_checked()
    expect(tick).to_be_disabled()
    expect(page.locator("label", has=tick)).to_contain_text("Always in with so many players.")
    expect(option).to_be_visible()
    assert page.evaluate("tableOf($('#setup')).modules") == []  # it comes by itself
    page.locator("[name=players][value='5']").check()
    expect(tick).to_be_enabled()
    expect(tick).not_to_be_checked()


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_page_says_to_which_module_an_option_belongs(
    monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    leaders = next(m for m in catalogue.game("wallenstein").modules if m.id == "leaders")
    monkeypatch.setattr(type(leaders), "obligatory", (3,))
    monkeypatch.setattr(type(leaders), "options", (Option("pace", "slow", choices=("slow", "quick")),))
    monkeypatch.setattr(render, "_form", render._form.__wrapped__)  # forms are remembered
    found = setup_of("wallenstein", words_of(language))
    assert [(option.id, option.module) for option in found.options][-1] == ("pace", "leaders")
    assert found.modules[-1].obligatory == [3]
    html = setup_page("wallenstein", Prefs(language), None)
    assert 'data-always="3"' in html and 'data-module="leaders"' in html


@pytest.mark.parametrize(("language", "said"), [("en", "Some new rules."), ("de", "Einige neue Regeln.")])
def test_the_page_says_how_much_of_a_module_is_new(
    monkeypatch: pytest.MonkeyPatch, language: str, said: str
) -> None:
    leaders = next(m for m in catalogue.game("wallenstein").modules if m.id == "leaders")
    assert said not in setup_page("wallenstein", Prefs(language), None)  # its rules do not say
    monkeypatch.setattr(type(leaders), "complexity", "moderate")
    monkeypatch.setattr(render, "_form", render._form.__wrapped__)  # pages are remembered otherwise
    assert setup_of("wallenstein", words_of(language)).modules[-1].complexity == said
    assert said in setup_page("wallenstein", Prefs(language), None)
