"""The players: score, court and province, chests and privileges."""

from __future__ import annotations

from typing import NamedTuple

from pfalz.core.draw import CROWN, DARK_INK, GILT, group, label, move, shield, tag, tooltip
from pfalz.core.lettering import WIDEST
from pfalz.games.staufer.codes import ENVOY, NOBLE, PRIVILEGES, figure_of, has
from pfalz.games.staufer.drawing import identity
from pfalz.games.staufer.drawing.jobs import CARDS, Cards, draw_jobs, worth_of
from pfalz.games.staufer.drawing.pieces import badge
from pfalz.games.staufer.drawing.sheet import Sheet
from pfalz.games.staufer.figures import FROM_PROVINCE
from pfalz.games.staufer.lookup import CHEST_KINDS

HALF = 484.0
HEIGHT = 152.0
GAP = 8.0
NAME_ROOM = 360.0


class Panel(NamedTuple):
    """How large a player's panel is, and where in it the own job cards lie, if it is the viewer's."""

    width: float
    height: float
    cards: Cards | None


OTHER = Panel(HALF, HEIGHT, None)
WIDE = Panel(976, HEIGHT, (HALF + 4, 8, 1))
"""The viewer's own: job cards beside the rest."""
TALL = Panel(HALF, 292, (8, HEIGHT, 0.97))
"""The viewer's own on a narrow screen: job cards below the rest."""


class Things(NamedTuple):
    """What everybody sees of what a player has, figures and chests by their numbers."""

    seat: int
    points: tuple[int, ...]
    court: tuple[tuple[int, ...], ...]
    """Nobles, then envoys."""
    province: tuple[tuple[int, ...], ...]
    held: tuple[int, ...]
    """How many chests of each kind."""
    chests: tuple[tuple[int, ...], ...]
    seals: tuple[int, ...]
    """The privileges of this player and of those before."""
    piles: tuple[int, ...]
    """Cards left of every privilege."""


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
    envoys, nobles = (sheet.figures.at[figure_of(seat, kind)] for kind in (ENVOY, NOBLE))
    place = sheet.t.seats + sheet.t.spaces + 1 + seat
    return Things(
        seat=seat,
        points=tuple(s.breakdown(seat).values()),
        court=(nobles.get(identity.COURT, ()), envoys.get(identity.COURT, ())),
        province=(nobles.get(identity.PROVINCE, ()), envoys.get(identity.PROVINCE, ())),
        held=tuple(s.chests[seat * CHEST_KINDS : (seat + 1) * CHEST_KINDS]),
        chests=tuple([sheet.chests.at[kind].get(place, ()) for kind in range(CHEST_KINDS)]),
        seals=tuple(s.privileges[: seat + 1]),
        piles=tuple(s.piles),
    )


def draw_players(sheet: Sheet, everybody: tuple[Player, ...], x: float, y: float) -> float:
    """A wide panel for the viewer, half of one for everybody else; returns the lower edge."""
    others = _clockwise(sheet)
    if sheet.seat >= 0:
        draw_player(sheet, everybody[sheet.seat], others.pop(0), x, y, WIDE)
        y += HEIGHT + GAP
    right = x + WIDE.width - HALF
    for i, seat in enumerate(others):
        draw_player(sheet, everybody[seat], seat, right if i % 2 else x, y, OTHER)
        if i % 2:
            y += HEIGHT + GAP
    if len(others) % 2:
        draw_scores(sheet, _points(everybody), right, y)
        y += HEIGHT + GAP
    return y


def draw_own(sheet: Sheet, everybody: tuple[Player, ...]) -> None:
    """The viewer's panel on a narrow screen."""
    if sheet.seat >= 0:
        draw_player(sheet, everybody[sheet.seat], sheet.seat, 0, 0, TALL)


def draw_others(sheet: Sheet, everybody: tuple[Player, ...]) -> float:
    """The other panels there, one below the other, and the scores; returns the lower edge."""
    y = 0.0
    for seat in _clockwise(sheet):
        if seat != sheet.seat:
            draw_player(sheet, everybody[seat], seat, 0, y, OTHER)
            y += HEIGHT + GAP
    draw_scores(sheet, _points(everybody), 0, y)
    return y + HEIGHT + GAP


def _clockwise(sheet: Sheet) -> list[int]:
    """All seats, the viewer's first."""
    n = sheet.t.players
    return [(max(sheet.seat, 0) + i) % n for i in range(n)]


