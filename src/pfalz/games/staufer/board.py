"""The board of Die Staufer as SVG and as text, for any view of any seat.

Everything that moves has a stable id (`king`, `fig-<seat>-<kind>-<n>`, `chest-<kind>-<n>`,
`act-<seat>-<n>`, `priv-<number>-<n>`, `marker-a`, `marker-b`) and lies in one layer; places have ids too
(`office-<n>`, `space-<n>`, `paid-<region>`, `pile-<number>`, `track-<n>`, `player-<seat>`). What can be
chosen says so with `data-kind` and `data-value`: the kind of the slot and its value.
"""

from __future__ import annotations

from pfalz.core.draw import label
from pfalz.core.ruleset import Ruleset
from pfalz.core.sheet import Drawing, told
from pfalz.core.texts import Texts
from pfalz.games.staufer.drawing.hints import JOB_KINDS, job_help, privilege_help
from pfalz.games.staufer.drawing.pieces import STYLE, shapes
from pfalz.games.staufer.drawing.plain import plain
from pfalz.games.staufer.drawing.players import TALL as OWN
from pfalz.games.staufer.drawing.players import Everybody, draw_others, draw_own, draw_players, everybody
from pfalz.games.staufer.drawing.ring import TALL, WIDE, draw_ring
from pfalz.games.staufer.drawing.sheet import Sheet
from pfalz.games.staufer.drawing.tableau import (
    X,
    draw_action_board,
    draw_privileges,
    draw_rounds,
    draw_supply,
)
from pfalz.games.staufer.lookup import Lookup
from pfalz.games.staufer.state import Staufer

__all__ = ["MARKED", "STYLE", "WIDE_ON_TABLETS", "draw", "explain", "plain", "secrets", "svg"]

MARKED = ("office",)
"""Kinds of things on the board that are marked when something has happened to them."""
WIDE_ON_TABLETS = True
"""A tablet held upright shows all of the wide board, large enough to be read."""
WIDTH = 1000.0
NARROW = 754.0
"""How wide the sheet for a phone is: the two columns of the ring."""
TOP = 46.0
TABLE = 214.0
LARGER = 1.545
"""On that sheet the panels of players fill the whole width, so that they can be read in the hand."""
ACTIONS = 1.38
"""So much larger is the action board there; beside it lie three tables, one below the other."""
BESIDE, ROOM = 315.0, 436.0
"""Where these tables begin, and how wide they are."""


def draw(rules: Ruleset[Staufer], view: Staufer, seat: int, texts: Texts, narrow: bool = False) -> Drawing:
    """The whole table as `seat` sees it: the tables inside the ring, or below it on a narrow screen."""
    sheet = Sheet(rules, view, seat, texts)
    if narrow:
        room = OWN.height * LARGER + 8 if sheet.seat >= 0 else 0
        height = _finish_tall(sheet, *sheet.common(("tall", room), lambda blind: _draw_tall(blind, room)))
    else:
        y, players = sheet.common("wide", _draw_wide)
        height = draw_players(sheet, players, 12, y) + 4
    defs = sheet.part("shapes", lambda: shapes(sheet.t))
    return sheet.drawing(NARROW if narrow else WIDTH, height, STYLE, defs)


def explain(rules: Ruleset[Staufer], texts: Texts, kind: str, value: int) -> str:
    """What a thing the set-up page offers does."""
    assert kind == "privilege_kind"
    t: Lookup = rules.lookup
    return privilege_help(t, texts, value, t.pile_size[value])


def _draw_wide(sheet: Sheet) -> tuple[float, Everybody]:
    """What lies in the middle; returns where the players begin, and what is known of them."""
    _draw_head(sheet, WIDTH)
    bottom = draw_ring(sheet, WIDE, TOP)
    draw_action_board(sheet, TOP, bottom)
    y = bottom + 10
    draw_supply(sheet, 12, y, 346, TABLE)
    draw_rounds(sheet, 366, y, 330, TABLE)
    draw_privileges(sheet, 704, y, 284, TABLE)
    return y + TABLE + 10, everybody(sheet)


def _draw_tall(sheet: Sheet, room: float) -> tuple[float, float, Everybody]:
    """The same for a narrow screen: the ring, room for the viewer's panel, and everything else, larger.

    Returns where that room and the other players begin, and what is known of the players."""
    _draw_head(sheet, NARROW)
    own = draw_ring(sheet, TALL, TOP) + 10
    top = y = own + room
    tables = ((draw_supply, 346, TABLE), (draw_rounds, 330, TABLE), (draw_privileges, 284, 244))
    for draw_table, width, height in tables:
        scale = ROOM / width
        with sheet.enlarged(BESIDE, y, scale):
            draw_table(sheet, 0, 0, width, height)
        y += height * scale + 8
    with sheet.enlarged(3 - X * ACTIONS, top, ACTIONS):
        draw_action_board(sheet, -28, (y - 8 - top) / ACTIONS + 28)
    return own, y, everybody(sheet)


def _finish_tall(sheet: Sheet, own: float, y: float, players: Everybody) -> float:
    """The players; returns the height of the sheet."""
    with sheet.enlarged(3, own, LARGER):
        draw_own(sheet, players)
    with sheet.enlarged(3, y, LARGER):
        return y + draw_others(sheet, players) * LARGER


def _draw_head(sheet: Sheet, width: float) -> None:
    n = 0 if sheet.view.over else sheet.view.round
    sheet.part(("head", n, width), lambda: _head(sheet, width, n))


def _head(sheet: Sheet, width: float, n: int) -> None:
    """Title and round; after the last one the game is over."""
    texts = sheet.texts
    when = texts.say("board.round_of", n=n, of=sheet.t.rounds) if n else texts.text("board.over")
    sheet.ground.append(label(14, 32, texts.text("game.title"), class_="bold", font_size=25))
    sheet.ground.append(label(width - 14, 32, when, class_="end", font_size=22))


def svg(rules: Ruleset[Staufer], view: Staufer, seat: int, texts: Texts) -> str:
    """The same as a picture that stands alone."""
    return draw(rules, view, seat, texts).svg()


def secrets(rules: Ruleset[Staufer], view: Staufer, seat: int, texts: Texts) -> list[tuple[str, str]]:
    """The own job cards with what they reward, for the pinned list of the table (S-2.2)."""
    cards = tuple(view.jobs_of(seat)) if seat >= 0 else ()
    return told(rules, texts, ("jobs", cards), lambda: _jobs(rules, cards, texts))


def _jobs(rules: Ruleset[Staufer], cards: tuple[int, ...], texts: Texts) -> list[tuple[str, str]]:
    return [
        (texts.name(JOB_KINDS[category], card), job_help(rules.lookup, texts, category, card))
        for category, card in enumerate(cards)
        if card >= 0  # not before they are dealt
    ]
