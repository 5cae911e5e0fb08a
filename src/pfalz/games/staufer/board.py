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
from pfalz.games.staufer.drawing.hints import JOB_KINDS, job_help, number, privilege_help
from pfalz.games.staufer.drawing.pieces import STYLE, shapes
from pfalz.games.staufer.drawing.plain import plain
from pfalz.games.staufer.drawing.players import Player, draw_players, players_of
from pfalz.games.staufer.drawing.ring import draw_ring
from pfalz.games.staufer.drawing.sheet import Sheet
from pfalz.games.staufer.drawing.tableau import draw_action_board, draw_privileges, draw_rounds, draw_supply
from pfalz.games.staufer.state import Staufer

__all__ = ["draw", "explain", "plain", "secrets", "svg"]

WIDTH = 1000.0
TOP = 46.0
TABLE = 214.0


def draw(rules: Ruleset[Staufer], view: Staufer, seat: int, texts: Texts, narrow: bool = False) -> Drawing:
    """The whole table as `seat` sees it, the same on a narrow screen."""
    sheet = Sheet(rules, view, seat, texts)
    y, everybody = sheet.common("table", draw_table)
    bottom = draw_players(sheet, everybody, y)
    return sheet.drawing(WIDTH, bottom + 4, STYLE, sheet.part("shapes", lambda: shapes(sheet.t)))


def explain(rules: Ruleset[Staufer], texts: Texts, kind: str, value: int) -> str:
    """What a thing the set-up page offers does."""
    assert kind == "privilege_kind"
    return privilege_help(rules.tables, texts, value)


def draw_table(sheet: Sheet) -> tuple[float, tuple[Player, ...]]:
    """What lies in the middle; returns where the players begin, and what is known of them."""
    view = sheet.view
    sheet.part(("head", view.round, view.over), lambda: draw_head(sheet))
    bottom = draw_ring(sheet, TOP)
    draw_action_board(sheet, TOP, bottom)
    y = bottom + 10
    draw_supply(sheet, 12, y, 346, TABLE)
    draw_rounds(sheet, 366, y, 330, TABLE)
    draw_privileges(sheet, 704, y, 284, TABLE)
    return y + TABLE + 10, players_of(sheet)


def draw_head(sheet: Sheet) -> None:
    """Title and round."""
    texts, s = sheet.texts, sheet.view
    when = texts.text("board.over")
    if not s.over:
        when = number(texts, "board.round_of", n=s.round, of=sheet.t.rounds)
    sheet.ground.append(label(14, 32, texts.text("game.title"), class_="bold", font_size=25))
    sheet.ground.append(label(WIDTH - 14, 32, when, class_="end", font_size=22))


def svg(rules: Ruleset[Staufer], view: Staufer, seat: int, texts: Texts) -> str:
    """The same as a picture that stands alone."""
    return draw(rules, view, seat, texts).svg()


def secrets(rules: Ruleset[Staufer], view: Staufer, seat: int, texts: Texts) -> list[tuple[str, str]]:
    """The own job cards with what they reward, for the pinned list of the table (S-2.2)."""
    cards = tuple(view.jobs[3 * seat : 3 * seat + 3]) if seat >= 0 else ()
    return told(rules, texts, ("jobs", cards), lambda: _jobs(rules, cards, texts))


def _jobs(rules: Ruleset[Staufer], cards: tuple[int, ...], texts: Texts) -> list[tuple[str, str]]:
    return [
        (texts.name(JOB_KINDS[category], card), job_help(rules.tables, texts, category, card))
        for category, card in enumerate(cards)
        if card >= 0  # not before they are dealt
    ]
