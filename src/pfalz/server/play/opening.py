"""What a new table is made of: a wish with its seats, or a record file. Nothing is stored here."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import msgspec

from pfalz import catalogue
from pfalz.bots import BOTS
from pfalz.core.chance import seed_hash
from pfalz.core.data import Edition
from pfalz.core.errors import PfalzError
from pfalz.core.record import Header, Record, SeatInfo, new_header
from pfalz.core.session import resume, verify_chance
from pfalz.server.people.people import Person
from pfalz.server.play import clocks, steady
from pfalz.server.play.bounds import check_bounds
from pfalz.server.play.clocks import Clock
from pfalz.server.play.seats import Seat
from pfalz.server.play.table import Table, rules_of
from pfalz.server.refusals import BadRecord, Refused, Unplayable
from pfalz.server.words import bot_names, clean, new_id
from pfalz.web.seen import UndoPolicy

LOG = logging.getLogger("pfalz.server")
_WISHED = msgspec.json.Decoder(tuple[str, int, list[str], dict[str, Any], dict[str, Any]])
STAND_IN = "knight"
"""The bot that takes over for people."""


class Origin(NamedTuple):
    """Where a wish for a table comes from."""

    mark: str = ""
    """What is kept of it: the same for the same address, and its first half for the same site."""
    address: str = ""
    """What limits are counted by; it is never kept."""


class Wish(msgspec.Struct):
    """What somebody wants a new table to be."""

    game: str
    players: int
    modules: list[str] = []
    options: dict[str, Any] = {}
    edition: dict[str, Any] = {}
    seats: list[str] = []
    """For each seat `me`, `open` or the name of a bot; missing ones are open."""
    private: bool = False
    clock: Clock = Clock()
    undo_policy: UndoPolicy = "bots"
    hints: bool = False
    thinking: float = 1.0
    """Seconds a prince thinks about an answer."""
    lesson: str = ""
    title: str = ""
    luck: str = ""
    """The number whoever opens the table mixes into chance."""
    commitment: str = ""
    """The hash of the seed the host had committed to before that."""


def fitting(wish: Wish) -> Header:
    """The header of a new table, without a seed; a wish that does not fit together is refused and says why.

    Rules are dear to build (50 ms with all modules), so what fitted is remembered."""
    return _fitting(msgspec.json.encode([wish.game, wish.players, wish.modules, wish.options, wish.edition]))


@lru_cache(maxsize=256)
def _fitting(wished: bytes) -> Header:
    game, players, modules, options, corrected = _WISHED.decode(wished)
    try:
        edition = Edition(game, "", corrected) if corrected else None
        rules = catalogue.ruleset(game, players, modules, options, edition)
        rules.start()
    except PfalzError:
        raise
    except Exception as error:  # an edition can make data that passes the checks and still does not play
        LOG.warning("a wish for %s does not play: %r", game, error)
        raise Unplayable("unplayable") from error
    return new_header(rules, [], None, corrected)


def sealed(header: Header, seed: str) -> Header:
    """A header of its own for a new table, with its seed; nobody has given a number yet."""
    own = msgspec.json.decode(msgspec.json.encode(header), type=Header)
    own.seed, own.seed_hash, own.shares = seed, seed_hash(seed), []
    return own


def table_from(record: Record, person: Person | None, private: bool) -> Table:
    """A table made from a record, not yet stored; a person gets a seat, without one they stay free."""
    header = record.header
    if person is not None:  # the host knows what they bring in
        check_bounds(record)
        if header.start is not msgspec.UNSET:
            raise BadRecord("record_start")
    try:
        rules = rules_of(header)
        session = resume(rules, record)
    except PfalzError:
        raise
    except Exception as error:  # a hostile header can break rules in ways no check foresees
        LOG.warning("a record of %s does not play: %r", header.game, error)
        raise BadRecord("record_broken") from error
    header, over = session.header, session.state.over
    if not header.seed and not over:
        raise BadRecord("record_seed")
    if header.seed:
        verify_chance(rules, record)
    infos = (header.seats + [SeatInfo("")] * header.players)[: header.players]
    seats = [Seat(clean(info.name, 40), bot=info.bot if info.bot in BOTS else "") for info in infos]
    if person is not None:
        mine = next((seat for seat in seats if not seat.bot), seats[0])
        mine.person, mine.name, mine.bot, mine.seen = person.id, person.name, "", steady.now()
        for seat in seats:
            if seat.free:
                seat.bot = STAND_IN
    name_bots(seats)
    if person is not None and not over:  # whoever brings a game in knows its seed; the host knows all of them
        session.draw_anew(secrets.token_hex(16))
    session.settle()
    return Table(
        id=new_id(),
        title=person.name if person else header.game,
        header=header,
        status="over" if over else "playing",
        owner=person.id if person else "",
        private=private,
        link=new_id(20),
        undo_policy="free",
        clock=Clock(),
        times=clocks.start(Clock(), header.players),
        seats=seats,
        session=session,
        created=steady.now(),
    )


def seat_for(kind: str, person: Person, share: str = "") -> Seat:
    """A seat as wished: `me`, `open` or the name of a bot."""
    if kind == "me":
        return seated(person, share)
    return Seat() if kind == "open" else Seat(bot=known_bot(kind))


def seated(person: Person, share: str = "") -> Seat:
    """A seat in which somebody sits down now, with the number they mix into chance."""
    now = steady.now()
    return Seat(person.name, person.id, share=share, seen=now, noted=now)


def known_bot(bot: str) -> str:
    """The name of a bot, if there is one of that name."""
    if bot not in BOTS:
        raise Refused("no_such_bot", 422, known=tuple(BOTS))
    return bot


def name_bots(seats: Sequence[Seat]) -> None:
    """Give every bot without a name one."""
    nameless = [seat for seat in seats if seat.bot and not seat.name]
    for seat, name in zip(nameless, bot_names(len(nameless), {s.name for s in seats}), strict=True):
        seat.name = name
