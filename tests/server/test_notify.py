"""Notices: who is told what, by mail on a real mail server and in the browser."""

from __future__ import annotations

import asyncio
import socket
import ssl
import time
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
import trustme
from fastapi import FastAPI

from pfalz.server.people.mail import compose
from pfalz.server.play.notify import HOUR, warning
from pfalz.server.settings import Settings
from tests.server.letters import (
    DRAN,
    TURN,
    confirmed,
    game_of,
    quiet,
    reader,
    run,
    until_turn_of,
    with_mail,
)
from tests.server.postman import PASSWORD, USER, Postman, link, postman
from tests.server.tools import (
    answer,
    browser,
    client,
    events,
    guest,
    listening,
    open_table,
    parts,
    running,
    sqlite,
    view,
)

# -- mail -----------------------------------------------------------------------------------------------


def test_who_is_away_gets_one_mail_in_their_language(tmp_path: Path) -> None:
    async def check(app: FastAPI, box: Postman) -> None:
        async with reader(app, box, "ida@a.example", "de") as a, reader(app, box, "uta@b.example") as b:
            id, players = await game_of(a, b, title="Am {Hof} “der” Kaiser")
            first = (await view(a, id))["asks"][0]["seat"]
            await until_turn_of(id, players, 1 - first)
            [german], [english] = await box.got(DRAN), await box.got(TURN)
            assert german["To"] == "ida@a.example" and english["To"] == "uta@b.example"
            assert german["Subject"] == "Du bist am Zug: Am {Hof} “der” Kaiser"
            assert english["From"] == "Pfalz <tables@pfalz.example>"
            for mail, word in ((german, "am Zug am Tisch"), (english, "your turn at the table")):
                body = mail.get_content().replace("\r\n", "\n")
                assert word in body and "Am {Hof} “der” Kaiser" in body
                assert f"http://tables.example/t/{id}\n" in body
                away = link(mail, "unsubscribe")
                assert mail["List-Unsubscribe"] == f"<http://tables.example{away}>"
                assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
                assert mail["Auto-Submitted"] == "auto-generated" and mail["Date"] and mail["Message-ID"]

    box = run(tmp_path, check)
    assert len(box.about(DRAN)) == len(box.about(TURN)) == 1  # however often they had to decide in that turn


def test_nobody_is_written_to_while_they_have_the_table_open(tmp_path: Path) -> None:
    async def go() -> Postman:
        async with postman() as box:
            with listening(with_mail(tmp_path, box)) as (url, _):
                async with browser(url) as a, browser(url) as b:
                    for c, name in ((a, "a"), (b, "b")):
                        await c.post("/api/guest", json={"name": name})
                        await confirmed(c, box, f"{name}@x.example")
                    id = await open_table(a, ["me", "open"])
                    async with a.stream("GET", f"/api/tables/{id}/events?html=0") as watching:
                        told = events(watching.aiter_lines())
                        await anext(told)
                        await b.post(f"/api/tables/{id}/join", json={})
                        await until_turn_of(id, [a, b], 1)
                        await until_turn_of(id, [a, b], 0)
                        await box.got(TURN)
            return box

    box = asyncio.run(go())
    assert {mail["To"] for mail in box.about(TURN)} == {"b@x.example"}


def test_nobody_is_written_to_for_a_seat_that_a_bot_plays(tmp_path: Path) -> None:
    async def check(app: FastAPI, box: Postman) -> None:
        async with guest(app) as a, reader(app, box, "b@x.example") as b:
            id, players = await game_of(a, b)
            await until_turn_of(id, players, 0)  # b has been told once, at the start or since
            await box.got(TURN)
            await quiet(app)
            told = len(box.about(TURN))
            lobby = parts(app).lobby
            async with lobby.tables.open(id) as table:
                await lobby.hand_over(table, 1)
            for _ in range(6):
                seen = await view(a, id)
                if seen["status"] == "playing" and seen["asks"][0]["seat"] == 0:
                    await answer(a, id, Random(2))
                await asyncio.sleep(0.05)
            await quiet(app)
            assert len(box.about(TURN)) == told

    run(tmp_path, check)


