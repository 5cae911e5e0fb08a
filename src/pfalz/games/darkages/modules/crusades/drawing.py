"""What crusades add to the drawing: a panel with the running card, who takes part, how the last one went."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final

from pfalz.core.draw import CREAM, group, label, move, seat_colour, tag, tooltip
from pfalz.core.lettering import BOLD, PLAIN
from pfalz.core.plain import listed
from pfalz.core.ruleset import Ruleset
from pfalz.core.texts import Texts
from pfalz.games.darkages.cardtext import effects_text
from pfalz.games.darkages.drawing.faces import LINE, text_lines, written
from pfalz.games.darkages.drawing.notes import rule
from pfalz.games.darkages.drawing.pieces import arms, church, copy, die, points, unit
from pfalz.games.darkages.drawing.plain import Page
from pfalz.games.darkages.drawing.sheet import Sheet
from pfalz.games.darkages.modules.crusades.rules import PIPS
from pfalz.games.darkages.modules.crusades.state import CrusadeLookup, crusaders, crusades
from pfalz.games.darkages.state import NONE, DarkAges
from pfalz.games.darkages.words import GOLD, GOODS_IDS, UNITS

CROSS: Final = "M-3,-11 H3 V-4 H10 V3 H3 V11 H-3 V3 H-10 V-4 H-3 Z"
RED: Final = "#8c1f24"
HEAD: Final = 27.0
ROW: Final = 30.0
PAD: Final = 8.0
DIE: Final = 20.0
Side = tuple[int, tuple[int, ...], int, tuple[tuple[int, bool], ...]]
"""A player at the crusade: seat, units by type, markers, dice with whether they are successes."""


def stencils(players: int) -> str:
    """The cross of the crusaders."""
    return group(
        tag("circle", r=14, fill=CREAM, stroke=RED, stroke_width=1.6),
        tag("path", d=CROSS, fill=RED),
        id="look-crusade",
    )


# -- what a card says -------------------------------------------------------------------------------------


def defence_told(texts: Texts, t: CrusadeLookup, card: int) -> str:
    """The defence value: a number, or a number and dice (DM14-4.5)."""
    if t.dice[card]:
        return texts.say("board.crusade.defence_dice", n=t.defence[card], dice=t.dice[card])
    return str(max(0, t.defence[card]))


def special_text(rules: Ruleset[DarkAges], texts: Texts, card: int) -> str:
    """The special effect of a card."""
    return effects_text(texts, rules.lookup.deeds[rules.parts["crusades"].cards[card]])


def card_lines(rules: Ruleset[DarkAges], texts: Texts, card: int) -> list[str]:
    """All a crusade card says."""
    t = rules.parts["crusades"]
    places = " / ".join(map(str, t.vp[card]))
    return [
        special_text(rules, texts, card),
        f"{texts.text('board.crusade.defence')}: {defence_told(texts, t, card)}.",
        f"{texts.text('board.crusade.vp')}: {places}.",
        texts.say("board.crusade.absent_hint", n=t.absent[card]),
    ]


# -- the panel --------------------------------------------------------------------------------------------


def panel(sheet: Sheet, x: float, y: float, w: float) -> float:
    """The running crusade, or the last one, or what will call the first."""
    s = sheet.view
    part = crusades(s)
    card = part.running if part.running != NONE else part.last
    live = part.running != NONE
    shown = part.last == card and card != NONE
    sides: list[Side] = []
    for seat in range(s.t.players):
        units = tuple(crusaders(s, seat))
        dice: tuple[tuple[int, bool], ...] = ()
        if shown:
            dice = (*[(one, True) for one in part.good[seat]], *[(one, False) for one in part.bad[seat]])
        hits = part.hits[seat] if shown else 0
        if any(units) or dice or hits:
            sides.append((seat, units, hits, dice))
    built = s.t.churches - s.churches_left
    won, defence = (part.won, part.defence) if shown else (NONE, NONE)
    facts = (card, live, won, defence, part.called, built, tuple(sides), w)
    with sheet.enlarged(x, y):
        key = ("crusade", facts, sheet.texts.seats)
        return y + sheet.part(key, partial(_panel, sheet, *facts)) + 8


def _panel(
    sheet: Sheet,
    card: int,
    live: bool,
    won: int,
    defence: int,
    called: int,
    built: int,
    sides: tuple[Side, ...],
    w: float,
) -> float:
    texts = sheet.texts
    body: list[str] = []
    y = HEAD
    words = sheet.word("crusade.title")
    if card != NONE:
        words = sheet.word("crusade.running" if live else "crusade.last", card=texts.name("crusade", card))
        lines = text_lines(special_text(sheet.rules, texts, card), w - 2 * PAD)
        hint = "\n".join([texts.name("crusade", card), *card_lines(sheet.rules, texts, card)])
        body.append(group(tooltip(hint), written(lines, PAD, y + 14), id="crusade-special"))
        y += LINE * len(lines) + 8
        body.append(_values(sheet, card, won, defence, y, w))
        y += ROW
    for side in sides:
        drawn, height = _side(sheet, side, y, w)
        body.append(drawn)
        y += height
    if not sides:
        told = sheet.word("crusade.nobody" if live else "crusade.none")
        body.append(label(PAD, y + 15, PLAIN.cut(told, w - 2 * PAD, 13), class_="faded", font_size=13))
        y += 22
    body.append(_churches(sheet, called, built, y, w))
    y += ROW
    end = sheet.word("crusade.won" if won else "crusade.lost") if won != NONE else ""
    sheet.ground.append(
        group(
            tag(
                "rect",
                tooltip(rule(texts, "DM14-3.1", "DM14-4.1")),
                width=w,
                height=y + 2,
                rx=7,
                class_="panel",
            ),
            copy("crusade", 17, 15, 0.72),
            label(32, 20, BOLD.cut(words, w - 46 - BOLD.breadth(end, 13), 15), class_="bold", font_size=15),
            label(w - PAD, 20, end, class_="end bold", font_size=13),
            *body,
            id="crusades",
        )
    )
    return y + 2


def _values(sheet: Sheet, card: int, won: int, defence: int, y: float, w: float) -> str:
    """Defence, points by place, and what absence costs."""
    texts, t = sheet.texts, sheet.rules.parts["crusades"]
    held = str(defence) if won != NONE else defence_told(texts, t, card)
    cells = [
        group(
            tooltip(rule(texts, "DM14-4.5", "DM14-4.7")),
            copy("armour", 12, 14, 0.75),
            label(24, 19, held, class_="bold", font_size=15),
            id="crusade-defence",
        ),
        group(
            tooltip(f"{sheet.word('crusade.vp')}. {rule(texts, 'DM14-4.7')}"),
            points(" / ".join(map(str, t.vp[card])), 0, 14),
            id="crusade-vp",
            transform=move(w * 0.3, 0),
        ),
        group(
            tooltip(sheet.word("crusade.absent_hint", n=t.absent[card])),
            label(0, 19, f"{sheet.word('crusade.absent')} ∓{t.absent[card]}", font_size=13),
            id="crusade-absent",
            transform=move(w * 0.68, 0),
        ),
    ]
    return group(*cells, transform=move(PAD, y))


def _side(sheet: Sheet, side: Side, y: float, w: float) -> tuple[str, float]:
    """The units of a player there, or the dice they rolled; returns the height, too."""
    seat, units, hits, dice = side
    who = sheet.texts.seats[seat]
    troops = [sheet.texts.name("troop", UNITS * n + type) for type, n in enumerate(units) if n]
    told = [sheet.word("crusade.there", who=who, what=", ".join(troops))] if troops else []
    body = [arms(seat, 12, 14, 0.7)]
    x = 30.0
    for type, n in enumerate(units):
        if n:
            body.append(unit(type, x + 8, 14, 0.8, seat))
            body.append(label(x + 20, 19, str(n), class_="bold", font_size=14))
            x += 38
    height = ROW
    if dice or hits:
        told.append(sheet.word("crusade.hits", who=who, n=hits))
        body.append(label(w - 2 * PAD, 19, f"✚ {hits}", class_="end bold", font_size=14))
    for one, success in dice:
        if x + DIE + 40 > w:
            x, height = 30.0, height + DIE + 4
        pips = one % PIPS + 1
        body.append(die(pips, x, height - ROW + 4, DIE - 1, hit=success, fill=seat_colour(seat)))
        x += DIE + 2
    hint = " ".join([*told, rule(sheet.texts, "DM14-3.2", "DM14-4.6")])
    return group(tooltip(hint), *body, id=f"crusaders-{seat}", transform=move(PAD, y)), height


def _churches(sheet: Sheet, called: int, built: int, y: float, w: float) -> str:
    """The churches of the row that have gold under them, those that are built struck out."""
    texts, t = sheet.texts, sheet.rules.parts["crusades"]
    words = sheet.word("crusade.gold")
    x = PLAIN.breadth(words, 13) + 12
    body = [label(0, 19, words, font_size=13)]
    for n in t.churches:
        done = n <= built
        body.append(church(x + 9, 15, 0.7, opacity=0.35 if done else None))
        body.append(label(x + 21, 19, str(n), class_="faded" if done else "bold", font_size=13))
        if not done:
            body.append(copy(GOODS_IDS[GOLD], x + 38, 14, 0.55))
        x += 54
    told = sheet.word("crusade.left", n=called, of=len(t.waves))
    body.append(label(w - 2 * PAD, 19, told, class_="end faded", font_size=12))
    churches = ", ".join(map(str, t.churches))
    hint = (
        f"{sheet.word('crusade.gold_hint', churches=churches, n=built)} {rule(texts, 'DM14-2.1', 'DM14-1.1')}"
    )
    return group(tooltip(hint), *body, id="crusade-gold", transform=move(PAD, y))


# -- plain text -------------------------------------------------------------------------------------------


def plain(page: Page) -> list[str]:
    """The running crusade, and who takes part."""
    s, texts = page.view, page.texts
    part = crusades(s)
    called = page.word("crusade.left", n=part.called, of=len(part.t.waves))
    if part.running == NONE:
        return [f"{page.word('crusade.none')} ({called})"]
    card = part.running
    head = page.word("crusade.running", card=texts.name("crusade", card))
    lines = listed(f"{head} ({called}): ", [line.rstrip(".") for line in card_lines(page.rules, texts, card)])
    there = []
    for seat in range(page.rules.players):
        units = [texts.name("troop", UNITS * n + type) for type, n in enumerate(crusaders(s, seat)) if n]
        if units:
            there.append(f"{page.side(seat)} {', '.join(units)}")
    return lines + (listed("  ", there) if there else [f"  {page.word('crusade.nobody')}"])


ADDS: Final[Mapping[str, Callable[..., Any]]] = {"stencils": stencils, "panel": panel, "plain": plain}
