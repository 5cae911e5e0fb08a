"""The Magyar horde of the solo game (DM1-7, DM1-8): its cards, its attacks, the counter-attack, and what the
lordlings do when they lose a battle (DM1-3)."""

from __future__ import annotations

import pytest

from pfalz.games.darkages.armies import VS_NEITHER, against, fits
from pfalz.games.darkages.battle import reinforcement
from pfalz.games.darkages.dice import tower_bonus
from pfalz.games.darkages.modules.lordlings_and_raiders.lords import visible
from pfalz.games.darkages.modules.lordlings_and_raiders.state import magyars_left, pool
from pfalz.games.darkages.state import FREE, LAST_TURNS, NONE
from pfalz.games.darkages.words import (
    ARCHER,
    ATTACKER,
    CAVALRY,
    DEFENDER,
    INFANTRY,
    MARCH,
    RESEARCH,
    UNITS,
    VS_BARBARIANS,
    VS_PLAYER,
    WAR_TECHNOLOGY,
)
from tests.games.darkages.modules.solo import LORDLINGS, MAGYARS, YOU, SoloTable
from tests.games.darkages.table import DISCARD, REACTIONS


def magyars(table: SoloTable, area: str) -> tuple[int, ...]:
    """The Magyar figures in an area."""
    at = UNITS * table.area(area)
    return tuple(table.solo.magyars[at : at + UNITS])


def army(table: SoloTable, role: int) -> tuple[int, ...]:
    """The units of one side of the battle by type."""
    return tuple(table.s.fighters(role, unit) for unit in range(UNITS))


# -- cards ---------------------------------------------------------------------------------------------


def drop(table: SoloTable, card: str) -> SoloTable:
    """The lordlings pass, and this card is the leftmost of the offer."""
    rest = [table.t.card_ids[c] for c in table.s.deck if table.solo.t.horde_kind[c] == NONE][:5]
    table.offer(card, *rest).discs(LORDLINGS, 0)
    table.s.turn = LORDLINGS
    table.resume("turns")
    return table


@pytest.mark.clause("DM1-7.1", "DM1-7.2", "DM1-7.7", "DM1-7.12", "DM0-8.13", "DM0-2.8")
def test_a_horde_card_comes_into_the_offer() -> None:
    table = SoloTable().hold(YOU, "lombardy", 1).hold(YOU, "tuscany", 1)
    drop(table, "reinforcement_1")
    assert table.asked() == "d20"  # the effect of the discard comes before the refill
    table.play(-1, (8,))
    assert table.solo.figures == [0, 0, 1] and table.asked() == "card"
    table.comes("raid_4")
    numbers = sorted(table.solo.t.number_of[table.area(id)] for id in ("lombardy", "tuscany"))
    assert [v + 1 for v in table.options()] == numbers  # first the target, then two Magyars
    table.rolls(numbers[0], 1, 16)
    assert table.solo.target == table.solo.t.area_of[numbers[0]] and table.solo.figures == [1, 1, 1]
    assert table.card("raid_4") in table.s.offered


@pytest.mark.clause("DM1-7.7")
def test_a_type_that_has_run_out() -> None:
    table = SoloTable().horde(infantry=7, archers=6)
    assert magyars_left(table.s, INFANTRY) == 0
    drop(table, "reinforcement_1").play(-1, (0,))
    assert table.solo.figures == [7, 6, 1]
    table = SoloTable().horde(7, 6, 5)
    drop(table, "reinforcement_1").play(-1, (0,))
    assert table.solo.figures == [7, 6, 5]


@pytest.mark.clause("DM1-2.14", "DMR-10", "DM1-7.2")
def test_with_only_your_home_the_target_stays_on_your_ruler() -> None:
    table = SoloTable()
    drop(table, "reinforcement_5").markers_drawn()
    assert len(table.solo.horde) == 2
    table.comes("reinforcement_2").rolls(1)
    assert table.solo.target == NONE and table.solo.figures == [1, 0, 0]


