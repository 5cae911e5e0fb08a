"""The files pages are made of, by their content: an address names what it holds and may be kept for ever."""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
from functools import cache
from importlib import resources
from typing import NamedTuple


class Kept(NamedTuple):
    """A file as it is sent."""

    data: bytes
    squeezed: bytes
    mark: str
    """The beginning of the hash of its content."""
    kind: str


@cache
def shelf() -> dict[str, Kept]:
    """All files, by name."""
    found = {}
    for file in (resources.files("pfalz.web") / "static").iterdir():
        if file.is_file():
            data = file.read_bytes()
            kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
            mark = hashlib.sha256(data).hexdigest()[:16]
            found[file.name] = Kept(data, gzip.compress(data, 9, mtime=0), mark, kind)
    return found


def static(name: str) -> str:
    """The address of a file as it is now."""
    return f"/static/{name}?v={shelf()[name].mark}"
