"""Laying out the round and planning it (W-4.3 to W-4.6, W-5): the form with one slot per box of the mat."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import ClassVar, Final

from pfalz.core.ask import Chance, Note, Question, Reason, Slot, because
from pfalz.core.state import Args, Move
from pfalz.games.wallenstein.events import (
    ACTIONS_LAID_OUT,
    PLANS_MADE,
    ROUND_BEGUN,
    ROUND_ENDED,
    TILES_LAID_OUT,
)
from pfalz.games.wallenstein.lookup import ACTION_IDS, ACTIONS, BLANK, COLLECT_TAXES, MONEY
from pfalz.games.wallenstein.state import (
    AUCTION,
    EMPTY,
    FALL,
    NO_EVENT,
    SEASONS,
    WINTER,
    YEARS,
    Wallenstein,
    is_county,
)

FACE_UP: Final = 5
"""Action cards laid face up at the start of a round (W-4.3)."""


def game_goes_on(s: Wallenstein) -> bool:
    """Two years of four seasons (W-4.1, W-4.8)."""
    return s.season < YEARS * SEASONS


def is_winter(s: Wallenstein) -> int:
    """1 in winter, 0 in the other seasons (W-4.2)."""
    return 1 if s.season % SEASONS == WINTER else 0


def begin_round(s: Wallenstein) -> None:
    """A new season begins (W-4.2)."""
    s.emit(ROUND_BEGUN, s.season // SEASONS + 1, s.season % SEASONS)


def next_season(s: Wallenstein) -> None:
    """The calendar goes on (W-4.1)."""
    s.season += 1


class LayOutActions(Chance[Wallenstein]):
    """Five of the ten action cards lie face up; the others stay face down (W-4.3)."""

    name: ClassVar[str] = "lay_out_actions"
    rule: ClassVar[str] = "W-4.3"

    def slot(self, s: Wallenstein, seat: int, args: Args, prefix: Sequence[int]) -> Slot:
        return Slot("action", "action")

    def options(self, s: Wallenstein, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int] | None:
        if len(prefix) == FACE_UP:
            return None
        return [action for action in range(ACTIONS) if action not in prefix]

    def sample(self, s: Wallenstein, args: Args, rng: Random) -> Move:
        return tuple(rng.sample(range(ACTIONS), FACE_UP))

    def answer(self, s: Wallenstein, seat: int, args: Args, answer: Move) -> None:
        s.action_row = list(answer)
        s.emit(ACTIONS_LAID_OUT, *answer)


class LayOutTiles(Chance[Wallenstein]):
    """All five bonus tiles lie on the player-order boxes (W-4.4)."""

    name: ClassVar[str] = "lay_out_tiles"
    rule: ClassVar[str] = "W-4.4"

    def slot(self, s: Wallenstein, seat: int, args: Args, prefix: Sequence[int]) -> Slot:
        return Slot("tile", "tile")

    def options(self, s: Wallenstein, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int] | None:
        tiles = len(s.tiles)
        return None if len(prefix) == tiles else [tile for tile in range(tiles) if tile not in prefix]

    def sample(self, s: Wallenstein, args: Args, rng: Random) -> Move:
        tiles = len(s.tiles)
        return tuple(rng.sample(range(tiles), tiles))

    def answer(self, s: Wallenstein, seat: int, args: Args, answer: Move) -> None:
        s.tiles = list(answer)
        s.emit(TILES_LAID_OUT, *answer)


def all_seats(s: Wallenstein) -> Sequence[int]:
    """Everybody plans at the same time (W-5.1)."""
    return range(s.t.players)


def planning_cards(s: Wallenstein, seat: int) -> list[int]:
    """Cards of all own counties, the money cards (W-5.2), and blank cards of a module.

    Who has no county left goes on with the others (W-13.8, W-R.13)."""
    cards = s.own(seat)
    cards += range(MONEY, BLANK + s.rules.value(s, "blank_cards", 0))
    return cards


def is_affordable(s: Wallenstein, seat: int, card: int) -> bool:
    """Whether a card may be bid: money only up to the own Thalers (W-5.11, W-R.8)."""
    return not MONEY <= card < BLANK or s.t.money[card - MONEY] <= s.thalers[seat]


class Plan(Question[Wallenstein]):
    """A card, or none, for each box of the mat; the auction box first, then the actions (W-5.3, W-15.2).

    A county card plans the action there (W-5.4) and, being a single card, nothing else (W-5.10); in the
    auction box any card is a bid (W-5.6). Everybody may rearrange until the last one is ready (W-5.12).

    With enough cards every box is filled (W-5.7); with too few every card is placed, and as many boxes stay
    empty as cards are lacking (W-5.8, W-R.9). As the bid comes first, an affordable one is always left for it
    (W-5.13). What is planned need not be possible (W-5.9)."""

    name: ClassVar[str] = "plan"
    rule: ClassVar[str] = "W-5.3"

    def audience(self, seat: int, args: Args, index: int) -> int:
        return seat  # W-2.3

    def slot(self, s: Wallenstein, seat: int, args: Args, prefix: Sequence[int]) -> Slot:
        at = len(prefix)
        if at == AUCTION:
            return Slot("auction", "card")
        if at <= ACTIONS:
            return Slot(ACTION_IDS[at - 1], "card")
        return Slot(f"extra_{at - ACTIONS}", "card")

    def options(self, s: Wallenstein, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int] | None:
        at = len(prefix)
        boxes = len(s.mat) // s.t.players
        if at >= boxes:
            return None
        cards = planning_cards(s, seat)
        gaps = boxes - len(cards)
        if at == AUCTION:
            found = [card for card in cards if is_affordable(s, seat, card)]
        else:
            found = [card for card in cards if card not in prefix]
        if gaps > 0 and prefix.count(EMPTY) < gaps:
            found.append(EMPTY)
        return found

    def domain(self, s: Wallenstein, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int]:
        return range(EMPTY, BLANK + s.rules.value(s, "blank_cards", 0))

    def reason(self, s: Wallenstein, seat: int, args: Args, prefix: Sequence[int], value: int) -> Reason:
        cards = planning_cards(s, seat)
        if value == EMPTY:
            gaps = s.boxes() - len(cards)
            if gaps <= 0:
                return because("box_must_be_filled", "W-5.7")
            return because("boxes_left_empty", "W-5.8", n=("number", gaps))
        if is_county(value) and not s.t.in_play[value]:
            return because("out_of_play", "W-3.1")
        if value not in cards:
            return because("not_your_card", "W-5.2")
        if value in prefix:
            return because("card_already_placed", "W-5.3")
        return because("bid_too_high", "W-5.11", have=("number", s.thalers[seat]))

    def so_far(self, s: Wallenstein, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[Note]:
        """What the plan costs (the bid, buildings and armies), and what there is to pay it with (W-5.9)."""
        bid = prefix[AUCTION] if prefix else EMPTY
        cost = s.t.money[bid - MONEY] if MONEY <= bid < BLANK else 0
        taxes, paid = 0, []
        for action, card in enumerate(prefix[1 : ACTIONS + 1]):
            if is_county(card) and action == COLLECT_TAXES:
                taxes = s.t.taxes[card]
            elif is_county(card) and s.t.cost[action]:
                cost += s.t.cost[action]
                paid.append(action)
        if not cost:
            return ()
        numbers = {"cost": ("number", cost), "have": ("number", s.thalers[seat]), "taxes": ("number", taxes)}
        if not taxes:
            return [Note("plan", numbers)]
        row = s.action_row
        first = COLLECT_TAXES in row and all(
            action not in row or row.index(action) > row.index(COLLECT_TAXES) for action in paid
        )
        return [Note("plan_taxes_first" if first else "plan_taxes", numbers)]

    def resolve(self, s: Wallenstein, args: Args, seats: Args, answers: list[Move]) -> None:
        s.mat = [card for move in answers for card in move]
        s.emit(PLANS_MADE)


def end_round(s: Wallenstein) -> None:
    """Cards go back to the hands, tiles and action cards are collected, the event leaves (W-4.6).

    After fall the player-order tokens stay for winter (W-4.7)."""
    s.mat = [EMPTY] * len(s.mat)
    s.shown = [0] * s.t.players
    s.gained = 0
    s.event = NO_EVENT
    s.action_row = []
    s.tiles = [EMPTY] * len(s.tiles)
    if s.season % SEASONS != FALL:
        take_back_tokens(s)
    s.emit(ROUND_ENDED)


def take_back_tokens(s: Wallenstein) -> None:
    """The player-order tokens leave the board (W-4.6, W-12.14)."""
    s.place = [EMPTY] * s.t.players
