"""Write docs/darkages-balance.md: what 400 games of knights per player count say about Dark Ages.

    python tools/darkages_balance.py [--games 400] [--jobs 2] [--out docs/darkages-balance.md]

Nearly all values of the cards and rulers are reconstructed; where one is far out of line, the note says so.
All is seeded, and the compiled engine plays the same games. The tables are made from the games alone; what
follows from them is written by hand below the tables, and stays when the tables are written anew.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import cache
from math import sqrt
from pathlib import Path
from statistics import mean, stdev

from pfalz.catalogue import ruleset
from pfalz.core.events import EventKind
from pfalz.core.ruleset import Ruleset
from pfalz.core.texts import Texts
from pfalz.games.darkages import events
from pfalz.games.darkages.state import END_IDS, SOURCE_IDS, DarkAges
from pfalz.games.darkages.words import ACTION_IDS, CARD_KIND_IDS, REACTION_IDS
from pfalz.lab.match import Match, next_ask

SEED = "balance"
NOBODY = -1
BY_HAND = "<!-- By hand from here on. -->"
PLAYERS = (2, 3, 4)
PAR_POINTS = 0.10
"""A share of wins that differs from par by more, its interval clear of par, is far out of line."""
OUT = Path(__file__).parents[1] / "docs" / "darkages-balance.md"
USED = {
    events.CARD_TAKEN: "taken",
    events.ACHIEVEMENT_LAID: "played",
    events.TECHNOLOGY_PLAYED: "played",
    events.RELIC_PLAYED: "played",
    events.EPITHET_PLAYED: "played",
    events.ACHIEVEMENT_RAISED: "raised",
}
"""What becomes of a card: side and card are the first two parameters of these events."""


Key = Callable[["Played", int], int]
"""A feature of a seat in a game."""


@dataclass
class Played:
    """One game."""

    scores: list[int]
    wins: list[float]
    """Shares of the victory by seat."""
    places: list[int]
    """How many places after the starting player each seat sits."""
    rulers: list[int]
    ended_by: int
    ended_in_turn_of: int
    """The seat in whose turn the end came."""
    answers: int
    turns: int
    sources: list[dict[str, int]]
    actions: Counter[int] = field(default_factory=Counter)
    reactions: Counter[int] = field(default_factory=Counter)
    cards: Counter[tuple[int, str]] = field(default_factory=Counter)
    card_wins: list[tuple[int, float]] = field(default_factory=list)
    """Cards that somebody played or laid out, with that seat's share of the victory."""
    battles: Counter[str] = field(default_factory=Counter)


@cache
def rules_for(players: int) -> Ruleset[DarkAges]:
    """The table of a player count."""
    return ruleset("darkages", players)


def play(players: int, number: int) -> Played:
    """One game of knights, watched."""
    rules = rules_for(players)
    match = Match(rules, ["knight"] * players, f"{SEED} {players} {number}")
    s = match.start()
    assert isinstance(s, DarkAges)
    n = 0
    while s.stack:
        ask = next_ask(rules, s)
        rules.apply(s, ask.seat, match.answer(s, ask, n))
        n += 1
    outcome = rules.outcome(s)
    winners = outcome.places.count(1)
    wins = [(place == 1) / winners for place in outcome.places]
    seats = range(players)
    game = Played(
        list(outcome.scores),
        wins,
        [(seat - s.starter) % players for seat in seats],
        [s.ruler[seat] for seat in seats],
        s.ended_by,
        NOBODY,
        n,
        0,
        [dict(row) for row in outcome.breakdown],
    )
    used: set[tuple[int, int]] = set()
    active = NOBODY
    for kind, args in s.trace or []:
        if kind in (events.TURN_BEGUN, events.EXTRA_TURN_BEGUN):
            active = args[0]
        elif kind is events.END_BEGUN:
            game.ended_in_turn_of = active
        _watch(game, kind, args, used)
    game.card_wins = [(card, wins[side]) for side, card in sorted(used)]
    return game


def _watch(game: Played, kind: EventKind, args: Sequence[int], used: set[tuple[int, int]]) -> None:
    if kind in (events.TURN_BEGUN, events.EXTRA_TURN_BEGUN):
        game.turns += 1
    elif kind in (events.ACTION_CHOSEN, events.ACTION_REPEATED):
        game.actions[args[1]] += 1
    elif kind is events.REACTION_CHOSEN:
        game.reactions[args[1]] += 1
    elif kind is events.BATTLE_OVER:
        players = len(game.scores)
        enemy = "barbarians" if args[1] >= players else "a player"
        game.battles[f"against {enemy}, {'won' if args[-1] else 'lost'} by the attacker"] += 1
    elif kind in USED:
        game.cards[args[1], USED[kind]] += 1
        if USED[kind] == "played":
            used.add((args[0], args[1]))


