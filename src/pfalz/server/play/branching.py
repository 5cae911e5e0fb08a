"""Another line: a new table that goes on where a finished game once stood, against bots.

The position is the true one, hidden things and all. The game is over, its record has been open to everybody
since, and whoever sat there may have read it, so imagining the hidden things anew would protect nobody and
ask another question than the game did. What comes after it is new: chance has a new seed, and answers to a
simultaneous question that was open are given again.
"""

from __future__ import annotations

import secrets

import msgspec

from pfalz.core.chance import seed_hash
from pfalz.core.record import Header, Start
from pfalz.core.session import Session
from pfalz.server.dear import elsewhere
from pfalz.server.people.people import Person
from pfalz.server.play.analyses import may_analyse
from pfalz.server.play.lobby import NOWHERE, Lobby
from pfalz.server.play.opening import STAND_IN, Origin, Wish, known_bot, name_bots, seated
from pfalz.server.play.seats import Seat
from pfalz.server.play.table import Table
from pfalz.server.refusals import Refused


async def branch(
    lobby: Lobby,
    id: str,
    person: Person,
    at: int,
    seat: int,
    bot: str = STAND_IN,
    key: str = "",
    origin: Origin = NOWHERE,
) -> Table:
    """A table of one's own in a seat of a finished game, from a position on; bots have the other seats."""
    known_bot(bot)
    async with lobby.tables.visit(id, person.id, key) as old:
        may_analyse(old, person.id, seat)
        if not 0 <= at < old.position:
            raise Refused("no_such_position", 404, last=old.position - 1)
        wish = Wish(old.header.game, old.header.players, private=True, undo_policy="free", hints=True)
        wish.title, wish.thinking = old.title, old.thinking
        seats = [seated(person) if i == seat else Seat(bot=bot) for i in range(wish.players)]
        name_bots(seats)

        async def header() -> Header:
            return await elsewhere(lambda: _from_there(old.session, at))

        return await lobby.open_table(person, wish, seats, origin, header)


def _from_there(session: Session, at: int) -> Header:
    """The header of a game that begins where the question of a position was opened."""
    opened, old = session.opened_at(at), session.header
    before = old.start.answers if isinstance(old.start, Start) else 0
    start = Start(before + opened, old.version, session.rules.to_json(session.position(opened)))
    seed = secrets.token_hex(16)
    new = {"start": start, "seed": seed, "seed_hash": seed_hash(seed), "later": msgspec.UNSET, "shares": []}
    return msgspec.structs.replace(old, seats=[], **new)
