"""The players: points, Thalers, grain, armies, the mat with its boxes, and what the modules add."""

from __future__ import annotations

from pfalz.core.draw import group, label, seat_colour, shield, tag, tooltip
from pfalz.games.wallenstein.drawing.hints import banner_hint, box_hint, favor_hint
from pfalz.games.wallenstein.drawing.pieces import (
    CROWN,
    DARK_INK,
    FLAG,
    GOLD,
    action_sign,
    army,
    card_back,
    coin,
    courtier,
    cube,
    leader,
    monument,
    move,
    sheaf,
    short,
)
from pfalz.games.wallenstein.drawing.sheet import Sheet
from pfalz.games.wallenstein.drawing.table import WIDTH, X
from pfalz.games.wallenstein.modules.leaders import CAPTURED, IN_SUPPLY
from pfalz.games.wallenstein.state import EMPTY, is_county
from pfalz.games.wallenstein.tables import ACTIONS, BLANK, MONEY

BOX = 31.0
GAP = 6.0


def draw_players(sheet: Sheet, top: float, bottom: float) -> float:
    """A panel for everyone, the viewer's first, in the room there is; returns where they end."""
    n = sheet.t.players
    extra = 24.0 if sheet.court or sheet.banners or sheet.leaders else 0.0
    mats = 36.0 if sheet.view.over else 88.0
    height = min((bottom - top - GAP * (n - 1)) / n, mats + extra)
    for i in range(n):
        seat = (max(sheet.seat, 0) + i) % n
        _player(sheet, seat, top + i * (height + GAP), height)
    return top + n * (height + GAP)


def _player(sheet: Sheet, seat: int, y: float, height: float) -> None:
    s = sheet.view
    frame = "panel active" if seat in sheet.asked else "panel"
    name = short(sheet.texts.seats[seat], 17)
    body = [
        tag("rect", width=WIDTH, height=height, rx=8, class_=frame),
        shield(seat, 19, 18, 0.98),
        label(36, 23, name, class_="bold", font_size=16),
        *_stats(sheet, seat),
        group(
            tooltip(f"{sheet.word('points')}: {s.score(seat)}"),
            label(WIDTH - 12, 28, str(s.score(seat)), class_="end bold", font_size=25),
            id=f"score-{seat}",
        ),
    ]
    if s.over and sheet.rules.outcome(s).places[seat] == 1:
        body.append(tag("path", d=CROWN, fill=GOLD, stroke=DARK_INK, transform=move(19, 10, 0.95)))
    middle = 34.0
    if s.groups[seat]:
        body.append(_groups(sheet, seat, middle))
    elif not s.over:
        body += _mat(sheet, seat, middle)
    body += _more(sheet, seat, height - 13)
    sheet.ground.append(group(*body, id=f"player-{seat}", transform=move(X, y)))


def _stats(sheet: Sheet, seat: int) -> list[str]:
    """Thalers, grain, armies in the supply, counties."""
    s = sheet.view
    signs = (
        ("thalers", coin(0, 0, "", 8), s.thalers[seat]),
        ("grain", sheaf(0, 0, "", 0.95), s.grain[seat]),
        ("armies", cube(seat_colour(seat), 0, 0, 13), s.supply[seat]),
        (
            "counties",
            tag("path", d="M-8,-6 L-1,-8 L8,-5 L7,6 L0,8 L-7,5 Z", class_="sign"),
            s.owner.count(seat),
        ),
    )
    return [
        group(
            tooltip(f"{sheet.word(key)}: {n}"),
            sign,
            label(13, 6, str(n), class_="bold", font_size=16),
            id=f"{key}-{seat}",
            transform=move(205 + i * 60, 18),
        )
        for i, (key, sign, n) in enumerate(signs)
    ]


def _groups(sheet: Sheet, seat: int, y: float) -> str:
    """The army groups of the draft (W-3.5); the viewer's can be chosen by their size."""
    own = seat == sheet.seat
    body = [tooltip(sheet.word("groups"))]
    met: set[int] = set()
    for i, n in enumerate(sheet.view.groups[seat]):
        offered = own and n not in met and sheet.ask is not None and sheet.ask.name == "place_group"
        met.add(n)
        body.append(
            group(
                army(seat, n, 0, 0, 1.1),
                id=f"group-{seat}-{i}",
                data_kind="number" if offered else None,
                data_value=n if offered else None,
                transform=move(24 + i * 38, y + 20),
            )
        )
    return group(*body, id=f"groups-{seat}")


def _mat(sheet: Sheet, seat: int, y: float) -> list[str]:
    """The boxes of the mat: the auction, the ten actions, the extra board (W-5.3, W-20.1)."""
    s = sheet.view
    boxes = s.boxes()
    cards = s.mat[seat * boxes : (seat + 1) * boxes]
    if seat == sheet.seat and sheet.ask is not None and sheet.ask.name == "plan":
        planned = s.answers[seat]
        cards = list(planned) if planned is not None else cards
    pitch = (WIDTH - 14) / boxes
    width = min(BOX + 6, pitch - 3)
    body = []
    for box in range(boxes):
        card = cards[box]
        x = 8 + box * pitch
        inside = [
            tooltip(box_hint(sheet.t, sheet.texts, box, card)),
            tag("rect", width=width, height=47, rx=4, class_="niche"),
            _box_sign(sheet, box, width / 2),
        ]
        if card != EMPTY:
            inside.append(_card(sheet, box, card, width))
        body.append(group(*inside, id=f"box-{seat}-{box}", transform=move(x, y)))
    return body


