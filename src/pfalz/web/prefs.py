"""The settings of one browser: language, theme, confirmation, motion, shape of the screen. In cookies."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from pfalz.core.texts import LANGUAGES

THEMES: Final = ("auto", "light", "dark")
COOKIE: Final = "pfalz_"
"""Prefix of the cookies the script writes: pfalz_lang, pfalz_theme, pfalz_confirm and so on."""


MOST_ACCEPTED: Final = 400
"""So much of an Accept-Language header is looked at; browsers send a few dozen letters."""


@dataclass(frozen=True)
class Prefs:
    """Settings of one browser; they change how things look, never what is allowed."""

    language: str = "en"
    theme: str = "auto"
    confirm: bool = False
    """Ask once more before an answer of a single choice is sent."""
    motion: bool = True
    """Whether pieces glide; the browser's own setting can only switch it off."""
    narrow: bool = False
    """Whether the screen is a phone's or a tablet's held upright, so that boards are drawn tall."""
    tablet: bool = False
    """Whether it is the tablet's: boards that can be read there as they are stay wide."""


def read_prefs(found: Mapping[str, str], accept_language: str = "") -> Prefs:
    """Settings from cookies (`pfalz_lang`) or a query (`lang`); what is unknown counts as not set."""

    def get(key: str) -> str:
        return found.get(key, found.get(COOKIE + key, ""))

    language = get("lang")
    if language not in LANGUAGES:
        language = preferred(accept_language)
    theme = get("theme")
    return Prefs(
        language=language,
        theme=theme if theme in THEMES else "auto",
        confirm=get("confirm") == "1",
        motion=get("motion") != "0",
        narrow=get("narrow") in ("1", "2"),
        tablet=get("narrow") == "2",
    )


def preferred(accept_language: str) -> str:
    """The first of our languages in an Accept-Language header."""
    for part in accept_language[:MOST_ACCEPTED].split(","):
        code = part.split(";")[0].strip()[:2].lower()
        if code in LANGUAGES:
            return code
    return LANGUAGES[0]
