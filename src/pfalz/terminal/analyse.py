"""`pfalz analyse`: a finished game from a seat's view: its turning points, and what could be expected."""

from __future__ import annotations

from argparse import Namespace

from rich.table import Table
from rich.text import Text

from pfalz import catalogue
from pfalz.bots.inquiry import Analysis, analyse
from pfalz.core.errors import RecordError
from pfalz.core.events import HEADING
from pfalz.core.texts import Texts
from pfalz.terminal.context import OK, Terminal, UsageError
from pfalz.terminal.files import read_record, write_text
from pfalz.terminal.replay import Tape
from pfalz.terminal.show import viewer
from pfalz.web.analysed import TurnSaid, expected_plot, turns_said
from pfalz.web.plot import alone


def run(args: Namespace, terminal: Terminal) -> int:
    """Verify a record, look back at it, tell what was found."""
    record = read_record(args.file)
    rules = catalogue.rules_for(record)
    viewer(args, record)
    if not all(entry.hash for entry in record.entries):
        raise UsageError("file_redacted", path=args.file)
    try:
        tape = Tape(rules, record)
    except RecordError as error:
        raise UsageError("file_wrong", path=args.file, error=error) from error
    if not tape.states[-1].over:
        raise UsageError("file_not_over", path=args.file)
    words, seat = terminal.words, args.seat or 0
    bar = terminal.progress("{task.description}")
    with bar:
        task = bar.add_task(words("analyse.looking"), total=None)
        found = analyse(
            rules,
            record,
            seat,
            args.seconds,
            lambda done, total: bar.update(task, completed=done, total=total),
        )
    texts = terminal.texts(rules, record.header.seats)
    rounds = [n for n, happened in enumerate(tape.events) for kind, _ in happened if kind.tells == HEADING]
    said = turns_said(found, seat, lambda n: tape.states[n], rounds, texts)
    _tell(terminal, found, said, seat, texts)
    if args.out is not None:
        title = words("analyse.title", name=texts.name("seat", seat))
        write_text(args.out, alone(expected_plot(found, rounds, texts, seat=seat), title) + "\n")
        terminal.block(words("show.written", path=str(args.out)))
    return OK


def _tell(terminal: Terminal, found: Analysis, turns: list[TurnSaid], seat: int, texts: Texts) -> None:
    words = terminal.words
    terminal.heading(words("analyse.title", name=texts.name("seat", seat)))
    grid = Table(box=None, pad_edge=False)
    for key in ("position", "given", "best", "cost"):
        grid.add_column(words(f"analyse.{key}"), justify="right" if key in ("position", "cost") else "left")
    for turn in turns:
        grid.add_row(*[Text(part) for part in (str(turn.position), turn.given, turn.best, f"−{turn.points}")])
    if turns:
        terminal.out.print(grid)
    else:
        said = "analyse.no_turns" if found.complete else "analyse.no_turns_cut"
        terminal.say(words(said, n=found.decisions))
    terminal.say(words("analyse.learned" if found.learned else "analyse.own"), "dim")
    if not found.complete:
        terminal.say(words("analyse.cut"), "dim")
