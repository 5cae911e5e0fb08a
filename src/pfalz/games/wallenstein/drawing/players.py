"""The players: points, Thalers, grain, armies, the mat with its boxes, and what the modules add."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import NamedTuple

from pfalz.core.draw import CROWN, DARK_INK, GILT, group, label, move, tag, tooltip
from pfalz.core.lettering import BOLD
from pfalz.games.wallenstein.drawing.form import cards_on_mat
from pfalz.games.wallenstein.drawing.hints import box_hint
from pfalz.games.wallenstein.drawing.pieces import (
    action_sign,
    army,
    card_back,
    coin,
    copy,
    cube,
    grain,
    thaler,
    token,
)
from pfalz.games.wallenstein.drawing.sheet import Segment, Sheet
from pfalz.games.wallenstein.drawing.stencils import letters
from pfalz.games.wallenstein.drawing.table import LETTERS, WIDTH, X
from pfalz.games.wallenstein.lookup import ACTIONS, BLANK, MONEY
from pfalz.games.wallenstein.state import AUCTION, EMPTY, is_county

BOX = 31.0
GAP = 6.0
MARGIN = 18.0
"""Where the last line begins."""
NAME = 154.0
"""Room for a name."""
COUNTY = "M-8,-6 L-1,-8 L8,-5 L7,6 L0,8 L-7,5 Z"


class Known(NamedTuple):
    """What everybody sees of a player."""

    name: str
    asked: bool
    crowned: bool
    wealth: tuple[int, ...]
    """Thalers, grain, armies in the supply, counties, points."""
    groups: tuple[int, ...]


def known_of(sheet: Sheet) -> tuple[Known, ...]:
    """What everybody sees of the players."""
    s = sheet.view
    return tuple(
        [
            Known(
                name,
                seat in sheet.asked,
                _has_won(sheet, seat),
                (s.thalers[seat], s.grain[seat], s.supply[seat], s.owner.count(seat), s.score(seat)),
                s.groups[seat],
            )
            for seat, name in enumerate(sheet.texts.seats)
        ]
    )


def draw_players(sheet: Sheet, players: Sequence[Known], top: float, bottom: float) -> float:
    """A panel for everyone, the viewer's first, in the room there is; returns where they end."""
    n = sheet.t.players
    facts = sheet.additions("player_facts")
    height = height_of_players(sheet, bottom - top, bool(facts))
    for i in range(n):
        seat = (max(sheet.seat, 0) + i) % n
        more = tuple([add(sheet, seat) for add in facts])
        _player(sheet, seat, players[seat], top + i * (height + GAP), height, more)
    return top + n * (height + GAP)


def height_of_players(sheet: Sheet, room: float, more: bool) -> float:
    """How high the panel of a player is; `more` if modules add a line."""
    n = sheet.t.players
    extra = 24.0 if more else 0.0
    mats = 36.0 if sheet.view.over else 88.0
    return min((room - GAP * (n - 1)) / n, mats + extra)


def _player(
    sheet: Sheet, seat: int, player: Known, y: float, height: float, more: tuple[Hashable, ...]
) -> None:
    """The panel of a player: the same for all who see the same, wherever it lies on their sheet."""
    s, own, over = sheet.view, seat == sheet.seat, sheet.view.over
    name, asked, crowned, wealth, groups = player
    opened = own and sheet.question == "place_group"
    cards: tuple[int, ...] = ()
    if not groups and not over:
        cards = cards_on_mat(s, seat, own and sheet.question == "plan")
    known = (seat, height, name, crowned, over, wealth, groups, opened, cards)

    def draw() -> None:
        sheet.part(("name", seat, name, crowned), lambda: ground.append(_name(seat, name, crowned)))
        sheet.part(("wealth", seat, wealth), lambda: _wealth(sheet, seat, wealth))
        if groups:
            facts = ("groups", seat, groups, opened)
            sheet.part(facts, lambda: _groups(sheet, seat, groups, 54, opened))
        elif not over:
            sheet.part(("mat", seat, cards), lambda: _mat(sheet, seat, cards, 34))
        _more(sheet, seat, more, height - 13)

    ground = sheet.ground
    frame = ("panel", seat, height, asked)
    sheet.place(sheet.aside(frame, lambda: ground.append(_frame(seat, height, asked))), 0, y)
    sheet.place(sheet.aside(("player", known, more), draw), 0, y)


def _more(sheet: Sheet, seat: int, facts: Sequence[Hashable], y: float) -> None:
    """What modules add, as long as there is room."""
    segments: list[Segment] = []
    for add, known in zip(sheet.additions("player"), facts, strict=True):
        segments += add(sheet, seat, known)
    x = MARGIN
    for segment in sorted(segments, key=lambda segment: segment.last):
        if x < WIDTH:
            x = segment.draw(x, y)


def _has_won(sheet: Sheet, seat: int) -> bool:
    s = sheet.view
    if not s.over:
        return False
    reads = ("points", "thalers", "stack")
    return sheet.part(("places",), lambda: sheet.rules.outcome(s).places, reads)[seat] == 1


def _frame(seat: int, height: float, asked: bool) -> str:
    style = "panel active" if asked else "panel"
    return tag("rect", x=X, y=0, width=WIDTH, height=height, rx=8, class_=style, id=f"player-{seat}")


