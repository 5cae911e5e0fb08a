"""Lordlings and Raiders (DM1): setup, procedures, the lordlings' turn, reactions and passes."""

from __future__ import annotations

from random import Random

import pytest

from pfalz.catalogue import game, ruleset
from pfalz.core.errors import RulesetError
from pfalz.core.state import NATURE
from pfalz.games.darkages.goods import gain_culture
from pfalz.games.darkages.modules.lordlings_and_raiders.lords import visible
from pfalz.games.darkages.modules.lordlings_and_raiders.places import distances
from pfalz.games.darkages.modules.lordlings_and_raiders.state import RECRUITED, pool
from pfalz.games.darkages.modules.lordlings_and_raiders.turns import claimed, deck, realm_vp
from pfalz.games.darkages.offer import DrawCard, cards_left
from pfalz.games.darkages.state import NONE
from pfalz.games.darkages.words import (
    ACHIEVEMENT,
    EPITHET,
    GOLD,
    GOODS,
    MARCH,
    RELIC,
    RESEARCH,
    UNITS,
    WAR_TECHNOLOGY,
)
from tests.games.darkages.modules.solo import LORDLINGS, MAGYARS, YOU, SoloTable

BANDS = ("build", "develop_culture", "research", "recruit", "march")


# -- setup ---------------------------------------------------------------------------------------------


@pytest.mark.clause("DM1-1.1", "DM1-1.2", "DM1-1.3", "DM1-1.4", "DM1-1.5", "DM0-1.2", "DMX-1.1")
def test_what_the_module_brings() -> None:
    rules = ruleset("darkages", 1)
    assert [module.id for module in rules.modules] == ["lordlings_and_raiders"]
    assert rules.sides == ["barbarians", "lordlings", "magyars"] and rules.kinds["side"].size == 4
    t = rules.parts["lordlings_and_raiders"]
    assert sorted(t.card_ids) == sorted([*BANDS, "settle", "persist_1", "persist_2", "hurry"])
    kinds = [row.kind for row in t.file.horde]
    assert [kinds.count(kind) for kind in ("reinforcement", "raid", "surprise")] == [7, 5, 6]
    assert t.figures == [7, 6, 5] and len(t.file.unit) == 18
    allowed = [module.id for module in game("darkages").modules if module.players[0] == 1]
    assert sorted(allowed) == sorted(
        ["landmarks", "alchemists", "commanders", "heathens", "pope", "benjamin", "lordlings_and_raiders"]
    )
    with pytest.raises(RulesetError):
        ruleset("darkages", 2, ("lordlings_and_raiders",))


@pytest.mark.clause("DM1-2.1", "DM1-2.2", "DM1-2.3", "DM1-2.4", "DM1-2.5", "DM1-2.8", "DM1-2.10", "DMR-8")
def test_the_setup() -> None:
    table = SoloTable(wild=True)
    s, t = table.s, table.t
    assert t.areas == 20 and sorted(table.solo.t.number_of) == list(range(1, 21))
    assert "saxony" not in t.area_ids and "title_duke_of_saxony" not in t.title_ids
    assert len(t.ruler_ids) == 5 and len([c for c in t.deck if table.solo.t.horde_kind[c] == NONE]) == 56
    assert s.turn == s.starter == LORDLINGS and table.asked() == "lordling_card"
    for area in ("swabia", "bohemia", "croatia"):  # MA11
        at = table.area(area)
        assert (s.owner[at], s.city[at], s.manors[at], s.marker[at]) == (LORDLINGS, 1, 1, NONE)
    assert s.cities_left == 7 and s.home[LORDLINGS] == NONE and s.row[LORDLINGS] == 9
    assert s.discs[LORDLINGS] == 5 and s.exhausted[LORDLINGS] == 1 and s.discs[YOU] == 6
    assert table.solo.covered == 0b111111111000 and visible(s) == 0
    assert s.sites_taken(table.area("swabia")) == 1
    assert table.level_of(LORDLINGS) == table.level_of(MAGYARS) == (1, 1, 1)


