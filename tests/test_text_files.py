"""Every text file of the project: both languages say the same, in the one syntax of `core/wording.py`."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from typing import Any

import pytest

import pfalz
from pfalz import catalogue
from pfalz.core.texts import LANGUAGES, Texts
from pfalz.core.wording import DATA, Wording, texts_of

HOME = Path(pfalz.__file__).parent
FILES = sorted(path.relative_to(HOME) for path in HOME.rglob("text/*.toml"))
PLURAL = re.compile(r"[^|{}]*\|[^|{}]*")


def texts(table: object, key: str = "") -> Iterator[tuple[str, object]]:
    """(dotted key, text or list) of a table and all tables in it."""
    if isinstance(table, dict):
        for name, value in table.items():
            yield from texts(value, f"{key}.{name}".lstrip("."))
    else:
        yield key, table


def read(file: Path) -> dict[str, object]:
    return dict(texts(tomllib.loads((HOME / file).read_text("utf-8"))))


def sentences(file: Path) -> dict[str, str]:
    return {key: text for key, text in read(file).items() if isinstance(text, str)}


def game_of(file: Path) -> str | None:
    return file.parts[1] if file.parts[0] == "games" else None


def forms(file: Path) -> set[str]:
    """Forms of names a game has: `acc` if there is a table `name.county_acc`."""
    id = game_of(file)
    names: dict[str, Any] = texts_of(catalogue.game(id).package, LANGUAGES[0])["name"] if id else {}
    return {kind.rpartition("_")[2] for kind in names}


def mistakes(text: str, known_forms: set[str]) -> list[str]:
    """What is wrong with the braces of a text."""
    found = []
    try:
        fields = [(name, spec or "", conv) for _, name, spec, conv in Formatter().parse(text)]
    except ValueError as error:
        return [str(error)]
    for name, spec, conversion in fields:
        if name is None:
            continue
        if name.startswith("data."):
            if conversion is not None or (spec and not (PLURAL.fullmatch(spec) or spec.isidentifier())):
                found.append(
                    f"{name}: a value is {{data.path}}, {{data.path:one|many}} or {{data.path:kind}}"
                )
        elif not name.isidentifier():
            found.append(f"{name!r} is no name of a value")
        elif conversion not in (None, "r") or (conversion and spec):
            found.append(f"{name}!{conversion}")
        elif "|" in spec:
            if not PLURAL.fullmatch(spec):
                found.append(f"{name}:{spec} does not choose between two words")
        elif spec and spec not in known_forms and not (name == "date" and spec.startswith("%")):
            found.append(f"{name}:{spec} is neither a plural nor a form of a name")
    return found


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


def test_there_are_files_in_both_languages() -> None:
    names = {str(path) for path in FILES}
    assert len(FILES) >= 22
    for name in names:
        assert any(name.endswith(f"{language}.toml") for language in LANGUAGES), name
        assert {re.sub(r"(en|de)\.toml$", f"{language}.toml", name) for language in LANGUAGES} <= names


@pytest.mark.parametrize("file", [path for path in FILES if path.name.endswith("en.toml")], ids=str)
def test_both_languages_have_the_same_keys_and_placeholders(file: Path) -> None:
    english, german = read(file), read(file.with_name(file.name.replace("en.toml", "de.toml")))
    assert list(english) == list(german)
    for key, text in english.items():
        other = german[key]
        assert type(text) is type(other), key
        if isinstance(text, str) and isinstance(other, str):
            assert placeholders(text) == placeholders(other), key


@pytest.mark.parametrize("file", FILES, ids=str)
def test_braces_are_of_the_one_syntax(file: Path) -> None:
    known = forms(file)
    wrong = {key: found for key, text in sentences(file).items() if (found := mistakes(text, known))}
    assert wrong == {}


def test_nothing_but_the_reader_reads_text_files() -> None:
    found = [
        path for path in HOME.rglob("*.py") if re.search(r"""/ ?["']text["']""", path.read_text("utf-8"))
    ]
    assert [str(path.relative_to(HOME)) for path in found] == ["core/wording.py"]


@pytest.mark.parametrize("file", FILES, ids=str)
def test_no_text_has_its_singular_under_another_key(file: Path) -> None:
    found = sentences(file)
    assert [key for key in found if key.endswith("_one") and key.removesuffix("_one") in found] == []


@pytest.mark.parametrize("file", FILES, ids=str)
def test_every_value_of_the_data_exists(file: Path) -> None:
    id = game_of(file)
    told = {key: text for key, text in sentences(file).items() if "{data." in text}
    assert id or not told
    if id:
        rules = catalogue.ruleset(id, catalogue.game(id).players[0])
        words = Wording({}, "en", lambda: rules.all_data, Texts(rules, "en").name)
        for key, text in told.items():
            assert not DATA.search(words.fill(key, text))


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("{n} {n:egg|eggs} {who!r} {{brace}} {county:acc} {data.a.b} {data.a.b:x|y} {date:%Y}", False),
        ("{n:egg|eggs|more}", True),
        ("{n:eggs}", True),
        ("{n!s}", True),
        ("{n[0]}", True),
        ("{seat.name}", True),
        ("{}", True),
        ("{n", True),
        ("{data.a:x y}", True),
        ("{data.a!r}", True),
    ],
)
def test_a_mistake_would_be_found(text: str, wrong: bool) -> None:
    assert bool(mistakes(text, {"acc"})) == wrong
