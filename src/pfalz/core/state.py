"""The state of a game: columns of small ints, and everything generated from their declaration.

A game writes one class with annotated columns and one `declare(...)` that says, for each column, along
which axes it runs, what its entries may be and who may see it. From that the kernel generates `copy`,
`key`, `to_json`, `from_json` and the redaction behind `view`; `core/shapes.py` adds what follows at a given
table: the sizes, the empty table and the refusal of wrong values. A column without a declaration, or a
declaration without a column, fails when the ruleset is built (contract 4). Columns hold only immutable
elements, so a slice is a full copy.
"""

from __future__ import annotations

import hashlib
import inspect
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Final, NewType

import msgspec
from mypy_extensions import mypyc_attr

from pfalz.core.errors import RecordError, RulesError, RulesetError

if TYPE_CHECKING:
    from pfalz.core.events import Event, EventKind
    from pfalz.core.ruleset import Ruleset

Reaction = Callable[..., None]
"""What a module does after an event: a function of the state and the event's arguments."""

NATURE: Final = -1
"""The seat that answers questions of chance."""
SPECTATOR: Final = -2
"""The viewer who owns no seat and sees what is public."""
HIDDEN: Final = -99
"""What a view shows where the viewer may not look. No game uses this value for anything else."""
CALLED: Final = -1
"""Position of a frame whose step was called but has not begun."""
NEVER: Final = -1
"""Of events recorded: no number of them makes the rules stand still."""

Args = tuple[int, ...]
Move = tuple[int, ...]
Frame = tuple[int, int, Args, Args]
"""(step, position, arguments of the enclosing steps, items still to be gone through)"""

Mask = Callable[[Any, int], Sequence[bool]]
Copy = Callable[[Any], Any]
COPIES: Final = "_copies"
"""Ending of the modules that a compiled build has beside those that declare columns."""


class Sight:
    """Who may see the entries of a column."""

    def __init__(self, name: str, mask: Mask | None = None) -> None:
        self.name = name
        self.mask = mask


PUBLIC: Final = Sight("public")
OWNER: Final = Sight("owner")
NOBODY: Final = Sight("nobody")


def seen(mask: Mask) -> Sight:
    """Visible entry by entry: `mask(state, seat)` gives one bool per entry."""
    return Sight("seen", mask)


Bound = int | Callable[[Any], int]
"""A number, or what makes it from the tables of the game (in a slice: of the module) after an edition."""
Axis = str | Bound
"""A kind, along which a column has one entry for each thing, or a number of entries."""
MOST: Final = 10**9
"""No column holds a larger number."""


class Holds:
    """What the entries of a column may be: numbers in a range, things of a kind, or sets of things."""

    def __init__(self, low: Bound, high: Bound, kind: str, also: tuple[int, ...], bits: bool) -> None:
        self.low = low
        self.high = high
        self.kind = kind
        self.also = also
        """Values besides the things of the kind; the first of them is how an entry begins."""
        self.bits = bits


def upto(high: Bound, low: Bound = 0) -> Holds:
    """Numbers from `low` (0) to `high`."""
    return Holds(low, high, "", (), False)


def amount() -> Holds:
    """Numbers from 0 without a limit of the rules."""
    return Holds(0, MOST, "", (), False)


def balance() -> Holds:
    """Numbers that may be negative, without a limit of the rules."""
    return Holds(-MOST, MOST, "", (), False)


def thing(kind: str, *also: int) -> Holds:
    """A thing of a kind, or one of the values `also` (nobody, empty)."""
    return Holds(0, 0, kind, also, False)


def set_of(kind: str) -> Holds:
    """A set of things of a kind, as bits."""
    return Holds(0, 0, kind, (), True)


