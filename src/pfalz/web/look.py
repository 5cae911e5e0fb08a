"""Styles that are made and not kept in a file, under addresses that name what they hold, as in `shelf.py`."""

from __future__ import annotations

import hashlib
from functools import cache
from typing import NamedTuple

from pfalz import catalogue
from pfalz.core.draw import DARK, LIGHT
from pfalz.web.marks import board_css

PALETTE = "palette"


class Style(NamedTuple):
    """A style sheet, and the beginning of the hash of its content."""

    css: str
    mark: str


@cache
def style(name: str) -> Style:
    """The palette, or the style of a game's drawing."""
    css = palette_css() if name == PALETTE else board_css(name)
    return Style(css, hashlib.sha256(css.encode()).hexdigest()[:16])


def look(name: str) -> str:
    """The address of a style as it is now: it may be kept for ever."""
    return f"/look/{name}.css?v={style(name).mark}"


def known(name: str) -> bool:
    """Whether there is a style of that name."""
    return name == PALETTE or name in catalogue.IDS


@cache
def palette_css() -> str:
    """The tinctures of `core.draw` as CSS variables, light and dark, by the browser's wish or the switch."""
    light = "".join(f"--{name}:{value};" for name, value in LIGHT.items())
    dark = "".join(f"--{name}:{value};" for name, value in DARK.items())
    return (
        f":root{{{light}color-scheme:light}}\n"
        f"@media (prefers-color-scheme:dark){{:root:not([data-theme=light]){{{dark}color-scheme:dark}}}}\n"
        f":root[data-theme=dark]{{{dark}color-scheme:dark}}\n"
    )
