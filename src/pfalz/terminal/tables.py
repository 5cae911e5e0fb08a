"""`pfalz serve` and `pfalz tables`: lay the tables in the browser, and look after them as their host.

The server is imported only when it is wanted, because that takes longer than every other command.
"""

from __future__ import annotations

import time
from argparse import Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from rich.table import Table as Grid

from pfalz.core.state import SPECTATOR
from pfalz.terminal.context import FAILED, OK, Terminal, UsageError, plain_board
from pfalz.terminal.files import write_text

if TYPE_CHECKING:
    from pfalz.server.storage import Store

VERBS = ("list", "show", "export", "import", "undo", "patch")


def serve(args: Namespace, terminal: Terminal) -> int:
    """Run the server until Ctrl-C."""
    from pfalz.server import host
    from pfalz.server.settings import from_environment

    names = ("database", "host", "port", "base_url", "bot_workers")
    host.serve(from_environment(**{name: getattr(args, name) for name in names}))
    return OK


def run(args: Namespace, terminal: Terminal) -> int:
    """One of the host's commands."""
    if args.verb is None:
        raise UsageError("tables_do_what", verbs=VERBS)
    commands = {"list": _list, "show": _show, "export": _export, "import": _import, "undo": _undo}
    with _store(args) as store:
        return {**commands, "patch": _patch}[args.verb](args, terminal, store)


@contextmanager
def _store(args: Namespace) -> Iterator[Store]:
    from pfalz.server.settings import from_environment
    from pfalz.server.storage import Store

    store = Store(from_environment(database=args.database).database)
    yield store
    store.engine.dispose()


def _list(args: Namespace, terminal: Terminal, store: Store) -> int:
    from pfalz.server import host

    words = terminal.words
    grid = Grid(*(words(f"tables.{name}") for name in ("id", "game", "status", "seats", "position", "when")))
    for table in host.list_tables(store, args.status):
        when = time.strftime("%Y-%m-%d %H:%M", time.localtime(table.updated))
        grid.add_row(table.id, table.game, table.status, ", ".join(table.seats), str(table.position), when)
    terminal.out.print(grid)
    return OK


def _show(args: Namespace, terminal: Terminal, store: Store) -> int:
    from pfalz.server import host

    table = host.load(store, args.table)
    position = table.position if args.at is None else args.at
    view = table.rules.view(table.session.position(position), SPECTATOR)
    texts = terminal.texts(table.rules, table.header.seats)
    terminal.say(f"{table.id} · {table.header.game} · {table.status} · {position}/{table.position}")
    print(plain_board(table.rules, view, SPECTATOR, texts))
    return OK


def _export(args: Namespace, terminal: Terminal, store: Store) -> int:
    from pfalz.server import host

    text = host.export(store, args.table)
    if args.out is None:
        print(text, end="")
    else:
        write_text(args.out, text)
        terminal.block(terminal.words("show.written", path=str(args.out)))
    return OK


def _import(args: Namespace, terminal: Terminal, store: Store) -> int:
    from pfalz.server import host

    if not args.file.is_file():
        raise UsageError("no_file", path=args.file)
    terminal.say(host.bring(store, args.file.read_text("utf-8")))
    return OK


def _undo(args: Namespace, terminal: Terminal, store: Store) -> int:
    from pfalz.server import host

    position = host.undo(store, args.table, args.to)
    terminal.say(terminal.words("tables.undone", id=args.table, n=position))
    return OK


def _patch(args: Namespace, terminal: Terminal, store: Store) -> int:
    from pfalz.server import host

    found = host.patch(store, args.write)
    for table in found:
        if table.outcome != "same":
            terminal.say(f"{table.id}  {table.outcome}  {table.position}  {table.message}")
    wrong = sum(table.outcome in ("diverged", "broken") for table in found)
    terminal.say(terminal.words("tables.patched", n=len(found), wrong=wrong))
    return FAILED if wrong and not args.write else OK
