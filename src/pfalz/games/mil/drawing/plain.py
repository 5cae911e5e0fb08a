"""The board as plain text, made for a terminal of 100 columns."""

from __future__ import annotations

from pfalz.core.lettering import ROMAN
from pfalz.core.plain import Page as Paper
from pfalz.core.plain import paragraph, written
from pfalz.core.ruleset import Ruleset
from pfalz.core.sheet import additions
from pfalz.core.state import HIDDEN
from pfalz.core.texts import Texts
from pfalz.games.mil.drawing.hints import sphere_name
from pfalz.games.mil.drawing.sheet import Sheet
from pfalz.games.mil.drawing.situation import case_of, situation
from pfalz.games.mil.lookup import LIMITED_IDS, RESOURCE_IDS, Lookup
from pfalz.games.mil.state import BLACK, EMPTY, FAMILY_TOKEN, PRODUCTIVE, WHITE, WITH_HEIR, Mil

SIGNS = {WHITE: "W", BLACK: "X", EMPTY: "o"}


def plain(rules: Ruleset[Mil], view: Mil, seat: int, texts: Texts) -> str:
    """The whole table as `seat` sees it."""
    page = Page(rules, view, seat, texts)
    parts = [page.head(), page.spheres(), page.free_land(), page.now()]
    parts += [page.family(player) for player in range(rules.players)]
    return written(parts)


class Page(Paper[Mil]):
    """A view being written down."""

    def __init__(self, rules: Ruleset[Mil], view: Mil, seat: int, texts: Texts) -> None:
        super().__init__(rules, view, seat, texts)
        self.t: Lookup = rules.lookup

    def who(self, k: int) -> str:
        """A knight in a few letters."""
        return f"{self.tags[k >> 2]}.{self.texts.name('column', k & 3)}"

    def when(self) -> str:
        """The round."""
        s = self.view
        return self.word("over") if s.over else self.word("round_of", n=s.round, of=self.t.rounds)

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
            lines += paragraph(head + (row or "–"), 16)
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
                tiles = texts.say("board.tiles", n=s.heights[stack])
                words = f"{texts.name('land', top)} ({self.word('defence')} {strength}, {tiles})"
            parts.append(f"{texts.name('stack', stack)}: {words}")
        lines = paragraph(f"{self.word('free_land')}: {'; '.join(parts)}")
        if sum(s.gone):
            lines.append(f"  {texts.say('board.gone', n=sum(s.gone))}")
        return lines

    def now(self) -> list[str]:
        """What is going on, with the cubes on the table."""
        sheet = Sheet(self.rules, self.view, self.seat, self.texts)
        words, cubes, tile = situation(sheet, case_of(sheet), self.texts)
        parts = [words]
        if any(cubes):
            parts.append(self.cubes(cubes))
        if tile >= 0:
            parts.append(self.texts.name("land", tile >> 1))
        return paragraph(f"> {' | '.join(parts)}")

    def cubes(self, cubes: tuple[int, ...]) -> str:
        """Cubes by kind."""
        short = [self.texts.text(f"board.resource_short.{id}") for id in RESOURCE_IDS]
        return " ".join(f"{name} {n}" for name, n in zip(short, cubes, strict=True))

    def family(self, seat: int) -> list[str]:
        """A family: points, lineage zone, cubes, and a line for each knight."""
        s = self.view
        name = self.name(seat, 24, [self.word("start_player")] * (s.starter == seat))
        hand = s.hand(seat)
        cubes = self.word("screen_closed") if HIDDEN in hand else self.cubes(tuple(hand))
        lineage = f"{self.word('women')} {s.women[seat]}  {self.word('privileges')} {s.privileges[seat]}"
        score = f"{s.score(seat)} {self.word('pp')}"
        lines = paragraph(f"{self.tag(seat)}{name}  {score}  {lineage}  {cubes}", 6)
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
