"""The board as plain text, made for a terminal of 100 columns."""

from __future__ import annotations

from pfalz.core.lettering import ROMAN, capital, short
from pfalz.core.plain import NONE as NOTHING
from pfalz.core.plain import Page as Paper
from pfalz.core.plain import listed, paragraph, rows, written
from pfalz.core.ruleset import Ruleset
from pfalz.core.sheet import additions
from pfalz.core.state import HIDDEN
from pfalz.core.texts import Texts
from pfalz.games.darkages.drawing.hints import UNKNOWN, Land, land_of, moment
from pfalz.games.darkages.lookup import Lookup
from pfalz.games.darkages.offer import cards_left
from pfalz.games.darkages.possible import accessible
from pfalz.games.darkages.state import FREE, NONE, DarkAges
from pfalz.games.darkages.words import ACTION_IDS, GOODS, RESOURCE_IDS, UNIT_IDS, UNITS

CELL = 50


def plain(rules: Ruleset[DarkAges], view: DarkAges, seat: int, texts: Texts) -> str:
    """The whole table as `seat` sees it."""
    page = Page(rules, view, seat, texts)
    parts = [page.head(), *page.regions(), page.battle(), page.actions(), page.offer(), page.supply()]
    parts += [add(page) for add in additions(rules, "plain")]
    parts += [page.player(player) for player in range(rules.players)]
    return written([*parts, page.sources()])


