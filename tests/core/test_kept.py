"""Kept positions: a session that begins from one is like any other; a record that starts from one, too."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import msgspec
import pytest

from pfalz.core.chance import seed_hash
from pfalz.core.errors import IllegalAnswer, RecordError
from pfalz.core.flow import ask, seq
from pfalz.core.record import Header, Record, Start, loads, seal_of
from pfalz.core.ruleset import Ruleset
from pfalz.core.session import Kept, Session, reload, resume, verify_chance
from pfalz.core.state import SPECTATOR
from tests.core.fair import WHOLE, fair, opened, play
from tests.core.toys import Pick, flow_rules, open_toy


def kept(session: Session, n: int) -> Kept:
    """A position as it comes back from a file."""
    rules: Ruleset[Any] = session.rules
    state = rules.from_json(json.loads(json.dumps(rules.to_json(session.position(n)))))
    return Kept(n, session.opened_at(n), state)


def from_kept(session: Session, n: int) -> Session:
    return reload(session.rules, session.record(), session.barriers, kept(session, n))


def test_a_session_from_any_kept_position_is_the_whole_session() -> None:
    whole = opened(*WHOLE)
    for n in range(1, len(whole.entries) + 1):
        session = from_kept(whole, n)
        assert session.lacks_past
        assert session.rules.hash(session.state) == whole.rules.hash(whole.state)
        assert (session.entries, session.barriers, session.opened) == (
            whole.entries,
            whole.barriers,
            whole.opened,
        )
        assert session.lacks_past, "nothing of this needed the past"
        assert session.events == whole.events
        assert not session.lacks_past
        for i in range(len(whole.entries) + 1):
            assert session.opened_at(i) == whole.opened_at(i)
            assert session.rules.key(session.position(i)) == whole.rules.key(whole.position(i))


def test_going_back_behind_a_kept_position_plays_the_past_first() -> None:
    rules = flow_rules(lambda: [seq("main", *(ask(Pick(f"pick{i}", [1, 2])) for i in range(60)))])
    whole = play(open_toy(rules), *((0, (1 + i % 2,)) for i in range(50)))
    for n in (1, 15, 16, 17, 40, 50):
        session = from_kept(whole, n)
        for to in (49, 33, 20, 16, 3, 0):
            session.rewind(to)
            assert rules.hash(session.state) == rules.hash(whole.position(to))
            assert (len(session.entries), len(session.events)) == (to, to + 1)
        play(session, (0, (2,)))
        assert len(session.events) == 2


def test_undo_and_answers_after_a_kept_position() -> None:
    whole = opened((0, (2,)), (0, (4,)))
    session = from_kept(whole, len(whole.entries))
    assert session.may_undo(0) == whole.may_undo(0)
    assert session.undo(0) == whole.undo(0)
    for game in (session, whole):
        play(game, (0, (1,)), (1, (3,)), (1, (0, 2)))
    assert (session.entries, session.barriers) == (whole.entries, whole.barriers)
    assert session.record(SPECTATOR).dumps() == whole.record(SPECTATOR).dumps()


def test_a_kept_position_of_other_answers_is_refused() -> None:
    one, other = opened((0, (2,)), (0, (4,))), opened((0, (1,)))
    n = len(other.entries)
    with pytest.raises(RecordError, match="leads to another position than recorded"):
        reload(fair(), one.record(), one.barriers, kept(other, n))


# -- records that start from a position ---------------------------------------------------------------


def restarted(session: Session, seed: str = "new") -> Session:
    """The game as it goes on after a change of the rules."""
    start = Start(len(session.entries), 7, session.rules.to_json(session.state))
    fields = {"start": start, "seed": seed, "seed_hash": seed_hash(seed)}
    return Session(session.rules, msgspec.structs.replace(session.header, **fields))


def test_a_record_that_starts_from_a_position_is_played_saved_and_verified() -> None:
    for n in range(1, len(WHOLE)):
        session = restarted(opened(*WHOLE[:n]))
        session.settle()
        while not session.state.over:
            waiting = next(a for a in session.asks() if not a.answered)
            answer = waiting.random_answer(session.state, Random(n))
            session.answer(waiting.seat, answer)
            session.settle()
        record = loads(session.record().dumps())
        again = resume(fair(), record)
        assert again.entries == session.entries
        assert record.header == session.header
        verify_chance(fair(), record)
        assert fair().hash(record.replay(fair())) == fair().hash(session.state)


def test_nobody_goes_back_behind_the_start() -> None:
    rules = flow_rules(lambda: [seq("main", *(ask(Pick(f"pick{i}", [1, 2])) for i in range(4)))])
    before = play(open_toy(rules), (0, (1,)))
    assert before.may_undo(0)
    session = restarted(before)
    assert not session.may_undo(0)
    with pytest.raises(IllegalAnswer):
        session.undo(0)
    with pytest.raises(RecordError, match="position -1 does not exist"):
        session.position(-1)
    assert play(session, (0, (2,))).undo(0) == 0


def test_an_answer_that_is_still_secret_can_be_taken_back_after_the_start() -> None:
    session = restarted(opened((0, (2,))))
    assert session.may_undo(0) and not session.may_undo(1)
    session.undo(0)
    assert not any(a.answered for a in session.asks())


def test_the_position_a_record_starts_from_is_sealed_and_secret() -> None:
    session = restarted(opened((0, (2,))))
    play(session, (0, (4,)))
    header = session.header
    assert isinstance(header.start, Start)
    changed = msgspec.structs.replace(header.start, answers=header.start.answers + 1)
    assert seal_of(header) != seal_of(msgspec.structs.replace(header, start=changed))
    with pytest.raises(RecordError, match="leads to another position"):
        resume(fair(), Record(msgspec.structs.replace(header, start=changed), session.entries))
    for seat in (0, 1, SPECTATOR):
        assert loads(session.record(seat).dumps()).header.start is msgspec.UNSET


def test_a_header_without_a_start_is_what_it_was() -> None:
    header = opened().header
    assert b"start" not in msgspec.json.encode(header)
    assert msgspec.json.decode(msgspec.json.encode(header), type=Header) == header


def test_a_start_that_is_no_position_is_refused() -> None:
    header = opened().header
    for position in ({}, {"stack": [], "answers": [], "columns": {}, "slices": {}}):
        with pytest.raises(RecordError):
            Session(fair(), msgspec.structs.replace(header, start=Start(3, 1, position)))
