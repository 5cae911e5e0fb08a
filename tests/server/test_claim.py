"""Who may write: one server on a file, several on PostgreSQL, commands alone; a crash is in nobody's way."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from sqlalchemy import Connection, select, text

from pfalz.catalogue import ruleset
from pfalz.cli import main
from pfalz.core.record import Record, new_header
from pfalz.server.play import joining
from pfalz.server.refusals import StorageError
from pfalz.server.store import claim
from pfalz.server.store.claim import Claim, InUse
from pfalz.server.store.schema import facts
from pfalz.server.store.storage import Store
from tests.server.processes import serving


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(claim, "PATIENCE", 0.0)


def test_a_second_server_on_a_file_and_writing_commands_are_refused_until_the_first_is_gone(
    url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    record = tmp_path / "game.jsonl"
    record.write_text(Record(new_header(ruleset("staufer", 2), [], "x"), []).dumps())
    database = ("--database", url)
    monkeypatch.setenv("PFALZ_PORT", "0")
    with serving(url) as (server, _):
        second = [("de", "ein anderer Prozess", ("serve",))] if url.startswith("sqlite") else []
        for lang, words, command in (
            *second,
            ("en", "another process", ("tables", "import", str(record))),
            ("de", "ein anderer Prozess", ("tables", "undo", "x")),
            ("en", "another process", ("tables", "patch", "--write")),
        ):
            assert main(["--lang", lang, *command, *database]) == 2
            said = capsys.readouterr().err
            assert words in said and f":{server.pid})" in said
        for command in (("tables", "list"), ("tables", "patch"), ("tables", "export", "--all")):
            assert main([*command, *database]) == 0
        os.kill(server.pid, signal.SIGKILL)
        server.wait()
        with serving(url):
            pass
    capsys.readouterr()
    monkeypatch.setattr(claim, "PATIENCE", 10.0)  # PostgreSQL notices a killed client a moment later
    assert main(["tables", "import", str(record), *database]) == 0
    assert main(["tables", "list", *database]) == 0
    assert "staufer" in capsys.readouterr().out


def test_a_killed_holder_leaves_nothing_behind(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(claim, "PATIENCE", 10.0)
    holder = (
        "import sys; from pfalz.server.store.storage import Store as S; s = S(sys.argv[1]); s.claim.take()"
    )
    command = [sys.executable, "-c", f"{holder}; print(1); sys.stdout.flush(); sys.stdin.read()", url]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    for _ in range(3):
        with subprocess.Popen(command, env={**os.environ, "PYTHONPATH": "src"}, **pipes) as process:  # type: ignore[call-overload]
            assert process.stdout.readline() == b"1\n"
            other = Claim(Store(url).engine)
            with monkeypatch.context() as m:
                m.setattr(claim, "PATIENCE", 0.0)
                with pytest.raises(InUse, match=f":{process.pid}"):
                    other.take()
            process.kill()
            other.take()
            other.give_back()


def test_a_claim_is_taken_once_and_given_back(url: str) -> None:
    one, other = Store(url), Store(url)
    with one.claimed():
        one.claim.take()
        with pytest.raises(InUse, match=f"{socket.gethostname()}:{os.getpid()}"):
            other.claim.take()
        with one.claimed():
            pass
        assert one.claim.held and not other.claim.held
    other.claim.take()
    with pytest.raises(InUse):
        one.claim.take()
    other.claim.give_back()


def test_servers_share_a_postgres_and_whoever_wants_it_alone_waits_for_all_of_them(postgres: str) -> None:
    one, other, command = (Claim(Store(postgres).engine) for _ in range(3))
    one.take(serving=True)
    assert one.alone  # and moves clocks, say, before anybody else comes
    with pytest.raises(InUse):
        other.take(serving=True)
    one.share()
    other.take(serving=True)
    assert not one.alone and not other.alone
    for holder in (one, other):
        with pytest.raises(InUse, match=f":{os.getpid()}"):
            command.take()
        holder.give_back()
    command.take()
    with pytest.raises(InUse):
        one.take(serving=True)
    command.give_back()


def test_an_old_schema_is_brought_up_to_date_under_servers_of_postgres(postgres: str) -> None:
    one = Store(postgres)
    one.claim.take(serving=True)
    one.claim.share()
    one.write_now(lambda db: db.execute(facts.update().where(facts.c.key == "schema").values(value="10")))
    assert Store(postgres).schema_before == 10
    assert Store(postgres).schema_before > 10
    one.claim.give_back()


def test_what_is_given_back_is_free_before_postgres_sees_the_connection_end(
    postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = Claim(Store(postgres).engine), Claim(Store(postgres).engine)
    one.take()
    with monkeypatch.context() as slow:
        slow.setattr(Connection, "invalidate", lambda db: None)
        slow.setattr(Connection, "close", lambda db: None)
        one.give_back()
        other.take()


def test_an_old_schema_under_a_running_server_is_not_touched(url: str) -> None:
    store = Store(url)
    with store.claimed():
        store.write_now(
            lambda db: db.execute(facts.update().where(facts.c.key == "schema").values(value="2"))
        )
        with pytest.raises(InUse):
            Store(url)
    assert Store(url).schema_before == 2


def test_a_link_to_a_database_is_that_database(tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    (tmp_path / "here.sqlite3").symlink_to(tmp_path / "there" / "real.sqlite3")
    with Store(f"sqlite:///{tmp_path}/there/real.sqlite3").claimed(), pytest.raises(InUse):
        Store(f"sqlite:///{tmp_path}/here.sqlite3").claim.take()


def test_the_claim_survives_a_restart_of_postgres(postgres: str, monkeypatch: pytest.MonkeyPatch) -> None:
    others = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()"

    def patience(seconds: float) -> None:
        """A backend that was told to end says so before it gives its locks back."""
        monkeypatch.setattr(claim, "PATIENCE", seconds)

    async def go() -> None:
        store = Store(postgres)
        await store.start()
        await store.write(lambda db: db.execute(text("SELECT 1")) and None)
        cut = Store(postgres)
        cut.write_now(lambda db: db.execute(text(f"{others} AND datname = current_database()")))
        with pytest.raises(StorageError):
            await store.write(lambda db: db.execute(text("SELECT 1")) and None)
        patience(30)
        await store.write(lambda db: db.execute(text("SELECT 1")) and None)
        patience(0)
        with pytest.raises(InUse):
            cut.claim.take()
        cut.write_now(lambda db: db.execute(text(f"{others} AND datname = current_database()")))
        with pytest.raises(StorageError):
            await store.write(lambda db: db.execute(text("SELECT 1")) and None)
        patience(30)
        cut.claim.take()
        patience(0)
        for _ in range(2):  # a command has it now, and as long as it likes
            with pytest.raises(InUse):
                await store.write(lambda db: db.execute(text("SELECT 1")) and None)
            with pytest.raises(InUse):
                store.claim.use(lambda db: None)
        cut.claim.give_back()
        await store.write(lambda db: db.execute(text("SELECT 1")) and None)
        await store.stop()

    asyncio.run(go())


def test_a_server_that_was_cut_off_does_not_come_back_to_others_with_other_rules(postgres: str) -> None:
    """PostgreSQL was started again, and servers of a newer version were quicker."""
    others = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()"

    async def go() -> None:
        store = Store(postgres)
        await store.start()
        await joining.begin_or_join(store)
        newer = Store(postgres)
        known = select(facts.c.value).where(facts.c.key == joining.RULES)
        ours = newer.now(lambda db: db.execute(known).scalar())

        def play_by(rules: str | None) -> None:
            newer.write_now(
                lambda db: db.execute(facts.update().where(facts.c.key == joining.RULES).values(value=rules))
            )

        play_by("other rules")
        newer.write_now(lambda db: db.execute(text(f"{others} AND datname = current_database()")))
        with pytest.raises(StorageError):
            await store.write(lambda db: db.execute(text("SELECT 1")) and None)
        for _ in range(2):
            with pytest.raises(StorageError, match="rules"):
                await store.write(lambda db: db.execute(text("SELECT 1")) and None)
            assert not store.claim.held
        play_by(ours)
        await store.write(lambda db: db.execute(text("SELECT 1")) and None)
        assert store.claim.held and not store.claim.alone
        await store.stop()

    asyncio.run(go())
