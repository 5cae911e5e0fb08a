"""The words of the card language (sections 21 to 24) as numbers.

Cards, unit faces and barbarian markers are data; what their words mean is written in `effects.py`,
`counters.py`, `payment.py` and the files of the battle. A word of the data that is not listed here is refused
with the nearest one that is.
"""

from __future__ import annotations

from typing import Final

# goods: the four resources (D-1.8), and gold, which is none
WOOD: Final = 0
LEATHER: Final = 1
STONE: Final = 2
IRON: Final = 3
GOLD: Final = 4
RESOURCES: Final = 4
GOODS: Final = 5
RESOURCE_IDS: Final = ("wood", "leather", "stone", "iron")
GOODS_IDS: Final = (*RESOURCE_IDS, "gold")

# what can be gained besides goods (D-22.1)
VP: Final = 5
CULTURE: Final = 6
ANY_RESOURCE: Final = 7
GAIN_IDS: Final = (*GOODS_IDS, "vp", "culture", "resource")

# unit types
INFANTRY: Final = 0
ARCHER: Final = 1
CAVALRY: Final = 2
UNITS: Final = 3
UNIT_IDS: Final = ("infantry", "archer", "cavalry")
ARCHER_OR_CAVALRY: Final = 3
ANY_UNIT: Final = 4
HIGHEST_LEVEL: Final = 5
"""A unit of the highest level its owner has on the map (DM0-8.18)."""
UNIT_WORDS: Final = (*UNIT_IDS, "archer_or_cavalry", "any", "highest_level")

# kinds of culture cards (D-1.4)
ACHIEVEMENT: Final = 0
WAR_TECHNOLOGY: Final = 1
RELIC: Final = 2
EPITHET: Final = 3
CARD_KIND_IDS: Final = ("achievement", "war_technology", "relic", "epithet")
ANY_KIND: Final = -1
OTHER_KINDS: Final = 4
"""From here on: kinds of culture cards that modules bring."""

# noble actions (D-4.3)
BUILD: Final = 0
DEVELOP: Final = 1
RESEARCH: Final = 2
RECRUIT: Final = 3
MARCH: Final = 4
ACTION_IDS: Final = ("build", "develop_culture", "research", "recruit", "march")

# reactions, from left to right (D-13.4)
CULTURE_EXCHANGE: Final = 0
TAKE_WOOD_LEATHER: Final = 1
REGROUP: Final = 2
RECRUIT_AGAIN: Final = 3
TAKE_WOOD_STONE: Final = 4
TRADE_IRON: Final = 5
REACTION_IDS: Final = (
    "culture_exchange",
    "take_wood_leather",
    "regroup",
    "recruit",
    "take_wood_stone",
    "trade",
)

# what costs something (D-22.6); the first six are the options of Build (D-5.1)
CITY: Final = 0
PRODUCTION: Final = 1
CHURCH: Final = 2
TOWER: Final = 3
MANOR: Final = 4
STORE: Final = 5
UNIT_ITEM: Final = 6
RAISE: Final = 9
TECHNOLOGY: Final = 10
SETTLE: Final = 11
BUILD_IDS: Final = ("city", "production", "church", "tower", "manor", "store")
ITEM_IDS: Final = (*BUILD_IDS, *UNIT_IDS, "raise", "war_technology", "settle")
NO_ITEM: Final = 31
"""What no discount is for (DM3-3.6)."""
ITEM_GROUPS: Final = {"build": range(CITY, STORE + 1), "unit": range(UNIT_ITEM, UNIT_ITEM + UNITS)}
# what a discount takes off: markers of the payer's choice, of one kind, or units
ANY_MARKER: Final = -1
UNIT_MARKER: Final = -2

# triggers (section 21); relics and rewards have none (D-21.16)
NOW: Final = 0
ALWAYS: Final = 1
FREE: Final = 2
COST: Final = 3
ACT: Final = 4  # + action; Recruit has no such trigger (D-21.7)
BUILT: Final = 9  # + option of Build
SETTLED: Final = 15
RECRUITED: Final = 16
RAISED: Final = 17
TOOK_CARD: Final = 18
AFTER_RELIC: Final = 19
REACT: Final = 20
REACTED: Final = 21
WON: Final = 22
TITLE: Final = 23
PASS: Final = 24
PRODUCE: Final = 25
SELL: Final = 26
BATTLE_START: Final = 27
BATTLE_PHASE: Final = 28  # + phase
BATTLE_RESULT: Final = 31
AFTER_BATTLE: Final = 32
END: Final = 33
NO_TRIGGER: Final = 34
BEFORE_ACT: Final = 35  # + action (DM0-8.12)
WHOLE_BATTLE: Final = 40  # a total for all phases (DM0-4.8)
TRIGGER_IDS: Final = (
    "now",
    "always",
    "free",
    "cost",
    *[f"act.{action}" for action in ACTION_IDS],
    *[f"built.{option}" for option in BUILD_IDS],
    "settled",
    "recruited",
    "researched.raise",
    "took_card",
    "relic",
    "react",
    "reacted",
    "won",
    "title",
    "pass",
    "produce",
    "sell",
    "battle.start",
    "battle.ranged",
    "battle.charge",
    "battle.melee",
    "battle.result",
    "after_battle",
    "end",
    "",
    *[f"before.{action}" for action in ACTION_IDS],
    "battle",
)
TRIGGERS: Final = len(TRIGGER_IDS)

