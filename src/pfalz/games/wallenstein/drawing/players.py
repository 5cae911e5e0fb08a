"""The players: points, Thalers, grain, armies, the mat with its boxes, and what the modules add."""

from __future__ import annotations

from collections.abc import Sequence

from pfalz.core.draw import group, label, seat_colour, tag, tooltip
from pfalz.games.wallenstein.drawing.form import cards_on_mat
from pfalz.games.wallenstein.drawing.hints import banner_hint, box_hint, favor_hint
from pfalz.games.wallenstein.drawing.pieces import (
    action_sign,
    army,
    breadth,
    card_back,
    coin,
    copy,
    courtier,
    cube,
    fitted,
    grain,
    leader,
    monument,
    move,
    thaler,
    token,
)
from pfalz.games.wallenstein.drawing.sheet import Sheet
from pfalz.games.wallenstein.drawing.stencils import CROWN, DARK_INK, FLAG, GOLD, letters
from pfalz.games.wallenstein.drawing.table import WIDTH, X
from pfalz.games.wallenstein.modules.leaders import CAPTURED, IN_SUPPLY
from pfalz.games.wallenstein.state import EMPTY, Wallenstein, is_county
from pfalz.games.wallenstein.tables import ACTIONS, BLANK, MONEY

BOX = 31.0
GAP = 6.0
NAME = 154.0
"""Room for a name."""
COUNTY = "M-8,-6 L-1,-8 L8,-5 L7,6 L0,8 L-7,5 Z"


def draw_players(sheet: Sheet, top: float, bottom: float) -> float:
    """A panel for everyone, the viewer's first, in the room there is; returns where they end."""
    n = sheet.t.players
    height = height_of_players(sheet, bottom - top)
    for i in range(n):
        _player(sheet, (max(sheet.seat, 0) + i) % n, top + i * (height + GAP), height)
    return top + n * (height + GAP)


def height_of_players(sheet: Sheet, room: float) -> float:
    """How high the panel of a player is."""
    n = sheet.t.players
    extra = 24.0 if sheet.court or sheet.banners or sheet.leaders else 0.0
    mats = 36.0 if sheet.view.over else 88.0
    return min((room - GAP * (n - 1)) / n, mats + extra)


def _player(sheet: Sheet, seat: int, y: float, height: float) -> None:
    """The panel of a player."""
    s, own = sheet.view, seat == sheet.seat
    asked, name, crowned = seat in sheet.asked, sheet.texts.seats[seat], _has_won(sheet, seat)
    wealth = (s.thalers[seat], s.grain[seat], s.supply[seat], s.owner.count(seat), s.score(seat))
    groups = s.groups[seat]
    opened = own and sheet.question == "place_group"
    cards: tuple[int, ...] = ()
    if not groups and not s.over:
        cards = cards_on_mat(s, seat, own and sheet.question == "plan")
    choosing = own and sheet.question == "choose_bonus"
    known = (seat, y, height, name, crowned, s.over, wealth, groups, opened, cards, choosing)

    def draw() -> None:
        sheet.part(("name", seat, y, name, crowned), lambda: ground.append(_name(seat, y, name, crowned)))
        sheet.part(("wealth", seat, y, wealth), lambda: _wealth(sheet, seat, y, wealth))
        if groups:
            sheet.part(("groups", seat, y, groups, opened), lambda: _groups(sheet, seat, y + 54, opened))
        elif not s.over:
            sheet.part(("mat", seat, y, cards), lambda: _mat(sheet, seat, cards, y + 34))
        _more(sheet, seat, y + height - 13)

    ground = sheet.ground
    sheet.part(("panel", seat, y, height, asked), lambda: ground.append(_frame(seat, y, height, asked)))
    sheet.part(("player", known, _module_facts(sheet, seat)), draw)


