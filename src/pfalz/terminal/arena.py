"""`pfalz arena`: a tournament between bots with a progress bar, then who is better and by how much."""

from __future__ import annotations

from argparse import Namespace

from rich.table import Table

from pfalz import catalogue
from pfalz.bots.crew import all_cores
from pfalz.lab.arena import hold, tournament
from pfalz.lab.ledger import Ledger
from pfalz.lab.report import Report, report_of
from pfalz.lab.report_page import (
    MEETING,
    RATED,
    as_csv,
    as_html,
    as_json,
    head_of,
    meeting_cells,
    rated_cells,
    shared,
)
from pfalz.terminal import table
from pfalz.terminal.context import FAILED, INTERRUPTED, OK, Terminal
from pfalz.terminal.files import write_text


def run(args: Namespace, terminal: Terminal) -> int:
    """Hold the tournament and print the report."""
    game = catalogue.game(args.game)
    plan = tournament(
        game.id,
        table.players_of(game, args, max(2, game.counts()[0])),
        table.bots_of(args.bots),
        args.seeds,
        args.seed,
        table.modules_of(args),
        table.options_of(game, args.option),
        table.edition_of(args.edition),
    )
    plan.rules()
    ledger = Ledger(plan, args.keep)
    words = terminal.words
    bar = terminal.progress(words("sim.playing"))
    interrupted = False
    with bar:
        task = bar.add_task("", total=plan.games, completed=len(ledger.results))
        try:
            for _ in hold(plan, ledger, args.jobs or all_cores()):
                bar.advance(task)
        except KeyboardInterrupt:
            interrupted = True
    report = report_of(plan, list(ledger.results.values()))
    if args.json:
        print(as_json(report))
    else:
        _print(terminal, report)
    if args.csv is not None:
        write_text(args.csv, as_csv(report))
    if args.html is not None:
        write_text(args.html, as_html(report, words.part("arena")))
    for result in report.failures:
        terminal.complain(words("sim.failed", n=result.index, seed=result.seed, why=result.failure))
    if interrupted:
        terminal.complain(words("sim.interrupted", n=len(ledger.results), of=plan.games))
        return INTERRUPTED
    return FAILED if report.failures else OK


def _print(terminal: Terminal, report: Report) -> None:
    words, plan = terminal.words, report.plan
    terminal.heading(words("arena.heading", game=plan.game, players=plan.players, seed=plan.seed))
    for name, value in head_of(report, words.part("arena"))[2:]:
        terminal.say(f"{name}: {value}")
    grid = Table(*[words(f"arena.{key}") for key in MEETING])
    for meeting in report.meetings:
        grid.add_row(*meeting_cells(meeting))
    terminal.out.print(grid)
    grid = Table(*[words(f"arena.{key}") for key in RATED])
    for rated in report.rated:
        grid.add_row(*rated_cells(rated))
    terminal.out.print(grid)
    grid = Table(words("arena.seat"), words("arena.wins"))
    for seat, share in enumerate(report.seats):
        grid.add_row(str(seat), shared(share))
    terminal.out.print(grid)
