"""`pfalz play`: people at the keyboard against bots. Who sits where, whose turn it is, how it ends."""

from __future__ import annotations

import secrets
from argparse import Namespace
from itertools import chain
from pathlib import Path
from random import Random
from typing import Any

from pfalz import catalogue
from pfalz.bots import Bot, BotError, Situation, bot_rng, make, seen_by
from pfalz.core.data import Edition
from pfalz.core.errors import PfalzError
from pfalz.core.record import SeatInfo
from pfalz.core.ruleset import Ruleset
from pfalz.core.session import Session, open_session, resume
from pfalz.core.state import Move
from pfalz.core.texts import Texts
from pfalz.terminal import table
from pfalz.terminal.context import INTERRUPTED, OK, Terminal, UsageError, plain_board
from pfalz.terminal.files import autosave_path, read_record, save_record
from pfalz.terminal.person import Leave, Person
from pfalz.terminal.result import show_outcome


def run(args: Namespace, terminal: Terminal) -> int:
    """Play a new or a saved game."""
    session = _loaded(args) if args.load else _opened(args, terminal)
    session.settle()
    play = Play(terminal, session, args.confirm)
    play.introduce()
    try:
        play.go_on()
    except Leave:
        return OK
    except (KeyboardInterrupt, EOFError) as stopped:
        terminal.say()
        play.keep()
        return INTERRUPTED if isinstance(stopped, KeyboardInterrupt) else OK
    play.finish()
    return OK


class Play:
    """A game in the terminal: the session, who answers for each seat, and what has been shown to whom."""

    def __init__(self, terminal: Terminal, session: Session, confirm: bool) -> None:
        self.terminal = terminal
        self.session = session
        self.rules: Ruleset[Any] = session.rules
        self.texts: Texts = terminal.texts(session.rules, session.header.seats)
        self.confirm = confirm
        self.bots: dict[int, Bot] = {
            seat: make(info.bot) for seat, info in enumerate(session.header.seats) if info.bot
        }
        self.humans = [seat for seat in range(self.rules.players) if seat not in self.bots]
        self.auto = 0
        """How many questions a bot still answers in the person's place."""
        self.autosave = autosave_path(session.header)
        self.shown = [0] * self.rules.players
        """Log positions up to which each seat has read the events."""
        self.drawn = [-1] * self.rules.players
        """Log positions at which each seat saw the board last."""
        self._at_keyboard = self.humans[0] if len(self.humans) == 1 else -1

    # -- the game -------------------------------------------------------------------------------------

    def introduce(self) -> None:
        """Say what is played and who sits where."""
        words, header = self.terminal.words, self.session.header
        self.terminal.heading(self.texts.text("game.title"))
        for seat, info in enumerate(header.seats):
            who = words(f"bot.{info.bot}") if info.bot else words("play.person")
            self.terminal.say(f"  {seat}  {info.name} ({who})", "bold" if seat in self.humans else "")
        self.terminal.say(words("play.welcome"), "dim")

    def go_on(self) -> None:
        """Let everybody answer until the game is over."""
        while not self.session.state.over:
            asks = [ask for ask in self.session.asks() if not ask.answered]
            machine = next((ask for ask in asks if ask.seat in self.bots), None)
            if machine is not None:
                self.bot_answers(machine.seat, self.bots[machine.seat])
            else:
                self._person_answers(asks[0].seat)
            self.session.settle()

    def bot_answers(self, seat: int, bot: Bot) -> None:
        """A bot answers for a seat, knowing what that seat may know."""
        self.session.answer(seat, self.bot_answer(seat, bot))

    def bot_answer(self, seat: int, bot: Bot) -> Move:
        """What a bot would answer; it depends on the seed and the log only."""
        return bot.choose(self.situation(seat))

    def situation(self, seat: int) -> Situation:
        """What a seat is asked, and all it may know."""
        view = self.rules.view(self.session.state, seat)
        seen = seen_by(seat, chain.from_iterable(self.session.events))
        rng = bot_rng(self.session.header.seed, len(self.session.entries), seat)
        return Situation(self.rules, view, self.rules.ask_of(view, seat), seen, rng)

    def _person_answers(self, seat: int) -> None:
        if self.auto:
            self.auto -= 1
            self.bot_answers(seat, make("knight"))
            return
        self._pass_keyboard(seat)
        Person(self, seat).decide()
        save_record(self.autosave, self.session.record())

    def _pass_keyboard(self, seat: int) -> None:
        """Hot seat: nobody sees the next person's secrets by accident."""
        if self._at_keyboard != seat and len(self.humans) > 1:
            self.terminal.out.clear()
            self.terminal.ask(self.terminal.words("play.pass_keyboard", name=self.texts.name("seat", seat)))
        self._at_keyboard = seat

    # -- what people see --------------------------------------------------------------------------------

    def news(self, seat: int) -> None:
        """The events since the seat's last decision, as it may know them."""
        upto = len(self.session.events)
        lines = self.sentences(seat, self.shown[seat], upto)
        self.shown[seat] = upto
        if lines:
            self.terminal.say(self.terminal.words("play.news"), "bold")
            self.terminal.bullets(lines)

    def sentences(self, seat: int, first: int, upto: int) -> list[str]:
        """The log between two positions in words."""
        viewer = None if self.session.state.over else seat
        return [
            self.texts.event(event, viewer)
            for happened in self.session.events[first:upto]
            for event in happened
        ]

    def board(self, seat: int) -> None:
        """The position as a seat sees it."""
        view = self.rules.view(self.session.state, seat)
        self.terminal.block(plain_board(self.rules, view, seat, self.texts))
        self.drawn[seat] = len(self.session.entries)

    def undo(self, seat: int) -> None:
        """Take back the last answer of the seat, or at a hot seat of another person."""
        for human in (seat, *self.humans):
            if self.session.may_undo(human):
                self.session.undo(human)
                break
        else:
            self.session.undo(seat)
        n = len(self.session.entries)
        self.shown = [min(at, n + 1) for at in self.shown]
        self.drawn = [-1 if at > n else at for at in self.drawn]

    # -- the end ------------------------------------------------------------------------------------------

    def keep(self) -> None:
        """Write the unfinished game down and say how to go on with it."""
        save_record(self.autosave, self.session.record())
        self.terminal.block(self.terminal.words("play.kept", path=str(self.autosave)))

    def finish(self) -> None:
        """Show how the game ended, and offer to save it."""
        seat = self.humans[0]
        self.news(seat)
        self.board(seat)
        show_outcome(self.terminal, self.rules, self.session.state, self.texts)
        self.autosave.unlink(missing_ok=True)
        try:
            name = self.terminal.ask(self.terminal.words("play.save_finished"))
            if name:
                save_record(Path(name), self.session.record())
                self.terminal.block(self.terminal.words("play.saved", path=name))
        except (EOFError, KeyboardInterrupt):
            self.terminal.say()
        except UsageError as error:
            self.terminal.complain(error)


