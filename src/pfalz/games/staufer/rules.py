"""Die Staufer on one page: the flow of the game in the order of the rulebook."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, ClassVar, Final

from mypy_extensions import mypyc_attr

from pfalz.core.events import EventKind
from pfalz.core.flow import Step, ask, branch, chance, do, each, flow, loop, seq, when
from pfalz.core.game import Data, Game, Memory, Option, Options, Outcome, Setting
from pfalz.core.kinds import Kinds
from pfalz.core.ruleset import Ruleset
from pfalz.core.state import HIDDEN, Schema
from pfalz.games.staufer import chests, cleanup, deploy, figures, final, scoring, setup, supply, turn
from pfalz.games.staufer.checks import violations
from pfalz.games.staufer.codes import JOBS
from pfalz.games.staufer.events import EVENTS
from pfalz.games.staufer.kinds import declare_kinds
from pfalz.games.staufer.lookup import BONUS_CHESTS, BONUS_ENVOYS, BONUS_POINTS, JOB_CARDS, Lookup
from pfalz.games.staufer.state import SCHEMA, SOURCES, Staufer

MOST_GAINS: Final = 16
"""How many figures can be gained one after the other."""


def game() -> Step[Any]:
    """The whole game: setup, five rounds, final scoring."""
    return seq(
        "game",
        seq("setup", *[chance(question) for question in setup.SETUP]),  # S-3
        loop("rounds", turn.figures_on_turn_track, one_round()),  # S-4: after five the track stays empty
        seq(
            "final_scoring",  # S-14.1
            do(final.remove_payments),
            do(final.score_jobs),  # S-15
            do(final.score_brown_chests),
            do(final.score_leftovers),
        ),
    )


def one_round() -> Step[Any]:
    """Turns, region scoring, clean-up (S-4.1)."""
    return seq(
        "round",
        do(cleanup.announce_round),
        loop("turns", turn.figures_on_turn_track, ask(turn.ChooseAction())),  # S-5.8, S-18.1
        do(scoring.place_second_marker),  # S-11.1
        each(
            "region",
            scoring.scored_regions,
            seq(
                "region_scoring",
                do(scoring.score_region),  # S-11.9
                when(scoring.anyone_there, region_bonus()),  # S-11.12, S-12.9: in every round
            ),
            kind="region",
        ),
        when(
            cleanup.is_not_last_round,
            seq(
                "clean_up",  # S-13.1; only the first step asks the players (S-18.5)
                each("leaving", cleanup.clockwise_from_starter, ask(cleanup.LeaveFigures())),
                do(cleanup.clear_seats),
                chance(cleanup.Refill()),
                do(cleanup.move_king),
                do(cleanup.remove_round_tiles),
                do(cleanup.set_turn_order),
            ),
        ),
    )


def region_bonus() -> Step[Any]:
    """What a scored region gives besides points (S-12)."""
    return branch(
        "region_bonus",
        scoring.bonus_kind,
        {
            BONUS_CHESTS: seq(
                "chest_bonus",
                chance(scoring.TurnUpChests()),
                each("chest_taker", scoring.chest_takers, ask(scoring.ChooseChest())),
                do(scoring.discard_display),
            ),
            BONUS_ENVOYS: each("envoy_bonus", scoring.served, do(scoring.give_envoys)),
            BONUS_POINTS: each("point_bonus", scoring.served, do(scoring.give_points)),
        },
    )


def parts_of_a_turn() -> list[Step[Any]]:
    """The flows that rules call."""
    return [
        flow(seq("deployment", ask(deploy.Deploy())), "seat"),  # S-7
        flow(
            seq(
                "deployed",  # S-7.16
                when(deploy.may_double, ask(deploy.SecondEnvoy())),
                do(deploy.score_royal_favour),
                do(deploy.take_seat_chests),
            ),
            *("seat", "office", "figure"),
        ),
        flow(ask(supply.ChooseSupply()), "seat"),  # S-6
        flow(
            seq(
                "supplied",  # the space of the figures, and that of the chests
                do(supply.gain_shown_figures),
                do(supply.take_supply_chests),
                do(supply.apply_supply_privileges),
            ),
            *("seat", "space", "space"),
        ),
        flow(
            seq(
                "after_supply",  # S-10.12: the number is the set of privileges that act
                when(supply.has_extra_envoy, ask(supply.ExtraEnvoy())),
                when(supply.has_extra_chest, chance(supply.ExtraChest())),
                do(supply.score_supply_points),
            ),
            *("seat", "number"),
        ),
        flow(
            seq(
                "open_chests",  # S-9.1
                each("orange_chest", chests.orange_chests, do(chests.open_orange), kind="chest"),
                each("purple_chest", chests.purple_chests, ask(chests.TradePurple()), kind="chest"),
            ),
            *("seat", "chest*"),
        ),
        flow(
            seq("gain", do(figures.gain_one)), "seat", "figure", "yesno", at_once=MOST_GAINS
        ),  # S-8: whether it must be taken
        flow(ask(figures.Replacement()), "seat", "figure", "yesno"),
    ]


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
    sources: ClassVar[tuple[str, ...]] = SOURCES
    moved_data: ClassVar[Mapping[str, str]] = {
        f"regions.scoring_ranks.by_players.{i}": f"regions.scoring_ranks.{players}_players.ranks"
        for i, players in enumerate(("two", "three", "four", "five"))
    }
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

    def lookup(self, data: Data, players: int, options: Options) -> Lookup:
        return Lookup(data, players, options)

    def flows(self, rules: Ruleset[Staufer]) -> Sequence[Step[Staufer]]:
        return [game(), *parts_of_a_turn()]

    def start(self, rules: Ruleset[Staufer]) -> Staufer:
        return setup.empty_table(rules)

    def resample(self, s: Staufer, seat: int, rng: Random, memory: Memory | None) -> None:
        """Other players' job cards: any cards of the category that are not one's own (S-2.2, S-2.3)."""
        for category in range(JOBS):
            mine = s.jobs[category::JOBS]
            unknown = [card for card in range(JOB_CARDS) if card not in mine]
            rng.shuffle(unknown)
            for player, card in enumerate(mine):
                if card == HIDDEN:
                    s.jobs[JOBS * player + category] = unknown.pop()

    def stage(self, s: Staufer) -> int:
        return s.round - 1

    def outcome(self, s: Staufer) -> Outcome:
        return final.outcome(s)

    def standing(self, s: Staufer) -> Sequence[int]:
        return s.scores()

    def violations(self, s: Staufer) -> Sequence[str]:
        return violations(s)

    def kinds(self, kinds: Kinds, rules: Ruleset[Staufer]) -> None:
        declare_kinds(kinds, rules.lookup)

    def presets(self) -> Sequence[Setting]:
        found: list[Setting] = []
        for n in range(2, 6):
            for privilege_set in PRIVILEGE_SETS:
                found.append((f"{n} players, {privilege_set}", n, (), {"privilege_set": privilege_set}))
        found.append(("2 players, second place", 2, (), {"two_player_second_place": True}))
        return found


GAME: Final = DieStaufer()
