"""The offer, the deck, and Develop Culture (section 6)."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import ClassVar

from pfalz.core.ask import Chance, Choice, Note, Question, Reason, Slot, because, note
from pfalz.core.state import Args, Move
from pfalz.games.darkages import effects
from pfalz.games.darkages.events import CARD_DRAWN, CARD_DROPPED, CARD_RECOVERED, CARD_REVEALED, CARD_TAKEN
from pfalz.games.darkages.layers import next_kinds
from pfalz.games.darkages.possible import discarded, open_places
from pfalz.games.darkages.state import NONE, DarkAges
from pfalz.games.darkages.words import ANY_KIND, TOOK_CARD


class DrawCard(Chance[DarkAges]):
    """A card of the deck comes into the offer, each equally likely (D-3.18, D-6.3, D-20.3).

    Modules may have shuffled cards into parts of the deck (DM0-2.4 to DM0-2.8)."""

    name: ClassVar[str] = "card"
    rule: ClassVar[str] = "D-6.3"

    def slot(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Slot:
        return Slot("card", "card")

    def options(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int] | None:
        if prefix:
            return None
        apart, places = shuffled_in(s)
        if places == 1:
            return [apart]
        if not s.t.layers:
            return s.deck
        found = [card for kind, _, _ in on_top(s) for card in below(s, kind)]
        return [apart, *found] if places else found

    def only(self, s: DarkAges, args: Args) -> Move | None:
        """Nearly always it is enough to count the cards of the deck."""
        places = shuffled_in(s)[1]
        if places != 1 and (cards_left(s) - int(places > 0) > s.t.open_above or _several(s, places)):
            return None
        return super().only(s, args)

    def sample(self, s: DarkAges, args: Args, rng: Random) -> Move:
        apart, places = shuffled_in(s)
        if places and int(rng.random() * places) == 0:
            return (apart,)
        if not s.t.layers and not places:
            return (s.deck[int(rng.random() * len(s.deck))],)
        layered = s.t.layered.intersection(s.deck)
        for kind, n, of in _kinds_on_top(s, layered, places) if s.t.layers else ():
            if int(rng.random() * of) < n and kind != ANY_KIND:
                cards = below(s, kind)
                return (cards[int(rng.random() * len(cards))],)
        others = len(s.deck) - len(layered) - int(places > 0)
        return (_other_card(s, int(rng.random() * others), apart),)

    def answer(self, s: DarkAges, seat: int, args: Args, answer: Move) -> None:
        card = answer[0]
        s.deck.remove(card)
        if s.rules.value(s, "enters_offer", 1, card):
            s.offered.append(card)
            s.emit(CARD_DRAWN, card)
        else:
            s.emit(CARD_REVEALED, card)


def shuffled_in(s: DarkAges) -> tuple[int, int]:
    """A card that a module has shuffled into the top of the deck, and on how many places it may still lie.

    That number is public, and all of them are equally likely (DM0-2.14). None: no card, no place."""
    modifier = s.rules.modifiers.get("shuffled_in")
    if modifier is None:
        return NONE, 0
    found = modifier(s, 0)
    return (found % s.t.cards, found // s.t.cards) if found else (NONE, 0)


def shuffle_in(s: DarkAges, card: int, top: int) -> int:
    """Shuffle a card into the top cards of the deck: on how many places it may lie then (DM0-2.14)."""
    places = min(top, len(s.deck)) + 1
    s.deck.append(card)
    return places


def on_top(s: DarkAges) -> list[tuple[int, int, int]]:
    """What the next card of the deck may be, looking at the last layer first: its kind, and `n` chances in so
    many that it is of this kind if it is none of those before (DM0-2.5 to DM0-2.7).

    A card that was shuffled into the top comes by itself."""
    return _kinds_on_top(s, s.t.layered.intersection(s.deck), shuffled_in(s)[1])


def _kinds_on_top(s: DarkAges, layered: frozenset[int], places: int) -> list[tuple[int, int, int]]:
    """The same with the cards in the deck that layers are of, and the places of the card shuffled in."""
    t, layer_of = s.t, s.t.card_layer
    kinds = [layer_of[card] for card in layered]
    key = (cards_left(s) - int(places > 0), *[kinds.count(kind) for kind in t.layer_kinds])
    found = t.tops.get(key)
    if found is None:
        unused = [n for layer in reversed(t.layers) for n in layer.unused]
        own = [n - left_over for n, left_over in zip(key[1:], unused, strict=True)]
        found = t.tops[key] = next_kinds(t.layers, key[0], own)
    return found


def _several(s: DarkAges, places: int) -> bool:
    """Whether there are several cards that may come next."""
    layered = s.t.layered.intersection(s.deck)
    kinds = _kinds_on_top(s, layered, places)
    if places or len(kinds) > 1:
        return True
    kind, layer_of = kinds[0][0], s.t.card_layer
    if kind == ANY_KIND:
        return len(s.deck) - len(layered) > 1
    return len([card for card in layered if layer_of[card] == kind]) > 1


def below(s: DarkAges, kind: int) -> list[int]:
    """The cards of a kind that are still in the deck; ANY_KIND are those no layer is of.

    A card that was shuffled into the top comes by itself."""
    layer_of = s.t.card_layer
    found = [card for card in s.deck if layer_of[card] == kind]
    if kind == ANY_KIND:
        apart, places = shuffled_in(s)
        if places:
            found.remove(apart)
    return found


def _other_card(s: DarkAges, n: int, apart: int) -> int:
    """The card number `n` of those in the deck that no layer is of, one that was shuffled in left out."""
    left_out, at = s.t.layered if apart == NONE else s.t.layered | {apart}, n
    while True:
        after = n + len(left_out.intersection(s.deck[: at + 1]))
        if after == at:
            return s.deck[at]
        at = after


def cards_left(s: DarkAges) -> int:
    """How many cards the deck still has; of some kinds nobody knows which are left over."""
    return len(s.deck) - s.t.unused


def lacks_cards(s: DarkAges) -> bool:
    """Whether a place of the offer is free and the deck has a card for it (D-6.3, D-6.4)."""
    return len(s.offered) < s.t.offer_places and cards_left(s) > 0


def take_from_offer(s: DarkAges, side: int, place: int, any_card: bool = False) -> None:
    """A card goes from the offer to a hand; the rest closes up and is refilled at once (D-6.3, D-6.5).

    `any_card`: the rule by which it is taken opens all places of the offer. What modules call when they hear
    of the card comes before the refill, what stands before `took_card` after it."""
    card = s.offered.pop(place)
    receive(s, side, card)
    s.call("took_card", side, card)
    s.call("refill")
    s.emit(CARD_TAKEN, side, card, place, int(any_card))


def receive(s: DarkAges, side: int, card: int) -> None:
    """A card that was taken comes into the hand, unless it is one that is laid open at once."""
    if s.rules.value(s, "to_hand", int(not s.t.card_open[card]), side, card):
        s.hand[side] = (*s.hand[side], card)


def took_card(s: DarkAges, side: int, card: int) -> None:
    """Effects of having taken a card from the offer (D-21.9)."""
    effects.trigger(s, side, TOOK_CARD)


def drop_from_offer(s: DarkAges, place: int) -> None:
    """A card of the offer is discarded (D-14.2); what modules call then comes before the refill."""
    card = s.offered.pop(place)
    s.discard.append(card)
    s.call("refill")
    s.emit(CARD_DROPPED, card, place)


class Develop(Choice[DarkAges]):
    """The action Develop Culture: a card of the offer (D-6.1, D-25.4)."""

    name: ClassVar[str] = "develop"
    rule: ClassVar[str] = "D-6.1"
    of: ClassVar[str] = "place"
    called: ClassVar[str] = "place"

    def seat(self, s: DarkAges, args: Args) -> int:
        return args[0]

    def values(self, s: DarkAges, seat: int, args: Args) -> Sequence[int]:
        return open_places(s, seat)

    def domain(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int]:
        return () if prefix else range(len(s.offered))

    def refusal(self, s: DarkAges, seat: int, args: Args, value: int) -> Reason:
        return because("not_accessible", "D-6.2")

    def worth(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int], value: int) -> Sequence[Note]:
        """The card that lies there."""
        return [note("card", card=("card", s.offered[value]))]

    def chosen(self, s: DarkAges, seat: int, args: Args, value: int) -> None:
        take_from_offer(s, seat, value)


class TakeCard(Question[DarkAges]):
    """A card by an effect or a reward, of the offer or of the discard pile (D-22.11): side, effect."""

    name: ClassVar[str] = "take_card"
    rule: ClassVar[str] = "D-22.11"

    def seat(self, s: DarkAges, args: Args) -> int:
        return args[0]

    def slot(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Slot:
        return Slot("card", "card")

    def options(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int] | None:
        effect = s.t.effects[args[1]]
        if prefix:
            return None
        places = open_places(s, seat, effect.any_access, effect.card_kind)
        return [*[s.offered[place] for place in places], *discarded(s, effect)]

    def domain(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int]:
        return () if prefix else [*s.offered, *discarded(s, s.t.effects[args[1]])]

    def reason(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int], value: int) -> Reason:
        effect = s.t.effects[args[1]]
        if effect.any_access or value in [s.offered[place] for place in open_places(s, seat)]:
            return because("other_kind", "D-22.11")
        return because("not_accessible", "D-6.2")

    def answer(self, s: DarkAges, seat: int, args: Args, answer: Move) -> None:
        card = answer[0]
        if card in s.offered:
            take_from_offer(s, seat, s.offered.index(card), s.t.effects[args[1]].any_access)
        else:
            s.discard.remove(card)
            receive(s, seat, card)
            s.emit(CARD_RECOVERED, seat, card)
