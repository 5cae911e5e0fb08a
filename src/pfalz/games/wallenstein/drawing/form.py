"""The planning mat as a form of the page: boxes to be filled with the cards of the hand, in any order."""

from __future__ import annotations

from collections.abc import Sequence

from pfalz.core.ask import Ask
from pfalz.core.forms import MatBox, MatCard, inline, mat, mat_box, mat_card
from pfalz.core.ruleset import Ruleset
from pfalz.core.sheet import told
from pfalz.core.state import HIDDEN
from pfalz.core.texts import Texts
from pfalz.games.wallenstein.drawing.hints import card_hint, plan_hint
from pfalz.games.wallenstein.drawing.pieces import army, coin, sheaf
from pfalz.games.wallenstein.drawing.stencils import sign
from pfalz.games.wallenstein.lookup import ACTION_IDS, ACTIONS
from pfalz.games.wallenstein.planning import planning_cards
from pfalz.games.wallenstein.state import AUCTION, EMPTY, Wallenstein, is_county

CIRCLED_ONE = 0x2460
"""The digits of the action row stand in circles, as the names of actions have digits too."""


def form(
    rules: Ruleset[Wallenstein], view: Wallenstein, seat: int, texts: Texts, ask: Ask, draft: Sequence[int]
) -> str | None:
    """The mat for the plan question; every other question is asked the ordinary way."""
    if ask.name != "plan":
        return None
    boxes = view.boxes()
    filled = [*draft, *[HIDDEN] * boxes][:boxes]
    cards = planning_cards(view, seat)
    if len(cards) < boxes:
        cards.append(EMPTY)
    return mat(
        [_known_box(view, texts, box, filled[box]) for box in boxes_in_order(view)],
        [_known_card(view, texts, seat, card, card in filled) for card in cards],
        texts.text("board.plan_cards"),
    )


def cards_on_mat(s: Wallenstein, seat: int, planning: bool) -> tuple[int, ...]:
    """The cards on a mat; whoever is planning sees the own plan as soon as it is sent."""
    if planning:
        planned = s.answers[seat]
        if planned is not None:
            return tuple(planned)
    boxes = s.boxes()
    return tuple(s.mat[seat * boxes : (seat + 1) * boxes])


def boxes_in_order(s: Wallenstein) -> list[int]:
    """The auction first, then the actions as far as their sequence is known, then the others."""
    known = [action + 1 for action in s.action_row]
    rest = [box for box in range(1, ACTIONS + 1) if box not in known]
    return [AUCTION, *range(ACTIONS + 1, s.boxes()), *known, *rest]


def _known_box(s: Wallenstein, texts: Texts, box: int, card: int) -> str:
    place = s.action_row.index(box - 1) if box - 1 in s.action_row else -1
    return told(s.rules, texts, ("plan box", box, card, place), lambda: _box(s, texts, box, card))


def _known_card(s: Wallenstein, texts: Texts, seat: int, card: int, used: bool) -> str:
    armies = s.armies[card] if is_county(card) else 0
    facts = ("plan card", seat, card, armies, used)
    return told(s.rules, texts, facts, lambda: _card(s, texts, seat, card, used))


def _box(s: Wallenstein, texts: Texts, box: int, card: int) -> str:
    """A box with its name, where its action stands in the row, and the card in it."""
    name, hint, picture = texts.name("box", box), plan_hint(texts, box), ""
    if AUCTION < box <= ACTIONS:
        action = box - 1
        name = texts.text(f"board.card_short.{ACTION_IDS[action]}")
        if action in s.action_row:
            name = f"{chr(CIRCLED_ONE + s.action_row.index(action))} {name}"
        picture = inline(sign(s.t, action), 34)
        if card >= 0 and not is_county(card):
            hint += f"\n{texts.name('card', card)}: {texts.text('board.plan_skip')}"
    if card == HIDDEN:
        return mat_box(MatBox(box, name, hint=hint, picture=picture))
    return mat_box(MatBox(box, name, card, texts.name("card", card), hint, picture))


def _card(s: Wallenstein, texts: Texts, seat: int, card: int, used: bool) -> str:
    """A card of the hand; a county shows taxes, grain and armies."""
    more, t = "", s.t
    if is_county(card):
        signs = (
            coin(-22, 0, str(t.taxes[card]), 8),
            sheaf(-2, 0, str(t.grain[card])),
            army(seat, s.armies[card], 20, -1, 0.8),
        )
        more = inline("".join(signs), 66)
    name = texts.text("board.plan_no_card") if card == EMPTY else texts.name("card", card)
    return mat_card(MatCard(card, name, used and card != EMPTY, card_hint(t, texts, card), more))
