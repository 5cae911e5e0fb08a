"""Texts: prompts, names, log sentences, reasons and clauses of a game in one language.

Every game brings `text/en.toml` and `text/de.toml` (names, prompts, sentences) and `text/rules.en.toml`,
`text/rules.de.toml` (its clauses); words common to all games are the kernel's. Placeholders stand in braces:
`{seat}` is replaced by a name, `{n:point|points}` picks singular or plural, `{figure:acc}` asks for another
form of a name (table `name.figure_acc`), `{data.setup.winter.loss}` is a value of the ruleset's data
(`core/wording.py`). An event whose number `n` is zero or whose list `n` is
empty is told by the sentence `<event>_no_n` if there is one. Nothing here decides anything.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from pfalz.core.ask import Ask, Note, Reason
from pfalz.core.errors import Called, PfalzError, Phrase
from pfalz.core.events import Event
from pfalz.core.lettering import capital
from pfalz.core.ruleset import Ruleset
from pfalz.core.state import HIDDEN
from pfalz.core.wording import LANGUAGES, Count, Wording, filled, merged, texts_of, wording

__all__ = ("LANGUAGES", "Count", "Texts", "error_text", "rulebook")

KERNEL = "pfalz.core"


class Texts:
    """The texts of one game in one language."""

    def __init__(self, rules: Ruleset[Any], language: str, seats: Sequence[str] = ()) -> None:
        self.rules = rules
        self.language = language
        self.seats = tuple(seats) or tuple(
            wording(KERNEL, language).say("name.seat_number", {"n": i + 1}) for i in range(rules.players)
        )
        self._wording = Wording(
            _table(rules.game.package, language), language, lambda: rules.all_data, self.name
        )
        self._clauses: dict[str, str] | None = None
        self._names: dict[tuple[str, int, str], str] = {}
        """What things are called, as far as that was asked: there are as many as there are things."""

    def text(self, key: str, values: Mapping[str, tuple[str, int]] | None = None) -> str:
        """A text by its dotted key, placeholders filled."""
        template = self._wording.lookup(key)
        if not values:
            return template
        return filled(template, {name: _Word(self, kind, value) for name, (kind, value) in values.items()})

    def say(self, key: str, **values: int | str) -> str:
        """A text with plain numbers or words in it."""
        return filled(self._wording.lookup(key), values)

    def has(self, key: str) -> bool:
        """Whether there is a text for a key."""
        return self._wording.find(key) is not None

    def name(self, kind: str, value: int, form: str = "") -> str:
        """The name of a thing."""
        if value == HIDDEN:
            return self.text("name.hidden")
        if kind == "number":
            return str(value)
        if kind == "seat":
            return self.seats[value] if value >= 0 else self.text("name.nature")
        if kind == "yesno":
            return self.text("name.yes" if value else "name.no")
        found = self._names.get((kind, value, form))
        if found is None:
            found = self._names[kind, value, form] = self._name(kind, value, form)
        return found

    def _name(self, kind: str, value: int, form: str) -> str:
        key, values = self.rules.kinds[kind].name(value)
        head, dot, rest = key.partition(".")
        if form and self.has(f"name.{head}_{form}{dot}{rest}"):
            key = f"{head}_{form}{dot}{rest}"
        return self.text(f"name.{key}", values)

    def help(self, kind: str, value: int) -> str:
        """What a thing does: of one called `name.favor.calm` the text `favor_help.calm`."""
        key, values = self.rules.kinds[kind].name(value)
        head, dot, rest = key.partition(".")
        return self.text(f"{head}_help{dot}{rest}", values)

    def hint(self, kind: str, value: int) -> str:
        """Name and effect of a thing, as its tooltip says them."""
        return f"{capital(self.name(kind, value))}: {self.help(kind, value)}"

    def prompt(self, ask: Ask) -> str:
        """The sentence that asks a question: what it is about is said to nobody but the one who is asked."""
        about = ask.question.about(ask.args)
        return self.text(f"ask_about.{ask.name}", about) if about else self.text(f"ask.{ask.name}")

    def slot(self, ask: Ask, name: str) -> str:
        """What a slot of a form is called."""
        return self.text(f"slot.{name}")

    def event(self, event: Event, viewer: int | None = None) -> str:
        """The log sentence of an event, as `viewer` may read it (None: everything), with its clause."""
        said = self._event(event, viewer)
        return f"{said} ({event[0].rule})" if event[0].rule else said

    def _event(self, event: Event, viewer: int | None) -> str:
        kind, args = event
        shown = args if viewer is None else kind.seen_by(args, viewer)
        hidden = HIDDEN in shown and self.has(f"event.{kind.name}_hidden")
        values: dict[str, tuple[str, int]] = {}
        for i, (param, what) in enumerate(kind.params):
            if what.endswith("*"):
                name = kind.name + ("_hidden" if hidden else "")
                return self._begun(self._listed(name, values, param, what[:-1], shown[i:]))
            values[param] = (what, shown[i])
        key = f"event.{kind.name}" + ("_hidden" if hidden else "")
        for param, word in values.items():
            if word == ("number", 0) and self.has(f"{key}_no_{param}"):
                key = f"{key}_no_{param}"
        return self._begun(self.text(key, values))

    def _begun(self, sentence: str) -> str:
        """A sentence that begins with a capital, unless with the name of a person: theirs is as it is."""
        if not sentence[:1].islower() or sentence.startswith(self.seats):
            return sentence
        return capital(sentence)

    def _listed(
        self, name: str, values: Mapping[str, tuple[str, int]], param: str, what: str, rest: Sequence[int]
    ) -> str:
        if not rest and self.has(f"event.{name}_no_{param}"):
            name = f"{name}_no_{param}"
        words: dict[str, object] = {key: _Word(self, kind, value) for key, (kind, value) in values.items()}
        words[param] = ", ".join(self.name(what, value) for value in rest) or self.text("name.nothing")
        return self._wording.say(f"event.{name}", words)

    def reason(self, reason: Reason) -> str:
        """Why something is not on offer, with its clause."""
        return f"{self.text(f'reason.{reason.key}', reason.values)} ({reason.clause})"

    def notes(self, notes: Sequence[Note]) -> str:
        """What a choice costs and yields; empty if there is nothing to say."""
        return ", ".join([self.text(f"note.{note.key}", note.values) for note in notes])

    def clause(self, id: str) -> str:
        """Our paraphrase of a clause."""
        return self._wording.fill(f"clause.{id}", self._wording.table["clause"][id])

    def clauses(self) -> dict[str, str]:
        """All clauses in the order of the rules."""
        if self._clauses is None:
            self._clauses = self._wording.part("clause")
        return self._clauses

    def sections(self) -> dict[str, str]:
        """Headings of the sections of the rules."""
        return self._wording.part("section")


def rulebook(package: str, language: str) -> tuple[dict[str, str], dict[str, str]]:
    """Section headings and clauses of the game in `package`; needs no ruleset, numbers are our own data's."""
    sections, clauses = _rulebook(package, language)
    return dict(sections), dict(clauses)


