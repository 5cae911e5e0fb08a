"""Setup (D-3)."""

from __future__ import annotations

from random import Random

import pytest

from pfalz.catalogue import ruleset
from pfalz.core.chance import nature_answer
from pfalz.core.state import NATURE
from pfalz.games.darkages.setup import removed_cards
from pfalz.games.darkages.state import FREE, NONE
from pfalz.games.darkages.words import ACTION_IDS, GOODS, RESOURCES, UNITS
from tests.games.darkages.table import GREEN, VIOLET, WHITE, YELLOW, Table
from tests.games.kit.tables import HandTable

ANNA, BEN, CLEO = range(3)


class Fresh(HandTable):  # type: ignore[type-arg]
    """A table on which nothing has been drawn or chosen."""

    def __init__(self, players: int) -> None:
        super().__init__(ruleset("darkages", players))

    def nature(self, *answer: int) -> Fresh:
        """An answer of chance."""
        return self.play(NATURE, answer)


@pytest.mark.clause("D-3.2")
def test_action_cards_lie_at_random_on_the_bands_for_the_whole_game() -> None:
    fresh = Fresh(3)
    ask = fresh.ask_of()
    assert ask.name == "bands" and ask.seat == NATURE
    assert len(list(ask.options(fresh.s, ()) or ())) == 5
    assert ask.options(fresh.s, (2, 0)) == [1, 3, 4]  # each of them once
    drawn = {nature_answer(ask, fresh.s, Random(seed)) for seed in range(200)}
    assert len(drawn) > 60  # of 120 ways
    table = Table(3, bands=("march", "research", "build", "recruit", "develop_culture"))
    assert [ACTION_IDS[action] for action in table.s.bands] == [
        "march",
        "research",
        "build",
        "recruit",
        "develop_culture",
    ]
    before = list(table.s.bands)
    table.act(YELLOW, "develop_culture").goes(WHITE)
    assert table.s.bands == before


@pytest.mark.clause("D-3.3", "D-3.1", "D-3.22", "D-1.2")
def test_everybody_has_his_pieces_and_no_unit_on_the_map() -> None:
    table = Table(4)
    s = table.s
    assert sum(s.units) == 0
    for seat in range(4):
        assert s.supply[UNITS * seat : UNITS * (seat + 1)] == [7, 6, 5]
        assert [s.face_of(seat, unit).level for unit in range(UNITS)] == [1, 1, 1]
        assert s.laid[seat] == s.technologies[seat] == s.trophies[seat] == ()


@pytest.mark.clause("D-3.4", "D-R.31")
@pytest.mark.parametrize(("players", "rulers", "titles"), [(2, 3, 4), (3, 4, 5), (4, 5, 6)])
def test_rulers_and_titles_by_player_count(players: int, rulers: int, titles: int) -> None:
    t = ruleset("darkages", players).lookup
    assert len(t.ruler_ids) == rulers == players + 1
    assert len(t.title_ids) == titles
    assert not {"ruler_marozia", "ruler_henry_the_fowler"} & set(t.ruler_ids)
    more = ruleset("darkages", 4).lookup
    gone = set(more.card_ids) - set(t.card_ids)
    starts = {
        more.card_ids[card]
        for ruler, cards in zip(more.ruler_ids, more.start_cards, strict=True)
        if ruler not in t.ruler_ids
        for card in cards
    }
    assert starts <= gone  # the start cards of a removed ruler go with him


@pytest.mark.clause("D-3.5", "D-3.18")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_start_cards_are_not_in_the_deck(players: int) -> None:
    t = ruleset("darkages", players).lookup
    starts = [card for cards in t.start_cards for card in cards]
    assert [len(cards) for cards in t.start_cards] == [2] * len(t.ruler_ids)
    assert not set(starts) & set(t.deck)
    assert sorted([*starts, *t.deck]) == list(range(t.cards))


@pytest.mark.clause("D-3.6", "D-3.7", "D-3.24", "D-25.1", "D-4.1")
@pytest.mark.parametrize("starter", [ANNA, BEN, CLEO])
def test_rulers_are_chosen_against_the_order_of_turns(starter: int) -> None:
    """The bands and the starter are known by then, markers and offer are not."""
    fresh = Fresh(3).nature(0, 1, 2, 3, 4)
    assert sorted(fresh.ask_of().options(fresh.s, ()) or ()) == [ANNA, BEN, CLEO]
    fresh.nature(starter)
    order = []
    while fresh.ask_of().name == "ruler":
        assert fresh.s.bands == [0, 1, 2, 3, 4] and fresh.s.starter == starter
        assert set(fresh.s.look) == {NONE} and fresh.s.offered == []
        ask = fresh.ask_of()
        order.append(ask.seat)
        fresh.play(ask.seat, list(ask.options(fresh.s, ()) or ())[:1])
    assert order == [(starter + 2) % 3, (starter + 1) % 3, starter]
    fresh.let_nature()
    assert (fresh.ask_of().name, fresh.ask_of().seat) == ("turn", starter)  # D-3.23


@pytest.mark.clause("D-3.7", "D-26.2")
def test_a_ruler_is_taken_once_and_always_chosen() -> None:
    fresh = Fresh(2).nature(0, 1, 2, 3, 4).nature(YELLOW)
    ask = fresh.ask_of()
    assert ask.seat == WHITE and list(ask.options(fresh.s, ()) or ()) == [0, 1, 2]
    fresh.play(WHITE, [1])
    ask = fresh.ask_of()
    assert list(ask.options(fresh.s, ()) or ()) == [0, 2]  # the last one has a choice too
    error = fresh.refusal(YELLOW, [1])
    assert (error.key, error.clause) == ("ruler_taken", "D-3.7")


