"""The words of the pages themselves, in both languages; the words of the games are `pfalz.core.texts`."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources
from typing import Any


class Words:
    """Looks up a dotted key and fills its placeholders: `words("table.waiting", names="Anna")`."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.table = _read(language)

    def __call__(self, key: str, **values: object) -> str:
        """A text; with `n=1` the variant `<key>_one` is preferred."""
        if values.get("n") == 1 and self.has(f"{key}_one"):
            key += "_one"
        node: Any = self.table
        for part in key.split("."):
            node = node[part]
        return str(node).format(**values) if values else str(node)

    def has(self, key: str) -> bool:
        """Whether there is a text for a key."""
        node: Any = self.table
        for part in key.split("."):
            if not isinstance(node, dict) or part not in node:
                return False
            node = node[part]
        return isinstance(node, str)

    def listed(self, names: list[str]) -> str:
        """Names in a row: "A, B and C"."""
        if len(names) < 2:
            return "".join(names)
        return self("common.and_list", first=", ".join(names[:-1]), last=names[-1])


@cache
def _read(language: str) -> dict[str, Any]:
    return tomllib.loads((resources.files("pfalz.web") / "text" / f"{language}.toml").read_text("utf-8"))


@cache
def words(language: str) -> Words:
    """The words of one language."""
    return Words(language)
