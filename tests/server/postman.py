"""A real mail server inside the tests: it takes mails, keeps them, and can ask for TLS and a password."""

from __future__ import annotations

import asyncio
import email
import email.policy
import re
import ssl
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from email.message import EmailMessage
from typing import Any

from aiosmtpd.smtp import SMTP, AuthResult, Envelope, LoginPassword, Session

from tests.server.tools import PATIENCE

USER, PASSWORD = "pfalz", "ein Geheimnis"


class Postman:
    """What has arrived."""

    def __init__(self) -> None:
        self.port = 0
        self.mails: list[EmailMessage] = []
        self.receivers: list[list[str]] = []
        self.encrypted: list[bool] = []

    async def handle_DATA(self, server: Any, session: Session, envelope: Envelope) -> str:
        content = envelope.original_content or b""
        found = email.message_from_bytes(content, policy=email.policy.default)
        assert isinstance(found, EmailMessage)
        self.mails.append(found)
        self.receivers.append(list(envelope.rcpt_tos))
        self.encrypted.append(
            session.ssl is not None or server.transport.get_extra_info("sslcontext") is not None
        )
        return "250 OK"

    def about(self, word: str) -> list[EmailMessage]:
        """The mails with a word in their subject."""
        return [mail for mail in self.mails if word in mail["Subject"]]

    async def got(self, word: str, count: int = 1) -> list[EmailMessage]:
        """Wait for so many mails with a word in their subject."""
        await until(lambda: len(self.about(word)) >= count)
        return self.about(word)


async def until(true: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end, "it did not happen"
        await asyncio.sleep(0.02)


def link(mail: EmailMessage, page: str) -> str:
    """The link to a page in a mail, without the host."""
    found = re.search(rf"http://[^/\s]+(/{page}\S*)", mail.get_content())
    assert found is not None, mail.get_content()
    return found[1]


def token(mail: EmailMessage, page: str) -> str:
    """The token in a link."""
    return link(mail, page).partition("token=")[2]


def tampered(signed: str) -> str:
    """Something signed with one character changed; the last one has bits that nobody reads."""
    return signed[:-9] + ("a" if signed[-9] != "a" else "b") + signed[-8:]


def _login(server: SMTP, session: Session, envelope: Envelope, mechanism: str, data: Any) -> AuthResult:
    wanted = LoginPassword(USER.encode(), PASSWORD.encode())
    return AuthResult(success=isinstance(data, LoginPassword) and data == wanted)


@asynccontextmanager
async def postman(
    starttls: ssl.SSLContext | None = None, tls: ssl.SSLContext | None = None, login: bool = False
) -> AsyncIterator[Postman]:
    """A mail server on a free port of this loop."""
    box = Postman()
    loop = asyncio.get_running_loop()
    ways: dict[str, Any] = {"tls_context": starttls, "require_starttls": starttls is not None}
    if login:
        ways |= {"authenticator": _login, "auth_required": True, "auth_require_tls": False}
    server = await loop.create_server(lambda: SMTP(box, loop=loop, **ways), "127.0.0.1", 0, ssl=tls)
    box.port = server.sockets[0].getsockname()[1]
    try:
        yield box
    finally:
        server.close()
