"""Everything one viewer may know of one table: the only thing markup is made from.

A `Seen` holds a redacted view and redacted events, never the true state, so no markup can leak what it does
not have. The server builds it (`pfalz.server.play.live`), the web turns it into HTML and JSON.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from pfalz.core.ask import Ask
from pfalz.core.events import Event, EventKind
from pfalz.core.game import Outcome
from pfalz.core.ruleset import Ruleset
from pfalz.core.state import Move, View
from pfalz.learning import Saying

NOBODY: Final = -1
"""Whose deed something is that no side has done."""
BY_RULE: Final = -4
"""Whose deed something is that a side without a seat has done: barbarians, lordlings."""


@dataclass
class SeatSeen:
    """A seat as everybody sees it."""

    seat: int
    name: str
    bot: str = ""
    """Id of the bot that sits here; empty for a person or a free seat."""
    person: str = ""
    """Public id of the person; empty if the seat is free or a bot's."""
    online: bool = False
    to_decide: bool = False
    answered: bool = False
    """Has answered an open simultaneous question (but not what)."""
    resigned: bool = False
    score: int = 0
    clock_ms: int | None = None
    """Time left on the clock; None without clocks."""
    clock_running: bool = False


class ClockSeen(NamedTuple):
    """How time is kept at a table (`pfalz.server.play.clocks.Clock`)."""

    kind: str = "none"
    """none, move (so many seconds for each), increment (a reserve that grows with every move)"""
    seconds: int = 0
    bonus: int = 0
    then: str = "bot"
    """When time is up: a bot takes over, or the others wait until they let one take over."""
    absent: int = 0
    """Without a clock: after so many seconds somebody counts as missing; 0: never."""


@dataclass
class ChatLine:
    """A line of the table's chat."""

    n: int
    name: str
    seat: int
    """-2 for a spectator."""
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


@dataclass
class Seen:
    """One table through one pair of eyes."""

    id: str
    game: str
    title: str
    status: str
    """open (seats free), playing, over, cancelled"""
    private: bool
    owner: bool
    """Whether the viewer owns the table."""
    clock: ClockSeen
    undo: str
    """own (answers, up to the barrier), bots (past them, if no person plays), free (the owner: anything)"""
    rules: Ruleset[Any]
    view: View
    seat: int
    """The viewer's seat, or SPECTATOR."""
    me: int
    """The seat the viewer sits at, whoever's eyes they look through, or SPECTATOR."""
    position: int
    """How many answers the log has; also the address of this position."""
    opened: int
    """Position at which the open questions were opened: an answer must name it."""
    last_position: int
    """The newest position; differs from `position` in a replay."""
    seats: list[SeatSeen]
    hints: bool = False
    """Whether the viewer may ask what a knight would do."""
    thinking: float = 0.0
    """Seconds a prince thinks about an answer; 0 where none sits."""
    lesson: LessonSeen | None = None
    """If it is a lesson, and the viewer learns."""
    ask: Ask | None = None
    """The viewer's own open question, if any (also when already answered and revisable)."""
    open_asks: list[tuple[int, str]] = field(default_factory=list)
    """(seat, question) of everybody who has to decide."""
    draft: Move = ()
    """The viewer's private draft: the slots filled so far; HIDDEN in slots still empty, where a form is
    filled in any order (`web.forms`)."""
    own_answer: Move | None = None
    """The viewer's own answer to an open simultaneous question."""
    may_undo: bool = False
    undo_by_owner: bool = False
    log: list[LogLine] = field(default_factory=list)
    chat: list[ChatLine] = field(default_factory=list)
    outcome: Outcome | None = None
    opponents: Sequence[tuple[int, int]] = ()
    """Sides without a seat that are ranked with the seats, and their points as they stand."""
    score_history: list[tuple[int, tuple[int, ...]]] = field(default_factory=list)
    """(position, points by seat and then of the opponents as if the game had ended there) for the plot."""
    cancel_votes: list[int] = field(default_factory=list)
    stand_ins: list[tuple[int, int]] = field(default_factory=list)
    """(seat of somebody missing, seat of who agrees that a bot plays there)"""
    since: int = -1
    """The position before the viewer's last answer: what came after it is marked; -1 without one."""
    rematch: str = ""
    """Id of the rematch table, once there is one."""
    next_table: str = ""
    """Id of another table where the viewer has to decide."""
    link: str = ""
    """Key of a private table, for those who may pass it on: `/t/{id}?key={link}`."""
    seed_hash: str = ""
    seed: str = ""
    """Revealed when the game is over."""
    shares: list[str] = field(default_factory=list)
    """By seat, the numbers people have mixed into chance."""
    later: list[tuple[int, str, str]] = field(default_factory=list)
    """(position, hash, seed once it is revealed) of other seeds that chance went on from."""
