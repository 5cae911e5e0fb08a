"""Every refusal has its sentence in every language, and somebody hears it in their own."""

from __future__ import annotations

import re
import string
import tomllib
from pathlib import Path

from fastapi import FastAPI

import pfalz.server
from tests.server.test_answers import run
from tests.server.tools import client, sqlite

HOME = Path(pfalz.server.__file__).parent


def sentences(language: str) -> dict[str, str]:
    found: dict[str, str] = tomllib.loads((HOME / "text" / f"{language}.toml").read_text())["error"]
    return found


def gaps(sentence: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(sentence) if name}


def test_both_languages_say_everything() -> None:
    english, german = sentences("en"), sentences("de")
    assert list(english) == list(german)
    assert all(gaps(english[key]) == gaps(german[key]) for key in english)


def test_every_refusal_has_a_sentence() -> None:
    raised = re.compile(r"(?:Refused|BadRecord|Unplayable|StorageError|Conflict)\(\s*\"(\w+)\"")
    used = {key for path in HOME.glob("*.py") for key in raised.findall(path.read_text())}
    assert used <= set(sentences("en")) and len(used) > 30


def test_somebody_is_refused_in_their_language(tmp_path: Path) -> None:
    async def check(app: FastAPI) -> None:
        async with client(app) as a:
            for language, word in (("de", "Tisch"), ("en", "table")):
                got = await a.get("/api/tables/nothere/view.json", headers={"Accept-Language": language})
                assert got.status_code == 404 and word in got.json()["message"]

    run(sqlite(tmp_path), check)
