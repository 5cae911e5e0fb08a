"""People who play over weeks, and the letters they get: what the tests of notices and mails share."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import httpx
from fastapi import FastAPI

from pfalz.server.settings import Settings
from tests.server.postman import Postman, postman, token, until
from tests.server.tools import (
    answer,
    guest,
    open_table,
    parts,
    running,
    sqlite,
    view,
)

TURN, DRAN = "Your turn", "Du bist am Zug"
Check = Callable[[FastAPI, Postman], Awaitable[None]]


def with_mail(path: Path, box: Postman, **more: Any) -> Settings:
    mail = {"smtp_host": "127.0.0.1", "smtp_port": box.port, "smtp_starttls": False}
    base = {"base_url": "http://tables.example", "smtp_from": "Pfalz <tables@pfalz.example>"}
    return replace(sqlite(path), **{**mail, **base, **more})


def run(path: Path, check: Check, **more: Any) -> Postman:
    """Run a check on a server that sends its mail to a postman; when it ends everything has been sent."""

    async def go() -> Postman:
        async with postman() as box:
            async with running(with_mail(path, box, **more)) as app:
                await check(app, box)
            return box

    return asyncio.run(go())


@asynccontextmanager
async def reader(
    app: FastAPI, box: Postman, mail: str, language: str = "en"
) -> AsyncIterator[httpx.AsyncClient]:
    """Somebody with a confirmed mail address."""
    async with guest(app, mail.partition("@")[0]) as c:
        await confirmed(c, box, mail, language)
        yield c


async def confirmed(c: httpx.AsyncClient, box: Postman, mail: str, language: str = "en") -> None:
    asked = len(box.mails)
    changed = await c.patch("/api/me", json={"mail": mail, "language": language})
    assert changed.status_code == 200 and not changed.json()["mail_confirmed"]
    await until(lambda: len(box.mails) > asked)
    assert box.receivers[-1] == [mail]
    good = await c.post("/api/confirm", json={"token": token(box.mails[-1], "confirm")})
    assert good.status_code == 204, good.text
    assert (await c.get("/api/me")).json()["mail_confirmed"]


async def game_of(
    a: httpx.AsyncClient, b: httpx.AsyncClient, **more: Any
) -> tuple[str, list[httpx.AsyncClient]]:
    """A game of two, with its players in the order of their seats."""
    id = await open_table(a, ["me", "open"], **more)
    await b.post(f"/api/tables/{id}/join", json={})
    return id, [a, b]


async def until_turn_of(id: str, players: list[httpx.AsyncClient], seat: int) -> None:
    """Play until a seat has to decide that had not."""
    rng, left = Random(1), False
    for _ in range(400):
        deciding = (await view(players[0], id))["asks"][0]["seat"]
        if deciding == seat and left:
            return
        left = left or deciding != seat
        await answer(players[deciding], id, rng)
    raise AssertionError("it never was their turn")


async def quiet(app: FastAPI) -> None:
    """Wait until everything has been sent."""
    await until(lambda: not parts(app).bells._tasks)
