"""What lies beside the map: action cards or draft, events, player order, court, cube tower and supplies."""

from __future__ import annotations

from pfalz.core.draw import group, label, shield, tag, tooltip
from pfalz.games.wallenstein.drawing.geography import geography
from pfalz.games.wallenstein.drawing.hints import (
    action_hint,
    building_hint,
    event_hint,
    facts,
    favor_hint,
    number,
    tile_hint,
)
from pfalz.games.wallenstein.drawing.pieces import (
    action_sign,
    building,
    card_back,
    coin,
    colour_of,
    courtier,
    cube,
    lines,
    move,
    row,
    sheaf,
)
from pfalz.games.wallenstein.drawing.sheet import Sheet
from pfalz.games.wallenstein.modules.favors import DECK, SHOWN
from pfalz.games.wallenstein.planning import FALL, SEASONS, WINTER
from pfalz.games.wallenstein.state import SOURCES
from pfalz.games.wallenstein.tables import ACTION_IDS, ACTIONS, BUILDING_IDS, COMBAT_A, TILE_IDS

X, WIDTH = 988.0, 500.0
CARD = 94.0
GAP = 6.0
COLUMNS = 5


def panel(x: float, y: float, width: float, height: float, words: str, *body: str, **attributes: str) -> str:
    """A frame with a heading."""
    return group(
        tag("rect", width=width, height=height, rx=8, class_="panel"),
        label(10, 17, words, class_="bold", font_size=14),
        *body,
        transform=move(x, y),
        **attributes,
    )


# -- actions, or the draft, or the final reckoning ----------------------------------------------------


def draw_actions(sheet: Sheet, y: float) -> float:
    """The row of action cards; before the first round the draft, at the end where the points came from."""
    if sheet.view.over:
        return _sources(sheet, y)
    if sheet.drafting or sheet.view.open_counties:
        return _draft(sheet, y)
    s, height = sheet.view, 112.0
    at = sheet.space
    body = []
    for space in range(ACTIONS):
        x = 9 + space % COLUMNS * (CARD + 3)
        top = 22 + space // COLUMNS * 44.0
        if not s.action_row:
            body.append(tag("rect", x=x, y=top, width=CARD, height=41, rx=4, class_="niche"))
            continue
        if space >= len(s.action_row):
            hint = sheet.texts.text("action_help.hidden")
            body.append(card_back(x, top, CARD, 41, hint, id=f"action-hidden-{space}"))
            continue
        action = s.action_row[space]
        style = "sheet active" if space == at else "sheet"
        swords = tag("use", href="#sign-swords", transform=move(18, 20))
        body.append(
            group(
                tooltip(action_hint(sheet.texts, action)),
                tag("rect", width=CARD, height=41, rx=4, class_=style),
                swords if action >= COMBAT_A else action_sign(action, 18, 20),
                label(35, 25, sheet.texts.text(f"board.card_short.{ACTION_IDS[action]}"), font_size=13.5),
                id=f"action-{ACTION_IDS[action]}",
                class_="past" if space < at else None,
                transform=move(x, top),
            )
        )
    sheet.ground.append(panel(X, y, WIDTH, height, sheet.word("actions"), *body, id="actions"))
    return y + height + GAP


def _draft(sheet: Sheet, y: float) -> float:
    """The two open county cards and the deck (W-3.7)."""
    s, t, texts, height = sheet.view, sheet.t, sheet.texts, 116.0
    body = []
    for i, county in enumerate(s.open_counties):
        body.append(
            group(
                tooltip(facts(t, texts, "board.open_help", county)),
                tag("rect", width=170, height=82, rx=6, class_="sheet"),
                label(85, 26, texts.name("county", county), class_="mid bold", font_size=17),
                label(85, 44, texts.name("region", t.region_of[county]), class_="mid faded", font_size=13),
                coin(42, 64, str(t.taxes[county]), 10),
                sheaf(80, 64, str(t.grain[county]), 1.3),
                *(tag("circle", cx=112 + 19 * n, cy=64, r=8, class_="site") for n in range(t.sites[county])),
                id=f"draft-{t.county_ids[county]}",
                data_kind="draft_card",
                data_value=county,
                transform=move(10 + i * 180, 26),
            )
        )
    left = sum(s.owner[c] < 0 for c in t.counties) - len(s.open_counties)
    body.append(
        group(
            card_back(0, 0, 116, 82, sheet.word("deck_help")),
            label(58, 46, number(texts, "board.deck_n", n=left), class_="mid bold halo", font_size=15),
            id="draft-deck",
            data_kind="draft_card",
            data_value=-1,
            transform=move(374, 26),
        )
    )
    sheet.ground.append(panel(X, y, WIDTH, height, sheet.word("draft"), *body, id="draft"))
    return y + height + GAP


