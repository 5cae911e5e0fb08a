"""Both languages say everything: every question, slot, event, reason and option has words that fit."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from importlib import resources
from pathlib import Path
from random import Random
from typing import Any

import pytest

from pfalz.catalogue import ruleset
from pfalz.core.ask import Ask, because
from pfalz.core.events import Event
from pfalz.core.ruleset import Ruleset
from pfalz.core.state import NATURE, SPECTATOR
from pfalz.core.texts import LANGUAGES, Texts, _read

PACKAGE = "pfalz.games.wallenstein"
MODULES = ("court", "landsknechte", "leaders")
HELP = (
    "action_help",
    "event_help",
    "tile_help",
    "building_help",
    "favor_help",
    "banner_help",
)
KINDS = {
    "county": range(45),
    "region": range(5),
    "action": range(10),
    "building": range(3),
    "tile": range(-1, 5),
    "event_card": range(-1, 12),
    "season": range(4),
    "source": range(8),
    "banner": range(4),
    "bonus": range(4),
    "favor": range(-1, 21),
    "card": range(-1, 53),
    "destination": range(-1, 45),
    "draft_card": range(-1, 45),
    "box": range(-1, 14),
    "place": range(5),
    "yesno": range(2),
}


def keys(table: dict[str, Any], path: str = "") -> Iterator[tuple[str, str]]:
    for key, value in table.items():
        if isinstance(value, dict):
            yield from keys(value, f"{path}{key}.")
        else:
            yield path + key, value


@pytest.fixture(scope="module", params=LANGUAGES)
def language(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def test_both_languages_have_the_same_keys_and_placeholders() -> None:
    english, german = (
        [(key, set(re.findall(r"\{(\w+)", value))) for key, value in keys(_read(PACKAGE, f"{language}.toml"))]
        for language in LANGUAGES
    )
    assert english == german


def test_clauses_are_the_same_in_both_languages() -> None:
    english, german = (
        [key for key, _ in keys(_read(PACKAGE, f"rules.{language}.toml"))] for language in LANGUAGES
    )
    assert english == german


def test_every_sentence_ends_like_one(language: str) -> None:
    table = _read(PACKAGE, f"{language}.toml")
    for part in ("ask", "event", "reason", *HELP):
        for key, sentence in table[part].items():
            assert sentence.endswith((".", "?")), f"{part}.{key}"
            assert sentence[0].isupper() or sentence[0] in "{0123456789„“", f"{part}.{key}"


def test_help_ends_with_a_clause_that_exists(language: str) -> None:
    table = _read(PACKAGE, f"{language}.toml")
    clauses = _read(PACKAGE, f"rules.{language}.toml")["clause"]
    for part in HELP:
        for key, sentence in table[part].items():
            found = re.search(r"\((W-[\dR.]+)\)\.$", sentence)
            assert found and found[1] in clauses, f"{part}.{key}"
    for _, sentence in keys(table):
        for clause in re.findall(r"\((W-[\dR.]+)\)", sentence):
            assert clause in clauses, sentence


def test_questions_options_and_modules_have_words(language: str) -> None:
    rules = ruleset("wallenstein", 3, MODULES)
    texts = Texts(rules, language)
    for name in rules.questions:
        assert texts.has(f"ask.{name}"), name
    for option in rules.game.options:
        assert texts.has(f"option.{option.id}") and texts.has(f"option.{option.id}_help")
        for choice in option.choices:
            assert texts.has(f"option.{option.id}_choice.{choice}"), choice
            assert texts.has(f"option.{option.id}_choice_help.{choice}"), choice
    for module in rules.game.modules:
        assert texts.has(f"module.{module.id}") and texts.has(f"module.{module.id}_help")
    for key in ("title", "subtitle", "summary"):
        assert texts.text(f"game.{key}")


@pytest.mark.parametrize("players", [3, 5])
def test_everything_has_a_name(language: str, players: int) -> None:
    rules = ruleset("wallenstein", players, MODULES)
    texts = Texts(rules, language)
    t = rules.tables
    for kind, values in KINDS.items():
        names = [texts.name(kind, value) for value in values]
        assert all(names) and len(set(names)) == len(names), kind
    assert len({texts.name("colour", colour) for colour in range(players + 1)}) == players + 1
    for form in ("in", "to", "short"):
        forms = {texts.name("county", county, form) for county in range(45)}
        assert len(forms) == 45, form
    assert all(len(texts.name("county", county, "short")) <= 4 for county in range(45))
    for ids, part in (
        (t.event_ids, "event_help"),
        (t.favor_ids, "favor_help"),
        (t.banner_ids, "banner_help"),
    ):
        for id in ids:
            assert texts.has(f"{part}.{id}"), id


def test_german_names_follow_their_prepositions() -> None:
    texts = Texts(ruleset("wallenstein", 4), "de")
    ids = texts.rules.tables.county_ids

    def name(id: str, form: str) -> str:
        return texts.name("county", ids.index(id), form)

    assert name("boehmen", "in") == "in Böhmen" and name("boehmen", "to") == "nach Böhmen"
    assert name("boehmen", "acc") == "Böhmen"
    assert name("lausitz", "in") == "in der Lausitz" and name("lausitz", "to") == "in die Lausitz"
    assert name("lausitz", "acc") == "die Lausitz" and name("lausitz", "dat") == "der Lausitz"
    assert name("breisgau", "in") == "im Breisgau" and name("breisgau", "acc") == "den Breisgau"


def reason_keys() -> set[str]:
    """The first argument of every because(...) and the key of every IllegalMove in kernel and game."""
    found: set[str] = set()
    root = Path(str(resources.files("pfalz")))
    for file in [*(root / "core").glob("*.py"), *(root / "games" / "wallenstein").rglob("*.py")]:
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name) or not node.args:
                continue
            if node.func.id == "because":
                key: ast.expr = node.args[0]
            elif node.func.id == "IllegalMove" and len(node.args) > 1:
                key = node.args[1]
            else:
                continue
            choices = [key.body, key.orelse] if isinstance(key, ast.IfExp) else [key]
            found |= {choice.value for choice in choices if isinstance(choice, ast.Constant)}
    return found


def test_every_reason_has_words(language: str) -> None:
    texts = Texts(ruleset("wallenstein", 3), language)
    found = reason_keys()
    assert {"not_offered", "too_short", "bid_too_high", "church_peace"} <= found
    for key in found:
        assert texts.has(f"reason.{key}"), key
    assert set(_read(PACKAGE, f"{language}.toml")["reason"]) <= found


def filled(sentence: str) -> bool:
    return bool(sentence) and "{" not in sentence and "}" not in sentence


def speak(texts: Texts, s: Any, ask: Ask, move: tuple[int, ...], reasons: bool) -> None:
    """Say everything a page would say about an ask: prompt, slots, names, reasons."""
    assert filled(texts.prompt(ask))
    for i, value in enumerate(move):
        slot = ask.slot(s, move[:i])
        assert filled(texts.slot(ask, slot.name))
        assert filled(texts.name(slot.kind, value))
        if ask.seat == NATURE or not reasons:
            continue
        options = ask.options(s, move[:i]) or ()
        for other in ask.domain(s, move[:i]):
            why = ask.why_not(s, move[:i], other)
            assert (why is None) == (other in options)
            if why is not None:
                assert filled(texts.reason(why))
                assert why.clause in texts.clauses()
        assert filled(texts.reason(because("too_short", ask.rule)))


def play(rules: Ruleset[Any], seed: int) -> Iterator[tuple[Any, Ask, tuple[int, ...], list[Event]]]:
    """A random game: before every answer the position, the ask and the answer, and what happened before."""
    rng = Random(seed)
    trace: list[Event] = []
    s = rules.start(trace)
    while asks := [ask for ask in rules.asks(s) if not ask.answered]:
        ask = asks[0]
        question: Any = ask.question
        move = question.sample(s, ask.args, rng) if ask.seat == NATURE else ask.random_move(s, rng)
        yield s, ask, move, trace
        trace.clear()
        s.trace = trace
        rules.apply(s, ask.seat, move)
        s.trace = None
    assert rules.outcome(s).scores


@pytest.mark.parametrize("start", ["draft", "lineup"])
@pytest.mark.parametrize("players", [3, 4, 5])
def test_random_games_can_be_told(players: int, start: str) -> None:
    rules = ruleset("wallenstein", players, MODULES, {"start": start})
    both = [Texts(rules, language) for language in LANGUAGES]
    for turn, (s, ask, move, trace) in enumerate(play(rules, players * 10)):
        for texts in both:
            speak(texts, s, ask, move, turn % 9 == 0)
            for happened in trace:
                assert filled(texts.event(happened))
                assert texts.event(happened, SPECTATOR) == texts.event(happened)
