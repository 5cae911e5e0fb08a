"""Landmarks (DM3, DM0-3): setup, taking and building them (MB18)."""

from __future__ import annotations

import pytest

from pfalz.catalogue import ruleset
from pfalz.core.data import Edition
from pfalz.core.errors import DataError
from pfalz.games.darkages.layers import cut
from pfalz.games.darkages.modules.landmarks.state import landmarks
from pfalz.games.darkages.setup import removed_cards
from pfalz.games.darkages.state import FREE
from tests.games.darkages.modules.deck import chances, places, shuffled
from tests.games.darkages.modules.landmarks import MAROZIA, RICH, Landmarks
from tests.games.darkages.table import BUILDS, DISCARD, GREEN, VIOLET, WHITE, WORDS, YELLOW, Table

# -- components and setup --------------------------------------------------------------------------------


@pytest.mark.clause("DM3-1.1", "DM3-1.2", "DM3-2.1", "DM0-2.1", "DM0-2.2")
@pytest.mark.parametrize(("players", "rulers"), [(2, 5), (3, 6), (4, 7)])
def test_two_more_rulers(players: int, rulers: int) -> None:
    table = Landmarks(players)
    t = table.t
    assert len(t.ruler_ids) == rulers
    for id, home, card in (
        ("marozia", "rome", "senatrix"),
        ("henry_the_fowler", "saxony", "castle_ordinance"),
    ):
        ruler = table.ruler(id)
        assert t.area_ids[t.homes[ruler]] == home
        assert t.card_ids[t.start_cards[ruler][0]] == card
        assert t.kind_ids[t.card_kind[t.start_cards[ruler][1]]] == "landmark"
    kinds = [t.kind_ids[kind] for kind in t.card_kind]
    assert kinds.count("landmark") == 6 == len(set(landmarks(table.s).t.cards))
    assert [t.kind_ids[t.card_kind[card]] for card in t.deck].count("landmark") == 4


@pytest.mark.clause("DM3-2.1", "DM3-2.3")
def test_a_ruler_nobody_chose_leaves_with_the_start_cards() -> None:
    table = Landmarks()
    away = {"castle_ordinance", "landmark_quedlinburg", "senatrix", "landmark_castel_sant_angelo"}
    assert {table.t.card_ids[card] for card in removed_cards(table.s)} == {
        *away,
        "prague_market",
        "bones_of_st_wenceslas",
    }
    assert table.owner("rome") == table.owner("saxony") == FREE
    chosen = Landmarks(rulers=MAROZIA)
    assert chosen.owner("rome") == VIOLET and chosen.owner("saxony") == GREEN
    assert chosen.hand_of(VIOLET) == {"senatrix", "landmark_castel_sant_angelo"}
    assert chosen.hand_of(GREEN) == {"castle_ordinance", "landmark_quedlinburg"}


