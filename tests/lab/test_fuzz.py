"""What the fuzzer plays: every preset; where there are many modules any set of them, with any options; and
only that to which it is restricted."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from pfalz import catalogue
from pfalz.core.setting import checked_modules, checked_options
from pfalz.lab.fuzz import Limits, fuzz_game, main, setting_of


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


def test_options_are_drawn_with_the_modules() -> None:
    """Each flag of table and module is off and on, each choice made, each difficulty with a name played."""
    game = catalogue.game("darkages")
    solo = game.modules[-1]
    met: set[tuple[str, object]] = set()
    named: set[tuple[str, ...]] = set()
    for number in range(1001, 1401, 2):
        players, modules, options = setting_of("darkages", number, Random(number), Limits((1,)))
        checked_options(game, checked_modules(game, players, modules), options)
        met.update((id, value) for id, value in options.items() if not isinstance(value, list))
        named.add(tuple([option.id for option in solo.options if options.get(option.id)]))
    for option in (*game.options, *solo.options):
        for value in option.choices or (False, True):
            assert (option.id, value) in met
    assert named.issuperset(solo.difficulties.values())
    assert len(named) > 40


@pytest.mark.parametrize(
    "limits",
    [
        Limits((1, 5, 6, 7, 8)),
        Limits(modules=("pope", "crusades")),
        Limits(modules=()),
        Limits((8,), ("great_realm",)),
        Limits(along=("alliances",)),
        Limits((1,), along=("lordlings_and_raiders", "benjamin")),
    ],
)
def test_limits_are_kept(limits: Limits) -> None:
    """Presets and games by chance alike have no other player counts and modules than wanted."""
    game = catalogue.game("darkages")
    counts: set[int] = set()
    for number in [*range(40), *range(1001, 1041)]:
        players, modules, _ = setting_of("darkages", number, Random(number), limits)
        in_play = {module.id for module in checked_modules(game, players, modules)}
        counts.add(players)
        assert in_play.issuperset(limits.along)
        if limits.modules is not None:
            assert in_play == {m.id for m in checked_modules(game, players, limits.modules)}
    assert counts == set(limits.players or limits.counts(game))


def test_modules_are_drawn_from_a_pool() -> None:
    """Every game has a random set of the pool, as far as its player count allows, and no other module."""
    game = catalogue.game("darkages")
    pool = ("alliances", "wyrd", "pope")
    met: set[tuple[int, tuple[str, ...]]] = set()
    for number in range(300):
        players, modules, _ = setting_of("darkages", number, Random(number), Limits((2, 3), among=pool))
        checked_modules(game, players, modules)
        met.add((players, modules))
    sets = [tuple(id for i, id in enumerate(pool) if n >> i & 1) for n in range(8)]
    assert met == {(n, one) for n in (2, 3) for one in sets if n > 2 or "alliances" not in one}
    along = Limits((3,), along=("tribute",), among=("pope",))
    drawn = {setting_of("darkages", number, Random(number), along)[1] for number in range(20)}
    assert drawn == {("tribute",), ("tribute", "pope")}


def test_limits_that_leave_nothing_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A player count the game is not for, modules that do not go together, a name nobody has."""
    for wanted, said in (
        (["--players", "9"], "1 to 8 players"),
        (["--players", "1-2", "--modules", "alliances"], "3 to 8 players"),
        (["--with", "popes"], "popes"),
        (["--among", "pope,wyrds"], "wyrds"),
        (["--players", "2", "--among", "pope,alliances"], "3 to 8 players"),
    ):
        assert main(["darkages", "--games", "1", "--jobs", "1", "--out", str(tmp_path), *wanted]) == 2
        assert said in capsys.readouterr().out.replace("\n", " ")


def test_a_restricted_run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    wanted = ["--players", "1,7-8", "--modules", "none"]
    assert main(["darkages", "--games", "3", "--jobs", "1", "--out", str(tmp_path), *wanted]) == 0
    assert "3 games over 3 settings" in capsys.readouterr().out
