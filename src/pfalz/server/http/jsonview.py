"""What viewers of a game that is going on are sent: the shape declared in `web.sent`, encoded in parts.

What all see alike is encoded once, what concerns one viewer alone is added. All comes from the redacted view.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import msgspec

from pfalz.core.ruleset import Ruleset
from pfalz.core.state import HIDDEN
from pfalz.core.texts import Texts
from pfalz.core.upcast import FORMAT
from pfalz.server.play.table import Table
from pfalz.web.sent import ask_sent, events_sent

_encode = msgspec.json.Encoder().encode


@lru_cache(maxsize=256)
def _open(rules: Ruleset[Any]) -> bool:
    """Whether no module has secrets of its own, so that its state is the same for all."""
    return not any(schema.secret for schema in rules.schemas.values())


class Shared:
    """What every viewer of a game that is going on sees alike, encoded once for all of them."""

    def __init__(self, table: Table) -> None:
        rules, state = table.rules, table.session.state
        schema = rules.game.schema
        self._columns = _encode(dict(zip(schema.public, schema.public_values(state), strict=True)))
        slices = {id: rules.schemas[id].to_json(part) for id, part in state.slices.items()}
        self._place = _encode({"format": FORMAT, "stack": rules.places(state), "slices": slices})[:-1]
        self._answers = [None if answer is None else (HIDDEN,) for answer in state.answers]
        self.all = _encode(table.everybody().all)[:-1]
        self.asks = {ask.seat: ask for ask in table.asks()}
        self._events: dict[tuple[int, str], bytes | None] = {}

    def events(self, table: Table, seat: int, since: int, texts: Texts | None) -> bytes:
        """What happened after a position, encoded once for all if it was open to all."""
        key = (since, texts.language if texts is not None else "")
        if key not in self._events:
            new = table.happened_after(since)
            secret = any(line.event[0].secret for line in new)
            self._events[key] = None if secret else _encode(events_sent(new, since, texts))
        found = self._events[key]
        if found is None:
            return _encode(events_sent(table.log_after(seat, since), since, texts))
        return found

    def view(self, table: Table, seat: int) -> bytes:
        """The redacted position."""
        answers: list[Any] = self._answers
        if answers and seat >= 0:
            answers = [*answers[:seat], table.session.state.answers[seat], *answers[seat + 1 :]]
        given = _encode(answers) if answers else b"[]"
        columns = joined(self._columns, _secrets(table, seat))
        return b"".join((self._place, b',"answers":', given, b',"columns":', columns, b"}"))


def push_json(table: Table, person: str, since: int, texts: Texts | None, next_table: str) -> bytes:
    """The same as `position_sent` for a game that is going on; what all viewers see is encoded once."""
    shared: Shared | None = table.rendered.get("shared")
    if shared is None:
        shared = table.rendered["shared"] = Shared(table)
    seat, state = table.viewer(person), table.session.state
    acts = table.acts(person, seat)
    ask = shared.asks.get(seat) if acts else None
    asked = b"null" if ask is None else _encode(ask_sent(ask, table.rules.view(state, seat), (), texts))
    own = _encode(table.own(person, seat, acts, ask, next_table))[1:-1]
    events, view = shared.events(table, seat, since, texts), shared.view(table, seat)
    parts = (shared.all, b",", own, b',"ask":', asked, b',"events":', events, b',"view":', view, b"}")
    return b"".join(parts)


def _secrets(table: Table, seat: int) -> bytes:
    """The columns that are not public as a seat may see them; they seldom change."""
    state, schema = table.session.state, table.rules.game.schema
    values = schema.secret_values(state)
    found = table.secrets.get(seat)
    if found is None or found[0] != values or not schema.fixed:
        found = table.secrets[seat] = values, _encode(schema.redacted(state, state, seat))
    return found[1]


def joined(a: bytes, b: bytes) -> bytes:
    """Two JSON objects as one."""
    if len(a) == 2 or len(b) == 2:
        return b if len(a) == 2 else a
    return b"".join((a[:-1], b",", b[1:]))


def can_push(table: Table) -> bool:
    """Whether `push_json` can be used: the game goes on, and no module has secrets of its own."""
    return table.status == "playing" and _open(table.rules)
