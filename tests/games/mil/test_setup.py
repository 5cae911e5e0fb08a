"""Components (M-1), setup (M-2) and limits (M-21)."""

from __future__ import annotations

from random import Random

import pytest

from pfalz.catalogue import ruleset
from pfalz.core.errors import DataError, RulesetError
from pfalz.core.rollout import Tally, play_random
from pfalz.core.state import NATURE
from pfalz.core.texts import error_text
from pfalz.games.mil.drawing.pieces import CUBE_COLOURS
from pfalz.games.mil.lookup import CLOTH, FOOD, GOLD, INFLUENCE, METAL, RESOURCE_IDS
from pfalz.games.mil.setup import TurnUp
from pfalz.games.mil.wedding import worth
from tests.games.mil.table import (
    BLUE,
    COURT,
    CURIA,
    EMPTY,
    GRAIN,
    HARVEST,
    MARKET,
    MINE,
    PASTURE,
    PIER,
    PLACE,
    QUARRY,
    RED,
    WAR,
    WHITE,
    YELLOW,
    Table,
    knight,
)


@pytest.mark.clause("M-1.1", "M-15.7", "M-16.1")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_two_to_five_players_five_rounds(players: int) -> None:
    rules = ruleset("mil", players)
    s = rules.start()
    s.trace = []
    assert play_random(rules, s, Random(players), Tally())
    rounds = [args[0] for kind, args in s.trace if kind.name == "round_begun"]
    assert rounds == [1, 2, 3, 4, 5]
    assert rules.asks(s) == []


@pytest.mark.clause("M-1.1")
@pytest.mark.parametrize("players", [1, 6])
def test_no_other_number_of_players(players: int) -> None:
    with pytest.raises(RulesetError):
        ruleset("mil", players)


@pytest.mark.clause("M-1.2", "M-1.4")
def test_five_resources_gold_is_best() -> None:
    assert RESOURCE_IDS == ("food", "cloth", "metal", "influence", "gold")
    assert len(set(CUBE_COLOURS)) == len(RESOURCE_IDS)
    single = [tuple(int(r == best) for r in range(5)) for best in (GOLD, INFLUENCE, METAL, CLOTH, FOOD)]
    assert sorted(single, key=worth, reverse=True) == single


@pytest.mark.clause("M-1.5", "M-1.6", "M-R2")
def test_thirty_five_land_tiles() -> None:
    t = Table().s.t
    assert dict(zip(t.land_ids, t.land_count, strict=True)) == {
        "grain_land": 11,
        "fishing_pier": 9,
        "sheep_pasture": 7,
        "mine": 4,
        "quarry": 4,
    }
    assert sum(t.land_count) == 35
    assert [max(range(5), key=row.__getitem__) for row in t.harvest] == [FOOD, FOOD, CLOTH, METAL, METAL]


@pytest.mark.clause("M-1.8", "M-R2")
def test_harvest_tribute_and_defence_of_the_lands() -> None:
    t = Table().s.t
    #                     F  C  M  I  G
    assert t.harvest == [(3, 0, 0, 0, 0), (2, 0, 0, 0, 0), (0, 2, 0, 0, 0), (0, 0, 2, 0, 0), (0, 0, 1, 0, 0)]
    assert t.printed_tribute == [
        (0, 0, 0, 0, 1),
        (1, 0, 0, 0, 1),
        (0, 0, 0, 0, 1),
        (0, 0, 0, 0, 1),
        (0, 0, 1, 0, 1),
    ]
    assert t.land_defence == [2, 3, 3, 3, 4]


@pytest.mark.clause("M-1.7")
def test_a_turned_land_keeps_its_values() -> None:
    table = Table(3).cubes(RED)
    table.do(RED, HARVEST, knight(RED, "A"), GRAIN, 0)
    assert table.s.land[0] == 2 * GRAIN  # the unproductive side of the same tile
    table.cubes(RED).finish_actions()
    assert table.hand(RED) == (2, 0, 0, 0, 2)  # tribute of both grain lands, one of them harvested


@pytest.mark.clause("M-1.9", "M-R3")
def test_two_stacks_with_defence_three_and_six() -> None:
    t = Table().s.t
    assert (t.stack_ids, t.stack_defence) == (["near", "far"], [3, 6])


@pytest.mark.clause("M-1.10", "M-1.11", "M-1.12", "M-21.2")
def test_counted_pieces() -> None:
    s = Table(5).s
    assert (s.t.family_tokens, len(s.t.column_ids)) == (12, 4)
    assert len(s.knight) == len(s.castle) == 20  # four per family: neither knights nor castles run out


