"""Settings for checks of a game with many modules: not every set, but every meeting.

For each player count: no module, each module alone, every pair that meets in a clause of its own
(`Module.meets`), all modules together, and a cover in which each two modules are in play together, one
without the other, and neither. With three modules or fewer that is every set anyway. A game with so many
modules that this takes too long spreads pairs and cover over its player counts, and player counts that a
module brings by itself share even the sets of one module.
"""

from __future__ import annotations

from itertools import combinations
from random import Random
from typing import Any, Final

from pfalz.core.errors import RulesetError
from pfalz.core.game import Game, Options
from pfalz.core.setting import checked_modules, known_options

FEW: Final = 3
"""Up to so many modules every set is played."""
Set = frozenset[str]


def module_sets(game: Game[Any], players: int) -> list[tuple[str, ...]]:
    """Sets of modules to check a player count with, obligatory ones left to themselves."""
    free = [
        m for m in game.modules if players not in m.obligatory and m.players[0] <= players <= m.players[1]
    ]
    ids = [module.id for module in free]
    if len(ids) <= FEW:
        found = [frozenset(chosen) for n in range(len(ids) + 1) for chosen in combinations(ids, n)]
        return [_ordered(ids, chosen) for chosen in found if _allowed(game, players, chosen)]
    sets: dict[Set, None] = {frozenset(): None}
    for id in ids:
        sets[frozenset((id,))] = None
    for module in free:
        for other in module.meets:
            if other in ids:
                sets[frozenset((module.id, other))] = None
    sets[_filled(game, players, ids, frozenset())] = None
    _cover(game, players, ids, sets)
    return [_ordered(ids, chosen) for chosen in sets if _allowed(game, players, chosen)]


def spread_sets(game: Game[Any]) -> list[tuple[int, tuple[str, ...]]]:
    """Player counts with sets of modules: at each count no module, each alone and all together, the other
    sets (pairs that meet, cover) at one count each, by turns.

    Player counts that the same modules bring by themselves (`Module.obligatory`) are checked together: each
    of them without further modules, each module alone at one of them, as many as go together at the highest.
    The other sets are played there only if no other count has them."""
    sets = {players: module_sets(game, players) for players in game.counts()}
    brought = {n: tuple([m.id for m in game.modules if n in m.obligatory]) for n in sets}
    spread: list[tuple[int, tuple[str, ...]]] = []
    free = [n for n in sets if not brought[n]]
    whole = {n: max([len(chosen) for chosen in sets[n]]) for n in sets}
    turn = 0
    for chosen, counts in _counted(sets, free).items():
        always = [n for n in counts if len(chosen) <= 1 or len(chosen) == whole[n]]
        if not always:
            always = [counts[turn % len(counts)]]
            turn += 1
        spread += [(n, chosen) for n in always]
    for family in dict.fromkeys([brought[n] for n in sets if brought[n]]):
        counts_of = [n for n in sets if brought[n] == family]
        turn = 0
        for chosen, counts in _counted(sets, counts_of).items():
            if not chosen:
                spread += [(n, chosen) for n in counts]
            elif len(chosen) == max([whole[n] for n in counts_of]):
                spread.append((counts[-1], chosen))
            elif len(chosen) == 1 or not any(chosen in sets[n] for n in free):
                spread.append((counts[turn % len(counts)], chosen))
                turn += 1
    return sorted(spread, key=lambda one: one[0])


def _counted(sets: dict[int, list[tuple[str, ...]]], counts: list[int]) -> dict[tuple[str, ...], list[int]]:
    """The sets of some player counts, each with those that have it."""
    found: dict[tuple[str, ...], list[int]] = {}
    for players in counts:
        for chosen in sets[players]:
            found.setdefault(chosen, []).append(players)
    return found


def widest_set(game: Game[Any], players: int) -> tuple[str, ...]:
    """As many modules as go together at a player count, in their order."""
    ids = [m.id for m in game.modules if m.players[0] <= players <= m.players[1]]
    return _ordered(ids, _filled(game, players, ids, frozenset()))


def random_set(
    game: Game[Any],
    players: int,
    rng: Random,
    along: tuple[str, ...] = (),
    among: tuple[str, ...] | None = None,
) -> tuple[str, ...]:
    """Any set of modules that may be used with a player count: each of them is in play or not, by chance.

    Those that come `along` are in play in any case; they have to go together. If others are to be `among`
    some modules only, those count that may be used with so many players."""
    checked_modules(game, players, along)
    free = [m.id for m in game.modules if m.players[0] <= players <= m.players[1]]
    pool = [id for id in free if among is None or id in among]
    while True:
        chosen = frozenset([id for id in pool if rng.random() < 0.5]).union(along)
        if _allowed(game, players, chosen):
            return _ordered(free, chosen)


def random_options(game: Game[Any], players: int, modules: tuple[str, ...], rng: Random) -> Options:
    """Options of a table by chance, those of its modules too; lists and numbers stay as they are.

    Where options are a difficulty, every other time it is one that has a name."""
    found: Options = {}
    in_play = checked_modules(game, players, modules)
    for option in known_options(game, in_play):
        if isinstance(option.default, bool):
            found[option.id] = rng.random() < 0.5
        elif option.choices:
            found[option.id] = rng.choice(option.choices)
    for module in in_play:
        if module.difficulties and rng.random() < 0.5:
            named = module.difficulties[rng.choice(list(module.difficulties))]
            found.update({option.id: option.id in named for option in module.options if option.id in found})
    return found


def _cover(game: Game[Any], players: int, ids: list[str], sets: dict[Set, None]) -> None:
    """Add sets until each two modules are together, apart either way, and both away in some set."""
    wanted: dict[tuple[str, bool, str, bool], None] = {}
    for a, b in combinations(ids, 2):
        for with_a in (True, False):
            for with_b in (True, False):
                wanted[(a, with_a, b, with_b)] = None
    for chosen in [found for found in sets if len(found) > 1 and _allowed(game, players, found)]:
        _strike(wanted, chosen)
    while wanted:
        a, with_a, b, with_b = next(iter(wanted))
        chosen = frozenset(id for id, there in ((a, with_a), (b, with_b)) if there)
        away = {id for id, there in ((a, with_a), (b, with_b)) if not there}
        for id in ids:
            more = chosen | {id}
            if id in chosen or id in away or not _allowed(game, players, more):
                continue
            if _worth(wanted, more) > _worth(wanted, chosen):
                chosen = more
        if _allowed(game, players, chosen):
            sets[chosen] = None
        _strike(wanted, chosen)
        wanted.pop((a, with_a, b, with_b), None)  # two that never go together are not wanted


def _strike(wanted: dict[tuple[str, bool, str, bool], None], chosen: Set) -> None:
    for meeting in list(wanted):
        a, with_a, b, with_b = meeting
        if (a in chosen) == with_a and (b in chosen) == with_b:
            del wanted[meeting]


def _worth(wanted: dict[tuple[str, bool, str, bool], None], chosen: Set) -> int:
    return sum((a in chosen) == with_a and (b in chosen) == with_b for a, with_a, b, with_b in wanted)


def _filled(game: Game[Any], players: int, ids: list[str], chosen: Set) -> Set:
    """As many modules as go together, in their order."""
    for id in ids:
        if _allowed(game, players, chosen | {id}):
            chosen |= {id}
    return chosen


def _allowed(game: Game[Any], players: int, chosen: Set) -> bool:
    try:
        checked_modules(game, players, sorted(chosen))
    except RulesetError:
        return False
    return True


def _ordered(ids: list[str], chosen: Set) -> tuple[str, ...]:
    return tuple([id for id in ids if id in chosen])
