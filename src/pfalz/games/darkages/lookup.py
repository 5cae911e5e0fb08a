"""Lookup tables of one ruleset: the data files turned into flat lists for the player count in play.

Only what is in play has a number: open areas (D-2.2), regions with an open area, rulers, titles and cards for
the player count (D-3.4). Sets of areas are bit masks.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pfalz.core.data import typed
from pfalz.core.errors import hint
from pfalz.core.game import Data, Options
from pfalz.games.darkages import schema
from pfalz.games.darkages.boxes import highest_mark
from pfalz.games.darkages.cardtables import CardTables
from pfalz.games.darkages.language import (
    Effect,
    Face,
    FilesError,
    Vocabulary,
    goods_of,
    number_of,
)
from pfalz.games.darkages.words import (
    ACTION_IDS,
    FIRST_STRIKE,
    FLEETS,
    IRON,
    PER_CYCLE,
    PER_TURN,
    REACTION_IDS,
    RECOVER_FALLEN,
    RESOURCE_IDS,
    UNIT_IDS,
    UNITS,
    WHOLE_BATTLE,
)

SITES: Final = 3
"""Building sites of a city (D-5.11)."""
FLOORS: Final = 3
"""Floors of a tower (D-5.20)."""
MANOR_SPACES: Final = 2
"""Manor spaces of an area (D-2.6)."""
NO_REGION: Final = -1
"""The region of a title that belongs to none: it is not claimed while passing."""
LEVELS: Final = 3
BANDS: Final = 5


class Lookup(CardTables):
    """Everything constant at a table, as ints."""

    def __init__(self, data: Data, players: int, options: Options) -> None:
        self.players = players
        self.mark = highest_mark(data, players)
        """What is marked for more players than this is not in play."""
        self.in_turn = list(range(players))
        """The sides that take turns, in their order: the seats, and who a module puts beside them."""
        self.open_hands = options["open_hands"] is True  # D-R.23
        self.left_allocates = options["barbarian_damage"] == "left_neighbour"  # D-R.4
        self._begin()
        self._map(typed(data["map"], schema.MapFile, "map.toml"))
        self._boards(typed(data["boards"], schema.BoardsFile, "boards.toml"))
        self._setup(typed(data["setup"], schema.SetupFile, "setup.toml"))
        self._units(typed(data["units"], schema.UnitsFile, "units.toml"))
        rulers = typed(data["rulers"], schema.RulersFile, "rulers.toml")
        cards = typed(data["cards"], schema.CardsFile, "cards.toml")
        self.known = Vocabulary(cards.more_counters, cards.more_who, cards.more_ops, self.area_ids)
        self._cards(cards, rulers, options)
        self._rulers(rulers)
        markers = data["barbarians"]
        self._markers(typed(markers, schema.BarbariansFile, f"{markers.get('file', 'barbarians')}.toml"))
        self._of_modules(cards)
        self.turn_abilities = _abilities(self.abilities, PER_TURN)
        self.cycle_abilities = _abilities(self.abilities, PER_CYCLE)
        """Abilities that are there again with each turn, and after each pass, as bits (D-23.8)."""
        self.battle_abilities = sum(
            1 << ability for ability, effect in enumerate(self.abilities) if effect.when == WHOLE_BATTLE
        )
        """Those that are there again in each battle: point by point (DM0-4.8)."""
        self.first_strikes = any(effect.op == FIRST_STRIKE for effect in self.effects)
        """Whether a card lets its owner roll first in the ranged phase (DM9-6.7)."""
        fallen = [effect.n for effect in self.effects if effect.op == RECOVER_FALLEN]
        self.most_recovered = max([1, *fallen])
        """How many fallen units an effect brings back at most (DM9-6.12)."""

    # -- the map ----------------------------------------------------------------------------------

    def _map(self, file: schema.MapFile) -> None:
        rows = [row for row in file.area if row.min_players <= self.mark]  # D-2.1
        self.area_ids = [row.id for row in rows]
        self.areas = len(rows)
        self.every_area = range(self.areas)
        number = {row.id: i for i, row in enumerate(rows)}
        known = [row.id for row in file.area]
        self.resource = [RESOURCE_IDS.index(row.resource) for row in rows]
        self.neighbours: list[tuple[int, ...]] = []
        for row in rows:
            beside = [*row.land, *row.sea]  # D-2.4, D-R.30: both kinds count alike
            for id in beside:
                number_of(id, known, f"map.area.{row.id}")
                if row.id not in _beside(file.area[known.index(id)]):
                    raise FilesError("one_way", area=row.id, other=id)
            self.neighbours.append(tuple(sorted([number[id] for id in beside if id in number])))
        self.near = [sum(1 << other for other in beside) for beside in self.neighbours]
        """Adjacent areas, as bits."""
        self.production_types = [
            tuple(sorted({self.resource[area], *[self.resource[other] for other in beside]}))
            for area, beside in enumerate(self.neighbours)
        ]
        """Types of production buildings that can be built in each area (D-5.9)."""
        self._regions(file, number)
        sea_ids = [row.id for row in file.sea]
        self.shores = [0] * len(sea_ids)
        """The areas on each sea, as bits."""
        for i, row in enumerate(rows):
            for id in row.coast:
                self.shores[number_of(id, sea_ids, f"map.area.{row.id}.coast")] |= 1 << i
        self.adriatic = number_of("adriatic", sea_ids, "map.sea")  # D-23.1
        self.fleets = [
            (special, self.shores[sea_ids.index(id)]) for special, id in FLEETS if id in sea_ids
        ]  # D-24.6
        """The areas that a fleet makes adjacent, as bits, with the special effect that is the fleet."""
        self.iron_areas = sum(1 << i for i, resource in enumerate(self.resource) if resource == IRON)

    def _regions(self, file: schema.MapFile, number: dict[str, int]) -> None:
        self.region_ids = [row.id for row in file.region if any(id in number for id in row.areas)]  # D-2.3
        self.region = [-1] * self.areas
        self.region_areas = [0] * len(self.region_ids)
        """The open areas of each region, as bits."""
        for row in file.region:
            for id in row.areas:
                if id in number:
                    at = self.region_ids.index(row.id)
                    self.region[number[id]] = at
                    self.region_areas[at] |= 1 << number[id]
        if -1 in self.region:
            raise FilesError("no_region", area=self.area_ids[self.region.index(-1)])
        self.near_regions: list[tuple[int, ...]] = []
        """The regions adjacent to each area (D-2.5)."""
        for area, beside in enumerate(self.neighbours):
            found = {self.region[other] for other in beside} - {self.region[area]}
            self.near_regions.append(tuple(sorted(found)))
        titles = [row for row in file.title if row.min_players <= self.mark]
        self.title_ids = [row.id for row in titles]
        self.title_vp = [row.vp for row in titles]
        self.title_region = [
            number_of(row.region, self.region_ids, f"map.title.{row.id}.region") if row.region else NO_REGION
            for row in titles
        ]

    # -- boards -----------------------------------------------------------------------------------

    def _boards(self, file: schema.BoardsFile) -> None:
        if [row.id for row in file.action] != list(ACTION_IDS):
            raise FilesError("actions")
        self.reaction_row = [number_of(row.id, REACTION_IDS, "boards.reaction") for row in file.reaction]
        """The reactions from left to right (D-13.4)."""
        self.band_ids = [row.id for row in file.band]
        self.stack_size = file.stack.discs_for_reaction
        self.offer_places = file.offer.spaces
        track = file.culture_track
        self.last_space = track.last_space
        self.red_spaces = track.red_spaces
        self.red_gold = track.gold_for_first_on_red
        self.access_at_start = track.accessible_at_start
        self.access_per_red = track.accessible_per_red_space
        self.track_vp = [0] * (self.last_space + 1)
        for value in track.vp:
            for space in range(value.space, self.last_space + 1):
                self.track_vp[space] = value.vp
        self.reds_reached = [
            sum(space >= red for red in self.red_spaces) for space in range(self.last_space + 1)
        ]
        scoring = file.church_scoring
        self.church_vp = scoring.base_vp
        self.church_first_vp = scoring.first_in_region_vp
        self.church_near_vp = scoring.adjacent_region_without_church_vp
        build = file.build
        self.city_cost = goods_of(build.city.cost, "boards.build.city")
        self.city_culture = build.city.culture
        self.own_production_cost = goods_of(build.production_own.cost, "boards.build.production_own")
        self.near_production_cost = goods_of(
            build.production_neighbour.cost, "boards.build.production_neighbour"
        )
        self.church_cost = goods_of(build.church.cost, "boards.build.church")
        self.floor_costs = [
            goods_of(row.cost, "boards.build.tower") for row in (build.tower_1, build.tower_2, build.tower_3)
        ]
        self.manor_cost = goods_of(build.manor.cost, "boards.build.manor")
        self.city_vp = file.city.vp_by_buildings
        self.achievement_slots = file.player_board.achievement_slots
        self.hand_limit = file.player_board.hand_limit
        self.top_storage = len(file.storage.level) - 1
        self.sell_limit = [row.sell for row in file.storage.level]
        self.store_limit = [row.store for row in file.storage.level]
        self.storage_vp = [row.vp for row in file.storage.level]
        self.storage_costs = [
            tuple([goods_of(cost, "boards.storage") for cost in row.costs]) for row in file.storage.level
        ]
        self.manors = len(file.manor_row.supply)
        self.supply_limit = [0, *file.manor_row.supply]
        """The supply limit by the manors off the row (D-9.1)."""
        self.manor_vp = [0, *file.manor_row.vp]
        self.reinforcement = [
            UNIT_IDS.index(unit) if unit else -1 for unit in file.trophy.reinforcement
        ]  # D-16.2
        self.trophy_vp = file.trophy.bonus_vp
        self.gold_vp = file.final.gold_vp
        self.floor_vp = file.final.floor_vp

    def _setup(self, file: schema.SetupFile) -> None:
        self.colour_ids = [row.id for row in file.colour][: self.players]
        self.tower_pieces = file.supply.tower_pieces
        self.churches = file.supply.churches
        self.production_pieces = file.supply.production_buildings_per_type
        sell = file.sell_culture
        self.sell_culture = [sell.wood, sell.leather, sell.stone, sell.iron]
        start = file.start_goods
        self.start_goods = [start.wood, start.leather, start.stone, start.iron, start.gold]
        rows = [row for row in file.player_count if row.players == self.players]
        if len(rows) != 1:
            raise FilesError("player_count", n=self.players)
        row = rows[0]
        self.cities = row.cities
        self.discs = row.noble_discs
        self.exhausted_at_start = (row.exhausted_discs, row.exhausted_again)
        """How many players, from the starting player on, begin with a disc exhausted, and with one more."""
        self.church_trigger = row.church_trigger

    # -- units ------------------------------------------------------------------------------------

    def _units(self, file: schema.UnitsFile) -> None:
        if [row.id for row in file.unit] != list(UNIT_IDS):
            raise FilesError("units")
        self.figures = [row.per_player for row in file.unit]
        self.faces: list[Face] = []
        for row in file.face:
            values, dice = (row.ranged, row.charge, row.melee), (row.dice_ranged, 1, 1)
            cost = goods_of(row.cost, f"units.face.{row.id}")
            face = Face(row.id, UNIT_IDS.index(row.type), row.level, values, dice, row.armour, cost)
            effects = [Effect(effect, f"units.face.{row.id}") for effect in row.effects]
            if effects:
                face.power = self._add_power(-1, row.level, len(self.faces), effects)
            self.faces.append(face)
        self.first_faces: list[int] = []
        """The printed face of each type (D-3.22)."""
        for type in range(UNITS):
            first = [i for i, face in enumerate(self.faces) if face.type == type and face.level == 1]
            if len(first) != 1:
                raise FilesError("first_face", unit=UNIT_IDS[type])
            self.first_faces.append(first[0])
        free = goods_of({}, "units.barbarian")
        self.barbarian_faces: list[int] = []
        for type, values_row in enumerate(file.barbarian):
            if values_row.id != UNIT_IDS[type]:
                raise FilesError("units")
            self.barbarian_faces.append(len(self.faces))
            shown = (values_row.ranged, values_row.charge, values_row.melee)
            id = f"barbarian_{values_row.id}"
            self.faces.append(Face(id, type, values_row.level, shown, (1, 1, 1), values_row.armour, free))
        for other in file.other:
            shown, type = (other.ranged, other.charge, other.melee), UNIT_IDS.index(other.type)
            self.faces.append(Face(other.id, type, other.level, shown, (1, 1, 1), other.armour, free))
        self.third_level = [face.level == LEVELS for face in self.faces]
        self.damages = max(face.armour for face in self.faces)
        """A unit that is alive has taken less than this."""
        self.room = [
            [armour - damage for damage in range(self.damages)] * 2 for armour in range(self.damages + 1)
        ]
        """By armour the damage that the targets of one type still stand, regular and temporary ones."""
        self.targets = 2 * UNITS * self.damages
        """Units of an army told apart by type, regular or temporary, and damage taken (D-26.8)."""

    # -- rulers and markers -------------------------------------------------------------------------

    def _rulers(self, file: schema.RulersFile) -> None:
        rows = [row for row in file.ruler if row.min_players <= self.mark]  # D-3.4
        self.ruler_ids = [row.id for row in rows]
        places = [f"rulers.ruler.{row.id}" for row in rows]
        for row in rows:
            if row.home not in self.area_ids:
                close = hint(row.home, self.area_ids)
                raise FilesError("no_home", ruler=row.id, area=row.home, n=self.players, hint=close)
        self.homes = [self.area_ids.index(row.home) for row in rows]
        self.start_cards = [
            tuple([number_of(id, self.card_ids, place) for id in row.start_cards])
            for row, place in zip(rows, places, strict=True)
        ]
        self.settle_costs: list[tuple[int, ...]] = []
        """By ruler the cost of settling in each area (D-10.3 to D-10.5)."""
        for row, home in zip(rows, self.homes, strict=True):
            left, middle, right = row.settle_cost
            costs: list[int] = []
            for area in self.every_area:
                near = bool(self.near[home] >> area & 1) + (self.region[area] == self.region[home])
                costs.append((right, middle, left)[near])
            self.settle_costs.append(tuple(costs))

    def _markers(self, file: schema.BarbariansFile) -> None:
        rows = [*file.marker, *file.spare]
        self.first_markers = range(len(file.marker))
        """The markers from which those on the map are drawn at the start."""
        self.marker_ids = [row.id for row in rows]
        self.marker_units = [(row.infantry, row.archer, row.cavalry) for row in rows]
        self.marker_rewards = [self._rewards(row.reward, f"{file.file}.marker.{row.id}") for row in rows]
        units = sorted(set(self.marker_units))
        rewards: list[tuple[int, ...]] = []
        for reward in self.marker_rewards:
            told = tuple([effect.index for effect in reward])
            if told not in rewards:
                rewards.append(told)
        self.look_units = units
        """The different unit sides; they are the first looks of a marker."""
        self.look_rewards = rewards
        """The different reward sides; they are the other looks."""
        self.looks = len(units) + len(rewards)
        self.unit_look = [units.index(side) for side in self.marker_units]
        self.reward_look = [
            len(units) + rewards.index(tuple([effect.index for effect in reward]))
            for reward in self.marker_rewards
        ]
        if len(self.first_markers) < self.areas - self.players:
            raise FilesError("too_few_markers", file=file.file, n=self.areas - self.players)


def _abilities(effects: Sequence[Effect], limit: int) -> int:
    return sum(1 << ability for ability, effect in enumerate(effects) if effect.limit == limit)


def _beside(row: schema.Area) -> list[str]:
    return [*row.land, *row.sea]