@pytest.mark.clause("M-1.13", "M-1.14", "M-1.15", "M-10.1", "M-R1")
def test_six_spheres_are_resolved_in_order() -> None:
    table = Table(5)
    s = table.s
    assert s.t.sphere_ids == ["monastery", "court", "market", "war", "curia", "crusades"]
    assert len(s.slots) == 20
    slots = [row.get("printed_slots") for row in table.rules.data["game"]["sphere"]]
    assert slots == [None, 5, 5, 5, 5, None]
    s.women[RED], s.privileges[RED] = 3, 2
    table.put(COURT, 1, knight(YELLOW, "A")).put(MARKET, 1, knight(BLUE, "A"))
    table.put(WAR, 1, knight(YELLOW, "B")).put(CURIA, 1, knight(BLUE, "B"))
    s.monastery, s.crusades = [knight(RED, "A")], [knight(RED, "B")]
    table.finish_actions()
    seen: list[str] = []
    while table.asked() != "winter_die":
        seen.append(table.asked())
        before = table.hand(RED)
        table.skip_to("winter_die", limit=1)
    spheres = [name for name in dict.fromkeys(seen) if name not in ("kings_soldiers", "archbishop")]
    assert spheres == ["veil", "court", "market", "war", "donate", "curia"]
    assert table.hand(RED)[INFLUENCE] == before[INFLUENCE] + 1  # the Crusades come last


@pytest.mark.clause("M-1.15", "M-4.31", "M-4.37", "M-R13")
def test_unlimited_spheres_hold_any_number_and_no_tokens() -> None:
    table = Table(2)
    s = table.s
    a, b = knight(RED, "A"), knight(RED, "B")
    for seat, k in ((RED, b), (YELLOW, knight(YELLOW, "A")), (RED, a)):
        table.do(seat, PLACE, k, s.t.crusades)
    assert s.crusades == [b, knight(YELLOW, "A"), a]  # order of arrival
    assert s.slots == [WHITE] * 12


@pytest.mark.clause("M-1.16", "M-R4")
def test_the_die() -> None:
    t = Table().s.t
    assert t.face_results == [(0,)] * 3 + [(1, 2)] * 3
    assert sum(t.face_snow) == 3
    assert {t.face_snow[face] for face in range(3)} == {True, False}


@pytest.mark.clause("M-1.17")
def test_there_is_no_map() -> None:
    table = Table(5).put(WAR, 1, knight(RED, "A")).finish_actions().skip_to("war")
    table.s.women = [0] * 5
    assert {k >> 2 for k in table.options(2)} == {1, 2, 3, 4}  # every other family is within reach


@pytest.mark.clause("M-2.1", "M-2.2", "M-2.3", "M-2.4", "M-2.5", "M-2.6", "M-2.7", "M-2.8", "M-2.9", "M-2.17")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_start_of_a_family(players: int) -> None:
    s = Table(players).s
    for seat in range(players):
        assert s.knight[4 * seat : 4 * seat + 4] == [1, 2, 0, 0]
        assert s.soldiers[4 * seat : 4 * seat + 4] == [2, 1, 0, 0]
        assert s.castle[4 * seat : 4 * seat + 4] == [1, 0, 0, 0]
        assert s.land[8 * seat : 8 * seat + 8] == [2 * GRAIN + 1, EMPTY, 2 * GRAIN + 1] + [EMPTY] * 5
        assert s.age[4 * seat : 4 * seat + 4] == [0] * 4
        assert s.hand(seat) == [2, 2, 2, 2, 2]
        assert (s.women[seat], s.privileges[seat], s.stock(seat)) == (3, 1, 10)
        assert s.score(seat) == 0
    assert s.round == 1
    assert s.kings_soldiers == s.archbishop == -1
    assert s.lord == [-1] * (4 * players)


@pytest.mark.clause("M-2.10", "M-2.11", "M-2.12", "M-2.14", "M-R5", "M-17.2")
@pytest.mark.parametrize(
    ("players", "pool", "heights"),
    [
        (2, [1, 1, 2, 1, 1], [3, 3]),
        (3, [1, 2, 3, 2, 1], [4, 5]),
        (4, [2, 2, 4, 2, 2], [6, 6]),
        (5, [1, 4, 5, 3, 2], [7, 8]),
    ],
)
def test_free_land(players: int, pool: list[int], heights: list[int]) -> None:
    table = Table(players)
    s = table.s
    assert s.t.pool == pool
    assert pool[0] + pool[1] == pool[2] == pool[3] + pool[4] == players
    assert s.heights == heights
    assert sum(s.pool) + 2 == 3 * players  # two tops are seen, all other tiles are out of the game
    assert table.rules.violations(s) == []


