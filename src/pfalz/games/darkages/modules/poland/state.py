"""Where the Poland cards of all players stand, and what is known of the two princes in the deck."""

from __future__ import annotations

from typing import Final

from pfalz.core.data import typed
from pfalz.core.game import Data
from pfalz.core.kinds import Kinds
from pfalz.core.state import PUBLIC, Columns, amount, declare, number, numbers, set_of, shared, thing, upto
from pfalz.games.darkages.execution import declare_left_out
from pfalz.games.darkages.language import Effect
from pfalz.games.darkages.lookup import Lookup
from pfalz.games.darkages.modules.poland import schema
from pfalz.games.darkages.state import NONE, DarkAges
from pfalz.games.darkages.words import ACTION_IDS

ID: Final = "poland"
BIT: Final = 1 << 15
"""This module among those that are used beside an action (`execution.py`)."""
KIND: Final = "prince"
"""The kind of culture cards that both princes are of."""
STEPS: Final = 4
FLIPPED: Final = STEPS
"""A card whose last step has been done lies with its back up."""
REMOVED: Final = STEPS + 1
WAR_ALLIANCE: Final = "war_alliance"
OPS: Final = ("ready_poland",)
WHO: Final = (
    "flipped_any",
    "flipped_none",
    "flipped_war_alliance",
    "most_flipped_all_tied_min_1",
    "controller_of_bohemia_if_flipped_0",
)
COUNTERS: Final = ("flipped", "flipped_other_than_war_alliance", "cost_of_removed_units")
BOHEMIA: Final = "bohemia"


def condition_of(card: str, step: int) -> str:
    """What is fulfilled for a step, as a deed of the card language."""
    return f"{card}_{step + 1}_condition"


def reward_of(card: str, step: int) -> str:
    """What a step brings, as a deed."""
    return f"{card}_{step + 1}_reward"


def levy_of(card: str) -> str:
    """The levy of a card, as a deed."""
    return f"{card}_levy"


class PolandLookup:
    """The Poland cards, which are the same for all, and the events."""

    def __init__(self, data: Data, players: int) -> None:
        file = typed(data[ID], schema.PolandFile, "poland.toml")
        self.vp = file.poland.vp_per_flipped_card
        self.mieszko_top = file.poland.mieszko_shuffled_into_top
        self.chrobry_top = file.poland.chrobry_shuffled_into_top
        self.manors = file.poland.manor_on_flip
        self.cards = [row.id for row in file.card]
        self.backs = [row.back for row in file.card]
        self.actions = [[ACTION_IDS.index(step.action) for step in row.step] for row in file.card]
        """By card the noble action that each step belongs to (DM15-3.1)."""
        self.steps_of = [
            [(card, step) for card, its in enumerate(self.actions) for step in range(STEPS) if its[step] == a]
            for a in range(len(ACTION_IDS))
        ]
        """By noble action the cards and steps that belong to it."""
        self.has_levy = [bool(row.levy) for row in file.card]
        self.removes = [row.removes for row in file.card]
        self.benefit_action = [ACTION_IDS.index(row.benefit_action) for row in file.card]
        self.events = [row.id for row in file.event]
        self.war_alliance = self.backs.index(WAR_ALLIANCE) if WAR_ALLIANCE in self.backs else NONE
        self.culture_ids = [row.id for row in file.culture_card]
        # found when the culture cards have their numbers
        self.mieszko = self.chrobry = NONE
        self.bohemia = NONE
        self.conditions: list[list[tuple[Effect, ...]]] = []
        self.rewards: list[list[tuple[Effect, ...]]] = []
        self.levies: list[tuple[Effect, ...]] = []
        self.powers: list[int] = []
        """The benefit of each back, as a power (DM15-5.1)."""

    def find(self, base: Lookup) -> None:
        """Look up what has a number in the base game."""
        self.mieszko, self.chrobry = [base.card_ids.index(id) for id in self.culture_ids]
        self.bohemia = base.area_ids.index(BOHEMIA)
        deeds = base.deeds
        self.conditions = [[deeds[condition_of(id, i)] for i in range(STEPS)] for id in self.cards]
        self.rewards = [[deeds.get(reward_of(id, i), ()) for i in range(STEPS)] for id in self.cards]
        self.levies = [deeds.get(levy_of(id), ()) for id in self.cards]
        self.powers = [base.lasting[back] for back in self.backs]


