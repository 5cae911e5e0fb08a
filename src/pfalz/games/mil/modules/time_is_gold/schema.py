"""The shape of the module's data file."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from pfalz.games.mil.schema import Cell, Row

Numbers = list[Annotated[int, Meta(ge=1, le=5)]]


class Printed(Row):
    court: Numbers
    market: Numbers
    war: Numbers
    curia: Numbers


class PrintedFile(Cell):
    printed: Printed
