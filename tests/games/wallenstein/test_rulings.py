"""What we decided beyond the dossier (docs/rulings.md)."""

from __future__ import annotations

from random import Random

import pytest

from pfalz.core.ask import Chance
from pfalz.core.state import NATURE
from pfalz.games.wallenstein.modules.court.events import FAVOR_DECLINED
from pfalz.games.wallenstein.state import BLIND
from tests.games.wallenstein.table import BLACK, BLUE, GREEN, PURPLE, RED, YELLOW, Table, battle


def opened(players: int = 3, start: str = "draft") -> Table:
    """A game before the start seat is drawn."""
    table = Table(players, start=start)
    table.s = table.rules.start()
    return table


@pytest.mark.clause("W-P1")
@pytest.mark.parametrize("players", [3, 4, 5])
def test_one_seat_is_drawn_and_the_lineups_follow_clockwise(players: int) -> None:
    for first in range(players):
        table = opened(players, "lineup")
        assert table.asked() == ("start_seat", NATURE) and table.options() == list(range(players))
        table.nature(first)
        assert table.asked() == ("tower_fill", NATURE)  # nothing else is drawn: no shuffle
        for i, lineup in enumerate(table.t.lineups):
            mine = table.s.own((first + i) % players)
            assert sorted(mine) == sorted(county for county, _ in lineup)
        draft = opened(players)
        assert draft.asked() == ("start_seat", NATURE)
        draft.nature(first).nature("trier", "anhalt")
        assert draft.asked() == ("take_county", first)


@pytest.mark.clause("W-P2")
def test_a_taken_card_is_replaced_before_the_group_is_chosen() -> None:
    table = opened().nature(BLUE).nature("trier", "anhalt").answer(BLUE, "trier")
    assert table.asked() == ("turn_up_counties", NATURE)
    table.nature("mark")
    assert table.s.open_counties == [table.county("anhalt"), table.county("mark")]
    assert table.asked() == ("place_group", BLUE) and table.at("trier") == (BLUE, 0, 0)


@pytest.mark.clause("W-P3")
@pytest.mark.parametrize("seed", range(4))
def test_exchanged_pairs_are_reached_last_and_pair_after_pair(seed: int) -> None:
    """All cards are drawn blind, and whoever may exchange the open pair does, until the deck runs low."""
    table, rng = opened().nature(BLACK), Random(seed)
    top = set(table.t.counties)
    pairs: list[set[int]] = []  # under the deck, the first exchanged first
    reached: list[int] = []

    def draw(county: int) -> None:
        (top or pairs[0]).remove(county)
        if pairs and not pairs[0]:
            del pairs[0]

    while (name := table.asked()[0]) != "tower_fill":
        s, ask = table.s, table.asks()[0]
        for county in top.union(*pairs):
            if s.owner[county] >= 0 or county in s.open_counties:
                assert not top and len(pairs[0]) == 1  # the other card of a pair: nothing is left to draw
                draw(county)
                reached.append(county)
        if name == "exchange_pair":
            pair = set(s.open_counties)
            table.answer(ask.seat, 1)
            pairs.append(pair)
        elif name == "take_county":
            table.answer(ask.seat, BLIND)
        elif name == "place_group":
            table.answer(ask.seat, table.options()[0])
        else:
            assert isinstance(ask.question, Chance)
            move = ask.question.sample(s, ask.args, rng)
            for at, county in enumerate(move):
                assert set(table.options(*move[:at])) == (top or pairs[0])
                reached += [] if top else [county]
                draw(county)
            table.nature(*move)
    assert len(reached) > 2  # more than one pair has come up again


@pytest.mark.clause("W-P4")
def test_without_a_favor_nobody_goes_up() -> None:
    def court(*spaces: int) -> Table:
        table = Table(4, ("court",))
        part = table.slice("court")
        part.entrance, part.favor = [5, 4, 4, 1], [-1] * 21
        for space, number in enumerate(spaces):
            part.favor[number - 1] = -3 - space
        return table.begin("court_step")

    table = court(10, 8, 2).answer(BLACK, 9).answer(BLUE, 7).answer(PURPLE, 1)
    assert table.happened(FAVOR_DECLINED) == [] and table.asked()[0] != "take_favor"
    assert table.slice("court").entrance == [1, 1, 2, 1]  # as if Red's courtier had gone up and come back
    table = court(10, 8, 2).answer(BLACK, 9).answer(BLUE, 7).answer(PURPLE, -1)
    assert table.happened(FAVOR_DECLINED) == [
        (PURPLE,),
        (RED,),
    ]  # with a favor left he goes up, and cannot pay
    assert table.slice("court").entrance == [1, 1, 4, 1]


class Scripted(Random):
    """Random numbers in a set order."""

    def __init__(self, *numbers: float) -> None:
        super().__init__(0)
        self.left = list(numbers)

    def random(self) -> float:
        return self.left.pop(0)


@pytest.mark.clause("W-P5")
def test_thrown_cubes_of_all_colours_are_drawn_before_resting_ones() -> None:
    table = battle().land(BLUE, anhalt=3).land(YELLOW, kursachsen=1)
    table.cubes(tray={RED: 1}, tower={BLACK: 1, BLUE: 1, GREEN: 1}).begin()
    table.answer(BLUE, "kursachsen", 2)
    assert table.tray() == {"blue": 2, "red": 1, "yellow": 1}
    ask = table.asks()[0]
    assert isinstance(ask.question, Chance) and ask.name == "throw"
    out, stay = 0.0, 0.99
    rng = Scripted(out, out, stay, stay, out, stay, stay)
    move = ask.question.sample(table.s, ask.args, rng)
    assert move == (2, 0, 0, 1, 0, 0) and rng.left == []  # blue, red, yellow; black, blue, green
    names = [ask.question.slot(table.s, NATURE, ask.args, move[:at]).name for at in range(6)]
    assert names == ["cast_cubes"] * 3 + ["resting_cubes"] * 3
    assert [table.options(*move[:at])[-1] for at in range(6)] == [2, 1, 1, 1, 1, 1]
    tower = list(table.s.tower)
    table.nature(*move)
    changes = [after - before for after, before in zip(table.s.tower, tower, strict=True)]
    assert changes == [-1, 0, 0, 1, 1, 0]  # black came out; red and yellow are stuck