@pytest.mark.clause("DM1-7.4", "DM1-5.16", "DM1-7.2", "DM0-8.13")
def test_surprise_while_the_lordlings_take_a_card() -> None:
    table = SoloTable().hold(YOU, "lombardy", 3)  # MB12
    tech = next(c for c in table.s.deck if table.t.card_kind[c] == WAR_TECHNOLOGY)
    table.offer(table.t.card_ids[tech])
    table.s.deck = [c for c in table.s.deck if c != tech]
    table.s.turn = LORDLINGS
    table.resume("turns").play(-1, (table.solo.t.card_ids.index("develop_culture"),))
    table.comes("surprise_4")
    assert table.solo.target == table.area("lombardy") and table.card("surprise_4") in table.solo.gone
    table.play(-1, (0,))
    assert table.level_of(MAGYARS) == (2, 1, 1) and table.level_of(LORDLINGS) == (1, 1, 1)
    table.play(-1, (0,))  # the horde attacks the target
    assert table.asked() == "dice" and table.events("horde_attacked")
    table.roll(6, 6, 6, 6).markers_drawn()._draw()
    assert table.asked() == "d20" and len(table.s.offered) == 6  # only now comes the war technology
    table.rolls(16)
    assert table.level_of(LORDLINGS) == (1, 2, 1)


@pytest.mark.clause("DM1-7.5", "DM1-7.6", "DM1-7.11", "DM0-1.5")
def test_a_raid_is_discarded_while_you_have_only_your_home() -> None:
    table = SoloTable().points(YOU, 3)  # MB8
    rest = [table.t.card_ids[c] for c in table.s.deck if table.solo.t.horde_kind[c] == NONE][:5]
    table.offer("raid_4", *rest).goes(YOU)
    assert table.events("horde_ransom") == [(YOU, 3)] and table.score(YOU) == 0
    assert len(table.solo.horde) == 1 and not table.events("horde_attacked")
    table = SoloTable(bands=("research", "build", "develop_culture", "recruit", "march"))
    table.offer("raid_1", "reinforcement_1").act(YOU, "develop_culture")
    if table.asked() == "develop":
        table.do(YOU, 0)
    assert "raid_1" in table.hand_of(YOU)
    table.stack("research", YOU, LORDLINGS).solo.planning = 1 << RESEARCH
    table.lords("research", 1)
    table.do(YOU, REACTIONS["culture_exchange"], DISCARD, table.card("raid_1"))
    assert not table.events("horde_card_left", "horde_ransom")  # from the hand: nothing


@pytest.mark.clause("DM1-7.8", "DM1-3.13")
def test_used_markers_are_the_pool_again() -> None:
    table = SoloTable(wild=True)
    table.solo.used = pool(table.s)
    assert not pool(table.s)
    drop(table, "reinforcement_5")
    assert table.asked() == "pool_marker" and len(table.options()) == 8 and not table.solo.used
    table = SoloTable(wild=True)
    table.solo.horde += pool(table.s)
    drop(table, "reinforcement_5")
    assert table.asked() == "card"  # there is none


# -- the horde attacks ---------------------------------------------------------------------------------


def attacked(**options: object) -> SoloTable:
    """The position of MB5."""
    table = SoloTable(**options).hold(YOU, "lombardy", 1, manors=1, city=True, floors=0)
    table.hold(YOU, "tuscany", 1).target("lombardy")
    table.buildings("lombardy", production={"leather": 1, "wood": 1})
    return table.horde(cavalry=1, markers=("barbarian_14",))


