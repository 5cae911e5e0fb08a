"""Components of Die Staufer (S-1) and the rulings that decide their numbers."""

from __future__ import annotations

import tomllib
from collections import Counter
from importlib import resources
from random import Random
from typing import Any

import pytest

from pfalz.catalogue import game, ruleset
from pfalz.core.errors import RulesetError
from pfalz.games.staufer.final import placements, tokens
from pfalz.games.staufer.lookup import Lookup
from pfalz.games.staufer.state import NO_MARKER
from pfalz.games.staufer.turn import DEPLOY, SUPPLY
from tests.games.staufer.table import (
    AACHEN,
    MILANO,
    PALERMO,
    RING,
    STRASBOURG,
    TILE_9_7_5,
    Table,
)

COUNTS = range(2, 6)
REGIONS = ["aachen", "augsburg", "strasbourg", "nijmegen", "palermo", "milano"]


def tables(players: int) -> Lookup:
    found: Lookup = ruleset("staufer", players).lookup
    return found


def file(name: str) -> dict[str, Any]:
    """A data file of the game as it is."""
    return tomllib.loads(
        (resources.files("pfalz.games.staufer") / "data" / f"{name}.toml").read_text("utf-8")
    )


def seats(t: Lookup, region: int) -> str:
    return " ".join(f"{t.seat_number[o]}{'N' * t.noble_only[o]}" for o in t.region_seats[region])


@pytest.mark.clause("S-1.1", "S-4.3")
@pytest.mark.parametrize("players", COUNTS)
def test_five_rounds_of_three_turns_each(players):
    rules = ruleset("staufer", players)
    s = rules.start()
    rng = Random(players)
    rounds: list[Counter[int]] = []
    while not s.over:
        s.trace = []
        ask = rules.asks(s)[0]
        rules.apply(s, ask.seat, ask.random_answer(s, rng))
        for kind, args in s.trace:
            if kind.name == "round_begun":
                rounds.append(Counter())
                assert args[0] == len(rounds)
            elif kind.name in ("supply_chosen", "deployment_begun"):
                rounds[-1][args[0]] += 1
    assert rounds == [Counter(dict.fromkeys(range(players), 3))] * 5


@pytest.mark.clause("S-1.1")
@pytest.mark.parametrize("players", [1, 6])
def test_not_for_fewer_than_two_or_more_than_five(players):
    with pytest.raises(RulesetError, match="2 to 5 players"):
        ruleset("staufer", players)


@pytest.mark.clause("S-1.2", "S-3.12")
@pytest.mark.parametrize("players", COUNTS)
def test_pieces_of_a_colour(players):
    t = Table(players)
    assert t.s.t.total == (15, 3)
    assert Counter(t.s.turn_track) == Counter(dict.fromkeys(range(players), 3))  # action figures
    assert t.scores() == [0] * players  # the fourth one keeps the score, from 0 on


@pytest.mark.clause("S-1.3", "S-1.17")
@pytest.mark.parametrize("players", COUNTS)
def test_figures_are_in_four_places_and_scores_never_fall(players):
    rules = ruleset("staufer", players, options={"privilege_set": "random"})
    rng = Random(10 + players)
    s = rules.start()
    before = [0] * players
    while not s.over:
        ask = rules.asks(s)[0]
        rules.apply(s, ask.seat, ask.random_answer(s, rng))
        for figure in range(2 * players):
            places = [s.court[figure], s.province[figure], sum(s.paid[figure :: 2 * players])]
            places.append(s.left.count(figure) + s.right.count(figure))
            assert min(places) >= 0
            assert sum(places) == (15, 3)[figure & 1]
        now = [s.score(seat) for seat in range(players)]
        assert all(new >= old for new, old in zip(now, before, strict=True))
        before = now


@pytest.mark.clause("S-1.4")
@pytest.mark.parametrize("players", COUNTS)
def test_six_regions_with_all_their_parts(players):
    t = Table(players)
    assert t.s.t.region_ids == REGIONS
    assert len(t.s.t.region_seats) == 6
    assert t.s.t.bonus_ids == [
        *("chest_each", "two_chests", "envoys_by_rank"),
        *("envoy_each", "points_by_rank", "points_each"),
    ]
    assert sorted(t.s.point_tile) == list(range(6))  # a point tile each
    assert t.s.second_marker == NO_MARKER
    for region in range(6):
        t.king(region)
        assert t.s.kings_region() == region
        assert t.pay(0, region, 1).paid(0)[region] == (1, 0)  # a payment area each


@pytest.mark.clause("S-1.5", "S-1.19")
@pytest.mark.parametrize("players", COUNTS)
def test_numbers_and_noble_only_seats(players):
    t = tables(players)
    assert set(t.seat_number) == {3, 4, 5, 6, 7}
    for row in t.region_seats:
        assert 3 <= len(row) <= 5
        assert sum(t.noble_only[office] for office in row) == 1


