"""Shapes of requests: what an API client may send, with limits. FastAPI documents them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from fastapi import Path, Query
from pydantic import BaseModel, ConfigDict, Field

from pfalz.server.http.wrong import wrong_answer
from pfalz.server.play.thinking import LEAST, MOST
from pfalz.server.refusals import Refused

TABLE_ID = "^[a-z0-9]{6,20}$"
TableId = Annotated[str, Path(pattern=TABLE_ID, description="id of the table")]
KEY_LENGTH = 40
Key = Annotated[str, Query(max_length=KEY_LENGTH, description="link key of a private table")]
Lang = Annotated[Literal["en", "de"] | None, Query(description="language of sentences; none without")]
Position = Annotated[int, Path(ge=0, le=1_000_000)]
Value = Annotated[int, Field(ge=-1_000_000, le=1_000_000)]
Small = Annotated[int, Field(ge=-100_000, le=100_000)]


Luck = Annotated[
    str,
    Field(
        max_length=64,
        pattern="^[0-9a-f]*$",
        description="a number of your own that is mixed into chance, in hexadecimal; everybody sees it",
    ),
]


class Shape(BaseModel):
    """A request body; unknown fields are refused."""

    model_config = ConfigDict(extra="forbid", strict=True)


def example(value: dict[str, Any]) -> ConfigDict:
    """The settings of a body with an example for the document."""
    return ConfigDict(extra="forbid", strict=True, json_schema_extra={"examples": [value]})


class GuestBody(Shape):
    """Play at once."""

    model_config = example({"name": "Kunigunde", "language": "de"})

    name: str = Field("", max_length=80)
    language: Literal["en", "de"] = "en"


class RegisterBody(Shape):
    """Keep an account; a guest keeps name and seats."""

    login: str = Field(min_length=2, max_length=40)
    password: str = Field(min_length=8, max_length=200)
    name: str = Field("", max_length=80)
    mail: str = Field("", max_length=200)
    language: Literal["en", "de"] | None = None


class LoginBody(Shape):
    """Come back."""

    login: str = Field(max_length=40)
    password: str = Field(max_length=200)


Notice = Literal[
    "browser.turn",
    "browser.end",
    "browser.deadline",
    "mail.turn",
    "mail.end",
    "mail.deadline",
    "webhook.turn",
    "webhook.end",
    "webhook.deadline",
]


class ProfileBody(Shape):
    """Change what others see, and how to be told what happens at the tables."""

    model_config = example({"name": "Kunigunde", "notices": ["browser.turn", "mail.turn", "mail.end"]})

    name: str | None = Field(None, max_length=80)
    language: Literal["en", "de"] | None = None
    mail: str | None = Field(None, max_length=200, description="has to be confirmed before it is used")
    webhook: str | None = Field(None, max_length=400)
    notices: list[Notice] | None = Field(None, max_length=9, description="all that are wanted")
    password: str = Field("", max_length=200, description="of an account whose mail address changes")


class PasswordBody(Shape):
    """A new password; the old one shows that it is you."""

    old: str = Field(max_length=200)
    password: str = Field(min_length=8, max_length=200)


class FarewellBody(Shape):
    """The account is deleted; a guest has no password."""

    password: str = Field("", max_length=200)


class ForgottenBody(Shape):
    """Who needs a new password?"""

    mail: str = Field(max_length=200)


class ConfirmBody(Shape):
    """The token out of a link."""

    token: str = Field(max_length=1000)


class ResetBody(Shape):
    """The token out of a link, and a new password."""

    token: str = Field(max_length=1000)
    password: str = Field(min_length=8, max_length=200)


class TokenBody(Shape):
    """A new API token."""

    model_config = example({"name": "my bot"})

    name: str = Field("", max_length=80)


class ClockBody(Shape):
    """How time is kept."""

    kind: Literal["none", "move", "increment"] = "none"
    seconds: int = Field(0, ge=0, le=60 * 24 * 3600, description="per decision, or the reserve at the start")
    bonus: int = Field(0, ge=0, le=24 * 3600, description="what every answer adds to the reserve")
    then: Literal["bot", "wait"] = Field("bot", description="when time is up")
    absent: int = Field(
        3 * 24 * 3600,
        ge=0,
        le=60 * 24 * 3600,
        description="without a clock: after so many seconds a bot may play for who has to decide; 0: never",
    )


class SeatBody(Shape):
    """Who shall sit in a seat."""

    kind: Literal["me", "open", "bot"]
    bot: str = Field("knight", max_length=40)


class TableBody(Shape):
    """A new table."""

    model_config = example(
        {
            "game": "staufer",
            "players": 3,
            "seats": [{"kind": "me"}, {"kind": "bot", "bot": "knight"}, {"kind": "bot", "bot": "random"}],
            "title": "Sunday evening",
        }
    )

    game: str = Field(max_length=40)
    players: int = Field(ge=1, le=8)
    modules: list[Annotated[str, Field(max_length=60)]] = Field([], max_length=40)
    options: dict[str, bool | Small | Annotated[str, Field(max_length=60)] | list[Small]] = Field(
        {}, max_length=40
    )
    edition: dict[str, bool | Small | Annotated[str, Field(max_length=200)] | list[Small]] = Field(
        {}, max_length=400, description="corrections of the game's data: path and value"
    )
    seats: list[SeatBody] = Field([], max_length=8, description="missing seats are open")
    private: bool = False
    clock: ClockBody = Field(default_factory=lambda: ClockBody.model_validate({}))
    undo_policy: Literal["bots", "own", "free"] = "bots"
    hints: bool = Field(
        False, description="allow GET …/hint though several people play; with bots alone it always is"
    )
    thinking: float = Field(
        1.0,
        ge=LEAST,
        le=MOST,
        description="seconds a prince thinks about an answer; `most_thinking` of GET /games if that is less",
    )
    title: str = Field("", max_length=120)
    luck: Luck = ""
    commitment: str = Field(
        "", max_length=64, description="from POST /commitments; needed if there is `luck`"
    )


class AnalysisBody(Shape):
    """Whose game is to be analysed."""

    model_config = example({"seat": 0})

    seat: int = Field(ge=0, le=7, description="the seat through whose eyes, mine or another one")


class LineBody(Shape):
    """Where another line is to be tried."""

    model_config = example({"position": 17, "seat": 0, "bot": "knight"})

    position: int = Field(ge=0, le=1_000_000)
    seat: int = Field(ge=0, le=7, description="the seat I play")
    bot: str = Field("knight", max_length=40, description="who has the other seats")


class LessonBody(Shape):
    """A lesson."""

    again: bool = Field(False, description="begin anew, though one was left in the middle")


class JoinBody(Shape):
    """Sit down."""

    model_config = example({"seat": 1, "luck": "6f1d9c"})

    seat: int | None = Field(None, ge=0, le=7)
    luck: Luck = ""


class RematchBody(Shape):
    """Play again."""

    luck: Luck = ""
    commitment: str = Field(
        "",
        max_length=64,
        description="from POST /commitments; without it the opener's number is not used",
    )


class StartBody(Shape):
    """Begin with bots in the free seats."""

    bot: str = Field("knight", max_length=40)


class ReplaceBody(Shape):
    """Let a bot play for somebody who is missing."""

    seat: int = Field(ge=0, le=7)


class UndoBody(Shape):
    """Take back; `to` goes to any position where the owner of a friendly table wants it.

    With `at`, the position the one who takes back has seen, nothing is taken back twice."""

    to: int | None = Field(None, ge=0, le=1_000_000)
    at: int | None = Field(None, ge=0, le=1_000_000)


class DraftBody(Shape):
    """What has been filled in of a form so far."""

    model_config = example({"ask": "action", "opened": 17, "move": [0]})

    ask: str = Field(max_length=80)
    opened: int = Field(ge=0, le=1_000_000)
    move: list[Value] = Field(max_length=400)


class LookedBody(Shape):
    """How far somebody has followed a game."""

    model_config = example({"position": 17})

    position: int = Field(ge=0, le=1_000_000)


class ChatBody(Shape):
    """A line of chat."""

    model_config = example({"text": "Well played!"})

    text: str = Field(min_length=1, max_length=400)


class Answer(msgspec.Struct, forbid_unknown_fields=True):
    """An answer, with the question it answers; read without Pydantic because it is the hot path."""

    ask: Annotated[str, msgspec.Meta(max_length=80)]
    opened: Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]
    move: Annotated[
        list[Annotated[int, msgspec.Meta(ge=-1_000_000, le=1_000_000)]], msgspec.Meta(max_length=400)
    ]


ANSWER_EXAMPLE = {"ask": "action", "opened": 17, "move": [0, 3]}
_answers = msgspec.json.Decoder(Answer)


def read_answer(body: bytes) -> Answer:
    """An answer from a request body; anything else is refused."""
    try:
        return _answers.decode(body)
    except msgspec.ValidationError as error:
        raise wrong_answer(error) from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise Refused("not_json", 400) from None


class Problem(BaseModel):
    """What an error looks like."""

    error: str
    message: str
    clause: str | None = None


_PROBLEMS = {
    400: "The request cannot be read",
    401: "Nobody is logged in, or the session or token is not valid",
    403: "That is not allowed",
    404: "There is no such thing, or none that you may see",
    408: "The request took too long to arrive",
    409: "Too late: the table has moved on, or is not in a state for that",
    413: "Too large",
    415: "Compressed bodies are not taken",
    422: "Not a legal request or answer; `clause` names the rule",
    429: "Too many requests; `Retry-After` says how many seconds to wait",
    503: "The database did not take it; try again",
}


Responses = dict[int | str, dict[str, Any]]


def problems(*statuses: int) -> Responses:
    """The errors an operation may answer with."""
    return {status: {"model": Problem, "description": _PROBLEMS[status]} for status in statuses}


READING = problems(400, 413, 415, 422, 429)
"""What may happen to every request."""
WRITING = problems(403, 408, 503)
"""What may happen besides to one that changes something."""
STREAM: Responses = {200: {"content": {"text/event-stream": {"schema": {"type": "string"}}}}}
"""Server-sent events."""