class Page(Paper[DarkAges]):
    """A view being written down."""

    def __init__(self, rules: Ruleset[DarkAges], view: DarkAges, seat: int, texts: Texts) -> None:
        super().__init__(rules, view, seat, texts)
        self.t: Lookup = rules.lookup
        self.letters = [self.word(f"plain.{id}_letter") for id in RESOURCE_IDS]
        self.ranks = [self.word(f"plain.{id}_letter") for id in UNIT_IDS]

    def when(self) -> str:
        """Whose turn it is."""
        return short(moment(self.view, self.texts), 60)

    def legend(self) -> str:
        """What the signs mean."""
        return self.word("plain.legend")

    def side(self, side: int) -> str:
        """A player in a few letters, or the barbarians."""
        return self.tags[side] if side < self.rules.players else self.texts.name("side", side)

    # -- the map ----------------------------------------------------------------------------------

    def regions(self) -> list[list[str]]:
        """The areas region by region, two in a line."""
        t = self.t
        found: list[list[str]] = []
        for region in range(len(t.region_ids)):
            cells = [self.area(area) for area in t.every_area if t.region[area] == region]
            found.append([self.texts.name("region", region).upper(), *rows(cells, CELL, 2)])
        return [[line for part in found for line in part]]

    def area(self, area: int) -> str:
        """Swabia (L) Kon 2I 1C MM City[LL.] T2"""
        land = land_of(self.view, area)
        name = short(self.texts.name("area", area), 18)
        head = f"{name} ({self.letters[self.t.resource[area]]})"
        return f"{head:<22} {' '.join(filter(None, (self.garrison(land), self.buildings(land))))}"

    def garrison(self, land: Land) -> str:
        """Who stands in an area."""
        if land.owner != FREE:
            units = [f"{n}{self.ranks[unit]}" for unit, n in enumerate(land.units) if n]
            mark = self.word("plain.home_letter") if land.home != FREE else ""
            manors = self.word("plain.manor_letter") * land.manors
            return " ".join(filter(None, (self.side(land.owner) + mark, *units, manors)))
        if land.look == NONE:
            return NOTHING
        known = [self.look(look) for look in (land.look, land.back) if look != UNKNOWN]
        return f"<{'|'.join(known)}>"

    def look(self, look: int) -> str:
        """One side of a barbarian marker: units, or the number of the reward in the list of rewards."""
        if look < len(self.t.look_units):
            return "".join([f"{n}{self.ranks[unit]}" for unit, n in enumerate(self.t.look_units[look]) if n])
        return self.texts.name("look", look)

    def buildings(self, land: Land) -> str:
        """What is built in an area."""
        stand = "".join([self.letters[i] * n for i, n in enumerate(land.production)])
        stand += self.word("plain.church_letter") * land.churches
        if not land.city:
            return stand
        tower = f" {self.word('plain.tower_letter')}{land.floors}" if land.floors else ""
        return f"[{stand:.<3}]{tower}"

    # -- the culture board ------------------------------------------------------------------------

    def actions(self) -> list[str]:
        """The bands with their action cards and the discs under them (D-4.3)."""
        s = self.view
        if len(s.bands) < len(ACTION_IDS) or len(set(s.bands)) < len(ACTION_IDS):
            return []
        cells = []
        for action in s.bands:
            discs = " ".join([self.side(side) for side in s.stacks[action]])
            cells.append(f"{self.texts.name('action', action)} [{discs}]")
        found = listed(f"{self.word('plain.actions')}: ", cells)
        holders = []
        for title, holder in enumerate(s.title):
            used = self.word("plain.used") if s.sideways[title] else ""
            who = self.side(holder) + used if holder != FREE else NOTHING
            holders.append(f"{self.texts.name('title', title)} {who}")
        return found + listed(f"{self.word('plain.titles')}: ", holders)

    def offer(self) -> list[str]:
        """The cards on offer, each with those who may take it (D-6.2)."""
        s = self.view
        if not s.offered:
            return []
        open_to = [accessible(s, seat) for seat in range(self.rules.players)] if self._begun() else []
        cells = []
        for place, card in enumerate(s.offered):
            who = [self.tags[seat] for seat, places in enumerate(open_to) if places >> place & 1]
            cells.append(f"{place + 1}. {self.texts.name('card', card)} ({', '.join(who) or NOTHING})")
        found = listed(f"{self.word('plain.offer')}: ", cells)
        return [*found, self.word("plain.deck", n=cards_left(s), of=len(s.discard))]

    def supply(self) -> list[str]:
        """What is left for all (D-1.5)."""
        s = self.view
        return [
            self.word("plain.left", cities=s.cities_left, churches=s.churches_left, floors=s.floors_left),
        ]

    def _begun(self) -> bool:
        return NONE not in self.view.ruler[: self.rules.players]

    # -- the battle -------------------------------------------------------------------------------

    def battle(self) -> list[str]:
        """The battle that is being fought: who, where, and with what."""
        s = self.view
        if s.battle == NONE or not s.within("battle"):
            return []
        head = self.texts.text("board.plain.battle", {"area": ("area", s.battle)})
        found = paragraph(head)
        for role in (0, 1):
            army = [
                f"{n}× {self.texts.name('target', target)}" for target, n in enumerate(s.army_of(role)) if n
            ]
            who = f"{capital(self.texts.name('role', role))} {self.side(s.fighting(role))}"
            found += listed(f"  {who}: ", army)
        return found

    # -- players ----------------------------------------------------------------------------------

    def player(self, seat: int) -> list[str]:
        """Everything on the board of a player, and the cards the viewer may see."""
        s, texts = self.view, self.texts
        ruler = [texts.name("ruler", s.ruler[seat])] if s.ruler[seat] != NONE else []
        head = f"{self.tag(seat)}{self.name(seat, 30, ruler)}: {s.score(seat)} {self.word('plain.points')}"
        owned = s.goods[GOODS * seat : GOODS * (seat + 1)]
        cells = [f"{texts.name('goods', goods)} {n}" for goods, n in enumerate(owned)]
        counts = (
            ("discs", s.discs[seat]),
            ("exhausted", s.exhausted[seat]),
            ("culture", s.culture[seat]),
            ("storage", s.storage[seat]),
            ("manors", s.row[seat]),
            ("trophies", len(s.trophies[seat])),
        )
        cells += [f"{self.word(f'plain.{key}')} {n}" for key, n in counts]
        found = [*paragraph(head), *listed("      ", cells)]
        units = [
            f"{texts.name('face', s.face[UNITS * seat + unit])} {s.supply[UNITS * seat + unit]}"
            for unit in range(UNITS)
        ]
        found += listed(f"      {self.word('plain.units')}: ", units)
        laid = [f"{texts.name('card', card)} {_level(s.level[card])}" for card in s.laid[seat]]
        if laid:
            found += listed(f"      {self.word('plain.achievements')}: ", laid)
        found += self.hand(seat)
        for add in additions(self.rules, "plain_player"):
            found += add(self, seat)
        return found

    def hand(self, seat: int) -> list[str]:
        """The cards in a hand by name, or how many there are (D-20.2)."""
        cards = self.view.hand[seat]
        known = [self.texts.name("card", card) for card in cards if card != HIDDEN]
        hidden = len(cards) - len(known)
        return listed(f"      {self.word('plain.hand')}: ", known + [f"{hidden} × ?"] * bool(hidden))

    def sources(self) -> list[str]:
        """Where the points came from, at the end."""
        s, n = self.view, self.rules.players
        if not s.over:
            return []
        found = [self.word("plain.sources")]
        for source, points in enumerate(zip(*[s.breakdown(seat).values() for seat in range(n)], strict=True)):
            if any(points):
                name = self.texts.name("source", source)
                found.append(f"  {name:<28}" + "".join(f"{p:>8}" for p in points))
        return found


def _level(level: int) -> str:
    return ROMAN[level - 1] if level else "0"
