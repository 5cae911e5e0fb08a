"""Sets of modules played together at every player count they allow: the conformance kit, leaks included.

The presets of the game hold each module alone, pairs and covers at one player count each, and all modules.
Here are the pairs that have clauses of their own, at each count, and the two families of modules as wholes;
and for one and five to eight players each module alone and all of them, where no preset has them. Those games
are long: few of their positions are examined here. `PFALZ_SHARE=0.05` examines more.
"""

from __future__ import annotations

import os

import pytest

from pfalz import catalogue
from pfalz.core.presets import widest_set
from pfalz.core.texts import Texts
from pfalz.lab.conformance import Examiner

GOODS = ("landmarks", "alchemists", "heathens", "wyrd", "tribute", "pope", "benjamin")
"""Goods and cards."""
WAR = ("alliances", "commanders", "age_of_wars", "distant_campaigns", "crusades", "poland")
"""War and diplomacy."""
GAME = catalogue.game("darkages")
THERE = {module.id: module for module in GAME.modules}


def sets() -> list[tuple[int, tuple[str, ...]]]:
    """Player counts with the pairs that meet, and with each family, as far as its modules are allowed."""
    pairs = {
        tuple(id for id in THERE if id in (module.id, other))
        for module in GAME.modules
        for other in module.meets
        if other in THERE
    }
    found: list[tuple[int, tuple[str, ...]]] = []
    for players in (1, 2, 3, 4):
        allowed = {id for id, module in THERE.items() if module.players[0] <= players <= module.players[1]}
        found += [(players, pair) for pair in sorted(pairs) if allowed.issuperset(pair)]
        for family in (GOODS, WAR):
            found.append((players, tuple(id for id in THERE if id in family and id in allowed)))
    return found


def great() -> list[tuple[int, tuple[str, ...]]]:
    """At one and five to eight players each module alone and all together, but those that are presets."""
    known = {(players, modules) for _, players, modules, _ in GAME.presets()}
    found: list[tuple[int, tuple[str, ...]]] = []
    for players in (1, 5, 6, 7, 8):
        free = [
            module.id
            for module in GAME.modules
            if players not in module.obligatory and module.players[0] <= players <= module.players[1]
        ]
        whole = tuple(id for id in widest_set(GAME, players) if id in free)
        found += [(players, modules) for modules in (*[(id,) for id in free], whole)]
    return [one for one in found if one not in known]


def named(found: list[tuple[int, tuple[str, ...]]]) -> list[str]:
    return [" ".join([str(players), *modules]) for players, modules in found]


SETS, GREAT = sets(), great()
SHARE = float(os.environ.get("PFALZ_SHARE", "0.004"))


@pytest.mark.clause("DM0-1.1", "DM0-1.2", "DM0-1.3")
@pytest.mark.parametrize("number", range(len(SETS)), ids=named(SETS))
def test_modules_go_together(number: int) -> None:
    players, modules = SETS[number]
    rules = catalogue.ruleset("darkages", players, modules)
    Examiner(rules, number, 0.03, list(Texts(rules, "en").clauses())).run()


@pytest.mark.clause("DM0-1.1", "DM2-1.1")
@pytest.mark.parametrize("number", range(len(GREAT)), ids=named(GREAT))
def test_modules_at_large_tables(number: int) -> None:
    players, modules = GREAT[number]
    rules = catalogue.ruleset("darkages", players, modules)
    Examiner(rules, number, SHARE, list(Texts(rules, "en").clauses())).run()
