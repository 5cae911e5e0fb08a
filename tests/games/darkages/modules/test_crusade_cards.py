"""Every crusade card: its numbers, its special effect, its words (DM14-4.3, DM0-8.15 to DM0-8.17)."""

from __future__ import annotations

import pytest

from pfalz.core.texts import Texts
from pfalz.games.darkages.modules.crusades.drawing import card_lines, special_text
from pfalz.games.darkages.modules.crusades.rules import bonus, reckon
from pfalz.games.darkages.state import FROM_CARDS
from pfalz.games.darkages.words import ARCHER, CAVALRY, INFANTRY, UNITS
from tests.games.darkages.modules.crusading import CARDS, Crusading
from tests.games.darkages.table import GREEN, VIOLET, WHITE, YELLOW

A, B, C, D = YELLOW, WHITE, VIOLET, GREEN


@pytest.mark.clause("DM14-4.5")
@pytest.mark.parametrize("id", CARDS)
@pytest.mark.parametrize("players", [3, 4])
def test_defence(id: str, players: int) -> None:
    row = CARDS[id]
    table = Crusading(players).runs(id.removeprefix("crusade_")).sent(A, infantry=2)
    part = table.crusade
    card = part.running
    assert part.t.vp[card] == tuple(row["vp"]) and part.t.absent[card] == row["absent"]
    for seat in range(players):
        table.goods(seat)
    table.resolve(A)
    while table.asked() in ("ambush", "bargain"):
        table.throw(6, 6, ask="ambush") if table.asked() == "ambush" else table.do(table.who(), 0)
    defence = row["defence"]
    value = defence["base"] + defence["per_player"] * players
    if defence["dice"]:
        table.throw(*[3] * defence["dice"], ask="crusade_defence")
        value += 3 * defence["dice"]
    assert table.asked() == "crusade_dice" and part.defence == max(0, value)


@pytest.mark.clause("DM14-4.7", "DM14-4.9")
@pytest.mark.parametrize("id", CARDS)
@pytest.mark.parametrize(
    ("hits", "places"), [((3, 2, 1, 0), (0, 1, 2)), ((2, 2, 1, 0), (0, 0, 2)), ((1, 1, 1, 0), (0, 0, 0))]
)
def test_what_a_card_brings_and_costs(id: str, hits: tuple[int, ...], places: tuple[int, ...]) -> None:
    """Points by place, tied ones all that of the best; who is not there loses by a victory, else gains."""
    row = CARDS[id]
    for won in (True, False):
        table = Crusading(4).runs(id.removeprefix("crusade_"))
        for seat in (A, B, C):
            table.sent(seat, infantry=1)
        part = table.turn(A).crusade
        part.hits, part.defence = list(hits), sum(hits) - won
        table.s.add_points(D, 10, FROM_CARDS)
        reckon(table.s)
        gains = [row["vp"][place] for place in places] if won else [0, 0, 0]
        assert table.scores() == [*gains, 10 - row["absent"] if won else 10 + row["absent"]]
        assert part.won == won


@pytest.mark.clause("DM0-8.16", "DM0-8.17")
def test_nicaea_guides() -> None:
    table = Crusading().runs("nicaea").sent(A, infantry=1).sent(B, infantry=1).goods(A, gold=1).goods(B)
    table.goods(C, gold=5).resolve(A)
    table.do(A, 1, ask="bargain")
    assert table.open() == ("add_crusader", A) and table.options() == [INFANTRY, ARCHER, CAVALRY]
    table.do(A, CAVALRY)
    assert table.s.gold(A) == 0 and table.units_of(A) == (1, 0, 1)
    assert table.asked() == "crusade_dice"  # B cannot pay, C does not take part


@pytest.mark.clause("DM0-8.17")
def test_nobody_pays_for_units_that_are_not_there() -> None:
    table = Crusading().runs("nicaea").sent(A, infantry=1).goods(A, gold=1)
    taken = table.s.supply[UNITS * A : UNITS * A + UNITS]
    table.hold(A, "lombardy", *taken)
    table.resolve(A)
    assert table.asked() == "crusade_dice" and table.s.gold(A) == 1


