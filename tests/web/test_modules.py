"""Dark Ages with many modules at the table: the largest boards there are."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.games.darkages.modules.every import every
from tests.games.darkages.modules.test_together import GOODS
from tests.web.conftest import Visitor
from tests.web.play import open_table, speak
from tests.web.test_games import whole_game


def test_goods_and_cards_in_the_hand_in_german(visitor: Visitor) -> None:
    page = visitor(390, 844)
    page.goto("/")
    speak(page, "de")
    open_table(page, "darkages", 1, modules=GOODS)
    whole_game(page, "touch")
    expect(page.locator("html")).to_have_attribute("lang", "de")


def test_all_modules_at_four_seats(visitor: Visitor) -> None:
    page = visitor(1440, 900)
    open_table(page, "darkages", 3, modules=every(4))
    whole_game(page, "mouse")


def test_all_modules_in_the_hand_in_german(visitor: Visitor) -> None:
    page = visitor(390, 844, "de-DE")
    open_table(page, "darkages", 3, modules=every(4))
    whole_game(page, "touch")
    expect(page.locator("html")).to_have_attribute("lang", "de")
