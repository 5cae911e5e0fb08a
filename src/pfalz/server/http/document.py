"""The OpenAPI document: what FastAPI finds out by itself, with ways to log in, errors, examples and links."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from fastapi.routing import APIRoute
from starlette.routing import BaseRoute

from pfalz.server.http.context import known_person, maybe_person
from pfalz.server.http.gate import SAFE
from pfalz.server.http.replies import DECLARED
from pfalz.server.people.people import COOKIE
from pfalz.web.sent import components

ABOUT: Final = """
Board games of the Holy Roman Empire: everything the browser can do.

**Who you are.** `POST /api/guest` gives a cookie; `POST /api/tokens` gives a token for programs, sent as
`Authorization: Bearer …`. Requests that change something need the header `X-Pfalz: 1`, or a token.

**How to play.** `GET /api/tables/{id}/view.json` tells what I may know. If `ask` is not null I have to
decide: fill its slots one after the other with a value out of `options` (`GET …/options?prefix=1,2` gives the
next ones) until `complete` is true, then `POST …/answers` with `ask`, `opened` and the values as `move`.
Instead of asking again and again, watch `GET …/events?html=0&view=1`.

**Errors** are JSON with a stable key in `error` and a sentence in `message`, in German or English
(`lang` or `Accept-Language`).
"""

SCHEMES: Final = {
    "token": {"type": "http", "scheme": "bearer", "description": "from `POST /api/tokens`"},
    "cookie": {"type": "apiKey", "in": "cookie", "name": COOKIE, "description": "from `POST /api/guest`"},
}
MARK: Final = {
    "name": "X-Pfalz",
    "in": "header",
    "required": False,
    "description": "needed without a token: no foreign page can send it",
    "schema": {"type": "string", "const": "1"},
}
FOUND: Final = {"id": "$response.body#/id"}
SAME: Final = {"id": "$request.path.id"}
LINKS: Final[dict[str, dict[str, dict[str, Any]]]] = {
    "create": {
        "look": {"operationId": "view", "parameters": FOUND},
        "sit_down": {"operationId": "join", "parameters": FOUND},
        "begin": {"operationId": "start", "parameters": FOUND},
        "break_off": {"operationId": "cancel", "parameters": FOUND},
        "talk": {"operationId": "chat", "parameters": FOUND},
    },
    "view": {
        "next_slot": {"operationId": "options", "parameters": SAME},
        "decide": {
            "operationId": "answer",
            "parameters": SAME,
            "requestBody": {
                "ask": "$response.body#/ask/ask",
                "opened": "$response.body#/opened",
                "move": ["$response.body#/ask/options/0"],
            },
        },
        "replay": {
            "operationId": "position",
            "parameters": {**SAME, "n": "$response.body#/last_position"},
        },
    },
    "answer": {
        "take_back": {"operationId": "undo", "parameters": SAME},
        "look": {"operationId": "view", "parameters": SAME},
    },
    "cancel": {"again": {"operationId": "rematch", "parameters": SAME}},
    "rematch": {"look": {"operationId": "view", "parameters": FOUND}},
    "token": {"end": {"operationId": "revoke_token", "parameters": {"token": "$response.body#/id"}}},
}
"""Where an answer leads, by the name of the operation."""


def routes_of(routes: Iterable[BaseRoute]) -> Iterator[BaseRoute]:
    """Every single route, those of included routers too (which newer versions of FastAPI keep whole)."""
    for route in routes:
        router = getattr(route, "original_router", None)
        if router is None:
            yield route
        else:
            yield from routes_of(router.routes)


def document(app: FastAPI) -> Callable[[], dict[str, Any]]:
    """The function that makes (and keeps) the document of an application."""

    def made() -> dict[str, Any]:
        if app.openapi_schema is None:
            found = get_openapi(
                title=app.title, version=app.version, description=ABOUT.strip(), routes=app.routes
            )
            found["components"]["securitySchemes"] = SCHEMES
            found["components"]["schemas"] |= components(DECLARED)
            for route in routes_of(app.routes):
                if isinstance(route, APIRoute) and route.path_format in found["paths"]:
                    for method in route.methods or ():
                        _complete(route, found["paths"][route.path_format][method.lower()], method)
            app.openapi_schema = found
        return app.openapi_schema

    return made


def _complete(route: APIRoute, operation: dict[str, Any], method: str) -> None:
    operation["summary"] = operation["description"].split("\n")[0].split(". ")[0].rstrip(".")
    asked = [dependency.call for dependency in route.dependant.dependencies]
    known: list[dict[str, list[str]]] = [{name: []} for name in SCHEMES]
    if known_person in asked:
        operation["security"] = known
    elif maybe_person in asked:
        operation["security"] = [{}, *known]
    if method not in SAFE:
        operation.setdefault("parameters", []).append(MARK)
    links = LINKS.get(operation["operationId"])
    if links:
        good = next(code for code in operation["responses"] if code.startswith("2"))
        operation["responses"][good]["links"] = links
