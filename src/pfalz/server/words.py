"""Text that comes from people and goes to people: cleaned names and addresses, ids, names, words of mails."""

from __future__ import annotations

import re
import secrets
import unicodedata
from typing import Final

from pfalz.core.texts import LANGUAGES
from pfalz.core.wording import Words

_LETTERS: Final = "abcdefghjkmnpqrstuvwxyz23456789"
"""Without characters that are easily confused."""

_ATOM: Final = re.compile(r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+")
_LABEL: Final = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?")

_BROWSERS: Final = (
    *(("Firefox", "Firefox"), ("FxiOS", "Firefox"), ("Edg", "Edge"), ("OPR", "Opera")),
    *(("CriOS", "Chrome"), ("Chrome", "Chrome"), ("Safari", "Safari")),
)
_SYSTEMS: Final = (
    *(("Android", "Android"), ("iPhone", "iPhone"), ("iPad", "iPad"), ("Windows", "Windows")),
    *(("Mac OS", "macOS"), ("CrOS", "ChromeOS"), ("Linux", "Linux")),
)

NAMES: Final = (
    *("Adelheid", "Albrecht", "Agnes", "Arnulf", "Beatrix", "Berthold", "Bruno", "Clementia"),
    *("Diepold", "Eberhard", "Edith", "Ekkehard", "Elisabeth", "Engelbert", "Gerberga", "Gisela"),
    *("Gottfried", "Gunther", "Hadwig", "Hartmann", "Hedwig", "Heinrich", "Hermann", "Hildegard"),
    *("Ida", "Irmgard", "Judith", "Konrad", "Kunigunde", "Kuno", "Liutgard", "Lothar", "Markward"),
    *("Mathilde", "Oda", "Otto", "Philipp", "Rainald", "Reginlind", "Richenza", "Rudolf"),
    *("Siegfried", "Sophia", "Theophanu", "Ulrich", "Uta", "Welf", "Wolfram"),
)


def new_id(length: int = 10) -> str:
    """A random public id."""
    return "".join(secrets.choice(_LETTERS) for _ in range(length))


def is_id(text: str) -> bool:
    """Whether this could be an id of ours; anything else never reaches the database."""
    return len(text) < 40 and text.isascii() and text.isalnum()


def clean(text: str, most: int) -> str:
    """One line of ordinary characters, at most `most` of them."""
    whole = text.encode("utf-8", "ignore").decode("utf-8")
    kept = "".join(c if unicodedata.category(c) not in ("Cc", "Cf", "Cs", "Co", "Cn") else " " for c in whole)
    return " ".join(kept.split())[:most].strip()


def is_mail(text: str) -> bool:
    """Whether mail could be sent to this; the characters are those browsers allow, so nothing hides in it."""
    local, _, domain = text.partition("@")
    plain = len(local) <= 64 and all(_ATOM.fullmatch(part) for part in local.split("."))
    return plain and len(domain) <= 130 and all(_LABEL.fullmatch(part) for part in domain.split("."))


def mail_words(language: str) -> Words:
    """The words of mails in a language somebody has chosen."""
    return Words("pfalz.server", language if language in LANGUAGES else LANGUAGES[0])


def device(agent: str) -> str:
    """A browser as its owner would call it: "Firefox, Windows"; what is unknown stays as it is."""
    known = (next((name for mark, name in marks if mark in agent), "") for marks in (_BROWSERS, _SYSTEMS))
    return ", ".join(filter(None, known)) or agent


def guest_name() -> str:
    """A name for somebody who has not said theirs."""
    return f"{secrets.choice(NAMES)} {secrets.randbelow(90) + 10}"


def bot_names(count: int, taken: set[str]) -> list[str]:
    """Names for bots that nobody else at the table has."""
    free = [name for name in NAMES if not any(other.startswith(name) for other in taken)]
    return secrets.SystemRandom().sample(free, count)
