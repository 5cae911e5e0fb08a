"""The players: score, court and province, chests, privileges, and job cards (others' face down)."""

from __future__ import annotations

from pfalz.core.draw import group, label, shield, tag, tooltip
from pfalz.core.state import HIDDEN
from pfalz.games.staufer.drawing import identity
from pfalz.games.staufer.drawing.hints import JOB_KINDS, job_hint, number, privilege_hint
from pfalz.games.staufer.drawing.pieces import CREAM, CROWN, DARK_INK, GOLD, move, seal
from pfalz.games.staufer.drawing.sheet import Sheet
from pfalz.games.staufer.final import job_points
from pfalz.games.staufer.state import EMPTY, SOURCES
from pfalz.games.staufer.tables import CHEST_KINDS

HALF = 484.0
FULL = 976.0
HEIGHT = 152.0
GAP = 8.0
JOB_COLOURS = ("#8a6d2f", "#2f5d9c", "#a3323a")


def draw_players(sheet: Sheet, top: float) -> float:
    """A wide panel for the viewer, half of one for everybody else; returns the lower edge."""
    n = sheet.t.players
    others = [(max(sheet.seat, 0) + i) % n for i in range(n)]
    y = top
    if sheet.seat >= 0:
        draw_player(sheet, others.pop(0), 12, y, FULL)
        y += HEIGHT + GAP
    for i, seat in enumerate(others):
        draw_player(sheet, seat, 12 + (FULL - HALF) * (i % 2), y, HALF)
        if i % 2:
            y += HEIGHT + GAP
    if len(others) % 2:
        draw_scores(sheet, 12 + FULL - HALF, y)
        y += HEIGHT + GAP
    return y


def draw_scores(sheet: Sheet, x: float, y: float) -> None:
    """Where the points came from (S-1.17), in two blocks side by side."""
    s, n = sheet.view, sheet.t.players
    body = [tag("rect", width=HALF, height=HEIGHT, rx=9, class_="panel")]
    column = min(22.0, 110 / n)
    for block in (0, 1):
        left = 10 + block * 240
        right = left + 222 - column * n
        for seat in range(n):
            body.append(shield(seat, right + (seat + 0.5) * column, 17, 0.7))
        for row in range(5):
            source = block * 5 + row
            if source >= SOURCES:
                continue
            base = 49 + row * 23
            body.append(label(left, base, sheet.texts.name("source", source), font_size=14))
            for seat in range(n):
                points = s.points[seat * SOURCES + source]
                words, style = (str(points), "mid") if points else ("·", "mid faded")
                body.append(label(right + (seat + 0.5) * column, base, words, class_=style, font_size=14))
    sheet.ground.append(group(*body, id="scores", transform=move(x, y)))


def draw_player(sheet: Sheet, seat: int, x: float, y: float, width: float) -> None:
    """Everything that lies before one player."""
    s = sheet.view
    name = sheet.texts.seats[seat]
    asked = seat in sheet.asked
    body = [
        tag("rect", width=width, height=HEIGHT, rx=9, class_="panel scored" if asked else "panel"),
        shield(seat, 28, 29 if s.over else 26, 1.2),
        label(50, 33, name if len(name) < 17 else f"{name[:15]}…", class_="bold", font_size=21),
        label(HALF - 18, 38, str(s.score(seat)), class_="end bold", font_size=31, id=f"score-{seat}"),
    ]
    if s.over and sheet.rules.outcome(s).places[seat] == 1:
        body.append(tag("path", d=CROWN, fill=GOLD, stroke=DARK_INK, transform=move(28, 15)))
    cards = s.jobs[3 * seat : 3 * seat + 3]
    wide = width == FULL and all(card >= 0 for card in cards)
    for category, card in enumerate(cards):
        if not wide and card != EMPTY:
            body.append(_small_card(sheet, seat, category, card, 300 + category * 36))
    if wide:
        points = job_points(s, seat)
        for category, card in enumerate(cards):
            body.append(_job_card(sheet, seat, category, card, HALF + 4 + category * 164, points[category]))
    body.append(_zones(sheet, seat))
    sheet.ground.append(group(*body, id=f"player-{seat}", transform=move(x, y)))
    _figures(sheet, seat, x, y)
    _belongings(sheet, seat, x, y)


def _zones(sheet: Sheet, seat: int) -> str:
    """Court and province, to be pointed at."""
    s = sheet.view
    own = seat == sheet.seat
    court, province = sheet.word("court"), sheet.word("province")
    at = 2 * seat
    return group(
        group(
            tooltip(f"{court}: {s.court[at]} + {s.court[at + 1]}"),
            tag("rect", x=6, y=50, width=318, height=50, rx=6, class_="space", opacity=0.6),
            id=f"court-{seat}",
        ),
        group(
            tooltip(f"{province}: {s.province[at]} + {s.province[at + 1]}"),
            tag(
                "rect",
                x=330,
                y=50,
                width=148,
                height=50,
                rx=6,
                fill="none",
                class_="rule",
                stroke_dasharray="4 4",
                style="pointer-events:all",
            ),
            id=f"province-{seat}",
            data_kind="source_of_gain" if own else None,
            data_value=6 if own else None,
        ),
        label(476, 63, province, class_="faded end", font_size=12),
        label(12, 63, court, class_="faded", font_size=12),
    )


