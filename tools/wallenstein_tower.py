"""The cube tower of Wallenstein on trial: what the models of W-14 do, next to what is known of the device.

The tower is watched in two ways (`tower_trials.py`): over whole games of random play, and over synthetic
throws of a fixed size or battle. All is seeded, so the report is the same on every machine. Here it is put
into words; the picture is drawn by `tower_plot.py`.

Run `python tools/wallenstein_tower.py` after a change of the tower; it writes `docs/wallenstein-tower.md` and
`docs/images/wallenstein-tower.svg`. A test compares both with what `build()` returns.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import comb, sqrt
from pathlib import Path

from tower_plot import plot
from tower_trials import (
    BATTLES,
    DUELS,
    FILLS,
    GAMES,
    KNOWN,
    MODELS,
    PLAYERS,
    SIZES,
    SYNTHETIC,
    Battle,
    Findings,
    Odds,
    investigate,
)

ROOT = Path(__file__).resolve().parents[1]
REPORT = ROOT / "docs" / "wallenstein-tower.md"
PLOT = ROOT / "docs" / "images" / "wallenstein-tower.svg"


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


def _percent(x: float) -> str:
    return f"{100 * x:.1f} %"


def _mean(values: Sequence[int]) -> float:
    return sum(values) / len(values)


def _quantile(values: Sequence[int], share: float) -> int:
    return sorted(values)[int(share * (len(values) - 1))]


def _at_most(n: int, most: int, p: float) -> float:
    return sum(comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(most + 1))


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
