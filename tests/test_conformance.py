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
from pfalz.lab.conformance import Examiner, Setting, modules_off_change_nothing


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


def left_out() -> list[tuple[str, str, int]]:
    """Each module with each player count of the game without modules, at which none comes by itself."""
    return [
        (id, module.id, players)
        for id in catalogue.IDS
        for game in [catalogue.game(id)]
        for module in game.modules
        for players in range(game.players[0], game.players[1] + 1)
    ]


@pytest.mark.parametrize("id", catalogue.IDS)
def test_modules_that_are_off_change_nothing(id: str) -> None:
    game = catalogue.game(id)
    for players in range(game.players[0], game.players[1] + 1):
        data = catalogue.ruleset(id, players).all_data
        modules_off_change_nothing(game, players, data, (), seed=players)


@pytest.mark.parametrize(("id", "module", "players"), left_out())
def test_a_module_that_is_off_changes_nothing_beside_all_others(id: str, module: str, players: int) -> None:
    """All others that go with so many players are on, and go as if it had never been written."""
    game = catalogue.game(id)
    others = [other for other in widest_set(game, players) if other != module]
    data = catalogue.ruleset(id, players).all_data
    modules_off_change_nothing(game, players, data, others, seed=players)


def test_a_module_reacts_to_events_that_exist() -> None:
    """What it names of another module is there: a reaction to a module nobody wrote would do nothing."""
    for id in catalogue.IDS:
        events = {module.id: {kind.name for kind in module.events()} for module in catalogue.game(id).modules}
        for module in catalogue.game(id).modules:
            for name in module.reactions():
                other, _, event = name.rpartition(".")
                assert not other or event in events[other], f"{id}: {module.id} reacts to {name}"
