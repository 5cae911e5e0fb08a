"""Does what is installed here serve? Starts `pfalz serve` on a free port and opens a table (`make dist`)."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from urllib.error import URLError
from urllib.request import Request, urlopen

import pfalz


def main() -> None:
    """Start, ask for a page, open a table with bots, look at it, stop."""
    home = Path(pfalz.__file__).resolve()
    assert "site-packages" in home.parts, f"this is not installed: {home}"
    with tempfile.TemporaryDirectory() as folder:
        command = [
            str(Path(sys.executable).parent / "pfalz"),
            "serve",
            "--database",
            f"sqlite:///{folder}/p.db",
        ]
        settings = {**os.environ, "PFALZ_PORT": "0", "LANG": "C.UTF-8"}
        server = subprocess.Popen(command, cwd=folder, env=settings, stdout=subprocess.PIPE, text=True)
        try:
            assert server.stdout is not None
            said = server.stdout.readline()
            found = re.search(r"http://[^ ]+", said)
            assert found is not None, said
            _wait(found[0])
            _play(found[0])
        finally:
            server.terminate()
            server.wait(30)
    print(f"served from {home.parent}")


def _wait(url: str) -> None:
    """Its address is its own before it listens."""
    end = time.monotonic() + 60
    while True:
        try:
            urlopen(f"{url}/healthz", timeout=30).close()
            return
        except URLError:
            assert time.monotonic() < end, "it does not listen"
            time.sleep(0.1)


def _play(url: str) -> None:
    assert b"<main" in urlopen(url, timeout=30).read()
    head = {"X-Pfalz": "1", "Content-Type": "application/json"}
    guest = urlopen(Request(f"{url}/api/guest", b"{}", head), timeout=30)
    head["Cookie"] = guest.headers["set-cookie"].partition(";")[0]
    wish = {"game": "staufer", "players": 2, "seats": [{"kind": "me"}, {"kind": "bot", "bot": "random"}]}
    made = urlopen(Request(f"{url}/api/tables", json.dumps(wish).encode(), head), timeout=60)
    id = json.load(made)["id"]
    for path in (f"/t/{id}", f"/api/tables/{id}/view.json", "/static/pfalz.css", "/rules/staufer", "/readyz"):
        assert urlopen(Request(url + path, headers=head), timeout=60).status == 200, path


if __name__ == "__main__":
    main()
