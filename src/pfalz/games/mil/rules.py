"""MIL (1049) on one page: the flow of the game in the order of the rulebook."""

from __future__ import annotations

from collections.abc import Sequence
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
from pfalz.games.mil import (
    checks,
    court,
    curia,
    growth,
    market,
    politics,
    scoring,
    setup,
    turn,
    war,
    wedding,
    winter,
)
from pfalz.games.mil.events import EVENTS
from pfalz.games.mil.kinds import declare_kinds
from pfalz.games.mil.lookup import RESOURCES, Lookup
from pfalz.games.mil.memory import Purses
from pfalz.games.mil.modules import MODULES
from pfalz.games.mil.state import SCHEMA, SOURCE_IDS, Mil


def one_round() -> Step[Any]:
    """Actions, tributes, political phase, power spheres, winter (M-3.1)."""
    return seq(
        "round",
        do(turn.begin_round),
        loop("turns", turn.phase_goes_on, seq("turn", ask(turn.Act()), do(turn.next_turn))),  # M-3.2, M-4
        seq("tributes", do(politics.pay_tributes), do(politics.turn_lands)),  # M-8
        each("favour", politics.limited_spheres, do(politics.grant_favour), kind="sphere"),  # M-9
        seq(
            "spheres",  # M-10.1
            each("monk", curia.monks, ask(curia.TakeVeil()), kind="knight"),
            each("courtier", court.courtiers, ask(court.AtCourt()), kind="knight"),  # M-11
            each("trader", market.traders, ask(market.AtMarket()), kind="knight"),  # M-12
            each("warrior", war.warriors, ask(war.AtWar()), kind="knight"),  # M-13
            together(curia.Donate(), wedding.everybody),  # M-14
            each("cleric", curia.clerics, ask(curia.AtCuria()), kind="knight"),
            each("crusader", curia.crusaders, do(curia.crusade), kind="knight"),
        ),
        seq(
            "winter", chance(winter.WinterDie()), do(winter.reward_protectors), do(winter.clear_board)
        ),  # M-15
    )


def whole_game() -> Step[Any]:
    """Setup, five rounds, final scoring."""
    return seq(
        "game",
        seq(
            "setup",  # M-2
            chance(setup.DrawStarter()),
            each("stack", setup.stacks_with_tiles, chance(setup.TurnUp(), "first_tile"), kind="stack"),
        ),
        loop("rounds", scoring.rounds_left, one_round()),  # M-1.1
        seq(
            "final_scoring",  # M-16
            do(scoring.lift_screens),
            do(scoring.score_majorities),
            do(scoring.score_gold),
            do(scoring.score_women),
        ),
    )


def called_flows(players: int) -> list[Step[Any]]:
    """The named flows that rules call, with the kinds of their arguments."""
    about = ("knight", "knight", "land_tile")  # who attacks whom for which land
    auction = seq(
        "auction",
        each("bidder", market.bidders, ask(market.Bid())),
        when(market.opener_outbid, ask(market.FinalBid())),
        ask(market.BuildCastle()),
    )
    campaign = seq(
        "campaign",
        each("side", war.both_sides, when(war.has_lord, ask(war.CallLord())), kind="war_side"),
        together(war.Commit(), war.belligerents),
    )
    celebration = seq("wedding", do(wedding.announce_wedding), together(wedding.Dowry(), wedding.everybody))
    return [
        flow(loop("growth", growth.still_growing, chance(growth.FamilyDie())), "knight"),  # M-4.13
        flow(ask(growth.Result()), "knight", "face"),  # M-4.14
        flow(ask(growth.GrowOn()), "knight"),  # M-4.23
        flow(celebration, "knight"),  # M-5
        flow(ask(wedding.Keep()), "seat", *["number"] * RESOURCES),  # M-21.7: receiver, cubes
        flow(ask(politics.SendKingsSoldiers()), "seat"),  # M-9.8
        flow(ask(politics.SendArchbishop()), "seat"),  # M-9.9
        flow(ask(court.Offer()), "knight", "knight"),  # M-11.7: the target comes second
        flow(ask(court.Counter()), "knight", "knight", "number", "number"),  # M-11.8: gold, influence
        flow(auction, "knight"),  # M-12.6
        flow(ask(market.TradeAfter()), "knight"),  # M-12.17
        flow(campaign, *about),  # M-13.7
        flow(ask(war.JoinWar()), *about, "war_side"),  # M-13.14
        flow(ask(war.Allot()), "seat", "knight", "land", "loser"),  # M-7.5: chooser, conqueror
        flow(chance(setup.TurnUp()), "stack"),  # M-13.6
        flow(each("donated", curia.lower_donors, ask(curia.PayDonation())), *["number"] * players),  # M-14.5
    ]


START_LANDS: Final = ("two_grain", "grain_and_pier", "agreed")
LAND_MIXES: Final = ("standard", "agreed")
GUESS: Final = (9, 5, 5, 6, 7)
"""One more than the most cubes of each kind supposed behind a foreign screen (M-19.1)."""


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

    def lookup(self, data: Data, players: int, options: Options) -> Lookup:
        return Lookup(data, players, options)

    def flows(self, rules: Ruleset[Mil]) -> Sequence[Step[Mil]]:
        return [whole_game(), *called_flows(rules.players)]

    def start(self, rules: Ruleset[Mil]) -> Mil:
        return setup.laid_table(rules)

    def resample(self, s: Mil, seat: int, rng: Random, memory: Memory | None) -> None:
        """Cubes behind other screens: as remembered, otherwise plausible numbers (M-19.1, M-19.3).

        Nothing already put on the table needs cover, because it has left the screen, so every continuation
        stays payable."""
        if isinstance(memory, Purses) and memory.fits(s):
            s.cubes = list(memory.cubes)
            return
        for i, n in enumerate(s.cubes):
            if n == HIDDEN:
                s.cubes[i] = int(rng.random() * GUESS[i % RESOURCES])

    def memory(self, rules: Ruleset[Mil], seat: int) -> Memory:
        t: Lookup = rules.lookup
        return Purses(t)

    def outcome(self, s: Mil) -> Outcome:
        return scoring.outcome(s)

    def standing(self, s: Mil) -> Sequence[int]:
        return s.scores()

    def violations(self, s: Mil) -> Sequence[str]:
        return checks.violations(s)

    def kinds(self, kinds: Kinds, rules: Ruleset[Mil]) -> None:
        t: Lookup = rules.lookup
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
