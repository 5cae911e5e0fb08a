"""Everything one viewer may know of one table: the only thing markup and data are made from.

A `Seen` holds a redacted view and redacted events, never the true state, so nothing made of it can leak what
it does not have. The server builds it (`pfalz.server.play.table`). Its two halves, what all viewers see alike
(`SeenByAll`) and what concerns one alone (`SeenByOne`), are sent to clients as they stand here, and the
document of the API is made from them (`web.sent`): a field that is added here is sent and documented. They
are dataclasses because msgspec's own structs cannot have two bases.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, Final, Literal, NamedTuple

from msgspec import UNSET, Meta, Struct, UnsetType

from pfalz.core.ask import Ask
from pfalz.core.events import Event, EventKind
from pfalz.core.game import Outcome
from pfalz.core.ruleset import Ruleset
from pfalz.core.state import Move, View
from pfalz.learning import Saying

Status = Literal["open", "playing", "over", "cancelled"]
"""open: seats are free"""
UndoPolicy = Literal["bots", "own", "free"]
"""own (answers, up to the barrier), bots (past them, if no person plays), free (the owner: anything)"""

NOBODY: Final = -1
"""Whose deed something is that no side has done."""
BY_RULE: Final = -4
"""Whose deed something is that a side without a seat has done: barbarians, lordlings."""


@dataclass
class SeatSeen:
    """A seat as everybody sees it."""

    seat: int
    name: str
    bot: Annotated[
        str, Meta(description="id of the bot that sits here; empty for a person or a free seat")
    ] = ""
    person: Annotated[str, Meta(description="public id; empty if the seat is free or a bot's")] = ""
    online: bool = False
    to_decide: bool = False
    answered: Annotated[bool, Meta(description="has answered an open simultaneous question")] = False
    resigned: bool = False
    score: int = 0
    clock_ms: Annotated[int | None, Meta(description="time left; null without clocks")] = None
    clock_running: bool = False


class ClockSeen(Struct, frozen=True, forbid_unknown_fields=True):
    """How time is kept: `move` gives `seconds` per decision, `increment` a reserve that grows by `bonus`."""

    kind: Literal["none", "move", "increment"] = "none"
    seconds: int = 0
    bonus: int = 0
    then: Literal["bot", "wait"] = "bot"
    """When time is up: a bot takes over at once, or the others wait until they let one take over."""
    absent: Annotated[int, Meta(description="without a clock: when somebody counts as missing; 0: never")] = 0
    """Seconds somebody has had to decide."""


class OpenAsk(Struct, frozen=True):
    """Somebody has to decide something."""

    seat: int
    ask: str


@dataclass
class ChatLine:
    """A line of the table's chat."""

    n: int
    name: str
    seat: Annotated[int, Meta(description="−2 for a spectator")]
    text: str
    at: float


class Happened(NamedTuple):
    """An event where it stands in the log."""

    position: int
    seat: int
    event: Event


class Step:
    """Events that a person follows as one thing (`web.steps`)."""

    __slots__ = ("at", "by", "kinds", "nth", "opening", "scene")

    def __init__(self, at: int, nth: int, by: int, scene: str) -> None:
        self.at = at
        """The position of its first event, which is the `nth` there."""
        self.nth = nth
        self.by = by
        """The seat whose deed it is, BY_RULE or NOBODY."""
        self.scene = scene
        """The kind of scene it is, if it is one."""
        self.kinds: list[EventKind] = []
        """What happened in it so far."""
        self.opening = True
        """Whether nothing has happened yet that says what it is."""


@dataclass(eq=False, slots=True)
class LogLine:
    """An event and the log position after which it is seen; what the viewer may not know is HIDDEN.

    Whoever knows the same of it, and of the step it belongs to, has the same object in their log."""

    position: int
    seat: int
    """Who answered to bring it about; NATURE for chance, -3 for the set-up."""
    event: Event
    nth: int
    """It is the nth event of its position."""
    by: int
    """The seat whose deed it is, BY_RULE or NOBODY."""
    step: Step = field(repr=False)


@dataclass
class MomentSeen:
    """A table through one pair of eyes at the end of a step, inside an answer perhaps; nothing is asked."""

    game: str
    rules: Ruleset[Any]
    view: View
    seat: int
    names: tuple[str, ...]
    scores: Mapping[int, int]
    """By seat, and by side of opponents without one."""
    lines: list[LogLine]
    """The step; none at a position before all steps."""


