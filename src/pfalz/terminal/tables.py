"""`pfalz serve` and `pfalz tables`: lay the tables in the browser, and look after them as their host.

The server is imported only when it is wanted, because that takes longer than every other command.
"""

from __future__ import annotations

import time
from argparse import Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from rich.table import Table as Grid
from rich.text import Text

from pfalz.core.errors import PfalzError
from pfalz.core.record import Start
from pfalz.core.state import SPECTATOR
from pfalz.core.texts import error_text
from pfalz.terminal.context import FAILED, OK, Terminal, UsageError, plain_board
from pfalz.terminal.files import read_record, writing

if TYPE_CHECKING:
    from pfalz.server.hosting.patching import Patched
    from pfalz.server.settings import Settings
    from pfalz.server.store.storage import Store

VERBS = ("list", "show", "export", "import", "undo", "patch", "close", "delete", "transfer", "audit")


def serve(args: Namespace, terminal: Terminal) -> int:
    """Run the server until Ctrl-C."""
    from pfalz.server.hosting import host
    from pfalz.server.settings import from_environment

    def greet(address: str) -> None:
        terminal.block(terminal.words("serve.laid", address=address))

    names = ("database", "host", "port", "base_url", "bot_workers")
    host.serve(from_environment(**{name: getattr(args, name) for name in names}), greet)
    return OK


def run(args: Namespace, terminal: Terminal) -> int:
    """One of the host's commands."""
    if args.verb is None:
        raise UsageError("tables_do_what", verbs=VERBS)
    from pfalz.server.settings import from_environment

    settings = from_environment(database=args.database)
    host = Host(args, terminal, settings)
    commands = {"list": host.list, "show": host.show, "export": host.export}
    commands |= {"import": host.bring, "undo": host.undo, "patch": host.patch}
    commands |= {"close": host.close, "delete": host.delete, "transfer": host.transfer, "audit": host.audit}
    with opened_store(settings) as host.store:
        return commands[args.verb]()


@contextmanager
def opened_store(settings: Settings) -> Iterator[Store]:
    """The database, as long as a command needs it."""
    from pfalz.server.store.storage import Store

    store = Store(settings.database)
    try:
        yield store
    finally:
        store.engine.dispose()


