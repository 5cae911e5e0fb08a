"""Fair chance: outcomes fixed by the seed and the place in the log, and a check anyone can repeat."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Sequence
from random import Random

import pytest

from pfalz.core.ask import Chance
from pfalz.core.chance import nature_answer, nature_rng, seed_hash
from pfalz.core.errors import RecordError
from pfalz.core.flow import chance, seq
from pfalz.core.record import Entry, Record, SeatInfo, loads, luck
from pfalz.core.session import Session, open_session, resume, verify_chance
from pfalz.core.state import NATURE, Args, Move
from tests.core.fair import fair
from tests.core.toys import LogState, flow_rules, open_toy


def finished(seed: str = "salt") -> Session:
    session = open_toy(fair(), seed)
    while session.asks():
        ask = next(a for a in session.asks() if not a.answered)
        session.answer(ask.seat, ask.random_answer(session.state, Random(len(session.entries))))
        session.settle()
    return session


def test_the_published_hash_is_that_of_the_seed() -> None:
    assert seed_hash("salt") == hashlib.sha256(b"pfalz:salt").hexdigest()
    assert open_toy(fair()).header.seed_hash == seed_hash("salt")


def test_the_generator_depends_on_seed_and_place_only() -> None:
    def first(seed: str, n: int) -> float:
        return nature_rng(seed, n).random()

    assert first("a", 3) == first("a", 3)
    assert len({first("a", 3), first("a", 4), first("b", 3), first("a3", 0)}) == 4


def test_same_seed_same_chance_other_seed_other_chance() -> None:
    def chances(seed: str) -> list[list[int] | None]:
        return [e.move for e in open_toy(fair(4), seed).entries]

    assert chances("one") == chances("one")
    assert len({str(chances(str(i))) for i in range(20)}) == 20


def test_undoing_and_answering_again_does_not_change_what_chance_says() -> None:
    outcomes = []
    for bid in ((0,), (4,)):
        session = open_toy(fair())
        session.answer(0, bid)
        session.answer(1, (1,))
        session.answer(session.asks()[0].seat, (0, 1))
        session.undo(session.asks()[0].seat)
        session.answer(session.asks()[0].seat, (1, 2))
        session.answer(session.asks()[0].seat, (3,))
        session.settle()
        outcomes.append([e.move for e in session.entries if e.seat == NATURE])
    assert outcomes[0] == outcomes[1]
    assert len(outcomes[0]) == 5


class Loaded(Chance[LogState]):
    name = "loaded"

    def options(self, s: LogState, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int] | None:
        return [1, 2, 3] if not prefix else None

    def weights(
        self, s: LogState, args: Args, prefix: Sequence[int], options: Sequence[int]
    ) -> Sequence[int]:
        return [0, 1, 3]

    def answer(self, s: LogState, seat: int, args: Args, answer: Move) -> None:
        s.log += answer


def test_going_back_behind_chance_does_not_change_what_it_says() -> None:
    """Where the owner may take back anything: chance has spoken less often then, and says the same again."""
    session = finished()
    said = [(entry.n, entry.move) for entry in session.entries if entry.seat == NATURE]
    for to in (len(session.entries) - 1, 2, 0):
        answers = session.entries[to:]
        session.rewind(to)
        session.settle()
        for entry in answers[len(session.entries) - to :]:
            if entry.seat != NATURE:
                session.answer(entry.seat, entry.move or ())
                session.settle()
        assert [(entry.n, entry.move) for entry in session.entries if entry.seat == NATURE] == said
        verify_chance(session.rules, session.record())


def test_weights_are_obeyed() -> None:
    rules = flow_rules(lambda: [seq("main", chance(Loaded()))])
    s = rules.start()
    seen = Counter(nature_answer(rules.asks(s)[0], s, Random(i)) for i in range(4000))
    assert set(seen) == {(2,), (3,)}
    assert 2850 < seen[(3,)] < 3150


def test_without_weights_all_options_are_equally_likely() -> None:
    rules = fair()
    s = rules.start()
    seen = Counter(nature_answer(rules.asks(s)[0], s, Random(i)) for i in range(3000))
    assert len(seen) == 6
    assert all(400 < count < 600 for count in seen.values())


# -- shares -----------------------------------------------------------------------------------------------


def with_shares(*shares: str) -> Session:
    session = Session(fair(), open_toy(fair()).header)
    session.header.shares = list(shares)
    session.settle()
    return session


def test_every_number_and_its_place_counts_for_what_chance_says() -> None:
    """With one seed: whoever sits down last does not know it, whoever knows it does not sit down last."""
    given = [("", ""), ("aa", ""), ("", "aa"), ("aa", "bb"), ("aab", "b"), ("a", "abb"), ("aa", "bc")]
    said = {shares: [luck(with_shares(*shares).header, 0, n).random() for n in range(3)] for shares in given}
    assert len({tuple(numbers) for numbers in said.values()}) == len(given)
    outcomes = {tuple(tuple(e.move or ()) for e in with_shares(f"{n:x}", "").entries) for n in range(40)}
    assert len(outcomes) > 20


def test_a_number_nobody_gave_is_found() -> None:
    session = finished()
    honest = session.record()
    verify_chance(session.rules, honest)
    session.header.shares = ["6f1d9c", ""]
    with pytest.raises(RecordError, match="chance said"):
        verify_chance(session.rules, session.record())


# -- verification ---------------------------------------------------------------------------------


def test_an_honest_record_is_verified() -> None:
    session = finished()
    verify_chance(session.rules, loads(session.record().dumps()))
    assert [e.seat for e in session.entries].count(NATURE) == 5


def test_a_changed_outcome_is_found_even_with_matching_hashes() -> None:
    """A dealer who plays another outcome produces a consistent record; only the seed betrays it."""
    honest = open_toy(fair())
    crooked = Session(fair(), honest.header)
    crooked.answer(NATURE, honest.entries[0].move or ())
    other = next(c for c in range(1, 9) if [c] != honest.entries[1].move)
    crooked.answer(NATURE, (other,))
    record = crooked.record()
    assert resume(fair(), record).state.hand[0] == other
    with pytest.raises(RecordError, match=rf"entry 1: chance said \[.\], the record says \[{other}\]"):
        verify_chance(fair(), record)


def test_a_wrong_seed_is_found() -> None:
    session = finished()
    session.header.seed = "pepper"
    with pytest.raises(RecordError, match="the revealed seed does not fit the hash published"):
        verify_chance(fair(), session.record())
    session.header.seed_hash = seed_hash("pepper")
    with pytest.raises(RecordError, match="chance said"):
        verify_chance(fair(), session.record())


def test_without_the_seed_nothing_can_be_verified_or_continued() -> None:
    session = open_toy(fair())
    public = session.record(0)
    with pytest.raises(RecordError, match="the seed of this record has not been revealed"):
        verify_chance(fair(), public)
    with pytest.raises(RecordError, match="chance cannot go on"):
        Session(fair(), public.header).nature()


@pytest.mark.parametrize("n", [3, -1])
def test_a_record_that_puts_chance_where_it_has_no_turn_is_refused(n: int) -> None:
    session = finished()
    entries = list(session.entries)
    at = n if n >= 0 else len(entries)
    entries.insert(at, Entry(at, NATURE, "deal", [1], "0"))
    with pytest.raises(RecordError, match="does not replay"):
        verify_chance(fair(), Record(session.header, entries[: at + 1]))


def test_opening_a_table_settles_chance_up_to_the_first_question() -> None:
    session = open_session(fair(3), [SeatInfo("A"), SeatInfo("B"), SeatInfo("C")], "s")
    assert [(e.n, e.seat, e.ask) for e in session.entries] == [
        (0, NATURE, "shuffle"),
        *((n, NATURE, "deal") for n in (1, 2, 3)),
    ]
    assert session.nature() is None
