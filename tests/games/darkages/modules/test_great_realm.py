"""The Great Realm (DM2, MB13 to MB15, MB43, MB44): two maps, two decks, five to eight players."""

from __future__ import annotations

from collections import Counter

import pytest

from pfalz.catalogue import game, ruleset
from pfalz.core.errors import IllegalAnswer, RulesetError
from pfalz.games.darkages import building, possible
from pfalz.games.darkages.ending import end_reasons
from pfalz.games.darkages.modules.great_realm.tables import RealmLookup
from pfalz.games.darkages.modules.landmarks.rules import sites
from pfalz.games.darkages.state import BY_CHURCHES, NONE
from pfalz.games.darkages.words import ATTACKER, CAVALRY, DEFENDER, INFANTRY, RESOURCES, UNITS
from tests.games.darkages.battlefield import ARCHER_T, CAVALRY_T, INFANTRY_T, TEMPORARY
from tests.games.darkages.modules.commanding import (
    ALMANZOR,
    BYRHTNOTH,
    GONZALEZ,
    HASTING,
    LONGSWORD,
    YES,
    Field,
)
from tests.games.darkages.modules.realm import WEST, Realm
from tests.games.darkages.table import DISCARD, LAY_OUT, PLAY, REACTIONS, WHITE, YELLOW, Table

COUNTS = (5, 6, 7, 8)
A, B, C, D, E = range(5)
PLAIN = ("watermill", "quarries", "w_watermill", "w_quarries")
"""Cards that allow no free step."""


def part(table: Table) -> RealmLookup:
    found = table.rules.parts["great_realm"]
    assert isinstance(found, RealmLookup)
    return found


# -- what there is (DM2-1) ---------------------------------------------------------------------------------


@pytest.mark.clause("DM2-1.1", "DM2-2.3", "DM2-2.4")
@pytest.mark.parametrize("players", COUNTS)
def test_pieces_of_both_games(players: int) -> None:
    table = Realm(players, wild=True)
    s, t = table.s, table.t
    assert (t.tower_pieces, t.churches, t.production_pieces) == (60, 16, 44)
    assert len(t.colour_ids) == len(set(t.colour_ids)) == players
    assert len(t.marker_ids) == 50 and len(set(t.marker_ids)) == 50
    sides = Counter(zip(t.marker_units, t.marker_rewards, strict=True))
    assert all(n % 2 == 0 for n in sides.values())
    assert sorted(s.bands) == list(range(5)) and len(t.reaction_row) == 6
    assert (t.offer_places, t.last_space, t.red_spaces) == (12, 35, ruleset("darkages", 4).lookup.red_spaces)


@pytest.mark.clause("DM2-1.2", "DM2-3.6", "DMR-17")
def test_what_the_west_brings() -> None:
    t, base = ruleset("darkages", 8).lookup, ruleset("darkages", 4).lookup
    assert (t.areas - base.areas, len(t.region_ids) - len(base.region_ids)) == (25, 11)
    assert len(t.title_ids) - len(base.title_ids) == 6
    new = [i for i, id in enumerate(t.ruler_ids) if id not in base.ruler_ids]
    assert {t.ruler_ids[i] for i in new} == {f"ruler_{id}" for id in WEST}
    start = [card for ruler in new for card in t.start_cards[ruler]]
    assert len(set(start)) == 14 and not set(start) & set(t.deck)
    assert len(t.deck) - len(base.deck) == 84


@pytest.mark.clause("DM2-1.3")
def test_twins_are_alike_in_all_but_their_names() -> None:
    t, base = ruleset("darkages", 8).lookup, ruleset("darkages", 4).lookup
    twins = [card for card in t.deck if t.card_ids[card].startswith("w_")]
    assert len(twins) == len(base.deck) == 84
    for card in twins:
        other = t.card_ids.index(t.card_ids[card].removeprefix("w_"))
        assert t.card_kind[card] == t.card_kind[other] and t.card_vp[card] == t.card_vp[other]
        assert t.card_faces[card] == t.card_faces[other]
        assert t.card_effects[card] == t.card_effects[other]  # effects of relics are the same thing
        assert (t.card_counter[card], t.card_tiers[card]) == (t.card_counter[other], t.card_tiers[other])
        assert t.card_replaces[card] == t.card_replaces[other]
        for one, two in zip(t.card_powers[card], t.card_powers[other], strict=True):
            ops = [[(e.when, e.op, e.n, e.what) for e in t.powers[power].effects] for power in (one, two)]
            assert ops[0] == ops[1]


