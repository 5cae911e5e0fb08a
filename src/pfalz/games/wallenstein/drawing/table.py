"""Beside the map: action cards, draft, events and player order, each in a frame of its own."""

from __future__ import annotations

from collections.abc import Sequence

from pfalz.core.draw import group, label, move, tag, tooltip
from pfalz.core.lettering import BOLD, PLAIN
from pfalz.games.wallenstein.drawing.hints import facts
from pfalz.games.wallenstein.drawing.pieces import action_sign, card_back, coin, copy, sheaf, token
from pfalz.games.wallenstein.drawing.sheet import Sheet
from pfalz.games.wallenstein.lookup import ACTION_IDS, ACTIONS, COMBAT_A, TILE_IDS
from pfalz.games.wallenstein.state import BLIND, FALL, SEASONS, WINTER

X, WIDTH = 988.0, 500.0
CARD = 94.0
LETTERS = 15.2
"""Names beside the map: on a small desktop, where the sheet is shown at 0.73, they are 11 pixels high."""
GAP = 6.0
COLUMNS = 5
NOT_YET, FACE_DOWN = -2, -1
"""What stands for an action that is not known: nothing is laid out, or a card lies face down."""


def frame(sheet: Sheet, y: float, height: float, words: str, id: str) -> None:
    """A frame with a heading; what it holds is drawn into it."""
    sheet.part(("frame", y, height, words, id), lambda: sheet.ground.append(_frame(y, height, words, id)))


def _frame(y: float, height: float, words: str, id: str) -> str:
    return group(
        tag("rect", width=WIDTH, height=height, rx=8, class_="panel"),
        label(10, 18, words, class_="bold", font_size=LETTERS),
        id=id,
        transform=move(X, y),
    )


# -- actions, or the draft, or the final reckoning ----------------------------------------------------


def draw_actions(sheet: Sheet, y: float) -> float:
    """The row of action cards; before the first round the draft, at the end where the points came from."""
    s = sheet.view
    if s.over:
        points = tuple(s.points)
        return sheet.part(("sources", y, points), lambda: _sources(sheet, y, points))
    if sheet.drafting or s.open_counties:
        shown = tuple(s.open_counties)
        return sheet.part(("draft", y, shown, sheet.land[0]), lambda: _draft(sheet, y, shown))
    row = tuple(s.action_row)
    return sheet.part(("actions", y, row, sheet.space), lambda: _actions(sheet, y, row))


def _actions(sheet: Sheet, y: float, row: Sequence[int]) -> float:
    height = 136.0
    frame(sheet, y, height, sheet.word("actions"), "actions")
    for space in range(ACTIONS):
        hidden = FACE_DOWN if row else NOT_YET
        _space(sheet, y, space, row[space] if space < len(row) else hidden)
    return y + height + GAP


def _space(sheet: Sheet, y: float, space: int, action: int) -> None:
    """A space of the action row; what is over is ticked off, what is in play glows."""
    style = "sheet active" if space == sheet.space else "niche" if space < sheet.space else "sheet"
    x, top = X + 9 + space % COLUMNS * (CARD + 3), y + 25 + space // COLUMNS * 54
    sheet.part(
        ("action", space, x, top, action, style),
        lambda: sheet.ground.append(_action(sheet, space, x, top, action, style)),
    )


def _action(sheet: Sheet, space: int, x: float, y: float, action: int, style: str) -> str:
    if action == NOT_YET:
        return tag("rect", x=x, y=y, width=CARD, height=51, rx=4, class_="niche")
    if action == FACE_DOWN:
        hint = tooltip(sheet.texts.text("action_help.hidden"))
        return group(hint, card_back(x, y, CARD, 51), id=f"action-hidden-{space}")
    words = sheet.texts.text(f"board.card_short.{ACTION_IDS[action]}")
    sign = copy("sign-swords", 15, 26) if action >= COMBAT_A else action_sign(action, 15, 26, 0.95)
    past = style == "niche"
    parts = [words] if PLAIN.breadth(words, LETTERS) <= 62 else words.split(maxsplit=1)
    written = [
        label(
            30,
            31.5 + 17 * (n - (len(parts) - 1) / 2),
            part,
            class_="faded" if past else None,
            font_size=LETTERS,
        )
        for n, part in enumerate(parts)
    ]
    if past:
        sign = tag("path", d="M7,26 L13,32 L23,19", class_="tick")
    return group(
        tooltip(sheet.texts.hint("action", action)),
        tag("rect", width=CARD, height=51, rx=4, class_=style),
        sign,
        *written,
        id=f"action-{ACTION_IDS[action]}",
        transform=move(x, y),
    )


def _draft(sheet: Sheet, y: float, shown: Sequence[int]) -> float:
    """The two open county cards and the deck (W-3.7)."""
    t, texts, height = sheet.t, sheet.texts, 116.0
    frame(sheet, y, height, sheet.word("draft"), "draft")
    for i, county in enumerate(shown):
        sheet.ground.append(_open_county(sheet, county, X + 10 + i * 180, y + 26))
    left = sum(sheet.land[0][county] < 0 for county in t.counties) - len(shown)
    sheet.ground.append(
        group(
            tooltip(sheet.word("deck_help")),
            card_back(0, 0, 116, 82),
            tag("rect", x=20, y=28, width=76, height=26, rx=4, class_="sheet"),
            label(58, 46, texts.say("board.deck_n", n=left), class_="mid bold", font_size=15),
            id="draft-deck",
            data_kind="county",
            data_value=BLIND,
            transform=move(X + 374, y + 26),
        )
    )
    return y + height + GAP


