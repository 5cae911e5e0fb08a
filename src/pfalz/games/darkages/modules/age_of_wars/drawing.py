"""What the Age of Wars adds to the drawing: battle cards and war markers of the players, the stack, the end.

The panel tells what concerns everybody: markers that are left, the card that is being played, the cards of
titles that nobody holds. Below each board are the battle cards of its player, the viewer's own in full.
"""

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
from pfalz.games.darkages.drawing.cards import grid
from pfalz.games.darkages.drawing.faces import LINE, text_lines, written
from pfalz.games.darkages.drawing.notes import rule
from pfalz.games.darkages.drawing.pieces import copy
from pfalz.games.darkages.drawing.plain import Page
from pfalz.games.darkages.drawing.sheet import Sheet
from pfalz.games.darkages.drawing.table import Progress
from pfalz.games.darkages.modules.age_of_wars.state import hand, pile, wars
from pfalz.games.darkages.state import FREE, NONE, DarkAges

SWORDS: Final = "M-7,-9 L6,6 M7,-9 L-6,6 M2,7 L7,2 M-2,7 L-7,2 M6,6 L9,9 M-6,6 L-9,9"
RED: Final = "#8c1f24"
GAP: Final = 6.0
HEAD: Final = 26.0
CHIP: Final = 25.0
TITLE: Final = 22.0
"""How high the name on a battle card is."""


def stencils(players: int) -> str:
    """The war marker, and the sign of battle cards."""
    swords = tag("path", d=SWORDS, fill="none", stroke=CREAM, stroke_width=2.2)
    return group(tag("circle", r=12, fill=RED, stroke=CREAM), swords, id="look-war-marker") + group(
        tag("path", d=SWORDS, fill="none", stroke="var(--ink)", stroke_width=2.2), id="look-battle-card"
    )


# -- what a battle card says ------------------------------------------------------------------------------


def card_lines(rules: Ruleset[DarkAges], texts: Texts, card: int) -> list[str]:
    """Both advantages, and the compensation (DM9-4.3, DM9-4.4)."""
    t, id = rules.lookup, rules.parts["age_of_wars"].cards[card]
    return [
        texts.say("board.war_advantages", text=power_text(rules, texts, t.lasting[id])),
        texts.say("board.war_compensation", text=effects_text(texts, t.deeds[id])),
    ]


def card_hint(sheet: Sheet, card: int) -> str:
    """All a battle card says, and what it is good for."""
    return sheet.told(("battle card hint", card), lambda: _card_hint(sheet, card))


def _card_hint(sheet: Sheet, card: int) -> str:
    texts, t = sheet.texts, sheet.rules.parts["age_of_wars"]
    head = texts.name("battle_card", card)
    if card in t.of_title:
        who = texts.name("title", t.of_title.index(card))
        head = f"{head} ({sheet.word('war_card_of', who=who)})"
    elif card in t.of_ruler:
        who = texts.name("ruler", t.of_ruler.index(card))
        head = f"{head} ({sheet.word('war_card_of', who=who)})"
    return "\n".join([head, *card_lines(sheet.rules, texts, card), rule(texts, "DM9-4.2", "DM9-4.4")])


# -- the panel --------------------------------------------------------------------------------------------


def panel(sheet: Sheet, x: float, y: float, w: float) -> float:
    """Markers that are left, the card that is being played, cards of titles that nobody holds."""
    s = sheet.view
    part = wars(s)
    free = tuple([
        card
        for title, card in enumerate(part.t.of_title)
        if card != NONE and s.title[title] == FREE
    ])  # fmt: skip
    facts = ("wars", part.pool, part.played, free, w)
    with sheet.enlarged(x, y):
        return y + sheet.part(facts, partial(_panel, sheet, *facts[1:])) + 8


