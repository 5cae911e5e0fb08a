"""After a change of the rules: tables that lead elsewhere go on from a snapshot, and nothing is lost."""

from __future__ import annotations

import asyncio
import copy
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from sqlalchemy import delete, select

from pfalz import catalogue
from pfalz.core.edits import FlowEditor
from pfalz.core.errors import RecordError
from pfalz.core.flow import do
from pfalz.core.game import before as before_step
from pfalz.core.record import Header, Start, loads
from pfalz.core.ruleset import Ruleset
from pfalz.core.session import resume, verify_chance
from pfalz.core.texts import error_text
from pfalz.server.hosting import host
from pfalz.server.hosting.patching import Patched, patch
from pfalz.server.play import opening, rulesets
from pfalz.server.play.loading import from_stored
from pfalz.server.play.table import Table, rules_of
from pfalz.server.refusals import BadRecord
from pfalz.server.settings import Settings
from pfalz.server.store import storage
from pfalz.server.store.schema import archives, drafts, entries, snapshots, tables
from pfalz.server.store.storage import Store
from tests.server.tools import answer, client, parts, play_some, running, view

Change = Callable[..., None]
"""Changes a value of the data of Die Staufer, and perhaps the version of its rules."""


@pytest.fixture
def change(monkeypatch: pytest.MonkeyPatch) -> Iterator[Change]:
    game, real = catalogue.game("staufer"), catalogue._files

    def do(path: tuple[str, ...] = (), value: Any = None, version: int = 0) -> None:
        data = copy.deepcopy(real("staufer"))
        node: Any = data
        for part in path[:-1]:
            node = node[part]
        if path:
            node[path[-1]] = value
        monkeypatch.setattr(catalogue, "_files", lambda id: data if id == "staufer" else real(id))
        monkeypatch.setattr(type(game), "version", game.version + version)
        rulesets._rules.cache_clear()
        opening._fitting.cache_clear()

    yield do
    monkeypatch.undo()
    rulesets._rules.cache_clear()
    opening._fitting.cache_clear()


ENVOYS = ("game", "figures", "start_envoys")


def settings_of(url: str) -> Settings:
    return Settings(database=url, rate_scale=0, bot_pause=0, secret="s" * 32)


def stored(store: Store, id: str) -> storage.StoredTable:
    found = store.now(lambda db: storage.load_table(db, id))
    assert found is not None
    return found


def load(store: Store, id: str) -> Table:
    return from_stored(stored(store, id))


def position_of(table: Table) -> Any:
    return table.rules.to_json(table.session.state)


def everything(store: Store) -> list[Any]:
    """All rows a patch could change."""
    parts = (tables, entries, snapshots, archives, drafts)
    return store.now(lambda db: [list(db.execute(select(part))) for part in parts])


def test_the_same_rules_change_nothing(url: str) -> None:
    id = play_some(settings_of(url), 12)
    store = Store(url)
    before = everything(store)
    assert patch(store, write=True) == [Patched(id, "same", load(store, id).position)]
    assert everything(store) == before


def test_a_new_version_that_leads_to_the_same_positions_keeps_the_whole_log(url: str, change: Change) -> None:
    id = play_some(settings_of(url), 40)
    store = Store(url)
    old, before = host.export(store, id), load(store, id)
    change(version=1)
    with pytest.raises(RecordError, match="version"):
        load(store, id)
    rows = everything(store)
    assert [p.outcome for p in patch(store)] == ["updated"]
    assert everything(store) == rows, "a dry run changes nothing"
    assert patch(store, write=True) == [Patched(id, "updated", before.position)]
    assert [p.outcome for p in patch(store)] == ["same"]
    after = load(store, id)
    assert position_of(after) == position_of(before)
    assert after.session.lacks_past and after.session.events == before.session.events
    assert [e.move for e in after.session.entries] == [e.move for e in before.session.entries]
    record = loads(host.export(store, id))
    resume(rules_of(record.header), record)
    verify_chance(rules_of(record.header), record)
    assert loads(host.earlier(store, id)[0]).dumps() == old


