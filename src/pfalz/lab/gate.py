"""The gate to the package: whether new weights are better than what plays there now, on seeds of their own.

They meet the squire, and the weights that stand in the package if those fit the game as it is. The seeds of
these matches follow from the weights themselves, so no two networks are chosen between on the same ones.
Where a game has modules they are all in play on some more seeds: weights that are good without them only
would make knights worse.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from pfalz import catalogue
from pfalz.bots import learned
from pfalz.bots.base import BotError
from pfalz.bots.crew import Crew
from pfalz.bots.network import Network
from pfalz.core.presets import widest_set
from pfalz.lab.arena import challenge
from pfalz.lab.champions import SQUIRE, Standing, standings, told
from pfalz.lab.ledger import Ledger, digest

PACKAGE: Final = "package"
"""The weights that stand in the package, by which name ever they are there."""
WITH_MODULES: Final = 3
"""One seed with all modules for so many without."""


@dataclass
class Gate:
    """The matches new weights have to go through, in a folder where they are kept."""

    path: Path
    folder: Path
    seeds: int
    network: Network = field(init=False)
    matches: list[dict[str, Any]] = field(default_factory=list)
    """As they stand on the card."""

    def __post_init__(self) -> None:
        self.network = Network.load(self.path)

    @property
    def standing(self) -> Path:
        """Where weights of this game and player count stand in the package."""
        card = self.network.card
        return learned.WEIGHTS / learned.weights_name(card.game, card.players)

    @property
    def opponents(self) -> dict[str, str]:
        """Whom they meet: names on the card, and the bots that play."""
        found = {SQUIRE: SQUIRE}
        card = self.network.card
        if self.standing.is_file():
            try:
                other = learned.fitting(Network.load(self.standing), card.game, card.players)
            except BotError:
                return found  # they are not played with any more
            if digest(other) != digest(self.network):
                found[PACKAGE] = f"knight@{self.standing}"
        return found

    def pass_through(self, crew: Crew) -> Iterator[tuple[str, Standing]]:
        """Hold all matches, and say now and then who is met and how it stands."""
        card, mark = self.network.card, digest(self.network)
        wide = widest_set(catalogue.game(card.game), card.players)
        sets = [((), self.seeds), *([(wide, -(-self.seeds // WITH_MODULES))] if wide else [])]
        for name, other in self.opponents.items():
            for modules, seeds in sets:
                challenger, seed = f"knight@{self.path.resolve()}", f"gate:{mark}:{len(modules)}"
                plan = challenge(card.game, card.players, challenger, other, seeds, seed, modules)
                # what stands in the package may change between two runs: then it is another match
                then = digest(Network.load(self.standing)) if name == PACKAGE else name
                file = f"gate-{mark}-{then}-{len(modules)}-{seeds}.jsonl"
                ledger = Ledger(plan, self.folder / file)
                for standing in standings(crew, plan, ledger):
                    yield name, standing
                self.matches.append(told(plan, ledger, name))

    def verdict(self) -> str:
        """What the matches say, as a word: `better` and `first` open the gate, everything else does not."""
        if not self.matches:
            return "unmeasured"
        if not _clearly(self.matches, SQUIRE):
            return "squire"
        if any(match["high"] < match["par"] for match in self.matches):
            return "modules"
        if PACKAGE in {match["against"] for match in self.matches}:
            return "better" if _clearly(self.matches, PACKAGE) else "package"
        return "same" if self._are_there() else "first"

    def _are_there(self) -> bool:
        """Whether the very same weights stand in the package."""
        if not self.standing.is_file():
            return False
        try:
            return digest(Network.load(self.standing)) == digest(self.network)
        except BotError:
            return False


OPEN: Final = ("better", "first")
"""Verdicts with which weights may come into the package, or in the place of others."""


def _clearly(matches: Sequence[dict[str, Any]], name: str) -> bool:
    """Whether the match without modules is clear of par."""
    return any(
        match["low"] > match["par"] for match in matches if match["against"] == name and not match["modules"]
    )
