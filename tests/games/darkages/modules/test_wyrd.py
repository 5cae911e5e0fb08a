"""The Wyrd (DM8): cards under the offer, what becomes of them, and curses (MB24, MB25, MB38, MB52)."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from pfalz.catalogue import ruleset
from pfalz.core.chance import nature_answer
from pfalz.core.state import NATURE
from pfalz.core.texts import Texts
from pfalz.games.darkages.state import FREE, FROM_CARDS, LAST_TURNS
from pfalz.games.darkages.words import ARCHER, INFANTRY
from tests.games.darkages.cards import strong_dice
from tests.games.darkages.modules.fates import KEEP, LOWER, REMOVE, UPPER, Fates
from tests.games.darkages.table import GREEN, REACTIONS, TAKE, VIOLET, WHITE, YELLOW

# -- setup and access --------------------------------------------------------------------------------------


@pytest.mark.clause("DM8-1.1", "DM8-1.2", "DM0-2.10")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_first_card_lies_under_the_rightmost_card(players: int) -> None:
    rules = ruleset("darkages", players, ("wyrd",))
    s = rules.start()
    rng = Random(1)
    while not s.within("turns"):
        assert not s.slices["wyrd"].under
        ask = rules.asks(s)[0]
        answer = nature_answer(ask, s, rng) if ask.seat == NATURE else ask.random_answer(s, rng)
        rules.apply(s, ask.seat, answer)
    part = s.slices["wyrd"]
    assert part.t.cards == 12
    assert part.under == [s.offered[-1]]
    assert (part.pile, part.gone) == (11, 0)


@pytest.mark.clause("DM8-2.1")
def test_a_card_with_a_wyrd_card_is_open_to_everybody() -> None:
    table = Fates().under(4)
    for seat in (YELLOW, WHITE):
        table.act(seat, "develop_culture")
        assert table.options() == [0, 4]
        assert table.why(3) == ("not_accessible", "D-6.2")
    table.reaches(WHITE, 3).act(WHITE, "develop_culture")
    assert table.options() == [0, 1, 2, 4]


@pytest.mark.clause("DM8-2.2")
def test_it_moves_along_with_its_culture_card() -> None:
    table = Fates().under(4)
    card = table.s.offered[4]
    table.develops(WHITE, 0)
    assert table.part.under == [card]
    assert table.at() == [3]
    assert table.open() == ("turn", VIOLET)


# -- taking and discarding -----------------------------------------------------------------------------------


@pytest.mark.clause("DM8-2.1", "DM8-3.1", "DM8-3.3", "DM8-4.3")
def test_mb24_with_three_players() -> None:
    """A has an active Debased Coin with 1 marker; B takes card 6, open to him only through the Wyrd card."""
    for gold, cards, chosen in ((1, 3, False), (1, 1, False), (2, 2, True)):
        table = Fates(3).under(5).active(YELLOW, "debased_coin", 1).goods(YELLOW, gold=gold)
        table.hold_cards(YELLOW, cards).develops(WHITE, 5)
        table.turns_up("heresy")  # B is not asked whether he wants it
        assert table.part.open[WHITE] == (table.wyrd("heresy"),)
        assert table.part.markers[table.wyrd("heresy")] == 3
        hand = sorted(table.s.hand[YELLOW])
        if chosen:
            assert table.open() == ("fate", YELLOW)
            assert table.options() == [table.fate("debased_coin", UPPER), table.fate("debased_coin", LOWER)]
            table.do(YELLOW, table.fate("debased_coin", UPPER))
            assert table.s.gold(YELLOW) == 0 and len(table.s.hand[YELLOW]) == cards
        elif cards > 2:
            assert table.open() == ("lose", YELLOW)
            table.do(YELLOW, hand[0], hand[2])
            assert table.s.hand[YELLOW] == (hand[1],)
        else:
            assert table.s.hand[YELLOW] == () and table.s.gold(YELLOW) == gold
        assert table.part.open[YELLOW] == () and table.part.down[YELLOW] == (table.wyrd("debased_coin"),)
        assert table.open() == ("turn", VIOLET)


@pytest.mark.clause("DM8-3.1", "DM8-3.4", "DM0-1.14")
def test_who_could_take_the_card_anyway_may_remove_the_wyrd_card_unseen() -> None:
    table = Fates().reaches(WHITE, 2).under(1).active(YELLOW, "heresy", 1).develops(WHITE, 1)
    assert table.open() == ("wyrd", WHITE)
    assert table.options() == [KEEP, REMOVE]
    gone = table.part.gone
    table.do(WHITE, REMOVE)
    assert table.part.gone == gone + 1
    assert table.part.open[WHITE] == ()
    assert table.part.markers[table.wyrd("heresy")] == 1, "no marker leaves"
    assert table.events("wyrd_removed") == [(WHITE,)]
    assert table.open() == ("turn", VIOLET)


@pytest.mark.clause("DM8-3.1")
def test_or_make_it_active() -> None:
    table = Fates(3).reaches(WHITE, 2).under(1).down(WHITE, "heresy").develops(WHITE, 1)
    ask, texts = table.ask_of(), Texts(table.rules, "de")
    said = [texts.notes(ask.worth(table.s, (), value)) for value in (KEEP, REMOVE)]
    assert said == ["mit 3 Markern; dann hast du 2 Wyrd-Karten", ""]
    table.do(WHITE, KEEP).turns_up("treachery")
    assert table.part.open[WHITE] == (table.wyrd("treachery"),)


@pytest.mark.clause("DM8-3.1")
def test_of_two_wyrd_cards_one_does_not_open_the_place_of_the_other() -> None:
    table = Fates().under(4, 5).develops(WHITE, 4)
    assert table.asked() == "wyrd_card"


@pytest.mark.clause("DM8-3.1")
def test_culture_exchange_opens_all_places() -> None:
    table = Fates(3).under(5).goods(YELLOW, gold=1)
    table.s.bands = [1, 0, 2, 3, 4]  # Develop Culture beside Culture Exchange
    table.s.stacks[1] = (YELLOW, VIOLET)
    table.s.discs[YELLOW] -= 1
    table.s.discs[VIOLET] -= 1
    table.act(WHITE, "develop_culture", 0)
    assert table.open() == ("react", YELLOW)
    place = table.at()[0]
    assert place > 0
    table.do(YELLOW, REACTIONS["culture_exchange"], TAKE, place)
    assert table.open() == ("wyrd", YELLOW)
    assert table.options() == [KEEP, REMOVE]


def fought_out(table: Fates) -> None:
    """White wins a battle by its dice."""
    while table.asked() in ("dice", "hits"):
        if table.asked() == "dice":
            table.nature(*strong_dice(table, 0))
        else:
            table.do(table.who(), *table.forms()[0])


@pytest.mark.clause("DM8-3.1", "D-16.7")
def test_mb52_a_reward_opens_all_places() -> None:
    table = Fates(4).under(5).hold(WHITE, "franconia", 3)
    marker = next(
        id
        for id, reward in zip(table.t.marker_ids, table.t.marker_rewards, strict=True)
        if any(effect.any_access for effect in reward)
    )
    table.marker("bavaria", marker)
    table.act(WHITE, "march", table.area("franconia"), table.area("bavaria"), 3, 0, 0)
    fought_out(table)
    assert table.open() == ("take_card", WHITE)
    table.do(WHITE, table.s.offered[5])
    assert table.open() == ("wyrd", WHITE)
    assert table.options() == [KEEP, REMOVE]


@pytest.mark.clause("DM-P4", "DM8-4.2")
@pytest.mark.parametrize("elsewhere", [0, 2])
def test_a_curse_in_the_middle_of_a_battle_does_not_see_its_units(elsewhere: int) -> None:
    """White is about to move in with three; Blood Feud wants two units of the map, or a second manor."""
    table = Fates(3).under(5).hold(WHITE, "franconia", 3, manors=1).hold(WHITE, "swabia", elsewhere)
    table.manors_off(WHITE, 8).active(WHITE, "blood_feud", 1).marker(
        "bavaria", "barbarian_18"
    )  # any card of the offer
    table.act(WHITE, "march", table.area("franconia"), table.area("bavaria"), 3, 0, 0)
    fought_out(table)
    table.do(WHITE, table.s.offered[5], ask="take_card").do(WHITE, KEEP, ask="wyrd").turns_up("heresy")
    assert table.part.down[WHITE] == (table.wyrd("blood_feud"),)
    assert table.s.units_in(table.area("bavaria")) == [3, 0, 0]
    assert table.s.units_in(table.area("swabia")) == [0, 0, 0]


@pytest.mark.clause("DM8-3.3", "DM0-1.16", "DMR-40")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_as_many_markers_as_players(players: int) -> None:
    table = Fates(players).under(5)
    table.active(WHITE, "heresy", 2).active(WHITE, "treachery", 2).active(YELLOW, "pestilence", 2)
    table.develops(WHITE, 5).turns_up("blood_feud")
    markers = {id: table.part.markers[table.wyrd(id)] for id in ("heresy", "treachery", "pestilence")}
    assert set(markers.values()) == {1}, "a marker leaves each other card, also of the taker"
    assert table.part.markers[table.wyrd("blood_feud")] == players
    assert table.events("wyrd_active") == [(WHITE, table.wyrd("blood_feud"), players)]
    table.under(5).develops(YELLOW, 5)
    assert table.turns_up("cut_thread").part.markers[table.wyrd("blood_feud")] == players - 1


@pytest.mark.clause("DM8-3.5", "DM8-3.6")
def test_the_order_of_things() -> None:
    table = Fates().under(5).active(YELLOW, "pestilence", 1).discs(YELLOW, 3)
    table.turn(WHITE).do(WHITE, 4)  # the step Develop Culture
    card = table.s.offered[5]
    table.s.trace = []
    table.rules.play(table.s, WHITE, (5,), "develop")
    assert card in table.s.hand[WHITE]
    assert table.asked() == "wyrd_card"
    assert len(table.s.offered) == 5, "not refilled yet"
    table.rules.play(table.s, NATURE, (table.wyrd("heresy"),))
    assert table.asked() == "card"
    assert table.part.under == [] and table.part.markers[table.wyrd("pestilence")] == 1
    new = table.s.deck[0]
    table.rules.play(table.s, NATURE, (new,))
    assert table.part.under == [new], "under the rightmost card"
    assert table.s.discs[YELLOW] == 1, "then the curse"
    names = [kind.name for kind, _ in table.s.trace or []]
    order = ["card_taken", "wyrd_active", "card_drawn", "wyrd_laid", "wyrd_marker_left", "curse_struck"]
    assert [name for name in names if name in order] == order


@pytest.mark.clause("DM8-3.5")
def test_a_place_that_is_taken_is_passed_over() -> None:
    table = Fates().under(4, 5)
    before = table.s.offered[5]
    table.develops(WHITE, 4).turns_up("heresy")
    new = table.s.offered[5]
    assert table.part.under == [before, new]
    table.s.deck, deck = [], table.s.deck
    table.s.discard += deck
    table.develops(WHITE, 5).turns_up("treachery")
    assert table.at() == [3, 4], "the rightmost without one"


@pytest.mark.clause("DM8-3.5", "DM8-4.5")
def test_an_empty_stack_adds_nothing() -> None:
    table = Fates().under(4, 5).pile(0).develops(WHITE, 4).turns_up("heresy")
    assert table.at() == [4]
    assert table.part.markers[table.wyrd("heresy")] == 3


@pytest.mark.clause("DM8-3.2", "DM0-5.2", "DMR-27")
def test_mb38_under_a_discarded_card() -> None:
    table = Fates().under(0)
    table.goes(WHITE)
    assert table.at() == [5], "after the refill: under the newest card"
    assert table.part.open == [(), (), ()]
    table = Fates().under(0, 5)
    table.goes(WHITE)
    assert table.at() == [4, 5]


@pytest.mark.clause("DMX-5.3", "DM8-4.5")
def test_without_a_place_it_leaves_the_game() -> None:
    table = Fates().under(0).active(YELLOW, "heresy", 2).pile(0)
    s = table.s
    s.discard += [*s.deck, *s.offered[1:]]
    s.deck, s.offered = [], s.offered[:1]
    s.culture[YELLOW] = 5
    gone = table.part.gone
    table.goes(WHITE)
    assert table.part.gone == gone + 1 and table.part.under == []
    assert table.events("wyrd_spared") == [()]
    assert s.culture[YELLOW] == 2, "and the curses strike"
    assert table.part.down[YELLOW] == (table.wyrd("heresy"),)


# -- curses --------------------------------------------------------------------------------------------------


@pytest.mark.clause("DM8-4.1")
def test_a_curse_strikes_when_the_last_marker_leaves() -> None:
    table = Fates().under(5).active(YELLOW, "heresy", 2)
    table.s.culture[YELLOW] = 5
    table.develops(WHITE, 5).turns_up("treachery")
    assert table.s.culture[YELLOW] == 5
    table.under(5).develops(WHITE, 5).turns_up("pestilence")
    assert table.s.culture[YELLOW] == 2
    assert table.part.down[YELLOW] == (table.wyrd("heresy"),)
    table.under(5).develops(WHITE, 5).turns_up("blood_feud")
    assert table.s.culture[YELLOW] == 2, "it strikes once"


@pytest.mark.clause("DM8-4.2", "DM8-4.3")
def test_which_fate_it_is() -> None:
    """Heresy: 3 culture spaces, or 4 VP."""
    for culture, vp, left in ((5, 3, (2, 3)), (2, 4, (2, 0)), (2, 3, (2, 0)), (0, 0, (0, 0))):
        table = Fates().under(5).active(YELLOW, "heresy", 1)
        table.s.culture[YELLOW] = culture
        table.s.add_points(YELLOW, vp, FROM_CARDS)
        table.develops(WHITE, 5).turns_up("treachery")
        assert (table.s.culture[YELLOW], table.score(YELLOW)) == left
        assert table.open() == ("turn", VIOLET)
    table = Fates().under(5).active(YELLOW, "heresy", 1)
    table.s.culture[YELLOW] = 5
    table.s.add_points(YELLOW, 9, FROM_CARDS)
    table.develops(WHITE, 5).turns_up("treachery")
    assert table.open() == ("fate", YELLOW)
    table.do(YELLOW, table.fate("heresy", LOWER))
    assert (table.s.culture[YELLOW], table.score(YELLOW)) == (5, 5)
    assert table.rules.sources[-1] == "wyrd"
    assert table.s.breakdown(YELLOW)["wyrd"] == -4
    assert table.events("fate_fulfilled") == [(YELLOW, table.fate("heresy", LOWER))]


@pytest.mark.clause("DM8-4.4")
def test_several_curses_go_in_turn_order_from_the_active_player() -> None:
    table = Fates(4).under(5)
    for seat, id in enumerate(("failed_harvest", "robber_barons", "lost_lore", "blood_feud")):
        table.active(seat, id, 1).goods(seat, wood=4, iron=4, gold=1)
        table.hold(seat, ("verona", "swabia", "croatia", "capua")[seat], 2, 2)
        table.s.add_points(seat, 1, FROM_CARDS)
        table.hold_cards(seat, 0)
    table.develops(VIOLET, 5).turns_up("heresy")
    met = []
    while table.asked() in ("lose", "fate"):
        met.append(table.who())
        table.do(table.who(), *table.forms()[0])
    assert met == [VIOLET, GREEN, YELLOW, WHITE]


@pytest.mark.clause("DM8-4.4")
def test_of_several_curses_the_owner_chooses_the_order_and_each_is_judged_when_it_comes() -> None:
    """With 5 VP only the first of Heresy and Treachery finds enough of them."""
    for first, second, left in (("heresy", "treachery", 0), ("treachery", "heresy", 0)):
        table = Fates().under(5).active(YELLOW, "heresy", 1).active(YELLOW, "treachery", 1)
        table.active(YELLOW, "wolf_winter", 3).s.add_points(YELLOW, 5, FROM_CARDS)
        table.develops(WHITE, 5).turns_up("pestilence")
        assert table.open() == ("curse", YELLOW)
        assert table.options() == [table.wyrd("heresy"), table.wyrd("treachery")]
        assert table.why(table.wyrd("wolf_winter")) == ("no_curse", "DM8-4.1")
        assert table.wyrd("pestilence") not in table.ask_of().domain(table.s), "somebody else's"
        table.do(YELLOW, table.wyrd(first))
        assert table.score(YELLOW) == left
        assert table.part.down[YELLOW] == (table.wyrd(first), table.wyrd(second))


@pytest.mark.clause("DM8-3.5", "DM8-4.5", "DM8-5.1")
def test_mb25_the_end_of_the_stack() -> None:
    """The stack is empty; C takes the last Wyrd card. All curses strike in turn order from C."""
    table = Fates(3).under(5).down(YELLOW, "great_fire", "wolf_winter")
    table.active(YELLOW, "failed_harvest", 3).active(WHITE, "robber_barons", 2).pile(0)
    for seat in (YELLOW, WHITE, VIOLET):
        table.goods(seat, wood=3, iron=3, gold=1).hold_cards(seat, 0)
    table.develops(VIOLET, 5).turns_up("lost_lore")
    for seat in (VIOLET, YELLOW, WHITE):
        assert table.open() == ("lose", seat)
        table.do(seat, *table.forms()[0])
    assert [len(cards) for cards in table.part.down] == [3, 1, 1]
    assert table.part.open == [(), (), ()]
    assert not any(table.part.markers)
    lost = [table.s.breakdown(seat)["wyrd"] for seat in range(3)]
    table.ends()
    assert [table.s.breakdown(seat)["wyrd"] - n for seat, n in enumerate(lost)] == [7, 0, 0]


@pytest.mark.clause("DM8-4.5")
def test_removing_the_last_card_unseen_ends_the_stack_too() -> None:
    table = Fates().reaches(WHITE, 2).under(1).active(YELLOW, "heresy", 3).pile(0)
    table.s.culture[YELLOW] = 5
    table.develops(WHITE, 1).do(WHITE, REMOVE)
    assert table.s.culture[YELLOW] == 2
    assert table.events("wyrds_spent") == [()]


@pytest.mark.clause("DM-P3")
def test_who_has_passed_for_the_last_time_is_cursed_too() -> None:
    table = Fates().under(5).active(YELLOW, "heresy", 1)
    table.s.phase, table.s.out[YELLOW], table.s.culture[YELLOW] = LAST_TURNS, 1, 5
    table.develops(WHITE, 5).turns_up("treachery")
    assert table.s.culture[YELLOW] == 2


@pytest.mark.clause("DM8-4.6", "DMX-8.2", "DM0-1.13")
def test_a_returned_manor_causes_no_feud() -> None:
    table = Fates().under(5).active(YELLOW, "cut_thread", 1).hold(YELLOW, "tuscany", 0, manors=1)
    limit, row = table.t.supply_limit, table.s.manors_off(YELLOW)
    table.develops(WHITE, 5).turns_up("heresy")
    assert table.s.owner[table.area("tuscany")] == FREE
    assert table.s.manors_off(YELLOW) == row - 1
    assert limit[row - 1] < limit[row]
    assert table.events("feud_begun") == []
    assert table.s.units_of(YELLOW) == 0


@pytest.mark.clause("DM8-4.7", "DM8-5.1", "DMR-26", "DM0-6.3")
@pytest.mark.parametrize(
    ("cards", "points"),
    [((0, 0, 0), (0, 0, 0)), ((2, 1, 0), (7, 0, 0)), ((2, 2, 1), (7, 7, 0)), ((1, 1, 1), (7, 7, 7))],
)
def test_the_most_wyrd_cards_bring_points(cards: tuple[int, ...], points: tuple[int, ...]) -> None:
    table = Fates(3)
    ids = iter(table.part.t.ids)
    for seat, n in enumerate(cards):
        for i in range(n):
            if i % 2:
                table.down(seat, next(ids))
            else:
                table.active(seat, next(ids), 2)  # markers that are left mean nothing
    table.ends()
    assert [table.s.breakdown(seat)["wyrd"] for seat in range(3)] == list(points)


# -- together with other modules -----------------------------------------------------------------------------


@pytest.mark.clause("DMX-5.2")
def test_a_wyrd_card_may_lie_under_a_landmark() -> None:
    table = Fates(3, ("landmarks", "wyrd"))
    kind = table.t.kind_ids.index("landmark")
    card = next(card for card in table.s.deck if table.t.card_kind[card] == kind)
    other = table.s.offered[5]
    table.s.offered[5] = card
    table.s.deck[table.s.deck.index(card)] = other
    table.under(5).develops(WHITE, 5).turns_up("heresy")
    assert card in table.s.hand[WHITE]
    assert table.part.open[WHITE] == (table.wyrd("heresy"),)


@pytest.mark.clause("DMX-6.1")
def test_treachery_turns_the_pope_sideways() -> None:
    table = Fates(3, ("wyrd", "pope")).under(5).active(YELLOW, "treachery", 1)
    pope = table.t.title_ids.index("title_pope")
    table.s.title[pope] = YELLOW
    table.develops(WHITE, 5).turns_up("heresy")
    assert table.s.sideways[pope] == 1
    assert table.events("titles_exhausted") == [(YELLOW, pope)]


@pytest.mark.clause("DMX-5.4", "DM8-3.6", "DMX-5.2")
def test_the_reward_of_a_travel_card_comes_after_the_wyrd_card() -> None:
    table = Fates(3, ("wyrd", "benjamin")).under(5).active(YELLOW, "heresy", 1)
    table.s.culture[YELLOW] = 4
    kind = table.t.kind_ids.index("travel")
    card = next(card for card in table.s.deck if table.t.card_kind[card] == kind)
    table.s.offered[5], table.s.deck[table.s.deck.index(card)] = card, table.s.offered[5]
    table.under(5).develops(WHITE, 5)
    table.turns_up("treachery")
    assert table.s.culture[YELLOW] == 1, "the curse has struck"
    assert len(table.part.under) == 1, "and a new Wyrd card lies there"
    assert card not in table.s.hand[WHITE]
    assert table.open() in (("reward", WHITE), ("goods", WHITE)), "then the reward"


@pytest.mark.clause("DMX-7.1")
@pytest.mark.parametrize("sets", [0, 1])
def test_who_has_an_alchemist_may_make_gold_before_a_curse_is_judged(sets: int) -> None:
    """Debased Coin with 1 gold: what lies on the alchemist card counts only if it is exchanged."""
    table = Fates(3, ("alchemists", "wyrd")).under(5).active(YELLOW, "debased_coin", 1)
    table.goods(YELLOW, gold=1).hold_cards(YELLOW, 0)
    table.s.slices["alchemists"].stock[YELLOW] = 4  # type: ignore[attr-defined]
    table.develops(WHITE, 5).turns_up("heresy")
    assert table.open() == ("exchange", YELLOW)
    table.do(YELLOW, sets)
    assert table.s.gold(YELLOW) == (0 if sets else 1)
    which = UPPER if sets else LOWER
    assert table.events("fate_fulfilled") == [(YELLOW, table.fate("debased_coin", which))]
    table = Fates(3, ("alchemists", "wyrd")).under(5).active(YELLOW, "heresy", 1)
    table.s.slices["alchemists"].stock[YELLOW] = 4  # type: ignore[attr-defined]
    table.develops(WHITE, 5).turns_up("treachery")
    assert table.open() == ("turn", VIOLET), "gold is not the matter of Heresy"


def test_off_it_leaves_nothing_behind() -> None:
    rules = ruleset("darkages", 3)
    assert rules.sources[-1] != "wyrd" and "wyrd" not in rules.kinds
    assert "lose" not in rules.questions and rules.lookup.deeds == {}


# -- what is known -------------------------------------------------------------------------------------------


@pytest.mark.clause("DM8-6.1", "DM0-7.4", "DM0-1.15")
def test_a_card_is_drawn_when_it_is_turned_up_from_all_that_nobody_has_seen() -> None:
    table = Fates().reaches(WHITE, 6).under(1).active(YELLOW, "heresy", 3).down(VIOLET, "treachery")
    table.develops(WHITE, 1).do(WHITE, REMOVE)
    table.under(5).develops(WHITE, 5).do(WHITE, KEEP)
    seen = {table.wyrd("heresy"), table.wyrd("treachery")}
    assert set(table.options()) == set(range(12)) - seen, "also one that was removed unseen"
    rng = Random(3)
    drawn = Counter(nature_answer(table.ask_of(), table.s, rng) for _ in range(4000))
    assert len(drawn) == 10 and min(drawn.values()) > 320


@pytest.mark.clause("DM8-6.1")
def test_nothing_of_the_module_is_hidden_because_nothing_hidden_is_kept() -> None:
    rules = ruleset("darkages", 3, ("wyrd",))
    assert rules.schemas["wyrd"].secret == {}
    columns = set(rules.schemas["wyrd"].stored)
    assert columns == {"pile", "under", "waiting", "gone", "fresh", "open", "markers", "down"}


def test_figures_of_a_curse_are_the_owners_choice() -> None:
    table = Fates().under(5).active(YELLOW, "blood_feud", 1).hold(YELLOW, "tuscany", 2, 1)
    table.develops(WHITE, 5).turns_up("heresy")
    assert table.open() == ("lose", YELLOW)
    units = [table.unit_in("tuscany", INFANTRY), table.unit_in("tuscany", ARCHER)]
    assert table.options() == [units[0]]
    assert set(table.forms()) == {(units[0], units[0]), (units[0], units[1])}
