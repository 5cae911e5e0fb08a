"""The planning mat as a form of the page: boxes to be filled with the cards of the hand, in any order."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from pfalz.core.ask import Ask
from pfalz.core.ruleset import Ruleset
from pfalz.core.state import HIDDEN
from pfalz.core.texts import Texts
from pfalz.games.wallenstein.drawing.hints import action_hint, facts
from pfalz.games.wallenstein.planning import planning_cards
from pfalz.games.wallenstein.state import AUCTION, EMPTY, Wallenstein, is_county
from pfalz.games.wallenstein.tables import ACTIONS


def form(
    rules: Ruleset[Wallenstein], view: Wallenstein, seat: int, texts: Texts, ask: Ask, draft: Sequence[int]
) -> str | None:
    """The mat for the plan question; every other question is asked the ordinary way."""
    if ask.name != "plan":
        return None
    boxes = view.boxes()
    filled = [*draft, *[HIDDEN] * boxes][:boxes]
    cards = planning_cards(view, seat)
    mat = "".join(_box(view, texts, box, filled[box]) for box in _order(view, boxes))
    if len(cards) < boxes:
        cards.append(EMPTY)
    hand = "".join(_card(view, texts, card, card in filled) for card in cards)
    heading = escape(texts.text("board.plan_cards"))
    return (
        f'<div class="mat" data-unique="1"><ol class="boxes">{mat}</ol>'
        f'<div class="palette" role="group" aria-label="{heading}">{hand}</div></div>'
    )


def _order(s: Wallenstein, boxes: int) -> list[int]:
    """The auction first, then the actions as far as their sequence is known, then the others."""
    known = [action + 1 for action in s.action_row]
    rest = [box for box in range(1, ACTIONS + 1) if box not in known]
    return [AUCTION, *range(ACTIONS + 1, boxes), *known, *rest]


def _box(s: Wallenstein, texts: Texts, box: int, card: int) -> str:
    """A box with its name, where its action stands in the row, and the card in it."""
    name = texts.name("box", box)
    hint = name
    if AUCTION < box <= ACTIONS:
        action = box - 1
        hint = action_hint(texts, action)
        if action in s.action_row:
            name = f"{s.action_row.index(action) + 1}. {name}"
    inside = texts.text("board.plan_empty")
    extra = ""
    if card != HIDDEN:
        inside = texts.name("card", card)
        extra = f' data-holds="{card}"'
        if card >= 0 and not is_county(card) and AUCTION < box <= ACTIONS:
            inside += f" ({texts.text('board.plan_skip')})"
    full = "" if card == HIDDEN else " full"
    return (
        f'<li><button type="button" class="box{full}" id="plan-{box}" data-slot="{box}"{extra}'
        f' title="{escape(hint)}"><small>{escape(name)}</small><span>{escape(inside)}</span></button></li>'
    )


def _card(s: Wallenstein, texts: Texts, card: int, used: bool) -> str:
    """A card of the hand; a county says what it yields."""
    more, hint = "", ""
    if is_county(card):
        t = s.t
        hint = f' title="{escape(facts(t, texts, "board.card_help", card))}"'
        more = f" <small>{t.taxes[card]}/{t.grain[card]} · {s.armies[card]}</small>"
    name = texts.text("board.plan_no_card") if card == EMPTY else texts.name("card", card)
    style = "card used" if used and card != EMPTY else "card"
    return (
        f'<button type="button" class="{style}" id="hand-{card}" draggable="true" data-put="{card}"'
        f' data-value="{card}"{hint}>{escape(name)}{more}</button>'
    )
