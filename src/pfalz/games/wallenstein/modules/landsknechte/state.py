"""The stacks of banners, and the constants of the module."""

from __future__ import annotations

from typing import Final

from pfalz.core.data import typed
from pfalz.core.game import Data
from pfalz.core.kinds import Kinds, Name
from pfalz.core.state import PUBLIC, Columns, declare, numbers, shared, thing
from pfalz.games.wallenstein.lookup import expect_ids
from pfalz.games.wallenstein.modules.landsknechte import schema
from pfalz.games.wallenstein.state import Wallenstein

BANNER_IDS: Final = ("empty_banner", "banner_one", "banner_two", "banner_three")
BONUS_IDS: Final = ("thalers", "armies_to_tray", "grain", "victory_points")
BONUS_THALERS: Final = 0
BONUS_ARMIES: Final = 1
BONUS_GRAIN: Final = 2


class BannerLookup:
    """What the banners bring, and how many regions they ask for (W-30.2, W-30.5)."""

    def __init__(self, data: Data) -> None:
        file = typed(data["landsknechte"], schema.LandsknechteFile, "landsknechte.toml")
        expect_ids("landsknechte.toml", "banner", [banner.id for banner in file.banner], list(BANNER_IDS))
        self.regions = file.landsknechte.regions_required
        self.banners = [
            (banner.thalers, banner.armies_to_tray, banner.grain, banner.victory_points)
            for banner in file.banner
        ]


class Stacks(Columns):
    """The card on top of each seat's stack: 0 is the empty banner (W-30.1)."""

    t: BannerLookup
    banner: list[int]
    __slots__ = tuple(__annotations__)


SLICE: Final = declare(Stacks, t=shared(), banner=numbers(PUBLIC, thing("banner"), per="seat"))  # W-30.8


def declare_kinds(kinds: Kinds, t: BannerLookup) -> None:
    """Banners and their bonuses."""
    kinds.things("banner", BANNER_IDS)
    kinds.things("bonus", BONUS_IDS)
    kinds.made_of("banner_bonus", "banner", "bonus", namer=lambda value: banner_bonus(t, value))


def banner_bonus(t: BannerLookup, value: int) -> Name:
    """A bonus with its amount on a banner."""
    banner, bonus = divmod(value, len(BONUS_IDS))
    return f"banner_bonus.{BONUS_IDS[bonus]}", {"n": ("number", t.banners[banner][bonus])}


def stacks(s: Wallenstein) -> Stacks:
    """This module's slice of a state."""
    part: Stacks = s.slices["landsknechte"]
    return part
