"""Landsknechte (W-30): a growing bonus for players who are present in several regions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from pfalz.core.ask import Choice, Reason, because
from pfalz.core.events import EventKind
from pfalz.core.flow import ask, do, each, seq, when
from pfalz.core.game import Data, Edit, Module, Options, after, before
from pfalz.core.kinds import Kinds
from pfalz.core.ruleset import Ruleset
from pfalz.core.state import Args, Columns, Schema
from pfalz.games.wallenstein.bids import turn_order
from pfalz.games.wallenstein.modules.gifts import give_grain, give_thalers, give_tray_armies
from pfalz.games.wallenstein.modules.landsknechte.events import (
    BANNER_TURNED,
    BANNERS_RESET,
    BONUS_TAKEN,
    EVENTS,
)
from pfalz.games.wallenstein.modules.landsknechte.state import (
    BONUS_ARMIES,
    BONUS_GRAIN,
    BONUS_THALERS,
    SLICE,
    BannerLookup,
    Stacks,
    declare_kinds,
    stacks,
)
from pfalz.games.wallenstein.state import Wallenstein


def has_regions(s: Wallenstein, seat: int) -> bool:
    """Own counties in enough regions, at this moment (W-30.2, W-R.34); else nothing (W-30.4).

    A county taken in the court step comes too late, as that is later (W-50.8)."""
    regions = 0
    owner, region_of = s.owner, s.t.region_of
    for county in s.t.counties:
        if owner[county] == seat:
            regions |= 1 << region_of[county]
    return regions.bit_count() >= stacks(s).t.regions


def turn_banner(s: Wallenstein, seat: int) -> None:
    """The top card goes under the stack (W-30.3); three checks a year reach the third banner (W-30.9)."""
    part = stacks(s)
    part.banner[seat] = (part.banner[seat] + 1) % len(part.t.banners)
    s.emit(BANNER_TURNED, seat, part.banner[seat])


class ChooseBonus(Choice[Wallenstein]):
    """One of the bonuses on the new top card; taking one is mandatory (W-30.3, W-30.5, W-30.10, W-R.28)."""

    name: ClassVar[str] = "choose_bonus"
    rule: ClassVar[str] = "W-30.3"
    of: ClassVar[str] = "bonus"
    called: ClassVar[str] = "bonus"

    def values(self, s: Wallenstein, seat: int, args: Args) -> Sequence[int]:
        part = stacks(s)
        return [bonus for bonus, n in enumerate(part.t.banners[part.banner[seat]]) if n]

    def refusal(self, s: Wallenstein, seat: int, args: Args, value: int) -> Reason:
        return because("not_on_banner", "W-30.5")

    def chosen(self, s: Wallenstein, seat: int, args: Args, value: int) -> None:
        part = stacks(s)
        n = part.t.banners[part.banner[seat]][value]
        s.emit(BONUS_TAKEN, seat, value)
        if value == BONUS_THALERS:
            give_thalers(s, seat, n)
        elif value == BONUS_ARMIES:
            give_tray_armies(s, seat, n)
        elif value == BONUS_GRAIN:
            give_grain(s, seat, n)
        else:
            s.add_points(seat, n, s.rules.sources.index("banners"))


def reset_banners(s: Wallenstein) -> None:
    """After the first winter every stack is in its starting order (W-30.7)."""
    stacks(s).banner = [0] * s.t.players
    s.emit(BANNERS_RESET)


class Landsknechte(Module[Wallenstein]):
    """Bonuses that grow with every season in which a player holds counties in several regions."""

    id: ClassVar[str] = "landsknechte"
    players: ClassVar[tuple[int, int]] = (3, 5)
    package: ClassVar[str] = "pfalz.games.wallenstein.modules.landsknechte"
    files: ClassVar[tuple[str, ...]] = ("landsknechte",)
    schema: ClassVar[Schema | None] = SLICE
    sources: ClassVar[tuple[str, ...]] = ("banners",)
    moved_data: ClassVar[Mapping[str, str]] = {
        "expansions.landsknechte": "landsknechte.landsknechte",
        "expansions.banner": "landsknechte.banner",
    }

    def lookup(self, data: Data, players: int, options: Options) -> BannerLookup:
        return BannerLookup(data)

    def kinds(self, kinds: Kinds, rules: Ruleset[Wallenstein]) -> None:
        declare_kinds(kinds, rules.parts[self.id])

    def edits(self, rules: Ruleset[Wallenstein]) -> Sequence[Edit]:
        check = seq("banner_turn", do(turn_banner), ask(ChooseBonus()))
        return [
            after("fix_order", each("banner_checks", turn_order, when(has_regions, check))),  # W-30.2
            before("take_back_tokens", do(reset_banners)),  # W-30.7
        ]

    def events(self) -> Sequence[EventKind]:
        return EVENTS

    def start(self, s: Wallenstein) -> Columns | None:
        part = Stacks()
        s.rules.slice_shapes[self.id].fill(part)
        part.t = s.rules.parts[self.id]
        return part