@cache
def _rulebook(package: str, language: str) -> tuple[dict[str, str], dict[str, str]]:
    found = wording(package, language)
    return found.part("section"), found.part("clause")


def error_text(error: PfalzError, language: str) -> str:
    """The message of an error in a language; one that is not translated stays as it is."""
    return _message(error.package, error, language)


def _message(package: str, said: PfalzError | Phrase, language: str) -> str:
    template = _errors(package, language).get(said.message)
    if template is None:
        return said.message
    return template.format(**{name: _detail(package, v, language) for name, v in said.details.items()})


def _detail(package: str, value: object, language: str) -> object:
    if isinstance(value, PfalzError):
        return error_text(value, language)
    if isinstance(value, Phrase):
        return _message(package, value, language)
    if isinstance(value, Called):
        return (wording(value.package, language).find(value.key) if value.package else None) or value.id
    if isinstance(value, tuple):
        return ", ".join(str(_detail(package, part, language)) for part in value)
    return Count(value) if type(value) is int else value


class _Word:
    def __init__(self, texts: Texts, kind: str, value: int) -> None:
        self.texts = texts
        self.kind = kind
        self.value = value

    def __format__(self, spec: str) -> str:
        if "|" in spec:
            one, many = spec.split("|", 1)
            return one if self.value == 1 else many
        return self.texts.name(self.kind, self.value, spec)


@cache
def _errors(package: str, language: str) -> dict[str, str]:
    """The messages of a package's errors, the kernel's included."""
    own: dict[str, str] = texts_of(package, language).get("error", {})
    return {**texts_of(KERNEL, language)["error"], **own}


@cache
def _table(package: str, language: str) -> dict[str, Any]:
    """The texts of a game over those of the kernel."""
    return merged(texts_of(KERNEL, language), texts_of(package, language))
