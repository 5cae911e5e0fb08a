"""Run everything and print tables."""

from __future__ import annotations

import argparse
import resource

from rich.console import Console

from pfalz.server.bench.boards import boards
from pfalz.server.bench.load import pushed


def main() -> None:
    """Read the flags and measure."""
    parser = argparse.ArgumentParser(prog="pfalz.server.bench", description=__doc__)
    parser.add_argument("--seconds", type=float, default=4.0, help="per measurement")
    parser.add_argument("--only", choices=["pushed", "boards"])
    args = parser.parse_args()
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(max(soft, 65536), hard), hard))
    console = Console()
    if args.only != "boards":
        pushed(args.seconds, console)
    if args.only != "pushed":
        boards(console)


if __name__ == "__main__":
    main()
