"""Develop Culture and the offer (D-6), Research (D-7)."""

from __future__ import annotations

import pytest

from pfalz.core.state import NATURE
from pfalz.games.darkages.goods import gain_culture
from pfalz.games.darkages.possible import accessible
from pfalz.games.darkages.words import ARCHER, INFANTRY, UNITS
from tests.games.darkages.table import LAY_OUT, PLAY, RAISE, REACTIONS, TAKE, WHITE, WORDS, YELLOW, Table

SIX = ("forest_law", "tanneries", "quarries", "market_right", "watermill", "toll_stations")


# -- the offer (D-6) ------------------------------------------------------------------------------


@pytest.mark.clause("D-6.1", "D-25.4")
def test_a_card_of_the_offer_goes_to_the_hand() -> None:
    table = Table().offer(*SIX).hand(YELLOW)
    table.s.culture[YELLOW] = 6
    table.act(YELLOW, "develop_culture")
    assert table.open() == ("develop", YELLOW)
    assert table.options() == [0, 1]
    table.do(YELLOW, 1)
    assert table.hand_of(YELLOW) == {"tanneries"}


@pytest.mark.clause("D-6.2")
@pytest.mark.parametrize(
    ("space", "cards"),
    [(0, 1), (5, 1), (6, 2), (11, 2), (12, 3), (14, 3), (18, 4), (24, 5), (29, 5), (30, 6), (35, 6)],
)
def test_a5_accessible_cards(space: int, cards: int) -> None:
    """A5: one card, and one more for each red space reached."""
    table = Table().offer(*SIX)
    table.s.culture[YELLOW] = space
    assert accessible(table.s, YELLOW).bit_count() == cards
    table.act(YELLOW, "develop_culture")
    if cards > 1:
        assert table.options() == list(range(cards))
        for place in range(cards, 6):
            assert table.why(place) == ("not_accessible", "D-6.2")


@pytest.mark.clause("D-6.3", "D-6.5", "D-20.3")
def test_the_rest_moves_left_and_one_card_is_drawn() -> None:
    table = Table().offer(*SIX)
    table.s.culture[YELLOW] = 12
    table.act(YELLOW, "develop_culture")
    table.play(YELLOW, [1])
    ask = table.ask_of()
    assert (ask.name, ask.seat) == ("card", NATURE)  # before anything else happens
    assert sorted(ask.options(table.s, ()) or ()) == sorted(table.s.deck)  # each card of the deck
    drawn = table.s.deck[17]
    table.play(NATURE, [drawn])
    assert table.s.offered == [*[table.card(id) for id in (SIX[0], *SIX[2:])], drawn]
    assert drawn not in table.s.deck


@pytest.mark.clause("D-6.4")
def test_with_an_empty_deck_the_place_stays_empty() -> None:
    table = Table().offer(*SIX).deck(0)
    table.act(YELLOW, "develop_culture")
    assert table.s.offered == [table.card(id) for id in SIX[1:]]


@pytest.mark.clause("D-6.3", "D-6.5", "D-13.7")
def test_the_offer_is_refilled_after_a_reaction_too() -> None:
    table = Table(bands=("develop_culture", "build", "research", "recruit", "march")).offer(*SIX)
    table.stack("develop_culture", WHITE, WHITE).act(YELLOW, "develop_culture")
    assert len(table.s.offered) == 6
    table.do(WHITE, REACTIONS["culture_exchange"], TAKE, 4)
    assert len(table.s.offered) == 6


# -- the culture track ----------------------------------------------------------------------------


@pytest.mark.clause("D-6.6", "D-6.7", "D-R.29")
def test_b9_two_red_spaces_at_once() -> None:
    """B9: from 5 to 13 over two red spaces, two gold; beyond 35 nothing."""
    table = Table().goods(YELLOW)
    table.s.culture[YELLOW] = 5
    gain_culture(table.s, YELLOW, 8)
    assert table.s.culture[YELLOW] == 13
    assert table.owned(YELLOW) == {"gold": 2}
    assert accessible(table.s, YELLOW).bit_count() == 3
    table.s.culture[WHITE] = 33
    gold = table.s.gold(WHITE)
    gain_culture(table.s, WHITE, 5)
    assert table.s.culture[WHITE] == 35 and table.s.gold(WHITE) == gold


