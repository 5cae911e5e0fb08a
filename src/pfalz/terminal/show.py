"""`pfalz show`: one position of a record, as text or as a picture, as a seat or a spectator sees it."""

from __future__ import annotations

from argparse import Namespace
from typing import Any

from pfalz import catalogue
from pfalz.core.errors import RecordError
from pfalz.core.record import Record
from pfalz.core.ruleset import Ruleset
from pfalz.core.state import SPECTATOR, State
from pfalz.terminal.context import OK, Terminal, UsageError, board_module, plain_board
from pfalz.terminal.files import read_record, write_text
from pfalz.terminal.result import result_lines


def run(args: Namespace, terminal: Terminal) -> int:
    """Draw a position."""
    record = read_record(args.file)
    rules = catalogue.rules_for(record)
    try:
        state = record.replay(rules, args.at)
    except RecordError as error:
        raise UsageError("file_wrong", path=args.file, error=error) from error
    seat = viewer(args, record)
    drawn = _drawn(terminal, rules, record, seen(rules, state, args), seat, args.format)
    if args.out is not None:
        write_text(args.out, drawn + "\n")
        terminal.block(terminal.words("show.written", path=str(args.out)))
    else:
        print(drawn)
    return OK


def viewer(args: Namespace, record: Record) -> int:
    """The seat asked for, or the spectator."""
    seat: int | None = args.seat
    if seat is None:
        return SPECTATOR
    if seat >= record.header.players:
        raise UsageError("file_no_seat", path=args.file, seat=seat, last=record.header.players - 1)
    return seat


def seen(rules: Ruleset[Any], state: State, args: Namespace) -> State:
    """The state as it may be shown: through one seat's eyes, a spectator's, or whole."""
    if args.all:
        return state
    view: State = rules.view(state, SPECTATOR if args.seat is None else args.seat)
    return view


def _drawn(
    terminal: Terminal, rules: Ruleset[Any], record: Record, view: State, seat: int, format: str
) -> str:
    texts = terminal.texts(rules, record.header.seats)
    if format == "text":
        drawn = plain_board(rules, view, seat, texts)
        return "\n".join([drawn.rstrip(), "", *result_lines(rules, view, texts)]) if view.over else drawn
    board = board_module(rules.game.id)
    if board is None or not hasattr(board, "svg"):
        raise UsageError("no_picture", game=rules.game.id)
    picture: str = board.svg(rules, view, seat, texts)
    return picture
