"""What commanders add to the drawing: banners on the map, those to be hired, and each player's own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final

from pfalz.core.draw import CREAM, GILT, group, label, move, seat_colour, tag, tooltip
from pfalz.core.lettering import BOLD
from pfalz.core.plain import listed
from pfalz.games.darkages.cardtext import power_text
from pfalz.games.darkages.drawing.faces import LINE, text_lines, written
from pfalz.games.darkages.drawing.notes import rule
from pfalz.games.darkages.drawing.pieces import copy, goods
from pfalz.games.darkages.drawing.plain import Page
from pfalz.games.darkages.drawing.sheet import Sheet
from pfalz.games.darkages.drawing.territory import spot_of
from pfalz.games.darkages.modules.commanders.state import ID, CommanderLookup, commanders, power_of
from pfalz.games.darkages.state import NONE, DarkAges
from pfalz.games.darkages.words import GOLD

BANNER: Final = "M-6,-15 H12 L8,-9.5 L12,-4 H-6 Z"
POLE: Final = "M-6,-17 V10"
WIDE: Final = 600.0
"""From here on commanders lie in two columns."""
GAP: Final = 6.0
HEAD: Final = 24.0


def stencils(players: int) -> str:
    """A banner in the colour of each seat, and one of nobody's."""
    colours = [(str(seat), seat_colour(seat)) for seat in range(players)]
    return "".join([_banner(id, colour) for id, colour in [*colours, ("open", CREAM)]])


def _banner(id: str, colour: str) -> str:
    pen = {"stroke": "var(--ink)", "stroke_linejoin": "round", "stroke_linecap": "round"}
    return group(
        tag("ellipse", cx=-6, cy=10, rx=6, ry=2.6, fill="var(--ink)"),
        tag("path", "", d=BANNER, fill=colour, stroke_width=1.6, **pen),
        tag("circle", cx=0.5, cy=-9.5, r=2.6, fill=GILT, stroke="var(--ink)", stroke_width=0.8),
        tag("path", "", d=POLE, fill="none", stroke_width=2.4, **pen),
        id=f"look-commander-{id}",
    )


def _lookup(sheet: Sheet) -> CommanderLookup:
    t: CommanderLookup = sheet.rules.parts[ID]
    return t


def effect_of(sheet: Sheet, commander: int) -> str:
    """What a commander does in a battle."""
    return power_text(sheet.rules, sheet.texts, power_of(sheet.view, commander))


# -- the map ----------------------------------------------------------------------------------------------


def area_facts(s: DarkAges, area: int) -> tuple[tuple[int, int, int], ...]:
    """The seats whose commanders are in an area, which ones, and whether they have been used."""
    part = commanders(s)
    return tuple([(i, part.card[i], part.sideways[i]) for i, here in enumerate(part.area) if here == area])


def draw_figures(sheet: Sheet, area: int, there: tuple[tuple[int, int, int], ...]) -> None:
    """A banner for each commander, at the right of the units."""
    for i, (seat, _, sideways) in enumerate(there):
        facts = ("commander", area, seat, sideways, i)
        sheet.part(facts, partial(_figure, sheet, *facts[1:]))


def _figure(sheet: Sheet, area: int, seat: int, sideways: int, place: int) -> None:
    spot = spot_of(sheet, sheet.t.area_ids[area])
    sheet.pieces.append(
        group(
            copy(f"commander-{seat}", 0, 0),
            id=f"commander-{seat}",
            class_="quiet",
            opacity=0.6 if sideways else None,
            transform=move(*spot.at(139 - 26 * place, 74), 1.5 * spot.scale),
        )
    )


def area_hint(sheet: Sheet, area: int, there: tuple[tuple[int, int, int], ...]) -> list[str]:
    """Who commands there, what he does, and whether he still can."""
    return [_told(sheet, seat, commander, bool(sideways)) for seat, commander, sideways in there]


def _told(sheet: Sheet, seat: int, commander: int, sideways: bool) -> str:
    texts = sheet.texts
    state = sheet.word("commanders.sideways" if sideways else "commanders.upright")
    name = texts.name("commander", commander)
    here = sheet.word("commanders.here", name=f"{name} ({state})", seat=texts.name("side", seat))
    return f"{here} {effect_of(sheet, commander)} {rule(texts, 'DM6-4.2', 'DM6-3.3')}"


# -- those to be hired --------------------------------------------------------------------------------------


