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
from pfalz.games.staufer.rules import PRIVILEGE_SETS

PACKAGE = "pfalz.games.staufer"
KINDS = {
    "region": 6,
    "chest": 15,
    "figure": 2,
    "action": 4,
    "region_job": 6,
    "pattern_job": 6,
    "seat_job": 6,
    "tile_b": 3,
    "tile_c": 3,
    "point_tile": 6,
    "source": 9,
    "privilege_kind": 16,
    "trade": 17,
    "source_of_gain": 8,
    "yesno": 2,
}


def keys(table: dict[str, Any], path: str = "") -> Iterator[str]:
    for key, value in table.items():
        if isinstance(value, dict):
            yield from keys(value, f"{path}{key}.")
        else:
            yield path + key


def placeholders(table: dict[str, Any]) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for key in keys(table):
        node: Any = table
        for part in key.split("."):
            node = node[part]
        found[key] = set(re.findall(r"\{(\w+)", node))
    return found


@pytest.fixture(scope="module", params=LANGUAGES)
def language(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def test_both_languages_have_the_same_keys_and_placeholders() -> None:
    english, german = (_read(PACKAGE, f"{language}.toml") for language in LANGUAGES)
    assert list(keys(english)) == list(keys(german))
    assert placeholders(english) == placeholders(german)


def test_clauses_are_the_same_in_both_languages() -> None:
    english, german = (_read(PACKAGE, f"rules.{language}.toml") for language in LANGUAGES)
    assert list(keys(english)) == list(keys(german))


def test_every_sentence_ends_like_one(language: str) -> None:
    table = _read(PACKAGE, f"{language}.toml")
    for part in ("ask", "event", "reason", "privilege_help", "chest_help", "job_help", "bonus_help"):
        for key, sentence in table[part].items():
            assert sentence.endswith((".", "?", ".)")), f"{part}.{key}"
            assert sentence[0].isupper() or sentence[0] == "{", f"{part}.{key}"


def test_help_ends_with_a_clause_that_exists(language: str) -> None:
    table = _read(PACKAGE, f"{language}.toml")
    clauses = _read(PACKAGE, f"rules.{language}.toml")["clause"]
    for part in ("privilege_help", "chest_help", "job_help", "bonus_help", "tile_help"):
        for key, sentence in table[part].items():
            found = re.search(r"\((S-[\dR.]+)\)\.$", sentence)
            assert found and found[1] in clauses, f"{part}.{key}"


def test_questions_options_and_sets_have_words(language: str) -> None:
    rules = ruleset("staufer", 3)
    texts = Texts(rules, language)
    for name in rules.questions:
        assert texts.has(f"ask.{name}"), name
    for option in rules.game.options:
        assert texts.has(f"option.{option.id}") and texts.has(f"option.{option.id}_help")
        for choice in option.choices:
            assert texts.has(f"option.{option.id}_choice.{choice}"), choice
            assert texts.has(f"option.{option.id}_choice_help.{choice}"), choice
    for key in ("title", "subtitle", "summary"):
        assert texts.text(f"game.{key}")


@pytest.mark.parametrize("players", [2, 5])
def test_everything_has_a_name(language: str, players: int) -> None:
    rules = ruleset("staufer", players)
    texts = Texts(rules, language)
    t = rules.tables
    sizes = {**KINDS, "office": t.seats, "standing": 2 * t.seats, "space": t.spaces}
    for kind, size in sizes.items():
        names = [texts.name(kind, value) for value in range(size)]
        assert all(names)
        assert len(set(names)) == size, kind
    assert texts.name("standing", -2) == texts.text("name.enough")
    for ids, part in (
        (t.chest_ids, "chest_help"),
        (t.privilege_ids, "privilege_help"),
        (t.bonus_ids, "bonus_help"),
        ([id for row in t.job_ids for id in row], "job_help"),
    ):
        for id in ids:
            assert texts.has(f"{part}.{id}"), id


def reason_keys() -> set[str]:
    """The first argument of every because(...) and the key of every IllegalMove in kernel and game."""
    found: set[str] = set()
    root = Path(str(resources.files("pfalz")))
    for file in [*(root / "core").glob("*.py"), *(root / "games" / "staufer").rglob("*.py")]:
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
    texts = Texts(ruleset("staufer", 2), language)
    found = reason_keys()
    assert {"not_offered", "too_short", "too_long", "malformed", "too_dear", "no_envoy_left"} <= found
    for key in found:
        assert texts.has(f"reason.{key}"), key
    own = _read(PACKAGE, f"{language}.toml")["reason"]
    assert set(own) <= found


def test_secrets_have_sentences_for_those_who_may_not_know(language: str) -> None:
    rules = ruleset("staufer", 2)
    texts = Texts(rules, language)
    secret = [kind for kind in rules.events.values() if kind.secret]
    assert secret
    for kind in secret:
        sentence = texts.event((kind, (0, 3)), 1)
        assert texts.text("name.hidden") not in sentence
        assert sentence != texts.event((kind, (0, 3)), 0)
        assert texts.event((kind, (0, 4)), SPECTATOR) == sentence


def filled(sentence: str) -> bool:
    return bool(sentence) and "{" not in sentence and "}" not in sentence


def speak(texts: Texts, rules: Ruleset[Any], s: Any, ask: Ask, move: tuple[int, ...], reasons: bool) -> None:
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


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("privilege_set", PRIVILEGE_SETS)
def test_random_games_can_be_told(players: int, privilege_set: str) -> None:
    rules = ruleset("staufer", players, options={"privilege_set": privilege_set})
    both = [Texts(rules, language) for language in LANGUAGES]
    rng = Random(players * 100 + PRIVILEGE_SETS.index(privilege_set))
    trace: list[Event] = []
    s = rules.start(trace)
    turn = 0
    while asks := rules.asks(s):
        ask = asks[0]
        if ask.seat == NATURE:
            question: Any = ask.question
            move = question.sample(s, ask.args, rng)
        else:
            move = ask.random_move(s, rng)
        turn += 1
        for texts in both:
            speak(texts, rules, s, ask, move, turn % 7 == 0)
        s.trace = trace
        rules.apply(s, ask.seat, move)
        s.trace = None
        for happened in trace:
            for texts in both:
                assert filled(texts.event(happened))
                assert filled(texts.event(happened, SPECTATOR))
        trace.clear()
    assert rules.outcome(s).scores
