"""The job cards of a player: the viewer's own large, those of others small and face down until the end."""

from __future__ import annotations

from pfalz.core.draw import CREAM, group, label, move, tag, tooltip
from pfalz.core.lettering import lines
from pfalz.core.state import HIDDEN
from pfalz.games.staufer.drawing.hints import JOB_KINDS, job_hint
from pfalz.games.staufer.drawing.pieces import JOB_COLOURS
from pfalz.games.staufer.drawing.sheet import Sheet
from pfalz.games.staufer.final import job_points
from pfalz.games.staufer.lookup import ALL_SEATS, SEAT_PAIRS, SEAT_SERIES
from pfalz.games.staufer.state import EMPTY

CARDS = 300.0
"""Where small cards begin on a panel."""
Cards = tuple[float, float, float]
"""Where large cards lie on a panel, and how large they are."""


def worth_of(sheet: Sheet, seat: int, cards: tuple[int, ...], large: Cards | None) -> tuple[int, ...]:
    """What job cards are worth now, where that is told."""
    s = sheet.view
    if min(cards) < 0 or not (large or s.over):
        return (-1, -1, -1)
    return sheet.part(("worth", seat), lambda: job_points(s, seat), reads=("jobs", "left", "right", "ring"))


def draw_jobs(
    sheet: Sheet,
    seat: int,
    cards: tuple[int, ...],
    worth: tuple[int, ...],
    large: Cards | None,
    over: bool,
) -> None:
    """Job cards: large where they are the viewer's own, otherwise small, face down or up."""
    for category, card in enumerate(cards):
        if card != EMPTY:
            _job(sheet, seat, category, card, worth[category], large, over)


def _job(
    sheet: Sheet,
    seat: int,
    category: int,
    card: int,
    worth: int,
    large: Cards | None,
    over: bool,
) -> None:
    facts = ("job", seat, category, card, worth, over, large)
    if large:
        dx, dy, scale = large
        place = move(dx + category * 164 * scale, dy, scale)
        sheet.part(facts, lambda: _job_card(sheet, seat, category, card, worth, place, over))
    else:
        sheet.part(facts, lambda: _small_card(sheet, seat, category, card, worth))


def _small_card(sheet: Sheet, seat: int, category: int, card: int, worth: int) -> None:
    colour = JOB_COLOURS[category]
    if card == HIDDEN:
        body = [
            tooltip(sheet.word("job_hidden")),
            tag("rect", width=30, height=38, rx=4, fill=colour, stroke="var(--ink)"),
            tag("path", d="M15,7 L24,19 L15,31 L6,19 Z", fill="none", stroke=CREAM, stroke_width=1.6),
        ]
    else:
        points = "" if worth < 0 else f" {sheet.texts.say('board.job_scored', n=worth)}"
        body = [
            tooltip(job_hint(sheet.t, sheet.texts, category, card) + points),
            tag("rect", width=30, height=38, rx=4, fill=CREAM, stroke=colour, stroke_width=2.5),
            _job_sign(sheet, category, card, 15, 19, 0.6),
        ]
    place = move(CARDS + category * 36, 7)
    sheet.ground.append(group(*body, transform=place, id=f"job-{seat}-{category}"))


def _job_card(sheet: Sheet, seat: int, category: int, card: int, worth: int, place: str, over: bool) -> None:
    """A card of one's own, with its name and what it is worth now."""
    texts, colour = sheet.texts, JOB_COLOURS[category]
    name = [
        label(78, 92 + 20 * i, line, class_="mid dark", font_size=17)
        for i, line in enumerate(lines(texts.name(JOB_KINDS[category], card), 16))
    ]
    points = f"+{worth}" if over else texts.say("board.job_now", n=worth)
    body = [
        tooltip(job_hint(sheet.t, texts, category, card)),
        tag("rect", width=156, height=136, rx=7, fill=CREAM, stroke=colour, stroke_width=4),
        _job_sign(sheet, category, card, 38, 42, 1.2),
        label(147, 48, points, class_=f"end bold job{category}", font_size=16),
        *name,
    ]
    sheet.ground.append(group(*body, transform=place, id=f"job-{seat}-{category}"))


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
        signs = {ALL_SEATS: "3–7", SEAT_PAIRS: "x=x", SEAT_SERIES: "345"}
        words = signs.get(t.seat_job_kind[card], str(t.seat_job_number[card]))
    size = max(14, (26 if len(words) < 3 else 19) * scale)
    return label(x, y + size * 0.35, words, class_=f"mid bold job{category}", font_size=size)
