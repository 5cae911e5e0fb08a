"""Mail addresses: confirmed before use, never flooded, given up with one click; words and settings."""

from __future__ import annotations

import asyncio
import time
from dataclasses import replace
from pathlib import Path

import pytest
from fastapi import FastAPI
from sqlalchemy import text

from pfalz.core.texts import error_text
from pfalz.server.people.people import KINDS
from pfalz.server.play.notify import HOUR
from pfalz.server.settings import Settings, SettingsError, from_environment
from pfalz.server.store.schema import MIGRATIONS
from pfalz.server.store.storage import Store
from pfalz.server.words import is_mail, mail_words
from tests.server.letters import (
    DRAN,
    TURN,
    game_of,
    quiet,
    reader,
    run,
    until_turn_of,
)
from tests.server.postman import Postman, link, tampered, token, until
from tests.server.tools import (
    client,
    guest,
    old_database,
    parts,
    running,
    sqlite,
)

# -- addresses ------------------------------------------------------------------------------------------


def test_an_address_is_used_once_it_is_confirmed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def check(app: FastAPI, box: Postman) -> None:
        async with guest(app, "Ida") as a, guest(app) as b, client(app) as stranger:
            await a.patch("/api/me", json={"mail": "ida@x.example"})
            await game_of(a, b)
            await until(lambda: not parts(app).bells._tasks)  # whoever is told is told by now
            [mail] = await box.got("Is this your mail address?")
            assert mail["To"] == "ida@x.example" and "Ida wants to be told" in mail.get_content()
            good = token(mail, "confirm")
            page = await stranger.get(link(mail, "confirm"))  # looking at the link changes nothing
            assert page.status_code == 200 and good in page.text
            assert not (await a.get("/api/me")).json()["mail_confirmed"]
            wrong = (tampered(good), "", "x", token(mail, "unsubscribe"))
            for bad in wrong:
                refused = await stranger.post("/api/confirm", json={"token": bad})
                assert refused.status_code == 403 and refused.json()["error"] == "bad_link", bad
            assert (await stranger.get("/confirm", params={"token": "x"})).status_code == 403
            now = time.time
            monkeypatch.setattr(time, "time", lambda: now() + 49 * HOUR)
            assert (await stranger.post("/api/confirm", json={"token": good})).status_code == 403
            monkeypatch.setattr(time, "time", now)
            assert (await stranger.post("/api/confirm", json={"token": good})).status_code == 204
            assert (await a.get("/api/me")).json()["mail_confirmed"]
            again = await a.post("/api/me/confirmation")
            assert again.status_code == 409 and again.json()["error"] == "nothing_to_confirm"

            changed = (await a.patch("/api/me", json={"mail": "new@x.example"})).json()
            assert changed["mail"] == "new@x.example" and not changed["mail_confirmed"]
            assert (await stranger.post("/api/confirm", json={"token": good})).status_code == 403
            assert (await a.post("/api/me/confirmation")).status_code == 204
            await box.got("Is this", 3)
            assert not (await a.get("/api/me")).json()["mail_confirmed"]
            id, players = await game_of(a, b)
            await until_turn_of(id, players, 0)

    box = run(tmp_path, check)
    assert box.about(TURN) == [] and len(box.mails) == 3


@pytest.mark.parametrize("good", ["a@b", "a.b+c@x.example", "o'neill@mail.x-y.example", "x@localhost"])
def test_mail_addresses(good: str) -> None:
    assert is_mail(good)


@pytest.mark.parametrize(
    "bad",
    [
        *("", "a", "@x.example", "a@", "a@@x.example", "a b@x.example", "a@x..example", ".a@x.example"),
        *("a.@x.example", "a@x.example\r\nBcc: b@x.example", "a@-x.example", "a@x_y.example", "ä@x.example"),
        *("a@x.example,b@x.example", "<a@x.example>", '"a"@x.example', "a@x.example\n"),
        *("a" * 65 + "@x.example", "a@" + "b" * 64 + ".example"),
    ],
)
def test_what_is_no_mail_address(bad: str) -> None:
    assert not is_mail(bad)