def test_a_table_that_leads_elsewhere_goes_on_from_its_last_position(url: str, change: Change) -> None:
    id = play_some(settings_of(url), 40)
    store = Store(url)
    before, old, lines = load(store, id), host.export(store, id), stored(store, id).lines
    n = before.position
    change(ENVOYS, 3)
    with pytest.raises(RecordError, match=r"leads to another position|does not replay"):
        load(store, id)
    rows = everything(store)
    [told] = patch(store)
    assert (told.outcome, told.position, told.snapshot, told.lost) == ("continued", n, n, 0)
    assert isinstance(told.why, RecordError) and "Eintrag 0" in error_text(told.why, "de")
    assert everything(store) == rows, "a dry run changes nothing"
    [done] = patch(store, write=True)
    assert (done.outcome, done.position, str(done.why)) == ("continued", n, str(told.why))
    after = load(store, id)
    assert position_of(after) == position_of(before)
    assert (after.position, after.status, after.deciding()) == (0, "playing", before.deciding())
    assert after.header.start == Start(n, before.header.version, position_of(before))
    assert after.header.seed != before.header.seed, "numbers of the old seed have been seen"
    assert [p.outcome for p in patch(store)] == ["same"]
    [kept] = host.earlier(store, id)
    assert loads(kept).dumps() == old and kept.count("\n") == len(lines) + 1


def test_the_old_log_is_exactly_what_was_played(tmp_path: Path, change: Change) -> None:
    id = play_some(settings_of(f"sqlite:///{tmp_path}/x.sqlite3"), 20)
    store = Store(f"sqlite:///{tmp_path}/x.sqlite3")
    host.undo(store, id)
    before = host.export(store, id)
    change(ENVOYS, 3)
    patch(store, write=True)
    [kept] = host.earlier(store, id)
    assert '{"undo"' in kept, "what was taken back is kept, too"
    change()
    record = loads(kept)
    assert record.dumps() == before
    verify_chance(rules_of(record.header), record)


def test_a_continued_table_is_played_to_its_end_verified_and_brought_elsewhere(
    url: str, tmp_path: Path, change: Change
) -> None:
    id = play_some(settings_of(url), 30)
    store = Store(url)
    owner = load(store, id).owner
    change(ENVOYS, 3)
    patch(store, write=True)
    moved = position_of(load(store, id))

    async def go() -> None:
        async with running(settings_of(url)) as app:
            people = parts(app).people
            person = await people.by_id(owner)
            assert person is not None
            _, token = await people.token(person, "test")
            async with client(app) as a:
                a.headers["Authorization"] = f"Bearer {token}"
                seen = await view(a, id)
                assert seen["position"] == 0 and not seen["may_undo"] and seen["ask"]
                refused = await a.get(f"/api/tables/{id}/position/1")
                assert refused.status_code == 404
                html = (await a.get(f"/t/{id}")).text
                assert "Die Regeln dieses Spiels" in html and "The rules of this game" in html
                rng = Random(5)
                assert (await answer(a, id, rng)).status_code == 200
                undone = await a.post(f"/api/tables/{id}/undo", json={"to": 0})
                assert undone.status_code == 200 and undone.json()["position"] == 0
                assert (await a.post(f"/api/tables/{id}/undo", json={})).status_code == 422
                log = (await a.get(f"/api/tables/{id}/log")).text
                assert "position" not in log.splitlines()[0], (
                    "the start is a whole position, secrets included"
                )
                while (await view(a, id))["status"] == "playing":
                    assert (await answer(a, id, rng)).status_code == 200
                record = loads((await a.get(f"/api/tables/{id}/log")).text)
                verify_chance(rules_of(record.header), record)
                resume(rules_of(record.header), record)
                assert (await a.get(f"/t/{id}")).status_code == 200
                again = await a.post("/api/tables/import", content=record.dumps().encode())
                assert again.status_code == 422 and "host" in again.json()["message"]

    asyncio.run(go())
    assert position_of(load(store, id)) != moved
    new = Store(f"sqlite:///{tmp_path}/other.sqlite3")
    there = host.bring(new, loads(host.export(store, id)))
    assert host.export(new, there) == host.export(store, id)
    assert [p.outcome for p in patch(store)] == ["same"]