@pytest.mark.clause("DM1-2.6", "DM1-9.2", "DMR-1")
def test_start_achievements_are_the_first_of_their_pile() -> None:
    table = SoloTable()
    ids = {table.t.card_ids[card] for card in table.solo.achievements}
    assert ids == {"alpine_passes", "prague_market", "adriatic_fleet"}
    assert all(table.t.card_kind[card] == ACHIEVEMENT for card in table.solo.achievements)


@pytest.mark.clause("DM1-2.7", "DM1-2.11", "DM1-2.12", "DM1-2.13", "DM1-11.1")
def test_markers_pool_and_target() -> None:
    table = SoloTable(wild=True)
    assert len([marker for marker in table.s.marker if marker != NONE]) == 16
    assert len(table.solo.horde) == 1 and len(pool(table.s)) == 8  # MB45
    assert table.solo.target == NONE
    view = table.rules.view(table.s, YOU)
    assert view.slices["lordlings_and_raiders"].horde == table.solo.horde
    for seed in range(5):  # what is imagined under the markers lies nowhere else
        guess = table.rules.resample(view, YOU, Random(seed))
        assert not set(guess.marker) - {NONE} & set(table.solo.horde) and table.rules.violations(guess) == []


@pytest.mark.clause("DM1-2.9", "DM1-10.3", "DM0-2.7", "DM0-2.11")
def test_horde_cards_in_the_deck() -> None:
    for hard, sizes, kinds in (
        (False, [13, 13, 13, 14, 14], (5, 3, 3)),
        (True, [14, 14, 14, 16, 16], (7, 5, 6)),
    ):
        rules = ruleset("darkages", 1, (), {"hard_deck": hard})
        (layer,) = rules.lookup.layers  # MA8
        assert layer.sizes == [12, 11, 11, 11, 11]
        parts = zip(layer.sizes, *layer.cards, strict=True)
        assert [sum(part) for part in parts] == sizes
        assert tuple(sum(cards) for cards in layer.cards) == kinds
        assert layer.size == sum(sizes) and rules.lookup.unused == 18 - sum(kinds)


@pytest.mark.clause("DM1-2.9", "DM0-1.15")
def test_horde_cards_come_in_their_parts() -> None:
    """Drawn to the end, each part has the horde cards it was given."""
    rules = ruleset("darkages", 1)
    kinds = rules.parts["lordlings_and_raiders"].horde_kind
    for seed in range(4):
        s, rng, draw, order = rules.start(), Random(seed), DrawCard(), []
        s.deck = list(s.t.deck)
        while cards_left(s):
            (card,) = draw.sample(s, (), rng)
            assert card in (draw.options(s, NATURE, (), ()) or ())
            s.deck.remove(card)
            order.append(kinds[card])
        assert len(order) == 67
        parts = [order[:13], order[13:26], order[26:39], order[39:53], order[53:]]
        assert [[part.count(kind) for kind in range(3)] for part in parts] == [
            [1, 0, 0],
            [1, 1, 0],
            [1, 0, 1],
            [1, 1, 1],
            [1, 1, 1],
        ]


# -- procedures ----------------------------------------------------------------------------------------


@pytest.mark.clause("DM1-3.2", "DM1-3.4")
def test_steps_from_your_areas() -> None:
    table = SoloTable()
    steps = distances(table.s)
    assert steps[table.area("verona")] == 0 and steps[table.area("lombardy")] == 1
    assert [steps[table.area(id)] for id in ("swabia", "bohemia", "croatia")] == [2, 2, 2]
    table.hold(YOU, "lombardy", 1)
    assert distances(table.s)[table.area("swabia")] == 1


@pytest.mark.clause("DM1-4.1", "DM1-4.2", "DM1-4.3", "DMR-6")
@pytest.mark.parametrize(("roll", "unit"), [(1, 0), (8, 0), (9, 2), (15, 2), (16, 1), (20, 1)])
def test_the_upgrade_roll(roll: int, unit: int) -> None:
    table = SoloTable()
    table.solo.planning = 1 << RESEARCH
    table.lords("research", 5, roll)  # MA9
    levels = [1, 1, 1]
    levels[unit] = 2
    assert table.level_of(LORDLINGS) == tuple(levels) and table.level_of(MAGYARS) == (1, 1, 1)
    assert table.level_of(table.s.barbarians()) == (1, 1, 1)
    table.levels(LORDLINGS, 3, 3, 3)
    table.solo.planning = 1 << RESEARCH
    table.fresh().lords("research", 5, roll)
    assert table.level_of(LORDLINGS) == (3, 3, 3) and table.events("upgrade_lost")


