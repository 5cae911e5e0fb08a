"""The hardest flow of Wallenstein in small: secret plans, boxes turned up one by one, lots, a cube tower."""

from __future__ import annotations

from collections.abc import Sequence
from math import comb
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pfalz.core.ask import Chance, Question
from pfalz.core.errors import IllegalAnswer
from pfalz.core.flow import ask, chance, do, each, flow, seq, together, when
from pfalz.core.game import Memory
from pfalz.core.kinds import Kinds
from pfalz.core.ruleset import Ruleset
from pfalz.core.state import (
    HIDDEN,
    NATURE,
    PUBLIC,
    SPECTATOR,
    Args,
    Move,
    State,
    declare,
    numbers,
    seen,
    thing,
    upto,
)
from tests.core.toys import ToyGame, all_moves, drawn_move, open_toy, walk

BOXES, BID, NONE, CUBES = 3, 2, -1, 12


class CampaignState(State):
    owner: list[int]
    armies: list[int]
    mat: list[int]
    shown: list[int]
    order: list[int]
    supply: list[int]
    tray: list[int]
    tower: list[int]


def mat_mask(s: CampaignState, seat: int) -> list[bool]:
    return [i // BOXES == seat or bool(s.shown[i]) or s.mat[i] == NONE for i in range(len(s.mat))]


def own_cards(s: CampaignState, seat: int) -> list[int]:
    return [c for c, owner in enumerate(s.owner) if owner == seat]


class Plan(Question[CampaignState]):
    name, rule = "plan", "W-5.1"

    def options(self, s: Any, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int] | None:
        if len(prefix) == BOXES:
            return None
        cards = own_cards(s, seat)
        spare = BOXES - len(cards) - prefix.count(NONE)  # W-5.8: boxes stay empty only for lack of cards
        return [c for c in cards if c not in prefix] + ([NONE] if spare > 0 else [])

    def audience(self, seat: int, args: Args, index: int) -> int:
        return seat

    def resolve(self, s: Any, args: Args, seats: Args, answers: list[Move]) -> None:
        s.mat = [card for answer in answers for card in answer]
        s.shown = [0] * len(s.mat)


class Lots(Chance[CampaignState]):
    name, rule = "lots", "W-7.4"

    def options(self, s: Any, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int] | None:
        bids = {
            p: s.armies[s.mat[p * BOXES + BID]] if s.mat[p * BOXES + BID] != NONE else 0 for p in seats(s)
        }
        left = [p for p in bids if p not in prefix]
        return [p for p in left if bids[p] == max(bids[q] for q in left)] if left else None

    def answer(self, s: Any, seat: int, args: Args, answer: Move) -> None:
        s.order = list(answer)


class Attack(Question[CampaignState]):
    name, rule = "attack", "W-9.18"

    def options(self, s: Any, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int] | None:
        return None if prefix else [NONE, *(c for c in range(len(s.owner)) if s.owner[c] != seat)]

    def answer(self, s: Any, seat: int, args: Args, answer: Move) -> None:
        if answer[0] != NONE:
            s.call("battle", seat, s.mat[seat * BOXES + args[0]], answer[0])


def parties(s: CampaignState, seat: int, target: int) -> tuple[int, int]:
    return seat, s.owner[target] if s.owner[target] >= 0 else s.rules.players


def thrown(s: CampaignState, args: Args) -> list[int]:
    seat, home, target = args
    cast = list(s.tray)
    attacker, defender = parties(s, seat, target)
    cast[attacker] += s.armies[home] - 1
    cast[defender] += s.armies[target] or min(1, s.supply[defender])
    return cast


class Throw(Chance[CampaignState]):
    """Slots: how many thrown cubes of each colour come out, then how many of the resting ones (W-14.2)."""

    name, rule = "throw", "W-14.2"

    def counts(self, s: Any, args: Args) -> list[int]:
        return thrown(s, args) + s.tower

    def options(self, s: Any, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int] | None:
        counts = self.counts(s, args)
        return range(counts[len(prefix)] + 1) if len(prefix) < len(counts) else None

    def weights(self, s: Any, args: Args, prefix: Sequence[int], options: Sequence[int]) -> Sequence[int]:
        n = options[-1]
        falls = len(prefix) < len(s.tray)  # p = 2/3 for a thrown cube, q = 1/3 for a resting one
        return [comb(n, k) * 2 ** (k if falls else n - k) for k in options]

    def answer(self, s: Any, seat: int, args: Args, answer: Move) -> None:
        colours, cast = len(s.tray), thrown(s, args)
        attacker, defender = parties(s, args[0], args[2])
        s.supply[defender] -= s.armies[args[2]] == 0  # the peasant of a neutral county
        s.armies[args[1]], s.armies[args[2]] = 1, 0
        s.tray = [answer[c] + answer[colours + c] for c in range(colours)]
        s.tower = [s.tower[c] + cast[c] - s.tray[c] for c in range(colours)]
        a, d = s.tray[attacker], s.tray[defender]
        s.tray[attacker] = s.tray[defender] = 0
        winner = attacker if a > d else defender if d > a and defender < s.rules.players else NONE
        s.armies[args[2]] = abs(a - d) if winner != NONE else 0
        s.supply[attacker] += a - (a - d if winner == attacker else 0)
        s.supply[defender] += d - (d - a if winner == defender else 0)
        if winner != s.owner[args[2]]:
            lose_card(s, args[2])
            s.owner[args[2]] = winner


def lose_card(s: CampaignState, county: int) -> None:
    """W-10.24: the card leaves whatever box it lies in; everyone sees which."""
    if county in s.mat:
        s.mat[s.mat.index(county)] = NONE


def seats(s: CampaignState, *args: int) -> Sequence[int]:
    return range(s.rules.players)


def boxes(s: CampaignState) -> Sequence[int]:
    return range(BID)


def by_lot(s: CampaignState, box: int) -> Sequence[int]:
    return s.order


def turn_up(s: CampaignState, box: int, seat: int) -> None:
    s.shown[seat * BOXES + box] = 1


def can_act(s: CampaignState, box: int, seat: int) -> bool:
    card = s.mat[seat * BOXES + box]
    return card != NONE and s.armies[card] > 1


class Campaign(ToyGame):
    id = "campaign"
    sides = ("peasants",)
    schema = declare(
        CampaignState,
        owner=numbers(PUBLIC, thing("seat", NONE), per="county"),
        armies=numbers(PUBLIC, upto(CUBES), per="county"),
        mat=numbers(seen(mat_mask), thing("county", NONE), per=("seat", "box")),
        shown=numbers(PUBLIC, upto(1), per=("seat", "box")),
        order=numbers(PUBLIC, thing("seat"), most="seat"),
        supply=numbers(PUBLIC, upto(CUBES), per="side"),
        tray=numbers(PUBLIC, upto(CUBES), per="side"),
        tower=numbers(PUBLIC, upto(CUBES), per="side"),
    )

    def kinds(self, kinds: Kinds, rules: Ruleset[Any]) -> None:
        kinds.numbered("county", 3 * rules.players)
        kinds.numbered("box", BOXES)

    def flows(self, rules: Ruleset[Any]) -> Sequence[Any]:
        turn = seq("turn", do(turn_up), when(can_act, ask(Attack())))
        return [
            seq(
                "season",
                together(Plan(), seats),
                chance(Lots()),
                each("box", boxes, each("seat", by_lot, turn), kind="box"),
            ),
            flow(chance(Throw(), "battle"), "seat", "county", "county"),
        ]

    def start(self, rules: Ruleset[Any]) -> CampaignState:
        s, n = CampaignState(), rules.players
        s.owner = [p for p in range(n) for _ in range(3 if p else 2)] + [NONE]
        s.armies = [3 if owner != NONE else 0 for owner in s.owner]
        s.mat, s.shown, s.order = [NONE] * n * BOXES, [0] * n * BOXES, []
        s.tray, s.tower = [0] * (n + 1), [1] * (n + 1)
        s.supply = [
            CUBES - 1 - sum(a for a, o in zip(s.armies, s.owner, strict=True) if o == p) for p in range(n)
        ]
        s.supply.append(CUBES - 1)
        return s

    def resample(self, s: CampaignState, seat: int, rng: Random, memory: Memory | None) -> None:
        for i, card in enumerate(s.mat):
            if card == HIDDEN:
                s.mat[i] = rng.choice([c for c in own_cards(s, i // BOXES) if c not in s.mat])

    def violations(self, s: CampaignState) -> Sequence[str]:
        for colour in range(s.rules.players + 1):
            armies = sum(a for a, owner in zip(s.armies, s.owner, strict=True) if owner == colour)
            if armies + s.supply[colour] + s.tray[colour] + s.tower[colour] != CUBES:
                return [f"cubes of colour {colour} are lost"]
        return []


def campaign(players: int = 2) -> Ruleset[Any]:
    return Ruleset(Campaign(), players, {})


def planned(*plans: Move, order: Move | None = None) -> tuple[Ruleset[Any], Any]:
    """A game in which all plans are in; lots fall as `order` says if they are drawn."""
    rules = campaign(len(plans))
    s = rules.start()
    for seat, plan in enumerate(plans):
        rules.play(s, seat, plan)
    if order is not None:
        rules.play(s, NATURE, order)
    return rules, s


H = HIDDEN


def test_a_plan_can_be_rearranged_until_all_have_committed() -> None:
    session = open_toy(campaign(3))
    session.answer(1, (2, 3, 4))
    session.answer(0, (0, 1, NONE))
    session.answer(1, (4, 3, 2))
    assert session.state.mat == [NONE] * 9
    assert session.rules.view(session.state, 0).answers == [(0, 1, NONE), (H,), None]
    session.answer(2, (5, 6, 7))
    assert session.state.mat == [0, 1, NONE, 4, 3, 2, 5, 6, 7]


def test_prefixes_of_a_plan_are_exactly_the_legal_mats() -> None:
    rules = campaign()
    s = rules.start()
    short, full = (all_moves(a, s) for a in rules.asks(s))
    assert len(full) == 6
    assert sorted(short) == sorted({(0, 1, -1), (1, 0, -1), (0, -1, 1), (1, -1, 0), (-1, 0, 1), (-1, 1, 0)})
    with pytest.raises(IllegalAnswer):
        rules.play(s, 0, (0, NONE, NONE))


def test_the_plan_stays_secret_and_is_turned_up_box_by_box() -> None:
    rules, s = planned((0, 1, NONE), (2, 3, 4))
    assert s.order == [1, 0], "seat 1 bid three armies, seat 0 nothing: no lots"
    views = {p: rules.view(s, p).mat for p in (0, 1, SPECTATOR)}
    assert views == {0: [0, 1, -1, 2, H, H], 1: [H, H, -1, 2, 3, 4], SPECTATOR: [H, H, -1, 2, H, H]}
    rules.play(s, 1, (NONE,))
    assert rules.view(s, SPECTATOR).mat == [0, H, -1, 2, H, H]
    rules.play(s, 0, (NONE,))
    rules.play(s, 1, (NONE,))
    assert rules.view(s, SPECTATOR).mat == [0, 1, -1, 2, 3, H]


def test_the_log_keeps_the_plan_secret_until_the_game_is_over() -> None:
    session = open_toy(campaign())
    for seat, plan in ((0, (0, 1, NONE)), (1, (2, 3, 4))):
        session.answer(seat, plan)
    assert [e.move for e in session.record(0).entries] == [[0, 1, NONE], [H]]
    while not session.state.over:
        session.answer(session.asks()[0].seat, (NONE,))
    assert [e.move for e in session.record(SPECTATOR).entries[:2]] == [[0, 1, NONE], [2, 3, 4]]


def test_turning_up_the_next_box_is_a_barrier() -> None:
    session = open_toy(campaign())
    for seat, answer in ((0, (0, 1, NONE)), (1, (2, 3, 4)), (1, (NONE,))):
        session.answer(seat, answer)
    assert session.barriers == [False, True, True]
    assert not session.may_undo(1)


def test_a_conquered_county_takes_its_card_off_the_mat_in_mid_round() -> None:
    rules, s = planned((0, 1, NONE), (2, 3, 4))
    rules.play(s, 1, (1,))
    assert [a.name for a in rules.asks(s)] == ["throw"]
    rules.play(s, NATURE, (0, 2, 0, 0, 0, 0))
    assert (s.owner[1], s.armies[1], s.tower) == (1, 2, [4, 1, 1])
    assert s.mat == [0, NONE, NONE, 2, 3, 4]
    assert rules.view(s, 1).mat == [0, NONE, NONE, 2, 3, 4]
    rules.play(s, 0, (NONE,))
    assert [a.seat for a in rules.asks(s)] == [1], "box 1 of seat 0 is empty now"
    rules.play(s, 1, (NONE,))
    assert s.over


@pytest.mark.parametrize("order", [(0, 1, 2), (1, 0, 2)])
def test_ties_are_drawn_by_lot(order: Move) -> None:
    rules, s = planned((NONE, 0, 1), (2, 3, 4), (5, 6, 7))
    lots = rules.asks(s)[0]
    assert (lots.name, len(all_moves(lots, s))) == ("lots", 6)
    s.armies[7] = 2
    assert all_moves(lots, s) == [(0, 1, 2), (1, 0, 2)]
    rules.play(s, NATURE, order)
    assert s.order == list(order)


def test_the_tower_remembers_and_follows_the_binomial_odds() -> None:
    rules, s = planned((0, 1, NONE), (2, 3, 4))
    s.tower = [0, 9, 6]
    rules.play(s, 1, (0,))
    throw: Any = rules.asks(s)[0]
    assert throw.question.counts(s, throw.args) == [3, 2, 0, 0, 9, 6]
    assert list(throw.question.weights(s, throw.args, (1,), range(3))) == [1, 4, 4]
    assert list(throw.question.weights(s, throw.args, (0,) * 5, range(3))) == [4, 4, 1]
    rng = Random(1)
    outcomes = [throw.question.sample(s, throw.args, rng) for _ in range(3000)]
    means = [sum(o[i] for o in outcomes) / len(outcomes) for i in range(6)]
    assert means == pytest.approx([2, 4 / 3, 0, 0, 3, 2], abs=0.1)
    rules.apply(s, NATURE, (3, 0, 0, 0, 2, 4))
    assert (s.tray, s.tower) == ([0, 0, 4], [0, 9, 2])
    assert (s.owner[0], s.armies[0]) == (0, 1)


@given(st.data())
@settings(max_examples=40, deadline=None)
def test_any_campaign_keeps_its_cubes_and_its_secrets(data: st.DataObject) -> None:
    walk(open_toy(campaign(data.draw(st.integers(2, 4)))), data)


@given(st.data())
@settings(max_examples=40, deadline=None)
def test_any_outcome_of_the_tower_keeps_the_cubes(data: st.DataObject) -> None:
    rules = campaign(2)
    s = rules.start()
    while not s.over:
        chosen = next(a for a in rules.asks(s) if not a.answered)
        rules.play(s, chosen.seat, drawn_move(data, chosen, s))
        assert rules.violations(s) == []
