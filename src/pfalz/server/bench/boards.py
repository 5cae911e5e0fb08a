"""What one table of every game costs: to load it from the database, and to show it to everybody."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Final

import msgspec
from rich.console import Console
from rich.table import Table as Grid
from sqlalchemy import Connection

from pfalz import catalogue
from pfalz.core.presets import module_sets
from pfalz.core.record import SeatInfo
from pfalz.core.session import open_session
from pfalz.server.play.clocks import Clock, Times
from pfalz.server.play.live import SNAPSHOT_EVERY
from pfalz.server.play.loading import from_stored
from pfalz.server.play.rows import log_rows, seat_rows, snapshot_row, table_row
from pfalz.server.play.seats import Seat
from pfalz.server.play.table import Table
from pfalz.server.store import storage
from pfalz.server.store.schema import entries
from pfalz.server.store.storage import Store
from pfalz.web.chunks import Chunks
from pfalz.web.prefs import Prefs
from pfalz.web.render import fragment
from pfalz.web.sent import position_sent

PLAYERS = 4
LOAD: Final = 0.05
"""Seconds it may take at most to load a table from the database, whatever is in play."""


def whole_game(id: str, players: int, modules: Sequence[str] = ()) -> Table:
    """A finished random game as a table in memory."""
    rules = catalogue.ruleset(id, players, modules)
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


def before_snapshot(id: str, players: int, modules: Sequence[str]) -> tuple[Table, dict[str, Any]]:
    """A random game near its end, an answer before the next snapshot is kept, and the last snapshot: as much
    has to be played then as ever while a table is loaded."""
    table, older = whole_game(id, players, modules), whole_game(id, players, modules)
    next_one = len(table.session.entries) // SNAPSHOT_EVERY * SNAPSHOT_EVERY
    table.session.rewind(next_one - 1)
    table.status = "playing"
    older.session.rewind(next_one - SNAPSHOT_EVERY)
    return table, snapshot_row(older)


def cold_load(table: Table, snapshot: dict[str, Any] | None = None) -> float:
    """Seconds to read a table from the database and play the answers after a snapshot, or its whole log."""
    with tempfile.TemporaryDirectory() as path:
        store = Store(f"sqlite:///{path}/bench.sqlite3")

        def write(db: Connection) -> None:
            storage.insert_table(db, table_row(table), seat_rows(table))
            db.execute(entries.insert(), log_rows(table))
            if snapshot is not None:
                storage.save_snapshot(db, snapshot)

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


def drawn(id: str, players: int, modules: Sequence[str] = ()) -> Drawn:
    """Markup for every viewer of a random game, position by position, as streams send it."""
    table = whole_game(id, players, modules)
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


def settings(id: str) -> list[tuple[int, tuple[str, ...]]]:
    """What is measured of a game: most players without modules, and four with as many modules as go."""
    game = catalogue.game(id)
    found: list[tuple[int, tuple[str, ...]]] = [(game.players[1], ())]
    if game.modules:
        found.append((PLAYERS, max(module_sets(game, PLAYERS), key=len)))
    return found


def too_slow(id: str, players: int, modules: Sequence[str], seconds: float) -> list[str]:
    """What is to be said of a table that takes too long to load."""
    if seconds <= LOAD:
        return []
    what = f"{id}, {len(modules)} modules" if modules else id
    return [f"{what}, {players} players: {seconds * 1000:.1f} ms to load, not {LOAD * 1000:.0f}"]


def boards(console: Console) -> None:
    """Cold load of a long table, and what one viewer costs, for every game."""
    grid = Grid("game", "players", "answers", "cold load ms", "whole log ms", "view.json µs", "kB")
    for extra in ("markup ms", "kB sent", "kB whole"):
        grid.add_column(extra)
    slow: list[str] = []
    for id, players, modules in [(game, *setting) for game in catalogue.IDS for setting in settings(game)]:
        table = whole_game(id, players, modules)
        answers = table.position
        loads = [cold_load(*before_snapshot(id, players, modules)), cold_load(table)]
        slow += [f"does not hold: {said}" for said in too_slow(id, players, modules, loads[0])]
        table.session.rewind(len(table.session.entries) // 2)
        table.session.settle()
        table.status = "playing"
        data = b""
        begun = time.perf_counter()
        for _ in range(100):
            data = msgspec.json.encode(position_sent(table.seen("person0"), table.position - 1, None))
        view = (time.perf_counter() - begun) / 100
        found = drawn(id, PLAYERS, modules)
        grid.add_row(
            *(f"{id}, {len(modules)} modules" if modules else id, str(players), str(answers)),
            *(f"{seconds * 1000:.1f}" for seconds in loads),
            *(f"{view * 1e6:.0f}", f"{len(data) / 1000:.1f}", f"{found.seconds / found.updates * 1000:.2f}"),
            *(f"{size / found.updates / 1000:.1f}" for size in (found.sent, found.whole)),
        )
    console.print(grid)
    for said in slow:
        console.print(said)
