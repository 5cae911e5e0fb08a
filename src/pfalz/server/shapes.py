"""Shapes of requests: what an API client may send, with limits. FastAPI documents them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from fastapi import Path, Query
from pydantic import BaseModel, ConfigDict, Field

from pfalz.server.refusals import Refused

TABLE_ID = "^[a-z0-9]{6,20}$"
TableId = Annotated[str, Path(pattern=TABLE_ID, description="id of the table")]
Key = Annotated[str, Query(max_length=40, description="link key of a private table")]
Lang = Annotated[Literal["en", "de"] | None, Query(description="language of sentences; none without")]
Position = Annotated[int, Path(ge=0, le=1_000_000)]
Value = Annotated[int, Field(ge=-1_000_000, le=1_000_000)]
Small = Annotated[int, Field(ge=-100_000, le=100_000)]


class Shape(BaseModel):
    """A request body; unknown fields are refused."""

    model_config = ConfigDict(extra="forbid")


class GuestBody(Shape):
    """Play at once."""

    name: str = Field("", max_length=80)
    language: Literal["en", "de"] = "en"


class RegisterBody(Shape):
    """Keep an account; a guest keeps name and seats."""

    login: str = Field(min_length=2, max_length=40)
    password: str = Field(min_length=8, max_length=200)
    name: str = Field("", max_length=80)
    mail: str = Field("", max_length=200)


class LoginBody(Shape):
    """Come back."""

    login: str = Field(max_length=40)
    password: str = Field(max_length=200)


class ProfileBody(Shape):
    """Change what others see, and how to be told when it is your turn."""

    name: str | None = Field(None, max_length=80)
    language: Literal["en", "de"] | None = None
    mail: str | None = Field(None, max_length=200)
    webhook: str | None = Field(None, max_length=400)


class TokenBody(Shape):
    """A new API token."""

    name: str = Field("", max_length=80)


class ClockBody(Shape):
    """How time is kept."""

    kind: Literal["none", "move", "increment"] = "none"
    seconds: int = Field(0, ge=0, le=60 * 24 * 3600, description="per decision, or the reserve at the start")
    bonus: int = Field(0, ge=0, le=24 * 3600, description="what every answer adds to the reserve")
    then: Literal["bot", "wait"] = Field("bot", description="when time is up")


class SeatBody(Shape):
    """Who shall sit in a seat."""

    kind: Literal["me", "open", "bot"]
    bot: str = Field("knight", max_length=40)


class TableBody(Shape):
    """A new table."""

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
    undo_policy: Literal["own", "free"] = "own"
    title: str = Field("", max_length=120)


class JoinBody(Shape):
    """Sit down."""

    seat: int | None = Field(None, ge=0, le=7)


class StartBody(Shape):
    """Begin with bots in the free seats."""

    bot: str = Field("knight", max_length=40)


class ReplaceBody(Shape):
    """Let a bot play for somebody who is missing."""

    seat: int = Field(ge=0, le=7)
    bot: str = Field("knight", max_length=40)


class UndoBody(Shape):
    """Take back; `to` goes to any position where the owner of a friendly table wants it."""

    to: int | None = Field(None, ge=0, le=1_000_000)


class DraftBody(Shape):
    """What has been filled in of a form so far."""

    ask: str = Field(max_length=80)
    opened: int = Field(ge=0, le=1_000_000)
    move: list[Value] = Field(max_length=400)


class ChatBody(Shape):
    """A line of chat."""

    text: str = Field(min_length=1, max_length=400)


class Answer(msgspec.Struct, forbid_unknown_fields=True):
    """An answer, with the question it answers; read without Pydantic because it is the hot path."""

    ask: Annotated[str, msgspec.Meta(max_length=80)]
    opened: Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]
    move: Annotated[
        list[Annotated[int, msgspec.Meta(ge=-1_000_000, le=1_000_000)]], msgspec.Meta(max_length=400)
    ]


_answers = msgspec.json.Decoder(Answer)


def read_answer(body: bytes) -> Answer:
    """An answer from a request body; anything else is refused."""
    try:
        return _answers.decode(body)
    except msgspec.ValidationError as error:
        raise Refused("invalid", 422, what=str(error)) from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise Refused("not_json", 400) from None


class Problem(BaseModel):
    """What an error looks like."""

    error: str
    message: str
    clause: str | None = None


PROBLEMS: dict[int | str, dict[str, Any]] = {
    status: {"model": Problem, "description": words}
    for status, words in {
        400: "The request cannot be read",
        401: "Nobody is logged in",
        403: "That is not allowed",
        404: "There is no such thing",
        409: "Too late: the table has moved on",
        413: "Too large",
        422: "Not a legal request or answer; `clause` names the rule",
        429: "Too many requests",
        503: "The database did not take it; try again",
    }.items()
}
