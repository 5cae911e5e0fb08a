"""Landmarks (DM3-4, DM3-5): how they change hands, and what each of them does (MB16, MB17)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from pfalz.bots import Knight, Situation
from pfalz.bots.judge import judge_of
from pfalz.catalogue import ruleset
from pfalz.core.state import HIDDEN, SPECTATOR
from pfalz.core.texts import LANGUAGES, Texts
from pfalz.games.darkages import control
from pfalz.games.darkages.cardtext import card_text
from pfalz.games.darkages.events import RULER_CHOSEN
from pfalz.games.darkages.hidden import Hands
from pfalz.games.darkages.modules.landmarks.events import LANDMARK_BUILT
from pfalz.games.darkages.modules.landmarks.state import landmarks
from pfalz.games.darkages.passing import entitled
from pfalz.games.darkages.settling import settle_cost
from pfalz.games.darkages.state import FREE
from pfalz.games.darkages.words import ARCHER, ATTACKER, DEFENDER, GOODS_IDS, INFANTRY, UNITS, WON
from tests.games.darkages.modules.landmarks import MAROZIA, RICH, Landmarks, rows
from tests.games.darkages.table import BUILDS, GREEN, VIOLET, WHITE, WORDS, YELLOW

# -- keeping and losing ----------------------------------------------------------------------------------


@pytest.mark.clause("DM3-4.1", "DM3-4.2", "DM3-4.3", "DM3-5.1")
def test_a_landmark_changes_hands() -> None:
    """MB17: White built Goslar in Franconia, Yellow conquers it."""
    table = Landmarks().hold(WHITE, "franconia", 1)
    table.builds(WHITE, "goslar", "franconia", wood=1, stone=1, iron=1)
    assert table.owned(WHITE) == {"gold": 1}
    table.goods(YELLOW).attack(YELLOW, "bavaria", "franconia", 0, 0, 5).fight()
    assert table.owner("franconia") == YELLOW == table.has("goslar")
    assert table.owned(YELLOW) == {}  # the immediate effect does not come again
    told = [name for name in table.names() if name in ("control_gained", "landmark_gained", "landmark_lost")]
    assert told == ["control_gained", "landmark_lost", "landmark_gained"]
    table.goods(YELLOW).goes(YELLOW)
    assert table.events("goods_gained").count((YELLOW, 5 + 4)) == 2
    control.disband(table.s, table.area("franconia"), table.units("franconia"))
    assert table.has("goslar") == FREE


@pytest.mark.clause("DM3-4.3")
def test_the_card_changes_hands_before_the_effects_of_a_victory() -> None:
    """Base consequences, then the card, then what the winner's cards do."""
    table = Landmarks().hold(WHITE, "franconia", 1).has_built(WHITE, "goslar", "franconia")
    winners = [p.index for p in table.t.powers if any(e.when == WON and not e.chosen for e in p.effects)]
    table.s.powers[YELLOW] = tuple(winners)
    table.attack(YELLOW, "bavaria", "franconia", 0, 0, 5).fight()
    names = table.names()
    assert names.index("control_gained") < names.index("landmark_gained")
    later = names[names.index("landmark_gained") :]
    assert {"goods_gained", "points_scored", "culture_gained"} & set(later)


@pytest.mark.clause("DM3-4.1", "DM3-4.2", "DM3-4.3")
def test_nobody_profits_from_a_free_area() -> None:
    table = Landmarks().hold(YELLOW, "lombardy", 1).has_built(YELLOW, "goslar", "lombardy")
    table.s.trace = []
    control.disband(table.s, table.area("lombardy"), (1, 0, 0))
    assert table.has("goslar") == FREE and table.where("goslar") == "lombardy"
    assert table.events("landmark_lost") == [(YELLOW, table.landmark("goslar"), table.area("lombardy"))]
    control.put_units(table.s, WHITE, table.area("lombardy"), (0, 0, 0))
    assert table.has("goslar") == FREE
    table.s.supply[UNITS * WHITE] -= 1
    control.put_units(table.s, WHITE, table.area("lombardy"), (1, 0, 0))
    assert table.has("goslar") == WHITE
    assert table.events("landmark_gained") == [(WHITE, table.landmark("goslar"), table.area("lombardy"))]
    table.check()


