"""Alchemists (DM4): resources become gold when it is needed (MB19, MB41)."""

from __future__ import annotations

from random import Random

import pytest

from pfalz.catalogue import ruleset
from pfalz.core.data import Edition
from pfalz.core.rollout import Tally, play_random
from pfalz.core.state import SPECTATOR
from pfalz.core.texts import Texts
from pfalz.games.darkages.board import plain, svg
from pfalz.games.darkages.goods import gold_at_hand, gold_at_stake, pay_goods
from pfalz.games.darkages.modules.alchemists.bot import JUDGE, deposits
from pfalz.games.darkages.modules.alchemists.events import DEPOSITED, EXCHANGED
from pfalz.games.darkages.outlook import Outlook
from pfalz.games.darkages.scoring import final_points
from pfalz.games.darkages.state import FROM_GOLD
from pfalz.games.darkages.words import ACHIEVEMENT, GOODS, WAR_TECHNOLOGY
from pfalz.web.forms import form_of
from tests.games.darkages.table import LAY_OUT, REACTIONS, TAKE, WHITE, WORDS, YELLOW, Table

NOTHING = (0, 0, 0, 0)


def alchemists(stock: int = 0, players: int = 4, **goods: int) -> Table:
    """Yellow has so many resources on his card, these goods, and two achievements in hand."""
    table = Table(players, modules=("alchemists",)).goods(YELLOW, **goods)
    table.part("alchemists").stock[YELLOW] = stock
    return table.hand(YELLOW, *table.cards(ACHIEVEMENT)[-2:])


def stock(table: Table, seat: int = YELLOW) -> int:
    """What lies on a card."""
    return int(table.part("alchemists").stock[seat])


def research(table: Table) -> Table:
    """Yellow chooses Research."""
    return table.act(YELLOW, "research")


def lay_out(table: Table) -> Table:
    """Yellow lays out the first achievement of his hand."""
    return table.do(YELLOW, LAY_OUT, table.options(LAY_OUT)[0], ask="research")


@pytest.mark.clause("DM4-1.1", "DM0-7.1")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_everybody_has_a_card_and_all_see_it(players: int) -> None:
    table = alchemists(5, players)
    assert table.part("alchemists").stock == [5] + [0] * (players - 1)
    for viewer in (*range(players), SPECTATOR):
        assert table.rules.view(table.s, viewer).slices["alchemists"].stock == table.part("alchemists").stock


@pytest.mark.clause("DM4-2.1", "DM4-2.4", "DM4-2.5", "DM4-2.7")
def test_mb19_alchemist() -> None:
    table = research(alchemists(wood=3, leather=3))
    assert table.open() == ("deposit", YELLOW)
    table.do(YELLOW, 2, 3, 0, 0)
    assert table.owned(YELLOW) == {"wood": 1} and stock(table) == 5
    assert table.events(DEPOSITED) == [(YELLOW, GOODS * 2, GOODS * 3 + 1)]
    lay_out(table)
    exchange = table.t.further_steps["exchange"]
    assert table.asked() == "after" and exchange in table.options()
    before = table.owned(YELLOW).get("gold", 0)
    table.do(YELLOW, exchange)  # a single set: nothing more is asked
    assert stock(table) == 2 and table.owned(YELLOW)["gold"] == before + 1
    assert table.events(EXCHANGED) == [(YELLOW, 3, 1)]
    table.goods(YELLOW, wood=2).goes(YELLOW)
    table.do(YELLOW, *NOTHING, ask="sell")
    assert table.owned(YELLOW)["wood"] >= 2 and stock(table) == 2
    table = alchemists(2, wood=1).hold(YELLOW, "verona")
    research(table).do(YELLOW, 1, 0, 0, 0)
    assert stock(table) == 3 and gold_at_hand(table.s, YELLOW) == 1  # a second gold


@pytest.mark.clause("DM4-2.5", "DM4-2.6", "DM4-2.7", "DMR-46")
def test_mb41_alchemist_pays_in_a_reaction() -> None:
    bands = ("develop_culture", "build", "research", "recruit", "march")
    table = Table(bands=bands, modules=("alchemists",)).goods(YELLOW).hand(WHITE)
    table.part("alchemists").stock[YELLOW] = 7
    table.stack("develop_culture", YELLOW, WHITE).act(WHITE, "develop_culture", 0)
    exchange = REACTIONS["culture_exchange"]
    assert table.open() == ("react", YELLOW) and exchange in table.options()
    assert TAKE in table.options(exchange)
    table.do(YELLOW, exchange, TAKE, 0)
    assert stock(table) == 4 and table.owned(YELLOW) == {}
    assert table.events(EXCHANGED) == [(YELLOW, 3, 1)]
    assert final_points(table.s, YELLOW, FROM_GOLD) == 1
    table.resume("game", "before_scoring")
    assert table.s.over and stock(table) == 1
    assert table.s.breakdown(YELLOW)["gold"] == 1


