"""Battle cards before and between battles (DM9-1 to DM9-3): dealing, hands and piles, cards of titles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from pfalz.core.ask import Choice, Reason, because
from pfalz.core.state import Args, Move
from pfalz.games.darkages.dealing import Deal
from pfalz.games.darkages.modules.age_of_wars.events import (
    BATTLE_CARD_FOLLOWED,
    BATTLE_CARD_KEPT,
    BATTLE_CARDS_DEALT,
    BATTLE_CARDS_RECOVERED,
)
from pfalz.games.darkages.modules.age_of_wars.state import (
    COMMON,
    IN_HAND,
    OF_RULER,
    ON_PILE,
    OWN,
    hand,
    own_cards,
    wars,
)
from pfalz.games.darkages.state import NONE, DarkAges

# -- setup (DM9-1) ----------------------------------------------------------------------------------------


class BattleDeal(Deal):
    """Two common battle cards for a player (DM9-1.2); the rest is removed."""

    name: ClassVar[str] = "battle_deal"
    rule: ClassVar[str] = "DM9-1.2"
    of: ClassVar[str] = "battle_card"

    def dealt(self, s: DarkAges) -> int:
        return wars(s).t.dealt

    def left(self, s: DarkAges) -> Sequence[int]:
        part = wars(s)
        gone = {*part.common, *part.removed}
        return [card for card in part.t.common if card not in gone]

    def take(self, s: DarkAges, owner: int, cards: Move) -> None:
        part = wars(s)
        part.common[owner], part.removed[owner] = cards
        s.emit(BATTLE_CARDS_DEALT, owner, *cards)


class KeepBattle(Choice[DarkAges]):
    """Which of the two a player keeps: all at once, secret for good (DM9-1.2, DM0-2.13, DM0-7.5, DMR-41)."""

    name: ClassVar[str] = "keep_battle"
    rule: ClassVar[str] = "DM9-1.2"
    of: ClassVar[str] = "battle_card"
    called: ClassVar[str] = "battle_card"

    def values(self, s: DarkAges, seat: int, args: Args) -> Sequence[int]:
        return sorted([wars(s).common[seat], wars(s).removed[seat]])

    def refusal(self, s: DarkAges, seat: int, args: Args, value: int) -> Reason:
        return because("not_dealt", "DM9-1.2")

    def audience(self, seat: int, args: Args, index: int) -> int:
        return seat

    def resolve(self, s: DarkAges, args: Args, seats: Args, answers: list[Move]) -> None:
        part = wars(s)
        for seat, answer in zip(seats, answers, strict=True):
            if answer[0] != part.common[seat]:
                part.common[seat], part.removed[seat] = part.removed[seat], part.common[seat]
            s.emit(BATTLE_CARD_KEPT, seat, answer[0])


# -- hand and pile (DM9-2, DM9-3) -------------------------------------------------------------------------


def renew(s: DarkAges, seat: int) -> None:
    """Who has no battle card in hand takes the pile back (DM9-2.2)."""
    if hand(s, seat):
        return
    part = wars(s)
    s.emit(BATTLE_CARDS_RECOVERED, seat, len(own_cards(s, seat)))
    part.spent[OWN * seat : OWN * (seat + 1)] = [0] * OWN
    for title, holder in enumerate(s.title):
        if holder == seat:
            part.title_spent[title] = 0


def spend(s: DarkAges, seat: int, card: int) -> None:
    """A card leaves the hand of a player; a common one is known from now on (DM9-7.1)."""
    part = wars(s)
    if card in part.t.of_title:
        part.title_spent[part.t.of_title.index(card)] = 1
    elif card in part.t.of_ruler:
        part.spent[OWN * seat + OF_RULER] = 1
    else:
        part.spent[OWN * seat + COMMON] = 1
        part.shown[seat] = 1


def follow_title(s: DarkAges, side: int, title: int, before: int) -> None:
    """The battle card goes with its title, out of hand or pile (DM9-3.2, DM9-3.3, DM0-5.3, DMR-28)."""
    part = wars(s)
    if part.t.of_title[title] == NONE or not s.has_seat(side):
        return
    part.title_spent[title] = 0
    if 0 <= before < s.t.players:
        renew(s, before)
    s.call("battle_card_follows", side, title)


class PlaceBattleCard(Choice[DarkAges]):
    """Whether the battle card of a new title goes into the hand or on the pile (DM9-3.2): side, title."""

    name: ClassVar[str] = "battle_card_place"
    rule: ClassVar[str] = "DM9-3.2"
    of: ClassVar[str] = "card_place"
    called: ClassVar[str] = "card_place"

    def seat(self, s: DarkAges, args: Args) -> int:
        return args[0]

    def about(self, args: Args) -> Mapping[str, tuple[str, int]]:
        return {"title": ("title", args[1])}

    def values(self, s: DarkAges, seat: int, args: Args) -> Sequence[int]:
        return (IN_HAND, ON_PILE)

    def chosen(self, s: DarkAges, seat: int, args: Args, value: int) -> None:
        part = wars(s)
        part.title_spent[args[1]] = int(value == ON_PILE)
        s.emit(BATTLE_CARD_FOLLOWED, seat, part.t.of_title[args[1]], value)
