"""Options of a table (S-17) and editions: what takes effect, and what is refused with its name."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from pfalz.catalogue import ruleset
from pfalz.core.data import Edition
from pfalz.core.errors import DataError, RulesetError
from pfalz.core.state import NATURE
from pfalz.core.texts import error_text
from pfalz.games.staufer.lookup import BROWN, MOST_OCCUPIED
from pfalz.games.staufer.state import Staufer
from pfalz.games.staufer.turn import DEPLOY
from tests.games.staufer.table import (
    AACHEN,
    ENVOYS_1,
    GUENTER,
    NO_FIGURE,
    RED,
    RUDI,
    SEATS_4,
    STRASBOURG,
    TILE_7_4_3,
    Table,
)

SETS = {
    "first_game": {1, 4, 7, 10, 13, 16},
    "alternative": {1, 2, 5, 8, 11, 14},
    "synergies": {1, 3, 5, 8, 10, 16},
    "rain_of_points": {1, 2, 6, 9, 13, 16},
    "quantity_over_quality": {1, 3, 4, 7, 8, 12},
}


def kinds(options: dict[str, object], seed: int = 0, players: int = 4) -> set[int]:
    """The privilege kinds on display after a setup."""
    rules = ruleset("staufer", players, options=options)
    s: Staufer = rules.start()
    rng = Random(seed)
    while rules.asks(s)[0].seat == NATURE:
        rules.apply(s, NATURE, rules.asks(s)[0].random_answer(s, rng))
    return {kind for kind, n in enumerate(s.piles, 1) if n}


@pytest.mark.clause("S-17.1", "S-R6")
@pytest.mark.parametrize("name", list(SETS))
def test_fixed_sets(name):
    assert kinds({"privilege_set": name}) == SETS[name]


@pytest.mark.clause("S-17.1", "S-R6")
def test_the_first_game_is_the_default():
    assert kinds({}) == SETS["first_game"]
    assert SETS["first_game"] & SETS["alternative"] == {1}


@pytest.mark.clause("S-17.1", "S-17.2")
def test_publishers_set():
    drawn = [kinds({"privilege_set": "publisher"}, seed) for seed in range(60)]
    assert all(len(chosen) == 6 and {1, 2} <= chosen for chosen in drawn)
    assert set().union(*drawn) == set(range(1, 17))


@pytest.mark.clause("S-17.1", "S-17.2", "S-R29")
def test_random_set():
    drawn = [kinds({"privilege_set": "random"}, seed) for seed in range(60)]
    assert all(len(chosen) == 6 for chosen in drawn)
    assert set().union(*drawn) == set(range(1, 17))
    assert any(1 not in chosen for chosen in drawn)  # kind 1 may be missing
    rules = ruleset("staufer", 4, options={"privilege_set": "random"})
    s = rules.start()
    while rules.asks(s)[0].name != "privilege_kinds":
        rules.apply(s, NATURE, rules.asks(s)[0].random_answer(s, Random(1)))
    assert rules.asks(s)[0].options(s, (4, 0)) == [1, 2, 3, *range(5, 16)]  # never the same kind twice


@pytest.mark.clause("S-17.1", "S-17.2")
def test_custom_set():
    options: dict[str, object] = {"privilege_set": "custom", "custom_privileges": [16, 2, 9, 3, 12, 5]}
    assert kinds(options) == {2, 3, 5, 9, 12, 16}


@pytest.mark.clause("S-17.2")
@pytest.mark.parametrize(
    ("chosen", "message"),
    [
        ([1, 2, 3, 4, 5], "six different kinds from 1 to 16"),
        ([1, 2, 3, 4, 5, 6, 7], "six different kinds from 1 to 16"),
        ([1, 2, 3, 4, 5, 5], "six different kinds from 1 to 16"),
        ([0, 1, 2, 3, 4, 5], "whole numbers from 1 to 16"),
        ([1, 2, 3, 4, 5, 17], "whole numbers from 1 to 16"),
        ([1, 2, 3, 4, 5, True], "whole numbers from 1 to 16"),
        ("1,2,3,4,5,6", "whole numbers from 1 to 16"),
    ],
)
def test_a_wrong_custom_set_is_refused(chosen, message):
    with pytest.raises(RulesetError, match=r"[Oo]wn selection of privileges") as caught:
        ruleset("staufer", 4, options={"privilege_set": "custom", "custom_privileges": chosen})
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"privilege_sets": "random"}, "has no option 'privilege_sets'; did you mean 'privilege_set'"),
        ({"privilege_set": "best"}, "'privilege_set' is one of first_game, alternative"),
        ({"two_player_second_place": 1}, "'two_player_second_place' is true or false, not 1"),
    ],
)
def test_an_unknown_option_is_refused(options, message):
    with pytest.raises(RulesetError) as caught:
        ruleset("staufer", 4, options=options)
    assert message in str(caught.value)


@pytest.mark.clause("S-17.3", "S-R3")
@pytest.mark.parametrize(
    ("players", "option", "second"), [(2, False, 0), (2, True, 4), (3, False, 4), (3, True, 4)]
)
def test_second_place_with_two_players(players, option, second):
    t = (
        Table(players, options={"two_player_second_place": option})
        .row(STRASBOURG, MOST_OCCUPIED)
        .round_over()
    )
    t.tile(STRASBOURG, TILE_7_4_3).put(RUDI, "E", STRASBOURG, 1).put(GUENTER, "E", STRASBOURG, 2)
    t.privilege(GUENTER, 14).begin()
    bonus = 0 if players == 2 else 2  # privilege 14 is not changed by the option
    assert (t.score(RUDI), t.score(GUENTER)) == (7, second + bonus)


# -- editions ---------------------------------------------------------------------------------------


def edition(**values: object) -> Edition:
    return Edition("staufer", "mine", {path.replace("__", "."): value for path, value in values.items()})


def test_an_edition_changes_the_number_of_a_seat():
    mine = edition(regions__region__aachen__seats_3_5__1__number=4)
    t = Table(edition=mine).king(AACHEN).turn(RED, deployment=[1, 2]).court(RUDI, 9).begin()
    t.act(RUDI, DEPLOY).deploy(RUDI, t.office(AACHEN, 1), "EEEE")  # not five any more
    assert t.at_court(RUDI) == (5, 0)
    t = Table(edition=mine).last_round().round_over().put(RUDI, "E", AACHEN, 1).jobs(RUDI, 0, 0, SEATS_4)
    assert t.begin().result(RUDI)["seat_job"] == 3
    assert Table(2, edition=mine).s.t.seat_number[1] == 5  # the other side is unchanged


def test_an_edition_makes_a_seat_noble_only():
    t = Table(edition=edition(regions__region__aachen__seats_3_5__1__noble=True)).king(AACHEN)
    t.turn(RED, deployment=[1, 2]).court(RUDI, 9).begin().act(RUDI, DEPLOY)
    assert t.refused(RUDI, "deploy", t.office(AACHEN, 1)).key == "noble_needed"


def test_an_edition_changes_the_number_of_chests():
    t = Table(edition=edition(chests__chest__brown_collection__copies=18)).begin()
    assert t.s.draw_pile[BROWN] == 18
    assert sum(t.s.draw_pile) == 80


def test_an_edition_changes_a_chests_value():
    t = Table(edition=edition(chests__chest__orange_envoys_1__value=4)).turn(RED)
    t.at_supply(NO_FIGURE, ENVOYS_1).begin().act(RUDI, 0).supply(RUDI, NO_FIGURE)
    assert t.at_court(RUDI) == (8, 1)


def test_an_edition_changes_a_point_tile():
    mine = edition(regions__point_tile__points_7_4_3__points=[11, 2, 1])
    t = Table(edition=mine).row(STRASBOURG, MOST_OCCUPIED).tile(STRASBOURG, TILE_7_4_3).round_over()
    t.put(RUDI, "E", STRASBOURG, 1).put(GUENTER, "E", STRASBOURG, 2).begin()
    assert t.scores() == [11, 2, 0, 0]


def test_an_edition_changes_how_many_ranks_score():
    mine = edition(regions__scoring_ranks__four_players__ranks=1)
    t = Table(edition=mine).row(STRASBOURG, MOST_OCCUPIED).tile(STRASBOURG, TILE_7_4_3).round_over()
    t.put(RUDI, "E", STRASBOURG, 1).put(GUENTER, "E", STRASBOURG, 2).begin()
    assert t.scores() == [7, 0, 0, 0]


def test_an_older_edition_still_finds_how_many_ranks_score():
    older = edition(regions__scoring_ranks__by_players__2=1)
    assert [Table(players, edition=older).s.t.scoring_ranks for players in (2, 3, 4, 5)] == [1, 2, 1, 3]


def test_an_edition_changes_a_set_and_its_values():
    mine = edition(
        privileges__set__first_game__kinds=[2, 3, 4, 5, 6, 7],
        privileges__victory_points__values=[9, 8, 7, 6, 5],
    )
    t = Table(edition=mine)
    assert {kind for kind, n in enumerate(t.s.piles, 1) if n} == {2, 3, 4, 5, 6, 7}
    assert t.s.t.victory_points == [9, 8, 7, 6]


@pytest.mark.parametrize(
    ("path", "value", "words"),
    [
        ("regions.region.aachn.seats_3_5.1.number", 4, ("regions.region.aachn", "did you mean 'aachen'")),
        ("region.aachen.seats_3_5.1.number", 4, ("region.aachen", "did you mean 'regions'")),
        ("regions.region.aachen.seats_3_5.1.number", "4", ("seats_3_5.1.number", "whole number", "text")),
        ("regions.region.aachen.seats_3_5.1.number", 8, ("regions.toml", "<= 7", "seats_3_5")),
        ("regions.region.aachen.seats_2.0.number", 2, ("regions.toml", ">= 3", "seats_2")),
        ("regions.region.aachen.seats_3_5.1.noble", 1, ("seats_3_5.1.noble", "true/false")),
        ("regions.region.aachen.seats_3_5.7.number", 4, ("seats_3_5", "no entry '7'")),
        ("regions.region.aachen.bonus", "gold", ("regions.toml", "aachen", "unknown bonus 'gold'")),
        ("chests.chest.brown_collection.copies", -1, ("chests.toml", ">= 0", "copies")),
        ("chests.chest.brown_collection.colour", "blue", ("chests.toml", "'blue'", "colour")),
        ("chests.chest.orange_points_2.effect", "gold", ("chests.toml", "orange_points_2", "'gold'")),
        ("chests.chest.brown_collection.colour", "purple", ("chests.toml", "eight orange")),
        ("regions.point_tile.points_7_4_3.points", [7, 4], ("regions.toml", "length >= 3", "point_tile")),
        ("regions.scoring_ranks.four_players.ranks", 4, ("regions.toml", "<= 3", "scoring_ranks")),
        ("game.game.rounds", 6, ("game.toml", "rounds")),
        ("game.figures.start_envoys", 16, ("game.toml", "start_envoys", "15 envoys")),
        ("game.board_side.side_2_3.players", [2, 3, 4], ("game.toml", "board_side", "4 players")),
        (
            "privileges.amounts.flat_cost_with_discount",
            1,
            ("privileges.toml", ">= 2", "flat_cost_with_discount"),
        ),
        (
            "privileges.set.first_game.kinds",
            [1, 4, 7, 10, 13, 13],
            ("privileges.toml", "first_game", "six different"),
        ),
        ("privileges.set.first_game.kinds", [1, 4, 7], ("privileges.toml", "first_game", "six different")),
        ("jobs.region_job.region_aachen.region", "rome", ("jobs.toml", "region_aachen", "'rome'")),
        ("jobs.seat_job.seats_3.number", 8, ("jobs.toml", "<= 7", "number")),
        ("jobs.seat_job.seats_3.scale", [], ("jobs.toml", "seats_3", "scale")),
        ("rounds.tile_b.kings_region.copies", 0, ("rounds.toml", ">= 1", "copies")),
    ],
)
def test_a_wrong_edition_is_refused_by_name(path, value, words):
    with pytest.raises(DataError) as caught:
        ruleset("staufer", 4, edition=Edition("staufer", "mine", {path: value}))
    for word in words:
        assert word in str(caught.value)


@pytest.mark.parametrize(
    ("path", "value", "english", "german"),
    [
        (
            "regions.region.aachen.bonus",
            "gold",
            "regions.toml: region 'aachen' has the unknown bonus 'gold'",
            "regions.toml: Die Region 'aachen' hat den unbekannten Bonus 'gold'",
        ),
        (
            "game.figures.start_nobles",
            4,
            "game.toml: figures.start_nobles is 4, but there are only 3 nobles",
            "game.toml: figures.start_nobles ist 4, aber es gibt nur 3 Adelige",
        ),
        (
            "privileges.set.first_game.kinds",
            [1, 4],
            "privileges.toml: the set 'first_game' needs six different kinds, not [1, 4] and 0 random ones",
            "privileges.toml: Die Auswahl 'first_game' braucht sechs verschiedene Arten, "
            "nicht [1, 4] und 0 zufällige",
        ),
    ],
)
def test_a_wrong_edition_is_refused_in_the_language_of_its_owner(path, value, english, german):
    with pytest.raises(DataError) as caught:
        ruleset("staufer", 4, edition=Edition("staufer", "mine", {path: value}))
    assert [error_text(caught.value, language) for language in ("en", "de")] == [english, german]


def test_too_few_round_tiles_are_refused():
    few = {f"rounds.tile_c.king_{n}.copies": 1 for n in (1, 2, 3)}
    with pytest.raises(DataError, match="at least five B tiles and four C tiles"):
        ruleset("staufer", 4, edition=Edition("staufer", "mine", few))


def test_an_edition_of_another_game_is_refused():
    with pytest.raises(RulesetError, match="for 'mil', not for 'staufer'"):
        ruleset("staufer", 4, edition=Edition("mil", "", {}))


def test_our_own_data_stay_as_they_are():
    before = Counter(ruleset("staufer", 4).lookup.seat_number)
    ruleset("staufer", 4, edition=edition(regions__region__aachen__seats_3_5__1__number=4))
    assert Counter(ruleset("staufer", 4).lookup.seat_number) == before
