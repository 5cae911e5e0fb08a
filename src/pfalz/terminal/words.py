"""The terminal's own texts, English and German, and how the language is chosen.

`{n}` in a text is replaced by a value, `{n:game|games}` picks singular or plural. The texts of a game are
not here: they come from `pfalz.core.texts`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources
from typing import Any

from pfalz.core.texts import LANGUAGES, Count


class Words:
    """The terminal's texts in one language."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.table = _read(language)

    def __call__(self, key: str, **values: object) -> str:
        """A text by its dotted key, placeholders filled."""
        node: Any = self.table
        for part in key.split("."):
            node = node[part]
        text: str = node
        if not values:
            return text
        return text.format(**{name: Count(v) if type(v) is int else v for name, v in values.items()})

    def part(self, key: str) -> dict[str, Any]:
        """A whole table of texts."""
        part: dict[str, Any] = self.table[key]
        return part


@cache
def commands() -> dict[str, str]:
    """Everything that can be typed while playing, in all languages: word -> command."""
    found: dict[str, str] = {}
    for language in LANGUAGES:
        for command, typed in _read(language)["command"].items():
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


@cache
def _read(language: str) -> dict[str, Any]:
    file = resources.files("pfalz.terminal") / "text" / f"{language}.toml"
    return tomllib.loads(file.read_text("utf-8"))
