"""The Pope (DM12): a title for whoever builds a church (MA6, MB31)."""

from __future__ import annotations

import pytest

from pfalz.catalogue import ruleset
from pfalz.core.data import Edition
from pfalz.core.errors import DataError
from pfalz.core.texts import Texts
from pfalz.games.darkages.board import plain, svg
from pfalz.games.darkages.counters import count
from pfalz.games.darkages.events import GOODS_PAID, TITLE_TAKEN
from pfalz.games.darkages.modules.pope.bot import JUDGE, cheapest
from pfalz.games.darkages.passing import entitled
from pfalz.games.darkages.scoring import final_points
from pfalz.games.darkages.state import FREE, FROM_TITLES
from pfalz.games.darkages.words import CHURCH, GOLD, GOODS, LEATHER, RELIC, STONE, TITLE, TITLES, WOOD
from tests.games.darkages.table import VIOLET, WHITE, YELLOW, Table

NO, YES = range(2)
PLACES = ("swabia", "croatia", "capua", "lombardy", "bavaria", "carinthia")
"""Where churches stand beside the new one."""


def pope(churches: int = 1, **goods: int) -> Table:
    """Yellow can build a church in Verona, the one of this number on the map; he owns these goods besides."""
    table = Table(modules=("pope",)).buildings("verona", city=True)
    left = churches - 1
    for area in PLACES:
        here = min(left, 2)
        left -= here
        if here:
            table.buildings(area, city=True, churches=here)
    goods = {"stone": goods.pop("stone", 0) + 2, "iron": goods.pop("iron", 0) + 1, **goods}
    return table.goods(YELLOW, **goods).hand(YELLOW)


def build(table: Table) -> Table:
    """Yellow builds the church, with stone and iron."""
    table.act(YELLOW, "build")
    return table.do(YELLOW, *church(table)) if table.asked() == "build" else table


def church(table: Table) -> tuple[int, ...]:
    """A church in Verona for which no gold is paid."""
    return next(form for form in table.forms(CHURCH, table.area("verona")) if not any(form[2:]))


def holder(table: Table) -> int:
    return int(table.s.title[table.title("pope")])


@pytest.mark.clause("DM12-1.1", "DM12-2.5")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_pope_lies_with_the_titles(players: int) -> None:
    table = Table(players, modules=("pope",))
    assert table.t.title_ids[-1] == "title_pope" and table.s.title == [FREE] * len(table.t.title_ids)
    assert len(table.t.title_ids) == len(Table(players).t.title_ids) + 1
    for seat in range(players):  # nobody is entitled to it, whatever he controls
        for area in table.t.area_ids:
            table.hold(seat, area)
        assert table.title("pope") not in entitled(table.s, seat)


@pytest.mark.clause("DM12-2.5", "DM12-3.1", "DM0-5.6")
def test_passing_does_not_bring_the_pope() -> None:
    table = Table(modules=("pope",))
    for area in ("verona", "lombardy", "tuscany", "carinthia", "carniola"):
        table.hold(YELLOW, area, manors=1)
    table.goes(YELLOW)
    assert table.asked() == "title" and table.title("pope") not in table.options()
    assert table.why(table.title("pope")) == ("title_no_region", "D-11.8")
    table.holds(YELLOW, "pope", sideways=True).do(YELLOW, table.options()[0])
    while table.asked() != "turn" or table.who() == YELLOW:
        ask = table.ask_of()
        table.do(ask.seat, *ask.random_answer(table.s, table.rng))
    assert holder(table) == YELLOW and not table.s.sideways[table.title("pope")]  # upright again


@pytest.mark.clause("DM12-2.1", "DM12-2.2", "DM0-1.6")
@pytest.mark.parametrize(
    ("churches", "cost"),
    [(1, 1), (2, 2), (3, 2), (4, 3), (5, 3), (6, 4), (7, 4), (8, 4), (9, 5), (10, 5)],
)
def test_ma6_price_of_the_pope(churches: int, cost: int) -> None:
    table = build(pope(churches, wood=3, leather=1, gold=3))
    assert table.open() == ("pope", YELLOW)
    table.do(YELLOW, YES, *[WOOD, WOOD, WOOD, LEATHER, GOLD][:cost])
    assert holder(table) == YELLOW
    rest = {"wood": max(0, 3 - cost), "leather": int(cost < 4), "gold": 3 if cost < 5 else 2}
    assert table.owned(YELLOW) == {id: n for id, n in rest.items() if n}


