"""Real servers in processes of their own. The system chooses their ports, so no two of them ever meet."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, NamedTuple

from tests.server.tools import PATIENCE

ROOT = Path(__file__).resolve().parent.parent.parent


class Serving(NamedTuple):
    """A server that takes requests, and its address."""

    process: subprocess.Popen[str]
    url: str


@contextmanager
def serving(
    database: str, *command: str, errors: int | IO[str] | None = None, own_terminal: bool = False, **more: str
) -> Iterator[Serving]:
    """A server on a port nobody else has; settings in capitals. It is killed at the end if it still runs."""
    settings = {"PFALZ_DATABASE": database, "PFALZ_PORT": "0", **more, "PYTHONPATH": "src:."}
    process = subprocess.Popen(
        [sys.executable, "-m", *(command or ("pfalz.server",))],
        env={**os.environ, **settings},
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=errors,
        text=True,
        start_new_session=own_terminal,
    )
    try:
        assert process.stdout is not None
        said = process.stdout.readline()
        found = re.search(r":(\d+)", said)
        assert found is not None, f"the server does not say where it is: {said!r}"
        _wait(process, int(found[1]))
        yield Serving(process, f"http://127.0.0.1:{found[1]}")
    finally:
        process.kill()
        process.wait()


def _wait(process: subprocess.Popen[str], port: int) -> None:
    """Until it listens; the port is its own before, so whoever answers is the server."""
    end = time.monotonic() + PATIENCE
    while True:
        assert process.poll() is None, "the server has ended"
        assert time.monotonic() < end, "the server does not listen"
        with socket.socket() as s:
            if s.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.02)


def shared_port(port: int = 0) -> socket.socket:
    """A socket on a port that nobody else gets by chance; who knows it may share it.

    One socket keeps the port (0: a new one), and servers on others come and go."""
    sock = socket.socket()
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
    sock.bind(("127.0.0.1", port))
    return sock
