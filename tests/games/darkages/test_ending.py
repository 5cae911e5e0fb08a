"""The end of the game (D-18) and the final scoring (D-19)."""

from __future__ import annotations

import pytest

from pfalz.games.darkages.scoring import final_points
from pfalz.games.darkages.state import (
    FROM_ACHIEVEMENTS,
    FROM_CARDS,
    FROM_CITIES,
    FROM_CULTURE,
    FROM_GOLD,
    FROM_MANORS,
    FROM_STORAGE,
    FROM_TITLES,
    FROM_TOWERS,
    LAST_TURNS,
    PASS_ROUND,
    PLAYING,
)
from pfalz.games.darkages.turn import EPITHET_STEP, PASS_STEP
from pfalz.games.darkages.words import CHURCH, CITY, WAR_TECHNOLOGY
from tests.games.darkages.table import LAY_OUT, PLAY, REACTIONS, VIOLET, WORDS, YELLOW, Table

ANNA, BEN, CLEO = range(3)
CITIES, CHURCHES, CULTURE, LEVEL_3, DECK = range(5)
FINAL = (
    FROM_ACHIEVEMENTS,
    FROM_CITIES,
    FROM_TOWERS,
    FROM_CULTURE,
    FROM_STORAGE,
    FROM_MANORS,
    FROM_CARDS,
    FROM_TITLES,
    FROM_GOLD,
)


def poor(players: int = 3, **options: object) -> Table:
    """Nobody has goods, cards in hand or anything that produces: passing asks nothing."""
    table = Table(players, **options)  # type: ignore[arg-type]
    for seat in range(players):
        table.goods(seat).hand(seat).buildings(table.t.area_ids[table.s.home[seat]], production={})
    return table


# -- what brings the end --------------------------------------------------------------------------


@pytest.mark.clause("D-18.1", "D-18.2")
def test_the_last_city_brings_the_end_after_the_turn() -> None:
    table = poor().goods(ANNA, wood=1, stone=1, leather=1).hold(ANNA, "lombardy", infantry=2)
    for area in [id for id in table.t.area_ids if id != "lombardy"]:
        if table.s.cities_left > 1 and not table.s.city[table.area(area)]:
            table.buildings(area, city=True)
    table.act(ANNA, "build", CITY, table.area("lombardy"), 0, 0)
    assert table.s.cities_left == 0
    assert table.open() == ("after", ANNA) and table.s.phase == PLAYING  # the turn is not over yet
    table.end(ANNA)
    assert table.events("end_begun") == [(CITIES,)]


@pytest.mark.clause("D-18.3")
@pytest.mark.parametrize(("players", "churches"), [(2, 7), (3, 8), (4, 9)])
def test_churches_bring_the_end(players: int, churches: int) -> None:
    for built in (churches - 1, churches):
        table = poor(players)
        for area in ("saxony", "franconia", "bohemia", "bavaria", "lombardy"):
            here = min(2, built - (table.t.churches - table.s.churches_left))
            table.buildings(area, city=True, churches=here, production={})
        table.act(YELLOW, "develop_culture")
        assert (table.s.phase == PLAYING) == (built < churches)
        if built == churches:
            assert table.s.ended_by == 1 << CHURCHES


@pytest.mark.clause("D-18.4")
@pytest.mark.parametrize(("space", "ended"), [(34, False), (35, True)])
def test_the_end_of_the_culture_track_brings_the_end(space: int, ended: bool) -> None:
    table = poor()
    table.s.culture[CLEO] = space
    table.act(ANNA, "develop_culture")
    assert (table.s.ended_by == 1 << CULTURE) == ended


@pytest.mark.clause("D-18.5", "D-7.4")
def test_b23_four_cards_of_level_three() -> None:
    """B23: two achievements, infantry III, and cavalry III as the fourth."""
    table = poor().goods(ANNA, gold=2).achievement(ANNA, "forest_law", 3).achievement(ANNA, "tanneries", 3)
    table.technology(ANNA, "war_peasant_levy", "peasant_levy")
    table.technology(ANNA, "war_short_bows_or_long_spears", "long_spears")
    table.technology(ANNA, "war_magyar_riders_berengar", "magyar_riders")
    knights = "war_spearmen_or_knights"
    table.act(BEN, "develop_culture")
    assert table.s.phase == PLAYING
    table.hand(ANNA, knights).act(ANNA, "research", PLAY, table.card(knights))
    assert table.events("end_begun") == [(LEVEL_3,)]
    assert table.t.card_kind[table.card(knights)] == WAR_TECHNOLOGY


@pytest.mark.clause("D-18.6")
def test_an_empty_deck_brings_the_end() -> None:
    table = poor().deck(1).act(ANNA, "develop_culture")
    assert table.s.ended_by == 1 << DECK


