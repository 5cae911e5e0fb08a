"""Shapes of what the API answers, for its document: a client can be written from them.

The answers themselves are encoded without Pydantic; the tests hold them against these shapes, and a field
that is not documented here fails them.
"""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

Status = Literal["open", "playing", "over", "cancelled"]


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


class ClockReply(Reply):
    """How time is kept."""

    kind: Literal["none", "move", "increment"]
    seconds: int
    bonus: int
    then: Literal["bot", "wait"]
    absent: int


class SeatRow(Reply):
    """A seat in a list."""

    name: str
    bot: str
    you: bool


class TableRow(Reply):
    """A table in a list."""

    id: str
    title: str
    game: str
    status: Status
    private: bool
    owner: bool = Field(description="whether it is mine")
    seats: list[SeatRow]
    free: int
    deciding: list[int] = Field(description="seats that have to decide")
    your_turn: bool
    position: int
    updated: float = Field(description="when something last happened, to about five seconds")
    clock: ClockReply


class TablesReply(Reply):
    """A list of tables."""

    tables: list[TableRow]


class OpenedReply(Reply):
    """A new table."""

    id: str
    status: Status
    link: str = Field("", description="address of a private table, to be passed on")


class SeatReply(Reply):
    """A seat as everybody sees it."""

    seat: int
    name: str
    bot: str
    person: str
    online: bool
    to_decide: bool
    answered: bool
    resigned: bool
    score: int
    clock_ms: int | None
    clock_running: bool


class OpenAsk(Reply):
    """Somebody has to decide something."""

    seat: int
    ask: str


class AskReply(Reply):
    """My open question, with what is on offer for the slot after `prefix`."""

    seat: int
    ask: str = Field(description="name of the question; an answer repeats it")
    rule: str
    answered: bool = Field(description="whether I have answered and may still answer anew")
    prefix: list[int]
    complete: bool = Field(description="whether `prefix` is a whole answer")
    slot: str = ""
    kind: str = Field("", description="what the values are: a region, a card, a number …")
    options: list[int] = []
    prompt: str = ""
    names: list[str] = Field([], description="the options in words, with `lang`")


class EventReply(Reply):
    """Something that happened; −99 stands for what I may not know."""

    position: int
    seat: int = Field(description="who brought it about: a seat, −1 chance, −3 the set-up")
    event: str
    args: list[int]
    text: str = ""


class ChatReply(Reply):
    """A line of chat."""

    n: int
    name: str
    seat: int = Field(description="−2 for a spectator")
    text: str
    at: float


class BoardReply(Reply):
    """The position, with −99 in place of everything I may not know."""

    format: int = Field(description="how positions are written; raised when that changes")
    stack: list[list[Any]] = Field(description="where in the flow of the rules the game is")
    answers: list[list[int] | None] = Field(description="open simultaneous answers by seat")
    columns: dict[str, int | list[int] | list[list[int]]]
    slices: dict[str, dict[str, int | list[int] | list[list[int]]]] = Field(description="state of modules")


class OpponentReply(Reply):
    """A side that nobody sits for."""

    side: int = Field(description="its number, after those of the seats")
    id: str
    score: int
    place: int
    breakdown: dict[str, int]


class OutcomeReply(Reply):
    """The result."""

    scores: list[int]
    places: list[int]
    breakdown: list[dict[str, int]] = Field(description="points of each seat by source")
    ties: list[dict[str, int]] = Field(description="what ranks equal scores, in the order in which it counts")
    opponents: list[OpponentReply] = Field(description="sides without a seat that are ranked with the seats")


class PositionReply(Reply):
    """A table at an earlier position as I may know it."""

    id: str
    game: str
    title: str
    status: Status
    private: bool
    clock: ClockReply
    undo_policy: Literal["bots", "own", "free"]
    owner: bool
    seat: int = Field(description="my seat, −2 for a spectator")
    position: int = Field(description="how many answers the log has")
    opened: int = Field(description="where the open questions were opened; an answer repeats it")
    last_position: int
    seats: list[SeatReply]
    asks: list[OpenAsk] = Field(description="everybody who has to decide")
    ask: AskReply | None = Field(description="my own open question")
    draft: list[int]
    own_answer: list[int] | None
    may_undo: bool
    undo_by_owner: bool
    view: BoardReply
    events: list[EventReply]
    cancel_votes: list[int]
    stand_ins: list[tuple[int, int]] = Field(
        description="(seat of somebody missing, seat of who agrees that a bot plays there)"
    )
    rematch: str
    next_table: str
    seed_hash: str
    shares: list[str] = Field(description="by seat, the numbers people have mixed into chance")
    later: list[tuple[int, str, str]] = Field(
        description="other seeds chance went on from: position, hash, seed once revealed"
    )
    link: str = ""
    seed: str = ""
    outcome: OutcomeReply | None = None
    score_history: list[tuple[int, list[int]]] = Field(
        [],
        description="positions with the points of all seats, then of opponents without a seat, "
        "as if the game had ended there",
    )


class ViewReply(PositionReply):
    """A table as I may know it now."""

    version: int = Field(description="counts every change anybody could see")
    chat: list[ChatReply]


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