@pytest.mark.clause("M-2.10", "M-2.11", "M-2.12", "M-2.16", "M-R5")
def test_e54_setup_with_three_players() -> None:
    s = Table(3).s
    assert s.t.pool == [1, 2, 3, 2, 1]
    assert s.heights == [4, 5]
    assert s.slots == [WHITE] * 12


@pytest.mark.clause("M-2.13", "M-19.7", "M-R6")
def test_tops_are_open_and_the_rest_is_drawn_when_needed() -> None:
    rules = ruleset("mil", 3)
    s = rules.start()
    rules.play(s, NATURE, (0,))
    (ask,) = rules.asks(s)
    assert ask.name == "turn_up"
    question = ask.question
    assert isinstance(question, TurnUp)
    options = question.options(s, NATURE, (0,), ())
    assert options == [0, 1, 2, 3, 4]
    assert question.weights(s, (0,), (), options) == [1, 2, 3, 2, 1]
    rules.play(s, NATURE, (PASTURE,))
    rules.play(s, NATURE, (MINE,))
    assert (s.tops, s.pool) == ([PASTURE, MINE], [1, 2, 2, 1, 1])
    for seat in range(3):  # composition and tops are public, an order below them does not exist
        view = rules.view(s, seat)
        assert (view.tops, view.heights, view.pool) == (s.tops, s.heights, s.pool)


@pytest.mark.clause("M-2.15", "M-2.16", "M-17.2")
@pytest.mark.parametrize(("players", "slots"), [(2, 12), (3, 12), (4, 16), (5, 20)])
def test_slots_in_use(players: int, slots: int) -> None:
    assert Table(players).s.slots == [WHITE] * slots


@pytest.mark.clause("M-2.18", "M-3.2")
def test_the_start_player_is_drawn_and_begins() -> None:
    rules = ruleset("mil", 4)
    s = rules.start()
    (ask,) = rules.asks(s)
    assert (ask.seat, ask.name, list(ask.options(s) or ())) == (NATURE, "start_player", [0, 1, 2, 3])
    rules.play(s, NATURE, (2,))
    rules.play(s, NATURE, (0,))
    rules.play(s, NATURE, (0,))
    order = []
    for _ in range(5):
        (ask,) = rules.asks(s)
        order.append(ask.seat)
        rules.play(s, ask.seat, (4, s.slots.index(WHITE)))
    assert order == [2, 3, 0, 1, 2]  # clockwise


@pytest.mark.clause("M-2.19")
@pytest.mark.parametrize(
    ("players", "pool"),
    [(2, [1, 1, 2, 1, 1]), (3, [2, 1, 3, 2, 1]), (4, [2, 2, 4, 2, 2]), (5, [3, 2, 5, 3, 2])],
)
def test_grain_and_pier(players: int, pool: list[int]) -> None:
    s = Table(players, start_lands="grain_and_pier").s
    assert s.t.pool == pool
    for seat in range(players):
        assert s.land[8 * seat : 8 * seat + 3] == [2 * GRAIN + 1, EMPTY, 2 * PIER + 1]


@pytest.mark.clause("M-2.20", "M-2.12")
def test_an_agreed_composition() -> None:
    s = Table(3, land_mix="agreed", agreed_mix=[0, 3, 0, 4, 0]).s
    assert s.heights == [3, 4]
    assert s.t.pool == [0, 3, 0, 4, 0]
    lone = Table(3, land_mix="agreed", agreed_mix=[0, 0, 0, 0, 1]).s  # a single tile lies on the far space
    assert (lone.heights, lone.tops) == ([0, 1], [EMPTY, QUARRY])
    for wrong in ([0, 0, 0, 0, 0], [6, 0, 0, 0, 0], [0, 0, 0, 5, 0], [1, 1, 1]):
        with pytest.raises(RulesetError):
            Table(3, land_mix="agreed", agreed_mix=wrong)


@pytest.mark.clause("M-2.21")
def test_agreed_starting_lands() -> None:
    s = Table(2, start_lands="agreed", agreed_start=[MINE, PASTURE], land_mix="agreed").s
    for seat in range(2):
        assert s.land[8 * seat : 8 * seat + 3] == [2 * MINE + 1, EMPTY, 2 * PASTURE + 1]
    assert s.t.tiles[MINE] == s.t.pool[MINE] + 2  # starting lands are taken out first
    with pytest.raises(RulesetError):  # five families cannot have a mine each: there are four
        Table(5, start_lands="agreed", agreed_start=[MINE, GRAIN], land_mix="agreed")
    with pytest.raises(RulesetError):
        Table(2, start_lands="agreed", agreed_start=[GRAIN, PIER])
    with pytest.raises(RulesetError):
        Table(2, start_lands="agreed", agreed_start=[GRAIN], land_mix="agreed")


