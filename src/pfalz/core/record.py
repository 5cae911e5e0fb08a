"""Records: a table on paper. A header, the log of answers (NATURE's included), and how to replay them.

A record file is JSON, one object per line: the header, then the entries in order. An entry is an answer
(`n, seat, ask, move, hash`), a retracted simultaneous answer (`move` null) or an undo (`undo`: the number
of answers kept). The header and the answers determine the state bit for bit; the hashes prove it. Reading a
damaged, edited or foreign file changes nothing and says which line is wrong. A record of an older format
can be read and played; its hashes are of positions in that format and prove nothing any more
(`core/upcast.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random
from typing import Any

import msgspec

from pfalz.core.chance import mixed, nature_rng, seed_hash
from pfalz.core.errors import PfalzError, RecordError
from pfalz.core.events import Event
from pfalz.core.ruleset import Ruleset
from pfalz.core.state import HIDDEN, State, digest
from pfalz.core.upcast import FORMAT, OLDEST


class SeatInfo(msgspec.Struct, forbid_unknown_fields=True):
    """Who sits in a seat: a person's name, or a bot's."""

    name: str
    bot: str = ""


class Start(msgspec.Struct, forbid_unknown_fields=True):
    """Where a table goes on after a change of its rules: a position as it was, in place of a set-up.

    The `answers` before it were given under version `version` of the rules, in a record of their own."""

    answers: int
    version: int
    position: dict[str, Any]


class Later(msgspec.Struct, forbid_unknown_fields=True):
    """From answer `at` on chance follows from another seed."""

    at: int
    seed_hash: str
    seed: str = ""


class Header(msgspec.Struct, forbid_unknown_fields=True):
    """Everything fixed when a table opens. `seed` is left out of records shown before the game is over."""

    pfalz: int
    game: str
    version: int
    players: int
    modules: list[str] = []
    options: dict[str, Any] = {}
    edition: dict[str, Any] = {}
    seats: list[SeatInfo] = []
    seed_hash: str = ""
    seed: str = ""
    start: Start | msgspec.UnsetType = msgspec.UNSET
    shares: list[str] | msgspec.UnsetType = msgspec.UNSET
    """By seat, the numbers people have mixed into chance; records of before have none (`core/chance.py`)."""
    later: list[Later] | msgspec.UnsetType = msgspec.UNSET
    """Other seeds that chance went on from, because the one before had been seen."""


def new_header(
    rules: Ruleset[Any],
    seats: list[SeatInfo],
    seed: str | None = None,
    edition: dict[str, Any] | None = None,
) -> Header:
    """The header of a new game under some rules; without a seed nothing says where its chance came from."""
    return Header(
        pfalz=FORMAT,
        game=rules.game.id,
        version=rules.game.version,
        players=rules.players,
        modules=[module.id for module in rules.modules],
        options=dict(rules.options),
        edition=edition or {},
        seats=seats,
        seed_hash="" if seed is None else seed_hash(seed),
        seed=seed or "",
    )


class Entry(msgspec.Struct, forbid_unknown_fields=True):
    """One answer. `hash` seals it and the position after it; `move` is None if it was taken back."""

    n: int
    seat: int
    ask: str
    move: list[int] | None
    hash: str


class Undo(msgspec.Struct, forbid_unknown_fields=True):
    """Go back: keep the first `undo` answers."""

    undo: int
    seat: int


class Record:
    """A header with the answers that count, undone ones left out."""

    def __init__(self, header: Header, entries: list[Entry]) -> None:
        self.header = header
        self.entries = entries

    def dumps(self) -> str:
        """The record as a file."""
        return dump_lines([self.header, *self.entries])

    def check(self, rules: Ruleset[Any]) -> None:
        """Refuse rules of another game, player count or set of modules than the record's."""
        header = self.header
        found = (rules.game.id, rules.players, sorted(module.id for module in rules.modules))
        wanted = (header.game, header.players, sorted(header.modules))
        if wanted[0] != found[0]:
            raise RecordError("other_game", record=wanted[0], rules=found[0])
        if wanted[1] != found[1]:
            raise RecordError("other_players", record=wanted[1], rules=found[1])
        if wanted[2] != found[2]:
            raise RecordError("other_modules", record=wanted[2], rules=found[2])

    def replay(
        self,
        rules: Ruleset[Any],
        upto: int | None = None,
        watch: Callable[[State, Entry], None] | None = None,
    ) -> State:
        """The state after the first `upto` answers; every hash on the way is verified."""
        self.check(rules)
        count = len(self.entries) if upto is None else upto
        if not 0 <= count <= len(self.entries):
            raise RecordError("no_position_in_record", n=count, last=len(self.entries))
        s = begin(rules, self.header)
        for entry in self.entries[:count]:
            self.step(rules, s, entry)
            if watch is not None:
                watch(s, entry)
        return s

    def step(self, rules: Ruleset[Any], s: State, entry: Entry) -> None:
        """Carry out one entry and verify its hash."""
        self.complete(entry)
        try:
            if entry.move is None:
                rules.retract(s, entry.seat)
            else:
                rules.play(s, entry.seat, entry.move, entry.ask)
        except PfalzError as error:
            raise RecordError("entry_fails", error=error, **place(entry)) from error
        self.verify(entry, rules.hash(s))

    def complete(self, entry: Entry) -> None:
        """Refuse an entry that was redacted for one viewer."""
        if not entry.hash or (entry.move is not None and HIDDEN in entry.move):
            raise RecordError("entry_redacted", **place(entry))

    @property
    def old(self) -> bool:
        """Whether the record is of an older format, so that its hashes say nothing."""
        return self.header.pfalz != FORMAT

    def verify(self, entry: Entry, position: str) -> None:
        """Compare the position reached, and the way to it, with what is recorded."""
        if self.old:
            return
        before = self.entries[entry.n - 1].hash if entry.n else seal_of(self.header)
        if sealed(before, entry.seat, entry.ask, entry.move, position) != entry.hash:
            raise self.differs(entry)

    def differs(self, entry: Entry) -> RecordError:
        """The error for an entry that does not lead where the record says."""
        header = self.header
        return RecordError("entry_differs", game=header.game, version=header.version, **place(entry))