@pytest.mark.clause("DM4-2.1", "DM4-2.3", "DM-P2")
def test_before_or_after_the_research() -> None:
    table = research(alchemists(wood=2, iron=1, gold=2))
    assert table.asked() == "deposit"
    assert [form for form in table.forms() if len(form) != 4] == []  # no slot for gold
    assert len(table.forms()) == 3 * 2
    table.do(YELLOW, *NOTHING)
    lay_out(table)
    while table.asked() == "effect":
        table.do(YELLOW, *table.forms()[0])
    assert table.asked() == "deposit"  # not used before
    table.do(YELLOW, 1, 0, 0, 0)
    assert stock(table) == 1 and table.asked() != "deposit"
    table = research(alchemists(wood=2, iron=1)).do(YELLOW, 0, 0, 0, 1)
    lay_out(table)
    assert table.asked() != "deposit" and stock(table) == 1  # once in an execution
    table = research(alchemists(wood=2))
    assert table.asked() == "research"  # two are no gold, so they can wait
    lay_out(table)
    assert table.asked() == "deposit"


@pytest.mark.clause("DM4-2.1")
def test_a_title_is_a_new_execution() -> None:
    table = alchemists(wood=6).holds(YELLOW, "king_of_italy")
    research(table).do(YELLOW, 3, 0, 0, 0)
    lay_out(table)
    assert table.asked() == "after"
    table.do(YELLOW, table.title_step("king_of_italy"))
    assert table.asked() == "deposit"
    table.do(YELLOW, 3, 0, 0, 0)
    assert stock(table) == 6


@pytest.mark.clause("DM4-2.1", "DM4-2.2", "DMR-21")
def test_only_with_research_and_only_if_something_is_researched() -> None:
    table = alchemists(wood=6).hand(YELLOW).turn(YELLOW)
    assert WORDS["research"] not in table.options()  # nothing to lay out, raise or play
    assert table.why(WORDS["research"]) == ("no_option", "D-4.5")
    for action in ("recruit", "march", "build", "develop_culture"):
        other = alchemists(wood=3, stone=1, leather=3).hold(YELLOW, "verona", infantry=2).act(YELLOW, action)
        while other.asked() not in ("after", "turn"):
            assert other.asked() != "deposit"
            ask = other.ask_of()
            other.do(ask.seat, *ask.random_answer(other.s, other.rng))


@pytest.mark.clause("DM-P1", "DM4-2.2")
def test_gold_for_the_research_may_come_from_the_card() -> None:
    table = alchemists(1, wood=1, leather=2).hand(YELLOW)
    table.achievement(YELLOW, table.cards(ACHIEVEMENT)[-1])
    table.turn(YELLOW)
    assert WORDS["research"] in table.options()
    table.do(YELLOW, WORDS["research"])
    assert table.asked() == "deposit"
    assert table.why(0, 1) == ("research_needs_gold", "DM4-2.2")
    assert all(sum(form) >= 2 for form in table.forms()) and (1, 1, 0, 0) in table.forms()
    table.do(YELLOW, 0, 2, 0, 0)
    assert stock(table) == 0 and table.owned(YELLOW) == {"wood": 1}  # the only thing to do has been done
    card = table.s.laid[YELLOW][0]
    assert table.s.level[card] == 2
    table = alchemists(0, wood=1, leather=1).hand(YELLOW)
    table.achievement(YELLOW, table.cards(ACHIEVEMENT)[-1])
    assert WORDS["research"] not in table.turn(YELLOW).options()  # two resources are no gold
    table = alchemists(0, wood=3).hand(YELLOW, table.cards(WAR_TECHNOLOGY)[0])
    assert (WORDS["research"] in table.turn(YELLOW).options()) == bool(
        [face for face in table.t.card_faces[table.s.hand[YELLOW][0]] if table.t.faces[face].level == 2]
    )


@pytest.mark.clause("DM4-2.4")
def test_what_lies_on_the_card_is_no_supply() -> None:
    table = alchemists(7).goods(YELLOW)
    assert table.s.resources(YELLOW) == 0
    table.goes(YELLOW)
    assert table.asked() == "exchange"  # neither sold nor stored
    table.do(YELLOW, 0)
    assert stock(table) == 7


@pytest.mark.clause("DM4-2.5", "DM4-2.7")
def test_a_free_step_before_and_after_an_action() -> None:
    table = alchemists(7).turn(YELLOW)
    exchange = table.t.further_steps["exchange"]
    assert exchange in table.options()
    table.do(YELLOW, exchange)
    assert table.open() == ("exchange", YELLOW) and table.options() == [1, 2]
    table.do(YELLOW, 2)
    assert stock(table) == 1 and table.owned(YELLOW) == {"gold": 2}
    assert table.asked() == "turn" and table.s.free_taken
    assert table.why(exchange) == ("no_full_set", "DM4-2.5")
    table = alchemists(3).discs(YELLOW, 0).turn(YELLOW)
    assert table.asked() != "turn" or table.who() != YELLOW  # without a disc there is no free step (D-4.12)


@pytest.mark.clause("DM4-2.7")
def test_exchanging_when_step_6_begins() -> None:
    table = alchemists(6).goes(YELLOW)
    assert table.open() == ("exchange", YELLOW) and table.options() == [0, 1, 2]
    table.do(YELLOW, 1)
    assert stock(table) == 3 and table.owned(YELLOW)["gold"] == 2  # and the gold of passing
    assert alchemists(2).goes(YELLOW).asked() != "exchange"


