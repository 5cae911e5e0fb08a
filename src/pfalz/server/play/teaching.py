"""Lessons at a table: where one stands, what the others answer in it. All of it is read from the log."""

from __future__ import annotations

from pfalz import learning
from pfalz.core.ask import Ask
from pfalz.core.state import Move
from pfalz.learning import LEARNER, Lesson, Standing
from pfalz.server.play.table import Table
from pfalz.web.seen import LessonSeen

BEGINNER = "page"
"""Whom a learner plays against once the script is over."""
FIRST = "first"
"""The lesson every game has."""


def standing(table: Table, lesson: Lesson) -> Standing:
    """Where the lesson of a table stands."""
    entries = table.session.entries[: lesson.end + 1]
    return lesson.standing(entries, [table.session.opened_at(n) for n in range(len(entries))])


def scripted(table: Table, seat: int) -> Move | None:
    """What a seat answers in the script, as long as a table follows it."""
    if not table.lesson:
        return None
    lesson = learning.lesson(table.header.game)
    found = standing(table, lesson)
    return lesson.answer(table.session.opened, seat) if found.left < 0 else None


def taught(table: Table, ask: Ask | None) -> LessonSeen:
    """What a teacher says to the learner who is asked something."""
    lesson = learning.lesson(table.header.game)
    found = standing(table, lesson)
    here = LessonSeen(found.decision, lesson.guided, left=found.left)
    if ask is None:
        return here
    answer = lesson.answer(table.session.opened, LEARNER)
    if found.left < 0 and not found.over and answer is not None:
        return here._replace(steps=tuple(lesson.said(found.decision)), answer=answer)
    met = any(entry.seat == LEARNER and entry.ask == ask.name for entry in table.session.entries)
    return here._replace(new=not met)