@pytest.mark.clause("D-6.7")
def test_only_the_first_on_a_red_space_takes_gold() -> None:
    table = Table().goods(YELLOW).goods(WHITE)
    assert table.t.red_spaces == [6, 12, 18, 24, 30]
    gain_culture(table.s, YELLOW, 6)
    gain_culture(table.s, WHITE, 7)
    assert (table.s.gold(YELLOW), table.s.gold(WHITE)) == (1, 0)
    gain_culture(table.s, WHITE, 5)
    gain_culture(table.s, YELLOW, 8)
    assert (table.s.gold(YELLOW), table.s.gold(WHITE)) == (1, 1)


# -- research (D-7) -------------------------------------------------------------------------------


@pytest.mark.clause("D-7.1", "D-7.2", "D-25.4")
def test_laying_out_costs_nothing() -> None:
    table = Table().hand(YELLOW, "forest_law", "tanneries").goods(YELLOW)
    table.act(YELLOW, "research")
    assert table.options() == [LAY_OUT]
    table.do(YELLOW, LAY_OUT, table.card("forest_law"))
    assert table.s.laid[YELLOW] == (table.card("forest_law"),)
    assert table.s.level[table.card("forest_law")] == 1
    assert table.hand_of(YELLOW) == {"tanneries"}
    assert table.open() == ("turn", WHITE)  # exactly one of the options


@pytest.mark.clause("D-7.1")
def test_what_can_be_researched_and_why_not() -> None:
    table = Table().hand(YELLOW, "forest_law", "tanneries", "the_great", "holy_lance").goods(YELLOW, gold=1)
    table.act(YELLOW, "research")
    assert table.options() == [LAY_OUT]
    assert table.why(LAY_OUT, table.card("the_great")) == ("no_achievement", "D-7.2")
    assert table.why(RAISE) == ("nothing_to_raise", "D-7.4")
    assert table.why(PLAY) == ("no_technology", "D-7.7")
    table.goods(YELLOW)
    assert table.why(RAISE) == ("costs_gold", "D-7.4")
    assert table.why(PLAY) == ("costs_gold", "D-7.7")


@pytest.mark.clause("D-7.3")
def test_four_achievements_and_no_more() -> None:
    table = Table().goods(YELLOW, gold=1)
    for id in SIX[:4]:
        table.achievement(YELLOW, id)
    table.hand(YELLOW, "toll_stations", "war_short_bows_or_long_spears").act(YELLOW, "research")
    assert table.options() == [RAISE, PLAY]
    assert table.why(LAY_OUT) == ("four_achievements", "D-7.3")


@pytest.mark.clause("D-7.4")
def test_raising_costs_a_gold_up_to_level_three() -> None:
    table = (
        Table().goods(YELLOW, gold=2).achievement(YELLOW, "forest_law", 2).achievement(YELLOW, "quarries", 3)
    )
    table.achievement(YELLOW, "tanneries").hand(YELLOW).act(YELLOW, "research")
    assert table.options(RAISE) == [table.card("forest_law"), table.card("tanneries")]
    assert table.why(RAISE, table.card("quarries")) == ("level_three", "D-7.4")
    table.do(YELLOW, RAISE, table.card("forest_law"))
    assert table.s.level[table.card("forest_law")] == 3
    assert table.owned(YELLOW) == {"gold": 1}


@pytest.mark.clause("D-7.4", "D-1.10")
def test_without_gold_nothing_is_raised() -> None:
    table = (
        Table().goods(YELLOW, iron=5, leather=1).achievement(YELLOW, "forest_law").hand(YELLOW).turn(YELLOW)
    )
    assert table.why(WORDS["research"]) == ("no_option", "D-4.5")


@pytest.mark.clause("D-7.5")
def test_an_immediate_effect_comes_once() -> None:
    table = Table().hand(YELLOW, "right_of_coinage").goods(YELLOW)
    table.act(YELLOW, "research", LAY_OUT, table.card("right_of_coinage"))
    assert table.owned(YELLOW) == {"gold": 2}
    table.act(YELLOW, "research", RAISE, table.card("right_of_coinage"))
    assert table.owned(YELLOW) == {"gold": 1}  # level I does nothing again


