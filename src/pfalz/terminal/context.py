"""What every command has in hand: the words of its language, two consoles, and a way to ask the person."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from pfalz import catalogue
from pfalz.core.errors import PfalzError
from pfalz.core.record import SeatInfo
from pfalz.core.ruleset import Ruleset
from pfalz.core.state import HIDDEN, State
from pfalz.core.texts import Texts, error_text
from pfalz.terminal.words import Words

OK, FAILED, USAGE, BROKEN, INTERRUPTED = 0, 1, 2, 3, 130
"""Exit codes; `pfalz --help` explains them."""


class UsageError(PfalzError):
    """The command line or an input file cannot be used; the message names the wrong and the right thing."""

    package = "pfalz.terminal"


class Terminal:
    """The person's screen and keyboard."""

    def __init__(self, words: Words) -> None:
        self.words = words
        self.out = Console(highlight=False)
        self.err = Console(stderr=True, highlight=False)

    def say(self, text: str | Text = "", style: str = "") -> None:
        """Print a line exactly as it is: square brackets of names are no markup."""
        if isinstance(text, Text):
            self.out.print(text)
        else:
            self.out.print(text, style=style or None, markup=False)

    def block(self, text: str) -> None:
        """Print prepared lines (a board, a file) without wrapping them."""
        self.out.print(text, markup=False, soft_wrap=True)

    def bullets(self, lines: Sequence[str], mark: str = "·", style: str = "") -> None:
        """Print a list; long lines hang below their beginning."""
        grid = Table.grid(padding=(0, 1))
        grid.add_column(min_width=3, justify="right", no_wrap=True)
        grid.add_column()
        for line in lines:
            grid.add_row(mark, Text(line), style=style)
        self.out.print(grid)

    def numbered(self, rows: Sequence[tuple[int, Text]], style: str) -> None:
        """Print numbered lines, the numbers in `style`; long lines hang below their beginning."""
        grid = Table.grid(padding=(0, 2, 0, 0))
        grid.add_column(min_width=5, justify="right", no_wrap=True, style=style)
        grid.add_column()
        for number, text in rows:
            grid.add_row(str(number), text)
        if rows:
            self.out.print(grid)

    def progress(self, what: str) -> Progress:
        """A bar that shows how far something long has come; only where somebody looks."""
        return Progress(
            TextColumn(what),
            BarColumn(),
            MofNCompleteColumn(),
            TimeRemainingColumn(),
            console=self.err,
            transient=True,
            disable=not self.err.is_terminal,
        )

    def heading(self, text: str) -> None:
        """A line across the screen with a title in it."""
        self.out.rule(Text(text, style="bold"), align="left", style="dim")

    def ask(self, prompt: str) -> str:
        """Read a line; EOFError at the end of the input."""
        if sys.stdin.isatty():
            return input(prompt).strip()
        self.out.print(prompt, end="", markup=False)
        line = sys.stdin.readline()
        self.say(line.rstrip("\n"))
        if not line:
            raise EOFError
        return line.strip()

    def complain(self, what: str | PfalzError) -> None:
        """Say on stderr, in one red line, what is wrong."""
        message = what if isinstance(what, str) else error_text(what, self.words.language)
        line = Text(self.words("error.label"), style="bold red")
        line.append(f" {message}", style="red")
        self.err.print(line, soft_wrap=True)

    def texts(self, rules: Ruleset[Any], seats: Sequence[SeatInfo] = ()) -> Texts:
        """The texts of a game in the person's language."""
        return Texts(rules, self.words.language, [seat.name for seat in seats])


def plain_board(rules: Ruleset[Any], view: State, seat: int, texts: Texts) -> str:
    """The position as text: the game's own picture, or its columns if it has none."""
    board = board_module(rules.game.id)
    if board is not None and hasattr(board, "plain"):
        drawn: str = board.plain(rules, view, seat, texts)
        return drawn
    lines = []
    for name in rules.game.schema.stored:
        value = getattr(view, name)
        shown = [value] if isinstance(value, int) else value
        lines.append(f"{name:>20}  {' '.join('?' if v == HIDDEN else str(v) for v in shown)}")
    return "\n".join(lines)


def board_module(game: str) -> Any:
    """The module that draws a game; None if it has none."""
    try:
        return catalogue.board(game)
    except ModuleNotFoundError as error:
        if error.name != f"{catalogue.game(game).package}.board":
            raise
        return None
