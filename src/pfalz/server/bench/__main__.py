"""Run everything and print tables."""

from __future__ import annotations

import argparse
import resource

from rich.console import Console

from pfalz.server.bench.arrivals import arrivals
from pfalz.server.bench.boards import boards
from pfalz.server.bench.load import pushed
from pfalz.server.bench.princes import princes
from pfalz.server.bench.sharing import sharing


def main() -> None:
    """Read the flags and measure."""
    parser = argparse.ArgumentParser(prog="pfalz.server.bench", description=__doc__)
    parser.add_argument("--seconds", type=float, default=4.0, help="per measurement")
    parser.add_argument("--minutes", type=float, default=10.0, help="of answers that arrive at fixed times")
    parser.add_argument("--tables", type=int, default=200, help="that they arrive at")
    parser.add_argument("--rounds", type=int, default=3, help="of one server and two in turns")
    parser.add_argument("--only", choices=["pushed", "boards", "arrivals", "sharing", "princes"])
    args = parser.parse_args()
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(max(soft, 65536), hard), hard))
    console = Console()
    if args.only in (None, "pushed"):
        pushed(args.seconds, console)
    if args.only in (None, "boards"):
        boards(console)
    if args.only in (None, "arrivals"):
        arrivals(args.minutes, args.tables, console)
    if args.only in (None, "sharing"):
        sharing(min(args.minutes, 1.0) * 60, args.tables, args.rounds, console)
    if args.only in (None, "princes"):
        princes(5 * args.seconds, min(args.tables, 50), console)


if __name__ == "__main__":
    main()
