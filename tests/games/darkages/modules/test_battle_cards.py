"""Every battle card of the Age of Wars: both advantages and the compensation, card by card (DM9-6)."""

from __future__ import annotations

from typing import Any

import pytest

from pfalz.catalogue import ruleset
from pfalz.core.texts import Texts
from pfalz.games.darkages.cardtext import card_text, power_text
from pfalz.games.darkages.damage import kept
from pfalz.games.darkages.dice import rolled_now
from pfalz.games.darkages.modules.age_of_wars.drawing import card_lines
from pfalz.games.darkages.words import ATTACKER, DEFENDER, GOODS, GOODS_IDS, UNITS
from tests.games.darkages.battlefield import GREEN, RULERS, VIOLET, WHITE
from tests.games.darkages.modules.wars import CARDS, WarField, unit

PHASES = {"battle.ranged": 0, "battle.charge": 1, "battle.melee": 2}
SWAPPED = {
    "ruler_henry_the_fowler": ("battle_ruler_burchard", "battle_ruler_henry"),
    "ruler_marozia": ("battle_ruler_tomislav", "battle_ruler_marozia"),
}
"""Cards of rulers that another module brings: here they belong to rulers of the base game."""
HOME_RULERS = {*RULERS, *SWAPPED, "ruler_boleslav"}
SWAPPED |= {
    row["ruler"]: ("battle_ruler_burchard", id)
    for id, row in CARDS.items()
    if row.get("ruler") and row["ruler"] not in HOME_RULERS
}
SOUTH = "battle_title_benevento"
HOME_TITLES = [row["title"] for row in CARDS.values() if row.get("title")]
HOME_TITLES = HOME_TITLES[: HOME_TITLES.index(CARDS[SOUTH]["title"]) + 1]
"""Titles of the base game; a card of a title of the Great Realm changes places with one of them."""
Row = dict[str, Any]


def owner_of(id: str) -> int:
    """Who can have a card."""
    ruler = CARDS[id].get("ruler", "")
    if ruler in SWAPPED:
        ruler = CARDS[SWAPPED[ruler][0]]["ruler"]
    return RULERS.index(ruler) if ruler in RULERS else WHITE


def field_for(id: str) -> WarField:
    """A battlefield on which the owner of a card has it in hand."""
    edition: dict[str, object] = {}
    ruler = CARDS[id].get("ruler", "")
    if ruler in SWAPPED:
        other = SWAPPED[ruler][0]
        edition = {
            f"age_of_wars.card.{other}.ruler": ruler,
            f"age_of_wars.card.{id}.ruler": CARDS[other]["ruler"],
        }
    if ruler == "ruler_boleslav":
        edition = {
            f"age_of_wars.card.{id}.ruler": "ruler_burchard",
            "age_of_wars.card.battle_ruler_burchard.ruler": ruler,
        }
    title = CARDS[id].get("title", "")
    if title and title not in HOME_TITLES:
        edition = {
            f"age_of_wars.card.{SOUTH}.title": title,
            f"age_of_wars.card.{id}.title": CARDS[SOUTH]["title"],
        }
    field = WarField(edition=edition)
    field.give(player(id), id.removeprefix("battle_"))
    return field


def player(id: str) -> int:
    """The seat that plays a card."""
    return WHITE if CARDS[id].get("ruler") == "ruler_boleslav" else owner_of(id)


def victim(id: str) -> int:
    """The seat that is attacked."""
    return GREEN if player(id) == VIOLET else VIOLET


def attack(id: str, played: bool, mine: tuple[int, int, int] = (3, 3, 3), bare: bool = False) -> WarField:
    """An attack on Franconia, with a city, two manors and a tower or without, and somewhere to retreat."""
    field, side, foe = field_for(id), player(id), victim(id)
    field.hold(side, "saxony", *mine).hold(foe, "franconia", 2, 2, 1)
    if not bare:
        field.hold(foe, "franconia", 2, 2, 1, manors=2, floors=3)
    field.hold(foe, "bavaria", infantry=1)
    field.attack(side, "saxony", "franconia", *mine)
    return field.plays(side, id.removeprefix("battle_") if played else "")


def told(id: str) -> list[Row]:
    """The advantages of a card."""
    found: list[Row] = CARDS[id]["advantages"]
    return found


EVERY = [(id, i) for id, row in CARDS.items() for i in range(len(row["advantages"]))]


@pytest.mark.clause(
    "DM9-6.1", "DM9-6.2", "DM9-6.3", "DM9-6.4", "DM9-6.5", "DM9-6.6", "DM9-6.7", "DM9-6.8", "DM9-6.9",
    "DM9-6.10", "DM9-6.11", "DM9-6.12", "DM9-4.3",
)  # fmt: skip
@pytest.mark.parametrize(("id", "at"), EVERY, ids=[f"{id}-{i + 1}" for id, i in EVERY])
def test_advantage(id: str, at: int) -> None:
    row = told(id)[at]
    CHECKS[row["op"]](id, row)


