"""Achievements that count at the end, levels that are uncovered, and every epithet with each of its tiers."""

from __future__ import annotations

import pytest

from pfalz.games.darkages.state import FROM_ACHIEVEMENTS, LAST_TURNS
from pfalz.games.darkages.turn import EPITHET_STEP, PASS_STEP
from tests.games.darkages.cards import (
    ACHIEVEMENTS,
    CARDS,
    CASES,
    Case,
    called,
    complete,
    difference,
    finish,
    lay,
    of,
    passes,
    ready,
)
from tests.games.darkages.counting import LEAST, MOST, arrange, boundaries
from tests.games.darkages.table import YELLOW, Table

SCORES = [case for case in CASES if case.when == "end"]
COVERED = {(case.card, case.level, case.when) for case in SCORES}
EPITHETS = {row["id"]: row for row in CARDS["epithet"]}


def last_pass(table: Table) -> Table:
    """Yellow is the last to pass for the last time; the final scoring follows."""
    s = table.s
    s.phase, s.out[1:4], s.acted[YELLOW] = LAST_TURNS, [1, 1, 1], 1
    table.discs(YELLOW, 0).turn(YELLOW)
    if table.asked() == "turn":
        table.do(YELLOW, PASS_STEP)
    finish(table)
    assert table.asks() == []
    return table


@pytest.mark.clause("D-21.15", "D-22.4", "D-19.7", "D-23.1", "D-23.2", "D-23.4", "D-23.5")
@pytest.mark.parametrize("case", SCORES, ids=called)
def test_points_at_the_end(case: Case) -> None:
    assert all(row["op"] == "score" for row in case.rows)
    for row in case.rows:
        others = [other for other in case.rows if other is not row]
        seen = set()
        for n in boundaries(row):
            if row["per"] == "level3" and n < 1:
                continue  # the card itself is of level III
            tables = []
            for in_force in (True, False):
                table = lay(ready(case.card), case, YELLOW, in_force)
                arrange(table, row["per"], n)
                tables.append(last_pass(table))
            points = row["n"] * min(n // row["div"], row["max"] or n)
            assert all(other["per"] in ("trophies", "titles") for other in others)  # none of them arranged
            assert difference(*tables) == of(YELLOW, vp=points), n
            seen.add(points)
        assert len(seen) > 1  # it does depend on the number


@pytest.mark.clause("D-19.1")
@pytest.mark.parametrize("card", ACHIEVEMENTS)
def test_final_points_of_each_level(card: str) -> None:
    for level, points in enumerate(ACHIEVEMENTS[card]["vp"], 1):
        table = ready(card).achievement(YELLOW, card, level).goods(YELLOW)
        last_pass(table)
        assert table.s.points[FROM_ACHIEVEMENTS] == points


@pytest.mark.clause("D-12.1", "D-12.2", "D-12.3", "D-23.1", "D-23.2", "D-23.3", "D-23.4", "D-23.5")
@pytest.mark.parametrize("id", EPITHETS)
def test_an_epithet_gives_the_points_of_its_highest_tier(id: str) -> None:
    row = EPITHETS[id]
    edges = {n for tier in row["tiers"] for n in (tier["min"] - 1, tier["min"], tier["min"] + 1)}
    edges = {n for n in edges if LEAST.get(row["per"], 0) <= n <= MOST.get(row["per"], 99)}
    assert {tier["min"] for tier in row["tiers"]} <= edges
    for n in sorted(edges):
        table = ready()
        arrange(table, row["per"], n)
        table.hand(YELLOW, id)
        table.turn(YELLOW)
        expected = max([tier["vp"] for tier in row["tiers"] if n >= tier["min"]], default=0)
        before = table.scores()
        table.do(YELLOW, *complete(table, EPITHET_STEP), ask="turn")
        assert table.scores() == [before[YELLOW] + expected, *before[1:]], n
        assert table.s.discard[-1] == table.card(id) and not table.hand_of(YELLOW)


@pytest.mark.clause("D-12.4", "D-14.8")
@pytest.mark.parametrize("id", EPITHETS)
def test_an_epithet_must_be_played_when_passing(id: str) -> None:
    table = passes(ready().hand(YELLOW, id))
    assert not table.hand_of(YELLOW) and table.card(id) in table.s.discard


def test_tiers_rise() -> None:
    for row in EPITHETS.values():
        tiers = [(tier["min"], tier["vp"]) for tier in row["tiers"]]
        assert tiers == sorted(set(tiers))
