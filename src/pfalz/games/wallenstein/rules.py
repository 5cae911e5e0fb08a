"""Wallenstein on one page: the flow of the game in the order of the rulebook."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from random import Random
from typing import Any, ClassVar, Final

from mypy_extensions import mypyc_attr

from pfalz.core.events import EventKind
from pfalz.core.flow import Step, ask, branch, chance, do, each, loop, seq, together, when
from pfalz.core.game import Data, Game, Memory, Module, Option, Options, Outcome
from pfalz.core.ruleset import Ruleset
from pfalz.core.state import Schema
from pfalz.games.wallenstein.actions import TurnUpAction, place_marker, spaces, take_turn
from pfalz.games.wallenstein.bids import (
    ChoosePlace,
    DrawEvent,
    OrderBids,
    choosers,
    fix_order,
    reveal_bids,
    turn_order,
)
from pfalz.games.wallenstein.checks import Names, name_of, violations
from pfalz.games.wallenstein.combat import join_battle, rise, settle_battle, settle_revolt
from pfalz.games.wallenstein.draft import (
    BlindCard,
    ExchangePair,
    PlaceGroup,
    TakeCounty,
    TurnUpCounties,
    close_draft,
    draft_order,
    pair_unchanged,
    remember_pair,
)
from pfalz.games.wallenstein.events import EVENTS
from pfalz.games.wallenstein.modules.court import EmperorsCourt
from pfalz.games.wallenstein.modules.landsknechte import Landsknechte
from pfalz.games.wallenstein.modules.leaders import Leaders
from pfalz.games.wallenstein.movement import March, Regroup
from pfalz.games.wallenstein.planning import (
    LayOutActions,
    LayOutTiles,
    Plan,
    all_seats,
    begin_round,
    end_round,
    game_goes_on,
    guess_plan,
    is_winter,
    next_season,
    take_back_tokens,
)
from pfalz.games.wallenstein.scoring import outcome, score_year
from pfalz.games.wallenstein.setup import DrawStarter, TurnUpEvents, empty_table, place_lineups, start_mode
from pfalz.games.wallenstein.state import SCHEMA, Wallenstein
from pfalz.games.wallenstein.tables import Tables
from pfalz.games.wallenstein.tower import Throw, TowerFill, fill_tray
from pfalz.games.wallenstein.winter import (
    ChooseRevolt,
    DrawRevolts,
    clear_year,
    end_winter,
    hungry_seats,
    is_first_year,
    lose_grain,
)


def flows() -> list[Step[Any]]:
    """The whole game; below it the named flows that rules call.

    No question lets a player hand over anything or show a card: talk binds nobody (W-2.9, W-R.36)."""
    return [
        seq(
            "game",
            setup(),  # W-3
            loop(
                "seasons",  # W-4.1
                game_goes_on,
                seq("season", branch("year", is_winter, {0: one_round(), 1: winter()}), do(next_season)),
            ),
        ),
        chance(BlindCard()),  # W-3.9: player
        seq(
            "drafted",  # W-3.10: player, county
            chance(TurnUpCounties(), "refill_pair"),  # W-P2
            ask(PlaceGroup()),
        ),
        each("choose_places", choosers, ask(ChoosePlace())),  # W-7.5: players in choosing order
        seq("unrest", do(place_marker)),  # W-9.8: player, county
        ask(Regroup()),  # W-9.15: player, county
        ask(March()),  # W-9.18: player, county, action
        seq(
            "battle",  # W-10: attacker, county
            do(join_battle),
            chance(Throw(), "battle_throw"),
            do(settle_battle),
        ),
        seq(
            "revolt",  # W-11: player, county, extra peasants
            do(rise),
            chance(Throw(), "revolt_throw"),
            do(settle_revolt),
        ),
        ask(ChooseRevolt()),  # W-12.9: player, extra peasants, counties
    ]


def setup() -> Step[Any]:
    """Counties by draft or line-up, tower fill, first events (W-3)."""
    return seq(
        "setup",
        chance(DrawStarter()),
        branch(
            "start",  # W-3.6
            start_mode,
            {
                1: seq(
                    "draft",
                    chance(TurnUpCounties(), "first_pair"),  # W-3.7
                    each(
                        "draft_turns",
                        draft_order,
                        seq(
                            "draft_turn",
                            when(pair_unchanged, ask(ExchangePair())),  # W-3.12
                            chance(TurnUpCounties(), "new_pair"),
                            do(remember_pair),
                            ask(TakeCounty()),  # W-3.9
                        ),
                    ),
                    do(close_draft),
                ),
                0: do(place_lineups),  # W-3.14
            },
        ),
        do(fill_tray),
        chance(TowerFill()),  # W-3.16
        chance(TurnUpEvents(), "first_events"),  # W-3.18
    )


def one_round() -> Step[Any]:
    """Spring, summer and fall (W-4.2)."""
    return seq(
        "round",
        do(begin_round),
        chance(LayOutActions()),  # W-4.3
        chance(LayOutTiles()),  # W-4.4
        together(Plan(), all_seats),  # W-5
        chance(DrawEvent()),  # W-6
        do(reveal_bids),  # W-7.1
        chance(OrderBids()),  # W-7.3
        do(fix_order),  # W-7.7
        each(
            "actions",  # W-8.1
            spaces,
            seq("action", each("turns", turn_order, do(take_turn)), chance(TurnUpAction())),  # W-8.2
        ),
        do(end_round),  # W-4.6
    )


def winter() -> Step[Any]:
    """Grain, revolts, scoring, and the change of the year (W-12)."""
    return seq(
        "winter",
        do(lose_grain),  # W-12.2
        each("hungry", hungry_seats, chance(DrawRevolts())),  # W-12.6
        do(score_year),  # W-12.12, W-13
        do(end_winter),
        when(
            is_first_year,
            seq(
                "new_year",  # W-12.14
                do(clear_year),
                chance(TurnUpEvents(), "new_events"),
                do(take_back_tokens),
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
    files: ClassVar[tuple[str, ...]] = ("counties", "cards", "setup", "expansions")
    events: ClassVar[tuple[EventKind, ...]] = EVENTS
    values: ClassVar[tuple[str, ...]] = (
        "boxes",
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
    # any combination (W-50.1); of several modules at the same place of a round the last acts first (W-50.2)
    modules: ClassVar[tuple[Module[Any], ...]] = (EmperorsCourt(), Landsknechte(), Leaders())

    def tables(self, data: Data, players: int, options: Options) -> Tables:
        return Tables(data, players, options)

    def flows(self, rules: Ruleset[Wallenstein]) -> Sequence[Step[Wallenstein]]:
        return flows()

    def start(self, rules: Ruleset[Wallenstein]) -> Wallenstein:
        return empty_table(rules)

    def resample(self, s: Wallenstein, seat: int, rng: Random, memory: Memory | None) -> None:
        """Other mats: any cards their owners may have put into the boxes still face down (W-2.3)."""
        for other in range(s.t.players):
            guess_plan(s, other, rng)

    def outcome(self, s: Wallenstein) -> Outcome:
        return outcome(s)

    def standing(self, s: Wallenstein) -> Sequence[int]:
        return [s.score(seat) for seat in range(s.t.players)]

    def violations(self, s: Wallenstein) -> Sequence[str]:
        return violations(s)

    def names(self, rules: Ruleset[Wallenstein], kind: str, value: int) -> Names:
        t: Tables = rules.tables
        return name_of(t, kind, value)

    def presets(self) -> Sequence[tuple[str, int, tuple[str, ...], Options]]:
        found: list[tuple[str, int, tuple[str, ...], Options]] = []
        ids = [module.id for module in self.modules]
        for n in range(3, 6):
            for start in ("draft", "lineup"):
                for size in range(len(ids) + 1):
                    for chosen in combinations(ids, size):
                        label = ", ".join((f"{n} players", start, *chosen))
                        found.append((label, n, chosen, {"start": start}))
        found.append(("4 players, strict movement", 4, (), {"combat_movement_mandatory": True}))
        found.append(("4 players, impact tower", 4, (), {"tower_model": "impact"}))
        return found


GAME: Final = WallensteinGame()
