"""The action cards and eight of the ten actions (W-8, W-9.1 to W-9.17). Armies on the march: movement.py."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from pfalz.core.ask import Chance, Slot
from pfalz.core.events import EventKind
from pfalz.core.state import Args, Move
from pfalz.games.wallenstein.events import (
    ACTION_TURNED_UP,
    BUILT,
    BUILT_ALREADY,
    CARD_REVEALED,
    DEPLOYED,
    GRAIN_COLLECTED,
    MARKER_AVERTED,
    MARKER_PLACED,
    MARKER_REMOVED,
    NO_COUNTY_PLANNED,
    NO_PIECE,
    NO_SITE,
    TAXES_COLLECTED,
    TOO_FEW_ARMIES,
    UNPAYABLE,
)
from pfalz.games.wallenstein.lookup import (
    ACTIONS,
    COLLECT_GRAIN,
    COLLECT_TAXES,
    COMBAT_A,
    DEPLOY_1_MOVE,
    DEPLOY_3,
    DEPLOY_5,
    FEW_RECRUITS,
    GRAIN_MAX,
    GRAIN_MIN,
    TAXES_MAX,
    TAXES_MIN,
    TILE_ARMIES,
    TILE_GRAIN,
    TILE_THALER,
    TRADE_CALMS,
    TRADING_POST,
)
from pfalz.games.wallenstein.state import Wallenstein, is_county


def spaces(s: Wallenstein) -> Sequence[int]:
    """The spaces of the action row, in order (W-8.1)."""
    return range(ACTIONS)


class TurnUpAction(Chance[Wallenstein]):
    """After each action the next face-down card is turned up (W-8.3, W-8.4, W-R.37)."""

    name: ClassVar[str] = "turn_up_action"
    rule: ClassVar[str] = "W-8.3"

    def slot(self, s: Wallenstein, seat: int, args: Args, prefix: Sequence[int]) -> Slot:
        return Slot("action", "action")

    def options(self, s: Wallenstein, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int] | None:
        if prefix or len(s.action_row) == ACTIONS:
            return None
        return [action for action in range(ACTIONS) if action not in s.action_row]

    def answer(self, s: Wallenstein, seat: int, args: Args, answer: Move) -> None:
        if answer:
            s.action_row = [*s.action_row, answer[0]]
            s.emit(ACTION_TURNED_UP, answer[0])


def take_turn(s: Wallenstein, space: int, seat: int) -> None:
    """Turn up the card in the box of the action and carry the action out (W-8.5, W-8.6, W-R.38).

    But for marching armies nothing is left to decide (W-15.7)."""
    action = s.action_row[space]
    card = s.reveal(seat, action + 1)
    s.emit(CARD_REVEALED, seat, action, card)
    if not is_county(card):
        s.emit(NO_COUNTY_PLANNED, seat, action)  # W-5.5, W-8.8, W-8.9: money, nothing, a card that has left
        return
    if action <= TRADING_POST:
        build(s, seat, card, action)
    elif action == COLLECT_GRAIN:
        collect_grain(s, seat, card)
    elif action == COLLECT_TAXES:
        collect_taxes(s, seat, card)
    elif action < COMBAT_A:
        deploy(s, seat, card, action)
    else:
        s.call("march", seat, card, action)  # W-9.18


# -- building -------------------------------------------------------------------------------------


def may_build(s: Wallenstein, county: int, building: int) -> bool:
    """A free site, no such building there, and one in the supply (W-1.7, W-9.2)."""
    return has_site(s, s.buildings[county], county, building) and s.stock(building) > 0


def has_site(s: Wallenstein, held: int, county: int, building: int) -> bool:
    """Whether a building can stand beside those a county holds (W-9.2)."""
    return not held >> building & 1 and held.bit_count() < s.t.sites[county]


def price(s: Wallenstein, seat: int, county: int, building: int) -> int:
    """What a building costs a seat in a county (W-9.1)."""
    return s.rules.value(s, "building_cost", s.t.cost[building], seat, county)


def build(s: Wallenstein, seat: int, county: int, building: int) -> None:
    """Pay and place a building, or skip the action (W-9.1, W-9.2, W-8.7)."""
    cost = price(s, seat, county, building)
    if not may_build(s, county, building):
        s.emit(obstacle(s, county, building), seat, building, county)
    elif s.thalers[seat] < cost:
        s.emit(UNPAYABLE, seat, building, county, cost)
    else:
        s.thalers[seat] -= cost
        erect(s, seat, county, building, cost)


def obstacle(s: Wallenstein, county: int, building: int) -> EventKind:
    """Why a building cannot stand in a county (W-9.2, W-1.7)."""
    held = s.buildings[county]
    if has_site(s, held, county, building):
        return NO_PIECE
    return BUILT_ALREADY if held >> building & 1 else NO_SITE


def erect(s: Wallenstein, seat: int, county: int, building: int, paid: int) -> None:
    """The building stands; a trading post may calm the people (W-6.4, W-R.19)."""
    s.buildings[county] |= 1 << building
    s.emit(BUILT, seat, county, building, paid)
    if s.markers[county] and calms(s, building):
        remove_marker(s, county)


def calms(s: Wallenstein, building: int) -> bool:
    """Whether a building takes a revolt marker off its county (W-6.4)."""
    return building == TRADING_POST and s.effect() == TRADE_CALMS


# -- collecting -----------------------------------------------------------------------------------


def grain_yield(s: Wallenstein, seat: int, county: int) -> int:
    """Event first, then tile (W-6.8, W-6.9, W-6.13, W-9.5)."""
    n = s.t.grain[county]
    effect = s.effect()
    if effect == GRAIN_MIN:
        n = max(n, s.event_amount())
    elif effect == GRAIN_MAX:
        n = min(n, s.event_amount())
    if s.holds(seat, TILE_GRAIN):
        n += s.t.tile_amount[TILE_GRAIN]
    return s.rules.value(s, "grain_yield", n, seat, county)


def collect_grain(s: Wallenstein, seat: int, county: int) -> None:
    """The grain marker goes up (W-9.5)."""
    n = grain_yield(s, seat, county)
    s.grain[seat] += n
    s.emit(GRAIN_COLLECTED, seat, county, n)
    stir_up(s, seat, county)


def tax_yield(s: Wallenstein, seat: int, county: int) -> int:
    """Event first, then tile (W-6.6, W-6.7, W-6.13, W-9.6)."""
    n = s.t.taxes[county]
    effect = s.effect()
    if effect == TAXES_MAX:
        n = min(n, s.event_amount())
    elif effect == TAXES_MIN:
        n = max(n, s.event_amount())
    if s.holds(seat, TILE_THALER):
        n += s.t.tile_amount[TILE_THALER]
    return s.rules.value(s, "tax_yield", n, seat, county)


def collect_taxes(s: Wallenstein, seat: int, county: int) -> None:
    """Thalers from the bank (W-9.6)."""
    n = tax_yield(s, seat, county)
    s.thalers[seat] += n
    s.emit(TAXES_COLLECTED, seat, county, n)
    stir_up(s, seat, county)


def stir_up(s: Wallenstein, seat: int, county: int) -> None:
    """The income is kept; then a revolt if there is a marker, then a marker (W-9.7, W-9.8, W-11.1, W-R.3)."""
    s.call("unrest", seat, county)
    if s.markers[county]:
        s.call("revolt", seat, county, 0)


def place_marker(s: Wallenstein, seat: int, county: int) -> None:
    """A revolt marker, unless the county was lost in the revolt (W-9.8, W-11.9)."""
    if s.owner[county] != seat:
        return
    if s.rules.value(s, "markers_placed", 1, seat, county):
        s.markers[county] += 1
        s.emit(MARKER_PLACED, seat, county)
    else:
        s.emit(MARKER_AVERTED, seat, county)


def remove_marker(s: Wallenstein, county: int) -> None:
    """One revolt marker goes back to the supply (W-6.4)."""
    s.markers[county] -= 1
    s.emit(MARKER_REMOVED, county)


# -- deploying ------------------------------------------------------------------------------------


def due_armies(s: Wallenstein, action: int) -> int:
    """The number the event leaves; so many must be in the supply (W-6.12, W-9.13, W-R.44)."""
    if s.effect() == FEW_RECRUITS:
        if action == DEPLOY_5:
            return s.event_amount(0)
        if action == DEPLOY_3:
            return s.event_amount(1)
    return s.t.deployed[action]


def wanted_armies(s: Wallenstein, seat: int, county: int, action: int) -> int:
    """The number that is placed if the supply has it: event, tile, modules (W-6.13, W-9.12, W-R.2)."""
    fixed = action == DEPLOY_5 and s.holds(seat, TILE_ARMIES)
    wanted = s.t.tile_amount[TILE_ARMIES] if fixed else due_armies(s, action)
    return s.rules.value(s, "armies_deployed", wanted, seat, county)


def deploy(s: Wallenstein, seat: int, county: int, action: int) -> None:
    """Pay and place armies, or skip the action (W-9.10 to W-9.17); there is no upper limit (W-1.14)."""
    cost, due = s.t.cost[action], due_armies(s, action)
    if s.supply[seat] < due:
        s.emit(TOO_FEW_ARMIES, seat, action, county, due)  # W-9.13, W-9.17
        return
    if s.thalers[seat] < cost:
        s.emit(UNPAYABLE, seat, action, county, cost)  # W-8.7, W-9.17
        return
    placed = min(wanted_armies(s, seat, county, action), s.supply[seat])  # W-9.14, W-R.6
    s.thalers[seat] -= cost
    s.supply[seat] -= placed
    s.armies[county] += placed
    s.emit(DEPLOYED, seat, county, placed, cost)
    if action == DEPLOY_1_MOVE:
        s.call("regroup", seat, county)  # W-9.15
