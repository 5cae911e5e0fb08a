"""Lookup tables of one ruleset: the data files turned into flat lists for the player count in play.

Office seats are numbered through all regions, region by region and from left to right.
"""

from __future__ import annotations

from typing import ClassVar, Final

from pfalz.core.data import typed
from pfalz.core.errors import DataError, RulesetError
from pfalz.core.game import Data, Options
from pfalz.games.staufer import schema
from pfalz.games.staufer.codes import (
    DIRECT_JOURNEY,
    KINDS,
    NEIGHBOURHOOD,
    PRIVILEGES,
    REGIONS,
    SAFE_CONDUCT,
    has,
    owner_of,
)

# chest kinds in the order of chests.toml (S-1.11)
ORANGE: Final = range(8)
FIRST_PLACE: Final = 8
OTHER_CHEST: Final = 9
FREE_MOVEMENT: Final = 10
CHEAP_SEAT: Final = 11
LEAVE_FIGURE: Final = 12
BROWN: Final = 13
PURPLE: Final = 14
CHEST_KINDS: Final = 15

NUMBERS: Final = 8
"""One more than the highest number of a seat (S-1.5)."""

POINTS_EFFECT: Final = 0
ENVOYS_EFFECT: Final = 1
NOBLES_EFFECT: Final = 2

KINGS_REGION: Final = 0
FEWEST_CHESTS: Final = 1
MOST_OCCUPIED: Final = 2
CONDITIONS: Final = ("kings_region", "fewest_chests", "most_occupied")

JOB_CARDS: Final = 6
"""Cards of each category (S-1.13)."""

BONUS_CHESTS: Final = 0
BONUS_ENVOYS: Final = 1
BONUS_POINTS: Final = 2

# what a seat job counts (S-15.6 to S-15.9)
SEATS_OF_A_NUMBER: Final = 0
ALL_SEATS: Final = 1
SEAT_PAIRS: Final = 2
SEAT_SERIES: Final = 3
SEAT_JOBS: Final = {"seats_all": ALL_SEATS, "seats_pair": SEAT_PAIRS, "seats_series": SEAT_SERIES}

CHEST_ORDER: Final = (
    *["orange"] * 8,
    *["turquoise"] * 5,
    "brown",
    "purple",
)


class OptionsError(RulesetError):
    """Options of a table that do not fit together."""

    package: ClassVar[str] = "pfalz.games.staufer"


class FilesError(DataError):
    """Values of the data files, or of an edition, that do not fit together."""

    package: ClassVar[str] = "pfalz.games.staufer"


def journey(d: int, owned: int, free_regions: int) -> int:
    """Figures paid for moving `d` regions, chests not counted (S-7.6 to S-7.8, S-10.13 to S-10.17)."""
    if has(owned, NEIGHBOURHOOD) and d in (1, REGIONS - 1):
        return 0
    if has(owned, DIRECT_JOURNEY):
        return 0 if d == 0 or has(owned, SAFE_CONDUCT) else 1  # S-R27: 10 and 11 together
    return max(0, d - free_regions) if has(owned, SAFE_CONDUCT) else d


