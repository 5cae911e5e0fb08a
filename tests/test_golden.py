"""Games that were finished under older code must end as they did (tools/golden.py says how they are kept).

Nothing here asks for the hashes alone: a record of an older format is judged by its answers, which must be
legal and answer the questions they answered, and by its scores, places and breakdown.
"""

from __future__ import annotations

import msgspec
import pytest

import golden
from golden_games import WAYS
from golden_play import HESITATIONS, REPLACED, RETRACTED, UNDONE
from pfalz import catalogue
from pfalz.core.game import Outcome
from pfalz.core.record import Entry, Undo
from pfalz.core.session import Session
from pfalz.core.upcast import FORMAT

INDEX = golden.index()
SAVED: dict[tuple[str, str], list[golden.Saved]] = {(line.game, line.name): [] for line in INDEX}
for game in catalogue.IDS:
    for position in golden.positions(game):
        SAVED[game, position.record].append(position)
LARGEST = 3_000_000
"""Bytes that all of it may take in the repository."""


def each(lines: list[golden.Golden]) -> pytest.MarkDecorator:
    """A test for every record, named after it."""
    return pytest.mark.parametrize("line", lines, ids=[f"{line.game}-{line.name}" for line in lines])


def ended_as_it_did(line: golden.Golden, outcome: Outcome) -> None:
    """The result is that of the index."""
    assert list(outcome.scores) == line.scores
    assert list(outcome.places) == line.places
    assert golden.by_source(outcome) == line.breakdown
    assert [sum(row.values()) for row in outcome.breakdown] == line.scores


@each(INDEX)
def test_a_record_replays(line: golden.Golden) -> None:
    record, hashes = golden.read(golden.text_of(line.game, line.name))
    header = record.header
    assert (header.game, header.players, header.modules) == (line.game, line.players, line.modules)
    assert header.edition == line.edition
    assert len(record.entries) == line.answers
    rules = catalogue.ruleset_of(header)
    assert line.options.items() <= rules.options.items()
    outcome, shows = golden.shown(rules, record, hashes)
    ended_as_it_did(line, outcome)
    assert set(shows) == set(line.shows) & {*shows, *WAYS[line.game]} - set(HESITATIONS)


@each([line for line in INDEX if SAVED[line.game, line.name]])
def test_saved_positions_go_on(line: golden.Golden) -> None:
    record, hashes = golden.read(golden.text_of(line.game, line.name))
    rules = catalogue.ruleset_of(record.header)
    saved = {position.n: position for position in SAVED[line.game, line.name]}
    for n, there in enumerate(golden.replayed(rules, record, hashes)):
        if n not in saved:
            continue
        s = rules.from_json(saved[n].position)
        assert rules.key(s) == rules.key(there), f"position {n} is not the one the answers lead to"
        asks = rules.asks(s)
        assert [(ask.seat, ask.name, ask.answered) for ask in asks] == saved[n].asks
        assert [list(ask.options(s) or ()) for ask in asks] == saved[n].offers
        for entry in record.entries[n:]:
            golden.take(rules, s, entry)
        ended_as_it_did(line, rules.outcome(s))


@each([line for line in INDEX if set(HESITATIONS) & set(line.shows)])
def test_answers_are_taken_back_as_they_were(line: golden.Golden) -> None:
    """A session goes the whole way, undone answers included."""
    text = golden.text_of(line.game, line.name)
    record, hashes = golden.read(text)
    rules = catalogue.ruleset_of(record.header)
    session = Session(rules, record.header)
    did: set[str] = set()
    for raw in text.splitlines()[1:]:
        if "undo" in msgspec.json.decode(raw):
            undo = msgspec.json.decode(raw, type=Undo)
            assert session.may_undo(undo.seat)
            assert session.undo(undo.seat) == undo.undo
            did.add(UNDONE)
            continue
        entry = msgspec.json.decode(raw, type=Entry)
        if entry.move is None:
            again = session.retract(entry.seat)
            did.add(RETRACTED)
        else:
            if rules.ask_of(session.state, entry.seat).answered:
                did.add(REPLACED)
            again = session.answer(entry.seat, entry.move, entry.ask)
        assert not hashes or again == entry
    assert did == set(HESITATIONS) & set(line.shows)
    assert [(e.seat, e.ask, e.move) for e in session.entries] == [
        (e.seat, e.ask, e.move) for e in record.entries
    ]
    ended_as_it_did(line, rules.outcome(session.state))


def in_format(text: str, number: int) -> str:
    """A record whose header names another format."""
    first, rest = text.split("\n", 1)
    header = {**msgspec.json.decode(first), "pfalz": number}
    return msgspec.json.encode(header).decode() + "\n" + rest


def test_a_record_of_an_older_format_is_replayed_without_hashes() -> None:
    line = INDEX[0]
    text = golden.text_of(line.game, line.name)
    assert golden.read(in_format(text, FORMAT))[1]
    record, hashes = golden.read(in_format(text, FORMAT - 1))
    assert not hashes
    for entry in record.entries:
        entry.hash = "other"
    rules = catalogue.ruleset_of(record.header)
    ended_as_it_did(line, golden.shown(rules, record, hashes)[0])


def test_index_and_files_belong_together() -> None:
    files = {
        path.relative_to(golden.FOLDER).as_posix() for path in golden.FOLDER.rglob("*") if path.is_file()
    }
    records = {f"{line.game}/{line.name}.jsonl.gz" for line in INDEX}
    positions = {f"{game}/{golden.POSITIONS}.jsonl.gz" for game in catalogue.IDS}
    assert files == {"index.jsonl"} | records | positions
    assert len(INDEX) == len(records)
    assert sum((golden.FOLDER / file).stat().st_size for file in files) < LARGEST


UNMET = {"pursuit"}
"""Questions that no bot has come to in thousands of games; the tests of their modules ask them (DM9-6.10)."""


@pytest.mark.parametrize("game", catalogue.IDS)
def test_every_setting_way_to_end_and_question_is_there(game: str) -> None:
    lines = [line for line in INDEX if line.game == game]
    settings = {(line.players, tuple(line.modules)) for line in lines}
    shown = {way for line in lines for way in line.shows}
    wanted: set[str] = set()
    for _, players, modules, options in catalogue.game(game).presets():
        rules = catalogue.ruleset(game, players, modules, options)
        assert (players, tuple(module.id for module in rules.modules)) in settings
        wanted |= set(rules.questions)
    assert set(WAYS[game]) <= shown
    saved = {name for line in lines for saved in SAVED[game, line.name] for _, name, _ in saved.asks}
    assert wanted - UNMET == saved
