"""What happened, in steps a person can follow: an action, a battle, a scoring, the beginning of a round.

The events of a table, as one viewer may know them, are told one after the other; each begins a step or goes
on with the one before (`EventKind.tells`). A step is one line of the log and one beat of what the page plays,
and ends in a moment that can be drawn. Whose deed it is, the events say.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from pfalz.core.events import FORCED, HEADING, NOTE, PART, PRELUDE, STEP, Event, EventKind
from pfalz.core.ruleset import Ruleset
from pfalz.core.score import POINTS_SCORED
from pfalz.core.state import HIDDEN
from pfalz.web.seen import BY_RULE, NOBODY, LogLine, Step

ORDINARY = ("", HEADING, PRELUDE, FORCED, STEP, PART, NOTE)
OPENING = (PRELUDE, FORCED)
LEADING = (*OPENING, PART, NOTE)
SCORING = POINTS_SCORED.tells


class Moment(NamedTuple):
    """A moment of a game: after so many answers, but of the last one only so many events."""

    at: int
    upto: int


def tell(rules: Ruleset[Any], log: list[LogLine], position: int, seat: int, nth: int, event: Event) -> None:
    """Add an event to a log: the nth of its position, which `seat` has brought about."""
    kind, args = event
    by = doer(rules, kind, args)
    last = log[-1] if log else None
    if last is None or _begins(kind, by, last, position, seat):
        step = Step(position, nth, by, "" if kind.tells in ORDINARY else kind.tells)
    else:
        step = last.step
        step.by = by if step.by == NOBODY else step.by
        if kind is not POINTS_SCORED and kind.tells not in ORDINARY:
            step.scene = kind.tells
    step.kinds.append(kind)
    if kind.tells not in LEADING:
        step.opening = False
    log.append(LogLine(position, seat, event, nth, by, step))


def retell(rules: Ruleset[Any], log: list[LogLine], openly: Sequence[LogLine], line: LogLine) -> None:
    """Add an event of which a viewer knows what strangers do: the very `line` they have at the same place of
    their log (`openly`), if that is so for its step too."""
    n = len(log)
    if not n or log[-1] is openly[n - 1]:
        log.append(line)
    elif _first(openly, n) and _begins(line.event[0], line.by, log[-1], line.position, line.seat):
        log.append(line)  # what it belongs to begins here, whatever was known of the step before
    else:
        tell(rules, log, line.position, line.seat, line.nth, line.event)


def _first(log: Sequence[LogLine], n: int) -> bool:
    """Whether a step begins with the line."""
    return n == 0 or log[n - 1].step is not log[n].step


def tell_apart(
    rules: Ruleset[Any], log: list[LogLine], openly: Sequence[LogLine], line: LogLine, event: Event
) -> None:
    """Add an event of which a viewer knows more than the `line` that strangers have in its place.

    The step it may belong to is the viewer's own from now on."""
    n = len(log)
    if n and log[-1] is openly[n - 1]:
        while n and log[n - 1].step is log[-1].step:
            n -= 1
        same, log[n:] = log[n:], []
        for old in same:
            tell(rules, log, old.position, old.seat, old.nth, old.event)
    tell(rules, log, line.position, line.seat, line.nth, event)


def doer(rules: Ruleset[Any], kind: EventKind, args: tuple[int, ...]) -> int:
    """Whose deed an event is: that of the first side it names, a knight's that of his family.

    All sides without a seat are one here."""
    for what, value in zip(_owners(rules, kind), args, strict=False):
        if what and value != HIDDEN and value >= 0:
            return value // what if value < what * rules.players else BY_RULE
    return NOBODY


@lru_cache(maxsize=5_000)
def _owners(rules: Ruleset[Any], kind: EventKind) -> tuple[int, ...]:
    """For every parameter, how many of its values belong to one seat; 0 if they belong to nobody."""
    found = []
    for _, what in kind.params:
        if what in ("seat", "side"):
            found.append(1)
        elif what in rules.kinds and rules.kinds[what].factors[:1] == ("seat",):
            found.append(rules.kinds[what].size // rules.players)
        else:
            found.append(0)
    return tuple(found)


def _begins(kind: EventKind, by: int, last: LogLine, position: int, seat: int) -> bool:
    """Whether an event begins a step, or goes on with that of the line before."""
    step, tells = last.step, kind.tells
    if tells == NOTE:
        return False
    others = by != NOBODY and step.by not in (NOBODY, by)
    if kind is POINTS_SCORED:  # belongs to what somebody has done; to several it is a scene
        return others and step.scene != SCORING
    heading = step.kinds[0].tells == HEADING
    if tells == PART:  # unless somebody begins with it what is theirs
        return (heading and by != NOBODY) or (
            others and not step.scene and position != last.position and seat == by
        )
    if tells in (HEADING, STEP) or heading:
        return True
    if step.opening and not others:
        return tells in OPENING and kind in step.kinds
    if tells in ORDINARY:
        return tells in OPENING or bool(step.scene) or others or (position != last.position and seat >= 0)
    return not (kind is last.event[0] and position == last.position)  # what several do at once is one scene


def told(lines: Sequence[LogLine], scene: str) -> tuple[LogLine | None, list[LogLine]]:
    """Of the lines of a step, perhaps a scene: the one that says what it is, and what else is to be said."""
    found: list[LogLine] = []
    for line in lines:
        kind, args = line.event
        nothing = kind.is_nothing(args)
        again = bool(found) and found[-1].event[0].name in kind.said
        if kind.tells != NOTE and not nothing and not again:
            found.append(line)
    if not found:
        return None, []
    less = (*OPENING, PART, SCORING) if scene != SCORING else (*OPENING, PART)
    main = next((line for line in found if line.event[0].tells not in less), found[0])
    return main, [line for line in found if line is not main and line.event[0].tells != PRELUDE]


def scene_in(lines: Sequence[LogLine]) -> str:
    """Which scene the lines of a step make so far; the step itself may already know what comes later."""
    kinds = [line.event[0] for line in lines]
    own = [kind.tells for kind in kinds if kind is not POINTS_SCORED and kind.tells not in ORDINARY]
    return own[-1] if own else SCORING if kinds[:1] == [POINTS_SCORED] else ""


def end_of(lines: Sequence[LogLine]) -> Moment:
    """The moment in which a step is done."""
    return Moment(lines[-1].position, lines[-1].nth + 1)


def grouped(log: Sequence[LogLine], begin: int = 0) -> list[list[LogLine]]:
    """Lines of a log, step by step."""
    found: list[list[LogLine]] = []
    for line in log[begin:]:
        if found and found[-1][0].step is line.step:
            found[-1].append(line)
        else:
            found.append([line])
    return found
