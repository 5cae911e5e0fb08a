"""The players: score, court and province, chests and privileges.

What everybody sees of a player is drawn once for all who sit elsewhere, and laid where they see it; only the
viewer's own panel, with the job cards, is drawn for one pair of eyes."""

from __future__ import annotations

from typing import NamedTuple

from pfalz.core.draw import CROWN, DARK_INK, GILT, group, label, move, shield, tag, tooltip
from pfalz.core.lettering import WIDEST
from pfalz.core.strips import Part
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


class Everybody(NamedTuple):
    """All players, their panels as the others see them, and the table of scores."""

    players: tuple[Player, ...]
    panels: tuple[tuple[Part, Part], ...]
    """Of each the frame with the name, and what lies in it."""
    scores: Part


def everybody(sheet: Sheet) -> Everybody:
    """What everybody sees of the players."""
    rules, view = sheet.rules, sheet.view
    asked = {ask.seat for ask in rules.asks(view)}
    places = rules.outcome(view).places if view.over else ()
    winners = {player for player, place in enumerate(places) if place == 1}
    players = tuple(
        [
            Player(name, seat in asked, seat in winners, _things(sheet, seat))
            for seat, name in enumerate(sheet.texts.seats)
        ]
    )
    panels = tuple([_panel_of(sheet, player, seat, OTHER) for seat, player in enumerate(players)])
    points = tuple([player.things.points for player in players])
    return Everybody(players, panels, sheet.aside(("scores", points), lambda: _scores(sheet, points)))


def _things(sheet: Sheet, seat: int) -> Things:
    s, t = sheet.view, sheet.t
    envoys, nobles = sheet.figures.at[figure_of(seat, ENVOY)], sheet.figures.at[figure_of(seat, NOBLE)]
    place = t.seats + t.spaces + 1 + seat
    return Things(
        seat,
        tuple(s.breakdown(seat).values()),
        (nobles.get(identity.COURT, ()), envoys.get(identity.COURT, ())),
        (nobles.get(identity.PROVINCE, ()), envoys.get(identity.PROVINCE, ())),
        tuple(s.chests[seat * CHEST_KINDS : (seat + 1) * CHEST_KINDS]),
        tuple([numbers.get(place, ()) for numbers in sheet.chests.at]),
        tuple(s.privileges[: seat + 1]),
        tuple(s.piles),
    )


def draw_players(sheet: Sheet, all: Everybody, x: float, y: float) -> float:
    """A wide panel for the viewer, half of one for everybody else; returns the lower edge."""
    others = _clockwise(sheet)
    if sheet.seat >= 0:
        own = others.pop(0)
        _put(sheet, _panel_of(sheet, all.players[own], own, WIDE), x, y)
        y += HEIGHT + GAP
    right = x + WIDE.width - HALF
    for i, seat in enumerate(others):
        _put(sheet, all.panels[seat], right if i % 2 else x, y)
        if i % 2:
            y += HEIGHT + GAP
    if len(others) % 2:
        sheet.place(all.scores, right, y)
        y += HEIGHT + GAP
    return y


def draw_own(sheet: Sheet, all: Everybody) -> None:
    """The viewer's panel on a narrow screen."""
    if sheet.seat >= 0:
        _put(sheet, _panel_of(sheet, all.players[sheet.seat], sheet.seat, TALL), 0, 0)


def draw_others(sheet: Sheet, all: Everybody) -> float:
    """The other panels there, one below the other, and the scores; returns the lower edge."""
    y = 0.0
    for seat in _clockwise(sheet):
        if seat != sheet.seat:
            _put(sheet, all.panels[seat], 0, y)
            y += HEIGHT + GAP
    sheet.place(all.scores, 0, y)
    return y + HEIGHT + GAP


def _put(sheet: Sheet, panel: tuple[Part, Part], x: float, y: float) -> None:
    """Lay a panel on the sheet."""
    for part in panel:
        sheet.place(part, x, y)


