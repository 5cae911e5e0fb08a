"""Sections F, J and K of the worked examples: scoring, tower, limits, map (X-35 to X-37, X-54 to X-68)."""

from __future__ import annotations

from itertools import product
from math import comb, isclose

import pytest

from pfalz.catalogue import ruleset
from pfalz.core.state import NATURE
from pfalz.games.wallenstein.tower import Throw
from tests.games.wallenstein.table import BLACK, BLUE, GREEN, PURPLE, YELLOW, Table, battle


def score(table: Table, name: str, **counts: int) -> None:
    """Buildings in counties of a region: `score(table, "palace", sachsen_blue=2)`."""
    for key, n in counts.items():
        region, colour = key.rsplit("_", 1)
        seat = table.t.colour_ids.index(colour)
        at = table.t.region_ids.index(region)
        sites = [
            table.t.county_ids[c]
            for c in table.s.own(seat)
            if table.t.region_of[c] == at and table.s.buildings[c].bit_count() < table.t.sites[c]
        ]
        sites = [id for id in sites if name not in table.buildings(id)]
        assert len(sites) >= n, (key, sites)
        for id in sites[:n]:
            table.build(id, name)


@pytest.mark.clause("W-13.1", "W-13.2", "W-13.3", "W-13.4", "W-13.5", "W-12.12")
def test_x35_scoring_with_ties() -> None:
    black, blue, red = BLACK, BLUE, PURPLE  # the three seats; Purple plays the red of the example
    table = Table(3).winter_event("grain_max")
    table.land(
        red, altmark=2, mittelmark=2, anhalt=2, kursachsen=2, paderborn=2, mark=2, koeln=2, trier=2, baden=2
    )
    table.land(
        blue, lueneburg=2, neumark=2, vogtland=2, boehmen=2, salzburg=2, breisgau=2, strassburg=2, lausitz=2
    )
    table.land(black, wuerzburg=2, maehren=2, passau=2, wolfenbuettel=2, oberpfalz=2, schlesien=2)
    table.land(black, zweibruecken=2, lothringen=2, regensburg=2, wuerttemberg=2)
    score(table, "palace", brandenburg_purple=1, brandenburg_blue=1, sachsen_purple=2, sachsen_blue=1)
    score(table, "palace", bayern_black=1)
    score(table, "church", brandenburg_blue=1, oesterreich_blue=1, oesterreich_black=1)
    score(table, "trading_post", sachsen_purple=1, sachsen_black=1, oesterreich_black=1)
    table.s.grain = [30, 30, 30]
    table.begin("winter")
    assert (table.points(red), table.points(blue), table.points(black)) == (18, 17, 19)


@pytest.mark.clause("W-13.6", "W-13.7", "W-13.9", "W-R.16", "W-4.8")
@pytest.mark.parametrize(("thalers", "places"), [((5, 3), (1, 2, 3)), ((5, 5), (1, 1, 3))])
def test_x36_end(thalers: tuple[int, int], places: tuple[int, ...]) -> None:
    table = Table(3).winter_event("grain_max").score(BLACK, 44).score(BLUE, 44).score(PURPLE, 43)
    table.purse(black=thalers[0], blue=thalers[1], purple=9)
    table.s.season = 4
    table.begin("winter")
    assert table.s.over
    outcome = table.rules.outcome(table.s)
    assert outcome.scores == (44, 44, 43) and outcome.places == places
    assert [tie["thalers"] for tie in outcome.ties] == [*thalers, 9]


def chances(table: Table) -> list[dict[int, float]]:
    """The distribution of every slot of the open throw."""
    question = Throw()
    found: list[dict[int, float]] = []
    prefix: list[int] = []
    while (options := question.options(table.s, NATURE, (), prefix)) is not None:
        weights = question.weights(table.s, (), prefix, options)
        assert weights is not None
        found.append({k: w / sum(weights) for k, w in zip(options, weights, strict=True)})
        prefix.append(0)
    return found


@pytest.mark.clause("W-14.2", "W-14.4", "W-14.7")
def test_x54_exact_probabilities() -> None:
    table = battle().cubes(tower={GREEN: 3}).begin().answer(BLUE, "kursachsen", 4)
    blue, yellow, green = chances(table)
    assert isclose(blue[3], 32 / 81) and isclose(yellow[1], 6 / 27) and isclose(green[1], 12 / 27)
    assert isclose(blue[3] * yellow[1] * green[1], 2304 / 59049)


