"""Every datum an edition may set means something: another value is refused, or it changes what is used.

What is used: the lookup tables of a ruleset, as far as the game reads them outside `lookup.py`. Where rows
say by `effect` or `kind` what their numbers mean, a table that is read does not prove that this number is:
there games are played, and have to end otherwise.
"""

from __future__ import annotations

import ast
import copy
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from pfalz.catalogue import IDS, game, ruleset
from pfalz.core.errors import DataError
from pfalz.core.game import Game, Options, Setting
from pfalz.core.presets import widest_set
from pfalz.core.rollout import Tally, play_random
from pfalz.core.ruleset import Ruleset

MOST = 40
"""Of a larger file so many values are tried, spread over it: rows of a table are all alike."""
NOTES = ("id", "provenance")
"""How keys begin that are no values: what editions and texts call a row, and where its values come from."""
MEANINGS = ("effect", "kind")
"""Keys that say what the numbers of their row mean."""
GAMES = 300
"""Games in which a number of such a row may show its effect; most do in the first few."""
SOURCES = Path(__file__).parents[2] / "src" / "pfalz" / "games"

ACTS = "acts"
IDLE = "accepted, and nothing changes"
REFUSED = "refused"

Way = tuple[Any, ...]
"""The keys and positions that lead to a datum."""
Data = dict[str, Any]


def data_of(id: str) -> Data:
    """All data files of a game, those of its modules too."""
    data: Data = copy.deepcopy(dict(ruleset(id, game(id).players[1]).all_data))  # no module changes them
    return data


@pytest.mark.parametrize(("id", "file"), [(id, file) for id in IDS for file in data_of(id)])
def test_every_datum_means_something(id: str, file: str) -> None:
    faults = box(id).faults(file)
    assert not faults, "\n".join(faults)


def test_what_means_nothing_is_found() -> None:
    """The check knows a value that acts from one that is refused, from a note, and from one nobody reads."""
    opened = Box(game("mil"))
    defence = ("lands", "stack", 0, "defence")
    assert opened.tried(defence, 4, opened.changes) == opened.tried(defence, 4, opened.acts) == ACTS
    assert opened.tried(defence, -1, opened.changes) == REFUSED
    assert opened.tried(("lands", "stack", 0, "provenance"), "public", opened.changes) == IDLE
    opened.read = {name: read - {"stack_defence"} for name, read in opened.read.items()}
    opened.usual = [opened.used(*setting) for setting in opened.settings]
    assert opened.tried(defence, 4, opened.changes) == IDLE
    assert opened.others(("game", "family", 0, "hex"), "#b3202a") == ["#123456"]


