"""The rest of the table: heading, actions, rounds, free land, prestige track, and what is going on."""

from __future__ import annotations

from pfalz.core.ask import Ask
from pfalz.core.draw import group, label, shield, tag, tooltip
from pfalz.core.state import NATURE
from pfalz.core.texts import Texts
from pfalz.games.mil.drawing.hints import capital, number, stack_hint
from pfalz.games.mil.drawing.identity import STACKS
from pfalz.games.mil.drawing.pieces import breadth, defence, fitted, land, land_mark, move, purse
from pfalz.games.mil.drawing.sheet import ROMAN, Sheet
from pfalz.games.mil.state import EMPTY
from pfalz.games.mil.tables import LIMITED_IDS
from pfalz.games.mil.turn import ACTION_IDS

WIDTH = 1000.0
TRACK, TRACK_END = 62.0, 966.0
WARLIKE = ("call_lord", "join", "commit")
"""Questions in a war between two knights."""


def draw_heading(sheet: Sheet) -> None:
    """Title, the five actions, and the round track."""
    s = sheet.view
    sheet.part(("actions",), lambda: _actions(sheet))
    sheet.part(("rounds", s.round, s.over), lambda: _rounds(sheet))


def _actions(sheet: Sheet) -> None:
    sheet.ground.append(label(14, 32, sheet.texts.text("game.title"), class_="bold", font_size=25))
    x = 176.0
    for i, id in enumerate(ACTION_IDS):
        name = sheet.texts.name("action", i)
        width = 36 + 7.2 * len(name)
        sheet.ground.append(
            group(
                tooltip(f"{name}: {sheet.texts.text(f'action_help.{id}')}"),
                tag("rect", width=width, height=28, rx=14, class_="space"),
                label(12, 19, "ABCDE"[i], class_="bold", font_size=14),
                label(27, 19, name, font_size=14),
                id=f"action-{id}",
                data_kind="action",
                data_value=i,
                transform=move(x, 9),
            )
        )
        x += width + 6


def _rounds(sheet: Sheet) -> None:
    """The five rounds; those that are over are struck out."""
    s, rounds = sheet.view, sheet.t.rounds
    for i in range(rounds):
        past = i + 1 < s.round or s.over
        sheet.ground.append(
            group(
                tooltip(number(sheet.texts, "board.round_of", n=i + 1, of=rounds)),
                tag("circle", r=12, class_="space"),
                label(0, 5, ROMAN[i], class_="mid faded" if past else "mid", font_size=13),
                tag("path", d="M-8,8 L8,-8", class_="rule") if past else "",
                id=f"round-{i + 1}",
                transform=move(_round_at(i, rounds), 23),
            )
        )
    sheet.pieces.append(
        tag(
            "circle",
            r=13,
            fill="none",
            stroke="var(--glow)",
            stroke_width=3.5,
            id="round-marker",
            transform=move(_round_at(min(s.round, rounds) - 1, rounds), 23),
        )
    )


def _round_at(i: int, rounds: int) -> float:
    return WIDTH - 26 - (rounds - 1 - i) * 27


def draw_free_land(sheet: Sheet, x: float, y: float, width: float, height: float) -> None:
    """Two stacks with their top tiles, and what else is in them (M-1.9, M-2.13)."""
    s = sheet.view
    below = y + height - 68
    sheet.part(("free land",), lambda: _free_land(sheet, x, y, width, height))
    half = (width - 12) / 2
    for stack in (0, 1):
        _stack(sheet, stack, x + 6 + stack * half, y, half)
    pool = tuple(s.pool)
    sheet.part(("pool", pool), lambda: _pool(sheet, pool, x, below))
    gone = sum(s.gone)
    if gone:
        sheet.part(("gone", gone), lambda: _gone(sheet, gone, x, y + height - 9))


def _free_land(sheet: Sheet, x: float, y: float, width: float, height: float) -> None:
    sheet.ground.append(tag("rect", x=x, y=y, width=width, height=height, rx=9, class_="panel"))
    sheet.ground.append(label(x + 11, y + 24, sheet.word("free_land"), class_="bold", font_size=18))


def _stack(sheet: Sheet, stack: int, x: float, y: float, width: float) -> None:
    top, tiles = sheet.view.tops[stack], sheet.view.heights[stack]
    sheet.part(("stack", stack, top, tiles), lambda: _draw_stack(sheet, stack, x, y + 32, width))
    if top != EMPTY:
        sheet.put_land(STACKS + stack, 0, 2 * top + 1, x + 7, y + 63, 1.32)


