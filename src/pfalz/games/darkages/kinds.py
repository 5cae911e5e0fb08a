"""The kinds of things in Dark Ages: how many there are of each, and how they are called."""

from __future__ import annotations

from typing import Final

from pfalz.core.kinds import OPEN, Kind, Kinds, Name
from pfalz.games.darkages.boxes import original
from pfalz.games.darkages.language import Effect
from pfalz.games.darkages.lookup import LEVELS, Lookup
from pfalz.games.darkages.state import END_IDS, FREE, NONE
from pfalz.games.darkages.turn import STEP_IDS
from pfalz.games.darkages.words import (
    ACTION_IDS,
    ALL,
    ARCHER_OR_CAVALRY,
    BARGAINS,
    BUILD_IDS,
    CHOOSE_LOSS,
    EXHAUST_TITLE,
    EXTRA_BUILD,
    EXTRA_RECRUIT,
    EXTRA_TURN,
    GAIN,
    GAIN_CHOICE,
    GAIN_DIFFERENT,
    GAIN_IDS,
    GAIN_PER,
    GIVE,
    GOODS,
    GOODS_IDS,
    LOSE,
    LOSE_PER,
    OP_IDS,
    OTHER_KINDS,
    PAY,
    PAY_OR,
    PHASE_IDS,
    PLACE_UNIT,
    RAISE_ACHIEVEMENT,
    REACTION_IDS,
    READY_TITLE,
    REGROUP_UNITS,
    RESOURCE_IDS,
    ROLE_IDS,
    TAKE_CARD,
    TEMP_UNIT,
    UNIT_IDS,
    UNITS,
    WHOLE_BATTLE,
)

_GIFTS: Final = (
    GAIN_CHOICE,
    GAIN_DIFFERENT,
    GAIN_PER,
    EXTRA_BUILD,
    EXTRA_RECRUIT,
    RAISE_ACHIEVEMENT,
    TAKE_CARD,
    EXTRA_TURN,
)
"""Operations that a few words tell."""
HELD_CARD: Final = "held_card"
"""Events of modules: a card that has left a hand."""


def declare_kinds(kinds: Kinds, t: Lookup) -> None:
    """All kinds of the game; modules add to them."""
    kinds.things("area", t.area_ids)
    kinds.things("region", t.region_ids)
    kinds.things("title", t.title_ids)
    kinds.things("ruler", t.ruler_ids)
    kinds.things("action", ACTION_IDS)
    kinds.things("band", t.band_ids)
    kinds.things("reaction", REACTION_IDS)
    kinds.things("end", END_IDS)
    kinds.add(Kind("red", len(t.red_spaces), lambda value: _red(t, value)))
    kinds.variant("owner", "side", {FREE: ("owner.nobody", {})})
    _goods(kinds)
    _cards(kinds, t)
    _units(kinds, t)
    _choices(kinds, t)


def _goods(kinds: Kinds) -> None:
    kinds.things("resource", RESOURCE_IDS)
    kinds.things("goods", GOODS_IDS)
    kinds.add(Kind("bundle", OPEN, _bundle))


def _cards(kinds: Kinds, t: Lookup) -> None:
    kinds.things("card", t.card_ids)
    kinds.variant("card_or_none", "card", {t.cards: ("no_card", {})})
    kinds.add(Kind("level", LEVELS + 1, lambda value: (f"level.{value}", {})))
    kinds.things("face", [face.id for face in t.faces])
    kinds.add(Kind("power", len(t.powers), lambda value: _power(t, value)))
    kinds.add(Kind("effect", len(t.effects), lambda value: _effect(t, value)))
    kinds.variant("effect_or_none", "effect", {len(t.effects): ("no_effect", {})})
    kinds.add(Kind("ability", len(t.abilities), lambda value: _ability(t, value)))
    kinds.numbered("place", t.offer_places)
    kinds.things("marker", [original(id) for id in t.marker_ids])
    kinds.things("upside", ("units", "reward"))
    kinds.add(Kind("gift", len(t.effects), lambda value: _gift(t, value)))
    kinds.add(Kind("spoils", sum([len(parts) for parts in t.look_rewards]), lambda value: _spoils(t, value)))
    kinds.add(Kind("look", t.looks, lambda value: _look(t, value)))
    if len(t.kind_ids) > OTHER_KINDS:
        kinds.variant(HELD_CARD, "card", {})