class Column:
    """Declaration of one column: its axes, what it holds, and who may see it."""

    def __init__(
        self,
        kind: str,
        sight: Sight,
        holds: Holds,
        per: Axis | tuple[Axis, ...] = (),
        most: Axis | None = None,
    ) -> None:
        self.kind = kind
        self.sight = sight
        self.holds = holds
        self.per: tuple[Axis, ...] = per if isinstance(per, tuple) else (per,)
        """Of `numbers` and `stacks`: one entry for each thing, for each pair of things, ...; () if `most`."""
        self.most = most
        """Of `numbers` without axes: their largest number; of `stacks`: the longest entry."""


def number(sight: Sight, holds: Holds) -> Column:
    """A single int."""
    return Column("number", sight, holds)


def numbers(
    sight: Sight,
    holds: Holds,
    per: Axis | tuple[Axis, ...] = (),
    most: Axis | None = None,
) -> Column:
    """A list of ints along the axes `per`, or of at most `most`. With OWNER the first axis is the seat."""
    return Column("numbers", sight, holds, per, most)


def stacks(
    sight: Sight,
    holds: Holds,
    per: Axis | tuple[Axis, ...] = (),
    most: Axis | None = None,
) -> Column:
    """A list of tuples of ints, each of at most `most`; hidden ones keep their length (it is public)."""
    return Column("stacks", sight, holds, per, most)


def shared() -> Column:
    """A constant of the ruleset, carried along by reference and left out of keys and files."""
    return Column("shared", PUBLIC, amount())


@mypyc_attr(allow_interpreted_subclasses=True)
class Columns:
    """A set of columns: the state of a game, or the slice of a module.

    A class that keeps them in slots (`__slots__ = tuple(__annotations__)`) is copied in half the time."""

    __slots__ = ()


class Halted(Exception):
    """As much has happened as somebody wanted to see; the state is the one in which the next thing begins."""


@mypyc_attr(allow_interpreted_subclasses=True)
class State(Columns):
    """What every game's state has: the ruleset it obeys, the flow stack and open simultaneous answers."""

    rules: Ruleset[Any]
    stack: list[Frame]
    answers: list[Move | None]
    slices: dict[str, Any]  # columns of a module, of the class it declares
    # what follows is not part of the position: an offer already computed, the recorder of events, and how
    # many of them it takes until the rules stand still, so that nobody is asked (NEVER: they do not)
    prefix: Move
    offer: Sequence[int] | None
    trace: list[Event] | None
    halt: int
    __slots__ = tuple(__annotations__)

    def emit(self, kind: EventKind, *args: int) -> None:
        """Say that something happened: recorded if somebody listens, and modules may react."""
        if self.trace is not None:
            self.tell((kind, args))
        reactions = self.rules.reactions
        if reactions and kind.name in reactions:
            found = reactions[kind.name]
            if len(found) == 1:
                found[0](self, *args)
            else:
                self._react(found, args)

    def tell(self, event: Event) -> None:
        """Record what is told to whoever listens, and to them alone: no module reacts to it."""
        if self.trace is not None:
            if len(self.trace) == self.halt:
                raise Halted
            self.trace.append(event)

    def _react(self, reactions: Sequence[Reaction], args: Args) -> None:
        """Several modules react in their order, and the flows they call are done in that order too."""
        stack = self.stack
        called: list[list[Frame]] = []
        for react in reactions:
            before = len(stack)
            react(self, *args)
            called.append(stack[before:])
            del stack[before:]
        for frames in reversed(called):
            stack += frames

    def call(self, flow: str, *args: int) -> None:
        """Do the named flow next; of several calls in one step the last one is done first.

        The flow begins only when it is reached, so it sees everything the calling step still does."""
        step = self.rules.by_name.get(flow)
        if step is None:
            raise RulesError("no_flow", game=self.rules.game.id, flow=flow)
        self.stack.append((step.id, CALLED, args, ()))

    # -- where it stands --------------------------------------------------------------------------

    def frames(self, step: str) -> list[Frame]:
        """The frames of a step that has begun, outermost first."""
        id = self.rules.step_ids.get(step, -2)
        return [frame for frame in self.stack if frame[0] == id and frame[1] != CALLED]

    def within(self, step: str) -> bool:
        """Whether a step has begun and is not done."""
        id = self.rules.step_ids.get(step, -2)
        return any(frame[0] == id and frame[1] != CALLED for frame in self.stack)

    def next_in(self, step: str) -> str:
        """Of a `seq` that has begun: the name of the step that comes next, "." after the last; "" outside."""
        found = self.frames(step)
        return str(self.rules.by_name[step].place(found[-1][1])) if found else ""

    def has_begun(self, step: str, child: str) -> bool:
        """Whether a `seq` is under way and has come to the step `child`, or past it."""
        found = self.frames(step)
        at = self.rules.by_name[step].position(child, ()) if found else None
        return at is not None and found[-1][1] > at

    def given(self, flow: str) -> list[Args]:
        """The arguments of a flow that has been called and is not done, outermost first."""
        id = self.rules.step_ids.get(flow, -2)
        return [frame[2] for frame in self.stack if frame[0] == id]

    def items(self, step: str) -> tuple[Args, Args]:
        """Of an `each` that has begun: the items whose turn has come, and those still to come."""
        found = self.frames(step)
        if not found:
            return (), ()
        at, items = found[-1][1], found[-1][3]
        return items[:at], items[at:]

    @property
    def over(self) -> bool:
        """True once the flow has run to its end."""
        return not self.stack


