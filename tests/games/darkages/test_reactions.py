"""Reactions (D-13)."""

from __future__ import annotations

import pytest

from pfalz.games.darkages.words import (
    ACTION_IDS,
    IRON,
    LEATHER,
    REACTION_IDS,
    STONE,
    WOOD,
)
from tests.games.darkages.table import (
    DISCARD,
    FOR_CULTURE,
    FOR_GOLD,
    GREEN,
    LAY_OUT,
    NO_REACTION,
    REACTIONS,
    TAKE,
    VIOLET,
    WHITE,
    YELLOW,
    Table,
)

EXCHANGE, WOOD_LEATHER, REGROUP, RECRUIT, WOOD_STONE, TRADE = (REACTIONS[id] for id in REACTION_IDS)


def on_band(band: int, action: str = "develop_culture") -> Table:
    """An action card lies on a band; White's disc is the lowest of two under it."""
    others = [other for other in ACTION_IDS if other != action]
    bands = [*others[: band - 1], action, *others[band - 1 :]]
    return Table(bands=bands).stack(action, WHITE, GREEN).hand(YELLOW)


@pytest.mark.clause("D-4.3", "D-13.1", "D-13.2", "D-13.3", "D-13.6")
def test_a2_reaction_by_ones_own_disc() -> None:
    """A2: Research on band 4, White's third disc brings out White's first."""
    table = Table(bands=("build", "march", "recruit", "research", "develop_culture"))
    table.stack("research", WHITE, YELLOW).hand(WHITE, "forest_law", "tanneries").goods(WHITE, leather=1)
    exhausted = table.s.exhausted[WHITE]
    table.act(WHITE, "research", LAY_OUT, table.card("forest_law"))
    assert table.open() == ("react", WHITE)
    assert table.options() == [RECRUIT, WOOD_STONE]
    table.do(WHITE, WOOD_STONE, STONE)
    assert table.s.exhausted[WHITE] == exhausted + 1
    assert table.stack_of("research") == (YELLOW, WHITE)


@pytest.mark.clause("D-13.1", "D-13.2")
def test_two_discs_bring_no_reaction() -> None:
    table = Table().stack("develop_culture", WHITE).act(YELLOW, "develop_culture")
    assert table.open() == ("turn", WHITE)
    assert table.stack_of("develop_culture") == (WHITE, YELLOW)


@pytest.mark.clause("D-13.3", "D-13.4", "D-R.1", "D-R.2")
@pytest.mark.parametrize("band", [1, 2, 3, 4, 5])
def test_each_band_touches_two_reactions(band: int) -> None:
    table = on_band(band).hold(WHITE, "swabia", infantry=1).goods(WHITE, wood=2, leather=2, iron=1, gold=1)
    table.act(YELLOW, "develop_culture")
    row = [EXCHANGE, WOOD_LEATHER, REGROUP, RECRUIT, WOOD_STONE, TRADE]
    assert table.open() == ("react", WHITE)
    assert table.options() == row[band - 1 : band + 1]
    others = [reaction for reaction in row if reaction not in table.options()]
    for reaction in others:
        assert table.ask_of().why_not(table.s, (), reaction) is not None


@pytest.mark.clause("D-13.5", "D-R.11")
def test_one_of_the_possible_reactions_must_be_carried_out() -> None:
    table = on_band(1).act(YELLOW, "develop_culture")
    assert NO_REACTION not in table.options()
    assert table.why(NO_REACTION) == ("must_react", "D-13.5")


@pytest.mark.clause("D-13.5", "D-13.6")
def test_b7_a_reaction_that_cannot_be_carried_out() -> None:
    """B7: March on band 3; no unit, no resources, no gold: nothing happens. A leather must recruit."""
    for leather in (0, 1):
        table = on_band(3, "march").goods(WHITE, leather=leather).hold(YELLOW, "lombardy", infantry=1)
        exhausted = table.s.exhausted[WHITE]
        table.act(YELLOW, "march", table.area("lombardy"), table.area("verona"), 1, 0, 0)
        assert table.open() == ("turn", WHITE)
        assert table.s.exhausted[WHITE] == exhausted + 1
        assert table.units("swabia") == (leather, 0, 0)
        assert table.events("reaction_lost") == ([] if leather else [(WHITE,)])


@pytest.mark.clause("D-13.7")
def test_culture_exchange() -> None:
    table = on_band(1).hand(WHITE, "forest_law", "tanneries").goods(WHITE, gold=1)
    table.act(YELLOW, "develop_culture")
    assert table.options(EXCHANGE) == [DISCARD, TAKE]
    assert set(table.options(EXCHANGE, DISCARD)) == {table.card("forest_law"), table.card("tanneries")}
    assert table.options(EXCHANGE, TAKE) == list(range(6))  # accessible or not
    assert {len(form) for form in table.forms(EXCHANGE)} == {3}
    table.do(WHITE, EXCHANGE, DISCARD, table.card("tanneries"))
    assert table.owned(WHITE) == {"gold": 2}
    assert table.s.discard[-1] == table.card("tanneries")


