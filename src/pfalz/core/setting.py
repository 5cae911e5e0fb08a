"""What a table is set to: the modules and options that count, and the data files in play.

Whoever asks for something the game does not have, or for things that do not go together, is told what and
why.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from pfalz.core.errors import Called, RulesetError, hint
from pfalz.core.game import Data, Game, Module, Option, Options
from pfalz.core.state import State

S = TypeVar("S", bound=State)


def known_options(game: Game[Any], modules: Sequence[Module[Any]]) -> list[Option]:
    """The options that count with these modules."""
    in_play = {"", *(module.id for module in modules)}
    options = [*game.options, *(option for module in modules for option in module.options)]
    return [option for option in options if option.beside in in_play]


def checked_options(game: Game[Any], modules: Sequence[Module[Any]], given: Mapping[str, object]) -> Options:
    """All options that count with these modules; what is unknown or not allowed is refused."""
    in_play = {module.id for module in modules}
    known = {option.id: option for option in known_options(game, modules)}
    for id in given:
        if id in known:
            continue
        for module in game.modules:
            for option in module.options:
                if option.id == id:
                    missing = option.beside if module.id in in_play else module.id
                    raise RulesetError("option_of_module", option=id, module=_called(game, missing))
        raise RulesetError("no_option", game=game.id, option=id, hint=hint(id, sorted(known)))
    return {id: option.checked(given.get(id, option.default), game.package) for id, option in known.items()}


def checked_modules(game: Game[S], players: int, ids: Sequence[str]) -> list[Module[S]]:
    """The modules in play, in the order of the game: those that are chosen, and obligatory ones."""
    known = {module.id: module for module in game.modules}
    for id in ids:
        if id not in known:
            raise RulesetError("no_module", game=game.id, module=id, hint=hint(id, sorted(known)))
    chosen = [module for module in game.modules if module.id in ids or players in module.obligatory]
    in_play = {module.id for module in chosen}
    for module in chosen:
        low, high = module.players
        if not low <= players <= high:
            raise RulesetError(
                "module_players", module=_called(game, module.id), low=low, high=high, players=players
            )
        for other in module.requires:
            if other not in in_play:
                raise RulesetError(
                    "module_needs", module=_called(game, module.id), other=_called(game, other)
                )
        for other in module.excludes:
            if other in in_play:
                raise RulesetError(
                    "modules_exclude", module=_called(game, module.id), other=_called(game, other)
                )
    return chosen


def _called(game: Game[Any], id: str) -> Called:
    """A module as the game calls it."""
    package = next(module.package for module in game.modules if module.id == id)
    return Called(package or game.package, f"module.{id}", id)


def data_in_play(game: Game[Any], modules: Sequence[Module[Any]], data: Data, players: int) -> Data:
    """The data files of the game and of its modules in play, after what the modules do to them."""
    brought = {file for module in game.modules for file in module.files}
    found = {name: file for name, file in data.items() if name not in brought}
    if not modules:
        return found
    for module in modules:
        found.update({name: data[name] for name in module.files})
    found = {name: copied(file) for name, file in found.items()}
    for module in modules:
        found = module.data(found, players)
    return found


def copied(node: Any) -> Any:
    """A copy of plain data, as files are read: tables, lists and values."""
    if isinstance(node, dict):
        return {key: copied(it) if isinstance(it, dict | list) else it for key, it in node.items()}
    if isinstance(node, list):
        return [copied(it) if isinstance(it, dict | list) else it for it in node]
    return node