def _module_facts(sheet: Sheet, seat: int) -> tuple[object, ...]:
    """What the modules add to a panel depends on this."""
    court: tuple[object, ...] = ()
    if sheet.court is not None:
        court = (sheet.court.entrance[seat], sheet.court.audience[seat], _held(sheet, seat))
    banner = sheet.banners.banner[seat] if sheet.banners is not None else -1
    return (court, banner, sheet.visits)


def _held(sheet: Sheet, seat: int) -> tuple[int, ...]:
    """The favors a player has kept."""
    favors = sheet.court.favor if sheet.court is not None else []
    return tuple([favor for favor, place in enumerate(favors) if place == seat])


def _has_won(sheet: Sheet, seat: int) -> bool:
    s = sheet.view
    if not s.over:
        return False
    places = sheet.part(("places", tuple(s.points), tuple(s.thalers)), lambda: sheet.rules.outcome(s).places)
    return places[seat] == 1


def _frame(seat: int, y: float, height: float, asked: bool) -> str:
    style = "panel active" if asked else "panel"
    return tag("rect", x=X, y=y, width=WIDTH, height=height, rx=8, class_=style, id=f"player-{seat}")


def _name(seat: int, y: float, name: str, crowned: bool) -> str:
    crown = tag("path", d=CROWN, fill=GOLD, stroke=DARK_INK, transform=move(19, 10, 0.95)) if crowned else ""
    return group(
        tooltip(name),
        token(seat, 19, 18, 0.98),
        label(36, 23, fitted(name, NAME, 16), class_="bold", font_size=16),
        crown,
        transform=move(X, y),
    )


def _wealth(sheet: Sheet, seat: int, y: float, wealth: Sequence[int]) -> None:
    """Thalers, grain, armies in the supply, counties, points."""
    signs = sheet.told(("signs", seat), lambda: _signs(seat))
    for i, (key, sign) in enumerate(signs):
        sheet.ground.append(_count(sheet, key, seat, sign, wealth[i], X + 205 + i * 60, y + 18, 16))
    points = wealth[-1]
    sheet.ground.append(
        group(
            tooltip(f"{sheet.word('points')}: {points}"),
            label(X + WIDTH - 12, y + 28, str(points), class_="end bold", font_size=25),
            id=f"score-{seat}",
        )
    )


def _signs(seat: int) -> tuple[tuple[str, str], ...]:
    return (
        ("thalers", thaler(0, 0)),
        ("grain", grain(0, 0, 0.95)),
        ("armies", cube(seat, 0, 0)),
        ("counties", tag("path", d=COUNTY, class_="sign")),
    )


def _count(sheet: Sheet, key: str, seat: int, sign: str, n: int, x: float, y: float, size: int) -> str:
    """A sign with a number."""
    body = sheet.told(("count", key, seat, n, size), lambda: _counted(sheet, key, sign, n, size))
    return group(body, id=f"{key}-{seat}", transform=move(x, y))


def _counted(sheet: Sheet, key: str, sign: str, n: int, size: int) -> str:
    return tooltip(f"{sheet.word(key)}: {n}") + sign + label(12, 5.5, str(n), class_="bold", font_size=size)


def _groups(sheet: Sheet, seat: int, y: float, open_: bool) -> None:
    """The army groups of the draft (W-3.5); the viewer's can be chosen by their size."""
    groups = sheet.view.groups[seat]
    for i, n in enumerate(groups):
        offered = open_ and n not in groups[:i]
        sheet.ground.append(
            group(
                tooltip(sheet.word("groups")),
                army(seat, n, 0, 0, 1.1),
                id=f"group-{seat}-{i}",
                data_kind="number" if offered else None,
                data_value=n if offered else None,
                transform=move(X + 24 + i * 38, y),
            )
        )


# -- the mat ----------------------------------------------------------------------------------------------


def _mat(sheet: Sheet, seat: int, cards: Sequence[int], y: float) -> None:
    """The boxes of the mat: the auction, the ten actions, the extra board (W-5.3, W-20.1)."""
    for box, card in enumerate(cards):
        _box(sheet, seat, box, card, y)


