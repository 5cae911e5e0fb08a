"""Reading where a game stands back from JSON: the flow stack and the open simultaneous answers.

Everything is checked by shape before it is used, so a damaged or hostile file is refused by name. Whether
a position could come up in play is not decided here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pfalz.core.errors import Phrase, RecordError
from pfalz.core.flow import AskNature, Branch, Do, Each, Step, Together, Waiting, When
from pfalz.core.state import CALLED, NATURE, Frame, Move

if TYPE_CHECKING:
    from pfalz.core.ruleset import Ruleset


def parsed_stack(rules: Ruleset[Any], raw: object) -> list[Frame]:
    """The frames of a stack; only the last one may wait for an answer, and it must."""
    if not isinstance(raw, list):
        raise RecordError("stack_no_list", found=raw)
    stack = [_frame(rules, entry, f"stack[{i}]") for i, entry in enumerate(raw)]
    waiting = [isinstance(rules.nodes[f[0]], Waiting) and f[1] != CALLED for f in stack]
    if stack and waiting != [False] * (len(stack) - 1) + [True]:
        raise RecordError("stack_waiting")
    return stack


def parsed_answers(rules: Ruleset[Any], raw: object, stack: list[Frame]) -> list[Move | None]:
    """The answers already given to the simultaneous question on top of `stack`, if there is one."""
    asked = stack[-1][3] if stack and isinstance(rules.nodes[stack[-1][0]], Together) else ()
    if not isinstance(raw, list) or len(raw) != (rules.players if asked else 0):
        raise RecordError("answers_per_seat" if asked else "answers_not_empty", found=raw)
    answers = [None if a is None else _ints(a, f"answers[{i}]") for i, a in enumerate(raw)]
    given = {seat for seat, answer in enumerate(answers) if answer is not None}
    if asked and not given < set(asked):
        raise RecordError("answers_of_others", given=sorted(given), asked=sorted(asked))
    return answers


def _frame(rules: Ruleset[Any], raw: object, where: str) -> Frame:
    if not isinstance(raw, list) or len(raw) != 4:
        raise RecordError("frame_shape", where=where, found=raw)
    name, place = raw[0], raw[1]
    if not isinstance(name, str) or name not in rules.by_name:
        raise RecordError("frame_no_step", where=where, game=rules.game.id, step=name)
    step = rules.by_name[name]
    args = _ints(raw[2], Phrase("frame_arguments", where=where))
    items = _ints(raw[3], Phrase("frame_items", where=where))
    if not rules.kinds.fit(step.takes, args):
        raise RecordError("frame_kinds", where=where, step=name, kinds=step.takes, found=list(args))
    if isinstance(step, Each) and not rules.kinds.fit((f"{step.kind}*",), items):
        raise RecordError("frame_kinds", where=where, step=name, kinds=(f"{step.kind}*",), found=list(items))
    at = CALLED if place == CALLED and type(place) is int else _position(step, place, items)
    if at is None:
        raise RecordError("frame_no_position", where=where, step=name, at=place)
    if at != CALLED and isinstance(step, Waiting):
        allowed = {NATURE} if isinstance(step, AskNature) else set(range(rules.players))
        several = isinstance(step, Together)
        if not items or not set(items) <= allowed or (len(items) > 1 and not several):
            raise RecordError("frame_seats", where=where, step=name, seats=list(items))
    return (step.id, at, args, items)


def _position(step: Step[Any], place: object, items: tuple[int, ...]) -> int | None:
    """The position a frame of this step has; steps that are done at once have none."""
    return None if isinstance(step, Do | When | Branch) else step.position(place, items)


def _ints(raw: object, where: str | Phrase) -> tuple[int, ...]:
    if not isinstance(raw, list) or any(type(value) is not int for value in raw):
        raise RecordError("expected_numbers", where=where, found=raw)
    return tuple(raw)