def _panel(sheet: Sheet, left: int, played: int, free: tuple[int, ...], w: float) -> float:
    texts = sheet.texts
    words = sheet.word("war")
    body: list[str] = []
    height = HEAD + 4
    if played != NONE:
        name = sheet.word("war_played", card=texts.name("battle_card", played))
        lines = [PLAIN.cut(name, w - 16, 13)]
        for told in card_lines(sheet.rules, texts, played):
            lines += text_lines(told, w - 16)
        hint = tooltip(card_hint(sheet, played))
        body.append(group(hint, written(lines, 8, height + 12), id="battle-card-played"))
        height += LINE * len(lines) + 6
    chips, below = _chips(sheet, free, (), w - 16, NONE)
    body.append(group(*chips, transform=move(8, height)))
    height += below + 4 if free else 2
    sheet.ground.append(
        group(
            tag("rect", tooltip(rule(texts, "DM9-4.1")), width=w, height=height, rx=7, class_="panel"),
            label(8, 18, BOLD.cut(words, w - 130, 14), class_="bold", font_size=14),
            group(
                tooltip(f"{sheet.word('war_stack_hint', n=left)} {rule(texts, 'DM9-5.1', 'DM9-5.3')}"),
                copy("war-marker", w - 44, 14, 0.82),
                label(w - 8, 19, str(left), class_="end bold", font_size=15),
                id="war-stack",
            ),
            *body,
            id="wars",
        )
    )
    return height


def _chips(
    sheet: Sheet, held: tuple[int, ...], spent: tuple[int, ...], w: float, seat: int
) -> tuple[list[str], float]:
    """Battle cards by name, those of a pile faint; an unknown one lies face down; returns the height."""
    found: list[str] = []
    x = y = 0.0
    for card, there in (*[(card, True) for card in held], *[(card, False) for card in spent]):
        known = card != HIDDEN
        name = BOLD.cut(sheet.texts.name("battle_card", card), w - 36, 14) if known else ""
        width = BOLD.breadth(name, 14) + 34 if known else 26.0
        if x and x + width > w:
            x, y = 0.0, y + CHIP
        at = move(x, y)
        if not known:
            found.append(_back(sheet, seat, at))
        else:
            found.append(
                group(
                    tooltip(card_hint(sheet, card)),
                    tag("rect", width=width, height=CHIP - 3, rx=5, class_="card" if there else "vacant"),
                    copy("battle-card", 14, 11, 0.72, opacity=None if there else 0.45),
                    label(28, 16, name, class_="bold" if there else "faded", font_size=14),
                    id=f"battle-card-{sheet.rules.parts['age_of_wars'].cards[card]}",
                    transform=at,
                )
            )
        x += width + 4
    return found, y + CHIP


def _back(sheet: Sheet, seat: int, at: str) -> str:
    words = sheet.word("war_card_hidden", who=sheet.texts.seats[seat])
    return group(
        tooltip(f"{words} {rule(sheet.texts, 'DM9-7.1')}"),
        tag("rect", width=16, height=CHIP - 3, rx=2.5, fill=seat_colour(seat), stroke="var(--vellum)"),
        id=f"battle-card-of-{seat}",
        transform=at,
    )


# -- below the boards -------------------------------------------------------------------------------------


def board(sheet: Sheet, seat: int, w: float) -> float:
    """War markers and battle cards of a player; returns the height."""
    s = sheet.view
    part = wars(s)
    if part.common[seat] == NONE:
        return 0.0
    own = seat == sheet.seat
    held, spent = tuple(hand(s, seat)), tuple(pile(s, seat))
    if own and sheet.question == "keep_battle":
        held = (part.common[seat], part.removed[seat])
    facts = ("battle cards", seat, part.markers[seat], held, spent, own, sheet.texts.seats[seat], w)
    return sheet.part(facts, partial(_board, sheet, *facts[1:]))