# -- numbers ------------------------------------------------------------------------------------------


def wilson(wins: float, n: int) -> tuple[float, float]:
    """The 95 % interval of a share."""
    if not n:
        return 0.0, 1.0
    z, p = 1.96, wins / n
    middle, spread = p + z * z / (2 * n), z * sqrt(p * (1 - p) / n + z * z / (4 * n * n))
    return (middle - spread) / (1 + z * z / n), (middle + spread) / (1 + z * z / n)


def judged(wins: float, n: int, par: float) -> str:
    """Whether a share is far out of line."""
    low, high = wilson(wins, n)
    if n and abs(wins / n - par) > PAR_POINTS and not low <= par <= high:
        return "**high**" if wins / n > par else "**low**"
    return ""


def share(wins: float, n: int, par: float) -> str:
    """A share of wins with its interval and what is to be thought of it."""
    if not n:
        return "– | – | "
    low, high = wilson(wins, n)
    return f"{wins / n:.1%} | {low:.1%} – {high:.1%} | {judged(wins, n, par)}"


def grouped(games: Sequence[Played], key: Key) -> dict[int, tuple[float, int, float]]:
    """By some feature of a seat: shares of victory, number of cases, mean score."""
    found: dict[int, list[tuple[float, int]]] = {}
    for game in games:
        for seat, won in enumerate(game.wins):
            found.setdefault(key(game, seat), []).append((won, game.scores[seat]))
    return {
        value: (sum(won for won, _ in rows), len(rows), mean(score for _, score in rows))
        for value, rows in sorted(found.items())
    }


def table(head: str, rows: Iterable[str]) -> list[str]:
    """A table in Markdown."""
    return [f"| {head} |", "|" + "---|" * (head.count("|") + 1), *[f"| {row} |" for row in rows], ""]


# -- the note -----------------------------------------------------------------------------------------


def section(players: int, games: Sequence[Played], texts: Texts) -> list[str]:
    """What the games of one player count say."""
    par = 1 / players
    scores = [score for game in games for score in game.scores]
    best = [max(game.scores) for game in games]
    out = [f"## {players} players", ""]
    turns, answers = mean(game.turns for game in games), mean(game.answers for game in games)
    out += [
        f"{len(games)} games of knights. A score is {mean(scores):.1f} on average (deviation "
        f"{stdev(scores):.1f}), the best of a game {mean(best):.1f}; a game has {turns:.0f} turns and "
        f"{answers:.0f} answers, chance included. Par is {par:.1%} of the victories.",
        "",
    ]
    features: list[tuple[str, Key, Callable[[int], str]]] = [
        ("seat", lambda game, seat: seat, lambda value: str(value + 1)),
        ("turn order", lambda game, seat: game.places[seat], lambda value: f"{value + 1}."),
        ("ruler", lambda game, seat: game.rulers[seat], lambda value: texts.name("ruler", value)),
    ]
    for title, key, name in features:
        rows = grouped(games, key)
        out += table(
            f"{title} | cases | mean score | victories | 95 % | ",
            [f"{name(v)} | {n} | {score:.1f} | {share(won, n, par)}" for v, (won, n, score) in rows.items()],
        )
    out += ends(games, par, texts)
    points = {id: mean(row.get(id, 0) for game in games for row in game.sources) for id in SOURCE_IDS}
    out += table(
        "points by source | mean of a seat",
        [f"{texts.name('source', i)} | {points[id]:.1f}" for i, id in enumerate(SOURCE_IDS)],
    )
    acted = [mean(game.actions[i] for game in games) for i in range(len(ACTION_IDS))]
    reacted = [mean(game.reactions[i] for game in games) for i in range(len(REACTION_IDS))]
    out += table(
        "action or reaction | per game",
        [
            *[f"{texts.name('action', i)} | {n:.1f}" for i, n in enumerate(acted)],
            *[f"reaction: {texts.name('reaction', i)} | {n:.1f}" for i, n in enumerate(reacted)],
        ],
    )
    fights = sorted({fight for game in games for fight in game.battles})
    fought = [mean(game.battles[fight] for game in games) for fight in fights]
    told = [f"{fight} | {n:.2f}" for fight, n in zip(fights, fought, strict=True)]
    out += table("battle | per game", told)
    return out


