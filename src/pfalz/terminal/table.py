"""Setting a table from the command line: players, modules, options and an edition become a ruleset."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from pfalz.core.data import Edition, read_edition
from pfalz.core.game import Game
from pfalz.terminal.context import UsageError

TRUE = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}


def players_of(game: Game[Any], args: Namespace, default: int | None = None) -> int:
    """How many play: as asked for, or as few as the game allows."""
    players: int | None = args.players
    return players if players is not None else default if default is not None else game.counts()[0]


def modules_of(args: Namespace) -> tuple[str, ...]:
    """Modules named with --module, also several with commas."""
    return tuple(id for given in args.module for id in given.split(",") if id)


def options_of(game: Game[Any], pairs: Sequence[str]) -> dict[str, object]:
    """Table options from `id=value`; the ruleset checks ids and values."""
    known = (*game.options, *(option for module in game.modules for option in module.options))
    defaults = {option.id: option.default for option in known}
    chosen: dict[str, object] = {}
    for pair in pairs:
        id, equals, text = pair.partition("=")
        if not equals:
            raise UsageError("option_no_value", option=pair)
        chosen[id] = _value(defaults.get(id), text)
    return chosen


def _value(default: object, text: str) -> object:
    """The text as the type of the default; what does not fit stays text and is refused by the option."""
    if isinstance(default, bool):
        return TRUE.get(text.lower(), text)
    if isinstance(default, int):
        return int(text) if text.lstrip("-").isdecimal() else text
    if isinstance(default, list):
        parts = [part.strip() for part in text.split(",")]
        return [int(part) for part in parts] if all(part.isdecimal() for part in parts) else text
    return text


def edition_of(path: Path | None) -> Edition | None:
    """The edition of a file, if one is given."""
    return None if path is None else read_edition(path)


def bots_of(text: str) -> tuple[str, ...]:
    """Bot names with commas between them."""
    return tuple(name.strip() for name in text.split(",") if name.strip())