@pytest.mark.clause("DM0-8.16", "DM0-1.6")
def test_antioch_hunger() -> None:
    table = Crusading().runs("antioch").sent(A, infantry=1, archers=1).goods(A, gold=1).resolve(A)
    table.do(A, 0, ask="bargain")
    assert table.open() == ("crusade_loss", A) and table.options() == [INFANTRY, ARCHER]
    assert table.why(CAVALRY) == ("no_crusader", "DM14-4.8")
    table.do(A, ARCHER)
    assert table.units_of(A) == (1, 0, 0) and table.s.gold(A) == 1
    table = Crusading().runs("antioch").sent(A, infantry=1).goods(A, gold=1).resolve(A)
    table.do(A, 1, ask="bargain")
    assert table.units_of(A) == (1, 0, 0) and table.s.gold(A) == 0  # gold in place of a resource


@pytest.mark.clause("DM0-8.15", "DM0-8.17", "DM14-3.4")
def test_edessa_latecomers() -> None:
    table = Crusading().runs("edessa").sent(A, infantry=1)
    for seat, area in ((A, "lombardy"), (B, "bavaria"), (C, "croatia")):
        table.hold(seat, area, infantry=1, cavalry=1)
    table.resolve(B)
    assert table.open() == ("bargain", B)
    table.do(B, 1)
    assert table.open() == ("add_crusader", B) and table.slots() == "figure"
    table.do(B, table.unit_in("bavaria", CAVALRY))
    assert table.units_of(B) == (0, 0, 1)
    table.do(C, 0, ask="bargain")
    assert table.asked() == "crusade_dice"  # D has nobody to send, A takes part already


@pytest.mark.clause("DM0-8.19", "DM14-4.3")
def test_jerusalem_pilgrims() -> None:
    table = Crusading().runs("jerusalem").sent(A, infantry=5).sent(B, infantry=2)
    table.s.red_taken = 31
    table.resolve(A)
    assert table.s.culture[:4] == [3, 2, 0, 0]


@pytest.mark.clause("DM0-8.15", "DM0-8.17")
def test_lisbon_fleet() -> None:
    table = Crusading().runs("lisbon").sent(A, infantry=1).sent(B, infantry=1)
    table.hold(A, "lombardy", infantry=1)  # on the Tyrrhenian
    assert not table.crusade.t.coast & table.s.realm(B)
    table.resolve(A).do(A, 1, ask="bargain")
    assert table.units_of(A) == (1, 1, 0) and table.asked() == "crusade_dice"


@pytest.mark.clause("DM0-8.15", "DM0-8.17")
@pytest.mark.parametrize(("mine", "theirs"), [(3, 2), (3, 3)])
def test_damascus_discord(mine: int, theirs: int) -> None:
    table = Crusading().runs("damascus").sent(A, infantry=mine).sent(B, infantry=theirs).resolve(A)
    assert table.units_of(A) == (mine - 1, 0, 0)
    assert table.units_of(B) == (theirs - int(mine == theirs), 0, 0)


@pytest.mark.clause("DM0-8.16", "DM0-8.17")
def test_wends_short_way() -> None:
    table = (
        Crusading().runs("wends").hold(A, "lombardy", infantry=2).hold(B, "bavaria", infantry=1, archers=1)
    )
    table.resolve(A).do(A, 1, ask="bargain")
    lombardy, nothing = table.unit_in("lombardy", INFANTRY), UNITS * table.t.areas
    assert table.open() == ("add_crusader", A) and table.options() == [lombardy]
    assert table.options(lombardy) == [lombardy, nothing]
    table.do(A, lombardy, nothing)
    assert table.units_of(A) == (1, 0, 0)
    table.do(B, 1, ask="bargain")
    infantry, archer = table.unit_in("bavaria", INFANTRY), table.unit_in("bavaria", ARCHER)
    assert table.options() == [infantry, archer]
    assert table.why(archer, infantry) == ("in_order", "D-26.5")
    table.do(B, infantry, archer)
    assert table.units_of(B) == (1, 1, 0)


