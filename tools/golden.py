"""Golden records: finished games on paper, which must replay to the same result under all later code.

    tests/golden/index.jsonl                one line per record: what it shows and how it must end
    tests/golden/<game>/<name>.jsonl.gz     the record in the project's own format, undone answers included
    tests/golden/<game>/positions.jsonl.gz  positions saved in the middle of these records, with what they ask

`tests/test_golden.py` replays them. A record is never written anew: it is worth what it is because older code
wrote it. So no command here touches a record that exists.

    python tools/golden.py list              what the records show, and how often
    python tools/golden.py add NAME FILE     take a finished game from a record file, e.g. an export
    python tools/golden.py positions         save positions of kinds that no saved one covers yet
    python tools/golden_games.py [GAME ...]  play games for settings and ways to end that no record shows yet

To add one by hand: play and export the game, `add` it, then `positions`, and commit what changed.
"""

from __future__ import annotations

import argparse
import gzip
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from pfalz import catalogue
from pfalz.core.chance import nature_answer
from pfalz.core.flow import Seq
from pfalz.core.game import Outcome
from pfalz.core.record import Entry, Record, Start, loads, luck
from pfalz.core.ruleset import Ruleset
from pfalz.core.state import NATURE, State
from pfalz.games.darkages.state import END_IDS

FOLDER = Path(__file__).parents[1] / "tests" / "golden"
POSITIONS = "positions"
ENDS = (*END_IDS, "progress")
"""What can bring the end of Dark Ages, alone too."""
CONTINUED = "goes on from a saved position"
SELDOM = (
    "alliance_benefit",
    "ambush",
    "commander_area",
    "crusade_saved",
    "discard",
    "levy",
    "pay",
    "pay_levy",
    "place_units",
    "plunder",
    "raise",
    "ransom",
    "react_again",
    "recover",
    "regroup_units",
    "reroll",
    "retreat",
    "save",
    "take_card",
    "title",
    "tribute",
    "withdraw",
)
"""Questions of Dark Ages that do not come up in every game."""
MANY = 3
"""From so many on we speak of several seats that are equal."""


class Golden(msgspec.Struct):
    """A line of the index: the table, what its game shows, and how it ends."""

    name: str
    game: str
    players: int
    modules: list[str]
    options: dict[str, Any]
    """Those that are not as usual."""
    edition: dict[str, Any]
    bots: list[str]
    answers: int
    shows: list[str]
    scores: list[int]
    places: list[int]
    breakdown: dict[str, list[int]]
    """Points by source, seat by seat; sources of which nobody has any are left out."""


class Saved(msgspec.Struct):
    """A saved position: the first `n` answers of a record lead to it, the others lead on from it."""

    record: str
    n: int
    asks: list[tuple[int, str, bool]]
    """Seat, question, whether it is answered already."""
    offers: list[list[int]]
    """For every ask, the options of its first slot."""
    position: dict[str, Any]


# -- reading ------------------------------------------------------------------------------------------


def index(folder: Path = FOLDER) -> list[Golden]:
    """All golden records."""
    path = folder / "index.jsonl"
    if not path.exists():
        return []
    return [msgspec.json.decode(line, type=Golden) for line in path.read_text("utf-8").splitlines()]


def record_path(game: str, name: str, folder: Path = FOLDER) -> Path:
    """Where a record lies."""
    return folder / game / f"{name}.jsonl.gz"


def text_of(game: str, name: str, folder: Path = FOLDER) -> str:
    """The lines of a record."""
    return gzip.decompress(record_path(game, name, folder).read_bytes()).decode()


def positions(game: str, folder: Path = FOLDER) -> list[Saved]:
    """The saved positions of a game."""
    path = record_path(game, POSITIONS, folder)
    if not path.exists():
        return []
    lines = gzip.decompress(path.read_bytes()).decode().splitlines()
    return [msgspec.json.decode(line, type=Saved) for line in lines]


def read(text: str) -> tuple[Record, bool]:
    """A record, and whether its hashes are those of the present format.

    Positions of another format have other hashes; what was answered and what came of it stay the same."""
    record = loads(text)
    return record, not record.old


# -- replaying ----------------------------------------------------------------------------------------


def replayed(rules: Ruleset[Any], record: Record, hashes: bool) -> Iterator[State]:
    """Every position of a record, the first included; answers are checked, chance must follow from the seed.

    It is one state that goes on: who wants to keep a position copies it."""
    record.check(rules)
    header, spoken = record.header, 0
    s: State = rules.from_json(header.start.position) if isinstance(header.start, Start) else rules.start()
    yield s
    for entry in record.entries:
        if entry.seat == NATURE:
            chance = nature_answer(rules.ask_of(s, NATURE, entry.ask), s, luck(header, entry.n, spoken))
            spoken += 1
            assert list(chance) == entry.move, f"answer {entry.n}: {entry.ask} is {list(chance)} by the seed"
        take(rules, s, entry)
        if hashes:
            record.verify(entry, rules.hash(s))
        yield s


