"""Sets of modules played together at every player count they allow: the conformance kit, leaks included.

The presets of the game hold each module alone, pairs and covers at one player count each, and all modules.
Here are the pairs that have clauses of their own, at each count, and the two families of modules as wholes.
"""

from __future__ import annotations

import pytest

from pfalz import catalogue
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
    for players in (2, 3, 4):
        allowed = {id for id, module in THERE.items() if module.players[0] <= players <= module.players[1]}
        found += [(players, pair) for pair in sorted(pairs) if allowed.issuperset(pair)]
        for family in (GOODS, WAR):
            found.append((players, tuple(id for id in THERE if id in family and id in allowed)))
    return found


SETS = sets()


@pytest.mark.clause("DM0-1.1", "DM0-1.2", "DM0-1.3")
@pytest.mark.parametrize(
    "number", range(len(SETS)), ids=[" ".join([str(players), *modules]) for players, modules in SETS]
)
def test_modules_go_together(number: int) -> None:
    players, modules = SETS[number]
    rules = catalogue.ruleset("darkages", players, modules)
    Examiner(rules, number, 0.03, list(Texts(rules, "en").clauses())).run()