def test_a_dead_mail_server_does_not_disturb_the_game(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:  # takes the call and never says a word
        port = silent.getsockname()[1]

        async def check(app: FastAPI, box: Postman) -> None:
            async with reader(app, box, "a@x.example") as a, guest(app) as b:
                bells = parts(app).bells
                for dead in (port, 1):
                    bells.settings = replace(bells.settings, smtp_port=dead)
                    for _ in range(4):  # more than there are senders
                        id, players = await game_of(a, b)
                        await until_turn_of(id, players, 0)
                async with client(app) as c:  # threads for passwords are free
                    new = await c.post("/api/register", json={"login": "otto", "password": "long enough"})
                    assert new.status_code == 200
                silent.close()  # those who wait are told that nobody is there

        assert run(tmp_path, check).about(TURN) == []


def test_a_title_cannot_bring_headers_of_its_own(tmp_path: Path) -> None:
    title = "x\r\nBcc: evil@x.example\u2028Subject: y\x00\x85Z"

    async def check(app: FastAPI, box: Postman) -> None:
        async with reader(app, box, "a@x.example") as a, guest(app) as b:
            _, _ = await game_of(a, b, title=title)
            id, players = await game_of(a, b, title=title)
            await until_turn_of(id, players, 0)
            for mail in await box.got(TURN):
                assert mail["Subject"] == "Your turn: x Bcc: evil@x.example Subject: y Z"
                assert mail["Bcc"] is None and mail.get_all("Subject") == [mail["Subject"]]

    box = run(tmp_path, check)
    assert {address for receivers in box.receivers for address in receivers} == {"a@x.example"}
    raw = compose(Settings(), "a@x.example", "en", "turn", "http://x", title=title, link="l").as_string()
    assert "\nBcc:" not in raw and raw.count("\nSubject:") + raw.startswith("Subject:") == 1


@pytest.mark.filterwarnings("ignore:Requiring AUTH")  # TLS without STARTTLS counts as none there
@pytest.mark.parametrize("way", ["starttls", "tls"])
def test_mail_goes_encrypted_and_with_a_login(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    ca, context = trustme.CA(), ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    ca.issue_cert("127.0.0.1").configure_cert(context)
    ca.cert_pem.write_to_path(str(tmp_path / "ca.pem"))
    login = {"smtp_user": USER, "smtp_password": PASSWORD}
    tls = {"smtp_starttls": way == "starttls", "smtp_tls": way == "tls"}

    async def go() -> None:
        async with postman(**{way: context}, login=True) as box:
            tries = [(False, login, 0), (True, {}, 0), (True, login, 1)]
            for n, (trusted, more, wanted) in enumerate(tries):
                if trusted:
                    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "ca.pem"))
                (tmp_path / str(n)).mkdir()
                async with running(with_mail(tmp_path / str(n), box, **tls, **more)) as app, guest(app) as a:
                    await a.patch("/api/me", json={"mail": "a@x.example"})
                assert len(box.mails) == wanted, n
            assert box.encrypted == [True]

    asyncio.run(go())


# -- what somebody wants to hear ------------------------------------------------------------------------


def test_every_kind_has_a_switch(tmp_path: Path) -> None:
    async def check(app: FastAPI, box: Postman) -> None:
        async with reader(app, box, "a@x.example") as a, reader(app, box, "b@x.example") as b:
            every = (await a.get("/api/me")).json()["notices"]
            assert len(every) == 9 and "mail.deadline" in every
            wanted = ["browser.turn", "mail.end"]
            assert (await a.patch("/api/me", json={"notices": wanted})).json()["notices"] == wanted
            assert (await a.patch("/api/me", json={"notices": ["pigeon.turn"]})).status_code == 422
            assert (await a.get("/api/me")).json()["notices"] == wanted
            id, players = await game_of(a, b)
            await until_turn_of(id, players, 0)
            await until_turn_of(id, players, 1)
            for player in players:
                assert (await player.post(f"/api/tables/{id}/cancel")).status_code == 200
            await box.got("cancelled", 2)

    box = run(tmp_path, check)
    assert {mail["To"] for mail in box.about(TURN)} == {"b@x.example"}
    assert sorted(mail["To"] for mail in box.about("The game was cancelled")) == [
        "a@x.example",
        "b@x.example",
    ]