# -- setup (DM2-2) -----------------------------------------------------------------------------------------


@pytest.mark.clause("DM2-2.1")
def test_both_maps_are_one() -> None:
    rules = ruleset("darkages", 8)
    t, links = rules.lookup, rules.data["great_realm"]["link"]
    base = set(ruleset("darkages", 4).lookup.area_ids)
    across = {
        frozenset((t.area_ids[one], t.area_ids[other]))
        for one, beside in enumerate(t.neighbours)
        for other in beside
        if (t.area_ids[one] in base) != (t.area_ids[other] in base)
    }
    assert (
        across == {frozenset(pair) for kind in ("land", "sea") for pair in links[kind]} and len(across) == 10
    )
    reached = {0}
    while True:
        more = reached | {other for area in reached for other in t.neighbours[area]}
        if more == reached:
            break
        reached = more
    assert len(reached) == t.areas


@pytest.mark.clause("DM2-2.1")
def test_mb14_a_church_at_the_seam() -> None:
    table = Realm(7).hold(A, "upper_burgundy", infantry=1, city=True)
    building.church_vp(table.s, A, table.area("upper_burgundy"))
    assert table.scores()[A] == 9


@pytest.mark.clause("DM2-2.2", "DM2-3.8")
@pytest.mark.parametrize(
    ("players", "areas", "rulers", "titles"),
    [(5, 41, 10, 10), (6, 41, 10, 10), (7, 49, 12, 12), (8, 49, 12, 12)],
)
def test_marks(players: int, areas: int, rulers: int, titles: int) -> None:
    t = ruleset("darkages", players).lookup
    assert (t.areas, len(t.ruler_ids), len(t.title_ids)) == (areas, rulers, titles)
    missing = {"spoleto", "benevento", "capua", "apulia", "catalonia", "toledo", "cordoba", "zaragoza"}
    assert missing.isdisjoint(t.area_ids) == (players < 7)


@pytest.mark.clause("DM2-2.5", "DM2-2.6", "DMR-19", "DM0-2.2", "DM2-5.3")
@pytest.mark.parametrize(("modules", "central"), [((), 4), (("landmarks",), 6)])
def test_mb43_rulers_of_both_halves(modules: tuple[str, ...], central: int) -> None:
    rules = ruleset("darkages", 5, modules)
    table = Table.__new__(Table)
    Table.__mro__[1].__init__(table, rules)  # nobody has chosen yet
    table.nature(*range(5)).nature(A)
    assert table.open() == ("ruler", E)
    west = part(table).west
    assert len(table.options()) == len(west) == central + 6
    for seat in (E, D, C):
        table.do(seat, next(ruler for ruler in table.options() if west[ruler]))
    assert table.open() == ("ruler", B)
    assert not any(west[ruler] for ruler in table.options()) and len(table.options()) == central
    refused = next(ruler for ruler in range(len(west)) if west[ruler] and ruler not in table.s.ruler)
    assert table.why(refused) == ("half_full", "DM2-2.6")
    assert table.why(table.s.ruler[E]) == ("ruler_taken", "D-3.7")


@pytest.mark.clause("DM2-2.6")
def test_a_table_may_do_without_balance() -> None:
    table = Realm(7, rulers=WEST, balance=False)
    assert {table.t.ruler_ids[ruler] for ruler in table.s.ruler[:7]} == {f"ruler_{id}" for id in WEST}
    with pytest.raises(IllegalAnswer):
        Realm(7, rulers=WEST)


