"""A proxy as hosts have one: passes connections on to servers in turn, to the next one if one is gone."""

from __future__ import annotations

import asyncio
import contextlib
import threading

from tests.server.tools import PATIENCE


class Balancer:
    """Listens on a port of its own; `backends` are ports on this machine and may change at any time."""

    def __init__(self) -> None:
        self.backends: list[int] = []
        self.port = 0
        self.passed: dict[int, int] = {}
        self._next = 0
        self._ready = threading.Event()
        self._end: asyncio.Event | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread = threading.Thread(target=lambda: asyncio.run(self._run()), daemon=True)

    async def _run(self) -> None:
        self._loop, self._end = asyncio.get_running_loop(), asyncio.Event()
        server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]
        self._ready.set()
        await self._end.wait()
        server.close()
        here = asyncio.current_task()
        open = [task for task in asyncio.all_tasks() if task is not here]
        for task in open:
            task.cancel()
        await asyncio.gather(*open, return_exceptions=True)

    async def _serve(self, client: asyncio.StreamReader, back: asyncio.StreamWriter) -> None:
        with contextlib.closing(back), contextlib.suppress(asyncio.CancelledError):
            for _ in range(len(self.backends)):
                self._next += 1
                port = self.backends[self._next % len(self.backends)]
                try:
                    server, to = await asyncio.open_connection("127.0.0.1", port)
                except OSError:
                    continue
                self.passed[port] = self.passed.get(port, 0) + 1
                with contextlib.closing(to):
                    ways = {
                        asyncio.ensure_future(_pass(client, to)),
                        asyncio.ensure_future(_pass(server, back)),
                    }
                    await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
                    for way in ways:
                        way.cancel()
                return

    def __enter__(self) -> Balancer:
        self._thread.start()
        assert self._ready.wait(PATIENCE)
        return self

    def __exit__(self, *_: object) -> None:
        assert self._loop is not None and self._end is not None
        self._loop.call_soon_threadsafe(self._end.set)
        self._thread.join(PATIENCE)


async def _pass(from_: asyncio.StreamReader, to: asyncio.StreamWriter) -> None:
    with contextlib.suppress(OSError):
        while data := await from_.read(65536):
            to.write(data)
            await to.drain()
