"""Guests who can never come back are removed; nobody else is."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from fastapi import FastAPI
from sqlalchemy import select

from pfalz.server.people import tidying
from pfalz.server.people.sessions import DAY, LASTING
from pfalz.server.people.tidying import tidy
from pfalz.server.settings import Settings
from pfalz.server.store.schema import people, visits
from tests.server.test_sessions import Calendar, calendar, run
from tests.server.tools import client, guest, open_table, parts, running, view

__all__ = ["calendar"]


async def known(app: FastAPI) -> set[str]:
    names = await parts(app).store.read(lambda db: list(db.execute(select(people.c.name)).scalars()))
    return set(names)


async def log_out(*browsers: Any) -> None:
    for browser in browsers:
        assert (await browser.post("/api/logout")).status_code == 204


def test_only_guests_whom_nothing_holds_are_removed(url: str, calendar: Calendar) -> None:
    async def check(app: FastAPI) -> None:
        store = parts(app).store
        async with (
            guest(app, "Gone") as gone,
            guest(app, "Here") as here,
            guest(app, "Token") as token,
            guest(app, "Seat") as seat,
            guest(app, "Owner") as owner,
            guest(app, "Talker") as talker,
            guest(app, "Visitor") as visitor,
            client(app) as account,
        ):
            await account.post("/api/register", json={"login": "account", "password": "correct horse"})
            made = (await token.post("/api/tokens", json={})).json()["token"]
            id = await open_table(owner, ["open", "open"], private=True)
            key = (await view(owner, id))["link"]
            await seat.post(f"/api/tables/{id}/join?key={key}", json={})
            await talker.post(f"/api/tables/{id}/chat?key={key}", json={"text": "Grüß Gott"})
            assert (await view(visitor, id, key=key))["id"] == id
            await log_out(gone, token, seat, owner, talker, visitor, account)
            names = {"Here", "Token", "Seat", "Owner", "Talker", "account"}

            assert await tidy(store) == 0, "somebody may be in the middle of something"
            calendar.later += DAY + 1
            assert await tidy(store) == 2 and await tidy(store) == 0
            assert await known(app) == names
            came = await store.read(lambda db: set(db.execute(select(visits.c.person)).scalars()))
            assert len(came) == 2, "who is removed has not come either"
            assert (await here.get("/api/me")).json()["name"] == "Here"
            async with client(app) as c:
                got = await c.get("/api/me", headers={"Authorization": f"Bearer {made}"})
                assert got.json()["name"] == "Token"

            calendar.later += LASTING + DAY
            assert await tidy(store) == 1, "a browser that stays away too long is nobody's"
            assert await known(app) == names - {"Here"}

    run(url, check)


def test_the_server_tidies_up_every_day(
    url: str, calendar: Calendar, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def go() -> None:
        settings = Settings(database=url, rate_scale=0)
        async with running(settings) as app, guest(app) as a:
            await log_out(a)
        calendar.later += 2 * DAY
        tidied, real = asyncio.Event(), tidying.tidy

        async def first_in_vain(store: Any) -> int:
            if not tidied.is_set():
                tidied.set()
                raise ConnectionError("the database is away")
            return await real(store)

        monkeypatch.setattr(tidying, "tidy", first_in_vain)
        monkeypatch.setattr(tidying, "DAY", 0.02)
        async with running(settings) as app, asyncio.timeout(30):
            while await known(app):
                await asyncio.sleep(0.02)
        assert tidied.is_set()

    asyncio.run(go())
