"""Culture cards on the table: the offer, hands, the deck and the discard pile."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

from pfalz.core.draw import group, label, move, seat_colour, tag, tooltip
from pfalz.core.lettering import BOLD, PLAIN
from pfalz.core.state import HIDDEN
from pfalz.games.darkages.drawing.faces import SMALL, card_face, full_height, small_height
from pfalz.games.darkages.drawing.notes import card_hint, rule
from pfalz.games.darkages.drawing.pieces import arms, card_sign
from pfalz.games.darkages.drawing.sheet import Sheet
from pfalz.games.darkages.possible import accessible, discarded
from pfalz.games.darkages.state import NONE

NARROWEST: Final = 172.0
"""No card is narrower, but for two of them in a row on a phone."""
GAP: Final = 6.0
TITLE: Final = 24.0
FOOT: Final = 20.0
"""Below a card of the offer: who may take it."""
CHIP: Final = 25.0
ASKING: Final = ("develop", "react", "react_again")
"""Questions about places of the offer; all others are about cards."""
Grid = tuple[int, float]
"""Cards in a row, and how wide they are."""


def grid(width: float, most: int) -> Grid:
    """How many cards lie side by side in some width."""
    columns = max(2, min(most, int((width + GAP) / (NARROWEST + GAP))))
    return columns, (width - GAP * (columns - 1)) / columns


BACK: Final = 15.0
"""How wide a card that lies face down is."""


def hand_head(sheet: Sheet, seat: int, hidden: int, words: str, *clauses: str) -> None:
    """Above cards of a module in somebody's hand: how many of them the viewer does not know."""
    title = sheet.word(f"{words}.hand")
    left = BOLD.breadth(title, 14) + 14
    told = [sheet.word(f"{words}.hidden", n=hidden)] if hidden else []
    backs = [
        tag("rect", x=left + i * (BACK + 3), y=2, width=BACK, height=13, rx=2, fill=seat_colour(seat))
        for i in range(hidden)
    ]
    sheet.ground.append(
        group(
            tooltip("\n".join([*told, rule(sheet.texts, *clauses)])),
            label(1, 13.5, title, class_="bold", font_size=14),
            *backs,
            id=f"{words}-{seat}",
        )
    )


# -- the offer --------------------------------------------------------------------------------------------


def draw_offer(sheet: Sheet, x: float, y: float, w: float) -> float:
    """The cards on offer, with those who may take them (D-6.2); returns the height."""
    s = sheet.view
    access = [accessible(s, seat) for seat in range(s.t.players)]
    columns, width = grid(w, s.t.offer_places)
    with sheet.enlarged(x, y):
        sheet.part(("offer title",), lambda: sheet.ground.append(_title(sheet, "offer", "D-6.2")))
        top = TITLE
        for first in range(0, s.t.offer_places, columns):
            places = range(first, min(first + columns, s.t.offer_places))
            cards = [s.offered[place] if place < len(s.offered) else NONE for place in places]
            height = max([small_height(sheet, card, width) for card in cards if card != NONE], default=SMALL)
            for place, card in zip(places, cards, strict=True):
                who = tuple([seat for seat, mask in enumerate(access) if mask >> place & 1])
                with sheet.enlarged((place - first) * (width + GAP), top):
                    _place(sheet, place, card, who, width, height)
            top += height + FOOT + GAP
    return top - GAP


def _place(sheet: Sheet, place: int, card: int, who: tuple[int, ...], width: float, height: float) -> None:
    """A place of the offer: a card, and what is clicked while places are asked for."""
    names = ", ".join([sheet.texts.seats[seat] for seat in who])
    under = ("place", place, card == NONE, who, names, width, height)
    sheet.part(under, lambda: sheet.ground.append(_foot(sheet, *under[1:])))
    if card == NONE:
        return
    own = sheet.seat if sheet.seat in who else NONE
    sheet.part(("offered", card, own, width, height), lambda: _offered(sheet, card, own, width, height))
    if sheet.question in ASKING:
        sheet.part(("choice", place, card, width, height), lambda: _choice(sheet, place, card, width, height))
    for add in sheet.additions("place"):
        add(sheet, place, card, width, height)


