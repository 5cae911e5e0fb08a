"""The board as plain text, made for a terminal of 100 columns."""

from __future__ import annotations

from collections.abc import Sequence

from pfalz.core.lettering import ROMAN
from pfalz.core.plain import Page as Paper
from pfalz.core.plain import columns, listed, paragraph, written
from pfalz.core.ruleset import Ruleset
from pfalz.core.texts import Texts
from pfalz.games.staufer.codes import ENVOY, NOBLE, PRIVILEGES, kind_of, owner_of
from pfalz.games.staufer.drawing.hints import (
    JOB_KINDS,
    bonus_short,
    chest_text,
    job_help,
    slashed,
    tile_points,
)
from pfalz.games.staufer.final import job_points
from pfalz.games.staufer.lookup import CHEST_KINDS, Lookup
from pfalz.games.staufer.scoring import second_region
from pfalz.games.staufer.state import EMPTY, NO_MARKER, Staufer

CELL = 19


def plain(rules: Ruleset[Staufer], view: Staufer, seat: int, texts: Texts) -> str:
    """The whole table as `seat` sees it."""
    page = Page(rules, view, seat, texts)
    parts = [
        page.head(),
        *page.regions(),
        page.tracks(),
        page.supply(),
        page.rounds(),
        page.privileges(),
    ]
    parts += [page.players(), page.jobs()]
    return written(parts)


