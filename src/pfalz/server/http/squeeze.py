"""Answers take less room on the way: what is text and not short is compressed for whoever takes that.

Streams of data are left alone: each of their messages is small and has to be there at once. Those of pages
begin with everything, which is compressed (`Flow`). Files come from a shelf
on which they lie compressed already; one that is asked for by its content may be kept for ever.

A page may have words of others beside what only its reader may know, and whoever sees how long it is on the
way could guess at that by choosing their words. So what is made for somebody is longer by chance.
"""

from __future__ import annotations

import gzip
import secrets
import zlib
from typing import Any, Final

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pfalz.server.dear import elsewhere
from pfalz.web.shelf import shelf

LEAST: Final = 1024
"""Bytes that are worth it."""
MUCH: Final = 16 * 1024
"""Bytes that take a millisecond: they are compressed in a thread."""
LEVEL: Final = 4
LONGER: Final = 64
"""So many bytes, less one, an answer may be longer than it need be."""
EMPTY: Final = b"\x00\x00\x00\xff\xff"
"""A block of deflate with nothing in it."""
TEXTS: Final = (b"text/html", b"text/css", b"text/plain", b"application/json", b"image/svg+xml")
FOR_EVER: Final = "public, max-age=31536000, immutable"


def takes_gzip(scope: Scope) -> bool:
    """Whether a client takes answers that are compressed."""
    said = b",".join(value for name, value in scope["headers"] if name == b"accept-encoding")
    for one in said.lower().split(b","):
        name, _, rest = one.strip().partition(b";")
        if name.strip() == b"gzip":
            return rest.replace(b" ", b"") not in (b"q=0", b"q=0.0", b"q=0.00", b"q=0.000")
    return False


class Flow:
    """A body that goes on for long, compressed where that pays: most of a stream is small.

    It is one gzip body: large pieces are compressed, small ones laid in as they are, with five bytes around
    them. So nothing has to be remembered of what was sent before."""

    HEAD: Final = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"
    BLOCK: Final = 0xFFFF
    """Bytes of a block of deflate that is not compressed."""

    @classmethod
    def plain(cls, data: bytes) -> bytes:
        """A piece as it is."""
        blocks = [data[i : i + cls.BLOCK] for i in range(0, len(data), cls.BLOCK)]
        sizes = [len(block) for block in blocks]
        return b"".join(
            b"\x00" + size.to_bytes(2, "little") + (size ^ cls.BLOCK).to_bytes(2, "little") + block
            for size, block in zip(sizes, blocks, strict=True)
        )

    @staticmethod
    def smaller(data: bytes) -> bytes:
        """A piece compressed; it takes milliseconds if it is large."""
        work = zlib.compressobj(LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS)
        more = EMPTY * secrets.randbelow(LONGER // len(EMPTY))
        return work.compress(data) + work.flush(zlib.Z_SYNC_FLUSH) + more


def packed(data: bytes) -> bytes:
    """An answer as gzip, with a comment in its head that nobody reads."""
    whole = gzip.compress(data, LEVEL, mtime=0)
    return b"%b\x10%b%b\x00%b" % (whole[:3], whole[4:10], b"." * secrets.randbelow(LONGER), whole[10:])


class Squeeze:
    """Compresses whole answers; whatever comes in pieces goes through as it is."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Wait for the beginning of the body before the head is sent."""
        if scope["type"] != "http" or scope["method"] == "HEAD" or not takes_gzip(scope):
            await self.app(scope, receive, send)
            return
        head: Message | None = None

        async def squeezed(message: Message) -> None:
            nonlocal head
            if message["type"] == "http.response.start":
                if not _is_text(message):
                    await send(message)
                else:
                    head = message
                return
            if head is not None:
                begun, head = head, None
                if not message.get("more_body") and len(message.get("body", b"")) >= LEAST:
                    begun, message = await _smaller(begun, message)
                await send(begun)
            await send(message)

        await self.app(scope, receive, squeezed)


def _is_text(start: Message) -> bool:
    headers: dict[bytes, bytes] = dict(start.get("headers", ()))
    return headers.get(b"content-type", b"").startswith(TEXTS) and b"content-encoding" not in headers


async def _smaller(start: Message, message: Message) -> tuple[Message, Message]:
    body = whole = bytes(message["body"])
    if len(body) >= MUCH:
        body = await elsewhere(lambda: packed(whole))
    else:
        body = packed(body)
    own = [header for header in start["headers"] if header[0] != b"content-length"]
    more = [(b"content-encoding", b"gzip"), (b"vary", b"Accept-Encoding")]
    return {**start, "headers": [*own, *more, _length(body)]}, {**message, "body": body}


class Shelf:
    """An ASGI application for the files of the pages."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send a file, or say that it has not changed; nothing but what lies on the shelf has an address."""
        name = str(scope["path"]).removeprefix(str(scope.get("root_path", ""))).removeprefix("/")
        kept = shelf().get(name)
        if kept is None or scope["method"] not in ("GET", "HEAD"):
            await _answer(send, 404 if kept is None else 405, [], b"")
            return
        tag = b'"%b"' % kept.mark.encode()
        fresh = scope["query_string"] == b"v=" + kept.mark.encode()
        headers = [
            (b"content-type", f"{kept.kind}; charset=utf-8".encode()),
            (b"cache-control", FOR_EVER.encode() if fresh else b"no-cache"),
            (b"etag", tag),
            (b"vary", b"Accept-Encoding"),
        ]
        if dict(scope["headers"]).get(b"if-none-match") == tag:
            await _answer(send, 304, headers, b"")
            return
        body = kept.data
        if takes_gzip(scope):
            body = kept.squeezed
            headers.append((b"content-encoding", b"gzip"))
        await _answer(send, 200, headers, b"" if scope["method"] == "HEAD" else body, len(body))


def _length(body: bytes) -> tuple[bytes, bytes]:
    return b"content-length", b"%d" % len(body)


async def _answer(send: Send, status: int, headers: list[Any], body: bytes, length: int = 0) -> None:
    whole = [*headers, (b"content-length", b"%d" % length)] if status != 304 else headers
    await send({"type": "http.response.start", "status": status, "headers": whole})
    await send({"type": "http.response.body", "body": body})
