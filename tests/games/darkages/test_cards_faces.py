"""War technologies: every face of every card with its values, cost, level and ability."""

from __future__ import annotations

import pytest

from pfalz.games.darkages.words import ATTACKER, UNIT_IDS, UNITS
from tests.games.darkages.cards import CARDS, FACES, complete, first_step, raw, ready
from tests.games.darkages.paying import price
from tests.games.darkages.table import PLAY, VIOLET, WHITE, WORDS, YELLOW, Table
from tests.games.darkages.test_cards_battle import LOMBARDY, PHASES, Field, defended, finish_dice, struck

TECHNOLOGIES = {row["id"]: row for row in CARDS["war_technology"]}


def only(unit: int, n: int) -> tuple[int, int, int]:
    """So many units of one type."""
    return n * (unit == 0), n * (unit == 1), n * (unit == 2)


def raised_to(table: Table, face: str) -> Table:
    """Yellow's type of a face is one level below it."""
    row = FACES[face]
    if row["level"] == 3:
        for id, card in TECHNOLOGIES.items():
            steps = [f for f in card["faces"] if FACES[f]["type"] == row["type"] and FACES[f]["level"] == 2]
            if steps and id in table.t.card_ids and table.card(id) not in table.s.hand[YELLOW]:
                return table.technology(YELLOW, id, steps[0])
        raise AssertionError("no face of level II")
    return table


EVERY_FACE = [(card, face) for card, row in TECHNOLOGIES.items() for face in row["faces"]]


@pytest.mark.clause("D-7.7", "D-7.8", "D-7.9", "D-7.10", "D-7.11")
@pytest.mark.parametrize(("card", "face"), EVERY_FACE)
def test_every_face_of_every_war_technology(card: str, face: str) -> None:
    row = FACES[face]
    unit = UNIT_IDS.index(row["type"])
    table = ready().hand(YELLOW, card)
    raised_to(table, face)
    before = table.s.face_of(YELLOW, unit)
    assert before.level == row["level"] - 1
    table.turn(YELLOW).do(YELLOW, WORDS["research"], ask="turn")
    if table.asked() == "research":
        assert (PLAY, table.card(card)) in {form[:2] for form in table.forms()}
        form = (PLAY, table.card(card))
        faces = [f for f in table.options(*form) if len(form) == 2 and table.slots(*form) == "face"]
        table.do(YELLOW, *complete(table, *form, *([table.face_number(face)] if faces else [])))
    assert table.owned(YELLOW)["gold"] == 8
    now = table.s.face_of(YELLOW, unit)
    assert (now.id, now.level, now.armour) == (face, row["level"], row["armour"])
    assert tuple(now.values) == tuple(row[phase] for phase in PHASES)
    assert tuple(now.dice) == (row.get("dice_ranged", 1), 1, 1)
    assert tuple(now.cost) == price(row["cost"])
    assert table.card(card) in table.s.technologies[YELLOW]
    assert (now.power >= 0) == bool(row["effects"])
    if row["effects"]:
        assert now.power in table.s.powers[YELLOW]
    assert before.power < 0 or before.power not in table.s.powers[YELLOW]
    for other in range(UNITS):
        if other != unit:
            assert table.s.face_of(YELLOW, other).level == 1
    assert table.s.face_of(WHITE, unit).level == 1


@pytest.mark.clause("D-7.8")
@pytest.mark.parametrize(("card", "face"), EVERY_FACE)
def test_a_face_of_a_wrong_level_cannot_be_played(card: str, face: str) -> None:
    """A face is on offer exactly if it is one level above the present one."""
    table = ready().hand(YELLOW, card, "annals")
    table.turn(YELLOW).do(YELLOW, WORDS["research"], ask="turn")
    playable = [f for f in TECHNOLOGIES[card]["faces"] if FACES[f]["level"] == 2]
    offered = PLAY in table.options() and table.card(card) in table.options(PLAY)
    assert offered == bool(playable)
    if len(playable) == 1:
        assert table.complete(PLAY, table.card(card)) or table.slots(PLAY, table.card(card)) != "face"


@pytest.mark.clause("D-8.1", "D-15.6", "D-15.7", "D-15.8", "D-15.19")
@pytest.mark.parametrize("face", [id for id, row in FACES.items() if row["level"] > 1])
def test_a_face_in_battle(face: str) -> None:
    """A unit costs what its face says, hits with its values and not below, and counts its level."""
    row = FACES[face]
    unit = UNIT_IDS.index(row["type"])

    def army(strength: int = 1) -> Table:
        table = ready()
        index = table.face_number(face)
        table.s.face[UNITS * YELLOW + unit] = index
        if table.t.faces[index].power >= 0:
            table.s.powers[YELLOW] = (table.t.faces[index].power,)
        return table.hold(YELLOW, "verona", *only(unit, strength)).marker(LOMBARDY, "barbarian_22")

    table = army()
    first_step(table, WORDS["recruit"]).do(YELLOW, unit, *complete(table, unit)[1:], ask="recruit")
    spent = tuple(9 - table.owned(YELLOW).get(id, 0) for id in ("wood", "leather", "stone", "iron", "gold"))
    assert spent == price(row["cost"])
    for number, phase in enumerate(PHASES):
        if not row[phase]:
            continue
        dice = row.get("dice_ranged", 1) if phase == "ranged" else 1
        for pips in (row[phase] - 1, row[phase]):
            table = army()
            Field(table).march(YELLOW, "verona")
            barbarians = 3 if phase == "melee" else 0  # three infantry
            hits = struck(table, phase, ATTACKER, *[pips] * dice, *[1] * barbarians)
            double = any(e["op"] == "double_six" and e["when"] == f"battle.{phase}" for e in row["effects"])
            worth = 2 if double and pips == 6 else 1
            assert hits == (dice * worth if pips >= max(2, row[phase]) else 0), (phase, pips)
            assert number == PHASES.index(phase)
    table = army(2)
    Field(table).march(YELLOW, "verona")
    while table.s.victor < 0:
        finish_dice(table) if table.asked() == "dice" else table.do(table.who(), *complete(table))
    assert table.s.strength[ATTACKER] == 2 * row["level"]