def _name(seat: int, name: str, crowned: bool) -> str:
    crown = tag("path", d=CROWN, fill=GILT, stroke=DARK_INK, transform=move(19, 10, 0.95)) if crowned else ""
    return group(
        tooltip(name),
        token(seat, 19, 18, 0.98),
        label(36, 23, BOLD.cut(name, NAME, 16), class_="bold", font_size=16),
        crown,
        transform=move(X, 0),
    )


def _wealth(sheet: Sheet, seat: int, wealth: Sequence[int]) -> None:
    """Thalers, grain, armies in the supply, counties, points."""
    signs = sheet.told(("signs", seat), lambda: _signs(seat))
    for i, (key, sign) in enumerate(signs):
        sheet.ground.append(count(sheet, key, seat, sign, wealth[i], X + 205 + i * 60, 18, 16))
    points = wealth[-1]
    sheet.ground.append(
        group(
            tooltip(f"{sheet.word('points')}: {points}"),
            label(X + WIDTH - 12, 28, str(points), class_="end bold", font_size=25),
            id=f"score-{seat}",
        )
    )


def _signs(seat: int) -> tuple[tuple[str, str], ...]:
    return (
        ("thalers", thaler(0, 0)),
        ("grain", grain(0, 0, 0.95)),
        ("armies", cube(seat, 0, 0)),
        ("counties", tag("path", d=COUNTY, class_="sign")),
    )


def count(sheet: Sheet, key: str, seat: int, sign: str, n: int, x: float, y: float, size: int) -> str:
    """A sign with a number."""
    body = sheet.told(("count", key, seat, n, size), lambda: _counted(sheet, key, sign, n, size))
    return group(body, id=f"{key}-{seat}", transform=move(x, y))


def _counted(sheet: Sheet, key: str, sign: str, n: int, size: int) -> str:
    return tooltip(f"{sheet.word(key)}: {n}") + sign + label(12, 5.5, str(n), class_="bold", font_size=size)


def _groups(sheet: Sheet, seat: int, groups: Sequence[int], y: float, open_: bool) -> None:
    """The army groups of the draft (W-3.5); the viewer's can be chosen by their size."""
    for i, n in enumerate(groups):
        offered = open_ and n not in groups[:i]
        sheet.ground.append(
            group(
                tooltip(sheet.word("groups")),
                army(seat, n, 0, 0, 1.1),
                id=f"group-{seat}-{i}",
                data_kind="number" if offered else None,
                data_value=n if offered else None,
                transform=move(X + 24 + i * 38, y),
            )
        )


# -- the mat ----------------------------------------------------------------------------------------------


def _mat(sheet: Sheet, seat: int, cards: Sequence[int], y: float) -> None:
    """The boxes of the mat: the auction, the ten actions, and what a module adds (W-5.3)."""
    for box, card in enumerate(cards):
        _box(sheet, seat, box, card, y)


def _box(sheet: Sheet, seat: int, box: int, card: int, y: float) -> None:
    sheet.part(
        ("box", seat, box, card, y), lambda: sheet.ground.append(_filled_box(sheet, seat, box, card, y))
    )


def _filled_box(sheet: Sheet, seat: int, box: int, card: int, y: float) -> str:
    pitch, width = _sizes(sheet.boxes)
    body = sheet.told(("box", box, card), lambda: _box_with(sheet, box, card, width))
    return group(body, id=f"box-{seat}-{box}", transform=move(X + 8 + box * pitch, y))


def _box_with(sheet: Sheet, box: int, card: int, width: float) -> str:
    hint = tooltip(box_hint(sheet.t, sheet.texts, box, card))
    return hint + tag("use", href=f"#box-{box}") + ("" if card == EMPTY else _card(sheet, card, width))


def _sizes(boxes: int) -> tuple[float, float]:
    """How far boxes are apart, and how wide they are."""
    pitch = (WIDTH - 14) / boxes
    return pitch, min(BOX + 10, pitch - 3)


def box_stencils(sheet: Sheet) -> str:
    """The empty boxes of a mat, and the back of a card that lies in one."""
    _, width = _sizes(sheet.boxes)
    niche = tag("rect", width=width, height=47, rx=4, fill="var(--parchment)", stroke="var(--edge)")
    boxes = [group(niche, _box_sign(sheet, box, width / 2), id=f"box-{box}") for box in range(sheet.boxes)]
    return "".join((*boxes, group(card_back(1.5, 20, width - 3, 26), id="back")))


def _box_sign(sheet: Sheet, box: int, x: float) -> str:
    if box == AUCTION:
        return letters(x, 14, "1–5", "var(--faded)", 13)
    if box <= ACTIONS:
        return action_sign(box - 1, x, 10, 0.66)
    return "".join([add(sheet, box, x) for add in sheet.additions("box_sign")])


def _card(sheet: Sheet, card: int, width: float) -> str:
    """A card in a box: face down, a county, money, or a blank card of a module."""
    if card < 0:
        return tag("use", href="#back")
    face = tag("rect", x=1.5, y=20, width=width - 3, height=26, rx=3.5, class_="sheet")
    if is_county(card):
        words = sheet.texts.name("county", card, "short")
        while BOLD.breadth(words, LETTERS) > width:  # with the boxes of a module there is less room
            words = words[:-1]
        return face + label(width / 2, 38.5, words, class_="mid bold", font_size=LETTERS)
    if MONEY <= card < BLANK:
        return face + coin(width / 2, 33, str(sheet.t.money[card - MONEY]), 9)
    return face + copy("sign-tower", width / 2, 32, 0.95)
