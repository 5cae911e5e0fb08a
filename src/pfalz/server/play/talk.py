"""What people write at a table that is no answer: drafts, which nobody else sees, and lines of chat."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import msgspec
from sqlalchemy import Connection, insert

from pfalz.core.errors import StaleAnswer
from pfalz.server.play.hearing import Drafted
from pfalz.server.play.opened import tried_again
from pfalz.server.play.seats import Draft
from pfalz.server.refusals import Conflict, Refused
from pfalz.server.store import storage
from pfalz.server.store.schema import chat
from pfalz.server.words import clean
from pfalz.web.seen import ChatLine

if TYPE_CHECKING:
    from pfalz.server.play.live import Tables

CHAT_LENGTH: Final = 400


async def draft(
    tables: Tables, id: str, person: str, ask: str, opened: int, filled: Sequence[int], key: str = ""
) -> None:
    """Keep what a person has filled in so far, legal or not; nobody else is told."""
    async with tables.visit(id, person, key) as table:
        seat = table.acting_seat(person, ask)
        if table.status != "playing" or opened != table.session.opened:
            raise StaleAnswer("answer_stale", opened=opened, now=table.session.opened)
        table.rules.ask_of(table.session.state, seat, ask)
        draft = Draft(opened, ask, tuple(filled))
        text = msgspec.json.encode(draft.filled).decode() if filled else ""

        def write(db: Connection) -> None:
            storage.save_draft(db, id, seat, opened, ask, text)
            tables.store.bus.tell(db, "draft", id, Drafted(seat, opened, ask, draft.filled))

        await tables.store.write(write)
        table.drafts[seat] = draft
        table.changed_for(person)


@tried_again
async def say(tables: Tables, id: str, person: str, name: str, text: str, key: str = "") -> ChatLine:
    """A line of chat, from a seat or from a spectator."""
    words = clean(text, CHAT_LENGTH)
    if not words:
        raise Refused("empty", 422)
    async with tables.visit(id, person, key) as table:
        n = table.chat[-1].n + 1 if table.chat else 0
        line = ChatLine(n, name, table.viewer(person), words, time.time())
        row = {"table_id": id, "n": n, "person": person, "name": name}
        row |= {"seat": line.seat, "text": words, "at": line.at}

        def write(db: Connection) -> None:
            db.execute(insert(chat).values(**row))
            tables.store.bus.tell(db, "chat", id, line)

        try:
            await tables.store.write(write)
        except Conflict:
            table.stale = True
            raise
        table.hear(line)
        return line
