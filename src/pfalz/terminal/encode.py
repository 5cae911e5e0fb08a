"""`pfalz encode`: what the numbers mean that learning and environments see of a game."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Sequence
from typing import Any

import msgspec
from rich.table import Table
from rich.text import Text

from pfalz import catalogue
from pfalz.core.encoding import Encoding
from pfalz.core.segments import Segment
from pfalz.terminal import table
from pfalz.terminal.context import OK, Terminal


def run(args: Namespace, terminal: Terminal) -> int:
    """Describe the numeric encoding of a table: version, sizes, and what is where."""
    game = catalogue.game(args.game)
    rules = catalogue.ruleset(
        game.id,
        table.players_of(game, args),
        table.modules_of(args),
        table.options_of(game, args.option),
        table.edition_of(args.edition),
    )
    encoding = Encoding(rules)
    if args.json:
        print(msgspec.json.format(msgspec.json.encode(as_json(encoding)), indent=2).decode())
        return OK
    words, actions = terminal.words, encoding.actions
    modules = ", ".join(module.id for module in rules.modules) or words("encode.no_modules")
    terminal.heading(words("encode.title", game=game.id, players=rules.players, modules=modules))
    terminal.say(words("encode.version", version=encoding.VERSION, fingerprint=encoding.fingerprint))
    terminal.say(words("encode.legend"), "dim")
    _segments(terminal, words("encode.view", n=encoding.length), encoding.describe())
    _segments(terminal, words("encode.prefix", n=actions.prefix_length), actions.describe_prefix())
    _segments(terminal, words("encode.actions", n=actions.count), actions.describe())
    return OK


def as_json(encoding: Encoding) -> dict[str, Any]:
    """The description as plain data."""
    rules, actions = encoding.rules, encoding.actions
    return {
        "game": rules.game.id,
        "players": rules.players,
        "modules": [module.id for module in rules.modules],
        "options": rules.options,
        "version": encoding.VERSION,
        "fingerprint": encoding.fingerprint,
        "view": _plain(encoding.length, encoding.describe()),
        "prefix": _plain(actions.prefix_length, actions.describe_prefix()),
        "actions": _plain(actions.count, actions.describe()),
    }


def _plain(length: int, segments: Sequence[Segment]) -> dict[str, Any]:
    return {"length": length, "segments": [segment._asdict() for segment in segments]}


def _segments(terminal: Terminal, title: str, segments: Sequence[Segment]) -> None:
    words = terminal.words
    terminal.say(f"\n{title}", "bold")
    grid = Table()
    grid.add_column(words("encode.from"), justify="right")
    grid.add_column(words("encode.length"), justify="right")
    grid.add_column(words("encode.name"), style="bold cyan", overflow="fold")
    grid.add_column(words("encode.axes"))
    grid.add_column(words("encode.entry"), overflow="fold")
    for segment in segments:
        axes = [
            axis if axis.isdecimal() else f"{axis} {n}"
            for axis, n in zip(segment.axes, segment.sizes, strict=True)
        ]
        grid.add_row(
            str(segment.offset),
            str(segment.length),
            Text(segment.name),
            Text(" × ".join(axes)),
            Text(segment.entry),
        )
    terminal.out.print(grid)
