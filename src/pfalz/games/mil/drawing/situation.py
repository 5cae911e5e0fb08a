"""What is going on, in a sentence: a wedding, a war, an auction, an offer, or whose turn it is."""

from __future__ import annotations

from typing import NamedTuple

from pfalz.core.draw import group, label, move, tag, tooltip
from pfalz.core.lettering import PLAIN
from pfalz.core.state import NATURE
from pfalz.core.texts import Texts
from pfalz.games.mil.drawing.pieces import land, purse
from pfalz.games.mil.drawing.sheet import Sheet
from pfalz.games.mil.lookup import LIMITED_IDS
from pfalz.games.mil.state import EMPTY, PRODUCTIVE
from pfalz.games.mil.war import attack_strength, defence_strength

WARLIKE = ("call_lord", "join", "commit")
"""Questions in a war between two knights."""
HEIGHTS = {1: 40.0, 2: 60.0}
"""How high the panel is by the lines there is room for."""
SIZES = (18, 16, 15)
CUBE, LAND = 44.0, 50.0
"""The room a kind of cubes and a land take beside the sentence."""


def draw_situation(sheet: Sheet, x: float, y: float, width: float, lines: int) -> float:
    """A sentence on what is going on: a wedding, a war, an auction, an offer, or whose turn it is."""
    case = case_of(sheet)
    facts = ("situation", case, sheet.names, x, y)
    sheet.part(facts, lambda: _draw_situation(sheet, case, x, y, width, lines))
    return y + HEIGHTS[lines]


class Case(NamedTuple):
    """What the sentence depends on, besides the names of people."""

    question: str
    seat: int
    args: tuple[int, ...]
    asked: int
    """How many are asked."""
    bid: tuple[int, ...]
    sides: tuple[int, int]
    """How strong attacker and defender of a war are without cubes."""
    winners: tuple[int, ...]
    points: int
    """The winners'."""


def case_of(sheet: Sheet) -> Case:
    """What is going on."""
    s, now = sheet.view, sheet.now
    if now.ask is None:
        points = s.score(now.winners[0]) if now.winners else 0
        return Case("", NATURE, (), 0, (), (0, 0), now.winners, points)
    ask = now.ask
    sides = (0, 0)
    if ask.name in WARLIKE:
        sides = (attack_strength(s, ask.args[0]), defence_strength(s, ask.args[1]))
    return Case(ask.name, ask.seat, ask.args, len(now.asks), tuple(s.bid), sides, (), 0)


def _draw_situation(sheet: Sheet, case: Case, x: float, y: float, width: float, lines: int) -> None:
    words, cubes, tile = situation(sheet, case, sheet.texts)
    kinds = sum(1 for n in cubes if n)
    room = width - 32 - CUBE * kinds - (LAND if tile >= 0 else 0)
    shown, size = _lettering(sheet, case, words, room, lines)
    height = HEIGHTS[lines]
    top = height / 2 + size * (0.35 - 0.6 * (len(shown) - 1))
    sheet.ground.append(
        group(
            tooltip(words),
            tag("rect", width=width, height=height, rx=9, class_="panel"),
            *[label(16, top + i * 1.2 * size, line, font_size=size) for i, line in enumerate(shown)],
            purse(cubes, width - 12 - CUBE * kinds, height / 2 - 8, CUBE) if cubes else "",
            land(tile, width - 54, height / 2 - 19, 0.82, sheet.texts.name("land", tile >> 1))
            if tile >= 0
            else "",
            id="situation",
            transform=move(x, y),
        )
    )


def _lettering(sheet: Sheet, case: Case, words: str, room: float, most: int) -> tuple[list[str], float]:
    """The sentence in lines that fit, and their size; if need be with shorter names, or cut off."""
    for sentence in (words, situation(sheet, case, _short_names(sheet))[0]):
        for size in SIZES:
            shown = PLAIN.broken(sentence, room, size)
            if len(shown) <= most and all(PLAIN.breadth(line, size) <= room for line in shown):
                return shown, size
    rest = " ".join(shown[most - 1 :])
    return [*shown[: most - 1], PLAIN.cut(rest, room, size)], size