def _clockwise(sheet: Sheet) -> list[int]:
    """All seats, the viewer's first."""
    n = sheet.t.players
    return [(max(sheet.seat, 0) + i) % n for i in range(n)]


def _scores(sheet: Sheet, points: tuple[tuple[int, ...], ...]) -> None:
    """Where the points came from (S-1.17), in two blocks side by side."""
    sheet.part("score sheet", lambda: _score_sheet(sheet))
    for seat, own in enumerate(points):
        _score_column(sheet, seat, own)


def _columns(n: int) -> tuple[float, float]:
    """How wide a column of the score sheet is, and how far from its block the first one begins."""
    column = min(30.0, 102 / n)
    return column, 226 - column * n


def _score_sheet(sheet: Sheet) -> None:
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
    sheet.ground.append(group(*body, id="scores"))


def _score_column(sheet: Sheet, seat: int, points: tuple[int, ...]) -> None:
    sheet.part(("column", seat, points), lambda: _points_by_source(sheet, seat, points))


def _points_by_source(sheet: Sheet, seat: int, points: tuple[int, ...]) -> None:
    column, first = _columns(sheet.t.players)
    body = []
    for source, n in enumerate(points):
        block, row = divmod(source, 5)
        words, style = (str(n), "mid") if n else ("·", "mid faded")
        at = 10 + block * 238 + first + (seat + 0.5) * column
        body.append(label(at, 49 + row * 23, words, class_=style, font_size=15))
    sheet.ground.append(group(*body))


def _panel_of(sheet: Sheet, player: Player, seat: int, panel: Panel) -> tuple[Part, Part]:
    """Everything that lies before one player, as the viewer sees it."""
    s = sheet.view
    cards = tuple(s.jobs_of(seat))
    large = panel.cards if min(cards) >= 0 else None
    worth = worth_of(sheet, seat, cards, large)
    own, over = seat == sheet.seat, s.over
    name, asked, won, things = player
    frame = ("panel", seat, panel, name, asked, won, large)
    facts = ("player", own, over, cards, worth, large, things)
    return (
        sheet.aside(frame, lambda: _panel(sheet, seat, panel, name, asked, won, large)),
        sheet.aside(facts, lambda: _draw_player(sheet, things, own, cards, worth, large, over)),
    )


def _draw_player(
    sheet: Sheet,
    things: Things,
    own: bool,
    cards: tuple[int, ...],
    worth: tuple[int, ...],
    large: Cards | None,
    over: bool,
) -> None:
    seat, points, court, province, held, numbers, seals, piles = things
    sheet.part(("score", seat, points), lambda: _score(sheet, seat, points))
    draw_jobs(sheet, seat, cards, worth, large, over)
    sheet.part(("court", seat, court, own), lambda: _court(sheet, seat, court, own))
    sheet.part(("province", seat, province, own), lambda: _province(sheet, seat, province, own))
    sheet.part(("belongings", seat, held, numbers, seals, piles), lambda: _belongings(sheet, things))


def _panel(
    sheet: Sheet, seat: int, panel: Panel, name: str, asked: bool, won: bool, large: Cards | None
) -> None:
    """Frame, coat of arms and name; who wins is crowned."""
    room = CARDS - 56 if large is None else NAME_ROOM
    sheet.ground.append(group(_sign(seat, panel, name, asked, won, room), id=f"player-{seat}"))


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


def _score(sheet: Sheet, seat: int, points: tuple[int, ...]) -> None:
    """All points, and where they came from."""
    sheet.ground.append(group(_total(sheet, points), id=f"score-{seat}"))


def _total(sheet: Sheet, points: tuple[int, ...]) -> str:
    parts = [f"{sheet.texts.name('source', source)} {n}" for source, n in enumerate(points) if n]
    total = str(sum(points))
    hint = f"{total} {sheet.word('points')}" + (f" ({', '.join(parts)})" if parts else "")
    return tooltip(hint) + label(HALF - 18, 38, total, class_="end bold", font_size=31)


