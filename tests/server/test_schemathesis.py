"""Schemathesis over the OpenAPI document: whatever it sends, no answer is a 500."""

from __future__ import annotations

import asyncio
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings

from pfalz.server.app import create_app
from tests.server.tools import HEADERS, listening, open_table, sqlite

_APP = create_app(sqlite(Path(tempfile.mkdtemp())))
_SCHEMA = schemathesis.openapi.from_dict(_APP.openapi()).exclude(path_regex="/events$")


@pytest.fixture(scope="module")
def server() -> Any:
    with (
        tempfile.TemporaryDirectory() as path,
        listening(replace(sqlite(Path(path)), max_tables=100_000)) as (url, _),
    ):

        async def prepare() -> tuple[str, str]:
            async with httpx.AsyncClient(base_url=url, headers=HEADERS) as a:
                await a.post("/api/guest", json={})
                token = (await a.post("/api/tokens", json={"name": "s"})).json()["token"]
                return token, await open_table(a, ["me", "me"])

        yield url, *asyncio.run(prepare())


@_SCHEMA.parametrize()
@settings(
    max_examples=25,
    deadline=None,
    derandomize=True,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
def test_no_answer_is_a_500(case: Any, server: tuple[str, str, str]) -> None:
    url, token, table = server
    if case.path_parameters and "id" in case.path_parameters:
        case.path_parameters["id"] = table  # a table that exists is the more interesting target
    response = case.call(base_url=url, headers={"Authorization": f"Bearer {token}"})
    assert response.status_code < 500, f"{case.method} {case.path}: {response.text}"
