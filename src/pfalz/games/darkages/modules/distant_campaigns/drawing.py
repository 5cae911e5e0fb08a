"""What campaigns add to the drawing: cards below the boards of the players, and their goals on the map.

Hands are drawn for their owner alone; of others one sees how many cards they have (DM10-3.1)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final

from pfalz.core.draw import group, label, move, seat_colour, tag, tooltip
from pfalz.core.lettering import BOLD
from pfalz.core.plain import listed
from pfalz.core.state import HIDDEN
from pfalz.games.darkages.drawing.cards import GAP, grid, hand_head
from pfalz.games.darkages.drawing.notes import rule
from pfalz.games.darkages.drawing.pieces import copy
from pfalz.games.darkages.drawing.plain import Page
from pfalz.games.darkages.drawing.sheet import Sheet
from pfalz.games.darkages.drawing.territory import spot_of
from pfalz.games.darkages.modules.distant_campaigns.state import campaigns, goal
from pfalz.games.darkages.state import NONE, DarkAges

ROUTE: Final = "M-9,8 C-9,-2 0,6 1,-2 C2,-8 6,-8 8,-6"
SPOT: Final = "M5,-12 L11,-6 M11,-12 L5,-6"
CHIP: Final = 27.0
HEAD: Final = 18.0
Facts = tuple[tuple[tuple[int, int], ...], bool]
"""The seats whose open card names an area, what settling costs them, and whether a card in hand names it."""


def stencils(players: int) -> str:
    """A way that ends at a cross."""
    pen = {"fill": "none", "stroke": "var(--ink)", "stroke_linecap": "round"}
    way = tag("path", "", d=ROUTE, stroke_width=2, stroke_dasharray="3 3", **pen)
    cross = tag("path", "", d=SPOT, stroke_width=2.6, **{**pen, "stroke": "var(--gules)"})
    return group(way, cross, id="look-campaign")


def lowest_cost(s: DarkAges, seat: int) -> int:
    """What settling costs a player where his campaign has led (DM10-2.4)."""
    return campaigns(s).t.lowest[s.t.ruler_ids[s.ruler[seat]]]


# -- the map ----------------------------------------------------------------------------------------------


def area_facts(s: DarkAges, area: int) -> Facts:
    """Whose open card names an area, and whether one in a hand that can be seen does."""
    part = campaigns(s)
    known = [card for hand in part.hand for card in hand if card != HIDDEN]
    seats = [seat for seat, cards in enumerate(part.open) if area in [goal(s, card) for card in cards]]
    return tuple([(seat, lowest_cost(s, seat)) for seat in seats]), area in [goal(s, card) for card in known]


def draw_goal(sheet: Sheet, area: int, found: Facts) -> None:
    """A sign in the areas of open cards, and of the viewer's own."""
    seats, own = found
    if sheet.seat >= 0 and own:
        sheet.part(("campaign goal", area), lambda: sheet.pieces.append(_goal(sheet, area, NONE, 0)))
    for i, (seat, _) in enumerate(seats):
        facts = ("open campaign", area, seat, i)
        sheet.part(facts, partial(_open_goal, sheet, *facts[1:]))


def _open_goal(sheet: Sheet, area: int, seat: int, place: int) -> None:
    sheet.pieces.append(_goal(sheet, area, seat, place))


def _goal(sheet: Sheet, area: int, seat: int, place: int) -> str:
    id = sheet.t.area_ids[area]
    spot = spot_of(sheet, id)
    rim = seat_colour(seat) if seat != NONE else "var(--ink)"
    return group(
        tag("circle", r=13, fill="var(--vellum)", stroke=rim, stroke_width=2.4 if seat != NONE else 1),
        copy("campaign", -1, 1, 0.85),
        id=f"campaign-{seat}-{id}" if seat != NONE else f"campaign-goal-{id}",
        class_="quiet",
        transform=move(*spot.at(112 + 26 * place, 14), 1.1 * spot.scale),
    )


