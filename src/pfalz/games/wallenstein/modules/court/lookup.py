"""The constants of the court, and what its things are called."""

from __future__ import annotations

from typing import Final

from pfalz.core.data import typed
from pfalz.core.game import Data
from pfalz.core.kinds import Kind, Kinds, Name
from pfalz.games.wallenstein.kinds import within
from pfalz.games.wallenstein.lookup import (
    ACTION_IDS,
    BLANK,
    BUILDING_IDS,
    COMBAT_A,
    WrongData,
    expect_ids,
)
from pfalz.games.wallenstein.modules.court import schema

# effects of the favors (W-20.29 to W-20.37)
CANCEL_EVENT: Final = 0
GIVE_THALERS: Final = 1
GIVE_TRAY_ARMIES: Final = 2
CALM: Final = 3
GIVE_GRAIN: Final = 4
GIVE_POINTS: Final = 5
FREE_BUILDING: Final = 6
IMMUNITY: Final = 7
FREE_ARMIES: Final = 8
FAVOR_CARDS: Final = (
    ("dismiss_event", CANCEL_EVENT),
    ("thalers_small", GIVE_THALERS),
    ("tray_armies_small", GIVE_TRAY_ARMIES),
    ("calm_revolt", CALM),
    ("grain_small", GIVE_GRAIN),
    ("vp_small", GIVE_POINTS),
    ("free_trading_post", FREE_BUILDING),
    ("tray_armies_medium", GIVE_TRAY_ARMIES),
    ("thalers_medium", GIVE_THALERS),
    ("safe_conduct_a", IMMUNITY),
    ("safe_conduct_b", IMMUNITY),
    ("imperial_troops", FREE_ARMIES),
    ("vp_medium", GIVE_POINTS),
    ("tray_armies_large", GIVE_TRAY_ARMIES),
    ("grain_medium", GIVE_GRAIN),
    ("thalers_large", GIVE_THALERS),
    ("free_church", FREE_BUILDING),
    ("safe_conduct_ab", IMMUNITY),
    ("vp_large", GIVE_POINTS),
    ("grain_large", GIVE_GRAIN),
    ("free_palace", FREE_BUILDING),
)
FAVOR_WORDS: Final = (
    "dismiss_event",
    "thalers",
    "tray_armies",
    "calm_revolt",
    "grain",
    "points",
    "free_building",
    "safe_conduct",
    "imperial_troops",
)
"""How the effects are called in the texts."""
NO_BUILDING: Final = -1
DECLINE: Final = -1
"""Answer of the favor question: none."""

# where a favor is: with a seat (0 and more), or
DECK: Final = -1
GONE: Final = -2
SHOWN: Final = -3
"""On the dearest space; the next spaces count down from here."""


class CourtLookup:
    """Courtiers, extra boxes, prices and favors (W-20.1, W-20.2)."""

    def __init__(self, data: Data) -> None:
        file = typed(data["court"], schema.CourtFile, "court.toml")
        expect_ids("court.toml", "favor", [favor.id for favor in file.favor], [id for id, _ in FAVOR_CARDS])
        self.courtiers = file.court.courtiers_per_player
        self.dice_cards = file.court.dice_tower_cards_per_player
        self.convert = file.court.convert
        self.costs = file.court.costs
        self.favor_ids = [id for id, _ in FAVOR_CARDS]
        self.effect = [effect for _, effect in FAVOR_CARDS]
        for effect, favor in zip(self.effect, file.favor, strict=True):
            plain = effect in (CANCEL_EVENT, CALM, FREE_BUILDING, IMMUNITY)
            fits = (favor.amount is None) == plain
            fits = fits and (favor.building is not None) == (effect == FREE_BUILDING)
            if not fits or (favor.wards is not None) != (effect == IMMUNITY):
                raise WrongData("favor_effect", favor=favor.id)
        self.amount = [favor.amount or 0 for favor in file.favor]
        self.building = [
            NO_BUILDING if favor.building is None else BUILDING_IDS.index(favor.building)
            for favor in file.favor
        ]
        self.wards = [[ACTION_IDS.index(action) for action in favor.wards or ()] for favor in file.favor]
        self.immunities = [f for f, effect in enumerate(self.effect) if effect == IMMUNITY]
        self.calms = [f for f, effect in enumerate(self.effect) if effect == CALM]


def declare_kinds(kinds: Kinds, t: CourtLookup) -> None:
    """Favors, boxes of the extra board for one card each, dice tower cards (W-20.10, W-20.11, W-20.16)."""
    kinds.add(Kind("favor", len(t.favor_ids), lambda favor: within("favor", favor_words(t, favor))))
    kinds.variant("favor_or_none", "favor", {DECLINE: ("no_favor", {})})
    spaces = {SHOWN - space: ("favor_shown", {"n": ("number", n)}) for space, n in enumerate(t.costs)}
    places: dict[int, Name] = {DECK: ("in_favor_deck", {}), GONE: ("favor_gone", {}), **spaces}
    kinds.variant("favor_place", "seat", places)
    first = kinds["box"].size
    kinds.grow("box", len(t.convert), lambda box: ("extra_box", {"n": ("number", t.convert[box - first])}))
    for i in range(t.dice_cards):
        kinds.also("card", BLANK + i, ("dice_tower_card", {"n": ("number", i + 1)}))


def favor_words(t: CourtLookup, favor: int) -> Name:
    """Key of the texts of a favor, and what an edition may correct."""
    values = {"n": ("number", favor + 1), "amount": ("number", t.amount[favor])}
    effect = t.effect[favor]
    if effect == FREE_BUILDING:
        values["building"] = ("building", t.building[favor])
    if effect == IMMUNITY:
        return "safe_conduct_" + "".join(
            ["ab"[action - COMBAT_A] for action in sorted(t.wards[favor])]
        ), values
    return FAVOR_WORDS[effect], values
