"""Positions and records as they were stored before, brought to the present format.

Format 1 wrote the index of the next step of a `seq`; since format 2 its name is written. An index counts
the steps there were at the time: those of the present flow, but for the ones that games and modules name in
`new_steps`. Columns that have changed since are the game's business (`Game.upcast`). The hashes of a record
of format 1 are of positions in that format: such a record is played answer by answer, each of which has to
be legal, and sealed anew.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from pfalz.core.errors import RecordError
from pfalz.core.flow import END, Seq

if TYPE_CHECKING:
    from pfalz.core.ruleset import Ruleset

FORMAT: Final = 2
"""How positions and records are written."""
OLDEST: Final = 1
"""The oldest format that can be read."""


def upcast(rules: Ruleset[Any], position: dict[str, Any]) -> dict[str, Any]:
    """A position of any format as one of the present format; whatever is wrong with it stays wrong."""
    if "format" in position:
        if type(position["format"]) is not int or position["format"] != FORMAT:
            raise RecordError("position_format", found=position["format"], format=FORMAT)
        return position
    stack = position.get("stack")
    if isinstance(stack, list):
        stack = [_frame(rules, frame) for frame in stack]
    return rules.game.upcast(rules, {"format": FORMAT, **position, "stack": stack})


def _frame(rules: Ruleset[Any], frame: object) -> object:
    """A frame with the name of the next step instead of its index."""
    if not isinstance(frame, list) or len(frame) != 4:
        return frame
    step, at = frame[0], frame[1]
    if not isinstance(step, str) or type(at) is not int or at < 0:
        return frame
    node = rules.by_name.get(step)
    if not isinstance(node, Seq):
        return frame
    new = rules.new_steps
    steps = [child.name for child in node.steps if child.name not in new]
    place = steps[at] if at < len(steps) else END if at == len(steps) else at
    return [step, place, *frame[2:]]
