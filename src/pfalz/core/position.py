"""Reading where a game stands back from JSON: the flow stack and the open simultaneous answers.

Everything is checked by shape before it is used, so a damaged or hostile file is refused by name. Whether
a position could come up in play is not decided here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pfalz.core.errors import RecordError
from pfalz.core.flow import AskNature, Branch, Do, Each, Seq, Step, Together, Waiting, When
from pfalz.core.state import CALLED, NATURE, Frame, Move

if TYPE_CHECKING:
    from pfalz.core.ruleset import Ruleset


def parsed_stack(rules: Ruleset[Any], raw: object) -> list[Frame]:
    """The frames of a stack; only the last one may wait for an answer, and it must."""
    if not isinstance(raw, list):
        raise RecordError(f"stack: expected a list of frames, found {raw!r}")
    stack = [_frame(rules, entry, f"stack[{i}]") for i, entry in enumerate(raw)]
    waiting = [isinstance(rules.nodes[f[0]], Waiting) and f[1] != CALLED for f in stack]
    if stack and waiting != [False] * (len(stack) - 1) + [True]:
        raise RecordError("stack: the last frame, and no other, has to wait for an answer")
    return stack


def parsed_answers(rules: Ruleset[Any], raw: object, stack: list[Frame]) -> list[Move | None]:
    """The answers already given to the simultaneous question on top of `stack`, if there is one."""
    asked = stack[-1][3] if stack and isinstance(rules.nodes[stack[-1][0]], Together) else ()
    if not isinstance(raw, list) or len(raw) != (rules.players if asked else 0):
        wanted = "one entry per seat" if asked else "an empty list"
        raise RecordError(f"answers: expected {wanted}, found {raw!r}")
    answers = [None if a is None else _ints(a, f"answers[{i}]") for i, a in enumerate(raw)]
    given = {seat for seat, answer in enumerate(answers) if answer is not None}
    if asked and not given < set(asked):
        raise RecordError(f"answers: seats {sorted(given)} have answered, but {sorted(asked)} are asked")
    return answers


def _frame(rules: Ruleset[Any], raw: object, where: str) -> Frame:
    if not isinstance(raw, list) or len(raw) != 4:
        raise RecordError(f"{where}: expected [step, position, arguments, items], found {raw!r}")
    name, at = raw[0], raw[1]
    if not isinstance(name, str) or name not in rules.by_name:
        raise RecordError(f"{where}: {rules.game.id} has no step {name!r}")
    step = rules.by_name[name]
    args, items = _ints(raw[2], f"{where}: arguments"), _ints(raw[3], f"{where}: items")
    if type(at) is not int or not CALLED <= at <= _last(step, items):
        raise RecordError(f"{where}: step {name!r} has no position {at!r}")
    if at != CALLED and isinstance(step, Waiting):
        allowed = {NATURE} if isinstance(step, AskNature) else set(range(rules.players))
        several = isinstance(step, Together)
        if not items or not set(items) <= allowed or (len(items) > 1 and not several):
            raise RecordError(f"{where}: step {name!r} cannot ask the seats {list(items)}")
    return (step.id, at, args, items)


def _last(step: Step[Any], items: tuple[int, ...]) -> int:
    """The last position a frame of this step can have."""
    if isinstance(step, Each):
        return len(items)
    if isinstance(step, Seq):
        return len(step.steps)
    return CALLED if isinstance(step, Do | When | Branch) else 0


def _ints(raw: object, where: str) -> tuple[int, ...]:
    if not isinstance(raw, list) or any(type(value) is not int for value in raw):
        raise RecordError(f"{where}: expected a list of whole numbers, found {raw!r}")
    return tuple(raw)