@pytest.mark.clause("D-7.6")
def test_levels_work_together_unless_one_replaces_the_others() -> None:
    table = (
        Table()
        .goods(YELLOW, gold=3)
        .achievement(YELLOW, "watermill")
        .achievement(YELLOW, "quarries")
        .hand(YELLOW)
    )
    mill, quarries = table.card("watermill"), table.card("quarries")
    table.act(YELLOW, "research", RAISE, mill).stack("research").act(YELLOW, "research", RAISE, quarries)
    assert (
        set(table.s.powers[YELLOW])
        == {
            table.t.card_powers[mill][1],  # instead of level I
            *table.t.card_powers[quarries][:2],
        }
    )


@pytest.mark.clause("D-7.7", "D-7.8", "D-7.9", "D-7.10", "D-7.11")
def test_a6_war_technology() -> None:
    """A6: short bows or long spears; with infantry at level I only the former."""
    table = Table().hand(WHITE, "war_short_bows_or_long_spears").goods(WHITE, gold=1, wood=1, leather=1)
    table.hold(WHITE, "swabia", archers=1)
    card = table.card("war_short_bows_or_long_spears")
    table.act(WHITE, "research")
    if table.asked() == "research":
        assert table.forms(PLAY) == [(PLAY, card)]  # no face to choose
        table.do(WHITE, PLAY, card)
    face = table.s.face_of(WHITE, ARCHER)
    assert (face.id, face.level, face.values[0], face.values[2], face.armour) == ("short_bows", 2, 4, 6, 1)
    assert face.cost == (1, 1, 0, 0, 0)
    assert table.face(WHITE, INFANTRY) == "infantry_1"
    assert "gold" not in table.owned(WHITE)
    assert table.s.technologies[WHITE] == (card,)


@pytest.mark.clause("D-7.8", "D-7.9")
def test_a_face_must_be_exactly_one_level_higher() -> None:
    table = Table().goods(YELLOW, gold=2).technology(YELLOW, "war_spearmen_or_knights", "spearmen")
    table.hand(YELLOW, "war_short_bows_or_long_spears", "war_peasant_levy", "forest_law")
    both, levy = table.card("war_short_bows_or_long_spears"), table.card("war_peasant_levy")
    table.act(YELLOW, "research")
    assert table.options(PLAY) == [both]
    assert table.why(PLAY, levy) == ("wrong_level", "D-7.8")  # infantry is at level II already
    assert table.why(PLAY, table.card("forest_law")) == ("no_technology", "D-7.7")
    assert table.slots(PLAY, both) == "face"
    assert [table.t.faces[face].id for face in table.options(PLAY, both)] == ["short_bows", "long_spears"]
    table.do(YELLOW, PLAY, both, table.face_number("long_spears"))
    assert [table.s.face_of(YELLOW, unit).level for unit in range(UNITS)] == [
        3,
        1,
        1,
    ]  # the other face is lost


@pytest.mark.clause("D-7.10")
def test_new_values_hold_at_once_and_the_covered_card_has_no_effect() -> None:
    table = (
        Table()
        .technology(YELLOW, "war_peasant_levy", "peasant_levy")
        .goods(YELLOW, gold=1, leather=3, wood=3)
    )
    table.hold(YELLOW, "verona", infantry=2).hand(YELLOW, "war_short_bows_or_long_spears")
    levy = table.t.faces[table.face_number("peasant_levy")].power
    assert levy in table.s.powers[YELLOW]
    spears = table.face_number("long_spears")
    table.act(YELLOW, "research", PLAY, table.card("war_short_bows_or_long_spears"), spears)
    assert table.face(YELLOW, INFANTRY) == "long_spears"
    assert table.s.powers[YELLOW] == (table.t.faces[spears].power,)
    assert len(table.s.technologies[YELLOW]) == 2  # it lies under the new one
    before = table.owned(YELLOW)
    table.act(YELLOW, "recruit", INFANTRY, table.area("verona"), 0, 0)  # a wood and a leather by now
    assert [before[id] - table.owned(YELLOW)[id] for id in ("wood", "leather")] == [1, 1]
    assert table.asked() != "effect"  # the levy offers no unit more
