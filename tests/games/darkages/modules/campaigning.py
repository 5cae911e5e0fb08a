"""A table of the Distant Campaigns: everybody has given up a card, tests deal others."""

from __future__ import annotations

from typing import Any

from pfalz.core.state import NATURE
from pfalz.games.darkages.modules.distant_campaigns.state import Campaigns
from tests.games.darkages.table import Table

MODULE = ("distant_campaigns",)


class War(Table):
    """A table with campaigns; everybody gives up the first of his cards."""

    def __init__(self, players: int = 4, more: tuple[str, ...] = (), **options: Any) -> None:
        super().__init__(players, modules=(*more, *MODULE), **options)
        while self.asked() in ("keep_battle", "keep_campaigns"):
            ask = next(ask for ask in self.asks() if not ask.answered)
            self.play(ask.seat, (ask.options(self.s) or ())[:1])
            if not self.asks() or self.asks()[0].seat == NATURE:
                self.let_nature()
        self.let_nature()

    @property
    def slice(self) -> Campaigns:
        part = self.s.slices["distant_campaigns"]
        assert isinstance(part, Campaigns)
        return part

    def campaign(self, area: str) -> int:
        """The number of a card."""
        return self.slice.t.ids.index(area)

    @property
    def nothing(self) -> int:
        """No card is played."""
        return len(self.slice.t.ids)

    def cards(self, seat: int, *areas: str) -> War:  # type: ignore[override]
        """A seat has exactly these cards; whoever had them gets others."""
        part = self.slice
        wanted = [self.campaign(area) for area in areas]
        part.hand[seat] = ()
        for column in (part.hand, part.given_up):
            for other, cards in enumerate(column):
                if set(cards) & set(wanted):
                    used = {card for row in (*part.hand, *part.given_up) for card in row} | set(wanted)
                    free = [card for card in range(len(part.t.ids)) if card not in used]
                    kept = [card for card in cards if card not in wanted]
                    column[other] = tuple(sorted([*kept, *free[: len(cards) - len(kept)]]))
        part.hand[seat] = tuple(sorted(wanted))
        return self

    def goes_far(self, seat: int, area: str, origin: str, *army: int) -> War:
        """A March with a campaign card."""
        self.act(seat, "march")
        self.do(seat, self.campaign(area), self.area(origin), *army, ask="campaign")
        return self
