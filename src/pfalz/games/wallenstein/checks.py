"""What must hold in every position (W-60), and the names of things."""

from __future__ import annotations

from collections.abc import Sequence

from pfalz.core.state import HIDDEN
from pfalz.games.wallenstein.planning import planning_cards
from pfalz.games.wallenstein.state import EMPTY, SOURCE_IDS, Wallenstein, is_county
from pfalz.games.wallenstein.tables import (
    ACTION_IDS,
    BLANK,
    BUILDING_IDS,
    COMBAT_A,
    FREE_BUILDING,
    IMMUNITY,
    MONEY,
    TILE_IDS,
    Tables,
)

Names = tuple[str, dict[str, tuple[str, int]]]
SEASON_IDS = ("spring", "summer", "fall", "winter")
EFFECT_WORDS = (
    "trade_calms",
    "palace_guard",
    "taxes_max",
    "taxes_min",
    "grain_min",
    "grain_max",
    "stubborn_neutrals",
    "church_peace",
    "few_recruits",
)
FAVOR_WORDS = (
    "dismiss_event",
    "thalers",
    "tray_armies",
    "calm_revolt",
    "grain",
    "points",
    "free_building",
    "safe_conduct",
    "imperial_troops",
)
BONUS_IDS = ("thalers", "armies_to_tray", "grain", "victory_points")


def contested(s: Wallenstein) -> set[int]:
    """Counties in the middle of a battle, a revolt or a draft turn: owner and armies may disagree there."""
    found: set[int] = set()
    for frame in s.stack:
        if s.rules.nodes[frame[0]].name in ("battle", "revolt", "drafted"):
            found.add(frame[2][1])
    return found


def violations(s: Wallenstein) -> Sequence[str]:
    """What is not conserved or cannot be. That the map is connected (W-60.6) is a fact of its data."""
    return [*_cubes(s), *_counties(s), *_cards(s)]


def _cubes(s: Wallenstein) -> list[str]:
    """Armies and peasants (W-60.1, W-60.2), and nothing below zero (W-60.5)."""
    found: list[str] = []
    n = s.t.players
    for colour in range(n + 1):
        places = s.supply[colour] + s.tray[colour] + s.tower[colour]
        wanted = s.t.peasants if colour == n else s.t.armies
        if colour < n:
            places += sum(s.groups[colour])
            places += sum(a for a, o in zip(s.armies, s.owner, strict=True) if o == colour)
        if places != wanted:
            found.append(f"colour {colour}: {places} of {wanted} cubes are somewhere")
    columns = (s.supply, s.tray, s.tower, s.thalers, s.grain, s.armies, s.markers, s.points)
    if any(value < 0 for column in columns for value in column):
        found.append("a count is negative")
    if sum(s.markers) > s.t.markers:
        found.append(f"{sum(s.markers)} revolt markers lie on the board")
    return found


def _counties(s: Wallenstein) -> list[str]:
    """Buildings (W-60.3) and owners (W-60.4)."""
    found: list[str] = []
    for building, id in enumerate(BUILDING_IDS):
        if s.stock(building) < 0:
            found.append(f"there are more buildings {id} than in the box")
    open_ = contested(s)
    for county, id in enumerate(s.t.county_ids):
        owner, armies, held = s.owner[county], s.armies[county], s.buildings[county]
        if held.bit_count() > s.t.sites[county]:
            found.append(f"{id} has more buildings than sites")
        if county not in open_ and (owner >= 0) != (armies > 0):
            found.append(f"{id} has the owner {owner} and {armies} armies")
        if owner < 0 and (held or s.markers[county]):
            found.append(f"{id} is neutral, but has buildings or revolt markers")
        if not s.t.in_play[county] and (owner >= 0 or armies):
            found.append(f"{id} is out of play, but owned")
    return found