@pytest.mark.clause("DM0-8.17")
def test_dorylaeum_ambush() -> None:
    table = Crusading().runs("dorylaeum").sent(A, infantry=2, cavalry=1).sent(B, infantry=1).resolve(A)
    table.throw(1, 6, 1, ask="ambush")
    assert table.open() == ("crusade_loss", A)
    table.do(A, INFANTRY, CAVALRY)
    assert table.units_of(A) == (1, 0, 0)
    table.throw(1, ask="ambush")
    assert table.units_of(B) == (0, 0, 0)  # he does not take part any more
    table.throw(1, ask="crusade_defence").throw(6)
    assert table.crusade.hits == [1, 0, 0, 0] and table.scores() == [0, 3, 3, 3]


@pytest.mark.clause("DM0-8.17", "DM0-8.20", "DM0-1.6")
def test_acre_engines() -> None:
    table = Crusading().runs("acre").sent(A, infantry=1).sent(B, infantry=1)
    table.goods(A, wood=1, gold=1).goods(B, iron=1).resolve(A)
    table.do(A, 1, ask="bargain")
    assert table.crusade.hits == [1, 0, 0, 0] and table.s.resources(A) == table.s.gold(A) == 0
    assert table.asked() == "crusade_dice"  # B cannot pay all of it
    table.throw(6, 1)
    assert table.crusade.hits == [2, 0, 0, 0]


@pytest.mark.clause("DM0-8.17", "DM14-4.6")
def test_arsuf_charge() -> None:
    table = Crusading().runs("arsuf").sent(A, infantry=1, cavalry=2)
    assert [bonus(table.s, unit) for unit in range(UNITS)] == [0, 0, 1]
    needs = min(v for v in table.s.face_of(A, CAVALRY).values if v)
    table.resolve(A).throw(1, needs - 1, needs - 2)
    assert table.crusade.hits == [1, 0, 0, 0]


@pytest.mark.clause("DM0-8.17", "DM14-4.3")
def test_jaffa_truce_goes_to_any_own_area() -> None:
    table = (
        Crusading().runs("jaffa").sent(A, infantry=1, archers=1).hold(A, "lombardy", infantry=1).resolve(A)
    )
    table.do(A, 1, ask="bargain")
    assert table.open() == ("crusade_return", A)
    table.do(A, table.area("lombardy"), table.area("verona"))
    assert table.units_of(A) == (0, 0, 0) and table.events("crusade_deserted")
    assert list(table.s.units_in(table.area("lombardy"))) == [2, 0, 0]


@pytest.mark.clause("DM0-8.15", "DM0-8.17")
@pytest.mark.parametrize("tied", [False, True])
def test_iconium_drowned_emperor(tied: bool) -> None:
    table = Crusading().runs("iconium").sent(A, infantry=1).sent(B, infantry=2).sent(C, infantry=1)
    for seat in range(4):
        table.goods(seat)
    table.s.add_points(A, 5, FROM_CARDS)
    table.s.add_points(B, 5 if tied else 3, FROM_CARDS)
    table.s.add_points(D, 50, FROM_CARDS)  # does not take part
    table.resolve(A)
    assert table.units_of(A) == (0, 0, 0) and table.units_of(B) == (2 - int(tied), 0, 0)
    assert [table.s.gold(seat) for seat in range(4)] == [0, 1 - int(tied), 1, 0]


@pytest.mark.parametrize("language", ["en", "de"])
def test_every_card_can_be_read(language: str) -> None:
    table = Crusading()
    texts = Texts(table.rules, language, ["A", "B", "C", "D"])
    told = set()
    for card in range(len(CARDS)):
        lines = card_lines(table.rules, texts, card)
        assert all("{" not in line and line.endswith(".") for line in lines)
        told.add(special_text(table.rules, texts, card))
        for effect in table.t.deeds[table.crusade.t.cards[card]]:
            assert "{" not in texts.name("gift", effect.index)
    assert len(told) == len(CARDS)