@pytest.mark.clause("D-3.7", "D-3.5", "D-3.8")
def test_start_cards_go_to_the_hand_and_the_others_leave_the_game() -> None:
    table = Table(3)
    assert table.hand_of(YELLOW) == {"chamber_of_pavia", "war_magyar_riders_berengar"}
    boleslav = {table.t.card_ids[c] for c in table.t.start_cards[table.ruler("boleslav")]}
    assert {table.t.card_ids[c] for c in removed_cards(table.s)} == boleslav
    everywhere = {
        *table.s.deck,
        *table.s.offered,
        *table.s.discard,
        *[c for hand in table.s.hand for c in hand],
    }
    assert not everywhere & set(removed_cards(table.s))


@pytest.mark.clause("D-3.9", "D-3.10")
@pytest.mark.parametrize(("players", "cities", "left"), [(2, 11, 9), (3, 13, 10), (4, 15, 11)])
def test_cities_and_capitals(players: int, cities: int, left: int) -> None:
    table = Table(players)
    s = table.s
    assert table.t.cities == cities and s.cities_left == left
    for seat in range(players):
        home = s.home[seat]
        assert home == table.t.homes[s.ruler[seat]]
        assert (s.owner[home], s.city[home], s.manors[home]) == (seat, 1, 1)
    assert sum(s.city) == sum(s.manors) == players


@pytest.mark.clause("D-3.11", "D-3.16", "D-3.17", "D-3.19")
def test_rows_counters_and_goods() -> None:
    table = Table(4)
    s = table.s
    assert s.churches_left == 10
    for seat in range(4):
        assert (table.score(seat), s.culture[seat], s.storage[seat]) == (0, 0, 0)
        assert s.row[seat] == 11 and s.manors_off(seat) == 1
        assert s.goods[GOODS * seat : GOODS * (seat + 1)] == [1, 1, 1, 1, 1]


@pytest.mark.clause("D-3.12", "D-3.13")
@pytest.mark.parametrize(("players", "laid"), [(2, 14), (3, 17), (4, 20)])
def test_a_marker_in_every_area_that_is_no_home(players: int, laid: int) -> None:
    table = Table(players, wild=True)
    s = table.s
    for area in table.t.every_area:
        assert (s.look[area] != NONE) == (s.owner[area] == FREE)
    markers = [marker for marker in s.marker if marker != NONE]
    assert len(set(markers)) == len(markers) == laid  # the rest of the 25 is nowhere
    ups = set()
    for seed in range(6):
        fresh = Fresh(players).nature(0, 1, 2, 3, 4).nature(0)
        while fresh.ask_of().name == "ruler":
            fresh.play(fresh.ask_of().seat, list(fresh.ask_of().options(fresh.s, ()) or ())[:1])
        ups |= set(nature_answer(fresh.ask_of(), fresh.s, Random(seed))[1::2])
    assert ups == {0, 1}  # either side may lie up


@pytest.mark.clause("D-3.15", "D-5.11")
def test_one_production_building_of_the_own_resource_in_every_open_area() -> None:
    table = Table(3)
    for area in table.t.every_area:
        at = RESOURCES * area
        built = table.s.production[at : at + RESOURCES]
        assert sum(built) == 1 and built[table.t.resource[area]] == 1
    assert sum(table.s.production_left) == 88 - 20
    assert table.s.sites_taken(table.area("verona")) == 1  # it takes a site of the capital


@pytest.mark.clause("D-3.18")
@pytest.mark.parametrize(("players", "deck"), [(2, 56), (3, 70), (4, 84)])
def test_deck_and_offer(players: int, deck: int) -> None:
    table = Table(players)
    assert len(table.t.deck) == deck
    assert len(table.s.offered) == 6
    assert len(table.s.deck) == deck - 6
    assert table.s.discard == []


@pytest.mark.clause("D-3.20", "D-3.21")
@pytest.mark.parametrize(("players", "discs", "exhausted"), [(2, 6, 1), (3, 5, 1), (4, 4, 2)])
@pytest.mark.parametrize("starter", [YELLOW, WHITE])
def test_noble_discs(players: int, discs: int, exhausted: int, starter: int) -> None:
    s = Table(players, starter=starter).s
    first = [(starter + i) % players for i in range(exhausted)]
    for seat in range(players):
        assert s.exhausted[seat] == (seat in first)
        assert s.discs[seat] == discs - (seat in first)
    assert s.stacks == [()] * 5


@pytest.mark.clause("D-3.23")
def test_the_starting_player_takes_the_first_turn() -> None:
    table = Table(4, starter=VIOLET)
    assert table.open() == ("turn", VIOLET)
    table.act(VIOLET, "develop_culture")
    assert table.open() == ("turn", GREEN)


@pytest.mark.clause("D-2.1", "D-3.4", "D-3.9", "D-3.12", "D-3.15", "D-3.18", "D-3.20", "D-3.21")
def test_b1_setup_with_three_players() -> None:
    """B1: Anna starts, Cleo chooses first."""
    table = Table(3, wild=True)
    s, t = table.s, table.t
    assert sorted(t.ruler_ids) == ["ruler_berengar", "ruler_boleslav", "ruler_burchard", "ruler_tomislav"]
    assert len(t.title_ids) == 5
    assert s.cities_left == 10 and t.areas == 20
    assert sum(marker != NONE for marker in s.marker) == 17 and sum(s.production) == 20
    assert len(s.deck) == 64 and len(s.offered) == 6
    assert [s.discs[seat] for seat in (ANNA, BEN, CLEO)] == [4, 5, 5]
    assert [s.exhausted[seat] for seat in (ANNA, BEN, CLEO)] == [1, 0, 0]