@pytest.mark.clause("D-18.1")
def test_several_reasons_at_once() -> None:
    table = poor().deck(1)
    table.s.culture[BEN] = 35
    table.act(ANNA, "develop_culture")
    assert table.events("end_begun") == [(CULTURE, DECK)]


# -- pass round and last turns --------------------------------------------------------------------


@pytest.mark.clause("D-18.3", "D-18.7", "D-18.8", "D-18.9", "D-18.10", "D-18.11", "D-18.12", "D-18.13")
def test_b20_end_by_churches() -> None:
    """B20: Ben builds the eighth church; Cleo passes first, with all her discs: two gold."""
    table = poor().hand(CLEO, "the_great").goods(BEN, stone=2, iron=1)
    for area in ("saxony", "franconia", "bohemia", "bavaria"):
        table.buildings(area, city=True, churches=2 if area != "bavaria" else 1, production={})
    assert table.s.churches_left == 3
    assert table.s.discs[CLEO] == 5
    offer = list(table.s.offered)
    table.act(BEN, "build", CHURCH, table.area("swabia"), 0, 0)
    assert table.events("end_begun") == [(CHURCHES,)]
    assert table.events("passed") == [(CLEO,), (ANNA,), (BEN,)]
    assert table.s.offered == offer  # no step 1
    assert [table.s.gold(seat) for seat in (ANNA, BEN, CLEO)] == [1, 1, 2]  # Anna's disc was exhausted
    assert table.hand_of(CLEO) == set()  # step 7 of a complete pass
    assert table.s.phase == LAST_TURNS
    assert table.open() == ("turn", CLEO)
    assert table.why(PASS_STEP) == ("no_action_yet", "D-4.7")
    table.hand(ANNA, "the_great")
    for seat in (CLEO, ANNA, BEN):
        assert table.open() == ("turn", seat)
        table.stack("develop_culture").act(seat, "develop_culture")
        if table.asked() == "after":
            table.end(seat)
    table.hand(CLEO, "forest_law", "tanneries").act(CLEO, "research", LAY_OUT, table.card("forest_law"))
    gold = table.s.gold(ANNA)
    table.do(ANNA, PASS_STEP)
    assert table.s.gold(ANNA) == gold and table.hand_of(ANNA) >= {"the_great"}  # steps 1 to 3 only
    assert table.s.discs[ANNA] == 5
    assert table.s.offered[0] != offer[0]  # step 1 is one of them
    table.do(BEN, PASS_STEP)
    for _ in range(2):  # Cleo goes on alone
        assert table.open() == ("turn", CLEO)
        table.stack("develop_culture").do(CLEO, WORDS["develop_culture"])
    table.do(CLEO, PASS_STEP)
    assert table.asks() == []
    assert table.events("last_pass") == [(CLEO,)]
    assert "scoring_begun" in table.names()


@pytest.mark.clause("D-18.9")
def test_everybody_passes_in_the_round_without_free_steps_and_reactions() -> None:
    table = (
        poor().hold(BEN, "bavaria", infantry=3).hold(ANNA, "lombardy", infantry=2).stack("build", ANNA, CLEO)
    )
    assert not table.s.acted[BEN]
    table.s.culture[CLEO] = 35
    table.act(ANNA, "develop_culture").end(ANNA)
    assert table.events("passed") == [(BEN,), (CLEO,), (ANNA,)]
    assert table.events("settled_in", "reaction_due") == []


@pytest.mark.clause("D-18.9", "D-4.13")
def test_the_hand_limit_holds_in_the_round() -> None:
    table = poor().many_cards(BEN, 12)
    table.s.culture[CLEO] = 35
    table.act(ANNA, "develop_culture")
    assert table.open() == ("discard", BEN)
    assert table.s.phase == PASS_ROUND
    table.do(BEN, *table.forms()[0])
    assert len(table.s.hand[BEN]) == 10
    assert table.open() == ("turn", BEN)


@pytest.mark.clause("D-18.9")
@pytest.mark.parametrize(("discs", "gold"), [(5, 2), (4, 1)])
def test_two_gold_for_who_has_all_discs_before_they_come_back(discs: int, gold: int) -> None:
    table = poor().discs(BEN, discs)
    table.s.culture[CLEO] = 35
    table.act(ANNA, "develop_culture")
    assert table.s.gold(BEN) == gold


@pytest.mark.clause("D-18.9", "D-14.7")
def test_an_ordinary_pass_gives_one_gold() -> None:
    table = poor().discs(ANNA, 5)
    table.goes(ANNA)
    assert table.s.gold(ANNA) == 1


