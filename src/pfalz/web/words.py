"""The words of the pages themselves, in both languages; the words of the games are `pfalz.core.texts`."""

from __future__ import annotations

from functools import cache

from pfalz.core import wording


class Words(wording.Words):
    """The words of the pages in one language."""

    def __init__(self, language: str) -> None:
        super().__init__("pfalz.web", language)

    def listed(self, names: list[str]) -> str:
        """Names in a row: "A, B and C"."""
        if len(names) < 2:
            return "".join(names)
        return self("common.and_list", first=", ".join(names[:-1]), last=names[-1])


@cache
def words(language: str) -> Words:
    """The words of one language."""
    return Words(language)
