"""How much room words take, and how to make them fit: a board is drawn without knowing the reader's fonts.

`Lettering` measures words in the letters of a drawing; what only counts letters (a map, a terminal) is
below it. Nothing here knows a language or a game.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

ROMAN: Final = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII")
"""Numbers as inscriptions have them: ROMAN[0] is one."""
CUT: Final = "…"
"""What stands at the end of words that were cut."""
BREAK_AFTER: Final = "-/"
"""A line may end after these letters, too."""
FAR_EAST: Final = 0x2E80
"""From here on letters are as wide as they are high."""


class Shares(dict[str, float]):
    """How wide letters are; of one that has not been met yet it is found out."""

    def __init__(self, known: dict[str, float], find: Callable[[str], float]) -> None:
        super().__init__(known)
        self._find = find

    def __missing__(self, letter: str) -> float:
        share = self[letter] = self._find(letter)
        return share


class Lettering:
    """The widths of letters as parts of their height: narrow, wide, capital and all other ones."""

    def __init__(self, narrow: str, wide: str, shares: tuple[float, float, float, float]) -> None:
        self._narrow, self._wide, self._capital, self._other = shares
        self._shares = Shares(
            dict.fromkeys(narrow, self._narrow) | dict.fromkeys(wide, self._wide), self._share
        )

    def breadth(self, words: str, size: float) -> float:
        """About how wide words are in letters of a size."""
        return size * sum(map(self._shares.__getitem__, words))

    def _share(self, letter: str) -> float:
        if ord(letter) >= FAR_EAST:
            return self._wide
        return self._capital if letter.isupper() else self._other

    def cut(self, words: str, room: float, size: float) -> str:
        """Words, cut off where they would not fit."""
        if self.breadth(words, size) <= room:
            return words
        while words and self.breadth(words + CUT, size) > room:
            words = words[:-1]
        return words.rstrip() + CUT

    def size(self, words: str, room: float, *sizes: float) -> float:
        """The first of some sizes in which words fit, or the last."""
        return next((size for size in sizes if self.breadth(words, size) <= room), sizes[-1])

    def fitted(self, words: str, room: float, size: float, smallest: float) -> tuple[str, float]:
        """Words and the size of their letters for some room: first smaller, then cut."""
        size = max(smallest, min(size, room / max(self.breadth(words, 1), 0.01)))
        if self.breadth(words, size) <= room + 0.01:
            return words, round(size, 1)
        return self.cut(words, room, size), size

    def broken(self, words: str, room: float, size: float) -> list[str]:
        """Words in as many lines as they need."""
        found: list[str] = []
        for word in words.split():
            if found and self.breadth(f"{found[-1]} {word}", size) <= room:
                found[-1] = f"{found[-1]} {word}"
            else:
                found.append(word)
        return found


PLAIN: Final = Lettering(" .,:;'!|()[]-fijlrtI", "MWmw@%—…", (0.36, 0.96, 0.7, 0.54))
"""A plain serif."""
BOLD: Final = Lettering(" .,:;'|!ijlItf", "MWmw@…", (0.36, 0.98, 0.76, 0.58))
"""A bold serif."""
WIDEST: Final = Lettering("Iijlft.,;:'|!()[]{}/ -", "MWmw@%ÆŒæœ—…", (0.44, 1.12, 0.86, 0.69))
"""A bold serif in the widest font we know of: rather too wide than too narrow."""


def lines(words: str, width: int) -> list[str]:
    """Words broken into lines of about so many letters, at blanks, hyphens and strokes."""
    found = [""]
    for word in words.split():
        glue = " "
        for part in _parts(word):
            if found[-1] and len(found[-1]) + len(glue) + len(part) > width:
                found.append(part)
            else:
                found[-1] = f"{found[-1]}{glue}{part}".strip()
            glue = ""
    return found


def _parts(word: str) -> list[str]:
    found = [""]
    for letter in word:
        found[-1] += letter
        if letter in BREAK_AFTER:
            found.append("")
    return found if found[-1] else found[:-1]


def short(words: str, width: int) -> str:
    """Words cut to so many letters."""
    return words if len(words) <= width else words[: width - 1] + CUT


def capital(words: str) -> str:
    """Words at the beginning of a sentence."""
    return words[:1].upper() + words[1:]


def short_names(names: Sequence[str]) -> list[str]:
    """The first letters of every name if they differ, otherwise numbers."""
    for length in (3, 4):
        found = [name[:length].strip() for name in names]
        if len(set(found)) == len(names) and all(found):
            return found
    return [f"#{i + 1}" for i in range(len(names))]
