"""Records: files there and back, and every way a file can be wrong, each with a telling message."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pfalz.core.errors import RecordError
from pfalz.core.record import Entry, Record, SeatInfo, Undo, dump_lines, loads, sealed
from pfalz.core.session import Session, open_session, resume, verify_chance
from tests.core.fair import fair
from tests.core.toys import flow_rules, open_toy


def played(answers: int = 6, players: int = 2) -> Session:
    session = open_toy(fair(players))
    for i in range(answers):
        waiting = [a for a in session.asks() if not a.answered]
        if waiting:
            session.answer(waiting[0].seat, waiting[0].random_answer(session.state, Random(i)))
            session.settle()
    return session


LINES = played().record().dumps().splitlines()


def edited(line: int, **fields: Any) -> str:
    """The file with some fields of one line changed."""
    raw = {**json.loads(LINES[line]), **fields}
    return "\n".join([*LINES[:line], json.dumps(raw), *LINES[line + 1 :]])


def test_a_record_comes_back_as_it_was() -> None:
    session = played()
    again = loads(session.record().dumps())
    assert again.header == session.header
    assert again.entries == session.entries
    assert again.dumps() == session.record().dumps()
    assert fair().hash(again.replay(fair())) == fair().hash(session.state)


def test_line_ends_of_another_system_and_blank_lines_do_not_matter() -> None:
    assert loads("\r\n".join(["", *LINES, "", ""])).entries == played().entries


def test_names_may_hold_any_character() -> None:
    seats = [SeatInfo("Zeile\u2028Ende\x85\x0b"), SeatInfo("Ötzi \U0001f451 \"'\\\n")]
    session = open_session(fair(), seats, "s")
    assert loads(session.record().dumps()).header.seats == seats


def test_replay_stops_where_it_is_told_and_can_be_watched() -> None:
    session = played()
    record = session.record()
    seen: list[tuple[int, str]] = []
    s = record.replay(fair(), 4, lambda state, entry: seen.append((entry.n, fair().hash(state))))
    assert fair().hash(s) == fair().hash(session.position(4))
    assert seen == [(n, fair().hash(session.position(n + 1))) for n in range(4)]
    for wrong in (-1, len(record.entries) + 1):
        with pytest.raises(RecordError, match=f"position {wrong} does not exist; .* positions 0 to"):
            record.replay(fair(), wrong)


# -- damaged files --------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["", "\n \n"])
def test_an_empty_file(text: str) -> None:
    with pytest.raises(RecordError, match="the file is empty; a record starts with a header line"):
        loads(text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("hello", "line 1: not valid JSON"),
        ("[1, 2]", r"line 1: expected an object, found '\[1, 2\]'"),
        ('{"fen": "8/8"}', "line 1: this is not a Pfalz record"),
        (LINES[1], "line 1: this is not a Pfalz record"),
        ('{"pfalz": 99}', "line 1: record format 99 is unknown; this Pfalz reads formats 1 to 2"),
        ('{"pfalz": null}', "line 1: record format None is unknown"),
        ('{"pfalz": true}', "line 1: record format True is unknown"),
        ('{"pfalz": 1}', "line 1: .*missing required field `game`"),
        ("\n\n" + edited(0, players="two"), r"line 3: Expected `int`, got `str` - at `\$.players`"),
        (edited(0, colour="red"), "line 1: .*unknown field `colour`"),
        (edited(0, seats=[{"nome": "X"}]), "line 1: .*seats"),
        (edited(2, move="1"), r"line 3: .*\$\.move"),
        (edited(2, move=[1.5]), r"line 3: .*\$\.move\[0\]"),
        (edited(2, move=[True]), r"line 3: .*\$\.move\[0\]"),
        (edited(2, seat=None), r"line 3: .*\$\.seat"),
        (edited(2, note="!"), "line 3: .*unknown field `note`"),
        ("\n".join([*LINES[:3], *LINES[4:]]), r"line 4: answer 2 is missing \(found number 3\)"),
        ("\n".join([*LINES[:4], LINES[3]]), r"line 5: answer 3 is missing \(found number 2\)"),
        ("\n".join([*LINES, '{"undo": 99, "seat": 0}']), "cannot go back to 99 of 11 answers"),
        ("\n".join([*LINES, '{"undo": -1, "seat": 0}']), "cannot go back to -1 of"),
        ("\n".join([*LINES, '{"undo": "all", "seat": 0}']), r"line 13: .*\$\.undo"),
        ("\n".join([LINES[0], "[" * 100_000]), "line 2: not valid JSON"),
        ("\n".join([LINES[0], '{"n": ' + "9" * 5000 + "}"]), "line 2: "),
        ("\n".join([LINES[0], '{"n": NaN}']), "line 2: not valid JSON"),
        (LINES[0].replace("P0", "\\ud800"), "line 1: not valid JSON"),
        (LINES[0].replace("P0", "\ud800"), "line 1: not valid JSON"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(text: str, message: str) -> None:
    with pytest.raises(RecordError, match=message):
        loads(text)


@given(st.integers(1, len("\n".join(LINES)) - 1))
@settings(deadline=None)
def test_a_file_cut_off_anywhere_is_shorter_or_refused(length: int) -> None:
    text = "\n".join(LINES)[:length]
    try:
        record = loads(text)
    except RecordError as error:
        assert f"line {text.count(chr(10)) + 1}: not valid JSON; the file is damaged or cut off" in str(error)
    else:
        assert record.entries == played().entries[: len(record.entries)]


WORDS = st.sampled_from(["", "bid", "fair", "\ud800", "n"])
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | WORDS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS, inner, max_size=3),
    max_leaves=6,
)
FIELDS = sorted({*json.loads(LINES[0]), *json.loads(LINES[1]), "undo"})


@given(st.integers(0, 4), st.dictionaries(st.sampled_from(FIELDS), JSON))
@settings(deadline=None)
def test_hostile_values_give_a_record_error_or_a_readable_record(line: int, fields: dict[str, Any]) -> None:
    try:
        record = loads(edited(line, **fields))
        record.replay(fair())
    except RecordError:
        return
    assert loads(record.dumps()).entries == record.entries


# -- files that do not replay ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (edited(4, move=[3]), r"entry 3 \(seat 0, bid\) leads to another position than recorded"),
        (edited(5, move=[9]), r"entry 4 \(seat 1, bid\) does not replay: 9 is not on offer"),
        (edited(5, move=[]), r"entry 4 .* does not replay: the answer to 'bid' is not complete"),
        (edited(5, move=None), r"entry 4 .* does not replay: seat 1 has no open answer to take back"),
        (edited(5, seat=7), r"entry 4 \(seat 7, bid\) does not replay: seat 7 is not asked 'bid' now"),
        (edited(5, ask="buy"), r"entry 4 .* does not replay: seat 1 is not asked 'buy' now"),
        (edited(5, hash="0123"), r"entry 4 .* leads to another position .*\(record: fair version 1\)"),
        (edited(5, hash=""), r"entry 4 .* is redacted for one viewer; only the complete record"),
        (edited(5, move=[-99]), "is redacted for one viewer"),
        (edited(0, game="chess"), "the game of the record: 'chess'; the game of the rules given: 'fair'"),
        (edited(0, players=3), "the number of players of the record: 3; .* given: 2"),
        (edited(0, modules=["winter"]), r"the modules of the record: \['winter'\]; .* given: \[\]"),
    ],
)
def test_an_edited_record_does_not_replay_and_says_why(text: str, message: str) -> None:
    record = loads(text)
    for read in (Record.replay, lambda record, rules: resume(rules, record)):
        with pytest.raises(RecordError, match=message):
            read(record, fair())
    with pytest.raises(RecordError, match=message):
        verify_chance(fair(), record)


def test_a_record_longer_than_the_game_is_refused() -> None:
    session = played(40)
    assert session.state.over
    extra = Entry(len(session.entries), 0, "bid", [1], "00")
    with pytest.raises(RecordError, match="does not replay: the game is over"):
        Record(session.header, [*session.entries, extra]).replay(fair())


def test_a_foreign_game_is_refused_even_without_answers() -> None:
    record = Record(played().header, [])
    with pytest.raises(RecordError, match="'fair'; the game of the rules given: 'flow'"):
        record.replay(flow_rules(list))


# -- undo lines -----------------------------------------------------------------------------------


def test_undo_lines_take_back_what_came_before() -> None:
    session = played(2)
    kept = len(session.entries)
    seat = session.asks()[0].seat
    lines: list[object] = [session.header, *session.entries, session.answer(seat, (0, 1))]
    lines.append(Undo(session.undo(seat), seat))
    assert session.entries == lines[1 : kept + 1]
    lines += [session.answer(seat, (1, 2)), session.answer(seat, (3,))]
    record = loads(dump_lines(lines))
    assert record.entries == session.entries
    assert fair().hash(record.replay(fair())) == fair().hash(session.state)


def test_undo_down_to_the_header_leaves_an_empty_record() -> None:
    text = "\n".join([*LINES, '{"undo": 0, "seat": 0}', *LINES[1:3]])
    assert [e.n for e in loads(text).entries] == [0, 1]


def test_an_answer_that_changes_nothing_cannot_be_edited_unnoticed() -> None:
    """A losing bid may lead to the same position; the chain of hashes still shows the edit."""
    session = played()
    record = session.record()
    entry = record.entries[-1]
    assert entry.move is not None
    first, second = (sealed(entry.hash, 0, "bid", [n], "same position") for n in (1, 2))
    assert first != second
    record.entries[0].hash = first
    with pytest.raises(RecordError, match="leads to another position"):
        record.replay(fair())


def test_an_edited_header_does_not_fit_the_first_answer() -> None:
    session = played()
    for change in ({"version": 99}, {"options": {"fee": 1}}, {"seed_hash": "00"}, {"edition": {"a": 1}}):
        raw = json.loads(LINES[0]) | change
        record = loads("\n".join([json.dumps(raw), *LINES[1:]]))
        with pytest.raises(RecordError, match="leads to another position"):
            record.replay(fair())
    assert session.record().replay(fair()).stack