# -- cards ---------------------------------------------------------------------------------------------


@pytest.mark.clause("DM1-5.5", "DM1-5.6", "DM1-5.7", "DM1-5.3", "DM1-5.2")
def test_research() -> None:
    table = SoloTable().lords("research")
    assert table.solo.planning == 1 << RESEARCH and table.s.discs[LORDLINGS] == 5
    assert table.stack_of("research") == () and table.who() == YOU
    for roll in (1, 4):
        table = SoloTable()
        table.solo.planning = 1 << RESEARCH
        table.lords("research", roll)
        assert table.s.culture[LORDLINGS] == 3 and not table.solo.planning
        assert table.stack_of("research") == (LORDLINGS,)
    table = SoloTable().theirs(5)
    table.solo.planning = 1 << RESEARCH
    table.lords("research", 13)
    assert table.vp() == 2 + 5


@pytest.mark.clause("DM1-5.8", "DM1-5.9", "DM1-5.10", "DM1-3.1", "DM1-3.2", "DM1-3.3", "DM1-6.1", "DM1-6.2")
@pytest.mark.clause("DM1-5.23", "DM1-5.25", "DMR-7", "DM1-3.15")
def test_three_recruits_and_a_reaction() -> None:
    table = SoloTable(bands=("build", "develop_culture", "research", "recruit", "march"))  # MA1, MB1
    table.lords("recruit")
    assert table.asked() == "d20" and sorted(v + 1 for v in table.options()) == [2, 5, 10]
    table.rolls(10, 16)
    assert table.units("croatia") == (1, 0, 0) and table.level_of(LORDLINGS) == (2, 1, 1)
    table.lords("persist_1", 2, 3)
    assert table.units("swabia") == (0, 1, 0) and table.level_of(LORDLINGS) == (2, 1, 1)
    table.lords("persist_2", 20)  # only Bohemia has none: no roll for the area
    assert table.units("bohemia") == (0, 0, 1) and table.level_of(LORDLINGS) == (2, 1, 2)
    assert table.events("reaction_chosen")[0][0] == LORDLINGS
    table.rolls(5, 1)
    assert table.units("bohemia") == (1, 0, 1) and table.pile() == ["recruit", "persist_1", "persist_2"]
    assert (table.s.discs[LORDLINGS], table.s.exhausted[LORDLINGS]) == (2, 2)
    assert table.stack_of("recruit") == (LORDLINGS, LORDLINGS)


@pytest.mark.clause("DM1-5.8")
def test_types_without_a_figure_are_left_out() -> None:
    table = SoloTable()
    table.s.supply[UNITS * LORDLINGS : UNITS * (LORDLINGS + 1)] = [0, 0, 0]
    for area, units in (("swabia", (7, 0, 0)), ("bohemia", (0, 6, 0)), ("croatia", (0, 0, 5))):
        at = UNITS * table.area(area)
        table.s.units[at : at + UNITS] = units
    table.lords("recruit")
    assert table.who() == YOU and not table.events("lordlings_chose")


@pytest.mark.clause("DM1-5.11", "DM1-5.12", "DM1-5.13", "DM1-5.14", "DM1-5.4", "DMR-15", "DM1-3.13")
def test_march() -> None:
    table = SoloTable().marker("moravia", "barbarian_02").marker("apulia", "barbarian_03")
    table.lords("march")
    assert table.solo.planning == 1 << MARCH
    table.fresh()
    table.s.units[UNITS * table.area("bohemia")] = table.t.figures[0]  # no infantry is left
    table.s.supply[UNITS * LORDLINGS] = 0
    table.solo.magyars[UNITS * table.area("moravia")] = 2
    table.lords("march")  # Moravia alone lies beside theirs
    assert table.owner("moravia") == LORDLINGS and table.units("moravia") == (0, 1, 0)
    assert table.solo.used == [table.t.marker_ids.index("barbarian_02")] and not any(table.solo.magyars)
    assert not table.events("attack_declared", "units_marched")
    table.fresh().solo.planning = 1 << MARCH
    discs = table.s.discs[LORDLINGS]
    table.lords("march")  # no barbarians beside them any more
    assert table.s.discs[LORDLINGS] == discs - 1 and not table.events("lordlings_chose")