def _figures(sheet: Sheet, seat: int, x: float, y: float) -> None:
    nobles, envoys = sheet.figures[seat][1], sheet.figures[seat][0]
    at = x + 52
    for n in nobles.get(identity.COURT, []):
        sheet.put_figure(seat, 1, n, at, y + 97, 0.95)
        at += 27
    here = envoys.get(identity.COURT, [])
    step = min(20.0, (x + 314 - at) / max(1, len(here)))
    for i, n in enumerate(here):
        sheet.put_figure(seat, 0, n, at + i * step, y + 97, 1.15)
    at = x + 345
    for n in nobles.get(identity.PROVINCE, []):
        sheet.put_figure(seat, 1, n, at, y + 97, 0.62)
        at += 17
    here = envoys.get(identity.PROVINCE, [])
    step = min(13.0, (x + 472 - at) / max(1, len(here)))
    for i, n in enumerate(here):
        sheet.put_figure(seat, 0, n, at + i * step, y + 97, 0.72)


def _belongings(sheet: Sheet, seat: int, x: float, y: float) -> None:
    """Chests by kind, then privileges from the right."""
    s, t = sheet.view, sheet.t
    owned = [kind for kind in range(16) if s.owns(seat, kind + 1)]
    pitch = min(35.0, 190 / max(1, len(owned)))
    for i, kind in enumerate(reversed(owned)):
        n = sum(s.privileges[other] >> kind + 1 & 1 for other in range(seat))
        hint = privilege_hint(t, sheet.texts, kind)
        sheet.pieces.append(
            seal(t, kind, x + HALF - 24 - i * pitch, y + 126, hint, id=f"priv-{kind + 1}-{n}")
        )
    room = HALF - 50 - len(owned) * pitch
    place = t.seats + t.spaces + 1 + seat
    held = [(kind, s.chests[seat * CHEST_KINDS + kind]) for kind in range(CHEST_KINDS)]
    held = [(kind, count) for kind, count in held if count]
    needed = sum(42 + 9 * (count - 1) for _, count in held)
    tight = min(1.0, room / needed) if needed else 1.0
    at = x + 28
    for kind, count in held:
        for i, n in enumerate(sheet.chests[kind][place]):
            sheet.put_chest(kind, n, at + i * 9 * tight, y + 128)
        at += (42 + 9 * (count - 1)) * tight


# -- job cards --------------------------------------------------------------------------------------


def _small_card(sheet: Sheet, seat: int, category: int, card: int, x: float) -> str:
    id = f"job-{seat}-{category}"
    if card == HIDDEN:
        return group(
            tooltip(sheet.word("job_hidden")),
            tag("rect", width=30, height=38, rx=4, fill=JOB_COLOURS[category], stroke="var(--ink)"),
            tag("path", d="M15,7 L24,19 L15,31 L6,19 Z", fill="none", stroke=CREAM, stroke_width=1.6),
            transform=move(x, 7),
            id=id,
        )
    return group(
        tooltip(job_hint(sheet.t, sheet.texts, category, card)),
        tag("rect", width=30, height=38, rx=4, fill=CREAM, stroke=JOB_COLOURS[category], stroke_width=2.5),
        _job_sign(sheet, category, card, 15, 19, 0.55),
        transform=move(x, 7),
        id=id,
    )


def _job_card(sheet: Sheet, seat: int, category: int, card: int, x: float, points: int) -> str:
    """A card of one's own, with its name and what it is worth now."""
    lines = _lines(sheet.texts.name(JOB_KINDS[category], card), 17)
    words = [
        label(78, 92 + 19 * i, line, class_="mid", font_size=16, style=f"fill:{DARK_INK}")
        for i, line in enumerate(lines)
    ]
    worth = f"+{points}" if sheet.view.over else number(sheet.texts, "board.job_now", n=points)
    return group(
        tooltip(job_hint(sheet.t, sheet.texts, category, card)),
        tag("rect", width=156, height=136, rx=7, fill=CREAM, stroke=JOB_COLOURS[category], stroke_width=4),
        _job_sign(sheet, category, card, 38, 42, 1.2),
        label(147, 48, worth, class_="end bold", font_size=17, style=f"fill:{JOB_COLOURS[category]}"),
        *words,
        transform=move(x, 8),
        id=f"job-{seat}-{category}",
    )


def _job_sign(sheet: Sheet, category: int, card: int, x: float, y: float, scale: float) -> str:
    """A region by its initials, a pattern on the ring, or numbers of seats."""
    t = sheet.t
    colour = JOB_COLOURS[category]
    if category == 1:
        offsets = t.pattern_offsets[card]
        spots = ((0, -17), (15, -8.5), (15, 8.5), (0, 17), (-15, 8.5), (-15, -8.5))
        dots = [
            tag(
                "circle",
                cx=dx,
                cy=dy,
                r=6.5,
                fill=colour if i in offsets else "none",
                stroke=colour,
                stroke_width=1.8,
            )
            for i, (dx, dy) in enumerate(spots)
        ]
        return group(*dots, transform=move(x, y, scale))
    if category == 0:
        words = sheet.texts.name("region", t.job_region[card])[:2]
    else:
        kind = t.seat_job_kind[card]
        words = {"all": "3–7", "pair": "x=x", "series": "345"}.get(kind, str(t.seat_job_number[card]))
    size = 26 if len(words) < 3 else 19
    return label(
        x, y + size * scale * 0.35, words, class_="mid bold", font_size=size * scale, style=f"fill:{colour}"
    )


def _lines(words: str, width: int) -> list[str]:
    """Break a name into lines."""
    lines = [""]
    for word in words.split():
        if lines[-1] and len(lines[-1]) + 1 + len(word) > width:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return lines
