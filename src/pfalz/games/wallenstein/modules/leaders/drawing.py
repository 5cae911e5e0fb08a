"""What leaders and monuments add to the drawing: pieces on the map, and those that are not on it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from pfalz.core.draw import group, seat_colour, tag, tooltip
from pfalz.core.ruleset import Ruleset
from pfalz.core.texts import Texts
from pfalz.games.wallenstein.drawing.geography import geography
from pfalz.games.wallenstein.drawing.pieces import copy
from pfalz.games.wallenstein.drawing.plain import Page
from pfalz.games.wallenstein.drawing.players import count
from pfalz.games.wallenstein.drawing.sheet import Segment, Sheet
from pfalz.games.wallenstein.drawing.stencils import figure
from pfalz.games.wallenstein.drawing.table import X
from pfalz.games.wallenstein.modules.leaders.state import CAPTURED, IN_SUPPLY, OFF, pieces
from pfalz.games.wallenstein.state import Wallenstein

OBELISK: Final = "M-4.5,9 L-2.6,-6 L0,-10 L2.6,-6 L4.5,9 Z"
RIDER: Final = (
    "M-6,9 C-7,1 -4,-2 0,-2 C4,-2 7,1 6,9 Z M0,-3 m-3.6,-3.4 a3.6,3.6 0 1,0 7.2,0 a3.6,3.6 0 1,0 -7.2,0"
)

Visit = tuple[tuple[int, ...], tuple[int, ...]]
"""The seats whose leader is in a county, and the monuments there."""


def stencils(players: int) -> str:
    """Leaders and monuments of all seats."""
    found = [figure(f"obelisk-of-{seat}", OBELISK, seat, 1) for seat in range(players)]
    return "".join([*found, *[_rider(seat) for seat in range(players)]])


def _rider(seat: int) -> str:
    look = {"stroke": "var(--ink)", "stroke_width": "0.9", "transform": "scale(.82)"}
    return group(
        tag("circle", r=9.5, fill="var(--vellum)", stroke="var(--ink)"),
        tag("path", "", d=RIDER, fill=seat_colour(seat), **look),
        id=f"rider-of-{seat}",
    )


def leader(seat: int, x: float, y: float, scale: float | int = 1, **attributes: str | int | None) -> str:
    """A leader: a figure in the colour of its seat."""
    return copy(f"rider-of-{seat}", x, y, scale, **attributes)


def monument(seat: int, x: float, y: float, scale: float | int = 1, **attributes: str | int | None) -> str:
    """An obelisk in the colour of its seat."""
    return copy(f"obelisk-of-{seat}", x, y, scale, **attributes)


# -- the map --------------------------------------------------------------------------------------


def visits(s: Wallenstein) -> dict[int, Visit]:
    """Which leaders and monuments are in which county."""
    part = pieces(s)
    there = sorted({place for place in (*part.leader, *part.monument) if 0 <= place < CAPTURED})
    return {
        county: (
            tuple([seat for seat, place in enumerate(part.leader) if place == county]),
            tuple([at for at, place in enumerate(part.monument) if place == county]),
        )
        for county in there
    }


def draw_visitors(sheet: Sheet, found: Mapping[int, Visit]) -> None:
    """Leaders and monuments."""
    geo, ids = geography(), sheet.t.county_ids
    each = sheet.rules.parts["leaders"].monuments
    for county, (leaders, monuments) in found.items():
        place = geo.places[ids[county]]
        step = min(8.0, 18 / max(1, len(monuments) - 1))
        for i, at in enumerate(monuments):
            x, y = place.niche
            x += step * (i - (len(monuments) - 1) / 2)
            seat, n = divmod(at, each)
            sheet.pieces.append(monument(seat, x, y, 1, id=f"monument-{seat}-{n}", class_="quiet"))
        for seat in leaders:
            x, y = place.nook
            sheet.pieces.append(leader(seat, x, y, 0.9, id=f"leader-{seat}", class_="quiet"))


def visit_hint(rules: Ruleset[Wallenstein], texts: Texts, visit: Visit) -> list[str]:
    """Who is in a county, and whose monuments."""
    leaders, monuments = visit
    found = [texts.text("board.leader_here", {"seat": ("seat", seat)}) for seat in leaders]
    owners = [at // rules.parts["leaders"].monuments for at in monuments]
    for seat in sorted(set(owners)):
        values = {"seat": ("seat", seat), "n": ("number", owners.count(seat))}
        found.append(texts.text("board.monuments_here", values))
    return found


# -- the players ----------------------------------------------------------------------------------


def facts_of_player(sheet: Sheet, seat: int) -> tuple[int, int, bool]:
    """Monuments not built yet, captured ones, and whether the leader is off the board."""
    s = sheet.view
    return in_supply(s, seat), captured_by(s, seat), pieces(s).leader[seat] == OFF


def of_player(sheet: Sheet, seat: int, facts: tuple[int, int, bool]) -> list[Segment]:
    """Monuments that are not on the map, and a leader who is not."""
    left, captured, off = facts

    def draw(x: float, y: float) -> float:
        _number(sheet, "monuments", seat, left, x, y)
        x += 42
        if captured:
            _number(sheet, "captured", seat, captured, x, y)
            x += 42
        if off:
            sheet.part(("off", seat, x, y), lambda: sheet.ground.append(_leader_off(sheet, seat, x, y)))
            x += 32
        return x

    return [Segment(draw)]


def in_supply(s: Wallenstein, seat: int) -> int:
    """Monuments of a seat that are not built yet."""
    part = pieces(s)
    return part.monument[seat * part.t.monuments : (seat + 1) * part.t.monuments].count(IN_SUPPLY)


def captured_by(s: Wallenstein, seat: int) -> int:
    """Monuments of others that a seat has captured."""
    return pieces(s).monument.count(CAPTURED + seat)


def _number(sheet: Sheet, key: str, seat: int, n: int, x: float, y: float) -> None:
    stroke = tag("path", d="M-7,7 L7,-7", class_="sign") if key == "captured" else ""
    sign = monument(seat, 0, 0, 0.85) + stroke
    sheet.part(
        (key, seat, n, x, y),
        lambda: sheet.ground.append(count(sheet, key, seat, sign, n, X + x, y, 14)),
    )


def _leader_off(sheet: Sheet, seat: int, x: float, y: float) -> str:
    piece = leader(seat, X + x, y, 0.9, id=f"leader-{seat}")
    return group(tooltip(sheet.word("leader_off")), piece, class_="past")


# -- plain text -----------------------------------------------------------------------------------


def plain_county(page: Page, county: int) -> str:
    """A letter where a leader stands."""
    return page.word("leader_letter") if county in pieces(page.view).leader else ""


def plain_legend(texts: Texts) -> str:
    """What the letter means."""
    return texts.text("board.leader_legend")


def plain_player(page: Page, seat: int) -> list[str]:
    """Monuments not built yet, and captured ones."""
    captured = captured_by(page.view, seat)
    cells = [f"{page.word('monuments')} {in_supply(page.view, seat)}"]
    return [*cells, f"{page.word('captured')} {captured}"] if captured else cells


ADDS: Final[dict[str, Callable[..., Any]]] = {
    "stencils": stencils,
    "visits": visits,
    "visitors": draw_visitors,
    "visit_hint": visit_hint,
    "player_facts": facts_of_player,
    "player": of_player,
    "plain_county": plain_county,
    "plain_legend": plain_legend,
    "plain_player": plain_player,
}
