"""What it is worth to understand a module of Dark Ages: squires against squires that ignore it.

    python tools/darkages_modules.py [MODULE ...] [--games 300] [--players N] [--seed modules] [--write]

One squire (a knight with the judgement of the game alone) at each table ignores the module: its judgement
knows nothing of it, to what it offers it says no where it may, and steps it adds to a turn it does not take.
All others judge it as they always do. The module is in play alone, with as few players as it allows if
`--players` says nothing else. A seed
is played once from every seat of the ignorant squire, so neither seats nor luck favour anybody. What counts
is its share of the victories (a shared one is divided), and how many points it is ahead of the mean of the
others; the intervals go by seeds, not by games. Beside that stands how often in a game those who understand
the module do what it is about. `--write` puts the table into docs/darkages-balance.md.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from importlib import import_module
from importlib.util import find_spec
from math import sqrt
from pathlib import Path
from random import Random
from statistics import mean, stdev
from typing import Any, ClassVar, NamedTuple

from pfalz.bots.base import Bot, Situation, bot_rng, seen_by
from pfalz.bots.judge import Judge as Whole
from pfalz.bots.knight import Squire
from pfalz.catalogue import game, ruleset
from pfalz.core.ask import Ask
from pfalz.core.chance import nature_answer, nature_rng
from pfalz.core.events import Event
from pfalz.core.ruleset import Ruleset
from pfalz.core.state import NATURE, Move, State
from pfalz.games.darkages.judging import Judge
from pfalz.games.darkages.odds import Units
from pfalz.games.darkages.outlook import Outlook
from pfalz.games.darkages.state import DarkAges
from pfalz.lab.match import next_ask

NOTE = Path(__file__).parents[1] / "docs" / "darkages-balance.md"
BEGIN, END = "<!-- tools/darkages_modules.py begins -->", "<!-- tools/darkages_modules.py ends -->"
Z = 1.96
USES: dict[str, tuple[str, ...]] = {
    "landmarks": ("landmark_built",),
    "alchemists": ("deposited", "exchanged"),
    "alliances": ("alliance_concluded", "alliance_broken"),
    "commanders": ("commander_hired", "commander_used"),
    "wyrd": ("wyrd_active", "wyrd_removed", "curse_struck"),
    "age_of_wars": ("battle_card_played", "war_marker_taken"),
    "distant_campaigns": ("campaign_played",),
    "tribute": ("tributary_made", "tribute_given", "ransom_paid"),
    "pope": ("title_taken",),
    "benjamin": ("travel_laid",),
    "crusades": ("crusaders_sent", "crusaders_joined"),
    "poland": ("poland_step_done", "poland_flipped", "benefit_used"),
}
"""Events of a module that say what somebody has done with it; the first parameter is who."""
FIRST_DECLINES = ("yesno", "agreement")
LAST_DECLINES = ("wyrd_choice", "levy")
"""Kinds of answers of which the first one (no, keep) or the last one (remove, waive) wants nothing."""


class Quiet(Judge):
    """The judge of a module, which says nothing while somebody thinks who ignores it."""

    judge: Judge
    silent = False

    def values(self, s: DarkAges, seat: int, o: Outlook) -> list[float]:
        return [0.0] * len(self.judge.terms) if self.silent else self.judge.values(s, seat, o)

    def helps(self, s: DarkAges, seat: int, start: int, end: int) -> Units:
        return (0, 0, 0) if self.silent else self.judge.helps(s, seat, start, end)

    def promise(self, s: DarkAges, seat: int) -> float:
        return 0.0 if self.silent else self.judge.promise(s, seat)

    def haste(self, s: DarkAges, seat: int, assault: Move) -> float:
        return 0.0 if self.silent else self.judge.haste(s, seat, assault)

    def candidates(self, s: DarkAges, ask: Ask) -> list[Move]:
        return [] if self.silent else self.judge.candidates(s, ask)

    def prize(self, s: DarkAges, seat: int, area: int) -> float:
        return 0.0 if self.silent else self.judge.prize(s, seat, area)


def quietened(id: str) -> Quiet | None:
    """Put a judge that can be silent in the place of that of a module, before anybody has asked for it."""
    package = next(module.package for module in game("darkages").modules if module.id == id)
    if find_spec(f"{package}.bot") is None:
        return None
    bot: Any = import_module(f"{package}.bot")
    if isinstance(bot.JUDGE, Quiet):
        return bot.JUDGE
    kind = type("QuietJudge", (Quiet,), {"terms": bot.JUDGE.terms})
    quiet: Quiet = kind()
    quiet.judge, bot.JUDGE = bot.JUDGE, quiet
    return quiet


class Refusing(Whole):
    """Answers worth a look to somebody who wants nothing of a module."""

    def __init__(self, judge: Whole, questions: frozenset[str], steps: frozenset[int]) -> None:
        self.judge, self.questions, self.steps = judge, questions, steps

    def evaluate(self, s: State, seat: int) -> float:
        return self.judge.evaluate(s, seat)

    def candidates(self, s: State, ask: Ask, rng: Random, limit: int) -> list[Move]:
        if ask.name in self.questions:
            no = refusal(s, ask)
            if no is not None:
                return [no]
        found = self.judge.candidates(s, ask, rng, limit)
        if ask.name in ("turn", "after"):
            found = [move for move in found if move[0] not in self.steps] or found
        return found

    def guesses(self, s: State, ask: Ask, rng: Random) -> list[Move]:
        return self.judge.guesses(s, ask, rng)


def refusal(s: State, ask: Ask) -> Move | None:
    """The answer that declines what a question offers, if there is one: no, none, or nothing at all."""
    options = ask.options(s) or ()
    kind = ask.slot(s, ()).kind
    if kind in FIRST_DECLINES:
        no: int | None = 0
    elif kind.endswith("_or_none") or kind in LAST_DECLINES:
        no = max(s.rules.kinds[kind].values)
    else:
        no = 0 if ask.name == "deposit" else None
    if no is None or no not in options:
        return None
    return ask.filled(s, lambda _, rest: rest[0], (no,))


class Unaware(Squire):
    """A squire that ignores a module."""

    name: ClassVar[str] = "unaware"

    def __init__(self, id: str, rules: Ruleset[Any], quiet: Quiet | None) -> None:
        super().__init__()
        plain = ruleset("darkages", rules.players)
        self.questions = frozenset(rules.questions) - frozenset(plain.questions)
        self.steps = frozenset(rules.lookup.further_steps.values())
        self.quiet = quiet

    def judge(self, rules: Ruleset[Any]) -> Whole:
        return Refusing(super().judge(rules), self.questions, self.steps)

    def choose(self, situation: Situation) -> Move:
        if self.quiet is None:
            return super().choose(situation)
        self.quiet.silent = True
        try:
            return super().choose(situation)
        finally:
            self.quiet.silent = False


class Result(NamedTuple):
    """What one game brought the ignorant squire: its share of the victory, and its lead."""

    won: float
    ahead: float
    uses: tuple[float, ...] = ()
    """How often each of the events of the module happened, for each seat that understands it."""


def play(id: str, players: int, number: int, seed: str) -> Result:
    """Game `number`: its seed comes again with every other seat for the ignorant squire."""
    rules = ruleset("darkages", players, (id,))
    seed, one = f"{seed} {id} {number // players}", number % players
    quiet = quietened(id)
    bots: list[Bot] = [Unaware(id, rules, quiet) if seat == one else Squire() for seat in range(players)]
    happened: list[Event] = []
    seen: list[list[Event]] = [[] for _ in bots]
    s: Any = rules.start(happened)
    s.trace = happened
    n = 0
    while s.stack:
        ask = next_ask(rules, s)
        if ask.seat == NATURE:
            answer = nature_answer(ask, s, nature_rng(seed, n))
        else:
            known = seen[ask.seat]
            known += seen_by(ask.seat, happened[len(known) :])
            view, rng = rules.view(s, ask.seat), bot_rng(seed, n, ask.seat)
            answer = bots[ask.seat].choose(Situation(rules, view, ask, tuple(known), rng))
        rules.apply(s, ask.seat, answer)
        n += 1
    outcome = rules.outcome(s)
    scores = list(outcome.scores)
    won = (outcome.places[one] == 1) / outcome.places.count(1)
    return Result(won, scores[one] - mean(scores[:one] + scores[one + 1 :]), uses(id, rules, happened, one))


def uses(id: str, rules: Ruleset[Any], happened: Sequence[Event], one: int) -> tuple[float, ...]:
    """How often those who understand a module did what it is about, by event, for each of them."""
    names, only = USES.get(id, ()), pope_of(rules) if id == "pope" else None
    found = [0] * len(names)
    for kind, args in happened:
        if kind.name in names and args[0] != one and (only is None or args[1] == only):
            found[names.index(kind.name)] += 1
    return tuple([n / (rules.players - 1) for n in found])


def pope_of(rules: Ruleset[Any]) -> int:
    """The title that is the Pope: his taking is told like that of all titles."""
    found: int = rules.parts["pope"].title
    return found


def interval(values: Sequence[float]) -> tuple[float, float]:
    """Mean and half the width of its 95 % interval."""
    return mean(values), Z * stdev(values) / sqrt(len(values)) if len(values) > 1 else float("inf")


def used(id: str, results: Sequence[Result]) -> str:
    """What those who understand a module do with it in a game, on average."""
    names = USES.get(id, ())
    counts = [mean(each) for each in zip(*[result.uses for result in results], strict=True)]
    return ", ".join([f"{n:.2f} {name}" for n, name in zip(counts, names, strict=False)])


def row(id: str, players: int, results: Sequence[Result], seed: str) -> str:
    """A line of the table; results of one seed stand together."""
    alike = [results[i : i + players] for i in range(0, len(results), players)]
    share, wide = interval([mean(one.won for one in games) for games in alike])
    ahead, spread = interval([mean(one.ahead for one in games) for games in alike])
    shown = "yes" if share + wide < 1 / players else "in points" if ahead + spread < 0 else "no"
    return (
        f"| {id} | {players} | {len(results)}, {seed} | {1 / players:.1%} | {share:.1%} ± {wide:.1%} | "
        f"{ahead:+.1f} ± {spread:.1f} | {used(id, results)} | {shown} |"
    )


def written(note: str, rows: Sequence[str]) -> str:
    """The note with these lines in its table; those of other modules stay."""
    before, rest = note.split(BEGIN, 1)
    table, after = rest.split(END, 1)
    head, lines = table.strip().splitlines()[:2], table.strip().splitlines()[2:]
    new: dict[tuple[str, ...], str] = {}
    for line in [*lines, *rows]:
        new[tuple([cell.strip() for cell in line.split("|")[1:3]])] = line
    order = [module.id for module in game("darkages").modules]
    keys = sorted(new, key=lambda key: (order.index(key[0]), key[1]))
    return "\n".join([before + BEGIN, *head, *[new[key] for key in keys], END + after])


def main(argv: Sequence[str] | None = None) -> int:
    """Command line."""
    modules = {module.id: module for module in game("darkages").modules if module.players[1] > 1}
    parser = argparse.ArgumentParser(description="Squires against squires that ignore a module.")
    parser.add_argument("modules", nargs="*", help="modules (default: all)", metavar="MODULE")
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--players", type=int, help="players (default: as few as the module allows)")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--seed", default="modules")
    parser.add_argument("--write", action="store_true", help="put the lines into the note")
    arguments = parser.parse_args(argv)
    for id in arguments.modules:
        if id not in modules:
            parser.error(f"no module {id!r}; there are {', '.join(modules)}")
    rows: list[str] = []
    with ProcessPoolExecutor(arguments.jobs) as pool:
        for id in arguments.modules or modules:
            players = arguments.players or max(2, modules[id].players[0])
            count = arguments.games - arguments.games % players
            many = range(count)
            results = list(
                pool.map(play, [id] * count, [players] * count, many, [arguments.seed] * count, chunksize=4)
            )
            rows.append(row(id, players, results, arguments.seed))
            print(rows[-1], flush=True)
    if arguments.write:
        NOTE.write_text(written(NOTE.read_text("utf-8"), rows), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
