"""Guessing passwords: an account has its own limit, wherever the guesses come from; weak ones are refused."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from dataclasses import replace
from pathlib import Path

import pytest
from fastapi import FastAPI

from pfalz.server import rates
from pfalz.server.people.passwords import is_weak
from tests.server.test_answers import run
from tests.server.test_crowds import from_there
from tests.server.tools import client, running, sqlite

OTTO = {"login": "otto", "password": "correct horse"}


def test_guesses_of_one_account_are_slowed_down_wherever_they_come_from(tmp_path: Path) -> None:
    most = int(rates.RATES["guess"][1])

    async def go() -> None:
        async with running(replace(sqlite(tmp_path), rate_scale=1)) as app, AsyncExitStack() as stack:
            home = await from_there(app, stack, "192.0.2.1")
            assert (await home.post("/api/register", json=OTTO)).status_code == 200
            await home.post("/api/logout")
            codes = []
            for n in range(most + 5):
                guesser = await from_there(app, stack, f"198.51.100.{n}")
                got = await guesser.post(
                    "/api/login?lang=de", json={**OTTO, "login": " OTTO", "password": f"{n}"}
                )
                codes.append(got.status_code)
            assert codes == [401] * most + [429] * 5
            assert got.json()["error"] == "too_many_guesses" and int(got.headers["retry-after"]) > 60
            assert "Konto" in got.json()["message"]
            # the right one does not help either, or guessing would go on by trying
            assert (await guesser.post("/api/login", json=OTTO)).status_code == 429
            # but a browser that has been in this account before gets in
            assert (await home.post("/api/login", json=OTTO)).status_code == 200
            other = {**OTTO, "login": "uta"}
            assert (await guesser.post("/api/login", json=other)).status_code == 401

    asyncio.run(go())


def test_a_browser_known_to_one_account_has_no_more_guesses_of_another(tmp_path: Path) -> None:
    most = int(rates.RATES["guess"][1])

    async def go() -> None:
        async with running(replace(sqlite(tmp_path), rate_scale=1)) as app, AsyncExitStack() as stack:
            home = await from_there(app, stack, "192.0.2.1")
            await home.post("/api/register", json=OTTO)
            codes = []
            for n in range(most + 2):
                evil = await from_there(app, stack, f"198.51.100.{n}")
                login = {"login": f"evil{n}", "password": "correct horse"}
                assert (await evil.post("/api/register", json=login)).status_code == 200
                wrong = {**OTTO, "password": "wrong"}
                codes.append((await evil.post("/api/login", json=wrong)).status_code)
            assert codes == [401] * most + [429] * 2
            known = {k: v for k, v in home.cookies.items() if k == "pfalz_known"}
            assert known  # forged ones count as none
            evil.cookies.set("pfalz_known", known["pfalz_known"][:-3] + "xyz")
            assert (await evil.post("/api/login", json=OTTO)).status_code == 429

    asyncio.run(go())


def test_many_guesses_at_once_are_not_more_than_one_after_the_other(tmp_path: Path) -> None:
    most = int(rates.RATES["guess"][1])

    async def go() -> None:
        async with running(replace(sqlite(tmp_path), rate_scale=1)) as app, AsyncExitStack() as stack:
            guessers = [await from_there(app, stack, f"198.51.100.{n}") for n in range(most + 10)]
            tries = [c.post("/api/login", json={**OTTO, "password": "x"}) for c in guessers]
            codes = [got.status_code for got in await asyncio.gather(*tries)]
            assert codes.count(401) == most

    asyncio.run(go())


@pytest.mark.parametrize(
    "password",
    [
        *(
            "password",
            "Password1",
            "P@ssw0rd!",
            "passwort",
            "Passwort123!",
            "12345678",
            "1234567890",
            "87654321",
        ),
        *(
            "qwertyuiop",
            "qwertzuiop",
            "asdfghjkl",
            "aaaaaaaa",
            "abababab",
            "abcdefgh",
            "iloveyou1",
            "11111111",
        ),
        *(
            "hedwig12",
            "hedwighedwig",
            "HEDWIG2024",
            "hallo123",
            "football1",
            "letmein!",
            "pfalz123",
            "1q2w3e4r",
        ),
        *("Von Naumburg", "        ", "welcome1"),
    ],
)
def test_weak_passwords_are_refused(password: str) -> None:
    assert is_weak(password, "hedwig", "von Naumburg")


@pytest.mark.parametrize(
    "password",
    ["correct horse", "ein langes Wort", "tzxrnqpw", "8273-9911-20", "a better one", "Hedwigs Kater"],
)
def test_others_are_not(password: str) -> None:
    assert not is_weak(password, "hedwig", "Uta")


def test_a_weak_password_is_refused_wherever_one_is_set(tmp_path: Path) -> None:
    async def check(app: FastAPI) -> None:
        async with client(app) as a:
            weak = await a.post("/api/register?lang=de", json={"login": "otto", "password": "password"})
            assert (weak.status_code, weak.json()["error"]) == (422, "weak_password")
            assert "erraten" in weak.json()["message"]
            assert (await a.post("/api/register", json=OTTO)).status_code == 200
            change = {"old": OTTO["password"], "password": "otto1234"}
            assert (await a.post("/api/me/password", json=change)).json()["error"] == "weak_password"

    run(sqlite(tmp_path), check)
