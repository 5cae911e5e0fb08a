"""Every Wyrd card: when each of its fates is fully effective, and what it takes (CY01 to CY12)."""

from __future__ import annotations

import re
import tomllib
from importlib import resources

import pytest

from pfalz.catalogue import ruleset
from pfalz.core.data import Edition
from pfalz.core.texts import Texts
from pfalz.games.darkages.cardtext import effects_text
from pfalz.games.darkages.state import FROM_CARDS
from pfalz.games.darkages.words import RESOURCE_IDS
from tests.games.darkages.modules.fates import LOWER, UPPER, Fates
from tests.games.darkages.table import VIOLET, WHITE, YELLOW

FULL: dict[str, tuple[dict[str, int], dict[str, int]]] = {
    "failed_harvest": ({"resources": 3}, {"vp": 3}),
    "blood_feud": ({"units": 2}, {"double_manors": 1}),
    "great_fire": ({"spare_buildings": 1}, {"floors": 1}),
    "heresy": ({"culture": 3}, {"vp": 4}),
    "debased_coin": ({"gold": 2}, {"hand": 2}),
    "pestilence": ({"areas_with_units": 2}, {"nobles": 2}),
    "treachery": ({"titles": 1}, {"vp": 5}),
    "wolf_winter": ({"units": 1}, {"wood": 1, "leather": 1, "stone": 1, "iron": 1}),
    "robber_barons": ({"resources": 2}, {"storage": 1}),
    "lost_lore": ({"hand": 1, "culture": 1}, {"gold": 1, "resources": 1}),
    "ill_omen": ({"vp": 2}, {"nobles": 1, "units": 1}),
    "cut_thread": ({"outer_manors": 1}, {"vp": 6}),
}
"""What each fate needs to be fully effective, upper and lower, and takes away then."""
CASES = [(id, which) for id in FULL for which in (UPPER, LOWER)]
WILDS = ("tuscany", "romagna", "lombardy")


def poor(id: str) -> Fates:
    """Yellow has nothing but the card, from which the last marker is about to leave."""
    table = Fates(3).under(5).active(YELLOW, id, 1).goods(YELLOW).hold_cards(YELLOW, 0).discs(YELLOW, 0)
    return table.buildings("verona", production={"wood": 1})


def give(table: Fates, things: dict[str, int]) -> Fates:
    """Yellow gets exactly these things."""
    s = table.s
    goods = {id: things[id] for id in (*RESOURCE_IDS, "gold") if id in things}
    if "resources" in things:
        goods["iron"] = things["resources"]
    if goods:
        table.goods(YELLOW, **goods)
    s.add_points(YELLOW, things.get("vp", 0), FROM_CARDS)
    s.culture[YELLOW] = things.get("culture", 0)
    s.storage[YELLOW] = things.get("storage", 0)
    table.hold_cards(YELLOW, things.get("hand", 0)).discs(YELLOW, things.get("nobles", 0))
    table.hold(YELLOW, "verona", things.get("units", 0), manors=1 + things.get("double_manors", 0))
    for area in WILDS[: things.get("areas_with_units", 0)]:
        table.hold(YELLOW, area, 1)
    for area in WILDS[: things.get("outer_manors", 0)]:
        table.hold(YELLOW, area, manors=1)
    table.buildings("verona", floors=things.get("floors", 0))
    table.buildings("verona", production={"wood": 1 + things.get("spare_buildings", 0)})
    for title in range(things.get("titles", 0)):
        s.title[title] = YELLOW
    return table


def owned(table: Fates) -> dict[str, int]:
    """What Yellow has of everything a fate can take."""
    s, home = table.s, table.area("verona")
    goods = s.goods[:5]
    return {
        **dict(zip((*RESOURCE_IDS, "gold"), goods, strict=True)),
        "vp": table.score(YELLOW),
        "culture": s.culture[YELLOW],
        "storage": s.storage[YELLOW],
        "hand": len(s.hand[YELLOW]),
        "nobles": s.discs[YELLOW],
        "units": s.units_of(YELLOW),
        "manors": s.manors_of(YELLOW) - 1,
        "floors": s.floors[home],
        "spare_buildings": s.produces(home) - 1,
        "titles": sum(holder == YELLOW and not way for holder, way in zip(s.title, s.sideways, strict=True)),
    }


def strike(table: Fates) -> Fates:
    """White takes a card with another Wyrd card, and the last marker leaves Yellow's."""
    for card in table.part.t.ids:
        if card not in [table.part.t.ids[other] for other in table.part.open[YELLOW]]:
            return table.develops(WHITE, 5).turns_up(card)
    raise AssertionError