def _box(sheet: Sheet, seat: int, box: int, card: int, y: float) -> None:
    sheet.part(
        ("box", seat, box, card, y), lambda: sheet.ground.append(_filled_box(sheet, seat, box, card, y))
    )


def _filled_box(sheet: Sheet, seat: int, box: int, card: int, y: float) -> str:
    pitch, width = _sizes(sheet.view)
    body = sheet.told(("box", box, card), lambda: _box_with(sheet, box, card, width))
    return group(body, id=f"box-{seat}-{box}", transform=move(X + 8 + box * pitch, y))


def _box_with(sheet: Sheet, box: int, card: int, width: float) -> str:
    hint = tooltip(box_hint(sheet.t, sheet.texts, box, card))
    return hint + tag("use", href=f"#box-{box}") + ("" if card == EMPTY else _card(sheet, card, width))


def _sizes(s: Wallenstein) -> tuple[float, float]:
    """How far boxes are apart, and how wide they are."""
    pitch = (WIDTH - 14) / s.boxes()
    return pitch, min(BOX + 6, pitch - 3)


def box_stencils(sheet: Sheet) -> str:
    """The empty boxes of a mat, and the back of a card that lies in one."""
    _, width = _sizes(sheet.view)
    niche = tag("rect", width=width, height=47, rx=4, fill="var(--parchment)", stroke="var(--edge)")
    boxes = [
        group(niche, _box_sign(sheet, box, width / 2), id=f"box-{box}") for box in range(sheet.view.boxes())
    ]
    return "".join((*boxes, group(card_back(1.5, 20, width - 3, 26), id="back")))


def _box_sign(sheet: Sheet, box: int, x: float) -> str:
    if box == 0:
        return letters(x, 14, "1–5", "var(--faded)", 12)
    if box <= ACTIONS:
        return action_sign(box - 1, x, 10, 0.66)
    words = str(sheet.t.convert[box - ACTIONS - 1])
    return courtier(-1, x - 5, 10, 0.62) + letters(x + 5, 14, words, "var(--ink)", 12)


def _card(sheet: Sheet, card: int, width: float) -> str:
    """A card in a box: face down, a county, money, or a dice tower card."""
    if card < 0:
        return tag("use", href="#back")
    face = tag("rect", x=1.5, y=20, width=width - 3, height=26, rx=3.5, class_="sheet")
    if is_county(card):
        words = sheet.texts.name("county", card, "short")
        size = 11.5 if width > 34 else 10.2
        return face + label(width / 2, 37, words, class_="mid bold", font_size=size)
    if MONEY <= card < BLANK:
        return face + coin(width / 2, 33, str(sheet.t.money[card - MONEY]), 9)
    return face + copy("sign-tower", width / 2, 32, 0.95)


# -- the modules ------------------------------------------------------------------------------------------


def _more(sheet: Sheet, seat: int, y: float) -> None:
    """Courtiers and favors, banner, leader and monuments."""
    x = 18.0
    if sheet.court is not None:
        n = sheet.t.courtiers - sheet.court.entrance[seat] - sheet.court.audience[seat]
        _number(sheet, "courtiers", seat, n, x, y)
        x += 48
    if sheet.banners is not None:
        _banner(sheet, seat, sheet.banners.banner[seat], x, y)
        x += 60
        if sheet.question == "choose_bonus" and seat == sheet.seat:
            return
    if sheet.leaders is not None:
        x = _monuments(sheet, seat, x, y)
    if sheet.court is not None:
        held = _held(sheet, seat)
        if held:
            sheet.part(("held", held, x, y), lambda: _favors(sheet, held, x, y))


def _number(sheet: Sheet, key: str, seat: int, n: int, x: float, y: float) -> None:
    sheet.part(
        (key, seat, n, x, y),
        lambda: sheet.ground.append(_count(sheet, key, seat, _sign(key, seat), n, X + x, y, 14)),
    )