View = NewType("View", State)
"""A state as a seat or a spectator may know it, with HIDDEN in the place of everything else.

Only `Ruleset.view` makes one (and `view_from_json` brings it back), so that whoever demands a `View` is never
given a true state: mypy refuses it. It costs nothing, for it is a matter of types alone."""

KERNEL: Final = ("rules", "stack", "answers", "slices", "prefix", "offer", "trace", "halt")


def values_of(names: Sequence[str]) -> Callable[[Any], tuple[Any, ...]]:
    """What reads some columns as they are, all at once: every answer is hashed and sent."""
    if len(names) > 1:
        found: Callable[[Any], tuple[Any, ...]] = attrgetter(*names)
        return found
    return partial(_few, names)


def _few(names: Sequence[str], s: Any) -> tuple[Any, ...]:
    return tuple([getattr(s, name) for name in names])


class Schema:
    """The declaration of a `Columns` class together with the functions generated from it."""

    def __init__(self, cls: type[Columns], columns: dict[str, Column]) -> None:
        self.cls = cls
        self.columns = columns
        self.stored = {name: c for name, c in columns.items() if c.kind != "shared"}
        self.secret = {name: c for name, c in self.stored.items() if c.sight is not PUBLIC}
        self.public = [name for name in self.stored if name not in self.secret]
        self.fixed = all(column.sight.mask is None for column in self.secret.values())
        """Whether what a seat may see depends on nothing but whose it is."""
        self.values = values_of(list(self.stored))
        self.public_values = values_of(self.public)
        self.secret_values = values_of(list(self.secret))
        self._check()
        self.key: Callable[[Any], tuple[Any, ...]] = self._generate_key(self._key_parts())
        self.public_key: Callable[[Any], tuple[Any, ...]] = self._generate_key(self._public_parts())
        """What everybody may see of the columns: of those that are not public no more than their lengths."""

    def _check(self) -> None:
        fields = {name for name in column_names(self.cls) if name not in KERNEL}
        undeclared = sorted(fields - set(self.columns))
        if undeclared:
            raise RulesetError("column_undeclared", cls=self.cls.__name__, column=undeclared[0])
        unknown = sorted(set(self.columns) - fields)
        if unknown:
            raise RulesetError("column_unknown", cls=self.cls.__name__, column=unknown[0])
        for name, column in self.columns.items():
            sized = bool(column.per) or (column.kind == "numbers" and column.most is not None)
            if column.kind in ("numbers", "stacks") and not sized:
                raise RulesetError("column_no_size", cls=self.cls.__name__, column=name)
            if column.sight is OWNER and column.per[:1] != ("seat",):
                raise RulesetError("column_no_owner", cls=self.cls.__name__, column=name)

    def check_filled(self, c: Columns) -> None:
        """Refuse a new object that lacks a declared column or brings one nobody declared."""
        for name in self.columns:
            if not hasattr(c, name):
                raise RulesetError("column_unset", cls=self.cls.__name__, column=name)
        for name in getattr(c, "__dict__", {}):
            if name not in self.columns and name not in KERNEL:
                raise RulesetError("column_none", cls=self.cls.__name__, column=name)

    def copier(self, slices: Mapping[str, Copy]) -> Copy:
        """A function that copies such columns, given the functions that copy the slices of a state."""
        parts = list(slices.items())
        compiled = _compiled_copy(self.cls)
        if compiled is not None:
            return partial(compiled, parts=parts)
        lines = ["def copy(s):", "    n = new(cls)", *(f"    {line}" for line in self.copy_lines())]
        if issubclass(self.cls, State):
            made = "".join(f"{id!r}: copy_{i}(slices[{id!r}]), " for i, (id, _) in enumerate(parts))
            lines += ["    slices = s.slices"] if parts else []
            lines += [f"    n.slices = {{{made}}}"]
        scope: dict[str, Any] = {"cls": self.cls, "new": self.cls.__new__}
        scope.update({f"copy_{i}": copy for i, (_, copy) in enumerate(parts)})
        exec("\n".join((*lines, "    return n")), scope)  # the source is built from declared names only
        return scope["copy"]  # type: ignore[no-any-return]

    def copy_lines(self) -> list[str]:
        """The lines that fill a copy `n` of the columns `s`, slices left out."""
        lines = []
        if issubclass(self.cls, State):
            lines += ["n.rules = s.rules", "n.stack = s.stack.copy()", "n.answers = s.answers.copy()"]
            lines += ["n.prefix = s.prefix", "n.offer = s.offer", "n.trace = None"]
            lines += ["n.halt = s.halt"]
        for name, column in self.columns.items():
            copied = ".copy()" if column.kind in ("numbers", "stacks") else ""
            lines.append(f"n.{name} = s.{name}{copied}")
        return lines

    def _key_parts(self) -> list[str]:
        return [
            f"tuple(s.{name})" if column.kind in ("numbers", "stacks") else f"s.{name}"
            for name, column in self.stored.items()
        ]

    def _public_parts(self) -> list[str]:
        lengths = {"numbers": "len(s.{})", "stacks": "tuple(map(len, s.{}))"}
        hidden = {name: lengths[c.kind].format(name) for name, c in self.secret.items() if c.kind in lengths}
        shown = zip(self.stored, self._key_parts(), strict=True)
        return [hidden.get(name, part) for name, part in shown if name not in self.secret or name in hidden]

    def _generate_key(self, parts: list[str]) -> Callable[[Any], tuple[Any, ...]]:
        scope: dict[str, Any] = {}
        exec(f"def key(s):\n    return ({''.join(part + ', ' for part in parts)})", scope)
        return scope["key"]  # type: ignore[no-any-return]

    def to_json(self, c: Columns) -> dict[str, Any]:
        """The columns as plain JSON values, in declared order."""
        out: dict[str, Any] = {}
        for name, column in self.stored.items():
            value = getattr(c, name)
            if column.kind == "numbers":
                value = list(value)
            elif column.kind == "stacks":
                value = [list(entry) for entry in value]
            out[name] = value
        return out

    def from_json(self, c: Columns, data: object, where: str) -> None:
        """Fill the columns of `c` from JSON; what is no column, or not made of ints, is refused by name.

        Sizes and values are the business of `Shapes.check`."""
        if not isinstance(data, dict):
            raise RecordError("columns_no_object", where=where, found=type(data).__name__)
        for name in data:
            if name not in self.stored:
                raise RecordError("columns_unknown", where=where, column=name)
        for name, column in self.stored.items():
            if name not in data:
                raise RecordError("columns_missing", where=where, column=name)
            setattr(c, name, _parsed(column.kind, data[name], f"{where}.{name}"))

    def redact(self, c: Columns, state: State, seat: int) -> None:
        """Replace in `c` (a copy) everything `seat` may not see by HIDDEN."""
        for name, value in self.redacted(c, state, seat).items():
            setattr(c, name, value)

    def redacted(self, c: Columns, state: State, seat: int) -> dict[str, Any]:
        """The columns that are not public, as `seat` may see them."""
        out: dict[str, Any] = {}
        for name, column in self.secret.items():
            value = getattr(c, name)
            if column.kind == "number":
                out[name] = value if self.visible(column, 1, state, seat)[0] else HIDDEN
                continue
            if column.sight is OWNER and column.kind == "numbers":
                begin, end = self._own(len(value), state, seat)
                out[name] = [HIDDEN] * begin + value[begin:end] + [HIDDEN] * (len(value) - end)
                continue
            visible = self.visible(column, len(value), state, seat)
            if len(visible) != len(value):
                raise RulesError(
                    "mask_length", cls=self.cls.__name__, column=name, n=len(value), masked=len(visible)
                )
            if column.kind == "numbers":
                out[name] = [e if shown else HIDDEN for e, shown in zip(value, visible, strict=True)]
            else:
                out[name] = [
                    e if shown else (HIDDEN,) * len(e) for e, shown in zip(value, visible, strict=True)
                ]
        return out

    def visible(self, column: Column, length: int, state: State, seat: int) -> Sequence[bool]:
        """Which of the `length` entries of a column `seat` may see."""
        sight = column.sight
        if sight is PUBLIC:
            return [True] * length
        if sight is NOBODY:
            return [False] * length
        if sight is OWNER:
            begin, end = self._own(length, state, seat)
            return [begin <= i < end for i in range(length)]
        assert sight.mask is not None
        return sight.mask(state, seat)

    def _own(self, length: int, state: State, seat: int) -> tuple[int, int]:
        """Where those of `length` entries begin and end that belong to `seat`; a spectator has none."""
        block, rest = divmod(length, state.rules.players)
        if rest:
            raise RulesError("no_blocks", cls=self.cls.__name__, n=length, seats=state.rules.players)
        return (seat * block, (seat + 1) * block) if 0 <= seat < state.rules.players else (0, 0)


