"""What the host reads: one line per event, with a time, a level, a name and facts; for people or machines.

Nothing secret is ever written down: no password, token, cookie, key or seed, nothing that somebody has typed
where they log in, and no address of a page, which may have a key in it.
"""

from __future__ import annotations

import json
import logging
import sys
import time
from datetime import UTC, datetime
from typing import Final

FORMS: Final = ("text", "json")
EVERY: Final = 60.0
LEVELS: Final = ("debug", "info", "warning", "error")


def note(log: logging.Logger, level: int, event: str, /, **facts: object) -> None:
    """Write down an event."""
    if log.isEnabledFor(level):
        log.log(level, event, extra={"facts": facts})


class Lines(logging.Formatter):
    """A record of the log as one line: `text` for people, `json` for machines."""

    def __init__(self, form: str) -> None:
        super().__init__()
        self._json = form == "json"

    def format(self, record: logging.LogRecord) -> str:
        """The line; whatever is in it, there is no break and no escape sequence."""
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")[:-6] + "Z"
        facts: dict[str, object] = dict(getattr(record, "facts", {}))
        if record.exc_info:
            facts["trace"] = self.formatException(record.exc_info)
        if self._json:
            said = {"at": at, "level": record.levelname, "log": record.name, "event": record.getMessage()}
            return json.dumps(said | facts, ensure_ascii=True, default=str)
        shown = "".join(f" {name}={_shown(value)}" for name, value in facts.items())
        return f"{at} {record.levelname} {record.name} {_plain(record.getMessage())}{shown}"


class Seldom(logging.Filter):
    """Lets a warning through once a minute: anybody can bring about those of the machinery at will."""

    def __init__(self) -> None:
        super().__init__()
        self._said: dict[object, float] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether it is written down."""
        now = time.monotonic()
        if record.levelno != logging.WARNING or now - self._said.get(record.msg, -EVERY) >= EVERY:
            self._said[record.msg] = now
            return True
        return False


def set_up(level: str, form: str) -> None:
    """Let everything of ours, and of the machinery below it, be written to the standard error output."""
    for name, least in (("pfalz", level.upper()), ("uvicorn", "WARNING"), ("asyncio", "WARNING")):
        handler = logging.StreamHandler(sys.stderr)
        handler.setFormatter(Lines(form))
        if name == "uvicorn":
            handler.addFilter(Seldom())
        log = logging.getLogger(name)
        log.handlers[:] = [handler]
        log.propagate = False
        log.setLevel(least)


def _shown(value: object) -> str:
    text = _plain(str(value))
    return text if text and " " not in text and '"' not in text else json.dumps(text, ensure_ascii=False)


def _plain(text: str) -> str:
    return "".join(c if c.isprintable() else repr(c)[1:-1] for c in text)