def test_after_a_crash_the_answers_after_the_snapshot_are_played_under_the_new_rules(
    url: str, change: Change
) -> None:
    id = play_some(settings_of(url), 40)
    store = Store(url)
    n = load(store, id).position
    kept = [row["position"] for row in store.now(lambda db: storage.latest_snapshots(db, id, n, 9))]
    assert kept[0] == n and kept[1] < n
    store.write_now(lambda db: db.execute(delete(snapshots).where(snapshots.c.position == n)))
    change(ENVOYS, 3)
    [told] = patch(store, write=True)
    assert (told.outcome, told.snapshot) == ("continued", kept[1])
    assert told.snapshot <= told.position and told.position + told.lost == n
    start = load(store, id).header.start
    assert isinstance(start, Start) and start.answers == told.position


def test_answers_that_are_not_legal_any_more_are_lost_and_counted(
    url: str, change: Change, monkeypatch: pytest.MonkeyPatch
) -> None:
    id = play_some(settings_of(url), 40)
    store = Store(url)
    table = load(store, id)
    n = table.position
    kept = [row["position"] for row in store.now(lambda db: storage.latest_snapshots(db, id, n, 9))]
    store.write_now(lambda db: db.execute(delete(snapshots).where(snapshots.c.position == n)))
    last = next(e for e in reversed(table.session.entries) if e.seat >= 0)
    assert last.n > kept[1]
    forbid(monkeypatch, last.ask, last.move or [], str(table.rules.hash(table.session.position(last.n))))
    [told] = patch(store, write=True)
    assert (told.outcome, told.snapshot, told.position, told.lost) == (
        "continued",
        kept[1],
        last.n,
        n - last.n,
    )
    assert told.why is not None and "this is forbidden now" in str(told.why)
    monkeypatch.undo()
    assert position_of(load(store, id)) == table.rules.to_json(table.session.position(last.n))


def forbid(monkeypatch: pytest.MonkeyPatch, ask: str, answer: list[int], position: str = "") -> None:
    """A rule that forbids an answer."""
    real = Ruleset.take

    def take(self: Any, s: Any, asked: Any, given: Any) -> None:
        if asked.name == ask and list(given) == answer and position in ("", self.hash(s)):
            raise BadRecord("this is forbidden now")
        real(self, s, asked, given)

    monkeypatch.setattr(Ruleset, "take", take)


def test_a_table_that_cannot_go_on_is_left_as_it_was(
    url: str, change: Change, monkeypatch: pytest.MonkeyPatch
) -> None:
    id = play_some(settings_of(url), 12)
    store = Store(url)
    store.write_now(lambda db: db.execute(delete(snapshots)))
    first = next(e for e in load(store, id).session.entries if e.seat >= 0)
    forbid(monkeypatch, first.ask, first.move or [])
    before = everything(store)
    [told] = patch(store, write=True)
    assert told.outcome == "impossible" and "this is forbidden now" in str(told.why)
    assert everything(store) == before


@pytest.mark.parametrize("wrong", [{"game": "chess"}, {"modules": ["x"]}, {"players": 12}])
def test_a_table_of_a_game_or_module_that_is_gone_is_left_as_it_was(
    tmp_path: Path, wrong: dict[str, Any]
) -> None:
    url = f"sqlite:///{tmp_path}/x.sqlite3"
    id = play_some(settings_of(url), 3)
    store = Store(url)
    header = msgspec.json.decode(stored(store, id).row["header"], type=Header)
    text = msgspec.json.encode(msgspec.structs.replace(header, **wrong)).decode()
    store.write_now(lambda db: storage.update_table(db, id, header=text))
    before = everything(store)
    [told] = patch(store, write=True)
    assert told.outcome == "impossible" and told.why is not None
    assert error_text(told.why, "de") != error_text(told.why, "en")
    assert everything(store) == before


