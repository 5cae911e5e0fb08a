"""Alliance cards in hand, on offer and beside the boards; who shares a border, and who negotiates."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pfalz.core.data import typed
from pfalz.core.game import Data
from pfalz.core.kinds import Kinds
from pfalz.core.state import (
    OWNER,
    PUBLIC,
    Columns,
    declare,
    number,
    numbers,
    seen,
    set_of,
    shared,
    stacks,
    thing,
    upto,
)
from pfalz.games.darkages.boxes import original
from pfalz.games.darkages.language import FilesError
from pfalz.games.darkages.modules.alliances import schema
from pfalz.games.darkages.state import NONE, DarkAges

ID: Final = "alliances"
KEEP: Final = 0
EXCHANGE: Final = 1
"""What is said to two cards on the table."""


class AllianceLookup:
    """The alliance cards, with two boxes each of them twice (DM5-1.1), and the terms of negotiations."""

    def __init__(self, data: Data, players: int) -> None:
        file = typed(data[ID], schema.AlliancesFile, f"{ID}.toml")
        self.players = players
        self.ids = [row.id for row in file.alliance]
        self.lasting = [bool(row.passing) for row in file.alliance]
        """Whether a card does something in each pass."""
        self.at_once = [bool(row.concluded) for row in file.alliance]
        """Whether a card does something when the alliance is concluded."""
        self.dealt = file.terms.dealt
        self.talks = file.terms.talks
        self.rounds = file.terms.rounds
        self.penalty = file.terms.penalty
        if len(self.ids) < players * self.dealt:
            raise FilesError("too_few_alliances", n=players * self.dealt)


class Pacts(Columns):
    """Hands are their owner's secret (DM0-7.2); cards on offer are seen by the two who negotiate (DM5-3.2).

    `shown` keeps what a player has been shown of another's hand, since he would remember it; these two see
    it. An alliance is two cards, each with the one who has received it (DM5-3.4), and public (DM5-3.5). The
    markers on the cards are not counted: who the partner is says where a card lies (DM0-1.16)."""

    t: AllianceLookup
    hand: list[tuple[int, ...]]
    shown: list[int]
    offered: list[int]
    allied: list[int]
    gone: list[int]
    border: list[int]
    fresh: list[int]
    moved: int
    speaker: int
    news: int
    talks: int
    partner: int
    round: int
    __slots__ = tuple(__annotations__)


def _shown_seen(s: DarkAges, seat: int) -> Sequence[bool]:
    n = s.t.players
    return [seat in (owner, other) for owner in range(n) for other in range(n)]


def _offered_seen(s: DarkAges, seat: int) -> Sequence[bool]:
    part = pacts(s)
    at_table = seat >= 0 and part.partner != NONE and seat in (part.speaker, part.partner)
    return [at_table or card == NONE for card in part.offered]


SLICE: Final = declare(
    Pacts,
    t=shared(),
    hand=stacks(OWNER, thing("alliance"), per="seat", most=lambda t: t.dealt),
    # by owner and by who has seen them, as bits
    shown=numbers(seen(_shown_seen), set_of("alliance"), per=("seat", "seat")),
    offered=numbers(seen(_offered_seen), thing("alliance", NONE), per="seat"),
    # by holder and by partner: the card that the holder has received from him
    allied=numbers(PUBLIC, thing("alliance", NONE), per=("seat", "seat")),
    # cards of alliances that were broken
    gone=numbers(PUBLIC, thing("alliance"), most="alliance"),
    # with whom a player shares a border, as it was when that was last looked at
    border=numbers(PUBLIC, set_of("seat"), per="seat"),
    # with whom he has come to share one since then, by gaining an area
    fresh=numbers(PUBLIC, set_of("seat"), per="seat"),
    moved=number(PUBLIC, upto(1)),
    # who may open negotiations now, with whom, and with how many of them
    speaker=number(PUBLIC, thing("seat", NONE)),
    news=number(PUBLIC, set_of("seat")),
    talks=number(PUBLIC, upto(lambda t: t.talks)),
    # with whom he negotiates, and in which round
    partner=number(PUBLIC, thing("seat", NONE)),
    round=number(PUBLIC, upto(lambda t: t.rounds)),
)


def declare_kinds(kinds: Kinds, t: AllianceLookup) -> None:
    """The cards, an offer or none, a partner or none, what is said to offers."""
    kinds.things("alliance", [original(id) for id in t.ids])
    kinds.variant("alliance_or_none", "alliance", {len(t.ids): ("no_offer", {})})
    kinds.variant("partner_or_none", "seat", {t.players: ("no_partner", {})})
    kinds.things("agreement", ("keep", "exchange"))


def pacts(s: DarkAges) -> Pacts:
    """This module's slice of a state."""
    part: Pacts = s.slices[ID]
    return part


def source_of(s: DarkAges) -> int:
    """The source of points of this module."""
    return s.rules.sources.index(ID)


def received(s: DarkAges, holder: int, partner: int) -> int:
    """The card a player has received from an ally; NONE if they are none."""
    return pacts(s).allied[s.t.players * holder + partner]


def partners(s: DarkAges, seat: int) -> list[int]:
    """The allies of a player."""
    return [other for other in range(s.t.players) if received(s, seat, other) != NONE]
