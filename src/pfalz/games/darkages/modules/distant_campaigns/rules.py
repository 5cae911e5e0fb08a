"""Distant Campaigns (DM10): in place of the movement of a March an army goes straight to the area of a card.

The battle that may follow is one like any other (DMX-4.1), but for the way back: a beaten army goes to an own
area beside the target or dies. The card of a campaign that was won lies open until its owner settles there or
passes. A March with a battle cannot be repeated with a title anyway (DM10-2.6, D-11.5).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, ClassVar, Final

from pfalz.core.ask import Choice, Note, Question, Reason, Slot, because, note
from pfalz.core.events import EventKind
from pfalz.core.flow import Step, ask, chance, do, each, seq, together, when
from pfalz.core.game import Data, Edit, Memory, Modifier, Module, Options, Reaction, before, wrap
from pfalz.core.kinds import Kinds
from pfalz.core.ruleset import Ruleset
from pfalz.core.state import HIDDEN, Args, Columns, Move, Schema
from pfalz.games.darkages.damage import kill_regulars, regulars
from pfalz.games.darkages.dealing import Deal, from_starter, undealt
from pfalz.games.darkages.marching import FROM_SLOT, army_form, march, standing_there
from pfalz.games.darkages.modules.distant_campaigns.events import (
    CAMPAIGN_ENDED,
    CAMPAIGN_GIVEN_UP,
    CAMPAIGN_PLAYED,
    CAMPAIGNS_DEALT,
    EVENTS,
    UNITS_CUT_OFF,
    UNITS_WITHDREW,
)
from pfalz.games.darkages.modules.distant_campaigns.state import (
    ID,
    SLICE,
    CampaignLookup,
    Campaigns,
    campaigns,
    declare_kinds,
    goal,
)
from pfalz.games.darkages.possible import garrisons
from pfalz.games.darkages.state import NONE, DarkAges
from pfalz.games.darkages.words import ATTACKER

CARD_SLOT: Final = Slot("campaign", "campaign_or_none")
Form = tuple[Slot, Sequence[int]]


# -- setup (DM10-1) ------------------------------------------------------------------------------------


class DealCampaigns(Deal):
    """The cards of a player (DM10-1.3)."""

    name: ClassVar[str] = "campaign_deal"
    rule: ClassVar[str] = "DM10-1.3"
    of: ClassVar[str] = "campaign"

    def dealt(self, s: DarkAges) -> int:
        return campaigns(s).t.dealt

    def left(self, s: DarkAges) -> Sequence[int]:
        return undealt(len(campaigns(s).t.ids), campaigns(s).hand)

    def take(self, s: DarkAges, owner: int, cards: Move) -> None:
        campaigns(s).hand[owner] = tuple(sorted(cards))
        s.emit(CAMPAIGNS_DEALT, owner, *sorted(cards))


def everybody(s: DarkAges) -> Sequence[int]:
    """All players give up a card at the same time (DM0-2.13)."""
    return range(s.t.players)


class KeepCampaigns(Question[DarkAges]):
    """Which card leaves the game: all decide at once, and nobody is ever told (DM10-1.3, DM0-7.5)."""

    name: ClassVar[str] = "keep_campaigns"
    rule: ClassVar[str] = "DM10-1.3"

    def slot(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Slot:
        return Slot("campaign", "campaign")

    def options(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int] | None:
        part = campaigns(s)
        left = part.t.given_up - len(prefix)
        if not left:
            return None
        after = [card for card in part.hand[seat] if not prefix or card > prefix[-1]]
        return after[: len(after) - left + 1]

    def reason(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int], value: int) -> Reason:
        return because("in_order", "D-26.5")

    def audience(self, seat: int, args: Args, index: int) -> int:
        return seat

    def resolve(self, s: DarkAges, args: Args, seats: Args, answers: list[Move]) -> None:
        part = campaigns(s)
        for seat, answer in zip(seats, answers, strict=True):
            part.hand[seat] = tuple([card for card in part.hand[seat] if card not in answer])
            part.given_up[seat] = answer
            for card in answer:
                s.emit(CAMPAIGN_GIVEN_UP, seat, card)


# -- the campaign (DM10-2) -----------------------------------------------------------------------------


def has_cards(s: DarkAges, side: int, action: int) -> bool:
    """Whether a player has campaign cards; everybody knows how many (DM0-7.1)."""
    return s.has_seat(side) and bool(campaigns(s).hand[side])


def marches_as_usual(s: DarkAges, side: int, action: int) -> bool:
    """Whether no card has taken the place of the movement (DM10-2.1)."""
    return campaigns(s).running == NONE


def departures(s: DarkAges, side: int, card: int) -> list[int]:
    """Where an army may come from: any area with own units but the target (DM10-2.1).

    That may be an area of one's own, or a free one (DM10-2.2, DMR-30)."""
    return [area for area in garrisons(s, side) if area != goal(s, card)]