def _short_names(sheet: Sheet) -> Texts:
    """The same texts, people with long names called by their beginning."""
    return Texts(sheet.rules, sheet.texts.language, [PLAIN.cut(name, 170, 14) for name in sheet.names])


def situation(sheet: Sheet, case: Case, texts: Texts) -> tuple[str, tuple[int, ...], int]:
    """What is going on: a sentence, cubes that lie on the table, a land that is fought over."""
    ask = sheet.now.ask
    if ask is None:
        return _end(sheet, case, texts) if case.winners else texts.text("board.meanwhile"), (), EMPTY
    args, name = case.args, case.question
    if name == "dowry":
        k = args[0]
        words = texts.text("board.wedding", {"seat": ("seat", k >> 2), "column": ("column", k & 3)})
        return words, (), EMPTY
    if name == "keep":
        return _with_names(case, texts, sheet.word("keep")), tuple(args[1:6]), EMPTY
    if name in ("offer", "counter"):
        names = {"knight": ("knight", args[0]), "target": ("knight", args[1])}
        offered = (0, 0, 0, args[3], args[2]) if name == "counter" else ()
        return texts.text("board.court", names), offered, EMPTY
    if name in ("bid", "final_bid", "castle") and case.bid:
        holder, food, cloth, metal, gold = case.bid
        words = texts.text("board.auction", {"seat": ("seat", holder)})
        return words, (food, cloth, metal, 0, gold), EMPTY
    if name in WARLIKE:
        return _war(case, texts), (), args[2]
    if name == "allot":
        return _with_names(case, texts, texts.prompt(ask)), (), 2 * args[2] + PRODUCTIVE
    if name == "pay_donation":
        offers = [f"{texts.seats[seat]} {n}" for seat, n in enumerate(args[:-1]) if n]
        return f"{sheet.word('donation')}: {', '.join(offers)}", (), EMPTY
    if name in ("result", "grow_on", "family_die"):
        words = texts.text("board.growth", {"knight": ("knight", args[0])})
        if name == "result":
            words = f"{words}: {texts.name('face', args[1])}"
        return words, (), EMPTY
    if name == "act":
        return texts.text("board.turn", {"seat": ("seat", case.seat)}), (), EMPTY
    if name in LIMITED_IDS:
        where = {"knight": ("knight", args[-1]), "sphere": ("sphere", LIMITED_IDS.index(name))}
        return texts.text("board.acting", where), (), EMPTY
    if name == "veil":
        return texts.text("board.veil", {"knight": ("knight", args[-1])}), (), EMPTY
    return _with_names(case, texts, texts.prompt(ask)), (), EMPTY


def _end(sheet: Sheet, case: Case, texts: Texts) -> str:
    """Who has won."""
    score = ("number", case.points)
    if len(case.winners) == 1:
        won = texts.text("board.won", {"seat": ("seat", case.winners[0]), "n": score})
    else:
        names = ", ".join([texts.seats[seat] for seat in case.winners])
        won = f"{texts.text('board.won_together', {'n': score})}: {names}"
    return f"{sheet.word('over')}. {won}"


def _war(case: Case, texts: Texts) -> str:
    """Who attacks whom, and how strong both are without cubes (M-13.19, M-13.20)."""
    k, target = case.args[0], case.args[1]
    attack, held = case.sides
    words = texts.text("board.war", {"knight": ("knight", k), "target": ("knight", target)})
    return f"{words} ({texts.say('board.war_sides', attack=attack, defence=held)})"


def _with_names(case: Case, texts: Texts, words: str) -> str:
    """A sentence after the name of the one who is asked."""
    if case.seat == NATURE or case.asked > 1:
        return words
    return f"{texts.seats[case.seat]}: {words}"
