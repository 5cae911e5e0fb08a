"""`view.json`: a `Seen` as plain data for API clients. Everything comes from the redacted view."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from typing import Any

import msgspec

from pfalz.core.ask import Ask
from pfalz.core.game import Outcome
from pfalz.core.state import HIDDEN, View
from pfalz.core.texts import Texts
from pfalz.core.upcast import FORMAT
from pfalz.server.play.table import Table
from pfalz.web.seen import Happened, LogLine, Seen

LONGEST_OFFER = 2000
MOST_ASIDES = 100
_encode = msgspec.json.Encoder().encode


def view_json(seen: Seen, since: int, texts: Texts | None) -> dict[str, Any]:
    """What a viewer may know: position, open questions, own options, events after position `since`."""
    out: dict[str, Any] = {
        "id": seen.id,
        "game": seen.game,
        "title": seen.title,
        "status": seen.status,
        "private": seen.private,
        "clock": seen.clock._asdict(),
        "undo_policy": seen.undo,
        "owner": seen.owner,
        "seat": seen.seat,
        "position": seen.position,
        "opened": seen.opened,
        "last_position": seen.last_position,
        "seats": seen.seats,
        "asks": [{"seat": seat, "ask": name} for seat, name in seen.open_asks],
        "ask": None if seen.ask is None else ask_json(seen.ask, seen.view, (), texts),
        "draft": seen.draft,
        "own_answer": seen.own_answer,
        "may_undo": seen.may_undo,
        "undo_by_owner": seen.undo_by_owner,
        "view": seen.rules.to_json(seen.view),
        "events": events_json(seen.log, since, texts),
        "cancel_votes": seen.cancel_votes,
        "stand_ins": seen.stand_ins,
        "rematch": seen.rematch,
        "next_table": seen.next_table,
        "seed_hash": seen.seed_hash,
        "shares": seen.shares,
        "later": seen.later,
    }
    if seen.link:
        out["link"] = seen.link
    if seen.status == "over":
        out["seed"] = seen.seed
    if seen.outcome is not None:
        out["outcome"] = outcome_json(seen.outcome, seen.rules.sides)
        out["score_history"] = seen.score_history
    return out


def outcome_json(outcome: Outcome, sides: Sequence[str]) -> dict[str, Any]:
    """The result, those of the `sides` without a seat included that are ranked."""
    seats = len(outcome.scores)
    opponents = [{**found._asdict(), "id": sides[found.side - seats]} for found in outcome.opponents]
    return {**outcome._asdict(), "opponents": opponents}


class Shared:
    """What every viewer of a game that is going on sees alike, encoded once for all of them."""

    def __init__(self, table: Table) -> None:
        session, rules = table.session, table.rules
        state, schema = session.state, rules.game.schema
        self._columns = _encode({name: getattr(state, name) for name in schema.public})
        slices = {id: rules.schemas[id].to_json(part) for id, part in state.slices.items()}
        self._place = _encode({"format": FORMAT, "stack": rules.places(state), "slices": slices})[:-1]
        self._answers = [None if answer is None else (HIDDEN,) for answer in state.answers]
        all = table.everybody()
        base = {
            "id": table.id,
            "game": table.header.game,
            "title": table.title,
            "status": table.status,
            "private": table.private,
            "clock": all.clock._asdict(),
            "undo_policy": table.undo_policy,
            "position": table.position,
            "opened": session.opened,
            "last_position": table.position,
            "seats": all.seats,
            "asks": [{"seat": seat, "ask": name} for seat, name in all.open_asks],
            "cancel_votes": all.votes,
            "stand_ins": table.stand_ins,
            "rematch": table.rematch,
            "seed_hash": table.header.seed_hash,
            "shares": all.shares,
            "later": [(x.at, x.seed_hash, "") for x in table.later_seeds],
        }
        self.base = _encode(base)[:-1] + b","
        self._events: dict[tuple[int, str], bytes | None] = {}

    def events(self, table: Table, seat: int, since: int, texts: Texts | None) -> bytes:
        """What happened after a position, encoded once for all if it was open to all."""
        key = (since, texts.language if texts is not None else "")
        if key not in self._events:
            new = table.happened_after(since)
            secret = any(line.event[0].secret for line in new)
            self._events[key] = None if secret else _encode(events_json(new, since, texts))
        found = self._events[key]
        if found is None:
            return _encode(events_json(table.log_after(seat, since), since, texts))
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
    """The same as `view_json` for a game that is going on, sharing between viewers what all of them see."""
    shared: Shared | None = table.rendered.get("shared")
    if shared is None:
        shared = table.rendered["shared"] = Shared(table)
    seat = table.viewer(person)
    own = _own(table, person, seat, texts, next_table)
    events = shared.events(table, seat, since, texts)
    return b"".join((shared.base, own, b',"events":', events, b',"view":', shared.view(table, seat), b"}"))


def _own(table: Table, person: str, seat: int, texts: Texts | None, next_table: str) -> bytes:
    """What concerns one viewer alone; for somebody who is not asked it is mostly the same as before."""
    session, state = table.session, table.session.state
    owner = bool(person) and person == table.owner
    acts = seat >= 0 and not table.seats[seat].bot
    own: dict[str, Any] = {
        "seat": seat,
        "owner": owner,
        "undo_by_owner": owner and table.undo_policy == "free" and table.position > 0,
        "next_table": next_table,
        "may_undo": acts and (session.may_undo(seat) or table.undo_target(seat) is not None),
        "own_answer": state.answers[seat] if acts and state.answers else None,
    }
    if acts and (state.answers or seat in table.deciding()):
        ask = next((ask for ask in session.asks() if ask.seat == seat), None)
        if ask is not None:
            own["ask"] = ask_json(ask, table.rules.view(state, seat), (), texts)
            draft = table.drafts.get(seat)
            own["draft"] = draft.filled if draft and draft.fits(session, ask) else ()
            return _encode(own | _link(table, owner, seat))[1:-1]
    key = tuple(own.values())
    found = table.asides.get(key)
    if found is None:
        if len(table.asides) >= MOST_ASIDES:
            table.asides.clear()
        nothing: dict[str, Any] = {"ask": None, "draft": ()}
        found = table.asides[key] = _encode(own | nothing | _link(table, owner, seat))[1:-1]
    return found


def _link(table: Table, owner: bool, seat: int) -> dict[str, str]:
    """Whoever may pass on the link of a private table gets it."""
    return {"link": table.link} if table.private and (owner or seat >= 0) else {}


def _secrets(table: Table, seat: int) -> bytes:
    """The columns that are not public as a seat may see them; they seldom change."""
    state, schema = table.session.state, table.rules.game.schema
    values = [getattr(state, name) for name in schema.secret]
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
    return table.status == "playing" and not any(s.secret for s in table.rules.schemas.values())


def events_json(log: Sequence[LogLine | Happened], since: int, texts: Texts | None) -> list[dict[str, Any]]:
    """Events after a position, as data and (with texts) as sentences."""
    begin = bisect_right(log, since, key=lambda line: line.position) if since >= 0 else 0
    out: list[dict[str, Any]] = []
    for line in log[begin:]:
        kind, args = line.event
        found: dict[str, Any] = {
            "position": line.position,
            "seat": line.seat,
            "event": kind.name,
            "args": args,
        }
        if texts is not None:
            found["text"] = texts.event(line.event)
        out.append(found)
    return out


def ask_json(ask: Ask, view: View, prefix: Sequence[int], texts: Texts | None) -> dict[str, Any]:
    """An open question with the offer of the slot after `prefix`."""
    options = ask.options(view, tuple(prefix))
    out: dict[str, Any] = {
        "seat": ask.seat,
        "ask": ask.name,
        "rule": ask.rule,
        "answered": ask.answered,
        "prefix": list(prefix),
        "complete": options is None,
    }
    if texts is not None:
        out["prompt"] = texts.prompt(ask)
    if options is not None:
        slot = ask.slot(view, tuple(prefix))
        out |= {"slot": slot.name, "kind": slot.kind, "options": list(options)[:LONGEST_OFFER]}
        if texts is not None:
            out["names"] = [texts.name(slot.kind, value) for value in out["options"]]
    return out
