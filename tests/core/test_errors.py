"""Errors: every message is there in both languages, what is inside one too; str() is the English one."""

from __future__ import annotations

import ast
import pickle
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from typing import NamedTuple

import pytest

import pfalz
from pfalz import catalogue
from pfalz.bots import BotError
from pfalz.core import texts
from pfalz.core.errors import DataError, IllegalAnswer, PfalzError, Phrase, RecordError, RulesetError, hint
from pfalz.core.texts import LANGUAGES, error_text
from pfalz.core.wording import texts_of
from pfalz.terminal.context import UsageError

SOURCES = Path(pfalz.__file__).parent
PACKAGES = {"UsageError": "pfalz.terminal", "BotError": "pfalz.bots"}
PHRASES = {"server": "pfalz.server", "lab": "pfalz.bots"}
KERNEL = ("RulesetError", "RulesError", "DataError", "RecordError", "IllegalAnswer", "StaleAnswer", "Phrase")
TRANSLATED = ("core", "bots", "lab", "terminal")
"""Parts in which a message is always a key; games and the server may still raise plain sentences."""


class Message(NamedTuple):
    """A message raised somewhere: whose, its key, the details that come with it."""

    where: str
    package: str
    key: str
    details: frozenset[str]


def raised() -> Iterator[Message]:
    """Every message in the sources; one that is no key is yielded only where all have to be."""
    for path in sorted(SOURCES.rglob("*.py")):
        relative = path.relative_to(SOURCES)
        strict = relative.parts[0] in (*TRANSLATED, "catalogue.py", "cli.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name) or not node.args:
                continue
            name = node.func.id
            if name not in (*KERNEL, *PACKAGES):
                continue
            details = {word.arg for word in node.keywords if word.arg}
            if any(word.arg is None for word in node.keywords):  # **place(entry)
                details |= {"n", "seat", "ask"}
            first = node.args[0]
            for said in (first.body, first.orelse) if isinstance(first, ast.IfExp) else (first,):
                key = said.value if isinstance(said, ast.Constant) else ast.unparse(said)
                assert isinstance(key, str)
                if strict or (isinstance(said, ast.Constant) and key.isidentifier()):
                    package = PACKAGES.get(name, "pfalz.core")
                    if name == "Phrase":  # a phrase is said in an error of where it is made
                        package = PHRASES.get(relative.parts[0], package)
                    yield Message(f"{relative}:{node.lineno}", package, key, frozenset(details))


def placeholders(template: str) -> set[str]:
    return {field for _, field, _, _ in Formatter().parse(template) if field}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_message_has_a_text_with_its_details(language: str) -> None:
    found = list(raised())
    assert len(found) > 100
    for where, package, key, details in found:
        table = texts._errors(package, language)
        assert key in table, f"{where}: no text for {key!r} in {language}"
        assert placeholders(table[key]) == details, f"{where}: {key!r} in {language}"


@pytest.mark.parametrize("package", ["pfalz.core", "pfalz.bots", "pfalz.terminal"])
def test_both_languages_have_the_same_messages(package: str) -> None:
    own = [texts_of(package, language)["error"] for language in LANGUAGES]
    assert [*own[0]] == [*own[1]]
    for key in own[0]:
        assert placeholders(own[0][key]) == placeholders(own[1][key]), key


def test_no_message_is_left_over() -> None:
    used = {message.key for message in raised()} | {"label", "bug"}
    for package in ("pfalz.core", "pfalz.bots", "pfalz.terminal"):
        assert set(texts_of(package, "en")["error"]) <= used


def test_str_is_the_english_message() -> None:
    error = RecordError("no_position", n=9, last=4)
    assert str(error) == "position 9 does not exist; there are positions 0 to 4"
    assert repr(error) == f"RecordError({str(error)!r})"
    assert error_text(error, "de") == "Stellung 9 gibt es nicht; es gibt die Stellungen 0 bis 4"
    assert (error.message, error.details) == ("no_position", {"n": 9, "last": 4})


def test_what_a_page_can_get_wrong_is_called_by_its_words() -> None:
    wrong: list[tuple[str, int, dict[str, object], list[str], tuple[str, str]]] = [
        (
            "staufer",
            2,
            {"custom_privileges": [99]},
            [],
            ("Own selection of", "Eigene Auswahl der Privilegien"),
        ),
        ("mil", 2, {}, ["time_is_gold"], ("Time is Gold", "Zeit ist Gold")),
    ]
    for game, players, options, modules, names in wrong:
        with pytest.raises(RulesetError) as caught:
            catalogue.ruleset(game, players, modules, options)
        for language, name in zip(LANGUAGES, names, strict=True):
            said = error_text(caught.value, language)
            assert name in said and "_" not in said


def test_a_sentence_stands_for_itself() -> None:
    error = DataError("cards.toml: {nothing} is filled in here")
    assert {str(error), *(error_text(error, language) for language in LANGUAGES)} == {error.message}


def test_an_error_inside_an_error_is_translated_too() -> None:
    inner = IllegalAnswer("answer_too_long", "too_long", "T-1.1", ask="pick", given=2, enough=1)
    entry = RecordError("entry_fails", n=3, seat=0, ask="pick", error=inner)
    outer = UsageError("file_wrong", path=Path("a.jsonl"), error=entry)
    assert str(outer) == (
        "a.jsonl: entry 3 (seat 0, pick) does not replay: the answer to 'pick' has 2 values; 1 are enough"
    )
    assert error_text(outer, "de") == (
        "a.jsonl: Eintrag 3 (Platz 0, pick) lässt sich nicht nachspielen: "
        "die Antwort auf 'pick' hat 2 Werte; 1 reicht"
    )
    assert (inner.key, inner.clause, inner.values) == ("too_long", "T-1.1", {})


def test_hints() -> None:
    close = RulesetError("no_game", game="stufer", hint=hint("stufer", ("staufer", "mil")))
    assert str(close) == "there is no game 'stufer'; did you mean 'staufer'?"
    assert error_text(close, "de") == "es gibt kein Spiel 'stufer'; meintest du 'staufer'?"
    far = BotError("no_bot", name="x", hint=hint("x", ("random", "knight")))
    assert str(far) == "there is no bot 'x'; known: random, knight"
    assert error_text(far, "de") == "es gibt keinen Bot 'x'; es gibt: random, knight"
    assert hint("x", ()) == ""


def test_a_tuple_is_listed_with_its_phrases_translated() -> None:
    asked = (Phrase("open_ask", seat=0, ask="bid"), Phrase("open_ask", seat=2, ask="bid"))
    error = PfalzError("seat_not_asked", seat=1, open=asked)
    assert error_text(error, "de").endswith("offen: Platz 0 (bid), Platz 2 (bid)")


def test_to_another_process_goes_the_sentence() -> None:
    error = RecordError("no_position", n=9, last=4)
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), str(again)) == (RecordError, str(error))


def test_no_detail_is_called_like_a_parameter() -> None:
    taken = {"self", "message", "key", "clause", "values"}
    assert not [message for message in raised() if message.details & taken]
