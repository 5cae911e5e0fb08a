"""The rest of the table: title, actions, rounds, free land and prestige track."""

from __future__ import annotations

from typing import NamedTuple

from pfalz.core.draw import group, label, move, shield, tag, tooltip
from pfalz.core.lettering import ROMAN, capital
from pfalz.games.mil.drawing.hints import stack_hint
from pfalz.games.mil.drawing.identity import STACKS
from pfalz.games.mil.drawing.pieces import defence, land_mark
from pfalz.games.mil.drawing.sheet import Sheet
from pfalz.games.mil.state import EMPTY, PRODUCTIVE
from pfalz.games.mil.turn import ACTION_IDS

Point = tuple[float, float]


class FreeLand(NamedTuple):
    """Where the parts of the free land lie: the panel, and in it title, stacks, and what lies below them.

    What lies below them is drawn in a scale of its own."""

    size: Point
    title: Point
    stacks: Point
    stack_width: float
    below: Point
    scale: float


LOW = FreeLand((194, 238), (11, 24), (6, 32), 91, (0, 170), 1)
"""Stacks above, what lies below them under them."""
FLAT = FreeLand((514, 150), (247, 30), (6, 8), 116, (236, 48), 1.35)
"""Everything side by side."""


def draw_title(sheet: Sheet) -> None:
    """The name of the game."""
    sheet.part(("title",), lambda: _title(sheet))


def _title(sheet: Sheet) -> None:
    sheet.ground.append(label(14, 32, sheet.texts.text("game.title"), class_="bold", font_size=20))


def draw_actions(sheet: Sheet, x: float, y: float, right: float, size: float) -> float:
    """The five actions in lettering of a size, in as many rows as they need; returns the lower edge."""
    return sheet.part(("actions", x, y), lambda: _actions(sheet, x, y, right, size))


def _actions(sheet: Sheet, left: float, y: float, right: float, size: float) -> float:
    x = left
    for i, id in enumerate(ACTION_IDS):
        name = sheet.texts.name("action", i)
        width = size * (2.57 + 0.515 * len(name))
        if x + width > right:
            x, y = left, y + 2 * size + 6
        sheet.ground.append(
            group(
                tooltip(f"{name}: {sheet.texts.text(f'action_help.{id}')}"),
                tag("rect", width=width, height=2 * size, rx=size, class_="space"),
                label(0.86 * size, 1.36 * size, "ABCDE"[i], class_="bold", font_size=size),
                label(1.93 * size, 1.36 * size, name, font_size=size),
                id=f"action-{id}",
                data_kind="action",
                data_value=i,
                transform=move(x, y),
            )
        )
        x += width + 6
    return y + 2 * size


def draw_rounds(sheet: Sheet, right: float, middle: float, scale: float) -> None:
    """The round track, up to the right edge."""
    now, over = sheet.view.round, sheet.view.over
    sheet.part(("rounds", now, over, right, middle), lambda: _rounds(sheet, now, over, right, middle, scale))


def _rounds(sheet: Sheet, now: int, over: bool, right: float, middle: float, scale: float) -> None:
    """The five rounds; those that are over are struck out."""
    rounds = sheet.t.rounds
    places = [move(right - (14 + (rounds - 1 - i) * 27) * scale, middle, scale) for i in range(rounds)]
    for i in range(rounds):
        past = i + 1 < now or over
        sheet.ground.append(
            group(
                tooltip(sheet.word("round_of", n=i + 1, of=rounds)),
                tag("circle", r=12, class_="space"),
                label(0, 5, ROMAN[i], class_="mid faded" if past else "mid", font_size=13),
                tag("path", d="M-8,8 L8,-8", class_="rule") if past else "",
                id=f"round-{i + 1}",
                transform=places[i],
            )
        )
    sheet.pieces.append(
        tag(
            "circle",
            r=13,
            fill="none",
            stroke="var(--glow)",
            stroke_width=3.5,
            id="round-marker",
            transform=places[min(now, rounds) - 1],
        )
    )


def draw_free_land(sheet: Sheet, x: float, y: float, places: FreeLand) -> float:
    """Two stacks with their top tiles, and what else is in them (M-1.9, M-2.13); returns the lower edge."""
    s = sheet.view
    sheet.part(("free land", x, y), lambda: _free_land(sheet, x, y, places))
    dx, dy = places.stacks
    width = places.stack_width
    for stack in (0, 1):
        _stack(sheet, stack, x + dx + stack * width, y + dy, width)
    dx, dy = places.below
    pool = tuple(s.pool)
    sheet.part(("pool", pool, x, y), lambda: _pool(sheet, pool, x + dx, y + dy, places.scale))
    gone = sum(s.gone)
    if gone:
        sheet.part(("gone", gone, x, y), lambda: _gone(sheet, gone, x + dx, y + dy + 60 * places.scale))
    return y + places.size[1]


def _free_land(sheet: Sheet, x: float, y: float, places: FreeLand) -> None:
    width, height = places.size
    dx, dy = places.title
    sheet.ground.append(tag("rect", x=x, y=y, width=width, height=height, rx=9, class_="panel"))
    sheet.ground.append(label(x + dx, y + dy, sheet.word("free_land"), class_="bold", font_size=18))


