"""The card language read into numbers: effects, what the cards in force of a side do together.

An `Effect` is one line of a card, a unit face or a marker. A *power* is a bundle of effects that is in force
as a whole: an uncovered level of an achievement, or a unit face; modules may have others. The powers in force
of a side are a column of the state; their `Profile` answers everything the rules ask of them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final

from pfalz.core.errors import DataError, hint
from pfalz.games.darkages import schema
from pfalz.games.darkages.words import (
    ACT,
    ALL,
    ANY_KIND,
    ANY_MARKER,
    ANY_RESOURCE,
    ARCHER_OR_CAVALRY,
    BARGAINS,
    BEFORE_ACT,
    BUILD_IDS,
    CARD_KIND_IDS,
    COUNTER_IDS,
    DISCARD_HAND,
    DISCOUNT,
    EVERY_DIE,
    EXHAUST_TITLE,
    EXTRA_BUILD,
    EXTRA_RECRUIT,
    FOR_GOOD,
    GAIN,
    GAIN_CHOICE,
    GAIN_DIFFERENT,
    GAIN_IDS,
    GAIN_PER,
    GIVE,
    GOODS,
    GOODS_IDS,
    HERE,
    ITEM_GROUPS,
    ITEM_IDS,
    LIMIT_IDS,
    LOSE,
    LOSE_PER,
    OP_IDS,
    OTHER_OPS,
    OWN_CITY_AREA,
    PARAM,
    PARAM_IDS,
    PAY,
    PER_CYCLE,
    PER_TURN,
    PLACE_IDS,
    PLACE_UNIT,
    PRODUCE_BONUS,
    RAISE_ACHIEVEMENT,
    REACTION_IDS,
    READY_TITLE,
    RECOVER_FALLEN,
    REGION_IDS,
    REGROUP_UNITS,
    REMOVE_BUILDING,
    REMOVE_TOWER_FLOOR,
    REMOVE_UNIT,
    RESOURCES,
    RETURN_MANOR,
    ROLE_IDS,
    SAME_AREA,
    SELL_VALUE,
    SOURCE_IDS,
    SPECIAL,
    SPECIAL_IDS,
    SUBSTITUTE,
    TAKE_CARD,
    TEMP_UNIT,
    TO_IDS,
    TRADE,
    TRIGGER_IDS,
    TRIGGERS,
    UNIT_IDS,
    UNIT_MARKER,
    UNIT_WORDS,
    VS_IDS,
    WHATEVER,
    WHERE_IDS,
    WHO_IDS,
    WHOLE_BATTLE,
)


class FilesError(DataError):
    """Values of the data files, or of an edition, that do not fit together."""

    package: ClassVar[str] = "pfalz.games.darkages"


def number_of(word: str, words: Sequence[str], place: str) -> int:
    """The number of a word; an unknown one is refused with the nearest known."""
    for i, known in enumerate(words):
        if known == word:
            return i
    file, _, where = place.partition(".")
    close = hint(word, [w for w in words if w])
    raise FilesError("unknown_word", file=file, place=where, word=word, hint=close)


def goods_of(given: Mapping[Any, int], place: str) -> tuple[int, ...]:
    """Numbers of goods in their order."""
    for id in given:
        number_of(id, GOODS_IDS, place)
    return tuple([given.get(id, 0) for id in GOODS_IDS])


class Vocabulary:
    """Words that modules add to: counters (DM0-8.19), whom effects concern (DM0-8.15), operations."""

    def __init__(
        self,
        counters: Sequence[str] = (),
        who: Sequence[str] = (),
        ops: Sequence[str] = (),
        areas: Sequence[str] = (),
    ) -> None:
        self.counters = (*COUNTER_IDS, *counters)
        self.who = (*WHO_IDS, *who)
        self.ops = (*OP_IDS, *ops)
        self.areas = areas


BASE: Final = Vocabulary()


class Effect:
    """One line of a card (sections 21 to 24, DM0-8). Filters that are not there are WHATEVER."""

    def __init__(self, row: schema.Effect, place: str, known: Vocabulary = BASE) -> None:
        self.index = -1
        """Its number among all effects."""
        self.power = -1
        """The power it belongs to; effects of relics, markers and trades belong to none."""
        self.ability = -1
        """Its number among those that are limited per turn or per cycle."""
        self.when = number_of(row.when, TRIGGER_IDS, place)
        if row.before:
            self.when += BEFORE_ACT - ACT
        self.op = number_of(row.op, known.ops, place)
        self.n = ALL if isinstance(row.n, str) else row.n
        self.what = number_of(row.what, GAIN_IDS, place) if row.what else WHATEVER
        self.per = number_of(row.per, known.counters, place) if row.per else WHATEVER
        self.div = row.div
        self.most = row.max
        self.cond_per = number_of(row.cond.per, known.counters, place) if row.cond else WHATEVER
        self.cond_min = row.cond.min if row.cond else 0
        self.limit = number_of(row.limit or "", LIMIT_IDS, place)
        self.optional = row.optional
        # filters (D-21.10 to D-21.14)
        self.role = number_of(row.role, ROLE_IDS, place) if row.role else WHATEVER
        self.vs = number_of(row.vs, VS_IDS, place) if row.vs else WHATEVER
        self.region = number_of(row.region, REGION_IDS, place) if row.region else WHATEVER
        self.place = number_of(row.area, PLACE_IDS, place) if row.area else WHATEVER
        self.needs_manor = row.needs_manor
        self.needs_unit = number_of(row.needs_unit, UNIT_IDS, place) if row.needs_unit else WHATEVER
        self.needs_option = number_of(row.needs_option, BUILD_IDS, place) if row.needs_option else WHATEVER
        self.reactions = sum(1 << number_of(id, REACTION_IDS, place) for id in row.reaction)
        self.first_in_region = row.first_in_region
        # what it is about
        self.unit = number_of(row.unit, UNIT_WORDS, place) if row.unit else WHATEVER
        self.dice = 1 if row.dice in (None, "one") else EVERY_DIE
        if isinstance(row.dice, int):
            self.dice = row.dice
        self.each_unit = row.each_unit
        self.value_from = number_of(row.value_from, UNIT_IDS, place) if row.value_from else WHATEVER
        self.needs_survivor = row.needs_survivor
        self.items = _items(row.item, place) if row.item else 0
        self.kind = ANY_MARKER
        self.card_kind = ANY_KIND
        if row.op == "discount" and row.kind:
            self.kind = _marker(row.kind, place)
        elif row.kind and row.kind != "any":
            self.card_kind = number_of(row.kind, CARD_KIND_IDS, place)
        self.floor = row.floor
        self.pay_with = number_of(row.pay, GOODS_IDS, place) if isinstance(row.pay, str) else WHATEVER
        self.instead_of = number_of(row.instead_of, GOODS_IDS, place) if row.instead_of else WHATEVER
        self.option = WHATEVER
        if row.option is not None and row.option != "any":
            self.option = number_of(row.option, BUILD_IDS, place)
        self.where = number_of(row.where, WHERE_IDS, place) if row.where else 0
        self.inside = number_of(row.inside, known.areas, place) if row.inside else WHATEVER
        """The one area it is about (DM0-8.18)."""
        self.free = row.cost == "free"
        self.gold = row.cost.get("gold", 0) if isinstance(row.cost, dict) else 0
        self.source = number_of(row.source, SOURCE_IDS, place) if row.source else 0
        self.any_access = row.access == "any"
        self.param = number_of(row.name, PARAM_IDS, place) if row.name else WHATEVER
        self.key = number_of(row.key, SPECIAL_IDS, place) if row.key else WHATEVER
        self.cities = row.cities
        self.min_buildings = row.min_buildings
        self.bundles = tuple([goods_of(option, place) for option in row.options])
        self.choices: tuple[int, ...] = ()
        """Of `gain_choice` the numbers of its entries among all entries."""
        # trades (D-22.5)
        self.pay: tuple[int, ...] = (0,) * GOODS
        self.pay_any = 0
        if isinstance(row.pay, dict):
            self.pay_any = row.pay.get("resource", 0)
            self.pay = goods_of({id: n for id, n in row.pay.items() if id != "resource"}, place)
        if self.op == PAY:  # DM0-8.1: a price like any other
            if self.what == ANY_RESOURCE:
                self.pay_any = self.n
            else:
                self.pay = tuple([self.n if goods == self.what else 0 for goods in range(GOODS)])
        self.get: tuple[Effect, ...] = tuple([Effect(got, place, known) for got in row.get])
        """What a trade brings; of units that are placed those that come to the same area (DM0-8.2)."""
        self.times = row.times
        # words of modules (DM0-8)
        self.who = number_of(row.who, known.who, place)
        self.to = number_of(row.to, TO_IDS, place) if row.to else WHATEVER
        self.otherwise: tuple[Effect, ...] = tuple(effects_of(row.otherwise, place, known))
        """What is carried out if there is nothing to carry out of this one (DM0-8.3, DM0-8.4)."""
        self.price: tuple[Effect, ...] = tuple(effects_of(row.price, place, known))
        """What has to be fulfilled completely before (DM0-8.16)."""
        self.effects: tuple[Effect, ...] = tuple(effects_of(row.effects, place, known))
        """What somebody is free to carry out."""
        self.ways: tuple[tuple[Effect, ...], ...] = tuple(
            [tuple(effects_of(way, place, known)) for way in row.ways]
        )
        """What somebody chooses from."""
        self.up_to = row.up_to
        self.shows = row.shows
        self.not_just_taken = row.not_just_taken
        """Not the card that the running action has taken (DM0-8.18)."""
        if self.op in (EXHAUST_TITLE, READY_TITLE) and self.n != ALL:
            number_of(str(self.n), ("all",), place)
        self.chosen = self._leaves_choice()

    def leaves_choice(self) -> bool:
        """Whether its owner has something to decide (D-21.21)."""
        return self.chosen

    def _leaves_choice(self) -> bool:
        if self.op == EXTRA_BUILD and self.where == HERE:
            return self.optional  # a piece that is placed where the card lies (DM0-8.14)
        if self.optional or self.op in _CHOSEN or self.op >= OTHER_OPS:
            return True
        if self.op in (GAIN, GAIN_PER, LOSE, LOSE_PER, GIVE):
            return self.what == ANY_RESOURCE
        if self.op == PLACE_UNIT:
            return self.where == OWN_CITY_AREA
        return self.op == TEMP_UNIT and self.unit == ARCHER_OR_CAVALRY

    def declinable(self) -> bool:
        """Whether it may be left out (D-21.2)."""
        return self.optional or self.op == TRADE


_CHOSEN: Final = (
    GAIN_CHOICE,
    GAIN_DIFFERENT,
    TRADE,
    EXTRA_BUILD,
    EXTRA_RECRUIT,
    RAISE_ACHIEVEMENT,
    TAKE_CARD,
    PRODUCE_BONUS,
    SPECIAL,
    RECOVER_FALLEN,
    PAY,
    REMOVE_UNIT,
    RETURN_MANOR,
    REMOVE_BUILDING,
    REMOVE_TOWER_FLOOR,
    DISCARD_HAND,
    REGROUP_UNITS,
    *BARGAINS,
)


def effects_of(rows: Sequence[schema.Effect], place: str, known: Vocabulary = BASE) -> list[Effect]:
    """Effects that are carried out together: prices are paid as one (DM0-8.20), and units that come to the
    area just chosen belong to those it was chosen for (DM0-8.2)."""
    found: list[Effect] = []
    for row in rows:
        effect = Effect(row, place, known)
        last = found[-1] if found else effect
        if effect.op == PAY and last is not effect and last.op == PAY:
            last.pay = tuple([one + other for one, other in zip(last.pay, effect.pay, strict=True)])
            last.pay_any += effect.pay_any
        elif effect.op == PLACE_UNIT and effect.where == SAME_AREA and last.where == OWN_CITY_AREA:
            last.get = (*last.get, effect)
        else:
            found.append(effect)
    return found


def _items(item: str, place: str) -> int:
    group = ITEM_GROUPS.get(item)
    if group is not None:
        return sum(1 << i for i in group)
    return 1 << number_of(item, ITEM_IDS, place)


def _marker(kind: str, place: str) -> int:
    if kind == "any":
        return ANY_MARKER
    return UNIT_MARKER if kind == "unit" else number_of(kind, GOODS_IDS, place)


class Face:
    """The values of a unit type at one level (D-15.6 to D-15.8)."""

    def __init__(
        self,
        id: str,
        type: int,
        level: int,
        values: tuple[int, int, int],
        dice: tuple[int, int, int],
        armour: int,
        cost: tuple[int, ...],
    ) -> None:
        self.id = id
        self.type = type
        self.level = level
        self.values = values
        """What a die must show to hit, by phase; 0: no die."""
        self.dice = dice
        """Dice of one unit, by phase."""
        self.armour = armour
        self.cost = cost
        self.power = -1
        """Its abilities, if it has any."""


class Power:
    """A bundle of effects that comes into force as a whole."""

    def __init__(
        self,
        index: int,
        card: int,
        level: int,
        face: int,
        effects: tuple[Effect, ...],
        name: str = "",
        lasts: int = FOR_GOOD,
    ) -> None:
        self.index = index
        self.card = card
        """The achievement it is a level of, or -1."""
        self.level = level
        self.face = face
        """The unit face it belongs to, or -1."""
        self.effects = effects
        self.name = name
        """What the card of a module is called that it belongs to."""
        self.lasts = lasts


class Profile:
    """What the powers in force of a side do together while they are (D-7.6, D-21.4, D-22.6, D-22.13)."""

    def __init__(self, powers: Sequence[Power]) -> None:
        by_trigger: list[list[Effect]] = [[] for _ in range(TRIGGERS)]
        self.params = [0] * len(PARAM_IDS)
        self.sell = [0] * RESOURCES
        self.specials = [-1] * len(SPECIAL_IDS)
        """Of each special effect the number of the effect that allows it, or -1."""
        discounts: list[Effect] = []
        substitutes: list[Effect] = []
        for power in powers:
            for effect in power.effects:
                by_trigger[effect.when].append(effect)
                if effect.op == PARAM:
                    self.params[effect.param] += effect.n
                elif effect.op == SELL_VALUE:
                    self.sell[effect.what] += effect.n
                elif effect.op == SPECIAL:
                    self.specials[effect.key] = effect.index
                elif effect.op == DISCOUNT:
                    discounts.append(effect)
                elif effect.op == SUBSTITUTE:
                    substitutes.append(effect)
        self.by_trigger = [tuple(found) for found in by_trigger]
        """Effects by trigger, in the order of D-21.21."""
        self.discounts = tuple(discounts)
        self.substitutes = tuple(substitutes)
        self.dear = 0
        """Items no discount or substitute is for, as bits."""
        for effect in (*discounts, *substitutes):
            self.dear |= effect.items
        self.dear = ~self.dear


def limited(effect: Effect) -> bool:
    """Whether it has to be noted that an effect was used (D-23.8)."""
    return effect.limit in (PER_TURN, PER_CYCLE) or effect.when == WHOLE_BATTLE