@pytest.mark.clause("DM1-7.11", "DM1-8.1", "DM1-8.2", "DM1-8.3", "DM1-8.6", "DM1-8.7", "DM1-3.7", "DMR-11")
@pytest.mark.clause("DM1-7.3", "DM1-3.8", "DM0-1.14")
def test_the_horde_takes_an_area() -> None:
    table = attacked()  # MB5
    drop(table, "raid_1").play(-1, (8,))
    assert army(table, ATTACKER) == (1, 1, 1) and army(table, DEFENDER) == (2, 1, 0)
    table.roll(5, 2).roll(3)
    assert army(table, DEFENDER) == (2, 0, 0)  # the archer has died
    table.roll(6, 4, 5, 5, 2)
    assert table.open() == ("hits", YOU)
    table.play(YOU, (next(t for t in table.options() if t // (2 * table.t.damages) == CAVALRY),))
    assert table.asked() == "area_marker"
    table.play(-1, (table.t.marker_ids.index("barbarian_03"), 0))
    area = table.area("lombardy")
    assert table.owner("lombardy") == FREE and magyars(table, "lombardy") == (1, 1, 0)
    assert table.s.city[area] == 0 and table.made_in("lombardy") == {"leather": 1}
    assert table.solo.razed[0] == 1 and table.units("verona") == (1, 0, 0)  # a feud
    assert table.s.manors[area] == 0 and table.solo.figures == [0, 0, 0]
    assert table.solo.target == table.area("tuscany")  # without a roll
    assert table.asked() == "pool_marker"
    table.markers_drawn()
    assert len(table.solo.horde) == 2 and table.t.marker_ids.index("barbarian_14") in table.solo.used


@pytest.mark.clause("DM1-8.5", "DM1-8.7", "DMR-13", "DM1-10.10")
def test_you_win_the_defence() -> None:
    for hard in (False, True):
        table = attacked(hard_magyars=hard).hold(YOU, "lombardy", 5)
        gold = table.s.gold(YOU)
        drop(table, "raid_1").play(-1, (8,))
        table.strike(1, 1).strike(1, 1).strike(1, 1)
        if hard:
            table.rolls(1)
        table.markers_drawn()
        assert table.level_of(MAGYARS) == ((2, 1, 1) if hard else (1, 1, 1))
        assert table.s.gold(YOU) == gold + 1 and table.solo.figures == [0, 0, 0]
        assert table.owner("lombardy") == YOU and len(table.solo.horde) == 2


@pytest.mark.clause("DM1-7.11", "DM1-8.4", "DMR-12")
def test_an_area_beside_the_target() -> None:
    table = attacked().horde()
    drop(table, "raid_1").play(-1, (15,))  # Tuscany lies beside Lombardy, Verona is your home
    assert table.events("lordlings_chose")[-1][1] == table.area("tuscany")
    assert table.events("horde_missing") and table.asked() == "pool_marker"
    table.markers_drawn()
    assert len(table.solo.horde) == 2 and not table.events("battle_over")
    table = SoloTable().hold(YOU, "tuscany", 1).target("tuscany").horde()
    drop(table, "raid_1").play(-1, (19,))
    assert table.events("horde_missing")[-1][1] == table.area("tuscany")  # no other area


@pytest.mark.clause("DM1-7.3")
def test_the_target_goes_back_to_your_ruler() -> None:
    table = SoloTable().hold(YOU, "lombardy", 1).target("lombardy")
    table.act(YOU, "march", table.area("lombardy"), table.area("verona"), 1, 0, 0)
    assert table.solo.target == NONE and table.events("target_back")


@pytest.mark.clause("DM1-8.11", "DM1-8.12", "DM1-3.14")
def test_attacking_an_area_the_horde_has_taken() -> None:
    table = SoloTable().marker("lombardy", "barbarian_03").levels(MAGYARS, archer=2)  # MB6
    at = UNITS * table.area("lombardy")
    table.solo.magyars[at : at + UNITS] = [1, 1, 0]
    table.s.trophies[YOU] = (table.t.marker_ids.index("barbarian_05"),)
    table.hold(YOU, "verona", 7, 1).manors_off(YOU, 8)
    table.act(YOU, "march", table.area("verona"), table.area("lombardy"), 7, 1, 0)
    assert army(table, DEFENDER) == (3, 1, 0) and table.s.defender == table.s.barbarians()
    assert against(table.s, ATTACKER) == VS_BARBARIANS
    assert table.s.face_of(table.s.defender, ARCHER).level == 1
    table.roll(1, 1)
    culture = table.s.culture[YOU]
    table.roll(*[6] * 8, *[1] * 4)
    assert table.owner("lombardy") == YOU and table.s.culture[YOU] == culture + 2
    assert (
        len(table.s.trophies[YOU]) == 2 and table.score(YOU) == 2 and magyars(table, "lombardy") == (0, 0, 0)
    )
    table = SoloTable().marker("lombardy", "barbarian_03").hold(YOU, "verona", 1)
    table.solo.magyars[at : at + UNITS] = [1, 1, 0]
    table.act(YOU, "march", table.area("verona"), table.area("lombardy"), 1, 0, 0)
    table.roll(6)
    assert table.owner("lombardy") == FREE and magyars(table, "lombardy") == (1, 1, 0)  # they stay


@pytest.mark.clause("DM1-10.9", "D-16.2")
def test_additional_barbarians_add_up() -> None:
    for hard, bits in ((False, 1 << ARCHER), (True, 1 << ARCHER | 1 << INFANTRY)):  # MA12
        table = SoloTable(hard_trophies=hard)
        table.s.attacker = YOU
        assert reinforcement(table.s) == 0
        table.s.trophies[YOU] = (0, 2)
        assert reinforcement(table.s) == bits
        table.s.trophies[YOU] = (0, 2, 3)
        assert reinforcement(table.s) == (0b111 if hard else 1 << CAVALRY)


@pytest.mark.clause("DM1-P1")
def test_an_attack_waits_for_the_end_of_a_battle() -> None:
    """A reward lets you take a card, a Surprise comes, and the battle for the marker is not over yet."""
    table = SoloTable().hold(YOU, "tuscany", 1).target("tuscany").hold(YOU, "verona", 5).manors_off(YOU, 8)
    reward = next(
        id
        for id, effects in zip(table.t.marker_ids, table.t.marker_rewards, strict=True)
        if table.t.known.ops[effects[0].op] == "take_card"
    )
    table.marker("lombardy", reward)
    table.act(YOU, "march", table.area("verona"), table.area("lombardy"), 5, 0, 0)
    while table.asked() == "dice":
        table.strike(6, 1)
    assert table.asked() == "take_card"
    table.play(YOU, (table.options()[0],)).comes("surprise_1")
    assert table.events("horde_waits") and table.solo.waiting == 1
    table._draw()
    assert table.asked() == "d20" and table.owner("lombardy") == YOU and not table.s.within("battle")
    table.play(-1, (0,))
    assert table.s.attacker == MAGYARS and table.solo.waiting == 0


@pytest.mark.clause("DM1-P2", "DM1-3.13")
def test_without_a_marker_the_magyars_do_not_stay() -> None:
    table = attacked().horde(infantry=7)
    for area, marker in zip(
        [a for a in table.t.every_area if table.s.owner[a] == FREE], range(25), strict=False
    ):
        table.s.marker[area], table.s.look[area] = marker, table.t.unit_look[marker]
    table.s.trophies[YOU] = tuple(m for m in range(25) if m not in table.s.marker)
    drop(table, "raid_1").play(-1, (8,))
    table.strike(1, 1).strike(6, 1)
    assert table.owner("lombardy") == FREE and magyars(table, "lombardy") == (0, 0, 0)


# -- the counter-attack --------------------------------------------------------------------------------


def raider(cavalry: int = 3, **options: object) -> SoloTable:
    """The position of MB7."""
    table = SoloTable(**options).hold(YOU, "bavaria", 0, 0, cavalry).hand(YOU, "raid_1")
    return table.horde(archers=1, markers=("barbarian_01",))


@pytest.mark.clause("DM1-7.10", "DM1-8.8", "DM1-8.9", "DM0-3.1")
def test_a_counter_attack() -> None:
    table = raider()  # MB7
    step = table.t.further_steps["counter_attack"]
    table.turn(YOU).do(YOU, step, ask="turn")
    assert table.asked() == "counter_attack" and table.options() == [table.area("bavaria")]
    table.do(YOU, table.area("bavaria"), 0, 0, 3)
    gold = table.s.gold(YOU)
    table.roll(6).roll(4, 2)
    if table.asked() == "hits":
        table.do(YOU, next(t for t in table.options() if t // (2 * table.t.damages) == ARCHER))
    table.roll(3, 4, 2)
    assert table.s.gold(YOU) == gold + 1 and table.units("bavaria") == (1, 0, 2)
    assert table.solo.figures == [0, 0, 0]
    table.markers_drawn()
    assert len(table.solo.horde) == 1 and table.asked() == "after" and table.s.discs[YOU] == 6
    table.end(YOU)
    assert not table.events("reaction_due") and table.card("raid_1") in table.s.discard


@pytest.mark.clause("DM1-8.10", "DM1-8.8")
def test_a_lost_counter_attack() -> None:
    table = raider(cavalry=1)
    table.turn(YOU).do(YOU, table.t.further_steps["counter_attack"], ask="turn")
    if table.asked() == "counter_attack":
        table.do(YOU, table.area("bavaria"), 0, 0, 1)
    table.roll(1).roll(1).roll(1, 1, 1)
    assert table.units("bavaria") == (0, 0, 1) and table.solo.figures == [0, 1, 0]
    assert table.solo.horde == []  # its marker is used up


@pytest.mark.clause("DM1-8.8", "DM1-3.14")
def test_no_area_no_towers_no_filters() -> None:
    table = raider().hold(YOU, "bavaria", 0, 0, 3, manors=1, city=True, floors=3)
    table.turn(YOU).do(YOU, table.t.further_steps["counter_attack"], ask="turn")
    table.do(YOU, table.area("bavaria"), 0, 0, 3)
    assert against(table.s, ATTACKER) == VS_NEITHER != VS_PLAYER
    assert tower_bonus(table.s, YOU) == 0
    for effect in table.t.effects:
        if effect.region >= 0 or effect.needs_manor or effect.vs >= 0:
            assert not fits(table.s, effect, ATTACKER)


@pytest.mark.clause("DM1-8.8", "D-9.2")
def test_the_supply_check_comes_first() -> None:
    table = raider(cavalry=5).manors_off(YOU, 1).goods(YOU)
    table.s.row[YOU] = table.t.manors - 1
    table.turn(YOU).do(YOU, table.t.further_steps["counter_attack"], ask="turn")
    assert table.asked() == "counter_attack"  # two have gone back, there was no choice
    assert table.units("bavaria") == (0, 0, 3)


@pytest.mark.clause("DM1-9.5", "DM1-7.10")
def test_raids_that_cannot_be_played() -> None:
    table = raider()
    table.s.phase = LAST_TURNS
    table.turn(YOU)
    step = table.t.further_steps["counter_attack"]
    assert step not in table.options() and table.why(step) == ("no_raids_now", "DM1-9.5")
    table = raider().hand(YOU).turn(YOU)
    assert table.why(step) == ("no_raid", "DM1-7.10")
    table = SoloTable().hand(YOU, "raid_1").turn(YOU)
    assert table.why(step) == ("no_army", "DM1-8.8")


@pytest.mark.clause("DM1-7.9", "DM0-4.7")
def test_reinforcement() -> None:
    table = SoloTable().marker("lombardy", "barbarian_03").hold(YOU, "verona", 2)
    table.hand(YOU, "reinforcement_1", "reinforcement_2")
    table.act(YOU, "march", table.area("verona"), table.area("lombardy"), 2, 0, 0)
    table.roll(4, 1, 1)
    assert table.open() == ("reinforce", YOU) and table.options() == [0, 1]  # the other die lacks four
    assert table.why(2) == ("no_more_hits", "DM1-7.9")
    table.do(YOU, 1)
    assert table.owner("lombardy") == YOU and table.hand_of(YOU) == {"reinforcement_2"}
    assert table.card("reinforcement_1") in table.s.discard
    table = SoloTable().marker("lombardy", "barbarian_03").hold(YOU, "verona", 1)
    table.hand(YOU, "reinforcement_1")
    table.act(YOU, "march", table.area("verona"), table.area("lombardy"), 1, 0, 0)
    table.roll(2, 1)  # a pip more would not hit: nothing is asked
    assert table.asked() != "reinforce"


# -- the lordlings lose (DM1-3.10 to DM1-3.12) ---------------------------------------------------------


@pytest.mark.clause("DM1-3.10", "DM1-3.11", "DM1-3.12", "DM1-3.3", "DM1-3.9", "DM1-3.14")
def test_losing_an_area_to_you() -> None:
    table = SoloTable().hold(LORDLINGS, "austrian_march", 0, 2, manors=1)  # MB4
    table.hold(LORDLINGS, "moravia", 1, manors=1).hold(LORDLINGS, "bohemia", 2, manors=1)
    assert table.solo.covered == 0b111111100000 and visible(table.s) == 4
    table.hold(YOU, "bavaria", 6).manors_off(YOU, 8)
    table.act(YOU, "march", table.area("bavaria"), table.area("austrian_march"), 6, 0, 0)
    assert army(table, DEFENDER) == (1, 2, 0) and against(table.s, ATTACKER) == VS_PLAYER
    table.roll(1, 1)
    table.roll(5, 5, 1, 1, 1, 1, 1, 1, 1)
    while table.asked() == "hits":
        table.play(YOU, table.forms()[0])
    assert table.units("moravia") == (1, 1, 0)
    assert table.solo.covered == 0b111111100001 and visible(table.s) == 4
    table.rolls(6)
    assert table.units("moravia") == (2, 1, 0) and table.s.row[LORDLINGS] == 8
    assert table.owner("austrian_march") == YOU
    table.solo.planning = 0
    table.s.manors[table.area("moravia")] = 0
    table.s.row[LORDLINGS] += 1
    table.solo.covered |= 1 << 4
    table.fresh().lords("settle")  # the leftmost manor is the next
    assert not table.solo.covered & 1


@pytest.mark.clause("DM1-3.10", "DM1-3.11", "DMR-15")
def test_nowhere_to_go_and_no_infantry() -> None:
    table = SoloTable().hold(LORDLINGS, "apulia", 0, 2, manors=1).hold(YOU, "capua", 7).manors_off(YOU, 8)
    table.act(YOU, "march", table.area("capua"), table.area("apulia"), 7, 0, 0)
    table.roll(1, 1).roll(5, 5, *[1] * 8)
    while table.asked() == "hits":
        table.play(YOU, table.forms()[0])
    assert table.events("retreat_impossible") == [(LORDLINGS,)] and not table.events("feud_begun")
    assert table.owner("apulia") == YOU and table.s.action == MARCH