# dice a bonus is for: a number, or all of them (DM0-8.8)
EVERY_DIE: Final = 0

# phases of a battle (D-15.4)
RANGED: Final = 0
CHARGE: Final = 1
MELEE: Final = 2
PHASE_IDS: Final = ("ranged", "charge", "melee")

# operations (section 22)
GAIN: Final = 0
GAIN_CHOICE: Final = 1
GAIN_DIFFERENT: Final = 2
GAIN_PER: Final = 3
SCORE: Final = 4
TRADE: Final = 5
DISCOUNT: Final = 6
SUBSTITUTE: Final = 7
EXTRA_BUILD: Final = 8
EXTRA_RECRUIT: Final = 9
RAISE_ACHIEVEMENT: Final = 10
TAKE_CARD: Final = 11
PLACE_UNIT: Final = 12
PARAM: Final = 13
SELL_VALUE: Final = 14
PRODUCE_BONUS: Final = 15
TEMP_UNIT: Final = 16
DIE_BONUS: Final = 17
EXTRA_DIE: Final = 18
REROLL: Final = 19
DOUBLE_SIX: Final = 20
ENEMY_DIE_PENALTY: Final = 21
CANCEL_DAMAGE: Final = 22
RESULT_BONUS: Final = 23
REDUCE_ENEMY_TOWERS: Final = 24
NO_CITY_ARCHER: Final = 25
NO_REINFORCEMENT: Final = 26
EXTRA_TURN: Final = 27
SPECIAL: Final = 28
FIRST_STRIKE: Final = 29  # DM9-6.7
PURSUIT: Final = 30  # DM9-6.10
RECOVER_FALLEN: Final = 31  # DM9-6.12
NO_TOWERS: Final = 32  # DM0-8.10
NO_MANOR_LEVY: Final = 33
# operations of modules (DM0-8)
LOSE: Final = 34
LOSE_PER: Final = 35
PAY: Final = 36
GIVE: Final = 37
REMOVE_UNIT: Final = 38
RETURN_MANOR: Final = 39
REMOVE_BUILDING: Final = 40
REMOVE_TOWER_FLOOR: Final = 41
STORAGE_BACK: Final = 42
DISCARD_HAND: Final = 43
EXHAUST_NOBLE: Final = 44
RECOVER_NOBLE: Final = 45
EXHAUST_TITLE: Final = 46
READY_TITLE: Final = 47
REGROUP_UNITS: Final = 48
# choices that somebody is given (DM0-8.16)
MAY: Final = 49
PAY_OR: Final = 50
CHOOSE_LOSS: Final = 51
REQUIRE: Final = 52
OP_IDS: Final = (
    "gain",
    "gain_choice",
    "gain_different",
    "gain_per",
    "score",
    "trade",
    "discount",
    "substitute",
    "extra_build",
    "extra_recruit",
    "raise_achievement",
    "take_card",
    "place_unit",
    "param",
    "sell_value",
    "produce_bonus",
    "temp_unit",
    "die_bonus",
    "extra_die",
    "reroll",
    "double_six",
    "enemy_die_penalty",
    "cancel_damage",
    "result_bonus",
    "reduce_enemy_towers",
    "no_city_archer",
    "no_reinforcement",
    "extra_turn",
    "special",
    "first_strike",
    "pursuit",
    "recover_fallen",
    "no_towers",
    "no_manor_levy",
    "lose",
    "lose_per",
    "pay",
    "give",
    "remove_unit",
    "return_manor",
    "remove_building",
    "remove_tower_floor",
    "storage_back",
    "discard_hand",
    "exhaust_noble",
    "recover_noble",
    "exhaust_title",
    "ready_title",
    "regroup",
    "may",
    "pay_or",
    "choose_loss",
    "require",
)
OTHER_OPS: Final = len(OP_IDS)
"""From here on: operations that modules bring, each with a flow of its name."""
BARGAINS: Final = (MAY, PAY_OR, CHOOSE_LOSS)
ALL: Final = 100
"""The number of an effect that speaks of all there are (DM0-8.19); no other number is as large."""

