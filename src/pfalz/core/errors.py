"""Every error the kernel raises on purpose. A message says what was wrong, where, and what would be right."""

from __future__ import annotations

from collections.abc import Mapping


class PfalzError(Exception):
    """Base of all errors a caller may want to show to a person."""


class RulesetError(PfalzError):
    """A game, a module or a choice of options does not fit together; raised while a ruleset is built."""


class RulesError(PfalzError):
    """The rules of a game contradict themselves at run time (a dead end, a broken invariant): a bug."""


class DataError(PfalzError):
    """A data file or an edition holds a wrong value; the message names file, path and what is expected."""


class RecordError(PfalzError):
    """A log file cannot be read or does not replay; nothing has been changed."""


class IllegalMove(PfalzError):
    """An answer that is not on offer. Carries the reason's key, clause and values, to be translated."""

    def __init__(
        self,
        message: str,
        key: str = "not_offered",
        clause: str = "",
        values: Mapping[str, tuple[str, int]] | None = None,
    ) -> None:
        super().__init__(message)
        self.key = key
        self.clause = clause
        self.values = dict(values or {})


class StaleAnswer(PfalzError):
    """An answer to a question that is no longer open."""
