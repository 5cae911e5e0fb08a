"""The results of many games in a file: what is played first, then a line for each game, as they come.

An interrupted run goes on there, but only if it is the same: the first line says what is played, with which
weights and by which version of each bot, so that what was won by one network or one way to think is never
taken for what another one has won. A line holds what cannot be told from the plan.
"""

from __future__ import annotations

import json
from dataclasses import fields
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final

from pfalz.bots import AT, BOTS, BotError
from pfalz.bots.learned import network_of
from pfalz.bots.network import STORED, Network
from pfalz.core.errors import Phrase
from pfalz.lab.sim import GameResult, Plan

LEARNED: Final = ("knight", "prince")
"""Bots that play with the weights of the package where there are any."""
NONE: Final = "–"
PARTS: Final = {
    "game": Phrase("part_game"),
    "players": Phrase("part_players"),
    "bots": Phrase("part_bots"),
    "games": Phrase("part_games"),
    "seed": Phrase("part_seed"),
    "rotate": Phrase("part_rotate"),
    "modules": Phrase("part_modules"),
    "options": Phrase("part_options"),
    "edition": Phrase("part_edition"),
    "lineups": Phrase("part_lineups"),
    "seeds": Phrase("part_seeds"),
}
"""What the parts of a plan are called."""
PLAYED_WITH: Final = ("weights", "versions")
"""What is kept of each bot."""


class Ledger:
    """The results of a plan, kept in a file, or in memory only."""

    def __init__(self, plan: Plan, path: Path | None) -> None:
        self.plan = plan
        self.path = path
        self.results: dict[int, GameResult] = {}
        if path is None:
            return
        told = identity(plan)
        text = path.read_text("utf-8") if path.exists() else ""
        if not text:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(json.dumps(told) + "\n", "utf-8")
            return
        head, *lines = text.splitlines()
        _must_be(told, head, str(path))
        for line in lines:
            self._read(line)
        if not text.endswith("\n"):
            # a run was cut off while it wrote: what comes next begins a line of its own
            with path.open("a", encoding="utf-8") as file:
                file.write("\n")

    def _read(self, line: str) -> None:
        try:
            told = {name: _tuple(value) for name, value in json.loads(line).items()}
            index = told["index"]
            of_plan = {"seed": self.plan.game_seed(index), "bots": self.plan.seating(index)}
            found = GameResult(**{**told, **of_plan})
        except (ValueError, TypeError, KeyError, AttributeError, IndexError):
            return  # a line that was cut off: its game is played again
        self.results[found.index] = found

    def add(self, result: GameResult) -> None:
        """Keep a result, at once."""
        self.results[result.index] = result
        if self.path is not None:
            with self.path.open("a", encoding="utf-8") as file:
                file.write(_line(result) + "\n")

    @property
    def missing(self) -> list[int]:
        """The games that have not been played."""
        return [index for index in range(self.plan.games) if index not in self.results]


def identity(plan: Plan) -> dict[str, Any]:
    """What is played, as plain data: the plan, a digest of the weights of each of its bots, their versions.

    Files of weights are named without their folder: what they hold counts, not where they lie."""
    told = {field.name: getattr(plan, field.name) for field in fields(plan)}
    told["edition"] = dict(plan.edition.set) if plan.edition else {}
    told["weights"] = [digest(weights_of(bot, plan.game, plan.players)) for bot in plan.bots]
    told["versions"] = [version_of(bot) for bot in plan.bots]
    told["bots"] = [called(bot) for bot in plan.bots]
    if "lineups" in told:
        told["lineups"] = [[called(bot) for bot in lineup] for lineup in told["lineups"]]
    return json.loads(json.dumps(told))  # type: ignore[no-any-return]


def called(bot: str) -> str:
    """The name of a bot; of a file it plays with only the last part."""
    kind, at, given = bot.partition(AT)
    return f"{kind}{at}{Path(given).name}"


def version_of(bot: str) -> int:
    """Which version of a bot plays."""
    return BOTS[bot.partition(AT)[0]].version


def weights_of(bot: str, game: str, players: int) -> Network | None:
    """The network a bot plays with at such a table, None if it has not learned."""
    kind, _, given = bot.partition(AT)
    if kind == "knight" and given:
        return Network.load(Path(given))
    return network_of(game, players) if kind in LEARNED else None


def digest(network: Network | None) -> str:
    """What tells a network from others: its weights, what it looks at, and its unit of margins."""
    if network is None:
        return NONE
    found = blake2b(f"{network.card.fingerprint} {network.card.margin}".encode(), digest_size=8)
    for name in STORED:
        found.update(getattr(network, name).tobytes())
    return found.hexdigest()


def _must_be(told: dict[str, Any], head: str, file: str) -> None:
    """Refuse a file in which something else is kept, and say what differs."""
    try:
        kept: dict[str, Any] = json.loads(head)
    except ValueError as error:
        raise BotError("arena_no_ledger", file=file) from error
    if not isinstance(kept, dict) or kept.keys() != told.keys():
        raise BotError("arena_no_ledger", file=file)
    differing = [name for name in told if kept[name] != told[name]]
    if not differing:
        return
    if not set(differing) - set(PLAYED_WITH):
        part = differing[0]
        pairs = zip(told["bots"], kept[part], told[part], strict=True)
        bot, then, now = next(pair for pair in pairs if pair[1] != pair[2])
        what = Phrase(
            "other_weights" if part == "weights" else "other_version", bot=bot, then=str(then), now=str(now)
        )
        raise BotError("arena_other", file=file, what=what)
    name = next(part for part in differing if part in PARTS)
    what = Phrase("other_part", part=PARTS[name], then=str(kept[name]), now=str(told[name]))
    raise BotError("arena_other", file=file, what=what)


def _line(result: GameResult) -> str:
    """A result in one line: what has no value is left out, times are kept to the millisecond."""
    told: dict[str, Any] = {}
    for field in fields(result):
        value = getattr(result, field.name)
        if field.name not in ("seed", "bots") and value != field.default:
            told[field.name] = value
    told["thinking"] = [round(seconds, 3) for seconds in result.thinking]
    told["seconds"] = round(result.seconds, 3)
    return json.dumps(told, separators=(",", ":"))


def _tuple(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value
