"""The deck with cards shuffled into parts of it: where they lie, and how likely each card is the next one."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from random import Random
from typing import Any

from pfalz.core.ruleset import Ruleset
from pfalz.core.state import NATURE
from pfalz.games.darkages.offer import DrawCard, below, on_top
from pfalz.games.darkages.state import DarkAges


def chances(s: DarkAges) -> dict[int, Fraction]:
    """How likely each card of the deck is the next one."""
    found: dict[int, Fraction] = {}
    left = Fraction(1)
    for kind, n, of in on_top(s):
        cards = below(s, kind)
        for card in cards:
            found[card] = left * Fraction(n, of) / len(cards)
        left *= 1 - Fraction(n, of)
    assert left == 0 and sum(found.values()) == 1
    return found


def shuffled(rules: Ruleset[Any], seed: int) -> list[int]:
    """All cards of a new deck in the order in which they come, the offer first."""
    s, rng, draw = rules.start(), Random(seed), DrawCard()
    s.deck = list(s.t.deck)
    found: list[int] = []
    while s.deck:
        (card,) = draw.sample(s, (), rng)
        options = draw.options(s, NATURE, (), ()) or ()
        assert card in options and draw.only(s, ()) == ((card,) if len(options) == 1 else None)
        s.deck.remove(card)
        found.append(card)
    return found


def places(rules: Ruleset[Any], kind: str, seeds: range) -> Counter[int]:
    """On which places cards of a kind have lain in many decks."""
    number = rules.lookup.kind_ids.index(kind)
    found: Counter[int] = Counter()
    for seed in seeds:
        found.update(
            i for i, card in enumerate(shuffled(rules, seed)) if rules.lookup.card_kind[card] == number
        )
    return found
