"""Steps that modules add to a turn, and options instead of a noble action (DM0-3).

A module declares its step with `add_step` and widens `turn`, `after` or both with a `FurtherStep`; what else
has to be said is asked in a flow that the step calls.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from mypy_extensions import mypyc_attr

from pfalz.core.ask import Note, Question, Reason, Widened
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

    def __init__(self, old: Question[DarkAges]) -> None:
        super().__init__(old)
        self.base: Question[DarkAges] = old.base if isinstance(old, FurtherStep) else old
        """The question that these steps were added to: it answers for those of the base game."""
        self.added: list[FurtherStep] = [*old.added, self] if isinstance(old, FurtherStep) else [self]
        """The steps that were added to it, this one last."""

    def possible(self, s: DarkAges, seat: int) -> bool:
        """Whether the step can be taken; without a disc it has to be one instead of an action (DM0-3.2)."""
        raise NotImplementedError

    def refusal(self, s: DarkAges, seat: int) -> Reason:
        """Why it cannot."""
        raise NotImplementedError

    def price(self, s: DarkAges, seat: int) -> Sequence[Note]:
        """What it costs and yields, if that is certain."""
        return ()

    def begin(self, s: DarkAges, seat: int) -> None:
        """The step has been chosen."""
        raise NotImplementedError

    def seat(self, s: DarkAges, args: Args) -> int:
        return s.turn  # as of both questions that such steps are added to

    def options(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int] | None:
        if not prefix:
            found = list(self.base.options(s, seat, args, prefix) or ())
            for further in self.added:
                if further.possible(s, seat):
                    found.append(s.t.further_steps[further.step])
            return found
        if prefix[0] < s.t.base_steps:
            return self.base.options(s, seat, args, prefix)
        return None if prefix[0] == s.t.further_steps[self.step] else self.old.options(s, seat, args, prefix)

    def reason(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int], value: int) -> Reason:
        if not prefix and value == s.t.further_steps[self.step]:
            return self.refusal(s, seat)
        return self.old.reason(s, seat, args, prefix, value)

    def worth(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int], value: int) -> Sequence[Note]:
        if not prefix and value == s.t.further_steps[self.step]:
            return self.price(s, seat)
        return self.old.worth(s, seat, args, prefix, value)

    def answer(self, s: DarkAges, seat: int, args: Args, answer: Move) -> None:
        if answer[0] < s.t.base_steps:
            self.base.answer(s, seat, args, answer)
        elif answer[0] == s.t.further_steps[self.step]:
            self.begin(s, seat)
        else:
            self.old.answer(s, seat, args, answer)
