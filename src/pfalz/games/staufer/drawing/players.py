"""The players: score, court and province, chests, privileges, and job cards (others' face down)."""

from __future__ import annotations

from typing import NamedTuple

from pfalz.core.draw import group, label, shield, tag, tooltip
from pfalz.core.state import HIDDEN
from pfalz.games.staufer.drawing import identity
from pfalz.games.staufer.drawing.hints import JOB_KINDS, job_hint, number
from pfalz.games.staufer.drawing.lettering import fitted, lines
from pfalz.games.staufer.drawing.pieces import CREAM, CROWN, DARK_INK, GOLD, JOB_COLOURS, badge, move
from pfalz.games.staufer.drawing.sheet import Sheet
from pfalz.games.staufer.final import job_points
from pfalz.games.staufer.state import EMPTY, SOURCES
from pfalz.games.staufer.tables import CHEST_KINDS

HALF = 484.0
FULL = 976.0
HEIGHT = 152.0
GAP = 8.0
CARDS = 300.0
NAME_ROOM = 360.0


class Things(NamedTuple):
    """What everybody sees of what a player has, figures and chests by their numbers."""

    points: tuple[int, ...]
    court: tuple[tuple[int, ...], ...]
    """Nobles, then envoys."""
    province: tuple[tuple[int, ...], ...]
    held: tuple[int, ...]
    """How many chests of each kind."""
    chests: tuple[tuple[int, ...], ...]
    seals: tuple[int, ...]
    """The privileges of this player and of those before."""


class Player(NamedTuple):
    """What everybody sees of a player."""

    name: str
    asked: bool
    won: bool
    things: Things


def players_of(sheet: Sheet) -> tuple[Player, ...]:
    """What everybody sees of the players."""
    rules, view = sheet.rules, sheet.view
    asked = {ask.seat for ask in rules.asks(view)}
    places = rules.outcome(view).places if view.over else ()
    winners = {player for player, place in enumerate(places) if place == 1}
    return tuple(
        [
            Player(name, seat in asked, seat in winners, _things(sheet, seat))
            for seat, name in enumerate(sheet.texts.seats)
        ]
    )


def _things(sheet: Sheet, seat: int) -> Things:
    s = sheet.view
    envoys, nobles = sheet.figures.at[2 * seat], sheet.figures.at[2 * seat + 1]
    place = sheet.t.seats + sheet.t.spaces + 1 + seat
    return Things(
        points=tuple(s.points[seat * SOURCES : (seat + 1) * SOURCES]),
        court=(nobles.get(identity.COURT, ()), envoys.get(identity.COURT, ())),
        province=(nobles.get(identity.PROVINCE, ()), envoys.get(identity.PROVINCE, ())),
        held=tuple(s.chests[seat * CHEST_KINDS : (seat + 1) * CHEST_KINDS]),
        chests=tuple([sheet.chests.at[kind].get(place, ()) for kind in range(CHEST_KINDS)]),
        seals=tuple(s.privileges[: seat + 1]),
    )


def draw_players(sheet: Sheet, everybody: tuple[Player, ...], top: float) -> float:
    """A wide panel for the viewer, half of one for everybody else; returns the lower edge."""
    n = sheet.t.players
    others = [(max(sheet.seat, 0) + i) % n for i in range(n)]
    y = top
    if sheet.seat >= 0:
        seat = others.pop(0)
        draw_player(sheet, everybody[seat], seat, 12, y, FULL)
        y += HEIGHT + GAP
    for i, seat in enumerate(others):
        draw_player(sheet, everybody[seat], seat, 12 + (FULL - HALF) * (i % 2), y, HALF)
        if i % 2:
            y += HEIGHT + GAP
    if len(others) % 2:
        draw_scores(sheet, tuple([player.things.points for player in everybody]), 12 + FULL - HALF, y)
        y += HEIGHT + GAP
    return y


def draw_scores(sheet: Sheet, points: tuple[tuple[int, ...], ...], x: float, y: float) -> None:
    """Where the points came from (S-1.17), in two blocks side by side."""
    sheet.part(("all scores", x, y, points), lambda: _scores(sheet, points, x, y))