@pytest.mark.clause("DM12-2.1", "DM12-2.2", "DM0-1.6", "DMR-33")
def test_any_mix_pays_and_nothing_else() -> None:
    table = build(pope(4, wood=1, leather=1, gold=2))
    assert table.options() == [NO, YES] and table.slots(YES) == "pay"
    assert table.options(YES) == [WOOD, LEATHER]  # three have to be paid
    assert table.why(YES, GOLD) == ("too_dear", "DM12-2.2")
    assert table.why(YES, STONE) == ("too_dear", "DM12-2.2")
    assert table.why(YES, LEATHER, WOOD) == ("in_order", "D-26.5")
    forms = table.forms(YES)
    assert forms == [(YES, WOOD, LEATHER, GOLD), (YES, WOOD, GOLD, GOLD), (YES, LEATHER, GOLD, GOLD)]
    assert table.complete(NO)
    table.do(YELLOW, *forms[0])
    assert table.owned(YELLOW) == {"gold": 1}
    assert table.events(GOODS_PAID)[-1] == (YELLOW, GOODS + WOOD, GOODS + LEATHER, GOODS + GOLD)


@pytest.mark.clause("DM12-2.1")
@pytest.mark.parametrize("answer", [(NO,), (YES, WOOD)])
def test_he_may_be_left_where_he_is(answer: tuple[int, ...]) -> None:
    table = build(pope(1, wood=1)).do(YELLOW, *answer)
    assert holder(table) == (YELLOW if answer[0] else FREE)
    assert table.owned(YELLOW) == ({} if answer[0] else {"wood": 1})


@pytest.mark.clause("DM12-2.1", "DM12-2.4", "DMR-33")
def test_neither_his_holder_nor_who_cannot_pay_is_asked() -> None:
    assert build(pope(4, wood=2)).asked() != "pope"
    table = build(pope(1, wood=5).holds(YELLOW, "pope", sideways=True))
    assert table.asked() != "pope" and table.s.sideways[table.title("pope")]


@pytest.mark.clause("DM12-2.1", "DM12-2.3", "DM12-2.5", "DMX-6.1")
def test_he_is_taken_from_his_holder_and_stands_upright() -> None:
    table = build(pope(2, wood=2).holds(WHITE, "pope", sideways=True))
    before = table.scores()
    table.do(YELLOW, YES, WOOD, WOOD)
    assert holder(table) == YELLOW and not table.s.sideways[table.title("pope")]
    assert table.events(TITLE_TAKEN) == [(YELLOW, table.title("pope"), WHITE)]
    assert table.scores() == before  # no points for taking him


@pytest.mark.clause("DM12-2.1", "DM12-2.3", "DMX-2.1", "DMX-6.2")
def test_mb31_church_and_pope_in_one_action() -> None:
    """Points, relic, Pope, then one of both titles repeats Build, and not the other one too."""
    table = pope(4, wood=3, leather=3, stone=3, iron=1).holds(YELLOW, "king_of_italy")
    relic = table.cards(RELIC)[0]
    table.hand(YELLOW, relic)
    build(table)
    assert table.asked() == "relic" and table.score(YELLOW) > 0
    table.do(YELLOW, table.no_card)
    assert table.open() == ("pope", YELLOW)
    table.do(YELLOW, YES, WOOD, WOOD, LEATHER)
    assert table.open() == ("after", YELLOW)
    titles = {table.title_step("pope"), table.title_step("king_of_italy")}
    assert titles <= set(table.options())
    table.do(YELLOW, table.title_step("pope"))  # it repeats the Build action in which it was taken
    assert table.asked() == "build" and table.s.sideways[table.title("pope")]
    table.do(YELLOW, *church(table)).do(YELLOW, table.no_card, ask="relic")
    # nobody takes the Pope from himself, and of titles there is no more to use: nothing is left to choose
    assert table.open() == ("turn", WHITE) and not table.s.sideways[table.title("king_of_italy")]