@pytest.mark.clause("D-18.14")
def test_the_end_check_is_made_once() -> None:
    table = poor()
    table.s.culture[CLEO] = 35
    table.act(ANNA, "develop_culture")
    assert table.open() == ("turn", BEN) and table.s.phase == LAST_TURNS
    table.do(BEN, WORDS["develop_culture"])
    assert table.events("end_begun", "passed") == []
    assert table.open() == ("turn", CLEO)


@pytest.mark.clause("D-18.15", "D-18.11")
def test_everything_stays_possible_in_the_last_turns() -> None:
    table = poor().hold(ANNA, "lombardy", infantry=2).goods(ANNA, wood=1, leather=1, gold=1)
    table.hand(ANNA, "forest_law", "the_great").holds(ANNA, "king_of_italy").stack(
        "develop_culture", BEN, BEN
    )
    table.s.phase = LAST_TURNS
    table.turn(ANNA)
    assert table.options() == [
        0,
        EPITHET_STEP,
        *[WORDS[id] for id in ("build", "develop_culture", "research")],
        6,
        7,
    ]
    table.do(ANNA, WORDS["develop_culture"])
    assert table.title_step("king_of_italy") in table.options()
    table.end(ANNA)
    assert table.open() == ("react", BEN)
    assert set(table.options()) <= set(REACTIONS.values())


@pytest.mark.clause("D-18.12", "D-R.28", "D-11.10")
def test_the_last_pass_takes_a_title_but_sells_and_produces_nothing() -> None:
    table = poor().goods(ANNA, iron=4).hand(ANNA, "the_rich").hold(ANNA, "lombardy", infantry=1)
    table.hold(ANNA, "tuscany", infantry=1)
    table.s.phase = LAST_TURNS
    first = table.s.offered[0]
    table.goes(ANNA)
    assert table.s.discard[-1] == first  # step 1 as well
    assert table.s.title[table.title("king_of_italy")] == ANNA
    assert table.owned(ANNA) == {"iron": 4}
    assert table.hand_of(ANNA) == {"the_rich"} and table.score(ANNA) == 7
    assert table.s.out[ANNA] == 1


@pytest.mark.clause("D-P3", "D-4.13")
def test_nobody_discards_after_the_last_pass() -> None:
    table = poor().many_cards(ANNA, 11)
    table.s.phase = LAST_TURNS
    table.goes(ANNA)
    assert table.s.out[ANNA] == 1 and len(table.s.hand[ANNA]) == 11
    assert table.open() == ("turn", BEN)


@pytest.mark.clause("D-R.27", "D-17.13", "D-18.12")
def test_who_has_left_the_game_can_still_be_attacked() -> None:
    table = poor().hold(ANNA, "lombardy", archers=1, manors=1).hold(BEN, "swabia", infantry=3)
    table.s.phase = LAST_TURNS
    table.goes(ANNA)
    assert table.s.out[ANNA] == 1
    table.act(BEN, "march", table.area("swabia"), table.area("lombardy"), 3, 0, 0)
    assert table.events("attack_declared") == [(BEN, ANNA, table.area("lombardy"))]
    table.roll(6)  # the archer hits
    assert table.open()[1] in (ANNA, -1)  # he defends as always


@pytest.mark.clause("D-18.10")
def test_play_goes_on_with_who_passed_first() -> None:
    table = poor()
    table.s.culture[CLEO] = 35
    table.act(CLEO, "develop_culture", 0)
    assert table.open() == ("turn", ANNA)
    assert table.events("passed") == [(ANNA,), (BEN,), (CLEO,)]


# -- final scoring --------------------------------------------------------------------------------


@pytest.mark.clause("D-19.1")
def test_achievements_give_the_points_of_their_highest_level() -> None:
    table = poor().achievement(ANNA, "forest_law", 3).achievement(ANNA, "watermill", 2)
    assert final_points(table.s, ANNA, FROM_ACHIEVEMENTS) == 8 + 3


@pytest.mark.clause("D-19.2", "D-2.14")
@pytest.mark.parametrize(
    ("production", "churches", "points"),
    [({}, 0, 0), ({"stone": 1}, 0, 2), ({"stone": 1}, 1, 4), ({"iron": 2}, 1, 7)],
)
def test_cities_by_their_buildings(production: dict[str, int], churches: int, points: int) -> None:
    table = poor().buildings("verona", churches=churches, production=production)
    table.buildings("lombardy", city=True, churches=1)  # nobody's
    assert final_points(table.s, ANNA, FROM_CITIES) == points


