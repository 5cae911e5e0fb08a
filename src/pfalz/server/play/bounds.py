"""How large anything in a record file may be that a person brings in: every field has its bound.

What the rules make of a record is checked when it is played; what they do not look at is checked here, so
that nothing of any size can be put into the database.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from pfalz.core.record import Header, Record
from pfalz.server.refusals import BadRecord

MOST_LINES: Final = 5000
"""Lines of a record file that is brought in."""
TEXT: Final = 200
NAME: Final = 80
LARGEST: Final = 1_000_000
LENGTHS: Final = {
    "seats": 8,
    "modules": 40,
    "options": 40,
    "edition": 400,
    "move": 400,
    "shares": 8,
    "later": 100,
}
"""How many things a list or an object may hold."""

Found = Iterator[tuple[str, int]]
"""Fields that are too large, each with the most it may have."""


def check_lines(text: str) -> None:
    """Refuse a file with too many lines before anything is made of them."""
    if text.count("\n") > MOST_LINES:
        raise BadRecord("record_long", most=MOST_LINES)


def check_bounds(record: Record) -> None:
    """Refuse a record with a field that is larger than any table of ours could make it."""
    for field, most in _header(record.header):
        raise BadRecord("record_field", line=1, field=field, most=most)
    for entry in record.entries:
        fields = {"ask": entry.ask, "hash": entry.hash, "move": entry.move or [], "seat": entry.seat}
        for field, value in fields.items():
            for _, most in _value(field, value, NAME):
                raise BadRecord("record_field", line=entry.n + 2, field=field, most=most)


def _header(header: Header) -> Found:
    for field in ("game", "seed", "seed_hash", "version"):
        yield from _value(field, getattr(header, field), TEXT)
    for field in LENGTHS:
        yield from _value(field, getattr(header, field, ()), TEXT)
    for later in header.later if isinstance(header.later, list) else ():
        yield from _value("later", [later.at, later.seed, later.seed_hash], TEXT)
    for seat in header.seats:
        yield from _value("seats", [seat.name, seat.bot], NAME)


def _value(field: str, value: Any, longest: int, inside: bool = False) -> Found:
    """A number, a text, or a collection of these; collections hold no others."""
    if isinstance(value, bool | None):
        return
    if isinstance(value, int | float):
        if not abs(value) <= LARGEST:
            yield field, LARGEST
    elif isinstance(value, str):
        if len(value) > longest:
            yield field, longest
    elif isinstance(value, list | tuple | dict):
        most = LENGTHS["move"] if inside else LENGTHS.get(field, 0)
        if len(value) > most:
            yield field, most
            return
        for item in value.values() if isinstance(value, dict) else value:
            if isinstance(item, dict) or (inside and isinstance(item, list)):
                yield field, longest
            yield from _value(field, item, longest, inside=True)
        for key in value if isinstance(value, dict) else ():
            yield from _value(field, key, longest)
