"""Every step, benefit and event of the Rise of Poland, what is said and drawn of it, the knight (MB35)."""

from __future__ import annotations

import tomllib
from importlib import resources
from random import Random
from typing import Any

import pytest

from pfalz.bots import Knight, Situation
from pfalz.catalogue import ruleset
from pfalz.core.texts import LANGUAGES, Texts
from pfalz.games.darkages.board import plain, svg
from pfalz.games.darkages.bot import candidates
from pfalz.games.darkages.cardtext import card_text, effects_text
from pfalz.games.darkages.dice import rolled_now
from pfalz.games.darkages.modules.poland.bot import JUDGE
from pfalz.games.darkages.modules.poland.helping import IMPOSE
from pfalz.games.darkages.modules.poland.state import FLIPPED, STEPS
from pfalz.games.darkages.outlook import Outlook
from pfalz.games.darkages.words import ACTION_IDS, ATTACKER, CAVALRY, GOLD, GOODS, INFANTRY, RESOURCES, UNITS
from tests.games.darkages.modules.rising import CARDS, CHURCH, NO_CARD, SANTOK, VELETI, Rising
from tests.games.darkages.table import BUILDS, VIOLET, WHITE, WORDS, YELLOW

A, B, C = YELLOW, WHITE, VIOLET
FILE = tomllib.loads(
    (resources.files("pfalz.games.darkages.modules.poland") / "data" / "poland.toml").read_text("utf-8")
)
EVERY = [(card, step) for card in range(CARDS) for step in range(STEPS)]


def row(card: int, step: int) -> dict[str, Any]:
    """A step of the data file."""
    found: dict[str, Any] = FILE["card"][card]["step"][step]
    return found


# -- the steps ------------------------------------------------------------------------------------------


@pytest.mark.clause("DM15-3.1", "DM15-3.2", "DM15-4.1", "DM0-8.1", "DM0-8.16")
@pytest.mark.parametrize(("card", "step"), EVERY)
def test_every_step(card: int, step: int) -> None:
    """Its action, what it takes and what it brings, as the file says."""
    table = Rising(2).goods(A, wood=3, leather=3, stone=3, iron=3, gold=3).hand(A, "holy_lance", "true_cross")
    table.hold(A, "verona", infantry=3, city=True, churches=1)
    table.poland.steps[card] = step
    given = row(card, step)
    goods, vp, culture = list(table.s.goods[:GOODS]), table.s.score(A), table.s.culture[A]
    table.choose(A, given["action"]).helps(A, card)
    if table.asked() == "pay":
        table.do(A, *[0] * len(table.forms()[0]))
    removed = cards = 0
    for effect in given["condition"]:
        if effect["op"] == "pay":
            goods[["wood", "leather", "stone", "iron", "gold"].index(effect["what"])] -= effect["n"]
        elif effect["op"] == "remove_unit":
            removed += effect["n"]
        elif effect["op"] == "discard_hand":
            cards += effect["n"]
    if table.asked() == "lose":
        table.do(A, *table.ask_of().filled(table.s, lambda _, options: options[0]))
    if table.asked() == "levy":
        table.do(A, 1)
    assert sum(table.s.units_in(table.area("verona"))) == 3 - removed
    for effect in given.get("reward", []):
        n = effect["n"]
        if effect["op"] == "gain_per":
            assert effect["per"] == "cost_of_removed_units"
            n *= removed * sum(table.s.face_of(A, INFANTRY).cost[:RESOURCES])
        if effect["what"] == "vp":
            vp += n
        elif effect["what"] == "culture":
            culture += n
        else:
            goods[GOLD] += n
    assert table.s.goods[:GOODS] == goods and table.s.score(A) == vp and table.s.culture[A] == culture
    assert len(table.s.hand[A]) == 2 - cards
    assert table.far(A)[card] == (FLIPPED if step == 3 else step + 1)


@pytest.mark.clause("DM15-3.2", "DM0-3.6")
@pytest.mark.parametrize(("card", "step"), EVERY)
def test_no_step_without_its_condition(card: int, step: int) -> None:
    table = Rising(2).goods(A).hand(A)
    table.poland.steps[card] = step
    beside = table.rules.value(table.s, "beside", 0, A, ACTION_IDS.index(row(card, step)["action"]))
    assert beside == 0


