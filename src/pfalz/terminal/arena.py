"""`pfalz arena`: a tournament between bots with a progress bar, then who is better and by how much."""

from __future__ import annotations

from argparse import Namespace

from rich.table import Table

from pfalz import catalogue
from pfalz.lab.arena import (
    Ledger,
    Report,
    as_csv,
    as_html,
    as_json,
    hold,
    percent,
    report_of,
    shared,
    tournament,
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
            for _ in hold(plan, ledger, args.jobs):
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
        write_text(args.html, as_html(report, {**words.part("arena"), **words.part("sim")}))
    for result in report.failures:
        terminal.complain(words("sim.failed", n=result.index, seed=result.seed, why=result.failure))
    if interrupted:
        terminal.complain(words("sim.interrupted", n=len(ledger.results), of=plan.games))
        return INTERRUPTED
    return FAILED if report.failures else OK


def _print(terminal: Terminal, report: Report) -> None:
    words, plan = terminal.words, report.plan
    terminal.heading(words("arena.heading", game=plan.game, players=plan.players, seed=plan.seed))
    grid = Table(
        *[
            words(f"arena.{key}")
            for key in ("challenger", "others", "games", "wins", "par", "place", "margin")
        ]
    )
    for m in report.meetings:
        rest = (percent(m.par), f"{m.mean_place:.2f}", f"{m.margin:+.1f}")
        grid.add_row(m.challenger, m.others, str(m.games), shared(m.rate, m.low, m.high), *rest)
    terminal.out.print(grid)
    grid = Table(*[words(f"arena.{key}") for key in ("bot", "rating", "place", "thinking")])
    for r in report.rated:
        grid.add_row(
            r.bot, f"{r.rating:.1f} ± {2 * r.spread:.1f}", f"{r.mean_place:.2f}", f"{r.milliseconds:.1f} ms"
        )
    terminal.out.print(grid)
    grid = Table(words("arena.seat"), words("arena.wins"))
    for seat, share3 in enumerate(report.seats):
        grid.add_row(str(seat), shared(*share3))
    terminal.out.print(grid)
