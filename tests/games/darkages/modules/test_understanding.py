"""Positions in which a squire that understands a module does the right thing; who ignores it does not.

What ignoring means stands in tools/darkages_modules.py: nothing is thought of the module, what it offers is
declined. How much that costs in whole games, docs/darkages-balance.md says.
"""

from __future__ import annotations

from random import Random
from typing import TypeVar

import pytest

from darkages_modules import Unaware
from pfalz.bots import Situation
from pfalz.bots.knight import Squire
from pfalz.core.state import Move
from pfalz.games.darkages.judging import Judge
from pfalz.games.darkages.marches import march_promise
from pfalz.games.darkages.modules.commanders.bot import JUDGE as COMMANDERS
from pfalz.games.darkages.modules.commanders.bot import NOW, CommanderJudge
from pfalz.games.darkages.modules.crusades.bot import odds
from pfalz.games.darkages.modules.tribute.bot import JUDGE as TRIBUTE
from pfalz.games.darkages.modules.tribute.bot import RAID, TributeJudge
from pfalz.games.darkages.outlook import Outlook
from pfalz.games.darkages.possible import bits, reach
from pfalz.games.darkages.state import FREE, DarkAges
from pfalz.games.darkages.words import ACHIEVEMENT, INFANTRY
from tests.games.darkages.modules.commanding import BILLUNG, BULCSU, CONRAD, GERO, NO, NOBODY, YES, Court
from tests.games.darkages.modules.crusading import Crusading
from tests.games.darkages.table import WHITE, WORDS, YELLOW, Table

T = TypeVar("T", bound=Table)
MARCH = (WORDS["march"],)


def nothing(judge: Judge, s: DarkAges, seat: int, o: Outlook) -> list[float]:
    """What is thought of a module by who ignores it."""
    return [0.0] * len(judge.terms)


def silence(monkeypatch: pytest.MonkeyPatch, judge: type[Judge]) -> None:
    """From now on the judgement knows nothing of a module."""
    monkeypatch.setattr(judge, "values", nothing)
    for name in ("helps", "promise", "prize", "haste", "candidates"):
        monkeypatch.setattr(judge, name, getattr(Judge, name))


def answers(table: Table, module: str, times: int = 5) -> tuple[set[Move], set[Move]]:
    """What a squire answers in a position, and one that declines what the module offers."""
    ask, seat = table.ask_of(), table.who()
    view = table.rules.view(table.s, seat)
    found: tuple[set[Move], set[Move]] = set(), set()
    for n in range(times):
        found[0].add(Squire().choose(Situation(table.rules, view, ask, [], Random(n))))
        unaware = Unaware(module, table.rules, None)
        found[1].add(unaware.choose(Situation(table.rules, view, ask, [], Random(n))))
    return found


# -- tribute ----------------------------------------------------------------------------------------------


def name(table: Table, area: int) -> str:
    """What an area is called."""
    return str(table.t.area_ids[area])


def beset(table: T, area: str, weakest: str = "") -> T:
    """Strong barbarians lie in all free areas around, weak ones in the one that is named."""
    near = bits(reach(table.s, YELLOW, table.area(area)))
    free = [end for end in near if table.s.owner[end] == FREE]
    for marker, end in zip(reversed(table.t.marker_ids), free, strict=False):
        table.marker(name(table, end), "barbarian_03" if name(table, end) == weakest else marker)
    return table


def raiders() -> Table:
    """Yellow's army in Franconia can fall on White's home, or on barbarians who are stronger."""
    table = (
        Table(2, modules=("tribute",)).hold(YELLOW, "franconia", infantry=2, cavalry=1).manors_off(WHITE, 2)
    )
    return beset(table, "franconia").turn(YELLOW)