@pytest.mark.clause("DM4-2.5", "DM4-2.7", "DMX-7.1")
def test_full_sets_are_gold_to_pay_with_in_anybodys_turn() -> None:
    table = alchemists(8, gold=1).turn(WHITE)
    assert gold_at_hand(table.s, YELLOW) == 3
    pay_goods(table.s, YELLOW, (0, 0, 0, 0, 2))
    assert table.owned(YELLOW) == {} and stock(table) == 5
    assert gold_at_hand(table.s, 4) == 0  # barbarians have no alchemist


@pytest.mark.clause("DMX-7.1", "DM4-2.7")
def test_whoever_is_asked_for_gold_may_exchange_first() -> None:
    table = alchemists(6).turn(WHITE)
    gold_at_stake(table.s, YELLOW)
    table.rules.run(table.s)
    assert table.open() == ("exchange", YELLOW) and table.options() == [0, 1, 2]
    table.do(YELLOW, 2)
    assert table.owned(YELLOW) == {"gold": 2} and table.open() == ("turn", WHITE)
    gold_at_stake(table.s, YELLOW)
    table.rules.run(table.s)
    assert table.open() == ("turn", WHITE)  # nothing is left


@pytest.mark.clause("DM4-2.6", "DM4-2.7")
def test_everything_is_exchanged_before_gold_is_counted() -> None:
    table = alchemists(8, gold=1)
    assert final_points(table.s, YELLOW, FROM_GOLD) == 3
    table.resume("game", "before_scoring")
    assert table.s.over and stock(table) == 2 and table.owned(YELLOW) == {"gold": 3}
    assert table.s.breakdown(YELLOW)["gold"] == 3
    assert table.events(EXCHANGED) == [(YELLOW, 6, 2)]


@pytest.mark.clause("DM4-2.2", "D-R.23", "D-26.2")
def test_who_is_asked_before_his_research_can_research() -> None:
    """Whatever hand somebody guesses for Yellow, he has chosen Research because of it."""
    table = alchemists(2, wood=1).hand(WHITE, "holy_robe", "the_pious", "the_rich", "holy_lance")
    table.hand(YELLOW, "annals")
    research(table)
    assert table.open() == ("deposit", YELLOW)
    for seed in range(30):
        guess = table.rules.resample(table.rules.view(table.s, SPECTATOR), SPECTATOR, Random(seed))
        play_random(table.rules, guess, Random(seed), Tally(), 3)


def test_an_edition_changes_the_size_of_a_set() -> None:
    edition = Edition("darkages", "", {"alchemists.alchemists.resources_per_gold": 4})
    rules = ruleset("darkages", 2, ("alchemists",), edition=edition)
    assert rules.parts["alchemists"].set_size == 4
    assert "any 4 resources" in Texts(rules, "en").clause("DM4-2.5")


# -- drawing, words, judgement --------------------------------------------------------------------


def test_the_cards_are_drawn_on_all_boards() -> None:
    table = alchemists(7).turn(YELLOW)
    exchange = table.t.further_steps["exchange"]
    for language, words in (("en", "7 resources: worth 2 gold"), ("de", "7 Rohstoffe: 2 Gold wert")):
        texts = Texts(table.rules, language)
        drawing = svg(table.rules, table.s, YELLOW, texts)
        assert all(f'id="alchemist-{seat}"' in drawing for seat in range(4))
        assert words in drawing and "(DM4-2.5)" in drawing
        assert f'data-kind="step" data-value="{exchange}"' in drawing
        other = svg(table.rules, table.rules.view(table.s, WHITE), WHITE, texts)
        assert f'data-kind="step" data-value="{exchange}"' not in other
        assert "lchemist 7" in plain(table.rules, table.s, YELLOW, texts)


def test_resources_are_put_there_with_plus_and_minus() -> None:
    table = research(alchemists(wood=2, iron=2))
    ask = table.ask_of()
    form = form_of("darkages", table.rules, table.s, Texts(table.rules, "en"), ask, (1, 0, 0, 1))
    assert form is not None and form.style == "counters" and form.complete and form.draft == [1, 0, 0, 1]


def test_candidates_and_judgement() -> None:
    table = research(alchemists(wood=4, iron=1))
    found = deposits(table.s, table.ask_of())
    assert found[0] == NOTHING and found[1] == (1, 0, 0, 0) and found[-1] == (4, 0, 0, 1)
    assert len(found) == 6
    values = [JUDGE.values(alchemists(n).s, YELLOW, Outlook(alchemists(n).s))[0] for n in range(5)]
    assert values[0] == 0 and values[1] < values[2] and values[3] < values[4]
    poor = alchemists(1, wood=2, leather=1).hand(YELLOW)
    poor.achievement(YELLOW, poor.cards(ACHIEVEMENT)[-1])
    research(poor)
    assert all(sum(move) >= 2 for move in deposits(poor.s, poor.ask_of()))
