"""Cards in words: everything speaks in both languages, says what the card does, and follows an edition."""

from __future__ import annotations

import re

import pytest

from pfalz.catalogue import ruleset
from pfalz.core.data import Edition
from pfalz.core.texts import LANGUAGES, Texts
from pfalz.games.darkages import cardtext, schema
from pfalz.games.darkages.language import Effect
from pfalz.games.darkages.words import (
    COUNTER_IDS,
    ITEM_GROUPS,
    ITEM_IDS,
    OP_IDS,
    PARAM_IDS,
    SPECIAL_IDS,
    TRIGGER_IDS,
    UNIT_IDS,
)

RULES = ruleset("darkages", 4)
T = RULES.lookup
ENGLISH, GERMAN = (Texts(RULES, language) for language in LANGUAGES)


def card(id: str, texts: Texts = ENGLISH) -> list[str]:
    return cardtext.card_text(texts.rules, texts, texts.rules.lookup.card_ids.index(id))


def well_said(said: str) -> bool:
    """A text of whole sentences, with nothing left open and nothing left out."""
    ends = said.endswith(".") and ".." not in said and not re.search(r"[{}|]|  | [.,:;]|: *\.|None|-1", said)
    return ends and all(part[0].isupper() or part[0].isdigit() for part in said.split(". "))


def test_every_card_speaks(language: str) -> None:
    texts = Texts(RULES, language)
    lines = [line for i in range(T.cards) for line in cardtext.card_text(RULES, texts, i)]
    assert len(lines) > 2 * T.cards
    assert [line for line in lines if not well_said(line)] == []
    powers = [cardtext.power_text(RULES, texts, i) for i in range(len(T.powers))]
    assert [said for said in powers if not well_said(said)] == []


def test_everything_else_speaks(language: str) -> None:
    texts = Texts(RULES, language)
    said = [cardtext.face_text(RULES, texts, i) for i in range(len(T.faces))]
    said += [cardtext.look_text(RULES, texts, i) for i in range(T.looks)]
    said += [cardtext.marker_text(RULES, texts, i) for i in range(len(T.marker_ids))]
    said += [line for i in range(len(T.ruler_ids)) for line in cardtext.ruler_text(RULES, texts, i)]
    said += [line for i in range(len(T.title_ids)) for line in cardtext.title_text(RULES, texts, i)]
    said += [cardtext.effect_text(RULES, texts, i) for i in range(len(T.effects))]
    assert [line for line in said if not well_said(line)] == []