@pytest.mark.clause("DM8-4.2", "DM8-4.3")
@pytest.mark.parametrize(("id", "which"), CASES)
def test_a_fate_that_is_fully_effective_takes_all_it_says(id: str, which: int) -> None:
    table = give(poor(id), FULL[id][which])
    assert any(owned(table).values())
    strike(table)
    assert table.open() == ("turn", VIOLET), "exactly as much as it takes: nothing to choose"
    assert table.events("fate_fulfilled") == [(YELLOW, table.fate(id, which))]
    assert not any(owned(table).values())
    assert table.part.down[YELLOW] == (table.wyrd(id),)


@pytest.mark.clause("DM8-4.2", "DM8-4.3", "DM0-1.11")
@pytest.mark.parametrize(("id", "which"), CASES)
def test_with_less_the_lower_fate_comes_as_far_as_it_can(id: str, which: int) -> None:
    for lacking in FULL[id][which]:
        things = {what: n - (what == lacking) for what, n in FULL[id][which].items()}
        table = give(poor(id), things)
        before = owned(table)
        strike(table)
        assert table.open() == ("turn", VIOLET)
        assert table.events("fate_fulfilled") == [(YELLOW, table.fate(id, LOWER))]
        left = owned(table)
        assert all(left[what] <= n for what, n in before.items())
        if which == LOWER:
            assert not any(left.values()), "as far as it can"


@pytest.mark.clause("DM8-4.3")
@pytest.mark.parametrize("id", sorted(FULL))
def test_with_enough_for_both_the_owner_chooses(id: str) -> None:
    upper, lower = FULL[id]
    table = give(poor(id), {**upper, **lower})
    strike(table)
    assert table.open() == ("fate", YELLOW)
    assert table.options() == [table.fate(id, UPPER), table.fate(id, LOWER)]
    said = Texts(table.rules, "en").prompt(table.ask_of())
    assert Texts(table.rules, "en").name("wyrd", table.wyrd(id)) in said


@pytest.mark.clause("DM0-8.18")
def test_robber_barons_give_to_the_player_with_the_fewest_points() -> None:
    table = give(poor("robber_barons"), {"resources": 2}).goods(WHITE).goods(VIOLET)
    table.s.add_points(WHITE, 1, FROM_CARDS)
    strike(table)
    assert table.s.goods[5 * VIOLET : 5 * VIOLET + 5] == [0, 0, 0, 2, 0]


@pytest.mark.clause("DM0-8.19")
@pytest.mark.parametrize(("more", "vp"), [(0, 2), (1, 4), (2, 6), (3, 6)])
def test_the_hairy_star_counts_wyrd_cards(more: int, vp: int) -> None:
    others = ("heresy", "treachery", "pestilence")[:more]
    table = poor("ill_omen").down(YELLOW, *others)
    table.s.add_points(YELLOW, vp, FROM_CARDS)
    table.develops(WHITE, 5).turns_up("blood_feud")
    assert table.score(YELLOW) == 0
    table = poor("ill_omen").down(YELLOW, *others).discs(YELLOW, 1)
    table.s.add_points(YELLOW, vp - 1, FROM_CARDS)
    table.develops(WHITE, 5).turns_up("blood_feud")
    assert table.score(YELLOW) == vp - 1, "one point short, the lower fate comes"
    assert table.s.discs[YELLOW] == 0


def test_the_data_are_those_of_twelve_cards() -> None:
    file = resources.files("pfalz.games.darkages.modules.wyrd") / "data" / "wyrd.toml"
    rows = tomllib.loads(file.read_text("utf-8"))["wyrd"]
    assert [row["id"] for row in rows] == list(FULL)


@pytest.mark.parametrize("id", sorted(FULL))
def test_every_fate_says_what_it_takes(id: str, language: str) -> None:
    rules = ruleset("darkages", 3, ("wyrd",))
    texts = Texts(rules, language)
    for which, side in ((UPPER, "upper"), (LOWER, "lower")):
        said = effects_text(texts, rules.lookup.deeds[f"wyrd.{id}.{side}"])
        assert said.endswith(".") and not re.search(r"[{}|]|  | [.,:;]|None|100", said), said
        if "titles" not in FULL[id][which]:
            for n in FULL[id][which].values():
                assert str(n) in said, said


def test_fates_follow_an_edition() -> None:
    edition = Edition("darkages", "", {"wyrd.wyrd.heresy.upper.0.n": 5, "wyrd.numbers.most_vp": 9})
    rules = ruleset("darkages", 3, ("wyrd",), edition=edition)
    assert "5 spaces" in effects_text(Texts(rules, "en"), rules.lookup.deeds["wyrd.heresy.upper"])
    assert "9 VP" in Texts(rules, "en").clause("DM8-5.1")
    assert rules.parts["wyrd"].most_vp == 9