def _sources(sheet: Sheet, y: float) -> float:
    """Where the points came from, player by player."""
    s, n = sheet.view, sheet.t.players
    column = 46.0
    left = WIDTH - 16 - column * n
    used = [i for i in range(SOURCES) if any(s.points[seat * SOURCES + i] for seat in range(n))]
    body = [shield(seat, left + (seat + 0.5) * column, 30, 0.95) for seat in range(n)]
    for line, source in enumerate(used):
        base = 66 + line * 22
        body.append(label(14, base, sheet.texts.name("source", source), font_size=15))
        for seat in range(n):
            points = s.points[seat * SOURCES + source]
            words, style = (str(points), "mid") if points else ("·", "mid faded")
            body.append(label(left + (seat + 0.5) * column, base, words, class_=style, font_size=15))
    height = 78.0 + 22 * len(used)
    sheet.ground.append(panel(X, y, WIDTH, height, sheet.word("sources"), *body, id="sources"))
    return y + height + GAP


# -- events and player order ----------------------------------------------------------------------------


def draw_events(sheet: Sheet, y: float) -> float:
    """The event in force, and those that may still come (W-6.1)."""
    s, t, texts = sheet.view, sheet.t, sheet.texts
    height = 82.0
    season = s.season % SEASONS
    drawn = s.event >= 0 or sheet.space >= 0 or any(place >= 0 for place in s.place)
    later = "event_open" if drawn and season != FALL else "event_next"
    if season == WINTER or (drawn and season == FALL):
        later = "event_winter"
    shown = [(s.event, "event_now")] if s.event >= 0 else []
    shown += [(card, later) for card in s.event_row]
    body = []
    for i, (card, note) in enumerate(shown):
        words = lines(texts.name("event_card", card, "short"), 15)
        body.append(
            group(
                tooltip(f"{event_hint(t, texts, card)}\n{sheet.word(note)}"),
                tag(
                    "rect",
                    width=117,
                    height=55,
                    rx=4,
                    class_="sheet active" if note == "event_now" else "sheet",
                ),
                *(
                    label(58, (21 if len(words) > 1 else 25) + 15 * n, line, class_="mid", font_size=14)
                    for n, line in enumerate(words[:2])
                ),
                label(
                    58,
                    50,
                    number(texts, "board.winter_loss", n=t.winter_loss[card]),
                    class_="mid faded",
                    font_size=11.5,
                ),
                id=f"event-{t.event_ids[card]}",
                transform=move(9 + i * 122, 24),
            )
        )
    heading = sheet.word("events") if shown else f"{sheet.word('events')}: {sheet.word('no_events')}"
    sheet.ground.append(panel(X, y, WIDTH, height, heading, *body, id="events"))
    return y + height + GAP


def draw_order(sheet: Sheet, y: float) -> float:
    """The five boxes with their bonus tiles, and who has taken them (W-7.5)."""
    s, texts, height = sheet.view, sheet.texts, 80.0
    body = []
    for place, tile in enumerate(s.tiles):
        taken = s.place.index(place) if place in s.place else -1
        note = number(texts, "board.order_free", n=place + 1)
        if taken >= 0:
            note = texts.text("board.order_taken", {"n": ("number", place + 1), "seat": ("seat", taken)})
        inside = [tag("rect", width=CARD, height=51, rx=4, class_="niche")]
        inside.append(label(8, 22, str(place + 1), class_="bold faded", font_size=19))
        if tile >= 0:
            note = f"{tile_hint(texts, tile)}\n{note}"
            words = texts.text(f"board.tile_short.{TILE_IDS[tile]}")
            inside.append(label(CARD / 2, 45, words, class_="mid bold", font_size=13.5))
        body.append(
            group(
                tooltip(note),
                *inside,
                id=f"order-{place}",
                data_kind="place",
                data_value=place,
                transform=move(9 + place * (CARD + 3), 23),
            )
        )
        if taken >= 0:
            spot = X + 9 + place * (CARD + 3) + 56
            sheet.pieces.append(shield(taken, spot, y + 38, 1.0, id=f"token-{taken}", class_="quiet"))
    sheet.ground.append(panel(X, y, WIDTH, height, sheet.word("order"), *body, id="order"))
    return y + height + GAP


# -- the court --------------------------------------------------------------------------------------------


