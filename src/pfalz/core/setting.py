"""What a table is set to: the modules and options that count, and the data files in play.

Whoever asks for something the game does not have, or for things that do not go together, is told what and
why.
"""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from pfalz.core.errors import Called, RulesetError, hint
from pfalz.core.game import Data, Game, Module, Options
from pfalz.core.state import State

S = TypeVar("S", bound=State)


def checked_options(game: Game[Any], modules: Sequence[Module[Any]], given: Mapping[str, object]) -> Options:
    """All options that count with these modules; what is unknown or not allowed is refused."""
    known = {option.id: option for option in (*game.options, *(o for m in modules for o in m.options))}
    for id in given:
        if id in known:
            continue
        for module in game.modules:
            if any(option.id == id for option in module.options):
                called = Called(module.package or game.package, f"module.{module.id}", module.id)
                raise RulesetError("option_of_module", option=id, module=called)
        raise RulesetError("no_option", game=game.id, option=id, hint=hint(id, sorted(known)))
    return {id: option.checked(given.get(id, option.default), game.package) for id, option in known.items()}


def checked_modules(game: Game[S], players: int, ids: Sequence[str]) -> list[Module[S]]:
    """The modules in play, in the order of the game: those that are chosen, and obligatory ones."""
    known = {module.id: module for module in game.modules}
    for id in ids:
        if id not in known:
            raise RulesetError("no_module", game=game.id, module=id, hint=hint(id, sorted(known)))

    def called(id: str) -> Called:
        return Called(known[id].package or game.package, f"module.{id}", id)

    chosen = [module for module in game.modules if module.id in ids or players in module.obligatory]
    in_play = {module.id for module in chosen}
    for module in chosen:
        low, high = module.players
        if not low <= players <= high:
            raise RulesetError(
                "module_players", module=called(module.id), low=low, high=high, players=players
            )
        for other in module.requires:
            if other not in in_play:
                raise RulesetError("module_needs", module=called(module.id), other=called(other))
        for other in module.excludes:
            if other in in_play:
                raise RulesetError("modules_exclude", module=called(module.id), other=called(other))
    return chosen


def data_in_play(game: Game[Any], modules: Sequence[Module[Any]], data: Data, players: int) -> Data:
    """The data files of the game and of its modules in play, after what the modules do to them."""
    brought = {file for module in game.modules for file in module.files}
    found = {name: file for name, file in data.items() if name not in brought}
    if not modules:
        return found
    for module in modules:
        found.update({name: data[name] for name in module.files})
    found = copy.deepcopy(found)
    for module in modules:
        found = module.data(found, players)
    return found
