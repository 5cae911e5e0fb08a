"""Who is who: guests by a signed cookie, accounts with a password, revocable sessions and API tokens.

The cookie holds a random secret, signed, so that a made-up one is refused before the database is asked; the
database keeps only its hash. An API token is the same thing carried in the `Authorization` header.
"""

from __future__ import annotations

import asyncio
import hashlib
import secrets
import time
from typing import Any

import msgspec
from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from itsdangerous import BadSignature, Signer
from sqlalchemy import Connection, delete, insert, select, update

from pfalz.server.refusals import Conflict, Refused
from pfalz.server.schema import people, seats, sessions
from pfalz.server.storage import Store
from pfalz.server.words import clean, guest_name, new_id

COOKIE = "pfalz_session"
BEARER = "pfalz_"
CACHED = 4096
NOBODY = "$argon2id$v=19$m=65536,t=3,p=4$3YBjGga8rKPR6WM7nu5sHg$Gl4AomXSBKqTQNxBpfFXcjJnxL9y+0c24y2W3kVRHII"
"""A hash to try passwords of unknown logins on, so that they take as long as those of known ones."""


class Person(msgspec.Struct, frozen=True):
    """Somebody who uses the server: a guest, or the owner of an account."""

    id: str
    name: str
    login: str = ""
    mail: str = ""
    webhook: str = ""
    language: str = "en"

    @property
    def guest(self) -> bool:
        """Whether they have no account."""
        return not self.login


