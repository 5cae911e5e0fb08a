"""Boards as plain text, for a terminal of a hundred columns: headings, lists, columns, cut and padded.

A letter of the Far East takes two columns. On the page such letters of a name bring a `FILLER` along, so
that counting and padding letters is counting and padding columns; `written` takes the fillers out again.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from textwrap import wrap
from typing import Final, Generic, TypeVar
from unicodedata import east_asian_width

from pfalz.core.lettering import short, short_names
from pfalz.core.ruleset import Ruleset
from pfalz.core.state import SPECTATOR, State
from pfalz.core.texts import Texts

S = TypeVar("S", bound=State)

WIDTH: Final = 100
FILLER: Final = "\ufeff"
"""Takes a column while the page is made, and is nothing when it is read."""
NONE: Final = "–"
"""What stands where there is nothing."""


class Page(Generic[S]):
    """A view being written down. Games add what their parts need to know, and the parts."""

    def __init__(self, rules: Ruleset[S], view: S, seat: int, texts: Texts) -> None:
        self.rules = rules
        self.view = view
        self.seat = seat if 0 <= seat < rules.players else SPECTATOR
        self.texts = _spread_names(texts)
        self.tags: Final = short_names(self.texts.seats)
        """Every player in a few letters."""

    def word(self, key: str, **values: int | str) -> str:
        """A label of the board, with numbers or words in it."""
        return self.texts.say(f"board.{key}", **values)

    def when(self) -> str:
        """Where the game stands: games say it."""
        return ""

    def head(self) -> list[str]:
        """The title, where the game stands, and the legend."""
        title = self.texts.text("game.title")
        return [f"{title}{self.when():>{WIDTH - len(title)}}", *wrap(self.legend(), WIDTH)]

    def legend(self) -> str:
        """What the signs mean."""
        return self.word("legend")

    def tag(self, seat: int) -> str:
        """The letters of a player at the beginning of a line."""
        return f"{f'[{self.tags[seat]}]':<6}"

    def name(self, seat: int, most: int, marks: Iterable[str] = ()) -> str:
        """The name of a player, cut, with what is to be said of them; the viewer is told so."""
        said = [*[self.word("you")] * (seat == self.seat), *marks]
        return short(self.texts.seats[seat], most) + (f" ({', '.join(said)})" if said else "")

    def by_tag(self, counts: Sequence[int]) -> list[str]:
        """How many everybody has, without those who have none: Ann 3, Ber 1."""
        return [f"{self.tags[seat]} {n}" for seat, n in enumerate(counts) if n]


def written(parts: Iterable[Sequence[str]]) -> str:
    """The parts that have lines, with an empty line between them."""
    found = "\n\n".join(["\n".join([line.rstrip() for line in part]) for part in parts if part])
    return found.replace(FILLER, "") + "\n"


def listed(head: str, words: Sequence[str]) -> list[str]:
    """A list after a heading, broken into lines; nothing is a dash."""
    indent = len(head) - len(head.lstrip()) + 2
    return wrap(head + (", ".join(words) or NONE), WIDTH, subsequent_indent=" " * indent)


def paragraph(words: str, indent: int = 2) -> list[str]:
    """Words broken into lines, all but the first one indented."""
    return wrap(words, WIDTH, subsequent_indent=" " * indent)


def columns(cells: Iterable[str], width: int, indent: int = 0) -> str:
    """Cells of equal width in a line; what is too long is cut."""
    return " " * indent + "".join([f"{short(cell, width - 1):<{width}}" for cell in cells])


def rows(cells: Sequence[str], width: int, per_row: int, indent: int = 0) -> list[str]:
    """Cells of equal width, so many in a line."""
    return [columns(cells[i : i + per_row], width, indent) for i in range(0, len(cells), per_row)]


def spread(words: str) -> str:
    """Words in which every letter that takes two columns has a filler before it."""
    if words.isascii():
        return words
    return "".join([FILLER + letter if east_asian_width(letter) in "WF" else letter for letter in words])


def display_width(words: str) -> int:
    """How many columns of a terminal words take."""
    return len(spread(words))


def _spread_names(texts: Texts) -> Texts:
    names = [spread(name) for name in texts.seats]
    return texts if tuple(names) == texts.seats else Texts(texts.rules, texts.language, names)
