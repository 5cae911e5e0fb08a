"""What the court adds to the drawing: its panel, the extra boxes, courtiers and kept favors of a player."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from pfalz.core.draw import group, label, move, tag, tooltip
from pfalz.core.lettering import BOLD, lines
from pfalz.core.plain import listed
from pfalz.games.wallenstein.drawing.pieces import copy, row
from pfalz.games.wallenstein.drawing.plain import Page
from pfalz.games.wallenstein.drawing.players import count
from pfalz.games.wallenstein.drawing.sheet import Segment, Sheet
from pfalz.games.wallenstein.drawing.stencils import figure, letters
from pfalz.games.wallenstein.drawing.table import GAP, WIDTH, X, frame
from pfalz.games.wallenstein.lookup import ACTIONS
from pfalz.games.wallenstein.modules.court.lookup import DECK, SHOWN, CourtLookup
from pfalz.games.wallenstein.modules.court.state import hall_of

COURTIER: Final = (
    "M-6,8 C-6,1 -3,-2 0,-2 C3,-2 6,1 6,8 Z M-3.4,-5.4 a3.4,3.4 0 1,0 6.8,0 a3.4,3.4 0 1,0 -6.8,0"
)
ANYBODY: Final = -1
"""A courtier in the colour of no seat."""


def stencils(players: int) -> str:
    """Courtiers of all seats, and of none."""
    seats = (ANYBODY, *range(players))
    return "".join([figure(f"courtier-of-{seat}", COURTIER, seat, 0.9) for seat in seats])


def courtier(seat: int, x: float, y: float, scale: float = 1.0) -> str:
    """A courtier in the colour of its seat, or of none."""
    return copy(f"courtier-of-{seat}", x, y, scale)


# -- the panel ------------------------------------------------------------------------------------


def draw_court(sheet: Sheet, y: float) -> float:
    """Favors on display with their prices, and the courtiers in both halls (W-20.2)."""
    if sheet.view.over:
        return y
    part = hall_of(sheet.view)
    halls = (tuple(part.entrance), tuple(part.audience))
    favors = tuple(part.favor)
    return sheet.part(("court", y, halls, favors), lambda: _court(sheet, y, halls, favors))


def _court(sheet: Sheet, y: float, halls: Sequence[Sequence[int]], favors: Sequence[int]) -> float:
    t: CourtLookup = sheet.rules.parts["court"]
    height = 95.0
    frame(sheet, y, height, sheet.word("court"), "court")
    deck = sheet.word("favor_deck", n=favors.count(DECK))
    sheet.ground.append(label(X + WIDTH - 10, y + 17, deck, class_="end faded", font_size=12.5))
    for space, cost in enumerate(t.costs):
        shown = [favor for favor, place in enumerate(favors) if place == SHOWN - space]
        sheet.ground.append(_favor(sheet, t, cost, shown, X + 9 + space * 104, y + 24))
    for i, (key, hall) in enumerate(zip(("entrance", "audience"), halls, strict=True)):
        sheet.ground.append(_hall(sheet, key, hall, y + 23 + i * 34))
    return y + height + GAP


def _favor(sheet: Sheet, t: CourtLookup, cost: int, shown: list[int], x: float, y: float) -> str:
    texts = sheet.texts
    price = [courtier(ANYBODY, 9 + 12 * n, 10, 0.7) for n in range(cost)]
    if not shown:
        niche = tag("rect", width=100, height=66, rx=4, class_="niche")
        return group(tooltip(sheet.word("favor_empty")), niche, *price, transform=move(x, y))
    favor = shown[0]
    words = lines(texts.name("favor", favor), 13)
    hint = f"{texts.hint('favor', favor)}\n{texts.say('board.favor_cost', n=cost)}"
    return group(
        tooltip(hint),
        tag("rect", width=100, height=66, rx=4, class_="sheet"),
        *price,
        *(label(50, 30 + 15.5 * n, line, class_="mid", font_size=14.9) for n, line in enumerate(words[:3])),
        id=f"favor-{t.favor_ids[favor]}",
        data_kind="favor",
        data_value=favor,
        transform=move(x, y),
    )


def _hall(sheet: Sheet, key: str, hall: Sequence[int], y: float) -> str:
    inside = [
        tooltip(sheet.word(f"{key}_help")),
        tag("rect", width=168, height=32, rx=4, class_="niche"),
        label(6, 12, sheet.word(key), class_="faded", font_size=12.5),
    ]
    for seat in row(hall):
        inside.append(courtier(seat, 12 + seat * 32, 23, 0.85))
        inside.append(label(21 + seat * 32, 29, str(hall[seat]), class_="bold", font_size=13))
    return group(*inside, id=f"hall-{key}", transform=move(X + 323, y))


# -- the players ----------------------------------------------------------------------------------


def box_sign(sheet: Sheet, box: int, x: float) -> str:
    """How many armies an extra box converts."""
    t: CourtLookup = sheet.rules.parts["court"]
    words = str(t.convert[box - ACTIONS - 1])
    return courtier(ANYBODY, x - 5, 10, 0.62) + letters(x + 5, 14, words, "var(--ink)", 12)


def facts_of_player(sheet: Sheet, seat: int) -> tuple[int, tuple[int, ...]]:
    """Courtiers in the supply, and favors kept."""
    part = hall_of(sheet.view)
    free = part.t.courtiers - part.entrance[seat] - part.audience[seat]
    kept = part.favor
    held = tuple([favor for favor, place in enumerate(kept) if place == seat]) if seat in kept else ()
    return free, held


def of_player(sheet: Sheet, seat: int, facts: tuple[int, tuple[int, ...]]) -> list[Segment]:
    """Courtiers first; favors take the room that is left."""
    free, held = facts

    def courtiers(x: float, y: float) -> float:
        sign = courtier(seat, 0, 0, 0.95)
        sheet.part(
            ("courtiers", seat, free, x, y),
            lambda: sheet.ground.append(count(sheet, "courtiers", seat, sign, free, X + x, y, 14)),
        )
        return x + 48

    def favors(x: float, y: float) -> float:
        if held:
            sheet.part(("held", held, x, y), lambda: _favors(sheet, held, x, y))
        return WIDTH

    return [Segment(courtiers), Segment(favors, last=True)]


def _favors(sheet: Sheet, held: Sequence[int], x: float, y: float) -> None:
    """Favors kept, their names as long as there is room for them."""
    t: CourtLookup = sheet.rules.parts["court"]
    texts = sheet.texts
    room = (WIDTH - x) / len(held) - 6
    for favor in held:
        words = BOLD.cut(texts.name("favor", favor), room - 14, 14.9)
        wide = 14 + BOLD.breadth(words, 14.9)
        sheet.ground.append(
            group(
                tooltip(texts.hint("favor", favor)),
                tag("rect", y=-11, width=wide, height=22, rx=4, class_="sheet"),
                label(wide / 2, 5, words, class_="mid", font_size=14.9),
                id=f"favor-{t.favor_ids[favor]}",
                transform=move(X + x - 6, y),
            )
        )
        x += wide + 6


# -- plain text -----------------------------------------------------------------------------------


def plain_court(page: Page) -> list[str]:
    """Favors on display and courtiers in the halls."""
    part = hall_of(page.view)
    shown = [
        f"{part.t.costs[SHOWN - place]}: {page.texts.name('favor', favor)}"
        for favor, place in enumerate(part.favor)
        if place <= SHOWN
    ]
    found = listed(f"{page.word('court')}: ", shown)
    for key, hall in (("entrance", part.entrance), ("audience", part.audience)):
        cells = [f"{page.tags[seat]} {n}" for seat, n in enumerate(hall) if n]
        if cells:
            found += listed(f"  {page.word(key)}: ", cells)
    return found


def plain_player(page: Page, seat: int) -> list[str]:
    """Courtiers in the supply, and favors kept."""
    part = hall_of(page.view)
    free = part.t.courtiers - part.entrance[seat] - part.audience[seat]
    kept = [page.texts.name("favor", favor) for favor, place in enumerate(part.favor) if place == seat]
    return [f"{page.word('courtiers')} {free}", *kept]


ADDS: Final[dict[str, Callable[..., Any]]] = {
    "stencils": stencils,
    "panel": draw_court,
    "player_facts": facts_of_player,
    "player": of_player,
    "box_sign": box_sign,
    "plain": plain_court,
    "plain_player": plain_player,
}
