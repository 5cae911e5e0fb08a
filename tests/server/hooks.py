"""A real web server inside the tests that takes webhooks and keeps what they say."""

from __future__ import annotations

import http.server
import json
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


class Hooks:
    """What has arrived, and where to send it."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.got: list[dict[str, Any]] = []
        self.hosts: list[str] = []
        self.paths: list[str] = []

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/"


@contextmanager
def hooks(tls: ssl.SSLContext | None = None, status: int = 200, location: str = "") -> Iterator[Hooks]:
    """A web server on a free port that answers every POST with a status."""

    class Hook(http.server.BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            arrived.got.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            arrived.hosts.append(self.headers["Host"])
            arrived.paths.append(self.path)
            self.send_response(status)
            if location:
                self.send_header("Location", location)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    class Server(http.server.ThreadingHTTPServer):
        def handle_error(self, *_: object) -> None:
            """Somebody hung up, and says why themselves."""

    server = Server(("127.0.0.1", 0), Hook)
    if tls is not None:
        server.socket = tls.wrap_socket(server.socket, server_side=True)
    arrived = Hooks(server.server_port)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield arrived
    finally:
        server.shutdown()
        server.server_close()