class Lookup:
    """Everything constant at a table, as ints."""

    def __init__(self, data: Data, players: int, options: Options) -> None:
        self.players = players
        self._game(typed(data["game"], schema.GameFile, "game.toml"))
        self._regions(typed(data["regions"], schema.RegionsFile, "regions.toml"))
        if self.players == 2 and options["two_player_second_place"]:
            self.scoring_ranks = 2  # S-17.3
        nothing = [0] * self.players
        self.rank_points = [(row[: self.scoring_ranks] + nothing)[: self.players] for row in self.tile_points]
        """What a point tile gives every rank: the numbers this side shows (S-1.18, S-11.9)."""
        self._chests(typed(data["chests"], schema.ChestsFile, "chests.toml"))
        self._privileges(typed(data["privileges"], schema.PrivilegesFile, "privileges.toml"), options)
        self._jobs(typed(data["jobs"], schema.JobsFile, "jobs.toml"))
        self._rounds(typed(data["rounds"], schema.RoundsFile, "rounds.toml"))

    def _game(self, file: schema.GameFile) -> None:
        sides = [side for side in file.board_side if self.players in side.players]
        if len(sides) != 1:
            raise FilesError("board_side", players=self.players)
        side = sides[0]
        self.rounds = file.game.rounds
        self.turns = file.game.turns_per_round
        self.total = (file.figures.envoys, file.figures.nobles)
        self.start_court = (file.figures.start_envoys, file.figures.start_nobles)
        for key, total, start in zip(
            ("start_envoys", "start_nobles"), self.total, self.start_court, strict=True
        ):
            if start > total:
                raise FilesError(key, start=start, total=total)
        strength = [file.figures.envoy_strength, file.figures.noble_strength]
        self.strength = strength * self.players
        """Of every owned figure (S-11.6)."""
        self.owners = [owner_of(figure) for figure in range(KINDS * self.players)]
        """Of every owned figure."""
        self.envoy_spaces = frozenset(side.envoy_spaces)
        self.supply_envoys = [space.envoys for space in side.supply]
        self.supply_nobles = [space.nobles for space in side.supply]
        self.spaces = len(side.supply)
        self.board = (file.score_board.spaces, file.score_board.small_token, file.score_board.large_token)

    def _regions(self, file: schema.RegionsFile) -> None:
        # S-1.6, S-R2: the side for the player count
        rows = [region.seats_2 if self.players == 2 else region.seats_3_5 for region in file.region]
        self.region_ids = [region.id for region in file.region]
        self.region_seats: list[list[int]] = []
        self.seat_region: list[int] = []
        self.seat_number: list[int] = []
        self.noble_only: list[bool] = []
        for region, row in enumerate(rows):
            first = len(self.seat_region)
            self.region_seats.append(list(range(first, first + len(row))))
            self.seat_region += [region] * len(row)
            self.seat_number += [seat.number for seat in row]
            self.noble_only += [seat.noble for seat in row]
        self.seats = len(self.seat_region)
        bonuses = {bonus.id: bonus for bonus in file.bonus}
        for region_row in file.region:
            if region_row.bonus not in bonuses:
                raise FilesError("region_bonus", region=region_row.id, bonus=region_row.bonus)
        kinds = {"chests": BONUS_CHESTS, "envoys": BONUS_ENVOYS, "points": BONUS_POINTS}
        chosen = [bonuses[region_row.bonus] for region_row in file.region]
        self.bonus_ids = [bonus.id for bonus in chosen]
        self.bonus_kind = [kinds[bonus.kind] for bonus in chosen]
        self.bonus_draw = [bonus.draw or self.players for bonus in chosen]
        self.bonus_each = [not bonus.by_rank and not bonus.draw for bonus in chosen]
        self.bonus_amounts = [bonus.by_rank or [bonus.each] * self.players for bonus in chosen]
        self.bonus_share = [
            ([1] * draw if kind == BONUS_CHESTS else amounts) + [0] * self.players
            for kind, draw, amounts in zip(self.bonus_kind, self.bonus_draw, self.bonus_amounts, strict=True)
        ]
        """How many chests, envoys or points the bonus of a region has for every rank (S-12.1 to S-12.6)."""
        self.point_tile_ids = [tile.id for tile in file.point_tile]
        self.tile_points = [tile.points for tile in file.point_tile]
        self.scoring_ranks = file.scoring_ranks[self.players - 2].ranks

    def _chests(self, file: schema.ChestsFile) -> None:
        if tuple(chest.colour for chest in file.chest) != CHEST_ORDER:
            raise FilesError("chest_kinds")
        effects = {"points": POINTS_EFFECT, "envoys": ENVOYS_EFFECT, "nobles": NOBLES_EFFECT}
        for chest in file.chest[:8]:
            if chest.effect not in effects:
                raise FilesError("chest_effect", chest=chest.id, effect=chest.effect)
        self.chest_ids = [chest.id for chest in file.chest]
        self.chest_copies = [chest.copies for chest in file.chest]
        self.orange_effect = [effects[chest.effect] for chest in file.chest[:8]]
        self.orange_ids = [f"orange_{chest.effect}" for chest in file.chest[:8]]
        self.orange_value = [chest.value for chest in file.chest[:8]]
        self.brown = file.scoring.brown
        self.leftover = (file.scoring.turquoise, file.scoring.purple)

    def _privileges(self, file: schema.PrivilegesFile, options: Options) -> None:
        self.privilege_ids = [privilege.id for privilege in file.privilege]
        self.seal_blue = [privilege.seal == "blue" for privilege in file.privilege]
        copies = file.copies.two_players if self.players == 2 else file.copies.more_players
        self.pile_size = [self.players] + [copies] * (PRIVILEGES - 1)
        self.victory_points = sorted(file.victory_points.values, reverse=True)[: self.players]
        self.flat_cost = file.amounts.flat_cost
        self.flat_discounted = file.amounts.flat_cost_with_discount
        self.royal_favour = file.amounts.royal_favour
        self.supply_points = file.amounts.supply_points
        self.journeys = [
            [journey(d, discount << DIRECT_JOURNEY, file.amounts.free_regions) for d in range(REGIONS)]
            for discount in range(8)
        ]
        """Figures paid for moving, by codes.journey_discount and distance."""
        self.rank_bonus = file.amounts.rank_bonus[:1] if self.players == 2 else file.amounts.rank_bonus
        self.presence = file.amounts.presence
        self.orange_bonus = file.amounts.orange_bonus
        chosen = next(entry for entry in file.set if entry.id == options["privilege_set"])
        kinds = list(chosen.kinds)
        if chosen.id == "custom":
            custom = options["custom_privileges"]
            assert isinstance(custom, list)
            if len(custom) != 6 or len(set(custom)) != 6:  # S-17.2
                raise OptionsError("custom_privileges", given=tuple(custom))
            kinds = custom
        elif len(set(kinds)) != len(kinds) or len(kinds) + chosen.random != 6:
            raise FilesError("privilege_set", set=chosen.id, kinds=tuple(kinds), random=chosen.random)
        self.fixed_kinds = [kind - 1 for kind in kinds]
        self.random_kinds = chosen.random
        # by codes.seat_discount: without privileges, with 4, with 5, with both (S-10.7)
        plain = self.seat_number
        self.seat_costs = [
            plain,
            [self.flat_cost] * self.seats,
            [number - 1 for number in plain],
            [self.flat_discounted] * self.seats,
        ]

    def _jobs(self, file: schema.JobsFile) -> None:
        self.region_job = (
            file.region.first,
            file.region.second_two_players if self.players == 2 else file.region.second,
        )
        self.job_ids: list[list[str]] = [
            [job.id for job in file.region_job],
            [job.id for job in file.pattern_job],
            [job.id for job in file.seat_job],
        ]
        for region_job in file.region_job:
            if region_job.region not in self.region_ids:
                raise FilesError("job_region", job=region_job.id, region=region_job.region)
        for seat_job in file.seat_job:
            if seat_job.id not in SEAT_JOBS and not seat_job.scale:
                raise FilesError("job_scale", job=seat_job.id)
        self.job_region = [self.region_ids.index(job.region) for job in file.region_job]
        self.pattern_offsets = [tuple(job.offsets) for job in file.pattern_job]
        self.pattern_points = [job.points for job in file.pattern_job]
        self.seat_job_kind = [SEAT_JOBS.get(job.id, SEATS_OF_A_NUMBER) for job in file.seat_job]
        self.seat_job_number = [job.number for job in file.seat_job]
        self.seat_job_points = [job.points for job in file.seat_job]
        self.seat_job_scale = [job.scale for job in file.seat_job]

    def _rounds(self, file: schema.RoundsFile) -> None:
        self.b_copies = [0, 0, 0]
        for tile in file.tile_b:
            self.b_copies[CONDITIONS.index(tile.id)] += tile.copies
        self.tile_c_ids = [tile.id for tile in file.tile_c]
        self.c_steps = [tile.steps for tile in file.tile_c]
        self.c_copies = [tile.copies for tile in file.tile_c]
        if sum(self.b_copies) < 5 or sum(self.c_copies) < 4:
            raise FilesError("round_tiles")
