"""A question as a person fills it in: slot by slot, forced slots by themselves, with a way back.

Choices are numbered: first what is on offer, then what the question knows but does not offer, with reasons.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from pfalz.core.ask import Ask, Reason, because
from pfalz.core.state import HIDDEN, Move, State
from pfalz.core.texts import Texts


class Offer(NamedTuple):
    """A value a person can point at; with a reason if it is not on offer."""

    number: int
    value: int
    name: str
    reason: Reason | None


class Filling:
    """The answer to one ask while it is being filled in. `view` is all it knows."""

    def __init__(self, view: State, ask: Ask, texts: Texts) -> None:
        self.view = view
        self.ask = ask
        self.texts = texts
        self._draft: list[int] = []
        self.options: Sequence[int] | None = None
        self._chosen: list[int] = []
        self._advance()
        first = self.options[:1] if self.options is not None else ()
        self.several = not first or ask.options(view, (*self._draft, *first)) is not None
        """Whether the form has more than one slot."""

    @property
    def complete(self) -> bool:
        """Whether the answer can be given."""
        return self.options is None

    @property
    def draft(self) -> Move:
        """What is filled in so far."""
        return tuple(self._draft)

    @property
    def chosen(self) -> int:
        """How many slots the person has filled."""
        return len(self._chosen)

    def put(self, value: int) -> None:
        """Fill the open slot with a legal value."""
        assert self.options is not None and value in self.options
        self._chosen.append(len(self._draft))
        self._draft.append(value)
        self._advance()

    def back(self) -> bool:
        """Empty the slot the person filled last; False if there is none."""
        if not self._chosen:
            return False
        del self._draft[self._chosen.pop() :]
        self.options = self.ask.options(self.view, self.draft)
        return True

    def _advance(self) -> None:
        """Fill slots that have a single value."""
        prefix, self.options = self.ask.forced(self.view, self._draft)
        self._draft = list(prefix)

    def slot_title(self) -> str:
        """What the open slot is called; slots of one name are counted."""
        return _titled(self.view, self.ask, self.draft, self.texts)

    def offers(self) -> list[Offer]:
        """Everything a person can point at in the open slot."""
        if self.options is None:
            return []
        prefix = self.draft
        kind = self.ask.slot(self.view, prefix).kind
        found = [
            Offer(number, value, self.texts.name(kind, value), None)
            for number, value in enumerate(self.options, 1)
        ]
        for value in self.ask.domain(self.view, prefix):
            if value not in self.options:
                reason = self.ask.why_not(self.view, prefix, value) or because("not_offered", self.ask.rule)
                found.append(Offer(len(found) + 1, value, self.texts.name(kind, value), reason))
        return found

    def filled(self) -> list[tuple[str, str]]:
        """(slot, value) of everything filled in so far, in words; slots of one name are counted."""
        return told(self.view, self.ask, self.draft, self.texts)


def told(view: State, ask: Ask, answer: Move, texts: Texts) -> list[tuple[str, str]]:
    """(slot, value) of an answer or its beginning, in words; slots of one name are counted."""
    said = in_words(view, ask, answer, answer, texts)
    return [(_titled(view, ask, answer[:i], texts), value) for i, (_, value) in enumerate(said)]


def _titled(view: State, ask: Ask, prefix: Move, texts: Texts) -> str:
    """What the slot after `prefix` is called, with its number if it is not the first of its name."""
    name = ask.slot(view, prefix).name
    count = 1 + sum(before.slot.name == name for before in ask.walk(view, prefix))
    title = texts.slot(ask, name)
    return title if count == 1 else f"{title} {count}"


def in_words(s: State, ask: Ask, answer: Move, shown: Move, texts: Texts) -> list[tuple[str, str]]:
    """(slot, value) of an answer, in words. `shown` is the answer as somebody may know it: slots that are
    hidden from them are left out."""
    found: list[tuple[str, str]] = []
    for seen, (_, slot, value) in zip(shown, ask.walk(s, answer), strict=False):
        if seen != HIDDEN:
            found.append((texts.slot(ask, slot.name), texts.name(slot.kind, value)))
    return found