@pytest.mark.clause("DMX-2.2", "DM12-2.1")
def test_a_church_built_by_an_effect_brings_the_question_too() -> None:
    table = pope(1, wood=3)
    table.turn(YELLOW)
    table.s.churches[table.area("verona")] += 1
    table.s.churches_left -= 1
    table.s.call("church", YELLOW, table.area("verona"))
    table.rules.run(table.s)
    assert table.open() == ("pope", YELLOW)
    table.do(YELLOW, YES, WOOD)
    assert holder(table) == YELLOW and table.asked() == "turn"


@pytest.mark.clause("DM12-3.1", "DMX-6.1", "DM0-1.17")
def test_he_counts_as_a_title() -> None:
    table = Table(modules=("pope",)).holds(YELLOW, "pope").holds(YELLOW, "king_of_italy")
    assert count(table.s, YELLOW, TITLES) == 2 and count(table.s, WHITE, TITLES) == 0
    table.many_cards(YELLOW, table.t.hand_limit).act(YELLOW, "recruit")
    while table.asked() != "after":
        table.do(YELLOW, *table.forms()[0])
    table.end(YELLOW)
    assert table.asked() != "discard"  # ten cards in hand and the Pope


@pytest.mark.clause("DMX-6.1")
def test_he_is_not_taken_as_a_title_is() -> None:
    """An effect of taking a title does not answer to him."""
    with_effect = [
        (card, level)
        for card, powers in enumerate(pope().t.card_powers)
        for level, power in enumerate(powers)
        if any(effect.when == TITLE for effect in pope().t.powers[power].effects)
    ]
    assert with_effect
    for card, level in with_effect:
        table = pope(1, wood=1)
        table.achievement(YELLOW, table.t.card_ids[card], level + 1)
        build(table)
        while table.asked() != "pope":
            table.do(YELLOW, *table.forms()[-1])
        before = table.owned(YELLOW), table.score(YELLOW), table.s.culture[YELLOW]
        table.do(YELLOW, YES, table.options(YES)[0])
        assert sum(before[0].values()) - sum(table.owned(YELLOW).values()) == 1
        assert (table.score(YELLOW), table.s.culture[YELLOW]) == before[1:]


@pytest.mark.clause("DM12-4.1", "DM0-6.3")
def test_points_at_the_end() -> None:
    assert final_points(Table(modules=("pope",)).holds(VIOLET, "pope").s, VIOLET, FROM_TITLES) == 5
    rules = ruleset("darkages", 2, ("pope",), edition=Edition("darkages", "", {"pope.pope.vp": 7}))
    assert rules.lookup.title_vp[-1] == 7


@pytest.mark.parametrize("churches", [2, 5])
def test_prices_that_leave_a_gap_are_refused(churches: int) -> None:
    row = "0" if churches == 2 else "1"
    with pytest.raises(DataError, match=r"pope\.toml: the prices begin with 1 church"):
        edition = Edition("darkages", "", {f"pope.price.{row}.churches": churches})
        ruleset("darkages", 2, ("pope",), edition=edition)


# -- drawing, words, judgement --------------------------------------------------------------------


def test_he_is_drawn_among_the_titles_and_on_the_board_of_his_holder() -> None:
    table = Table(modules=("pope",)).holds(YELLOW, "pope")
    for language, words in (("en", ("no region", "Pope")), ("de", ("ohne Region", "Papst"))):
        texts = Texts(table.rules, language)
        drawing = svg(table.rules, table.s, YELLOW, texts)
        assert 'id="title-title_pope"' in drawing and 'id="held-title_pope"' in drawing
        assert all(word in drawing for word in words) and "(DM12-2.1)" in drawing
        assert words[1] in plain(table.rules, table.s, YELLOW, texts)
    asked = build(pope(4, wood=3))
    assert (
        "4" not in (said := Texts(asked.rules, "en").prompt(asked.ask_of())) and "costs 3 resources" in said
    )


def test_the_cheapest_markers_are_paid() -> None:
    table = pope(4, wood=4, leather=1, gold=2)
    assert cheapest(table.s, YELLOW, 3) == (WOOD, WOOD, WOOD)
    assert GOLD not in cheapest(table.s, YELLOW, 5)
    asked = build(table)
    assert JUDGE.candidates(asked.s, asked.ask_of()) == [(NO,), (YES, WOOD, WOOD, WOOD)]