def _draw_stack(sheet: Sheet, stack: int, x: float, y: float, width: float) -> None:
    t = sheet.t
    top, tiles = sheet.view.tops[stack], sheet.view.heights[stack]
    body = [
        tooltip(_stack_words(sheet, stack)),
        tag("rect", x=2, width=width - 4, height=134, rx=7, class_="space"),
        label(width / 2, 17, sheet.texts.name("stack", stack), class_="mid faded", font_size=13),
    ]
    under = min(4, max(0, tiles - 1))
    for i in range(under, 0, -1):
        body.append(tag("rect", x=7 + 2.5 * i, y=31 - 2.0 * i, width=66, height=61, rx=6, class_="space"))
    if top == EMPTY:
        body.append(label(width / 2, 70, sheet.word("empty"), class_="mid faded", font_size=14))
    else:
        body.append(defence(t.stack_defence[stack] + t.land_defence[top], width - 22, 115))
        body.append(label(12, 122, f"×{tiles}", class_="bold", font_size=17))
    sheet.ground.append(
        group(
            *body,
            id=f"stack-{t.stack_ids[stack]}",
            data_kind="stack",
            data_value=stack,
            transform=move(x, y),
        )
    )


def _pool(sheet: Sheet, pool: tuple[int, ...], x: float, y: float) -> None:
    """How many lands of each kind lie below the top tiles (M-19.7)."""
    kinds = [kind for kind, n in enumerate(pool) if n]
    if not kinds:
        return
    sheet.ground.append(label(x + 11, y + 11, sheet.word("below"), class_="faded", font_size=12))
    for i, kind in enumerate(kinds):
        sheet.ground.append(
            group(
                tooltip(f"{sheet.word('below')}: {pool[kind]} × {sheet.texts.name('land', kind)}"),
                land_mark(kind, 0, 0),
                label(13, 5, str(pool[kind]), font_size=14),
                transform=move(x + 22 + i * 37, y + 29),
                id=f"pool-{sheet.t.land_ids[kind]}",
            )
        )


def _gone(sheet: Sheet, gone: int, x: float, y: float) -> None:
    sheet.ground.append(
        group(
            tooltip(sheet.texts.text("token_help.free_land_gone")),
            label(x + 11, y, number(sheet.texts, "board.gone", n=gone), class_="faded", font_size=13),
        )
    )


def _stack_words(sheet: Sheet, stack: int) -> str:
    top = sheet.view.tops[stack]
    name = capital(sheet.texts.name("stack", stack))
    if top == EMPTY:
        return name
    tiles = number(sheet.texts, "board.tiles", n=sheet.view.heights[stack])
    return f"{name} ({tiles}). {stack_hint(sheet.t, sheet.texts, stack, top)}"


def draw_prestige(sheet: Sheet, y: float) -> float:
    """The prestige track from the lowest to the highest; returns the lower edge."""
    scores = tuple([sheet.view.score(seat) for seat in range(sheet.t.players)])
    sheet.part(("prestige", scores, sheet.names), lambda: _prestige(sheet, scores, y))
    return y + 44


