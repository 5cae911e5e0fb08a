"""The rest of the table: heading, actions, rounds, free land, prestige track, and what is going on."""

from __future__ import annotations

from pfalz.core.ask import Ask
from pfalz.core.draw import group, label, shield, tag, tooltip
from pfalz.core.state import NATURE
from pfalz.games.mil.drawing.hints import capital, number, stack_hint
from pfalz.games.mil.drawing.identity import STACKS
from pfalz.games.mil.drawing.pieces import defence, land, land_mark, move, purse
from pfalz.games.mil.drawing.sheet import ROMAN, Sheet
from pfalz.games.mil.state import EMPTY
from pfalz.games.mil.turn import ACTION_IDS

WIDTH = 1000.0


def draw_heading(sheet: Sheet) -> None:
    """Title, the five actions, and the round track."""
    s, t = sheet.view, sheet.t
    sheet.ground.append(label(14, 32, sheet.texts.text("game.title"), class_="bold", font_size=25))
    x = 176.0
    for i, id in enumerate(ACTION_IDS):
        name = sheet.texts.name("action", i)
        width = 30 + 7.6 * len(name)
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
    for i in range(t.rounds):
        past = i + 1 < s.round or s.over
        sheet.ground.append(
            group(
                tooltip(number(sheet.texts, "board.round_of", n=i + 1, of=t.rounds)),
                tag("circle", r=12, class_="space"),
                label(0, 5, ROMAN[i], class_="mid", font_size=13),
                id=f"round-{i + 1}",
                class_="past" if past else None,
                transform=move(WIDTH - 26 - (t.rounds - 1 - i) * 27, 23),
            )
        )
    at = WIDTH - 26 - (t.rounds - min(s.round, t.rounds)) * 27
    sheet.pieces.append(
        tag(
            "circle",
            r=13,
            fill="none",
            stroke="var(--glow)",
            stroke_width=3.5,
            id="round-marker",
            transform=move(at, 23),
        )
    )


