"""Chance nobody can choose: the host commits to a seed, people give numbers, going back changes nothing."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from pfalz.core.chance import mixed, seed_hash
from pfalz.core.errors import RecordError
from pfalz.core.record import Later, SeatInfo, loads, new_header
from pfalz.core.session import Session, open_session, verify_chance
from pfalz.core.state import NATURE
from tests.core.fair import fair
from tests.core.toys import open_toy


def chances(session: Session) -> list[list[int] | None]:
    return [entry.move for entry in session.entries if entry.seat == NATURE]


def played(session: Session, seed: int = 0) -> Session:
    """Play on to the end, at random."""
    session.settle()
    while session.asks():
        ask = next(a for a in session.asks() if not a.answered)
        session.answer(ask.seat, ask.random_answer(session.state, Random(len(session.entries) + seed)))
        session.settle()
    return session


def with_shares(*shares: str, seed: str = "salt") -> Session:
    header = new_header(fair(), [SeatInfo("A"), SeatInfo("B")], seed)
    return Session(fair(), msgspec.structs.replace(header, shares=list(shares)))


def test_every_number_of_every_person_counts() -> None:
    found = {
        str(chances(played(with_shares(*shares))))
        for shares in (("1", "2"), ("1", "3"), ("4", "2"), ("", ""))
    }
    assert len(found) == 4
    assert chances(played(with_shares("1", "2"))) == chances(played(with_shares("1", "2")))
    assert mixed("s", ["ab", "c"]) != mixed("s", ["a", "bc"])


def test_taking_answers_back_and_giving_them_again_does_not_change_what_chance_says() -> None:
    """Not even by retractions, which leave entries in the log."""
    outcomes = []
    for revisions in range(4):
        session = open_session(fair(), [SeatInfo("A"), SeatInfo("B")], "salt")
        for n in range(revisions):
            session.answer(0, (n,))
            session.retract(0)
        session.answer(0, (4,))
        session.answer(1, (1,))
        session.settle()
        while len(chances(session)) < 5 and session.asks():
            ask = session.asks()[0]
            session.answer(ask.seat, ask.random_answer(session.state, Random(7)))
            session.settle()
        outcomes.append(chances(session))
    assert all(found == outcomes[0] for found in outcomes) and len(outcomes[0]) == 5


def test_a_record_with_shares_is_verified_and_shows_who_gave_what() -> None:
    session = played(with_shares("1", "2"))
    text = session.record().dumps()
    assert '"shares":["1","2"]' in text
    verify_chance(fair(), loads(text))
    for wrong in ('"shares":["1","3"]', '"shares":["1"]'):
        with pytest.raises(RecordError):
            verify_chance(fair(), loads(text.replace('"shares":["1","2"]', wrong)))
    with pytest.raises(RecordError):  # neither can they be left out
        verify_chance(fair(), loads(text.replace(',"shares":["1","2"]', "")))


def test_an_old_record_has_no_shares_and_is_verified_as_ever() -> None:
    header = new_header(fair(), [SeatInfo("A"), SeatInfo("B")], "salt")
    text = played(Session(fair(), header)).record().dumps()
    assert "shares" not in text and "later" not in text
    verify_chance(fair(), loads(text))


def test_a_later_seed_counts_from_its_place_on() -> None:
    session = open_toy(fair())
    before = chances(session)
    at = len(session.entries)
    session.draw_anew("pepper")
    played(session)
    assert chances(session)[: len(before)] == before
    other = played(open_toy(fair()))
    assert chances(session) != chances(other)
    assert session.header.later == [Later(at, seed_hash("pepper"), "pepper")]
    record = loads(session.record().dumps())
    verify_chance(fair(), record)
    record.header.later = [Later(at, seed_hash("pepper"), "salt")]
    with pytest.raises(RecordError, match="does not fit the hash"):
        verify_chance(fair(), record)
    record.header.later = [Later(10_000, seed_hash("pepper"), "pepper")]
    with pytest.raises(RecordError, match="chance said"):
        verify_chance(fair(), record)


def test_seeds_are_hidden_while_the_game_goes_on() -> None:
    session = open_toy(fair())
    session.draw_anew("pepper")
    header = session.record(0).header
    assert header.seed == "" and [later.seed for later in header.later] == [""]
    assert [later.seed_hash for later in header.later] == [seed_hash("pepper")]


def test_going_back_behind_a_later_seed_does_not_bring_the_old_one_back() -> None:
    session = open_toy(fair())
    while len(session.entries) < 8:
        ask = next(a for a in session.asks() if not a.answered)
        session.answer(ask.seat, ask.random_answer(session.state, Random(1)))
        session.settle()
    session.draw_anew("pepper")
    first = next(e.n for e in session.entries if e.seat >= 0)
    session.rewind(first)
    assert [(later.at, later.seed) for later in session.header.later] == [(first, "pepper")]
    verify_chance(fair(), played(session).record())
