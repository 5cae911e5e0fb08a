"""One table in memory: its session, its seats, and what each pair of eyes may see of it.

Nothing here writes or waits; `live.py` changes a table, makes the change durable and tells the watchers.
"""

from __future__ import annotations

import asyncio
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import msgspec
from msgspec import UNSET

from pfalz.bots import Prince
from pfalz.core.ask import Ask
from pfalz.core.errors import RecordError
from pfalz.core.record import Header, Later, Record, begin, dump_lines
from pfalz.core.ruleset import Ruleset
from pfalz.core.session import Session, verify_chance
from pfalz.core.state import NATURE, SPECTATOR, State
from pfalz.core.texts import Texts
from pfalz.server.play import steady
from pfalz.server.play.clocks import Clock, Times
from pfalz.server.play.rulesets import rules_of as rules_of
from pfalz.server.play.seats import Draft, Seat, Send, Watcher
from pfalz.server.refusals import Refused
from pfalz.server.store.storage import CHAT_SHOWN
from pfalz.web.seen import (
    ChatLine,
    Happened,
    LogLine,
    MomentSeen,
    OpenAsk,
    SeatSeen,
    Seen,
    SeenByAll,
    SeenByOne,
    Status,
    UndoPolicy,
)
from pfalz.web.steps import retell, tell, tell_apart

SETUP = -3
"""In the log: who brought about what happened before the first answer."""
LONGEST_STEP = 400
"""More events than any step has."""
PRESENT = 60.0
"""So many seconds somebody counts as present who does not watch the table, but has asked for it."""


TOGETHER = 0.5
"""So many seconds what was made for one viewer is good for the next: clocks run, and people come and go."""


class Everybody(NamedTuple):
    """What all viewers see alike of the table as it stands; `all` is what clients are sent of it."""

    at: float
    asks: list[Ask]
    all: SeenByAll
    hints: bool
    thinking: float
    opponents: Sequence[tuple[int, int]]
    alike: dict[str, Any]
    """What pages have made of it."""


