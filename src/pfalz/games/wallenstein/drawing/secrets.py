"""What only one player knows: cards face down on the own mat, and those kept in the hand (W-2.3)."""

from __future__ import annotations

from pfalz.core.ruleset import Ruleset
from pfalz.core.sheet import told
from pfalz.core.texts import Texts
from pfalz.games.wallenstein.drawing.form import boxes_in_order, cards_on_mat
from pfalz.games.wallenstein.drawing.hints import facts
from pfalz.games.wallenstein.lookup import ACTIONS, BLANK
from pfalz.games.wallenstein.planning import planning_cards
from pfalz.games.wallenstein.state import AUCTION, Wallenstein, is_county


def secrets(rules: Ruleset[Wallenstein], view: Wallenstein, seat: int, texts: Texts) -> list[tuple[str, str]]:
    """The own plan as far as it is still face down, in the order of the actions, and the rest of the hand."""
    if not 0 <= seat < rules.players:
        return []
    planning = any(ask.seat == seat and ask.name == "plan" for ask in rules.asks(view))
    cards = cards_on_mat(view, seat, planning)
    hidden = [box for box in boxes_in_order(view) if cards[box] >= 0 and not view.is_shown(seat, box)]
    if not hidden:
        return []
    owned = tuple(view.owner), rules.value(view, "blank_cards", 0)
    return told(
        rules, texts, ("plan", seat, cards, hidden, owned), lambda: _plan(view, seat, texts, cards, hidden)
    )


def _plan(
    s: Wallenstein, seat: int, texts: Texts, cards: tuple[int, ...], hidden: list[int]
) -> list[tuple[str, str]]:
    left = [card for card in planning_cards(s, seat) if card not in cards]
    found = [
        (f"{texts.name('box', box)}: {texts.name('card', cards[box])}", _use(s, texts, box, cards[box]))
        for box in hidden
    ]
    hand = ", ".join([texts.name("card", card) for card in left])
    return [*found, (texts.text("name.hand"), hand)] if left else found


def _use(s: Wallenstein, texts: Texts, box: int, card: int) -> str:
    """What a planned card is good for."""
    if box == AUCTION:
        return texts.text("board.secret_bid")
    if is_county(card):
        return facts(s.t, texts, "board.card_help", card)
    if box > ACTIONS and card >= BLANK:
        return texts.text("board.secret_blank")
    return texts.text("board.plan_skip")