def shelf(sheet: Sheet, x: float, y: float, w: float) -> float:
    """The commanders that lie open, each to be chosen where one is hired; returns the height."""
    there = tuple(commanders(sheet.view).display)
    if not there:
        return 0.0
    columns = 2 if w >= WIDE else 1
    width = (w - GAP * (columns + 1)) / columns
    rows = -(-len(there) // columns)
    high = max([card_height(sheet, commander, width) for commander in there])
    height = HEAD + rows * (high + GAP)
    with sheet.enlarged(x, y):
        sheet.part(("commanders", w, height), lambda: _head(sheet, w, height))
        for i, commander in enumerate(there):
            at = (GAP + i % columns * (width + GAP), HEAD + i // columns * (high + GAP))
            facts = ("open commander", commander, at, width, high)
            sheet.part(facts, partial(_open, sheet, *facts[1:]))
    return height


def card_height(sheet: Sheet, commander: int, width: float) -> float:
    """How high the card of a commander is."""
    lines = sheet.told(("commander lines", commander, width), lambda: _lines(sheet, commander, width))
    return 26 + len(lines) * LINE


def _lines(sheet: Sheet, commander: int, width: float) -> list[str]:
    return text_lines(effect_of(sheet, commander), width - 44)


def _head(sheet: Sheet, w: float, height: float) -> None:
    cost = _lookup(sheet).cost
    words = sheet.word("commanders.title")
    sheet.ground.append(
        group(
            tooltip(rule(sheet.texts, "DM6-2.1", "DM6-2.2", "DM6-2.3")),
            tag("rect", width=w, height=height, rx=7, class_="panel"),
            label(8, 17, words, class_="bold", font_size=14),
            goods(GOLD, 26 + BOLD.breadth(words, 14), 12, 0.75),
            label(38 + BOLD.breadth(words, 14), 17, str(cost), class_="bold", font_size=14),
            id="commanders",
        )
    )


def _open(sheet: Sheet, commander: int, at: tuple[float, float], width: float, height: float) -> None:
    texts, name = sheet.texts, sheet.texts.name("commander", commander)
    told = sheet.word("commanders.effect", name=name, text=effect_of(sheet, commander))
    sheet.pieces.append(
        group(
            tooltip(f"{told}\n{rule(texts, 'DM6-2.1', 'DM6-4.2')}"),
            *_card(sheet, commander, "open", width, height, False),
            id=f"commander-card-{_lookup(sheet).ids[commander]}",
            data_kind="commander",
            data_value=commander,
            transform=move(*at),
        )
    )


def _card(sheet: Sheet, commander: int, look: str, width: float, height: float, sideways: bool) -> list[str]:
    """The card of a commander: his banner, his name and what he does."""
    name, size = BOLD.fitted(sheet.texts.name("commander", commander), width - 46, 14.2, 14)
    banner = group(copy(f"commander-{look}", 2, 3, 0.95), transform=move(18, 20, turn=90 if sideways else 0))
    return [
        tag("rect", width=width, height=height, rx=7, class_="card"),
        banner,
        label(38, 17, name, class_="bold", font_size=size),
        written(_lines(sheet, commander, width), 38, 32),
    ]


# -- players ------------------------------------------------------------------------------------------------


def board(sheet: Sheet, seat: int, w: float) -> float:
    """The commander of a player, below the board; returns the height."""
    part = commanders(sheet.view)
    commander, sideways, area = part.card[seat], bool(part.sideways[seat]), part.area[seat]
    if commander == NONE:
        return 0.0
    height = card_height(sheet, commander, w)
    facts = ("own commander", seat, commander, sideways, area, w, height)
    sheet.part(facts, partial(_own, sheet, *facts[1:]))
    return height + GAP


def _own(sheet: Sheet, seat: int, commander: int, sideways: bool, area: int, w: float, height: float) -> None:
    texts, name = sheet.texts, sheet.texts.name("commander", commander)
    stands = sheet.word("commanders.stands", name=name, area=texts.name("area", area))
    state = sheet.word("commanders.sideways" if sideways else "commanders.upright")
    told = sheet.word("commanders.effect", name=f"{name} ({state})", text=effect_of(sheet, commander))
    sheet.pieces.append(
        group(
            tooltip(f"{told}\n{stands}\n{rule(texts, 'DM6-4.2', 'DM6-4.4', 'DM6-3.3')}"),
            *_card(sheet, commander, str(seat), w, height, sideways),
            id=f"commander-card-{_lookup(sheet).ids[commander]}",
            data_kind="commander",
            data_value=commander,
        )
    )


# -- plain text ---------------------------------------------------------------------------------------------


def plain(page: Page) -> list[str]:
    """The commanders to be hired."""
    found = [page.texts.name("commander", commander) for commander in commanders(page.view).display]
    return listed(f"{page.word('plain.commanders.open')}: ", found) if found else []


def plain_player(page: Page, seat: int) -> list[str]:
    """The commander of a player, where he stands and whether he can be used."""
    part = commanders(page.view)
    if part.card[seat] == NONE:
        return []
    words = page.word("commanders.sideways" if part.sideways[seat] else "commanders.upright")
    area = page.texts.name("area", part.area[seat])
    name = page.texts.name("commander", part.card[seat])
    return listed(f"      {page.word('plain.commanders.own')}: ", [f"{name}, {area}, {words}"])


ADDS: Final[Mapping[str, Callable[..., Any]]] = {
    "stencils": stencils,
    "area_facts": area_facts,
    "area": draw_figures,
    "area_hint": area_hint,
    "shelf": shelf,
    "board": board,
    "plain": plain,
    "plain_player": plain_player,
}
