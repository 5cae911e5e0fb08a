"""The board as plain text, made for a terminal of 100 columns."""

from __future__ import annotations

from textwrap import wrap

from pfalz.core.ruleset import Ruleset
from pfalz.core.sheet import additions
from pfalz.core.state import HIDDEN
from pfalz.core.texts import Texts
from pfalz.games.mil.drawing.hints import number, sphere_name
from pfalz.games.mil.drawing.sheet import ROMAN, Sheet
from pfalz.games.mil.drawing.situation import situation
from pfalz.games.mil.state import BLACK, EMPTY, FAMILY_TOKEN, PRODUCTIVE, WHITE, WITH_HEIR, Mil
from pfalz.games.mil.tables import LIMITED_IDS, RESOURCE_IDS, Tables

WIDTH = 100
SIGNS = {WHITE: "W", BLACK: "X", EMPTY: "o"}


def plain(rules: Ruleset[Mil], view: Mil, seat: int, texts: Texts) -> str:
    """The whole table as `seat` sees it."""
    page = Page(rules, view, seat, texts)
    parts = [page.head(), page.spheres(), page.free_land(), page.now()]
    parts += [page.family(player) for player in range(rules.players)]
    return "\n\n".join("\n".join(line.rstrip() for line in part) for part in parts if part) + "\n"


class Page:
    """A view being written down."""

    def __init__(self, rules: Ruleset[Mil], view: Mil, seat: int, texts: Texts) -> None:
        self.rules = rules
        self.view = view
        self.seat = seat
        self.texts = texts
        self.t: Tables = rules.tables
        self.tags = short_names(texts.seats)

    def word(self, key: str) -> str:
        """A label of the board."""
        return self.texts.text(f"board.{key}")

    def who(self, k: int) -> str:
        """A knight in a few letters."""
        return f"{self.tags[k >> 2]}.{self.texts.name('column', k & 3)}"

    def head(self) -> list[str]:
        """Title, round, legend."""
        s = self.view
        when = self.word("over")
        if not s.over:
            when = number(self.texts, "board.round_of", n=s.round, of=self.t.rounds)
        title = self.texts.text("game.title")
        legend = [self.word("legend"), *[add(self.texts) for add in additions(self.rules, "legend")]]
        return [f"{title}{when:>{WIDTH - len(title)}}", *wrap(", ".join(legend), WIDTH)]

    def spheres(self) -> list[str]:
        """A line for each sphere."""
        s, t = self.view, self.t
        lines = []
        for i, id in enumerate(t.sphere_ids):
            if id in LIMITED_IDS:
                first = LIMITED_IDS.index(id) * t.per_sphere
                cells = [self.slot(slot) for slot in range(first, first + t.per_sphere)]
            else:
                cells = [self.who(k) for k in (s.monastery if id == "monastery" else s.crusades)]
            row = "".join(f"{cell:<9}" for cell in cells) if id in LIMITED_IDS else " ".join(cells)
            head = f"{ROMAN[i]:<4}{sphere_name(self.texts, id):<12}"
            lines += wrap(head + (row or "–"), WIDTH, subsequent_indent=" " * 16, drop_whitespace=True)
        return lines

    def slot(self, slot: int) -> str:
        """What stands or lies on a slot."""
        what = self.view.slots[slot]
        if what >= FAMILY_TOKEN:
            return f"[{self.tags[what - FAMILY_TOKEN]}]"
        if what >= 0:
            return self.who(what)
        sign = SIGNS.get(what, "")
        for signed in additions(self.rules, "plain_slot"):
            sign = signed(self.rules, slot, what, sign)
        return sign

    def free_land(self) -> list[str]:
        """The two stacks."""
        s, t, texts = self.view, self.t, self.texts
        parts = []
        for stack, top in enumerate(s.tops):
            words = self.word("empty")
            if top != EMPTY:
                strength = t.stack_defence[stack] + t.land_defence[top]
                tiles = number(texts, "board.tiles", n=s.heights[stack])
                words = f"{texts.name('land', top)} ({self.word('defence')} {strength}, {tiles})"
            parts.append(f"{texts.name('stack', stack)}: {words}")
        lines = wrap(f"{self.word('free_land')}: {'; '.join(parts)}", WIDTH, subsequent_indent="  ")
        if sum(s.gone):
            lines.append(f"  {number(texts, 'board.gone', n=sum(s.gone))}")
        return lines

    def now(self) -> list[str]:
        """What is going on, with the cubes on the table."""
        words, cubes, tile = situation(Sheet(self.rules, self.view, self.seat, self.texts), self.texts)
        parts = [words]
        if any(cubes):
            parts.append(self.cubes(cubes))
        if tile >= 0:
            parts.append(self.texts.name("land", tile >> 1))
        return wrap(f"> {' | '.join(parts)}", WIDTH, subsequent_indent="  ")

    def cubes(self, cubes: tuple[int, ...]) -> str:
        """Cubes by kind."""
        short = [self.texts.text(f"board.resource_short.{id}") for id in RESOURCE_IDS]
        return " ".join(f"{name} {n}" for name, n in zip(short, cubes, strict=True))

    def family(self, seat: int) -> list[str]:
        """A family: points, lineage zone, cubes, and a line for each knight."""
        s = self.view
        marks = [self.word("you")] if seat == self.seat else []
        marks += [self.word("start_player")] if s.starter == seat else []
        name = self.texts.seats[seat][:24] + (f" ({', '.join(marks)})" if marks else "")
        hand = s.hand(seat)
        cubes = self.word("screen_closed") if HIDDEN in hand else self.cubes(tuple(hand))
        lineage = f"{self.word('women')} {s.women[seat]}  {self.word('privileges')} {s.privileges[seat]}"
        score = f"{s.score(seat)} {self.word('pp')}"
        head = f"[{self.tags[seat]}]"
        lines = wrap(f"{head:<6}{name}  {score}  {lineage}  {cubes}", WIDTH, subsequent_indent=" " * 6)
        return [*lines, *[self.knight(k) for k in s.family(seat)]]

    def knight(self, k: int) -> str:
        """A knight with all he has."""
        s, t, texts = self.view, self.t, self.texts
        heir = ("+" if s.knight[k] == WITH_HEIR else "-") + self.word("heir")[:1]
        extra = ("K" if s.kings_soldiers == k else "") + ("A" if s.archbishop == k else "")
        lands = [
            texts.text(f"board.land_short.{t.land_ids[tile >> 1]}") + ("" if tile & PRODUCTIVE else "*")
            for tile in s.land[2 * k : 2 * k + 2]
            if tile >= 0
        ]
        place = self.word("home")
        if k in s.slots:
            place = texts.name("place", s.slots.index(k))
        elif k in s.monastery:
            place = texts.name("place", t.monastery)
        elif k in s.crusades:
            place = texts.name("place", t.crusades)
        lord = f" <{self.tags[s.lord[k]]}>" if s.lord[k] >= 0 else ""
        things = f"{s.soldiers[k]}S {'C' if s.castle[k] else ' '} {extra:<3}"
        return (
            f"      {texts.name('column', k & 3)} {heir} t{s.age[k]} {things} "
            f"{', '.join(lands) or '–':<24}{place}{lord}"
        )


def short_names(names: tuple[str, ...]) -> list[str]:
    """The first letters of every name if they differ, otherwise numbers."""
    for length in (3, 4):
        short = [name[:length].strip() for name in names]
        if len(set(short)) == len(names) and all(short):
            return short
    return [f"#{i + 1}" for i in range(len(names))]
