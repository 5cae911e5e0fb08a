"""Crusades (DM14): churches call them, marches send units beside the map, one roll of all decides.

Words of crusade cards are operations of this module (`going.py`); it tells the card language whom they
concern and what they count (DM0-8.15, DM0-8.17, DM0-8.19).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, ClassVar, Final

from mypy_extensions import mypyc_attr

from pfalz.core.ask import Chance, Slot
from pfalz.core.data import typed
from pfalz.core.events import EventKind
from pfalz.core.flow import Step, ask, chance, do, each, flow, loop, seq, when
from pfalz.core.game import Data, Edit, Modifier, Module, Options, Reaction, after, before
from pfalz.core.kinds import Kinds
from pfalz.core.ruleset import Ruleset
from pfalz.core.state import Args, Columns, Move, Schema
from pfalz.games.darkages.effects import carry_for
from pfalz.games.darkages.ending import somebody_plays
from pfalz.games.darkages.goods import gain_points, lose_points
from pfalz.games.darkages.modules.crusades import going
from pfalz.games.darkages.modules.crusades.events import (
    CRUSADE_BEGUN,
    CRUSADE_CALLED,
    CRUSADE_DESERTED,
    CRUSADE_LOST,
    CRUSADE_RESOLVED,
    CRUSADE_WON,
    CRUSADERS_ROLLED,
    DEFENCE_SET,
    EVENTS,
)
from pfalz.games.darkages.modules.crusades.schema import CrusadesFile
from pfalz.games.darkages.modules.crusades.state import (
    COUNTER,
    ID,
    OPS,
    SLICE,
    WHO,
    CrusadeLookup,
    Crusades,
    crusaders,
    crusades,
    declare_kinds,
    participants,
)
from pfalz.games.darkages.state import NONE, DarkAges
from pfalz.games.darkages.words import DIE_BONUS, UNITS, WHATEVER

PIPS: Final = 6


def source_of(s: DarkAges) -> int:
    """The source of points of this module."""
    return s.rules.sources.index(ID)


# -- calling (DM14-2) -------------------------------------------------------------------------------------


def note_call(s: DarkAges, side: int, area: int, n: int) -> None:
    """A church with gold under it calls a crusade, when what built it is done (DM14-1.2, DM14-2.1, DMR-47).

    After the third none is called (DM14-4.11)."""
    part = crusades(s)
    if n in part.t.churches and part.called + part.waiting < len(part.t.waves):
        part.waiting += 1
        s.emit(CRUSADE_CALLED, side, n)


def is_called(s: DarkAges, *args: int) -> bool:
    """Whether a call has to be answered."""
    part: Crusades = s.slices[ID]
    return part.waiting > 0


def answer_calls(s: DarkAges, *args: int) -> None:
    """All calls, one after the other (DM14-2.2)."""
    s.call("call_crusade")


def heed(name: str) -> Step[Any]:
    """Where calls are answered: what may have built a church is complete here."""
    return when(is_called, seq(name, do(answer_calls)), name)


def take_call(s: DarkAges) -> None:
    """The running crusade is resolved first (DM14-4.1)."""
    part = crusades(s)
    part.waiting -= 1
    if part.running != NONE:
        s.call("resolve_crusade")


class TurnUp(Chance[DarkAges]):
    """The next card of the stack: one of the four of its wave, all equally likely (DM14-1.1, DM14-4.12)."""

    name: ClassVar[str] = "crusade_card"
    rule: ClassVar[str] = "DM14-2.1"

    def slot(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Slot:
        return Slot("crusade", "crusade")

    def options(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int] | None:
        part = crusades(s)
        return None if prefix else part.t.waves[part.called]

    def answer(self, s: DarkAges, seat: int, args: Args, answer: Move) -> None:
        part = crusades(s)
        part.running = answer[0]
        part.called += 1
        s.emit(CRUSADE_BEGUN, answer[0], part.called)


# -- resolving (DM14-4) -----------------------------------------------------------------------------------


def special_effect(s: DarkAges) -> None:
    """Step 1, for all in turn order from the active player (DM14-4.3)."""
    part = crusades(s)
    part.last, part.won, part.defence = part.running, -1, 0
    part.hits = [0] * s.t.players
    part.good, part.bad = [()] * s.t.players, [()] * s.t.players
    s.emit(CRUSADE_RESOLVED, part.running)
    carry_for(s, s.t.deeds[part.t.cards[part.running]], source_of(s))


def anybody_there(s: DarkAges) -> bool:
    """Step 2: whether somebody takes part (DM14-3.4, DM14-4.4)."""
    return any(crusades(s).units)


def nobody_there(s: DarkAges) -> bool:
    """Whether the crusade ends without a fight (DM14-4.4)."""
    return not anybody_there(s)


def desert(s: DarkAges) -> None:
    """Nothing is won and nothing lost (DM14-4.4)."""
    s.emit(CRUSADE_DESERTED, crusades(s).running)


class RollDefence(Chance[DarkAges]):
    """Step 3: the dice of the defence value, if the card has any (DM14-4.5)."""

    name: ClassVar[str] = "crusade_defence"
    rule: ClassVar[str] = "DM14-4.5"

    def slot(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Slot:
        return Slot("die", "pips")

    def options(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int] | None:
        part = crusades(s)
        return range(PIPS) if len(prefix) < part.t.dice[part.running] else None

    def answer(self, s: DarkAges, seat: int, args: Args, answer: Move) -> None:
        part = crusades(s)
        rolled = sum([pips + 1 for pips in answer])
        part.defence = max(0, part.t.defence[part.running] + rolled)
        s.emit(DEFENCE_SET, part.defence)


class RollCrusade(Chance[DarkAges]):
    """Step 4: a die for every unit, of all players in one roll, in turn order (DM14-4.6, D-26.7, DMR-36)."""

    name: ClassVar[str] = "crusade_dice"
    rule: ClassVar[str] = "DM14-4.6"

    def slot(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Slot:
        return Slot("die", "pips")

    def options(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int] | None:
        return range(PIPS) if len(prefix) < sum(crusades(s).units) else None

    def sample(self, s: DarkAges, args: Args, rng: Random) -> Move:
        return tuple([int(rng.random() * PIPS) for _ in range(sum(crusades(s).units))])

    def answer(self, s: DarkAges, seat: int, args: Args, answer: Move) -> None:
        part, at = crusades(s), 0
        for side in participants(s):
            dice: list[int] = []
            for unit, n in enumerate(crusaders(s, side)):
                dice += [PIPS * unit + pips for pips in answer[at : at + n]]
                at += n
            part.good[side] = tuple([die for die in dice if hit(s, side, die)])
            part.bad[side] = tuple([die for die in dice if not hit(s, side, die)])
            hits = len(part.good[side])
            part.hits[side] += hits
            s.emit(CRUSADERS_ROLLED, side, hits, *dice)


def hit(s: DarkAges, side: int, die: int) -> bool:
    """Whether the die of a unit is a success against the best of its values (DM14-4.6).

    One that shows 1 never is, after the bonus of the card itself, if it has one."""
    unit, pips = die // PIPS, die % PIPS + 1
    return pips + bonus(s, unit) >= max(2, best_value(s, side, unit))


def best_value(s: DarkAges, side: int, unit: int) -> int:
    """The lowest value of a unit type: what its dice need."""
    return min([value for value in s.face_of(side, unit).values if value])


def bonus(s: DarkAges, unit: int) -> int:
    """What the running card adds to the dice of a unit type (DM0-8.17)."""
    part = crusades(s)
    effects = s.t.deeds[part.t.cards[part.running]]
    return sum([e.n for e in effects if e.op == DIE_BONUS and e.unit in (unit, WHATEVER)])


def reckon(s: DarkAges) -> None:
    """Steps 5 and 6: more markers than defence win the crusade, otherwise it is lost (DM14-4.7, DM14-4.9)."""
    part, card = crusades(s), crusades(s).running
    total, source = sum(part.hits), source_of(s)
    part.won = int(total > part.defence)
    s.emit(CRUSADE_WON if part.won else CRUSADE_LOST, card, total, part.defence)
    vp, absent = part.t.vp[card], part.t.absent[card]
    for seat in s.clockwise(s.turn):
        if not any(crusaders(s, seat)):
            if part.won:
                lose_points(s, seat, absent, source)
            else:
                gain_points(s, seat, absent, source)
        elif part.won and part.hits[seat]:
            place = sum([n > part.hits[seat] for n in part.hits])
            gain_points(s, seat, vp[place] if place < len(vp) else 0, source)


def goes_on(s: DarkAges) -> bool:
    """Whether units come back: not when the game is over (DM14-4.8, DM14-4.9)."""
    return somebody_plays(s)


def those_there(s: DarkAges) -> Sequence[int]:
    """Those who have taken part, in turn order."""
    return participants(s)


def come_home(s: DarkAges, seat: int) -> None:
    """One unit is lost and the others return, or the other way round (DM14-4.8, DM14-4.9)."""
    s.call("crusade_return", seat)
    if crusades(s).won:
        s.call("crusade_loss", seat, 1)
    else:
        s.call("crusade_saved", seat, 1)


def put_away(s: DarkAges) -> None:
    """Step 7: the card leaves the game (DM14-4.10)."""
    crusades(s).running = NONE


def is_running(s: DarkAges) -> bool:
    """Whether a crusade is left to be resolved after the last pass (DM14-4.2, DM0-6.2)."""
    return crusades(s).running != NONE


def resolve_last(s: DarkAges) -> None:
    """The order begins with whoever passed last: it is his turn still (DM14-4.2)."""
    s.call("resolve_crusade")


# -- the card language ------------------------------------------------------------------------------------


def is_concerned(s: DarkAges, yes: int, seat: int, who: int) -> int:
    """Whom the special effects of crusade cards concern (DM0-8.15)."""
    word = s.t.known.who[who]
    if word not in WHO:
        return yes
    there = participants(s)
    if word == "absentees":
        return int(seat not in there)
    if seat not in there:
        return 0
    if word == "participants_with_coast":
        return int(s.realm(seat) & crusades(s).t.coast > 0)
    if word == "most_crusaders_all_tied":
        return int(sum(crusaders(s, seat)) == max([sum(crusaders(s, other)) for other in there]))
    if word == "participants":
        return 1
    leads = s.score(seat) == max([s.score(other) for other in there])
    return int(leads == (word == "participants_most_vp_all_tied"))


def count_crusaders(s: DarkAges, n: int, side: int, counter: int, area: int) -> int:
    """Own units at the crusade (DM0-8.19)."""
    return sum(crusaders(s, side)) if s.t.known.counters[counter] == COUNTER else n


def elsewhere(s: DarkAges, n: int, side: int, unit: int) -> int:
    """Figures that are neither on the map nor in the supply (DM14-3.2)."""
    return n + crusades(s).units[UNITS * side + unit]


@mypyc_attr(allow_interpreted_subclasses=True)
class CrusadesModule(Module[DarkAges]):
    """Three crusades, called by churches."""

    id: ClassVar[str] = ID
    players: ClassVar[tuple[int, int]] = (3, 8)
    complexity: ClassVar[str] = "moderate"
    meets: ClassVar[tuple[str, ...]] = ("commanders", "distant_campaigns", "pope", "poland")
    package: ClassVar[str] = "pfalz.games.darkages.modules.crusades"
    files: ClassVar[tuple[str, ...]] = ("crusades",)
    schema: ClassVar[Schema | None] = SLICE
    sources: ClassVar[tuple[str, ...]] = (ID,)

    def data(self, data: dict[str, Any], players: int) -> dict[str, Any]:
        """The special effects are deeds, in words of which some are this module's own (DM0-8.17)."""
        cards = data["cards"] = dict(data["cards"])
        typed(data["crusades"], CrusadesFile, "crusades.toml")  # refused here, where it can be found
        deeds = [
            {"id": row["id"], "place": f"crusades.card.{row['id']}.special", "effects": row["special"]}
            for row in data["crusades"]["card"]
        ]
        cards["deed"] = [*cards.get("deed", []), *deeds]
        cards["more_ops"] = [*cards.get("more_ops", []), *OPS]
        cards["more_who"] = [*cards.get("more_who", []), *WHO]
        cards["more_counters"] = [*cards.get("more_counters", []), COUNTER]
        return data

    def lookup(self, data: Data, players: int, options: Options) -> CrusadeLookup:
        return CrusadeLookup(data, players)

    def kinds(self, kinds: Kinds, rules: Ruleset[DarkAges]) -> None:
        declare_kinds(kinds, rules.parts[self.id], rules.lookup)

    def flows(self, rules: Ruleset[DarkAges]) -> Sequence[Step[DarkAges]]:
        fight = seq(
            "crusade_fought",
            chance(RollDefence()),
            chance(RollCrusade()),
            do(reckon),
            when(goes_on, each("crusade_over", those_there, do(come_home))),
        )
        resolved = seq(
            "resolve_crusade",
            do(special_effect),
            when(nobody_there, do(desert)),
            when(anybody_there, fight),
            do(put_away),
        )
        one_call = seq("answered_call", do(take_call), chance(TurnUp()))
        return [
            flow(loop("call_crusade", is_called, one_call)),
            flow(resolved),
            flow(ask(going.SendCrusaders(), "send_crusaders"), "side", "yesno"),
            flow(ask(going.CrusadeLoss()), "side", "number"),
            flow(ask(going.CrusadeSaved()), "side", "number"),
            flow(ask(going.CrusadeReturn()), "side"),
            # the words of crusade cards (DM0-8.17)
            flow(ask(going.AddCrusader()), "side", "effect"),
            flow(do(going.return_crusader), "side", "effect"),
            flow(seq("withdraw_all_crusaders", do(going.withdraw_all)), "side", "effect"),
            flow(do(going.add_hit), "side", "effect"),
            flow(chance(going.Ambush()), "side", "effect"),
        ]

    def edits(self, rules: Ruleset[DarkAges]) -> Sequence[Edit]:
        return [
            before("content", when(going.may_send, do(going.ask_before))),  # DMX-3.1 b
            before("execute_triggers", when(going.may_send, do(going.ask_after))),  # DMX-3.1 e
            before("execute_done", do(going.back_from_sending)),
            after("execute_done", heed("calls_of_action")),  # DMX-2.1 i
            after("check_stack", heed("calls_of_reaction")),  # DM14-2.2
            after("turn", heed("calls_of_free_step")),
            after("after", heed("calls_of_later_step")),
            before("pass_3", heed("calls_of_title")),
            before("pass_7", heed("calls_of_passing")),
            before("pass_9", heed("calls_of_production")),
            before("before_scoring", when(is_running, do(resolve_last))),
        ]

    def modifiers(self) -> Mapping[str, Modifier]:
        return {
            "beside": going.beside_march,
            "may_skip": going.instead_of_march,
            "there_is": going.there_is,
            "concerned": is_concerned,
            "counter": count_crusaders,
            "figures_elsewhere": elsewhere,
        }

    def reactions(self) -> Mapping[str, Reaction]:
        return {"church_built": note_call}

    def events(self) -> Sequence[EventKind]:
        return EVENTS

    def start(self, s: DarkAges) -> Columns | None:
        part = Crusades()
        s.rules.slice_shapes[self.id].fill(part)
        part.t = s.rules.parts[self.id]
        part.won = -1
        return part

    def violations(self, s: DarkAges) -> Sequence[str]:
        """Units are only at a crusade that is running (DM14-3.3), until the game is over."""
        part = crusades(s)
        found = []
        if min(part.units) < 0 or (part.running == NONE and any(part.units) and not s.over):
            found.append(f"units at crusade {part.running}: {part.units}")
        if part.called + part.waiting > len(part.t.waves):
            found.append(f"{part.called} crusades called, {part.waiting} waiting")
        return found