SAID = {
    (SANTOK, 2): "Schritt 3 von 4, 1 Leder zahlen, bringt 1 Gold",
    (VELETI, 2): "Schritt 3 von 4, 2 Einheiten vom Spielplan entfernen, "
    "bringt je Ressource ihrer Werbekosten 1 SP, bringt 1 Gold",
}


@pytest.mark.clause("DM15-3.2", "DM15-3.5")
@pytest.mark.parametrize(("card", "step"), SAID)
def test_a_step_says_what_it_takes_and_brings(card: int, step: int) -> None:
    table = Rising(2).goods(A, wood=3, leather=3, stone=3, iron=3).hold(A, "verona", infantry=3, churches=1)
    table.poland.steps[card] = step
    table.choose(A, row(card, step)["action"])
    assert Texts(table.rules, "de").notes(table.ask_of().worth(table.s, (), card)) == SAID[card, step]


# -- the benefits (DM15-5.1, DM15-5.2) --------------------------------------------------------------------


@pytest.mark.clause("DM15-5.1", "DMX-2.1")
def test_santok_makes_building_cheaper_once() -> None:
    table = Rising(2).steps(A, santok=FLIPPED).goods(A, wood=3, leather=3, stone=3, iron=3)
    table.achievement(A, "romanesque_building", 1)
    table.hold(A, "verona", city=True, manors=1).choose(A, "build")
    before = sum(table.s.goods[:RESOURCES])
    said = Texts(table.rules, "de").notes(table.ask_of().worth(table.s, (), 1))
    assert said == "Santok, bis zu 2 Ressourcen weniger zahlen"
    table.do(A, 1, ask="benefit")
    church = sum(table.t.church_cost[:RESOURCES])
    answer = table.ask_of().filled(table.s, lambda _, o: o[0], (BUILDS["church"], table.area("verona")))
    table.do(A, *answer, ask="build")
    while table.asked() == "relic":
        table.do(A, table.no_card)
    assert before - sum(table.s.goods[:RESOURCES]) == max(0, church - 2)
    assert (
        table.s.powers[A] and table.poland.t.powers[SANTOK] not in table.s.powers[A]
    )  # not for the next one
    assert table.poland.sideways[SANTOK] == 1


@pytest.mark.clause("DM15-5.1", "DM15-5.2")
def test_build_can_be_chosen_for_what_only_santok_lets_one_pay() -> None:
    table = Rising(2).goods(A).hold(A, "verona", city=True, manors=1).steps(A, santok=FLIPPED).turn(A)
    assert WORDS["build"] in table.options()
    table.do(A, WORDS["build"], ask="turn")
    assert table.events("benefit_used") == [(A, SANTOK)] and table.asked() == "build"  # it had to be used
    sideways = Rising(2).goods(A).hold(A, "verona", city=True, manors=1).steps(A, santok=FLIPPED)
    sideways.poland.sideways[SANTOK] = 1
    assert WORDS["build"] not in sideways.turn(A).options()


@pytest.mark.clause("DM15-5.2")
def test_a_card_just_flipped_can_be_used() -> None:
    table = Rising(2).goods(A, wood=2, leather=2, stone=3, iron=3).last(A, SANTOK).choose(A, "build")
    table.helps(A, SANTOK).do(A, 1, ask="levy")
    assert table.asked() == "benefit"


@pytest.mark.clause("DM15-5.1", "DM0-8.12")
@pytest.mark.parametrize("use", [0, 1])
def test_bishop_jordan_teaches_before_the_card_is_taken(use: int) -> None:
    table = Rising(2).hand(A).cultured(A).steps(A, church=FLIPPED).choose(A, "develop_culture")
    culture = table.s.culture[A]
    said = Texts(table.rules, "en").notes(table.ask_of().worth(table.s, (), use))
    assert said == ("Bishop Jordan, brings 2 culture points" if use else "")
    table.do(A, use, ask="benefit")
    assert table.s.culture[A] == culture + 2 * use and table.asked() == "develop"
    assert table.poland.sideways[CHURCH] == use
    table.do(A, 0)
    assert table.s.culture[A] == culture + 2 * use and not table.s.powers[A]


