"""Section I of the worked examples: modules together (X-49, X-64, W-50)."""

from __future__ import annotations

import pytest

from pfalz.core.state import NATURE
from pfalz.games.wallenstein.events import (
    EVENTS_TURNED_UP,
    POINTS_SCORED,
)
from pfalz.games.wallenstein.modules.landsknechte.events import BANNERS_RESET
from pfalz.games.wallenstein.modules.landsknechte.state import BONUS_ARMIES
from pfalz.games.wallenstein.modules.leaders.events import (
    LEADER_LOST,
    LEADER_PLACED,
)
from pfalz.games.wallenstein.modules.leaders.state import OFF
from tests.games.wallenstein.table import BLACK, BLUE, PURPLE, Table


@pytest.mark.clause("W-50.3")
def test_x49_tray_armies_and_conversion() -> None:
    table = Table(4, ["court", "landsknechte"]).land(BLUE, mark=1, anhalt=1, boehmen=1, baden=1)
    table.slice("court").entrance = [0] * 4
    table.cubes(tray={BLUE: 1}).plan(BLUE, extra=("nothing", "dice_0")).begin("banner_checks")
    table.answer(BLUE, BONUS_ARMIES)
    part = table.slice("court")
    assert table.s.tray[BLUE] == 0 and part.audience[BLUE] + part.entrance[BLUE] == 2


@pytest.mark.clause("W-50.5", "W-30.7", "W-40.16", "W-40.17", "W-40.19")
def test_x64_change_of_year_with_all_modules() -> None:
    table = Table(3, ["court", "landsknechte", "leaders"]).winter_event("taxes_max")
    red, black, blue = PURPLE, BLACK, BLUE
    table.land(red, anhalt=1, vogtland=1, mark=1).land(black, boehmen=1, trier=2).land(blue, koeln=1)
    table.order(blue, red, black)
    table.s.season = 2
    table.s.grain = [9, 9, 2]
    table.slice("leaders").leader = [OFF, table.county("koeln"), table.county("anhalt")]
    table.slice("leaders").monument[0] = table.county("trier")
    table.slice("landsknechte").banner = [1, 2, 3]
    table.slice("court").entrance = [1, 2, 3]
    table.begin("winter").nature("anhalt").throw()
    assert table.happened(LEADER_LOST) == [(red, table.county("anhalt"))]
    assert {args[2] for args in table.happened(POINTS_SCORED)} == {0}  # counties only, no monuments
    assert table.asked() == ("events", NATURE) and table.s.grain == [0, 0, 0]
    table.nature(*table.options()[:4])
    assert table.slice("landsknechte").banner == [0, 0, 0]
    assert table.asked() == ("place_leader", red)
    table.answer(red, "mark")
    assert table.asked() == ("place_leader", black)
    table.answer(black, "boehmen")
    assert table.slice("leaders").leader[blue] == table.county("koeln")
    assert table.slice("court").entrance == [1, 2, 3] and table.s.place == [-1] * 3
    kinds = [kind.name for kind, _ in table.s.trace or ()]
    assert (
        kinds.index(EVENTS_TURNED_UP.name) < kinds.index(BANNERS_RESET.name) < kinds.index(LEADER_PLACED.name)
    )


@pytest.mark.clause("W-50.8")
def test_county_of_the_court_step_comes_too_late_for_the_check() -> None:
    table = Table(4, ["court", "landsknechte"]).land(BLUE, mark=1, anhalt=1, boehmen=1)
    part = table.slice("court")
    part.entrance, part.favor = [0, 4, 0, 0], [-1] * 21
    part.favor[11] = -3
    table.begin("banner_checks").answer(BLUE, 11).answer(BLUE, "baden")
    assert table.slice("landsknechte").banner[BLUE] == 0