def _title(sheet: Sheet, key: str, clause: str) -> str:
    return group(
        tooltip(rule(sheet.texts, clause)),
        label(2, 16, sheet.word(key), class_="bold", font_size=15),
    )


def _foot(
    sheet: Sheet, place: int, empty: bool, who: Sequence[int], names: str, width: float, height: float
) -> str:
    """What lies beneath a card: the shields of those who may take it."""
    hint = sheet.word("access", who=names) if who else sheet.word("access_none")
    return group(
        tooltip(f"{hint} {rule(sheet.texts, 'D-6.2')}"),
        tag("rect", width=width, height=height + FOOT, rx=7, class_="vacant" if empty else "space"),
        *[arms(seat, 14 + 19 * i, height + FOOT / 2 - 1, 0.58) for i, seat in enumerate(who)],
        label(width - 8, height + 14.5, str(place + 1), class_="end faded", font_size=12),
        id=f"place-{place}",
    )


def _offered(sheet: Sheet, card: int, own: int, width: float, height: float) -> None:
    """A card of the offer; the viewer's colour is around those the viewer may take."""
    rim = ""
    if own != NONE:
        look = {"fill": "none", "stroke": seat_colour(own), "class_": "quiet"}
        rim = tag("rect", "", width=width, height=height, rx=7, stroke_width=3, **look)
    sheet.pieces.append(
        group(
            card_face(sheet, card, width, height),
            rim,
            id=f"card-{sheet.t.card_ids[card]}",
            data_kind="card",
            data_value=card,
        )
    )


def _choice(sheet: Sheet, place: int, card: int, width: float, height: float) -> None:
    sheet.pieces.append(
        tag(
            "rect",
            tooltip(card_hint(sheet, card)),
            width=width,
            height=height,
            rx=7,
            class_="click",
            data_kind="place",
            data_value=place,
        )
    )


# -- hands ------------------------------------------------------------------------------------------------


def draw_hand(sheet: Sheet, seat: int, x: float, y: float, w: float) -> float:
    """The viewer's cards in full, those of others face down or, if known, by name; returns the height."""
    hand = sheet.view.hand[seat]
    with sheet.enlarged(x, y):
        if seat == sheet.seat and HIDDEN not in hand:
            return _own_hand(sheet, hand, w)
        if not hand or HIDDEN in hand:
            sheet.part(("backs", seat, len(hand), w), lambda: _backs(sheet, seat, len(hand), w))
            return CHIP
        return sheet.part(("open hand", seat, hand, w), lambda: _chips(sheet, hand, w))


def _own_hand(sheet: Sheet, hand: Sequence[int], w: float) -> float:
    n = len(hand)
    sheet.part(("hand title", n), lambda: sheet.ground.append(_hand_title(sheet, n)))
    columns, width = grid(w, 99)
    top = TITLE
    for first in range(0, n, columns):
        row = hand[first : first + columns]
        height = max([full_height(sheet, card, width) for card in row])
        for i, card in enumerate(row):
            left = i * (width + GAP)
            facts = ("in hand", card, left, top, width, height)
            sheet.part(facts, partial(_held, sheet, *facts[1:]))
        top += height + GAP
    return top


def _hand_title(sheet: Sheet, n: int) -> str:
    limit = sheet.t.hand_limit
    return group(
        tooltip(rule(sheet.texts, "D-4.13", "D-4.14")),
        label(2, 16, sheet.word("own_hand", n=n, most=limit), class_="bold", font_size=15),
        id="hand",
    )


def _held(sheet: Sheet, card: int, x: float, y: float, width: float, height: float) -> None:
    sheet.pieces.append(
        group(
            card_face(sheet, card, width, height, full=True),
            id=f"card-{sheet.t.card_ids[card]}",
            data_kind="card",
            data_value=card,
            transform=move(x, y),
        )
    )


def _backs(sheet: Sheet, seat: int, n: int, w: float) -> None:
    """So many cards, face down."""
    step = min(15.0, (w - 60) / max(1, n))
    backs = [
        tag(
            "rect",
            x=i * step,
            y=2,
            width=14,
            height=20,
            rx=2.5,
            fill=seat_colour(seat),
            stroke="var(--vellum)",
            stroke_width=1.2,
        )
        for i in range(n)
    ]
    words = sheet.word("cards_held", n=n)
    sheet.ground.append(
        group(
            tooltip(f"{words} {rule(sheet.texts, 'D-20.2')}"),
            *backs,
            label(n * step + 8, 17.5, words, font_size=13),
            id=f"hand-{seat}",
        )
    )


