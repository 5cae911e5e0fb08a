"""`pfalz serve` is stopped as people do it: Ctrl-C, which reaches every process of the terminal."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import httpx

from tests.server.tools import HEADERS, free_port


def test_ctrl_c_stops_cleanly_while_bots_play(tmp_path: Path) -> None:
    port = free_port()
    server = subprocess.Popen(
        [
            sys.executable,
            "-m",
            "pfalz.cli",
            "serve",
            "--port",
            str(port),
            "--database",
            f"sqlite:///{tmp_path}/p.db",
        ],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,  # a terminal of its own
        env={**os.environ, "PYTHONPATH": "src:."},
    )
    try:
        assert server.stdout is not None and str(port) in server.stdout.readline()
        with httpx.Client(base_url=f"http://127.0.0.1:{port}", headers=HEADERS) as client:
            end = time.monotonic() + 30
            while True:
                try:
                    client.post("/api/guest", json={})
                    break
                except httpx.TransportError:
                    assert time.monotonic() < end
                    time.sleep(0.05)
            seats = [{"kind": "me"}, {"kind": "bot", "bot": "knight"}, {"kind": "bot", "bot": "knight"}]
            made = client.post("/api/tables", json={"game": "staufer", "players": 3, "seats": seats}).json()
            while True:  # until a worker has thought, or it is our turn at once
                view = client.get(f"/api/tables/{made['id']}/view.json").json()
                if view["ask"] is not None:
                    break
                assert time.monotonic() < end
                time.sleep(0.05)
            if view["position"] == view["opened"]:
                client.post(f"/api/tables/{made['id']}/resign")  # so that a bot has to think in any case
                time.sleep(0.5)
        os.killpg(server.pid, signal.SIGINT)
        _, said = server.communicate(timeout=20)
    finally:
        server.kill()
    assert "Traceback" not in said and server.returncode in (0, 130, -signal.SIGINT), said
