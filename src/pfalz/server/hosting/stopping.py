"""A server that stops at once when it is told to, however many pages are open."""

from __future__ import annotations

import socket

import uvicorn

from pfalz.server.http.stream import Streams


class Server(uvicorn.Server):
    """Ends the event streams before uvicorn waits for whatever is being answered: they would never end."""

    def __init__(self, config: uvicorn.Config, streams: Streams) -> None:
        super().__init__(config)
        self._streams = streams

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop; answers on their way are still given."""
        self._streams.close()
        await super().shutdown(sockets)
