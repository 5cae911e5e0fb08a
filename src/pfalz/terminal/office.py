"""`pfalz people`: whom the host knows, and who is kept out or deleted."""

from __future__ import annotations

import time
from argparse import Namespace

from rich.table import Table as Grid
from rich.text import Text

from pfalz.terminal.context import OK, Terminal, UsageError
from pfalz.terminal.tables import opened_store

VERBS = ("list", "block", "delete")


def run(args: Namespace, terminal: Terminal) -> int:
    """One of the host's commands about people."""
    if args.verb is None:
        raise UsageError("people_do_what", verbs=VERBS)
    from pfalz.server.hosting import office
    from pfalz.server.settings import from_environment

    settings, words = from_environment(database=args.database), terminal.words
    with opened_store(settings) as store:
        if args.verb == "list":
            columns = ("person", "name", "login", "tables", "used", "state")
            grid = Grid(*(words(f"people.{name}") for name in columns))
            for person in office.list_people(store, args.guests):
                used = time.strftime("%Y-%m-%d", time.localtime(person.used)) if person.used else "–"
                state = words("people.blocked") if person.blocked else ""
                cells = (person.id, person.name, person.login, str(person.tables), used, state)
                grid.add_row(*(Text(cell) for cell in cells))
            terminal.out.print(grid)
            return OK
        if args.verb == "block":
            id = office.block_person(store, args.person, not args.lift)
            terminal.say(words("people.lifted" if args.lift else "people.now_blocked", id=id))
            return OK
        with store.claimed():
            id = office.delete_person(store, settings, args.person)
            terminal.say(words("people.deleted", id=id))
    return OK
