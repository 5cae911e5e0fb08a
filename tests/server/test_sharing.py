"""What viewers share is made once: lines of the log, and what all see alike, where all know the same."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import ClassVar, cast

import msgspec
import pytest

import golden
from pfalz import catalogue
from pfalz.core.session import resume
from pfalz.core.state import SPECTATOR, Move
from pfalz.core.texts import LANGUAGES
from pfalz.server.bench.boards import whole_game
from pfalz.server.http.stream import Told, Wanted, update
from pfalz.server.play import steady
from pfalz.server.play.clocks import Clock, Times
from pfalz.server.play.live import Tables
from pfalz.server.play.seats import Seat
from pfalz.server.play.table import SETUP, TOGETHER, Table
from pfalz.web.chunks import patched
from pfalz.web.prefs import Prefs
from pfalz.web.render import fragment
from pfalz.web.seen import LogLine
from pfalz.web.steps import grouped, tell
from tests.web.test_parts import forget


def alone(table: Table, viewer: int) -> list[LogLine]:
    """The log of a viewer, told without a look at anybody else's."""
    found: list[LogLine] = []
    for n, events in enumerate(table.session.events):
        seat = table.session.entries[n - 1].seat if n else SETUP
        for nth, (kind, args) in enumerate(events):
            tell(table.rules, found, n, seat, nth, (kind, kind.seen_by(args, viewer)))
    return found


def told(log: list[LogLine]) -> list[object]:
    """Everything that is said of the lines and the steps of a log."""
    found: list[object] = []
    for lines in grouped(log):
        step = lines[0].step
        found.append((step.at, step.nth, step.by, step.scene, step.opening, tuple(step.kinds)))
        found += [(line.position, line.seat, line.event, line.nth, line.by) for line in lines]
    return found


@pytest.mark.parametrize("id", catalogue.IDS)
def test_a_log_that_shares_lines_with_others_is_the_same_as_one_told_alone(id: str) -> None:
    table = whole_game(id, 4)
    answers = [(entry.seat, entry.move) for entry in table.session.entries if entry.seat >= 0]
    table.session.rewind(0)
    table.session.settle()
    table.status = "playing"
    table.forget_log()
    rng = Random(id)
    for seat, answer in answers:
        assert answer is not None
        table.session.answer(seat, tuple(answer))
        table.session.settle()
        for viewer in rng.sample((SPECTATOR, 0, 1, 2, 3), 2):  # not all of them have looked every time
            table.log(viewer)
    openly = table.log(SPECTATOR)
    shared = 0
    for viewer in (SPECTATOR, 0, 1, 2, 3):
        log = table.log(viewer)
        assert told(log) == told(alone(table, viewer))
        for line, other in zip(log, openly, strict=True):
            assert (line.event == other.event) or line is not other
        shared += sum(line is other for line, other in zip(log, openly, strict=True))
    assert shared > 4 * len(openly)  # it is worth while


def test_what_a_viewer_knows_alone_is_in_no_other_log() -> None:
    secrets = 0
    for id in catalogue.IDS:
        table = whole_game(id, 4)
        logs = {viewer: table.log(viewer) for viewer in (SPECTATOR, 0, 1, 2, 3)}
        for viewer, log in logs.items():
            for n, line in enumerate(log):
                kind, args = line.event
                if kind.secret and args != logs[SPECTATOR][n].event[1]:
                    secrets += 1
                    others = [other for seat, other in logs.items() if seat != viewer]
                    knowing = [other for other in others if other[n] is line]
                    assert not knowing
    assert secrets


def test_what_all_see_alike_is_made_once_and_not_for_long(monkeypatch: pytest.MonkeyPatch) -> None:
    table = whole_game("staufer", 4)
    table.status = "playing"
    now = steady.now()
    monkeypatch.setattr(steady, "now", lambda: now)
    first = table.seen("person0")
    assert table.seen("person1").seats is first.seats
    table.changed()
    assert table.seen("person1").seats is not first.seats
    again = table.seen("person0")
    monkeypatch.setattr(steady, "now", lambda: now + TOGETHER)
    assert table.seen("person1").seats is not again.seats  # clocks have gone on


def golden_tables() -> Iterator[tuple[str, Table, list[tuple[int, Move]]]]:
    """Of every game the shortest golden record and one with the most modules, at their beginning."""
    for id in catalogue.IDS:
        lines = [line for line in golden.index() if line.game == id]
        shortest = min(lines, key=lambda line: line.answers)
        for line in {
            line.name: line for line in (shortest, max(lines, key=lambda line: len(line.modules)))
        }.values():
            record, _ = golden.read(golden.text_of(line.game, line.name))
            session = resume(catalogue.ruleset_of(record.header), record)
            answers = [
                (entry.seat, tuple(entry.move))
                for entry in session.entries
                if entry.seat >= 0 and entry.move is not None
            ]
            session.rewind(0)
            session.settle()
            seats = [Seat(f"p{i}", f"person{i}") for i in range(line.players)]
            table = Table(
                *("golden", "golden", session.header, "playing", "person0", False, "", "own"),
                *(Clock(), Times([], []), seats, session, 0.0),
            )
            yield f"{id} {line.name}", table, answers


class Looking:
    """As much of `Tables` as a stream needs to look at a table."""

    turns: ClassVar[dict[str, dict[str, None]]] = {}
    look = Tables.look

    def next_table(self, table: Table, person: str) -> str:
        """There is no other."""
        return ""


def test_what_streams_tell_of_golden_games_is_what_is_drawn_without_any_memory(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = steady.now()
    monkeypatch.setattr(steady, "now", lambda: now)
    tables = cast(Tables, Looking())
    for name, table, answers in golden_tables():
        rng, compared = Random(name), 0
        people = [*[seat.person for seat in table.seats], "a stranger"]
        wishes = [Prefs(rng.choice(LANGUAGES), narrow=rng.random() < 0.3) for _ in people]
        viewers = [(person, Told(-1), Wanted(prefs)) for person, prefs in zip(people, wishes, strict=True)]
        browsers: dict[str, list[str]] = {person: [] for person in people}
        for seat, answer in answers:
            if table.session.state.over or seat not in [ask.seat for ask in table.asks() if not ask.answered]:
                continue  # somebody has changed an answer there
            table.session.answer(seat, answer)
            table.session.settle()
            table.changed()
            check = rng.random() < 4 / len(answers)
            for person, told, wanted in viewers:
                if not check and rng.random() < 0.3:  # a slow one skips positions
                    continue
                sent = update(tables, table, person, told, wanted)
                html = msgspec.json.decode(sent.partition(b"data: ")[2])["html"]
                browsers[person] = patched(browsers[person], html)
            for person, _, wanted in viewers if check else ():
                forget()
                table.forget_log()
                table.rendered.clear()
                anew = str(fragment(tables.look(table, person), wanted.prefs))
                assert "".join(browsers[person]) == anew, f"{name}, position {table.position}, {person}"
                compared += 1
        assert compared, name
