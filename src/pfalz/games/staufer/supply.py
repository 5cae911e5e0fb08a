"""The supply action (S-6) and the privileges that follow it (S-10.9 to S-10.12)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from pfalz.core.ask import Choice, Note, Question, Reason, Slot, because, note
from pfalz.core.state import Args, Move
from pfalz.games.staufer.chests import DrawChests, draw, take_chests
from pfalz.games.staufer.codes import ENVOY, EXTRA_CHEST, EXTRA_ENVOY, SUPPLY_POINTS, acts, after_supply
from pfalz.games.staufer.events import CHEST_USED, CHESTS_FROM, GAIN_WAIVED, SUPPLY_CHOSEN
from pfalz.games.staufer.figures import from_province, gain, gain_one
from pfalz.games.staufer.lookup import CHEST_KINDS, OTHER_CHEST
from pfalz.games.staufer.state import FROM_PRIVILEGES, Staufer


class ChooseSupply(Question[Staufer]):
    """A space of the supply table (S-6.1), and with the chest "supply" another one for the chests (S-9.9)."""

    name: ClassVar[str] = "supply"
    rule: ClassVar[str] = "S-6.1"

    def slot(self, s: Staufer, seat: int, args: Args, prefix: Sequence[int]) -> Slot:
        return Slot("chests_from" if prefix else "space", "space")

    def options(self, s: Staufer, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int] | None:
        if not prefix:
            return range(s.t.spaces)  # S-6.2, S-6.5, S-6.7: every space, every time
        if len(prefix) == 2 or s.chests[seat * CHEST_KINDS + OTHER_CHEST] == 0:
            return None
        space = prefix[0]  # the space itself means: the chest is not used
        others = [o for o, stack in enumerate(s.under_supply) if stack and o != space]
        return [space, *others] if others else None  # S-9.22

    def domain(self, s: Staufer, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int]:
        return range(s.t.spaces)

    def reason(self, s: Staufer, seat: int, args: Args, prefix: Sequence[int], value: int) -> Reason:
        return because("no_chest_there", "S-9.9")

    def worth(self, s: Staufer, seat: int, args: Args, prefix: Sequence[int], value: int) -> Sequence[Note]:
        """The chests under a space (S-6.4); its name says which figures it gives."""
        if prefix and value == prefix[0]:
            return ()
        return [note("chest", chest=("chest", chest)) for chest in s.under_supply[value]]

    def answer(self, s: Staufer, seat: int, args: Args, answer: Move) -> None:
        space = answer[0]
        source = answer[-1]
        s.emit(SUPPLY_CHOSEN, seat, space)
        if source != space:
            s.discard(seat, OTHER_CHEST)
            s.emit(CHEST_USED, seat, OTHER_CHEST)
            s.emit(CHESTS_FROM, seat, source)
        s.call("supplied", seat, space, source)


def gain_shown_figures(s: Staufer, seat: int, space: int, source: int) -> None:
    """The figures of the space (S-6.3)."""
    gain(s, seat, s.t.supply_envoys[space], s.t.supply_nobles[space])


def take_supply_chests(s: Staufer, seat: int, space: int, source: int) -> None:
    """All chests under the space (S-6.4), or under the other one (S-6.6); the place stays empty (S-5.9)."""
    stack = s.under_supply[source]
    s.under_supply[source] = ()
    take_chests(s, seat, stack)


def apply_supply_privileges(s: Staufer, seat: int, space: int, source: int) -> None:
    """Privileges 7, 8, 9 in this order; which of them act is fixed now (S-6.8, S-10.12)."""
    acting = after_supply(s.privileges[seat])
    if acting:
        s.call("after_supply", seat, acting)


def has_extra_envoy(s: Staufer, seat: int, acting: int) -> bool:
    """Privilege 7 acts."""
    return acts(acting, EXTRA_ENVOY)


def has_extra_chest(s: Staufer, seat: int, acting: int) -> bool:
    """Privilege 8 acts."""
    return acts(acting, EXTRA_CHEST)


def score_supply_points(s: Staufer, seat: int, acting: int) -> None:
    """Privilege 9: points after each own supply action (S-10.11)."""
    if acts(acting, SUPPLY_POINTS):
        s.add_points(seat, s.t.supply_points, FROM_PRIVILEGES)


class ExtraEnvoy(Choice[Staufer]):
    """Privilege 7: an envoy, if wanted (S-10.9); with an empty province the replacement asks (S-P2)."""

    name: ClassVar[str] = "extra_envoy"
    rule: ClassVar[str] = "S-10.9"
    of: ClassVar[str] = "yesno"
    called: ClassVar[str] = "extra_envoy"

    def seat(self, s: Staufer, args: Args) -> int:
        return args[0]

    def values(self, s: Staufer, seat: int, args: Args) -> Sequence[int]:
        return (1, 0) if s.in_province(seat, ENVOY) else (1,)

    def chosen(self, s: Staufer, seat: int, args: Args, value: int) -> None:
        if not value:
            s.emit(GAIN_WAIVED, seat)
        elif s.in_province(seat, ENVOY):
            from_province(s, seat, ENVOY)
        else:
            gain_one(s, seat, ENVOY, 0)


class ExtraChest(DrawChests):
    """Privilege 8: the top chest of the draw pile (S-10.10)."""

    name: ClassVar[str] = "extra_chest"
    rule: ClassVar[str] = "S-10.10"

    def count(self, s: Staufer, args: Args) -> int:
        return 1

    def answer(self, s: Staufer, seat: int, args: Args, answer: Move) -> None:
        draw(s, answer)
        take_chests(s, args[0], answer)