def test_a_home_is_raided_for_the_tribute(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the same army and the same odds, who does not think of tribute has something better to do."""
    table = raiders()
    assert answers(table, "tribute")[0] == {MARCH}
    table.do(YELLOW, *MARCH)
    raid = (table.area("franconia"), table.area("swabia"), 2, 0, 1)
    assert table.asked() == "march" and answers(table, "tribute")[0] == {raid}
    table.do(YELLOW, *raid)
    silence(monkeypatch, TributeJudge)
    assert MARCH not in answers(raiders(), "tribute")[1]


def test_a_raid_is_urgent_as_long_as_it_brings_tribute() -> None:
    """Tribute is hurried for, other attacks are not; nor is a second victory over the same tributary."""
    table = raiders()
    start, home, other = (table.area(id) for id in ("franconia", "swabia", "saxony"))
    before = march_promise(table.s, YELLOW)[0]
    assert TRIBUTE.haste(table.s, YELLOW, (start, home, 2, 0, 1)) == RAID
    assert TRIBUTE.haste(table.s, YELLOW, (start, other, 2, 0, 1)) == 0.0
    table.part("tribute").patron[WHITE] = YELLOW
    assert TRIBUTE.haste(table.s, YELLOW, (start, home, 2, 0, 1)) == 0.0
    assert march_promise(table.s, YELLOW)[0] < before - RAID


# -- commanders -------------------------------------------------------------------------------------------


def hiring(*display: int, **army: int) -> Court:
    """Yellow has recruited and may hire one of three; he has an army at home, and a city elsewhere."""
    court = Court(2, wild=True).hold(YELLOW, "verona", **army)
    court.hold(YELLOW, "austrian_march", infantry=1, city=True).goods(YELLOW, leather=1, gold=2)
    court.slice.display = list(display)
    return court.act(YELLOW, "recruit", INFANTRY, court.area("verona"), 0)


@pytest.mark.parametrize(
    ("army", "fitting"), [({"infantry": 4}, {BILLUNG}), ({"cavalry": 3}, {CONRAD, BULCSU})]
)
def test_the_commander_is_hired_who_fits_the_army_and_comes_to_it(
    army: dict[str, int], fitting: set[int]
) -> None:
    court = hiring(BILLUNG, CONRAD, BULCSU, **army)
    aware, unaware = answers(court, "commanders")
    assert court.asked() == "hire" and unaware == {(NOBODY,)}
    assert aware <= {(commander, court.area("verona")) for commander in fitting}


def march_with_gero(sideways: bool) -> Court:
    """A single foot soldier stands beside Gero, between barbarians."""
    court = beset(Court(2).hold(YELLOW, "verona", infantry=1), "verona", weakest="lombardy")
    court.slice.display = [GERO, BILLUNG, CONRAD]
    return court.lead(YELLOW, GERO, "verona", sideways).turn(YELLOW)


def test_gero_turns_a_battle_and_is_used_in_it(monkeypatch: pytest.MonkeyPatch) -> None:
    court = march_with_gero(sideways=False)
    assert answers(court, "commanders")[0] == {MARCH}
    court.do(YELLOW, *MARCH)
    (attack,) = answers(court, "commanders")[0]
    assert attack[:2] == (court.area("verona"), court.area("lombardy")) and attack[-1] == YES
    court.do(YELLOW, *attack)
    assert court.asked() == "command" and answers(court, "commanders") == ({(YES,)}, {(NO,)})
    assert MARCH not in answers(march_with_gero(sideways=True), "commanders")[0]
    silence(monkeypatch, CommanderJudge)
    assert MARCH not in answers(march_with_gero(sideways=False), "commanders")[1]


def test_an_attack_with_a_commander_is_urgent_while_he_can_be_used() -> None:
    for sideways, urgent in ((False, NOW), (True, 0.0)):
        court = march_with_gero(sideways)
        start, end = court.area("verona"), court.area("lombardy")
        assert COMMANDERS.haste(court.s, YELLOW, (start, end, 1, 0, 0, YES)) == urgent
        assert COMMANDERS.haste(court.s, YELLOW, (end, start, 1, 0, 0, YES)) == 0.0


# -- crusades ---------------------------------------------------------------------------------------------


def crusade(card: str, **sent: int) -> Crusading:
    """White has sent these units; Yellow marches, with two units that can conquer nothing."""
    table = Crusading(3).runs(card).sent(WHITE, **sent).manors_off(YELLOW, 6)
    beset(table.hold(YELLOW, "verona", infantry=1, cavalry=1), "verona")
    return table.goods(YELLOW).act(YELLOW, "march")


@pytest.mark.parametrize(
    ("card", "sent", "goes"),
    [
        ("antioch", {"infantry": 4, "cavalry": 5}, True),  # whoever is absent from a victory loses by it
        ("nicaea", {"cavalry": 4}, True),  # White alone has an even chance at best
        ("nicaea", {"cavalry": 3}, False),  # one more is too few
        ("acre", {}, False),  # nobody begins what is going to be lost
    ],
)
def test_a_foot_soldier_goes_where_one_more_decides(card: str, sent: dict[str, int], goes: bool) -> None:
    table = crusade(card, **sent)
    aware, unaware = answers(table, "crusades")
    nobody = (table.t.areas,)
    assert table.asked() == "crusade" and unaware == {nobody}
    assert aware == {(table.area("verona"), 1, 0, 0) if goes else nobody}


def test_the_odds_of_a_crusade_are_counted_exactly() -> None:
    assert odds((0.5,) * 6, 2, 0) == pytest.approx(1 - 22 / 64)
    assert odds((0.5, 0.5), 0, 1) == pytest.approx((1 / 4) / 6)  # two successes against a die that shows 1
    assert odds((), -1, 0) == 1.0 and odds((0.9,), 3, 0) == 0.0


# -- alchemists -------------------------------------------------------------------------------------------


def test_what_cannot_be_stored_becomes_gold() -> None:
    """Yellow has more than he can store or sell when he passes; research is the moment to save it."""
    table = Table(2, modules=("alchemists",)).goods(YELLOW, leather=5, wood=4, gold=3)
    table.hand(YELLOW, *table.cards(ACHIEVEMENT)[:2]).act(YELLOW, "research")
    aware, unaware = answers(table, "alchemists")
    assert table.asked() == "deposit" and unaware == {(0, 0, 0, 0)}
    assert all(sum(move) >= 3 and move[2:] == (0, 0) for move in aware)