class Poland(Columns):
    """The cards of all players; all of it is public.

    Which event comes is drawn when it comes, since nobody knows it before; of the princes the state keeps on
    how many places of the deck each may still lie (DM0-2.14)."""

    t: PolandLookup
    open: int
    places: int
    steps: list[int]
    sideways: list[int]
    manors: list[int]
    first: list[int]
    flips: int
    gone: int
    event: int
    # the action that is being carried out
    done: int
    fresh: int
    removed: int
    __slots__ = tuple(__annotations__)


SLICE: Final = declare(
    Poland,
    t=shared(),
    # Mieszko has appeared (DM15-2.1)
    open=number(PUBLIC, upto(1)),
    # on how many places of the deck the prince may lie who is in it
    places=number(PUBLIC, upto(lambda t: max(t.mieszko_top, t.chrobry_top) + 1)),
    # steps covered, or flipped, or removed (DM15-3.1, DM15-4.1)
    steps=numbers(PUBLIC, upto(REMOVED), per=("seat", "poland_card")),
    sideways=numbers(PUBLIC, upto(1), per=("seat", "poland_card")),
    manors=numbers(PUBLIC, amount(), per=("seat", "poland_card")),
    # who was the first to flip each card (DM15-4.2 to DM15-4.4)
    first=numbers(PUBLIC, thing("seat", NONE), per="poland_card"),
    flips=number(PUBLIC, amount()),
    gone=number(PUBLIC, set_of("chrobry_event")),
    event=number(PUBLIC, thing("chrobry_event", NONE)),
    # cards used in this execution, the card it has brought, what units removed for a step cost
    done=number(PUBLIC, set_of("poland_card")),
    fresh=number(PUBLIC, thing("card", NONE)),
    removed=number(PUBLIC, amount()),
)


def declare_kinds(kinds: Kinds, t: PolandLookup, base: Lookup) -> None:
    """Poland cards with their steps and backs, and the events."""
    t.find(base)
    n = len(t.cards)
    kinds.things("poland_card", t.cards)
    kinds.variant("poland_card_or_none", "poland_card", {n: ("no_poland_card", {})})
    kinds.things("poland_back", t.backs)
    kinds.numbered("poland_number", STEPS)
    kinds.made_of(
        "poland_step",
        "poland_card",
        "poland_number",
        namer=lambda value: (
            "poland_step",
            {"card": ("poland_card", value // STEPS), "n": ("number", value % STEPS + 1)},
        ),
    )
    kinds.things("chrobry_event", t.events)
    kinds.things("levy", ("impose", "waive"))
    kinds.things("levy_answer", ("pay", "remove"))
    declare_left_out(kinds)


def poland(s: DarkAges) -> Poland:
    """This module's slice of a state."""
    part: Poland = s.slices[ID]
    return part


def progress(s: DarkAges, seat: int) -> list[int]:
    """How far the cards of a player are: steps covered, FLIPPED or REMOVED."""
    n = len(poland(s).t.cards)
    return poland(s).steps[n * seat : n * (seat + 1)]


def flipped(s: DarkAges, seat: int) -> list[int]:
    """The cards of a player that lie with their backs up."""
    return [card for card, steps in enumerate(progress(s, seat)) if steps == FLIPPED]


def is_upright(s: DarkAges, seat: int, card: int) -> bool:
    """Whether the benefit of a flipped card can be used (DM15-5.1)."""
    part = poland(s)
    at = len(part.t.cards) * seat + card
    return part.steps[at] == FLIPPED and not part.sideways[at]