def test_wrong_addresses_are_refused_and_none_is_needed(tmp_path: Path) -> None:
    async def check(app: FastAPI, box: Postman) -> None:
        async with guest(app) as a:
            for bad in ("nonsense", "a@x.example\r\nBcc: b@x.example", "a@x.example, b@x.example"):
                refused = await a.patch("/api/me", json={"mail": bad}, headers={"Accept-Language": "de"})
                assert refused.status_code == 422 and refused.json()["message"] == "das ist keine Mailadresse"
                assert (await a.post("/api/forgotten", json={"mail": bad})).status_code == 422
            assert (await a.patch("/api/me", json={"mail": ""})).json()["mail"] == ""
            assert (await a.post("/api/me/confirmation")).status_code == 409

    assert run(tmp_path, check).mails == []


def test_without_a_mail_server_an_address_is_kept_and_the_page_says_so(tmp_path: Path) -> None:
    async def check(app: FastAPI, box: Postman) -> None:
        async with guest(app) as a:
            me = (await a.patch("/api/me", json={"mail": "a@x.example"})).json()
            assert me["mail"] == "a@x.example" and not me["mail_confirmed"]
            assert (await a.post("/api/me/confirmation")).status_code == 409
            assert (await a.post("/api/forgotten", json={"mail": "a@x.example"})).status_code == 204
            page = await a.get("/account", headers={"Accept-Language": "de"})
            assert (
                "Dieser Server verschickt keine Mail" in page.text and "noch einmal schicken" not in page.text
            )
            assert "/forgotten" not in (await a.get("/login")).text

    assert run(tmp_path, check, smtp_host="").mails == []


def test_nobody_can_be_flooded_with_mail(tmp_path: Path) -> None:
    async def check(app: FastAPI, box: Postman) -> None:
        async with guest(app) as a, guest(app) as b, client(app) as c:
            victim = {"mail": "victim@x.example"}
            assert (await a.patch("/api/me", json=victim)).status_code == 200
            assert (await b.patch("/api/me", json=victim)).status_code == 200
            assert (await a.post("/api/me/confirmation")).status_code == 204
            for refused in (
                await b.post("/api/me/confirmation"),
                await c.post("/api/register", json={"login": "o", "password": "long enough", **victim}),
            ):
                assert refused.status_code in (422, 429), refused.text
            statuses = [
                (await c.post("/api/forgotten", json={"mail": f"v{n}@x.example"})).status_code
                for n in range(30)
            ]
            assert statuses.count(429) > 5  # one place cannot write to many

    assert len(run(tmp_path, check, rate_scale=1.0).mails) == 3


def test_mails_to_an_address_do_not_keep_its_owner_from_a_new_password(tmp_path: Path) -> None:
    """Whoever guesses at a password may also have the address sent what can be sent to any."""

    async def check(app: FastAPI, box: Postman) -> None:
        async with reader(app, box, "otto@x.example") as a, guest(app) as b, client(app) as c:
            await a.post("/api/register", json={"login": "otto", "password": "correct horse"})
            codes = [
                (await b.patch("/api/me", json={"mail": mail})).status_code
                for mail in ("otto@x.example", "", "otto@x.example", "", "otto@x.example")
            ]
            assert codes[-1] == 429
            forgotten = {"mail": "Otto@x.example"}
            codes = [(await c.post("/api/forgotten", json=forgotten)).status_code for _ in range(4)]
            assert codes == [204, 204, 204, 429]
            assert len(await box.got("A new password", 3)) == 3

    run(tmp_path, check, rate_scale=1.0)


# -- no more --------------------------------------------------------------------------------------------