class Page(Paper[Staufer]):
    """A view being written down."""

    def __init__(self, rules: Ruleset[Staufer], view: Staufer, seat: int, texts: Texts) -> None:
        super().__init__(rules, view, seat, texts)
        self.t: Lookup = rules.lookup

    def figures(self, envoys: int, nobles: int) -> str:
        """3E 1N"""
        parts = [f"{envoys}{self.word('envoy_letter')}"] if envoys else []
        parts += [f"{nobles}{self.word('noble_letter')}"] if nobles else []
        return " ".join(parts) or "–"

    def chest(self, kind: int) -> str:
        """A chest in one word."""
        return chest_text(self.t, self.texts, "board.chest_short", kind)

    def when(self) -> str:
        """The round."""
        s = self.view
        return self.word("over") if s.over else self.word("round_of", n=s.round, of=self.t.rounds)

    def regions(self) -> list[list[str]]:
        """The ring, clockwise from the king."""
        s = self.view
        return [self.region(s.ring[(s.king + i) % 6], i) for i in range(6)]

    def region(self, region: int, steps: int) -> list[str]:
        """A region: what it gives, its seats with figures and chests, its payment area."""
        s, t, texts = self.view, self.t, self.texts
        marks = [f"+{steps}" if steps else f"<{self.word('king')}>", texts.name("region", region).upper()]
        if s.tile_c and not s.over:
            first, second = s.tile_a[s.round - 1], s.second_marker
            if region == first:
                marks.append("[A]")
            if region == second:
                marks.append("[B]")
            elif second == NO_MARKER and region == second_region(s):
                marks.append("[B?]")
            coming = s.tile_a.index(region) if region in s.tile_a else -1
            if coming >= s.round:
                marks.append(f"({ROMAN[coming]})")
        marks.append(f"  {slashed(tile_points(t, s.point_tile[region]))} {self.word('points')}")
        marks.append(f"  {bonus_short(t, texts, region)}")
        offices = t.region_seats[region]
        rows = [
            [self.office(office) for office in offices],
            *self.stacks([s.under_seat[office] for office in offices]),
        ]
        paid = [
            f"{self.tags[player]} {self.figures(s.paid_at(region, player, 0), s.paid_at(region, player, 1))}"
            for player in range(t.players)
            if s.paid_at(region, player, 0) or s.paid_at(region, player, 1)
        ]
        lines = [" ".join(marks), *[columns(row, CELL, 4) for row in rows]]
        if paid:
            lines.append(f"    {self.word('paid')}: {', '.join(paid)}")
        return lines

    def office(self, office: int) -> str:
        """The number of a seat and who stands on it."""
        s, t = self.view, self.t
        letters = (self.word("envoy_letter"), self.word("noble_letter"))
        here = [figure for figure in (s.left[office], s.right[office]) if figure != EMPTY]
        who = " ".join(f"{self.tags[owner_of(figure)]}:{letters[kind_of(figure)]}" for figure in here) or "–"
        return f"{t.seat_number[office]}{'*' if t.noble_only[office] else ' '} {who}"

    def stacks(self, stacks: Sequence[tuple[int, ...]]) -> list[list[str]]:
        """Chests under seats or spaces, the newest first."""
        depth = max((len(stack) for stack in stacks), default=0)
        return [
            [f"   ({self.chest(stack[-1 - i])})" if i < len(stack) else "" for stack in stacks]
            for i in range(depth)
        ]

    def tracks(self) -> list[str]:
        """The action board and the piles of chests."""
        s = self.view
        rows = [
            ("turn_track", s.turn_track),
            ("supply_track", s.supply_track),
            ("deployment_track", s.deployment_track),
        ]
        lines = [f"{self.word(key):<12}{' '.join(self.tags[p] for p in row) or '–'}" for key, row in rows]
        lines.append(
            f"{self.word('draw_pile')} {sum(s.draw_pile)}, {self.word('discard_pile')} {sum(s.discard_pile)}"
        )
        if s.display:
            lines.append(f"{self.word('display')}: {', '.join(self.chest(kind) for kind in s.display)}")
        return lines

    def supply(self) -> list[str]:
        """The supply table."""
        t = self.t
        figures = [
            f"{i + 1}  {self.figures(t.supply_envoys[i], t.supply_nobles[i])}" for i in range(t.spaces)
        ]
        rows = [figures, *self.stacks(self.view.under_supply)]
        return [self.word("supply_table"), *[columns(row, CELL, 4) for row in rows]]

    def rounds(self) -> list[str]:
        """The round tiles from the present row on."""
        s, texts = self.view, self.texts
        if s.over or not s.tile_c:
            return []
        lines = [self.word("round_tiles")]
        for row in range(s.round - 1, self.t.rounds):
            sign = ">" if row == s.round - 1 else " "
            king = (
                f"{self.word('king')} +{s.tile_c[row]}" if row < len(s.tile_c) else self.word("final_scoring")
            )
            region, condition = texts.name("region", s.tile_a[row]), texts.name("tile_b", s.tile_b[row])
            lines.append(f"  {sign} {ROMAN[row]:<4}{region:<14}{condition:<20}{king}")
        return lines

    def privileges(self) -> list[str]:
        """The piles of the display."""
        piles = [
            f"{self.texts.name('privilege_kind', kind)} ×{count}"
            for kind, count in enumerate(self.view.piles)
            if count
        ]
        return listed(f"{self.word('privileges')}: ", piles) if piles else []

    def players(self) -> list[str]:
        """Points, figures, chests and privileges of everybody."""
        s, t = self.view, self.t
        lines: list[str] = []
        for seat in range(t.players):
            court = f"{self.word('court')} {self.figures(*s.court_of(seat))}"
            away = self.figures(s.in_province(seat, ENVOY), s.in_province(seat, NOBLE))
            province = f"{self.word('province')} {away}"
            points = f"{s.score(seat)} {self.word('points')}"
            lines.append(f"{self.tag(seat)}{self.name(seat, 29):<36}{points:<14}{court:<18}{province}")
            things = [
                f"{count} {self.chest(kind)}"
                for kind, count in enumerate(s.chests[seat * CHEST_KINDS : (seat + 1) * CHEST_KINDS])
                if count
            ]
            if things:
                lines += listed(f"      {self.word('chests')}: ", things)
            owned = [self.texts.name("privilege_kind", k) for k in range(PRIVILEGES) if s.owns(seat, k + 1)]
            if owned:
                lines += listed(f"      {self.word('privileges')}: ", owned)
        return lines

    def jobs(self) -> list[str]:
        """One's own job cards, at the end those of all."""
        s, t, texts = self.view, self.t, self.texts
        lines: list[str] = []
        for seat in range(t.players):
            cards = s.jobs_of(seat)
            if min(cards) < 0:  # hidden, or not dealt yet
                continue
            for category, (card, points) in enumerate(zip(cards, job_points(s, seat), strict=True)):
                worth = f"+{points}" if s.over else self.word("job_now", n=points)
                name = texts.name(JOB_KINDS[category], card)
                help = job_help(t, texts, category, card)
                lines += paragraph(f"[{self.tags[seat]}] {name} ({worth}): {help}", 6)
        return [self.word("jobs"), *lines] if lines else []
