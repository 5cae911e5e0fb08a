"""The shape of MIL's data files. A file that does not fit is refused with the place and the reason."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

Count = Annotated[int, Meta(ge=0, le=99)]
Amount = Annotated[int, Meta(ge=1, le=99)]
Provenance = Literal["rulebook", "public", "reconstructed"]
ResourceId = Literal["food", "cloth", "metal", "influence", "gold"]
LandId = Literal["grain_land", "fishing_pier", "sheep_pasture", "mine", "quarry"]
Cubes = dict[ResourceId, Count]
Tiles = dict[LandId, Count]
LandPair = Annotated[list[LandId], Meta(min_length=2, max_length=2)]


class Row(Struct, forbid_unknown_fields=True, kw_only=True):
    """A table of a data file; it says where its values come from."""

    provenance: Provenance


class Cell(Struct, forbid_unknown_fields=True, kw_only=True):
    """A part of a table, or a whole file."""


class GameRow(Row):
    rounds: Literal[5]


class Family(Row):
    id: str


class Pieces(Row):
    family_tokens_per_family: Amount


class Limits(Row):
    single_women: Amount


class IndividualBoard(Row):
    columns: Annotated[list[str], Meta(min_length=4, max_length=4)]
    lands_per_knight: Literal[2]
    castles_per_knight: Literal[1]
    time_tokens_for_death: Amount


class Sphere(Row):
    id: Literal["monastery", "court", "market", "war", "curia", "crusades"]
    printed_slots: Annotated[int, Meta(ge=1, le=5)] | None = None


class DieFace(Row):
    id: Amount
    results: Annotated[list[Literal["man", "woman", "hourglass"]], Meta(min_length=1)]
    snow: bool


class GameFile(Cell):
    game: GameRow
    family: Annotated[list[Family], Meta(min_length=5, max_length=5)]
    pieces: Pieces
    limits: Limits
    individual_board: IndividualBoard
    sphere: Annotated[list[Sphere], Meta(min_length=6, max_length=6)]
    die_face: Annotated[list[DieFace], Meta(min_length=6, max_length=6)]


class Land(Row):
    id: LandId
    count: Amount
    harvest: Cubes
    tribute: Cubes
    defence: Count


class Stack(Row):
    id: Literal["near", "far"]
    defence: Count


class LandsFile(Cell):
    land: Annotated[list[Land], Meta(min_length=5, max_length=5)]
    stack: Annotated[list[Stack], Meta(min_length=2, max_length=2)]


class Start(Row):
    resources: Cubes
    single_women: Count
    privileges: Count
    tokens_on_track: Count


class StartKnight(Row):
    heir: bool
    soldiers: Count
    castle: bool


class StartLands(Row):
    two_grain: LandPair
    grain_and_pier: LandPair


class PlayerCount(Row):
    players: Annotated[int, Meta(ge=2, le=5)]
    slots: Annotated[int, Meta(ge=1, le=5)]
    two_grain: Tiles
    grain_and_pier: Tiles
    tokens_on_slots: bool


class SetupFile(Cell):
    start: Start
    start_knight: Annotated[list[StartKnight], Meta(min_length=2, max_length=2)]
    start_lands: StartLands
    player_count: Annotated[list[PlayerCount], Meta(min_length=4, max_length=4)]


class Costs(Row):
    recruit: Cubes
    recruit_extra: Cubes
    recruit_extra_from: Count
    toll_gold: Count
    toll_privileges: Count
    illegitimate_son_gold: Count
    illegitimate_son_privileges: Count
    veil_privileges: Amount
    attack_influence_per_woman: Count
    lowest_bid: Cubes


class Tribute(Row):
    extra_food: Count
    lord_food: Count


class Strength(Row):
    soldier: Count
    castle: Count


class Prestige(Row):
    bride: Count
    death_without_heir: Count
    land: Count
    vassal: Count
    vassal_land: Count
    resisted: Count
    castle: Count
    war_against_richer: Count
    donation: Count
    lowest_donation: Count


class Favour(Row):
    sphere: Literal["court", "market", "war", "curia"]
    resources: Cubes
    prestige: Count


class Gains(Row):
    court_influence: Count
    abbess_influence: Count
    crusade_influence: Count
    trade_cubes: Amount


class Trade(Row):
    give: ResourceId
    get: list[ResourceId]


class FinalScoring(Row):
    most_cloth_and_metal: Count
    most_influence: Count
    most_privileges: Count
    gold_per_point: Amount
    woman: Count
    woman_of_most: Count


class NumbersFile(Cell):
    costs: Costs
    tribute: Tribute
    strength: Strength
    prestige: Prestige
    favour: Annotated[list[Favour], Meta(min_length=4, max_length=4)]
    gains: Gains
    trade: list[Trade]
    final: FinalScoring
