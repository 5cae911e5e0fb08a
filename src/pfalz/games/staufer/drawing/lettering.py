"""How much room words take, and how to make them fit: a board is drawn without knowing the reader's fonts."""

from __future__ import annotations

WIDE = frozenset("MWmw@%ÆŒæœ—…")
NARROW = frozenset("Iijlft.,;:'|!()[]{}/ -")


def width_of(words: str, size: float) -> float:
    """About how wide words are in a bold serif; rather too wide than too narrow."""
    return size * sum(map(_share, words))


def fitted(words: str, room: float, size: float, smallest: float) -> tuple[str, float]:
    """Words and font size for some room: first smaller, then cut."""
    size = max(smallest, min(size, room / max(width_of(words, 1), 0.01)))
    if width_of(words, size) <= room + 0.01:
        return words, round(size, 1)
    while words and width_of(f"{words}…", size) > room:
        words = words[:-1].rstrip()
    return f"{words}…", size


def lines(words: str, width: int) -> list[str]:
    """Words broken into lines of so many letters."""
    found = [""]
    for word in words.split():
        if found[-1] and len(found[-1]) + 1 + len(word) > width:
            found.append("")
        found[-1] = f"{found[-1]} {word}".strip()
    return found


def _share(letter: str) -> float:
    """The width of a letter as a part of its height."""
    if letter in NARROW:
        return 0.44
    if letter in WIDE or ord(letter) > 0x2E80:
        return 1.12
    return 0.86 if letter.isupper() else 0.69
