"""Questions: the one source of truth for what may be chosen.

A `Question` is static, one object per kind of decision. It answers for any state: who is asked
(`seat`), which values the next slot of the form may take after a prefix (`options`), why another value
may not (`why_not`), and what an answer does (`answer`, or `resolve` for simultaneous questions). A plain
choice is a form with one slot (`Choice`). If a prefix is legal, some completion is legal. A module makes a
question wider with `Widened`. An `Ask` is a question that is open right now; it is derived from the state and
never stored. Whoever goes through the slots of a form does it with the methods of `Ask`: `filled` and `slots`
fill one in, `forced` fills what is forced, `walk` and `steps` follow an answer, `answers` lists them all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import Any, ClassVar, Final, Generic, NamedTuple, TypeVar

from mypy_extensions import mypyc_attr

from pfalz.core.errors import IllegalAnswer, RulesError
from pfalz.core.events import Event
from pfalz.core.state import NATURE, Args, Move, State

S = TypeVar("S", bound=State)

EVERYBODY: Final = -1
"""Audience of a slot that all may see."""
NO_ONE: Final = -3
"""Audience of a slot that stays unknown to all seats (a card put face down by chance)."""


class Reason(NamedTuple):
    """Why a value is not on offer: a text key with its values, and the clause that forbids it."""

    key: str
    clause: str
    values: dict[str, tuple[str, int]]


class Note(NamedTuple):
    """What a choice costs or yields: a text key (`note.<key>`) with its values, and what else it concerns."""

    key: str
    values: dict[str, tuple[str, int]]
    things: Sequence[tuple[str, int]] = ()
    """Kinds and values of things on the board that are shown beside the choice, such as where it is paid."""


class Slot(NamedTuple):
    """What a slot of a form is called, and which kind of thing its values are."""

    name: str
    kind: str


Pick = Callable[[Sequence[int], Sequence[int]], int]
"""Chooses one of the options of a slot: `pick(prefix, options)`."""


class Filled(NamedTuple):
    """A slot of an answer: what stands before it, what it is called, and its value."""

    prefix: Move
    slot: Slot
    value: int


class Offered(NamedTuple):
    """What a slot offers after `prefix`; None where the form is complete."""

    prefix: Move
    options: Sequence[int] | None


class Tried(NamedTuple):
    """A value tried in a slot, with what stands before it and what was on offer (None: nothing more)."""

    prefix: Move
    options: Sequence[int] | None
    value: int

    @property
    def legal(self) -> bool:
        """Whether the value was on offer."""
        return self.options is not None and self.value in self.options

    @property
    def forced(self) -> bool:
        """Whether nothing else was on offer."""
        return self.options is not None and len(self.options) == 1


def because(key: str, clause: str, **values: tuple[str, int]) -> Reason:
    """Build a reason: `because("too_dear", "S-7.3", need=("number", 5))`."""
    return Reason(key, clause, values)


def note(key: str, things: Sequence[tuple[str, int]] = (), **values: tuple[str, int]) -> Note:
    """Build a note: `note("seat_cost", n=("number", 4))`."""
    return Note(key, values, things)


@mypyc_attr(allow_interpreted_subclasses=True)
class Question(Generic[S]):
    """A kind of decision. Subclasses are stateless; everything they need comes with the call."""

    name: ClassVar[str] = ""
    rule: ClassVar[str] = ""
    skip_if_forced: ClassVar[bool] = True
    """Whether an only option is taken without asking. False where that would betray a secret."""

    def seat(self, s: S, args: Args) -> int:
        """Who is asked; by default the innermost argument of the flow."""
        return args[-1]

    def about(self, args: Args) -> Mapping[str, tuple[str, int]]:
        """What the one who is asked must know to understand it: names and things (text `ask_about`)."""
        return {}

    def slot(self, s: S, seat: int, args: Args, prefix: Sequence[int]) -> Slot:
        """Name and kind of the slot after `prefix`."""
        return Slot("choice", self.name)

    def options(self, s: S, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int] | None:
        """The legal values of the slot after `prefix`; None when the form is complete."""
        raise NotImplementedError

    def domain(self, s: S, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int]:
        """Every value a player may point at in this slot, legal or not."""
        return self.options(s, seat, args, prefix) or ()

    def why_not(self, s: S, seat: int, args: Args, prefix: Sequence[int], value: int) -> Reason | None:
        """The reason why `value` (of the domain) is not on offer after `prefix`; None if it is."""
        offered = self.options(s, seat, args, prefix)
        if offered is not None and value in offered:
            return None
        return self.reason(s, seat, args, prefix, value)

    def reason(self, s: S, seat: int, args: Args, prefix: Sequence[int], value: int) -> Reason:
        """The reason for a value that is not on offer; asked for no other."""
        return because("not_offered", self.rule)

    def worth(self, s: S, seat: int, args: Args, prefix: Sequence[int], value: int) -> Sequence[Note]:
        """What a value on offer costs and yields, from what the seat may know; often its name says it all."""
        return ()

    def heading(
        self, s: S, seat: int, args: Args, prefix: Sequence[int], value: int
    ) -> tuple[str, int] | None:
        """The thing (kind, value) under which a value stands in a long list: seats by their region."""
        return None

    def so_far(self, s: S, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[Note]:
        """What is chosen so far amounts to ("3 of 4 paid"); in a form empty slots are HIDDEN."""
        return ()

    def no_choice(self, s: S, seat: int, args: Args, prefix: Sequence[int]) -> Event | None:
        """What to tell a person about the slots of `prefix`, which were filled without asking: an event that
        `tells` FORCED and names its clause, or nothing if it goes without saying."""
        return None

    def audience(self, seat: int, args: Args, index: int) -> int:
        """Who may read slot `index` of an answer in the log: EVERYBODY, NO_ONE or one seat.

        Answers to simultaneous questions are their owner's alone until the last one is in."""
        return EVERYBODY

    def answer(self, s: S, seat: int, args: Args, answer: Move) -> None:
        """Carry out a legal answer."""
        raise NotImplementedError

    def resolve(self, s: S, args: Args, seats: Args, answers: list[Move]) -> None:
        """Carry out the answers of a simultaneous question, in the order of `seats`."""
        raise NotImplementedError


