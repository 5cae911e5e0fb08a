"""Text that comes from people and goes to people: cleaned names, ids, and names for guests and bots."""

from __future__ import annotations

import secrets
import unicodedata
from typing import Final

_LETTERS: Final = "abcdefghjkmnpqrstuvwxyz23456789"
"""Without characters that are easily confused."""

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


def guest_name() -> str:
    """A name for somebody who has not said theirs."""
    return f"{secrets.choice(NAMES)} {secrets.randbelow(90) + 10}"


def bot_names(count: int, taken: set[str]) -> list[str]:
    """Names for bots that nobody else at the table has."""
    free = [name for name in NAMES if not any(other.startswith(name) for other in taken)]
    return secrets.SystemRandom().sample(free, count)
