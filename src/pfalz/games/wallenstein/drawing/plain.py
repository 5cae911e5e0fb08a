"""The board as plain text, made for a terminal of 100 columns."""

from __future__ import annotations

from pfalz.core.lettering import short
from pfalz.core.plain import Page as Paper
from pfalz.core.plain import listed, paragraph, rows, written
from pfalz.core.ruleset import Ruleset
from pfalz.core.state import HIDDEN
from pfalz.core.texts import Texts
from pfalz.games.wallenstein.drawing.hints import season
from pfalz.games.wallenstein.drawing.sheet import Sheet
from pfalz.games.wallenstein.lookup import ACTIONS, BUILDING_IDS, TILE_IDS
from pfalz.games.wallenstein.state import EMPTY, Wallenstein

CELL = 33


def plain(rules: Ruleset[Wallenstein], view: Wallenstein, seat: int, texts: Texts) -> str:
    """The whole table as `seat` sees it."""
    page = Page(rules, view, seat, texts)
    parts = [
        page.head(),
        *page.regions(),
        page.draft(),
        page.actions(),
        page.events(),
        page.order(),
    ]
    parts += [page.cubes(), *[add(page) for add in page.sheet.additions("plain")]]
    parts += [page.players(), page.mats(), page.sources()]
    return written(parts)


class Page(Paper[Wallenstein]):
    """A view being written down."""

    def __init__(self, rules: Ruleset[Wallenstein], view: Wallenstein, seat: int, texts: Texts) -> None:
        super().__init__(rules, view, seat, texts)
        self.sheet = Sheet(rules, view, seat, self.texts)
        self.t = self.sheet.t

    def when(self) -> str:
        """The season."""
        return season(self.view, self.texts, drafting=self.sheet.drafting)

    def legend(self) -> str:
        """What the signs mean, those of the modules too."""
        more = [add(self.texts) for add in self.sheet.additions("plain_legend")]
        return "; ".join([super().legend(), *more])

    def regions(self) -> list[list[str]]:
        """The counties, region by region, three in a line."""
        t = self.t
        parts = []
        for region in range(len(t.region_ids)):
            cells = [self.county(c) for c in t.counties if t.region_of[c] == region]
            parts.append([self.texts.name("region", region).upper(), *rows(cells, CELL, 3)])
        return parts

    def county(self, county: int) -> str:
        """Böhmen 5/3 Ann:4 PK*"""
        s, t = self.view, self.t
        name = short(self.texts.name("county", county), 16)
        owner = s.owner[county]
        who = f"{self.tags[owner]}:{s.armies[county]}" if owner >= 0 else "–"
        things = "".join(self.word(f"{id}_letter") for b, id in enumerate(BUILDING_IDS) if s.has(county, b))
        things += "." * (t.sites[county] - s.buildings[county].bit_count()) + "*" * s.markers[county]
        things += "".join([add(self, county) for add in self.sheet.additions("plain_county")])
        cell = f"{name} {t.taxes[county]}/{t.grain[county]}"
        return f"{cell:<20} {who} {things}"

    def draft(self) -> list[str]:
        """The open county cards and the deck."""
        s = self.view
        if not s.open_counties:
            return []
        left = sum(s.owner[c] < 0 for c in self.t.counties) - len(s.open_counties)
        cards = [self.texts.name("county", county) for county in s.open_counties]
        return listed(f"{self.word('draft')}: ", [*cards, self.word("deck_n", n=left)])

    def actions(self) -> list[str]:
        """The action cards still to come; hidden ones are a question mark."""
        s, at = self.view, max(self.sheet.space, 0)
        if not s.action_row or at >= ACTIONS:
            return []
        names = [self.texts.name("action", action) for action in s.action_row]
        names += ["?"] * (ACTIONS - len(names))
        cards = [f"{space + 1}. {name}" for space, name in enumerate(names) if space >= at]
        return listed(f"{self.word('actions')}: ", cards)

    def events(self) -> list[str]:
        """The event in force between signs, then those that are open."""
        s, texts = self.view, self.texts
        cards = [f">{texts.name('event_card', s.event)}<"] if s.event >= 0 else []
        for card in s.event_row:
            loss = texts.say("board.winter_loss", n=self.t.winter_loss[card])
            name = texts.name("event_card", card)
            cards.append(name if "(" in name else f"{name} ({loss})")
        return listed(f"{self.word('events')}: ", cards) if cards else []

    def order(self) -> list[str]:
        """The boxes of the player order with tiles and tokens."""
        s = self.view
        cells = []
        for place, tile in enumerate(s.tiles):
            what = self.texts.text(f"board.tile_short.{TILE_IDS[tile]}") if tile >= 0 else ""
            who = f"[{self.tags[s.place.index(place)]}]" if place in s.place else ""
            if what or who:
                cells.append(f"{place + 1}. {what} {who}".replace("  ", " ").strip())
        return listed(f"{self.word('order')}: ", cells) if cells else []

    def cubes(self) -> list[str]:
        """Cube tower, tray and common supply."""
        s = self.view
        names = [*self.tags, self.word("peasants")]
        found = []
        for key, counts in (("tower", s.tower), ("tray", s.tray)):
            cells = [f"{names[i]} {n}" for i, n in enumerate(counts) if n]
            found += listed(f"{self.word(key)}: ", cells)
        stock = [f"{self.texts.name('building', b)} {s.stock(b)}" for b in range(len(BUILDING_IDS))]
        return found + listed(f"{self.word('stock')}: ", [*stock, f"{names[-1]} {s.supply[-1]}"])

    def players(self) -> list[str]:
        """Points, Thalers, grain, armies, and what the modules add."""
        s = self.view
        found: list[str] = []
        for seat in range(self.t.players):
            found.append(f"{self.tag(seat)}{self.name(seat, 30)}: {s.score(seat)} {self.word('points')}")
            cells = [
                f"{self.word(key)} {n}"
                for key, n in (
                    ("thalers", s.thalers[seat]),
                    ("grain", s.grain[seat]),
                    ("armies", s.supply[seat]),
                    ("counties", s.owner.count(seat)),
                )
            ]
            found += listed("      ", [*cells, *self.extras(seat)])
            if s.groups[seat]:
                found += paragraph(f"      {self.word('groups')}: {' '.join(map(str, s.groups[seat]))}", 0)
        return found

    def extras(self, seat: int) -> list[str]:
        """What modules add to the line of a player."""
        return [cell for add in self.sheet.additions("plain_player") for cell in add(self, seat)]

    def mats(self) -> list[str]:
        """What lies on the mats: own cards, those turned up, and how many are face down."""
        s = self.view
        boxes = s.boxes()
        found: list[str] = []
        for seat in range(self.t.players):
            cards = s.mat[seat * boxes : (seat + 1) * boxes]
            shown = [
                f"{self.texts.name('box', box)} = {self.texts.name('card', card)}"
                for box, card in enumerate(cards)
                if card not in (EMPTY, HIDDEN)
            ]
            hidden = cards.count(HIDDEN)
            if hidden:
                shown.append(f"{hidden} × ?")
            if shown:
                found += listed(f"[{self.tags[seat]}] ", shown)
        return found

    def sources(self) -> list[str]:
        """Where the points came from, at the end."""
        s, n = self.view, self.t.players
        if not s.over:
            return []
        found = [self.word("sources")]
        for source, points in enumerate(zip(*[s.breakdown(seat).values() for seat in range(n)], strict=True)):
            if any(points):
                name = self.texts.name("source", source)
                found.append(f"  {name:<28}" + "".join(f"{p:>8}" for p in points))
        return found
