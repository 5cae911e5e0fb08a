"""Common things beside the map: how the game ends, the church row, titles, what building costs."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final, NamedTuple

from pfalz.core.draw import group, label, move, tag, tooltip
from pfalz.core.lettering import BOLD, PLAIN, capital
from pfalz.games.darkages.counters import level_three
from pfalz.games.darkages.drawing.notes import END_RULES, rule, title_hint
from pfalz.games.darkages.drawing.pieces import arms, church, city, copy, goods, points, price, tower
from pfalz.games.darkages.drawing.sheet import Sheet
from pfalz.games.darkages.ending import LEVELS_FOR_END
from pfalz.games.darkages.lookup import FLOORS, NO_REGION
from pfalz.games.darkages.offer import cards_left
from pfalz.games.darkages.state import (
    BY_CHURCHES,
    BY_CITIES,
    BY_CULTURE,
    BY_DECK,
    BY_LEVELS,
    END_IDS,
    FREE,
    LAST_TURNS,
    PLAYING,
)
from pfalz.games.darkages.words import BUILD_IDS, CITY, PRODUCTION, RESOURCES, STORE, TOWER
from pfalz.games.darkages.words import CHURCH as CHURCH_OPTION

LINE: Final = 25.0
HEAD: Final = 24.0
TITLE_HEIGHT: Final = 56.0
PRICE_HEIGHT: Final = 30.0
GAP: Final = 6.0
RULES: Final = ("D-5.3", "D-5.9", "D-5.12", "D-5.19", "D-5.21", "D-5.23")


class Progress(NamedTuple):
    """How near one of the ends is: steps done and steps that bring it, what is written beside it, and who."""

    done: int
    all: int
    words: str
    sides: tuple[int, ...] = ()


# -- how the game ends --------------------------------------------------------------------------------------


def draw_ends(sheet: Sheet, x: float, y: float, w: float) -> float:
    """The things that bring the end, and how near they are (D-18.1 to D-18.6); returns the height."""
    s = sheet.view
    phase, brought = s.phase, s.ended_by
    ends = _ends(sheet)
    columns = 2 if w >= 700 else 1
    width = (w - GAP * (columns - 1)) / columns
    rows = -(-len(ends) // columns)
    height = HEAD + rows * LINE + 4
    with sheet.enlarged(x, y):
        sheet.part(("ends", phase, w, height), lambda: _ends_head(sheet, phase, w, height))
        for end, shown in enumerate(ends):
            left, top = end // rows * (width + GAP), HEAD + end % rows * LINE
            facts = ("end", *shown, bool(brought >> end & 1), left, top, width)
            sheet.part(facts, partial(_end, sheet, *facts[1:]))
    return height


def _ends(sheet: Sheet) -> list[tuple[str, Progress, str]]:
    """Everything that can bring the end: its id, how near it is, its clause."""
    found = list(zip(END_IDS, _progress(sheet), END_RULES, strict=True))
    for add in sheet.additions("ends"):
        found += add(sheet)
    return found


def _progress(sheet: Sheet) -> list[Progress]:
    s, t = sheet.view, sheet.t
    seats = range(t.players)
    built = t.churches - s.churches_left
    trigger = s.rules.value(s, "church_limit", t.church_trigger)
    supply, cards, left = t.cities - t.players, len(t.deck) - t.unused, cards_left(s)
    culture = [s.culture[seat] for seat in seats]
    levels = [level_three(s, seat) for seat in seats]
    found = {
        BY_CITIES: Progress(supply - s.cities_left, supply, sheet.word("left", n=s.cities_left)),
        BY_CHURCHES: Progress(built, trigger, sheet.word("of", n=built, most=trigger)),
        BY_CULTURE: _best(sheet, culture, t.last_space),
        BY_LEVELS: _best(sheet, levels, LEVELS_FOR_END),
        BY_DECK: Progress(cards - left, cards, sheet.word("left", n=left)),
    }
    return [found[end] for end in range(len(END_IDS))]


def _best(sheet: Sheet, values: Sequence[int], most: int) -> Progress:
    best = max(values)
    leaders = tuple([seat for seat, n in enumerate(values) if n == best]) if best else ()
    return Progress(best, most, sheet.word("of", n=best, most=most), leaders)


def _ends_head(sheet: Sheet, phase: int, w: float, height: float) -> None:
    words = sheet.word("ends")
    if phase != PLAYING:
        words = sheet.word("last_turns" if phase == LAST_TURNS else "pass_round")
    sheet.ground.append(
        group(
            tooltip(rule(sheet.texts, "D-18.1", "D-18.8", "D-18.12")),
            tag("rect", width=w, height=height, rx=7, class_="panel"),
            label(8, 17, words, class_="bold" if phase == PLAYING else "bold hot", font_size=14),
            id="ends",
        )
    )


def _end(
    sheet: Sheet,
    end: str,
    progress: Progress,
    clause: str,
    brought: bool,
    x: float,
    y: float,
    width: float,
) -> None:
    """A line of the strip: what brings the end, a bar, a number."""
    done, most, words, sides = progress
    name = sheet.word(f"end.{end}")
    bar, bar_width = 128.0, width - 128 - 112
    shields = [arms(side, 3 + 14 * i, 0, 0.5) for i, side in enumerate(sides[:3])]
    near = brought or done >= most - 1
    sheet.ground.append(
        group(
            tooltip(f"{capital(name)}: {words}. {rule(sheet.texts, clause)}"),
            tag("rect", width=width, height=LINE, class_="click"),
            label(8, 16.5, PLAIN.cut(name, bar - 10, 14), font_size=14),
            *_bar(end, done, most, bar, bar_width, near),
            label(bar + bar_width + 6, 16.5, words, class_="bold", font_size=12.5),
            id=f"end-{end}",
            transform=move(x, y),
        )
    )
    if shields:
        sheet.ground.append(group(*shields, transform=move(x + width - 4 - 14 * len(shields), y + 11)))


def _bar(end: str, done: int, most: int, x: float, width: float, near: bool) -> list[str]:
    """How far it has come; cities and churches one by one."""
    colour = "var(--glow)" if near else "var(--faded)"
    if end in (END_IDS[BY_CITIES], END_IDS[BY_CHURCHES]) and most <= 16:
        step = width / most
        draw = church if end == END_IDS[BY_CHURCHES] else city
        size = min(0.75, step / 19) if end == END_IDS[BY_CHURCHES] else min(0.5, step / 38)
        body = [tag("rect", x=x, y=21, width=width * min(done, most) / most, height=2.5, fill=colour)]
        for i in range(most):
            faint = 0.3 if i < done else None
            body.append(draw(x + step * (i + 0.5), 12, size, opacity=faint))
        return body
    return [
        tag("rect", x=x, y=7, width=width, height=11, rx=5, class_="space"),
        tag("rect", x=x, y=7, width=max(2, width * min(done, most) / most), height=11, rx=5, fill=colour),
    ]


# -- titles -------------------------------------------------------------------------------------------------


def draw_titles(sheet: Sheet, x: float, y: float, w: float) -> float:
    """Every title with its region, its points, its holder, and whether it is used; returns the height."""
    s = sheet.view
    n = len(s.t.title_ids)
    rows = -(-n // max(2, int((w + GAP) / 190)))
    columns = -(-n // rows)
    width = (w - GAP * (columns - 1)) / columns
    with sheet.enlarged(x, y):
        for title in range(n):
            left, top = title % columns * (width + GAP), title // columns * (TITLE_HEIGHT + GAP)
            holder = s.title[title]
            who = sheet.texts.name("side", holder) if holder != FREE else ""
            facts = ("title", title, holder, bool(s.sideways[title]), who, left, top, width)
            sheet.part(facts, partial(_title, sheet, *facts[1:]))
    return rows * (TITLE_HEIGHT + GAP) - GAP


def _title(
    sheet: Sheet, title: int, holder: int, sideways: bool, who: str, x: float, y: float, width: float
) -> None:
    t, texts = sheet.t, sheet.texts
    name, size = BOLD.fitted(texts.name("title", title), width - 30, 14, 12)
    belongs = t.title_region[title]
    land = sheet.word("no_region") if belongs == NO_REGION else texts.name("region", belongs)
    region = PLAIN.cut(land, width - 36, 14)
    words = sheet.word("free_title") if holder == FREE else who
    # a name is cut, not what matters
    used, room = f", {sheet.word('used')}" if sideways else "", width - 76
    small = PLAIN.size(words + used, room, 14, 12)
    who = PLAIN.cut(words, room - PLAIN.breadth(used, small), small)
    shown = [] if holder == FREE else [arms(holder, 16, 43, 0.6)]
    sheet.ground.append(
        group(
            tooltip(title_hint(sheet, title, holder, sideways)),
            tag("rect", width=width, height=TITLE_HEIGHT, rx=7, class_="card"),
            group(copy("title", 0, 0, 0.85), transform=move(16, 16, turn=90 if sideways else 0)),
            label(29, 17, name, class_="bold", font_size=size),
            label(32, 32.5, region, font_size=14),
            *shown,
            label(32, 48, f"{who}{used}", class_="faded", font_size=small),
            points(t.title_vp[title], width - 40, 43),
            id=f"title-{t.title_ids[title]}",
            data_kind="title",
            data_value=title,
            transform=move(x, y),
        )
    )


# -- what building costs ------------------------------------------------------------------------------------


def draw_prices(sheet: Sheet, x: float, y: float, w: float) -> float:
    """What the options of Build cost before discounts, and what is left; returns the height."""
    s = sheet.view
    left = (s.cities_left, *s.production_left, s.churches_left, s.floors_left)
    columns = max(1, min(3, int(w / 300)))
    width = (w - GAP * (columns - 1)) / columns
    rows = -(-len(BUILD_IDS) // columns)
    height = HEAD + rows * PRICE_HEIGHT + 4
    with sheet.enlarged(x, y):
        sheet.part(("prices", w, height), lambda: _prices_head(sheet, w, height))
        for option in range(len(BUILD_IDS)):
            at = (option % columns * (width + GAP), HEAD + option // columns * PRICE_HEIGHT)
            count = _left(option, left)
            facts = ("price", option, count, at, width)
            sheet.part(facts, partial(_price, sheet, *facts[1:]))
    return height


def _left(option: int, left: Sequence[int]) -> tuple[int, ...]:
    """What is left of the pieces for an option of Build."""
    if option == CITY:
        return (left[0],)
    if option == PRODUCTION:
        return tuple(left[1 : 1 + RESOURCES])
    if option == CHURCH_OPTION:
        return (left[1 + RESOURCES],)
    return (left[2 + RESOURCES],) if option == TOWER else ()


def _prices_head(sheet: Sheet, w: float, height: float) -> None:
    sheet.ground.append(
        group(
            tooltip(rule(sheet.texts, "D-1.9", "D-1.5")),
            tag("rect", width=w, height=height, rx=7, class_="panel"),
            label(8, 17, sheet.word("prices"), class_="bold", font_size=14),
            id="prices",
        )
    )


def _price(sheet: Sheet, option: int, count: tuple[int, ...], at: tuple[float, float], width: float) -> None:
    """An option of Build: picture, name, costs, and how many pieces are left."""
    t, texts = sheet.t, sheet.texts
    pictures = (city(18, 15, 0.62), goods(0, 18, 15, 0.8), church(18, 17, 0.75), tower(1, 18, 23, 1.1))
    picture = (
        pictures[option]
        if option < len(pictures)
        else copy("store" if option == STORE else "manor", 18, 15, 0.85)
    )
    costs = {
        CITY: [t.city_cost],
        PRODUCTION: [t.own_production_cost, t.near_production_cost],
        CHURCH_OPTION: [t.church_cost],
        TOWER: t.floor_costs[:FLOORS],
    }.get(option, [t.manor_cost])
    body: list[str] = []
    left = 170.0
    for i, cost in enumerate([] if option == STORE else costs):
        if i:
            body.append(label(left + 3, 20, "/", class_="faded", font_size=14))
            left += 12
        shown, left = price(cost, left, 15, 0.66)
        body.append(shown)
    words = sheet.word("on_boards") if option == STORE else ""
    stock = ", ".join(map(str, count))
    hint = [f"{capital(texts.name('build', option))}: {rule(texts, RULES[option])}"]
    if count:
        hint.append(sheet.word("in_supply", n=stock))
    if len(count) == 1:
        words = sheet.word("left", n=count[0])
        if PLAIN.breadth(words, 12) > width - 12 - left:
            words = stock  # the costs leave no room for more
    name, size = PLAIN.fitted(capital(texts.name("build", option)), 132, 14, 14)
    sheet.ground.append(
        group(
            tooltip("\n".join(hint)),
            tag("rect", width=width, height=PRICE_HEIGHT, class_="click"),
            picture,
            label(36, 20, name, font_size=size),
            *body,
            label(width - 8, 20, words, class_="end faded", font_size=12),
            id=f"build-{BUILD_IDS[option]}",
            data_kind="build",
            data_value=option,
            transform=move(*at),
        )
    )