@pytest.mark.clause("S-1.5")
def test_room_for_a_stack_beneath_each_seat():
    s = Table(4).s
    assert len(s.under_seat) == s.t.seats == 29


@pytest.mark.clause("S-1.6", "S-3.2", "S-R1", "S-R2")
@pytest.mark.parametrize("players", COUNTS)
def test_two_sides_of_the_regions(players):
    t = tables(players)
    rows = {
        2: ["6N 5 4 3", "7N 4 3", "6N 5 4 3", "5N 4 3", "7 6N 5", "5 6N 4 3"],
        3: ["6N 5 4 3 3", "7N 5 4 4 3", "6N 5 5 4 3", "5N 5 4 3 3", "7 6N 5 4", "5 6N 4 4 3"],
    }
    assert [seats(t, region) for region in range(6)] == rows[min(players, 3)]
    assert t.seats == (21 if players == 2 else 29)


@pytest.mark.clause("S-R1")
@pytest.mark.parametrize("players", [2, 3])
def test_what_is_known_of_the_seats(players):
    t = tables(players)
    numbers = [[t.seat_number[office] for office in row] for row in t.region_seats]
    assert 5 in numbers[AACHEN]
    assert "6N" in seats(t, PALERMO).split()
    assert len(numbers[STRASBOURG]) >= 4
    assert len({len(row) for row in numbers}) > 1
    dearest_left = [row[0] == max(row) for row in numbers]
    assert [region for region, left in enumerate(dearest_left) if not left] == [MILANO]
    if players == 3:
        assert max(len(row) for row in numbers) == 5
    counts = Counter(t.seat_number)
    assert max(counts[n] for n in (3, 4, 5)) - min(counts[n] for n in (3, 4, 5)) <= 2


@pytest.mark.clause("S-1.7")
@pytest.mark.parametrize("slot", range(6))
def test_a_ring_of_six(slot):
    t = Table().king(RING[slot])
    assert [t.s.distance(RING[(slot + i) % 6]) for i in range(6)] == [0, 1, 2, 3, 4, 5]


@pytest.mark.clause("S-1.8")
@pytest.mark.parametrize("players", COUNTS)
def test_tracks_have_three_spaces_for_each_player(players):
    t = Table(players).begin()
    for _ in range(3 * players):
        seat = t.s.turn_track[0]
        t.act(seat, SUPPLY).supply(seat, 3)
    assert len(t.s.supply_track) == 3 * players
    # and all on the deployment track: every seat costs 2 figures and moving is free
    t = Table(players)
    for seat in range(players):
        t.privilege(seat, 4, 5, 10, 11).court(seat, 9, 0)
    order = t.begin().s.turn_track[:]
    for seat in order:
        t.act(seat, DEPLOY).deploy(seat, (t.options() or [])[0], "EE")
    assert t.s.deployment_track == order


@pytest.mark.clause("S-1.9", "S-3.1", "S-R9")
@pytest.mark.parametrize("players", COUNTS)
def test_envoys_on_the_deployment_track(players):
    gained = []
    for space in range(1, 3 * players):
        figures = [seat for seat in range(players) for _ in range(3)]
        t = Table(players).turn(figures[-1], deployment=figures[: space - 1]).court(figures[-1], 5).begin()
        t.act(figures[-1], DEPLOY)
        if t.at_court(figures[-1]) == (6, 0):
            gained.append(space)
    assert gained == ([1] if players < 4 else [1, 2])


@pytest.mark.clause("S-1.10", "S-3.1", "S-R2", "S-R10")
@pytest.mark.parametrize("players", COUNTS)
def test_supply_table(players):
    t = tables(players)
    figures = list(zip(t.supply_envoys, t.supply_nobles, strict=True))
    assert figures == [(1, 1), (0, 1), (2, 0), (1, 0), (0, 0)][: 4 if players < 4 else 5]
    assert t.spaces == len(figures)


@pytest.mark.clause("S-1.11", "S-R7")
def test_seventy_two_chests():
    chests = file("chests")["chest"]
    by_colour: Counter[str] = Counter()
    for chest in chests:
        by_colour[chest["colour"]] += chest["copies"]
    assert by_colour == {"orange": 16, "turquoise": 28, "brown": 10, "purple": 18}
    assert sum(by_colour.values()) == 72
    t = tables(4)
    assert t.chest_copies == [2] * 8 + [6, 6, 6, 6, 4, 10, 18]
    assert t.chest_ids[:8] == [
        *[f"orange_points_{n}" for n in (2, 3, 4, 5)],
        *[f"orange_envoys_{n}" for n in (1, 2, 3)],
        "orange_noble_1",
    ]
    assert t.chest_ids[8:13] == [
        *("turquoise_first_place", "turquoise_other_chest"),
        *("turquoise_free_movement", "turquoise_cheap_seat", "turquoise_leave_figure"),
    ]