def _compiled_copy(cls: type[Columns]) -> Callable[..., Any] | None:
    """The compiled function that copies columns, if the build has made one beside their class."""
    module: str = inspect.getattr_static(cls, "__module__", "")
    if module not in sys.modules or find_spec(f"{module}{COPIES}") is None:
        return None
    found: Callable[..., Any] | None = getattr(
        import_module(f"{module}{COPIES}"), f"copy_{cls.__name__}", None
    )
    return found


def column_names(cls: type[Columns]) -> list[str]:
    """The columns a class annotates, its bases included (also when compiled by mypyc)."""
    names: list[str] = []
    for base in reversed(cls.__mro__):
        own = base.__dict__.get("__mypyc_attrs__")
        if own is None:
            own = inspect.get_annotations(base)
        names += [name for name in own if name not in names and not name.startswith("__")]
    return names


def declare(cls: type[Columns], **columns: Column) -> Schema:
    """Declare shape and visibility of every column of `cls`."""
    return Schema(cls, columns)


def _parsed(kind: str, value: object, where: str) -> object:
    if kind == "number":
        if type(value) is int:
            return value
        raise RecordError("expected_number", where=where, found=value)
    if not isinstance(value, list):
        raise RecordError("expected_list", where=where, found=value)
    if kind == "numbers":
        for entry in value:
            if type(entry) is not int:
                raise RecordError("expected_only_numbers", where=where, found=entry)
        return list(value)
    out: list[tuple[int, ...]] = []
    for entry in value:
        if not isinstance(entry, list) or any(type(x) is not int for x in entry):
            raise RecordError("expected_lists", where=where, found=entry)
        out.append(tuple(entry))
    return out


def digest(data: object) -> str:
    """A short stable hash of plain JSON data, the same in every process."""
    return hashlib.blake2b(msgspec.json.encode(data), digest_size=8).hexdigest()
