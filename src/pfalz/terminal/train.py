"""`pfalz train`: learn a judgement by self-play, with progress, a learning curve and a card at the end."""

from __future__ import annotations

import os
from argparse import Namespace
from pathlib import Path

from pfalz import catalogue
from pfalz.bots.learned import weights_name
from pfalz.bots.network import Network
from pfalz.bots.training import Course, Progress, School
from pfalz.lab.arena import Ledger, hold, report_of, shared, tournament
from pfalz.lab.curve import Point, curve
from pfalz.terminal import table
from pfalz.terminal.context import INTERRUPTED, OK, Terminal
from pfalz.terminal.files import write_text

OWN = "squire"
"""Greedy on the game's own judgement: whom everybody who learns is measured against."""


def run(args: Namespace, terminal: Terminal) -> int:
    """Learn, measure, and leave weights with their card in a folder."""
    game = catalogue.game(args.game)
    players = table.players_of(game, args, max(2, game.counts()[0]))
    folder: Path = args.folder or Path("training") / f"{game.id}-{players}"
    jobs: int = args.jobs or os.cpu_count() or 1
    course = Course(
        game.id, players, seed=args.seed, games=args.games, units=args.units, passes=float(args.passes)
    )
    school = School(course, folder, jobs)
    words = terminal.words
    bar = terminal.progress("{task.description}")
    try:
        with bar:
            task = bar.add_task(words("train.learning"), total=course.games)

            def watch(done: Progress, network: Network) -> None:
                said = words(
                    "train.progress", loss=f"{done.loss:.4f}", rate=f"{done.games / done.seconds:.2f}"
                )
                bar.update(task, completed=done.games, description=said)
                if not terminal.err.is_terminal:
                    terminal.err.print(words("train.line", games=done.games, said=said), markup=False)

            network = school.learn(watch)
    except KeyboardInterrupt:
        terminal.complain(words("train.interrupted", folder=str(folder)))
        return INTERRUPTED
    points = [Point(games, loss) for games, loss in school.progress.losses]
    write_text(folder / "curve.svg", curve(points, words("train.curve", game=game.id, players=players)))
    path = folder / weights_name(game.id, players)
    network.save(path)
    if args.gate:
        measured(terminal, network, path, args.gate, jobs)
    terminal.say(words("train.done", path=str(path), games=network.card.games, hours=network.card.hours))
    return OK


def measured(terminal: Terminal, network: Network, path: Path, seeds: int, jobs: int) -> None:
    """Let the new knight meet the old one on fresh seeds, and write the result on its card."""
    card = network.card
    challenger = f"knight@{path}"
    plan = tournament(card.game, card.players, (challenger, OWN), seeds, f"gate:{card.seed}:{card.games}")
    ledger = Ledger(plan, None)
    for _ in hold(plan, ledger, jobs):
        pass
    report = report_of(plan, list(ledger.results.values()))
    meeting = next(m for m in report.meetings if m.challenger == challenger)
    found = {
        "against": OWN,
        "games": meeting.games,
        "share": round(meeting.rate, 4),
        "low": round(meeting.low, 4),
        "high": round(meeting.high, 4),
        "par": meeting.par,
    }
    card.strength.append(found)
    network.save(path)
    share = shared(meeting.rate, meeting.low, meeting.high)
    terminal.say(terminal.words("train.strength", share=share, games=meeting.games))
