"""`python -m pfalz.server`: the server with flags for every setting."""

from __future__ import annotations

import argparse
from dataclasses import fields
from functools import partial

from pfalz.core.errors import PfalzError
from pfalz.server.hosting.host import serve
from pfalz.server.settings import Settings, from_environment


def main() -> None:
    """Read the flags and serve."""
    parser = argparse.ArgumentParser(prog="pfalz.server", description=__doc__)
    for field in fields(Settings):
        flag = f"--{field.name.replace('_', '-')}"
        if isinstance(field.default, bool):
            parser.add_argument(flag, action=argparse.BooleanOptionalAction, default=None)
        else:
            parser.add_argument(flag, type=type(field.default), default=None, help=f"({field.default})")
    try:
        serve(from_environment(**vars(parser.parse_args())), partial(print, flush=True))
    except PfalzError as error:
        parser.exit(2, f"{error}\n")


if __name__ == "__main__":
    main()
