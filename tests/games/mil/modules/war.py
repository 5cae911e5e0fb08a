"""A war of Red's knight A, with a knight of Yellow in the Crusades."""

from __future__ import annotations

from pfalz.games.mil.war import ATTACK
from tests.games.mil.table import (
    GRAIN,
    RED,
    WAR,
    YELLOW,
    Table,
    knight,
)

A, B = knight(RED, "A"), knight(RED, "B")
YA, YB, YC = (knight(YELLOW, column) for column in "ABC")
TILE = 2 * GRAIN + 1


def war(modules: tuple[str, ...], edition: dict[str, object] | None = None) -> Table:
    """Red's A at War; Yellow's A stands in the Crusades."""
    table = Table(4, modules, edition=edition).put(WAR, 1, A)
    table.s.crusades = [YA]
    table.finish_actions().skip_to("war")
    table.s.women = [0] * 4
    for seat in range(4):
        table.cubes(seat)
    return table.make(A, soldiers=9, lands=[GRAIN])


def win(table: Table, target: int) -> Table:
    table.do(RED, ATTACK, target, TILE)
    while table.asked() != "commit":
        table.do(table.who(), 0)
    return table.do(RED, 0, 0).do(target >> 2, 0, 0)
