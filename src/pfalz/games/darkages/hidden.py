"""What a seat does not see (section 20), and what it can make of what it has seen happen.

All cards are seen on their way into a hand and out of it (D-R.23); who remembers knows every hand."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from pfalz.core.events import EventKind
from pfalz.core.game import Memory
from pfalz.core.state import HIDDEN, Args
from pfalz.games.darkages.events import (
    ACHIEVEMENT_LAID,
    CARD_DISCARDED,
    CARD_RECOVERED,
    CARD_TAKEN,
    EPITHET_PLAYED,
    RELIC_PLAYED,
    RULER_CHOSEN,
    TECHNOLOGY_PLAYED,
)
from pfalz.games.darkages.kinds import HELD_CARD
from pfalz.games.darkages.lookup import Lookup
from pfalz.games.darkages.payment import Purse
from pfalz.games.darkages.possible import can_act, can_research
from pfalz.games.darkages.scouting import guess_markers
from pfalz.games.darkages.setup import cards_elsewhere, removed_cards
from pfalz.games.darkages.state import DarkAges
from pfalz.games.darkages.words import RELIC, RESEARCH

GAINED: Final = (CARD_TAKEN, CARD_RECOVERED)
SPENT: Final = (ACHIEVEMENT_LAID, CARD_DISCARDED, EPITHET_PLAYED, RELIC_PLAYED, TECHNOLOGY_PLAYED)


class Hands(Memory):
    """The hands of all players, as everybody could have written them down."""

    def __init__(self, t: Lookup) -> None:
        self.t = t
        self.hands: list[list[int]] = [[] for _ in range(t.players)]

    def see(self, kind: EventKind, args: Args) -> None:
        if kind in GAINED:
            if not self.t.card_open[args[1]]:
                self.hands[args[0]].append(args[1])
        elif kind in SPENT or _from_hand(kind):
            if args[1] in self.hands[args[0]]:
                self.hands[args[0]].remove(args[1])
        elif kind is RULER_CHOSEN:
            self.hands[args[0]] += self.t.start_cards[args[1]]

    def fits(self, s: DarkAges) -> bool:
        """Whether what is remembered agrees with a view."""
        for seen, known in zip(s.hand, self.hands, strict=True):
            if len(seen) != len(known) or (HIDDEN not in seen and sorted(seen) != sorted(known)):
                return False
        return True


def _from_hand(kind: EventKind) -> bool:
    """Whether an event of a module tells of a card that has left a hand: it names a side, then the card."""
    return len(kind.params) > 1 and kind.params[1][1] == HELD_CARD


def fill_in(s: DarkAges, seat: int, rng: Random, memory: Memory | None) -> None:
    """Fill the hidden entries of a view with what the seat cannot exclude."""
    if isinstance(memory, Hands) and memory.fits(s):
        s.hand = [
            tuple(known) if HIDDEN in seen else seen for seen, known in zip(s.hand, memory.hands, strict=True)
        ]
    else:
        _deal(s, rng)
    guess_markers(s, rng)


def _deal(s: DarkAges, rng: Random) -> None:
    """Cards that lie nowhere else are in the hidden hands."""
    if not any(HIDDEN in hand for hand in s.hand):
        return
    known = {*s.deck, *s.offered, *s.discard, *removed_cards(s), *_chosen_nowhere(s), *cards_elsewhere(s)}
    for cards in (*s.laid, *s.technologies, *s.hand):
        known.update(cards)
    unknown = [card for card in range(s.t.cards) if card not in known]
    rng.shuffle(unknown)
    at = 0
    hidden = list(s.hand)
    for seat, hand in enumerate(hidden):
        if HIDDEN in hand:
            s.hand[seat] = tuple(unknown[at : at + len(hand)])
            at += len(hand)
    _make_sense(s, [seat for seat, hand in enumerate(hidden) if HIDDEN in hand])


def _make_sense(s: DarkAges, dealt: Sequence[int]) -> None:
    """Who is asked for a card he plays has one: the question was asked because of his hand (D-R.23, D-26.2).

    A card that fits lies in one of the hidden hands, since it does so in truth."""
    open_asks = [ask for ask in s.rules.asks(s) if ask.seat in dealt] if s.stack else []
    for ask in open_asks:
        seat = ask.seat
        if _could_be_asked(s, ask.name, seat):
            continue
        for other in dealt:
            for mine in range(len(s.hand[seat])):
                for theirs in range(len(s.hand[other])):
                    if other != seat:
                        _swap(s, seat, mine, other, theirs)
                        if _could_be_asked(s, ask.name, seat):
                            return
                        _swap(s, seat, mine, other, theirs)


def _could_be_asked(s: DarkAges, name: str, seat: int) -> bool:
    """Whether a question about cards in hand makes sense with this hand, or one that comes before it."""
    if name == "research":
        return can_research(s, seat, Purse(s, seat))
    if (seat, RESEARCH) in s.given("execute") and not s.has_begun("execute", "content"):
        return can_act(s, seat, RESEARCH)  # the action was chosen (D-4.5)
    return name != "relic" or any(s.t.card_kind[card] == RELIC for card in s.hand[seat])


def _swap(s: DarkAges, seat: int, mine: int, other: int, theirs: int) -> None:
    one, two = list(s.hand[seat]), list(s.hand[other])
    one[mine], two[theirs] = two[theirs], one[mine]
    s.hand[seat], s.hand[other] = tuple(one), tuple(two)


def _chosen_nowhere(s: DarkAges) -> list[int]:
    """During the setup: start cards of rulers on offer, and the cards that will be the deck."""
    if s.deck or s.offered or s.discard:
        return []
    if not s.within("setup"):
        return []
    waiting = [card for ruler, cards in enumerate(s.t.start_cards) if ruler not in s.ruler for card in cards]
    return [*waiting, *s.t.deck]
