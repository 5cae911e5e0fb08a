"""`view.json`: a `Seen` as plain data for API clients. Everything comes from the redacted view."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from typing import Any

import msgspec

from pfalz.core.ask import Ask
from pfalz.core.state import State
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


def push_json(table: Table, person: str, since: int, texts: Texts | None) -> dict[str, Any]:
    """The same as `view_json` for a game that is going on, sharing between viewers what all of them see."""
    shared: tuple[dict[str, Any], dict[str, Any]] | None = table.rendered.get("shared")
    if shared is None:
        public = view_json(table.seen(""), table.position, None)
        public["seats"] = msgspec.Raw(msgspec.json.encode(public["seats"]))
        columns = {name: msgspec.Raw(_encode(value)) for name, value in public["view"]["columns"].items()}
        public["view"]["columns"] = columns
        shared = table.rendered["shared"] = public, columns
    public, columns = shared
    seat = table.viewer(person)
    out = {**public, "seat": seat, "owner": bool(person) and person == table.owner}
    out["events"] = events_json(table.log_upto(seat, since, table.position), since, texts)
    out["undo_by_owner"] = out["owner"] and table.undo_policy == "free" and table.position > 0
    if seat >= 0:
        session, rules = table.session, table.rules
        state = session.state
        hidden = rules.game.schema.redacted(state, state, seat)
        out["view"] = {**public["view"], "columns": {**columns, **hidden}}
        if state.answers:
            given = state.answers[seat]
            answers: list[Any] = list(public["view"]["answers"])
            answers[seat] = out["own_answer"] = given
            out["view"]["answers"] = answers
        if not table.seats[seat].bot:
            asked = seat in table.deciding() or bool(state.answers)
            own = next((ask for ask in session.asks() if ask.seat == seat), None) if asked else None
            out["may_undo"] = session.may_undo(seat) or table.undo_target(seat) is not None
            if own is not None:
                out["ask"] = ask_json(own, rules.view(state, seat), (), texts)
                draft = table.drafts.get(seat)
                out["draft"] = draft.move if draft and draft.fits(session, own) else ()
    return out


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
