"""Answers are compressed for whoever takes that, and files may be kept as long as they are the same."""

from __future__ import annotations

import gzip
import re
import zlib
from pathlib import Path

from fastapi import FastAPI

from pfalz.server.http.squeeze import LONGER, Flow, packed, takes_gzip
from pfalz.web.shelf import shelf, static
from tests.server.test_answers import run
from tests.server.tools import Wire, client, guest, open_table, sqlite

PLAIN = {"Accept-Encoding": "identity"}
GZIP = {"Accept-Encoding": "br, gzip;q=0.8"}


def test_pages_data_and_files_are_compressed(tmp_path: Path) -> None:
    async def check(app: FastAPI) -> None:
        async with guest(app) as a:
            id = await open_table(a, ["me", "me"])
            small = {
                f"/t/{id}": 4,
                f"/api/tables/{id}/view.json": 2,
                "/static/pfalz.css": 3,
                "/": 2,
                "/api/games": 3,
            }
            for path, times in small.items():
                whole = await a.get(path, headers=PLAIN)
                assert "content-encoding" not in whole.headers
                wire = await Wire(app, "GET", path, [*GZIP.items(), ("cookie", cookies(a))]).whole()
                headers = dict(wire.headers)
                assert (
                    headers[b"content-encoding"] == b"gzip" and b"accept-encoding" in headers[b"vary"].lower()
                )
                assert int(headers[b"content-length"]) == len(wire.body) < len(whole.content) / times, path
                assert len(gzip.decompress(bytes(wire.body))) > len(whole.content) * 0.9

    run(sqlite(tmp_path), check)


def cookies(c: object) -> str:
    return "; ".join(f"{k}={v}" for k, v in c.cookies.items())  # type: ignore[attr-defined]


def test_streams_and_short_answers_are_not(tmp_path: Path) -> None:
    async def check(app: FastAPI) -> None:
        async with guest(app) as a:
            id = await open_table(a, ["me", "me"])
            wire = Wire(
                app, "GET", f"/api/tables/{id}/events?html=0", [*GZIP.items(), ("cookie", cookies(a))]
            )
            await wire.until(lambda w: b"event: table" in w.body)
            assert b"content-encoding" not in dict(wire.headers)
            await wire.close()
            short = await Wire(app, "GET", "/healthz", list(GZIP.items())).whole()
            assert b"content-encoding" not in dict(short.headers) and bytes(short.body) == b'{"alive":true}'

    run(sqlite(tmp_path), check)


def test_files_are_kept_as_long_as_they_are_the_same(tmp_path: Path) -> None:
    async def check(app: FastAPI) -> None:
        async with client(app) as c:
            page = (await c.get("/")).text
            named = re.findall(r'(?:href|src)="(/static/[^"]+)"', page)
            assert static("pfalz.css") in named and all("?v=" in path for path in named)
            for path in named:
                got = await c.get(path)
                assert got.status_code == 200 and "immutable" in got.headers["cache-control"]
                again = await c.get(path, headers={"If-None-Match": got.headers["etag"]})
                assert (again.status_code, again.content) == (304, b"")
            for path in ("/static/pfalz.css", "/static/pfalz.css?v=old"):
                got = await c.get(path)
                assert got.headers["cache-control"] == "no-cache" and got.content == shelf()["pfalz.css"].data
            for path in ("/static/", "/static/../app.py", "/static/nothing.js", "/static/%2e%2e/markup.py"):
                assert (await c.get(path)).status_code == 404
            assert (await c.post("/static/pfalz.css")).status_code == 405

    run(sqlite(tmp_path), check)


def test_what_a_client_takes() -> None:
    def takes(said: str) -> bool:
        return takes_gzip({"headers": [(b"accept-encoding", said.encode())]})

    assert takes("gzip") and takes("br, GZIP") and takes("gzip;q=0.5") and takes("deflate,gzip ; q=1")
    assert not takes("") and not takes("br") and not takes("gzip;q=0") and not takes("gzip; q=0.0")


def test_what_a_page_is_told_first_is_compressed_and_the_rest_comes_at_once(tmp_path: Path) -> None:
    """A stream begins with all of a table, which is large; what comes later is small and has to be quick."""

    async def check(app: FastAPI) -> None:
        async with guest(app) as a:
            id = await open_table(a, ["me", "me"], "darkages")
            path, cookie = f"/api/tables/{id}/events", ("cookie", cookies(a))
            plain = Wire(app, "GET", path, [*PLAIN.items(), cookie])
            small = Wire(app, "GET", path, [*GZIP.items(), cookie])
            told = zlib.decompressobj(31)
            said = b""

            def heard(wire: Wire) -> bytes:
                nonlocal said
                said += told.decompress(bytes(wire.body))
                wire.body.clear()
                return said

            await plain.until(lambda w: b"event: table" in w.body and w.body.endswith(b"\n\n"))
            await small.until(lambda w: len(w.body) > 20_000)
            sent = len(small.body)
            assert b"content-encoding" not in dict(plain.headers)
            assert dict(small.headers)[b"content-encoding"] == b"gzip"
            assert sent < len(plain.body) / 4
            first = heard(small)
            assert first.endswith(b"\n\n") and b"event: table" in first and len(first) > 0.9 * len(plain.body)
            await a.post(f"/api/tables/{id}/chat", json={"text": "Schach?" * 20})
            await small.until(lambda w: b"Schach?" in heard(w))  # as it is: nobody waits for a compressor
            assert b"event: chat" in said
            for wire in (plain, small):
                await wire.close()

    run(sqlite(tmp_path), check)


def test_large_and_small_pieces_make_one_body() -> None:
    pieces = [b"a" * 200_000, b"", b"b", bytes(range(256)) * 300, b"c" * 70_000]
    body = Flow.HEAD + b"".join(Flow.smaller(x) if i % 2 else Flow.plain(x) for i, x in enumerate(pieces))
    assert zlib.decompressobj(31).decompress(body) == b"".join(pieces)


def test_how_long_an_answer_is_does_not_tell_what_is_in_it() -> None:
    """The same words are longer or shorter on the way, by chance, by more than a good guess would save."""
    data = bytes(range(256)) * 20
    whole = [packed(data) for _ in range(200)]
    assert {gzip.decompress(one) for one in whole} == {data}
    parts = [Flow.smaller(data) for _ in range(200)]
    assert {zlib.decompressobj(31).decompress(Flow.HEAD + one) for one in parts} == {data}
    for made in (whole, parts):
        sizes = sorted(map(len, made))
        assert len(set(sizes)) > 8 and 40 < sizes[-1] - sizes[0] < LONGER


def test_styles_are_asked_for_by_their_content_and_kept_for_ever(tmp_path: Path) -> None:
    async def check(app: FastAPI) -> None:
        async with guest(app) as a:
            id = await open_table(a, ["me", "me"])
            page = (await a.get(f"/t/{id}")).text
            found = re.findall(r'href="(/look/(?:palette|staufer)\.css\?v=\w{16})"', page)
            assert len(found) == 2
            for path in found:
                got = await a.get(path)
                assert got.status_code == 200 and "immutable" in got.headers["cache-control"]
                old = await a.get(path[:-1] + ("0" if path[-1] != "0" else "1"))
                assert old.text == got.text and old.headers["cache-control"] == "no-cache"

    run(sqlite(tmp_path), check)
