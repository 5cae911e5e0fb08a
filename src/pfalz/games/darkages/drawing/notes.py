"""What tooltips say about cards, units, actions and reactions: names, values, and the rules behind them."""

from __future__ import annotations

from typing import Final

from pfalz.core.lettering import capital
from pfalz.core.texts import Texts
from pfalz.games.darkages.cardtext import card_text, face_text, title_text
from pfalz.games.darkages.drawing.sheet import Sheet

KIND_RULES: Final = ("D-7.2", "D-7.7", "D-12.6", "D-12.1")
ACTION_RULES: Final = (("D-5.1",), ("D-6.1",), ("D-7.1",), ("D-8.1",), ("D-9.4", "D-9.2"))
REACTION_RULES: Final = ("D-13.7", "D-13.8", "D-13.10", "D-13.9", "D-13.8", "D-13.11")
END_RULES: Final = ("D-18.2", "D-18.3", "D-18.4", "D-18.5", "D-18.6")


def rule(texts: Texts, *clauses: str) -> str:
    """What the rules say, with the numbers of the clauses."""
    return " ".join([f"{texts.clause(id)} ({id})" for id in clauses])


def card_hint(sheet: Sheet, card: int) -> str:
    """All a culture card says, and when it is played."""
    return sheet.told(("card hint", card), lambda: _card_hint(sheet, card))


def _card_hint(sheet: Sheet, card: int) -> str:
    texts, kind = sheet.texts, sheet.t.card_kind[card]
    head = f"{texts.name('card', card)} ({sheet.word(f'kind.{sheet.t.kind_ids[kind]}')})"
    clauses = KIND_RULES[kind : kind + 1] or [
        id for add in sheet.additions("card_rules") for id in add(sheet, card)
    ]
    return "\n".join([head, *card_text(sheet.rules, texts, card), rule(texts, *clauses)])


def face_hint(sheet: Sheet, face: int) -> str:
    """The values, the cost and the ability of a unit face."""
    return sheet.told(("face hint", face), lambda: face_text(sheet.rules, sheet.texts, face))


def action_hint(sheet: Sheet, action: int) -> str:
    """What a noble action does, and what its disc may bring."""
    texts = sheet.texts
    words = rule(texts, *ACTION_RULES[action])
    return f"{capital(texts.name('action', action))}: {words}\n{rule(texts, 'D-13.1')}"


def reaction_hint(sheet: Sheet, reaction: int) -> str:
    """What a reaction does."""
    texts = sheet.texts
    return f"{capital(texts.name('reaction', reaction))}: {rule(texts, REACTION_RULES[reaction])}"


def title_hint(sheet: Sheet, title: int, holder: int, sideways: bool) -> str:
    """What a title is worth, how it is taken, and who has it."""
    texts = sheet.texts
    head = texts.name("title", title)
    if holder >= 0:
        state = "title_sideways" if sideways else "title_upright"
        head = f"{head}: {sheet.word(state, who=texts.name('side', holder))}"
    return "\n".join([head, *title_text(sheet.rules, texts, title)])
