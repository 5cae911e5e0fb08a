"""What the solo game adds to the drawing: the board of the lordlings with card and die, the card of the
horde, Magyars and the target marker on the map."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final

from pfalz.core.draw import CREAM, DARK_INK, group, label, move, tag, tooltip
from pfalz.core.lettering import PLAIN
from pfalz.core.ruleset import Ruleset
from pfalz.core.texts import Texts
from pfalz.games.darkages.drawing.notes import rule
from pfalz.games.darkages.drawing.pieces import arms, marker, unit
from pfalz.games.darkages.drawing.plain import Page
from pfalz.games.darkages.drawing.sheet import Sheet
from pfalz.games.darkages.drawing.table import Progress
from pfalz.games.darkages.drawing.territory import spot_of
from pfalz.games.darkages.modules.lordlings_and_raiders.lords import visible
from pfalz.games.darkages.modules.lordlings_and_raiders.state import (
    HORDE_OPS,
    ID,
    LORDLINGS,
    MAGYARS,
    SoloLookup,
    level,
    progress,
    score,
    solo,
)
from pfalz.games.darkages.state import NONE, DarkAges
from pfalz.games.darkages.words import MARCH, RESEARCH, UNITS

LINE: Final = 26.0
HEAD: Final = 28.0
RED: Final = "#8c2f2a"
TARGET: Final = "M0,-9 A9,9 0 1,1 -0.01,-9 Z M0,-4 A4,4 0 1,0 0.01,-4 Z"
D20: Final = "M0,-13 L11.3,-6.5 L11.3,6.5 L0,13 L-11.3,6.5 L-11.3,-6.5 Z"
SIGNS: Final = {
    "reinforcement": "M-8,4 H-2 V10 H2 V4 H8 V-1 H2 V-8 H-2 V-1 H-8 Z",
    "raid": "M-9,7 L6,-8 L9,-5 L-6,10 Z M4,-9 L10,-10 L9,-3 Z",
    "surprise": "M-2,-10 H2 L1,3 H-1 Z M-2,6 H2 V10 H-2 Z",
}


def stencils(players: int) -> str:
    """The signs of the horde cards."""
    return "".join(
        [
            group(tag("path", d=d, fill=RED, stroke=DARK_INK, stroke_width=0.8), id=f"look-kind-{kind}")
            for kind, d in SIGNS.items()
        ]
    )


def _lookup(rules: Ruleset[DarkAges]) -> SoloLookup:
    t: SoloLookup = rules.parts[ID]
    return t


# -- horde cards ----------------------------------------------------------------------------------------


def card_text(rules: Ruleset[DarkAges], texts: Texts, card: int) -> list[str]:
    """What a horde card does when it comes, when it goes, and in your hand."""
    t = _lookup(rules)
    if card not in t.display:
        return []
    found = [texts.say("board.horde.comes", what=_effects(texts, t.display[card]))]
    if t.discard[card]:
        found.append(texts.say("board.horde.goes", what=_effects(texts, t.discard[card])))
    kind = rules.lookup.kind_ids[rules.lookup.card_kind[card]]
    return [*found, texts.text(f"board.horde.{kind}")]


def _effects(texts: Texts, effects: list[tuple[int, int, int]]) -> str:
    return ", ".join([texts.say(f"board.horde.{HORDE_OPS[op]}", n=n) for op, n, _ in effects])


def card_rules(sheet: Sheet, card: int) -> list[str]:
    """Their clauses."""
    return ["DM1-7.1", "DM1-7.5"] if card in _lookup(sheet.rules).display else []


# -- the map --------------------------------------------------------------------------------------------


def area_facts(s: DarkAges, area: int) -> tuple[bool, int, int, int]:
    """Whether an area is the target, and the Magyars in it."""
    part = solo(s)
    i, a, c = part.magyars[UNITS * area : UNITS * (area + 1)]
    return part.target == area, i, a, c


def draw_area(sheet: Sheet, area: int, facts: tuple[bool, int, int, int]) -> None:
    """The target marker and Magyar figures."""
    if any(facts):
        sheet.part(("horde", area, facts), lambda: sheet.pieces.append(_area(sheet, area, facts)))


def _area(sheet: Sheet, area: int, facts: tuple[bool, int, int, int]) -> str:
    id = sheet.t.area_ids[area]
    spot = spot_of(sheet, id)
    aimed, *units = facts
    body: list[str] = []
    if aimed:
        body.append(tag("path", d=TARGET, fill=RED, stroke=CREAM, stroke_width=1.2))
    x = 22.0
    for type, n in enumerate(units):
        if n:
            body += [unit(type, x, 0, 0.9, MAGYARS), label(x + 9, 6, str(n), class_="bold", font_size=13)]
            x += 30
    return group(*body, id=f"horde-{id}", class_="quiet", transform=move(*spot.at(30, 84), 1.3 * spot.scale))


def area_hint(sheet: Sheet, area: int, facts: tuple[bool, int, int, int]) -> list[str]:
    """What it says."""
    aimed, *units = facts
    found = [f"{sheet.word('horde.target_here')} {rule(sheet.texts, 'DM1-7.11')}"] if aimed else []
    if any(units):
        words = sheet.word("horde.here", what=_troops(sheet.texts, units))
        found.append(f"{words} {rule(sheet.texts, 'DM1-8.11')}")
    return found


def _troops(texts: Texts, units: list[int]) -> str:
    return ", ".join([texts.name("troop", UNITS * n + type) for type, n in enumerate(units) if n])


# -- the board of the lordlings, the card of the horde --------------------------------------------------


def panel(sheet: Sheet, x: float, y: float, w: float) -> float:
    """Points, culture and progress; card and die; discs; units and horde."""
    s = sheet.view
    if s.turn not in s.t.in_turn or not sheet.begun:
        return y
    part, texts = solo(s), sheet.texts
    shown = part.card if part.card != NONE else part.pile[-1] if part.pile else NONE
    card = texts.name("lordling_card", shown) if shown != NONE else sheet.word("horde.no_card")
    lines: list[tuple[str, str, str]] = [
        (
            "arms",
            sheet.word("horde.lords", vp=score(s), culture=s.culture[LORDLINGS]),
            sheet.word("horde.progress", n=progress(s), most=part.t.solo.progress),
        ),
        (
            "card",
            sheet.word("horde.card", card=card),
            sheet.word("horde.left", n=len(part.t.deeds) - part.drawn.bit_count(), pile=len(part.pile)),
        ),
        (
            "disc",
            sheet.word("horde.discs", n=s.discs[LORDLINGS], used=s.exhausted[LORDLINGS]),
            sheet.word("horde.plans", what=_plans(sheet, part.planning)),
        ),
        (
            "units",
            sheet.word("horde.their_units", what=_levels(sheet, LORDLINGS)),
            sheet.word("horde.row", n=visible(s), cards=len(part.achievements)),
        ),
        (
            "magyars",
            sheet.word("horde.magyars", what=_levels(sheet, MAGYARS)),
            sheet.word("horde.aim", area=texts.name("area", part.target))
            if part.target != NONE
            else sheet.word("horde.aim_ruler"),
        ),
    ]
    columns = 2 if w >= 560 else 1
    height = HEAD + LINE * (len(lines) * (3 - columns) + 1) + 8
    with sheet.enlarged(x, y):
        sheet.part(("solo", w, height), lambda: _head(sheet, w, height))
        for i, line in enumerate(lines):
            facts = ("solo line", i, *line, s.turn == LORDLINGS, w, columns)
            sheet.part(facts, partial(_line, sheet, i, line, w, columns))
        bottom = HEAD + LINE * len(lines) * (3 - columns)
        horde = ("horde card", tuple(part.figures), tuple(part.horde), bottom, w)
        sheet.part(horde, partial(_horde, sheet, part.figures, len(part.horde), _looks(sheet), bottom, w))
        sheet.part(("d20", part.die, w), partial(_die, sheet, part.die, w))
    return y + height + 8


def reckoned(s: DarkAges) -> tuple[int, list[int]]:
    """The points of the lordlings by source."""
    return LORDLINGS, solo(s).points


def _head(sheet: Sheet, w: float, height: float) -> None:
    sheet.ground.append(
        group(
            tooltip(rule(sheet.texts, "DM1-5.1", "DM1-9.2", "DM1-9.8")),
            tag("rect", width=w, height=height, rx=7, class_="panel"),
            arms(LORDLINGS, 18, 16, 0.75),
            label(36, 21, sheet.word("horde.title"), class_="bold", font_size=15),
            id=f"player-{LORDLINGS}",
        )
    )


def _die(sheet: Sheet, die: int, w: float) -> None:
    """The twenty-sided die as it was last thrown."""
    sheet.ground.append(
        group(
            tooltip(f"{sheet.word('horde.die', n=die or '–')} {rule(sheet.texts, 'DM1-3.15')}"),
            tag("path", d=D20, fill=RED, stroke=DARK_INK, stroke_width=1.2),
            label(0, 4.5, str(die or "–"), class_="mid bold light", font_size=12),
            id="d20",
            transform=move(w - 22, 16),
        )
    )


def _line(sheet: Sheet, i: int, line: tuple[str, str, str], w: float, columns: int) -> None:
    """Two things that belong together, beside each other or one below the other."""
    _, left, right = line
    y = HEAD + LINE * i * (3 - columns)
    room = w / columns - 24
    second = (w / 2 + 8, 17.0) if columns == 2 else (12.0, 17.0 + LINE)
    sheet.ground.append(
        group(
            tooltip(f"{left}. {right}."),
            tag("rect", width=w, height=LINE * (3 - columns), class_="click"),
            label(12, 17, PLAIN.cut(left, room, 13), font_size=13),
            label(*second, PLAIN.cut(right, room, 13), class_="faded", font_size=13),
            id=f"solo-{i}",
            transform=move(0, y),
        )
    )


def _horde(sheet: Sheet, figures: list[int], markers: int, looks: str, y: float, w: float) -> None:
    """The card of the horde: figures, and markers with the units they show."""
    body: list[str] = [label(12, 18, sheet.word("horde.on_card"), class_="bold", font_size=13)]
    x = 22 + PLAIN.breadth(sheet.word("horde.on_card"), 13.5)
    for type, n in enumerate(figures):
        if n:
            body += [unit(type, x, 13, 0.8, MAGYARS), label(x + 9, 18, str(n), class_="bold", font_size=13)]
            x += 32
    if markers:
        body.append(marker(x + 4, 13, 0.6))
        body.append(label(x + 18, 18, PLAIN.cut(f"{markers}: {looks}", w - x - 24, 13), font_size=13))
    elif not any(figures):
        body.append(label(x, 18, sheet.word("horde.empty"), class_="faded", font_size=13))
    words = sheet.word("horde.on_card_hint", n=sum(figures), markers=markers)
    sheet.ground.append(
        group(
            tooltip(f"{words} {looks} {rule(sheet.texts, 'DM1-8.1')}"),
            tag("rect", x=4, width=w - 8, height=LINE, rx=5, class_="card"),
            *body,
            id="horde-card",
            transform=move(0, y),
        )
    )


def _looks(sheet: Sheet) -> str:
    looks = [sheet.texts.name("look", sheet.t.unit_look[m]) for m in solo(sheet.view).horde]
    return "; ".join(looks)


def _levels(sheet: Sheet, side: int) -> str:
    s, texts = sheet.view, sheet.texts
    return ", ".join(
        [f"{texts.name('unit', type)} {texts.name('level', level(s, side, type))}" for type in range(UNITS)]
    )


def _plans(sheet: Sheet, planning: int) -> str:
    found = [sheet.texts.name("action", action) for action in (RESEARCH, MARCH) if planning >> action & 1]
    return ", ".join(found) or "–"


def ends(sheet: Sheet) -> list[tuple[str, Progress, str]]:
    """One more way to the end (DM1-9.2)."""
    n, most = progress(sheet.view), solo(sheet.view).t.solo.progress
    words = sheet.word("of", n=n, most=most)
    return [("progress", Progress(n, most, words, (LORDLINGS,)), "DM1-9.2")]


def plain(page: Page) -> list[str]:
    """The same in words."""
    s = page.view
    part, texts = solo(s), page.texts
    shown = part.card if part.card != NONE else part.pile[-1] if part.pile else NONE
    card = texts.name("lordling_card", shown) if shown != NONE else page.word("horde.no_card")
    aim = texts.name("area", part.target) if part.target != NONE else ""
    return [
        page.word("horde.title"),
        "  " + page.word("horde.lords", vp=score(s), culture=s.culture[LORDLINGS]),
        "  " + page.word("horde.progress", n=progress(s), most=part.t.solo.progress),
        "  " + page.word("horde.card", card=card) + ", " + page.word("horde.die", n=part.die or "–"),
        "  " + page.word("horde.discs", n=s.discs[LORDLINGS], used=s.exhausted[LORDLINGS]),
        "  " + page.word("horde.on_card_hint", n=sum(part.figures), markers=len(part.horde)),
        "  " + (page.word("horde.aim", area=aim) if aim else page.word("horde.aim_ruler")),
    ]


ADDS: Final[Mapping[str, Callable[..., Any]]] = {
    "stencils": stencils,
    "card_text": card_text,
    "card_rules": card_rules,
    "area_facts": area_facts,
    "area": draw_area,
    "area_hint": area_hint,
    "rival": panel,
    "reckoned": reckoned,
    "ends": ends,
    "plain": plain,
}
