"""What `make bench` and `tools/compare.py` measure: a line for each setting, with what is demanded of it."""

from __future__ import annotations

from typing import Final, NamedTuple

WAR: Final = ("alliances", "commanders", "age_of_wars", "distant_campaigns", "crusades", "poland")
WAR_OF_EIGHT: Final = WAR[:-1]
"""Poland is for four at most."""
GOODS: Final = ("landmarks", "alchemists", "heathens", "wyrd", "tribute", "pope", "benjamin")


class Row(NamedTuple):
    """A setting of a game. What is 0 is not demanded."""

    game: str
    players: int
    modules: tuple[str, ...] = ()
    called: str = ""
    """What the set of modules is called."""
    choices: int = 0
    """Choices per second there have to be at least, on a machine like the one of the README."""
    share: float = 0.0
    """The same as a share of what the base game makes with as many players, in the same run."""
    copy: float = 0.0
    """Microseconds a copy may take at most."""

    @property
    def name(self) -> str:
        """The setting in a few words."""
        return f"{self.game} + {self.called}" if self.called else self.game


ROWS: Final = (
    Row("staufer", 2),
    Row("staufer", 3),
    Row("staufer", 4),
    Row("staufer", 5),
    Row("wallenstein", 3),
    Row("wallenstein", 4),
    Row("wallenstein", 5),
    Row("wallenstein", 5, ("court", "landsknechte", "leaders"), "all modules"),
    Row("mil", 2),
    Row("mil", 3),
    Row("mil", 4),
    Row("mil", 5),
    Row("mil", 5, ("time_is_gold", "pope_calls", "kings_claim"), "all modules"),
    Row("darkages", 1, choices=15_000, copy=25),
    Row(
        "darkages",
        1,
        ("landmarks", "alchemists", "commanders", "heathens", "pope", "benjamin"),
        "all six",
        choices=15_000,
        copy=25,
    ),
    Row("darkages", 2, choices=30_000, copy=10),
    Row("darkages", 3, choices=30_000, copy=10),
    Row("darkages", 4, choices=30_000, copy=10),
    Row("darkages", 4, GOODS, "goods and cards", share=0.8, copy=12),
    Row("darkages", 4, (*GOODS, *WAR), "all thirteen", share=0.6, copy=15),
    Row("darkages", 8, choices=15_000, copy=25),
    Row("darkages", 8, (*GOODS, *WAR_OF_EIGHT), "all twelve", choices=15_000, copy=25),
)


def base_of(row: Row) -> Row:
    """The row that a share is a share of: the base game with as many players."""
    return next(
        other
        for other in ROWS
        if not other.modules and (other.game, other.players) == (row.game, row.players)
    )


def failed(row: Row, choices: float, of_base: float, copy: float) -> list[str]:
    """Which demands measured figures do not meet."""
    found: list[str] = []
    if choices < row.choices:
        found.append(f"{choices:,.0f} choices/s, not {row.choices:,}")
    if of_base < row.share:
        found.append(f"{of_base:.2f} of the base game, not {row.share}")
    if row.copy and copy > row.copy:
        found.append(f"a copy of {copy:.1f} µs, not {row.copy:g}")
    return found
