"""Die Staufer on one page: the flow of the game in the order of the rulebook."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, ClassVar, Final

from mypy_extensions import mypyc_attr

from pfalz.core.events import EventKind
from pfalz.core.flow import Step, ask, branch, chance, do, each, loop, seq, when
from pfalz.core.game import Data, Game, Memory, Option, Options, Outcome
from pfalz.core.ruleset import Ruleset
from pfalz.core.state import HIDDEN, Schema
from pfalz.games.staufer.chests import TradePurple, open_orange, orange_chests, purple_chests
from pfalz.games.staufer.cleanup import (
    LeaveFigures,
    Refill,
    announce_round,
    clear_seats,
    clockwise_from_starter,
    is_not_last_round,
    move_king,
    remove_round_tiles,
    set_turn_order,
)
from pfalz.games.staufer.deploy import (
    Deploy,
    SecondEnvoy,
    may_double,
    score_royal_favour,
    take_seat_chests,
)
from pfalz.games.staufer.figures import Replacement, gain_one
from pfalz.games.staufer.final import (
    outcome,
    remove_payments,
    score_brown_chests,
    score_jobs,
    score_leftovers,
)
from pfalz.games.staufer.scoring import (
    ChooseChest,
    TurnUpChests,
    anyone_there,
    bonus_kind,
    chest_takers,
    discard_display,
    give_envoys,
    give_points,
    place_second_marker,
    score_region,
    scored_regions,
    served,
)
from pfalz.games.staufer.setup import SETUP, empty_table
from pfalz.games.staufer.state import EMPTY, EVENTS, SCHEMA, SOURCE_IDS, Staufer
from pfalz.games.staufer.supply import (
    ChooseSupply,
    ExtraChest,
    ExtraEnvoy,
    apply_supply_privileges,
    gain_shown_figures,
    has_extra_chest,
    has_extra_envoy,
    score_supply_points,
    take_supply_chests,
)
from pfalz.games.staufer.tables import BONUS_CHESTS, BONUS_ENVOYS, BONUS_POINTS, Tables
from pfalz.games.staufer.turn import ChooseAction, figures_on_turn_track

Names = tuple[str, dict[str, tuple[str, int]]]


def flows() -> list[Step[Any]]:
    """The whole game; below it the named flows that rules call."""
    return [
        seq(
            "game",
            seq("setup", *[chance(question) for question in SETUP]),  # S-3
            loop(
                "rounds", figures_on_turn_track, one_round()
            ),  # S-4: five rounds, then the track stays empty
            seq(
                "final_scoring",  # S-14.1
                do(remove_payments),
                do(score_jobs),  # S-15
                do(score_brown_chests),
                do(score_leftovers),
            ),
        ),
        seq("deployment", ask(Deploy())),  # S-7
        seq(
            "deployed",  # S-7.16: player, office seat, figure
            when(may_double, ask(SecondEnvoy())),
            do(score_royal_favour),
            do(take_seat_chests),
        ),
        ask(ChooseSupply()),  # S-6
        seq(
            "supplied",  # player, space, space of the chests
            do(gain_shown_figures),
            do(take_supply_chests),
            do(apply_supply_privileges),
        ),
        seq(
            "after_supply",  # S-10.12: player, acting privileges
            when(has_extra_envoy, ask(ExtraEnvoy())),
            when(has_extra_chest, chance(ExtraChest())),
            do(score_supply_points),
        ),
        seq(
            "open_chests",  # S-9.1: player, chests
            each("orange_chest", orange_chests, do(open_orange)),
            each("purple_chest", purple_chests, ask(TradePurple())),
        ),
        seq("gain", do(gain_one)),  # S-8: player, kind, must
        ask(Replacement()),
    ]


def one_round() -> Step[Any]:
    """Turns, region scoring, clean-up (S-4.1)."""
    return seq(
        "round",
        do(announce_round),
        loop("turns", figures_on_turn_track, ask(ChooseAction())),  # S-5.8, S-18.1
        do(place_second_marker),  # S-11.1
        each(
            "region",
            scored_regions,
            seq(
                "region_scoring",
                do(score_region),  # S-11.9
                when(anyone_there, region_bonus()),  # S-11.12, S-12.9: in every round
            ),
        ),
        when(
            is_not_last_round,
            seq(
                "clean_up",  # S-13.1; only the first step asks the players (S-18.5)
                each("leaving", clockwise_from_starter, ask(LeaveFigures())),
                do(clear_seats),
                chance(Refill()),
                do(move_king),
                do(remove_round_tiles),
                do(set_turn_order),
            ),
        ),
    )


def region_bonus() -> Step[Any]:
    """What a scored region gives besides points (S-12)."""
    return branch(
        "region_bonus",
        bonus_kind,
        {
            BONUS_CHESTS: seq(
                "chest_bonus",
                chance(TurnUpChests()),
                each("chest_taker", chest_takers, ask(ChooseChest())),
                do(discard_display),
            ),
            BONUS_ENVOYS: each("envoy_bonus", served, do(give_envoys)),
            BONUS_POINTS: each("point_bonus", served, do(give_points)),
        },
    )


PRIVILEGE_SETS: Final = (
    "first_game",
    "alternative",
    "synergies",
    "rain_of_points",
    "quantity_over_quality",
    "publisher",
    "random",
    "custom",
)


@mypyc_attr(allow_interpreted_subclasses=True)
class DieStaufer(Game[Staufer]):
    """Die Staufer (Andreas Steding): 2 to 5 players, all chests, privileges, jobs and round tiles."""

    id: ClassVar[str] = "staufer"
    version: ClassVar[int] = 1
    players: ClassVar[tuple[int, int]] = (2, 5)
    schema: ClassVar[Schema] = SCHEMA
    package: ClassVar[str] = "pfalz.games.staufer"
    files: ClassVar[tuple[str, ...]] = ("game", "regions", "chests", "privileges", "jobs", "rounds")
    events: ClassVar[tuple[EventKind, ...]] = EVENTS
    tiebreak: ClassVar[tuple[str, ...]] = ("S-16.2", "S-16.3", "S-16.4")
    options: ClassVar[tuple[Option, ...]] = (
        Option("privilege_set", "first_game", choices=PRIVILEGE_SETS, rule="S-17.1"),
        Option(
            "custom_privileges",
            [1, 2, 3, 4, 5, 6],
            numbers=(1, 16),
            rule="S-17.2",
            of="privilege_kind",
            only=("privilege_set", "custom"),
        ),
        Option("two_player_second_place", False, rule="S-17.3"),
    )

    def tables(self, data: Data, players: int, options: Options) -> Tables:
        return Tables(data, players, options)

    def flows(self, rules: Ruleset[Staufer]) -> Sequence[Step[Staufer]]:
        return flows()

    def start(self, rules: Ruleset[Staufer]) -> Staufer:
        return empty_table(rules)

    def resample(self, s: Staufer, seat: int, rng: Random, memory: Memory | None) -> None:
        """Other players' job cards: any cards of the category that are not one's own (S-2.2, S-2.3)."""
        for category in range(3):
            mine = s.jobs[category::3]
            unknown = [card for card in range(6) if card not in mine]
            rng.shuffle(unknown)
            for player, card in enumerate(mine):
                if card == HIDDEN:
                    s.jobs[3 * player + category] = unknown.pop()

    def outcome(self, s: Staufer) -> Outcome:
        return outcome(s)

    def standing(self, s: Staufer) -> Sequence[int]:
        return [s.score(seat) for seat in range(s.t.players)]

    def violations(self, s: Staufer) -> Sequence[str]:
        """Figures per colour and chests are conserved (S-1.3, S-1.11)."""
        found = []
        n = s.t.players
        for figure in range(2 * n):
            places = s.court[figure] + s.province[figure] + sum(s.paid[figure :: 2 * n])
            places += s.left.count(figure) + s.right.count(figure)
            if places != s.t.total[figure & 1] or s.court[figure] < 0 or s.province[figure] < 0:
                found.append(f"figure {figure}: {places} of {s.t.total[figure & 1]} are somewhere")
        for kind, copies in enumerate(s.t.chest_copies):
            places = s.draw_pile[kind] + s.discard_pile[kind] + s.display.count(kind)
            places += sum(s.chests[kind :: len(s.t.chest_ids)])
            places += sum(stack.count(kind) for stack in (*s.under_seat, *s.under_supply))
            if places != copies:
                found.append(f"chest {s.t.chest_ids[kind]}: {places} of {copies} are somewhere")
        for office in range(s.t.seats):
            pair = (s.left[office], s.right[office])
            if pair[0] == EMPTY and pair[1] != EMPTY:
                found.append(f"seat {office}: the left place is empty, the right one is not")
            if s.t.noble_only[office] and any(figure != EMPTY and not figure & 1 for figure in pair):
                found.append(f"seat {office}: an envoy stands on a noble-only seat")
        if s.tile_c:
            figures = len(s.turn_track) + len(s.supply_track) + len(s.deployment_track)
            if figures != n * s.t.turns:
                found.append(f"{figures} action figures stand on the tracks")
        return found

    def names(self, rules: Ruleset[Staufer], kind: str, value: int) -> Names:
        t: Tables = rules.tables
        return name_of(t, kind, value)

    def presets(self) -> Sequence[tuple[str, int, tuple[str, ...], Options]]:
        found: list[tuple[str, int, tuple[str, ...], Options]] = []
        for n in range(2, 6):
            for privilege_set in PRIVILEGE_SETS:
                found.append((f"{n} players, {privilege_set}", n, (), {"privilege_set": privilege_set}))
        found.append(("2 players, second place", 2, (), {"two_player_second_place": True}))
        return found


def name_of(t: Tables, kind: str, value: int) -> Names:
    """Text key of a thing of this game, with what stands in its placeholders."""
    if kind == "office":
        office = value
        region = t.seat_region[office]
        key = "office_noble" if t.noble_only[office] else "office"
        place = office - t.region_seats[region][0] + 1
        number = t.seat_number[office]
        return key, {"region": ("region", region), "place": ("number", place), "number": ("number", number)}
    if kind == "standing":
        if value < 0:
            return "enough", {}
        return ("standing_right" if value & 1 else "standing"), {"office": ("office", value >> 1)}
    if kind == "source_of_gain":
        if value < 6:
            return "paid_in", {"region": ("region", value)}
        return ("from_province" if value == 6 else "waive"), {}
    if kind == "trade" and value == 0:
        return "decline", {}
    if kind in ("trade", "privilege"):
        return f"privilege.{t.privilege_ids[value - 1]}", {}
    if kind == "privilege_kind":
        return f"privilege.{t.privilege_ids[value]}", {}
    ids: dict[str, Sequence[str]] = {
        "region": t.region_ids,
        "space": t.supply_ids,
        "chest": t.chest_ids,
        "figure": ("envoy", "noble"),
        "action": ("supply", "deploy", "supply_first", "deploy_first"),
        "region_job": t.job_ids[0],
        "pattern_job": t.job_ids[1],
        "seat_job": t.job_ids[2],
        "tile_b": ("kings_region", "fewest_chests", "most_occupied"),
        "tile_c": ("king_1", "king_2", "king_3"),
        "point_tile": t.point_tile_ids,
        "source": SOURCE_IDS,
    }
    return f"{kind}.{ids[kind][value]}", {}


GAME: Final = DieStaufer()
