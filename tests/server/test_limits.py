"""Limits: how often and how much somebody may ask, by person and by address."""

from __future__ import annotations

import asyncio
import sys
from contextlib import AsyncExitStack
from dataclasses import replace
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from fastapi import FastAPI

from pfalz.server import rates
from pfalz.server.hosting import host
from pfalz.server.http.gate import client_of, language_of, refusal
from pfalz.server.http.stream import SHARING
from pfalz.server.people import people as everybody
from pfalz.server.play import takeback
from pfalz.server.refusals import Refused
from tests.server.postman import until
from tests.server.test_answers import run
from tests.server.test_crowds import from_there
from tests.server.tools import (
    Wire,
    answer,
    browser,
    client,
    guest,
    listening,
    open_table,
    parts,
    running,
    sqlite,
)


def test_who_asks_too_often_has_to_wait(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1000.0
    monkeypatch.setattr(rates, "time", SimpleNamespace(monotonic=lambda: now))
    for kind in ("guess", "work"):
        monkeypatch.setitem(rates.RATES, kind, (1.0, 1000.0))

    async def go() -> None:
        nonlocal now
        async with running(replace(sqlite(tmp_path), rate_scale=0.1)) as app, client(app) as a:
            login = {"login": "nobody", "password": "x"}

            async def codes(times: int, method: str, path: str, body: Any = None) -> list[int]:
                return [(await a.request(method, path, json=body)).status_code for _ in range(times)]

            assert await codes(4, "POST", "/api/login", login) == [401, 401, 429, 429]
            assert await codes(30, "GET", "/api/tables") == [200] * 24 + [429] * 6
            refused = await a.get("/api/tables", headers={"Accept-Language": "de"})
            assert refused.headers["retry-after"] == "1" and "warte" in refused.json()["message"]
            assert (await a.post("/api/login", json=login)).headers["retry-after"] == "50"
            now += 1
            assert await codes(6, "GET", "/api/tables") == [200] * 4 + [429] * 2
            now += 3600
            assert await codes(3, "POST", "/api/login", login) == [401, 401, 429]
            assert await codes(30, "GET", "/api/tables") == [200] * 24 + [429] * 6

    asyncio.run(go())


def test_chat_imports_and_new_tables_have_limits_of_their_own(tmp_path: Path) -> None:
    async def go() -> None:
        async with (
            running(replace(sqlite(tmp_path), rate_scale=0.5)) as app,
            guest(app) as a,
            guest(app) as b,
        ):
            id = await open_table(a, ["me", "me"])
            said = [await a.post(f"/api/tables/{id}/chat", json={"text": "x"}) for _ in range(8)]
            assert said[0].status_code == 200 and said[-1].status_code == 429
            assert (await b.post(f"/api/tables/{id}/chat", json={"text": "x"})).status_code == 200
            brought = [await a.post("/api/tables/import", content=b"x") for _ in range(5)]
            assert [got.status_code for got in brought] == [422, 422, 422, 429, 429]
            body = {"game": "staufer", "players": 2}
            made = [await a.post("/api/tables", json=body) for _ in range(20)]
            assert made[0].status_code == 201 and made[-1].status_code == 429

    asyncio.run(go())


def test_limits_count_by_the_address_that_can_be_believed(monkeypatch: pytest.MonkeyPatch) -> None:
    def scope(address: str, *said: str) -> dict[str, Any]:
        return {"client": (address, 1), "headers": [(b"x-forwarded-for", text.encode()) for text in said]}

    assert client_of(scope("192.0.2.7", "10.0.0.1"), False) == "192.0.2.7"
    assert client_of(scope("192.0.2.7", "6.6.6.6, 10.0.0.1"), True) == "10.0.0.1"
    assert client_of(scope("192.0.2.7", "6.6.6.6", "10.0.0.1"), True) == "10.0.0.1"
    assert client_of(scope("2001:db8::1"), False) == client_of(scope("2001:db8::ffff:2"), False)
    assert client_of(scope("2001:db8:0:1::1"), False) != client_of(scope("2001:db8:0:2::1"), False)
    assert client_of(scope("x:y"), False) == "x:y"
    assert client_of(scope("::1", "::ffff:192.0.2.7"), True) == "192.0.2.7"  # not one for all of IPv4
    assert client_of(scope("fe80::1%eth0"), False) == "fe80::/64"
    for said in ("192.0.2.7:4711", "10.0.0.1, 192.0.2.7:4712", "[::ffff:192.0.2.7]:4713"):
        assert client_of(scope("::1", said), True) == "192.0.2.7"  # not one for every connection
    for said in ("[2001:db8::1]:4711", "[2001:db8::2]", "2001:db8::3"):
        assert client_of(scope("::1", said), True) == "2001:db8::/64"
    monkeypatch.setattr(rates, "MOST_BUCKETS", 100)
    found = rates.Rates(1)
    for n in range(1000):
        found.take("auth", str(n))
    assert len(found._buckets) <= 100
    with pytest.raises(rates.TooMany):
        for _ in range(100):
            found.take("auth", "999")


def test_a_site_with_many_networks_has_limits_too() -> None:
    """Whoever is given a /48 of IPv6 has 65,536 networks: they may not do as much as so many others."""
    rate, burst = rates.RATES["auth"]
    found = rates.Rates(1)
    taken = 0
    with pytest.raises(rates.TooMany) as refused:
        for n in range(0x10000):
            found.take("auth", f"2001:db8:7:{n:x}::/64")
            taken += 1
    assert taken == rates.WIDER * burst and refused.value.seconds <= 1 / rate
    with pytest.raises(rates.TooMany):
        found.take("auth", "2001:db8:7:ffff::/64")
    found.take("auth", "2001:db8:8::/64")
    found.take("auth", "192.0.2.1")
    found.take("auth", "x:y/64")  # whatever a proxy says
    assert (
        rates.site_of("2001:db8:7:ffff::/64") == "2001:db8:7::/48"
        and rates.site_of("192.0.2.1") == "192.0.2.1"
    )

    for n in range(4 * rates.WIDER):
        found.charge("work", f"2001:db8:7:{n:x}::/64", rates.RATES["work"][1] / 3)
    found.check("work", "2001:db8:8::/64")
    with pytest.raises(rates.TooMany):  # this one has done nothing, but its neighbours have
        found.check("work", "2001:db8:7:ffff::/64")


def test_streams_of_a_site_are_limited_together(tmp_path: Path) -> None:
    async def go() -> None:
        async with running(replace(sqlite(tmp_path), max_streams=1)) as app:
            streams, opened = parts(app).streams, 0
            with pytest.raises(Refused):
                for n in range(0x10000):
                    streams.admit(f"stranger:{n}", f"2001:db8:7:{n:x}::/64")
                    opened += 1
            assert opened == rates.WIDER * SHARING
            streams.admit("stranger:x", "2001:db8:8::/64")
            streams.release("stranger:0", "2001:db8:7:0::/64")
            streams.admit("stranger:y", "2001:db8:7:ffff::/64")

    asyncio.run(go())


def test_a_flood_frees_no_account_that_is_being_attacked(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is forgotten first is who has used least."""
    monkeypatch.setattr(rates, "MOST_BUCKETS", 100)
    found = rates.Rates(1)
    for _ in range(10):
        found.take("guess", "attacked")
    for n in range(2000):
        found.take("read", str(n))
        found.take("guess", f"nobody {n}")
    with pytest.raises(rates.TooMany):
        found.take("guess", "attacked")
    assert len(found._buckets) <= 100


def test_too_many_streams_are_refused(tmp_path: Path) -> None:
    async def go() -> None:
        with listening(replace(sqlite(tmp_path), max_streams=2)) as (url, app):
            async with browser(url) as a:
                await a.post("/api/guest", json={})
                id = await open_table(a, ["me", "me"])
                path = f"/api/tables/{id}/events?html=0"
                async with a.stream("GET", path) as one, a.stream("GET", path) as two:
                    assert (one.status_code, two.status_code) == (200, 200)
                    assert (await a.get(path)).status_code == 429
                await until(lambda: not parts(app).streams._count)
                async with a.stream("GET", path) as again:
                    assert again.status_code == 200

    asyncio.run(go())


def test_many_guests_at_one_address_share_a_limit(tmp_path: Path) -> None:
    async def go() -> None:
        with listening(replace(sqlite(tmp_path), max_streams=1)) as (url, app):
            async with AsyncExitStack() as stack:
                guests = []
                for _ in range(SHARING + 1):
                    client = browser(url)
                    guests.append(await stack.enter_async_context(client))
                    await client.post("/api/guest", json={})
                path = f"/api/tables/{await open_table(guests[0], ['me', 'me'])}/events?html=0"
                for client in guests[:-1]:
                    answer = await stack.enter_async_context(client.stream("GET", path))
                    assert answer.status_code == 200
                assert (await guests[-1].get(path)).status_code == 429
                assert len(parts(app).streams.open) == SHARING

    asyncio.run(go())


def test_a_flood_of_streams_is_stemmed(tmp_path: Path) -> None:
    async def check(app: FastAPI) -> None:
        async with guest(app) as a:
            path = f"/api/tables/{await open_table(a, ['me', 'me'])}/events?html=0"
            wires = [Wire(app, "GET", path) for _ in range(1500)]
            for wire in wires:
                await wire.until(lambda w: bool(w.status))
            most = parts(app).settings.max_streams
            assert [wire.status for wire in wires].count(200) == len(parts(app).streams.open) == most
            assert (await a.get("/api/me")).status_code == 200
            for wire in wires:
                await wire.close()
            assert not parts(app).streams.open and not parts(app).streams._count

    run(sqlite(tmp_path), check)


def test_a_person_may_not_own_tables_without_end(tmp_path: Path) -> None:
    async def check(app: FastAPI) -> None:
        async with guest(app) as a:
            id = await open_table(a, ["me", "me"])
            for _ in range(2):
                await open_table(a, ["me", "open"])
            more = await a.post("/api/tables", json={"game": "staufer", "players": 2})
            assert (more.status_code, more.json()["error"]) == (429, "too_many_tables")
            record = host.export(parts(app).store, id)  # nor by files
            more = await a.post("/api/tables/import", content=record)
            assert (more.status_code, more.json()["error"]) == (429, "too_many_tables")
            await a.post(f"/api/tables/{id}/cancel")
            assert (await a.post("/api/tables/import", content=record)).status_code == 201

    run(replace(sqlite(tmp_path), max_tables=3), check)


@pytest.mark.parametrize(
    "query, header",
    [
        (b"a=1&" * 16_000, (b"x", b"")),
        (b"lang=xx&" * 8_000, (b"x", b"")),
        (b"", (b"cookie", b"a=1;" * 16_000)),
        (b"", (b"accept-language", b"a," * 32_000)),
    ],
)
def test_to_refuse_somebody_costs_next_to_nothing(query: bytes, header: tuple[bytes, bytes]) -> None:
    """Nobody pays for refusals, so what they are told does not depend on what takes long to take apart."""
    calls = 0

    def counted(*_: object) -> None:
        nonlocal calls
        calls += 1

    scope = {"query_string": query, "headers": [header]}
    sys.setprofile(counted)
    try:
        refusal(Refused("too_many", 429), scope)
    finally:
        sys.setprofile(None)
    assert calls < 3000


def test_a_refusal_speaks_the_language_that_is_asked_for() -> None:
    def said(query: bytes = b"", **headers: bytes) -> str:
        found = [(name.replace("_", "-").encode(), value) for name, value in headers.items()]
        return language_of({"query_string": query, "headers": found})

    assert said() == said(b"lang=fr") == said(b"slang=de") == said(b"lang=deutsch") == "en"
    assert said(b"lang=de") == said(b"a=1&lang=de&b=2", cookie=b"pfalz_lang=en") == "de"
    assert said(cookie=b"a=b; pfalz_lang=de; c=d") == said(cookie=b"pfalz_lang=de") == "de"
    assert said(cookie=b"xpfalz_lang=de") == said(cookie=b"pfalz_lang=dede") == "en"
    assert said(accept_language=b"fr, de;q=0.5") == said(b"lang=fr", accept_language=b"de") == "de"


def test_tokens_are_limited_by_person_and_by_address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """They stay until somebody revokes them, and guests are free."""
    monkeypatch.setattr(everybody, "MOST_TOKENS", 3)

    async def check(app: FastAPI) -> None:
        async with guest(app) as a, guest(app) as b:
            made = [await a.post("/api/tokens?lang=de", json={}) for _ in range(4)]
            assert [got.status_code for got in made] == [200, 200, 200, 409]
            assert made[-1].json()["error"] == "too_many_tokens" and "Token" in made[-1].json()["message"]
            assert (await b.post("/api/tokens", json={})).status_code == 200
            assert (await a.delete(f"/api/tokens/{made[0].json()['id']}")).status_code == 204
            assert (await a.post("/api/tokens", json={})).status_code == 200

    async def by_address() -> None:
        monkeypatch.setitem(rates.RATES, "auth", (0.0001, 15.0))
        async with running(replace(sqlite(tmp_path), rate_scale=1)) as app, AsyncExitStack() as stack:
            guests = [await from_there(app, stack, "192.0.2.1") for _ in range(12)]
            codes = [(await c.post("/api/tokens", json={})).status_code for c in guests]
            assert codes[0] == 200 and codes[-1] == 429
            other = await from_there(app, stack, "192.0.2.2")
            assert (await other.post("/api/tokens", json={})).status_code == 200

    run(sqlite(tmp_path), check)
    asyncio.run(by_address())


def test_commitments_of_many_guests_are_limited_by_address(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(rates.RATES, "commitments", (0.0001, 2.0))

    async def go() -> None:
        async with running(replace(sqlite(tmp_path), rate_scale=1)) as app, AsyncExitStack() as stack:
            codes = []
            for _ in range(3):
                c = await from_there(app, stack, "192.0.2.1")
                codes.append((await c.post("/api/commitments", json={})).status_code)
            assert codes == [200, 200, 429]

    asyncio.run(go())


def test_no_table_takes_back_without_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No line of a log is removed, and all of them are read when it is loaded."""
    monkeypatch.setattr(takeback, "MOST_TAKEN_BACK", 9)

    async def check(app: FastAPI) -> None:
        async with guest(app) as a:
            id = await open_table(a, ["me", "me"], undo_policy="free")
            rng = Random(1)
            for n in range(30):
                assert (await answer(a, id, rng)).status_code == 200
                body = {"to": 0} if n % 2 else {}
                got = await a.post(f"/api/tables/{id}/undo?lang=de", json=body)
                if got.status_code != 200:
                    break
            assert (got.status_code, got.json()["error"]) == (409, "taken_back_often")
            assert "zurückgenommen" in got.json()["message"]
            table = await parts(app).tables.get(id)
            assert table.lines - table.position < 30
            for _ in range(5):
                assert (await answer(a, id, rng)).status_code == 200
                assert (await a.post(f"/api/tables/{id}/undo", json={"to": 0})).status_code == 409

    run(sqlite(tmp_path), check)


def test_nor_does_one_whose_own_answers_are_taken_back_one_by_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(takeback, "MOST_TAKEN_BACK", 5)

    async def check(app: FastAPI) -> None:
        async with guest(app) as a:
            id = await open_table(a, ["me"], game="darkages", undo_policy="own")
            table, rng, codes = await parts(app).tables.get(id), Random(1), [200]
            while codes[-1] == 200:
                assert (await answer(a, id, rng)).status_code == 200 and len(codes) < 50
                if table.session.may_undo(0):
                    codes.append((await a.post(f"/api/tables/{id}/undo", json={})).status_code)
            assert codes[-1] == 409 and len(codes) > 2

    run(sqlite(tmp_path), check)


def test_a_line_of_chat_counts_with_all_it_takes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However short it is: it has a name, a time and a place besides."""
    monkeypatch.setitem(rates.RATES, "stored", (0.0, 1_000_000.0))

    async def go() -> None:
        async with running(replace(sqlite(tmp_path), rate_scale=1)) as app, guest(app) as a:
            id = await open_table(a, ["me", "me"])
            left = [parts(app).rates._buckets["stored", "127.0.0.1"][0]]
            for said in ("x", "ä" * 200):
                assert (await a.post(f"/api/tables/{id}/chat", json={"text": said})).status_code == 200
                left.append(parts(app).rates._buckets["stored", "127.0.0.1"][0])
            assert left[0] - left[1] > 100 and left[1] - left[2] >= 500

    asyncio.run(go())