@pytest.mark.clause("DM3-4.4", "DM3-4.5")
def test_a_landmark_at_home_stays() -> None:
    table = Landmarks().has_built(YELLOW, "goslar", "verona").hold(YELLOW, "lombardy", 1)
    table.has_built(YELLOW, "speyer", "lombardy").hold(YELLOW, "verona", manors=0)
    control.settle_control(table.s, table.area("verona"))
    assert table.has("goslar") == YELLOW == table.has("speyer")


@pytest.mark.clause("DM3-4.5", "DM3-4.3")
def test_somebody_may_own_any_number() -> None:
    """One at home, one conquered, one built beside them."""
    table = Landmarks().has_built(YELLOW, "goslar", "verona").hold(WHITE, "franconia", 1)
    table.has_built(WHITE, "speyer", "franconia").attack(YELLOW, "bavaria", "franconia", 0, 0, 5).fight()
    assert table.has("goslar") == YELLOW == table.has("speyer")
    table.hold(YELLOW, "lombardy", 1).builds(YELLOW, "st_gall", "lombardy")
    assert [table.has(id) for id in ("goslar", "speyer", "st_gall")] == [YELLOW] * 3


@pytest.mark.clause("DM3-4.6", "DM0-8.14")
def test_the_chapel_counts_for_the_title_of_its_region() -> None:
    """MB16: Lombardy with the chapel is two of three areas."""
    table = Landmarks().leave("tuscany").hold(GREEN, "lombardy", 1).discs(GREEN, 1)
    italy = table.title("king_of_italy")
    assert italy not in entitled(table.s, GREEN)
    table.has_built(GREEN, "aachen", "lombardy")
    assert entitled(table.s, GREEN) == [italy]
    table.discs(GREEN, 0)
    assert entitled(table.s, GREEN) == []  # one area is missing
    table.discs(GREEN, 1).goes(GREEN)
    assert table.s.title[italy] == GREEN and table.events("points_scored")[0][1] == table.t.title_vp[italy]


@pytest.mark.clause("DM3-4.6")
def test_the_chapel_never_counts_beyond_the_region() -> None:
    table = Landmarks().hold(YELLOW, "lombardy", 1).hold(YELLOW, "tuscany", 1).discs(YELLOW, 0)
    table.has_built(YELLOW, "aachen", "lombardy")
    value = table.rules.value(table.s, "title_areas", 3, YELLOW, table.title("king_of_italy"))
    assert value == 3 and table.title("king_of_italy") in entitled(table.s, YELLOW)
    white = next(id for i, id in enumerate(table.t.area_ids) if table.t.region[i] not in table.t.title_region)
    table.hold(YELLOW, white, 1)
    landmarks(table.s).where[table.number("aachen")] = table.area(white)
    for title in range(len(table.t.title_ids)):
        assert table.rules.value(table.s, "title_areas", 1, YELLOW, title) == 1


@pytest.mark.clause("DM3-4.7", "DM0-8.14")
@pytest.mark.parametrize(("here", "archers", "bonus"), [("rome", 2, 2), ("spoleto", 1, 0)])
def test_the_castle_defends_its_area(here: str, archers: int, bonus: int) -> None:
    table = Landmarks(rulers=MAROZIA).hold(VIOLET, "spoleto", 0, manors=1)
    table.has_built(VIOLET, "castel_sant_angelo", here)
    table.attack(YELLOW, "tuscany", "rome", 1, 0, 0)
    s = table.s
    assert s.fighters(DEFENDER, ARCHER) == archers and s.fighters(ATTACKER, ARCHER) == 0
    table.fight()
    alive = sum(s.fighters(DEFENDER, unit) * s.face_of(VIOLET, unit).level for unit in range(UNITS))
    assert s.strength[DEFENDER] == alive + bonus


