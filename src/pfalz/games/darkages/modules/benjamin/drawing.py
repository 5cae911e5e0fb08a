"""What the travels add to the drawing: everybody's travel cards, the rewards, and what cards say."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final

from pfalz.core.draw import CREAM, DARK_INK, group, label, move, tag, tooltip
from pfalz.core.lettering import PLAIN
from pfalz.core.plain import listed
from pfalz.core.ruleset import Ruleset
from pfalz.core.texts import Texts
from pfalz.games.darkages.cardtext import effects_text
from pfalz.games.darkages.drawing.notes import rule
from pfalz.games.darkages.drawing.pieces import arms, copy
from pfalz.games.darkages.drawing.plain import Page
from pfalz.games.darkages.drawing.sheet import Sheet
from pfalz.games.darkages.modules.benjamin.state import ID, TravelLookup, travels
from pfalz.games.darkages.state import DarkAges

SHIP: Final = "M-10,4 H10 L6,9 H-6 Z M0,4 V-10 M1.5,-9 C8,-6 8,-1 1.5,1.5 Z M-1.5,-6 C-7,-4 -7,-1 -1.5,1.5 Z"
SEA: Final = "#4f7f9b"
HEAD: Final = 24.0
LINE: Final = 26.0
STEP: Final = 17.0
"""How far cards of a pile are apart."""


def _lookup(rules: Ruleset[DarkAges]) -> TravelLookup:
    t: TravelLookup = rules.parts[ID]
    return t


def stencils(players: int) -> str:
    """A ship: the sign of the cards."""
    ship = tag("path", d=SHIP, fill=SEA, stroke=DARK_INK, stroke_width=1.2, stroke_linejoin="round")
    return group(ship, id="look-kind-travel")


# -- cards ------------------------------------------------------------------------------------------------


def card_text(rules: Ruleset[DarkAges], texts: Texts, card: int) -> list[str]:
    """The rewards, on every card the same."""
    t = _lookup(rules)
    if not t.cards >> card & 1:
        return []
    return [texts.text("board.travels.lay"), *[reward_text(rules, texts, reward) for reward in range(t.n)]]


def reward_text(rules: Ruleset[DarkAges], texts: Texts, reward: int) -> str:
    """What one reward is."""
    t = _lookup(rules)
    what = effects_text(texts, t.rewards[reward])
    if t.once[reward]:
        what = texts.say("board.travels.once", what=what)
    return texts.say("board.travels.reward", n=reward + 1, what=what)


def card_rules(sheet: Sheet, card: int) -> list[str]:
    """How they are used."""
    return ["DM13-3.1", "DM13-3.2"] if _lookup(sheet.rules).cards >> card & 1 else []


# -- everybody's cards --------------------------------------------------------------------------------------


def panel(sheet: Sheet, x: float, y: float, w: float) -> float:
    """Everybody's travel cards as soon as somebody has one, and the rewards while one is chosen."""
    s = sheet.view
    part = travels(s)
    if not any(part.laid):
        return y
    asked = sheet.asks[0].seat if sheet.question == "reward" else -1
    n, rewards = s.t.players, part.t.n if asked >= 0 else 0
    columns = 2 if w >= 700 else 1
    rows = -(-n // columns)
    width = w / columns
    height = HEAD + LINE * (rows + rewards) + 4
    with sheet.enlarged(x, y):
        sheet.part(("travels", w, height), lambda: _head(sheet, w, height))
        for seat in range(n):
            at = (seat % columns * width, HEAD + seat // columns * LINE)
            facts = ("travels of", seat, part.laid[seat], part.gone[seat], sheet.texts.seats[seat], at, width)
            sheet.part(facts, partial(_pile, sheet, *facts[1:]))
        for reward in range(rewards):
            top = HEAD + LINE * (rows + reward)
            offered = ("reward", reward, len(part.laid[asked]) > reward, top, w)
            sheet.part(offered, partial(_reward, sheet, *offered[1:]))
    return y + height + 8


def _head(sheet: Sheet, w: float, height: float) -> None:
    sheet.ground.append(
        group(
            tooltip(rule(sheet.texts, "DM13-3.1", "DM13-3.2", "DM13-3.3")),
            tag("rect", width=w, height=height, rx=7, class_="panel"),
            label(8, 17, sheet.word("travels.title"), class_="bold", font_size=14),
            id="travels",
        )
    )


def _pile(
    sheet: Sheet,
    seat: int,
    cards: tuple[int, ...],
    gone: int,
    who: str,
    at: tuple[float, float],
    width: float,
) -> None:
    """The travel cards of a seat one over the other; the tooltip names them."""
    texts = sheet.texts
    where = ", ".join([texts.name("card", card) for card in cards])
    most = min(len(cards) + 1, _lookup(sheet.rules).n)
    hint = [sheet.word("travels.who", who=who, n=len(cards), where=f"{where}." if where else "")]
    hint.append(sheet.word("travels.next", n=most))
    used = [i + 1 for i in range(_lookup(sheet.rules).n) if gone >> i & 1]
    words = ", ".join([sheet.word("travels.gone", n=n) for n in used])
    if words:
        hint.append(words)
    room = width - 60 - STEP * len(cards)
    sheet.ground.append(
        group(
            tooltip("\n".join(hint)),
            tag("rect", width=width, height=LINE, class_="click"),
            arms(seat, 18, 12, 0.6),
            label(34, 17, str(len(cards)), class_="bold", font_size=14),
            *[
                tag("rect", x=50 + STEP * i, y=2, width=15, height=20, rx=2.5, fill=CREAM, stroke=DARK_INK)
                for i in range(len(cards))
            ],
            *[copy("kind-travel", 57.5 + STEP * i, 12, 0.5) for i in range(len(cards))],
            label(54 + STEP * len(cards), 17, PLAIN.cut(words, room, 12), class_="faded", font_size=12),
            id=f"travels-{seat}",
            transform=move(*at),
        )
    )


def _reward(sheet: Sheet, reward: int, open_: bool, y: float, w: float) -> None:
    """A reward that can be chosen."""
    words = reward_text(sheet.rules, sheet.texts, reward)
    sheet.ground.append(
        group(
            tooltip(f"{words}\n{rule(sheet.texts, 'DM13-3.2')}"),
            tag("rect", x=4, width=w - 8, height=LINE - 3, rx=5, class_="card"),
            label(12, 16.5, PLAIN.cut(words, w - 24, 12.5), class_="" if open_ else "faded", font_size=12.5),
            id=f"reward-{reward}",
            data_kind="reward",
            data_value=reward,
            transform=move(0, y),
        )
    )


def plain(page: Page) -> list[str]:
    """Everybody's travel cards."""
    part = travels(page.view)
    found = [
        f"{page.side(seat)} {page.word('travels.count', n=len(cards))}"
        for seat, cards in enumerate(part.laid[: page.rules.players])
        if cards
    ]
    return listed(f"{page.word('travels.title')}: ", found) if found else []


ADDS: Final[Mapping[str, Callable[..., Any]]] = {
    "stencils": stencils,
    "card_text": card_text,
    "card_rules": card_rules,
    "panel": panel,
    "plain": plain,
}