def temp_unit(id: str, row: Row) -> None:
    kind = 6 * unit(row["unit"]) + 3
    without, with_ = attack(id, False), attack(id, True)
    assert with_.army(ATTACKER).get(kind, 0) - without.army(ATTACKER).get(kind, 0) == row["n"]


def reroll(id: str, row: Row) -> None:
    field = attack(id, True, (4, 4, 4))
    seen = field.fight(1, 1)["rerolls"]
    assert (PHASES[row["when"]], ATTACKER, row["n"]) in seen
    assert not attack(id, False).fight(1, 1)["rerolls"]


def die_bonus(id: str, row: Row) -> None:
    """Dice that miss by one: as many as the bonus reaches hit more."""
    phase = PHASES[row["when"]]
    struck = []
    for played in (False, True):
        field = attack(id, played)
        while field.asked() != "dice" or field.ask_of().args[-1] != phase:
            if field.asked() == "dice":
                _, mine, theirs = field.dice()
                field.roll(*[1] * (mine + theirs))
            else:
                field.do(field.asked(), field.ask_of().seat, field.options()[-1])
        numbers = rolled_now(field.s, phase)
        side = field.s.attacker
        pips = [
            field.s.face_of(side, kind).values[phase] - 1
            for kind in range(UNITS)
            for _ in range(numbers[kind])
        ]
        field.roll(*pips, *[1] * sum(numbers[UNITS:]))
        while field.asked() == "reroll":
            field.do("reroll", side, field.options()[-1])
        struck.append((field.s.struck[2 * phase], numbers))
    (before, _), (after, numbers) = struck
    if row["dice"] == "all":
        expected = numbers[unit(row["unit"])]
    else:
        expected = min(row["dice"], sum(numbers[:UNITS]))
    assert before == 0 and after == expected * row["n"] > 0


def cancel_damage(id: str, row: Row) -> None:
    field = attack(id, True)
    assert len(kept(field.s, ATTACKER)) == row["n"] and not kept(field.s, DEFENDER)
    assert field.fight(1, 6)["saves"] and not attack(id, False).fight(1, 6)["saves"]


def no_city_archer(id: str, row: Row) -> None:
    assert 6 + 3 in attack(id, False).army(DEFENDER) and 6 + 3 not in attack(id, True).army(DEFENDER)


def no_manor_levy(id: str, row: Row) -> None:
    assert attack(id, False).army(DEFENDER)[3] == 2 and attack(id, True).army(DEFENDER)[3] == row["max"]


def no_towers(id: str, row: Row) -> None:
    results = []
    for played in (False, True):
        field = attack(id, played)
        seen = field.fight(1, 5)  # with towers a die that shows one less would hit too
        assert seen["rolls"]
        results.append(field.s.strength[DEFENDER])
    assert results[0] - results[1] == 3 + (0 if "no_city_archer" not in {r["op"] for r in told(id)} else 1)


def first_strike(id: str, row: Row) -> None:
    rolls = attack(id, True).fight(1, 1)["rolls"]
    assert [(mine > 0, theirs > 0) for phase, mine, theirs in rolls if phase == 0] == [
        (True, False),
        (False, True),
    ]
    rolls = attack(id, False).fight(1, 1)["rolls"]
    assert [(mine > 0, theirs > 0) for phase, mine, theirs in rolls if phase == 0] == [(True, True)]


def result_bonus(id: str, row: Row) -> None:
    strength = []
    for played in (False, True):
        field = attack(id, played)
        field.fight(1, 1)
        strength.append(field.s.strength[ATTACKER])
    lent = sum(other["n"] for other in told(id) if other["op"] == "temp_unit")  # they survive, too
    assert strength[1] - strength[0] == row["n"] + lent and row["needs_survivor"]
    lost = attack(id, True, (1, 0, 0))
    lost.fight(1, 6)
    assert lost.s.strength[ATTACKER] == 0  # nobody is left


def extra_die(id: str, row: Row) -> None:
    dice = []
    for played in (False, True):
        field = attack(id, played)
        dice.append(field.dice()[1])
    assert dice[1] - dice[0] == row["n"] and PHASES[row["when"]] == 0


def gain(id: str, row: Row) -> None:
    assert row["when"] == "won"
    for attack_pips, expected in ((6, row["n"]), (1, 0)):
        field, side = attack(id, True, (3, 3, 4)), player(id)
        before = _has(field, side, row["what"])
        field.s.red_taken = 31
        field.fight(attack_pips, 7 - attack_pips)
        assert (field.s.victor == ATTACKER) is bool(expected)
        assert _has(field, side, row["what"]) - before == expected


