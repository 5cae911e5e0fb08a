"""The extended game (M-18.1, M-18.2)."""

from __future__ import annotations

import pytest

from pfalz.catalogue import ruleset
from pfalz.core.errors import RulesetError

ALL = ("time_is_gold", "pope_calls", "kings_claim")


@pytest.mark.clause("M-18.1", "M-18.2", "M-R38")
def test_for_three_to_five_players_one_by_one() -> None:
    for module in ALL:
        with pytest.raises(RulesetError):
            ruleset("mil", 2, (module,))
        for players in (3, 4, 5):
            assert [m.id for m in ruleset("mil", players, (module,)).modules] == [module]
    assert [m.id for m in ruleset("mil", 5, ALL).modules] == list(ALL)
