"""What the judgement thinks of the Landsknechte: the banners to come."""

from __future__ import annotations

from typing import ClassVar, Final

from pfalz.games.wallenstein.mind import Judge, Mind
from pfalz.games.wallenstein.modules.landsknechte.rules import has_regions
from pfalz.games.wallenstein.modules.landsknechte.state import stacks
from pfalz.games.wallenstein.state import Wallenstein

BANNER: Final = 0.5


class BannerJudge(Judge):
    """Banners of the rounds to come, if the regions are held."""

    terms: ClassVar[tuple[str, ...]] = ("banners",)

    def values(self, s: Wallenstein, seat: int, mind: Mind) -> list[float]:
        if not has_regions(s, seat):
            return [0.0]
        return [BANNER * mind.later * (1.0 + 0.5 * stacks(s).banner[seat])]


JUDGE: Final = BannerJudge()