@mypyc_attr(allow_interpreted_subclasses=True)
class Choice(Question[S]):
    """A question with one slot: one of the `values`, which are things of the kind `of`."""

    of: ClassVar[str] = ""
    """The kind of thing that is chosen; every thing of this kind can be pointed at."""
    called: ClassVar[str] = "choice"
    """The name of the slot."""

    def values(self, s: S, seat: int, args: Args) -> Sequence[int]:
        """What is on offer."""
        raise NotImplementedError

    def refusal(self, s: S, seat: int, args: Args, value: int) -> Reason:
        """Why a value is not on offer; asked for no other."""
        return because("not_offered", self.rule)

    def chosen(self, s: S, seat: int, args: Args, value: int) -> None:
        """Carry out a choice."""
        raise NotImplementedError

    def slot(self, s: S, seat: int, args: Args, prefix: Sequence[int]) -> Slot:
        return Slot(self.called, self.of)

    def options(self, s: S, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int] | None:
        return None if prefix else self.values(s, seat, args)

    def domain(self, s: S, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int]:
        kind = s.rules.kinds[self.of]
        return () if prefix else kind.values if kind.size >= 0 else self.values(s, seat, args)

    def reason(self, s: S, seat: int, args: Args, prefix: Sequence[int], value: int) -> Reason:
        return self.refusal(s, seat, args, value)

    def answer(self, s: S, seat: int, args: Args, answer: Move) -> None:
        self.chosen(s, seat, args, answer[0])