def _prestige(sheet: Sheet, scores: tuple[int, ...], y: float) -> None:
    low = min(0, *scores) // 10 * 10
    high = max(40, -(-(max(scores) + 1) // 10) * 10)
    step = (TRACK_END - TRACK) / (high - low)
    sheet.part(("track", low, high), lambda: _track(sheet, low, high, step, y))
    for seat, score in enumerate(scores):
        same = [other for other, n in enumerate(scores) if n == score]
        spread = (same.index(seat) - (len(same) - 1) / 2) * 15
        hint = f"{sheet.names[seat]}: {score} {sheet.word('pp')}"
        at = TRACK + (score - low) * step + spread
        sheet.pieces.append(
            group(tooltip(hint), shield(seat, 0, 0, 0.85), id=f"score-{seat}", transform=move(at, y + 15))
        )


def _track(sheet: Sheet, low: int, high: int, step: float, y: float) -> None:
    sheet.ground.append(tag("rect", x=12, y=y, width=976, height=44, rx=9, class_="panel"))
    ticks = []
    for n in range(low, high + 1):
        at = TRACK + (n - low) * step
        if n % 10 == 0:
            ticks.append(tag("path", d=f"M{at:.1f},{y + 23:.1f} V{y + 31:.1f}", class_="line"))
            ticks.append(label(at, y + 42, str(n), class_="mid faded", font_size=12))
        elif step > 5 or n % 5 == 0:
            ticks.append(tag("path", d=f"M{at:.1f},{y + 26:.1f} V{y + 31:.1f}", class_="rule"))
    line = tag("path", d=f"M{TRACK},{y + 31:.1f} H{TRACK_END}", class_="rule")
    sheet.ground.append(group(tooltip(sheet.word("prestige")), line, *ticks, id="prestige"))


def draw_situation(sheet: Sheet, y: float) -> float:
    """One line on what is going on: a wedding, a war, an auction, an offer, or whose turn it is."""
    sheet.part(("situation", _situation_facts(sheet)), lambda: _draw_situation(sheet, y))
    return y + 40


def _situation_facts(sheet: Sheet) -> tuple[object, ...]:
    s, ask = sheet.view, sheet.now.ask
    if ask is None:
        return (sheet.now.winners, tuple([s.score(seat) for seat in sheet.now.winners]), sheet.names)
    sides = _sides(sheet, ask) if ask.name in WARLIKE else ()
    return (ask.name, ask.seat, ask.args, len(sheet.now.asks), tuple(s.bid), sides, sheet.names)


def _draw_situation(sheet: Sheet, y: float) -> None:
    words, cubes, tile = situation(sheet, sheet.texts)
    room = 940.0 - 44 * sum(1 for n in cubes if n) - (50 if tile >= 0 else 0)
    shown = words if breadth(words, 14) <= room else situation(sheet, _short_names(sheet))[0]
    size = next((size for size in (18, 16, 14) if breadth(shown, size) <= room), 13)
    sheet.ground.append(
        group(
            tooltip(words),
            tag("rect", width=976, height=40, rx=9, class_="panel"),
            label(16, 27, fitted(shown, room, size), font_size=size),
            purse(cubes, 976 - 12 - 44 * sum(1 for n in cubes if n), 12, 44) if cubes else "",
            land(tile, 922, 1, 0.82, sheet.texts.name("land", tile >> 1)) if tile >= 0 else "",
            id="situation",
            transform=move(12, y),
        )
    )


def _short_names(sheet: Sheet) -> Texts:
    """The same texts, people with long names called by their beginning."""
    return Texts(sheet.rules, sheet.texts.language, [fitted(name, 170, 14) for name in sheet.names])


def situation(sheet: Sheet, texts: Texts) -> tuple[str, tuple[int, ...], int]:
    """What is going on: a sentence, cubes that lie on the table, a land that is fought over."""
    s, ask = sheet.view, sheet.now.ask
    if ask is None:
        return _end(sheet, texts), (), EMPTY
    args, name = ask.args, ask.name
    if name == "dowry":
        k = args[0]
        words = texts.text("board.wedding", {"seat": ("seat", k >> 2), "column": ("column", k & 3)})
        return words, (), EMPTY
    if name == "keep":
        return _with_names(sheet, texts, ask, sheet.word("keep")), tuple(args[1:6]), EMPTY
    if name in ("offer", "counter"):
        names = {"knight": ("knight", args[0]), "target": ("knight", args[1])}
        offered = (0, 0, 0, args[3], args[2]) if name == "counter" else ()
        return texts.text("board.court", names), offered, EMPTY
    if name in ("bid", "final_bid", "castle") and s.bid:
        holder, food, cloth, metal, gold = s.bid
        words = texts.text("board.auction", {"seat": ("seat", holder)})
        return words, (food, cloth, metal, 0, gold), EMPTY
    if name in WARLIKE:
        return _war(sheet, texts, ask), (), args[2]
    if name == "allot":
        return _with_names(sheet, texts, ask, texts.prompt(ask)), (), 2 * args[2] + 1
    if name == "pay_donation":
        offers = [f"{texts.seats[seat]} {n}" for seat, n in enumerate(args[:-1]) if n]
        return f"{sheet.word('donation')}: {', '.join(offers)}", (), EMPTY
    if name in ("result", "grow_on", "family_die"):
        words = texts.text("board.growth", {"knight": ("knight", args[0])})
        if name == "result":
            words = f"{words}: {texts.name('face', args[1])}"
        return words, (), EMPTY
    if name == "act":
        return texts.text("board.turn", {"seat": ("seat", ask.seat)}), (), EMPTY
    if name in LIMITED_IDS:
        where = {"knight": ("knight", args[-1]), "sphere": ("sphere", LIMITED_IDS.index(name))}
        return texts.text("board.acting", where), (), EMPTY
    if name == "veil":
        return texts.text("board.veil", {"knight": ("knight", args[-1])}), (), EMPTY
    return _with_names(sheet, texts, ask, texts.prompt(ask)), (), EMPTY


def _end(sheet: Sheet, texts: Texts) -> str:
    """Who has won."""
    first = sheet.now.winners[0]
    score = ("number", sheet.view.score(first))
    if len(sheet.now.winners) == 1:
        won = texts.text("board.won", {"seat": ("seat", first), "n": score})
    else:
        names = ", ".join([texts.seats[seat] for seat in sheet.now.winners])
        won = f"{texts.text('board.won_together', {'n': score})}: {names}"
    return f"{sheet.word('over')}. {won}"


def _sides(sheet: Sheet, ask: Ask) -> tuple[int, int]:
    """How strong attacker and defender are without cubes (M-13.19, M-13.20)."""
    s, t = sheet.view, sheet.t
    k, target = ask.args[0], ask.args[1]
    held = t.soldier_strength * s.soldiers_of(target) + t.castle_strength * s.castle[target]
    return t.soldier_strength * s.soldiers_of(k), held


def _war(sheet: Sheet, texts: Texts, ask: Ask) -> str:
    """Who attacks whom, and how strong both are without cubes."""
    k, target = ask.args[0], ask.args[1]
    attack, held = _sides(sheet, ask)
    words = texts.text("board.war", {"knight": ("knight", k), "target": ("knight", target)})
    return f"{words} ({number(texts, 'board.war_sides', attack=attack, defence=held)})"


def _with_names(sheet: Sheet, texts: Texts, ask: Ask, words: str) -> str:
    """A sentence after the names of those who are asked."""
    if ask.seat == NATURE:
        return words
    if len(sheet.now.asks) > 1:
        return words
    return f"{texts.seats[ask.seat]}: {words}"