def first(table: SoloTable, kind: int) -> str:
    """A card of a kind that is in the deck."""
    return next(table.t.card_ids[c] for c in table.s.deck if table.t.card_kind[c] == kind)


@pytest.mark.clause("DM1-5.15", "DM1-5.16", "DM1-10.7", "DM1-3.5")
def test_develop_culture() -> None:
    for kind in (ACHIEVEMENT, WAR_TECHNOLOGY, RELIC, EPITHET):
        table = SoloTable(hard_cards=kind == EPITHET)
        card = first(table, kind)
        others = [c for c in table.t.card_ids if table.t.card_kind[table.card(c)] == ACHIEVEMENT]
        table.offer(card, *[c for c in others if table.card(c) in table.s.deck and c != card][:5])
        table.lords("develop_culture")
        assert table.events("lordlings_took")[0][1:] == (table.card(card), 0)
        if kind == ACHIEVEMENT:
            assert table.card(card) in table.solo.achievements and not table.s.discard
        else:
            assert table.card(card) in table.s.discard
        if kind == WAR_TECHNOLOGY:
            table.rolls(9)
            assert table.level_of(LORDLINGS) == (1, 1, 2)
        if kind == RELIC:
            table.rolls(*[] if table.asked() != "d20" else [table.options()[0] + 1])
            assert sum(table.s.churches) == 1 and table.vp() >= 5
        if kind == EPITHET:
            assert table.vp() == 10
        assert len(table.s.offered) == 6


@pytest.mark.clause("DM1-5.15")
def test_they_take_the_rightmost_card_that_is_open_to_them() -> None:
    table = SoloTable()
    table.s.culture[LORDLINGS] = table.t.red_spaces[1]
    table.offer(*[table.t.card_ids[c] for c in table.s.deck if table.t.card_kind[c] == ACHIEVEMENT][:6])
    card = table.s.offered[2]
    table.lords("develop_culture")
    assert table.solo.achievements[-1] == card


def builders(**options: object) -> SoloTable:
    """The position of MB2."""
    table = SoloTable(**options).hold(YOU, "lombardy", 1)
    return table.hold(LORDLINGS, "moravia", 1)


@pytest.mark.clause("DM1-5.17", "DM1-5.19", "DM1-5.20", "DMR-14")
def test_build() -> None:
    table = builders().lords("build", 5)  # MB2
    assert table.s.city[table.area("moravia")] == 1 and table.s.culture[LORDLINGS] == 2
    assert table.s.cities_left == 6 and table.s.sites_taken(table.area("moravia")) == 1
    table = builders().lords("build", 10)
    assert table.s.floors[table.area("bohemia")] == 1
    table = builders().lords("build", 15)
    assert table.s.manors[table.area("swabia")] == 2 and visible(table.s) == 2
    table = builders().lords("build", 19)
    assert table.s.churches[table.area("croatia")] == 1 and table.vp() == 9


@pytest.mark.clause("DM1-5.17", "DM1-5.18", "DM1-5.27")
def test_build_without_a_possible_result_is_a_pass() -> None:
    table = SoloTable()
    s = table.s
    for area in ("swabia", "bohemia", "croatia"):
        table.hold(LORDLINGS, area, manors=2, floors=3, churches=1)
    table.lords("build")
    assert table.events("passed") == [(LORDLINGS,)] and s.discs[LORDLINGS] == 6
    assert not table.pile() and len(deck(s)) == 9 and table.stack_of("build") == ()
    table = SoloTable()
    for area in ("swabia", "bohemia", "croatia"):
        table.hold(LORDLINGS, area, manors=2, floors=3)
    table.lords("build")
    assert [v + 1 for v in table.options()] == [18, 19, 20]  # only a church is possible
    assert table.ask_of().args[0] != RECRUITED


@pytest.mark.clause("DM1-5.21")
def test_settle() -> None:
    table = SoloTable().hold(LORDLINGS, "moravia", 1).lords("settle")
    assert table.s.manors[table.area("moravia")] == 1 and table.units("moravia") == (1, 0, 0)
    assert table.s.discs[LORDLINGS] == 5 and table.solo.covered == 0b111111110000 and visible(table.s) == 2