class Campaign(Question[DarkAges]):
    """Which card is played, if any, and the army: from one area, any units (DM10-2.1): side, action.

    A player who could play none of his cards is asked all the same: others must not learn it (DM10-3.1)."""

    name: ClassVar[str] = "campaign"
    rule: ClassVar[str] = "DM10-2.1"
    skip_if_forced: ClassVar[bool] = False

    def seat(self, s: DarkAges, args: Args) -> int:
        return args[0]

    def _asked(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Form | None:
        part = campaigns(s)
        nothing = len(part.t.ids)
        if not prefix:
            return CARD_SLOT, [*[card for card in part.hand[seat] if departures(s, seat, card)], nothing]
        if prefix[0] == nothing:
            return None
        if len(prefix) == 1:
            return FROM_SLOT, departures(s, seat, prefix[0])
        return army_form(s, seat, prefix[1], NONE, prefix[2:])

    def slot(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Slot:
        asked = self._asked(s, seat, args, prefix)
        return asked[0] if asked else CARD_SLOT

    def options(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int] | None:
        asked = self._asked(s, seat, args, prefix)
        return asked[1] if asked else None

    def domain(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int]:
        if not prefix:
            return [*campaigns(s).hand[seat], len(campaigns(s).t.ids)]
        if len(prefix) == 1 and prefix[0] < len(campaigns(s).t.ids):
            return s.t.every_area
        return self.options(s, seat, args, prefix) or ()

    def reason(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int], value: int) -> Reason:
        if prefix and value == goal(s, prefix[0]):
            return because("is_the_goal", "DM10-2.1")
        return because("no_own_units", "DM10-2.1")

    def worth(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int], value: int) -> Sequence[Note]:
        """Who stands where the campaign leads, and how many units could go (DM10-2.1)."""
        if len(prefix) == 1:
            return [note("units_there", n=("number", sum(s.units_in(value))))]
        if prefix or value == len(campaigns(s).t.ids):
            return ()
        return standing_there(s, seat, goal(s, value))

    def answer(self, s: DarkAges, seat: int, args: Args, answer: Move) -> None:
        part, card = campaigns(s), answer[0]
        if card == len(part.t.ids):
            return
        part.hand[seat] = tuple([other for other in part.hand[seat] if other != card])
        part.open[seat] = (*part.open[seat], card)
        part.running = card
        s.emit(CAMPAIGN_PLAYED, seat, card)
        march(s, seat, answer[1], goal(s, card), answer[1], answer[2:])


def end_march(s: DarkAges, side: int, action: int) -> None:
    """The execution is over: another one may see another card (DM0-3.4)."""
    campaigns(s).running = NONE


def discard(s: DarkAges, side: int, card: int) -> None:
    """An open card leaves the game (DM10-2.3, DM10-2.5)."""
    part = campaigns(s)
    part.open[side] = tuple([other for other in part.open[side] if other != card])
    part.gone = [*part.gone, card]
    s.emit(CAMPAIGN_ENDED, side, card)


# -- a campaign that fails (DM10-2.3) ------------------------------------------------------------------


def failed(s: DarkAges) -> bool:
    """Whether the battle is one of a campaign, and lost."""
    running = campaigns(s).running
    return running != NONE and s.battle == goal(s, running) and s.victor != ATTACKER


def lose_card(s: DarkAges, attacker: int, defender: int, area: int, *result: int) -> None:
    """The card of a campaign that was lost leaves the game."""
    if failed(s):
        discard(s, attacker, campaigns(s).running)


def havens(s: DarkAges) -> list[int]:
    """Own areas beside the target; the area the army came from counts only as one of them (DMR-31)."""
    return [area for area in s.t.neighbours[s.battle] if s.owner[area] == s.attacker]


def beaten(s: DarkAges, *args: int) -> bool:
    """Whether survivors of a campaign that failed have to go somewhere."""
    return failed(s) and any(regulars(s, ATTACKER))


def cut_off(s: DarkAges, *args: int) -> None:
    """Without an area to go to all of them die."""
    if beaten(s) and not havens(s):
        s.emit(UNITS_CUT_OFF, s.attacker, s.battle)
        kill_regulars(s, ATTACKER, regulars(s, ATTACKER))


class Withdraw(Choice[DarkAges]):
    """Where the survivors of a campaign that failed go, all together (DM10-2.3)."""

    name: ClassVar[str] = "withdraw"
    rule: ClassVar[str] = "DM10-2.3"
    of: ClassVar[str] = "area"
    called: ClassVar[str] = "area"

    def seat(self, s: DarkAges, args: Args) -> int:
        return s.attacker

    def values(self, s: DarkAges, seat: int, args: Args) -> Sequence[int]:
        return havens(s)

    def refusal(self, s: DarkAges, seat: int, args: Args, value: int) -> Reason:
        if s.owner[value] != seat:
            return because("not_your_area", "DM10-2.3")
        return because("too_far", "DM10-2.3")

    def chosen(self, s: DarkAges, seat: int, args: Args, value: int) -> None:
        s.origin = value
        s.emit(UNITS_WITHDREW, seat, value)