def pursuit(id: str, row: Row) -> None:
    for played, caught in ((False, 0), (True, row["n"])):
        field = attack(id, played, (3, 0, 4), bare=True)
        field.fight(1, 1)  # nobody is hit
        assert field.s.victor == ATTACKER
        assert sum(field.s.lost[UNITS:]) == caught
        assert sum(field.units("bavaria")) == 1 + 5 - caught


def recover_fallen(id: str, row: Row) -> None:
    field, side = attack(id, True, (4, 3, 4)), player(id)
    field.fight(6, 6)
    assert field.s.victor == ATTACKER
    fallen = field.s.lost[:UNITS]
    back = field.events("unit_recovered")
    assert len(back) == min(row["n"], sum(fallen)) == row["n"]
    assert back[0][0] == side and fallen[back[0][1]] and back[0][2] == field.s.stand[ATTACKER]
    lost = attack(id, True, (1, 0, 0))
    lost.fight(1, 6)
    assert lost.s.victor == DEFENDER and not lost.events("unit_recovered")


CHECKS = {
    check.__name__: check
    for check in (
        temp_unit, reroll, die_bonus, cancel_damage, no_city_archer, no_manor_levy, no_towers, first_strike,
        result_bonus, extra_die, gain, pursuit, recover_fallen,
    )
}  # fmt: skip


def _has(field: WarField, seat: int, what: str) -> int:
    if what == "culture":
        return field.s.culture[seat]
    if what == "vp":
        return field.s.score(seat)
    goods = field.s.goods[GOODS * seat : GOODS * (seat + 1)]
    return sum(goods[:4]) if what == "resource" else goods[GOODS_IDS.index(what)]


@pytest.mark.clause("DM9-4.4", "DM0-8.3")
@pytest.mark.parametrize("id", CARDS)
@pytest.mark.parametrize("exhausted", [0, 1])
def test_compensation(id: str, exhausted: int) -> None:
    field, side, foe = field_for(id), player(id), victim(id)
    field.hold(side, "saxony", infantry=4).hold(foe, "franconia", infantry=1)
    field.s.discs[foe] -= exhausted
    field.s.exhausted[foe] += exhausted
    field.s.red_taken = 31
    field.attack(side, "saxony", "franconia", infantry=4).plays(side, id.removeprefix("battle_"))
    home = field.s.home[foe]
    whats = ("gold", "culture", "vp", "resource")
    before = {what: _has(field, foe, what) for what in whats}
    stood = list(field.s.units_in(home))
    field.fight(6, 1)
    assert field.s.victor == ATTACKER
    gained = {what: _has(field, foe, what) - before[what] for what in whats}
    expected = dict.fromkeys(whats, 0)
    units = [0] * UNITS
    discs = 0
    for row in CARDS[id]["compensation"]:
        if row["op"] == "gain":
            expected[row["what"]] += row["n"]
        elif row["op"] == "place_unit":
            assert row["where"] == "home"
            units[unit(row["unit"])] += row["n"]
        else:
            assert row["op"] == "recover_noble"
            discs = min(row["n"], exhausted)
            if not exhausted:
                expected["gold"] += row["otherwise"][0]["n"]
    assert gained == expected
    assert [now - then for now, then in zip(field.s.units_in(home), stood, strict=True)] == units
    assert field.s.exhausted[foe] == exhausted - discs


@pytest.mark.clause("DM9-4.3", "DM9-4.4")
@pytest.mark.parametrize("language", ["en", "de"])
def test_every_card_can_be_read(language: str) -> None:
    field = WarField()
    texts = Texts(field.rules, language, ["A", "B", "C", "D"])
    for card, id in enumerate(field.wars.t.cards):
        lines = card_lines(field.rules, texts, card)
        assert len(lines) == 2 and all("{" not in line and line.endswith(".") for line in lines)
        assert texts.name("battle_card", card) and texts.name("power", field.t.lasting[id])


@pytest.mark.clause("DM9-6.11")
@pytest.mark.parametrize(
    ("language", "once", "always"),
    [
        ("en", "If you win this battle: take 1 gold.", "whenever you win"),
        ("de", "Wenn du diesen Kampf gewinnst: Nimm 1 Gold.", "immer wenn du"),
    ],
)
def test_what_a_victory_brings_is_told_of_this_battle_only(language: str, once: str, always: str) -> None:
    """Those of achievements hold for every battle."""
    rules = ruleset("darkages", 4, ("age_of_wars",))
    texts, lasting = Texts(rules, language), rules.lookup.lasting
    assert power_text(rules, texts, lasting["battle_pillage"]).startswith(once)
    passes = card_text(rules, texts, rules.lookup.card_ids.index("alpine_passes"))
    assert always in " ".join(passes).lower()
