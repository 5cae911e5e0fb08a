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
from pfalz.core.ask import Ask
from pfalz.core.chance import nature_move
from pfalz.core.events import Event
from pfalz.core.ruleset import Ruleset
from pfalz.core.state import NATURE, SPECTATOR
from pfalz.core.texts import LANGUAGES, Texts, _read
from pfalz.games.mil.events import DONATION_OFFERED, POINTS_SCORED, WOMEN_VEILED
from pfalz.games.mil.rules import MODULE_IDS

PACKAGE = "pfalz.games.mil"
HELP = (
    "sphere_help",
    "favour_help",
    "action_help",
    "land_help",
    "stack_help",
    "resource_help",
    "secret_help",
    "token_help",
)
KINDS = {
    "knight": 12,
    "knight_or_none": 21,
    "receiver": 22,
    "column": 4,
    "family": 5,
    "land": 5,
    "land_tile": 10,
    "place": 14,
    "sphere": 4,
    "stack": 2,
    "cubes": 30,
    "resource": 5,
    "exchange": 12,
    "face": 6,
    "action": 5,
    "growth": 4,
    "result": 3,
    "payment": 2,
    "marker": 2,
    "court": 3,
    "counter": 3,
    "market": 3,
    "bid": 2,
    "war": 3,
    "curia": 3,
    "winter": 2,
    "source": 13,
}


def keys(table: dict[str, Any], path: str = "") -> Iterator[str]:
    for key, value in table.items():
        if isinstance(value, dict):
            yield from keys(value, f"{path}{key}.")
        else:
            yield path + key


def words_of(table: dict[str, Any], key: str) -> str:
    node: Any = table
    for part in key.split("."):
        node = node[part]
    return str(node)


@pytest.fixture(scope="module", params=LANGUAGES)
def language(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def test_both_languages_have_the_same_keys_and_placeholders() -> None:
    english, german = (_read(PACKAGE, f"{language}.toml") for language in LANGUAGES)
    assert list(keys(english)) == list(keys(german))
    for key in keys(english):
        one, other = (set(re.findall(r"\{(\w+)", words_of(table, key))) for table in (english, german))
        assert one == other, key


def test_clauses_are_the_same_in_both_languages() -> None:
    english, german = (_read(PACKAGE, f"rules.{language}.toml") for language in LANGUAGES)
    assert list(keys(english)) == list(keys(german))


def test_every_sentence_ends_like_one(language: str) -> None:
    table = _read(PACKAGE, f"{language}.toml")
    for part in ("ask", "event", "reason", *HELP):
        for key, sentence in table[part].items():
            assert sentence.endswith((".", "?")), f"{part}.{key}"
            assert sentence[0].isupper() or sentence[0] == "{", f"{part}.{key}"


def test_help_ends_with_a_clause_that_exists(language: str) -> None:
    table = _read(PACKAGE, f"{language}.toml")
    clauses = _read(PACKAGE, f"rules.{language}.toml")["clause"]
    sentences = [(f"{part}.{key}", words) for part in HELP for key, words in table[part].items()]
    sentences += [(key, words) for key, words in table["module"].items() if key.endswith("_help")]
    for key, sentence in sentences:
        found = re.search(r"\((M-[\dR.]+)\)\.$", sentence)
        assert found and found[1] in clauses, key


def test_nobody_counts_what_is_not_there() -> None:
    texts = Texts(ruleset("mil", 3, MODULE_IDS), "en", ["Ida", "Jan", "Kim"])
    assert texts.event((DONATION_OFFERED, (0, 0))) == "Ida offers the Curia nothing."
    assert texts.event((DONATION_OFFERED, (0, 2))) == "Ida offers the Curia 2 gold."
    assert (
        texts.event((WOMEN_VEILED, (0, 0, 0))) == "Ida's knight A in the Monastery: no woman takes the veil."
    )
    assert (
        texts.event((WOMEN_VEILED, (4, 1, 0))) == "Jan's knight A in the Monastery: 1 woman takes the veil."
    )
    assert texts.event((WOMEN_VEILED, (0, 2, 2))).endswith("2 women take the veil (2 privileges paid).")
    assert texts.event((POINTS_SCORED, (2, 0, 11))) == "Kim: no PP (gold)."


def test_questions_events_options_and_modules_have_words(language: str) -> None:
    rules = ruleset("mil", 3, MODULE_IDS)
    texts = Texts(rules, language)
    for name in rules.questions:
        assert texts.has(f"ask.{name}"), name
    for name in rules.events:
        assert texts.has(f"event.{name}"), name
    own = _read(PACKAGE, f"{language}.toml")
    assert set(own["ask"]) == set(rules.questions)
    assert {name.partition("_no_")[0] for name in own["event"]} == set(rules.events)
    for option in rules.game.options:
        assert texts.has(f"option.{option.id}") and texts.has(f"option.{option.id}_help")
        for choice in option.choices:
            assert texts.has(f"option.{option.id}_choice.{choice}"), choice
            assert texts.has(f"option.{option.id}_choice_help.{choice}"), choice
    for module in rules.game.modules:
        assert texts.has(f"module.{module.id}") and texts.has(f"module.{module.id}_help")
    for key in ("title", "subtitle", "summary"):
        assert texts.text(f"game.{key}")


def test_everything_has_a_name(language: str) -> None:
    rules = ruleset("mil", 5)
    small = ruleset("mil", 3)
    texts, few = Texts(rules, language), Texts(small, language)
    for kind, size in KINDS.items():
        of = few if kind == "place" else texts
        names = [of.name(kind, value) for value in range(size)]
        assert all(names)
        if kind not in ("face", "sphere"):
            assert len(set(names)) == size, kind


def reason_keys() -> set[str]:
    """What because(...) may be called with in the game: literals, alternatives, and taken_by."""
    found = {"slot_printed_black", "slot_black", "slot_token", "slot_taken"}
    for file in Path(str(resources.files(PACKAGE))).rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "because":
                key = node.args[0]
                choices = [key.body, key.orelse] if isinstance(key, ast.IfExp) else [key]
                found |= {str(choice.value) for choice in choices if isinstance(choice, ast.Constant)}
    return found


def test_every_reason_has_words_and_no_words_are_idle(language: str) -> None:
    texts = Texts(ruleset("mil", 2), language)
    found = reason_keys()
    assert {"toll_unpaid", "too_strong", "has_two_lands", "free_land_not_for_king"} <= found
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


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_random_games_can_be_told(players: int) -> None:
    for seed in range(3):
        rules: Ruleset[Any] = ruleset("mil", players, MODULE_IDS if players > 2 and seed else ())
        both = [Texts(rules, language) for language in LANGUAGES]
        rng = Random(players * 10 + seed)
        trace: list[Event] = []
        s = rules.start(trace)
        turn = 0
        while asks := [ask for ask in rules.asks(s) if not ask.answered]:
            ask = asks[0]
            move = nature_move(ask, s, rng) if ask.seat == NATURE else ask.random_move(s, rng)
            turn += 1
            for texts in both:
                speak(texts, s, ask, move, turn % 5 == 0)
            s.trace = trace
            rules.apply(s, ask.seat, move)
            s.trace = None
            for happened in trace:
                for texts in both:
                    assert filled(texts.event(happened))
                    assert filled(texts.event(happened, SPECTATOR))
            trace.clear()
        assert rules.outcome(s).scores