@pytest.mark.parametrize(
    ("id", "english", "german"),
    [
        (
            "three_field_rotation",
            "When you pass: take 1 wood or 1 leather.",
            "Wenn du passt: Nimm 1 Holz oder 1 Leder.",
        ),
        ("three_field_rotation", "for every 3 of your manors", "je 3 eigene Gutshöfe"),
        (
            "heavy_plough",
            "Building a second manor costs 1 resource less.",
            "Gutshof zu bauen kostet 1 Ressource weniger.",
        ),
        (
            "heavy_plough",
            "At once: you may build a second manor free of charge. At the",
            "kostenlos bauen. Am Ende",
        ),
        (
            "watermill",
            "Replaces level I. When you produce: up to 2 of your cities",
            "Ersetzt Stufe I. Wenn du",
        ),
        (
            "mining_right",
            "take 1 iron if you have at least 1 iron production",
            "wenn du mindestens 1 Produktions",
        ),
        (
            "mining_right",
            "Each iron you sell gives 1 culture point more.",
            "Jedes Stück Eisen, das du verkaufst,",
        ),
        (
            "mining_right",
            "you may pay 1 iron for 1 gold and 2 VP.",
            "Du darfst 1 Eisen gegen 1 Gold und 2 SP tauschen.",
        ),
        (
            "quarries",
            "When you build: you may pay 1 wood in place of stone.",
            "Du darfst 1 Holz statt Stein zahlen.",
        ),
        (
            "quarries",
            "build a city, a church or a tower floor: gain 1 VP.",
            "eine Kirche oder eine Turmetage baust:",
        ),
        (
            "tanneries",
            "Once between two of your passes: recruiting a unit",
            "Einmal bis zum nächsten Passen: Eine",
        ),
        (
            "market_right",
            "gain 2 culture points if you sold at least 2 resources",
            "mindestens 2 Ressourcen verkauft",
        ),
        (
            "toll_stations",
            "“Take Wood or Leather” or “Take Wood or Stone”: take",
            "nehmen“ oder „Holz oder Stein",
        ),
        (
            "toll_stations",
            "Once between two of your passes, when you react: you may",
            "wenn du reagierst: Du darfst",
        ),
        (
            "merchants_guild",
            "you may pay 1 resource for 1 resource of another type.",
            "1 Ressource anderer Art",
        ),
        (
            "silver_mines",
            "1 gold for each of your areas whose own resource is iron (at most 3 gold).",
            "3 Gold).",
        ),
        (
            "scriptorium",
            "After the action Develop Culture: gain 1 VP.",
            "Nach der Aktion Kultur entwickeln: Erhalte 1 SP.",
        ),
        (
            "court_chapel",
            "At once: take 1 accessible card from the offer.",
            "Sofort: Nimm 1 zugängliche Karte",
        ),
        (
            "annals",
            "trophies (at most 4 VP) and 1 VP for each of your titles.",
            "Trophäe (höchstens 4 SP) und 1 SP",
        ),
        (
            "liberal_arts",
            "raise one of your achievements by 1 level for 2 gold.",
            "für 2 Gold um 1 Stufe erhöhen.",
        ),
        (
            "mission",
            "Whenever you build the first church of a region: gain 2 VP.",
            "die erste Kirche einer Region",
        ),
        (
            "veneration_of_relics",
            "you may take 1 relic from the offer or the discard pile.",
            "oder vom Abwurfstapel",
        ),
        (
            "romanesque_building",
            "you may build something else in the same area at the normal",
            "im selben Gebiet zum",
        ),
        (
            "castle_building",
            "After building a tower floor with the action Build: you may",
            "eine Turmetage gebaut hast:",
        ),
        (
            "watchtowers",
            "one of your dice gets +1 if you have at least 1 tower floor in",
            "erhält +1, wenn du",
        ),
        (
            "watchtowers",
            "In a battle as defender: your battle result is 1 higher.",
            "In einem Kampf als Verteidiger:",
        ),
        (
            "frontier_marches",
            "Settling outside your home region costs 1 less, but at least 1.",
            "1 weniger, aber mind",
        ),
        (
            "frontier_marches",
            "outside your home region with a manor of yours in the area: add",
            "im Gebiet: Dein Heer",
        ),
        (
            "mercenaries",
            "you may pay 1 gold for 1 temporary archer or cavalry.",
            "1 temporären Schützen oder Reiter",
        ),
        (
            "levy",
            "Whenever you recruit: you may recruit 1 more infantry at the",
            "1 weiteren Fußkämpfer zum normalen",
        ),
        (
            "bowyers",
            "In the ranged phase: you may reroll 1 of your dice.",
            "Im Fernkampf: Du darfst 1 deiner Würfel neu",
        ),
        (
            "stirrups",
            "In the charge phase: a natural 6 of your cavalry that hits causes 2",
            "natürliche 6 deiner Reiter",
        ),
        (
            "siegecraft",
            "In a battle as attacker against a player: up to 2 tower floors",
            "gegen einen Spieler: Bis zu",
        ),
        (
            "roman_roads",
            "When you march, the army may pass through one of your areas",
            "Wenn du marschierst, darf",
        ),
        (
            "holy_lance",
            "Gain 3 VP. Place 1 cavalry from your supply in the area of the",
            "Erhalte 3 SP. Stelle 1 Reiter",
        ),
        (
            "three_kings",
            "Gain 3 VP and 3 different resources.",
            "Erhalte 3 SP und 3 verschiedene Ressourcen.",
        ),
        (
            "head_of_the_baptist",
            "Gain 3 VP. Take 1 card of your choice from the offer.",
            "Nimm 1 beliebige Karte",
        ),
        (
            "true_cross",
            "Gain 2 VP for each of your churches (at most 8 VP).",
            "Erhalte 2 SP je eigener Kirche (höchstens",
        ),
        (
            "bones_of_st_wenceslas",
            "Gain 4 VP. Gain 2 VP if the church stands in your home area.",
            ". Erhalte 2 SP,",
        ),
        (
            "the_great",
            "Gain 3/6/9 VP if you have at least 4/6/8 areas.",
            "wenn du mindestens 4/6/8 Gebiete hast.",
        ),
        (
            "the_magnificent",
            "if you have reached at least 1/2/3/4 red spaces.",
            "1/2/3/4 rote Felder erreicht hast.",
        ),
        (
            "war_spearmen_or_long_bows",
            "(archer III): ranged 5+ with 2 dice, melee 5+, armour 1.",
            "ab 5 mit 2 Würfeln,",
        ),
        (
            "war_short_bows_or_long_spears",
            "every enemy die gets −1 (not below 1) while you have",
            "−1 (nicht unter 1),",
        ),
    ],
)
def test_cards_say_what_they_do(id: str, english: str, german: str) -> None:
    assert english in "\n".join(card(id))
    assert german in "\n".join(card(id, GERMAN))


