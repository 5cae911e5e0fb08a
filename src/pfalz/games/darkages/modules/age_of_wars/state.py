"""Where the battle cards and war markers are, and the constants of the module."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from pfalz.core.data import typed
from pfalz.core.game import Data
from pfalz.core.kinds import Kinds
from pfalz.core.state import PUBLIC, Columns, declare, number, numbers, seen, shared, thing, upto
from pfalz.games.darkages.boxes import highest_mark, marked, original
from pfalz.games.darkages.modules.age_of_wars import schema
from pfalz.games.darkages.state import NONE, DarkAges

# the two battle cards of a player that are always his own
COMMON: Final = 0
OF_RULER: Final = 1
OWN: Final = 2
# where a card lies that comes with a title (DM9-3.2)
IN_HAND: Final = 0
ON_PILE: Final = 1
PLACE_IDS: Final = ("hand", "pile")


class WarLookup:
    """The battle cards that are in play, and what a war brings (DM9-1.1)."""

    def __init__(self, data: Data, players: int) -> None:
        file = typed(data["age_of_wars"], schema.WarsFile, "age_of_wars.toml")
        cards = cards_in_play(data, players)
        self.cards = [row.id for row in cards]
        self.common = [i for i, row in enumerate(cards) if not row.title and not row.ruler]
        of_title = {row.title: i for i, row in enumerate(cards)}
        of_ruler = {row.ruler: i for i, row in enumerate(cards)}
        mark = highest_mark(data, players)
        self.of_title = [of_title.get(id, NONE) for id in in_play(data["map"]["title"], mark)]
        """The battle card of each title, or none (DM9-3.1)."""
        self.of_ruler = [of_ruler.get(id, NONE) for id in in_play(data["rulers"]["ruler"], mark)]
        self.dealt = file.war.dealt
        self.vp = file.war.vp
        more = [row.n for row in file.more_markers if players in row.players]
        self.markers = more[0] if more else file.war.markers
        places = (file.final_vp.two, file.final_vp.three, file.final_vp.four)
        self.final_vp = tuple(places[min(players, 4) - 2])


def in_play(rows: Sequence[dict[str, Any]], mark: int) -> list[str]:
    """The ids of titles or rulers that are in play (D-3.4)."""
    return [row["id"] for row in marked(rows, mark)]


def cards_in_play(data: Data, players: int) -> list[schema.BattleCard]:
    """The battle cards that are not removed: somebody can have their title or ruler (DM9-1.3, DM9-1.4)."""
    file = typed(data["age_of_wars"], schema.WarsFile, "age_of_wars.toml")
    mark = highest_mark(data, players)
    there = ["", *in_play(data["map"]["title"], mark), *in_play(data["rulers"]["ruler"], mark)]
    return [row for row in file.card if row.title in there and row.ruler in there]


class Wars(Columns):
    """Battle cards and war markers (DM9-2.1, DM0-7.3).

    A card lies where its owner's `spent` says, the card of a title with the holder of the title: in the hand,
    or on the open pile. Which common card somebody has is secret until he plays it (DM9-7.1), which one he
    has removed for ever (DM0-7.5); until he has chosen, these two columns hold what was dealt to him."""

    t: WarLookup
    common: list[int]
    removed: list[int]
    shown: list[int]
    spent: list[int]
    title_spent: list[int]
    played: int
    markers: list[int]
    pool: int
    __slots__ = tuple(__annotations__)


def _common_seen(s: DarkAges, seat: int) -> Sequence[bool]:
    part = wars(s)
    return [
        other == seat or bool(part.shown[other]) or card == NONE for other, card in enumerate(part.common)
    ]


def _removed_seen(s: DarkAges, seat: int) -> Sequence[bool]:
    return [other == seat or card == NONE for other, card in enumerate(wars(s).removed)]


SLICE: Final = declare(
    Wars,
    t=shared(),
    common=numbers(seen(_common_seen), thing("battle_card", NONE), per="seat"),
    removed=numbers(seen(_removed_seen), thing("battle_card", NONE), per="seat"),
    shown=numbers(PUBLIC, upto(1), per="seat"),
    spent=numbers(PUBLIC, upto(1), per=("seat", OWN)),
    title_spent=numbers(PUBLIC, upto(1), per="title"),
    played=number(PUBLIC, thing("battle_card", NONE)),
    markers=numbers(PUBLIC, upto(lambda t: t.markers), per="seat"),
    pool=number(PUBLIC, upto(lambda t: t.markers)),
)


def declare_kinds(kinds: Kinds, t: WarLookup) -> None:
    """Battle cards, where they lie, and the end that the last marker brings."""
    kinds.things("battle_card", [original(id) for id in t.cards])
    kinds.variant("battle_card_or_none", "battle_card", {len(t.cards): ("no_battle_card", {})})
    kinds.things("card_place", PLACE_IDS)
    kinds.grow("end", 1, lambda value: ("end.war_markers", {}))


def wars(s: DarkAges) -> Wars:
    """This module's slice of a state."""
    part: Wars = s.slices["age_of_wars"]
    return part


def own_cards(s: DarkAges, seat: int) -> list[tuple[int, bool]]:
    """The battle cards of a player, each with whether it is spent: common one, ruler's, titles'."""
    part = wars(s)
    found = [(part.common[seat], part.spent[OWN * seat + COMMON])]
    ruler = s.ruler[seat]
    if ruler != NONE:
        found.append((part.t.of_ruler[ruler], part.spent[OWN * seat + OF_RULER]))
    for title, holder in enumerate(s.title):
        if holder == seat:
            found.append((part.t.of_title[title], part.title_spent[title]))
    return [(card, spent > 0) for card, spent in found if card != NONE]


def hand(s: DarkAges, seat: int) -> list[int]:
    """The battle cards in a hand, as far as they can be seen."""
    return [card for card, spent in own_cards(s, seat) if not spent]


def pile(s: DarkAges, seat: int) -> list[int]:
    """The battle cards on the open pile of a player; one that is being played lies before him."""
    played = wars(s).played
    return [card for card, spent in own_cards(s, seat) if spent and card != played]
