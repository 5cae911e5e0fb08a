"""What the fuzzer plays: every preset, and where there are many modules any set of them."""

from __future__ import annotations

from random import Random

from pfalz import catalogue
from pfalz.core.setting import checked_modules
from pfalz.lab.fuzz import fuzz_game, setting_of


def test_every_preset_comes_first() -> None:
    for id in catalogue.IDS:
        presets = catalogue.game(id).presets()
        for number, (_, players, modules, options) in enumerate(presets):
            assert setting_of(id, number, Random(1)) == (players, modules, options)


def test_many_modules_are_mixed_by_chance() -> None:
    game = catalogue.game("darkages")
    met: set[tuple[str, ...]] = set()
    for number in range(1001, 1101, 2):
        players, modules, _ = setting_of("darkages", number, Random(number))
        checked_modules(game, players, modules)
        met.add(modules)
    assert len(met) > 30
    assert {id for modules in met for id in modules} == {module.id for module in game.modules}


def test_a_game_is_played() -> None:
    assert fuzz_game("darkages", 1001, 1) > 50