@pytest.mark.clause("W-14.2", "W-10.22")
def test_x55_neutral_attack_from_an_empty_system() -> None:
    table = Table(3).land(BLUE, boehmen=4).row("combat_a").plan(BLUE, combat_a="boehmen").begin()
    table.answer(BLUE, "maehren", 3)
    blue, green = chances(table)
    won = sum(p * q for (a, p), (b, q) in product(blue.items(), green.items()) if a > b)
    assert isclose(won, 66 / 81)


@pytest.mark.clause("W-14.2", "W-11.6")
def test_x56_revolt_from_an_empty_system() -> None:
    table = Table(3).land(BLUE, lueneburg=4).mark("lueneburg", 2).row("collect_taxes")
    table.plan(BLUE, collect_taxes="lueneburg").begin()
    blue, green = chances(table)
    won = sum(p * q for (a, p), (b, q) in product(blue.items(), green.items()) if a > b)
    assert isclose(won, 560 / 729)


@pytest.mark.clause("W-60.1", "W-14.2", "W-14.3", "W-1.5")
def test_x57_conservation() -> None:
    table = battle().land(YELLOW, kursachsen=2).cubes(tray={BLUE: 2}, tower={BLUE: 5}, supply={BLUE: 30})
    table.land(BLUE, hessen_kassel=20).begin()
    assert (table.s.supply[BLUE], table.s.tower[BLUE], table.s.tray[BLUE]) == (30, 5, 2)
    table.answer(BLUE, "kursachsen", 4)
    assert table.s.tray[BLUE] == 6
    question = table.asks()[0].question
    assert list(question.options(table.s, NATURE, (), ()) or ()) == list(range(7))
    table.nature(3, 2, 2)  # 3 of 6 blue and 2 of 2 yellow thrown come out, and 2 of 5 resting blue
    assert table.s.tower[BLUE] == 6 and table.s.tray[BLUE] == 0
    assert table.at("kursachsen") == (BLUE, 3, 0) and table.s.supply[BLUE] == 32
    assert sum(table.s.armies[c] for c in table.s.own(BLUE)) == 24


@pytest.mark.clause("W-14.5")
@pytest.mark.parametrize(("n", "q"), [(4, 0.1855), (8, 0.3366), (12, 0.4596)])
def test_x58_impact_model(n: int, q: float) -> None:
    table = Table(3, tower_model="impact").cubes(tray={BLUE: n}, tower={PURPLE: 4})
    assert isclose(Throw().resting(table.s), q, abs_tol=5e-5)
    blue, purple = chances(table)
    exact = 1 - 0.95**n
    for k in range(5):
        assert isclose(purple[k], comb(4, k) * exact**k * (1 - exact) ** (4 - k), rel_tol=1e-9)
    assert isclose(blue[n], (2 / 3) ** n)


@pytest.mark.clause("W-3.20", "W-3.19", "W-1.6", "W-60.2")
def test_x65_supplies_after_setup() -> None:
    rules = ruleset("wallenstein", 4, (), {"start": "lineup"})
    s = rules.start()
    rules.play(s, NATURE, (BLACK,))
    rules.play(s, NATURE, (7, 3, 0, 1, 4))
    assert sum(s.armies[c] for c in s.own(BLUE)) == 25
    assert (s.supply[BLUE], s.tower[BLUE]) == (33, 4)
    assert (s.supply[4], s.tower[4]) == (14, 6)
    assert s.supply[PURPLE] == 30 and s.supply[BLACK] == 37
    assert rules.violations(s) == []


@pytest.mark.clause("W-1.3", "W-60.6", "W-R.41")
def test_x66_shape_of_the_map() -> None:
    t = Table(5).t
    assert sum(map(len, t.neighbours)) == 228
    bavaria = [t.county_ids[c] for c in t.neighbours[t.county_ids.index("fm_bayern")]]
    assert sorted(bavaria) == ["augsburg", "regensburg", "salzburg"]
    for a, b in (("koeln", "trier"), ("salzburg", "passau"), ("konstanz", "tirol")):
        assert t.county_ids.index(b) not in t.neighbours[t.county_ids.index(a)]
    small = Table(3).t
    assert sum(map(len, small.neighbours)) == 182 and len(small.counties) == 37
    reached, todo = {small.counties[0]}, [small.counties[0]]
    while todo:
        new = set(small.neighbours[todo.pop()]) - reached
        reached |= new
        todo += new
    assert len(reached) == 37