def test_the_end_of_a_game_is_told_once(tmp_path: Path) -> None:
    async def check(app: FastAPI, box: Postman) -> None:
        async with reader(app, box, "a@x.example", "de") as a, reader(app, box, "b@x.example") as b:
            id, players = await game_of(a, b)
            rng = Random(5)
            while (seen := await view(a, id))["status"] == "playing":
                await answer(players[seen["asks"][0]["seat"]], id, rng)
            await box.got("The game is over")
            [german] = await box.got("Die Partie ist zu Ende")
            assert link(german, "t/") == f"/t/{id}"
            record = (await a.get(f"/api/tables/{id}/log")).text
            brought = await a.post("/api/tables/import", content=record)
            assert brought.status_code == 201, brought.text  # a finished game from a file has not just ended

    box = run(tmp_path, check)
    assert len(box.about("The game is over")) == len(box.about("Die Partie ist zu Ende")) == 1


def test_time_is_long_enough_to_be_warned() -> None:
    assert warning(600) == 0 and warning(4 * HOUR) == HOUR
    assert warning(24 * HOUR) == 6 * HOUR and warning(30 * 24 * HOUR) == 24 * HOUR


def test_somebody_is_warned_before_their_time_is_up(tmp_path: Path) -> None:
    async def check(app: FastAPI, box: Postman) -> None:
        async with reader(app, box, "a@x.example") as a, reader(app, box, "b@x.example") as b:
            id, _ = await game_of(a, b, clock={"kind": "move", "seconds": 24 * HOUR})
            table = await parts(app).tables.get(id)
            [seat] = table.deciding()
            bells = parts(app).bells
            bells.heard(table)
            assert len(bells._alarms[id]) == 1 and box.about("time") == []
            table.times.since[seat] = time.time() - 18 * HOUR + 1.0
            bells.heard(table)
            [mail] = await box.got("Your time is running out")
            assert mail["To"] == ("a@x.example", "b@x.example")[seat] and "about 6 h" in mail.get_content()
            bells.heard(table)
            assert id not in bells._alarms

    assert len(run(tmp_path, check).about("time is running")) == 1


def test_a_restart_tells_nobody_twice(tmp_path: Path) -> None:
    async def go() -> None:
        async with postman() as box:
            settings = with_mail(tmp_path, box)
            async with running(settings) as app, reader(app, box, "a@x.example") as a, guest(app) as b:
                id, players = await game_of(a, b, clock={"kind": "move", "seconds": 24 * HOUR})
                await until_turn_of(id, players, 0)
                await box.got(TURN)
            told = len(box.about(TURN))
            async with running(settings) as app:
                async with parts(app).tables.open(id) as table:
                    await parts(app).tables.commit(table, (), ())
                await quiet(app)
                assert len(box.about(TURN)) == told

    asyncio.run(go())


# -- browsers -------------------------------------------------------------------------------------------


def test_a_browser_hears_what_it_wants_to_hear(tmp_path: Path) -> None:
    async def go() -> None:
        with listening(sqlite(tmp_path)) as (url, _):
            async with browser(url) as a, browser(url) as b:
                for person in (a, b):
                    await person.post("/api/guest", json={})
                await a.patch("/api/me", json={"notices": ["browser.end"]})
                async with a.stream("GET", "/api/me/events") as mine:
                    id, players = await game_of(a, b, title="Hof")
                    await until_turn_of(id, players, 0)
                    for player in players:
                        await player.post(f"/api/tables/{id}/cancel")
                    name, data = await anext(events(mine.aiter_lines()))
                    assert (name, data["table"], data["title"]) == ("end", id, "Hof")

    asyncio.run(go())