def _opened(args: Namespace, terminal: Terminal) -> Session:
    if args.game is None:
        raise UsageError("name_a_game", games=catalogue.IDS)
    game = catalogue.game(args.game)
    edition = table.edition_of(args.edition)
    players = table.players_of(game, args)
    rules = catalogue.ruleset(
        args.game, players, table.modules_of(args), table.options_of(game, args.option), edition
    )
    seed = args.seed or secrets.token_hex(8)
    humans = _humans(args, players)
    if humans is None:
        humans = [Random(f"seat:{seed}").randrange(players)]
    seats = _seated(players, humans, table.bots_of(args.bots), terminal)
    return open_session(rules, seats, seed, _corrections(edition))


def _corrections(edition: Edition | None) -> dict[str, Any] | None:
    return dict(edition.set) if edition else None


def _loaded(args: Namespace) -> Session:
    record = read_record(args.load)
    header = record.header
    if args.game is not None and args.game != header.game:
        raise UsageError("file_other_game", path=args.load, found=header.game, game=args.game)
    try:
        session = resume(catalogue.rules_for(record), record)
    except PfalzError as error:
        raise UsageError("file_wrong", path=args.load, error=error) from error
    if not header.seed and not session.state.over:
        raise UsageError("file_no_seed", path=args.load)
    humans = _humans(args, header.players)
    if humans is None:
        humans = [seat for seat, info in enumerate(header.seats) if not info.bot]
    if not humans:
        raise UsageError("file_only_bots", path=args.load)
    names = table.bots_of(args.bots)
    seats = header.seats or [SeatInfo(str(seat)) for seat in range(header.players)]
    header.seats = [
        SeatInfo(info.name, "" if seat in humans else info.bot or names[seat % len(names)])
        for seat, info in enumerate(seats)
    ]
    return session


def _humans(args: Namespace, players: int) -> list[int] | None:
    """The seats people asked for; None if they asked for none."""
    wanted: list[int] | None = args.humans if args.humans is not None else None
    if args.seat is not None:
        wanted = [args.seat]
    for seat in wanted or []:
        if seat >= players:
            raise UsageError("no_seat", seat=seat, players=players, last=players - 1)
    return sorted(set(wanted)) if wanted else None


def _seated(players: int, humans: list[int], bots: tuple[str, ...], terminal: Terminal) -> list[SeatInfo]:
    """Names for everybody: people are guests, bots have names of the time."""
    others = players - len(humans)
    if not bots or (len(bots) > others > 0):
        raise BotError("bots_room", n=len(bots), room=others)
    for name in bots:
        make(name)
    guest = terminal.words("play.guest")
    nobles = iter(terminal.words.part("play")["names"])
    seats = []
    machines = 0
    for seat in range(players):
        if seat in humans:
            seats.append(SeatInfo(guest if len(humans) == 1 else f"{guest} {humans.index(seat) + 1}"))
        else:
            seats.append(SeatInfo(next(nobles), bots[machines % len(bots)]))
            machines += 1
    return seats