def _open_county(sheet: Sheet, county: int, x: float, y: float) -> str:
    t, texts = sheet.t, sheet.texts
    name = texts.name("county", county)
    size = min(17.0, 17 * 158 / BOLD.breadth(name, 17))
    return group(
        tooltip(facts(t, texts, "board.open_help", county)),
        tag("rect", width=170, height=82, rx=6, class_="sheet"),
        label(85, 26, name, class_="mid bold", font_size=size),
        label(85, 44, texts.name("region", t.region_of[county]), class_="mid faded", font_size=LETTERS),
        coin(42, 64, str(t.taxes[county]), 10),
        sheaf(80, 64, str(t.grain[county]), 1.3),
        *(tag("circle", cx=112 + 19 * n, cy=64, r=8, class_="site") for n in range(t.sites[county])),
        id=f"draft-{t.county_ids[county]}",
        data_kind="county",
        data_value=county,
        transform=move(x, y),
    )


def _sources(sheet: Sheet, y: float, points: Sequence[int]) -> float:
    """Where the points came from, player by player."""
    n, sources = sheet.t.players, sheet.rules.source_count
    column = 46.0
    left = WIDTH - 16 - column * n
    used = [i for i in range(sources) if any(points[i::sources])]
    body = [token(seat, left + (seat + 0.5) * column, 30, 0.95) for seat in range(n)]
    for line, source in enumerate(used):
        base = 66 + line * 22
        body.append(label(14, base, sheet.texts.name("source", source), font_size=15))
        for seat in range(n):
            scored = points[seat * sources + source]
            words, style = (str(scored), "mid") if scored else ("·", "mid faded")
            body.append(label(left + (seat + 0.5) * column, base, words, class_=style, font_size=15))
    height = 58.0 + 22 * len(used)
    frame(sheet, y, height, sheet.word("sources"), "sources")
    sheet.ground.append(group(*body, transform=move(X, y)))
    return y + height + GAP


# -- events and player order ----------------------------------------------------------------------------


def draw_events(sheet: Sheet, y: float) -> float:
    """The event in force, and those that may still come (W-6.1)."""
    s = sheet.view
    season = s.season % SEASONS
    drawn = s.event >= 0 or sheet.space >= 0 or any(place >= 0 for place in s.place)
    later = "event_open" if drawn and season != FALL else "event_next"
    if season == WINTER or (drawn and season == FALL):
        later = "event_winter"
    shown = [(s.event, "event_now")] if s.event >= 0 else []
    shown += [(card, later) for card in s.event_row]
    return sheet.part(("events", y, tuple(shown)), lambda: _events(sheet, y, shown))


def _events(sheet: Sheet, y: float, shown: Sequence[tuple[int, str]]) -> float:
    height = 98.0
    heading = sheet.word("events") if shown else f"{sheet.word('events')}: {sheet.word('no_events')}"
    frame(sheet, y, height, heading, "events")
    for i, (card, note) in enumerate(shown):
        sheet.ground.append(_event(sheet, card, note, X + 9 + i * 122, y + 26))
    return y + height + GAP


def _event(sheet: Sheet, card: int, note: str, x: float, y: float) -> str:
    t, texts = sheet.t, sheet.texts
    name = texts.name("event_card", card, "short")
    words = PLAIN.broken(name, 112, LETTERS)
    style = "sheet active" if note == "event_now" else "sheet"
    loss = texts.say("board.winter_loss", n=t.winter_loss[card])
    return group(
        tooltip(f"{texts.hint('event_card', card)}\n{sheet.word(note)}"),
        tag("rect", width=117, height=66, rx=4, class_=style),
        *(
            label(58, (19 if len(words) > 1 else 27) + 17 * n, line, class_="mid", font_size=LETTERS)
            for n, line in enumerate(words[:2])
        ),
        label(58, 57, loss, class_="mid faded", font_size=13.5),
        id=f"event-{t.event_ids[card]}",
        transform=move(x, y),
    )


def draw_order(sheet: Sheet, y: float) -> float:
    """The five boxes with their bonus tiles, and who has taken them (W-7.5)."""
    s = sheet.view
    boxes = tuple([(tile, s.place.index(i) if i in s.place else -1) for i, tile in enumerate(s.tiles)])
    return sheet.part(("order", y, boxes, sheet.texts.seats), lambda: _order(sheet, y, boxes))


def _order(sheet: Sheet, y: float, boxes: Sequence[tuple[int, int]]) -> float:
    """The boxes, each with its tile and who has taken it."""
    height = 84.0
    frame(sheet, y, height, sheet.word("order"), "order")
    for place, (tile, taken) in enumerate(boxes):
        x = X + 9 + place * (CARD + 3)
        sheet.ground.append(_place(sheet, place, tile, taken, x, y + 26))
        if taken >= 0:
            sheet.pieces.append(token(taken, x + 56, y + 41, 1.0, id=f"token-{taken}", class_="quiet"))
    return y + height + GAP


def _place(sheet: Sheet, place: int, tile: int, taken: int, x: float, y: float) -> str:
    texts = sheet.texts
    note = texts.say("board.order_free", n=place + 1)
    if taken >= 0:
        note = texts.text("board.order_taken", {"n": ("number", place + 1), "seat": ("seat", taken)})
    inside = [tag("rect", width=CARD, height=51, rx=4, class_="niche")]
    inside.append(label(8, 22, str(place + 1), class_="bold faded", font_size=19))
    if tile >= 0:
        note = f"{texts.hint('tile', tile)}\n{note}"
        words = texts.text(f"board.tile_short.{TILE_IDS[tile]}")
        inside.append(
            label(
                CARD / 2, 45, words, class_="mid bold", font_size=BOLD.size(words, CARD - 4, LETTERS, 14, 13)
            )
        )
    return group(
        tooltip(note),
        *inside,
        id=f"order-{place}",
        data_kind="place",
        data_value=place,
        transform=move(x, y),
    )
