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
from random import Random
from statistics import mean, stdev

from pfalz.catalogue import ruleset
from pfalz.core.data import read_edition
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
DOCS = Path(__file__).parents[1] / "docs"
OUT = DOCS / "darkages-balance.md"
PROPOSAL = DOCS / "editions" / "darkages-balance.toml"
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
def rules_for(players: int, proposed: bool = False) -> Ruleset[DarkAges]:
    """The table of a player count, with the proposed values if wanted."""
    return ruleset("darkages", players, edition=read_edition(PROPOSAL) if proposed else None)


def play(players: int, number: int, dealt: bool = False, proposed: bool = False) -> Played:
    """One game of knights, watched; they choose their rulers, or these are dealt at random."""
    rules = rules_for(players, proposed)
    seed = f"{SEED} dealt {players} {number}" if dealt else f"{SEED} {players} {number}"
    match = Match(rules, ["knight"] * players, seed)
    luck = Random(f"{seed} rulers")
    s = match.start()
    assert isinstance(s, DarkAges)
    n = 0
    while s.stack:
        ask = next_ask(rules, s)
        at_random = dealt and ask.name == "ruler"
        answer = ask.random_answer(s, luck) if at_random else match.answer(s, ask, n)
        rules.apply(s, ask.seat, answer)
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
    out += by_feature("seat", games, lambda game, seat: seat, lambda value: str(value + 1))
    out += by_place(games)
    out += by_ruler(games, texts)
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


def by_feature(title: str, games: Sequence[Played], key: Key, name: Callable[[int], str]) -> list[str]:
    """How seats fare by some feature."""
    par = 1 / len(games[0].scores)
    rows = grouped(games, key).items()
    return table(
        f"{title} | cases | mean score | victories | 95 % | ",
        [f"{name(value)} | {n} | {score:.1f} | {share(won, n, par)}" for value, (won, n, score) in rows],
    )


def by_place(games: Sequence[Played]) -> list[str]:
    """How seats fare by their place after the starting player."""
    return by_feature("turn order", games, lambda game, seat: game.places[seat], lambda n: f"{n + 1}.")


def by_ruler(games: Sequence[Played], texts: Texts) -> list[str]:
    """How the rulers fare."""
    return by_feature(
        "ruler", games, lambda game, seat: game.rulers[seat], lambda ruler: texts.name("ruler", ruler)
    )


def dealt_section(players: int, run: Callable[[int, bool, bool], list[Played]]) -> list[str]:
    """Rulers and places if nobody chooses his ruler, as the values are and as they are proposed."""
    out: list[str] = []
    for proposed in (False, True):
        games = run(players, True, proposed)
        texts = Texts(rules_for(players), "en")
        values = "the proposed values" if proposed else "the values as they are"
        out += [f"{players} players, {values}, {len(games)} games:", ""]
        out += [*by_ruler(games, texts), *by_place(games)]
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
How hard the game for one is, [darkages-solo.md](darkages-solo.md) says.

Written by `python tools/darkages_balance.py --games {games}` with the seed `{seed}` (game n of a table of
p players has the seed `{seed} p n`); the same games come out of every run, compiled or not, until the rules,
the values or the judgement of the knight change.
"""
DEALT = """## Rulers dealt at random

Rulers are chosen in reverse turn order, so ruler and place hang together in the tables above. Here nobody
chooses: what is left is due to the ruler or to the place alone. The proposed values are those of
[editions/darkages-balance.toml](editions/darkages-balance.toml); both sets of games have the same seeds.
"""
CHOSEN_FROM = (3, 4)
"""With so many players there are rulers far out of line."""


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

        def run(players: int, dealt: bool, proposed: bool) -> list[Played]:
            n = arguments.games
            fixed = [[players] * n, range(n), [dealt] * n, [proposed] * n]
            games = list(pool.map(play, *fixed, chunksize=5))
            told = f", rulers dealt{', proposed values' if proposed else ''}" if dealt else ""
            print(f"{players} players{told}: {n} games", flush=True)
            return games

        for players in PLAYERS:
            games = run(players, False, False)
            texts = Texts(rules_for(players), "en")
            far += out_of_line(players, games, texts)
            sections += section(players, games, texts)
            sections += ["### Cards", "", *cards_of(players, games, texts)]
        sections.append(DEALT)
        for players in CHOSEN_FROM:
            sections += dealt_section(players, run)
    lines += ["## Far out of line", "", *(far or ["Nothing."]), "", *sections]
    told = "\n".join(lines).rstrip() + "\n"
    before = arguments.out.read_text("utf-8") if arguments.out.exists() else ""
    by_hand = before[before.index(BY_HAND) :] if BY_HAND in before else f"{BY_HAND}\n"
    arguments.out.write_text(f"{told}\n{by_hand}", "utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
