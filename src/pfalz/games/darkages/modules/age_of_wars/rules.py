"""Age of Wars (DM9): battle cards for attacks on other players, war markers for victories with them.

The advantages of a card are in force for one battle: they are words of the card language like those of any
other card (DM9-6.1 to DM9-6.6, DM9-6.8, DM9-6.9, DM9-6.11).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, ClassVar, Final

from mypy_extensions import mypyc_attr

from pfalz.core.ask import Choice, Question, Reason, Slot, because
from pfalz.core.events import EventKind
from pfalz.core.flow import Step, ask, chance, do, each, flow, seq, together, when
from pfalz.core.game import Data, Edit, Memory, Modifier, Module, Options, Reaction, after, before
from pfalz.core.kinds import Kinds
from pfalz.core.ruleset import Ruleset
from pfalz.core.state import HIDDEN, Args, Columns, Move, Schema
from pfalz.games.darkages.boxes import boxes, original, twice
from pfalz.games.darkages.consequences import has_conquered, refuges
from pfalz.games.darkages.control import troops
from pfalz.games.darkages.damage import kill_regulars, regulars
from pfalz.games.darkages.dealing import from_starter
from pfalz.games.darkages.effects import carry_out
from pfalz.games.darkages.goods import gain_points
from pfalz.games.darkages.modules.age_of_wars.events import (
    BATTLE_CARD_PLAYED,
    EVENTS,
    UNITS_PURSUED,
    WAR_MARKER_TAKEN,
)
from pfalz.games.darkages.modules.age_of_wars.hands import (
    BattleDeal,
    KeepBattle,
    PlaceBattleCard,
    follow_title,
    renew,
    spend,
)
from pfalz.games.darkages.modules.age_of_wars.state import (
    SLICE,
    WarLookup,
    Wars,
    cards_in_play,
    declare_kinds,
    hand,
    wars,
)
from pfalz.games.darkages.powers import put_in_force
from pfalz.games.darkages.state import END_IDS, NONE, DarkAges
from pfalz.games.darkages.words import ATTACKER, DEFENDER, PURSUIT, UNITS, WON

BY_WAR_MARKERS: Final = len(END_IDS)
"""The end that the last marker brings, among all ends."""


def source_of(s: DarkAges) -> int:
    """The source of points of this module."""
    return s.rules.sources.index("wars")


# -- the battle (DM9-4, DM9-6) ----------------------------------------------------------------------------


def attacks_player(s: DarkAges, *args: int) -> bool:
    """Whether a player attacks another one: then he may play a battle card (DM9-4.2, DM0-4.1, DM0-4.3).

    With two to four players all battles come from marches, with a campaign card or without one (DMX-4.1)."""
    return s.has_seat(s.attacker) and s.has_seat(s.defender)


class PlayBattleCard(Choice[DarkAges]):
    """A battle card of the attacker, or none (DM9-4.2)."""

    name: ClassVar[str] = "battle_card"
    rule: ClassVar[str] = "DM9-4.2"
    of: ClassVar[str] = "battle_card_or_none"
    called: ClassVar[str] = "battle_card"

    def seat(self, s: DarkAges, args: Args) -> int:
        return s.attacker

    def values(self, s: DarkAges, seat: int, args: Args) -> Sequence[int]:
        return [*sorted(hand(s, seat)), len(wars(s).t.cards)]

    def refusal(self, s: DarkAges, seat: int, args: Args, value: int) -> Reason:
        return because("not_in_battle_hand", "DM9-4.2")

    def chosen(self, s: DarkAges, seat: int, args: Args, value: int) -> None:
        part = wars(s)
        if value == len(part.t.cards):
            return
        part.played = value
        spend(s, seat, value)
        s.emit(BATTLE_CARD_PLAYED, seat, value)
        put_in_force(s, seat, s.t.lasting[part.t.cards[value]])  # DM9-4.3


def to_attacker(s: DarkAges, tie: int) -> int:
    """The attacker wins ties in all battles (DM9-4.1)."""
    return 1


def fugitives(s: DarkAges) -> int:
    """How many units of the defender die instead of retreating (DM9-6.10)."""
    if not has_conquered(s) or not refuges(s):
        return 0
    won = s.profile(s.attacker).by_trigger[WON]
    most = sum([effect.n for effect in won if effect.op == PURSUIT])
    return min(most, sum(regulars(s, DEFENDER)))


def pursues(s: DarkAges, *args: int) -> bool:
    """Whether units of the defender are caught before they retreat (DMR-48)."""
    return fugitives(s) > 0


class Pursue(Question[DarkAges]):
    """Which units of the defender do not get away, ascending (DM9-6.10, D-26.5)."""

    name: ClassVar[str] = "pursuit"
    rule: ClassVar[str] = "DM9-6.10"

    def seat(self, s: DarkAges, args: Args) -> int:
        return s.attacker

    def slot(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Slot:
        return Slot("unit", "unit")

    def options(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int] | None:
        left = fugitives(s) - len(prefix)
        if left == 0:
            return None
        there = regulars(s, DEFENDER)
        found: list[int] = []
        for unit in range(prefix[-1] if prefix else 0, UNITS):
            n = there[unit] - prefix.count(unit)
            if n > 0 and n + sum(there[unit + 1 :]) >= left:
                found.append(unit)
        return found

    def domain(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int]:
        return range(UNITS)

    def reason(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int], value: int) -> Reason:
        if regulars(s, DEFENDER)[value] - prefix.count(value) > 0:
            return because("in_order", "D-26.5")
        return because("not_retreating", "DM9-6.10")

    def answer(self, s: DarkAges, seat: int, args: Args, answer: Move) -> None:
        counts = [answer.count(unit) for unit in range(UNITS)]
        s.emit(UNITS_PURSUED, s.attacker, s.defender, *troops(counts))
        kill_regulars(s, DEFENDER, counts)


def was_played(s: DarkAges, *args: int) -> bool:
    """Whether a battle card lies before the attacker."""
    return wars(s).played != NONE


def reward(s: DarkAges, *args: int) -> None:
    """Marker and points for a victory with a card, compensation for the defender (DM9-4.4 to DM9-4.6).

    What the base game gives for a victory came before, tribute follows (DM0-4.10, DM0-4.11, DMX-4.3). Without
    markers the rest stays (DM9-5.2)."""
    part, side = wars(s), s.attacker
    if s.victor != ATTACKER:
        return
    if part.pool:
        part.pool -= 1
        part.markers[side] += 1
        s.emit(WAR_MARKER_TAKEN, side, part.markers[side], part.pool)
    gain_points(s, side, part.t.vp, source_of(s))
    compensation = s.t.deeds[part.t.cards[part.played]]
    carry_out(s, s.defender, s.home[s.defender], compensation, source_of(s))


def lay_down(s: DarkAges, *args: int) -> None:
    """The card goes to the pile (DM9-4.3), and perhaps all of it back into the hand (DM9-2.2)."""
    wars(s).played = NONE
    renew(s, s.attacker)


# -- the end (DM9-5) --------------------------------------------------------------------------------------


def last_marker(s: DarkAges, ends: int) -> int:
    """The last war marker brings the end (DM9-5.1, DM0-6.1)."""
    return ends if wars(s).pool else ends | 1 << BY_WAR_MARKERS


def marker_points(s: DarkAges, seat: int) -> int:
    """What the war markers of a player are worth as they lie (DM9-5.3, DM9-5.4)."""
    part = wars(s)
    mine = part.markers[seat]
    place = sum([n > mine for n in part.markers])
    return part.t.final_vp[place] if mine and place < len(part.t.final_vp) else 0


def score_markers(s: DarkAges) -> None:
    """War markers in the final scoring (DM9-5.3, DM0-6.3)."""
    for seat in range(s.t.players):
        gain_points(s, seat, marker_points(s, seat), source_of(s))


@mypyc_attr(allow_interpreted_subclasses=True)
class AgeOfWars(Module[DarkAges]):
    """Battle cards and war markers: meant for three players or more, two may agree on it (DM9-7.2, DMR-9)."""

    id: ClassVar[str] = "age_of_wars"
    players: ClassVar[tuple[int, int]] = (2, 8)
    complexity: ClassVar[str] = "moderate"
    meets: ClassVar[tuple[str, ...]] = (
        "landmarks",
        "alliances",
        "commanders",
        "heathens",
        "distant_campaigns",
        "tribute",
        "pope",
        "poland",
    )
    package: ClassVar[str] = "pfalz.games.darkages.modules.age_of_wars"
    files: ClassVar[tuple[str, ...]] = ("age_of_wars",)
    schema: ClassVar[Schema | None] = SLICE
    sources: ClassVar[tuple[str, ...]] = ("wars",)

    def data(self, data: dict[str, Any], players: int) -> dict[str, Any]:
        """The advantages of a battle card are a power of one battle, its compensation a deed (DM9-4.3)."""
        all_cards = data["age_of_wars"]["card"]
        common = [row for row in all_cards if not row.get("title") and not row.get("ruler")]
        again = twice(common, boxes(data, players))[len(common) :]  # DM9-1.1
        data["age_of_wars"] = {**data["age_of_wars"], "card": [*all_cards, *again]}
        rows = {row["id"]: row for row in data["age_of_wars"]["card"]}
        cards = data["cards"] = dict(data["cards"])
        there = [row.id for row in cards_in_play(data, players)]
        powers = [
            {
                "id": id,
                "place": f"age_of_wars.card.{id}.advantages",
                "called": f"battle_card.{original(id)}",
                "lasts": "battle",
                "effects": rows[id]["advantages"],
            }
            for id in there
        ]
        deeds = [
            {
                "id": id,
                "place": f"age_of_wars.card.{id}.compensation",
                "effects": rows[id]["compensation"],
            }
            for id in there
        ]
        cards["power"] = [*cards.get("power", []), *powers]
        cards["deed"] = [*cards.get("deed", []), *deeds]
        return data

    def lookup(self, data: Data, players: int, options: Options) -> WarLookup:
        return WarLookup(data, players)

    def kinds(self, kinds: Kinds, rules: Ruleset[DarkAges]) -> None:
        declare_kinds(kinds, rules.parts[self.id])

    def flows(self, rules: Ruleset[DarkAges]) -> Sequence[Step[DarkAges]]:
        return [flow(ask(PlaceBattleCard(), "battle_card_follows"), "side", "title")]

    def edits(self, rules: Ruleset[DarkAges]) -> Sequence[Edit]:
        deal = each("battle_deals", from_starter, chance(BattleDeal()))
        return [
            before("setup_done", seq("battle_cards", deal, together(KeepBattle(), from_starter))),
            after("declare", when(attacks_player, ask(PlayBattleCard()))),  # DM0-4.3
            before("retreat", when(pursues, ask(Pursue()))),
            before("spoils", when(was_played, seq("war_reward", do(reward), do(lay_down)))),  # DM0-4.11
            before("scoring", do(score_markers)),
        ]

    def modifiers(self) -> Mapping[str, Modifier]:
        return {"tie_to_attacker": to_attacker, "end_now": last_marker}

    def reactions(self) -> Mapping[str, Reaction]:
        return {"title_taken": follow_title}

    def events(self) -> Sequence[EventKind]:
        return EVENTS

    def start(self, s: DarkAges) -> Columns | None:
        part = Wars()
        s.rules.slice_shapes[self.id].fill(part)
        part.t = s.rules.parts[self.id]
        part.pool = part.t.markers
        return part

    def resample(self, s: DarkAges, seat: int, rng: Random, memory: Memory | None) -> None:
        """Common cards that nobody has shown are anywhere (DM0-7.4, DM9-7.1)."""
        part = wars(s)
        known = {*part.common, *part.removed}
        unknown = [card for card in part.t.common if card not in known]
        rng.shuffle(unknown)
        for column in (part.common, part.removed):
            for other, card in enumerate(column):
                if card == HIDDEN:
                    column[other] = unknown.pop()

    def violations(self, s: DarkAges) -> Sequence[str]:
        """Markers are somewhere, common cards are there once, a hand is never empty (DM9-1.5, DM9-2.2)."""
        part, found = wars(s), []
        if part.pool + sum(part.markers) != part.t.markers:
            found.append(f"{part.pool} war markers in the stack, {part.markers} with the players")
        dealt = [card for card in (*part.common, *part.removed) if card not in (NONE, HIDDEN)]
        if len(set(dealt)) != len(dealt):
            found.append(f"common battle cards are there twice: {dealt}")
        for seat in range(s.t.players):
            if part.common[seat] != NONE and part.played == NONE and not hand(s, seat):
                found.append(f"seat {seat} has no battle card in hand")
        return found