def _sign(key: str, seat: int) -> str:
    if key == "courtiers":
        return courtier(seat, 0, 0, 0.95)
    stroke = tag("path", d="M-7,7 L7,-7", class_="sign") if key == "captured" else ""
    return monument(seat, 0, 0, 0.85) + stroke


def _monuments(sheet: Sheet, seat: int, x: float, y: float) -> float:
    """Monuments not built yet, captured ones, and a leader who is off the board; returns where they end."""
    leaders, monuments = sheet.visits
    each = sheet.t.monuments
    _number(sheet, "monuments", seat, monuments[seat * each : (seat + 1) * each].count(IN_SUPPLY), x, y)
    x += 42
    captured = monuments.count(CAPTURED + seat)
    if captured:
        _number(sheet, "captured", seat, captured, x, y)
        x += 42
    if leaders[seat] < 0:
        sheet.part(("off", seat, x, y), lambda: sheet.ground.append(_leader_off(sheet, seat, x, y)))
        x += 32
    return x


def _leader_off(sheet: Sheet, seat: int, x: float, y: float) -> str:
    figure = leader(seat, X + x, y, 0.9, id=f"leader-{seat}")
    return group(tooltip(sheet.word("leader_off")), figure, class_="past")


def _favors(sheet: Sheet, held: Sequence[int], x: float, y: float) -> None:
    """Favors kept, their names as long as there is room for them."""
    t, texts = sheet.t, sheet.texts
    room = (WIDTH - x) / len(held) - 6
    for favor in held:
        words = fitted(texts.name("favor", favor), room - 14, 12.5)
        wide = 14 + breadth(words, 12.5)
        sheet.ground.append(
            group(
                tooltip(favor_hint(t, texts, favor)),
                tag("rect", y=-11, width=wide, height=22, rx=4, class_="sheet"),
                label(wide / 2, 5, words, class_="mid", font_size=12.5),
                id=f"favor-{t.favor_ids[favor]}",
                transform=move(X + x - 6, y),
            )
        )
        x += wide + 6


def _banner(sheet: Sheet, seat: int, banner: int, x: float, y: float) -> None:
    """The banner on top of a stack; the viewer may have to choose one of its bonuses."""
    sheet.part(("banner", seat, banner, x, y), lambda: sheet.ground.append(_flag(sheet, seat, banner, x, y)))
    if sheet.question == "choose_bonus" and seat == sheet.seat:
        sheet.part(("bonuses", seat, banner, x, y), lambda: _bonuses(sheet, banner, x + 60, y))


def _flag(sheet: Sheet, seat: int, banner: int, x: float, y: float) -> str:
    words = "–" if banner == 0 else ("I", "II", "III")[banner - 1]
    cloth = {"fill": seat_colour(seat), "stroke": "var(--ink)", "stroke_width": "1.2"}
    return group(
        tooltip(banner_hint(sheet.t, sheet.texts, banner)),
        tag("path", d=FLAG, transform=move(0, 0, 0.95), **cloth),
        label(12, 5, words, class_="bold", font_size=14),
        id=f"banner-{seat}",
        transform=move(X + x, y),
    )


def _bonuses(sheet: Sheet, banner: int, x: float, y: float) -> None:
    """The bonuses of the viewer's banner, to be chosen."""
    signs = (
        thaler(16, 0),
        cube(sheet.seat, 16, 0),
        grain(16, 0),
        tag("path", d=CROWN, fill=GOLD, stroke=DARK_INK, transform=move(16, 5, 0.85)),
    )
    for bonus, n in enumerate(sheet.t.banners[banner]):
        if n:
            sheet.ground.append(
                group(
                    tooltip(f"{n} {sheet.texts.name('bonus', bonus)}"),
                    tag("rect", y=-12, width=58, height=24, rx=4, class_="sheet"),
                    signs[bonus],
                    label(42, 6, f"+{n}", class_="mid bold", font_size=15),
                    id=f"bonus-{bonus}",
                    data_kind="bonus",
                    data_value=bonus,
                    transform=move(X + x, y),
                )
            )
            x += 66
