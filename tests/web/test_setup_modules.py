"""The set-up page of Dark Ages says of each module what it brings and how complex it is, in two languages."""

from __future__ import annotations

import re
import tomllib
from importlib import resources
from typing import Any

import pytest
from playwright.sync_api import expect

from pfalz import catalogue
from tests.games.darkages.modules.test_index import INDEX
from tests.web.conftest import Visitor

CORE = "pfalz.core"


def words(package: str, language: str) -> dict[str, Any]:
    """The texts of a package, as they stand in the file."""
    file = resources.files(package) / "text" / f"{language}.toml"
    return tomllib.loads(file.read_text("utf-8"))


def shown(text: str) -> re.Pattern[str]:
    """A text on the page: what the file takes from the data is there as a number or a word."""
    return re.compile(r"\w+".join([re.escape(part) for part in re.split(r"\{data\.[^}]+\}", text)]))


@pytest.mark.parametrize(("language", "width"), [("de", 390), ("de", 1440), ("en", 390), ("en", 1440)])
def test_each_module_tells_what_it_brings_and_how_complex_it_is(
    visitor: Visitor, language: str, width: int
) -> None:
    page = visitor(width, 844, f"{language}-{'DE' if language == 'de' else 'US'}")
    page.goto("/new/darkages")
    page.locator('.pick input[value="4"]').check(force=True)
    rated = words(CORE, language)["complexity"]
    modules = {module.id: module for module in catalogue.game("darkages").modules}
    assert len(INDEX) == 13
    for id, (_, _, complexity) in INDEX.items():
        said = words(modules[id].package, language)["module"]
        tick = page.locator(f"[name=module][value={id}]")
        field = page.locator("label.option", has=tick)
        expect(tick).to_be_enabled()
        expect(field.locator("b").first).to_have_text(said[id])
        help = field.locator("span.help")
        expect(help).to_be_visible()
        text = help.inner_text()
        assert shown(said[f"{id}_help"]).match(text), text
        assert text.endswith(rated[complexity]) and "{" not in text
        box = field.bounding_box()
        assert box and box["x"] >= 0 and box["x"] + box["width"] <= width
    tick = page.locator("[name=module][value=wyrd]")
    page.locator("label.option", has=tick).click()  # the sentence belongs to the tick
    expect(tick).to_be_checked()
