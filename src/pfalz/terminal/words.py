"""The terminal's own texts, English and German, and how the language is chosen.

How a text is written says `pfalz.core.wording`; the texts of a game are `pfalz.core.texts`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from pfalz.core import wording
from pfalz.core.texts import LANGUAGES


class Words(wording.Words):
    """The terminal's texts in one language."""

    def __init__(self, language: str) -> None:
        super().__init__("pfalz.terminal", language)


@cache
def commands() -> dict[str, str]:
    """Everything that can be typed while playing, in all languages: word -> command."""
    found: dict[str, str] = {}
    for language in LANGUAGES:
        for command, typed in Words(language).part("command").items():
            found.update(dict.fromkeys((command, *typed), command))
    return found


def spoken_language(argv: Sequence[str], environ: Mapping[str, str]) -> str:
    """The language asked for with --lang, else the one of the environment, else English."""
    for i, word in enumerate(argv):
        chosen = argv[i + 1] if word == "--lang" and i + 1 < len(argv) else word.removeprefix("--lang=")
        if (word == "--lang" or word.startswith("--lang=")) and chosen in LANGUAGES:
            return chosen
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if environ.get(name):
            wanted = environ[name][:2].lower()
            return wanted if wanted in LANGUAGES else "en"
    return "en"
