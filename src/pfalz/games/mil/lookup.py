"""Lookup tables of one ruleset: the data files turned into flat lists for the player count in play.

Slots of the four limited spheres are numbered through, sphere by sphere and from left to right; the two
unlimited spheres follow as further places (M-1.15, M-R1). Exchanges at the Market are numbered in the
order of the data.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final

from pfalz.core.data import typed
from pfalz.core.errors import Called, DataError, RulesetError
from pfalz.core.game import Data, Options
from pfalz.games.mil import schema

# resources, from the worst to the best (M-1.2, M-1.4)
FOOD: Final = 0
CLOTH: Final = 1
METAL: Final = 2
INFLUENCE: Final = 3
GOLD: Final = 4
RESOURCES: Final = 5
RESOURCE_IDS: Final = ("food", "cloth", "metal", "influence", "gold")

# limited spheres (M-1.14)
COURT: Final = 0
MARKET: Final = 1
WAR: Final = 2
CURIA: Final = 3
LIMITED_IDS: Final = ("court", "market", "war", "curia")

# lands (M-1.5), and the cubes of harvest and tribute that the rules tell (M-1.8)
LAND_IDS: Final = ("grain_land", "fishing_pier", "sheep_pasture", "mine", "quarry")
HARVESTS: Final = (("food",), ("food",), ("cloth",), ("metal",), ("metal",))
TRIBUTES: Final = (("gold",), ("gold", "food"), ("gold",), ("gold",), ("gold", "metal"))

# results of the family die (M-1.16)
MAN: Final = 0
WOMAN: Final = 1
HOURGLASS: Final = 2
RESULT_IDS: Final = ("man", "woman", "hourglass")

# stacks of free land (M-1.9)
NEAR: Final = 0
FAR: Final = 1

Cubes = tuple[int, ...]


class OptionsError(RulesetError):
    """Options of a table that do not fit together."""

    package: ClassVar[str] = "pfalz.games.mil"


class FilesError(DataError):
    """Values of the data files, or of an edition, that do not fit together."""

    package: ClassVar[str] = "pfalz.games.mil"


def cubes(given: dict[schema.ResourceId, int], place: str = "", told: Sequence[str] = ()) -> Cubes:
    """Numbers of cubes in the order of the resources; those the rules tell must stand at their place."""
    return tuple(_numbers(given, RESOURCE_IDS, place, told))


def _numbers(
    given: Mapping[Any, int], ids: Sequence[str], place: str = "", told: Sequence[str] = ()
) -> list[int]:
    for id in told:
        if id not in given:
            raise FilesError("untold", file=place.partition(".")[0], place=place, id=id)
    return [given.get(id, 0) for id in ids]


class Lookup:
    """Everything constant at a table, as ints."""

    def __init__(self, data: Data, players: int, options: Options) -> None:
        self.players = players
        setup = typed(data["setup"], schema.SetupFile, "setup.toml")
        self._setup(setup)
        self._game(typed(data["game"], schema.GameFile, "game.toml"))
        self._lands(typed(data["lands"], schema.LandsFile, "lands.toml"))
        self._numbers(typed(data["numbers"], schema.NumbersFile, "numbers.toml"))
        self._stacks(setup, options)
        self.turn_all_lands = options["turn_all_lands"] is True  # M-8.6

    def _game(self, file: schema.GameFile) -> None:
        limited = [row for row in file.sphere if row.printed_slots is not None]
        if [row.id for row in limited] != list(LIMITED_IDS):
            raise FilesError("limited_spheres")
        self.rounds = file.game.rounds
        self.family_ids = [row.id for row in file.family]
        self.family_tokens = file.pieces.family_tokens_per_family
        self.most_women = file.limits.single_women
        self.column_ids = file.individual_board.columns
        self.death_age = file.individual_board.time_tokens_for_death
        self.sphere_ids = [row.id for row in file.sphere]
        for row in limited:
            if row.printed_slots is None or row.printed_slots < self.per_sphere:
                raise FilesError("too_few_slots", sphere=row.id, n=self.per_sphere, players=self.players)
        results = {"man": MAN, "woman": WOMAN, "hourglass": HOURGLASS}
        self.face_results = [tuple([results[result] for result in face.results]) for face in file.die_face]
        self.face_snow = [face.snow for face in file.die_face]

    def _lands(self, file: schema.LandsFile) -> None:
        self.land_ids = [row.id for row in file.land]
        self.land_count = [row.count for row in file.land]
        if self.land_ids != list(LAND_IDS):
            raise FilesError("lands")
        self.harvest = [
            cubes(row.harvest, f"lands.land.{row.id}.harvest", told)
            for row, told in zip(file.land, HARVESTS, strict=True)
        ]
        self.printed_tribute = [
            cubes(row.tribute, f"lands.land.{row.id}.tribute", told)
            for row, told in zip(file.land, TRIBUTES, strict=True)
        ]
        self.land_defence = [row.defence for row in file.land]
        self.stack_ids = [row.id for row in file.stack]
        self.stack_defence = [row.defence for row in file.stack]
        if self.stack_ids != ["near", "far"]:
            raise FilesError("stacks")

    def _setup(self, file: schema.SetupFile) -> None:
        """What depends on the number of players; two have rules of their own (M-17.1, M-17.2)."""
        row = next((row for row in file.player_count if row.players == self.players), None)
        if row is None:
            raise FilesError("player_count", players=self.players)
        self.per_sphere = row.slots
        self.slots = 4 * row.slots
        self.monastery = self.slots
        self.crusades = self.slots + 1
        self.tokens_on_slots = row.tokens_on_slots
        self.start_cubes = cubes(file.start.resources, "setup.start.resources", RESOURCE_IDS)
        self.start_women = file.start.single_women
        self.start_privileges = file.start.privileges
        self.tokens_on_track = file.start.tokens_on_track
        self.start_heir = [knight.heir for knight in file.start_knight]
        self.start_soldiers = [knight.soldiers for knight in file.start_knight]
        self.start_castle = [1 if knight.castle else 0 for knight in file.start_knight]

    def _numbers(self, file: schema.NumbersFile) -> None:
        costs, prestige, final = file.costs, file.prestige, file.final
        plain = cubes(costs.recruit, "numbers.costs.recruit", ("cloth", "metal"))
        extra = cubes(costs.recruit_extra, "numbers.costs.recruit_extra", ("influence",))
        self.recruit_cost = plain
        self.recruit_dear = tuple([a + b for a, b in zip(plain, extra, strict=True)])
        self.recruit_extra_from = costs.recruit_extra_from
        self.toll_gold, self.toll_privileges = costs.toll_gold, costs.toll_privileges
        self.son_gold, self.son_privileges = costs.illegitimate_son_gold, costs.illegitimate_son_privileges
        self.veil_privileges = costs.veil_privileges
        self.influence_per_woman = costs.attack_influence_per_woman
        self.lowest_bid = cubes(costs.lowest_bid, "numbers.costs.lowest_bid", ("food", "cloth", "metal"))
        self.lord_food = file.tribute.lord_food
        self.tribute = [
            tuple([n + (file.tribute.extra_food if r == FOOD else 0) for r, n in enumerate(row)])
            for row in self.printed_tribute
        ]
        self.soldier_strength, self.castle_strength = file.strength.soldier, file.strength.castle
        self.bride_points = prestige.bride
        self.death_points = prestige.death_without_heir
        self.land_points = prestige.land
        self.vassal_points, self.vassal_land_points = prestige.vassal, prestige.vassal_land
        self.resisted_points = prestige.resisted
        self.castle_points = prestige.castle
        self.richer_points = prestige.war_against_richer
        self.donation_points, self.lowest_donation = prestige.donation, prestige.lowest_donation
        if [row.sphere for row in file.favour] != list(LIMITED_IDS):
            raise FilesError("favours")
        told = (("influence",), ("gold",), (), ())
        self.favour_cubes = [
            cubes(row.resources, f"numbers.favour.{i}.resources", told[i])
            for i, row in enumerate(file.favour)
        ]
        self.favour_points = [row.prestige for row in file.favour]
        self.court_influence = file.gains.court_influence
        self.abbess_influence = file.gains.abbess_influence
        self.crusade_influence = file.gains.crusade_influence
        self.trade_cubes = file.gains.trade_cubes
        self.give = [RESOURCE_IDS.index(row.give) for row in file.trade for _ in row.get]
        self.get = [RESOURCE_IDS.index(got) for row in file.trade for got in row.get]
        self.majority_points = (final.most_cloth_and_metal, final.most_influence, final.most_privileges)
        self.gold_per_point = final.gold_per_point
        self.woman_points, self.most_women_points = final.woman, final.woman_of_most

    def _stacks(self, file: schema.SetupFile, options: Options) -> None:
        """Starting lands and the free land, as far as the tiles allow (M-2.10, M-2.19 to M-2.21, M-P3)."""
        row = next(row for row in file.player_count if row.players == self.players)
        start, mix = options["start_lands"], options["land_mix"]
        pairs = {"two_grain": file.start_lands.two_grain, "grain_and_pier": file.start_lands.grain_and_pier}
        pools = {"two_grain": row.two_grain, "grain_and_pier": row.grain_and_pier}
        for i, other in enumerate(file.player_count):
            _numbers(other.two_grain, LAND_IDS, f"setup.player_count.{i}.two_grain", LAND_IDS)
            _numbers(other.grain_and_pier, LAND_IDS, f"setup.player_count.{i}.grain_and_pier", LAND_IDS)
        if start == "agreed":
            if mix != "agreed":
                raise OptionsError("start_without_mix")
            chosen = options["agreed_start"]
            assert isinstance(chosen, list)
            if len(chosen) != 2:
                raise OptionsError("agreed_start", given=tuple([self._called(land) for land in chosen]))
            self.start_land = list(chosen)
        else:
            assert isinstance(start, str)
            self.start_land = [self.land_ids.index(id) for id in pairs[start]]
        if mix == "agreed":
            agreed = options["agreed_mix"]
            assert isinstance(agreed, list)
            if len(agreed) != len(self.land_ids) or sum(agreed) == 0:
                raise OptionsError("agreed_mix", given=tuple(agreed))
            self.pool = list(agreed)
        else:
            assert isinstance(start, str)
            self.pool = _numbers(pools[start], LAND_IDS)
        self.tiles = [n + self.players * self.start_land.count(land) for land, n in enumerate(self.pool)]
        for land, n in enumerate(self.tiles):
            there = self.land_count[land]
            if n > there and "agreed" in (start, mix):
                raise OptionsError("too_many_tiles", n=n, land=self._called(land), there=there)
            if n > there:
                raise FilesError(
                    "too_few_tiles", n=n, land=self._called(land), there=there, players=self.players
                )
        total = sum(self.pool)
        self.heights = (total // 2, total - total // 2)  # M-2.12

    def _called(self, land: int) -> Called:
        """A land as refusals name it."""
        id = self.land_ids[land]
        return Called(OptionsError.package, f"name.land.{id}", id)
