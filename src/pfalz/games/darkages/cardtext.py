"""What cards, unit faces, barbarian markers, rulers and titles say, in words put together from the data.

A card is data in the language of sections 21 to 24; its text is made of the parts in `[card]` of the text
files, one for each trigger, operation, counter and filter. So a number that an edition changes is told as it
is, and a card that a module adds speaks without a text of its own. A part that is empty is not said.
Not compiled: drawings, tooltips and the terminal read it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pfalz.core.data import value_at
from pfalz.core.lettering import capital
from pfalz.core.ruleset import Ruleset
from pfalz.core.sheet import additions
from pfalz.core.texts import Texts
from pfalz.games.darkages import phrases
from pfalz.games.darkages.language import Effect
from pfalz.games.darkages.lookup import NO_REGION, Lookup
from pfalz.games.darkages.state import DarkAges
from pfalz.games.darkages.words import (
    ACHIEVEMENT,
    BARGAINS,
    CHOOSE_LOSS,
    CULTURE,
    EPITHET,
    GAIN,
    GAIN_CHOICE,
    GAIN_DIFFERENT,
    GAIN_PER,
    GIVE,
    LIMIT_IDS,
    LOSE,
    LOSE_PER,
    OTHER_KINDS,
    PAY_OR,
    PHASE_IDS,
    VP,
    WAR_TECHNOLOGY,
    WHATEVER,
)

_VERBS: Final = {"take": "gain", "may_take": "may_gain"}
"""Goods are taken, points are gained; what is said of both together, if not the same."""


def _common(verb: str) -> str:
    return _VERBS.get(verb, verb)


def _verb(effect: Effect) -> str:
    if effect.op in (LOSE, LOSE_PER):
        return "lose" if effect.what == VP else "return"
    if effect.op == GIVE:
        return "give"
    if effect.op not in (GAIN, GAIN_CHOICE, GAIN_DIFFERENT, GAIN_PER):
        return ""  # what is scored at the end needs none
    verb = "gain" if effect.op in (GAIN, GAIN_PER) and effect.what in (VP, CULTURE) else "take"
    return f"may_{verb}" if effect.optional else verb


class _Sentence:
    """One sentence of a card, before it is said."""

    def __init__(self, texts: Texts, effect: Effect) -> None:
        self.limit = texts.text(f"card.limit.{LIMIT_IDS[effect.limit]}") if effect.limit else ""
        self.built = phrases.built(texts, effect)
        self.when = "" if self.built else phrases.occasion(texts, effect) or phrases.whom(texts, effect)
        self.condition = ""
        if effect.cond_per != WHATEVER:
            self.condition = phrases.condition(texts, effect.cond_per, effect.cond_min)
        self.gains = [phrases.thing(texts, effect)] if phrases.brings(effect) else []
        self.verb = _verb(effect)
        self.otherwise = ""
        if effect.op in BARGAINS:
            self.clause = _bargain(texts, effect)
        else:
            self.clause = "" if self.gains else phrases.clause(texts, effect)
            if effect.otherwise:
                self.otherwise = phrases.listed(texts, "and", _said(texts, effect.otherwise))

    def takes_in(self, other: _Sentence) -> bool:
        """Whether another sentence is said together with this one, and if so do it."""
        alike = (self.limit, self.when, self.condition) == (other.limit, other.when, other.condition)
        if not alike or self.otherwise or other.otherwise or bool(self.built) != bool(other.built):
            return False
        if (
            self.built == other.built
            and self.gains
            and other.gains
            and _common(self.verb) == _common(other.verb)
        ):
            self.gains += other.gains
            self.verb = _common(self.verb) if self.verb != other.verb else self.verb
            return True
        if self.built and (self.gains, self.clause) == (other.gains, other.clause):
            self.built += other.built
            return True
        return False

    def say(self, texts: Texts) -> str:
        """The sentence, without a capital letter and a full stop."""
        body = self.clause
        if self.gains:
            body = phrases.listed(texts, "and", self.gains)
            body = texts.say(f"card.{self.verb}", things=body) if self.verb else body
        if self.otherwise:
            body = texts.say("card.otherwise", body=body, otherwise=self.otherwise)
        if self.condition:
            body = texts.say("card.if", body=body, condition=self.condition)
        when = self.when
        if self.built:
            when = texts.say("card.after_building", what=phrases.listed(texts, "or", self.built))
        if self.limit and when:
            when = texts.say("card.limited", limit=self.limit, when=when)
        return phrases.headed(texts, self.limit if self.limit and not when else when, body)


def _bargain(texts: Texts, effect: Effect) -> str:
    """What somebody may do, at which price, or else (DM0-8.16)."""
    if effect.op == CHOOSE_LOSS:
        ways = [_within(texts, way) for way in effect.ways]
        return texts.say("card.op.choose_loss", ways=phrases.listed(texts, "or", ways))
    price = _within(texts, effect.price)
    if effect.op == PAY_OR:
        return texts.say("card.op.pay_or", price=price, otherwise=_within(texts, effect.otherwise))
    deeds = _within(texts, effect.effects)
    return texts.say("card.op.may_pay" if effect.price else "card.op.may", price=price, deeds=deeds)


def _within(texts: Texts, effects: Sequence[Effect]) -> str:
    """What effects do, as a part of a sentence."""
    said = _said(texts, effects)
    return phrases.listed(texts, "and", [f"{words[:1].lower()}{words[1:]}" for words in said])


def card_text(rules: Ruleset[DarkAges], texts: Texts, card: int) -> list[str]:
    """What a culture card says: a line for each level or face, one line of a relic or an epithet."""
    t: Lookup = rules.lookup
    if t.card_kind[card] == ACHIEVEMENT:
        return [
            texts.say(
                "card.level", level=texts.name("level", i + 1), n=vp, text=power_text(rules, texts, power)
            )
            for i, (vp, power) in enumerate(zip(t.card_vp[card], t.card_powers[card], strict=True))
        ]
    if t.card_kind[card] == WAR_TECHNOLOGY:
        return [face_text(rules, texts, face) for face in t.card_faces[card]]
    if t.card_kind[card] == EPITHET:
        tiers = t.card_tiers[card]
        least: int | str = (
            tiers[0][0] if len(tiers) == 1 else phrases.Several("/".join(str(n) for n, _ in tiers))
        )
        vp_told = "/".join(str(vp) for _, vp in tiers)
        condition = phrases.condition(texts, t.card_counter[card], least)
        return [phrases.finished(texts.say("card.epithet", vp=vp_told, condition=condition))]
    if t.card_kind[card] >= OTHER_KINDS:
        return [line for tell in additions(rules, "card_text") for line in tell(rules, texts, card)]
    return [effects_text(texts, t.card_effects[card])]


def power_text(rules: Ruleset[DarkAges], texts: Texts, power: int) -> str:
    """What an uncovered level or a unit face does."""
    t: Lookup = rules.lookup
    found = t.powers[power]
    said = effects_text(texts, found.effects)
    if found.card >= 0 and t.card_replaces[found.card][found.level - 1]:
        said = f"{texts.say('card.replaces', n=found.level - 1)} {said}"
    return said


def effect_text(rules: Ruleset[DarkAges], texts: Texts, effect: int) -> str:
    """What one effect does."""
    return effects_text(texts, [rules.lookup.effects[effect]])


def effects_text(texts: Texts, effects: Sequence[Effect]) -> str:
    """What several effects do; those that go together are one sentence."""
    return " ".join(phrases.finished(sentence) for sentence in _said(texts, effects))


def _said(texts: Texts, effects: Sequence[Effect]) -> list[str]:
    sentences: list[_Sentence] = []
    for effect in effects:
        told = _Sentence(texts, effect)
        if not any(sentence.takes_in(told) for sentence in sentences):
            sentences.append(told)
    return [sentence.say(texts) for sentence in sentences]


def face_text(rules: Ruleset[DarkAges], texts: Texts, face: int) -> str:
    """The values of a unit face, its cost and its ability."""
    t: Lookup = rules.lookup
    found = t.faces[face]
    values: list[str] = []
    for phase, value in enumerate(found.values):
        if value:
            told = texts.say(f"card.value.{PHASE_IDS[phase]}", n=value)
            dice = found.dice[phase]
            values.append(texts.say("card.dice", value=told, n=dice) if dice > 1 else told)
    lines = [
        texts.say(
            "card.face",
            face=texts.name("face", face),
            unit=texts.name("unit", found.type),
            level=texts.name("level", found.level),
            values=phrases.listed(texts, "comma", values),
            armour=found.armour,
        )
    ]
    if any(found.cost):
        lines.append(texts.say("card.face_cost", cost=phrases.goods_told(texts, found.cost)))
    if found.power >= 0:
        lines.append(power_text(rules, texts, found.power))
    return " ".join(lines)


def look_text(rules: Ruleset[DarkAges], texts: Texts, look: int) -> str:
    """What one side of a barbarian marker shows."""
    t: Lookup = rules.lookup
    if look < len(t.look_units):
        who = capital(texts.name("side", t.players))
        return texts.say("card.barbarians", who=who, units=texts.name("look", look))
    parts = [t.effects[part] for part in t.look_rewards[look - len(t.look_units)]]
    told = [phrases.thing(texts, part) or texts.name("gift", part.index) for part in parts]
    return texts.say("card.reward", things=phrases.listed(texts, "comma", told))


def marker_text(rules: Ruleset[DarkAges], texts: Texts, marker: int) -> str:
    """Both sides of a barbarian marker."""
    t: Lookup = rules.lookup
    return " ".join(look_text(rules, texts, look) for look in (t.unit_look[marker], t.reward_look[marker]))


def ruler_text(rules: Ruleset[DarkAges], texts: Texts, ruler: int) -> list[str]:
    """The home area of a ruler, what settling costs him, and his start cards (D-3.5, D-10.3 to D-10.5)."""
    t: Lookup = rules.lookup
    home = t.homes[ruler]
    low, middle, high = value_at(rules.all_data, f"rulers.ruler.{t.ruler_ids[ruler]}.settle_cost")
    cards = [texts.name("card", card) for card in t.start_cards[ruler]]
    region = texts.name("region", t.region[home])
    return [
        texts.say("card.home", area=texts.name("area", home), region=region),
        texts.say("card.settling", low=low, middle=middle, high=high),
        texts.say("card.start_cards", cards=phrases.listed(texts, "comma", cards)),
    ]


def title_text(rules: Ruleset[DarkAges], texts: Texts, title: int) -> list[str]:
    """What a title is worth, how it is claimed, and what it does (D-11.1, D-11.8, D-11.11, D-11.14)."""
    t: Lookup = rules.lookup
    if t.title_region[title] == NO_REGION:
        return [texts.help("title", title), texts.say("card.title_use")]
    inside = t.region_areas[t.title_region[title]]
    areas = [texts.name("area", area) for area in t.every_area if inside >> area & 1]
    return [
        texts.say("card.title", n=t.title_vp[title], areas=phrases.listed(texts, "comma", areas)),
        texts.say("card.title_claim", n=(len(areas) + 1) // 2),
        texts.say("card.title_use"),
    ]
