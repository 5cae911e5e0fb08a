"""Backups on a schedule: a new one every so often, the oldest go. A copy that fails costs no older one."""

from __future__ import annotations

import asyncio
import logging
import os
import time
from pathlib import Path
from typing import Final

from pfalz.server.journal import note
from pfalz.server.store import backup
from pfalz.server.store.storage import Store

LOG = logging.getLogger("pfalz.copies")
PATTERN: Final = "pfalz-*.jsonl"
LATER: Final = 60.0
"""Seconds after which a copy that failed is tried again, and whether one is due is looked at again."""


async def copy_regularly(store: Store, folder: Path, keep: int, hours: float) -> None:
    """Make a copy now and then, as long as the server runs; a young one is not followed at once."""
    while True:
        newest = max((path.stat().st_mtime for path in folder.glob(PATTERN)), default=0.0)
        wait = newest + hours * 3600 - time.time()
        if wait > 0 or not store.duties.chores:  # whose duty it is may change while we wait
            await asyncio.sleep(min(LATER, wait) if wait > 0 else LATER)
            continue
        try:
            await copy(store, folder, keep, time.time())
        except Exception as error:  # a full disk, a folder that is gone: the host reads it, the game goes on
            note(LOG, logging.ERROR, "copy_failed", error=repr(error))
            await asyncio.sleep(LATER)


async def copy(store: Store, folder: Path, keep: int, now: float) -> Path:
    """Make a copy, whole or not at all, and remove those that are too many."""
    made = await asyncio.to_thread(_copied, store, folder, now)
    for old in sorted(folder.glob(PATTERN))[:-keep]:
        old.unlink(missing_ok=True)
    note(LOG, logging.INFO, "copied", file=made.name, bytes=made.stat().st_size)
    return made


def _copied(store: Store, folder: Path, now: float) -> Path:
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    name = time.strftime("pfalz-%Y%m%d-%H%M%S.jsonl", time.gmtime(now))
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
