"""`pfalz train`: learn a judgement by self-play, with its loss and strength, a learning curve and a card."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from rich.progress import Progress as Bar
from rich.progress import TaskID

from pfalz import catalogue
from pfalz.bots.course import Course, Progress
from pfalz.bots.crew import Crew, all_cores
from pfalz.bots.learned import weights_name
from pfalz.bots.network import Network
from pfalz.bots.selfplay import Manner
from pfalz.bots.training import School, command_of, keep
from pfalz.lab.champions import MATCHES, SQUIRE, Champions, Standing, strengths
from pfalz.lab.curve import Point, curve
from pfalz.lab.gate import OPEN, Gate
from pfalz.lab.intervals import Estimate
from pfalz.lab.report_page import shared
from pfalz.terminal import table
from pfalz.terminal.context import INTERRUPTED, OK, Terminal
from pfalz.terminal.files import write_text, writing


def run(args: Namespace, terminal: Terminal) -> int:
    """Learn, measure, and leave weights with their card in a folder."""
    game = catalogue.game(args.game)
    players = table.players_of(game, args, max(2, game.counts()[0]))
    folder: Path = args.folder or Path("training") / f"{game.id}-{players}"
    course = Course(
        game.id,
        players,
        seed=args.seed,
        games=args.games,
        first=args.first,
        checkpoint=args.checkpoint,
        units=args.units,
        passes=args.passes,
        seldom=args.seldom,
        manner=Manner(trust=args.trust),
    )
    lessons = Lessons(terminal, School(course, folder), Champions(course, folder, args.trial))
    try:
        with Crew(args.jobs or all_cores()) as crew, lessons.bar:
            path = lessons.learn(crew)
            gate = Gate(path, folder / MATCHES, args.gate)
            if args.gate:
                lessons.examine(crew, gate, path)
    except KeyboardInterrupt:
        terminal.complain(terminal.words("train.interrupted", folder=str(folder)))
        return INTERRUPTED
    lessons.picture()
    lessons.tell(gate.matches)
    decide(terminal, gate, path, args)
    card = gate.network.card
    terminal.say(terminal.words("train.done", path=str(path), games=card.games, hours=card.hours))
    return OK


class Lessons:
    """A course as a person watches it: games, loss, and the strength against the last champion."""

    def __init__(self, terminal: Terminal, school: School, champions: Champions) -> None:
        self.terminal = terminal
        self.words = terminal.words
        self.school = school
        self.champions = champions
        self.bar: Bar = terminal.progress("{task.description}")
        self._task: TaskID = self.bar.add_task(self.words("train.learning"), total=school.course.games)

    def learn(self, crew: Crew) -> Path:
        """Take the course with its matches; the file of the weights it ends with."""

        def watch(done: Progress, network: Network) -> None:
            self._show(done)
            if done.is_due(self.school.course):
                self._measure(crew, done, network)

        network = self.school.learn(crew, watch)
        best = self.champions.best(network)
        if best != self.champions.file(network.card.games):
            games = self.champions.champion
            self._line(self.words("train.champion_stays", games=games, last=network.card.games))
        path = self.school.folder / weights_name(network.card.game, network.card.players)
        keep(Network.load(best), path, command_of(best))
        return path

    def examine(self, crew: Crew, gate: Gate, path: Path) -> None:
        """The matches at the end, on fresh seeds; they go on the card."""
        self._follow({name: self._named(name) for name in gate.opponents}, gate.pass_through(crew))
        gate.network.card.strength = gate.matches
        keep(gate.network, path, command_of(path))

    def tell(self, matches: Sequence[dict[str, Any]]) -> None:
        """Say how the matches at the end went."""
        for match in matches:
            self.terminal.say(self._strength(match, self._named(match["against"])))

    def picture(self) -> None:
        """Draw how it went."""
        course = self.school.course
        points = [Point(games, loss) for games, loss in self.school.progress.losses]
        title = self.words("train.curve", game=course.game, players=course.players)
        drawn = curve(points, title, strengths(self.champions.trials), 1 / course.players)
        write_text(self.school.folder / "curve.svg", drawn)

    def _measure(self, crew: Crew, done: Progress, network: Network) -> None:
        """Keep the network as it is now, and let it meet the champion."""
        champions, before = self.champions, len(self.champions.trials)
        champions.keep(network, self.school.made_by())
        who = self._champion(champions.champion)
        self._follow({"": who}, (("", standing) for standing in champions.measure(crew, done.games)))
        if len(champions.trials) > before:
            trial = champions.trials[-1]
            self._line(self._strength(trial.match, who))
            if trial.won:
                self._line(self.words("train.new_champion", games=done.games))
            self._show(done)
        self.picture()

    def _follow(self, called: dict[str, str], standings: Iterator[tuple[str, Standing]]) -> None:
        """A second bar, for as long as a match lasts."""
        task = self.bar.add_task("", total=None, visible=False)
        for name, standing in standings:
            said = self.words("train.match", share=shared(standing.share), who=called[name])
            self.bar.update(
                task, description=said, completed=standing.played, total=standing.of, visible=True
            )
        self.bar.remove_task(task)

    def _show(self, done: Progress) -> None:
        said = self.words("train.progress", loss=f"{done.loss:.4f}", rate=f"{done.games / done.seconds:.2f}")
        if self.champions.trials:
            trial = self.champions.trials[-1]
            key = "train.short_champion" if trial.champion else "train.short_squire"
            who = self.words(key, games=trial.champion)
            said = self.words("train.measured", said=said, share=shared(share_in(trial.match)), who=who)
        self.bar.update(self._task, completed=done.games, description=said)
        if not self.terminal.err.is_terminal:
            self.terminal.err.print(self.words("train.line", games=done.games, said=said), markup=False)

    def _line(self, text: str) -> None:
        self.terminal.err.print(text, markup=False, highlight=False)

    def _champion(self, games: int) -> str:
        return self.words("train.champion", games=games) if games else self._named(SQUIRE)

    def _named(self, name: str) -> str:
        return self.words(f"train.against_{name}")

    def _strength(self, match: dict[str, Any], who: str) -> str:
        key = "train.strength_modules" if match["modules"] else "train.strength"
        return self.words(key, share=shared(share_in(match)), who=who, games=match["games"])


def share_in(match: dict[str, Any]) -> Estimate:
    """The share of wins of a match as it stands on a card."""
    return Estimate(match["share"], match["low"], match["high"])


def decide(terminal: Terminal, gate: Gate, path: Path, args: Namespace) -> None:
    """Say whether the new weights are better than what plays now, and put them there if that is wanted."""
    words, verdict = terminal.words, gate.verdict()
    terminal.say(words(f"train.verdict_{verdict}"))
    if args.force or (args.install and verdict in OPEN):
        with writing(gate.standing) as file:
            file.write(path.read_bytes())
        key = "train.installed" if verdict in OPEN else "train.forced"
        terminal.say(words(key, path=str(gate.standing)))
    elif args.install:
        terminal.say(words("train.not_installed"))
    elif verdict in OPEN:
        terminal.say(words("train.install"))