@pytest.mark.clause("DM3-4.7")
def test_the_castle_does_not_help_its_holder_attack() -> None:
    table = Landmarks(rulers=MAROZIA).has_built(VIOLET, "castel_sant_angelo", "rome")
    table.hold(YELLOW, "spoleto", 1).attack(VIOLET, "rome", "spoleto", 1, 0, 0)
    assert table.s.fighters(ATTACKER, ARCHER) == 0


@pytest.mark.clause("DM3-4.8", "DM0-8.14")
def test_the_abbey_makes_settling_cheaper() -> None:
    table = Landmarks(rulers=MAROZIA)
    s = table.s
    beside = [table.t.area_ids[area] for area in table.t.neighbours[table.area("bavaria")]]
    before = {id: settle_cost(s, GREEN, table.area(id)) for id in table.t.area_ids}
    table.hold(GREEN, "bavaria", 1).has_built(GREEN, "quedlinburg", "bavaria")
    for id, cost in before.items():
        assert settle_cost(s, GREEN, table.area(id)) == (max(1, cost - 1) if id in beside else cost), id
    assert settle_cost(s, YELLOW, table.area(beside[0])) == settle_cost(
        Landmarks(rulers=MAROZIA).s, YELLOW, table.area(beside[0])
    )
    control.disband(s, table.area("bavaria"), (1, 0, 0))
    assert {id: settle_cost(s, GREEN, table.area(id)) for id in table.t.area_ids} == before


@pytest.mark.clause("DM3-4.8")
def test_discounts_on_settling_add_up_to_one() -> None:
    table = Landmarks(rulers=MAROZIA)
    discounts = [
        power.index
        for power in table.t.powers
        if any(effect.items >> 11 & 1 and effect.place < 0 and effect.region < 0 for effect in power.effects)
    ]
    assert discounts
    dear = next(i for i in table.t.neighbours[table.area("bavaria")] if settle_cost(table.s, GREEN, i) == 3)
    table.hold(GREEN, "bavaria", 1).has_built(GREEN, "quedlinburg", "bavaria")
    table.s.powers[GREEN] = (discounts[0], *table.s.powers[GREEN])
    assert settle_cost(table.s, GREEN, dear) == 1


# -- each of them ----------------------------------------------------------------------------------------


@pytest.mark.clause("DM3-3.3", "DM3-1.2")
@pytest.mark.parametrize("row", rows(), ids=lambda row: str(row["id"]))
def test_every_landmark_can_be_built(row: dict[str, Any]) -> None:
    id = row["id"].removeprefix("landmark_")
    table = Landmarks(rulers=MAROZIA)
    table.hold(YELLOW, "lombardy", 1).builds(YELLOW, id, "lombardy", **row["cost"])
    gold = {"gold": 1} if id == "goslar" else {}
    assert table.where(id) == "lombardy" and table.has(id) == YELLOW and table.owned(YELLOW) == gold
    assert table.hand_of(YELLOW) == set()


@pytest.mark.parametrize("row", rows(), ids=lambda row: str(row["id"]))
@pytest.mark.clause("DM3-3.3")
def test_no_landmark_is_cheaper(row: dict[str, Any]) -> None:
    for lacking in row["cost"]:
        goods = {id: n - (id == lacking) for id, n in row["cost"].items()}
        table = Landmarks(rulers=MAROZIA).hand(YELLOW, row["id"]).goods(YELLOW, **goods)
        table.hold(YELLOW, "lombardy", 1).turn(YELLOW)
        assert table.why(table.step) == ("too_dear", "D-1.11")
        assert {*goods} <= set(GOODS_IDS)


@pytest.mark.clause("DM0-8.11")
@pytest.mark.parametrize(("here", "beside", "vp"), [(0, 0, 0), (1, 0, 2), (1, 2, 6), (3, 3, 8)])
def test_speyer_counts_all_churches_around(here: int, beside: int, vp: int) -> None:
    table = Landmarks().hold(YELLOW, "lombardy", 1, city=True, production={}, churches=here)
    near = table.t.area_ids[table.t.neighbours[table.area("lombardy")][0]]
    table.hold(WHITE, near, 1, city=True, production={}, churches=beside)
    far = next(i for i in table.t.every_area if not table.t.near[table.area("lombardy")] >> i & 1)
    assert far != table.area("lombardy")
    before = table.score(YELLOW)
    table.builds(YELLOW, "speyer", "lombardy")
    assert table.score(YELLOW) == before + vp


