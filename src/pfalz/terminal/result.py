"""How a game has ended, as every command says it: the words are those of the result page.

Sides that nobody sits for are ranked with the seats, a game played alone can be lost, and its difficulty is
named; what of that there is comes from the modules in play.
"""

from __future__ import annotations

from typing import Any

from rich.table import Table as Grid
from rich.text import Text

from pfalz.core.game import ranking
from pfalz.core.lettering import capital
from pfalz.core.ruleset import Ruleset
from pfalz.core.state import State
from pfalz.core.texts import Texts
from pfalz.terminal.context import Terminal
from pfalz.web.after import how_hard, verdict
from pfalz.web.words import words as page_words


def result_lines(rules: Ruleset[Any], state: State, texts: Texts) -> list[str]:
    """Who has won or that the game is lost, and how hard it was if it was played alone."""
    t = page_words(texts.language)
    said = capital(verdict(rules.outcome(state), lambda side: texts.name("side", side), t))
    hard = how_hard(texts, t)
    return [said, hard] if hard else [said]


def show_outcome(terminal: Terminal, rules: Ruleset[Any], state: State, texts: Texts) -> None:
    """The final ranking with the points of every side by source, and what it means."""
    words = terminal.words
    found = ranking(rules.outcome(state))
    grid = Grid(title=Text(words("play.result")), title_justify="left", show_footer=True)
    grid.add_column("", Text(words("play.points"), style="bold"))
    for side in found:
        name = f"{side.place}. {capital(texts.name('side', side.side))}"
        grid.add_column(Text(name), Text(str(side.score), style="bold"), justify="right")
    for source in dict.fromkeys(source for side in found for source in side.breakdown):
        key = f"name.source.{source}"
        label = Text(texts.text(key) if texts.has(key) else source)
        grid.add_row(label, *(str(side.breakdown.get(source, 0)) for side in found))
    terminal.out.print(grid)
    for line in result_lines(rules, state, texts):
        terminal.say(line, "bold")