def _scores(sheet: Sheet, points: tuple[tuple[int, ...], ...], x: float, y: float) -> None:
    sheet.part(("scores", x, y), lambda: _score_sheet(sheet, x, y))
    for seat, own in enumerate(points):
        _score_column(sheet, seat, own, x, y)


def _columns(n: int) -> tuple[float, float]:
    """How wide a column of the score sheet is, and how far from its block the first one begins."""
    column = min(30.0, 102 / n)
    return column, 226 - column * n


def _score_sheet(sheet: Sheet, x: float, y: float) -> None:
    n = sheet.t.players
    column, first = _columns(n)
    body = [tag("rect", width=HALF, height=HEIGHT, rx=9, class_="panel")]
    for block in (0, 1):
        for seat in range(n):
            body.append(shield(seat, 10 + block * 238 + first + (seat + 0.5) * column, 17, 0.7))
    for source in range(SOURCES):
        block, row = divmod(source, 5)
        words = sheet.texts.name("source", source)
        body.append(label(10 + block * 238, 49 + row * 23, words, font_size=15))
    sheet.ground.append(group(*body, id="scores", transform=move(x, y)))


def _score_column(sheet: Sheet, seat: int, points: tuple[int, ...], x: float, y: float) -> None:
    sheet.part(("column", seat, x, y, points), lambda: _points_by_source(sheet, seat, x, y, points))


def _points_by_source(sheet: Sheet, seat: int, x: float, y: float, points: tuple[int, ...]) -> None:
    column, first = _columns(sheet.t.players)
    body = []
    for source, n in enumerate(points):
        block, row = divmod(source, 5)
        words, style = (str(n), "mid") if n else ("·", "mid faded")
        at = 10 + block * 238 + first + (seat + 0.5) * column
        body.append(label(at, 49 + row * 23, words, class_=style, font_size=15))
    sheet.ground.append(group(*body, transform=move(x, y)))


def draw_player(sheet: Sheet, player: Player, seat: int, x: float, y: float, width: float) -> None:
    """Everything that lies before one player."""
    s = sheet.view
    cards = tuple(s.jobs[3 * seat : 3 * seat + 3])
    wide = width == FULL and min(cards) >= 0
    worth = _worth(sheet, seat, cards, wide)
    place, own = (seat, x, y, width), seat == sheet.seat
    name, asked, won, things = player
    sheet.part(("panel", place, name, asked, won, wide), lambda: _panel(sheet, place, name, asked, won, wide))
    facts = ("player", place, own, s.over, cards, worth, things)
    sheet.part(facts, lambda: _draw_player(sheet, things, place, cards, worth, wide))


def _draw_player(
    sheet: Sheet,
    things: Things,
    facts: tuple[int, float, float, float],
    cards: tuple[int, ...],
    worth: tuple[int, ...],
    wide: bool,
) -> None:
    seat, x, y, _ = facts
    points, court, province, held, numbers, seals = things
    sheet.part(("score", facts, points), lambda: _score(sheet, seat, x, y, points))
    draw_jobs(sheet, seat, cards, worth, x, y, wide)
    own = seat == sheet.seat
    sheet.part(("court", facts, court), lambda: _court(sheet, seat, x, y, court))
    sheet.part(("province", facts, province, own), lambda: _province(sheet, seat, x, y, province, own))
    sheet.part(
        ("belongings", facts, held, numbers, seals), lambda: _belongings(sheet, seat, x, y, held, numbers)
    )


def _panel(
    sheet: Sheet, facts: tuple[int, float, float, float], name: str, asked: bool, won: bool, wide: bool
) -> None:
    """Frame, coat of arms and name; who wins is crowned."""
    seat, x, y, width = facts
    body = sheet.told(
        ("panel", seat, width, name, asked, won, wide), lambda: _sign(seat, width, name, asked, won, wide)
    )
    sheet.ground.append(group(body, id=f"player-{seat}", transform=move(x, y)))


def _sign(seat: int, width: float, name: str, asked: bool, won: bool, wide: bool) -> str:
    words, size = fitted(name, NAME_ROOM if wide else CARDS - 56, 21, 15)
    body = [
        tag("rect", width=width, height=HEIGHT, rx=9, class_="panel scored" if asked else "panel"),
        group(
            tooltip(name),
            shield(seat, 28, 29 if won else 26, 1.2),
            label(50, 33, words, class_="bold", font_size=size),
        ),
    ]
    if won:
        body.append(tag("path", d=CROWN, fill=GOLD, stroke=DARK_INK, transform=move(28, 15)))
    return "".join(body)