@pytest.mark.clause("D-15.11", "D-15.13", "D-15.15")
@pytest.mark.parametrize("face", [id for id, row in FACES.items() if row["armour"] > 1])
def test_a_face_dies_of_as_much_damage_as_its_armour(face: str) -> None:
    row = FACES[face]
    unit = UNIT_IDS.index(row["type"])
    for damage in range(1, row["armour"] + 1):
        table = ready()
        table.s.face[UNITS * YELLOW + unit] = table.face_number(face)
        table.hold(YELLOW, "verona", *only(unit, 1)).marker(LOMBARDY, "barbarian_22")
        Field(table).march(YELLOW, "verona")
        while PHASES[table.ask_of().args[-1]] != "melee":
            finish_dice(table)
        table.roll(1, *[5] * damage, *[1] * (3 - damage))
        assert sum(table.s.fallen[:UNITS]) == (damage == row["armour"])


@pytest.mark.clause("D-22.9", "D-22.20", "D-22.21")
def test_abilities_of_faces_are_the_ones_written_about() -> None:
    """Their tests: the faces in battle (double six), the long spears, and recruiting one more."""
    ops = {face: [effect["op"] for effect in row["effects"]] for face, row in FACES.items() if row["effects"]}
    assert ops == {
        "axemen": ["double_six"],
        "swordsmen": ["double_six"],
        "peasant_levy": ["extra_recruit"],
        "recruited_archers": ["extra_recruit"],
        "long_spears": ["enemy_die_penalty"],
    }


@pytest.mark.clause("D-22.20")
@pytest.mark.parametrize("face", ["axemen", "swordsmen"])
def test_natural_sixes_of_the_infantry(face: str) -> None:
    for six, hits in ((6, 2), (5, 1)):
        table = ready()
        index = table.face_number(face)
        table.s.face[YELLOW] = index
        table.s.powers[YELLOW] = (table.t.faces[index].power,)
        table.hold(YELLOW, "verona", infantry=1).marker(LOMBARDY, "barbarian_22")
        Field(table).march(YELLOW, "verona")
        assert struck(table, "melee", ATTACKER, six, 1, 1, 1) == hits


@pytest.mark.clause("D-22.21")
def test_long_spears_take_a_pip_from_every_die_of_the_charge() -> None:
    for alive, hits in ((True, 0), (False, 2)):
        table = defended(infantry=int(alive), archers=2)
        index = table.face_number("long_spears")
        table.s.face[YELLOW] = index
        table.s.powers[YELLOW] = (table.t.faces[index].power,)
        Field(table).march(WHITE, "swabia")
        assert struck(table, "charge", ATTACKER, 4, 4) == hits


@pytest.mark.clause("D-22.9", "D-8.3")
@pytest.mark.parametrize(("face", "unit"), [("peasant_levy", 0), ("recruited_archers", 1)])
def test_a_face_that_recruits_one_more(face: str, unit: int) -> None:
    table = ready()
    index = table.face_number(face)
    table.s.face[UNITS * YELLOW + unit] = index
    table.s.powers[YELLOW] = (table.t.faces[index].power,)
    first_step(table, WORDS["recruit"]).do(YELLOW, *complete(table, 2, table.area("verona")))
    assert table.asked() == "effect"
    table.do(YELLOW, table.options()[0])
    while table.asked() == "extra_recruit":
        table.do(YELLOW, *complete(table))
    expected = [0, 0, 1]
    expected[unit] = 1
    assert table.units("verona") == tuple(expected) and table.asked() == "turn"
    other = ready()
    other.s.face[UNITS * VIOLET + unit] = index
    other.s.powers[VIOLET] = (other.t.faces[index].power,)
    first_step(other, WORDS["recruit"]).do(YELLOW, *complete(other, 2, other.area("verona")))
    assert other.asked() == "turn"


def test_barbarians_have_values_of_their_own() -> None:
    for row in raw("units")["barbarian"]:
        table = ready()
        face = table.s.face_of(table.s.barbarians(), UNIT_IDS.index(row["id"]))
        assert (face.level, face.armour, tuple(face.values)) == (
            row["level"],
            row["armour"],
            tuple(row[phase] for phase in PHASES),
        )