@pytest.mark.clause("DM2-2.7", "DM2-2.8", "DM2-2.9", "DM0-2.4", "DM0-2.8")
@pytest.mark.parametrize(
    ("players", "cities", "laid", "deck"),
    [(5, 13, 36, 128), (6, 14, 35, 128), (7, 16, 42, 156), (8, 17, 41, 156)],
)
def test_mb44_pieces_after_setup(players: int, cities: int, laid: int, deck: int) -> None:
    s = Realm(players, wild=True).s
    assert (s.cities_left, len(s.deck), len(s.offered)) == (cities, deck, 12)
    markers = [marker for marker in s.marker if marker != NONE]
    assert len(markers) == len(set(markers)) == laid
    assert 50 - len(markers) == {5: 14, 6: 15, 7: 8, 8: 9}[players]


@pytest.mark.clause("DM2-2.10")
@pytest.mark.parametrize(
    ("players", "available"),
    [
        (5, [2, 3, 3, 4, 4]),
        (6, [2, 2, 3, 3, 4, 4]),  # MB13
        (7, [2, 2, 3, 3, 3, 4, 4]),
        (8, [2, 2, 2, 3, 3, 3, 4, 4]),
    ],
)
def test_mb13_noble_discs(players: int, available: list[int]) -> None:
    for starter in (0, 3):
        s = Realm(players, starter=starter).s
        assert [s.discs[(starter + i) % players] for i in range(players)] == available
        assert [a + b for a, b in zip(s.discs, s.exhausted, strict=True)][:players] == [4] * players


@pytest.mark.clause("DM2-2.11")
def test_everything_else_is_set_up_as_always() -> None:
    table = Realm(8)
    s, t = table.s, table.t
    for seat in range(8):
        assert s.goods[5 * seat : 5 * seat + 5] == [1, 1, 1, 1, 1]
        assert s.manors[s.home[seat]] == s.city[s.home[seat]] == 1 and s.row[seat] == t.manors - 1
    assert [sum(s.production[RESOURCES * a : RESOURCES * (a + 1)]) for a in t.every_area] == [1] * 49


# -- play (DM2-3) ------------------------------------------------------------------------------------------


@pytest.mark.clause("DM2-3.1")
@pytest.mark.parametrize(("players", "size"), [(5, 3), (6, 4), (7, 4), (8, 4)])
def test_mb13_how_many_discs_bring_a_reaction(players: int, size: int) -> None:
    for there in (size - 2, size - 1):
        owners = [E, D, C][:there]
        table = Realm(players).stack("develop_culture", *owners).hand(A).offer(*PLAIN)
        table.act(A, "develop_culture", 0)
        if there == size - 1:
            assert table.open() == ("react", E)
            assert table.stack_of("develop_culture") == (*owners[1:], A)
        else:
            assert table.asked() == "turn" and table.stack_of("develop_culture") == (*owners, A)


@pytest.mark.clause("DM2-3.2", "DMR-18")
def test_mb13_access_to_the_offer() -> None:
    table = Realm(6)
    for space, cards in ((0, 2), (5, 2), (6, 4), (13, 6), (35, 12)):
        table.s.culture[A] = space
        assert possible.open_places(table.s, A) == list(range(cards))
    table.s.culture[A] = 0
    table.achievement(A, "scriptorium", 3)
    assert possible.open_places(table.s, A) == [0, 1, 2]  # `access` opens a single card


@pytest.mark.clause("DM2-3.3", "DMR-18")
def test_a_pass_discards_one_card() -> None:
    table = Realm(5)
    first, second = table.s.offered[:2]
    table.goes(A)
    assert table.s.discard == [first] and table.s.offered[0] == second and len(table.s.offered) == 12


