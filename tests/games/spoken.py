"""What must hold for the words of every game, in both languages.

A game joins with a class of its own in its `test_texts.py`:

    class TestWords(Spoken):
        rules = ruleset("staufer", 3)
        helps = {"chest_help", "job_help"}
        reasons = {"too_dear"}

and tells random games with `tell`.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from importlib import resources
from pathlib import Path
from random import Random
from typing import Any, ClassVar

from pfalz.catalogue import ruleset
from pfalz.core.ask import Ask, because
from pfalz.core.clauses import CLAUSE as ID
from pfalz.core.events import Event
from pfalz.core.game import Game
from pfalz.core.ruleset import Ruleset
from pfalz.core.state import NATURE, SPECTATOR, Move
from pfalz.core.texts import LANGUAGES, Texts
from pfalz.core.wording import texts_of
from tests.games.playing import at_random, open_asks

ROOT = Path(str(resources.files("pfalz")))
CLAUSE = rf"\(({ID})\)"


def sentences(table: dict[str, Any], path: str = "") -> Iterator[tuple[str, str]]:
    """Every text of a file with its dotted key."""
    for key, value in table.items():
        if isinstance(value, dict):
            yield from sentences(value, f"{path}{key}.")
        else:
            yield path + key, str(value)


def reason_keys(files: Iterable[Path]) -> set[str]:
    """The first argument of every because(...) and the key of every IllegalAnswer."""
    found: set[str] = set()
    for file in files:
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name) or not node.args:
                continue
            if node.func.id == "because":
                key: ast.expr = node.args[0]
            elif node.func.id == "IllegalAnswer" and len(node.args) > 1:
                key = node.args[1]
            else:
                continue
            choices = [key.body, key.orelse] if isinstance(key, ast.IfExp) else [key]
            found |= {str(choice.value) for choice in choices if isinstance(choice, ast.Constant)}
    return found


def obligatory(game: Game[Any]) -> list[Ruleset[Any]]:
    """The game with each obligatory module, all that go with it, and its options switched on."""
    found = []
    for module in game.modules:
        for players in module.obligatory[:1]:
            beside = [m.id for m in game.modules if m.players[0] <= players <= m.players[1]]
            on = {option.id: True for option in module.options if option.default is False}
            found.append(ruleset(game.id, players, beside, on))
    return found


class Spoken:
    """Both languages say everything: every question, event, reason and option has words that fit."""

    rules: ClassVar[Ruleset[Any]]
    """The game with all its modules."""
    helps: ClassVar[set[str]]
    """The parts of the texts that explain things; each sentence ends with its clause."""
    reasons: ClassVar[set[str]]
    """Some reasons that the code certainly gives."""
    computed_reasons: ClassVar[set[str]] = set()
    """Reasons whose names are put together or looked up while playing."""
    alike: ClassVar[set[str]] = set()
    """Kinds with things that have the same name: faces of a die."""
    beginnings: ClassVar[str] = "{"
    """What a sentence may begin with besides a capital letter."""

    def table(self, language: str) -> dict[str, Any]:
        return texts_of(self.rules.game.package, language)

    def test_every_sentence_ends_like_one(self, language: str) -> None:
        table = self.table(language)
        for part in ("ask", "ask_about", "event", "reason", *sorted(self.helps)):
            for key, sentence in table.get(part, {}).items():
                assert sentence.endswith((".", "?")), f"{part}.{key}"
                assert sentence[0].isupper() or sentence[0] in self.beginnings, f"{part}.{key}"

    def test_help_ends_with_a_clause_that_exists(self, language: str) -> None:
        table = self.table(language)
        clauses = table["clause"]
        assert {part for part in table if part.endswith("_help")} == self.helps
        for part in sorted(self.helps):
            for key, sentence in table[part].items():
                found = re.search(rf"{CLAUSE}\.$", sentence)
                assert found and found[1] in clauses, f"{part}.{key}"
        for key, sentence in sentences(table):
            known = [*clauses, *table["section"]] if key.startswith("clause.") else clauses
            for clause in re.findall(CLAUSE, sentence):
                assert clause in known, key

    def test_questions_events_options_and_modules_have_words(self, language: str) -> None:
        rules, own = self.rules, self.table(language)
        texts = Texts(rules, language)
        questions, events = dict(rules.questions), set(rules.events)
        for other in obligatory(rules.game):
            questions |= other.questions
            events |= set(other.events)
        for name in questions:
            assert texts.has(f"ask.{name}"), name
        for name in events:
            assert texts.has(f"event.{name}"), name
        assert set(own["ask"]) == set(questions)
        told = {name for name, question in questions.items() if question.about(tuple(range(9)))}
        assert set(own.get("ask_about", {})) == told
        assert {re.sub("_no_.*|_hidden$", "", name) for name in own["event"]} == events
        for option in rules.game.options:
            assert texts.has(f"option.{option.id}") and texts.has(f"option.{option.id}_help")
            for choice in option.choices:
                assert texts.has(f"option.{option.id}_choice.{choice}"), choice
                assert texts.has(f"option.{option.id}_choice_help.{choice}"), choice
        for module in rules.game.modules:
            assert texts.has(f"module.{module.id}") and texts.has(f"module.{module.id}_help")
        for key in ("title", "subtitle", "summary"):
            assert texts.text(f"game.{key}")

    def test_everything_has_a_name(self, language: str) -> None:
        most = self.rules.game.players[1]
        full = ruleset(self.rules.game.id, most, [module.id for module in self.rules.modules])
        for rules in (self.rules, full):
            texts = Texts(rules, language)
            told = {what.rstrip("*") for event in rules.events.values() for _, what in event.params}
            assert told <= set(rules.kinds.ids())
            for id in rules.kinds.ids():
                if id in self.alike:
                    assert all(filled(texts.name(id, value)) for value in rules.kinds[id].values), id
                else:
                    distinct(texts, id, rules.kinds[id].values)

    def test_every_reason_has_words_and_no_words_are_idle(self, language: str) -> None:
        texts = Texts(self.rules, language)
        kernel = reason_keys((ROOT / "core").glob("*.py"))
        found = reason_keys((ROOT / "games" / self.rules.game.id).rglob("*.py")) | self.computed_reasons
        assert {"not_offered", "too_short", "too_long", "malformed"} <= kernel and self.reasons <= found
        for key in kernel | found:
            assert texts.has(f"reason.{key}"), key
        assert set(self.table(language)["reason"]) <= found


# -- names and sentences --------------------------------------------------------------------------------


def distinct(texts: Texts, kind: str, values: Iterable[int]) -> None:
    """Everything of a kind has a name of its own."""
    names = [texts.name(kind, value) for value in values]
    assert all(names) and len(set(names)) == len(names), kind


def filled(sentence: str) -> bool:
    """Whether something is said and nothing is left open."""
    return bool(sentence) and "{" not in sentence and "}" not in sentence


def tell(rules: Ruleset[Any], seed: int, every: int) -> None:
    """Play a random game and tell it in both languages; at every so many questions say all reasons too."""
    both = [Texts(rules, language) for language in LANGUAGES]
    choose = at_random(Random(seed))
    trace: list[Event] = []
    s = rules.start(trace)
    turn = 0
    while asks := open_asks(rules, s):
        ask = asks[0]
        move = choose(s, ask)
        turn += 1
        for texts in both:
            _speak(texts, s, ask, move, turn % every == 0)
        s.trace = trace
        rules.apply(s, ask.seat, move)
        s.trace = None
        for happened in trace:
            for texts in both:
                assert filled(texts.event(happened))
                assert filled(texts.event(happened, SPECTATOR))
                if not happened[0].secret:
                    assert texts.event(happened, SPECTATOR) == texts.event(happened)
        trace.clear()
    assert rules.outcome(s).scores


def _speak(texts: Texts, s: Any, ask: Ask, answer: Move, reasons: bool) -> None:
    """Say everything a page would say about an ask: prompt, slots, names, reasons."""
    assert filled(texts.prompt(ask))
    for i, value in enumerate(answer):
        slot = ask.slot(s, answer[:i])
        assert filled(texts.slot(ask, slot.name))
        assert filled(texts.name(slot.kind, value))
        if ask.seat == NATURE or not reasons:
            continue
        options = ask.options(s, answer[:i]) or ()
        for other in ask.domain(s, answer[:i]):
            why = ask.why_not(s, answer[:i], other)
            assert (why is None) == (other in options)
            if why is not None:
                assert filled(texts.reason(why))
                assert why.clause in texts.clauses()
        assert filled(texts.reason(because("too_short", ask.rule)))