def _cards(s: Wallenstein) -> list[str]:
    """Every card lies in one place, with its owner (W-60.9)."""
    found: list[str] = []
    boxes = s.boxes()
    for seat in range(s.t.players):
        row = [card for card in s.mat[seat * boxes : (seat + 1) * boxes] if card not in (EMPTY, HIDDEN)]
        if len(set(row)) != len(row):
            found.append(f"seat {seat} has a card in two boxes")
        known = planning_cards(s, seat)
        for card in row:
            if card not in known or (is_county(card) and s.gained >> card & 1):
                found.append(f"seat {seat} has planned card {card} without holding it")
    cards = len(s.event_deck) + len(s.event_row) + (1 if s.event >= 0 else 0)
    if cards > len(s.t.event_ids):
        found.append(f"{cards} event cards are in play")
    return found


def inside(table: str, words: Names) -> Names:
    """The same words, their key in a table."""
    return f"{table}.{words[0]}", words[1]


def event_words(t: Tables, event: int) -> Names:
    """Key of the texts of an event card, and the numbers an edition may correct."""
    amounts = t.event_amounts[event]
    values = {"loss": ("number", t.winter_loss[event])}
    for name, amount in zip(("n", "m"), amounts, strict=False):
        values[name] = ("number", amount)
    return EFFECT_WORDS[t.effect[event]], values


def favor_words(t: Tables, favor: int) -> Names:
    """Key of the texts of a favor, and what an edition may correct."""
    values = {"n": ("number", favor + 1), "amount": ("number", t.favor_amount[favor])}
    effect = t.favor_effect[favor]
    if effect == FREE_BUILDING:
        values["building"] = ("building", t.favor_building[favor])
    if effect == IMMUNITY:
        return "safe_conduct_" + "".join(
            ["ab"[action - COMBAT_A] for action in sorted(t.wards[favor])]
        ), values
    return FAVOR_WORDS[effect], values


def name_of(t: Tables, kind: str, value: int) -> Names:
    """Text key of a thing of this game, with what stands in its placeholders."""
    if kind == "card":
        if value == EMPTY:
            return "no_card", {}
        if value >= BLANK:
            return "dice_tower_card", {"n": ("number", value - BLANK + 1)}
        if value >= MONEY:
            return "money_card", {"n": ("number", t.money[value - MONEY])}
        return f"county.{t.county_ids[value]}", {}
    if kind == "destination":
        return ("stay", {}) if value < 0 else (f"county.{t.county_ids[value]}", {})
    if kind == "draft_card":
        return ("blind_card", {}) if value < 0 else (f"county.{t.county_ids[value]}", {})
    if kind == "colour":
        return ("peasants", {}) if value == t.players else ("armies_of", {"seat": ("seat", value)})
    if kind == "box":
        if value < 0:
            return "hand", {}
        if value == 0:
            return "auction_box", {}
        if value > len(ACTION_IDS):
            return "extra_box", {"n": ("number", t.convert[value - len(ACTION_IDS) - 1])}
        return f"action.{ACTION_IDS[value - 1]}", {}
    if kind == "place":
        return "place", {"n": ("number", value + 1)}
    if kind == "favor":
        return ("no_favor", {}) if value < 0 else inside("favor", favor_words(t, value))
    if kind == "tile" and value < 0:
        return "no_tile", {}
    if kind == "event_card":
        return ("no_event", {}) if value < 0 else inside("event_card", event_words(t, value))
    if kind == "banner_bonus":
        banner, bonus = divmod(value, len(BONUS_IDS))
        return f"banner_bonus.{BONUS_IDS[bonus]}", {"n": ("number", t.banners[banner][bonus])}
    ids: dict[str, Sequence[str]] = {
        "county": t.county_ids,
        "region": t.region_ids,
        "action": ACTION_IDS,
        "building": BUILDING_IDS,
        "tile": TILE_IDS,
        "season": SEASON_IDS,
        "source": SOURCE_IDS,
        "banner": t.banner_ids,
        "bonus": BONUS_IDS,
    }
    return f"{kind}.{ids[kind][value]}", {}
