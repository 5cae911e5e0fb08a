"""Worlds that differ in what a seat cannot see of a module stay alike for it, whatever is answered there:
in its view, in what is asked and told, and in what is drawn."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from pfalz.core.ask import Ask, Chance
from pfalz.core.errors import IllegalAnswer
from pfalz.core.ruleset import Ruleset
from pfalz.core.state import Args, Move, State
from pfalz.core.texts import Texts
from pfalz.games.darkages.board import draw, plain, secrets

DRAWN = 0.1
"""So many of the pairs of worlds are drawn, too."""
Pick = Callable[[State, Ask, Random], Move]


def by_chance(s: State, ask: Ask, rng: Random) -> Move:
    """Any answer."""
    return ask.random_answer(s, rng)


def compare_worlds(rules: Ruleset[Any], module: str, deal: str, pick: Pick = by_chance) -> int:
    """Play two games of `pick`; every now and then the module's secrets are imagined anew for a viewer.

    How many pairs of worlds were compared. What `deal` hands out is left alone."""
    compared = 0
    for seed in range(2):
        s, rng = rules.start(), Random(seed)
        while s.stack:
            ask = next(ask for ask in rules.asks(s) if not ask.answered)
            sampled = isinstance(ask.question, Chance)
            move = ask.question.sample(s, ask.args, rng) if sampled else pick(s, ask, rng)
            closing = bool(s.answers) and sum(not ask.answered for ask in rules.asks(s)) == 1
            if rng.random() < 0.3 and not closing and ask.name != deal:
                compared += _alike(rules, s, module, ask, move, rng)
            rules.apply(s, ask.seat, move)
    return compared


def _alike(rules: Ruleset[Any], s: State, module: str, ask: Ask, move: Move, rng: Random) -> int:
    """Answer in the true world and in an imagined one: 1 if a viewer could compare what he sees then."""
    viewer = rng.randrange(rules.players)
    other, true = rules.copy(s), rules.copy(s)
    other.trace, true.trace = [], []
    other.slices[module] = rules.resample(rules.view(s, viewer), viewer, rng).slices[module]
    try:
        rules.play(other, ask.seat, move)
    except IllegalAnswer:
        assert ask.seat != viewer  # the answer itself shows what its giver has
        return 0
    rules.apply(true, ask.seat, move)
    if true.over:
        return 0  # all is shown then
    assert rules.key(rules.view(other, viewer)) == rules.key(rules.view(true, viewer))
    assert [(a.name, a.seat) for a in rules.asks(other)] == [(a.name, a.seat) for a in rules.asks(true)]
    assert told(other, viewer) == told(true, viewer)
    if rng.random() < DRAWN:
        texts = Texts(rules, "en")
        assert shown(rules, other, viewer, texts) == shown(rules, true, viewer, texts)
    return 1


def told(s: State, viewer: int) -> list[tuple[str, Args]]:
    """What a viewer hears of what has happened."""
    return [(kind.name, kind.seen_by(args, viewer)) for kind, args in s.trace or ()]


def shown(rules: Ruleset[Any], s: State, viewer: int, texts: Texts) -> list[str]:
    """What a viewer sees: the board, wide and tall, what lies before him alone, and all of it in words."""
    view = rules.view(s, viewer)
    drawn = [draw(rules, view, viewer, texts, narrow).svg() for narrow in (False, True)]
    return [*drawn, secrets(rules, view, viewer, texts), plain(rules, view, viewer, texts)]