@mypyc_attr(allow_interpreted_subclasses=True)
class Widened(Question[S]):
    """A question made wider by a module: everything is the old question's but what the module overrides.

    Several modules may widen the same question; each finds the question as the modules before it left it.
    Whoever adds values answers for those and leaves the others to `old`. `name` is the old question's."""

    def __init__(self, old: Question[S]) -> None:
        self.old = old

    def seat(self, s: S, args: Args) -> int:
        return self.old.seat(s, args)

    def about(self, args: Args) -> Mapping[str, tuple[str, int]]:
        return self.old.about(args)

    def slot(self, s: S, seat: int, args: Args, prefix: Sequence[int]) -> Slot:
        return self.old.slot(s, seat, args, prefix)

    def options(self, s: S, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int] | None:
        return self.old.options(s, seat, args, prefix)

    def domain(self, s: S, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int]:
        return self.old.domain(s, seat, args, prefix)

    def reason(self, s: S, seat: int, args: Args, prefix: Sequence[int], value: int) -> Reason:
        return self.old.reason(s, seat, args, prefix, value)

    def worth(self, s: S, seat: int, args: Args, prefix: Sequence[int], value: int) -> Sequence[Note]:
        return self.old.worth(s, seat, args, prefix, value)

    def heading(
        self, s: S, seat: int, args: Args, prefix: Sequence[int], value: int
    ) -> tuple[str, int] | None:
        return self.old.heading(s, seat, args, prefix, value)

    def so_far(self, s: S, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[Note]:
        return self.old.so_far(s, seat, args, prefix)

    def audience(self, seat: int, args: Args, index: int) -> int:
        return self.old.audience(seat, args, index)

    def answer(self, s: S, seat: int, args: Args, answer: Move) -> None:
        self.old.answer(s, seat, args, answer)

    def resolve(self, s: S, args: Args, seats: Args, answers: list[Move]) -> None:
        self.old.resolve(s, args, seats, answers)


@mypyc_attr(allow_interpreted_subclasses=True)
class Chance(Question[S]):
    """A question put to NATURE. Outcomes are weighted slot by slot, or sampled as a whole."""

    def seat(self, s: S, args: Args) -> int:
        """Always NATURE."""
        return NATURE

    def weights(
        self, s: S, args: Args, prefix: Sequence[int], options: Sequence[int]
    ) -> Sequence[int] | None:
        """Weights of the options of one slot; None if they are equally likely."""
        return None

    def only(self, s: S, args: Args) -> Move | None:
        """The outcome that is no matter of chance, there being no other; None if there are several."""
        outcome, offer = forced_prefix(self, s, NATURE, args)
        return outcome if offer is None else None

    def sample(self, s: S, args: Args, rng: Random) -> Move:
        """Draw an outcome with the generator of the driver."""
        out: list[int] = []
        while True:
            options = self.options(s, NATURE, args, out)
            if options is None:
                return tuple(out)
            if not options:
                raise dead_end(self, NATURE, out)
            weights = self.weights(s, args, out, options)
            if weights is None:
                out.append(options[int(rng.random() * len(options))])
            else:
                out.append(rng.choices(options, weights)[0])


class Ask:
    """An open question: who is asked what, with which arguments."""

    def __init__(self, question: Question[Any], seat: int, args: Args, answered: bool) -> None:
        self.question = question
        self.seat = seat
        self.args = args
        self.answered = answered

    @property
    def name(self) -> str:
        """Stable key for logs, texts and policies."""
        return self.question.name

    @property
    def rule(self) -> str:
        """The clause this question comes from."""
        return self.question.rule

    def options(self, s: State, prefix: Sequence[int] = ()) -> Sequence[int] | None:
        """Legal values of the slot after `prefix`; None when the form is complete."""
        return self.question.options(s, self.seat, self.args, prefix)

    def slot(self, s: State, prefix: Sequence[int] = ()) -> Slot:
        """Name and kind of the slot after `prefix`."""
        return self.question.slot(s, self.seat, self.args, prefix)

    def domain(self, s: State, prefix: Sequence[int] = ()) -> Sequence[int]:
        """Every value a player may point at in the slot after `prefix`."""
        return self.question.domain(s, self.seat, self.args, prefix)

    def why_not(self, s: State, prefix: Sequence[int], value: int) -> Reason | None:
        """Why `value` may not follow `prefix`; None if it may."""
        if value not in self.domain(s, prefix):
            return because("not_offered", self.rule)
        return self.question.why_not(s, self.seat, self.args, prefix, value)

    def worth(self, s: State, prefix: Sequence[int], value: int) -> Sequence[Note]:
        """What `value` costs and yields after `prefix`."""
        return self.question.worth(s, self.seat, self.args, prefix, value)

    def heading(self, s: State, prefix: Sequence[int], value: int) -> tuple[str, int] | None:
        """The thing under which `value` stands in a long list."""
        return self.question.heading(s, self.seat, self.args, prefix, value)

    def so_far(self, s: State, prefix: Sequence[int]) -> Sequence[Note]:
        """What is chosen so far amounts to."""
        return self.question.so_far(s, self.seat, self.args, prefix)

    def filled(self, s: State, pick: Pick, prefix: Sequence[int] = ()) -> Move:
        """A complete answer that begins with `prefix`; where a slot has several options, `pick` chooses."""
        out = list(prefix)
        while True:
            options = self.options(s, out)
            if options is None:
                return tuple(out)
            if not options:
                raise dead_end(self.question, self.seat, out)
            out.append(options[0] if len(options) == 1 else pick(out, options))

    def slots(self, s: State, pick: Pick, prefix: Sequence[int] = ()) -> Iterator[Offered]:
        """Stop at every slot while the form is filled in, and where it is complete; `pick` chooses always."""
        out = tuple(prefix)
        while True:
            options = self.options(s, out)
            yield Offered(out, options)
            if options is None:
                return
            if not options:
                raise dead_end(self.question, self.seat, out)
            out = (*out, pick(out, options))

    def forced(self, s: State, prefix: Sequence[int] = ()) -> tuple[Move, Sequence[int] | None]:
        """`prefix` with the slots that have a single option filled in, and the options after it."""
        return forced_prefix(self.question, s, self.seat, self.args, prefix)

    def repeated(self, s: State, prefix: Sequence[int]) -> Move:
        """`prefix` with its last value again and again, as long as like slots follow that offer it."""
        out = tuple(prefix)
        slot = self.slot(s, out[:-1])
        while (
            (options := self.options(s, out)) is not None and out[-1] in options and self.slot(s, out) == slot
        ):
            out = (*out, out[-1])
        return out

    def walk(self, s: State, answer: Sequence[int]) -> Iterator[Filled]:
        """The slots of an answer one after the other, as they were filled; legality is not checked."""
        for i, value in enumerate(answer):
            prefix = tuple(answer[:i])
            yield Filled(prefix, self.slot(s, prefix), value)

    def steps(self, s: State, answer: Sequence[int]) -> Iterator[Tried]:
        """The values of an answer, with what was on offer for each, up to the first that is not legal."""
        for i, value in enumerate(answer):
            prefix = tuple(answer[:i])
            step = Tried(prefix, self.options(s, prefix), value)
            yield step
            if not step.legal:
                return

    def legal_prefix(self, s: State, answer: Sequence[int]) -> Move:
        """The longest beginning of an answer that is legal."""
        return tuple([step.value for step in self.steps(s, answer) if step.legal])

    def answers(self, s: State, most: int) -> list[Move]:
        """All complete answers in the order of the options; empty if there are more than `most`."""
        found: list[Move] = []
        prefixes: list[Move] = [()]
        while prefixes:
            prefix = prefixes.pop()
            options = self.options(s, prefix)
            if options is None:
                found.append(prefix)
            else:
                prefixes += [(*prefix, value) for value in reversed(options)]
            if len(found) + len(prefixes) > most:
                return []
        return found

    def random_answer(self, s: State, rng: Random, prefix: Sequence[int] = ()) -> Move:
        """A legal completion of `prefix`, chosen slot by slot."""
        return self.filled(s, lambda _, options: options[int(rng.random() * len(options))], prefix)

    def check(self, s: State, answer: Sequence[int]) -> None:
        """Raise IllegalAnswer unless `answer` is complete and legal."""
        for step in self.steps(s, answer):
            if step.legal:
                continue
            if step.options is None:
                raise IllegalAnswer(
                    "answer_too_long",
                    "too_long",
                    self.rule,
                    ask=self.name,
                    given=len(answer),
                    enough=len(step.prefix),
                )
            reason = self.why_not(s, step.prefix, step.value) or because("not_offered", self.rule)
            raise IllegalAnswer(
                "answer_not_offered",
                reason.key,
                reason.clause,
                reason.values,
                ask=self.name,
                slot=self.slot(s, step.prefix).name,
                value=step.value,
                reason=reason.key,
                rule=reason.clause,
            )
        if self.options(s, tuple(answer)) is not None:
            missing = self.slot(s, tuple(answer)).name
            raise IllegalAnswer("answer_too_short", "too_short", self.rule, ask=self.name, slot=missing)


def dead_end(question: Question[Any], seat: int, prefix: Sequence[int]) -> RulesError:
    """The error for a question without any legal answer."""
    return RulesError("dead_end", ask=question.name, seat=seat, prefix=list(prefix))


def forced_prefix(
    question: Question[Any], s: State, seat: int, args: Args, prefix: Sequence[int] = ()
) -> tuple[Move, Sequence[int] | None]:
    """Walk through slots with a single option; the offer is None if all of the form is forced."""
    options = question.options(s, seat, args, prefix)
    if options is not None and len(options) > 1:
        return tuple(prefix), options
    out = list(prefix)
    while options is not None and len(options) == 1:
        out.append(options[0])
        options = question.options(s, seat, args, out)
    if options is not None and not options:
        raise dead_end(question, seat, out)
    return tuple(out), options