def _stack(sheet: Sheet, stack: int, x: float, y: float, width: float) -> None:
    top, tiles = sheet.view.tops[stack], sheet.view.heights[stack]
    facts = ("stack", stack, top, tiles, x, y)
    sheet.part(facts, lambda: _draw_stack(sheet, stack, top, tiles, x, y, width))
    if top != EMPTY:
        land = sheet.land_facts(STACKS + stack, 0, 2 * top + PRODUCTIVE)
        sheet.put_land(land, x + _margin(width), y + 31, 1.32)


def _margin(width: float) -> float:
    """How far the tiles of a stack lie from its left edge."""
    return (width - 77) / 2


def _draw_stack(sheet: Sheet, stack: int, top: int, tiles: int, x: float, y: float, width: float) -> None:
    t = sheet.t
    left = _margin(width)
    body = [
        tooltip(_stack_words(sheet, stack, top, tiles)),
        tag("rect", x=2, width=width - 4, height=134, rx=7, class_="space"),
        label(width / 2, 18, sheet.word(f"stack_{t.stack_ids[stack]}"), class_="mid faded", font_size=16),
    ]
    under = min(4, max(0, tiles - 1))
    for i in range(under, 0, -1):
        body.append(tag("rect", x=left + 2.5 * i, y=31 - 2.0 * i, width=66, height=61, rx=6, class_="space"))
    if top == EMPTY:
        body.append(label(width / 2, 70, sheet.word("empty"), class_="mid faded", font_size=15))
    else:
        body.append(defence(t.stack_defence[stack] + t.land_defence[top], width - 22, 115))
        body.append(label(12, 122, f"×{tiles}", class_="bold", font_size=17))
    sheet.ground.append(
        group(
            *body,
            id=f"stack-{t.stack_ids[stack]}",
            data_kind="stack",
            data_value=stack,
            transform=move(x, y),
        )
    )


def _pool(sheet: Sheet, pool: tuple[int, ...], x: float, y: float, scale: float) -> None:
    """How many lands of each kind lie below the top tiles (M-19.7)."""
    kinds = [kind for kind, n in enumerate(pool) if n]
    if not kinds:
        return
    sheet.ground.append(label(x + 11, y + 11, sheet.word("below"), class_="faded", font_size=15))
    for i, kind in enumerate(kinds):
        sheet.ground.append(
            group(
                tooltip(f"{sheet.word('below')}: {pool[kind]} × {sheet.texts.name('land', kind)}"),
                land_mark(kind, 0, 0),
                label(13, 6, str(pool[kind]), font_size=16),
                transform=move(x + 11 + (11 + i * 37) * scale, y + 32 * scale, scale),
                id=f"pool-{sheet.t.land_ids[kind]}",
            )
        )


def _gone(sheet: Sheet, gone: int, x: float, y: float) -> None:
    sheet.ground.append(
        group(
            tooltip(sheet.texts.text("token_help.free_land_gone")),
            label(x + 11, y, sheet.word("gone", n=gone), class_="faded", font_size=15),
        )
    )


def _stack_words(sheet: Sheet, stack: int, top: int, height: int) -> str:
    name = capital(sheet.texts.name("stack", stack))
    if top == EMPTY:
        return name
    tiles = sheet.word("tiles", n=height)
    return f"{name} ({tiles}). {stack_hint(sheet.t, sheet.texts, stack, top)}"


def draw_prestige(sheet: Sheet, x: float, y: float, width: float) -> float:
    """The prestige track from the lowest to the highest; returns the lower edge."""
    scores = tuple([sheet.view.score(seat) for seat in range(sheet.t.players)])
    facts = ("prestige", scores, sheet.names, x, y)
    sheet.part(facts, lambda: _prestige(sheet, scores, x, y, width))
    return y + 44


def _prestige(sheet: Sheet, scores: tuple[int, ...], x: float, y: float, width: float) -> None:
    low = min(0, *scores) // 10 * 10
    high = max(40, -(-(max(scores) + 1) // 10) * 10)
    step = (width - 72) / (high - low)
    sheet.part(("track", low, high, x, y), lambda: _track(sheet, low, high, step, x, y, width))
    for seat, score in enumerate(scores):
        same = [other for other, n in enumerate(scores) if n == score]
        spread = (same.index(seat) - (len(same) - 1) / 2) * 15
        hint = f"{sheet.names[seat]}: {score} {sheet.word('pp')}"
        at = x + 50 + (score - low) * step + spread
        sheet.pieces.append(
            group(tooltip(hint), shield(seat, 0, 0, 0.85), id=f"score-{seat}", transform=move(at, y + 15))
        )


def _track(sheet: Sheet, low: int, high: int, step: float, x: float, y: float, width: float) -> None:
    sheet.ground.append(tag("rect", x=x, y=y, width=width, height=44, rx=9, class_="panel"))
    ticks = []
    for n in range(low, high + 1):
        at = x + 50 + (n - low) * step
        if n % 10 == 0:
            ticks.append(tag("path", d=f"M{at:.1f},{y + 21:.1f} V{y + 29:.1f}", class_="line"))
            ticks.append(label(at, y + 41, str(n), class_="mid faded", font_size=15))
        elif step > 5 or n % 5 == 0:
            ticks.append(tag("path", d=f"M{at:.1f},{y + 24:.1f} V{y + 29:.1f}", class_="rule"))
    line = tag("path", d=f"M{x + 50:.1f},{y + 29:.1f} H{x + width - 22:.1f}", class_="rule")
    sheet.ground.append(group(tooltip(sheet.word("prestige")), line, *ticks, id="prestige"))
