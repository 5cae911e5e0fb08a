"""Telling people that it is their turn: in an open browser, by mail, by webhook.

Somebody who has the table open sees it there; everybody else is told once for each time it becomes their
turn. Sending happens in threads and may fail without disturbing anything.
"""

from __future__ import annotations

import asyncio
import ipaddress
import logging
import smtplib
import socket
import urllib.request
from collections.abc import Callable
from email.message import EmailMessage
from urllib.parse import urlsplit

import msgspec

from pfalz.server.people import People, Person
from pfalz.server.settings import Settings
from pfalz.server.table import Table

LOG = logging.getLogger("pfalz.notify")
WORDS = {
    "en": ("Your turn: {title}", "It is your turn at the table “{title}”:\n\n{link}\n"),
    "de": ("Du bist am Zug: {title}", "Du bist am Zug am Tisch „{title}“:\n\n{link}\n"),
}


class Bells:
    """Notices when it becomes somebody's turn, and tells them."""

    def __init__(self, settings: Settings, people: People) -> None:
        self.settings = settings
        self.people = people
        self.listening: dict[str, set[asyncio.Queue[bytes]]] = {}
        self._told: dict[str, dict[str, int]] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def heard(self, table: Table) -> None:
        """A table has changed: tell those who have to decide and do not know yet."""
        told = self._told.pop(table.id, {})
        now = {}
        for seat in table.deciding():
            person = table.seats[seat].person
            if not person or table.seats[seat].bot:
                continue
            now[person] = table.session.opened
            if person in told and told[person] == table.session.opened:
                continue
            for queue in self.listening.get(person, ()):
                queue.put_nowait(msgspec.json.encode({"table": table.id, "title": table.title}))
            if not table.online(person):
                task = asyncio.ensure_future(self._send(person, table.id, table.title))
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)
        if now:
            self._told[table.id] = now

    async def _send(self, id: str, table: str, title: str) -> None:
        person = await self.people.by_id(id)
        if person is None:
            return
        link = f"{self.settings.base_url or f'http://{self.settings.host}:{self.settings.port}'}/t/{table}"
        if person.mail and self.settings.smtp_host:
            await self._try("mail", lambda: send_mail(self.settings, person, title, link))
        if person.webhook:
            await self._try("webhook", lambda: post_webhook(self.settings, person, table, title, link))

    async def _try(self, what: str, send: Callable[[], None]) -> None:
        try:
            await asyncio.to_thread(send)
        except Exception as error:  # a mail server can fail in any way, and the game goes on
            LOG.warning("%s was not sent: %r", what, error)

    async def stop(self) -> None:
        """Let what is being sent finish."""
        if self._tasks:
            await asyncio.wait(set(self._tasks), timeout=5)


def send_mail(settings: Settings, person: Person, title: str, link: str) -> None:
    """One mail that says whose turn it is."""
    subject, body = WORDS.get(person.language, WORDS["en"])
    mail = EmailMessage()
    mail["Subject"] = subject.format(title=title)
    mail["From"] = settings.smtp_from
    mail["To"] = person.mail
    mail.set_content(body.format(title=title, link=link))
    with smtplib.SMTP(settings.smtp_host, settings.smtp_port, timeout=15) as server:
        if settings.smtp_starttls:
            server.starttls()
        if settings.smtp_user:
            server.login(settings.smtp_user, settings.smtp_password)
        server.send_message(mail)


def post_webhook(settings: Settings, person: Person, table: str, title: str, link: str) -> None:
    """One POST that says whose turn it is."""
    _check_target(settings, person.webhook)
    body = msgspec.json.encode({"event": "turn", "table": table, "title": title, "link": link})
    request = urllib.request.Request(
        person.webhook, body, {"Content-Type": "application/json", "User-Agent": "pfalz"}, method="POST"
    )
    with urllib.request.build_opener(_NoRedirect).open(request, timeout=10) as answer:
        answer.read(1024)


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_: object) -> None:
        """A redirect could lead into the host's own network."""


def _check_target(settings: Settings, url: str) -> None:
    parsed = urlsplit(url)
    if parsed.scheme not in ("http", "https") or not parsed.hostname:
        raise ValueError("a webhook is an http or https address")
    if settings.local_webhooks:
        return
    for found in socket.getaddrinfo(parsed.hostname, parsed.port or 443):
        if not ipaddress.ip_address(found[4][0]).is_global:
            raise ValueError("a webhook may not lead into the host's own network")
