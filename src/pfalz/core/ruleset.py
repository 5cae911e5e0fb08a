"""A ruleset: a game with its modules, options, data and player count, built once and checked loudly.

It owns the static flow tree and plays states along it: `asks` says who must decide what, `play` takes a
checked answer, `apply` a trusted one. It also makes copies, views and resampled states. A ruleset holds
nothing that changes during play.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import count
from random import Random
from typing import Any, Final, Generic, TypeVar

from pfalz.core.ask import Ask, Question, forced_prefix
from pfalz.core.edits import FlowEditor
from pfalz.core.errors import (
    IllegalAnswer,
    Phrase,
    RecordError,
    RulesError,
    RulesetError,
    StaleAnswer,
    hint,
)
from pfalz.core.events import Event, EventKind
from pfalz.core.flow import END, Branch, Do, Seq, Step, Together, Waiting, When, drop_marks
from pfalz.core.game import Data, Edit, Game, Memory, Modifier, Module, Outcome
from pfalz.core.kinds import Kinds
from pfalz.core.position import parsed_answers, parsed_stack
from pfalz.core.setting import checked_modules, checked_options, data_in_play
from pfalz.core.shapes import Shapes
from pfalz.core.state import (
    CALLED,
    HIDDEN,
    NEVER,
    SPECTATOR,
    Args,
    Move,
    Reaction,
    Schema,
    State,
    View,
    digest,
)
from pfalz.core.upcast import FORMAT, upcast

S = TypeVar("S", bound=State)
_NUMBERS: Final = count()
PARTS: Final = {"stack", "answers", "columns", "slices"}
"""What a stored position is made of."""
Policy = Callable[[Any, Ask, Random], Move]
"""Guesses an answer of another seat that cannot be seen."""


class Ruleset(Generic[S]):
    """Everything fixed for one table."""

    def __init__(
        self,
        game: Game[S],
        players: int,
        data: Data,
        modules: Sequence[str] = (),
        options: Mapping[str, object] | None = None,
    ) -> None:
        if players not in game.counts():
            counts = game.counts()
            raise RulesetError("game_players", game=game.id, low=counts[0], high=counts[-1], players=players)
        self.number = next(_NUMBERS)
        """Tells this ruleset from all others of the process."""
        self.game = game
        self.players = players
        self.modules = checked_modules(game, players, modules)
        self.options = checked_options(game, self.modules, options or {})
        self.data = data_in_play(game, self.modules, data, players)
        self.all_data: Data = {**data, **self.data}
        """The data files, those of modules that are not in play included: texts speak of them too."""
        self.lookup: Any = game.lookup(self.data, players, self.options)
        self.parts: dict[str, Any] = {}
        """The tables of the modules, by id."""
        for module in self.modules:
            self.parts[module.id] = module.lookup(self.data, players, self.options)
        self.sides = [*game.sides, *(side for module in self.modules for side in module.sides)]
        """Sides without a seat; their numbers follow those of the seats."""
        self.sources = [*game.sources, *(source for module in self.modules for source in module.sources)]
        """Sources of points; a state that is `Scored` counts each by itself."""
        self.source_count = len(self.sources)
        self.kinds = Kinds(game.id, players, self.sides)
        if self.sources:
            self.kinds.things("source", self.sources)
        game.kinds(self.kinds, self)
        for module in self.modules:
            module.kinds(self.kinds, self)
        self.events = {kind.name: kind for kind in game.events}
        self.modifiers: dict[str, Modifier] = {}
        """Of each value that modules change at this table all their modifiers, as one."""
        self.reactions: dict[str, list[Reaction]] = {}
        self.schemas: dict[str, Schema] = {}
        for module in self.modules:
            self._add_events(module)
        for module in self.modules:
            self._attach(module)
        self.shapes = Shapes(game.schema, self, self.lookup)
        self.slice_shapes = {
            id: Shapes(schema, self, self._lookup_of(id)) for id, schema in self.schemas.items()
        }
        self.nodes: list[Step[S]] = []
        self.by_name: dict[str, Step[S]] = {}
        self.step_ids: dict[str, int] = {}
        self.questions: dict[str, Question[S]] = {}
        self._build_flow()
        self.new_steps = {*game.new_steps, *(step for module in self.modules for step in module.new_steps)}
        self.copy = game.schema.copier({id: schema.copier({}) for id, schema in self.schemas.items()})

    # -- building ---------------------------------------------------------------------------------

    def _add_events(self, module: Module[S]) -> None:
        for kind in module.events():
            if kind.name in self.events:
                raise RulesetError("event_twice", module=module.id, event=kind.name)
            self.events[kind.name] = kind

    def _attach(self, module: Module[S]) -> None:
        for value, modifier in module.modifiers().items():
            if value not in self.game.values:
                known = hint(value, sorted(self.game.values))
                raise RulesetError("no_value", module=module.id, value=value, game=self.game.id, hint=known)
            earlier = self.modifiers.get(value)
            self.modifiers[value] = modifier if earlier is None else _chained(earlier, modifier)
        for name, reaction in module.reactions().items():
            other, _, event = name.rpartition(".")
            emitted = self._events_of(other) if other else self._events_of(module.id, self.game.events)
            if event in emitted and event in self.events:
                self.reactions.setdefault(event, []).append(reaction)
            elif event not in emitted and (emitted or not other):
                near = hint(event, sorted(emitted))
                raise RulesetError("no_event", module=module.id, event=name, hint=near)
        if module.schema is not None:
            self.schemas[module.id] = module.schema

    def _lookup_of(self, module: str) -> Any:
        """The tables of a module; those of the game if it has none of its own."""
        own = self.parts[module]
        return self.lookup if own is None else own

    def _events_of(self, id: str, more: Sequence[EventKind] = ()) -> set[str]:
        """The events of a module, in play or not, and some more; nothing if there is no such module."""
        kinds = [
            *more,
            *(kind for module in self.game.modules if module.id == id for kind in module.events()),
        ]
        return {kind.name for kind in kinds}

    def _build_flow(self) -> None:
        roots = list(self.game.flows(self))
        for module in self.modules:
            roots += module.flows(self)
        editor = FlowEditor(roots)
        widenings: list[tuple[str, Edit]] = []
        for module in self.modules:
            for edit in module.edits(self):
                if edit.widen is None:
                    editor.apply(edit, module.id)
                else:
                    widenings.append((module.id, edit))
        for id, edit in widenings:  # after all steps are there, so that a module's question can be widened
            editor.widen(edit, id)
        for root in editor.roots:
            drop_marks(root)
            self._register(root, True)

    def _register(self, step: Step[S], named: bool) -> None:
        if named or not isinstance(step, Do | When | Branch):
            if step.id >= 0:
                raise RulesetError("step_reused", step=step.name, game=self.game.id)
            if step.name in self.by_name:
                raise RulesetError("steps_alike", game=self.game.id, step=step.name)
            step.id = len(self.nodes)
            self.nodes.append(step)
            self.by_name[step.name] = step
            self.step_ids[step.name] = step.id
        for kind in step.given():
            self.kinds[kind.partition("*")[0]]  # an unknown one is refused
        if isinstance(step, Waiting):
            question = self.questions.setdefault(step.question.name, step.question)
            if not _same(question, step.question):
                raise RulesetError("questions_alike", game=self.game.id, ask=question.name)
        below: set[str] = set()
        for child in step.children():
            child.takes = step.given()
            child.at_once = step.at_once
            self._register(child, False)
            if isinstance(step, Seq) and (child.name in below or child.name == END):
                raise RulesetError("children_alike", game=self.game.id, step=step.name, child=child.name)
            below.add(child.name)

    # -- playing ----------------------------------------------------------------------------------

    def start(self, trace: list[Event] | None = None) -> S:
        """A new state, standing at the first question; what happened on the way goes to `trace`."""
        s = self.game.start(self)
        s.rules = self
        s.stack = []
        s.answers = []
        s.slices = {}
        s.prefix, s.offer, s.trace, s.halt = (), None, trace, NEVER
        self.game.schema.check_filled(s)
        for module in self.modules:
            part = module.start(s)
            if (part is None) != (module.schema is None):
                raise RulesetError("module_slice", module=module.id)
            if part is not None:
                self.schemas[module.id].check_filled(part)
                s.slices[module.id] = part
        self.nodes[0].enter(s, ())
        self.run(s)
        s.trace = None
        return s

    def run(self, s: S) -> None:
        """Go on until somebody has to decide or the game is over."""
        stack = s.stack
        nodes = self.nodes
        while stack:
            frame = stack[-1]
            if frame[1] == CALLED:
                stack.pop()
                nodes[frame[0]].enter(s, frame[2])
            elif not nodes[frame[0]].step(s, frame):
                return

    def waiting(self, s: S) -> Waiting[S]:
        """The step that waits for answers."""
        node = self.nodes[s.stack[-1][0]]
        if isinstance(node, Waiting):
            return node
        raise RulesError("step_asks_nothing", step=node.name)

    def asks(self, s: S) -> list[Ask]:
        """Who must decide what; nobody when the game is over, or stands still inside an answer."""
        return self.waiting(s).asks(s, s.stack[-1]) if s.stack and s.halt == NEVER else []

    def first_offer(self, s: S, ask: Ask) -> tuple[Move, Sequence[int] | None]:
        """Leading forced slots of an ask and the options after them (kept from when it was opened)."""
        if s.offer is not None:
            return s.prefix, s.offer
        return forced_prefix(ask.question, s, ask.seat, ask.args)

    def apply(self, s: S, seat: int, answer: Move) -> None:
        """Take an answer that is known to be legal, and go on."""
        self.waiting(s).take(s, s.stack[-1], seat, answer)
        self.run(s)

    def ask_of(self, s: S, seat: int, name: str | None = None) -> Ask:
        """The open ask of a seat; refused if the seat is not asked (or not asked `name`)."""
        return ask_in(self.asks(s), seat, name)

    def play(self, s: S, seat: int, answer: Sequence[object], name: str | None = None) -> None:
        """Take an answer from outside: checked first, and nothing changes if it is refused."""
        self.take(s, self.ask_of(s, seat, name), answer)

    def take(self, s: S, ask: Ask, given: Sequence[object]) -> None:
        """Take an answer from outside to a question that is open in `s`."""
        answer: list[int] = []
        for value in given:
            if type(value) is not int:
                raise IllegalAnswer("answer_malformed", "malformed", ask.rule, found=list(given))
            answer.append(value)
        ask.check(s, answer)
        self.apply(s, ask.seat, tuple(answer))

    def retract(self, s: S, seat: int) -> None:
        """Take back an answer to a simultaneous question that is still open."""
        ask = self.ask_of(s, seat)
        if not isinstance(self.waiting(s), Together) or not ask.answered:
            raise IllegalAnswer("answer_not_open", "nothing_to_retract", ask.rule, seat=seat)
        s.answers[seat] = None

    def value(self, s: S, name: str, base: int, *args: int) -> int:
        """A named value after all modifiers of the modules in play."""
        modifier = self.modifiers.get(name)
        return base if modifier is None else modifier(s, base, *args)

    def outcome(self, s: S) -> Outcome:
        """Scores and places; only of a finished game."""
        if not s.over:
            raise RulesError("game_not_over")
        found = self.game.outcome(s)
        for module in self.modules:
            found = module.outcome(s, found)
        return found

    # -- seeing -----------------------------------------------------------------------------------

    def view(self, s: S, seat: int) -> View:
        """The state as `seat` may know it; a finished game is open to all."""
        v: View = self.copy(s)
        v.offer, v.prefix = None, ()
        if s.over:
            return v
        self.game.schema.redact(v, s, seat)
        for id, schema in self.schemas.items():
            schema.redact(v.slices[id], s, seat)
        for other, answer in enumerate(v.answers):
            if other != seat and answer is not None:
                v.answers[other] = (HIDDEN,)
        return v

    def memory(self, seat: int, events: Sequence[Event] = ()) -> Memory | None:
        """What `seat` remembers of a game, having seen these events happen; None if no game cares."""
        memory = self.game.memory(self, seat)
        if memory is not None:
            for kind, args in events:
                memory.see(kind, kind.seen_by(args, seat))
        return memory

    def resample(
        self, view: View, seat: int, rng: Random, memory: Memory | None = None, policy: Policy | None = None
    ) -> S:
        """A full state that `seat`, knowing only `view`, cannot tell from the true one.

        `memory` is what the seat has made of the events it saw; `policy` guesses what others have answered to
        an open simultaneous question (at random without one)."""
        s: S = self.copy(view)
        self.game.resample(s, seat, rng, memory)
        for module in self.modules:
            module.resample(s, seat, rng, memory)
        for other, answer in enumerate(s.answers):
            if answer == (HIDDEN,):
                ask = self.ask_of(s, other)
                s.answers[other] = ask.random_answer(s, rng) if policy is None else policy(s, ask, rng)
        return s

    def opponents(self, s: S) -> list[tuple[int, int]]:
        """Sides without a seat that are ranked with the seats, and their points as they stand."""
        return [found for module in self.modules for found in module.opponents(s)]

    def worth_now(self, s: S) -> tuple[int, ...]:
        """Points as if the game ended now: by seat, then of opponents without one.

        They are for everybody to see: what is scored only at the end is scored in the view of a spectator."""
        ended = self.closed(s)
        return (*self.game.worth_now(ended), *[n for _, n in self.opponents(ended)])

    def closed(self, s: S) -> S:
        """The position after the scoring of the end, modules included, as a spectator could work it out."""
        step = "" if s.over else self.game.closing(s)
        root = self.nodes[0]
        at = root.position(step, ()) if step else None
        if at is None:
            return s
        seen: Any = self.view(s, SPECTATOR)
        v: S = seen  # whoever works it out plays on from what they see
        v.stack, v.answers = [(root.id, at, (), ())], []
        self.run(v)
        return v

    def violations(self, s: S) -> list[str]:
        """What should be conserved and is not."""
        found = list(self.game.violations(s))
        for module in self.modules:
            found += module.violations(s)
        return found

    # -- storing ----------------------------------------------------------------------------------

    def to_json(self, s: S) -> dict[str, Any]:
        """The position as plain data; steps are named, so that it survives changes of the flow."""
        return {
            "format": FORMAT,
            "stack": [[name, place, list(args), list(items)] for name, place, args, items in self.places(s)],
            "answers": [None if a is None else list(a) for a in s.answers],
            "columns": self.game.schema.to_json(s),
            "slices": {id: self.schemas[id].to_json(part) for id, part in s.slices.items()},
        }

    def places(self, s: S) -> list[tuple[str, int | str, Args, Args]]:
        """The frames of the stack as they are written down: by names."""
        nodes = self.nodes
        return [
            (nodes[id].name, nodes[id].place(at) if at != CALLED else at, args, items)
            for id, at, args, items in s.stack
        ]

    def from_json(self, data: object) -> S:
        """The position back from plain data; a wrong shape is refused and named."""
        return self._read(data, False)

    def view_from_json(self, data: object) -> View:
        """The view of a seat back from plain data; it may hide things."""
        return View(self._read(data, True))

    def _read(self, data: object, view: bool) -> S:
        if not isinstance(data, dict) or not PARTS <= set(data) <= {"format", *PARTS}:
            raise RecordError("position_parts")
        data = upcast(self, data)
        s = self.start()
        self.game.schema.from_json(s, data["columns"], "columns")
        self.shapes.check(s, "columns", view)
        if not isinstance(data["slices"], dict) or set(data["slices"]) != set(s.slices):
            raise RecordError("slices_expected", slices=sorted(s.slices))
        for id, part in s.slices.items():
            self.schemas[id].from_json(part, data["slices"][id], f"slices.{id}")
            self.slice_shapes[id].check(part, f"slices.{id}", view)
        s.stack = parsed_stack(self, data["stack"])
        s.answers = parsed_answers(self, data["answers"], s.stack)
        s.prefix, s.offer = (), None
        return s

    def hash(self, s: S) -> str:
        """A stable hash of the whole position."""
        # the same JSON as `to_json`, without copies: a tuple is written like a list
        schema = self.game.schema
        stored = dict(zip(schema.stored, schema.values(s), strict=True))
        slices = {}
        for id, part in s.slices.items():
            schema = self.schemas[id]
            slices[id] = dict(zip(schema.stored, schema.values(part), strict=True))
        return digest(
            {
                "format": FORMAT,
                "stack": self.places(s),
                "answers": s.answers,
                "columns": stored,
                "slices": slices,
            }
        )

    def key(self, s: S) -> tuple[Any, ...]:
        """A hashable key of the whole position, for use inside one process."""
        parts = tuple(self.schemas[id].key(part) for id, part in s.slices.items())
        return (tuple(s.stack), tuple(s.answers), self.game.schema.key(s), parts)


def _chained(first: Modifier, second: Modifier) -> Modifier:
    """Two modifiers of a value, one after the other."""

    def both(s: Any, value: int, *args: int) -> int:
        return second(s, first(s, value, *args), *args)

    return both


def _same(one: Question[Any], other: Question[Any]) -> bool:
    """Whether logs and texts may take two questions for one: one is of the class of the other."""
    return isinstance(one, other.__class__) or isinstance(other, one.__class__)


def ask_in(open_asks: Sequence[Ask], seat: int, name: str | None = None) -> Ask:
    """The ask of a seat among the open ones; refused if it is not asked (or not asked `name`)."""
    for ask in open_asks:
        if ask.seat == seat and (name is None or ask.name == name):
            return ask
    if not open_asks:
        raise StaleAnswer("game_over")
    open_now = sorted({(ask.seat, ask.name) for ask in open_asks})
    asked = tuple(Phrase("open_ask", seat=other, ask=question) for other, question in open_now)
    if name is None:
        raise StaleAnswer("seat_not_asked", seat=seat, open=asked)
    raise StaleAnswer("seat_asked_other", seat=seat, ask=name, open=asked)