@pytest.mark.clause("DM3-4.1", "DM3-3.6")
def test_speyer_honours_churches() -> None:
    table = Landmarks().has_built(YELLOW, "speyer", "verona").hand(YELLOW).goods(YELLOW, **RICH)
    without = Landmarks().hand(YELLOW).goods(YELLOW, **RICH)
    for one in (table, without):
        one.turn(YELLOW).do(YELLOW, WORDS["build"], ask="turn")
        one.do(YELLOW, *one.forms(BUILDS["church"], one.area("verona"))[0])
    assert table.score(YELLOW) == without.score(YELLOW) + 1


@pytest.mark.clause("DM0-8.12")
def test_saint_gall_comes_before_the_card() -> None:
    table = Landmarks().has_built(YELLOW, "st_gall", "verona").hand(YELLOW)
    red = table.t.red_spaces[0]
    table.s.culture[YELLOW] = red - 1
    table.offer("watermill", "quarries", "heavy_plough", "tanneries", "market_right", "mining_right")
    table.turn(YELLOW).do(YELLOW, WORDS["develop_culture"], ask="turn")
    assert table.s.culture[YELLOW] == red and "culture_gained" in table.names()
    assert len(table.options()) == table.t.access_at_start + 1  # the point opens a place more
    names = table.names()
    table.do(YELLOW, table.options()[-1])
    assert "culture_gained" not in table.names() and names.index("action_chosen") < names.index(
        "culture_gained"
    )


@pytest.mark.clause("DM0-8.4", "DMX-6.1")
def test_aachen_turns_titles_upright() -> None:
    table = Landmarks().holds(YELLOW, "king_of_italy", sideways=True).builds(YELLOW, "aachen", "verona")
    assert table.s.sideways[table.title("king_of_italy")] == 0 and table.score(YELLOW) == 0
    table = Landmarks().holds(YELLOW, "king_of_italy").builds(YELLOW, "aachen", "verona")
    assert table.score(YELLOW) == 3
    table = Landmarks(modules=("pope",))
    pope = table.t.title_ids.index("title_pope")
    table.s.title[pope], table.s.sideways[pope] = YELLOW, 1
    table.builds(YELLOW, "aachen", "verona")
    assert table.s.sideways[pope] == 0 and table.score(YELLOW) == 0


@pytest.mark.clause("DM0-5.4", "DM3-4.1")
def test_goslar_pays_when_its_holder_passes() -> None:
    table = Landmarks().has_built(YELLOW, "goslar", "verona").goods(YELLOW).goes(YELLOW)
    assert table.events("goods_gained")[:2] == [(YELLOW, 5 + 4), (YELLOW, 5 + 4)]
    table.goods(WHITE).goes(WHITE)
    assert table.events("goods_gained") == [(WHITE, 5 + 4)]
    table = Landmarks().achievement(YELLOW, "three_field_rotation")
    table.has_built(YELLOW, "goslar", "verona").hand(YELLOW, "watermill")
    table.act(YELLOW, "research", 0, table.card("watermill"))
    *achievements, goslar = table.s.powers[YELLOW]
    assert table.t.powers[goslar].name == "card.landmark_goslar"  # behind all achievements
    laid = [table.t.card_ids[table.t.powers[power].card] for power in achievements]
    assert laid == ["three_field_rotation", "watermill"]


@pytest.mark.clause("DM3-3.3", "DM3-3.7")
def test_the_castle_brings_a_garrison() -> None:
    table = Landmarks(rulers=MAROZIA).builds(VIOLET, "castel_sant_angelo", "rome")
    assert table.units("rome") == (1, 1, 0)
    table = Landmarks(rulers=MAROZIA).hold(VIOLET, "spoleto", table.t.figures[INFANTRY])
    table.builds(VIOLET, "castel_sant_angelo", "rome")
    assert table.units("rome") == (0, 1, 0)


