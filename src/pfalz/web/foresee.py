"""What an answer would do: the table after it, drawn before it is given.

It is made of nothing but the viewer's own view. States that the viewer cannot tell from the true one are made
up (`Ruleset.resample`), the answer is carried out in each of them, and only if nothing comes to light and all
of them look alike to the viewer afterwards does it follow from what the viewer knows. It ends where chance or
somebody else comes in. So nothing can be learned from it, and nothing is promised that may come otherwise.
"""

from __future__ import annotations

from random import Random
from typing import Any, Final

import msgspec

from pfalz.core.events import Event
from pfalz.core.flow import Together
from pfalz.core.ruleset import Ruleset
from pfalz.core.sheet import Drawing
from pfalz.core.state import Move, State, View
from pfalz.core.texts import Texts
from pfalz.core.visibility import Visibility, newly_seen
from pfalz.web.changes import Changes, changes
from pfalz.web.chunks import Chunks, Difference
from pfalz.web.marks import board_chunks, board_of
from pfalz.web.seen import LogLine, Seen
from pfalz.web.steps import grouped, tell, told

GUESSES: Final = 3
"""So many states are made up."""
SENTENCES: Final = 5
"""No more is said of what would happen."""


class Foreseen(msgspec.Struct):
    """A table after an answer that has not been given."""

    now: Difference
    """The drawing as it is; empty for who has it."""
    board: Difference
    """The drawing as it would be, as a difference to that."""
    scores: list[int]
    marks: Changes
    said: list[str]
    """What would happen, in sentences."""


def foreseen(seen: Seen, draft: Move, texts: Texts, narrow: bool, known: bool) -> Foreseen | None:
    """What the viewer's answer would do; None if it is not complete, or if that cannot be known."""
    ask, rules, view = seen.ask, seen.rules, seen.view
    if ask is None or seen.own_answer is not None or isinstance(rules.waiting(view), Together):
        return None
    answer, options = ask.forced(view, ask.legal_prefix(view, draft))
    if options is not None or answer[: len(draft)] != tuple(draft):
        return None
    found = _tried(rules, view, seen.seat, answer)
    if found is None:
        return None
    after, events = found
    log: list[LogLine] = []
    for nth, event in enumerate(events):
        tell(rules, log, seen.position + 1, seen.seat, nth, event)
    now, then = [_drawn(seen, one, texts, narrow) for one in (view, after)]
    scores = list(rules.game.standing(after))
    marks = changes(seen.game, rules, log)
    return Foreseen([] if known else now.since(None), then.since(now), scores, marks, _said(log, texts))


def _tried(rules: Ruleset[Any], view: View, seat: int, answer: Move) -> tuple[View, list[Event]] | None:
    """The view after an answer, and what happens that the viewer learns of; None if that is not certain."""
    found: tuple[View, list[Event]] | None = None
    for guess in range(GUESSES):
        state = rules.resample(view, seat, Random(guess))
        before = Visibility(rules, state)
        trial: State = rules.copy(state)
        events: list[Event] = []
        trial.trace = events
        rules.play(trial, seat, answer)
        trial.trace = None
        if trial.over or newly_seen(before, Visibility(rules, trial), seat):
            return None
        after = rules.view(trial, seat)
        known = [(kind, kind.seen_by(args, seat)) for kind, args in events]
        if found is not None and (known != found[1] or rules.key(after) != rules.key(found[0])):
            return None
        found = after, known
    return found


def _drawn(seen: Seen, view: View, texts: Texts, narrow: bool) -> Chunks:
    drawing: Drawing = board_of(seen.game).draw(seen.rules, view, seen.seat, texts, narrow)
    return Chunks(board_chunks(drawing))


def _said(log: list[LogLine], texts: Texts) -> list[str]:
    """The sentences of the log there would be."""
    found: list[str] = []
    for lines in grouped(log):
        main, more = told(lines, lines[0].step.scene)
        if main is not None:
            found += [texts.event(line.event) for line in (main, *more)]
    return found[:SENTENCES]
