"""Write docs/darkages-solo.md: how often a knight wins the solo game of Dark Ages at each difficulty.

    python tools/darkages_solo.py [--games 200] [--jobs 2] [--out docs/darkages-solo.md]

All is seeded. The note docs/darkages-balance.md points here.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from statistics import mean

from pfalz.games.darkages.modules.lordlings_and_raiders.difficulty import DIFFICULTIES
from pfalz.lab.intervals import wilson
from pfalz.lab.sim import Plan, simulate

OUT = Path(__file__).parents[1] / "docs" / "darkages-solo.md"
ORDER = ("easy", "normal", "hard", "hardest")
HEAD = """# Dark Ages alone: how hard it is

Games of a knight against lordlings and horde (module 1), {games} at each difficulty, seed `solo`; written by
`tools/darkages_solo.py`. A difficulty is a set of the ten options of DM1-10, which combine freely; these four
have a name and are offered when a table is opened.

| difficulty | options | won | 95 % | points of the knight |
|---|---|---|---|---|
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--out", type=Path, default=OUT)
    given = parser.parse_args()
    lines: list[str] = []
    rates: list[float] = []
    for id in ORDER:
        options = DIFFICULTIES[id]
        plan = Plan("darkages", 1, ("knight",), given.games, "solo", options=dict.fromkeys(options, True))
        results = list(simulate(plan, given.jobs))
        failed = [result.failure for result in results if result.failure]
        if failed:
            raise SystemExit(failed[0])
        won = sum(result.places == (1,) for result in results)
        low, high = wilson(won, len(results))
        points = mean([result.scores[0] for result in results])
        listed = ", ".join(options) or "none"
        interval = f"{100 * low:.0f} to {100 * high:.0f} %"
        rate = won / len(results)
        lines.append(f"| {id} | {listed} | {100 * rate:.0f} % | {interval} | {points:.0f} |")
        rates.append(rate)
        print(lines[-1], flush=True)
    falls = "falls" if rates == sorted(rates, reverse=True) else "does not fall"
    end = f"\nThe share of games won {falls} from the easiest to the hardest.\n"
    given.out.write_text(HEAD.format(games=given.games) + "\n".join(lines) + "\n" + end, encoding="utf-8")


if __name__ == "__main__":
    main()