@pytest.mark.clause("S-1.12", "S-R6")
def test_thirty_five_privilege_cards():
    values, copies = file("privileges")["victory_points"]["values"], file("privileges")["copies"]
    cards = [len(values)] + [copies["more_players"]] * 15
    seals: Counter[str] = Counter()
    for kind, n in zip(file("privileges")["privilege"], cards, strict=True):
        seals[kind["seal"]] += n
    assert seals == {"blue": 15, "red": 20}
    assert [kind for kind, blue in enumerate(tables(3).seal_blue, 1) if blue] == [1, 4, 7, 10, 13, 16]
    assert len(set(values)) == 5


@pytest.mark.clause("S-1.13")
def test_eighteen_job_cards():
    assert [len(set(ids)) for ids in tables(4).job_ids] == [6, 6, 6]
    assert sorted(tables(4).job_region) == list(range(6))


@pytest.mark.clause("S-1.14", "S-R8")
def test_nineteen_round_tiles():
    t = tables(4)
    assert len(t.region_ids) == 6  # A: each region
    assert t.b_copies == [2, 2, 2]
    assert dict(zip(t.c_steps, t.c_copies, strict=True)) == {1: 2, 2: 2, 3: 2}
    assert [tile["id"] for tile in file("rounds")["tile_b"]] == [
        *("kings_region", "fewest_chests", "most_occupied"),
    ]


@pytest.mark.clause("S-1.15")
def test_a_c_tile_is_nothing_but_steps():
    after = []
    for steps in (1, 2, 3):
        t = Table().row(PALERMO, 0, steps).put(0, "E", PALERMO, 0).round_over().begin().let_nature()
        assert (t.s.king, t.s.tile_c[0]) == (steps, steps)
        t.s.king = t.s.tile_c[0] = 0
        after.append(t.rules.key(t.s))
    assert after[0] == after[1] == after[2]
    assert {key for tile in file("rounds")["tile_c"] for key in tile} == {
        "id",
        "steps",
        "copies",
        "provenance",
    }


@pytest.mark.clause("S-1.16")
@pytest.mark.parametrize(
    ("score", "pieces"),
    [(0, (0, 0, 0)), (24, (0, 0, 24)), (25, (0, 1, 0)), (99, (0, 3, 24)), (1234, (12, 1, 9))],
)
def test_score_board_wraps_and_has_no_limit(score, pieces):
    t = Table().points(0, score)
    assert t.score(0) == score
    assert tokens(t.s, score) == pieces


@pytest.mark.clause("S-1.18", "S-3.3", "S-11.9", "S-R2")
@pytest.mark.parametrize(("players", "points"), [(2, [9]), (3, [9, 7]), (4, [9, 7, 5]), (5, [9, 7, 5])])
def test_a_point_tile_shows_the_ranks_that_score(players, points):
    t = Table(players).row(STRASBOURG, 2).tile(STRASBOURG, TILE_9_7_5).round_over()
    for seat in range(players):
        t.put(seat, "EN"[seat == 4], STRASBOURG, (1, 2, 3, 4, 0)[seat])
    t.begin()
    ranks = t.happened("region_scored")[0][1:]
    assert len(ranks) == players
    assert [t.score(seat) for seat in ranks] == points + [0] * (players - len(points))
    assert len(t.s.t.tile_points[TILE_9_7_5]) == 3  # the data list all three


@pytest.mark.clause("S-R4")
def test_point_tiles():
    tiles = file("regions")["point_tile"]
    assert [tile["points"] for tile in tiles] == [
        *([7, 4, 3], [8, 5, 2], [8, 6, 4]),
        *([9, 5, 3], [9, 7, 5], [10, 6, 3]),
    ]
    known = {tile["id"]: tile["provenance"] for tile in tiles if tile["provenance"] != "reconstructed"}
    assert known == {"points_7_4_3": "rulebook", "points_9_7_5": "public"}


@pytest.mark.clause("S-R3")
def test_that_second_places_of_two_players_do_not_score_is_a_ruling():
    rows = file("regions")["scoring_ranks"]
    assert [row["ranks"] for row in rows] == [1, 2, 3, 3]
    assert [row["id"] for row in rows if row["provenance"] != "rulebook"] == ["two_players"]


@pytest.mark.clause("S-R11")
def test_patterns_are_all_pairs_and_triples_of_the_ring():
    t = tables(4)
    assert t.pattern_points == [7, 7, 9, 13, 12, 15]
    sets = [place for offsets in t.pattern_offsets for place in placements(offsets)]
    assert len(sets) == len(set(sets)) == 15 + 20  # every pair and triple belongs to exactly one card
    assert [len(placements(offsets)) for offsets in t.pattern_offsets] == [6, 6, 3, 6, 12, 2]


def test_data_say_where_they_come_from():
    for name in game("staufer").files:
        for table in file(name).values():
            for row in table if isinstance(table, list) else [table]:
                assert row["provenance"] in ("rulebook", "public", "reconstructed")
