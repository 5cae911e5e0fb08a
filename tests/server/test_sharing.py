"""What viewers share is made once: lines of the log, and what all see alike, where all know the same."""

from __future__ import annotations

from random import Random

import pytest

from pfalz import catalogue
from pfalz.core.state import SPECTATOR
from pfalz.server.bench.boards import whole_game
from pfalz.server.play import steady
from pfalz.server.play.table import SETUP, TOGETHER, Table
from pfalz.web.seen import LogLine
from pfalz.web.steps import grouped, tell


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
