"""Before, after or instead of an action (DM0-3.4 to DM0-3.6): what modules put beside what an action does.

A module asks before the step `content` (before the action) or before `execute_triggers` (after it), once in
each execution: a mark in its slice says whether it has been used, and is taken off before `execute_done`.
Three values tell the base game, each as bits, `1 << number` of the module:

- `beside(side, action)`: what can still be used in this execution, so that the action may be chosen for it;
- `may_skip(side, action)`: what has been used in this execution, so that the action itself may be left out;
- `can_recruit(side)`: what Recruit can be carried out for besides units, as an action and as a reaction.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Final

from pfalz.core.ask import Note, Question, Reason, Slot, Widened, because
from pfalz.core.flow import Step, ask
from pfalz.core.kinds import Kinds, Name
from pfalz.core.ruleset import Ruleset
from pfalz.core.state import Args, Move
from pfalz.games.darkages.possible import has_content
from pfalz.games.darkages.state import DarkAges

LEFT_OUT: Final[Name] = ("left_out", {})
KINDS: Final = ("build", "place", "research", "area", "unit")
"""What the first slots of the actions ask for."""


def declare_left_out(kinds: Kinds) -> None:
    """Let the first slot of each action be left empty: called from the kinds of modules that need it."""
    for id in KINDS:
        if f"{id}_or_nothing" not in kinds:
            kinds.variant(f"{id}_or_nothing", id, {kinds[id].size: LEFT_OUT})


def may_skip(s: DarkAges, side: int, action: int) -> bool:
    """Whether an action itself may be left out, since a module has been used with it (DM0-3.5)."""
    modifier = s.rules.modifiers.get("may_skip")
    return modifier is not None and modifier(s, 0, side, action) > 0


def may_decline(s: DarkAges, side: int, action: int, bit: int) -> bool:
    """Whether what a module offers before an action may be declined.

    If an action is chosen for what modules put beside it, one of them must be used: the last that can."""
    if has_content(s, side, action) or may_skip(s, side, action):
        return True
    return s.rules.value(s, "beside", 0, side, action) >= 2 * bit


class MayLeaveOut(Widened[DarkAges]):
    """An action that may be left out if a module has been used with it: side, action (DM0-3.5)."""

    first: ClassVar[str] = ""
    """What its first slot asks for."""

    def __init__(self, old: Question[DarkAges], kinds: Kinds) -> None:
        super().__init__(old)
        self.nothing = kinds[self.first].size
        """The value of the first slot that leaves the action out."""

    def slot(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Slot:
        slot = self.old.slot(s, seat, args, prefix)
        return slot if prefix else Slot(slot.name, f"{self.first}_or_nothing")

    def options(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int] | None:
        if prefix:
            left_out = len(prefix) == 1 and prefix[0] == self.nothing
            return None if left_out else self.old.options(s, seat, args, prefix)
        found = self.old.options(s, seat, args, prefix) or ()
        if found and not may_skip(s, seat, args[1]):
            return found
        return [*found, self.nothing]

    def domain(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int]:
        found = self.old.domain(s, seat, args, prefix)
        return found if prefix else [*found, self.nothing]

    def reason(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int], value: int) -> Reason:
        if not prefix and value == self.nothing:
            return because("must_act", "DM0-3.5")
        return self.old.reason(s, seat, args, prefix, value)

    def worth(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int], value: int) -> Sequence[Note]:
        if not prefix and value == self.nothing:
            return ()
        return self.old.worth(s, seat, args, prefix, value)

    def so_far(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[Note]:
        left_out = len(prefix) == 1 and prefix[0] == self.nothing
        return () if left_out else self.old.so_far(s, seat, args, prefix)

    def answer(self, s: DarkAges, seat: int, args: Args, answer: Move) -> None:
        if len(answer) > 1 or answer[0] != self.nothing:
            self.old.answer(s, seat, args, answer)


class BuildOrNot(MayLeaveOut):
    """The action Build, or not."""

    name: ClassVar[str] = "build"
    rule: ClassVar[str] = "D-5.1"
    first: ClassVar[str] = "build"


class DevelopOrNot(MayLeaveOut):
    """The action Develop Culture, or not."""

    name: ClassVar[str] = "develop"
    rule: ClassVar[str] = "D-6.1"
    first: ClassVar[str] = "place"


class ResearchOrNot(MayLeaveOut):
    """The action Research, or not."""

    name: ClassVar[str] = "research"
    rule: ClassVar[str] = "D-7.1"
    first: ClassVar[str] = "research"


class MarchOrNot(MayLeaveOut):
    """The movement of a March, or not."""

    name: ClassVar[str] = "march"
    rule: ClassVar[str] = "D-9.4"
    first: ClassVar[str] = "area"


def content(rules: Ruleset[Any], question: Question[DarkAges]) -> Step[Any]:
    """What an action does: it may be left out where modules have something to say about that.

    Recruit asks for it by itself, since its form belongs to the reaction as well."""
    if "may_skip" in rules.modifiers:
        for wider in (BuildOrNot, DevelopOrNot, ResearchOrNot, MarchOrNot):
            if wider.name == question.name:
                question = wider(question, rules.kinds)
                break
    return ask(question)