def test_a_card_has_a_line_for_each_level_or_face() -> None:
    assert [line.split(":")[0] for line in card("quarries")] == ["I (2 VP)", "II (4 VP)", "III (8 VP)"]
    assert card("war_spearmen_or_knights") == [
        "Spearmen (infantry II): melee 4+, armour 1. Cost: 1 wood and 1 leather.",
        "Knights (cavalry III): charge 2+, melee 3+, armour 2. Cost: 1 leather and 2 iron.",
    ]
    assert len(card("the_rich")) == len(card("holy_robe")) == 1


def test_markers_rulers_and_titles() -> None:
    marker = T.marker_ids.index("barbarian_18")
    reward = "Reward: 1 card of your choice from the offer, 1 VP."
    assert cardtext.marker_text(RULES, ENGLISH, marker) == f"The barbarians: 1 infantry, 1 cavalry. {reward}"
    assert cardtext.look_text(RULES, ENGLISH, T.reward_look[marker]) == reward
    assert ENGLISH.name("look", T.reward_look[marker]) == "1 card from the offer, 1 VP"
    assert ENGLISH.name("look", T.unit_look[marker]) == "1 infantry, 1 cavalry"
    assert cardtext.ruler_text(RULES, ENGLISH, T.ruler_ids.index("ruler_berengar")) == [
        "Home area: Verona (Kingdom of Italy).",
        "Cost of settling: 1 next to your home area and in your home region, "
        "2 if only one of the two is true, 4 elsewhere.",
        "Start cards: Chamber of Pavia, Magyar Riders.",
    ]
    king = cardtext.title_text(RULES, ENGLISH, T.title_ids.index("title_king_of_italy"))
    assert king[0].startswith("7 VP at once") and king[0].endswith("Region: Lombardy, Verona, Tuscany.")
    assert "at least 2 of these areas" in king[1]


