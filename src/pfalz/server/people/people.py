"""Who is who: guests by a signed cookie, accounts with a password, revocable sessions and API tokens.
A mail address is used once somebody has shown that it is theirs.

The cookie holds a random secret, signed, so that a made-up one is refused before the database is asked; the
database keeps only its hash. An API token is the same thing carried in the `Authorization` header. Whoever
has been recognised is remembered here; once a day the database is asked again, and told that they came.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import time
from collections.abc import Callable
from typing import Any, Final, TypeVar

import msgspec
from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from itsdangerous import BadSignature, Signer
from sqlalchemy import Connection, delete, func, insert, select, update

from pfalz.server.people.passwords import check_password
from pfalz.server.people.sessions import DAY, find, hashed, is_over, keep, new_session, note_use, of_person
from pfalz.server.refusals import Conflict, Refused
from pfalz.server.store.schema import people, seats, sessions
from pfalz.server.store.storage import Store
from pfalz.server.words import clean, guest_name, new_id

T = TypeVar("T")
LOG = logging.getLogger("pfalz.people")
COOKIE = "pfalz_session"
FAMILIAR = "pfalz_known"
"""The cookie of a browser that has been in an account."""
BEARER = "pfalz_"
CACHED = 4096
NOBODY = "$argon2id$v=19$m=65536,t=3,p=4$3YBjGga8rKPR6WM7nu5sHg$Gl4AomXSBKqTQNxBpfFXcjJnxL9y+0c24y2W3kVRHII"
"""A hash to try passwords of unknown logins on, so that they take as long as those of known ones."""


WAYS: Final = ("browser", "mail", "webhook")
KINDS: Final = ("turn", "end", "deadline")
"""Why somebody is told something: it is their turn, a game has ended, their time is running out."""
NOTICES: Final = tuple(f"{way}.{kind}" for way in WAYS for kind in KINDS)
MOST_TOKENS: Final = 50
"""API tokens one person may have: they stay until somebody revokes them."""
MOST_ACCOUNTS: Final = 5
"""So many accounts of one mail address hear of a forgotten password."""


class Person(msgspec.Struct, frozen=True):
    """Somebody who uses the server: a guest, or the owner of an account."""

    id: str
    name: str
    login: str = ""
    mail: str = ""
    webhook: str = ""
    language: str = "en"
    confirmed: str = ""
    """The mail address they have last shown to be theirs."""
    muted: tuple[str, ...] = ()
    """The notices they do not want."""

    @property
    def guest(self) -> bool:
        """Whether they have no account."""
        return not self.login

    @property
    def address(self) -> str:
        """Where they may be sent mail; nothing before they have confirmed it."""
        return self.mail if self.mail == self.confirmed else ""

    @property
    def notices(self) -> list[str]:
        """The notices they want."""
        return [notice for notice in NOTICES if notice not in self.muted]

    def wants(self, way: str, kind: str) -> bool:
        """Whether they want to be told something in some way."""
        return f"{way}.{kind}" not in self.muted


class WrongPassword(Refused):
    """Somebody has tried a password; `whose` it would have been is told to nobody but the host."""

    def __init__(self, key: str, status: int = 403, /, whose: str = "") -> None:
        super().__init__(key, status)
        self.whose = whose


class People:
    """Everybody who has ever sat down here."""

    def __init__(self, store: Store, secret: str = "") -> None:
        self.store = store
        self.secret = secret or store.secret()
        self._signer = Signer(self.secret, salt="pfalz-session", digest_method=hashlib.sha256)
        self._known_here = Signer(self.secret, salt="pfalz-known", digest_method=hashlib.sha256)
        self._hasher = PasswordHasher()
        self._known: dict[str, tuple[Person, str, str, float]] = {}
        """Who is behind a hash, by which session of which kind, and until when we need not ask again."""
        self._cookies: dict[str, str] = {}
        """Cookies whose signature has been checked, with the hash of the secret inside."""
        self._by_id: dict[str, Person | None] = {}
        self._changes = 0
        self.listeners: list[Callable[[str], None]] = []
        """Told whose sessions or settings have changed."""
        store.bus.lost.append(self.forget_all)

    # -- recognising ------------------------------------------------------------------------------

    async def by_cookie(self, cookie: str) -> tuple[Person, str] | None:
        """The person and session behind a cookie, if it is ours and still good."""
        hash = self._cookies.get(cookie)
        if hash is None:
            try:
                hash = hashed(self._signer.unsign(cookie.encode("utf-8", "ignore")).decode())
            except (BadSignature, UnicodeDecodeError):
                return None
            if len(self._cookies) >= CACHED:
                self._cookies.clear()
            self._cookies[cookie] = hash
        return await self._by_hash(hash, "browser")

    async def by_token(self, token: str) -> tuple[Person, str] | None:
        """The person and token behind an `Authorization: Bearer` header."""
        if not token.startswith(BEARER):
            return None
        return await self._by_hash(hashed(token[len(BEARER) :]), "token")

    async def _by_hash(self, hash: str, kind: str) -> tuple[Person, str] | None:
        found = self._known.get(hash)
        if found is None or found[3] < time.time():
            found = await self._look_up(hash)
            if found is None:
                return None
        person, id, known, _ = found
        return (person, id) if known == kind else None

    async def _look_up(self, hash: str) -> tuple[Person, str, str, float] | None:
        """Who the database says is behind a hash; it is told once a day that they are still there."""
        before, now = self._changes, time.time()
        self._known.pop(hash, None)
        row = await self.store.read(lambda db: find(db, hash))
        if row is None or row["blocked"]:
            return None
        fresh = row["used"] + DAY
        if fresh < now:
            fresh = now + DAY
            self.store.write_aside("the last use of a session", lambda db: note_use(db, hash, now))
        if is_over(row, now):
            return None
        found = (_person(row), row["session"], row["kind"], fresh)
        if len(self._known) >= CACHED:
            self._known.clear()
        if before == self._changes:  # it may have been revoked while we were reading
            self._known[hash] = found
            self._remember(found[0].id, found[0])
        return found

    def forget(self, person: str) -> None:
        """Ask the database again who a person is."""
        self._changes += 1
        self._by_id.pop(person, None)
        self._known = {hash: found for hash, found in self._known.items() if found[0].id != person}
        for heard in self.listeners:
            heard(person)

    def forget_all(self) -> None:
        """Something may have been missed: ask the database again about everybody."""
        self._changes += 1
        here = {found[0].id for found in self._known.values()}
        self._by_id.clear()
        self._known.clear()
        for person in here:
            for heard in self.listeners:
                heard(person)

    async def _changing(self, person: str, work: Callable[[Connection], T]) -> T:
        """Change something about a person; no server goes on believing what it knew of them."""

        def write(db: Connection) -> T:
            done = work(db)
            self.store.bus.tell(db, "person", person)
            return done

        done = await self.store.write(write)
        self.forget(person)
        return done

    # -- coming in --------------------------------------------------------------------------------

    async def guest(self, name: str = "", language: str = "en", agent: str = "") -> tuple[Person, str]:
        """Somebody new, and the cookie that recognises them."""
        person = Person(new_id(12), clean(name, 40) or guest_name(), language=language)
        row = {"id": person.id, "name": person.name, "language": language, "created": time.time()}
        secret, session = new_session(person.id, "browser", agent)

        def write(db: Connection) -> None:
            db.execute(insert(people).values(**row))
            keep(db, session)

        await self.store.write(write)
        return person, self._cookie(secret)

    async def register(
        self,
        person: Person | None,
        login: str,
        password: str,
        name: str = "",
        mail: str = "",
        language: str = "",
        agent: str = "",
    ) -> tuple[Person, str]:
        """Keep an account; a guest keeps their seats and addresses. Every older session of the guest ends."""
        login = _plain(login)
        if len(login) < 2:
            raise Refused("login", 422)
        check_password(password, login, clean(name, 40), person.name if person else "")
        hash = await self._hashed(password)
        if person is None or not person.guest:
            person = Person(new_id(12), clean(name, 40) or login)
            known = False
        else:
            known = True
        new = msgspec.structs.replace(
            person,
            name=clean(name, 40) or person.name,
            login=login,
            mail=mail or person.mail,
            language=language or person.language,
        )
        values = {name: getattr(new, name) for name in ("name", "login", "mail", "language")}
        values["password"] = hash
        secret, session = new_session(new.id, "browser", agent)

        def write(db: Connection) -> None:
            if known:
                db.execute(delete(sessions).where(sessions.c.person == new.id))
                db.execute(update(people).where(people.c.id == new.id).values(**values))
                db.execute(update(seats).where(seats.c.person == new.id).values(name=new.name))
            else:
                db.execute(insert(people).values(id=new.id, created=time.time(), **values))
            keep(db, session)

        try:
            await self._changing(new.id, write)
        except Conflict:
            raise Refused("login_taken", 409) from None
        return new, self._cookie(secret)

    async def login(self, login: str, password: str, agent: str = "") -> tuple[Person, str]:
        """Come back to an account."""
        login = _plain(login)
        row = await self.store.read(
            lambda db: db.execute(select(people).where(people.c.login == login)).mappings().first()
        )
        hash = row["password"] if row is not None else NOBODY
        right = await asyncio.to_thread(self._verify, hash, password)
        if row is None or not right:
            raise WrongPassword("wrong_login", 401, whose=row["id"] if row is not None else "")
        if row["blocked"]:
            raise Refused("blocked")
        secret, session = new_session(row["id"], "browser", agent)
        await self.store.write(lambda db: keep(db, session))
        return _person(row), self._cookie(secret)

    def _verify(self, hash: str, password: str) -> bool:
        try:
            return self._hasher.verify(hash, password.encode("utf-8", "surrogatepass"))
        except (VerificationError, InvalidHashError):
            return False

    async def _hashed(self, password: str) -> str:
        return await asyncio.to_thread(self._hasher.hash, password.encode("utf-8", "surrogatepass"))

    def _cookie(self, secret: str) -> str:
        return self._signer.sign(secret).decode()

    def familiar(self, login: str) -> str:
        """A cookie for a browser from which somebody has come into an account."""
        return self._known_here.sign(f"{hashed(_plain(login))[:16]}.{new_id(12)}").decode()

    def guesser(self, login: str, cookie: str) -> str:
        """By what guesses at a password are counted: the account, or the browser that was in it before.

        So nobody is kept out of their own account by the guesses of others."""
        account = hashed(_plain(login))[:16]
        try:
            found = self._known_here.unsign(cookie.encode("utf-8", "ignore")).decode()
        except (BadSignature, UnicodeDecodeError):
            return account
        return found if found.startswith(f"{account}.") else account

    # -- passwords --------------------------------------------------------------------------------

    async def prove(self, person: Person, password: str) -> None:
        """Whoever wants to do this has to know the password; a guest has none."""
        if not person.guest:
            hash = await self.store.read(lambda db: _password(db, person.id))
            if not await asyncio.to_thread(self._verify, hash, password):
                raise WrongPassword("wrong_password", whose=person.id)

    async def new_password(self, person: Person, old: str, new: str, session: str) -> None:
        """Change the password; every other session and token ends."""
        if person.guest:
            raise Refused("no_account", 409)
        await self.prove(person, old)
        check_password(new, person.login, person.name)
        hash = await self._hashed(new)

        def write(db: Connection) -> None:
            db.execute(update(people).where(people.c.id == person.id).values(password=hash))
            others = (sessions.c.person == person.id, sessions.c.id != session)
            db.execute(delete(sessions).where(*others))

        await self._changing(person.id, write)

    async def forgetful(self, address: str) -> list[tuple[Person, str]]:
        """The accounts of a confirmed address, each with a mark of its password."""
        here = (func.lower(people.c.confirmed) == address.lower(), people.c.confirmed == people.c.mail)
        welcome = (people.c.login.is_not(None), people.c.blocked.is_(False))
        query = select(people).where(*here, *welcome).limit(MOST_ACCOUNTS)
        rows = await self.store.read(lambda db: db.execute(query).mappings().all())
        return [(_person(row), hashed(row["password"])) for row in rows]

    async def reset(self, id: str, mark: str, password: str, agent: str = "") -> tuple[Person, str]:
        """A new password in place of the one with this mark; every session and token ends."""
        old = await self.store.read(lambda db: _password(db, id))
        if hashed(old) != mark:
            raise Refused("bad_link")
        known, blocked = await self.store.read(lambda db: (_read(db, id), _blocked(db, id)))
        if blocked:
            raise Refused("blocked")
        check_password(password, known.login, known.name)
        hash = await self._hashed(password)
        secret, session = new_session(id, "browser", agent)

        def write(db: Connection) -> Person:
            same = (people.c.id == id, people.c.password == old)
            if not db.execute(update(people).where(*same).values(password=hash)).rowcount:
                raise Refused("bad_link")
            db.execute(delete(sessions).where(sessions.c.person == id))
            keep(db, session)
            return _read(db, id)

        person = await self._changing(id, write)
        return person, self._cookie(secret)

    # -- sessions and tokens ----------------------------------------------------------------------

    async def sessions(self, person: Person) -> list[dict[str, Any]]:
        """Where a person is known: browsers and API tokens."""
        return await self.store.read(lambda db: of_person(db, person.id))

    async def revoke(self, person: Person, id: str) -> None:
        """End a session or a token of a person."""

        def write(db: Connection) -> int:
            where = (sessions.c.person == person.id, sessions.c.id == id)
            return db.execute(delete(sessions).where(*where)).rowcount

        ended = await self._changing(person.id, write)
        if not ended:
            raise Refused("no_such_session", 404)

    async def token(self, person: Person, label: str) -> tuple[str, str]:
        """A new API token: its id, and the token itself, which is shown once."""
        secret, session = new_session(person.id, "token", "", label)

        def write(db: Connection) -> None:
            mine = (sessions.c.person == person.id, sessions.c.kind == "token")
            kept = db.execute(select(func.count()).select_from(sessions).where(*mine)).scalar_one()
            if kept >= MOST_TOKENS:
                raise Refused("too_many_tokens", 409)
            keep(db, session)

        await self.store.write(write)
        return session["id"], BEARER + secret

    async def change(self, person: Person, **values: str) -> Person:
        """Change name, language, addresses or notices; seats show the new name."""

        def write(db: Connection) -> Person:
            db.execute(update(people).where(people.c.id == person.id).values(**values))
            if "name" in values:
                db.execute(update(seats).where(seats.c.person == person.id).values(name=values["name"]))
            return _read(db, person.id)

        return await self._changing(person.id, write)

    async def confirm(self, id: str, address: str) -> None:
        """Somebody has shown that an address is theirs; refused if they have another one by now."""

        def write(db: Connection) -> int:
            mine = (people.c.id == id, people.c.mail == address)
            return db.execute(update(people).where(*mine).values(confirmed=address)).rowcount

        known = await self._changing(id, write)
        if not known:
            raise Refused("bad_link")

    async def unsubscribe(self, id: str, address: str) -> None:
        """Whoever reads an address wants no more mail from a person's tables."""
        person = await self.by_id(id)
        if person is None or person.mail != address:
            return
        if not person.address:  # it was never theirs
            await self.change(person, mail="")
        else:
            mute = {*person.muted, *(f"mail.{kind}" for kind in KINDS)}
            await self.change(person, muted=" ".join(sorted(mute)))

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
            self._remember(id, found)
        return found

    def _remember(self, id: str, person: Person | None) -> None:
        if len(self._by_id) >= CACHED:
            self._by_id.clear()
        self._by_id[id] = person


def _plain(login: str) -> str:
    """A login as it is kept."""
    return clean(login, 40).lower()


def _password(db: Connection, id: str) -> str:
    """The hash of a password; that of nobody's where there is none."""
    return db.execute(select(people.c.password).where(people.c.id == id)).scalar() or NOBODY


def _blocked(db: Connection, id: str) -> bool:
    return bool(db.execute(select(people.c.blocked).where(people.c.id == id)).scalar())


def _read(db: Connection, id: str) -> Person:
    return _person(db.execute(select(people).where(people.c.id == id)).mappings().one())


def _person(row: Any) -> Person:
    return Person(
        id=row["id"],
        name=row["name"],
        login=row["login"] or "",
        mail=row["mail"],
        webhook=row["webhook"],
        language=row["language"],
        confirmed=row["confirmed"],
        muted=tuple(row["muted"].split()),
    )