@pytest.mark.clause("DM1-5.22", "DM1-5.1", "DMR-2", "DM1-5.27")
def test_settle_without_a_place() -> None:
    table = SoloTable().lords("settle")
    assert table.asked() == "lordling_card" and table.pile() == ["settle"]  # the next card is drawn
    table.draws("research")
    assert table.pile() == ["settle", "research"]
    table = SoloTable()
    table.solo.drawn = 0b111111111 & ~(1 << table.solo.t.card_ids.index("settle"))
    table.discs(LORDLINGS, 3).turn(LORDLINGS)  # MB9: the last card is not asked for
    assert (
        table.events("lordlings_idle")
        and table.events("passed") == [(LORDLINGS,)]
        and len(deck(table.s)) == 9
    )
    table.solo.drawn = 0b111111111
    table.turn(LORDLINGS)
    assert table.events("passed") == [(LORDLINGS,)]


@pytest.mark.clause("DM1-5.24", "DMR-43", "DM1-5.22")
def test_persist_on_a_new_deck() -> None:
    table = SoloTable()
    table.lords("persist_1").draws("settle").draws("persist_2").draws("recruit")  # MB39
    table.rolls(2, 1)
    assert table.stack_of("recruit") == (LORDLINGS,) and len(deck(table.s)) == 8
    assert table.pile() == ["persist_1"]
    table = SoloTable()  # nothing comes that could be repeated
    ids = table.solo.t.card_ids
    table.solo.drawn = sum(
        1 << i for i, id in enumerate(ids) if id not in ("persist_1", "persist_2", "settle")
    )
    table.lords("persist_1").draws("settle")  # the last one is not asked for
    assert table.who() == YOU and table.pile() == ["persist_1"] and table.solo.shown == []


@pytest.mark.clause("DM1-5.26", "DM1-5.27", "DM1-6.6", "DMR-3", "DMR-4", "DMR-44")
def test_hurry() -> None:
    table = SoloTable().discs(LORDLINGS, 3).lords("hurry")
    assert not table.events("passed") and table.pile() == ["hurry"]
    table.discs(LORDLINGS, 2).lords("persist_1")  # Hurry is repeated
    assert table.events("passed") == [(LORDLINGS,)] and len(deck(table.s)) == 9 and not table.pile()  # MB40


@pytest.mark.clause("DM1-5.1")
def test_without_a_disc_they_pass() -> None:
    table = SoloTable().discs(LORDLINGS, 0)
    table.turn(LORDLINGS)
    assert table.events("passed") == [(LORDLINGS,)] and table.s.discs[LORDLINGS] == 6


# -- reactions and passes ------------------------------------------------------------------------------


@pytest.mark.clause("DM1-6.1", "DM1-6.3", "DM1-6.4", "DM1-6.5", "DMR-5", "DM1-5.2")
@pytest.mark.parametrize("band", range(5))
def test_reactions(band: int) -> None:
    """Research lies on the band, and the lowest disc of its stack is theirs."""
    bands = [action for action in BANDS if action != "research"]
    bands.insert(band, "research")
    table = SoloTable(bands=bands).stack("research", LORDLINGS, YOU)
    last = table.s.offered[-1]
    table.solo.planning = 1 << RESEARCH
    table.lords("research", 1)
    reaction = table.events("reaction_chosen")[0][1]
    assert (
        table.rules.kinds["reaction"].name(reaction)[0].split(".")[1]
        == (
            "culture_exchange",
            "regroup",
            "recruit",
            "recruit",
            "trade",
        )[band]
    )
    if band in (2, 3):
        table.rolls(table.options()[0] + 1, 1)
    if band == 0:
        assert last not in table.s.offered
    if band == 1:
        assert table.solo.planning == 1 << RESEARCH | 1 << MARCH
    if band == 4:
        assert table.s.culture[LORDLINGS] == 5
    assert table.s.exhausted[LORDLINGS] == 2


@pytest.mark.clause("DM1-5.2", "DM1-3.5")
def test_your_disc_reacts_in_their_turn() -> None:
    table = SoloTable().stack("research", YOU, LORDLINGS)
    table.solo.planning = 1 << RESEARCH
    table.lords("research", 1)
    assert table.open() == ("react", YOU)


