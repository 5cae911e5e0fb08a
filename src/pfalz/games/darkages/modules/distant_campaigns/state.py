"""Who holds which campaign cards, which lie open, and which campaign is under way."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pfalz.core.data import typed
from pfalz.core.game import Data
from pfalz.core.kinds import Kinds
from pfalz.core.state import OWNER, PUBLIC, Columns, declare, number, numbers, shared, stacks, thing
from pfalz.games.darkages.boxes import boxes, highest_mark
from pfalz.games.darkages.language import FilesError, number_of
from pfalz.games.darkages.modules.distant_campaigns import schema
from pfalz.games.darkages.state import NONE, DarkAges

ID: Final = "distant_campaigns"


class CampaignLookup:
    """The campaign cards of a player count (DM10-1.1), how many are dealt, the lowest costs of settling."""

    def __init__(self, data: Data, players: int) -> None:
        file = typed(data[ID], schema.CampaignsFile, f"{ID}.toml")
        mark, there = highest_mark(data, players), boxes(data, players)
        rows = [row for row in file.campaign if row.min_players <= mark and row.box <= there]  # DM10-1.2
        self.ids = [row.area for row in rows]
        """A card is called by the area it names."""
        self.dealt = file.campaigns.dealt
        self.given_up = file.campaigns.dealt - file.campaigns.kept
        if len(rows) < players * self.dealt:
            raise FilesError("too_few_campaigns", n=players * self.dealt)
        rulers = data["rulers"]["ruler"]
        self.lowest: dict[str, int] = {row["id"]: row["settle_cost"][0] for row in rulers}
        """The left value on each ruler card (DM10-2.4)."""

        self.goals: list[int] = []
        """The areas of the cards, by card."""

    def find(self, area_ids: Sequence[str]) -> None:
        """Look for the areas on the map; an unknown one is refused."""
        self.goals = [number_of(id, area_ids, f"{ID}.campaign") for id in self.ids]


class Campaigns(Columns):
    """Hands and what was given up are their owner's secret (DM10-3.1, DM0-7.2, DM0-7.5); the rest is open."""

    t: CampaignLookup
    hand: list[tuple[int, ...]]
    given_up: list[tuple[int, ...]]
    open: list[tuple[int, ...]]
    gone: list[int]
    running: int
    __slots__ = tuple(__annotations__)


SLICE: Final = declare(
    Campaigns,
    t=shared(),
    hand=stacks(OWNER, thing("campaign"), per="seat", most=lambda t: t.dealt),
    given_up=stacks(OWNER, thing("campaign"), per="seat", most=lambda t: t.given_up),
    open=stacks(PUBLIC, thing("campaign"), per="seat", most=lambda t: t.dealt),
    # cards that have been played and left the game
    gone=numbers(PUBLIC, thing("campaign"), most="campaign"),
    # the card that is played in this execution of March
    running=number(PUBLIC, thing("campaign", NONE)),
)


def declare_kinds(kinds: Kinds, t: CampaignLookup) -> None:
    """The cards, and whether one is played at all."""
    kinds.things("campaign", t.ids)
    kinds.variant("campaign_or_none", "campaign", {len(t.ids): ("no_campaign", {})})


def campaigns(s: DarkAges) -> Campaigns:
    """This module's slice of a state."""
    part: Campaigns = s.slices[ID]
    return part


def goal(s: DarkAges, card: int) -> int:
    """The area a card names."""
    return campaigns(s).t.goals[card]