def _chips(sheet: Sheet, cards: Sequence[int], w: float) -> float:
    """Cards by their names, as many in a row as fit; returns the height."""
    x = y = 0.0
    for card in cards:
        name = BOLD.cut(sheet.texts.name("card", card), w - 36, 12)
        width = BOLD.breadth(name, 12) + 34
        if x and x + width > w:
            x, y = 0.0, y + CHIP
        sheet.pieces.append(
            group(
                tooltip(card_hint(sheet, card)),
                tag("rect", width=width, height=CHIP - 3, rx=5, class_="card"),
                card_sign(sheet.t.kind_ids[sheet.t.card_kind[card]], 14, 11, 0.72),
                label(28, 15.5, name, class_="bold", font_size=12),
                id=f"card-{sheet.t.card_ids[card]}",
                data_kind="card",
                data_value=card,
                transform=move(x, y),
            )
        )
        x += width + 4
    return y + CHIP


# -- deck and discard pile --------------------------------------------------------------------------------


def draw_discard(sheet: Sheet, x: float, y: float, w: float) -> float:
    """The deck and the discard pile in a line; the discarded cards one by one while one can be taken."""
    s = sheet.view
    deck, pile = tuple(s.deck), tuple(s.discard)
    offered: tuple[int, ...] = ()
    if sheet.question == "take_card":
        offered = tuple(discarded(s, s.t.effects[sheet.asks[0].args[1]]))
    with sheet.enlarged(x, y):
        sheet.part(("deck", deck), lambda: sheet.ground.append(_deck(sheet, deck)))
        sheet.part(("discard", pile, w), lambda: sheet.ground.append(_discard(sheet, pile, w)))
        if not offered:
            return CHIP
        with sheet.enlarged(0, CHIP + 2):
            return CHIP + 2 + sheet.part(("discarded", offered, w), lambda: _chips(sheet, offered, w))


def _pile(x: float, dashed: bool) -> str:
    look = "vacant" if dashed else "card"
    back = tag("rect", x=x + 3, y=1, width=15, height=20, rx=2.5, class_=look)
    return back + tag("rect", x=x, y=3, width=15, height=20, rx=2.5, class_=look)


def _deck(sheet: Sheet, deck: Sequence[int]) -> str:
    """How many cards are left, and of which kinds."""
    words = sheet.word("deck", n=len(deck) - sheet.t.unused)
    hint = f"{words}: {_kinds(sheet, deck)}." if deck else words
    return group(
        tooltip(f"{hint} {rule(sheet.texts, 'D-18.6')}"),
        _pile(2, not deck),
        label(26, 18, words, font_size=13),
        id="deck",
    )


def _kinds(sheet: Sheet, cards: Sequence[int]) -> str:
    kinds = sheet.t.kind_ids
    found = [0] * len(kinds)
    for card in cards:
        found[sheet.t.card_kind[card]] += 1
    for layer in sheet.t.layers:
        for kind, n in zip(layer.kinds, layer.unused, strict=True):
            found[kind] -= n
    return ", ".join([f"{sheet.word(f'kinds.{id}')} {n}" for id, n in zip(kinds, found, strict=True)])


def _discard(sheet: Sheet, pile: Sequence[int], w: float) -> str:
    """How many cards lie there and which is the uppermost; the tooltip names them all."""
    texts = sheet.texts
    x = PLAIN.breadth(sheet.word("deck", n=88), 13) + 46
    words = sheet.word("discard", n=len(pile))
    names = [texts.name("card", card) for card in reversed(pile)]
    if names:
        words = f"{words}: {names[0]}"
    hint = f"{sheet.word('discard', n=len(pile))}: {', '.join(names)}." if names else words
    return group(
        tooltip(f"{hint} {rule(texts, 'D-4.15')}"),
        _pile(x, not pile),
        label(x + 24, 18, PLAIN.cut(words, w - x - 26, 13), font_size=13),
        id="discard",
    )