@pytest.mark.clause("D-19.3", "D-R.30")
def test_a12_tower_scoring() -> None:
    """A12: three floors in Lombardy, one in Verona: 12 and 4."""
    table = poor()
    for id in ("lombardy", "swabia", "bavaria", "tuscany", "romagna"):
        table.hold(ANNA, id, infantry=1)
    table.buildings("lombardy", city=True, floors=3).buildings("verona", floors=1)
    assert final_points(table.s, ANNA, FROM_TOWERS) == 16
    by_sea = poor(4).hold(VIOLET, "romagna", infantry=1).buildings("croatia", floors=2)
    assert final_points(by_sea.s, VIOLET, FROM_TOWERS) == 2


@pytest.mark.clause("D-19.4")
@pytest.mark.parametrize(
    ("space", "points"),
    [(0, 0), (11, 0), (12, 2), (17, 2), (18, 4), (24, 7), (29, 7), (30, 11), (34, 11), (35, 16)],
)
def test_culture_track(space: int, points: int) -> None:
    table = poor()
    table.s.culture[ANNA] = space
    assert final_points(table.s, ANNA, FROM_CULTURE) == points


@pytest.mark.clause("D-19.5")
def test_storage_track() -> None:
    table = poor()
    found = []
    for level in range(6):
        table.s.storage[ANNA] = level
        found.append(final_points(table.s, ANNA, FROM_STORAGE))
    assert found == [0, 0, 0, 4, 7, 11]


@pytest.mark.clause("D-19.6", "D-R.24")
def test_manor_row() -> None:
    table = poor().achievement(ANNA, "levy", 2)  # raises the supply limit, not the row
    found = [final_points(table.manors_off(ANNA, off).s, ANNA, FROM_MANORS) for off in range(1, 13)]
    assert found == [0, 0, 0, 0, 2, 4, 7, 10, 15, 20, 25, 30]


@pytest.mark.clause("D-19.4", "D-19.5", "D-19.6", "D-19.8", "D-19.9", "D-11.14")
def test_a13_tracks_titles_gold() -> None:
    """A13: 4 + 7 + 20 + 14 + 4."""
    table = poor(4).goods(YELLOW, gold=4).manors_off(YELLOW, 10)
    table.holds(YELLOW, "king_of_italy").holds(YELLOW, "duke_of_benevento", sideways=True)
    table.s.culture[YELLOW], table.s.storage[YELLOW] = 20, 4
    assert sum(final_points(table.s, YELLOW, source) for source in FINAL) == 49


@pytest.mark.clause("D-19.10")
def test_nothing_else_counts() -> None:
    table = poor().goods(ANNA, wood=9, iron=9).many_cards(ANNA, 8).hold(ANNA, "lombardy", cavalry=5)
    table.s.trophies[ANNA] = (0, 1, 2)
    assert [final_points(table.s, ANNA, source) for source in FINAL] == [0] * 9


@pytest.mark.clause("D-19.1", "D-19.2", "D-19.3", "D-19.7", "D-19.8", "D-19.9")
def test_b28_final_scoring_in_full() -> None:
    """B28: Berengar goes from 41 to 102 points."""
    table = poor(4).points(YELLOW, 41).holds(YELLOW, "king_of_italy")
    table.hold(YELLOW, "verona", manors=1, churches=1, floors=1, production={"stone": 2})
    table.hold(YELLOW, "lombardy", infantry=1, city=True, floors=2, production={"leather": 2})
    table.hold(YELLOW, "bavaria", infantry=1, city=True, production={"wood": 1})
    table.hold(YELLOW, "tuscany", infantry=1).hold(YELLOW, "romagna", infantry=1).manors_off(YELLOW, 6)
    table.achievement(YELLOW, "chamber_of_pavia", 3).achievement(YELLOW, "town_law", 2).goods(YELLOW, gold=3)
    table.s.culture[YELLOW], table.s.storage[YELLOW] = 20, 3
    assert [final_points(table.s, YELLOW, source) for source in FINAL] == [10, 13, 10, 4, 4, 4, 6, 7, 3]
    table.s.phase = LAST_TURNS
    for seat in range(4):
        table.discs(seat, 0)
    table.turn(YELLOW).let_nature()
    assert table.asks() == []
    assert table.score(YELLOW) == 102
    assert table.rules.outcome(table.s).places[YELLOW] == 1


@pytest.mark.clause("D-19.11", "D-12.5")
def test_tied_players_share_the_victory() -> None:
    table = poor().points(ANNA, 20).points(CLEO, 20).points(BEN, 19).hand(BEN, "the_rich").goods(BEN, gold=0)
    table.s.phase = LAST_TURNS
    for seat in (ANNA, BEN, CLEO):
        table.discs(seat, 0)
    table.turn(ANNA).let_nature()
    assert table.asks() == []
    assert table.rules.outcome(table.s).places == (1, 3, 1)
    assert table.score(BEN) == 19  # the epithet in hand is worth nothing
    assert table.hand_of(BEN) == {"the_rich"}
