"""Mails: how they are worded and how they reach the host's mail server. Who gets one is decided elsewhere."""

from __future__ import annotations

import smtplib
import ssl
from email.message import EmailMessage
from email.utils import localtime, make_msgid, parseaddr
from typing import Final

from pfalz.server.settings import Settings
from pfalz.server.words import clean, mail_words

PATIENCE: Final = 10
"""Seconds the mail server has for each of its answers."""


def compose(
    settings: Settings, to: str, language: str, kind: str, unsubscribe: str, **values: str
) -> EmailMessage:
    """A mail of a kind in a language, with the link that ends such mails."""
    said = mail_words(language)
    shown = {name: clean(value, 2000) for name, value in values.items()}
    mail = EmailMessage()
    mail["Subject"] = said(f"mail.{kind}_subject", **shown)
    mail["From"] = settings.smtp_from
    mail["To"] = to
    mail["Date"] = localtime()
    mail["Message-ID"] = make_msgid(domain=parseaddr(settings.smtp_from)[1].rpartition("@")[2] or None)
    mail["Auto-Submitted"] = "auto-generated"
    mail["List-Unsubscribe"] = f"<{unsubscribe}>"
    mail["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    footer = said("mail.unconfirmed" if kind == "confirm" else "mail.unsubscribe", link=unsubscribe)
    mail.set_content(f"{said(f'mail.{kind}_body', **shown)}\n-- \n{footer}")
    return mail


def send(settings: Settings, mail: EmailMessage) -> None:
    """Give a mail to the host's mail server; certificates are checked."""
    host, port = settings.smtp_host, settings.smtp_port
    if settings.smtp_tls:
        server: smtplib.SMTP = smtplib.SMTP_SSL(
            host, port, timeout=PATIENCE, context=ssl.create_default_context()
        )
    else:
        server = smtplib.SMTP(host, port, timeout=PATIENCE)
    with server:
        if settings.smtp_starttls and not settings.smtp_tls:
            server.starttls(context=ssl.create_default_context())
        if settings.smtp_user:
            server.login(settings.smtp_user, settings.smtp_password)
        server.send_message(mail)
