"""The program in docs/api.md plays a whole game, just as it stands there."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from tests.server.tools import listening, sqlite

GUIDE = Path(__file__).parents[2] / "docs" / "api.md"


def program() -> str:
    (found,) = re.findall(r"```python\n(.*?)```", GUIDE.read_text(), re.S)
    return str(found)


def test_the_bot_of_the_guide_plays_a_whole_game(tmp_path: Path) -> None:
    scope: dict[str, Any] = {"__name__": "bot"}
    exec(compile(program(), str(GUIDE), "exec"), scope)
    with listening(sqlite(tmp_path)) as (url, _):
        outcome = scope["play"](url)
    assert len(outcome["scores"]) == len(outcome["places"]) == 2 and 1 in outcome["places"]


def test_the_guide_names_only_what_exists(tmp_path: Path) -> None:
    with listening(sqlite(tmp_path)) as (_, app):
        paths = app.openapi()["paths"]
    for path in re.findall(r"`(?:GET|POST) (/api/[^`?]*)", GUIDE.read_text()):
        assert path == "/api/openapi.json" or path in paths, path
    for end in re.findall(r"`(?:GET|POST) …(/[a-z.]+)", GUIDE.read_text()):
        assert f"/api/tables/{{id}}{end}" in paths, end