@pytest.mark.clause("D-13.7", "D-13.5")
@pytest.mark.parametrize(
    ("cards", "gold", "ways"), [(1, 0, [DISCARD]), (0, 1, [TAKE]), (1, 1, [DISCARD, TAKE]), (0, 0, [])]
)
def test_what_an_exchange_needs(cards: int, gold: int, ways: list[int]) -> None:
    table = on_band(1).hand(WHITE, *["forest_law"][:cards]).goods(WHITE, gold=gold)
    table.act(YELLOW, "develop_culture")
    assert table.options() == ([EXCHANGE, WOOD_LEATHER] if ways else [WOOD_LEATHER])
    if ways:
        assert table.options(EXCHANGE) == ways
    else:
        assert table.why(EXCHANGE) == ("reaction_impossible", "D-13.5")


@pytest.mark.clause("D-13.8", "D-R.1")
@pytest.mark.parametrize(
    ("band", "reaction", "types"), [(1, WOOD_LEATHER, [WOOD, LEATHER]), (5, WOOD_STONE, [WOOD, STONE])]
)
def test_taking_a_resource(band: int, reaction: int, types: list[int]) -> None:
    table = on_band(band).goods(WHITE, gold=1).act(YELLOW, "develop_culture")
    assert table.options(reaction) == types
    table.do(WHITE, reaction, types[1])
    assert table.owned(WHITE) == {"gold": 1, ("leather", "stone")[band == 5]: 1}


@pytest.mark.clause("D-13.9", "D-8.1")
def test_recruiting_at_the_normal_price() -> None:
    table = on_band(4).goods(WHITE, leather=1, wood=1).act(YELLOW, "develop_culture")
    assert table.options(RECRUIT) == [0, 1]
    assert table.why(RECRUIT, 2) == ("too_dear", "D-1.11")
    assert table.why(RECRUIT, 0, table.area("verona")) == ("needs_own_city", "D-8.1")
    table.do(WHITE, RECRUIT, 1, table.area("swabia"), 0, 0)
    assert table.owned(WHITE) == {}
    assert table.units("swabia") == (0, 1, 0)


@pytest.mark.clause("D-13.10")
def test_regrouping() -> None:
    table = on_band(2).hold(WHITE, "swabia", infantry=2).act(YELLOW, "develop_culture")
    table.do(WHITE, REGROUP, table.area("swabia"), table.area("bavaria"), 1, 0, 0)
    assert (table.units("swabia"), table.units("bavaria")) == ((1, 0, 0), (1, 0, 0))


@pytest.mark.clause("D-13.11")
@pytest.mark.parametrize(("resource", "culture"), [(WOOD, 1), (LEATHER, 1), (STONE, 2), (IRON, 3)])
def test_selling_goods(resource: int, culture: int) -> None:
    table = on_band(5).goods(WHITE, wood=1, leather=1, stone=1, iron=1).act(YELLOW, "develop_culture")
    assert table.options(TRADE) == [FOR_GOLD, FOR_CULTURE]
    assert table.options(TRADE, FOR_CULTURE) == [WOOD, LEATHER, STONE, IRON]
    table.do(WHITE, TRADE, FOR_CULTURE, resource)
    assert table.s.culture[WHITE] == culture
    assert table.s.resources(WHITE) == 3


@pytest.mark.clause("D-13.11")
def test_iron_for_gold() -> None:
    table = on_band(5).goods(WHITE, wood=1, iron=1).act(YELLOW, "develop_culture")
    assert table.forms(TRADE, FOR_GOLD) == [(TRADE, FOR_GOLD, IRON)]
    table.do(WHITE, TRADE, FOR_GOLD, IRON)
    assert table.owned(WHITE) == {"wood": 1, "gold": 1}
    assert table.s.culture[WHITE] == 0


@pytest.mark.clause("D-13.12", "D-13.6", "D-25.7")
def test_the_owner_of_the_disc_decides_and_takes_no_free_steps() -> None:
    table = on_band(1).hold(WHITE, "bavaria", infantry=3).holds(WHITE, "king_of_italy")
    table.hand(WHITE, "the_great").act(YELLOW, "develop_culture")
    assert table.open() == ("react", WHITE)
    table.do(WHITE, WOOD_LEATHER, WOOD)
    assert table.open() == ("turn", WHITE)  # that is her turn, not a free step in Yellow's
    assert table.s.turn == WHITE and table.hand_of(WHITE) == {"the_great"}


@pytest.mark.clause("D-14.4", "D-13.13")
def test_b25_passing_and_the_stacks() -> None:
    """B25: White's discs leave the stacks without a reaction; later the lower yellow one reacts."""
    table = Table().stack("build", YELLOW, WHITE).stack("march", WHITE).goods(WHITE).hand(WHITE)
    table.discs(WHITE, 1).goes(WHITE)
    assert table.stack_of("build") == (YELLOW,) and table.stack_of("march") == ()
    assert (table.s.discs[WHITE], table.s.exhausted[WHITE]) == (4, 0)
    assert table.events("reaction_due") == []
    for seat in (YELLOW, VIOLET):
        table.goods(seat, wood=1).hand(seat).act(seat, "build", 5, 0, 0)
    assert table.open() == ("react", YELLOW)
    assert table.events("reaction_due") == [(YELLOW, ACTION_IDS.index("build"))]
    assert table.stack_of("build") == (YELLOW, VIOLET)
