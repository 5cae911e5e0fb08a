"""What a host can set: by environment variables `PFALZ_*` or by flags of `pfalz serve`."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, ClassVar

from pfalz.core.errors import PfalzError
from pfalz.server.journal import FORMS, LEVELS


class SettingsError(PfalzError):
    """A setting has a value that cannot be used."""

    package: ClassVar[str] = "pfalz.server"


@dataclass(frozen=True)
class Settings:
    """Everything the server needs to know before it starts."""

    database: str = "sqlite:///pfalz.sqlite3"
    """SQLAlchemy URL: `sqlite:///file` or `postgresql://user:password@host/name`."""
    secret: str = ""
    """Signs cookies; if empty, one is made and kept in the database."""
    host: str = "127.0.0.1"
    port: int = 8000
    base_url: str = ""
    """Address for links in mails, and the only origin unsafe requests may come from; empty: the Host."""
    secure_cookies: bool = False
    """Send cookies over https only; switch it on behind https."""
    bot_workers: int = 1
    bot_seconds: float = 20.0
    """Time budget of one bot decision; a worker that needs longer is replaced."""
    analysis_seconds: float = 60.0
    """So long workers think about the analysis of a finished game at most; 0: none are made."""
    bot_pause: float = 0.35
    """A bot waits so long before it answers while somebody is watching, so that moves can be followed."""
    live_tables: int = 500
    """So many tables are kept in memory; others are loaded when they are looked at."""
    max_body: int = 64 * 1024
    max_import: int = 2 * 1024 * 1024
    max_tables: int = 50
    """So many unfinished tables one person may own."""
    max_address_tables: int = 300
    """So many unfinished tables may come from one address."""
    max_address_open: int = 20
    """So many of them may wait for players."""
    open_days: int = 14
    """A table that waits for players is closed when nobody has come or gone for so many days; 0: never."""
    max_streams: int = 24
    """So many open event streams one person may have."""
    rate_scale: float = 1.0
    """Multiplies every rate limit; 0 switches them off (benchmarks, tests)."""
    smtp_host: str = ""
    """The server that takes our mail; empty: no mail is sent."""
    smtp_port: int = 587
    smtp_user: str = ""
    """Empty: no login."""
    smtp_password: str = ""
    smtp_starttls: bool = True
    """Go over to TLS before anything is said; the certificate is checked."""
    smtp_tls: bool = False
    """Speak TLS from the first byte on (usually port 465); STARTTLS is not needed then."""
    smtp_from: str = "pfalz@localhost"
    local_webhooks: bool = False
    """Allow webhooks to private addresses (a hostile person could otherwise reach the host's own network)."""
    metrics_token: str = ""
    """Whoever shows it may read `/metrics`; empty: there is no such page."""
    log_level: str = "info"
    """What is written down at least: debug, info, warning, error."""
    log_format: str = "text"
    """How: text, one line per event, or json."""
    backup_dir: str = ""
    """Where backups are kept that are made by themselves; empty: none are made."""
    backup_hours: float = 24.0
    backup_keep: int = 7
    """So many of them are kept."""
    short_way: bool = True
    """Take answers where they arrive, past the framework (`http/lane.py`); off, to see what that saves."""
    trust_proxy: bool = False
    """Take the client's address from X-Forwarded-For."""

    @property
    def address(self) -> str:
        """Where people find this server, for links in mails; never taken from a request."""
        here = "localhost" if self.host in ("127.0.0.1", "0.0.0.0", "::") else self.host
        return self.base_url.rstrip("/") or f"http://{here}:{self.port}"


def from_environment(environment: Mapping[str, str] | None = None, **flags: Any) -> Settings:
    """Settings from `PFALZ_*` variables; flags that are not None win."""
    found = os.environ if environment is None else environment
    values: dict[str, Any] = {}
    for field in fields(Settings):
        raw = found.get(f"PFALZ_{field.name.upper()}")
        if raw is not None:
            values[field.name] = _parsed(field.name, type(field.default), raw)
    values |= {name: value for name, value in flags.items() if value is not None}
    return replace(Settings(), **values)


def check(settings: Settings) -> None:
    """Refuse settings that cannot be used before anything has begun."""
    for name, known in (("log_level", LEVELS), ("log_format", FORMS)):
        if getattr(settings, name) not in known:
            found = getattr(settings, name)
            raise SettingsError("setting_choice", name=f"PFALZ_{name.upper()}", found=found, known=known)
    for name, least in (("backup_hours", 0.01), ("backup_keep", 1)):
        if not getattr(settings, name) >= least:
            raise SettingsError("setting_small", name=f"PFALZ_{name.upper()}", least=least)


def _parsed(name: str, kind: type, raw: str) -> Any:
    if kind is bool:
        if raw.lower() in ("1", "true", "yes", "on"):
            return True
        if raw.lower() in ("0", "false", "no", "off", ""):
            return False
        raise SettingsError("setting_switch", name=f"PFALZ_{name.upper()}", found=raw)
    try:
        return kind(raw)
    except ValueError as error:
        raise SettingsError("setting_number", name=f"PFALZ_{name.upper()}", found=raw) from error
