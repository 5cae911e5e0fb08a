"""Wallenstein on one page: the flow of the game in the order of the rulebook."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, ClassVar, Final

from mypy_extensions import mypyc_attr

from pfalz.core.events import EventKind
from pfalz.core.flow import Step, ask, branch, chance, do, each, flow, loop, seq, together, when
from pfalz.core.game import Data, Game, Memory, Module, Option, Options, Outcome, Setting
from pfalz.core.kinds import Kinds
from pfalz.core.presets import module_sets
from pfalz.core.ruleset import Ruleset
from pfalz.core.state import Schema
from pfalz.games.wallenstein import (
    actions,
    bids,
    checks,
    combat,
    draft,
    guesses,
    movement,
    planning,
    scoring,
    setup,
    tower,
    winter,
)
from pfalz.games.wallenstein.events import EVENTS
from pfalz.games.wallenstein.kinds import declare_kinds
from pfalz.games.wallenstein.lookup import Lookup
from pfalz.games.wallenstein.modules import MODULES
from pfalz.games.wallenstein.state import SCHEMA, SOURCE_IDS, Wallenstein


def flows(t: Lookup) -> list[Step[Any]]:
    """The whole game; below it the named flows that rules call.

    No question lets a player hand over anything or show a card: talk binds nobody (W-2.9, W-R.36)."""
    return [
        seq(
            "game",
            prepare(t),  # W-3
            loop(
                "seasons",  # W-4.1
                planning.game_goes_on,
                seq(
                    "season",
                    branch("year", planning.is_winter, {0: one_round(), 1: one_winter()}),
                    do(planning.next_season),
                ),
            ),
        ),
        flow(chance(draft.BlindCard()), "seat"),  # W-3.9
        flow(
            seq(
                "drafted",  # W-3.10
                chance(draft.TurnUpCounties(), "refill_pair"),  # W-P2
                ask(draft.PlaceGroup()),
            ),
            *("seat", "county"),
        ),
        flow(each("choose_places", bids.choosers, ask(bids.ChoosePlace())), "seat*"),  # W-7.5
        flow(seq("unrest", do(actions.place_marker)), "seat", "county"),  # W-9.8
        flow(ask(movement.Regroup()), "seat", "county"),  # W-9.15
        flow(ask(movement.March()), "seat", "county", "action"),  # W-9.18
        flow(
            seq(
                "battle",  # W-10
                do(combat.join_battle),
                chance(tower.Throw(), "battle_throw"),
                do(combat.settle_battle),
            ),
            *("seat", "county"),
        ),
        flow(
            seq(
                "revolt",  # W-11: with extra peasants
                do(combat.rise),
                chance(tower.Throw(), "revolt_throw"),
                do(combat.settle_revolt),
            ),
            *("seat", "county", "number"),
        ),
        flow(ask(winter.ChooseRevolt()), "seat", "number", "county*"),  # W-12.9
    ]


def prepare(t: Lookup) -> Step[Any]:
    """Counties by draft or line-up, tower fill, first events (W-3)."""
    return seq(
        "setup",
        chance(setup.DrawStarter()),
        branch(
            "start",  # W-3.6
            setup.start_mode,
            {
                1: seq(
                    "draft",
                    chance(draft.TurnUpCounties(), "first_pair"),  # W-3.7
                    each(
                        "draft_turns",
                        draft.draft_order,
                        seq(
                            "draft_turn",
                            when(draft.pair_unchanged, ask(draft.ExchangePair())),  # W-3.12
                            chance(draft.TurnUpCounties(), "new_pair"),
                            do(draft.remember_pair),
                            ask(draft.TakeCounty()),  # W-3.9
                        ),
                        most=t.players * len(t.groups),
                    ),
                    do(draft.close_draft),
                ),
                0: do(setup.place_lineups),  # W-3.14
            },
        ),
        do(tower.fill_tray),
        chance(tower.TowerFill()),  # W-3.16
        chance(setup.TurnUpEvents(), "first_events"),  # W-3.18
    )


def one_round() -> Step[Any]:
    """Spring, summer and fall (W-4.2)."""
    return seq(
        "round",
        do(planning.begin_round),
        chance(planning.LayOutActions()),  # W-4.3
        chance(planning.LayOutTiles()),  # W-4.4
        together(planning.Plan(), planning.all_seats),  # W-5
        chance(bids.DrawEvent()),  # W-6
        do(bids.reveal_bids),  # W-7.1
        chance(bids.OrderBids()),  # W-7.3
        do(bids.fix_order),  # W-7.7
        each(
            "actions",  # W-8.1
            actions.spaces,
            seq(
                "action",
                each("turns", bids.turn_order, do(actions.take_turn)),
                chance(actions.TurnUpAction()),  # W-8.2
            ),
            kind="space",
        ),
        do(planning.end_round),  # W-4.6
    )


def one_winter() -> Step[Any]:
    """Grain, revolts, scoring, and the change of the year (W-12)."""
    return seq(
        "winter",
        do(winter.lose_grain),  # W-12.2
        each("hungry", winter.hungry_seats, chance(winter.DrawRevolts())),  # W-12.6
        do(scoring.score_year),  # W-12.12, W-13
        do(winter.end_winter),
        when(
            winter.is_first_year,
            seq(
                "new_year",  # W-12.14
                do(winter.clear_year),
                chance(setup.TurnUpEvents(), "new_events"),
                do(planning.take_back_tokens),
            ),
        ),
    )


@mypyc_attr(allow_interpreted_subclasses=True)
class WallensteinGame(Game[Wallenstein]):
    """Wallenstein (Dirk Henn), second edition: 3 to 5 players, three modules."""

    id: ClassVar[str] = "wallenstein"
    version: ClassVar[int] = 1
    players: ClassVar[tuple[int, int]] = (3, 5)
    schema: ClassVar[Schema] = SCHEMA
    package: ClassVar[str] = "pfalz.games.wallenstein"
    files: ClassVar[tuple[str, ...]] = ("counties", "cards", "setup")
    events: ClassVar[tuple[EventKind, ...]] = EVENTS
    sources: ClassVar[tuple[str, ...]] = SOURCE_IDS
    sides: ClassVar[tuple[str, ...]] = ("peasants",)
    values: ClassVar[tuple[str, ...]] = (
        "blank_cards",
        "building_cost",
        "grain_yield",
        "tax_yield",
        "armies_deployed",
        "markers_placed",
        "may_attack",
    )
    tiebreak: ClassVar[tuple[str, ...]] = ("W-13.7", "W-13.9")
    options: ClassVar[tuple[Option, ...]] = (
        Option("start", "draft", choices=("draft", "lineup"), rule="W-3.6"),
        Option("combat_movement_mandatory", False, rule="W-R.1"),
        Option("tower_model", "constant", choices=("constant", "impact"), rule="W-14.4"),
    )
    first_game: ClassVar[Mapping[str, bool | int | str]] = {"start": "lineup"}
    # any combination (W-50.1); of several modules at the same place of a round the last acts first (W-50.2)
    modules: ClassVar[tuple[Module[Any], ...]] = MODULES

    def lookup(self, data: Data, players: int, options: Options) -> Lookup:
        return Lookup(data, players, options)

    def kinds(self, kinds: Kinds, rules: Ruleset[Wallenstein]) -> None:
        declare_kinds(kinds, rules.lookup)

    def flows(self, rules: Ruleset[Wallenstein]) -> Sequence[Step[Wallenstein]]:
        return flows(rules.lookup)

    def start(self, rules: Ruleset[Wallenstein]) -> Wallenstein:
        return setup.empty_table(rules)

    def stage(self, s: Wallenstein) -> int:
        return s.season

    def resample(self, s: Wallenstein, seat: int, rng: Random, memory: Memory | None) -> None:
        """Other mats: cards their owners may well have put into the boxes still face down (W-2.3)."""
        for other in range(s.t.players):
            guesses.guess_plan(s, other, rng)

    def outcome(self, s: Wallenstein) -> Outcome:
        return scoring.outcome(s)

    def standing(self, s: Wallenstein) -> Sequence[int]:
        return s.scores()

    def worth_now(self, s: Wallenstein) -> Sequence[int]:
        return scoring.worth_now(s)

    def upcast(self, rules: Ruleset[Wallenstein], position: dict[str, Any]) -> dict[str, Any]:
        return scoring.upcast_points(rules, position)

    def violations(self, s: Wallenstein) -> Sequence[str]:
        return checks.violations(s)

    def presets(self) -> Sequence[Setting]:
        found: list[Setting] = []
        for n in self.counts():
            for start in ("draft", "lineup"):
                for chosen in module_sets(self, n):
                    label = ", ".join((f"{n} players", start, *chosen))
                    found.append((label, n, chosen, {"start": start}))
        found.append(("4 players, strict movement", 4, (), {"combat_movement_mandatory": True}))
        found.append(("4 players, impact tower", 4, (), {"tower_model": "impact"}))
        return found


GAME: Final = WallensteinGame()
