"""Every reason why something is not on offer, in a situation where it is the true one, with its clause."""

from __future__ import annotations

import re
from importlib import resources
from pathlib import Path
from random import Random

import pytest

from pfalz.catalogue import ruleset
from pfalz.core.errors import IllegalAnswer
from pfalz.core.state import NATURE
from pfalz.core.texts import rulebook
from pfalz.games.staufer.figures import FROM_PROVINCE, WAIVE
from pfalz.games.staufer.lookup import CHEAP_SEAT, FIRST_PLACE, FREE_MOVEMENT, OTHER_CHEST, PURPLE
from pfalz.games.staufer.turn import DEPLOY, DEPLOY_FIRST, SUPPLY, SUPPLY_FIRST
from tests.games.staufer.table import (
    AACHEN,
    BLUE,
    ENVOYS_1,
    GABI,
    GREEN,
    GUENTER,
    MILANO,
    NIJMEGEN,
    NO_FIGURE,
    ONE_ENVOY,
    ONE_NOBLE,
    PALERMO,
    RED,
    RUDI,
    TWO_ENVOYS,
    Table,
)

CLAUSES = rulebook("pfalz.games.staufer", "en")[1]


def reason(t: Table, value: int, *prefix: int) -> tuple[str, str]:
    """Key and clause of the reason; a player who tries is refused with the same."""
    found = t.why_not(value, *prefix)
    assert found is not None
    with pytest.raises(IllegalAnswer) as caught:
        t.rules.play(t.s, t.ask.seat, (*prefix, value), t.ask.name)
    assert (caught.value.key, caught.value.clause) == (found.key, found.clause)
    assert found.clause in CLAUSES
    return found.key, found.clause


def turn(envoys: int = 4, nobles: int = 1) -> Table:
    """Rudi's turn; the next deployment space has no envoy."""
    return Table().turn(RED, deployment=[GREEN, BLUE]).court(RUDI, envoys, nobles)


def test_reasons_of_the_action():
    t = turn().begin()
    assert reason(t, SUPPLY_FIRST) == ("chest_missing", "S-9.8")
    assert reason(t, DEPLOY_FIRST) == ("chest_missing", "S-9.8")
    assert reason(t, 4) == ("not_offered", "S-5.3")
    assert reason(t, -1) == ("not_offered", "S-5.3")
    t = turn().own(RUDI, FIRST_PLACE).begin()
    assert reason(t, SUPPLY_FIRST) == ("already_first", "S-9.22")
    assert t.why_not(DEPLOY) is t.why_not(SUPPLY) is t.why_not(DEPLOY_FIRST) is None
    t = (
        Table()
        .turn(RED, supply=[BLUE], deployment=[GREEN, BLUE])
        .court(RUDI, 2)
        .own(RUDI, FIRST_PLACE)
        .begin()
    )
    assert reason(t, DEPLOY) == ("no_seat_payable", "S-7.3")
    assert reason(t, DEPLOY_FIRST) == ("no_seat_payable", "S-7.3")
    # with the envoy of the track there is a seat, without it (S-R18) there is none
    t = Table().turn(RED).court(RUDI, 2).own(RUDI, FIRST_PLACE).begin()
    assert t.why_not(DEPLOY) is None
    assert reason(t, DEPLOY_FIRST) == ("no_seat_payable", "S-7.3")


def test_reasons_of_the_supply():
    t = turn().own(RUDI, OTHER_CHEST).at_supply(TWO_ENVOYS, PURPLE).begin().act(RUDI, SUPPLY)
    assert reason(t, ONE_ENVOY, ONE_NOBLE) == ("no_chest_there", "S-9.9")
    assert t.why_not(TWO_ENVOYS, ONE_NOBLE) is None
    assert reason(t, 5) == ("not_offered", "S-6.1")
    assert reason(t, -1) == ("not_offered", "S-6.1")
    assert reason(t, 9, ONE_NOBLE) == ("not_offered", "S-6.1")


def test_reasons_of_the_extra_envoy():
    t = turn().privilege(RUDI, 7).begin().act(RUDI, SUPPLY).supply(RUDI, NO_FIGURE)
    assert reason(t, 2) == ("not_offered", "S-10.9")
    assert t.why_not(0) is t.why_not(1) is None


def test_reasons_of_the_target():
    t = turn(8, 0).put(GABI, "E", NIJMEGEN, 1).put(GABI, "E", NIJMEGEN, 2).put(GUENTER, "E", NIJMEGEN, 2)
    t.begin().act(RUDI, DEPLOY)
    assert reason(t, t.office(NIJMEGEN, 0)) == ("noble_needed", "S-7.11")
    assert reason(t, t.office(NIJMEGEN, 1)) == ("seat_taken", "S-7.1")
    assert reason(t, t.office(NIJMEGEN, 2)) == ("seat_full", "S-10.4")
    assert reason(t, t.office(PALERMO, 0)) == ("too_dear", "S-7.3")
    dear = t.why_not(t.office(PALERMO, 0))
    assert dear is not None
    assert dear.values == {"need": ("number", 9), "have": ("number", 8)}
    assert reason(t, 99) == ("not_offered", "S-18.6")
    assert reason(t, -1) == ("not_offered", "S-18.6")
    assert t.why_not(t.office(NIJMEGEN, 3)) is None


def test_what_is_too_dear_counts_the_chests():
    t = turn(3, 0).own(RUDI, FREE_MOVEMENT).begin().act(RUDI, DEPLOY)
    dear = t.why_not(t.office(AACHEN, 1))
    assert dear is not None
    assert (dear.key, dear.values["need"]) == ("too_dear", ("number", 5))


