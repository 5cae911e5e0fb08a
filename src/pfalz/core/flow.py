"""The flow tree: a round written down as a list of steps, in rulebook order.

Steps are static and named; where a game stands is a stack of frames in its state, each frame pointing at a
step. `seq`, `each`, `loop`, `when` and `branch` compose; `do` runs a rule; `ask`, `together` and `chance`
wait for an answer; `mark` names a place for modules. Rules receive the items of the `each` steps around them
(and the arguments of `State.call`) as plain ints, outermost first; which kinds of things these are is
declared by `each` and `flow`. A frame that is written down says by name which step comes next, so that it
can be continued under a flow with another step in it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, Generic, TypeVar

from pfalz.core.ask import Ask, Chance, Question, forced_prefix
from pfalz.core.errors import RulesetError
from pfalz.core.state import NATURE, Args, Frame, Move, State

S = TypeVar("S", bound=State)
Rule = Callable[..., None]
Test = Callable[..., bool]
Order = Callable[..., Sequence[int]]
Selector = Callable[..., int]

END: Final = "."
"""The place of a `seq` whose steps have all begun."""
LISTED: Final = 8
"""Lists of things of a small kind may be that long without saying so."""


class Step(Generic[S]):
    """A node of the flow tree."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.id = -1
        self.takes: tuple[str, ...] = ()
        """Kinds of the arguments of this step, outermost first; one may be a list (`county*`, see `flow`)."""
        self.at_once = 1
        """How many frames of this step there may be at once."""

    def children(self) -> list[Step[S]]:
        """The steps directly below this one."""
        return []

    def swap(self, old: Step[S], new: Step[S]) -> None:
        """Put `new` in the place of the child `old`."""
        raise RulesetError("no_child", step=self.name, child=old.name)

    def given(self) -> tuple[str, ...]:
        """Kinds of the arguments of the steps below this one."""
        return self.takes

    def place(self, at: int) -> int | str:
        """A position of this step as it is written down."""
        return at

    def position(self, place: object, items: Args) -> int | None:
        """The position that was written down as `place`; None if this step has no such position."""
        return 0 if place == 0 and type(place) is int else None

    def enter(self, s: S, args: Args) -> None:
        """Begin this step: push its frame and go on from there, or do it at once."""
        frame: Frame = (self.id, 0, args, ())
        s.stack.append(frame)
        self.step(s, frame)

    def step(self, s: S, frame: Frame) -> bool:
        """Go on from `frame`; False means: wait for an answer."""
        raise NotImplementedError


class Seq(Step[S]):
    """Steps one after the other."""

    def __init__(self, name: str, steps: list[Step[S]]) -> None:
        super().__init__(name)
        self.steps = steps

    def children(self) -> list[Step[S]]:
        return list(self.steps)

    def swap(self, old: Step[S], new: Step[S]) -> None:
        self.steps[self.steps.index(old)] = new

    def place(self, at: int) -> int | str:
        """The name of the next step; END after the last."""
        return self.steps[at].name if at < len(self.steps) else END

    def position(self, place: object, items: Args) -> int | None:
        if place == END:
            return len(self.steps)
        for at, step in enumerate(self.steps):
            if step.name == place:
                return at
        return None

    def step(self, s: S, frame: Frame) -> bool:
        """Begin one child after the other, until one leaves a frame of its own on the stack."""
        stack, steps = s.stack, self.steps
        id, at, args = self.id, frame[1], frame[2]
        height, last = len(stack), len(steps)
        top = height - 1
        while at < last:
            child = steps[at]
            at += 1
            stack[top] = (id, at, args, ())
            child.enter(s, args)
            if len(stack) != height:
                return True
        stack.pop()
        return True


class Do(Step[S]):
    """A rule that is carried out at once."""

    def __init__(self, rule: Rule) -> None:
        super().__init__(rule.__name__)
        self.rule = rule

    def enter(self, s: S, args: Args) -> None:
        if args:
            self.rule(s, *args)
        else:
            self.rule(s)


class Mark(Step[S]):
    """A place in the rules where nothing happens, for modules to hold on to."""

    def enter(self, s: S, args: Args) -> None:
        return


class Nest(Step[S]):
    """A step with one body."""

    def __init__(self, name: str, body: Step[S]) -> None:
        super().__init__(name)
        self.body = body

    def children(self) -> list[Step[S]]:
        return [self.body]

    def swap(self, old: Step[S], new: Step[S]) -> None:
        assert old is self.body
        self.body = new


