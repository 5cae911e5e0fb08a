"""A session: a game being played. State, log, events, chance from a seed, undo up to the barrier.

Undo goes back over a seat's own answers until a barrier, and barriers are computed: an answer of NATURE or
of another seat, the end of a simultaneous question, or an answer after which somebody sees an entry that
was hidden before, or some entry is known that neither that viewer nor the one who answered knew. Nothing
in the rules ever declares one.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import msgspec

from pfalz.core.ask import EVERYBODY, Ask
from pfalz.core.chance import nature_answer, seed_hash
from pfalz.core.errors import IllegalAnswer, PfalzError, RecordError, StaleAnswer
from pfalz.core.events import Event
from pfalz.core.flow import Together
from pfalz.core.record import (
    Entry,
    Header,
    Later,
    Record,
    SeatInfo,
    begin,
    check_seeds,
    luck,
    new_header,
    place,
    seal_of,
    sealed,
)
from pfalz.core.ruleset import Ruleset, ask_in
from pfalz.core.state import HIDDEN, NATURE, Halted, State
from pfalz.core.upcast import FORMAT
from pfalz.core.visibility import Visibility, newly_seen

SNAPSHOT_EVERY = 16


class Kept:
    """The position after the first `n` answers of a record, written down to begin from."""

    def __init__(self, n: int, opened: int, state: State) -> None:
        self.n = n
        self.opened = opened
        self.state = state


class Session:
    """A table's game in memory. Every change is one answer, one retraction or one undo.

    A session that began from a kept position plays what came before only when somebody asks for it."""

    def __init__(self, rules: Ruleset[Any], header: Header) -> None:
        self.rules = rules
        self.header = header
        self.entries: list[Entry] = []
        self.barriers: list[bool] = []
        self._events: list[list[Event]] = [[]]
        self.state: State = begin(rules, header, self._events[0])
        self.opened = 0
        self._skipped = 0
        self._opens = [0]
        self._spoken = 0
        """How often chance has spoken."""
        self._asks: list[Ask | None] = []
        """The question each entry answers; none if it takes an answer back."""
        self._snapshots: list[State] = [rules.copy(self.state)]
        # what everybody saw of the state that the last answer led to, kept for the next one
        self._sighted = self.state
        self._sight = Visibility(rules, self.state)
        self._asked: tuple[State | None, int, list[Ask]] = (None, 0, [])

    # -- playing ----------------------------------------------------------------------------------

    def asks(self) -> list[Ask]:
        """Who must decide what."""
        state, n, found = self._asked
        if state is not self.state or n != len(self.entries):
            found = self.rules.asks(self.state)
            self._asked = (self.state, len(self.entries), found)
        return found

    def answer(
        self, seat: int, answer: Sequence[int], name: str | None = None, opened: int | None = None
    ) -> Entry:
        """Take an answer to the question opened at log position `opened` (default: the present one)."""
        if opened is not None and opened != self.opened:
            raise StaleAnswer("answer_stale", opened=opened, now=self.opened)
        open_asks = self.asks()
        ask = ask_in(open_asks, seat, name)
        before = self.state
        simultaneous = isinstance(self.rules.waiting(self.state), Together)
        closed = all(other.answered or other.seat == seat for other in open_asks)
        trial = self.rules.copy(self.state)
        trial.trace = []
        self.rules.take(trial, ask, answer)
        happened, trial.trace = trial.trace, None
        barrier = seat == NATURE or (simultaneous and closed)
        if not barrier:
            old = self._sight if self._sighted is before else Visibility(self.rules, before)
            self._sight, self._sighted = Visibility(self.rules, trial), trial
            barrier = newly_seen(old, self._sight, seat)
        self.state = trial
        return self._append(seat, ask.name, list(answer), happened, barrier, closed, ask)

    def retract(self, seat: int) -> Entry:
        """Take back an open simultaneous answer."""
        name = self.rules.ask_of(self.state, seat).name
        self.rules.retract(self.state, seat)
        return self._append(seat, name, None, [], False, False, None)

    def answered(self, seat: int) -> bool:
        """Whether a seat has answered a simultaneous question that is still open."""
        return self._open_answer(seat)

    def revise(
        self, seat: int, answer: Sequence[int] | None, name: str | None = None, opened: int | None = None
    ) -> int:
        """Put another answer in place of an open one, or none; the log looks as if it had been so at once.

        Returns the position from which on the log is another one."""
        if opened is not None and opened != self.opened:
            raise StaleAnswer("answer_stale", opened=opened, now=self.opened)
        if answer is not None:  # nothing is taken back for an answer that is not legal
            self.rules.take(self.rules.copy(self.state), ask_in(self.asks(), seat, name), answer)
        since = self.entries[self.opened :]
        given = {entry.seat: entry for entry in since}
        first = (
            given[seat].n if len(given) == len(since) else self.opened
        )  # older logs keep what was replaced
        kept = [entry for other, entry in given.items() if other != seat and entry.move is not None]
        before = {entry.seat for entry in self.entries[self.opened : first]}
        self.rewind(first)
        if answer is not None:
            self.answer(seat, answer, name)
        for entry in kept:
            if entry.seat not in before:
                self.answer(entry.seat, entry.move or (), entry.ask)
        return first

    def nature(self) -> Entry | None:
        """Let NATURE answer, if NATURE is asked."""
        asks = self.asks()
        if not asks or asks[0].seat != NATURE:
            return None
        rng = luck(self.header, len(self.entries), self._spoken)
        return self.answer(NATURE, nature_answer(asks[0], self.state, rng))

    def draw_anew(self, seed: str) -> None:
        """From here on chance follows from another seed, because the present one has been seen."""
        later = self.header.later if isinstance(self.header.later, list) else []
        self.header.later = [*later, Later(len(self.entries), seed_hash(seed), seed)]

    def settle(self) -> None:
        """Let NATURE answer until a seat is asked or the game is over."""
        while self.nature() is not None:
            pass

    def _append(
        self,
        seat: int,
        name: str,
        answer: list[int] | None,
        happened: list[Event],
        barrier: bool,
        closed: bool,
        ask: Ask | None,
    ) -> Entry:
        before = self.entries[-1].hash if self.entries else seal_of(self.header)
        hash = sealed(before, seat, name, answer, self.rules.hash(self.state))
        entry = Entry(len(self.entries), seat, name, answer, hash)
        self.keep(entry, happened, barrier, closed, ask)
        return entry

    def keep(self, entry: Entry, happened: list[Event], barrier: bool, closed: bool, ask: Ask | None) -> None:
        """Write down an answer to a question that has been carried out."""
        self.entries.append(entry)
        self._asks.append(ask)
        self._spoken += entry.seat == NATURE
        self.barriers.append(barrier)
        self._events.append(happened)
        if closed:
            self.opened = len(self.entries)
        self._opens.append(self.opened)
        if len(self.entries) % SNAPSHOT_EVERY == 0:
            self._snapshots.append(self.rules.copy(self.state))

    def follow(self, entries: Sequence[Entry], barriers: Sequence[bool]) -> None:
        """Go on as a log of our own has gone on: answers are trusted, only the last hash is verified."""
        if not entries:
            return
        rules = self.rules
        s = self.state = rules.copy(self.state)
        for entry, barrier in zip(entries, barriers, strict=True):
            happened: list[Event] = []
            s.trace = happened
            try:
                closed, ask = False, None
                if entry.move is None:
                    rules.retract(s, entry.seat)
                else:
                    asks = rules.asks(s)
                    closed = all(other.answered or other.seat == entry.seat for other in asks)
                    ask = ask_in(asks, entry.seat)
                    rules.apply(s, entry.seat, tuple(entry.move))
            except PfalzError as error:
                raise RecordError("entry_fails", error=error, **place(entry)) from error
            except Exception as error:  # rules that have changed may fail in any way on an old answer
                raise RecordError("entry_fails", error=repr(error), **place(entry)) from error
            self.keep(entry, happened, barrier, closed, ask)
        s.trace = None
        Record(self.header, self.entries).verify(entries[-1], rules.hash(s))

    # -- going back -------------------------------------------------------------------------------

    @property
    def events(self) -> list[list[Event]]:
        """What happened: before the first answer, and after each."""
        self.recall()
        return self._events

    @property
    def lacks_past(self) -> bool:
        """Whether the answers before a kept position still have to be played to know what happened."""
        return self._skipped > 0

    def skip(self, entries: Sequence[Entry], barriers: Sequence[bool], kept: Kept) -> None:
        """Go from the beginning to a kept position without playing the answers between."""
        self.entries, self.barriers = list(entries[: kept.n]), list(barriers[: kept.n])
        self.state, self.opened, self._skipped = kept.state, kept.opened, kept.n
        self._events += [[] for _ in self.entries]
        self._asks = [None] * kept.n
        self._spoken = sum(entry.seat == NATURE for entry in self.entries)
        self._opens = [0] * kept.n + [kept.opened]
        self._snapshots *= kept.n // SNAPSHOT_EVERY + 1

    def recall(self) -> None:
        """Play the answers that were skipped, so that everything is known as if none had been."""
        n = self._skipped
        if n == 0:
            return
        record = Record(self.header, self.entries[:n])
        past = reload(self.rules, record, self.barriers[:n])
        self._events[: n + 1] = past._events
        self._asks[:n] = past._asks
        self._opens[:n] = past._opens[:n]
        self._snapshots[: len(past._snapshots)] = past._snapshots
        self._skipped = 0

    def position(self, n: int) -> State:
        """The state after the first `n` answers."""
        if not 0 <= n <= len(self.entries):
            raise RecordError("no_position", n=n, last=len(self.entries))
        at = n // SNAPSHOT_EVERY
        if at * SNAPSHOT_EVERY < self._skipped:
            self.recall()
        s: State = self.rules.copy(self._snapshots[at])
        for entry in self.entries[at * SNAPSHOT_EVERY : n]:
            if entry.move is None:
                self.rules.retract(s, entry.seat)
            else:
                self.rules.apply(s, entry.seat, tuple(entry.move))
        return s

    def moment(self, n: int, events: int) -> State:
        """The state after the first `n` answers, but of the last of them only so many events.

        It is the one in which the next event begins: something to be looked at, not to be played on."""
        happened = self.events[n] if 0 <= n <= len(self.entries) else []
        if n == 0 or events >= len(happened):
            return self.position(n)
        s, entry = self.position(n - 1), self.entries[n - 1]
        s.trace, s.halt = [], events
        with suppress(Halted):
            self.rules.apply(s, entry.seat, tuple(entry.move or ()))
        s.trace = None
        return s

    def opened_at(self, n: int) -> int:
        """The position at which the questions open at position `n` were opened."""
        if n < self._skipped:
            self.recall()
        return self._opens[n]

    def may_undo(self, seat: int) -> bool:
        """Whether `seat` may take back its last answer."""
        return self._open_answer(seat) or self._own_last(seat)

    def undo(self, seat: int) -> int:
        """Take back the last answer of `seat`; returns how many answers the log keeps."""
        if self._open_answer(seat):
            self.retract(seat)
        elif self._own_last(seat):
            self.rewind(self.opened - 1)
        elif self.entries and self.entries[-1].seat == seat:
            raise IllegalAnswer("undo_shown", "undo_barrier")
        else:
            raise IllegalAnswer("undo_others", "undo_barrier")
        return len(self.entries)

    def rewind(self, n: int) -> None:
        """Go back to position `n`, whatever lies between; callers decide whether that is allowed.

        A seed that chance has left stays behind: the newest one counts from here on."""
        self.state = self.position(n)
        later = self.header.later if isinstance(self.header.later, list) else []
        if any(seed.at > n for seed in later):
            newest = msgspec.structs.replace(later[-1], at=n)
            self.header.later = [*(seed for seed in later if seed.at <= n), newest]
        self._spoken -= sum(entry.seat == NATURE for entry in self.entries[n:])
        del self.entries[n:], self.barriers[n:], self._events[n + 1 :]
        del self._snapshots[n // SNAPSHOT_EVERY + 1 :], self._opens[n + 1 :], self._asks[n:]
        self.opened = self._opens[n]

    def _open_answer(self, seat: int) -> bool:
        if not self.state.answers:
            return False
        return any(ask.seat == seat and ask.answered for ask in self.asks())

    def _own_last(self, seat: int) -> bool:
        """Whether the last closed answer is the seat's own, and nothing but its retractions came after."""
        n = self.opened
        if n == 0 or any(entry.seat != seat for entry in self.entries[n:]):
            return False
        return self.entries[n - 1].seat == seat and not self.barriers[n - 1]

    # -- writing down -----------------------------------------------------------------------------

    def record(self, seat: int | None = None) -> Record:
        """The record so far: complete, or as `seat` may know it (SPECTATOR: what is public)."""
        if seat is None or self.state.over:
            return Record(self.header, list(self.entries))
        return Record(self.public_header(), [self.redacted(entry, seat) for entry in self.entries])

    def public_header(self) -> Header:
        """The header as everybody may know it while the game goes on."""
        header = msgspec.structs.replace(self.header, seed="", start=msgspec.UNSET)
        if isinstance(header.later, list):
            header.later = [msgspec.structs.replace(later, seed="") for later in header.later]
        return header

    def redacted(self, entry: Entry, seat: int) -> Entry:
        """An entry as `seat` may know it: hidden values are HIDDEN, and the hash is left out.

        Of an answer nobody else may read (yet) not even the length is told; the same holds for an answer
        that was replaced or taken back before the question closed."""
        if self.state.over:
            return entry
        if entry.move is None:
            return Entry(entry.n, entry.seat, entry.ask, None, "")
        self.recall()
        ask = self._asks[entry.n]
        assert ask is not None
        unsettled = entry.n >= self.opened or self._replaced(entry)
        answer: list[int] = []
        for i, value in enumerate(entry.move):
            audience = entry.seat if unsettled else ask.question.audience(entry.seat, ask.args, i)
            answer.append(value if audience in (EVERYBODY, seat) else HIDDEN)
        if entry.seat != seat and answer.count(HIDDEN) == len(answer) and (answer or unsettled):
            answer = [HIDDEN]
        return Entry(entry.n, entry.seat, entry.ask, answer, "")

    def _replaced(self, entry: Entry) -> bool:
        """Whether the seat has answered the same question again, or taken its answer back."""
        n, opens = entry.n + 1, self._opens
        while n < len(self.entries) and opens[n] == opens[entry.n]:
            if self.entries[n].seat == entry.seat:
                return True
            n += 1
        return False


