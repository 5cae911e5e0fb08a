"""`pfalz replay`: verify a record, print its log, or walk through it position by position."""

from __future__ import annotations

from argparse import Namespace
from itertools import groupby
from typing import Any

from pfalz import catalogue
from pfalz.core.ask import Ask
from pfalz.core.errors import RecordError
from pfalz.core.events import Event
from pfalz.core.record import Entry, Record, begin, place
from pfalz.core.ruleset import Ruleset
from pfalz.core.session import Session, reload, verify_chance
from pfalz.core.state import HIDDEN, NATURE, SPECTATOR, State
from pfalz.core.texts import Texts
from pfalz.lab.match import described
from pfalz.terminal.context import FAILED, OK, Terminal, UsageError, plain_board
from pfalz.terminal.files import read_record
from pfalz.terminal.form import in_words
from pfalz.terminal.result import result_lines
from pfalz.terminal.show import seen, viewer
from pfalz.terminal.words import commands


def run(args: Namespace, terminal: Terminal) -> int:
    """Verify a record, then show it."""
    record = read_record(args.file)
    rules = catalogue.rules_for(record)
    viewer(args, record)
    if not all(entry.hash for entry in record.entries):
        raise UsageError("file_redacted", path=args.file)
    try:
        tape = Tape(rules, record)
        chance = bool(record.header.seed)
        if chance:
            verify_chance(rules, record)
    except RecordError as error:
        terminal.complain(UsageError("file_wrong", path=args.file, error=error))
        return FAILED
    reader = Reader(terminal, tape, args)
    if args.step:
        reader.walk()
    elif not args.verify:
        reader.print_log()
    reader.verdict(chance)
    return OK


class Tape:
    """All positions of a record with their events; building it verifies every hash."""

    def __init__(self, rules: Ruleset[Any], record: Record) -> None:
        self.rules = rules
        self.record = record
        self.events: list[list[Event]] = [[]]
        self.states: list[State] = []
        self._session: Session | None = None
        s = begin(rules, record.header, self.events[0])
        self.states.append(rules.copy(s))
        for entry in record.entries:
            self._step(s, entry)

    def _step(self, s: State, entry: Entry) -> None:
        happened: list[Event] = []
        s.trace = happened
        try:
            self.record.step(self.rules, s, entry)
        except RecordError:
            raise
        except Exception as error:  # a record of a broken game is read to see where it breaks
            raise RecordError("entry_fails", error=described(error), **place(entry)) from error
        s.trace = None
        self.events.append(happened)
        self.states.append(self.rules.copy(s))

    def redacted(self, entry: Entry, seat: int) -> Entry:
        """An answer as `seat` could know it while the game was going on; the last one of a game is open."""
        if self._session is None:
            kept = self.record.entries[: -1 if self.states[-1].over else None]
            self._session = reload(self.rules, Record(self.record.header, kept), [False] * len(kept))
        return self._session.redacted(entry, seat) if entry.n < len(self._session.entries) else entry

    @property
    def last(self) -> int:
        """The last position."""
        return len(self.states) - 1


class Reader:
    """A person reading a record, as one seat, a spectator or with all cards open."""

    def __init__(self, terminal: Terminal, tape: Tape, args: Namespace) -> None:
        self.terminal = terminal
        self.words = terminal.words
        self.tape = tape
        self.args = args
        self.texts: Texts = terminal.texts(tape.rules, tape.record.header.seats)
        self.seat = SPECTATOR if args.seat is None else args.seat
        finished = tape.states[-1].over and args.seat is None
        self.viewer = None if args.all or finished else self.seat

    def print_log(self) -> None:
        """Every event of the record, under the answer it follows from."""
        for n in range(self.tape.last + 1):
            self._entry(n)

    def _entry(self, n: int) -> None:
        """The question answered to reach position `n`, the answer, and what happened then."""
        if n > 0:
            entry = self.tape.record.entries[n - 1]
            ask = self.tape.rules.ask_of(self.tape.states[n - 1], entry.seat, entry.ask)
            who = self.texts.name("seat", entry.seat) if entry.seat != NATURE else self.words("replay.chance")
            own = self.viewer in (None, entry.seat)
            asked = self.texts.prompt(ask) if own else self.texts.text(f"ask.{ask.name}")
            self.terminal.say(f"{n:>4}  {who}: {asked}", "dim")
            self.terminal.bullets([self._answer(entry, ask)], "      →")
        self.terminal.bullets(
            [self.texts.event(event, self.viewer) for event in self.tape.events[n]], "      ·"
        )

    def _answer(self, entry: Entry, ask: Ask) -> str:
        """An answer in words, as far as the reader may know it."""
        shown = entry if self.viewer is None else self.tape.redacted(entry, self.viewer)
        if entry.move is None or shown.move is None:
            return self.words("replay.retracted")
        answer, seen = tuple(entry.move), tuple(shown.move)
        told = in_words(self.tape.states[entry.n], ask, answer, seen, self.texts)
        parts = [
            (slot, ", ".join(value for _, value in run)) for slot, run in groupby(told, lambda at: at[0])
        ]
        alone = len(parts) == 1 and HIDDEN not in seen
        said = [values if alone else f"{slot}: {values}" for slot, values in parts]
        return "; ".join(said + [self.texts.text("name.hidden")] * (HIDDEN in seen))

    def walk(self) -> None:
        """Step through the record: Enter goes on, other keys are explained."""
        n = 0
        self.terminal.say(self.words("replay.keys"), "dim")
        self._position(n)
        while True:
            try:
                typed = self.terminal.ask(self.words("replay.prompt", n=n, last=self.tape.last))
            except (EOFError, KeyboardInterrupt):
                self.terminal.say()
                return
            word = typed.lower()
            if commands().get(word) == "quit":
                return
            if word.isdecimal() and int(word) <= self.tape.last:
                n = int(word)
            elif word in ("", "+", "n"):
                n = min(n + 1, self.tape.last)
            elif word in ("-", "p", "b") or commands().get(word) == "back":
                n = max(n - 1, 0)
            else:
                self.terminal.say(self.words("replay.keys"), "red")
                continue
            self._position(n)

    def _position(self, n: int) -> None:
        state = self.tape.states[n]
        self.terminal.heading(self.words("replay.position", n=n, last=self.tape.last))
        view = seen(self.tape.rules, state, self.args)
        self.terminal.block(plain_board(self.tape.rules, view, self.seat, self.texts))
        self._entry(n)

    def verdict(self, chance: bool) -> None:
        """What was verified, and how the game stands."""
        words, tape = self.words, self.tape
        self.terminal.say(words("replay.verified", n=tape.last), "green")
        self.terminal.say(words("replay.fair" if chance else "replay.no_seed"), "green" if chance else "dim")
        last = tape.states[-1]
        if last.over:
            for line in result_lines(tape.rules, last, self.texts):
                self.terminal.say(line)
        else:
            self.terminal.say(words("replay.open"))