class Each(Nest[S]):
    """The body once for every item, the order being fixed when the step begins."""

    def __init__(self, name: str, order: Order, body: Step[S], kind: str, most: int) -> None:
        super().__init__(name, body)
        self.order = order
        self.kind = kind
        """What the items are."""
        self.most = most
        """How many there are at most; 0 if no more than there are things of the kind (or `LISTED`)."""

    def given(self) -> tuple[str, ...]:
        return (*self.takes, self.kind)

    def position(self, place: object, items: Args) -> int | None:
        return place if type(place) is int and 0 <= place <= len(items) else None

    def enter(self, s: S, args: Args) -> None:
        items = tuple(self.order(s, *args) if args else self.order(s))
        if items:
            frame: Frame = (self.id, 0, args, items)
            s.stack.append(frame)
            self.step(s, frame)

    def step(self, s: S, frame: Frame) -> bool:
        at, args, items = frame[1], frame[2], frame[3]
        if at == len(items):
            s.stack.pop()
            return True
        s.stack[-1] = (self.id, at + 1, args, items)
        self.body.enter(s, (*args, items[at]))
        return True


class Loop(Nest[S]):
    """The body as long as the test holds."""

    def __init__(self, name: str, test: Test, body: Step[S]) -> None:
        super().__init__(name, body)
        self.test = test

    def step(self, s: S, frame: Frame) -> bool:
        args = frame[2]
        if self.test(s, *args) if args else self.test(s):
            self.body.enter(s, args)
        else:
            s.stack.pop()
        return True


class When(Nest[S]):
    """The body if the test holds."""

    def __init__(self, name: str, test: Test, body: Step[S]) -> None:
        super().__init__(name, body)
        self.test = test

    def enter(self, s: S, args: Args) -> None:
        if self.test(s, *args) if args else self.test(s):
            self.body.enter(s, args)


class Branch(Step[S]):
    """One of several steps, chosen by the state."""

    def __init__(self, name: str, select: Selector, cases: dict[int, Step[S]]) -> None:
        super().__init__(name)
        self.select = select
        self.cases = cases

    def children(self) -> list[Step[S]]:
        return list(self.cases.values())

    def swap(self, old: Step[S], new: Step[S]) -> None:
        for value, case in self.cases.items():
            if case is old:
                self.cases[value] = new

    def enter(self, s: S, args: Args) -> None:
        self.cases[self.select(s, *args)].enter(s, args)


class Waiting(Step[S]):
    """A step that waits for answers to a question."""

    def __init__(self, question: Question[S], name: str) -> None:
        super().__init__(name or question.name)
        self.question = question

    def widen(self, question: Question[S]) -> None:
        """Ask a wider question from now on."""
        self.question = question

    def step(self, s: S, frame: Frame) -> bool:
        return False

    def asks(self, s: S, frame: Frame) -> list[Ask]:
        """The questions open at this frame."""
        raise NotImplementedError

    def take(self, s: S, frame: Frame, seat: int, answer: Move) -> None:
        """Take a legal answer."""
        raise NotImplementedError


class AskOne(Waiting[S]):
    """A question to one seat; an only option is taken without asking."""

    def __init__(self, question: Question[S], name: str) -> None:
        if isinstance(question, Chance):
            raise RulesetError("ask_of_chance", ask=question.name)
        super().__init__(question, name)

    def enter(self, s: S, args: Args) -> None:
        question = self.question
        seat = question.seat(s, args)
        prefix, offer = forced_prefix(question, s, seat, args)
        if prefix and s.trace is not None and question.skip_if_forced:
            event = question.no_choice(s, seat, args, prefix)
            if event is not None:
                s.tell(event)
        if offer is None and question.skip_if_forced:
            question.answer(s, seat, args, prefix)
            return
        s.stack.append((self.id, 0, args, (seat,)))
        s.prefix, s.offer = (prefix, offer) if offer is not None else ((), None)

    def asks(self, s: S, frame: Frame) -> list[Ask]:
        return [Ask(self.question, frame[3][0], frame[2], False)]

    def take(self, s: S, frame: Frame, seat: int, answer: Move) -> None:
        s.stack.pop()
        s.offer = None
        self.question.answer(s, seat, frame[2], answer)


