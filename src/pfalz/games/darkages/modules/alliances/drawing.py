"""What alliances add to the drawing: cards below the boards of the players, and the table of a negotiation.

Hands are drawn for their owner, what he has been shown of others for him too; the cards on offer for the two
who negotiate (DM5-3.2). Everybody sees who negotiates, and how many cards there are."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final

from pfalz.core.draw import CREAM, group, label, move, seat_colour, tag, tooltip
from pfalz.core.lettering import BOLD, PLAIN
from pfalz.core.plain import listed
from pfalz.core.ruleset import Ruleset
from pfalz.core.state import HIDDEN
from pfalz.core.texts import Texts
from pfalz.games.darkages.cardtext import effects_text, power_text
from pfalz.games.darkages.drawing.cards import GAP, grid, hand_head
from pfalz.games.darkages.drawing.faces import LINE, text_lines, written
from pfalz.games.darkages.drawing.notes import rule
from pfalz.games.darkages.drawing.pieces import copy
from pfalz.games.darkages.drawing.plain import Page
from pfalz.games.darkages.drawing.sheet import Sheet
from pfalz.games.darkages.modules.alliances.state import EXCHANGE, ID, KEEP, pacts, partners, received
from pfalz.games.darkages.modules.alliances.talks import new_neighbours
from pfalz.games.darkages.possible import bits
from pfalz.games.darkages.state import NONE, DarkAges

RINGS: Final = "M-4,0 m-6,0 a6,6 0 1,0 12,0 a6,6 0 1,0 -12,0 M4,0 m-6,0 a6,6 0 1,0 12,0 a6,6 0 1,0 -12,0"
CHIP: Final = 31.0
HEAD: Final = 18.0
PANEL_HEAD: Final = 28.0
# how the viewer knows a card
ALLY: Final = 0
IN_HAND: Final = 1
SHOWN: Final = 2


def stencils(players: int) -> str:
    """Two rings that hold together."""
    return group(tag("path", d=RINGS, fill="none", stroke="var(--ink)", stroke_width=2.2), id="look-alliance")


def card_lines(rules: Ruleset[DarkAges], texts: Texts, card: int) -> list[str]:
    """What a card brings on conclusion, and when passing (DM5-3.4, DM5-3.6)."""
    t, id = rules.lookup, rules.parts[ID].ids[card]
    deed = effects_text(texts, t.deeds[id]) if id in t.deeds else texts.text("board.alliances.nothing")
    lines = [texts.say("board.alliances.concluded", text=deed)]
    return [*lines, power_text(rules, texts, t.lasting[id])] if id in t.lasting else lines


def card_hint(sheet: Sheet, card: int) -> str:
    """All a card says."""
    lines = [sheet.texts.name("alliance", card), *card_lines(sheet.rules, sheet.texts, card)]
    return "\n".join([*lines, rule(sheet.texts, "DM5-3.4")])


def known_hand(s: DarkAges, seat: int, viewer: int) -> tuple[tuple[int, int], ...]:
    """The cards of a hand that a viewer knows, and how."""
    part = pacts(s)
    if seat == viewer:
        return tuple([(card, IN_HAND) for card in part.hand[seat]])
    shown = part.shown[s.t.players * seat + viewer] if viewer >= 0 else 0
    return tuple([(card, SHOWN) for card in bits(shown)]) if shown != HIDDEN else ()


# -- the negotiation --------------------------------------------------------------------------------------


def panel(sheet: Sheet, x: float, y: float, w: float) -> float:
    """Who negotiates with whom, and in which round, as everybody knows it; nothing without a negotiation."""
    s = sheet.view
    part = pacts(s)
    if part.speaker == NONE:
        return y
    others = tuple(new_neighbours(s)) if part.partner == NONE else ()
    facts = (part.speaker, part.partner, part.round, others, w)
    with sheet.enlarged(x, y):
        key = ("negotiation", facts, sheet.texts.seats)
        return y + sheet.part(key, partial(_panel, sheet, *facts)) + 8


def _panel(sheet: Sheet, speaker: int, partner: int, round: int, others: tuple[int, ...], w: float) -> float:
    texts = sheet.texts
    body: list[str] = []
    y = PANEL_HEAD
    words = sheet.word("alliances.hand")
    if partner != NONE:
        names = {"one": texts.name("seat", speaker), "other": texts.name("seat", partner)}
        words = sheet.word("alliances.table", **names)
    if round:
        told = sheet.word("alliances.round", n=round, all=sheet.rules.parts[ID].rounds)
        body.append(label(8, y + 12, told, class_="faded", font_size=12))
        y += 20
    for seat in others:
        body.append(_neighbour(sheet, seat, y, w))
        y += CHIP + 4
    sheet.ground.append(
        group(
            tag("rect", width=w, height=y + 4, rx=7, class_="panel"),
            group(
                tooltip(rule(texts, "DM5-3.1", "DM5-3.2")),
                copy("alliance", 18, 15, 0.8),
                label(36, 19, BOLD.cut(words, w - 44, 14), class_="bold", font_size=14),
                id="negotiation-head",
            ),
            *body,
            id="negotiation",
        )
    )
    return y + 4


def _neighbour(sheet: Sheet, seat: int, y: float, w: float) -> str:
    """A new neighbour, to be chosen."""
    name = sheet.texts.name("seat", seat)
    return group(
        tooltip(f"{name}\n{rule(sheet.texts, 'DM5-2.5', 'DM5-2.6')}"),
        tag("rect", width=w - 16, height=CHIP, rx=5, class_="card"),
        tag("circle", cx=15, cy=CHIP / 2, r=7, fill=seat_colour(seat), stroke=CREAM),
        label(29, 20, BOLD.cut(name, w - 52, 14), class_="bold", font_size=14),
        id=f"neighbour-{seat}",
        data_kind="seat",
        data_value=seat,
        transform=move(8, y),
    )


def on_table(s: DarkAges, viewer: int) -> tuple[tuple[int, int], ...]:
    """The cards on offer, each with who offers it, if a viewer is one of the two."""
    part = pacts(s)
    if part.partner == NONE or viewer not in (part.speaker, part.partner):
        return ()
    both = [(seat, part.offered[seat]) for seat in (part.speaker, part.partner)]
    return tuple([(seat, card) for seat, card in both if card != NONE])


def _offers(sheet: Sheet, offers: tuple[tuple[int, int], ...], w: float) -> float:
    """Both cards on the table in full, for those who have to say whether they agree (DM5-3.2).

    Who chooses the card of the other takes it, who chooses his own keeps it."""
    y = 2.0
    for seat, card in offers:
        who, name = sheet.texts.name("seat", seat), sheet.texts.name("alliance", card)
        lines = text_lines(sheet.word("alliances.offers", who=who, card=name), w - 16)
        for told in card_lines(sheet.rules, sheet.texts, card):
            lines += text_lines(told, w - 16)
        height = LINE * len(lines) + 10
        sheet.ground.append(
            group(
                tooltip(card_hint(sheet, card)),
                tag("rect", width=w, height=height, rx=7, class_="panel active"),
                written(lines, 8, 15),
                id=f"on-offer-{seat}",
                data_kind="agreement",
                data_value=KEEP if seat == sheet.seat else EXCHANGE,
                transform=move(0, y),
            )
        )
        y += height + 4
    return y


# -- players ----------------------------------------------------------------------------------------------


def board(sheet: Sheet, seat: int, w: float) -> float:
    """The alliances of a player, and his hand as far as the viewer knows it."""
    s = sheet.view
    known = known_hand(s, seat, sheet.seat)
    hidden = len(pacts(s).hand[seat]) - len(known)
    shown = [(received(s, seat, ally), ALLY, ally) for ally in partners(s, seat)]
    shown += [(card, how, NONE) for card, how in known]
    if not shown and not hidden:
        return 0.0
    sheet.part(
        ("alliances", seat, hidden, w), lambda: hand_head(sheet, seat, hidden, ID, "DM5-2.2", "DM5-4.2")
    )
    columns, width = grid(w, 2)
    top = HEAD
    for i in range(0, len(shown), columns):
        row = shown[i : i + columns]
        said = [_said(sheet, card, how, width) if seat == sheet.seat else [] for card, how, _ in row]
        height = CHIP + max([LINE * len(lines) for lines in said])
        for k, (card, how, ally) in enumerate(row):
            facts = ("alliance", card, how, seat, ally, width, height, bool(said[k]), sheet.texts.seats)
            with sheet.enlarged(k * (width + GAP), top):
                sheet.part(facts, partial(_card, sheet, card, how, seat, ally, width, height, said[k]))
        top += height + 4
    top += 4
    offers = on_table(s, seat) if seat == sheet.seat else ()
    if not offers:
        return top
    with sheet.enlarged(0, top):
        key = ("alliance offers", offers, w, sheet.texts.seats)
        return top + sheet.part(key, partial(_offers, sheet, offers, w))


def _said(sheet: Sheet, card: int, how: int, width: float) -> list[str]:
    """What an own card brings whoever gets it; one that was received, what it brings from now on."""
    told = card_lines(sheet.rules, sheet.texts, card)
    return [line for words in told[how == ALLY :] for line in text_lines(words, width - 16)]


def _card(
    sheet: Sheet, card: int, how: int, seat: int, ally: int, width: float, height: float, said: list[str]
) -> None:
    """A card with the marker of the ally, or one of a hand; an own one can be chosen."""
    texts = sheet.texts
    hint = card_hint(sheet, card)
    if how == ALLY:
        note = sheet.word("alliances.with", who=texts.name("seat", ally))
        told = sheet.word("alliances.ally", seat=texts.name("seat", seat), who=texts.name("seat", ally))
        hint = f"{told}\n{hint}\n{rule(texts, 'DM5-4.2')}"
        sign = tag("circle", cx=15, cy=CHIP / 2, r=7, fill=seat_colour(ally), stroke=CREAM)
    else:
        note = sheet.word("alliances.in_hand" if how == IN_HAND else "alliances.shown")
        hint = f"{hint}\n{note}"
        sign = copy("alliance", 15, CHIP / 2, 0.7)
    room = width - 34
    sheet.pieces.append(
        group(
            tooltip(hint),
            tag("rect", width=width, height=height, rx=5, class_="card"),
            sign,
            label(29, 14, BOLD.cut(texts.name("alliance", card), room, 14), class_="bold", font_size=14),
            label(29, 27, PLAIN.cut(note, room, 12), class_="faded", font_size=12),
            written(said, 8, CHIP + 10),
            id=f"alliance-{sheet.rules.parts[ID].ids[card]}",
            data_kind="alliance" if how == IN_HAND else None,
            data_value=card if how == IN_HAND else None,
        )
    )


# -- plain text -------------------------------------------------------------------------------------------


def plain(page: Page) -> list[str]:
    """Who negotiates, and what lies on the table."""
    part, texts = pacts(page.view), page.texts
    if part.partner == NONE:
        return []
    told = []
    for seat in (part.speaker, part.partner):
        card = part.offered[seat]
        what = "?" if card == HIDDEN else texts.name("alliance", card) if card != NONE else "–"
        told.append(f"{texts.name('seat', seat)}: {what}")
    return listed(f"{page.word('plain.alliances.table')}: ", told)


def plain_player(page: Page, seat: int) -> list[str]:
    """Allies of a player with their cards, and the cards in hand that the viewer knows."""
    s, texts = page.view, page.texts
    known = known_hand(s, seat, page.seat)
    names = [texts.name("alliance", card) for card, _ in known]
    hidden = len(pacts(s).hand[seat]) - len(known)
    names += [f"{hidden} × ?"] if hidden else []
    allies = [
        f"{texts.name('seat', ally)} ({texts.name('alliance', received(s, seat, ally))})"
        for ally in partners(s, seat)
    ]
    found = listed(f"      {page.word('plain.alliances.hand')}: ", names) if names else []
    return found + (listed(f"      {page.word('plain.alliances.allies')}: ", allies) if allies else [])


ADDS: Final[Mapping[str, Callable[..., Any]]] = {
    "stencils": stencils,
    "panel": panel,
    "board": board,
    "plain": plain,
    "plain_player": plain_player,
}