def test_reasons_of_chests_and_figures():
    t = turn(2, 1).own(RUDI, FREE_MOVEMENT, CHEAP_SEAT).begin().act(RUDI, DEPLOY)
    aachen = t.office(AACHEN, 1)
    assert reason(t, 0, aachen) == ("chest_needed", "S-7.3")
    assert reason(t, 0, aachen, 1) == ("chest_needed", "S-7.3")
    assert reason(t, 2, aachen) == ("not_offered", "S-18.6")
    assert reason(t, 0, t.office(AACHEN, 0), 1, 1) == ("nobles_only", "S-7.11")
    nijmegen = t.office(NIJMEGEN, 3)
    assert reason(t, 1, nijmegen, 0, 1) == ("no_noble_left", "S-7.14")
    assert reason(t, 5, nijmegen, 0, 1) == ("not_offered", "S-18.6")


@pytest.mark.clause("S-7.12", "S-7.14")
def test_reasons_of_missing_figures():
    t = turn(4, 0).begin().act(RUDI, DEPLOY)
    nijmegen = t.office(NIJMEGEN, 3)
    assert reason(t, 1, nijmegen) == ("no_noble_left", "S-7.12")
    assert reason(t, 1, nijmegen, 0) == ("no_noble_left", "S-7.14")
    t = turn(0, 3).begin().act(RUDI, DEPLOY)
    assert reason(t, 0, nijmegen) == ("no_envoy_left", "S-7.12")
    assert reason(t, 0, nijmegen, 1, 1) == ("no_envoy_left", "S-7.14")


def test_reasons_of_a_replacement_for_an_envoy():
    t = turn(11, 3).pay(RUDI, AACHEN, 4).at_supply(NO_FIGURE, ENVOYS_1).begin()
    t.act(RUDI, SUPPLY).supply(RUDI, NO_FIGURE)
    assert reason(t, MILANO) == ("nothing_paid_there", "S-8.2")
    assert reason(t, FROM_PROVINCE) == ("no_substitute", "S-8.2")
    assert reason(t, 8) == ("not_offered", "S-18.2")
    assert reason(t, -1) == ("not_offered", "S-18.2")
    assert t.why_not(WAIVE) is t.why_not(AACHEN) is None


def test_reasons_of_a_replacement_for_a_noble():
    t = turn(4, 2).pay(RUDI, AACHEN, 1, 1).begin().act(RUDI, SUPPLY).supply(RUDI, ONE_NOBLE)
    assert reason(t, MILANO) == ("nothing_paid_there", "S-8.3")
    assert reason(t, FROM_PROVINCE) == ("no_substitute", "S-8.4")


def test_reason_of_a_replacement_that_is_needed():
    t = Table().turn(RED).court(RUDI, 2).pay(RUDI, AACHEN, 6).pay(RUDI, MILANO, 7).begin().act(RUDI, DEPLOY)
    assert reason(t, WAIVE) == ("gain_needed", "S-18.6")


def test_reasons_of_a_trade():
    t = Table().turn(RED).own(RUDI, PURPLE).privilege(RUDI, 4).at_supply(NO_FIGURE, PURPLE)
    t.s.piles[9] = 0
    t.begin().act(RUDI, SUPPLY).supply(RUDI, NO_FIGURE)
    assert reason(t, 4) == ("privilege_owned", "S-9.19")
    assert reason(t, 10) == ("pile_empty", "S-9.21")
    assert reason(t, 2) == ("pile_empty", "S-9.21")  # not in this game
    assert reason(t, 17) == ("not_offered", "S-9.16")
    assert reason(t, -1) == ("not_offered", "S-9.16")
    assert t.why_not(0) is t.why_not(7) is None


def test_reason_of_a_trade_without_a_pair():
    # such a question is not put to the player; whoever asks for the reason hears it all the same
    t = Table().turn(RED).own(RUDI, PURPLE).begin()
    found = t.rules.questions["trade"].why_not(t.s, RUDI, (RUDI, PURPLE, PURPLE), (), 4)
    assert found is not None
    assert (found.key, found.clause) == ("two_purple_needed", "S-9.16")


def test_every_reason_is_shown_above():
    found = {"not_offered"}  # what the kernel says of everything a player cannot even point at
    for path in resources.files("pfalz.games.staufer").iterdir():
        if path.name.endswith(".py"):
            for call in re.findall(r"because\(([^,]*),", path.read_text("utf-8")):
                found.update(re.findall(r'"(\w+)"', call))
    shown = set(re.findall(r'\("(\w+)", "S-', Path(__file__).read_text("utf-8")))
    assert found == shown


@pytest.mark.parametrize("players", range(2, 6))
def test_wild_answers_are_refused_and_change_nothing(players):
    rules = ruleset("staufer", players, options={"privilege_set": "random"})
    rng = Random(players)
    s = rules.start()
    while not s.over:
        ask = rules.asks(s)[0]
        move = ask.random_answer(s, rng)
        if ask.seat != NATURE:
            before = rules.key(s)
            for at in range(len(move)):
                for wild in (-100, -1, 17, 99):
                    if wild in (ask.options(s, move[:at]) or ()):
                        continue
                    with pytest.raises(IllegalAnswer) as caught:
                        rules.play(s, ask.seat, (*move[:at], wild))
                    assert caught.value.clause in CLAUSES
            assert rules.key(s) == before
        rules.apply(s, ask.seat, move)