def _board(
    sheet: Sheet,
    seat: int,
    markers: int,
    held: tuple[int, ...],
    spent: tuple[int, ...],
    own: bool,
    who: str,
    w: float,
) -> float:
    texts = sheet.texts
    words = sheet.word("war_markers", who=who, n=markers)
    sheet.ground.append(
        group(
            tooltip(f"{words} {rule(texts, 'DM9-5.3')}"),
            copy("war-marker", 12, 12, 0.8),
            label(26, 17, str(markers), class_="bold", font_size=15),
            label(50, 16.5, PLAIN.cut(sheet.word("war_hand"), w - 54, 13), font_size=13),
            id=f"war-markers-{seat}",
        )
    )
    if not own:
        chips, height = _chips(sheet, held, spent, w, seat)
        sheet.ground.append(group(*chips, transform=move(0, HEAD)))
        return HEAD + height + 2
    top = HEAD
    columns, width = grid(w, 99)
    for first in range(0, len(held), columns):
        row = held[first : first + columns]
        names = [_name(sheet, card, width - 38) for card in row]
        lines = [_text(sheet, card, width - 16) for card in row]
        title = TITLE + LINE * (max([len(name) for name in names]) - 1)
        height = title + LINE * max([len(told) for told in lines]) + 12
        for i, (card, name, told) in enumerate(zip(row, names, lines, strict=True)):
            at = (i * (width + GAP), top)
            _own_card(sheet, card, name, told, at, (width, height), title)
        top += height + GAP
    if spent:
        words = sheet.word("war_pile")
        chips, height = _chips(sheet, (), spent, w, seat)
        sheet.ground.append(
            group(
                tooltip(rule(texts, "DM9-2.1", "DM9-2.2")),
                label(2, top + 13, words, class_="faded", font_size=12),
            )
        )
        sheet.ground.append(group(*chips, transform=move(0, top + 18)))
        top += height + 20
    return top


def _text(sheet: Sheet, card: int, room: float) -> list[str]:
    lines: list[str] = []
    for told in card_lines(sheet.rules, sheet.texts, card):
        lines += text_lines(told, room)
    return lines


def _name(sheet: Sheet, card: int, room: float) -> list[str]:
    """The name of a battle card in one line or two."""
    found = BOLD.broken(sheet.texts.name("battle_card", card), room, 14)
    return [BOLD.cut(line, room, 14) for line in [*found[:1], " ".join(found[1:])] if line]


def _own_card(
    sheet: Sheet,
    card: int,
    name: list[str],
    lines: list[str],
    at: tuple[float, float],
    size: tuple[float, float],
    title: float,
) -> None:
    """A battle card of the viewer, to be read and to be chosen; its text begins below the title."""
    width, height = size
    sheet.pieces.append(
        group(
            tooltip(card_hint(sheet, card)),
            tag("rect", width=width, height=height, rx=7, class_="card"),
            copy("battle-card", 16, 14, 0.78),
            *[label(31, 18.5 + LINE * i, line, class_="bold", font_size=14) for i, line in enumerate(name)],
            written(lines, 8, title + 14),
            id=f"battle-card-{sheet.rules.parts['age_of_wars'].cards[card]}",
            data_kind="battle_card",
            data_value=card,
            transform=move(*at),
        )
    )


# -- the end ----------------------------------------------------------------------------------------------


def ends(sheet: Sheet) -> list[tuple[str, Progress, str]]:
    """How near the last war marker is (DM9-5.1)."""
    part = wars(sheet.view)
    taken = part.t.markers - part.pool
    return [
        ("war_markers", Progress(taken, part.t.markers, sheet.word("left", n=part.pool)), "DM9-5.1"),
    ]


# -- plain text -------------------------------------------------------------------------------------------


def plain(page: Page) -> list[str]:
    """The stack of markers."""
    return [f"{page.word('war_stack')}: {wars(page.view).pool}"]


def plain_player(page: Page, seat: int) -> list[str]:
    """War markers, battle cards in hand and on the pile."""
    s, texts = page.view, page.texts
    held, spent = hand(s, seat), pile(s, seat)
    names = [texts.name("battle_card", card) if card != HIDDEN else "?" for card in held]
    lines = [f"      {page.word('war_plain_markers')}: {wars(s).markers[seat]}"]
    lines += listed(f"      {page.word('war_plain_hand')}: ", names)
    if spent:
        piled = [texts.name("battle_card", card) for card in spent]
        lines += listed(f"      {page.word('war_plain_pile')}: ", piled)
    return lines


ADDS: Final[Mapping[str, Callable[..., Any]]] = {
    "stencils": stencils,
    "panel": panel,
    "board": board,
    "ends": ends,
    "plain": plain,
    "plain_player": plain_player,
}
