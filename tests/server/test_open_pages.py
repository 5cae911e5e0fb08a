"""Ctrl-C does not wait for pages that stay open."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import httpx

from tests.server.tools import HEADERS, free_port


def test_ctrl_c_ends_the_streams_of_open_pages(tmp_path: Path) -> None:
    port = str(free_port())
    command = ["-m", "pfalz.cli", "serve", "--port", port, "--database", f"sqlite:///{tmp_path}/p.db"]
    server = subprocess.Popen(
        [sys.executable, *command],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,  # a terminal of its own
        env={**os.environ, "PYTHONPATH": "src:."},
    )
    try:
        assert server.stdout is not None and port in server.stdout.readline()
        line = httpx.HTTPTransport(retries=9)  # it is about to begin
        with httpx.Client(base_url=f"http://127.0.0.1:{port}", headers=HEADERS, transport=line) as client:
            assert client.post("/api/guest", json={}).is_success
            wish = {"game": "staufer", "players": 2, "seats": [{"kind": "me"}, {"kind": "open"}]}
            id = client.post("/api/tables", json=wish).json()["id"]
            with (
                client.stream("GET", f"/api/tables/{id}/events") as table,
                client.stream("GET", "/api/me/events") as me,
            ):
                told, rung = table.iter_lines(), me.iter_lines()
                assert next(told) == next(rung) == "retry: 1500"
                os.killpg(server.pid, signal.SIGINT)
                assert "event: table" in list(told)  # both end by themselves
                assert set(rung) <= {""}
        _, said = server.communicate(timeout=20)
    finally:
        server.kill()
    assert said == "" and server.returncode in (0, 130, -signal.SIGINT), said
