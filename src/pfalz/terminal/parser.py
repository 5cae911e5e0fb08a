"""The command line: commands, their options, and help that teaches, in the person's language."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from math import inf
from pathlib import Path
from typing import Any, NoReturn

from pfalz import __version__
from pfalz.core.errors import hint
from pfalz.core.texts import LANGUAGES
from pfalz.terminal import (
    analyse,
    arena,
    edition,
    encode,
    games,
    office,
    play,
    replay,
    rules,
    show,
    sim,
    tables,
    train,
)
from pfalz.terminal.context import Terminal, UsageError
from pfalz.terminal.words import Words

Command = Callable[[argparse.Namespace, Terminal], int]


class Parser(argparse.ArgumentParser):
    """An argument parser whose errors are exceptions with a hint, and whose frame speaks the language."""

    words: Words

    def error(self, message: str) -> NoReturn:
        """Refuse the command line and say where help is."""
        raise UsageError("command_line", error=message, prog=self.prog)

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        if action.choices is not None and value not in action.choices:
            known = [str(choice) for choice in action.choices]
            if isinstance(action, argparse._SubParsersAction):
                raise UsageError("no_command", command=value, hint=hint(str(value), known))
            option = action.option_strings[0]
            raise UsageError("no_choice", option=option, value=value, hint=hint(str(value), known))


class Builder:
    """Builds the parser; every text comes from the table `help` of the terminal's words."""

    def __init__(self, words: Words) -> None:
        self.words = words
        self.common = self._plain(add_help=False)
        self.common.add_argument(
            "--lang", choices=LANGUAGES, default=argparse.SUPPRESS, help=words("help.lang")
        )
        self._help_option(self.common)

    def build(self) -> Parser:
        """The whole command line."""
        words = self.words
        parser = self._plain(
            prog="pfalz",
            description=words("help.pfalz"),
            epilog=words("help.more"),
            parents=[self.common],
            add_help=False,
        )
        parser.add_argument(
            "--version", action="version", version=f"pfalz {__version__}", help=words("help.version")
        )
        commands = parser.add_subparsers(
            title=words("help.commands"), metavar=words("help.command"), dest="command", parser_class=Parser
        )
        self._games(self._command(commands, "games", games.run))
        self._sim(self._command(commands, "sim", sim.run))
        self._arena(self._command(commands, "arena", arena.run))
        self._train(self._command(commands, "train", train.run))
        self._play(self._command(commands, "play", play.run))
        self._replay(self._command(commands, "replay", replay.run))
        self._show(self._command(commands, "show", show.run))
        self._analyse(self._command(commands, "analyse", analyse.run))
        self._rules(self._command(commands, "rules", rules.run))
        self._encode(self._command(commands, "encode", encode.run))
        self._edition(self._command(commands, "edition", edition.run, "edition_command"))
        self._serve(self._command(commands, "serve", tables.serve))
        self._tables(self._command(commands, "tables", tables.run))
        self._people(self._command(commands, "people", office.run))
        return parser

    def _games(self, parser: Parser) -> None:
        parser.add_argument("game", nargs="?", metavar="GAME", help=self.words("help.games_game"))

    def _sim(self, parser: Parser) -> None:
        words = self.words
        parser.add_argument("game", metavar="GAME", help=words("help.game"))
        self._table_options(parser)
        parser.add_argument("--bots", default="random", metavar="A,B,…", help=words("help.sim_bots"))
        parser.add_argument("--games", type=positive, default=100, metavar="N", help=words("help.sim_games"))
        parser.add_argument("--jobs", type=positive, default=1, metavar="N", help=words("help.jobs"))
        parser.add_argument("--seed", default="0", metavar="S", help=words("help.sim_seed"))
        parser.add_argument("--rotate", action="store_true", help=words("help.rotate"))
        parser.add_argument("--keep-failures", type=Path, metavar="DIR", help=words("help.keep_failures"))
        parser.add_argument("--json", action="store_true", help=words("help.json"))

    def _arena(self, parser: Parser) -> None:
        words = self.words
        parser.add_argument("game", metavar="GAME", help=words("help.game"))
        self._table_options(parser)
        parser.add_argument("--bots", required=True, metavar="A,B,…", help=words("help.arena_bots"))
        parser.add_argument("--seeds", type=positive, default=50, metavar="N", help=words("help.arena_seeds"))
        parser.add_argument("--jobs", type=positive, metavar="N", help=words("help.all_jobs"))
        parser.add_argument("--seed", default="0", metavar="S", help=words("help.arena_seed"))
        parser.add_argument("--keep", type=Path, metavar="FILE", help=words("help.arena_keep"))
        parser.add_argument("--html", type=Path, metavar="FILE", help=words("help.arena_html"))
        parser.add_argument("--csv", type=Path, metavar="FILE", help=words("help.arena_csv"))
        parser.add_argument("--json", action="store_true", help=words("help.json"))

    def _train(self, parser: Parser) -> None:
        words = self.words
        parser.add_argument("game", metavar="GAME", help=words("help.game"))
        parser.add_argument("--players", type=positive, metavar="N", help=words("help.players"))
        parser.add_argument(
            "--games", type=positive, default=6000, metavar="N", help=words("help.train_games")
        )
        parser.add_argument(
            "--first", type=positive, default=240, metavar="N", help=words("help.train_first")
        )
        parser.add_argument("--jobs", type=positive, metavar="N", help=words("help.all_jobs"))
        parser.add_argument("--seed", default="1", metavar="S", help=words("help.train_seed"))
        parser.add_argument("--units", type=positive, default=64, metavar="N", help=words("help.train_units"))
        parser.add_argument(
            "--passes", type=amount, default=3.0, metavar="N", help=words("help.train_passes")
        )
        parser.add_argument("--trust", type=share, default=0.9, metavar="X", help=words("help.train_trust"))
        parser.add_argument(
            "--seldom", type=share, default=0.02, metavar="X", help=words("help.train_seldom")
        )
        parser.add_argument("--folder", type=Path, metavar="DIR", help=words("help.train_folder"))
        parser.add_argument(
            "--checkpoint", type=positive, default=600, metavar="N", help=words("help.train_checkpoint")
        )
        parser.add_argument("--trial", type=natural, default=40, metavar="N", help=words("help.train_trial"))
        parser.add_argument("--gate", type=natural, default=300, metavar="N", help=words("help.train_gate"))
        parser.add_argument("--install", action="store_true", help=words("help.train_install"))
        parser.add_argument("--force", action="store_true", help=words("help.train_force"))

    def _play(self, parser: Parser) -> None:
        words = self.words
        parser.add_argument("game", nargs="?", metavar="GAME", help=words("help.game"))
        self._table_options(parser)
        seats = parser.add_mutually_exclusive_group()
        seats.add_argument("--seat", type=natural, metavar="N", help=words("help.seat"))
        seats.add_argument("--humans", type=naturals, metavar="N,N", help=words("help.humans"))
        parser.add_argument("--bots", default="knight", metavar="A,B,…", help=words("help.play_bots"))
        parser.add_argument("--seed", metavar="S", help=words("help.play_seed"))
        parser.add_argument("--confirm", action="store_true", help=words("help.confirm"))
        parser.add_argument("--load", type=Path, metavar="FILE", help=words("help.load"))

    def _replay(self, parser: Parser) -> None:
        words = self.words
        parser.add_argument("file", type=Path, metavar="FILE", help=words("help.record"))
        how = parser.add_mutually_exclusive_group()
        how.add_argument("--verify", action="store_true", help=words("help.verify"))
        how.add_argument("--step", action="store_true", help=words("help.step"))
        self._viewer(parser)

    def _show(self, parser: Parser) -> None:
        words = self.words
        parser.add_argument("file", type=Path, metavar="FILE", help=words("help.record"))
        parser.add_argument("--at", type=natural, metavar="N", help=words("help.at"))
        self._viewer(parser)
        parser.add_argument("--format", choices=("text", "svg"), default="text", help=words("help.format"))
        parser.add_argument("--out", type=Path, metavar="FILE", help=words("help.out"))

    def _analyse(self, parser: Parser) -> None:
        words = self.words
        parser.add_argument("file", type=Path, metavar="FILE", help=words("help.record"))
        parser.add_argument("--seat", type=natural, metavar="N", help=words("help.analyse_seat"))
        parser.add_argument(
            "--seconds", type=positive, default=60, metavar="N", help=words("help.analyse_seconds")
        )
        parser.add_argument("--out", type=Path, metavar="FILE", help=words("help.analyse_out"))

    def _rules(self, parser: Parser) -> None:
        words = self.words
        parser.add_argument("game", metavar="GAME", help=words("help.game"))
        parser.add_argument("clause", nargs="?", metavar="CLAUSE", help=words("help.clause"))

    def _encode(self, parser: Parser) -> None:
        words = self.words
        parser.add_argument("game", metavar="GAME", help=words("help.game"))
        self._table_options(parser)
        parser.add_argument("--json", action="store_true", help=words("help.json"))

    def _edition(self, parser: Parser) -> None:
        words = self.words
        verbs = parser.add_subparsers(
            title=words("help.commands"), metavar=words("help.command"), dest="verb", parser_class=Parser
        )
        check = self._command(verbs, "check", edition.run, "edition_check")
        check.add_argument("file", type=Path, metavar="FILE", help=words("help.edition_file"))
        check.add_argument("--games", type=positive, default=3, metavar="N", help=words("help.edition_games"))

    def _serve(self, parser: Parser) -> None:
        words = self.words
        parser.add_argument("--database", metavar="URL", help=words("help.database"))
        parser.add_argument("--host", metavar="HOST", help=words("help.host"))
        parser.add_argument("--port", type=positive, metavar="N", help=words("help.port"))
        parser.add_argument("--base-url", metavar="URL", help=words("help.base_url"))
        parser.add_argument("--bot-workers", type=positive, metavar="N", help=words("help.bot_workers"))

    def _tables(self, parser: Parser) -> None:
        words = self.words
        verbs = parser.add_subparsers(
            title=words("help.commands"), metavar=words("help.command"), dest="verb", parser_class=Parser
        )
        found = {verb: self._command(verbs, verb, tables.run, f"tables_{verb}") for verb in tables.VERBS}
        for verb, sub in found.items():
            sub.add_argument("--database", metavar="URL", help=words("help.database"))
            if verb in ("show", "undo", "close", "delete", "transfer"):
                sub.add_argument("table", metavar="TABLE", help=words("help.table"))
        states = ("open", "playing", "over", "cancelled")
        found["list"].add_argument("--status", choices=states, help=words("help.status"))
        found["show"].add_argument("--at", type=natural, metavar="N", help=words("help.at"))
        export = found["export"]
        export.add_argument("table", nargs="?", metavar="TABLE", help=words("help.table"))
        export.add_argument("--all", action="store_true", help=words("help.backup"))
        export.add_argument("--earlier", type=natural, metavar="N", help=words("help.earlier"))
        export.add_argument("--out", type=Path, metavar="FILE", help=words("help.out"))
        found["import"].add_argument("file", type=Path, metavar="FILE", help=words("help.record_or_backup"))
        found["undo"].add_argument("--to", type=natural, metavar="N", help=words("help.to"))
        found["transfer"].add_argument("person", metavar="PERSON", help=words("help.person"))
        found["audit"].add_argument("table", nargs="?", metavar="TABLE", help=words("help.about"))
        found["patch"].add_argument("--write", action="store_true", help=words("help.write"))

    def _people(self, parser: Parser) -> None:
        words = self.words
        verbs = parser.add_subparsers(
            title=words("help.commands"), metavar=words("help.command"), dest="verb", parser_class=Parser
        )
        found = {verb: self._command(verbs, verb, office.run, f"people_{verb}") for verb in office.VERBS}
        for verb, sub in found.items():
            sub.add_argument("--database", metavar="URL", help=words("help.database"))
            if verb != "list":
                sub.add_argument("person", metavar="PERSON", help=words("help.person"))
        found["list"].add_argument("--guests", action="store_true", help=words("help.guests"))
        found["block"].add_argument("--lift", action="store_true", help=words("help.lift"))

    def _table_options(self, parser: Parser) -> None:
        words = self.words
        parser.add_argument("--players", type=positive, metavar="N", help=words("help.players"))
        parser.add_argument("--module", action="append", default=[], metavar="ID", help=words("help.module"))
        parser.add_argument(
            "--option", action="append", default=[], metavar="ID=VALUE", help=words("help.option")
        )
        parser.add_argument("--edition", type=Path, metavar="FILE", help=words("help.edition"))

    def _viewer(self, parser: Parser) -> None:
        viewer = parser.add_mutually_exclusive_group()
        viewer.add_argument("--seat", type=natural, metavar="N", help=self.words("help.viewer"))
        viewer.add_argument("--all", action="store_true", help=self.words("help.all"))

    def _command(self, commands: Any, name: str, run: Command, key: str = "") -> Parser:
        about = self.words(f"help.{key or name}")
        parser: Parser = commands.add_parser(
            name,
            help=about.partition("\n")[0],
            description=about,
            epilog=self.words.part("help").get(f"{key or name}_examples"),
            parents=[self.common],
            add_help=False,
            formatter_class=self._formatter(),
        )
        self._name_groups(parser)
        parser.set_defaults(run=run)
        return parser

    def _plain(self, **settings: Any) -> Parser:
        parser = Parser(formatter_class=self._formatter(), **settings)
        self._name_groups(parser)
        return parser

    def _name_groups(self, parser: Parser) -> None:
        parser._positionals.title = self.words("help.arguments")
        parser._optionals.title = self.words("help.options")

    def _help_option(self, parser: Parser) -> None:
        parser.add_argument("-h", "--help", action="help", help=self.words("help.help"))

    def _formatter(self) -> Any:
        usage = self.words("help.usage")

        class Formatter(argparse.RawDescriptionHelpFormatter):
            def add_usage(self, text: Any, actions: Any, groups: Any, prefix: Any = None) -> None:
                super().add_usage(text, actions, groups, usage if prefix is None else prefix)

        return lambda prog: Formatter(prog, max_help_position=28)


def natural(text: str) -> int:
    """A whole number from 0."""
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 0")
    return int(text)


def positive(text: str) -> int:
    """A whole number from 1."""
    if not text.isdecimal() or int(text) == 0:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 1")
    return int(text)


def amount(text: str) -> float:
    """A number above 0."""
    try:
        found = float(text)
    except ValueError:
        found = 0.0
    if not 0.0 < found < inf:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number above 0")
    return found


def share(text: str) -> float:
    """A number from 0 to 1."""
    try:
        found = float(text)
    except ValueError:
        found = -1.0
    if not 0.0 <= found <= 1.0:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 0 to 1")
    return found


def naturals(text: str) -> list[int]:
    """Whole numbers with commas between them."""
    return [natural(part.strip()) for part in text.split(",")]