class Box:
    """The data of a game, in which one value after another is exchanged."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self.data = data_of(game.id)
        self.printed = data_of(game.id)
        self.read = read_names(game.id)
        self.classes: dict[type, list[str]] = {}
        self.presets = game.presets()
        self.settings = distinct_settings(game)
        self.usual = [self.used(*setting) for setting in self.settings]
        self.order = range(len(self.settings))
        self.played = self.presets
        self.ends: dict[tuple[int, str], Any] = {}
        self.shown_by: Counter[tuple[str, str]] = Counter()
        """How often which table of the game ("") or of a module has shown that something changed."""

    def faults(self, file: str) -> list[str]:
        """What is wrong with the values of a file: an edition may set them, but without any effect."""
        found = []
        if file not in self.game.files:
            self.order = self.order[::-1]  # what belongs to a module shows where modules are in play
            self.played = self.with_file(file) or self.presets
        every = list(leaves(self.data[file], (file,)))
        for way, old in every[:: 1 + len(every) // MOST]:
            test = self.acts if self.dependent(way) else self.changes
            tried = {repr(value): self.tried(way, value, test) for value in self.others(way, old)}
            place = f"{self.path(way)} = {old!r}"
            known = (ACTS, IDLE, REFUSED)
            found += [f"{place}; {value}: {said}" for value, said in tried.items() if said not in known]
            if IDLE in tried.values() and ACTS not in tried.values():
                found.append(f"{place}; {', '.join(tried)}: {IDLE}")
        self.order = range(len(self.settings))
        self.played = self.presets
        return found

    def with_file(self, file: str) -> list[Setting]:
        """Settings with a file of a module that comes with a number of players; else the presets do."""
        bringing = [module for module in self.game.modules if file in module.files and module.obligatory]
        return [
            (f"{players} players, {file}", players, modules, options)
            for module in bringing
            for players, modules, options in self.settings
            if players in module.obligatory
        ]

    def dependent(self, way: Way) -> bool:
        """Whether the row of a datum says what its numbers mean."""
        row = self.at(way[:3])
        return isinstance(row, dict) and not row.keys().isdisjoint(MEANINGS)

    def at(self, way: Way) -> Any:
        """What lies at the end of a way."""
        node: Any = self.data
        for key in way:
            node = node[key]
        return node

    def path(self, way: Way) -> str:
        """A way as editions write it."""
        words = []
        for depth, key in enumerate(way, 1):
            node = self.at(way[:depth])
            handle = isinstance(key, int) and isinstance(node, dict)
            words.append(str(node.get("id", node.get("number", key)) if handle else key))
        return ".".join(words)

    def others(self, way: Way, old: object) -> list[object]:
        """Other values of the same type: numbers nearby, words of the same place in other rows."""
        if isinstance(old, bool):
            return [not old]
        if isinstance(old, int):
            return [old + 1, old - 1]
        if isinstance(old, float):
            return [old / 2]
        alike = [
            value
            for other, value in leaves(self.data[way[0]], way[:1])
            if names(other) == names(way) and type(value) is type(old) and value != old
        ]
        return [*alike[:1], *(["#123456" if old[:1] == "#" else "another"] if isinstance(old, str) else [])]

    def tried(self, way: Way, value: object, test: Callable[[], bool]) -> str:
        """What becomes of another value: whether it acts by a test, or is refused at its place."""
        row, old = self.at(way[:-1]), self.at(way)
        row[way[-1]] = value
        try:
            return ACTS if test() else IDLE
        except DataError as error:
            return REFUSED if f"{way[0]}.toml" in str(error) else f"refused without its place: {error}"
        except Exception as error:  # whatever it is: the data should have been refused
            return f"accepted, and then {error!r}"
        finally:
            row[way[-1]] = old

    def changes(self) -> bool:
        """Whether what is used changes at some number of players, with some option."""
        return any(self.differs(i) for i in self.order)

    def differs(self, setting: int) -> bool:
        """Whether what is used at a setting is not as usual; what has shown it before is looked at first."""
        usual, seen = self.usual[setting], dict[int, Any]()
        tables = self.tables(*self.settings[setting])
        places = [(id, name) for id, shown in usual.items() for name in shown]
        for id, name in sorted(places, key=lambda place: -self.shown_by[place]):
            if self.plain(getattr(tables[id], name, None), seen) != usual[id][name]:
                self.shown_by[id, name] += 1
                return True
        return False

    def tables(self, players: int, modules: tuple[str, ...], options: Options) -> dict[str, Any]:
        """The tables of a ruleset, and by their ids those of its modules."""
        rules = Ruleset(self.game, players, self.data, modules, options)
        return {"": rules.lookup, **rules.parts}

    def used(self, players: int, modules: tuple[str, ...], options: Options) -> dict[str, Any]:
        """The tables as far as they are read."""
        found: dict[str, Any] = {}
        for id, tables in self.tables(players, modules, options).items():
            seen: dict[int, Any] = {}
            found[id] = {name: self.plain(getattr(tables, name), seen) for name in self.names(id, tables)}
        return found

    def names(self, id: str, tables: Any) -> set[str]:
        """What is read of tables: of the game by what they are called, of a module by any name."""
        called = ("t", "tables") if not id else self.read
        read = set().union(*(self.read.get(name, set()) for name in called))
        return {name for name in read if hasattr(tables, name) and not callable(getattr(tables, name))}

    def plain(self, value: Any, seen: dict[int, Any]) -> Any:
        """A value of the tables; of an object of the game what is read of it, so that two can be compared."""
        if isinstance(value, list | tuple):
            return [each if type(each) is int else self.plain(each, seen) for each in value]
        if isinstance(value, dict):
            return {key: self.plain(each, seen) for key, each in value.items()}
        if not type(value).__module__.startswith("pfalz.games."):
            return value
        if id(value) not in seen:
            found = {name: getattr(value, name) for name in self.attributes(type(value), value)}
            seen[id(value)] = {name: self.plain(each, seen) for name, each in found.items()}
        return seen[id(value)]

    def attributes(self, kind: type, value: Any) -> list[str]:
        """What is read of the objects of a class, whatever they are called where it is read."""
        if kind not in self.classes:
            names = sorted(set().union(*self.read.values()))
            self.classes[kind] = [
                name for name in names if hasattr(value, name) and not callable(getattr(value, name))
            ]
        return self.classes[kind]

    def acts(self) -> bool:
        """Whether some random game ends otherwise."""
        for seed in range(GAMES):
            setting = self.played[seed * 17 % len(self.played)]
            key = seed, f"{setting}"
            if key not in self.ends:
                self.ends[key] = self.end(self.printed, seed, setting)
            if self.end(self.data, seed, setting) != self.ends[key]:
                return True
        return False

    def end(self, data: Data, seed: int, setting: Setting) -> Any:
        """How a random game ends."""
        _, players, modules, options = setting
        rules = Ruleset(self.game, players, data, modules, options)
        s = rules.start()
        assert play_random(rules, s, Random(seed), Tally())
        return rules.to_json(s)


@cache
def box(id: str) -> Box:
    """The box of a game, opened once."""
    return Box(game(id))


def distinct_settings(game: Game[Any]) -> list[tuple[int, tuple[str, ...], Options]]:
    """Every number of players without modules, which may put data in the place of others; with every set of
    options and all its modules; and with each switch of a module that comes with a number of players."""
    bare: list[tuple[int, tuple[str, ...], Options]] = []
    found: dict[str, tuple[int, tuple[str, ...], Options]] = {}
    for _, players, modules, options in game.presets():
        key = f"{players} {sorted(options.items())}"
        if key not in found or len(modules) > len(found[key][1]):
            found[key] = (players, modules, options)
        if not modules and not options:
            bare.append((players, (), {}))
    for players in game.counts():
        key, widest = f"{players} []", widest_set(game, players)
        if key not in found or len(widest) > len(found[key][1]):
            found[key] = (players, widest, {})
    switched = [
        (players, widest_set(game, players), {option.id: not option.default})
        for module in game.modules
        for players in module.obligatory[:1]
        for option in module.options
        if isinstance(option.default, bool)
    ]
    return [*[setting for setting in bare if setting not in found.values()], *switched, *found.values()]


def leaves(node: Any, way: Way) -> Iterator[tuple[Way, Any]]:
    """The single values of a file, notes left out; an empty list or table is one."""
    if isinstance(node, dict | list) and node:
        for key, value in node.items() if isinstance(node, dict) else enumerate(node):
            if not str(key).startswith(NOTES):
                yield from leaves(value, (*way, key))
    else:
        yield way, node


def names(way: Way) -> tuple[str, ...]:
    """The keys of a way without positions."""
    return tuple([key for key in way if isinstance(key, str)])


@cache
def read_names(id: str) -> dict[str, set[str]]:
    """The attributes a game reads outside `lookup.py`, by the name of what they are read of."""
    found: dict[str, set[str]] = {}
    for file in (SOURCES / id).rglob("*.py"):
        if file.name != "lookup.py":
            for node in ast.walk(ast.parse(file.read_text("utf-8"))):
                if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load):
                    found.setdefault(_last(node.value), set()).add(node.attr)
    return found


def _last(node: ast.expr) -> str:
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""
