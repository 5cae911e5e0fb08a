"""`pfalz serve` is stopped as people do it: Ctrl-C, which reaches every process of the terminal."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import time
from pathlib import Path
from typing import Any

import httpx
import pytest

from pfalz.cli import main
from tests.server.processes import serving
from tests.server.tools import HEADERS, PATIENCE


def workers(pid: int) -> list[int]:
    """The processes in which the bots of a server think."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [int(child) for child in children]


def test_ctrl_c_stops_cleanly_while_bots_play(tmp_path: Path) -> None:
    database, command = f"sqlite:///{tmp_path}/p.db", ("pfalz.cli", "serve")
    with serving(database, *command, errors=subprocess.PIPE, own_terminal=True) as (server, url):
        with httpx.Client(base_url=url, headers=HEADERS, timeout=PATIENCE) as client:
            client.post("/api/guest", json={})
            end = time.monotonic() + PATIENCE

            def until(check: Any) -> None:
                while not check():
                    assert time.monotonic() < end, "it did not happen"
                    time.sleep(0.02)

            seats = [{"kind": "me"}, {"kind": "bot", "bot": "knight"}, {"kind": "bot", "bot": "knight"}]
            made = client.post("/api/tables", json={"game": "staufer", "players": 3, "seats": seats}).json()
            until(lambda: client.get(f"/api/tables/{made['id']}/view.json").json()["ask"] is not None)
            # a second table goes on without us, so bots think while we stop
            seats = [{"kind": "bot", "bot": "knight"}, {"kind": "bot", "bot": "knight"}, {"kind": "open"}]
            wish = {"game": "staufer", "players": 3, "seats": seats}
            client.post(f"/api/tables/{client.post('/api/tables', json=wish).json()['id']}/start", json={})
            until(lambda: workers(server.pid))
        os.killpg(server.pid, signal.SIGINT)
        _, said = server.communicate(timeout=PATIENCE)
    assert "Traceback" not in said and server.returncode in (0, 130, -signal.SIGINT), said


def test_ctrl_c_ends_the_streams_of_open_pages(tmp_path: Path) -> None:
    database, command = f"sqlite:///{tmp_path}/p.db", ("pfalz.cli", "serve")
    with serving(database, *command, errors=subprocess.PIPE, own_terminal=True) as (server, url):
        with httpx.Client(base_url=url, headers=HEADERS, timeout=PATIENCE) as client:
            assert client.post("/api/guest", json={}).is_success
            wish = {"game": "staufer", "players": 2, "seats": [{"kind": "me"}, {"kind": "open"}]}
            id = client.post("/api/tables", json=wish).json()["id"]
            with (
                client.stream("GET", f"/api/tables/{id}/events") as table,
                client.stream("GET", "/api/me/events") as me,
            ):
                told, rung = table.iter_lines(), me.iter_lines()
                assert next(told) == next(rung) == "retry: 1500"
                while next(told) != "event: table":
                    pass
                os.killpg(server.pid, signal.SIGINT)
                # both end by themselves; what was under way (who is there) may come before
                rest = set(told) - {"", "event: table"}
                assert all(line.startswith('data: {"position":0') for line in rest) and set(rung) <= {""}
        _, said = server.communicate(timeout=PATIENCE)
    assert [line.split()[3] for line in said.splitlines()] == ["serving", "stopped"], said
    assert server.returncode in (0, 130, -signal.SIGINT), said


@pytest.mark.parametrize(("lang", "words"), [("en", "nothing can be"), ("de", "kann nichts")])
def test_an_address_that_is_taken_is_said_before_anything_is_touched(
    lang: str, words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = str(other.getsockname()[1])
        for address in (("--port", port), ("--port", "99999"), ("--host", "192.0.2.1")):
            database = f"sqlite:///{tmp_path}/p.db"
            assert main(["--lang", lang, "serve", "--database", database, *address]) == 2
            assert words in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
