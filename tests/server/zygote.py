"""A process that has imported everything and forks a server whenever it is told to: many real starts, fast.

Reads lines from its input: `start` forks a server and prints its process id. Whoever asked kills it.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import tempfile
from pathlib import Path
from random import Random

import uvicorn

from pfalz.server.app import create_app
from pfalz.server.settings import Settings
from tests.server.tools import answer, guest, open_table, running, sqlite


async def warm(path: str) -> None:
    """Everything that is made on first use is made before the fork."""
    async with running(sqlite(Path(path))) as app, guest(app) as c:
        id = await open_table(c, ["me", "me"])
        await answer(c, id, Random(1))


def main(database: str, port: str) -> None:
    with tempfile.TemporaryDirectory() as path:
        asyncio.run(warm(path))
    settings = Settings(database=database, port=int(port), rate_scale=0, secret="k" * 32)
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    print("ready", flush=True)
    for _ in sys.stdin:
        pid = os.fork()
        if pid:
            print(pid, flush=True)
            continue
        null = os.open(os.devnull, os.O_RDONLY)
        os.dup2(null, 0)
        uvicorn.run(create_app(settings), host="127.0.0.1", port=settings.port, log_level="critical")
        os._exit(0)


if __name__ == "__main__":
    main(*sys.argv[1:])
