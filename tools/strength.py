"""The tables of docs/opponents.md: how strong the opponents are, and how they play.

    python tools/strength.py knight|page|prince [--only GAME-PLAYERS,…] [--seeds N] [--minutes N]
    python tools/strength.py manners [--games N]
    python tools/strength.py places GAME-PLAYERS[-modules]… [--bot BOT] [--games N]
    python tools/strength.py places FOLDER…
    python tools/strength.py curve FOLDER > PICTURE

The first form holds matches: the challenger alone among others of one name, every seed from every seat, on
seeds nobody has learned from. `manners` counts what knights and squires do in MIL. `places` says who wins by
place: of games it plays itself, all seats by the same bot (knight, if none is named), without random answers,
or of those a folder of `pfalz train` has learned from. `curve` draws how such a course went.

All cores play (`--jobs N`). Results are kept in a folder (`--folder DIR`, otherwise `strength`), so the same
command goes on where it was interrupted; they are refused once other weights or another version of a bot
play. After `--minutes` no further game is begun, and the table is of the seeds that were played from every
seat by then; with `--minutes 0` nothing is played. Matches that take hours are kept in `docs/strength`.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import Future, as_completed
from pathlib import Path
from typing import Final, NamedTuple

from pfalz import catalogue
from pfalz.bots import BotError
from pfalz.bots.crew import Crew, all_cores
from pfalz.bots.training import read_state
from pfalz.core.presets import widest_set
from pfalz.core.state import NATURE
from pfalz.lab.arena import Tournament, challenge, held_by
from pfalz.lab.champions import STRENGTH, strengths, trials_of
from pfalz.lab.curve import Point, curve
from pfalz.lab.intervals import wilson
from pfalz.lab.ledger import Ledger, identity
from pfalz.lab.match import Match, next_ask
from pfalz.lab.report import meetings_of
from pfalz.lab.report_page import between, shared
from pfalz.lab.sim import GameResult, Plan

COUNTED: Final = ("vassalage_sought", "vassal_made", "soldier_recruited", "daughter_born", "woman_married")
"""Events of MIL that say how somebody plays."""


class Contest(NamedTuple):
    """A match: who is measured against whom, and what was aimed at."""

    game: str
    players: int
    modules: bool = False
    """Whether all modules of that player count are in play, or none."""
    aim: float = 0.0

    @property
    def name(self) -> str:
        """What it is called on the command line."""
        return f"{self.game}-{self.players}{'-modules' if self.modules else ''}"

    @property
    def in_play(self) -> tuple[str, ...]:
        """The modules in play."""
        return widest_set(catalogue.game(self.game), self.players) if self.modules else ()


def contests(two: float, mil: float, more: float) -> list[Contest]:
    """The matches of a challenger, with its aims at two seats (MIL has one of its own) and at four."""
    return [
        Contest("staufer", 2, aim=two),
        Contest("mil", 2, aim=mil),
        Contest("darkages", 2, aim=two),
        Contest("staufer", 4, aim=more),
        Contest("mil", 4, aim=more),
        Contest("mil", 4, True),
        Contest("wallenstein", 4, aim=more),
        Contest("wallenstein", 4, True, more),
        Contest("darkages", 4, aim=more),
    ]


OTHERS: Final = {"knight": "squire", "page": "knight", "prince": "knight"}
SEEDS: Final = {"knight": 600, "page": 200, "prince": 200}
"""Games of a match, about."""
AIMS: Final = {"knight": (0.75, 0.7, 0.45), "page": (0.2, 0.2, 0.0), "prince": (0.75, 0.75, 0.45)}
HEAD: Final = (
    "| game | players | modules | games | wins [95 %] | par | aim | points ahead [95 %] | ms an answer |\n"
    "|---|---|---|---|---|---|---|---|---|"
)


def results_of(plan: Plan, path: Path, crew: Crew, until: float = math.inf) -> list[GameResult]:
    """The results of a plan, those that are missing played now, as long as the time (`monotonic`) is not up;
    a game that broke ends it all."""
    ledger = Ledger(plan, path)
    if time.monotonic() < until:
        for _ in held_by(crew, ledger, until):
            pass
    for result in ledger.results.values():
        if result.failure:
            raise SystemExit(f"{result.seed}: {result.failure}")
    return sorted(ledger.results.values(), key=lambda result: result.index)


def balanced(plan: Tournament, results: Sequence[GameResult]) -> list[GameResult]:
    """The games of those seeds that were played from every seat."""
    played = Counter(plan.place(result.index)[1] for result in results)
    return [result for result in results if played[plan.place(result.index)[1]] == plan.players]


def row(
    challenger: str, contest: Contest, seeds: int, folder: Path, crew: Crew, until: float = math.inf
) -> str:
    """Hold one match and put it into a line; nothing of a match of which there is nothing."""
    kind = challenger.partition("@")[0]
    modules = contest.in_play
    plan = challenge(
        contest.game, contest.players, challenger, OTHERS[kind], seeds, f"strength:{kind}", modules
    )
    path = folder / f"{challenger.replace('/', '_')}-{contest.name}-{seeds}.jsonl"
    if time.monotonic() >= until and not path.exists():
        return ""
    results = balanced(plan, results_of(plan, path, crew, until))
    if not results:
        return ""
    (meeting,) = meetings_of(plan, results)
    cells = (
        contest.game,
        contest.players,
        "all" if modules else "none",
        meeting.games if meeting.games == plan.games else f"{meeting.games} of {plan.games}",
        shared(meeting.share),
        f"{100 * meeting.par:.0f} %",
        f"{100 * contest.aim:.0f} %" if contest.aim else "",
        between(meeting.margin, "{:+.1f}"),
        f"{meeting.milliseconds:.0f}",
    )
    return f"| {' | '.join(map(str, cells))} |"


def matches(given: argparse.Namespace, crew: Crew) -> None:
    """All matches of a challenger."""
    kind = given.what.partition("@")[0]
    known = {contest.name: contest for contest in contests(*AIMS[kind])}
    wanted = given.only.split(",") if given.only else list(known)
    for name in wanted:
        if name not in known:
            raise SystemExit(f"{name}: there are {', '.join(known)}")
    until = time.monotonic() + 60 * given.minutes
    print(HEAD, flush=True)
    for name in wanted:
        contest = known[name]
        seeds = given.seeds or -(-SEEDS[kind] // contest.players)
        if told := row(given.what, contest, seeds, given.folder, crew, until):
            print(told, flush=True)


class Manner(NamedTuple):
    """What happened in one game of MIL: how often each event that counts, and the prestige of all seats."""

    events: dict[str, int]
    prestige: int


def manner(players: int, bot: str, game: int) -> Manner:
    """Play a game of MIL with bots of one kind, and count."""
    rules = catalogue.ruleset("mil", players)
    match = Match(rules, [bot] * players, f"manners:{game}")
    s, n = match.start(), 0
    while s.stack:
        ask = next_ask(rules, s)
        rules.apply(s, ask.seat if ask.seat >= 0 else NATURE, match.answer(s, ask, n))
        n += 1
    found = Counter(kind.name for kind, _ in s.trace or ())
    return Manner({name: found[name] for name in COUNTED}, sum(rules.outcome(s).scores))


def manners(games: int, folder: Path, crew: Crew) -> None:
    """What bots do in MIL, a seat and game, when all at the table are of one kind."""
    print(f"| players | bot | {' | '.join(name.replace('_', ' ') for name in COUNTED)} | prestige |")
    print("|---|---|" + "---|" * (len(COUNTED) + 1))
    for players in (2, 4):
        for bot in ("squire", "knight"):
            found = manners_of(players, bot, games, folder, crew)
            seats = games * players
            cells = " | ".join(f"{sum(one.events[name] for one in found) / seats:.2f}" for name in COUNTED)
            prestige = sum(one.prestige for one in found) / seats
            print(f"| {players} | {bot} | {cells} | {prestige:.1f} |", flush=True)


def manners_of(players: int, bot: str, games: int, folder: Path, crew: Crew) -> list[Manner]:
    """What happened in so many games; each is kept, by the weights that played."""
    weights = identity(Plan("mil", players, (bot,)))["weights"][0]
    path = folder / f"manners-{players}-{bot}-{weights}.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    told = json.loads(path.read_text("utf-8")) if path.exists() else {}
    kept = {int(game): Manner(*one) for game, one in told.items()}
    futures: dict[Future[Manner], int] = {
        crew.submit(manner, players, bot, game): game for game in range(games) if game not in kept
    }
    for future in as_completed(futures):
        kept[futures[future]] = future.result()
        new = path.with_suffix(".new")
        new.write_text(json.dumps(kept), "utf-8")
        new.replace(path)
    return [kept[game] for game in range(games)]


def places(given: argparse.Namespace, crew: Crew) -> None:
    """Shares of wins by the place after whoever was asked first."""
    print("| game | players | modules | bot | games | wins by place after the start player [95 %] |")
    print("|---|---|---|---|---|---|")
    for what in given.whose:
        if Path(what).is_dir():
            state = read_state(Path(what))
            course = state["course"]
            wins, modules, bot = state["progress"]["wins"], "by chance", "learning"
            game, players = course["game"], course["players"]
        else:
            contest = contest_of(what)
            game, players, bot = contest.game, contest.players, given.bot
            modules = "all" if contest.modules else "none"
            wins = wins_by_place(contest, bot, given.games, given.folder, crew)
        print(f"| {game} | {players} | {modules} | {bot} | {round(sum(wins))} | {told_places(game, wins)} |")


def contest_of(name: str) -> Contest:
    """A table by its name: `mil-4`, `mil-4-modules`."""
    game, _, rest = name.partition("-")
    players, _, modules = rest.partition("-")
    if not players.isdecimal() or modules not in ("", "modules"):
        raise SystemExit(f"{name}: neither a folder nor GAME-PLAYERS or GAME-PLAYERS-modules")
    return Contest(game, int(players), bool(modules))


def wins_by_place(contest: Contest, bot: str, games: int, folder: Path, crew: Crew) -> list[float]:
    """Play games with bots of one kind, and count the wins from whoever is asked first."""
    plan = Plan(
        contest.game, contest.players, (bot,), games, f"places:{contest.name}", modules=contest.in_play
    )
    if bot == "random":
        raise SystemExit("random: of games that are drawn nobody keeps who was asked first")
    name = f"places-{contest.name}-{bot.replace('/', '_')}-{games}.jsonl"
    wins = [0.0] * contest.players
    for result in results_of(plan, folder / name, crew):
        for seat, share in enumerate(result.wins()):
            wins[(seat - result.first) % contest.players] += share
    return wins


def told_places(game: str, wins: Sequence[float]) -> str:
    """Wins by place as shares with their intervals. In Dark Ages the last one is asked first, for a ruler."""
    shown = [*wins[1:], wins[0]] if game == "darkages" else wins
    games = sum(wins)
    shares = [(n / games, *wilson(n, games)) for n in shown]
    return ", ".join(f"{100 * n:.1f} [{100 * low:.1f}, {100 * high:.1f}]" for n, low, high in shares)


def drawn(folder: Path) -> str:
    """The learning curve of a course, with the matches it has recorded."""
    state = read_state(folder)
    course = state["course"]
    points = [Point(games, loss) for games, loss in state["progress"]["losses"]]
    title = f"{course['game']}, {course['players']} players: loss (left), wins against the champion (right)"
    return curve(points, title, strengths(trials_of(folder / STRENGTH)), 1 / course["players"])


def main() -> None:
    """Make one of the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("what", help="knight, page, prince (or prince@0.3), manners, places, curve")
    parser.add_argument("whose", nargs="*", help="tables, or folders of courses")
    parser.add_argument("--only", default="")
    parser.add_argument("--bot", default="knight")
    parser.add_argument("--jobs", type=int, default=all_cores())
    parser.add_argument("--games", type=int, default=0)
    parser.add_argument("--seeds", type=int, default=0)
    parser.add_argument("--minutes", type=float, default=math.inf)
    parser.add_argument("--folder", type=Path, default=Path("strength"))
    given = parser.parse_args()
    try:
        with Crew(given.jobs) as crew:
            if given.what == "manners":
                manners(given.games or 100, given.folder, crew)
            elif given.what == "places":
                given.games = given.games or 1000
                places(given, crew)
            elif given.what == "curve":
                print(drawn(Path(given.whose[0])), end="")
            elif given.what.partition("@")[0] in AIMS:
                matches(given, crew)
            else:
                parser.error(f"{given.what}: knight, page, prince, manners, places or curve")
    except BotError as error:
        raise SystemExit(str(error)) from error


if __name__ == "__main__":
    main()