def area_hint(sheet: Sheet, area: int, found: Facts) -> list[str]:
    """Who may settle cheaply, and that a card of the viewer leads here."""
    seats, own = found
    lines = [
        sheet.word("campaigns.here_open", who=sheet.texts.name("side", seat), n=cost) for seat, cost in seats
    ]
    if seats:
        lines.append(rule(sheet.texts, "DM10-2.4"))
    if sheet.seat >= 0 and own:
        lines += [sheet.word("campaigns.here"), rule(sheet.texts, "DM10-2.1")]
    return lines


# -- players ----------------------------------------------------------------------------------------------


def board(sheet: Sheet, seat: int, w: float) -> float:
    """The campaign cards of a player: open ones, and those in hand, face up for their owner."""
    part = campaigns(sheet.view)
    hand = tuple([card for card in part.hand[seat] if card != HIDDEN]) if seat == sheet.seat else ()
    hidden = len(part.hand[seat]) - len(hand)
    shown = (*[(card, True) for card in part.open[seat]], *[(card, False) for card in hand])
    if not shown and not hidden:
        return 0.0
    sheet.part(
        ("campaigns", seat, hidden, w),
        lambda: hand_head(sheet, seat, hidden, "campaigns", "DM10-2.1", "DM10-3.1"),
    )
    columns, width = grid(w, 2)
    for i, (card, is_open) in enumerate(shown):
        cost = lowest_cost(sheet.view, seat) if is_open else 0
        facts = ("campaign", card, seat, is_open, cost, width)
        with sheet.enlarged(i % columns * (width + GAP), HEAD + i // columns * (CHIP + 4)):
            sheet.part(facts, partial(_card, sheet, *facts[1:]))
    return HEAD + -(-len(shown) // columns) * (CHIP + 4) + 4


def _card(sheet: Sheet, card: int, seat: int, is_open: bool, cost: int, width: float) -> None:
    """A campaign card; one in hand can be chosen."""
    texts = sheet.texts
    place = texts.name("area", goal(sheet.view, card))
    words = f"{place} ({sheet.word('campaigns.open')})" if is_open else place
    who = texts.name("side", seat)
    hint = texts.name("campaign", card)
    if is_open:
        hint += f"\n{sheet.word('campaigns.settle', area=place, who=who, n=cost)}"
        hint += f"\n{rule(texts, 'DM10-2.4', 'DM10-2.5')}"
    else:
        to = texts.name("area", goal(sheet.view, card), "to")
        hint += f"\n{sheet.word('campaigns.goal', area=to)}\n{rule(texts, 'DM10-2.1', 'DM10-2.3')}"
    sheet.pieces.append(
        group(
            tooltip(hint),
            tag("rect", width=width, height=CHIP, rx=5, class_="card"),
            copy("campaign", 15, CHIP / 2 + 1, 0.85),
            label(29, 18, BOLD.cut(words, width - 36, 14), class_="bold", font_size=14),
            id=f"campaign-card-{sheet.t.area_ids[goal(sheet.view, card)]}",
            data_kind="campaign" if not is_open else None,
            data_value=card if not is_open else None,
        )
    )


# -- plain text -------------------------------------------------------------------------------------------


def plain_player(page: Page, seat: int) -> list[str]:
    """The campaign cards of a player, as far as the viewer knows them."""
    part = campaigns(page.view)
    known = [page.texts.name("campaign", card) for card in part.hand[seat] if card != HIDDEN]
    hidden = len(part.hand[seat]) - len(known)
    known += [f"{hidden} × ?"] if hidden else []
    opened = [page.texts.name("campaign", card) for card in part.open[seat]]
    found = listed(f"      {page.word('plain.campaigns.hand')}: ", known) if known else []
    return found + (listed(f"      {page.word('plain.campaigns.open')}: ", opened) if opened else [])


ADDS: Final[Mapping[str, Callable[..., Any]]] = {
    "stencils": stencils,
    "area_facts": area_facts,
    "area": draw_goal,
    "area_hint": area_hint,
    "board": board,
    "plain_player": plain_player,
}