@pytest.mark.clause("DM1-6.6", "DM1-10.1", "DM1-10.5")
def test_points_of_a_pass() -> None:
    for areas, vp in ((0, 0), (3, 1), (4, 3), (5, 3), (6, 5), (7, 5), (8, 8), (9, 12), (11, 12)):  # MA7
        table = SoloTable()
        ids = [id for id in table.t.area_ids if id != "verona"]
        for id in ("swabia", "bohemia", "croatia"):
            table.leave(id)
        for id in ids[:areas]:
            table.hold(LORDLINGS, id, manors=1)
        assert realm_vp(table.s) == vp
    table = SoloTable(easy_cities=True).hold(LORDLINGS, "moravia", 1)
    assert realm_vp(table.s) == 1
    for hard, n in ((False, 2), (True, 3)):
        table = SoloTable(hard_culture=hard).discs(LORDLINGS, 1).lords("hurry")
        assert table.s.culture[LORDLINGS] == n and table.vp() == 1


@pytest.mark.clause("DM1-6.6", "DM1-6.7", "DM1-6.8", "DM1-6.9", "DMR-16", "DM1-10.4", "DM1-5.26")
def test_titles_after_hurry() -> None:
    table = SoloTable().hold(LORDLINGS, "carinthia", 1).discs(LORDLINGS, 2)  # MB3
    left = table.s.offered[0]
    table.lords("hurry")
    assert table.s.title[table.title("duke_of_carinthia")] == LORDLINGS
    assert table.s.title.count(LORDLINGS) == 1 and table.vp() == 6 + 3 and table.s.discard == [left]
    assert table.s.culture[LORDLINGS] == 2 and len(deck(table.s)) == 9
    table = SoloTable().hold(LORDLINGS, "carinthia", 1)
    assert claimed(table.s, False) == [] and len(claimed(table.s, True)) == 1
    table.hold(LORDLINGS, "carniola", 1).holds(YOU, "duke_of_carinthia").discs(LORDLINGS, 0)
    table.turn(LORDLINGS)  # an ordinary pass with all of the region: no points for a title of yours
    assert table.s.title[table.title("duke_of_carinthia")] == LORDLINGS and table.vp() == 3
    table = SoloTable(hard_titles=True).holds(LORDLINGS, "duke_of_carinthia").discs(LORDLINGS, 0)
    table.turn(LORDLINGS)
    assert table.vp() == 2 + 1


@pytest.mark.clause("DM1-6.10", "DM1-3.5")
def test_you_may_take_a_title_of_theirs() -> None:
    table = SoloTable().holds(LORDLINGS, "king_of_italy")
    for area in ("verona", "lombardy", "tuscany"):
        table.hold(YOU, area, 1, manors=1)
    table.goes(YOU)
    assert table.s.title[table.title("king_of_italy")] == YOU and table.score(YOU) == 0


@pytest.mark.clause("DM1-3.6", "DM1-10.6")
def test_the_first_on_a_red_space() -> None:
    for hard in (False, True):
        table = SoloTable(hard_red=hard)
        table.s.culture[LORDLINGS] = table.t.red_spaces[0] - 1
        table.solo.planning = 1 << RESEARCH
        table.lords("research", 1)
        assert table.s.goods[GOODS * LORDLINGS + GOLD] == 0 and table.vp() == (2 if hard else 0)
        assert table.events("red_reached") == [(LORDLINGS, table.t.red_spaces[0], 0)]
        gold = table.s.gold(YOU)
        gain_culture(table.s, YOU, table.t.red_spaces[0])
        assert table.s.gold(YOU) == gold  # nobody gets any more


@pytest.mark.clause("DM1-5.4", "DM1-11.2")
def test_nobody_is_asked_in_their_turn() -> None:
    """Whatever they do is chance, but for your own dice and reactions."""
    for seed in range(3):
        table = SoloTable(wild=True)
        table.rng.seed(seed)
        table.let_nature()
        assert table.who() == YOU and table.asked() == "turn"
        assert table.s.owner.count(YOU) == 1 and not table.events("units_marched", "attack_declared")
