"""Lordlings and Raiders (DM1): the solo game. You play against the lordlings, with the Magyar horde between.

The lordlings are a side that takes turns and that nobody sits for: they count as the other player in
everything (DM1-3.5), and what is theirs lies where that of a player would (DM1-1.4). All else follows the
base game (DM1-2.1, DM1-3.12, DMX-1.1). `turns.py` has their turn, `die.py` what the die decides, `horde.py`
and `battles.py` the Magyars, `ends.py` the end and the result.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from pfalz.core.ask import Chance, Slot
from pfalz.core.data import typed
from pfalz.core.events import EventKind
from pfalz.core.flow import Step, ask, branch, chance, do, flow, loop, mark, seq, when
from pfalz.core.game import (
    Data,
    Edit,
    Modifier,
    Module,
    Option,
    Options,
    Outcome,
    Reaction,
    after,
    before,
    replace,
    widen,
    wrap,
)
from pfalz.core.kinds import Kinds
from pfalz.core.ruleset import Ruleset
from pfalz.core.state import Args, Columns, Move, Schema
from pfalz.games.darkages.further import add_step
from pfalz.games.darkages.marching import Supply
from pfalz.games.darkages.modules.lordlings_and_raiders import battles, die, ends, horde, lords, turns
from pfalz.games.darkages.modules.lordlings_and_raiders.difficulty import DIFFICULTIES
from pfalz.games.darkages.modules.lordlings_and_raiders.events import EVENTS, LORDLINGS_SET_UP
from pfalz.games.darkages.modules.lordlings_and_raiders.reading import check
from pfalz.games.darkages.modules.lordlings_and_raiders.schema import SoloFile
from pfalz.games.darkages.modules.lordlings_and_raiders.state import (
    ID,
    LORDLINGS,
    MAGYARS,
    POINT_SOURCES,
    SIDES,
    SLICE,
    YOU,
    Solo,
    SoloLookup,
    declare_kinds,
    face_id,
    score,
    solo,
)
from pfalz.games.darkages.state import NONE, DarkAges
from pfalz.games.darkages.words import ACHIEVEMENT, ARCHER, UNITS

IN, OUT = 2, 4
"""Marks that bring an area, a ruler or a title into the game for one player, or keep it out."""


# -- setup (DM1-2) -------------------------------------------------------------------------------------


def lordlings_begin(s: DarkAges) -> None:
    """The lordlings are the starting player, one of their discs is exhausted (DM1-2.1, DM1-2.8, DMR-8).

    Their units and those of the Magyars are at level I (DM1-2.13); twelve manors stand on CS35 (DM1-2.10)."""
    part, t = solo(s), s.t
    s.starter = s.turn = LORDLINGS
    for side in (LORDLINGS, MAGYARS):
        s.face[UNITS * side : UNITS * (side + 1)] = [part.t.face(side, unit, 1) for unit in range(UNITS)]
    s.supply[UNITS * LORDLINGS : UNITS * (LORDLINGS + 1)] = t.figures
    s.discs[LORDLINGS] = t.discs - sum(t.exhausted_at_start)
    s.exhausted[LORDLINGS] = sum(t.exhausted_at_start)
    s.row[LORDLINGS] = t.manors
    part.covered = lords.FULL_ROW


class LordlingRulers(Chance[DarkAges]):
    """The rulers of the lordlings: any of those you have not chosen (DM1-2.4, DM6-6.2, DM6-6.4)."""

    name: ClassVar[str] = "lordling_rulers"
    rule: ClassVar[str] = "DM1-2.4"

    def slot(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Slot:
        return Slot("ruler", "ruler")

    def options(self, s: DarkAges, seat: int, args: Args, prefix: Sequence[int]) -> Sequence[int] | None:
        if len(prefix) == solo(s).t.rulers:
            return None
        return [r for r in range(len(s.t.ruler_ids)) if r != s.ruler[YOU] and r not in prefix]

    def answer(self, s: DarkAges, seat: int, args: Args, answer: Move) -> None:
        part = solo(s)
        part.rulers = sum([1 << ruler for ruler in answer])
        s.emit(LORDLINGS_SET_UP, LORDLINGS, *answer)
        for i, ruler in enumerate(answer):
            start_area(s, s.t.homes[ruler], i < part.t.solo.rulers)
            for card in s.t.start_cards[ruler]:  # the others leave the game (DM1-2.6, DMR-1, DM3-6.5)
                if s.t.card_kind[card] == ACHIEVEMENT:
                    part.achievements.append(card)


def start_area(s: DarkAges, area: int, city: bool) -> None:
    """A start area of the lordlings: with a city and a manor, the fourth with an archer and no city.

    They are areas like any other; a production building stands there already (DM1-2.5, DM6-6.2, DMX-9.1)."""
    s.owner[area] = LORDLINGS
    s.manors[area] = 1
    s.row[LORDLINGS] -= 1
    lords.off_the_row(s)
    if city:
        s.city[area] = 1
        s.cities_left -= 1
    else:
        s.units[UNITS * area + ARCHER] = 1
        s.supply[UNITS * LORDLINGS + ARCHER] -= 1


def first_markers(s: DarkAges) -> None:
    """What is left of the markers is the pool; one of it comes on the card of the horde (DM1-2.7, DM1-2.12).

    The target marker lies on your ruler card (DM1-2.11)."""
    horde.add_markers(s, solo(s).t.solo.markers_at_start)


def whose_turn(s: DarkAges) -> int:
    """Whether the lordlings are to move."""
    return int(s.turn == LORDLINGS)


def who_reacts(s: DarkAges, side: int, band: int) -> int:
    """Whether the disc is theirs."""
    return int(side == LORDLINGS)


def who_passes(s: DarkAges, first: int, side: int) -> int:
    """Whether it is their pass."""
    return int(side == LORDLINGS)


def with_horde(s: DarkAges, *args: int) -> int:
    """Whether the battle is one with the horde."""
    return int(MAGYARS in (s.attacker, s.defender))


class LordlingsAndRaiders(Module[DarkAges]):
    """Alone against lordlings and horde, with their cards, die and pieces (DM1-1.1, DM1-1.3, DM1-1.5)."""

    id: ClassVar[str] = ID
    players: ClassVar[tuple[int, int]] = (1, 1)
    obligatory: ClassVar[tuple[int, ...]] = (1,)
    complexity: ClassVar[str] = "considerable"
    meets: ClassVar[tuple[str, ...]] = (
        "landmarks",
        "alchemists",
        "commanders",
        "heathens",
        "pope",
        "benjamin",
    )
    package: ClassVar[str] = "pfalz.games.darkages.modules.lordlings_and_raiders"
    files: ClassVar[tuple[str, ...]] = (ID,)
    schema: ClassVar[Schema | None] = SLICE
    sources: ClassVar[tuple[str, ...]] = POINT_SOURCES
    tiebreak: ClassVar[tuple[str, ...]] = ("DM1-9.8",)
    sides: ClassVar[tuple[str, ...]] = SIDES
    difficulties: ClassVar[Mapping[str, tuple[str, ...]]] = DIFFICULTIES
    options: ClassVar[tuple[Option, ...]] = (
        Option("easy_cities", False, rule="DM1-10.1"),
        Option("easy_achievements", False, rule="DM1-10.2"),
        Option("hard_deck", False, rule="DM1-10.3"),
        Option("hard_titles", False, rule="DM1-10.4"),
        Option("hard_culture", False, rule="DM1-10.5"),
        Option("hard_red", False, rule="DM1-10.6"),
        Option("hard_cards", False, rule="DM1-10.7"),
        Option("hard_attack", False, rule="DM1-10.8"),
        Option("hard_trophies", False, rule="DM1-10.9"),
        Option("hard_magyars", False, rule="DM1-10.10"),
        Option("long_game", False, rule="DMR-1"),
        Option("hard_travels", False, rule="DM13-6.2", beside="benjamin"),
    )

    def data(self, data: dict[str, Any], players: int) -> dict[str, Any]:
        """What is in play alone, whichever module brings it, so this one comes last (DM1-2.2, DM1-2.3).

        Culture cards with a mark for two players; all areas, rulers and titles but those marked."""
        file = typed(data[ID], SoloFile, f"{ID}.toml")
        own, marks = data[ID], file.marks
        check(file, data)
        world = data["map"]
        world["area"] = [_marked(row, marks.blocked) for row in world["area"]]
        world["title"] = [_marked(row, marks.titles) for row in world["title"]]
        data["rulers"]["ruler"] = [_marked(row, marks.rulers) for row in data["rulers"]["ruler"]]
        cards = data["cards"]
        cards["other"] = [
            *cards.get("other", []),
            *[{"id": row["id"], "kind": row["kind"], "min_players": IN} for row in own["horde"]],
        ]
        cards["shuffled"] = [*cards.get("shuffled", []), *shuffled(file)]
        data["units"]["other"] = [
            {
                "id": face_id(row["side"], row["unit"], row["level"]),
                "type": row["unit"],
                **{key: row[key] for key in ("level", "ranged", "charge", "melee", "armour")},
            }
            for row in own["unit"]
        ]
        row = {key: own["solo"][key] for key in ("cities", "noble_discs", "exhausted_discs")}
        row |= {"players": players, "church_trigger": file.solo.church_trigger, "provenance": "rulebook"}
        row["highest_mark"] = IN
        data["setup"]["player_count"] = [*data["setup"]["player_count"], row]
        return data

    def lookup(self, data: Data, players: int, options: Options) -> SoloLookup:
        return SoloLookup(data, options)

    def kinds(self, kinds: Kinds, rules: Ruleset[DarkAges]) -> None:
        part: SoloLookup = rules.parts[ID]
        part.know(rules.lookup)
        rules.lookup.in_turn = [YOU, LORDLINGS]
        declare_kinds(kinds, part)
        add_step(kinds, rules.lookup, "counter_attack")

    def flows(self, rules: Ruleset[DarkAges]) -> Sequence[Step[DarkAges]]:
        lordling_pass = seq(
            "lordling_pass",
            do(turns.pass_offer),
            do(turns.pass_titles),
            do(turns.pass_discs),
            when(turns.pass_ends, do(turns.pass_leave)),
            when(
                turns.pass_goes_on,
                seq(
                    "lordling_pass_on",
                    do(turns.pass_shuffle),
                    do(turns.pass_culture),
                    do(turns.pass_realm),
                ),
            ),
        )
        counter = seq(
            "counter",
            when(battles.above_limit, ask(Supply(), "counter_supply")),
            when(battles.has_army, ask(battles.CounterAttack())),
            do(horde.overdue),
        )
        draw = when(horde.has_marker, chance(horde.PoolMarker()))
        lay = when(horde.has_marker, chance(horde.AreaMarker()))
        return [
            flow(chance(turns.DrawLordling())),
            flow(chance(turns.RevealLordling())),
            flow(do(lords.use_card), "card", at_once=3),
            flow(chance(die.D20()), "purpose", "number", at_once=9),
            flow(do(die.choose_area), "purpose", "number", at_once=5),
            flow(lordling_pass),
            flow(do(horde.horde_effect), "number", "number", "side", at_once=9),
            flow(do(horde.set_target), at_once=3),
            flow(do(horde.horde_discard), "card", at_once=3),
            flow(seq("horde_marker", do(horde.renew_pool), draw), at_once=9),
            flow(loop("horde_attacks", horde.attacks_due, do(horde.next_attack))),
            flow(seq("assault", do(horde.storm), do(horde.after_storm)), "area"),
            flow(seq("area_taken", do(horde.renew_pool), lay, do(horde.no_marker)), "area"),
            flow(counter, "side"),
        ]

    def edits(self, rules: Ruleset[DarkAges]) -> Sequence[Edit]:
        theirs = seq(
            "lordlings_turn",
            do(turns.begin_lordlings),
            do(turns.check_reaction),
            when(turns.must_pass, do(turns.call_pass)),
            do(turns.lay_aside),
            do(turns.end_lordlings),
        )
        found = [
            replace("starter", do(lordlings_begin)),
            after("place_homes", chance(LordlingRulers())),
            after("markers", do(first_markers)),
            wrap("one_turn", lambda old: branch("whose_turn", whose_turn, {0: old, 1: theirs})),
            wrap(
                "react", lambda old: branch("who_reacts", who_reacts, {0: old, 1: do(turns.lordlings_react)})
            ),
            wrap(
                "pass_in_round",
                lambda old: branch("who_passes", who_passes, {0: old, 1: do(turns.lordlings_pass_in_round)}),
            ),
            before("round", do(horde.attack_before_round)),
            before("before_scoring", do(horde.last_attack)),
            after("score_all", do(ends.score_lordlings)),
            wrap(
                "declare",
                lambda old: branch("declaring", battles.with_horde, {0: old, 1: do(battles.declare_horde)}),
            ),
            after("call_to_arms", do(battles.muster_horde)),
            replace("flee_by_rule", mark("lordlings_choose")),
            replace("fled", do(battles.flee)),
            wrap(
                "go_back",
                lambda old: branch("going_back", with_horde, {0: old, 1: do(battles.end_horde_battle)}),
            ),
            before("spoils", do(battles.clear_area)),
            before("execute_done", do(horde.overdue)),
            widen("turn", battles.CounterStep),
        ]
        for phase in ("ranged", "charge", "melee"):
            asked = when(battles.can_reinforce, ask(battles.Reinforce(), f"{phase}_reinforce"))
            found.append(before(f"{phase}_rolled", asked))
        return found

    def modifiers(self) -> Mapping[str, Modifier]:
        return {
            "cards_elsewhere": lords.cards_elsewhere,
            "end_now": ends.end_now,
            "enters_offer": horde.stays,
            "markers_elsewhere": horde.markers_elsewhere,
            "pieces_gone": battles.pieces_gone,
            "reinforcement": battles.more_barbarians,
            "spare_pips": battles.spare_pips,
        }

    def reactions(self) -> Mapping[str, Reaction]:
        return {
            "battle_over": battles.lost_by_magyars,
            "card_drawn": horde.drawn,
            "card_revealed": horde.revealed,
            "card_dropped": horde.dropped,
            "control_lost": horde.area_lost,
            "landmarks.landmark_razed": horde.landmark_gone,
            "manors_lost": manors_lost,
            "benjamin.travel_laid": lords.travel_scored,
            "units_fell": battles.fell,
        }

    def events(self) -> Sequence[EventKind]:
        return EVENTS

    def start(self, s: DarkAges) -> Columns | None:
        part = Solo()
        part.t = s.rules.parts[ID]
        s.rules.slice_shapes[ID].fill(part)
        part.card = part.target = NONE
        return part

    def opponents(self, s: DarkAges) -> Sequence[tuple[int, int]]:
        return [(LORDLINGS, score(s))]

    def outcome(self, s: DarkAges, found: Outcome) -> Outcome:
        return ends.outcome(s, found)

    def violations(self, s: DarkAges) -> Sequence[str]:
        return ends.violations(s)


def manors_lost(s: DarkAges, side: int, n: int, area: int) -> None:
    """Manors of the lordlings go back, each with a feud (DM1-3.10, DM1-3.11)."""
    lords.back_on_the_row(s, side, n, area)
    battles.feuds(s, side, n, area)


def _marked(row: dict[str, Any], out: Sequence[str]) -> dict[str, Any]:
    """A row that is in play alone, or is not."""
    return {**row, "min_players": OUT if row["id"] in out else IN}


def shuffled(file: SoloFile) -> list[dict[str, Any]]:
    """Horde cards in the parts of the deck, with the option H1 more of them (DM1-2.9, DM1-10.3, DM0-2.7).

    Those left over are unknown: they lie beside the deck."""
    found: list[dict[str, Any]] = []
    for hard in (False, True):
        for row in file.horde_deck:
            per_part = row.hard if hard else row.normal
            there = len([card for card in file.horde if card.kind == row.cards])
            found.append(
                {
                    "step": "d",
                    "kind": row.cards,
                    "file": ID,
                    "parts": len(per_part),
                    "targets": list(range(1, len(per_part) + 1)),
                    "per_part": per_part,
                    "unused": max(0, there - sum(per_part)),
                    "when": {"hard_deck": hard},
                }
            )
    return found
