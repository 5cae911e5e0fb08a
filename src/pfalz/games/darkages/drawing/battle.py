"""The battle that is being fought, or the last one: both armies, the dice of every phase, what came of it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final, NamedTuple

from pfalz.core.draw import CROWN, DARK_INK, GILT, group, label, move, seat_colour, tag, tooltip
from pfalz.core.lettering import BOLD, PLAIN, capital
from pfalz.games.darkages.armies import fits
from pfalz.games.darkages.dice import PIPS
from pfalz.games.darkages.drawing.notes import face_hint, rule
from pfalz.games.darkages.drawing.pieces import arms, copy, die, unit
from pfalz.games.darkages.drawing.sheet import Sheet
from pfalz.games.darkages.drawing.stencils import WILD
from pfalz.games.darkages.state import NONE, TEMPORARY
from pfalz.games.darkages.words import (
    ATTACKER,
    BATTLE_PHASE,
    DEFENDER,
    DOUBLE_SIX,
    PHASE_IDS,
    ROLE_IDS,
    ROLES,
    UNITS,
)

HEAD: Final = 27.0
SIDE: Final = 34.0
CHIP: Final = (47.0, 31.0)
"""How large a kind of units of an army is."""
DIE: Final = 23.0
MARK: Final = 62.0
"""The room in the middle for the sign of a phase and the damage of both sides."""
SIGN: Final = 21.0
"""Room for the unit type before its dice."""
PAD: Final = 8.0
MISS: Final = 0
HIT: Final = 1
RAISED: Final = 2
ASKED: Final = {"hits": 1, "save": 0}
"""Questions about units: whether those of the other side are meant."""


class Chip(NamedTuple):
    """Units of an army that are all alike: as a target, how many, and points that lie on them."""

    target: int
    units: int
    wounds: int
    live: bool


class Roll(NamedTuple):
    """The dice of one side in a phase: unit face, pips, MISS, HIT or RAISED; the damage they made."""

    dice: tuple[tuple[int, int, int], ...]
    struck: int
    live: bool


def draw_battle(sheet: Sheet, x: float, y: float, w: float) -> float:
    """The battle that is being fought, or the last one; returns the height, 0 if there was none."""
    s = sheet.view
    if s.battle == NONE:
        return 0.0
    sides = (s.attacker, s.defender)
    names = tuple([sheet.texts.name("side", side) for side in sides])
    half = (w - MARK) / 2 - PAD
    armies = [_army(sheet, role) for role in range(ROLES)]
    fallen = [tuple(s.fallen[UNITS * role : UNITS * (role + 1)]) for role in range(ROLES)]
    with sheet.enlarged(x, y):
        beneath = len(sheet.ground)
        top = HEAD
        for role in range(ROLES):
            with sheet.enlarged(_left(role, w), top):
                facts = ("fighter", role, sides[role], names[role], s.victor == role, half)
                sheet.part(facts, partial(_side, sheet, *facts[1:]))
        top += SIDE
        height = 0.0
        for role in range(ROLES):
            with sheet.enlarged(_left(role, w), top):
                key = ("army", role, sides[role], armies[role], fallen[role], half)
                height = max(height, sheet.part(key, partial(_troops, sheet, *key[1:])))
        top += height
        for phase in range(len(PHASE_IDS)):
            top += _phase(sheet, phase, sides, top, w)
        if s.victor != NONE:
            strength = (s.strength[ATTACKER], s.strength[DEFENDER])
            with sheet.enlarged(0, top):
                sheet.part(
                    ("strength", strength, s.victor, w), partial(_result, sheet, strength, s.victor, w)
                )
            top += 30
        above = len(sheet.ground)
        frame = (s.battle, sheet.fighting, w, top + 5)
        sheet.part(("battle", frame), partial(_frame, sheet, *frame))
        drawn = sheet.ground[above:]
        del sheet.ground[above:]
        sheet.ground[beneath:beneath] = drawn
    return top + 5


def _left(role: int, w: float) -> float:
    """Where the column of a side begins: the attacker's left, the defender's right of the middle."""
    return PAD if role == ATTACKER else (w + MARK) / 2


def _frame(sheet: Sheet, area: int, running: bool, w: float, height: float) -> None:
    """The panel and its heading."""
    words = sheet.word("battle" if running else "last_battle", area=sheet.texts.name("area", area))
    sheet.ground.append(
        group(
            tooltip(rule(sheet.texts, "D-15.4", "D-15.13", "D-15.20")),
            tag("rect", width=w, height=height, rx=9, class_="panel active" if running else "panel"),
            label(w / 2, 19, BOLD.cut(words, w - 16, 15), class_="mid bold", font_size=15),
            id="battle",
        )
    )


def _side(sheet: Sheet, role: int, side: int, name: str, won: bool, width: float) -> None:
    """Who attacks, who defends; the winner has a crown."""
    crown = tag("path", d=CROWN, fill=GILT, stroke=DARK_INK, transform=move(12, 7, 0.8)) if won else ""
    sheet.ground.append(
        group(
            tooltip(f"{capital(sheet.texts.name('role', role))}: {name}"),
            arms(side, 12, 15, 0.95),
            crown,
            label(27, 13, BOLD.cut(capital(name), width - 28, 14), class_="bold", font_size=14),
            label(27, 28, sheet.texts.name("role", role), class_="faded", font_size=14),
            id=f"fighter-{ROLE_IDS[role]}",
        )
    )


# -- the armies -------------------------------------------------------------------------------------------


def _army(sheet: Sheet, role: int) -> tuple[Chip, ...]:
    """What is left of an army, and where damage lies or can be put."""
    s, t = sheet.view, sheet.t
    counts, at = s.army_of(role), t.targets * role
    live = False
    if sheet.question in ASKED:
        who = sheet.asks[0].args[-1]
        live = role == (1 - who if ASKED[sheet.question] else who)
    found: list[Chip] = []
    for target, n in enumerate(counts):
        kind, damage = divmod(target, t.damages)
        armour = s.face_of(s.fighting(role), kind // 2).armour
        first = kind * t.damages
        weaker = live and damage < armour and any(counts[first:target])
        wounds = s.wounds[at + target]
        if n or wounds or weaker:
            found.append(Chip(target, n, wounds, live))
    return tuple(found)


def _troops(
    sheet: Sheet, role: int, side: int, chips: tuple[Chip, ...], fallen: tuple[int, ...], width: float
) -> float:
    """The units that are alive, and the fallen in a line of their own; returns the height."""
    columns = max(1, int((width + 2) / CHIP[0]))
    for i, chip in enumerate(chips):
        left, top = i % columns * CHIP[0], i // columns * CHIP[1]
        sheet.ground.append(_chip(sheet, role, side, chip, left, top))
    height = -(-len(chips) // columns) * CHIP[1]
    if not chips:
        words = sheet.word("nobody_left")
        sheet.ground.append(label(2, 18, PLAIN.cut(words, width, 13), class_="faded", font_size=13))
        height = CHIP[1]
    if any(fallen):
        sheet.ground.append(_fallen(sheet, fallen, height))
        height += 24
    return height + 3


def _chip(sheet: Sheet, role: int, side: int, chip: Chip, x: float, y: float) -> str:
    """Units that are alike: their picture, grey for temporary ones, how many, and drops of blood."""
    t, texts = sheet.t, sheet.texts
    kind, damage = divmod(chip.target, t.damages)
    type, standing = divmod(kind, 2)
    drops = [
        tag(
            "path",
            d=DROP,
            fill="var(--gules)",
            stroke="var(--ink)",
            stroke_width=0.7,
            transform=move(28 + 7 * i, 24),
        )
        for i in range(min(2, damage + chip.wounds))
    ]
    hint = [f"{capital(texts.name('target', chip.target))}: {chip.units}."]
    if chip.wounds:
        hint.append(sheet.word("wounds", n=chip.wounds))
    hint.append(rule(texts, "D-15.3" if standing == TEMPORARY else "D-15.15"))
    return group(
        tooltip(" ".join(hint)),
        tag("rect", width=CHIP[0] - 3, height=CHIP[1] - 3, rx=5, class_="card" if chip.units else "vacant"),
        unit(type, 14, 14.5, 0.9, -1 if standing == TEMPORARY else side),
        label(27, 17, str(chip.units), class_="bold", font_size=14),
        *drops,
        id=f"army-{ROLE_IDS[role]}-{chip.target}",
        data_kind="target" if chip.live else None,
        data_value=chip.target if chip.live else None,
        transform=move(x, y),
    )


DROP: Final = "M0,-4.5 C3,-0.5 3,3 0,3 C-3,3 -3,-0.5 0,-4.5 Z"


def _fallen(sheet: Sheet, fallen: tuple[int, ...], y: float) -> str:
    """The dead, struck out."""
    words = sheet.word("fallen")
    x = PLAIN.breadth(words, 12) + 8
    body = [label(1, 15, words, class_="faded", font_size=12)]
    told: list[str] = []
    for type, n in enumerate(fallen):
        if n:
            told.append(sheet.texts.name("troop", UNITS * n + type))
            body.append(unit(type, x + 8, 11, 0.72, opacity=0.75))
            body.append(tag("path", d="M-7,7 L7,-7", class_="struck", transform=move(x + 8, 11)))
            body.append(label(x + 19, 15.5, str(n), class_="bold", font_size=13))
            x += 33
    return group(tooltip(f"{words}: {', '.join(told)}."), *body, transform=move(0, y))


# -- the dice ---------------------------------------------------------------------------------------------


def _phase(sheet: Sheet, phase: int, sides: tuple[int, ...], y: float, w: float) -> float:
    """The dice of both sides in a phase, the damage they made in the middle; returns the height."""
    s = sheet.view
    if not s.dice[ROLES * phase] and not s.dice[ROLES * phase + 1]:
        return 0.0
    rolls = [_roll(sheet, phase, role) for role in range(ROLES)]
    half = (w - MARK) / 2 - PAD
    height = 34.0
    for role, roll in enumerate(rolls):
        with sheet.enlarged(_left(role, w), y + 5):
            facts = ("dice", phase, role, sides[role], roll, half)
            height = max(height, sheet.part(facts, partial(_dice, sheet, *facts[1:])))
    struck = (rolls[0].struck, rolls[1].struck)
    with sheet.enlarged(0, y):
        sheet.part(("phase", phase, struck, w), partial(_struck, sheet, phase, struck, w))
    return height + 4


def _roll(sheet: Sheet, phase: int, role: int) -> Roll:
    """The dice of a side: those that hit as they lie (D-15.6), and those that bonuses must have raised.

    Where bonuses went is not kept (D-26.6): more damage than the dice show is put down to those that missed
    by least."""
    s = sheet.view
    side, struck = s.fighting(role), s.struck[ROLES * phase + role]
    rolled = [(one // PIPS, one % PIPS + 1) for one in s.dice[ROLES * phase + role]]
    lacking = [max(2, s.face_of(side, type).values[phase]) - pips for type, pips in rolled]  # D-15.12
    marks = [MISS if lack > 0 else HIT for lack in lacking]
    more = struck - marks.count(HIT) - _doubled(sheet, phase, role, rolled, marks)
    for i in sorted(range(len(rolled)), key=lambda i: lacking[i]):
        if more > 0 and marks[i] == MISS:
            marks[i], more = RAISED, more - 1
    live = sheet.question == "reroll" and sheet.asks[0].args[-3:-1] == (phase, role)
    dice = [
        (s.face[UNITS * side + type], pips, mark) for (type, pips), mark in zip(rolled, marks, strict=True)
    ]
    return Roll(tuple(dice), struck, live)


def _doubled(
    sheet: Sheet, phase: int, role: int, rolled: Sequence[tuple[int, int]], marks: Sequence[int]
) -> int:
    """What sixes do more than a point (D-22.20)."""
    s, found = sheet.view, 0
    for effect in s.profile(s.fighting(role)).by_trigger[BATTLE_PHASE + phase]:
        if effect.op == DOUBLE_SIX and fits(s, effect, role):
            sixes = [mark for die, mark in zip(rolled, marks, strict=True) if die == (effect.unit, PIPS)]
            found += sixes.count(HIT)
    return found


def _dice(sheet: Sheet, phase: int, role: int, side: int, roll: Roll, width: float) -> float:
    """The dice of a side, by unit type; returns the height."""
    fill = seat_colour(side) if side < sheet.t.players else WILD
    x = y = 0.0
    last = -1
    for i, (face, pips, mark) in enumerate(roll.dice):
        type = sheet.t.faces[face].type
        if x + DIE + (SIGN if type != last else 0) > width:
            x, y, last = 0.0, y + DIE + 5, -1
        if type != last:
            sheet.ground.append(unit(type, x + 8, y + DIE / 2, 0.68, side))
            x, last = x + SIGN, type
        name = sheet.texts.name("die", PIPS * type + pips - 1)
        words = sheet.word(("die_miss", "die_hit", "die_raised")[mark], die=capital(name))
        sheet.ground.append(
            group(
                tooltip(f"{words} {face_hint(sheet, face)}"),
                die(pips, 0, 0, DIE - 1, hit=mark != MISS, fill=fill),
                label(DIE - 1, 7, "+", class_="mid bold hot halo", font_size=14) if mark == RAISED else "",
                id=f"die-{PHASE_IDS[phase]}-{ROLE_IDS[role]}-{i}",
                data_kind="die" if roll.live else None,
                data_value=PIPS * type + pips - 1 if roll.live else None,
                transform=move(x, y),
            )
        )
        x += DIE + 2
    return y + DIE + 5


def _struck(sheet: Sheet, phase: int, struck: tuple[int, int], w: float) -> None:
    """The sign of a phase, and what damage each side made: the attacker's points to the right."""
    middle = w / 2
    name = capital(sheet.texts.name("phase", phase))
    words = sheet.word("struck", phase=name, one=struck[ATTACKER], two=struck[DEFENDER])
    sheet.ground.append(
        group(
            tooltip(f"{words} {rule(sheet.texts, 'D-15.11', 'D-15.16')}"),
            tag("path", d=f"M{PAD:g},0 H{w - PAD:g}", class_="rule"),
            copy(PHASE_IDS[phase], middle, 12, 0.72),
            label(middle - 5, 33, f"{struck[ATTACKER]}›", class_="end bold", font_size=14),
            label(middle, 33, "·", class_="mid faded", font_size=14),
            label(middle + 5, 33, f"‹{struck[DEFENDER]}", class_="bold", font_size=14),
            id=f"phase-{PHASE_IDS[phase]}",
        )
    )


def _result(sheet: Sheet, strength: tuple[int, int], victor: int, w: float) -> None:
    """The battle results, the winner's in bold (D-15.19, D-15.20)."""
    words = sheet.word("attacker_won" if victor == ATTACKER else "defender_won")
    sheet.ground.append(
        group(
            tooltip(f"{words} {rule(sheet.texts, 'D-15.19', 'D-15.20')}"),
            tag("path", d=f"M{PAD:g},0 H{w - PAD:g}", class_="rule"),
            label(w / 2, 22, f"{strength[0]} : {strength[1]}", class_="mid bold", font_size=19),
            label(
                PAD if victor == ATTACKER else w - PAD,
                20,
                PLAIN.cut(words, (w - MARK) / 2 - PAD, 13),
                class_="bold" if victor == ATTACKER else "bold end",
                font_size=13,
            ),
            id="battle-result",
        )
    )