class LessonSeen(NamedTuple):
    """Where the first game with a teacher stands, for whoever learns."""

    decision: int
    guided: int
    """So many decisions are guided."""
    steps: tuple[Saying, ...] = ()
    """What the teacher says now; the last of it is the task."""
    answer: Move | None = None
    """What the task is."""
    left: int = -1
    """Where the learner went another way than the script; -1: nowhere."""
    new: bool = False
    """Whether nothing of the kind has been asked of the learner before."""


@dataclass(kw_only=True)
class SeenByAll:
    """What all viewers see alike of a table at a position."""

    id: str
    game: str
    title: str
    status: Status
    private: bool
    clock: ClockSeen
    undo_policy: UndoPolicy
    position: Annotated[int, Meta(description="how many answers the log has")]
    """Also the address of this position."""
    opened: Annotated[int, Meta(description="where the open questions were opened; an answer repeats it")]
    last_position: int
    """The newest position; differs from `position` in a replay."""
    seats: list[SeatSeen]
    asks: Annotated[list[OpenAsk], Meta(description="everybody who has to decide")]
    cancel_votes: list[int]
    stand_ins: Annotated[
        list[tuple[int, int]],
        Meta(description="(seat of somebody missing, seat of who agrees that a bot plays there)"),
    ]
    rematch: Annotated[str, Meta(description="id of the rematch table, once there is one")]
    seed_hash: str
    seed: Annotated[str | UnsetType, Meta(description="revealed when the game is over")] = UNSET
    shares: Annotated[list[str], Meta(description="by seat, the numbers people have mixed into chance")]
    later: Annotated[
        list[tuple[int, str, str]],
        Meta(description="other seeds chance went on from: position, hash, seed once revealed"),
    ]
    score_history: Annotated[
        list[tuple[int, tuple[int, ...]]] | UnsetType,
        Meta(
            description="positions with the points of all seats, then of opponents without a seat, "
            "as if the game had ended there; when it is over"
        ),
    ] = UNSET


@dataclass(kw_only=True)
class SeenByOne:
    """What concerns one viewer alone."""

    seat: Annotated[int, Meta(description="my seat, −2 for a spectator")]
    owner: Annotated[bool, Meta(description="whether the table is mine")]
    draft: Annotated[Move, Meta(description="the slots I have filled so far, −99 in those still empty")]
    """Private; HIDDEN in slots still empty, where a form is filled in any order (`web.forms`)."""
    own_answer: Annotated[Move | None, Meta(description="to an open simultaneous question")]
    may_undo: bool
    undo_by_owner: bool
    next_table: Annotated[str, Meta(description="another table where I have to decide")]
    link: Annotated[
        str | UnsetType, Meta(description="key of a private table, for those who may pass it on")
    ] = UNSET
    """`/t/{id}?key={link}`"""


@dataclass(kw_only=True)
class Seen(SeenByAll, SeenByOne):
    """One table through one pair of eyes: what is sent as it stands, and what all the rest is made from."""

    rules: Ruleset[Any]
    view: View
    me: int
    """The seat the viewer sits at, whoever's eyes they look through, or SPECTATOR."""
    ask: Ask | None = None
    """The viewer's own open question, if any (also when already answered and revisable)."""
    log: list[LogLine] = field(default_factory=list)
    chat: list[ChatLine] = field(default_factory=list)
    outcome: Outcome | None = None
    opponents: Sequence[tuple[int, int]] = ()
    """Sides without a seat that are ranked with the seats, and their points as they stand."""
    hints: bool = False
    """Whether the viewer may ask what a knight would do."""
    thinking: float = 0.0
    """Seconds a prince thinks about an answer; 0 where none sits."""
    lesson: LessonSeen | None = None
    """If it is a lesson, and the viewer learns."""
    since: int = -1
    """The position before the viewer's last answer: what came after it is marked; -1 without one."""
    alike: dict[str, Any] = field(default_factory=dict, init=False, repr=False, compare=False)
    """By language, what pages have made of what all viewers see alike (`web.alike`), for all of them."""

    @classmethod
    def of(cls, all: SeenByAll, one: SeenByOne, **rest: Any) -> Seen:
        """A `Seen` of its halves and all the rest. One is made for every viewer of every answer, and to go
        through its forty fields one by one would cost as much as the view."""
        seen = cls.__new__(cls)
        seen.__dict__ = {**all.__dict__, **one.__dict__, **rest}
        return seen