def take(rules: Ruleset[Any], s: State, entry: Entry) -> None:
    """Carry out one entry; an answer that is not legal, or to another question, is refused."""
    if entry.move is None:
        rules.retract(s, entry.seat)
    else:
        rules.play(s, entry.seat, entry.move, entry.ask)


def by_source(outcome: Outcome) -> dict[str, list[int]]:
    """The breakdown of a result as the index keeps it."""
    sources = sorted({source for row in outcome.breakdown for source, points in row.items() if points})
    return {source: [row.get(source, 0) for row in outcome.breakdown] for source in sources}


def ways(outcome: Outcome) -> list[str]:
    """In which ways a game has ended."""
    scores, places, ties = outcome.scores, outcome.places, outcome.ties
    found = set()
    if not outcome.opponents and sorted(scores)[-2:].count(max(scores)) == 1:
        found.add("first place by points")
    for a, b in combinations(range(len(scores)), 2):
        if scores[a] == scores[b]:
            where = "first place" if min(places[a], places[b]) == 1 else "lower place"
            if places[a] == places[b]:
                found.add(f"{where} shared")
            else:
                found.add(f"{where} by {next(key for key in ties[a] if ties[a][key] != ties[b][key])}")
    for rival in outcome.opponents:
        result = "won" if places[0] < rival.place else "lost"
        found.add("tied and lost alone" if scores[0] == rival.score else f"{result} alone")
    if max(Counter(scores).values()) >= MANY:
        found.add("several equal in points")
    if places.count(1) >= MANY:
        found.add("first place shared by several")
    if min(scores) < 0:
        found.add("negative score")
    if max(scores) < 0:
        found.add("negative score of the winner")
    if 0 in scores:
        found.add("score of zero")
    if max(scores) >= 100:
        found.add("score above a hundred")
    return sorted(found)


class Witness:
    """What a game shows besides its result: of somebody who has lost everything the result tells nothing."""

    def __init__(self, game: str, players: int, dealt: bool) -> None:
        self.game = game
        self.players = players
        self.dealt = dealt
        """Whether everybody has had counties (Wallenstein)."""
        self.bare: set[int] = set()
        self.found: set[str] = set()

    def watch(self, s: Any) -> None:
        """Look at the next position."""
        if self.game == "wallenstein":
            bare = {seat for seat in range(self.players) if seat not in s.owner}
            self.dealt = self.dealt or not bare
            if self.dealt:
                if self.bare - bare:
                    self.found.add("a seat without counties for a while")
                if s.over and bare:
                    self.found.add("a seat without counties at the end")
                self.bare = bare
        if self.game == "mil" and s.over:
            for seat in range(self.players):
                if not any(s.lands_of(knight) for knight in range(4 * seat, 4 * seat + 4)):
                    self.found.add("a family without lands at the end")
        if self.game == "darkages":
            if s.over:
                ended = "ended by" if self.players > 1 else "ended alone by"
                self.found |= {f"{ended} {id}" for i, id in enumerate(ENDS) if s.ended_by >> i & 1}
            else:
                self.found |= {f"asked {name}" for name in {s.rules.asks(s)[0].name} & {*SELDOM}}


def shown(rules: Ruleset[Any], record: Record, hashes: bool) -> tuple[Outcome, list[str]]:
    """How a record ends, and all that can be told from it of what it shows."""
    goes_on = isinstance(record.header.start, Start)
    witness = Witness(rules.game.id, rules.players, goes_on)
    end = rules.start()
    for end in replayed(rules, record, hashes):
        witness.watch(end)
    outcome = rules.outcome(end)
    return outcome, [*ways(outcome), *sorted(witness.found), *([CONTINUED] if goes_on else [])]


# -- writing ------------------------------------------------------------------------------------------


