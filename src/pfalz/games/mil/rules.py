"""MIL (1049) on one page: the flow of the game in the order of the rulebook."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, ClassVar, Final

from mypy_extensions import mypyc_attr

from pfalz.core.events import EventKind
from pfalz.core.flow import Step, ask, chance, do, each, flow, loop, seq, together, when
from pfalz.core.game import Data, Game, Memory, Module, Option, Options, Outcome
from pfalz.core.kinds import Kinds
from pfalz.core.presets import module_sets
from pfalz.core.ruleset import Ruleset
from pfalz.core.state import HIDDEN, Schema
from pfalz.games.mil.checks import violations
from pfalz.games.mil.court import AtCourt, Counter, Offer, courtiers
from pfalz.games.mil.curia import (
    AtCuria,
    Donate,
    PayDonation,
    TakeVeil,
    clerics,
    crusade,
    crusaders,
    lower_donors,
    monks,
)
from pfalz.games.mil.events import EVENTS
from pfalz.games.mil.growth import FamilyDie, GrowOn, Result, still_growing
from pfalz.games.mil.kinds import declare_kinds
from pfalz.games.mil.market import (
    AtMarket,
    Bid,
    BuildCastle,
    FinalBid,
    TradeAfter,
    bidders,
    opener_outbid,
    traders,
)
from pfalz.games.mil.modules import MODULES
from pfalz.games.mil.politics import (
    SendArchbishop,
    SendKingsSoldiers,
    grant_favour,
    limited_spheres,
    pay_tributes,
    turn_lands,
)
from pfalz.games.mil.scoring import (
    lift_screens,
    outcome,
    rounds_left,
    score_gold,
    score_majorities,
    score_women,
)
from pfalz.games.mil.setup import DrawStarter, TurnUp, laid_table, stacks_with_tiles
from pfalz.games.mil.state import SCHEMA, SOURCE_IDS, Mil
from pfalz.games.mil.tables import LIMITED_IDS, RESOURCES, Tables
from pfalz.games.mil.turn import Act, begin_round, next_turn, phase_goes_on
from pfalz.games.mil.war import (
    Allot,
    AtWar,
    CallLord,
    Commit,
    JoinWar,
    belligerents,
    both_sides,
    has_lord,
    warriors,
)
from pfalz.games.mil.wedding import Dowry, Keep, announce_wedding, everybody
from pfalz.games.mil.winter import WinterDie, clear_board, reward_protectors

WAR_ABOUT: Final = ("knight", "knight", "land_tile")
"""Who attacks whom for which land."""


def flows() -> list[Step[Any]]:
    """The whole game; below it the named flows that rules call."""
    return [
        seq(
            "game",
            seq(
                "setup",  # M-2
                chance(DrawStarter()),
                each("stack", stacks_with_tiles, chance(TurnUp(), "first_tile"), kind="stack"),
            ),
            loop("rounds", rounds_left, one_round()),  # M-1.1
            seq(
                "final_scoring",  # M-16
                do(lift_screens),
                do(score_majorities),
                do(score_gold),
                do(score_women),
            ),
        ),
        flow(loop("growth", still_growing, chance(FamilyDie())), "knight"),  # M-4.13
        flow(ask(Result()), "knight", "face"),  # M-4.14
        flow(ask(GrowOn()), "knight"),  # M-4.23
        flow(seq("wedding", do(announce_wedding), together(Dowry(), everybody)), "knight"),  # M-5
        flow(ask(Keep()), "seat", "number*"),  # M-21.7: receiver, cubes
        flow(ask(SendKingsSoldiers()), "seat"),  # M-9.8
        flow(ask(SendArchbishop()), "seat"),  # M-9.9
        flow(ask(Offer()), "knight", "knight"),  # M-11.7: the target comes second
        flow(ask(Counter()), "knight", "knight", "number", "number"),  # M-11.8: gold, influence
        flow(
            seq(
                "auction",  # M-12.6
                each("bidder", bidders, ask(Bid())),
                when(opener_outbid, ask(FinalBid())),
                ask(BuildCastle()),
            ),
            "knight",
        ),
        flow(ask(TradeAfter()), "knight"),  # M-12.17
        flow(
            seq(
                "campaign",  # M-13.7
                each("side", both_sides, when(has_lord, ask(CallLord())), kind="war_side"),
                together(Commit(), belligerents),
            ),
            *WAR_ABOUT,
        ),
        flow(ask(JoinWar()), *WAR_ABOUT, "war_side"),  # M-13.14
        flow(ask(Allot()), "seat", "knight", "land", "loser"),  # M-7.5: chooser, conqueror
        flow(chance(TurnUp()), "stack"),  # M-13.6
        flow(each("donated", lower_donors, ask(PayDonation())), "number*"),  # M-14.5: offers
    ]


def one_round() -> Step[Any]:
    """Actions, tributes, political phase, power spheres, winter (M-3.1)."""
    return seq(
        "round",
        do(begin_round),
        loop("turns", phase_goes_on, seq("turn", ask(Act()), do(next_turn))),  # M-3.2, M-4
        seq("tributes", do(pay_tributes), do(turn_lands)),  # M-8
        each("favour", limited_spheres, do(grant_favour), kind="sphere"),  # M-9
        seq(
            "spheres",  # M-10.1
            each("monk", monks, ask(TakeVeil()), kind="knight"),
            each("courtier", courtiers, ask(AtCourt()), kind="knight"),  # M-11
            each("trader", traders, ask(AtMarket()), kind="knight"),  # M-12
            each("warrior", warriors, ask(AtWar()), kind="knight"),  # M-13
            together(Donate(), everybody),  # M-14
            each("cleric", clerics, ask(AtCuria()), kind="knight"),
            each("crusader", crusaders, do(crusade), kind="knight"),
        ),
        seq("winter", chance(WinterDie()), do(reward_protectors), do(clear_board)),  # M-15
    )


START_LANDS: Final = ("two_grain", "grain_and_pier", "agreed")
LAND_MIXES: Final = ("standard", "agreed")
GUESS: Final = (9, 5, 5, 6, 7)
"""One more than the most cubes of each kind supposed behind a foreign screen (M-19.1)."""


MOVED: Final[dict[str, str]] = {"numbers.prestige.kings_claim": "kings_claim.prestige.land_for_king"}
"""Data that have gone to modules."""
for _at, _id in enumerate(LIMITED_IDS, 1):
    for _name in (_id, str(_at)):
        MOVED[f"game.sphere.{_name}.printed_black"] = f"time_is_gold.printed.{_id}"


@mypyc_attr(allow_interpreted_subclasses=True)
class MilGame(Game[Mil]):
    """MIL (1049) (Firmino Martínez): 2 to 5 players, with the three modules of the extended game."""

    id: ClassVar[str] = "mil"
    version: ClassVar[int] = 1
    players: ClassVar[tuple[int, int]] = (2, 5)
    schema: ClassVar[Schema] = SCHEMA
    package: ClassVar[str] = "pfalz.games.mil"
    files: ClassVar[tuple[str, ...]] = ("game", "lands", "setup", "numbers")
    events: ClassVar[tuple[EventKind, ...]] = EVENTS
    sources: ClassVar[tuple[str, ...]] = SOURCE_IDS
    values: ClassVar[tuple[str, ...]] = ("bared_slot", "land_gained", "land_lost")
    modules: ClassVar[tuple[Module[Any], ...]] = MODULES
    moved_data: ClassVar[Mapping[str, str]] = MOVED
    tiebreak: ClassVar[tuple[str, ...]] = ("M-16.10", "M-16.11")
    options: ClassVar[tuple[Option, ...]] = (
        Option("start_lands", "two_grain", choices=START_LANDS, rule="M-2.19"),
        Option(
            "agreed_start",
            [0, 1],
            numbers=(0, 4),
            rule="M-2.21",
            of="land",
            each="column",
            only=("start_lands", "agreed"),
        ),
        Option("land_mix", "standard", choices=LAND_MIXES, rule="M-2.20"),
        Option(
            "agreed_mix",
            [1, 1, 2, 1, 1],
            numbers=(0, 11),
            rule="M-2.20",
            each="land",
            only=("land_mix", "agreed"),
        ),
        Option("turn_all_lands", False, rule="M-8.6"),
    )

    def tables(self, data: Data, players: int, options: Options) -> Tables:
        return Tables(data, players, options)

    def flows(self, rules: Ruleset[Mil]) -> Sequence[Step[Mil]]:
        return flows()

    def start(self, rules: Ruleset[Mil]) -> Mil:
        return laid_table(rules)

    def resample(self, s: Mil, seat: int, rng: Random, memory: Memory | None) -> None:
        """Cubes behind other screens: plausible numbers (M-19.1). Nothing already put on the table needs
        cover, because it has left the screen, so every continuation stays payable."""
        for i, n in enumerate(s.cubes):
            if n == HIDDEN:
                s.cubes[i] = int(rng.random() * GUESS[i % RESOURCES])

    def outcome(self, s: Mil) -> Outcome:
        return outcome(s)

    def standing(self, s: Mil) -> Sequence[int]:
        return s.scores()

    def violations(self, s: Mil) -> Sequence[str]:
        return violations(s)

    def kinds(self, kinds: Kinds, rules: Ruleset[Mil]) -> None:
        t: Tables = rules.tables
        declare_kinds(kinds, t)

    def stage(self, s: Mil) -> int:
        return min(s.round, s.t.rounds) - 1

    def presets(self) -> Sequence[tuple[str, int, tuple[str, ...], Options]]:
        """Player counts, sets of modules and ways to deal the lands, each with each."""
        lands: list[tuple[str, Options]] = [
            ("", {}),
            (", grain and pier, lands turned", {"start_lands": "grain_and_pier", "turn_all_lands": True}),
            (
                ", agreed lands",
                {"start_lands": "agreed", "agreed_start": [1, 2], "land_mix": "agreed"},
            ),
        ]
        found: list[tuple[str, int, tuple[str, ...], Options]] = []
        for n in self.counts():
            for modules in module_sets(self, n):
                for label, options in lands:
                    named = ", ".join([f"{n} players", *modules])
                    found.append((named + label, n, modules, dict(options)))
        return found


GAME: Final = MilGame()
