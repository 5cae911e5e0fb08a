"""Gaining figures (S-8): from the province, or as a replacement out of a payment area.

All gains of the game come through here, so the replacements hold for all of them (S-8.6, S-R21).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, Final

from pfalz.core.ask import Choice, Reason, because
from pfalz.core.state import Args
from pfalz.games.staufer.codes import ENVOY, NOBLE, REGIONS, figure_of
from pfalz.games.staufer.events import FIGURE_GAINED, FIGURE_RECALLED, GAIN_LOST, GAIN_WAIVED
from pfalz.games.staufer.state import Staufer

# answers of the replacement question; the others are the regions of payment areas
FROM_PROVINCE: Final = REGIONS
WAIVE: Final = FROM_PROVINCE + 1


def gain(s: Staufer, seat: int, envoys: int, nobles: int) -> None:
    """Gain several figures, one after the other, nobles first (S-8.7)."""
    if s.in_province(seat, ENVOY) >= envoys and s.in_province(seat, NOBLE) >= nobles:
        for _ in range(nobles):
            from_province(s, seat, NOBLE)
        for _ in range(envoys):
            from_province(s, seat, ENVOY)
        return
    for _ in range(envoys):
        s.call("gain", seat, ENVOY, 0)
    for _ in range(nobles):
        s.call("gain", seat, NOBLE, 0)


def gain_one(s: Staufer, seat: int, kind: int, must: int) -> None:
    """Gain one figure (S-8.1), or be asked for a replacement; `must` forbids waiving it (S-18.6)."""
    if s.in_province(seat, kind) > 0:
        from_province(s, seat, kind)
    elif sources(s, seat, kind):
        s.call("replacement", seat, kind, must)
    else:
        s.emit(GAIN_LOST, seat, kind)  # S-8.5


def from_province(s: Staufer, seat: int, kind: int) -> None:
    """A figure goes from the province to the court (S-8.1)."""
    figure = figure_of(seat, kind)
    s.province[figure] -= 1
    s.court[figure] += 1
    s.emit(FIGURE_GAINED, seat, kind)


def sources(s: Staufer, seat: int, kind: int) -> list[int]:
    """Where a replacement can come from when the province has no figure of this kind (S-8.2 to S-8.4)."""
    areas = [region for region, n in enumerate(s.paid_by(seat, kind)) if n]
    if areas or kind == ENVOY:
        return areas
    if s.in_province(seat, ENVOY) > 0:
        return [FROM_PROVINCE]
    return [region for region, n in enumerate(s.paid_by(seat, ENVOY)) if n]


class Replacement(Choice[Staufer]):
    """Which payment area a replacement is taken from, or none (S-8.8, S-18.2)."""

    name: ClassVar[str] = "replacement"
    rule: ClassVar[str] = "S-18.2"
    of: ClassVar[str] = "source_of_gain"
    called: ClassVar[str] = "source"

    def seat(self, s: Staufer, args: Args) -> int:
        return args[0]

    def about(self, args: Args) -> Mapping[str, tuple[str, int]]:
        return {"figure": ("figure", args[1])}

    def values(self, s: Staufer, seat: int, args: Args) -> Sequence[int]:
        found = sources(s, seat, args[1])
        return found if args[2] else [*found, WAIVE]

    def refusal(self, s: Staufer, seat: int, args: Args, value: int) -> Reason:
        if value == WAIVE:
            return because("gain_needed", "S-18.6")
        if value == FROM_PROVINCE:
            return because("no_substitute", "S-8.4" if args[1] == NOBLE else "S-8.2")
        return because("nothing_paid_there", "S-8.2" if args[1] == ENVOY else "S-8.3")

    def chosen(self, s: Staufer, seat: int, args: Args, value: int) -> None:
        kind = args[1]
        if value == WAIVE:
            s.emit(GAIN_WAIVED, seat)
        elif value == FROM_PROVINCE:
            from_province(s, seat, ENVOY)  # S-8.4: an envoy for the noble
        else:
            if s.paid_at(value, seat, kind) == 0:
                kind = ENVOY  # S-8.4, then S-8.2
            s.paid[s.payment(value, seat, kind)] -= 1
            s.court[figure_of(seat, kind)] += 1
            s.emit(FIGURE_RECALLED, seat, kind, value)
