"""Every error the server raises on purpose; the sentences stand in `text/{en,de}.toml`."""

from __future__ import annotations

from typing import ClassVar, Final

from pfalz.core.errors import PfalzError, RecordError, RulesetError

SOON: Final = 2
"""Seconds after which somebody who has too much open may look again."""


class Refused(PfalzError):
    """Somebody asked for something they may not have; `key` says why, `status` is the HTTP status."""

    package: ClassVar[str] = "pfalz.server"

    def __init__(self, key: str, status: int = 403, /, **details: object) -> None:
        super().__init__(key, **details)
        self.key = key
        self.status = status

    @property
    def retry_after(self) -> int | None:
        """After how many seconds it makes sense to ask again, if it was asked too often."""
        return int(str(self.details.get("seconds", SOON))) if self.status == 429 else None


class BadRecord(RecordError):
    """A stored or brought record cannot be used."""

    package: ClassVar[str] = "pfalz.server"


class Unplayable(RulesetError):
    """A wish that passes every check and still does not play."""

    package: ClassVar[str] = "pfalz.server"


class StorageError(PfalzError):
    """The database did not take a change; nothing of it has been kept."""

    package: ClassVar[str] = "pfalz.server"


class Conflict(StorageError):
    """Somebody else has written to this table since it was loaded."""
