"""Tournaments: which bot is better, and by how much, whoever sits where and whatever chance brings.

For two seats every pair of bots meets; for more, every bot sits alone among others of one name. All who meet
play each seed once from every seat, so that neither seat nor luck decides. Results go to a file, a line each:
an interrupted tournament goes on there.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Collection, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from html import escape
from itertools import combinations, permutations
from pathlib import Path
from random import Random
from typing import Any, Final

from openskill.models import PlackettLuce

from pfalz.bots import BotError, make
from pfalz.core.data import Edition
from pfalz.core.ruleset import Ruleset
from pfalz.lab.sim import GameResult, Plan, simulate
from pfalz.lab.summary import wilson

ORDERS: Final = 20
"""So many orders of the games are rated."""
STYLE: Final = (
    "body{font:16px sans-serif;margin:2rem;color-scheme:light dark}td,th{padding:.3rem .8rem;text-align:left}"
)


@dataclass(frozen=True)
class Tournament(Plan):
    """What is played: `games` seeds for each line-up, from every seat."""

    seeds: int = 50

    @property
    def lineups(self) -> list[tuple[str, ...]]:
        """Who meets whom: the challenger first, then those it is compared with."""
        names = list(dict.fromkeys(self.bots))
        pairs = combinations(names, 2) if self.players <= 2 else permutations(names, 2)
        return [(one, *[other] * (self.players - 1)) for one, other in pairs]

    def rules(self) -> Ruleset[Any]:
        """The rules of the tables; a tournament that cannot be played is refused here."""
        if len(set(self.bots)) < 2:
            raise BotError("arena_bots")
        for name in self.bots:
            make(name)
        return Plan(
            self.game,
            self.players,
            self.bots[:1],
            1,
            self.seed,
            False,
            self.modules,
            self.options,
            self.edition,
        ).rules()

    def place(self, index: int) -> tuple[int, int, int]:
        """The line-up of game `index`, its seed, and the seat of the challenger."""
        round, seat = divmod(index, self.players)
        lineup, seed = divmod(round, self.seeds)
        return lineup, seed, seat

    def seating(self, index: int) -> tuple[str, ...]:
        """The bots of game `index`, by seat."""
        lineup, _, seat = self.place(index)
        one, *others = self.lineups[lineup]
        return (*others[:seat], one, *others[seat:])

    def game_seed(self, index: int) -> str:
        """The seed of game `index`: the same from every seat."""
        lineup, seed, _ = self.place(index)
        return f"{self.seed}:{lineup}:{seed}"


def tournament(
    game: str,
    players: int,
    bots: Sequence[str],
    seeds: int,
    seed: str,
    modules: Sequence[str] = (),
    options: dict[str, object] | None = None,
    edition: Edition | None = None,
) -> Tournament:
    """A tournament with as many games as that makes."""
    empty = Tournament(
        game, players, tuple(bots), 0, seed, False, tuple(modules), options or {}, edition, seeds
    )
    return replace(empty, games=len(empty.lineups) * seeds * players)


class Ledger:
    """The results of a tournament in a file: its plan first, then a line for each game."""

    def __init__(self, plan: Tournament, path: Path | None) -> None:
        self.path = path
        self.results: dict[int, GameResult] = {}
        if path is None:
            return
        told = json.loads(json.dumps(asdict(plan)))
        if path.exists():
            first, *lines = path.read_text("utf-8").splitlines() or [""]
            if not first or json.loads(first) != told:
                raise BotError("arena_other", file=str(path))
            for line in lines:
                try:
                    found = GameResult(**{k: _tuple(v) for k, v in json.loads(line).items()})
                except (ValueError, TypeError):
                    continue  # the last line of a run that was cut off
                self.results[found.index] = found
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(json.dumps(told) + "\n", "utf-8")

    def add(self, result: GameResult) -> None:
        """Keep a result, at once."""
        self.results[result.index] = result
        if self.path is not None:
            with self.path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(asdict(result)) + "\n")


def _tuple(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def hold(plan: Tournament, ledger: Ledger, jobs: int) -> Iterator[GameResult]:
    """Play what is missing of a tournament; results are kept as they come."""
    played: Collection[int] = frozenset(ledger.results)
    for result in simulate(plan, jobs, played):
        ledger.add(result)
        yield result


@dataclass(frozen=True)
class Meeting:
    """How a challenger did among others: the share of wins with its 95 % interval, and where par is."""

    challenger: str
    others: str
    games: int
    wins: float
    rate: float
    low: float
    high: float
    par: float
    mean_place: float
    margin: float
    """Points ahead of the best other, on average."""


@dataclass(frozen=True)
class Rated:
    """A bot over all its games: its rating (mean and spread), its places, its time for an answer."""

    bot: str
    rating: float
    spread: float
    mean_place: float
    milliseconds: float


@dataclass(frozen=True)
class Report:
    """A tournament in numbers."""

    plan: Tournament
    meetings: tuple[Meeting, ...]
    rated: tuple[Rated, ...]
    seats: tuple[tuple[float, float, float], ...]
    """For every seat the share of wins with its interval, whoever sat there."""
    failures: tuple[GameResult, ...]


def report_of(plan: Tournament, results: Sequence[GameResult]) -> Report:
    """Put the results of a tournament together."""
    ordered = sorted(results, key=lambda result: result.index)
    good = [result for result in ordered if not result.failure]
    meetings = []
    for number, (one, other, *_) in enumerate(plan.lineups):
        mine = [(r, plan.place(r.index)[2]) for r in good if plan.place(r.index)[0] == number]
        if not mine:
            continue
        wins = sum(r.wins()[seat] for r, seat in mine)
        low, high = wilson(wins, len(mine))
        margins = [r.scores[s] - max(r.scores[:s] + r.scores[s + 1 :]) for r, s in mine]
        meetings.append(
            Meeting(
                one,
                other,
                len(mine),
                wins,
                wins / len(mine),
                low,
                high,
                1 / plan.players,
                _mean([r.places[seat] for r, seat in mine]),
                _mean(margins),
            )
        )
    return Report(
        plan,
        tuple(meetings),
        tuple(_ratings(good)),
        tuple(_seat(good, seat) for seat in range(plan.players)),
        tuple(r for r in ordered if r.failure),
    )


def _seat(results: Sequence[GameResult], seat: int) -> tuple[float, float, float]:
    wins = sum(result.wins()[seat] for result in results)
    return (wins / max(1, len(results)), *wilson(wins, len(results)))


def _ratings(results: Sequence[GameResult]) -> list[Rated]:
    """Ratings of Plackett and Luce. They depend on the order of the games, which means nothing here:
    so they are taken in many orders, and the mean counts."""
    names = list(dict.fromkeys([bot for result in results for bot in result.bots]))
    total = {bot: [0.0, 0.0] for bot in names}
    for order in range(ORDERS):
        shuffled = list(results)
        Random(order).shuffle(shuffled)
        for bot, rating in _rated(shuffled, names).items():
            total[bot][0] += rating.mu / ORDERS
            total[bot][1] += rating.sigma / ORDERS
    found = []
    for bot in names:
        seats = [(result, seat) for result in results for seat, name in enumerate(result.bots) if name == bot]
        decided = sum(result.decided[seat] for result, seat in seats if result.decided)
        spent = sum(result.thinking[seat] for result, seat in seats if result.decided)
        place = _mean([result.places[seat] for result, seat in seats])
        mu, sigma = total[bot]
        found.append(Rated(bot, mu, sigma, place, 1000 * spent / decided if decided else 0.0))
    return sorted(found, key=lambda rated: -rated.rating)


def _rated(results: Sequence[GameResult], names: Sequence[str]) -> dict[str, Any]:
    """Ratings after games in this order; who sits on several seats learns from all of them."""
    model = PlackettLuce()
    ratings: dict[str, Any] = {bot: model.rating(name=bot) for bot in names}
    for result in results:
        rated = model.rate([[ratings[bot]] for bot in result.bots], ranks=[float(n) for n in result.places])
        for bot in set(result.bots):
            mine = [team[0] for team, name in zip(rated, result.bots, strict=True) if name == bot]
            ratings[bot] = model.create_rating(
                [_mean([m.mu for m in mine]), _mean([m.sigma for m in mine])], bot
            )
    return ratings


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0


def as_json(report: Report) -> str:
    """The report as JSON."""
    return json.dumps(asdict(report), indent=1)


def as_csv(report: Report) -> str:
    """The meetings of the report, a line each."""
    out = io.StringIO()
    writer = csv.writer(out)
    names = list(Meeting.__dataclass_fields__)
    writer.writerow(names)
    for meeting in report.meetings:
        writer.writerow([getattr(meeting, name) for name in names])
    return out.getvalue()


def as_html(report: Report, words: dict[str, str]) -> str:
    """The report as one page that stands alone; `words` are its headings in somebody's language."""
    plan = report.plan
    meetings = [
        (
            m.challenger,
            m.others,
            m.games,
            shared(m.rate, m.low, m.high),
            percent(m.par),
            f"{m.mean_place:.2f}",
        )
        for m in report.meetings
    ]
    rated = [
        (r.bot, f"{r.rating:.1f} ± {2 * r.spread:.1f}", f"{r.mean_place:.2f}", f"{r.milliseconds:.1f} ms")
        for r in report.rated
    ]
    seats = [(seat + 1, shared(*share)) for seat, share in enumerate(report.seats)]
    title = escape(f"{words['title']}: {plan.game}, {plan.players}")
    parts = [
        _table([words[k] for k in ("challenger", "others", "games", "wins", "par", "place")], meetings),
        _table([words[k] for k in ("bot", "rating", "place", "thinking")], rated),
        _table([words[k] for k in ("seat", "wins")], seats),
    ]
    head = f'<meta charset="utf-8"><title>{title}</title><style>{STYLE}</style>'
    return f"<!doctype html><html><head>{head}</head><body><h1>{title}</h1>{''.join(parts)}</body></html>\n"


def _table(names: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    head = "".join(f"<th>{escape(name)}</th>" for name in names)
    body = "".join(f"<tr>{''.join(f'<td>{escape(str(cell))}</td>' for cell in row)}</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def percent(share: float) -> str:
    """A share."""
    return f"{100 * share:.1f} %"


def shared(rate: float, low: float, high: float) -> str:
    """A share of wins with its interval."""
    return f"{percent(rate)} [{100 * low:.1f}, {100 * high:.1f}]"
