"""The one reader of text files: `text/<language>.toml` and `text/rules.<language>.toml` of every package.

A text is found by its dotted key; what stands in braces is replaced:

    {n}                            a value
    {n!r}                          a value in quotes
    {n:point|points}               singular or plural, chosen by a value
    {data.setup.winter.loss}       a value of the game's data, after the edition; lists are joined: 4/3/2
    {data.setup.winter.loss:Thaler|Thalers}   singular or plural, chosen by such a value
    {data.setup.first.cards:card}  a thing of a kind, or a list of them, by name (in texts of a ruleset)

The path of a value is written as in an edition (`core/data.py`). A text for which no values are given is not
formatted, so its braces stay as they are; only its `{data...}` are replaced. The texts of a game are those of
its package, those its modules share (`modules/text/`) and those of each module (`modules/<module>/text/`);
clauses of modules come after those of the game, as people count.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping
from functools import cache
from importlib import resources
from typing import Any

from pfalz.core.clauses import in_order
from pfalz.core.data import load_files, value_at
from pfalz.core.errors import DataError

LANGUAGES = ("en", "de")
DATA = re.compile(r"\{data\.([^{}:!]+)(?::([^{}|]*)(?:\|([^{}|]*))?)?\}")
"""A value of the data in a text: its path, and two words it is to choose between or the kind it is of."""


class Count(int):
    """A number that can pick between two words."""

    def __format__(self, spec: str) -> str:
        if "|" in spec:
            one, many = spec.split("|", 1)
            return one if self == 1 else many
        return super().__format__(spec)


class Wording:
    """Texts in one language, looked up by dotted keys; values of the data are filled in."""

    def __init__(
        self,
        table: dict[str, Any],
        language: str,
        data: Callable[[], Mapping[str, Any]],
        named: Callable[[str, int], str] | None = None,
    ) -> None:
        self.table = table
        self.language = language
        self.data = data
        self.named = named
        """How a thing of a kind is called; nobody knows without a ruleset."""
        self._filled: dict[str, str] = {}

    def find(self, key: str) -> str | None:
        """The text of a key, None if there is none."""
        found = self._filled.get(key)
        if found is None:
            node: Any = self.table
            for part in key.split("."):
                if not isinstance(node, dict) or part not in node:
                    return None
                node = node[part]
            if not isinstance(node, str):
                return None
            found = self._filled[key] = self.fill(key, node)
        return found

    def lookup(self, key: str) -> str:
        """The text of a key; a missing one is named."""
        found = self.find(key)
        if found is None:
            raise KeyError(f"no text for {key!r}")
        return found

    def say(self, key: str, values: Mapping[str, object]) -> str:
        """The text of a key with values in place of its placeholders."""
        return filled(self.lookup(key), values)

    def part(self, name: str) -> dict[str, str]:
        """All texts of a table."""
        return {key: self.fill(f"{name}.{key}", text) for key, text in self.table[name].items()}

    def fill(self, key: str, text: str) -> str:
        """A text with the values of the data in it; `key` is named if there is no such value."""
        if "{data." not in text:
            return text
        said = DATA.sub(lambda found: self._value(key, found), text)
        if "{data." in said:
            raise KeyError(
                f"text {key!r}: values are {{data.path}}, {{data.path:one|many}} or {{data.path:kind}}"
            )
        return said

    def _value(self, key: str, found: re.Match[str]) -> str:
        path, one, many = found.groups()
        try:
            value = value_at(self.data(), path)
        except DataError as error:
            raise KeyError(f"text {key!r} names {path!r}, which the data do not have: {error}") from error
        if one is None:
            said = _said(value, self.language)
        elif many is None:
            said = self._names(one, value)
        else:
            said = (one if value == 1 else many) if type(value) in (int, float) else None
        if said is None:
            raise KeyError(f"text {key!r} names {path!r}, but {value!r} cannot be told so")
        return said

    def _names(self, kind: str, value: object) -> str | None:
        """The things of a kind that the data number."""
        things: list[Any] = value if isinstance(value, list) else [value]
        if self.named is None or any(type(thing) is not int for thing in things):
            return None
        return ", ".join([self.named(kind, thing) for thing in things])


class Words:
    """The texts of a package, as something to call: `words("table.waiting", names="Anna")`."""

    def __init__(self, package: str, language: str) -> None:
        self.language = language
        self.wording = wording(package, language)

    def __call__(self, key: str, **values: object) -> str:
        """A text by its dotted key, placeholders filled."""
        return self.wording.say(key, values)

    def has(self, key: str) -> bool:
        """Whether there is a text for a key."""
        return self.wording.find(key) is not None

    def part(self, key: str) -> dict[str, Any]:
        """A whole table of texts, lists of words among them."""
        part: dict[str, Any] = self.wording.table[key]
        return part


def filled(text: str, values: Mapping[str, object]) -> str:
    """A text with values in place of its placeholders; without values it stays as it is."""
    if not values or "{" not in text:
        return text
    return text.format(**{name: Count(v) if type(v) is int else v for name, v in values.items()})


@cache
def wording(package: str, language: str) -> Wording:
    """The texts of a package in a language, clauses included if it is a game; data as in its own files."""
    return Wording(texts_of(package, language), language, lambda: _own_data(package))


@cache
def texts_of(package: str, language: str) -> dict[str, Any]:
    """All texts of a package and of its modules: table -> key -> text."""
    if language not in LANGUAGES:
        raise KeyError(f"no texts in language {language!r}; there are {', '.join(LANGUAGES)}")
    modules = merged(*[_read(home, language) for home in _modules(package)])
    for table in ("section", "clause"):
        if table in modules:
            modules[table] = {id: modules[table][id] for id in sorted(modules[table], key=in_order)}
    return merged(_read(package, language), modules)


def _read(package: str, language: str) -> dict[str, Any]:
    folder = resources.files(package) / "text"
    files = (
        folder / name for name in (f"{language}.toml", f"rules.{language}.toml", f"learn.{language}.toml")
    )
    return merged(*(tomllib.loads(file.read_text("utf-8")) for file in files if file.is_file()))


def merged(*tables: Mapping[str, Any]) -> dict[str, Any]:
    """Texts of several files in one; of two with the same key the later one counts."""
    whole: dict[str, Any] = {}
    for table in tables:
        for key, value in table.items():
            old = whole.get(key)
            whole[key] = merged(old, value) if isinstance(old, dict) and isinstance(value, dict) else value
    return whole


def _said(value: object, language: str) -> str | None:
    if isinstance(value, list):
        parts = [_said(part, language) for part in value]
        return "/".join(part for part in parts if part is not None) if None not in parts else None
    if isinstance(value, float):
        return str(value).replace(".", "," if language == "de" else ".")
    if isinstance(value, str):
        return value.replace("{", "").replace("}", "")  # a box owner's word never becomes a placeholder
    return str(value) if type(value) is int else None


@cache
def _own_data(package: str) -> dict[str, Any]:
    """The data files of a package and of its modules, without an edition."""
    whole: dict[str, Any] = {}
    for home in (package, *_modules(package)):
        folder = resources.files(home) / "data"
        found = [file.name for file in folder.iterdir()] if folder.is_dir() else []
        names = (name.removesuffix(".toml") for name in sorted(found) if name.endswith(".toml"))
        whole.update(load_files(home, tuple(names)))
    return whole


@cache
def _modules(package: str) -> tuple[str, ...]:
    """Where the modules of a game keep texts: what they share, and each its own."""
    folder = resources.files(package) / "modules"
    if not folder.is_dir():
        return ()
    shared = [f"{package}.modules"] if (folder / "text").is_dir() else []
    homes = sorted(home.name for home in folder.iterdir() if (home / "text").is_dir())
    return (*shared, *[f"{package}.modules.{home}" for home in homes])
