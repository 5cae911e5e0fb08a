"""The phrases that the texts of cards are made of: what is gained, when, if, and what else happens.

Every function turns a part of an `Effect` into the words of `[card]` in the text files; `cardtext.py` makes
sentences of them. A part that is empty is not said. Not compiled.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pfalz.core.lettering import capital
from pfalz.core.texts import Texts
from pfalz.games.darkages.language import Effect
from pfalz.games.darkages.lookup import Lookup
from pfalz.games.darkages.words import (
    ACT,
    ALL,
    ANY_KIND,
    ANY_MARKER,
    ANY_RESOURCE,
    BATTLE_PHASE,
    BATTLE_RESULT,
    BEFORE_ACT,
    BUILT,
    CANCEL_DAMAGE,
    CARD_KIND_IDS,
    CHURCH,
    CULTURE,
    DIE_BONUS,
    DISCOUNT,
    EVERY_DIE,
    EXTRA_DIE,
    EXTRA_RECRUIT,
    FOR_BATTLE,
    FROM_SUPPLY,
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
    LOSE,
    LOSE_PER,
    NO_TRIGGER,
    PARAM,
    PARAM_IDS,
    PLACE_IDS,
    PLACE_UNIT,
    PRODUCE_BONUS,
    REACTED,
    REACTION_IDS,
    REGION_IDS,
    REMOVE_UNIT,
    REQUIRE,
    ROLE_IDS,
    SCORE,
    SETTLED,
    SOURCE_IDS,
    SPECIAL,
    SPECIAL_IDS,
    SUBSTITUTE,
    TAKE_CARD,
    TEMP_UNIT,
    TRADE,
    TRIGGER_IDS,
    UNIT_IDS,
    UNIT_MARKER,
    UNIT_WORDS,
    VP,
    VS_IDS,
    WHATEVER,
    WHERE_IDS,
    WHOLE_BATTLE,
    WON,
)

GAINS: Final = (GAIN, GAIN_CHOICE, GAIN_DIFFERENT, GAIN_PER, SCORE)
"""Operations that bring something and nothing else."""
_UNITS_TOLD: Final = {
    PLACE_UNIT: "placed",
    TEMP_UNIT: "temporary",
    EXTRA_RECRUIT: "more",
    REMOVE_UNIT: "removed",
}


class Several(str):
    """Numbers told together, as 4/6/8, or all of something: what stands beside them is plural."""

    def __format__(self, spec: str) -> str:
        return spec.split("|", 1)[1] if "|" in spec else str(self)


def brings(effect: Effect) -> bool:
    """Whether an effect is told by what it brings or takes, as a thing one can have."""
    return effect.op in GAINS or (effect.op in (LOSE, LOSE_PER, GIVE) and effect.what != CULTURE)


def _number(texts: Texts, effect: Effect) -> int | str:
    return Several(texts.text("card.all")) if effect.n == ALL else effect.n


def listed(texts: Texts, link: str, words: Sequence[str]) -> str:
    """Several things: "a, b and c"."""
    said = words[0] if words else texts.text("name.nothing")
    for i, word in enumerate(words[1:], 2):
        said = texts.say(f"card.{link if i == len(words) else 'comma'}", list=said, last=word)
    return said


def headed(texts: Texts, head: str, body: str) -> str:
    """What happens, after what it depends on."""
    return texts.say("card.headed", head=head, body=body) if head else body


def finished(sentence: str) -> str:
    """A sentence from its capital letter to its full stop."""
    return f"{capital(sentence)}."


def thing(texts: Texts, effect: Effect, paid: bool = False) -> str:
    """What an effect brings, as something one can have; empty if it is nothing of the kind.

    `paid`: resources of a free type are of another type than those that were paid (D-22.5).
    """
    if effect.op in (GAIN, LOSE, GIVE):
        if effect.what == ANY_RESOURCE and paid:
            return texts.say("card.other_resources", n=effect.n)
        return texts.say(f"card.thing.{GAIN_IDS[effect.what]}", n=_number(texts, effect))
    if effect.op == GAIN_CHOICE:
        return listed(texts, "or", [goods_told(texts, goods) for goods in effect.bundles])
    if effect.op == GAIN_DIFFERENT:
        return texts.say("card.thing.different", n=effect.n)
    if effect.op in (GAIN_PER, LOSE_PER, SCORE):
        key = f"card.thing.{GAIN_IDS[VP if effect.op == SCORE else effect.what]}"
        most = texts.say("card.most", amount=texts.say(key, n=effect.n * effect.most)) if effect.most else ""
        many = effect.div > 1
        each = texts.say(
            f"card.each.{_counter(texts, effect.per)}", n=effect.div, k=str(effect.div) if many else ""
        )
        return texts.say("card.thing.per", amount=texts.say(key, n=effect.n), each=each, most=most)
    if effect.op == TAKE_CARD:
        kind = "any" if effect.card_kind == ANY_KIND else CARD_KIND_IDS[effect.card_kind]
        cards = texts.say(f"card.kind{'' if effect.any_access else '_accessible'}.{kind}", n=effect.n)
        return texts.say(f"card.source.{SOURCE_IDS[effect.source]}", cards=cards)
    return _units(texts, effect) if effect.op == TEMP_UNIT else ""


def goods_told(texts: Texts, goods: Sequence[int]) -> str:
    """Numbers of goods."""
    told = [texts.say(f"card.thing.{GOODS_IDS[i]}", n=n) for i, n in enumerate(goods) if n]
    return listed(texts, "and", told)


def _units(texts: Texts, effect: Effect) -> str:
    """The units an effect speaks of: so many of a type, or all of a type."""
    if effect.op not in _UNITS_TOLD:
        return texts.name("unit", effect.unit, "many") if 0 <= effect.unit < len(UNIT_IDS) else ""
    together = (effect, *effect.get) if effect.op == PLACE_UNIT else (effect,)  # units of one area (DM0-8.2)
    told = f"card.{_UNITS_TOLD[effect.op]}"
    return listed(
        texts,
        "and",
        [texts.say(f"{told}.{UNIT_WORDS[part.unit]}", n=_number(texts, part)) for part in together],
    )


def condition(texts: Texts, counter: int, n: int | str) -> str:
    """The condition that a counter is at least so high (D-23.6)."""
    id = _counter(texts, counter)
    if texts.has(f"card.have.{id}"):
        return texts.say(f"card.have.{id}", n=n)
    return texts.say("card.if_have", amount=texts.say(f"card.amount.{id}", n=n))


def _counter(texts: Texts, counter: int) -> str:
    """The word for a counter, those of modules included."""
    t: Lookup = texts.rules.lookup
    return t.known.counters[counter]


def whom(texts: Texts, effect: Effect) -> str:
    """Whom an effect concerns, if not its owner alone (DM0-8.15)."""
    t: Lookup = texts.rules.lookup
    return texts.text(f"card.who.{t.known.who[effect.who]}") if effect.who else ""


def _filters(texts: Texts, effect: Effect) -> str:
    """Which battles an effect is for (D-21.11, D-21.14)."""
    said = texts.text(f"card.role.{ROLE_IDS[effect.role]}") if effect.role != WHATEVER else ""
    said += texts.text(f"card.vs.{VS_IDS[effect.vs]}") if effect.vs != WHATEVER else ""
    said += _region(texts, effect) + _place(texts, effect)
    return said + (texts.text("card.manor_there") if effect.needs_manor else "")


def _region(texts: Texts, effect: Effect) -> str:
    return texts.text(f"card.region.{REGION_IDS[effect.region]}") if effect.region != WHATEVER else ""


def _place(texts: Texts, effect: Effect) -> str:
    return texts.text(f"card.place.{PLACE_IDS[effect.place]}") if effect.place != WHATEVER else ""


def built(texts: Texts, effect: Effect) -> list[str]:
    """What has to be built for an effect."""
    if not BUILT <= effect.when < SETTLED:
        return []
    option = effect.when - BUILT
    if option == CHURCH and effect.first_in_region:
        return [texts.text("card.first_church")]
    return [texts.name("build", option, "acc")]


def occasion(texts: Texts, effect: Effect) -> str:
    """When an effect happens; empty if its clause says so itself."""
    when = effect.when
    filters = _filters(texts, effect)
    battle = texts.say("card.battle_won" if when == WON else "card.battle", filters=filters)
    if when == NO_TRIGGER:
        return ""
    if effect.op == SUBSTITUTE:
        return texts.text(f"card.paying.{_item(effect)}")
    if BEFORE_ACT <= when < WHOLE_BATTLE:
        return texts.say("card.before_action", action=texts.name("action", when - BEFORE_ACT))
    if ACT <= when < BUILT:
        action = texts.name("action", when - ACT)
        if effect.op == SPECIAL:  # D-21.7: section 24 gives the moment
            return ""
        if effect.needs_option != WHATEVER:
            option = texts.name("build", effect.needs_option, "acc")
            return texts.say("card.after_option", action=action, what=option)
        return texts.say("card.after_action", action=action)
    if when == REACTED and effect.reactions:
        told = [texts.name("reaction", i) for i in range(len(REACTION_IDS)) if effect.reactions >> i & 1]
        quoted = [texts.say("card.reaction", reaction=reaction) for reaction in told]
        return texts.say("card.after_reaction", reactions=listed(texts, "or", quoted))
    if BATTLE_PHASE <= when < BATTLE_RESULT:
        phase = texts.name("phase", when - BATTLE_PHASE)
        return texts.say("card.in_phase_of" if filters else "card.in_phase", phase=phase, battle=battle)
    if when == WON and effect.power >= 0 and texts.rules.lookup.powers[effect.power].lasts == FOR_BATTLE:
        return texts.text("card.this_battle_won")
    if when in (BATTLE_RESULT, WHOLE_BATTLE):
        return texts.say("card.in_battle", battle=battle) if filters else ""
    return texts.say(f"card.when.{TRIGGER_IDS[when]}", battle=battle)


def clause(texts: Texts, effect: Effect) -> str:
    """What an effect does that is no mere gain."""
    if effect.op == TAKE_CARD:
        return texts.say("card.may_take" if effect.optional else "card.take", things=thing(texts, effect))
    if effect.op == PARAM:
        return texts.say(f"card.param.{PARAM_IDS[effect.param]}", n=effect.n)
    if effect.op == SPECIAL:
        return texts.text(f"card.special.{SPECIAL_IDS[effect.key]}")
    if effect.op == DISCOUNT:
        return _discount(texts, effect)
    if effect.op == SUBSTITUTE:
        return _substitute(texts, effect)
    if effect.op == TRADE:
        return _trade(texts, effect)
    if effect.op == REQUIRE:
        return texts.say("card.op.require", condition=condition(texts, effect.per, effect.n))
    t: Lookup = texts.rules.lookup
    key = f"card.op.{t.known.ops[effect.op]}{_variant(effect)}"
    key = f"{key}_here" if effect.where == HERE and texts.has(f"{key}_here") else key
    if effect.op in (LOSE, LOSE_PER):
        key = "card.op.lose_culture"
    key = f"{key}_may" if effect.optional and texts.has(f"{key}_may") else key
    what = texts.text("card.something_else")
    if effect.option != WHATEVER:
        what = texts.name("build", effect.option, "acc")
    alive = ""
    if effect.needs_unit != WHATEVER:
        alive = texts.say("card.while_alive", units=texts.name("unit", effect.needs_unit, "many"))
    values: dict[str, int | str] = {
        "n": effect.min_buildings if effect.op == PRODUCE_BONUS else _number(texts, effect),
        "cities": effect.cities,
        "units": _units(texts, effect),
        "what": what,
        "where": _where(texts, effect),
        "cost": _cost(texts, effect),
        "resource": texts.name("goods", effect.what) if 0 <= effect.what < GOODS else "",
        "amount": texts.say("card.thing.culture", n=effect.n),
        "pay": _price(texts, effect),
        "while": alive,
        "dice": effect.dice,
        "most": effect.most,
        "shows": effect.shows,
        "source": _whence(texts, effect),
        "others": texts.name("unit", effect.value_from, "many") if effect.value_from >= 0 else "",
    }
    return texts.say(key, **values)


def _where(texts: Texts, effect: Effect) -> str:
    """Where it happens: in one area (DM0-8.18), or in any of some."""
    if effect.inside != WHATEVER:
        return f" {texts.name('area', effect.inside, 'in')}"
    return texts.text(f"card.where.{WHERE_IDS[effect.where]}")


def _whence(texts: Texts, effect: Effect) -> str:
    """Where units come from: of a type, or of any."""
    if effect.source < FROM_SUPPLY:
        return ""
    unit = UNIT_IDS[effect.unit] if effect.unit < len(UNIT_IDS) else "any"
    return texts.text(f"card.from.{SOURCE_IDS[effect.source]}_{unit}")


def _variant(effect: Effect) -> str:
    """What tells an operation from the one of the same name in the base game (DM0-8.8 to DM0-8.10)."""
    if effect.op == DIE_BONUS and effect.dice != 1:
        if effect.dice != EVERY_DIE:
            return "_several"
        return "_all" if effect.unit == WHATEVER else "_all_of"
    if effect.op == EXTRA_DIE and effect.each_unit:
        return "_each" if effect.value_from == WHATEVER else "_as"
    if effect.op == CANCEL_DAMAGE and effect.when == WHOLE_BATTLE:
        return "_in_all"
    if effect.up_to or effect.not_just_taken:
        return "_up_to" if effect.up_to else "_not_just_taken"
    return "_if_alive" if effect.needs_survivor else ""


def _cost(texts: Texts, effect: Effect) -> str:
    if effect.free:
        return texts.text("card.free_of_charge")
    return texts.say("card.for_gold", n=effect.gold) if effect.gold else texts.text("card.normal_cost")


def _item(effect: Effect) -> str:
    """The word for what an effect makes cheaper (D-22.6)."""
    for group, members in ITEM_GROUPS.items():
        if effect.items == sum([1 << item for item in members]):
            return group
    return ITEM_IDS[effect.items.bit_length() - 1]


def _discount(texts: Texts, effect: Effect) -> str:
    if effect.kind == UNIT_MARKER:
        amount = str(effect.n)
    elif effect.kind == ANY_MARKER:
        amount = texts.say("card.any_resources", n=effect.n)
    else:
        amount = texts.say(f"card.thing.{GOODS_IDS[effect.kind]}", n=effect.n)
    floor = texts.say("card.floor", n=effect.floor) if effect.floor else ""
    item = texts.text(f"card.item.{_item(effect)}") + _region(texts, effect) + _place(texts, effect)
    return texts.say("card.op.discount", item=item, amount=amount, floor=floor)


def _substitute(texts: Texts, effect: Effect) -> str:
    pay, instead = texts.name("goods", effect.pay_with), texts.name("goods", effect.instead_of)
    return texts.say("card.op.substitute", n=effect.n, pay=pay, instead=instead)


def _price(texts: Texts, effect: Effect) -> str:
    paid = [texts.say(f"card.thing.{GOODS_IDS[i]}", n=n) for i, n in enumerate(effect.pay) if n]
    if effect.pay_any:
        paid.append(texts.say("card.any_resources", n=effect.pay_any))
    return listed(texts, "and", paid)


def _trade(texts: Texts, effect: Effect) -> str:
    free = effect.pay_any > 0
    got = [thing(texts, part, free) or texts.name("gift", part.index) for part in effect.get]
    return texts.say(
        "card.op.trade",
        pay=_price(texts, effect),
        get=listed(texts, "and", got),
        times=texts.say("card.times", n=effect.times) if effect.times > 1 else "",
    )
