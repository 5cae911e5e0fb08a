"""Schemathesis over the OpenAPI document: whatever it sends, the answer is one the document describes.

As a stranger, with a cookie, with a token, and along the links from one operation to the next.
"""

from __future__ import annotations

import json
import re
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis.specs.openapi import checks as openapi

from pfalz.server.app import create_app
from pfalz.server.people.people import COOKIE
from tests.server.tools import HEADERS, PATIENCE, listening, sqlite

CHECKS = [
    schemathesis.checks.not_a_server_error,
    openapi.status_code_conformance,
    openapi.content_type_conformance,
    openapi.response_headers_conformance,
    openapi.response_schema_conformance,
    openapi.negative_data_rejection,
]
FEW = {
    "deadline": None,
    "derandomize": True,
    "database": None,
    "suppress_health_check": list(HealthCheck),
}

_APP = create_app(sqlite(Path(tempfile.mkdtemp())))
_SCHEMA = schemathesis.openapi.from_dict(_APP.openapi()).exclude(path_regex="/events$")
FRESH = {"game": "staufer", "players": 2, "seats": [{"kind": "me"}] * 2}


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    with (
        tempfile.TemporaryDirectory() as path,
        listening(
            replace(sqlite(Path(path)), max_tables=10_000, max_address_tables=10_000, max_address_open=10_000)
        ) as (address, _),
    ):
        yield address


@dataclass
class Somebody:
    """Somebody new at a table where both seats are theirs, and the two ways to be them."""

    url: str
    cookie: dict[str, str]
    token: dict[str, str]
    table: str


@pytest.fixture
def me(url: str) -> Somebody:
    def post(path: str, body: Any, head: dict[str, str]) -> httpx.Response:
        return httpx.post(f"{url}/api/{path}", json=body, headers=head, timeout=PATIENCE)

    cookie = {**HEADERS, "Cookie": f"{COOKIE}={post('guest', {}, HEADERS).cookies[COOKIE]}"}
    token = {"Authorization": f"Bearer {post('tokens', {}, cookie).json()['token']}"}
    return Somebody(url, cookie, token, post("tables", FRESH, cookie).json()["id"])


def send(case: Any, me: Somebody, who: dict[str, str]) -> None:
    """Send a made-up request as somebody, and hold the answer against the document."""
    if "id" in case.path_parameters and case.meta.generation.mode == schemathesis.GenerationMode.POSITIVE:
        case.path_parameters["id"] = me.table  # a table that exists is the more interesting target
    for name in ("Authorization", "X-Pfalz", "Cookie"):
        case.headers.pop(name, None)
    case.cookies.clear()
    case.call_and_validate(base_url=me.url, headers=who, checks=CHECKS, timeout=PATIENCE)


@_SCHEMA.parametrize()
@settings(max_examples=12, phases=[Phase.explicit, Phase.generate], **FEW)
def test_with_a_token_every_answer_is_documented(case: Any, me: Somebody) -> None:
    send(case, me, me.token)


@_SCHEMA.parametrize()
@settings(max_examples=3, phases=[Phase.explicit, Phase.generate], **FEW)
def test_with_a_cookie_every_answer_is_documented(case: Any, me: Somebody) -> None:
    send(case, me, me.cookie)


@_SCHEMA.parametrize()
@settings(max_examples=3, phases=[Phase.explicit, Phase.generate], **FEW)
def test_to_a_stranger_every_answer_is_documented(case: Any, me: Somebody) -> None:
    send(case, me, HEADERS)


def found_by(expression: Any, request: dict[str, Any], reply: Any) -> Any:
    """What an expression of a link stands for; KeyError or IndexError if it leads nowhere."""
    if isinstance(expression, dict):
        return {key: found_by(part, request, reply) for key, part in expression.items()}
    if isinstance(expression, list):
        return [found_by(part, request, reply) for part in expression]
    if expression.startswith("$request.path."):
        return request[expression.removeprefix("$request.path.")]
    value = reply
    for part in expression.removeprefix("$response.body#/").split("/"):
        if value is None:
            raise KeyError(part)
        value = value[int(part)] if isinstance(value, list) else value[part]
    return value


def test_along_the_links_every_answer_is_documented(me: Somebody) -> None:
    """Open a table, look, answer, take back, break off, play again: wherever the links lead."""
    paths = _APP.openapi()["paths"]
    known = {o["operationId"]: (path, method) for path, ms in paths.items() for method, o in ms.items()}
    bodies: dict[str, Any] = {"create": FRESH, "chat": {"text": "hm"}, "join": {}, "start": {}, "undo": {}}
    rng, done = Random(7), Counter[str]()
    here, parameters, body = "create", dict[str, Any](), dict[str, Any]()
    with httpx.Client(base_url=me.url, headers=me.token, timeout=PATIENCE) as c:
        for _ in range(400):
            path, method = known[here]
            sent = c.request(method, path.format(**parameters), json=body or bodies.get(here))
            _SCHEMA[path][method].validate_response(sent)
            done[f"{here} {sent.status_code}"] += 1
            reply = paths[path][method]["responses"].get(str(sent.status_code), {})
            links = [link for name, link in sorted(reply.get("links", {}).items())]
            here, old, parameters, body = "create", parameters, {}, {}
            for link in rng.sample(links, len(links)):
                try:
                    parameters = found_by(link["parameters"], old, sent.json())
                    body = found_by(link.get("requestBody", {}), old, sent.json())
                except (KeyError, IndexError):
                    continue
                here = link["operationId"]
                break
    for name in ("create 201", "view 200", "options 200", "position 200", "answer 200", "undo 200"):
        assert done[name], (name, done)
    for name in ("cancel 200", "rematch 200", "chat 200", "join 409", "start 409"):
        assert done[name], (name, done)


def test_who_is_not_known_is_refused_where_the_document_says_so(me: Somebody) -> None:
    asked = 0
    for path, methods in _APP.openapi()["paths"].items():
        for method, operation in methods.items():
            if {"token": []} not in operation.get("security", []):
                continue
            url = me.url + re.sub(r"{.*?}", "0", path.replace("{id}", me.table))
            bad = httpx.request(method, url, headers={"Authorization": "Bearer pfalz_no"}, timeout=PATIENCE)
            assert (bad.status_code, bad.json()["error"]) == (401, "bad_token"), (method, path)
            asked += 1
    assert asked > 25


def test_an_api_client_can_be_written_from_the_document() -> None:
    paths = _APP.openapi()["paths"]
    operations = [(path, o) for path, methods in paths.items() for o in methods.values()]
    assert len({o["operationId"] for _, o in operations}) == len(operations)
    for path, operation in operations:
        assert len(operation["summary"]) > 8, path
        assert {"422", "429"} <= set(operation["responses"]), path
        for status, reply in operation["responses"].items():
            if status != "204":
                schemas = [content.get("schema") for content in reply["content"].values()]
                assert all(schemas), (path, status)
    text = json.dumps(_APP.openapi()["components"]["schemas"])
    for shape in ("TableBody", "DraftBody", "GuestBody", "ChatBody"):
        assert "examples" in _APP.openapi()["components"]["schemas"][shape], shape
    assert "Any" not in text