@pytest.mark.clause("DM3-5.1", "DMR-45")
def test_points_at_the_end() -> None:
    table = Landmarks(rulers=MAROZIA).hold(YELLOW, "lombardy", 1).hold(WHITE, "franconia", 1)
    table.hold(VIOLET, "spoleto", 1)
    for seat, id, area in (
        (YELLOW, "speyer", "lombardy"),
        (YELLOW, "aachen", "verona"),
        (WHITE, "goslar", "franconia"),
        (VIOLET, "castel_sant_angelo", "rome"),
        (VIOLET, "st_gall", "spoleto"),
        (GREEN, "quedlinburg", "saxony"),
    ):
        table.has_built(seat, id, area)
    control.disband(table.s, table.area("franconia"), (1, 0, 0))
    table.s.trace = []
    table.s.turn = YELLOW
    table.s.out = [1] * len(table.s.out)
    table.resume("game", "scoring")
    scored = [s.get("landmarks", 0) for s in (table.s.breakdown(seat) for seat in range(4))]
    assert scored == [4 + 3, 0, 3 + 3, 3]


# -- secrets, words, and nothing without it --------------------------------------------------------------


@pytest.mark.clause("DM3-3.1")
def test_who_is_asked_without_a_disc_has_a_landmark() -> None:
    table = Landmarks().hand(YELLOW, "landmark_goslar", "watermill").goods(YELLOW, wood=1, stone=1, iron=1)
    table.hand(VIOLET, "quarries", "heavy_plough").discs(YELLOW, 0).turn(YELLOW)
    assert table.open() == ("turn", YELLOW)
    for viewer in (WHITE, SPECTATOR):
        view = table.rules.view(table.s, viewer)
        assert view.hand[YELLOW] == (HIDDEN, HIDDEN)
        for seed in range(20):
            s = table.rules.resample(view, viewer, Random(seed))
            assert table.landmark("goslar") in s.hand[YELLOW] and table.rules.violations(s) == []
            assert list(table.rules.asks(s)[0].options(s, ()) or ()) == [WORDS["pass"], table.step]


@pytest.mark.parametrize("language", LANGUAGES)
def test_cards_say_what_they_do(language: str) -> None:
    rules = ruleset("darkages", 4, ("landmarks",))
    texts = Texts(rules, language)
    for card, kind in enumerate(rules.lookup.card_kind):
        if rules.lookup.kind_ids[kind] == "landmark":
            lines = card_text(rules, texts, card)
            assert len(lines) == 4 and all(line.endswith(".") and "{" not in line for line in lines)
    said = card_text(rules, Texts(rules, "en"), rules.lookup.card_ids.index("landmark_aachen"))
    assert said[0] == "Cost: 1 leather and 2 stone." and said[3] == "At the end: 3 VP."


def test_a_memory_knows_what_was_built() -> None:
    table = Landmarks(rulers=MAROZIA)
    memory = Hands(table.t)
    memory.see(RULER_CHOSEN, (VIOLET, table.ruler("marozia")))
    memory.see(LANDMARK_BUILT, (VIOLET, table.landmark("castel_sant_angelo"), table.area("rome")))
    assert memory.hands[VIOLET] == [table.card("senatrix")]


def test_a_knight_builds_what_he_can_pay_for() -> None:
    table = Landmarks().hand(YELLOW, "landmark_goslar").goods(YELLOW, wood=1, stone=1, iron=1)
    table.turn(YELLOW)
    situation = Situation(table.rules, table.rules.view(table.s, YELLOW), table.asks()[0], [], Random(3))
    assert Knight(1).choose(situation) == (table.step,)
    judge = judge_of(table.rules)
    in_hand = judge.terms(table.s)[YELLOW]["landmarks"]
    table.do(YELLOW, table.step)
    assert in_hand > 0 and judge.terms(table.s)[YELLOW]["landmarks"] >= 2