def begin(rules: Ruleset[Any], header: Header, trace: list[Event] | None = None) -> State:
    """The first position of a record: the set-up, or the one it goes on from after a change of the rules."""
    if isinstance(header.start, Start):
        kept: State = rules.from_json(header.start.position)
        return kept
    new: State = rules.start(trace)
    return new


def seal_of(header: Header) -> str:
    """The seal of a header, to which the first entry is chained; names of people do not count."""
    options = sorted(header.options.items())
    edition = sorted(header.edition.items())
    fixed = [header.game, header.version, header.players, sorted(header.modules), header.seed_hash]
    start = [header.start] if isinstance(header.start, Start) else []
    shares = [header.shares] if isinstance(header.shares, list) else []
    return digest([*fixed, options, edition, *start, *shares])


def luck(header: Header, n: int, spoken: int) -> Random:
    """The generator for answer `n` of a record, before which chance has spoken so often."""
    seed = header.seed
    for later in header.later if isinstance(header.later, list) else ():
        if later.at <= n:
            seed = later.seed
    if not seed:
        raise RecordError("no_seed")
    if isinstance(header.shares, list):
        return nature_rng(mixed(seed, header.shares), spoken)
    return nature_rng(seed, n)


def check_seeds(header: Header) -> None:
    """Refuse seeds that have not been revealed, or are not those whose hashes were published."""
    later = header.later if isinstance(header.later, list) else []
    for seed, hash in ((header.seed, header.seed_hash), *((x.seed, x.seed_hash) for x in later)):
        if not seed:
            raise RecordError("seed_not_revealed")
        if seed_hash(seed) != hash:
            raise RecordError("seed_wrong")


def sealed(before: str, seat: int, ask: str, answer: list[int] | None, position: str) -> str:
    """The hash of an entry: of the position reached, the answer, and the hash before it.

    So no answer can be changed unnoticed, not even one that leads to the same position."""
    return digest([before, seat, ask, answer, position])


def place(entry: Entry) -> dict[str, object]:
    """What messages say of an entry."""
    return {"n": entry.n, "seat": entry.seat, "ask": entry.ask}


def loads(text: str) -> Record:
    """Read a record file."""
    lines = [(i, line) for i, line in enumerate(text.split("\n"), 1) if line.strip()]
    if not lines:
        raise RecordError("record_empty")
    header = _header(lines[0][1], lines[0][0])
    entries: list[Entry] = []
    for i, line in lines[1:]:
        raw = _object(line, i)
        try:
            if "undo" in raw:
                undo = msgspec.convert(raw, Undo)
                if not 0 <= undo.undo <= len(entries):
                    raise RecordError("line_undo", line=i, to=undo.undo, n=len(entries))
                del entries[undo.undo :]
                continue
            entry = msgspec.convert(raw, Entry)
        except msgspec.ValidationError as error:
            raise RecordError("line_invalid", line=i, error=str(error)) from error
        if entry.n != len(entries):
            raise RecordError("line_missing", line=i, n=len(entries), found=entry.n)
        entries.append(entry)
    return Record(header, entries)


def dump_lines(items: Iterable[object]) -> str:
    """Header, entries and undos as lines of a record file."""
    return "".join(msgspec.json.encode(item).decode() + "\n" for item in items)


def _object(line: str, i: int) -> dict[str, Any]:
    try:
        raw = msgspec.json.decode(line)
    except (msgspec.DecodeError, ValueError, RecursionError) as error:
        raise RecordError("line_not_json", line=i) from error
    if not isinstance(raw, dict):
        raise RecordError("line_no_object", line=i, found=line[:40])
    return raw


def _header(line: str, i: int) -> Header:
    raw = _object(line, i)
    if "pfalz" not in raw:
        raise RecordError("line_no_header", line=i)
    if type(raw["pfalz"]) is not int or not OLDEST <= raw["pfalz"] <= FORMAT:
        raise RecordError("line_format", line=i, found=raw["pfalz"], oldest=OLDEST, format=FORMAT)
    try:
        return msgspec.convert(raw, Header)
    except msgspec.ValidationError as error:
        raise RecordError("line_invalid", line=i, error=str(error)) from error
