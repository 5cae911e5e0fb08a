"""What landmarks add to the drawing: figures on the map, a panel of those that stand, and what cards say."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final

from pfalz.core.draw import CREAM, DARK_INK, GILT, group, label, move, tag, tooltip
from pfalz.core.lettering import BOLD, PLAIN
from pfalz.core.plain import listed
from pfalz.core.ruleset import Ruleset
from pfalz.core.texts import Texts
from pfalz.games.darkages.cardtext import effects_text, power_text
from pfalz.games.darkages.drawing.notes import card_hint, rule
from pfalz.games.darkages.drawing.pieces import arms, copy, points
from pfalz.games.darkages.drawing.plain import Page
from pfalz.games.darkages.drawing.sheet import Sheet
from pfalz.games.darkages.modules.landmarks.state import ID, LandmarkLookup, holder, landmarks
from pfalz.games.darkages.phrases import goods_told
from pfalz.games.darkages.state import FREE, NONE, DarkAges

DOME: Final = "M-10,10 V-1 H-8 C-8,-8 -3,-9 0,-13 C3,-9 8,-8 8,-1 H10 V10 Z M0,-13 V-17 M-2,-15.4 H2"
DOORS: Final = "M-2.4,10 V4 A2.4,2.4 0 0,1 2.4,4 V10 M-7,8 V3 M7,8 V3"
HEAD: Final = 27.0
LINE: Final = 30.0
GAP: Final = 6.0
WIDE: Final = 700.0
"""From here on landmarks lie in two columns."""


def _lookup(rules: Ruleset[DarkAges]) -> LandmarkLookup:
    t: LandmarkLookup = rules.parts[ID]
    return t


def stencils(players: int) -> str:
    """A domed building: on the map, and as the sign of the cards."""
    pen = {"fill": "none", "stroke": DARK_INK, "stroke_linecap": "round"}
    body = tag("path", d=DOME, fill=GILT, stroke=DARK_INK, stroke_width=1.3, stroke_linejoin="round")
    doors = tag("path", "", d=DOORS, stroke_width=1.4, **pen)
    return group(body, doors, id="look-landmark") + group(
        copy("landmark", 0, 2, 0.75), id="look-kind-landmark"
    )


# -- cards ------------------------------------------------------------------------------------------------


def card_text(rules: Ruleset[DarkAges], texts: Texts, card: int) -> list[str]:
    """The cost, both effects and the points of a landmark."""
    t = _lookup(rules)
    if card not in t.cards:
        return []
    landmark = t.cards.index(card)
    return [
        texts.say("board.landmarks.cost", cost=goods_told(texts, t.costs[landmark])),
        texts.say("board.landmarks.built", what=effects_text(texts, rules.lookup.deeds[t.ids[landmark]])),
        texts.say("board.landmarks.lasting", what=power_text(rules, texts, t.powers[landmark])),
        texts.say("board.landmarks.end", n=t.vp[landmark]),
    ]


def card_rules(sheet: Sheet, card: int) -> list[str]:
    """How a landmark is built."""
    return ["DM3-3.2", "DM3-3.3"] if card in _lookup(sheet.rules).cards else []


# -- the map ----------------------------------------------------------------------------------------------


def area_facts(s: DarkAges, area: int) -> int:
    """The landmark in an area, or NONE."""
    return landmarks(s).in_area(area)


def draw_figure(sheet: Sheet, area: int, landmark: int) -> None:
    """The figure, in a corner of the area."""
    if landmark != NONE:
        sheet.part(("landmark", area, landmark), lambda: sheet.pieces.append(_figure(sheet, area, landmark)))


def _figure(sheet: Sheet, area: int, landmark: int) -> str:
    place = sheet.geo.places[sheet.t.area_ids[area]]
    x, y = place.label.left - 36, place.label.top + 6
    if place.nooks:
        x, y, _ = place.nooks[0]
    ground = tag("circle", cy=-1, r=17, fill=CREAM, fill_opacity=0.85, stroke=DARK_INK, stroke_width=0.8)
    return group(
        ground,
        copy("landmark", 0, 1, 0.95),
        id=f"landmark-{_lookup(sheet.rules).ids[landmark]}",
        class_="quiet",
        transform=move(x, y),
    )


def area_hint(sheet: Sheet, area: int, landmark: int) -> list[str]:
    """What stands there and does for the controller of the area."""
    if landmark == NONE:
        return []
    t, texts = _lookup(sheet.rules), sheet.texts
    what = power_text(sheet.rules, texts, t.powers[landmark])
    card = texts.name("card", t.cards[landmark])
    return [sheet.word("landmarks.here", card=card, what=what, n=t.vp[landmark]), rule(texts, "DM3-4.1")]


# -- those that are built -----------------------------------------------------------------------------------


def panel(sheet: Sheet, x: float, y: float, w: float) -> float:
    """The landmarks that are built, where they stand and whose they are, and the step that builds one."""
    s = sheet.view
    built = [landmark for landmark, area in enumerate(landmarks(s).where) if area != NONE]
    columns = 2 if w >= WIDE else 1
    width = (w - GAP * (columns - 1)) / columns
    height = HEAD + -(-len(built) // columns) * LINE + 4
    with sheet.enlarged(x, y):
        sheet.part(("landmarks", w, height), lambda: _head(sheet, w, height))
        for i, landmark in enumerate(built):
            side = holder(s, landmark)
            who = sheet.texts.name("side", side) if side != FREE else sheet.word("landmarks.nobody")
            at = (i % columns * (width + GAP), HEAD + i // columns * LINE)
            facts = ("landmark card", landmark, landmarks(s).where[landmark], side, who, at, width)
            sheet.part(facts, partial(_card, sheet, *facts[1:]))
    return y + height + 8


def _head(sheet: Sheet, w: float, height: float) -> None:
    sheet.ground.append(
        group(
            tooltip(rule(sheet.texts, "DM3-4.1", "DM3-4.2", "DM3-5.1")),
            tag("rect", width=w, height=height, rx=7, class_="panel"),
            label(8, 18, sheet.word("landmarks.title"), class_="bold", font_size=14),
            id="landmarks",
        )
    )
    sheet.ground.append(_step(sheet, w))


def _step(sheet: Sheet, w: float) -> str:
    """The step that builds a landmark."""
    step = sheet.t.further_steps["landmark"]
    words = sheet.texts.name("step", step)
    width = BOLD.breadth(words, 14) + 42
    return group(
        tooltip(rule(sheet.texts, "DM3-3.2", "DM3-3.3")),
        tag("rect", width=width, height=HEAD - 5, rx=5, class_="card"),
        copy("kind-landmark", 15, 11, 0.7),
        label(30, 16, words, class_="bold", font_size=14),
        id="landmark-step",
        data_kind="step",
        data_value=step,
        transform=move(w - width - 6, 3),
    )


def _card(
    sheet: Sheet, landmark: int, area: int, side: int, who: str, at: tuple[float, float], width: float
) -> None:
    t, texts = _lookup(sheet.rules), sheet.texts
    card = t.cards[landmark]
    name = BOLD.cut(texts.name("card", card), width * 0.56 - 34, 14)
    words = sheet.word("landmarks.of", area=texts.name("area", area), who=who)
    sheet.ground.append(
        group(
            tooltip(f"{card_hint(sheet, card)}\n{words}"),
            tag("rect", x=4, width=width - 8, height=LINE - 3, rx=5, class_="card"),
            copy("kind-landmark", 20, 14, 0.8),
            label(34, 18.5, name, class_="bold", font_size=14),
            label(width * 0.56, 18.5, PLAIN.cut(words, width * 0.44 - 76, 12), font_size=12),
            "" if side == FREE else arms(side, width - 58, 14, 0.55),
            points(t.vp[landmark], width - 44, 14, 0.9),
            id=f"card-{t.ids[landmark]}",
            transform=move(*at),
        )
    )


def plain(page: Page) -> list[str]:
    """The landmarks that are built."""
    s, t = page.view, _lookup(page.rules)
    found: list[str] = []
    for landmark, area in enumerate(landmarks(s).where):
        if area != NONE:
            side = holder(s, landmark)
            who = page.side(side) if side != FREE else page.word("landmarks.nobody")
            where = page.word("landmarks.of", area=page.texts.name("area", area), who=who)
            found.append(f"{page.texts.name('card', t.cards[landmark])} ({where})")
    return listed(f"{page.word('landmarks.title')}: ", found) if found else []


ADDS: Final[Mapping[str, Callable[..., Any]]] = {
    "stencils": stencils,
    "card_text": card_text,
    "card_rules": card_rules,
    "area_facts": area_facts,
    "area": draw_figure,
    "area_hint": area_hint,
    "panel": panel,
    "plain": plain,
}
