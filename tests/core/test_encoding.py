"""The numeric encoding of views and answers: complete, without leaks, turned to the viewer, described."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any

import pytest

from pfalz.core.chance import nature_answer
from pfalz.core.codes import Numbers
from pfalz.core.encoding import Encoding
from pfalz.core.ruleset import Ruleset
from pfalz.core.segments import Segment
from pfalz.core.state import (
    MOST,
    NATURE,
    SPECTATOR,
    Move,
    State,
    digest,
)
from tests.core.raid import DRUNK, FREE, HOME, STAY, raid
from tests.core.village import village

TABLES: dict[str, Callable[[], Ruleset[Any]]] = {
    "raid of two": lambda: raid(2),
    "raid of three": lambda: raid(3, "banners"),
    "raid of four": lambda: raid(4),
    "village": lambda: village(3, "feasts", "dances", "mines"),
    "village alone": lambda: village(1, "feasts"),
}


def positions(rules: Ruleset[Any], seed: int) -> Iterator[State]:
    """All positions of a random game; simultaneous answers are now and then taken back."""
    rng = Random(seed)
    s = rules.start()
    yield rules.copy(s)
    while not s.over:
        open_asks = [ask for ask in rules.asks(s) if not ask.answered]
        ask = rng.choice(open_asks)
        answered = [other.seat for other in rules.asks(s) if other.answered]
        if answered and rng.random() < 0.2:
            rules.retract(s, answered[0])
        else:
            rules.apply(
                s, ask.seat, nature_answer(ask, s, rng) if ask.seat == NATURE else ask.random_answer(s, rng)
            )
        yield rules.copy(s)


def viewers(rules: Ruleset[Any]) -> list[int]:
    return [*range(rules.players), SPECTATOR]


def segment(encoding: Encoding, name: str) -> Segment:
    return next(found for found in encoding.describe() if found.name == name)


def cut(encoding: Encoding, out: Sequence[float], name: str) -> list[float]:
    """The floats of a segment."""
    found = segment(encoding, name)
    return list(out[found.offset : found.offset + found.length])


@pytest.mark.parametrize("table", TABLES)
def test_two_views_are_encoded_alike_if_and_only_if_they_are_the_same(table: str) -> None:
    rules = TABLES[table]()
    encoding = Encoding(rules)
    for seat in viewers(rules):
        by_floats: dict[bytes, Any] = {}
        by_key: dict[Any, bytes] = {}
        for seed in range(25):
            for s in positions(rules, seed):
                view = rules.view(s, seat)
                out = encoding.encode(view, seat)
                assert len(out) == encoding.length
                floats, key = out.tobytes(), rules.key(view)
                assert by_floats.setdefault(floats, key) == key
                assert by_key.setdefault(key, floats) == floats
        assert len(by_key) > 25


@pytest.mark.parametrize("table", TABLES)
def test_nothing_is_told_but_what_the_viewer_may_know(table: str) -> None:
    rules = TABLES[table]()
    encoding = Encoding(rules)
    rng = Random(7)
    for seed in range(4):
        for s in positions(rules, seed):
            for seat in viewers(rules):
                view = rules.view(s, seat)
                other = rules.view(rules.resample(view, seat, rng), seat)
                assert encoding.encode(view, seat) == encoding.encode(other, seat)


# -- turning ------------------------------------------------------------------------------------------


def renamed(rules: Ruleset[Any], s: Any, by: int) -> Any:
    """The raid with every seat renamed: seat 0 is called `by`, and so on."""
    n = rules.players
    t = rules.copy(s)

    def seat(value: int) -> int:
        return (value + by) % n if 0 <= value < n else value

    def rider(value: int) -> int:
        return 2 * seat(value // 2) + value % 2 if value >= 0 else value

    def by_seat(values: Sequence[int], width: int = 1) -> list[int]:
        out = list(values)
        for i, value in enumerate(values):
            out[seat(i // width) * width + i % width] = value
        return out

    def seats(bits: int) -> int:
        return sum(1 << seat(i) for i in range(n) if bits >> i & 1)

    t.gold, t.plan, t.shown = by_seat(s.gold, 2), by_seat(s.plan, 2), by_seat(s.shown)
    t.owner = [seat(value) for value in s.owner]
    t.friends = by_seat([seats(bits) for bits in s.friends])
    t.riders = by_seat(s.riders, 2)
    t.ridden = [rider(value) for value in s.ridden]
    t.moods = [*by_seat(s.moods[:n]), s.moods[n]]
    for i in range(n):
        own = s.debts[i * (n + 1) : (i + 1) * (n + 1)]
        t.debts[seat(i) * (n + 1) : (seat(i) + 1) * (n + 1)] = [*by_seat(own[:n]), own[n]]
    if "banners" in s.slices:
        flags = [
            sum(1 << rider(i) for i in range(2 * n) if bits >> i & 1) for bits in s.slices["banners"].banner
        ]
        t.slices["banners"].banner = by_seat(flags)
    t.stack = []
    for id, at, args, items in s.stack:
        name = rules.nodes[id].name
        if name in ("gifts", "give"):
            last = len(args) if name == "gifts" else len(args) - 1
            args = (seat(args[0]), *map(rider, args[1:last]), *map(seat, args[last:]))
        elif args:
            args = (seat(args[0]), *args[1:])
        t.stack.append((id, at, args, tuple(map(seat, items))))
    answers: list[Move | None] = [None] * len(s.answers)
    for i, answer in enumerate(s.answers):
        answers[seat(i)] = answer if answer is None else (*answer[:2], *map(seat, answer[2:]))
    t.answers = answers
    return t


@pytest.mark.parametrize("players", [2, 3, 4])
def test_seats_are_counted_from_the_viewer(players: int) -> None:
    rules = raid(players, "banners")
    encoding = Encoding(rules)
    for seed in range(6):
        for s in positions(rules, seed):
            for by in range(1, players):
                t = renamed(rules, s, by)
                for seat in range(players):
                    there = (seat + by) % players
                    mine = encoding.encode(rules.view(s, seat), seat)
                    assert mine == encoding.encode(rules.view(t, there), there)


def test_for_a_spectator_nothing_is_turned() -> None:
    rules = raid(3)
    encoding = Encoding(rules)
    s = rules.start()
    s.owner = [1, 3, FREE, 0, 2]
    spectator = cut(encoding, encoding.encode(rules.view(s, SPECTATOR), SPECTATOR), "owner")
    assert spectator == cut(encoding, encoding.encode(rules.view(s, 0), 0), "owner")
    assert spectator[:10] == [*[0, 1, 0, 0, 0], *[0, 0, 0, 1, 0]]
    of_one = cut(encoding, encoding.encode(rules.view(s, 1), 1), "owner")
    assert of_one == [
        *[1, 0, 0, 0, 0],
        *[0, 0, 0, 1, 0],
        *[0, 0, 0, 0, 1],
        *[0, 0, 1, 0, 0],
        *[0, 1, 0, 0, 0],
    ]


# -- what is where ------------------------------------------------------------------------------------


def test_each_sort_of_column() -> None:
    rules = raid(2)
    encoding = Encoding(rules)
    s = rules.start()
    s.round, s.gold, s.omen = 1, [3, 30, 0, 6], 4
    s.friends, s.heaps[1] = [3, 1], (1, 0)
    s.riders, s.ridden = [0, STAY, HOME, 4], [3]
    s.owner[1] = 1
    s.moods, s.debts = [3, -3, DRUNK], [0, 64, 1, 0, 0, 10_000_000]
    s.plan = [-4, 2, 7, 7]
    out = encoding.encode(rules.view(s, 1), 1)

    def part(name: str) -> list[float]:
        return cut(encoding, out, name)

    assert part("round") == [0.5]
    assert part("omen") == [*([0] * 6), *[1]]  # hidden from all
    assert part("gold") == [0, 0, pytest.approx(0.2), 0, 0, 1, 0, 1]  # own first; a flag for hidden ones
    assert part("friends") == [0, 1, 1, 1]
    assert part("riders")[:14] == [*[0, 0, 0, 0, 0, 1, 0], *[0, 0, 0, 0, 1, 0, 0]]  # home, then the fen
    assert part("riders")[14:] == [*[1, 0, 0, 0, 0, 0, 0], *[0, 0, 0, 0, 0, 0, 1]]  # the hill, then staying
    assert part("heaps")[16:32] == [
        *[0, 1, 0, 0],
        *[1, 0, 0, 0],
        *([0, 0, 0, 1] * 2),
    ]  # iron, corn, nothing more
    assert part("ridden") == [*[0, 1, 0, 0, 0], *([0, 0, 0, 0, 1] * 3)]
    assert part("moods") == [*[-1, 0], *[1, 0], *[0, 1]]
    assert part("debts") == [*[0, 0, 10_000_000 / 64], *[1, 0, 1 / 64]]
    assert part("plan") == [*[7 / 64, 0, 7 / 64, 0], *[0, 1, 0, 1]]
    assert part("deck") == [0, 0, 0, 0, 0, 0, 1] * 5
    heaps = cut(encoding, encoding.encode(rules.view(s, 0), 0), "heaps")
    assert heaps[16:32] == [*([0, 0, 1, 0] * 2), *([0, 0, 0, 1] * 2)]  # how many there are is no secret


@pytest.mark.parametrize(
    ("low", "high", "values"),
    [
        (0, 2**23, range(2**23 - 1000, 2**23 + 1)),
        (-(2**23), 7, range(-(2**23), 1000 - 2**23)),
        (0, 3, range(4)),
        (0, 0, range(1)),
        (-MOST, MOST, range(2**24 - 1000, 2**24 + 1)),
        (-MOST, MOST, range(-(2**24), 1000 - 2**24)),
    ],
)
def test_numbers_stay_apart(low: int, high: int, values: range) -> None:
    out = array("f", [0] * len(values))
    Numbers(low, high, (), False, False).write(out, range(len(values)), values, 0)
    assert len(set(out)) == len(values)
    assert list(out) == sorted(out)


def test_an_open_question_and_an_own_answer() -> None:
    rules = raid(3)
    encoding = Encoding(rules)
    s = rules.start()
    rules.play(s, NATURE, (0, 1, 2, 3, 4))
    rules.play(s, 1, (4, 2, 0))
    own = encoding.encode(rules.view(s, 1), 1)
    assert cut(encoding, own, "answered") == [1, 0, 0]
    answer = cut(encoding, own, "answer")
    width = len(answer) // 4
    actions = encoding.actions
    assert [i for i in range(width) if answer[i]] == [actions.action("field", 4, 1)]
    assert answer[2 * width - 2 : 2 * width] == [1, 2 / 64]
    assert [i for i in range(width) if answer[2 * width + i]] == [actions.action("seat", 0, 1)]
    assert actions.action("seat", 0, 1) == 2  # two places after the one who answers
    assert not any(answer[3 * width :])
    assert cut(encoding, own, "question") == [1, 0, 0, 0]
    other = encoding.encode(rules.view(s, 2), 2)
    assert cut(encoding, other, "answered") == [0, 0, 1]
    assert not any(cut(encoding, other, "answer"))
    nobody = encoding.encode(rules.view(s, SPECTATOR), SPECTATOR)
    assert not any(cut(encoding, nobody, "question"))
    rules.play(s, 0, (1, 0))
    rules.play(s, 2, (3, 0))
    rules.play(s, 0, (1,))
    asked = encoding.encode(rules.view(s, 0), 0)
    assert cut(encoding, asked, "question") == [0, 0, 1, 0]
    assert cut(encoding, asked, "question.field") == [0, 1, 0, 0, 0]
    assert not any(cut(encoding, encoding.encode(rules.view(s, 1), 1), "question.field"))
    assert cut(encoding, asked, "stack.strike")[:3] == [1, 6 / 16, 0]
    rules.play(s, 0, (0,))
    giving = encoding.encode(rules.view(s, 0), 0)
    assert cut(encoding, giving, "question") == [0, 0, 0, 1]
    assert cut(encoding, giving, "question.rider*") == [0, 1, 0, 0, 0, 0]
    assert cut(encoding, giving, "question.side") == [1, 0, 0, 0]
    assert cut(encoding, giving, "stack.strike") == [0] * 13


@pytest.mark.parametrize("table", TABLES)
def test_the_description_covers_everything_once(table: str) -> None:
    encoding = Encoding(TABLES[table]())
    for segments, length in (
        (encoding.describe(), encoding.length),
        (encoding.actions.describe(), encoding.actions.count),
        (encoding.actions.describe_prefix(), encoding.actions.prefix_length),
    ):
        at = 0
        for found in segments:
            assert found.offset == at
            assert found.length > 0 or found.name.startswith("question")
            entries = 1
            for size in found.sizes:
                entries *= size
            assert len(found.sizes) == len(found.axes)
            assert found.length % entries == 0
            at += found.length
        assert at == length
        assert len({found.name for found in segments}) == len(segments)


def test_the_encoding_is_that_of_this_version() -> None:
    """Whoever changes layout or floats raises `Encoding.VERSION` and puts the new hashes here."""
    assert Encoding.VERSION == 1
    rules = raid(3, "banners")
    encoding = Encoding(rules)
    assert encoding.fingerprint == "360f4ccddcffb193"
    found = [
        list(encoding.encode(rules.view(s, seat), seat)) for s in positions(rules, 0) for seat in (0, 1, 2)
    ]
    assert digest(found) == "dce188598a04f102"
    s = list(positions(rules, 0))[2]
    plan, actions = rules.asks(s)[0], encoding.actions
    prefix, mask = actions.encode_prefix(s, plan, (2, 1)), actions.mask(s, plan)
    assert digest([list(prefix), list(mask)]) == "b85e2eeffb2ffc18"


def test_tables_that_differ_have_other_fingerprints() -> None:
    fingerprints = {name: Encoding(make()).fingerprint for name, make in TABLES.items()}
    assert len(set(fingerprints.values())) == len(fingerprints)
    assert Encoding(raid(2)).fingerprint == fingerprints["raid of two"]


# -- answers ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("table", TABLES)
def test_actions_and_back(table: str) -> None:
    rules = TABLES[table]()
    actions = Encoding(rules).actions
    for seat in (*viewers(rules), NATURE):
        found = [
            (kind, value, actions.action(kind, value, seat))
            for kind in rules.kinds.ids()
            for value in (rules.kinds[kind].values or range(actions.low, actions.high + 1))
            if kind != "coins"
        ]
        assert sorted(action for _, _, action in found) == list(range(actions.count))
        for kind, value, action in found:
            assert actions.value(kind, action, seat) == value


@pytest.mark.parametrize("table", TABLES)
def test_masks_are_the_options(table: str) -> None:
    rules = TABLES[table]()
    actions = Encoding(rules).actions
    rng = Random(5)
    for s in positions(rules, 3):
        for open_ask in rules.asks(s):
            if open_ask.seat == NATURE:
                continue
            view = rules.view(s, open_ask.seat)
            own = rules.ask_of(view, open_ask.seat)
            answer = own.random_answer(view, rng)
            inputs = set()
            for i in range(len(answer) + 1):
                mask = actions.mask(view, own, answer[:i])
                options = own.options(view, answer[:i])
                allowed = [action for action, may in enumerate(mask) if may]
                kind = own.slot(view, answer[:i]).kind if options is not None else ""
                assert sorted(actions.value(kind, action, own.seat) for action in allowed) == sorted(
                    options or ()
                )
                prefix = actions.encode_prefix(view, own, answer[:i])
                assert len(prefix) == actions.prefix_length
                inputs.add(prefix.tobytes())
            assert len(inputs) == len(answer) + 1


def test_the_slots_filled_and_the_next_one() -> None:
    rules = raid(3)
    actions = Encoding(rules).actions
    s = rules.start()
    rules.play(s, NATURE, (0, 1, 2, 3, 4))
    view = rules.view(s, 2)
    plan = rules.ask_of(view, 2)
    kinds = rules.kinds.ids()
    empty = actions.encode_prefix(view, plan)
    assert [i for i, x in enumerate(empty) if x] == [kinds.index("field")]
    one = actions.encode_prefix(view, plan, (3,))
    assert [i for i, x in enumerate(one) if x] == [kinds.index("number"), 10 + actions.action("field", 3, 2)]
    whole = actions.encode_prefix(view, plan, (3, 0))
    assert not any(whole[:10])
    found = {actions.encode_prefix(view, plan, (3, gold)).tobytes() for gold in range(5)}
    assert len(found) == 5