@pytest.mark.clause("DM2-3.4", "DMR-17")
def test_mb15_twins() -> None:
    table = Realm(5).achievement(A, "town_law").hand(A, "w_town_law", "w_scriptorium").goods(A, gold=3)
    table.act(A, "research")
    assert table.options(LAY_OUT) == [table.card("w_scriptorium")]
    table = Realm(5).achievement(A, "town_law").hand(A, "w_town_law").stack("develop_culture", A, B)
    assert part(table).twin[table.card("town_law")] == table.card("w_town_law")
    assert not possible.may_lay_out(table.s, A, table.card("w_town_law"))
    assert possible.may_lay_out(table.s, B, table.card("w_town_law"))
    table.stack("develop_culture", A, B).hand(C).act(C, "develop_culture", 0)
    assert table.open() == ("react", A)
    exchange = REACTIONS["culture_exchange"]
    if exchange in table.options():
        assert table.card("w_town_law") in table.options(exchange, DISCARD)


@pytest.mark.clause("DM2-3.4")
def test_mb15_other_twins_may_be_owned_together() -> None:
    table = Realm(5).technology(A, "war_spearmen_or_knights", "spearmen")
    table.technology(A, "war_light_horse_or_saracen_archers", "light_horse")
    table.hand(A, "w_war_spearmen_or_knights").goods(A, gold=2)
    twin = table.card("w_war_spearmen_or_knights")
    assert part(table).twin[twin] == NONE
    table.act(A, "research", PLAY, twin, table.face_number("knights"))
    assert table.face(A, INFANTRY) == "spearmen" and table.face(A, CAVALRY) == "knights"


@pytest.mark.clause("DM2-3.5")
def test_longships() -> None:
    table = Realm(8)
    channel = {"wessex", "flanders", "normandy", "brittany"}
    wessex = table.area("wessex")
    usual = table.areas(possible.bits(possible.reach(table.s, D, table.area("flanders"))))
    assert "brittany" not in usual
    table.achievement(D, "longships", 1)
    for id in channel:
        near = table.areas(possible.bits(possible.reach(table.s, D, table.area(id))))
        assert channel - {id} <= near and id not in near
    assert table.areas(possible.bits(possible.reach(table.s, D, table.area("rome")))).isdisjoint(channel)
    assert possible.reach(table.s, A, wessex) == table.t.near[wessex]  # for nobody else


@pytest.mark.clause("DM2-3.7")
def test_all_sit_in_one_circle() -> None:
    table = Realm(8, starter=5)
    assert table.s.clockwise(5) == [5, 6, 7, 0, 1, 2, 3, 4] and table.s.turn == 5
    order = []
    for _ in range(8):
        order.append(table.s.turn)
        table.act(table.s.turn, "develop_culture", 0)
        if table.asked() == "react":
            table.do(table.who(), table.options()[-1], *table.forms(table.options()[-1])[0][1:])
    assert order == [5, 6, 7, 0, 1, 2, 3, 4]


# -- the end, other modules (DM2-4, DM2-5) -----------------------------------------------------------------


@pytest.mark.clause("DM2-4.1", "DM2-4.2")
@pytest.mark.parametrize(("players", "churches"), [(5, 11), (6, 12), (7, 14), (8, 15)])
def test_churches_bring_the_end(players: int, churches: int) -> None:
    table = Realm(players)
    for built, over in ((churches - 1, False), (churches, True)):
        table.s.churches_left = 16 - built
        assert bool(end_reasons(table.s) >> BY_CHURCHES & 1) == over


@pytest.mark.clause("DM2-5.1", "DMX-1.4", "DM0-1.2")
def test_which_modules_go_with_it() -> None:
    together = {m.id for m in game("darkages").modules if m.players[0] <= 5 and m.players[1] == 8}
    assert len(together - {"great_realm"}) == 12
    for players in COUNTS:
        found = ruleset("darkages", players, sorted(together))
        assert found.modules[0].id == "great_realm"
        with pytest.raises(RulesetError):
            ruleset("darkages", players, ("poland",))
    for players in (2, 3, 4):
        with pytest.raises(RulesetError):
            ruleset("darkages", players, ("great_realm",))


@pytest.mark.clause("DMX-1.3")
@pytest.mark.parametrize("players", [3, 4])
def test_three_or_four_play_with_all_other_modules(players: int) -> None:
    others = [m.id for m in game("darkages").modules if not m.obligatory]
    assert len(others) == 13
    assert [module.id for module in ruleset("darkages", players, others).modules] == others


