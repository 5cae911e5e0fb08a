"""What the Landsknechte add to the drawing: the banner of a player, and its bonuses to be chosen."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from pfalz.core.draw import CROWN, DARK_INK, GILT, group, label, move, seat_colour, tag, tooltip
from pfalz.core.texts import Texts
from pfalz.games.wallenstein.drawing.pieces import cube, grain, thaler
from pfalz.games.wallenstein.drawing.plain import Page
from pfalz.games.wallenstein.drawing.sheet import Segment, Sheet
from pfalz.games.wallenstein.drawing.stencils import FLAG
from pfalz.games.wallenstein.drawing.table import WIDTH, X
from pfalz.games.wallenstein.modules.landsknechte.state import BONUS_IDS, BannerLookup, stacks

NUMBERS: Final = ("–", "I", "II", "III")
"""What stands on the banners."""


def banner_hint(t: BannerLookup, texts: Texts, banner: int) -> str:
    """Name and bonuses of a banner."""
    first = banner * len(BONUS_IDS)
    shown = [first + bonus for bonus, n in enumerate(t.banners[banner]) if n]
    values = {name: ("banner_bonus", bonus) for name, bonus in zip("abcd", shown, strict=False)}
    return f"{texts.name('banner', banner)}: {texts.text(f'banner_help.shows_{len(shown)}', values)}"


def facts_of_player(sheet: Sheet, seat: int) -> tuple[int, bool]:
    """The banner on top of a stack, and whether the viewer has to choose one of its bonuses."""
    return stacks(sheet.view).banner[seat], seat == sheet.seat and sheet.question == "choose_bonus"


def of_player(sheet: Sheet, seat: int, facts: tuple[int, bool]) -> list[Segment]:
    """The banner, and perhaps its bonuses."""
    banner, choosing = facts

    def draw(x: float, y: float) -> float:
        flag = ("banner", seat, banner, x, y)
        sheet.part(flag, lambda: sheet.ground.append(_flag(sheet, seat, banner, x, y)))
        if not choosing:
            return x + 60
        sheet.part(("bonuses", seat, banner, x, y), lambda: _bonuses(sheet, seat, banner, x + 60, y))
        return WIDTH  # nothing else has room beside them

    return [Segment(draw)]


def _flag(sheet: Sheet, seat: int, banner: int, x: float, y: float) -> str:
    cloth = {"fill": seat_colour(seat), "stroke": "var(--ink)", "stroke_width": "1.2"}
    return group(
        tooltip(banner_hint(sheet.rules.parts["landsknechte"], sheet.texts, banner)),
        tag("path", d=FLAG, transform=move(0, 0, 0.95), **cloth),
        label(12, 5, NUMBERS[banner], class_="bold", font_size=14),
        id=f"banner-{seat}",
        transform=move(X + x, y),
    )


def _bonuses(sheet: Sheet, seat: int, banner: int, x: float, y: float) -> None:
    """The bonuses of the viewer's banner, to be chosen."""
    t: BannerLookup = sheet.rules.parts["landsknechte"]
    signs = (
        thaler(16, 0),
        cube(seat, 16, 0),
        grain(16, 0),
        tag("path", d=CROWN, fill=GILT, stroke=DARK_INK, transform=move(16, 5, 0.85)),
    )
    for bonus, n in enumerate(t.banners[banner]):
        if n:
            sheet.ground.append(
                group(
                    tooltip(f"{n} {sheet.texts.name('bonus', bonus)}"),
                    tag("rect", y=-12, width=58, height=24, rx=4, class_="sheet"),
                    signs[bonus],
                    label(42, 6, f"+{n}", class_="mid bold", font_size=15),
                    id=f"bonus-{bonus}",
                    data_kind="bonus",
                    data_value=bonus,
                    transform=move(X + x, y),
                )
            )
            x += 66


def plain_player(page: Page, seat: int) -> list[str]:
    """The banner on top."""
    return [page.texts.name("banner", stacks(page.view).banner[seat])]


ADDS: Final[dict[str, Callable[..., Any]]] = {
    "player_facts": facts_of_player,
    "player": of_player,
    "plain_player": plain_player,
}