def open_session(
    rules: Ruleset[Any], seats: list[SeatInfo], seed: str, edition: dict[str, Any] | None = None
) -> Session:
    """Open a new table; NATURE has made the set-up when it returns."""
    header = new_header(rules, seats, seed, edition)
    header.shares = []
    session = Session(rules, header)
    session.settle()
    return session


def resume(rules: Ruleset[Any], record: Record) -> Session:
    """A session from a record; every answer is checked and every hash verified.

    A record of an older format is sealed anew."""
    record.check(rules)
    header = msgspec.structs.replace(record.header, pfalz=FORMAT) if record.old else record.header
    session = Session(rules, header)
    for entry in record.entries:
        record.complete(entry)
        try:
            if entry.move is None:
                again = session.retract(entry.seat)
            else:
                again = session.answer(entry.seat, entry.move, entry.ask)
        except PfalzError as error:
            raise RecordError("entry_fails", error=error, **place(entry)) from error
        if again.hash != entry.hash and not record.old:
            raise record.differs(entry)
    return session


def reload(
    rules: Ruleset[Any], record: Record, barriers: Sequence[bool], kept: Kept | None = None
) -> Session:
    """A session from a record of our own: answers are trusted, only the last hash is verified.

    From a kept position on, if there is one; it has to be the one the record leads to."""
    record.check(rules)
    session = Session(rules, record.header)
    first = 0
    if kept is not None and kept.n:
        record.verify(record.entries[kept.n - 1], rules.hash(kept.state))
        session.skip(record.entries, barriers, kept)
        first = kept.n
    session.follow(record.entries[first:], barriers[first:])
    return session


def verify_chance(rules: Ruleset[Any], record: Record) -> None:
    """Check that every outcome of NATURE follows from the revealed seed."""
    header, spoken = record.header, 0
    check_seeds(header)
    record.check(rules)
    s = begin(rules, header)
    for entry in record.entries:
        asks = rules.asks(s)
        if asks and asks[0].seat == entry.seat == NATURE:
            expected = nature_answer(asks[0], s, luck(header, entry.n, spoken))
            spoken += 1
            if list(expected) != entry.move:
                raise RecordError("chance_wrong", n=entry.n, chance=list(expected), record=entry.move)
        record.step(rules, s, entry)
