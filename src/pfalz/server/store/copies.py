"""Backups on a schedule: a new one every so often, the oldest go. A copy that fails costs no older one.

When a copy was made is said by its name. One whose name lies in the future is of a time when the wall clock
was wrong: it is no reason to wait for years until the next one, and it goes before those that are not.
"""

from __future__ import annotations

import asyncio
import calendar
import logging
import os
import re
import time
from contextlib import suppress
from pathlib import Path
from typing import Final

from pfalz.server.journal import note
from pfalz.server.store import backup
from pfalz.server.store.storage import Store

LOG = logging.getLogger("pfalz.copies")
NAME: Final = "pfalz-%Y%m%d-%H%M%S.jsonl"
_OURS: Final = re.compile(r"pfalz-\d{8}-\d{6}\.jsonl")
LATER: Final = 60.0
"""Seconds after which a copy that failed is tried again, and whether one is due is looked at again."""


async def copy_regularly(store: Store, folder: Path, keep: int, hours: float) -> None:
    """Make a copy now and then, as long as the server runs; a young one is not followed at once."""
    while True:
        try:
            wait = _wait(folder, hours, time.time())
            if wait <= 0 and store.duties.chores:  # whose duty it is may change while we wait
                await copy(store, folder, keep, time.time())
                continue
        except Exception as error:  # a full disk, a folder that is gone: the host reads it, the game goes on
            note(LOG, logging.ERROR, "copy_failed", error=repr(error))
            wait = 0.0
        await asyncio.sleep(min(LATER, wait) if wait > 0 else LATER)


def _wait(folder: Path, hours: float, now: float) -> float:
    """Seconds until the next copy is due."""
    newest = max((at for at, _ in copies_in(folder) if at <= now), default=0.0)
    return newest + hours * 3600 - now


async def copy(store: Store, folder: Path, keep: int, now: float) -> Path:
    """Make a copy, whole or not at all, and remove those that are too many."""
    made = await asyncio.to_thread(_copied, store, folder, now)
    found = sorted(copies_in(folder), key=lambda copy: (copy[0] <= now, *copy))
    for _, old in found[:-keep]:
        old.unlink(missing_ok=True)
    note(LOG, logging.INFO, "copied", file=made.name, bytes=made.stat().st_size)
    return made


def copies_in(folder: Path) -> list[tuple[float, Path]]:
    """The copies in a folder, each with the time it was made at; whatever has another name is not ours."""
    found = []
    for path in folder.glob("*.jsonl"):
        if _OURS.fullmatch(path.name):
            with suppress(ValueError):  # digits that are no time
                found.append((float(calendar.timegm(time.strptime(path.name, NAME))), path))
    return found


def _copied(store: Store, folder: Path, now: float) -> Path:
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    name = time.strftime(NAME, time.gmtime(now))
    half = folder / f".{name}.half"
    try:
        with open(os.open(half, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as out:
            backup.save(store, out)
            out.flush()
            os.fsync(out.fileno())
        half.replace(folder / name)
    finally:
        half.unlink(missing_ok=True)
    return folder / name
