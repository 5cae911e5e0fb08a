"""Commanders (DM6): hired with Recruit, moved with March and Regroup, used once between two passes.

A commander is no unit (DM6-3.3): he stands in the slice of this module and nowhere else. An army takes him
along by the slot `along` (`marching.py`). Before the muster it is asked whether he is used (DM0-4.5); what he
does is in force for that battle. He moves on after it, before the triggers (DM0-4.11).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final

from pfalz.core.ask import Chance, Choice, Note, Question, Reason, Slot, because, note
from pfalz.core.data import typed
from pfalz.core.events import EventKind
from pfalz.core.flow import Step, ask, chance, do, each, flow, seq, when
from pfalz.core.game import Data, Edit, Modifier, Module, Options, Reaction, after, before
from pfalz.core.kinds import Kinds
from pfalz.core.ruleset import Ruleset
from pfalz.core.state import Args, Columns, Move, Schema
from pfalz.games.darkages.boxes import boxed, boxes
from pfalz.games.darkages.execution import may_skip
from pfalz.games.darkages.goods import gold_at_hand, pay_goods
from pfalz.games.darkages.modules.commanders.events import (
    COMMANDER_HIRED,
    COMMANDER_RODE,
    COMMANDER_USED,
    COMMANDERS_LAID,
    EVENTS,
)
from pfalz.games.darkages.modules.commanders.schema import CommandersFile
from pfalz.games.darkages.modules.commanders.state import (
    BIT,
    ID,
    SLICE,
    CommanderLookup,
    Commanders,
    commanders,
    declare_kinds,
    power_of,
)
from pfalz.games.darkages.notes import gold
from pfalz.games.darkages.possible import muster_places
from pfalz.games.darkages.powers import put_in_force
from pfalz.games.darkages.state import NONE, DarkAges
from pfalz.games.darkages.words import RECRUIT, ROLES

COMMANDER_SLOT: Final = Slot("commander", "commander_or_none")
AREA_SLOT: Final = Slot("area", "area")


# -- setup (DM6-1) -------------------------------------------------------------------------------------


class RemoveCommanders(Chance[DarkAges]):
    """Commanders that leave the game; the others lie open (DM6-1.2, DM0-2.12)."""

    name: ClassVar[str] = "commanders"
    rule: ClassVar[str] = "DM6-1.2"

    def slot(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Slot:
        return Slot("commander", "commander")

    def options(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int] | None:
        t = commanders(s).t
        if len(prefix) == len(t.ids) - t.open:
            return None
        return [commander for commander in range(len(t.ids)) if commander not in prefix]

    def answer(self, s: DarkAges, seat: int, args: Args, answer: Move) -> None:
        part = commanders(s)
        part.display = [commander for commander in range(len(part.t.ids)) if commander not in answer]
        s.emit(COMMANDERS_LAID, *part.display)


# -- hiring (DM6-2) ------------------------------------------------------------------------------------


def can_hire(s: DarkAges, side: int) -> bool:
    """Whether a commander is open and can be paid for and placed; nobody has two (DM6-2.1 to DM6-2.3).

    A side without a seat has none (DM6-6.3)."""
    part = commanders(s)
    if not s.has_seat(side) or part.card[side] != NONE or not part.display:
        return False
    return gold_at_hand(s, side) >= part.t.cost and bool(muster_places(s, side))


def hires(s: DarkAges, bits: int, side: int) -> int:
    """Recruit can be carried out for a commander alone (DM6-2.4, DM0-3.5)."""
    return bits | BIT if can_hire(s, side) else bits


class Hire(Question[DarkAges]):
    """Which commander is hired and where he comes to, or none (DM6-2.1, DM6-2.2): side.

    It is asked when the unit has been recruited; which of the two comes first is all the same (DM6-P1)."""

    name: ClassVar[str] = "hire"
    rule: ClassVar[str] = "DM6-2.1"

    def seat(self, s: DarkAges, args: Args) -> int:
        return args[0]

    def may_do_without(self, s: DarkAges, seat: int) -> bool:
        """Whether nobody has to be hired."""
        return True

    def slot(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Slot:
        return AREA_SLOT if prefix else COMMANDER_SLOT

    def options(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int] | None:
        part = commanders(s)
        nobody = len(part.t.ids)
        if not prefix:
            return [*part.display, nobody] if self.may_do_without(s, seat) else part.display
        return None if prefix[0] == nobody or len(prefix) == 2 else muster_places(s, seat)

    def domain(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int]:
        if not prefix:
            return s.rules.kinds["commander_or_none"].values
        return s.t.every_area if len(prefix) == 1 and prefix[0] < len(commanders(s).t.ids) else ()

    def reason(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int], value: int) -> Reason:
        if prefix:
            return because("needs_own_city", "DM6-2.2")
        if value == len(commanders(s).t.ids):
            return because("must_hire", "DM6-2.4")
        return because("not_open", "DM6-2.1")

    def worth(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int], value: int) -> Sequence[Note]:
        """The gold for a commander (DM6-2.1)."""
        part = commanders(s)
        return gold(part.t.cost) if not prefix and value < len(part.t.ids) else ()

    def answer(self, s: DarkAges, seat: int, args: Args, answer: Move) -> None:
        part = commanders(s)
        if answer[0] == len(part.t.ids):
            return
        pay_goods(s, seat, (0, 0, 0, 0, part.t.cost))
        part.display = [commander for commander in part.display if commander != answer[0]]
        part.card[seat], part.area[seat] = answer
        s.emit(COMMANDER_HIRED, seat, *answer)


class HireAlone(Hire):
    """A commander instead of a unit; nobody only if a module was used with the action (DM6-2.4)."""

    name: ClassVar[str] = "hire_alone"
    rule: ClassVar[str] = "DM6-2.4"

    def may_do_without(self, s: DarkAges, seat: int) -> bool:
        return may_skip(s, seat, RECRUIT)


# -- where he stands (DM6-3) ---------------------------------------------------------------------------


def stands_here(s: DarkAges, n: int, side: int, area: int) -> int:
    """A commander goes along with an army that leaves his area, or in place of one (DM6-3.1, DM6-P2)."""
    return 1 if s.has_seat(side) and commanders(s).area[side] == area else n


def may_be_alone(s: DarkAges, areas: int, side: int) -> int:
    """Where a commander may go without units: own areas with a manor or with units (DM6-3.2, DM6-3.4)."""
    for area, owner in enumerate(s.owner):
        if owner == side and (s.manors[area] or any(s.units_in(area))):
            areas |= 1 << area
    return areas


def follow(s: DarkAges, side: int, start: int, end: int, along: int) -> None:
    """The commander has gone along with an army, or has ridden by himself."""
    if along:
        ride(s, side, end)


def ride(s: DarkAges, side: int, end: int) -> None:
    """A commander goes to an area."""
    part = commanders(s)
    start = part.area[side]
    part.area[side] = end
    s.emit(COMMANDER_RODE, side, part.card[side], start, end)


def is_lost(s: DarkAges, side: int, *args: int) -> bool:
    """Whether a commander may not stay where he is (DM6-3.4); at home he always may (DMR-25)."""
    area = commanders(s).area[side]
    if area == NONE or s.home[side] == area:
        return False
    return s.owner[area] != side


def left_behind(s: DarkAges, side: int, start: int, end: int, along: int) -> bool:
    """Whether an army has left its commander where he may not stay; in a battle that is asked there."""
    return not along and s.owner[end] == side and is_lost(s, side)


def left_by_attack(s: DarkAges, side: int, *args: int) -> bool:
    """Whether an army that attacks has left its commander where he may not stay."""
    return s.has_seat(side) and not fights(s, side) and is_lost(s, side)


def refuges(s: DarkAges, side: int) -> list[int]:
    """The nearest areas that his owner controls, over adjacent open areas (DM6-3.4, DM6-3.5)."""
    seen = 1 << commanders(s).area[side]
    ring = seen
    realm = s.realm(side)
    while True:
        near = 0
        for area in s.t.every_area:
            if ring >> area & 1:
                near |= s.t.near[area]
        ring = near & ~seen
        seen |= ring
        if ring & realm or not ring:
            return [area for area in s.t.every_area if ring & realm & 1 << area]


class CommanderArea(Choice[DarkAges]):
    """Where a commander goes who cannot stay (DM6-3.4): side."""

    name: ClassVar[str] = "commander_area"
    rule: ClassVar[str] = "DM6-3.4"
    of: ClassVar[str] = "area"
    called: ClassVar[str] = "area"

    def seat(self, s: DarkAges, args: Args) -> int:
        return args[0]

    def values(self, s: DarkAges, seat: int, args: Args) -> Sequence[int]:
        return refuges(s, seat)

    def refusal(self, s: DarkAges, seat: int, args: Args, value: int) -> Reason:
        if s.owner[value] != seat:
            return because("not_your_area", "DM6-3.4")
        return because("not_nearest", "DM6-3.4")

    def chosen(self, s: DarkAges, seat: int, args: Args, value: int) -> None:
        ride(s, seat, value)


def area_lost(s: DarkAges, side: int, area: int) -> None:
    """A commander does not stay in an area that is lost; one who fights there is dealt with afterwards."""
    if s.has_seat(side) and commanders(s).area[side] == area and not fights(s, side):
        s.call("stray", side)


# -- in battle (DM6-4) ---------------------------------------------------------------------------------


def fights(s: DarkAges, side: int) -> bool:
    """Whether a commander takes part in the battle that is being fought (DM6-4.1, DM6-4.5)."""
    if not s.has_seat(side) or side not in (s.attacker, s.defender) or not s.within("battle"):
        return False
    return commanders(s).area[side] == s.battle


def leaders(s: DarkAges, *args: int) -> Sequence[int]:
    """Who has an upright commander in the battle, the attacker first (DM6-4.2, DM0-4.5)."""
    part = commanders(s)
    sides = [s.fighting(role) for role in range(ROLES)]
    return [role for role, side in enumerate(sides) if fights(s, side) and not part.sideways[side]]


class Command(Choice[DarkAges]):
    """Whether a commander is used in this battle (DM6-4.2, DM6-4.3): the role is the last argument."""

    name: ClassVar[str] = "command"
    rule: ClassVar[str] = "DM6-4.2"
    of: ClassVar[str] = "yesno"
    called: ClassVar[str] = "command"

    def seat(self, s: DarkAges, args: Args) -> int:
        return s.fighting(args[-1])

    def values(self, s: DarkAges, seat: int, args: Args) -> Sequence[int]:
        return (0, 1)

    def worth(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int], value: int) -> Sequence[Note]:
        """Who it is; his card is shown beside the choice."""
        who = ("commander", commanders(s).card[seat])
        return [note("commander", (who,), commander=who)] if value else ()

    def chosen(self, s: DarkAges, seat: int, args: Args, value: int) -> None:
        if value:
            part = commanders(s)
            part.sideways[seat] = 1
            put_in_force(s, seat, power_of(s, part.card[seat]))
            s.emit(COMMANDER_USED, seat, part.card[seat])


def with_survivors(s: DarkAges, *args: int) -> None:
    """Commanders go where the regular units of their side have gone; the others look for a place.

    A retreating army takes its commander along (DM6-3.5), that of a victory in a home area too (DM6-3.6)."""
    for role in reversed(range(ROLES)):
        side = s.fighting(role)
        if fights(s, side):
            if s.stand[role] not in (NONE, s.battle):
                ride(s, side, s.stand[role])
            elif is_lost(s, side):
                s.call("stray", side)


def turn_upright(s: DarkAges, side: int) -> None:
    """In the last step of a pass the card can be used again (DM6-4.4, DM0-5.6)."""
    commanders(s).sideways[side] = 0


class CommandersModule(Module[DarkAges]):
    """A commander for each player who hires one."""

    id: ClassVar[str] = ID
    players: ClassVar[tuple[int, int]] = (1, 8)
    complexity: ClassVar[str] = "considerable"
    meets: ClassVar[tuple[str, ...]] = ("age_of_wars", "distant_campaigns", "crusades", "poland")
    package: ClassVar[str] = "pfalz.games.darkages.modules.commanders"
    files: ClassVar[tuple[str, ...]] = (ID,)
    schema: ClassVar[Schema | None] = SLICE

    def data(self, data: dict[str, Any], players: int) -> dict[str, Any]:
        """What a commander does is in force for one battle (DM6-4.3); those of a second box come with it."""
        typed(data[ID], CommandersFile, f"{ID}.toml")
        data[ID] = {**data[ID], "commander": boxed(data[ID]["commander"], boxes(data, players))}
        cards = data["cards"]
        powers = [
            {
                **row,
                "called": f"commander.{row['id']}",
                "lasts": "battle",
                "place": f"{ID}.commander.{row['id']}",
            }
            for row in data[ID]["commander"]
        ]
        data["cards"] = {**cards, "power": [*cards.get("power", []), *powers]}
        return data

    def lookup(self, data: Data, players: int, options: Options) -> CommanderLookup:
        return CommanderLookup(data, players)

    def kinds(self, kinds: Kinds, rules: Ruleset[DarkAges]) -> None:
        declare_kinds(kinds, rules.parts[ID])

    def flows(self, rules: Ruleset[DarkAges]) -> Sequence[Step[DarkAges]]:
        stray = seq("stray", when(is_lost, ask(CommanderArea(), "strays")))
        return [flow(stray, "side", at_once=2)]

    def edits(self, rules: Ruleset[DarkAges]) -> Sequence[Edit]:
        gone = seq("commander_goes", do(follow), when(left_behind, ask(CommanderArea(), "stays_behind")))
        return [
            before("setup_done", chance(RemoveCommanders())),
            before("recruit_end", when(can_hire, ask(Hire()))),
            before("nothing_recruited", when(can_hire, ask(HireAlone()))),
            before("accompanied", gone),
            after("declare", when(left_by_attack, ask(CommanderArea(), "left_by_attack"))),
            before("muster", each("commanding", leaders, ask(Command()), kind="role")),
            before("aftermath", do(with_survivors)),
            after("pass_9", do(turn_upright)),
        ]

    def modifiers(self) -> Mapping[str, Modifier]:
        return {"can_recruit": hires, "along": stands_here, "lone": may_be_alone}

    def reactions(self) -> Mapping[str, Reaction]:
        return {"control_lost": area_lost}

    def events(self) -> Sequence[EventKind]:
        return EVENTS

    def start(self, s: DarkAges) -> Columns | None:
        part = Commanders()
        s.rules.slice_shapes[ID].fill(part)
        part.t = s.rules.parts[ID]
        return part

    def violations(self, s: DarkAges) -> Sequence[str]:
        """A commander is open or somebody's, once; he stands where he may (DM6-2.3, DM6-3.4)."""
        part, found = commanders(s), []
        there = [*part.display, *[card for card in part.card if card != NONE]]
        if len(set(there)) != len(there) or (there and len(there) != part.t.open):
            found.append(f"commanders {part.display} lie open, {part.card} are hired, of {part.t.open}")
        for seat, (card, area) in enumerate(zip(part.card, part.area, strict=True)):
            if (card == NONE) != (area == NONE):
                found.append(f"commander {card} of seat {seat} stands in area {area}")
            elif area != NONE and is_lost(s, seat) and not fights(s, seat) and not _leaving(s):
                found.append(f"the commander of seat {seat} stands in area {area}, which is not its own")
        return found


def _leaving(s: DarkAges) -> bool:
    """Whether a commander who cannot stay is about to go."""
    going = [s.rules.step_ids[step] for step in ("stray", "accompany")]
    return any(frame[0] in going for frame in s.stack)
