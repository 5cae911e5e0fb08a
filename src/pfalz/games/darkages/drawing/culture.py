"""The culture board: bands with action cards and noble discs, reactions beside them, the culture track."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

from pfalz.core.draw import SHIELD, group, label, move, tag, tooltip
from pfalz.core.lettering import BOLD, PLAIN
from pfalz.games.darkages.drawing.nobles import EXHAUSTED, discs_of, stack_discs
from pfalz.games.darkages.drawing.notes import action_hint, reaction_hint, rule
from pfalz.games.darkages.drawing.pieces import (
    RED,
    action_sign,
    arms,
    disc,
    goods,
    points,
    reaction_sign,
)
from pfalz.games.darkages.drawing.sheet import Sheet
from pfalz.games.darkages.turn import ACTION_STEP
from pfalz.games.darkages.words import GOLD, REACTION_IDS

PITCH: Final = 50.0
"""How far bands are apart, and reactions."""
CELL: Final = 47.0
"""How high a space of the culture track is."""
WORTH: Final = 17.0
"""Below a row of the track: what its spaces are worth."""
BAND_COLOURS: Final = {
    "red": "#b0433f",
    "yellow": "#c99a2e",
    "green": "#5d8f57",
    "blue": "#4a74ad",
    "violet": "#84589c",
}
WIDE: Final = 740.0
"""From here on the culture track is one row."""
Placed = tuple[tuple[int, int], ...]


# -- bands and reactions ------------------------------------------------------------------------------------


def draw_bands(sheet: Sheet, x: float, y: float, w: float) -> float:
    """Each band reaches to the two reactions it touches (D-13.3, D-13.4); exhausted discs below."""
    s = sheet.view
    spaces = len(s.t.reaction_row)
    with sheet.enlarged(x, y):
        sheet.part(("reactions", w), lambda: _reactions(sheet, w))
        for band, action in enumerate(s.bands):
            placed = stack_discs(s, action) if _laid(s.bands) else ()
            used = s.action == action and bool(s.stacks[action])
            names = ", ".join([sheet.texts.name("side", side) for side, _ in placed])
            facts = ("band", band, action, placed, used, names, w)
            sheet.part(facts, partial(_band, sheet, *facts[1:]))
        gone = tuple([(side, n) for side in s.t.in_turn for n in discs_of(s, side).get(EXHAUSTED, ())])
        sheet.part(
            ("exhausted", gone, sheet.names, w), lambda: _exhausted(sheet, gone, PITCH * spaces + 4, w)
        )
    return PITCH * spaces + 30


def _laid(bands: Sequence[int]) -> bool:
    """Whether the action cards lie on their bands (D-3.2)."""
    return len({*bands}) == len(bands)


def _columns(w: float) -> tuple[float, float]:
    """How wide a band is, and where the reactions begin."""
    return round(w * 0.56), round(w * 0.61)


def _reactions(sheet: Sheet, w: float) -> None:
    _, left = _columns(w)
    width = w - left
    for i, reaction in enumerate(sheet.t.reaction_row):
        lines, size = _named(sheet.texts.name("reaction", reaction), width - 36)
        middle = PITCH / 2 + 2 - 0.58 * size * (len(lines) - 1)
        sheet.ground.append(
            group(
                tooltip(reaction_hint(sheet, reaction)),
                tag("rect", width=width, height=PITCH - 4, rx=7, class_="panel"),
                *[label(9, middle + 1.17 * size * k, line, font_size=size) for k, line in enumerate(lines)],
                reaction_sign(reaction, width - 15, PITCH / 2 - 2, 0.78),
                id=f"reaction-{REACTION_IDS[reaction]}",
                data_kind="reaction",
                data_value=reaction,
                transform=move(left, i * PITCH + 2),
            )
        )


def _named(name: str, room: float) -> tuple[list[str], float]:
    """The name of a reaction in two lines, or in three small ones."""
    for size, most in ((14.0, 2), (13.0, 2), (12.0, 3)):
        lines = PLAIN.broken(name, room, size)
        if len(lines) <= most:
            break
    return lines[:3], size


def _band(sheet: Sheet, band: int, action: int, placed: Placed, used: bool, names: str, w: float) -> None:
    """A band with its action card and its stack: the lowest disc lies beside the reactions."""
    right, reactions = _columns(w)
    t, texts = sheet.t, sheet.texts
    colour = BAND_COLOURS.get(t.band_ids[band], "var(--edge)")
    top, height = PITCH * (band + 0.5) + 2, PITCH - 4
    places, stack = t.stack_size, sheet.word("stack", who=names)
    room = right - 46 - _pitch(places) * places
    lines, letters = _named_bold(texts.name("action", action), room)
    first = height / 2 + 5 - 8 * (len(lines) - 1)
    wedge = f"M0,{height / 2 - 6:g} L{reactions - right:g},2 V{height - 2:g} L0,{height / 2 + 6:g} Z"
    sheet.ground.append(tag("path", d=wedge, fill=colour, transform=move(right - 2, top)))
    slots = [_slot(right, places, i) for i in range(places)]
    circles = [tag("circle", cx=x, cy=height / 2, r=9, class_="vacant") for x in slots]
    sheet.ground.append(
        group(
            tooltip(f"{action_hint(sheet, action)}\n{stack}" if placed else action_hint(sheet, action)),
            tag("rect", width=right, height=height, rx=7, class_="panel active" if used else "panel"),
            tag("rect", width=8, height=height, rx=4, fill=colour),
            action_sign(action, 24, height / 2, 1.05),
            *[
                label(40, first + 16 * i, line, class_="bold", font_size=letters)
                for i, line in enumerate(lines)
            ],
            *circles,
            id=f"band-{t.band_ids[band]}",
            data_kind="step",
            data_value=ACTION_STEP + action,
            transform=move(0, top),
        )
    )
    for i, (side, number) in enumerate(placed):
        due = i == 0 and len(placed) == places - 1
        sheet.pieces.append(_disc(side, number, due, slots[i], top + height / 2))


def _pitch(places: int) -> int:
    """How far the discs of a stack lie apart: closer in a tall stack, so that the name has room beside it."""
    return 24 if places <= 3 else 19


def _slot(right: float, places: int, i: int) -> float:
    """Where the disc of a stack lies, the lowest one rightmost."""
    return right - 15 - _pitch(places) * i


def _named_bold(name: str, room: float) -> tuple[list[str], float]:
    """The name of an action in one line or two, and the size of its letters."""
    lines = BOLD.broken(name, room, 14)[:2]
    size = min([BOLD.fitted(line, room, 14, 12)[1] for line in lines])
    return [BOLD.cut(line, room, size) for line in lines], size


def _disc(side: int, number: int, due: bool, x: float, y: float) -> str:
    """A noble disc in a stack; one that the next disc sets free has a rim (D-13.1)."""
    ring = tag("circle", r=11.6, class_="ring") if due else ""
    return group(disc(side, 0, 0), ring, class_="quiet", id=f"disc-{side}-{number}", transform=move(x, y))


def _exhausted(sheet: Sheet, gone: Placed, y: float, w: float) -> None:
    """The area for exhausted nobles (D-13.6)."""
    words = sheet.word("exhausted")
    hint = f"{words}: {len(gone)}. {rule(sheet.texts, 'D-13.6', 'D-14.4')}"
    left = PLAIN.breadth(words, 12.5) + 14
    sheet.ground.append(
        group(
            tooltip(hint),
            tag("rect", width=w, height=24, rx=6, class_="space"),
            label(7, 16.5, words, font_size=12.5),
            id="exhausted",
            transform=move(0, y),
        )
    )
    step = min(20.0, (w - left - 20) / max(1, len(gone)))
    for i, (side, number) in enumerate(gone):
        sheet.pieces.append(
            group(
                tooltip(sheet.word("disc_exhausted", who=sheet.texts.name("side", side))),
                disc(side, 0, 0, 0.85),
                id=f"disc-{side}-{number}",
                transform=move(left + 10 + i * step, y + 12),
            )
        )


# -- the culture track --------------------------------------------------------------------------------------


def draw_track(sheet: Sheet, x: float, y: float, w: float) -> float:
    """The culture track with its red spaces, their gold, and everybody's counter (D-6.6, D-6.7)."""
    s = sheet.view
    per_row = _per_row(s.t.last_space, w)
    rows = -(-(s.t.last_space + 1) // per_row)
    taken = s.red_taken
    with sheet.enlarged(x, y):
        sheet.part(("track", w), lambda: _track(sheet, w))
        sheet.part(("red gold", taken, w), lambda: _red_gold(sheet, taken, w))
        for side in s.t.in_turn:
            space = s.culture[side]
            who = sheet.texts.name("side", side)
            sheet.part(("counter", side, space, who, w), partial(_counter, sheet, side, space, w))
    return 22 + rows * (CELL + WORTH)


def _per_row(last: int, w: float) -> int:
    return last + 1 if w >= WIDE else (last + 2) // 2


def _space(sheet: Sheet, space: int, w: float) -> tuple[float, float, float]:
    """The left upper corner of a space, and its width."""
    per_row = _per_row(sheet.t.last_space, w)
    cell = w / per_row
    return space % per_row * cell, 22 + space // per_row * (CELL + WORTH), cell


def _track(sheet: Sheet, w: float) -> None:
    t, texts = sheet.t, sheet.texts
    sheet.ground.append(
        group(
            tooltip(rule(texts, "D-6.6", "D-6.7", "D-6.2")),
            label(2, 15, sheet.word("culture"), class_="bold", font_size=14),
            id="culture",
        )
    )
    for space in range(t.last_space + 1):
        x, y, cell = _space(sheet, space, w)
        red = space in t.red_spaces
        sheet.ground.append(
            group(
                tooltip(_space_hint(sheet, space)),
                tag(
                    "rect",
                    width=cell - 1,
                    height=CELL,
                    rx=3,
                    class_=None if red else "space",
                    fill=RED if red else None,
                ),
                label(
                    (cell - 1) / 2,
                    13,
                    str(space),
                    class_="mid bold light" if red else "mid faded",
                    font_size=12,
                ),
                transform=move(x, y),
            )
        )
        if t.track_vp[space] > (t.track_vp[space - 1] if space else 0):
            n = t.track_vp[space]
            left = x + cell / 2 - 17 if x + cell / 2 + 20 < w else w - 36
            sheet.ground.append(points(n, left, y + CELL + 8.5, 0.95))


def _space_hint(sheet: Sheet, space: int) -> str:
    t = sheet.t
    words = sheet.word(
        "space", n=space, vp=t.track_vp[space], cards=t.access_at_start + t.reds_reached[space]
    )
    if space in t.red_spaces:
        words = f"{words} {rule(sheet.texts, 'D-6.7')}"
    return words


def _red_gold(sheet: Sheet, taken: int, w: float) -> None:
    """The gold that is still to be had on red spaces."""
    for i, space in enumerate(sheet.t.red_spaces):
        if not taken >> i & 1:
            x, y, cell = _space(sheet, space, w)
            sheet.ground.append(goods(GOLD, x + (cell - 1) / 2, y + 31, 0.78, class_="quiet"))


def _counter(sheet: Sheet, side: int, space: int, w: float) -> None:
    """The culture counter of a side; each has its own corner of a space."""
    x, y, cell = _space(sheet, space, w)
    at = (x + (cell - 1) * (0.28 + 0.44 * (side % 2)), y + 22.5 + 15 * (side // 2 % 2))
    words = sheet.word("counter", who=sheet.texts.name("side", side), n=space)
    sheet.pieces.append(
        group(
            tooltip(f"{words} {_space_hint(sheet, space)}"),
            tag("path", d=SHIELD, fill="var(--vellum)", transform=move(0, -0.2, 0.68)),
            arms(side, 0, 0, 0.52),
            id=f"culture-{side}",
            transform=move(*at),
        )
    )
