"""Frames as floats: where in the flow a game stands, and what the viewer is asked.

Every step has floats of its own, for as many frames as there may be of it at once: whether it is there, how
high it lies in the stack, whether it was called and has not begun, its place, its arguments and its items.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Any, Final

from pfalz.core.codes import Code, Turning, code_of_kind
from pfalz.core.errors import RulesError
from pfalz.core.flow import END, LISTED, AskNature, Each, Seq, Step, Together, Waiting
from pfalz.core.ruleset import Ruleset
from pfalz.core.segments import Layout
from pfalz.core.state import CALLED, Args, Frame

HEIGHT: Final = 16
"""What the height of a frame in the stack is divided by."""
HEAD: Final = 3
"""Floats before the place of a frame: it is there, its height, it was called and has not begun."""


class Arguments:
    """The arguments of a step by their declared kinds, of which one may be a list."""

    def __init__(self, takes: Sequence[str], turning: Turning) -> None:
        self.takes = takes
        self.codes: list[Code] = []
        self.places: list[list[int]] = []
        """For each kind where its values go; several for the list."""
        self.list_at = -1
        self.width = 0
        told: list[str] = []
        for i, declared in enumerate(takes):
            id, star, most = declared.partition("*")
            code = code_of_kind(id, turning, bool(star))
            n = 1
            if star:
                self.list_at = i
                n = int(most) if most else default_most(turning, id)
            self.codes.append(code)
            self.places.append([self.width + j * code.width for j in range(n)])
            self.width += n * code.width
            told.append(f"{n} x ({code.tell()})" if star else code.tell())
        self.told = told

    def groups(self, args: Args) -> list[Args] | None:
        """The values of each kind; None if there are not as many arguments as kinds."""
        after = len(self.takes) - 1 - self.list_at
        if self.list_at < 0:
            return [(arg,) for arg in args] if len(args) == len(self.takes) else None
        end = len(args) - after
        if end < self.list_at:
            return None
        head = [(arg,) for arg in args[: self.list_at]]
        return [*head, args[self.list_at : end], *[(arg,) for arg in args[end:]]]


class FramePlan:
    """The floats of one step."""

    def __init__(self, step: Step[Any], layout: Layout, turning: Turning) -> None:
        self.step = step
        self.turning = turning
        self.arguments = Arguments(step.takes, turning)
        self.parts = len(step.steps) + 1 if isinstance(step, Seq) else 1 if isinstance(step, Each) else 0
        """Floats of the place: the next step of a `seq`, how many items of an `each` have begun."""
        self.items: Code | None = None
        self.most = 0
        if isinstance(step, Each):
            self.items = code_of_kind(step.kind, turning, True)
            self.most = step.most or default_most(turning, step.kind)
        elif isinstance(step, Waiting) and not isinstance(step, AskNature):
            several = isinstance(step, Together)
            self.items = code_of_kind("seat", turning, several)
            self.most = turning.players if several else 1
        self.items_at = HEAD + self.parts + self.arguments.width
        self.width = self.items_at + (self.most * self.items.width if self.items is not None else 0)
        told = ["here 1", f"height/{HEIGHT} 1", "called 1"]
        if isinstance(step, Seq):
            names = [child.name for child in step.steps]
            told.append(f"next({','.join([*names, END])}) {self.parts}")
        if isinstance(step, Each):
            told.append(f"begun/{self.most} 1")
        told += self.arguments.told
        if self.items is not None:
            told.append(f"{self.most} x ({self.items.tell()})" if self.most > 1 else self.items.tell())
        n = step.at_once
        axes, sizes = ((str(n),), (n,)) if n > 1 else ((), ())
        self.offset = layout.add(f"stack.{step.name}", n * self.width, axes, sizes, " + ".join(told))

    def write(self, out: array[float], frame: Frame, height: int, number: int, turn: int) -> None:
        """Write a frame, the `number`-th of this step from the bottom of the stack."""
        step = self.step
        if number >= step.at_once:
            raise RulesError("frames_at_once", step=step.name, n=step.at_once)
        at = self.offset + number * self.width
        out[at] = 1.0
        out[at + 1] = height / HEIGHT
        place, items = frame[1], frame[3]
        if place == CALLED:
            out[at + 2] = 1.0
        elif isinstance(step, Seq):
            out[at + HEAD + place] = 1.0
        elif isinstance(step, Each):
            out[at + HEAD] = place / self.most
        self._write_arguments(out, at + HEAD + self.parts, frame[2], turn)
        if self.items is None or place == CALLED:
            return
        if isinstance(step, Each) and place > 1:
            items = items[place - 1 :] + items[: place - 1]  # the one whose turn it is comes first
        start, width = at + self.items_at, self.items.width
        try:
            self.items.write_list(out, range(start, start + self.most * width, width), items, turn)
        except KeyError as error:
            raise RulesError("encoded_item", step=step.name, found=error.args[0]) from None
        except IndexError:
            raise RulesError("encoded_items", step=step.name, n=self.most, found=len(items)) from None

    def _write_arguments(self, out: array[float], at: int, args: Args, turn: int) -> None:
        arguments = self.arguments
        groups = arguments.groups(args)
        try:
            if groups is None:
                raise KeyError(list(args))
            for i, group in enumerate(groups):
                places = [at + place for place in arguments.places[i]]
                if i == arguments.list_at:
                    arguments.codes[i].write_list(out, places, group, turn)
                else:
                    arguments.codes[i].write(out, places, group, turn)
        except (KeyError, IndexError):
            declared = ", ".join(arguments.takes)
            raise RulesError(
                "encoded_arguments", step=self.step.name, kinds=declared, found=list(args)
            ) from None


class QuestionPlan:
    """What the viewer is asked: the question, and its arguments kind by kind in their order.

    Of a list it says what is in it; the frame says in which order."""

    def __init__(self, rules: Ruleset[Any], layout: Layout, turning: Turning) -> None:
        self.number: dict[str, int] = {}
        self.arguments: dict[int, Arguments] = {}
        counts: dict[str, int] = {}
        for step in rules.nodes:
            if not isinstance(step, Waiting) or isinstance(step, AskNature):
                continue
            self.number.setdefault(step.question.name, len(self.number))
            self.arguments[step.id] = Arguments(step.takes, turning)
            names = argument_names(step.takes)
            for name in names:
                counts[name] = max(counts.get(name, 0), names.count(name))
        self.offset = layout.add("question", len(self.number), entry=" + ".join(self.number))
        self.codes: dict[str, Code] = {}
        self.places: dict[str, list[int]] = {}
        for name, n in counts.items():
            code = code_of_kind(name.rstrip("*"), turning, False)
            axes, sizes = ((str(n),), (n,)) if n > 1 else ((), ())
            at = layout.add(f"question.{name}", n * code.width, axes, sizes, code.tell())
            self.codes[name] = code
            self.places[name] = [at + i * code.width for i in range(n)]

    def write(self, out: array[float], step: Waiting[Any], args: Args, turn: int) -> None:
        """Write the question of a step that waits for the viewer; its frame has been written before."""
        out[self.offset + self.number[step.question.name]] = 1.0
        arguments = self.arguments[step.id]
        found: dict[str, int] = {}
        groups = arguments.groups(args) or []
        for name, values in zip(argument_names(arguments.takes), groups, strict=True):
            n = found.get(name, 0)
            found[name] = n + 1
            self.codes[name].write(out, [self.places[name][n]] * len(values), values, turn)


def argument_names(takes: Sequence[str]) -> list[str]:
    """Kinds of arguments without the lengths of lists: `county*` of `county*12`."""
    return [kind.partition("*")[0] + ("*" if "*" in kind else "") for kind in takes]


def default_most(turning: Turning, id: str) -> int:
    """How long a list of things of a kind may be that does not say so."""
    return max(turning.kinds[id].size, LISTED)