@dataclass
class Table:
    """A table: what the database knows of it, and the game being played."""

    id: str
    title: str
    header: Header
    status: Status
    owner: str
    private: bool
    link: str
    undo_policy: UndoPolicy
    clock: Clock
    times: Times
    seats: list[Seat]
    session: Session
    created: float
    origin: str = ""
    """Where it was opened from: not the address, but the same for the same address."""
    votes: set[int] = field(default_factory=set)
    rematch: str = ""
    stand_ins: list[tuple[int, int]] = field(default_factory=list)
    """Who has agreed that a bot plays for somebody: (seat of the missing one, seat of who agrees)."""
    hints: bool = False
    """Whether people may ask what a knight would do, though others play too."""
    thinking: float = 1.0
    """Seconds a prince thinks about an answer, if the host allows it."""
    lesson: str = ""
    """Which lesson it is, if any."""
    waited_for: list[int] = field(default_factory=list)
    revision: int = 0
    """How often its row in the database was changed."""
    lines: int = 0
    """How many lines of the log lie in the database."""
    listed: tuple[str, float] = ("", 0.0)
    """The status and the time by which we have last put it into the lists of tables."""
    chat: list[ChatLine] = field(default_factory=list)
    drafts: dict[int, Draft] = field(default_factory=dict)
    visitors: set[str] = field(default_factory=set)
    version: int = 0
    """Counts every change anybody could see."""
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    watchers: set[Watcher] = field(default_factory=set)
    elsewhere: dict[str, float] = field(default_factory=dict)
    """Who watches it at other servers, and until when we believe that (`company`)."""
    stale: bool = False
    """Memory may be ahead of the database; load again before anything else."""
    rendered: dict[Any, Any] = field(default_factory=dict)
    """What has been made from the present version, by viewer and settings."""
    secrets: dict[int, tuple[tuple[Any, ...], bytes]] = field(default_factory=dict)
    """By viewer, the columns that are not public and what they were last seen as (`jsonview`)."""
    _deciding: tuple[tuple[int, int, str], list[int]] = ((0, -1, ""), [])
    _logs: dict[int | None, list[LogLine]] = field(default_factory=dict)
    _witnessed: dict[int, tuple[int, bytes]] = field(default_factory=dict)
    _recorded: dict[int, tuple[int, bytes]] = field(default_factory=dict)
    """By viewer, how many answers are settled for good, and their lines of the record file."""
    _texts: dict[str, Texts] = field(default_factory=dict)
    _history: list[tuple[int, tuple[int, ...]]] = field(default_factory=list)

    @property
    def rules(self) -> Ruleset[Any]:
        """The rules of this table."""
        return self.session.rules

    @property
    def path(self) -> str:
        """Where it is found; a private table only with its key."""
        return f"/t/{self.id}?key={self.link}" if self.private else f"/t/{self.id}"

    @property
    def position(self) -> int:
        """How many answers the log has."""
        return len(self.session.entries)

    @property
    def at_rest(self) -> bool:
        """Whether nobody is changing it and all of it has been stored: it can be read without waiting."""
        return not self.lock.locked() and not self.stale

    # -- who --------------------------------------------------------------------------------------

    def seats_of(self, person: str) -> list[int]:
        """The seats of a person, those given to a bot included."""
        return [i for i, seat in enumerate(self.seats) if person and seat.person == person]

    def viewer(self, person: str) -> int:
        """The seat through which a person looks; of several, the one that has to decide."""
        own = self.seats_of(person)
        if len(own) > 1:
            deciding = self.deciding()
            return next((seat for seat in own if seat in deciding), own[0])
        return own[0] if own else SPECTATOR

    def may_see(self, person: str) -> bool:
        """Whether a person may look at this table without showing its link."""
        if not self.private or not person:
            return not self.private
        return person == self.owner or person in self.visitors or bool(self.seats_of(person))

    def acting_seat(self, person: str, ask: str | None = None) -> int:
        """The seat for which a person may decide now; refused if there is none."""
        own = [i for i in self.seats_of(person) if not self.seats[i].bot and not self.seats[i].resigned]
        if not own:
            raise Refused("not_your_seat")
        asked = {a.seat: a for a in self.asks()}
        for wanted in (False, True):
            for seat in own:
                found = asked.get(seat)
                if found is not None and found.answered == wanted and ask in (None, found.name):
                    return seat
        return own[0]

    def asks(self) -> list[Ask]:
        """The open questions, if the game is going on."""
        return self.session.asks() if self.status == "playing" else []

    def deciding(self) -> list[int]:
        """Seats that have to decide and have not answered."""
        now = (id(self.session.state), self.position, self.status)
        if self._deciding[0] != now:
            found = [ask.seat for ask in self.asks() if not ask.answered and ask.seat != NATURE]
            self._deciding = now, found
        return self._deciding[1]

    @property
    def may_hint(self) -> bool:
        """Whether people may ask what a knight would do: the table allows it, or one plays with bots."""
        people = {seat.person for seat in self.seats if seat.person}
        return self.hints or (len(people) == 1 and not any(seat.free for seat in self.seats))

    def online(self, person: str) -> bool:
        """Whether a person has this table open."""
        if any(watcher.person == person for watcher in self.watchers):
            return bool(person)
        return bool(person) and self.elsewhere.get(person, 0.0) > steady.now()

    @property
    def watched(self) -> bool:
        """Whether anybody has this table open."""
        return bool(self.watchers) or any(until > steady.now() for until in self.elsewhere.values())

    def polled_by(self, person: str) -> None:
        """Somebody asks how the table stands, without watching it."""
        for seat in self.seats_of(person):
            self.seats[seat].polled = steady.now()
            self.rendered.pop("everybody", None)  # others see at once that somebody is there

    def here(self, seat: int) -> bool:
        """Whether the person of a seat has this table open, or has been here a moment ago."""
        return self.online(self.seats[seat].person) or steady.now() - self.seats[seat].seen < PRESENT

    # -- seeing -----------------------------------------------------------------------------------

    def changed(self) -> None:
        """Forget what was rendered and wake everybody who watches."""
        self._forget_rendered()
        for watcher in self.watchers:
            watcher.changed.set()

    def hear(self, line: ChatLine) -> None:
        """Somebody has said something."""
        self.chat = [*self.chat, line][-CHAT_SHOWN:]
        self.changed()

    def changed_for(self, person: str) -> None:
        """As `changed`, if nobody else could see it: not even its number tells."""
        self.rendered.clear()
        for watcher in self.watchers:
            if watcher.person == person:
                watcher.changed.set()

    def _forget_rendered(self) -> None:
        self.version += 1
        self.rendered.clear()

    def stored(self, before: int) -> None:
        """As `changed`, after answers from position `before` on are durable: who can be told at once is.

        All is made before any of it is sent: a client with several ears wakes up once."""
        self._forget_rendered()
        self._note_scores(before)
        made: list[Send] = []
        for watcher in self.watchers:
            send = watcher.at_once() if watcher.at_once is not None else None
            if send is None:
                watcher.changed.set()
            else:
                made.append(send)
        for send in made:
            send()

    def forget_names(self) -> None:
        """Seats have changed, so sentences have too."""
        self._texts.clear()

    def forget_log(self) -> None:
        """The log has become shorter."""
        self._logs.clear()
        self._witnessed.clear()
        self._recorded.clear()
        self._history.clear()

    def texts(self, language: str) -> Texts:
        """The words of the game with the names at this table."""
        found = self._texts.get(language)
        if found is None:
            names = [seat.name or f"{i + 1}" for i, seat in enumerate(self.seats)]
            found = self._texts[language] = Texts(self.rules, language, names)
        return found

    def log(self, viewer: int | None) -> list[LogLine]:
        """What happened, as `viewer` may know it (None: everything, once the game is over).

        Every log has the same events in the same places: a viewer's own lines are those of which a stranger
        knows less."""
        lines = self._logs.setdefault(viewer, [])
        events, entries = self.session.events, self.session.entries
        begin = lines[-1].position + 1 if lines else 0
        if begin >= len(events):
            return lines
        if viewer is not None and viewer != SPECTATOR:
            openly = self.log(SPECTATOR)
            for line in openly[len(lines) :]:
                kind, args = line.event
                shown = kind.seen_by(events[line.position][line.nth][1], viewer) if kind.secret else args
                if shown == args:
                    retell(self.rules, lines, openly, line)
                else:
                    tell_apart(self.rules, lines, openly, line, (kind, shown))
            return lines
        for n in range(begin, len(events)):
            seat = entries[n - 1].seat if n else SETUP
            for nth, (kind, args) in enumerate(events[n]):
                shown = args if viewer is None else kind.seen_by(args, viewer)
                tell(self.rules, lines, n, seat, nth, (kind, shown))
        return lines

    def witnessed(self, seat: int) -> bytes:
        """What a seat has seen happen, as JSON for its bot: `[name, argument, …]` each.

        Only what is new since it was last asked for is encoded."""
        lines = self.log(seat)
        upto, told = self._witnessed.get(seat, (0, b""))
        if upto < len(lines):
            new = [(line.event[0].name, *line.event[1]) for line in lines[upto:]]
            told += (b"," if told else b"") + msgspec.json.encode(new)[1:-1]
            self._witnessed[seat] = len(lines), told
        return b"[" + told + b"]"

    def unrecorded(self, viewer: int) -> int:
        """How many lines of the record file have to be made before a viewer can have it."""
        if self.status == "over":
            return 0 if "record" in self.rendered else self.position
        return self.position - self._recorded.get(viewer, (0, b""))[0]

    def record_file(self, viewer: int) -> bytes:
        """The record file: as `viewer` may know it, complete when the game is over.

        Only what is new is made; an answer to a question that is still open may yet look different."""
        session = self.session
        whole: bytes | None = self.rendered.get("record")
        if self.status == "over":
            if whole is None:
                whole = self.rendered["record"] = session.record().dumps().encode()
            return whole
        upto, told = self._recorded.get(viewer, (0, b""))
        if upto < session.opened:
            told += dump_lines(
                session.redacted(e, viewer) for e in session.entries[upto : session.opened]
            ).encode()
            upto = session.opened
            self._recorded[viewer] = upto, told
        rest = dump_lines(session.redacted(entry, viewer) for entry in session.entries[upto:])
        return dump_lines([session.public_header()]).encode() + told + rest.encode()

    def log_upto(self, viewer: int | None, last: int) -> list[LogLine]:
        """The log up to a position."""
        lines = self.log(viewer)
        if last == self.position:
            return lines
        return lines[: bisect_right(lines, last, key=lambda line: line.position)]

    def happened_after(self, since: int) -> list[Happened]:
        """Everything that happened after a position, for those who may know all of it."""
        events, entries = self.session.events, self.session.entries
        return [
            Happened(n, entries[n - 1].seat if n else SETUP, event)
            for n in range(since + 1, len(events))
            for event in events[n]
        ]

    def log_after(self, viewer: int, since: int) -> list[LogLine]:
        """The part of the log after a position; quick if that is short."""
        lines = self.log(viewer)
        begin = len(lines)
        while begin and lines[begin - 1].position > since:
            begin -= 1
        return lines[begin:]

    def seat_list(self, scores: Sequence[int], deciding: list[int], answered: set[int]) -> list[SeatSeen]:
        """The seats as everybody sees them."""
        now = steady.now()
        here = {watcher.person for watcher in tuple(self.watchers)}  # threads look too
        here |= {person for person, until in list(self.elsewhere.items()) if until > now}
        return [
            SeatSeen(
                seat=i,
                name=seat.name,
                bot=seat.bot,
                person=seat.person,
                online=bool(seat.person) and (seat.person in here or now - seat.polled < PRESENT),
                to_decide=i in deciding,
                answered=i in answered,
                resigned=seat.resigned,
                score=scores[i],
                clock_ms=self.times.left_ms(i, now),
                clock_running=self.times.running(i),
            )
            for i, seat in enumerate(self.seats)
        ]

    def everybody(self) -> Everybody:
        """What all viewers see alike of the table as it stands, made once for all who look at once."""
        found: Everybody | None = self.rendered.get("everybody")
        now = steady.now()
        if found is None or found.all.position != self.position or not 0 <= now - found.at < TOGETHER:
            found = self.rendered["everybody"] = self._everybody(self.session.state, self.position, now)
        return found

    def _everybody(self, state: State, position: int, now: float) -> Everybody:
        session, rules, over = self.session, self.rules, self.status == "over"
        newest = position == self.position
        asks = [ask for ask in (self.asks() if newest else rules.asks(state)) if ask.seat != NATURE]
        scores = self.scores() if newest else rules.game.standing(state)
        deciding = [ask.seat for ask in asks if not ask.answered]
        answered = {ask.seat for ask in asks if ask.answered}
        all = SeenByAll(
            id=self.id,
            game=self.header.game,
            title=self.title,
            status=self.status,
            private=self.private,
            clock=self.clock,
            undo_policy=self.undo_policy,
            position=position,
            opened=session.opened if newest else session.opened_at(position),
            last_position=self.position,
            seats=self.seat_list(scores, deciding, answered),
            asks=[OpenAsk(ask.seat, ask.name) for ask in asks if not ask.answered],
            cancel_votes=sorted(self.votes),
            stand_ins=self.stand_ins,
            rematch=self.rematch,
            seed_hash=self.header.seed_hash,
            seed=self.header.seed if over else UNSET,
            shares=self.shares,
            later=[(x.at, x.seed_hash, x.seed if over else "") for x in self.later_seeds],
            score_history=self.history() if over and state.over else UNSET,
        )
        princes = any(seat.bot == Prince.name for seat in self.seats)
        thinking = self.thinking if princes else 0.0
        return Everybody(now, asks, all, self.may_hint, thinking, rules.opponents(state), {})

    def own(self, person: str, seat: int, acts: bool, ask: Ask | None, next_table: str) -> SeenByOne:
        """What concerns one viewer alone, who looks through the eyes of a seat, and decides for it if they
        look at the game as it stands (`acts`) and it is asked something (`ask`)."""
        owner = bool(person) and person == self.owner
        given, draft = self.session.state.answers, self.drafts.get(seat) if acts else None
        return SeenByOne(
            seat=seat,
            owner=owner,
            draft=draft.filled if draft and ask and draft.fits(self.session, ask) else (),
            own_answer=given[seat] if acts and given else None,
            may_undo=acts and (self.session.may_undo(seat) or self.undo_target(seat) is not None),
            undo_by_owner=owner
            and self.undo_policy == "free"
            and self.status == "playing"
            and self.position > 0,
            next_table=next_table,
            link=self.link if self.private and (owner or seat >= 0) else UNSET,
        )

    def acts(self, person: str, seat: int) -> bool:
        """Whether a person decides for a seat themselves as long as the game goes on."""
        sitting = self.seats[seat] if seat >= 0 and self.status == "playing" else None
        return sitting is not None and not sitting.bot and sitting.person == person

    def seen(
        self, person: str, position: int | None = None, as_seat: int | None = None, next_table: str = ""
    ) -> Seen:
        """Everything a person may know of this table, now or at an earlier position."""
        session, rules = self.session, self.rules
        last = self.position
        n = last if position is None else position
        me = seat = self.viewer(person)
        over = self.status == "over"
        if as_seat is not None:
            if not over and as_seat != seat:
                raise Refused("not_yet")
            if as_seat != SPECTATOR and not 0 <= as_seat < rules.players:
                raise Refused("no_such_seat", 404)
            seat = as_seat
        if not 0 <= n <= last:
            raise Refused("no_such_position", 404, last=last)
        state: State = session.state if n == last else session.position(n)
        everybody = self.everybody() if n == last else self._everybody(state, n, steady.now())
        asked = next((ask for ask in everybody.asks if ask.seat == seat), None)
        acts = n == last and self.acts(person, seat)
        ask = asked if n < last or acts else None
        return Seen.of(
            everybody.all,
            self.own(person, seat, acts, ask, next_table),
            rules=rules,
            view=rules.view(state, seat),
            me=me,
            ask=ask,
            log=self.log_upto(None if over and as_seat is None else seat, n),
            chat=self.chat,
            outcome=rules.outcome(state) if state.over and over else None,
            opponents=everybody.opponents,
            hints=everybody.hints,
            thinking=everybody.thinking,
            since=self.since(seat),
            alike=everybody.alike,
        )

    def since(self, seat: int) -> int:
        """The position before the last answer of a seat; -1 without one."""
        last = self._last_answer(seat) if seat >= 0 else None
        return -1 if last is None else last

    def moment(self, person: str, at: int, upto: int) -> MomentSeen:
        """What a person may know of the table after `at` answers, of the last of them only `upto` events."""
        if not 0 <= at <= self.position:
            raise Refused("no_such_position", 404, last=self.position)
        rules, seat = self.rules, self.viewer(person)
        state: State = self.session.moment(at, upto)
        log = self.log_upto(None if self.status == "over" else seat, at)
        end = len(log)
        while end and log[end - 1].position == at and log[end - 1].nth >= upto:
            end -= 1
        lines = [line for line in log[max(0, end - LONGEST_STEP) : end] if line.step is log[end - 1].step]
        names = tuple([seat.name for seat in self.seats])
        scores = {**dict(enumerate(rules.game.standing(state))), **dict(rules.opponents(state))}
        return MomentSeen(self.header.game, rules, rules.view(state, seat), seat, names, scores, lines)

    def fair(self) -> str:
        """Whether every outcome follows from the seeds and shares: `fair`, `unverified` or `unfair`."""
        if not self.header.seed:
            return "unverified"
        try:
            verify_chance(self.rules, Record(self.header, list(self.session.entries)))
        except RecordError:
            return "unfair"
        return "fair"

    @property
    def shares(self) -> list[str]:
        """By seat, the numbers people have mixed into chance."""
        found = self.header.shares
        return found if isinstance(found, list) and found else [seat.share for seat in self.seats]

    @property
    def later_seeds(self) -> list[Later]:
        """Other seeds that chance went on from."""
        return self.header.later if isinstance(self.header.later, list) else []

    def scores(self) -> Sequence[int]:
        """Points as everybody sees them now."""
        found: Sequence[int] | None = self.rendered.get("scores")
        if found is None:
            found = self.rendered["scores"] = self.rules.game.standing(self.session.state)
        return found

    def _last_answer(self, seat: int) -> int | None:
        """The position before the last answer of `seat`, whatever came after."""
        for entry in reversed(self.session.entries):
            if entry.seat == seat:
                return entry.n
        return None

    def undo_target(self, seat: int) -> int | None:
        """Where taking back leads beyond the barrier: in friendly games, or past bots if no person plays."""
        free = self.undo_policy == "free" or (self.undo_policy == "bots" and self._alone(seat))
        return self._last_answer(seat) if free else None

    def _alone(self, seat: int) -> bool:
        """Whether nobody but bots sits at the other seats; one that stands in for somebody does not count."""
        person = self.seats[seat].person
        return all(other.person in ("", person) and (other.bot or other.person) for other in self.seats)

    def _note_scores(self, before: int) -> None:
        """Keep the scores after an answer at `before` for the plot, if all the earlier ones are kept."""
        if before == 0 and not self._history:
            self._history = [(0, self.rules.worth_now(self.session.position(0)))]
        if self._history and self._history[-1][0] == before < self.position:
            self._history.append((self.position, self.rules.worth_now(self.session.state)))

    def history(self) -> list[tuple[int, tuple[int, ...]]]:
        """Scores over time, whenever somebody was asked, for the plot after the game."""
        if not self._history or self._history[-1][0] != self.position:
            rules, entries = self.rules, self.session.entries
            s = begin(rules, self.header)
            points = [(0, rules.worth_now(s))]
            for entry in entries:
                if entry.move is None:
                    rules.retract(s, entry.seat)
                else:
                    rules.apply(s, entry.seat, tuple(entry.move))
                n = entry.n + 1
                if n == len(entries) or entries[n].seat != NATURE:
                    points.append((n, rules.worth_now(s)))
            self._history = points
        return self._history
