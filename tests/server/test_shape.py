"""One shape: what is pushed, asked for and documented has the same fields, those of `web.sent`."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, fields
from pathlib import Path
from random import Random
from typing import Any, cast

import msgspec
import pytest
from msgspec.json import decode, encode

from pfalz.core.texts import LANGUAGES
from pfalz.server.http.document import document
from pfalz.server.http.jsonview import can_push, push_json
from pfalz.server.play import table as tables_in_memory
from pfalz.server.play.live import Tables
from pfalz.web import sent
from pfalz.web.seen import Seen, SeenByAll, SeenByOne
from pfalz.web.sent import PositionSent, ViewSent, components, position_sent, view_sent
from tests.server.test_sharing import Looking, golden_tables
from tests.server.tools import guest, open_table, running, sqlite


def fields_of(schema: dict[str, Any]) -> list[str]:
    """The names of what an object may have."""
    return list(schema.get("properties", ()))


def holds(value: Any, schema: dict[str, Any], known: dict[str, Any], where: str = "") -> None:
    """Fails unless objects have the fields of their schema: all that are required, and no others."""
    if "$ref" in schema:
        holds(value, known[schema["$ref"].rpartition("/")[2]], known, where)
    elif "anyOf" in schema and isinstance(value, dict):
        (found,) = [one for one in schema["anyOf"] if "$ref" in one]
        holds(value, found, known, where)
    elif "properties" in schema:
        assert set(schema["required"]) <= set(value) <= set(schema["properties"]), where
        for name, inner in value.items():
            holds(inner, schema["properties"][name], known, f"{where}.{name}")
    elif isinstance(value, list) and isinstance(schema.get("items"), dict):
        for inner in value:
            holds(inner, schema["items"], known, f"{where}[]")


def test_what_is_pushed_is_what_is_asked_for_and_what_is_documented() -> None:
    tables, known = cast(Tables, Looking()), dict(components([ViewSent, PositionSent]))
    position = {"$ref": "PositionSent"}
    for name, table, answers in golden_tables():
        rng, compared = Random(name), 0
        for seat, answer in answers:
            if table.session.state.over or seat not in [ask.seat for ask in table.asks() if not ask.answered]:
                continue  # somebody has changed an answer there
            table.session.answer(seat, answer)
            table.session.settle()
            table.changed()
            if rng.random() > 30 / len(answers) or table.session.state.over:
                continue
            for person in (*[seat.person for seat in table.seats], "a stranger", ""):
                texts = table.texts(rng.choice(LANGUAGES)) if rng.random() < 0.8 else None
                since = rng.choice((-1, table.position - 3))
                asked_for = decode(encode(position_sent(tables.look(table, person), since, texts)))
                holds(asked_for, position, known)
                view = decode(encode(view_sent(tables.look(table, person), 7, since, texts)))
                holds(view, {"$ref": "ViewSent"}, known)
                assert view == {**asked_for, "version": 7, "chat": []}
                if can_push(table):
                    assert decode(push_json(table, person, since, texts, "")) == asked_for, name
                    compared += 1
        assert compared or not can_push(table), name
        table.status = "over"
        table.changed()
        for person in ("person0", "a stranger"):
            last = decode(encode(position_sent(tables.look(table, person), -1, table.texts("en"))))
            assert {"seed", "outcome", "score_history"} <= set(last)
            holds(last, position, known)


def test_the_document_has_the_declared_shapes_and_no_doubles(tmp_path: Path) -> None:
    async def go() -> None:
        async with running(sqlite(tmp_path)) as app, guest(app) as a:
            schemas = document(app)()["components"]["schemas"]
            for name, schema in components([ViewSent, PositionSent]).items():
                assert schemas[name] == schema
            declared = components([ViewSent, PositionSent])
            spelled = [set(schema["properties"]) for schema in declared.values()]
            doubles = {
                name for name in set(schemas) - set(declared) if set(fields_of(schemas[name])) in spelled
            }
            assert doubles == {"ClockBody"}  # what may be asked for, with its limits
            id = await open_table(a, ["me", "random"])
            lists = (await a.get("/api/tables?which=mine")).json()
            holds(lists, {"$ref": "TablesReply"}, schemas)
            holds((await a.get(f"/api/tables/{id}/view.json")).json(), {"$ref": "ViewSent"}, schemas)
            holds((await a.get(f"/api/tables/{id}/position/0")).json(), {"$ref": "PositionSent"}, schemas)
            if (found := await a.get(f"/api/tables/{id}/options")).status_code == 200:
                holds(found.json(), {"$ref": "AskSent"}, schemas)
            said = await a.post(f"/api/tables/{id}/chat", json={"text": "Good luck"})
            holds(said.json(), {"$ref": "ChatLine"}, schemas)

    asyncio.run(go())


def test_a_field_that_is_added_is_sent_everywhere_and_documented(monkeypatch: pytest.MonkeyPatch) -> None:
    """The halves are declared once: nothing else names their fields one by one but who fills them in."""

    @dataclass(kw_only=True)
    class MoreByAll(SeenByAll):
        weather: str = "fair"

    @dataclass(kw_only=True)
    class MoreByOne(SeenByOne):
        mood: int = 3

    @dataclass(kw_only=True)
    class MoreSeen(Seen, MoreByAll, MoreByOne):
        pass

    @dataclass(kw_only=True)
    class MoreSent(PositionSent, MoreByAll, MoreByOne):
        pass

    monkeypatch.setattr(tables_in_memory, "SeenByAll", MoreByAll)
    monkeypatch.setattr(tables_in_memory, "SeenByOne", MoreByOne)
    monkeypatch.setattr(tables_in_memory, "Seen", MoreSeen)
    monkeypatch.setattr(sent, "PositionSent", MoreSent)
    monkeypatch.setattr(sent, "HALVES", (MoreByAll, MoreByOne))
    _, table, _ = next(golden_tables())
    asked_for = decode(encode(position_sent(cast(Tables, Looking()).look(table, "person0"), -1, None)))
    assert asked_for["weather"] == "fair" and asked_for["mood"] == 3
    assert decode(push_json(table, "person0", -1, None, "")) == asked_for
    assert {"weather", "mood"} <= set(components([MoreSent])["MoreSent"]["required"])


def test_nothing_else_of_what_a_viewer_sees_is_sent() -> None:
    """Of a `Seen` only its two halves are sent as they stand; true states and kernel objects never are."""
    halves = {field.name for half in (SeenByAll, SeenByOne) for field in fields(half)}
    made = {field.name for field in fields(ViewSent)} - halves
    assert made == {"ask", "view", "events", "outcome", "version", "chat"}
    assert not {"rules", "log", "me", "lesson"} & halves
    for half in (SeenByAll, SeenByOne):
        msgspec.json.schema(half)  # plain data alone has a schema
