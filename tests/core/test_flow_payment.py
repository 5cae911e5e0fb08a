"""The hardest form of Die Staufer in small: paying around the ring with two kinds of figures, and a chest."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pfalz.core.ask import Question, Reason, Slot, because
from pfalz.core.errors import IllegalAnswer
from pfalz.core.flow import ask, do, each, loop, seq, when
from pfalz.core.ruleset import Ruleset
from pfalz.core.state import PUBLIC, Args, Move, State, amount, declare, number, numbers, thing, upto
from tests.core.toys import ToyGame, all_moves, open_toy, walk

RING, STOPS, FREE = 6, 2, -1
ENVOY, NOBLE = 0, 1
SEATS = (3, 4, 5, 3, 7, 4)
"""Price of the one free seat in each region; the seats of regions 2 and 4 are for nobles only."""
NOBLE_ONLY = (2, 4)
PASS = RING


class CourtState(State):
    king: int
    court: list[int]  # envoys and nobles of each seat
    paid: list[int]  # envoys and nobles lying in each region
    taken: list[int]
    chests: list[int]
    free_move: int


def steps(s: CourtState, region: int) -> int:
    """S-7.7: figures for the way from the king to the region; none with the chest."""
    return 0 if s.free_move else (region - s.king) % RING


def path(s: CourtState, region: int) -> list[int]:
    """The regions a figure is laid into, in order: the way there, then around from the seat (S-7.10)."""
    way = [(s.king + i + 1) % RING for i in range(steps(s, region))]
    return way + [(region + i + 1) % RING for i in range(SEATS[region] - 1)]


class Deploy(Question[CourtState]):
    """Region, figure for the seat, then one figure per payment; every legal prefix can be paid to its end."""

    name, rule = "deploy", "S-7.3"

    def slot(self, s: Any, seat: int, args: Args, prefix: Sequence[int]) -> Slot:
        if len(prefix) < 2:
            return Slot("region", "region") if not prefix else Slot("seated", "figure")
        return Slot(f"payment{len(prefix) - 1}", "figure")

    def left(self, s: Any, seat: int, prefix: Sequence[int]) -> list[int]:
        return [s.court[2 * seat + kind] - prefix[1:].count(kind) for kind in (ENVOY, NOBLE)]

    def reason(self, s: Any, seat: int, region: int) -> Reason | None:
        envoys, nobles = self.left(s, seat, ())
        need = len(path(s, region)) + 1
        if s.taken[region] >= 0:
            return because("taken", "S-7.1")
        if envoys + nobles < need:
            return because("too_few_figures", "S-7.3", need=("number", need))
        if region in NOBLE_ONLY and not nobles:
            return because("noble_only", "S-7.11")
        return None

    def domain(self, s: Any, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int]:
        return (ENVOY, NOBLE) if prefix else range(RING + 1)

    def options(self, s: Any, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int] | None:
        if not prefix:
            return [PASS, *(r for r in range(RING) if self.reason(s, seat, r) is None)]
        if prefix[0] == PASS or len(prefix) == 2 + len(path(s, prefix[0])):
            return None
        kinds = [kind for kind in (ENVOY, NOBLE) if self.left(s, seat, prefix)[kind]]
        return [NOBLE] if len(prefix) == 1 and prefix[0] in NOBLE_ONLY else kinds

    def why_not(self, s: Any, seat: int, args: Args, prefix: Sequence[int], value: int) -> Reason | None:
        if not prefix and value < RING:
            return self.reason(s, seat, value)
        return super().why_not(s, seat, args, prefix, value)

    def answer(self, s: Any, seat: int, args: Args, answer: Move) -> None:
        if answer[0] != PASS:
            s.taken[answer[0]] = seat
            for kind in answer[1:]:
                s.court[2 * seat + kind] -= 1
            for region, kind in zip(path(s, answer[0]), answer[2:], strict=True):
                s.paid[2 * region + kind] += 1
        s.free_move = 0


class UseChest(Question[CourtState]):
    """S-9.7: the chest may be used at its own moment, before the action, and only if it has an effect."""

    name, rule = "use_chest", "S-9.7"

    def options(self, s: Any, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int] | None:
        return None if prefix else (0, 1)

    def answer(self, s: Any, seat: int, args: Args, answer: Move) -> None:
        s.free_move = answer[0]
        s.chests[seat] -= answer[0]


def seats(s: CourtState) -> Sequence[int]:
    return range(s.rules.players)


def has_use(s: CourtState, seat: int) -> bool:
    return s.chests[seat] > 0 and any(r != s.king and s.taken[r] < 0 for r in range(RING))


def king_travels(s: CourtState) -> bool:
    return s.king < STOPS


def move_king(s: CourtState) -> None:
    s.king += 1


class Court(ToyGame):
    id = "court"
    schema = declare(
        CourtState,
        king=number(PUBLIC, upto(STOPS)),
        court=numbers(PUBLIC, upto(5), per=("seat", 2)),
        paid=numbers(PUBLIC, amount(), per=(RING, 2)),
        taken=numbers(PUBLIC, thing("seat", FREE), per=RING),
        chests=numbers(PUBLIC, upto(1), per="seat"),
        free_move=number(PUBLIC, upto(1)),
    )

    def flows(self, rules: Ruleset[Any]) -> Sequence[Any]:
        turn = seq("turn", when(has_use, ask(UseChest())), ask(Deploy()))
        return [loop("travels", king_travels, seq("stop", each("player", seats, turn), do(move_king)))]

    def start(self, rules: Ruleset[Any]) -> CourtState:
        s, n = CourtState(), rules.players
        s.king, s.court, s.paid = 0, [5, 2] * n, [0] * 2 * RING
        s.taken, s.chests, s.free_move = [FREE] * RING, [1] * n, 0
        return s

    def violations(self, s: CourtState) -> Sequence[str]:
        figures = sum(s.court) + sum(s.paid) + sum(owner >= 0 for owner in s.taken)
        return (
            [] if figures == 7 * s.rules.players else [f"{figures} figures instead of {7 * s.rules.players}"]
        )


def court(players: int = 2) -> tuple[Ruleset[Any], Any]:
    rules: Ruleset[Any] = Ruleset(Court(), players, {})
    return rules, rules.start()


def expected_forms(envoys: int, nobles: int, king: int, free: bool) -> set[Move]:
    """All forms by brute force: every string of figures that the stock allows."""
    forms: set[Move] = {(PASS,)}
    for region in range(RING):
        length = (0 if free else (region - king) % RING) + SEATS[region]
        for figures in product((ENVOY, NOBLE), repeat=length):
            payable = figures.count(NOBLE) <= nobles and figures.count(ENVOY) <= envoys
            if payable and (region not in NOBLE_ONLY or figures[0] == NOBLE):  # the seated figure comes first
                forms.add((region, *figures))
    return forms


@pytest.mark.parametrize("free", [False, True])
@pytest.mark.parametrize(("envoys", "nobles"), [(5, 2), (7, 0), (2, 1), (0, 3), (4, 4), (0, 0)])
@pytest.mark.parametrize("king", [0, 3, 5])
def test_prefixes_lead_to_exactly_the_payable_forms(envoys: int, nobles: int, king: int, free: bool) -> None:
    rules, s = court()
    rules.play(s, 0, (0,))
    s.court[:2], s.king, s.free_move = [envoys, nobles], king, int(free)
    answers = all_moves(rules.asks(s)[0], s)
    assert len(answers) == len(set(answers))
    assert set(answers) == expected_forms(envoys, nobles, king, free)


def test_figures_are_laid_around_the_ring() -> None:
    rules, s = court()
    rules.play(s, 0, (0,))
    rules.play(s, 0, (1, ENVOY, NOBLE, ENVOY, NOBLE, ENVOY))
    assert s.taken == [-1, 0, -1, -1, -1, -1]
    assert s.court[:2] == [2, 0]
    assert s.paid == [0, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 0]


@pytest.mark.parametrize(
    ("stock", "region", "key", "clause"),
    [
        ((5, 2), 4, "too_few_figures", "S-7.3"),
        ((6, 0), 2, "too_few_figures", "S-7.3"),
        ((9, 0), 2, "noble_only", "S-7.11"),
        ((5, 2), 0, "taken", "S-7.1"),
    ],
)
def test_a_region_that_cannot_be_chosen_has_a_reason(stock: Move, region: int, key: str, clause: str) -> None:
    rules, s = court()
    rules.play(s, 0, (0,))
    s.court[:2], s.taken[0] = list(stock), 1
    open_ask = rules.asks(s)[0]
    reason = open_ask.why_not(s, (), region)
    assert reason is not None
    assert (reason.key, reason.clause) == (key, clause)
    with pytest.raises(IllegalAnswer) as caught:
        rules.play(s, 0, (region, NOBLE))
    assert (caught.value.key, caught.value.values) == (key, reason.values)


def test_slots_say_what_they_are() -> None:
    rules, s = court()
    rules.play(s, 0, (0,))
    open_ask = rules.asks(s)[0]
    names = [open_ask.slot(s, (1, 0, 0, 0)[:i]).name for i in range(4)]
    assert names == ["region", "seated", "payment1", "payment2"]
    with pytest.raises(IllegalAnswer, match="not complete: 'payment3' is missing"):
        rules.play(s, 0, (1, 0, 0, 0))


def test_the_chest_is_offered_at_its_moment_and_saves_the_way() -> None:
    rules, s = court()
    assert [a.name for a in rules.asks(s)] == ["use_chest"]
    rules.play(s, 0, (1,))
    assert (s.chests[0], s.free_move) == (0, 1)
    rules.play(s, 0, (3, ENVOY, ENVOY, NOBLE))
    assert s.paid == [0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 1]
    assert s.free_move == 0
    assert [(a.name, a.seat) for a in rules.asks(s)] == [("use_chest", 1)]


def test_the_chest_is_not_offered_without_effect() -> None:
    rules, s = court()
    s.taken = [-1, 0, 0, 0, 0, 0]
    s.stack.clear()
    s.call("turn", 0)
    rules.run(s)
    assert [a.name for a in rules.asks(s)] == ["deploy"]
    s.chests[0] = 0
    s.taken = [-1] * RING
    s.stack.clear()
    s.call("turn", 0)
    rules.run(s)
    assert [a.name for a in rules.asks(s)] == ["deploy"]


def test_taking_back_a_payment_gives_the_chest_back_step_by_step() -> None:
    session = open_toy(court()[0])
    start = session.rules.hash(session.state)
    session.answer(0, (1,))
    session.answer(0, (3, ENVOY, ENVOY, NOBLE))
    assert session.undo(0) == 1
    assert session.state.chests[0] == 0
    assert session.undo(0) == 0
    assert session.rules.hash(session.state) == start


@given(st.data())
@settings(max_examples=40, deadline=None)
def test_any_court_keeps_its_figures(data: st.DataObject) -> None:
    session = open_toy(court(data.draw(st.integers(2, 3)))[0])
    walk(session, data)
    assert session.state.over
