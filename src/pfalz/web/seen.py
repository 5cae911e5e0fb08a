"""Everything one viewer may know of one table: the only thing markup is made from.

A `Seen` holds a redacted view and redacted events, never the true state, so no markup can leak what it does
not have. The server builds it (`pfalz.server.play.live`), the web turns it into HTML and JSON.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from pfalz.core.ask import Ask
from pfalz.core.events import Event
from pfalz.core.game import Outcome
from pfalz.core.ruleset import Ruleset
from pfalz.core.state import Move, State


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


@dataclass
class LogLine:
    """An event and the log position after which it is seen; what the viewer may not know is HIDDEN."""

    position: int
    seat: int
    """Who answered to bring it about; NATURE for chance, -3 for the set-up."""
    event: Event


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
    """own (answers, up to the barrier) or free (the owner may take back anything)"""
    rules: Ruleset[Any]
    view: State
    seat: int
    """The viewer's seat, or SPECTATOR."""
    position: int
    """How many answers the log has; also the address of this position."""
    opened: int
    """Position at which the open questions were opened: an answer must name it."""
    last_position: int
    """The newest position; differs from `position` in a replay."""
    seats: list[SeatSeen]
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
    score_history: list[tuple[int, tuple[int, ...]]] = field(default_factory=list)
    """(position, scores by seat) for the plot after the game."""
    cancel_votes: list[int] = field(default_factory=list)
    stand_ins: list[tuple[int, int]] = field(default_factory=list)
    """(seat of somebody missing, seat of who agrees that a bot plays there)"""
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