class AskNature(Waiting[S]):
    """A question to NATURE."""

    def __init__(self, question: Chance[S], name: str) -> None:
        super().__init__(question, name)
        self.chance = question

    def widen(self, question: Question[S]) -> None:
        if not isinstance(question, Chance):
            raise RulesetError("widened_chance", ask=self.question.name)
        self.question = self.chance = question

    def enter(self, s: S, args: Args) -> None:
        outcome = self.chance.only(s, args)
        if outcome is not None:
            self.chance.answer(s, NATURE, args, outcome)
        else:
            s.stack.append((self.id, 0, args, (NATURE,)))
            s.offer = None

    def asks(self, s: S, frame: Frame) -> list[Ask]:
        return [Ask(self.chance, NATURE, frame[2], False)]

    def take(self, s: S, frame: Frame, seat: int, answer: Move) -> None:
        s.stack.pop()
        self.chance.answer(s, NATURE, frame[2], answer)


class Together(Waiting[S]):
    """A question to several seats at once: secret and revisable until the last answer is in."""

    def __init__(self, question: Question[S], seats: Order, name: str) -> None:
        super().__init__(question, name)
        self.seats = seats

    def enter(self, s: S, args: Args) -> None:
        seats = tuple(self.seats(s, *args))
        if not seats:
            self.question.resolve(s, args, (), [])
            return
        s.answers = [None] * s.rules.players
        s.stack.append((self.id, 0, args, seats))
        s.offer = None

    def asks(self, s: S, frame: Frame) -> list[Ask]:
        return [Ask(self.question, seat, frame[2], s.answers[seat] is not None) for seat in frame[3]]

    def take(self, s: S, frame: Frame, seat: int, answer: Move) -> None:
        s.answers[seat] = answer
        answers: list[Move] = []
        for other in frame[3]:
            given = s.answers[other]
            if given is None:
                return
            answers.append(given)
        s.answers = []
        s.stack.pop()
        self.question.resolve(s, frame[2], frame[3], answers)


def drop_marks(step: Step[Any]) -> None:
    """Take the marks out of a flow that nobody edits any more."""
    if isinstance(step, Seq):
        step.steps = [child for child in step.steps if not isinstance(child, Mark)]
    for child in step.children():
        drop_marks(child)


def flow(step: Step[Any], *kinds: str, at_once: int = 1) -> Step[Any]:
    """A named flow with the kinds of the arguments it is called with.

    The last kind may be a list: `county*` has at most as many as there are counties (or `LISTED`),
    `chest*12` at most twelve. A flow that is called again before it is done says how often it may stand there
    `at_once`."""
    step.takes = kinds
    step.at_once = at_once
    return step


def seq(name: str, *steps: Step[Any]) -> Step[Any]:
    """Steps one after the other."""
    return Seq(name, list(steps))


def do(rule: Rule) -> Step[Any]:
    """Carry out a rule."""
    return Do(rule)


def mark(name: str) -> Step[Any]:
    """Name a place in the rules where modules can put steps; a ruleset has no step there."""
    return Mark(name)


def each(name: str, order: Order, body: Step[Any], kind: str = "seat", most: int = 0) -> Step[Any]:
    """The body for every item of `order(state, *args)`; items are seats unless another kind is named.

    Where things come up more than once, `most` says how many items there may be."""
    return Each(name, order, body, kind, most)


def loop(name: str, test: Test, body: Step[Any]) -> Step[Any]:
    """The body as long as `test(state, *args)` holds."""
    return Loop(name, test, body)


def when(test: Test, body: Step[Any], name: str = "") -> Step[Any]:
    """The body if `test(state, *args)` holds. It has a name of its own, or one made of both."""
    return When(name or f"{body.name}_if_{test.__name__}", test, body)


def branch(name: str, select: Selector, cases: dict[int, Step[Any]]) -> Step[Any]:
    """The case chosen by `select(state, *args)`."""
    return Branch(name, select, cases)


def ask(question: Question[Any], name: str = "") -> Step[Any]:
    """Ask one seat. A question that stands in the flow twice needs a step name of its own."""
    return AskOne(question, name)


def together(question: Question[Any], seats: Order, name: str = "") -> Step[Any]:
    """Ask several seats at once, in secret."""
    return Together(question, seats, name)


def chance(question: Chance[Any], name: str = "") -> Step[Any]:
    """Ask NATURE."""
    return AskNature(question, name)
