"""The web server itself: uvicorn around the application, until somebody stops it."""

from __future__ import annotations

import gc
import logging
import os
import signal
import socket
import sys
import threading
from types import FrameType

import uvicorn
from fastapi import FastAPI

from server.web.app import stop_taking
from server.web.certificates import Certificate
from server.web.connections import at_most
from server.web.settings import Settings

LEAVE_WITHIN = 10
"""Seconds that requests have to end in when the server is stopped."""
TO_TELL = 2
"""Seconds of these in which those that did not end are told so."""
STOPPED_BY = (signal.SIGINT, signal.SIGTERM)


class _Server(uvicorn.Server):
    """Sends away what waits for its turn as soon as it is asked to stop."""

    def __init__(self, config: uvicorn.Config, app: FastAPI, seconds: float) -> None:
        super().__init__(config)
        self._app, self._seconds = app, seconds

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        stop_taking(self._app, self._seconds)
        super().handle_exit(sig, frame)


def run(
    app: FastAPI,
    settings: Settings,
    listening: socket.socket,
    certificate: Certificate | None,
    leave_within: int = LEAVE_WITHIN,
) -> bool:
    """Serve until SIGINT or SIGTERM; whether the server ran at all. What goes wrong is logged on standard error.

    Photos that take longer than `leave_within` seconds to read then may still be in their threads; see `leave`.

    There is no log of requests: nobody needs to know who asked for what at the table.
    """
    _log_to_standard_error()
    config = uvicorn.Config(
        app,
        http=at_most(settings.connections),
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=bool(settings.forwarded_from),
        forwarded_allow_ips=settings.forwarded_from,
        ws_max_size=settings.max_frame_bytes + 1024,
        ws_max_queue=4,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=leave_within,
        ssl_certfile=certificate.file if certificate else None,
        ssl_keyfile=certificate.key_file if certificate else None,
    )
    server = _Server(config, app, max(0, leave_within - TO_TELL))
    # Once it has ended in good order uvicorn raises the signal again, for which there would be another end.
    before = {number: signal.signal(number, _ignore) for number in STOPPED_BY}
    try:
        server.run(sockets=[listening])
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
    # Python would look through everything once more before it ends, which takes longer than all the rest of stopping.
    gc.freeze()
    return server.started


def leave(code: int) -> None:
    """End the process where a thread is left behind, which nothing can interrupt; return where there is none.

    Games are closed by then: such a thread reads a photo for nobody.
    """
    if any(not thread.daemon for thread in threading.enumerate() if thread is not threading.main_thread()):
        for stream in (sys.stdout, sys.stderr):
            try:
                stream.flush()
            except OSError:
                continue  # nobody is left who could be told
        os._exit(code)


def _ignore(number: int, frame: FrameType | None) -> None:
    """The server has stopped for that signal."""


def _log_to_standard_error() -> None:
    """Warnings go to a copy of standard error, since that itself is overheard while a photo is decoded."""
    stream = os.fdopen(os.dup(sys.stderr.fileno()), "w", encoding="utf-8", errors="replace")
    handler = logging.StreamHandler(stream)
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    for name in ("uvicorn", "server"):
        logger = logging.getLogger(name)
        logger.setLevel(logging.WARNING)
        logger.addHandler(handler)
        logger.propagate = False