def _court(sheet: Sheet, seat: int, here: tuple[tuple[int, ...], ...], own: bool) -> None:
    """Figures at court: nobles, then envoys, the more the closer; the own can be chosen."""
    nobles, envoys = here
    counts = (len(envoys), len(nobles))
    body = sheet.told(("court", counts), lambda: _court_place(sheet, *counts))
    sheet.ground.append(group(body, id=f"court-{seat}"))
    at = 68.0
    end = at + 27 * len(nobles)
    first = len(sheet.pieces)
    for n in nobles:
        sheet.put_figure(seat, NOBLE, n, at, 97, 0.95)
        at += 27
    if own:
        _offer(sheet, NOBLE, first, 46, end - 60 if nobles else 0)
    first = len(sheet.pieces)
    step = min(20.0, (314 - at) / max(1, len(envoys)))
    for i, n in enumerate(envoys):
        sheet.put_figure(seat, ENVOY, n, at + i * step, 97, 1.15)
    if own:
        _offer(sheet, ENVOY, first, end - 11, 324 - end)


def _offer(sheet: Sheet, kind: int, first: int, x: float, width: float) -> None:
    """Let the pieces from number `first` on stand for their kind; a finger may touch all their room."""
    area = tag("rect", x=x, y=50, width=max(0.0, width), height=50, fill="transparent")
    figures = "".join([piece for piece in sheet.pieces[first:] if isinstance(piece, str)])
    del sheet.pieces[first:]
    sheet.pieces.append(group(area, figures, id=f"court-figures-{kind}", data_kind="figure", data_value=kind))


def _court_place(sheet: Sheet, envoys: int, nobles: int) -> str:
    there = sheet.word("figures_there", envoys=envoys, nobles=nobles)
    body = (
        tooltip(f"{sheet.word('court')}: {there}"),
        tag("rect", x=6, y=50, width=318, height=50, rx=6, class_="space", opacity=0.6),
        label(12, 66, sheet.word("court"), class_="faded", font_size=15),
        label(12, 92, str(envoys + nobles), class_="bold", font_size=21),
    )
    return "".join(body)


def _province(sheet: Sheet, seat: int, here: tuple[tuple[int, ...], ...], own: bool) -> None:
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
        )
    )
    at = 345.0
    for n in nobles:
        sheet.put_figure(seat, 1, n, at, 97, 0.62)
        at += 17
    step = min(13.0, (472 - at) / max(1, len(envoys)))
    for i, n in enumerate(envoys):
        sheet.put_figure(seat, 0, n, at + i * step, 97, 0.72)


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


def _belongings(sheet: Sheet, things: Things) -> None:
    """Chests by kind, then privileges from the right."""
    *before, own = things.seals
    owned = [kind for kind in range(PRIVILEGES) if has(own, kind + 1)]
    pitch = min(35.0, 190 / max(1, len(owned)))
    for i, kind in enumerate(reversed(owned)):
        n = sum([has(other, kind + 1) for other in before])
        sheet.put_seal(kind, n, HALF - 24 - i * pitch, 126, things.piles[kind])
    room = HALF - 50 - len(owned) * pitch
    needed = sum(42 + 9 * (count - 1) for count in things.held if count)
    tight = min(1.0, room / needed) if needed else 1.0
    at = 28.0
    for kind, count in enumerate(things.held):
        if count == 0:
            continue
        for i, n in enumerate(things.chests[kind]):
            sheet.put_chest(kind, n, at + i * 9 * tight, 128)
        if count > 1:
            top = at + (count - 1) * 9 * tight
            sheet.pieces.append(badge(count, top + 17, 118, id=f"held-{things.seat}-{kind}"))
        at += (42 + 9 * (count - 1)) * tight
