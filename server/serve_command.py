"""The command `pipwise serve`: the page for phones, from this machine."""

from __future__ import annotations

import errno
import re
import socket
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from platformdirs import user_data_path

from server.complaints import one_sentence
from server.errors import RequestError
from server.start import FAILED
from server.usage import wanted

if TYPE_CHECKING:
    from server.service import Reader
    from server.web.certificates import Certificate
    from server.web.settings import Settings


def _kept() -> Path:
    """The folder where games are kept unless another one is named."""
    return user_data_path("pipwise", appauthor=False)


def add_serve_command(app: typer.Typer, reader_factory: Callable[[], Reader]) -> None:
    """Add the command to the command line; photos are read by what `reader_factory` makes."""

    @app.command()
    def serve(
        host: Annotated[
            str | None,
            typer.Option(
                metavar="ADDRESS",
                show_default=False,
                help="The address to listen at, as 127.0.0.1 for this machine alone; else all of them.",
            ),
        ] = None,
        port: Annotated[
            int | None, typer.Option(metavar="N", show_default=False, help="The port, 0 to 65535; else 8000.")
        ] = None,
        https: Annotated[
            bool,
            typer.Option(
                "--https", help="Serve over https, with a certificate made here; phones need it for the live view."
            ),
        ] = False,
        data: Annotated[
            str | None,
            typer.Option(metavar="DIR", show_default=False, help=f"The folder where games are kept; else {_kept()}."),
        ] = None,
    ) -> None:
        """Serve the page for the phones at the table, until Ctrl-C."""
        with one_sentence():
            _check_named(host, data)
            settings = _settings(host=host, port=port, data=data)
            _prepare(settings.data)
            listening = _listening(settings)
            try:
                ran = _serve(settings, listening, https, reader_factory)
            finally:
                listening.close()
        _leave(0 if ran else FAILED)
        if not ran:
            raise typer.Exit(FAILED)


def _check_named(host: str | None, data: str | None) -> None:
    """Refuse what is empty, as where a script's variable is not set: it would be all addresses, and this folder."""
    if host is not None and not host.strip():
        raise RequestError("The address to listen at has no name; name one, as in --host 127.0.0.1.")
    if data is not None and not data.strip():
        raise RequestError("The folder for games has no name; name one, as in --data games.")


def _settings(**given: object) -> Settings:
    """The settings of the environment, and those given on the command line instead."""
    from pydantic import ValidationError
    from pydantic_settings import SettingsError

    from server.web.settings import Settings

    try:
        return Settings(**{name: value for name, value in given.items() if value is not None})  # type: ignore[arg-type]
    except ValidationError as error:
        first = error.errors()[0]
        name = str(first["loc"][0])
        asked = f"--{name}" if given.get(name) is not None else f"PIPWISE_{name.upper()}"
        raise RequestError(f"{asked} cannot be {first['input']!r}; it is {wanted(first)}.") from error
    except SettingsError as error:
        named = re.search(r'field "(\w+)"', str(error))
        name = f"PIPWISE_{named[1].upper()}" if named else "A setting"
        raise RequestError(
            f'{name} is not understood; write a JSON list such as ["https://dominoes.example"].'
        ) from error


def _prepare(folder: Path) -> None:
    """Make the folder for games, and see that it can be written."""
    from tempfile import TemporaryFile

    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        with TemporaryFile(dir=folder):
            pass
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise RequestError(f"Games cannot be kept in {folder}: {reason}; name another folder with --data.") from error


def _listening(settings: Settings) -> socket.socket:
    from server.web.addresses import listening_socket

    other = "is no address of this machine; name one that is with --host, as 127.0.0.1, or none for all of them"
    try:
        return listening_socket(settings)
    except (socket.gaierror, UnicodeError) as error:  # a name that nobody knows, or that is none
        raise RequestError(f"{settings.host} {other}.") from error
    except OSError as error:
        if error.errno in (errno.EADDRNOTAVAIL, errno.EAFNOSUPPORT):
            raise RequestError(f"{settings.host} {other}.") from error
        reason = (error.strerror or str(error)).lower()
        raise RequestError(
            f"Port {settings.port} at {settings.host} cannot be used: {reason}; choose another one with --port."
        ) from error


def _serve(settings: Settings, listening: socket.socket, https: bool, reader_factory: Callable[[], Reader]) -> bool:
    from server.games.errors import GamesError
    from server.games.service import Games
    from server.web.addresses import EVERYWHERE, lan_addresses, shown_host, url_of
    from server.web.app import create_app
    from server.web.frame_reader import frame_reader, versions
    from server.web.running import run

    addresses = lan_addresses()
    certificate = _certificate(settings, addresses) if https else None
    try:
        games = Games(settings.games_url)
    except GamesError as error:
        raise RequestError(error.message) from error
    reader = reader_factory()
    port = listening.getsockname()[1]
    url = url_of(shown_host(settings.host, addresses), port, https)
    app = create_app(
        settings,
        reader,
        games,
        frame_reader=frame_reader(reader),
        models=versions(reader),
        lan_url=url if settings.host in EVERYWHERE and addresses else None,
    )
    _greet(settings.url or url, certificate, is_alone=settings.url is None and not addresses)
    _tell_place(settings)
    typer.echo("Ctrl-C stops it.")
    return run(app, settings, listening, certificate)


def _leave(code: int) -> None:
    from server.web.running import leave

    leave(code)


def _certificate(settings: Settings, addresses: list[str]) -> Certificate:
    from server.web.addresses import EVERYWHERE
    from server.web.certificates import certificate

    names = ["localhost", "127.0.0.1", *addresses]
    if settings.host not in EVERYWHERE:
        names.append(settings.host)
    try:
        return certificate(settings.data, list(dict.fromkeys(names)), datetime.now(UTC))
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise RequestError(f"The certificate cannot be kept in {settings.data}: {reason}.") from error


def _greet(url: str, certificate: Certificate | None, is_alone: bool) -> None:
    """Say how phones get there, as text and as a QR code."""
    import sys

    import segno

    typer.echo(f"Pipwise is at {url}")
    if is_alone:
        typer.echo("This machine is in no network, so no phone can reach it; join one and start again.")
    elif sys.stdout.isatty():
        segno.make(url, micro=False).terminal(compact=True)
        typer.echo("Scan this with the phones; they have to be in the same network.")
    if certificate is not None:
        typer.echo(
            "Each phone will warn once that it does not know the certificate: choose Advanced (or Show details), and "
            f"go on to the page. If it shows a SHA-256 fingerprint, that begins with {certificate.fingerprint}."
        )


def _tell_place(settings: Settings) -> None:
    """Say where games are kept; the address of a database may hold a password."""
    kept = f"in {settings.data}" if settings.database_url is None else "in the database of PIPWISE_DATABASE_URL"
    typer.echo(f"Games are kept {kept}.")