def test_a_position_the_new_rules_cannot_read_is_reported(
    tmp_path: Path, change: Change, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = f"sqlite:///{tmp_path}/x.sqlite3"
    play_some(settings_of(url), 40)
    store = Store(url)
    change(ENVOYS, 3)
    real = Ruleset.from_json

    def unreadable(self: Any, data: object) -> Any:
        real(self, data)
        raise KeyError("a step that is gone")

    monkeypatch.setattr(Ruleset, "from_json", unreadable)
    before = everything(store)
    [told] = patch(store, write=True)
    assert told.outcome == "impossible" and "a step that is gone" in str(told.why)
    assert everything(store) == before


def test_a_finished_game_stays_finished(url: str, change: Change) -> None:
    id = play_some(settings_of(url), 1000)
    store = Store(url)
    before = load(store, id)
    assert before.status == "over"
    change(ENVOYS, 3, version=1)
    [told] = patch(store, write=True)
    assert (told.outcome, told.snapshot) == ("continued", before.position)
    after = load(store, id)
    assert after.status == "over" and after.rules.outcome(after.session.state) == before.rules.outcome(
        before.session.state
    )


def test_a_finished_game_that_would_go_on_is_left_alone(tmp_path: Path, change: Change) -> None:
    url = f"sqlite:///{tmp_path}/x.sqlite3"
    id = play_some(settings_of(url), 20)
    store = Store(url)
    store.write_now(lambda db: storage.update_table(db, id, status="over"))
    change(ENVOYS, 3)
    [told] = patch(store, write=True)
    assert told.outcome == "impossible" and str(told.why).startswith("the game was over")


def test_a_draft_survives(tmp_path: Path, change: Change) -> None:
    url = f"sqlite:///{tmp_path}/x.sqlite3"
    id = play_some(settings_of(url), 20)
    store = Store(url)
    table = load(store, id)
    [ask] = [ask for ask in table.asks() if not ask.answered]
    store.write_now(lambda db: storage.save_draft(db, id, ask.seat, table.session.opened, ask.name, "[1]"))
    change(ENVOYS, 3)
    patch(store, write=True)
    after = load(store, id)
    [asked] = [ask for ask in after.asks() if not ask.answered]
    assert after.drafts[ask.seat].fits(after.session, asked)


def test_a_table_can_go_on_more_than_once(url: str, change: Change) -> None:
    id = play_some(settings_of(url), 20)
    store = Store(url)
    n = load(store, id).position
    for i, envoys in enumerate((3, 5, 2)):
        before = load(store, id)
        change(ENVOYS, envoys, version=1)
        [told] = patch(store, write=True)
        after = load(store, id)
        assert position_of(after) == position_of(before)
        assert told.outcome == ("continued" if i == 0 else "updated")
        assert isinstance(after.header.start, Start) and after.header.start.answers == n
    assert len(host.earlier(store, id)) == 3


def test_a_step_put_into_the_flow_does_not_move_a_table_to_another_place(
    tmp_path: Path, change: Change, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A snapshot names the step that comes next; counted, the turns of the round would begin anew."""
    id = play_some(settings_of(url := f"sqlite:///{tmp_path / 'tables.db'}"), 40)
    store = Store(url)
    before = load(store, id)
    place = before.session.state.next_in("round")
    game = catalogue.game("staufer")
    flows = type(game).flows

    def bless(s: Any) -> None:
        s.points[0] += 1

    def with_blessing(self: Any, rules: Ruleset[Any]) -> list[Any]:
        found = list(flows(self, rules))
        FlowEditor(found).apply(before_step("turns", do(bless)), "blessing")
        return found

    monkeypatch.setattr(type(game), "flows", with_blessing)
    change(version=1)
    [done] = patch(store, write=True)
    assert (done.outcome, done.lost) == ("continued", 0)
    after = load(store, id)
    assert position_of(after) == position_of(before)
    assert after.session.state.next_in("round") == place != ""
    assert after.deciding() == before.deciding()
    session, rng = after.session, Random(1)
    while session.state.round == before.session.state.round:  # type: ignore[attr-defined]
        ask = session.asks()[0]
        session.answer(ask.seat, ask.random_answer(session.state, rng))
        session.settle()
    told = [kind.name for events in session.events for kind, _ in events]
    assert told.count("round_begun") == 1, "the round goes on where it stood, and the next one begins"