@pytest.mark.clause("DM0-2.4", "DM0-2.5", "DM0-2.8", "DM0-2.11", "DM3-2.2")
@pytest.mark.parametrize(("players", "deck"), [(2, 56), (3, 68), (4, 80)])
def test_landmarks_lie_in_the_upper_half(players: int, deck: int) -> None:
    rules = ruleset("darkages", players, ("landmarks",))
    base = len(ruleset("darkages", players).lookup.deck)
    half = -(-base // 2)
    assert sorted(shuffled(rules, 1)) == sorted(rules.lookup.deck) and len(rules.lookup.deck) == base + 4
    found = places(rules, "landmark", range(300))
    assert sum(found.values()) == 4 * 300 and max(found) < half + 4
    assert min(found) < 3 and max(found) > half  # every place of the upper half, and no other
    assert found.total() / (half + 4) == pytest.approx(sum(found[i] for i in range(10)) / 10, rel=0.25)


@pytest.mark.clause("DM0-2.5", "DM0-2.11")
def test_the_chance_of_a_landmark_follows_what_has_come() -> None:
    table = Landmarks(2)
    s, t = table.s, table.t
    base = [card for card in t.deck if t.kind_ids[t.card_kind[card]] != "landmark"]
    marks = [card for card in t.deck if card not in base]
    half = -(-len(base) // 2)
    s.deck = list(t.deck)
    assert chances(s)[marks[0]] * (half + 4) == 1  # 4 among the upper 32 cards
    s.deck = [*base[5:], *marks[1:]]
    assert sum(chances(s)[card] for card in marks[1:]) * (half - 2) == 3  # 6 cards have come, one of them
    s.deck = [*base[half:], marks[3]]
    assert chances(s) == {marks[3]: 1}  # the last card of the upper half
    s.deck = base[half:]
    assert set(chances(s)) == set(s.deck) and len(set(chances(s).values())) == 1


@pytest.mark.clause("DM0-2.11")
def test_larger_parts_lie_on_top() -> None:
    assert cut(56, 5) == [12, 11, 11, 11, 11]
    assert cut(68, 5) == [14, 14, 14, 13, 13]
    assert cut(140, 3) == [47, 47, 46]
    assert cut(57, 2) == [29, 28]


def test_as_many_landmarks_as_are_shuffled_in() -> None:
    with pytest.raises(DataError):
        ruleset(
            "darkages", 2, ("landmarks",), edition=Edition("darkages", "", {"landmarks.deck.per_part": 3})
        )


# -- taking and building ---------------------------------------------------------------------------------


@pytest.mark.clause("DM3-3.1", "DM0-1.17")
def test_a_landmark_is_a_culture_card() -> None:
    table = Landmarks().offer("landmark_goslar")
    table.act(YELLOW, "develop_culture", 0)
    assert "landmark_goslar" in table.hand_of(YELLOW)
    limit = table.t.hand_limit
    table = Landmarks(rulers=MAROZIA)
    plain = [id for id in table.cards(0) if id not in table.hand_of(VIOLET)]
    table.hand(VIOLET, *plain[:limit], "landmark_castel_sant_angelo").goods(VIOLET, **RICH)
    table.offer("landmark_speyer").act(VIOLET, "develop_culture", 0)
    if table.asked() == "after":
        table.end(VIOLET)
    assert table.open() == ("discard", VIOLET)  # two too many, landmarks among them
    cards = sorted([table.landmark("speyer"), table.landmark("castel_sant_angelo")])
    table.do(VIOLET, *cards)
    assert set(cards) <= set(table.s.discard)


@pytest.mark.clause("DM3-3.1")
def test_a_landmark_can_be_exchanged() -> None:
    table = Landmarks().hand(YELLOW, "landmark_goslar").stack("build", YELLOW, WHITE).goods(WHITE, **RICH)
    table.act(WHITE, "build", *_first_building(table))
    if table.asked() == "after":
        table.end(WHITE)
    assert table.open() == ("react", YELLOW)
    table.do(YELLOW, 0, DISCARD, table.landmark("goslar"))
    assert table.landmark("goslar") in table.s.discard


def _first_building(table: Table) -> tuple[int, ...]:
    table.turn(WHITE)
    table.do(WHITE, WORDS["build"], ask="turn")
    form = table.forms(BUILDS["store"])[0]
    table.s.discs[WHITE] += 1
    table.s.stacks[0] = table.s.stacks[0][:-1]
    return form


@pytest.mark.clause("DM3-3.2", "DM3-3.3", "DM0-3.1", "DM0-3.2", "DM0-1.6", "DMR-20")
def test_a_landmark_without_discs() -> None:
    """MB18: Saint Gall with 1 wood, 1 leather and 1 gold."""
    table = Landmarks().hand(YELLOW, "landmark_st_gall").discs(YELLOW, 0)
    table.hold(YELLOW, "lombardy", 1).goods(YELLOW, wood=1, leather=1, gold=1)
    table.turn(YELLOW)
    assert table.open() == ("turn", YELLOW)
    assert table.options() == [WORDS["pass"], table.step]
    table.do(YELLOW, table.step)
    assert table.open() == ("landmark", YELLOW)
    assert table.areas(table.options(table.landmark("st_gall"))) == {"verona", "lombardy"}
    culture = table.s.culture[YELLOW]
    table.do(YELLOW, *table.forms(table.landmark("st_gall"), table.area("lombardy"))[0])
    assert table.owned(YELLOW) == {} and table.where("st_gall") == "lombardy"
    assert table.s.culture[YELLOW] == culture + 3 and table.has("st_gall") == YELLOW
    assert "reaction_due" not in table.names() and all(not stack for stack in table.s.stacks)
    assert table.open() == ("after", YELLOW) and table.options() == [WORDS["settle"], WORDS["end"]]
    table.end(YELLOW)
    assert table.open() == ("turn", WHITE) and "reaction_due" not in table.names()
    table.turn(YELLOW)
    assert table.events("passed") == [(YELLOW,)]  # nothing but passing is left


@pytest.mark.clause("DM3-3.2", "DM0-3.1", "DM0-3.2", "DM3-3.3", "DM3-4.5")
def test_why_no_landmark_can_be_built() -> None:
    table = Landmarks().hand(YELLOW).goods(YELLOW, **RICH).turn(YELLOW)
    assert table.why(table.step) == ("no_landmark", "DM3-3.3")
    table.hand(YELLOW, "landmark_goslar").goods(YELLOW, wood=1, stone=1).turn(YELLOW)
    assert table.why(table.step) == ("too_dear", "D-1.11")
    table.has_built(YELLOW, "speyer", "verona").goods(YELLOW, **RICH).turn(YELLOW)
    assert table.why(table.step) == ("landmark_everywhere", "DM3-3.3")
    table.hold(YELLOW, "lombardy", 1).hand(YELLOW, "landmark_goslar", "landmark_aachen", "watermill")
    table.hold(YELLOW, "tuscany", 1).goods(YELLOW, wood=1, stone=1, iron=1).turn(YELLOW)
    table.do(YELLOW, table.step)
    assert table.why(table.landmark("aachen")) == ("too_dear", "D-1.11")
    assert table.why(table.card("watermill")) == ("no_landmark", "DM3-3.3")
    goslar = table.landmark("goslar")
    assert table.why(goslar, table.area("verona")) == ("has_landmark", "DM3-4.5")
    assert table.why(goslar, table.area("swabia")) == ("not_your_area", "DM3-3.3")


@pytest.mark.clause("DM0-3.1", "DM0-3.3", "DM0-3.9", "DMR-49")
def test_free_steps_before_and_after() -> None:
    table = Landmarks().hold(YELLOW, "lombardy", 3).hand(YELLOW, "landmark_goslar").goods(YELLOW, **RICH)
    table.holds(YELLOW, "king_of_italy").turn(YELLOW)
    assert WORDS["settle"] in table.options() and table.step in table.options()
    table.do(YELLOW, *table.forms(WORDS["settle"], table.area("lombardy"))[0])
    assert table.step in table.options() and WORDS["build"] in table.options()
    assert table.why(WORDS["pass"]) == ("free_step_taken", "D-4.11")
    table.hold(YELLOW, "tuscany", 3).do(YELLOW, table.step)
    table.do(YELLOW, *table.forms(table.landmark("goslar"), table.area("verona"))[0])
    assert table.open() == ("after", YELLOW)
    assert set(table.options()) == {WORDS["settle"], WORDS["end"]}
    assert table.why(table.title_step("king_of_italy")) == ("only_after_action", "D-11.1")
    assert table.s.acted[YELLOW] == 0  # no noble action
    table.end(YELLOW)
    assert table.who() == WHITE and table.events("reaction_due") == []
    table.hand(YELLOW, "landmark_speyer").goods(YELLOW, **RICH).turn(YELLOW)
    assert table.why(WORDS["pass"]) == ("no_action_yet", "D-4.7")


@pytest.mark.clause("DM0-3.9", "DMR-49")
def test_without_a_disc_free_steps_come_after_it() -> None:
    table = Landmarks().hold(YELLOW, "lombardy", 3).hand(YELLOW, "landmark_goslar").goods(YELLOW, **RICH)
    table.discs(YELLOW, 0).turn(YELLOW)
    assert table.options() == [WORDS["pass"], table.step]
    table.do(YELLOW, table.step)
    table.do(YELLOW, *table.forms(table.landmark("goslar"), table.area("verona"))[0])
    assert table.open() == ("after", YELLOW) and WORDS["settle"] in table.options()


@pytest.mark.clause("DM3-3.4", "DM3-3.5", "DM3-3.6", "DMR-20")
def test_it_is_no_build_action() -> None:
    table = Landmarks().achievement(YELLOW, "quarries", 3).hold(YELLOW, "lombardy", 1)
    assert not table.s.city[table.area("lombardy")]
    taken = table.s.sites_taken(table.area("lombardy"))
    table.builds(YELLOW, "goslar", "lombardy", wood=2, iron=1, stone=1)
    assert table.owned(YELLOW) == {"wood": 1, "gold": 1}  # no wood for stone; the gold is its effect
    assert table.s.sites_taken(table.area("lombardy")) == taken
    assert table.hand_of(YELLOW) == set() and not {"effect_used", "city_built"} & set(table.names())


@pytest.mark.clause("DM3-3.6", "DM3-3.7", "DM0-8.14")
@pytest.mark.parametrize(("manors", "row", "after"), [(1, 4, 2), (2, 4, 2), (0, 4, 0), (1, 0, 1)])
def test_a_manor_is_placed_if_it_can_be(manors: int, row: int, after: int) -> None:
    table = Landmarks(rulers=MAROZIA).achievement(GREEN, "heavy_plough", 2)
    table.hold(GREEN, "franconia", 1, manors=manors)
    table.s.row[GREEN] = row
    before = table.score(GREEN)
    table.builds(GREEN, "quedlinburg", "franconia")
    assert table.where("quedlinburg") == "franconia"
    assert table.s.manors[table.area("franconia")] == after and table.s.row[GREEN] == row - after + manors
    assert table.score(GREEN) == before  # placed, not built: no point of the plough