# -- a campaign that succeeds (DM10-2.4, DM10-2.5) -----------------------------------------------------


def settles_cheaply(s: DarkAges, cost: int, side: int, area: int) -> int:
    """In the area of an open card settling costs the left value of the ruler, and nothing lowers that."""
    part = campaigns(s)
    if not s.has_seat(side) or not part.open[side] or area not in [goal(s, card) for card in part.open[side]]:
        return cost
    return min(cost, part.t.lowest[s.t.ruler_ids[s.ruler[side]]])


def settled(s: DarkAges, side: int, area: int, *units: int) -> None:
    """Whoever has settled in the area of an open card has used it."""
    if s.has_seat(side):
        for card in campaigns(s).open[side]:
            if goal(s, card) == area:
                discard(s, side, card)


def give_back(s: DarkAges, side: int) -> None:
    """At the beginning of a pass open cards leave the game unused (DM0-5.1)."""
    for card in campaigns(s).open[side]:
        discard(s, side, card)


class DistantCampaigns(Module[DarkAges]):
    """Campaigns into far areas, planned in secret."""

    id: ClassVar[str] = ID
    players: ClassVar[tuple[int, int]] = (2, 8)
    complexity: ClassVar[str] = "minimal"
    package: ClassVar[str] = "pfalz.games.darkages.modules.distant_campaigns"
    files: ClassVar[tuple[str, ...]] = (ID,)
    meets: ClassVar[tuple[str, ...]] = (
        "landmarks",
        "alliances",
        "commanders",
        "age_of_wars",
        "tribute",
        "crusades",
        "poland",
    )
    schema: ClassVar[Schema | None] = SLICE

    def lookup(self, data: Data, players: int, options: Options) -> CampaignLookup:
        return CampaignLookup(data, players)

    def kinds(self, kinds: Kinds, rules: Ruleset[DarkAges]) -> None:
        t: CampaignLookup = rules.parts[ID]
        t.find(rules.lookup.area_ids)
        declare_kinds(kinds, t)

    def edits(self, rules: Ruleset[DarkAges]) -> Sequence[Edit]:
        return [
            before("setup_done", each("campaigns_dealt", from_starter, chance(DealCampaigns()))),
            before("setup_done", together(KeepCampaigns(), everybody)),
            wrap("march", _instead),
            before("go_back", seq("withdrawal", do(cut_off), when(beaten, ask(Withdraw())))),
            before("execute_done", do(end_march)),
            before("pass_1", do(give_back)),
        ]

    def modifiers(self) -> Mapping[str, Modifier]:
        return {"settle_cost": settles_cheaply}

    def reactions(self) -> Mapping[str, Reaction]:
        return {"battle_over": lose_card, "settled_in": settled}

    def events(self) -> Sequence[EventKind]:
        return EVENTS

    def start(self, s: DarkAges) -> Columns | None:
        part = Campaigns()
        s.rules.slice_shapes[ID].fill(part)
        part.t = s.rules.parts[ID]
        return part

    def resample(self, s: DarkAges, seat: int, rng: Random, memory: Memory | None) -> None:
        """Cards that the seat has never seen are in other hands, given up, or were not dealt."""
        part = campaigns(s)
        columns = (part.hand, part.given_up)
        seen = {*part.gone, *[card for cards in (*part.open, *part.hand, *part.given_up) for card in cards]}
        unseen = [card for card in range(len(part.t.ids)) if card not in seen]
        rng.shuffle(unseen)
        for column in columns:
            for other, cards in enumerate(column):
                if HIDDEN in cards:
                    column[other] = tuple(sorted(unseen[: len(cards)]))
                    del unseen[: len(cards)]

    def violations(self, s: DarkAges) -> Sequence[str]:
        """Every card is in one place, and nobody has more than were dealt."""
        part, found = campaigns(s), []
        places = [*part.gone, *[card for cards in (*part.hand, *part.given_up, *part.open) for card in cards]]
        known = [card for card in places if card != HIDDEN]
        if len(set(known)) != len(known):
            found.append(f"campaign cards are there twice: {sorted(known)}")
        if places and len(places) > s.t.players * part.t.dealt:
            found.append(f"{len(places)} campaign cards have been dealt")
        return found


def _instead(old: Step[Any]) -> Step[Any]:
    """A campaign, or the usual movement (DMX-3.1)."""
    return seq("movement", when(has_cards, ask(Campaign())), when(marches_as_usual, old))
