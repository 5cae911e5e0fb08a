"""Every game joins the conformance kit with one line."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import pytest

from pfalz import catalogue
from pfalz.core.presets import widest_set
from pfalz.core.texts import Texts
from pfalz.games.darkages.modules.lordlings_and_raiders.difficulty import DIFFICULTIES
from pfalz.lab.conformance import Examiner, Setting, module_off_changes_nothing


def conformance(id: str, more: Sequence[Setting] = (), share: float = 0.12) -> Callable[..., None]:
    """A test of all settings of a game, and of some more."""
    settings = [*catalogue.game(id).presets(), *more]

    @pytest.mark.parametrize("number", range(len(settings)), ids=[setting[0] for setting in settings])
    def check(number: int) -> None:
        _, players, modules, options = settings[number]
        rules = catalogue.ruleset(id, players, modules, options)
        clauses = list(Texts(rules, "en").clauses())
        Examiner(rules, number, share, clauses).run()

    return check


def privilege_sets(count: int) -> list[Setting]:
    """Random choices of six privileges, over all player counts."""
    rng = Random("privileges")
    found: list[Setting] = []
    for i in range(count):
        kinds = sorted(rng.sample(range(1, 17), 6))
        options: dict[str, Any] = {"privilege_set": "custom", "custom_privileges": kinds}
        found.append((f"{2 + i % 4} players, privileges {kinds}", 2 + i % 4, (), options))
    return found


def alone() -> list[Setting]:
    """The solo game of Dark Ages at each difficulty that has a name, with all modules that go with it."""
    modules = widest_set(catalogue.game("darkages"), 1)
    return [
        (f"alone, {id}", 1, modules, dict.fromkeys(options, True)) for id, options in DIFFICULTIES.items()
    ]


test_staufer = conformance("staufer", privilege_sets(200), share=0.05)
test_mil = conformance("mil", share=0.08)
test_wallenstein = conformance("wallenstein", share=0.08)
test_darkages = conformance("darkages", alone(), share=0.05)


@pytest.mark.parametrize("id", catalogue.IDS)
def test_modules_that_are_off_change_nothing(id: str) -> None:
    game = catalogue.game(id)
    for players in range(game.players[0], game.players[1] + 1):
        rules = catalogue.ruleset(id, players)
        module_off_changes_nothing(game, players, rules.data, {}, seed=players)
