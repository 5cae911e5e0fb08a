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
    left = tuple([card for card in planning_cards(view, seat) if card not in cards])
    planned = tuple([(box, cards[box]) for box in hidden])
    return told(rules, texts, ("plan", planned, left), lambda: _plan(view, texts, planned, left))


def _plan(
    s: Wallenstein, texts: Texts, planned: tuple[tuple[int, int], ...], left: tuple[int, ...]
) -> list[tuple[str, str]]:
    found = [
        (f"{texts.name('box', box)}: {texts.name('card', card)}", _use(s, texts, box, card))
        for box, card in planned
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
