"""The tables of docs/opponents.md: how strong the opponents are, and how they play.

    python tools/strength.py knight|page|prince [--only GAME-PLAYERS] [--jobs N] [--folder DIR] [--seeds N]
    python tools/strength.py manners [--games N]
    python tools/strength.py places FOLDER…
    python tools/strength.py curve FOLDER LEDGER… > PICTURE

The first form holds matches: the challenger alone among others of one name, every seed from every seat, on
seeds nobody has learned from. Results are kept in the folder, so an interrupted run goes on. `manners` counts
what knights and squires do in MIL. `places` reads folders of `pfalz train` and says who wins by place.
`curve` draws how such a course went, with matches of `pfalz arena --keep` of `knight@…-GAMES.npz` and squire.
"""

from __future__ import annotations

import argparse
import json
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from statistics import median
from typing import Final, NamedTuple

from pfalz import catalogue
from pfalz.core.presets import widest_set
from pfalz.core.state import NATURE
from pfalz.lab.arena import Ledger, hold, report_of, tournament
from pfalz.lab.curve import Point, Strength, curve
from pfalz.lab.match import Match, next_ask
from pfalz.lab.summary import wilson

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
        return f"{self.game}-{self.players}{'-modules' if self.modules else ''}"


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
    "| game | players | modules | games | wins [95 %] | par | aim | points ahead | ms an answer |\n"
    "|---|---|---|---|---|---|---|---|---|"
)


def row(challenger: str, contest: Contest, seeds: int, folder: Path, jobs: int) -> str:
    """Hold one match and put it into a line."""
    kind = challenger.partition("@")[0]
    game = catalogue.game(contest.game)
    modules = widest_set(game, contest.players) if contest.modules else ()
    names = (challenger, OTHERS[kind])
    plan = tournament(contest.game, contest.players, names, seeds, f"strength:{kind}", modules)
    plan = replace(plan, games=seeds * contest.players)  # the challenger alone; not the others alone
    name = f"{challenger.replace('/', '_')}-{contest.name}-{seeds}.jsonl"
    ledger = Ledger(plan, folder / name)
    for _ in hold(plan, ledger, jobs):
        pass
    report = report_of(plan, list(ledger.results.values()))
    for failure in report.failures:
        raise SystemExit(f"{failure.seed}: {failure.failure}")
    meeting = report.meetings[0]
    spent = [
        1000 * result.thinking[seat] / result.decided[seat]
        for result in ledger.results.values()
        for seat in range(contest.players)
        if result.bots[seat] == challenger
    ]
    share = f"{100 * meeting.rate:.1f} % [{100 * meeting.low:.1f}, {100 * meeting.high:.1f}]"
    aim = f"{100 * contest.aim:.0f} %" if contest.aim else ""
    return (
        f"| {contest.game} | {contest.players} | {'all' if modules else 'none'} | {meeting.games} | {share} "
        f"| {100 * meeting.par:.0f} % | {aim} | {meeting.margin:+.1f} | {median(spent):.0f} |"
    )


def matches(given: argparse.Namespace) -> None:
    """All matches of a challenger."""
    kind = given.what.partition("@")[0]
    print(HEAD, flush=True)
    for contest in contests(*AIMS[kind]):
        if not given.only or contest.name in given.only.split(","):
            seeds = given.seeds or -(-SEEDS[kind] // contest.players)
            print(row(given.what, contest, seeds, given.folder, given.jobs), flush=True)


def manners(games: int) -> None:
    """What bots do in MIL, a seat and game, when all at the table are of one kind."""
    print(f"| players | bot | {' | '.join(name.replace('_', ' ') for name in COUNTED)} | prestige |")
    print("|---|---|" + "---|" * (len(COUNTED) + 1))
    for players in (2, 4):
        rules = catalogue.ruleset("mil", players)
        for bot in ("squire", "knight"):
            counts: Counter[str] = Counter()
            points = 0
            for game in range(games):
                match = Match(rules, [bot] * players, f"manners:{game}")
                s = match.start()
                n = 0
                while s.stack:
                    ask = next_ask(rules, s)
                    rules.apply(s, ask.seat if ask.seat >= 0 else NATURE, match.answer(s, ask, n))
                    n += 1
                counts.update(kind.name for kind, _ in s.trace or ())
                points += sum(rules.outcome(s).scores)
            seats = games * players
            cells = " | ".join(f"{counts[name] / seats:.2f}" for name in COUNTED)
            print(f"| {players} | {bot} | {cells} | {points / seats:.1f} |", flush=True)


def places(folders: Sequence[Path]) -> None:
    """Shares of wins by the place after the start player, in the games a course has learned from."""
    print("| game | players | games | wins by place after the start player [95 %] |\n|---|---|---|---|")
    for folder in folders:
        state = json.loads((folder / "state.json").read_text("utf-8"))
        game, players = state["course"]["game"], state["course"]["players"]
        wins = state["progress"]["wins"]
        if game == "darkages":  # the last one chooses a ruler first
            wins = wins[1:] + wins[:1]
        games = round(sum(wins))
        shares = [(n / games, *wilson(n, games)) for n in wins]
        cells = ", ".join(f"{100 * n:.1f} [{100 * low:.1f}, {100 * high:.1f}]" for n, low, high in shares)
        print(f"| {game} | {players} | {games} | {cells} |")


def drawn(folder: Path, ledgers: Sequence[Path]) -> str:
    """The learning curve of a course, with the strength after so many games."""
    state = json.loads((folder / "state.json").read_text("utf-8"))
    course = state["course"]
    found: dict[int, list[float]] = {}
    for path in ledgers:
        head, *lines = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
        challenger = head["bots"][0]
        played = [game for game in lines if game["bots"].count(challenger) == 1]
        shares = [(game["places"], game["places"][game["bots"].index(challenger)]) for game in played]
        after = re.search(r"-([0-9]+)\.npz$", challenger)
        games = int(after[1]) if after else state["progress"]["games"]
        wins = [(place == 1) / places.count(1) for places, place in shares]
        found[games] = found.get(games, []) + wins
    strength = [Strength(n, sum(w) / len(w), *wilson(sum(w), len(w))) for n, w in sorted(found.items())]
    points = [Point(games, loss) for games, loss in state["progress"]["losses"]]
    title = f"{course['game']}, {course['players']} players: loss (left), wins against squires (right)"
    return curve(points, title, strength, 1 / course["players"])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", help="knight, page, prince (or prince@0.3), manners, places, curve")
    parser.add_argument("folders", nargs="*", type=Path)
    parser.add_argument("--only", default="")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seeds", type=int, default=0)
    parser.add_argument("--folder", type=Path, default=Path("strength"))
    given = parser.parse_args()
    if given.what == "manners":
        manners(given.games)
    elif given.what == "places":
        places(given.folders)
    elif given.what == "curve":
        print(drawn(given.folders[0], given.folders[1:]), end="")
    else:
        matches(given)


if __name__ == "__main__":
    main()
