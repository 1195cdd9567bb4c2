"""What can be set from the environment, as `PIPWISE_PORT=8080`, with limits that a laptop at the table stands."""

from __future__ import annotations

import os
from pathlib import Path

from platformdirs import user_data_path
from pydantic import Field, SecretStr
from pydantic_settings import BaseSettings, SettingsConfigDict

from vision.image import MAX_BYTES, MAX_PIXELS


def cores() -> int:
    """How many processor cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class Settings(BaseSettings):
    """The settings of a server; each is read from the variable of its name in capitals after `PIPWISE_`.

    - `host`, `port`: where it listens; `url`: how phones reach it, where that is something else (behind a proxy, in a
      container), such as `https://dominoes.example`.
    - `data`: the folder for games and the certificate; `database_url`: another place for games, as SQLAlchemy names it.
    - `page`: the folder with the page.
    - `max_bytes`, `max_pixels`: of a photo; `max_frame_bytes`: of a frame of the live view; `max_json_bytes`: of any
      other request. `max_body_bytes_in_all`: of all requests that are being received or answered.
    - `body_seconds`: in which a request must have come in.
    - `readings`, `waiting`: photos that are read at once, and that wait for it; `hints`, `hints_waiting`: the same for
      advice. More are answered with 503.
    - `live`, `watchers`: connections of the live view, and of phones that watch a game; `live_each`: live views of one
      address. `connections`: all that may be open at once.
    - `forwarded_from`: addresses of proxies that say for whom they ask, separated by commas.
    - `origins`: more origins that the page may be served from, as a JSON list; its own is always allowed.
    - `hosts`: more names by which it is asked for, as a JSON list; addresses, the names of this machine and of `url`,
      and those of home networks such as `laptop.local` are always allowed.
    """

    model_config = SettingsConfigDict(env_prefix="PIPWISE_", frozen=True, extra="ignore")

    host: str = "0.0.0.0"
    port: int = Field(8000, ge=0, le=65535)
    url: str | None = None
    data: Path = Field(default_factory=lambda: user_data_path("pipwise", appauthor=False))
    database_url: SecretStr | None = None
    page: Path = Path(__file__).resolve().parents[1] / "static"
    max_bytes: int = Field(MAX_BYTES, ge=1, le=MAX_BYTES)
    max_pixels: int = Field(MAX_PIXELS, ge=1, le=MAX_PIXELS)
    max_frame_bytes: int = Field(1_000_000, ge=1)
    max_json_bytes: int = Field(200_000, ge=1)
    max_body_bytes_in_all: int = Field(300_000_000, ge=1)
    body_seconds: float = Field(120.0, gt=0)
    readings: int = Field(default_factory=cores, ge=1)
    waiting: int = Field(16, ge=0)
    hints: int = Field(1, ge=1)
    hints_waiting: int = Field(4, ge=0)
    live: int = Field(8, ge=0)
    live_each: int = Field(2, ge=1)
    watchers: int = Field(200, ge=0)
    connections: int = Field(500, ge=1)
    forwarded_from: str = ""
    origins: tuple[str, ...] = ()
    hosts: tuple[str, ...] = ()

    @property
    def games_url(self) -> str:
        """Where games are kept, as SQLAlchemy names it: a file in the data folder unless something else is set."""
        if self.database_url is not None:
            return self.database_url.get_secret_value()
        return f"sqlite:///{self.data / 'games.db'}"