def add(name: str, text: str, shows: Sequence[str] = (), folder: Path = FOLDER) -> Golden:
    """Put a finished game among the golden records; it is replayed first."""
    record, hashes = read(text)
    header = record.header
    path = record_path(header.game, name, folder)
    if path.exists():
        raise SystemExit(f"{path} exists, and golden records are not written anew; choose another name")
    rules = catalogue.ruleset_of(header)
    outcome, seen = shown(rules, record, hashes)
    options = [*rules.game.options, *[option for module in rules.modules for option in module.options]]
    usual = {option.id: option.default for option in options}
    line = Golden(
        name,
        header.game,
        header.players,
        header.modules,
        {id: value for id, value in header.options.items() if value != usual[id]},
        header.edition,
        [seat.bot for seat in header.seats],
        len(record.entries),
        [*seen, *shows],
        list(outcome.scores),
        list(outcome.places),
        by_source(outcome),
    )
    _write(path, text)
    lines = sorted([*index(folder), line], key=lambda golden: (golden.game, golden.name))
    encoded = b"".join(msgspec.json.encode(golden) + b"\n" for golden in lines)
    (folder / "index.jsonl").write_bytes(encoded)
    return line


def _write(path: Path, text: str) -> None:
    """Packed without a date, so that the same text is the same file everywhere."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(gzip.compress(text.encode(), 9, mtime=0))


class Kind(NamedTuple):
    """What makes a position worth saving: no saved one has stood there at such a table."""

    table: tuple[int | str, ...]
    """Number of players and modules."""
    what: str
    at: int


def kinds(rules: Ruleset[Any], s: State, raw: Mapping[str, Any]) -> set[Kind]:
    """Where a position stands: each frame with its next child, the question, and how far it is answered."""
    table: tuple[int | str, ...] = (rules.players, *(module.id for module in rules.modules))
    found = set()
    for name, at, *_ in raw["stack"]:
        # the children of a `seq` are different steps; elsewhere it is enough to stand at the start or beyond
        found.add(Kind(table, name, at if isinstance(rules.by_name[name], Seq) else min(at, 1)))
    question = rules.asks(s)[0].name
    found.add(Kind((), f"{question}?", len(raw["stack"])))
    found.add(Kind((), f"{question} answered", sum(answer is not None for answer in raw["answers"])))
    return found


def save_positions(game: str, folder: Path = FOLDER) -> int:
    """Save positions of kinds no saved one covers, from all records of a game; how many are new."""
    saved = positions(game, folder)
    known: set[Kind] = set()
    built: dict[str, Ruleset[Any]] = {}
    before = len(saved)
    places = {(position.record, position.n) for position in saved}
    goldens = [golden for golden in index(folder) if golden.game == game]
    for fresh in (False, True):
        for golden in goldens:
            record, hashes = read(text_of(game, golden.name, folder))
            rules = built.setdefault(golden.name, catalogue.ruleset_of(record.header))
            for n, s in enumerate(replayed(rules, record, hashes)):
                if s.over or (fresh == ((golden.name, n) in places)):
                    continue
                raw = rules.to_json(s)
                new = kinds(rules, s, raw) - known
                known |= new
                if fresh and new:
                    saved.append(_saved(rules, s, golden.name, n, raw))
    encoded = b"".join(msgspec.json.encode(position) + b"\n" for position in saved)
    if len(saved) > before:
        _write(record_path(game, POSITIONS, folder), encoded.decode())
    return len(saved) - before


def _saved(rules: Ruleset[Any], s: State, record: str, n: int, raw: dict[str, Any]) -> Saved:
    asks = rules.asks(s)
    offers = [list(ask.options(s) or ()) for ask in asks]
    return Saved(record, n, [(ask.seat, ask.name, ask.answered) for ask in asks], offers, raw)


# -- the command ----------------------------------------------------------------------------------------


def main(argv: Sequence[str] | None = None) -> int:
    """Command line: list, add, positions."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("list")
    taken = commands.add_parser("add")
    taken.add_argument("name")
    taken.add_argument("file", type=Path)
    taken.add_argument("--shows", action="append", default=[], help="what else the game shows")
    commands.add_parser("positions")
    arguments = parser.parse_args(argv)
    if arguments.command == "add":
        print(add(arguments.name, arguments.file.read_text("utf-8"), arguments.shows))
    elif arguments.command == "positions":
        for game in catalogue.IDS:
            print(f"{game}: {save_positions(game)} positions more")
    else:
        _list()
    return 0


def _list() -> None:
    for game in catalogue.IDS:
        goldens = [golden for golden in index() if golden.game == game]
        shown = Counter(way for golden in goldens for way in golden.shows)
        print(f"{game}: {len(goldens)} records, {len(positions(game))} positions")
        for way, count in sorted(shown.items()):
            print(f"  {way}: {count}")
    size = sum(path.stat().st_size for path in FOLDER.rglob("*") if path.is_file())
    print(f"{size / 1e6:.2f} MB")


if __name__ == "__main__":
    sys.exit(main())
