"""What one table of every game costs: to load it from the database, and to show it to everybody."""

from __future__ import annotations

import tempfile
import time
from dataclasses import dataclass
from random import Random

import msgspec
from rich.console import Console
from rich.table import Table as Grid
from sqlalchemy import Connection

from pfalz import catalogue
from pfalz.core.record import SeatInfo
from pfalz.core.session import open_session
from pfalz.server.http.jsonview import view_json
from pfalz.server.play.clocks import Clock, Times
from pfalz.server.play.loading import from_stored
from pfalz.server.play.rows import log_rows, seat_rows, table_row
from pfalz.server.play.seats import Seat
from pfalz.server.play.table import Table
from pfalz.server.store import storage
from pfalz.server.store.schema import entries
from pfalz.server.store.storage import Store
from pfalz.web.chunks import Chunks
from pfalz.web.prefs import Prefs
from pfalz.web.render import fragment

PLAYERS = 4


def whole_game(id: str, players: int) -> Table:
    """A finished random game as a table in memory."""
    rules = catalogue.ruleset(id, players)
    session = open_session(rules, [SeatInfo(f"p{i}") for i in range(players)], "bench")
    rng = Random(1)
    while not session.state.over:
        ask = next(ask for ask in session.asks() if not ask.answered)
        session.answer(ask.seat, ask.random_answer(session.state, rng))
        session.settle()
    seats = [Seat(f"p{i}", f"person{i}") for i in range(players)]
    times = Times([], [])
    return Table(
        *("bench", "bench", session.header, "over", "person0", False, "", "own"),
        *(Clock(), times, seats, session, 0.0),
    )


def cold_load(table: Table) -> float:
    """How long it takes to read a table from the database and play its log again, in seconds."""
    with tempfile.TemporaryDirectory() as path:
        store = Store(f"sqlite:///{path}/bench.sqlite3")

        def write(db: Connection) -> None:
            storage.insert_table(db, table_row(table), seat_rows(table))
            db.execute(entries.insert(), log_rows(table))

        store.write_now(write)
        times = []
        for _ in range(5):
            begun = time.perf_counter()
            stored = store.now(lambda db: storage.load_table(db, table.id))
            assert stored is not None
            from_stored(stored)
            times.append(time.perf_counter() - begun)
        store.engine.dispose()
    return min(times)


@dataclass
class Drawn:
    """What it costs to show the positions of a game to everybody at the table."""

    updates: int = 0
    seconds: float = 0.0
    whole: int = 0
    sent: int = 0


def drawn(id: str, players: int) -> Drawn:
    """Markup for every viewer of a random game, position by position, as streams send it."""
    table = whole_game(id, players)
    answers = [(entry.seat, entry.move) for entry in table.session.entries if entry.seat >= 0]
    table.session.rewind(0)
    table.session.settle()
    table.status = "playing"
    found, last = Drawn(), dict[int, Chunks]()
    for seat, answer in answers:
        assert answer is not None
        table.session.answer(seat, tuple(answer))
        table.session.settle()
        table.changed()
        if table.session.state.over:
            break
        for viewer in range(players):
            begun = time.perf_counter()
            markup = fragment(table.seen(f"person{viewer}"), Prefs())
            message = msgspec.json.encode(markup.since(last.get(viewer)))
            found.seconds += time.perf_counter() - begun
            found.updates += 1
            found.sent += len(message)
            found.whole += len(str(markup))
            last[viewer] = markup
    return found


def boards(console: Console) -> None:
    """Cold load of a long table, and what one viewer costs, for every game."""
    grid = Grid("game", "answers", "cold load ms", "view.json µs", "kB", "markup ms", "kB sent", "kB whole")
    for id in catalogue.IDS:
        table = whole_game(id, catalogue.game(id).players[1])
        answers, cold = table.position, cold_load(table)
        table.session.rewind(len(table.session.entries) // 2)
        table.session.settle()
        table.status = "playing"
        data = b""
        begun = time.perf_counter()
        for _ in range(100):
            data = msgspec.json.encode(view_json(table.seen("person0"), table.position - 1, None))
        view = (time.perf_counter() - begun) / 100
        found = drawn(id, PLAYERS)
        grid.add_row(
            *(id, str(answers), f"{cold * 1000:.1f}", f"{view * 1e6:.0f}", f"{len(data) / 1000:.1f}"),
            f"{found.seconds / found.updates * 1000:.2f}",
            *(f"{size / found.updates / 1000:.1f}" for size in (found.sent, found.whole)),
        )
    console.print(grid)
