"""What the teacher says at a table, as the script of the page wants it: texts of the game, tasks in words."""

from __future__ import annotations

import json
from functools import lru_cache
from itertools import groupby
from typing import Any

from markupsafe import escape

from pfalz.core.ask import Ask
from pfalz.core.texts import Texts
from pfalz.web.choice import named
from pfalz.web.seen import LessonSeen, Seen
from pfalz.web.words import words


def lesson_attribute(seen: Seen, texts: Texts) -> str:
    """For the outermost element of a table: what the teacher says now."""
    if seen.lesson is None or seen.ask is None or seen.own_answer is not None or seen.status != "playing":
        return ""
    told = _said(seen, seen.lesson, seen.ask, texts)
    return f' data-lesson="{escape(json.dumps(told))}"' if told else ""


def _said(seen: Seen, lesson: LessonSeen, ask: Ask, texts: Texts) -> dict[str, Any]:
    t = words(texts.language)
    if lesson.answer is not None:
        last = lesson.steps[-1]
        return {
            "steps": [
                {"text": texts.text(f"lesson.{step.id}"), "point": step.point} for step in lesson.steps
            ],
            "title": t("lesson.step", n=lesson.decision + 1, of=lesson.guided),
            "task": _named(seen, ask, lesson, texts),
            "move": lesson.answer,
            "yours": last.yours,
            "wrong": _wrong(last.id, texts),
        }
    found: dict[str, Any] = {}
    if lesson.left >= 0:
        found = {"title": t("lesson.own_way"), "left": lesson.left}
    elif lesson.decision == lesson.guided:
        found = {"title": t("lesson.done"), "text": texts.text("lesson.done")}
    if lesson.new:
        found = {"title": t("lesson.new"), **found, "new": met(ask.name, ask.rule, texts)}
    return found


def _named(seen: Seen, ask: Ask, lesson: LessonSeen, texts: Texts) -> list[str]:
    """The task in words: what the learner chooses; forced values and zeros are left out."""
    yours = lesson.steps[-1].yours
    found = []
    for i, step in enumerate(ask.steps(seen.view, lesson.answer or ())):
        if (i in yours or not yours) and not step.forced:
            slot = ask.slot(seen.view, step.prefix)
            found.append((texts.slot(ask, slot.name), named(texts, slot.kind, step.value)))
    told = [f"{slot}: {value}" if value.isdecimal() else value for slot, value in found if value != "0"]
    runs = [(value, len(list(alike))) for value, alike in groupby(told)]
    return [f"{value} ×{n}" if n > 1 else value for value, n in runs] or [value for _, value in found]


def _wrong(id: str, texts: Texts) -> str:
    """Why the teacher wants something else."""
    own = f"lesson.{id}_wrong"
    return texts.text(own) if texts.has(own) else words(texts.language)("lesson.wrong")


@lru_cache(maxsize=2_000)
def met(ask: str, rule: str, texts: Texts) -> dict[str, str]:
    """What the teacher says of a question that has not come before: the game's own words, or the clause."""
    own = f"lesson.met_{ask}"
    text = texts.text(own) if texts.has(own) else texts.clauses().get(rule, "")
    return {"text": text, "rule": rule}
