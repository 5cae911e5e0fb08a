"""The games there are, and how to build a ruleset of one of them."""

from __future__ import annotations

import importlib
from collections.abc import Mapping, Sequence
from functools import cache
from threading import Lock
from typing import Any

from pfalz.core.data import Edition, corrected, load_files
from pfalz.core.errors import RecordError, RulesetError, hint
from pfalz.core.game import Game
from pfalz.core.record import Header, Record
from pfalz.core.ruleset import Ruleset

IDS = ("staufer", "wallenstein", "mil", "darkages")
_BUILDING = Lock()
"""One thread at a time: msgspec (0.22) crashes when two meet the types of a game's data together."""


@cache
def game(id: str) -> Game[Any]:
    """The game with this id; an unknown one is answered with the known ones."""
    if id not in IDS:
        raise RulesetError("no_game", game=id, hint=hint(id, IDS))
    found: Game[Any] = importlib.import_module(f"pfalz.games.{id}.rules").GAME
    return found


@cache
def _files(id: str) -> dict[str, Any]:
    found = load_files(game(id).package, game(id).files)
    for module in game(id).modules:
        found.update(load_files(module.package, module.files) if module.files else {})
    return found


def ruleset(
    id: str,
    players: int,
    modules: Sequence[str] = (),
    options: Mapping[str, object] | None = None,
    edition: Edition | None = None,
) -> Ruleset[Any]:
    """Build the rules of a table."""
    with _BUILDING:
        found = game(id)
        if edition is not None and edition.game != id:
            raise RulesetError("edition_of_other", edition=edition.game, game=id)
        data = corrected(_files(id), edition, found.all_moved_data())
        return Ruleset(found, players, data, modules, options)


def ruleset_of(header: Header) -> Ruleset[Any]:
    """The rules a record was played under; a record of other rules is refused."""
    if header.game not in IDS:
        raise RecordError("record_game", game=header.game, known=IDS)
    version = game(header.game).version
    if header.version != version:
        raise RecordError("record_version", game=header.game, found=header.version, version=version)
    edition = Edition(header.game, "", header.edition) if header.edition else None
    try:
        return ruleset(header.game, header.players, header.modules, header.options, edition)
    except RulesetError as error:
        raise RecordError("record_header", error=error) from error


def rules_for(record: Record) -> Ruleset[Any]:
    """The rules of a record."""
    return ruleset_of(record.header)


def board(id: str) -> Any:
    """The module that draws a game: `svg` and `plain`."""
    return importlib.import_module(f"{game(id).package}.board")


def bot(id: str) -> Any:
    """The module that judges positions of a game: `evaluate`, perhaps `candidates`."""
    return importlib.import_module(f"{game(id).package}.bot")