@pytest.mark.clause("DM0-1.4", "DM2-5.2")
@pytest.mark.parametrize("players", [5, 8])
def test_second_copies_and_western_cards(players: int) -> None:
    modules = (
        "alchemists", "alliances", "commanders", "heathens", "wyrd", "age_of_wars", "distant_campaigns",
    )  # fmt: skip
    rules, base = ruleset("darkages", players, modules), ruleset("darkages", 4, modules)
    assert len(rules.slice_shapes) and rules.players == players
    for module in ("alliances", "wyrd"):
        ids, once = rules.parts[module].ids, base.parts[module].ids
        assert sorted(ids) == sorted([*once, *[f"{id}_w" for id in once]])
    assert len(rules.lookup.marker_ids) == 50 and all("heathen" in id for id in rules.lookup.marker_ids)
    assert len(rules.parts["commanders"].ids) == 10 and rules.parts["commanders"].open == players + 1
    wars = rules.parts["age_of_wars"]
    assert len(wars.common) == 16
    in_play = rules.lookup
    assert NONE not in wars.of_title and NONE not in wars.of_ruler
    assert (len(wars.of_title), len(wars.of_ruler)) == (len(in_play.title_ids), len(in_play.ruler_ids))
    assert len(rules.parts["distant_campaigns"].ids) == (24 if players < 7 else 30)
    assert len(Realm(players, modules).part("alchemists").stock) == players


@pytest.mark.clause("DM2-5.3", "DM0-1.4")
def test_single_sets() -> None:
    modules = ("landmarks", "pope", "benjamin", "crusades")
    rules, base = ruleset("darkages", 8, modules), ruleset("darkages", 4, modules)
    assert rules.parts["landmarks"].ids == base.parts["landmarks"].ids
    assert rules.parts["crusades"].cards == base.parts["crusades"].cards
    assert rules.parts["benjamin"].cards.bit_count() == base.parts["benjamin"].cards.bit_count() == 12
    assert sum(id == "title_pope" for id in rules.lookup.title_ids) == 1
    table = Realm(8, ("landmarks",)).hold(B, "anjou", infantry=1).hold(B, "tuscany", infantry=1)
    assert table.areas(sites(table.s, B)) == {"wessex", "anjou", "tuscany"}


@pytest.mark.clause("DM8-1.2", "DM0-2.10")
def test_two_wyrd_cards_under_the_offer() -> None:
    for players, places in ((4, [5]), (5, [10, 11])):
        table = Realm(players, ("wyrd",)) if players > 4 else Table(4, modules=("wyrd",))
        wyrd = table.part("wyrd")
        assert sorted(table.s.offered.index(card) for card in wyrd.under) == places
        assert wyrd.pile == (11 if players == 4 else 22)


@pytest.mark.clause("DM9-1.5", "DM9-5.3")
@pytest.mark.parametrize(("players", "markers"), [(5, 17), (6, 17), (7, 24), (8, 24)])
def test_war_markers(players: int, markers: int) -> None:
    wars = ruleset("darkages", players, ("age_of_wars",)).parts["age_of_wars"]
    assert (wars.markers, wars.final_vp) == (markers, (9, 6, 3))


@pytest.mark.clause("DM13-2.1", "DM13-2.2", "DM0-2.6", "DM0-2.11")
@pytest.mark.parametrize(
    ("players", "thirds", "travels"), [(6, [47, 47, 46], [5, 5, 0]), (8, [56, 56, 56], [6, 6, 0])]
)
def test_mb46_travel_cards_in_thirds(players: int, thirds: list[int], travels: list[int]) -> None:
    t = ruleset("darkages", players, ("benjamin",)).lookup
    (layer,) = t.layers
    assert (layer.sizes, layer.cards) == (thirds, [travels])


@pytest.mark.clause("DM14-1.2")
@pytest.mark.parametrize(("players", "churches"), [(4, [2, 4, 6]), (5, [2, 5, 8]), (8, [2, 5, 8])])
def test_gold_under_churches(players: int, churches: list[int]) -> None:
    assert ruleset("darkages", players, ("crusades",)).parts["crusades"].churches == churches


