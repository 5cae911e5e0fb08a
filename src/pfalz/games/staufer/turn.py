"""A turn (S-5): the action figure moves, and one of two actions follows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from pfalz.core.ask import Choice, Reason, because
from pfalz.core.events import Event
from pfalz.core.state import Args
from pfalz.games.staufer.codes import ENVOY
from pfalz.games.staufer.deploy import may_deploy
from pfalz.games.staufer.events import CHEST_USED, DEPLOYMENT_BEGUN, NO_SEAT_PAYABLE
from pfalz.games.staufer.figures import sources
from pfalz.games.staufer.lookup import CHEST_KINDS, FIRST_PLACE
from pfalz.games.staufer.state import Staufer

SUPPLY: Final = 0
DEPLOY: Final = 1
SUPPLY_FIRST: Final = 2
DEPLOY_FIRST: Final = 3


def figures_on_turn_track(s: Staufer) -> bool:
    """Turns go on while an action figure stands on the turn order track (S-4.3)."""
    return len(s.turn_track) > 0


def track_envoys(s: Staufer, seat: int) -> int:
    """Envoys the next deployment-track space brings (S-5.6), if they can be had at all (S-8.6)."""
    if len(s.deployment_track) + 1 not in s.t.envoy_spaces:
        return 0
    return 1 if s.in_province(seat, ENVOY) or sources(s, seat, ENVOY) else 0


class ChooseAction(Choice[Staufer]):
    """Supply or deploy, with or without the chest "action figure to space 1" (S-5.2, S-5.3, S-P1)."""

    name: ClassVar[str] = "action"
    rule: ClassVar[str] = "S-5.3"
    of: ClassVar[str] = "action"
    called: ClassVar[str] = "action"

    def seat(self, s: Staufer, args: Args) -> int:
        return s.turn_track[0]  # S-4.2, S-5.1

    def values(self, s: Staufer, seat: int, args: Args) -> Sequence[int]:
        found = [SUPPLY]  # S-4.4
        if may_deploy(s, seat, track_envoys(s, seat)):
            found.append(DEPLOY)
        if s.chests[seat * CHEST_KINDS + FIRST_PLACE]:
            if s.supply_track:
                found.append(SUPPLY_FIRST)  # S-9.22
            if may_deploy(s, seat, 0):
                found.append(DEPLOY_FIRST)  # S-R18: no envoy from the track
        return found

    def refusal(self, s: Staufer, seat: int, args: Args, value: int) -> Reason:
        if value in (SUPPLY_FIRST, DEPLOY_FIRST) and not s.chest_count(seat, FIRST_PLACE):
            return because("chest_missing", "S-9.8")
        if value == SUPPLY_FIRST:
            return because("already_first", "S-9.22")
        return because("no_seat_payable", "S-7.3")

    def no_choice(self, s: Staufer, seat: int, args: Args, prefix: Sequence[int]) -> Event | None:
        """Whoever can complete no deployment fetches supplies (S-5.3, S-7.3)."""
        return NO_SEAT_PAYABLE, (seat,)

    def chosen(self, s: Staufer, seat: int, args: Args, value: int) -> None:
        del s.turn_track[0]
        if value in (SUPPLY_FIRST, DEPLOY_FIRST):
            s.discard(seat, FIRST_PLACE)
            s.emit(CHEST_USED, seat, FIRST_PLACE)
            s.supply_track.insert(0, seat)  # S-9.8
        if value == SUPPLY:
            s.supply_track.append(seat)  # S-5.4
        if value in (SUPPLY, SUPPLY_FIRST):
            s.call("supply", seat)
            return
        s.emit(DEPLOYMENT_BEGUN, seat)
        s.call("deployment", seat)
        if value == DEPLOY:
            gains = len(s.deployment_track) + 1 in s.t.envoy_spaces
            s.deployment_track.append(seat)  # S-5.5
            if gains:
                s.call("gain", seat, ENVOY, 0 if may_deploy(s, seat, 0) else 1)  # S-5.6, S-18.6
