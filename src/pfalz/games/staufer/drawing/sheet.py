"""What the parts of the drawing need to know, and how pieces are put on the sheet."""

from __future__ import annotations

from pfalz.core.ruleset import Ruleset
from pfalz.core.sheet import Sheet as Paper
from pfalz.core.texts import Texts
from pfalz.games.staufer.drawing import identity
from pfalz.games.staufer.drawing.hints import chest_hint
from pfalz.games.staufer.drawing.pieces import badge, chest, figure
from pfalz.games.staufer.state import Staufer
from pfalz.games.staufer.tables import Tables

ROMAN = ("I", "II", "III", "IV", "V", "VI", "VII")


class Sheet(Paper[Staufer]):
    """A view being drawn for a seat, in a language."""

    def __init__(self, rules: Ruleset[Staufer], view: Staufer, seat: int, texts: Texts) -> None:
        super().__init__(rules, view, seat, texts)
        self.t: Tables = rules.tables
        self.figures = identity.figures(view)
        self.chests = identity.chests(view)
        self.asked = {ask.seat for ask in rules.asks(view)}
        places = rules.outcome(view).places if view.over else ()
        self.winners = {player for player, place in enumerate(places) if place == 1}

    @property
    def laid_out(self) -> bool:
        """Whether the round tiles are on the table."""
        return len(self.view.tile_c) > 0

    def put_figure(
        self,
        seat: int,
        kind: int,
        n: int,
        x: float,
        y: float,
        scale: float,
        lying: bool = False,
        standing: int | None = None,
    ) -> None:
        """Put figure number `n` of a seat and kind on the sheet; `standing` is its position on the seats."""
        self.pieces.append(
            figure(
                seat,
                kind,
                x,
                y,
                scale,
                lying=lying,
                id=f"fig-{seat}-{kind}-{n}",
                data_kind=None if standing is None else "standing",
                data_value=standing,
            )
        )

    def put_chest(
        self, kind: int, n: int, x: float, y: float, offered: bool = False, below: tuple[int, ...] = ()
    ) -> None:
        """Put chest number `n` of a kind on the sheet; it speaks for those below it, too."""
        hint = chest_hint(self.t, self.texts, kind)
        if below:
            names = ", ".join(self.texts.name("chest", other) for other in reversed(below))
            hint = f"{hint} {self.word('beneath').format(chests=names)}"
        self.pieces.append(
            chest(
                self.t,
                kind,
                x,
                y,
                hint,
                id=f"chest-{kind}-{n}",
                data_kind="chest" if offered else None,
                data_value=kind if offered else None,
            )
        )

    def put_stack(
        self, place: int, stack: tuple[int, ...], numbers: tuple[int, ...], x: float, y: float
    ) -> None:
        """Put a stack of chests on the sheet, the newest on top and lowest."""
        top = len(stack) - 1
        step = 7.0 if top < 3 else 21.0 / top
        for depth, (kind, n) in enumerate(zip(stack, numbers, strict=True)):
            below = stack[:top] if depth == top else ()
            self.put_chest(kind, n, x, y - step * (top - depth), below=below)
        if top > 0:
            self.pieces.append(badge(len(stack), x + 18, y - 10, id=f"count-{place}"))
