"""What the parts of the drawing need to know, and how pieces are put on the sheet."""

from __future__ import annotations

from pfalz.core.draw import tag
from pfalz.core.ruleset import Ruleset
from pfalz.core.sheet import Sheet as Paper
from pfalz.core.texts import Texts
from pfalz.games.staufer.drawing import identity
from pfalz.games.staufer.drawing.hints import chest_hint, privilege_hint
from pfalz.games.staufer.drawing.pieces import badge, chest, figure, seal
from pfalz.games.staufer.lookup import Lookup
from pfalz.games.staufer.scoring import second_region
from pfalz.games.staufer.state import NO_MARKER, Staufer

AREA = tag("rect", x=-20, y=-20, width=40, height=40, fill="none", style="pointer-events:all")
"""What a finger may touch to choose a chest."""


class Sheet(Paper[Staufer]):
    """A view being drawn for a seat, in a language."""

    def __init__(self, rules: Ruleset[Staufer], view: Staufer, seat: int, texts: Texts) -> None:
        super().__init__(rules, view, seat, texts)
        self.t: Lookup = rules.lookup
        self._figures: identity.Figures | None = None
        self._chests: identity.Chests | None = None
        self.over = view.over
        self.laid_out = len(view.tile_c) > 0
        """Whether the round tiles are on the table."""
        self._second: tuple[int, bool] | None = None

    @property
    def figures(self) -> identity.Figures:
        """Numbers of all figures."""
        if self._figures is None:
            self._figures = identity.figures(self.view)
        return self._figures

    @property
    def chests(self) -> identity.Chests:
        """Numbers of all chests."""
        if self._chests is None:
            self._chests = identity.chests(self.view)
        return self._chests

    @property
    def second(self) -> tuple[int, bool]:
        """The second region of this round, and whether it is fixed (S-17.4)."""
        if self._second is None:
            self._second = self._find_second()
        return self._second

    def _find_second(self) -> tuple[int, bool]:
        s = self.view
        if self.over or not self.laid_out:
            return NO_MARKER, False
        if s.second_marker != NO_MARKER:
            return s.second_marker, True
        return second_region(s), False

    def put_figure(
        self, seat: int, kind: int, n: int, x: float, y: float, scale: float, lying: bool = False
    ) -> None:
        """Put figure number `n` of a seat and kind on the sheet."""
        self.pieces.append(figure(seat, kind, n, x, y, scale, 90 if lying else 0))

    def put_chest(
        self, kind: int, n: int, x: float, y: float, offered: bool = False, below: tuple[int, ...] = ()
    ) -> None:
        """Put chest number `n` of a kind on the sheet; it speaks for those below it, too."""
        facts = ("chest", kind, n, x, y, offered, below)
        self.pieces.append(self.told(facts, lambda: self._chest(kind, n, x, y, offered, below)))

    def _chest(self, kind: int, n: int, x: float, y: float, offered: bool, below: tuple[int, ...]) -> str:
        hint = chest_hint(self.t, self.texts, kind)
        if below:
            names = ", ".join(self.texts.name("chest", other) for other in reversed(below))
            hint = f"{hint} {self.word('beneath').format(chests=names)}"
        return chest(
            self.t,
            kind,
            x,
            y,
            hint,
            AREA if offered else "",
            id=f"chest-{kind}-{n}",
            data_kind="chest" if offered else None,
            data_value=kind if offered else None,
        )

    def put_seal(self, kind: int, n: int, x: float, y: float, left: int) -> None:
        """Put copy number `n` of a privilege on the sheet; it says what is left of its pile."""
        facts = ("seal", kind, n, x, y, left)
        self.pieces.append(self.told(facts, lambda: self._seal(kind, n, x, y, left)))

    def _seal(self, kind: int, n: int, x: float, y: float, left: int) -> str:
        hint = privilege_hint(self.t, self.texts, kind, left)
        return seal(self.t, kind, x, y, hint, id=f"priv-{kind + 1}-{n}")

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
            self.pieces.append(badge(len(stack), x + 18, y - 12, 1.4, id=f"count-{place}"))