def draw_court(sheet: Sheet, y: float) -> float:
    """Favors on display with their prices, and the courtiers in both halls (W-20.2)."""
    part, t, texts = sheet.court, sheet.t, sheet.texts
    if part is None or sheet.view.over:
        return y
    height = 95.0
    body = []
    for space, cost in enumerate(t.favor_costs):
        x = 9 + space * 104
        shown = [favor for favor, place in enumerate(part.favor) if place == SHOWN - space]
        price = [courtier(-1, 8 + 11 * n, 9, 0.62) for n in range(cost)]
        if not shown:
            body.append(
                group(
                    tooltip(sheet.word("favor_empty")),
                    tag("rect", width=100, height=66, rx=4, class_="niche"),
                    *price,
                    transform=move(x, 24),
                )
            )
            continue
        favor = shown[0]
        words = lines(texts.name("favor", favor), 14)
        hint = f"{favor_hint(t, texts, favor)}\n{number(texts, 'board.favor_cost', n=cost)}"
        body.append(
            group(
                tooltip(hint),
                tag("rect", width=100, height=66, rx=4, class_="sheet"),
                *price,
                *(
                    label(50, 31 + 15 * n, line, class_="mid", font_size=13)
                    for n, line in enumerate(words[:3])
                ),
                id=f"favor-{t.favor_ids[favor]}",
                data_kind="favor",
                data_value=favor,
                transform=move(x, 24),
            )
        )
    for i, (key, hall) in enumerate((("entrance", part.entrance), ("audience", part.audience))):
        top = 23 + i * 34
        inside = [
            tooltip(sheet.word(f"{key}_help")),
            tag("rect", width=168, height=32, rx=4, class_="niche"),
            label(6, 12, sheet.word(key), class_="faded", font_size=11),
        ]
        for seat in row(hall):
            inside.append(courtier(seat, 12 + seat * 32, 23, 0.85))
            inside.append(label(21 + seat * 32, 29, str(hall[seat]), class_="bold", font_size=13))
        body.append(group(*inside, id=f"hall-{key}", transform=move(323, top)))
    deck = number(texts, "board.favor_deck", n=part.favor.count(DECK))
    body.append(label(WIDTH - 10, 17, deck, class_="end faded", font_size=12))
    sheet.ground.append(panel(X, y, WIDTH, height, sheet.word("court"), *body, id="court"))
    return y + height + GAP


# -- beside the land: tower, tray, supplies -----------------------------------------------------------------


def draw_tower(sheet: Sheet, x: float, y: float) -> None:
    """The cube tower with what rests in it, and the tray before it (W-2.2)."""
    s = sheet.view
    walls = "M4,142 V28 H0 V0 H14 V10 H26 V0 H42 V10 H54 V0 H70 V10 H82 V0 H96 V28 H92 V142 Z"
    body = [
        tooltip(f"{sheet.word('tower')}: {sheet.word('tower_help')}"),
        tag("path", d=walls, class_="panel"),
        label(48, 28, sheet.word("tower"), class_="mid", font_size=13),
        tag("path", d="M32,142 V126 A16,16 0 0,1 64,126 V142 Z", fill="var(--ink)", opacity=0.55),
        *_cubes(sheet, s.tower, 18, 46, 42),
    ]
    sheet.ground.append(group(*body, id="tower", transform=move(x, y)))
    tray = [
        tooltip(f"{sheet.word('tray')}: {sheet.word('tray_help')}"),
        tag("path", d="M0,0 L8,76 H104 L112,0", class_="panel"),
        label(56, 16, sheet.word("tray"), class_="mid", font_size=13),
        *_cubes(sheet, s.tray, 26, 32, 44),
    ]
    sheet.ground.append(group(*tray, id="tray", transform=move(x + 100, y + 66)))


def _cubes(sheet: Sheet, counts: list[int], x: float, y: float, column: float) -> list[str]:
    body = []
    for i, colour in enumerate(row(counts)):
        left, top = x + i % 2 * column, y + i // 2 * 20
        body.append(cube(colour_of(colour, sheet.t.players), left, top, 14))
        body.append(label(left + 11, top + 5, str(counts[colour]), class_="bold", font_size=14))
    return body


def draw_supplies(sheet: Sheet, x: float, y: float) -> None:
    """Buildings and peasants in the common supply (W-1.6, W-1.7)."""
    s, texts = sheet.view, sheet.texts
    body = []
    for kind in range(len(BUILDING_IDS)):
        n = s.stock(kind)
        hint = f"{building_hint(texts, kind)}\n{number(texts, 'board.stock_help', n=n)}"
        body.append(
            group(
                tooltip(hint),
                building(kind, 12, 0, 1.25),
                label(30, 7, str(n), class_="bold", font_size=16),
                id=f"stock-{BUILDING_IDS[kind]}",
                transform=move(0, 34 + kind * 32),
            )
        )
    n = s.supply[sheet.t.players]
    body.append(
        group(
            tooltip(number(texts, "board.peasants_help", n=n)),
            cube(colour_of(sheet.t.players, sheet.t.players), 12, 0, 15),
            label(30, 6, str(n), class_="bold", font_size=16),
            id="stock-peasants",
            transform=move(0, 130),
        )
    )
    heading = label(0, 8, sheet.word("stock"), class_="faded", font_size=14)
    sheet.ground.append(group(heading, *body, id="stock", transform=move(x, y)))


def draw_regions(sheet: Sheet, x: float, y: float) -> None:
    """Which tincture is which region."""
    t = sheet.t
    body = []
    for region, id in enumerate(t.region_ids):
        tincture = f"var(--{geography().tinctures[id]})"
        swatch = tag(
            "rect", width=17, height=12, y=-10, rx=2, fill=tincture, fill_opacity=0.35, stroke="var(--ink)"
        )
        name = label(24, 0, sheet.texts.name("region", region), font_size=14)
        body.append(group(swatch, name, transform=move(0, region * 18)))
    sheet.ground.append(group(*body, id="regions", transform=move(x, y), class_="quiet"))
