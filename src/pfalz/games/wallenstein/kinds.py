"""The kinds of things in Wallenstein: how many there are and how they are called; modules add theirs."""

from __future__ import annotations

from typing import Final

from pfalz.core.kinds import Kind, Kinds, Name
from pfalz.games.wallenstein.lookup import ACTION_IDS, ACTIONS, BUILDING_IDS, MONEY, TILE_IDS, Lookup
from pfalz.games.wallenstein.state import AUCTION, BLIND, EMPTY, HAND, STAY

SEASON_IDS: Final = ("spring", "summer", "fall", "winter")
EFFECT_WORDS: Final = (
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
"""How the effects of the events are called in the texts."""


def declare_kinds(kinds: Kinds, t: Lookup) -> None:
    """Land and cards, actions and seasons; whatever lies on a county's card stands for that county."""
    kinds.things("county", t.county_ids)
    kinds.things("region", t.region_ids)
    kinds.things("action", ACTION_IDS)
    kinds.things("building", BUILDING_IDS)
    kinds.things("tile", TILE_IDS)
    kinds.things("season", SEASON_IDS)
    kinds.numbered("place", len(TILE_IDS))
    kinds.numbered("space", ACTIONS)
    kinds.add(Kind("event_card", len(t.event_ids), lambda event: within("event_card", event_words(t, event))))
    kinds.variant("destination", "county", {STAY: ("stay", {})})
    kinds.variant("draft_card", "county", {BLIND: ("blind_card", {})})
    cards = {MONEY + i: money_card(n) for i, n in enumerate(t.money)}
    kinds.variant("card", "county", {**cards, EMPTY: ("no_card", {})})  # W-5.2
    kinds.add(Kind("box", ACTIONS + 1, box, also={HAND: ("hand", {})}))  # W-5.3
    kinds.made_of("colour", "side", namer=lambda side: colour(t, side))


def money_card(n: int) -> Name:
    """A money card by its value."""
    return "money_card", {"n": ("number", n)}


def box(value: int) -> Name:
    """A box of the mat: the auction, or an action."""
    return ("auction_box", {}) if value == AUCTION else (f"action.{ACTION_IDS[value - 1]}", {})


def colour(t: Lookup, side: int) -> Name:
    """Whose cubes these are."""
    return ("armies_of", {"seat": ("seat", side)}) if side < t.players else ("peasants", {})


def event_words(t: Lookup, event: int) -> Name:
    """Key of the texts of an event card, and the numbers an edition may correct."""
    values = {"loss": ("number", t.winter_loss[event])}
    for name, amount in zip(("n", "m"), t.event_amounts[event], strict=False):
        values[name] = ("number", amount)
    return EFFECT_WORDS[t.effect[event]], values


def within(table: str, words: Name) -> Name:
    """The same words, their key in a table."""
    return f"{table}.{words[0]}", words[1]
