"""The conformance kit: what must hold for every game, player count, module set and seed.

A game is played at random under observation. At (a share of) its questions everything of section 5.3 of the
design is checked: offers are unique, accepted, and everything else is refused with a reason; prefixes can be
completed; masks of actions are the offers; copies are isolated; positions survive JSON; nothing hidden leaks
into a view, its encoding or the reason of a refusal, and a resampled state cannot be told from the true one;
pieces are conserved; the record replays; undo stops at barriers.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from random import Random
from typing import Any

from pfalz.core.ask import Ask
from pfalz.core.chance import nature_answer
from pfalz.core.encoding import Encoding
from pfalz.core.errors import IllegalAnswer, PfalzError
from pfalz.core.flow import Together
from pfalz.core.game import Game, ranking
from pfalz.core.record import SeatInfo, loads
from pfalz.core.rollout import Tally, play_random
from pfalz.core.ruleset import Ruleset
from pfalz.core.session import Session, open_session, resume, verify_chance
from pfalz.core.state import HIDDEN, NATURE, SPECTATOR, Move, State, View
from pfalz.core.texts import LANGUAGES, Texts

Setting = tuple[str, int, tuple[str, ...], dict[str, Any]]
"""(label, players, modules, options)"""
MAX_ANSWERS = 20_000


class Nonconformity(AssertionError):
    """Something that must hold does not; says what, where and how to see it again."""


class Examiner:
    """Plays one game at random and checks a share of its positions."""

    def __init__(self, rules: Ruleset[Any], seed: int, share: float, clauses: Sequence[str]) -> None:
        self.rules = rules
        self.seed = seed
        self.rng = Random(seed)
        self.share = share
        self.clauses = frozenset(clauses)
        self.kept: list[tuple[State, tuple[Any, ...]]] = []
        self.texts = [Texts(rules, language) for language in LANGUAGES]
        self.encoding = Encoding(rules)
        self.encoded: dict[tuple[int, int], tuple[Any, ...]] = {}
        seats = [SeatInfo(f"seat {i}") for i in range(rules.players)]
        self.session: Session = open_session(rules, seats, f"conformance {seed}")

    def fail(self, what: str) -> Nonconformity:
        """The error for a broken promise, with what is needed to repeat it."""
        modules = ",".join(module.id for module in self.rules.modules) or "no modules"
        at = f"{self.rules.game.id}, {self.rules.players} players, {modules}, {self.rules.options}"
        return Nonconformity(f"{what}\n  at answer {len(self.session.entries)} of {at}, seed {self.seed}")

    def run(self) -> None:
        """Play to the end under observation."""
        session = self.session
        self.describe_events(0)
        while not session.state.over:
            if len(session.entries) > MAX_ANSWERS:
                raise self.fail(f"the game does not end within {MAX_ANSWERS} answers")
            self.conserved(session.state)
            asks = [ask for ask in session.asks() if not ask.answered]
            ask = asks[int(self.rng.random() * len(asks))]
            if self.rng.random() < self.share:
                self.examine(ask)
            before = len(session.entries)
            self.answer(ask)
            self.describe_events(before + 1)
        self.conserved(session.state)
        self.finish()

    def answer(self, ask: Ask) -> None:
        """Answer at random, now and then undoing or revising it first."""
        session = self.session
        if ask.seat == NATURE:
            session.nature()
            return
        answer = ask.random_answer(session.state, self.rng)
        before = self.rules.hash(session.state)
        session.answer(ask.seat, answer, ask.name, session.opened)
        if self.rng.random() < self.share and session.may_undo(ask.seat):
            self.undo(ask.seat, before)
            session.answer(ask.seat, answer, ask.name, session.opened)
        self.barrier()

    # -- one position -----------------------------------------------------------------------------

    def examine(self, ask: Ask) -> None:
        """All checks of one position."""
        s = self.session.state
        key = self.rules.key(s)
        self.kept.append((self.rules.copy(s), key))
        self.offers(ask, s)
        self.json(ask, s)
        for seat in (*range(self.rules.players), SPECTATOR):
            self.sight(seat, s)
        closed = self.rules.closed(s)
        if closed is not s and not closed.over:
            raise self.fail("the scoring of the end does not come to its end by itself")
        if ask.seat != NATURE:
            self.describe_ask(ask, s)
            self.own_view(ask, s)
        if isinstance(self.rules.waiting(s), Together):
            self.any_order(s)
        if self.rules.key(s) != key:
            raise self.fail(f"looking at {ask.name!r} changed the state")

    def conserved(self, s: State) -> None:
        """Pieces and money are conserved."""
        found = self.rules.violations(s)
        if found:
            raise self.fail("; ".join(found))

    def offers(self, ask: Ask, s: State) -> None:
        """Offers are unique and accepted; prefixes can be completed; the rest is refused with a reason."""
        for prefix, options in ask.slots(s, self.any_of):
            if options is None:
                self.wrong_length(ask, s, prefix)
                break
            where = f"{ask.name!r} after {list(prefix)}"
            if not options:
                raise self.fail(f"dead end: {where} offers nothing")
            if len(set(options)) != len(options):
                raise self.fail(f"{where} offers something twice: {list(options)}")
            for value in self.some(options):
                reason = ask.why_not(s, prefix, value)
                if reason is not None:
                    raise self.fail(f"{where} offers {value} and refuses it ({reason.key})")
                self.accepted(ask, s, (*prefix, value))
            self.refused(ask, s, prefix, options)
            self.actions(ask, s, prefix, options)

    def any_of(self, prefix: Sequence[int], options: Sequence[int]) -> int:
        """One of the options of a slot."""
        return options[int(self.rng.random() * len(options))]

    def accepted(self, ask: Ask, s: State, prefix: Move) -> None:
        """A prefix on offer has a completion, and that is accepted without touching other states."""
        answer = ask.random_answer(s, self.rng, prefix)
        trial = self.rules.copy(s)
        before = self.rules.key(s)
        try:
            self.rules.play(trial, ask.seat, answer, ask.name)
        except PfalzError as error:
            raise self.fail(f"{ask.name!r} offers {answer} and does not take it: {error}") from error
        if self.rules.key(s) != before:
            raise self.fail(f"answering {ask.name!r} on a copy changed the original")

    def actions(self, ask: Ask, s: State, prefix: Move, options: Sequence[int]) -> None:
        """The actions that may be chosen are the options, and what is filled already can be encoded."""
        if ask.seat == NATURE:
            return
        actions = self.encoding.actions
        kind = ask.slot(s, prefix).kind
        allowed = [action for action, may in enumerate(actions.mask(s, ask, prefix)) if may]
        if sorted(actions.value(kind, action, ask.seat) for action in allowed) != sorted(options):
            raise self.fail(f"the mask of {ask.name!r} after {prefix} is not what is on offer")
        actions.encode_prefix(s, ask, prefix)

    def refused(self, ask: Ask, s: State, prefix: Move, options: Sequence[int]) -> None:
        """What is not on offer has a reason with a clause, and is refused."""
        others = [value for value in ask.domain(s, prefix) if value not in options]
        for value in [*self.some(others), max(options) + 1_000_003, -1_000_003]:
            where = f"{ask.name!r} after {list(prefix)}: {value}"
            reason = ask.why_not(s, prefix, value)
            if reason is None:
                raise self.fail(f"{where} is not on offer and has no reason")
            if reason.clause not in self.clauses:
                raise self.fail(f"{where} is refused with the unknown clause {reason.clause!r}")
            for texts in self.texts:
                texts.reason(reason)
            self.must_fail(ask, s, (*prefix, value))

    def wrong_length(self, ask: Ask, s: State, answer: Move) -> None:
        """A form that is not complete, or too long, is refused."""
        if answer:
            self.must_fail(ask, s, answer[:-1])
        self.must_fail(ask, s, (*answer, 0))

    def must_fail(self, ask: Ask, s: State, answer: Move) -> None:
        """This answer has to be refused, and nothing may change."""
        before = self.rules.key(s)
        try:
            self.rules.play(s, ask.seat, answer, ask.name)
        except IllegalAnswer:
            if self.rules.key(s) != before:
                raise self.fail(f"refusing {list(answer)} for {ask.name!r} changed the state") from None
            return
        raise self.fail(f"{ask.name!r} took {list(answer)}, which is not on offer")

    def some(self, values: Sequence[int]) -> Sequence[int]:
        """All values if they are few, else a sample."""
        return values if len(values) <= 8 else self.rng.sample(list(values), 8)

    def json(self, ask: Ask, s: State) -> None:
        """A position survives being written down, and goes on the same way."""
        back = self.rules.from_json(json.loads(json.dumps(self.rules.to_json(s))))
        if self.rules.key(back) != self.rules.key(s):
            raise self.fail("the position changes when it is saved and loaded")
        answer = nature_answer(ask, s, self.rng) if ask.seat == NATURE else ask.random_answer(s, self.rng)
        live = self.rules.copy(s)
        self.rules.play(live, ask.seat, answer)
        self.rules.play(back, ask.seat, answer)
        if self.rules.hash(live) != self.rules.hash(back):
            raise self.fail(f"after loading, {ask.name!r} {answer} leads to another position")

    def sight(self, seat: int, s: State) -> None:
        """Contract 4: a view equals the view of a state resampled from it, and that state can be played."""
        view = self.rules.view(s, seat)
        if not s.over and list(self.rules.game.standing(view)) != list(self.rules.game.standing(s)):
            raise self.fail(f"seat {seat} cannot know the points as they stand")
        if self.rules.opponents(view) != self.rules.opponents(s):
            raise self.fail(f"seat {seat} cannot know the points of the opponents")
        worth = self.rules.worth_now(s)
        if not s.over and self.rules.worth_now(view) != worth:
            raise self.fail(f"seat {seat} cannot know what the position would be worth at the end")
        other = self.rules.resample(view, seat, self.rng)
        if not s.over and self.rules.worth_now(other) != worth:
            raise self.fail(f"what the position would be worth tells seat {seat} a resampled state from it")
        again = self.rules.view(other, seat)
        if self.rules.key(again) != self.rules.key(view):
            raise self.fail(f"seat {seat} can tell a resampled state from the true one")
        self.encodes(seat, view, again)
        if HIDDEN in _numbers(self.rules.to_json(other)):
            raise self.fail(f"resampling for seat {seat} left something hidden")
        found = self.rules.violations(other)
        if found:
            raise self.fail(f"resampled for seat {seat}: {'; '.join(found)}")
        play_random(self.rules, other, self.rng, Tally(), 12)

    def encodes(self, seat: int, view: View, again: View) -> None:
        """An encoding tells all that is in a view, and nothing else."""
        floats = self.encoding.encode(view, seat)
        if self.encoding.encode(again, seat) != floats:
            raise self.fail(f"the encoding tells seat {seat} a resampled state from the true one")
        key = self.rules.key(view)
        if self.encoded.setdefault((seat, hash(floats.tobytes())), key) != key:
            raise self.fail(f"the encoding does not tell seat {seat} two views apart")

    def own_view(self, ask: Ask, s: State) -> None:
        """A seat's offers, and the reasons against all else, follow from what that seat may see."""
        view = self.rules.view(s, ask.seat)
        own = self.rules.ask_of(view, ask.seat, ask.name)
        for prefix, true in ask.slots(s, self.any_of):
            seen = own.options(view, prefix)
            if (true is None) != (seen is None) or (true is not None and list(true) != list(seen or ())):
                raise self.fail(
                    f"{ask.name!r} after {prefix} offers {true}, but the seat's view offers {seen}"
                )
            if true is None:
                break
            if list(ask.domain(s, prefix)) != list(own.domain(view, prefix)):
                raise self.fail(f"what {ask.name!r} after {prefix} could be asked about is not in the view")
            for value in self.some([value for value in ask.domain(s, prefix) if value not in true]):
                if ask.why_not(s, prefix, value) != own.why_not(view, prefix, value):
                    raise self.fail(
                        f"the reason against {value} in {ask.name!r} after {prefix} tells a secret"
                    )

    def any_order(self, s: State) -> None:
        """Simultaneous answers lead to the same position in whatever order they come in."""
        asks = [ask for ask in self.rules.asks(s) if not ask.answered]
        answers = [(ask.seat, ask.random_answer(s, self.rng)) for ask in asks]
        hashes = set()
        for order in (answers, answers[::-1]):
            trial = self.rules.copy(s)
            for seat, answer in order:
                self.rules.play(trial, seat, answer)
            hashes.add(self.rules.hash(trial))
        if len(hashes) > 1:
            raise self.fail(f"the order of simultaneous answers to {asks[0].name!r} matters")

    # -- texts ------------------------------------------------------------------------------------

    def describe_ask(self, ask: Ask, s: State) -> None:
        """Every question and every choice has words in every language."""
        if ask.rule not in self.clauses:
            raise self.fail(f"{ask.name!r} cites the unknown clause {ask.rule!r}")
        for texts in self.texts:
            texts.prompt(ask)
        for prefix, options in ask.slots(s, self.any_of):
            if options is None:
                break
            slot = ask.slot(s, prefix)
            for texts in self.texts:
                texts.slot(ask, slot.name)
                for value in self.some(options):
                    texts.name(slot.kind, value)

    def describe_events(self, since: int) -> None:
        """Every event has a sentence for every viewer in every language."""
        for events in self.session.events[since:]:
            for event in events:
                for texts in self.texts:
                    for viewer in (0, SPECTATOR, None):
                        texts.event(event, viewer)

    # -- the record -------------------------------------------------------------------------------

    def undo(self, seat: int, before: str) -> None:
        """Undo restores the position before the answer."""
        self.session.undo(seat)
        if self.rules.hash(self.session.state) != before:
            raise self.fail(f"undo by seat {seat} does not restore the position")

    def barrier(self) -> None:
        """Nobody can undo past chance, a reveal, or somebody else's answer."""
        session = self.session
        last = session.entries[-1]
        for seat in range(self.rules.players):
            closed = last.seat != seat or session.barriers[-1]
            if closed and session.may_undo(seat) and not self.open_answer(seat):
                raise self.fail(f"seat {seat} may undo an answer of seat {last.seat} or past a barrier")

    def open_answer(self, seat: int) -> bool:
        """Whether a seat has an answer in a simultaneous question that is still open."""
        return any(ask.seat == seat and ask.answered for ask in self.session.asks())

    def finish(self) -> None:
        """The record replays to the same position, chance included; kept states have not changed."""
        for state, key in self.kept:
            if self.rules.key(state) != key:
                raise self.fail("a state kept from earlier has changed")
        record = loads(self.session.record().dumps())
        again = resume(self.rules, record)
        if self.rules.hash(again.state) != self.rules.hash(self.session.state):
            raise self.fail("the record replays to another position")
        if not any(entry.move is None for entry in record.entries):
            verify_chance(self.rules, record)
        outcome = self.rules.outcome(self.session.state)
        worth = (*outcome.scores, *[side.score for side in outcome.opponents])
        if self.rules.worth_now(self.session.state) != worth:
            raise self.fail(f"at the end the plot does not show the result {worth}")
        found = ranking(outcome)
        if found[0].place != 1 or len(outcome.places) != self.rules.players:
            raise self.fail(f"the places {outcome.places} have no winner")
        for side in found:
            if sum(side.breakdown.values()) != side.score:
                raise self.fail(f"the score of side {side.side} is {side.score}, not {side.breakdown}")


def _numbers(data: object) -> set[object]:
    """All values inside plain data."""
    if isinstance(data, dict):
        return {n for value in data.values() for n in _numbers(value)}
    if isinstance(data, list):
        return {n for value in data for n in _numbers(value)}
    return {data}


def with_only(game: Game[Any], modules: Collection[str]) -> Game[Any]:
    """The same game as if no other modules had ever been written."""
    there = tuple([module for module in game.modules if module.id in modules])
    found: Game[Any] = type(f"Bare{type(game).__name__}", (type(game),), {"modules": there})()
    return found


def modules_off_change_nothing(
    game: Game[Any], players: int, data: Any, modules: Sequence[str], seed: int
) -> None:
    """With these modules the game goes exactly as if there were no others.

    `data` are the files as they are read, those of all modules."""
    hashes = []
    for variant in (game, with_only(game, modules)):
        rules = Ruleset(variant, players, data, modules, {})
        s = rules.start()
        play_random(rules, s, Random(seed), Tally())
        hashes.append(rules.hash(s))
    if hashes[0] != hashes[1]:
        raise Nonconformity(
            f"{game.id}: modules that are off change the game (players {players}, seed {seed}, on: {modules})"
        )
