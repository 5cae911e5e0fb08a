"""Steps that modules add to a turn, and options instead of a noble action (DM0-3).

A module declares its step with `add_step` and widens `turn`, `after` or both with a `FurtherStep`; what else
has to be said is asked in a flow that the step calls.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from mypy_extensions import mypyc_attr

from pfalz.core.ask import Reason, Widened
from pfalz.core.kinds import Kinds
from pfalz.core.state import Args, Move
from pfalz.games.darkages.lookup import Lookup
from pfalz.games.darkages.state import ACTING, NONE, DarkAges


def add_step(kinds: Kinds, t: Lookup, id: str) -> None:
    """Declare a further value of the slot `step`: called from the kinds of a module."""
    t.further_steps[id] = kinds["step"].size
    kinds.grow("step", 1, lambda value: (f"step.{id}", {}))


def act_instead(s: DarkAges) -> None:
    """What a player does instead of a noble action: no disc, no title and no reaction (DM0-3.1, DM0-3.3).

    Free steps may follow; those before it need a disc (DM0-3.9, DMR-49)."""
    s.choice, s.action = ACTING, NONE


@mypyc_attr(allow_interpreted_subclasses=True)
class FurtherStep(Widened[DarkAges]):
    """A step that a module adds to `turn` or `after`; whatever else has to be said is asked next."""

    step: ClassVar[str] = ""
    """Its name, as it was declared with `add_step`."""

    def possible(self, s: DarkAges, seat: int) -> bool:
        """Whether the step can be taken; without a disc it has to be one instead of an action (DM0-3.2)."""
        raise NotImplementedError

    def refusal(self, s: DarkAges, seat: int) -> Reason:
        """Why it cannot."""
        raise NotImplementedError

    def begin(self, s: DarkAges, seat: int) -> None:
        """The step has been chosen."""
        raise NotImplementedError

    def options(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int] | None:
        number = s.t.further_steps[self.step]
        if prefix:
            return None if prefix[0] == number else self.old.options(s, seat, args, prefix)
        found = self.old.options(s, seat, args, prefix) or ()
        return [*found, number] if self.possible(s, seat) else found

    def reason(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int], value: int) -> Reason:
        if not prefix and value == s.t.further_steps[self.step]:
            return self.refusal(s, seat)
        return self.old.reason(s, seat, args, prefix, value)

    def answer(self, s: DarkAges, seat: int, args: Args, answer: Move) -> None:
        if answer[0] == s.t.further_steps[self.step]:
            self.begin(s, seat)
        else:
            self.old.answer(s, seat, args, answer)