def ends(games: Sequence[Played], par: float, texts: Texts) -> list[str]:
    """What brought the end, and how those fare in whose turn it came."""
    rows = []
    for i in range(len(END_IDS)):
        ended = [game for game in games if game.ended_by >> i & 1]
        told = [texts.name("end", i), f"{len(ended) / len(games):.1%}"]
        told.append(f"{mean(game.turns for game in ended):.0f}" if ended else "–")
        told.append(f"{mean(score for game in ended for score in game.scores):.1f}" if ended else "–")
        won = sum(game.wins[game.ended_in_turn_of] for game in ended)
        rows.append(" | ".join([*told, share(won, len(ended), par)]))
    return table(
        "what brought the end | games | turns | mean score | victories of who brought it | 95 % | ", rows
    )


def cards_of(players: int, games: Sequence[Played], texts: Texts) -> list[str]:
    """How often each card is used, and how those fare who use it."""
    rules, par = rules_for(players), 1 / players
    uses = Counter[tuple[int, str]]()
    wins: dict[int, list[float]] = {}
    for game in games:
        uses.update(game.cards)
        for card, victory in game.card_wins:
            wins.setdefault(card, []).append(victory)
    rows = []
    for card in range(rules.lookup.cards):
        kind = CARD_KIND_IDS[rules.lookup.card_kind[card]].replace("_", " ")
        counts = [f"{uses[card, what] / len(games):.2f}" for what in ("taken", "played", "raised")]
        won = wins.get(card, [])
        told = " | ".join([kind, *counts, share(sum(won), len(won), par)])
        rows.append(f"{texts.name('card', card)} | {told}")
    return table("card | kind | taken | played | raised | victories | 95 % | ", rows)


def out_of_line(players: int, games: Sequence[Played], texts: Texts) -> list[str]:
    """Rulers and cards whose share of victories is far from par."""
    par = 1 / players
    found = []
    for ruler, (won, n, _) in grouped(games, lambda game, seat: game.rulers[seat]).items():
        if judged(won, n, par):
            found.append(f"ruler {texts.name('ruler', ruler)} ({n} times): {share(won, n, par)}")
    played: dict[int, list[float]] = {}
    for game in games:
        for card, victory in game.card_wins:
            played.setdefault(card, []).append(victory)
    for card, shares in sorted(played.items()):
        if judged(sum(shares), len(shares), par):
            told = share(sum(shares), len(shares), par)
            found.append(f"{texts.name('card', card)} ({len(shares)} times played): {told}")
    return [f"- {players} players, {line.replace(' | ', ', ')}" for line in found]


HEAD = """# Dark Ages: what knights say about the balance

<!-- The tables are written by tools/darkages_balance.py; do not edit them by hand. -->

Nearly all values of rulers and cards are reconstructed (see `provenance` in the data files). This note shows
what comes of them when knights play, and names what is far out of line: a share of victories more than
{points:.0%} off par whose 95 % interval (Wilson) is clear of par. A knight is no expert: what it overlooks
looks weak here. Cards are counted for the seat that laid them out or played them, so a card played late,
or by who is ahead anyway, looks better than it is; and of a hundred cards in line a few are listed by chance.

Written by `python tools/darkages_balance.py --games {games}` with the seed `{seed}` (game n of a table of
p players has the seed `{seed} p n`); the same games come out of every run, compiled or not, until the rules,
the values or the judgement of the knight change.
"""


def main() -> int:
    """Play and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--out", type=Path, default=OUT)
    arguments = parser.parse_args()
    lines = [HEAD.format(points=PAR_POINTS, games=arguments.games, seed=SEED)]
    far: list[str] = []
    sections: list[str] = []
    with ProcessPoolExecutor(arguments.jobs) as pool:
        for players in PLAYERS:
            numbers = range(arguments.games)
            games = list(pool.map(play, [players] * len(numbers), numbers, chunksize=5))
            texts = Texts(rules_for(players), "en")
            far += out_of_line(players, games, texts)
            sections += section(players, games, texts)
            sections += ["### Cards", "", *cards_of(players, games, texts)]
            print(f"{players} players: {len(games)} games", flush=True)
    lines += ["## Far out of line", "", *(far or ["Nothing."]), "", *sections]
    told = "\n".join(lines).rstrip() + "\n"
    before = arguments.out.read_text("utf-8") if arguments.out.exists() else ""
    by_hand = before[before.index(BY_HAND) :] if BY_HAND in before else f"{BY_HAND}\n"
    arguments.out.write_text(f"{told}\n{by_hand}", "utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