@pytest.mark.clause("DM15-5.1", "DM0-4.4", "DM0-4.5", "DM0-4.3", "DMX-4.1")
@pytest.mark.parametrize("use", [0, 1])
def test_war_alliance_after_the_battle_card_and_before_the_commander(use: int) -> None:
    table = Rising(3, ("commanders", "age_of_wars", "poland")).steps(A, veleti=FLIPPED)
    table.hold(A, "verona", infantry=2).hold(B, "lombardy", infantry=1)
    commanders = table.part("commanders")
    commanders.card[A], commanders.display = commanders.display[0], commanders.display[1:]
    commanders.area[A] = table.area("verona")
    table.choose(A, "march")
    prefix = (table.area("verona"), table.area("lombardy"))
    form = next(f for f in table.forms(*prefix) if f[2:5] == (2, 0, 0) and f[-1] == 1)
    table.do(A, *form, ask="march")
    assert table.asked() == "battle_card"
    table.do(A, table.options()[-1])
    assert table.open() == ("alliance_benefit", A)
    table.do(A, use)
    assert table.open() == ("command", A)
    table.do(A, 0)
    assert table.s.fighters(ATTACKER, CAVALRY) == 2 * use and table.poland.sideways[VELETI] == use


@pytest.mark.clause("DM15-5.1", "DM0-5.6")
def test_cards_are_upright_after_the_pass() -> None:
    table = Rising(2).steps(A, veleti=FLIPPED, santok=FLIPPED).steps(B, veleti=FLIPPED)
    table.poland.sideways = [1, 1, 0, 1, 0, 0]
    table.goes(A)
    while table.asks()[0].seat == A:
        table.play(A, table.ask_of().random_answer(table.s, table.rng))
    assert table.poland.sideways == [0, 0, 0, 1, 0, 0]


# -- the events (DM15-5.4 to DM15-5.6) --------------------------------------------------------------------


@pytest.mark.clause("DM15-5.4", "DM15-5.6", "DM0-8.15", "DM0-8.16", "DM0-1.5")
@pytest.mark.parametrize("gives_unit", [True, False])
def test_mb35_event_war_with_henry(gives_unit: bool) -> None:
    table = Rising(3).steps(A, veleti=FLIPPED).steps(C, veleti=FLIPPED)
    table.hold(A, "verona", infantry=2).points(A, 10).points(C, 2).event("henry_war")
    assert table.open() == ("bargain", A)
    unit, vp = table.options()
    table.do(A, unit if gives_unit else vp)
    if table.asked() == "lose":
        table.do(A, table.options()[0])
    assert table.s.units_of(A) == (1 if gives_unit else 2) and table.s.score(A) == (10 if gives_unit else 7)
    assert table.s.score(B) == 2 and table.s.score(C) == 0
    assert table.poland.places == 9 and table.poland.t.chrobry in table.s.deck


@pytest.mark.clause("DM-P4", "DM15-5.4", "DM0-8.16")
def test_an_event_in_the_middle_of_a_battle_does_not_see_its_units() -> None:
    """The reward of a marker is a card, and Chrobry comes: all units of A are about to move into Tuscany."""
    table = Rising(2).steps(A, church=FLIPPED).points(A, 10).hold(A, "lombardy", infantry=4, manors=1)
    table.hold(A, "verona").marker("tuscany", "barbarian_18").manors_off(A, 8).hand(A)
    part = table.poland
    table.s.deck.append(part.t.chrobry)
    part.places = 1
    table.choose(A, "march").do(A, NO_CARD, ask="poland")
    table.do(A, table.area("lombardy"), table.area("tuscany"), 4, 0, 0, ask="march")
    while table.asked() in ("dice", "hits"):
        if table.asked() == "dice":
            numbers = rolled_now(table.s, table.ask_of().args[-1])
            table.nature(*[5] * sum(numbers[:UNITS]), *[0] * sum(numbers[UNITS:]))
        else:
            table.do(A, *table.forms()[0])
    table.do(A, table.s.offered[0], ask="take_card")
    table.nature(part.t.events.index("chrobry_henry_war"))
    assert sum(table.s.units_in(table.area("tuscany"))) == 4
    assert (table.s.score(A), table.s.score(B)) == (8, 2)  # 3 VP lost without a choice, 1 of the reward


