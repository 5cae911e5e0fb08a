"""Landsknechte (W-30): a growing bonus for players who are present in four regions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from pfalz.core.ask import Question, Reason, Slot, because
from pfalz.core.events import EventKind, event
from pfalz.core.flow import ask, do, each, seq, when
from pfalz.core.game import Edit, Module, after, before
from pfalz.core.ruleset import Ruleset
from pfalz.core.state import PUBLIC, Args, Columns, Move, Schema, declare, numbers
from pfalz.games.wallenstein.bids import turn_order
from pfalz.games.wallenstein.modules.gifts import give_grain, give_thalers, give_tray_armies
from pfalz.games.wallenstein.state import FROM_BANNERS, Wallenstein

BONUSES: Final = 4
BONUS_THALERS: Final = 0
BONUS_ARMIES: Final = 1
BONUS_GRAIN: Final = 2


class Stacks(Columns):
    """The card on top of each seat's stack: 0 is the empty banner (W-30.1)."""

    banner: list[int]


SLICE: Final = declare(Stacks, banner=numbers(PUBLIC))  # W-30.8

BANNER_TURNED: Final = event("banner_turned", seat="seat", banner="banner")
BONUS_TAKEN: Final = event("bonus_taken", seat="seat", bonus="bonus")
BANNERS_RESET: Final = event("banners_reset")


def stacks(s: Wallenstein) -> Stacks:
    """This module's slice of a state."""
    part = s.slices["landsknechte"]
    assert isinstance(part, Stacks)
    return part


def has_regions(s: Wallenstein, seat: int) -> bool:
    """Own counties in at least four regions, at this moment (W-30.2, W-R.34); else nothing (W-30.4).

    A county taken in the court step comes too late, as that is later (W-50.8)."""
    regions = 0
    owner, region_of = s.owner, s.t.region_of
    for county in s.t.counties:
        if owner[county] == seat:
            regions |= 1 << region_of[county]
    return regions.bit_count() >= s.t.regions_required


def turn_banner(s: Wallenstein, seat: int) -> None:
    """The top card goes under the stack (W-30.3); three checks a year reach the third banner (W-30.9)."""
    part = stacks(s)
    part.banner[seat] = (part.banner[seat] + 1) % len(s.t.banners)
    s.emit(BANNER_TURNED, seat, part.banner[seat])


class ChooseBonus(Question[Wallenstein]):
    """One of the bonuses on the new top card; taking one is mandatory (W-30.3, W-30.5, W-30.10, W-R.28)."""

    name: ClassVar[str] = "choose_bonus"
    rule: ClassVar[str] = "W-30.3"

    def slot(self, s: Wallenstein, seat: int, args: Args, prefix: Sequence[int]) -> Slot:
        return Slot("bonus", "bonus")

    def options(self, s: Wallenstein, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int] | None:
        if prefix:
            return None
        shown = s.t.banners[stacks(s).banner[seat]]
        return [bonus for bonus in range(BONUSES) if shown[bonus]]

    def domain(self, s: Wallenstein, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int]:
        return range(BONUSES)

    def why_not(
        self, s: Wallenstein, seat: int, args: Args, prefix: Sequence[int], value: int
    ) -> Reason | None:
        if value in (self.options(s, seat, args, prefix) or ()):
            return None
        return because("not_on_banner", "W-30.5")

    def answer(self, s: Wallenstein, seat: int, args: Args, move: Move) -> None:
        bonus = move[0]
        n = s.t.banners[stacks(s).banner[seat]][bonus]
        s.emit(BONUS_TAKEN, seat, bonus)
        if bonus == BONUS_THALERS:
            give_thalers(s, seat, n)
        elif bonus == BONUS_ARMIES:
            give_tray_armies(s, seat, n)
        elif bonus == BONUS_GRAIN:
            give_grain(s, seat, n)
        else:
            s.add_points(seat, n, FROM_BANNERS)


def reset_banners(s: Wallenstein) -> None:
    """After the first winter every stack is in its starting order (W-30.7)."""
    stacks(s).banner = [0] * s.t.players
    s.emit(BANNERS_RESET)


class Landsknechte(Module[Wallenstein]):
    """Bonuses that grow with every season in which a player holds counties in four regions."""

    id: ClassVar[str] = "landsknechte"
    players: ClassVar[tuple[int, int]] = (3, 5)
    schema: ClassVar[Schema | None] = SLICE

    def edits(self, rules: Ruleset[Wallenstein]) -> Sequence[Edit]:
        check = seq("banner_turn", do(turn_banner), ask(ChooseBonus()))
        return [
            after("fix_order", each("banner_checks", turn_order, when(has_regions, check))),  # W-30.2
            before("take_back_tokens", do(reset_banners)),  # W-30.7
        ]

    def events(self) -> Sequence[EventKind]:
        return (BANNER_TURNED, BONUS_TAKEN, BANNERS_RESET)

    def start(self, s: Wallenstein) -> Columns | None:
        part = Stacks()
        part.banner = [0] * s.t.players
        return part

    def violations(self, s: Wallenstein) -> Sequence[str]:
        last = len(s.t.banners)
        return [
            f"seat {seat} shows banner {banner}"
            for seat, banner in enumerate(stacks(s).banner)
            if not 0 <= banner < last
        ]
