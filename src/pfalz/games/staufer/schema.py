"""The shape of Staufer's data files. A file that does not fit is refused with the place and the reason."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

Count = Annotated[int, Meta(ge=0, le=99)]
Amount = Annotated[int, Meta(ge=1, le=99)]
Provenance = Literal["rulebook", "public", "reconstructed"]


class Row(Struct, forbid_unknown_fields=True, kw_only=True):
    """A table of a data file; it says where its values come from."""

    provenance: Provenance


class Cell(Struct, forbid_unknown_fields=True, kw_only=True):
    """A part of a table."""


class GameRow(Row):
    rounds: Literal[5]
    turns_per_round: Literal[3]


class Figures(Row):
    envoys: Amount
    nobles: Amount
    start_envoys: Count
    start_nobles: Count
    envoy_strength: Amount
    noble_strength: Amount


class ScoreBoard(Row):
    spaces: Amount
    small_token: Amount
    large_token: Annotated[int, Meta(ge=1)]


class SupplySpace(Cell):
    id: str
    envoys: Count
    nobles: Count


class BoardSide(Row):
    id: str
    players: list[int]
    envoy_spaces: list[Amount]
    supply: Annotated[list[SupplySpace], Meta(min_length=1, max_length=6)]


class GameFile(Cell):
    game: GameRow
    figures: Figures
    score_board: ScoreBoard
    board_side: list[BoardSide]


class Seat(Cell):
    number: Annotated[int, Meta(ge=3, le=7)]  # S-1.5
    noble: bool


SeatRow = Annotated[list[Seat], Meta(min_length=1, max_length=6)]


class Region(Row):
    id: str
    bonus: str
    seats_2: SeatRow
    seats_3_5: SeatRow


class Bonus(Row):
    id: str
    kind: Literal["chests", "envoys", "points"]
    draw: Count = 0
    by_rank: list[Amount] = []
    each: Count = 0


class ScoringRanks(Row):
    id: Literal["two_players", "three_players", "four_players", "five_players"]
    ranks: Annotated[int, Meta(ge=1, le=3)]  # S-1.18: a tile has three numbers


class PointTile(Row):
    id: str
    points: Annotated[list[Count], Meta(min_length=3, max_length=3)]


class RegionsFile(Cell):
    region: Annotated[list[Region], Meta(min_length=6, max_length=6)]
    bonus: list[Bonus]
    scoring_ranks: Annotated[list[ScoringRanks], Meta(min_length=4, max_length=4)]
    point_tile: Annotated[list[PointTile], Meta(min_length=6, max_length=6)]


class ChestScoring(Row):
    brown: Annotated[list[Amount], Meta(min_length=1)]
    turquoise: Count
    purple: Count


class Trade(Row):
    purple_chests: Literal[2]


class Chest(Row):
    id: str
    colour: Literal["orange", "turquoise", "brown", "purple"]
    copies: Count
    effect: str = ""
    value: Count = 0


class ChestsFile(Cell):
    scoring: ChestScoring
    trade: Trade
    chest: Annotated[list[Chest], Meta(min_length=15, max_length=15)]


class Copies(Row):
    two_players: Amount
    more_players: Amount


class VictoryPoints(Row):
    values: Annotated[list[Amount], Meta(min_length=5, max_length=5)]


class Amounts(Row):
    flat_cost: Annotated[int, Meta(ge=2, le=7)]  # S-9.22: never fewer than 2 without the chest
    flat_cost_with_discount: Annotated[int, Meta(ge=2, le=7)]
    royal_favour: Amount
    supply_points: Amount
    free_regions: Amount
    rank_bonus: Annotated[list[Amount], Meta(min_length=3, max_length=3)]
    presence: Amount
    orange_bonus: Amount


class Privilege(Row):
    id: str
    seal: Literal["blue", "red"]


class PrivilegeSet(Row):
    id: str
    kinds: list[Annotated[int, Meta(ge=1, le=16)]]
    random: Annotated[int, Meta(ge=0, le=6)]


class PrivilegesFile(Cell):
    copies: Copies
    victory_points: VictoryPoints
    amounts: Amounts
    privilege: Annotated[list[Privilege], Meta(min_length=16, max_length=16)]
    set: list[PrivilegeSet]


class RegionPoints(Row):
    first: Amount
    second: Count
    second_two_players: Count


class RegionJob(Row):
    id: str
    region: str


class PatternJob(Row):
    id: str
    offsets: Annotated[list[Annotated[int, Meta(ge=0, le=5)]], Meta(min_length=2, max_length=3)]
    points: Amount


class SeatJob(Row):
    id: Literal["seats_3", "seats_4", "seats_5", "seats_all", "seats_pair", "seats_series"]
    points: Amount
    number: Annotated[int, Meta(ge=0, le=7)] = 0
    scale: list[Amount] = []


class JobsFile(Cell):
    region: RegionPoints
    region_job: Annotated[list[RegionJob], Meta(min_length=6, max_length=6)]
    pattern_job: Annotated[list[PatternJob], Meta(min_length=6, max_length=6)]
    seat_job: Annotated[list[SeatJob], Meta(min_length=6, max_length=6)]


class TileB(Row):
    id: Literal["kings_region", "fewest_chests", "most_occupied"]
    copies: Amount


class TileC(Row):
    id: str
    steps: Annotated[int, Meta(ge=1, le=5)]
    copies: Amount


class RoundsFile(Cell):
    tile_b: list[TileB]
    tile_c: list[TileC]
