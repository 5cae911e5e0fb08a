"""`pfalz sim`: games between bots with a progress bar, then what they say about bots, seats and speed."""

from __future__ import annotations

import time
from argparse import Namespace
from dataclasses import asdict
from pathlib import Path

import msgspec
from rich.table import Table
from rich.text import Text

from pfalz import catalogue
from pfalz.lab.match import write_down
from pfalz.lab.sim import GameResult, Plan, simulate
from pfalz.lab.summary import Line, Summary, summarize
from pfalz.terminal import table
from pfalz.terminal.context import FAILED, INTERRUPTED, OK, Terminal
from pfalz.terminal.files import write_text


def run(args: Namespace, terminal: Terminal) -> int:
    """Simulate, print the summary, and keep what failed."""
    game = catalogue.game(args.game)
    bots = table.bots_of(args.bots)
    plan = Plan(
        game.id,
        table.players_of(game, args, max(game.counts()[0], len(bots))),
        bots,
        args.games,
        args.seed,
        args.rotate,
        table.modules_of(args),
        table.options_of(game, args.option),
        table.edition_of(args.edition),
    )
    plan.rules()
    began = time.perf_counter()
    results, interrupted = _played(terminal, plan, args.jobs)
    summary = summarize(plan, results)
    wall = time.perf_counter() - began
    if args.json:
        print(msgspec.json.format(msgspec.json.encode(as_json(summary, args.jobs, wall)), indent=2).decode())
    else:
        _print(terminal, summary, args.jobs, wall)
    _failures(terminal, plan, summary, args.keep_failures)
    if interrupted:
        terminal.complain(terminal.words("sim.interrupted", n=len(results), of=plan.games))
        return INTERRUPTED
    return FAILED if summary.failures else OK


def _played(terminal: Terminal, plan: Plan, jobs: int) -> tuple[list[GameResult], bool]:
    """The results, and whether the person stopped before all games were played."""
    words = terminal.words
    results: list[GameResult] = []
    bar = terminal.progress(words("sim.playing"))
    with bar:
        task = bar.add_task("", total=plan.games)
        try:
            for result in simulate(plan, jobs):
                results.append(result)
                bar.advance(task)
        except KeyboardInterrupt:
            return results, True
    return results, False


def _print(terminal: Terminal, summary: Summary, jobs: int, wall: float) -> None:
    words, plan = terminal.words, summary.plan
    title = words("sim.title", game=plan.game, players=plan.players, games=summary.games, seed=plan.seed)
    terminal.heading(title)
    if summary.games == 0:
        return
    if plan.modules or plan.options:
        settings = [*plan.modules, *(f"{id}={value}" for id, value in plan.options.items())]
        terminal.say(f"{words('sim.settings')}: {', '.join(settings)}")
    terminal.out.print(_grid(terminal, words("sim.bot"), summary.bots))
    terminal.out.print(_grid(terminal, words("sim.seat"), summary.seats))
    facts = Table.grid(padding=(0, 2))
    facts.add_column(style="dim")
    shown = {
        "length": words(
            "sim.length_value", mean=f"{summary.answers:.1f}", low=summary.shortest, high=summary.longest
        ),
        "decisions": f"{summary.choices:.1f}",
        "chances": f"{summary.chances:.1f}",
        "speed": words(
            "sim.speed_value",
            choices=f"{summary.choices_per_second:,.0f}",
            games=_rounded(summary.games_per_second),
        ),
        "time": words("sim.time_value", seconds=f"{wall:.1f}", jobs=jobs),
    }
    for key, value in shown.items():
        facts.add_row(words(f"sim.{key}"), Text(value))
    terminal.out.print(facts)


def _grid(terminal: Terminal, what: str, lines: tuple[Line, ...]) -> Table:
    words = terminal.words
    grid = Table()
    grid.add_column(what, style="bold cyan")
    for key in ("games", "score", "wins", "win_rate", "interval"):
        grid.add_column(words(f"sim.{key}"), justify="right")
    timed = any(line.milliseconds is not None for line in lines)
    if timed:
        grid.add_column(words("sim.thinking"), justify="right")
    for line in lines:
        cells = [
            line.label,
            str(line.games),
            f"{line.mean_score:.1f} ± {line.score_error:.1f}",
            f"{line.wins:.1f}".removesuffix(".0"),
            f"{100 * line.win_rate:.1f} %",
            f"{100 * line.win_low:.1f} – {100 * line.win_high:.1f} %",
        ]
        if timed:
            cells.append("–" if line.milliseconds is None else f"{line.milliseconds:.2f} ms")
        grid.add_row(*cells)
    return grid


def _rounded(value: float) -> str:
    return f"{value:,.0f}" if value >= 10 else f"{value:.1f}"


def _failures(terminal: Terminal, plan: Plan, summary: Summary, folder: Path | None) -> None:
    """Name every failed game; with a folder, write it down up to where it broke."""
    words = terminal.words
    for result in summary.failures:
        terminal.complain(words("sim.failed", n=result.index, seed=result.seed, why=result.failure))
        if folder is None:
            continue
        edition = dict(plan.edition.set) if plan.edition else None
        record, where = write_down(plan.rules(), result.bots, result.seed, edition)
        path = folder / f"{plan.game}-{result.seed.replace(':', '-')}.jsonl"
        write_text(path, record.dumps())
        terminal.err.print(
            words("sim.kept", path=str(path), where=where or result.failure), markup=False, soft_wrap=True
        )
    if summary.failures and folder is None:
        terminal.err.print(words("sim.keep_hint"), style="dim", markup=False)


def as_json(summary: Summary, jobs: int, wall: float) -> dict[str, object]:
    """The summary as plain data."""
    data = asdict(summary)
    data["plan"]["edition"] = dict(summary.plan.edition.set) if summary.plan.edition else {}
    data["choices_per_second"] = summary.choices_per_second
    data["games_per_second"] = summary.games_per_second
    data["jobs"], data["wall_seconds"] = jobs, wall
    return data
