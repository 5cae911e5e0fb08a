"""What Poland adds to the drawing: the three cards with everybody on them, and where the princes are.

All players have the same cards, so each card is drawn once, as a track: a player's shield lies on the next
step of his, or on the back if he has flipped it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final

from pfalz.core.draw import DARK_INK, GILT, group, label, move, tag, tooltip
from pfalz.core.lettering import BOLD, PLAIN
from pfalz.core.plain import listed
from pfalz.core.ruleset import Ruleset
from pfalz.core.texts import Texts
from pfalz.games.darkages.cardtext import effects_text, power_text
from pfalz.games.darkages.drawing.faces import LINE, text_lines, written
from pfalz.games.darkages.drawing.notes import rule
from pfalz.games.darkages.drawing.pieces import action_sign, arms, copy, manor, points, price
from pfalz.games.darkages.drawing.plain import Page
from pfalz.games.darkages.drawing.sheet import Sheet
from pfalz.games.darkages.language import Effect
from pfalz.games.darkages.modules.poland.state import (
    FLIPPED,
    ID,
    REMOVED,
    STEPS,
    PolandLookup,
    poland,
    progress,
)
from pfalz.games.darkages.state import NONE, DarkAges
from pfalz.games.darkages.words import (
    DISCARD_HAND,
    GAIN,
    GAIN_PER,
    GOODS_IDS,
    PAY,
    REMOVE_UNIT,
    REQUIRE,
    UNIT_IDS,
    VP,
)

CROWN: Final = "M-9,7 L-10,-5 L-4.5,0 L0,-8.5 L4.5,0 L10,-5 L9,7 Z M-9,9.5 H9"
EAGLE: Final = "M0,-10 L2.5,-6 L9,-8 L8,0 L4,2 L5,9 L0,6 L-5,9 L-4,2 L-8,0 L-9,-8 L-2.5,-6 Z"
WHITE: Final = "#f4f1e8"
CRIMSON: Final = "#b3122f"
HEAD: Final = 27.0
PAD: Final = 8.0
TITLE: Final = 20.0
CELL: Final = 62.0
GAP: Final = 3.0
BRINGS: Final = 31.0
SEATS: Final = 50.0
"""Where a cell shows what a step brings, and who stands there."""
SHIELD: Final = 15.0
"""How far shields on a cell are apart."""
LOOKS: Final = dict(enumerate((*GOODS_IDS, "vp", "culture")))
"""How what a step brings looks; what has no look is told in words only."""
Cards = tuple[tuple[int, int, int], ...]
"""Of one card by player: steps, whether it lies sideways, manors on it."""


def _lookup(rules: Ruleset[DarkAges]) -> PolandLookup:
    t: PolandLookup = rules.parts[ID]
    return t


def stencils(players: int) -> str:
    """The eagle of Poland, and the crown of its princes."""
    eagle = [
        tag("rect", x=-11, y=-12, width=22, height=24, rx=5, fill=CRIMSON, stroke=DARK_INK),
        tag("path", d=EAGLE, fill=WHITE),
    ]
    crown = tag("path", d=CROWN, fill=GILT, stroke=CRIMSON, stroke_width=1.6, stroke_linejoin="round")
    return group(*eagle, id="look-poland") + group(crown, id="look-kind-prince")


# -- what the cards say -----------------------------------------------------------------------------------


def card_text(rules: Ruleset[DarkAges], texts: Texts, card: int) -> list[str]:
    """What the princes do when they come."""
    t = _lookup(rules)
    if card not in (t.mieszko, t.chrobry):
        return []
    return [texts.text(f"board.poland.{rules.lookup.card_ids[card]}")]


def card_rules(sheet: Sheet, card: int) -> list[str]:
    """The clauses about them."""
    t = _lookup(sheet.rules)
    if card == t.mieszko:
        return ["DM15-2.1"]
    return ["DM15-5.4"] if card == t.chrobry else []


def step_lines(rules: Ruleset[DarkAges], texts: Texts, card: int, step: int) -> list[str]:
    """What a step demands and brings."""
    t = _lookup(rules)
    action = texts.name("action", t.actions[card][step])
    demand = effects_text(texts, t.conditions[card][step])
    reward = texts.text("board.poland.flip")
    if step + 1 < STEPS:
        reward = texts.say("board.poland.reward", reward=effects_text(texts, t.rewards[card][step]))
    return [texts.say("board.poland.step", n=step + 1, action=action, condition=demand), reward]


def back_lines(rules: Ruleset[DarkAges], texts: Texts, card: int, first: int) -> list[str]:
    """What the back of a card brings, and what the first flip means for the others."""
    t = _lookup(rules)
    action = texts.name("action", t.benefit_action[card])
    said = power_text(rules, texts, t.powers[card])
    name = texts.name("poland_back", card)
    lines = [
        texts.say("board.poland.benefit", card=name, action=action, text=said),
        texts.say("board.poland.worth", n=t.vp),
    ]
    if t.has_levy[card]:
        levy = texts.say("board.poland.levy", levy=effects_text(texts, t.levies[card]))
        lines.append(levy if first == NONE else texts.text("board.poland.levy_gone"))
    elif first == NONE:
        lines.append(texts.text("board.poland.removal"))
    return lines


def princes_told(texts: Texts, opened: int, places: int, flips: int, gone: bool) -> str:
    """What is known of where the princes are (DM0-2.14)."""
    if not opened:
        return texts.say("board.poland.waiting_hint", n=places)
    if places:
        return texts.say("board.poland.chrobry_in_deck", n=places)
    return texts.text("board.poland.chrobry_gone" if flips and gone else "board.poland.chrobry_out")


# -- the panel --------------------------------------------------------------------------------------------


def panel(sheet: Sheet, x: float, y: float, w: float) -> float:
    """The cards as tracks, and the last event."""
    if not sheet.begun:
        return y
    s = sheet.view
    part = poland(s)
    n = len(part.t.cards)
    left = len(part.t.events) - part.gone.bit_count()
    columns = n if w >= 900 else 1
    width = (w - 2 * PAD - (columns - 1) * PAD) / columns
    facts = ("poland", part.open, part.places, part.flips, left, part.event, s.within("chrobry"), w)
    with sheet.enlarged(x, y):
        lines: int = sheet.part(facts, partial(_head, sheet, *facts[1:], n // columns))
        top = HEAD + LINE * lines + (6 if lines else 0)
        for card in range(n):
            held = tuple(
                [
                    (part.steps[at], part.sideways[at], part.manors[at])
                    for at in range(card, n * s.t.players, n)
                ]
            )
            at = (PAD + card % columns * (width + PAD), top + card // columns * (TITLE + CELL + 6))
            drawn = ("poland card", card, held, part.first[card], sheet.texts.seats, at, width)
            sheet.part(drawn, partial(_card, sheet, card, held, part.first[card], at, width))
    return y + top + (n // columns) * (TITLE + CELL + 6) + 10


def _head(
    sheet: Sheet,
    opened: int,
    places: int,
    flips: int,
    left: int,
    event: int,
    resolving: bool,
    w: float,
    rows: int,
) -> int:
    """Title, princes, and the last event; returns how many lines of text it has."""
    texts = sheet.texts
    gone = not left or not places
    hint = f"{princes_told(texts, opened, places, flips, gone)} {rule(texts, 'DM15-2.1', 'DM15-5.4')}"
    told = sheet.word("poland.waiting")
    if opened:
        told = sheet.word("poland.chrobry", n=left) if flips else sheet.word("poland.open")
    lines: list[str] = []
    said = ""
    if event != NONE:
        name = texts.name("chrobry_event", event)
        said = effects_text(texts, sheet.rules.lookup.deeds[_lookup(sheet.rules).events[event]])
        words = sheet.word("poland.last", event=name)
        lines = text_lines(f"{words}. {said}" if resolving else f"{words}.", w - 2 * PAD)
    room = w - 40 - PLAIN.breadth(told, 13)
    height = HEAD + LINE * len(lines) + (6 if lines else 0) + rows * (TITLE + CELL + 6) + 2
    sheet.ground.append(
        group(
            tag("rect", tooltip(rule(texts, "DM15-3.2")), width=w, height=height, rx=7, class_="panel"),
            copy("poland", 17, 15, 0.8),
            label(32, 20, BOLD.cut(sheet.word("poland.title"), room, 15), class_="bold", font_size=15),
            group(
                tooltip(hint),
                label(w - PAD, 20, told, class_="end", font_size=13),
                id="poland-princes",
            ),
            group(tooltip(said), written(lines, PAD, HEAD + 12), id="poland-event") if lines else "",
            id="poland",
        )
    )
    return len(lines)


def _card(sheet: Sheet, card: int, held: Cards, first: int, at: tuple[float, float], width: float) -> None:
    """A card with its four steps and its back."""
    texts = sheet.texts
    name = texts.name("poland_card", card)
    w = (width - STEPS * GAP) / (STEPS + 1)
    out = [seat for seat, (steps, _, _) in enumerate(held) if steps == REMOVED]
    told = [name, *[sheet.word("poland.removed", who=texts.seats[seat]) for seat in out]]
    body = [
        group(
            tooltip("\n".join([*told, rule(texts, "DM15-3.1", "DM15-3.3")])),
            tag("rect", width=width, height=TITLE, class_="click"),
            label(2, 15, BOLD.cut(name, width - 20 * len(out) - 6, 14), class_="bold", font_size=14),
            *[arms(seat, width - 10 - 18 * i, 10, 0.5, opacity=0.35) for i, seat in enumerate(out)],
            *[_strike(width - 10 - 18 * i) for i in range(len(out))],
        )
    ]
    for step in range(STEPS):
        seats = [seat for seat, (steps, _, _) in enumerate(held) if steps == step]
        hint = step_lines(sheet.rules, texts, card, step)
        hint += [sheet.word("poland.here", who=texts.seats[seat]) for seat in seats]
        body.append(
            group(
                tooltip("\n".join([*hint, rule(texts, "DM15-3.2")])),
                tag("rect", width=w, height=CELL, rx=5, class_="card"),
                action_sign(_lookup(sheet.rules).actions[card][step], 13, 13, 0.6),
                _demand(_lookup(sheet.rules).conditions[card][step], 26),
                _reward(sheet.rules, card, step),
                *[arms(seat, 11 + SHIELD * i, SEATS, 0.52) for i, seat in enumerate(seats)],
                id=f"poland-{card}-{step}",
                transform=move((w + GAP) * step, TITLE),
            )
        )
    body.append(_back(sheet, card, held, first, w))
    sheet.ground.append(
        group(*body, id=f"poland-{card}", data_kind="poland_card", data_value=card, transform=move(*at))
    )


def _back(sheet: Sheet, card: int, held: Cards, first: int, w: float) -> str:
    """The back of a card with the manors of those who have flipped it."""
    texts = sheet.texts
    hint = back_lines(sheet.rules, texts, card, first)
    body: list[str] = []
    x = 11.0
    for seat, (steps, sideways, manors) in enumerate(held):
        if steps == FLIPPED:
            told = "poland.used" if sideways else "poland.flipped"
            hint.append(sheet.word(told, who=texts.seats[seat], n=manors))
            piece = manor(seat, 0, 0, 0.7) if manors else arms(seat, 0, 0, 0.52)
            turned = " rotate(90)" if sideways else ""
            body.append(group(piece, transform=f"{move(x, SEATS)}{turned}"))
            x += SHIELD
    return group(
        tooltip("\n".join([*hint, rule(texts, "DM15-5.1")])),
        tag("rect", width=w, height=CELL, rx=5, class_="space"),
        copy("poland", 13, 13, 0.6),
        points(_lookup(sheet.rules).vp, 23, 13, 0.86),
        *body,
        id=f"poland-{card}-back",
        transform=move((w + GAP) * STEPS, TITLE),
    )


def _strike(x: float) -> str:
    return tag("path", d=f"M{x - 7:g},3 L{x + 7:g},17", class_="struck")


def _demand(effects: tuple[Effect, ...], x: float) -> str:
    """What a step demands, in pictures."""
    body: list[str] = []
    for effect in effects:
        if effect.op == PAY:
            drawn, x = price(effect.pay, x, 13, 0.6)
            body.append(drawn)
        elif effect.op == REMOVE_UNIT:
            for _ in range(effect.n):
                body.append(copy(UNIT_IDS[0], x + 6, 13, 0.6))
                x += 12
        elif effect.op == DISCARD_HAND:
            body.append(copy("kind-epithet", x + 7, 13, 0.6))
            x += 14
        elif effect.op == REQUIRE:
            body.append(copy("church", x + 6, 13, 0.6))
            x += 13
    return "".join(body)


def _reward(rules: Ruleset[DarkAges], card: int, step: int) -> str:
    """What a step brings, in pictures behind an arrow; the last one flips the card."""
    d = f"M7,{BRINGS} H15 M12,{BRINGS - 3} L15,{BRINGS} L12,{BRINGS + 3}"
    body = [tag("path", d=d, fill="none", stroke="var(--faded)", stroke_width=1.6)]
    if step + 1 == STEPS:
        return "".join([*body, copy("poland", 28, BRINGS, 0.5)])
    x = 20.0
    for effect in _lookup(rules).rewards[card][step]:
        if effect.op == GAIN_PER and effect.what == VP:  # points by what the units cost
            body += [copy("vp", x + 7, BRINGS, 0.62), copy(UNIT_IDS[0], x + 20, BRINGS, 0.55)]
            x += 30
        elif effect.op == GAIN and effect.what in LOOKS:
            body.append(copy(LOOKS[effect.what], x + 7, BRINGS, 0.6))
            body.append(label(x + 16, BRINGS + 4, str(effect.n), class_="bold", font_size=12))
            x += 26
    return "".join(body)


# -- plain text -------------------------------------------------------------------------------------------


def plain(page: Page) -> list[str]:
    """Where the princes are, and how far everybody is."""
    s, texts = page.view, page.texts
    part = poland(s)
    if not s.deck and not s.offered:
        return []
    left = len(part.t.events) - part.gone.bit_count()
    if not part.open:
        told = page.word("poland.mieszko_places", n=part.places)
    elif part.places:
        told = page.word("poland.chrobry_places", n=part.places, left=left)
    else:
        told = page.word("poland.chrobry_gone" if part.flips else "poland.open")
    lines = [f"{page.word('poland.title')}: {told}"]
    if part.event != NONE:
        lines.append(f"  {page.word('poland.last', event=texts.name('chrobry_event', part.event))}")
    for seat in range(page.rules.players):
        cards = [_card_told(page, seat, card, steps) for card, steps in enumerate(progress(s, seat))]
        lines += listed(f"  {page.side(seat)} ", cards)
    return lines


def _card_told(page: Page, seat: int, card: int, steps: int) -> str:
    texts, part = page.texts, poland(page.view)
    if steps == FLIPPED:
        used = part.sideways[len(part.t.cards) * seat + card]
        key = "poland.card_used" if used else "poland.card_flipped"
        return page.word(key, card=texts.name("poland_back", card))
    name = texts.name("poland_card", card)
    if steps == REMOVED:
        return page.word("poland.card_removed", card=name)
    action = texts.name("action", part.t.actions[card][steps])
    return page.word("poland.next", card=name, n=steps + 1, action=action)


ADDS: Final[Mapping[str, Callable[..., Any]]] = {
    "stencils": stencils,
    "card_text": card_text,
    "card_rules": card_rules,
    "panel": panel,
    "plain": plain,
}