def _score(sheet: Sheet, seat: int, x: float, y: float, points: tuple[int, ...]) -> None:
    """All points, and where they came from."""
    body = sheet.told(("score", points), lambda: _total(sheet, points))
    sheet.ground.append(group(body, id=f"score-{seat}", transform=move(x, y)))


def _total(sheet: Sheet, points: tuple[int, ...]) -> str:
    parts = [f"{sheet.texts.name('source', source)} {n}" for source, n in enumerate(points) if n]
    total = str(sum(points))
    hint = f"{total} {sheet.word('points')}" + (f" ({', '.join(parts)})" if parts else "")
    return tooltip(hint) + label(HALF - 18, 38, total, class_="end bold", font_size=31)


def _court(sheet: Sheet, seat: int, x: float, y: float, here: tuple[tuple[int, ...], ...]) -> None:
    """Figures at court: nobles, then envoys, closer to each other the more there are."""
    nobles, envoys = here
    counts = (len(envoys), len(nobles))
    body = sheet.told(("court", counts), lambda: _court_place(sheet, *counts))
    sheet.ground.append(group(body, id=f"court-{seat}", transform=move(x, y)))
    at = x + 68
    for n in nobles:
        sheet.put_figure(seat, 1, n, at, y + 97, 0.95)
        at += 27
    step = min(20.0, (x + 314 - at) / max(1, len(envoys)))
    for i, n in enumerate(envoys):
        sheet.put_figure(seat, 0, n, at + i * step, y + 97, 1.15)


def _court_place(sheet: Sheet, envoys: int, nobles: int) -> str:
    there = number(sheet.texts, "board.figures_there", envoys=envoys, nobles=nobles)
    body = (
        tooltip(f"{sheet.word('court')}: {there}"),
        tag("rect", x=6, y=50, width=318, height=50, rx=6, class_="space", opacity=0.6),
        label(12, 66, sheet.word("court"), class_="faded", font_size=15),
        label(12, 92, str(envoys + nobles), class_="bold", font_size=21),
    )
    return "".join(body)


def _province(
    sheet: Sheet, seat: int, x: float, y: float, here: tuple[tuple[int, ...], ...], own: bool
) -> None:
    """Figures in the province, small."""
    nobles, envoys = here
    counts = (len(envoys), len(nobles))
    body = sheet.told(("province", counts), lambda: _province_place(sheet, *counts))
    sheet.ground.append(
        group(
            body,
            id=f"province-{seat}",
            data_kind="source_of_gain" if own else None,
            data_value=6 if own else None,
            transform=move(x, y),
        )
    )
    at = x + 345
    for n in nobles:
        sheet.put_figure(seat, 1, n, at, y + 97, 0.62)
        at += 17
    step = min(13.0, (x + 472 - at) / max(1, len(envoys)))
    for i, n in enumerate(envoys):
        sheet.put_figure(seat, 0, n, at + i * step, y + 97, 0.72)


def _province_place(sheet: Sheet, envoys: int, nobles: int) -> str:
    name = sheet.word("province")
    there = number(sheet.texts, "board.figures_there", envoys=envoys, nobles=nobles)
    area = tag(
        "rect",
        x=330,
        y=50,
        width=148,
        height=50,
        rx=6,
        class_="rule",
        stroke_dasharray="4 4",
        style="pointer-events:all",
    )
    words = label(338, 66, f"{name} {envoys + nobles}", class_="faded", font_size=15)
    return tooltip(f"{name}: {there}") + area + words


def _belongings(
    sheet: Sheet, seat: int, x: float, y: float, held: tuple[int, ...], numbers: tuple[tuple[int, ...], ...]
) -> None:
    """Chests by kind, then privileges from the right."""
    s = sheet.view
    owned = [kind for kind in range(16) if s.owns(seat, kind + 1)]
    pitch = min(35.0, 190 / max(1, len(owned)))
    for i, kind in enumerate(reversed(owned)):
        n = sum([s.privileges[other] >> kind + 1 & 1 for other in range(seat)])
        sheet.put_seal(kind, n, x + HALF - 24 - i * pitch, y + 126)
    room = HALF - 50 - len(owned) * pitch
    needed = sum(42 + 9 * (count - 1) for count in held if count)
    tight = min(1.0, room / needed) if needed else 1.0
    at = x + 28
    for kind, count in enumerate(held):
        if count == 0:
            continue
        for i, n in enumerate(numbers[kind]):
            sheet.put_chest(kind, n, at + i * 9 * tight, y + 128)
        if count > 1:
            top = at + (count - 1) * 9 * tight
            sheet.pieces.append(badge(count, top + 17, y + 118, id=f"held-{seat}-{kind}"))
        at += (42 + 9 * (count - 1)) * tight