class People:
    """Everybody who has ever sat down here."""

    def __init__(self, store: Store, secret: str = "") -> None:
        self.store = store
        self._signer = Signer(secret or store.secret(), salt="pfalz-session", digest_method=hashlib.sha256)
        self._hasher = PasswordHasher()
        self._known: dict[str, tuple[Person, str, str]] = {}
        self._cookies: dict[str, str] = {}
        """Cookies whose signature has been checked, with the secret inside."""
        self._by_id: dict[str, Person | None] = {}
        self._changes = 0

    # -- recognising ------------------------------------------------------------------------------

    async def by_cookie(self, cookie: str) -> tuple[Person, str] | None:
        """The person and session behind a cookie, if it is ours and has not been revoked."""
        secret = self._cookies.get(cookie)
        if secret is None:
            try:
                secret = self._signer.unsign(cookie.encode("utf-8", "ignore")).decode()
            except (BadSignature, UnicodeDecodeError):
                return None
            if len(self._cookies) >= CACHED:
                self._cookies.clear()
            self._cookies[cookie] = secret
        return await self._by_secret(secret, "browser")

    async def by_token(self, token: str) -> tuple[Person, str] | None:
        """The person and token behind an `Authorization: Bearer` header."""
        return await self._by_secret(token[len(BEARER) :], "token") if token.startswith(BEARER) else None

    async def _by_secret(self, secret: str, kind: str) -> tuple[Person, str] | None:
        hash = _hash(secret)
        found = self._known.get(hash)
        if found is None:
            before = self._changes
            row = await self.store.read(lambda db: _session(db, hash))
            if row is None:
                return None
            found = (_person(row), row["session"], row["kind"])
            if len(self._known) >= CACHED:
                self._known.clear()
            if before == self._changes:  # it may have been revoked while we were reading
                self._known[hash] = found
        person, id, known = found
        return (person, id) if known == kind else None

    def _forget(self, person: str) -> None:
        self._changes += 1
        self._by_id.pop(person, None)
        self._known = {hash: found for hash, found in self._known.items() if found[0].id != person}

    # -- coming in --------------------------------------------------------------------------------

    async def guest(self, name: str = "", language: str = "en", agent: str = "") -> tuple[Person, str]:
        """Somebody new, and the cookie that recognises them."""
        person = Person(new_id(12), clean(name, 40) or guest_name(), language=language)
        row = {"id": person.id, "name": person.name, "language": language, "created": time.time()}
        secret, session = _new_session(person.id, "browser", agent)

        def write(db: Connection) -> None:
            db.execute(insert(people).values(**row))
            db.execute(insert(sessions).values(**session))

        await self.store.write(write)
        return person, self._cookie(secret)

    async def register(
        self,
        person: Person | None,
        login: str,
        password: str,
        name: str = "",
        mail: str = "",
        agent: str = "",
    ) -> tuple[Person, str]:
        """Keep an account; a guest keeps their seats. Every older session of the guest ends."""
        login = clean(login, 40).lower()
        if len(login) < 2:
            raise Refused("login", 422)
        hash = await asyncio.to_thread(self._hasher.hash, password.encode("utf-8", "surrogatepass"))
        if person is None or not person.guest:
            person = Person(new_id(12), clean(name, 40) or login)
            known = False
        else:
            known = True
        new = Person(person.id, clean(name, 40) or person.name, login, clean(mail, 200))
        values = {"name": new.name, "login": login, "password": hash, "mail": new.mail}
        secret, session = _new_session(new.id, "browser", agent)

        def write(db: Connection) -> None:
            if known:
                db.execute(delete(sessions).where(sessions.c.person == new.id))
                db.execute(update(people).where(people.c.id == new.id).values(**values))
            else:
                db.execute(insert(people).values(id=new.id, created=time.time(), **values))
            db.execute(insert(sessions).values(**session))

        try:
            await self.store.write(write)
        except Conflict:
            raise Refused("login_taken", 409) from None
        self._forget(new.id)
        return new, self._cookie(secret)

    async def login(self, login: str, password: str, agent: str = "") -> tuple[Person, str]:
        """Come back to an account."""
        login = clean(login, 40).lower()
        row = await self.store.read(
            lambda db: db.execute(select(people).where(people.c.login == login)).mappings().first()
        )
        hash = row["password"] if row is not None else NOBODY
        right = await asyncio.to_thread(self._verify, hash, password)
        if row is None or not right:
            raise Refused("wrong_login", 401)
        secret, session = _new_session(row["id"], "browser", agent)
        await self.store.write(lambda db: db.execute(insert(sessions).values(**session)) and None)
        return _person(row), self._cookie(secret)

    def _verify(self, hash: str, password: str) -> bool:
        try:
            return self._hasher.verify(hash, password.encode("utf-8", "surrogatepass"))
        except (VerificationError, InvalidHashError):
            return False

    def _cookie(self, secret: str) -> str:
        return self._signer.sign(secret).decode()

    # -- sessions and tokens ----------------------------------------------------------------------

    async def sessions(self, person: Person) -> list[dict[str, Any]]:
        """Where a person is known: browsers and API tokens."""

        def read(db: Connection) -> list[dict[str, Any]]:
            query = select(sessions).where(sessions.c.person == person.id).order_by(sessions.c.created)
            names = ("id", "kind", "label", "agent", "created")
            return [{name: row[name] for name in names} for row in db.execute(query).mappings()]

        return await self.store.read(read)

    async def revoke(self, person: Person, id: str) -> None:
        """End a session or a token of a person."""

        def write(db: Connection) -> int:
            where = (sessions.c.person == person.id, sessions.c.id == id)
            return db.execute(delete(sessions).where(*where)).rowcount

        ended = await self.store.write(write)
        self._forget(person.id)
        if not ended:
            raise Refused("no_such_session", 404)

    async def token(self, person: Person, label: str) -> tuple[str, str]:
        """A new API token: its id, and the token itself, which is shown once."""
        secret, session = _new_session(person.id, "token", "")
        session["label"] = clean(label, 60)
        await self.store.write(lambda db: db.execute(insert(sessions).values(**session)) and None)
        return session["id"], BEARER + secret

    async def change(self, person: Person, **values: str) -> Person:
        """Change name, language, mail address or webhook; seats show the new name."""

        def write(db: Connection) -> Person:
            db.execute(update(people).where(people.c.id == person.id).values(**values))
            if "name" in values:
                db.execute(update(seats).where(seats.c.person == person.id).values(name=values["name"]))
            return _person(db.execute(select(people).where(people.c.id == person.id)).mappings().one())

        changed = await self.store.write(write)
        self._forget(person.id)
        return changed

    async def by_id(self, id: str) -> Person | None:
        """Somebody by their public id."""
        if id in self._by_id:
            return self._by_id[id]
        before = self._changes
        row = await self.store.read(
            lambda db: db.execute(select(people).where(people.c.id == id)).mappings().first()
        )
        found = _person(row) if row is not None else None
        if before == self._changes:
            if len(self._by_id) >= CACHED:
                self._by_id.clear()
            self._by_id[id] = found
        return found


def _hash(secret: str) -> str:
    return hashlib.sha256(secret.encode("utf-8", "ignore")).hexdigest()


def _new_session(person: str, kind: str, agent: str) -> tuple[str, dict[str, Any]]:
    secret = secrets.token_urlsafe(24)
    row = {"hash": _hash(secret), "id": new_id(), "person": person, "agent": clean(agent, 120)}
    return secret, {**row, "created": time.time(), "kind": kind, "label": ""}


def _session(db: Connection, hash: str) -> Any:
    query = (
        select(people, sessions.c.id.label("session"), sessions.c.kind)
        .join(people, people.c.id == sessions.c.person)
        .where(sessions.c.hash == hash)
    )
    return db.execute(query).mappings().first()


def _person(row: Any) -> Person:
    return Person(row["id"], row["name"], row["login"] or "", row["mail"], row["webhook"], row["language"])
