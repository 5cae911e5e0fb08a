"""What the judgement thinks of modules: `bot.py` of a module may have a `Judge`, called `JUDGE`."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import ClassVar

from mypy_extensions import mypyc_attr

from pfalz.core.ask import Ask
from pfalz.core.ruleset import Ruleset
from pfalz.core.state import Move
from pfalz.games.darkages.odds import Units
from pfalz.games.darkages.outlook import Outlook
from pfalz.games.darkages.state import DarkAges


@mypyc_attr(allow_interpreted_subclasses=True)
class Judge:
    """What the judgement thinks of one module."""

    terms: ClassVar[tuple[str, ...]] = ()
    """Names of the terms it adds to the judgement."""

    def values(self, s: DarkAges, seat: int, o: Outlook) -> list[float]:
        """What the module is worth to a seat, term by term."""
        raise NotImplementedError

    def helps(self, s: DarkAges, seat: int, start: int, end: int) -> Units:
        """What it is worth to an army that attacks, in units more."""
        return (0, 0, 0)

    def promise(self, s: DarkAges, seat: int) -> float:
        """What a March promises that is not possible without the module."""
        return 0.0

    def haste(self, s: DarkAges, seat: int, assault: Move) -> float:
        """What speaks for making the best attack now, beyond what it promises; see `marches.py`."""
        return 0.0

    def candidates(self, s: DarkAges, ask: Ask) -> list[Move]:
        """Answers worth a look to a question of the module; nothing where all are looked at."""
        return []

    def prize(self, s: DarkAges, seat: int, area: int) -> float:
        """What a victory in an area brings by the module, beside the area itself."""
        return 0.0


def judges(rules: Ruleset[DarkAges]) -> list[Judge]:
    """What is thought of the modules in play, in their order."""
    found: list[Judge] = []
    for module in rules.modules:
        judge = _judge(module.package)
        if judge is not None:
            found.append(judge)
    return found


@cache
def _judge(package: str) -> Judge | None:
    if not package or find_spec(f"{package}.bot") is None:
        return None
    found: Judge = import_module(f"{package}.bot").JUDGE
    return found