@pytest.mark.parametrize(
    ("path", "value", "id", "english"),
    [
        (
            "cards.achievement.three_field_rotation.level.1.effects.0.n",
            3,
            "three_field_rotation",
            "limit is 3 higher",
        ),
        ("cards.achievement.three_field_rotation.vp", [1, 5, 9], "three_field_rotation", "II (5 VP)"),
        ("cards.achievement.silver_mines.level.0.effects.0.max", 5, "silver_mines", "(at most 5 gold)"),
        (
            "cards.achievement.roman_roads.level.2.effects.0.div",
            1,
            "roman_roads",
            "1 VP for each of your areas.",
        ),
        ("cards.achievement.watermill.level.1.effects.0.cities", 3, "watermill", "up to 3 of your cities"),
        ("cards.relic.holy_lance.effects.1.n", 2, "holy_lance", "Place 2 cavalry"),
        ("cards.epithet.the_great.tiers.0.min", 5, "the_great", "at least 5/6/8 areas"),
        ("cards.epithet.the_great.per", "cities", "the_great", "at least 4/6/8 cities"),
        ("units.face.spearmen.melee", 3, "war_spearmen_or_knights", "(infantry II): melee 3+"),
    ],
)
def test_texts_follow_an_edition(path: str, value: object, id: str, english: str) -> None:
    rules = ruleset("darkages", 4, edition=Edition("darkages", "", {path: value}))
    assert english not in "\n".join(card(id))
    assert english in "\n".join(card(id, Texts(rules, "en")))


def told(texts: Texts, **row: object) -> str:
    """What an effect that is on no card would say."""
    effect = schema.Effect(**row)  # type: ignore[arg-type]
    return cardtext.effects_text(texts, [Effect(effect, "test")])


def test_every_word_of_the_language_has_words(language: str) -> None:
    texts = Texts(RULES, language)
    for when in TRIGGER_IDS:
        assert well_said(told(texts, when=when, op="gain", what="vp", n=1)), when
        assert well_said(told(texts, when=when, op="gain", what="vp", n=1, role="attacker", limit="battle"))
    for counter in COUNTER_IDS:
        for div in (1, 2):
            assert well_said(told(texts, when="end", op="score", n=1, per=counter, div=div, max=div)), counter
        assert well_said(told(texts, op="gain", what="gold", n=2, cond=schema.Condition(counter, 1))), counter
    for item in (*ITEM_IDS, *ITEM_GROUPS):
        assert well_said(told(texts, when="cost", op="discount", item=item, kind="gold", n=1)), item
        pay = {"pay": "wood", "instead_of": "stone"}
        assert well_said(told(texts, when="cost", op="substitute", item=item, n=2, **pay)), item
    for name in PARAM_IDS:
        assert well_said(told(texts, when="always", op="param", name=name, n=2)), name
    for key in SPECIAL_IDS:
        assert well_said(told(texts, when="always", op="special", key=key)), key


PLAIN = set(OP_IDS) - {
    "gain_choice",
    "gain_per",
    "score",
    "trade",
    "discount",
    "substitute",
    "param",
    "special",
}


@pytest.mark.parametrize("op", sorted(PLAIN))
def test_every_operation_has_words(op: str, language: str) -> None:
    texts = Texts(RULES, language)
    about: dict[str, object] = {
        "what": "iron",
        "n": 2,
        "option": "city",
        "where": "same_area",
        "min_buildings": 2,
        "cities": 2,
    }
    if op in ("exhaust_title", "ready_title"):
        about["n"] = "all"  # DM0-8.4
    for optional in (False, True):
        for unit in UNIT_IDS:
            said = told(texts, when="now", op=op, unit=unit, needs_unit=unit, optional=optional, **about)
            assert well_said(said), said


def test_what_belongs_together_is_one_sentence() -> None:
    wood = schema.Effect(when="pass", op="gain", what="wood", n=1)
    vp = schema.Effect(when="pass", op="gain", what="vp", n=1)
    maybe = schema.Effect(when="pass", op="gain", what="gold", n=1, optional=True)
    said = cardtext.effects_text(ENGLISH, [Effect(row, "test") for row in (wood, vp, maybe)])
    assert said == "When you pass: gain 1 wood and 1 VP. When you pass: you may take 1 gold."