@pytest.mark.clause("M-2.20", "M-2.21")
@pytest.mark.parametrize(
    ("players", "options", "english", "german"),
    [
        (3, {"start_lands": "agreed"}, "agree on the free land as well", "auch das freie Land vereinbaren"),
        (
            3,
            {"start_lands": "agreed", "land_mix": "agreed", "agreed_start": [MINE]},
            "one for column A and one for B (M-2.21), not [mine]",
            "eines für Spalte A, eines für B (M-2.21), nicht [Mine]",
        ),
        (
            3,
            {"land_mix": "agreed", "agreed_mix": [0, 0]},
            "a number for each kind of land, at least one tile in total (M-2.20), not [0, 0]",
            "für jede Landart eine Zahl, zusammen mindestens ein Plättchen (M-2.20), nicht [0, 0]",
        ),
        (
            5,
            {"start_lands": "agreed", "land_mix": "agreed", "agreed_start": [PASTURE, GRAIN]}
            | {"agreed_mix": [0, 0, 3, 0, 0]},
            "sheep pasture: 8 tiles are wanted, the starting lands of all players included, but there",
            "Schafweide: Verlangt sind 8 Plättchen, die Startländer aller Spieler mitgezählt, es gibt",
        ),
    ],
)
def test_lands_are_refused_in_words(
    players: int, options: dict[str, object], english: str, german: str
) -> None:
    with pytest.raises(RulesetError) as caught:
        ruleset("mil", players, options=options)
    for language, words in (("en", english), ("de", german)):
        said = error_text(caught.value, language)
        assert words in said and "_" not in said and "(M-2.2" in said


@pytest.mark.clause("M-2.10")
def test_an_edition_may_not_lay_out_more_tiles_than_there_are() -> None:
    with pytest.raises(DataError) as caught:
        Table(5, edition={"lands.land.grain_land.count": 10})
    for language, land in (("en", "grain land"), ("de", "Getreideland")):
        said = error_text(caught.value, language)
        assert said.startswith("setup.toml: ") and "lands.toml" in said and land in said and "11" in said


@pytest.mark.parametrize(
    ("path", "value", "english", "german"),
    [
        ("game.sphere.1.id", "market", "spheres with slots are", "Machtbereiche mit Plätzen sind"),
        ("game.sphere.court.printed_slots", 2, "'court' has fewer than 3 slots", "'court' hat weniger als 3"),
        ("lands.land.0.id", "mine", "the lands are grain_land, ", "Die Länder sind grain_land, "),
        ("lands.land.mine.harvest", {"food": 2}, "a number for 'metal'", "eine Zahl für 'metal'"),
        ("setup.player_count.3.two_grain", {"mine": 2}, "a number for 'grain", "eine Zahl für 'grain"),
        ("lands.stack.0.id", "far", "the stacks are near and far", "Stapel sind near und far"),
        ("setup.player_count.1.players", 4, "no player_count for 3", "Für 3 Spieler gibt es kein"),
        ("numbers.favour.0.sphere", "war", "the favours are those of", "Die Zuwendungen sind die von"),
    ],
)
def test_data_that_do_not_fit_are_refused_in_both_languages(
    path: str, value: object, english: str, german: str
) -> None:
    with pytest.raises(DataError) as caught:
        Table(3, edition={path: value})
    file = f"{path.partition('.')[0]}.toml: "
    for language, words in (("en", english), ("de", german)):
        said = error_text(caught.value, language)
        assert said.startswith(file) and words in said


@pytest.mark.clause("M-21.1", "M-R41")
def test_cubes_soldiers_and_time_tokens_do_not_run_out() -> None:
    table = Table(3).cubes(RED, f=200, c=200, m=200, i=200, g=200)
    table.s.soldiers[0] = 90
    table.do(RED, 1, knight(RED, "A"), 0)
    assert table.s.soldiers[0] == 91
    assert table.hand(RED) == (200, 199, 199, 199, 200)


@pytest.mark.clause("M-21.3", "M-19.2")
def test_twelve_family_tokens() -> None:
    table = Table(2)
    s = table.s
    assert s.stock(RED) == 12 - 1 - 1
    s.lord[knight(YELLOW, "A")] = RED
    assert s.stock(RED) == 9
    table.do(RED, 4, 0, 1)  # a family token on a slot
    assert s.stock(RED) == 8
    s.privileges[RED] = 12
    assert table.rules.violations(s) != []
