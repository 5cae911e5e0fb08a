"""Record files on disk: reading, writing whole or not at all, and where an unfinished game is kept."""

from __future__ import annotations

import contextlib
import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from pfalz.core.errors import RecordError
from pfalz.core.record import Header, Record, loads
from pfalz.terminal.context import UsageError


def read_record(path: Path) -> Record:
    """The record in a file; what is wrong with the file is named."""
    try:
        text = path.read_text("utf-8")
    except OSError as error:
        raise UsageError("file_unreadable", path=path, error=error.strerror) from error
    except UnicodeDecodeError as error:
        raise UsageError("file_not_text", path=path) from error
    try:
        return loads(text)
    except RecordError as error:
        raise UsageError("file_wrong", path=path, error=error) from error


def write_text(path: Path, text: str) -> None:
    """Write a file whole or not at all."""
    with writing(path) as file:
        file.write(text.encode())


@contextmanager
def writing(path: Path | None) -> Iterator[IO[bytes]]:
    """A file that appears whole or not at all; without a path, what is written goes to the screen."""
    if path is None:
        sys.stdout.flush()
        yield sys.stdout.buffer
        return
    name = ""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        with os.fdopen(handle, "wb") as file:
            yield file
        os.replace(name, path)
    except OSError as error:
        raise UsageError("file_unwritable", path=path, error=error.strerror) from error
    finally:
        with contextlib.suppress(OSError):
            os.unlink(name)


def save_record(path: Path, record: Record) -> None:
    """Save a game; a file that is something else is not overwritten."""
    if path.exists():
        try:
            read_record(path)
        except UsageError as error:
            raise UsageError("file_exists", path=path) from error
    write_text(path, record.dumps())


def autosave_path(header: Header) -> Path:
    """Where an unfinished game is kept: $XDG_STATE_HOME/pfalz, usually ~/.local/state/pfalz."""
    base = os.environ.get("XDG_STATE_HOME") or str(Path.home() / ".local" / "state")
    return Path(base) / "pfalz" / f"{header.game}-{header.seed_hash[:8]}.jsonl"
