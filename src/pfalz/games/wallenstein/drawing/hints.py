"""What tooltips say: the names, numbers and rules of the things drawn."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import NamedTuple

from pfalz.core.lettering import capital
from pfalz.core.texts import Texts
from pfalz.games.wallenstein.combat import neutral_defenders
from pfalz.games.wallenstein.drawing.sheet import Sheet
from pfalz.games.wallenstein.lookup import (
    ACTIONS,
    BLANK,
    BUILDING_IDS,
    Lookup,
)
from pfalz.games.wallenstein.state import AUCTION, EMPTY, SEASONS, WINTER, YEARS, Wallenstein, is_county


def facts(t: Lookup, texts: Texts, key: str, county: int) -> str:
    """A sentence with the numbers of a county."""
    return texts.text(
        key,
        {
            "county": ("county", county),
            "region": ("region", t.region_of[county]),
            "taxes": ("number", t.taxes[county]),
            "grain": ("number", t.grain[county]),
            "sites": ("number", t.sites[county]),
        },
    )


def defenders(s: Wallenstein) -> int:
    """Peasants who defend a neutral county; none while counties are being handed out."""
    if any(s.groups):
        return 0
    return neutral_defenders(s)


class Land(NamedTuple):
    """What is known of a county."""

    owner: int
    armies: int
    buildings: int
    markers: int
    defenders: int
    """Peasants who defend it if it is neutral."""


def county_hint(sheet: Sheet, county: int, here: Land, visitors: Sequence[Hashable]) -> str:
    """Everything about a county: its yield, owner, buildings, unrest, and what modules have there."""
    t, texts = sheet.t, sheet.texts
    found = [facts(t, texts, "board.county_help", county)]
    if not t.in_play[county]:
        found.append(texts.text("board.county_out"))
    elif here.owner >= 0:
        values = {"seat": ("seat", here.owner), "n": ("number", here.armies)}
        found.append(texts.text("board.county_owned", values))
    elif here.defenders:
        found.append(texts.say("board.county_neutral", n=here.defenders))
    else:
        found.append(texts.text("board.county_free"))
    standing = [texts.name("building", b) for b in range(len(BUILDING_IDS)) if here.buildings >> b & 1]
    if standing:
        found.append(f"{texts.text('board.buildings_here')}: {', '.join(standing)}.")
    if here.markers:
        found.append(texts.say("board.markers_here", n=here.markers))
    for tell, visitor in zip(sheet.additions("visit_hint"), visitors, strict=True):
        if visitor is not None:
            found += tell(sheet.rules, texts, visitor)
    return "\n".join(found)


def box_hint(t: Lookup, texts: Texts, box: int, card: int) -> str:
    """What lies in a box of a mat."""
    if card == EMPTY:
        return texts.text("board.mat_empty", {"box": ("box", box)})
    if card < 0:
        return texts.text("board.mat_hidden", {"box": ("box", box)})
    line = texts.text("board.mat_help", {"box": ("box", box), "card": ("card", card)})
    return f"{line}\n{card_hint(t, texts, card)}"


def card_hint(t: Lookup, texts: Texts, card: int) -> str:
    """What a planning card is good for."""
    if is_county(card):
        return facts(t, texts, "board.card_help", card)
    kind = "no_card" if card == EMPTY else "blank_card" if card >= BLANK else "money_card"
    return texts.text(f"board.{kind}_help")


def plan_hint(texts: Texts, box: int) -> str:
    """What a card in a box of the mat brings about."""
    if AUCTION < box <= ACTIONS:
        return texts.hint("action", box - 1)
    help = texts.text("board.auction_help" if box == AUCTION else "board.extra_box_help")
    return f"{texts.name('box', box)}: {help}"


def season(s: Wallenstein, texts: Texts, *, drafting: bool = False) -> str:
    """Where the calendar stands."""
    if s.over:
        return texts.text("board.over")
    if drafting:
        return texts.text("board.setup")
    values = {
        "season": ("season", s.season % SEASONS),
        "n": ("number", s.season // SEASONS + 1),
        "of": ("number", YEARS),
    }
    words = texts.text("board.winter_of" if s.season % SEASONS == WINTER else "board.season_of", values)
    return capital(words)
