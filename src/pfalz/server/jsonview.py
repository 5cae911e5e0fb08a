"""`view.json`: a `Seen` as plain data for API clients. Everything comes from the redacted view."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from typing import Any

import msgspec

from pfalz.core.ask import Ask
from pfalz.core.state import HIDDEN, State
from pfalz.core.texts import Texts
from pfalz.server.table import Table
from pfalz.web.seen import LogLine, Seen

LONGEST_OFFER = 2000
_encode = msgspec.json.Encoder().encode


def view_json(seen: Seen, since: int, texts: Texts | None) -> dict[str, Any]:
    """What a viewer may know: position, open questions, own options, events after position `since`."""
    out: dict[str, Any] = {
        "id": seen.id,
        "game": seen.game,
        "title": seen.title,
        "status": seen.status,
        "private": seen.private,
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
        "rematch": seen.rematch,
        "next_table": seen.next_table,
        "seed_hash": seen.seed_hash,
    }
    if seen.link:
        out["link"] = seen.link
    if seen.status == "over":
        out["seed"] = seen.seed
    if seen.outcome is not None:
        out["outcome"] = seen.outcome._asdict()
        out["score_history"] = seen.score_history
    return out


class Shared:
    """What every viewer of a game that is going on sees alike, encoded once for all of them."""

    def __init__(self, table: Table) -> None:
        session, rules = table.session, table.rules
        state, schema = session.state, rules.game.schema
        public = [name for name in schema.stored if name not in schema.secret]
        self.columns = _encode({name: getattr(state, name) for name in public})
        stack = [[rules.nodes[f[0]].name, *f[1:]] for f in state.stack]
        slices = {id: rules.schemas[id].to_json(part) for id, part in state.slices.items()}
        self.place = _encode({"stack": stack, "slices": slices})
        self.answers = [None if answer is None else (HIDDEN,) for answer in state.answers]
        deciding = table.deciding()
        asks = [ask for ask in session.asks() if ask.seat in deciding or ask.answered]
        answered = {ask.seat for ask in asks if ask.answered}
        seats = table.seat_list(table.scores(), deciding, answered)
        base = {
            "id": table.id,
            "game": table.header.game,
            "title": table.title,
            "status": table.status,
            "private": table.private,
            "position": table.position,
            "opened": session.opened,
            "last_position": table.position,
            "seats": seats,
            "asks": [{"seat": ask.seat, "ask": ask.name} for ask in asks if not ask.answered],
            "cancel_votes": sorted(table.votes),
            "rematch": table.rematch,
            "seed_hash": table.header.seed_hash,
        }
        self.base = _encode(base)


def push_json(table: Table, person: str, since: int, texts: Texts | None, next_table: str) -> bytes:
    """The same as `view_json` for a game that is going on, sharing between viewers what all of them see."""
    shared: Shared | None = table.rendered.get("shared")
    if shared is None:
        shared = table.rendered["shared"] = Shared(table)
    session, rules = table.session, table.rules
    state, seat = session.state, table.viewer(person)
    owner = bool(person) and person == table.owner
    own: dict[str, Any] = {
        "seat": seat,
        "owner": owner,
        "undo_by_owner": owner and table.undo_policy == "free" and table.position > 0,
        "events": events_json(table.log_after(seat, since), since, texts),
        "next_table": next_table,
        "ask": None,
        "draft": (),
        "own_answer": None,
        "may_undo": False,
    }
    if table.private and (owner or seat >= 0):
        own["link"] = table.link
    if seat >= 0 and not table.seats[seat].bot:
        own["own_answer"] = state.answers[seat] if state.answers else None
        own["may_undo"] = session.may_undo(seat) or table.undo_target(seat) is not None
        if state.answers or seat in table.deciding():
            ask = next((ask for ask in session.asks() if ask.seat == seat), None)
            if ask is not None:
                own["ask"] = ask_json(ask, rules.view(state, seat), (), texts)
                draft = table.drafts.get(seat)
                own["draft"] = draft.move if draft and draft.fits(session, ask) else ()
    answers: list[Any] = shared.answers
    if seat >= 0 and answers:
        answers = [*answers[:seat], state.answers[seat], *answers[seat + 1 :]]
    secret = _encode(rules.game.schema.redacted(state, state, seat))
    columns = joined(shared.columns, secret)
    view = b"".join((shared.place[:-1], b',"answers":', _encode(answers), b',"columns":', columns, b"}"))
    return b"".join((shared.base[:-1], b",", _encode(own)[1:-1], b',"view":', view, b"}"))


def joined(a: bytes, b: bytes) -> bytes:
    """Two JSON objects as one."""
    if len(a) == 2 or len(b) == 2:
        return b if len(a) == 2 else a
    return b"".join((a[:-1], b",", b[1:]))


def can_push(table: Table) -> bool:
    """Whether `push_json` can be used: the game goes on, and no module has secrets of its own."""
    return table.status == "playing" and not any(s.secret for s in table.rules.schemas.values())


def events_json(log: Sequence[LogLine], since: int, texts: Texts | None) -> list[dict[str, Any]]:
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


def ask_json(ask: Ask, view: State, prefix: Sequence[int], texts: Texts | None) -> dict[str, Any]:
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
