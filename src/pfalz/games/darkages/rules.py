"""Dark Ages: Holy Roman Empire on one page: the flow of the game in the order of the rules.

Questions go to one player at a time (D-26.1); a question with a single answer is not put (D-26.2).
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, ClassVar, Final

from mypy_extensions import mypyc_attr

from pfalz.core.events import EventKind
from pfalz.core.flow import Step, ask, branch, chance, do, each, flow, loop, mark, seq, when
from pfalz.core.game import Data, Game, Memory, Module, Option, Options, Outcome
from pfalz.core.kinds import Kinds
from pfalz.core.presets import spread_sets
from pfalz.core.ruleset import Ruleset
from pfalz.core.state import Schema
from pfalz.games.darkages import (
    bargains,
    battle,
    building,
    checks,
    effects,
    ending,
    losses,
    marching,
    offer,
    passing,
    powers,
    reactions,
    recruiting,
    research,
    scoring,
    setup,
    turn,
)
from pfalz.games.darkages.events import EVENTS
from pfalz.games.darkages.execution import content
from pfalz.games.darkages.hidden import Hands, fill_in
from pfalz.games.darkages.kinds import declare_kinds
from pfalz.games.darkages.lookup import Lookup
from pfalz.games.darkages.modules import MODULES
from pfalz.games.darkages.state import SCHEMA, SOURCE_IDS, DarkAges
from pfalz.games.darkages.words import BUILD, DEVELOP, FOR_EXECUTION, MARCH, RECRUIT, RESEARCH


def set_up() -> Step[Any]:
    """Setup (section 3)."""
    return seq(
        "setup",
        chance(setup.DrawBands()),
        chance(setup.DrawStarter()),
        each("choosing", setup.last_to_first, ask(setup.ChooseRuler())),
        do(setup.place_homes),
        chance(setup.LayMarkers()),
        do(setup.make_deck),
        do(setup.deal_offer),
        mark("setup_done"),
    )


def one_turn() -> Step[Any]:
    """A turn: a noble action with all that belongs to it, or a pass; then what follows both (D-4.9, D-14.13).

    The reaction comes after all free steps (D-R.12)."""
    return seq(
        "one_turn",
        do(turn.begin_turn),
        loop("deciding", turn.undecided, ask(turn.Turn())),
        when(
            turn.acting,
            seq(
                "noble_action",
                do(turn.begin_action),
                loop("afterwards", turn.acting, ask(turn.After())),
                do(reactions.check_stack),  # section 13
            ),
        ),
        when(turn.passing, do(passing.begin_pass)),
        when(turn.too_many_cards, ask(turn.Discard())),
        do(turn.next_turn),
        do(ending.end_check),  # section 18
    )


def whole_game() -> Step[Any]:
    """Setup, turns until all have passed for the last time, final scoring."""
    return seq(
        "game",
        set_up(),
        loop("turns", ending.somebody_plays, one_turn()),
        do(scoring.before_scoring),
        seq("scoring", do(scoring.score_all)),  # section 19
    )


def action_flow(rules: Ruleset[Any]) -> Step[Any]:
    """An action, once with a disc and once more with a title (D-11.3).

    What cards of modules need is there with such cards only."""
    t: Lookup = rules.lookup
    recruit = content(rules, recruiting.Recruit())
    march = content(rules, marching.March())
    contents = branch(
        "content",
        turn.which_action,
        {
            BUILD: content(rules, building.Build()),  # section 5
            DEVELOP: content(rules, offer.Develop()),  # section 6
            RESEARCH: content(rules, research.Research()),  # section 7
            RECRUIT: seq("recruiting", mark("recruit_begin"), recruit),  # section 8
            MARCH: when(marching.has_army, march),  # section 9
        },
    )
    first = [do(turn.before_triggers)] if t.acts_before else []
    last = [do(powers.end_execution)] if FOR_EXECUTION in t.lent else []
    return seq(
        "execute",
        when(marching.above_limit, ask(marching.Supply())),
        mark("execute_begin"),
        *first,
        contents,
        mark("execute_end"),
        do(turn.execute_triggers),
        *last,
        mark("execute_done"),
    )


def pass_flow() -> Step[Any]:
    """The nine steps of passing (section 14)."""
    return seq(
        "pass",
        do(passing.pass_begin),
        do(passing.pass_1),
        mark("pass_2"),
        when(passing.may_take_title, ask(passing.TakeTitle())),
        do(passing.pass_3),
        when(passing.is_last_pass, do(passing.leave_game)),
        when(
            passing.goes_on,
            seq(
                "pass_on",
                mark("pass_4"),
                when(passing.has_resources, ask(passing.Sell())),
                mark("pass_5"),
                when(passing.stores_too_much, ask(passing.Store())),
                do(passing.pass_6),
                do(passing.pass_7),
                do(passing.pass_8),
                do(passing.pass_9),
            ),
        ),
    )


def called_flows(rules: Ruleset[Any]) -> list[Step[Any]]:
    """The named flows that rules call, with the kinds of their arguments."""
    church = seq(
        "church",
        do(building.church_vp),
        do(building.offer_relics),
        do(building.church_triggers),
        mark("church_done"),
    )
    carried = each("carried", effects.carried_effects, do(effects.carry_one), kind="effect", most=8)
    pass_round = seq(
        "pass_round",
        each(
            "round",
            ending.round_order,
            seq(
                "in_round",
                do(ending.pass_in_round),
                when(ending.has_too_many, ask(turn.Discard(), "discard_in_round")),
            ),
            kind="side",
        ),
        do(ending.begin_last_turns),
    )
    return [
        flow(action_flow(rules), "side", "action"),
        flow(pass_flow(), "side"),
        flow(pass_round, "side"),
        flow(
            seq("refill", loop("refilling", offer.lacks_cards, chance(offer.DrawCard())), mark("offer_full"))
        ),
        # D-21.9; what modules do with a card may bring another one
        flow(do(offer.took_card), "side", "card", at_once=3 if rules.lookup.deeds else 1),
        flow(church, "side", "area", at_once=3),  # a church may bring another one (D-22.8)
        flow(ask(building.PlayRelic()), "side", "area", "number"),
        flow(do(building.relic_triggers), "side", "area", at_once=3),
        flow(seq("recruited", mark("recruit_end"), do(recruiting.recruited)), "side"),
        flow(seq("recruit_left_out", mark("nothing_recruited")), "side"),
        # side, from where, to where, and whether figures that are no units go along
        flow(seq("accompany", mark("accompanied")), "side", "area", "area", "yesno"),
        flow(do(research.raised_triggers), "side", at_once=3),
        flow(seq("reaction", ask(reactions.React()), do(reactions.exhaust)), "side", "band"),
        flow(ask(reactions.ReactAgain()), "side", "band", "reaction"),
        flow(do(reactions.reacted), "side", "reaction"),
        # effects of cards: side, where, what has happened, the effects that wait
        flow(ask(effects.Choose(), "choose"), "side", "somewhere", "number", "effect*16", at_once=5),
        # side, where, source of points, resources that were paid (bits)
        flow(carried, "side", "somewhere", "source", "number", "effect*8", at_once=3),
        flow(ask(effects.TakeGoods()), "side", "number", "effect"),
        flow(ask(building.ExtraBuild()), "side", "somewhere", "number", "effect"),
        flow(ask(recruiting.ExtraRecruit()), "side", "effect", at_once=9),
        flow(ask(research.RaiseByCard()), "side", "effect", at_once=9),
        flow(ask(offer.TakeCard()), "side", "effect", at_once=9),
        flow(ask(passing.CityBonus()), "side", "effect", "number"),
        flow(ask(marching.RegroupOne()), "side"),
        *battle.battle_flows(rules.lookup),
    ]


DAMAGE: Final = ("by_rule", "left_neighbour")


@mypyc_attr(allow_interpreted_subclasses=True)
class DarkAgesGame(Game[DarkAges]):
    """Dark Ages: Holy Roman Empire (Adam Kwapiński, Andrei Novac): 2 to 4 players."""

    id: ClassVar[str] = "darkages"
    version: ClassVar[int] = 1
    players: ClassVar[tuple[int, int]] = (2, 4)
    schema: ClassVar[Schema] = SCHEMA
    package: ClassVar[str] = "pfalz.games.darkages"
    files: ClassVar[tuple[str, ...]] = ("map", "boards", "setup", "units", "rulers", "cards", "barbarians")
    events: ClassVar[tuple[EventKind, ...]] = EVENTS
    sources: ClassVar[tuple[str, ...]] = SOURCE_IDS
    sides: ClassVar[tuple[str, ...]] = ("barbarians",)
    values: ClassVar[tuple[str, ...]] = (
        "accessible",
        "along",
        "beside",
        "can_act",
        "can_recruit",
        "cards_elsewhere",
        "church_limit",
        "concerned",
        "counter",
        "end_now",
        "enters_offer",
        "figures_elsewhere",
        "final_vp",
        "gold_at_hand",
        "just_taken",
        "lone",
        "may_lay_out",
        "may_skip",
        "power_area",
        "sell_value",
        "settle_cost",
        "shuffled_in",
        "stack_size",
        "supply_limit",
        "there_is",
        "title_areas",
        "to_hand",
        "markers_elsewhere",
        "pieces_gone",
        *battle.VALUES,
    )
    modules: ClassVar[tuple[Module[Any], ...]] = MODULES
    tiebreak: ClassVar[tuple[str, ...]] = ("D-19.11",)
    longest_answer: ClassVar[int] = 40
    options: ClassVar[tuple[Option, ...]] = (
        Option("barbarian_damage", "by_rule", choices=DAMAGE, rule="D-R.4"),
        Option("open_hands", False, rule="D-R.23"),
    )

    def lookup(self, data: Data, players: int, options: Options) -> Lookup:
        return Lookup(data, players, options)

    def flows(self, rules: Ruleset[DarkAges]) -> Sequence[Step[DarkAges]]:
        t: Lookup = rules.lookup
        return [
            whole_game(),
            *called_flows(rules),
            *losses.word_flows(t),
            *effects.concerning_flows(t),
            *bargains.bargain_flows(t),
        ]

    def start(self, rules: Ruleset[DarkAges]) -> DarkAges:
        return setup.laid_table(rules)

    def resample(self, s: DarkAges, seat: int, rng: Random, memory: Memory | None) -> None:
        """Hands as remembered, or any that are possible; markers that fit what lies open (D-20.2, D-20.3)."""
        fill_in(s, seat, rng, memory)

    def memory(self, rules: Ruleset[DarkAges], seat: int) -> Memory:
        t: Lookup = rules.lookup
        return Hands(t)

    def outcome(self, s: DarkAges) -> Outcome:
        return scoring.outcome(s)

    def standing(self, s: DarkAges) -> Sequence[int]:
        return s.scores()

    def closing(self, s: DarkAges) -> str:
        """The final scoring (section 19), as soon as the boards are laid out (section 3)."""
        return "" if s.within("setup") else "before_scoring"

    def violations(self, s: DarkAges) -> Sequence[str]:
        return checks.violations(s)

    def kinds(self, kinds: Kinds, rules: Ruleset[DarkAges]) -> None:
        t: Lookup = rules.lookup
        declare_kinds(kinds, t)

    def stage(self, s: DarkAges) -> int:
        return s.phase

    def presets(self) -> Sequence[tuple[str, int, tuple[str, ...], Options]]:
        """Player counts and sets of modules; at the counts of the game itself also options of the table, with
        no module and with as many as go."""
        agreed: Options = {"open_hands": True, "barbarian_damage": "left_neighbour"}
        sets = spread_sets(self)
        most = max([len(modules) for _, modules in sets])
        found: list[tuple[str, int, tuple[str, ...], Options]] = []
        for n, modules in sets:
            named = ", ".join([f"{n} players", *modules])
            found.append((named, n, modules, {}))
            own = self.players[0] <= n <= self.players[1]
            if own and (not modules or len(modules) == most):
                found.append((f"{named}, open hands, left neighbour", n, modules, dict(agreed)))
        return found


GAME: Final = DarkAgesGame()