def _units(kinds: Kinds, t: Lookup) -> None:
    kinds.things("unit", UNIT_IDS)
    kinds.add(Kind("troop", OPEN, _troop))
    kinds.things("phase", PHASE_IDS)
    kinds.things("role", ROLE_IDS)
    kinds.things("standing", ("regular", "temporary"))
    kinds.numbered("damage", t.damages, 0)
    kinds.made_of("target", "unit", "standing", "damage", namer=lambda value: _target(t, value))
    if t.battle_abilities:
        kinds.variant("target_or_none", "target", {t.targets: ("no_target", {})})
    kinds.numbered("pips", 6)
    kinds.made_of("die", "unit", "pips", namer=_die)
    kinds.variant("die_or_none", "die", {6 * UNITS: ("no_die", {})})
    kinds.made_of("army_unit", "area", "unit", namer=_army_unit)
    kinds.variant("return", "army_unit", {UNITS * t.areas: ("return.gold", {})})


def _choices(kinds: Kinds, t: Lookup) -> None:
    """What is chosen from lists of words; titles stand behind the other steps of a turn (D-11.1)."""
    kinds.things("step", STEP_IDS)
    kinds.grow(
        "step", len(t.title_ids), lambda value: ("step.title", {"title": ("title", value - len(STEP_IDS))})
    )
    t.base_steps = kinds["step"].size
    kinds.things("build", BUILD_IDS)
    kinds.things("research", ("lay_out", "raise", "war_technology"))
    kinds.things("exchange", ("discard", "take"))
    kinds.things("trade", ("gold", "culture"))
    kinds.variant("reaction_or_none", "reaction", {len(REACTION_IDS): ("no_reaction", {})})
    kinds.variant("area_or_none", "area", {t.areas: ("no_area", {})})
    kinds.add(Kind("entry", len(t.entries), lambda value: _entry(t, value)))
    kinds.variant("somewhere", "area", {NONE: ("no_area", {})})


def _red(t: Lookup, value: int) -> Name:
    return "red", {"n": ("number", t.red_spaces[value])}


def _bundle(value: int) -> Name:
    n, goods = divmod(value, GOODS)
    return f"bundle.{GOODS_IDS[goods]}", {"n": ("number", n)}


def _entry(t: Lookup, value: int) -> Name:
    found = [GOODS * n + goods for goods, n in enumerate(t.entries[value]) if n]
    if len(found) == 1:
        return _bundle(found[0])
    return "entry", {"one": ("bundle", found[0]), "two": ("bundle", found[1])}


def _troop(value: int) -> Name:
    n, unit = divmod(value, UNITS)
    return f"troop.{UNIT_IDS[unit]}", {"n": ("number", n)}


def _target(t: Lookup, value: int) -> Name:
    kind, damage = divmod(value, t.damages)
    unit, standing = divmod(kind, 2)
    key = "target.temporary" if standing else "target.regular"
    if damage:
        return f"{key}_damaged", {"unit": ("unit", unit), "n": ("number", damage)}
    return key, {"unit": ("unit", unit)}


