"""Where the Wyrd cards lie, and what is on them.

Which card lies where is known to nobody and drawn when it is turned up, so nothing has to be hidden
(DM8-6.1, DM0-7.4): of cards that lie face down in the stack, under the offer or out of the game only the
number is kept.
"""

from __future__ import annotations

from typing import Final

from pfalz.core.data import typed
from pfalz.core.game import Data
from pfalz.core.kinds import Kinds, Name
from pfalz.core.state import PUBLIC, Columns, declare, number, numbers, shared, stacks, thing, upto
from pfalz.games.darkages.boxes import boxes, original
from pfalz.games.darkages.language import Effect
from pfalz.games.darkages.lookup import Lookup
from pfalz.games.darkages.modules.wyrd import schema
from pfalz.games.darkages.state import NONE, DarkAges

ID: Final = "wyrd"
COUNTER: Final = "wyrd_cards"
UPPER: Final = 0
LOWER: Final = 1
FATES: Final = 2
FATE_IDS: Final = ("upper", "lower")
KEEP: Final = 0
REMOVE: Final = 1


class WyrdLookup:
    """The cards and the numbers of the module: twice as many with two boxes (DM8-1.1, DM8-1.2)."""

    def __init__(self, data: Data, players: int) -> None:
        file = typed(data["wyrd"], schema.WyrdFile, "wyrd.toml")
        self.ids = [row.id for row in file.wyrd]
        self.cards = len(self.ids)
        self.under_offer = file.numbers.under_offer * boxes(data, players)
        self.most_vp = file.numbers.most_vp
        self.markers = players
        """Markers on a card that becomes active (DM8-3.3); there are always enough (DM0-1.16, DMR-40)."""


def deed_of(id: str, which: int) -> str:
    """How a fate is called among the deeds."""
    return f"{ID}.{id}.{FATE_IDS[which]}"


class Wyrds(Columns):
    """The Wyrd cards (DM8-1.1)."""

    t: WyrdLookup
    pile: int
    """Cards in the stack."""
    under: list[int]
    """Culture cards of the offer under which one lies (DM8-2.2)."""
    waiting: int
    """Cards that go under the offer as soon as it is full."""
    gone: int
    """Cards removed unseen (DM8-3.1, DM0-1.14)."""
    fresh: int
    """The card made active by the taking that is under way."""
    open: list[tuple[int, ...]]
    markers: list[int]
    down: list[tuple[int, ...]]
    __slots__ = tuple(__annotations__)

    def owned(self, seat: int) -> int:
        """All Wyrd cards of a seat, face up and face down."""
        return len(self.open[seat]) + len(self.down[seat])


SLICE: Final = declare(
    Wyrds,
    t=shared(),
    pile=number(PUBLIC, upto(lambda t: t.cards)),
    under=numbers(PUBLIC, thing("card"), most="place"),
    waiting=number(PUBLIC, upto(lambda t: t.cards)),
    gone=number(PUBLIC, upto(lambda t: t.cards)),
    fresh=number(PUBLIC, thing("wyrd", NONE)),
    open=stacks(PUBLIC, thing("wyrd"), per="seat", most="wyrd"),
    markers=numbers(PUBLIC, upto(lambda t: t.markers), per="wyrd"),
    down=stacks(PUBLIC, thing("wyrd"), per="seat", most="wyrd"),
)


def wyrds(s: DarkAges) -> Wyrds:
    """This module's slice of a state."""
    part: Wyrds = s.slices[ID]
    return part


def fate(s: DarkAges, card: int, which: int) -> tuple[Effect, ...]:
    """One of the two fates of a card."""
    return s.t.deeds[deed_of(wyrds(s).t.ids[card], which)]


def declare_kinds(kinds: Kinds, t: WyrdLookup, lookup: Lookup) -> None:
    """Wyrd cards, their fates, and what can be done with one that comes with a culture card."""
    kinds.things("wyrd", [original(id) for id in t.ids])
    kinds.things("wyrd_choice", ("keep", "remove"))
    kinds.things("fate_side", FATE_IDS)

    def fate_name(value: int) -> Name:
        card, which = divmod(value, FATES)
        parts = lookup.deeds[deed_of(t.ids[card], which)]
        gifts = {f"part_{i}": ("gift", part.index) for i, part in enumerate(parts, 1)}
        return f"fate.parts_{len(parts)}", {"wyrd": ("wyrd", card), **gifts}

    kinds.made_of("fate", "wyrd", "fate_side", namer=fate_name)
