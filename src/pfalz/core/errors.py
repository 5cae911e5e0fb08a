"""Every error the kernel raises on purpose. A message says what was wrong, where, and what would be right.

An error carries the key of its message and the details in it: `RecordError("no_position", n=9, last=4)`. The
sentences stand in `text/{en,de}.toml` of the error's package, table `error`; `str(error)` is the English one,
`pfalz.core.texts.error_text` makes the others. A message that is no key is a sentence and stands for itself.
"""

from __future__ import annotations

import difflib
from collections.abc import Collection, Mapping
from typing import ClassVar

from mypy_extensions import mypyc_attr


class Phrase:
    """A part of a message that is translated with it."""

    def __init__(self, message: str, /, **details: object) -> None:
        self.message = message
        self.details = details


class Called:
    """Something of a game, by the words of its package; by its id if there are none."""

    def __init__(self, package: str, key: str, id: str) -> None:
        self.package = package
        self.key = key
        self.id = id


@mypyc_attr(allow_interpreted_subclasses=True)
class PfalzError(Exception):
    """Base of all errors a caller may want to show to a person.

    Details that are errors, phrases or things of a game are translated as well; a tuple is listed, with
    commas."""

    package: ClassVar[str] = "pfalz.core"
    """Whose texts have the message."""

    def __init__(self, message: str, /, **details: object) -> None:
        super().__init__(message)
        self.message = message
        self.details = details

    def __str__(self) -> str:
        from pfalz.core.texts import error_text  # texts know the rules, and the rules these errors

        return error_text(self, "en")

    def __repr__(self) -> str:
        return f"{self.__class__.__name__}({str(self)!r})"

    def __reduce__(self) -> tuple[type[PfalzError], tuple[str]]:
        return self.__class__, (str(self),)  # to another process goes the sentence alone


class RulesetError(PfalzError):
    """A game, a module or a choice of options does not fit together; raised while a ruleset is built."""


class RulesError(PfalzError):
    """The rules of a game contradict themselves at run time (a dead end, a broken invariant): a bug."""


class DataError(PfalzError):
    """A data file or an edition holds a wrong value; the message names file, path and what is expected."""


class RecordError(PfalzError):
    """A log file cannot be read or does not replay; nothing has been changed."""


class IllegalAnswer(PfalzError):
    """An answer that is not on offer. Besides its message it carries the reason: key, clause and values.

    The reason is for the one who answered (`Texts.reason`), the message for whoever looks for the mistake.
    No detail may be called like one of the parameters, though Python would allow it: mypyc does not."""

    def __init__(
        self,
        message: str,
        key: str = "not_offered",
        clause: str = "",
        values: Mapping[str, tuple[str, int]] | None = None,
        /,
        **details: object,
    ) -> None:
        super().__init__(message, **details)
        self.key = key
        self.clause = clause
        self.values = dict(values or {})


class StaleAnswer(PfalzError):
    """An answer to a question that is no longer open."""


def hint(word: str, known: Collection[str]) -> Phrase | str:
    """The end of a message about an unknown word: what was meant, or everything there is."""
    close = difflib.get_close_matches(word, list(known), n=1)
    if close:
        return Phrase("hint_close", word=close[0])
    return Phrase("hint_known", known=tuple(known)) if known else ""
