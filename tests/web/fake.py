"""A `Seen` of any seat, built from a session in memory: what the server builds, without the server."""

from __future__ import annotations

from random import Random

from msgspec import UNSET

from pfalz import catalogue
from pfalz.core.events import Event
from pfalz.core.record import SeatInfo
from pfalz.core.session import Session, open_session
from pfalz.core.state import NATURE, SPECTATOR, Move
from pfalz.web.seen import ChatLine, ClockSeen, LogLine, OpenAsk, SeatSeen, Seen
from pfalz.web.steps import tell

NAMES = ("Anna", "Bruno", "Clara", "Dietmar", "Edda", "Falk")


def session_of(game: str, players: int, seed: str = "web", answers: int = 0, upto: str = "") -> Session:
    """A session after so many random answers, or at the first question called `upto`."""
    rules = catalogue.ruleset(game, players)
    session = open_session(rules, [SeatInfo(name) for name in NAMES[:players]], seed)
    rng = Random(seed)
    for _ in range(answers or 100_000):
        asks = [ask for ask in session.asks() if not ask.answered]
        if not asks or (not answers and asks[0].name == upto):
            break
        session.answer(asks[0].seat, asks[0].random_answer(session.state, rng))
        session.settle()
    return session


def seen_by(session: Session, seat: int, draft: Move = (), position: int | None = None) -> Seen:
    """The table through the eyes of `seat`."""
    rules = session.rules
    last = len(session.entries)
    at = last if position is None else position
    state = session.state if at == last else session.position(at)
    view = rules.view(state, seat)
    asks = session.asks() if at == last else []
    own = next((ask for ask in rules.asks(view) if ask.seat == seat), None) if asks else None
    over = session.state.over
    points = rules.game.standing(state)
    waiting = {ask.seat for ask in asks if not ask.answered}
    given = {ask.seat for ask in asks if ask.answered}
    seats = [
        SeatSeen(
            n,
            info.name,
            bot="" if n == 0 else "knight",
            person="p0" if n == 0 else "",
            online=n == 0,
            to_decide=n in waiting,
            answered=n in given,
            score=points[n],
        )
        for n, info in enumerate(session.header.seats)
    ]
    return Seen(
        id="fake",
        game=rules.game.id,
        title="",
        status="over" if over else "playing",
        private=False,
        owner=seat == 0,
        clock=ClockSeen(),
        undo_policy="own",
        rules=rules,
        view=view,
        seat=seat,
        me=seat,
        position=at,
        opened=session.opened,
        last_position=last,
        seats=seats,
        ask=own,
        asks=[OpenAsk(ask.seat, ask.name) for ask in asks],
        cancel_votes=[],
        stand_ins=[],
        rematch="",
        shares=[],
        later=[],
        undo_by_owner=False,
        next_table="",
        draft=draft,
        own_answer=view.answers[seat] if seat in given else None,
        may_undo=seat >= 0 and not over and session.may_undo(seat),
        log=[line for line in log_of(session, seat) if line.position <= at],
        chat=[ChatLine(1, "Bruno", 1, "<b>Good luck</b> & have fun!", 0.0)],
        outcome=rules.outcome(session.state) if over else None,
        opponents=rules.opponents(view),
        score_history=history(session) if over else UNSET,
        seed_hash=session.header.seed_hash,
        seed=session.header.seed if over else UNSET,
    )


def log_of(session: Session, seat: int) -> list[LogLine]:
    """Events as `seat` may know them."""
    lines: list[LogLine] = []
    for position, events in enumerate(session.events):
        by = session.entries[position - 1].seat if position else -3
        for nth, event in enumerate(events):
            tell(session.rules, lines, position, by, nth, redacted(event, seat, session.state.over))
    return lines


def redacted(event: Event, seat: int, over: bool) -> Event:
    """An event without what `seat` may not know."""
    kind, args = event
    return event if over else (kind, kind.seen_by(args, seat))


def history(session: Session) -> list[tuple[int, tuple[int, ...]]]:
    """Scores after every answer that changed them."""
    found: list[tuple[int, tuple[int, ...]]] = []
    for position in range(len(session.entries) + 1):
        s, rules = session.position(position), session.rules
        points = rules.worth_now(s)
        if not found or found[-1][1] != points:
            found.append((position, points))
    return found


__all__ = ["NATURE", "SPECTATOR", "history", "log_of", "seen_by", "session_of"]
