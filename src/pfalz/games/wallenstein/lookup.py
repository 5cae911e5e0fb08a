"""Lookup tables of one ruleset: the data files turned into flat lists for the player count in play.

Counties are numbered in the order of counties.toml, actions, tiles and events in the order of cards.toml.
Planning cards are numbered through: county cards 0 to 44, money cards 45 to 49, and from 50 on blank cards
that a module may bring.
"""

from __future__ import annotations

from typing import ClassVar, Final

from pfalz.core.data import typed
from pfalz.core.errors import DataError, hint
from pfalz.core.game import Data, Options
from pfalz.games.wallenstein import schema

COUNTIES: Final = 45
MONEY: Final = 45
BLANK: Final = 50

# actions (W-1.11); the box of action a is a + 1, the auction box is 0
BUILD_PALACE: Final = 0
BUILD_CHURCH: Final = 1
BUILD_TRADING_POST: Final = 2
COLLECT_GRAIN: Final = 3
COLLECT_TAXES: Final = 4
DEPLOY_5: Final = 5
DEPLOY_3: Final = 6
DEPLOY_1_MOVE: Final = 7
COMBAT_A: Final = 8
COMBAT_B: Final = 9
ACTIONS: Final = 10
ACTION_IDS: Final = (
    "build_palace",
    "build_church",
    "build_trading_post",
    "collect_grain",
    "collect_taxes",
    "deploy_5",
    "deploy_3",
    "deploy_1_move",
    "combat_a",
    "combat_b",
)

PALACE: Final = 0
CHURCH: Final = 1
TRADING_POST: Final = 2
BUILDING_IDS: Final = ("palace", "church", "trading_post")

TILE_THALER: Final = 0
TILE_GRAIN: Final = 1
TILE_ARMIES: Final = 2
TILE_ATTACK: Final = 3
TILE_DEFENCE: Final = 4
TILE_IDS: Final = ("plus_one_thaler", "plus_one_grain", "six_armies", "attack_plus_one", "defence_plus_one")

# effects of the event cards (W-6.4 to W-6.12)
TRADE_CALMS: Final = 0
PALACE_GUARD: Final = 1
TAXES_MAX: Final = 2
TAXES_MIN: Final = 3
GRAIN_MIN: Final = 4
GRAIN_MAX: Final = 5
STUBBORN_NEUTRALS: Final = 6
CHURCH_PEACE: Final = 7
FEW_RECRUITS: Final = 8
EVENT_CARDS: Final = (
    ("trading_post_calm_5", TRADE_CALMS),
    ("trading_post_calm_7", TRADE_CALMS),
    ("palace_guard_2", PALACE_GUARD),
    ("palace_guard_6", PALACE_GUARD),
    ("taxes_max", TAXES_MAX),
    ("taxes_min", TAXES_MIN),
    ("grain_min", GRAIN_MIN),
    ("grain_max", GRAIN_MAX),
    ("neutral_resistance", STUBBORN_NEUTRALS),
    ("church_peace_3", CHURCH_PEACE),
    ("church_peace_4", CHURCH_PEACE),
    ("few_recruits", FEW_RECRUITS),
)
EVENT_AMOUNTS: Final = {TRADE_CALMS: 0, CHURCH_PEACE: 0, FEW_RECRUITS: 2}
"""How many amounts the effect of an event card has, if not one."""

LINEUP_SEATS: Final = ("A", "B", "C", "D", "E")


class WrongData(DataError):
    """Values of the data files that do not fit together."""

    package: ClassVar[str] = "pfalz.games.wallenstein"


