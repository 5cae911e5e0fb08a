"""Every refusal has its sentence in every language, and somebody hears it in their own."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from fastapi import FastAPI

import pfalz.server
from pfalz.core.wording import texts_of
from tests.server.test_answers import run
from tests.server.tools import client, guest, open_table, sqlite, view

HOME = Path(pfalz.server.__file__).parent


def sentences(language: str) -> dict[str, str]:
    found: dict[str, str] = texts_of("pfalz.server", language)["error"]
    return found


def test_every_refusal_has_a_sentence() -> None:
    raised = re.compile(r"(?:Refused|BadRecord|Unplayable|StorageError|Conflict)\(\s*\"(\w+)\"")
    used = {key for path in HOME.rglob("*.py") for key in raised.findall(path.read_text())}
    assert used <= set(sentences("en")) and len(used) > 30


def test_somebody_is_refused_in_their_language(tmp_path: Path) -> None:
    async def check(app: FastAPI) -> None:
        async with client(app) as a:
            for language, word in (("de", "Tisch"), ("en", "table")):
                got = await a.get("/api/tables/nothere/view.json", headers={"Accept-Language": language})
                assert got.status_code == 404 and word in got.json()["message"]

    run(sqlite(tmp_path), check)


def requests(id: str, seen: dict[str, Any]) -> list[tuple[str, str, Any]]:
    """Requests that are refused, for all the reasons we could think of."""
    api, answer = f"/api/tables/{id}", {"ask": seen["ask"]["ask"], "opened": seen["opened"]}
    wish = {"game": "staufer", "players": 2}
    header = {"pfalz": 1, "game": "staufer", "version": 1, "players": 2}
    found: list[tuple[str, str, Any]] = [
        ("POST", f"{api}/answers", body)
        for body in (
            b"{",
            b"[]",
            {},
            {**answer, "move": "x"},
            {**answer, "move": ["x"]},
            {**answer, "move": [10**7]},
            {**answer, "move": [0] * 500},
            {**answer, "move": [], "opened": -1},
            {**answer, "move": [], "more": 1},
            {**answer, "move": [], "ask": "x" * 99},
            {**answer, "move": [], "ask": 5},
            {**answer, "move": []},
            {**answer, "move": [999]},
            {**answer, "move": [], "opened": 999},
            {**answer, "move": [], "ask": "nothing"},
        )
    ]
    found.append(("PUT", f"{api}/draft", {**answer, "move": [], "opened": 999}))
    found += [
        ("POST", "/api/tables", body)
        for body in (
            b"{",
            5,
            {},
            {**wish, "players": "x"},
            {**wish, "players": 99},
            {**wish, "players": 0},
            {**wish, "players": 8},
            {**wish, "private": 1},
            {**wish, "seats": {}},
            {**wish, "seats": [5]},
            {**wish, "seats": [{"kind": "x"}]},
            {**wish, "seats": [{"kind": "bot", "bot": "x"}]},
            {**wish, "seats": [{"kind": "me"}] * 9},
            {**wish, "title": "x" * 200},
            {**wish, "title": 5},
            {**wish, "x": 5},
            {**wish, "options": {"x": 5}},
            {**wish, "options": 5},
            {**wish, "modules": ["x"]},
            {**wish, "game": "chess"},
            {**wish, "edition": {"a.b": 1}},
            {**wish, "clock": {"kind": "move", "seconds": 1}},
        )
    ]
    found += [
        ("POST", "/api/tables/import", body)
        for body in (b"", b"\xff", b"x", b"{}", b'{"pfalz": 1}', json.dumps({**header, "x": 1}).encode())
    ]
    found += [
        ("PUT", f"{api}/draft", {**answer, "move": [], "ask": "nothing"}),
        ("POST", f"{api}/undo", {}),
        ("POST", f"{api}/undo", {"to": 0}),
        ("POST", f"{api}/retract", None),
        ("POST", f"{api}/rematch", None),
        ("POST", f"{api}/join", {}),
        ("POST", f"{api}/leave", None),
        ("POST", f"{api}/start", {}),
        ("POST", f"{api}/replace", {"seat": 7}),
        ("POST", f"{api}/chat", {"text": ""}),
        ("POST", f"{api}/chat", {"text": "\u200b"}),
        ("POST", f"{api}/chat", b"x" * 70_000),
        ("GET", f"{api}/options?prefix=99", None),
        ("GET", f"{api}/options?prefix=x", None),
        ("GET", f"{api}/why", None),
        ("GET", f"{api}/why?value=x", None),
        ("GET", f"{api}/position/999", None),
        ("GET", f"{api}/position/x", None),
        ("GET", f"{api}/position/0?seat=-2", None),
        ("GET", "/api/tables/nothere/view.json", None),
        ("GET", "/api/tables/X/view.json", None),
        ("GET", "/api/tables?which=x", None),
        ("DELETE", "/api/sessions/nothing", None),
        ("PATCH", "/api/me", {"name": " "}),
        ("PATCH", "/api/me", {"webhook": "ftp://x"}),
        ("POST", "/api/login", {"login": "nobody", "password": "nothing at all"}),
        ("POST", "/api/register", {"login": "x", "password": "x" * 10}),
        ("POST", "/api/register", {"login": "xyz", "password": "x"}),
        ("GET", "/nowhere", None),
        ("POST", "/", None),
        ("GET", "/rules/staufer/nothing.json", None),
        ("GET", f"/t/{id}/at/999.svg", None),
    ]
    return found


ENGLISH = re.compile(
    r"\b(the|should|must|is not|expected|input|field required|valid|there|value error)\b", re.I
)


def test_no_refusal_to_a_german_is_english(tmp_path: Path) -> None:
    async def check(app: FastAPI) -> None:
        async with guest(app) as a:
            id = await open_table(a, ["me", "me"])
            for method, path, body in requests(id, await view(a, id)):
                said = {}
                for language in ("de", "en"):
                    head = {"Accept-Language": language, "Content-Type": "application/json"}
                    content = body if isinstance(body, bytes) else json.dumps(body).encode()
                    sent = None if body is None else content
                    got = await a.request(method, path, content=sent, headers=head)
                    assert got.status_code >= 400, (method, path, body)
                    said[language] = got.json()
                german, english = said["de"]["message"], said["en"]["message"]
                where = (method, path, str(body)[:80], german)
                assert said["de"]["error"] == said["en"]["error"] and german != english, where
                assert not ENGLISH.search(german), where
                assert "()" not in german and "{" not in german, where

    run(sqlite(tmp_path), check)


def test_a_wrong_field_is_named(tmp_path: Path) -> None:
    async def check(app: FastAPI) -> None:
        async with guest(app) as a:
            for body, field, words in (
                ({"game": "staufer"}, "players", "missing"),
                ({"game": "staufer", "players": 99}, "players", "at most 8"),
                ({"game": "staufer", "players": "2"}, "players", "whole number"),
                ({"game": "staufer", "players": 2, "seats": [{"kind": "x"}]}, "seats.0.kind", "'me'"),
                ({"game": "staufer", "players": 2, "board": 1}, "board", "no such field"),
            ):
                message = (await a.post("/api/tables", json=body)).json()["message"]
                assert field in message and words in message, message
            id = await open_table(a, ["me", "me"])
            for body, field, words in (
                ({"ask": "x", "opened": 0}, "move", "missing"),
                ({"ask": "x", "opened": 0, "move": [0.5]}, "move", "whole number"),
                ({"ask": "x", "opened": -1, "move": []}, "opened", "at least 0"),
                ({"ask": "x", "opened": 0, "move": [0] * 401}, "move", "at most 400"),
                ({"ask": "x", "opened": 0, "move": [], "y": 0}, "y", "no such field"),
            ):
                message = (await a.post(f"/api/tables/{id}/answers", json=body)).json()["message"]
                assert field in message and words in message, message

    run(sqlite(tmp_path), check)
