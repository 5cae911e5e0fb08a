"""Standing effects (M-20), the decision points (M-22), names, and games played at random."""

from __future__ import annotations

from random import Random

import pytest

from pfalz.catalogue import game, ruleset
from pfalz.core.errors import RecordError
from pfalz.core.flow import Together, Waiting
from pfalz.core.rollout import Tally, play_random
from pfalz.games.mil.growth import SON_FOR_PRIVILEGE
from pfalz.games.mil.turn import GROWTH, HARVEST, PLACE, RECRUIT
from tests.games.mil.table import BLUE, GRAIN, RED, YELLOW, Table, knight

A, B = knight(RED, "A"), knight(RED, "B")
YA, YB = knight(YELLOW, "A"), knight(YELLOW, "B")

DECISIONS = {
    "M-22.1": "act",
    "M-22.2": "act",
    "M-22.3": "grow_on",
    "M-22.4": "dowry",
    "M-22.5": "keep",
    "M-22.6": "kings_soldiers",
    "M-22.7": "veil",
    "M-22.8": "court",
    "M-22.9": "offer",
    "M-22.10": "counter",
    "M-22.11": "keep",
    "M-22.12": "market",
    "M-22.13": "bid",
    "M-22.14": "castle",
    "M-22.15": "war",
    "M-22.16": "call_lord",
    "M-22.17": "commit",
    "M-22.18": "allot",
    "M-22.19": "donate",
    "M-22.20": "pay_donation",
    "M-22.21": "curia",
}


@pytest.mark.clause("M-22.1", "M-22.6", "M-22.15", "M-22.18", "M-22.21")
def test_every_decision_point_is_a_question() -> None:
    rules = ruleset("mil", 4)
    for name in DECISIONS.values():
        assert name in rules.questions
    secret = {step.question.name for step in rules.nodes if isinstance(step, Together)}
    assert secret == {"dowry", "commit", "donate"}  # all others are public
    asked = {step.question.name for step in rules.nodes if isinstance(step, Waiting)}
    assert set(DECISIONS.values()) < asked


@pytest.mark.clause("M-20.3", "M-20.4", "M-20.5", "M-20.7")
def test_vassals_belong_to_families_and_act_for_themselves() -> None:
    table = Table(3)
    s = table.s
    s.lord[YA], s.lord[YB], s.lord[knight(BLUE, "A")], s.lord[A] = RED, BLUE, RED, YELLOW
    assert s.subjects(RED) == [A, B, YA, knight(BLUE, "A")]
    assert table.rules.violations(s) == []
    table.turn(YELLOW)
    for action in (HARVEST, RECRUIT, GROWTH, PLACE):
        assert YA in table.options(action)  # his own player keeps full control
    s.lord[B] = RED
    assert table.rules.violations(s) != []  # nobody is a vassal of his own family


@pytest.mark.clause("M-20.6", "M-6.5", "M-6.7")
@pytest.mark.parametrize("heir", [True, False])
def test_a_vassalage_passes_on(heir: bool) -> None:
    table = Table(3).make(A, heir=heir, soldiers=1, lands=[GRAIN], age=3, lord=BLUE)
    table.do(RED, HARVEST, A, GRAIN, 0)
    assert table.s.lord[A] == BLUE


@pytest.mark.clause("M-20.8", "M-20.9", "M-20.10")
def test_a_privilege_is_a_family_token() -> None:
    table = Table(3)
    s = table.s
    stock = s.stock(RED)
    table.do(RED, GROWTH, A, SON_FOR_PRIVILEGE)
    assert (s.privileges[RED], s.stock(RED)) == (0, stock + 1)  # spent, it returns to the stock
    assert GROWTH == 2


@pytest.mark.clause("M-20.9", "M-20.10", "M-20.2")
def test_where_women_and_privileges_come_and_go() -> None:
    """Followed through random games: every change of a lineage zone has one of the named causes."""
    rules = ruleset("mil", 3)
    for seed in range(5):
        s, rng = rules.start(), Random(seed)
        while s.stack:
            women, privileges = list(s.women), list(s.privileges)
            s.trace = []
            play_random(rules, s, rng, Tally(), 1)
            told = {kind.name for kind, _ in s.trace}
            for seat in range(3):
                if s.women[seat] < women[seat]:
                    assert told & {"woman_married", "women_veiled", "abbess_sent"}
                if s.women[seat] > women[seat]:
                    assert "daughter_born" in told
                if s.privileges[seat] > privileges[seat]:
                    assert "privilege_gained" in told
                if s.privileges[seat] < privileges[seat]:
                    causes = {"son_acknowledged", "toll_paid", "women_veiled", "privilege_as_marker"}
                    assert told & causes


def test_every_kind_is_declared() -> None:
    rules = ruleset("mil", 5, ("time_is_gold", "pope_calls", "kings_claim"))
    for event in rules.events.values():
        assert all(what.rstrip("*") in rules.kinds for _, what in event.params)
    for step in rules.nodes:
        assert all(kind.rstrip("*") in rules.kinds for kind in step.given())
    for id in rules.kinds.ids():
        for value in rules.kinds[id].values:
            key, placeholders = rules.kinds[id].name(value)
            assert key and all(what in rules.kinds for what, _ in placeholders.values())


PRESETS = list(game("mil").presets())


@pytest.mark.clause("M-1.1", "M-2.20", "M-18.2", "M-21.3")
@pytest.mark.parametrize("number", range(len(PRESETS)), ids=[preset[0] for preset in PRESETS])
def test_random_games_conserve_everything(number: int) -> None:
    _, players, modules, options = PRESETS[number]
    rules = ruleset("mil", players, modules, options)
    s, rng = rules.start(), Random(number)
    answers = 0
    while s.stack:
        play_random(rules, s, rng, Tally(), 1)
        assert rules.violations(s) == []
        answers += 1
        assert answers < 5000
    outcome = rules.outcome(s)
    assert [sum(parts.values()) for parts in outcome.breakdown] == list(outcome.scores)
    assert list(outcome.scores) == list(rules.game.standing(s))


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("round", 9),
        ("women", [1, 2]),
        ("women", [0, 0, 99]),
        ("age", [4] * 12),
        ("land", [10] * 24),
        ("slots", [-4] * 12),  # a printed token, without the module that prints them
        ("slots", [12] * 12),
        ("kings_soldiers", 12),
        ("bid", [0, 1, 1, 1, 1, 1]),
    ],
)
def test_a_position_that_cannot_be_is_refused(column: str, value: object) -> None:
    rules = ruleset("mil", 3)
    position = rules.to_json(rules.start())
    rules.from_json(position)
    position["columns"][column] = value
    with pytest.raises(RecordError, match=rf"columns\.{column}"):
        rules.from_json(position)
