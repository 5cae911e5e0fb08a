"""`python -m pfalz` is the `pfalz` command."""

import sys

from pfalz.cli import main

if __name__ == "__main__":
    sys.exit(main())
