"""A question as a person fills it in: slot by slot, forced slots by themselves, with a way back.

Choices are numbered: first what is on offer, then what the question knows but does not offer, with reasons.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from pfalz.core.ask import Ask, Reason, because, dead_end
from pfalz.core.state import HIDDEN, Move, State
from pfalz.core.texts import Texts


class Choice(NamedTuple):
    """A value a person can point at; with a reason if it is not on offer."""

    number: int
    value: int
    name: str
    reason: Reason | None


class Form:
    """The answer to one ask while it is being filled in. `view` is all it knows."""

    def __init__(self, view: State, ask: Ask, texts: Texts) -> None:
        self.view = view
        self.ask = ask
        self.texts = texts
        self.values: list[int] = []
        self.options: Sequence[int] | None = None
        self._chosen: list[int] = []
        self._advance()
        first = self.options[:1] if self.options is not None else ()
        self.several = not first or ask.options(view, (*self.values, *first)) is not None
        """Whether the form has more than one slot."""

    @property
    def complete(self) -> bool:
        """Whether the answer can be given."""
        return self.options is None

    @property
    def move(self) -> Move:
        """The answer as it stands."""
        return tuple(self.values)

    @property
    def chosen(self) -> int:
        """How many slots the person has filled."""
        return len(self._chosen)

    def put(self, value: int) -> None:
        """Fill the open slot with a legal value."""
        assert self.options is not None and value in self.options
        self._chosen.append(len(self.values))
        self.values.append(value)
        self._advance()

    def back(self) -> bool:
        """Empty the slot the person filled last; False if there is none."""
        if not self._chosen:
            return False
        del self.values[self._chosen.pop() :]
        self.options = self.ask.options(self.view, self.move)
        return True

    def _advance(self) -> None:
        """Fill slots that have a single value."""
        self.options = self.ask.options(self.view, self.move)
        while self.options is not None and len(self.options) == 1:
            self.values.append(self.options[0])
            self.options = self.ask.options(self.view, self.move)
        if self.options is not None and not self.options:
            raise dead_end(self.ask.question, self.ask.seat, self.values)

    def slot_title(self) -> str:
        """What the open slot is called; slots of one name are counted."""
        return self._titled(len(self.values))

    def choices(self) -> list[Choice]:
        """Everything a person can point at in the open slot."""
        if self.options is None:
            return []
        prefix = self.move
        kind = self.ask.slot(self.view, prefix).kind
        found = [
            Choice(number, value, self.texts.name(kind, value), None)
            for number, value in enumerate(self.options, 1)
        ]
        for value in self.ask.domain(self.view, prefix):
            if value not in self.options:
                reason = self.ask.why_not(self.view, prefix, value) or because("not_offered", self.ask.rule)
                found.append(Choice(len(found) + 1, value, self.texts.name(kind, value), reason))
        return found

    def filled(self) -> list[tuple[str, str]]:
        """(slot, value) of everything filled in so far, in words; slots of one name are counted."""
        told = in_words(self.view, self.ask, self.move, self.move, self.texts)
        return [(self._titled(i), value) for i, (_, value) in enumerate(told)]

    def _titled(self, at: int) -> str:
        names = [self.ask.slot(self.view, self.move[:i]).name for i in range(at + 1)]
        title = self.texts.slot(self.ask, names[at])
        count = names.count(names[at])
        return title if count == 1 else f"{title} {count}"


def in_words(s: State, ask: Ask, move: Move, shown: Move, texts: Texts) -> list[tuple[str, str]]:
    """(slot, value) of an answer, in words. `shown` is the answer as somebody may know it: slots that are
    hidden from them are left out."""
    found: list[tuple[str, str]] = []
    for i, value in enumerate(shown):
        if value != HIDDEN:
            slot = ask.slot(s, move[:i])
            found.append((texts.slot(ask, slot.name), texts.name(slot.kind, value)))
    return found
