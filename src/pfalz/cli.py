"""The `pfalz` command: reads the command line, starts a command, turns errors into one line and a code."""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Sequence

from pfalz.core.errors import PfalzError
from pfalz.terminal.context import BROKEN, INTERRUPTED, OK, USAGE, Terminal
from pfalz.terminal.parser import Builder
from pfalz.terminal.words import Words, spoken_language


def main(argv: Sequence[str] | None = None) -> int:
    """Run `pfalz` with these arguments; the exit code is returned."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    words = Words(spoken_language(arguments, os.environ))
    terminal = Terminal(words)
    try:
        return _run(arguments, terminal)
    except SystemExit as leaving:  # --help and --version
        return leaving.code if isinstance(leaving.code, int) else OK
    except PfalzError as error:
        terminal.complain(error)
        return USAGE
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:  # the reader of a pipe has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return OK
    except Exception as error:
        if os.environ.get("PFALZ_TRACEBACK"):
            traceback.print_exc()
        terminal.complain(words("error.bug", error=f"{type(error).__name__}: {error}"))
        return BROKEN


def _run(arguments: list[str], terminal: Terminal) -> int:
    parser = Builder(terminal.words).build()
    args = parser.parse_args(arguments)
    if args.command is None:
        parser.print_help()
        return OK
    code: int = args.run(args, terminal)
    return code


if __name__ == "__main__":
    sys.exit(main())