@pytest.mark.clause("DM10-1.2")
@pytest.mark.parametrize("players", COUNTS)
def test_campaigns_name_open_areas_that_are_no_homes(players: int) -> None:
    rules = ruleset("darkages", players, ("distant_campaigns", "landmarks"))
    goals = rules.parts["distant_campaigns"].goals
    assert len(set(goals)) == len(goals) and not set(goals) & set(rules.lookup.homes)


# -- western commanders (DM6-5) ----------------------------------------------------------------------------


def west_field(commander: int, defender: int, units: int = 3) -> Field:
    """Yellow attacks White in Lombardy with so many infantry, one of the two with a commander."""
    field = Field(7).hold(WHITE, "lombardy", 2)
    seat = WHITE if defender else YELLOW
    field.lead(seat, commander, "lombardy").attack(YELLOW, "verona", "lombardy", units)
    return field.do("command", seat, YES)


@pytest.mark.clause("DM6-1.1", "DM6-1.2")
def test_commanders_of_both_games() -> None:
    assert len(Realm(8, ("commanders",)).part("commanders").display) == 9
    assert ruleset("darkages", 4, ("commanders",)).parts["commanders"].open == 5


@pytest.mark.clause("DM6-5.6")
def test_hasting_takes_gold_for_a_victory() -> None:
    field = west_field(HASTING, False).roll(6, 6, 6, 1, 1)
    assert field.over() and field.owned(YELLOW) == {"gold": 2}
    field = west_field(HASTING, False, 1).roll(1, 6, 6)
    assert field.over() and field.owned(YELLOW) == {}


@pytest.mark.clause("DM6-5.7")
def test_longsword_rerolls_as_many_melee_dice_as_he_likes() -> None:
    field = west_field(LONGSWORD, False).roll(1, 2, 6, 1, 1)
    none = 6 * UNITS
    assert field.asked() == "reroll"
    field.do("reroll", YELLOW, 0, 1, none).roll(6, 6)
    assert field.over() and field.owner("lombardy") == YELLOW


@pytest.mark.clause("DM6-5.8")
@pytest.mark.parametrize(("defender", "result"), [(True, [3, 2 + 3]), (False, [3 + 1, 2])])
def test_byrhtnoth_adds_to_the_result(defender: bool, result: list[int]) -> None:
    field = west_field(BYRHTNOTH, defender).roll(1, 1, 1, 1, 1)
    assert field.over() and field.s.strength == result


@pytest.mark.clause("DM6-5.8")
def test_byrhtnoth_needs_a_survivor() -> None:
    field = west_field(BYRHTNOTH, False, 1).roll(1, 6, 6)
    assert field.over() and field.s.strength[0] == 0


@pytest.mark.clause("DM6-5.9")
def test_gonzalez_takes_archers_and_towers_from_the_other_side() -> None:
    for commander, army, strength in ((GONZALEZ, {}, 0), (HASTING, {ARCHER_T + TEMPORARY: 1}, 3)):
        field = Field(7).hold(WHITE, "lombardy", manors=1, floors=3, city=1)
        field.lead(YELLOW, commander, "lombardy").attack(YELLOW, "verona", "lombardy", 3)
        field.do("command", YELLOW, YES)
        levy = {INFANTRY_T + TEMPORARY: 1}
        assert field.army(DEFENDER) == {**levy, **army}
        while not field.over():
            field.let_nature()
            if not field.over():
                ask = field.asks()[0]
                field.play(ask.seat, ask.random_answer(field.s, field.rng))
        survivors = sum(field.s.army_of(DEFENDER))
        assert field.s.strength[DEFENDER] == survivors + strength


@pytest.mark.clause("DM6-5.1")
def test_almanzor_brings_temporary_units() -> None:
    field = west_field(ALMANZOR, False, 1)
    assert field.army(ATTACKER) == {INFANTRY_T: 1, ARCHER_T + TEMPORARY: 1, CAVALRY_T + TEMPORARY: 1}
