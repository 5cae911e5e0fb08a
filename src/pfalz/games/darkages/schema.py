"""The shape of Dark Ages' data files. A file that does not fit is refused with the place and the reason.

Most fields of the card language (D-22) have a short list of words. Triggers (`when`), operations (`op`),
counters (`per`) and special effects (`key`) are left to the lookup, which refuses those it does not know.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

Count = Annotated[int, Meta(ge=0, le=99)]
Amount = Annotated[int, Meta(ge=1, le=99)]
Players = Annotated[int, Meta(ge=2, le=4)]
"""A mark on cards and areas: with how many players they are in play (`boxes.py`)."""
Table = Annotated[int, Meta(ge=1, le=8)]
"""How many sit at the table."""
Box = Annotated[int, Meta(ge=1, le=2)]
"""In which game something lies: the first, or the one that may join it."""
Level = Annotated[int, Meta(ge=1, le=3)]
Hit = Annotated[int, Meta(ge=0, le=6)]
"""The lowest result of a die that hits; 0: the unit does not roll."""
Provenance = Literal["rulebook", "public", "reconstructed"]

ResourceId = Literal["wood", "leather", "stone", "iron"]
GoodsId = Literal["wood", "leather", "stone", "iron", "gold"]
UnitId = Literal["infantry", "archer", "cavalry"]
BuildId = Literal["city", "production", "church", "tower", "manor", "store"]
ActionId = Literal["build", "develop_culture", "research", "recruit", "march"]
ReactionId = Literal[
    "culture_exchange", "take_wood_leather", "regroup", "recruit", "take_wood_stone", "trade"
]
Cost = dict[ResourceId, Amount]

# words of the card language
Gained = Literal["vp", "gold", "culture", "wood", "leather", "stone", "iron", "resource"]
Payment = dict[Literal["wood", "leather", "stone", "iron", "gold", "resource"], Amount]
Item = Literal[
    "city", "production", "church", "tower", "manor", "store", "build",
    "infantry", "archer", "cavalry", "unit", "raise", "war_technology", "settle",
]  # fmt: skip
Param = Literal[
    "supply_limit", "sell_limit", "store_limit", "hand_limit", "access", "relics_per_church", "title_discs"
]
Sort = Literal[
    "any", "wood", "leather", "stone", "iron", "gold", "unit",
    "achievement", "war_technology", "relic", "epithet",
]  # fmt: skip
"""What a discount takes off (D-22.6), or the kind of card that is taken (D-22.11)."""
Where = Literal[
    "any", "same_area", "same_tower", "this_area", "here", "home", "one_own_city_area", "map",
    "two_different_areas", "own_area_with_two_manors", "own_area_not_home",
    "own_city_with_two_or_more_production_buildings",
]  # fmt: skip


class Row(Struct, forbid_unknown_fields=True, kw_only=True):
    """A table of a data file, or the `meta` of a file: it says where its values come from."""

    provenance: Provenance
    provenance_note: str = ""


class Entry(Struct, forbid_unknown_fields=True, kw_only=True):
    """A table of a file whose `meta` says where its values come from, if it does not do so itself."""

    provenance: Provenance | None = None
    provenance_note: str = ""


class Cell(Struct, forbid_unknown_fields=True, kw_only=True):
    """A part of a table, or a whole file."""


class Condition(Cell):
    """A counter and how much of it there must be (D-23.6)."""

    per: str
    min: Amount


class Effect(Cell, kw_only=True):
    """A sentence of the card language; a field that its operation or trigger does not know is left out."""

    op: str
    when: str = ""
    what: Gained | None = None
    n: Count | Literal["all"] = 0
    options: list[dict[GoodsId, Amount]] = []
    per: str = ""
    div: Amount = 1
    max: Count = 0
    cond: Condition | None = None
    limit: Literal["action", "turn", "battle", "cycle"] | None = None
    optional: bool = False
    pay: Payment | ResourceId | None = None
    instead_of: ResourceId | None = None
    get: list[Effect] = []
    times: Amount = 1
    item: Item | None = None
    kind: Sort | None = None
    floor: Count = 0
    region: Literal["home", "away"] | None = None
    role: Literal["attacker", "defender"] | None = None
    vs: Literal["barbarians", "player"] | None = None
    needs_manor: bool = False
    needs_unit: UnitId | None = None
    needs_option: BuildId | None = None
    option: BuildId | Literal["any"] | None = None
    where: Where | None = None
    inside: str = ""
    cost: Literal["normal", "free"] | dict[Literal["gold"], Count] | None = None
    unit: UnitId | Literal["archer_or_cavalry", "any", "highest_level"] | None = None
    dice: Amount | Literal["one", "all"] | None = None
    each_unit: bool = False
    value_from: UnitId | None = None
    needs_survivor: bool = False
    source: Literal["offer", "offer_or_discard", "supply", "map"] | None = None
    access: Literal["normal", "any"] | None = None
    name: Param | None = None
    key: str = ""
    reaction: list[ReactionId] = []
    first_in_region: bool = False
    cities: Count = 0
    min_buildings: Count = 0
    area: Literal["this_area", "adjacent_to_this_area"] | None = None
    before: bool = False
    who: str = ""
    to: Literal["other_player_with_fewest_vp"] | None = None
    otherwise: list[Effect] = []
    price: list[Effect] = []
    effects: list[Effect] = []
    ways: list[list[Effect]] = []
    up_to: bool = False
    shows: Count = 0
    not_just_taken: bool = False


Effects = list[Effect]


class Region(Row):
    id: str
    areas: Annotated[list[str], Meta(min_length=1)]


class Sea(Entry):
    id: str


class Title(Row):
    """A title; one without a region cannot be claimed while passing."""

    id: str
    vp: Count
    min_players: Players
    region: str = ""


class Area(Entry):
    id: str
    resource: ResourceId
    min_players: Players
    land: list[str]
    sea: list[str]
    coast: list[str]


class MapFile(Cell):
    meta: Row
    region: Annotated[list[Region], Meta(min_length=1)]
    sea: list[Sea]
    title: list[Title]
    area: Annotated[list[Area], Meta(min_length=1)]


class Ruler(Entry):
    id: str
    home: str
    settle_cost: Annotated[list[Amount], Meta(min_length=3, max_length=3)]
    start_cards: Annotated[list[str], Meta(min_length=2, max_length=2)]
    min_players: Players


class RulersFile(Cell):
    meta: Row
    ruler: Annotated[list[Ruler], Meta(min_length=1)]


class Action(Row):
    id: ActionId


class ReactionSpace(Row):
    id: ReactionId


class Band(Row):
    id: str


class Stack(Row):
    discs_for_reaction: Annotated[int, Meta(ge=2, le=9)]


class Offer(Row):
    spaces: Amount


class TrackValue(Cell):
    space: Amount
    vp: Count


class CultureTrack(Row):
    last_space: Amount
    red_spaces: Annotated[list[Amount], Meta(min_length=1)]
    gold_for_first_on_red: Count
    accessible_at_start: Count
    accessible_per_red_space: Count
    vp: Annotated[list[TrackValue], Meta(min_length=1)]


class ChurchScoring(Row):
    base_vp: Count
    first_in_region_vp: Count
    adjacent_region_without_church_vp: Count


class Building(Row):
    cost: Cost


class CityBuilding(Building):
    culture: Count


class Build(Cell):
    city: CityBuilding
    production_own: Building
    production_neighbour: Building
    church: Building
    tower_1: Building
    tower_2: Building
    tower_3: Building
    manor: Building


class City(Row):
    vp_by_buildings: Annotated[list[Count], Meta(min_length=4, max_length=4)]


class PlayerBoard(Row):
    achievement_slots: Amount
    hand_limit: Count


class StorageLevel(Cell):
    sell: Count
    store: Count
    vp: Count
    costs: list[Cost]


class Storage(Row):
    level: Annotated[list[StorageLevel], Meta(min_length=6, max_length=6)]


class ManorRow(Row):
    supply: Annotated[list[Count], Meta(min_length=12, max_length=12)]
    vp: Annotated[list[Count], Meta(min_length=12, max_length=12)]


class Trophy(Row):
    reinforcement: Annotated[list[UnitId | Literal[""]], Meta(min_length=4, max_length=4)]
    bonus_vp: Annotated[list[Count], Meta(min_length=4, max_length=4)]


class FinalScoring(Row):
    gold_vp: Count
    floor_vp: Count


class BoardsFile(Cell):
    action: Annotated[list[Action], Meta(min_length=5, max_length=5)]
    reaction: Annotated[list[ReactionSpace], Meta(min_length=6, max_length=6)]
    band: Annotated[list[Band], Meta(min_length=5, max_length=5)]
    stack: Stack
    offer: Offer
    culture_track: CultureTrack
    church_scoring: ChurchScoring
    build: Build
    city: City
    player_board: PlayerBoard
    storage: Storage
    manor_row: ManorRow
    trophy: Trophy
    final: FinalScoring


class Unit(Row):
    id: UnitId
    per_player: Amount


class Values(Entry):
    """What a unit is in battle."""

    level: Level
    ranged: Hit
    charge: Hit
    melee: Annotated[int, Meta(ge=1, le=6)]
    armour: Annotated[int, Meta(ge=1, le=9)]


class Face(Values, kw_only=True):
    id: str
    type: UnitId
    dice_ranged: Annotated[int, Meta(ge=1, le=9)] = 1
    cost: Cost
    effects: Effects


class Barbarian(Values):
    id: UnitId


class OtherFace(Values):
    """A face of the units of a side that a module brings and nobody sits for."""

    id: str
    type: UnitId


class UnitsFile(Cell):
    meta: Row
    unit: Annotated[list[Unit], Meta(min_length=3, max_length=3)]
    face: Annotated[list[Face], Meta(min_length=3)]
    barbarian: Annotated[list[Barbarian], Meta(min_length=3, max_length=3)]
    other: list[OtherFace] = []


class Marker(Entry):
    id: str
    infantry: Count
    archer: Count
    cavalry: Count
    reward: Annotated[Effects, Meta(min_length=1)]


class BarbariansFile(Cell):
    meta: Row
    marker: Annotated[list[Marker], Meta(min_length=1)]
    file: str = "barbarians"
    """Where the markers come from: a module may put its own in their place."""
    spare: list[Marker] = []
    """Markers that are not laid out at the start: a module may need some beside those on the map."""


class Card(Entry, kw_only=True):
    """A culture card; start cards have no number of players of their own."""

    id: str
    min_players: Players | None = None


class AchievementLevel(Cell, kw_only=True):
    replaces: bool = False
    effects: Annotated[Effects, Meta(min_length=1)]


class Achievement(Card):
    vp: Annotated[list[Count], Meta(min_length=3, max_length=3)]
    level: Annotated[list[AchievementLevel], Meta(min_length=3, max_length=3)]


class WarTechnology(Card):
    faces: Annotated[list[str], Meta(min_length=1, max_length=2)]


class Relic(Card):
    effects: Annotated[Effects, Meta(min_length=1)]


class Tier(Cell):
    min: Amount
    vp: Count


class Epithet(Card):
    per: str
    tiers: Annotated[list[Tier], Meta(min_length=1)]


class OtherCard(Card, kw_only=True):
    """A culture card of a kind that a module brings.

    One that is `open` never comes into a hand; one that is not `in_deck` comes into it later, or never."""

    kind: str
    open: bool = False
    in_deck: bool = True


class Shuffled(Cell, kw_only=True):
    """Into which parts of the deck the cards of a kind are shuffled (DM0-2.5 to DM0-2.7).

    `per_part` is how many come into each of the parts, or how many into each single one. `unused` are left
    over and lie unseen beside the deck, `apart` are taken out of it in the setup. The row counts only if the
    options of the table are as `when` says."""

    step: Literal["b", "c", "d"]
    kind: str
    parts: Amount
    targets: Annotated[list[Amount], Meta(min_length=1)]
    per_part: Amount | list[Count]
    file: str
    unused: Count = 0
    apart: Count = 0
    when: dict[str, bool] = {}


class Deed(Entry, kw_only=True):
    """What a card or piece of a module does when it is used.

    `place` says where that stands in the files of the module, for whoever gets it wrong there."""

    id: str
    place: str = ""
    effects: Annotated[Effects, Meta(min_length=1)]


class LastingPower(Deed, kw_only=True):
    """What a card of a module does while it is in force: for good, for one battle or for one execution."""

    called: str
    lasts: Literal["game", "battle", "execution"] = "game"


class CardsFile(Cell, kw_only=True):
    """The culture cards; modules add to the lists after them: cards, what they do, words they bring."""

    meta: Row
    achievement: list[Achievement]
    war_technology: list[WarTechnology]
    relic: list[Relic]
    epithet: list[Epithet]
    other: list[OtherCard] = []
    shuffled: list[Shuffled] = []
    deed: list[Deed] = []
    power: list[LastingPower] = []
    more_counters: list[str] = []
    more_who: list[str] = []
    more_ops: list[str] = []


class Colour(Row):
    id: str


class Supply(Row):
    tower_pieces: Count
    churches: Count
    production_buildings_per_type: Count


class SellCulture(Row):
    wood: Count
    leather: Count
    stone: Count
    iron: Count


class StartGoods(Row):
    wood: Count
    leather: Count
    stone: Count
    iron: Count
    gold: Count


class PlayerCount(Row, kw_only=True):
    """The numbers of a setup; modules bring rows for other player counts."""

    players: Table
    cities: Amount
    noble_discs: Amount
    exhausted_discs: Count
    exhausted_again: Count = 0
    church_trigger: Amount
    highest_mark: Players | None = None
    boxes: Box = 1


class SetupFile(Cell):
    colour: Annotated[list[Colour], Meta(min_length=4)]
    supply: Supply
    sell_culture: SellCulture
    start_goods: StartGoods
    player_count: Annotated[list[PlayerCount], Meta(min_length=3)]
