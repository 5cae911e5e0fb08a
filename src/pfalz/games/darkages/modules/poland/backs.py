"""The backs of Poland cards (DM15-5.1, DM15-5.2): benefits that are used once between two passes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from mypy_extensions import mypyc_attr

from pfalz.core.ask import Choice, Note, Reason, because, note
from pfalz.core.state import Args
from pfalz.games.darkages.execution import may_skip
from pfalz.games.darkages.modules.poland.events import BENEFIT_USED
from pfalz.games.darkages.modules.poland.state import is_upright, poland
from pfalz.games.darkages.payment import Purse
from pfalz.games.darkages.possible import build_options, can_build_something, has_content, muster_places
from pfalz.games.darkages.powers import end_powers, put_in_force
from pfalz.games.darkages.state import NONE, DarkAges
from pfalz.games.darkages.words import BUILD, DEVELOP, DISCOUNT, MARCH


def usable(s: DarkAges, side: int, action: int) -> int:
    """The card of a player whose benefit belongs to an action and can be used, or NONE (DM15-5.1)."""
    part = poland(s)
    if not part.flips or not s.has_seat(side):
        return NONE
    for card, its in enumerate(part.t.benefit_action):
        if its == action and is_upright(s, side, card):
            return card
    return NONE


def helps_to_build(s: DarkAges, side: int) -> bool:
    """Whether something can be built with the benefit for Build."""
    card = usable(s, side, BUILD)
    if card == NONE:
        return False
    powers = s.powers[side]
    s.powers[side] = (*powers, poland(s).t.powers[card])
    found = can_build_something(s, side, Purse(s, side), s.areas_of(side), muster_places(s, side))
    s.powers[side] = powers
    return found


def cheaper(s: DarkAges, actions: int, side: int) -> int:
    """Build can be chosen for what only its benefit lets a player pay (D-4.5)."""
    if actions >> BUILD & 1 or not helps_to_build(s, side):
        return actions
    return actions | 1 << BUILD


def may_build_cheaper(s: DarkAges, side: int, action: int) -> bool:
    """Whether the benefit for Build can be used: a card that was just flipped counts (DM15-5.2)."""
    return action == BUILD and helps_to_build(s, side)


def may_learn_more(s: DarkAges, side: int, action: int) -> bool:
    """Whether the benefit for Develop Culture can be used: before a card is taken."""
    return action == DEVELOP and usable(s, side, DEVELOP) != NONE and has_content(s, side, DEVELOP)


def may_ally(s: DarkAges, *args: int) -> bool:
    """Whether the attacker can use the Polish War Alliance (DM0-4.4), with a campaign card too (DMX-4.1)."""
    return s.has_seat(s.attacker) and usable(s, s.attacker, MARCH) != NONE


@mypyc_attr(allow_interpreted_subclasses=True)
class UseBack(Choice[DarkAges]):
    """Whether the benefit of a flipped card is used (DM15-5.1)."""

    of: ClassVar[str] = "yesno"
    called: ClassVar[str] = "benefit"

    def action(self, args: Args) -> int:
        """The action it belongs to."""
        raise NotImplementedError

    def values(self, s: DarkAges, seat: int, args: Args) -> Sequence[int]:
        if self.action(args) == BUILD and not build_options(s, seat) and not may_skip(s, seat, BUILD):
            return (1,)  # the action was chosen for what can be built with it
        return (0, 1)

    def refusal(self, s: DarkAges, seat: int, args: Args, value: int) -> Reason:
        return because("too_dear", "D-1.11")

    def worth(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int], value: int) -> Sequence[Note]:
        """Which card it is, and what it brings."""
        card = usable(s, seat, self.action(args))
        if not value or card == NONE:
            return ()
        found = [note("uses", card=("poland_back", card))]
        for effect in s.t.powers[poland(s).t.powers[card]].effects:
            if effect.op == DISCOUNT:
                found.append(note("less_to_build", n=("number", effect.n)))
            else:
                found.append(note("brings", what=("gift", effect.index)))
        return found

    def chosen(self, s: DarkAges, seat: int, args: Args, value: int) -> None:
        if value:
            part = poland(s)
            card = usable(s, seat, self.action(args))
            part.sideways[len(part.t.cards) * seat + card] = 1
            s.emit(BENEFIT_USED, seat, card)
            put_in_force(s, seat, part.t.powers[card])


class Benefit(UseBack):
    """Whether a benefit is used before what an action does: side and action of the execution."""

    name: ClassVar[str] = "benefit"
    rule: ClassVar[str] = "DM15-5.1"

    def seat(self, s: DarkAges, args: Args) -> int:
        return args[0]

    def about(self, args: Args) -> Mapping[str, tuple[str, int]]:
        return {"action": ("action", args[1])}

    def action(self, args: Args) -> int:
        return args[1]


class WarAlliance(UseBack):
    """Whether the attacker uses the Polish War Alliance in this battle (DM0-4.4)."""

    name: ClassVar[str] = "alliance_benefit"
    rule: ClassVar[str] = "DM0-4.4"

    def seat(self, s: DarkAges, args: Args) -> int:
        return s.attacker

    def action(self, args: Args) -> int:
        return MARCH


def built(s: DarkAges, side: int, *args: int) -> None:
    """What Build itself builds has become cheaper, nothing else of the execution (DM15-5.1)."""
    if s.has_seat(side) and poland(s).flips:
        end_powers(s, side, [p for p, action in _benefits(s) if action == BUILD])


def _benefits(s: DarkAges) -> list[tuple[int, int]]:
    t = poland(s).t
    return list(zip(t.powers, t.benefit_action, strict=True))
