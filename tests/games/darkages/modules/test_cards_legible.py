"""Whatever lies in the offer can be read there, in both languages, on a desk and on a phone."""

from __future__ import annotations

import html
import re

import pytest

from pfalz.core.lettering import CUT
from pfalz.core.texts import LANGUAGES, Texts
from pfalz.games.darkages.board import draw
from pfalz.games.darkages.cardtext import card_text, power_text
from pfalz.games.darkages.words import ACHIEVEMENT, WAR_TECHNOLOGY
from tests.games.darkages.modules.crusading import Crusading
from tests.games.darkages.modules.every import every

LABEL = re.compile(r"<text[^>]*>([^<]*)</text>")


def letters(text: str) -> str:
    """A text without its blanks: where lines break does not matter."""
    return "".join(text.split())


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("narrow", [False, True])
def test_the_offer_says_all_that_its_cards_do(language: str, narrow: bool) -> None:
    """Landmarks, travels, relics, epithets and what single unit faces can do; achievements show a level."""
    table = Crusading(4, every(4))
    s, t, rules = table.s, table.t, table.rules
    texts = Texts(rules, language, list("ABCD"))
    told = {
        card: card_text(rules, texts, card)
        for card, kind in enumerate(t.card_kind)
        if kind not in (ACHIEVEMENT, WAR_TECHNOLOGY)
    }
    for card, faces in enumerate(t.card_faces):
        if len(faces) == 1 and t.faces[faces[0]].power >= 0:
            told[card] = [power_text(rules, texts, t.faces[faces[0]].power)]
    kinds = {t.kind_ids[t.card_kind[card]] for card in told}
    assert kinds == {id for id in t.kind_ids if id != "achievement"}
    cards = sorted(set(told).difference(*s.hand))  # those of rulers lie with the players
    for first in range(0, len(cards), t.offer_places):
        s.offered = cards[first : first + t.offer_places]
        drawn = draw(rules, s, -2, texts, narrow).svg()
        for card in s.offered:
            face = drawn.split(f'id="card-{t.card_ids[card]}"')[1].split('id="')[0]
            said = [html.unescape(line) for line in LABEL.findall(face)]
            body = letters("".join(said))
            for line in told[card]:
                assert letters(line) in body, (t.card_ids[card], line, said)
            assert not any(line.endswith(CUT) for line in said[1:]), said


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("narrow", [False, True])
def test_own_battle_cards_say_their_names(language: str, narrow: bool) -> None:
    """In two lines where one is too short; only a single word that is longer than the card is cut."""
    table = Crusading(4, every(4))
    part, rules = table.part("age_of_wars"), table.rules
    texts = Texts(rules, language, list("ABCD"))
    for card in part.t.common:
        part.common[0] = card
        name = texts.name("battle_card", card)
        drawn = draw(rules, rules.view(table.s, 0), 0, texts, narrow).svg()
        face = drawn.split(f'id="battle-card-{part.t.cards[card]}"')[1].split('id="')[0]
        said = letters("".join(html.unescape(line) for line in LABEL.findall(face)))
        assert said.startswith(letters(name)) or " " not in name, said