def _die(value: int) -> Name:
    return "die", {"unit": ("unit", value // 6), "n": ("number", value % 6 + 1)}


def _army_unit(value: int) -> Name:
    return "army_unit", {"unit": ("unit", value % UNITS), "area": ("area", value // UNITS)}


def _power(t: Lookup, value: int) -> Name:
    power = t.powers[value]
    if power.name:
        return power.name, {}
    if power.card >= 0:
        return "power", {"card": ("card", power.card), "level": ("level", power.level)}
    return f"face.{t.faces[power.face].id}", {}


def _effect(t: Lookup, value: int) -> Name:
    if t.effects[value].power < 0:
        return _gift(t, value)
    power = t.powers[t.effects[value].power]
    named: dict[str, tuple[str, int]] = {"power": ("power", power.index)}
    if len(power.effects) == 1:
        return "effect", named
    return "effect_of", {**named, "n": ("number", value - power.effects[0].index + 1)}


def _ability(t: Lookup, value: int) -> Name:
    """An effect that can be used up, or one of the points it is good for (DM0-4.8)."""
    effect = t.abilities[value]
    if effect.when != WHOLE_BATTLE:
        return _effect(t, effect.index)
    named: dict[str, tuple[str, int]] = {"effect": ("effect", effect.index)}
    return "ability_point", {**named, "n": ("number", value - effect.ability + 1)}


def _gift(t: Lookup, value: int) -> Name:
    """What an effect brings, in a few words."""
    effect = t.effects[value]
    n: dict[str, tuple[str, int]] = {"n": ("number", effect.n)}
    if effect.op == GAIN:
        return f"gift.{GAIN_IDS[effect.what]}", n
    if effect.op == TEMP_UNIT and effect.unit == ARCHER_OR_CAVALRY:
        return "gift.any_unit", n
    if effect.op >= LOSE:
        return _toll(t, effect)
    if effect.op in (PLACE_UNIT, TEMP_UNIT):
        return f"gift.{OP_IDS[effect.op]}", {"units": ("troop", UNITS * effect.n + effect.unit)}
    return (f"gift.{OP_IDS[effect.op]}", n) if effect.op in _GIFTS else ("gift.other", {})


def _bargain(effect: Effect) -> Name:
    """What somebody may do, at which price, or else (DM0-8.16)."""
    if effect.op == CHOOSE_LOSS:
        one, two = effect.ways[0][0], effect.ways[-1][0]
        return "gift.choose_loss", {"one": ("gift", one.index), "two": ("gift", two.index)}
    price: dict[str, tuple[str, int]] = {"price": ("gift", effect.price[0].index)} if effect.price else {}
    if effect.op == PAY_OR:
        return "gift.pay_or", {**price, "loss": ("gift", effect.otherwise[0].index)}
    key = "gift.may_pay" if price else "gift.may"
    return key, {**price, "deed": ("gift", effect.effects[0].index)}


def _price(effect: Effect) -> Name:
    """A price in goods (DM0-8.1)."""
    parts = [("bundle", GOODS * n + goods) for goods, n in enumerate(effect.pay) if n]
    if len(parts) == 1 and not effect.pay_any:
        return "gift.pay_goods", {"things": parts[0]}
    if len(parts) == 2 and not effect.pay_any:
        return "gift.pay_both", {"one": parts[0], "two": parts[1]}
    if not parts:
        return "gift.pay_resources", {"n": ("number", effect.pay_any)}
    return "gift.pay", {}


def _toll(t: Lookup, effect: Effect) -> Name:
    """What a word of modules takes away or gives back (DM0-8), in a few words."""
    key, n = f"gift.{t.known.ops[effect.op]}", effect.n
    if effect.op in BARGAINS:
        return _bargain(effect)
    if effect.op == PAY:
        return _price(effect)
    if effect.op in (EXHAUST_TITLE, READY_TITLE, LOSE_PER, REGROUP_UNITS):
        return key, {}
    if n == ALL:
        return "gift.all", {}
    if effect.op in (LOSE, GIVE):
        if effect.what < GOODS:
            return f"{key}_goods", {"things": ("bundle", GOODS * n + effect.what)}
        key = f"{key}_{GAIN_IDS[effect.what]}"
    return key, {"n": ("number", n)}


def _spoils(t: Lookup, value: int) -> Name:
    """A reward from one of its parts on; parts are numbered through all rewards."""
    parts, at = t.look_rewards[0], value
    for parts in t.look_rewards:
        if at < len(parts):
            break
        at -= len(parts)
    gift: dict[str, tuple[str, int]] = {"gift": ("gift", parts[at])}
    if at + 1 == len(parts):
        return "spoils", gift
    return "spoils_more", {**gift, "rest": ("spoils", value + 1)}


def _look(t: Lookup, value: int) -> Name:
    """The side of a marker that lies up: the units, or what the reward brings."""
    if value >= len(t.look_units):
        before = t.look_rewards[: value - len(t.look_units)]
        return "look.reward", {"spoils": ("spoils", sum([len(parts) for parts in before]))}
    troops = [("troop", UNITS * n + unit) for unit, n in enumerate(t.look_units[value]) if n]
    return f"look.units_{len(troops)}", dict(zip("abc", troops, strict=False))