def draw_free_land(sheet: Sheet, x: float, y: float, width: float, height: float) -> None:
    """Two stacks with their top tiles, and what else is in them (M-1.9, M-2.13)."""
    s, t, texts = sheet.view, sheet.t, sheet.texts
    ground = sheet.ground
    ground.append(tag("rect", x=x, y=y, width=width, height=height, rx=9, class_="panel"))
    ground.append(label(x + 11, y + 24, sheet.word("free_land"), class_="bold", font_size=18))
    half = (width - 12) / 2
    for stack in (0, 1):
        left = x + 6 + stack * half
        top = s.tops[stack]
        body = [
            tooltip(_stack_words(sheet, stack)),
            tag("rect", x=2, width=half - 4, height=138, rx=7, class_="space"),
            label(half / 2, 17, texts.name("stack", stack), class_="mid faded", font_size=13),
        ]
        under = min(4, max(0, s.heights[stack] - 1))
        for i in range(under, 0, -1):
            body.append(tag("rect", x=7 + 2.5 * i, y=31 - 2.0 * i, width=66, height=61, rx=6, class_="space"))
        if top == EMPTY:
            body.append(label(half / 2, 70, sheet.word("empty"), class_="mid faded", font_size=14))
        else:
            total = t.stack_defence[stack] + t.land_defence[top]
            body.append(defence(total, half - 22, 117))
            body.append(label(12, 124, f"×{s.heights[stack]}", class_="bold", font_size=17))
        ground.append(
            group(
                *body,
                id=f"stack-{t.stack_ids[stack]}",
                data_kind="stack",
                data_value=stack,
                transform=move(left, y + 32),
            )
        )
        if top != EMPTY:
            sheet.put_land(STACKS + stack, 0, 2 * top + 1, left + 7, y + 63, 1.32)
    kinds = [kind for kind, n in enumerate(s.pool) if n]
    for i, kind in enumerate(kinds):
        at = x + 22 + i * 37
        ground.append(
            group(
                tooltip(f"{texts.name('land', kind)}: {s.pool[kind]}"),
                land_mark(kind, 0, 0),
                label(13, 5, str(s.pool[kind]), font_size=14),
                transform=move(at, y + height - 44),
                id=f"pool-{t.land_ids[kind]}",
            )
        )
    gone = sum(s.gone)
    if gone:
        words = number(texts, "board.gone", n=gone)
        ground.append(
            group(
                tooltip(texts.text("token_help.free_land_gone")),
                label(x + 11, y + height - 12, words, class_="faded", font_size=13),
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
    s, t = sheet.view, sheet.t
    scores = [s.score(seat) for seat in range(t.players)]
    low = min(0, *scores) // 10 * 10
    high = max(40, -(-(max(scores) + 1) // 10) * 10)
    step = 930.0 / (high - low)
    sheet.ground.append(tag("rect", x=12, y=y, width=976, height=44, rx=9, class_="panel"))
    ticks = []
    for n in range(low, high + 1):
        at = 36 + (n - low) * step
        if n % 10 == 0:
            ticks.append(tag("path", d=f"M{at:.1f},{y + 23:.1f} V{y + 31:.1f}", class_="line"))
            ticks.append(label(at, y + 41, str(n), class_="mid faded", font_size=11))
        elif step > 5 or n % 5 == 0:
            ticks.append(tag("path", d=f"M{at:.1f},{y + 26:.1f} V{y + 31:.1f}", class_="rule"))
    line = tag("path", d=f"M36,{y + 31:.1f} H966", class_="rule")
    sheet.ground.append(group(tooltip(sheet.word("prestige")), line, *ticks, id="prestige"))
    for seat in range(t.players):
        same = [other for other in range(t.players) if scores[other] == scores[seat]]
        spread = (same.index(seat) - (len(same) - 1) / 2) * 13
        at = 36 + (scores[seat] - low) * step + spread
        sheet.pieces.append(shield(seat, at, y + 15, 0.85, id=f"score-{seat}"))
    return y + 44


def draw_situation(sheet: Sheet, y: float) -> float:
    """One line on what is going on: a wedding, a war, an auction, an offer, or whose turn it is."""
    height = 40.0
    words, cubes, tile = situation(sheet)
    sheet.ground.append(
        group(
            tag("rect", width=976, height=height, rx=9, class_="panel"),
            label(16, 27, words, font_size=18 if len(words) < 88 else 15),
            purse(cubes, 976 - 12 - 44 * sum(1 for n in cubes if n), 12, 44) if cubes else "",
            land(sheet.t, tile, 922, 1, 0.82, sheet.texts.name("land", tile >> 1)) if tile >= 0 else "",
            id="situation",
            transform=move(12, y),
        )
    )
    return y + height


def situation(sheet: Sheet) -> tuple[str, tuple[int, ...], int]:
    """What is going on: a sentence, cubes that lie on the table, a land that is fought over."""
    texts, s, ask = sheet.texts, sheet.view, sheet.ask
    if ask is None:
        return sheet.word("over"), (), EMPTY
    args, name = ask.args, ask.name
    if name == "dowry":
        k = args[0]
        words = texts.text("board.wedding", {"seat": ("seat", k >> 2), "column": ("column", k & 3)})
        return words, (), EMPTY
    if name == "keep":
        return _with_names(sheet, ask, sheet.word("keep")), tuple(args[1:6]), EMPTY
    if name in ("offer", "counter"):
        names = {"knight": ("knight", args[0]), "target": ("knight", args[1])}
        offered = (0, 0, 0, args[3], args[2]) if name == "counter" else ()
        return texts.text("board.court", names), offered, EMPTY
    if name in ("bid", "final_bid", "castle") and s.bid:
        holder, food, cloth, metal, gold = s.bid
        words = texts.text("board.auction", {"seat": ("seat", holder)})
        return words, (food, cloth, metal, 0, gold), EMPTY
    if name in ("call_lord", "join", "commit"):
        return _war(sheet, ask), (), args[2]
    if name == "allot":
        return _with_names(sheet, ask, texts.prompt(ask)), (), 2 * args[2] + 1
    if name == "pay_donation":
        offers = [f"{texts.seats[seat]} {n}" for seat, n in enumerate(args[:-1]) if n]
        return f"{sheet.word('donation')}: {', '.join(offers)}", (), EMPTY
    if name in ("result", "grow_on", "family_die"):
        words = texts.text("board.growth", {"knight": ("knight", args[0])})
        if name == "result":
            words = f"{words}: {texts.name('face', args[1])}"
        return words, (), EMPTY
    if name in ("court", "market", "war", "curia", "veil"):
        who = texts.name("knight", args[-1])
        return f"{who}: {texts.prompt(ask)}", (), EMPTY
    return _with_names(sheet, ask, texts.prompt(ask)), (), EMPTY


def _war(sheet: Sheet, ask: Ask) -> str:
    """Who attacks whom, and how strong both are without cubes (M-13.19, M-13.20)."""
    s, t = sheet.view, sheet.t
    k, target = ask.args[0], ask.args[1]
    attack = t.soldier_strength * s.soldiers_of(k)
    held = t.soldier_strength * s.soldiers_of(target) + t.castle_strength * s.castle[target]
    words = sheet.texts.text("board.war", {"knight": ("knight", k), "target": ("knight", target)})
    return f"{words} ({number(sheet.texts, 'board.war_sides', attack=attack, defence=held)})"


def _with_names(sheet: Sheet, ask: Ask, words: str) -> str:
    """A sentence after the names of those who are asked."""
    if ask.seat == NATURE:
        return words
    if len(sheet.asks) > 1:
        return words
    return f"{sheet.texts.seats[ask.seat]}: {words}"