def _points(everybody: tuple[Player, ...]) -> tuple[tuple[int, ...], ...]:
    return tuple([player.things.points for player in everybody])


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
    for source in range(sheet.rules.source_count):
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


def draw_player(sheet: Sheet, player: Player, seat: int, x: float, y: float, panel: Panel) -> None:
    """Everything that lies before one player."""
    s = sheet.view
    cards = tuple(s.jobs_of(seat))
    large = panel.cards if min(cards) >= 0 else None
    worth = worth_of(sheet, seat, cards, large)
    place, own = (seat, x, y, panel), seat == sheet.seat
    name, asked, won, things = player
    room = CARDS - 56 if large is None else NAME_ROOM
    sheet.part(("panel", place, name, asked, won, room), lambda: _panel(sheet, place, name, asked, won, room))
    over = s.over
    facts = ("player", place, own, over, cards, worth, things)
    sheet.part(facts, lambda: _draw_player(sheet, things, place, cards, worth, large, over))


def _draw_player(
    sheet: Sheet,
    things: Things,
    facts: tuple[int, float, float, Panel],
    cards: tuple[int, ...],
    worth: tuple[int, ...],
    large: Cards | None,
    over: bool,
) -> None:
    seat, x, y, _ = facts
    _, points, court, province, held, numbers, seals, piles = things
    sheet.part(("score", facts, points), lambda: _score(sheet, seat, x, y, points))
    draw_jobs(sheet, seat, cards, worth, x, y, large, over)
    own = seat == sheet.seat
    sheet.part(("court", facts, court), lambda: _court(sheet, seat, x, y, court))
    sheet.part(("province", facts, province, own), lambda: _province(sheet, seat, x, y, province, own))
    belongings = ("belongings", facts, held, numbers, seals, piles)
    sheet.part(belongings, lambda: _belongings(sheet, x, y, things))


def _panel(
    sheet: Sheet, facts: tuple[int, float, float, Panel], name: str, asked: bool, won: bool, room: float
) -> None:
    """Frame, coat of arms and name; who wins is crowned."""
    seat, x, y, panel = facts
    body = sheet.told(
        ("panel", seat, panel, name, asked, won, room), lambda: _sign(seat, panel, name, asked, won, room)
    )
    sheet.ground.append(group(body, id=f"player-{seat}", transform=move(x, y)))


def _sign(seat: int, panel: Panel, name: str, asked: bool, won: bool, room: float) -> str:
    words, size = WIDEST.fitted(name, room, 21, 15)
    body = [
        tag(
            "rect",
            width=panel.width,
            height=panel.height,
            rx=9,
            class_="panel scored" if asked else "panel",
        ),
        group(
            tooltip(name),
            shield(seat, 28, 29 if won else 26, 1.2),
            label(50, 33, words, class_="bold", font_size=size),
        ),
    ]
    if won:
        body.append(tag("path", d=CROWN, fill=GILT, stroke=DARK_INK, transform=move(28, 15)))
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
    there = sheet.word("figures_there", envoys=envoys, nobles=nobles)
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
            data_value=FROM_PROVINCE if own else None,
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
    there = sheet.word("figures_there", envoys=envoys, nobles=nobles)
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


def _belongings(sheet: Sheet, x: float, y: float, things: Things) -> None:
    """Chests by kind, then privileges from the right."""
    *before, own = things.seals
    owned = [kind for kind in range(PRIVILEGES) if has(own, kind + 1)]
    pitch = min(35.0, 190 / max(1, len(owned)))
    for i, kind in enumerate(reversed(owned)):
        n = sum([has(other, kind + 1) for other in before])
        sheet.put_seal(kind, n, x + HALF - 24 - i * pitch, y + 126, things.piles[kind])
    room = HALF - 50 - len(owned) * pitch
    needed = sum(42 + 9 * (count - 1) for count in things.held if count)
    tight = min(1.0, room / needed) if needed else 1.0
    at = x + 28
    for kind, count in enumerate(things.held):
        if count == 0:
            continue
        for i, n in enumerate(things.chests[kind]):
            sheet.put_chest(kind, n, at + i * 9 * tight, y + 128)
        if count > 1:
            top = at + (count - 1) * 9 * tight
            sheet.pieces.append(badge(count, top + 17, y + 118, id=f"held-{things.seat}-{kind}"))
        at += (42 + 9 * (count - 1)) * tight