def test_a_mail_program_ends_mails_with_one_click(tmp_path: Path) -> None:
    async def check(app: FastAPI, box: Postman) -> None:
        async with reader(app, box, "a@x.example", "de") as a, guest(app) as b, client(app) as program:
            id, players = await game_of(a, b)
            await until_turn_of(id, players, 0)
            mail = (await box.got(DRAN))[0]
            await quiet(app)
            told = len(box.about(DRAN))
            del program.headers["X-Pfalz"]
            path = link(mail, "unsubscribe")
            page = await program.get(path, headers={"Accept-Language": "de"})
            assert page.status_code == 200 and "Keine Mail mehr" in page.text
            assert "mail.turn" in (await a.get("/api/me")).json()["notices"]
            one_click = {"List-Unsubscribe": "One-Click"}
            for bad in ("/unsubscribe", "/unsubscribe?token=x", path[:-3]):
                assert (await program.post(bad, data=one_click)).status_code == 403
            assert (await program.post(path, data=one_click)).status_code == 200
            notices = (await a.get("/api/me")).json()["notices"]
            assert notices == [f"{way}.{kind}" for way in ("browser", "webhook") for kind in KINDS]
            assert (await program.post("/api/forgotten", json={"mail": "a@x.example"})).status_code == 403
            await until_turn_of(id, players, 1)
            await until_turn_of(id, players, 0)
            await quiet(app)
            assert len(box.about(DRAN)) == told

    run(tmp_path, check)


def test_who_never_asked_for_mail_takes_their_address_out(tmp_path: Path) -> None:
    async def check(app: FastAPI, box: Postman) -> None:
        async with guest(app) as a, client(app) as victim:
            await a.patch("/api/me", json={"mail": "v@x.example"})
            [mail] = await box.got("Is this")
            assert "That was not you?" in mail.get_content()
            assert (await victim.post(link(mail, "unsubscribe"))).status_code == 200
            assert (await a.get("/api/me")).json()["mail"] == ""
            assert (
                await victim.post("/api/confirm", json={"token": token(mail, "confirm")})
            ).status_code == 403

    run(tmp_path, check)


# -- words, settings, schema ----------------------------------------------------------------------------


def test_mails_are_worded_in_a_language_we_have() -> None:
    assert mail_words("de").language == "de" and mail_words("xx").language == "en"
    assert mail_words("de")("mail.turn_subject", title="Hof") == "Du bist am Zug: Hof"


def test_wrong_settings_are_named_in_both_languages() -> None:
    for name, value in (("PFALZ_SMTP_PORT", "abc"), ("PFALZ_SMTP_TLS", "perhaps")):
        with pytest.raises(SettingsError) as caught:
            from_environment({name: value})
        said = [error_text(caught.value, language) for language in ("en", "de")]
        assert all(name in sentence and value in sentence for sentence in said)
        assert " is " in said[0] and " ist " in said[1]


def test_links_lead_to_the_address_of_the_host() -> None:
    assert Settings(base_url="https://x.example/").address == "https://x.example"
    assert Settings(host="0.0.0.0", port=81).address == "http://localhost:81"
    assert Settings(host="tables.lan").address == "http://tables.lan:8000"


@pytest.mark.parametrize("where", ["sqlite", "postgres"])
def test_people_of_an_old_database_keep_their_address_and_confirm_it(
    where: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    url = f"sqlite:///{tmp_path}/x.sqlite3" if where == "sqlite" else request.getfixturevalue("postgres")
    with old_database(url, 2) as db:
        for name in ("confirmed", "muted"):
            db.execute(text(f"ALTER TABLE people DROP COLUMN {name}"))
        db.execute(
            text("INSERT INTO people (id, name, mail, created) VALUES ('ida', 'Ida', 'i@x.example', 0)")
        )
    settings = replace(sqlite(tmp_path), database=url)

    async def check() -> None:
        async with running(settings) as app:
            person = await parts(app).people.by_id("ida")
            assert person is not None and person.mail == "i@x.example"
            assert person.address == "" and len(person.notices) == 9

    asyncio.run(check())
    assert Store(url).schema_before == len(MIGRATIONS)