class Host:
    """The host's commands, on one database."""

    store: Store

    def __init__(self, args: Namespace, terminal: Terminal, settings: Settings) -> None:
        self.args = args
        self.terminal = terminal
        self.words = terminal.words
        self.settings = settings

    def list(self) -> int:
        """All tables, newest first."""
        from pfalz.server.hosting import host

        columns = ("id", "game", "status", "seats", "position", "when")
        grid = Grid(*(self.words(f"tables.{name}") for name in columns))
        for table in host.list_tables(self.store, self.args.status):
            when = time.strftime("%Y-%m-%d %H:%M", time.localtime(table.updated))
            status = self.words(f"tables.{table.status}")
            cells = (table.id, table.game, status, ", ".join(table.seats), str(table.position), when)
            grid.add_row(*(Text(cell) for cell in cells))
        self.terminal.out.print(grid)
        return OK

    def show(self) -> int:
        """A position of a table, as spectators see it."""
        from pfalz.server.hosting import host

        table = host.load(self.store, self.args.table)
        position = table.position if self.args.at is None else self.args.at
        view = table.rules.view(table.session.position(position), SPECTATOR)
        texts = self.terminal.texts(table.rules, table.header.seats)
        place = self.words("replay.position", n=position, last=table.position)
        status = self.words(f"tables.{table.status}")
        self.terminal.say(f"{table.id} · {table.header.game} · {status} · {place}")
        start = table.header.start
        if isinstance(start, Start):
            self.terminal.say(self.words("tables.goes_on", n=start.answers, version=start.version))
        earlier = len(host.earlier(self.store, table.id))
        if earlier:
            self.terminal.say(self.words("tables.earlier", id=table.id, n=earlier, last=earlier - 1))
        self.terminal.block(plain_board(table.rules, view, SPECTATOR, texts))
        return OK

    def export(self) -> int:
        """A table as a record file, or the whole server as a backup."""
        from pfalz.server.hosting import host
        from pfalz.server.store import backup

        args = self.args
        if (args.table is None) != args.all or (args.all and args.earlier is not None):
            raise UsageError("export_what")
        if args.all:
            with writing(args.out) as out:
                count = backup.save(self.store, out)
            self._written(self.words("tables.saved", n=count, path=args.out))
            return OK
        text = host.export(self.store, args.table) if args.earlier is None else self._earlier()
        with writing(args.out) as out:
            out.write(text.encode())
        self._written(self.words("show.written", path=args.out))
        return OK

    def _earlier(self) -> str:
        from pfalz.server.hosting import host

        found, n = host.earlier(self.store, self.args.table), int(self.args.earlier)
        if n >= len(found):
            raise UsageError("no_earlier", id=self.args.table, n=len(found))
        return found[n]

    def _written(self, text: str) -> None:
        if self.args.out is not None:
            self.terminal.block(text)

    def bring(self) -> int:
        """A table from a record file, or all of a server from a backup."""
        from pfalz.server.hosting import host
        from pfalz.server.store import backup

        path: Path = self.args.file
        try:
            with path.open("rb") as file:
                if backup.is_backup(file.readline(100)):
                    file.seek(0)
                    with self.store.claimed():
                        count = backup.restore(self.store, file)
                    self.terminal.say(self.words("tables.restored", n=count))
                    return OK
        except OSError as error:
            raise UsageError("file_unreadable", path=path, error=error.strerror) from error
        except PfalzError as error:
            raise UsageError("file_wrong", path=path, error=error) from error
        if path.stat().st_size > self.settings.max_import:
            raise UsageError("file_large", path=path, most=self.settings.max_import)
        record = read_record(path)
        with self.store.claimed():
            try:
                id = host.bring(self.store, record)
            except PfalzError as error:
                raise UsageError("file_wrong", path=path, error=error) from error
        self.terminal.say(self.words("tables.brought", id=id, n=len(record.entries)))
        return OK

    def undo(self) -> int:
        """Take back the last decision of a table, or more."""
        from pfalz.server.hosting import host

        with self.store.claimed():
            position = host.undo(self.store, self.args.table, self.args.to)
        self.terminal.say(self.words("tables.undone", id=self.args.table, n=position))
        return OK

    def close(self) -> int:
        """Break off a table that is not finished."""
        from pfalz.server.hosting import office

        office.close_table(self.store, self.args.table)
        self.terminal.say(self.words("tables.closed", id=self.args.table))
        return OK

    def delete(self) -> int:
        """Remove a table with everything that belongs to it."""
        from pfalz.server.hosting import office

        office.delete_table(self.store, self.args.table)
        self.terminal.say(self.words("tables.deleted", id=self.args.table))
        return OK

    def transfer(self) -> int:
        """Give a table to another owner."""
        from pfalz.server.hosting import office

        owner = office.transfer_table(self.store, self.args.table, self.args.person)
        self.terminal.say(self.words("tables.transferred", id=self.args.table, owner=owner))
        return OK

    def audit(self) -> int:
        """What owners and the host have done, the newest last."""
        from pfalz.server.store.audit import deeds

        for deed in self.store.now(lambda db: deeds(db, self.args.table)):
            at = time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(deed["at"]))
            details = "" if deed["details"] == "{}" else f" {deed['details']}"
            self.terminal.say(f"{at} {deed['who']} {deed['what']} {deed['about']}{details}")
        return OK

    def patch(self) -> int:
        """Play every table again under the present rules."""
        from pfalz.server.hosting import patching

        if self.args.write:
            with self.store.claimed():
                found = patching.patch(self.store, write=True)
        else:
            found = patching.patch(self.store)
        for table in found:
            if table.outcome != "same":
                self._tell(table)
        changed = sum(table.outcome == "continued" for table in found)
        wrong = sum(table.outcome == "impossible" for table in found)
        self.terminal.say(self.words("tables.patched", n=len(found), changed=changed, wrong=wrong))
        if not self.args.write and any(table.outcome != "same" for table in found):
            self.terminal.say(self.words("tables.dry"))
        return FAILED if wrong or (changed and not self.args.write) else OK

    def _tell(self, table: Patched) -> None:
        numbers = {"n": table.position, "snapshot": table.snapshot, "lost": table.lost}
        self.terminal.say(f"{table.id}  {self.words(f'tables.patch_{table.outcome}', **numbers)}")
        if table.why is not None:
            self.terminal.say(f"  {error_text(table.why, self.words.language)}", "dim")