def _box_sign(sheet: Sheet, box: int, x: float) -> str:
    if box == 0:
        words = "1–5"
    elif box > ACTIONS:
        return courtier(-1, x - 5, 10, 0.62) + label(
            x + 5, 14, str(sheet.t.convert[box - ACTIONS - 1]), class_="mid bold", font_size=12
        )
    else:
        return action_sign(box - 1, x, 10, 0.66)
    return label(x, 14, words, class_="mid bold faded", font_size=12)


def _card(sheet: Sheet, box: int, card: int, width: float) -> str:
    """A card in a box: face down, a county, money, or a dice tower card."""
    if card < 0:
        return card_back(1.5, 20, width - 3, 26, box_hint(sheet.t, sheet.texts, box, card))
    face = tag("rect", x=1.5, y=20, width=width - 3, height=26, rx=3.5, class_="sheet")
    if is_county(card):
        return face + label(
            width / 2,
            37,
            sheet.texts.name("county", card, "short"),
            class_="mid bold",
            font_size=11.5 if width > 34 else 10.2,
        )
    if MONEY <= card < BLANK:
        return face + coin(width / 2, 33, str(sheet.t.money[card - MONEY]), 9)
    return face + tag("use", href="#sign-tower", transform=move(width / 2, 32, 0.95))


def _more(sheet: Sheet, seat: int, y: float) -> list[str]:
    """Courtiers and favors, banner, leader and monuments."""
    t, texts = sheet.t, sheet.texts
    body: list[str] = []
    x = 18.0
    if sheet.court is not None:
        n = t.courtiers - sheet.court.entrance[seat] - sheet.court.audience[seat]
        body.append(
            group(
                tooltip(f"{sheet.word('courtiers')}: {n}"),
                courtier(seat, 0, 0, 0.95),
                label(11, 5, str(n), class_="bold", font_size=14),
                id=f"courtiers-{seat}",
                transform=move(x, y),
            )
        )
        x += 48
    if sheet.banners is not None:
        banner = sheet.banners.banner[seat]
        body.append(_banner(sheet, seat, banner, x, y))
        x += 60
        if sheet.ask is not None and sheet.ask.name == "choose_bonus" and seat == sheet.seat:
            return [*body, *_bonuses(sheet, banner, x, y)]
    if sheet.leaders is not None:
        each = t.monuments
        own = sheet.leaders.monument[seat * each : (seat + 1) * each]
        left = own.count(IN_SUPPLY)
        captured = sheet.leaders.monument.count(CAPTURED + seat)
        for key, n in (("monuments", left), ("captured", captured)):
            if key == "captured" and not n:
                continue
            sign = monument(seat, 0, 0, 0.85)
            if key == "captured":
                sign += tag("path", d="M-7,7 L7,-7", class_="sign")
            body.append(
                group(
                    tooltip(f"{sheet.word(key)}: {n}"),
                    sign,
                    label(10, 5, str(n), class_="bold", font_size=14),
                    id=f"{key}-{seat}",
                    transform=move(x, y),
                )
            )
            x += 42
        if sheet.leaders.leader[seat] < 0:
            off = group(
                tooltip(sheet.word("leader_off")), leader(seat, x, y, 0.9, id=f"leader-{seat}"), class_="past"
            )
            body.append(off)
            x += 32
    if sheet.court is not None:
        for favor, place in enumerate(sheet.court.favor):
            if place == seat:
                words = texts.name("favor", favor)
                wide = 14 + 6.4 * len(words)
                body.append(
                    group(
                        tooltip(favor_hint(t, texts, favor)),
                        tag("rect", y=-11, width=wide, height=22, rx=4, class_="sheet"),
                        label(wide / 2, 5, words, class_="mid", font_size=12.5),
                        id=f"favor-{t.favor_ids[favor]}",
                        transform=move(x - 6, y),
                    )
                )
                x += wide + 6
    return body


def _banner(sheet: Sheet, seat: int, banner: int, x: float, y: float) -> str:
    """The banner on top of a stack; its bonuses can be chosen in words."""
    words = "–" if banner == 0 else ("I", "II", "III")[banner - 1]
    return group(
        tooltip(banner_hint(sheet.t, sheet.texts, banner)),
        tag(
            "path",
            d=FLAG,
            fill=seat_colour(seat),
            stroke="var(--ink)",
            stroke_width=1.2,
            transform=move(0, 0, 0.95),
        ),
        label(12, 5, words, class_="bold", font_size=14),
        id=f"banner-{seat}",
        transform=move(x, y),
    )


def _bonuses(sheet: Sheet, banner: int, x: float, y: float) -> list[str]:
    """The bonuses of the viewer's banner, to be chosen."""
    signs = (
        coin(16, 0),
        cube(seat_colour(sheet.seat), 16, 0, 13),
        sheaf(16, 0),
        tag("path", d=CROWN, fill=GOLD, stroke=DARK_INK, transform=move(16, 5, 0.85)),
    )
    body = []
    for bonus, n in enumerate(sheet.t.banners[banner]):
        if n:
            body.append(
                group(
                    tooltip(f"{n} {sheet.texts.name('bonus', bonus)}"),
                    tag("rect", y=-12, width=58, height=24, rx=4, class_="sheet"),
                    signs[bonus],
                    label(42, 6, f"+{n}", class_="mid bold", font_size=15),
                    id=f"bonus-{bonus}",
                    data_kind="bonus",
                    data_value=bonus,
                    transform=move(x, y),
                )
            )
            x += 66
    return body
