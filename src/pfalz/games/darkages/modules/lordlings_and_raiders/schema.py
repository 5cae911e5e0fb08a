"""The shape of lordlings_and_raiders.toml."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from pfalz.games.darkages.schema import Amount, Cell, Count, Entry, Hit, Level, ReactionId, Row, UnitId

Roll = Annotated[int, Meta(ge=1, le=20)]
"""A result of the twenty-sided die."""
HordeKind = Literal["reinforcement", "raid", "surprise"]
SideId = Literal["lordlings", "magyars"]


class Solo(Row):
    cities: Amount
    church_trigger: Amount
    noble_discs: Amount
    exhausted_discs: Count
    rulers: Amount
    rulers_with_commanders: Amount
    progress: Amount
    target_on_ruler_vp: Count
    markers_at_start: Count
    markers_after_attack: Count
    markers_after_counter_attack: Count
    gold_for_defence: Count
    gold_per_magyar: Count
    hurry_discs: Count


class Marks(Row):
    """What is in play: all areas, rulers and titles but these."""

    blocked: list[str]
    rulers: list[str]
    titles: list[str]


class Numbered(Entry):
    id: str
    number: Roll


class LordlingCard(Entry):
    id: str
    action: Literal["research", "recruit", "march", "develop_culture", "build", "settle", "persist", "hurry"]


class Span(Entry, rename={"first": "from", "last": "to"}):
    """Results of the die from one to another."""

    first: Roll
    last: Roll


class UpgradeSpan(Span):
    unit: UnitId


class ResearchSpan(Span, kw_only=True):
    deed: Literal["culture", "upgrade", "points"]
    n: Count = 0
    per_achievement: Count = 0


class BuildSpan(Span):
    option: Literal["city", "tower", "manor", "church"]


class RecruitRoll(Row):
    upgrade_from: Roll


class AttackRoll(Row):
    neighbour_from: Roll


class PassPoints(Entry):
    areas: Amount
    vp: Count


class Reactions(Row):
    order: Annotated[list[ReactionId], Meta(min_length=6, max_length=6)]


Parts = Annotated[list[Count], Meta(min_length=5, max_length=5)]


class HordeDeck(Entry):
    cards: HordeKind
    normal: Parts
    hard: Parts


class HordeEffect(Cell, kw_only=True):
    """A word of the horde cards (DM0-8.13)."""

    op: Literal["enlarge", "upgrade", "add_marker", "new_target", "attack"]
    n: Amount = 1
    side: SideId = "magyars"


class HordeCard(Entry):
    id: str
    kind: HordeKind
    display: list[HordeEffect]
    discard: list[HordeEffect]


class UnitLevel(Entry):
    side: SideId
    unit: UnitId
    level: Level
    ranged: Hit
    charge: Hit
    melee: Annotated[int, Meta(ge=1, le=6)]
    armour: Annotated[int, Meta(ge=1, le=9)]


class Figures(Row):
    infantry: Count
    archer: Count
    cavalry: Count


class ManorRow(Row):
    vp: Annotated[list[Count], Meta(min_length=12, max_length=12)]


class Final(Row):
    achievement_vp: Count
    achievement_vp_easy: Count


class Values(Row):
    card_vp: Count
    card_vp_hard: Count
    pope_vp_hard: Count
    pass_culture: Count
    pass_culture_hard: Count
    sell_culture: Count
    title_vp_hard: Count
    red_vp_hard: Count


class SoloFile(Cell):
    meta: Row
    solo: Solo
    marks: Marks
    area: Annotated[list[Numbered], Meta(min_length=1)]
    lordling: Annotated[list[LordlingCard], Meta(min_length=1)]
    upgrade: Annotated[list[UpgradeSpan], Meta(min_length=1)]
    research: Annotated[list[ResearchSpan], Meta(min_length=1)]
    build: Annotated[list[BuildSpan], Meta(min_length=1)]
    recruit: RecruitRoll
    horde_attack: AttackRoll
    pass_vp: Annotated[list[PassPoints], Meta(min_length=1)]
    reactions: Reactions
    horde_deck: Annotated[list[HordeDeck], Meta(min_length=3, max_length=3)]
    horde: Annotated[list[HordeCard], Meta(min_length=1)]
    unit: Annotated[list[UnitLevel], Meta(min_length=18, max_length=18)]
    magyars: Figures
    manor_row: ManorRow
    final: Final
    values: Values
