"""Sessions: save and resume inside any question, events, stale answers, redacted records."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import pytest

from pfalz.core.errors import IllegalAnswer, RecordError, StaleAnswer
from pfalz.core.flow import ask, do, seq, together
from pfalz.core.record import loads
from pfalz.core.session import SNAPSHOT_EVERY, Session, reload, resume
from pfalz.core.state import (
    HIDDEN,
    NATURE,
    SPECTATOR,
    Args,
    State,
)
from tests.core.fair import DEALT, WHOLE, WON, fair, opened, play
from tests.core.toys import Pick, flow_rules, open_toy

H = HIDDEN


# -- save and resume ------------------------------------------------------------------------------


def test_a_game_saved_anywhere_goes_on_identically() -> None:
    whole = opened(*WHOLE)
    assert whole.state.over
    kinds = set()
    for n in range(len(whole.entries) + 1):
        saved = resume(fair(), loads(whole.record().dumps()))
        saved.rewind(n)
        restored = resume(fair(), loads(saved.record().dumps()))
        kinds |= {a.name for a in restored.asks()}
        for entry in whole.entries[n:]:
            if entry.seat == NATURE:
                assert restored.nature() == entry
            else:
                assert restored.answer(entry.seat, entry.move or ()) == entry
        assert (restored.barriers, restored.opened) == (whole.barriers, whole.opened)
        assert restored.events == whole.events
    assert kinds == {"shuffle", "deal", "bid", "buy", "turn"}


def test_a_position_saved_as_json_anywhere_goes_on_identically() -> None:
    whole = opened(*WHOLE)
    rules = fair()
    for n in range(len(whole.entries)):
        s = rules.from_json(json.loads(json.dumps(rules.to_json(whole.position(n)))))
        for entry in whole.entries[n:]:
            rules.play(s, entry.seat, entry.move or (), entry.ask)
            whole.record().verify(entry, rules.hash(s))


def test_a_session_reloaded_on_trust_equals_the_checked_one() -> None:
    session = opened((0, (2,)), (0, (4,)))
    session.undo(0)
    play(session, (0, (1,)), (1, (3,)), (1, (0, 2)))
    checked, trusted = resume(fair(), session.record()), reload(fair(), session.record(), session.barriers)
    for part in ("entries", "barriers", "events", "opened"):
        assert getattr(trusted, part) == getattr(checked, part) == getattr(session, part)
    assert trusted.undo(1) == checked.undo(1)
    assert fair().key(trusted.state) == fair().key(checked.state)
    record = session.record()
    record.entries[-1].hash = "0123"
    with pytest.raises(RecordError, match="leads to another position"):
        reload(fair(), record, session.barriers)


def test_positions_are_found_beyond_many_snapshots() -> None:
    def both(s: State) -> Sequence[int]:
        return (0, 1)

    rules = flow_rules(lambda: [seq("main", together(Pick("plan", [1, 2]), both), ask(Pick("end", [1, 2])))])
    session = open_toy(rules)
    for _ in range(2 * SNAPSHOT_EVERY):
        session.answer(0, (1,))
        session.retract(0)
    session.answer(1, (2,))
    last = len(session.entries)
    assert last > 4 * SNAPSHOT_EVERY
    for n in (0, 1, SNAPSHOT_EVERY - 1, SNAPSHOT_EVERY, 3 * SNAPSHOT_EVERY + 1, last):
        if n:
            session.record().verify(session.entries[n - 1], rules.hash(session.position(n)))
        else:
            assert rules.hash(session.position(0)) == rules.hash(rules.start())
    session.rewind(2 * SNAPSHOT_EVERY + 1)
    assert session.opened == 0
    session.answer(1, (2,))
    assert session.state.over is False
    assert session.state.log == [0, 1, 1, 2]
    for wrong in (-1, last):
        with pytest.raises(RecordError, match=f"position {wrong} does not exist"):
            session.position(wrong)


def test_a_refused_answer_changes_nothing() -> None:
    session = opened((0, (2,)))
    before = session.record().dumps()
    for seat, answer in ((1, (9,)), (1, ()), (5, (1,)), (NATURE, (1,))):
        with pytest.raises((IllegalAnswer, StaleAnswer)):
            session.answer(seat, answer)
    assert session.record().dumps() == before
    session.record().verify(session.entries[-1], session.rules.hash(session.state))


def test_events_are_kept_by_entry() -> None:
    session = opened(*WHOLE[:2])
    assert session.events[0] == session.events[1] == []
    assert [kind for kind, _ in session.events[2]] == [DEALT]
    assert session.events[-1] == [(WON, (1, 3))]
    assert len(session.events) == len(session.entries) + 1
    session.rewind(2)
    assert len(session.events) == 3


def test_events_before_the_first_question_are_kept_too() -> None:
    def announce(s: Any) -> None:
        s.emit(WON, 1, 7)

    announcing = flow_rules(lambda: [seq("main", do(announce), ask(Pick("pick", [1, 2])))], events=(WON,))
    session = open_toy(announcing)
    assert session.events == [[(WON, (1, 7))]]
    assert session.state.trace is None


# -- stale answers --------------------------------------------------------------------------------


def test_a_double_submit_is_stale() -> None:
    session = opened(*WHOLE[:2])
    at = session.opened
    session.answer(1, (0, 2), "buy", at)
    with pytest.raises(StaleAnswer, match=f"answers a question of position {at}; the game is at {at + 1}"):
        session.answer(1, (0, 2), "buy", at)
    session.undo(1)
    assert session.opened == at
    session.answer(1, (1, 1), "buy", at)


def test_going_back_finds_where_the_open_question_was_opened() -> None:
    session = opened(*WHOLE)
    bids = [e.n for e in session.entries if e.ask == "bid"]
    session.rewind(bids[3])
    assert session.opened == bids[2]
    session.rewind(bids[0])
    assert session.opened == bids[0]


# -- redacted records -----------------------------------------------------------------------------


def shown(session: Session, seat: int | None, name: str) -> list[list[int] | None]:
    return [e.move for e in session.record(seat).entries if e.ask == name]


def test_chance_shows_its_outcome_only_to_its_audience() -> None:
    session = opened()
    hands = session.state.hand
    assert shown(session, 0, "deal") == [[hands[0]], [H]]
    assert shown(session, 1, "deal") == [[H], [hands[1]]]
    assert shown(session, SPECTATOR, "deal") == [[H], [H]]
    assert shown(session, 0, "shuffle") == [[H]]
    assert shown(session, None, "shuffle") == [list(session.state.tiles)]


def test_open_answers_are_shown_to_their_owner_only_until_the_last_is_in() -> None:
    session = opened((0, (2,)))
    assert shown(session, 0, "bid") == [[2]]
    assert shown(session, 1, "bid") == shown(session, SPECTATOR, "bid") == [[H]]
    session.answer(1, (1,))
    assert shown(session, 1, "bid") == shown(session, SPECTATOR, "bid") == [[2], [1]]


def test_drafts_of_an_answer_stay_their_owners() -> None:
    session = opened((0, (2,)), (0, (4,)))
    session.undo(0)
    play(session, (0, (1,)), (1, (3,)))
    assert shown(session, 1, "bid") == [[H], [H], None, [1], [3]]
    assert shown(session, 0, "bid") == [[2], [4], None, [1], [3]]


def test_an_open_form_does_not_tell_its_length() -> None:
    class Pile(Pick):
        def options(self, s: Any, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int] | None:
            return None if prefix and prefix[-1] == 0 else (0, 1)

    def both(s: State) -> Sequence[int]:
        return (0, 1)

    session = open_toy(
        flow_rules(lambda: [seq("main", together(Pile("pile"), both), ask(Pick("end", [1, 2])))])
    )
    play(session, (0, (1, 1, 1, 0)))
    assert shown(session, 1, "pile") == [[H]]
    play(session, (1, (0,)))
    assert shown(session, 1, "pile") == [[1, 1, 1, 0], [0]]


def test_a_redacted_record_holds_neither_hashes_nor_seed() -> None:
    session = opened((0, (2,)))
    session.undo(0)
    for seat in (0, 1, SPECTATOR):
        record = session.record(seat)
        assert {e.hash for e in record.entries} == {""}
        assert (record.header.seed, record.header.seed_hash) == ("", session.header.seed_hash)
        with pytest.raises(RecordError, match="only the complete record can be replayed"):
            resume(fair(), record)
    assert session.header.seed == "salt"


def test_the_record_of_a_finished_game_is_open_to_all() -> None:
    session = opened(*WHOLE)
    assert session.record(SPECTATOR).dumps() == session.record().dumps()
    assert session.record(1).header.seed == "salt"