# counters (section 23)
COUNTER_IDS: Final = (
    "areas",
    "regions",
    "areas_home_region",
    "areas_this_region",
    "areas_iron",
    "areas_adriatic",
    "areas_two_manors",
    "regions_away_manor",
    "this_is_home",
    "cities",
    "cities_full",
    "churches",
    "floors",
    "towers",
    "production_iron",
    "floors_in_reach",
    "manors",
    "units",
    "gold",
    "resources",
    "hand",
    "titles",
    "trophies",
    "red_spaces",
    "sold_this_pass",
    "level3",
    "achievement_levels",
    "war_levels",
    "churches_here_and_adjacent_any_owner",
)
AREAS: Final = 0
REGIONS: Final = 1
AREAS_HOME_REGION: Final = 2
AREAS_THIS_REGION: Final = 3
AREAS_IRON: Final = 4
AREAS_ADRIATIC: Final = 5
AREAS_TWO_MANORS: Final = 6
REGIONS_AWAY_MANOR: Final = 7
THIS_IS_HOME: Final = 8
CITIES: Final = 9
CITIES_FULL: Final = 10
CHURCHES: Final = 11
FLOORS: Final = 12
TOWERS: Final = 13
PRODUCTION_IRON: Final = 14
FLOORS_IN_REACH: Final = 15
MANORS: Final = 16
UNITS_ON_MAP: Final = 17
GOLD_OWNED: Final = 18
RESOURCES_OWNED: Final = 19
HAND: Final = 20
TITLES: Final = 21
TROPHIES: Final = 22
RED_SPACES: Final = 23
SOLD_THIS_PASS: Final = 24
LEVEL3: Final = 25
ACHIEVEMENT_LEVELS: Final = 26
WAR_LEVELS: Final = 27
CHURCHES_AROUND: Final = 28  # DM0-8.11

# values that cards raise (D-22.13)
SUPPLY_LIMIT: Final = 0
SELL_LIMIT: Final = 1
STORE_LIMIT: Final = 2
HAND_LIMIT: Final = 3
ACCESS: Final = 4
RELICS_PER_CHURCH: Final = 5
TITLE_DISCS: Final = 6
PARAM_IDS: Final = (
    "supply_limit",
    "sell_limit",
    "store_limit",
    "hand_limit",
    "access",
    "relics_per_church",
    "title_discs",
)

# effects with a rule of their own (section 24)
DOUBLE_REACTION: Final = 0
SCOUT: Final = 1
ROMAN_ROAD: Final = 2
FREE_REGROUP: Final = 3
RECOVER_UNIT: Final = 4
ADRIATIC_FLEET: Final = 5
TITLE_AREA: Final = 6
CHANNEL_FLEET: Final = 7
SPECIAL_IDS: Final = (
    "double_reaction",
    "scout",
    "roman_road",
    "free_regroup",
    "recover_unit",
    "adriatic_fleet",
    "title_area",
    "channel_fleet",
)
FLEETS: Final = ((ADRIATIC_FLEET, "adriatic"), (CHANNEL_FLEET, "channel"))
"""Special effects that make all areas on a sea adjacent to each other (D-24.6, DM2-3.5)."""

# limits (D-23.8)
UNLIMITED: Final = 0
PER_ACTION: Final = 1
PER_TURN: Final = 2
PER_BATTLE: Final = 3
PER_CYCLE: Final = 4
LIMIT_IDS: Final = ("", "action", "turn", "battle", "cycle")

# sides of a battle (D-15.1), and whom the other one is (D-21.11)
ATTACKER: Final = 0
DEFENDER: Final = 1
ROLE_IDS: Final = ("attacker", "defender")
ROLES: Final = 2
VS_BARBARIANS: Final = 0
VS_PLAYER: Final = 1
VS_IDS: Final = ("barbarians", "player")
WHATEVER: Final = -1
"""A filter that is not there."""

# where an extra build may be (D-22.8), and where modules place and take things (DM0-8.2, DM0-8.18)
ANYWHERE: Final = 0
SAME_AREA: Final = 1
SAME_TOWER: Final = 2
HERE: Final = 4
HOME: Final = 5
OWN_CITY_AREA: Final = 6
MAP: Final = 7
DIFFERENT_AREAS: Final = 8
TWO_MANORS: Final = 9
NOT_HOME: Final = 10
SPARE_PRODUCTION: Final = 11
WHERE_IDS: Final = (
    "any",
    "same_area",
    "same_tower",
    "this_area",
    "here",
    "home",
    "one_own_city_area",
    "map",
    "two_different_areas",
    "own_area_with_two_manors",
    "own_area_not_home",
    "own_city_with_two_or_more_production_buildings",
)
# whom an effect concerns (DM0-8.15), and who receives (DM0-8.18)
OWNER: Final = 0
EVERYBODY: Final = 1
WHO_IDS: Final = ("", "all", "each")
FEWEST_VP: Final = 0
TO_IDS: Final = ("other_player_with_fewest_vp",)
# areas a filter speaks of (D-21.14)
HOME_REGION: Final = 0
AWAY: Final = 1
REGION_IDS: Final = ("home", "away")
# the same for the place a card of a module lies in (DM0-8.14)
THIS_AREA: Final = 0
BESIDE_THIS_AREA: Final = 1
PLACE_IDS: Final = ("this_area", "adjacent_to_this_area")
# how long the card of a module is in force
FOR_GOOD: Final = 0
FOR_BATTLE: Final = 1
FOR_EXECUTION: Final = 2
LASTING_IDS: Final = ("game", "battle", "execution")
# where a card is taken from (D-22.11)
FROM_OFFER: Final = 0
FROM_OFFER_OR_DISCARD: Final = 1
FROM_SUPPLY: Final = 2
FROM_MAP: Final = 3
SOURCE_IDS: Final = ("offer", "offer_or_discard", "supply", "map")