# -- job cards --------------------------------------------------------------------------------------


def _worth(sheet: Sheet, seat: int, cards: tuple[int, ...], wide: bool) -> tuple[int, ...]:
    """What job cards are worth now, where that is told."""
    s = sheet.view
    if min(cards) < 0 or not (wide or s.over):
        return (-1, -1, -1)
    facts = (seat, cards, tuple(s.left), tuple(s.right), tuple(s.ring))
    return sheet.part(("worth", facts), lambda: job_points(s, seat))


def draw_jobs(
    sheet: Sheet, seat: int, cards: tuple[int, ...], worth: tuple[int, ...], x: float, y: float, wide: bool
) -> None:
    """Job cards: large where they are the viewer's own, otherwise small, face down or up."""
    for category, card in enumerate(cards):
        if card != EMPTY:
            _job(sheet, seat, category, card, worth[category], x, y, wide)


def _job(
    sheet: Sheet, seat: int, category: int, card: int, worth: int, x: float, y: float, wide: bool
) -> None:
    facts = ("job", seat, category, card, worth, sheet.view.over, x, y, wide)
    if wide:
        sheet.part(facts, lambda: _job_card(sheet, seat, category, card, worth, x, y))
    else:
        sheet.part(facts, lambda: _small_card(sheet, seat, category, card, worth, x, y))


def _small_card(sheet: Sheet, seat: int, category: int, card: int, worth: int, x: float, y: float) -> None:
    colour = JOB_COLOURS[category]
    if card == HIDDEN:
        body = [
            tooltip(sheet.word("job_hidden")),
            tag("rect", width=30, height=38, rx=4, fill=colour, stroke="var(--ink)"),
            tag("path", d="M15,7 L24,19 L15,31 L6,19 Z", fill="none", stroke=CREAM, stroke_width=1.6),
        ]
    else:
        points = "" if worth < 0 else f" {number(sheet.texts, 'board.job_scored', n=worth)}"
        body = [
            tooltip(job_hint(sheet.t, sheet.texts, category, card) + points),
            tag("rect", width=30, height=38, rx=4, fill=CREAM, stroke=colour, stroke_width=2.5),
            _job_sign(sheet, category, card, 15, 19, 0.6),
        ]
    place = move(x + CARDS + category * 36, y + 7)
    sheet.ground.append(group(*body, transform=place, id=f"job-{seat}-{category}"))


def _job_card(sheet: Sheet, seat: int, category: int, card: int, worth: int, x: float, y: float) -> None:
    """A card of one's own, with its name and what it is worth now."""
    texts, colour = sheet.texts, JOB_COLOURS[category]
    name = [
        label(78, 92 + 20 * i, line, class_="mid dark", font_size=17)
        for i, line in enumerate(lines(texts.name(JOB_KINDS[category], card), 16))
    ]
    points = f"+{worth}" if sheet.view.over else number(texts, "board.job_now", n=worth)
    body = [
        tooltip(job_hint(sheet.t, texts, category, card)),
        tag("rect", width=156, height=136, rx=7, fill=CREAM, stroke=colour, stroke_width=4),
        _job_sign(sheet, category, card, 38, 42, 1.2),
        label(147, 48, points, class_=f"end bold job{category}", font_size=16),
        *name,
    ]
    place = move(x + HALF + 4 + category * 164, y + 8)
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
        kind = t.seat_job_kind[card]
        words = {"all": "3–7", "pair": "x=x", "series": "345"}.get(kind, str(t.seat_job_number[card]))
    size = (26 if len(words) < 3 else 19) * scale
    return label(x, y + size * 0.35, words, class_=f"mid bold job{category}", font_size=size)
