"""Section H of the worked examples: Landsknechte (X-47, X-48, W-30)."""

from __future__ import annotations

import pytest

from pfalz.core.state import NATURE
from pfalz.games.wallenstein.events import (
    GRAIN_GIVEN,
)
from tests.games.wallenstein.table import BLUE, RED, Table

THALERS, ARMIES, GRAIN_BONUS, POINTS = range(4)


def banners(players: int = 4) -> Table:
    """Blue has counties in four regions."""
    return Table(players, ["landsknechte"]).land(BLUE, mark=1, anhalt=1, boehmen=1, baden=1).purse(blue=0)


@pytest.mark.clause("W-30.1", "W-30.2", "W-30.3", "W-30.4", "W-30.5", "W-30.7", "W-R.34", "W-30.10")
def test_x47_progress() -> None:
    table = banners().begin("banner_checks")
    assert table.asked() == ("choose_bonus", BLUE) and table.options() == [THALERS, ARMIES]
    assert table.refused(BLUE, GRAIN_BONUS) == ("not_on_banner", "W-30.5", {})
    table.answer(BLUE, THALERS)
    assert table.s.thalers[BLUE] == 2 and table.slice("landsknechte").banner[BLUE] == 1
    table.s.owner[table.county("baden")], table.s.armies[table.county("baden")] = -1, 0
    table.begin("banner_checks")  # three regions: nothing, and the progress is kept
    assert table.asked()[1] == NATURE and table.slice("landsknechte").banner[BLUE] == 1
    table.land(BLUE, baden=1, altmark=2).begin("banner_checks")
    assert table.options() == [THALERS, ARMIES, GRAIN_BONUS]
    table.answer(BLUE, GRAIN_BONUS)
    assert table.happened(GRAIN_GIVEN) == [(BLUE, 1)]
    table.winter_event("grain_max")
    table.s.grain[BLUE] = 30
    table.begin("winter").nature(*table.options()[:4])
    assert table.slice("landsknechte").banner == [0] * 4
    table.begin("banner_checks")
    assert table.slice("landsknechte").banner[BLUE] == 1


@pytest.mark.clause("W-30.5", "W-30.6", "W-30.9", "W-30.8")
@pytest.mark.parametrize("bonus", [THALERS, ARMIES, GRAIN_BONUS, POINTS])
def test_x48_third_banner(bonus: int) -> None:
    table = banners()
    table.slice("landsknechte").banner[BLUE] = 2
    table.begin("banner_checks")
    assert table.options() == [THALERS, ARMIES, GRAIN_BONUS, POINTS]
    table.answer(BLUE, bonus)
    got = (table.s.thalers[BLUE], table.s.tray[BLUE], table.s.grain[BLUE], table.points(BLUE))
    assert got == tuple((6, 3, 2, 1)[i] if i == bonus else 0 for i in range(4))
    assert (
        len(table.slice("landsknechte").t.banners) == 4
    )  # three checks a year never come round to the empty banner
    view = table.rules.view(table.s, RED)
    assert view.slices["landsknechte"].banner == table.slice("landsknechte").banner


@pytest.mark.clause("W-30.6", "W-R.28")
def test_tray_bonus_with_an_empty_supply() -> None:
    table = banners().cubes(supply={BLUE: 0}).begin("banner_checks")
    table.answer(BLUE, ARMIES)
    assert table.s.tray[BLUE] == 0
