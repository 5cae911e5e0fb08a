"""For which player counts, modules and options a contract is checked."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

from pfalz.catalogue import ruleset
from pfalz.core.ruleset import Ruleset
from pfalz.core.state import SPECTATOR


class Setting(NamedTuple):
    """A table of a game."""

    players: int
    modules: tuple[str, ...] = ()
    options: tuple[tuple[str, object], ...] = ()

    def rules(self, game: str) -> Ruleset[Any]:
        return ruleset(game, self.players, self.modules, dict(self.options))

    def viewers(self) -> tuple[int, ...]:
        return (SPECTATOR, *range(self.players))


def setting(players: int, *modules: str, **options: object) -> Setting:
    """`setting(3, "court", start="lineup")`"""
    return Setting(players, modules, tuple(options.items()))


def each_setting(metafunc: pytest.Metafunc, settings: tuple[Setting, ...]) -> None:
    """A test that asks for a `setting` is run for each, one that asks for an `extreme` for first and last."""
    for name, chosen in (("setting", settings), ("extreme", (settings[0], settings[-1]))):
        if name in metafunc.fixturenames:
            metafunc.parametrize(name, chosen, ids=map(_told, chosen))


def _told(one: Setting) -> str:
    return " ".join([str(one.players), *one.modules, *[str(value) for _, value in one.options]])