@pytest.mark.clause("DM15-5.4", "DM0-8.19")
def test_event_gniezno() -> None:
    table = Rising(3).steps(A, veleti=FLIPPED, santok=FLIPPED).steps(B, veleti=FLIPPED).event("gniezno")
    assert table.s.scores() == [4, 2, 0]


@pytest.mark.clause("DM15-5.4", "DM0-8.15", "DM0-8.18", "DM0-1.11")
@pytest.mark.parametrize(("units", "flipped"), [(3, 0), (1, 0), (3, 1)])
def test_event_prague(units: int, flipped: int) -> None:
    table = Rising(3).steps(B, veleti=FLIPPED).goods(B).goods(C).hold(C, "bohemia", infantry=units, manors=1)
    table.hold(C, "moravia", infantry=1)
    if flipped:
        table.steps(C, santok=FLIPPED)
    table.event("prague")
    while table.asked() == "lose":
        assert {at // 3 for at in table.options()} == {table.area("bohemia")}
        if units == 3:
            assert table.why(table.unit_in("moravia", INFANTRY)) == ("other_area", "DM0-8.18")
        table.do(C, *table.ask_of().filled(table.s, lambda _, options: options[0]))
    left = units if flipped else max(0, units - 2)
    assert sum(table.s.units_in(table.area("bohemia"))) == left
    assert sum(table.s.units_in(table.area("moravia"))) == 1
    assert table.s.gold(B) == 1 and table.s.gold(C) == 0


@pytest.mark.clause("DM15-5.4", "DM0-8.16", "DM0-8.19", "DM0-1.10")
def test_event_kiev() -> None:
    table = Rising(3).steps(A, veleti=FLIPPED, santok=FLIPPED, church=FLIPPED).steps(B, veleti=FLIPPED)
    table.goods(A).goods(B).goods(C).hold(A, "verona", infantry=2).hold(B, "swabia").event("kiev")
    assert table.open() == ("bargain", A)
    table.do(A, 1)
    if table.asked() == "lose":
        table.do(A, table.options()[0])
    assert table.s.units_of(A) == 1 and table.s.gold(A) == 2
    assert table.open() == ("goods", A)  # B has no unit for it
    table.do(A, 0, 3)
    assert table.owned(A) == {"wood": 1, "iron": 1, "gold": 2} and table.owned(B) == table.owned(C) == {}


@pytest.mark.clause("DM15-5.4", "DM0-8.3", "DM0-8.4")
def test_event_bautzen() -> None:
    table = Rising(3).steps(A, veleti=FLIPPED, santok=FLIPPED).discs(A, 2).discs(B, table_discs())
    table.poland.sideways[VELETI] = table.poland.sideways[SANTOK] = 1
    table.event("bautzen")
    assert table.s.discs[:2] == [3, table_discs()]
    assert not any(table.poland.sideways) and table.events("poland_readied") == [(A, VELETI, SANTOK)]


def table_discs() -> int:
    """The discs of a player of three."""
    return int(ruleset("darkages", 3).lookup.discs)


@pytest.mark.clause("DM15-5.4", "DM0-8.15", "DM0-1.5")
def test_event_coronation() -> None:
    table = Rising(3).steps(A, veleti=FLIPPED).steps(B, veleti=FLIPPED).points(C, 1).event("coronation")
    assert table.s.scores() == [4, 4, 0]
    table = Rising(3).points(A, 5).points(C, 1).event("coronation")
    assert table.s.scores() == [3, 0, 0]  # nobody has flipped one


@pytest.mark.clause("DM15-5.4", "DM15-5.5")
def test_the_last_event_and_an_empty_deck_send_him_away() -> None:
    table = Rising(2)
    table.poland.gone = (1 << 6) - 1 - 1
    table.event("gniezno")
    assert table.events("chrobry_left") and not table.poland.places
    assert table.poland.t.chrobry not in table.s.deck
    table = Rising(2).deck(0).steps(A, veleti=FLIPPED)
    table.s.deck, table.poland.places = [table.poland.t.chrobry], 1
    table.turn(A)
    table.s.discard.append(table.s.offered.pop())
    table.s.trace = []
    table.s.call("refill")
    table.rules.run(table.s)
    if table.asked() == "card":
        table.nature(table.poland.t.chrobry)
    table.nature(table.poland.t.events.index("chrobry_gniezno"))
    assert table.s.deck == [] and table.events("chrobry_left") and table.s.score(A) == 2
    assert len(table.s.offered) == table.t.offer_places - 1


@pytest.mark.clause("DM15-5.4")
def test_events_come_once_each() -> None:
    table = Rising(2).turn(A)
    for n in range(6, 0, -1):
        table.s.call("chrobry")
        table.rules.run(table.s)
        if n > 1:
            assert len(table.options()) == n
            table.nature(table.options()[0])
        while table.asks()[0].name in ("bargain", "lose", "goods"):
            ask = table.ask_of()
            table.play(ask.seat, ask.random_answer(table.s, table.rng))
        if table.poland.places:
            table.s.deck.remove(table.poland.t.chrobry)
            table.poland.places = 0
    assert table.poland.gone == 63


# -- words, drawing, judgement ----------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("card", FILE["event"], ids=lambda row: row["id"])
def test_every_event_speaks(language: str, card: dict[str, Any]) -> None:
    rules = ruleset("darkages", 2, ("poland",))
    texts = Texts(rules, language)
    said = effects_text(texts, rules.lookup.deeds[card["id"]])
    assert said.endswith(".") and "{" not in said and len(said) > 20


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_board_tells_everything(language: str) -> None:
    table = Rising(3).steps(A, veleti=FLIPPED, santok=2).steps(B, church=5)
    table.poland.sideways[VELETI] = 1
    texts = Texts(table.rules, language, ["Ida", "Jan", "Kim"])
    view = table.rules.view(table.s, A)
    drawing = svg(table.rules, view, A, texts)
    for card in range(CARDS):
        assert f'id="poland-{card}"' in drawing and texts.name("poland_card", card) in drawing
        assert f'id="poland-{card}-back"' in drawing
    assert texts.say("board.poland.used", who="Ida", n=1) in drawing
    assert texts.say("board.poland.removed", who="Jan") in drawing
    said = plain(table.rules, view, A, texts)
    assert texts.name("poland_back", VELETI) in said and texts.text("board.poland.chrobry_gone") in said
    for prince in (table.poland.t.mieszko, table.poland.t.chrobry):
        assert card_text(table.rules, texts, prince)


@pytest.mark.clause("DM15-6.1")
def test_the_judgement_values_progress() -> None:
    values = []
    for steps in (*range(STEPS), FLIPPED):
        table = Rising(2).steps(A, santok=steps)
        values.append(JUDGE.values(table.s, A, Outlook(table.s))[0])
    assert values == sorted(values) and values[-1] > values[-2] + 2
    assert JUDGE.values(Rising(2).steps(A, santok=5).s, A, Outlook(Rising(2).s)) == [0.0]


def test_the_knight_helps_and_uses_what_it_has() -> None:
    table = Rising(2).goods(A, wood=1).choose(A, "build")
    if table.asked() == "poland":
        view = table.rules.view(table.s, A)
        chosen = Knight(1).choose(Situation(table.rules, view, table.ask_of(), [], Random(1)))
        assert chosen == (SANTOK,) != (NO_CARD,)
    table = Rising(2).hand(A).steps(A, church=FLIPPED).choose(A, "develop_culture")
    assert candidates(table.s, table.ask_of(), Random(1)) == [(1,)]
    table = Rising(2).goods(A, stone=1, iron=1).goods(B).last(A, SANTOK).choose(A, "build").helps(A, SANTOK)
    assert candidates(table.s, table.ask_of(), Random(1)) == [(IMPOSE,)]
    table = Rising(2).steps(A, veleti=FLIPPED)
    assert JUDGE.helps(table.s, A, 0, 1) == (0, 0, 2) and JUDGE.helps(table.s, B, 0, 1) == (0, 0, 0)
    spare = Rising(2).hold(A, "verona", infantry=4).last(A, VELETI)
    assert JUDGE.promise(spare.s, A) > 2.5 and JUDGE.promise(Rising(2).s, A) == 0.0