class Lookup:
    """Everything constant at a table, as ints."""

    def __init__(self, data: Data, players: int, options: Options) -> None:
        self.players = players
        self.drafting = options["start"] == "draft"  # W-3.6
        self.must_march = options["combat_movement_mandatory"] is True  # W-9.24
        self.impact = options["tower_model"] == "impact"  # W-14.5
        self._counties(typed(data["counties"], schema.CountiesFile, "counties.toml"))
        self._cards(typed(data["cards"], schema.CardsFile, "cards.toml"))
        self._setup(typed(data["setup"], schema.SetupFile, "setup.toml"))

    def _counties(self, file: schema.CountiesFile) -> None:
        self.region_ids = [region.id for region in file.region]
        self.county_ids = [county.id for county in file.county]
        for county in file.county:
            if county.region not in self.region_ids:
                known = hint(county.region, self.region_ids)
                raise WrongData("unknown_region", county=county.id, region=county.region, hint=known)
            for other in county.neighbours:
                if other not in self.county_ids:
                    known = hint(other, self.county_ids)
                    raise WrongData("unknown_neighbour", county=county.id, other=other, hint=known)
        self.region_of = [self.region_ids.index(county.region) for county in file.county]
        self.taxes = [county.taxes for county in file.county]
        self.grain = [county.grain for county in file.county]
        self.sites = [county.sites for county in file.county]
        # W-3.1: counties out of play count as having no borders
        self.in_play = [self.players > 3 or not county.out_of_play_3p for county in file.county]
        self.counties = [c for c in range(COUNTIES) if self.in_play[c]]
        # W-1.3: the listed borders and no others, however short or odd (W-R.32, W-R.41)
        self.neighbours: list[list[int]] = []
        for here, county in enumerate(file.county):
            others = [self.county_ids.index(other) for other in county.neighbours]
            for other_id, there in zip(county.neighbours, others, strict=True):
                if county.id not in file.county[there].neighbours:
                    raise WrongData("one_sided_border", county=county.id, other=other_id)
            found = sorted(others) if self.in_play[here] else []
            self.neighbours.append([c for c in found if self.in_play[c]])

    def _cards(self, file: schema.CardsFile) -> None:
        expect_ids("cards.toml", "action", [action.id for action in file.action], list(ACTION_IDS))
        expect_ids("cards.toml", "bonus_tile", [tile.id for tile in file.bonus_tile], list(TILE_IDS))
        expect_ids("cards.toml", "event", [event.id for event in file.event], [id for id, _ in EVENT_CARDS])
        for at, action in enumerate(file.action):
            deploys = DEPLOY_5 <= at <= DEPLOY_1_MOVE
            if (action.cost is not None) != (deploys or at <= BUILD_TRADING_POST):
                raise WrongData("action_cost", action=action.id)
            if (action.armies is not None) != deploys:
                raise WrongData("action_armies", action=action.id)
        self.cost = [action.cost or 0 for action in file.action]
        self.deployed = [action.armies or 0 for action in file.action]
        self.money = file.money.values
        self.tile_amount = [tile.amount for tile in file.bonus_tile]
        self.event_ids = [event.id for event in file.event]
        self.effect = [effect for _, effect in EVENT_CARDS]
        self.event_amounts = [event.amounts for event in file.event]
        self.winter_loss = [event.winter_loss for event in file.event]
        for effect, event in zip(self.effect, file.event, strict=True):
            needed = EVENT_AMOUNTS.get(effect, 1)
            if len(event.amounts) != needed:
                raise WrongData("event_amounts", event=event.id, needed=needed, found=len(event.amounts))

    def _setup(self, file: schema.SetupFile) -> None:
        pieces = file.supply
        self.armies = pieces.armies_per_player
        self.peasants = pieces.peasants
        self.buildings = (pieces.palaces, pieces.churches, pieces.trading_posts)
        self.markers = pieces.revolt_markers
        self.colour_ids = [colour.id for colour in file.colour[: self.players]]
        rows = [row for row in file.player_count if row.players == self.players]
        if len(rows) != 1:
            raise WrongData("player_counts", players=self.players)
        row = rows[0]
        self.start_thalers = row.start_thalers
        self.groups = tuple(sorted(row.army_groups, reverse=True))
        self._lineups([lineup for lineup in file.lineup if lineup.players == self.players])
        self.provisions = [(0, 0)] * (COUNTIES + 1)
        for entry in file.provisions:
            for unsupplied in range(entry.unsupplied, COUNTIES + 1):
                self.provisions[unsupplied] = (entry.revolts, entry.extra_peasants)
        self.county_points = file.scoring.county
        self.building_points = file.scoring.building
        self.majority = file.scoring.majority
        self.tie_deduction = file.scoring.tie_deduction
        self.neutral_peasants = file.combat.neutral_peasants
        self.fill_armies = file.tower_fill.armies_per_player
        self.fill_peasants = file.tower_fill.peasants
        model = file.tower.impact if self.impact else file.tower.constant
        self.fill_odds = _odds(file.tower.fill.thrown)
        self.thrown_odds = _odds(model.thrown)
        self.resting_odds = _odds(file.tower.constant.resting)
        out, of = self.thrown_odds
        self.thrown_chance = out / of
        self.cube_spread = out * (of - out) / (of * of)
        """Variance of a cube that is cast."""
        self.resting_chance = self.resting_odds[0] / self.resting_odds[1]
        self.impact_odds = _odds(file.tower.impact.per_cube)

    def _lineups(self, rows: list[schema.LineUp]) -> None:
        seats = tuple([row.seat for row in rows])
        if seats != LINEUP_SEATS[: self.players]:
            raise WrongData("lineup_seats", players=self.players, expected=LINEUP_SEATS[: self.players])
        self.lineups: list[list[tuple[int, int]]] = []
        placed: set[str] = set()
        for row in rows:
            if tuple(sorted((n for _, n in row.counties), reverse=True)) != self.groups:
                raise WrongData("lineup_groups", players=self.players, seat=row.seat, expected=self.groups)
            for id, _ in row.counties:
                if id not in self.county_ids:
                    known = hint(id, self.county_ids)
                    raise WrongData(
                        "lineup_county", players=self.players, seat=row.seat, county=id, hint=known
                    )
                if id in placed:
                    raise WrongData("lineup_twice", players=self.players, county=id)
                placed.add(id)
            self.lineups.append([(self.county_ids.index(id), n) for id, n in row.counties])


def expect_ids(file: str, table: str, found: list[str], known: list[str]) -> None:
    """The rules know these things by name and place; only their values are data."""
    if found != known:
        raise WrongData("wrong_ids", file=file, table=table, expected=tuple(known))


def _odds(pair: list[int]) -> tuple[int, int]:
    if not 0 < pair[0] < pair[1]:
        raise WrongData("tower_odds", found=tuple(pair))
    return pair[0], pair[1]
