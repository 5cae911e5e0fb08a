"""`pfalz games`: what can be played, for how many, with which modules and options."""

from __future__ import annotations

from argparse import Namespace
from typing import Any

from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from pfalz import catalogue
from pfalz.bots import OFFERED
from pfalz.core.game import Game, Option
from pfalz.core.texts import Texts
from pfalz.terminal.context import OK, Terminal
from pfalz.web.strengths import strengths_of
from pfalz.web.words import words as page_words


def run(args: Namespace, terminal: Terminal) -> int:
    """List all games, or everything that can be set at a table of one."""
    if args.game is not None:
        _one(terminal, catalogue.game(args.game))
        return OK
    words = terminal.words
    table = Table(show_lines=True)
    table.add_column(words("games.id"), style="bold cyan")
    table.add_column(words("games.title"))
    table.add_column(words("games.players"), justify="center")
    table.add_column(words("games.modules"))
    table.add_column(words("games.options"), overflow="fold")
    for id in catalogue.IDS:
        game = catalogue.game(id)
        table.add_row(
            id,
            Text(_title(terminal, game)),
            _counts(game),
            "\n".join(module.id for module in game.modules) or "–",
            "\n".join(option.id for option in game.options) or "–",
        )
    terminal.out.print(table)
    terminal.say(words("games.how", id=catalogue.IDS[0]), "dim")
    return OK


def _one(terminal: Terminal, game: Game[Any]) -> None:
    words, texts = terminal.words, _texts(terminal, game)
    terminal.heading(texts.text("game.title"))
    if texts.has("game.summary"):
        terminal.say(texts.text("game.summary"))
    terminal.say()
    terminal.say(f"{words('games.players')}: {_counts(game)}")
    terminal.say(f"{words('games.version')}: {game.version}")
    if game.modules:
        terminal.say(f"\n{words('games.modules')} (--module ID)", "bold")
    for module in game.modules:
        line = Text.assemble((f"  {module.id}", "bold cyan"), f"  {_named(texts, 'module', module.id)}")
        line.append(f"  {words('games.for_players', range=_players(*module.players))}", "dim")
        if module.obligatory:
            always = ", ".join(str(n) for n in module.obligatory)
            line.append(f", {words('games.always', counts=always)}", "dim")
        for key, others in (("games.needs", module.requires), ("games.excludes", module.excludes)):
            if others:
                line.append(f", {words(key, ids=', '.join(others))}", "dim")
        terminal.say(line)
        _explain(terminal, texts, f"module.{module.id}_help")
        if module.complexity:
            _explain(terminal, texts, f"complexity.{module.complexity}")
    of_modules = [(module.id, option) for module in game.modules for option in module.options]
    if game.options or of_modules:
        terminal.say(f"\n{words('games.options')} (--option ID=VALUE)", "bold")
    for option in game.options:
        _option(terminal, texts, option)
    for id, option in of_modules:
        _option(terminal, texts, option)
        terminal.say(f"    {words('games.only_with', module=id)}", "dim")
    _strengths(terminal, game)


def _strengths(terminal: Terminal, game: Game[Any]) -> None:
    """What to expect of each bot; by player count, where that makes a difference."""
    terminal.say(f"\n{terminal.words('games.bots')} (--bots NAME,…)", "bold")
    counts: dict[tuple[str, str], list[str]] = {}
    for found in strengths_of(game.id, page_words(terminal.words.language)):
        counts.setdefault((found.bot, found.text), []).append(str(found.players))
    for (bot, text), players in sorted(counts.items(), key=lambda found: OFFERED.index(found[0][0])):
        line = Text.assemble((f"  {bot}", "bold cyan"))
        if sum(other == bot for other, _ in counts) > 1:
            line.append(f"  {terminal.words('games.for_players', range=', '.join(players))}", "dim")
        terminal.say(line)
        terminal.out.print(Padding(Text(text, style="dim"), (0, 0, 0, 6)))


def _option(terminal: Terminal, texts: Texts, option: Option) -> None:
    words = terminal.words
    line = Text.assemble((f"  {option.id}", "bold cyan"), f"  {_named(texts, 'option', option.id)}")
    line.append(f"  {words('games.default', value=_shown(option.default))}", "dim")
    if option.rule:
        line.append(f"  {option.rule}", "dim")
    terminal.say(line)
    _explain(terminal, texts, f"option.{option.id}_help")
    if option.choices:
        grid = Table.grid(padding=(0, 2))
        for choice in option.choices:
            key = f"option.{option.id}_choice"
            about = _named(texts, key, choice)
            if texts.has(f"{key}_help.{choice}"):
                about += f" – {texts.text(f'{key}_help.{choice}')}"
            grid.add_row(Text(choice, style="cyan"), Text(about))
        terminal.out.print(Padding(grid, (0, 0, 0, 6)))
    elif option.numbers is not None:
        low, high = option.numbers
        key = "games.numbers" if isinstance(option.default, list) else "games.number"
        lines = [words(key, low=low, high=high)]
        if option.each and isinstance(option.default, list):
            things = [texts.name(option.each, thing) for thing in range(len(option.default))]
            lines.append(words("games.each", things=", ".join(things)))
        if option.of:
            named = [f"{n} = {texts.name(option.of, n - low)}" for n in range(low, high + 1)]
            lines.append(", ".join(named))
        terminal.out.print(Padding(Text("\n".join(lines)), (0, 0, 0, 6)))
    else:
        terminal.say("      true, false")


def _explain(terminal: Terminal, texts: Texts, key: str) -> None:
    if texts.has(key):
        terminal.out.print(Padding(Text(texts.text(key), style="dim"), (0, 0, 0, 6)))


def _named(texts: Texts, part: str, id: str) -> str:
    return texts.text(f"{part}.{id}") if texts.has(f"{part}.{id}") else ""


def _shown(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return ",".join(map(str, value)) if isinstance(value, list) else str(value)


def _players(low: int, high: int) -> str:
    return str(low) if low == high else f"{low}–{high}"


def _title(terminal: Terminal, game: Game[Any]) -> str:
    """The title of a game; its id as long as nobody has written its texts."""
    try:
        return _texts(terminal, game).text("game.title")
    except FileNotFoundError:
        return game.id


def _counts(game: Game[Any]) -> str:
    """The player counts of a game; those between the lowest and the highest are all there."""
    counts = game.counts()
    return _players(counts[0], counts[-1])


def _texts(terminal: Terminal, game: Game[Any]) -> Texts:
    return terminal.texts(catalogue.ruleset(game.id, game.counts()[0]))
