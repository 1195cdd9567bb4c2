"""A private PostgreSQL server for tests: in a temporary folder, on a Unix socket, gone afterwards."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import create_engine
from sqlalchemy.exc import DBAPIError

PATIENCE_S = 120


def programs() -> Path | None:
    """The folder of the programs of a PostgreSQL server, None where none is installed."""
    if found := shutil.which("initdb"):
        return Path(found).resolve().parent
    debian = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    return debian[-1].parent if debian else None


@contextmanager
def server(folder: Path) -> Iterator[str]:
    """Run a server with the programs in `folder`; gives the URL of its first database.

    The server refuses to run as root, and then is run as the user that its package has made.
    """
    user = "postgres" if os.geteuid() == 0 else None
    home = Path(tempfile.mkdtemp(prefix="pipwise-postgres-"))
    try:
        if user is not None:
            shutil.chown(home, user)
        data = home / "data"
        options = ["-D", data, "-U", "pipwise", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"]
        subprocess.run([folder / "initdb", *options], user=user, cwd=home, check=True, capture_output=True)
        # Nothing of it has to outlive the machine: -F, no waiting for the disk.
        command = [folder / "postgres", "-D", data, "-k", home, "-F", "-c", "listen_addresses="]
        with (home / "log").open("wb") as log:
            process = subprocess.Popen(command, user=user, cwd=home, stdout=log, stderr=log)
        try:
            url = f"postgresql+pg8000://pipwise@/postgres?unix_sock={home}/.s.PGSQL.5432"
            _wait_for(url, process, home / "log")
            yield url
        finally:
            process.send_signal(signal.SIGINT)
            process.wait(PATIENCE_S)
    finally:
        shutil.rmtree(home)


def _wait_for(url: str, process: subprocess.Popen[bytes], log: Path) -> None:
    engine = create_engine(url)
    end = time.monotonic() + PATIENCE_S
    while True:
        try:
            engine.connect().close()
            engine.dispose()
            return
        except DBAPIError:
            assert process.poll() is None, log.read_text()
            assert time.monotonic() < end, log.read_text()
            time.sleep(0.1)
