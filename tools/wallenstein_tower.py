"""The cube tower of Wallenstein on trial: what the models of W-14 do, next to what is known of the device.

The throws are those of the game itself: `Throw`, `join_battle`, `settle_battle` and the revolt rules, at
tables with each model. They are watched in two ways: over whole games of random play, and over synthetic
throws of a fixed size or battle. All is seeded, so the report is the same on every machine.

Run `python tools/wallenstein_tower.py` after a change of the tower; it writes `docs/wallenstein-tower.md` and
`docs/images/wallenstein-tower.svg`. A test compares both with what `build()` returns.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import comb, sqrt
from pathlib import Path
from random import Random
from typing import Any

from pfalz.catalogue import ruleset
from pfalz.core.draw import document, group, label, tag
from pfalz.core.rollout import Tally, play_random
from pfalz.core.ruleset import Ruleset
from pfalz.core.state import Move, State
from pfalz.games.wallenstein.combat import join_battle, rise, settle_battle, settle_revolt
from pfalz.games.wallenstein.state import Wallenstein
from pfalz.games.wallenstein.tower import Throw

ROOT = Path(__file__).resolve().parents[1]
REPORT = ROOT / "docs" / "wallenstein-tower.md"
PLOT = ROOT / "docs" / "images" / "wallenstein-tower.svg"

SEED = 1618
MODELS = ("constant", "impact")
PLAYERS = (3, 4, 5)
GAMES = 40
SIZES = (2, 4, 6, 8, 10, 12, 16)
SYNTHETIC = 1500
FILLS = 1000
BATTLES = 1600
ATTACKER, DEFENDER = 0, 1
HERE = 0
"""The county all synthetic battles are about."""

Place = tuple[list[int], list[int]]
"""Tray and tower."""
Odds = tuple[float, float, float]
"""Attack won, county neutral, defence held; in a revolt: owner lost, (nothing), owner held."""


@dataclass
class Watched:
    """What was seen of the tower in the games of one table."""

    throws: int = 0
    cast: int = 0
    cast_out: int = 0
    rested: int = 0
    rested_out: int = 0
    late: list[int] = field(default_factory=list)
    """Cubes cast by each throw of the second year."""
    inside: list[int] = field(default_factory=list)
    """Cubes inside after each throw of the second year."""
    snapshots: list[Place] = field(default_factory=list)
    """Tray and tower between two battles of the second year."""


@dataclass
class Findings:
    """Everything the report tells."""

    played: dict[tuple[str, int], Watched]
    fills: dict[int, float]
    """By number of players: mean number of cubes that fall out at the tower fill."""
    steady: dict[str, list[tuple[int, float, float, float]]]
    """By model: cubes cast by every throw, mean inside, mean out, share of the resting cubes out."""
    battles: dict[tuple[str, str], Odds]
    """By model and name of the battle, with trays and towers as in play."""
    known: dict[str, Odds]
    """By name of a battle of the dossier, with tray and tower empty before."""
    empty: dict[str, Odds]
    """By name of the battle, with tray and tower empty before: both models agree there."""


# -- watching -------------------------------------------------------------------------------------


def watch_games(model: str, players: int, games: int, seed: int) -> Watched:
    """Games of random play; every throw is counted, the long run is the second year."""
    rules = ruleset("wallenstein", players, options={"tower_model": model})
    seen = Watched()

    def look(s: State, seat: int, name: str, move: Move) -> None:
        assert isinstance(s, Wallenstein)
        if name != "throw":
            if name == "march" and s.season >= 4:
                seen.snapshots.append((list(s.tray), list(s.tower)))
            return
        first = sum(1 for n in s.tray if n)
        seen.throws += 1
        seen.cast += sum(s.tray)
        seen.cast_out += sum(move[:first])
        seen.rested += sum(s.tower)
        seen.rested_out += sum(move[first:])
        if s.season >= 4:
            seen.late.append(sum(s.tray))
            seen.inside.append(sum(s.tray) + sum(s.tower) - sum(move))

    for game in range(games):
        play_random(rules, rules.start(), Random(f"{seed}:{model}:{players}:{game}"), Tally(), watch=look)
    return seen


def fill(players: int, fills: int, seed: int) -> float:
    """Games begun with the default line-up: the mean number of cubes that fall out at the tower fill."""
    rules = ruleset("wallenstein", players, options={"start": "lineup"})
    fell = []

    def look(s: State, seat: int, name: str, move: Move) -> None:
        if name == "tower_fill":
            fell.append(sum(move))

    for game in range(fills):
        play_random(rules, rules.start(), Random(f"{seed}:fill:{players}:{game}"), Tally(), 2, look)
    assert len(fell) == fills
    return sum(fell) / fills


def steady_state(model: str, size: int, throws: int, seed: int) -> tuple[int, float, float, float]:
    """Throws of always the same size: mean inside afterwards, mean out, share of the resting cubes out."""
    rules = ruleset("wallenstein", 3, options={"tower_model": model})
    s = table(rules)
    rng = Random(f"{seed}:{model}:{size}")
    throw = Throw()
    inside = out = rested = loose = 0
    warm_up = throws // 5
    for i in range(warm_up + throws):
        s.tray = [size - size // 2, size // 2, 0, 0]
        move = throw.sample(s, (), rng)
        resting = sum(s.tower)
        throw.answer(s, ATTACKER, (), move)
        if i >= warm_up:
            inside += sum(s.tower)
            out += sum(s.tray)
            rested += resting
            loose += sum(move[2:])
    return size, inside / throws, out / throws, loose / rested


def table(rules: Ruleset[Any]) -> Wallenstein:
    """A table before its setup: nothing in tray and tower."""
    s = rules.start()
    assert isinstance(s, Wallenstein)
    s.tower = [0] * (rules.players + 1)
    s.tray = [0] * (rules.players + 1)
    return s


@dataclass(frozen=True)
class Battle:
    """Attackers against defenders (0: a neutral county), or with no attackers a revolt against them."""

    attackers: int
    defenders: int
    markers: int = 0

    def __str__(self) -> str:
        if not self.attackers:
            return f"revolt: {self.defenders} armies, {self.markers} {_s('marker', self.markers)}"
        if not self.defenders:
            return f"{self.attackers} against a neutral county"
        return f"{self.attackers} against {self.defenders}" + (", marker there" if self.markers else "")


DUELS = (
    *(Battle(2, 1), Battle(3, 2), Battle(5, 2), Battle(5, 3), Battle(5, 3, 1), Battle(5, 5), Battle(5, 5, 1)),
    *(Battle(8, 3), Battle(8, 5), Battle(3, 5)),
    *(Battle(1, 0), Battle(2, 0), Battle(3, 0), Battle(5, 0)),
    *(Battle(0, 2, 1), Battle(0, 4, 1), Battle(0, 4, 2), Battle(0, 6, 2)),
)


KNOWN = (Battle(3, 0), Battle(0, 4, 2))
"""Battles whose odds the dossier counts out (X-55, X-56)."""
NOTHING: Place = ([0] * 4, [0] * 4)


def fight(s: Wallenstein, battle: Battle, rng: Random) -> int:
    """Fight one battle by the rules: 0 attack won (revolt lost), 1 neutral, 2 held."""
    throw = Throw()
    s.owner[HERE] = DEFENDER if battle.defenders else -1
    s.armies[HERE] = battle.defenders
    s.markers[HERE] = battle.markers
    if not battle.attackers:
        rise(s, DEFENDER, HERE, 0)
        throw.answer(s, DEFENDER, (), throw.sample(s, (), rng))
        settle_revolt(s, DEFENDER, HERE, 0)
        return 2 if s.owner[HERE] == DEFENDER else 0
    s.tray[ATTACKER] += battle.attackers
    join_battle(s, ATTACKER, HERE)
    throw.answer(s, ATTACKER, (), throw.sample(s, (), rng))
    settle_battle(s, ATTACKER, HERE)
    if s.owner[HERE] == ATTACKER:
        return 0
    return 2 if s.owner[HERE] == DEFENDER or not battle.defenders else 1


def odds(model: str, battle: Battle, places: Sequence[Place], n: int, seed: int) -> Odds:
    """How a battle ends, tray and tower being as they are in any of the places."""
    rules = ruleset("wallenstein", 3, options={"tower_model": model})
    start = table(rules)
    rng = Random(f"{seed}:{model}:{battle}")
    ends = [0, 0, 0]
    colours = [0, 1, 2]
    for _ in range(n):
        s = rules.copy(start)
        tray, tower = rng.choice(places)
        rng.shuffle(colours)
        for colour in range(3):
            s.tray[colour], s.tower[colour] = tray[colours[colour]], tower[colours[colour]]
        s.tray[3], s.tower[3] = tray[3], tower[3]
        s.supply = [30, 30, 30, s.t.peasants - tray[3] - tower[3]]
        ends[fight(s, battle, rng)] += 1
    return ends[0] / n, ends[1] / n, ends[2] / n


def exact(battle: Battle) -> Odds:
    """The same from an empty tray and tower, by counting: each cube comes out with 2/3 (W-14.4)."""
    a = _binomial(battle.attackers)
    d = _binomial(battle.defenders)
    neutral = 0 if battle.defenders else 1
    p = _binomial(neutral if battle.attackers else battle.markers)
    ends = [Fraction(0)] * 3
    for i, x in enumerate(a):
        for j, y in enumerate(d):
            for k, z in enumerate(p):
                if not battle.attackers:
                    end = 2 if j > k else 0
                elif not battle.defenders:
                    end = 0 if i > k else 2
                else:
                    end = 0 if i > j else 2 if i < j else 1
                ends[end] += x * y * z
    return float(ends[0]), float(ends[1]), float(ends[2])


def _binomial(n: int) -> list[Fraction]:
    return [Fraction(comb(n, k) * 2**k, 3**n) for k in range(n + 1)]


def investigate(games: int = GAMES, throws: int = SYNTHETIC, battles: int = BATTLES) -> Findings:
    """All simulations of the report."""
    played = {(m, n): watch_games(m, n, games, SEED) for m in MODELS for n in PLAYERS}
    return Findings(
        played,
        {n: fill(n, FILLS, SEED) for n in PLAYERS},
        {m: [steady_state(m, size, throws, SEED) for size in SIZES] for m in MODELS},
        {(m, str(b)): odds(m, b, played[m, 3].snapshots, battles, SEED) for m in MODELS for b in DUELS},
        {str(b): odds("constant", b, [NOTHING], battles, SEED) for b in KNOWN},
        {str(b): exact(b) for b in DUELS},
    )


# -- telling --------------------------------------------------------------------------------------


def report(found: Findings) -> str:
    """The report as Markdown."""
    parts = [
        "# The cube tower of Wallenstein, simulated",
        "<!-- Written by tools/wallenstein_tower.py; do not edit by hand. -->",
        "The real tower is a box with baffles: of the cubes cast in at the top some stick, and some that "
        "stuck earlier come loose. Pfalz replaces it by the model of clause W-14: every cube is decided on "
        "its own, a cube that is cast with odds *p*, a cube that rested inside with odds *q*. In the model "
        "`constant` p = 2/3 and q = 1/3; in `impact` a heavy throw frees more, q = 1 − 0.95ⁿ for n cubes "
        "cast. This report compares what the models do with what the dossier knows of the device. Everything "
        f"is thrown and fought by the rules of the game itself: {GAMES} games of random play per model and "
        "number of players, and synthetic throws and battles. “Long run” means their second year.",
        "![Contents of the tower in play and by size of throw; battle odds](images/wallenstein-tower.svg)",
        _facts(found),
        _fill(found),
        _games(found),
        _steady(found),
        _duels(found),
        LIMITS,
    ]
    return "\n\n".join(parts) + "\n"


def _facts(found: Findings) -> str:
    plain = [found.played["constant", n] for n in PLAYERS]
    heavy = [found.played["impact", n] for n in PLAYERS]
    cast_out = sum(w.cast_out for w in (*plain, *heavy)) / sum(w.cast for w in (*plain, *heavy))
    loose = [sum(w.rested_out for w in some) / sum(w.rested for w in some) for some in (plain, heavy)]
    fell = sum(found.fills.values()) / sum(7 * n + 10 for n in PLAYERS)
    inside = [_mean(w.inside) for w in plain]
    size = [_mean(w.late) for w in plain]
    gap = max(abs(a / b - 1) for a, b in zip(inside, size, strict=True))
    pairs = " · ".join(f"{a:.1f} / {b:.1f}" for a, b in zip(inside, size, strict=True))
    eight = found.steady["impact"][SIZES.index(8)][3]
    conquest, revolt = (found.known[str(battle)] for battle in KNOWN)
    rows = [
        ("cast cubes that come out (W-14.4)", "2/3", _percent(cast_out)),
        ("resting cubes that come out, `constant` (W-14.4)", "1/3", _percent(loose[0])),
        ("resting cubes that come out, `impact`, 8 cubes cast (W-14.5)", "33.7 %", _percent(eight)),
        ("the same over all throws of the games", "–", _percent(loose[1])),
        ("cubes that fall out at the tower fill (W-14.6)", "1/2", _percent(fell)),
        (
            "mean contents / mean size of a throw, `constant`, 3 · 4 · 5 players (W-14.8)",
            "equal",
            f"{pairs} (at most {_percent(gap)} apart)",
        ),
        ("mean size of a throw in play (W-14.8)", "about 8 to 11", f"{min(size):.1f} to {max(size):.1f}"),
        ("3 armies take a neutral county, all empty before (X-55)", "81.5 %", _percent(conquest[0])),
        ("4 armies withstand 2 markers, all empty before (X-56)", "76.8 %", _percent(revolt[2])),
    ]
    return "## Facts and findings\n\n" + _table(("fact", "dossier", "simulated"), rows)


def _fill(found: Findings) -> str:
    rows = []
    for n in PLAYERS:
        cubes = 7 * n + 10
        fell = found.fills[n]
        expected = f"{cubes / 2:.1f} ± {sqrt(cubes) / 2:.1f}"
        rows.append((f"{n}", f"{cubes}", expected, f"{fell:.1f}", f"{cubes - fell:.1f}"))
    heads = ("players", "cubes cast", "expected to fall out", f"fell out, mean of {FILLS}", "stayed inside")
    few = 1e6 * _at_most(38, 7, 1 / 2)
    return (
        f"## Tower fill at setup\n\n{_table(heads, rows)}\n\n"
        "The court example of the rulebook (R-17) shows 7 of 38 cubes falling out, 18 %; reports from play "
        f"say roughly half. With odds of 1/2 seven or fewer of 38 happen in {few:.0f} of a million fills, "
        f"with 1/3 in {_percent(_at_most(38, 7, 1 / 3))}, with 1/4 in {_percent(_at_most(38, 7, 1 / 4))} of "
        "them. So the compromise of ruling W-R.30 follows the reports and not the example; who believes in a "
        "sticky tower changes `tower.fill.thrown` in `setup.toml`. After the fill the tower holds more than "
        "in the long run: at first battles bring out more cubes than they cost."
    )


def _games(found: Findings) -> str:
    rows = []
    for m in MODELS:
        for n in PLAYERS:
            w = found.played[m, n]
            rows.append(
                (
                    f"`{m}`, {n} players",
                    f"{w.throws / GAMES:.1f}",
                    f"{w.cast / w.throws:.1f}",
                    _percent(w.cast_out / w.cast),
                    _percent(w.rested_out / w.rested),
                    f"{_mean(w.late):.1f}",
                    f"{_mean(w.inside):.1f}",
                    f"{_quantile(w.inside, 0.05)} – {_quantile(w.inside, 0.95)}",
                )
            )
    heads = (
        *("table", "throws per game", "cubes per throw", "of the cast out", "of the resting out"),
        *("per throw, long run", "inside, long run", "middle 90 %"),
    )
    return "## Whole games of random play\n\n" + _table(heads, rows)


def _steady(found: Findings) -> str:
    rows = []
    for i, size in enumerate(SIZES):
        q = 1 - 0.95**size
        rows.append(
            (
                f"{size}",
                f"{size}",
                f"{found.steady['constant'][i][1]:.1f}",
                f"{size / 3 / q:.1f}",
                f"{found.steady['impact'][i][1]:.1f}",
                f"{found.steady['constant'][i][2]:.1f}",
                f"{found.steady['impact'][i][2]:.1f}",
            )
        )
    heads = (
        *("cubes per throw", "inside, `constant`, theory", "simulated"),
        *("inside, `impact`, theory", "simulated", "out, `constant`", "out, `impact`"),
    )
    return (
        "## Throws of one size\n\nIn balance as many cubes stick as come loose: n · (1 − p) = r · q. So r = "
        "n in the model `constant` (W-14.8), and r = n / (3 q) in `impact`, where the contents depend little "
        f"on the size of the throws.\n\n{_table(heads, rows)}\n\n{SYNTHETIC} throws per row after a warm-up."
    )


def _duels(found: Findings) -> str:
    rows = []
    for battle in DUELS:
        name = str(battle)
        cells = [name, _three(found.empty[name], battle)]
        cells += [_three(found.battles[m, name], battle) for m in MODELS]
        rows.append(tuple(cells))
    heads = ("battle", "all empty", "in play, `constant`", "in play, `impact`")
    return (
        "## Battles\n\nAttack won / county becomes neutral / defence held, in per cent; for a neutral county "
        "taken / not; for a revolt lost / withstood. No tiles, no events. “All empty” is exact, with nothing "
        "in tray and tower before; “in play” starts from tray and tower at random moments of the second year "
        f"of 3-player games, the parties being any two colours ({BATTLES} battles each, so ± 2.5).\n\n"
        f"{_table(heads, rows)}\n\n"
        "In play the peasants that come loose help a defender without a revolt marker, and both sides get "
        "cubes back: superior numbers are worth less than on paper, and a marker costs the defender much."
    )


LIMITS = (
    "## What this does not show\n\nNobody has measured the device here: the odds are those of a public "
    "online version (W-R.30). Random players march with any number of armies; who masses them makes larger "
    "throws, and W-14.8 says what follows for the contents. Cubes of one throw are independent in both "
    "models; in a real tower they may jam together, which would widen all distributions."
)


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = ["| " + " | ".join(heads) + " |", "|" + "---|" * len(heads)]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows])


def _three(o: Odds, battle: Battle) -> str:
    some = o if battle.attackers and battle.defenders else (o[0], o[2])
    return " / ".join(f"{100 * x:.0f}" for x in some)


def _s(word: str, n: int) -> str:
    return word if n == 1 else word + "s"


def _percent(x: float) -> str:
    return f"{100 * x:.1f} %"


def _mean(values: Sequence[int]) -> float:
    return sum(values) / len(values)


def _quantile(values: Sequence[int], share: float) -> int:
    return sorted(values)[int(share * (len(values) - 1))]


def _at_most(n: int, most: int, p: float) -> float:
    return sum(comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(most + 1))


# -- drawing --------------------------------------------------------------------------------------

COLOURS = {"constant": "var(--azure)", "impact": "var(--gules)"}
WIDTH, HEIGHT = 1000, 420
TOP, BOTTOM = 70, 350


def plot(found: Findings) -> str:
    """Three panels: contents in play, contents by size of throw, battles."""
    legend = [
        group(
            tag("rect", x=40 + 130 * i, y=392, width=14, height=10, fill=COLOURS[m]),
            label(60 + 130 * i, 401, m, font_size=13),
        )
        for i, m in enumerate(MODELS)
    ]
    words = "won by the attacker (full), neutral (pale), held (empty)"
    legend.append(label(968, 401, words, text_anchor="end", class_="small faded"))
    panels = (_histogram(found), _curves(found), _bars(found))
    return document(WIDTH, HEIGHT, *panels, *legend, title="The cube tower of Wallenstein") + "\n"


def _panel(x: float, width: float, title: str, subtitle: str) -> str:
    return group(
        tag("rect", x=x, y=16, width=width, height=360, rx=6, class_="panel"),
        label(x + 14, 38, title, font_size=15),
        label(x + 14, 54, subtitle, class_="small faded"),
    )


def _histogram(found: Findings) -> str:
    most, top = 24, 18
    left, step = 58.0, 10.2
    body = [_panel(24, 300, "Cubes inside, long run", "share of throws; 3 to 5 players, random play")]
    body += _scale(52, 318, [(y, f"{y} %") for y in (0, 5, 10, 15)], top)
    for i, m in enumerate(MODELS):
        values = [n for p in PLAYERS for n in found.played[m, p].inside]
        for n in range(most + 1):
            share = 100 * values.count(n) / len(values)
            height = (BOTTOM - TOP) * share / top
            at = left + n * step + i * step / 2
            body.append(_bar(at, BOTTOM - height, step / 2 - 0.6, height, m))
    body += [_below(left + n * step + step / 2, f"{n}") for n in range(0, most + 1, 5)]
    return group(*body)


def _curves(found: Findings) -> str:
    def x(n: float) -> float:
        return 370 + n * 15

    def y(n: float) -> float:
        return BOTTOM - (BOTTOM - TOP) * n / 18

    body = [_panel(338, 300, "Cubes inside by size of throw", "lines: theory; dots: throws of one size")]
    body += _scale(366, 632, [(n, f"{n}") for n in (0, 5, 10, 15)], 18)
    for m in MODELS:
        points = []
        for i in range(1, 35):
            n = i / 2
            inside = n if m == "constant" else n / 3 / (1 - 0.95**n)
            points.append(f"{x(n):.1f},{y(inside):.1f}")
        line = tag("polyline", points=" ".join(points), fill="none", stroke=COLOURS[m], stroke_width=1.5)
        body.append(line)
        for size, mean, _, _ in found.steady[m]:
            body.append(tag("circle", cx=x(size), cy=y(mean), r=4, fill=COLOURS[m]))
    body += [_below(x(n), f"{n}") for n in (0, 4, 8, 12, 16)]
    return group(*body)


def _bars(found: Findings) -> str:
    body = [_panel(652, 324, "Battles in play", "upper bar: constant, lower bar: impact; 3 players")]
    shown = [b for b in DUELS if b.attackers]
    step = (BOTTOM + 14 - TOP) / len(shown)
    left, width = 800.0, 160.0
    for row, battle in enumerate(shown):
        top = TOP + row * step
        name = str(battle).replace(" against ", " : ").replace("a neutral county", "neutral")
        body.append(label(left - 6, top + 13, name, text_anchor="end", class_="small"))
        for i, m in enumerate(MODELS):
            won, neutral, _ = found.battles[m, str(battle)]
            y = top + 2 + i * 8
            body += [
                _bar(left, y, width * won, 7, m),
                group(_bar(left + width * won, y, width * neutral, 7, m), fill_opacity="0.35"),
                tag("rect", x=left, y=y, width=width, height=7, fill="none", stroke="var(--edge)"),
            ]
    return group(*body)


def _bar(x: float, y: float, width: float, height: float, model: str) -> str:
    return tag("rect", x=x, y=y, width=width, height=height, fill=COLOURS[model])


def _scale(left: float, right: float, ticks: Sequence[tuple[int, str]], top: int) -> list[str]:
    body = []
    for value, words in ticks:
        y = BOTTOM - (BOTTOM - TOP) * value / top
        body.append(tag("path", d=f"M{left + 4},{y:.1f} H{right}", stroke="var(--edge)", stroke_width=0.5))
        body.append(label(left + 2, y + 4, words, text_anchor="end", class_="small faded"))
    return body


def _below(x: float, words: str) -> str:
    return label(x, BOTTOM + 16, words, text_anchor="middle", class_="small faded")


def build() -> tuple[str, str]:
    """The report and the plot, the same every time."""
    found = investigate()
    return report(found), plot(found)


def main() -> None:
    """Write both files."""
    words, picture = build()
    PLOT.parent.mkdir(parents=True, exist_ok=True)
    REPORT.write_text(words, encoding="utf-8")
    PLOT.write_text(picture, encoding="utf-8")
    print(f"wrote {REPORT.relative_to(ROOT)} and {PLOT.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
