"""A `Seen` as data for API clients: the shapes that are sent, and the only description of them.

What all see alike and what concerns one viewer alone stand in `web.seen` and are sent as they are; here is
what has to be put into plain data or words first. The document of the API is made from these shapes
(`components`); streams encode the parts one by one and share them (`server.http.jsonview`).
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Annotated, Any, Final

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from pfalz.core.ask import Ask
from pfalz.core.game import Outcome
from pfalz.core.state import State
from pfalz.core.texts import Texts
from pfalz.web.seen import ChatLine, Happened, LogLine, Seen, SeenByAll, SeenByOne

LONGEST_OFFER: Final = 2000
REF: Final = "#/components/schemas/{name}"
HALVES: Final = (SeenByAll, SeenByOne)
"""What is sent as it stands: once for all, and for each viewer."""
Columns = dict[str, int | list[int | list[int]]]


class AskSent(Struct):
    """My open question, with what is on offer for the slot after `prefix`."""

    seat: int
    ask: Annotated[str, Meta(description="name of the question; an answer repeats it")]
    rule: str
    answered: Annotated[bool, Meta(description="whether I have answered and may still answer anew")]
    prefix: Sequence[int]
    complete: Annotated[bool, Meta(description="whether `prefix` is a whole answer")]
    slot: str | UnsetType = UNSET
    kind: Annotated[
        str | UnsetType, Meta(description="what the values are: a region, a card, a number …")
    ] = UNSET
    options: Sequence[int] | UnsetType = UNSET
    prompt: str | UnsetType = UNSET
    names: Annotated[list[str] | UnsetType, Meta(description="the options in words, with `lang`")] = UNSET


class EventSent(Struct):
    """Something that happened; −99 stands for what I may not know."""

    position: int
    seat: Annotated[int, Meta(description="who brought it about: a seat, −1 chance, −3 the set-up")]
    event: str
    args: Sequence[int]
    text: str | UnsetType = UNSET


class BoardSent(Struct):
    """The position, with −99 in place of everything I may not know."""

    format: Annotated[int, Meta(description="how positions are written; raised when that changes")]
    stack: Annotated[list[list[Any]], Meta(description="where in the flow of the rules the game is")]
    answers: Annotated[list[list[int] | None], Meta(description="open simultaneous answers by seat")]
    columns: Columns
    slices: Annotated[dict[str, Columns], Meta(description="state of modules")]


class OpponentSent(Struct):
    """A side that nobody sits for."""

    side: Annotated[int, Meta(description="its number, after those of the seats")]
    id: str
    score: int
    place: int
    breakdown: dict[str, int]


class OutcomeSent(Struct):
    """The result."""

    scores: Sequence[int]
    places: Sequence[int]
    breakdown: Annotated[Sequence[dict[str, int]], Meta(description="points of each seat by source")]
    ties: Annotated[
        Sequence[dict[str, int]],
        Meta(description="what ranks equal scores, in the order in which it counts"),
    ]
    opponents: Annotated[
        list[OpponentSent], Meta(description="sides without a seat that are ranked with the seats")
    ]


@dataclass(kw_only=True)
class PositionSent(SeenByAll, SeenByOne):
    """A table at an earlier position as I may know it."""

    ask: Annotated[AskSent | None, Meta(description="my own open question")]
    view: BoardSent
    events: list[EventSent]
    outcome: OutcomeSent | UnsetType = UNSET


@dataclass(kw_only=True)
class ViewSent(PositionSent):
    """A table as I may know it now."""

    version: Annotated[int, Meta(description="counts every change anybody could see")]
    chat: list[ChatLine]


def position_sent(seen: Seen, since: int, texts: Texts | None) -> PositionSent:
    """What a viewer may know: position, open questions, own options, events after position `since`."""
    as_it_stands = {part.name: getattr(seen, part.name) for half in HALVES for part in fields(half)}
    return PositionSent(
        **as_it_stands,
        ask=None if seen.ask is None else ask_sent(seen.ask, seen.view, (), texts),
        view=BoardSent(**seen.rules.to_json(seen.view)),
        events=events_sent(seen.log, since, texts),
        outcome=UNSET if seen.outcome is None else outcome_sent(seen.outcome, seen.rules.sides),
    )


def view_sent(seen: Seen, version: int, since: int, texts: Texts | None) -> ViewSent:
    """The same of a table as it stands, with the chat."""
    return ViewSent(**vars(position_sent(seen, since, texts)), version=version, chat=seen.chat)


def outcome_sent(outcome: Outcome, sides: Sequence[str]) -> OutcomeSent:
    """The result, those of the `sides` without a seat included that are ranked."""
    seats = len(outcome.scores)
    opponents = [OpponentSent(id=sides[one.side - seats], **one._asdict()) for one in outcome.opponents]
    return OutcomeSent(outcome.scores, outcome.places, outcome.breakdown, outcome.ties, opponents)


def events_sent(log: Sequence[LogLine | Happened], since: int, texts: Texts | None) -> list[EventSent]:
    """Events after a position, as data and (with texts) as sentences."""
    begin = bisect_right(log, since, key=lambda line: line.position) if since >= 0 else 0
    out: list[EventSent] = []
    for line in log[begin:]:
        kind, args = line.event
        text = UNSET if texts is None else texts.event(line.event)
        out.append(EventSent(line.position, line.seat, kind.name, args, text))
    return out


def ask_sent(ask: Ask, view: State, prefix: Sequence[int], texts: Texts | None) -> AskSent:
    """An open question with the offer of the slot after `prefix`."""
    options = ask.options(view, tuple(prefix))
    found = AskSent(ask.seat, ask.name, ask.rule, ask.answered, prefix, options is None)
    if texts is not None:
        found.prompt = texts.prompt(ask)
    if options is not None:
        slot = ask.slot(view, tuple(prefix))
        found.slot, found.kind, found.options = slot.name, slot.kind, list(options)[:LONGEST_OFFER]
        if texts is not None:
            found.names = [texts.name(slot.kind, value) for value in found.options]
    return found


def components(shapes: Iterable[Any]) -> Mapping[str, dict[str, Any]]:
    """The schemas of shapes, and of all they are made of, by name; they have no fields but those.

    Only what can be UNSET may be missing: whatever has another default is sent too."""
    _, found = msgspec.json.schema_components(shapes, ref_template=REF)
    for schema in found.values():
        sent = [name for name, field in schema["properties"].items() if "default" in field]
        for name in sent:
            del schema["properties"][name]["default"]
        schema["required"] = [*schema["required"], *sent]
        schema["additionalProperties"] = False
    return found
