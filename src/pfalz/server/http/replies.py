"""Shapes of what the API answers, for its document: a client can be written from them.

What a viewer gets of a table has its shapes in `web.sent`, and lists of tables have theirs at the end of this
file: these are encoded as they are declared. The other answers are encoded without Pydantic; the tests hold
them against their shapes, and a field that is not documented here fails them.
"""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

from msgspec import Meta, Struct
from pydantic import BaseModel, ConfigDict, Field

from pfalz.web.seen import ChatLine, ClockSeen, Status
from pfalz.web.sent import REF, AskSent, PositionSent, ViewSent


class Reply(BaseModel):
    """An answer of the API."""

    model_config = ConfigDict(extra="forbid")


class Done(Reply):
    """It is done."""

    ok: Literal[True]


class PersonReply(Reply):
    """What a person may know about themselves."""

    id: str
    name: str
    guest: bool = Field(description="whether there is no account behind the name")
    login: str
    mail: str
    mail_confirmed: bool = Field(description="whether the address is known to be theirs; others get no mail")
    webhook: str
    language: str
    notices: list[str] = Field(description="what they want to be told, and how")


class SessionReply(Reply):
    """A browser or a token that knows a person."""

    id: str
    kind: Literal["browser", "token"]
    label: str
    agent: str
    created: float
    used: float = Field(description="when it was last used, to about a day; unused browsers end after 400")


class SessionsReply(Reply):
    """Where a person is known."""

    sessions: list[SessionReply]
    this: str = Field(description="id of the session this request was made with")


class TokenReply(Reply):
    """A new token; it is shown only once."""

    id: str
    token: str


class TurnsReply(Reply):
    """Tables where it is my turn."""

    tables: list[str]


class OptionReply(Reply):
    """An option of a game."""

    id: str
    label: str
    help: str
    rule: str
    kind: Literal["flag", "choice", "number", "several", "each"]
    default: bool | int | str | list[int]
    choices: list[list[str]] = Field(description="id (or number), label and explanation of each")
    each: list[list[str]] = Field(description="label and explanation of what gets a number each, in order")
    low: int
    high: int
    only: list[str] | None = Field(
        description="the option and its value without which this one does not count"
    )
    module: str = Field(description="the module without which it does not count; empty if there is none")
    beside: str = Field(description="a further such module; empty if there is none")


class ModuleReply(Reply):
    """An expansion of a game."""

    id: str
    label: str
    help: str
    players: list[int] = Field(min_length=2, max_length=2)
    requires: list[str]
    excludes: list[str]
    obligatory: list[int] = Field(description="player counts that bring it by themselves")
    complexity: str = Field(description="how much there is to learn, in words; empty if its rules do not say")


class PresetReply(Reply):
    """A ready choice for a new table."""

    id: str
    label: str
    help: str
    players: int
    modules: list[str]
    options: dict[str, bool | int | str | list[int]]


class StrengthReply(Reply):
    """What to expect of one kind of bot at a table of so many players."""

    players: int
    bot: str
    text: str
    learned: int = Field(description="games against itself it has learned from; 0 if none")
    wins: float | None = Field(
        description="a knight's share of wins where all others go by the game's own judgement, if measured"
    )
    par: float | None = Field(description="the share that would be even")


class GameReply(Reply):
    """A game."""

    id: str
    title: str
    subtitle: str
    summary: str
    players: list[int] = Field(min_length=2, max_length=2, description="fewest and most")
    options: list[OptionReply]
    modules: list[ModuleReply]
    presets: list[PresetReply]
    strengths: list[StrengthReply] = Field(
        description="what to expect of bots, for each player count but one, the weakest first"
    )


class GamesReply(Reply):
    """Every game, and the bots that can sit in seats."""

    games: list[GameReply]
    bots: list[str]
    most_thinking: float = Field(description="seconds a prince can think here at most")


class OpenedReply(Reply):
    """A new table."""

    id: str
    status: Status
    link: str = Field("", description="address of a private table, to be passed on")


class WhyReply(Reply):
    """Whether a value is possible, and if not, why."""

    allowed: bool
    reason: str = ""
    clause: str = ""
    message: str = ""
    clause_text: str = ""


class GainReply(Reply):
    """What changes by an answer, in the judgement of a knight."""

    term: str
    name: str
    value: float = Field(description="in points, as far as a knight can tell")


class AdviceReply(Reply):
    """An answer worth considering."""

    move: list[int]
    names: list[tuple[str, str]] = Field(description="slot and value in words, forced ones left out")
    gains: list[GainReply] = Field(description="largest first")
    expected: list[float] = Field(
        description="by seat, the result that may be expected: 0 a clear defeat, 1 a clear victory"
    )
    line: list[str] = Field(description="what may follow until the end of the round, in words")


class HintReply(Reply):
    """What a knight would do; the best answer first."""

    ask: str
    opened: int
    advice: list[AdviceReply]


class TurnReply(Reply):
    """A turning point: another answer would have been better."""

    position: int = Field(description="before the answer")
    given: list[int]
    best: list[int]
    cost: float = Field(description="points the answer given was worth less, until the end of the round")
    text: str = Field("", description="in words, with `lang`")


class AnalysisReply(Reply):
    """The analysis of a finished game from a seat's view."""

    seat: int
    state: Literal["none", "running", "done"]
    done: int = Field(description="tasks that are done")
    total: int = Field(description="tasks in all, as far as that is known")
    points: list[tuple[int, list[float]]] = Field(
        [], description="position, and by seat the result that could be expected: 0 to 1"
    )
    turns: list[TurnReply] = Field([], description="in the order of the game")
    decisions: int = Field(0, description="answers of the seat that were looked at")
    complete: bool = Field(False, description="whether there was time for all of it")
    learned: bool = Field(False, description="whether a learned judgement spoke, not the game's own")


class AnswerReply(Reply):
    """The answer is durable."""

    position: int
    opened: int
    again: bool = Field(description="whether this answer had been given before")


class UndoReply(Reply):
    """Where the table stands now."""

    position: int
    opened: int


class SatReply(Reply):
    """My seat."""

    seat: int


class ReplacedReply(Reply):
    """Whether a bot plays there now; if not, it was noted that you agree."""

    replaced: bool


class CommitmentReply(Reply):
    """What the host has committed to: the hash of a seed for your next table."""

    seed_hash: str


class CancelReply(Reply):
    """Whether the table is broken off now."""

    cancelled: bool


class IdReply(Reply):
    """A table."""

    id: str


# -- encoded as they are declared ---------------------------------------------------------------------


class SeatRow(Struct):
    """A seat in a list."""

    name: str
    bot: str
    you: bool


class TableRow(Struct):
    """A table in a list."""

    id: str
    title: str
    game: str
    status: Status
    private: bool
    owner: Annotated[bool, Meta(description="whether it is mine")]
    seats: list[SeatRow]
    free: int
    deciding: Annotated[list[int], Meta(description="seats that have to decide")]
    your_turn: bool
    position: int
    updated: Annotated[float, Meta(description="when something last happened, to about five seconds")]
    clock: ClockSeen


class TablesReply(Struct):
    """A list of tables."""

    tables: list[TableRow]


DECLARED: Final = (AskSent, ChatLine, PositionSent, TablesReply, ViewSent)


def sent(shape: type) -> dict[int | str, dict[str, Any]]:
    """The good answer of an operation that sends one of the DECLARED shapes."""
    return {200: {"content": {"application/json": {"schema": {"$ref": REF.format(name=shape.__name__)}}}}}
